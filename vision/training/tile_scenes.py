"""Whole tables drawn crudely: a group of tiles that hang together, loose ones, backs, and what is no tile."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tile_lattice import triangle_at
from vision.tile_shapes import Points, even_triangle, overlap, sides_px, warp_between
from vision.tiles import CORNERS, NUMBERS, Place
from vision.training.boards import random_colour
from vision.training.scenery import TOP_PX, distract, table_top
from vision.training.tables import BACK, TablePicture
from vision.training.tile_art import ART_PX, TileStyle, draw_style, draw_tile
from vision.training.tile_marks import ART_SIDE
from vision.training.tokens import Numbers

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

WRONG = 0.25  # of the tables show triangles that are no tiles
EMPTY = 0.04  # show no tile at all
KINDS = 14  # different faces of one set in a picture: drawing each anew would take most of the time
TRIES = 60


def draw_table(
    rng: np.random.Generator, numbers: Numbers, size_px: int = 400, side_px: float | None = None
) -> TablePicture:
    """A table at random, square, with its truth; tiles have about this side, or any."""
    picture = np.asarray(cv2.resize(table_top(rng, TOP_PX), (size_px, size_px)), np.uint8)
    if rng.random() < 0.5:
        picture = distract(rng, picture)
    if rng.random() < WRONG:
        _draw_wrong(rng, picture)
    side = side_px or float(np.exp(rng.uniform(np.log(22), np.log(60))))
    if rng.random() < EMPTY:
        nothing = np.zeros((0, CORNERS, 2))
        return TablePicture(picture, nothing, np.zeros((0, CORNERS), np.int8), np.zeros(0, bool), [], False)
    style = draw_style(rng, numbers)
    vertices, backs = _lay(rng, size_px, side)
    faces = [tuple(int(n) for n in rng.integers(0, NUMBERS, CORNERS)) for _ in range(KINDS)]
    drawn = [(face, *draw_tile(rng, style, face)) for face in faces]
    down = [draw_tile(rng, style, None) for _ in range(3)]
    corners = np.full((len(vertices), CORNERS), BACK, np.int8)
    foot = rng.uniform(-0.5, 1.5, 2) * size_px  # the point below the camera
    _shade(rng, picture, vertices, style)
    # What is nearer to the point below the camera hides what is farther away.
    for tile in np.argsort(-np.linalg.norm(vertices.mean(axis=1) - foot, axis=1)).tolist():
        if backs[tile]:
            face, alpha = down[int(rng.integers(len(down)))]
        else:
            shown, face, alpha = drawn[int(rng.integers(KINDS))]
            corners[tile] = shown
        _stand(picture, vertices[tile], face, alpha, style, foot)
    return TablePicture(picture, vertices, corners, np.zeros(len(vertices), bool), [], style.has_pips)


def _lay(rng: np.random.Generator, size: int, side: float) -> tuple[Points, NDArray[np.bool_]]:
    """Where tiles lie, (N, 3, 2), all whole in the picture and none over another; and which are backs."""
    turn = rng.uniform(0, 2 * np.pi)
    right = side * np.array([np.cos(turn), np.sin(turn)])
    below = side * np.array([np.cos(turn + np.pi / 3), np.sin(turn + np.pi / 3)])
    middle = rng.uniform(0.2, 0.8, 2) * size
    gap = 1 + rng.uniform(0.0, 0.07)
    squeeze = np.eye(2) + rng.normal(0, 0.05, (2, 2))
    tiles, is_back = [], []
    for place in _grow(rng, int(rng.integers(1, 36))):
        lattice = np.array(triangle_at(place), np.float64)
        tile = gap * lattice.mean(axis=0) + (lattice - lattice.mean(axis=0))
        tile = tile[:, :1] * right + tile[:, 1:] * below
        tiles.append(_crooked(rng, tile, 0.8, 0.008 * side) @ squeeze.T + middle)
        is_back.append(False)
    loose = int(rng.integers(0, 22))
    all_backs, heap = rng.uniform(0, 1), rng.random() < 0.4
    for _ in range(loose):
        for _ in range(TRIES):
            if heap and tiles and rng.random() < 0.7:
                tile = _against(rng, tiles[int(rng.integers(len(tiles)))])
            else:
                way = rng.uniform(0, 2 * np.pi)
                rotate = np.array([[np.cos(way), -np.sin(way)], [np.sin(way), np.cos(way)]])
                tile = even_triangle(side, 0.0) @ rotate.T @ squeeze.T + rng.uniform(0, size, 2)
            near = [other for other in tiles if np.hypot(*(other - tile).mean(axis=0)) < 1.3 * side]
            if not any(overlap(tile, other) > 0.01 for other in near):
                tiles.append(tile)
                is_back.append(bool(rng.random() < all_backs))
                break
    vertices = np.stack(tiles)
    whole = ((vertices > 0) & (vertices < size - 1)).all(axis=(1, 2))
    return vertices[whole], np.array(is_back)[whole]


def _grow(rng: np.random.Generator, count: int) -> list[Place]:
    places: list[Place] = [(0, 0)]
    while len(places) < count:
        row, column = places[int(rng.integers(len(places)))]
        vertical = (row + 1, column) if (row + column) % 2 == 0 else (row - 1, column)
        near = ((row, column - 1), (row, column + 1), vertical)
        place = near[int(rng.integers(CORNERS))]
        if place not in places:
            places.append(place)
    return places


def _crooked(rng: np.random.Generator, tile: Points, turn_deg: float, shift: float) -> Points:
    turn = np.radians(rng.normal(0, turn_deg))
    rotate = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    middle = tile.mean(axis=0)
    return np.asarray((tile - middle) @ rotate.T + middle + rng.normal(0, shift, 2))


def _against(rng: np.random.Generator, tile: Points) -> Points:
    """A tile pushed with a side against another's, slid along it."""
    first = int(rng.integers(CORNERS))
    a, b, c = np.roll(tile, -first, axis=0)
    outward = (a + b) / 2 - c
    shift = 0.03 * outward + (b - a) * float(rng.uniform(-0.5, 0.5))
    return np.stack([b, a, a + b - c]) + shift


