"""The lights on GPIO pins: green, amber and red; if wired, a lamp in each button and a light per player."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from contextlib import ExitStack
from typing import Any, Generic, TypeVar

from hardware.gpio import opening
from hardware.interfaces import ButtonName, LightName

Name = TypeVar("Name", bound=Hashable)


class GpioLights:
    """Shows what it is told at once. A light that has no pin is left out; closed, all are dark for good."""

    def __init__(
        self,
        pins: Mapping[LightName, int],
        *,
        lamps: Mapping[ButtonName, int] | None = None,
        players: Sequence[int | None] = (),
        pin_factory: object | None = None,
    ) -> None:
        """Open the pins by their BCM numbers; `NoGpio` if that fails. No factory: gpiozero's own.

        `lamps`: in the buttons. `players`: one pin per seat, the first player's first; `None`: no light.
        """
        with ExitStack() as opened:
            self._lights = _Row(pins, "the {} light", opened, pin_factory)
            self._lamps = _Row(lamps or {}, "the lamp in the button {}", opened, pin_factory)
            seats = {number: pin for number, pin in enumerate(players, start=1) if pin is not None}
            self._players = _Row(seats, "the light of player {}", opened, pin_factory)
            self._opened = opened.pop_all()

    @property
    def lit(self) -> frozenset[LightName]:
        """Which of the three are on."""
        return self._lights.lit

    def show(self, lit: frozenset[LightName]) -> None:
        """Light these of the three and no others; lamps and players' lights stay as they are."""
        self._lights.show(lit)

    def show_lamps(self, lit: frozenset[ButtonName]) -> None:
        """Light the lamps of these buttons and no others."""
        self._lamps.show(lit)

    def show_player(self, number: int | None) -> None:
        """Light the light of this player, counted from 1, and no other's; `None`: nobody's."""
        self._players.show(frozenset() if number is None else frozenset({number}))

    def close(self) -> None:
        """Dark, and the pins let go."""
        for row in (self._lights, self._lamps, self._players):
            row.close()
        self._opened.close()


class _Row(Generic[Name]):
    """Lights that are told together."""

    def __init__(
        self, pins: Mapping[Name, int], title: str, opened: ExitStack, pin_factory: object | None
    ) -> None:
        self._leds: dict[Name, Any] = {}
        self._lit: frozenset[Name] = frozenset()
        self._is_open = True
        for name, pin in pins.items():
            with opening(title.format(name), pin):
                from gpiozero import LED

                led = LED(pin, initial_value=False, pin_factory=pin_factory)
                self._leds[name] = opened.enter_context(led)

    @property
    def lit(self) -> frozenset[Name]:
        return self._lit

    def show(self, lit: frozenset[Name]) -> None:
        if not self._is_open:
            return
        wired = lit & self._leds.keys()
        for name in wired ^ self._lit:  # only what changes: it may be told at every frame
            self._leds[name].value = name in wired
        self._lit = wired

    def close(self) -> None:
        self.show(frozenset())
        self._is_open = False
