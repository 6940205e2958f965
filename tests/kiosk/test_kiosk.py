"""The loop itself: what is touched, what is drawn, what happens when something goes wrong."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import replace

import pygame
import pytest

import companion.kiosk.screens
from companion.kiosk.backstage import Notice
from companion.kiosk.page import Page
from companion.kiosk.screen import Screen
from companion.session.intents import Resume
from tests.kiosk.gallery import all_scenes
from tests.kiosk.gallery.playing import play_some
from tests.kiosk.stage import CHALLENGE, TRIOLET, TRIOMINOS, Stage


def all_screens() -> dict[str, type[Screen]]:
    """Every screen that the code has, by its name."""
    found: dict[str, type[Screen]] = {}
    for module in pkgutil.iter_modules(companion.kiosk.screens.__path__):
        inside = importlib.import_module(f"companion.kiosk.screens.{module.name}")
        for thing in vars(inside).values():
            if not (isinstance(thing, type) and issubclass(thing, Screen)):
                continue
            if thing.__module__ == inside.__name__ and thing.name:
                assert thing.name not in found, f"two screens are called {thing.name}"
                found[thing.name] = thing
    return found


def test_every_screen_is_opened_by_a_scene() -> None:
    opened = set()
    for scene in all_scenes().values():
        stage = Stage()
        scene(stage)
        opened.add(stage.kiosk.screen.name)
    opened.add("failsafe")  # opened below
    assert set(all_screens()) == opened


def test_an_exception_shows_a_calm_screen_and_the_game_goes_on() -> None:
    class Broken(Screen):
        name = "broken"

        def build(self, page: Page) -> None:
            raise ZeroDivisionError

    stage = Stage()
    play_some(stage, TRIOLET, 5)
    scores = stage.kiosk.view.scores if stage.kiosk.view else ()
    stage.kiosk.go(Broken(stage.kiosk))
    with pytest.raises(ZeroDivisionError):
        stage.step()
    stage.kiosk.fault = None
    assert stage.kiosk.screen.name == "failsafe"
    stage.touch("go-on")
    assert stage.kiosk.screen.name == "game"
    assert stage.kiosk.view is not None and stage.kiosk.view.scores == scores


def test_an_idle_screen_dims_and_the_touch_that_wakes_it_does_nothing_else() -> None:
    stage = Stage()
    stage.backstage.choices = replace(stage.backstage.choices, dim_after_s=60)
    stage.step()
    bright = sum(stage.surface.get_at((400, 60))[:3])
    stage.step(61)
    assert sum(stage.surface.get_at((400, 60))[:3]) < bright / 2
    stage.touch("new-game")
    assert stage.kiosk.screen.name == "home"
    assert sum(stage.surface.get_at((400, 60))[:3]) == bright
    stage.touch("new-game")
    assert stage.kiosk.screen.name == "choose-game"


def test_it_never_dims_while_the_sand_runs() -> None:
    stage = Stage()
    play_some(stage, CHALLENGE, 2)
    stage.kiosk.send(Resume)
    stage.backstage.choices = replace(stage.backstage.choices, dim_after_s=10)
    stage.step()
    bright = stage.surface.get_at((795, 70))
    stage.step(20)
    assert stage.surface.get_at((795, 70)) == bright


def test_the_shown_sand_is_right_at_any_moment_without_news() -> None:
    stage = Stage()
    play_some(stage, CHALLENGE, 2)
    stage.kiosk.send(Resume)
    stage.step()
    for seconds in (0.033, 7.1, 11.45):
        stage.step(seconds)
        assert stage.backstage.session is not None
        true = stage.backstage.session.view(stage.clock()).sand
        assert stage.kiosk.sand is not None and true is not None
        assert stage.kiosk.sand.left_s == pytest.approx(true.left_s, abs=0.1)
        assert stage.kiosk.sand.colour == true.colour


def test_a_screen_on_which_nothing_moves_is_drawn_once() -> None:
    stage = Stage()
    play_some(stage, TRIOLET, 5)
    stage.step(30)  # the last move has stopped glowing
    stage.surface.fill((1, 2, 3))
    stage.step(1)
    assert stage.surface.get_at((400, 240)) == pygame.Color(1, 2, 3)


def test_a_finger_that_drags_does_not_touch() -> None:
    stage = Stage()
    stage.step()
    spot = stage.target("new-game").rect
    stage.drag(spot.center, (spot.centerx, spot.centery - 60))
    assert stage.kiosk.screen.name == "home"


def test_what_the_session_declines_is_said_and_then_gone() -> None:
    stage = Stage()
    play_some(stage, TRIOLET, 3)
    stage.kiosk.send(Resume)
    stage.step()
    sentence = "The game is going on already"
    assert any(sentence in text.text for text in stage.kiosk.page.texts)
    stage.step(6)
    assert not any(sentence in text.text for text in stage.kiosk.page.texts)


def test_a_notice_brings_its_sound() -> None:
    stage = Stage()
    play_some(stage, TRIOLET, 3)
    stage.backstage.notices.append(Notice("refused"))
    stage.step()
    assert stage.backstage.sounds[-1] == "refused"


def test_closing_the_window_ends_the_loop() -> None:
    stage = Stage()
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    stage.kiosk.run()
    assert not stage.kiosk.is_open


def test_ctrl_q_leaves_and_no_other_key_with_ctrl_does_anything() -> None:
    """Whoever tries Ctrl-C or Ctrl-W to leave does not want what C and W stand for."""
    stage = Stage()
    stage.step()
    for key in "nhs":
        pygame.event.post(
            pygame.event.Event(
                pygame.KEYDOWN, key=pygame.key.key_code(key), unicode="", mod=pygame.KMOD_LCTRL
            )
        )
        stage.step()
    assert stage.kiosk.screen.name == "home" and stage.kiosk.is_open
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_q, unicode="", mod=pygame.KMOD_LCTRL))
    stage.kiosk.run()
    assert not stage.kiosk.is_open


def test_the_ring_goes_around_everything_and_back() -> None:
    stage = Stage()
    stage.step()
    seen = []
    for _ in range(len(stage.kiosk.page.targets)):
        stage.push("draw")
        seen.append(stage.kiosk.screen.focus)
    assert sorted(map(str, seen)) == sorted(target.name for target in stage.kiosk.page.targets)
    stage.push("draw")
    assert stage.kiosk.screen.focus == seen[0]
    stage.push("undo")
    assert stage.kiosk.screen.focus == seen[-1]


def test_a_button_counts_from_the_moment_it_went_down() -> None:
    stage = Stage()
    play_some(stage, CHALLENGE, 2)
    stage.kiosk.send(Resume)
    stage.step(5)
    stage.kiosk.inputs.push("end-turn", at=stage.clock() - 0.7)
    stage.step()
    assert stage.backstage.session is not None
    sand = stage.backstage.session.view(stage.clock()).sand
    assert sand is not None and sand.left_s == pytest.approx(60 - 5 + 0.7, abs=0.01)


def test_a_game_that_the_camera_cannot_read_is_entered_by_hand() -> None:
    stage = Stage()
    stage.backstage.reads = False
    play_some(stage, TRIOMINOS, 6)
    stage.push("end-turn")
    assert stage.kiosk.screen.name == "enter-move"


def test_the_sand_stands_while_nobody_sees_the_game() -> None:
    stage = Stage()
    play_some(stage, CHALLENGE, 2)
    stage.kiosk.send(Resume)
    stage.step(5)
    stage.kiosk.home()
    stage.step(500)
    assert stage.backstage.session is not None
    sand = stage.backstage.session.view(stage.clock()).sand
    assert sand is not None and not sand.is_running and sand.left_s == pytest.approx(55, abs=0.1)


def test_a_button_that_is_pushed_in_the_dark_is_meant() -> None:
    stage = Stage()
    play_some(stage, TRIOLET, 3)
    stage.step(2 * stage.backstage.choices.dim_after_s)
    stage.push("end-turn")
    assert stage.kiosk.view is not None and stage.kiosk.view.phase == "reading"


def test_after_an_undo_by_the_ring_space_ends_the_turn() -> None:
    stage = Stage()
    play_some(stage, TRIOLET, 3)
    stage.key_until("undo")
    stage.key_until("yes")
    stage.key("space")
    assert stage.kiosk.view is not None and stage.kiosk.view.phase == "reading"
