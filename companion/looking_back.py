"""What the commands that look back share: which journal is meant, and what is said when it cannot be read."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from pathlib import Path

from companion.journal import Journal, JournalDamaged, JournalError, JournalMissing, NoSuchGame
from companion.past_games import PastGame, look_back
from companion.rules.forms import printable
from companion.rules.verdict import LANGUAGES, Language
from companion.rules.wording import fill
from companion.settings import Settings, SettingsError
from companion.streams import complain, write_line

OK, STUCK, BAD_INPUT = 0, 1, 2
LAST = "last"

SENTENCES: dict[Language, dict[str, str]] = {
    "en": {
        "no-games": "There are no games yet in {file}.",
        "no-such-game": "There is no game {game} in {file}: “trioscope history” lists them all.",
    },
    "fr": {
        "no-games": "Il n’y a pas encore de partie dans {file}.",
        "no-such-game": "Il n’y a pas de partie {game} dans {file} : "
        "« trioscope history » les montre toutes.",
    },
}


def add_journal_options(command: argparse.ArgumentParser) -> None:
    """Which journal, and in which language."""
    command.add_argument("--journal", metavar="FILE", help="the journal (default: the one in the settings)")
    command.add_argument("--settings", metavar="FILE", help="the settings that say where the journal is")
    command.add_argument("--lang", choices=LANGUAGES, default="en", help="language (default: en)")


def add_game(command: argparse.ArgumentParser, default: str | None = None) -> None:
    """Which game is meant; it must be said, unless there is a default."""
    command.add_argument(
        "game",
        metavar="GAME",
        type=_game,
        nargs=None if default is None else "?",
        default=default,
        help="the number of a game, or: last" + ("" if default is None else f" (default: {default})"),
    )


def with_journal(options: argparse.Namespace, look: Callable[[Journal], int]) -> int:
    """Let `look` read the journal that the options mean; the exit code. `JournalMissing` is raised."""
    try:
        path = path_of(options)
        with Journal.open(path, read_only=True) as journal:
            return look(journal)
    except SettingsError as fault:
        complain(fault.say(options.lang))
        return BAD_INPUT
    except JournalMissing:
        raise
    except JournalError as fault:
        complain(fault.say(options.lang))
        return STUCK if isinstance(fault, JournalDamaged) else BAD_INPUT


def with_game(options: argparse.Namespace, look: Callable[[PastGame], int]) -> int:
    """Let `look` see the game that the options name; the exit code."""

    def find(journal: Journal) -> int:
        games = journal.games()
        if not games:
            complain(say_no_games(options))
            return BAD_INPUT
        try:
            record = games[0] if options.game == LAST else journal.game(options.game)
        except NoSuchGame:
            sentence = SENTENCES[options.lang]["no-such-game"]
            complain(fill(sentence, options.lang, game=options.game, file=printable(str(path_of(options)))))
            return BAD_INPUT
        return look(look_back(journal, record))

    try:
        return with_journal(options, find)
    except JournalMissing:
        complain(say_no_games(options))
        return BAD_INPUT


def with_games(options: argparse.Namespace, look: Callable[[Journal], int], nothing: str) -> int:
    """Let `look` read a journal that holds games; where there are none yet, that is said, or with --json
    `nothing` is printed. The exit code."""

    def find(journal: Journal) -> int:
        return look(journal) if journal.games() else _say_none(options, nothing)

    try:
        return with_journal(options, find)
    except JournalMissing:
        return _say_none(options, nothing)


def path_of(options: argparse.Namespace) -> Path:
    """The journal that is meant; `SettingsError` if that is to be found in settings that cannot be used."""
    if options.journal:
        return Path(options.journal)
    return Settings.load(options.settings, os.environ).general.journal


def say_no_games(options: argparse.Namespace) -> str:
    file = printable(str(path_of(options)))
    return fill(SENTENCES[options.lang]["no-games"], options.lang, file=file)


def _say_none(options: argparse.Namespace, nothing: str) -> int:
    write_line(nothing if options.json else say_no_games(options))
    return OK


def _game(text: str) -> int | str:
    if text == LAST:
        return LAST
    if text.isascii() and text.isdigit() and len(text) < 18:  # what SQLite can count to
        return int(text)
    raise argparse.ArgumentTypeError(f"{printable(text)!r} is no game: give its number, or last")
