"""Where the sounds come from: struck bars, knocks and a gong, each the sum of a few fading tones.

    python -m companion.kiosk.sound_making

writes them all again, always the same, into the folder from which they are played. Making them takes plain
Python some tenths of a second, which nobody should wait for when the first of them is due.
"""

from __future__ import annotations

import cmath
import math
import wave
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import accumulate, repeat
from operator import mul
from pathlib import Path

from companion.kiosk.sounds import FOLDER, SoundName

RATE_HZ = 22_050
# The ear sums up over about a tenth of a second: its loudest tenth is how loud a sound is.
EAR_S = 0.1
LOUDNESS = 0.11  # root mean square of that tenth, where full scale is 1: about -19 dBFS
PEAK = 0.65  # never more, for the sake of small amplifiers: -3.7 dBFS
# After so many of its fading times a tone is 60 dB down and cannot be heard.
LASTS = 7.0
RELEASE_S = 0.06


@dataclass(frozen=True, slots=True)
class Partial:
    """One fading tone of a struck thing: `ratio` times the note's pitch, down to 1/e after `fade_s`."""

    ratio: float
    share: float
    fade_s: float


@dataclass(frozen=True, slots=True)
class Timbre:
    """What is struck. The softer the mallet, the longer `attack_s`."""

    partials: tuple[Partial, ...]
    attack_s: float


@dataclass(frozen=True, slots=True)
class Note:
    """One stroke: when, at which pitch, and how hard."""

    at_s: float
    hz: float
    timbre: Timbre
    strength: float = 1.0


@dataclass(frozen=True, slots=True)
class Recipe:
    """All strokes of a sound. `louder_db` makes up for what ears and small loudspeakers lack in the bass."""

    notes: tuple[Note, ...]
    length_s: float
    louder_db: float = 0.0


# Bars of a marimba are tuned so that their next tones are the second and the third octave above or so.
_MARIMBA = Timbre((Partial(1, 1, 0.13), Partial(4, 0.28, 0.04), Partial(9.9, 0.07, 0.012)), 0.004)
_MUTED = Timbre((Partial(1, 1, 0.07), Partial(4, 0.15, 0.02)), 0.008)
_VIBES = Timbre((Partial(1, 1, 0.22), Partial(4, 0.12, 0.08)), 0.012)
_BRIGHT = Timbre(
    (Partial(1, 1, 0.3), Partial(2, 0.35, 0.2), Partial(3, 0.16, 0.12), Partial(4, 0.12, 0.08)), 0.006
)
_TABLE = Timbre((Partial(1, 1, 0.045), Partial(2.3, 0.5, 0.02), Partial(3.9, 0.2, 0.008)), 0.005)
_WOOD = Timbre((Partial(1, 1, 0.014), Partial(2.6, 0.2, 0.005)), 0.002)
# Two tones close together beat slowly, as in a gong that is not perfectly round.
_GONG = Timbre(
    (
        Partial(1, 1, 0.75),
        Partial(1.006, 0.45, 0.75),
        Partial(1.5, 0.45, 0.5),
        Partial(2.01, 0.6, 0.45),
        Partial(2.74, 0.25, 0.3),
        Partial(3.76, 0.12, 0.15),
    ),
    0.03,
)

# Pitches in Hz. All sounds keep to C major, so that two at a time do not quarrel.
_G3, _B3, _E4 = 196.00, 246.94, 329.63
_G4, _A4, _C5, _D5, _E5, _G5, _A5 = 392.00, 440.00, 523.25, 587.33, 659.26, 783.99, 880.00
_C6, _E6, _G6 = 1046.50, 1318.51, 1567.98

