"""The whole house on the virtual table, without threads: racks and drawn pieces told from frames."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.app import House
from companion.kiosk.new_game_part import NewGame
from companion.kiosk.screens.show_pieces import ShowPiecesScreen
from companion.rules.ending import highest_starts
from companion.rules.triolet.editions import STANDARD
from companion.rules.triominos.game import Rules
from companion.session.forms import Kind
from companion.session.intents import EndGame
from companion.session.setup import Player, Setup
from companion.virtual_racks import worth
from tests.test_app import home, open_house, run_until, touch, turns

__all__ = ["home", "open_house"]  # fixtures

PLAYERS = (Player("Ada", "red"), Player("Blaise", "blue"))
SETUPS: dict[Kind, Setup] = {"triolet": Setup(STANDARD, PLAYERS), "triominos": Setup(Rules(), PLAYERS)}
KINDS: tuple[Kind, ...] = ("triolet", "triominos")


def names(house: House) -> set[str]:
    return {target.name for target in house.kiosk.page.targets if target.is_enabled}


@pytest.mark.parametrize("kind", KINDS)
def test_the_racks_are_told_by_the_camera_from_frames(kind: Kind, open_house: Callable[[], House]) -> None:
    house = open_house()
    guest = house.fittings.guest
    assert guest is not None and house.stagehand.begin(SETUPS[kind]) is None
    house.kiosk.to_table()
    run_until(house, lambda: not house.stagehand.keeper.is_held)
    touch(house, "lay")
    touch(house, "end-turn")
    run_until(house, lambda: turns(house) == 1 or house.kiosk.screen.name == "unsure")
    if house.kiosk.screen.name == "unsure":
        touch(house, "reading-0")
    assert house.stagehand.hear(EndGame(0.0)) is None
    house.kiosk.to_table()
    run_until(house, lambda: house.kiosk.screen.name == "count-racks")
    for player in (0, 1):
        rest = guest.racks.rest(player)
        touch(house, "camera")
        run_until(house, lambda: "camera-yes" in names(house))
        touch(house, "camera-yes")
        view = house.kiosk.view
        assert view is not None and view.end is not None
        assert dict(view.end.told)[player] == rest
    run_until(house, lambda: house.kiosk.screen.name == "end")


@pytest.mark.parametrize("kind", KINDS)
def test_who_starts_is_told_by_the_camera_from_frames(kind: Kind, open_house: Callable[[], House]) -> None:
    house = open_house()
    guest, chosen = house.fittings.guest, list[int]()
    assert guest is not None
    new = NewGame.usual(kind, house.stagehand)
    new.players = list(PLAYERS)
    house.kiosk.go(ShowPiecesScreen(house.kiosk, new, chosen.append))
    run_until(house, lambda: "go-on" in names(house))
    drawn = [worth(piece) for _, piece in sorted(guest.lying.items(), key=lambda one: column_of(one[0]))]
    highest = highest_starts(drawn)
    assert len(highest) == 1  # with this seed
    touch(house, "go-on")
    assert chosen == list(highest)
    assert house.stagehand.begin(SETUPS[kind]) is None
    assert not guest.lying


def column_of(cell: str | tuple[int, int]) -> int:
    return int(cell[1:]) if isinstance(cell, str) else cell[1]
