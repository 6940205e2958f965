"""What an evaluation found, as a plain table for people or as JSON for programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import fmean, median

from companion.evaluate import Outcome
from companion.evaluate_counts import (
    THRESHOLDS,
    Accepted,
    Bin,
    Confusion,
    accept,
    accept_most,
    count_confusions,
    counts_to_text,
    share_text,
    table,
    weigh_confidence,
    without_asking_text,
)

ALL = "all"
ONE_WRONG_IN = 20_000  # tokens that are believed without asking


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
class Report:
    """Everything that an evaluation tells."""

    groups: tuple[Summary, ...]  # the last is of all
    reliability: tuple[Bin, ...]
    thresholds: tuple[Accepted, ...]
    without_asking: Accepted | None  # as much as can be believed with one in ONE_WRONG_IN wrong
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
        without_asking=accept_most(checks, ONE_WRONG_IN),
        confusions=tuple(
            count_confusions((check.truth_label, check.read_label) for check in checks if not check.is_right)
        ),
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


def to_text(told: Report) -> str:
    """The report as plain text."""
    parts = [table(_GROUP_HEADS, [_group_row(group) for group in told.groups])]
    parts += counts_to_text(told.reliability, told.thresholds, told.confusions, "tokens")
    if told.without_asking is not None:
        parts.append(without_asking_text(told.without_asking, ONE_WRONG_IN, "tokens"))
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
    between = share_text(one.pairs_right, one.pairs)
    covered = share_text(one.hidden_said, one.hidden)
    return [
        one.group,
        str(one.pictures),
        str(one.found),
        "-" if one.corner_mean is None else f"{one.corner_mean:.3f}",
        "-" if one.corner_max is None else f"{one.corner_max:.3f}",
        share_text(one.squares_right, one.squares),
        share_text(one.faces_right, one.faces),
        share_text(one.all_right, one.pictures),
        str(one.false_tokens),
        str(one.missed_tokens),
        f"{between} +{one.pairs_false}" if one.pairs_false else between,
        f"{covered} !{one.hidden_false}" if one.hidden_false else covered,
        share_text(one.turns_right, one.turns),
        f"{one.median_s:.3f}",
        f"{one.longest_s:.3f}",
    ]
