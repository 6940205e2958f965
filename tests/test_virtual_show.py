"""The hands at the virtual table lay out what people are asked to show the camera."""

from __future__ import annotations

import random

from companion.rules.triolet import game as triolet
from companion.rules.triolet.cells import CELLS
from companion.rules.triolet.position import Move
from companion.rules.triominos.lattice import vertices
from companion.rules.verdict import Cell
from companion.session.shown import Drawn, Rest
from companion.virtual_camera import QueuedCamera
from companion.virtual_guest import VirtualGuest
from companion.virtual_mount import room
from companion.virtual_show import VirtualShow, draw_pieces, find_spots

GAME = triolet.Game.start(2).play(triolet.Lay(Move.parse({"H8": "11", "H9": "3"})))


def guest_at(game: triolet.Game) -> VirtualGuest:
    guest = VirtualGuest(QueuedCamera(1), random.Random(1))
    guest.set_out(game)
    return guest


def test_a_rest_lies_on_empty_squares_until_nobody_asks_any_more() -> None:
    guest = guest_at(GAME)
    show = VirtualShow(guest)
    show.follow(Rest(0), GAME)
    assert sorted(guest.loose.values()) == sorted(guest.racks.of(0))
    show.follow(Rest(1), GAME)
    assert sorted(guest.loose.values()) == sorted(guest.racks.of(1))
    assert not show.end()
    assert dict(guest.lying) == {"H8": "11", "H9": "3"}


def test_a_look_that_goes_on_changes_nothing() -> None:
    guest = guest_at(GAME)
    show = VirtualShow(guest)
    show.follow(Rest(0), GAME)
    version = guest.version
    show.follow(Rest(0), GAME)
    assert guest.version == version


def test_drawn_pieces_lie_on_an_empty_table_and_are_others_at_the_next_attempt() -> None:
    guest = guest_at(GAME)
    show = VirtualShow(guest)
    show.follow(Drawn("triominos", 4), None)
    first = list(guest.lying.values())
    assert len(set(first)) == 4 and show.is_drawing
    show.follow(Drawn("triominos", 4, attempt=2), None)
    assert len(guest.lying) == 4 and list(guest.lying.values()) != first
    assert show.end() and not guest.lying  # the game that lay there must be set out again
    assert not show.end()


def test_tokens_are_drawn_from_the_box() -> None:
    drawn = draw_pieces("triolet", 4, random.Random(3))
    assert len(drawn) == 4 and drawn.count("15") <= 1


def test_spots_on_a_board_are_free_and_run_from_left_to_right() -> None:
    taken: list[Cell] = [cell for cell in CELLS if cell[0] in "MNO"]
    spots = find_spots(CELLS, taken, 4)
    assert len(spots) == 4 and not set(spots) & set(taken)
    columns = [int(str(spot)[1:]) for spot in spots]
    assert columns == sorted(columns) and len(set(columns)) == 4


def test_spots_on_a_table_touch_nothing() -> None:
    taken: list[Cell] = [(row, column) for row in (-1, 0) for column in range(-4, 5)]
    spots = find_spots(room(), taken, 7)
    corners = [corner for spot in (*taken, *spots) if isinstance(spot, tuple) for corner in vertices(spot)]
    alone = [corner for spot in spots if isinstance(spot, tuple) for corner in vertices(spot)]
    assert len(spots) == 7 and all(corners.count(corner) == 1 for corner in alone)
