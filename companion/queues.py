"""Taking something out of a queue, for threads that hand values to each other."""

from __future__ import annotations

from queue import Empty, SimpleQueue
from typing import TypeVar

T = TypeVar("T")


def take(queue: SimpleQueue[T], wait_s: float | None) -> T | None:
    """The next of a queue; `None` if none comes in time. Without a time it waits for as long as it takes."""
    try:
        return queue.get(wait_s != 0, wait_s)
    except Empty:
        return None


def take_all(queue: SimpleQueue[T]) -> list[T]:
    """All that is in a queue now, in order; it does not wait."""
    taken = []
    while (one := take(queue, 0.0)) is not None:
        taken.append(one)
    return taken
