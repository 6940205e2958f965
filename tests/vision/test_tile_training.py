"""Training pictures of tiles carry the truth they claim. Needs no PyTorch."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import count
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.virtual.font_numbers import write_numbers
from hardware.virtual.fonts import SHIPPED_FONTS, FontBook
from vision.tile_faces import CORNER_PX, CORNER_SIDE, NONE, TOP_PX, cut_corners
from vision.tile_look import DOWN, LOOK_SIDE, NOTHING, UP, cut_tile, moved_by
from vision.tile_shapes import even_triangle, overlap, sides_px
from vision.training.scenery import Shown
from vision.training.tables import (
    BACK,
    NO_TILE,
    PATCH_PX,
    TablePicture,
    cut_patches,
    patch_triangle,
    read_tables,
    resize_table,
    wrong_triangles,
)
from vision.training.tile_mining import heed_of
from vision.training.tile_samples import (
    CROP_PX,
    PLACES,
    corner_samples,
    finder_sample,
    look_sample,
    pushed,
)
from vision.training.tile_scenes import draw_table
from vision.training.tokens import Numbers


@pytest.fixture(scope="module")
def numbers(tmp_path_factory: pytest.TempPathFactory) -> Numbers:
    path = tmp_path_factory.mktemp("fonts") / "numbers.npz"
    write_numbers(FontBook((SHIPPED_FONTS,)), path)
    return Numbers(path)


def test_a_drawn_table_says_where_its_tiles_are(numbers: Numbers) -> None:
    for seed in range(6):
        table = draw_table(np.random.default_rng(seed), numbers)
        height, width = table.picture.shape[:2]
        assert (table.vertices > 0).all() and (table.vertices < (width - 1, height - 1)).all()
        is_back = table.corners[:, 0] == BACK
        assert ((table.corners[~is_back] >= 0) & (table.corners[~is_back] <= 5)).all()
        for index, tile in enumerate(table.vertices):
            assert not any(overlap(tile, other) > 0.1 for other in table.vertices[:index])


def test_a_table_made_smaller_keeps_its_truth(numbers: Numbers) -> None:
    drawn = (draw_table(np.random.default_rng(seed), numbers, 400, 50.0) for seed in count())
    table = next(table for table in drawn if len(table.vertices))  # one in a few dozen shows an empty table
    small = resize_table(table, 20.0)
    assert small.side_px == pytest.approx(20, rel=0.02)
    assert resize_table(small, 50.0) is small


def test_a_tile_is_straight_in_its_patch(numbers: Numbers) -> None:
    """A black triangle on white comes to lie where patches have their tile."""
    rng = np.random.default_rng(2)
    picture = np.full((400, 500, 3), 255, np.uint8)
    tile = even_triangle(80, 200.0) * (1.0, 0.9) + (20.3, 10.7)
    cv2.fillConvexPoly(picture, np.round(tile * 16).astype(np.int32), (0, 0, 0), cv2.LINE_AA, 4)
    corners = np.array([[1, 2, 3]], np.int8)
    table = TablePicture(picture, tile[None], corners, np.zeros(1, bool), [], False)
    (patch, shown), *rest = cut_patches(rng, table)
    assert shown.tolist() == [1, 2, 3] and all(none.tolist() == [NO_TILE] * 3 for _, none in rest)
    expected = np.full((PATCH_PX, PATCH_PX), 255, np.uint8)
    cv2.fillConvexPoly(expected, np.round(patch_triangle() * 16).astype(np.int32), 0, cv2.LINE_AA, 4)
    assert np.abs(patch[..., 0].astype(int) - expected).mean() < 4


def test_wrong_triangles_are_no_tiles(numbers: Numbers) -> None:
    table = draw_table(np.random.default_rng(4), numbers)
    for wrong in wrong_triangles(np.random.default_rng(5), table):
        assert all(overlap(wrong, tile) < 0.6 for tile in table.vertices)


def test_tiles_that_the_finder_overlooks_are_heeded(numbers: Numbers) -> None:
    drawn = (draw_table(np.random.default_rng(seed), numbers, 400, 40.0) for seed in count())
    table = next(table for table in drawn if len(table.vertices) > 8)
    bare = replace(table, picture=np.full_like(table.picture, 120))  # nothing is to be seen of its tiles
    seen, overlooked = heed_of(table), heed_of(bare)
    assert (seen <= overlooked).all() and np.median(seen / overlooked) < 0.8
    assert replace(table, heed=seen).total_heed < replace(bare, heed=overlooked).total_heed


def test_the_finder_sees_the_parts_that_it_should_heed(numbers: Numbers) -> None:
    drawn = (draw_table(np.random.default_rng(seed), numbers, 900, 30.0) for seed in count())
    table = next(table for table in drawn if len(table.vertices) > 8)
    backs = table.corners.copy()
    backs[:] = 1
    backs[0] = BACK
    table = replace(table, corners=backs)
    only = np.full(len(backs), 1e-6)
    only[0] = 1.0
    rng = np.random.default_rng(8)
    how_often = [
        sum(bool((finder_sample(rng, one).middles[1] == 1).any()) for _ in range(40))
        for one in (table, replace(table, heed=only))
    ]
    assert how_often[0] < how_often[1] > 20


def test_the_finder_is_shown_the_tiles_of_its_part(numbers: Numbers) -> None:
    rng = np.random.default_rng(6)
    table = draw_table(rng, numbers, 400, 40.0)
    shown = [finder_sample(rng, table) for _ in range(12)]
    for sample in shown:
        assert sample.picture.shape == (CROP_PX, CROP_PX, 3)
        assert sample.middles.shape == (2, PLACES, PLACES) and sample.shapes.shape == (8, PLACES, PLACES)
        assert (sample.middles == 1).sum() <= len(table.vertices)
    assert max((sample.middles == 1).sum() for sample in shown) > 3


@pytest.mark.parametrize(
    ("corners", "kind"), [((1, 2, 3), UP), ((BACK,) * 3, DOWN), ((NO_TILE,) * 3, NOTHING)], ids=str
)
def test_a_close_look_is_told_what_it_sees(corners: tuple[int, int, int], kind: int) -> None:
    patch = np.full((PATCH_PX, PATCH_PX, 3), 90, np.uint8)
    look, seen, off = look_sample(np.random.default_rng(7), patch, np.array(corners, np.int8))
    assert look.shape == (56, 56, 3) and seen == kind and off.shape == (3, 2)
    assert np.abs(off).max() < 0.4


def test_corners_are_where_a_close_look_says_they_are_off() -> None:
    """The offsets that are taught bring a pushed triangle back."""
    rng = np.random.default_rng(8)
    true = even_triangle(70, 100.0) * (1.0, 0.9)
    guess = pushed(rng, true, 1.0)
    straight = even_triangle(1.0, 0.0)
    to = cv2.getAffineTransform(straight.astype(np.float32), (guess - guess.mean(axis=0)).astype(np.float32))
    off = (true - guess) @ np.linalg.inv(to[:, :2]).T
    assert np.allclose(moved_by(guess[None], off[None])[0], true, atol=1e-2)
    assert np.abs(off).max() > 0.01


def test_a_tile_is_cut_out_straight_with_its_first_corner_on_top() -> None:
    picture = np.zeros((200, 200, 3), np.uint8)
    tile = even_triangle(80, 100.0)
    turned = np.roll(tile, -1, axis=0)  # its first corner is the one at the bottom right
    cv2.circle(picture, tuple(int(n) for n in np.round(tile[1])), 6, (255, 255, 255), -1)
    cut = cut_tile(picture, turned)
    y, x = np.unravel_index(int(cut[..., 0].argmax()), cut.shape[:2])
    assert np.hypot(x - 27.5, y - (27.5 - LOOK_SIDE / np.sqrt(3))) < 4


def test_each_corner_is_cut_with_itself_on_top() -> None:
    picture = np.full((200, 200, 3), 100, np.uint8)
    tile = even_triangle(90, 100.0)
    middle = tile.mean(axis=0)
    for corner, bright in zip(tile, (150, 200, 250), strict=True):
        at = corner + 0.55 * (middle - corner)
        cv2.circle(picture, tuple(int(n) for n in np.round(at)), 8, (bright,) * 3, -1)
    crops = cut_corners(picture, tile)
    assert [crop.shape for crop in crops] == [(CORNER_PX, CORNER_PX, 3)] * 3
    x, y = CORNER_PX // 2, round(TOP_PX + 0.55 * CORNER_SIDE / np.sqrt(3))
    spots = [float(crop[y - 2 : y + 2, x - 2 : x + 2].mean()) for crop in crops]
    assert np.diff(spots).min() > 10


def test_a_corner_is_told_its_number_and_a_back_none() -> None:
    patch = np.full((PATCH_PX, PATCH_PX, 3), 90, np.uint8)
    crops, labels = corner_samples(np.random.default_rng(9), patch, np.array([0, 5, 2], np.int8))
    assert len(crops) == 3 and labels == [0, 5, 2]
    assert corner_samples(np.random.default_rng(9), patch, np.full(3, BACK, np.int8))[1] == [NONE] * 3


def rendered(folder: Path, drawn: dict[str, object]) -> None:
    tile = even_triangle(60, 100.0)
    truth = {
        "game": "triominos",
        "tiles": [{"corners": [1, 2, 3], "vertices": tile.tolist(), "at": [0, 0], "confidence": 1.0}],
        "face_down": 1,
        "in_the_way": [],
        "drawn": drawn,
    }
    cv2.imwrite(str(folder / "00000.jpg"), np.zeros((300, 400, 3), np.uint8))
    (folder / "00000.json").write_text(json.dumps(truth), encoding="utf-8")


def test_a_rendered_folder_says_where_faces_backs_and_hands_are(tmp_path: Path) -> None:
    backs = [even_triangle(60, 200.0).tolist(), (even_triangle(60, 0.0) + np.array([300, 80])).tolist()]
    hand = [[150, 150], [250, 150], [250, 250], [150, 250]]
    rendered(tmp_path, {"backs": backs, "covers": [hand], "marks": "pips"})
    (table,) = read_tables([tmp_path])
    assert table.corners[:, 0].tolist() == [1, BACK, BACK]
    assert table.hidden.tolist() == [False, True, False]
    assert table.has_pips
    assert sides_px(table.vertices) == pytest.approx([60, 60, 60])


def test_a_folder_without_backs_is_refused(tmp_path: Path) -> None:
    rendered(tmp_path, {})
    with pytest.raises(ValueError, match="does not say where the backs are: render it again"):
        list(read_tables([tmp_path]))


def test_pictures_are_shown_in_the_shares_that_were_asked_for() -> None:
    rng, how = np.random.default_rng(3), Shown(taken=0.2, plain=0.5)
    taken, plain = np.mean([how.pick(rng) for _ in range(4000)], axis=0)
    assert abs(taken - 0.2) < 0.03 and abs(plain - 0.5) < 0.03
    assert Shown(taken=0, plain=1).pick(rng) == (False, True)
