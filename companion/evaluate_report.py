"""What an evaluation found, as a plain table for people or as JSON for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from math import inf
from statistics import fmean, median

from companion.evaluate import Check, Outcome

CONFIDENCES = (0.0, 0.5, 0.9, 0.98, 0.995, 0.999, inf)  # edges of the bins
THRESHOLDS = (0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999)
MOST_CONFUSIONS = 20
ALL = "all"


@dataclass(frozen=True, slots=True)
class Summary:
    """Some pictures, taken together."""

    group: str
    pictures: int
    found: int
    corner_mean: float | None  # in squares, over the boards that were found
    corner_max: float | None
    squares: int
    squares_right: int
    faces: int
    faces_right: int
    all_right: int
    false_tokens: int
    missed_tokens: int
    pairs: int
    pairs_right: int
    pairs_false: int
    hidden: int
    hidden_said: int
    hidden_false: int
    turns: int  # pictures of which it is known what was new
    turns_right: int
    median_s: float
    longest_s: float


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
    share: float  # of the tokens
    accepted: int
    wrong: int


@dataclass(frozen=True, slots=True)
class Confusion:
    """How often one thing was read as another."""

    truth: str
    read: str
    count: int


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that an evaluation tells."""

    groups: tuple[Summary, ...]  # the last is of all
    reliability: tuple[Bin, ...]
    thresholds: tuple[Accepted, ...]
    confusions: tuple[Confusion, ...]

    def to_json(self) -> dict[str, object]:
        return asdict(self)


def report(outcomes: Sequence[Outcome]) -> Report:
    """Sum up at least one outcome."""
    names = sorted({outcome.picture.group for outcome in outcomes})
    groups = [
        summarise(name, [outcome for outcome in outcomes if outcome.picture.group == name]) for name in names
    ]
    checks = [
        check for outcome in outcomes if outcome.comparison.has_faces for check in outcome.comparison.checks
    ]
    return Report(
        groups=(*groups, summarise(ALL, outcomes)),
        reliability=tuple(weigh_confidence(checks)),
        thresholds=tuple(accept(checks, threshold) for threshold in THRESHOLDS) if checks else (),
        confusions=tuple(count_confusions(checks)),
    )


def summarise(group: str, outcomes: Sequence[Outcome]) -> Summary:
    """The numbers of at least one outcome."""
    compared = [outcome.comparison for outcome in outcomes]
    errors = [error for one in compared for error in one.corner_errors or ()]
    with_faces = [check for one in compared if one.has_faces for check in one.checks]
    checks = [check for one in compared for check in one.checks]
    turns = [outcome.is_new_right for outcome in outcomes if outcome.is_new_right is not None]
    seconds = [outcome.seconds for outcome in outcomes]
    return Summary(
        group=group,
        pictures=len(outcomes),
        found=sum(one.is_found for one in compared),
        corner_mean=fmean(errors) if errors else None,
        corner_max=max(errors, default=None),
        squares=sum(one.squares for one in compared),
        squares_right=sum(one.squares_right for one in compared),
        faces=sum(check.is_there for check in with_faces),
        faces_right=sum(check.is_right for check in with_faces),
        all_right=sum(one.is_all_right for one in compared),
        false_tokens=sum(check.is_false for check in checks),
        missed_tokens=sum(check.read is None for check in checks),
        pairs=sum(one.pairs for one in compared),
        pairs_right=sum(one.pairs_right for one in compared),
        pairs_false=sum(one.pairs_false for one in compared),
        hidden=sum(one.hidden for one in compared),
        hidden_said=sum(one.hidden_said for one in compared),
        hidden_false=sum(one.hidden_false for one in compared),
        turns=len(turns),
        turns_right=sum(turns),
        median_s=median(seconds),
        longest_s=max(seconds),
    )


