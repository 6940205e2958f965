"""What the renderer relies on: hands of human size, whose arm enters from one side, alike for one seed."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.virtual.hand_shape import draw_build, draw_posture, pose_skeleton
from hardware.virtual.hands import POSES, PoseName, Side, hand
from hardware.virtual.sleeves import SLEEVES, SleeveName
from hardware.virtual.sprites import Sprite

COARSE = 1.0  # px per mm: enough to measure in millimetres
HANDS = tuple(pose for pose in POSES if pose != "forearm")


@cache
def drawn(
    seed: int,
    pose: PoseName | None = None,
    px_per_mm: float = COARSE,
    light_deg: float = 315.0,
    side: Side | None = None,
    child: bool | None = None,
    tone: float | None = None,
    sleeve: SleeveName | None = None,
) -> Sprite:
    """Draw with the least arm that shows a cuff; the same call is drawn once for all tests."""
    return hand(
        np.random.default_rng(seed), px_per_mm, light_deg, pose,
        side=side, child=child, tone=tone, sleeve=sleeve, arm_mm=90.0,
    )  # fmt: skip


def alpha_of(sprite: Sprite) -> NDArray[np.uint8]:
    return sprite.bgra[..., 3]


def spread_mm(sprite: Sprite, row_mm: float) -> float:
    """Width of what is opaque in one row, gaps included."""
    columns = np.flatnonzero(alpha_of(sprite)[int(row_mm * sprite.px_per_mm)] > 127)
    return float(columns[-1] - columns[0] + 1) / sprite.px_per_mm if columns.size else 0.0


def skin_lightness(sprite: Sprite) -> float:
    """Median CIE L* of the upper third of what is opaque: fingers and the back of the hand, no sleeve."""
    rows = np.flatnonzero((alpha_of(sprite) > 250).any(axis=1))
    part = sprite.bgra[rows[0] : rows[0] + 60]
    pixels = part[part[..., 3] > 250][None, :, :3].astype(np.float32) / 255
    return float(np.median(cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB)[..., 0]))


@pytest.mark.parametrize("pose", POSES)
def test_the_same_seed_draws_the_same_bytes(pose: PoseName) -> None:
    first = drawn(4, pose)
    again = hand(np.random.default_rng(4), COARSE, 315.0, pose, arm_mm=90.0)
    assert np.array_equal(first.bgra, again.bgra)
    assert (first.height_mm, first.anchor_px) == (again.height_mm, again.anchor_px)


@pytest.mark.parametrize("pose", POSES)
def test_another_seed_draws_another_hand(pose: PoseName) -> None:
    one, other = drawn(4, pose).bgra, drawn(5, pose).bgra
    assert one.shape != other.shape or np.mean(one != other) > 0.2


@pytest.mark.parametrize("pose", POSES)
@pytest.mark.parametrize("seed", range(4))
def test_the_arm_leaves_at_the_bottom_edge_and_nothing_touches_the_others(pose: PoseName, seed: int) -> None:
    alpha = alpha_of(drawn(seed, pose))
    assert alpha[-1].max() == 255
    widest = np.flatnonzero(alpha[-1] > 127)
    assert 35 < widest.size / COARSE < 260  # an arm; two of them where an elbow rests on the table
    assert alpha[0].max() == 0
    assert alpha[:, 0].max() == 0
    assert alpha[:, -1].max() == 0


@pytest.mark.parametrize("pose", POSES)
def test_a_hand_is_one_opaque_thing_with_soft_edges(pose: PoseName) -> None:
    alpha = alpha_of(drawn(7, pose, px_per_mm=2.0))
    count, _, sizes, _ = cv2.connectedComponentsWithStats((alpha > 127).astype(np.uint8))
    assert sizes[1:, cv2.CC_STAT_AREA].max() > 0.985 * sizes[1:, cv2.CC_STAT_AREA].sum(), count
    between = np.mean((alpha > 12) & (alpha < 243))
    assert 0 < between < 0.03  # a rim about a pixel wide, not a haze
    assert np.mean(alpha == 255) > 0.2


@pytest.mark.parametrize(
    ("child", "length", "breadth"),
    [
        pytest.param(False, (165, 205), (70, 100), id="adult"),
        pytest.param(True, (115, 155), (48, 76), id="child"),
    ],
)
@pytest.mark.parametrize("seed", range(6))
def test_a_flat_hand_has_a_persons_measures(
    child: bool, length: tuple[float, float], breadth: tuple[float, float], seed: int
) -> None:
    sprite = drawn(seed, "flat", child=child)
    tip = np.flatnonzero((alpha_of(sprite) > 127).any(axis=1))[0]
    wrist = sprite.bgra.shape[0] - 90.0 * COARSE
    long = (wrist - tip) / COARSE
    assert length[0] < long < length[1]
    # Across the knuckles, just above where the thumb parts from the hand.
    assert breadth[0] < spread_mm(sprite, wrist - 0.47 * long) < breadth[1] * 1.75
    fingertip = cv2.connectedComponentsWithStats((alpha_of(sprite)[tip : tip + 6] > 127).astype(np.uint8))[2]
    assert 6 < fingertip[1:, cv2.CC_STAT_WIDTH].max() / COARSE < 20


def test_drawn_people_stay_within_human_ranges() -> None:
    rng = np.random.default_rng(1)
    adults = [draw_build(rng, None, child=False) for _ in range(60)]
    children = [draw_build(rng, None, child=True) for _ in range(60)]
    assert all(170 <= a.length_mm <= 200 and 80 <= a.breadth_mm <= 95 for a in adults)
    assert all(120 <= c.length_mm <= 150 and c.breadth_mm < 75 for c in children)
    assert {a.side for a in adults} == {"left", "right"}


@pytest.mark.parametrize(("side", "is_left"), [("right", True), ("left", False)])
def test_the_thumb_of_a_right_hand_seen_from_its_back_is_on_the_left(side: Side, is_left: bool) -> None:
    build = draw_build(np.random.default_rng(3), side, child=False)
    posture = draw_posture(np.random.default_rng(3), "flat")
    thumb, little = (pose_skeleton(build, posture).digits[i].joints[3][0] for i in (4, 3))
    assert bool(thumb < little) is is_left


@pytest.mark.parametrize("pose", HANDS)
def test_a_pose_that_curls_the_fingers_is_shorter_than_a_flat_hand(pose: PoseName) -> None:
    reach = {p: int((alpha_of(drawn(11, p, child=False)) > 127).any(axis=1).sum()) for p in ("flat", pose)}
    curled = pose in ("pinching", "fist", "holding")
    assert (reach[pose] < 0.86 * reach["flat"]) is curled


def test_the_anchor_of_a_pointing_hand_is_its_fingertip() -> None:
    sprite = drawn(2, "pointing")
    top_row = int(np.flatnonzero((alpha_of(sprite) > 127).any(axis=1))[0])
    assert sprite.anchor_px is not None
    x, y = sprite.anchor_px
    assert alpha_of(sprite)[int(y), int(x)] == 255
    assert 0 < y - top_row < 15 * COARSE


def test_skin_goes_from_very_light_to_very_dark() -> None:
    asked = [skin_lightness(drawn(20, "flat", tone=tone)) for tone in (0.0, 0.25, 0.5, 0.75, 1.0)]
    assert asked == sorted(asked, reverse=True)
    assert asked[0] > 74
    assert asked[-1] < 30


def test_seeds_alone_bring_the_whole_range_of_skin() -> None:
    lightness = np.array([skin_lightness(drawn(seed, "flat")) for seed in range(16)])
    assert lightness.min() < 38
    assert lightness.max() > 68
    assert np.ptp(np.histogram(lightness, bins=(0, 38, 55, 68, 100))[0]) < 12  # no band takes all


def test_skin_is_warm_at_every_tone() -> None:
    for tone in (0.0, 0.5, 1.0):
        part = drawn(20, "flat", tone=tone).bgra[20:80]
        blue, green, red = part[part[..., 3] > 250][:, :3].mean(axis=0)
        assert red > green > blue


@pytest.mark.parametrize("sleeve", SLEEVES)
def test_every_sleeve_is_drawn_and_only_bare_arms_show_skin_at_the_edge(sleeve: SleeveName) -> None:
    sprite, bare = (
        drawn(31, "relaxed", sleeve=sleeve, tone=0.3),
        drawn(31, "relaxed", sleeve="bare", tone=0.3),
    )
    last, skin = sprite.bgra[-1], bare.bgra[-1]
    colour = last[last[:, 3] == 255][:, :3].mean(axis=0)
    flesh = skin[skin[:, 3] == 255][:, :3].mean(axis=0)
    assert bool(np.abs(colour - flesh).max() < 2) is (sleeve == "bare")


def test_twice_the_scale_is_the_same_hand_at_twice_the_size() -> None:
    small, large = drawn(8, "relaxed", px_per_mm=1.5), drawn(8, "relaxed", px_per_mm=3.0)
    assert large.size_mm == pytest.approx(small.size_mm, abs=1.0)
    assert large.height_mm == pytest.approx(small.height_mm, abs=1.5)
    shrunk = cv2.resize(large.bgra, small.bgra.shape[1::-1], interpolation=cv2.INTER_AREA)
    apart = np.abs(shrunk[..., 3].astype(int) - alpha_of(small))
    assert apart.mean() < 2.0
    both = (shrunk[..., 3] > 250) & (alpha_of(small) > 250)
    assert np.abs(shrunk[both].astype(int) - small.bgra[both]).mean() < 6


def test_the_lit_side_of_a_finger_is_lighter() -> None:
    left, right = (drawn(12, "pointing", light_deg=deg, px_per_mm=2.0).bgra for deg in (270.0, 90.0))
    row = int(np.flatnonzero((left[..., 3] > 127).any(axis=1))[0]) + 40
    finger = np.flatnonzero(left[row, :, 3] > 250)
    half = finger.size // 2
    brighter = left[row, finger, :3].astype(int).sum(axis=1) - right[row, finger, :3].astype(int).sum(axis=1)
    assert brighter[:half].mean() > 15
    assert brighter[half:].mean() < -15


def test_the_colour_goes_on_beyond_the_outline() -> None:
    sprite = drawn(15, "flat", px_per_mm=2.0, tone=0.2)
    edge = (alpha_of(sprite) > 20) & (alpha_of(sprite) < 120)
    assert sprite.bgra[edge][:, 2].mean() > 60  # a dark seam would pull this down


@pytest.mark.parametrize("seed", range(4))
def test_a_hand_rests_or_hovers_at_a_plausible_height(seed: int) -> None:
    resting = hand(np.random.default_rng(seed), COARSE, 0.0, "flat", arm_mm=60.0, lift_mm=0.0, child=False)
    lifted = hand(np.random.default_rng(seed), COARSE, 0.0, "flat", arm_mm=60.0, lift_mm=50.0, child=False)
    assert 20 < resting.height_mm < 75
    assert lifted.height_mm == pytest.approx(resting.height_mm + 50, abs=0.5)
