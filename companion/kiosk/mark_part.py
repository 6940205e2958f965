"""The sign of the house: three tokens, three corners, one eye."""

from __future__ import annotations

from functools import lru_cache

import pygame

from companion.kiosk import theme

FINER = 4  # it is drawn so much larger, then scaled down: its edges are smooth
CORNERS = ((0.5, 0.14), (0.9, 0.84), (0.1, 0.84))
EYE = (0.5, 0.59)


def draw_mark(surface: pygame.Surface, box: pygame.Rect) -> pygame.Rect:
    """Draw it into the middle of the box, as large as it fits."""
    side = max(1, min(box.w, box.h))
    picture = _picture(side)
    return surface.blit(picture, picture.get_rect(center=box.center))


@lru_cache(maxsize=4)
def _picture(side: int) -> pygame.Surface:
    fine = side * FINER
    picture = pygame.Surface((fine, fine), pygame.SRCALPHA)
    # The body's own colour, unseen: scaled-down edges mix with it and stay free of dark fringes.
    picture.fill((*theme.SLATE, 0))
    points = [(x * fine, y * fine) for x, y in CORNERS]
    round_px = 0.075 * fine
    pygame.draw.polygon(picture, theme.SLATE, points)
    for number, point in enumerate(points):  # round corners and edges around the polygon
        pygame.draw.circle(picture, theme.SLATE, point, round_px)
        _draw_edge(picture, points[number - 1], point, round_px)
    middle = (EYE[0] * fine, EYE[1] * fine)
    for point, colour in zip(points, ("red", "yellow", "blue"), strict=True):
        inward = (point[0] + (middle[0] - point[0]) * 0.13, point[1] + (middle[1] - point[1]) * 0.13)
        pygame.draw.circle(picture, theme.PLAYER_COLOURS[colour], inward, 0.092 * fine)
    pygame.draw.circle(picture, theme.PAPER, middle, 0.17 * fine)
    pygame.draw.circle(picture, theme.INK, middle, 0.085 * fine)
    pygame.draw.circle(picture, theme.PAPER, (middle[0] + 0.03 * fine, middle[1] - 0.03 * fine), 0.025 * fine)
    return pygame.transform.smoothscale(picture, (side, side))


def _draw_edge(
    picture: pygame.Surface, start: tuple[float, float], end: tuple[float, float], half: float
) -> None:
    along = pygame.math.Vector2(end) - pygame.math.Vector2(start)
    across = along.normalize().rotate(90) * half
    corners = (start + across, end + across, end - across, start - across)
    pygame.draw.polygon(picture, theme.SLATE, corners)
