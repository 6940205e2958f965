"""A legal move of either game with its verdict, as the lists of legal moves hold it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from companion.rules.verdict import Language


class ToJson(Protocol):
    """What can be written as FORMATS.md says."""

    def to_json(self) -> Mapping[str, object]: ...


class Points(Protocol):
    """The verdict on a legal move, of either game."""

    @property
    def points(self) -> int: ...

    def to_json(self, language: Language = "en") -> dict[str, object]: ...


M = TypeVar("M", bound=ToJson)
V = TypeVar("V", bound=Points)


@dataclass(frozen=True, slots=True)
class ScoredMove(Generic[M, V]):
    """A legal move and its verdict."""

    move: M
    verdict: V

    def to_json(self) -> dict[str, object]:
        return {
            "move": self.move.to_json(),
            "points": self.verdict.points,
            "verdict": self.verdict.to_json(),
        }
