"""The special squares of an empty board: found by colour and print, whatever the printing.

Most squares of a board look alike; special ones differ from their plain neighbours in the light that falls
there. The usual printing is known and tried first; any other is grouped by colour, and named as well as can
be until somebody confirms it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.observation import SQUARES, cell_at, place_of

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

KINDS = ("double", "triple", "replay")
USUAL: dict[str, tuple[str, ...]] = {
    "double": ("D8", "E5", "E11", "H4", "H8", "H12", "K5", "K11", "L8"),
    "triple": ("B5", "B11", "E2", "E14", "K2", "K14", "N5", "N11"),
    "replay": ("A8", "B2", "B14", "H1", "H15", "N2", "N14", "O8"),
}
PARTS = 3  # a square is looked at in 3 x 3 parts: a frame or a letter fills few of them
STANDS_OUT = 5.0  # times the usual difference between plain squares
SAME_COLOUR = 30.0  # hundredths of the logarithm: squares of one kind differ by less
DARKEST = 8.0  # grey levels: the logarithm of nothing is nobody's colour
MOST_PER_KIND = 40
MUCH_CLEARER = 2.0  # times
MOST_STRANGERS = 2  # plain squares that stand out as the usual special ones do: stains, glare


@dataclass(frozen=True, slots=True)
class Specials:
    """Which squares are special, of which kind, and how sure that is."""

    cells: Mapping[str, tuple[str, ...]]  # by kind
    is_usual: bool  # the printing that is sold
    sure: float  # 0 to 1


def find_specials(board: Bytes) -> Specials:
    """The special squares of a straightened empty board, (15 n, 15 n, 3) BGR."""
    tones = _tones(board)
    # A shadow takes brightness away and leaves hues as they are: bars of a window's light vanish in them.
    looks = [_strangeness(seen) for seen in (tones, tones - tones.mean(axis=3, keepdims=True))]
    usual = max(_likeness_to_usual(strange) for strange, _ in looks)
    if usual > 0:
        return Specials(USUAL, True, usual)
    (strange, lit), by_hue = looks
    if _gap(by_hue[0]) > MUCH_CLEARER * _gap(strange):  # black print has no hue: not by hue unless it must be
        strange, lit = by_hue
    return _group(lit, strange)


def _gap(strange: Floats) -> float:
    """How clearly special squares stand out: the least of them against the strangest plain one."""
    stands_out = strange > STANDS_OUT
    return float(strange[stands_out].min() / strange[~stands_out].max()) if stands_out.any() else 0.0


def _likeness_to_usual(strange: Floats) -> float:
    """How surely the special squares are those of the printing that is sold; 0 if they are not."""
    usual = np.zeros((SQUARES, SQUARES), bool)
    for cells in USUAL.values():
        for cell in cells:
            usual[place_of(cell)] = True
    # How often a usual special square stands out more than a plain one: 1 is always.
    ranks = (strange[usual][:, None] > strange[~usual][None]).mean()
    stands_out = strange > STANDS_OUT
    overlap = (stands_out & usual).sum() / max(1, (stands_out | usual).sum())
    like_usual = max(0.7 * float(np.quantile(strange[usual], 0.1)), STANDS_OUT)
    strangers = int((strange[~usual] > like_usual).sum())
    is_usual = (ranks > 0.93 or overlap > 0.7) and strangers <= MOST_STRANGERS
    return float(np.clip(max(ranks, overlap), 0, 1)) if is_usual else 0.0


def _group(lit: Floats, strange: Floats) -> Specials:
    """Special squares of another printing, put together by colour."""
    stands_out = strange > STANDS_OUT
    places = [(int(row), int(column)) for row, column in np.argwhere(stands_out)]
    centre = (SQUARES // 2, SQUARES // 2)
    places = [place for place in places if place != centre]
    places.sort(key=lambda place: -float(strange[place]))
    groups: list[list[tuple[int, int]]] = []
    for place in places:
        colour = _print_colour(lit, place)
        apart = [float(np.linalg.norm(colour - _print_colour(lit, group[0]))) for group in groups]
        if apart and min(apart) < SAME_COLOUR:
            groups[int(np.argmin(apart))].append(place)
        else:
            groups.append([place])
    groups = sorted((g for g in groups if len(g) <= MOST_PER_KIND), key=len, reverse=True)[: len(KINDS)]
    cells: dict[str, tuple[str, ...]] = dict.fromkeys(KINDS, ())
    # The centre is always a double; the others are named by its colour or in the order of their number, to be
    # confirmed.
    own = _print_colour(lit, centre)
    groups.sort(key=lambda group: float(np.linalg.norm(own - _print_colour(lit, group[0]))) >= SAME_COLOUR)
    for kind, group in zip(KINDS, groups, strict=False):
        cells[kind] = tuple(sorted((cell_at(r, c) for r, c in group), key=place_of))
    cells["double"] = tuple(sorted({*cells["double"], cell_at(*centre)}, key=place_of))
    return Specials(cells, False, 0.5 if groups else 0.3)


def _tones(board: Bytes) -> Floats:
    """(15, 15, 9, 3): the logarithm of the colour of each part of each square in hundredths, edges left out.

    Light multiplies colours; in logarithms it adds to them, the same for plain squares and special ones.
    """
    side = board.shape[0] // SQUARES
    colours = board.astype(np.float32)
    edge = max(1, round(side * 0.12))
    part = (side - 2 * edge) // PARTS
    parts = []
    for down in range(PARTS):
        for right in range(PARTS):
            rows = [r * side + edge + down * part for r in range(SQUARES)]
            columns = [c * side + edge + right * part for c in range(SQUARES)]
            parts.append(
                [[colours[y : y + part, x : x + part].mean(axis=(0, 1)) for x in columns] for y in rows]
            )
    return np.asarray(100 * np.log(np.asarray(parts, np.float32) + DARKEST).transpose(1, 2, 0, 3), np.float32)


def _strangeness(tones: Floats) -> tuple[Floats, Floats]:
    """(15, 15): how far a square is from what a plain one would look like there, in usual differences; and
    the colours less the plain one's, (15, 15, 9, 3)."""
    flat = tones.reshape(SQUARES, SQUARES, -1)
    rows, columns = np.mgrid[0:SQUARES, 0:SQUARES].astype(np.float32) / (SQUARES - 1) - 0.5
    chequer = np.where((np.indices((SQUARES, SQUARES)).sum(0) % 2) > 0, 0.5, -0.5)
    terms = np.stack(
        [
            np.ones_like(rows),
            rows,
            columns,
            rows * columns,
            rows**2,
            columns**2,
            chequer,
            chequer * rows,
            chequer * columns,
        ],
        -1,
    ).reshape(SQUARES * SQUARES, -1)
    target = flat.reshape(SQUARES * SQUARES, -1)
    weights = np.ones(SQUARES * SQUARES)
    rest = target
    for _ in range(8):  # the light is a smooth surface through the plain squares; special ones drop out
        scaled = terms * weights[:, None]
        plain, *_ = np.linalg.lstsq(scaled.T @ terms, scaled.T @ target, rcond=None)
        rest = target - terms @ plain
        away = np.linalg.norm(rest.reshape(len(rest), -1, 3), axis=2).max(axis=1)
        typical = max(float(np.median(away)), 1.0)
        weights = 1 / (1 + (away / (2 * typical)) ** 4)
    strange = np.asarray((away / typical).reshape(SQUARES, SQUARES), np.float32)
    return strange, np.asarray(rest.reshape(tones.shape), np.float32)


def _print_colour(lit: Floats, place: tuple[int, int]) -> Floats:
    """How a square's most coloured part differs from a plain one in the same light."""
    parts = lit[place]
    return np.asarray(parts[int(np.linalg.norm(parts, axis=1).argmax())], np.float32)
