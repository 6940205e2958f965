"""The marks on a Triominos tile as stamps: digits, pips, and what some sets have in the middle.

A stamp is drawn once for a set, three times finer than the tile and already smoothed to the tile's pixels, so
that it can be laid anywhere, turned a little and off the pixel grid, without jagged edges.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.virtual.fonts import draw_text
from hardware.virtual.triominos_look import TriominosLook

Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]
FINER = 3  # stamp pixels to one pixel of the tile
_PAD_PX = 2 * FINER
_VARIANTS = 6  # of pips drilled by hand, for each number


@dataclass(frozen=True, slots=True, eq=False)
class Stamp:
    """Ink and relief of one mark, its middle in the middle of the picture, the tile's corner above it."""

    layers: Floats  # (h, w, 3): ink from 0 to 1; depth below the face in mm; light that is lost, 0 to 1
    px_per_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class Canvas:
    """A tile in the making: the colours of its face and how deep it is cut, at the same pixels."""

    face: Floats  # (h, w, 3) BGR, 0 to 255
    depth: Floats  # (h, w) mm below the face
    px_per_mm: float

    def press(
        self,
        stamp: Stamp,
        at_mm: tuple[float, float],
        turn_deg: float,
        colour: tuple[int, int, int],
        cover: Floats,
    ) -> None:
        """Lay a stamp, turned clockwise, with its middle at `at_mm`.

        `cover` (h, w) says how much ink is left where, 0 to 1.
        """
        rows, columns = self.depth.shape
        scale = self.px_per_mm / stamp.px_per_mm
        turn = math.radians(turn_deg)
        cos, sin = scale * math.cos(turn), scale * math.sin(turn)
        half_x, half_y = (stamp.layers.shape[1] - 1) / 2, (stamp.layers.shape[0] - 1) / 2
        x = (columns - 1) / 2 + at_mm[0] * self.px_per_mm
        y = (rows - 1) / 2 + at_mm[1] * self.px_per_mm
        reach_x = abs(cos) * half_x + abs(sin) * half_y + 1
        reach_y = abs(sin) * half_x + abs(cos) * half_y + 1
        left, top = max(0, int(x - reach_x)), max(0, int(y - reach_y))
        right, bottom = min(columns, int(x + reach_x) + 2), min(rows, int(y + reach_y) + 2)
        if right <= left or bottom <= top:
            return
        matrix = np.array(
            [
                [cos, -sin, x - left - cos * half_x + sin * half_y],
                [sin, cos, y - top - sin * half_x - cos * half_y],
            ]
        )
        laid = cv2.warpAffine(stamp.layers, matrix, (right - left, bottom - top), flags=cv2.INTER_LINEAR)
        place = np.s_[top:bottom, left:right]
        face = self.face[place]
        alpha = laid[..., 0] * cover[place]
        face += alpha[..., None] * (np.asarray(colour, np.float32) - face)
        face *= (1 - laid[..., 2])[..., None]
        self.depth[place] += laid[..., 1]


def number_stamps(
    look: TriominosLook, px_per_mm: float, rng: np.random.Generator
) -> tuple[tuple[Stamp, ...], ...]:
    """The marks of the numbers 0 to 5, corner above: several each where no two are alike, none for no pip."""
    fine = px_per_mm * FINER
    if look.marks == "digits":
        return tuple((_digit_stamp(look, number, fine),) for number in range(6))
    variants = _VARIANTS if look.pip_jitter_mm > 0.02 else 1
    return (
        (),
        *(tuple(_pip_stamp(look, number, fine, rng) for _ in range(variants)) for number in range(1, 6)),
    )


def _digit_stamp(look: TriominosLook, number: int, fine: float) -> Stamp:
    """A digit with its top towards the corner, or turned by half."""
    mask = draw_text(look.font.path, str(number), max(4, round(look.digit_mm * fine)), 0.0, look.stretch)
    ink = np.pad(mask, _PAD_PX).astype(np.float32) / 255
    if look.is_feet_out:
        ink = ink[::-1, ::-1]
    # A router or a mould leaves walls that are not quite steep.
    soft = cv2.GaussianBlur(ink, (0, 0), max(0.5, 0.1 * fine))
    lost = min(1.0, 3 * look.engraving_mm) * 1.6 * soft * (1 - soft)
    return _stamp(ink, soft * look.engraving_mm, fine, lost)


def _pip_stamp(look: TriominosLook, number: int, fine: float, rng: np.random.Generator) -> Stamp:
    """The pips of a number: printed dots, or holes as a drill leaves them, cones with a flat bottom."""
    most = 2 * look.pip_jitter_mm
    places = _PIPS[look.pip_layout][number]
    room = 2 * look.pip_pitch_mm * float(np.abs(places).max()) + look.pip_mm + 2 * most
    x, y = _grid(room, room, fine)
    radius = look.pip_mm / 2
    inside = np.full(x.shape, -radius, np.float32)
    for across, down in places:
        off = rng.normal(0, look.pip_jitter_mm, 2).clip(-most, most)
        away = np.hypot(x - across * look.pip_pitch_mm - off[0], y - down * look.pip_pitch_mm - off[1])
        inside = np.maximum(inside, radius - away)
    depth = np.clip(inside / radius * 1.35, 0, 1) * look.pip_depth_mm
    # Walls of a hole hide each other from the light, most just inside its edge.
    lost = min(0.5, look.pip_depth_mm) * np.exp(-np.where(inside > 0, inside / 0.35, -inside / 0.15))
    return _stamp(np.clip(inside * fine + 0.5, 0, 1), depth, fine, lost)


