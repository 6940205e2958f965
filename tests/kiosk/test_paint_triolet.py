"""The painted Triolet board: where its squares are, and that all of it can be read, without colours too."""

from __future__ import annotations

import subprocess
import sys
from itertools import combinations
from pathlib import Path

import numpy as np
import pygame
import pytest

from companion.kiosk.paint_marks import ALARM, QUESTION, Marks
from companion.kiosk.paint_tokens import FACE, SQUARES, STAR, SquareKind, TokenStamps
from companion.kiosk.paint_tools import INK, LEAST_CONTRAST, WHITE, contrast, default_font, letters_on
from companion.kiosk.paint_triolet import RIM_INK, TrioletBoard
from companion.kiosk.paint_wood import WALNUT
from companion.rules.triolet import Layout, Position
from companion.rules.triolet.cells import CELLS
from companion.rules.triolet.position import Move
from companion.rules.triolet.tokens import JOKERS, NUMBERED, OPEN_JOKER, Token
from tests.kiosk.canvas import (
    Grounds,
    brightness,
    canvas,
    changed,
    cost_ms,
    fill_ms,
    part_of,
    pixels,
    without,
)

ROOT = Path(__file__).parents[2]
SIZES = (200, 300, 333, 480, 777, 1000)
POSITION = Position.parse({"H8": "11", "H9": "3", "H10": "1", "G10": "14", "D8": "7", "C9": "joker:12"})
BARE = Layout()  # no special square but the centre


def painted(marks: Marks = Marks(), size: int = 480, position: Position = POSITION) -> pygame.Surface:
    surface = canvas(size, size)
    TrioletBoard(surface.get_rect()).paint(surface, position, marks)
    return surface


@pytest.mark.parametrize("size", SIZES)
def test_every_square_is_found_where_it_is_drawn(size: int) -> None:
    board = TrioletBoard(pygame.Rect(37, 11, size, size))
    for cell in CELLS:
        rect = board.rect_of(cell)
        last = (rect.right - 1, rect.bottom - 1)
        assert [board.cell_at(spot) for spot in (rect.topleft, rect.center, last)] == [cell] * 3


@pytest.mark.parametrize("size", SIZES)
def test_the_squares_fill_the_board_and_leave_room_for_the_names_around(size: int) -> None:
    board = TrioletBoard(pygame.Rect(0, 0, size, size))
    first, last = board.rect_of("A1"), board.rect_of("O15")
    assert first.union(last) == board.grid
    assert board.rect.contains(board.grid)
    assert min(board.grid.left, board.grid.top, size - board.grid.right, size - board.grid.bottom) >= 0.6 * (
        board.square_px
    )


def test_beside_the_squares_there_is_no_cell() -> None:
    board = TrioletBoard(pygame.Rect(50, 50, 300, 300))
    grid = board.grid
    beside = [
        (grid.left - 1, 200),
        (grid.right, 200),
        (200, grid.top - 1),
        (200, grid.bottom),
        (0, 0),
        (-9, 200),
    ]
    assert [board.cell_at(spot) for spot in beside] == [None] * len(beside)


def test_a_wide_area_has_its_board_in_the_middle() -> None:
    board = TrioletBoard(pygame.Rect(0, 0, 500, 300))
    assert board.rect == pygame.Rect(100, 0, 300, 300)


@pytest.mark.parametrize("cell", ["A1", "H8", "D8", "O15"])
def test_a_token_changes_its_own_square_and_nothing_else(cell: str) -> None:
    board = TrioletBoard(pygame.Rect(0, 0, 480, 480))
    empty, laid = canvas(480, 480), canvas(480, 480)
    board.paint(empty, Position())
    board.paint(laid, Position.parse({cell: "9"}))
    mask = changed(empty, laid)
    assert part_of(mask, board.rect_of(cell)).mean() > 0.5
    assert not without(mask, board.rect_of(cell)).any()


def test_a_token_that_is_taken_back_is_gone() -> None:
    board = TrioletBoard(pygame.Rect(0, 0, 300, 300))
    before, after = canvas(300, 300), canvas(300, 300)
    board.paint(before, Position())
    board.paint(canvas(300, 300), POSITION)
    board.paint(after, Position())
    assert not changed(before, after).any()


def test_a_special_square_is_spent_under_a_token() -> None:
    board = TrioletBoard(pygame.Rect(0, 0, 480, 480))
    surface = canvas(480, 480)
    board.paint(surface, Position.parse({"D8": "7", "D10": "7"}))  # D8 is a double
    double, plain = (pixels(surface.subsurface(board.rect_of(cell))) for cell in ("D8", "D10"))
    assert np.array_equal(double, plain)


