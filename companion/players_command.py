"""The command `trioscope players`: what the journal says about each player."""

from __future__ import annotations

import argparse
import json

from companion.columns import format_table
from companion.history_command import look_back_with_progress
from companion.journal import Journal
from companion.looking_back import OK, add_journal_options, with_games
from companion.rules.forms import printable
from companion.rules.verdict import Language
from companion.statistics import JUNIOR, TRIOLET, TRIOMINOS, Statistics, gather
from companion.streams import write_line

DESCRIPTION = (
    "For each player: games and wins, points a game on average, the best turn, and how many trios, Triolets "
    "(three own tokens as a trio), bridges and hexagons were laid."
)
EXAMPLE = "Example: trioscope players --json"

WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "player": "player",
        "games": "games",
        "wins": "wins",
        TRIOLET: "Triolet a game",
        TRIOMINOS: "Triominos a game",
        JUNIOR: "junior a game",
        "best": "best turn",
        "trios": "trios",
        "triolets": "Triolets",
        "bridges": "bridges",
        "hexagons": "hexagons",
        "point": ".",
    },
    "fr": {
        "player": "joueur",
        "games": "parties",
        "wins": "victoires",
        TRIOLET: "Triolet par partie",
        TRIOMINOS: "Triominos par partie",
        JUNIOR: "junior par partie",
        "best": "meilleur coup",
        "trios": "trios",
        "triolets": "Triolets",
        "bridges": "ponts",
        "hexagons": "hexagones",
        "point": ",",
    },
}


def add_options(players: argparse.ArgumentParser) -> None:
    """The options of the command, and what its help says."""
    players.description, players.epilog = DESCRIPTION, EXAMPLE
    players.add_argument("--json", action="store_true", help="as one JSON list")
    add_journal_options(players)
    players.set_defaults(run=run_players)


def run_players(options: argparse.Namespace) -> int:
    def look(journal: Journal) -> int:
        everybody = gather(look_back_with_progress(journal, journal.games()))
        if options.json:
            write_line(json.dumps([one.to_json() for one in everybody], ensure_ascii=False))
        else:
            for line in format_players(everybody, options.lang):
                write_line(line)
        return OK

    return with_games(options, look, "[]")


def format_players(everybody: list[Statistics], language: Language = "en") -> list[str]:
    """The lines of the table; a scoring that nobody has finished a game by has no column."""
    words = WORDS[language]
    scorings = [s for s in (TRIOLET, TRIOMINOS, JUNIOR) if any(s in one.points for one in everybody)]
    counts = ("trios", "triolets", "bridges", "hexagons")
    heads = [words[head] for head in ("player", "games", "wins", *scorings, "best", *counts)]
    rows = [
        [
            printable(one.name),
            str(one.games),
            str(one.wins),
            *(_average(one, scoring, words["point"]) for scoring in scorings),
            "" if one.best_turn is None else str(one.best_turn.points),
            *(str(count) for count in (one.trios, one.triolets, one.bridges, one.hexagons)),
        ]
        for one in everybody
    ]
    return format_table(heads, rows, numbers=range(1, len(heads)))


def _average(one: Statistics, scoring: str, point: str) -> str:
    points = one.points.get(scoring)
    return "" if points is None else f"{points.average:.1f}".replace(".", point)
