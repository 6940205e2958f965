"""The sounds of the kiosk, and playing them. Without an audio device there is silence and no fuss."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from pathlib import Path
from typing import Literal, get_args

import pygame

logger = logging.getLogger(__name__)

SoundName = Literal[
    "accepted",  # two warm notes up
    "refused",  # a soft knock on the table
    "question",  # three notes that end on an open one
    "your-turn",
    "tap",  # a touch on the screen
    "undo",  # two notes down
    "tick",  # each second when time is short
    "time-out",  # a gong
    "game-over",  # a small fanfare
    "new-game",  # tiles being shuffled
    "error",
]
SOUND_NAMES: tuple[SoundName, ...] = get_args(SoundName)
FOLDER = Path(__file__).parent / "audio"  # written by companion.kiosk.sound_making


class Sounds:
    """Plays the sounds at a volume from 0 to 100. `is_on`, `volume` and `muted` may be changed at any time.

    The audio device is opened by `prepare` or by the first sound, not before: opening may take a while and
    holds up the whole program, threads included (pygame keeps Python's lock meanwhile). So show the first
    picture, then prepare. Leave `pygame.init` alone for the same reason: it opens the mixer too.
    """

    def __init__(
        self,
        is_on: bool = True,
        volume: int = 70,
        muted: Iterable[SoundName] = (),
        folder: Path = FOLDER,
    ) -> None:
        self.is_on, self.volume, self.muted = is_on, volume, set(muted)
        self._folder = folder
        self._loaded: dict[SoundName, pygame.mixer.Sound | None] = {}  # None: there is no such file
        self._has_device: bool | None = None  # None: not tried yet
        self._is_opener = False

    def prepare(self) -> None:
        """Open the device and load everything that may be heard, so that no sound comes late."""
        if self.is_on and self._open():
            for name in SOUND_NAMES:
                if name not in self.muted:
                    self._load(name)

    def play(self, name: SoundName) -> bool:
        """Begin a sound without waiting for its end, and say whether it can be heard."""
        loudness = _loudness(self.volume)
        if not self.is_on or name in self.muted or loudness == 0 or not self._open():
            return False
        sound = self._load(name)
        if sound is None:
            return False
        sound.set_volume(loudness)
        return sound.play() is not None  # None: more sounds at a time than there are channels

    def close(self) -> None:
        """Fall silent for good, and let go of the device if it was opened here."""
        self._loaded.clear()
        self._has_device = False
        if self._is_opener:
            self._is_opener = False
            pygame.mixer.quit()

    def _open(self) -> bool:
        if self._has_device is None:
            self._has_device = self._try_to_open()
        # Somebody may have closed the mixer since; its sounds must not be touched after that.
        return self._has_device and pygame.mixer.get_init() is not None

    def _try_to_open(self) -> bool:
        try:
            if pygame.mixer.get_init() is None:
                # What every device can do. 1024 samples are 23 ms: soon enough after a touch, and long
                # enough not to stutter while the table is read.
                pygame.mixer.init(frequency=44_100, size=-16, channels=2, buffer=1024)
                self._is_opener = True
        except (pygame.error, NotImplementedError) as error:  # no device; a pygame without its mixer
            logger.warning("There is no sound: %s", error)
            return False
        return True

    def _load(self, name: SoundName) -> pygame.mixer.Sound | None:
        if name not in self._loaded:
            path = self._folder / f"{name}.wav"
            try:
                self._loaded[name] = pygame.mixer.Sound(str(path))
            except (pygame.error, OSError) as error:
                logger.warning("The sound %s cannot be played: %s", path, error)
                self._loaded[name] = None
        return self._loaded[name]


def _loudness(volume: int) -> float:
    """The mixer's measure, 0 to 1: the square, so that each step of the volume sounds about as large."""
    return (min(max(volume, 0), 100) / 100) ** 2
