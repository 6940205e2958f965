"""The command `trioscope render`: its options, and its faults as one sentence."""

from __future__ import annotations

import argparse
import os

from companion.rules.errors import Malformed
from companion.streams import complain, write_line

OK, BAD_INPUT = 0, 2
GAMES = ("triolet", "triominos")
LEVELS = ("easy", "medium", "hard")
PARTS = ("train", "held-out", "all")
MOST_SEED = 2**40
ALONE = (
    "count",
    "jobs",
    "hands",
    "disorder",
    "few",
    "burst",
    "position",
)  # of single positions, not of whole games


DESCRIPTION = (
    "Write pictures of positions, each with its truth beside it in the form of `trioscope read`; "
    "with --play, one whole game as a folder for `trioscope replay`."
)
EXAMPLE = "Example: trioscope render --game triolet --count 20 --difficulty medium --out pictures"


def add_options(render: argparse.ArgumentParser) -> None:
    """The options of the command, and what its help says."""
    render.description, render.epilog = DESCRIPTION, EXAMPLE
    render.add_argument("--game", choices=GAMES, required=True)
    render.add_argument("--out", required=True, metavar="FOLDER", help="where to write")
    render.add_argument("--seed", type=_whole(0, MOST_SEED), default=1, metavar="N", help="default: 1")
    render.add_argument("--count", type=_whole(1, 2**20 - 1), metavar="K", help="pictures (default: 10)")
    render.add_argument("--difficulty", choices=LEVELS, default="medium", help="default: medium")
    render.add_argument(
        "--part", choices=PARTS, default="all", help="fonts and looks to draw from (default: all)"
    )
    render.add_argument("--fonts", metavar="FOLDER", help="of typefaces, as FAMILY/STYLE.ttf")
    render.add_argument("--font", metavar="FAMILY", help="print the pieces in this typeface")
    render.add_argument("--position", metavar="FILE", help="lay this: JSON as for judge, without a move")
    render.add_argument("--hands", type=_share, metavar="SHARE", help="of the pictures with a hand")
    render.add_argument(
        "--disorder", type=_share, metavar="SHARE", help="of the pictures with tokens all over the board"
    )
    render.add_argument(
        "--few", type=_share, metavar="SHARE", help="of the pictures with hardly a tile, as games begin"
    )
    render.add_argument(
        "--burst", type=_whole(1, 60), metavar="N", help="frames that each picture is made of (default: 1)"
    )
    render.add_argument("--jobs", type=_whole(1, 64), metavar="J", help="processes (default: 1)")
    render.add_argument("--sheet", metavar="PNG", help="also write a contact sheet of the first 24")
    render.add_argument("--play", action="store_true", help="a whole legal game instead of single positions")
    render.add_argument("--players", type=_whole(1, 4), metavar="N", help="with --play (default: 2)")
    render.add_argument("--mistakes", action="store_true", help="with --play: err as families do")
    render.set_defaults(run=run_render, lang="en")


def run_render(options: argparse.Namespace) -> int:
    # pygame greets on standard output, where the answer goes.
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from pathlib import Path  # late, as everything here: `trioscope judge` starts without it

    from companion.positions import read_position
    from companion.render import Order, render_game, render_set, write_sheet
    from companion.rules.sentences import say_fault

    for name in ALONE if options.play else ("players", "mistakes"):
        if getattr(options, name):
            complain(f"--{name} goes {'without' if options.play else 'with'} --play: leave one of them out")
            return BAD_INPUT
    if options.disorder and options.game != "triolet":
        complain("--disorder is for Triolet: Triominos tiles lie anywhere as it is")
        return BAD_INPUT
    if options.few and options.game != "triominos":
        complain("--few is for Triominos: a Triolet board is seen without any token, too")
        return BAD_INPUT
    try:
        if options.sheet is not None:
            Path(options.sheet).touch()  # says now, not after an hour, that it cannot be written
        pieces = None
        if options.position is not None:
            pieces = read_position(Path(options.position).read_bytes(), options.game)
        order = Order(
            game=options.game,
            seed=options.seed,
            level=options.difficulty,
            part=options.part,
            folder=Path(options.out),
            fonts=Path(options.fonts) if options.fonts else None,
            font=options.font,
            pieces=pieces,
            hands=options.hands or 0.0,
            disorder=options.disorder or 0.0,
            few=options.few or 0.0,
            burst=options.burst or 1,
        )
        if options.play:
            written = render_game(order, options.players or 2, options.mistakes)
        else:
            written = render_set(order, options.count or 10, options.jobs or 1)
        if options.sheet is not None:
            write_sheet(Path(options.out), Path(options.sheet))
    except Malformed as fault:
        complain(f"{options.position or 'players'}: {say_fault(fault)}")
        return BAD_INPUT
    except OSError as fault:
        reason = fault.strerror or str(fault)
        reason = f"{reason[:1].lower()}{reason[1:]}"
        complain(f"{fault.filename or options.out}: {reason}; choose another file or folder")
        return BAD_INPUT
    except ValueError as fault:  # what the virtual table cannot draw; its message is for people
        complain(str(fault))
        return BAD_INPUT
    write_line(f"{written} pictures in {options.out}")
    return OK


class _whole:  # noqa: N801  # reads as a type of argument
    """A whole number in a range."""

    def __init__(self, least: int, most: int) -> None:
        self._least, self._most = least, most

    def __call__(self, text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = self._least - 1
        if not self._least <= number <= self._most:
            raise argparse.ArgumentTypeError(
                f"{text!r} is not a whole number from {self._least} to {self._most}"
            )
        return number


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a share from 0 to 1")
    return share
