"""Photographs taken by hand: which way round they are, told by what lies on the board already."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
import pytest

from companion.handheld import HandheldUmpire
from companion.photos import QUARTERS, Bytes, Floats, Photo, take_photo, turned, turned_cell, without_tokens
from companion.rules.triolet.game import Game, Lay
from companion.rules.triolet.position import Move
from companion.session.rulings import Accepted, ChangedBefore, NothingNew, NotYet, Refused, Ruling
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.optics import Optics
from hardware.virtual.table import VirtualTable
from tests.referee.boards import board_seen
from vision.grid import CORNERS, Grid, Points, grid_from_corners
from vision.observation import FACES, NoBoard, place_of
from vision.squares import MARGIN, SQUARE_PX

OPENING = {"H8": "11", "H9": "3"}
PIXELS = np.zeros((4, 4, 3), np.uint8)
GRID = grid_from_corners(CORNERS * 60, (900, 900))


def photo_of(tokens: Mapping[str, str], lies: Mapping[str, int] | None = None, quarters: int = 0) -> Photo:
    """A photograph of these tokens, held so that the board has to be turned by `quarters` to lie upright.

    `lies` are the quarter turns of tokens that do not lie upright, on the board.
    """
    likely = {}
    for cell, face in tokens.items():
        likely[cell] = np.full((len(FACES), QUARTERS), 1e-5, np.float32)
        likely[cell][FACES.index(face), (lies or {}).get(cell, 0)] = 0.999
    return Photo(GRID, board_seen(tokens), likely).turned(-quarters % QUARTERS)


class Evening:
    """A game, and an umpire that is shown made-up photographs."""

    def __init__(self, *photos: Photo | NoBoard) -> None:
        self._photos: Iterator[Photo | NoBoard] = iter(photos)
        self.umpire = HandheldUmpire(take=self._take, again=lambda picture, photo, empty: photo)
        self.game = Game.start(2)

    def _take(self, picture: Bytes) -> Photo | NoBoard:
        return next(self._photos)

    def press(self) -> Ruling:
        ruling = self.umpire.rule([PIXELS], self.game)
        if isinstance(ruling, Accepted):
            for move in ruling.moves:
                assert isinstance(move, Move)
                self.game = self.game.play(Lay(move))
            self.umpire.accept()
        return ruling


# Turning ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("quarters", range(QUARTERS))
def test_an_observation_turns_as_the_grid_does(quarters: int) -> None:
    seen = board_seen({"C5": "7"}, off={"C5": (0.2, -0.1)})
    way = turned(seen, quarters)
    assert np.allclose(way.corners, np.roll(seen.corners, -quarters, axis=0))
    (token,) = way.tokens()
    assert (token.cell, token.face) == (turned_cell("C5", quarters), "7")

    def middle_px(grid: Grid, cell: str, offset: Floats) -> Points:
        row, column = place_of(cell)
        return grid.to_pixels(np.array([[column + 0.5, row + 0.5]]) + offset)

    before = middle_px(GRID, "C5", seen.offsets[place_of("C5")])
    after = middle_px(GRID.turned(quarters), token.cell, way.offsets[place_of(token.cell)])
    assert np.allclose(before, after, atol=1e-3)  # the same spot of the picture, by another name


def test_four_quarter_turns_are_none() -> None:
    photo = photo_of({"B14": "6"}, {"B14": 1})
    again = photo.turned(1).turned(1).turned(1).turned(1)
    assert np.array_equal(again.seen.states, photo.seen.states)
    assert np.array_equal(again.seen.offsets, photo.seen.offsets)
    assert np.array_equal(again.lies["B14"], photo.lies["B14"])
    assert [turned_cell("A1", quarters) for quarters in range(5)] == ["A1", "O1", "O15", "A15", "A1"]


def test_what_tokens_hide_is_taken_from_another_quarter() -> None:
    side = (15 + 2 * MARGIN) * SQUARE_PX
    board = np.full((side, side, 3), 50, np.uint8)
    occupied = np.zeros((15, 15), bool)
    for cell in ("H8", "H9"):
        row, column = place_of(cell)
        occupied[row, column] = True
        top, left = (MARGIN + row) * SQUARE_PX, (MARGIN + column) * SQUARE_PX
        board[top : top + SQUARE_PX, left : left + SQUARE_PX] = 200
    empty = without_tokens(board, occupied)
    row, column = place_of("H9")
    assert (empty[(MARGIN + row) * SQUARE_PX + 3, (MARGIN + column) * SQUARE_PX + 3] == 50).all()
    assert (board == 200).sum() == 2 * SQUARE_PX**2 * 3  # the board itself stays as it is


# Which way round --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("quarters", range(QUARTERS))
def test_the_tokens_that_lie_there_say_which_way_round_a_photo_is(quarters: int) -> None:
    second = {"I8": "4", "I7": "8"}
    evening = Evening(photo_of({}), photo_of(OPENING), photo_of({**OPENING, **second}, quarters=quarters))
    assert evening.umpire.begin(PIXELS, evening.game)
    assert evening.press() == Accepted((Move.parse(OPENING),))
    assert evening.press() == Accepted((Move.parse(second),))


@pytest.mark.parametrize("quarters", range(QUARTERS))
def test_a_photo_with_nothing_new_is_seen_to_have_nothing_new(quarters: int) -> None:
    evening = Evening(photo_of(OPENING), photo_of(OPENING, quarters=quarters))
    evening.press()
    assert evening.press() == NothingNew()


def test_the_first_photo_may_show_the_first_move() -> None:
    evening = Evening(photo_of(OPENING), photo_of(OPENING))
    assert not evening.umpire.begin(PIXELS, evening.game)
    assert evening.press() == Accepted((Move.parse(OPENING),))
    assert evening.game.scores == (25, 0)


def test_the_way_tokens_lie_decides_where_their_places_do_not() -> None:
    # On the opening 5 + 5 a third 5 above or below makes the same figure, turned.
    pair = {"H8": "5", "H9": "5"}
    below = {**pair, "I8": "5"}
    for quarters in range(QUARTERS):
        evening = Evening(photo_of(pair), photo_of(below, quarters=quarters))
        evening.press()
        assert evening.press() == Accepted((Move.parse({"I8": "5"}),))


def test_two_ways_round_that_are_worth_the_same_are_both_right() -> None:
    # One token in the middle, which somebody has turned since: the photo may be any way round.
    alone = {"H8": "5"}
    evening = Evening(photo_of(alone), photo_of({**alone, "H9": "4"}, {"H8": 2}, quarters=1))
    evening.press()
    assert isinstance(evening.press(), Accepted)
    assert evening.game.scores == (10, 9)


def test_two_ways_round_that_are_worth_different_points_count_for_nothing() -> None:
    # The same, on a board whose owner has special squares on one side only.
    from companion.rules.triolet.editions import STANDARD, Layout

    alone = {"H8": "5"}
    evening = Evening(photo_of(alone), photo_of({**alone, "H9": "4"}, {"H8": 2}))
    evening.game = Game.start(2, STANDARD.with_layout(Layout(triple=frozenset({"H9"}))))
    evening.press()
    assert evening.press() == NotYet(("other",))
    assert evening.game.scores == (10, 0)


def test_a_token_that_was_taken_is_missed_whichever_way_round() -> None:
    both = {**OPENING, "I8": "4", "I7": "8"}
    evening = Evening(
        photo_of(OPENING), photo_of(both), photo_of({c: f for c, f in both.items() if c != "I7"}, quarters=3)
    )
    evening.press(), evening.press()
    assert evening.press() == ChangedBefore(missing=("I7",))


def test_what_was_counted_can_be_taken_for_granted() -> None:
    misread = {"H8": "11", "H9": "8", "I8": "4"}
    evening = Evening(photo_of(OPENING), photo_of(misread))
    evening.press()
    assert evening.press() == ChangedBefore(different=(("H9", "8"),), extra=("I8",))
    assert evening.umpire.rule_as_counted(evening.game) == Accepted((Move.parse({"I8": "4"}),))
    assert HandheldUmpire().rule_as_counted(evening.game) == NotYet(("other",))


def test_a_wrong_sum_is_refused_whichever_way_round() -> None:
    evening = Evening(photo_of(OPENING), photo_of({**OPENING, "I8": "12"}, quarters=2))
    evening.press()
    ruling = evening.press()
    assert isinstance(ruling, Refused) and ruling.verdict.rules == ("pair-sum",)
    assert ruling.move == Move.parse({"I8": "12"})


def test_a_photo_without_a_board_changes_nothing() -> None:
    evening = Evening(NoBoard("blur"), photo_of(OPENING), NoBoard("no-board"), photo_of(OPENING, quarters=1))
    assert evening.press() == NotYet(("blur",))
    evening.press()
    assert evening.press() == NotYet(("no-board",))
    evening.umpire.accept()
    assert evening.press() == NothingNew()


def test_a_square_that_deceived_once_is_not_believed_again() -> None:
    ghost = photo_of({})
    ghost.seen.states[place_of("K11")] = (0.9, 0.1, 0.0)
    move = photo_of(OPENING)
    move.seen.states[place_of("K11")] = (0.9, 0.1, 0.0)
    evening = Evening(ghost, move)
    evening.umpire.latest = evening.umpire.take(PIXELS)  # type: ignore[assignment]
    evening.umpire.accept()
    assert evening.press() == Accepted((Move.parse(OPENING),))
    real = Evening(ghost, photo_of({**OPENING, "K11": "4"}))
    real.umpire.latest = ghost
    real.umpire.accept()
    real.umpire.take(PIXELS)
    assert isinstance(real.press(), Refused)  # but what is clearly there is there: it touches nothing


def test_an_umpire_is_told_another_game_only_by_mistake() -> None:
    from companion.rules.triominos.game import Game as OtherGame

    with pytest.raises(TypeError, match="Triolet only"):
        HandheldUmpire().rule([PIXELS], OtherGame.start(2))
    assert not Evening(photo_of({})).umpire.begin(PIXELS, OtherGame.start(2))


# With pixels ------------------------------------------------------------------------------------------------


def test_a_virtual_telephone_held_upside_down_gives_the_same_score() -> None:
    table = VirtualTable.draw("triolet", 11)
    umpire, game, camera = HandheldUmpire(), Game.start(2), VirtualCamera(table)

    def hold(roll_deg: float, tilt_deg: float) -> Bytes:
        table.see_from(Optics((1640, 1232), 1400.0, 600.0, (0.0, 0.0), tilt_deg, 40.0, roll_deg))
        return camera.frame().pixels

    assert umpire.begin(hold(5.0, 3.0), game)
    for cell, face in OPENING.items():
        table.lay(cell, face)
    ruling = umpire.rule([hold(-80.0, 10.0)], game)
    assert isinstance(ruling, Accepted)
    (opening,) = ruling.moves
    assert isinstance(opening, Move)
    # The board is printed alike all around, so the second photograph may call any side the upper one.
    ways = [way for way in range(QUARTERS) if {turned_cell(c, way): f for c, f in OPENING.items()}
            == {cell: token.face for cell, token in opening.tokens.items()}]  # fmt: skip
    assert len(ways) == 1
    game = game.play(Lay(opening))
    umpire.accept()
    table.lay("I8", "4")
    assert umpire.rule([hold(170.0, 20.0)], game) == Accepted(
        (Move.parse({turned_cell("I8", ways[0]): "4"}),)
    )


def test_a_photo_of_something_else_is_no_board() -> None:
    photo = take_photo(np.full((300, 400, 3), 128, np.uint8))
    assert isinstance(photo, NoBoard)
