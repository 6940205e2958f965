"""Boards by their outline: a second opinion where the network's guess at the board came to nothing.

A board is a large four-sided patch that differs from the table in brightness or colour. Many things are; each
outline is only a guess that a close look must confirm.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.grid import Grid, Points, grid_from_corners, is_sound

Bytes = NDArray[np.uint8]

SMALL_PX = 320
LEAST_AREA, MOST_AREA = 0.03, 0.98  # of the picture
CUTS = (20, 35, 50, 65, 80)  # percentiles to tell bright from dark, or one colour from another, at
RIMS = (0.0, 0.1)  # of the outline's size that may be rim on both sides together
MOST_GUESSES = 16
DARKEST = 8.0  # grey levels that are added to all: what is darker has no colour to speak of
SAME = 0.06  # of the picture's width: outlines closer than this are one


def guess_by_outline(picture: Bytes) -> Iterator[Grid]:
    """Grids whose squares fill a four-sided patch of the picture, those with the straightest sides first."""
    height, width = picture.shape[:2]
    scale = SMALL_PX / max(width, height)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = cv2.GaussianBlur(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), (0, 0), 1.5)
    seen: list[Points] = []
    for _, quad in sorted(_quads(small), key=lambda found: -found[0]):
        if any(np.abs(quad - other).max() < SAME * SMALL_PX for other in seen):
            continue
        seen.append(quad)
        if len(seen) > MOST_GUESSES:
            return
        middle = quad.mean(axis=0)
        for rim in RIMS:
            corners = ((quad - middle) * (1 - rim) + middle + 0.5) / scale - 0.5
            grid = grid_from_corners(corners, (width, height))
            if is_sound(grid):
                yield grid


def _quads(small: NDArray[np.generic]) -> Iterator[tuple[float, Points]]:
    """Four-sided patches, clockwise from the corner nearest to the top left, in small pixels; and how much
    like four sides their outlines are, 0 to 1."""
    height, width = small.shape[:2]
    lab = cv2.cvtColor(np.asarray(small, np.uint8), cv2.COLOR_BGR2Lab)
    for channel in (*_hues(small), *cv2.split(lab)):
        halves, _ = cv2.threshold(channel, 0, 255, cv2.THRESH_OTSU)
        for level in sorted({int(halves), *(int(np.percentile(channel, cut)) for cut in CUTS)}):
            _, mask = cv2.threshold(channel, level, 255, cv2.THRESH_BINARY)
            for patch in (mask, cv2.bitwise_not(mask)):
                # Print and tokens are holes in the board, a pattern is bits around it.
                whole = cv2.morphologyEx(patch, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
                whole = cv2.morphologyEx(whole, cv2.MORPH_OPEN, np.ones((15, 15), np.uint8))
                contours, _ = cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
                for contour in contours:
                    hull = cv2.convexHull(contour)
                    area = float(cv2.contourArea(hull)) / (width * height)
                    if not LEAST_AREA < area < MOST_AREA:
                        continue
                    around = cv2.approxPolyDP(hull, 0.04 * cv2.arcLength(hull, True), True).reshape(-1, 2)
                    if len(around) == 4:
                        filled = float(cv2.contourArea(contour) / cv2.contourArea(hull))
                        ratio = float(cv2.contourArea(around) / cv2.contourArea(hull))
                        yield filled * min(ratio, 1 / ratio), _clockwise(around.astype(np.float64))


def _hues(small: NDArray[np.generic]) -> Iterator[Bytes]:
    """How much of each colour there is in the light, whatever there is of light: a shadow, or the bars of a
    window, cut a board to pieces but do not change its colour."""
    light = small.astype(np.float32) + DARKEST
    for colour in cv2.split(light / light.sum(axis=2, keepdims=True)):
        low, high = np.percentile(colour, (2, 98))
        yield ((colour - low) * (255 / max(float(high - low), 1e-6))).clip(0, 255).astype(np.uint8)


def _clockwise(corners: Points) -> Points:
    """Clockwise as seen, from the corner nearest to the picture's top left."""
    middle = corners.mean(axis=0)
    order = np.argsort(np.arctan2(*(corners - middle).T[::-1]))
    ordered = corners[order]
    return np.asarray(np.roll(ordered, -int(ordered.sum(axis=1).argmin()), axis=0), np.float64)
