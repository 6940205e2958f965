"""The score sheet as people read it."""

from __future__ import annotations

from companion.rules import triolet, triominos
from companion.rules.ending import Settlement
from companion.rules.triolet import game as tg
from companion.rules.triolet.ledger import Ledger
from companion.rules.triominos import game as mg
from companion.scoresheet import Line, format_sheet, triolet_lines, triominos_lines


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


def test_a_replay_is_marked() -> None:
    position = triolet.Position.parse({"H2": "4"})
    game = tg.Game(position, Ledger(position.rules.edition, 20, (3, 3)), player=0)
    game = game.play(tg.Lay(triolet.Move.parse({"H1": "5"})))
    assert triolet_lines(game, "fr") == [Line(0, "H1=5: 5 + 4 = 9 (rejoue)", 9)]


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
    assert triominos_lines(game.play(mg.Stop()))[-1] == Line(1, "draws 1 -5, the players stop here", -5)


def test_the_sheet_adds_up_and_names_the_winner() -> None:
    lines = [Line(0, "a", 25), Line(1, "b", -5), Line(0, "c", 0)]
    sheet = format_sheet("Title", ("Ada", "Blaise"), lines, None, Settlement((3, -2)))
    assert sheet.splitlines() == [
        "Title",
        "",
        "     Ada  Blaise",
        "      25             +25 a",
        "              -5      -5 b",
        "      25                 c",
        "      +3      -2",
        "      28      -7",
        "",
        "Ada wins with 28 points",
    ]


def test_a_missing_count_is_asked_for() -> None:
    sheet = format_sheet("Title", ("Ada", "Blaise"), [], None, Settlement((None, 0), (1,)))
    assert sheet.splitlines()[-1] == "The racks of Blaise must still be counted"
    shared = format_sheet("Titre", ("Ada", "Blaise"), [], None, Settlement((0, 0)), "fr")
    assert shared.splitlines()[-1] == "Ada et Blaise se partagent la victoire avec 0 points"
