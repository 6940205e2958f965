"""The heartbeat that systemd listens for: it restarts a kiosk whose screen has stopped.

    watchdog = Watchdog.from_environment(os.environ, monotonic)
    try:
        kiosk.run(after_round=watchdog)
    finally:
        watchdog.stopping()

It is called once a round by the main loop and by nobody else, after the queue was handled and the picture
drawn: a helper thread would go on beating over a screen that hangs. The protocol is sd_notify(3): a datagram
to the socket that the environment names. Without one, as on a desk, nothing is sent.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable, Mapping

logger = logging.getLogger(__name__)

BEATS = 4  # in the time that systemd waits: one that is late or lost does no harm
READY, ALIVE, STOPPING = "READY=1", "WATCHDOG=1", "STOPPING=1"

Send = Callable[[str], bool]  # whether it went off


class Watchdog:
    """Says ready after the first round, alive after later ones as often as need be, and at last stopping."""

    def __init__(self, send: Send, interval_s: float | None, clock: Callable[[], float]) -> None:
        """`interval_s` is how long systemd waits for a sign of life; `None`: for ever."""
        self._send, self._clock = send, clock
        self._pause_s = None if interval_s is None else interval_s / BEATS
        self._is_ready = False
        self._beaten_s = float("-inf")

    @classmethod
    def from_environment(cls, environ: Mapping[str, str], clock: Callable[[], float]) -> Watchdog:
        """What systemd asks of this process; elsewhere, one that says nothing."""
        address = environ.get("NOTIFY_SOCKET", "")
        # What is neither a path nor abstract is not ours to understand (systemd also knows vsock).
        send = NotifySocket(address) if address[:1] in ("/", "@") else _say_nothing
        return cls(send, wished_interval_s(environ, os.getpid()), clock)

    def __call__(self) -> None:
        """A round is done: the queue handled, the picture drawn. Never waits, never raises."""
        now_s = self._clock()
        if not self._is_ready:
            self._is_ready = self._send(READY)
        if self._pause_s is not None and now_s - self._beaten_s >= self._pause_s and self._send(ALIVE):
            self._beaten_s = now_s  # one that did not go off is tried again after the next round

    def stopping(self) -> None:
        """The loop has ended: what comes now is tidying up."""
        self._send(STOPPING)


class NotifySocket:
    """The socket that systemd listens at; `@` begins the name of one that is in no folder."""

    def __init__(self, address: str) -> None:
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._was_heard = True

    def __call__(self, message: str) -> bool:
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
                sender.setblocking(False)  # the screen waits for nobody, systemd included
                sender.sendto(message.encode(), self._address)
        except OSError as fault:
            if self._was_heard:
                logger.warning("systemd does not hear the heartbeat: %s", fault)
            self._was_heard = False
            return False
        self._was_heard = True
        return True


def wished_interval_s(environ: Mapping[str, str], pid: int) -> float | None:
    """How long systemd waits for a sign of life of this process; `None` if it expects none."""
    if environ.get("WATCHDOG_PID", str(pid)) != str(pid):
        return None  # meant for the process that started this one
    text = environ.get("WATCHDOG_USEC", "")
    return int(text) / 1e6 if text.isdecimal() and int(text) > 0 else None


def _say_nothing(message: str) -> bool:
    return True
