"""The command `trioscope read`: its options, its answers, and its faults as one sentence."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.progress import with_progress
from companion.rules.forms import printable
from companion.rules.verdict import LANGUAGES, Language
from companion.streams import complain, write_line

if TYPE_CHECKING:
    from companion.read_answers import Look
    from companion.reader import ReaderMaker
    from companion.table_reader import TableReaderMaker

OK, BAD_INPUT = 0, 2
GAMES = ("triolet", "triominos")

DESCRIPTION = (
    "Print what lies on the board or the table in a picture, as JSON. Several pictures, or a folder of them, "
    "answer with one JSON a line, in the order of their names."
)
EXAMPLE = "Example: trioscope read table.jpg --game triolet --annotate seen.png"

SENTENCES: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "no-game": "Say what is in the picture: --game triolet, --game triominos, or --token for a single "
        "token",
        "apart": "{one} goes without {other}: leave one of them out",
        "one-picture": "--annotate goes with one picture: name a single one",
        "png": "--annotate writes a PNG: give {path} a name that ends in .png",
        "same-file": "--annotate would overwrite the picture itself: choose another name than {path}",
        "cannot-draw": "{path} cannot be written ({why}): choose another file",
        "unread": "{count} {count:picture|pictures} could not be read",
    },
    "fr": {
        "no-game": "Dis ce que montre l’image\N{NO-BREAK SPACE}: --game triolet, --game triominos, "
        "ou --token pour un seul jeton",
        "apart": "{one} va sans {other}\N{NO-BREAK SPACE}: n’en garde qu’un",
        "one-picture": "--annotate va avec une seule image\N{NO-BREAK SPACE}: n’en donne qu’une",
        "png": "--annotate écrit un PNG\N{NO-BREAK SPACE}: donne à {path} un nom qui finit par .png",
        "same-file": "--annotate écraserait l’image elle-même\N{NO-BREAK SPACE}: "
        "choisis un autre nom que {path}",
        "cannot-draw": "Impossible d’écrire {path} ({why})\N{NO-BREAK SPACE}: choisis un autre fichier",
        "unread": "{count} {count:image n’a pas pu être lue|images n’ont pas pu être lues}",
    },
}


def add_options(read: argparse.ArgumentParser) -> None:
    """The options of the command, and what its help says."""
    read.description, read.epilog = DESCRIPTION, EXAMPLE
    read.add_argument("pictures", nargs="+", metavar="IMAGE", help="a picture, or a folder of pictures")
    read.add_argument("--game", choices=GAMES, help="what lies on the table")
    read.add_argument("--token", action="store_true", help="the picture shows one token, upright")
    read.add_argument("--profile", metavar="FILE", help="what calibration saved")
    read.add_argument("--annotate", metavar="OUT.png", help="also draw what was seen on the picture")
    read.add_argument(
        "--lang", choices=LANGUAGES, default="en", help="language of the sentences (default: en)"
    )
    read.set_defaults(run=run_read)


def run_read(
    options: argparse.Namespace,
    make_reader: ReaderMaker | None = None,
    make_table_reader: TableReaderMaker | None = None,
) -> int:
    """Answer for every picture; the makers build the readers, unless they are the usual ones."""
    from companion.pictures import PictureFault

    complaint = _complaint(options)
    if complaint is not None:
        complain(complaint)
        return BAD_INPUT
    try:
        pictures, is_many = _named_pictures(options.pictures)
        if is_many and options.annotate is not None:
            complain(SENTENCES[options.lang]["one-picture"])
            return BAD_INPUT
        try:
            look = _look(options, make_reader, make_table_reader)
        except ValueError as fault:  # the profile cannot be used; its text is for people
            complain(str(fault))
            return BAD_INPUT
        if is_many:
            return _answer_many(pictures, look, options.lang)
        return _answer_one(pictures[0], look, options)
    except PictureFault as fault:
        complain(fault.say(options.lang))
        return BAD_INPUT


def _look(
    options: argparse.Namespace,
    make_reader: ReaderMaker | None,
    make_table_reader: TableReaderMaker | None,
) -> Look:
    """How the pictures are looked at."""
    from companion.read_answers import look_at_boards, look_at_tables, look_at_tokens
    from companion.reader import make_triolet_reader
    from companion.table_reader import make_triominos_reader

    profile = Path(options.profile) if options.profile is not None else None
    if options.game == "triominos" and not options.token:
        return look_at_tables((make_table_reader or make_triominos_reader)(profile))
    reader = (make_reader or make_triolet_reader)(profile)
    return look_at_tokens(reader) if options.token else look_at_boards(reader)


def _complaint(options: argparse.Namespace) -> str | None:
    """What is wrong with the options, if anything is."""
    sentences = SENTENCES[options.lang]
    if options.token:
        for name in ("profile", "annotate"):
            if getattr(options, name) is not None:
                return sentences["apart"].format(one=f"--{name}", other="--token")
    elif options.game is None:
        return sentences["no-game"]
    if options.annotate is None:
        return None
    path = Path(options.annotate)
    shown = printable(options.annotate)
    if path.suffix.lower() != ".png":
        return sentences["png"].format(path=shown)
    if any(path.resolve() == Path(name).resolve() for name in options.pictures):
        return sentences["same-file"].format(path=shown)
    return None


def _named_pictures(names: Sequence[str]) -> tuple[list[Path], bool]:
    """The pictures in name order, and whether they answer with a line each: a folder always does."""
    from companion.pictures import pictures_in

    paths = [Path(name) for name in names]
    if len(paths) == 1 and not paths[0].is_dir():
        return paths, False
    chosen = [picture for path in paths for picture in (pictures_in(path) if path.is_dir() else [path])]
    return sorted(chosen, key=lambda path: (path.name, str(path))), True


def _answer_one(path: Path, look: Look, options: argparse.Namespace) -> int:
    from companion.pictures import load_picture, save_png

    sight = look(load_picture(path))
    if options.annotate is not None:
        try:
            save_png(sight.drawn(), Path(options.annotate))
        except OSError as fault:
            why = (fault.strerror or str(fault)).lower()
            sentence = SENTENCES[options.lang]["cannot-draw"]
            complain(sentence.format(path=printable(options.annotate), why=why))
            return BAD_INPUT
    write_line(_encode(sight.answer(options.lang)))
    return OK


def _answer_many(paths: Sequence[Path], look: Look, language: Language) -> int:
    """One line a picture; those that cannot be read say so, and the others go on."""
    from companion.pictures import PictureFault, load_picture
    from companion.rules.wording import fill

    unread = 0

    def answer(path: Path) -> dict[str, object]:
        nonlocal unread
        # The name as text, also where the file system holds bytes that are none.
        named: dict[str, object] = {"picture": path.name.encode("utf-8", "backslashreplace").decode()}
        try:
            picture = load_picture(path)
        except PictureFault as fault:
            unread += 1
            return named | {"problem": fault.say(language)}
        return named | look(picture).answer(language)

    answers: Iterable[dict[str, object]] = map(answer, paths)
    if not (sys.stdout is not None and sys.stdout.isatty()):  # there the answers themselves show progress
        answers = with_progress(answers, len(paths), "reading")
    for line in answers:
        write_line(_encode(line))
    if not unread:
        return OK
    complain(fill(SENTENCES[language]["unread"], language, count=unread))
    return BAD_INPUT


_encode = json.JSONEncoder(ensure_ascii=False).encode