def weigh_confidence(checks: Iterable[Check]) -> list[Bin]:
    """For each bin that holds readings, how often they are right and how often they claim to be."""
    sure = [
        (check.read.confidence, check.is_right)
        for check in checks
        if check.read is not None and check.read.face is not None
    ]
    bins = []
    for least, most in pairwise(CONFIDENCES):
        inside = [(confidence, right) for confidence, right in sure if least <= confidence < most]
        if inside:
            expected, right = (fmean(column) for column in zip(*inside, strict=True))
            bins.append(Bin(least, len(inside), expected, right))
    return bins


def accept(checks: Sequence[Check], threshold: float) -> Accepted:
    """Believe every face that is at least this sure."""
    believed = [
        check
        for check in checks
        if check.read is not None and check.read.face is not None and check.read.confidence >= threshold
    ]
    there = sum(check.is_there for check in checks)
    share = sum(check.is_there for check in believed) / max(there, 1)
    return Accepted(threshold, share, len(believed), sum(not check.is_right for check in believed))


def count_confusions(checks: Iterable[Check]) -> list[Confusion]:
    """What was taken for what, the most common first."""
    wrong = Counter((check.truth_label, check.read_label) for check in checks if not check.is_right)
    ranked = sorted(wrong.items(), key=lambda item: (-item[1], item[0]))
    return [Confusion(truth, read, count) for (truth, read), count in ranked[:MOST_CONFUSIONS]]


def to_text(told: Report) -> str:
    """The report as plain text."""
    parts = [_table(_GROUP_HEADS, [_group_row(group) for group in told.groups])]
    if told.reliability:
        rows = [
            [f"{one.least:g} and more", str(one.count), f"{one.expected:.2%}", f"{one.right:.2%}"]
            for one in told.reliability
        ]
        parts.append(_table(["confidence", "readings", "expected right", "right"], rows))
    if told.thresholds:
        rows = [
            [f"{one.threshold:g}", f"{one.share:.2%}", str(one.wrong), _one_in(one)]
            for one in told.thresholds
        ]
        parts.append(_table(["accepted from", "of the tokens", "wrong", "wrong one in"], rows))
    if told.confusions:
        rows = [[one.truth, one.read, str(one.count)] for one in told.confusions]
        parts.append(_table(["truth", "read as", "times"], rows))
    return "\n\n".join(parts)


_GROUP_HEADS = [
    "group",
    "pictures",
    "found",
    "corners mean",
    "max",
    "squares right",
    "faces right",
    "all right",
    "false",
    "missed",
    "between",
    "covered",
    "new right",
    "median s",
    "longest s",
]


def _group_row(one: Summary) -> list[str]:
    between = _share(one.pairs_right, one.pairs)
    covered = _share(one.hidden_said, one.hidden)
    return [
        one.group,
        str(one.pictures),
        str(one.found),
        "-" if one.corner_mean is None else f"{one.corner_mean:.3f}",
        "-" if one.corner_max is None else f"{one.corner_max:.3f}",
        _share(one.squares_right, one.squares),
        _share(one.faces_right, one.faces),
        _share(one.all_right, one.pictures),
        str(one.false_tokens),
        str(one.missed_tokens),
        f"{between} +{one.pairs_false}" if one.pairs_false else between,
        f"{covered} !{one.hidden_false}" if one.hidden_false else covered,
        _share(one.turns_right, one.turns),
        f"{one.median_s:.3f}",
        f"{one.longest_s:.3f}",
    ]


def _share(part: int, whole: int) -> str:
    return f"{part}/{whole} {part / whole:.2%}" if whole else "-"


def _one_in(one: Accepted) -> str:
    return f"{one.accepted / one.wrong:.0f}" if one.wrong else "-"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns wide enough for what is in them, the first to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    lines = []
    for row in (heads, *rows):
        first = row[0].ljust(widths[0])
        others = (text.rjust(width) for text, width in zip(row[1:], widths[1:], strict=True))
        lines.append("  ".join((first, *others)).rstrip())
    return "\n".join(lines)
