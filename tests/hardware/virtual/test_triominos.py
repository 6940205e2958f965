"""Triominos on the virtual table: geometry, laying, drawing, and the split of looks."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.virtual.fonts import SHIPPED_FONTS, FontBook, draw_text
from hardware.virtual.pieces import PieceArt, Points
from hardware.virtual.split import Part
from hardware.virtual.triominos import (
    SCHEMES,
    PlacedTile,
    TriominosLook,
    back_art,
    draw_look,
    draw_scheme,
    loose_vertices,
    place_tiles,
    scatter,
    scheme_names,
    tile_art,
    tile_vertices,
    turn_layout,
    vertices_of,
)
from hardware.virtual.triominos_layout import overlaps_mm
from hardware.virtual.triominos_look import BackPattern, Ornament, PipLayout

Place = tuple[int, int]
Corners = tuple[int, int, int]
FONTS = FontBook((SHIPPED_FONTS,))
ROW_MM = np.sqrt(3) / 2  # height of a row for a side of 1


def a_look(scheme: str = "ivory digits black", seed: int = 0) -> TriominosLook:
    return draw_scheme(scheme, np.random.default_rng(seed), "all", FONTS)


def formula_vertices(place: Place) -> Points:
    """The vertices of FORMATS.md, in sides and vertex lines, in the order of the corners."""
    r, c = place
    if (r + c) % 2 == 0:
        return np.array([(c / 2, r), (c / 2 + 0.5, r + 1), (c / 2 - 0.5, r + 1)])
    return np.array([(c / 2, r + 1), (c / 2 - 0.5, r), (c / 2 + 0.5, r)])


def grown_layout(seed: int, count: int) -> dict[Place, Corners]:
    """A blob of tiles that knows nothing of matching numbers."""
    rng = np.random.default_rng(seed)
    tiles: dict[Place, Corners] = {(0, 0): (5, 5, 5)}
    while len(tiles) < count:
        r, c = list(tiles)[int(rng.integers(len(tiles)))]
        beside = [(r, c - 1), (r, c + 1), (r + 1 if (r + c) % 2 == 0 else r - 1, c)]
        tiles.setdefault(beside[int(rng.integers(3))], (int(rng.integers(6)), 1, 2))
    return tiles


def deepest_overlap(shapes: list[Points]) -> float:
    pairs = np.array(list(combinations(shapes, 2)))
    return float(overlaps_mm(pairs[:, 0], pairs[:, 1]).max())


def ink_of(art: PieceArt, look: TriominosLook, number: int) -> NDArray[np.float32]:
    """How much each pixel has gone from the paper's colour towards the ink, 0 to 1."""
    paper = np.median(art.face[art.alpha == 255], axis=0)
    way = np.asarray(look.inks[number]) - paper
    return np.asarray(np.clip((art.face - paper) @ way / (way @ way), 0, 1), np.float32)


def corner_crop(
    picture: NDArray[np.float32], look: TriominosLook, index: int, scale: float
) -> NDArray[np.float32]:
    """The surroundings of a corner's number, turned so that the corner is above."""
    middle = (np.array(picture.shape[::-1]) - 1) / 2
    turn = cv2.getRotationMatrix2D(tuple(middle), 120.0 * index, 1.0)
    upright = cv2.warpAffine(picture, turn, picture.shape[::-1])
    x, y = middle[0], middle[1] + (look.reach_mm - look.side_mm / np.sqrt(3)) * scale
    half = round(0.62 * look.digit_mm * scale)
    return np.asarray(
        upright[round(y) - half : round(y) + half, round(x) - half : round(x) + half], np.float32
    )


def test_a_tile_points_up_with_its_corners_clockwise_from_the_top() -> None:
    top, right, left = tile_vertices(30.0)
    assert top == pytest.approx((0, -30 / np.sqrt(3)))
    assert right == pytest.approx((15, 30 / np.sqrt(12)))
    assert left == pytest.approx((-15, 30 / np.sqrt(12)))


def test_tiles_laid_without_errors_lie_on_the_lattice() -> None:
    look = a_look()
    tiles = grown_layout(3, 30) | {(-7, 4): (0, 0, 0)}  # and one that touches nothing
    placed = place_tiles(look, tiles, np.random.default_rng(0), gap_mm=0.0, angle_deg=0.0, slide_mm=0.0)
    assert [tile.at for tile in placed] == list(tiles)
    for tile in placed:
        wanted = formula_vertices(tile.at) * look.side_mm * (1, ROW_MM)
        assert vertices_of(tile, look) == pytest.approx(wanted, abs=0.01)
        assert tile.corners == tiles[tile.at]


def test_a_tile_that_points_down_is_the_upright_one_turned_by_half() -> None:
    look = a_look()
    bottom, top_left, top_right = vertices_of(PlacedTile((0, 1), (1, 2, 3), 0.0, 0.0, 180.0), look)
    assert bottom[1] > top_left[1] == pytest.approx(top_right[1])
    assert top_left[0] < bottom[0] < top_right[0]


