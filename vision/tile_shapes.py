"""The shape of a tile in the picture, written so that it does not matter which corner comes first.

With the middle of its corners as the origin and picture points as complex numbers (y down), corner k of any
triangle is `p w**k + q w**-k`, w being a turn by 120 degrees. `p` is the even triangle in it, `q` how far it
is squeezed by the camera's tilt. Beginning with another corner turns `p` and `q` by 120 degrees in opposite
ways: the angle of `p`, three times, and the product of both stay the same. A network can learn these.

A code is (cosine and sine of that angle three times, the logarithm of the length of `p`, and `q` times the
direction of `p` in lengths of `p`, its real and its imaginary part).
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tiles import CORNERS

Points = NDArray[np.float64]

CODE = 5  # numbers in a code
LEAST_RADIUS_PX = 1e-3
_TURN = np.exp(2j * np.pi / 3)
_CORNERS = _TURN ** np.arange(CORNERS)  # clockwise as seen, since y points down


def encode_shapes(vertices: Points) -> tuple[Points, Points]:
    """The middles (N, 2) and codes (N, 5) of triangles (N, 3, 2), whose corners are clockwise as seen."""
    middles = vertices.mean(axis=1)
    around = vertices - middles[:, None]
    points = around[..., 0] + 1j * around[..., 1]
    even, squeeze = points @ _CORNERS.conj() / CORNERS, points @ _CORNERS / CORNERS
    radius = np.maximum(np.abs(even), LEAST_RADIUS_PX)
    way = even / radius
    thrice, product = way**3, squeeze * way / radius
    codes = np.stack([thrice.real, thrice.imag, np.log(radius), product.real, product.imag], axis=1)
    return middles, codes


def decode_shapes(middles: Points, codes: Points) -> Points:
    """The triangles (N, 3, 2) of middles and codes, clockwise as seen."""
    way = np.exp(1j * np.arctan2(codes[:, 1], codes[:, 0]) / 3)
    radius = np.exp(codes[:, 2])
    even = radius * way
    squeeze = radius * (codes[:, 3] + 1j * codes[:, 4]) / way
    points = even[:, None] * _CORNERS + squeeze[:, None] * _CORNERS.conj()
    return np.asarray(middles[:, None] + np.stack([points.real, points.imag], axis=2), np.float64)


def even_triangle(side: float, middle: float) -> Points:
    """(3, 2): an even triangle that points up, clockwise from its top."""
    angles = np.arange(CORNERS) * 2 * np.pi / CORNERS
    return np.asarray(middle + side / np.sqrt(3) * np.stack([np.sin(angles), -np.cos(angles)], axis=1))


def warp_between(start: Points, end: Points) -> NDArray[np.float64]:
    """(2, 3): what brings one triangle (3, 2) onto another, as OpenCV's warpAffine wants it."""
    return np.asarray(cv2.getAffineTransform(start.astype(np.float32), end.astype(np.float32)), np.float64)


def unwarps(end: Points) -> Callable[[Points], NDArray[np.float64]]:
    """What gives (N, 2, 3) for triangles (N, 3, 2): from where warpAffine, told that it is the inverse, is to
    take the pixels to bring each onto the triangle `end` (3, 2). All at once: one by one takes long."""
    from_end = np.linalg.inv(np.vstack([end.T, np.ones(CORNERS)]))
    return lambda vertices: np.asarray(vertices.swapaxes(1, 2) @ from_end, np.float64)


def areas(vertices: Points) -> NDArray[np.float64]:
    """(N,): the areas of triangles, above 0 if their corners are clockwise as seen."""
    (ax, ay), (bx, by) = (vertices[:, 1] - vertices[:, 0]).T, (vertices[:, 2] - vertices[:, 0]).T
    return np.asarray((ax * by - ay * bx) / 2, np.float64)


def sides_px(vertices: Points) -> NDArray[np.float64]:
    """(N,): how long the sides of tiles are, as the side of an even triangle of the same area."""
    return np.asarray(np.sqrt(np.abs(areas(vertices)) * 4 / np.sqrt(3)), np.float64)


def overlap(one: Points, other: Points) -> float:
    """How much of the smaller of two triangles (3, 2) lies in the other, 0 to 1."""
    return overlaps(np.stack([one, other]))(0, 1)


def overlaps(vertices: Points) -> Callable[[int, int], float]:
    """The same for any two of many triangles (N, 3, 2), asked for by their numbers."""
    corners, sizes = vertices.astype(np.float32), np.abs(areas(vertices)).clip(1e-9).tolist()

    def of(one: int, other: int) -> float:
        common, _ = cv2.intersectConvexConvex(corners[one], corners[other])
        return float(common) / float(min(sizes[one], sizes[other]))

    return of


def clockwise(vertices: Points) -> Points:
    """Triangles (N, 3, 2) with their corners clockwise as seen, each from its first."""
    turned = vertices.copy()
    mirrored = areas(vertices) < 0
    turned[mirrored] = vertices[mirrored][:, ::-1]
    return turned
