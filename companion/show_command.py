"""The command `trioscope show`: one game's score sheet, every turn spelled out."""

from __future__ import annotations

import argparse
import json

from companion.game_sheet import format_game, game_to_json
from companion.looking_back import OK, add_game, add_journal_options, with_game
from companion.past_games import PastGame
from companion.streams import write_line

DESCRIPTION = (
    "Print the score sheet of a game, every turn spelled out. What was corrected later, counted anyway or "
    "has become illegal by a correction is said beside its turn."
)
EXAMPLE = "Example: trioscope show last"


def add_options(show: argparse.ArgumentParser) -> None:
    """The options of the command, and what its help says."""
    show.description, show.epilog = DESCRIPTION, EXAMPLE
    add_game(show, default="last")
    show.add_argument("--json", action="store_true", help="as one JSON object")
    add_journal_options(show)
    show.set_defaults(run=run_show)


def run_show(options: argparse.Namespace) -> int:
    def look(past: PastGame) -> int:
        if options.json:
            write_line(json.dumps(game_to_json(past, options.lang), ensure_ascii=False))
        else:
            write_line(format_game(past, options.lang))
        return OK

    return with_game(options, look)
