"""The score sheet as people read it."""

from __future__ import annotations

import pytest

from companion.rules import triolet, triominos
from companion.rules.ending import End, Settlement
from companion.rules.triolet import game as tg
from companion.rules.triolet.ledger import Ledger
from companion.rules.triominos import game as mg
from companion.rules.triominos.ledger import Ledger as TileLedger
from companion.rules.verdict import Language
from companion.scoresheet import WORDS, Line, format_sheet, triolet_lines, triominos_lines

ENGLISH: Language = "en"
FRENCH: Language = "fr"


def test_a_triolet_turn_is_spelled_out() -> None:
    game = tg.Game.start(2)
    for turn in (
        tg.Lay(triolet.Move.parse({"H8": "11", "H9": "3"})),
        tg.Lay(triolet.Move.parse({"I8": "4", "I7": "8"})),
        tg.Exchange(2),
        tg.Pass(),
        tg.Stop(),
    ):
        game = game.play(turn)
    assert triolet_lines(game) == [
        Line(0, "H8=11 H9=3: 11 × 2 + 3 = 25", 25),
        Line(1, "I7=8 I8=4: 8 + 4 = 12, 11 + 4 = 15", 27),
        Line(0, "exchanges 2", 0),
        Line(1, "passes", 0),
        Line(0, "the players stop here", 0),
    ]
    assert [line.text for line in triolet_lines(game, "fr")[2:]] == [
        "échange 2",
        "passe",
        "les joueurs s’arrêtent là",
    ]


def test_a_replay_is_marked() -> None:
    position = triolet.Position.parse({"H2": "4"})
    game = tg.Game(position, Ledger(position.rules.edition, 20, (3, 3)), player=0)
    game = game.play(tg.Lay(triolet.Move.parse({"H1": "5"})))
    assert triolet_lines(game, "fr") == [Line(0, "H1=5 : 5 + 4 = 9 (rejoue)", 9)]


def test_drawn_tiles_stand_with_the_turn_they_belong_to() -> None:
    game = mg.Game.start(2, mg.Rules(challenge=True))
    for turn in (
        mg.Draw(),
        mg.Lay(triominos.Move((0, 0), (3, 4, 5))),
        mg.Draw(),
        mg.Draw(),
        mg.Draw(),
        mg.Pass(),
        mg.TimeOut(),
        mg.Draw(),
    ):
        game = game.play(turn)
    assert triominos_lines(game) == [
        Line(0, "draws 1 -5, 3 + 4 + 5 = 12", 7),
        Line(1, "draws 3 -15, lays none -10", -25),
        Line(0, "out of time", -15),
        Line(1, "draws 1", -5),
    ]
    assert [line.text for line in triominos_lines(game, "fr")] == [
        "pioche 1 -5, 3 + 4 + 5 = 12",
        "pioche 3 -15, ne pose rien -10",
        "temps écoulé",
        "pioche 1",
    ]
    assert triominos_lines(game.play(mg.Stop()))[-1] == Line(1, "draws 1 -5, the players stop here", -5)


NAMES = ("Ada", "Blaise")
LINES = [Line(0, "a", 25), Line(1, "b", -5), Line(0, "c", 0)]


def test_the_sheet_adds_up_and_names_the_winner() -> None:
    sheet = format_sheet("Title", NAMES, LINES, End("out", 0), Settlement((3, -2)), (0,))
    assert sheet.splitlines() == [
        "Title",
        "",
        "     Ada  Blaise",
        "      25             +25 a",
        "              -5      -5 b",
        "      25                 c",
        "      +3      -2         Ada is out",
        "      28      -7",
        "",
        "Ada wins with 28 points",
    ]


def test_before_the_end_nobody_wins() -> None:
    sheet = format_sheet("Title", NAMES, LINES, None, Settlement((0, 0)), None)
    assert sheet.splitlines()[-2:] == ["      25                 c", "      25      -5"]


@pytest.mark.parametrize(
    ("end", "english", "french"),
    [
        pytest.param(End("out", 1), "Blaise is out", "Blaise n’a plus rien", id="out"),
        pytest.param(End("blocked"), "nobody can go on", "personne ne peut plus jouer", id="blocked"),
    ],
)
def test_the_end_is_said(end: End, english: str, french: str) -> None:
    for language, sentence in ((ENGLISH, english), (FRENCH, french)):
        sheet = format_sheet("Title", NAMES, [], end, Settlement((0, 0)), None, language)
        assert sheet.splitlines()[3].strip() == sentence


@pytest.mark.parametrize(
    ("points", "winners", "english", "french"),
    [
        pytest.param((12, 7), (0,), "Ada wins with 12 points", "Ada gagne avec 12 points", id="one"),
        pytest.param((1, 0), (0,), "Ada wins with 1 point", "Ada gagne avec 1 point", id="one point"),
        pytest.param((0, -7), (0,), "Ada wins with 0 points", "Ada gagne avec 0 point", id="no point"),
        pytest.param(
            (7, 7),
            (0, 1),
            "Ada and Blaise share the win with 7 points",
            "Ada et Blaise se partagent la victoire avec 7 points",
            id="a shared win",
        ),
        pytest.param((0, 0), (1,), "Blaise wins", "Blaise gagne", id="a game without points"),
    ],
)
def test_the_winner_is_named(
    points: tuple[int, int], winners: tuple[int, ...], english: str, french: str
) -> None:
    for language, sentence in ((ENGLISH, english), (FRENCH, french)):
        sheet = format_sheet("Title", NAMES, [], End("blocked"), Settlement(points), winners, language)
        assert sheet.splitlines()[-1] == sentence


def test_a_missing_count_is_asked_for() -> None:
    settlement = Settlement((None, 0, 0), (1, 2))
    for language, sentence in (
        (ENGLISH, "The racks of Blaise and Carl must still be counted"),
        (FRENCH, "Il reste à compter les chevalets de Blaise et Carl"),
    ):
        sheet = format_sheet("Title", (*NAMES, "Carl"), [], End("out", 0), settlement, None, language)
        assert sheet.splitlines()[-1] == sentence


def test_without_points_whoever_lays_the_last_tile_wins_on_the_sheet_too() -> None:
    position = triominos.Position({(0, 0): (5, 5, 5)}, "none")
    game = mg.Game(mg.Rules("none"), position, TileLedger(9, (3, 1)), player=1)
    game = game.play(mg.Lay(triominos.Move((0, 1), (5, 5, 2))))
    lines = triominos_lines(game)
    assert lines == [Line(1, "tile 0", 0)]
    sheet = format_sheet("Triominos", NAMES, lines, game.end, game.settle(), game.winners())
    assert sheet.splitlines()[-1] == "Blaise wins"


def test_every_word_is_there_in_both_languages_and_typeset_in_french() -> None:
    assert WORDS["en"].keys() == WORDS["fr"].keys()
    assert not [words for words in WORDS["fr"].values() if "'" in words or " :" in words]
