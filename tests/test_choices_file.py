"""The choices of the family: over the settings, through damage, and never half written."""

from __future__ import annotations

import json
import logging
import os
from dataclasses import fields, replace
from pathlib import Path

import pytest

from companion.choices_file import IN_SETTINGS, ONLY_HERE, defaults_of, load_choices, save_choices
from companion.kiosk.backstage import Choices
from companion.settings import Settings
from companion.settings_values import General, Sound, Triominos

PLAIN = Settings()
FRENCH = Settings(general=General(language="fr"), sound=Sound(volume=30), triominos=Triominos(seconds=90))
CHANGED = Choices(
    language="fr",
    sound=False,
    volume=15,
    muted=frozenset({"tap", "tick"}),
    preview=False,
    left_handed=True,
    triolet_edition="uk",
    triolet_lone_opening="zero",
    triominos_scoring="junior",
    triominos_blocked="lowest",
    seconds=45,
    target=400,
    dim_after_s=0,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "choices.json"


def test_without_a_file_the_settings_hold(path: Path) -> None:
    assert load_choices(path, PLAIN) == Choices()
    choices = load_choices(path, FRENCH)
    assert (choices.language, choices.volume, choices.seconds) == ("fr", 30, 90)
    assert list(path.parent.iterdir()) == []


def test_every_choice_comes_back_as_it_was_changed(path: Path) -> None:
    default = Choices()
    assert all(getattr(CHANGED, one.name) != getattr(default, one.name) for one in fields(Choices))
    save_choices(path, CHANGED, PLAIN)
    assert load_choices(path, PLAIN) == CHANGED
    assert [file.name for file in path.parent.iterdir()] == ["choices.json"]


def test_every_choice_is_known_to_the_file() -> None:
    assert {one.name for one in fields(Choices)} == {*IN_SETTINGS, *ONLY_HERE}


def test_only_what_differs_from_the_settings_is_written(path: Path) -> None:
    save_choices(path, replace(defaults_of(FRENCH), volume=70), FRENCH)
    assert json.loads(path.read_text()) == {"volume": 70}
    # What was not chosen on a screen goes on following the settings.
    assert load_choices(path, PLAIN).language == "en"
    assert load_choices(path, FRENCH).language == "fr"


def test_a_choice_that_is_the_programs_own_default_still_wins_over_the_settings(path: Path) -> None:
    save_choices(path, replace(defaults_of(FRENCH), language="en"), FRENCH)
    assert load_choices(path, FRENCH).language == "en"


def test_without_settings_everything_is_written(path: Path) -> None:
    save_choices(path, Choices())
    assert load_choices(path, FRENCH) == Choices()


def test_a_choice_that_is_taken_back_leaves_the_file(path: Path) -> None:
    save_choices(path, replace(Choices(), volume=5, left_handed=True), PLAIN)
    save_choices(path, replace(Choices(), left_handed=True), PLAIN)
    assert json.loads(path.read_text()) == {"left_handed": True}


def test_nothing_to_write_touches_no_disk(path: Path) -> None:
    save_choices(path, Choices(), PLAIN)
    assert not path.exists()
    save_choices(path, CHANGED, PLAIN)
    os.utime(path, (1, 1))
    save_choices(path, CHANGED, PLAIN)
    assert path.stat().st_mtime == 1


@pytest.mark.parametrize(
    "value",
    [
        pytest.param('"loud"', id="a text for a number"),
        pytest.param("true", id="a truth for a number"),
        pytest.param("101", id="too large"),
        pytest.param("NaN", id="no number"),
        pytest.param("null", id="nothing"),
        pytest.param("[70]", id="a list"),
    ],
)
def test_a_field_that_cannot_be_right_is_passed_over_alone(
    value: str, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path.write_text(f'{{"volume": {value}, "sound": false}}')
    with caplog.at_level(logging.WARNING):
        assert load_choices(path, FRENCH) == replace(defaults_of(FRENCH), sound=False)
    (said,) = caplog.messages
    assert said == f"{path}: “volume” is not understood, and passed over"


@pytest.mark.parametrize("field", ["muted", "language", "seconds", "dim_after_s", "left_handed"])
def test_no_field_takes_what_it_cannot_be(field: str, path: Path) -> None:
    for wrong in (-1, 1.5, "x", [1], {"a": 1}, None):
        path.write_text(json.dumps({field: wrong}))
        assert load_choices(path, PLAIN) == Choices(), wrong


def test_what_another_version_wrote_is_passed_over_and_kept(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path.write_text('{"font": "large", "volume": "loud", "sound": false}')
    choices = load_choices(path, PLAIN)
    assert "“font” is not understood" in caplog.text
    save_choices(path, replace(choices, preview=False), PLAIN)
    kept = {"font": "large", "volume": "loud", "sound": False, "preview": False}
    assert json.loads(path.read_text()) == kept
    save_choices(path, replace(choices, volume=50), PLAIN)  # now it was chosen
    assert json.loads(path.read_text())["volume"] == 50


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe\x00",
        b'{"volume": 10',
        b"[" * 50_000,
        b"[1, 2]",
        b"null",
        b" " * 200_000,
        b'{"volume": ' + b"9" * 5_000 + b"}",
    ],
)
def test_a_damaged_file_is_set_aside_and_the_settings_hold(
    content: bytes, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path.write_bytes(content)
    assert load_choices(path, FRENCH) == defaults_of(FRENCH)
    aside = path.with_name("choices.json.damaged")
    assert aside.read_bytes() == content and not path.exists()
    assert "it is now choices.json.damaged" in caplog.text
    path.write_bytes(content)  # damaged again, and met by saving this time
    save_choices(path, CHANGED, PLAIN)
    assert load_choices(path, PLAIN) == CHANGED
    assert path.with_name("choices.json.damaged-2").read_bytes() == content
    assert aside.read_bytes() == content


def test_a_file_that_an_editor_began_with_a_mark_is_read(path: Path) -> None:
    path.write_bytes(b'\xef\xbb\xbf{"volume": 10}')
    assert load_choices(path, PLAIN).volume == 10


def test_a_place_where_nothing_can_be_written_is_a_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("in the way")
    save_choices(tmp_path / "file" / "choices.json", CHANGED, PLAIN)
    assert "cannot be written" in caplog.text
    assert load_choices(tmp_path / "file" / "choices.json", PLAIN) == Choices()
    assert [one.name for one in tmp_path.iterdir()] == ["file"]


def test_a_folder_in_place_of_the_file_is_set_aside_too(path: Path) -> None:
    path.mkdir()
    (path / "something").write_text("of somebody")
    assert load_choices(path, PLAIN) == Choices()
    save_choices(path, CHANGED, PLAIN)
    assert load_choices(path, PLAIN) == CHANGED
    assert (path.with_name("choices.json.damaged") / "something").read_text() == "of somebody"


def test_the_folder_is_made_when_it_is_needed(tmp_path: Path) -> None:
    path = tmp_path / "config" / "trioscope" / "choices.json"
    save_choices(path, CHANGED, PLAIN)
    assert load_choices(path, PLAIN) == CHANGED
