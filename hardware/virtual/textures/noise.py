"""The raw stuff of all textures: smooth noise, colour ramps, turning and shading.

Speed is the point of every choice here: random numbers are drawn at the resolution at which they mean
something and enlarged, fields are float32, pictures are BGR uint8 with (rows, columns) first. Everything
random comes from the generator that is handed in.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]
Size = tuple[int, int]  # rows, columns
Colour = tuple[float, float, float]  # BGR, 0 to 255

BEND_STEP = 4  # pixels between the grid lines on which `lay` bends a picture
_WHITEST = 238.0  # nothing reflects all light, and the renderer needs room for its own highlights
_COARSE = 4  # very smooth fields are made this many times smaller and enlarged linearly: nobody sees it


def clouds(rng: np.random.Generator, size: Size, cell_px: float | tuple[float, float]) -> Floats:
    """Give smooth noise of mean 0 and deviation about 0.7 whose blobs are `cell_px` (rows, columns) apart."""
    cell_y, cell_x = cell_px if isinstance(cell_px, tuple) else (cell_px, cell_px)
    rows, columns = size
    seeds = rng.standard_normal(
        (max(2, math.ceil(rows / max(1.0, cell_y)) + 1), max(2, math.ceil(columns / max(1.0, cell_x)) + 1)),
        dtype=np.float32,
    )
    return enlarge(seeds, size)


def enlarge(small: Floats, size: Size) -> Floats:
    """Enlarge a field to `size`, smoothly."""
    rows, columns = size
    coarse = (max(2, rows // _COARSE), max(2, columns // _COARSE))
    if small.shape[0] <= coarse[0] // 2 and small.shape[1] <= coarse[1] // 2:
        small = cv2.resize(small, coarse[::-1], interpolation=cv2.INTER_CUBIC).astype(np.float32, copy=False)
        return cv2.resize(small, (columns, rows), interpolation=cv2.INTER_LINEAR).astype(
            np.float32, copy=False
        )
    return cv2.resize(small, (columns, rows), interpolation=cv2.INTER_LINEAR).astype(np.float32, copy=False)


def fractal(
    rng: np.random.Generator,
    size: Size,
    cell_px: float | tuple[float, float],
    octaves: int,
    gain: float = 0.5,
) -> Floats:
    """Give clouds with finer and fainter clouds on them: each octave has half the cell and `gain` of it."""
    cell_y, cell_x = cell_px if isinstance(cell_px, tuple) else (cell_px, cell_px)
    total = clouds(rng, size, (cell_y, cell_x))
    for octave in range(1, octaves):
        cell = (cell_y / 2**octave, cell_x / 2**octave)
        cv2.scaleAdd(clouds(rng, size, cell), gain**octave, total, total)
    return total


def specks(rng: np.random.Generator, size: Size) -> Floats:
    """Give white noise, one value a pixel, uniform from -1 to 1: raw bytes are the cheapest randomness."""
    rows, columns = size
    raw = np.frombuffer(rng.bytes(rows * columns), np.int8).reshape(size)
    return np.multiply(raw, np.float32(1 / 127), dtype=np.float32)


def share_of(mask: Bytes) -> Floats:
    """Turn a mask of 0 to 255 into shares of 0 to 1."""
    return np.multiply(mask, np.float32(1 / 255), dtype=np.float32)


def turn_about(size_from: Size, size_to: Size, angle_deg: float, scale: float = 1.0) -> NDArray[np.float64]:
    """Give the matrix for `cv2.warpAffine` that turns one picture about its middle into another's middle."""
    turn = np.asarray(
        cv2.getRotationMatrix2D((size_from[1] / 2, size_from[0] / 2), angle_deg, scale), np.float64
    )
    turn[:, 2] += np.array((size_to[1] - size_from[1], size_to[0] - size_from[0])) / 2
    return turn


def bgr(code: str) -> Colour:
    """Turn "#rrggbb", as colours are written everywhere, into BGR."""
    return float(int(code[5:7], 16)), float(int(code[3:5], 16)), float(int(code[1:3], 16))


def vary(rng: np.random.Generator, colour: Colour, light: float = 0.06, tint: float = 0.02) -> Colour:
    """Give a colour near another one: `light` is how much lighter or darker, `tint` how much off.

    Dyes, woods and papers mostly differ by being warmer or colder, hardly ever by being greener or pinker.
    """
    lift, warm, green = rng.standard_normal(3) * (light, tint, tint / 3)
    factors = (1 + lift) * (1 - warm), (1 + lift) * (1 + green), (1 + lift) * (1 + warm)
    near = [max(0.0, channel * factor) for channel, factor in zip(colour, factors, strict=True)]
    scale = min(1.0, _WHITEST / max(1.0, *near))
    return near[0] * scale, near[1] * scale, near[2] * scale


