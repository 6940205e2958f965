"""Entering a move by hand, and correcting what was counted."""

from __future__ import annotations

from companion.kiosk.screens.correct import CorrectScreen
from companion.kiosk.screens.correct_piece import CorrectPieceScreen
from companion.kiosk.screens.correct_turn import CorrectMoveScreen, CorrectTurnScreen
from companion.kiosk.screens.enter_move import EnterMoveScreen
from companion.rules.triolet.position import Move as TokenMove
from companion.rules.triominos.lattice import Place
from companion.rules.triominos.moves import legal_moves
from companion.rules.triominos.position import Move as TileMove
from companion.rules.triominos.tiles import BOX, Corners
from companion.rules.verdict import Cell
from companion.session.intents import DrawTile, EnterMove, ExchangeTokens, PassTurn, Resume
from companion.session.setup import Player, Setup
from tests.kiosk.gallery import Scene
from tests.kiosk.stage import CHALLENGE, TRIOLET, TRIOMINOS, Stage

HARD = (
    Player("Wolfgang-Maximilian von Hohenlohe-Langen", "purple"),
    Player("🦊 Félix 🎲", "pink"),
    Player("שרה אסתר", "turquoise"),
    Player("WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", "black"),
)
# A few turns as the rules allow them: a trio, a pair at its end, a joker that makes another trio.
TOKENS: tuple[dict[str, str], ...] = (
    {"H8": "3", "H9": "8", "H10": "4"},
    {"G8": "7", "I8": "5"},
    {"I9": "6"},
    {"I10": "joker:4"},
)


def lay_tokens(stage: Stage, *moves: dict[str, str]) -> None:
    """These moves, one player after the other."""
    for move in moves:
        stage.kiosk.send(lambda at, move=move: EnterMove(TokenMove.parse(move), at))  # type: ignore[misc]
    stage.step()


def lay_tile(stage: Stage, at: Place, corners: Corners) -> None:
    stage.kiosk.send(lambda now: EnterMove(TileMove(at, corners), now))
    stage.step()


def lay_many_tiles(stage: Stage, count: int) -> None:
    """A long game: each time the legal move with most points."""
    for number in range(count):
        view = stage.kiosk.view
        assert view is not None
        position = view.game.position
        hand = sorted(BOX)[number % 7 :: 3]
        moves = legal_moves(position, hand) or legal_moves(position, BOX)  # type: ignore[arg-type]
        lay_tile(stage, moves[0].move.at, moves[0].move.corners)


def _triolet(stage: Stage, players: tuple[Player, ...] = TRIOLET.players) -> None:
    stage.begin(Setup(TRIOLET.rules, players))
    lay_tokens(stage, *TOKENS)


def _triominos(stage: Stage, setup: Setup = TRIOMINOS) -> None:
    stage.begin(setup)
    if setup.sand_s is not None:
        stage.kiosk.send(Resume)
    lay_tile(stage, (0, 0), (5, 5, 2))
    lay_tile(stage, (0, 1), (5, 5, 3))
    lay_tile(stage, (1, 0), (0, 2, 5))


def _enter(stage: Stage) -> None:
    stage.kiosk.go(EnterMoveScreen(stage.kiosk))
    stage.step()


def _first_token(stage: Stage) -> None:
    stage.begin(TRIOLET)
    _enter(stage)


def _typed(*keys: str, players: tuple[Player, ...] = TRIOLET.players) -> Scene:
    """Arrows by their names, everything else is typed."""

    def scene(stage: Stage) -> None:
        _triolet(stage, players)
        _enter(stage)
        for key in keys:
            stage.key(key) if key in ("left", "right", "up", "down") else stage.type(key)

    return scene


def _whole(stage: Stage) -> None:
    _typed("7")(stage)
    stage.touch("near")


def _tile(*typed: str) -> Scene:
    def scene(stage: Stage) -> None:
        _triominos(stage)
        _enter(stage)
        for text in typed:
            stage.type(text)

    return scene


def _first_tile(stage: Stage) -> None:
    stage.begin(Setup(TRIOMINOS.rules, HARD))
    _enter(stage)


def _many_tiles(stage: Stage) -> None:
    stage.begin(TRIOMINOS)
    lay_many_tiles(stage, 15)
    _enter(stage)


def _correct(stage: Stage) -> None:
    _triolet(stage)
    stage.kiosk.send(lambda at: ExchangeTokens(2, at))
    stage.kiosk.send(PassTurn)
    stage.kiosk.go(CorrectScreen(stage.kiosk))


def _correct_hard(stage: Stage) -> None:
    _triolet(stage, HARD)
    lay_tokens(stage, {"H7": "15"})
    stage.kiosk.go(CorrectScreen(stage.kiosk))
    stage.step()
    stage.key("tab")
    stage.key("tab")


def _correct_tiles(stage: Stage) -> None:
    _triominos(stage)
    stage.kiosk.send(DrawTile)
    stage.kiosk.go(CorrectScreen(stage.kiosk))


def _correct_empty(stage: Stage) -> None:
    stage.begin(TRIOLET)
    stage.kiosk.go(CorrectScreen(stage.kiosk))


def _turn(number: int, setup: Setup = TRIOLET) -> Scene:
    def scene(stage: Stage) -> None:
        if setup.kind == "triolet":
            _triolet(stage, setup.players)
        else:
            _triominos(stage, setup)
        stage.kiosk.go(CorrectTurnScreen(stage.kiosk, number))

    return scene


def _other_move(number: int, setup: Setup = TRIOLET) -> Scene:
    def scene(stage: Stage) -> None:
        if setup.kind == "triolet":
            _triolet(stage, setup.players)
        else:
            _triominos(stage, setup)
        stage.kiosk.go(CorrectMoveScreen(stage.kiosk, number))

    return scene


def _piece(cell: Cell, *typed: str) -> Scene:
    def scene(stage: Stage) -> None:
        if isinstance(cell, str):
            _triolet(stage)
        else:
            _triominos(stage)
        stage.kiosk.go(CorrectPieceScreen(stage.kiosk, cell))
        stage.step()
        for text in typed:
            stage.type(text)

    return scene


SCENES: dict[str, Scene] = {
    "enter-move-first": _first_token,
    "enter-move": _typed("9"),
    "enter-move-refused": _typed("1", "5", "down", "down", "1", "4"),
    "enter-move-joker": _typed("j"),
    "enter-move-taken": _typed("7", "down", "down", "down", players=HARD),
    "enter-move-whole": _whole,
    "enter-move-tile-first": _first_tile,
    "enter-move-tile": _tile(),
    "enter-move-tile-right": _tile("5"),
    "enter-move-tile-refused": _tile("0"),
    "enter-move-tile-many": _many_tiles,
    "correct": _correct,
    "correct-hard-names": _correct_hard,
    "correct-tiles": _correct_tiles,
    "correct-empty": _correct_empty,
    "correct-turn": _turn(1),
    "correct-turn-hard-names": _turn(4, Setup(TRIOLET.rules, HARD)),
    "correct-turn-tile": _turn(2, TRIOMINOS),
    "correct-turn-challenge": _turn(2, CHALLENGE),
    "correct-move": _other_move(2),
    "correct-move-hard-names": _other_move(1, Setup(TRIOLET.rules, HARD)),
    "correct-move-tile": _other_move(3, TRIOMINOS),
    "correct-piece": _piece("H9", "9"),
    "correct-piece-gone": _piece("I10", "\b"),
    "correct-piece-tile": _piece((0, 1), "4"),
    "correct-piece-tile-gone": _piece((0, 1), "\b"),
}
