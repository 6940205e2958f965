"""From light to a JPEG picture: exposure, white balance, tone, blur, noise."""

from __future__ import annotations

import random

import cv2
import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
GAMMA = 1 / 2.2


def develop(traced: NDArray[np.float32], rng: random.Random) -> tuple[Bytes, int, dict[str, float]]:
    """Light (RGB) to a picture (BGR), the JPEG quality to keep it with, and what was done to it."""
    blur_px, noise_sigma = rng.uniform(0.3, 0.9), rng.uniform(1, 5)
    quality = rng.randint(80, 95)
    light = traced[..., ::-1].astype(np.float64)
    grey = light.reshape(-1, 3).mean(axis=0)
    light *= (grey.mean() / grey) ** rng.uniform(0.1, 0.4)  # a camera's white balance goes part of the way
    high = float(np.percentile(light.max(axis=2), 97))
    middle = float(np.median(light.max(axis=2)))
    light *= min(rng.uniform(0.8, 1.15) / high, rng.uniform(0.4, 0.7) / middle)
    height, width = light.shape[:2]
    y, x = np.mgrid[0:height, 0:width]
    far = np.hypot((x - width / 2) / width, (y - height / 2) / width)
    light *= (1 - rng.uniform(0, 0.5) * far**2)[..., None]
    # Highlights roll off instead of breaking off.
    light = np.where(light > 0.8, 0.8 + 0.2 * np.tanh((light - 0.8) / 0.2), light)
    light = np.asarray(cv2.GaussianBlur(light, (0, 0), blur_px), np.float64)
    shown = np.clip(light, 0, 1) ** GAMMA
    shown = shown + rng.uniform(0.1, 0.45) * (shown**2 * (3 - 2 * shown) - shown)
    noise = np.random.default_rng(rng.randrange(2**32))
    shown = shown * 255 + noise.normal(0, noise_sigma, shown.shape) * 0.8
    shown += noise.normal(0, noise_sigma, shown.shape[:2])[..., None] * 0.6
    if rng.random() < 0.5:
        soft = cv2.GaussianBlur(shown, (0, 0), 1.2)
        shown = shown + rng.uniform(0.2, 0.5) * (shown - soft)
    facts = {"blur_px": round(blur_px, 2), "noise_sigma": round(noise_sigma, 2), "quality": float(quality)}
    return np.clip(np.rint(shown), 0, 255).astype(np.uint8), quality, facts
