"""The command `trioscope export`: one game as a table, as a picture, or as moving pictures."""

from __future__ import annotations

import argparse
import errno
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from companion.game_sheet import game_to_csv, game_to_json
from companion.looking_back import BAD_INPUT, OK, STUCK, add_game, add_journal_options, with_game
from companion.past_games import PastGame
from companion.rules.forms import printable
from companion.rules.verdict import Language
from companion.streams import complain, write_line

DESCRIPTION = (
    "Write one game into files: its turns as CSV or JSON, the score sheet with the final table as a PNG "
    "picture, the game growing turn by turn as a GIF. A file that is there already is replaced."
)
EXAMPLE = "Example: trioscope export last --png game.png --gif game.gif"

SENTENCES: dict[Language, dict[str, str]] = {
    "en": {
        "nothing-asked": "Say what to write: --csv FILE, --json FILE, --png FILE or --gif FILE.",
        "cannot-write": "{file} cannot be written ({why}): choose another place.",
        "no-room": "The disk is full: {file} was not written.",
        "unreadable": "Nothing of game {game} can be read, so there is nothing to draw.",
        "written": "Written: {file}",
    },
    "fr": {
        "nothing-asked": "Dites quoi écrire : --csv FICHIER, --json FICHIER, --png FICHIER ou --gif FICHIER.",
        "cannot-write": "Impossible d’écrire {file} ({why}) : choisissez un autre endroit.",
        "no-room": "Le disque est plein : {file} n’a pas été écrit.",
        "unreadable": "Rien de la partie {game} n’est lisible : il n’y a rien à dessiner.",
        "written": "Écrit : {file}",
    },
}


def add_options(export: argparse.ArgumentParser) -> None:
    """The options of the command, and what its help says."""
    export.description, export.epilog = DESCRIPTION, EXAMPLE
    add_game(export)
    export.add_argument("--csv", metavar="FILE", help="the turns as a table")
    export.add_argument("--json", metavar="FILE", help="everything as one JSON object")
    export.add_argument("--png", metavar="FILE", help="the score sheet and the final table as a picture")
    export.add_argument("--gif", metavar="FILE", help="the game as moving pictures")
    add_journal_options(export)
    export.set_defaults(run=run_export)


def run_export(options: argparse.Namespace) -> int:
    sentences = SENTENCES[options.lang]
    wanted = {form: getattr(options, form) for form in MAKERS if getattr(options, form) is not None}
    if not wanted:
        complain(sentences["nothing-asked"])
        return BAD_INPUT

    def look(past: PastGame) -> int:
        if past.state is None and not wanted.keys().isdisjoint(("png", "gif")):
            complain(sentences["unreadable"].format(game=past.record.id))
            return BAD_INPUT
        for form, file in wanted.items():
            code = _write(Path(file), MAKERS[form](past, options.lang), sentences)
            if code != OK:
                return code
        return OK

    return with_game(options, look)


def _write(path: Path, data: bytes, sentences: dict[str, str]) -> int:
    """Write a file beside its place and rename it; the exit code."""
    fresh = path.with_name(path.name + ".new") if path.name else path
    try:
        fresh.write_bytes(data)
        fresh.replace(path)
    except OSError as fault:
        with suppress(OSError):
            if fresh != path:
                fresh.unlink(missing_ok=True)
        is_full = fault.errno in (errno.ENOSPC, errno.EDQUOT)
        sentence = sentences["no-room" if is_full else "cannot-write"]
        why = (fault.strerror or str(fault)).lower()
        complain(sentence.format(file=printable(str(path)), why=why))
        return STUCK if is_full else BAD_INPUT
    write_line(sentences["written"].format(file=printable(str(path))))
    return OK


def _csv(past: PastGame, language: Language) -> bytes:
    return game_to_csv(past, language).encode()


def _json(past: PastGame, language: Language) -> bytes:
    return (json.dumps(game_to_json(past, language), ensure_ascii=False, indent=2) + "\n").encode()


def _png(past: PastGame, language: Language) -> bytes:
    from companion.prints.poster import draw_poster, encode_png

    return encode_png(draw_poster(past, language))


def _gif(past: PastGame, language: Language) -> bytes:
    from companion.prints.movie import draw_movie, encode_gif

    return encode_gif(draw_movie(past, language))


MAKERS: dict[str, Callable[[PastGame, Language], bytes]] = {
    "csv": _csv,
    "json": _json,
    "png": _png,
    "gif": _gif,
}
