"""From everything that the table may hold to one ruling. The same for both games.

Each candidate has what the camera alone thinks of it, and what is known before looking (`Priors`). The rules
are evidence, but only in one direction: they may confirm the camera's own reading, or raise a question about
it. A reading that the camera finds unlikely is never accepted, and an illegal one that it is sure of never
excused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from companion.referee.priors import Priors
from companion.rules.triolet.position import Move as TokenMove
from companion.rules.verdict import Cell, Illegal
from companion.session.rulings import Accepted, Move, NothingNew, Reading, Refused, Ruling, Unsure

MOST_READINGS = 3
WORTH_ASKING = 0.002  # a third reading less likely than this is not offered

NONE_OF_IT = Reading((), True, 0.0)  # offered where only one thing comes to mind, and that is not sure

Ways = tuple[tuple[Move, ...], ...]  # each way is a turn or several


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something that the table may hold now, judged.

    `ways` are the turns it may be: one turn, or every way to see it as several. None if nothing is new.
    """

    kind: Literal["nothing", "move", "turns", "illegal"]
    camera: float
    ways: Ways = ((),)
    stock: float = 1.0  # how well the box can hold these pieces
    verdict: Illegal | None = None
    joker_options: tuple[int, ...] = ()

    def weight(self, priors: Priors) -> float:
        """The camera's probability with everything that is known besides."""
        belief = {"illegal": priors.illegal, "turns": priors.forgotten}.get(self.kind, 1 - priors.illegal)
        return self.camera * self.stock * belief


def decide(
    candidates: Sequence[Candidate], priors: Priors, across: tuple[tuple[Cell, Cell], ...] = ()
) -> Ruling:
    """The ruling on a table that may hold any of these `candidates`; there is at least one.

    `across` are pairs of places that one piece lies across: then it is asked, whatever is likelier.
    """
    # What was not followed up is of many kinds, none of them likely.
    rest = max(0.0, 1 - sum(candidate.camera for candidate in candidates)) * priors.illegal
    rest *= max(candidate.stock for candidate in candidates)
    total = sum(candidate.weight(priors) for candidate in candidates) + rest
    shares = {id(candidate): candidate.weight(priors) / total for candidate in candidates}
    best = max(candidates, key=lambda candidate: shares[id(candidate)])
    seen = max(candidates, key=lambda candidate: candidate.camera)
    readings = _readings(candidates, shares)
    if across:
        return Unsure(readings, _differing(readings), across)
    illegal = sum(shares[id(candidate)] for candidate in candidates if candidate.kind == "illegal")
    illegal += rest / total
    is_wrong_anyhow = illegal >= priors.refuse and seen.camera > priors.seen
    if seen.verdict is not None and (seen.camera >= priors.clear or is_wrong_anyhow):
        return Refused(seen.ways[0][0], seen.verdict)
    share = shares[id(best)]
    # A move that nobody notices is no score, but a turn lost: no single other reading may be likely, by the
    # camera alone. What only looks like a token has no face that stands out.
    rival = max((other.camera for other in candidates if other is not best), default=0.0)
    if best.kind == "nothing" and share >= priors.nothing and rival < priors.rival:
        return NothingNew()
    others = sum(shares[id(other)] for other in candidates if other.kind != "illegal" and other is not best)
    is_sure = share >= priors.accept and others < priors.doubt and best.camera > priors.seen
    if is_sure and best.kind in ("move", "turns") and len(best.ways) == 1:
        return Accepted(best.ways[0], best.joker_options)
    return Unsure(readings, _differing(readings))


def _readings(candidates: Sequence[Candidate], shares: dict[int, float]) -> tuple[Reading, ...]:
    """The likeliest readings, at least two if there are so many."""
    found = [
        Reading(way, candidate.kind != "illegal", shares[id(candidate)] / len(candidate.ways))
        for candidate in candidates
        for way in candidate.ways
    ]
    found.sort(key=lambda reading: -reading.probability)
    worth = [reading for reading in found if reading.probability >= WORTH_ASKING]
    if len(found) == 1:
        found.append(NONE_OF_IT)
    return tuple((worth if len(worth) > 1 else found[:2])[:MOST_READINGS])


def _differing(readings: Sequence[Reading]) -> tuple[Cell, ...]:
    """The places where these readings see different pieces, or the same in another turn."""
    tables = [
        {
            place: (piece, number)
            for number, move in enumerate(reading.moves)
            for place, piece in pieces_of(move).items()
        }
        for reading in readings
    ]
    places = dict.fromkeys(place for table in tables for place in table)
    return tuple(place for place in places if len({table.get(place) for table in tables}) > 1)


def pieces_of(move: Move) -> dict[Cell, object]:
    """The pieces of a move of either game by their places."""
    if isinstance(move, TokenMove):
        return {cell: token for cell, token in move.tokens.items()}  # noqa: C416  # dict() keeps its key type
    return {move.at: move.corners}
