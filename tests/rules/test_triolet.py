"""Triolet moves: what is refused and in which words, what is malformed, and the finer points of scoring."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from companion.requests import answer_judge, answer_moves
from companion.rules import triolet
from companion.rules.errors import Malformed
from companion.rules.sums import spell_triolet
from companion.rules.verdict import RULES

OPENED = {"H8": "11", "H9": "3"}


def judge(
    board: Mapping[str, str], move: Mapping[str, str], rules: Mapping[str, str] | None = None
) -> triolet.Verdict:
    position = triolet.Position.parse(dict(board), triolet.Rules.parse(dict(rules or {})))
    return triolet.judge(position, triolet.Move.parse(dict(move)))


def said(board: Mapping[str, str], move: Mapping[str, str], language: str = "en") -> list[tuple[str, str]]:
    verdict = judge(board, move)
    assert isinstance(verdict, triolet.Illegal)
    return [
        (v.rule, str(v.to_json("fr" if language == "fr" else "en")["message"])) for v in verdict.violations
    ]


@pytest.mark.parametrize(
    ("board", "move", "english", "french"),
    [
        pytest.param(
            OPENED,
            {},
            ("empty-move", "Nothing was laid: lay 1 to 3 tokens, exchange or pass"),
            "Rien n’a été posé : pose 1 à 3 jetons, échange ou passe",
            id="nothing laid",
        ),
        pytest.param(
            OPENED,
            {"H8": "1"},
            ("occupied", "H8 already holds a token: lay yours on an empty square"),
            "Il y a déjà un jeton en H8 : pose le tien sur une case libre",
            id="on another token",
        ),
        pytest.param(
            OPENED,
            {"I8": "1", "G9": "2"},
            ("not-in-line", "G9 and I8 are not in one line: keep to one row or one column"),
            "G9 et I8 ne sont pas alignés : reste sur une ligne ou une colonne",
            id="neither row nor column",
        ),
        pytest.param(
            {**OPENED, "H10": "1", "G10": "5"},
            {"G8": "1", "I8": "3", "G9": "2"},
            ("not-in-line", "G8, G9 and I8 are not in one line: keep to one row or one column"),
            "G8, G9 et I8 ne sont pas alignés : reste sur une ligne ou une colonne",
            id="three of them",
        ),
        pytest.param(
            OPENED,
            {"I8": "1", "K8": "2"},
            ("gap", "J8 is empty: leave no empty square between your tokens"),
            "J8 est vide : ne laisse aucune case vide entre tes jetons",
            id="one square left out",
        ),
        pytest.param(
            {},
            {"H7": "1"},
            ("centre", "The first move must cover the centre square H8"),
            "Le premier coup doit couvrir la case centrale H8",
            id="opening beside the centre",
        ),
        pytest.param(
            OPENED,
            {"K8": "1"},
            ("not-touching", "K8 touches no token that was there before: lay yours next to one"),
            "K8 ne touche aucun jeton déjà en place : pose le tien à côté d’un autre",
            id="far away",
        ),
        pytest.param(
            OPENED,
            {"A1": "1", "A2": "1"},
            ("not-touching", "A1 and A2 touch no token that was there before: lay yours next to one"),
            "A1 et A2 ne touchent aucun jeton déjà en place : pose les tiens à côté d’un autre",
            id="two far away",
        ),
        pytest.param(
            OPENED,
            {"I8": "5"},
            ("pair-sum", "11 + 5 = 16: two side by side may make at most 15"),
            "11 + 5 = 16 : deux jetons côte à côte font au plus 15",
            id="a pair of 16",
        ),
        pytest.param(
            {"H7": "7", "H8": "6"},
            {"H9": "3"},
            ("trio-sum", "7 + 6 + 3 = 16: three in a row must make exactly 15"),
            "7 + 6 + 3 = 16 : trois jetons alignés font exactement 15",
            id="a trio of 16",
        ),
        pytest.param(
            {"H7": "7", "H8": "6"},
            {"H9": "1"},
            ("trio-sum", "7 + 6 + 1 = 14: three in a row must make exactly 15"),
            "7 + 6 + 1 = 14 : trois jetons alignés font exactement 15",
            id="a trio of 14",
        ),
        pytest.param(
            {"H7": "7", "H8": "6", "H9": "2"},
            {"H10": "0"},
            ("too-long", "4 in a row: at most 3 tokens may stand side by side"),
            "4 à la suite : pas plus de 3 jetons côte à côte",
            id="four in a row",
        ),
        pytest.param(
            {"H8": "1", "H9": "2", "I8": "3"},
            {"I9": "4"},
            ("square-2x2", "The first four tokens must not make a square: nothing could be laid any more"),
            "Les quatre premiers jetons ne doivent pas former un carré : on ne pourrait plus jouer",
            id="a square of four",
        ),
        pytest.param(
            OPENED,
            {"I8": "joker", "I7": "4"},
            ("joker-value", "The joker could be 0, 1, 2, 3 or 4: say which number it is"),
            "Le joker peut valoir 0, 1, 2, 3 ou 4 : dis quel nombre il remplace",
            id="a joker that may be several numbers",
        ),
        pytest.param(
            {"H8": "15", "G8": "0"},
            {"I8": "15"},
            ("trio-sum", "0 + 15 + 15 = 30: three in a row must make exactly 15"),
            "0 + 15 + 15 = 30 : trois jetons alignés font exactement 15",
            id="the first of two rules: the box has one 15",
        ),
    ],
)
def test_a_broken_rule_is_said_in_plain_words(
    board: Mapping[str, str], move: Mapping[str, str], english: tuple[str, str], french: str
) -> None:
    assert said(board, move)[0] == english
    assert said(board, move, "fr")[0] == (english[0], french)


def test_every_broken_rule_is_listed_with_its_cells_and_numbers() -> None:
    verdict = judge({"H8": "11", "H9": "3"}, {"I8": "15", "J9": "joker:2", "A1": "joker:4", "I9": "15"})
    assert isinstance(verdict, triolet.Illegal)
    assert [(v.rule, v.cells, v.values) for v in verdict.violations] == [
        ("too-many", ("A1", "I8", "I9", "J9"), (4,)),
        ("not-in-line", ("A1", "I8", "I9", "J9"), ()),
        ("not-touching", ("A1",), ()),
        ("pair-sum", ("I8", "I9"), (15, 15)),
        ("pair-sum", ("H8", "I8"), (11, 15)),
        ("trio-sum", ("H9", "I9", "J9"), (3, 15, 2)),
        ("two-jokers", ("A1", "J9"), (2,)),
        ("token-count", ("I8", "I9"), (15, 2, 1)),
    ]


def test_violations_come_in_the_order_of_the_formats() -> None:
    # A run of four across is found before the trio down.
    verdict = judge({"H8": "7", "H9": "6", "H10": "2", "F7": "1", "G7": "1"}, {"H7": "1"})
    assert isinstance(verdict, triolet.Illegal)
    assert verdict.rules == ("trio-sum", "too-long")
    every_rule = tuple(triolet.Violation(rule) for rule in RULES)
    assert triolet.Illegal(tuple(reversed(every_rule))).violations == every_rule


def test_what_already_lay_there_is_taken_as_it_is() -> None:
    overruled = {"H8": "15", "H9": "15", "H10": "15", "H11": "15"}
    verdict = judge(overruled, {"I8": "0"})
    assert isinstance(verdict, triolet.Legal)
    assert verdict.points == 15


def test_a_token_on_an_occupied_square_is_not_on_the_table() -> None:
    verdict = judge({"H8": "3", "H9": "4"}, {"H9": "15", "H10": "8"})
    assert isinstance(verdict, triolet.Illegal)
    assert verdict.rules == ("occupied",)  # 3 + 4 + 8 is a good trio


@pytest.mark.parametrize(
    ("board", "move", "rules"),
    [
        pytest.param({"H8": "9", "H9": "5"}, {"H10": "joker"}, None, id="one number makes the trio"),
        pytest.param(OPENED, {"I8": "joker", "J8": "2"}, None, id="between two tokens"),
        pytest.param({"H8": "15"}, {"H9": "joker"}, None, id="only 0 fits beside a 15"),
        pytest.param({"H8": "9", "H9": "8"}, {"H10": "joker"}, ("trio-sum", "joker-value"), id="none fits"),
        pytest.param(OPENED, {"K8": "joker"}, ("not-touching", "joker-value"), id="wrong whatever it is"),
        pytest.param(
            {"H8": "4", "H9": "8", "G10": "1", "F10": "1"},
            {"H10": "joker"},
            ("trio-sum", "trio-sum", "joker-value"),
            id="two trios ask for different numbers",
        ),
        pytest.param(
            {"H8": "4", "H9": "8", "G10": "14"},
            {"H10": "joker"},
            ("joker-value",),
            id="a trio and a pair ask for different numbers",
        ),
        pytest.param(
            OPENED,
            {"I8": "joker", "I7": "joker"},
            ("two-jokers", "joker-value", "joker-value"),
            id="two at once",
        ),
    ],
)
def test_a_joker_takes_the_only_number_that_fits(
    board: Mapping[str, str], move: Mapping[str, str], rules: tuple[str, ...] | None
) -> None:
    verdict = judge(board, move)
    if rules is None:
        assert isinstance(verdict, triolet.Legal)
        (value,) = verdict.jokers.values()
        named = {cell: f"joker:{value}" if face == "joker" else face for cell, face in move.items()}
        assert judge(board, named) == verdict
        others = [{**named, cell: f"joker:{n}"} for cell in verdict.jokers for n in range(16) if n != value]
        assert not any(judge(board, other).legal for other in others)
    else:
        assert isinstance(verdict, triolet.Illegal)
        assert verdict.rules == rules
        assert all(v.options == () for v in verdict.violations if v.rule == "joker-value")


def test_a_joker_is_told_when_two_trios_pull_at_it() -> None:
    lines = said({"H8": "4", "H9": "8", "G10": "1", "F10": "1"}, {"H10": "joker"})
    assert lines == [
        (
            "trio-sum",
            "4 + 8 + joker: three in a row must make exactly 15, and no number does that everywhere",
        ),
        (
            "trio-sum",
            "1 + 1 + joker: three in a row must make exactly 15, and no number does that everywhere",
        ),
        ("joker-value", "No number fits for the joker here"),
    ]


@pytest.mark.parametrize(
    ("face", "edition", "refused"),
    [
        pytest.param("15", "fr", True, id="fr: a second 15"),
        pytest.param("15", "uk", False, id="uk: its counts are not certain"),
        pytest.param("joker:0", "uk", True, id="uk: a third joker"),
    ],
)
def test_no_face_lies_more_often_than_the_box_holds_it(face: str, edition: str, refused: bool) -> None:
    board = {"H8": "0", "H9": "15", "G8": "joker:5", "F8": "joker:10"}
    verdict = judge(board, {"I8": face} if face == "15" else {"G9": "0", "G10": face}, {"edition": edition})
    broken = verdict.rules if isinstance(verdict, triolet.Illegal) else ()
    assert ("token-count" in broken) is refused


def test_a_third_joker_is_said() -> None:
    board = {"H8": "5", "H9": "joker:1", "I8": "joker:1"}
    assert ("token-count", "That makes 3 jokers, but the box holds only 2") in said(board, {"G8": "joker:9"})
    assert ("token-count", "That makes 2 tokens with the number 15, but the box holds only 1") in said(
        {"H8": "15", "H9": "0"}, {"G9": "15"}
    )


@pytest.mark.parametrize(
    ("lone_opening", "points", "multiplier"), [("doubled", 22, 2), ("zero", 0, 1)], ids=str
)
def test_a_lone_opening_token(lone_opening: str, points: int, multiplier: int) -> None:
    answer = judge({}, {"H8": "11"}, {"lone_opening": lone_opening}).to_json()
    assert (answer["points"], answer["sets"]) == (
        points,
        [{"cells": ["H8"], "kind": "single", "multiplier": multiplier, "points": points}],
    )


def scored(
    move: Mapping[str, str], board: Mapping[str, str], layout: Mapping[str, list[str]]
) -> list[object]:
    answer = answer_judge({"game": "triolet", "board": board, "move": move, "layout": layout})
    sets = answer["sets"]
    assert isinstance(sets, list)
    return [answer["points"], *((tuple(s["cells"]), s["multiplier"], s["points"]) for s in sets)]


def test_a_special_square_serves_the_set_worth_most_and_the_horizontal_one_on_a_tie() -> None:
    board = {"H8": "4", "G9": "6"}
    assert scored({"H9": "5"}, board, {"double": ["H9"]}) == [
        (4 + 5 * 2) + (6 + 5),
        (("H8", "H9"), 2, 14),
        (("G9", "H9"), 1, 11),
    ]
    trio_below = {"H8": "4", "G9": "6", "F9": "4"}
    assert scored({"H9": "5"}, trio_below, {"triple": ["H9"]}) == [
        9 + 90,
        (("H8", "H9"), 1, 9),
        (("F9", "G9", "H9"), 3, 90),
    ]


def test_two_special_squares_multiply_on_one_trio_and_serve_their_own_token_in_a_pair() -> None:
    assert scored({"H9": "5", "H10": "6"}, {"H8": "4"}, {"double": ["H9"], "triple": ["H10"]}) == [
        180,
        (("H8", "H9", "H10"), 6, 180),
    ]
    assert scored({"I8": "5", "I9": "6"}, {"H8": "4"}, {"double": ["I8"], "triple": ["I9"]}) == [
        5 * 2 + 6 * 3 + 4 + 5,
        (("I8", "I9"), 6, 28),
        (("H8", "I8"), 1, 9),
    ]


def test_a_covered_special_square_is_spent_and_a_replay_square_gives_another_go() -> None:
    assert scored({"H9": "5"}, {"H8": "4"}, {"double": ["H8"]}) == [9, (("H8", "H9"), 1, 9)]
    layout = {"replay": ["H9"]}
    request = {"game": "triolet", "board": {"H8": "4"}, "move": {"H9": "5"}, "layout": layout}
    assert answer_judge(request)["replay"] is True
    request = {"game": "triolet", "board": {"H9": "4"}, "move": {"H8": "5"}, "layout": layout}
    assert answer_judge(request)["replay"] is False


def test_sums_are_spelled_as_on_the_sheet() -> None:
    opening = judge({}, {"H8": "11", "H9": "3"})
    triolet_move = judge({"H8": "4"}, {"G8": "joker:2", "G9": "8", "G10": "5"})
    doubled = judge({"D7": "2", "D9": "5", "H8": "0"}, {"D8": "8"}, {"edition": "uk"})
    own_trio = judge({"H8": "4"}, {"G8": "2", "G9": "8", "G10": "5"})
    assert isinstance(opening, triolet.Legal)
    assert isinstance(triolet_move, triolet.Legal)
    assert isinstance(doubled, triolet.Legal)
    assert isinstance(own_trio, triolet.Legal)
    assert spell_triolet(opening) == ["11 × 2 + 3 = 25"]
    assert spell_triolet(triolet_move) == ["trio joker + 8 + 5 = 30", "joker + 4 = 4"]
    assert spell_triolet(doubled) == ["trio 2 + 8 + 5 = 30 × 2 = 60"]
    alone = judge({}, {"H8": "11"}, {"lone_opening": "zero"})
    doubled_alone = judge({}, {"H8": "11"})
    assert isinstance(alone, triolet.Legal)
    assert isinstance(doubled_alone, triolet.Legal)
    assert spell_triolet(alone) == ["11 alone = 0"]
    assert spell_triolet(alone, "fr") == ["11 seul = 0"]
    assert spell_triolet(doubled_alone) == ["11 × 2 = 22"]
    assert spell_triolet(own_trio, "fr") == ["trio 2 + 8 + 5 = 30", "2 + 4 = 6", "Triolet + 50"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"move": {"H16": "3"}}, "move.H16: there is no column 16"),
        ({"move": {"P3": "3"}}, "move.P3: there is no row P"),
        ({"move": {"H0": "3"}}, "move.H0: there is no column 0"),
        ({"move": {"h8": "3"}}, "move.h8: this cell is written H8"),
        ({"move": {"h16": "3"}}, "move.h16: there is no column 16"),
        ({"move": {"p3": "3"}}, "move.p3: there is no row p"),
        ({"move": {"h08": "3"}}, "move.h08: this cell is written H8"),
        ({"": 1}, '"": there is no such key here, only game, move, rules, board and layout'),
        ({"move": {"H\n8": "3"}}, 'move.H\\n8: "H\\n8" is not a cell: a cell is a row A to O and a column 1 to 15, such as H8'),
        ({"move": {"H08": "3"}}, "move.H08: this cell is written H8"),
        ({"move": {"H²": "3"}}, 'move.H²: "H²" is not a cell: a cell is a row A to O and a column 1 to 15, such as H8'),
        ({"move": {"": "3"}}, 'move."": "" is not a cell: a cell is a row A to O and a column 1 to 15, such as H8'),
        ({"move": {"H9": "16"}}, 'move.H9: "16" is not a token: a token is "0" to "15", or a joker'),
        ({"move": {"H9": "joker:16"}}, 'move.H9: "joker:16" is not a token: a token is "0" to "15", or a joker'),
        ({"move": {"H9": 3}}, 'move.H9: a token is written in quotes: "3"'),
        ({"move": {"H9": True}}, 'move.H9: true is not a token: a token is "0" to "15", or a joker'),
        ({"move": {"H9": ["3"]}}, 'move.H9: […] is not a token: a token is "0" to "15", or a joker'),
        ({"board": {"H8": "joker"}}, 'board.H8: a joker on the table has a number: "joker:4"'),
        ({"board": None}, "board: null must be an object in braces"),
        ({"move": []}, "move: […] must be an object in braces"),
        ({"game": "chess"}, 'game: "chess" is not one of triolet and triominos'),
        ({"rules": {"edition": "de"}}, 'rules.edition: "de" is not one of fr and uk'),
        ({"rules": {"lone_opening": 2}}, "rules.lone_opening: 2 is not one of doubled and zero"),
        ({"rules": {"scoring": "none"}}, "rules.scoring: there is no such key here, only edition and lone_opening"),
        ({"rules": None}, "rules: null must be an object in braces"),
        ({"layout": None}, "layout: null must be an object in braces"),
        ({"layout": {"double": "E5"}}, 'layout.double: "E5" must be a list in brackets'),
        ({"layout": {"double": [5]}}, "layout.double[0]: 5 is not a cell: a cell is a row A to O and a column 1 to 15, such as H8"),
        ({"layout": {"double": ["E5"], "triple": ["E5"]}}, "layout.triple[0]: E5 cannot be both double and triple"),
        ({"layout": {"replay": ["H8"]}}, "layout.replay[0]: the centre H8 is always a double square"),
        ({"boards": {}}, "boards: there is no such key here, only game, move, rules, board and layout"),
    ],
    ids=str,
)  # fmt: skip
def test_malformed_input_names_the_place(change: Mapping[str, object], sentence: str) -> None:
    with pytest.raises(Malformed) as fault:
        answer_judge({"game": "triolet", "board": OPENED, "move": {"I8": "4"}, **change})
    assert str(fault.value) == sentence


@pytest.mark.parametrize(
    ("request_", "sentence"),
    [
        ({"move": {}}, "game: this key is missing"),
        ({"game": "triolet"}, "move: this key is missing"),
        ([], "[…] must be an object in braces"),
        (1.5, "1.5 must be an object in braces"),
    ],
    ids=str,
)
def test_a_request_without_its_keys_is_malformed(request_: object, sentence: str) -> None:
    with pytest.raises(Malformed) as fault:
        answer_judge(request_)
    assert str(fault.value) == sentence


@pytest.mark.parametrize(
    ("rack", "sentence"),
    [
        ([], "rack: a rack holds 1 to 3 tokens, not 0"),
        (["1", "2", "3", "4"], "rack: a rack holds 1 to 3 tokens, not 4"),
        (["joker:3"], 'rack[0]: a joker has no number before it is laid: "joker"'),
        ([7], 'rack[0]: a token is written in quotes: "7"'),
        (["x"], 'rack[0]: "x" is not a token: a token is "0" to "15", or a joker'),
        ({"3": 1}, "rack: {…} must be a list in brackets"),
    ],
    ids=str,
)
def test_a_malformed_rack_names_the_place(rack: object, sentence: str) -> None:
    with pytest.raises(Malformed) as fault:
        answer_moves({"game": "triolet", "rack": rack})
    assert str(fault.value) == sentence


def test_moves_come_with_most_points_first_and_ties_by_cell() -> None:
    moves = answer_moves({"game": "triolet", "board": OPENED, "rack": ["joker", "4", "4"]})
    cells = [f"{row}{column}" for row in "ABCDEFGHIJKLMNO" for column in range(1, 16)]
    ranks = []
    for found in moves:
        move, points = found["move"], found["points"]
        assert isinstance(move, dict)
        assert isinstance(points, int)
        ranks.append((-points, [cells.index(cell) for cell in move]))
    assert ranks == sorted(ranks)
    assert len({str(found["move"]) for found in moves}) == len(moves)


def test_an_opening_covers_the_centre_and_two_jokers_never_lie_in_one_move() -> None:
    moves = answer_moves({"game": "triolet", "rack": ["joker", "joker", "5"]})
    assert moves
    for found in moves:
        assert isinstance(found["move"], dict)
        assert "H8" in found["move"]
        assert sum("joker" in face for face in found["move"].values()) <= 1


def test_values_print_and_parse_back() -> None:
    position = triolet.Position.parse({"I8": "joker:4", "H8": "11"})
    assert triolet.Position.parse(position.to_json()) == position
    assert repr(position) == "Position.parse({'H8': '11', 'I8': 'joker:4'})"
    move = triolet.Move.parse({"J8": "joker"})
    assert repr(move) == "Move.parse({'J8': 'joker'})"
    assert len({move, triolet.Move.parse({"J8": "joker"})}) == 1
    assert len({position, triolet.Position.parse({"H8": "11", "I8": "joker:4"})}) == 1
    layout = triolet.Layout.parse({"double": ["E5"], "replay": ["A1", "A10", "A2"]})
    assert layout.to_json() == {"double": ["E5"], "triple": [], "replay": ["A1", "A2", "A10"]}
    assert triolet.Rules.parse({"edition": "uk"}).to_json() == {"edition": "uk", "lone_opening": "doubled"}
    assert str(triolet.Token("joker", 4)) == "joker:4"
    assert repr(triolet.Token("joker", None)) == "Token('joker')"
    with pytest.raises(Malformed, match="a joker on the table has a number"):
        position.after(move)
