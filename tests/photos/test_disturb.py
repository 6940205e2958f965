"""Disturbed photographs: the truth has to move along with the picture."""

from __future__ import annotations

import json
import random
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.truths import find_labelled
from tests.photos.disturb import (
    BRIGHT,
    DIM,
    DISTURBANCES,
    Frame,
    blurred,
    choose,
    half_bright,
    half_size,
    side_lit,
    turned,
    with_hand,
    write_disturbed,
)
from vision.observation import cell_at, place_of

WIDTH, HEIGHT, SIDE = 520, 440, 24
LEFT, TOP = 61, 37
END_X, END_Y = LEFT + 15 * SIDE, TOP + 15 * SIDE
ALL_CELLS = frozenset(cell_at(row, column) for row in range(15) for column in range(15))
# One colour for each corner's square; the rest is grey.
MARKS = {"A1": (250, 60, 60), "A15": (60, 250, 60), "O15": (60, 60, 250), "O1": (250, 250, 60)}


@pytest.fixture
def frame() -> Frame:
    """A grey board whose corner squares are coloured, with a token on each of them and one in the middle."""
    pixels = np.full((HEIGHT, WIDTH, 3), 120, np.uint8)
    for cell, colour in MARKS.items():
        row, column = place_of(cell)
        top, left = TOP + row * SIDE, LEFT + column * SIDE
        pixels[top : top + SIDE, left : left + SIDE] = colour
    corners = np.array([[LEFT, TOP], [END_X, TOP], [END_X, END_Y], [LEFT, END_Y]], np.float64) - 0.5
    return Frame(pixels, corners, frozenset({*MARKS, "H8"}))


def centre_of_colour(
    pixels: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], colour: tuple[int, ...]
) -> tuple[float, float]:
    """Where the pixels of about this colour are, on average."""
    near = np.abs(pixels.astype(int) - np.array(colour)).max(axis=2) < 40
    rows, columns = np.nonzero(near)
    return float(columns.mean()), float(rows.mean())


def assert_marks_are_where_the_grid_says(frame: Frame, within_px: float) -> None:
    for cell, colour in MARKS.items():
        row, column = place_of(cell)
        (expected,) = frame.grid.to_pixels(np.array([[column + 0.5, row + 0.5]]))
        assert centre_of_colour(frame.pixels, colour) == pytest.approx(tuple(expected), abs=within_px)


def test_the_frame_itself_is_in_order(frame: Frame) -> None:
    assert_marks_are_where_the_grid_says(frame, 0.01)


@pytest.mark.parametrize("degrees", [5, 15, 30, -30])
def test_turning_moves_the_grid_along_and_cuts_nothing_off(frame: Frame, degrees: int) -> None:
    done = turned(frame, degrees)
    assert_marks_are_where_the_grid_says(done, 0.2)
    top = done.corners[1] - done.corners[0]
    assert np.degrees(np.arctan2(top[1], top[0])) == pytest.approx(degrees)  # y points down: clockwise
    # As much of the photograph as before is in the picture.
    assert (done.pixels.max(axis=2) > 60).sum() == pytest.approx(WIDTH * HEIGHT, rel=0.01)
    # A1 is still the corner nearest to the top left of the picture.
    assert np.hypot(*done.corners.T).argmin() == 0


