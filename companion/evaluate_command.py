"""The command `trioscope evaluate`: its options, and its faults as one sentence."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from companion.rules.forms import printable
from companion.streams import complain, write_line

if TYPE_CHECKING:
    from companion.reader import ReaderMaker

OK, BAD_INPUT = 0, 2
MOST_JOBS = 64

DESCRIPTION = (
    "Read every picture whose truth is written down, in a .json beside it as `trioscope render` writes it or "
    "in the folder's truth.json, and print how often it was read right."
)
EXAMPLE = "Example: trioscope evaluate pictures --jobs 2 --sheet misses.png"


def add_options(evaluate: argparse.ArgumentParser) -> None:
    """The options of the command, and what its help says."""
    evaluate.description, evaluate.epilog = DESCRIPTION, EXAMPLE
    evaluate.add_argument("folders", nargs="+", metavar="FOLDER", help="of labelled pictures")
    evaluate.add_argument("--profile", metavar="FILE", help="what calibration saved")
    evaluate.add_argument("--jobs", type=_jobs, default=1, metavar="J", help="processes (default: 1)")
    evaluate.add_argument("--sheet", metavar="PNG", help="also write a contact sheet of what was misread")
    evaluate.add_argument("--json", action="store_true", help="print JSON instead of tables")
    evaluate.set_defaults(run=run_evaluate, lang="en")


def run_evaluate(options: argparse.Namespace, make_reader: ReaderMaker | None = None) -> int:
    """Read, compare, print; `make_reader` builds the reader, unless it is the usual one."""
    from companion.evaluate import evaluate_pictures
    from companion.evaluate_report import report, to_text
    from companion.evaluate_sheet import draw_misses
    from companion.pictures import PictureFault, save_png
    from companion.reader import make_triolet_reader
    from companion.truths import TruthFault, find_labelled

    profile = Path(options.profile) if options.profile is not None else None
    make_reader = make_reader or make_triolet_reader
    try:
        pictures = [picture for folder in options.folders for picture in find_labelled(Path(folder))]
        if options.sheet is not None:
            Path(options.sheet).touch()  # says now, not after an hour, that it cannot be written
        try:
            make_reader(profile)
        except ValueError as fault:  # the profile cannot be used; its text is for people
            complain(str(fault))
            return BAD_INPUT
        outcomes = evaluate_pictures(pictures, profile, options.jobs, make_reader)
        if options.sheet is not None:
            save_png(draw_misses(outcomes), Path(options.sheet))
    except (TruthFault, PictureFault) as fault:
        complain(str(fault))
        return BAD_INPUT
    except OSError as fault:
        reason = (fault.strerror or str(fault)).lower()
        complain(
            f"{printable(str(fault.filename or options.sheet))}: {reason}; choose another file or folder"
        )
        return BAD_INPUT
    told = report(outcomes)
    write_line(json.dumps(told.to_json(), ensure_ascii=False) if options.json else to_text(told))
    return OK


def _jobs(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= MOST_JOBS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to {MOST_JOBS}")
    return int(text)
