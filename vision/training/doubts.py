"""Tokens as the reader cuts them out of pictures, and which of them leave a first look in doubt: what the
network for a second look learns from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import faces
from vision.faces import INPUT_PX, NO_FACE, TURNS, cut_tokens, even_out
from vision.grid import Grid
from vision.observation import FACES, TOKEN, NoBoard
from vision.sharpness import sharpen
from vision.training.folders import Rendered, read_rendered
from vision.training.scenery import take
from vision.triolet import WORTH_READING, find_board, middles_of

Bytes = NDArray[np.uint8]
Cut = tuple[Bytes, int, bool]  # what a network is shown, its label, and whether it is doubted

NEAR, APART = 0.4, 0.6  # squares: what lies no farther from a token is that one; what lies farther is none
SHARPENED = 0.6  # of what is shown: as the second look sees it
MOVED, OTHER_COLOURS, NEGATIVE, NOISY = 0.7, 0.3, 0.15, 0.3
OTHER_HAND = 0.5  # of the tokens that are moved
WORSE, BLUR_PX = 0.8, (0.3, 1.8)  # of those that left no doubt
MOST_NOISE = 5.0  # grey levels


def cut_all(folders: Sequence[Path], jobs: int = 2) -> Iterator[Cut]:
    """Everything that the reader would read in the pictures of these folders."""
    paths = [path for folder in folders for path in sorted(folder.glob("*.json"))]
    one_thread = partial(cv2.setNumThreads, 1)
    with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=one_thread) as pool:
        for cuts in pool.map(cut_board, paths, chunksize=8):
            yield from cuts


def cut_board(path: Path) -> list[Cut]:
    """The tokens of the picture beside this truth."""
    rendered = read_rendered(path)
    return [] if rendered is None else list(_tokens(rendered))


def _tokens(rendered: Rendered) -> Iterator[Cut]:
    found = find_board(rendered.picture)
    if isinstance(found, NoBoard):
        return
    grid, look = found.grid, found.look
    rows, columns = np.nonzero(look.states[..., TOKEN] > WORTH_READING)
    cells = [cell for cell in rendered.lies if cell not in rendered.hidden]
    if not len(rows) or not cells:
        return
    middles = middles_of(rows, columns, look.offsets)
    crops = cut_tokens(rendered.picture, grid, middles)
    doubted = faces.are_doubted(faces.read_crops(crops))
    lie_at = grid.to_squares(np.array([rendered.lies[cell][:2] for cell in cells]))
    board_turn = _turn_of(grid, rendered)
    for middle, crop, is_doubted in zip(middles, crops, doubted.tolist(), strict=True):
        away = np.hypot(*(lie_at - middle).T)
        cell = cells[int(away.argmin())]
        if away.min() < NEAR and cell in rendered.faces:
            turn = round((rendered.lies[cell][2] - board_turn) / 90) % TURNS
            yield crop, FACES.index(rendered.faces[cell]) * TURNS + turn, is_doubted
        elif away.min() > APART and not rendered.hidden:
            yield crop, NO_FACE, is_doubted


def _turn_of(grid: Grid, rendered: Rendered) -> float:
    """By how many degrees the board was found turned: any of its corners may be called A1."""
    ends = grid.to_pixels(np.array([[5.0, 7.0], [10.0, 7.0]]))
    start, end = cv2.perspectiveTransform(ends[None], rendered.to_board)[0]
    right, down = end - start
    return float(np.degrees(np.arctan2(down, right)))


def show_token(rng: np.random.Generator, crop: Bytes, label: int, is_sure: bool = False) -> tuple[Bytes, int]:
    """A token as one of several looks at it shows it, lying any way round; and its label. What leaves no
    doubt is made worse."""
    if is_sure and rng.random() < WORSE:
        crop = _worse(rng, crop)
    if rng.random() < SHARPENED:
        crop = sharpen(crop, faces.SHARPER, faces.SHARPER_PX)
    quarter = int(rng.integers(TURNS))
    if label != NO_FACE:
        label = label // TURNS * TURNS + (label + quarter) % TURNS
    crop = _moved(rng, _recoloured(rng, np.ascontiguousarray(np.rot90(crop, -quarter))))
    return even_out(crop[None])[0], label


def _worse(rng: np.random.Generator, crop: Bytes) -> Bytes:
    """Less contrast, less sharp, with more noise."""
    middle = np.median(crop, axis=(0, 1))
    work = (crop - middle) * min(1.0, np.exp(rng.normal(-0.5, 0.5))) + middle
    work = cv2.GaussianBlur(np.clip(work, 0, 255), (0, 0), float(rng.uniform(*BLUR_PX)))
    return take(rng, np.asarray(work, np.uint8))


def _moved(rng: np.random.Generator, crop: Bytes) -> Bytes:
    """A little nearer or farther, turned and shifted; now and then also leaning, and wider or narrower, as
    another typeface is."""
    if rng.random() > MOVED:
        return crop
    middle = ((INPUT_PX - 1) / 2,) * 2
    to = cv2.getRotationMatrix2D(middle, rng.normal(0, 4), np.exp(rng.normal(0, 0.06)))
    if rng.random() < OTHER_HAND:
        wide = np.exp(rng.normal(0, 0.1))
        leaning = np.array([[wide, rng.normal(0, 0.15)], [0, 1 / wide]])
        leaning = leaning if rng.random() < 0.5 else leaning[::-1, ::-1]  # it may lie on its side
        to[:, :2] = to[:, :2] @ leaning
        to[:, 2] = middle - to[:, :2] @ middle
    to[:, 2] += rng.normal(0, 1.2, 2)
    return np.asarray(
        cv2.warpAffine(crop, to, (INPUT_PX, INPUT_PX), borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def _recoloured(rng: np.random.Generator, crop: Bytes) -> Bytes:
    if rng.random() < OTHER_COLOURS:
        crop = np.ascontiguousarray(crop[..., rng.permutation(3)])
    if rng.random() < NEGATIVE:
        crop = 255 - crop
    if rng.random() < NOISY:
        noisy = crop + rng.standard_normal(crop.shape, np.float32) * float(rng.uniform(0, MOST_NOISE))
        crop = np.clip(noisy, 0, 255).astype(np.uint8)
    return crop
