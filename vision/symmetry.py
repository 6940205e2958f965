"""What an empty square should look like, without calibration: as its mirror images on the same board.

Boards are printed alike in all four quarters. A square that looks like the empty ones at its mirror images is
empty too, however much its print looks like a token. Nothing is said about squares that differ.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observation import EMPTY, SQUARES, TOKEN
from vision.squares import MARGIN, SQUARE_PX

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

SURELY = 0.8  # empty enough to go by
LEAST_IMAGES = 2
LAST = SQUARES - 1
EVERY = 4
# How likely a square stays a token that looks like its mirror images: like those that are empty; and like all
# of them, whatever they hold: tokens seldom fill such a figure, print always does.
TRUST, TRUST_IN_FIGURE = 0.03, 0.1
CLEAR = 0.97  # a token that is clearly one is not talked away
CLEARLY_OTHER, HARDLY = 12, 0.05  # times the noise: what differs so much from them is hardly empty
REACH = 0.2  # squares off its middle: a token reaches into the next square
FAINT = 0.005  # less likely to be a token: not asked about
MOST_LIT = 1.3  # times brighter one square may be lit than another, beyond the slow change of the light
FIGURE = 0.75  # of the mirror images must look alike


def weigh_symmetry(states: Floats, patch: Bytes, offsets: Floats) -> Floats:
    """The states, given what the squares at the mirror images look like; `offsets` are the tokens', from the
    middles of their squares."""
    squares = _squares(_evenly_lit(patch, states))
    is_empty = states[..., EMPTY] > SURELY
    # The squares in question, and enough of the empty ones to know how much those differ.
    asked = ~is_empty | (states[..., TOKEN] > FAINT)
    asked.ravel()[::EVERY] = True
    to_empty: dict[tuple[int, int], float] = {}
    disagree: dict[tuple[int, int], float] = {}
    to_all: dict[tuple[int, int], float] = {}
    for row, column in np.argwhere(asked).tolist():
        images = _mirror_images(row, column)
        empty = [squares[place] for place in images if is_empty[place]]
        if len(empty) >= LEAST_IMAGES:
            usual = np.median(np.stack(empty), axis=0)
            to_empty[row, column] = _apart(squares[row, column], usual)
            disagree[row, column] = max(_apart(one, usual) for one in empty)
        elif len(images) > LEAST_IMAGES and states[row, column, TOKEN] < CLEAR:
            each = [_apart(squares[row, column], squares[place]) for place in images]
            to_all[row, column] = float(np.quantile(each, FIGURE))
    plain = np.array([apart for place, apart in to_empty.items() if is_empty[place]])
    if len(plain) < SQUARES:
        return states
    usual_apart = float(np.median(plain))
    noise = max(1.5 * float(np.median(np.abs(plain - usual_apart))), 1.5)
    weighed = states.copy()
    reached = _reached(states, offsets)
    for aparts, trust in ((to_empty, TRUST), (to_all, TRUST_IN_FIGURE)):
        for place, apart in aparts.items():
            same = 1 / (1 + np.exp(np.clip((apart - usual_apart - 4 * noise) / noise, -30, 30)))
            weighed[place][TOKEN] *= 1 - same * (1 - trust)
            # Where the images themselves differ, as on a board printed otherwise, they say nothing.
            agree = aparts is to_empty and disagree[place] < usual_apart + CLEARLY_OTHER / 2 * noise
            if agree and place not in reached and apart > usual_apart + CLEARLY_OTHER * noise:
                weighed[place][EMPTY] *= HARDLY
    return np.asarray(weighed / weighed.sum(axis=2, keepdims=True), np.float32)


def _apart(square: Floats, other: Floats) -> float:
    """How much two squares differ, in grey levels, beyond what a shadow or a window's light may do to one."""
    gain = float((square * other).sum() / max(float((square * square).sum()), 1.0))
    return float(np.abs(square * np.clip(gain, 1 / MOST_LIT, MOST_LIT) - other).mean())


def _reached(states: Floats, offsets: Floats) -> set[tuple[int, int]]:
    """The squares that a neighbour's token reaches into: they look otherwise because of that one."""
    found = set()
    for row, column in np.argwhere(states[..., TOKEN] > 0.5).tolist():
        dx, dy = offsets[row, column].tolist()
        if abs(dx) > REACH:
            found.add((row, column + (1 if dx > 0 else -1)))
        if abs(dy) > REACH:
            found.add((row + (1 if dy > 0 else -1), column))
    return found


def _mirror_images(row: int, column: int) -> set[tuple[int, int]]:
    """The other squares that a mirror across the middles or the diagonals makes of this one."""
    images = set()
    for r, c in ((row, column), (column, row)):
        images |= {(r, c), (LAST - r, c), (r, LAST - c), (LAST - r, LAST - c)}
    return images - {(row, column)}


def _squares(board: Floats) -> Floats:
    """(15, 15, 12, 12, 3): each square without its edge, slightly softened: print is never quite in place."""
    soft = cv2.GaussianBlur(board, (0, 0), 1.5)
    cut = soft.reshape(SQUARES, SQUARE_PX, SQUARES, SQUARE_PX, 3).transpose(0, 2, 1, 3, 4)
    return np.asarray(cut[:, :, 2:-2, 2:-2], np.float32)


def _evenly_lit(patch: Bytes, states: Floats) -> Floats:
    """The playing squares as in even light: a smooth surface through the empty ones is divided out."""
    inner = slice(MARGIN * SQUARE_PX, (MARGIN + SQUARES) * SQUARE_PX)
    board = patch[inner, inner].astype(np.float32) + 4
    tones = board.reshape(SQUARES, SQUARE_PX, SQUARES, SQUARE_PX, 3).mean(axis=(1, 3, 4))
    rows, columns = np.mgrid[0:SQUARES, 0:SQUARES].astype(np.float64) / LAST - 0.5
    terms = np.stack([np.ones_like(rows), rows, columns, rows * columns, rows**2, columns**2], -1)
    flat, target = terms.reshape(-1, 6), np.log(tones.astype(np.float64)).ravel()
    weights = states[..., EMPTY].ravel().astype(np.float64) + 1e-3
    rest = np.zeros_like(target)
    for _ in range(6):
        scaled = flat * (weights / (1 + (rest / 0.1) ** 2))[:, None]
        surface, *_ = np.linalg.lstsq(scaled.T @ flat, scaled.T @ target, rcond=None)
        rest = target - flat @ surface
    light = np.exp((flat @ surface - np.log(128.0)).reshape(SQUARES, SQUARES)).astype(np.float32)
    light = cv2.resize(light, (SQUARES * SQUARE_PX,) * 2, interpolation=cv2.INTER_LINEAR)
    return np.asarray(board / light[..., None], np.float32)
