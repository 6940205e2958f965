"""What the three lights and the buzzer tell at a moment: the sand of Challenge, and signals from the table.

    alerts = Alerts()
    alerts.hear(Signal("accepted", at=clock()))
    told = alerts.look(view.sand, clock(), is_quiet=not settings.sound.on)
    lights.show(told.lit)
    for seconds in told.buzzes: buzzer.sound(seconds)

No thread, no device, no clock. The sand's blinking follows from the seconds left and from nothing else, so
that the lights, the buzzer and a screen that draws `told.lit` are in step however often they look.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, inf
from typing import Literal

from companion.session.views import SandView
from hardware.interfaces import LightName

Lit = frozenset[LightName]
SignalKind = Literal["accepted", "refused", "unsure", "your-turn", "camera-lost", "time-out"]

DARK: Lit = frozenset()
GREEN: Lit = frozenset({"green"})
AMBER: Lit = frozenset({"amber"})
RED: Lit = frozenset({"red"})

# The red light goes on with each beat and off halfway to the next. Two a second and no faster: more than
# three flashes a second can harm people with epilepsy.
BEAT_S = 1.0
FAST_BEAT_S = 0.5
FAST_FROM_S = 3.0

BEEP_S = 0.06
TONE_S = 1.0  # when the time is up

# A press is timed at its edge and heard a little later, so the sand may go back by as much. By more than
# this it is another sand, whose beats have not been sounded yet.
NEW_SAND_S = 1.0


@dataclass(frozen=True, slots=True)
class Signal:
    """Something happened at a moment."""

    kind: SignalKind
    at: float


@dataclass(frozen=True, slots=True)
class Told:
    """What to show now, and the sounds to begin now, in seconds."""

    lit: Lit
    buzzes: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Pattern:
    """Lights one after the other, each for a while; once, or again and again for as long as it lasts."""

    steps: tuple[tuple[Lit, float], ...]
    lasts: bool = False

    @property
    def length_s(self) -> float:
        return sum(seconds for _, seconds in self.steps)

    def lit_after(self, elapsed_s: float) -> Lit | None:
        """What is lit so long after its beginning; `None` when it is over."""
        elapsed_s = max(0.0, elapsed_s)
        if self.lasts:
            elapsed_s %= self.length_s
        for lit, seconds in self.steps:
            if elapsed_s < seconds:
                return lit
            elapsed_s -= seconds
        return self.steps[-1][0] if self.lasts else None


# Those that show what the sand may show too begin and end dark, or they would run together with it.
PATTERNS: dict[SignalKind, Pattern] = {
    "accepted": Pattern(((DARK, 0.1), (GREEN, 0.2), (DARK, 0.15), (GREEN, 0.2), (DARK, 0.15))),
    "refused": Pattern(
        ((DARK, 0.1), (RED, 0.15), (DARK, 0.15), (RED, 0.15), (DARK, 0.15), (RED, 0.15), (DARK, 0.15))
    ),
    "your-turn": Pattern(((DARK, 0.1), (GREEN, 0.4), (DARK, 0.1))),
    "time-out": Pattern(((RED, TONE_S), (DARK, 0.1))),
    "unsure": Pattern(((AMBER, 0.9), (DARK, 0.9)), lasts=True),
    "camera-lost": Pattern(((AMBER, 0.5), (RED, 0.5)), lasts=True),
}
# Of two that happened at the same moment, the later in this list is shown.
RANKS: tuple[SignalKind, ...] = ("your-turn", "unsure", "camera-lost", "accepted", "refused", "time-out")


def beat_of(left_s: float) -> float:
    """The beat that came last: the seconds that were left then, for the last ten seconds of the sand."""
    every_s = _beat_s(left_s)
    return ceil(left_s / every_s) * every_s


def is_on_beat(left_s: float) -> bool:
    """Whether a light that goes with the beats is on; it stays on when nothing is left."""
    return left_s <= 0 or beat_of(left_s) - left_s < _beat_s(left_s) / 2


def lights_of(sand: SandView) -> Lit:
    """The sand alone: its colour, red with the beats. Sand that stands still is shown steadily."""
    if is_urgent(sand) and not is_on_beat(sand.left_s):
        return DARK
    return frozenset({sand.colour})


def is_urgent(sand: SandView) -> bool:
    """Whether these are the last seconds, and they run."""
    return sand.is_running and sand.colour == "red"


def lights_at(sand: SandView | None, signals: Iterable[Signal], now: float) -> Lit:
    """What is lit: a signal of the moment, else running red sand, else a signal that lasts, else the sand."""
    strongest = _strongest(signals, now)
    if strongest is not None and not (_lasts(strongest) and sand is not None and is_urgent(sand)):
        return PATTERNS[strongest.kind].lit_after(now - strongest.at) or DARK
    return DARK if sand is None else lights_of(sand)


class Alerts:
    """Remembers signals while they are shown, and which sounds were told, so that each is told once."""

    def __init__(self) -> None:
        self._signals: dict[SignalKind, Signal] = {}
        self._is_tone_due = False
        self._lowest_s = inf  # of this sand, as far as it was seen
        self._beat = inf  # the last one that was sounded

    def hear(self, signal: Signal) -> None:
        """Show this from now on. What lasts and is shown already goes on as it was, until it is `over`."""
        if not (signal.kind in self._signals and _lasts(signal)):
            self._signals[signal.kind] = signal
        if signal.kind == "time-out":
            self._is_tone_due = True

    def over(self, kind: SignalKind) -> None:
        """What lasted has ended."""
        self._signals.pop(kind, None)

    def look(self, sand: SandView | None, now: float, is_quiet: bool = False) -> Told:
        """What to show at this moment. `None`: a game without sand, or none that is being played.

        A beep is told while its red light is on. One that nobody looked for in time is left out: late, it
        would be out of step. The tone at the end of the time is told in any case.
        """
        shown = [signal for signal in self._signals.values() if _is_shown(signal, now)]
        self._signals = {signal.kind: signal for signal in shown}
        is_tone, self._is_tone_due = self._is_tone_due, False
        is_beep = self._is_beat_due(sand) and _sand_speaks(shown, now)
        buzzes = (TONE_S,) if is_tone else (BEEP_S,) if is_beep else ()  # a beep would cut the tone short
        return Told(lights_at(sand, shown, now), () if is_quiet else buzzes)

    def _is_beat_due(self, sand: SandView | None) -> bool:
        """Whether a beat came that was not due before."""
        if sand is None:
            self._lowest_s = self._beat = inf
            return False
        if sand.left_s > self._lowest_s + NEW_SAND_S:
            self._lowest_s = self._beat = inf
        self._lowest_s = min(self._lowest_s, sand.left_s)
        if not is_urgent(sand) or sand.left_s <= 0 or not is_on_beat(sand.left_s):
            return False
        beat = beat_of(sand.left_s)
        is_new, self._beat = beat < self._beat, min(beat, self._beat)
        return is_new


def _beat_s(left_s: float) -> float:
    return FAST_BEAT_S if left_s <= FAST_FROM_S else BEAT_S


def _lasts(signal: Signal) -> bool:
    return PATTERNS[signal.kind].lasts


def _is_shown(signal: Signal, now: float) -> bool:
    return PATTERNS[signal.kind].lit_after(now - signal.at) is not None


def _strongest(signals: Iterable[Signal], now: float) -> Signal | None:
    """The signal to show: those of the moment before those that last, and of these the latest."""

    # Whose turn it is often comes right after what was done; the screen says it as well, so it gives way.
    def strength(one: Signal) -> tuple[bool, bool, float, int]:
        return (not _lasts(one), one.kind != "your-turn", one.at, RANKS.index(one.kind))

    return max((one for one in signals if _is_shown(one, now)), key=strength, default=None)


def _sand_speaks(signals: Iterable[Signal], now: float) -> bool:
    """Whether no signal of the moment has the lights: who has them has the buzzer too."""
    strongest = _strongest(signals, now)
    return strongest is None or _lasts(strongest)
