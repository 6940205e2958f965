"""The application: builds the real parts, joins them, and runs until somebody closes it.

The first picture comes before everything slow: reader, journal and camera are imported and opened behind it.
"""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING

from companion.rules.verdict import Language
from companion.streams import complain
from companion.watchdog import Watchdog

if TYPE_CHECKING:
    import pygame

    from companion.fittings import Fittings
    from companion.kiosk.kiosk import Kiosk
    from companion.settings import Settings
    from companion.stagehand import Stagehand
    from companion.worker import Worker

logger = logging.getLogger(__name__)

UNSEEN_DRIVERS = ("offscreen", "dummy")  # SDL falls back to these silently where there is no display
NO_DISPLAY = 3  # the exit code that says so
SENTENCES: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "no-display": "There is no screen here to show the kiosk on: start it on a computer with a display, "
        "or try `trioscope demo`.",
    },
    "fr": {
        "no-display": "Il n’y a pas d’écran ici pour afficher Trioscope : lancez-le sur un ordinateur avec "
        "un écran, ou essayez `trioscope demo`.",
    },
}


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line asked for."""

    settings: Settings
    size: tuple[int, int] = (1280, 800)
    fullscreen: bool = False
    language: Language | None = None
    seed: int = 2017  # of the virtual table
    is_quiet: bool = False  # say nothing where there is no display
    may_be_unseen: bool = False  # tests and pictures run without one


def run_app(wishes: Wishes, after_round: Callable[[House], object] | None = None) -> int:
    """Run the kiosk; the exit code when it is closed. `after_round` is called once a round of its loop."""
    surface = open_window(wishes)
    if surface is None:
        if not wishes.is_quiet:
            complain(SENTENCES[wishes.language or wishes.settings.general.language]["no-display"])
        return NO_DISPLAY
    house = build(wishes, surface)
    house.start()
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda *_: house.kiosk.close())

    watchdog = Watchdog.from_environment(os.environ, monotonic)

    def end_round() -> None:
        watchdog()
        house.fittings.buttons.tick(monotonic())
        house.stagehand.keeper.pressing_since = house.fittings.pressing_since()
        if after_round is not None:
            after_round(house)

    try:
        house.kiosk.run(end_round)
    finally:
        watchdog.stopping()
        house.close()
    return 0


def open_window(wishes: Wishes) -> pygame.Surface | None:
    """The window or the whole screen, with the first picture on it; `None` where nobody would see it."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame

    from companion.kiosk.splash import show_splash

    try:
        pygame.display.init()
    except pygame.error:
        return None
    if pygame.display.get_driver() in UNSEEN_DRIVERS and not wishes.may_be_unseen:
        pygame.display.quit()
        return None
    if pygame.display.get_driver() == "x11":
        # Under X a window drawn by the processor costs half of one that is sent to the graphics card.
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
    pygame.font.init()
    pygame.display.set_caption("Trioscope")
    if wishes.fullscreen:
        pygame.mouse.set_visible(False)
        surface = pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
    else:
        surface = pygame.display.set_mode(wishes.size, pygame.RESIZABLE)
    show_splash(surface)
    return surface


@dataclass(slots=True, eq=False)
class House:
    """Everything that was built, to be closed together."""

    kiosk: Kiosk
    stagehand: Stagehand
    worker: Worker
    fittings: Fittings

    def start(self) -> None:
        """Let the threads work."""
        for thread in (self.worker, self.stagehand.archive, self.stagehand.desk):
            thread.start()

    def close(self) -> None:
        """End threads, let go of devices, and write down what waits."""
        self.fittings.buttons.close()
        self.stagehand.keeper.leave()
        self.worker.close()
        self.stagehand.close()
        self.stagehand.keeper.journal.close()


def build(
    wishes: Wishes,
    surface: pygame.Surface,
    fittings: Fittings | None = None,
    clock: Callable[[], float] = monotonic,
) -> House:
    """The parts, joined; nothing runs yet. Without `fittings`, the devices are found as the settings say."""
    from companion.archive import Archive
    from companion.choices_file import load_choices
    from companion.fittings import fit
    from companion.journal import Journal
    from companion.keeper import Keeper
    from companion.kiosk.kiosk import Kiosk
    from companion.kiosk.sounds import Sounds
    from companion.quiet_hours import QuietHours
    from companion.set_up_desk import SetUpDesk
    from companion.signals import Signals
    from companion.stagehand import Stagehand
    from companion.umpires import make_umpires
    from companion.worker import Worker

    settings = wishes.settings
    choices_path = settings.general.journal.with_name("choices.json")
    choices = load_choices(choices_path, settings)
    if wishes.language is not None:
        choices = replace(choices, language=wishes.language)
    settings.general.journal.parent.mkdir(parents=True, exist_ok=True)
    journal = Journal.open(
        settings.general.journal, picture_budget_bytes=settings.general.pictures_mb * 1_000_000
    )
    fittings = fittings or fit(settings, wishes.seed)
    desk = SetUpDesk(settings.camera.profile, choices.language)
    worker = Worker(fittings.open_camera, make_umpires(), clock)
    keeper = Keeper(journal, worker, clock, language=choices.language, preview=choices.preview)
    quiet = QuietHours.parse(settings.sound.quiet)
    signals = Signals(fittings.lights, fittings.buzzer, Sounds(), lamps=fittings.lamps, quiet=quiet)
    stagehand = Stagehand(
        keeper,
        Archive(journal.path),
        desk,
        fittings,
        signals,
        choices,
        choices_path,
        settings,
        clock,
    )
    kiosk = Kiosk(stagehand, surface, clock)
    fittings.buttons.on_press = lambda press: kiosk.inputs.push(press.button, press.is_long, press.at_s)
    return House(kiosk, stagehand, worker, fittings)
