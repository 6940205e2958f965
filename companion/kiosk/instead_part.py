"""What may be done instead of laying, as large buttons: exchange so many, draw, pass."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import columns, cut_top, rows
from companion.kiosk.page import Page
from companion.kiosk.screen import House
from companion.rules.triominos import game as triominos
from companion.session.intents import Intent, TellTimeOut
from companion.session.questions import Choice
from companion.session.views import TableView

Send = Callable[[Callable[[float], Intent]], object]

LABEL = 30  # units that the line above the numbers is high


def draw_instead(
    page: Page, box: pygame.Rect, house: House, view: TableView, choices: Sequence[Choice], send: Send
) -> None:
    """Every choice that lays nothing; a touch sends it."""
    exchanges = [choice for choice in choices if choice.answer == "exchange"]
    others = [choice for choice in choices if choice.answer in ("draw", "pass")]
    has_own_timer = isinstance(view.game, triominos.Game) and view.game.rules.challenge and view.sand is None
    is_triolet = view.kind == "triolet"
    count = len(others) + has_own_timer
    if is_triolet:
        # The label comes on top of a line that is as high as all others.
        label_px = page.unit(LABEL) if exchanges else 0
        line_px = (box.h - label_px - count * page.gap) // (count + 1)
        top, box = cut_top(box, label_px + line_px, page.gap)
        _draw_exchanges(page, top, house, view, exchanges, send)
    lines = rows(box, count, page.gap)
    for line, choice in zip(lines, others, strict=False):
        _draw_other(page, line, house, view, choice, send)
    if has_own_timer:
        page.button(
            lines[-1],
            house.words("instead.time-out"),
            partial(send, TellTimeOut),
            "time-out",
            size="large",
            key="T",
        )


def _draw_exchanges(
    page: Page,
    box: pygame.Rect,
    house: House,
    view: TableView,
    exchanges: Sequence[Choice],
    send: Send,
) -> None:
    """One touch exchanges: a rack never holds more than three tokens, so all numbers fit."""
    if not exchanges:
        page.text(
            box, house.words("instead.closed", count=view.stock), "body", lines=3, colour=theme.SOFT_INK
        )
        return
    label, buttons = cut_top(box, page.unit(LABEL))
    page.text(label, house.words("instead.exchange"), "body", weight="heavy", stand="top")
    for button, choice in zip(columns(buttons, len(exchanges), page.gap), exchanges, strict=True):
        page.button(
            button,
            str(choice.number),
            partial(send, choice.intent),
            f"exchange-{choice.number}",
            size="title",
            key=str(choice.number),
        )


def _draw_other(
    page: Page, box: pygame.Rect, house: House, view: TableView, choice: Choice, send: Send
) -> None:
    label, below = house.words(f"instead.{choice.answer}"), _say_cost(house, view, choice)
    page.button(
        box,
        f"{label}\n{below}" if below else label,
        partial(send, choice.intent),
        choice.answer,
        style="go" if view.kind == "triominos" else "plain",
        size="large",
        key=choice.answer[0].upper(),
        lines=3,
    )


def _say_cost(house: House, view: TableView, choice: Choice) -> str:
    """What it costs, where that is known before."""
    if not isinstance(view.game, triominos.Game):
        return ""
    costs, drawn = triominos.PENALTIES[view.game.rules.scoring], view.game.drawn
    if choice.answer == "draw":
        key = "instead.drawn-costs" if costs.drawing else "instead.drawn"
        return house.words(key, number=drawn + 1, most=triominos.MOST_DRAWN, points=costs.drawing)
    if drawn == triominos.MOST_DRAWN and costs.giving_up:
        return house.words("instead.pass-costs", points=costs.giving_up)
    return ""
