"""Photographs as less careful people would take them, each with its truth moved along.

    python -m tests.photos.disturb --photos FOLDER --out FOLDER --seed 1

FOLDER holds a truth.json and the photographs that it names; those of `game01` and `single` are used, some of
them again until there are 50. Each disturbance becomes a folder for `trioscope evaluate`. Everything follows
from the seed.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.truths import LabelledPicture, find_labelled
from vision.grid import Grid, grid_from_corners
from vision.observation import SQUARES, cell_at

Bytes = NDArray[np.uint8]
Points = NDArray[np.float64]

FRAMES = 50
GROUPS = ("game01", "single")  # the other game is for a last look, not for development
BRIGHT, DIM = 1.1, 0.45  # side light at either side of the board
HIDDEN = 0.2  # a square that is hidden by more than this share of it is covered
FINE_PX = 20  # a square's side when hidden shares are measured
SKINS = ((180, 205, 240), (130, 165, 215), (95, 130, 185), (60, 85, 130), (45, 60, 90))  # BGR


@dataclass(frozen=True, slots=True, eq=False)  # eq: arrays have no single truth value
class Frame:
    """A photograph (BGR), and what is on it."""

    pixels: Bytes
    corners: Points  # (4, 2): of A1, A15, O15, O1
    occupied: frozenset[str]
    covered: frozenset[str] = frozenset()

    @property
    def grid(self) -> Grid:
        height, width = self.pixels.shape[:2]
        return grid_from_corners(self.corners, (width, height))


Disturbance = Callable[[Frame, random.Random], Frame]


def turned(frame: Frame, degrees: float) -> Frame:
    """Turned clockwise by these degrees, on a canvas so large that nothing is cut off."""
    height, width = frame.pixels.shape[:2]
    # OpenCV counts anticlockwise.
    turn = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), -degrees, 1.0)
    cos, sin = abs(turn[0, 0]), abs(turn[0, 1])
    wide, high = int(np.ceil(width * cos + height * sin)), int(np.ceil(width * sin + height * cos))
    turn[:, 2] += ((wide - width) / 2, (high - height) / 2)
    pixels = cv2.warpAffine(frame.pixels, turn, (wide, high), flags=cv2.INTER_LINEAR)
    corners = frame.corners @ turn[:, :2].T + turn[:, 2]
    return replace(frame, pixels=np.asarray(pixels, np.uint8), corners=corners)


def half_bright(frame: Frame) -> Frame:
    """Half as bright."""
    return replace(frame, pixels=np.asarray((frame.pixels.astype(np.uint16) + 1) // 2, np.uint8))


def blurred(frame: Frame, sigma_px: float = 2.0) -> Frame:
    """Out of focus."""
    return replace(frame, pixels=np.asarray(cv2.GaussianBlur(frame.pixels, (0, 0), sigma_px), np.uint8))


def half_size(frame: Frame) -> Frame:
    """Half as many pixels each way."""
    height, width = frame.pixels.shape[:2]
    small = cv2.resize(frame.pixels, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    scale = np.array([small.shape[1] / width, small.shape[0] / height])
    # Pixel centres are at whole numbers.
    return replace(frame, pixels=np.asarray(small, np.uint8), corners=(frame.corners + 0.5) * scale - 0.5)


def side_lit(frame: Frame, side: int) -> Frame:
    """Lit from one side (0: from A1 to A15, then clockwise), falling evenly across the board to the other."""
    corners = np.roll(frame.corners, -side, axis=0)
    near, far = corners[:2].mean(axis=0), corners[2:].mean(axis=0)
    height, width = frame.pixels.shape[:2]
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    away = far - near
    across = ((x - near[0]) * away[0] + (y - near[1]) * away[1]) / (away @ away)
    gain = BRIGHT + (DIM - BRIGHT) * across.clip(0, 1)
    lit = (frame.pixels * gain[..., None]).round().clip(0, 255)
    return replace(frame, pixels=np.asarray(lit, np.uint8))


def with_hand(frame: Frame, rng: random.Random) -> Frame:
    """A hand-coloured rounded shape, three to four squares in size, over one corner of the board."""
    grid = frame.grid
    side_px = grid.side_px
    corner = np.array([[rng.choice((0, SQUARES)), rng.choice((0, SQUARES))]], np.float64)
    inwards = np.sign(SQUARES / 2 - corner)
    middle = grid.to_pixels(corner + inwards * rng.uniform(0.4, 1.1))[0]
    reach = np.array([rng.uniform(1.5, 2.0), rng.uniform(1.5, 2.0)]) * side_px
    share = _rounded_shape(frame.pixels.shape[:2], middle, reach, rng.uniform(0, np.pi))
    # A little darker towards its rim, as round things are.
    tone = np.array(rng.choice(SKINS), np.float32) * rng.uniform(0.7, 1.0)
    shaded = tone * (0.75 + 0.25 * cv2.GaussianBlur(share, (0, 0), 0.5 * side_px)[..., None])
    pixels = frame.pixels * (1 - share[..., None]) + shaded * share[..., None]
    covered = _hidden_cells(share, grid)
    return replace(
        frame,
        pixels=np.asarray(pixels.round().clip(0, 255), np.uint8),
        # What lies below stays known: half a token may be told, one that is not there never.
        covered=frame.covered | covered,
    )


DISTURBANCES: Mapping[str, Disturbance] = {
    "turned-05": lambda frame, rng: turned(frame, rng.choice((-5, 5))),
    "turned-15": lambda frame, rng: turned(frame, rng.choice((-15, 15))),
    "turned-30": lambda frame, rng: turned(frame, rng.choice((-30, 30))),
    "half-bright": lambda frame, rng: half_bright(frame),
    "blurred": lambda frame, rng: blurred(frame),
    "half-size": lambda frame, rng: half_size(frame),
    "side-lit": lambda frame, rng: side_lit(frame, rng.randrange(4)),
    "with-hand": with_hand,
}


def choose(photos: Sequence[LabelledPicture], count: int, rng: random.Random) -> list[LabelledPicture]:
    """Every photograph once, and some again until there are enough."""
    if not photos:
        raise ValueError("There are no photographs to disturb.")
    chosen = list(photos[:count])
    while len(chosen) < count:
        chosen += rng.sample(photos, min(len(photos), count - len(chosen)))
    return chosen


def write_disturbed(photos: Path, out: Path, seed: int, count: int = FRAMES) -> None:
    """A folder for each disturbance: the pictures, and a truth.json about them."""
    chosen = choose(
        [photo for photo in find_labelled(photos) if photo.group in GROUPS], count, random.Random(seed)
    )
    for name, disturb in DISTURBANCES.items():
        folder = out / name
        folder.mkdir(parents=True, exist_ok=True)
        truths = []
        for number, photo in enumerate(chosen):
            frame = disturb(_load(photo), random.Random(f"{seed} {name} {number}"))
            file = f"{number:02d}.jpg"
            _, data = cv2.imencode(".jpg", frame.pixels, [cv2.IMWRITE_JPEG_QUALITY, 95])
            (folder / file).write_bytes(data.tobytes())
            truths.append({"file": file, "from": f"{photo.group}/{photo.path.name}", **_truth(frame)})
        text = json.dumps({"photos": truths}, indent=1) + "\n"
        (folder / "truth.json").write_text(text, encoding="utf-8")
        sys.stdout.write(f"{len(truths)} pictures in {folder}\n")


def _load(photo: LabelledPicture) -> Frame:
    pixels = cv2.imread(str(photo.path), cv2.IMREAD_COLOR)
    if pixels is None:
        raise ValueError(f"{photo.path} cannot be read.")
    corners = np.array(photo.truth.grid, np.float64)
    return Frame(np.asarray(pixels, np.uint8), corners, frozenset(photo.truth.tokens), photo.truth.hidden)


def _truth(frame: Frame) -> dict[str, object]:
    truth: dict[str, object] = {
        "grid": np.round(frame.corners, 2).tolist(),
        "occupied": [cell for cell in _cells() if cell in frame.occupied],
    }
    if frame.covered:
        truth["covered"] = [cell for cell in _cells() if cell in frame.covered]
    return truth


def _rounded_shape(size: tuple[int, int], middle: Points, reach: Points, turn: float) -> NDArray[np.float32]:
    """(height, width): how much of each pixel a shape between an ellipse and a rectangle covers, 0 to 1."""
    height, width = size
    x, y = np.meshgrid(np.arange(width) - middle[0], np.arange(height) - middle[1])
    along, aside = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
    far = (np.abs(along / reach[0]) ** 2.6 + np.abs(aside / reach[1]) ** 2.6) ** (1 / 2.6)
    # One pixel from in to out.
    return np.asarray((0.5 - (far - 1) * reach.min()).clip(0, 1), np.float32)


def _hidden_cells(share: NDArray[np.float32], grid: Grid) -> frozenset[str]:
    """The squares of which too much is hidden."""
    at = (np.arange(SQUARES * FINE_PX) + 0.5) / FINE_PX
    x, y = np.meshgrid(at, at)
    there = grid.to_pixels(np.stack([x.ravel(), y.ravel()], 1)).astype(np.float32)
    there_x, there_y = (way.reshape(x.shape) for way in there.T)
    fine = cv2.remap(share, there_x, there_y, cv2.INTER_LINEAR)
    by_square = fine.reshape(SQUARES, FINE_PX, SQUARES, FINE_PX).mean(axis=(1, 3))
    return frozenset(cell_at(row, column) for row, column in np.argwhere(by_square > HIDDEN).tolist())


def _cells() -> list[str]:
    return [cell_at(row, column) for row in range(SQUARES) for column in range(SQUARES)]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.photos.disturb", description=__doc__)
    parser.add_argument("--photos", required=True, type=Path, metavar="FOLDER", help="with a truth.json")
    parser.add_argument("--out", required=True, type=Path, metavar="FOLDER", help="where to write")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="default: 1")
    options = parser.parse_args()
    try:
        write_disturbed(options.photos, options.out, options.seed)
    except (OSError, ValueError) as fault:
        sys.stderr.write(f"{fault}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
