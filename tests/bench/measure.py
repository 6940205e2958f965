"""Timing on a machine that is never quiet: the two sides of a ratio are measured in turns."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Result:
    """One measured ratio and the bar it must stay under; `None`: only told."""

    name: str
    ratio: float
    bar: float | None
    floor: str  # what 1 means
    floor_s: float  # 0: it is no time

    @property
    def is_over(self) -> bool:
        return self.bar is not None and self.ratio > self.bar


def tabulate(results: Sequence[Result], released: Mapping[str, float]) -> str:
    """All results as one table, those of the last release beside them."""
    rows = [("", "now", "released", "bar", "", "1 is")]
    for one in results:
        floor = f"{one.floor} ({one.floor_s * 1e3:.3g} ms)" if one.floor_s else one.floor
        before = f"{released[one.name]:.3g}" if one.name in released else "-"
        bar = "-" if one.bar is None else f"{one.bar:.3g}"
        rows.append((one.name, f"{one.ratio:.3g}", before, bar, "OVER" if one.is_over else "", floor))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if place in (1, 2, 3) else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def leave_out(why: str) -> None:
    """Say beside the table what is not in it."""
    print(f"(left out: {why})", file=sys.stderr, flush=True)


def compare(
    name: str,
    work: Callable[[], object],
    floor: Callable[[], object],
    floor_name: str,
    bar: float,
    rounds: int = 7,
) -> Result:
    """The median over `rounds` of work / floor, each pair measured one right after the other."""
    ratios, floors = [], []
    work(), floor()  # warm up
    for _ in range(rounds):
        floor_s, work_s = seconds(floor), seconds(work)
        ratios.append(work_s / floor_s)
        floors.append(floor_s)
    return Result(name, statistics.median(ratios), bar, floor_name, statistics.median(floors))


def seconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start
