"""Hands over the table: a human hand with forearm and sleeve, as a camera above sees it.

The hand points up in its picture and the arm leaves at the bottom edge; the renderer turns it so that it
enters from a border of the camera's view. Sizes are those of people, skin from very light to very dark.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from hardware.virtual.hand_field import Field, Rod, arm_rods, build_field, hand_rods
from hardware.virtual.hand_shape import (
    POSES,
    USUAL_BREADTH_MM,
    PoseName,
    Side,
    Skeleton,
    Vector,
    draw_build,
    draw_posture,
    pose_skeleton,
)
from hardware.virtual.hand_skin import BLEED, draw_skin, emboss, paint_skin
from hardware.virtual.hand_wear import (
    PIECE_REACH_MM,
    Piece,
    draw_jewellery,
    held_piece,
    wear_at_wrist,
    wear_ring,
)
from hardware.virtual.relief import (
    MARGIN_MM,
    Bytes,
    Colour,
    Floats,
    Grid,
    coverage,
    lay_over,
    noise,
    relief_shade,
    shade_colour,
    with_alpha,
)
from hardware.virtual.sleeves import Cloth, SleeveName, draw_sleeve, lay_sleeve
from hardware.virtual.sprites import Sprite

__all__ = ["POSES", "PoseName", "Side", "SleeveName", "hand"]

_OFTEN = (0.12, 0.2, 0.22, 0.08, 0.18, 0.14, 0.06)  # how often each of POSES happens at a games table
REST_MM = 1.0  # fingertips are soft: the lowest point of a resting hand is flattened on the table


def hand(
    rng: np.random.Generator,
    px_per_mm: float,
    light_deg: float,
    pose: PoseName | None = None,
    *,
    side: Side | None = None,
    child: bool | None = None,
    tone: float | None = None,
    sleeve: SleeveName | None = None,
    arm_mm: float | None = None,
    lift_mm: float | None = None,
) -> Sprite:
    """Draw a hand pointing up whose arm leaves at the bottom; one seed gives one hand at any scale.

    `light_deg` says where the light comes from, clockwise from the top of this picture (turn it along
    with the sprite). What is not given is drawn: `tone` runs from 0 (very light skin) to 1 (very dark),
    `arm_mm` is the length of arm shown below the wrist, `lift_mm` how far the lowest fingertip hovers
    over the table. The anchor is what the hand points at, holds or rests on; the height is that of the
    hand, from where the arm may rise further.
    """
    drawn_pose = POSES[int(rng.choice(len(POSES), p=_OFTEN))]
    pose = pose or drawn_pose
    young = bool(rng.random() < 0.25) if child is None else child
    build = draw_build(rng, side, young)
    posture = draw_posture(rng, pose)
    skin = draw_skin(rng, tone, young)
    jewels = draw_jewellery(rng, young)
    cloth_drawn = draw_sleeve(rng, sleeve)
    slant, rise, arm_drawn, hover = rng.uniform((-9, -0.06, 170, -25), (9, 0.1, 300, 40))
    arm_length = float(arm_drawn if arm_mm is None else arm_mm)
    lift = float(max(hover, 0.0) if lift_mm is None else lift_mm)

    skeleton = None if pose == "forearm" else pose_skeleton(build, posture)
    down = np.array([math.sin(math.radians(slant)), math.cos(math.radians(slant)), 0.0])
    thick = build.breadth_mm / USUAL_BREADTH_MM
    arm = (
        _elbow_arm(down, arm_length, thick, rng)
        if skeleton is None
        else arm_rods(np.zeros(3), down, arm_length + 60, thick, float(rise))
    )
    holds = pose == "holding" or (pose == "pinching" and rng.random() < 0.5)
    room = _anchor(pose, skeleton, np.zeros(3)) if holds else None
    grid, wrist = _frame(skeleton, arm, arm_length, px_per_mm, lift, cloth_drawn.ease_mm, room)
    arm = [(a + wrist, b + wrist, ra, rb) for a, b, ra, rb in arm]
    skeleton = None if skeleton is None else _moved(skeleton, wrist)
    shown_arm = arm
    if skeleton is not None and cloth_drawn.name != "bare" and cloth_drawn.cuff_mm < arm_length:
        # Under a sleeve nobody sees the arm.
        shown_arm = arm_rods(wrist, down, max(cloth_drawn.cuff_mm, 0) + 30, thick, float(rise))
    palm, fingers = hand_rods(skeleton) if skeleton is not None else ([], [])
    field = build_field(grid, palm, fingers, shown_arm, thick)

    # Marks and textures have their own generator: how many there are must not change what is drawn next.
    detail = np.random.default_rng(rng.integers(2**63))
    palm_up = 90 < posture.roll < 270
    if skeleton is not None:
        emboss(field, skeleton, skin, grid, detail, palm_up)
    bgr = paint_skin(field, skeleton, skin, grid, detail, palm_up)
    alpha = coverage(field.edge, px_per_mm)
    if skeleton is not None:
        if jewels.ring_on is not None and not palm_up:
            wear_ring(jewels, bgr, field.height, grid, skeleton.digits[jewels.ring_on])
        if jewels.wrist != "none" and (cloth_drawn.name == "bare" or cloth_drawn.cuff_mm > 60):
            wear_at_wrist(jewels, bgr, field.height, alpha, grid, wrist, down, thick, detail)
    cloth = lay_sleeve(cloth_drawn, detail, grid, arm, wrist, down, thick, has_cuff=skeleton is not None)
    anchor = _anchor(pose, skeleton, wrist)
    piece = held_piece(detail, grid, anchor, float(anchor[2])) if holds else None
    picture, height = _develop(field, bgr, alpha, cloth, piece, grid, light_deg, detail)
    top = float(height[: max(1, int(wrist[1] * px_per_mm))].max())
    return Sprite(picture, px_per_mm, top, (float(anchor[0] * px_per_mm), float(anchor[1] * px_per_mm)))


def _develop(
    field: Field,
    bgr: Bytes,
    alpha: Floats,
    cloth: Cloth | None,
    piece: Piece | None,
    grid: Grid,
    light_deg: float,
    rng: np.random.Generator,
) -> tuple[Bytes, Floats]:
    """Lay skin, cloth and piece over each other, light them together, and give BGRA and heights."""
    height = np.maximum(field.height, 0)
    whole = alpha
    if piece is not None:  # under the fingers
        beside = (1 - alpha) * piece.alpha
        height = height * (1 - beside) + piece.height * beside
        lay_over(bgr, piece.colour, (1 - alpha) * (piece.alpha > 0))
        whole = np.maximum(alpha, piece.alpha)
    bleed: Colour = BLEED
    pores = noise(rng, grid, 0.9)
    if cloth is not None:
        rows = slice(cloth.first_row, None)
        height[rows] += (np.maximum(cloth.height, 0) - height[rows]) * cloth.hides
        lay_over(bgr[rows], cloth.bgr, cloth.hides)
        whole = whole.copy()
        np.maximum(whole[rows], cloth.alpha, out=whole[rows])
        whole[rows] *= np.maximum(1 - cloth.hides, cloth.alpha)
    shade, shine = relief_shade(height, grid.px_per_mm, light_deg, reach_mm=28.0, gloss=0.07)
    if cloth is not None:
        shine[rows] *= 1 - cloth.hides
        pores[rows] *= 1 - cloth.hides
    shade *= 1 + pores * np.float32(0.018)
    lit = shade_colour(bgr, shade, bleed, shine)
    return with_alpha(lit, whole), height


def _frame(
    skeleton: Skeleton | None,
    arm: list[Rod],
    arm_mm: float,
    px_per_mm: float,
    lift_mm: float,
    ease_mm: float,
    piece_at: Vector | None,
) -> tuple[Grid, Vector]:
    """Choose the picture round a hand and where its wrist comes to be (x, y, z), `lift_mm` high."""
    loose = ease_mm * 1.4 + 5  # a sleeve's folds stand out from the arm
    palm, fingers = ([], []) if skeleton is None else hand_rods(skeleton)
    flesh = palm + [rod for finger in fingers for rod in finger]
    round_it = [(p, r + loose) for a, b, ra, rb in arm for p, r in ((a, ra), (b, rb))]
    round_it += [(p, r + 4) for a, b, ra, rb in flesh for p, r in ((a, ra), (b, rb))]
    if piece_at is not None:
        round_it.append((piece_at, PIECE_REACH_MM))
    lowest = min(min(a[2] - ra, b[2] - rb) for a, b, ra, rb in flesh or arm)
    left = min(float(p[0]) - r for p, r in round_it) - MARGIN_MM
    right = max(float(p[0]) + r for p, r in round_it) + MARGIN_MM
    top = min(float(p[1]) - r for p, r in round_it) - MARGIN_MM
    return Grid(right - left, arm_mm - top, px_per_mm), np.array([-left, -top, lift_mm - lowest - REST_MM])


def _elbow_arm(down: Vector, arm_mm: float, thick: float, rng: np.random.Generator) -> list[Rod]:
    """Lay an elbow on the table: upper arm and forearm both go back to the person it belongs to."""
    spread = math.radians(float(rng.uniform(14, 34)) * (1 if rng.random() < 0.5 else -1))
    back = np.array([math.sin(math.radians(5) + spread), math.cos(math.radians(5) + spread), 0.0])
    far = arm_mm + 60
    end = np.array([*(down[:2] * far), far * 0.5])
    other = np.array([*(back[:2] * (far / max(back[1], 0.5))), far * 0.3])
    return [(np.zeros(3), end, 29.0 * thick, 40.0 * thick), (np.zeros(3), other, 29.0 * thick, 30.0 * thick)]


def _moved(skeleton: Skeleton, shift: Vector) -> Skeleton:
    return replace(
        skeleton,
        digits=tuple(replace(d, joints=d.joints + shift) for d in skeleton.digits),
        rays=tuple((a + shift, b + shift, ra, rb) for a, b, ra, rb in skeleton.rays),
        knuckles=skeleton.knuckles + shift,
    )


def _anchor(pose: PoseName, skeleton: Skeleton | None, wrist: Vector) -> Vector:
    """Give the point (x, y, z in mm) that the hand is there for."""
    if skeleton is None:
        return wrist
    index, thumb = skeleton.digits[0].joints[3], skeleton.digits[4].joints[3]
    if pose in ("pinching", "holding"):
        return np.asarray((index + thumb) / 2)
    return np.asarray(index if pose == "pointing" else skeleton.digits[1].joints[3])
