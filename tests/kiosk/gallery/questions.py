"""The questions at the table, and what else keeps a game from going on."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

import pygame

from companion.kiosk.backstage import Comparison, Picture
from companion.kiosk.piece_part import draw_token
from companion.kiosk.screens.instead import InsteadScreen
from companion.kiosk.screens.menu import MenuScreen
from companion.rules.triolet import game as triolet
from companion.rules.triolet.judge import judge as judge_tokens
from companion.rules.triolet.position import Move as TokenMove
from companion.rules.triolet.tokens import LAID_TOKENS
from companion.rules.triominos import game as triominos
from companion.rules.triominos.judge import judge as judge_tile
from companion.rules.triominos.position import Move as TileMove
from companion.rules.verdict import Illegal
from companion.session.intents import Pause, Resume
from companion.session.rulings import (
    Accepted,
    ChangedBefore,
    Hindrance,
    Move,
    NothingNew,
    NotYet,
    Reading,
    Refused,
    Unsure,
)
from companion.session.setup import Setup
from tests.kiosk.gallery.playing import HARD_NAMES, play_some, played
from tests.kiosk.stage import CHALLENGE, PLAYERS, TRIOLET, TRIOMINOS, Stage

Scene = Callable[[Stage], None]

HARD_TRIOLET = replace(TRIOLET, players=HARD_NAMES)
HARD_CHALLENGE = replace(CHALLENGE, players=HARD_NAMES)


def tokens(**laid: str) -> TokenMove:
    return TokenMove.parse(laid)


def tile(row: int, column: int, *corners: int) -> TileMove:
    return TileMove.parse({"at": [row, column], "corners": list(corners)})


def begin_triolet(stage: Stage, setup: Setup = TRIOLET) -> None:
    """Two turns as FORMATS.md shows them: 11 and 3 in the middle, 8 and 4 below."""
    stage.begin(setup)
    stage.rule(Accepted((tokens(H8="11", H9="3"),)))
    stage.rule(Accepted((tokens(I8="4", I7="8"),)))


def begin_triominos(stage: Stage, setup: Setup = TRIOMINOS) -> None:
    stage.begin(setup)
    if setup.sand_s is not None:
        stage.backstage.hear(Resume(stage.clock()))
    for move in (tile(0, 0, 5, 5, 5), tile(0, 1, 5, 5, 2), tile(1, 0, 1, 5, 5)):
        stage.step(2.0)
        stage.rule(Accepted((move,)))


def refuse(stage: Stage, move: Move) -> None:
    """What the referee says of a move that the rules are against."""
    session = stage.backstage.session
    assert session is not None
    game = session.state.game
    if isinstance(move, TokenMove):
        assert isinstance(game, triolet.Game)
        verdict: object = judge_tokens(game.position, move)
    else:
        assert isinstance(game, triominos.Game)
        verdict = judge_tile(game.position, move)
    assert isinstance(verdict, Illegal)
    stage.rule(Refused(move, verdict))


def picture_of(faces: Sequence[str], side: int = 90) -> Picture:
    """Tokens as a camera might see them: a little turned, dim and grainy."""
    rng = random.Random(5)
    wide = pygame.Surface((side * (len(faces) + 1), side * 2))
    wide.fill((58, 96, 120))
    for place, face in enumerate(faces):
        box = pygame.Rect(side // 2 + place * side, side // 2, side, side)
        draw_token(wide, box.inflate(-8, -8), LAID_TOKENS[face])
    turned = pygame.transform.rotozoom(wide, 4, 1.0)
    seen = turned.subsurface(turned.get_rect().inflate(-side // 2, -side // 2)).copy()
    for _ in range(4000):
        spot = rng.randrange(seen.get_width()), rng.randrange(seen.get_height())
        seen.set_at(spot, [max(0, level - 25) for level in seen.get_at(spot)[:3]])
    return Picture(seen.get_size(), pygame.image.tostring(seen, "RGB"))


def unsure(
    stage: Stage,
    readings: Sequence[Sequence[Move]],
    cells: Sequence[str | tuple[int, int]],
    across: Sequence[tuple[str, str]] = (),
) -> None:
    share = 1 / len(readings)
    stage.rule(Unsure(tuple(Reading(tuple(r), True, share) for r in readings), tuple(cells), tuple(across)))


def _refused(setup: Setup = TRIOLET) -> Scene:
    def scene(stage: Stage) -> None:
        begin_triolet(stage, setup)
        refuse(stage, tokens(G9="14"))

    return scene


def _refused_long(stage: Stage) -> None:
    begin_triolet(stage, HARD_TRIOLET)
    refuse(stage, tokens(G8="15", F8="14", K3="12", M11="joker", C2="joker"))


def _refused_triominos(setup: Setup) -> Scene:
    def scene(stage: Stage) -> None:
        begin_triominos(stage, setup)
        stage.step(21.0)
        refuse(stage, tile(1, 1, 3, 4, 4))

    return scene


def _unsure(setup: Setup = TRIOLET) -> Scene:
    def scene(stage: Stage) -> None:
        begin_triolet(stage, setup)
        stage.backstage.crops = picture_of(("6",))
        unsure(stage, [[tokens(J7="6")], [tokens(J7="9")]], ["J7"])

    return scene


def _unsure_three(stage: Stage) -> None:
    begin_triolet(stage, HARD_TRIOLET)
    stage.backstage.crops = picture_of(("6", "1"))
    readings = [[tokens(J7="6", K7="1")], [tokens(J7="9", K7="1")], [tokens(J7="joker", K7="1")]]
    unsure(stage, readings, ["J7"])


def _unsure_across(stage: Stage) -> None:
    begin_triolet(stage)
    stage.backstage.crops = picture_of(("5",))
    unsure(stage, [[tokens(J8="5")], [tokens(J9="5")]], ["J8", "J9"], [("J8", "J9")])


def _unsure_turns(setup: Setup) -> Scene:
    def scene(stage: Stage) -> None:
        begin_triolet(stage, setup)
        stage.backstage.crops = picture_of(("2", "7", "5"))
        first = [tokens(G8="0"), tokens(J7="2", K7="5")]
        second = [tokens(J7="2", K7="5"), tokens(G8="0")]
        third = [tokens(J7="2"), tokens(G8="0"), tokens(K7="5")]
        unsure(stage, [first, second, third], ["G8", "J7", "K7"])

    return scene


def _unsure_nothing(stage: Stage) -> None:
    begin_triolet(stage)
    unsure(stage, [[], [tokens(J7="1")]], ["J7"])


def _unsure_triominos(setup: Setup) -> Scene:
    def scene(stage: Stage) -> None:
        begin_triominos(stage, setup)
        stage.backstage.crops = picture_of(("3", "5", "5"))
        unsure(
            stage, [[tile(0, -1, 5, 3, 5)], [tile(0, -1, 5, 4, 5)], [tile(0, 2, 2, 5, 5)]], [(0, -1), (0, 2)]
        )

    return scene


def _unsure_order(stage: Stage) -> None:
    begin_triominos(stage, replace(TRIOMINOS, players=HARD_NAMES))
    one, other = tile(0, -1, 5, 3, 5), tile(0, 2, 2, 2, 5)
    unsure(stage, [[one, other], [other, one]], [(0, -1), (0, 2)])


def _joker(stage: Stage) -> None:
    begin_triolet(stage)
    stage.rule(Accepted((tokens(J7="joker"),)))


def _joker_anything(stage: Stage) -> None:
    stage.begin(HARD_TRIOLET)
    stage.rule(Accepted((tokens(H8="joker"),)))


def _nothing_laid(setup: Setup) -> Scene:
    def scene(stage: Stage) -> None:
        if setup.kind == "triolet":
            begin_triolet(stage, setup)
        else:
            begin_triominos(stage, setup)
        stage.rule(NothingNew())

    return scene


def _nothing_laid_closed(stage: Stage) -> None:
    play_some(stage, HARD_TRIOLET, late_turn(HARD_TRIOLET))
    stage.rule(NothingNew())


def _nothing_laid_pass(stage: Stage) -> None:
    begin_triominos(stage)
    draw_three(stage)
    stage.rule(NothingNew())


@lru_cache(maxsize=4)
def late_turn(setup: Setup) -> int:
    """The turn after which the bag is too empty to exchange."""
    for turns in range(10, 80):
        view = played(setup, turns).view(0.0)
        if view.instead and all(choice.answer == "pass" for choice in view.instead):
            return turns
    raise AssertionError("nobody ran out of tokens")


def draw_three(stage: Stage) -> None:
    for _ in range(3):
        stage.touch("draw")
        stage.touch("draw")


def _changed(stage: Stage) -> None:
    begin_triolet(stage)
    stage.rule(ChangedBefore(("I7",), (("H8", "1"),), ("J4",)))


def _changed_many(stage: Stage) -> None:
    play_some(stage, HARD_TRIOLET, 20)
    session = stage.backstage.session
    assert session is not None and isinstance(session.state.game, triolet.Game)
    cells = tuple(session.state.game.position.board)
    stage.rule(ChangedBefore(cells[:9], ((cells[10], "joker:4"),), ("A1", "O15")))


def _changed_triominos(stage: Stage) -> None:
    begin_triominos(stage)
    stage.rule(ChangedBefore(((0, 1),), (((1, 0), "1-5-4"),), ((2, 2),)))


def _clear(*hindrances: Hindrance, setup: Setup = TRIOLET) -> Scene:
    def scene(stage: Stage) -> None:
        if setup.kind == "triolet":
            begin_triolet(stage, setup)
        else:
            begin_triominos(stage, setup)
        stage.rule(NotYet(hindrances))

    return scene


def _paused(setup: Setup) -> Scene:
    def scene(stage: Stage) -> None:
        if setup.kind == "triolet":
            begin_triolet(stage, setup)
        else:
            begin_triominos(stage, setup)
        stage.step(17.0)
        stage.backstage.hear(Pause(stage.clock()))
        stage.kiosk.to_table()

    return scene


def _ready(setup: Setup) -> Scene:
    return lambda stage: stage.begin(setup)


def _no_camera(setup: Setup) -> Scene:
    def scene(stage: Stage) -> None:
        begin_triolet(stage, setup)
        stage.touch("end-turn")
        stage.backstage.is_camera_lost = True
        stage.kiosk.to_table()

    return scene


def _compare(comparison: Comparison, setup: Setup = TRIOLET) -> Scene:
    def scene(stage: Stage) -> None:
        if setup.kind == "triolet":
            begin_triolet(stage, setup)
        else:
            begin_triominos(stage, setup)
        stage.backstage.comparison = comparison
        stage.kiosk.to_table()

    return scene


def _instead(setup: Setup, drawn: bool = False) -> Scene:
    def scene(stage: Stage) -> None:
        if setup.kind == "triolet":
            begin_triolet(stage, setup)
        else:
            begin_triominos(stage, setup)
        if drawn:
            draw_three(stage)
        stage.kiosk.go(InsteadScreen(stage.kiosk))

    return scene


def _instead_own_timer(stage: Stage) -> None:
    begin_triominos(stage, replace(HARD_CHALLENGE, seconds=None))
    stage.kiosk.go(InsteadScreen(stage.kiosk))


def _menu(setup: Setup) -> Scene:
    def scene(stage: Stage) -> None:
        play_some(stage, setup, 12)
        stage.kiosk.go(MenuScreen(stage.kiosk))

    return scene


def _menu_paused(stage: Stage) -> None:
    _paused(CHALLENGE)(stage)
    stage.kiosk.go(MenuScreen(stage.kiosk))


def _menu_reading(stage: Stage) -> None:
    begin_triolet(stage)
    stage.touch("end-turn")
    stage.kiosk.go(MenuScreen(stage.kiosk))


def _whole_sheet(setup: Setup, turns: int) -> Scene:
    def scene(stage: Stage) -> None:
        play_some(stage, setup, turns)
        stage.kiosk.go(MenuScreen(stage.kiosk))
        stage.touch("sheet")

    return scene


def _overrule(stage: Stage) -> None:
    _refused(HARD_TRIOLET)(stage)
    stage.touch("overrule")


def _end_game(stage: Stage) -> None:
    _menu(TRIOLET)(stage)
    stage.touch("end-game")


def _disk_full(scene: Scene) -> Scene:
    def full(stage: Stage) -> None:
        stage.backstage.is_disk_full = True
        scene(stage)

    return full


def _left_handed(scene: Scene) -> Scene:
    def left(stage: Stage) -> None:
        stage.backstage.choices = replace(stage.backstage.choices, left_handed=True)
        scene(stage)

    return left


def _ringed(scene: Scene) -> Scene:
    def ringed(stage: Stage) -> None:
        scene(stage)
        stage.push("draw")

    return ringed


DIFFERS = Comparison(("I7",), (("H8", "1"),), ("J4",))

SCENES: dict[str, Scene] = {
    "refused": _refused(),
    "refused-hard-names": _refused(HARD_TRIOLET),
    "refused-long": _refused_long,
    "refused-triominos": _refused_triominos(TRIOMINOS),
    "refused-challenge": _refused_triominos(HARD_CHALLENGE),
    "refused-disk-full": _disk_full(_refused_long),
    "refused-left-handed": _left_handed(_refused()),
    "refused-ring": _ringed(_refused()),
    "refused-overrule": _overrule,
    "unsure": _unsure(),
    "unsure-three": _unsure_three,
    "unsure-across": _unsure_across,
    "unsure-turns": _unsure_turns(TRIOLET),
    "unsure-turns-hard-names": _unsure_turns(HARD_TRIOLET),
    "unsure-nothing": _unsure_nothing,
    "unsure-triominos": _unsure_triominos(TRIOMINOS),
    "unsure-order": _unsure_order,
    "unsure-disk-full": _disk_full(_unsure()),
    "joker": _joker,
    "joker-anything": _joker_anything,
    "joker-ring": _ringed(_joker),
    "nothing-laid": _nothing_laid(TRIOLET),
    "nothing-laid-hard-names": _nothing_laid(HARD_TRIOLET),
    "nothing-laid-closed": _nothing_laid_closed,
    "nothing-laid-triominos": _nothing_laid(TRIOMINOS),
    "nothing-laid-challenge": _nothing_laid(HARD_CHALLENGE),
    "nothing-laid-own-timer": _nothing_laid(replace(CHALLENGE, seconds=None)),
    "nothing-laid-pass": _nothing_laid_pass,
    "changed": _changed,
    "changed-many": _changed_many,
    "changed-triominos": _changed_triominos,
    "changed-disk-full": _disk_full(_changed),
    "clear-table": _clear("hand"),
    "clear-table-glare": _clear("glare"),
    "clear-table-dark-blur": _clear("dark", "blur"),
    "clear-table-board": _clear("no-board", "cut-off", "other"),
    "clear-table-other": _clear("other"),
    "clear-table-all": _clear("hand", "glare", "blur", "dark", "other", setup=HARD_TRIOLET),
    "clear-table-challenge": _clear("hand", "cut-off", setup=HARD_CHALLENGE),
    "paused": _paused(TRIOLET),
    "paused-challenge": _paused(CHALLENGE),
    "paused-ready": _ready(CHALLENGE),
    "paused-ready-hard-names": _ready(HARD_CHALLENGE),
    "no-camera": _no_camera(TRIOLET),
    "no-camera-hard-names": _disk_full(_no_camera(HARD_TRIOLET)),
    "compare": _compare(DIFFERS),
    "compare-unseen": _compare(Comparison(can_see=False)),
    "compare-triominos": _compare(
        Comparison(((0, 1),), (((1, 0), "1-5-4"),), ((2, 2), (3, 2), (3, 3))),
        replace(TRIOMINOS, players=HARD_NAMES),
    ),
    "compare-disk-full": _disk_full(_compare(DIFFERS)),
    "instead": _instead(TRIOLET),
    "instead-triominos": _instead(TRIOMINOS),
    "instead-pass": _instead(TRIOMINOS, drawn=True),
    "instead-own-timer": _instead_own_timer,
    "menu": _menu(TRIOLET),
    "menu-hard-names": _disk_full(_menu(HARD_TRIOLET)),
    "menu-paused": _menu_paused,
    "menu-reading": _menu_reading,
    "menu-end-game": _end_game,
    "menu-sheet": _whole_sheet(replace(TRIOMINOS, players=HARD_NAMES), 80),
    "menu-sheet-alone": _whole_sheet(replace(TRIOLET, players=PLAYERS[:1]), 30),
}
