"""Jokers as makers of games print them: stars and suns, crowns, hats, hearts, faces, a J or the whole word,
and signs that nobody has seen before. Whatever is printed on a token and is no number is a joker.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Points = NDArray[np.float64]  # 0 to 1, across and down

FINE = 4  # bits of a pixel in OpenCV's drawing


def draw_joker(rng: np.random.Generator, size: int, word: Bytes | None) -> Bytes:
    """The ink of a joker (size, size), 0 to 255; `word` is J or JOKER in some typeface, if there is one."""
    size = max(8, size)
    if word is not None and rng.random() < 0.25:
        return _fitted(word, size)
    signs: tuple[Callable[[np.random.Generator, int], Bytes], ...] = (
        _star, _star, _star, _crown, _hat, _heart, _suit, _face, _sign, _sign,
    )  # fmt: skip
    return signs[int(rng.integers(len(signs)))](rng, size)


def _star(rng: np.random.Generator, size: int) -> Bytes:
    points = int(rng.choice((4, 5, 5, 5, 6, 8, 12, 16)))
    inner = rng.uniform(0.3, 0.6) if points < 7 else rng.uniform(0.55, 0.8)
    angles = np.arange(2 * points) * np.pi / points - np.pi / 2 + float(rng.normal(0, 0.1))
    ringed = rng.random() < 0.2
    outer = 0.36 if ringed else 0.49
    reach = np.where(np.arange(2 * points) % 2, outer * inner, outer)
    mask = _drawn(rng, size, 0.5 + reach[:, None] * np.column_stack([np.cos(angles), np.sin(angles)]))
    if ringed:
        _circle(mask, (0.5, 0.5), 0.46, max(1, size // 18))
    return mask


def _crown(rng: np.random.Generator, size: int) -> Bytes:
    spikes = int(rng.choice((3, 3, 5)))
    top, dip, base = rng.uniform(0.12, 0.25), rng.uniform(0.4, 0.62), rng.uniform(0.72, 0.88)
    lean = rng.uniform(0, 0.1)  # wider at the top
    across = np.linspace(0.04, 0.96, 2 * spikes - 1)
    down = np.where(np.arange(2 * spikes - 1) % 2, dip, top + rng.uniform(0, 0.12) * np.abs(across - 0.5))
    outline = np.concatenate([np.column_stack([across, down]), [[0.96 - lean, base], [0.04 + lean, base]]])
    mask = _drawn(rng, size, outline)
    if rng.random() < 0.5:
        for x, y in zip(across[::2], down[::2], strict=True):
            _circle(mask, (x, y), rng.uniform(0.04, 0.08))
    if rng.random() < 0.4:
        low = base + rng.uniform(0.03, 0.06)
        _fill(mask, np.array([[0.1, low], [0.9, low], [0.9, low + 0.08], [0.1, low + 0.08]]))
    return mask


def _hat(rng: np.random.Generator, size: int) -> Bytes:
    """A fool's cap with its bells."""
    middle = rng.uniform(0.02, 0.15)
    outline = [(0.25, 0.8), (0.04, 0.45), (0.32, 0.5), (0.5, middle), (0.68, 0.5), (0.96, 0.45), (0.75, 0.8)]
    mask = _drawn(rng, size, np.array(outline))
    for x, y in ((0.06, 0.45), (0.5, middle + 0.03), (0.94, 0.45)):
        _circle(mask, (x, y), rng.uniform(0.05, 0.09))
    return mask


def _heart(rng: np.random.Generator, size: int) -> Bytes:
    angle = np.linspace(0, 2 * np.pi, 60)
    x = 16 * np.sin(angle) ** 3
    y = 13 * np.cos(angle) - 5 * np.cos(2 * angle) - 2 * np.cos(3 * angle) - np.cos(4 * angle)
    return _drawn(rng, size, 0.5 + np.column_stack([x, -y - 2]) / 36)


def _suit(rng: np.random.Generator, size: int) -> Bytes:
    """A diamond, or a club's three leaves."""
    if rng.random() < 0.5:
        wide = rng.uniform(0.25, 0.48)
        return _drawn(rng, size, np.array([(0.5, 0.03), (0.5 + wide, 0.5), (0.5, 0.97), (0.5 - wide, 0.5)]))
    mask = np.zeros((size, size), np.uint8)
    for at in ((0.5, 0.27), (0.27, 0.56), (0.73, 0.56)):
        _circle(mask, at, rng.uniform(0.19, 0.24))
    _fill(mask, np.array([(0.5, 0.45), (0.66, 0.95), (0.34, 0.95)]))
    return mask


def _face(rng: np.random.Generator, size: int) -> Bytes:
    """A face that laughs."""
    mask = np.zeros((size, size), np.uint8)
    thick = max(1, round(size * rng.uniform(0.05, 0.1)))
    is_full = rng.random() < 0.3
    _circle(mask, (0.5, 0.5), 0.45, -1 if is_full else thick)
    ink = 0 if is_full else 255
    for x in (0.34, 0.66):
        _circle(mask, (x, 0.4), rng.uniform(0.05, 0.09), ink=ink)
    width = rng.uniform(0.2, 0.28)
    centre, axes = (round(size * 0.5), round(size * 0.55)), (round(size * width), round(size * width * 0.8))
    cv2.ellipse(mask, centre, axes, 0, 15, 165, ink, -1 if rng.random() < 0.3 else thick, cv2.LINE_AA)
    return mask


def _sign(rng: np.random.Generator, size: int) -> Bytes:
    """A sign that nobody has seen before: some strokes and blots, the same on both sides."""
    mask = np.zeros((size, size), np.uint8)
    for _ in range(int(rng.integers(2, 5))):
        points = np.column_stack([rng.uniform(0.0, 0.5, 3), rng.uniform(0.05, 0.95, 3)])
        if rng.random() < 0.5:
            _fill(mask, points)
        else:
            thick = max(1, round(size * rng.uniform(0.06, 0.14)))
            cv2.polylines(mask, [_exact(points, size)], False, 255, thick, cv2.LINE_AA, FINE)
    return np.asarray(np.maximum(mask, mask[:, ::-1]), np.uint8)


def _drawn(rng: np.random.Generator, size: int, outline: Points) -> Bytes:
    """A shape, full or as an outline."""
    mask = np.zeros((size, size), np.uint8)
    if rng.random() < 0.3:
        thick = max(1, round(size * rng.uniform(0.05, 0.1)))
        cv2.polylines(mask, [_exact(outline, size)], True, 255, thick, cv2.LINE_AA, FINE)
    else:
        _fill(mask, outline)
    return mask


def _fill(mask: Bytes, outline: Points) -> None:
    cv2.fillPoly(mask, [_exact(outline, len(mask))], 255, cv2.LINE_AA, FINE)


def _circle(mask: Bytes, at: tuple[float, float], radius: float, thick: int = -1, ink: int = 255) -> None:
    x, y = (round(share * len(mask)) for share in at)
    cv2.circle(mask, (x, y), max(1, round(radius * len(mask))), ink, thick, cv2.LINE_AA)


def _exact(points: Points, size: int) -> NDArray[np.int32]:
    return np.asarray(np.round((points * size - 0.5) * 2**FINE), np.int32)


def _fitted(word: Bytes, size: int) -> Bytes:
    """A word as large as it can be."""
    scale = size / max(word.shape)
    wide, high = (max(2, round(length * scale)) for length in word.shape[::-1])
    return np.asarray(cv2.resize(word, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)
