"""The push buttons on GPIO pins, each between its pin and ground.

    buttons = GpioButtons({"end-turn": 17, "undo": 27, "draw": 22, "menu": 23})
    buttons.on_press, buttons.on_fault = presses.put, faults.put
    buttons.tick(clock())       # in the main loop, some twenty times a second or more

Short presses are told when the button is let go, from gpiozero's thread; long ones as soon as they are long,
from `tick`. Both carry the time of the edge, when the button went down.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from threading import RLock
from time import monotonic
from typing import Any

from hardware.gpio import edge_age_s, opening
from hardware.interfaces import ButtonFault, ButtonName, Press

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ButtonTiming:
    """How long is long, in seconds."""

    # Contacts bounce for up to some 6 ms, with gaps far shorter than this. Fingers are slower: even 50
    # presses a second, 10 ms down and 10 ms up, are told one by one.
    bounce_s: float = 0.008
    hold_s: float = 1.0
    stuck_s: float = 20.0


class GpioButtons:
    """Calls `on_press` once for each press and `on_fault` once for each fault; both only pass it on."""

    def __init__(
        self,
        pins: Mapping[ButtonName, int],
        *,
        timing: ButtonTiming = ButtonTiming(),
        clock: Callable[[], float] = monotonic,
        pin_factory: object | None = None,
    ) -> None:
        """Open the pins by their BCM numbers; `NoGpio` if that fails. No factory: gpiozero's own."""
        self.on_press: Callable[[Press], object] | None = None
        self.on_fault: Callable[[ButtonFault], object] | None = None
        self._clock = clock
        self._lock = RLock()  # edges come from gpiozero's thread, ticks from the main loop
        self._is_open = True
        self._contacts: dict[ButtonName, _Contact] = {}
        self._devices: dict[ButtonName, Any] = {}  # one that nobody keeps goes silent
        with ExitStack() as opened:
            for name, pin in pins.items():
                with opening(f"the button {name}", pin):
                    self._open(name, pin, timing, opened, pin_factory)
            self._opened = opened.pop_all()

    @property
    def faults(self) -> tuple[ButtonFault, ...]:
        """What is wrong now; a fault ends when its button is let go."""
        with self._lock:
            return tuple(contact.fault for contact in self._contacts.values() if contact.fault is not None)

    def down_since(self, name: ButtonName) -> float | None:
        """When this button went down, if it is down and that was not told yet; else `None`.

        A short press is told when the button is let go. Whoever lets time run out asks before that.
        """
        with self._lock:
            return self._contacts[name].untold_s

    def tick(self, now: float) -> None:
        """Tell what time alone brings: long presses, stuck buttons, and the end of a chatter."""
        with self._lock:
            for contact in self._contacts.values():
                self._tell(contact.tick(now))

    def close(self) -> None:
        """Let go of the pins; nothing more is told."""
        self._is_open = False
        # Not under the lock: closing waits for gpiozero's thread, which may be waiting for the lock.
        self._opened.close()

    def _open(
        self,
        name: ButtonName,
        pin: int,
        timing: ButtonTiming,
        opened: ExitStack,
        pin_factory: object | None,
    ) -> None:
        # Not gpiozero's Button: its hold times need threads, and nobody can set their clock.
        from gpiozero import DigitalInputDevice

        device = DigitalInputDevice(pin, pull_up=True, pin_factory=pin_factory)
        self._devices[name] = opened.enter_context(device)
        self._contacts[name] = _Contact(name, timing, bool(device.is_active), self._clock())
        device.when_activated = partial(self._edge, name, True)
        device.when_deactivated = partial(self._edge, name, False)

    def _edge(self, name: ButtonName, is_down: bool) -> None:
        at_s = self._clock() - edge_age_s(self._devices[name])
        with self._lock:
            self._tell(self._contacts[name].edge(is_down, at_s))

    def _tell(self, told: Iterator[Press | ButtonFault]) -> None:
        for one in told:
            if not self._is_open:
                return
            try:
                if isinstance(one, Press):
                    if self.on_press is not None:
                        self.on_press(one)
                elif self.on_fault is not None:
                    self.on_fault(one)
            except Exception:  # it would end gpiozero's thread, and with it every button
                logger.exception("a press was not taken")


class _Contact:
    """One button: what counts as down, out of what its contact says.

    A change counts at its first edge if the contact was quiet before; amid chatter it counts once it has
    lasted. So the first touch gives the time of the press, and bounces count as nothing.
    """

    def __init__(self, name: ButtonName, timing: ButtonTiming, is_down: bool, at_s: float) -> None:
        self.fault = ButtonFault(name, "pressed-at-start", at_s) if is_down else None
        self._name, self._timing = name, timing
        self._is_closed, self._edge_s = is_down, at_s  # the contact, and its last edge
        self._is_down, self._down_s = is_down, at_s  # the button, and when it went down
        self._is_told = is_down  # whether this press has been told, or is none
        self._is_fault_due = is_down

    @property
    def untold_s(self) -> float | None:
        return self._down_s if self._is_down and not self._is_told else None

    def edge(self, is_closed: bool, at_s: float) -> Iterator[Press | ButtonFault]:
        """The contact closed or opened."""
        yield from self.tick(at_s)  # what had lasted until then
        was_quiet = self._is_quiet(at_s)
        self._is_closed, self._edge_s = is_closed, at_s
        if was_quiet:
            yield from self._follow()

    def tick(self, now: float) -> Iterator[Press | ButtonFault]:
        """It is so late now."""
        if self._is_quiet(now):
            yield from self._follow()
        if not self._is_down:
            return
        held_s = now - self._down_s
        if held_s >= self._timing.stuck_s and (self.fault is None or self.fault.kind != "stuck"):
            self.fault = ButtonFault(self._name, "stuck", self._down_s)
            self._is_told = self._is_fault_due = True
        if self._is_fault_due and self.fault is not None:
            self._is_fault_due = False
            yield self.fault
        if held_s >= self._timing.hold_s and not self._is_told and self._is_quiet(now):
            self._is_told = True
            yield Press(self._name, self._down_s, is_long=True)

    def _is_quiet(self, now: float) -> bool:
        return now - self._edge_s >= self._timing.bounce_s

    def _follow(self) -> Iterator[Press | ButtonFault]:
        """The button is as its contact has been since its last edge."""
        if self._is_closed == self._is_down:
            return
        self._is_down = self._is_closed
        if self._is_down:
            self._down_s, self._is_told = self._edge_s, False
            return
        self.fault, self._is_fault_due = None, False
        if not self._is_told:
            self._is_told = True
            yield Press(self._name, self._down_s, is_long=self._edge_s - self._down_s >= self._timing.hold_s)
