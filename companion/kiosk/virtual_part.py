"""What stands on the screen of the virtual table: the picture with its marks, a held piece, the player."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import pygame

from companion.kiosk import theme
from companion.kiosk.backstage import Spot, VirtualLook
from companion.kiosk.boxes import columns, cut_right, cut_top, inset
from companion.kiosk.hold_part import Held
from companion.kiosk.page import Act, Page
from companion.kiosk.paint_tools import blit_centred
from companion.kiosk.screen import House
from companion.kiosk.typeface import render
from companion.kiosk.virtual_window import Window, draw_laid, upright
from companion.rules.verdict import Cell
from companion.session.views import TableView

LEAST_NAME = 20  # units: a longer name is cut
KEY = 19  # units that the cap of a key is high
IN_HAND = 1.15  # a piece in the hand is a little nearer
WRONG = theme.from_hex("#ff3b30")  # on any table


def draw_picture(
    page: Page, window: Window, look: VirtualLook, wrong: Collection[Cell], is_holding: bool
) -> None:
    """The camera's picture: marked is what does not count yet, what is wrong, and where a tile may go."""
    window.draw(page, look)
    for spot in look.spots:
        if spot.is_likely and is_holding and look.kind == "triominos":
            window.mark(page, spot, theme.WHITE, 1)
    for spot in look.spots:
        if spot.is_loose:
            window.mark(page, spot, theme.GLOW, 2)
        if spot.cell in wrong:
            window.mark(page, spot, WRONG, 4)


def draw_held(
    page: Page,
    window: Window,
    look: VirtualLook,
    held: Held,
    target: Spot | None,
    finger: tuple[int, int] | None,
) -> None:
    """What is held: over the place where it would be laid, or at the finger that drags it there."""
    for spot in look.spots:
        if held.origin is not None and spot.cell == held.origin:
            window.hide(page, spot)
    if target is not None:
        is_free = not target.piece or target.is_loose
        window.mark(page, target, theme.GLOW if is_free else WRONG, 4)
    if finger is None:
        if target is not None:
            draw_laid(page.surface, held.piece, window.outline(target))
        return
    outline = upright(finger, IN_HAND * (window.side(look.spots[0]) if look.spots else 0), "-" in held.piece)
    if target is not None and "-" in held.piece:  # a tile lies as its place does: it points up or down
        x, y = window.middle(target)
        outline = [(a + finger[0] - x, b + finger[1] - y) for a, b in window.outline(target)]
    draw_laid(page.surface, held.piece, outline)


def draw_player(page: Page, box: pygame.Rect, house: House, view: TableView, headline: str) -> None:
    """The name in its colour, a few words, and the sand as a number."""
    colour = theme.colours_of(view.players)[view.player]
    page.fill(box, colour, radius=8)
    ink = theme.letters_on(colour)
    inner = inset(box, page.gap, page.unit(3))
    if view.sand is not None:
        seconds, inner = cut_right(inner, page.unit(52), page.unit(6))
        _draw_seconds(page, seconds, house, ink, colour)
    words, room = cut_right(inner, round(inner.w * 0.38), page.unit(6))
    page.text(
        room,
        view.players[view.player].name,
        "title",
        colour=ink,
        weight="heavy",
        may_cut=True,
        least=LEAST_NAME,
    )
    page.text(words, headline, "small", colour=ink, align="right", lines=2)


def draw_scores(page: Page, box: pygame.Rect, view: TableView) -> None:
    """What everybody has, side by side."""
    page.fill(box, theme.CARD, radius=8, frame=theme.RULE)
    inked = [theme.readable(colour, theme.CARD) for colour in theme.colours_of(view.players)]
    inner = inset(box, page.unit(8), page.unit(4))
    for place, player, score, ink in zip(
        columns(inner, len(view.players), page.unit(6)), view.players, view.scores, inked, strict=True
    ):
        top, below = cut_top(place, page.unit(18))
        page.text(top, player.name, 15, colour=ink, weight="heavy", align="centre", may_cut=True)
        page.text(below, str(score), "body", colour=ink, weight="heavy", align="centre")


def draw_button(
    page: Page, box: pygame.Rect, label: str, act: Act, name: str, key: str, enabled: bool = True
) -> None:
    """A small button with its key above its word: beside it there is no room."""
    page.button(box, "", act, name, enabled=enabled)
    page.targets[-1] = replace(page.targets[-1], key=key)
    ground = theme.SLATE if enabled else theme.STRIPE
    ink = theme.letters_on(ground) if enabled else theme.SOFT_INK
    inner = inset(box, page.unit(5), page.unit(3))
    if page.shows_keys and enabled:
        top, inner = cut_top(inner, page.unit(KEY), page.unit(1))
        cap = pygame.Rect(0, 0, page.unit(24), page.unit(KEY))
        cap.midtop = top.midtop
        pygame.draw.rect(page.surface, ink, cap, max(1, page.unit(2)), border_radius=page.unit(5))
        page.text(cap, key, 14, colour=ink, weight="heavy", align="centre")
    page.text(inner, label, 17, colour=ink, weight="heavy", align="centre", lines=2)


def _draw_seconds(page: Page, box: pygame.Rect, house: House, ink: theme.Rgb, ground: theme.Rgb) -> None:
    def paint(surface: pygame.Surface, rect: pygame.Rect, _: float) -> None:
        sand = house.sand
        if sand is not None:
            surface.fill(ground, rect)
            picture = render(str(max(0, round(sand.left_s))), page.unit(30), ink, "heavy")
            blit_centred(surface, picture, rect.center)

    if house.sand is not None and house.sand.is_running:
        page.animate(box, paint)
    else:
        paint(page.surface, box, house.now)
