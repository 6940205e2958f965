"""How sharp a picture is, and making it sharper.

What a lens blurred can be seen again, as far as noise leaves it: sharpening makes noise stronger, too. So a
picture made of many frames, which has hardly any, may be made as sharp as a well focused one.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]

FOCUSED = 0.85  # what `fineness` says of virtual pictures that hardly a lens has blurred
STRENGTH = 2.0  # of sharpening, for each part that is missing
MOST = 1.5  # more makes edges of their own
SHARPEN_PX = 1.5
WORTH_IT = 0.05
EDGES = 0.02  # of a picture say how sharp it is
EVERY = 3  # pixels: enough to find the edges


def sharpen(picture: Bytes, strength: float, radius_px: float) -> Bytes:
    """The picture with its details, of so many pixels, as much stronger."""
    soft = cv2.GaussianBlur(picture, (0, 0), radius_px)
    return np.asarray(cv2.addWeighted(picture, 1 + strength, soft, -strength, 0), np.uint8)


def fineness(picture: Bytes) -> float:
    """How strong its finest details are beside those twice as large, at the edges that it shows. Noise makes
    a picture seem sharper than it is."""
    height, width = picture.shape[:2]  # its middle half says it as well, in a quarter of the time
    middle = picture[height // 4 : height - height // 4, width // 4 : width - width // 4]
    grey = cv2.cvtColor(middle, cv2.COLOR_BGR2GRAY).astype(np.float32)
    soft, softer = (cv2.GaussianBlur(grey, (0, 0), radius) for radius in (1.0, 2.0))
    fine, coarse = np.square(grey - soft), np.square(soft - softer)
    at_edges = coarse > np.quantile(coarse[::EVERY, ::EVERY], 1 - EDGES)
    # The finest details of an edge lie between those twice as large on both sides of it.
    near = cv2.dilate(at_edges.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    if not near.any():
        return FOCUSED  # nothing to see: nothing to sharpen
    return float(np.sqrt(fine[near].mean() / coarse[near].mean()))


def as_if_focused(picture: Bytes) -> Bytes:
    """A blurred picture made sharper; any other as it is."""
    strength = min(STRENGTH * (FOCUSED / max(fineness(picture), 1e-6) - 1), MOST)
    return picture if strength < WORTH_IT else sharpen(picture, strength, SHARPEN_PX)
