"""The set-up, driven as people do: by touch, by keys, and by the four buttons alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.kiosk.backstage import Devices
from companion.kiosk.screens.buttons_test import ButtonsTestScreen
from companion.kiosk.screens.enrol import ENROL_ORDER
from companion.kiosk.sounds import SOUND_NAMES
from companion.rules.triolet.tokens import FACES
from tests.kiosk.gallery.questions import SCENES as QUESTIONS
from tests.kiosk.gallery.set_up import READY, open_entry, open_set_up, words_on
from tests.kiosk.stage import Stage

ENTRIES = {
    "camera": "camera-set-up",
    "specials": "specials",
    "enrol": "enrol",
    "buttons": "buttons-test",
    "lights": "lights-test",
    "sand": "timer-length",
    "sounds": "sound-set-up",
    "language": "language",
}


# The grid -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("entry", "screen"), ENTRIES.items())
def test_every_entry_opens_by_touch_and_is_left_by_its_back_button(entry: str, screen: str) -> None:
    stage = Stage()
    open_entry(entry)(stage)
    assert stage.kiosk.screen.name == screen
    stage.touch("back")
    assert stage.kiosk.screen.name == "set-up"


@pytest.mark.parametrize(("entry", "screen"), ENTRIES.items())
def test_every_entry_opens_by_keys_and_is_left_by_escape(entry: str, screen: str) -> None:
    stage = Stage()
    open_set_up(stage)
    stage.key_until(entry)
    assert stage.kiosk.screen.name == screen
    stage.key("escape")
    assert stage.kiosk.screen.name == "set-up"


@pytest.mark.parametrize(("entry", "screen"), ENTRIES.items())
def test_every_entry_opens_by_buttons(entry: str, screen: str) -> None:
    stage = Stage()
    open_set_up(stage)
    stage.push_until(entry)
    assert stage.kiosk.screen.name == screen


def test_the_grid_says_how_everything_stands() -> None:
    stage = Stage()
    open_set_up(stage)
    shown = words_on(stage)
    assert "Camera Ready" in shown
    assert "25 squares known" in shown
    assert "60 seconds a turn" in shown
    assert "On, volume 70" in shown
    assert "Buttons on the right" in shown


def test_a_box_without_anything_says_so() -> None:
    stage = Stage()
    open_set_up(stage, Devices(camera=""))
    stage.backstage.found = {}
    stage.kiosk.refresh()
    shown = words_on(stage)
    assert "No camera: check its cable" in shown
    assert "Not known yet" in shown
    assert "None: use touch or keys" in shown


def test_preview_and_hand_are_switched_on_the_grid_itself() -> None:
    stage = Stage()
    open_set_up(stage)
    stage.touch("preview")
    stage.touch("hand")
    assert not stage.backstage.choices.preview
    assert stage.backstage.choices.left_handed
    assert "Hidden until you press" in words_on(stage)
    assert "Buttons on the left" in words_on(stage)
    stage.push_until("hand")
    assert not stage.backstage.choices.left_handed


# Learning tokens ----------------------------------------------------------------------------------------


def test_the_tokens_are_laid_out_in_the_order_that_calibration_is_told() -> None:
    assert ENROL_ORDER == FACES


def test_look_now_learns_and_says_how_it_went() -> None:
    stage = Stage()
    open_entry("enrol")(stage)
    stage.backstage.said = "17 tokens were learned."
    stage.key_until("look")
    assert stage.backstage.calls == ["enrol"]
    assert "17 tokens were learned." in words_on(stage)


def test_learning_waits_for_the_camera_to_be_set_up() -> None:
    stage = Stage()
    open_entry("enrol", Devices(camera="virtual"))(stage)
    assert not stage.target("look").is_enabled
    assert "First set up the camera" in words_on(stage)


# Buttons and lights -------------------------------------------------------------------------------------


def test_each_button_lights_up_when_it_is_pushed_or_held() -> None:
    stage = Stage()
    open_entry("buttons")(stage)
    screen = stage.kiosk.screen
    assert isinstance(screen, ButtonsTestScreen)
    stage.push("draw")
    stage.push("undo", is_long=True)
    assert {button: heard.is_long for button, heard in screen.heard.items()} == {"draw": False, "undo": True}
    assert screen._lit() == {"draw", "undo"}
    stage.step(2.0)
    assert screen._lit() == frozenset()
    shown = words_on(stage)
    assert shown.count("pushed") == 3  # draw was, two were not yet
    assert shown.count("held") == 1


def test_all_four_buttons_are_told_to_work_and_menu_held_leaves() -> None:
    stage = Stage()
    open_entry("buttons")(stage)
    for button in ("end-turn", "draw", "undo", "menu"):
        stage.push(button)
    assert stage.kiosk.screen.name == "buttons-test"
    assert "All four buttons work." in words_on(stage)
    stage.push("menu", is_long=True)
    assert stage.kiosk.screen.name == "set-up"


def test_a_touched_lamp_is_tested_and_goes_out_again() -> None:
    stage = Stage()
    open_entry("lights")(stage)
    stage.touch("amber")
    stage.push_until("buzzer")
    assert stage.backstage.lights == ["amber", "buzzer"]
    assert "shines" in words_on(stage)
    stage.step(2.0)
    assert "shines" not in words_on(stage)


def test_a_lamp_that_is_lit_by_itself_is_shown_so() -> None:
    stage = Stage()
    open_entry("lights")(stage)
    stage.backstage.devices = replace(READY, lit=frozenset({"red"}))
    stage.step(0.1)
    assert words_on(stage).count("shines") == 1


# Sand, sounds, language ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seconds", "step", "after"),
    [
        pytest.param(60, "by+5", 65, id="longer"),
        pytest.param(60, "by-30", 30, id="much shorter"),
        pytest.param(20, "by-30", 5, id="not below five"),
        pytest.param(598, "by+5", 600, id="not over ten minutes"),
        pytest.param(60, "set-90", 90, id="a usual length"),
    ],
)
def test_the_sand_is_kept_at_once(seconds: int, step: str, after: int) -> None:
    stage = Stage()
    stage.backstage.choices = replace(stage.backstage.choices, seconds=seconds)
    open_entry("sand")(stage)
    stage.touch(step)
    assert stage.backstage.choices.seconds == after


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (45, "45 seconds"),
        (60, "60 seconds, that is 1 minute"),
        (600, "600 seconds, that is 10 minutes"),
        (95, "95 seconds, that is 1 min 35 s"),
    ],
)
def test_a_long_time_is_told_in_minutes_too(seconds: int, told: str) -> None:
    stage = Stage()
    stage.backstage.choices = replace(stage.backstage.choices, seconds=seconds)
    open_entry("sand")(stage)
    assert told in words_on(stage)


def test_the_ends_of_the_sand_cannot_be_passed() -> None:
    stage = Stage()
    stage.backstage.choices = replace(stage.backstage.choices, seconds=600)
    open_entry("sand")(stage)
    assert not stage.target("by+5").is_enabled
    assert stage.target("by-5").is_enabled


def test_every_sound_can_be_heard() -> None:
    stage = Stage()
    open_entry("sounds")(stage)
    for name in SOUND_NAMES:
        stage.backstage.sounds.clear()
        stage.touch(f"hear-{name}")
        assert stage.backstage.sounds == ["tap", name]


def test_a_sound_is_left_out_and_taken_in_again() -> None:
    stage = Stage()
    open_entry("sounds")(stage)
    stage.touch("mute-tick")
    stage.push_until("mute-tap")
    assert stage.backstage.choices.muted == {"tick", "tap"}
    stage.backstage.sounds.clear()
    stage.touch("hear-tick")
    assert "tick" not in stage.backstage.sounds
    assert "This sound is off: touch the speaker beside it first." in words_on(stage)
    stage.touch("mute-tick")
    assert stage.backstage.choices.muted == {"tap"}


def test_the_volume_goes_from_nothing_to_a_hundred() -> None:
    stage = Stage()
    open_entry("sounds")(stage)
    for _ in range(3):
        stage.touch("louder")
    assert stage.backstage.choices.volume == 100
    assert not stage.target("louder").is_enabled
    for _ in range(10):
        stage.key_until("softer")
    assert stage.backstage.choices.volume == 0


def test_with_the_sound_off_nothing_is_played_and_it_says_why() -> None:
    stage = Stage()
    open_entry("sounds")(stage)
    stage.touch("sound")
    assert not stage.backstage.choices.sound
    stage.backstage.sounds.clear()
    stage.key_until("hear-accepted")
    assert stage.backstage.sounds == []
    assert "The sound is off: switch it on first." in words_on(stage)


def test_each_language_is_named_in_itself_and_changes_all_screens() -> None:
    stage = Stage()
    open_entry("language")(stage)
    assert "English" in words_on(stage)
    assert "Tous les écrans en français" in words_on(stage)
    stage.touch("fr")
    stage.touch("back")
    assert "Réglages" in words_on(stage)
    stage.push_until("language")
    stage.push_until("en")
    assert stage.backstage.choices.language == "en"


def test_a_game_that_waits_below_speaks_the_new_language_too() -> None:
    stage = Stage()
    QUESTIONS["refused"](stage)
    session, english = stage.backstage.session, stage.kiosk.view
    assert session is not None and english is not None
    open_entry("language")(stage)
    stage.touch("fr")
    view = stage.kiosk.view
    assert view is not None
    assert view.question == session.view(stage.clock(), "fr").question
    assert view.question != english.question
