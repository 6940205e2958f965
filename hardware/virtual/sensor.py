"""From the light that falls through the lens to the picture a small camera hands over.

Blur, vignetting, white balance and tone are the same for every frame of a still table and are kept; noise,
sharpening and JPEG are new for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.virtual.light import Light
from hardware.virtual.painter import Painter

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Pixels = TypeVar("Pixels", Bytes, Floats)

GAMMA = 2.2
MIDDLE_GREY = 112
_SHOULDER = 209  # the grey level above which light is held back
_NOISE_UNIT = 32  # the noise bank's numbers are sigmas times this


@dataclass(frozen=True, slots=True)
class Sensor:
    """What the camera's electronics add."""

    noise_sigma: float = 2.0  # grey levels at middle grey, in the finished picture: after sharpening
    blur_px: float = 0.4  # sigma of the lens' blur
    motion_px: tuple[float, float] = (0.0, 0.0)  # how far the picture moved while it was taken
    vignetting: float = 0.15  # how much darker the corners are
    white_bgr: tuple[float, float, float] = (1.0, 1.0, 1.0)  # what the white balance multiplies by
    sharpening: float = 0.4
    contrast: float = 1.0
    jpeg_quality: int | None = 92


def expose(painter: Painter, light: Light, sensor: Sensor, held: float | None = None) -> tuple[Bytes, float]:
    """The finished picture of a still table before noise, (height, width, 3), and the exposure it has.

    The first picture's exposure is found from its brightness; it is then `held`, as our cameras do, so that
    a change of light is seen.
    """
    optics = painter.optics
    map_x, map_y = optics.ideal_map
    margin = np.float32(painter.margin_px)
    bent_x, bent_y = map_x + margin, map_y + margin
    colour = cv2.remap(painter.colour, bent_x, bent_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    direct = _floats(
        cv2.remap(painter.direct, bent_x, bent_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    )
    glare = (
        _floats(cv2.remap(painter.glare, bent_x, bent_y, cv2.INTER_LINEAR)) if painter.glare.any() else None
    )

    ambient_field, direct_field = light.field(optics.size, optics.roll_deg)
    direct *= direct_field
    shade = _vignette(optics.size, sensor.vignetting) * np.float32(light.exposure)
    shares = zip(light.ambient_bgr, light.direct_bgr, sensor.white_bgr, strict=True)
    mixed = [((1 - light.direct) * a * w, light.direct * d * w) for a, d, w in shares]
    # Grey levels are light to the power of 1 / gamma, so light that is multiplied is a level multiplied by
    # its gain. Lights of one colour need that power once, not for each channel.
    if len({round(d / a, 3) for a, d in mixed}) == 1:
        gains = [_gain(ambient_field, direct, shade, *mixed[2])] * 3
        tints = [(a / mixed[2][0]) ** (1 / GAMMA) for a, _ in mixed]
    else:
        gains = [_gain(ambient_field, direct, shade, *pair) for pair in mixed]
        tints = [1.0] * 3
    channels = list(zip(cv2.split(colour), gains, tints, strict=True))
    exposure = held
    if exposure is None:
        exposure = _find_exposure([tint * (c[::8, ::8] * g[::8, ::8]).mean() for c, g, tint in channels])
    toned = []
    for channel, gain, tint in channels:
        levels = cv2.multiply(channel, gain, scale=tint * exposure, dtype=cv2.CV_32F)
        if glare is not None:
            levels = cv2.scaleAdd(glare, 200 * exposure, levels)
        toned.append(_tone(_floats(levels), sensor.contrast))
    # Blurred as bytes: four times as fast as in light, and no eye could tell.
    return _blurred(np.asarray(cv2.merge(toned), np.uint8), sensor), exposure


def bend(layer: Bytes, painter: Painter) -> Bytes:
    """A layer of the ideal picture as the lens shows it."""
    map_x, map_y = painter.optics.ideal_map
    margin = np.float32(painter.margin_px)
    return np.asarray(cv2.remap(layer, map_x + margin, map_y + margin, cv2.INTER_LINEAR), np.uint8)


def read_out(clean: Bytes, sensor: Sensor, rng: np.random.Generator) -> Bytes:
    """One frame of the exposed picture: fresh noise, sharpened as a camera's own processor does."""
    noisy = clean
    if sensor.noise_sigma > 0:
        noise = _noise(clean.shape[:2], rng)
        levels = cv2.LUT(clean, _sigma_table(sensor.noise_sigma / _sharpened_noise(sensor.sharpening)))
        grain = cv2.multiply(noise, levels, scale=1 / (_NOISE_UNIT * 8), dtype=cv2.CV_16S)
        noisy = np.asarray(cv2.add(clean, grain, dtype=cv2.CV_8U), np.uint8)
    return _sharpened(noisy, sensor.sharpening) if sensor.sharpening > 0 else noisy


def encode(picture: Bytes, quality: int) -> bytes:
    """The picture as JPEG."""
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:  # not seen; better said than an empty file
        raise OSError("The picture could not be written as JPEG.")
    return bytes(data)


def through_jpeg(picture: Bytes, quality: int) -> Bytes:
    """The picture as it comes back from JPEG."""
    return np.asarray(
        cv2.imdecode(np.frombuffer(encode(picture, quality), np.uint8), cv2.IMREAD_COLOR), np.uint8
    )


def _find_exposure(means: Sequence[float]) -> float:
    """What a camera multiplies by to bring a picture nearer to middle grey; it never goes all the way.

    `means` are the mean grey levels of the channels.
    """
    mean = sum(means) / len(means)
    return float(np.clip((MIDDLE_GREY / max(mean, 1.0)) ** 0.6, 0.75, 1.6))


def _floats(array: object) -> Floats:
    """What OpenCV gives back, as the type it has."""
    return np.asarray(array, np.float32)


def _blurred(picture: Bytes, sensor: Sensor) -> Bytes:
    if sensor.blur_px > 0.2:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), sensor.blur_px), np.uint8)
    length = float(np.hypot(*sensor.motion_px))
    if length > 0.5:
        reach = int(np.ceil(length)) // 2 * 2 + 3
        kernel = np.zeros((reach, reach), np.float32)
        middle = np.array([reach // 2, reach // 2])
        half = np.array(sensor.motion_px) / 2
        ends = [np.round((middle + sign * half) * 16).astype(int) for sign in (-1, 1)]
        start, end = (int(ends[0][0]), int(ends[0][1])), (int(ends[1][0]), int(ends[1][1]))
        cv2.line(kernel, start, end, 1.0, 1, cv2.LINE_AA, 4)
        picture = np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), np.uint8)
    return picture


