"""The page to print and lay on the board: is the picture sharp, straight and well lit? A4, in millimetres."""

from __future__ import annotations

from math import cos, pi, sin

from tests.docs.svg import Drawing, Point

PAGE: Point = (210.0, 297.0)
LEFT, TOP, SIDE = 15.0, 34.0, 180.0  # the outline: square, as the board is
SPOKES = 36  # black ones of a star
RING = 20.0  # across: spokes are 0.9 mm wide there, three pixels of a camera that sees the whole board
GREYS = 9
INK = "#111111"


def draw_check_page() -> str:
    drawing = Drawing(PAGE, "Trioscope: check page", "mm")
    drawing.rect((0.0, 0.0), PAGE, fill="white")
    drawing.write((LEFT, 16.0), "Trioscope: check page", 7.0, font_weight="bold")
    drawing.write((LEFT, 24.0), "Print on A4 at 100 %, without “fit to page”.", 4.2)
    drawing.write((LEFT, 29.5), "Lay it flat in the middle of the board, and look at the live picture.", 4.2)
    _draw_outline(drawing)
    middle = (LEFT + SIDE / 2, TOP + SIDE / 2)
    _draw_star(drawing, middle, 90.0)
    for x in (0.14, 0.86):
        for y in (0.14, 0.86):
            _draw_star(drawing, (LEFT + x * SIDE, TOP + y * SIDE), 36.0)
    _draw_greys(drawing, TOP + SIDE + 7.0)
    _draw_ruler(drawing, TOP + SIDE + 29.0)
    _draw_advice(drawing, TOP + SIDE + 47.0)
    return drawing.text


def _draw_outline(drawing: Drawing) -> None:
    """A thin square with strong corners, and the lines of 15 squares at its edge."""
    drawing.rect((LEFT, TOP), (SIDE, SIDE), fill="none", stroke=INK, stroke_width=0.5)
    reach, right, bottom = 14.0, LEFT + SIDE, TOP + SIDE
    for x, inward in ((LEFT, 1.0), (right, -1.0)):
        for y, down in ((TOP, 1.0), (bottom, -1.0)):
            corner = [(x + inward * reach, y), (x, y), (x, y + down * reach)]
            drawing.lines(corner, stroke=INK, stroke_width=2.0)
    step = SIDE / 15
    for number in range(1, 15):
        at = number * step
        for start, end in (
            ((LEFT + at, TOP), (LEFT + at, TOP + 3.0)),
            ((LEFT + at, bottom - 3.0), (LEFT + at, bottom)),
            ((LEFT, TOP + at), (LEFT + 3.0, TOP + at)),
            ((right - 3.0, TOP + at), (right, TOP + at)),
        ):
            drawing.lines([start, end], stroke=INK, stroke_width=0.4)


def _draw_star(drawing: Drawing, middle: Point, across: float) -> None:
    """Spokes that grow thinner inwards: where they run together, the picture is no longer sharp."""
    radius = across / 2
    for spoke in range(SPOKES):
        sides = [2 * pi * (spoke + share) / SPOKES for share in (-0.25, 0.25)]
        rim = [(middle[0] + radius * cos(a), middle[1] + radius * sin(a)) for a in sides]
        drawing.polygon([middle, *rim], fill=INK)
    if across > 2 * RING:
        drawing.circle(middle, RING / 2, fill="none", stroke="#d7263d", stroke_width=0.6)


def _draw_greys(drawing: Drawing, top: float) -> None:
    width = SIDE / GREYS
    for number in range(GREYS):
        grey = round(255 * number / (GREYS - 1))
        fill = f"#{grey:02x}{grey:02x}{grey:02x}"
        looks = {"fill": fill, "stroke": INK, "stroke_width": 0.3}
        drawing.rect((LEFT + number * width, top), (width, 14.0), **looks)


def _draw_ruler(drawing: Drawing, top: float) -> None:
    """100 mm, to see that it was printed at its size."""
    drawing.lines([(LEFT, top), (LEFT + 100.0, top)], stroke=INK, stroke_width=0.4)
    for mark in range(0, 101, 5):
        length = 5.0 if mark % 10 == 0 else 3.0
        drawing.lines([(LEFT + mark, top), (LEFT + mark, top + length)], stroke=INK, stroke_width=0.4)
    drawing.write((LEFT + 104.0, top + 4.5), "100 mm: measure it", 4.2)


def _draw_advice(drawing: Drawing, top: float) -> None:
    for number, line in enumerate(
        (
            "1. Sharp: the spokes of all stars can be told apart; of the large one as far as the red ring.",
            "2. Straight: all sides of the square look equally long, or the camera is not above its middle.",
            "3. Light: nine greys can be told apart, and no lamp shines back from the page.",
        )
    ):
        drawing.write((LEFT, top + 6.5 * number), line, 3.7)
