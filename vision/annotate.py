"""What was seen, drawn on the picture: for people who want to know why."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.grid import Grid, grid_from_corners
from vision.observation import OTHER, SENTENCES, SQUARES, BoardObservation, NoBoard, place_of

Bytes = NDArray[np.uint8]
Bgr = tuple[int, int, int]

SURE: Bgr = (70, 200, 60)
DOUBTFUL: Bgr = (0, 190, 255)
UNREAD: Bgr = (60, 60, 240)
GRID: Bgr = (255, 200, 0)
COVER: Bgr = (200, 60, 200)
DOUBT = 0.98  # below this the family would be asked


def annotate(picture: Bytes, seen: BoardObservation | NoBoard) -> Bytes:
    """A copy of the picture with the grid, every token's face and what is in the way drawn on it."""
    drawn = picture.copy()
    height, width = picture.shape[:2]
    if isinstance(seen, NoBoard):
        _banner(drawn, SENTENCES[seen.problem])
        return drawn
    grid = grid_from_corners(seen.corners, (width, height))
    thin = max(1, round(grid.side_px / 40))
    for index in range(SQUARES + 1):
        is_edge = index in (0, SQUARES)
        for ends in (((index, 0), (index, SQUARES)), ((0, index), (SQUARES, index))):
            start, end = _pixels(grid, ends)
            cv2.line(drawn, start, end, GRID, thin * (2 if is_edge else 1), cv2.LINE_AA)
    for row, column in np.argwhere(seen.states.argmax(axis=2) == OTHER).tolist():
        _outline(drawn, grid, row, column, COVER, thin * 2, 0.1)
    for token in seen.tokens():
        row, column = place_of(token.cell)
        colour = UNREAD if token.face is None else SURE if token.confidence >= DOUBT else DOUBTFUL
        _outline(drawn, grid, row, column, colour, thin * 2, 0.05)
        label = {None: "?", "joker": "*"}.get(token.face, token.face or "")
        dx, dy = seen.offsets[row, column].tolist()
        _label(drawn, grid, column + 0.5 + dx, row + 0.5 + dy, label, colour)
    for cells in seen.between():
        (r0, c0), (r1, c1) = (place_of(cell) for cell in cells)
        start, end = _pixels(grid, ((c0 + 0.5, r0 + 0.5), (c1 + 0.5, r1 + 0.5)))
        cv2.line(drawn, start, end, UNREAD, thin * 4, cv2.LINE_AA)
    if seen.in_the_way:
        _banner(drawn, "In the way: " + ", ".join(sorted(seen.in_the_way)))
    return drawn


def _outline(drawn: Bytes, grid: Grid, row: int, column: int, colour: Bgr, thick: int, inset: float) -> None:
    low, high = inset, 1 - inset
    corners = ((low, low), (high, low), (high, high), (low, high))
    points = _pixels(grid, tuple((column + x, row + y) for x, y in corners))
    cv2.polylines(drawn, [np.array(points, np.int32)], True, colour, thick, cv2.LINE_AA)


def _label(drawn: Bytes, grid: Grid, x: float, y: float, text: str, colour: Bgr) -> None:
    """The face in a corner of its square, on a dark ground, so that the print itself stays visible."""
    ((px, py),) = _pixels(grid, ((x - 0.42, y - 0.12),))
    scale = grid.side_px / 75
    thick = max(1, round(scale * 2))
    (w, h), below = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
    pad = max(2, round(grid.side_px * 0.04))
    cv2.rectangle(drawn, (px - pad, py - h - pad), (px + w + pad, py + below // 2 + pad), (20, 20, 20), -1)
    cv2.putText(drawn, text, (px, py), cv2.FONT_HERSHEY_SIMPLEX, scale, colour, thick, cv2.LINE_AA)


def _banner(drawn: Bytes, text: str) -> None:
    width = drawn.shape[1]
    scale = width / 1400
    thick = max(1, round(scale * 2))
    (_, h), below = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
    cv2.rectangle(drawn, (0, 0), (width, h + below + 12), (20, 20, 20), -1)
    cv2.putText(drawn, text, (8, h + 6), cv2.FONT_HERSHEY_SIMPLEX, scale, (240, 240, 240), thick, cv2.LINE_AA)


def _pixels(grid: Grid, squares: tuple[tuple[float, float], ...]) -> list[tuple[int, int]]:
    return [(round(float(x)), round(float(y))) for x, y in grid.to_pixels(np.array(squares, np.float64))]
