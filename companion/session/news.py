"""What just happened, for screen, sound and lights: small values that say no more than is worth a reaction.

    news.tell(state_before, session_after, "en")        # what follows from the game itself

Camera, disk and a table that is not as it should be have their news too; whoever minds them says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.rules.triominos import game as triominos
from companion.rules.verdict import Cell, Language
from companion.session.comparing import Comparison
from companion.session.events import PhaseEntered, TurnPlayed
from companion.session.phases import (
    BeingRead,
    ChangeAsked,
    JokerAsked,
    MoveRefused,
    NothingLaid,
    ReadingAsked,
)
from companion.session.questions import question_of
from companion.session.rulings import Hindrance
from companion.session.session import Session
from companion.session.state import State
from companion.session.views import SheetLine, see_lines

# Of the game ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnCounted:
    """One turn is on the sheet; several if somebody forgot to press."""

    lines: tuple[SheetLine, ...]


@dataclass(frozen=True, slots=True)
class TimeRanOut:
    """The sand, or the players' own timer, ended the turn."""

    lines: tuple[SheetLine, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """The move breaks a rule: where, and the sentence."""

    sentence: str
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """The screen asks something; the question is in the view."""

    kind: Literal["joker", "reading", "changed"]


@dataclass(frozen=True, slots=True)
class Hindered:
    """Something is in the way: please clear the table."""

    hindrances: tuple[Hindrance, ...]


@dataclass(frozen=True, slots=True)
class NothingNew:
    """Pressed on an untouched table."""


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game has ended; told once more when the racks are counted and the scores final."""

    is_final: bool


# Of everything around it ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CameraLost:
    """The camera gives no picture; `cause` is what it said. It is tried again by itself."""

    cause: str


@dataclass(frozen=True, slots=True)
class CameraBack:
    """The camera gives pictures again; a reading that waited for it goes on."""


@dataclass(frozen=True, slots=True)
class CannotRead:
    """Nobody here can read this game: the move must be entered on the screen."""


@dataclass(frozen=True, slots=True)
class ReadingFailed:
    """The program stumbled over this picture: press again, or enter the move."""


@dataclass(frozen=True, slots=True)
class TableDiffers:
    """The table is not as the game that is taken up has it."""

    comparison: Comparison


@dataclass(frozen=True, slots=True)
class TilesDrawn:
    """Fewer tiles lie in the pool than were told: `sentence` asks whether somebody drew them."""

    count: int
    sentence: str


@dataclass(frozen=True, slots=True)
class DiskFull:
    """Nothing can be written: play goes on in memory. `sentence` says why."""

    sentence: str


@dataclass(frozen=True, slots=True)
class RoomAgain:
    """Everything is written down again."""


News = (
    TurnCounted
    | TimeRanOut
    | Refused
    | Asked
    | Hindered
    | NothingNew
    | GameOver
    | CameraLost
    | CameraBack
    | CannotRead
    | ReadingFailed
    | TableDiffers
    | TilesDrawn
    | DiskFull
    | RoomAgain
)


def tell(before: State, after: Session, language: Language = "en") -> tuple[News, ...]:
    """What people should see and hear of the events that led from `before` to `after`."""
    news: list[News] = []
    played = [event for event in after.news if isinstance(event, TurnPlayed)]
    if played:
        lines = tuple(
            line for line in see_lines(after.state, language)[-len(played) :] if line.turn != "stop"
        )
        ran_out = isinstance(played[-1].turn, triominos.TimeOut)
        if lines:
            news.append(TimeRanOut(lines) if ran_out else TurnCounted(lines))
    elif any(isinstance(event, PhaseEntered) for event in after.news):
        entered = _of_phase(after.state, language)
        news += [] if entered is None else [entered]
    is_final = after.state.final_scores is not None
    if after.state.is_over and (not before.is_over or is_final > (before.final_scores is not None)):
        news.append(GameOver(is_final))
    return tuple(news)


def _of_phase(state: State, language: Language) -> News | None:
    match state.phase:
        case MoveRefused():
            question = question_of(state, language)
            assert question is not None  # a refusal is always shown
            return Refused(question.sentence, question.cells)
        case JokerAsked():
            return Asked("joker")
        case ReadingAsked():
            return Asked("reading")
        case ChangeAsked():
            return Asked("changed")
        case NothingLaid():
            return NothingNew()
        case BeingRead(hindrances=hindrances) if hindrances:
            return Hindered(hindrances)
        case _:
            return None
