"""The last sum spelled out; or what lies there unpressed and would be worth."""

from __future__ import annotations

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import inset
from companion.kiosk.page import Page
from companion.kiosk.screen import House
from companion.session.views import TableView


def draw_said(page: Page, box: pygame.Rect, house: House, view: TableView, hint: str = "") -> None:
    """Draw it into the box, where sentences are said too; a hint takes the place of the last sum."""
    page.said_box = box
    pending = house.backstage.pending
    if pending is not None and view.phase == "to-lay":
        frame = theme.GO if pending.points is not None else theme.ALARM
        key = "game.would-score" if pending.points is not None else "game.would-be-refused"
        text = house.words(key, points=pending.points or 0, sentence=pending.sentence)
        draw_sentence(page, box, text, frame)
        return
    inner = inset(page.fill(box, theme.STRIPE, radius=8), -page.unit(4))
    page.text(inner, hint or say_last(house, view), 19, lines=_lines(page, box))


def draw_sentence(page: Page, box: pygame.Rect, sentence: str, frame: theme.Rgb) -> None:
    """A sentence on a card with a frame of this colour."""
    inner = inset(page.fill(box, theme.CARD, radius=8, frame=frame), -page.unit(4))
    page.text(inner, sentence, 19, lines=_lines(page, box), colour=theme.INK)


def say_last(house: House, view: TableView) -> str:
    """How the last move adds up, with who made it."""
    line = view.last
    if line is None:
        return house.words("game.nobody-yet")
    name = view.players[line.player].name
    return house.words("game.last-sum", name=name, sums="; ".join(line.sums), points=line.points)


def _lines(page: Page, box: pygame.Rect) -> int:
    return max(2, box.h // page.unit(17))
