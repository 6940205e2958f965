"""Standard input, output and error as a command finds them: closed, full, or gone half-way."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress


class StreamFault(Exception):
    """Standard input or output that does not work; `reason` names the sentence about it."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def read_lines() -> Iterator[bytes]:
    """The lines of standard input, each as soon as it has come."""
    if sys.stdin is None:
        raise StreamFault("no-input")
    try:
        yield from sys.stdin.buffer
    except OSError:
        raise StreamFault("cannot-read") from None


def write_line(text: str) -> None:
    """Write one line as UTF-8, whatever the terminal speaks, and send it off: somebody may wait for it."""
    if sys.stdout is None:
        raise StreamFault("no-output")
    _send(text.encode() + b"\n")


def flush_output() -> None:
    """See that everything arrives that somebody else wrote on standard output."""
    if sys.stdout is not None:
        _send(b"")


def drop_output() -> None:
    """Forget what could not be written, so that the interpreter does not try again, loudly, when it exits."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(sentence: str) -> None:
    """One line on standard error, if anybody listens there."""
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(sentence + "\n")


def _send(data: bytes) -> None:
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has gone, and wants no more
        raise
    except OSError:
        raise StreamFault("cannot-write") from None