def test_the_family_s_own_special_squares_are_drawn() -> None:
    pictures = []
    for layout in (BARE, Layout(replay=frozenset(["C3"]))):
        surface = canvas(480, 480)
        board = TrioletBoard(surface.get_rect(), layout)
        board.paint(surface, Position())
        pictures.append(surface)
    mask = changed(*pictures)
    assert part_of(mask, board.rect_of("C3")).mean() > 0.5
    assert not without(mask, board.rect_of("C3")).any()


def test_the_kinds_of_squares_can_be_told_apart_without_colours() -> None:
    stamps = TokenStamps(40, default_font)
    # The ground brought to one grey: only the signs are left.
    signs = {}
    kinds: tuple[SquareKind, ...] = ("plain", "centre", "double", "triple", "replay")
    for kind in kinds:
        square = canvas(40, 40)
        square.blit(stamps.square(kind), (0, 0))
        signs[kind] = brightness(square)[6:34, 3:37] < 80
    for one, other in combinations(kinds, 2):
        assert (signs[one] != signs[other]).sum() > 25, (one, other)


@pytest.mark.parametrize(
    ("letters", "ground"),
    [
        pytest.param(INK, FACE, id="numbers on tokens"),
        pytest.param(WHITE, STAR, id="numbers on jokers"),
        pytest.param(RIM_INK, WALNUT, id="names on the frame"),
        pytest.param(WHITE, QUESTION, id="question marks"),
        pytest.param(WHITE, ALARM, id="exclamation marks"),
        *(pytest.param(letters_on(colour), colour, id=f"on {kind}") for kind, colour in SQUARES.items()),
    ],
)
def test_what_is_written_can_be_read(letters: tuple[int, int, int], ground: tuple[int, int, int]) -> None:
    assert contrast(letters, ground) >= LEAST_CONTRAST


