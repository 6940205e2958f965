"""The Triominos tiles on their lattice, drawn as large as they fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt

from companion.prints.canvas import Canvas, Pixels, Point
from companion.prints.colours import GLOW, INK, WHITE, Bgr, from_hex
from companion.prints.table import Piece, Pieces
from companion.rules.triolet.tokens import Token
from companion.rules.triominos.lattice import Place, vertices
from companion.rules.verdict import Cell

FELT, SHADE, CREAM = from_hex("#1f5c46"), from_hex("#174a38"), from_hex("#fffaf0")
MARGIN = 0.55  # around the tiles, in tile sides
LARGEST = 0.24  # of the picture: a lone tile shall not fill it
HEIGHT = sqrt(3) / 2  # of a row, in tile sides


@dataclass(slots=True)
class TriominosTable:
    """A table on which all these places can be seen."""

    places: Sequence[Place]
    colours: tuple[Bgr, ...]
    side_px: int
    _tile_px: float = field(init=False)
    _shift: Point = field(init=False)

    def __post_init__(self) -> None:
        points = [vertex for place in self.places or [(0, 0)] for vertex in vertices(place)]
        xs, ys = [x / 2 for x, _ in points], [line * HEIGHT for _, line in points]
        wide, high = max(xs) - min(xs) + 2 * MARGIN, max(ys) - min(ys) + 2 * MARGIN
        self._tile_px = min(self.side_px / max(wide, high), LARGEST * self.side_px)
        middle = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
        self._shift = (
            self.side_px / 2 - middle[0] * self._tile_px,
            self.side_px / 2 - middle[1] * self._tile_px,
        )

    def draw(self, pieces: Pieces, latest: frozenset[Cell] = frozenset()) -> Pixels:
        canvas = Canvas(self.side_px, self.side_px, FELT)
        for cell in pieces:
            if isinstance(cell, tuple):
                shadow = [
                    (x + 0.03 * self._tile_px, y + 0.05 * self._tile_px) for x, y in self._corners(cell)
                ]
                canvas.polygon(shadow, SHADE)
        # What was laid last comes last: its glow lies over the tiles around it.
        for cell, piece in sorted(pieces.items(), key=lambda item: item[0] in latest):
            if isinstance(cell, tuple):
                if cell in latest:
                    for factor, colour in ((1.26, WHITE), (1.19, GLOW)):
                        canvas.polygon(_grown(self._corners(cell), factor), colour)
                self._tile(canvas, cell, piece)
        return canvas.pixels

    def _corners(self, place: Place) -> list[Point]:
        return [
            (x / 2 * self._tile_px + self._shift[0], line * HEIGHT * self._tile_px + self._shift[1])
            for x, line in vertices(place)
        ]

    def _tile(self, canvas: Canvas, place: Place, piece: Piece) -> None:
        corners = self._corners(place)
        for factor, colour in ((0.985, CREAM), (0.93, self.colours[piece.player]), (0.78, CREAM)):
            canvas.polygon(_grown(corners, factor), colour)
        if isinstance(piece.face, Token):
            return
        size = round(0.29 * self._tile_px)
        for (x, y), number in zip(_grown(corners, 0.41), piece.face, strict=True):
            canvas.text(x, y, str(number), size, INK, "middle")


def _grown(corners: Sequence[Point], factor: float) -> list[Point]:
    """The triangle so much larger or smaller, about its centre."""
    x, y = (sum(corner[axis] for corner in corners) / len(corners) for axis in (0, 1))
    return [(x + (cx - x) * factor, y + (cy - y) * factor) for cx, cy in corners]
