"""By which rules? One line a choice, with a sentence that says what it means; most people just go on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import columns, cut_right, cut_top, inset, rows
from companion.kiosk.new_game_part import (
    SECONDS,
    SECONDS_STEP,
    TARGET_STEP,
    TARGETS,
    USUAL_TARGET,
    NewGame,
)
from companion.kiosk.page import Page
from companion.kiosk.screen import House
from companion.kiosk.screens.players import PlayersScreen
from companion.kiosk.step_part import StepScreen
from companion.rules.triolet.editions import EDITIONS, LONE_OPENINGS
from companion.rules.triominos.position import SCORINGS
from companion.session.setup import BLOCKED


@dataclass(frozen=True, slots=True)
class Option:
    """One button of a line. A step (`−`, `+`) is never the chosen one, and with `act` absent it is a text."""

    name: str
    label: str
    act: Callable[[], object] | None
    is_chosen: bool = False
    is_enabled: bool = True


@dataclass(frozen=True, slots=True)
class Line:
    """One choice: what it is about, what is chosen now in a sentence, and the buttons."""

    label: str
    sentence: str
    options: tuple[Option, ...]


class RulesScreen(StepScreen):
    """The rules of the game that was chosen."""

    name = "rules"

    def __init__(self, house: House, new: NewGame) -> None:
        super().__init__(house)
        self.new = new

    def title(self) -> str:
        return self.house.words("rules.title", game=self.house.words(f"choose-game.{self.new.game}"))

    def hint(self) -> str:
        return self.house.words("rules.hint")

    def go_on(self) -> None:
        self.house.go(PlayersScreen(self.house, self.new))

    def build_body(self, page: Page, box: pygame.Rect) -> None:
        lines = list(self._lines())
        box = cut_top(box, min(box.h, len(lines) * page.unit(156 if page.is_portrait else 100)))[0]
        for row, line in zip(rows(box, len(lines), page.unit(6)), lines, strict=True):
            self._draw_line(page, row, line)

    def _draw_line(self, page: Page, row: pygame.Rect, line: Line) -> None:
        page.fill(row, theme.CARD, frame=theme.RULE)
        inner = inset(row, page.gap, page.unit(2))
        if page.is_portrait:
            text, buttons = cut_top(inner, inner.h - page.unit(68), page.unit(4))
        else:
            buttons, text = cut_right(inner, round(inner.w * 0.52), page.gap)
        label, sentence = cut_top(text, page.unit(23))
        page.text(label, line.label, 20, weight="heavy")
        size = 20 if page.is_portrait else 17
        page.text(sentence, line.sentence, size, colour=theme.SOFT_INK, stand="top", lines=3)
        buttons = inset(buttons, 0, max(0, (buttons.h - page.unit(68)) // 2))
        for box, option in zip(columns(buttons, len(line.options), page.unit(6)), line.options, strict=True):
            if option.act is None:
                page.text(box, option.label, "body", weight="heavy", align="centre", lines=2)
                continue
            page.button(
                box,
                option.label,
                option.act,
                option.name,
                style="plain" if option.is_chosen else "quiet",
                size="title" if option.label in ("−", "+") else 18,
                enabled=option.is_enabled,
                chosen=option.is_chosen and option.is_enabled,
            )

    # The lines of each game -----------------------------------------------------------------------------

    def _lines(self) -> Iterator[Line]:
        if self.new.is_triolet:
            yield self._choice("edition", tuple(EDITIONS))
            yield self._choice("lone_opening", LONE_OPENINGS)
        else:
            if self.new.game == "challenge":
                yield self._sand()
            yield self._choice("scoring", SCORINGS)
            yield self._choice("blocked", BLOCKED, is_needed=self.new.rests_count)
        yield self._match()

    def _choice(self, what: str, values: tuple[str, ...], is_needed: bool = True) -> Line:
        """A few values of one of the new game's fields."""
        words, now = self.house.words, getattr(self.new, what)
        options = (
            Option(
                f"{what}-{value}",
                words(f"rules.{what}-{value}"),
                partial(setattr, self.new, what, value),
                value == now,
                is_needed,
            )
            for value in values
        )
        sentence = words(f"rules.{what}-{now}-is" if is_needed else f"rules.{what}-not-needed")
        return Line(words(f"rules.{what}"), sentence, tuple(options))

    def _sand(self) -> Line:
        words, new = self.house.words, self.new
        own = Option("own-timer", words("rules.own-timer"), self._toggle_timer, new.has_own_timer)
        if new.has_own_timer:
            run = Option("with-sand", words("rules.with-sand"), self._toggle_timer)
            return Line(words("rules.seconds"), words("rules.own-timer-is"), (run, own))
        shown = Option("", words("rules.seconds-shown", count=new.seconds), None)
        return Line(
            words("rules.seconds"),
            words("rules.seconds-is", count=new.seconds),
            (*self._steps("seconds", shown, SECONDS, SECONDS_STEP), own),
        )

    def _match(self) -> Line:
        words, new = self.house.words, self.new
        can_match = new.counts_points
        single = Option(
            "one-game", words("rules.one-game"), self._play_one_game, new.target is None, can_match
        )
        if not can_match:
            return Line(words("rules.match"), words("rules.match-not-needed"), (single,))
        if new.target is None:
            match = Option("match", words("rules.with-target"), self._play_match)
            return Line(words("rules.match"), words("rules.one-game-is"), (single, match))
        shown = Option("", words("rules.target-shown", count=new.target), None)
        return Line(
            words("rules.match"),
            words("rules.target-is", count=new.target),
            (single, *self._steps("target", shown, TARGETS, TARGET_STEP)),
        )

    def _steps(self, what: str, shown: Option, allowed: range, step: int) -> tuple[Option, ...]:
        now = getattr(self.new, what)
        less = Option(f"{what}-less", "−", lambda: self._step(what, allowed, -step), False, now > allowed[0])
        more = Option(f"{what}-more", "+", lambda: self._step(what, allowed, step), False, now < allowed[-1])
        return less, shown, more

    def _step(self, what: str, allowed: range, by: int) -> None:
        """To the next whole step, also from a number between two."""
        now = getattr(self.new, what)
        size = abs(by)
        to = (now // size + 1) * size if by > 0 else (-(-now // size) - 1) * size
        setattr(self.new, what, min(max(to, allowed[0]), allowed[-1]))

    def _toggle_timer(self) -> None:
        self.new.has_own_timer = not self.new.has_own_timer

    def _play_one_game(self) -> None:
        self.new.target = None

    def _play_match(self) -> None:
        self.new.target = self.house.backstage.choices.target or USUAL_TARGET
