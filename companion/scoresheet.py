"""The score sheet of a game as text, turn by turn, every sum spelled out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.columns import pad_left, width_of
from companion.rules import triolet, triominos
from companion.rules.ending import End, Settlement, final_scores
from companion.rules.sums import spell_triolet, spell_triominos
from companion.rules.triolet import game as triolet_game
from companion.rules.triominos import game as triominos_game
from companion.rules.verdict import Language
from companion.rules.wording import COLON, fill

WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "exchange": "exchanges {count}",
        "pass": "passes",
        "stop": "the players stop here",
        "drawn": "draws {count}",
        "give-up": "lays none",
        "time-out": "out of time",
        "goes-again": "goes again",
        "out": "{name} is out",
        "blocked": "nobody can go on",
        "winner": "{names} wins",
        "winners": "{names} share the win",
        "with": "with {points} {points:point|points}",
        "missing": "The racks of {names} must still be counted",
    },
    "fr": {
        "exchange": "échange {count}",
        "pass": "passe",
        "stop": "les joueurs s’arrêtent là",
        "drawn": "pioche {count}",
        "give-up": "ne pose rien",
        "time-out": "temps écoulé",
        "goes-again": "rejoue",
        "out": "{name} n’a plus rien",
        "blocked": "personne ne peut plus jouer",
        "winner": "{names} gagne",
        "winners": "{names} se partagent la victoire",
        "with": "avec {points} {points:point|points}",
        "missing": "Il reste à compter les chevalets de {names}",
    },
}


@dataclass(frozen=True, slots=True)
class Line:
    """One turn: who, what it was, and what it added."""

    player: int
    text: str
    points: int


def triolet_lines(game: triolet_game.Game, language: Language = "en") -> list[Line]:
    """The turns of a game of Triolet."""
    words, lines = WORDS[language], []
    for entry in game.entries:
        match entry.turn:
            case triolet_game.Lay(move):
                assert isinstance(entry.verdict, triolet.Legal)  # a laid entry always has its verdict
                sums = spell_triolet(entry.verdict, language)
                text = f"{_cells(move)}{COLON[language]}{', '.join(sums)}"
                if entry.verdict.replay:
                    text += f" ({words['goes-again']})"
            case triolet_game.Exchange(count):
                text = words["exchange"].format(count=count)
            case triolet_game.Pass():
                text = words["pass"]
            case triolet_game.Stop():
                text = words["stop"]
        lines.append(Line(entry.player, text, entry.points))
    return lines


def triominos_lines(game: triominos_game.Game, language: Language = "en") -> list[Line]:
    """The turns of a game of Triominos; the tiles that a player drew stand with what the turn ended with."""
    words, lines = WORDS[language], []
    drawn = drawn_points = 0
    for entry in game.entries:
        match entry.turn:
            case triominos_game.Draw():
                drawn, drawn_points = drawn + 1, drawn_points + entry.points
                continue
            case triominos_game.Lay(move):
                assert isinstance(entry.verdict, triominos.Legal)  # a laid entry always has its verdict
                text = ", ".join(spell_triominos(move, entry.verdict, language, game.rules.scoring))
            case triominos_game.Pass():
                text = words["give-up"] + f" {entry.points:+d}" if entry.points else words["pass"]
            case triominos_game.TimeOut():
                text = words["time-out"]
            case triominos_game.Stop():
                text = words["stop"]
        if drawn:
            cost = f" {drawn_points:+d}" if drawn_points else ""
            text = f"{words['drawn'].format(count=drawn)}{cost}, {text}"
        lines.append(Line(entry.player, text, entry.points + drawn_points))
        drawn = drawn_points = 0
    if drawn:
        text = words["drawn"].format(count=drawn)
        lines.append(Line(game.player, text, drawn_points))
    return lines


def format_sheet(
    title: str,
    names: Sequence[str],
    lines: Sequence[Line],
    end: End | None,
    settlement: Settlement,
    winners: Sequence[int] | None,
    language: Language = "en",
) -> str:
    """The whole sheet: one row a turn with the running totals, then the end and who won, once it is known."""
    words = WORDS[language]
    width = max(8, *(width_of(name) + 2 for name in names))
    totals = [0] * len(names)
    sheet = [title, "", "".join(pad_left(name, width) for name in names)]
    for line in lines:
        totals[line.player] += line.points
        columns = [str(totals[player]) if player == line.player else "" for player in range(len(names))]
        points = f"{line.points:+d}" if line.points else ""
        sheet.append(
            "".join(column.rjust(width) for column in columns) + f"   {points:>5} {line.text}".rstrip()
        )
    if end is not None:
        bonuses = [f"{bonus:+d}" if bonus else "" for bonus in settlement.bonuses]
        sheet.append("".join(bonus.rjust(width) for bonus in bonuses) + f"         {_why(end, names, words)}")
    final = final_scores(totals, settlement)
    if final is None:
        missing = tuple(names[player] for player in settlement.missing)
        return "\n".join([*sheet, "", fill(words["missing"], language, names=missing), ""])
    sheet.append("".join(str(total).rjust(width) for total in final))
    if winners is not None:
        sheet += ["", _who(final, tuple(names[player] for player in winners), language)]
    return "\n".join([*sheet, ""])


def _why(end: End, names: Sequence[str], words: dict[str, str]) -> str:
    return words["blocked"] if end.player is None else words["out"].format(name=names[end.player])


def _who(totals: Sequence[int], winners: tuple[str, ...], language: Language) -> str:
    words = WORDS[language]
    sentence = words["winner" if len(winners) == 1 else "winners"]
    if any(totals):  # some games are played without points
        sentence += f" {words['with']}"
    return fill(sentence, language, names=winners, points=max(totals))


def _cells(move: triolet.Move) -> str:
    return " ".join(f"{cell}={text}" for cell, text in move.to_json().items())
