"""Press to score: from the button going down to the score on the screen, with all threads of the real kiosk.

The camera hands over finished frames at 30 a second; drawing them is not counted. What remains after the
intervals of the frames that were looked at is told in units of one decoded frame.
"""

from __future__ import annotations

import os
import random
import statistics
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from math import ceil, floor
from time import monotonic, sleep

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import cv2
import numpy as np

from calibration.calibrate import calibrate_board
from companion.app import House, Wishes, build, open_window
from companion.fittings import Fittings
from companion.jobs import Glancer, Umpire
from companion.players import family_triolet, family_triominos, mistakes
from companion.rules.triolet import game as triolet
from companion.rules.triolet.editions import STANDARD
from companion.rules.triominos import game as triominos
from companion.session.forms import Kind
from companion.session.games import Game
from companion.session.intents import ChooseJoker, ChooseReading, Dismiss, DrawTile, ExchangeTokens, PassTurn
from companion.session.phases import BeingRead, JokerAsked, ReadingAsked, ToLay
from companion.session.rulings import Ruling
from companion.session.setup import Rules, Setup
from companion.settings import Settings
from companion.umpires import make_umpires
from companion.virtual_answers import joker_laid, right_reading
from companion.virtual_game import Press, change_table, room_for
from hardware.interfaces import Frame
from hardware.virtual.buttons import VirtualButtons
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.sensor import encode
from hardware.virtual.table import VirtualTable
from tests.bench.measure import Result, leave_out, seconds
from tests.bench.reading import DECODED, SIZE, UNIT, Bytes, decode
from tests.recorded import seats

INTERVAL_S = 1 / 30
FRAMES = 4  # of each table, with noise of their own, handed over in turns
PRESSES = 30
SEED = 2
BAR = 25
MOST_TRIES = 6  # presses for one move: what is misread so often stays misread, and the evening ends there
RULES: dict[Kind, Rules] = {"triolet": STANDARD, "triominos": triominos.Rules()}


class PacedCamera:
    """Hands over finished frames, one at each tick of a clock that never waits for anybody."""

    size = SIZE

    def __init__(self, frames: Sequence[Bytes]) -> None:
        self._frames, self._numbers = frames, count()
        self.handed, self.waited_s = 0, 0.0

    def show(self, frames: Sequence[Bytes]) -> None:
        """Another table from the next frame on."""
        self._frames, self.handed, self.waited_s = frames, 0, 0.0

    def frame(self) -> Frame:
        began = monotonic()
        sleep((floor(began / INTERVAL_S) + 1) * INTERVAL_S - began)
        frames = self._frames
        self.handed += 1
        self.waited_s += monotonic() - began
        return Frame(frames[next(self._numbers) % len(frames)], monotonic())

    def burst(self, count: int) -> list[Frame]:
        return [self.frame() for _ in range(count)]

    def close(self) -> None:
        """It opened nothing."""


class TimedUmpire:
    """Tells how long the last ruling took, and what it had waited for until then."""

    def __init__(self, umpire: Umpire, camera: PacedCamera) -> None:
        self._umpire, self._camera = umpire, camera
        self.took_s, self.waited_s, self.frames = 0.0, 0.0, 0

    @property
    def latest(self) -> object:
        return self._umpire.latest

    @property
    def drawn(self) -> int:
        return self._umpire.drawn

    def glance(self, frame: Bytes) -> None:
        if isinstance(self._umpire, Glancer):
            self._umpire.glance(frame)

    def rule(self, frames: Sequence[Bytes], game: Game) -> Ruling:
        self.waited_s, self.frames, began = self._camera.waited_s, self._camera.handed, monotonic()
        ruling = self._umpire.rule(frames, game)
        self.took_s = monotonic() - began
        return ruling

    def accept(self) -> None:
        self._umpire.accept()

    def forget(self) -> None:
        self._umpire.forget()


@dataclass(frozen=True, slots=True)
class Timing:
    """One press, in seconds; `unit_s` was measured right before it."""

    total_s: float
    waited_s: float  # for frames
    frames: int
    ruled_s: float  # reading and ruling
    unit_s: float

    @property
    def units(self) -> float:
        """What the press took beyond the frames' intervals."""
        return (self.total_s - self.frames * INTERVAL_S) / self.unit_s


