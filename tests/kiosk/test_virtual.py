"""The screen of the virtual table: by finger, by keys, by the four buttons."""

from __future__ import annotations

import pytest

from companion.kiosk.virtual_window import Window
from companion.rules.triolet.position import Move
from companion.rules.verdict import Cell
from companion.session.rulings import Accepted
from tests.kiosk.gallery.virtual import SCENES, TILES, TOKENS, open_table
from tests.kiosk.stage import TRIOLET, TRIOMINOS, Stage
from tests.kiosk.virtual import FakeVirtual


def place(stage: Stage, table: FakeVirtual, cell: Cell) -> tuple[int, int]:
    """Where on the screen a cell is."""
    window = Window.fit(table.look(), stage.target("table").rect)
    assert window is not None
    (spot,) = (spot for spot in table.look().spots if spot.cell == cell)
    x, y = window.middle(spot)
    return round(x), round(y)


def words_on(stage: Stage) -> str:
    return " ".join(text.text for text in stage.kiosk.page.texts)


def first_free(table: FakeVirtual) -> Cell:
    return next(spot.cell for spot in table.look().spots if spot.is_likely)


def test_the_table_is_opened_from_the_game_and_left_again() -> None:
    stage = Stage()
    open_table(stage, TRIOLET, 3, TOKENS).is_open = False
    stage.kiosk.to_table()
    stage.key("t")
    assert stage.kiosk.screen.name == "virtual-table"
    stage.key("escape")
    assert stage.kiosk.screen.name == "game"
    stage.touch("table")
    assert stage.kiosk.screen.name == "virtual-table"
    stage.touch("back")
    assert stage.kiosk.screen.name == "game"


def test_a_token_is_dragged_to_a_square_to_another_and_back() -> None:
    stage = Stage()
    table = open_table(stage, TRIOLET, 0, TOKENS)
    stage.drag(stage.target("piece-1").rect.center, place(stage, table, "H8"))
    assert table.loose == {"H8": "11"}
    stage.drag(stage.target("piece-2").rect.center, place(stage, table, "H9"))
    stage.drag(place(stage, table, "H9"), place(stage, table, "H8"))
    assert table.loose == {"H8": "3", "H9": "11"}  # they changed places
    stage.drag(place(stage, table, "H8"), place(stage, table, "C3"))
    assert table.loose == {"C3": "3", "H9": "11"}
    stage.drag(place(stage, table, "C3"), stage.target("end-turn").rect.center)
    assert table.loose == {"H9": "11"}
    stage.touch("piece-1")  # its place on the rack takes it back
    assert table.loose == {}


def test_a_token_is_laid_by_two_touches() -> None:
    stage = Stage()
    table = open_table(stage, TRIOLET, 0, TOKENS)
    stage.touch("piece-3")
    stage.touch_at(place(stage, table, "H8"))
    assert table.loose == {"H8": "joker"}
    stage.touch_at(place(stage, table, "H8"))
    stage.touch_at(place(stage, table, "H9"))
    assert table.loose == {"H9": "joker"}


def test_nothing_is_laid_on_what_counts_and_that_is_said() -> None:
    stage = Stage()
    table = open_table(stage, TRIOLET, 5, TOKENS)
    counted = next(spot.cell for spot in table.look().spots if spot.piece)
    stage.drag(stage.target("piece-1").rect.center, place(stage, table, counted))
    assert table.loose == {}
    assert "Something counts there already" in words_on(stage)


def test_a_tile_turns_in_the_hand_and_on_the_table() -> None:
    stage = Stage()
    table = open_table(stage, TRIOMINOS, 4, TILES)
    cell = first_free(table)
    stage.touch("piece-1")
    stage.touch("piece-1")  # 0-1-2 turned clockwise
    stage.touch_at(place(stage, table, cell))
    assert table.loose == {cell: "2-0-1"}
    stage.touch_at(place(stage, table, cell))
    assert table.loose == {cell: "1-2-0"}


