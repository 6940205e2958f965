"""Pictures of Triominos tables as training material: where each tile is, what it shows, what hands hide."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tile_shapes import Points, clockwise, even_triangle, overlap, sides_px, warp_between
from vision.tiles import CORNERS

Bytes = NDArray[np.uint8]

BACK, NO_TILE = -1, -2  # in place of numbers
PATCH_PX, PATCH_SIDE = 146, 84.0  # a single tile, straight: the patch, and how long the tile's side is in it
HIDDEN = 0.2  # of a tile: what is hidden for more is not asked for
WRONG_OVERLAP = 0.55  # of a tile: a triangle that covers less of every tile is none
WRONG_FOR_EACH = 0.25  # wrong triangles in a pack for each tile, beside tiles
WRONG_ANYWHERE = 6  # and anywhere in each picture


@dataclass(frozen=True, slots=True, eq=False)
class TablePicture:
    """A picture and its truth, in pixels."""

    picture: Bytes
    vertices: Points  # (N, 3, 2): of every tile, clockwise as seen
    corners: NDArray[np.int8]  # (N, 3): the number at each vertex; BACK for a tile that lies face down
    hidden: NDArray[np.bool_]  # (N,): more than a fifth is below a hand
    covers: list[NDArray[np.int32]]  # outlines of hands, each (K, 2)
    has_pips: bool  # the set's numbers are pips: a corner may well be empty
    heed: NDArray[np.float64] | None = None  # (N,): how often each tile is to be seen, against the others

    @property
    def side_px(self) -> float:
        return float(np.median(sides_px(self.vertices))) if len(self.vertices) else 0.0

    @property
    def total_heed(self) -> float:
        """How often this table is to be seen, against others."""
        return 1.0 + (len(self.vertices) if self.heed is None else float(self.heed.sum()))


def read_tables(folders: Sequence[Path]) -> Iterator[TablePicture]:
    """Every picture of the folders that `trioscope render --game triominos` wrote."""
    for folder in folders:
        for path in sorted(folder.glob("*.json")):
            picture = cv2.imread(str(path.with_suffix(".jpg")))
            if picture is not None:
                yield _table(picture, json.loads(path.read_text(encoding="utf-8")), path)


def _table(picture: Bytes, truth: dict, path: Path) -> TablePicture:
    drawn = truth["drawn"]
    if "backs" not in drawn:
        raise ValueError(f"{path} does not say where the backs are: render it again.")
    faces, backs = truth["tiles"], drawn["backs"]
    covers = [np.array(outline, np.int32) for outline in drawn["covers"]]
    vertices = [tile["vertices"] for tile in faces] + backs
    corners = [tile["corners"] for tile in faces] + [[BACK] * CORNERS] * len(backs)
    hidden = [tile.get("hidden", False) for tile in faces]
    cover = cover_mask(covers, picture.shape[:2])
    hidden += [covered_share(cover, np.array(back)) > HIDDEN for back in backs]
    return TablePicture(
        picture,
        np.array(vertices, np.float64).reshape(-1, CORNERS, 2),
        np.array(corners, np.int8).reshape(-1, CORNERS),
        np.array(hidden, bool),
        covers,
        drawn["marks"] == "pips",
    )


def cover_mask(covers: Sequence[NDArray[np.int32]], size: tuple[int, ...]) -> Bytes:
    """(H, W): 255 below a hand."""
    mask = np.zeros(size[:2], np.uint8)
    if covers:
        cv2.fillPoly(mask, list(covers), 255)
    return mask


def covered_share(mask: Bytes, tile: Points) -> float:
    """How much of a triangle (3, 2) a mask covers, 0 to 1."""
    low = np.floor(tile.min(axis=0)).astype(int).clip(0)
    high = np.ceil(tile.max(axis=0)).astype(int) + 1
    part = mask[low[1] : high[1], low[0] : high[0]]
    if not part.size or not part.any():
        return 0.0
    inside = np.zeros(part.shape, np.uint8)
    cv2.fillConvexPoly(inside, np.round(tile - low).astype(np.int32), 1)
    return float((part[inside > 0] > 127).mean()) if inside.any() else 0.0


def resize_table(table: TablePicture, side_px: float) -> TablePicture:
    """The same with tiles of about this side, if theirs is longer."""
    scale = side_px / max(table.side_px, 1e-6)
    if scale >= 1:
        return table
    picture = cv2.resize(table.picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    exact = np.array(picture.shape[1::-1]) / np.array(table.picture.shape[1::-1])
    covers = [np.round((outline + 0.5) * exact - 0.5).astype(np.int32) for outline in table.covers]
    vertices = (table.vertices + 0.5) * exact - 0.5
    return replace(table, picture=np.asarray(picture, np.uint8), vertices=vertices, covers=covers)


def cut_patches(rng: np.random.Generator, table: TablePicture) -> Iterator[tuple[Bytes, NDArray[np.int8]]]:
    """Every tile that can be seen, cut out straight (146, 146, 3) with its numbers, and what might be taken
    for one: triangles beside tiles and anywhere."""
    fine = resize_table(table, 1.15 * PATCH_SIDE)
    for tile, corners, is_hidden in zip(fine.vertices, fine.corners, fine.hidden, strict=True):
        if not is_hidden:
            yield cut_patch(fine.picture, tile), corners
    nothing = np.full(CORNERS, NO_TILE, np.int8)
    for wrong in wrong_triangles(rng, fine):
        yield cut_patch(fine.picture, wrong), nothing


def cut_patch(picture: Bytes, tile: Points) -> Bytes:
    """A triangle (3, 2) cut out straight, its first corner on top."""
    to = warp_between(tile, patch_triangle())
    cut = cv2.warpAffine(picture, to, (PATCH_PX, PATCH_PX), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8)


def patch_triangle() -> Points:
    """(3, 2): where a tile's corners are in its patch."""
    return even_triangle(PATCH_SIDE, (PATCH_PX - 1) / 2)


def wrong_triangles(rng: np.random.Generator, table: TablePicture) -> Iterator[Points]:
    """Triangles that are no tiles: pushed, turned or grown ones beside tiles, and any on the table."""
    side = table.side_px or 60.0
    height, width = table.picture.shape[:2]
    starts = [*rng.permutation(len(table.vertices))[: round(WRONG_FOR_EACH * len(table.vertices))].tolist()]
    for start in [*starts, *[-1] * WRONG_ANYWHERE]:
        turn = rng.uniform(0, 2 * np.pi)
        size = side * float(rng.choice((1.0, 1.0, np.exp(rng.normal(0, 0.4)))))
        if start < 0:
            middle = rng.uniform(0, (width, height))
        else:
            away = rng.uniform(0, 2 * np.pi)
            reach = side * rng.uniform(0.25, 0.9)
            middle = table.vertices[start].mean(axis=0) + reach * np.array([np.cos(away), np.sin(away)])
            if rng.random() < 0.6:  # turned as the tiles are: a triangle of the lattice's lines
                edge = table.vertices[start][1] - table.vertices[start][0]
                turn = float(np.arctan2(edge[1], edge[0])) + np.pi / 3 * int(rng.integers(6))
        rotate = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        triangle = clockwise((even_triangle(size, 0.0) @ rotate.T + middle)[None])[0]
        low, high = triangle.min(axis=0), triangle.max(axis=0)
        if (low < 0).any() or (high > (width - 1, height - 1)).any():
            continue
        near = np.linalg.norm(table.vertices.mean(axis=1) - middle, axis=1) < 1.5 * max(size, side)
        if not any(overlap(triangle, tile) > WRONG_OVERLAP for tile in table.vertices[near]):
            yield triangle