def ornament_stamp(look: TriominosLook, px_per_mm: float) -> Stamp | None:
    """What is in the middle of every tile of the set, or nothing."""
    fine = px_per_mm * FINER
    size = look.ornament_mm
    if look.ornament == "stud":
        x, y = _grid(size + 0.4, size + 0.4, fine)
        away = np.hypot(x, y) / (size / 2)
        ink = np.clip((1 - away) * size / 2 * fine + 0.5, 0, 1)
        return _stamp(ink, -0.28 * size / 4 * np.sqrt(np.clip(1 - away**2, 0, 1)), fine)
    if look.ornament == "triangle":
        radius = size / np.sqrt(3)
        x, y = _grid(2 * radius, 2 * radius, fine)
        sides = [x * np.sin(turn) + y * np.cos(turn) for turn in np.deg2rad((0, 120, 240))]
        from_side = radius / 2 - np.max(sides, axis=0)
        ink = np.clip((0.22 - np.abs(from_side - 0.25)) * fine + 0.5, 0, 1)
        return _stamp(ink, 0.2 * ink, fine)
    if look.ornament == "lines":
        reach = 0.8 * look.side_mm / (2 * np.sqrt(3))
        x, y = _grid(2 * reach + 1, 2 * reach + 1, fine)
        ink = np.zeros_like(x)
        for turn in np.deg2rad((0, 120, 240)):
            along, across = x * np.sin(turn) + y * np.cos(turn), x * np.cos(turn) - y * np.sin(turn)
            line = np.minimum(size / 2 - np.abs(across), np.minimum(along + size / 2, reach - along))
            ink = np.maximum(ink, np.clip(line * fine + 0.5, 0, 1))
        return _stamp(ink, 0.18 * ink, fine)
    return None


def back_pattern(look: TriominosLook, size_px: tuple[int, int], px_per_mm: float) -> Floats:
    """The print on the backs as ink from 0 to 1, (h, w), the tile pointing up."""
    rows, columns = size_px
    fine = 2 * px_per_mm
    across, down = ((np.arange(2 * count) - count + 0.5) / fine for count in (columns, rows))
    x, y = np.meshgrid(across, down)
    sides = np.stack([x * np.sin(turn) + y * np.cos(turn) for turn in np.deg2rad((0, 120, 240))])
    from_side = look.side_mm / (2 * np.sqrt(3)) - sides.max(axis=0)
    if look.back_pattern == "triangle":
        ink = (from_side - 0.17 * look.side_mm) * fine
    elif look.back_pattern == "frame":
        ink = (0.35 - np.abs(from_side - 0.09 * look.side_mm)) * fine
    elif look.back_pattern == "lattice":
        pitch = look.side_mm / 12
        near = np.abs((sides + pitch / 2) % pitch - pitch / 2).min(axis=0)
        ink = np.minimum(0.2 - near, from_side - 1.6) * fine
    elif look.back_pattern == "dots":
        pitch = look.side_mm / 9
        row = np.round(y / (pitch * 0.866))
        from_dot = (x + 0.5 * pitch * (row % 2) + pitch / 2) % pitch - pitch / 2
        away = np.hypot(from_dot, y - row * pitch * 0.866)
        ink = np.minimum(0.2 * pitch - away, from_side - 1.6) * fine
    else:
        ink = np.full(x.shape, -1.0)
    shown = np.clip(ink + 0.5, 0, 1).astype(np.float32)
    return np.asarray(cv2.resize(shown, (columns, rows), interpolation=cv2.INTER_AREA), np.float32)


def _stamp(
    ink: NDArray[np.floating],
    depth: NDArray[np.floating],
    fine: float,
    lost: NDArray[np.floating] | None = None,
) -> Stamp:
    layers = np.stack([ink, depth, 0.4 * ink * (1 - ink) if lost is None else lost], axis=2)
    return Stamp(np.asarray(cv2.blur(layers.astype(np.float32), (FINER, FINER)), np.float32), fine)


def _grid(width_mm: float, height_mm: float, fine: float) -> tuple[Floats, Floats]:
    """x and y in mm about the middle of a picture that holds width and height with room around."""
    half_x, half_y = (int(np.ceil(length * fine / 2)) + _PAD_PX for length in (width_mm, height_mm))
    x = np.arange(-half_x, half_x + 1, dtype=np.float32) / np.float32(fine)
    y = np.arange(-half_y, half_y + 1, dtype=np.float32) / np.float32(fine)
    across, down = np.meshgrid(x, y)
    return across, down


# In pitches, corner above: the wooden set of the photographs has the diamond, dice have the square.
_THREE = ((0.0, -0.55), (-0.55, 0.4), (0.55, 0.4))
_PIPS: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "diamond": (
        (),
        ((0.0, 0.0),),
        ((0.0, -0.55), (0.0, 0.55)),
        _THREE,
        ((0.0, -0.8), (-0.75, 0.0), (0.75, 0.0), (0.0, 0.8)),
        ((0.0, -1.0), (-1.0, 0.0), (0.0, 0.0), (1.0, 0.0), (0.0, 1.0)),
    ),
    "square": (
        (),
        ((0.0, 0.0),),
        ((-0.55, 0.0), (0.55, 0.0)),
        _THREE,
        ((-0.55, -0.55), (0.55, -0.55), (-0.55, 0.55), (0.55, 0.55)),
        ((-0.75, -0.75), (0.75, -0.75), (0.0, 0.0), (-0.75, 0.75), (0.75, 0.75)),
    ),
}
