"""Small pictures of the table: to keep with a turn, to show beside a question, to notice a change by."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.rules.triominos.lattice import Place, vertices
from companion.rules.verdict import Cell
from vision.observation import SQUARES, BoardObservation, place_of
from vision.reduce import reduce_picture
from vision.tiles import TableObservation

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Points = NDArray[np.float64]

MOST_PX = 640  # wide: enough to see what lay there, and 200 MB hold thousands
JPEG_QUALITY = 80
CROP_PX = 192
AROUND = 1.8  # squares or tile sides: the piece, and enough beside it to see where it lies
NEIGHBOURS = 3  # tiles that say where a free place is
THUMB_PX = 160  # wide: the smallest tokens are still 3 pixels across
CHANGED = 5.0  # grey levels, beyond the noise: pale tokens on a pale board differ by little more
LEAST_CHANGED = 4  # pixels of a thumbnail: half of the smallest token


@dataclass(frozen=True, slots=True, eq=False)  # eq: arrays have no single truth value
class Snapshot:
    """The camera's picture at a reading, and where board or tiles lie in it."""

    picture: Bytes  # BGR
    seen: BoardObservation | TableObservation  # tiles in the game's places

    def crop(self, cell: Cell) -> Bytes | None:
        """(CROP_PX, CROP_PX, 3) BGR: the piece and what is around it, straightened, in the middle.

        `None` for a place that is on no board, or that no tile says where it is.
        """
        source = self._square(cell) if isinstance(cell, str) else self._around_tile(cell)
        if source is None:
            return None
        low, high = -0.5, CROP_PX - 0.5  # pixel centres are at whole numbers
        target = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
        straighten = cv2.getPerspectiveTransform(source.astype(np.float32), target)
        crop = cv2.warpPerspective(
            self.picture,
            straighten,
            (CROP_PX, CROP_PX),
            flags=cv2.INTER_CUBIC,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.asarray(crop, np.uint8)

    def _square(self, cell: str) -> Points | None:
        """(4, 2): where the corners of the crop are in the picture, clockwise from the upper left."""
        if not isinstance(self.seen, BoardObservation):
            return None
        row, column = place_of(cell)
        middle = np.array([column, row]) + 0.5 + self.seen.offsets[row, column].clip(-0.5, 0.5)
        board = np.array([[0, 0], [SQUARES, 0], [SQUARES, SQUARES], [0, SQUARES]], np.float32)
        to_picture = cv2.getPerspectiveTransform(board, self.seen.corners.astype(np.float32))
        around = (middle + AROUND / 2 * _REACH)[None].astype(np.float32)
        return np.asarray(cv2.perspectiveTransform(around, to_picture).reshape(4, 2), np.float64)

    def _around_tile(self, place: Place) -> Points | None:
        """The same for a tile, upright as its place is drawn; for a free place as its neighbours say."""
        if not isinstance(self.seen, TableObservation):
            return None
        known = [(at, tile.vertices) for at, tile in self.seen.placed() if tile.vertices is not None]
        # One lattice for all would be off where a long chain bends: the nearest tiles tell.
        known.sort(key=lambda one: _apart(one[0], place))
        if not known:
            return None
        near = known[:1] if known[0][0] == place else known[:NEIGHBOURS]
        lattice = np.concatenate([_flat(at) for at, _ in near])
        design = np.column_stack([lattice, np.ones(len(lattice))])
        to_picture, *_ = np.linalg.lstsq(design, np.concatenate([corners for _, corners in near]), rcond=None)
        around = _flat(place).mean(axis=0) + AROUND / 2 * _REACH
        return np.asarray(np.column_stack([around, np.ones(4)]) @ to_picture, np.float64)


def snapshot_of(picture: Bytes, seen: object) -> Snapshot | None:
    """The picture with what was seen in it; `None` if that was no board and no tiles."""
    return Snapshot(picture, seen) if isinstance(seen, BoardObservation | TableObservation) else None


def reduce(picture: Bytes, most_px: int = MOST_PX) -> Bytes:
    """The picture, at most so wide."""
    height, width = picture.shape[:2]
    if width <= most_px:
        return picture
    size = (most_px, max(1, round(height * most_px / width)))
    return reduce_picture(picture, size)


def to_jpeg(picture: Bytes) -> bytes:
    """A small JPEG of the picture, to keep."""
    _, data = cv2.imencode(".jpg", reduce(picture), [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return bytes(data)


def thumbnail(picture: Bytes) -> Floats:
    """The picture small, soft and grey. Most pixels are not even looked at: it costs next to nothing."""
    step = max(1, picture.shape[1] // (2 * THUMB_PX))
    some = reduce(np.ascontiguousarray(picture[::step, ::step]), THUMB_PX)
    grey = cv2.cvtColor(some, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), 1.0), np.float32)


def is_changed(before: Floats, after: Floats) -> bool:
    """Whether something lies otherwise in two thumbnails; light alone is no change."""
    if before.shape != after.shape:
        return True
    gain = float(np.median(after)) / max(float(np.median(before)), 1.0)
    apart = np.abs(after - before * gain)
    noise = float(np.median(apart))
    return int((apart > CHANGED + 4 * noise).sum()) >= LEAST_CHANGED


def _flat(place: Place) -> Points:
    """(3, 2): the corners of a place on an even lattice, in tile sides."""
    return np.array(vertices(place), np.float64) * (0.5, np.sqrt(0.75))


def _apart(place: Place, other: Place) -> float:
    return float(np.hypot(*(_flat(place).mean(axis=0) - _flat(other).mean(axis=0))))


_REACH = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64)
