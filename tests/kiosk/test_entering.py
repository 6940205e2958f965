"""Moves entered by hand and turns put right: by touch, by keys, by the four buttons."""

from __future__ import annotations

import pygame
import pytest

from companion.kiosk.backstage import Notice
from companion.kiosk.board_window import BoardWindow
from companion.kiosk.entering import Direction, digit_of, nearest_towards
from companion.kiosk.screens.correct import CorrectScreen
from companion.kiosk.screens.correct_piece import CorrectPieceScreen
from companion.kiosk.screens.correct_turn import CorrectTurnScreen
from companion.kiosk.screens.enter_move import EnterMoveScreen
from companion.kiosk.table_part import board_in, tiles_in
from companion.rules.triolet import game as triolet
from companion.rules.triolet.position import Move as TokenMove
from companion.rules.triominos import game as triominos
from companion.rules.triominos.lattice import Place
from companion.rules.triominos.position import Move as TileMove
from companion.rules.verdict import Cell
from companion.session.intents import (
    CorrectSquare,
    CorrectTurn,
    EnterMove,
    ExchangeTokens,
    Intent,
    PassTurn,
    Resume,
    TellTimeOut,
)
from companion.session.setup import Player, Setup
from companion.session.views import SheetLine
from tests.kiosk.gallery.entering import lay_tile, lay_tokens
from tests.kiosk.stage import CHALLENGE, TRIOLET, TRIOMINOS, Stage

LARGE = (1280, 800)  # the table is shown whole there
OPENING = {"H8": "3", "H9": "8", "H10": "4"}
OWN_TIMER = Setup(CHALLENGE.rules, CHALLENGE.players, seconds=None)


def entering(setup: Setup = TRIOLET, *tokens: dict[str, str], size: tuple[int, int] = LARGE) -> Stage:
    """The screen for entering, after these moves."""
    stage = Stage(size)
    stage.begin(setup)
    lay_tokens(stage, *tokens)
    stage.backstage.heard.clear()
    stage.kiosk.go(EnterMoveScreen(stage.kiosk))
    stage.step()
    return stage


def tiles_entering(size: tuple[int, int] = LARGE) -> Stage:
    """The same for Triominos, after 5-5-2 pointing up and 5-5-3 at its right."""
    stage = Stage(size)
    stage.begin(TRIOMINOS)
    lay_tile(stage, (0, 0), (5, 5, 2))
    lay_tile(stage, (0, 1), (5, 5, 3))
    stage.backstage.heard.clear()
    stage.kiosk.go(EnterMoveScreen(stage.kiosk))
    stage.step()
    return stage


def touch_square(stage: Stage, cell: str) -> None:
    board = board_in(stage.target("table").rect, TRIOLET.rules.layout)  # type: ignore[union-attr]
    stage.touch_at(board.rect_of(cell).center)


def touch_place(stage: Stage, place: Place) -> None:
    x, y = tiles_in(stage.target("table").rect).center_of(place)
    stage.touch_at((round(x), round(y)))


def shown(stage: Stage) -> str:
    return " ".join(text.text for text in stage.kiosk.page.texts)


def last_heard(stage: Stage) -> Intent:
    return stage.backstage.heard[-1]


def lines(stage: Stage) -> tuple[SheetLine, ...]:
    view = stage.kiosk.view
    assert view is not None
    return view.lines


def entered_tokens(stage: Stage) -> dict[str, str]:
    heard = last_heard(stage)
    assert isinstance(heard, EnterMove) and isinstance(heard.move, TokenMove)
    return heard.move.to_json()


def entered_tile(stage: Stage) -> TileMove:
    heard = last_heard(stage)
    assert isinstance(heard, EnterMove) and isinstance(heard.move, TileMove)
    return heard.move


# Tokens -----------------------------------------------------------------------------------------------------


def test_tokens_are_entered_by_touch() -> None:
    stage = entering()
    for cell, number in (("H8", 3), ("H9", 8), ("H10", 4)):
        touch_square(stage, cell)
        stage.touch(f"put-{number}")
    assert "Good: " in shown(stage)
    stage.touch("enter")
    assert entered_tokens(stage) == OPENING
    assert stage.kiosk.screen.name == "game"
    assert lines(stage)[0].points == 110  # a trio of one's own on the double centre: 60 + 50


