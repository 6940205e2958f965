"""Posters and moving pictures: everything is drawn, in letters that can be read."""

from __future__ import annotations

import io
from itertools import pairwise, product
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.journal import Journal
from companion.past_games import PastGame, look_back, turns_of_lines
from companion.prints.canvas import Canvas
from companion.prints.colours import (
    INK,
    LEAST_CONTRAST,
    NAMED,
    PAPER,
    SOFT_INK,
    STRIPE,
    WARNING,
    colours_of,
    contrast,
    deepened,
    letters_on,
)
from companion.prints.lettering import fitted, set_text, width_px, wrapped
from companion.prints.movie import LAST_MS, Frame, draw_movie, encode_gif
from companion.prints.poster import HEIGHT_PX, WIDTH_PX, draw_poster
from companion.prints.table import pieces_after, table_of
from companion.prints.triolet_table import BOARD, CREAM, EDGE_INK, SPECIALS
from companion.rules import triolet
from companion.rules.triominos import game as mg
from companion.session.setup import Player, Setup
from tests.recorded import play_some, play_whole, seats

GREYS = [(level, level, level) for level in range(0, 256, 5)]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("prints") / "journal.db"
    with Journal.open(path) as journal:
        play_whole(journal, Setup(triolet.Rules(), seats("Élodie", "Ben")), turns=2)
        play_some(journal, Setup(mg.Rules(), seats("Anna", "花子", "Zoë")), turns=4)
    return path


def past(path: Path, game: int) -> PastGame:
    with Journal.open(path, read_only=True) as journal:
        return look_back(journal, journal.game(game))


@pytest.mark.parametrize("game", [1, 2], ids=["triolet", "triominos, unfinished"])
def test_a_poster_is_a_page_with_ink_on_both_halves(evening: Path, game: int) -> None:
    poster = draw_poster(past(evening, game))
    assert poster.shape == (HEIGHT_PX, WIDTH_PX, 3)
    for half in np.array_split(poster, 2, axis=1):
        assert (half != PAPER).any(axis=2).mean() > 0.005


def test_moving_pictures_show_every_line_of_the_sheet_and_the_end(evening: Path) -> None:
    from PIL import Image, ImageSequence

    game = past(evening, 1)
    assert game.state is not None
    frames = draw_movie(game)
    assert len(frames) == len(turns_of_lines(game.state.game)) + 2
    for before, after in pairwise(frames):
        assert (before.pixels != after.pixels).any()
    # A strip through table and cards is enough to see how they are written down.
    frames = [Frame(frame.pixels[100:240], frame.shown_ms) for frame in frames]
    with Image.open(io.BytesIO(encode_gif(frames))) as gif:
        assert gif.info["loop"] == 0
        assert len(list(ImageSequence.Iterator(gif))) == len(frames)
        gif.seek(len(frames) - 1)
        assert gif.info["duration"] == LAST_MS
        shown = np.asarray(gif.convert("RGB"))[:, :, ::-1].astype(int)
    assert np.abs(shown - frames[-1].pixels).mean() < 4


def test_the_command_writes_pictures_and_prints_nothing_else(
    evening: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    file = tmp_path / "game.png"
    assert main(["export", "2", "--png", str(file), "--journal", str(evening), "--lang", "fr"]) == 0
    assert capfdbinary.readouterr() == (f"Écrit : {file}\n".encode(), b"")
    drawn = cv2.imread(str(file))
    assert drawn is not None and drawn.shape == (HEIGHT_PX, WIDTH_PX, 3)


def test_the_pieces_lie_where_the_rules_have_them(evening: Path) -> None:
    for number in (1, 2):
        state = past(evening, number).state
        assert state is not None
        pieces, _ = pieces_after(state.game, len(state.game.entries))
        position = state.game.position
        truth = dict(position.board if isinstance(position, triolet.Position) else position.tiles)
        assert {cell: piece.face for cell, piece in pieces.items()} == truth


def test_the_last_move_glows(evening: Path) -> None:
    state = past(evening, 2).state
    assert state is not None
    table = table_of(state.game, list(NAMED.values()), 300)
    pieces, latest = pieces_after(state.game, len(state.game.entries))
    assert (table.draw(pieces, frozenset(pieces)) != table.draw(pieces)).any()
    assert isinstance(latest, frozenset)


def test_everything_written_has_contrast_enough() -> None:
    pairs = [*product((INK, SOFT_INK, WARNING), (PAPER, STRIPE)), (EDGE_INK, BOARD), (INK, CREAM)]
    pairs += [(INK, ground) for ground in SPECIALS.values()]
    pairs += [(letters_on(colour), colour) for colour in (*NAMED.values(), *GREYS)]
    pairs += [(deepened(colour, ground), ground) for colour in NAMED.values() for ground in (PAPER, STRIPE)]
    assert [pair for pair in pairs if contrast(*pair) < LEAST_CONTRAST] == []


def test_each_player_has_a_colour_of_their_own() -> None:
    words = ("red", "RED", "#1e5fc4", "what?")
    colours = colours_of([Player(str(seat), word) for seat, word in enumerate(words)])
    assert len(set(colours)) == 4
    assert colours[0] == NAMED["red"] and colours[2] == (0xC4, 0x5F, 0x1E)


@pytest.mark.parametrize("text", ["Élodie", "花子", "Ж", "\N{NO-BREAK SPACE}", "", "🎲", "\udc80"], ids=ascii)
def test_any_name_can_be_drawn(text: str) -> None:
    assert set_text(text, 30).shape[0] == set_text("A", 30).shape[0]
    Canvas(40, 40, PAPER).text(-10, 60, text, 30)


def test_long_words_are_broken_or_cut() -> None:
    lines = wrapped("trio 3 + 8 + 4 = 30, 11 + 4 = 15, " + "x" * 200, 20, 160)
    assert lines[:2] == ["trio 3 + 8 + 4 = 30,", "11 + 4 = 15,"]
    assert lines[2].endswith("…") and all(width_px(line, 20) <= 160 for line in lines)
    assert fitted("Ben", 20, 200) == "Ben"
