"""How far confidences can be believed, and what is taken for what: counted over tokens or tiles alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from math import inf
from statistics import fmean
from typing import Protocol

CONFIDENCES = (0.0, 0.5, 0.9, 0.98, 0.995, 0.999, inf)  # edges of the bins
THRESHOLDS = (0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999)
MOST_CONFUSIONS = 20


class Checked(Protocol):
    """Something that lies there, was read, or both."""

    @property
    def is_there(self) -> bool: ...

    @property
    def is_right(self) -> bool: ...

    @property
    def claimed(self) -> float | None:
        """How sure the reading is; `None` where nothing was claimed."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Readings of about the same confidence: how often they should be right, and how often they are."""

    least: float
    count: int
    expected: float
    right: float


@dataclass(frozen=True, slots=True)
class Accepted:
    """What would happen if every reading at least this sure were believed."""

    threshold: float
    share: float  # of what lies there
    accepted: int
    wrong: int


@dataclass(frozen=True, slots=True)
class Confusion:
    """How often one thing was read as another."""

    truth: str
    read: str
    count: int


def weigh_confidence(checks: Iterable[Checked]) -> list[Bin]:
    """For each bin that holds readings, how often they are right and how often they claim to be."""
    sure = [(check.claimed, check.is_right) for check in checks if check.claimed is not None]
    bins = []
    for least, most in pairwise(CONFIDENCES):
        inside = [(confidence, right) for confidence, right in sure if least <= confidence < most]
        if inside:
            expected, right = (fmean(column) for column in zip(*inside, strict=True))
            bins.append(Bin(least, len(inside), expected, right))
    return bins


def accept(checks: Sequence[Checked], threshold: float) -> Accepted:
    """Believe everything that is at least this sure."""
    believed = [check for check in checks if check.claimed is not None and check.claimed >= threshold]
    there = sum(check.is_there for check in checks)
    share = sum(check.is_there for check in believed) / max(there, 1)
    return Accepted(threshold, share, len(believed), sum(not check.is_right for check in believed))


def accept_most(checks: Sequence[Checked], one_wrong_in: int) -> Accepted | None:
    """As much as can be believed with at most one in so many wrong; `None` if that is nothing."""
    claims = [(check.claimed, not check.is_right) for check in checks if check.claimed is not None]
    best: float | None = None
    accepted = wrong = 0
    for confidence, equally_sure in groupby(sorted(claims, reverse=True), key=lambda claim: claim[0]):
        faults = [is_wrong for _, is_wrong in equally_sure]
        accepted, wrong = accepted + len(faults), wrong + sum(faults)
        if wrong * one_wrong_in <= accepted:
            best = confidence
    return None if best is None else accept(checks, best)


def count_confusions(pairs: Iterable[tuple[str, str]]) -> list[Confusion]:
    """What was taken for what (truth first), the most common first."""
    ranked = sorted(Counter(pairs).items(), key=lambda item: (-item[1], item[0]))
    return [Confusion(truth, read, count) for (truth, read), count in ranked[:MOST_CONFUSIONS]]


def counts_to_text(
    reliability: Sequence[Bin], thresholds: Sequence[Accepted], confusions: Sequence[Confusion], what: str
) -> list[str]:
    """The tables of what was counted; `what` are the things that lie there."""
    parts = []
    if reliability:
        rows = [
            [f"{one.least:g} and more", str(one.count), f"{one.expected:.2%}", f"{one.right:.2%}"]
            for one in reliability
        ]
        parts.append(table(["confidence", "readings", "expected right", "right"], rows))
    if thresholds:
        rows = [
            [f"{one.threshold:g}", f"{one.share:.2%}", str(one.wrong), _one_in(one)] for one in thresholds
        ]
        parts.append(table(["accepted from", f"of the {what}", "wrong", "wrong one in"], rows))
    if confusions:
        rows = [[one.truth, one.read, str(one.count)] for one in confusions]
        parts.append(table(["truth", "read as", "times"], rows))
    return parts


def without_asking_text(one: Accepted, one_wrong_in: int, what: str) -> str:
    """What can be believed without asking, in a sentence."""
    return (
        f"Accepted from {one.threshold:.6f} on, at most 1 in {one_wrong_in:,} is wrong: {one.share:.2%} of "
        f"the {what} ({one.wrong} wrong of {one.accepted} readings)."
    )


def share_text(part: int, whole: int) -> str:
    return f"{part}/{whole} {part / whole:.2%}" if whole else "-"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns wide enough for what is in them, the first to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    lines = []
    for row in (heads, *rows):
        first = row[0].ljust(widths[0])
        others = (text.rjust(width) for text, width in zip(row[1:], widths[1:], strict=True))
        lines.append("  ".join((first, *others)).rstrip())
    return "\n".join(lines)


def _one_in(one: Accepted) -> str:
    return f"{one.accepted / one.wrong:.0f}" if one.wrong else "-"
