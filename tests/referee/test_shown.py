"""What the referee makes of pieces that were laid to be told: rests and drawn pieces, of both games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from companion.referee.shown_triolet import shown_tokens
from companion.referee.shown_triominos import shown_tiles
from companion.rules.triolet import game as triolet
from companion.rules.triolet.editions import EDITIONS
from companion.rules.triolet.editions import Rules as TrioletRules
from companion.rules.triolet.position import Move as TokenMove
from companion.rules.triominos import game as triominos
from companion.rules.triominos.position import Move as TileMove
from companion.session.shown import ShownPiece, ShownPieces
from tests.stand_ins import observe
from tests.table_stand_ins import Tile, lying, see
from vision.observation import FACES, OTHER, BoardObservation, NoBoard, place_of
from vision.tiles import Place, TableObservation

SURE = 0.9995
LAID = {"H8": "11", "H9": "3"}
BOARD = {cell: (face, SURE) for cell, face in LAID.items()}

# Triolet ----------------------------------------------------------------------------------------------------


def tokens_game(edition: str = "fr") -> triolet.Game:
    game = triolet.Game.start(2, TrioletRules(EDITIONS[edition]))
    return game.play(triolet.Lay(TokenMove.parse(LAID)))


def sure(*pieces: str) -> tuple[ShownPiece, ...]:
    return tuple(ShownPiece(piece) for piece in pieces)


def test_tokens_on_empty_squares_are_the_rest_from_left_to_right() -> None:
    rack = {"O7": ("7", SURE), "A2": ("joker", SURE), "B12": ("13", SURE)}
    seen = shown_tokens(observe({**BOARD, **rack}), tokens_game(), observe(BOARD))
    assert seen == ShownPieces(sure("joker", "7", "13"))


def test_they_may_touch_the_game_and_each_other() -> None:
    seen = shown_tokens(observe({**BOARD, "H10": ("5", SURE), "H11": ("5", SURE)}), tokens_game())
    assert seen.names == ("5", "5") and seen.hindrance is None


def test_before_a_game_everything_on_the_board_was_drawn() -> None:
    assert shown_tokens(observe({"H8": ("9", SURE), "H12": ("2", SURE)}), None).names == ("9", "2")


def test_a_board_without_a_rest_shows_nothing() -> None:
    assert shown_tokens(observe(BOARD), tokens_game(), observe(BOARD)) == ShownPieces()


def test_a_family_may_tidy_up_first() -> None:
    seen = shown_tokens(observe({"H8": ("7", SURE), "C3": ("2", SURE)}), tokens_game(), observe(BOARD))
    assert seen == ShownPieces(sure("2", "7"))


def test_a_token_of_the_game_that_was_moved_is_nobodys_rest() -> None:
    moved = {"H8": BOARD["H8"], "J9": ("3", SURE), "A1": ("7", SURE)}
    assert shown_tokens(observe(moved), tokens_game(), observe(BOARD)) == ShownPieces(hindrance="changed")


def between(cell: str, *faces: str) -> BoardObservation:
    """A token that reads half as one face, half as the other."""
    seen = observe({**BOARD, cell: (faces[0], 0.5)})
    likely = np.full(len(FACES), 0.0, np.float32)
    likely[[FACES.index(face) for face in faces]] = 0.49
    seen.faces[place_of(cell)] = likely
    return seen


def test_a_token_that_could_be_another_is_not_sure() -> None:
    (piece,) = shown_tokens(between("C3", "6", "9"), tokens_game()).pieces
    assert piece.piece in ("6", "9") and not piece.is_sure


def test_what_the_box_has_no_more_of_is_less_likely_but_still_asked_about() -> None:
    game = triolet.Game.start(2).play(triolet.Lay(TokenMove.parse({"H8": "15"})))
    seen = between("C3", "15", "5")
    seen.states[place_of("H9")] = (1, 0, 0)
    seen.faces[place_of("H8")] = np.eye(len(FACES), dtype=np.float32)[FACES.index("15")]
    (piece,) = shown_tokens(seen, game).pieces
    assert piece == ShownPiece("5", is_sure=False)


def test_a_clear_token_that_is_not_left_stays_what_it_is() -> None:
    seen = shown_tokens(observe({**BOARD, "A1": ("15", SURE), "A3": ("15", SURE)}), tokens_game())
    assert seen.names == ("15", "15") and seen.not_left == ("15",)
    assert seen.trouble(2) == "not-left"


def test_where_nobody_knows_how_many_there_are_any_number_may_be_left() -> None:
    seen = observe({**BOARD, "A1": ("15", SURE), "A3": ("15", SURE)})
    assert shown_tokens(seen, tokens_game("uk")).not_left == ()


@pytest.mark.parametrize("cells", [("C3", "J3"), ("C3", "D3")])
def test_tokens_one_below_the_other_have_no_order(cells: Sequence[str]) -> None:
    assert not shown_tokens(observe(dict.fromkeys(cells, ("4", SURE))), None).is_in_order


def test_tokens_in_neighbouring_columns_have_one() -> None:
    assert shown_tokens(observe({"C3": ("4", SURE), "A4": ("6", SURE)}), None).is_in_order


def test_without_a_clear_view_of_the_board_nothing_is_told() -> None:
    blind = ShownPieces(hindrance="blind")
    assert shown_tokens(NoBoard("cut-off"), tokens_game()) == blind
    assert shown_tokens(replace(observe(BOARD), in_the_way=frozenset({"dark"})), tokens_game()) == blind
    covered = replace(observe(BOARD), in_the_way=frozenset({"hand"}))
    assert shown_tokens(covered, tokens_game()) == ShownPieces()  # a hand beside the board hides nothing
    covered.states[place_of("A1")] = np.eye(3, dtype=np.float32)[OTHER]
    assert shown_tokens(covered, tokens_game()) == blind


# Triominos --------------------------------------------------------------------------------------------------

TILES: dict[Place, tuple[int, int, int]] = {(0, 0): (1, 2, 4), (0, 1): (2, 1, 1)}


def tiles_game() -> triominos.Game:
    game = triominos.Game.start(2)
    for place, corners in TILES.items():
        game = game.play(triominos.Lay(TileMove(place, corners)))
    return game


def table(*others: Tile, without: Sequence[Place] = (), hand: bool = False) -> TableObservation:
    laid = [lying(corners, place, SURE) for place, corners in TILES.items() if place not in without]
    tiles = tuple(see(tile) for tile in (*laid, *others))
    return TableObservation(tiles, 3, frozenset({"hand"} if hand else ()))


def aside(corners: tuple[int, int, int], place: Place, confidence: float = SURE) -> Tile:
    """A tile that hangs together with no others, so far away."""
    return corners, None, lying(corners, place)[2], confidence


def test_loose_tiles_are_the_rest_from_left_to_right() -> None:
    seen = shown_tiles(table(aside((5, 0, 0), (4, 5)), aside((3, 3, 3), (4, -3))), tiles_game())
    assert seen == ShownPieces(sure("3-3-3", "0-0-5"))
    assert seen.total == 14


def test_tiles_that_touch_the_game_count_too() -> None:
    seen = shown_tiles(table(lying((5, 5, 0), (0, 2), SURE)), tiles_game())
    assert seen.names == ("0-5-5",)


def test_a_tile_pushed_out_of_its_place_is_still_the_games() -> None:
    pushed = table(aside((1, 2, 1), (4, 5)), aside((3, 3, 3), (4, -3)), without=[(0, 1)])
    assert shown_tiles(pushed, tiles_game()).names == ("3-3-3",)


def test_a_family_may_have_swept_the_game_together() -> None:
    swept = table(
        aside((1, 2, 1), (4, 5)), aside((3, 3, 3), (4, -3)), aside((4, 1, 2), (4, 0)), without=list(TILES)
    )
    assert shown_tiles(swept, tiles_game()).names == ("3-3-3",)


def test_a_tile_that_lies_in_the_game_cannot_be_left_over() -> None:
    seen = shown_tiles(table(aside((2, 1, 1), (4, 5))), tiles_game())
    assert seen.names == ("1-1-2",) and seen.not_left == ("1-1-2",)


def test_a_tile_that_no_box_holds_stays_what_it_is() -> None:
    seen = shown_tiles(table(aside((3, 2, 1), (4, 5))), tiles_game())
    assert seen.names == ("1-3-2",) and seen.trouble(1) == "not-left"


def test_a_tile_that_is_hard_to_read_is_not_sure() -> None:
    (piece,) = shown_tiles(table(aside((3, 3, 3), (4, 5), 0.7)), tiles_game()).pieces
    assert piece == ShownPiece("3-3-3", is_sure=False)


def test_what_is_rather_no_tile_is_left_out() -> None:
    pattern = replace(see(aside((3, 3, 3), (4, 5))), presence=0.3)
    seen = table()
    assert shown_tiles(replace(seen, tiles=(*seen.tiles, pattern)), tiles_game()) == ShownPieces()


def test_before_a_game_all_tiles_that_lie_face_up_were_drawn() -> None:
    drawn = TableObservation(tuple(see(aside((n, n, n), (0, 6 * n), SURE)) for n in range(3)))
    assert shown_tiles(drawn, None) == ShownPieces(sure("0-0-0", "1-1-1", "2-2-2"))


def test_tiles_one_below_the_other_have_no_order() -> None:
    drawn = TableObservation(tuple(see(aside((n, n, n), (4 * n, 0), SURE)) for n in range(2)))
    assert not shown_tiles(drawn, None).is_in_order


def test_under_a_hand_anything_may_lie() -> None:
    assert shown_tiles(table(hand=True), tiles_game()) == ShownPieces(hindrance="blind")
    assert shown_tiles(TableObservation(problem="dark"), None) == ShownPieces(hindrance="blind")
