"""The bones of a hand in millimetres: proportions, poses, and where every joint then is in space.

A hand is bent in its own axes (x to the right, y towards the fingers, z out of its back, the wrist at the
origin; a right hand, so the thumb is at negative x) and then turned as a whole: rolled about its length,
pitched at the wrist, bent sideways. What leaves this module is in image axes relative to the wrist: x
right, y down, z up.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]
PoseName = Literal["flat", "pointing", "pinching", "fist", "relaxed", "holding", "forearm"]
POSES: tuple[PoseName, ...] = get_args(PoseName)
Side = Literal["left", "right"]

# For a hand of 188 mm from wrist to middle fingertip and 84 mm across the knuckles. Phalanges are as long as
# adult bones; from the web, the middle finger then measures about 73 mm (70.7 +- 5.2 in a survey of young
# adults, doi 10.5115/acb.23.310). The last phalanx ends at the centre of the round fingertip, whose radius
# comes on top. Order: index, middle, ring, little.
USUAL_LENGTH_MM, USUAL_BREADTH_MM = 188.0, 84.0
KNUCKLES = ((-25.0, 86.0, 0.0), (-7.0, 90.0, 2.0), (11.0, 85.5, 1.0), (27.0, 77.0, -3.5))
CARPALS = ((-13.0, 0.0, -1.5), (-4.5, 0.0, 0.5), (4.5, 0.0, 0.0), (13.0, 0.0, -2.5))
PHALANGES = ((42.0, 25.0, 16.5), (46.0, 29.0, 17.0), (42.0, 27.0, 17.0), (33.5, 19.5, 15.0))
RADII = ((10.3, 9.3, 8.2, 6.9), (10.5, 9.4, 8.3, 7.0), (10.0, 8.9, 7.9, 6.7), (8.9, 7.9, 7.0, 5.9))
THUMB_ROOT = (-17.0, 17.0, -7.0)
THUMB_BONES = (45.0, 33.0, 20.0)
THUMB_RADII = (13.5, 10.8, 10.2, 8.0)


@dataclass(frozen=True, slots=True)
class Build:
    """One person's hand: its length and breadth in mm, how thick its fingers are against the usual."""

    length_mm: float
    breadth_mm: float
    plump: float
    side: Side


@dataclass(frozen=True, slots=True)
class Posture:
    """How a hand is held: angles in degrees, `flex` per finger at knuckle, middle and end joint."""

    flex: tuple[tuple[float, float, float], ...]
    spread: tuple[float, float, float, float]
    thumb_out: float  # of the metacarpal, away from the fingers
    thumb_down: float
    grip: Literal["none", "index", "fist", "side"]  # what the thumb's tip goes to
    roll: float = 0.0  # positive shows the thumb's side; 180 shows the palm
    pitch: float = 0.0  # positive lowers the fingertips
    bend: float = 0.0  # positive turns the hand clockwise against the forearm


@dataclass(frozen=True, slots=True, eq=False)
class Digit:
    """A finger or thumb: points from root to tip, the way each phalanx's back looks, radii, bends."""

    joints: Vector  # (4, 3)
    backs: Vector  # (3, 3), unit vectors out of the nail's side
    radii: tuple[float, float, float, float]
    bends: tuple[float, float]  # degrees at the middle and end joint


@dataclass(frozen=True, slots=True, eq=False)
class Skeleton:
    """A posed hand: index to little finger, then the thumb; the palm's rays as rods with two radii."""

    digits: tuple[Digit, ...]
    rays: tuple[tuple[Vector, Vector, float, float], ...]
    knuckles: Vector  # (4, 3)
    back: Vector  # the way the back of the hand looks
    side_axis: Vector  # from the thumb's side to the little finger's
    scale: float


def draw_build(rng: np.random.Generator, side: Side | None, child: bool) -> Build:
    """Draw a person: adults 170 to 200 mm long and 80 to 95 mm broad, children 120 to 150 mm long."""
    drawn: Side = "right" if rng.random() < 0.6 else "left"
    length = rng.uniform(120, 150) if child else rng.uniform(170, 200)
    # Children's hands are a little plumper; adults' breadth follows length loosely.
    breadth = (
        length * rng.uniform(0.455, 0.49) if child else np.clip(length * rng.uniform(0.44, 0.49), 80, 95)
    )
    return Build(
        float(length), float(breadth), float(rng.uniform(0.9, 1.08) + (0.03 if child else 0)), side or drawn
    )