@pytest.mark.parametrize("seed", range(6))
def test_tiles_laid_carelessly_never_overlap_and_stay_within_the_gap(seed: int) -> None:
    look = a_look(seed=seed)
    tiles = grown_layout(seed, 40)
    placed = {tile.at: tile for tile in place_tiles(look, tiles, np.random.default_rng(seed), 2.0, 1.5)}
    shapes = {at: vertices_of(tile, look) for at, tile in placed.items()}
    assert deepest_overlap(list(shapes.values())) <= 0.3
    for r, c in tiles:
        if (r, c + 1) in placed:
            apart = shapes[r, c].mean(axis=0) - shapes[r, c + 1].mean(axis=0)
            assert np.linalg.norm(apart) - look.side_mm / np.sqrt(3) < 2.5


def test_drift_grows_along_a_chain_of_forty() -> None:
    look = a_look()
    chain = {(0, c): (0, 1, 2) for c in range(40)}
    drift = np.zeros(40)
    for seed in range(12):
        for tile in place_tiles(look, chain, np.random.default_rng(seed)):
            wanted = formula_vertices(tile.at) * look.side_mm * (1, ROW_MM)
            drift[tile.at[1]] += (
                np.linalg.norm(vertices_of(tile, look).mean(axis=0) - wanted.mean(axis=0)) / 12
            )
    assert drift[0] == pytest.approx(0)
    assert 0.1 < drift[1] < 2.5
    assert drift[39] > 2 * drift[15] > 4 * drift[4]


def test_a_layout_can_be_turned_as_a_whole() -> None:
    look = a_look()
    tiles = grown_layout(1, 8)
    placed = place_tiles(look, tiles, np.random.default_rng(1))
    shift = np.array([5.0, -2.0])
    back = turn_layout(turn_layout(placed, 73.0), -73.0, *shift)
    for before, after in zip(placed, back, strict=True):
        assert vertices_of(after, look) == pytest.approx(vertices_of(before, look) + shift)


def test_no_tiles_make_an_empty_layout() -> None:
    assert place_tiles(a_look(), {}, np.random.default_rng(0)) == []


@pytest.mark.parametrize("heap", [0.0, 1.0, None])
def test_loose_tiles_keep_clear_of_each_other_and_of_the_layout(heap: float | None) -> None:
    look = a_look()
    layout = [
        vertices_of(tile, look) for tile in place_tiles(look, grown_layout(2, 12), np.random.default_rng(2))
    ]
    plate = np.array([[150.0, 150.0], [250.0, 150.0], [250.0, 250.0], [150.0, 250.0]])
    region = (-250.0, -250.0, 250.0, 250.0)
    poses = scatter(look, np.random.default_rng(4), 20, region, [*layout, plate], heap)
    assert len(poses) == 20
    shapes = [loose_vertices(pose, look) for pose in poses]
    assert deepest_overlap(shapes + layout) <= 0
    assert all(abs(pose.x_mm) <= 250 and abs(pose.y_mm) <= 250 for pose in poses)
    assert not any(150 < x < 250 and 150 < y < 250 for shape in shapes for x, y in shape)


def test_a_region_without_room_gets_fewer_tiles() -> None:
    look = a_look()
    assert len(scatter(look, np.random.default_rng(0), 20, (0, 0, 50, 50))) < 6


@pytest.mark.parametrize("is_feet_out", [False, True], ids=["tops out", "feet out"])
@pytest.mark.parametrize("corners", [(2, 4, 5), (3, 1, 2), (5, 3, 4)])
def test_each_digit_is_printed_upright_towards_its_corner(corners: Corners, is_feet_out: bool) -> None:
    look = replace(a_look(), is_feet_out=is_feet_out, font=FONTS.find("DejaVu Sans"), stretch=1.0)
    look = replace(look, wear=0.0, print_shift_mm=0.0, print_turn_deg=0.0, ornament="none", engraving_mm=0.0)
    scale = 8.0
    art = tile_art(look, corners, scale, np.random.default_rng(0))
    for index, number in enumerate(corners):
        crop = corner_crop(ink_of(art, look, number), look, index, scale)
        likeness = {}
        for digit in range(6):
            text = (
                draw_text(look.font.path, str(digit), round(look.digit_mm * scale)).astype(np.float32) / 255
            )
            for quarter in range(4):
                likeness[digit, quarter] = float(
                    cv2.matchTemplate(crop, np.rot90(text, quarter).copy(), cv2.TM_CCOEFF_NORMED).max()
                )
        best = max(likeness, key=lambda key: likeness[key])
        assert best == (number, 2 if is_feet_out else 0)
        assert likeness[best] > 0.95


@pytest.mark.parametrize("layout", ["diamond", "square"])
def test_as_many_pips_as_the_number_lie_at_each_corner(layout: PipLayout) -> None:
    look = a_look("ivory pips black")
    look = replace(look, wear=0.0, ornament="none", pip_depth_mm=0.0, pip_layout=layout)
    for corners in ((0, 1, 2), (3, 4, 5), (5, 0, 4)):
        art = tile_art(look, corners, 6.0, np.random.default_rng(0))
        dark = (ink_of(art, look, 1) > 0.5).astype(np.uint8) * (art.alpha == 255)
        _, _, _, middles = cv2.connectedComponentsWithStats(dark)
        at_mm = (middles[1:] - (np.array(dark.shape[::-1]) - 1) / 2) / 6.0
        nearest = np.linalg.norm(at_mm[:, None] - tile_vertices(look.side_mm)[None], axis=2).argmin(axis=1)
        assert tuple(np.bincount(nearest, minlength=3)) == corners


