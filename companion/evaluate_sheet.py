"""A contact sheet of what was misread: the token, what it is, what it was taken for and how surely."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.evaluate import Check, Outcome
from companion.pictures import load_picture
from companion.truths import LabelledPicture
from vision.grid import grid_from_corners
from vision.observation import place_of

Bytes = NDArray[np.uint8]
Miss = tuple[LabelledPicture, Check]

MOST = 60
COLUMNS = 10
AROUND = 3  # squares that a crop is wide
CROP_PX, CAPTION_PX = 150, 36
FONT, PAPER, INK = cv2.FONT_HERSHEY_SIMPLEX, 30, (235, 235, 235)


def draw_misses(outcomes: Sequence[Outcome]) -> Bytes:
    """Up to 60 misses (BGR), those that were surest of themselves first: they would cost a score."""
    misses = [
        (outcome.picture, check)
        for outcome in outcomes
        for check in outcome.comparison.checks
        if not check.is_right
    ]
    misses = sorted(misses, key=lambda miss: -_confidence(miss[1]))[:MOST]
    if not misses:
        return no_misses()
    drawn: list[Bytes] = [_paper() for _ in misses]
    in_files = sorted(range(len(misses)), key=lambda index: misses[index][0].path)
    for _, group in groupby(in_files, key=lambda index: misses[index][0].path):
        indices = list(group)
        _draw_from_one_picture(misses, indices, drawn)
    return arrange(drawn)


def arrange(drawn: Sequence[Bytes]) -> Bytes:
    """Crops with their captions in rows of ten."""
    filled = [*drawn, *[_paper()] * (-len(drawn) % COLUMNS)]
    rows = [np.hstack(filled[start : start + COLUMNS]) for start in range(0, len(filled), COLUMNS)]
    return np.asarray(np.vstack(rows), np.uint8)


def no_misses() -> Bytes:
    """The sheet if nothing was misread."""
    return caption(np.full((CROP_PX, 2 * CROP_PX, 3), PAPER, np.uint8), "no misses", "")


def _draw_from_one_picture(misses: Sequence[Miss], indices: Sequence[int], drawn: list[Bytes]) -> None:
    picture = load_picture(misses[indices[0]][0].path)
    for index in indices:
        labelled, check = misses[index]
        # Where the token is, not where the reader believed it to be: that may be elsewhere altogether.
        corners = (np.array(labelled.truth.grid, np.float64) + 0.5) / picture.scale - 0.5
        crop = _crop(picture.pixels, corners, check.cell)
        what = f"{check.truth_label} -> {check.read_label}"
        if check.read is not None:
            what += f" {check.read.confidence:.4f}"
        drawn[index] = caption(crop, what, f"{labelled.group}/{labelled.path.name} {check.cell}")


def _crop(pixels: Bytes, corners: NDArray[np.float64], cell: str) -> Bytes:
    """The square and its neighbours, straightened."""
    height, width = pixels.shape[:2]
    row, column = place_of(cell)
    reach = (AROUND - 1) / 2
    left, top, right, bottom = column - reach, row - reach, column + 1 + reach, row + 1 + reach
    around = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float64)
    there = grid_from_corners(corners, (width, height)).to_pixels(around).astype(np.float32)
    end = CROP_PX - 0.5  # pixel centres are at whole numbers
    here = np.array([[-0.5, -0.5], [end, -0.5], [end, end], [-0.5, end]], np.float32)
    straighten = cv2.getPerspectiveTransform(there, here)
    return np.asarray(cv2.warpPerspective(pixels, straighten, (CROP_PX, CROP_PX)), np.uint8)


def caption(crop: Bytes, *lines: str) -> Bytes:
    """The crop with lines of text below it, each as large as fits."""
    width = crop.shape[1]
    below = np.full((CAPTION_PX, width, 3), PAPER, np.uint8)
    for number, line in enumerate(lines):
        (natural, _), _ = cv2.getTextSize(line, FONT, 1.0, 1)
        size = min(0.42, (width - 6) / max(natural, 1))
        cv2.putText(below, line, (3, 14 + 16 * number), FONT, size, INK, 1, cv2.LINE_AA)
    return np.asarray(np.vstack([crop, below]), np.uint8)


def _paper() -> Bytes:
    return np.full((CROP_PX + CAPTION_PX, CROP_PX, 3), PAPER, np.uint8)


def _confidence(check: Check) -> float:
    return -1.0 if check.read is None else check.read.confidence