def draw_posture(rng: np.random.Generator, pose: PoseName) -> Posture:
    """Draw one way of holding a hand in the named pose; no two draws are quite alike."""

    def jitter(
        flex: tuple[tuple[float, float, float], ...], by: float
    ) -> tuple[tuple[float, float, float], ...]:
        bent = [np.array(one) + rng.normal(0, by, 3) for one in flex]
        return tuple((float(one[0]), float(max(one[1], 0)), float(max(one[2], 0))) for one in bent)

    open_up = rng.uniform(0.3, 1.3)
    spread = tuple(float(a * open_up + rng.normal(0, 1.2)) for a in (-10.0, -2.0, 6.0, 15.0))
    fan = (spread[0], spread[1], spread[2], spread[3])
    bend, roll = float(rng.normal(0, 9)), float(rng.normal(6, 9))
    if pose == "flat":
        return Posture(
            jitter(((4, 6, 3),) * 4, 3),
            fan,
            float(rng.uniform(24, 52)),
            12,
            "none",
            roll * 0.6,
            float(rng.uniform(0, 8)),
            bend,
        )
    if pose == "pointing":
        return Posture(
            jitter(((14, 10, 6), (62, 82, 42), (68, 88, 45), (68, 84, 42)), 6),
            (-3, 0, 3, 6),
            22,
            28,
            "side",
            float(rng.uniform(0, 45)),
            float(rng.uniform(5, 22)),
            bend,
        )
    if pose == "fist":
        return Posture(
            jitter(((72, 92, 58), (76, 95, 60), (78, 95, 60), (78, 92, 58)), 5),
            (-3, -1, 1, 4),
            20,
            34,
            "fist",
            float(rng.uniform(-10, 40)),
            float(rng.uniform(-5, 18)),
            bend,
        )
    if pose in ("pinching", "holding"):
        wide = rng.uniform(0, 1)
        others = (
            (44 + 10 * wide, 40 + 22 * wide, 24),
            (50 + 12 * wide, 46 + 24 * wide, 28),
            (54 + 12 * wide, 48 + 24 * wide, 28),
        )
        first = (34.0, 36.0, 14.0) if pose == "holding" else (40.0, 46.0, 18.0)
        return Posture(
            jitter((first, *others), 5),
            (-2, 0, 3, 8),
            30,
            38,
            "index",
            float(rng.uniform(5, 42)),
            float(rng.uniform(8, 30)),
            bend,
        )
    curl = rng.uniform(0.5, 1.35)  # relaxed, and the hand that a bare forearm would end in
    flex = jitter(
        tuple(
            (a * curl, b * curl, c * curl)
            for a, b, c in ((18, 28, 14), (24, 34, 18), (28, 38, 20), (30, 36, 20))
        ),
        5,
    )
    palm_up = rng.random() < 0.22
    return Posture(
        flex,
        fan,
        float(rng.uniform(22, 42)),
        26,
        "none",
        180 + roll if palm_up else roll * 1.6,
        float(rng.uniform(-4, 6) if palm_up else rng.uniform(2, 16)),
        bend,
    )


def pose_skeleton(build: Build, posture: Posture) -> Skeleton:
    """Bend and turn a hand; the result is relative to the wrist, in image axes."""
    long, wide = build.length_mm / USUAL_LENGTH_MM, build.breadth_mm / USUAL_BREADTH_MM
    size = np.array([wide, long, wide])
    thick = wide * build.plump
    knuckles = [np.array(k) * size for k in KNUCKLES]
    digits = [
        _finger(
            knuckles[i],
            posture.flex[i],
            posture.spread[i],
            tuple(b * long for b in PHALANGES[i]),
            tuple(r * thick for r in RADII[i]),
        )
        for i in range(4)
    ]
    digits.append(_thumb(posture, digits, size, long, thick))
    rays = [
        (np.array(CARPALS[i]) * size, knuckles[i] * np.array([1, 0.97, 1]), 14.0 * wide, 10.6 * wide)
        for i in range(4)
    ]
    thumb = digits[4].joints
    rays.append((np.array([-12.0, 12, -3]) * size, thumb[1], 14.0 * wide, 10.6 * thick))  # ball of the thumb
    rays.append((np.array([17.0, 14, -4]) * size, np.array([29.0, 58, -5]) * size, 13.0 * wide, 10.5 * wide))
    # The webs: skin between the fingers reaches about half way up the first phalanx.
    for one, other in ((0, 1), (1, 2), (2, 3)):
        ends = [
            digits[k].joints[0] * 0.62 + digits[k].joints[1] * 0.38 - digits[k].backs[0] * 2.5
            for k in (one, other)
        ]
        rays.append((ends[0], ends[1], 5.5 * thick, 5.5 * thick))
    rays.append(
        (knuckles[0] * 0.72 + np.array([0, 0, -6.0]), thumb[1] * 0.8 + thumb[2] * 0.2, 7.0 * wide, 7.0 * wide)
    )
    turn = _turn(posture, build.side)
    placed = tuple(replace(d, joints=d.joints @ turn.T, backs=d.backs @ turn.T) for d in digits)
    return Skeleton(
        placed,
        tuple((turn @ a, turn @ b, ra, rb) for a, b, ra, rb in rays),
        np.array(knuckles) @ turn.T,
        turn @ np.array([0.0, 0, 1]),
        turn @ np.array([1.0, 0, 0]),
        wide,
    )


