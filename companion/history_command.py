"""The command `trioscope history`: the games that were played, the newest first."""

from __future__ import annotations

import argparse
import difflib
import json

from companion.columns import format_table
from companion.game_sheet import TITLES, format_time, iso_time
from companion.journal import GameRecord, Journal
from companion.looking_back import BAD_INPUT, OK, add_journal_options, with_games
from companion.past_games import PastGame, look_back_at_all
from companion.progress import with_progress
from companion.rules.forms import printable
from companion.rules.verdict import Language
from companion.rules.wording import fill
from companion.streams import complain, write_line

DESCRIPTION = (
    "List the games in the journal, the newest first: who played, how many points each had, and who won."
)
EXAMPLE = "Example: trioscope history --player Anna"
MANY = 100  # games that take long enough to judge again to show how it goes

WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "game": "no.",
        "date": "date",
        "kind": "game",
        "players": "players",
        "winner": "winner",
        "unfinished": "(unfinished)",
        "counting": "(racks to count)",
        "damaged": "(damaged)",
        "nobody": "Nobody called {name} has played here.",
        "nearly": "Nobody called {name} has played here: did you mean {near}?",
        "last": "--last must be at least 1",
    },
    "fr": {
        "game": "n°",
        "date": "date",
        "kind": "jeu",
        "players": "joueurs",
        "winner": "gagnant",
        "unfinished": "(inachevée)",
        "counting": "(chevalets à compter)",
        "damaged": "(abîmée)",
        "nobody": "Personne du nom de {name} n’a joué ici.",
        "nearly": "Personne du nom de {name} n’a joué ici : vouliez-vous dire {near} ?",
        "last": "--last doit valoir au moins 1",
    },
}


def add_options(history: argparse.ArgumentParser) -> None:
    """The options of the command, and what its help says."""
    history.description, history.epilog = DESCRIPTION, EXAMPLE
    history.add_argument("--player", metavar="NAME", help="only the games of one player")
    history.add_argument("--last", metavar="N", type=int, help="only the N newest of them")
    history.add_argument("--json", action="store_true", help="as one JSON list")
    add_journal_options(history)
    history.set_defaults(run=run_history)


def run_history(options: argparse.Namespace) -> int:
    words = WORDS[options.lang]
    if options.last is not None and options.last < 1:
        complain(words["last"])
        return BAD_INPUT

    def look(journal: Journal) -> int:
        records = journal.games(options.player)
        if not records:
            complain(_say_nobody(journal, options.player, options.lang))
            return BAD_INPUT
        games = look_back_with_progress(journal, records[: options.last])
        if options.json:
            write_line(json.dumps([history_to_json(past) for past in games], ensure_ascii=False))
        else:
            for line in format_history(games, options.lang):
                write_line(line)
        return OK

    return with_games(options, look, "[]")


def look_back_with_progress(journal: Journal, records: list[GameRecord]) -> list[PastGame]:
    games = look_back_at_all(journal, records)
    return list(games if len(records) < MANY else with_progress(games, len(records), "games"))


def format_history(games: list[PastGame], language: Language = "en") -> list[str]:
    """The lines of the table."""
    words = WORDS[language]
    heads = [words[head] for head in ("game", "date", "kind", "players", "winner")]
    rows = [
        [
            str(past.record.id),
            format_time(past.record.started_s),
            TITLES[past.record.kind],
            ", ".join(
                f"{printable(player.name)} {score}"
                for player, score in zip(past.players, past.scores, strict=True)
            ),
            _winner(past, words),
        ]
        for past in games
    ]
    return format_table(heads, rows, numbers={0})


def history_to_json(past: PastGame) -> dict[str, object]:
    record = past.record
    return {
        "game": record.id,
        "kind": record.kind,
        "started": iso_time(record.started_s),
        "ended": None if record.ended_s is None else iso_time(record.ended_s),
        "match": record.match,
        "players": [player.name for player in past.players],
        "scores": list(past.scores),
        "winners": None if past.winners is None else list(past.winners),
        "finished": past.is_finished,
        "whole": past.is_whole,
    }


def _winner(past: PastGame, words: dict[str, str]) -> str:
    if not past.is_whole:
        return words["damaged"]
    if past.winners is not None:
        return ", ".join(printable(past.players[winner].name) for winner in past.winners)
    is_over = past.state is not None and past.state.is_over
    return words["counting" if is_over else "unfinished"]


def _say_nobody(journal: Journal, name: str, language: Language) -> str:
    known = {player.name.casefold(): player.name for player in journal.players()}
    near = difflib.get_close_matches(name.casefold(), known, n=1)
    reason = "nearly" if near else "nobody"
    words = {"name": printable(name), "near": printable(known[near[0]]) if near else ""}
    return fill(WORDS[language][reason], language, **words)
