"""What is around and over a board in a training picture, and what spoils it: table tops, things that lie
about, hands, light, lens and sensor."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.boards import random_colour

Bytes = NDArray[np.uint8]

TOP_PX = 320  # of a drawn table top: as large as the larger of the two views
NOISE = 0.7, 9.0  # grey levels of the sensor's noise, before sharpening, which may double it
_GRAIN_PX = 640
_TOPS: list[Bytes] = []  # drawn table tops: each is seen several times, from another side


@dataclass(frozen=True, slots=True)
class Shown:
    """Which shares of a pack are shown how; all others are spoiled in any way."""

    taken: float  # with as few pixels and as much noise as a camera may have of them
    plain: float  # as sharp as they are

    def pick(self, rng: np.random.Generator) -> tuple[bool, bool]:
        """Whether the next is taken, or plain."""
        which = rng.random()
        return which < self.taken, self.taken <= which < self.taken + self.plain


def table_top(rng: np.random.Generator, size: int) -> Bytes:
    """A table top."""
    if len(_TOPS) < 100:
        _TOPS.append(_draw_top(rng, TOP_PX))
    elif rng.random() < 0.15:
        _TOPS[int(rng.integers(len(_TOPS)))] = _draw_top(rng, TOP_PX)
    top = np.rot90(_TOPS[int(rng.integers(len(_TOPS)))], int(rng.integers(4)))
    return np.ascontiguousarray(top[:size, :size])


def _draw_top(rng: np.random.Generator, size: int) -> Bytes:
    """A table top: plain, grained, striped, chequered, sprinkled, gingham, woven, tartan, of chips or planks,
    or with flowers."""
    base = random_colour(rng)
    scene = np.empty((size, size, 3), np.float32)
    scene[:] = base
    how = int(rng.integers(12))
    x, y = np.meshgrid(np.arange(size, dtype=np.float32), np.arange(size, dtype=np.float32))
    way, step = rng.uniform(0, np.pi), rng.uniform(5, 60)
    along = x * np.cos(way) + y * np.sin(way)
    across = y * np.cos(way) - x * np.sin(way)
    if how == 1:
        stripes = (along % step < step * rng.uniform(0.2, 0.8))[..., None]
        scene = np.where(stripes, scene, random_colour(rng))
    elif how == 2:
        checks = ((along % step < step / 2) ^ (across % step < step / 2))[..., None]
        scene = np.where(checks, scene, random_colour(rng))
    elif how == 3:
        wood = np.sin(along / step * 6 + 3 * np.sin(across / (step * 9)) + rng.normal(0, 0.2, size)[None])
        scene *= (1 + 0.12 * wood)[..., None].astype(np.float32)
    elif how == 4:
        colours = [random_colour(rng).tolist() for _ in range(3)]
        for _ in range(int(rng.integers(20, 150))):
            at = tuple(int(n) for n in rng.integers(0, size, 2))
            cv2.circle(
                scene, at, int(rng.integers(1, 9)), colours[int(rng.integers(3))], int(rng.choice((-1, 1)))
            )
    elif how == 5:
        cells = int(rng.choice((4, 16, 64, 160)))
        blots = rng.normal(0, rng.uniform(5, 40), (cells, cells, 3)).astype(np.float32)
        scene += cv2.resize(blots, (size, size), interpolation=cv2.INTER_LINEAR)
    elif how == 6:  # bands of one colour both ways, darker where they cross, as fine as a board or coarser
        share = rng.uniform(0.3, 0.7)
        bands = (along % step < step * share).astype(np.float32) + (across % step < step * share)
        scene += bands[..., None] / 2 * (random_colour(rng) - base)
    elif how == 7:  # threads both ways, in broad bands
        threads = [rng.normal(0, rng.uniform(4, 18), (size, 1)).astype(np.float32) for _ in range(2)]
        broad = [np.sin(np.arange(size) / rng.uniform(8, 60) + rng.uniform(0, 6)) for _ in range(2)]
        rows, columns = (
            thread + float(rng.uniform(0, 30)) * band[:, None].astype(np.float32)
            for thread, band in zip(threads, broad, strict=True)
        )
        scene += (rows + columns.T + rng.normal(0, 6, (size, size)).astype(np.float32))[..., None]
    elif how == 8:
        _strew_chips(rng, scene)
    elif how == 9:
        _lay_planks(rng, scene, along, across)
    elif how == 10:  # tartan: bands of several widths and colours, the same both ways
        for _ in range(int(rng.integers(2, 6))):
            colour, share = random_colour(rng), float(rng.uniform(0.25, 0.6))
            width, begins, period = rng.uniform(2, 20), rng.uniform(0, 60), step + 20
            for way_of in (along, across):
                band = ((way_of + begins) % period < width)[..., None]
                scene = np.where(band, scene * (1 - share) + colour * share, scene).astype(np.float32)
    elif how == 11:
        _strew_flowers(rng, scene)
    scene = scene + rng.standard_normal((size, size, 1), np.float32) * float(rng.uniform(0, 8))
    return np.clip(scene, 0, 255).astype(np.uint8)


def _strew_chips(rng: np.random.Generator, scene: np.ndarray) -> None:
    """Terrazzo, or paper scraps: chips with straight edges, some of them nearly triangles."""
    size = len(scene)
    colours = [random_colour(rng).tolist() for _ in range(int(rng.integers(2, 6)))]
    largest = rng.uniform(6, 26)
    for _ in range(int(rng.integers(60, 300))):
        angles = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(3, 7))))
        reach = rng.uniform(0.3, 1.0) * largest * rng.uniform(0.6, 1.2, len(angles))
        chip = rng.uniform(0, size, 2) + np.stack([np.cos(angles), np.sin(angles)], 1) * reach[:, None]
        cv2.fillPoly(scene, [chip.astype(np.int32)], colours[int(rng.integers(len(colours)))], cv2.LINE_AA)


def _lay_planks(rng: np.random.Generator, scene: np.ndarray, along: np.ndarray, across: np.ndarray) -> None:
    """Boards or bamboo side by side, each a little lighter or darker, with joints and grain."""
    wide, length = rng.uniform(8, 70), rng.uniform(60, 400)
    row = np.floor(across / wide)
    shift = rng.uniform(0, length, 512)[(row % 512).astype(int)]
    board = np.floor((along + shift) / length)
    tone = rng.normal(0, rng.uniform(0.02, 0.15), 997)[((row * 31 + board * 17) % 997).astype(int)]
    grain = np.sin(across / rng.uniform(0.6, 4) + 2 * np.sin(along / rng.uniform(20, 90) + tone * 40))
    scene *= (1 + tone + rng.uniform(0, 0.1) * grain)[..., None].astype(np.float32)
    joint = (across % wide < rng.uniform(0.8, 2.5)) | ((along + shift) % length < rng.uniform(0, 2.5))
    scene *= np.where(joint, np.float32(rng.uniform(0.4, 1.15)), np.float32(1))[..., None]


def _strew_flowers(rng: np.random.Generator, scene: np.ndarray) -> None:
    """Petals around middles, pointed leaves, berries, stars: a cloth has a few of each, repeated."""
    size = len(scene)
    for _ in range(int(rng.integers(1, 4))):
        petals, colour, middle = (
            int(rng.integers(1, 9)),
            random_colour(rng).tolist(),
            random_colour(rng).tolist(),
        )
        reach, thin, is_pointed = rng.uniform(4, 26), rng.uniform(0.25, 0.9), rng.random() < 0.5
        for _ in range(int(rng.integers(6, 50))):
            at, turn = rng.uniform(0, size, 2), rng.uniform(0, 2 * np.pi)
            for petal in range(petals):
                way = turn + 2 * np.pi * petal / petals
                out = np.array([np.cos(way), np.sin(way)])
                side = np.array([-out[1], out[0]]) * thin * reach / 2
                if is_pointed:
                    leaf = np.stack([at, at + out * reach * 0.6 + side, at + out * reach * 1.2])
                    leaf = np.concatenate([leaf, [at + out * reach * 0.6 - side]])
                    cv2.fillPoly(scene, [leaf.astype(np.int32)], colour, cv2.LINE_AA)
                else:
                    axes = (max(1, int(reach / 2)), max(1, int(thin * reach / 2)))
                    cv2.ellipse(
                        scene,
                        _at(at + out * reach / 2),
                        axes,
                        np.degrees(way),
                        0,
                        360,
                        colour,
                        -1,
                        cv2.LINE_AA,
                    )
            if rng.random() < 0.7:
                cv2.circle(scene, _at(at), max(1, int(reach * 0.25)), middle, -1, cv2.LINE_AA)


def distract(rng: np.random.Generator, scene: Bytes) -> Bytes:
    """Things that lie about, and grids that are no 15 x 15 board."""
    height, width = scene.shape[:2]
    for _ in range(int(rng.integers(1, 8))):
        colour = random_colour(rng).tolist()
        box = (rng.uniform(0, (width, height)), rng.uniform(6, 64, 2), rng.uniform(0, 180))
        corners = cv2.boxPoints(
            tuple(
                (float(a), float(b)) if np.ndim(v) else float(v)
                for v, a, b in ((box[0], *box[0]), (box[1], *box[1]), (box[2], 0, 0))
            )
        )
        how = rng.random()
        if how < 0.5:
            cv2.fillPoly(scene, [corners.astype(np.int32)], colour, cv2.LINE_AA)
        elif how < 0.8:
            at = (int(box[0][0]), int(box[0][1]))
            cv2.ellipse(
                scene,
                at,
                (int(box[1][0]) // 2 + 2, int(box[1][1]) // 2 + 2),
                float(box[2]),
                0,
                360,
                colour,
                -1,
                cv2.LINE_AA,
            )
        else:  # a small chess board, a calendar, a keyboard
            count = (int(rng.integers(3, 11)), int(rng.integers(3, 11)))
            cells = np.zeros((count[0] * 8, count[1] * 8, 3), np.uint8)
            cells[:] = np.array(colour, np.uint8)
            cells[::8] = cells[:, ::8] = random_colour(rng).astype(np.uint8)
            to = cv2.getPerspectiveTransform(
                np.array(
                    [[0, 0], [cells.shape[1], 0], [cells.shape[1], cells.shape[0]], [0, cells.shape[0]]],
                    np.float32,
                ),
                corners.astype(np.float32),
            )
            patch = cv2.warpPerspective(cells, to, (width, height))
            mask = cv2.warpPerspective(np.full(cells.shape[:2], 255, np.uint8), to, (width, height))
            scene = over(patch, mask, scene)
    return scene


def occlude(rng: np.random.Generator, picture: Bytes) -> Bytes:
    """A hand, a sleeve or a thing over part of the picture, drawn into it; where it is."""
    height, width = picture.shape[:2]
    cover = np.zeros((height, width), np.uint8)
    how = rng.random()
    if how < 0.35:  # an arm with fingers, from outside
        tip = rng.uniform(0.05, 0.95, 2) * (width, height)
        way = rng.uniform(0, 2 * np.pi)
        back = np.array([np.cos(way), np.sin(way)])
        thick = rng.uniform(0.06, 0.2) * width
        palm = tip + back * thick * 1.2
        cv2.line(
            cover, _at(palm + back * thick * 0.6), _at(palm + back * 2 * width), 255, max(2, int(thick * 0.8))
        )
        cv2.circle(cover, _at(palm + back * thick * 0.4), max(2, int(thick * 0.55)), 255, -1)
        for spread in rng.uniform(-0.5, 0.5, int(rng.integers(1, 5))):
            finger = np.array([np.cos(way + np.pi + spread), np.sin(way + np.pi + spread)])
            cv2.line(
                cover,
                _at(palm),
                _at(palm + finger * thick * rng.uniform(0.7, 1.4)),
                255,
                max(2, int(thick * 0.22)),
            )
    elif how < 0.7:  # a corner or a side
        points = rng.uniform(-0.1, 1.1, 2) * (width, height)
        corner = np.round(rng.random(2)) * (width, height)
        radius = rng.uniform(0.1, 0.4) * width
        centre = corner * 0.8 + points * 0.2
        angles = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(4, 14))))
        reach = radius * rng.uniform(0.6, 1.2, len(angles))
        shape = centre + np.stack([np.cos(angles), np.sin(angles)], 1) * reach[:, None]
        cv2.fillPoly(cover, [shape.astype(np.int32)], 255, cv2.LINE_AA)
    else:
        axes = rng.uniform(0.03, 0.22, 2) * width
        at = _at(rng.uniform(0, 1, 2) * (width, height))
        cv2.ellipse(cover, at, _at(axes), float(rng.uniform(0, 180)), 0, 360, 255, -1, cv2.LINE_AA)
    if rng.random() < 0.6:  # skin of all people
        tone = rng.uniform(0.25, 1.0)
        colour = np.array([130, 160, 225]) * tone + rng.normal(0, 10, 3)
    else:
        colour = random_colour(rng)
    fill = np.empty_like(picture)
    shade = np.ones((height, width, 1))
    if rng.random() < 0.7:
        depth = cv2.GaussianBlur(cover, (0, 0), float(rng.uniform(3, 12))).astype(np.float32) / 255
        shade = 0.65 + 0.35 * depth[..., None]
        shade = shade * (
            1
            + rng.normal(0, 0.06, (height // 8 + 1, width // 8 + 1, 1))
            .repeat(8, 0)
            .repeat(8, 1)[:height, :width]
        )
    fill[:] = np.clip(colour * shade, 0, 255)
    if rng.random() < 0.5:
        soft = cv2.GaussianBlur(
            np.roll(cover, tuple(rng.integers(-12, 13, 2)), (0, 1)), (0, 0), float(rng.uniform(2, 9))
        )
        picture[:] = (picture * (1 - soft[..., None] / 255 * rng.uniform(0, 0.6))).astype(np.uint8)
    picture[:] = over(fill, cover, picture)
    return cover


def over(picture: Bytes, alpha: Bytes, below: Bytes) -> Bytes:
    share = alpha[..., None].astype(np.float32) / 255
    return (picture * share + below * (1 - share)).astype(np.uint8)


def spoil(rng: np.random.Generator, picture: Bytes) -> Bytes:
    """What light, lens and sensor do to a picture."""
    height, width = picture.shape[:2]
    work = picture.astype(np.float32) / 255
    if rng.random() < 0.3:
        work = work[..., rng.permutation(3)]
    if rng.random() < 0.6:  # light that falls off to a side
        x, y = np.meshgrid(
            np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32)
        )
        way = rng.uniform(0, 2 * np.pi)
        fall = rng.uniform(0, 0.5)
        work *= (1 + x * np.float32(fall * np.cos(way)) + y * np.float32(fall * np.sin(way)))[..., None]
    if rng.random() < 0.25:  # a soft shadow, or the light of a window
        small = np.ones((8, 8), np.float32)
        small[tuple(rng.integers(0, 8, 2))] = rng.uniform(-1, 3)
        small[:, int(rng.integers(8))] *= rng.uniform(0.5, 1.2)
        work *= np.clip(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), 0.3, 1.8)[
            ..., None
        ]
    work *= np.exp(rng.normal(0, 0.08, 3)).astype(np.float32)
    gain, gamma = float(np.exp(rng.normal(-0.05, 0.35))), float(np.exp(rng.normal(0, 0.25)))
    work = np.asarray(cv2.pow(np.clip(work * gain, 0, 1), gamma), np.float32)
    if rng.random() < 0.15:  # seen by a dim light
        work = work * rng.uniform(0.12, 0.5) + rng.uniform(0, 0.05)
    if rng.random() < 0.5:
        work = cv2.GaussianBlur(work, (0, 0), float(rng.uniform(0.3, 1.6)))
    if rng.random() < 0.2:  # from few pixels
        scale = rng.uniform(0.45, 0.9)
        small = cv2.resize(
            work, (max(8, round(width * scale)), max(8, round(height * scale))), interpolation=cv2.INTER_AREA
        )
        work = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
    noise = rng.integers(0, 1 << 16, (height, width, 3), np.uint16).astype(np.float32)  # even, but quick
    work += (noise - (1 << 15)) * np.float32(rng.choice((0.005, 0.02, 0.05)) / (1 << 15))
    done = np.clip(work * 255, 0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        _, data = cv2.imencode(".jpg", done, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 92))])
        done = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return done


def take(rng: np.random.Generator, picture: Bytes) -> Bytes:
    """The picture as a camera hands it over: with the noise of its sensor, made stronger by sharpening, and
    in part through JPEG. It should be as large as the camera sees it, before anything is straightened."""
    height, width = picture.shape[:2]
    down, right = (int(rng.integers(_GRAIN_PX - side)) for side in (height, width))
    grain = _grain()[down : down + height, right : right + width]
    if rng.random() < 0.5:
        grain = grain[::-1]
    sigma = np.float32(np.exp(rng.uniform(*np.log(NOISE))))
    work = np.clip(picture + sigma * grain, 0, 255)
    if rng.random() < 0.7:
        work = work + np.float32(rng.uniform(0, 1.1)) * (work - cv2.GaussianBlur(work, (0, 0), 1.0))
    done = np.clip(work, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        _, data = cv2.imencode(".jpg", done, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 96))])
        done = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return done


@lru_cache(maxsize=1)
def _grain() -> np.ndarray:
    """Noise to cut from: partly common to the colours and partly smeared, as demosaicing leaves it."""
    rng = np.random.default_rng(4)
    common = rng.standard_normal((_GRAIN_PX, _GRAIN_PX, 1), np.float32)
    smeared = cv2.GaussianBlur(rng.standard_normal((_GRAIN_PX, _GRAIN_PX, 3), np.float32), (0, 0), 0.9)
    return np.asarray(0.75 * common + 0.66 * smeared / smeared.std(), np.float32)


def _at(point: NDArray[np.float64]) -> tuple[int, int]:
    return int(point[0]), int(point[1])
