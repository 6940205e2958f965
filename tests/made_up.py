"""A machine made up for the doctor: files of the kernel's, commands that print what a test wants."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

NOW_S = 1_800_007_200.0  # 15 January 2027, 10 h in London: the same day nearly everywhere
MB = 1_000_000
MOUNTS = "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\nproc /proc proc rw 0 0\n"


def put(root: Path, path: str, text: str) -> None:
    """A file of the kernel's."""
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def connect(root: Path, **states: str) -> None:
    """Sockets for screens, each connected or disconnected."""
    for name, state in states.items():
        put(root, f"sys/class/drm/card1-{name}/status", state + "\n")


def answering(**answers: str) -> Callable[[Sequence[str]], str | None]:
    """Commands that print this; others are not there."""
    return lambda words: answers.get(words[0])


def nothing(words: Sequence[str]) -> None:
    """There are no commands here."""
