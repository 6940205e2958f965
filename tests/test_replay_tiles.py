"""A game of Triominos scored from pictures: what is told beside them, and what is printed."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import tile_umpire
from companion.cli import main
from companion.players import family_triominos, presses
from companion.players.mistakes import FAMILY, NONE
from companion.players.presses import Told
from companion.replay import Replay
from companion.rules.triominos.game import Rules, TimeOut
from companion.rules.triominos.judge import judge
from companion.rules.triominos.position import Move, Position
from companion.rules.verdict import Illegal
from companion.session.rulings import Accepted, NothingNew, Refused, Ruling
from companion.virtual_game import change_table, room_for
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.fonts import SHIPPED_FONTS, FontBook
from hardware.virtual.table import VirtualTable
from tests.test_replay import PIXELS, ScriptedUmpire
from tests.tile_stand_ins import BlindCamera, SeenThrough, draw_table

OPENING, SECOND = Move((0, 0), (5, 5, 5)), Move((0, 1), (5, 5, 2))


def replay_of(*rulings: Ruling, players: int = 2, rules: Rules = Rules()) -> tuple[Replay, ScriptedUmpire]:
    umpire = ScriptedUmpire(*rulings)
    return Replay(umpire, rules, players), umpire


def test_tiles_drawn_before_a_move_cost_what_was_told() -> None:
    replay, umpire = replay_of(Accepted((OPENING,)), Accepted((SECOND,)))
    replay.press("01.jpg", PIXELS)
    line = replay.press("02.jpg", PIXELS, Told(drawn=2))
    assert (line["player"], line["move"], line["scores"]) == (1, SECOND.to_json(), [15, 12 - 10])
    assert umpire.accepted == 2


def test_a_refused_move_stays_refused_although_tiles_were_drawn_for_it() -> None:
    wrong = Move((0, 1), (4, 4, 4))
    verdict = judge(Position({OPENING.at: OPENING.corners}), wrong)
    assert isinstance(verdict, Illegal)
    replay, umpire = replay_of(Accepted((OPENING,)), Refused(wrong, verdict), Accepted((SECOND,)))
    replay.press("01.jpg", PIXELS)
    line = replay.press("02.jpg", PIXELS, Told(drawn=1))
    assert line["verdict"] == verdict.to_json() and line["move"] == wrong.to_json()
    assert (line["scores"], umpire.accepted) == ([15, -5], 1)
    assert replay.press("03.jpg", PIXELS)["player"] == 1


def test_nobody_looks_at_the_table_of_one_who_was_too_late() -> None:
    replay, umpire = replay_of(Accepted((OPENING,)), rules=Rules(challenge=True))
    replay.press("01.jpg", PIXELS)
    line = replay.press("02.jpg", PIXELS, Told(timeout=True))
    assert (line["player"], line["move"], line["verdict"], line["scores"]) == (1, None, None, [15, -15])
    assert umpire.accepted == 1 and isinstance(replay.game.entries[-1].turn, TimeOut)


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_ends_with_its_true_scores(seed: int) -> None:
    rules = Rules(challenge=seed == 2)
    played = list(family_triominos.play(random.Random(seed), 3, rules, mistakes=NONE))
    rulings: list[Ruling] = [
        Accepted((press.expected.move,)) if isinstance(press.expected, presses.Accepted) else NothingNew()
        for press in played
    ]
    replay, _ = replay_of(*rulings, players=3, rules=rules)
    for number, press in enumerate(played):
        assert replay.press(f"{number}.jpg", PIXELS, press.told)["scores"] == list(press.game_after.scores)
    final = replay.final()["final"]
    assert isinstance(final, dict) and final["missing"] == list(played[-1].game_after.settle().missing)


@pytest.mark.parametrize(("scoring", "is_challenge"), [("standard", True), ("junior", False)])
def test_a_folder_is_scored_as_it_was_told(
    scoring: str,
    is_challenge: bool,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With a reader that sees the table as it was when each picture was taken; nothing else is handed on."""
    rules = Rules(scoring=scoring, challenge=is_challenge)  # type: ignore[arg-type]  # as parametrized
    # A second press with nothing new is a pass in a folder, and two turns in one picture cannot be told.
    mistakes = replace(FAMILY, press_twice=0.0, forget_press=0.0)
    family = list(family_triominos.play(random.Random(8), 2, rules, mistakes=mistakes))
    table = draw_table(8, room_for(family))
    looks = [SeenThrough(table)([], None, None)]
    told = {}
    for number, press in enumerate(family, start=1):
        change_table(table, press)
        if press.told.to_json():
            told[f"{number:02}.png"] = press.told.to_json()
        if not press.told.timeout:
            looks.append(SeenThrough(table, number)([], None, None))
    for number in range(len(family) + 1):
        cv2.imwrite(str(tmp_path / f"{number:02}.png"), BlindCamera(table).frame().pixels)
    (tmp_path / "turns.json").write_text(json.dumps(told), encoding="utf-8")
    seen = iter(looks)
    reads = tile_umpire.TriominosUmpire
    monkeypatch.setattr(
        tile_umpire, "TriominosUmpire", lambda known: reads(known, lambda frames, known, before: next(seen))
    )
    assert main(["replay", str(tmp_path), "--game", "triominos", "--scoring", scoring]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    scores = [list(press.game_after.scores) for press in family]
    assert [line["scores"] for line in lines[1:-1]] == scores
    assert lines[0] == {
        "picture": "00.png", "player": None, "verdict": None, "move": None, "scores": [0, 0]
    }  # fmt: skip
    assert "final" in lines[-1]


def test_pictures_of_a_virtual_table_are_scored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Frames, observations, rulings, session: nothing of the truth is handed on."""
    room = {OPENING.at: OPENING.corners, SECOND.at: SECOND.corners}
    table = VirtualTable.draw(
        "triominos", 2, "easy", "all", FontBook((SHIPPED_FONTS,)), sizes=((820, 616),), room_for=room
    )

    def take(name: str) -> None:
        cv2.imwrite(str(tmp_path / name), VirtualCamera(table).frame().pixels)

    take("00.png")
    for name, move in (("01.png", OPENING), ("02.png", SECOND)):
        table.lay(move.at, move.corners)
        take(name)
    (tmp_path / "03.png").write_bytes(b"no picture")
    assert main(["replay", str(tmp_path), "--game", "triominos"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line.get("scores") for line in lines[:-1]] == [[0, 0], [15, 0], [15, 12], [15, 12]]
    assert lines[1]["move"] == {"at": [0, 0], "corners": [5, 5, 5]}
    assert "problem" in lines[3]
    assert lines[-1] == {"final": {"scores": [15, 12], "missing": []}}


def test_a_dark_first_picture_is_said_to_be_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cv2.imwrite(str(tmp_path / "00.png"), np.zeros((300, 400, 3), np.uint8))
    assert main(["replay", str(tmp_path), "--game", "triominos"]) == 0
    first = json.loads(capsys.readouterr().out.splitlines()[0])
    assert "dark" in first["problem"]
