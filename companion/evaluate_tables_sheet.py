"""A contact sheet of misread tiles: the tile, what it is, what it was taken for and how surely."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.evaluate_sheet import CROP_PX, MOST, arrange, caption, no_misses
from companion.evaluate_tables import TableOutcome, TileCheck
from companion.pictures import Picture, load_picture
from companion.table_truths import LabelledTable, Triangle
from vision.tile_shapes import even_triangle, warp_between

Bytes = NDArray[np.uint8]
Miss = tuple[LabelledTable, TileCheck]

AROUND = 1.9  # tile sides that a crop is wide
SEEN, TRUE = (0, 190, 255), (90, 220, 60)


def draw_table_misses(outcomes: Sequence[TableOutcome]) -> Bytes:
    """Up to 60 misses (BGR), those that were surest of themselves first: they would cost a score.

    Each tile stands with its first corner on top; where it was seen is drawn in amber, and where it is in
    green if that is elsewhere.
    """
    misses = [
        (outcome.picture, check)
        for outcome in outcomes
        for check in outcome.comparison.checks
        if not check.is_right
    ]
    misses = sorted(misses, key=lambda miss: -_confidence(miss[1]))[:MOST]
    if not misses:
        return no_misses()
    drawn: list[Bytes | None] = [None] * len(misses)
    in_files = sorted(range(len(misses)), key=lambda index: misses[index][0].path)
    for path, group in groupby(in_files, key=lambda index: misses[index][0].path):
        picture = load_picture(path)
        for index in group:
            drawn[index] = _draw(picture, *misses[index])
    return arrange([one for one in drawn if one is not None])


def _draw(picture: Picture, labelled: LabelledTable, check: TileCheck) -> Bytes:
    what = f"{check.truth_label} -> {check.read_label}"
    if check.read is not None:
        what += f" {check.read.confidence:.4f}"
    return caption(_crop(picture, check), what, f"{labelled.group}/{labelled.path.name}")


def _crop(picture: Picture, check: TileCheck) -> Bytes:
    """The tile and what is around it, its first corner on top."""
    tile = check.tile.vertices if check.tile is not None else None
    read = check.read.vertices if check.read is not None else None
    shown = tile or read
    assert shown is not None  # for mypy: it lies there, was read, or both
    to = warp_between(_here(picture, shown), even_triangle(CROP_PX / AROUND, (CROP_PX - 1) / 2))
    crop = np.asarray(
        cv2.warpAffine(picture.pixels, to, (CROP_PX, CROP_PX), borderMode=cv2.BORDER_REPLICATE), np.uint8
    )
    if not check.is_found:
        for triangle, colour in ((tile, TRUE), (read, SEEN)):
            if triangle is not None:
                points = _here(picture, triangle) @ to[:, :2].T + to[:, 2]
                cv2.polylines(crop, [np.round(points).astype(np.int32)], True, colour, 1, cv2.LINE_AA)
    return crop


def _here(picture: Picture, triangle: Triangle) -> NDArray[np.float64]:
    """Points of the file in the pixels that were decoded."""
    return np.asarray((np.array(triangle, np.float64) + 0.5) / picture.scale - 0.5)


def _confidence(check: TileCheck) -> float:
    return -1.0 if check.read is None else check.read.confidence
