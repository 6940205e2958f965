"""The moment a game begins."""

from __future__ import annotations

from dataclasses import replace

from companion.kiosk.new_game_part import NewGame
from companion.kiosk.screen import House
from companion.kiosk.special_squares import layout_of
from companion.rules.triolet.editions import Rules
from companion.session.setup import Setup


def begin(house: House, new: NewGame) -> None:
    """Begin the game and show its table; if it cannot begin, say why."""
    fault = house.backstage.begin(_on_own_board(house, new.setup()))
    if fault:
        house.say(fault)
        return
    house.backstage.make_sound("new-game")
    house.to_table()


def _on_own_board(house: House, setup: Setup) -> Setup:
    """With the special squares of this family's own board, where the camera was shown it."""
    specials = house.backstage.specials()
    if not isinstance(setup.rules, Rules) or not specials:
        return setup
    return replace(setup, rules=setup.rules.with_layout(layout_of(specials)))
