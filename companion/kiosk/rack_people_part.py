"""Whose racks are counted already: a card for each player, to be touched to count or change it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import cut_right, inset, rows
from companion.kiosk.page import Page
from companion.kiosk.screen import House
from companion.kiosk.sign_part import draw_sign
from companion.session.views import EndView, TableView

RackState = Literal["told", "doubtful", "open", "known", "nothing"]


def state_of(view: TableView, end: EndView, seat: int) -> RackState:
    """How far counting is for this player."""
    if seat in end.doubtful:
        return "doubtful"
    if seat in dict(end.told):
        return "told"
    if seat in end.missing:
        return "open"
    return "known" if view.racks[seat] else "nothing"


def draw_people(
    page: Page,
    boxes: Sequence[pygame.Rect],
    house: House,
    view: TableView,
    end: EndView,
    chosen: int,
    choose: Callable[[int], object],
) -> None:
    """A card for everyone; the one that is counted now has a heavy frame."""
    colours = theme.colours_of(view.players)
    for seat, box in zip(range(len(view.players)), boxes, strict=False):
        state, told = state_of(view, end, seat), dict(end.told).get(seat)
        page.fill(box, theme.CARD, frame=theme.RULE)
        if seat == chosen:
            pygame.draw.rect(page.surface, colours[seat], box, page.unit(6), border_radius=page.unit(12))
        inner = inset(box, page.unit(14), page.unit(6))
        total, left = cut_right(inner, page.unit(66), page.unit(4))
        name, below = rows(left, 2)
        ink = theme.readable(colours[seat], theme.CARD)
        page.text(name, view.players[seat].name, 20, colour=ink, weight="heavy", may_cut=True)
        _draw_state(page, below, house, state)
        if told is not None:
            page.text(total, str(told), "title", weight="heavy", align="right")
        can_count = told is not None or bool(view.racks[seat])
        page.target(box, partial(choose, seat), f"player-{seat}", enabled=can_count)


def _draw_state(page: Page, box: pygame.Rect, house: House, state: RackState) -> None:
    """A tick or an exclamation mark, and a word."""
    ink = {"doubtful": theme.ALARM, "told": theme.GO}.get(state, theme.SOFT_INK)
    if state in ("doubtful", "told"):
        side = min(box.h, page.unit(20))
        sign = pygame.Rect(box.x, box.centery - side // 2, side, side)
        draw_sign(page, sign, "doubt" if state == "doubtful" else "tick", ink)
        box = pygame.Rect(sign.right + page.unit(5), box.y, box.right - sign.right - page.unit(5), box.h)
    page.text(box, house.words(f"count-racks.{state}"), 17, colour=ink)
