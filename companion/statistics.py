"""What a journal says about each player: games, wins, averages, the best turn, and what was laid."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from companion.journal.records import name_key
from companion.past_games import PastGame
from companion.rules.triolet import game as triolet
from companion.rules.triolet.scoring import Legal as TrioletLegal
from companion.rules.triominos import game as triominos
from companion.rules.triominos.judge import Legal as TriominosLegal
from companion.session.games import Game

# On the sheet, but not what a player's points are shared out over: a tile drawn, and everybody's agreement.
NO_TURNS = (triominos.Draw, triominos.Stop, triolet.Stop)
TRIOLET, TRIOMINOS, JUNIOR = "triolet", "triominos", "triominos-junior"


@dataclass(frozen=True, slots=True)
class BestTurn:
    """The turn that brought most, and where it stands."""

    points: int
    game: int
    number: int  # of the turn, from 1


@dataclass(slots=True)
class Points:
    """The points of finished games that are scored alike, and how many turns they took."""

    games: int = 0
    total: int = 0
    best: int | None = None
    turns: int = 0

    def add(self, score: int, turns: int) -> None:
        self.games, self.total, self.turns = self.games + 1, self.total + score, self.turns + turns
        self.best = score if self.best is None else max(self.best, score)

    @property
    def average(self) -> float:
        """Points a game."""
        return self.total / self.games

    def to_json(self) -> dict[str, object]:
        return {
            "games": self.games,
            "average": round(self.average, 2),
            "turn_average": round(self.total / self.turns, 2) if self.turns else None,
            "best": self.best,
        }


@dataclass(slots=True)
class Statistics:
    """One player. Points are kept apart by how they are scored: a junior's 12 are not a grown-up's.

    Wins are those against others, shared ones too. Best turns, trios and so on also count from games that
    were not finished.
    """

    name: str
    games: int = 0
    unfinished: int = 0
    wins: int = 0
    points: dict[str, Points] = field(default_factory=dict)
    best_turn: BestTurn | None = None
    trios: int = 0
    triolets: int = 0
    bridges: int = 0
    hexagons: int = 0

    def to_json(self) -> dict[str, object]:
        best = self.best_turn
        return {
            "name": self.name,
            "games": self.games,
            "unfinished": self.unfinished,
            "wins": self.wins,
            "points": {scoring: points.to_json() for scoring, points in self.points.items()},
            "best_turn": best and {"points": best.points, "game": best.game, "number": best.number},
            "trios": self.trios,
            "triolets": self.triolets,
            "bridges": self.bridges,
            "hexagons": self.hexagons,
        }


def gather(games: Iterable[PastGame]) -> list[Statistics]:
    """Everybody who played in these games; who won most comes first."""
    everybody: dict[str, Statistics] = {}
    for past in games:
        at_table = [
            everybody.setdefault(name_key(player.name), Statistics(player.name)) for player in past.players
        ]
        _add_game(at_table, past)
    return sorted(everybody.values(), key=lambda one: (-one.wins, -one.games, name_key(one.name)))


def scoring_of(game: Game) -> str | None:
    """How a game is scored; None: without points."""
    if not isinstance(game, triominos.Game):
        return TRIOLET
    return {"standard": TRIOMINOS, "junior": JUNIOR}.get(game.rules.scoring)


def _add_game(at_table: list[Statistics], past: PastGame) -> None:
    for one in at_table:
        one.games += 1
        one.unfinished += not past.is_finished
    for winner in past.winners or ():
        at_table[winner].wins += len(at_table) > 1  # alone, everybody wins
    if past.state is None:
        return
    game, turns = past.state.game, [0] * len(at_table)
    entries: Sequence[triolet.Entry | triominos.Entry] = game.entries
    for number, entry in enumerate(entries, start=1):
        one = at_table[entry.player]
        if entry.points > (one.best_turn.points if one.best_turn else 0):
            one.best_turn = BestTurn(entry.points, past.record.id, number)
        _count(one, entry.verdict)
        turns[entry.player] += not isinstance(entry.turn, NO_TURNS)
    scoring = scoring_of(game)
    if past.is_finished and scoring is not None:
        for one, score, played in zip(at_table, past.scores, turns, strict=True):
            one.points.setdefault(scoring, Points()).add(score, played)


def _count(one: Statistics, verdict: TrioletLegal | TriominosLegal | None) -> None:
    if isinstance(verdict, TrioletLegal):
        one.trios += sum(new_set.kind == "trio" for new_set in verdict.sets)
        one.triolets += verdict.bonus > 0
    elif isinstance(verdict, TriominosLegal):
        one.bridges += verdict.bridge > 0
        one.hexagons += verdict.hexagons