def test_tokens_are_entered_by_keys_alone() -> None:
    stage = entering()
    stage.type("11")
    stage.key("right")
    stage.type("4")
    stage.key("return")
    assert entered_tokens(stage) == {"H8": "11", "H9": "4"}


def test_tokens_are_entered_by_the_four_buttons_alone() -> None:
    stage = entering(TRIOLET, OPENING)
    for name in ("table", "put-7", "down", "enter"):  # the table itself goes on to the next open square
        stage.push_until(name)
    assert len(entered_tokens(stage)) == 1
    assert list(entered_tokens(stage).values()) == ["7"]


def test_a_typed_number_has_two_digits_only_where_there_is_such_a_token() -> None:
    stage = entering()
    stage.type("16")
    stage.key("return")
    assert entered_tokens(stage) == {"H8": "6"}


def test_what_was_put_is_taken_away_again() -> None:
    stage = entering()
    touch_square(stage, "H8")
    stage.touch("put-5")
    touch_square(stage, "H9")
    stage.touch("put-6")
    stage.touch("remove")
    stage.touch("enter")
    assert entered_tokens(stage) == {"H8": "5"}


def test_a_joker_gets_its_number_from_the_next_touch() -> None:
    stage = entering()
    stage.touch("joker")
    assert "H8: a joker for which number?" in shown(stage)
    stage.touch("put-12")
    stage.touch("enter")
    assert entered_tokens(stage) == {"H8": "joker:12"}


def test_an_open_joker_is_asked_about_by_the_game() -> None:
    stage = entering()
    stage.type("j")
    stage.key("right")
    stage.type("2")
    stage.key("return")
    assert stage.kiosk.screen.name == "joker"


def test_nothing_can_be_put_where_a_token_lies() -> None:
    stage = entering(TRIOLET, OPENING)
    touch_square(stage, "H9")
    stage.touch("put-1")
    assert "H9: 8 lies there already" in shown(stage)
    assert not stage.target("enter").is_enabled
    stage.key("return")
    assert stage.backstage.heard == []


def test_what_breaks_a_rule_is_said_before_it_is_entered_and_refused_after() -> None:
    stage = entering(TRIOLET, OPENING)
    touch_square(stage, "I8")
    stage.touch("put-15")
    assert "Not allowed: 3 + 15 = 18" in shown(stage)
    stage.touch("enter")
    assert stage.kiosk.screen.name == "refused"
    assert len(lines(stage)) == 1


def test_a_refused_move_is_there_again_to_be_put_right() -> None:
    stage = entering(TRIOLET, OPENING)
    touch_square(stage, "I8")
    stage.touch("put-15")
    stage.touch("enter")
    stage.kiosk.go(EnterMoveScreen(stage.kiosk))
    stage.step()
    stage.touch("put-7")
    stage.touch("enter")
    assert entered_tokens(stage) == {"I8": "7"}
    assert len(lines(stage)) == 2


def test_leaving_enters_nothing() -> None:
    stage = entering()
    stage.type("5")
    stage.key("escape")
    assert stage.kiosk.screen.name == "game"
    assert stage.backstage.heard == []


def test_what_one_player_entered_does_not_count_for_the_next() -> None:
    stage = Stage(LARGE)
    stage.begin(OWN_TIMER)
    lay_tile(stage, (0, 0), (5, 5, 2))
    stage.kiosk.go(EnterMoveScreen(stage.kiosk))
    stage.step()
    stage.type("5")
    assert stage.target("enter").is_enabled
    assert stage.kiosk.send(TellTimeOut)
    stage.step()
    assert not stage.target("enter").is_enabled


def test_a_game_that_is_gone_leads_home() -> None:
    stage = entering()
    stage.backstage.leave()
    stage.backstage.notices.append(Notice("counted"))
    stage.step()
    assert stage.kiosk.screen.name == "home"
    assert stage.target("new-game").is_enabled


