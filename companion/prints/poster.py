"""The poster of a game: the final table and the points large, and beside them every turn spelled out."""

from __future__ import annotations

from dataclasses import dataclass

import cv2

from companion.game_sheet import TITLES, format_date, noted_lines, say_end, say_winners
from companion.past_games import PastGame
from companion.prints.canvas import Canvas, Pixels
from companion.prints.cards import Card, draw_beside
from companion.prints.colours import (
    INK,
    PAPER,
    RULE,
    SOFT_INK,
    STRIPE,
    WARNING,
    Bgr,
    colours_of,
    deepened,
    letters_on,
)
from companion.prints.lettering import largest, wrapped
from companion.prints.table import pieces_after, table_of
from companion.rules.forms import printable
from companion.rules.verdict import Language
from companion.session.state import State

# A4 lying down, at 200 dots an inch: 297 by 210 mm.
WIDTH_PX, HEIGHT_PX = 2339, 1654
EDGE_PX, GUTTER_PX = 60, 56
TABLE_PX = 1220
TITLE_PX, CARD_PX = 110, 176
SHEET_X = EDGE_PX + TABLE_PX + GUTTER_PX
SHEET_PX = WIDTH_PX - SHEET_X - EDGE_PX
HEAD_PX, COLUMN_PX, POINTS_PX = 58, 104, 86
SIZES_PX = (
    40,
    38,
    36,
    34,
    32,
    30,
    28,
    26,
    24,
)  # letters of the sheet: the largest with which it fits on the page
LEADING = 1.08  # from line to line, in letters

