"""The command `trioscope score`: a game scored from photos taken by hand, for people without the box."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.rules.errors import Malformed
from companion.rules.forms import printable
from companion.rules.triolet.editions import EDITIONS, Layout
from companion.rules.triolet.editions import Rules as TrioletRules
from companion.rules.triominos.game import Rules as TriominosRules
from companion.rules.triominos.position import SCORINGS
from companion.rules.verdict import LANGUAGES, Language
from companion.streams import complain, write_line

if TYPE_CHECKING:
    from companion.players.presses import Told
    from companion.replay import Umpire
    from companion.score_answers import FreeUmpire, Keyboard
    from companion.session.setup import Rules

OK, BAD_INPUT = 0, 2
GAMES = ("triolet", "triominos")
TITLES = {"triolet": "Triolet", "triominos": "Triominos"}
TURNS = "turns.json"
MOST_PLAYERS = 4
DESCRIPTION = (
    "Score a game from photos of the table, one after each turn, taken with any telephone from any side: the "
    "tokens that lie there already say which way round each photo is. The photos are taken in the order of "
    "their names. The first may show the empty board; else it shows the first move. A photo with nothing new "
    "is a pass. What is unclear is asked if somebody sits at the keyboard; else it is listed with its "
    "reason, and nothing is guessed. A file turns.json beside the photos may say what no camera sees: "
    '{"03.jpg": {"joker": 4, "exchanged": 1}}.'
)
EXAMPLE = "Example: trioscope score holiday/ --names Anna,Ben"

SENTENCES: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "cannot-read": "{path} cannot be read ({why}): check who may read it",
        "players": "{count} players are not possible: {game} is for 1 to 4",
        "names": "There are {count} players but {names} names: leave --players out, or name them all",
        "title": "{game}, {count} {count:photo|photos}",
        "player": "Player {number}",
    },
    "fr": {
        "cannot-read": "Impossible de lire {path} ({why}) : vérifie qui peut le lire",
        "players": "{count} joueurs, ce n’est pas possible : {game} se joue de 1 à 4",
        "names": "Il y a {count} joueurs mais {names} noms : laisse --players, ou nomme-les tous",
        "title": "{game}, {count} {count:photo|photos}",
        "player": "Joueur {number}",
    },
}


def add_options(score: argparse.ArgumentParser) -> None:
    """The options of the command, and what its help says."""
    score.description, score.epilog = DESCRIPTION, EXAMPLE
    score.add_argument("photos", nargs="+", metavar="PHOTO", help="a photo, or a folder of photos")
    score.add_argument("--game", choices=GAMES, default="triolet", help="default: triolet")
    score.add_argument("--players", type=int, metavar="N", help="how many play (default: 2, or the names)")
    score.add_argument(
        "--names", type=_names, metavar="A,B,…", help="the players in the order of their turns"
    )
    score.add_argument(
        "--edition", choices=tuple(EDITIONS), default="fr", help="rules of Triolet (default: fr)"
    )
    score.add_argument("--scoring", choices=SCORINGS, default="standard", help="scoring of Triominos")
    score.add_argument(
        "--layout",
        metavar="FILE",
        help="the special squares, row A at the top of the first photo: JSON as for judge",
    )
    score.add_argument(
        "--json", action="store_true", help="one JSON a line, as replay prints it; asks nothing"
    )
    score.add_argument("--lang", choices=LANGUAGES, default="en", help="language (default: en)")
    score.set_defaults(run=run_score)


def run_score(options: argparse.Namespace) -> int:
    from companion.pictures import PictureFault
    from companion.requests import read_json
    from companion.rules.sentences import say_fault

    sentences = SENTENCES[options.lang]
    count = len(options.names or (1, 2)) if options.players is None else options.players
    names = options.names or [sentences["player"].format(number=seat + 1) for seat in range(count)]
    if not 1 <= count <= MOST_PLAYERS:
        complain(sentences["players"].format(count=count, game=TITLES[options.game]))
        return BAD_INPUT
    if len(names) != count:
        complain(sentences["names"].format(count=count, names=len(names)))
        return BAD_INPUT
    named = ""
    try:
        photos = find_photos(map(Path, options.photos))
        named = options.layout or ""
        layout = None if options.layout is None else Layout.parse(read_json(Path(named).read_bytes()))
        named = str(photos[0].parent / TURNS)
        told = _read_told(Path(named))
    except Malformed as fault:
        complain(f"{printable(named)}: {say_fault(fault, options.lang)}")
        return BAD_INPUT
    except PictureFault as fault:
        complain(fault.say(options.lang))
        return BAD_INPUT
    except OSError as fault:
        why = (fault.strerror or str(fault)).lower()
        complain(sentences["cannot-read"].format(path=printable(named), why=why))
        return BAD_INPUT
    _score(photos, _rules(options, count, layout, told), told, names, options)
    return OK


def find_photos(named: Iterable[Path]) -> list[Path]:
    """The photos, and those of the folders among them, in the order of their names: IMG_9 before IMG_10."""
    from companion.pictures import pictures_in

    photos = [photo for path in named for photo in (pictures_in(path) if path.is_dir() else [path])]
    return sorted(photos, key=lambda path: natural_order(path.name))


def natural_order(name: str) -> tuple[tuple[int, str], ...]:
    """To sort names by: digits count as numbers."""
    parts = re.findall(r"[0-9]+|[^0-9]+", name.casefold())
    return tuple((int(part), "") if part[0] in "0123456789" else (-1, part) for part in parts)


def _score(
    photos: Sequence[Path],
    rules: Rules,
    told: Mapping[str, Told],
    names: Sequence[str],
    options: argparse.Namespace,
) -> None:
    """Score photo by photo: JSON lines as they come, or the whole sheet at the end."""
    from companion.photo_sheet import PhotoSheet
    from companion.pictures import PictureFault, load_picture
    from companion.players.presses import NOTHING_TOLD
    from companion.progress import with_progress
    from companion.replay import Replay
    from companion.rules.wording import fill
    from companion.score_answers import AnsweringUmpire

    free, sheet = _umpire(options.game), PhotoSheet(names, options.lang)
    keyboard = None if options.json else _keyboard(options.lang)
    umpire: Umpire = free if keyboard is None else AnsweringUmpire(free, keyboard)
    replay = Replay(umpire, rules, len(names), options.lang)
    for number, path in enumerate(with_progress(photos, len(photos), "score")):
        before, one, is_empty = replay.game, told.get(path.name, NOTHING_TOLD), False
        if keyboard is not None:
            keyboard.photo, keyboard.told = printable(path.name), one
        try:
            pixels = load_picture(path).pixels
        except PictureFault as fault:
            line = {**replay.stand(path.name), "problem": fault.say(options.lang)}
        else:
            is_empty = number == 0 and free.begin(pixels, before)
            line = replay.begin(path.name) if is_empty else replay.press(path.name, pixels, one)
        if options.json:
            write_line(json.dumps(line, ensure_ascii=False))
        elif is_empty:
            sheet.add_empty(path.name)
        else:
            sheet.add(path.name, line, before, replay.game)
    if options.json:
        write_line(json.dumps(replay.final(), ensure_ascii=False))
        return
    title = fill(SENTENCES[options.lang]["title"], options.lang, game=TITLES[options.game], count=len(photos))
    write_line(sheet.format(title, replay.game))


def _umpire(game: str) -> FreeUmpire:
    if game == "triolet":
        from companion.handheld import HandheldUmpire

        return HandheldUmpire()
    from companion.handheld_tiles import HandheldTileUmpire

    return HandheldTileUmpire()


def _rules(
    options: argparse.Namespace, players: int, layout: Layout | None, told: Mapping[str, Told]
) -> Rules:
    if options.game == "triolet":
        rules = TrioletRules.parse({"edition": options.edition})
        return rules if layout is None else rules.with_layout(layout)
    # Only Challenge knows a timer, and only Challenge can be played alone.
    is_challenge = players == 1 or any(one.timeout for one in told.values())
    return TriominosRules(scoring=options.scoring, challenge=is_challenge)


def _read_told(path: Path) -> dict[str, Told]:
    """What the players told, if they told anything."""
    from companion.replay import parse_turns
    from companion.requests import read_json

    return parse_turns(read_json(path.read_bytes())) if path.exists() else {}


def _keyboard(language: Language) -> Keyboard | None:
    """Somebody who can be asked, if there is anybody."""
    from companion.score_answers import Keyboard

    if sys.stdin is None or sys.stderr is None or not (sys.stdin.isatty() and sys.stderr.isatty()):
        return None
    return Keyboard(complain, lambda: sys.stdin.readline() or None, language)


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]
