"""Draws the things on the table into one ideal picture: unlit colour, shadow and glare, layer upon layer.

Low things come first. All shadows of one layer are cast before its tops are drawn, since pieces of one
height do not shade each other's faces.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.virtual.light import Light
from hardware.virtual.optics import Matrix, Optics, Points, apply
from hardware.virtual.pieces import PieceArt
from hardware.virtual.sprites import Sprite

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

CAST_DEPTH = 0.92  # a shadow never takes all the direct light: some comes back from the room
CONTACT_DEPTH = 0.35  # how dark the line is where a piece stands on the table


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """A piece and where it lies: its middle in table millimetres, its turn clockwise, what it stands on."""

    art: PieceArt
    x_mm: float
    y_mm: float
    turn_deg: float
    base_mm: float = 0.0
    glare: float = 0.0  # 0 none … 1 the print is washed out
    tone: float = 1.0  # how this piece's colour differs from its set's


class Painter:
    """One picture in the making: unlit `colour`, how much `direct` light arrives, and `glare` on top."""

    def __init__(self, optics: Optics, light: Light, margin_px: int = 64) -> None:
        self.optics, self.light, self.margin_px = optics, light, margin_px
        width, height = optics.size[0] + 2 * margin_px, optics.size[1] + 2 * margin_px
        self.colour: Bytes = np.full((height, width, 3), 128, np.uint8)
        self.direct: Floats = np.ones((height, width), np.float32)
        self.glare: Floats = np.zeros((height, width), np.float32)
        self._has_glare = False
        self.hidden: Bytes | None = None  # where a hand hides what is below it

    def copy(self) -> Painter:
        """The same picture, to be drawn on without changing this one."""
        other = Painter.__new__(Painter)
        other.optics, other.light, other.margin_px = self.optics, self.light, self.margin_px
        other.colour, other.direct, other.glare = self.colour.copy(), self.direct.copy(), self.glare.copy()
        other._has_glare, other.hidden = self._has_glare, None
        return other

    def plane(self, height_mm: float = 0.0) -> Matrix:
        """Table millimetres at one height to pixels of this picture."""
        shift = np.array([[1, 0, self.margin_px], [0, 1, self.margin_px], [0, 0, 1]], np.float64)
        return np.asarray(shift @ self.optics.homography(height_mm), np.float64)

    def cover(self, texture: Bytes, to_mm: Matrix) -> None:
        """Fill the whole picture with a table top; `to_mm` takes its pixels to table millimetres."""
        size = (self.colour.shape[1], self.colour.shape[0])
        self.colour = np.asarray(
            cv2.warpPerspective(
                texture, self.plane() @ to_mm, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
            ),
            np.uint8,
        )

    def sheet(self, picture: Bytes, alpha: Bytes, to_mm: Matrix, height_mm: float) -> None:
        """Lay a flat, wide thing (the board): `to_mm` takes its pixels to table millimetres."""
        rows, columns = alpha.shape
        corners = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float64)
        bend = self.plane(height_mm) @ to_mm
        self._put(picture, alpha, bend, apply(bend, corners))

    def cast(self, outlines: Iterable[tuple[Points, float, float]]) -> None:
        """The shadows of things with these outlines in table millimetres, each with its base and height."""
        things = list(outlines)
        if not things:
            return
        shadows, contacts, tallest = [], [], 0.0
        for outline, base_mm, height_mm in things:
            fall = np.array(self.light.shadow_mm(height_mm))
            both = np.vstack([outline, outline + fall])
            shadows.append(apply(self.plane(base_mm), hull(both)))
            contacts.append(apply(self.plane(base_mm), outline))
            tallest = max(tallest, height_mm)
        scale = self.px_per_mm()
        blur_px = max(0.8, self.light.softness_mm * tallest / 10 * scale / 2)
        box = bounds(np.vstack(shadows), self.direct.shape, round(3 * blur_px) + 2)
        if box is None:
            return
        x0, y0, x1, y1 = box
        for polygons, depth, sigma in (
            (shadows, CAST_DEPTH, blur_px),
            (contacts, CONTACT_DEPTH, max(0.8, 0.6 * scale)),
        ):
            mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
            for polygon in polygons:
                fill(mask, polygon - (x0, y0), 255)
            self.direct[y0:y1, x0:x1] *= 1 - np.float32(depth) * soften(mask, sigma)

    def stand(self, standing: Standing) -> None:
        """Draw one piece: its walls, then its lit upper face."""
        art = standing.art
        turn = rotation(standing.turn_deg)
        outline = art.outline_mm @ turn.T + (standing.x_mm, standing.y_mm)
        foot = apply(self.plane(standing.base_mm), outline)
        top = apply(self.plane(standing.base_mm + art.height_mm), outline)
        self.wall(foot, top, np.array(art.wall_bgr) * standing.tone)

        rows, columns = art.alpha.shape
        to_piece = np.array(
            [[1 / art.px_per_mm, 0, -(columns - 1) / 2 / art.px_per_mm],
             [0, 1 / art.px_per_mm, -(rows - 1) / 2 / art.px_per_mm], [0, 0, 1]]
        )  # fmt: skip
        to_table = np.eye(3)
        to_table[:2, :2], to_table[:2, 2] = turn, (standing.x_mm, standing.y_mm)
        bend = self.plane(standing.base_mm + art.height_mm) @ to_table @ to_piece
        lit = self._lit_face(art, turn, standing.tone)
        self._put(lit, art.alpha, bend, top, standing.glare * art.gloss)

    def sprite(
        self,
        sprite: Sprite,
        x_mm: float,
        y_mm: float,
        turn_deg: float,
        base_mm: float = 0.0,
        hides: bool = False,
    ) -> None:
        """Lay a loose thing with its anchor at (x, y), and its shadow; `hides` keeps its outline."""
        rows, columns = sprite.bgra.shape[:2]
        anchor = sprite.anchor_px or ((columns - 1) / 2, (rows - 1) / 2)
        to_table = np.eye(3)
        to_table[:2, :2] = rotation(turn_deg) / sprite.px_per_mm
        to_table[:2, 2] = np.array([x_mm, y_mm]) - to_table[:2, :2] @ np.array(anchor)
        size = (self.colour.shape[1], self.colour.shape[0])
        alpha = np.ascontiguousarray(sprite.bgra[..., 3])
        corners = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float64)

        # The shadow is the outline itself, shifted; a tall thing's is soft and falls from half its height.
        fall = np.eye(3)
        fall[:2, 2] = self.light.shadow_mm(sprite.height_mm * 0.5)
        shadow = cv2.warpPerspective(
            alpha, self.plane(base_mm) @ fall @ to_table, size, flags=cv2.INTER_LINEAR
        )
        blur_px = max(1.0, self.light.softness_mm * sprite.height_mm / 20 * self.px_per_mm() / 2)
        self.direct *= 1 - CAST_DEPTH * soften(np.asarray(shadow, np.uint8), blur_px)

        bend = self.plane(base_mm + sprite.height_mm * 0.5) @ to_table
        self._put(np.ascontiguousarray(sprite.bgra[..., :3]), alpha, bend, apply(bend, corners))
        if hides:
            mask = np.asarray(cv2.warpPerspective(alpha, bend, size, flags=cv2.INTER_LINEAR), np.uint8)
            self.hidden = mask if self.hidden is None else np.maximum(self.hidden, mask)

    def px_per_mm(self) -> float:
        """About how large a millimetre is in the middle of the picture."""
        return self.optics.focal_px / self.optics.distance_mm

    def wall(self, foot: Points, top: Points, bgr: NDArray[np.float64]) -> None:
        """The sides of a thing whose foot and upper edge are at these pixels; its face is drawn over it."""
        around = hull(np.vstack([foot, top]))
        box = bounds(around, self.colour.shape)
        if box is None:
            return
        x0, y0, x1, y1 = box
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        fill(mask, around - (x0, y0), 255)
        blend(
            self.colour[y0:y1, x0:x1],
            np.broadcast_to(np.clip(bgr, 0, 255).astype(np.uint8), (*mask.shape, 3)),
            mask,
        )
        # The wall that is seen looks towards the point below the lens: lit if the light comes from there.
        seen = top.mean(axis=0) - foot.mean(axis=0)
        lit = float(seen @ self._light_in_picture()) / (float(np.linalg.norm(seen)) + 1e-9)
        share = np.float32(0.45 + 0.4 * lit)
        patch = self.direct[y0:y1, x0:x1]
        cover = mask.astype(np.float32) / 255
        patch += cover * (share - patch)

    def _light_in_picture(self) -> Points:
        """The direction that the light travels in, in the picture."""
        return np.asarray(rotation(self.optics.roll_deg) @ self.light.towards, np.float64)

    def _lit_face(self, art: PieceArt, turn: Matrix, tone: float) -> Bytes:
        """The face shaded by its relief: a bevel towards the light is brighter, one away from it darker."""
        towards = turn.T @ np.array(self.light.towards)  # in the piece's own frame
        slant = art.slope @ towards.astype(np.float32)  # > 0: falls away from the light
        strength = self.light.direct / np.tan(np.radians(self.light.elevation_deg))
        shade = np.clip(1 - strength * slant, 0.25, 1.9) * tone
        # The shade is of light, the colours are as on screen: about the square root.
        return np.asarray(np.clip(art.face * np.sqrt(shade)[..., None], 0, 255), np.uint8)

    def _put(self, lit: Bytes, alpha: Bytes, bend: Matrix, top: Points, glare: float = 0.0) -> None:
        """Draw a picture that `bend` takes to this one's pixels; `top` are points around where it lands."""
        box = bounds(top, self.colour.shape)
        if box is None:
            return
        x0, y0, x1, y1 = box
        inside = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]], np.float64) @ bend
        size = (x1 - x0, y1 - y0)
        flags = cv2.INTER_AREA if alpha.shape[0] > 1.6 * size[1] else cv2.INTER_LINEAR
        face = cv2.warpPerspective(lit, inside, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
        mask = np.asarray(cv2.warpPerspective(alpha, inside, size, flags=flags), np.uint8)
        blend(self.colour[y0:y1, x0:x1], np.asarray(face, np.uint8), mask)
        lift(self.direct[y0:y1, x0:x1], mask)
        patch = self.glare[y0:y1, x0:x1]
        if self._has_glare:
            patch *= 1 - mask.astype(np.float32) / 255
        if glare > 0:
            self._has_glare = True
            # A lamp's reflection: a soft spot somewhere on the face, long across the way to the lamp.
            x, y = np.meshgrid(np.linspace(-1, 1, size[0]), np.linspace(-1, 1, size[1]))
            spot_x, spot_y = 0.45 * self._light_in_picture()
            spot = np.exp(-((x + spot_x) ** 2 / 0.5 + (y + spot_y) ** 2 / 0.22))
            patch += (glare * spot * (mask / 255)).astype(np.float32)


def blend(under: Bytes, over: Bytes, mask: Bytes) -> None:
    """Draw `over` on `under` where `mask` says, in place."""
    share = mask.astype(np.float32) * np.float32(1 / 255)
    np.copyto(
        under, cv2.blendLinear(np.ascontiguousarray(over), np.ascontiguousarray(under), share, 1 - share)
    )


def lift(direct: Floats, mask: Bytes) -> None:
    """What stands above the table is out of the shadows on it, in place."""
    direct += (1 - direct) * (mask.astype(np.float32) * np.float32(1 / 255))


def soften(mask: Bytes, sigma_px: float) -> Floats:
    """The mask as shares, with an edge as soft as asked; large blurs are done on a smaller picture."""
    shrink = 4 if sigma_px > 6 else 2 if sigma_px > 2.5 else 1
    if shrink > 1:
        small = cv2.resize(mask, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA)
        small = cv2.GaussianBlur(small, (0, 0), sigma_px / shrink)
        soft = cv2.resize(small, (mask.shape[1], mask.shape[0]), interpolation=cv2.INTER_LINEAR)
    else:
        soft = cv2.GaussianBlur(mask, (0, 0), sigma_px)
    return np.asarray(soft, np.float32) * np.float32(1 / 255)


def fill(mask: Bytes, polygon: Points, value: int) -> None:
    """Fill a polygon given in pixels, antialiased, in place."""
    shift = 4
    points = np.round(polygon * 2**shift).astype(np.int32)
    cv2.fillPoly(mask, [points], value, lineType=cv2.LINE_AA, shift=shift)


def hull(points: Points) -> Points:
    return np.asarray(cv2.convexHull(points.astype(np.float32)), np.float64).reshape(-1, 2)


def bounds(points: Points, shape: tuple[int, ...], spare: int = 2) -> tuple[int, int, int, int] | None:
    """The whole pixels x0, y0, x1, y1 that hold these points, inside the picture; `None`: outside."""
    low = np.floor(points.min(axis=0)).astype(int) - spare
    high = np.ceil(points.max(axis=0)).astype(int) + spare + 1
    x0, y0 = max(0, int(low[0])), max(0, int(low[1]))
    x1, y1 = min(shape[1], int(high[0])), min(shape[0], int(high[1]))
    return (x0, y0, x1, y1) if x1 > x0 and y1 > y0 else None


def rotation(degrees: float) -> Matrix:
    """Turns points clockwise as seen."""
    angle = np.radians(degrees)
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
