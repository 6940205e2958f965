"""The sounds as they are shipped: their pitches, loudness, lengths, and that none of them clicks."""

from __future__ import annotations

import math
import wave
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.kiosk.sound_making import RECIPES, Note, Partial, Recipe, Timbre, make_sound, write_sounds
from companion.kiosk.sounds import FOLDER, SOUND_NAMES, SoundName

Samples = NDArray[np.float64]
EAR_S = 0.1


def read(name: SoundName, folder: Path = FOLDER) -> tuple[Samples, int]:
    """A sound's samples, full scale being 1, and their rate."""
    with wave.open(str(folder / f"{name}.wav")) as file:
        assert (file.getnchannels(), file.getsampwidth()) == (1, 2)
        frames = file.readframes(file.getnframes())
        return np.frombuffer(frames, "<i2") / 32_768, file.getframerate()


def decibels(amplitude: float) -> float:
    return 20 * math.log10(amplitude)


def loudest_tenth(samples: Samples, rate: int) -> float:
    """The highest root mean square of any tenth of a second, in dBFS."""
    window = round(EAR_S * rate)
    power = np.convolve(samples**2, np.full(window, 1 / window))
    return decibels(math.sqrt(power.max()))


def strongest_hz(samples: Samples, rate: int) -> float:
    """The pitch that has the most of a piece of sound."""
    spectrum = np.abs(np.fft.rfft(samples * np.hanning(len(samples)), 1 << 17))
    return float(spectrum.argmax() * rate / (1 << 17))


def test_every_sound_has_its_recipe_and_its_file() -> None:
    assert set(RECIPES) == set(SOUND_NAMES)
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(SOUND_NAMES)


def test_the_files_are_what_the_recipes_make(tmp_path: Path) -> None:
    write_sounds(tmp_path)
    for name in SOUND_NAMES:
        shipped, made = read(name)[0], read(name, tmp_path)[0]
        assert shipped.shape == made.shape, name
        # Another processor may round the last bit otherwise.
        assert np.abs(shipped - made).max() <= 2 / 32_768, name


@pytest.mark.parametrize("name", SOUND_NAMES)
def test_a_sound_neither_clicks_nor_clips(name: SoundName) -> None:
    samples, rate = read(name)
    assert decibels(np.abs(samples).max()) < -3
    assert abs(samples[0]) < 0.001 and abs(samples[-1]) < 0.001
    assert np.abs(samples[: rate // 5000]).max() < 0.02, "a fifth of a millisecond is still rising"
    assert np.abs(samples[-rate // 1000 :]).max() < 0.005, "the last millisecond has faded"
    # No jump: between two samples no more than its own highest tones need.
    assert np.abs(np.diff(samples)).max() < 0.25
    assert abs(samples.mean()) < 0.005


def test_the_sounds_are_about_as_loud_as_each_other() -> None:
    loud = {name: loudest_tenth(*read(name)) for name in SOUND_NAMES}
    middle = float(np.median(list(loud.values())))
    assert -22 < middle < -16
    # The touch of a key is heard a hundred times in a game: it alone is quieter.
    assert middle - 5 < loud["tap"] < middle
    others = [level for name, level in loud.items() if name != "tap"]
    assert max(others) - min(others) < 6


@pytest.mark.parametrize(
    ("name", "least_s", "most_s"),
    [
        pytest.param("accepted", 0.2, 0.4, id="accepted"),
        pytest.param("refused", 0.1, 0.4, id="refused"),
        pytest.param("question", 0.3, 0.6, id="question: three notes need longer"),
        pytest.param("your-turn", 0.2, 0.4, id="your turn"),
        pytest.param("tap", 0.02, 0.06, id="tap: over before the finger is up"),
        pytest.param("undo", 0.2, 0.4, id="undo"),
        pytest.param("tick", 0.03, 0.2, id="tick: fits twice into a second"),
        pytest.param("time-out", 1.5, 2.5, id="time-out: a gong rings on"),
        pytest.param("game-over", 1.0, 2.0, id="game over: a fanfare"),
        pytest.param("new-game", 0.3, 0.7, id="new game: a handful of tiles"),
        pytest.param("error", 0.2, 0.4, id="error"),
    ],
)
def test_a_sound_is_as_long_as_it_should_be(name: SoundName, least_s: float, most_s: float) -> None:
    samples, rate = read(name)
    assert least_s <= len(samples) / rate <= most_s


G3, B3, E4, G4, A4, C5, D5, E5, G5, A5, G6 = (55, 59, 64, 67, 69, 72, 74, 76, 79, 81, 91)


@pytest.mark.parametrize(
    ("name", "key", "begin_s", "end_s"),
    [
        pytest.param("accepted", G4, 0.0, 0.11, id="accepted begins on G"),
        pytest.param("accepted", C5, 0.15, 0.39, id="accepted rises to C"),
        pytest.param("refused", G3, 0.0, 0.13, id="refused is low"),
        pytest.param("refused", G3, 0.14, 0.3, id="refused stays low"),
        pytest.param("question", G4, 0.0, 0.11, id="question begins on G"),
        pytest.param("question", A4, 0.12, 0.22, id="question goes on to A"),
        pytest.param("question", D5, 0.25, 0.55, id="question stays open on D"),
        pytest.param("your-turn", E5, 0.0, 0.38, id="your turn is E"),
        pytest.param("tap", G6, 0.0, 0.05, id="tap is high"),
        pytest.param("undo", C5, 0.0, 0.09, id="undo begins where accepted ends"),
        pytest.param("undo", G4, 0.12, 0.28, id="undo falls back"),
        pytest.param("tick", A5, 0.0, 0.08, id="tick is lower than tap"),
        pytest.param("time-out", G3, 0.0, 2.0, id="time-out is low"),
        pytest.param("game-over", G4, 0.0, 0.13, id="the fanfare begins on G"),
        pytest.param("game-over", C5, 0.15, 0.26, id="the fanfare climbs to C"),
        pytest.param("game-over", E5, 0.28, 0.42, id="the fanfare climbs to E"),
        pytest.param("game-over", G5, 0.45, 1.5, id="the fanfare ends on G"),
        pytest.param("new-game", G5, 0.0, 0.08, id="the first tile falls"),
        pytest.param("error", E4, 0.0, 0.14, id="error begins on E"),
        pytest.param("error", B3, 0.18, 0.38, id="error falls to B"),
    ],
)
def test_a_note_has_its_pitch(name: SoundName, key: int, begin_s: float, end_s: float) -> None:
    samples, rate = read(name)
    heard = strongest_hz(samples[round(begin_s * rate) : round(end_s * rate)], rate)
    meant = 440 * 2 ** ((key - 69) / 12)  # as keys of a piano are numbered: 69 is the A of the tuning fork
    # Within a third of the way to the next key; shorter pieces of sound cannot be told apart better.
    assert abs(12 * math.log2(heard / meant)) < 0.33


def test_a_note_that_rings_past_the_end_fades_out() -> None:
    endless = Timbre((Partial(1, 1, 100.0),), attack_s=0.01)
    samples = np.array(make_sound(Recipe((Note(0, 440.0, endless),), 0.3))) / 32_768
    assert np.abs(samples[2000:4000]).max() > 0.1
    assert np.abs(samples[-20:]).max() < 0.002


def test_a_sound_with_one_high_peak_is_quieter_instead_of_clipped() -> None:
    click = Timbre((Partial(1, 1, 0.001),), attack_s=0.0005)
    samples = np.array(make_sound(Recipe((Note(0, 2000.0, click),), 0.2, louder_db=12))) / 32_768
    assert -4 < decibels(np.abs(samples).max()) < -3
