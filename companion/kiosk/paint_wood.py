"""Wood and felt: the grounds that the games lie on, and the wooden frame around them."""

from __future__ import annotations

from math import ceil, sin
from random import Random

import pygame

from companion.kiosk.paint_tools import WHITE, Rgb, add_shape, blank, disc, from_hex, mixed

WALNUT, DARK_WALNUT = from_hex("#6b472c"), from_hex("#3d2615")
_BLACK, _LIGHT = from_hex("#000000"), from_hex("#ffe9c9")


def wood(width: int, height: int, colour: Rgb = WALNUT, seed: int = 1) -> pygame.Surface:
    """Planed wood with its grain running across; the same seed gives the same plank."""
    plank = blank(width, height)
    random = Random(seed)
    phases = [random.uniform(0, 6.3) for _ in range(3)]
    for y in range(height):
        shade = sum(sin(y / length + phase) for length, phase in zip((2.1, 5.3, 13.7), phases, strict=True))
        pygame.draw.line(plank, mixed(colour, _BLACK, 0.05 + 0.02 * shade), (0, y), (width, y))
    for _ in range(ceil(height / 4)):
        middle, swing, phase = random.uniform(0, height), random.uniform(0.5, 2.5), random.uniform(0, 6.3)
        length, tint = random.uniform(60, 160), random.uniform(0.08, 0.22)
        points = [(x, middle + swing * sin(x / length + phase)) for x in range(-8, width + 16, 8)]
        pygame.draw.aalines(plank, mixed(colour, _BLACK, tint), False, points)
    return plank


def framed(size: tuple[int, int], rim: int, ground: Rgb, colour: Rgb = WALNUT) -> pygame.Surface:
    """A ground in a wooden frame of this width, mitred, with round outer corners and a worn edge."""
    width, height = size
    frame = blank(width, height)
    well = pygame.Rect(rim, rim, width - 2 * rim, height - 2 * rim)
    for seed, y in enumerate((0, height - rim), start=1):
        frame.blit(wood(width, rim, colour, seed), (0, y))
    for seed, x in enumerate((0, width - rim), start=3):
        upright = pygame.transform.rotate(wood(height, rim, colour, seed), 90)
        mitre = blank(rim, height)
        outer, inner = (0, rim) if x == 0 else (rim, 0)
        add_shape(mitre, WHITE, [[(outer, 0), (inner, rim), (inner, height - rim), (outer, height)]])
        upright.blit(mitre, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        frame.blit(upright, (x, 0))
    line = max(1, round(rim / 16))
    for edge, tint in (((0, 0, width, line), _LIGHT), ((0, height - line, width, line), _BLACK)):
        frame.fill(mixed(colour, tint, 0.32), edge)  # light falls on it from above
    pygame.draw.rect(frame, DARK_WALNUT, well.inflate(2 * line, 2 * line))
    frame.fill(mixed(colour, _LIGHT, 0.25), (well.x, well.bottom + line, well.width, line))
    frame.fill(ground, well)
    _round_off(frame, 0.5 * rim)
    return frame


def add_felt(picture: pygame.Surface, well: pygame.Rect, colour: Rgb) -> None:
    """Lay felt into `well`: short fibres, and the frame's shadow along the upper edge."""
    random, side = Random(5), 96
    patch = blank(side, side)
    patch.fill(colour)
    for _ in range(side * side // 7):
        x, y, tint = random.randrange(side), random.randrange(side), random.choice((_BLACK, _LIGHT))
        patch.fill(mixed(colour, tint, random.uniform(0.02, 0.07)), (x, y, random.choice((1, 1, 2)), 1))
    picture.set_clip(well)
    for x in range(well.x, well.right, side):
        for y in range(well.y, well.bottom, side):
            picture.blit(patch, (x, y))
    shade = max(2, well.height // 60)
    for step in range(shade):
        line = blank(well.width, 1)
        line.fill((0, 0, 0, round(70 * (1 - step / shade) ** 2)))
        picture.blit(line, (well.x, well.y + step))
    picture.set_clip(None)


def _round_off(picture: pygame.Surface, radius: float) -> None:
    """Cut the four corners round."""
    corner = blank(radius, radius)
    side = corner.get_width()
    add_shape(corner, WHITE, [disc((side, side), side)])
    for flips_x, x in ((False, 0), (True, picture.get_width() - side)):
        for flips_y, y in ((False, 0), (True, picture.get_height() - side)):
            cut = pygame.transform.flip(corner, flips_x, flips_y)
            picture.blit(cut, (x, y), special_flags=pygame.BLEND_RGBA_MULT)