def _finger(
    root: Vector,
    flex: tuple[float, float, float],
    spread: float,
    bones: tuple[float, ...],
    radii: tuple[float, ...],
) -> Digit:
    out = np.array([math.sin(math.radians(spread)), math.cos(math.radians(spread)), 0.0])
    joints, backs, angle = [root], [], 0.0
    for bend, bone in zip(flex, bones, strict=True):
        angle += math.radians(bend)
        joints.append(joints[-1] + bone * (math.cos(angle) * out + np.array([0, 0, -math.sin(angle)])))
        backs.append(math.sin(angle) * out + np.array([0, 0, math.cos(angle)]))
    return Digit(
        np.array(joints), np.array(backs), (radii[0], radii[1], radii[2], radii[3]), (flex[1], flex[2])
    )


def _thumb(posture: Posture, fingers: list[Digit], size: Vector, long: float, thick: float) -> Digit:
    """Lay the thumb freely to the side, or bend its last two bones so that the tip meets what it grips."""
    root = np.array(THUMB_ROOT) * size
    first, second, third = (bone * long for bone in THUMB_BONES)
    radii = [r * thick for r in THUMB_RADII]
    out, down = math.radians(posture.thumb_out), math.radians(posture.thumb_down)
    along = np.array([-math.sin(out) * math.cos(down), math.cos(out) * math.cos(down), -math.sin(down)])
    index, middle = fingers[0], fingers[1]
    if posture.grip == "none":
        target = root + along * (first + second + third) + np.array([0.3, 0.2, 0.1]) * 18 * long
    elif posture.grip == "index":
        tip = index.joints[3] - index.backs[2] * (index.radii[3] + radii[3] * 0.8 + 2.0)
        target = tip + np.array([-2.0, -3.0, 0.0])
    elif posture.grip == "fist":
        target = index.joints[2] * 0.5 + middle.joints[2] * 0.5 + np.array([-4.0, 3.0, -11.0])
    else:
        target = middle.joints[1] * 0.6 + index.joints[0] * 0.4 + np.array([-13.0, 2.0, -12.0]) * thick
    towards = target - root
    along = along * 0.62 + towards / np.linalg.norm(towards) * 0.38
    knuckle = root + along / np.linalg.norm(along) * first
    joint = _elbow(knuckle, target, second, third, np.array([-1.0, 0.15, 0.35]))
    last = (target - joint) / np.linalg.norm(target - joint)
    joints = np.array([root, knuckle, joint, joint + last * third])
    # A thumb lies a quarter turn round from the fingers: its nail looks up and outwards.
    looks = np.array([-0.62, 0.0, 0.78])
    backs = []
    for start, end in pairwise(joints):
        way = (end - start) / np.linalg.norm(end - start)
        back = looks - way * float(looks @ way)
        backs.append(back / np.linalg.norm(back))
    return Digit(joints, np.array(backs), (radii[0], radii[1], radii[2], radii[3]), (12.0, 15.0))


def _elbow(start: Vector, target: Vector, upper: float, lower: float, pole: Vector) -> Vector:
    """Find the joint between two bones from `start` to `target`, pushed out to the side of `pole`."""
    way = target - start
    far = float(np.clip(np.linalg.norm(way), abs(upper - lower) + 1, (upper + lower) * 0.985))
    way = way / np.linalg.norm(way)
    along = (upper * upper - lower * lower + far * far) / (2 * far)
    out = pole - way * float(pole @ way)
    out = out / np.linalg.norm(out)
    return np.asarray(start + way * along + out * math.sqrt(max(upper * upper - along * along, 0.0)))


def _turn(posture: Posture, side: Side) -> Vector:
    """Give the matrix from a right hand's own axes to image axes, mirrored for a left hand."""
    roll, pitch, bend = (math.radians(a) for a in (posture.roll, -posture.pitch, -posture.bend))
    about_y = np.array([[math.cos(roll), 0, math.sin(roll)], [0, 1, 0], [-math.sin(roll), 0, math.cos(roll)]])
    about_x = np.array(
        [[1, 0, 0], [0, math.cos(pitch), -math.sin(pitch)], [0, math.sin(pitch), math.cos(pitch)]]
    )
    about_z = np.array([[math.cos(bend), -math.sin(bend), 0], [math.sin(bend), math.cos(bend), 0], [0, 0, 1]])
    mirror = np.diag([1.0 if side == "right" else -1.0, -1.0, 1.0])  # image y runs down
    return np.asarray(mirror @ about_z @ about_x @ about_y)
