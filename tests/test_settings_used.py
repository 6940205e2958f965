"""What is set in the file is what happens: the keys that no other test follows to where they are used."""

from __future__ import annotations

import json
from pathlib import Path

import pygame
import pytest

from companion.app import NO_DISPLAY, Wishes, build, open_window
from companion.choices_file import load_choices
from companion.cli import main
from companion.settings import Settings

EVERYTHING = """
[general]
pictures_mb = 1
[triolet]
lone_opening = "zero"
[triominos]
scoring = "junior"
blocked = "lowest"
target = 400
[camera]
kind = "virtual"
[kiosk]
fullscreen = true
preview = false
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    written = tmp_path / "settings.toml"
    written.write_text(EVERYTHING)
    return written


def load(file: Path) -> Settings:
    return Settings.load(file, {"HOME": str(file.parent), "XDG_DATA_HOME": str(file.parent)})


def test_a_new_game_is_offered_as_the_settings_say(file: Path) -> None:
    choices = load_choices(file.parent / "choices.json", load(file))
    assert choices.triolet_lone_opening == "zero"
    assert (choices.triominos_scoring, choices.triominos_blocked, choices.target) == ("junior", "lowest", 400)
    assert not choices.preview


def test_no_more_pictures_are_kept_than_the_settings_allow(file: Path) -> None:
    wishes = Wishes(load(file), (800, 480), may_be_unseen=True)
    surface = open_window(wishes)
    assert surface is not None
    house = build(wishes, surface)
    journal = house.stagehand.keeper.journal
    game = journal.begin_game("triolet", {}, [("Ada", "red")])
    for _ in range(2):
        journal.append(game, {}, picture=bytes(600_000))
    assert [journal.picture(game, number) is None for number in range(2)] == [True, False]
    assert not house.stagehand.keeper.preview  # unpressed pieces are not looked at
    house.close()


def test_the_whole_screen_is_filled_where_that_is_asked_for(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Wishes] = []

    def note(wishes: Wishes) -> int:
        asked.append(wishes)
        return 0

    monkeypatch.setattr("companion.app.run_app", note)  # a window that fills a screen cannot be seen here
    assert main(["kiosk", "--settings", str(file)]) == 0
    assert main(["kiosk", "--size", "800x480", "--seed", "3", "--fullscreen", "--lang", "fr"]) == 0
    (tmp := file.parent / "small.toml").write_text("[kiosk]\nfullscreen = false\n")
    assert main(["kiosk", "--settings", str(tmp)]) == 0
    assert [wishes.fullscreen for wishes in asked] == [True, True, False]
    assert (asked[1].size, asked[1].seed, asked[1].language) == ((800, 480), 3, "fr")


def test_a_kiosk_that_nobody_could_see_says_so(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["kiosk", "--settings", str(file), "--lang", "fr"]) == NO_DISPLAY
    assert capsys.readouterr().err.startswith("Il n’y a pas d’écran ici pour afficher Trioscope")
    pygame.quit()


def test_settings_that_make_no_sense_stop_the_kiosk_and_the_demo_in_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "settings.toml").write_text("[sound]\nvolume = 300\n")
    assert main(["kiosk", "--or-demo", "--settings", str(tmp_path / "settings.toml")]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and "sound.volume" in captured.err


def test_the_doctor_looks_at_what_it_is_asked_about(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["doctor", "--settings", str(file), "--only", "disk", "--json", "--lang", "fr"])
    said = json.loads(capsys.readouterr().out)
    assert [finding["name"] for finding in said["findings"]] == ["disk"]
    assert code == (1 if said["states"]["bad"] else 0)


def test_a_folder_without_truths_cannot_be_evaluated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["evaluate", str(tmp_path), "--json"]) == 2
    assert "with its truth" in capsys.readouterr().err


def test_render_keeps_to_its_part_of_the_fonts_and_looks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # OpenSans is among the fonts that are shipped, and on one side of the line only.
    codes = set()
    for part in ("train", "held-out"):
        words = [
            "--game",
            "triolet",
            "--count",
            "1",
            "--jobs",
            "1",
            "--difficulty",
            "easy",
            "--font",
            "Open Sans",
        ]
        codes.add(main(["render", *words, "--part", part, "--out", str(tmp_path / part)]))
    capsys.readouterr()
    assert codes == {0, 2}
