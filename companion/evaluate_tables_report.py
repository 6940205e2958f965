"""What an evaluation of Triominos found, as plain tables for people or as JSON for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from statistics import median

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
from companion.evaluate_tables import NEAR, TableOutcome, TileCheck

ALL = "all"
ONE_WRONG_IN = 10_000  # tiles that are believed without asking
EXACT = 0.05  # tile sides: as near as corners should be
FINER = (0.9995, 0.9999)  # thresholds beside the usual ones: three numbers have to be right at once


@dataclass(frozen=True, slots=True)
class TableSummary:
    """Some pictures, taken together."""

    group: str
    pictures: int
    tiles: int  # that lie face up and are not below a hand
    found: int  # no corner off by more than NEAR of a side
    read_right: int  # of those found
    corners: int  # of those found
    corners_right: int
    invented: int
    invented_backs: int  # of the invented, tiles that lie face down
    places: int
    places_right: int
    lattices: int  # pictures whose lattice is known
    lattices_kept: int
    all_right: int
    counted: int  # pictures whose backs were counted
    face_down_right: int
    hands: int
    hands_said: int
    hands_false: int
    vertex_median: float | None  # in tile sides, over the tiles found
    vertex_99: float | None  # 99 of 100 vertices are nearer
    vertex_worst: float | None
    exact: int  # tiles found with every vertex within EXACT of a side
    median_s: float
    longest_s: float


@dataclass(frozen=True, slots=True)
class TableReport:
    """Everything that an evaluation of tables tells."""

    groups: tuple[TableSummary, ...]  # the last is of all
    reliability: tuple[Bin, ...]
    thresholds: tuple[Accepted, ...]
    without_asking: Accepted | None  # as much as can be believed with one in ONE_WRONG_IN wrong
    confusions: tuple[Confusion, ...]

    def to_json(self) -> dict[str, object]:
        return asdict(self)


def report_tables(outcomes: Sequence[TableOutcome]) -> TableReport:
    """Sum up at least one outcome."""
    names = sorted({outcome.picture.group for outcome in outcomes})
    groups = [
        summarise_tables(name, [outcome for outcome in outcomes if outcome.picture.group == name])
        for name in names
    ]
    checks = [check for outcome in outcomes for check in outcome.comparison.checks]
    return TableReport(
        groups=(*groups, summarise_tables(ALL, outcomes)),
        reliability=tuple(weigh_confidence(checks)),
        thresholds=tuple(accept(checks, least) for least in (*THRESHOLDS, *FINER)) if checks else (),
        without_asking=accept_most(checks, ONE_WRONG_IN),
        confusions=tuple(count_confusions(pair for check in checks for pair in _confused(check))),
    )


def summarise_tables(group: str, outcomes: Sequence[TableOutcome]) -> TableSummary:
    """The numbers of at least one outcome."""
    compared = [outcome.comparison for outcome in outcomes]
    checks = [check for one in compared for check in one.checks]
    found = [check for check in checks if check.is_found]
    errors = sorted(error for check in found for error in check.errors)
    corners = [pair for check in found for pair in _corners(check)]
    kept = [one.is_lattice_kept for one in compared if one.is_lattice_kept is not None]
    counted = [one.is_face_down_right for one in compared if one.is_face_down_right is not None]
    seconds = [outcome.seconds for outcome in outcomes]
    return TableSummary(
        group=group,
        pictures=len(outcomes),
        tiles=sum(check.is_there for check in checks),
        found=len(found),
        read_right=sum(check.is_right for check in found),
        corners=len(corners),
        corners_right=sum(true == read for true, read in corners),
        invented=sum(check.is_false for check in checks),
        invented_backs=sum(check.is_back for check in checks),
        places=sum(one.places for one in compared),
        places_right=sum(one.places_right for one in compared),
        lattices=len(kept),
        lattices_kept=sum(kept),
        all_right=sum(one.is_all_right for one in compared),
        counted=len(counted),
        face_down_right=sum(counted),
        hands=sum(one.has_hand is True for one in compared),
        hands_said=sum(one.has_hand is True and one.says_hand for one in compared),
        hands_false=sum(one.has_hand is False and one.says_hand for one in compared),
        vertex_median=median(errors) if errors else None,
        vertex_99=errors[int(0.99 * (len(errors) - 1))] if errors else None,
        vertex_worst=max(errors, default=None),
        exact=sum(max(check.errors) <= EXACT for check in found),
        median_s=median(seconds),
        longest_s=max(seconds),
    )


def tables_to_text(told: TableReport) -> str:
    """The report as plain text."""
    parts = [
        table(_READ_HEADS, [_read_row(group) for group in told.groups]),
        table(_PLACE_HEADS, [_place_row(group) for group in told.groups]),
        *counts_to_text(told.reliability, told.thresholds, told.confusions, "tiles"),
    ]
    if told.without_asking is not None:
        parts.append(without_asking_text(told.without_asking, ONE_WRONG_IN, "tiles"))
    return "\n\n".join(parts)


_READ_HEADS = [
    "group",
    "pictures",
    "tiles",
    f"found within {NEAR:g}",
    "read right",
    "corners right",
    "invented",
    "lattice kept",
    "all right",
    "face down right",
]
_PLACE_HEADS = [
    "group",
    "corners off median",
    "99 %",
    "worst",
    f"all within {EXACT:g}",
    "in place",
    "hand seen",
    "median s",
    "longest s",
]


def _read_row(one: TableSummary) -> list[str]:
    invented = f"{one.invented} {one.invented / max(one.tiles, 1):.2%}"
    return [
        one.group,
        str(one.pictures),
        str(one.tiles),
        share_text(one.found, one.tiles),
        share_text(one.read_right, one.found),
        share_text(one.corners_right, one.corners),
        f"{invented} ({one.invented_backs} backs)" if one.invented_backs else invented,
        share_text(one.lattices_kept, one.lattices),
        share_text(one.all_right, one.pictures),
        share_text(one.face_down_right, one.counted),
    ]


def _place_row(one: TableSummary) -> list[str]:
    hands = share_text(one.hands_said, one.hands)
    return [
        one.group,
        *(
            "-" if off is None else f"{off:.3f}"
            for off in (one.vertex_median, one.vertex_99, one.vertex_worst)
        ),
        share_text(one.exact, one.found),
        share_text(one.places_right, one.places),
        f"{hands} !{one.hands_false}" if one.hands_false else hands,
        f"{one.median_s:.3f}",
        f"{one.longest_s:.3f}",
    ]


def _corners(check: TileCheck) -> Iterator[tuple[int, int]]:
    """The true number and the one read of each corner, where there are both."""
    if check.tile is not None and check.corners is not None:
        yield from zip(check.tile.corners, check.corners, strict=True)


def _confused(check: TileCheck) -> Iterator[tuple[str, str]]:
    """What was taken for what: numbers corner by corner, tiles as a whole."""
    if check.tile is None:
        yield "a back" if check.is_back else "nothing", "a tile"
    elif not check.is_found:
        yield "a tile", "nothing" if check.read is None else "a tile elsewhere"
    else:
        yield from ((str(true), str(read)) for true, read in _corners(check) if true != read)
