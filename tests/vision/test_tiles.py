"""What was seen of a table, as values and as JSON."""

from __future__ import annotations

import numpy as np
import pytest

from vision.tiles import NOTICES, SENTENCES, Foreign, SeenTile, TableObservation, TableProblem

VERTICES = np.array([[10.123, 20.0], [30.0, 60.456], [-9.0, 60.0]])


def numbers(*corners: int, sure: float = 0.9) -> np.ndarray:
    likely = np.full((3, 6), (1 - sure) / 5, np.float32)
    likely[np.arange(3), corners] = sure
    return likely


def test_a_tile_is_written_as_the_formats_say() -> None:
    tile = SeenTile((2, -3), numbers(3, 4, 4), 0.5, VERTICES)
    told = tile.to_json()
    assert told.pop("confidence") == pytest.approx(0.5 * 0.9**3, abs=1e-6)
    assert told == {
        "corners": [3, 4, 4],
        "vertices": [[10.12, 20.0], [30.0, 60.46], [-9.0, 60.0]],
        "at": [2, -3],
    }
    assert SeenTile(None, numbers(0, 0, 0), 1.0, VERTICES).to_json()["at"] is None


def test_a_table_is_written_as_the_formats_say() -> None:
    tile = SeenTile((0, 0), numbers(0, 0, 0), 1.0, VERTICES)
    told = TableObservation((tile,), 12, frozenset({"hand", "dark"})).to_json()
    assert told == {
        "game": "triominos",
        "tiles": [tile.to_json()],
        "face_down": 12,
        "in_the_way": ["dark", "hand"],
    }


@pytest.mark.parametrize("problem", SENTENCES)
def test_a_problem_is_a_sentence(problem: TableProblem) -> None:
    told = TableObservation(problem=problem).to_json()
    assert told["problem"] == SENTENCES[problem]
    assert str(told["problem"]).endswith(".")


@pytest.mark.parametrize("foreign", NOTICES)
def test_a_foreign_profile_is_a_notice(foreign: Foreign) -> None:
    assert TableObservation(foreign=foreign).to_json()["notice"] == NOTICES[foreign]


def test_a_larger_picture_has_its_points_where_the_pixels_are() -> None:
    tile = SeenTile((0, 0), numbers(0, 0, 0), 1.0, np.array([[0.0, 0.0], [9.5, 1.0], [2.0, 7.0]]))
    seen = TableObservation((tile, SeenTile(None, numbers(1, 1, 1))), 1, backs=np.full((1, 3, 2), 3.5))
    twice = seen.scaled(2)
    assert twice.tiles[0].vertices is not None and twice.backs is not None
    assert twice.tiles[0].vertices.tolist() == [[0.5, 0.5], [19.5, 2.5], [4.5, 14.5]]
    assert twice.backs.tolist() == [[[7.5, 7.5]] * 3]
    assert twice.tiles[1].vertices is None
    assert (twice.face_down, twice.tiles[0].at) == (1, (0, 0))
