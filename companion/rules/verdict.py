"""What both games' verdicts share: the violation, and the verdict on an illegal move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Language = Literal["en", "fr"]
LANGUAGES: tuple[Language, ...] = ("en", "fr")

# The order in which FORMATS.md lists the rules, those of Triominos fitted in.
RULES = (
    "empty-move", "too-many", "occupied", "not-in-line", "gap", "centre", "not-touching", "pair-sum",
    "trio-sum", "too-long", "square-2x2", "square-3x3", "two-jokers", "joker-value", "token-count",
    "side-mismatch", "corner-mismatch", "no-such-tile", "duplicate-tile",
)  # fmt: skip
_RANK = {rule: rank for rank, rule in enumerate(RULES)}

Cell = str | tuple[int, int]  # a Triolet cell or a Triominos place


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule: its name from FORMATS.md, where, and the numbers that the sentence is made of.

    A value is `None` where a joker's number is not known. `options` is only there for `joker-value`.
    """

    rule: str
    cells: tuple[Cell, ...] = ()
    values: tuple[int | None, ...] = ()
    options: tuple[int, ...] | None = None

    def to_json(self, language: Language = "en") -> dict[str, object]:
        from companion.rules.sentences import say_violation  # here: legal moves need no sentences

        form: dict[str, object] = {
            "rule": self.rule,
            "cells": [list(cell) if isinstance(cell, tuple) else cell for cell in self.cells],
            "values": list(self.values),
        }
        if self.options is not None:
            form["options"] = list(self.options)
        form["message"] = say_violation(self, language)
        return form


@dataclass(frozen=True, slots=True)
class Illegal:
    """The verdict on a move that breaks one rule or several: all of them, in the order of FORMATS.md."""

    violations: Sequence[Violation]
    legal: Literal[False] = False

    def __post_init__(self) -> None:
        in_order = tuple(sorted(self.violations, key=lambda violation: _RANK[violation.rule]))
        object.__setattr__(self, "violations", in_order)

    @property
    def rules(self) -> tuple[str, ...]:
        """The names of the broken rules."""
        return tuple(violation.rule for violation in self.violations)

    def to_json(self, language: Language = "en") -> dict[str, object]:
        return {
            "legal": False,
            "violations": [violation.to_json(language) for violation in self.violations],
        }
