"""The umpire of one Triominos table: it reads pictures, remembers how the table looked, and asks the referee.

It does for free tiles what `TrioletUmpire` does for a board. Known tiles keep their places from look to look,
also when the whole group was pushed, and after a restart when only their numbers tell (`tile_places`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from companion.referee import rule_triominos
from companion.referee.decide import MOST_READINGS, NONE_OF_IT
from companion.referee.shown_triominos import shown_tiles
from companion.rules.triominos import game as triominos
from companion.rules.verdict import Cell
from companion.session.games import Game
from companion.session.rulings import Accepted, NothingNew, NotYet, Reading, Refused, Ruling, Unsure
from companion.session.shown import ShownPieces
from companion.tile_places import (
    CLEARLY,
    find_openings,
    lay_over,
    set_aside,
    set_out,
    shows_game,
    with_numbers,
    without_bystanders,
    without_places,
)
from vision.tile_burst import Glance, read_table_burst
from vision.tiles import TableObservation
from vision.triominos import KnownTable

Bytes = NDArray[np.uint8]

# Frames, what is known of the table, and how it looked when it was last accepted.
Reader = Callable[[Sequence[Bytes], KnownTable | None, TableObservation | None], TableObservation]


@dataclass(frozen=True, slots=True)
class _Pool:
    """How many backs lay in view, and how many tiles the game held to be in the pool then."""

    backs: int
    pool: int


@dataclass(slots=True, eq=False)
class TriominosUmpire:
    """What is known of the table, how it looked when the last turn was counted, and the latest look."""

    known: KnownTable | None = None
    read: Reader = read_table_burst
    accepted: TableObservation | None = field(default=None, init=False)  # with the game's places
    latest: TableObservation | None = field(default=None, init=False)
    # Tiles drawn that nobody told, as far as the backs in view say: for the players to confirm.
    drawn: int = field(default=0, init=False)
    _glance: Glance | None = field(default=None, init=False)  # at the frame before the next look
    _is_empty: bool = field(default=False, init=False)  # nothing of the game lay there, as somebody said
    _ruling: Ruling | None = field(default=None, init=False)  # on the latest look
    _counted: _Pool | None = field(default=None, init=False)  # with the latest look
    _base: _Pool | None = field(default=None, init=False)  # when the last tile was laid
    _trusted: set[Cell] = field(default_factory=set, init=False)

    def glance(self, frame: Bytes) -> None:
        """Begin to look while the frames of the next burst are still being taken."""
        if self.read is read_table_burst:  # any other reader looks for itself
            self._glance = Glance.at(frame, self.known, self.accepted)

    def look(self, frames: Sequence[Bytes]) -> TableObservation:
        """Read one picture of the table, or a burst of them."""
        return self._look(frames, self.accepted)

    def _look(self, frames: Sequence[Bytes], before: TableObservation | None) -> TableObservation:
        glance, self._glance = self._glance, None
        if glance is None:
            self.latest = self.read(frames, self.known, before)
        else:
            self.latest = read_table_burst(frames, self.known, before, glance)
        self._ruling = None
        return self.latest

    def see_empty(self, frames: Sequence[Bytes]) -> TableObservation:
        """Look at the table before the game: whatever lies there face up is no part of it."""
        seen = self.look(frames)
        self.accepted, self._is_empty, self._base = without_places(seen), True, None
        return seen

    def rule(self, frames: Sequence[Bytes], game: Game) -> Ruling:
        """Read the table after a press and rule on it; `game` is as it was last accepted."""
        if not isinstance(game, triominos.Game):
            raise TypeError("this umpire knows Triominos only")
        tiles = game.position.tiles
        if self.accepted is not None and tiles:
            if not shows_game(self.accepted, tiles):
                # It was asked which tiles open the game, and in which turns: only now is that known.
                self.accepted = lay_over(self.accepted, tiles, None)
            seen = self._look(frames, with_numbers(self.accepted, tiles))
        else:
            seen = self.look(frames)
        if seen.problem is not None:
            ruling = rule_triominos(seen, game)
        elif tiles:
            ruling = self._rule_game(seen, game)
        else:
            ruling = self._rule_opening(seen, game)
        self._ruling = ruling
        self._count_backs(seen.face_down, game)
        return ruling

    def show(self, frames: Sequence[Bytes], game: Game | None) -> ShownPieces:
        """The tiles that were laid beside the game to be told, not played; without a game, all that lie face
        up. The latest look stays what it was."""
        if game is None:
            return shown_tiles(self.read(frames, self.known, None), None)
        if not isinstance(game, triominos.Game):
            raise TypeError("this umpire knows Triominos only")
        tiles, before = game.position.tiles, self.accepted
        seen = self.read(frames, self.known, None if before is None else with_numbers(before, tiles))
        if seen.problem is None and tiles:
            seen = without_bystanders(lay_over(seen, tiles, before), tiles, before)
        return shown_tiles(seen, game)

    def accept(self) -> None:
        """The latest look shows the table as it is now accepted."""
        if self.latest is None:
            return
        self.accepted, self._is_empty = self.latest, False
        # After a press with nothing new a draw is told: only then does the game know of it.
        if self._base is None or not isinstance(self._ruling, NothingNew):
            self._base = self._counted

    def forget(self) -> None:
        """What is accepted is no longer what was last seen: after an undo, a correction or a restart."""
        self.accepted, self._is_empty, self._base, self.drawn = None, False, None, 0
        self._trusted.clear()

    def trust(self, places: Collection[Cell]) -> None:
        """The players say that the accepted tiles lie in these places, whatever is seen."""
        self._trusted.update(places)

    def skip(self) -> None:
        """A turn was counted that no look shows. The rest of the table is still compared with the last one:
        else what was misread there, so that a tile had to be entered, would be misread again."""
        if self.accepted is None or not any(True for _ in self.accepted.placed()):
            self.forget()

    def _rule_game(self, seen: TableObservation, game: triominos.Game) -> Ruling:
        tiles = game.position.tiles
        laid = set_out(lay_over(seen, tiles, self.accepted), tiles, self.accepted)
        self.latest = set_aside(laid, tiles, self.accepted)
        news = without_bystanders(self.latest, tiles, self.accepted)
        return rule_triominos(news, game, self.accepted, trusted=self._trusted)

    def _rule_opening(self, seen: TableObservation, game: triominos.Game) -> Ruling:
        """The first tile: one that was not there before. Where several may be it, the players are asked."""
        openings = _clear(find_openings(seen, self.accepted))
        is_old = not openings and self.accepted is not None and not self._is_empty
        if is_old:
            # Nobody said that the table was empty when it was first looked at: they may have been quick.
            openings = _clear(find_openings(seen, None))
        self.latest = openings[0] if openings else without_places(seen)
        ruling = rule_triominos(self.latest, game)
        if isinstance(ruling, NotYet) or (len(openings) < 2 and not (is_old and openings)):
            return ruling
        readings = [_reading_of(rule_triominos(opening, game)) for opening in openings[:MOST_READINGS]]
        found = [reading for reading in readings if reading is not None]
        if is_old or len(found) < 2:
            found = [*found[: MOST_READINGS - 1], NONE_OF_IT]
        self.latest = without_places(seen)
        return Unsure(tuple(found), ((0, 0),))

    def _count_backs(self, backs: int, game: triominos.Game) -> None:
        """Compare the pool with how it was when the last tile was laid, less what was told since."""
        self._counted = _Pool(backs, game.ledger.pool)
        self.drawn = 0
        if self._base is not None and not isinstance(self._ruling, NotYet) and game.may_draw:
            untold = (self._base.backs - backs) - (self._base.pool - game.ledger.pool)
            self.drawn = min(max(untold, 0), triominos.MOST_DRAWN - game.drawn, game.ledger.pool)


def _clear(openings: list[TableObservation]) -> list[TableObservation]:
    """Those with a tile that is clearly seen, if there are any: what else looks like one mostly is none."""
    clear = [
        opening for opening in openings if any(tile.confidence > CLEARLY for _, tile in opening.placed())
    ]
    return clear or openings


def _reading_of(ruling: Ruling) -> Reading | None:
    """What this ruling takes the table to be; `None` if it lays nothing."""
    match ruling:
        case Accepted(moves):
            return Reading(moves, True, 0.5)
        case Refused(move):
            return Reading((move,), False, 0.5)
        case Unsure(readings):
            return readings[0]
        case _:
            return None
