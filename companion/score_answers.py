"""An umpire whose questions are answered on the spot, by whoever sits at the keyboard."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.photo_sheet import spell_changes, spell_hindrances, spell_moves
from companion.players.presses import NOTHING_TOLD, Told
from companion.replay import Bytes
from companion.rules.errors import Malformed
from companion.rules.sentences import say_fault
from companion.rules.triolet.position import Move as TokenMove
from companion.rules.verdict import Language
from companion.rules.wording import COLON
from companion.session.games import Game, OpenJoker, name_joker, weigh
from companion.session.rulings import Accepted, ChangedBefore, Move, NothingNew, NotYet, Ruling, Unsure

WORDS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "which": "{photo}: which is right?",
        "none": "none of these, or I do not know",
        "joker": "{photo}: which number is the joker on {cell}? ({least} to {most}; nothing if unknown)",
        "nothing": "{photo}: nothing new lies there. What is it?",
        "pass": "a turn without a move: passed or exchanged",
        "same": "a second photo of the same turn",
        "changed": "{photo}: {why}. What is it?",
        "as-counted": "misread: all that was counted still lies there as it was",
        "really": "really changed, or I do not know",
        "enter": "{photo}: what was laid? For example H8=11 H9=3, several turns with / between; "
        "nothing to leave the photo out",
        "malformed": "That cannot be read: {fault}",
        "again": "Please type one of these numbers: {numbers}",
    },
    "fr": {
        "which": "{photo} : qu’est-ce qui est juste ?",
        "none": "rien de tout cela, ou je ne sais pas",
        "joker": "{photo} : quel nombre vaut le joker en {cell} ? ({least} à {most} ; rien si inconnu)",
        "nothing": "{photo} : rien de nouveau sur la table. Qu’est-ce que c’est ?",
        "pass": "un tour sans coup : passé ou échangé",
        "same": "une deuxième photo du même tour",
        "changed": "{photo} : {why}. Qu’est-ce que c’est ?",
        "as-counted": "mal lu : tout ce qui était compté est encore là, tel quel",
        "really": "vraiment changé, ou je ne sais pas",
        "enter": "{photo} : qu’est-ce qui a été posé ? Par exemple H8=11 H9=3, plusieurs tours avec / entre "
        "eux ; rien pour laisser la photo de côté",
        "malformed": "Cela ne peut pas être lu : {fault}",
        "again": "Tape l’un de ces nombres : {numbers}",
    },
}


class FreeUmpire(Protocol):
    """Whoever rules on photos from anywhere."""

    def begin(self, picture: Bytes, game: Game) -> bool:
        """Whether this first photo shows the table before the first move."""

    def rule(self, frames: Sequence[Bytes], game: Game) -> Ruling: ...

    def rule_as_counted(self, game: Game) -> Ruling:
        """Rule on the latest photo again, all that was counted taken to lie there still."""

    def accept(self) -> None: ...


class Answers(Protocol):
    """Whoever answers questions about the table; `None` is "I do not know"."""

    def choose(self, asked: Unsure) -> int | None:
        """Which of the readings is right."""

    def enter(self, ruling: Unsure | NotYet) -> tuple[Move, ...] | None:
        """What was laid, turn by turn, where the photo does not tell."""

    def name_joker(self, cell: str, options: Sequence[int]) -> int | None:
        """Which number an open joker stands for."""

    def is_as_counted(self, changed: ChangedBefore) -> bool:
        """Whether all that was counted still lies as it was, though it does not look so."""

    def is_a_turn(self) -> bool:
        """Whether a photo with nothing new ended a turn; else it shows the same table once more."""


class AnsweringUmpire:
    """Rules as another umpire does; where something is open, it is asked at once."""

    def __init__(self, umpire: FreeUmpire, answers: Answers) -> None:
        self._umpire, self._answers = umpire, answers
        self.ruled: Ruling | None = None  # by the umpire itself, the last time

    def rule(self, frames: list[Bytes], game: Game) -> Ruling:
        self.ruled = ruling = self._umpire.rule(frames, game)
        if isinstance(ruling, ChangedBefore) and self._answers.is_as_counted(ruling):
            ruling = self._umpire.rule_as_counted(game)
        if isinstance(ruling, Unsure | NotYet):
            ruling = self._ask_what_lies_there(ruling)
        if isinstance(ruling, NothingNew) and not self._answers.is_a_turn():
            return NotYet(())
        if isinstance(ruling, Accepted):
            match weigh(game, ruling.moves, overruling=False):
                case OpenJoker(cell, options):
                    value = self._answers.name_joker(cell, options)
                    if value is not None:
                        return Accepted(name_joker(ruling.moves, cell, value))
        return ruling

    def accept(self) -> None:
        self._umpire.accept()

    def _ask_what_lies_there(self, ruling: Unsure | NotYet) -> Ruling:
        index = self._answers.choose(ruling) if isinstance(ruling, Unsure) else None
        if isinstance(ruling, Unsure) and index is not None:
            moves = ruling.readings[index].moves
            return Accepted(moves) if moves else NothingNew()
        entered = self._answers.enter(ruling)
        return Accepted(entered) if entered else ruling


@dataclass(slots=True)
class Keyboard:
    """Asks with numbered lines and reads a line for an answer; nonsense is asked again."""

    say: Callable[[str], object]
    hear: Callable[[], str | None]  # the next line; None: nobody will answer any more
    language: Language = "en"
    photo: str = ""  # that is looked at now
    told: Told = NOTHING_TOLD  # beforehand, about this photo

    def choose(self, asked: Unsure) -> int | None:
        words = WORDS[self.language]
        self.say("")  # the progress bar ends here
        self.say(words["which"].format(photo=self.photo))
        for number, reading in enumerate(asked.readings, start=1):
            self.say(f"  {number}  {spell_moves(reading.moves, self.language)}")
        self.say(f"  0  {words['none']}")
        chosen = self._number(range(len(asked.readings) + 1))
        return chosen - 1 if chosen else None

    def enter(self, ruling: Unsure | NotYet) -> tuple[Move, ...] | None:
        words = WORDS[self.language]
        self.say("")
        if isinstance(ruling, NotYet):
            self.say(
                f"{self.photo}{COLON[self.language]}{spell_hindrances(ruling.hindrances, self.language)}"
            )
        self.say(words["enter"].format(photo=self.photo))
        while (line := self.hear()) is not None and line.strip():
            try:
                return tuple(map(parse_move, line.split("/")))
            except Malformed as fault:
                self.say(words["malformed"].format(fault=say_fault(fault, self.language)))
        return None

    def name_joker(self, cell: str, options: Sequence[int]) -> int | None:
        if self.told.joker is not None:
            return self.told.joker if self.told.joker in options else None
        question = WORDS[self.language]["joker"]
        self.say("")
        self.say(question.format(photo=self.photo, cell=cell, least=min(options), most=max(options)))
        return self._number(options)

    def is_as_counted(self, changed: ChangedBefore) -> bool:
        words, why = WORDS[self.language], spell_changes(changed.missing, changed.different, self.language)
        self.say("")
        self.say(words["changed"].format(photo=self.photo, why=why))
        self.say(f"  1  {words['as-counted']}")
        self.say(f"  0  {words['really']}")
        return self._number((0, 1)) == 1

    def is_a_turn(self) -> bool:
        if self.told.exchanged:
            return True
        words = WORDS[self.language]
        self.say("")
        self.say(words["nothing"].format(photo=self.photo))
        self.say(f"  1  {words['pass']}")
        self.say(f"  0  {words['same']}")
        return self._number((0, 1)) != 0

    def _number(self, among: Sequence[int]) -> int | None:
        while (line := self.hear()) is not None and line.strip():
            if line.strip().isdecimal() and int(line) in among:
                return int(line)
            self.say(WORDS[self.language]["again"].format(numbers=", ".join(map(str, among))))
        return None


def parse_move(text: str) -> Move:
    """From `H8=11 H9=3`; `Malformed` says what is wrong with it."""
    pairs = [word.partition("=") for word in text.split()]
    return TokenMove.parse({cell.upper(): face.lower() for cell, _, face in pairs})
