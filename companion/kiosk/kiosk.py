"""The kiosk: one window, a stack of screens, and a loop that never waits for camera, disk or reading.

    kiosk = Kiosk(backstage, size=(800, 480), clock=time.monotonic)
    kiosk.run()

Each round: hear what was touched, take in what happened behind the scenes, draw what has changed. A page is
built only when something on it changed; a moving part is drawn alone; an idle screen is not drawn at all.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from time import sleep

import pygame

from companion.kiosk import words
from companion.kiosk.backstage import Backstage, Notice
from companion.kiosk.easel import Easel
from companion.kiosk.inputs import Dragged, Inputs, Pressed, Pushed, Scrolled, Touched, Typed
from companion.kiosk.page import Page
from companion.kiosk.screen import Screen
from companion.kiosk.screens import screen_for
from companion.kiosk.screens.failsafe import FailsafeScreen
from companion.kiosk.screens.home import HomeScreen
from companion.kiosk.strip import draw_strip
from companion.rules.verdict import Language
from companion.session.declined import Declined
from companion.session.intents import Intent, Pause
from companion.session.sand import colour_of
from companion.session.views import SandView, TableView

logger = logging.getLogger(__name__)

MOVING_FPS = 30
LEAST_REST_S = 0.002  # other threads have their turn, however slow the drawing is
IDLE_S = 0.04  # between two rounds where nothing moves: a touch is answered before anybody notices
SAID_S, LETTER_S = 5.0, 0.08  # how long a sentence stands: the longer, the longer
SOUNDS: Mapping[str, str] = {
    "counted": "accepted",
    "refused": "refused",
    "asked": "question",
    "nothing-new": "question",
    "time-out": "time-out",
    "over": "game-over",
    "camera-lost": "error",
}


class Kiosk:
    """The screens, and what they may ask of each other."""

    def __init__(self, backstage: Backstage, surface: pygame.Surface, clock: Callable[[], float]) -> None:
        self.backstage, self._clock = backstage, clock
        self._easel = Easel(surface)
        self.is_open = True
        self.fault: Exception | None = None  # the last one that the calm screen was shown for
        self.inputs = Inputs(clock)
        self._stack: list[Screen] = [HomeScreen(self)]
        self._page: Page | None = None
        self._view: TableView | None = None
        self._viewed_at, self._viewed_in = clock(), self.language
        self._is_stale = self._has_news = True
        self._said: tuple[str, float] = ("", 0.0)
        self._touched_at = clock()
        self._pushed_at: float | None = None  # when the button went down that is being answered
        self._is_dim = False

    # What screens may ask -------------------------------------------------------------------------------

    @property
    def language(self) -> Language:
        return self.backstage.choices.language

    @property
    def now(self) -> float:
        return self._clock()

    @property
    def view(self) -> TableView | None:
        if self._view is None or self._has_news or self._viewed_in != self.language:
            self._viewed_at, self._viewed_in = self.now, self.language
            self._view = self.backstage.view(self._viewed_at, self._viewed_in)
            self._has_news = False
        return self._view

    @property
    def sand(self) -> SandView | None:
        """The view's sand as it is by now: it runs on while nothing else changes."""
        sand = None if self.view is None else self.view.sand
        if sand is None or not sand.is_running:
            return sand
        left_s = max(0.0, sand.left_s - (self.now - self._viewed_at))
        return replace(sand, left_s=left_s, colour=colour_of(left_s, sand.seconds))

    @property
    def screen(self) -> Screen:
        return self._stack[-1]

    @property
    def page(self) -> Page:
        """The page as it is shown now."""
        if self._page is None or self._is_stale:
            self._build()
        assert self._page is not None
        return self._page

    def words(self, key: str, /, **details: object) -> str:
        return words.say(self.language, key, **details)

    def send(self, make: Callable[[float], Intent]) -> bool:
        return self._answered(self.backstage.hear(make(self.now)))

    def end_turn(self, pressed_at: float | None = None) -> bool:
        """End turn, by touch or by the button: the moment counts at which it went down."""
        pressed_at = pressed_at or self._pushed_at or self.now
        return self._answered(self.backstage.press(pressed_at))

    def go(self, screen: Screen) -> None:
        self._stack.append(screen)
        self.refresh()

    def swap(self, screen: Screen) -> None:
        self._stack[-1] = screen
        self.refresh()

    def back(self) -> None:
        if len(self._stack) > 1:
            self._stack.pop()
        self._follow()  # the game may have gone on while its screen was covered
        self.refresh()

    def home(self) -> None:
        if self.sand is not None and self.sand.is_running:
            self.send(Pause)  # nobody plays while nobody sees the game
        del self._stack[1:]
        self.refresh()

    def to_table(self) -> None:
        """The game on top of the first screen; which of its screens, the view says."""
        del self._stack[1:]
        self._has_news = True
        if self.view is not None:
            self._stack.append(screen_for(self, self.view))
        self.refresh()

    def say(self, sentence: str) -> None:
        self._said = (sentence, self.now + max(SAID_S, len(sentence) * LETTER_S))
        self.refresh()

    def refresh(self) -> None:
        self._is_stale = True

    def close(self) -> None:
        """Leave the loop after this round."""
        self.is_open = False

    # The loop -------------------------------------------------------------------------------------------

    def run(
        self, after_round: Callable[[], object] | None = None, rest: Callable[[float], object] = sleep
    ) -> None:
        """Until it is closed. `after_round` is called once a round, e.g. to feed a watchdog."""
        while True:
            began = self.now
            self.step()
            if after_round is not None:
                after_round()
            if not self.is_open:
                return
            # Not pygame.event.wait: SDL looks for events every millisecond then, at 3 % of a core.
            is_moving = self.page.moves(self.now) and not self._is_dim
            round_s = 1 / MOVING_FPS if is_moving else IDLE_S
            rest(max(LEAST_REST_S, began + round_s - self.now))

    def step(self) -> None:
        """One round: hear, look behind the scenes, draw. A fault of ours shows a calm screen."""
        try:
            self._hear_all()
            self._take_in(self.backstage.poll())
            self._draw()
        except Exception as fault:
            logger.exception("the kiosk had a fault; the game is in the journal")
            self.fault = fault
            self._stack[1:] = [FailsafeScreen(self)]
            self._is_stale = self._has_news = True
            self._draw()

    def _hear_all(self) -> None:
        for heard in self.inputs.take(pygame.event.get()):
            was_dim = self._is_dim
            self._wake()
            # The touch that wakes the screen does nothing else; a button that was pushed was meant.
            if not was_dim or isinstance(heard, Pushed):
                self._hear(heard)

    def _hear(self, heard: Touched | Dragged | Scrolled | Typed | Pressed | Pushed | str) -> None:
        screen = self.screen
        match heard:
            case "quit":
                self.close()
            case "resized":
                self._easel.follow_window()
                self.refresh()
            case Touched(at):
                self._touch(at)
            case Dragged(start, at, is_over):
                if screen.drag(start, at, is_over):
                    self.refresh()
            case Scrolled(steps):
                screen.scroll(steps)
                self.refresh()
            case Typed(text):
                if screen.takes_text:
                    screen.type(text)
                    self.refresh()
            case Pressed(key):
                if screen.key(key, self.page):
                    self.refresh()
            case Pushed(button, is_long, at):
                self._pushed_at = at
                screen.push(button, is_long, self.page)
                self._pushed_at = None
                self.refresh()

    def _touch(self, at: tuple[int, int]) -> None:
        # The one on top was built last.
        for target in reversed(self.page.targets):
            if target.rect.collidepoint(at):
                if target.is_enabled:
                    self.backstage.make_sound("tap")
                    screen = self.screen
                    screen.focus = None  # a finger needs no ring
                    screen.finger = at
                    target.act()
                    screen.finger = None
                self.refresh()
                return

    def _take_in(self, notices: Sequence[Notice]) -> None:
        for notice in notices:
            self._has_news = True
            if notice.kind in SOUNDS:
                self.backstage.make_sound(SOUNDS[notice.kind])
            if notice.sentence:
                self.say(notice.sentence)
        if self._has_news:
            self._wake()
            self._follow()
            self.refresh()
        if self._said[0] and self.now > self._said[1]:
            self._said = ("", 0.0)
            self.refresh()
        if self.screen.update():
            self.refresh()
        dim_after_s = self.backstage.choices.dim_after_s
        if dim_after_s and not self._is_dim and self.now - self._touched_at > dim_after_s:
            is_running = self.view is not None and self.view.sand is not None and self.view.sand.is_running
            if not is_running:
                self._is_dim = True
                self.refresh()

    def _follow(self) -> None:
        """Show the screen that the game asks for, if one of its screens is in front."""
        view = self.view
        if view is not None and getattr(self.screen, "is_table", False):
            wanted = screen_for(self, view)
            if type(wanted) is not type(self.screen) or wanted.name != self.screen.name:
                self._stack[-1] = wanted

    def _answered(self, reason: Declined | str | None) -> bool:
        self._has_news = True
        if reason is not None:
            self.say(reason if isinstance(reason, str) else reason.say(self.language))
        self._follow()
        self.refresh()
        return reason is None

    def _wake(self) -> None:
        self._touched_at = self.now
        if self._is_dim:
            self._is_dim = False
            self.refresh()

    # Drawing --------------------------------------------------------------------------------------------

    def _build(self) -> None:
        shows_keys = not self.backstage.devices.buttons
        page = Page(self._easel.surface.get_size(), self.screen.focus, shows_keys)
        screen = self.screen
        screen.build(page)
        if self.screen is not screen:  # it found that it has nothing to show any more, and left
            self._build()
            return
        page.draw_focus()
        draw_strip(page, self, self._said[0])
        self._page, self._is_stale = page, False

    def _draw(self) -> None:
        is_new = self._is_stale or self._page is None
        self._easel.show(self.page, self.now, is_new, self._is_dim)