def test_a_small_screen_shows_the_board_from_near_and_the_square_under_the_finger_is_chosen() -> None:
    stage = entering(size=(800, 480))
    table = stage.target("table").rect
    screen = stage.kiosk.screen
    assert isinstance(screen, EnterMoveScreen)
    near = board_in(BoardWindow(is_near=True).area(table), TRIOLET.rules.layout)  # type: ignore[union-attr]
    stage.touch_at(near.rect_of("G9").center)
    assert screen.chosen == "G9"
    stage.touch("near")
    touch_square(stage, "A1")
    assert screen.chosen == "A1"


@pytest.mark.parametrize(
    ("typed", "digit"), [("7", 7), ("è", 7), ("à", 0), ("&", 1), ("x", None), ("", None)]
)
def test_digits_need_no_shift_on_a_french_keyboard(typed: str, digit: int | None) -> None:
    assert digit_of(typed) == digit


# Tiles ------------------------------------------------------------------------------------------------------


def test_neighbours_say_most_of_a_tile_and_one_touch_the_rest() -> None:
    stage = tiles_entering()
    touch_place(stage, (1, 0))  # below 5-5-2, whose lower corners are 2 and 5
    stage.touch("put-0")
    assert "Tile 0-2-5" in shown(stage)
    stage.touch("enter")
    assert entered_tile(stage) == TileMove((1, 0), (0, 2, 5))
    assert lines(stage)[-1].points == 7


def test_a_tile_is_entered_by_keys_alone() -> None:
    stage = tiles_entering()
    start = stage.kiosk.screen
    assert isinstance(start, EnterMoveScreen)
    for _ in range(6):
        stage.key("down")
    assert start.chosen == (1, 0)  # the lowest open place
    stage.type("0")
    stage.key("return")
    assert entered_tile(stage) == TileMove((1, 0), (0, 2, 5))


def test_a_tile_is_entered_by_the_four_buttons_alone() -> None:
    stage = tiles_entering()
    screen = stage.kiosk.screen
    assert isinstance(screen, EnterMoveScreen)
    while screen.chosen != (1, 0):
        stage.push_until("right")
    stage.push_until("put-0")
    stage.push_until("enter")
    assert entered_tile(stage) == TileMove((1, 0), (0, 2, 5))


def test_the_first_tile_has_three_numbers_and_can_be_turned() -> None:
    stage = Stage(LARGE)
    stage.begin(TRIOMINOS)
    stage.kiosk.go(EnterMoveScreen(stage.kiosk))
    stage.step()
    stage.type("12")
    assert not stage.target("enter").is_enabled
    stage.type("4")
    stage.touch("turn")  # clockwise: what was last comes first
    stage.touch("enter")
    assert entered_tile(stage) == TileMove((0, 0), (4, 1, 2))


def test_a_corner_that_is_touched_gets_the_next_number() -> None:
    stage = tiles_entering()
    touch_place(stage, (1, 0))
    stage.touch("put-0")
    stage.touch("corner-2")
    stage.touch("put-3")
    assert "Tile 0-3-5" in shown(stage)
    assert "Not allowed: " in shown(stage)


def test_a_finger_beside_a_place_chooses_the_nearest_one() -> None:
    stage = tiles_entering()
    screen = stage.kiosk.screen
    assert isinstance(screen, EnterMoveScreen)
    touch_place(stage, (0, 2))
    assert screen.chosen == (0, 2)
    touch_place(stage, (0, 0))  # a tile lies there
    assert screen.chosen != (0, 0)


# Putting right ----------------------------------------------------------------------------------------------


def correcting(size: tuple[int, int] = LARGE) -> Stage:
    stage = Stage(size)
    stage.begin(TRIOLET)
    lay_tokens(stage, OPENING, {"G8": "7", "I8": "5"})
    assert stage.kiosk.send(lambda at: ExchangeTokens(2, at))
    stage.backstage.heard.clear()
    stage.kiosk.go(CorrectScreen(stage.kiosk))
    stage.step()
    return stage


def test_the_newest_turn_stands_first() -> None:
    stage = correcting()
    turns = [target.name for target in stage.kiosk.page.targets if target.name.startswith("turn-")]
    assert turns == ["turn-3", "turn-2", "turn-1"]
    words = shown(stage)
    assert "exchanged 2 tokens" in words
    assert "laid G8\N{NO-BREAK SPACE}7, I8\N{NO-BREAK SPACE}5" in words


