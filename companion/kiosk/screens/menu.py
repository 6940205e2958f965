"""The menu of a running game: what is needed now and then, and the way out."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import cut_right, cut_top, grid, inset
from companion.kiosk.icon_part import IconName, draw_icon
from companion.kiosk.page import Act, Page, Style
from companion.kiosk.pictogram_part import Pictogram, draw_bare_pictogram
from companion.kiosk.screen import Screen
from companion.kiosk.screens.confirm import ConfirmScreen
from companion.kiosk.screens.correct import CorrectScreen
from companion.kiosk.screens.enter_move import EnterMoveScreen
from companion.kiosk.screens.whole_sheet import WholeSheetScreen
from companion.rules.verdict import Language
from companion.session.intents import EndGame, Pause, Resume

PLAYING = ("to-lay", "reading", "asked", "refused", "changed", "nothing-laid", "paused")


@dataclass(frozen=True, slots=True)
class Item:
    """One tile of the menu."""

    name: str
    label: str
    act: Act
    sign: Pictogram | None
    is_enabled: bool = True


class MenuScreen(Screen):
    """Pause, put right, end, language and sound."""

    name = "menu"

    def build(self, page: Page) -> None:
        words = self.house.words
        inner = inset(page.box, page.unit(20), page.unit(16))
        head, body = cut_top(inner, page.unit(66), page.unit(14))
        back, title = cut_right(head, page.unit(170), page.gap)
        page.said_box = title
        page.text(title, words("menu.title"), "title", weight="heavy")
        across, down = (2, 4) if page.is_portrait else (4, 2)
        boxes = grid(body, across, down, page.unit(14))
        for box, item in zip(boxes, (*self._game_items(), *self._other_items()), strict=True):
            self._draw_item(page, box, item)
        page.button(back, words("common.back"), self.leave, "back", style="quiet", size="large", key="Esc")

    def leave(self) -> None:
        """The game may have gone on meanwhile: what it asks for now is shown."""
        self.house.to_table()

    def _draw_item(self, page: Page, box: pygame.Rect, item: Item) -> None:
        """A sign, and below it what it does."""
        ground = theme.GO if item.name == "pause" else theme.SLATE
        if item.name in ("language", "sound"):
            ground = theme.CARD
        style: Style = "quiet" if ground == theme.CARD else "plain"
        page.button(box, "", item.act, item.name, ground=ground, style=style, enabled=item.is_enabled)
        ground = ground if item.is_enabled else theme.STRIPE
        ink = theme.letters_on(ground) if item.is_enabled else theme.SOFT_INK
        sign, label = cut_top(inset(box, page.unit(8)), round(box.h * 0.42), page.unit(2))
        if item.sign is not None:
            draw_bare_pictogram(page, sign, item.sign, ink, ground)
        else:
            self._draw_setting(page, sign, item.name)
        page.text(label, item.label, "body", colour=ink, weight="heavy", align="centre", lines=3)

    def _draw_setting(self, page: Page, box: pygame.Rect, name: str) -> None:
        icon: IconName = "sound" if self.house.backstage.choices.sound else "silent"
        draw_icon(page.surface, box, "language" if name == "language" else icon, theme.INK)

    def _game_items(self) -> tuple[Item, ...]:
        words, view = self.house.words, self.house.view
        phase = None if view is None else view.phase
        is_playing, is_paused = phase in PLAYING, phase == "paused"
        is_busy = phase == "reading" and not (view is not None and view.hindrances)
        pause = Item("pause", words("menu.pause"), self._pause, "pause", is_playing and not is_busy)
        go_on = Item("pause", words("menu.go-on"), self._go_on, "play")
        can_lay, has_lines = is_playing and not is_paused, view is not None and bool(view.lines)
        return (
            go_on if is_paused else pause,
            Item("enter-move", words("menu.by-hand"), self._enter_move, "hand", can_lay),
            Item("correct", words("menu.correct"), self._correct, "pencil", has_lines),
            Item("sheet", words("menu.sheet"), self._show_sheet, "sheet", has_lines),
        )

    def _other_items(self) -> tuple[Item, ...]:
        words, house = self.house.words, self.house
        is_playing = house.view is not None and house.view.phase in PLAYING
        sound = words("menu.sound-on" if house.backstage.choices.sound else "menu.sound-off")
        return (
            Item("language", words("menu.language"), self._switch_language, None),
            Item("sound", sound, self._switch_sound, None),
            Item("end-game", words("menu.end-game"), self._end_game, "flag", is_playing),
            Item("home", words("menu.home"), house.home, "house"),
        )

    def _pause(self) -> None:
        if self.house.send(Pause):
            self.house.to_table()

    def _go_on(self) -> None:
        if self.house.send(Resume):
            self.house.to_table()

    def _enter_move(self) -> None:
        self.house.swap(EnterMoveScreen(self.house))

    def _correct(self) -> None:
        self.house.swap(CorrectScreen(self.house))

    def _show_sheet(self) -> None:
        self.house.go(WholeSheetScreen(self.house))

    def _end_game(self) -> None:
        house = self.house
        house.go(ConfirmScreen(house, "end-game", self._do_end))

    def _do_end(self) -> None:
        if self.house.send(EndGame):
            self.house.to_table()

    def _switch_language(self) -> None:
        backstage = self.house.backstage
        other: Language = "fr" if self.house.language == "en" else "en"
        backstage.change(replace(backstage.choices, language=other))
        self.house.refresh()

    def _switch_sound(self) -> None:
        backstage = self.house.backstage
        backstage.change(replace(backstage.choices, sound=not backstage.choices.sound))
        self.house.refresh()
