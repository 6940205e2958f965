"""A game as moving pictures: the drawn table grows turn by turn, with the points as they stood."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.game_sheet import TITLES, format_date, noted_lines, say_winners
from companion.past_games import PastGame, turns_of_lines
from companion.prints.canvas import Canvas, Pixels
from companion.prints.cards import Card, draw_below
from companion.prints.colours import INK, PAPER, SOFT_INK, Bgr, colours_of, deepened
from companion.prints.lettering import wrapped
from companion.prints.table import pieces_after, table_of
from companion.rules.forms import printable
from companion.rules.verdict import Language

WIDTH_PX, HEIGHT_PX = 1120, 740
EDGE_PX = 20
TABLE_PX = HEIGHT_PX - 2 * EDGE_PX
PANEL_X = TABLE_PX + 2 * EDGE_PX
PANEL_PX = WIDTH_PX - PANEL_X - EDGE_PX
CARDS_Y, CARD_PX, MOST_CARDS_PX = 84, 120, 400
FIRST_MS, TURN_MS, LAST_MS = 1_500, 1_400, 6_000
COLOURS = 255  # that a GIF can have, besides "as before"


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture (BGR), and how long it is shown."""

    pixels: Pixels
    shown_ms: int


def draw_movie(past: PastGame, language: Language = "en") -> list[Frame]:
    """The empty table, one frame for each line of the score sheet, and the end. The game's beginning must be
    readable."""
    state = past.state
    if state is None:
        raise ValueError("nothing of this game can be read")
    colours = colours_of(past.players)
    table = table_of(state.game, colours, TABLE_PX)
    scores = [0] * len(past.players)
    frames = [Frame(_draw_frame(past, table.draw({}), scores, colours, None, ()), FIRST_MS)]
    lines = noted_lines(past, state, language)
    for (line, notes), numbers in zip(lines, turns_of_lines(state.game), strict=True):
        scores[line.player] += line.points
        picture = table.draw(*pieces_after(state.game, numbers[-1]))
        said = (f"{line.points:+d}", line.text, *notes)
        frames.append(Frame(_draw_frame(past, picture, scores, colours, line.player, said), TURN_MS))
    pieces, _ = pieces_after(state.game, len(state.game.entries))
    said = _say_end(past, language)
    last = _draw_frame(past, table.draw(pieces), past.scores, colours, None, said, past.winners or ())
    return [*frames, Frame(last, LAST_MS)]


def encode_gif(frames: Sequence[Frame]) -> bytes:
    """The frames as a GIF that begins again when it is over."""
    from PIL import Image

    pictures = [Image.fromarray(np.ascontiguousarray(frame.pixels[:, :, ::-1])) for frame in frames]
    # One palette for all: made from three frames, in which every colour is met. Without dithering, flat
    # colours stay flat and little changes from frame to frame.
    some = np.hstack([np.asarray(pictures[place]) for place in (0, len(pictures) // 2, -1)])
    palette = Image.fromarray(some).quantize(
        COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE
    )
    flat = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
    out = io.BytesIO()
    flat[0].save(
        out,
        "GIF",
        save_all=True,
        append_images=flat[1:],
        duration=[frame.shown_ms for frame in frames],
        loop=0,
        optimize=False,
    )
    return out.getvalue()


def _draw_frame(
    past: PastGame,
    table: Pixels,
    scores: Sequence[int],
    colours: Sequence[Bgr],
    player: int | None,
    said: Sequence[str],
    winners: Sequence[int] = (),
) -> Pixels:
    """The table at the left; at the right the points, and below them what is said of this moment."""
    canvas = Canvas(WIDTH_PX, HEIGHT_PX, PAPER)
    canvas.paste(table, EDGE_PX, EDGE_PX)
    canvas.text(PANEL_X, EDGE_PX + 22, TITLES[past.record.kind], 56, INK)
    canvas.text(PANEL_X + PANEL_PX, EDGE_PX + 28, format_date(past.record.started_s), 28, SOFT_INK, "right")
    cards = [
        Card(printable(one.name), score, colour, seat in winners, seat == player)
        for seat, (one, score, colour) in enumerate(zip(past.players, scores, colours, strict=True))
    ]
    height = min(len(cards) * CARD_PX, MOST_CARDS_PX)
    draw_below(canvas, cards, PANEL_X, CARDS_Y, PANEL_PX, height)
    y = CARDS_Y + height + 34
    sizes = ((84, deepened(colours[player])) if player is not None else (60, INK), *[(36, INK)] * len(said))
    for text, (size, colour) in zip(said, sizes, strict=False):
        for line in wrapped(text, size, PANEL_PX):
            canvas.text(PANEL_X, y + 0.6 * size, line, size, colour)
            y += round(1.15 * size)
    return canvas.pixels


def _say_end(past: PastGame, language: Language) -> tuple[str, ...]:
    return () if past.winners is None else (say_winners(past, past.winners, language),)
