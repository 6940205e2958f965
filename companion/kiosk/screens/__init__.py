"""One file a screen. Which of them a game shows, its view says."""

from __future__ import annotations

from companion.kiosk.screen import House, Screen
from companion.kiosk.screens.changed import ChangedScreen
from companion.kiosk.screens.clear_table import ClearTableScreen
from companion.kiosk.screens.compare import CompareScreen
from companion.kiosk.screens.count_racks import CountRacksScreen
from companion.kiosk.screens.end import EndScreen
from companion.kiosk.screens.game import GameScreen
from companion.kiosk.screens.joker import JokerScreen
from companion.kiosk.screens.no_camera import NoCameraScreen
from companion.kiosk.screens.nothing_laid import NothingLaidScreen
from companion.kiosk.screens.paused import PausedScreen
from companion.kiosk.screens.refused import RefusedScreen
from companion.kiosk.screens.unsure import UnsureScreen
from companion.kiosk.screens.virtual_table import VirtualTableScreen
from companion.session.views import TableView

_BY_QUESTION: dict[str, type[Screen]] = {
    "joker": JokerScreen,
    "reading": UnsureScreen,
    "changed": ChangedScreen,
    "nothing-laid": NothingLaidScreen,
    "refused": RefusedScreen,
}


def screen_for(house: House, view: TableView) -> Screen:
    """The screen that this moment of a game calls for."""
    if house.backstage.comparison is not None:
        return CompareScreen(house)
    if view.phase == "over":
        return EndScreen(house)
    if view.phase == "counting":
        return CountRacksScreen(house)
    if view.phase == "paused":
        return PausedScreen(house)
    table = house.backstage.virtual
    is_open = table is not None and table.is_open
    if view.question is not None and not (is_open and view.question.kind == "refused"):
        return _BY_QUESTION[view.question.kind](house)
    if view.phase == "reading" and house.backstage.is_camera_lost:
        return NoCameraScreen(house)
    if view.hindrances:
        return ClearTableScreen(house)
    return VirtualTableScreen(house) if is_open else GameScreen(house)