WORDS: dict[Language, dict[str, str]] = {
    "en": {"unfinished": "unfinished", "damaged": "the rest cannot be read"},
    "fr": {"unfinished": "inachevée", "damaged": "la suite est illisible"},
}


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the sheet: the totals that it changes, what it adds, what it was, and what is to say."""

    totals: tuple[int | None, ...]
    points: str
    text: tuple[str, ...]  # its lines
    notes: tuple[str, ...] = ()
    player: int | None = None

    @property
    def lines(self) -> int:
        return max(1, len(self.text) + len(self.notes))


def draw_poster(past: PastGame, language: Language = "en") -> Pixels:
    """The poster (BGR), A4 lying down, longer only if a game has more turns than fit. The game's beginning
    must be readable."""
    state = past.state
    if state is None:
        raise ValueError("nothing of this game can be read")
    colours = colours_of(past.players)
    size, rows = _rows_that_fit(past, state, language)
    sheet_px = EDGE_PX + HEAD_PX + sum(_row_px(row, size) for row in rows) + EDGE_PX
    canvas = Canvas(WIDTH_PX, max(HEIGHT_PX, sheet_px), PAPER)
    _draw_heading(canvas, past, state, language)
    winners = past.winners or ()
    cards = [
        Card(printable(player.name), score, colour, seat in winners)
        for seat, (player, score, colour) in enumerate(zip(past.players, past.scores, colours, strict=True))
    ]
    draw_beside(canvas, cards, EDGE_PX, EDGE_PX + TITLE_PX, TABLE_PX, CARD_PX)
    pieces, latest = pieces_after(state.game, len(state.game.entries))
    table = table_of(state.game, colours, TABLE_PX).draw(pieces, frozenset() if state.is_over else latest)
    canvas.paste(table, EDGE_PX, EDGE_PX + TITLE_PX + CARD_PX + 28)
    _draw_sheet(canvas, past, rows, size, colours)
    return canvas.pixels


def encode_png(pixels: Pixels) -> bytes:
    done, data = cv2.imencode(".png", pixels)
    if not done:  # not seen; better said than an empty file
        raise OSError("The picture could not be drawn.")
    return data.tobytes()


def _draw_heading(canvas: Canvas, past: PastGame, state: State, language: Language) -> None:
    words, y = WORDS[language], EDGE_PX + 0.36 * TITLE_PX
    canvas.text(EDGE_PX, y, TITLES[past.record.kind], 120, INK)
    parts = [format_date(past.record.started_s)]
    parts += [words["unfinished"]] if not state.is_over else []
    parts += [words["damaged"]] if not past.is_whole else []
    canvas.text(EDGE_PX + TABLE_PX, y + 12, " · ".join(parts), 50, SOFT_INK, "right")


def _rows_that_fit(past: PastGame, state: State, language: Language) -> tuple[int, list[Row]]:
    room = HEIGHT_PX - 2 * EDGE_PX - HEAD_PX
    for size in SIZES_PX:
        rows = _rows(past, state, size, language)
        if sum(_row_px(row, size) for row in rows) <= room:
            break
    return size, rows


def _rows(past: PastGame, state: State, size: int, language: Language) -> list[Row]:
    seats = range(len(past.players))
    room = SHEET_PX - COLUMN_PX * len(seats) - POINTS_PX - 24
    totals, rows = [0] * len(seats), []
    for line, notes in noted_lines(past, state, language):
        totals[line.player] += line.points
        shown = tuple(totals[seat] if seat == line.player else None for seat in seats)
        points = f"{line.points:+d}" if line.points else ""
        said = tuple(piece for note in notes for piece in wrapped(note, size, room))
        rows.append(Row(shown, points, tuple(wrapped(line.text, size, room)), said, line.player))
    if state.game.end is not None:
        final = state.final_scores or (None,) * len(seats)
        said = (say_end(past, state.game.end, language), *_bonuses(past, state))
        text = wrapped(", ".join(said), size, room)
        if past.winners is not None:
            text += wrapped(say_winners(past, past.winners, language), size, room)
        rows.append(Row(final, "", tuple(text)))
    return rows


def _bonuses(past: PastGame, state: State) -> list[str]:
    """What the end adds or takes away: `Ben +21`."""
    bonuses = zip(past.players, state.settlement.bonuses, strict=True)
    return [f"{printable(player.name)} {bonus:+d}" for player, bonus in bonuses if bonus]


def _row_px(row: Row, size: int) -> int:
    return round(row.lines * LEADING * size) + (10 if row.player is None else 0)


def _draw_sheet(canvas: Canvas, past: PastGame, rows: list[Row], size: int, colours: list[Bgr]) -> None:
    y, text_x = EDGE_PX, SHEET_X + COLUMN_PX * len(past.players) + POINTS_PX + 24
    for seat, (player, colour) in enumerate(zip(past.players, colours, strict=True)):
        x = SHEET_X + COLUMN_PX * seat
        canvas.box(x + 3, y, COLUMN_PX - 6, HEAD_PX - 10, colour, 12)
        name, middle = printable(player.name), (x + COLUMN_PX / 2, y + (HEAD_PX - 10) / 2)
        size_px = largest(name, (36, 32, 28, 24), COLUMN_PX - 18)
        canvas.text(*middle, name, size_px, letters_on(colour), "middle", COLUMN_PX - 18)
    y += HEAD_PX
    for number, row in enumerate(rows):
        height = _row_px(row, size)
        if number % 2:
            canvas.box(SHEET_X, y, SHEET_PX, height, STRIPE)
        if row.player is None:
            canvas.box(SHEET_X, y + 3, SHEET_PX, 4, RULE)
            y, height = y + 10, height - 10
        first = y + LEADING * size / 2
        for seat, total in enumerate(row.totals):
            if total is not None:
                right = SHEET_X + COLUMN_PX * (seat + 1) - 16
                canvas.text(right, first, str(total), size, deepened(colours[seat]), "right")
        right = SHEET_X + COLUMN_PX * len(past.players) + POINTS_PX
        canvas.text(right, first, row.points, size, INK, "right")
        for place, text in enumerate((*row.text, *row.notes)):
            colour = WARNING if place >= len(row.text) else INK
            canvas.text(text_x, first + place * LEADING * size, text, size, colour)
        y += height
