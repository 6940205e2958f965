"""A few words of SVG: enough for the drawings of the documentation, and the same text every time."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

Point = tuple[float, float]

FONT = "DejaVu Sans, Verdana, Helvetica, sans-serif"


class Drawing:
    """Collects shapes; `text` is the finished file. `unit`: what 1 is on paper; "" for pixels."""

    def __init__(self, size: Point, title: str, unit: str = "") -> None:
        self._size, self._title, self._unit = size, title, unit
        self._shapes: list[str] = []

    def rect(self, at: Point, size: Point, **looks: object) -> None:
        self._add("rect", x=at[0], y=at[1], width=size[0], height=size[1], **looks)

    def circle(self, at: Point, radius: float, **looks: object) -> None:
        self._add("circle", cx=at[0], cy=at[1], r=radius, **looks)

    def lines(self, points: Sequence[Point], **looks: object) -> None:
        """From point to point."""
        self._add("polyline", points=_points(points), **{"fill": "none", "stroke_linejoin": "round", **looks})

    def polygon(self, points: Sequence[Point], **looks: object) -> None:
        self._add("polygon", points=_points(points), **looks)

    def write(self, at: Point, words: str, height: float, **looks: object) -> None:
        """`at`: where the line of writing begins, or what `text_anchor` makes of it."""
        looks = {"font_family": FONT, "fill": "#1c1c1c", **looks}
        self._add("text", words, x=at[0], y=at[1], font_size=height, **looks)

    @property
    def text(self) -> str:
        width, height = (_number(side) for side in self._size)
        size = f'width="{width}{self._unit}" height="{height}{self._unit}" viewBox="0 0 {width} {height}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">'
        return "\n".join([head, f"<title>{escape(self._title)}</title>", *self._shapes, "</svg>", ""])

    def _add(self, name: str, words: str | None = None, /, **looks: object) -> None:
        told = " ".join(f"{key.replace('_', '-')}={quoteattr(_number(one))}" for key, one in looks.items())
        end = "/>" if words is None else f">{escape(words)}</{name}>"
        self._shapes.append(f"<{name} {told}{end}")


def _number(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{_number(float(x))},{_number(float(y))}" for x, y in points)
