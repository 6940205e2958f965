"""What would be counted if somebody pressed now. The session is pure: it can be asked without being told."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.verdict import Language
from companion.session.declined import Declined
from companion.session.intents import EndTurn, Ruled
from companion.session.questions import Question, question_of
from companion.session.rulings import NothingNew, NotYet, Ruling
from companion.session.session import Session
from companion.session.views import SheetLine, see_lines

_PRESS = "nobody pressed"


@dataclass(frozen=True, slots=True)
class Pending:
    """What lies there unpressed: the lines it would add to the sheet, or what would be asked or refused."""

    lines: tuple[SheetLine, ...]
    question: Question | None = None

    @property
    def points(self) -> int | None:
        """What it would score; `None` while that is not clear."""
        return sum(line.points for line in self.lines) if self.lines else None


def foresee(session: Session, ruling: Ruling, at: float, language: Language = "en") -> Pending | None:
    """What a press would lead to; `None` if nothing new lies there, or not all of it can be seen."""
    if isinstance(ruling, NothingNew | NotYet):
        return None
    pressed = session.hear(EndTurn(_PRESS, at, at))
    after = pressed if isinstance(pressed, Declined) else pressed.hear(Ruled(_PRESS, ruling, at))
    if isinstance(after, Declined):
        return None
    lines = see_lines(after.state, language)[len(session.state.sheet.turns) :]
    return Pending(lines, None if lines else question_of(after.state, language))