def test_half_as_many_pixels_keep_the_grid_to_a_fraction_of_one(frame: Frame) -> None:
    done = half_size(frame)
    assert done.pixels.shape == (HEIGHT // 2, WIDTH // 2, 3)
    assert_marks_are_where_the_grid_says(done, 0.5)
    assert done.corners[0].tolist() == [(LEFT - 0.5 + 0.5) / 2 - 0.5, (TOP - 0.5 + 0.5) / 2 - 0.5]


def test_half_the_brightness_and_blur_leave_the_grid_alone(frame: Frame) -> None:
    dark, soft = half_bright(frame), blurred(frame)
    assert np.abs(dark.pixels.astype(float) - frame.pixels / 2).max() <= 0.5
    assert soft.pixels.shape == frame.pixels.shape
    edge = soft.pixels[TOP + SIDE // 2, LEFT - 6 : LEFT + 6, 0].astype(int)
    assert np.abs(np.diff(edge)).max() < (250 - 120) * 0.25  # a step of the whole height became a slope
    for done in (dark, soft):
        assert np.array_equal(done.corners, frame.corners)


@pytest.mark.parametrize("side", range(4))
def test_side_light_falls_evenly_across_the_board(frame: Frame, side: int) -> None:
    flat = Frame(np.full((HEIGHT, WIDTH, 3), 200, np.uint8), frame.corners, frame.occupied)
    done = side_lit(flat, side)
    corners = np.roll(frame.corners, -side, axis=0)
    ways = [(corners[0] * (1 - t) + corners[3] * t).round().astype(int) for t in (0.02, 0.5, 0.98)]
    seen = [float(done.pixels[y.clip(0, HEIGHT - 1), x.clip(0, WIDTH - 1), 0]) for x, y in ways]
    wanted = [200 * (BRIGHT + (DIM - BRIGHT) * t) for t in (0.02, 0.5, 0.98)]
    assert seen == pytest.approx(wanted, abs=2)


@pytest.mark.parametrize("seed", range(8))
def test_a_hand_covers_squares_of_one_corner(frame: Frame, seed: int) -> None:
    full = Frame(frame.pixels, frame.corners, ALL_CELLS)
    done = with_hand(full, random.Random(seed))
    changed = (done.pixels != full.pixels).any(axis=2)
    assert done.covered
    assert done.occupied == ALL_CELLS
    assert len(done.covered & set(MARKS)) == 1
    size = np.sqrt(changed.sum()) / SIDE
    assert size < 4.2
    for cell in ALL_CELLS:
        row, column = place_of(cell)
        top, left = TOP + row * SIDE, LEFT + column * SIDE
        share = changed[top : top + SIDE, left : left + SIDE].mean()
        # At the limit itself the soft rim decides.
        if abs(share - 0.2) > 0.08:
            assert (cell in done.covered) == (share > 0.2), cell


def test_every_photograph_is_used_before_any_is_used_again(frame: Frame, tmp_path: Path) -> None:
    photos = find_labelled(write_photos(tmp_path, frame))
    chosen = choose(photos, 10, random.Random(1))
    assert chosen[: len(photos)] == photos
    counts = [chosen.count(photo) for photo in photos]
    assert max(counts) - min(counts) <= 1
    assert choose(photos, 10, random.Random(1)) == chosen
    with pytest.raises(ValueError, match="no photographs"):
        choose([], 3, random.Random(1))


def write_photos(folder: Path, frame: Frame) -> Path:
    """A folder like the photographs': two of a game, one alone, one of a game that is not to be used."""
    files = ("game01/01.png", "game01/02.png", "single/x.png", "game99/01.png")
    for file in files:
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(folder / file), frame.pixels)
    truth = {"grid": frame.corners.tolist(), "occupied": sorted(frame.occupied)}
    (folder / "truth.json").write_text(json.dumps({"photos": [{"file": file, **truth} for file in files]}))
    return folder


def test_each_disturbance_becomes_a_folder_that_can_be_evaluated(frame: Frame, tmp_path: Path) -> None:
    photos = write_photos(tmp_path / "photos", frame)
    for out in ("one", "two"):
        write_disturbed(photos, tmp_path / out, seed=3, count=4)
    for name in DISTURBANCES:
        folder = tmp_path / "one" / name
        labelled = find_labelled(folder)
        assert [picture.group for picture in labelled] == [name] * 4
        for picture in labelled:
            assert picture.path.read_bytes() == (tmp_path / "two" / name / picture.path.name).read_bytes()
            assert set(picture.truth.tokens) == frame.occupied
            assert bool(picture.truth.hidden) == (name == "with-hand")
        assert "game99" not in (folder / "truth.json").read_text()
