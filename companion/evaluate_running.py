"""Evaluate pictures in several processes, with their progress shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from multiprocessing import get_context
from typing import TypeVar

import cv2

from companion.progress import with_progress

T = TypeVar("T")
R = TypeVar("R")


def run_spread(work: Callable[[T], list[R]], tasks: Sequence[T], jobs: int, total: int) -> list[R]:
    """All results of all tasks, in their order; with several processes if asked. `work` is a plain function
    of a module, so that another process can find it; `total` is how many results there will be."""
    if jobs == 1:
        return list(with_progress(chain.from_iterable(map(work, tasks)), total, "evaluating"))
    # Spawned, not forked: a fork of a process in which OpenCV has threads can hang for ever.
    with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_one_thread_each) as pool:
        results = chain.from_iterable(pool.map(work, tasks, chunksize=1))
        return list(with_progress(results, total, "evaluating"))


def _one_thread_each() -> None:
    cv2.setNumThreads(1)
