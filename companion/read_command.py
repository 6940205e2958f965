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
    import numpy as np
    from numpy.typing import NDArray

    from companion.pictures import Picture
    from companion.reader import Observation, Reader, ReaderMaker

OK, BAD_INPUT = 0, 2
GAMES = ("triolet", "triominos")
WORTH_NAMING = 0.001  # a face less likely than this is left out
MOST_DRAWN_PX = 8_000_000  # a larger picture is reduced before it is drawn on: nobody looks at more

DESCRIPTION = (
    "Print what lies on the board in a picture, as JSON. Several pictures, or a folder of them, answer with "
    "one JSON a line, in the order of their names."
)
EXAMPLE = "Example: trioscope read table.jpg --game triolet --annotate seen.png"

SENTENCES: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "no-game": "Say which game is in the picture: --game triolet, or --token for a single token",
        "triominos": "Triominos cannot be read from pictures yet: use --game triolet",
        "apart": "{one} goes without {other}: leave one of them out",
        "one-picture": "--annotate goes with one picture: name a single one",
        "png": "--annotate writes a PNG: give {path} a name that ends in .png",
        "same-file": "--annotate would overwrite the picture itself: choose another name than {path}",
        "cannot-draw": "{path} cannot be written ({why}): choose another file",
        "unread": "{count} {count:picture|pictures} could not be read",
    },
    "fr": {
        "no-game": "Dis quel jeu est sur l’image\N{NO-BREAK SPACE}: --game triolet, "
        "ou --token pour un seul jeton",
        "triominos": "Les images de Triominos ne se lisent pas encore\N{NO-BREAK SPACE}: "
        "utilise --game triolet",
        "apart": "{one} va sans {other}\N{NO-BREAK SPACE}: n’en garde qu’un",
        "one-picture": "--annotate va avec une seule image\N{NO-BREAK SPACE}: n’en donne qu’une",
        "png": "--annotate écrit un PNG\N{NO-BREAK SPACE}: donne à {path} un nom qui finit par .png",
        "same-file": "--annotate écraserait l’image elle-même\N{NO-BREAK SPACE}: "
        "choisis un autre nom que {path}",
        "cannot-draw": "Impossible d’écrire {path} ({why})\N{NO-BREAK SPACE}: choisis un autre fichier",
        "unread": "{count} {count:image n’a pas pu être lue|images n’ont pas pu être lues}",
    },
}
FRENCH_PROBLEMS: Mapping[str, str] = {
    "no-board": "Il n’y a pas de plateau de 15 x 15 cases sur l’image. Mets tout le plateau sous la caméra.",
    "cut-off": "Le plateau dépasse de l’image. Déplace le plateau ou la caméra.",
    "blur": "L’image est trop floue pour trouver le plateau. Règle la netteté, ou tiens la caméra immobile.",
    "dark": "L’image est trop sombre pour trouver le plateau. Allume une lampe.",
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


def run_read(options: argparse.Namespace, make_reader: ReaderMaker | None = None) -> int:
    """Answer for every picture; `make_reader` builds the reader, unless it is the usual one."""
    from companion.pictures import PictureFault
    from companion.reader import make_triolet_reader

    complaint = _complaint(options)
    if complaint is not None:
        complain(complaint)
        return BAD_INPUT
    profile = Path(options.profile) if options.profile is not None else None
    try:
        pictures, is_many = _named_pictures(options.pictures)
        if is_many and options.annotate is not None:
            complain(SENTENCES[options.lang]["one-picture"])
            return BAD_INPUT
        try:
            reader = (make_reader or make_triolet_reader)(profile)
        except ValueError as fault:  # the profile cannot be used; its text is for people
            complain(str(fault))
            return BAD_INPUT
        if is_many:
            return _answer_many(pictures, reader, options)
        return _answer_one(pictures[0], reader, options)
    except PictureFault as fault:
        complain(fault.say(options.lang))
        return BAD_INPUT


def _complaint(options: argparse.Namespace) -> str | None:
    """What is wrong with the options, if anything is."""
    sentences = SENTENCES[options.lang]
    if options.game == "triominos":
        return sentences["triominos"]
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


def _answer_one(path: Path, reader: Reader, options: argparse.Namespace) -> int:
    from companion.pictures import load_picture

    picture = load_picture(path)
    if options.token:
        write_line(_encode(_describe_token(reader.read_token(picture.pixels))))
        return OK
    seen = reader.read_board(picture.pixels)
    if options.annotate is not None:
        try:
            _save_annotated(picture.pixels, seen, Path(options.annotate))
        except OSError as fault:
            why = (fault.strerror or str(fault)).lower()
            sentence = SENTENCES[options.lang]["cannot-draw"]
            complain(sentence.format(path=printable(options.annotate), why=why))
            return BAD_INPUT
    write_line(_encode(_describe_board(seen, picture, options.lang)))
    return OK


def _answer_many(paths: Sequence[Path], reader: Reader, options: argparse.Namespace) -> int:
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
            return named | {"problem": fault.say(options.lang)}
        if options.token:
            return named | _describe_token(reader.read_token(picture.pixels))
        return named | _describe_board(reader.read_board(picture.pixels), picture, options.lang)

    answers: Iterable[dict[str, object]] = map(answer, paths)
    if not (sys.stdout is not None and sys.stdout.isatty()):  # there the answers themselves show progress
        answers = with_progress(answers, len(paths), "reading")
    for line in answers:
        write_line(_encode(line))
    if not unread:
        return OK
    complain(fill(SENTENCES[options.lang]["unread"], options.lang, count=unread))
    return BAD_INPUT


def _describe_board(seen: Observation, picture: Picture, language: Language) -> dict[str, object]:
    """The answer for a board, in the pixels of the file."""
    from companion.reader import in_file_pixels
    from vision.observation import NoBoard

    answer = in_file_pixels(seen, picture).to_json()
    if isinstance(seen, NoBoard) and language == "fr":
        answer["problem"] = FRENCH_PROBLEMS[seen.problem]
    return answer


def _describe_token(likely: NDArray[np.float32]) -> dict[str, object]:
    """The answer for a single token: the face, if one is likely enough, and every other that it may be."""
    from vision.observation import FACES, LEGIBLE

    faces = sorted(zip(FACES, map(float, likely), strict=True), key=lambda face: -face[1])
    best, confidence = faces[0]
    return {
        "face": best if confidence >= LEGIBLE else None,
        "confidence": round(confidence, 6),
        "faces": {face: round(share, 6) for face, share in faces if share > WORTH_NAMING},
    }


def _save_annotated(pixels: NDArray[np.uint8], seen: Observation, path: Path) -> None:
    """Draw what was seen. A very large picture is drawn smaller: a copy and its PNG take much memory."""
    import cv2
    import numpy as np

    from companion.pictures import Picture, save_png
    from companion.reader import in_file_pixels
    from vision.annotate import annotate

    share = (MOST_DRAWN_PX / (pixels.shape[0] * pixels.shape[1])) ** 0.5
    if share < 1:
        pixels = np.asarray(
            cv2.resize(pixels, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8
        )
        seen = in_file_pixels(seen, Picture(pixels, share))
    save_png(annotate(pixels, seen), path)


_encode = json.JSONEncoder(ensure_ascii=False).encode
