"""What all painters share: colours, smooth shapes, and letters that fit.

pygame draws hard edges. Everything here that is not a picture of letters is therefore drawn four times too
large and scaled down once, when a painter is built; a frame only copies what is ready.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import acos, atan2, ceil, cos, floor, hypot, pi, sin, tan

import pygame

Rgb = tuple[int, int, int]
Point = tuple[float, float]
FontOf = Callable[[int], pygame.font.Font]  # a font of so many pixels

LEAST_CONTRAST = 4.5  # WCAG 2.1, AA
FINER = 4  # how much larger a shape is drawn before it is scaled down
MEASURED_PX, LEAST_PX = 96, 5  # of letters
LARGE_PX = 500  # from here on twice as large is smooth enough, and four times would fill a Pi's memory


def from_hex(text: str) -> Rgb:
    """From `#rrggbb`."""
    red, green, blue = (int(text[place : place + 2], 16) for place in (1, 3, 5))
    return red, green, blue


INK, WHITE = from_hex("#2a211b"), from_hex("#ffffff")


def mixed(colour: Rgb, other: Rgb, share: float) -> Rgb:
    """So much of the other colour in this one."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(colour, other, strict=True))
    return red, green, blue


def contrast(one: Rgb, other: Rgb) -> float:
    """The contrast of two colours as WCAG 2.1 defines it, 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def letters_on(ground: Rgb) -> Rgb:
    """White or ink, whichever reads better on this colour."""
    return max((WHITE, INK), key=lambda letters: contrast(letters, ground))


def blank(width: float, height: float) -> pygame.Surface:
    """An empty picture that can be seen through."""
    return pygame.Surface((max(1, ceil(width)), max(1, ceil(height))), pygame.SRCALPHA)


def add_shape(
    target: pygame.Surface, colour: Rgb, outlines: Iterable[Sequence[Point]], alpha: int = 255
) -> None:
    """Fill these polygons on `target` with soft edges. Where one lies within another, it is a hole."""
    polygons = [list(outline) for outline in outlines]
    xs, ys = ([point[axis] for outline in polygons for point in outline] for axis in (0, 1))
    left, top = floor(min(xs)), floor(min(ys))
    part = pygame.Rect(left, top, ceil(max(xs)) - left, ceil(max(ys)) - top).clip(target.get_rect())
    if not (part.width and part.height):
        return
    finer = FINER if max(part.size) < LARGE_PX else FINER // 2
    fine = pygame.Surface((part.width * finer, part.height * finer), pygame.SRCALPHA)
    # The colour itself, unseen: scaled-down edges mix with it and stay free of dark fringes.
    fine.fill((*colour, 0))
    for number, outline in enumerate(polygons):
        points = [((x - part.x) * finer, (y - part.y) * finer) for x, y in outline]
        pygame.draw.polygon(fine, (*colour, 0 if number % 2 else alpha), points)
    target.blit(pygame.transform.smoothscale(fine, part.size), part)


def rounded(corners: Sequence[Point], radius: float, steps: int = 6) -> list[Point]:
    """The outline of a convex polygon with round corners."""
    outline: list[Point] = []
    for number, (x, y) in enumerate(corners):
        before, after = corners[number - 1], corners[(number + 1) % len(corners)]
        to_before, to_after = _direction((x, y), before), _direction((x, y), after)
        half = acos(max(-1.0, min(1.0, to_before[0] * to_after[0] + to_before[1] * to_after[1]))) / 2
        reach = radius / sin(half)
        inward = _direction((0, 0), (to_before[0] + to_after[0], to_before[1] + to_after[1]))
        centre = (x + inward[0] * reach, y + inward[1] * reach)
        away = radius / tan(half)
        start = (x + to_before[0] * away, y + to_before[1] * away)
        first = atan2(start[1] - centre[1], start[0] - centre[0])
        end = (x + to_after[0] * away, y + to_after[1] * away)
        turn = (atan2(end[1] - centre[1], end[0] - centre[0]) - first + pi) % (2 * pi) - pi
        outline += [at(centre, radius, first + turn * step / steps) for step in range(steps + 1)]
    return outline


def box(x: float, y: float, width: float, height: float, radius: float = 0.0) -> list[Point]:
    """The outline of a box with round corners."""
    corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
    return rounded(corners, min(radius, width / 2, height / 2)) if radius > 0 else corners


def disc(centre: Point, radius: float, steps: int = 40) -> list[Point]:
    return [at(centre, radius, 2 * pi * step / steps) for step in range(steps)]


def star(centre: Point, radius: float, waist: float = 0.5) -> list[Point]:
    """Five points, the first upright; `waist` is how far out the inner corners lie."""
    return [at(centre, radius * (waist if step % 2 else 1), (step / 5 - 0.5) * pi) for step in range(10)]


def band(points: Sequence[Point], width: float) -> list[Point]:
    """An open line of this width, as an outline."""
    sides: tuple[list[Point], list[Point]] = ([], [])
    for number, (x, y) in enumerate(points):
        before, after = points[max(0, number - 1)], points[min(len(points) - 1, number + 1)]
        along = _direction(before, after)
        for side, sign in zip(sides, (1, -1), strict=True):
            side.append((x - sign * along[1] * width / 2, y + sign * along[0] * width / 2))
    return [*sides[0], *reversed(sides[1])]


def dashes(outline: Sequence[Point], dash: float, width: float) -> list[list[Point]]:
    """A closed outline as bands with gaps; dashes are stretched a little so that they come out even."""
    ring = [*outline, outline[0]]
    lengths = [0.0]
    for (x, y), (next_x, next_y) in pairwise(ring):
        lengths.append(lengths[-1] + hypot(next_x - x, next_y - y))
    count = max(3, round(lengths[-1] / (1.8 * dash)))
    step = lengths[-1] / count
    found = []
    for number in range(count):
        start, end = number * step, number * step + step * 0.56
        inner = [point for point, length in zip(ring, lengths, strict=True) if start < length < end]
        found.append(band([_along(ring, lengths, start), *inner, _along(ring, lengths, end)], width))
    return found


def at(centre: Point, radius: float, angle: float) -> Point:
    return centre[0] + radius * cos(angle), centre[1] + radius * sin(angle)


def default_font(size_px: int) -> pygame.font.Font:
    """The font that comes with pygame. It is opened each time: a font does not outlive `pygame.quit()`."""
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(None, size_px)


def ink_of(text: str, font: pygame.font.Font, colour: Rgb) -> pygame.Surface:
    """The letters cut to their ink, so that they can be centred by eye and not by line."""
    line = font.render(text, True, colour)
    return line.subsurface(line.get_bounding_rect()).copy()


def largest_size(texts: Sequence[str], width: float, height: float, font_of: FontOf) -> int:
    """The largest size in which the ink of each of these texts fits into so many pixels."""
    return _largest_size(tuple(texts), width, height, font_of)


@lru_cache(maxsize=256)  # it opens font after font, and the seconds are written once a second
def _largest_size(texts: Sequence[str], width: float, height: float, font_of: FontOf) -> int:
    measured = font_of(MEASURED_PX)
    inks = [measured.render(text, True, INK).get_bounding_rect() for text in texts]
    share = min(min(width / max(1, ink.width), height / max(1, ink.height)) for ink in inks)
    size = max(LEAST_PX, ceil(MEASURED_PX * share) + 1)
    # Letters do not grow evenly, they are fitted to pixels: look, and go down from there.
    font = font_of(size)
    while size > LEAST_PX and not all(_fits(text, font, width, height) for text in texts):
        size -= 1
        font = font_of(size)
    return size


def largest_font(texts: Sequence[str], width: float, height: float, font_of: FontOf) -> pygame.font.Font:
    """The font of that size."""
    return font_of(largest_size(texts, width, height, font_of))


def blit_centred(target: pygame.Surface, picture: pygame.Surface, centre: Point) -> pygame.Rect:
    """Put a picture's middle here, to the nearest whole pixel; the answer is what it covers."""
    width, height = picture.get_size()
    corner = (round(centre[0] - width / 2 + 1e-6), round(centre[1] - height / 2 + 1e-6))
    return target.blit(picture, corner)


def _fits(text: str, font: pygame.font.Font, width: float, height: float) -> bool:
    ink = font.render(text, True, INK).get_bounding_rect()
    return ink.width <= width and ink.height <= height


def _luminance(colour: Rgb) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _direction(start: Point, end: Point) -> Point:
    x, y = end[0] - start[0], end[1] - start[1]
    length = hypot(x, y) or 1.0
    return x / length, y / length


def _along(ring: Sequence[Point], lengths: Sequence[float], length: float) -> Point:
    """The point so far along a line."""
    for number in range(1, len(ring)):
        if lengths[number] >= length and lengths[number] > lengths[number - 1]:
            share = (length - lengths[number - 1]) / (lengths[number] - lengths[number - 1])
            (x, y), (next_x, next_y) = ring[number - 1], ring[number]
            return x + (next_x - x) * share, y + (next_y - y) * share
    return ring[-1]
