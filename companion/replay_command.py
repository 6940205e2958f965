"""The command `trioscope replay`: a whole game scored from a folder of pictures."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
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
    from companion.umpire import Bytes, TrioletUmpire

OK, BAD_INPUT = 0, 2
GAMES = ("triolet", "triominos")
TURNS = "turns.json"
DESCRIPTION = (
    "Score a whole game from the pictures of a folder, in the order of their names: the first shows the "
    "empty board, each next one the table when End turn was pressed. A file turns.json in the folder may "
    'say what no camera sees: {"03.jpg": {"joker": 4, "exchanged": 1}}.'
)
EXAMPLE = "Example: trioscope replay holiday-game/ --game triolet --players 3"

SENTENCES: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "triominos": "Triominos cannot be replayed yet: there is no reader for it",
        "cannot-read": "{path} cannot be read ({why}): check who may read it",
        "players": "{count} players are not possible: Triolet is for 1 to 4",
    },
    "fr": {
        "triominos": "Triominos ne peut pas encore être rejoué : il n’y a pas de lecteur",
        "cannot-read": "Impossible de lire {path} ({why}) : vérifie qui peut le lire",
        "players": "{count} joueurs, ce n’est pas possible : Triolet se joue de 1 à 4",
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
    from calibration.profile import ProfileFault, load_profile
    from companion.pictures import PictureFault, pictures_in
    from companion.requests import read_json
    from companion.rules.sentences import say_fault

    sentences = SENTENCES[options.lang]
    if options.game == "triominos":
        complain(sentences["triominos"])
        return BAD_INPUT
    if not 1 <= options.players <= 4:
        complain(sentences["players"].format(count=options.players))
        return BAD_INPUT
    named = ""
    try:
        folder = Path(options.folder)
        pictures = pictures_in(folder)
        profile = None if options.profile is None else load_profile(Path(options.profile))
        named = options.layout or ""
        layout = None if options.layout is None else Layout.parse(read_json(Path(named).read_bytes()))
        named = str(folder / TURNS)
        told = _read_told(folder / TURNS)
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
    rules = _rules(options.edition, layout, profile)
    return _replay(pictures, profile, rules, told, options)


def _replay(
    pictures: list[Path],
    profile: Profile | None,
    rules: Rules,
    told: Mapping[str, Told],
    options: argparse.Namespace,
) -> int:
    from companion.pictures import PictureFault, load_picture
    from companion.players.presses import NOTHING_TOLD
    from companion.progress import with_progress
    from companion.replay import Replay
    from companion.umpire import TrioletUmpire

    umpire = TrioletUmpire(None if profile is None else profile.known)
    replay = Replay(umpire, rules, options.players, options.lang)
    for number, path in enumerate(with_progress(pictures, len(pictures), "replay")):
        try:
            pixels = load_picture(path).pixels
        except PictureFault as fault:
            line = {**replay.stand(path.name), "problem": fault.say(options.lang)}
        else:
            if number == 0:
                line = replay.begin(path.name)
                problem = _begin(umpire, pixels, profile)
                if problem is not None:
                    line["problem"] = problem
            else:
                line = replay.press(path.name, pixels, told.get(path.name, NOTHING_TOLD))
        write_line(json.dumps(line, ensure_ascii=False))
    write_line(json.dumps(replay.final(), ensure_ascii=False))
    return OK


def _begin(umpire: TrioletUmpire, pixels: Bytes, profile: Profile | None) -> str | None:
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