def test_a_turn_becomes_another_move_by_touch() -> None:
    stage = correcting()
    stage.touch("turn-2")
    stage.touch("another-move")
    touch_square(stage, "I8")
    stage.touch("remove")
    touch_square(stage, "G8")
    stage.touch("put-6")
    stage.touch("enter")
    turn = triolet.Lay(TokenMove.parse({"G8": "6"}))
    assert last_heard(stage) == CorrectTurn(2, turn, stage.clock.now)
    assert stage.kiosk.screen.name == "game"
    assert lines(stage)[1].points == 9
    assert "Corrected: all turns since then were counted again." in shown(stage)


def test_a_turn_becomes_a_pass_by_keys_alone() -> None:
    stage = correcting()
    stage.key_until("turn-3")
    stage.key_until("pass")
    assert last_heard(stage) == CorrectTurn(3, triolet.Pass(), stage.clock.now)
    assert lines(stage)[2].turn == "pass"


def test_another_number_of_tokens_was_exchanged_by_buttons_alone() -> None:
    stage = correcting()
    stage.push_until("turn-3")
    assert not stage.target("exchanged-2").is_enabled  # that is what was counted
    stage.push_until("exchanged-3")
    assert lines(stage)[2].count == 3


def test_a_tile_turn_becomes_a_draw_or_the_end_of_time() -> None:
    stage = Stage(LARGE)
    stage.begin(OWN_TIMER)
    lay_tile(stage, (0, 0), (5, 5, 2))
    for number, remedy in enumerate(("time-out", "draw")):
        stage.kiosk.go(CorrectTurnScreen(stage.kiosk, 1))
        stage.step()
        stage.touch(remedy)
        expected = (triominos.TimeOut(), triominos.Draw())[number]
        assert last_heard(stage) == CorrectTurn(1, expected, stage.clock.now)
        assert lines(stage)[0].turn == remedy


def test_a_correction_that_changes_nothing_is_declined_with_a_sentence() -> None:
    stage = correcting()
    stage.touch("turn-1")
    stage.touch("another-move")
    stage.touch("enter")
    assert "That is how it is already" in shown(stage)
    assert stage.kiosk.screen.name == "correct-move"


def test_the_table_to_correct_on_lacks_what_the_turn_laid() -> None:
    stage = correcting()
    stage.touch("turn-1")
    stage.touch("another-move")
    touch_square(stage, "H9")
    stage.touch("put-9")
    stage.touch("enter")
    heard = last_heard(stage)
    assert isinstance(heard, CorrectTurn) and isinstance(heard.turn, triolet.Lay)
    assert heard.turn.move.to_json() == {**OPENING, "H9": "9"}
    assert lines(stage)[0].mark == "overruled"  # 3 + 9 + 4 is 16: counted as they say, and marked


def test_a_touched_piece_is_said_to_be_another() -> None:
    stage = correcting()
    touch_square(stage, "I8")
    assert stage.kiosk.screen.name == "correct-piece"
    assert not stage.target("enter").is_enabled
    stage.touch("put-4")
    stage.touch("enter")
    assert last_heard(stage) == CorrectSquare("I8", "4", stage.clock.now)
    assert "Corrected" in shown(stage)


def test_a_piece_is_said_not_to_be_there_by_keys_alone() -> None:
    stage = correcting()
    stage.key_until("table")  # the piece that was laid last
    screen = stage.kiosk.screen
    assert isinstance(screen, CorrectPieceScreen)
    stage.key("down")
    stage.key("up")
    stage.key("up")
    assert screen.chosen == "G8"
    stage.key("backspace")
    stage.key("return")
    assert last_heard(stage) == CorrectSquare("G8", None, stage.clock.now)


def test_where_no_piece_lies_there_is_nothing_to_correct() -> None:
    stage = correcting()
    touch_square(stage, "A1")
    assert stage.kiosk.screen.name == "correct"
    assert "No piece lies there: touch one." in shown(stage)


