"""Settings: what is in force, where it comes from, and everything that is wrong said together."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.rules.triolet import EDITIONS
from companion.settings import Settings, SettingsError
from companion.settings_values import ALLOWED, SECTIONS, Place


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    return {"HOME": str(tmp_path)}


def write(home: dict[str, str], text: str) -> Path:
    file = Path(home["HOME"]) / ".config" / "trioscope" / "settings.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def test_without_a_file_everything_is_the_default(home: dict[str, str], tmp_path: Path) -> None:
    settings = Settings.load(None, home)
    assert settings.general.journal == tmp_path / ".local" / "share" / "trioscope" / "journal.db"
    assert (settings.general.language, settings.triolet.edition, settings.triominos.seconds) == (
        "en",
        "fr",
        60,
    )
    assert {settings.source(key) for key in settings.values()} == {None}


@pytest.mark.parametrize("section", SECTIONS)
def test_every_default_is_allowed(section: str) -> None:
    for one in dataclasses.fields(SECTIONS[section]):
        default = str(one.default) if isinstance(one.metadata[ALLOWED], Place) else one.default
        assert one.metadata[ALLOWED].allows(default), one.name


def test_each_value_remembers_where_it_comes_from(home: dict[str, str]) -> None:
    file = write(home, "[sound]\nvolume = 30\n[triolet]\nedition = 'uk'\n")
    settings = Settings.load(None, home)
    assert (settings.sound.volume, settings.triolet.edition) == (30, "uk")
    assert settings.source("sound.volume") == settings.source("triolet.edition") == file
    assert settings.source("sound.on") is None


def test_the_file_that_is_named_wins_then_the_environment_then_the_usual_place(
    home: dict[str, str], tmp_path: Path
) -> None:
    write(home, "[sound]\nvolume = 1\n")
    (tmp_path / "config" / "trioscope").mkdir(parents=True)
    (tmp_path / "config" / "trioscope" / "settings.toml").write_text("[sound]\nvolume = 2\n")
    (tmp_path / "variable.toml").write_text("[sound]\nvolume = 3\n")
    (tmp_path / "named.toml").write_text("[sound]\nvolume = 4\n")
    assert Settings.load(None, home).sound.volume == 1
    home["XDG_CONFIG_HOME"] = "relative, so it does not count"
    assert Settings.load(None, home).sound.volume == 1
    home["XDG_CONFIG_HOME"] = str(tmp_path / "config")
    assert Settings.load(None, home).sound.volume == 2
    home["TRIOSCOPE_SETTINGS"] = str(tmp_path / "variable.toml")
    assert Settings.load(None, home).sound.volume == 3
    assert Settings.load(tmp_path / "named.toml", home).sound.volume == 4


def test_paths_are_meant_from_the_settings_file_or_from_home(home: dict[str, str], tmp_path: Path) -> None:
    file = write(
        home, "[general]\njournal = 'games.db'\n[camera]\nprofile = '~/table.json'\nfolder = '/srv'\n"
    )
    settings = Settings.load(None, {**home, "XDG_DATA_HOME": "/data"})
    assert settings.general.journal == file.parent / "games.db"
    assert settings.camera.profile == tmp_path / "table.json"
    assert settings.camera.folder == Path("/srv")
    write(home, "")
    assert Settings.load(None, {**home, "XDG_DATA_HOME": "/data"}).general.journal == Path(
        "/data/trioscope/journal.db"
    )


FAULTY = """
volume = 3
camera = "usb"
[triolett]
edition = "fr"
[hat]
[triolet]
editon = "fr"
edition = "de"
[general]
volume = 20
wall = 1
journal = ""
[triominos]
seconds = 60.0
[sound]
on = 1
volume = 101
quiet = "22-7"
[buttons]
undo = 17
draw = true
[lamps]
undo = "no"
menu = 5
player_1 = 16
player_2 = 16
"""
SAID = """\
volume: this stands outside any section; it belongs under [sound]
camera: this is a section: write [camera] on a line of its own
triolett: there is no such section; did you mean [triolet]?
hat: there is no such section; there are general, triolet, triominos, camera, buttons, lights, lamps, \
sound and kiosk
triolet.editon: there is no such setting; did you mean edition?
general.volume: there is no such setting; did you mean sound.volume?
general.wall: there is no such setting; there are language, journal and pictures_mb
general.journal: "" is not the name of a file
triolet.edition: "de" is not one of fr and uk
triominos.seconds: 60.0 is not a whole number from 5 to 3600
buttons.draw: true is not a whole number from 0 to 27
lamps.undo: "no" is neither none nor a whole number from 0 to 27
sound.on: 1 is neither true nor false
sound.volume: 101 is not a whole number from 0 to 100
sound.quiet: "22-7" is neither none nor a part of the day, such as 22:00-07:00
buttons.undo: pin 17 is already buttons.end_turn
lamps.menu: pin 5 is already lights.green
lamps.player_2: pin 16 is already lamps.player_1"""


def test_everything_that_is_wrong_is_said_together(home: dict[str, str]) -> None:
    file = write(home, FAULTY)
    with pytest.raises(SettingsError) as wrong:
        Settings.load(None, home)
    assert str(wrong.value) == "\n".join(f"{file}: {line}" for line in SAID.splitlines())
    assert len(wrong.value.say("fr").splitlines()) == len(wrong.value.faults)
    assert "vouliez-vous dire [triolet] ?" in wrong.value.say("fr")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        pytest.param(b"volume 3\n", "the file is not TOML (Expected '=' after a key", id="not TOML"),
        pytest.param(b"[sound]\n\xff\n", "the file is not UTF-8 text", id="not text"),
        pytest.param(None, "there is no such file", id="nothing there"),
    ],
)
def test_a_named_file_that_cannot_be_read_is_a_fault(
    home: dict[str, str], tmp_path: Path, content: bytes | None, says: str
) -> None:
    file = tmp_path / "named.toml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(SettingsError) as wrong:
        Settings.load(file, home)
    assert str(wrong.value).startswith(f"{file}: {says}")
    with pytest.raises(SettingsError, match="the file cannot be read"):
        Settings.load(tmp_path, home)


def test_every_edition_of_the_rules_may_be_set(home: dict[str, str]) -> None:
    for edition in EDITIONS:
        write(home, f"[triolet]\nedition = '{edition}'\n")
        assert Settings.load(None, home).triolet.edition == edition


def test_what_is_not_wired_shares_no_pin(home: dict[str, str]) -> None:
    write(home, "[lamps]\nundo = 24\nmenu = 'none'\n[sound]\nquiet = '21:30-06:45'\n")
    settings = Settings.load(None, home)
    assert (settings.lamps.undo, settings.lamps.menu, settings.lamps.player_4) == (24, "none", "none")
    assert settings.sound.quiet == "21:30-06:45"


@pytest.mark.parametrize("device", [0, 63, "/dev/video2", "/dev/v4l/by-id/usb-cam"])
def test_a_camera_is_named_by_number_or_path(home: dict[str, str], device: int | str) -> None:
    write(home, f"[camera]\ndevice = {json.dumps(device)}\nfocus_cm = 62\n")
    settings = Settings.load(None, home)
    assert (settings.camera.device, settings.camera.focus_cm) == (device, 62)


def test_a_camera_that_is_named_otherwise_is_a_fault(home: dict[str, str]) -> None:
    file = write(home, "[camera]\ndevice = 'video0'\nfocus_cm = -3\n")
    with pytest.raises(SettingsError) as wrong:
        Settings.load(None, home)
    assert str(wrong.value).splitlines() == [
        f'{file}: camera.device: "video0" is neither a camera\'s number from 0 to 63 nor its path, '
        "such as /dev/video0",
        f"{file}: camera.focus_cm: -3 is not a whole number from 0 to 1000",
    ]


@pytest.fixture
def environment(home: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    for name in ("TRIOSCOPE_SETTINGS", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", home["HOME"])
    return home


def test_the_command_prints_what_is_in_force_and_why(
    environment: dict[str, str], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    file = write(environment, "[sound]\nvolume = 30\n[general]\nlanguage = 'fr'\n")
    assert main(["settings"]) == 0
    lines = capfdbinary.readouterr().out.decode().splitlines()
    assert lines[0].split() == ["réglage", "valeur", "origine"]
    assert [line.split(None, 2) for line in lines if "sound" in line] == [
        ["sound.on", "true", "par défaut"],
        ["sound.volume", "30", str(file)],
        ["sound.quiet", '"none"', "par défaut"],
    ]
    assert main(["settings", "--json"]) == 0
    said = json.loads(capfdbinary.readouterr().out)
    assert said["sound.volume"] == {"value": 30, "from": str(file)}
    assert said["triolet.edition"] == {"value": "fr", "from": None}
    assert set(said) == set(Settings.load(None, environment).values())


def test_pins_are_printed_with_their_place_on_the_header(
    environment: dict[str, str], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    write(environment, "[lamps]\nundo = 24\n")
    assert main(["settings"]) == 0
    lines = capfdbinary.readouterr().out.decode().splitlines()
    told = {line.split()[0]: line.split("  ", 1)[1].strip() for line in lines if line.strip()}
    assert told["buttons.end_turn"].startswith("17 (pin 11 of the header) ")
    assert told["lamps.undo"].startswith("24 (pin 18 of the header) ")
    assert told["lamps.menu"].startswith('"none" ')
    assert main(["settings", "--json"]) == 0
    said = json.loads(capfdbinary.readouterr().out)
    assert (said["lights.buzzer"]["value"], said["lights.buzzer"]["header"]) == (19, 35)
    assert "header" not in said["lamps.menu"] and "header" not in said["camera.device"]


def test_the_command_says_one_sentence_for_each_fault(
    environment: dict[str, str], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    file = write(environment, "[sound]\nvolume = -1\nvolum = 3\n")
    assert main(["settings", "--lang", "fr"]) == 2
    said = capfdbinary.readouterr()
    assert said.out == b""
    assert said.err.decode().splitlines() == [
        f"{file} : sound.volum : ce réglage n’existe pas ; vouliez-vous dire volume ?",
        f"{file} : sound.volume : -1 n’est pas un nombre entier de 0 à 100",
    ]
