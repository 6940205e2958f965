"""Triolet tokens: bevelled squares with a large number, the small count at the bottom right, or a star."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.virtual.fonts import draw_text
from hardware.virtual.pieces import PieceArt, bevel_slope, outline_alpha, rounded_outline
from hardware.virtual.textures import material
from hardware.virtual.triolet_board import star_mask
from hardware.virtual.triolet_look import PRINTED_COUNTS, Bgr, TrioletLook

Bytes = NDArray[np.uint8]
JOKER = "joker"
FACES = (*map(str, range(16)), JOKER)


class TokenSet:
    """The tokens of one look at one scale; what they share is drawn once."""

    def __init__(
        self,
        look: TrioletLook,
        px_per_mm: float,
        rng: np.random.Generator,
        counts: Mapping[str, int] = PRINTED_COUNTS,
    ) -> None:
        self.look, self.px_per_mm, self._counts = look, px_per_mm, counts
        side = look.token_side_mm
        pixels = round(side * px_per_mm) + 4
        corner = side / 2
        corners = np.array([[-corner, -corner], [corner, -corner], [corner, corner], [-corner, corner]])
        self._outline = rounded_outline(corners, look.token_radius * side)
        self._alpha = outline_alpha(self._outline, (pixels, pixels), px_per_mm)
        self._slope = bevel_slope(self._alpha, look.bevel * side * px_per_mm, steepness=0.8)
        # One sheet of material to cut all tokens from: no two have the same grain.
        self._sheet = material(look.token_material, rng, (pixels * 3, pixels * 3), px_per_mm)
        self._pixels = pixels
        self._faces: dict[str, tuple[Bytes, Bytes]] = {}

    def art(self, face: str, rng: np.random.Generator) -> PieceArt:
        """One token with this face, its grain and print a little its own."""
        if face not in FACES:
            raise ValueError(f'No token has the face "{face}": faces are 0 to 15 and joker.')
        y, x = rng.integers(0, self._pixels * 2, 2)
        surface = self._sheet[y : y + self._pixels, x : x + self._pixels].copy()
        ink_bgr, mask = self._print(face)
        strength = np.float32(rng.uniform(0.86, 1.0) / 255)  # worn print lets the token show through
        share = (mask.astype(np.float32) * strength)[..., None]
        surface = (surface * (1 - share) + ink_bgr.astype(np.float32) * share + 0.5).astype(np.uint8)
        slope = self._slope
        if self.look.engraved:
            slope = slope + _engraving(mask)
        wall = np.median(self._sheet.reshape(-1, 3)[::97], axis=0) * 0.82
        blue, green, red = (int(n) for n in wall)
        return PieceArt(
            face=surface,
            alpha=self._alpha,
            slope=slope,
            px_per_mm=self.px_per_mm,
            outline_mm=self._outline,
            height_mm=self.look.token_mm,
            wall_bgr=(blue, green, red),
            gloss=self.look.gloss,
        )

    def _print(self, face: str) -> tuple[Bytes, Bytes]:
        """Ink colours (h, w, 3) and how much ink there is (h, w), the same for every token of this face."""
        if face not in self._faces:
            ink = np.zeros((self._pixels, self._pixels, 3), np.uint8)
            mask = np.zeros((self._pixels, self._pixels), np.uint8)
            colour = self._ink_of(face)
            ink[:] = colour
            side = self.look.token_side_mm * self.px_per_mm
            if face == JOKER:
                self._stamp(mask, _joker(self.look.joker, round(0.58 * side)), (0, -0.02))
            else:
                self._stamp(mask, self._number(face, side), self.look.number_shift)
            self._stamp_count(mask, str(self._counts[face]), side)
            self._faces[face] = ink, mask
        return self._faces[face]

    def _number(self, face: str, side: float) -> Bytes:
        height = max(4, round(self.look.number_share * side))
        drawn = draw_text(self.look.font.path, face, height, spacing=-0.02, stretch=self.look.stretch)
        widest = 0.74 * side
        if drawn.shape[1] > widest:  # two wide digits are printed narrower rather than smaller
            drawn = np.asarray(
                cv2.resize(drawn, (round(widest), drawn.shape[0]), interpolation=cv2.INTER_AREA)
            )
        if self.look.underlined and face in ("6", "9"):
            bar = max(1, round(0.07 * height))
            drawn = np.vstack(
                [drawn, np.zeros((bar, drawn.shape[1]), np.uint8), np.full((bar, drawn.shape[1]), 255)]
            )
        return np.asarray(drawn, np.uint8)

    def _stamp_count(self, mask: Bytes, text: str, side: float) -> None:
        drawn = draw_text(self.look.font.path, text, max(3, round(self.look.count_share * side)))
        h, w = drawn.shape
        margin = round((self.look.bevel + 0.06) * side) + 2
        y0, x0 = self._pixels - margin - h, self._pixels - margin - w
        spot = mask[y0 : y0 + h, x0 : x0 + w]
        np.maximum(spot, drawn, out=spot)

    def _stamp(self, mask: Bytes, drawn: Bytes, shift: tuple[float, float]) -> None:
        h, w = drawn.shape
        side = self.look.token_side_mm * self.px_per_mm
        y0 = round((self._pixels - h) / 2 + shift[1] * side)
        x0 = round((self._pixels - w) / 2 + shift[0] * side)
        y0, x0 = max(1, min(y0, self._pixels - h - 1)), max(1, min(x0, self._pixels - w - 1))
        spot = mask[y0 : y0 + h, x0 : x0 + w]
        np.maximum(spot, drawn, out=spot)

    def _ink_of(self, face: str) -> Bgr:
        if face == JOKER:
            return self.look.joker_bgr
        return self.look.inks[int(face) % len(self.look.inks)]


def _joker(style: str, size_px: int) -> Bytes:
    size = max(6, size_px)
    if style == "outlined-star":
        return star_mask(size, 5, outline=0.06)
    if style == "six-star":
        return star_mask(size, 6, inner=0.58)
    if style == "sun":
        return star_mask(size, 12, inner=0.7)
    star = star_mask(size, 5)
    if style == "ringed-star":
        small = cv2.resize(star, (round(size * 0.72), round(size * 0.72)), interpolation=cv2.INTER_AREA)
        ring = np.zeros((size, size), np.uint8)
        cv2.circle(ring, (size // 2, size // 2), round(size * 0.46), 255, max(1, size // 18), cv2.LINE_AA)
        at = (size - small.shape[0]) // 2
        spot = ring[at : at + small.shape[0], at : at + small.shape[1]]
        np.maximum(spot, small, out=spot)
        return ring
    return star


def _engraving(mask: Bytes) -> NDArray[np.float32]:
    """The slopes of print that is pressed in: its edges fall towards the middle of the strokes."""
    depth = cv2.GaussianBlur(mask, (0, 0), 1.2)
    along_x = cv2.Sobel(depth, cv2.CV_32F, 1, 0, ksize=3, scale=1 / 255)
    along_y = cv2.Sobel(depth, cv2.CV_32F, 0, 1, ksize=3, scale=1 / 255)
    return np.asarray(np.stack([along_x, along_y], axis=2) * 0.35, np.float32)
