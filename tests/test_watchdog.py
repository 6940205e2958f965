"""The heartbeat against a real datagram socket and a clock set by hand."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.watchdog import NotifySocket, Watchdog, wished_interval_s
from tests.journal.helpers import HandClock

THIRTY_S = {"WATCHDOG_USEC": "30000000"}


class Systemd:
    """What listens at the other end."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._socket.bind("\0" + address[1:] if address.startswith("@") else address)

    def heard(self) -> list[str]:
        messages = []
        while True:
            try:
                messages.append(self._socket.recv(1000).decode())
            except BlockingIOError:
                return messages

    def close(self) -> None:
        self._socket.close()


@pytest.fixture(params=["path", "abstract"])
def systemd(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Systemd]:
    is_abstract = request.param == "abstract"
    systemd = Systemd(f"@trioscope-test-{os.getpid()}" if is_abstract else str(tmp_path / "notify"))
    yield systemd
    systemd.close()


@pytest.fixture
def clock() -> HandClock:
    return HandClock(1000.0)


def watch(systemd: Systemd, clock: HandClock, **environ: str) -> Watchdog:
    return Watchdog.from_environment({"NOTIFY_SOCKET": systemd.address, **environ}, clock)


def test_nothing_is_said_before_the_first_round(systemd: Systemd, clock: HandClock) -> None:
    watch(systemd, clock, **THIRTY_S)
    assert systemd.heard() == []


def test_the_first_round_makes_it_ready_and_rounds_keep_it_alive(systemd: Systemd, clock: HandClock) -> None:
    watchdog = watch(systemd, clock, **THIRTY_S)
    watchdog()
    assert systemd.heard() == ["READY=1", "WATCHDOG=1"]
    watchdog()
    assert systemd.heard() == []  # 30 rounds a second need no 30 messages
    clock.now += 7.4
    watchdog()
    assert systemd.heard() == []
    clock.now += 0.1
    watchdog()
    assert systemd.heard() == ["WATCHDOG=1"]


def test_without_rounds_there_is_no_heartbeat(systemd: Systemd, clock: HandClock) -> None:
    watchdog = watch(systemd, clock, **THIRTY_S)
    watchdog()
    systemd.heard()
    clock.now += 3_600.0
    assert systemd.heard() == []


def test_the_end_is_told(systemd: Systemd, clock: HandClock) -> None:
    watchdog = watch(systemd, clock)
    watchdog()
    watchdog.stopping()
    assert systemd.heard() == ["READY=1", "STOPPING=1"]


def test_a_heartbeat_that_was_not_heard_is_sent_again_after_the_next_round(
    clock: HandClock, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    address = str(tmp_path / "notify")
    watchdog = Watchdog.from_environment({"NOTIFY_SOCKET": address, **THIRTY_S}, clock)
    with caplog.at_level(logging.WARNING):
        for _ in range(100):  # nobody listens yet
            watchdog()
    assert len(caplog.records) == 1  # said once, not in every round
    systemd = Systemd(address)
    watchdog()
    assert systemd.heard() == ["READY=1", "WATCHDOG=1"]
    systemd.close()


def test_a_systemd_that_does_not_read_holds_nobody_up(systemd: Systemd) -> None:
    send = NotifySocket(systemd.address)
    rounds = 0
    while send("WATCHDOG=1"):  # until the kernel's queue is full; one that waits would wait for ever
        rounds += 1
        assert rounds < 1_000_000
    assert len(systemd.heard()) == rounds
    assert send("WATCHDOG=1")


@pytest.mark.parametrize("address", ["", "vsock:2:1234"], ids=["a desk", "a kind it does not know"])
def test_without_a_socket_that_it_knows_it_is_silent(address: str, clock: HandClock) -> None:
    watchdog = Watchdog.from_environment({"NOTIFY_SOCKET": address, **THIRTY_S}, clock)
    watchdog()
    watchdog.stopping()


@pytest.mark.parametrize(
    ("environ", "interval_s"),
    [
        pytest.param({}, None, id="no watchdog"),
        pytest.param({"WATCHDOG_USEC": "20000000"}, 20.0, id="for whoever reads it"),
        pytest.param({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "7"}, 20.0, id="for this process"),
        pytest.param({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "8"}, None, id="for another process"),
        pytest.param({"WATCHDOG_USEC": "0"}, None, id="switched off"),
        pytest.param({"WATCHDOG_USEC": "soon"}, None, id="not a number"),
    ],
)
def test_the_interval_is_the_one_that_systemd_asks_of_this_process(
    environ: dict[str, str], interval_s: float | None
) -> None:
    assert wished_interval_s(environ, pid=7) == interval_s