@pytest.mark.parametrize("is_ghost", [False, True], ids=["laid", "pending"])
@pytest.mark.parametrize("side", [12, 18, 25, 60])
def test_the_number_is_dark_on_the_face_that_was_painted(side: int, is_ghost: bool) -> None:
    stamps = TokenStamps(side, default_font)
    for token in NUMBERED:
        shown = canvas(side, side, SQUARES["plain"])
        shown.blit(stamps.token(token, is_ghost), (0, 0))
        inner = pixels(shown)[side // 6 : -side // 6, side // 6 : -side // 6].reshape(-1, 3)
        order = inner.sum(axis=1).argsort()
        darkest, face = (tuple(int(v) for v in inner[spot]) for spot in (order[0], order[-len(order) // 4]))
        assert contrast((darkest[0], darkest[1], darkest[2]), (face[0], face[1], face[2])) >= LEAST_CONTRAST


@pytest.mark.parametrize("side", [12, 18, 19, 25, 37, 60, 66])
def test_no_number_spills_over_its_token(side: int) -> None:
    stamps = TokenStamps(side, default_font)
    margin = 0.09 * side
    for token in NUMBERED:
        picture = stamps.token(token)
        solid = pygame.surfarray.array_alpha(picture).T > 200
        ink = solid & (pygame.surfarray.array3d(picture).sum(axis=2).T < 240)
        rows, columns = np.nonzero(ink)
        assert len(rows) > 0.02 * side * side
        assert columns.min() >= margin - 0.5 and columns.max() <= side - margin, token
        assert rows.min() >= margin - 0.5 and rows.max() <= side - margin, token


@pytest.mark.parametrize("side", [18, 25, 60])
def test_a_joker_s_number_stays_on_its_token(side: int) -> None:
    stamps = TokenStamps(side, default_font)
    star = canvas(side, side)
    star.blit(stamps.token(OPEN_JOKER), (0, 0))
    for joker in JOKERS:
        named = canvas(side, side)
        named.blit(stamps.token(joker), (0, 0))
        rows, columns = np.nonzero(changed(star, named))
        assert columns.min() >= 0.08 * side and columns.max() < 0.92 * side, joker
        assert rows.min() >= 0.08 * side and rows.max() < 0.92 * side, joker


def test_all_tokens_look_different() -> None:
    stamps, shown = TokenStamps(18, default_font), []
    tokens: tuple[Token, ...] = (*NUMBERED, *JOKERS, OPEN_JOKER)
    for token in tokens:
        surface = canvas(18, 18)
        surface.blit(stamps.token(token), (0, 0))
        shown.append(brightness(surface))
    for one, other in combinations(range(len(tokens)), 2):
        assert (np.abs(shown[one] - shown[other]) > 40).sum() >= 6, (tokens[one], tokens[other])


def test_the_last_move_changes_with_its_glow_and_nothing_far_from_it_does() -> None:
    marks = [Marks(last=("H9", "H10"), glow=glow) for glow in (0.0, 0.5, 1.0)]
    weak, half, strong = map(painted, marks)
    board = TrioletBoard(pygame.Rect(0, 0, 480, 480))
    around = board.rect_of("H9").union(board.rect_of("H10")).inflate(board.square_px, board.square_px)
    for one, other in ((weak, half), (half, strong)):
        mask = changed(one, other)
        assert part_of(mask, around).sum() > 300
        assert not without(mask, around).any()


def test_the_numbers_of_the_last_move_are_not_dimmed_by_their_glow() -> None:
    board = TrioletBoard(pygame.Rect(0, 0, 480, 480))
    plain, glowing = painted(), painted(Marks(last=("H8", "H9", "H10"), glow=1.0))
    for cell in ("H8", "H9", "H10"):
        middle = board.rect_of(cell).inflate(-10, -10)
        assert not part_of(changed(plain, glowing), middle).any()


MARKS = {
    "none": Marks(),
    "last": Marks(last=("H9",), glow=0.0),
    "refused": Marks(flashing=("H9",), flash=0.0),
    "asked": Marks(asked=("H9",)),
    "missing": Marks(missing=("H9",)),
    "selected": Marks(selected="H9"),
}


@pytest.mark.parametrize("size", [300, 1000])
def test_marks_at_their_weakest_can_be_told_apart_without_colours(size: int) -> None:
    board = TrioletBoard(pygame.Rect(0, 0, size, size))
    around = board.rect_of("H9").inflate(board.square_px // 2, board.square_px // 2)
    shown = {name: brightness(painted(marks, size).subsurface(around)) for name, marks in MARKS.items()}
    for one, other in combinations(MARKS, 2):
        different = (np.abs(shown[one] - shown[other]) > 30).sum()
        assert different > 0.1 * board.square_px**2, (one, other)


def test_a_piece_across_a_line_joins_its_two_squares() -> None:
    board = TrioletBoard(pygame.Rect(0, 0, 480, 480))
    mask = changed(painted(), painted(Marks(across=(("E3", "E4"),))))
    one, other = board.rect_of("E3"), board.rect_of("E4")
    assert mask[one.centery, one.centerx : other.centerx].all()
    assert not without(mask, one.union(other)).any()


def test_a_pending_move_is_seen_and_differs_from_one_that_is_laid() -> None:
    board = TrioletBoard(pygame.Rect(0, 0, 480, 480))
    move = Move.parse({"I8": "4", "I7": "8"})
    without_it, pending, laid = (canvas(480, 480) for _ in range(3))
    board.paint(without_it, POSITION)
    board.paint(pending, POSITION, pending=move.tokens)
    board.paint(laid, POSITION.after(move))
    for cell in move.tokens:
        for other in (without_it, laid):
            assert (
                np.abs(brightness(pending) - brightness(other))[
                    board.rect_of(cell).top : board.rect_of(cell).bottom,
                    board.rect_of(cell).left : board.rect_of(cell).right,
                ].max()
                > 60
            )


def test_marks_for_the_other_game_are_left_out() -> None:
    marks = Marks(last=((0, 1),), asked=((2, 2),), selected=(0, 0), across=(((0, 0), (0, 1)),))
    assert not changed(painted(), painted(marks)).any()


@pytest.mark.parametrize("ground", Grounds, ids=["on paper", "on slate"])
def test_nothing_is_painted_beside_the_board(ground: tuple[int, int, int]) -> None:
    surface, blank = canvas(420, 420, ground), canvas(420, 420, ground)
    area = pygame.Rect(60, 60, 300, 300)
    TrioletBoard(area).paint(
        surface, POSITION, Marks(last=("A1",), flashing=("O15",), asked=("A15",), selected="O1")
    )
    assert not without(changed(surface, blank), area).any()


OUTLIVES = """
import pygame
from companion.kiosk.paint_marks import Marks
from companion.kiosk.paint_triolet import TrioletBoard
from companion.rules.triolet import Position
pygame.init()
board, surface = TrioletBoard(pygame.Rect(0, 0, 211, 211)), pygame.Surface((211, 211))
board.paint(surface, Position.parse({"H8": "1"}))
pygame.quit()
pygame.init()
board.paint(surface, Position.parse({"H8": "11", "H9": "joker:3"}), Marks(asked=("H8",)))
"""


def test_a_board_that_was_built_before_pygame_stopped_paints_after_it() -> None:
    # In a process of its own: stopping pygame would spoil the fonts that other tests keep.
    run = subprocess.run([sys.executable, "-c", OUTLIVES], capture_output=True, cwd=ROOT, check=False)
    assert (run.returncode, run.stderr.decode()) == (0, "")


def test_a_frame_with_glow_is_cheap() -> None:
    surface, unit = canvas(300, 300), fill_ms()
    board = TrioletBoard(surface.get_rect())
    cost = cost_ms(lambda: board.paint(surface, POSITION, Marks(last=("H8", "H9", "H10"), glow=0.4)))
    assert cost < 20 * unit, (
        f"{cost:.2f} ms; filling a screen takes {unit:.2f} ms"
    )  # 1.5 ms where that is 0.075
