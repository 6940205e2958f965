"""A handle that a finger drags over a picture, and a magnifier that shows what the finger hides."""

from __future__ import annotations

import pygame

from companion.kiosk import theme
from companion.kiosk.backstage import Picture
from companion.kiosk.live_part import Point, Shown, surface_of
from companion.kiosk.page import Page

HANDLE = 17  # units: its radius
MAGNIFIER = 132  # units that it is wide
LARGER = 4  # than the picture on the page
AWAY = 112  # units from the handle to the magnifier's middle: farther than a finger is wide


def draw_handle(page: Page, at: Point, is_chosen: bool) -> None:
    """A ring with a cross in it: what counts is the middle of the cross. The chosen one is thicker, and has
    a dot."""
    radius, middle = page.unit(HANDLE), (round(at[0]), round(at[1]))
    line = page.unit(5 if is_chosen else 3)
    for colour, extra in ((theme.NIGHT, page.unit(2)), (theme.GLOW if is_chosen else theme.WHITE, 0)):
        pygame.draw.circle(page.surface, colour, middle, radius + extra, line + 2 * extra)
        for across, down in ((1, 0), (0, 1)):
            start = (middle[0] - across * radius, middle[1] - down * radius)
            end = (middle[0] + across * radius, middle[1] + down * radius)
            pygame.draw.line(page.surface, colour, start, end, max(1, page.unit(1)) + 2 * extra)
    if is_chosen:
        pygame.draw.circle(page.surface, theme.ALARM, middle, max(2, page.unit(4)))


def draw_magnifier(page: Page, shown: Shown, picture: Picture, point: Point) -> pygame.Rect:
    """What lies around a point of the picture, larger, beside it and toward the picture's middle."""
    x, y = shown.to_page(point)
    side = min(page.unit(MAGNIFIER), shown.rect.w, shown.rect.h)
    lens = pygame.Rect(0, 0, side, side)
    sideways = page.unit(AWAY) * (1 if x < shown.rect.centerx else -1)
    # A hand comes from below: above the finger is better than below it.
    lens.center = round(x + sideways), round(y - page.unit(40))
    lens.clamp_ip(shown.rect)
    around = max(3, round(side / (shown.scale * LARGER)))
    part = pygame.Surface((around, around))
    part.fill(theme.NIGHT)
    part.blit(surface_of(picture), (round(around / 2 - point[0] - 0.5), round(around / 2 - point[1] - 0.5)))
    page.surface.blit(pygame.transform.smoothscale(part, lens.size), lens)
    for colour, wide in ((theme.NIGHT, page.unit(3)), (theme.GLOW, page.unit(1))):
        pygame.draw.line(page.surface, colour, lens.midtop, lens.midbottom, max(1, wide))
        pygame.draw.line(page.surface, colour, lens.midleft, lens.midright, max(1, wide))
    pygame.draw.rect(page.surface, theme.NIGHT, lens.inflate(page.unit(6), page.unit(6)), page.unit(4))
    pygame.draw.rect(page.surface, theme.GLOW, lens.inflate(page.unit(2), page.unit(2)), page.unit(3))
    return lens
