"""What must hold for any input: no crash, moves that are legal, verdicts that do not depend on orientation."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.requests import answer_judge, answer_moves, read_json
from companion.rules.errors import Malformed
from companion.rules.sentences import say_fault
from companion.rules.triominos.lattice import vertices
from tests.rules.random_positions import random_triolet_request, random_triominos_request

Json = dict[str, Any]

any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=12), inner, max_size=5),
    max_leaves=20,
)
# Words that the formats know, so that nearly right requests are common.
known_words = st.sampled_from(
    ["game", "triolet", "triominos", "board", "move", "tiles", "rules", "layout", "rack", "hand", "edition",
     "scoring", "double", "replay", "at", "corners", "joker", "joker:4", "H8", "h8", "H16", "P3", "0", "15", "fr"]
)  # fmt: skip
near_json = st.recursive(
    known_words | st.integers(-2, 20) | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(known_words, inner, max_size=4),
    max_leaves=15,
)
seeds = st.integers(0, 2**32)


def answer_or_fault(request: object) -> None:
    """Answer a request in every way; anything but an answer or `Malformed` fails the test."""
    for answer in (answer_judge, answer_moves):
        try:
            json.dumps(answer(request))
        except Malformed as fault:
            assert_one_line(fault)


def assert_one_line(fault: Malformed) -> None:
    """Whatever somebody wrote, the sentence about it shows on one line of any screen."""
    sentences = (say_fault(fault), say_fault(fault, "fr").replace("\N{NO-BREAK SPACE}", " "))
    assert all(sentence and sentence.isprintable() for sentence in sentences)


@settings(max_examples=300, deadline=None)
@given(any_json | near_json)
def test_no_json_crashes_the_judge(request_: object) -> None:
    answer_or_fault(request_)


@settings(max_examples=400, deadline=None)
@given(seeds, st.data())
def test_no_damaged_request_crashes_the_judge(seed: int, data: st.DataObject) -> None:
    rng = random.Random(seed)
    request = rng.choice((random_triolet_request, random_triominos_request))(rng)
    damage(request, data)
    answer_or_fault(request)
    if "move" in request:
        rest = {key: value for key, value in request.items() if key != "move"}
        answer_or_fault({**rest, "rack": request["move"], "hand": [request["move"]]})


def damage(value: Any, data: st.DataObject) -> None:
    """Put anything somewhere into a request, or take something out."""
    while isinstance(value, (dict, list)) and value:
        key = data.draw(st.sampled_from(sorted(value) if isinstance(value, dict) else range(len(value))))
        if data.draw(st.booleans()) and isinstance(value[key], (dict, list)) and value[key]:
            value = value[key]
        elif isinstance(value, dict) and data.draw(st.booleans()):
            del value[key]
            return
        else:
            value[key] = data.draw(near_json)
            return


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_no_bytes_crash_the_reader(text: bytes) -> None:
    try:
        read_json(text)
    except Malformed as fault:
        assert_one_line(fault)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        pytest.param(b"[" * 100_000, "this is nested too deeply", id="deep"),
        pytest.param(b"1" * 5_000, "this number is too large", id="thousands of digits"),
        pytest.param(b"\xff", "this is not UTF-8 text", id="not UTF-8"),
        pytest.param(b" \n", "there is no JSON object here", id="empty"),
        pytest.param(b'{"a": x}', "this is not JSON: look at line 1, column 7", id="no value"),
        pytest.param(b'{"H8": "1", "H8": "2"}', "H8: this key is written twice", id="a cell twice"),
        pytest.param(b'{"": "1", "": "2"}', '"": this key is written twice', id="an empty key twice"),
    ],
)
def test_text_that_is_no_request_is_said(text: bytes, sentence: str) -> None:
    with pytest.raises(Malformed) as fault:
        read_json(text)
    assert str(fault.value) == sentence


@settings(max_examples=60, deadline=None)
@given(seeds)
def test_a_listed_triolet_move_is_judged_legal_with_the_same_verdict(seed: int) -> None:
    rng = random.Random(seed)
    request = random_triolet_request(rng)
    del request["move"]
    rack = rng.choices([*map(str, range(16)), "joker"], k=rng.randint(1, 3))
    for found in answer_moves({**request, "rack": rack}):
        verdict = answer_judge({**request, "move": found["move"]})
        assert verdict == found["verdict"]
        assert verdict["legal"]
        assert verdict["points"] == found["points"]


@settings(max_examples=60, deadline=None)
@given(seeds)
def test_a_listed_triominos_move_is_judged_legal_with_the_same_verdict(seed: int) -> None:
    rng = random.Random(seed)
    request = random_triominos_request(rng)
    del request["move"]
    hand = [sorted(rng.choices(range(6), k=3)) for _ in range(7)]
    for found in answer_moves({**request, "hand": hand}):
        verdict = answer_judge({**request, "move": found["move"]})
        assert verdict == found["verdict"]
        assert verdict["legal"]
        assert verdict["points"] == found["points"]


ROWS = "ABCDEFGHIJKLMNO"


def turned_cell(cell: str, quarter_turns: int, mirrored: bool) -> str:
    row, column = ROWS.index(cell[0]), int(cell[1:]) - 1
    for _ in range(quarter_turns):
        row, column = column, 14 - row
    return f"{ROWS[row]}{(14 - column if mirrored else column) + 1}"


@settings(max_examples=200, deadline=None)
@given(seeds, st.integers(0, 3), st.booleans())
def test_triolet_scores_are_the_same_however_the_board_lies(seed: int, turns: int, mirrored: bool) -> None:
    request = random_triolet_request(random.Random(seed))
    request.pop("layout", None)  # the usual layout looks the same from all sides
    other = dict(request)
    for key in ("board", "move"):
        if key in request:
            other[key] = {turned_cell(cell, turns, mirrored): face for cell, face in request[key].items()}
    first, second = answer_judge(request), answer_judge(other)
    assert summary(first) == summary(second)


def summary(answer: Json) -> object:
    """What may not depend on orientation."""
    if not answer["legal"]:
        return sorted((v["rule"], sorted(map(str, v.get("options", [])))) for v in answer["violations"])
    return [answer["points"], answer.get("replay"), answer.get("bonus"), answer.get("parts")]


def turned_tile(tile: Json, sixth_turns: int, shift: tuple[int, int]) -> Json:
    """The tile after turning the table by so many 60 degrees and moving it by a lattice vector."""
    points = dict(zip(vertices(tuple(tile["at"])), tile["corners"], strict=True))
    for _ in range(sixth_turns):
        # In steps along the row (q) and down to the right (r), a turn by 60 degrees is (q, r) -> (-r, q + r).
        points = {((x - line) // 2 - line, (x - line) // 2 + line): n for (x, line), n in points.items()}
    points = {(x + shift[0], line + shift[1]): n for (x, line), n in points.items()}
    lines = [line for _, line in points]
    row, column = min(lines), sorted(x for x, _ in points)[1]
    corners = [points[vertex] for vertex in vertices((row, column))]
    return {"at": [row, column], "corners": corners}


@settings(max_examples=200, deadline=None)
@given(seeds, st.integers(0, 5), st.integers(-50, 50), st.integers(-50, 50))
def test_a_triominos_layout_may_be_turned_and_moved(seed: int, turns: int, right: int, down: int) -> None:
    request = random_triominos_request(random.Random(seed))
    shift = (2 * right + down, down)  # lattice vectors: along the row, and down to the right
    other = {**request, "move": turned_tile(request["move"], turns, shift)}
    if "tiles" in request:
        other["tiles"] = [turned_tile(tile, turns, shift) for tile in request["tiles"]]
    assert summary(answer_judge(request)) == summary(answer_judge(other))
