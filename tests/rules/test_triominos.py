"""Triominos moves: what is refused and in which words, bridges and hexagons, what is malformed."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from companion.requests import answer_judge, answer_moves
from companion.rules import triominos
from companion.rules.errors import Malformed
from companion.rules.sums import spell_triominos
from companion.rules.triominos.lattice import Place, Vertex, neighbours, places_around, vertices
from companion.rules.triominos.tiles import Corners
from companion.rules.verdict import RULES

FIVES: dict[Place, Corners] = {(0, 0): (5, 5, 5)}
# A tile, and another that only meets the place right of it at a point.
CORNERED: dict[Place, Corners] = {(0, 0): (0, 0, 1), (-1, 3): (3, 4, 5)}


def judge(
    tiles: Mapping[Place, Corners], at: Place, corners: Corners, scoring: str = "standard"
) -> triominos.Verdict:
    position = triominos.Position(dict(tiles), triominos.parse_scoring({"scoring": scoring}))
    return triominos.judge(position, triominos.Move(at, corners))


@pytest.mark.parametrize(
    ("tiles", "at", "corners", "rule", "english", "french"),
    [
        pytest.param(
            {**FIVES, (0, 1): (5, 5, 4)},
            (0, 0),
            (5, 5, 1),
            "occupied",
            "There is already a tile in this place",
            "Il y a déjà une tuile à cette place",
            id="on another tile",
        ),
        pytest.param(
            FIVES,
            (0, 3),
            (1, 5, 5),
            "not-touching",
            "The tile must share a whole side with a tile on the table",
            "La tuile doit partager un côté entier avec une tuile de la table",
            id="apart",
        ),
        pytest.param(
            FIVES,
            (-1, 1),
            (4, 5, 5),
            "not-touching",
            "The tile must share a whole side with a tile on the table",
            "La tuile doit partager un côté entier avec une tuile de la table",
            id="only a point in common",
        ),
        pytest.param(
            FIVES,
            (0, 1),
            (5, 4, 5),
            "side-mismatch",
            "The side 5-4 lies against 5-5: numbers that meet must be the same",
            "Le côté 5-4 est contre 5-5 : les chiffres qui se touchent doivent être égaux",
            id="one end of the side differs",
        ),
        pytest.param(
            CORNERED,
            (0, 1),
            (0, 0, 4),
            "corner-mismatch",
            "The corner 4 touches a 5: numbers that meet must be the same",
            "La pointe 4 touche un 5 : les chiffres qui se touchent doivent être égaux",
            id="the far corner differs",
        ),
        pytest.param(
            {(0, 0): (1, 2, 3)},
            (0, 1),
            (2, 1, 0),
            "no-such-tile",
            "There is no tile 2-1-0 in the box",
            "La boîte n’a pas de tuile 2-1-0",
            id="numbers that fall",
        ),
        pytest.param(
            {(0, 0): (5, 5, 4)},
            (0, 1),
            (5, 5, 4),
            "duplicate-tile",
            "The tile 5-5-4 is already on the table, and the box has only one",
            "La tuile 5-5-4 est déjà sur la table, et la boîte n’en a qu’une",
            id="there already",
        ),
    ],
)
def test_a_broken_rule_is_said_in_plain_words(
    tiles: Mapping[Place, Corners], at: Place, corners: Corners, rule: str, english: str, french: str
) -> None:
    verdict = judge(tiles, at, corners)
    assert isinstance(verdict, triominos.Illegal)
    assert verdict.rules == (rule,)
    assert [v.to_json("en")["message"] for v in verdict.violations] == [english]
    assert [v.to_json("fr")["message"] for v in verdict.violations] == [french]


def test_every_broken_rule_is_listed_with_its_places_and_numbers() -> None:
    verdict = judge(CORNERED, (0, 1), (1, 0, 4))
    assert isinstance(verdict, triominos.Illegal)
    assert [(v.rule, v.cells, v.values) for v in verdict.violations] == [
        ("side-mismatch", ((0, 1), (0, 0)), (1, 0, 0, 0)),
        ("corner-mismatch", ((0, 1), (-1, 3)), (4, 5)),
        ("no-such-tile", ((0, 1),), (1, 0, 4)),
    ]


def test_a_corner_on_a_shared_side_answers_to_that_side_alone() -> None:
    # The table is inconsistent at the tip of (0, 0): somebody overruled. The side fits, so the move is good.
    verdict = judge({(0, 0): (1, 2, 3), (-1, 0): (4, 5, 5)}, (0, 1), (2, 1, 5))
    assert isinstance(verdict, triominos.Illegal)  # 2-1-5 falls: the numbers are fine, the tile is not
    assert verdict.rules == ("no-such-tile",)
    assert judge({(0, 0): (1, 2, 3), (-1, 0): (4, 5, 5)}, (0, 1), (2, 1, 2)).legal


def full(place: Place, around: int) -> dict[Place, Corners]:
    """All tiles around the first so many corners of `place`, which agree with 0, 1, 2 there and 5 elsewhere."""
    corners = vertices(place)
    numbers: dict[Vertex, int] = {vertex: number for number, vertex in enumerate(corners)}
    places = {other for vertex in corners[:around] for other in places_around(vertex)} - {place}
    tiles: dict[Place, Corners] = {}
    for other in sorted(places):
        a, b, c = (numbers.get(vertex, 5) for vertex in vertices(other))
        tiles[other] = (a, b, c)
    return tiles


@pytest.mark.parametrize("place", [(0, 0), (0, 1), (-7, 4)], ids=str)
@pytest.mark.parametrize(
    ("around", "standard", "junior"), [(1, 50, 1), (2, 60, 2), (3, 70, 3)], ids=["one", "two", "three"]
)
def test_the_sixth_tile_around_a_point_closes_a_hexagon(
    place: Place, around: int, standard: int, junior: int
) -> None:
    for scoring, tile, bonus in (("standard", 3, standard), ("junior", 1, junior), ("none", 0, 0)):
        verdict = judge(full(place, around), place, (0, 1, 2), scoring)
        assert verdict.to_json() == {
            "legal": True,
            "points": tile + bonus,
            "parts": {"tile": tile, "bridge": 0, "hexagon": bonus},
        }


@pytest.mark.parametrize(
    ("scoring", "parts"),
    [
        ("standard", {"tile": 5, "bridge": 40, "hexagon": 0}),
        ("junior", {"tile": 1, "bridge": 1, "hexagon": 0}),
        ("none", {"tile": 0, "bridge": 0, "hexagon": 0}),
    ],
)
def test_a_bridge_shares_one_side_and_touches_with_the_corner_opposite(
    scoring: str, parts: dict[str, int]
) -> None:
    answer = judge(CORNERED, (0, 1), (0, 0, 5), scoring).to_json()
    assert answer == {"legal": True, "points": sum(parts.values()), "parts": parts}


def test_two_shared_sides_are_no_bridge() -> None:
    verdict = judge({(0, 0): (0, 0, 1), (0, 2): (5, 5, 0)}, (0, 1), (0, 0, 5))
    assert isinstance(verdict, triominos.Legal)
    assert (verdict.bridge, verdict.points) == (0, 5)


def test_sums_are_spelled_as_on_the_sheet() -> None:
    bridge = triominos.Move((0, 1), (0, 0, 5))
    verdict = judge(CORNERED, bridge.at, bridge.corners)
    assert isinstance(verdict, triominos.Legal)
    assert spell_triominos(bridge, verdict) == ["0 + 0 + 5 = 5", "bridge + 40"]
    closing = triominos.Move((0, 0), (0, 1, 2))
    verdict = judge(full((0, 0), 2), closing.at, closing.corners, "junior")
    assert isinstance(verdict, triominos.Legal)
    assert spell_triominos(closing, verdict, "fr", "junior") == ["tuile 1", "double hexagone + 2"]


def test_a_junior_tile_counts_one_whatever_its_numbers_and_a_hexagon_without_points_is_not_spelled() -> None:
    opening = triominos.Move((0, 0), (0, 0, 1))
    verdict = judge({}, opening.at, opening.corners, "junior")
    assert isinstance(verdict, triominos.Legal)
    assert spell_triominos(opening, verdict, "en", "junior") == ["tile 1"]
    closing = triominos.Move((0, 0), (0, 1, 2))
    verdict = judge(full((0, 0), 2), closing.at, closing.corners, "none")
    assert isinstance(verdict, triominos.Legal)
    assert spell_triominos(closing, verdict, "en", "none") == ["tile 0"]


def test_violations_come_in_the_order_of_the_formats() -> None:
    verdict = judge({(0, 0): (5, 5, 4), (0, 2): (1, 1, 1), (0, 4): (0, 0, 4)}, (0, 1), (0, 0, 4))
    assert isinstance(verdict, triominos.Illegal)
    assert verdict.rules == ("side-mismatch", "side-mismatch", "duplicate-tile")
    assert list(verdict.rules) == sorted(verdict.rules, key=RULES.index)


def test_a_tile_laid_on_itself_is_named_once() -> None:
    verdict = judge({(0, 0): (5, 5, 5), (0, 1): (5, 5, 4)}, (0, 1), (5, 5, 4))
    assert isinstance(verdict, triominos.Illegal)
    assert [(v.rule, v.cells) for v in verdict.violations] == [
        ("occupied", ((0, 1),)),
        ("duplicate-tile", ((0, 1),)),
    ]


def test_the_lattice_is_the_one_of_the_formats() -> None:
    # FORMATS.md: up has corners [top, bottom-right, bottom-left], down [bottom, top-left, top-right].
    assert vertices((0, 0)) == ((0, 0), (1, 1), (-1, 1))
    assert vertices((0, 1)) == ((1, 1), (0, 0), (2, 0))
    for place in ((0, 0), (0, 1), (3, -2), (-4, 7)):
        for side, other in enumerate(neighbours(place)):
            opposite = set(vertices(place)) - {vertices(place)[side]}
            assert set(vertices(other)) & set(vertices(place)) == opposite
        for vertex in vertices(place):
            assert all(vertex in vertices(other) for other in places_around(vertex))


def test_the_box_holds_fifty_six_tiles() -> None:
    assert len(triominos.BOX) == 56
    assert {(0, 0, 0), (0, 1, 2), (5, 5, 5)} <= triominos.BOX
    assert (0, 2, 1) not in triominos.BOX


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"move": {"at": [0, 1], "corners": [5, 5, 6]}}, "move.corners[2]: 6 is not on any tile: corners are 0 to 5"),
        ({"move": {"at": [0, 1], "corners": [5, True, 2]}}, "move.corners[1]: true is not a whole number"),
        ({"move": {"at": [0, 1], "corners": [5, 1.0, 2]}}, "move.corners[1]: 1.0 is not a whole number"),
        ({"move": {"at": [0, 1], "corners": [5, 5]}}, "move.corners: a tile has 3 corners, not 2"),
        ({"move": {"at": [0], "corners": [5, 5, 2]}}, "move.at: a place is a row and a column, not 1 number"),
        ({"move": {"at": [0, "1"], "corners": [5, 5, 2]}}, 'move.at[1]: "1" is not a whole number'),
        ({"move": {"at": [0, 10**30], "corners": [5, 5, 2]}}, "move.at[1]: this number is too large"),
        ({"move": {"at": [0, 1, 2], "corners": [5, 5, 2]}}, "move.at: a place is a row and a column, not 3 numbers"),
        ({"move": {"corners": [5, 5, 2]}}, "move.at: this key is missing"),
        ({"tiles": {}}, "tiles: {…} must be a list in brackets"),
        ({"tiles": [{"at": [0, 0], "corners": [1, 1, 1]}] * 2}, "tiles[1].at: there is already a tile at [0, 0]"),
        ({"rules": {"scoring": "double"}}, 'rules.scoring: "double" is not one of standard, junior and none'),
        ({"rules": {"edition": "fr"}}, "rules.edition: there is no such key here, only scoring"),
        ({"board": {}}, "board: there is no such key here, only game, move, rules and tiles"),
    ],
    ids=str,
)  # fmt: skip
def test_malformed_input_names_the_place(change: Mapping[str, object], sentence: str) -> None:
    with pytest.raises(Malformed) as fault:
        answer_judge({"game": "triominos", "move": {"at": [0, 1], "corners": [5, 5, 2]}, **change})
    assert str(fault.value) == sentence


def test_moves_list_an_opening_in_the_first_place_once_for_each_way_it_looks() -> None:
    moves = answer_moves({"game": "triominos", "hand": [[0, 1, 2], [4, 4, 4], [2, 0, 1], [0, 2, 1]]})
    assert [found["move"] for found in moves] == [
        {"at": [0, 0], "corners": [4, 4, 4]},
        {"at": [0, 0], "corners": [0, 1, 2]},
        {"at": [0, 0], "corners": [1, 2, 0]},
        {"at": [0, 0], "corners": [2, 0, 1]},
    ]
    assert [found["points"] for found in moves] == [12, 3, 3, 3]


def test_an_empty_hand_has_no_moves() -> None:
    assert answer_moves({"game": "triominos", "hand": []}) == []


def test_values_print_and_parse_back() -> None:
    position = triominos.Position.parse(
        [{"at": [0, 1], "corners": [5, 5, 2]}, {"at": [0, 0], "corners": [5, 5, 5]}], "junior"
    )
    assert triominos.Position.parse(position.to_json(), "junior") == position
    assert len({position, triominos.Position(dict(position.tiles), "junior")}) == 1
    assert eval(repr(position), {"Position": triominos.Position}) == position
    move = triominos.Move((0, 2), (2, 5, 5))
    assert triominos.Move.parse(move.to_json()) == move
    assert eval(repr(move), {"Move": triominos.Move}) == move
    assert position.after(move).tiles[(0, 2)] == (2, 5, 5)
