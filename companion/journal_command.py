"""The command `trioscope journal check`: what a journal holds, and what of a damaged one can be saved."""

from __future__ import annotations

import argparse
import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from companion.rules.forms import printable
from companion.rules.verdict import LANGUAGES, Language
from companion.rules.wording import fill
from companion.streams import complain, write_line

if TYPE_CHECKING:
    from companion.journal.salvage import Findings

OK, STUCK, BAD_INPUT = 0, 1, 2
DESCRIPTION = (
    "Say how many games, events and pictures can be read in a journal, also in a damaged one, without "
    "changing anything in it. Exit code 0: all is well, or everything readable was saved. "
    "1: the journal is damaged."
)
EXAMPLE = "Example: trioscope journal check journal.db.damaged-20250131-201500 --save saved.db"

SENTENCES: dict[Language, dict[str, str]] = {
    "en": {
        "healthy": "{file} is in order: {games} {games:game|games}, {events} {events:event|events}, "
        "{pictures} {pictures:picture|pictures}.",
        "damaged": "{file} is damaged: {games} {games:game|games}, {events} {events:event|events} and "
        "{pictures} {pictures:picture|pictures} can be saved.",
        "gaps": "{gaps} {gaps:stretch|stretches} of it cannot be read.",
        "stranded": "{stranded} {stranded:event|events} can be read but {stranded:comes|come} after one that "
        "is lost: {stranded:it stays|they stay} in the old file.",
        "how": "To save it: trioscope journal check {file} --save NEW",
        "saved": "Saved as {out}.",
        "beside": "Set aside earlier: {file}",
    },
    "fr": {
        "healthy": "{file} est en ordre : {games} {games:partie|parties}, {events} "
        "{events:événement|événements}, {pictures} {pictures:image|images}.",
        "damaged": "{file} est abîmé : {games} {games:partie|parties}, {events} "
        "{events:événement|événements} et {pictures} {pictures:image|images} peuvent être sauvés.",
        "gaps": "{gaps} {gaps:passage est illisible|passages sont illisibles}.",
        "stranded": "{stranded} {stranded:événement lisible vient|événements lisibles viennent} après un "
        "événement perdu : {stranded:il reste|ils restent} dans l’ancien fichier.",
        "how": "Pour sauver le reste : trioscope journal check {file} --save NOUVEAU",
        "saved": "Sauvé dans {out}.",
        "beside": "Mis de côté auparavant : {file}",
    },
}


def add_options(journal: argparse.ArgumentParser) -> None:
    """The options of the command, and what its help says."""
    journal.description = "Look after the journal, the file that holds every game."
    journal.epilog = "Example: trioscope journal check"
    actions = journal.add_subparsers(dest="action", required=True, metavar="check")
    check = actions.add_parser("check", help="what can be read?", description=DESCRIPTION, epilog=EXAMPLE)
    check.add_argument(
        "file", nargs="?", metavar="FILE", help="the journal (default: the one in the settings)"
    )
    check.add_argument("--save", metavar="NEW", help="write what can be saved into a new journal")
    check.add_argument("--settings", metavar="FILE", help="the settings that say where the journal is")
    check.add_argument("--json", action="store_true", help="as one JSON object")
    check.add_argument("--lang", choices=LANGUAGES, default="en", help="language (default: en)")
    check.set_defaults(run=run_check)


def run_check(options: argparse.Namespace) -> int:
    from companion.journal.errors import JournalDamaged, JournalError
    from companion.journal.salvage import look, save
    from companion.settings import Settings, SettingsError

    language: Language = options.lang
    try:
        path = (
            Path(options.file)
            if options.file
            else Settings.load(options.settings, os.environ).general.journal
        )
        found = look(path) if options.save is None else save(path, Path(options.save))
    except SettingsError as fault:
        complain(fault.say(language))
        return BAD_INPUT
    except JournalError as fault:
        complain(fault.say(language))
        return STUCK if isinstance(fault, JournalDamaged) else BAD_INPUT
    kept = sorted(path.parent.glob(f"{path.name}.damaged-*[0-9]"))
    if options.json:
        said = {
            "file": str(path),
            **asdict(found),
            "saved": options.save,
            "set_aside": [str(one) for one in kept],
        }
        write_line(json.dumps(said, ensure_ascii=False))
    else:
        for sentence in _sentences(path, found, options.save, kept, language):
            write_line(sentence)
    return OK if found.is_healthy or options.save is not None else STUCK


def _sentences(
    path: Path, found: Findings, out: str | None, kept: list[Path], language: Language
) -> list[str]:
    file, new = printable(str(path)), printable(out or "")
    reasons = ["healthy" if found.is_healthy else "damaged"]
    reasons += ["gaps"] if found.gaps else []
    reasons += ["stranded"] if found.stranded else []
    if out is not None:
        reasons.append("saved")
    elif not found.is_healthy and found.games:
        reasons.append("how")
    said = [fill(SENTENCES[language][one], language, file=file, out=new, **asdict(found)) for one in reasons]
    return said + [fill(SENTENCES[language]["beside"], language, file=printable(str(one))) for one in kept]
