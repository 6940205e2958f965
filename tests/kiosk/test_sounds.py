"""Playing sounds, with SDL's dummy device and without any."""

from __future__ import annotations

import logging
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from companion.kiosk.sounds import FOLDER, SOUND_NAMES, SoundName, Sounds


@pytest.fixture(autouse=True)
def dummy_device(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame.mixer.quit()
    yield
    pygame.mixer.quit()


def loudness_now() -> list[float]:
    """How loud each sound is that is being played."""
    channels = [pygame.mixer.Channel(number) for number in range(pygame.mixer.get_num_channels())]
    return [sound.get_volume() for channel in channels if (sound := channel.get_sound()) is not None]


def test_nothing_is_opened_before_it_is_needed() -> None:
    sounds = Sounds()
    assert pygame.mixer.get_init() is None
    assert sounds.play("accepted")
    assert pygame.mixer.get_init() is not None
    sounds.close()
    assert pygame.mixer.get_init() is None


@pytest.mark.parametrize("name", SOUND_NAMES)
def test_every_sound_can_be_played(name: SoundName) -> None:
    assert Sounds().play(name)
    assert len(loudness_now()) == 1


def test_after_preparing_no_file_is_read_any_more(tmp_path: Path) -> None:
    for path in FOLDER.iterdir():
        shutil.copy(path, tmp_path)
    sounds = Sounds(folder=tmp_path, muted={"tap"})
    sounds.prepare()
    for path in tmp_path.iterdir():
        path.unlink()
    sounds.muted.clear()
    heard = {name for name in SOUND_NAMES[:7] if sounds.play(name)}  # there are eight channels
    assert heard == set(SOUND_NAMES[:7]) - {"tap"}


@pytest.mark.parametrize(
    ("volume", "loudness"),
    [
        pytest.param(100, 1.0, id="full"),
        pytest.param(50, 0.25, id="half sounds like half"),
        pytest.param(10, 0.01, id="a whisper"),
        pytest.param(250, 1.0, id="no more than full"),
    ],
)
def test_the_volume_is_what_was_set(volume: int, loudness: float) -> None:
    sounds = Sounds(volume=volume)
    assert sounds.play("accepted")
    assert loudness_now() == pytest.approx([loudness], abs=1 / 128)  # SDL has 128 steps


def test_the_volume_can_be_changed_while_the_program_runs() -> None:
    sounds = Sounds(volume=100)
    sounds.play("tap")
    sounds.volume = 50
    sounds.play("undo")
    assert sorted(loudness_now()) == pytest.approx([0.25, 1.0], abs=1 / 128)


@pytest.mark.parametrize(
    "sounds",
    [
        pytest.param(Sounds(is_on=False), id="off"),
        pytest.param(Sounds(volume=0), id="volume 0"),
        pytest.param(Sounds(volume=-5), id="less than nothing"),
        pytest.param(Sounds(muted={"tap"}), id="this sound turned off"),
    ],
)
def test_silence_that_was_asked_for_opens_no_device(sounds: Sounds) -> None:
    assert not sounds.play("tap")
    assert pygame.mixer.get_init() is None


def test_each_sound_can_be_turned_off_and_on_again() -> None:
    sounds = Sounds(muted={"tap"})
    assert (sounds.play("tap"), sounds.play("accepted")) == (False, True)
    sounds.muted.clear()
    sounds.muted.add("accepted")
    assert (sounds.play("tap"), sounds.play("accepted")) == (True, False)


def test_without_a_device_it_is_silent_and_says_so_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no such driver")
    sounds = Sounds()
    with caplog.at_level(logging.WARNING):
        sounds.prepare()
        assert not any(sounds.play(name) for name in SOUND_NAMES)
        sounds.close()
    assert [record.message.partition(":")[0] for record in caplog.records] == ["There is no sound"]


def test_a_sound_whose_file_is_missing_or_damaged_costs_no_other_sound(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "tap.wav").write_bytes((FOLDER / "tap.wav").read_bytes())
    (tmp_path / "undo.wav").write_bytes(b"RIFF, but no sound")
    sounds = Sounds(folder=tmp_path)
    assert [sounds.play(name) for name in ("undo", "error", "undo", "error", "tap")] == [False] * 4 + [True]
    assert len(caplog.records) == 2


def test_a_mixer_that_somebody_else_opened_is_used_and_left_open() -> None:
    pygame.mixer.init(frequency=22_050, size=8, channels=1)
    sounds = Sounds()
    assert sounds.play("accepted")
    sounds.close()
    assert pygame.mixer.get_init() is not None


def test_a_mixer_that_somebody_else_closed_means_silence() -> None:
    sounds = Sounds()
    assert sounds.play("accepted")
    pygame.mixer.quit()
    assert not sounds.play("accepted")


def test_nothing_is_heard_after_closing() -> None:
    sounds = Sounds()
    sounds.close()
    assert not sounds.play("accepted")
    assert pygame.mixer.get_init() is None


def test_more_taps_than_channels_are_no_fault() -> None:
    sounds = Sounds()
    sounds.prepare()
    played = [sounds.play("game-over") for _ in range(pygame.mixer.get_num_channels() + 1)]
    assert played[0] and not played[-1]


def test_a_pygame_without_its_mixer_is_silent() -> None:
    code = (
        "import sys; sys.modules['pygame.mixer'] = None; "  # as where SDL's mixer library is not installed
        "from companion.kiosk.sounds import Sounds; sounds = Sounds(); sounds.prepare(); "
        "print(sounds.play('tap')); sounds.close()"
    )
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        check=False,
    )
    assert (run.returncode, run.stdout.splitlines()[-1:]) == (0, ["False"]), run.stderr
