"""One past game written down: as text for people, as JSON and as CSV, turn by turn."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from companion.past_games import PastGame, turns_of_lines
from companion.rules.ending import End
from companion.rules.forms import printable
from companion.rules.triolet import game as triolet
from companion.rules.verdict import Language
from companion.rules.wording import fill
from companion.scoresheet import WORDS as SHEET_WORDS
from companion.scoresheet import Line, format_sheet, triolet_lines, triominos_lines
from companion.session.state import State
from companion.session.views import SheetLine, see_lines

TITLES = {"triolet": "Triolet", "triominos": "Triominos"}
CSV_HEADS = (
    "number",
    "seat",
    "player",
    "turn",
    "move",
    "points",
    "total",
    "sums",
    "goes_again",
    "mark",
    "why",
    "corrected",
)
WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "title": "Game {game}, {kind}, {date}",
        "overruled": "counted anyway: {why}",
        "illegal": "not allowed any more: {why}",
        "corrected": "corrected",
        "going": "This game is not finished.",
        "damaged": "The rest of this game cannot be read.",
        "lost": "This game cannot be read.",
    },
    "fr": {
        "title": "Partie {game}, {kind}, {date}",
        "overruled": "compté quand même : {why}",
        "illegal": "n’est plus permis : {why}",
        "corrected": "corrigé",
        "going": "Cette partie n’est pas terminée.",
        "damaged": "La suite de cette partie est illisible.",
        "lost": "Cette partie est illisible.",
    },
}


def format_game(past: PastGame, language: Language = "en") -> str:
    """The score sheet, with what was put right, overruled or is not allowed any more said beside its turn."""
    words, state = WORDS[language], past.state
    title = title_of(past, language)
    if state is None:
        return "\n".join([title, "", words["lost"], ""])
    names = [printable(player.name) for player in past.players]
    lines = [
        replace(line, text=f"{line.text} [{'; '.join(notes)}]") if notes else line
        for line, notes in noted_lines(past, state, language)
    ]
    game = state.game
    sheet = format_sheet(title, names, lines, game.end, state.settlement, past.winners, language)
    said = [] if past.is_whole else [words["damaged"]]
    said += [] if state.is_over else [words["going"]]
    return "\n".join([sheet, *said, ""]) if said else sheet


def title_of(past: PastGame, language: Language = "en") -> str:
    """`Game 12, Triolet, 2025-06-15 20:30`."""
    kind, date = TITLES[past.record.kind], format_time(past.record.started_s)
    return fill(WORDS[language]["title"], language, game=past.record.id, kind=kind, date=date)


def noted_lines(
    past: PastGame, state: State, language: Language = "en"
) -> list[tuple[Line, tuple[str, ...]]]:
    """The lines of the score sheet, each with what must be said about it."""
    game, words = state.game, WORDS[language]
    if isinstance(game, triolet.Game):
        lines = triolet_lines(game, language)
    else:
        lines = triominos_lines(game, language)
    views = see_lines(state, language)
    noted = []
    for line, numbers in zip(lines, turns_of_lines(game), strict=True):
        notes = [words["corrected"]] if past.corrected.intersection(numbers) else []
        for number in numbers:
            view = views[number - 1]
            if view.mark is not None:
                notes.append(words[view.mark].format(why=view.why))
        noted.append((line, tuple(notes)))
    return noted


def say_end(past: PastGame, end: End, language: Language = "en") -> str:
    """`Ben is out`."""
    words = SHEET_WORDS[language]
    return words["blocked"] if end.player is None else words["out"].format(name=name_of(past, end.player))


def say_winners(past: PastGame, winners: Sequence[int], language: Language = "en") -> str:
    """`Ben wins`."""
    sentence = SHEET_WORDS[language]["winner" if len(winners) == 1 else "winners"]
    return fill(sentence, language, names=tuple(name_of(past, winner) for winner in winners))


def name_of(past: PastGame, seat: int) -> str:
    """The name as it can be shown."""
    return printable(past.players[seat].name)


def game_to_json(past: PastGame, language: Language = "en") -> dict[str, object]:
    """Everything that is known of a game. Seats count from 0, turns from 1; sentences are in `language`."""
    record, state = past.record, past.state
    form: dict[str, object] = {
        "game": record.id,
        "kind": record.kind,
        "started": iso_time(record.started_s),
        "ended": None if record.ended_s is None else iso_time(record.ended_s),
        "match": record.match,
        "position": record.position,
        "players": [{"name": player.name, "colour": player.colour} for player in past.players],
        "settings": dict(record.settings),
        "finished": past.is_finished,
        "whole": past.is_whole,
        "scores": list(past.scores),
        "winners": None if past.winners is None else list(past.winners),
        "turns": [],
        "end": None,
    }
    if state is None:
        return form
    form["turns"] = [_turn_to_json(line, past) for line in see_lines(state, language)]
    if state.game.end is not None:
        settlement = state.settlement
        form["end"] = {
            "reason": state.game.end.reason,
            "player": state.game.end.player,
            "bonuses": list(settlement.bonuses),
            "racks": {str(player): total for player, total in state.sheet.told},
            "missing": list(settlement.missing),
        }
    return form


def game_to_csv(past: PastGame, language: Language = "en") -> str:
    """One row a turn, with a row of heads. What the end adds comes last, as a turn called `end`."""
    out = io.StringIO()
    table = csv.DictWriter(out, CSV_HEADS)
    table.writeheader()
    if past.state is None:
        return out.getvalue()
    for line in see_lines(past.state, language):
        turn = _turn_to_json(line, past)
        move = "" if line.move is None else json.dumps(line.move.to_json())
        sums, corrected = ", ".join(line.sums), int(line.number in past.corrected)
        name, again = past.players[line.player].name, int(line.goes_again)
        kept = {key: turn[key] for key in ("number", "turn", "points", "total", "mark", "why")}
        table.writerow(
            {
                **kept,
                "seat": line.player,
                "player": name,
                "move": move,
                "sums": sums,
                "goes_again": again,
                "corrected": corrected,
            }
        )
    for seat, bonus in enumerate(past.state.settlement.bonuses if past.state.is_over else ()):
        total = None if bonus is None else past.state.game.scores[seat] + bonus
        table.writerow(
            {
                "seat": seat,
                "player": past.players[seat].name,
                "turn": "end",
                "points": bonus,
                "total": total,
            }
        )
    return out.getvalue()


def format_time(wall_s: float) -> str:
    """`2025-06-15 20:30`, in the time of this place."""
    moment = _moment(wall_s)
    return "?" if moment is None else moment.strftime("%Y-%m-%d %H:%M")


def format_date(wall_s: float) -> str:
    """`2025-06-15`."""
    return format_time(wall_s).partition(" ")[0]


def iso_time(wall_s: float) -> str | None:
    moment = _moment(wall_s)
    return None if moment is None else moment.isoformat(timespec="seconds")


def _moment(wall_s: float) -> datetime | None:
    try:
        return datetime.fromtimestamp(wall_s).astimezone()
    except (ValueError, OverflowError, OSError):  # a clock that was somewhere else altogether
        return None


def _turn_to_json(line: SheetLine, past: PastGame) -> dict[str, object]:
    return {
        "number": line.number,
        "player": line.player,
        "turn": line.turn,
        "move": None if line.move is None else line.move.to_json(),
        "count": line.count,
        "points": line.points,
        "total": line.total,
        "sums": list(line.sums),
        "goes_again": line.goes_again,
        "mark": line.mark,
        "why": line.why,
        "corrected": line.number in past.corrected,
    }
