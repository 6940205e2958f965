"""What the printings of Triolet differ in, as data: token counts, special squares, bag and exchange.

A family with another printing gives its own special squares as `layout`; everything else is an edition.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from companion.rules.errors import Malformed
from companion.rules.forms import at, read_choice, read_fields, read_list
from companion.rules.triolet.cells import CENTRE, ORDER, check_cell
from companion.rules.triolet.tokens import JOKER

DOUBLE, TRIPLE = 2, 3

LoneOpening = Literal["doubled", "zero"]
LONE_OPENINGS: tuple[LoneOpening, ...] = ("doubled", "zero")


@dataclass(frozen=True)
class Layout:
    """Where the special squares lie. The centre is always a double."""

    double: frozenset[str] = frozenset()
    triple: frozenset[str] = frozenset()
    replay: frozenset[str] = frozenset()

    @cached_property
    def factors(self) -> Mapping[str, int]:
        """What each double and triple square multiplies by."""
        return {
            **dict.fromkeys(self.double, DOUBLE),
            **dict.fromkeys(self.triple, TRIPLE),
            CENTRE: DOUBLE,
        }

    @classmethod
    def parse(cls, form: object, place: str = "layout") -> Layout:
        """From `{"double": […], "triple": […], "replay": […]}`; a list left out is empty."""
        fields = read_fields(form, place, optional=("double", "triple", "replay"))
        owner: dict[str, str] = {}
        for kind, cells in fields.items():
            for index, name in enumerate(read_list(cells, at(place, kind))):
                spot = at(at(place, kind), index)
                cell = check_cell(name, spot)
                if owner.setdefault(cell, kind) != kind:
                    raise Malformed(spot, "cell-in-two-lists", cell=cell, kinds=(owner[cell], kind))
                if cell == CENTRE and kind != "double":
                    raise Malformed(spot, "centre-is-double")
        return cls(**{kind: frozenset(c for c, k in owner.items() if k == kind) for kind in fields})

    def to_json(self) -> dict[str, list[str]]:
        return {
            "double": _in_order(self.double),
            "triple": _in_order(self.triple),
            "replay": _in_order(self.replay),
        }


@dataclass(frozen=True, slots=True)
class Edition:
    """One printing of the game."""

    name: str
    counts: Mapping[str, int] = field(hash=False)  # tokens in the box, by face
    certain: frozenset[str]  # the faces whose count is sure enough to refuse a move by
    layout: Layout
    set_aside: int  # tokens taken out unseen before the game
    exchange_from: int  # an exchange needs at least so many tokens in the bag
    starts: Literal["lot", "highest"]

    @property
    def box(self) -> int:
        """How many tokens there are."""
        return sum(self.counts.values())


_COUNTS = dict(
    zip(map(str, range(16)), (9, 9, 8, 8, 7, 8, 6, 6, 4, 4, 3, 3, 2, 2, 1, 1), strict=True), joker=2
)
_LAYOUT = Layout(
    double=frozenset(["D8", "E5", "E11", "H4", "H12", "K5", "K11", "L8", "H8"]),
    triple=frozenset(["B5", "B11", "E2", "E14", "K2", "K14", "N5", "N11"]),
    replay=frozenset(["A8", "B2", "B14", "H1", "H15", "N2", "N14", "O8"]),
)

EDITIONS = {
    # The French sheet of 2017: 3 tokens aside, exchange while "au moins cinq" are in the bag.
    "fr": Edition("fr", _COUNTS, frozenset(_COUNTS), _LAYOUT, set_aside=3, exchange_from=5, starts="lot"),
    # The English sheet: "more than five". It prints four 7s and three 13s and gives no full list, so its
    # counts are not certain; only the two jokers are.
    "uk": Edition("uk", _COUNTS, frozenset({JOKER}), _LAYOUT, set_aside=0, exchange_from=6, starts="highest"),
}


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules a family plays Triolet by."""

    edition: Edition = EDITIONS["fr"]
    lone_opening: LoneOpening = "doubled"
    layout: Layout = EDITIONS["fr"].layout

    @classmethod
    def parse(cls, form: object) -> Rules:
        """From a request's `rules`: `{"edition": "fr", "lone_opening": "doubled"}`, both may be absent."""
        if form == {}:
            return STANDARD
        fields = read_fields(form, "rules", optional=("edition", "lone_opening"))
        edition = EDITIONS[read_choice(fields.get("edition", "fr"), "rules.edition", EDITIONS)]
        lone_opening = read_choice(fields.get("lone_opening", "doubled"), "rules.lone_opening", LONE_OPENINGS)
        return cls(edition, lone_opening, edition.layout)

    def with_layout(self, layout: Layout) -> Rules:
        """The same rules with other special squares."""
        return replace(self, layout=layout)

    def to_json(self) -> dict[str, str]:
        return {"edition": self.edition.name, "lone_opening": self.lone_opening}


STANDARD = Rules()


def _in_order(cells: Iterable[str]) -> list[str]:
    return sorted(cells, key=ORDER.__getitem__)
