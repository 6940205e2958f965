"""The two families: one plays Triolet, the other Challenge."""

from __future__ import annotations

import random

from companion.players import triolet as triolet_players
from companion.players import triominos as triominos_players
from companion.players.family_triolet import told_with
from companion.rules.triolet import game as triolet
from companion.rules.triolet.cells import CELLS
from companion.rules.triolet.editions import Rules as TrioletRules
from companion.rules.triolet.judge import judge as judge_tokens
from companion.rules.triolet.moves import legal_moves
from companion.rules.triolet.position import Move as TokenMove
from companion.rules.triolet.tokens import JOKER, NUMBERED
from companion.rules.triominos import game as triominos
from companion.rules.triominos.judge import judge as judge_tile
from companion.rules.triominos.position import Move as TileMove
from companion.rules.triominos.tiles import turned
from companion.rules.verdict import Illegal
from companion.session.forms import Turn
from companion.session.rulings import Move
from companion.session.setup import Setup
from tests.kiosk.family import Family
from tests.kiosk.hands import Hands
from tests.kiosk.tabletop import TrioletTop, TriominosTop

SECONDS_A_TURN = 2.5


class TrioletFamily(Family):
    """Racks of three, jokers, exchanges."""

    game: triolet.Game

    def __init__(self, hands: Hands, setup: Setup, seed: int) -> None:
        assert isinstance(setup.rules, TrioletRules)
        game = triolet.Game.start(len(setup.players), setup.rules, setup.first)
        super().__init__(hands, TrioletTop(), game)
        self._racks = triolet_players.Racks(random.Random(seed), len(setup.players), setup.rules)
        self.jokers_told = 0

    @property
    def rests(self) -> dict[int, int]:
        return triolet_players.count_rests(self._racks.held)

    def decide(self) -> Turn:
        """The move with the most points; but a joker is laid where its number is open, if it can be."""
        rack = self._racks.held[self.game.player]
        if JOKER in rack:
            for scored in legal_moves(self.game.position, rack):
                turn = triolet.Lay(scored.move)
                if told_with(self.game.position, turn).joker is not None:
                    return turn
        return self._racks.choose(self.game, "greedy")

    def judge(self, turn: Turn, anyway: bool) -> triolet.Game:
        assert isinstance(turn, triolet.Turn)
        self._racks.play(self.game.player, turn)
        return self.game.overrule(turn) if anyway else self.game.play(turn)

    def err(self, move: Move) -> tuple[Move, Illegal] | None:
        """A token that breaks a sum beside those that lie there."""
        rack = [token for token in NUMBERED if token.face in self._racks.held[self.game.player]]
        for cell in CELLS:
            if cell in self.game.position.board:
                continue
            for token in rack:
                wrong = TokenMove({cell: token})
                verdict = judge_tokens(self.game.position, wrong)
                if isinstance(verdict, Illegal) and verdict.rules == ("trio-sum",):
                    return wrong, verdict
        return None

    def go_on_after_undo(self) -> None:
        """Nothing runs that would have to be started."""
        assert self.screen == "game"

    def tell_more(self, move: Move) -> None:
        told = told_with(self.game.position, triolet.Lay(move)) if isinstance(move, TokenMove) else None
        if told is not None and told.joker is not None:
            assert self.screen == "joker"
            self.hands.choose(f"joker-{told.joker}")
            self.jokers_told += 1

    def do_otherwise(self, turn: Turn) -> None:
        if isinstance(turn, triolet.Stop):
            for name in ("menu", "end-game", "yes"):
                self.hands.choose(name)
        else:
            name = f"exchange-{turn.count}" if isinstance(turn, triolet.Exchange) else "pass"
            self.hands.choose("draw")
            assert self.screen == "instead"
            self.hands.choose(name)
        self.agree_on(turn)

    def exchange_two(self, move: Move) -> bool:
        """Tokens are exchanged, though some could be laid."""
        self.do_otherwise(triolet.Exchange(2))
        return True

    def pass_by_pressing(self, move: Move) -> bool:
        """End turn on an untouched board asks what that was: a pass."""
        self.press()
        assert self.screen == "nothing-laid"
        self.hands.choose("pass")
        self.agree_on(triolet.Pass())
        return True

    def spell_rest(self, player: int) -> list[str]:
        return list(self._racks.held[player])


class ChallengeFamily(Family):
    """Tiles, draws, and the sand that runs out."""

    game: triominos.Game

    def __init__(self, hands: Hands, setup: Setup, seed: int) -> None:
        assert isinstance(setup.rules, triominos.Rules) and setup.seconds is not None
        game = triominos.Game.start(len(setup.players), setup.rules, setup.first)
        super().__init__(hands, TriominosTop(), game)
        self._tiles = triominos_players.Hands(random.Random(seed), game.ledger.hands)
        self._seconds = setup.seconds
        self.draws = 0

    @property
    def rests(self) -> dict[int, int]:
        return triominos_players.count_rests(self._tiles.held)

    def decide(self) -> Turn:
        """After a moment's thought, in which the sand runs."""
        assert self.view.sand is not None and self.view.sand.is_running
        self.stage.step(SECONDS_A_TURN)
        return self._tiles.choose(self.game, "greedy")

    def judge(self, turn: Turn, anyway: bool) -> triominos.Game:
        assert isinstance(turn, triominos.Turn)
        self._tiles.play(self.game.player, turn)
        return self.game.overrule(turn) if anyway else self.game.play(turn)

    def err(self, move: Move) -> tuple[Move, Illegal] | None:
        """The same tile in the same place, turned so that it does not fit."""
        assert isinstance(move, TileMove)
        for corners in turned(move.corners):
            wrong = TileMove(move.at, corners)
            verdict = judge_tile(self.game.position, wrong)
            if isinstance(verdict, Illegal):
                return wrong, verdict
        return None

    def go_on_after_undo(self) -> None:
        """Taking back costs nobody any time: the sand waits."""
        assert self.screen == "paused"
        self.hands.choose("go-on")

    def tell_more(self, move: Move) -> None:
        """A tile says everything."""

    def do_otherwise(self, turn: Turn) -> None:
        """Every other draw by the button for it, the others by End turn on an untouched table."""
        name = "draw" if isinstance(turn, triominos.Draw) else "pass"
        self.draws += name == "draw"
        if self.draws % 2:
            self.press()
            assert self.screen == "nothing-laid"
        else:
            self.hands.choose("draw")
            assert self.screen == "instead"
        self.hands.choose(name)
        self.agree_on(turn)

    def be_too_slow(self, move: Move) -> bool:
        """The sand runs out: a tile more, points less, and it is the other's turn."""
        self.stage.step(self._seconds)
        assert self.stage.backstage.sounds[-1] == "time-out"
        self.agree_on(triominos.TimeOut())
        return True

    def be_too_slow_to_choose(self, move: Move) -> bool:
        """The sand runs out while somebody looks at what else could be done."""
        self.hands.choose("draw")
        assert self.screen == "instead"
        return self.be_too_slow(move)

    def spell_rest(self, player: int) -> list[str]:
        """Tile by tile, with a plus between them."""
        return list("+".join(str(sum(tile)) for tile in self._tiles.held[player]))