def _gain(
    ambient: Floats, direct: Floats, shade: Floats, ambient_share: float, direct_share: float
) -> Floats:
    """What the light multiplies grey levels by."""
    arriving = cv2.addWeighted(ambient, ambient_share, direct, direct_share, 0)
    return _floats(cv2.pow(cv2.multiply(arriving, shade), 1 / GAMMA))


def _tone(levels: Floats, contrast: float) -> Bytes:
    """Levels, also over 255, to a picture: a gentle shoulder, as small cameras have it, then contrast.

    What lies under the shoulder and what rises over it are looked up apart, as bytes: four times as fast as
    one table of finer steps.
    """
    under = cv2.convertScaleAbs(np.minimum(levels, np.float32(_SHOULDER)))
    over = cv2.convertScaleAbs(np.maximum(levels, np.float32(_SHOULDER)), alpha=0.5, beta=-0.5 * _SHOULDER)
    room = 255 - _SHOULDER
    bent = np.round(room * np.tanh(np.arange(256) * 2 / room)).astype(np.uint8)
    rising = np.clip(127.5 + (np.arange(256) - 127.5) * contrast + 0.5, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(cv2.add(under, cv2.LUT(over, bent)), rising), np.uint8)


@lru_cache(maxsize=32)
def _sigma_table(sigma: float) -> NDArray[np.int16]:
    """Eight times the noise of each grey level: shot noise, bent by the tone curve, over a read floor."""
    level = np.arange(256, dtype=np.float64) / 255
    shape = 0.55 + 0.75 * np.exp(-(((level - 0.35) / 0.35) ** 2)) - 0.35 * np.clip((level - 0.9) / 0.1, 0, 1)
    return np.asarray(np.round(sigma * shape / shape[MIDDLE_GREY] * 8), np.int16)


@lru_cache(maxsize=32)
def _sharpened_noise(sharpening: float) -> float:
    """How many times stronger noise is once the picture was sharpened."""
    noise = _noise_bank(256, 256).astype(np.float32)
    return float(_sharpened(noise, sharpening).std() / noise.std())


def _sharpened(picture: Pixels, sharpening: float) -> Pixels:
    soft = cv2.GaussianBlur(picture, (0, 0), 1.0)
    return cast("Pixels", cv2.addWeighted(picture, 1 + sharpening, soft, -sharpening, 0))


@lru_cache(maxsize=4)
def _noise_bank(height: int, width: int) -> NDArray[np.int16]:
    """Noise to cut frames from: partly common to the colours and partly smeared, as demosaicing leaves it."""
    rng = np.random.default_rng(20260)
    common = rng.standard_normal((height, width, 1), dtype=np.float32)
    single = rng.standard_normal((height, width, 3), dtype=np.float32)
    smeared = _floats(cv2.GaussianBlur(single, (0, 0), 0.9))
    smeared /= smeared.std()
    return np.round((0.75 * common + 0.66 * smeared) * _NOISE_UNIT).astype(np.int16)


def _noise(shape: tuple[int, int], rng: np.random.Generator) -> NDArray[np.int16]:
    spare = 192
    bank = _noise_bank(shape[0] + spare, shape[1] + spare)
    y, x = (int(n) for n in rng.integers(0, spare, 2))
    piece = bank[y : y + shape[0], x : x + shape[1]]
    flip = int(rng.integers(-1, 3))
    return np.asarray(piece if flip == 2 else cv2.flip(piece, flip), np.int16)


@lru_cache(maxsize=8)
def _vignette(size: tuple[int, int], depth: float) -> Floats:
    """How much light reaches each pixel, falling off with the square of the distance from the middle."""
    width, height = size
    x = (np.arange(width, dtype=np.float32) - (width - 1) / 2)[None, :]
    y = (np.arange(height, dtype=np.float32) - (height - 1) / 2)[:, None]
    r2 = (x * x + y * y) / np.float32((width * width + height * height) / 4)
    return (1 - np.float32(depth) * r2).astype(np.float32)
