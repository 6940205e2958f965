"""The light in the virtual room: where it comes from, how hard and how warm it is, and who stands in it."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin, tan

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Light:
    """One main light and the ambient light around it.

    Colours are linear BGR, about 1 for white. `bars` draws the shadow of window bars, `leaning` the soft
    shadow of somebody leaning over the table, both as (x, y) in the picture's half widths.
    """

    from_deg: float = 315.0  # where on the table the light comes from, clockwise from its top (-y)
    elevation_deg: float = 55.0
    direct: float = 0.55  # its share of all light; the rest is ambient
    direct_bgr: tuple[float, float, float] = (1.0, 1.0, 1.0)
    ambient_bgr: tuple[float, float, float] = (1.0, 1.0, 1.0)
    softness_mm: float = 4.0  # how far a shadow's edge is smeared for each 10 mm of height
    falloff: float = 0.0  # how much darker the far side is, 0 to 0.7
    exposure: float = 1.0
    bars: tuple[float, float, float, float] | None = None  # turn in degrees, width, spacing, depth 0 … 1
    leaning: tuple[float, float, float, float] | None = None  # x, y, radius, depth 0 … 1

    @property
    def towards(self) -> tuple[float, float]:
        """The direction on the table that the light travels in, as a unit vector x, y."""
        angle = radians(self.from_deg)
        return -sin(angle), cos(angle)

    def shadow_mm(self, height_mm: float) -> tuple[float, float]:
        """How far a shadow falls from something of this height."""
        reach = height_mm / tan(radians(self.elevation_deg))
        return self.towards[0] * reach, self.towards[1] * reach

    def field(self, size: tuple[int, int], roll_deg: float = 0.0) -> tuple[Floats, Floats]:
        """How much ambient and direct light reaches each pixel of a (width, height) picture, both (h, w).

        The table appears turned by `roll_deg` in the picture, and the light with it.
        Drawn small and enlarged: light has no fine detail but the window bars, and those are soft too.
        """
        width, height = size
        small = (max(2, width // 8), max(2, height // 8))
        x, y = np.meshgrid(
            np.linspace(-1, 1, small[0], dtype=np.float32),
            np.linspace(-height / width, height / width, small[1], dtype=np.float32),
        )
        angle = radians(self.from_deg + roll_deg)
        along = y * cos(angle) - x * sin(angle)  # -1 near the light … 1 far away
        fall = 1 - self.falloff * np.clip((along + 1) / 2, 0, 1)
        ambient = (fall * 0.6 + 0.4).astype(np.float32)
        direct = fall.astype(np.float32)
        if self.bars is not None:
            turn, bar, spacing, depth = self.bars
            across = x * cos(radians(turn)) + y * sin(radians(turn))
            phase = np.abs(np.mod(across, spacing) - spacing / 2)
            direct *= 1 - depth * np.clip((bar - phase) / (0.15 * bar) + 0.5, 0, 1)
        if self.leaning is not None:
            at_x, at_y, radius, depth = self.leaning
            near = np.exp(-((x - at_x) ** 2 + (y - at_y) ** 2) / (2 * radius**2))
            direct *= 1 - depth * near
            ambient *= 1 - 0.35 * depth * near
        return (
            np.asarray(cv2.resize(ambient, size, interpolation=cv2.INTER_LINEAR), np.float32),
            np.asarray(cv2.resize(direct, size, interpolation=cv2.INTER_LINEAR), np.float32),
        )
