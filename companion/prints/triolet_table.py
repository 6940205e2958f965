"""The Triolet board, drawn: squares with their names along the edge, special squares, tokens."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import cos, pi, sin

from companion.prints.canvas import Canvas, Pixels
from companion.prints.colours import GLOW, INK, WHITE, Bgr, from_hex, letters_on
from companion.prints.table import Pieces
from companion.rules.triolet.cells import CENTRE, COLUMNS, ORDER, ROWS
from companion.rules.triolet.editions import Layout
from companion.rules.triolet.tokens import Token
from companion.rules.verdict import Cell

BOARD, SQUARE, CREAM = from_hex("#17406d"), from_hex("#2f6ba8"), from_hex("#fffaf0")
EDGE_INK = from_hex("#e9f1fb")
SPECIALS = {"double": from_hex("#f2c230"), "triple": from_hex("#58b368"), "replay": from_hex("#f08a80")}
SIGNS = {"double": "×2", "triple": "×3"}
STAR = from_hex("#c62828")
EDGE = 0.75  # how wide the edge with the names is, in squares


@dataclass(slots=True)
class TrioletTable:
    """One board; what does not change is drawn once."""

    layout: Layout
    colours: tuple[Bgr, ...]
    side_px: int
    _empty: Canvas = field(init=False)

    def __post_init__(self) -> None:
        self._empty = self._draw_empty()

    def draw(self, pieces: Pieces, latest: frozenset[Cell] = frozenset()) -> Pixels:
        canvas = Canvas(1, 1, BOARD)
        canvas.pixels = self._empty.pixels.copy()
        for cell in pieces:  # a spent special square shall not show at the edge of its token
            self._square(canvas, str(cell), None)
        # White around the glow: a player's own colour may be the same.
        for out, colour in ((0.11, WHITE), (0.07, GLOW)):
            for cell in latest:
                self._glow(canvas, str(cell), out * self._square_px, colour)
        for cell, piece in pieces.items():
            if isinstance(piece.face, Token):
                self._token(canvas, str(cell), piece.face, self.colours[piece.player])
        return canvas.pixels

    @property
    def _square_px(self) -> float:
        return self.side_px / (len(COLUMNS) + 2 * EDGE)

    def _corner(self, cell: str) -> tuple[float, float]:
        row, column = divmod(ORDER[cell], len(COLUMNS))
        return (column + EDGE) * self._square_px, (row + EDGE) * self._square_px

    def _draw_empty(self) -> Canvas:
        side, square = self.side_px, self._square_px
        canvas = Canvas(side, side, BOARD)
        size = round(0.5 * square)
        for place, row in enumerate(ROWS):
            for x in (0.5 * EDGE * square, side - 0.5 * EDGE * square):
                canvas.text(x, (place + EDGE + 0.5) * square, row, size, EDGE_INK, "middle")
        for place, column in enumerate(COLUMNS):
            for y in (0.5 * EDGE * square, side - 0.5 * EDGE * square):
                canvas.text((place + EDGE + 0.5) * square, y, str(column), size, EDGE_INK, "middle")
        for cell in ORDER:
            self._square(canvas, cell, self._kind(cell))
        return canvas

    def _kind(self, cell: str) -> str | None:
        if cell in self.layout.double or cell == CENTRE:
            return "double"
        if cell in self.layout.triple:
            return "triple"
        return "replay" if cell in self.layout.replay else None

    def _square(self, canvas: Canvas, cell: str, kind: str | None) -> None:
        (x, y), square = self._corner(cell), self._square_px
        gap = max(1.0, 0.03 * square)
        ground = SQUARE if kind is None else SPECIALS[kind]
        canvas.box(x + gap, y + gap, square - 2 * gap, square - 2 * gap, ground, 0.12 * square)
        centre = (x + square / 2, y + square / 2)
        if kind is None:
            return
        if cell == CENTRE:
            canvas.star(centre, 0.36 * square, INK)
        elif kind == "replay":
            _draw_arrow(canvas, centre, 0.24 * square)
        else:
            canvas.text(*centre, SIGNS[kind], round(0.62 * square), INK, "middle")

    def _glow(self, canvas: Canvas, cell: str, out: float, colour: Bgr) -> None:
        (x, y), square = self._corner(cell), self._square_px
        canvas.box(x - out, y - out, square + 2 * out, square + 2 * out, colour, 0.2 * square + out)

    def _token(self, canvas: Canvas, cell: str, token: Token, colour: Bgr) -> None:
        (x, y), square = self._corner(cell), self._square_px
        # The rim is the player's colour: who laid what can be seen long after the game.
        for inset, ground in ((0.04, CREAM), (0.075, colour), (0.15, CREAM)):
            side = (1 - 2 * inset) * square
            canvas.box(x + inset * square, y + inset * square, side, side, ground, (0.24 - inset) * square)
        centre = (x + square / 2, y + square / 2)
        if not token.is_joker:
            canvas.text(*centre, str(token.value), round(0.74 * square), INK, "middle")
            return
        canvas.star((centre[0], centre[1] + 0.02 * square), 0.42 * square, STAR)
        if token.value is not None:
            letters = letters_on(STAR)
            canvas.text(
                centre[0],
                centre[1] + 0.04 * square,
                str(token.value),
                round(0.42 * square),
                letters,
                "middle",
            )


def _draw_arrow(canvas: Canvas, centre: tuple[float, float], radius: float) -> None:
    """An arrow that goes round: play again."""
    start, end = 0.75 * pi, 2.1 * pi
    angles = [start + (end - start) * step / 24 for step in range(25)]
    ring = [_at(centre, radius, angle) for angle in angles]
    canvas.shape([*ring, *(_at(centre, 0.6 * radius, angle) for angle in reversed(angles))], INK)
    head = [_at(centre, reach * radius, end) for reach in (0.3, 1.3)]
    canvas.polygon([*head, _at(centre, 0.9 * radius, end + 0.3 * pi)], INK)


def _at(centre: tuple[float, float], radius: float, angle: float) -> tuple[float, float]:
    return centre[0] + radius * cos(angle), centre[1] + radius * sin(angle)
