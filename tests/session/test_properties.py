"""Whatever comes in, in whatever order: no crash, the fold is the state, the scores are the moves'."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules import triolet, triominos
from companion.rules.triolet import game as tg
from companion.rules.triolet.cells import CELLS
from companion.rules.triolet.tokens import FACES
from companion.rules.triominos import game as mg
from companion.rules.verdict import Illegal, Violation
from companion.session.declined import Declined
from companion.session.events import TurnPlayed, event_from_json
from companion.session.forms import Move, Turn
from companion.session.games import Game, count_anyway, start_game, try_play
from companion.session.intents import (
    ChooseJoker,
    ChooseReading,
    CorrectSquare,
    CorrectTurn,
    CountRack,
    Dismiss,
    DrawTile,
    EndGame,
    EndTurn,
    EnterMove,
    ExchangeTokens,
    Input,
    KeepTable,
    NextGame,
    Overrule,
    PassTurn,
    Pause,
    PutBack,
    Resume,
    Ruled,
    TellTimeOut,
    Tick,
    Undo,
    Wake,
)
from companion.session.rulings import (
    Accepted,
    ChangedBefore,
    NothingNew,
    NotYet,
    Reading,
    Refused,
    Ruling,
    Unsure,
)
from companion.session.session import Session
from companion.session.setup import Rules
from companion.session.state import State
from tests.session.table import Table, setup_for

RULES: list[Rules] = [
    triolet.Rules(),
    triolet.Rules.parse({"edition": "uk", "lone_opening": "zero"}),
    mg.Rules(),
    mg.Rules(challenge=True),
    mg.Rules("junior", "lowest", True),
    mg.Rules("none"),
]
PIECES = ("9", "joker", "joker:4", "5-5-1", "x")


class Chaos:
    """Random inputs, about half of them sensible."""

    def __init__(self, rng: random.Random) -> None:
        self.rng, self.now, self.presses = rng, 50.0, 0

    def next(self, state: State) -> Input:
        rng = self.rng
        self.now += rng.choice([0.0, 0.1, 0.5, 2.0, 2.0, 30.0, 61.0, -5.0])
        at, press = self.now, state.phase.press
        if press is not None and rng.random() < 0.5:
            return Ruled(press, self.ruling(state), at)
        if rng.random() < 0.3:
            self.presses += 1
            return EndTurn(f"p{self.presses}", at - rng.choice([0.0, 0.1, 3.0]), at)
        number = rng.randint(-1, 16)
        choices: list[Callable[[], Input]] = [
            lambda: EndTurn(f"p{rng.randint(0, self.presses)}", at, at),
            lambda: Ruled(f"p{rng.randint(0, self.presses)}", self.ruling(state), at),
            lambda: DrawTile(at),
            lambda: DrawTile(at),
            lambda: ExchangeTokens(rng.randint(0, 4), at),
            lambda: PassTurn(at, anyway=rng.random() < 0.2),
            lambda: EnterMove(self.move(state.game), at),
            lambda: EnterMove(self.move(state.game), at),
            lambda: TellTimeOut(at),
            lambda: ChooseJoker(number, at),
            lambda: ChooseJoker(number, at),
            lambda: ChooseReading(rng.randint(-1, 2), at),
            lambda: Overrule(at),
            lambda: Overrule(at),
            lambda: KeepTable(at),
            lambda: PutBack(at),
            lambda: Dismiss(at),
            lambda: Undo(at),
            lambda: Undo(at),
            lambda: CorrectTurn(rng.randint(0, len(state.sheet.turns) + 1), self.turn(state.game), at),
            lambda: CorrectSquare(self.cell(state), rng.choice([*PIECES, None]), at),
            lambda: Pause(at),
            lambda: Resume(at),
            lambda: Resume(at),
            lambda: CountRack(rng.randint(-1, 4), rng.randint(-1, 40), at),
            lambda: Tick(rng.choice([at, float("nan"), float("inf")])),
            lambda: Wake(at),
            *([lambda: EndGame(at)] if rng.random() < 0.1 else []),
            *([lambda: NextGame(at, rng.choice([None, 0, 7]))] if state.is_over else []),
        ]
        return rng.choice(choices)()

    def move(self, game: Game) -> Move:
        """A legal move, mostly; now and then anything, even of the other game."""
        rng, luck = self.rng, self.rng.random()
        if isinstance(game, tg.Game) == (luck > 0.02):
            position = game.position if isinstance(game, tg.Game) else triolet.Position()
            faces = [rng.choice(FACES) for _ in range(3)]
            legal = triolet.legal_moves(position, faces) if luck > 0.35 else []
            if legal:
                move = rng.choice(legal).move
                opened = {
                    cell: "joker" if token.is_joker and luck > 0.6 else token.text
                    for cell, token in move.tokens.items()
                }
                return triolet.Move.parse(opened)
            near = rng.choice([*position.board, "H8"])
            cells = [near, *rng.sample(CELLS, rng.randint(0, 3))][rng.randint(0, 1) :]
            return triolet.Move.parse({cell: rng.choice([*FACES, "joker:3"]) for cell in cells})
        tiles = game.position if isinstance(game, mg.Game) else triominos.Position()
        options = triominos.legal_moves(tiles, rng.sample(sorted(triominos.BOX), 9)) if luck > 0.3 else []
        if options:
            return rng.choice(options).move
        corners = (rng.randint(0, 5), rng.randint(0, 5), rng.randint(0, 5))
        return triominos.Move((rng.randint(-2, 2), rng.randint(-2, 2)), corners)

    def turn(self, game: Game) -> Turn:
        move = self.move(game)
        laid: Turn = tg.Lay(move) if isinstance(move, triolet.Move) else mg.Lay(move)
        others: list[Turn] = [tg.Pass(), tg.Exchange(2), mg.Pass(), mg.Draw(), mg.TimeOut()]
        return self.rng.choice([laid, laid, *others])

    def cell(self, state: State) -> str | tuple[int, int]:
        position = state.game.position
        laid: list[str | tuple[int, int]] = ["A1", (9, 9)]
        laid += [*position.board] if isinstance(position, triolet.Position) else [*position.tiles]
        return self.rng.choice(laid)

    def ruling(self, state: State) -> Ruling:
        rng, move = self.rng, self.move(state.game)
        violation = Violation("trio-sum", ("H7", "H8", "H9"), (7, None, 3))
        rulings: list[Callable[[], Ruling]] = [
            *[lambda: Accepted((move,))] * 3,
            lambda: Accepted((move, self.move(state.game))),
            lambda: Accepted(()),
            lambda: Refused(move, Illegal((violation,))),
            lambda: Unsure((Reading((move,), True, 0.6), Reading((), True, 0.4)), (self.cell(state),)),
            lambda: Unsure((Reading((move, self.move(state.game)), False, 0.5),), (), (("H8", "H9"),)),
            lambda: NotYet(("hand",)),
            lambda: NotYet(()),
            NothingNew,
            lambda: ChangedBefore(
                (self.cell(state),),
                ((self.cell(state), rng.choice(["9", "joker", "5-5-1"])),),
                (self.cell(state),),
            ),
        ]
        return rng.choice(rulings)()


def scores_afresh(state: State) -> tuple[int, ...]:
    """The scores of the accepted turns, judged one by one on positions that are built up here."""
    game = start_game(state.setup)
    for counted in state.sheet.turns:
        after = try_play(game, counted.turn)
        if isinstance(after, Declined):
            assert counted.why == after
            after = count_anyway(game, counted.turn)
        elif isinstance(counted.turn, tg.Lay):
            assert isinstance(game, tg.Game)
            verdict = triolet.judge(game.position, counted.turn.move)
            assert verdict.legal and after.entries[-1].points == verdict.points
        elif isinstance(counted.turn, mg.Lay):
            assert isinstance(game, mg.Game)
            judged = triominos.judge(game.position, counted.turn.move)
            assert judged.legal and after.entries[-1].points == judged.points
        game = after
    return game.scores


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(RULES), st.integers(2, 4))
def test_nothing_that_comes_in_can_break_a_game(seed: int, rules: Rules, players: int) -> None:
    chaos = Chaos(random.Random(seed))
    table = Table(setup_for(rules, players, target=200), now=chaos.now)
    for step in range(60):
        counted = table.state.presses
        declined = table.hear(chaos.next(table.state))
        if declined is None:
            played = [event.press for event in table.session.news if isinstance(event, TurnPlayed)]
            assert counted.isdisjoint(played)  # no press counts twice
        else:
            assert declined.say("en") and declined.say("fr")
        if step % 10 == 0:
            view = table.session.view(chaos.now, "fr")
            assert view.scores == scores_afresh(table.state)
            assert sum(line.points for line in view.lines) == sum(view.scores)
            assert len(view.lines) == len(table.state.sheet.turns)
    folded = Session.from_events(table.events).state
    assert folded == table.state and folded.game == table.state.game
    written = json.loads(json.dumps([event.to_json() for event in table.events], allow_nan=False))
    assert [event_from_json(form) for form in written] == table.events
    presses = [counted.press for counted in table.state.sheet.turns if counted.press is not None]
    assert set(presses) <= table.state.presses
    while table.state.past:
        table.do(Undo(chaos.now))
    assert table.state.sheet.turns == () and table.state.sheet.told == ()
    assert table.state.game == start_game(table.state.setup)
