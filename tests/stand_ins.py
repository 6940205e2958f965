"""A stand-in for the reader, and pictures that it reads: each square's colour says what lies there.

Blue is the number of the face, green how sure the reader shall be of it. Kept in a module, so that another
process can build it too.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.reader import Observation, Reader
from vision.observation import EMPTY, FACES, SQUARES, TOKEN, BoardObservation, NoBoard, place_of

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

SIDE_PX, LEFT_PX, TOP_PX = 20, 30, 40
NOTHING, AS_BEFORE = 255, 254  # instead of a face; AS_BEFORE: whatever the picture before showed there
STEP = 10  # between the blues of two faces
RIGHT_PX, BOTTOM_PX = LEFT_PX + SQUARES * SIDE_PX, TOP_PX + SQUARES * SIDE_PX
CORNERS = np.array([[LEFT_PX, TOP_PX], [RIGHT_PX, TOP_PX], [RIGHT_PX, BOTTOM_PX], [LEFT_PX, BOTTOM_PX]])
CORNERS = CORNERS - 0.5  # pixel centres are at whole numbers


def paint_board(tokens: Mapping[str, tuple[str, float]], as_before: tuple[str, ...] = ()) -> Bytes:
    """A picture (BGR) of faces, each with the confidence that it is to be read with."""
    pixels = np.full((BOTTOM_PX + TOP_PX, RIGHT_PX + LEFT_PX, 3), 60, np.uint8)
    pixels[TOP_PX:BOTTOM_PX, LEFT_PX:RIGHT_PX] = (NOTHING, 0, 0)
    for cell, (face, confidence) in tokens.items():
        pixels[_square(cell)] = (FACES.index(face) * STEP, round(confidence * 255), 0)
    for cell in as_before:
        pixels[_square(cell)] = (AS_BEFORE, 0, 0)
    return pixels


def observe(
    tokens: Mapping[str, tuple[str, float]], corners: NDArray[np.float64] = CORNERS
) -> BoardObservation:
    """An observation of these faces, each with its confidence."""
    states = np.zeros((SQUARES, SQUARES, 3), np.float32)
    states[..., EMPTY] = 1
    faces = np.full((SQUARES, SQUARES, len(FACES)), 1 / len(FACES), np.float32)
    for cell, (face, confidence) in tokens.items():
        states[place_of(cell)] = np.eye(3, dtype=np.float32)[TOKEN]
        likely = np.full(len(FACES), (1 - confidence) / (len(FACES) - 1), np.float32)
        likely[FACES.index(face)] = confidence
        faces[place_of(cell)] = likely
    return BoardObservation(corners, states, faces, np.zeros((SQUARES, SQUARES, 2), np.float32))


class PaintReader:
    """Reads what `paint_board` painted, wherever nothing else was made of it; anything else is no board."""

    def read_board(self, pixels: Bytes, before: BoardObservation | None = None) -> Observation:
        if pixels.shape[:2] != (BOTTOM_PX + TOP_PX, RIGHT_PX + LEFT_PX) or pixels[0, 0, 0] != 60:
            return NoBoard("no-board")
        tokens = {}
        for row in range(SQUARES):
            for column in range(SQUARES):
                cell = f"{'ABCDEFGHIJKLMNO'[row]}{column + 1}"
                middle = (TOP_PX + row * SIDE_PX + SIDE_PX // 2, LEFT_PX + column * SIDE_PX + SIDE_PX // 2)
                blue, green, _ = pixels[middle].tolist()
                if blue == AS_BEFORE and before is not None and before.occupied[row, column]:
                    tokens[cell] = "0", 1.0
                elif blue < AS_BEFORE:
                    tokens[cell] = FACES[blue // STEP], green / 255
        return observe(tokens)

    def read_token(self, pixels: Bytes) -> Floats:
        blue, green, _ = pixels[0, 0].tolist()
        likely = np.zeros(len(FACES), np.float32)
        likely[0] = 0.0005
        likely[1] = 0.002
        likely[blue // STEP] = green / 255
        return likely


def make_paint_reader(profile: Path | None) -> Reader:
    """A reader that needs no profile, and takes none that is missing."""
    if profile is not None and not profile.exists():
        raise ValueError(f"The profile {profile} is gone: calibrate again.")
    return PaintReader()


def _square(cell: str) -> tuple[slice, slice]:
    row, column = place_of(cell)
    top, left = TOP_PX + row * SIDE_PX, LEFT_PX + column * SIDE_PX
    return slice(top, top + SIDE_PX), slice(left, left + SIDE_PX)