RECIPES: Mapping[SoundName, Recipe] = {
    "accepted": Recipe((Note(0, _G4, _MARIMBA, 0.8), Note(0.11, _C5, _MARIMBA)), 0.39),
    "refused": Recipe((Note(0, _G3, _TABLE), Note(0.13, _G3, _TABLE, 0.7)), 0.3, louder_db=3),
    "question": Recipe(
        (Note(0, _G4, _VIBES, 0.7), Note(0.11, _A4, _VIBES, 0.8), Note(0.22, _D5, _VIBES)), 0.55, louder_db=-1
    ),
    "your-turn": Recipe((Note(0, _E5, _VIBES), Note(0, _G5, _VIBES, 0.5)), 0.38, louder_db=-1),
    "tap": Recipe((Note(0, _G6, _WOOD),), 0.05, louder_db=-4),
    "undo": Recipe((Note(0, _C5, _MUTED), Note(0.09, _G4, _MUTED)), 0.28),
    "tick": Recipe((Note(0, _A5, _WOOD),), 0.08, louder_db=-2),
    "time-out": Recipe((Note(0, _G3, _GONG),), 2.0, louder_db=3),
    "game-over": Recipe(
        (
            Note(0, _G4, _BRIGHT, 0.7),
            Note(0.13, _C5, _BRIGHT, 0.75),
            Note(0.26, _E5, _BRIGHT, 0.8),
            Note(0.42, _G5, _BRIGHT),
            Note(0.42, _E5, _BRIGHT, 0.45),
            Note(0.42, _C5, _BRIGHT, 0.45),
        ),
        1.5,
        louder_db=-1,
    ),
    # Tiles that fall over each other on the table.
    "new-game": Recipe(
        tuple(
            Note(at_s, hz, _WOOD, strength)
            for at_s, hz, strength in (
                (0.0, _G5, 0.9),
                (0.08, _C6, 0.7),
                (0.14, _E5, 1.0),
                (0.19, _E6, 0.5),
                (0.23, _A5, 0.9),
                (0.27, _G5, 0.7),
                (0.32, _C6, 0.8),
                (0.39, _D5, 1.0),
                (0.48, _G5, 0.6),
            )
        ),
        0.6,
        louder_db=-1,
    ),
    "error": Recipe((Note(0, _E4, _MUTED), Note(0.14, _B3, _MUTED, 0.9)), 0.38, louder_db=2),
}


def make_sound(recipe: Recipe) -> array[int]:
    """Play a recipe: 16-bit samples of one channel at `RATE_HZ`, from silence to silence."""
    sound = [0.0] * round(recipe.length_s * RATE_HZ)
    for note in recipe.notes:
        begin = round(note.at_s * RATE_HZ)
        struck = _strike(note, len(sound) - begin)
        end = begin + len(struck)
        sound[begin:end] = [before + more for before, more in zip(sound[begin:end], struck, strict=True)]
    fall = _rise(min(RELEASE_S, recipe.length_s / 3))[::-1]
    sound[-len(fall) :] = map(mul, sound[-len(fall) :], fall)
    scale = _full_scale(sound, LOUDNESS * 10 ** (recipe.louder_db / 20)) * 32_767
    return array("h", [round(value * scale) for value in sound])


def as_wav(samples: array[int]) -> bytes:
    """The samples as a WAV file, which a mixer converts to whatever its device wants."""
    with BytesIO() as file:
        with wave.open(file, "wb") as writer:
            writer.setnchannels(1)
            writer.setsampwidth(samples.itemsize)
            writer.setframerate(RATE_HZ)
            writer.writeframes(samples.tobytes())
        return file.getvalue()


def write_sounds(folder: Path = FOLDER) -> None:
    """Make every sound and write it as a file of its name."""
    folder.mkdir(exist_ok=True)
    for name, recipe in RECIPES.items():
        (folder / f"{name}.wav").write_bytes(as_wav(make_sound(recipe)))


def _strike(note: Note, most: int) -> list[float]:
    """One note by itself, of at most so many samples."""
    longest = max(partial.fade_s for partial in note.timbre.partials) * LASTS
    struck = [0.0] * min(most, round(longest * RATE_HZ))
    for partial in note.timbre.partials:
        # An arrow that turns and shrinks by the same factor with each sample: its height is the tone.
        turn = cmath.exp(complex(-1 / partial.fade_s, math.tau * note.hz * partial.ratio) / RATE_HZ)
        length = min(len(struck), round(partial.fade_s * LASTS * RATE_HZ))
        arrow = accumulate(repeat(turn, length - 1), mul, initial=complex(note.strength * partial.share))
        struck[:length] = [before + tip.imag for before, tip in zip(struck[:length], arrow, strict=True)]
    rise = _rise(note.timbre.attack_s)[: len(struck)]
    struck[: len(rise)] = map(mul, struck[: len(rise)], rise)
    return struck


def _rise(seconds: float) -> list[float]:
    """From 0 to nearly 1 without a corner, so that nothing clicks."""
    steps = max(1, round(seconds * RATE_HZ))
    return [0.5 - 0.5 * math.cos(math.pi * step / steps) for step in range(steps)]


def _full_scale(sound: Sequence[float], loudness: float) -> float:
    """The factor that gives a sound its loudness, or less where a peak would be too high."""
    squares = [value * value for value in sound]
    window = round(EAR_S * RATE_HZ)
    loudest = max(sum(squares[begin : begin + window]) for begin in range(0, len(squares), window // 4))
    return min(loudness / math.sqrt(loudest / window), PEAK / max(map(abs, sound)))


if __name__ == "__main__":
    write_sounds()