@dataclass(slots=True, eq=False)
class Evening:
    """Called once a round of the kiosk's loop: lays, presses, and takes the time."""

    house: House
    table: VirtualTable
    camera: PacedCamera
    buttons: VirtualButtons
    umpire: TimedUmpire
    family: Iterator[Press]
    drawer: VirtualCamera
    timings: list[Timing] = field(default_factory=list)
    questions: int = 0
    press: Press | None = None
    pressed_at: float = 0.0
    unit_s: float = 0.0
    turns: int = 0
    tries: int = 0

    def __call__(self) -> None:
        keeper = self.house.stagehand.keeper
        assert self.house.kiosk.fault is None and keeper.game is not None
        state = keeper.game.session.state
        if keeper._check.is_going_on or isinstance(state.phase, BeingRead):
            return
        if self.press is not None and not isinstance(state.phase, ToLay):
            self._answer(self.press)
        elif self.press is None or len(state.sheet.turns) > self.turns or state.is_over:
            self._take_time()
            self._lay()
        elif self.tries < MOST_TRIES:  # overlooked or refused: press again, which is not timed
            self._push(0.0)
        else:
            self.house.kiosk.close()

    def _take_time(self) -> None:
        if self.press is not None and self.pressed_at:
            total_s, ruled = monotonic() - self.pressed_at, self.umpire
            self.timings.append(Timing(total_s, ruled.waited_s, ruled.frames, ruled.took_s, self.unit_s))

    def _lay(self) -> None:
        self.press = next(self.family, None)
        if self.press is None or len(self.timings) == PRESSES:
            self.house.kiosk.close()
            return
        for _ in range(self.press.told.drawn):
            self.house.stagehand.hear(DrawTile(monotonic()))
        change_table(self.table, self.press)
        frames = [self.drawer.frame().pixels for _ in range(FRAMES)]
        saved = np.frombuffer(encode(frames[0], 90), np.uint8)
        self.unit_s = measure_unit(saved)
        game = self.house.stagehand.keeper.game
        assert game is not None
        self.turns = len(game.session.state.sheet.turns)
        self.camera.show(frames)
        self.tries = 0
        self._push(monotonic())

    def _push(self, timed_from: float) -> None:
        self.pressed_at = timed_from
        self.tries += 1
        self.buttons.press("end-turn", monotonic())

    def _answer(self, press: Press) -> None:
        """A press that led to a question is not timed: people are slower than any of this."""
        self.pressed_at = 0.0
        stagehand, now = self.house.stagehand, monotonic()
        assert stagehand.keeper.game is not None
        state = stagehand.keeper.game.session.state
        match state.phase, press.turn:
            case JokerAsked(), _:
                stagehand.hear(ChooseJoker(joker_laid(press) or 0, now))
            case ReadingAsked() as asked, _:
                index = right_reading(asked, state.game, press)
                stagehand.hear(Dismiss(now) if index is None else ChooseReading(index, now))
                self.questions += 1
            case _, triolet.Exchange(tokens):
                stagehand.hear(ExchangeTokens(tokens, now))
            case _, triolet.Pass() | triominos.Pass():
                stagehand.hear(PassTurn(now))
            case _:
                stagehand.hear(Dismiss(now))
                self.questions += 1


def measure_unit(saved: Bytes) -> float:
    """Seconds to decode one frame on one thread."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    taken_s = min(seconds(lambda: decode(saved)) for _ in range(3)) / DECODED
    cv2.setNumThreads(threads)
    return taken_s


def run() -> Iterator[Result]:
    for kind in RULES:
        timings = sorted(_play(kind), key=lambda timing: timing.units)
        if not timings:
            leave_out(f"no press of {kind} led to a score")
            continue
        unit_s = statistics.median(timing.unit_s for timing in timings)
        ninety_five = timings[ceil(0.95 * len(timings)) - 1]
        name = f"press to score, {kind}"
        over = f"{name}: 95 of 100 of {len(timings)} presses, less their frame intervals"
        yield Result(over, ninety_five.units, BAR, UNIT, unit_s)
        for part, of_it in (
            ("frame intervals", [timing.frames * INTERVAL_S for timing in timings]),
            ("reading and ruling", [timing.ruled_s for timing in timings]),
            (
                "the rest: still?, JPEG, journal, screen",
                [timing.total_s - timing.waited_s - timing.ruled_s for timing in timings],
            ),
        ):
            yield Result(f"{name}: {part}, median", statistics.median(of_it) / unit_s, None, UNIT, unit_s)


def _play(kind: Kind) -> list[Timing]:
    """A family without mistakes at the real kiosk, in looks never trained on."""
    rng, rules = random.Random(SEED), RULES[kind]
    family: list[Press]
    if isinstance(rules, triominos.Rules):
        family = list(family_triominos.play(rng, 2, rules, mistakes=mistakes.NONE))
    else:
        family = list(family_triolet.play(rng, 2, rules, mistakes=mistakes.NONE))
    table = VirtualTable.draw(kind, SEED, "medium", "held-out", sizes=(SIZE,), room_for=room_for(family))
    drawer, buttons = VirtualCamera(table), VirtualButtons()
    camera = PacedCamera([drawer.frame().pixels for _ in range(FRAMES)])
    known = calibrate_board(drawer.frame().pixels)[0].known if kind == "triolet" else None
    umpires = make_umpires(known)
    timed = TimedUmpire(umpires[kind], camera)
    with tempfile.TemporaryDirectory() as home:
        wishes = Wishes(Settings.load(environ={"HOME": home}), (1280, 800), may_be_unseen=True)
        surface = open_window(wishes)
        assert surface is not None
        house = build(wishes, surface, Fittings(lambda: camera, "usb", buttons=buttons))
        house.stagehand.keeper.use_umpires({**umpires, kind: timed})
        assert house.stagehand.begin(Setup(rules, seats("Ada", "Blaise"))) is None
        house.kiosk.to_table()
        evening = Evening(house, table, camera, buttons, timed, iter(family), drawer)
        house.start()
        house.kiosk.run(evening)
        house.close()
    return evening.timings
