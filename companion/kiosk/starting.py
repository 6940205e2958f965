"""The moment a game begins."""

from __future__ import annotations

from companion.kiosk.new_game_part import NewGame
from companion.kiosk.screen import House


def begin(house: House, new: NewGame) -> None:
    """Begin the game and show its table; if it cannot begin, say why."""
    fault = house.backstage.begin(new.setup())
    if fault:
        house.say(fault)
        return
    house.backstage.make_sound("new-game")
    house.to_table()
