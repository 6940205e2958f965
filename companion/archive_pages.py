"""Past games as the screens show them: a line of the list, the people, a game turn by turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from companion.journal import GameRecord
from companion.journal import Player as StoredPlayer
from companion.journal.records import name_key
from companion.kiosk.backstage import GameStory, KnownPlayer
from companion.kiosk.backstage import PastGame as Line
from companion.past_games import PastGame
from companion.rules.verdict import LANGUAGES, Language
from companion.session.phases import ToLay
from companion.session.setup import Player
from companion.session.state import Sheet, State
from companion.session.views import SheetLine, TableView, see, see_lines
from companion.statistics import scoring_of

MONTHS: dict[Language, tuple[str, ...]] = {
    "en": ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
    "fr": (
        *("janv.", "févr.", "mars", "avr.", "mai", "juin"),
        *("juil.", "août", "sept.", "oct.", "nov.", "déc."),
    ),
}
NO_DATE: dict[Language, str] = {"en": "date unknown", "fr": "date inconnue"}
FIRST_YEAR = 2020  # a clock that says less was never set: a Pi without a network begins in 1970
SPACE = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of a game that was looked through. Its positions are not: they would fill the memory."""

    lines: Mapping[Language, Line]
    has_points: bool  # Triominos can be played without any


def keep(past: PastGame) -> Kept:
    """The game as a line of the list, in every language."""
    totals = past.scores if past.is_finished else None
    winners = past.winners or ()
    lines = {
        language: Line(
            past.record.id,
            past.record.kind,
            write_date(past.record.started_s, language),
            past.players,
            totals,
            winners,
        )
        for language in LANGUAGES
    }
    return Kept(lines, past.state is not None and scoring_of(past.state.game) is not None)


def know_people(
    players: Iterable[StoredPlayer], records: Iterable[GameRecord], games: Iterable[Kept]
) -> tuple[KnownPlayer, ...]:
    """Everybody, who played most first. `records` are all games, `games` those looked through, newest first.

    A game alone is not won. Points are those of finished games that are scored.
    """
    played = Counter(name_key(player.name) for record in records for player in record.players)
    won: Counter[str] = Counter()
    points: dict[str, list[int]] = {}
    for game in games:
        line = game.lines["en"]
        for seat, player in enumerate(line.players):
            key = name_key(player.name)
            won[key] += seat in line.winners and len(line.players) > 1
            if line.totals is not None and game.has_points:
                points.setdefault(key, []).append(line.totals[seat])
    known = []
    for one in players:
        key = name_key(one.name)
        mine = tuple(reversed(points.get(key, ())))
        known.append(
            KnownPlayer(Player(one.name, one.colour), played[key], won[key], max(mine, default=0), mine)
        )
    return tuple(sorted(known, key=lambda one: (-one.games, name_key(one.player.name))))


def tell_story(past: PastGame, language: Language) -> GameStory:
    """The game turn by turn, as far as it can be read; turns that were undone are left out."""
    line = keep(past).lines[language]
    if past.state is None:
        return GameStory(line, (), ())
    lines = see_lines(past.state, language)
    return GameStory(line, lines, tuple(_views(past.state, lines, language)))


def write_date(wall_s: float, language: Language) -> str:
    """`12 Nov 2026, 20:15`, in the time of this place, whatever the machine's own language is."""
    try:
        moment = datetime.fromtimestamp(wall_s)
    except (OverflowError, OSError, ValueError):
        return NO_DATE[language]
    if moment.year < FIRST_YEAR:
        return NO_DATE[language]
    month = MONTHS[language][moment.month - 1]
    if language == "fr":
        day = "1er" if moment.day == 1 else str(moment.day)
        return f"{day} {month} {moment.year}, {moment.hour}{SPACE}h{SPACE}{moment.minute:02}"
    return f"{moment.day} {month} {moment.year}, {moment.hour}:{moment.minute:02}"


def _views(state: State, lines: tuple[SheetLine, ...], language: Language) -> Iterable[TableView]:
    """The table after each turn. Every turn on the sheet holds its game, so nothing is judged again; and a
    view is made from its own turn alone, as one from all turns before it would spell all of them again."""
    bare = replace(state, past=(), phase=ToLay(), is_paused=False, sand=None)
    last: SheetLine | None = None
    for line, counted in zip(lines, state.sheet.turns, strict=True):
        last = line if line.move is not None else last
        told = state.sheet.told if line is lines[-1] else ()
        view = see(replace(bare, sheet=Sheet((counted,), told)), state.latest, language)
        yield replace(view, lines=lines[: line.number], last=last)
