"""What the networks for tiles are shown, and what they should answer: cut out of tables, turned any way,
pushed a little, and spoiled as light, lens and sensor do."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tile_faces import NONE, cut_corners
from vision.tile_finder import RADIUS_PX, STRIDE, TILE_PX
from vision.tile_look import DOWN, NOTHING, UP, cut_tile, even_tone, tone_of
from vision.tile_shapes import CODE, Points, clockwise, encode_shapes, even_triangle, warp_between
from vision.training.scenery import Shown, occlude, spoil, take
from vision.training.tables import (
    BACK,
    HIDDEN,
    NO_TILE,
    PATCH_PX,
    PATCH_SIDE,
    TablePicture,
    cover_mask,
    covered_share,
    patch_triangle,
    resize_table,
)

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

CROP_PX = 288
PLACES = CROP_PX // STRIDE
SMALLEST, LARGEST = 12.0, 70.0  # pixels of a tile's side in the reduced picture, now and then
SPREAD, LEAST_SPREAD_PX = 0.22, 2.0  # how far around a tile's middle is middle: of its radius, and at least
SPEAKS = 0.1  # how much a place must be the middle of a tile to be asked for its shape: less than to be heard
UNKNOWN = -1.0
TAKEN = 0.6  # of the tiles are shown with as few pixels and as much noise as a camera may have of them
DRAWN, SEEN = Shown(taken=TAKEN, plain=0.0), Shown(taken=0.2, plain=0.5)
LOOKED_AT_PX = 104  # of a patch, for a close look: it has no use for more
SEEN_SIDE = 42.0, 96.0  # pixels of a tile's side in the picture that corners are cut from
LOOKED_AT_SIDE = 40.0, 68.0  # and for a close look
TURN_DEG, SHIFT, CORNER, SIZE = 3.0, 0.03, 0.025, 0.04  # how far off a found tile is: deviations, in sides


@dataclass(frozen=True, slots=True, eq=False)
class FinderSample:
    """A part of a table and what the finder should say of it, place by place (72 x 72)."""

    picture: Bytes  # (288, 288, 3)
    middles: Floats  # (2, 72, 72): how much it is the middle of a tile face up, face down
    asked: Floats  # (72, 72): 0 where tiles are cut off or hidden
    cover: Floats  # (72, 72): 1 below a hand, UNKNOWN where that is not known
    shapes: Floats  # (8, 72, 72): the middle (x, y), the code, and how much this place is asked for it


def finder_sample(rng: np.random.Generator, table: TablePicture) -> FinderSample:
    """A part of a table as the finder may come to see it."""
    usual = rng.random() < 0.75
    side = (
        TILE_PX * np.exp(rng.normal(0.1, 0.3)) if usual else np.exp(rng.uniform(*np.log((SMALLEST, LARGEST))))
    )
    table = resize_table(table, float(side))
    to = _view(rng, table, float(side))
    picture = cv2.warpAffine(
        table.picture,
        to,
        (CROP_PX, CROP_PX),
        borderMode=int(rng.choice((cv2.BORDER_CONSTANT, cv2.BORDER_REFLECT))),
    )
    vertices = clockwise(table.vertices @ to[:, :2].T + to[:, 2])
    hidden = table.hidden.copy()
    outlines = [np.round(outline @ to[:, :2].T + to[:, 2]).astype(np.int32) for outline in table.covers]
    cover = cover_mask(outlines, picture.shape)
    below: Floats = (cover[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE] > 127).astype(np.float32)
    if rng.random() < 0.15:  # not only hands, and no telling which: what they hide is not asked for
        over = occlude(rng, picture)
        hidden |= np.array([covered_share(over, tile) > HIDDEN for tile in vertices], bool)
        below = np.where(over[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE] > 0, UNKNOWN, below).astype(
            np.float32
        )
    middles, asked, shapes = finder_target(vertices, table.corners[:, 0] == BACK, hidden, PLACES)
    return FinderSample(spoil(rng, picture), middles, asked, below, shapes)


def _view(rng: np.random.Generator, table: TablePicture, side: float) -> NDArray[np.float64]:
    """(2, 3): a part of the table turned any way, perhaps mirrored, squeezed a little."""
    turn = rng.uniform(0, 2 * np.pi)
    rotate = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    size = side / table.side_px if table.side_px else 1.0
    squeeze = np.eye(2) + rng.normal(0, 0.04, (2, 2))
    matrix = size * rotate @ squeeze
    if rng.random() < 0.5:
        matrix = matrix @ np.diag([-1.0, 1.0])
    if len(table.vertices) and rng.random() < 0.85:
        shares = None if table.heed is None else table.heed / table.heed.sum()
        at = table.vertices[int(rng.choice(len(table.vertices), p=shares))].mean(axis=0)
    else:
        at = rng.uniform(0, table.picture.shape[1::-1])
    there = CROP_PX * rng.uniform(0.2, 0.8, 2)
    return np.column_stack([matrix, there - matrix @ at])


def finder_target(
    vertices: Points, backs: NDArray[np.bool_], hidden: NDArray[np.bool_], places: int
) -> tuple[Floats, Floats, Floats]:
    """`middles`, `asked` and `shapes` of a FinderSample for tiles (N, 3, 2) in pixels of its picture."""
    middles = np.zeros((2, places, places), np.float32)
    asked = np.ones((places, places), np.float32)
    shapes = np.zeros((2 + CODE + 1, places, places), np.float32)
    if not len(vertices):
        return middles, asked, shapes
    edge = places * STRIDE - 0.5
    whole = ((vertices > -0.5) & (vertices < edge)).all(axis=(1, 2)) & ~hidden
    for tile in vertices[~whole]:
        points = np.round(((tile + 0.5) / STRIDE - 0.5) * 16).astype(np.int32)
        cv2.fillConvexPoly(asked, points, 0.0, cv2.LINE_8, 4)
    at, codes = encode_shapes(vertices)
    codes[:, 2] -= np.log(RADIUS_PX)
    y, x = np.mgrid[:places, :places].astype(np.float32)
    for tile in np.flatnonzero(whole).tolist():
        middle = (at[tile] + 0.5) / STRIDE - 0.5  # in places
        spread = max(SPREAD * RADIUS_PX * float(np.exp(codes[tile, 2])), LEAST_SPREAD_PX) / STRIDE
        reach = int(3 * spread) + 1
        column, row = (int(n) for n in np.round(middle).clip(0, places - 1))
        part = np.s_[max(0, row - reach) : row + reach + 1, max(0, column - reach) : column + reach + 1]
        dx, dy = middle[0] - x[part], middle[1] - y[part]
        heat = np.exp(-(dx**2 + dy**2) / (2 * spread**2)).astype(np.float32)
        speaks = np.where(heat > SPEAKS, heat, 0)
        if not (part[0].start <= row < places and part[1].start <= column < places):
            continue
        speaks[row - part[0].start, column - part[1].start] = 1.0
        own = speaks > shapes[-1][part]
        values = [dx, dy, *(np.full(dx.shape, value, np.float32) for value in codes[tile]), speaks]
        for channel, value in zip(shapes, values, strict=True):
            channel[part] = np.where(own, value, channel[part])
        kind = middles[int(backs[tile])]
        np.maximum(kind[part], heat, out=kind[part])
        kind[row, column] = 1.0
    return middles, asked, shapes


def look_sample(
    rng: np.random.Generator, patch: Bytes, corners: NDArray[np.int8], how: Shown = DRAWN
) -> tuple[Bytes, int, Floats]:
    """A tile as a close look sees it (56, 56, 3), its kind, and how far its corners are off (3, 2)."""
    is_taken, is_plain = how.pick(rng)
    size = round(float(rng.uniform(*LOOKED_AT_SIDE)) * PATCH_PX / PATCH_SIDE) if is_taken else LOOKED_AT_PX
    patch = cv2.resize(patch, (size, size), interpolation=cv2.INTER_AREA)
    patch = _relit(rng, _inverted(rng, patch)) if is_plain else _vary(rng, patch, is_taken)
    if is_taken:
        patch = take(rng, patch)
    true = even_triangle(PATCH_SIDE * size / PATCH_PX, (size - 1) / 2)
    kind = NOTHING if corners[0] == NO_TILE else DOWN if corners[0] == BACK else UP
    if rng.random() < 0.5:
        patch = np.ascontiguousarray(patch[:, ::-1])
        true = clockwise((np.array([size - 1, 0]) + true * (-1, 1))[None])[0]
    true = np.roll(true, int(rng.integers(3)), axis=0)
    guess = pushed(rng, true, float(rng.choice((0.3, 1.0, 1.4))))
    cut = cut_tile(patch, guess)
    to = warp_between(even_triangle(1.0, 0.0), guess - guess.mean(axis=0))
    off = (true - guess) @ np.linalg.inv(to[:, :2]).T
    return even_tone(cut, *tone_of(cut)), kind, off.astype(np.float32)


def corner_samples(
    rng: np.random.Generator, patch: Bytes, corners: NDArray[np.int8], how: Shown = DRAWN
) -> tuple[list[Bytes], list[int]]:
    """The three corners of a tile as they are cut to be read (48, 48, 3), and their numbers or NONE."""
    is_taken, is_plain = how.pick(rng)
    patch = _relit(rng, _inverted(rng, patch)) if is_plain else _vary(rng, patch, is_taken)
    if rng.random() < 0.1:
        patch = _glare(rng, patch)
    true = patch_triangle()
    if is_taken:  # as few pixels as the camera may have of it, with the noise it has then
        size = round(float(np.exp(rng.uniform(*np.log(SEEN_SIDE)))) * PATCH_PX / PATCH_SIDE)
        flag = cv2.INTER_AREA if size < PATCH_PX else cv2.INTER_LINEAR
        patch = take(rng, cv2.resize(patch, (size, size), interpolation=flag))
        true = even_triangle(PATCH_SIDE * size / PATCH_PX, (size - 1) / 2)
    guess = pushed(rng, true, float(rng.choice((0.2, 0.5, 1.0))))
    return cut_corners(patch, guess), [int(number) if number >= 0 else NONE for number in corners]


def pushed(rng: np.random.Generator, tile: Points, amount: float) -> Points:
    """A triangle as the network before finds it: turned, shifted, sized and bent a little wrongly."""
    middle = tile.mean(axis=0)
    side = float(np.linalg.norm(tile[1] - tile[0]))
    turn = np.radians(rng.normal(0, amount * TURN_DEG))
    rotate = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    size = np.exp(rng.normal(0, amount * SIZE))
    shift = rng.normal(0, amount * SHIFT * side, 2)
    return np.asarray(
        (tile - middle) @ rotate.T * size + middle + shift + rng.normal(0, amount * CORNER * side, (3, 2))
    )


def _vary(rng: np.random.Generator, patch: Bytes, is_taken: bool) -> Bytes:
    """Other colours, and often worse light and sharpness than the picture had; less so if a camera's noise
    will be added, or nobody could read it."""
    patch = _inverted(rng, patch)
    if rng.random() < (0.15 if is_taken else 0.6):
        return spoil(rng, patch)
    return _relit(rng, patch)


def _inverted(rng: np.random.Generator, patch: Bytes) -> Bytes:
    """Now and then its negative: light print on dark as often as need be."""
    return 255 - patch if rng.random() < 0.08 else patch


def _relit(rng: np.random.Generator, patch: Bytes) -> Bytes:
    """Other colours, in other light."""
    if rng.random() < 0.3:
        patch = np.ascontiguousarray(patch[..., rng.permutation(3)])
    gains = np.exp(rng.normal(0, 0.25) + rng.normal(0, 0.06, 3))
    return np.clip(patch * gains, 0, 255).astype(np.uint8)


def _glare(rng: np.random.Generator, patch: Bytes) -> Bytes:
    x, y = np.meshgrid(np.arange(PATCH_PX, dtype=np.float32), np.arange(PATCH_PX, dtype=np.float32))
    at, reach = rng.uniform(15, PATCH_PX - 15, 2), rng.uniform(6, 25)
    spot = np.exp(-((x - at[0]) ** 2 + (y - at[1]) ** 2) / (2 * reach**2))
    return np.clip(patch + spot[..., None] * rng.uniform(20, 200), 0, 255).astype(np.uint8)
