"""The whole house with Triominos on the virtual table, without threads: from frames to journal and screen."""

from __future__ import annotations

from collections.abc import Callable

from companion.app import House
from companion.rules.triominos.game import Game, Rules
from companion.rules.triominos.tiles import parse_corners, tile_of
from companion.session.setup import Player, Setup
from tests.test_app import home, open_house, run_until, touch, turns

__all__ = ["home", "open_house"]  # fixtures

SETUP = Setup(Rules(), (Player("Ada", "red"), Player("Blaise", "blue")))


def test_tiles_are_read_from_frames_and_the_game_goes_on_after_a_restart(
    open_house: Callable[[], House],
) -> None:
    house = open_house()
    assert house.stagehand.can_read("triominos")
    assert house.stagehand.begin(SETUP) is None
    house.kiosk.to_table()
    run_until(house, lambda: not house.stagehand.keeper.is_held)
    touch(house, "lay")
    touch(house, "end-turn")
    run_until(house, lambda: turns(house) == 1 or house.kiosk.screen.name == "unsure")
    if house.kiosk.screen.name == "unsure":  # what is likeliest must be right all the same
        touch(house, "reading-0")
    view = house.kiosk.view
    assert view is not None and isinstance(view.game, Game) and house.fittings.guest is not None
    (corners,) = view.game.position.tiles.values()
    (laid,) = house.fittings.guest.lying.values()
    assert tile_of(corners) == tile_of(parse_corners([int(number) for number in laid.split("-")], "laid"))
    assert view.scores == (sum(corners), 0)
    house.close()

    again = open_house()
    run_until(again, lambda: True)
    touch(again, "go-on")
    run_until(again, lambda: not again.stagehand.keeper.is_held)
    view = again.kiosk.view
    assert view is not None and view.scores == (sum(corners), 0)
    assert again.stagehand.comparison is None