@pytest.mark.parametrize("name", SCHEMES)
def test_every_scheme_shows_all_its_numbers(name: str) -> None:
    part: Part = "train" if name in scheme_names("train") else "held-out"
    look = draw_scheme(name, np.random.default_rng(1), part, FONTS)
    look = replace(look, ornament="none", tone_spread=0.0, wear=0.0)
    unmarked = replace(look, reach_mm=-1000.0)  # its numbers lie far outside the tile
    blank = tile_art(unmarked, (1, 1, 1), 3.0, np.random.default_rng(5)).face.astype(np.float32)
    for number in range(1 if look.marks == "pips" else 0, 6):
        art = tile_art(look, (number, number, number), 3.0, np.random.default_rng(5))
        marks = np.abs(art.face - blank).max(axis=2)
        for index in range(3):
            assert corner_crop(marks, look, index, 3.0).max() > 25


@pytest.mark.parametrize("ornament", ["none", "lines", "stud", "triangle"])
@pytest.mark.parametrize(
    "scheme", ["wood-dark digits gold", "coloured-plastic digits white", "wood-mixed pips photo"]
)
def test_every_print_style_draws_a_well_formed_piece(scheme: str, ornament: Ornament) -> None:
    look = replace(a_look(scheme), ornament=ornament, ornament_mm=3.0, wear=0.8)
    for seed in range(4):
        art = tile_art(look, (0, 3, 5), 3.0, np.random.default_rng(seed))
        check_piece(art, look)


@pytest.mark.parametrize("pattern", ["plain", "triangle", "lattice", "dots", "frame"])
def test_every_back_pattern_draws_a_well_formed_piece(pattern: BackPattern) -> None:
    look = replace(a_look(), back_pattern=pattern, wear=0.2)
    art = back_art(look, 3.0, np.random.default_rng(0))
    check_piece(art, look)
    spread = art.face[art.alpha == 255].astype(np.float32).mean(axis=1).std()
    assert spread < 4 if pattern == "plain" else spread > 4


def check_piece(art: PieceArt, look: TriominosLook) -> None:
    rows, columns = art.alpha.shape
    assert art.face.shape == (rows, columns, 3)
    assert art.face.dtype == np.uint8
    assert art.slope.shape == (rows, columns, 2)
    assert art.slope.dtype == np.float32
    assert np.isfinite(art.slope).all()
    assert art.height_mm == look.thickness_mm
    area_mm2 = art.alpha.sum() / 255 / art.px_per_mm**2
    assert area_mm2 == pytest.approx(look.side_mm**2 * np.sqrt(3) / 4, rel=0.05)
    assert abs(cv2.contourArea(art.outline_mm.astype(np.float32))) == pytest.approx(area_mm2, rel=0.02)
    assert not art.alpha[0].any()
    assert not art.alpha[:, 0].any()


def test_a_tile_with_a_number_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="three numbers from 0 to 5"):
        tile_art(a_look(), (0, 1, 6), 2.0, np.random.default_rng(0))


def test_the_same_seed_gives_the_same_look_layout_and_tile() -> None:
    def everything(seed: int) -> tuple[TriominosLook, list[PlacedTile], bytes, bytes]:
        rng = np.random.default_rng(seed)
        look = draw_look(rng, "train", FONTS)
        placed = place_tiles(look, grown_layout(7, 25), rng)
        art, back = tile_art(look, (1, 2, 3), 3.0, rng), back_art(look, 3.0, rng)
        return look, placed, art.face.tobytes() + art.slope.tobytes(), back.face.tobytes()

    assert everything(5) == everything(5)
    assert everything(5) != everything(6)


def test_looks_for_training_and_for_measuring_share_no_scheme_font_or_material() -> None:
    rng = np.random.default_rng(0)
    trained = [draw_look(rng, "train", FONTS) for _ in range(150)]
    measured = [draw_look(rng, "held-out", FONTS) for _ in range(150)]
    assert {look.scheme for look in trained} <= set(scheme_names("train"))
    assert {look.scheme for look in measured} <= set(scheme_names("held-out"))
    assert not set(scheme_names("train")) & set(scheme_names("held-out"))
    assert not {look.font for look in trained} & {look.font for look in measured}
    materials = [
        {name for look in looks for name in (*look.materials, look.back_material)}
        for looks in (trained, measured)
    ]
    assert not materials[0] & materials[1]
    for looks in (trained, measured):
        assert {look.marks for look in looks} == {"digits", "pips"}
        assert {look.is_feet_out for look in looks} == {True, False}
        assert all(34 <= look.side_mm <= 42 and 4 <= look.thickness_mm <= 7 for look in looks)
        assert not any(
            look.marks == "pips" and look.back_pattern == "plain" and look.back_material in look.materials
            for look in looks
        )
