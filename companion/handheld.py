"""The umpire of photographs taken by hand: the camera may be anywhere, and the board any way round.

A board is printed alike in all four quarters, so a single photograph does not say which side is up. The first
one says it; after that the tokens do: of the four quarter turns the one counts in which the accepted tokens
lie where they were accepted, each the way round it lay then. Where that leaves two ways open and they would
be worth different points, nothing is counted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import log

import numpy as np
from numpy.typing import NDArray

from companion.photos import QUARTERS, Photo, look_again, take_photo, without_tokens
from companion.referee import rule_triolet
from companion.rules.triolet import game as triolet
from companion.rules.triolet.cells import CENTRE
from companion.rules.triolet.position import Tokens
from companion.session.declined import Declined
from companion.session.games import Game, OpenJoker, weigh
from companion.session.rulings import Accepted, NotYet, Ruling
from vision.known import KnownBoard
from vision.observation import EMPTY, FACES, OTHER, TOKEN, BoardObservation, NoBoard, place_of

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

LEAST_FACE = 1e-3  # an accepted token speaks no louder than this against a way round: it may be misread
LEAST_LIE = 0.1  # nor does the way it lies: somebody may have turned one, hardly two
DISAGREES = 3.0  # in the logarithm: a way round that fits so much worse is out of the question
CLEARLY = 0.8


@dataclass(slots=True, eq=False)
class HandheldUmpire:
    """What the board looks like when it is empty, and what the last counted photograph showed."""

    take: Callable[[Bytes], Photo | NoBoard] = take_photo
    again: Callable[[Bytes, Photo, Bytes], Photo] = look_again
    accepted: Photo | None = field(default=None, init=False)
    latest: Photo | None = field(default=None, init=False)
    _empty: Bytes | None = field(default=None, init=False)  # straightened
    # (15, 15, 3): how each square looked when it was most like a token and held none.
    _deceptive: Floats | None = field(default=None, init=False)

    def begin(self, picture: Bytes, game: Game) -> bool:
        """Whether this first photograph shows the empty board; if so, it is kept to compare with."""
        photo = self.take(picture)
        if isinstance(photo, NoBoard) or not isinstance(game, triolet.Game):
            return False
        # Every first move covers the centre. Elsewhere special squares may look a little like tokens.
        states = photo.seen.states
        is_empty = float(states[place_of(CENTRE)][EMPTY]) > CLEARLY and not (_odds(states) > 1).any()
        if not is_empty or isinstance(rule_triolet(photo.seen, game), NotYet):
            return False
        self.latest = photo
        self.accept()
        return True

    def rule(self, frames: Sequence[Bytes], game: Game) -> Ruling:
        """Read the last of these photographs and rule on it; `game` is as it was last accepted."""
        if not isinstance(game, triolet.Game):
            raise TypeError("this umpire knows Triolet only")
        picture, self.latest = frames[-1], None
        photo = self.take(picture)
        if isinstance(photo, NoBoard):
            return NotYet((photo.problem,))
        ruled: list[tuple[Photo, Ruling]] = []
        for quarters in self._ways_round(photo, game.position.board):
            way = photo.turned(quarters)
            if self._empty is not None:
                way = self.again(picture, way, self._empty)
            ruled.append((way, rule_triolet(way.seen, game, self._before)))
        self.latest, ruling = ruled[0]
        worths = {_worth(game, one) for _, one in ruled if isinstance(one, Accepted)}
        return NotYet(("other",)) if isinstance(ruling, Accepted) and len(worths) > 1 else ruling

    def rule_as_counted(self, game: Game) -> Ruling:
        """Rule on the latest photograph again, whatever was counted taken to lie there as it was counted."""
        if self.latest is None or not isinstance(game, triolet.Game):
            return NotYet(("other",))
        self.latest = replace(self.latest, seen=_with_tokens(self.latest.seen, game.position.board))
        return rule_triolet(self.latest.seen, game, self._before)

    def accept(self) -> None:
        """The latest photograph shows the board as it is now accepted."""
        if self.latest is None:
            return
        self.accepted, seen = self.latest, self.latest.seen
        if self._empty is None and seen.straight is not None:
            self._empty = without_tokens(seen.straight, seen.occupied)
        states = np.where(seen.occupied[..., None], seen.states, _at_most_likely(seen.states))
        if self._deceptive is not None:
            was_worse = (_odds(self._deceptive) > _odds(states)) & ~seen.occupied
            states = np.where(was_worse[..., None], self._deceptive, states)
        self._deceptive = np.asarray(states, np.float32)

    @property
    def _before(self) -> BoardObservation | None:
        """What was seen last, but each empty square as it looked when it was most like a token.

        From another side a special square looks otherwise: what deceived once is not believed again.
        """
        if self.accepted is None or self._deceptive is None:
            return None
        return replace(self.accepted.seen, states=self._deceptive)

    def _ways_round(self, photo: Photo, board: Tokens) -> list[int]:
        """The quarter turns in which the photograph may show this board, the likeliest first."""
        if not board:
            return [self._printed_turn(photo)]
        fits = [self._fit(photo.turned(quarters), board) for quarters in range(QUARTERS)]
        order = sorted(range(QUARTERS), key=lambda quarters: -fits[quarters])
        return [quarters for quarters in order if fits[quarters] > fits[order[0]] - DISAGREES]

    def _printed_turn(self, photo: Photo) -> int:
        """Before anything lies there only the print can tell; where it does not, nothing hangs on it."""
        if self._empty is None or self.accepted is None or photo.seen.straight is None:
            return 0
        known = KnownBoard(self.accepted.grid, self._empty)
        return known.turn_for(photo.grid, photo.seen.straight, photo.seen.states)

    def _fit(self, photo: Photo, board: Tokens) -> float:
        """How well a photograph fits the accepted tokens, as a logarithm: 0 is perfect."""
        before = {} if self.accepted is None else self.accepted.lies
        total = 0.0
        for cell, token in board.items():
            states, face = photo.seen.states[place_of(cell)], FACES.index(token.face)
            if states.argmax() == OTHER:
                continue  # hidden, whichever way round
            there = float(states[TOKEN]) * float(photo.seen.faces[place_of(cell)][face])
            total += log(max(there, LEAST_FACE))
            if cell in before and cell in photo.lies:
                then, now = (_lie(lies[cell], face) for lies in (before, photo.lies))
                total += log(max(float(then @ now), LEAST_LIE))
        return total


def _with_tokens(seen: BoardObservation, board: Tokens) -> BoardObservation:
    """The observation as if it had shown these tokens beyond doubt."""
    states, faces, offsets = seen.states.copy(), seen.faces.copy(), seen.offsets.copy()
    for cell, token in board.items():
        states[place_of(cell)] = np.eye(3, dtype=np.float32)[TOKEN]
        faces[place_of(cell)] = np.eye(len(FACES), dtype=np.float32)[FACES.index(token.face)]
        offsets[place_of(cell)] = 0
    return replace(seen, states=states, faces=faces, offsets=offsets)


def _lie(likely: Floats, face: int) -> Floats:
    """(4,): how likely a token with this face lies which way round."""
    way = likely[face] + 1e-6
    return np.asarray(way / way.sum(), np.float32)


def _odds(states: Floats) -> Floats:
    """(15, 15): of a token against anything else."""
    return np.asarray(states[..., TOKEN] / np.maximum(states[..., EMPTY] + states[..., OTHER], 1e-9))


def _at_most_likely(states: Floats) -> Floats:
    """The states, but nowhere a token likelier than not: a real one must still be believed there."""
    even = np.array([0.5, 0.5, 0.0], np.float32)
    return np.where((_odds(states) > 1)[..., None], even, states)


def _worth(game: triolet.Game, ruling: Accepted) -> tuple[int, ...]:
    """What would be scored: two rulings that agree in this are as good as one another."""
    match weigh(game, ruling.moves, overruling=False):
        case OpenJoker(_, options):
            return options
        case Declined():
            return ()
        case turns:
            for one in turns:
                assert isinstance(one.turn, triolet.Turn)  # as the game is
                game = game.play(one.turn)
            return game.scores
