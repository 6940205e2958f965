"""A whole game scored from pictures, each as if End turn were pressed on it.

The very path of the kiosk: picture, observation, ruling, session. What no camera sees (a joker's number, an
exchange, tiles that were drawn) is told beside the pictures, in `turns.json`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from companion.players.presses import NOTHING_TOLD, Told
from companion.rules.ending import final_scores
from companion.rules.errors import Malformed
from companion.rules.forms import at, read_fields, read_object, read_truth, read_whole_number
from companion.rules.triolet import game as triolet
from companion.rules.triolet.tokens import HIGHEST
from companion.rules.triominos import game as triominos
from companion.rules.verdict import Language
from companion.session.declined import Declined
from companion.session.forms import cell_to_json
from companion.session.games import Game, lay, try_play
from companion.session.intents import (
    ChooseJoker,
    DrawTile,
    EndTurn,
    ExchangeTokens,
    Input,
    PassTurn,
    Ruled,
    TellTimeOut,
)
from companion.session.phases import ChangeAsked, JokerAsked, MoveRefused, NothingLaid, ReadingAsked
from companion.session.rulings import Move, NotYet, Ruling
from companion.session.session import Session
from companion.session.setup import Player, Rules, Setup

Bytes = NDArray[np.uint8]
Line = dict[str, object]
Entry = triolet.Entry | triominos.Entry


class Umpire(Protocol):
    """Whoever rules on pictures."""

    def rule(self, frames: list[Bytes], game: Game) -> Ruling: ...

    def accept(self) -> None: ...


def parse_turns(form: object) -> dict[str, Told]:
    """What `turns.json` says, by picture."""
    told = {}
    for name, one in read_object(form, "turns").items():
        place = at("turns", name)
        fields = read_fields(one, place, required=(), optional=("joker", "drawn", "exchanged", "timeout"))
        numbers = {
            key: read_whole_number(fields[key], at(place, key))
            for key in ("joker", "drawn", "exchanged")
            if key in fields
        }
        for key, most in (("joker", HIGHEST), ("drawn", 3), ("exchanged", 3)):
            if not 0 <= numbers.get(key, 0) <= most:
                raise Malformed(at(place, key), "not-a-choice", value=numbers[key], choices=f"0 to {most}")
        timeout = read_truth(fields["timeout"], at(place, "timeout")) if "timeout" in fields else False
        told[name] = Told(numbers.get("joker"), numbers.get("drawn", 0), numbers.get("exchanged", 0), timeout)
    return told


class Replay:
    """A game being scored; feed it the pictures in order."""

    def __init__(self, umpire: Umpire, rules: Rules, players: int, language: Language = "en") -> None:
        names = tuple(Player(f"Player {seat + 1}", "") for seat in range(players))
        # Pictures know no time: whoever ran out of it is told.
        self._session = Session.start(Setup(rules, names, seconds=None), 0.0)
        self._umpire, self._language, self._clock = umpire, language, 0.0

    @property
    def game(self) -> Game:
        return self._session.state.game

    def begin(self, name: str) -> Line:
        """The line of the first picture, the empty table."""
        return {
            "picture": name,
            "player": None,
            "verdict": None,
            "move": None,
            "scores": list(self.game.scores),
        }

    def stand(self, name: str) -> Line:
        """The line of a picture that cannot be looked at: everything stays as it was."""
        return {**self.begin(name), "player": self._player}

    @property
    def _player(self) -> int | None:
        return self.game.player if self.game.end is None else None

    def press(self, name: str, pixels: Bytes, told: Told = NOTHING_TOLD) -> Line:
        """The line of the next picture."""
        before = self.game
        if before.end is not None:
            return self.stand(name)
        line: Line = {"picture": name, "player": before.player}
        answer = self._play(name, pixels, told)
        turns = self.game.entries[len(before.entries) :]
        # Tiles drawn before a move that is refused count all the same, and it still is refused.
        if turns and not isinstance(turns[-1].turn, triominos.Draw):
            answer = self._counted(turns)
            if not told.timeout:  # nobody looks at the table of one who was too late
                self._umpire.accept()
        return {**line, **answer, "scores": list(self.game.scores)}

    def final(self) -> Line:
        """The last line: the scores with what the end adds, and whose rests nobody counted."""
        settlement = self.game.settle()
        totals = final_scores(self.game.scores, settlement)
        scores = self.game.scores if totals is None else totals
        return {"final": {"scores": list(scores), "missing": list(settlement.missing)}}

    def _play(self, name: str, pixels: Bytes, told: Told) -> Line:
        """Let the session hear what happened; what to print if no turn came of it."""
        for _ in range(told.drawn):
            self._hear(DrawTile(self._now()))
        if told.timeout:
            return self._without_a_move(TellTimeOut(self._now()))
        unpressed = self._session
        self._hear(EndTurn(name, self._now(), self._clock))
        ruling = self._umpire.rule([pixels], self.game)
        self._hear(Ruled(name, ruling, self._now()))
        phase = self._session.state.phase
        if isinstance(phase, JokerAsked) and told.joker is not None:
            self._hear(ChooseJoker(told.joker, self._now()))
            phase = self._session.state.phase
        if isinstance(phase, NothingLaid):
            exchange = ExchangeTokens(told.exchanged, self._now()) if told.exchanged else None
            return self._without_a_move(exchange or PassTurn(self._now(), anyway=True))
        answer = self._unanswered(ruling)
        if phase.press is not None:  # nobody was there to answer, so nobody denied anything either
            self._session = unpressed
        return answer

    def _without_a_move(self, turn: Input) -> Line:
        """A turn that lays nothing; if it is not possible, why."""
        declined = self._hear(turn)
        problem = {} if declined is None else {"problem": declined.say(self._language)}
        return {"verdict": None, "move": None, **problem}

    def _unanswered(self, ruling: Ruling) -> Line:
        """What the screen would show now, had anybody been there to answer."""
        match self._session.state.phase:
            case MoveRefused(moves=moves, why=why):
                verdict = why.verdict.to_json(self._language) if why.verdict is not None else None
                refused: Line = {"verdict": verdict or {"legal": False, "violations": []}}
                if verdict is None:
                    refused["problem"] = why.say(self._language)
                return {**refused, "move": moves[0].to_json()}
            case JokerAsked(moves=moves):
                return self._open_joker(moves)
            case ReadingAsked(readings=readings):
                unsure = [_moves_to_json(reading.moves) for reading in readings]
                return {"verdict": {"unsure": unsure}, "move": None}
            case ChangeAsked(missing=missing, different=different, extra=extra):
                changed = {
                    "missing": [cell_to_json(cell) for cell in missing],
                    "different": [[cell_to_json(cell), piece] for cell, piece in different],
                    "extra": [cell_to_json(cell) for cell in extra],
                }
                return {"verdict": {"changed": changed}, "move": None}
        hindrances = list(ruling.hindrances) if isinstance(ruling, NotYet) else []
        return {"verdict": {"not_yet": hindrances}, "move": None}

    def _open_joker(self, moves: Sequence[Move]) -> Line:
        """The move whose joker has no number yet, with what the rules say to that."""
        game = self.game
        for move in moves:
            after = try_play(game, lay(move))
            if isinstance(after, Declined) and after.verdict is not None:
                return {"verdict": after.verdict.to_json(self._language), "move": move.to_json()}
            game = game if isinstance(after, Declined) else after
        raise AssertionError("a joker was asked about that no move leaves open")

    def _counted(self, turns: Sequence[Entry]) -> Line:
        """The turns that were counted: mostly one; two if somebody forgot to press."""
        lines = [_entry_to_json(entry) for entry in turns]
        shown = next((line for line in reversed(lines) if line["move"] is not None), lines[-1])
        whole: Line = {"verdict": shown["verdict"], "move": shown["move"]}
        if len(lines) > 1:
            whole["turns"] = lines
        return whole

    def _hear(self, heard: Input) -> Declined | None:
        """What the session declines (a draw from an empty pool) changes nothing."""
        after = self._session.hear(heard)
        if isinstance(after, Declined):
            return after
        self._session = after
        return None

    def _now(self) -> float:
        self._clock += 1.0
        return self._clock


def _entry_to_json(entry: Entry) -> Line:
    turn = entry.turn
    return {
        "player": entry.player,
        "move": turn.move.to_json() if isinstance(turn, triolet.Lay | triominos.Lay) else None,
        "verdict": None if entry.verdict is None else entry.verdict.to_json(),
    }


def _moves_to_json(moves: Sequence[Move]) -> object:
    """One move as it is, several as a list: nothing new is an empty one."""
    return moves[0].to_json() if len(moves) == 1 else [move.to_json() for move in moves]
