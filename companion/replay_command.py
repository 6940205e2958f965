"""The command `trioscope replay`: a whole game scored from a folder of pictures."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from companion.rules.errors import Malformed
from companion.rules.forms import printable
from companion.rules.triolet.editions import EDITIONS, Layout, Rules
from companion.rules.triominos.position import SCORINGS
from companion.rules.verdict import LANGUAGES, Language
from companion.streams import complain, write_line

if TYPE_CHECKING:
    from calibration.profile import Profile
    from companion.players.presses import Told
    from companion.replay import Umpire
    from companion.session.setup import Rules as AnyRules
    from companion.tile_umpire import TriominosUmpire
    from companion.umpire import Bytes, TrioletUmpire

OK, BAD_INPUT = 0, 2
GAMES = ("triolet", "triominos")
TURNS = "turns.json"
DESCRIPTION = (
    "Score a whole game from the pictures of a folder, in the order of their names: the first shows the "
    "empty board or table, each next one the table when End turn was pressed. A file turns.json in the "
    'folder may say what no camera sees: {"03.jpg": {"joker": 4, "exchanged": 1}}, or for Triominos '
    '{"03.jpg": {"drawn": 2, "timeout": true}}.'
)
EXAMPLE = "Example: trioscope replay holiday-game/ --game triolet --players 3"
MOST_PLAYERS = 4

SENTENCES: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "cannot-read": "{path} cannot be read ({why}): check who may read it",
        "players": "{count} players are not possible: {game} is for 1 to 4",
    },
    "fr": {
        "cannot-read": "Impossible de lire {path} ({why}) : vérifie qui peut le lire",
        "players": "{count} joueurs, ce n’est pas possible : {game} se joue de 1 à 4",
    },
}


def add_options(replay: argparse.ArgumentParser) -> None:
    """The options of the command, and what its help says."""
    replay.description, replay.epilog = DESCRIPTION, EXAMPLE
    replay.add_argument("folder", metavar="FOLDER")
    replay.add_argument("--game", choices=GAMES, required=True)
    replay.add_argument("--players", type=int, default=2, metavar="N", help="how many play (default: 2)")
    replay.add_argument(
        "--profile", metavar="FILE", help="what calibration found (default: the first picture)"
    )
    replay.add_argument("--edition", choices=tuple(EDITIONS), default="fr", help="rules of Triolet")
    replay.add_argument("--scoring", choices=SCORINGS, default="standard", help="scoring of Triominos")
    replay.add_argument("--layout", metavar="FILE", help="the special squares: JSON as for judge")
    replay.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the sentences")
    replay.set_defaults(run=run_replay)


def run_replay(options: argparse.Namespace) -> int:
    from calibration.profile import ProfileFault
    from companion.pictures import PictureFault, pictures_in
    from companion.requests import read_json
    from companion.rules.sentences import say_fault

    sentences = SENTENCES[options.lang]
    if not 1 <= options.players <= MOST_PLAYERS:
        complain(sentences["players"].format(count=options.players, game=options.game.capitalize()))
        return BAD_INPUT
    named = ""
    try:
        folder = Path(options.folder)
        pictures = pictures_in(folder)
        start = _start_triolet if options.game == "triolet" else _start_triominos
        named = options.layout or ""
        layout = None if options.layout is None else Layout.parse(read_json(Path(named).read_bytes()))
        named = str(folder / TURNS)
        told = _read_told(folder / TURNS)
        named = options.profile or ""
        umpire, begin, rules = start(options, layout, told)
    except Malformed as fault:
        complain(f"{printable(named)}: {say_fault(fault, options.lang)}")
        return BAD_INPUT
    except PictureFault as fault:
        complain(fault.say(options.lang))
        return BAD_INPUT
    except ProfileFault as fault:
        complain(str(fault))
        return BAD_INPUT
    except OSError as fault:
        why = (fault.strerror or str(fault)).lower()
        complain(sentences["cannot-read"].format(path=printable(named), why=why))
        return BAD_INPUT
    return _replay(pictures, umpire, begin, rules, told, options)


Begin = Callable[["Bytes"], "str | None"]  # takes in the first picture; says what is wrong with it


def _replay(
    pictures: list[Path],
    umpire: Umpire,
    begin: Begin,
    rules: AnyRules,
    told: Mapping[str, Told],
    options: argparse.Namespace,
) -> int:
    from companion.pictures import PictureFault, load_picture
    from companion.players.presses import NOTHING_TOLD
    from companion.progress import with_progress
    from companion.replay import Replay

    replay = Replay(umpire, rules, options.players, options.lang)
    for number, path in enumerate(with_progress(pictures, len(pictures), "replay")):
        try:
            pixels = load_picture(path).pixels
        except PictureFault as fault:
            line = {**replay.stand(path.name), "problem": fault.say(options.lang)}
        else:
            if number == 0:
                line = replay.begin(path.name)
                problem = begin(pixels)
                if problem is not None:
                    line["problem"] = problem
            else:
                line = replay.press(path.name, pixels, told.get(path.name, NOTHING_TOLD))
        write_line(json.dumps(line, ensure_ascii=False))
    write_line(json.dumps(replay.final(), ensure_ascii=False))
    return OK


def _start_triolet(
    options: argparse.Namespace, layout: Layout | None, told: Mapping[str, Told]
) -> tuple[TrioletUmpire, Begin, AnyRules]:
    from calibration.profile import load_profile
    from companion.umpire import TrioletUmpire

    profile = None if options.profile is None else load_profile(Path(options.profile))
    umpire = TrioletUmpire(None if profile is None else profile.known)

    def begin(pixels: Bytes) -> str | None:
        return _begin_triolet(umpire, pixels, profile)

    return umpire, begin, _rules(options.edition, layout, profile)


def _begin_triolet(umpire: TrioletUmpire, pixels: Bytes, profile: Profile | None) -> str | None:
    """Learn the empty board from the first picture; what was wrong with it, if it shows none."""
    from calibration.calibrate import CalibrationFault, calibrate_board
    from vision.observation import SENTENCES as WHY_NOT
    from vision.observation import NoBoard

    problem = None
    if profile is None:
        try:
            umpire.known = calibrate_board(pixels)[0].known
        except CalibrationFault as fault:
            problem = str(fault)
    seen = umpire.look([pixels])
    if isinstance(seen, NoBoard):
        return problem or WHY_NOT[seen.problem]
    if problem is None:
        umpire.accept()
    return problem


def _start_triominos(
    options: argparse.Namespace, layout: Layout | None, told: Mapping[str, Told]
) -> tuple[TriominosUmpire, Begin, AnyRules]:
    from companion.rules.triominos.game import Rules as TriominosRules
    from companion.tile_umpire import TriominosUmpire
    from vision.tiles import SENTENCES as WHY_NOT

    known = None
    if options.profile is not None:
        from calibration.table_profile import load_table_profile

        known = load_table_profile(Path(options.profile)).known
    umpire = TriominosUmpire(known)

    def begin(pixels: Bytes) -> str | None:
        problem = umpire.see_empty([pixels]).problem
        return None if problem is None else WHY_NOT[problem]

    # Only Challenge knows a timer, and only Challenge can be played alone.
    is_challenge = options.players == 1 or any(one.timeout for one in told.values())
    return umpire, begin, TriominosRules(scoring=options.scoring, challenge=is_challenge)


def _rules(edition: str, layout: Layout | None, profile: Profile | None) -> Rules:
    """The rules of an edition; a profile's own special squares were confirmed by those who made it."""
    rules = Rules.parse({"edition": edition})
    if layout is None and profile is not None:
        layout = Layout.parse({kind: list(cells) for kind, cells in profile.specials.items()})
    return rules if layout is None else rules.with_layout(layout)


def _read_told(path: Path) -> dict[str, Told]:
    """What the players told, if they told anything."""
    from companion.replay import parse_turns
    from companion.requests import read_json

    return parse_turns(read_json(path.read_bytes())) if path.exists() else {}
