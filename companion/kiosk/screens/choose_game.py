"""Which game? Three cards, each with a picture and a sentence."""

from __future__ import annotations

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import columns, cut_left, cut_top, inset, rows
from companion.kiosk.game_pictures_part import draw_game_picture
from companion.kiosk.new_game_part import GAME_NAMES, GameName, NewGame
from companion.kiosk.page import Align, Page
from companion.kiosk.screens.rules import RulesScreen
from companion.kiosk.step_part import StepScreen


class ChooseGameScreen(StepScreen):
    """Triolet, Triominos, Challenge: a touch goes on."""

    name = "choose-game"

    def title(self) -> str:
        return self.house.words("choose-game.title")

    def go_label(self) -> str:
        return ""

    def build_body(self, page: Page, box: pygame.Rect) -> None:
        cards = rows(box, 3, page.gap) if page.is_portrait else columns(box, 3, page.unit(14))
        for card, game in zip(cards, GAME_NAMES, strict=True):
            self._card(page, card, game)

    def _card(self, page: Page, card: pygame.Rect, game: GameName) -> None:
        pygame.draw.rect(page.surface, theme.RULE, card.move(0, page.unit(4)), border_radius=page.unit(14))
        inner = page.fill(card, theme.CARD, radius=14, frame=theme.RULE)
        if page.is_portrait:
            picture, text = cut_left(inner, round(inner.w * 0.44), page.gap)
        else:
            picture, text = cut_top(inner, round(inner.h * 0.6), page.unit(4))
        draw_game_picture(page, picture, game)
        name, sentence = cut_top(text, page.unit(40))
        align: Align = "left" if page.is_portrait else "centre"
        page.text(name, self.house.words(f"choose-game.{game}"), 30, weight="heavy", align=align)
        page.text(
            inset(sentence, page.unit(2), 0),
            self.house.words(f"choose-game.{game}-is"),
            19,
            colour=theme.SOFT_INK,
            align=align,
            stand="top",
            lines=5 if page.is_portrait else 3,
        )
        page.target(card, lambda: self._chosen(game), game)

    def _chosen(self, game: GameName) -> None:
        self.house.go(RulesScreen(self.house, NewGame.usual(game, self.house.backstage)))
