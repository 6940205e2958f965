"""The Pi itself: temperature, power and clock, from what the kernel and the firmware tell.

Each check takes the folder that stands for `/` and whatever else it looks at, so that a test can make it red.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from companion.doctor_findings import Finding, Teller

Run = Callable[[Sequence[str]], str | None]  # what a command prints; `None` if it fails or is not there

WARM_C, HOT_C = 75, 82  # the firmware slows the Pi down between 80 and 85
A_DAY_S = 86_400
# Bits of `vcgencmd get_throttled` (raspberrypi.com/documentation, "vcgencmd"); 16 higher: since the start.
UNDER_VOLTAGE, FREQUENCY_CAPPED, THROTTLED, SOFT_LIMIT = 1, 2, 4, 8
SLOWED = FREQUENCY_CAPPED | THROTTLED | SOFT_LIMIT
SINCE_START = 16


def check_temperature(tell: Teller, root: Path) -> Finding:
    """The hottest sensor counts."""
    found = [read_number(path) for path in root.glob("sys/class/thermal/thermal_zone*/temp")]
    known = [number for number in found if number is not None]
    if not known:
        return tell("temperature", "unknown", "temperature-unknown")
    celsius = round(max(known) / 1000)
    if celsius >= HOT_C:
        return tell("temperature", "bad", "temperature-hot", celsius=celsius)
    if celsius >= WARM_C:
        return tell("temperature", "warn", "temperature-warm", celsius=celsius)
    return tell("temperature", "ok", "temperature-ok", celsius=celsius)


def check_throttling(tell: Teller, root: Path, run: Run) -> Finding:
    """Whether the power supply is strong enough, now and since the start."""
    bits = _throttled(root, run)
    if bits is None:
        return tell("throttling", "unknown", "power-unknown")
    if bits & UNDER_VOLTAGE:
        return tell("throttling", "bad", "power-low")
    if bits & SLOWED:
        return tell("throttling", "warn", "slowed")
    if bits & UNDER_VOLTAGE << SINCE_START:
        return tell("throttling", "warn", "power-was-low")
    if bits & SLOWED << SINCE_START:
        return tell("throttling", "warn", "was-slowed")
    return tell("throttling", "ok", "power-ok")


def check_time(
    tell: Teller, root: Path, run: Run, now_s: float, installed_s: float, last_game_s: float | None
) -> Finding:
    """Whether the clock can be right: a Pi without network and battery goes on where it was switched off."""
    now = datetime.fromtimestamp(now_s).strftime("%Y-%m-%d %H:%M")
    if now_s < installed_s - A_DAY_S:
        return tell("time", "bad", "time-wrong", now=now)
    if last_game_s is not None and now_s < last_game_s - A_DAY_S:
        return tell("time", "warn", "time-behind", now=now)
    is_synced = run(("timedatectl", "show", "--property=NTPSynchronized", "--value"))
    if is_synced is not None and is_synced.strip() == "yes":
        return tell("time", "ok", "time-synced", now=now)
    if any(root.glob("sys/class/rtc/rtc*")):
        return tell("time", "ok", "time-kept", now=now)
    if is_synced is None:
        return tell("time", "unknown", "time-unknown", now=now)
    return tell("time", "warn", "time-drifts", now=now)


def read_text(path: Path) -> str | None:
    """The text of a small file; `None` if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip("\0\n ")
    except OSError:
        return None


def read_number(path: Path) -> int | None:
    """The whole number in a small file; `None` if there is none."""
    try:
        return int(read_text(path) or "")
    except ValueError:
        return None


def _throttled(root: Path, run: Run) -> int | None:
    told = [read_text(path) for path in root.glob("sys/devices/platform/soc*/*firmware/get_throttled")]
    told.append(run(("vcgencmd", "get_throttled")))
    for text in told:
        try:
            return int((text or "").strip().rpartition("=")[2], 16)  # throttled=0x50000, or 50000
        except ValueError:
            continue
    return None
