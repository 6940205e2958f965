"""The podium: who came first, second and third, by height and by number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import columns, cut_bottom, cut_top, inset
from companion.kiosk.page import Page
from companion.kiosk.sign_part import draw_crown
from companion.session.setup import Player

HEIGHTS = (1.0, 0.7, 0.48, 0.32)  # of the steps, the first place first


@dataclass(frozen=True, slots=True)
class Standing:
    """How one player has done."""

    seat: int
    place: int  # from 1; equal players share a place
    total: int


def standings(totals: Sequence[int], winners: Sequence[int]) -> tuple[Standing, ...]:
    """Everybody by place, the first first. Winners are first, whatever the points say."""

    def rank(seat: int) -> tuple[bool, int]:
        return seat in winners, totals[seat]

    seats = sorted(range(len(totals)), key=lambda seat: (rank(seat), -seat), reverse=True)
    return tuple(
        Standing(seat, 1 + sum(rank(other) > rank(seat) for other in seats), totals[seat]) for seat in seats
    )


def draw_podium(
    page: Page, box: pygame.Rect, players: Sequence[Player], order: Sequence[Standing], shows_points: bool
) -> None:
    """The steps side by side, the highest in the middle."""
    colours = theme.colours_of(players)
    seen = [order[1], order[0], *order[2:]] if len(order) > 2 else list(order)
    wide = min(box.w, page.unit(170) * len(seen))
    stage = pygame.Rect(0, box.y, wide, box.h)
    stage.centerx = box.centerx
    over = page.unit(100 if shows_points else 76)  # the crown, the name and the points stand on the step
    for column, one in zip(columns(stage, len(seen), page.unit(6)), seen, strict=True):
        high = round((box.h - over) * HEIGHTS[min(one.place, len(HEIGHTS)) - 1])
        step, above = cut_bottom(column, high)
        _draw_step(page, step, one.place, colours[one.seat])
        ink = theme.readable(colours[one.seat], theme.PAPER)
        if shows_points:
            points, above = cut_bottom(above, page.unit(34))
            page.text(points, str(one.total).replace("-", "−"), 28, weight="heavy", align="centre")
        name, above = cut_bottom(above, page.unit(28))
        text = players[one.seat].name
        page.text(name, text, 22, colour=ink, weight="heavy", align="centre", may_cut=True)
        if one.place == 1:
            crown, _ = cut_bottom(above, min(page.unit(38), above.h))
            draw_crown(page, crown)


def _draw_step(page: Page, step: pygame.Rect, place: int, colour: theme.Rgb) -> None:
    pygame.draw.rect(
        page.surface,
        colour,
        step,
        border_top_left_radius=page.unit(8),
        border_top_right_radius=page.unit(8),
    )
    edge, _ = cut_top(step, page.unit(7))
    lighter = theme.mix(colour, theme.WHITE, 0.35)
    pygame.draw.rect(
        page.surface,
        lighter,
        edge,
        border_top_left_radius=page.unit(8),
        border_top_right_radius=page.unit(8),
    )
    number = inset(step, 0, page.unit(7)).move(0, page.unit(2))
    page.text(number, str(place), "huge" if place < 3 else 40, colour=theme.letters_on(colour),
              weight="heavy", align="centre")  # fmt: skip
