"""The score sheet of a game scored from photos: which photo counted for what, and which did not, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.columns import format_table
from companion.replay import Entry, Line
from companion.rules import triolet as triolet_rules
from companion.rules import triominos as triominos_rules
from companion.rules.ending import final_scores
from companion.rules.forms import printable
from companion.rules.sums import spell_triolet, spell_triominos
from companion.rules.triolet import game as triolet
from companion.rules.triolet.position import Move as TokenMove
from companion.rules.triominos import game as triominos
from companion.rules.verdict import Language
from companion.rules.wording import fill
from companion.scoresheet import WORDS as TURNS
from companion.session.games import Game
from companion.session.rulings import Move

HEADS: Mapping[Language, tuple[str, ...]] = {
    "en": ("turn", "photo", "player", "move", "sum", "points", "total"),
    "fr": ("tour", "photo", "joueur", "coup", "calcul", "points", "total"),
}
NUMBERS = (0, 5, 6)  # columns that stand at the right
WORDS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "drawn": "draws a tile",
        "uncounted": "Not counted",
        "empty": "{photo}: the empty table, before the first move",
        "unsure": "not sure: {readings}",
        "or": "; or ",
        "nothing": "nothing new",
        "then": ", then ",
        "refused": "{move} is not allowed: {why}",
        "missing": "what was counted on {cells} is not in this photo",
        "different": "{cell} reads {piece} in this photo, and was counted as something else",
        "joker": "a joker without a number: say it in turns.json",
        "over": "the game is over",
        "hand": "a hand is in the way",
        "glare": "the light is reflected",
        "blur": "the photo is blurred",
        "dark": "the photo is too dark",
        "same": "nothing new: a second photo of the same turn",
        "other": "something is in the way, or more than one way round is possible",
        "no-board": "no board is seen: have the whole board in the photo",
        "cut-off": "the board is cut off at the edge",
        "totals": "Total: {totals}",
    },
    "fr": {
        "drawn": "pioche une tuile",
        "uncounted": "Non compté",
        "empty": "{photo} : la table vide, avant le premier coup",
        "unsure": "pas sûr : {readings}",
        "or": " ; ou ",
        "nothing": "rien de nouveau",
        "then": ", puis ",
        "refused": "{move} n’est pas permis : {why}",
        "missing": "ce qui était compté en {cells} n’est pas sur cette photo",
        "different": "{cell} se lit {piece} sur cette photo, et était compté autrement",
        "joker": "un joker sans nombre : dis-le dans turns.json",
        "over": "la partie est finie",
        "hand": "une main gêne la vue",
        "glare": "la lumière se reflète",
        "blur": "la photo est floue",
        "dark": "la photo est trop sombre",
        "same": "rien de nouveau : une deuxième photo du même tour",
        "other": "quelque chose gêne la vue, ou plusieurs sens sont possibles",
        "no-board": "aucun plateau visible : montre tout le plateau sur la photo",
        "cut-off": "le plateau est coupé au bord",
        "totals": "Total : {totals}",
    },
}


class PhotoSheet:
    """Grows photo by photo; what did not count is kept with its reason."""

    def __init__(self, names: Sequence[str], language: Language = "en") -> None:
        self._names, self._language = [printable(name) for name in names], language
        self._rows: list[tuple[str, ...]] = []
        self._uncounted: list[tuple[str, str, str]] = []
        self._totals = [0] * len(names)
        self._empty = ""

    def add_empty(self, photo: str) -> None:
        """The first photo showed the empty table."""
        self._empty = WORDS[self._language]["empty"].format(photo=printable(photo))

    def add(self, photo: str, line: Line, before: Game, after: Game) -> None:
        """What came of a photo: the line that `replay` prints for it, and the game before and after."""
        entries: Sequence[Entry] = after.entries[len(before.entries) :]
        for entry in entries:
            self._rows.append(self._row(printable(photo), entry, after))
        if not entries:
            player = line.get("player")
            name = self._names[player] if isinstance(player, int) else ""
            self._uncounted.append((printable(photo), name, why_uncounted(line, self._language)))

    def format(self, title: str, game: Game) -> str:
        """The whole sheet, with what the end of the game adds and who won, once that is known."""
        words = WORDS[self._language]
        parts = [title, *([self._empty] if self._empty else []), ""]
        parts += format_table(HEADS[self._language], self._rows, NUMBERS)
        if self._uncounted:
            parts += ["", words["uncounted"]]
            parts += [f"  {line}" for line in format_table(("",) * 3, self._uncounted)[1:]]
        return "\n".join([*parts, "", *self._end(game), ""])

    def _end(self, game: Game) -> list[str]:
        turns, settlement = TURNS[self._language], game.settle()
        final = final_scores(game.scores, settlement) if game.end is not None else game.scores
        totals = zip(self._names, final or game.scores, strict=True)
        totals_text = ", ".join(f"{name} {score}" for name, score in totals)
        said = [WORDS[self._language]["totals"].format(totals=totals_text)]
        if game.end is None:
            return said
        if final is None:
            missing = tuple(self._names[seat] for seat in settlement.missing)
            return [*said, fill(turns["missing"], self._language, names=missing)]
        winners = tuple(self._names[seat] for seat in game.winners() or ())
        sentence = turns["winner" if len(winners) == 1 else "winners"]
        return [*said, fill(sentence, self._language, names=winners)] if winners else said

    def _row(self, photo: str, entry: Entry, game: Game) -> tuple[str, ...]:
        self._totals[entry.player] += entry.points
        move, sums = spell_entry(entry, game, self._language)
        number, name = str(len(self._rows) + 1), self._names[entry.player]
        points = f"{entry.points:+d}" if entry.points else ""
        return number, photo, name, move, sums, points, str(self._totals[entry.player])


def spell_entry(entry: Entry, game: Game, language: Language = "en") -> tuple[str, str]:
    """What was done in a turn, and how its points add up."""
    turns = TURNS[language]
    match entry.turn:
        case triolet.Lay(move):
            assert isinstance(entry.verdict, triolet_rules.Legal)  # a laid entry always has its verdict
            again = f" ({turns['goes-again']})" if entry.verdict.replay else ""
            return spell_moves([move], language), ", ".join(spell_triolet(entry.verdict, language)) + again
        case triominos.Lay(move):
            assert isinstance(entry.verdict, triominos_rules.Legal)
            scoring = game.rules.scoring if isinstance(game, triominos.Game) else "standard"
            return spell_moves([move]), ", ".join(spell_triominos(move, entry.verdict, language, scoring))
        case triolet.Exchange(count):
            return turns["exchange"].format(count=count), ""
        case triominos.Draw():
            return WORDS[language]["drawn"], ""
        case triominos.TimeOut():
            return turns["time-out"], ""
        case triolet.Stop() | triominos.Stop():
            return turns["stop"], ""
    return turns["pass"], ""


def spell_moves(moves: Sequence[Move], language: Language = "en") -> str:
    """`H8=11 H9=3`; several turns one after the other."""
    words = WORDS[language]
    return words["then"].join(map(_spell_move, moves)) if moves else words["nothing"]


def why_uncounted(line: Line, language: Language = "en") -> str:
    """Why a photo counted for nothing, from the line that `replay` prints for it."""
    words = WORDS[language]
    problem, verdict = line.get("problem"), line.get("verdict")
    if isinstance(problem, str):
        return problem
    match verdict:
        case {"unsure": list(readings)}:
            return words["unsure"].format(readings=words["or"].join(_spell_form(r, words) for r in readings))
        case {"changed": {"missing": list(missing), "different": list(different)}}:
            return spell_changes(missing, different, language)
        case {"not_yet": list(hindrances)}:
            return spell_hindrances(hindrances, language)
        case {"violations": [{"rule": "joker-value"}]}:
            return words["joker"]
        case {"violations": list(violations)}:
            why = "; ".join(str(one["message"]) for one in violations)
            return words["refused"].format(move=_spell_form(line.get("move"), words), why=why)
    return words["over"]


def spell_hindrances(hindrances: Sequence[object], language: Language = "en") -> str:
    """What keeps a photo from being read; none is that it shows the same once more."""
    return "; ".join(WORDS[language][str(hindrance)] for hindrance in hindrances or ["same"])


def spell_changes(
    missing: Sequence[object], different: Sequence[Sequence[object]], language: Language = "en"
) -> str:
    """What of the counted table a photo does not show, and what it shows otherwise."""
    words = WORDS[language]
    said = [words["missing"].format(cells=_list_cells(missing, language))] if missing else []
    said += [words["different"].format(cell=_cell(cell), piece=piece) for cell, piece in different]
    return "; ".join(said)


def _spell_move(move: Move) -> str:
    if isinstance(move, TokenMove):
        return " ".join(f"{cell}={text}" for cell, text in move.to_json().items())
    return f"{'-'.join(map(str, move.corners))} ({move.at[0]}, {move.at[1]})"


def _spell_form(reading: object, words: Mapping[str, str]) -> str:
    """A reading in JSON: one move, or a list of them."""
    match reading:
        case []:
            return words["nothing"]
        case list(moves):
            return words["then"].join(_spell_form(move, words) for move in moves)
        case {"at": at, "corners": list(corners)}:
            return f"{'-'.join(map(str, corners))} {_cell(at)}"
        case dict(tokens):
            return " ".join(f"{cell}={text}" for cell, text in tokens.items())
    return str(reading)


def _list_cells(cells: Sequence[object], language: Language) -> str:
    return fill("{names}", language, names=tuple(_cell(cell) for cell in cells))


def _cell(cell: object) -> str:
    """`H8`, or a place of the lattice as `(0, 1)`."""
    return f"({', '.join(map(str, cell))})" if isinstance(cell, list | tuple) else str(cell)
