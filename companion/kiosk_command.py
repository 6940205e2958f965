"""The command `trioscope kiosk`: the screen on the table."""

from __future__ import annotations

import argparse
import re

from companion.rules.verdict import LANGUAGES, Language
from companion.streams import complain

OK, BAD_INPUT = 0, 2
DESCRIPTION = (
    "Open the kiosk: choose a game, lay, press End turn. Without a camera a virtual table stands in for it: "
    "T opens it to lay pieces with the mouse, V lays a move for you, W lets you watch the others play. Space "
    "or Enter is End turn, D draws or exchanges, U takes back, M is the menu, Ctrl-Q leaves."
)
NO_SCREEN: dict[Language, str] = {
    "en": "There is no screen here: virtual players play a game of each kind instead.",
    "fr": "Il n’y a pas d’écran ici : des joueurs virtuels jouent une partie de chaque jeu à la place.",
}
EXAMPLE = "Example: trioscope kiosk --size 800x480 --lang fr"


def add_options(kiosk: argparse.ArgumentParser) -> None:
    """The options of the command, and what its help says."""
    kiosk.description, kiosk.epilog = DESCRIPTION, EXAMPLE
    kiosk.add_argument("--settings", metavar="FILE", help="the settings file to read")
    kiosk.add_argument("--size", type=_size, default=(1280, 800), metavar="WxH", help="of the window")
    kiosk.add_argument("--fullscreen", action="store_true", help="fill the whole screen")
    kiosk.add_argument("--seed", type=int, default=2017, help="of the virtual table's look")
    kiosk.add_argument(
        "--or-demo", action="store_true", help="where there is no screen, play a game of each kind"
    )
    kiosk.add_argument("--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help="language of the screens")
    kiosk.set_defaults(run=run_kiosk)


def run_kiosk(options: argparse.Namespace) -> int:
    """Run it until it is closed."""
    from companion.app import NO_DISPLAY, Wishes, run_app
    from companion.journal.errors import JournalError
    from companion.settings import Settings, SettingsError

    language: Language | None = getattr(options, "lang", None)
    try:
        settings = Settings.load(options.settings)
        wishes = Wishes(
            settings,
            options.size,
            options.fullscreen or settings.kiosk.fullscreen,
            language,
            options.seed,
            is_quiet=options.or_demo,
        )
        done = run_app(wishes)
    except SettingsError as fault:
        complain(fault.say(language or "en"))
        return BAD_INPUT
    except JournalError as fault:
        complain(str(fault))
        return BAD_INPUT
    if done == NO_DISPLAY and options.or_demo:
        from companion.demo import play_demo
        from companion.streams import write_line

        complain(NO_SCREEN[language or settings.general.language])
        for sheet in play_demo(language or settings.general.language):
            write_line(sheet)
        return OK
    return done


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{3,4})x(\d{3,4})", text)
    if found is None:
        raise argparse.ArgumentTypeError("a size is written 800x480")
    return int(found[1]), int(found[2])