@pytest.mark.parametrize(
    ("keys", "piece"),
    [
        pytest.param(("4",), "4-5-3", id="one number"),
        pytest.param(("t",), "3-5-5", id="turned"),
        pytest.param(("\b",), None, id="nothing"),
    ],
)
def test_a_tile_on_the_table_is_said_to_be_another(keys: tuple[str, ...], piece: str | None) -> None:
    stage = tiles_entering()
    cell: Cell = (0, 1)
    stage.kiosk.swap(CorrectPieceScreen(stage.kiosk, cell))
    stage.step()
    for key in keys:
        stage.type(key)
    stage.touch("enter")
    assert last_heard(stage) == CorrectSquare(cell, piece, stage.clock.now)


def test_a_long_game_is_scrolled_and_every_turn_can_be_reached() -> None:
    stage = Stage((800, 480))
    stage.begin(Setup(TRIOLET.rules, (Player("Anna", "red"), Player("Ben", "blue"))))
    lay_tokens(stage, OPENING)
    for _ in range(12):
        assert stage.kiosk.send(lambda at: ExchangeTokens(1, at))
    assert stage.kiosk.send(PassTurn)
    stage.kiosk.go(CorrectScreen(stage.kiosk))
    stage.step()
    seen: set[str] = set()
    for _ in range(4):
        seen |= {target.name for target in stage.kiosk.page.targets if target.name.startswith("turn-")}
        if stage.target("down").is_enabled:
            stage.touch("down")
    assert seen == {f"turn-{number}" for number in range(1, 15)}


def test_a_turn_that_was_taken_back_meanwhile_is_left() -> None:
    stage = correcting()
    stage.kiosk.go(CorrectTurnScreen(stage.kiosk, 99))
    stage.step()
    assert stage.kiosk.screen.name == "correct"


def test_in_challenge_a_correction_makes_the_sand_wait() -> None:
    stage = Stage(LARGE)
    stage.begin(CHALLENGE)
    assert stage.kiosk.send(Resume)
    lay_tile(stage, (0, 0), (5, 5, 2))
    stage.kiosk.go(CorrectTurnScreen(stage.kiosk, 1))
    stage.step()
    stage.touch("draw")
    assert stage.kiosk.screen.name == "paused"


# The window on the table, and the ways on it ----------------------------------------------------------------


def test_a_near_window_is_always_full_of_table() -> None:
    box = pygame.Rect(10, 20, 300, 200)
    for centre in ((0.0, 0.0), (0.5, 0.5), (1.0, 1.0), (0.1, 0.9)):
        assert BoardWindow(is_near=True, centre=centre).area(box).contains(box)
    assert BoardWindow(is_near=False).area(box) == box


def test_what_is_chosen_at_the_edge_comes_into_the_middle() -> None:
    box = pygame.Rect(0, 0, 300, 300)
    window = BoardWindow(is_near=True)
    calm = window.area(box)
    window.look_at(box, (160.0, 140.0))
    assert window.area(box) == calm
    window.look_at(box, (290.0, 150.0))
    assert window.area(box).x == calm.x - 140
    assert window.area(box).y == calm.y


def test_a_finger_pulls_the_table_along() -> None:
    box = pygame.Rect(0, 0, 300, 300)
    window = BoardWindow(is_near=True)
    before = window.area(box)
    assert window.drag(box, (150, 150), (130, 150), is_over=False)
    assert window.drag(box, (150, 150), (110, 160), is_over=True)
    assert window.area(box).topleft == (before.x - 40, before.y + 10)
    assert not window.drag(box, (400, 150), (110, 160), is_over=True)
    assert not BoardWindow(is_near=False).drag(box, (150, 150), (110, 160), is_over=True)


@pytest.mark.parametrize(
    ("direction", "found"), [("right", "east"), ("left", "west"), ("up", "north"), ("down", "here")]
)
def test_arrows_find_the_nearest_place_that_way(direction: Direction, found: str) -> None:
    spots = {
        "here": (0.0, 0.0),
        "east": (1.0, 0.2),
        "far": (3.0, 0.0),
        "west": (-2.0, -1.0),
        "north": (0.1, -1.0),
    }
    assert nearest_towards(spots, "here", direction) == found
