"""The command `trioscope evaluate`: its options, and its faults as one sentence."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from companion.rules.forms import printable
from companion.streams import complain, write_line

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from companion.reader import ReaderMaker
    from companion.table_reader import TableReaderMaker

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


def run_evaluate(
    options: argparse.Namespace,
    make_reader: ReaderMaker | None = None,
    make_table_reader: TableReaderMaker | None = None,
) -> int:
    """Read, compare, print; the makers build the readers, unless they are the usual ones."""
    from companion.pictures import PictureFault, save_png
    from companion.truth_files import TruthFault, game_in

    folders = [Path(folder) for folder in options.folders]
    try:
        games = {game_in(folder) for folder in folders}
        if len(games) > 1:
            complain("These folders hold pictures of both games: evaluate one game at a time")
            return BAD_INPUT
        if games == {"triominos"}:
            told = _evaluate_triominos(folders, options, make_table_reader)
        else:
            told = _evaluate_triolet(folders, options, make_reader)
        if options.sheet is not None:
            save_png(told.draw(), Path(options.sheet))
    except (TruthFault, PictureFault, _BadProfile) as fault:
        complain(str(fault))
        return BAD_INPUT
    except OSError as fault:
        reason = (fault.strerror or str(fault)).lower()
        complain(
            f"{printable(str(fault.filename or options.sheet))}: {reason}; choose another file or folder"
        )
        return BAD_INPUT
    write_line(json.dumps(told.form, ensure_ascii=False) if options.json else told.text)
    return OK


@dataclass(frozen=True, slots=True)
class _Told:
    """What is printed, in either form, and what draws the sheet of misses."""

    text: str
    form: dict[str, object]
    draw: Callable[[], NDArray[np.uint8]]


class _BadProfile(ValueError):
    """A profile that cannot be used; its text is for people."""


def _evaluate_triolet(
    folders: Sequence[Path], options: argparse.Namespace, make_reader: ReaderMaker | None
) -> _Told:
    from companion.evaluate import evaluate_pictures
    from companion.evaluate_report import report, to_text
    from companion.evaluate_sheet import draw_misses
    from companion.reader import make_triolet_reader
    from companion.truths import find_labelled

    make = make_reader or make_triolet_reader
    pictures = [picture for folder in folders for picture in find_labelled(folder)]
    profile = _check_first(options, make)
    outcomes = evaluate_pictures(pictures, profile, options.jobs, make)
    told = report(outcomes)
    return _Told(to_text(told), told.to_json(), lambda: draw_misses(outcomes))


def _evaluate_triominos(
    folders: Sequence[Path], options: argparse.Namespace, make_reader: TableReaderMaker | None
) -> _Told:
    from companion.evaluate_tables import evaluate_tables
    from companion.evaluate_tables_report import report_tables, tables_to_text
    from companion.evaluate_tables_sheet import draw_table_misses
    from companion.table_reader import make_triominos_reader
    from companion.table_truths import find_labelled_tables

    make = make_reader or make_triominos_reader
    pictures = [picture for folder in folders for picture in find_labelled_tables(folder)]
    profile = _check_first(options, make)
    outcomes = evaluate_tables(pictures, profile, options.jobs, make)
    told = report_tables(outcomes)
    return _Told(tables_to_text(told), told.to_json(), lambda: draw_table_misses(outcomes))


def _check_first(options: argparse.Namespace, make_reader: Callable[[Path | None], object]) -> Path | None:
    """The profile, if any. Says now, not after an hour, that it or the sheet cannot be had."""
    profile = Path(options.profile) if options.profile is not None else None
    if options.sheet is not None:
        Path(options.sheet).touch()
    try:
        make_reader(profile)
    except ValueError as fault:
        raise _BadProfile(str(fault)) from None
    return profile


def _jobs(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= MOST_JOBS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to {MOST_JOBS}")
    return int(text)
