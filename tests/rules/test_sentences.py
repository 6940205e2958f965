"""Every sentence of the catalogue, word for word, in both languages."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.rules.catalogue import FAULTS, REFUSALS, VIOLATIONS
from companion.rules.errors import Malformed, TurnRefused
from companion.rules.sentences import say_fault, say_refusal, say_violation
from companion.rules.verdict import RULES, Illegal, Violation

ROOT = Path(__file__).parent.parent.parent
ILLEGAL = Illegal((Violation("pair-sum", ("H8", "H9"), (11, 5)), Violation("empty-move")))

SAID_OF_VIOLATIONS = [
    ("empty-move", Violation("empty-move"),
     "Nothing was laid: lay 1 to 3 tokens, exchange or pass",
     "Rien n’a été posé : pose 1 à 3 jetons, échange ou passe"),
    ("too-many", Violation("too-many", ("A1", "A2", "A3", "A4"), (4,)),
     "4 tokens are too many: lay at most 3",
     "4 jetons, c’est trop : poses-en 3 au plus"),
    ("occupied", Violation("occupied", ("H8",), (4,)),
     "H8 already holds a token: lay yours on an empty square",
     "Il y a déjà un jeton en H8 : pose le tien sur une case libre"),
    ("occupied-many", Violation("occupied", ("H8", "H9"), (4, 5)),
     "H8 and H9 already hold a token: lay yours on empty squares",
     "Il y a déjà un jeton en H8 et H9 : pose les tiens sur des cases libres"),
    ("not-in-line", Violation("not-in-line", ("A1", "B2", "C3")),
     "A1, B2 and C3 are not in one line: keep to one row or one column",
     "A1, B2 et C3 ne sont pas alignés : reste sur une ligne ou une colonne"),
    ("gap", Violation("gap", ("J8",)),
     "J8 is empty: leave no empty square between your tokens",
     "J8 est vide : ne laisse aucune case vide entre tes jetons"),
    ("gap-many", Violation("gap", ("J8", "K8")),
     "J8 and K8 are empty: leave no empty square between your tokens",
     "J8 et K8 sont vides : ne laisse aucune case vide entre tes jetons"),
    ("centre", Violation("centre", ("H8",)),
     "The first move must cover the centre square H8",
     "Le premier coup doit couvrir la case centrale H8"),
    ("not-touching", Violation("not-touching", ("K8",)),
     "K8 touches no token that was there before: lay yours next to one",
     "K8 ne touche aucun jeton déjà en place : pose le tien à côté d’un autre"),
    ("not-touching-many", Violation("not-touching", ("A1", "A2")),
     "A1 and A2 touch no token that was there before: lay yours next to one",
     "A1 et A2 ne touchent aucun jeton déjà en place : pose les tiens à côté d’un autre"),
    ("pair-sum", Violation("pair-sum", ("H8", "I8"), (11, 5)),
     "11 + 5 = 16: two side by side may make at most 15",
     "11 + 5 = 16 : deux jetons côte à côte font au plus 15"),
    ("trio-sum", Violation("trio-sum", ("H7", "H8", "H9"), (7, 6, 3)),
     "7 + 6 + 3 = 16: three in a row must make exactly 15",
     "7 + 6 + 3 = 16 : trois jetons alignés font exactement 15"),
    ("trio-sum-crossing", Violation("trio-sum", ("H7", "H8", "H9"), (4, 8, None)),
     "4 + 8 + joker: three in a row must make exactly 15, and no number does that everywhere",
     "4 + 8 + joker : trois jetons alignés font exactement 15, aucun nombre ne va partout"),
    ("trio-sum-open", Violation("trio-sum", ("H7", "H8", "H9"), (9, 8, None)),
     "9 + 8 + joker is more than 15: three in a row must make exactly 15",
     "9 + 8 + joker dépasse 15 : trois jetons alignés font exactement 15"),
    ("too-long", Violation("too-long", ("H7", "H8", "H9", "H10"), (1, 2, 3, 4)),
     "4 in a row: at most 3 tokens may stand side by side",
     "4 à la suite : pas plus de 3 jetons côte à côte"),
    ("square-2x2", Violation("square-2x2", ("H8", "H9", "I8", "I9")),
     "The first four tokens must not make a square: nothing could be laid any more",
     "Les quatre premiers jetons ne doivent pas former un carré : on ne pourrait plus jouer"),
    ("square-3x3", Violation("square-3x3", ("H8",)),
     "The first nine tokens must not make a square: nothing could be laid any more",
     "Les neuf premiers jetons ne doivent pas former un carré : on ne pourrait plus jouer"),
    ("two-jokers", Violation("two-jokers", ("H8", "H9"), (2,)),
     "2 jokers: only one may be laid in a move",
     "2 jokers : un seul par coup"),
    ("joker-value", Violation("joker-value", ("H8",), (), (0, 1, 2)),
     "The joker could be 0, 1 or 2: say which number it is",
     "Le joker peut valoir 0, 1 ou 2 : dis quel nombre il remplace"),
    ("joker-value-none", Violation("joker-value", ("H8",), (), ()),
     "No number fits for the joker here",
     "Aucun nombre ne convient pour le joker ici"),
    ("token-count", Violation("token-count", ("H8",), (15, 2, 1)),
     "That makes 2 tokens with the number 15, but the box holds only 1",
     "Cela ferait 2 jetons 15, mais la boîte n’en contient que 1"),
    ("token-count-joker", Violation("token-count", ("H8",), (None, 3, 2)),
     "That makes 3 jokers, but the box holds only 2",
     "Cela ferait 3 jokers, mais la boîte n’en contient que 2"),
    ("occupied-tile", Violation("occupied", ((0, 0),)),
     "There is already a tile in this place",
     "Il y a déjà une tuile à cette place"),
    ("not-touching-tile", Violation("not-touching", ((0, 0),)),
     "The tile must share a whole side with a tile on the table",
     "La tuile doit partager un côté entier avec une tuile de la table"),
    ("side-mismatch", Violation("side-mismatch", ((0, 0), (0, 1)), (5, 4, 5, 5)),
     "The side 5-4 lies against 5-5: numbers that meet must be the same",
     "Le côté 5-4 est contre 5-5 : les chiffres qui se touchent doivent être égaux"),
    ("corner-mismatch", Violation("corner-mismatch", ((0, 0), (0, 2), (1, 2), (1, 3)), (4, 5, 3, 5)),
     "The corner 4 touches a 5 and a 3: numbers that meet must be the same",
     "La pointe 4 touche un 5 et un 3 : les chiffres qui se touchent doivent être égaux"),
    ("no-such-tile", Violation("no-such-tile", ((0, 0),), (2, 1, 0)),
     "There is no tile 2-1-0 in the box",
     "La boîte n’a pas de tuile 2-1-0"),
    ("duplicate-tile", Violation("duplicate-tile", ((0, 0), (0, 1)), (5, 5, 4)),
     "The tile 5-5-4 is already on the table, and the box has only one",
     "La tuile 5-5-4 est déjà sur la table, et la boîte n’en a qu’une"),
]  # fmt: skip

SAID_OF_FAULTS = [
    ("not-json", Malformed("", "not-json", line=1, column=7),
     "this is not JSON: look at line 1, column 7",
     "ce n’est pas du JSON : regarde la ligne 1, colonne 7"),
    ("not-utf-8", Malformed("", "not-utf-8"), "this is not UTF-8 text", "ce n’est pas du texte UTF-8"),
    ("too-deep", Malformed("", "too-deep"), "this is nested too deeply", "l’imbrication est trop profonde"),
    ("nothing", Malformed("", "nothing"), "there is no JSON object here", "il n’y a pas d’objet JSON ici"),
    ("key-twice", Malformed("H8", "key-twice"),
     "H8: this key is written twice",
     "H8 : cette clé est écrite deux fois"),
    ("not-an-object", Malformed("move", "not-an-object", value=[]),
     "move: […] must be an object in braces",
     "move : […] doit être un objet entre accolades"),
    ("not-an-object", Malformed("move", "not-an-object", value=1e400),
     "move: this number must be an object in braces",
     "move : ce nombre doit être un objet entre accolades"),
    ("not-a-list", Malformed("tiles", "not-a-list", value={}),
     "tiles: {…} must be a list in brackets",
     "tiles : {…} doit être une liste entre crochets"),
    ("unknown-key", Malformed("rules.x", "unknown-key", known=("edition", "lone_opening")),
     "rules.x: there is no such key here, only edition and lone_opening",
     "rules.x : cette clé n’existe pas ici, seulement edition et lone_opening"),
    ("no-keys", Malformed("x.y", "unknown-key", known=()),
     "x.y: there are no keys here",
     "x.y : il n’y a pas de clés ici"),
    ("missing-key", Malformed("move", "missing-key"),
     "move: this key is missing",
     "move : cette clé manque"),
    ("not-a-choice", Malformed("game", "not-a-choice", value="chess", choices=("triolet", "triominos")),
     'game: "chess" is not one of triolet and triominos',
     'game : "chess" n’est pas parmi triolet et triominos'),
    ("not-a-whole-number", Malformed("at[0]", "not-a-whole-number", value=True),
     "at[0]: true is not a whole number",
     "at[0] : true n’est pas un nombre entier"),
    ("not-a-whole-number", Malformed("at[0]", "not-a-whole-number", value=float("nan")),
     "at[0]: this number is not a whole number",
     "at[0] : ce nombre n’est pas un nombre entier"),
    ("not-a-number", Malformed("at", "not-a-number", value="soon"),
     'at: "soon" is not a number',
     'at : "soon" n’est pas un nombre'),
    ("not-a-text", Malformed("name", "not-a-text", value=7),
     "name: 7 is not a text in quotes",
     "name : 7 n’est pas un texte entre guillemets"),
    ("not-a-truth", Malformed("overruled", "not-a-truth", value=1),
     "overruled: 1 is neither true nor false",
     "overruled : 1 n’est ni true ni false"),
    ("too-far", Malformed("at[0]", "too-far"),
     "at[0]: this number is too large",
     "at[0] : ce nombre est trop grand"),
    ("not-a-cell", Malformed("move.x", "not-a-cell", value="x"),
     'move.x: "x" is not a cell: a cell is a row A to O and a column 1 to 15, such as H8',
     'move.x : "x" n’est pas une case : une case est une ligne A à O et une colonne 1 à 15, comme H8'),
    ("cell-spelling", Malformed("move.h8", "cell-spelling", cell="H8"),
     "move.h8: this cell is written H8",
     "move.h8 : cette case s’écrit H8"),
    ("no-such-row", Malformed("move.P3", "no-such-row", row="P"),
     "move.P3: there is no row P",
     "move.P3 : il n’y a pas de ligne P"),
    ("no-such-column", Malformed("move.H16", "no-such-column", column="16"),
     "move.H16: there is no column 16",
     "move.H16 : il n’y a pas de colonne 16"),
    ("no-such-token", Malformed("move.H8", "no-such-token", value="16"),
     'move.H8: "16" is not a token: a token is "0" to "15", or a joker',
     'move.H8 : "16" n’est pas un jeton : un jeton est "0" à "15", ou un joker'),
    ("number-without-quotes", Malformed("move.H8", "number-without-quotes", value=3),
     'move.H8: a token is written in quotes: "3"',
     'move.H8 : un jeton s’écrit entre guillemets : "3"'),
    ("joker-without-value", Malformed("board.H8", "joker-without-value"),
     'board.H8: a joker on the table has a number: "joker:4"',
     'board.H8 : un joker sur la table a un nombre : "joker:4"'),
    ("joker-with-value", Malformed("rack[0]", "joker-with-value"),
     'rack[0]: a joker has no number before it is laid: "joker"',
     'rack[0] : un joker n’a pas de nombre avant d’être posé : "joker"'),
    ("cell-in-two-lists", Malformed("layout.triple[0]", "cell-in-two-lists", cell="E5", kinds=("double", "triple")),
     "layout.triple[0]: E5 cannot be both double and triple",
     "layout.triple[0] : E5 ne peut pas être à la fois double et triple"),
    ("centre-is-double", Malformed("layout.triple[0]", "centre-is-double"),
     "layout.triple[0]: the centre H8 is always a double square",
     "layout.triple[0] : la case centrale H8 est toujours une case double"),
    ("rack-size", Malformed("rack", "rack-size", count=4),
     "rack: a rack holds 1 to 3 tokens, not 4",
     "rack : un chevalet porte 1 à 3 jetons, pas 4"),
    ("not-three-corners", Malformed("corners", "not-three-corners", count=2),
     "corners: a tile has 3 corners, not 2",
     "corners : une tuile a 3 pointes, pas 2"),
    ("no-such-corner", Malformed("corners[2]", "no-such-corner", value=6),
     "corners[2]: 6 is not on any tile: corners are 0 to 5",
     "corners[2] : 6 n’est sur aucune tuile : les pointes vont de 0 à 5"),
    ("not-a-place", Malformed("at", "not-a-place", count=1),
     "at: a place is a row and a column, not 1 number",
     "at : une place est une rangée et une colonne, pas 1 nombre"),
    ("not-a-place", Malformed("at", "not-a-place", count=0),
     "at: a place is a row and a column, not 0 numbers",
     "at : une place est une rangée et une colonne, pas 0 nombre"),
    ("place-twice", Malformed("tiles[1].at", "place-twice", taken=[0, -1]),
     "tiles[1].at: there is already a tile at [0, -1]",
     "tiles[1].at : il y a déjà une tuile en [0, -1]"),
    ("players", Malformed("players", "players", count=1, least=2, most=4),
     "players: 1 player is not possible here: 2 to 4",
     "players : 1 joueur, ce n’est pas possible ici : de 2 à 4"),
    ("players", Malformed("players", "players", count=5, least=1, most=4),
     "players: 5 players are not possible here: 1 to 4",
     "players : 5 joueurs, ce n’est pas possible ici : de 1 à 4"),
    ("no-such-player", Malformed("first", "no-such-player", player=2, players=2),
     "first: there is no player 2 among 2",
     "first : il n’y a pas de joueur 2 parmi 2"),
    ("target", Malformed("target", "target"),
     "target: a target is a whole number above 0",
     "target : un objectif est un nombre entier au-dessus de 0"),
]  # fmt: skip

SAID_OF_REFUSALS = [
    ("game-over", TurnRefused("game-over"),
     "The game is over: start a new one",
     "La partie est finie : commencez-en une nouvelle"),
    ("illegal-move", TurnRefused("illegal-move", verdict=ILLEGAL),
     "Nothing was laid: lay 1 to 3 tokens, exchange or pass; 11 + 5 = 16: two side by side may make at most 15",
     "Rien n’a été posé : pose 1 à 3 jetons, échange ou passe ; 11 + 5 = 16 : deux jetons côte à côte font au plus 15"),
    ("rack-too-small", TurnRefused("rack-too-small", count=2, rack=1),
     "2 tokens were laid, but this rack held only 1",
     "2 jetons posés, mais ce chevalet n’en avait que 1"),
    ("rack-too-small", TurnRefused("rack-too-small", count=1, rack=0),
     "1 token was laid, but this rack held only 0",
     "1 jeton posé, mais ce chevalet n’en avait que 0"),
    ("exchange-closed", TurnRefused("exchange-closed", bag=1, least=5),
     "Only 1 token is left in the bag: an exchange needs at least 5",
     "Il ne reste que 1 jeton dans le sac : il en faut au moins 5 pour échanger"),
    ("exchange-closed", TurnRefused("exchange-closed", bag=4, least=5),
     "Only 4 tokens are left in the bag: an exchange needs at least 5",
     "Il ne reste que 4 jetons dans le sac : il en faut au moins 5 pour échanger"),
    ("exchange-count", TurnRefused("exchange-count", count=4, rack=3),
     "4 tokens cannot be exchanged: choose 1 to 3",
     "On ne peut pas échanger 4 jetons : choisis-en de 1 à 3"),
    ("exchange-count", TurnRefused("exchange-count", count=0, rack=1),
     "0 tokens cannot be exchanged: choose 1",
     "On ne peut pas échanger 0 jeton : choisis-en 1"),
    ("draw-limit", TurnRefused("draw-limit", most=3),
     "3 tiles are drawn already: lay one or end the turn",
     "3 tuiles déjà piochées : poses-en une ou termine ton tour"),
    ("pool-empty", TurnRefused("pool-empty"),
     "The pool is empty: lay a tile or pass",
     "La pioche est vide : pose une tuile ou passe"),
    ("must-draw", TurnRefused("must-draw"),
     "Lay a tile or draw one: a turn is given up only when there is nothing more to draw",
     "Pose une tuile ou pioche : on ne passe que lorsqu’il n’y a plus rien à piocher"),
    ("no-timer", TurnRefused("no-timer"),
     "Only Challenge is played against the sand timer",
     "Seul le Challenge se joue avec le sablier"),
]  # fmt: skip


@pytest.mark.parametrize(("key", "violation", "english", "french"), SAID_OF_VIOLATIONS)
def test_a_violation_is_said(key: str, violation: Violation, english: str, french: str) -> None:
    assert (say_violation(violation), say_violation(violation, "fr")) == (english, french)


@pytest.mark.parametrize(("key", "fault", "english", "french"), SAID_OF_FAULTS)
def test_a_fault_is_said(key: str, fault: Malformed, english: str, french: str) -> None:
    assert (say_fault(fault), say_fault(fault, "fr"), str(fault)) == (english, french, english)


@pytest.mark.parametrize(("key", "refused", "english", "french"), SAID_OF_REFUSALS)
def test_a_refusal_is_said(key: str, refused: TurnRefused, english: str, french: str) -> None:
    assert (say_refusal(refused), say_refusal(refused, "fr"), str(refused)) == (english, french, english)


def test_every_sentence_of_the_catalogue_is_tested_here() -> None:
    for catalogue, said in (
        (VIOLATIONS, [case[0] for case in SAID_OF_VIOLATIONS]),
        (FAULTS, [case[0] for case in SAID_OF_FAULTS]),
        (REFUSALS, [case[0] for case in SAID_OF_REFUSALS]),
    ):
        assert catalogue["en"].keys() == catalogue["fr"].keys() == set(said)
    assert {case[1].rule for case in SAID_OF_VIOLATIONS} == set(RULES)


def test_french_is_typeset_as_french() -> None:
    for catalogue in (VIOLATIONS, FAULTS, REFUSALS):
        for sentence in catalogue["fr"].values():
            assert "'" not in sentence
            assert not re.search(r"(?<!\N{NO-BREAK SPACE})[:;?!](\s|$)", sentence), sentence


def raised() -> Iterator[tuple[str, str, set[str]]]:
    """Each `Malformed(place, fault, …)` and `TurnRefused(reason, …)` in the source: which, what, its details."""
    for path in sorted((ROOT / "companion").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id in ("Malformed", "TurnRefused"):
                name = node.args[-1]
                assert isinstance(name, ast.Constant)
                yield node.func.id, str(name.value), {str(keyword.arg) for keyword in node.keywords}


def fields(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def test_what_is_raised_brings_exactly_the_words_that_its_sentence_needs() -> None:
    found = list(raised())
    assert {what for which, what, _ in found if which == "TurnRefused"} == REFUSALS["en"].keys()
    assert {what for which, what, _ in found if which == "Malformed"} == FAULTS["en"].keys() - {"no-keys"}
    for which, what, details in found:
        for sentences in (REFUSALS if which == "TurnRefused" else FAULTS).values():
            needed = {"verdict"} if what == "illegal-move" else fields(sentences[what])
            assert details == needed, what
