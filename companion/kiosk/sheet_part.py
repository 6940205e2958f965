"""The score sheet, as on paper: a column a player, a line a round, every turn with its running total."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import columns, cut_right, cut_top, inset, rows
from companion.kiosk.page import LEAST_UNITS, Page
from companion.kiosk.screen import House
from companion.kiosk.typeface import Weight, width_px
from companion.session.views import SheetLine, TableView

LINE = 26  # units that a line is high, at least
NARROW = 110  # units: a narrower column has no room for points beside the total


@dataclass(frozen=True, slots=True)
class Sheet:
    """The lines of each round: `None` where a player has not played."""

    rounds: tuple[tuple[SheetLine | None, ...], ...]

    @classmethod
    def of(cls, view: TableView) -> Sheet:
        """Each player's turns one below the other."""
        own = [[line for line in view.lines if line.player == player] for player in range(len(view.players))]
        count = max((len(lines) for lines in own), default=0)
        return cls(
            tuple(tuple(lines[at] if at < len(lines) else None for lines in own) for at in range(count))
        )


def draw_sheet(page: Page, box: pygame.Rect, house: House, view: TableView, above: int = 0) -> int:
    """Draw the sheet, scrolled up by `above` lines from its end; how far it can be scrolled comes back."""
    inner = page.fill(box, theme.CARD, radius=10, frame=theme.RULE)
    inner = inset(box, page.unit(4))
    head, body = cut_top(inner, page.unit(60))
    colours = theme.colours_of(view.players)
    for seat, column in enumerate(columns(head, len(view.players), page.unit(4))):
        _draw_head(page, column, house, view, seat, colours[seat])
    sheet = Sheet.of(view)
    shown = max(1, body.h // page.unit(LINE))
    most = max(0, len(sheet.rounds) - shown)
    above = min(above, most)
    last = len(sheet.rounds) - above
    first = max(0, last - shown)
    lines = rows(body, shown)
    for place, (line, round_) in enumerate(zip(lines, sheet.rounds[first:last], strict=False)):
        if (first + place) % 2:
            page.surface.fill(theme.STRIPE, line)
        for seat, cell in enumerate(columns(line, len(view.players), page.unit(4))):
            turn = round_[seat]
            if turn is not None:
                _draw_turn(page, cell, turn, is_last=turn is view.lines[-1])
    return most


def _draw_head(
    page: Page, column: pygame.Rect, house: House, view: TableView, seat: int, colour: theme.Rgb
) -> None:
    is_turn = seat == view.player and view.end is None
    if is_turn:
        page.fill(column, colour, radius=8)
    ground = colour if is_turn else theme.CARD
    ink = theme.letters_on(ground) if is_turn else theme.readable(colour, ground)
    name, below = rows(inset(column, page.unit(4), page.unit(1)), 2)
    page.text(name, view.players[seat].name, 18, colour=ink, weight="heavy", may_cut=True)
    rack, total = cut_right(below, round(below.w * 0.46))
    total, rack = rack, total
    page.text(total, str(view.scores[seat]), "large", colour=ink, weight="heavy", align="right")
    text = house.words("game.rack", count=view.racks[seat])
    if width_px(text, page.unit(LEAST_UNITS)) > rack.w:
        text = house.words("game.rack-brief", count=view.racks[seat])
    page.text(rack, text, 15, colour=ink)


def _draw_turn(page: Page, cell: pygame.Rect, turn: SheetLine, is_last: bool) -> None:
    points = f"{turn.points:+d}" if turn.points else "–"
    if turn.mark is not None:
        points += "*"
    weight: Weight = "heavy" if is_last else "plain"
    inner = inset(cell, page.unit(4), 0)
    total, rest = cut_right(inner, round(inner.w * 0.5))
    page.text(rest, points, 18, colour=theme.SOFT_INK, weight=weight, align="right")
    page.text(total, str(turn.total), 18, weight=weight, align="right")
