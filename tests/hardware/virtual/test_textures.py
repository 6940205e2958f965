"""Table tops and materials: named, seeded, split, and as large as on a real table."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.virtual.split import Part
from hardware.virtual.textures import TextureError, kind_names, material, material_names, table_top
from hardware.virtual.textures.fabric import repeat, stripes_of, weave_of
from hardware.virtual.textures.kinds import PIECE_KINDS, TABLE_KINDS, Kind
from hardware.virtual.textures.noise import bgr, blend, lay, ramp, shade
from hardware.virtual.textures.prints import strew

SIZE = (220, 300)
ONE_OF_EACH_TABLE = [f"{name}/{next(iter(kind.palettes))}" for name, kind in TABLE_KINDS.items()]
ONE_OF_EACH_PIECE = [f"{name}/{next(iter(kind.palettes))}" for name, kind in PIECE_KINDS.items()]


def rng(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


@pytest.mark.parametrize("name", ONE_OF_EACH_TABLE)
def test_a_table_top_follows_its_seed_and_nothing_else(name: str) -> None:
    first = table_top(name, rng(5), SIZE, 2.0)
    np.random.seed(0)  # numpy's global state must not matter
    assert first.shape == (*SIZE, 3)
    assert first.dtype == np.uint8
    assert first.flags.c_contiguous
    assert np.array_equal(first, table_top(name, rng(5), SIZE, 2.0))
    assert not np.array_equal(first, table_top(name, rng(6), SIZE, 2.0))


@pytest.mark.parametrize("name", ONE_OF_EACH_PIECE)
def test_a_material_follows_its_seed_and_nothing_else(name: str) -> None:
    first = material(name, rng(5), (60, 90), 4.0)
    assert first.shape == (60, 90, 3)
    assert first.dtype == np.uint8
    assert np.array_equal(first, material(name, rng(5), (60, 90), 4.0))
    assert not np.array_equal(first, material(name, rng(6), (60, 90), 4.0))


@pytest.mark.parametrize("size", [(1, 1), (3, 200), (97, 61)], ids=["a pixel", "a strip", "odd sides"])
@pytest.mark.parametrize("px_per_mm", [0.8, 5.0])
def test_any_size_and_resolution_can_be_drawn(size: tuple[int, int], px_per_mm: float) -> None:
    for name in ONE_OF_EACH_TABLE:
        assert table_top(name, rng(), size, px_per_mm).shape == (*size, 3)
    for name in ONE_OF_EACH_PIECE:
        assert material(name, rng(), size, px_per_mm).shape == (*size, 3)


def test_the_parts_share_no_texture_and_leave_none_out() -> None:
    for names in (kind_names, material_names):
        train, held_out = set(names("train")), set(names("held-out"))
        assert not train & held_out
        assert train | held_out == set(names("all"))
        assert 0.15 < len(held_out) / len(names("all")) < 0.35


def test_the_split_of_textures_never_moves() -> None:
    held_out = kind_names("held-out")
    for name in ("oak/barrel", "tartan/stone", "chequers/plum", "granite/ice"):
        assert name in held_out
    for name in ("oak/honey", "gingham/red", "tartan/royal", "flowers-rose/garden", "newspaper/daily"):
        assert name in kind_names("train")


@pytest.mark.parametrize("part", ["train", "held-out"])
def test_every_group_of_tables_and_every_material_is_in_both_parts(part: Part) -> None:
    for group in ("wood", "plain", "stone", "cloth", "print"):
        assert len(kind_names(part, group)) >= 5
    for kind in PIECE_KINDS:
        assert material_names(part, kind)


@pytest.mark.parametrize("kinds", [TABLE_KINDS, PIECE_KINDS], ids=["tables", "pieces"])
def test_no_palette_is_nearly_another_of_its_kind(kinds: dict[str, Kind]) -> None:
    # Otherwise a colour that is held out under one name would be trained on under another.
    for name, kind in kinds.items():
        for (one, first), (other, second) in itertools.combinations(kind.palettes.items(), 2):
            if len(first) == len(second):
                pairs = zip(first, second, strict=True)
                apart = max(np.abs(np.subtract(bgr(a), bgr(b))).max() for a, b in pairs)
                assert apart >= 8, f"{name}: {one} and {other}"


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        pytest.param(
            "gingam/red", "There is no texture called gingam/red: did you mean gingham/red?", id="misspelt"
        ),
        pytest.param("oak", "The texture oak needs a palette: name one, such as oak/honey.", id="no palette"),
        pytest.param(
            "xyz/qqq",
            f"There is no texture called xyz/qqq: there are {len(kind_names())} others, such as oak/honey.",
            id="unknown",
        ),
    ],
)
def test_an_unknown_texture_is_told_in_one_sentence(name: str, complaint: str) -> None:
    with pytest.raises(TextureError) as caught:
        table_top(name, rng(), SIZE, 2.0)
    assert str(caught.value) == complaint


def test_an_impossible_size_is_told_in_one_sentence() -> None:
    with pytest.raises(TextureError) as caught:
        material("ivory/bone", rng(), (0, 40), 2.0)
    assert str(caught.value) == (
        "A texture of 40 x 0 pixels at 2.0 pixels to the millimetre cannot be "
        "drawn: all three must be above 0."
    )
    with pytest.raises(TextureError, match="There is no texture called bone"):
        material_names("all", "bone")


def period_mm(picture: NDArray[np.uint8], px_per_mm: float) -> float:
    """Measure the strongest repeat of a picture in any direction by its spectrum."""
    grey = picture.astype(np.float64).mean(axis=2)
    grey -= grey.mean()
    window = np.hanning(grey.shape[0])[:, None] * np.hanning(grey.shape[1])[None, :]
    spectrum = np.abs(np.fft.rfft2(grey * window))
    down = np.fft.fftfreq(grey.shape[0])[:, None]
    across = np.fft.rfftfreq(grey.shape[1])[None, :]
    frequency = np.hypot(down, across) * px_per_mm  # per mm
    spectrum[frequency < 1 / 150] = 0  # folds and shading, not the pattern
    return float(1 / frequency.flat[int(spectrum.argmax())])


@pytest.mark.parametrize("seed", range(8))
def test_checks_are_8_to_40_mm_wide_whatever_the_resolution(seed: int) -> None:
    cloths = {
        scale: table_top("gingham/blue", rng(seed), (int(420 * scale), int(420 * scale)), scale)
        for scale in (1.2, 2.4)
    }
    coarse, fine = (period_mm(cloth, scale) for scale, cloth in cloths.items())
    assert 2 * 8 * 0.93 <= coarse <= 2 * 40 * 1.1  # a repeat is a light and a dark check
    assert fine == pytest.approx(coarse, rel=0.12)


def test_checks_differ_from_cloth_to_cloth() -> None:
    periods = [period_mm(table_top("gingham/red", rng(seed), (500, 500), 1.2), 1.2) for seed in range(12)]
    assert max(periods) > 2 * min(periods)


@pytest.mark.parametrize("seed", range(6))
def test_dots_are_4_to_25_mm_across(seed: int) -> None:
    import cv2

    scale = 2.0
    picture = table_top("dots/red", rng(seed), (700, 700), scale)
    light = (picture[:, :, 1] > 130).astype(np.uint8)  # white on red
    count, _, stats, _ = cv2.connectedComponentsWithStats(light)
    inside = [
        row
        for row in stats[1:count]
        if row[0] > 0 and row[1] > 0 and row[0] + row[2] < 700 and row[1] + row[3] < 700
    ]
    across = 2 * np.sqrt(np.array([row[4] for row in inside]) / np.pi) / scale
    assert across.size > 5
    assert 3.4 <= np.percentile(across, 90) <= 27


@pytest.mark.parametrize("name", ["wood-light/beech", "wood-medium/oak", "wood-dark/walnut"])
@pytest.mark.parametrize("seed", range(3))
def test_wooden_pieces_have_their_grain_along_the_rows(name: str, seed: int) -> None:
    grey = material(name, rng(seed), (300, 300), 2.0).astype(np.float32).mean(axis=2)
    along, across = np.abs(np.diff(grey, axis=1)).mean(), np.abs(np.diff(grey, axis=0)).mean()
    assert across > 2 * along


@pytest.mark.parametrize(
    "name",
    [
        f"{species}/{next(iter(TABLE_KINDS[species].palettes))}"
        for species in TABLE_KINDS
        if TABLE_KINDS[species].group == "wood"
    ],
)
def test_a_wooden_table_has_a_grain_in_one_direction(name: str) -> None:
    grey = table_top(name, rng(2), (400, 400), 2.0).astype(np.float32).mean(axis=2)
    down, across = np.diff(grey, axis=0)[:, 1:].ravel(), np.diff(grey, axis=1)[1:].ravel()
    weak, strong = np.linalg.eigvalsh(np.cov(np.stack([down, across])))
    assert strong > 3 * weak  # gradients point across the grain, whichever way the table lies


@pytest.mark.parametrize(
    ("name", "strongest"),
    [
        pytest.param("laminate/red", 2, id="red is the last channel"),
        pytest.param("plain-cloth/navy", 0, id="blue is the first"),
        pytest.param("felt/green", 1, id="green is the middle"),
        pytest.param("cherry/natural", 2, id="wood is warm"),
    ],
)
def test_colours_come_out_as_bgr(name: str, strongest: int) -> None:
    means = table_top(name, rng(), SIZE, 2.0).reshape(-1, 3).mean(axis=0)
    assert int(means.argmax()) == strongest


@pytest.mark.parametrize("name", kind_names("all", "plain"))
def test_a_plain_table_keeps_its_colour(name: str) -> None:
    colours = TABLE_KINDS[name.split("/")[0]].palettes[name.split("/")[1]]
    reach = [np.array(bgr(code)) for code in colours]
    mean = table_top(name, rng(3), SIZE, 2.0).reshape(-1, 3).mean(axis=0)
    assert (mean > np.min(reach, axis=0) * 0.75 - 8).all()
    assert (mean < np.max(reach, axis=0) * 1.25 + 8).all()


def test_ivory_is_almost_even_and_wood_is_not() -> None:
    ivory, wood = (
        material(name, rng(), (200, 200), 3.0).astype(np.float32).mean(axis=2).std()
        for name in ("ivory/bone", "wood-medium/oak")
    )
    assert 0.3 < ivory < 4
    assert wood > 6


def test_stripes_are_as_wide_as_they_say() -> None:
    black, white = (0.0, 0.0, 0.0), (255.0, 255.0, 255.0)
    repeat_of = stripes_of([(10.0, black), (5.25, white)], 2.0)
    assert repeat_of.shape == (30, 3)  # 30.5 px, to the even
    assert (repeat_of[:19, 0] == 0).all()
    assert (repeat_of[20:, 0] == 255).all()
    assert 0 < repeat_of[19, 0] < 255  # the border falls inside this pixel


def test_where_threads_cross_half_of_each_colour_shows() -> None:
    warp = stripes_of([(2.0, (0.0, 0.0, 200.0)), (2.0, (100.0, 100.0, 100.0))], 1.0)
    tile = weave_of(warp, warp)
    assert tile.shape == (4, 4, 3)
    assert tile[0, 0].tolist() == [0, 0, 200]
    assert tile[0, 3].tolist() == [50, 50, 150]


def test_a_tile_repeats_without_a_seam() -> None:
    tile = rng().integers(0, 256, (7, 5, 3), dtype=np.uint8)
    full = repeat(tile, (40, 33), (3, 2))
    assert full.shape == (40, 33, 3)
    assert np.array_equal(full[:33], full[7:])
    assert np.array_equal(full[0, 0], tile[3, 2])


@pytest.mark.parametrize("angle", [0.0, 7.0, 90.0, 133.0])
def test_a_turned_picture_has_no_empty_corners(angle: float) -> None:
    full = lay((90, 140), angle, lambda size: np.full((*size, 3), 200, np.uint8))
    assert full.shape == (90, 140, 3)
    assert full.min() == 200


def test_a_quarter_turn_swaps_rows_and_columns() -> None:
    def rows(size: tuple[int, int]) -> NDArray[np.uint8]:
        picture = np.zeros((*size, 3), np.uint8)
        picture[(np.arange(size[0]) // 8) % 2 == 0] = 255
        return picture

    turned = lay((96, 96), 90.0, rows).astype(np.int32)
    assert np.abs(np.diff(turned[10:-10, 10:-10, 0], axis=0)).max() < 20
    assert np.abs(np.diff(turned[10:-10, 10:-10, 0], axis=1)).max() > 100


def test_shading_scales_and_blending_mixes() -> None:
    grey = np.full((4, 4, 3), 100, np.uint8)
    assert shade(grey, np.full((4, 4), 1.5, np.float32))[0, 0, 0] == 150
    assert shade(grey, np.full((4, 4), -1.0, np.float32)).max() == 0
    mixed = blend(grey, np.full((4, 4, 3), 200, np.uint8), np.full((4, 4), 0.5, np.float32))
    assert mixed[0, 0, 0] == pytest.approx(150, abs=2)


def test_a_ramp_runs_from_its_first_to_its_last_colour() -> None:
    table = ramp([bgr("#000000"), bgr("#ff8000")])
    assert table.shape == (256, 1, 3)
    assert table[0, 0].tolist() == [0, 0, 0]
    assert table[255, 0].tolist() == [0, 128, 255]


def test_strewn_points_keep_apart_and_cover_the_square() -> None:
    points = np.array(strew(rng(), 200.0, 20.0))
    assert 40 < len(points) < 110
    assert points.min() >= 0
    assert points.max() < 200
    hit = np.histogram2d(points[:, 0], points[:, 1], bins=4, range=[[0, 200], [0, 200]])[0]
    assert hit.min() >= 1
