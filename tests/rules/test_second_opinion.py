"""The judge against a slow, obvious implementation that was written from the sheets and shares nothing with it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.requests import answer_judge, answer_moves
from tests.rules import slow_triolet, slow_triominos
from tests.rules.random_positions import random_triolet_request, random_triominos_request

Json = dict[str, Any]

POSITIONS_A_SEED = 2_500
SEEDS = range(10)
OPINIONS = {
    "triolet": (random_triolet_request, slow_triolet.judge),
    "triominos": (random_triominos_request, slow_triominos.judge),
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", OPINIONS)
def test_both_opinions_agree_on_random_positions(game: str, seed: int) -> None:
    draw, second_opinion = OPINIONS[game]
    rng = random.Random(f"{game} {seed}")
    legal = 0
    for _ in range(POSITIONS_A_SEED):
        request = draw(rng)
        first, second = answer_judge(request), second_opinion(request)
        assert comparable(first) == comparable(second), request
        legal += bool(first["legal"])
    assert POSITIONS_A_SEED / 4 < legal < POSITIONS_A_SEED * 3 / 4, "the positions should be legal and not"


def comparable(answer: Json) -> Json:
    """The answer without sentences and without the order of lists that may come in any order."""
    if not answer["legal"]:
        violations = [(v["rule"], _in_cells(v), v.get("options")) for v in answer["violations"]]
        return {"legal": False, "violations": sorted(violations, key=str)}
    return {key: sorted(value, key=str) if key == "sets" else value for key, value in answer.items()}


def _in_cells(violation: Json) -> list[str]:
    """The cells, and what lies in them where the violation is about a sum."""
    if violation["rule"] in ("pair-sum", "trio-sum", "too-long"):
        return sorted(map(str, zip(violation["cells"], violation["values"], strict=True)))
    return sorted(map(str, violation["cells"]))


@pytest.mark.parametrize("seed", range(12))
def test_no_legal_triolet_move_in_a_small_area_is_missed(seed: int) -> None:
    rng = random.Random(f"triolet moves {seed}")
    request = {key: value for key, value in random_triolet_request(rng).items() if key != "move"}
    request["rack"] = rng.choices([*map(str, range(16)), "joker"], k=rng.choice((1, 2, 2, 3)))
    near = rng.choice(sorted(request.get("board") or ["H8"]))
    row, column = "ABCDEFGHIJKLMNO".index(near[0]), int(near[1:])
    area = [
        f"{'ABCDEFGHIJKLMNO'[r]}{c}"
        for r in range(max(0, row - 1), min(15, row + 2))
        for c in range(max(1, column - 2), min(16, column + 3))
    ]
    inside = [m for m in answer_moves(request) if set(as_object(m["move"])) <= set(area)]
    assert as_set(inside) == as_set(
        {"move": move, "points": points} for move, points in slow_triolet.legal_moves(request, area)
    )


@pytest.mark.parametrize("seed", range(40))
def test_no_legal_triominos_move_is_missed(seed: int) -> None:
    rng = random.Random(f"triominos moves {seed}")
    request = {key: value for key, value in random_triominos_request(rng).items() if key != "move"}
    tiles = [(a, b, c) for a in range(6) for b in range(a, 6) for c in range(b, 6)]
    request["hand"] = [list(tile) for tile in rng.sample(tiles, 9)]
    laid = [tile["at"] for tile in request.get("tiles", [])] or [[0, 0]]
    near = rng.choice(laid)
    places = [(near[0] + r, near[1] + c) for r in range(-3, 4) for c in range(-5, 6)]
    inside = [m for m in answer_moves(request) if tuple(as_object(m["move"])["at"]) in places]
    assert as_set(inside) == as_set(
        {"move": move, "points": points} for move, points in slow_triominos.legal_moves(request, places)
    )


def as_object(value: object) -> Json:
    assert isinstance(value, dict)
    return value


def as_set(moves: Any) -> set[str]:
    return {f"{sorted(as_object(move['move']).items())} {move['points']}" for move in moves}
