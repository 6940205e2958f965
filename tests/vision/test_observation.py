"""What was seen, as values and as JSON."""

from __future__ import annotations

import numpy as np
import pytest

from vision.observation import (
    EMPTY,
    FACES,
    OTHER,
    SENTENCES,
    TOKEN,
    BoardObservation,
    NoBoard,
    cell_at,
    place_of,
)

CORNERS = np.array([[100, 100], [700, 100], [700, 700], [100, 700]], np.float64)


def observe(
    tokens: dict[str, tuple[str, float]], offsets: dict[str, tuple[float, float]] | None = None
) -> BoardObservation:
    """An observation with these faces, so sure; the rest is empty."""
    states = np.zeros((15, 15, 3), np.float32)
    states[..., EMPTY] = 1
    faces = np.full((15, 15, 17), 1 / 17, np.float32)
    off = np.zeros((15, 15, 2), np.float32)
    for cell, (face, sure) in tokens.items():
        states[place_of(cell)] = (0.01, 0.98, 0.01)
        faces[place_of(cell)] = (1 - sure) / 16
        faces[place_of(cell)][FACES.index(face)] = sure
    for cell, xy in (offsets or {}).items():
        off[place_of(cell)] = xy
    return BoardObservation(CORNERS, states, faces, off)


def test_cells_and_places_are_each_others_way_back() -> None:
    assert (cell_at(0, 0), cell_at(7, 7), cell_at(14, 14)) == ("A1", "H8", "O15")
    assert all(place_of(cell_at(r, c)) == (r, c) for r in range(15) for c in range(15))


def test_tokens_come_row_by_row_with_how_sure_they_are() -> None:
    seen = list(observe({"H8": ("11", 0.99), "B3": ("joker", 0.9), "B2": ("0", 0.3)}).tokens())
    assert [token.cell for token in seen] == ["B2", "B3", "H8"]
    assert [token.face for token in seen] == [None, "joker", "11"]  # 0.3 is no reading
    assert seen[2].confidence == pytest.approx(0.99 * 0.98, abs=1e-5)


@pytest.mark.parametrize(
    ("cell", "off", "pair"),
    [
        ("H8", (0.42, 0.05), ("H8", "H9")),
        ("H8", (-0.35, 0.1), ("H8", "H7")),
        ("H8", (0.0, 0.4), ("H8", "I8")),
        ("H8", (0.1, -0.45), ("H8", "G8")),
        ("H8", (0.2, 0.25), None),
        ("A1", (0.0, -0.4), None),  # over the edge, not across a line
    ],
)
def test_a_token_far_off_the_middle_lies_across(
    cell: str, off: tuple[float, float], pair: tuple[str, str] | None
) -> None:
    seen = observe({cell: ("5", 0.99)}, {cell: off})
    assert seen.between() == ([pair] if pair else [])
    assert [token.cell for token in seen.tokens()] == ([] if pair else [cell])


def test_the_two_halves_of_a_token_are_one_pair() -> None:
    seen = observe({"H8": ("5", 0.9), "H9": ("5", 0.9)}, {"H8": (0.48, 0.0), "H9": (-0.5, 0.0)})
    assert seen.between() == [("H8", "H9")]
    assert list(seen.tokens()) == []


def test_neighbours_that_lie_askew_keep_a_token_each() -> None:
    pushed = {"H8": (0.36, 0.0), "H9": (0.33, 0.0), "H10": (0.2, 0.0)}
    seen = observe(dict.fromkeys(pushed, ("5", 0.9)), pushed)
    assert seen.between() == []
    assert [token.cell for token in seen.tokens()] == ["H8", "H9", "H10"]


def test_json_is_as_the_formats_say() -> None:
    form = observe({"H8": ("11", 0.99)}).to_json()
    assert form["game"] == "triolet"
    assert form["grid"] == CORNERS.tolist()
    assert form["tokens"] == [{"cell": "H8", "face": "11", "confidence": pytest.approx(0.9702, abs=1e-4)}]
    assert (form["in_the_way"], form["between"], form["moved"]) == ([], [], None)
    assert "problem" not in form


def test_covered_squares_are_no_tokens() -> None:
    seen = observe({"H8": ("11", 0.99)})
    seen.states[place_of("C4")] = np.eye(3)[OTHER]
    assert seen.covered == ["C4"]
    assert int(seen.occupied.sum()) == 1
    assert seen.states.argmax(axis=2)[place_of("H8")] == TOKEN


@pytest.mark.parametrize("problem", ["no-board", "cut-off", "blur", "dark"])
def test_no_board_says_why(problem: str) -> None:
    form = NoBoard(problem).to_json()  # type: ignore[arg-type]  # the four of them, spelled out above
    assert (form["grid"], form["tokens"]) == (None, [])
    assert form["problem"] == SENTENCES[problem]  # type: ignore[index]
    assert str(form["problem"]).count(".") == 2  # what happened, and what to do


def test_a_far_move_and_a_foreign_profile_are_said() -> None:
    seen = observe({})
    near = BoardObservation(CORNERS, seen.states, seen.faces, seen.offsets, moved=0.4)
    far = BoardObservation(CORNERS, seen.states, seen.faces, seen.offsets, moved=2.31)
    foreign = BoardObservation(CORNERS, seen.states, seen.faces, seen.offsets, moved=0.2, is_foreign=True)
    assert near.notice is None
    assert far.notice is not None and "2.3 squares" in far.notice
    assert foreign.notice is not None and "calibrate again" in foreign.notice
    assert foreign.to_json()["notice"] == foreign.notice
