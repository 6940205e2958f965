"""What may lie on the table: every combination of what each square may hold, the likeliest ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import nlargest
from typing import Generic, TypeVar

MOST = 100  # combinations that are followed up; a clear table has one
LEAST = 1e-6  # of the likeliest: what is less likely is dropped

P = TypeVar("P")  # a piece in its place


@dataclass(frozen=True, slots=True)
class Option(Generic[P]):
    """One thing that a square may hold, mostly one piece or none, and how likely the camera finds it."""

    pieces: tuple[P, ...]
    camera: float


def combine(squares: Iterable[Sequence[Option[P]]], most: int = MOST) -> list[Option[P]]:
    """The likeliest combinations of one option for each square, the likeliest first.

    Squares are taken to be independent of each other. Few are doubtful, so most of this is quick.
    """
    beam: list[Option[P]] = [Option((), 1.0)]
    for options in squares:
        joined = [
            Option(one.pieces + other.pieces, one.camera * other.camera) for one in beam for other in options
        ]
        beam = nlargest(most, joined, key=_camera) if len(joined) > 1 else joined
        if not beam:
            return []
        floor = beam[0].camera * LEAST
        beam = [option for option in beam if option.camera >= floor]
    return beam


def _camera(option: Option[P]) -> float:
    return option.camera
