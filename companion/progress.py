"""A progress bar on standard error, only where somebody watches."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")
WIDTH = 30


def with_progress(items: Iterable[T], total: int, what: str) -> Iterator[T]:
    """The items, with a bar that grows as they come."""
    watched = sys.stderr is not None and sys.stderr.isatty()
    for done, item in enumerate(items, start=1):
        if watched:
            bar = "#" * (WIDTH * done // max(total, 1))
            print(f"\r{what} [{bar:<{WIDTH}}] {done}/{total}", end="", file=sys.stderr, flush=True)
        yield item
    if watched:
        print(file=sys.stderr)
