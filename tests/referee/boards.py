"""Observations made by hand: what lies where, and how surely it is seen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from companion.referee.lattice_fit import Fit
from companion.rules.triominos.lattice import Place
from companion.rules.triominos.tiles import Corners
from vision.observation import (
    EMPTY,
    FACES,
    OTHER,
    SQUARES,
    TOKEN,
    BoardObservation,
    Obstacle,
    place_of,
)
from vision.tiles import CORNERS, NUMBERS, SeenTile, TableObservation

Faces = str | Mapping[str, float]  # one face read clearly, or how likely each is
SURE = 0.9999


def board_seen(
    tokens: Mapping[str, Faces],
    there: Mapping[str, float] | None = None,
    off: Mapping[str, tuple[float, float]] | None = None,
    covered: Iterable[str] = (),
    in_the_way: Iterable[Obstacle] = (),
) -> BoardObservation:
    """A board with these tokens. `there`: how likely a square holds one; `off`: its middle, in squares."""
    states = np.zeros((SQUARES, SQUARES, 3), np.float32)
    states[...] = (1 - 2e-5, 1e-5, 1e-5)
    faces = np.full((SQUARES, SQUARES, len(FACES)), 1 / len(FACES), np.float32)
    offsets = np.zeros((SQUARES, SQUARES, 2), np.float32)
    for cell, reading in tokens.items():
        chances = {reading: SURE} if isinstance(reading, str) else reading
        place = place_of(cell)
        faces[place] = (1 - sum(chances.values())) / len(FACES)
        for face, chance in chances.items():
            faces[(*place, FACES.index(face))] += chance
        states[place] = (1e-5, 1 - 2e-5, 1e-5)
    for cell, chance in (there or {}).items():
        states[place_of(cell)][EMPTY], states[place_of(cell)][TOKEN] = 1 - chance, chance
    for cell, offset in (off or {}).items():
        offsets[place_of(cell)] = offset
    for cell in covered:
        states[place_of(cell)] = 0
        states[place_of(cell)][OTHER] = 1
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64) * 900
    return BoardObservation(corners, states, faces, offsets, frozenset(in_the_way))


def tile_seen(at: Place | None, *numbers: int | Mapping[int, float], presence: float = SURE) -> SeenTile:
    """A tile in its place, each corner read clearly or with a doubt."""
    corners = np.zeros((CORNERS, NUMBERS), np.float32)
    for corner, reading in enumerate(numbers):
        chances = {reading: SURE} if isinstance(reading, int) else reading
        corners[corner] = (1 - sum(chances.values())) / NUMBERS
        for number, chance in chances.items():
            corners[corner, number] += chance
    return SeenTile(at, corners, presence, None if at is None else vertices_px(at))


def table_seen(
    tiles: Mapping[Place, Corners], *more: SeenTile, in_the_way: Iterable[Obstacle] = ()
) -> TableObservation:
    """A table with these tiles, read clearly, and `more` besides."""
    seen = [tile_seen(at, *corners) for at, corners in tiles.items()]
    return TableObservation((*seen, *more), in_the_way=frozenset(in_the_way))


def vertices_px(place: tuple[float, float], at_px: tuple[float, float] = (0.0, 0.0)) -> NDArray[np.float64]:
    """Where the corners of a tile in this place are in a picture, pushed by `at_px`; sides are 60 pixels."""
    row, column = place
    is_up = (row + column) % 2 == 0
    lines = (row, row + 1, row + 1) if is_up else (row + 1, row, row)
    columns = (column, column + 1, column - 1) if is_up else (column, column - 1, column + 1)
    points = [(30.0 * x + at_px[0], 52.0 * line + at_px[1]) for x, line in zip(columns, lines, strict=True)]
    return np.array(points, np.float64) + 400.0


def turn_back(place: Place, turns: int, right: int, along: int) -> tuple[Place, tuple[int, int, int]]:
    """The place on a turned and shifted lattice, and which of the old corners lies at each new one."""
    return Fit(turns, right, along).place(place)