def _stand(
    picture: Bytes, tile: Points, face: Floats, alpha: Floats, style: TileStyle, foot: NDArray[np.float64]
) -> None:
    """Draw one tile with the walls that the camera sees."""
    side = float(sides_px(tile[None])[0])
    inner = tile.mean(axis=0) + (tile - tile.mean(axis=0)) * (1 - 2 * style.radius)
    away = (foot - tile.mean(axis=0)) / picture.shape[0]
    base = inner + away * style.height * side
    hull = cv2.convexHull(np.concatenate([inner, base]).astype(np.float32)).reshape(-1, 2)
    cv2.fillConvexPoly(picture, np.round(hull * 16).astype(np.int32), style.wall.tolist(), cv2.LINE_AA, 4)
    low = np.floor(tile.min(axis=0)).astype(int) - 2
    high = np.ceil(tile.max(axis=0)).astype(int) + 3
    low, high = low.clip(0), np.minimum(high, picture.shape[1::-1])
    to = warp_between(even_triangle(ART_SIDE, (ART_PX - 1) / 2), tile - low)
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    # A tile's picture is larger than it is shown: without a blur first its strokes would be skipped.
    shrink = ART_SIDE / side
    if shrink > 1.3:
        face, alpha = (cv2.GaussianBlur(layer, (0, 0), 0.35 * shrink) for layer in (face, alpha))
    shown = cv2.warpAffine(face, to, size, borderMode=cv2.BORDER_REPLICATE)
    share = cv2.warpAffine(alpha, to, size)[..., None]
    part = picture[low[1] : high[1], low[0] : high[0]]
    part[:] = np.clip(part + share * (shown - part), 0, 255).astype(np.uint8)


def _shade(rng: np.random.Generator, picture: Bytes, vertices: Points, style: TileStyle) -> None:
    """The shadows of the tiles on the table."""
    if not len(vertices):
        return
    way, length = rng.uniform(0, 2 * np.pi), rng.uniform(0, 1.2) * style.height
    side = float(np.median(sides_px(vertices)))
    mask = np.zeros(picture.shape[:2], np.uint8)
    shift = length * side * np.array([np.cos(way), np.sin(way)])
    for tile in vertices:
        cv2.fillConvexPoly(mask, np.round((tile + shift) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(0.02, 0.1)) * side).astype(np.float32) / 255
    picture[:] = (picture * (1 - float(rng.uniform(0, 0.6)) * soft[..., None])).astype(np.uint8)


def _draw_wrong(rng: np.random.Generator, picture: Bytes) -> None:
    """Slices with a round side, and triangles that are not even: pizza, flags, folded paper."""
    size = picture.shape[0]
    for _ in range(int(rng.integers(1, 9))):
        colour, at = random_colour(rng).tolist(), rng.uniform(0, size, 2)
        reach, turn = rng.uniform(20, 90), rng.uniform(0, 360)
        if rng.random() < 0.5:
            spread = rng.uniform(25, 60)
            arc = np.array(cv2.ellipse2Poly(_whole(at), (int(reach),) * 2, int(turn), 0, int(spread), 3))
            slice_ = np.concatenate([[_whole(at)], arc]).astype(np.int32)
            cv2.fillPoly(picture, [slice_], colour, cv2.LINE_AA)
            cv2.polylines(
                picture,
                [arc.astype(np.int32)],
                False,
                random_colour(rng).tolist(),
                int(reach / 9) + 1,
                cv2.LINE_AA,
            )
            for _ in range(int(rng.integers(0, 6))):
                spot = at + (slice_.mean(axis=0) - at) * rng.uniform(0.5, 1.3) + rng.normal(0, reach / 8, 2)
                cv2.circle(
                    picture, _whole(spot), int(reach / 14) + 1, random_colour(rng).tolist(), -1, cv2.LINE_AA
                )
        else:
            flat = even_triangle(reach, 0.0) * (1.0, float(rng.choice((0.45, 0.6, 1.6, 2.2))))
            angle = np.radians(turn)
            rotate = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
            cv2.fillConvexPoly(picture, np.round(flat @ rotate.T + at).astype(np.int32), colour, cv2.LINE_AA)


def _whole(point: NDArray[np.float64]) -> tuple[int, int]:
    return int(point[0]), int(point[1])
