"""Rendered folders as training material: each picture with its truth, cut to what a network is shown."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.boards import EMPTY, MARGIN, OTHER, SIDE_PX, SQUARE_PX, SQUARES, TOKEN
from vision.training.scenery import spoil
from vision.training.views import LOCATE_PX, Flat, LocateSample, place_of

Bytes = NDArray[np.uint8]
ROWS = "ABCDEFGHIJKLMNO"


@dataclass(frozen=True, slots=True, eq=False)
class Rendered:
    """One rendered picture with what its truth says, in pixels."""

    picture: Bytes
    lattice: NDArray[np.float64]  # (6, 6, 2): every third crossing
    faces: dict[str, str]  # by cell, also of tokens that lie across a line
    lies: dict[str, tuple[float, float, float]]  # by cell: middle of the upper face x, y, turn in degrees
    hidden: frozenset[str]  # squares below a hand

    @property
    def to_board(self) -> NDArray[np.float64]:
        """(3, 3): pixels to squares, as good as a straight lens allows."""
        found, _ = cv2.findHomography(self.lattice.reshape(-1, 2), _crossings().reshape(-1, 2), 0)
        return np.asarray(found, np.float64)


def read_folders(folders: Sequence[Path]) -> Iterator[Rendered]:
    """Every picture of the folders that has a truth beside it."""
    for folder in folders:
        for path in sorted(folder.glob("*.json")):
            rendered = read_rendered(path)
            if rendered is not None:
                yield rendered


def read_rendered(path: Path) -> Rendered | None:
    """The picture beside a truth, if there is any."""
    picture = cv2.imread(str(path.with_suffix(".jpg")))
    return None if picture is None else _rendered(picture, json.loads(path.read_text(encoding="utf-8")))


def _rendered(picture: Bytes, truth: dict) -> Rendered:  # type: ignore[type-arg]  # JSON of our own
    drawn = truth["drawn"]
    return Rendered(
        picture=picture,
        lattice=np.array(drawn["lattice"], np.float64).reshape(6, 6, 2),
        faces={token["cell"]: token["face"] for token in truth["tokens"]},
        lies={cell: (x, y, turn) for cell, (x, y, turn) in drawn["lies"].items()},
        hidden=frozenset(truth.get("hidden", ())),
    )


def flat_of(rendered: Rendered) -> Flat:
    """The board cut out straight, as boards.py draws them."""
    to_board = rendered.to_board
    to_flat = np.array(
        [[SQUARE_PX, 0, MARGIN * SQUARE_PX - 0.5], [0, SQUARE_PX, MARGIN * SQUARE_PX - 0.5], [0, 0, 1]]
    )
    # Made small first: a warp alone would skip pixels, and thin lines with them.
    side_px = float(np.hypot(*(rendered.lattice[0, 5] - rendered.lattice[0, 0]))) / SQUARES
    scale = min(1.0, 1.25 * SQUARE_PX / side_px)
    small = cv2.resize(rendered.picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    to_full = np.array([[1 / scale, 0, 0.5 / scale - 0.5], [0, 1 / scale, 0.5 / scale - 0.5], [0, 0, 1]])
    flat = cv2.warpPerspective(
        small, to_flat @ to_board @ to_full, (SIDE_PX, SIDE_PX), borderMode=cv2.BORDER_REPLICATE
    )
    state = np.full((SQUARES, SQUARES), EMPTY, np.int8)
    offset = np.zeros((SQUARES, SQUARES, 2), np.float32)
    for cell, (x, y, _) in rendered.lies.items():
        row, column = place(cell)
        at = cv2.perspectiveTransform(np.array([[[x, y]]]), to_board)[0, 0]
        state[row, column] = TOKEN
        offset[row, column] = at - (column + 0.5, row + 0.5)
    for cell in rendered.hidden:
        state[place(cell)] = OTHER
    straight = cv2.perspectiveTransform(rendered.lattice.reshape(1, -1, 2), to_board).reshape(6, 6, 2)
    return Flat(flat, None, state, offset, (straight - _crossings()).astype(np.float32))


def locate_sample_of(rng: np.random.Generator, rendered: Rendered) -> LocateSample:
    """The whole picture made small, turned and pushed a little, and spoiled."""
    height, width = rendered.picture.shape[:2]
    scale = LOCATE_PX / max(width, height)
    zoom = rng.uniform(0.75, 1.0) if rng.random() < 0.5 else 1.0
    turn = np.radians(rng.normal(0, 7))
    to_small = scale * zoom * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    w, h = round(width * scale), round(height * scale)
    middle = np.array([width, height]) / 2
    shift = np.array([w, h]) / 2 - to_small @ middle + rng.normal(0, 3, 2)
    move = np.vstack([np.column_stack([to_small, shift]), [0, 0, 1]])
    if rng.random() < 0.5:
        move = np.array([[-1, 0, w - 1], [0, 1, 0], [0, 0, 1]]) @ move
        mirror = np.array([[-1, 0, SQUARES], [0, 1, 0], [0, 0, 1]], np.float64)
    else:
        mirror = np.eye(3)
    small = cv2.warpAffine(
        cv2.blur(rendered.picture, (5, 5)),
        move[:2],
        (w, h),
        flags=cv2.INTER_AREA,
        borderMode=cv2.BORDER_REFLECT,
    )
    small = spoil(rng, small)
    full = np.zeros((LOCATE_PX, LOCATE_PX, 3), np.uint8)
    y, x = (LOCATE_PX - h) // 2, (LOCATE_PX - w) // 2
    full[y : y + h, x : x + w] = small
    return LocateSample(full, place_of(mirror @ rendered.to_board @ np.linalg.inv(move), w, h))


def place(cell: str) -> tuple[int, int]:
    """Row and column, from 0."""
    return ROWS.index(cell[0]), int(cell[1:]) - 1


def _crossings() -> NDArray[np.float64]:
    x, y = np.meshgrid(np.arange(6) * 3.0, np.arange(6) * 3.0)
    return np.stack([x, y], -1)