@pytest.mark.parametrize("by", ["keys", "buttons"])
def test_a_tile_is_laid_without_a_finger(by: str) -> None:
    stage = Stage()
    table = open_table(stage, TRIOMINOS, 4, TILES)
    likely = [spot.cell for spot in table.look().spots if spot.is_likely]
    if by == "keys":
        stage.key_until("piece-1")
        for key in ("r", "tab", "return"):
            stage.key(key)
    else:
        stage.push_until("piece-1")
        stage.push("end-turn", is_long=True)
        for button in ("draw", "end-turn"):
            stage.push(button)
    assert table.loose == {likely[1]: "2-0-1"}
    if by == "keys":
        stage.key("space")
    else:
        stage.push("end-turn")
    assert stage.kiosk.view is not None and stage.kiosk.view.phase == "reading"


def test_arrows_move_a_held_token_over_the_board_and_escape_lets_it_go() -> None:
    stage = Stage()
    table = open_table(stage, TRIOLET, 0, TOKENS)
    stage.key_until("piece-1")
    for key in ("right", "down", "return"):
        stage.key(key)
    assert table.loose == {"I9": "11"}
    stage.key_until("piece-2")
    stage.key("escape")
    assert stage.kiosk.screen.name == "virtual-table" and table.loose == {"I9": "11"}
    stage.key("escape")
    assert stage.kiosk.screen.name == "game"


def test_a_held_piece_is_let_go_when_the_turn_goes_on() -> None:
    stage = Stage()
    table = open_table(stage, TRIOLET, 0, TOKENS)
    stage.touch("piece-1")
    stage.rule(Accepted((Move.parse({"H8": "5"}),)))
    assert stage.kiosk.screen.name == "virtual-table"
    stage.touch_at(place(stage, table, "A1"))
    assert table.loose == {}


def test_nothing_is_laid_while_the_table_is_read_or_watched() -> None:
    stage = Stage()
    table = open_table(stage, TRIOLET, 0, TOKENS)
    stage.touch("watch")
    watched = [table.is_watched]
    stage.drag(stage.target("piece-1").rect.center, place(stage, table, "H8"))
    stage.key("space")
    assert table.loose == {} and stage.kiosk.view is not None and stage.kiosk.view.phase == "to-lay"
    stage.key("w")
    assert [*watched, table.is_watched] == [True, False]
    stage.key("space")
    stage.drag(stage.target("piece-1").rect.center, place(stage, table, "H8"))
    assert table.loose == {}


def test_watching_can_be_stopped_from_the_game() -> None:
    stage = Stage()
    SCENES["game-virtual-watched"](stage)
    stage.touch("watch")
    assert stage.backstage.virtual is not None and not stage.backstage.virtual.is_watched
    stage.key("w")
    assert stage.backstage.virtual.is_watched


def test_a_refused_move_is_explained_there_and_can_be_counted_anyway() -> None:
    stage = Stage()
    SCENES["virtual-table-refused"](stage)
    assert stage.kiosk.screen.name == "virtual-table"
    assert "three in a row must make exactly 15" in words_on(stage)
    stage.key("a")
    assert stage.kiosk.screen.name == "confirm"


def test_what_is_laid_is_drawn_before_the_camera_sees_it() -> None:
    stage = Stage()
    table = open_table(stage, TRIOLET, 0, TOKENS)
    x, y = place(stage, table, "H8")
    before = stage.surface.get_at((x, y - 8))
    stage.drag(stage.target("piece-2").rect.center, (x, y))
    stage.step()
    assert stage.surface.get_at((x, y - 8)) != before


def test_a_long_rack_shows_its_other_tiles() -> None:
    stage = Stage()
    SCENES["virtual-table-long-rack"](stage)
    stage.step()
    shown = {target.name for target in stage.kiosk.page.targets if target.name.startswith("piece-")}
    stage.touch("more")
    after = {target.name for target in stage.kiosk.page.targets if target.name.startswith("piece-")}
    assert after and not after & shown
