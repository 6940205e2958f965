"""A game scored from pictures: what is printed for each, with a referee that is told what to rule."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.players import family_triolet, presses
from companion.players.mistakes import NONE
from companion.players.presses import Told
from companion.replay import Replay, parse_turns
from companion.rules.errors import Malformed
from companion.rules.triolet.editions import STANDARD
from companion.rules.triolet.game import Pass
from companion.rules.triolet.judge import judge
from companion.rules.triolet.position import Move, Position
from companion.rules.verdict import Illegal
from companion.session.games import Game
from companion.session.rulings import (
    Accepted,
    ChangedBefore,
    NothingNew,
    NotYet,
    Reading,
    Refused,
    Ruling,
    Unsure,
)
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.fonts import SHIPPED_FONTS, FontBook
from hardware.virtual.table import VirtualTable
from tests.session.test_families import as_seen

PIXELS = np.zeros((4, 4, 3), np.uint8)
OPENING = Move.parse({"H8": "11", "H9": "3"})
SECOND = Move.parse({"I8": "4", "I7": "8"})


class ScriptedUmpire:
    """Rules as it was told, and counts how often a look was accepted."""

    def __init__(self, *rulings: Ruling) -> None:
        self._rulings: Iterator[Ruling] = iter(rulings)
        self.accepted = 0

    def rule(self, frames: Sequence[np.ndarray], game: Game) -> Ruling:
        return next(self._rulings)

    def accept(self) -> None:
        self.accepted += 1


def replay_of(*rulings: Ruling, players: int = 2) -> Replay:
    return Replay(ScriptedUmpire(*rulings), STANDARD, players)


def test_each_accepted_picture_is_the_next_players_turn() -> None:
    replay = replay_of(Accepted((OPENING,)), Accepted((SECOND,)))
    assert replay.begin("00.jpg") == {
        "picture": "00.jpg", "player": None, "verdict": None, "move": None, "scores": [0, 0],
    }  # fmt: skip
    first, second = replay.press("01.jpg", PIXELS), replay.press("02.jpg", PIXELS)
    assert (first["player"], first["move"], first["scores"]) == (0, OPENING.to_json(), [25, 0])
    verdict = judge(Position.parse(OPENING.to_json()), SECOND)
    assert not isinstance(verdict, Illegal)
    assert second == {
        "picture": "02.jpg", "player": 1, "verdict": verdict.to_json(), "move": SECOND.to_json(),
        "scores": [25, 27],
    }  # fmt: skip
    assert replay.final() == {"final": {"scores": [25, 27], "missing": []}}


def test_a_refused_move_leaves_everything_as_it_was() -> None:
    wrong = Move.parse({"I8": "12"})
    verdict = judge(Position.parse(OPENING.to_json()), wrong)
    assert isinstance(verdict, Illegal)
    replay = replay_of(Accepted((OPENING,)), Refused(wrong, verdict), Accepted((SECOND,)))
    replay.press("01.jpg", PIXELS)
    refused = replay.press("02.jpg", PIXELS)
    assert refused["verdict"] == verdict.to_json() and refused["move"] == {"I8": "12"}
    assert (refused["player"], refused["scores"]) == (1, [25, 0])
    assert replay.press("03.jpg", PIXELS)["scores"] == [25, 27]


def test_nothing_new_is_a_pass_and_an_exchange_is_told() -> None:
    replay = replay_of(NothingNew(), NothingNew(), Accepted((OPENING,)))
    passed, exchanged = replay.press("01.jpg", PIXELS), replay.press("02.jpg", PIXELS, Told(exchanged=2))
    assert passed["move"] is None and passed["verdict"] is None and exchanged["player"] == 1
    assert replay.press("03.jpg", PIXELS)["player"] == 0
    assert isinstance(replay.game.entries[0].turn, Pass)


def test_what_was_unsure_is_printed_with_all_its_readings() -> None:
    other = Move.parse({"H8": "11", "H9": "4"})
    readings = (Reading((OPENING,), True, 0.7), Reading((other,), True, 0.3))
    replay = replay_of(Unsure(readings, ("H9",)), Accepted((OPENING,)))
    line = replay.press("01.jpg", PIXELS)
    assert line["verdict"] == {"unsure": [OPENING.to_json(), other.to_json()]}
    assert (line["move"], line["scores"]) == (None, [0, 0])
    assert replay.press("02.jpg", PIXELS)["player"] == 0


def test_two_turns_in_one_picture_are_both_counted() -> None:
    line = replay_of(Accepted((OPENING, SECOND))).press("01.jpg", PIXELS)
    assert line["scores"] == [25, 27] and line["move"] == SECOND.to_json()
    turns = line["turns"]
    assert isinstance(turns, list) and [turn["player"] for turn in turns] == [0, 1]


def test_an_open_joker_takes_the_number_that_was_told() -> None:
    laid = Move.parse({"H8": "joker", "H9": "3"})
    replay = replay_of(Accepted((laid,), tuple(range(13))))
    line = replay.press("01.jpg", PIXELS, Told(joker=4))
    assert line["move"] == {"H8": "joker:4", "H9": "3"}
    untold = replay_of(Accepted((laid,), tuple(range(13)))).press("01.jpg", PIXELS)
    verdict = judge(Position(), laid)
    assert isinstance(verdict, Illegal) and verdict.rules == ("joker-value",)
    assert untold["verdict"] == verdict.to_json() and untold["move"] == laid.to_json()
    assert untold["scores"] == [0, 0]


def test_a_turn_that_this_game_does_not_know_is_said() -> None:
    line = replay_of(NothingNew(), Accepted((OPENING,))).press("01.jpg", PIXELS, Told(timeout=True))
    assert "problem" in line and line["scores"] == [0, 0]


@pytest.mark.parametrize(
    ("ruling", "verdict"),
    [
        pytest.param(NotYet(("hand",)), {"not_yet": ["hand"]}, id="a hand in the way"),
        pytest.param(
            ChangedBefore(("H8",), (("H9", "5"),), ("A1",)),
            {"changed": {"missing": ["H8"], "different": [["H9", "5"]], "extra": ["A1"]}},
            id="something moved",
        ),
    ],
)
def test_what_stops_the_reading_is_said(ruling: Ruling, verdict: object) -> None:
    replay = replay_of(ruling, Accepted((OPENING,)))
    line = replay.press("01.jpg", PIXELS)
    assert line["verdict"] == verdict and line["scores"] == [0, 0]
    assert replay.press("02.jpg", PIXELS)["scores"] == [25, 0]


@pytest.mark.parametrize("seed", range(4))
def test_a_whole_game_ends_with_its_true_scores(seed: int) -> None:
    played = list(family_triolet.play(random.Random(seed), 3, mistakes=NONE))
    rulings: list[Ruling] = [
        Accepted((as_seen(press.expected.move),))
        if isinstance(press.expected, presses.Accepted)
        else NothingNew()
        for press in played
    ]
    replay = replay_of(*rulings, players=3)
    for number, press in enumerate(played):
        told = Told(press.told.joker, press.told.drawn, press.told.exchanged)
        line = replay.press(f"{number}.jpg", PIXELS, told)
        assert line["scores"] == list(press.game_after.scores)
    final = replay.final()["final"]
    settlement = played[-1].game_after.settle()
    assert isinstance(final, dict) and final["missing"] == list(settlement.missing)
    after = replay.press("more.jpg", PIXELS)
    assert after["player"] is None, "the game is over: more pictures change nothing"


def test_what_was_told_is_read_by_picture() -> None:
    told = parse_turns({"03.jpg": {"joker": 4}, "05.jpg": {"exchanged": 1, "timeout": False}})
    assert told == {"03.jpg": Told(joker=4), "05.jpg": Told(exchanged=1)}


@pytest.mark.parametrize(
    "form",
    [[], {"03.jpg": {"jokers": 4}}, {"03.jpg": {"joker": 16}}, {"03.jpg": {"joker": True}}, {"03.jpg": 3}],
)
def test_what_is_told_wrongly_is_malformed(form: object) -> None:
    with pytest.raises(Malformed):
        parse_turns(form)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--game", "triominos", "--players", "0"], "0 players are not possible: Triominos is for 1 to 4\n"),
        (["--game", "triolet", "--players", "5"], "5 players are not possible: Triolet is for 1 to 4\n"),
    ],
)
def test_what_cannot_be_replayed_is_said_in_a_sentence(
    words: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(tmp_path), *words]) == 2
    assert capsys.readouterr().err == sentence


def test_a_folder_without_pictures_is_said_to_be_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(tmp_path), "--game", "triolet"]) == 2
    assert "There is no picture in" in capsys.readouterr().err
    assert main(["replay", str(tmp_path / "none"), "--game", "triolet"]) == 2


def test_malformed_turns_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cv2.imwrite(str(tmp_path / "00.png"), np.zeros((40, 40, 3), np.uint8))
    (tmp_path / "turns.json").write_text('{"01.jpg": {"joker": 99}}', encoding="utf-8")
    assert main(["replay", str(tmp_path), "--game", "triolet"]) == 2
    assert "turns.json: " in capsys.readouterr().err


def test_pictures_of_a_virtual_table_are_scored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Frames, observations, rulings, session: nothing of the truth is handed on."""
    table = VirtualTable.draw("triolet", 11, "easy", "all", FontBook((SHIPPED_FONTS,)))

    def take(name: str) -> None:
        cv2.imwrite(str(tmp_path / name), VirtualCamera(table).frame().pixels)

    take("00.jpg")
    for name, move in (("01.jpg", OPENING), ("02.jpg", SECOND)):
        for cell, face in move.to_json().items():
            table.lay(cell, face)
        take(name)
    table.lay("A1", "5")
    take("03.jpg")
    (tmp_path / "04.jpg").write_bytes(b"no picture")
    assert main(["replay", str(tmp_path), "--game", "triolet"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line.get("scores") for line in lines[:-1]] == [[0, 0], [25, 0], [25, 27], [25, 27], [25, 27]]
    assert [line["move"] for line in lines[1:3]] == [OPENING.to_json(), SECOND.to_json()]
    assert lines[3]["verdict"]["violations"][0]["rule"] == "not-touching"
    assert "problem" in lines[4]
    assert lines[-1] == {"final": {"scores": [25, 27], "missing": []}}
