"""Tokens drawn straight onto a square, a new printing each: typefaces made bolder, finer, narrower, bent.

A rendered picture shows forty tokens in one printing; these show forty printings in the time of one token.
What makes a 3 a 3 in any hand is learned here, what light and lens do to it from rendered pictures.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.counts import COUNTS
from vision.observation import FACES
from vision.training.jokers import draw_joker

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

SIDE, PATCH_PX = 144, 96  # pixels for two squares: as drawn, and as they are then reduced
SQUARE = SIDE // 2
JOKER = FACES.index("joker")
_LUMINANCE = np.array([0.114, 0.587, 0.299], np.float32)


class Numbers:
    """0 to 15 in many typefaces: what `python -m hardware.virtual.fonts numbers` wrote."""

    def __init__(self, path: Path) -> None:
        with np.load(path) as data:
            self._ink, self._sizes, designs = data["ink"], data["sizes"], data["designs"]
            self._words, self._word_sizes = data["words"], data["word_sizes"]
        self._word_starts = np.concatenate([[0], self._word_sizes.prod(axis=2).ravel().cumsum()])
        lengths = self._sizes.prod(axis=2).ravel()
        self._starts = np.concatenate([[0], lengths.cumsum()])
        self._styles = [np.flatnonzero(designs == design) for design in np.unique(designs)]

    def pick(self, rng: np.random.Generator) -> int:
        """A style: every drawing as often, whatever number of styles it comes in."""
        styles = self._styles[int(rng.integers(len(self._styles)))]
        return int(styles[int(rng.integers(len(styles)))])

    def mask(self, style: int, number: int) -> Bytes:
        """The ink of one number, 0 to 255, cropped tight."""
        at = style * self._sizes.shape[1] + number
        height, width = self._sizes[style, number]
        return np.asarray(self._ink[self._starts[at] : self._starts[at + 1]].reshape(height, width))

    def word(self, rng: np.random.Generator, style: int) -> Bytes | None:
        """The ink of J or JOKER in this style; `None` if it has no letters."""
        which = int(rng.integers(self._word_sizes.shape[1]))
        height, width = self._word_sizes[style, which]
        start = self._word_starts[style * self._word_sizes.shape[1] + which]
        if not height:
            return None
        return np.asarray(self._words[start : start + height * width].reshape(height, width))


def draw_token(rng: np.random.Generator, numbers: Numbers) -> tuple[Bytes, int, float]:
    """A patch of two squares around a token (96, 96, 3), its face, and how it lies in degrees."""
    face = JOKER if rng.random() < 0.1 else int(rng.integers(16))
    style = numbers.pick(rng)
    side = rng.uniform(0.82, 0.98) * SQUARE
    surface = _surface_colour(rng)
    scene = _surroundings(rng, surface, side)
    token, alpha = _blank(rng, surface, side)
    ink = _print(rng, numbers, style, face, side)
    if rng.random() < 0.25:
        token += _engraving(ink)[..., None]
    strength = float(rng.uniform(0.75, 1.0))
    colour = _ink_colour(rng, surface)
    token += (ink * strength)[..., None] * (colour - token)
    turn = float(rng.normal(0, 4))
    to = cv2.getRotationMatrix2D(((len(token) - 1) / 2,) * 2, -turn, 1.0)
    to[:, 2] += (SIDE - len(token)) / 2
    lies = cv2.warpAffine(alpha, to, (SIDE, SIDE))
    _cast_shadow(rng, scene, lies)
    drawn = cv2.warpAffine(token, to, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
    scene += lies[..., None] * (drawn - scene)
    small = cv2.resize(scene, (PATCH_PX, PATCH_PX), interpolation=cv2.INTER_AREA)
    return np.clip(small, 0, 255).astype(np.uint8), face, turn


def draw_label(rng: np.random.Generator, numbers: Numbers) -> Bytes:
    """A patch of two squares around a special square: print on the board, which is no token's face."""
    base = rng.uniform(10, 245, 3)
    side = rng.uniform(0.7, 1.0) * SQUARE
    scene = _surroundings(rng, _surface_colour(rng), 0.9 * SQUARE)
    pixels = int(side) + 6
    colour = np.asarray(rng.uniform(10, 245, 3), np.float32)
    low = (SIDE - pixels) // 2
    spot = scene[low : low + pixels, low : low + pixels]
    shape = _rounded(pixels, side, rng.choice((0.02, 0.2, 0.5)) * side)
    if rng.random() < 0.4:  # as light and plain as tokens may be
        colour = _surface_colour(rng)
    if rng.random() < 0.9:
        spot += shape[..., None] * (colour - spot)
    else:
        spot[:] = base
    ink = np.zeros((pixels, pixels), np.float32)
    middle = np.full(2, pixels / 2)
    how = rng.random()
    if how < 0.45:  # x2, +1: the number beside its sign
        number = restyle(rng, numbers.mask(numbers.pick(rng), int(rng.integers(1, 6))))
        height = round(rng.uniform(0.25, 0.5) * side)
        number = cv2.resize(number, (max(3, round(height * number.shape[1] / number.shape[0])), height))
        sign = np.zeros((height, height), np.uint8)
        mark = int(rng.choice((cv2.MARKER_CROSS, cv2.MARKER_TILTED_CROSS)))
        thick = max(1, round(height * rng.uniform(0.08, 0.2)))
        cv2.drawMarker(sign, (height // 2, height // 2), 255, mark, max(3, round(0.55 * height)), thick)
        parts = [sign, number] if rng.random() < 0.8 else [number, sign]
        label = np.hstack(parts)
        _stamp(ink, label[:, : pixels - 2], middle)
    elif how < 0.7:
        word = str(rng.choice(("DOUBLE", "TRIPLE", "REPLAY", "BIS", "x2", "STOP", "START", "+1", "DL")))
        font = int(rng.choice((cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX)))
        (width, height), _ = cv2.getTextSize(word, font, 1.0, 2)
        text = np.zeros((height + 4, width + 4), np.uint8)
        cv2.putText(text, word, (2, height + 2), font, 1.0, 255, 2, cv2.LINE_AA)
        scale = rng.uniform(0.5, 0.85) * side / text.shape[1]
        text = cv2.resize(text, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        _stamp(ink, text[: pixels - 2], middle)
    elif how < 0.85:
        _circular_arrow(rng, ink, side)
    elif how < 0.95:
        radius = round(rng.uniform(0.2, 0.4) * side)
        corners = int(rng.choice((3, 4, 40)))
        angles = np.arange(corners) * 2 * np.pi / corners - np.pi / 2
        points = middle + radius * np.column_stack([np.cos(angles), np.sin(angles)])
        cv2.polylines(ink, [np.round(points).astype(np.int32)], True, 1.0, int(rng.integers(2, 8)))
    spot += ink[..., None] * (_ink_colour(rng, colour) - spot)
    small = cv2.resize(scene, (PATCH_PX, PATCH_PX), interpolation=cv2.INTER_AREA)
    return np.clip(small, 0, 255).astype(np.uint8)


def _circular_arrow(rng: np.random.Generator, ink: Floats, side: float) -> None:
    """Play again: part of a ring that ends in an arrow's head. It is no 0, 6 or 9."""
    middle, radius = len(ink) / 2, float(rng.uniform(0.14, 0.32) * side)
    start, sweep = float(rng.uniform(0, 360)), float(rng.uniform(200, 320))
    thick = max(1, round(radius * rng.uniform(0.15, 0.4)))
    centre, axes = (round(middle), round(middle)), (round(radius), round(radius))
    cv2.ellipse(ink, centre, axes, start, 0, sweep, 1.0, thick, cv2.LINE_AA)
    end = np.radians(start + sweep)
    out, on = np.array([np.cos(end), np.sin(end)]), np.array([-np.sin(end), np.cos(end)])
    tip = middle + radius * out
    head = thick * float(rng.uniform(1.2, 2.2))
    arrow = np.array([tip + head * out, tip - head * out, tip + 1.4 * head * on])
    cv2.fillPoly(ink, [np.round(arrow).astype(np.int32)], 1.0)


def _surface_colour(rng: np.random.Generator) -> Floats:
    how = rng.random()
    if how < 0.5:  # ivory, bone, white
        colour = rng.uniform(150, 250) * np.array([rng.uniform(0.72, 1.0), rng.uniform(0.9, 1.0), 1.0])
    elif how < 0.7:  # wood
        colour = rng.uniform(70, 235) * np.array([rng.uniform(0.35, 0.75), rng.uniform(0.6, 0.85), 1.0])
    elif how < 0.85:
        colour = np.full(3, rng.uniform(12, 70)) + rng.uniform(-8, 8, 3)
    else:
        colour = rng.uniform(15, 240, 3)
    return np.asarray(colour, np.float32)


def _ink_colour(rng: np.random.Generator, surface: Floats) -> Floats:
    """A colour that stands off from the surface, if only just: by its brightness, or plainly by its hue."""
    brightness = float(surface @ _LUMINANCE)
    dark = brightness > 118 if rng.random() < 0.9 else bool(rng.random() < 0.5)
    colour = np.full(3, rng.uniform(5, 70) if dark else rng.uniform(200, 252), np.float32)
    if rng.random() < 0.45:
        colour = rng.uniform(0, 255, 3).astype(np.float32)
    pole = np.float32(10.0 if brightness > 118 else 250.0)
    least = float(rng.uniform(45, 85))
    hue = float(rng.uniform(70, 110)) if rng.random() < 0.4 else np.inf
    while abs(float((colour - surface) @ _LUMINANCE)) < least and float(np.abs(colour - surface).max()) < hue:
        colour = 0.75 * colour + 0.25 * pole
    return colour


def _surroundings(rng: np.random.Generator, surface: Floats, side: float) -> Floats:
    scene = np.empty((SIDE, SIDE, 3), np.float32)
    scene[:] = rng.uniform(10, 245, 3)
    low, high = SQUARE // 2, SQUARE + SQUARE // 2
    width = int(rng.integers(1, 5))
    line = rng.uniform(10, 250, 3)
    for at in (low, high):
        scene[at - width // 2 : at - width // 2 + width] = line
        scene[:, at - width // 2 : at - width // 2 + width] = line
    around = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
    share = rng.uniform(0, 0.8)
    for x, y in around:
        if rng.random() < share:
            cx, cy = (SIDE / 2 + step * SQUARE + rng.normal(0, 2.0) for step in (x, y))
            box = np.round([cx - side / 2, cy - side / 2, cx + side / 2, cy + side / 2]).astype(int).clip(0)
            scene[box[1] : box[3], box[0] : box[2]] = surface * rng.uniform(0.85, 1.1)
    return scene


def _blank(rng: np.random.Generator, surface: Floats, side: float) -> tuple[Floats, Floats]:
    """A token without print, and where it is (0 to 1)."""
    pixels = int(side) + 6
    token = np.empty((pixels, pixels, 3), np.float32)
    token[:] = surface
    grain = rng.random()
    if grain < 0.35:  # wood, along one way
        lines = rng.normal(0, 1, (pixels, 3 + int(rng.integers(12)))).astype(np.float32)
        lines = cv2.resize(lines.T if rng.random() < 0.5 else lines, (pixels, pixels))
        token *= (1 + float(rng.uniform(0.02, 0.12)) * lines)[..., None]
    elif grain < 0.7:
        cells = int(rng.choice((3, 6, 20)))
        blots = cv2.resize(rng.normal(0, 1, (cells, cells)).astype(np.float32), (pixels, pixels))
        token *= (1 + float(rng.uniform(0.01, 0.06)) * blots)[..., None]
    radius = rng.uniform(0.02, 0.22) * side
    mask = _rounded(pixels, side, radius)
    bevel = float(rng.uniform(0.02, 0.12) * side)
    inner = _rounded(pixels, side - 2 * bevel, max(radius - bevel, 1.0))
    ring = mask * (1 - cv2.GaussianBlur(inner, (0, 0), 0.4 + bevel / 4))
    # Light from one side: one bevel bright, the one across from it dark.
    way = rng.uniform(0, 2 * np.pi)
    ramp = np.linspace(-1, 1, pixels, dtype=np.float32)
    lit = np.sign(np.cos(way) * ramp[None, :] + np.sin(way) * ramp[:, None]) * float(rng.uniform(0, 60))
    token += (ring * (lit - float(rng.uniform(-10, 30))))[..., None]
    return token, mask


def _rounded(pixels: int, side: float, radius: float) -> Floats:
    mask = np.zeros((pixels, pixels), np.uint8)
    edge, turn = (pixels - side) / 2, max(1.0, radius)
    low, high = edge + turn, pixels - edge - turn
    fine = 16
    corners = np.array([[low, low], [high, low], [high, high], [low, high]]) * fine
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 255, cv2.LINE_AA, 4)
    for start, end in zip(corners, np.roll(corners, 1, axis=0), strict=True):
        cv2.line(
            mask,
            tuple(int(n) for n in start),
            tuple(int(n) for n in end),
            255,
            max(1, round(2 * turn)),
            cv2.LINE_AA,
            4,
        )
    return np.asarray(mask / 255, np.float32)


def _print(rng: np.random.Generator, numbers: Numbers, style: int, face: int, side: float) -> Floats:
    """How much ink there is on the token, 0 to 1."""
    pixels = int(side) + 6
    ink = np.zeros((pixels, pixels), np.float32)
    middle = pixels / 2 + side * np.array([rng.uniform(-0.08, 0.06), rng.uniform(-0.08, 0.06)])
    if face == JOKER:
        drawn = draw_joker(rng, round(rng.uniform(0.4, 0.66) * side), numbers.word(rng, style))
    else:
        drawn = restyle(rng, numbers.mask(style, face))
        height = rng.uniform(0.34, 0.68) * side * drawn.shape[0] / 48
        narrow = rng.random() < 0.2
        width = (
            height * drawn.shape[1] / drawn.shape[0] * rng.uniform(*((0.5, 0.8) if narrow else (0.75, 1.25)))
        )
        width = min(width, rng.uniform(0.7, 0.84) * side)
        size = (max(3, round(width)), max(5, round(min(height, 0.86 * side))))
        drawn = cv2.resize(drawn, size, interpolation=cv2.INTER_AREA)
        if face in (6, 9) and rng.random() < 0.25:
            bar = max(1, round(0.07 * size[1]))
            drawn = np.vstack([drawn, np.zeros((bar, size[0])), np.full((bar, size[0]), 255)])
    _stamp(ink, drawn, middle)
    if rng.random() < 0.9:
        usual = rng.random() < 0.9  # printings differ
        count = int(COUNTS[face]) if usual else int(rng.integers(1, 16))
        own = style if rng.random() < 0.85 else numbers.pick(rng)
        mark = numbers.mask(own, count)
        height = max(4, round(rng.uniform(0.13, 0.24) * side))
        size = (max(2, round(height * mark.shape[1] / mark.shape[0])), height)
        mark = cv2.resize(mark, size, interpolation=cv2.INTER_AREA)
        corner = pixels / 2 + side / 2 - rng.uniform(0.07, 0.17, 2) * side - np.array(size) / 2
        _stamp(ink, mark, corner)
    return ink


def restyle(rng: np.random.Generator, mask: Bytes) -> Bytes:
    """The same number in a hand of its own: bolder or finer, leaning, a little bent."""
    pad = 10
    work = np.pad(mask, pad).astype(np.float32) / 255
    height, width = work.shape
    if rng.random() < 0.5:
        soft = cv2.GaussianBlur(work, (0, 0), float(rng.uniform(0.8, 2.6)))
        level = float(rng.uniform(0.22, 0.62))
        bolder = np.clip((soft - level) * 6 + 0.5, 0, 1)
        # Fine strokes must not wear away: what was ink stays at least grey.
        work = np.maximum(bolder, 0.55 * work)
    if rng.random() < 0.5:
        lean = float(rng.uniform(-0.28, 0.28)) if rng.random() < 0.5 else 0.0
        x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
        bend = rng.normal(0, float(rng.uniform(0, 2.2)), (2, 4, 4)).astype(np.float32)
        bent = [cv2.resize(wave, (width, height), interpolation=cv2.INTER_CUBIC) for wave in bend]
        x = x + bent[0] + lean * (y - height / 2)
        work = cv2.remap(work, x, y + bent[1], cv2.INTER_LINEAR)
    if rng.random() < 0.3:
        _end_in_balls(rng, work)
    if rng.random() < 0.03:  # an outline
        work = np.clip(work - cv2.erode(work, np.ones((5, 5), np.uint8)), 0, 1)
    rows, columns = np.flatnonzero((work > 0.3).any(axis=1)), np.flatnonzero((work > 0.3).any(axis=0))
    if not rows.size:
        return mask
    return np.asarray(work[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1].clip(0, 1) * 255, np.uint8)


def _end_in_balls(rng: np.random.Generator, work: Floats) -> None:
    """Strokes that end in drops, as in many book faces: a 3 with them is not an 8 for all that."""
    rows = np.flatnonzero((work > 0.5).any(axis=1))
    if not rows.size:
        return
    top, bottom = int(rows[0]), int(rows[-1])
    third = (bottom - top) // 3
    for low, high in ((top, top + third), (bottom - third, bottom)):
        for side in (-1, 1):
            band = work[low : high + 1] > 0.5
            if rng.random() < 0.5 or not band.any():
                continue
            columns = np.flatnonzero(band.any(axis=0))
            column = int(columns[0] if side < 0 else columns[-1])
            row = low + int(np.median(np.flatnonzero(band[:, column])))
            radius = int(rng.integers(2, 6))
            cv2.circle(work, (column - side * (radius // 2), row), radius, 1.0, -1, cv2.LINE_AA)


def _stamp(ink: Floats, drawn: Bytes, middle: NDArray[np.float64]) -> None:
    height, width = drawn.shape
    x, y = (round(float(at - length / 2)) for at, length in zip(middle, (width, height), strict=True))
    x, y = max(0, min(x, ink.shape[1] - width)), max(0, min(y, ink.shape[0] - height))
    spot = ink[y : y + height, x : x + width]
    np.maximum(spot, drawn[: spot.shape[0], : spot.shape[1]].astype(np.float32) / 255, out=spot)


def _engraving(ink: Floats) -> Floats:
    soft = cv2.GaussianBlur(ink, (0, 0), 1.2)
    return np.asarray(cv2.Sobel(soft, cv2.CV_32F, 1, 0) * 18 + cv2.Sobel(soft, cv2.CV_32F, 0, 1) * 18)


def _cast_shadow(rng: np.random.Generator, scene: Floats, lies: Floats) -> None:
    way, length = rng.uniform(0, 2 * np.pi), rng.uniform(0, 8)
    to = np.array([[1, 0, length * np.cos(way)], [0, 1, length * np.sin(way)]])
    shadow = cv2.GaussianBlur(cv2.warpAffine(lies, to, (SIDE, SIDE)), (0, 0), float(rng.uniform(1, 4)))
    scene *= (1 - float(rng.uniform(0.1, 0.6)) * shadow)[..., None]
