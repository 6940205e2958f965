"""The real kiosk on a surface in memory, with a fake behind the scenes that keeps a real session."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from companion.kiosk.backstage import (
    Choices,
    Comparison,
    Devices,
    GameStory,
    KnownPlayer,
    LiveLook,
    Notice,
    PastGame,
    Pending,
    Picture,
    Unfinished,
    VirtualTable,
)
from companion.kiosk.kiosk import Kiosk
from companion.kiosk.page import Target
from companion.rules.triolet.editions import STANDARD
from companion.rules.triominos import game as triominos
from companion.rules.verdict import Cell, Language
from companion.session.declined import Declined
from companion.session.forms import Kind
from companion.session.intents import EndTurn, Input, Intent, Ruled, Tick
from companion.session.rulings import Ruling
from companion.session.session import Session
from companion.session.setup import Player, Setup
from companion.session.shown import ShownPiece, ShownPieces, Wanted
from companion.session.views import TableView

SIZES = ((800, 480), (1280, 800), (1920, 1080), (480, 800))
PLAYERS = (Player("Élodie", "red"), Player("Ben", "blue"), Player("Großmutter", "green"))
TRIOLET = Setup(STANDARD, PLAYERS)
TRIOMINOS = Setup(triominos.Rules(), PLAYERS)
CHALLENGE = Setup(triominos.Rules(challenge=True), PLAYERS, seconds=60.0)


def lying(*pieces: str, unsure: str = "") -> ShownPieces:
    """What the camera read, from left to right."""
    return ShownPieces(tuple(ShownPiece(piece, piece != unsure) for piece in pieces))


class Clock:
    """A clock that stands until it is set."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class FakeBackstage:
    """Keeps a session in memory; everything else is what a test puts there."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.choices, self.devices = Choices(), Devices(camera="virtual")
        self.session: Session | None = None
        self.pending: Pending | None = None
        self.comparison: Comparison | None = None
        self.is_camera_lost = self.is_disk_full = self.is_comparing = False
        self.reads = True
        self.virtual: VirtualTable | None = None
        self.notices: list[Notice] = []
        self.sounds: list[str] = []
        self.lights: list[str] = []
        self.left: Unfinished | None = None
        self.games: list[PastGame] = []
        self.stories: dict[int, GameStory] = {}
        self.players: list[KnownPlayer] = []
        self.crops: Picture | None = None
        self.looks: LiveLook | None = None
        self.said = ""
        self.found: dict[str, str] = {}
        self.seen_pieces: ShownPieces | None = None
        self.wanted: list[Wanted] = []  # what the camera was asked to look for
        self.heard: list[Intent] = []
        self.calls: list[str] = []
        self._presses = 0

    def can_read(self, kind: Kind) -> bool:
        return self.reads

    def change(self, choices: Choices) -> None:
        self.choices = choices

    def view(self, at: float, language: Language) -> TableView | None:
        return None if self.session is None else self.session.view(at, language)

    def hear(self, intent: Intent) -> Declined | str | None:
        self.heard.append(intent)
        return self._hear(intent)

    def press(self, pressed_at: float) -> Declined | str | None:
        self._presses += 1
        return self._hear(EndTurn(f"press {self._presses}", pressed_at, self.clock()))

    def rule(self, ruling: Ruling) -> None:
        """What the referee would have said of the last press."""
        reason = self._hear(Ruled(f"press {self._presses}", ruling, self.clock()))
        assert reason is None, reason
        self.notices.append(Notice("counted"))

    def poll(self) -> Sequence[Notice]:
        self._tick()
        notices, self.notices = self.notices, []
        return notices

    def begin(self, setup: Setup) -> str | None:
        self.session = Session.start(setup, self.clock())
        self.calls.append("begin")
        return None

    def resume(self) -> str | None:
        self.calls.append("resume")
        return None if self.session is not None else "There is no game to continue."

    def leave(self) -> None:
        self.calls.append("leave")
        self.session = None

    def lay_for_me(self) -> str | None:
        self.calls.append("lay-for-me")
        return None

    def look_again(self) -> None:
        self.calls.append("look-again")

    def play_on(self) -> None:
        self.calls.append("play-on")
        self.comparison = None

    def crop(self, cells: Sequence[Cell]) -> Picture | None:
        return self.crops

    def unfinished(self) -> Unfinished | None:
        return self.left

    def past_games(self) -> Sequence[PastGame]:
        return self.games

    def story(self, number: int) -> GameStory | None:
        return self.stories.get(number)

    def known_players(self) -> Sequence[KnownPlayer]:
        return self.players

    def live(self, is_wanted: bool) -> LiveLook | None:
        return self.looks if is_wanted else None

    def set_corners(self, corners: Sequence[tuple[float, float]]) -> str:
        self.calls.append("set-corners")
        return self.said

    def calibrate(self) -> str:
        self.calls.append("calibrate")
        return self.said

    def calibrate_table(self) -> str:
        self.calls.append("calibrate-table")
        return self.said

    def specials(self) -> dict[str, str]:
        return self.found

    def confirm_specials(self, specials: dict[str, str]) -> str:
        self.found = specials
        return self.said

    def enrol(self) -> str:
        self.calls.append("enrol")
        return self.said

    def shown(self, wanted: Wanted) -> ShownPieces | None:
        self.wanted.append(wanted)
        return self.seen_pieces

    def test_light(self, name: str) -> None:
        self.lights.append(name)

    def make_sound(self, name: str) -> None:
        self.sounds.append(name)

    def _tick(self) -> None:
        """Time passes where sand runs; when it has run out, that is news."""
        if self.session is None or self.session.state.sand is None or not self.session.state.sand.runs:
            return
        turns = len(self.session.state.sheet.turns)
        self._hear(Tick(self.clock()))
        if len(self.session.state.sheet.turns) > turns:
            self.notices.append(Notice("time-out"))

    def _hear(self, heard: Input) -> Declined | str | None:
        if self.session is None:
            return "There is no game."
        after = self.session.hear(heard)
        if isinstance(after, Declined):
            return after
        self.session = after
        return None


class Stage:
    """A kiosk to touch, and what stands behind it."""

    def __init__(self, size: tuple[int, int] = (800, 480), language: Language = "en") -> None:
        pygame.display.init()
        pygame.font.init()
        self.surface = pygame.display.set_mode(size)
        pygame.event.clear()
        self.clock = Clock()
        self.backstage = FakeBackstage(self.clock)
        self.backstage.choices = replace(self.backstage.choices, language=language)
        self.kiosk = Kiosk(self.backstage, self.surface, self.clock)

    def step(self, seconds: float = 0.0) -> None:
        """One round of the loop, so much later."""
        self.clock.now += seconds
        self.kiosk.step()
        if self.kiosk.fault is not None:
            raise self.kiosk.fault

    def begin(self, setup: Setup) -> None:
        """A game, with its screen in front."""
        self.backstage.begin(setup)
        self.kiosk.to_table()
        self.step()

    def rule(self, ruling: Ruling) -> None:
        """Press End turn, and have the referee say this."""
        assert self.kiosk.end_turn()
        self.backstage.rule(ruling)
        self.step()

    def target(self, name: str) -> Target:
        """What is touched under this name on the page."""
        found = [target for target in self.kiosk.page.targets if target.name == name]
        names = [target.name for target in self.kiosk.page.targets]
        assert len(found) == 1, f"{name} is {len(found)} times among {names} on {self.kiosk.screen.name}"
        return found[0]

    def touch(self, name: str) -> None:
        """A finger in the middle of it."""
        self.touch_at(self.target(name).rect.center)

    def touch_at(self, pos: tuple[int, int]) -> None:
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, button=1, pos=pos))
        self.step()

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        self.drag_on(start, end)
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=end))
        self.step()

    def drag_on(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """A finger that is not lifted yet."""
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=start))
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=end, rel=(0, 0), buttons=(1, 0, 0)))
        self.step()

    def key(self, name: str) -> None:
        pygame.event.post(
            pygame.event.Event(pygame.KEYDOWN, key=pygame.key.key_code(name), unicode="", mod=0)
        )
        self.step()

    def type(self, text: str) -> None:
        for letter in text:
            pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=letter))
        self.step()

    def push(self, button: str, is_long: bool = False) -> None:
        """One of the four buttons."""
        self.kiosk.inputs.push(button, is_long)  # type: ignore[arg-type]  # tests name them as they are
        self.step()

    def push_until(self, name: str) -> None:
        """Push until the ring is on this target, then choose it: with the four buttons alone."""
        self._reach(name, lambda: self.push("draw"), lambda: self.push("end-turn"))

    def key_until(self, name: str) -> None:
        """The same with the keyboard alone."""
        self._reach(name, lambda: self.key("tab"), lambda: self.key("return"))

    def _reach(self, name: str, move: Callable[[], None], choose: Callable[[], None]) -> None:
        for _ in range(2 * len(self.kiosk.page.targets) + 2):
            if self.kiosk.screen.focus == name:
                choose()
                return
            move()
        raise AssertionError(f"{name} cannot be reached on {self.kiosk.screen.name}")
