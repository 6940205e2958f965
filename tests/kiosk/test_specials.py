"""The special squares: found, put right, kept."""

from __future__ import annotations

import pytest

from companion.kiosk.screens.specials import SpecialsScreen
from companion.kiosk.special_squares import USUAL, mirrored
from companion.rules.triolet.editions import STANDARD
from tests.kiosk.gallery.set_up import open_entry, open_set_up, words_on
from tests.kiosk.stage import Stage


@pytest.mark.parametrize(
    ("cell", "others"),
    [
        ("H8", ("H8",)),
        ("A1", ("A1", "A15", "O1", "O15")),
        ("A8", ("A8", "H1", "H15", "O8")),
        ("B5", ("B5", "B11", "E2", "E14", "K2", "K14", "N5", "N11")),
    ],
)
def test_a_square_has_its_mirror_images(cell: str, others: tuple[str, ...]) -> None:
    assert mirrored(cell) == others


def specials_screen(stage: Stage) -> SpecialsScreen:
    screen = stage.kiosk.screen
    assert isinstance(screen, SpecialsScreen)
    return screen


def touch_cell(stage: Stage, cell: str) -> None:
    board = specials_screen(stage)._board
    assert board is not None
    stage.touch_at(board.rect_of(cell).center)


def test_the_usual_board_has_the_printed_special_squares() -> None:
    by_kind = {
        kind: {cell for cell, k in USUAL.items() if k == kind} for kind in ("double", "triple", "replay")
    }
    layout = STANDARD.layout
    assert by_kind == {"double": layout.double, "triple": layout.triple, "replay": layout.replay}


def test_a_touched_square_changes_with_its_mirror_images() -> None:
    stage = Stage()
    open_entry("specials")(stage)
    touch_cell(stage, "A1")
    stage.touch("replay")
    stage.backstage.said = "The special squares are kept."
    stage.touch("confirm")
    assert stage.backstage.found == {**USUAL, **dict.fromkeys(("A1", "A15", "O1", "O15"), "replay")}
    assert stage.kiosk.screen.name == "set-up"
    assert "The special squares are kept." in words_on(stage)


def test_a_square_can_be_changed_alone() -> None:
    stage = Stage()
    open_entry("specials")(stage)
    stage.touch("mirror")
    touch_cell(stage, "B2")
    stage.touch("plain")
    stage.touch("confirm")
    assert stage.backstage.found == {cell: kind for cell, kind in USUAL.items() if cell != "B2"}


def test_the_centre_stays_a_double() -> None:
    stage = Stage()
    open_entry("specials")(stage)
    touch_cell(stage, "H8")
    assert "The star in the middle always counts double." in words_on(stage)
    assert not stage.target("plain").is_enabled
    stage.key_until("board")
    stage.key("return")  # would go on to the next kind
    assert specials_screen(stage).kinds["H8"] == "double"


def test_nothing_found_begins_with_the_usual_board_and_says_so() -> None:
    stage = Stage()
    open_set_up(stage)
    stage.backstage.found = {}
    stage.touch("specials")
    assert "This is the usual board." in words_on(stage)
    stage.touch("confirm")
    assert stage.backstage.found == USUAL


def test_a_board_of_its_own_goes_back_to_the_usual_one() -> None:
    stage = Stage()
    open_set_up(stage)
    stage.backstage.found = {"A1": "triple", "H8": "double"}
    stage.touch("specials")
    stage.touch("usual")
    stage.touch("confirm")
    assert stage.backstage.found == USUAL


def test_a_square_is_changed_with_the_buttons_alone() -> None:
    stage = Stage()
    open_entry("specials")(stage)
    stage.push_until("mirror")
    stage.push_until("board")
    stage.push("draw", is_long=True)  # a row down: I8
    stage.push("undo")  # to the left: I7
    stage.push("end-turn")  # plain becomes double
    stage.push("end-turn")  # double becomes triple
    stage.push("menu")  # away from the board, not from the screen
    assert stage.kiosk.screen.name == "specials"
    stage.push_until("confirm")
    assert stage.backstage.found == {**USUAL, "I7": "triple"}


def test_a_square_is_changed_with_the_keys_alone() -> None:
    stage = Stage()
    open_entry("specials")(stage)
    stage.key_until("board")
    for key in ("up", "up", "right", "return"):
        stage.key(key)
    stage.key("escape")
    stage.key_until("confirm")
    changed = dict.fromkeys(mirrored("F9"), "double")
    assert stage.backstage.found == {**USUAL, **changed}


def test_the_board_has_no_squares_beyond_its_edge() -> None:
    stage = Stage()
    open_entry("specials")(stage)
    stage.key_until("board")
    for _ in range(20):
        stage.key("up")
    assert specials_screen(stage)._cell == "A8"