def ramp(colours: Sequence[Colour]) -> Bytes:
    """Give a table of 256 colours that runs evenly through `colours`, for `paint`."""
    stops = np.linspace(0, 255, len(colours))
    table = np.stack(
        [np.interp(np.arange(256), stops, [colour[channel] for colour in colours]) for channel in range(3)],
        axis=1,
    )
    return np.round(table).astype(np.uint8).reshape(256, 1, 3)


def paint(tone: Floats, table: Bytes) -> Bytes:
    """Colour a field by a table of `ramp`: 0 becomes the first colour, 1 the last."""
    levels = cv2.convertScaleAbs(np.maximum(tone, 0), alpha=255.0)  # saturates at 255
    return cv2.applyColorMap(levels, table).astype(np.uint8, copy=False)


def flat(size: Size, colour: Colour) -> Bytes:
    """Give a picture of one colour."""
    # Row by row: numpy fills three-byte pixels one by one, but copies whole rows at the speed of memory.
    row = np.tile(np.round(colour).astype(np.uint8), (size[1], 1))
    return np.tile(row, (size[0], 1, 1))


def shade(picture: Bytes, light: Floats) -> Bytes:
    """Multiply a picture by a field around 1.0 (0 to 1.99), all channels alike."""
    # In 8 bits, since it is three times as fast as in float; the fields carry enough noise to hide the steps.
    factor = cv2.convertScaleAbs(np.maximum(light, 0), alpha=128.0)
    return cv2.multiply(picture, cv2.merge((factor, factor, factor)), scale=1 / 128).astype(
        np.uint8, copy=False
    )


def blend(below: Bytes, above: Bytes, alpha: Floats) -> Bytes:
    """Lay one picture over another where `alpha` is 1."""
    share = cv2.convertScaleAbs(np.maximum(alpha, 0), alpha=255.0)
    weight = cv2.merge((share, share, share))
    shown = cv2.multiply(above, weight, scale=1 / 255)
    left = cv2.multiply(below, cv2.bitwise_not(weight), scale=1 / 255)
    return cv2.add(shown, left).astype(np.uint8, copy=False)


def table_angle(rng: np.random.Generator) -> float:
    """Draw how a table lies below the camera, in degrees: mostly along the picture, sometimes any way."""
    if rng.random() < 0.15:
        return float(rng.uniform(0, 180))
    return float(rng.choice((0.0, 90.0)) + 3.0 * rng.standard_normal())


def coarse_shape(size: Size) -> Size:
    """Give the shape of the coarse grid on which `lay` takes its bends."""
    return math.ceil(size[0] / BEND_STEP) + 2, math.ceil(size[1] / BEND_STEP) + 2


def refine(coarse: Floats, size: Size) -> Floats:
    """Enlarge a field on the coarse grid of `lay` to the full size, in step with what `lay` does."""
    # One cell of margin on each side is cut off again: at the border there is nothing to interpolate with.
    full = cv2.resize(coarse, (coarse.shape[1] * BEND_STEP, coarse.shape[0] * BEND_STEP))
    inner = full[BEND_STEP : BEND_STEP + size[0], BEND_STEP : BEND_STEP + size[1]]
    return inner.astype(np.float32, copy=False)


def lay(
    size: Size,
    angle_deg: float,
    painter: Callable[[Size], Bytes],
    bend_px: tuple[Floats, Floats] | None = None,
) -> Bytes:
    """Let `painter` make an upright picture that is large enough, and give it turned and bent.

    `bend_px` moves the picture's points along its rows and columns, given on the grid of `coarse_shape`.
    """
    rows, columns = size
    if bend_px is None and abs(math.sin(math.radians(angle_deg))) < 0.001:
        return painter(size)
    grid_rows, grid_columns = coarse_shape(size)
    y = ((np.arange(grid_rows, dtype=np.float32) - 0.5) * BEND_STEP - rows / 2)[:, None]
    x = ((np.arange(grid_columns, dtype=np.float32) - 0.5) * BEND_STEP - columns / 2)[None, :]
    cos, sin = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    along, across = cos * x + sin * y, cos * y - sin * x
    if bend_px is not None:
        along, across = along + bend_px[0], across + bend_px[1]
    along -= along.min() - 2
    across -= across.min() - 2
    picture = painter((math.ceil(float(across.max())) + 3, math.ceil(float(along.max())) + 3))
    return cv2.remap(
        picture,
        refine(along.astype(np.float32), size),
        refine(across.astype(np.float32), size),
        cv2.INTER_LINEAR,
    ).astype(np.uint8, copy=False)
