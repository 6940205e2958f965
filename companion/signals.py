"""Lights, lamps, buzzer and sounds: what they tell of the game, and trying them out."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from companion.alerts import BEEP_S, Alerts, Signal, SignalKind
from companion.kiosk.backstage import Choices
from companion.kiosk.sounds import SOUND_NAMES, Sounds
from companion.lamps import lamps_of, player_of
from companion.quiet_hours import QuietHours, local_minute
from companion.session import news
from companion.session.state import State
from companion.session.views import SandView
from hardware.interfaces import Buzzer, Lamps, LightName, Lights

TRIED_S = 2.0  # a light that is tried out burns so long
TRIED_BUZZ_S = 0.3
LIGHTS: tuple[LightName, ...] = ("green", "amber", "red")
KINDS: dict[type, SignalKind] = {
    news.TurnCounted: "accepted",
    news.Refused: "refused",
    news.Asked: "unsure",
    news.CameraLost: "camera-lost",
    news.TimeRanOut: "time-out",
}


class Signals:
    """Keeps the devices that only show and sound in step with the game."""

    def __init__(
        self,
        lights: Lights,
        buzzer: Buzzer,
        sounds: Sounds,
        *,
        lamps: Lamps | None = None,
        quiet: QuietHours | None = None,
        minute: Callable[[], int] = local_minute,
    ) -> None:
        """`quiet`: when the buzzer is silent, by `minute`, the minute of the day."""
        self._lights, self._buzzer, self._sounds = lights, buzzer, sounds
        self._lamps, self._quiet, self._minute = lamps, quiet, minute
        self._seen: State | None = None
        self._alerts = Alerts()
        self._tried: tuple[frozenset[LightName], float] | None = None  # which light, and until when
        self._is_quiet = False
        self.lit: frozenset[LightName] = frozenset()

    def follow(self, choices: Choices) -> None:
        """As loud as the family wants it."""
        self._is_quiet = not choices.sound
        self._sounds.is_on, self._sounds.volume = choices.sound, choices.volume
        self._sounds.muted = {name for name in SOUND_NAMES if name in choices.muted}

    def hear(self, one: news.News, now: float) -> None:
        """Something happened."""
        if isinstance(one, news.CameraBack):
            self._alerts.over("camera-lost")
        kind = KINDS.get(type(one))
        if kind is not None:
            self._alerts.hear(Signal(kind, now))

    def settle(self) -> None:
        """Somebody did something: what was asked is answered, or is asked anew."""
        self._alerts.over("unsure")

    def show(self, sand: SandView | None, now: float) -> None:
        """What is to be seen and heard at this moment; once a round of the main loop."""
        told = self._alerts.look(sand, now, is_quiet=self._is_quiet)
        if self._tried is not None and now >= self._tried[1]:
            self._tried = None
        self._light(told.lit if self._tried is None else self._tried[0])
        self._buzz(told.buzzes)

    def show_table(self, state: State | None) -> None:
        """Which buttons do something and whose turn it is; once a round. `None`: no game goes on."""
        if self._lamps is not None and (state is None or state is not self._seen):
            self._seen = state
            self._lamps.show_lamps(lamps_of(state))
            self._lamps.show_player(player_of(state))

    def play(self, name: str) -> None:
        """One of the sounds; a name that there is not is silent."""
        if name in SOUND_NAMES:
            self._sounds.play(name)

    def try_out(self, name: str, now: float) -> None:
        """Show that a light burns, or that the buzzer sounds: whoever asks for it wants to hear it."""
        if name == "buzzer":
            self._buzzer.sound(TRIED_BUZZ_S)
        else:
            self._tried = frozenset(light for light in LIGHTS if light == name), now + TRIED_S

    def close(self) -> None:
        """Dark and silent."""
        self._lights.close()
        if self._lamps is not None:
            self._lamps.close()
        self._buzzer.close()
        self._sounds.close()

    def _light(self, lit: frozenset[LightName]) -> None:
        if lit != self.lit:
            self.lit = lit
            self._lights.show(lit)

    def _buzz(self, buzzes: Iterable[float]) -> None:
        for seconds in buzzes:
            if self._quiet is None or not self._quiet.hold(self._minute()):
                self._buzzer.sound(seconds)
            if seconds == BEEP_S:
                self.play("tick")
