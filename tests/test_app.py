"""The whole house on the virtual table, without threads: from frames to journal and screen."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import pytest

from companion.app import House, Wishes, build, open_window
from companion.kiosk.sounds import Sounds
from companion.rules.triolet.editions import STANDARD
from companion.session.setup import Player, Setup
from companion.settings import Settings
from companion.signals import TRIED_S, Signals
from hardware.virtual.buttons import VirtualButtons
from hardware.virtual.buzzer import VirtualBuzzer
from hardware.virtual.lights import VirtualLights

SETUP = Setup(STANDARD, (Player("Ada", "red"), Player("Blaise", "blue")))
ROUNDS = 200


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture
def open_house(home: Path) -> Iterator[Callable[[], House]]:
    houses: list[House] = []

    def open_one() -> House:
        settings = Settings.load(environ={"HOME": str(home)})
        wishes = Wishes(settings, (800, 480), may_be_unseen=True)
        surface = open_window(wishes)
        assert surface is not None
        pygame.event.clear()
        houses.append(build(wishes, surface))
        return houses[-1]

    yield open_one
    for house in houses:
        house.close()


def run_until(house: House, is_done: Callable[[], bool]) -> None:
    """Work in turns, as the threads would, until something is so."""
    for _ in range(ROUNDS):
        house.kiosk.step()
        assert house.kiosk.fault is None
        if is_done():
            return
        house.worker.step()
        house.stagehand.archive.step()
        house.stagehand.desk.step()
    raise AssertionError("it never came to that")


def touch(house: House, name: str) -> None:
    (target,) = (target for target in house.kiosk.page.targets if target.name == name)
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, button=1, pos=target.rect.center))
    house.kiosk.step()
    assert house.kiosk.fault is None


def turns(house: House) -> int:
    view = house.kiosk.view
    return 0 if view is None else len(view.lines)


def test_a_game_is_read_from_frames_and_goes_on_after_a_restart(
    open_house: Callable[[], House],
) -> None:
    house = open_house()
    assert house.stagehand.begin(SETUP) is None
    house.kiosk.to_table()
    for turn in (1, 2):
        run_until(house, lambda: not house.stagehand.keeper.is_held)
        touch(house, "lay")
        touch(house, "end-turn")
        run_until(house, lambda turn=turn: turns(house) == turn)  # type: ignore[misc]  # bound at once
    view = house.kiosk.view
    assert view is not None and sum(view.scores) > 0
    board, scores = view.game.position, view.scores
    game = house.stagehand.keeper.game
    assert game is not None
    kept = [game.journal.picture(game.game, stored.number) for stored in game.journal.events(game.game)]
    assert sum(picture is not None for picture in kept) == 2  # one with each turn
    house.close()

    again = open_house()
    run_until(again, lambda: True)
    touch(again, "go-on")
    run_until(again, lambda: not again.stagehand.keeper.is_held)
    view = again.kiosk.view
    assert view is not None and (view.game.position, view.scores) == (board, scores)
    run_until(
        again, lambda: "lay" in {target.name for target in again.kiosk.page.targets if target.is_enabled}
    )
    touch(again, "lay")
    touch(again, "end-turn")
    run_until(again, lambda: turns(again) == 3)


def test_a_table_that_differs_after_a_restart_is_shown_before_play_goes_on(
    open_house: Callable[[], House],
) -> None:
    house = open_house()
    assert house.stagehand.begin(SETUP) is None
    house.kiosk.to_table()
    touch(house, "lay")
    touch(house, "end-turn")
    run_until(house, lambda: turns(house) == 1)
    house.close()
    again = open_house()
    again.stagehand._guest = None  # nobody sets the table out again: it is empty
    run_until(again, lambda: True)
    touch(again, "go-on")
    run_until(again, lambda: again.kiosk.screen.name == "compare")
    touch(again, "play-on")
    run_until(again, lambda: again.kiosk.screen.name == "game")


def test_the_four_buttons_reach_the_game_through_their_protocol(open_house: Callable[[], House]) -> None:
    house = open_house()
    assert house.stagehand.begin(SETUP) is None
    house.kiosk.to_table()
    buttons = house.fittings.buttons
    assert isinstance(buttons, VirtualButtons)
    touch(house, "lay")
    buttons.press("end-turn")
    run_until(house, lambda: turns(house) == 1)
    buttons.press("menu")
    run_until(house, lambda: house.kiosk.screen.name == "menu")


def test_a_light_that_is_tried_out_goes_out_again() -> None:
    lights, buzzer = VirtualLights(), VirtualBuzzer()
    signals = Signals(lights, buzzer, Sounds(is_on=False))
    signals.try_out("amber", 10.0)
    signals.show(None, 10.1)
    assert lights.lit == {"amber"}
    signals.show(None, 10.0 + TRIED_S)
    assert lights.lit == frozenset()
    signals.try_out("buzzer", 20.0)
    assert len(buzzer.sounds) == 1


def test_the_camera_is_named_in_the_language_that_is_set(open_house: Callable[[], House]) -> None:
    stagehand = open_house().stagehand
    assert stagehand.devices.camera == "Virtual table"
    stagehand.change(replace(stagehand.choices, language="fr"))
    assert stagehand.devices.camera == "Table virtuelle"
