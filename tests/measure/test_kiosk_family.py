"""The family that measures whole games: right with a reader that is right, not fooled by one that is not."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.players import family_triolet, family_triominos
from companion.rules.triominos.game import Rules as TriominosRules
from companion.session.games import Game
from companion.session.rulings import NothingNew, Ruling
from companion.session.setup import Setup
from companion.tile_umpire import TriominosUmpire
from companion.umpire import Bytes, TrioletUmpire
from companion.virtual_game import Press, room_for
from hardware.virtual.table import VirtualTable
from hardware.virtual.triolet_scene import TrioletScene
from tests.measure.games import GAMES
from tests.measure.kiosk_family import KioskFamily, Tally
from tests.measure.kiosk_table import KioskTable
from tests.measure.whole_games import read, tasks
from tests.recorded import seats
from tests.referee.boards import board_seen
from tests.tile_stand_ins import BlindCamera, SeenThrough, draw_table
from vision.known import LastSeen
from vision.observation import BoardObservation

# Games in which somebody lays something illegal; in Challenge the sand runs out, too.
SEEDS = {"triolet": 3, "triominos": 11, "challenge": 8}


class TruthfulUmpire(TrioletUmpire):
    """Reads the virtual board as a perfect camera would; `lies` are faces that it takes for others."""

    __slots__ = ("lies", "table")

    def __init__(self, table: VirtualTable) -> None:
        super().__init__()
        self.table, self.lies = table, dict[str, str]()

    def _read(self, frames: Sequence[Bytes], before: LastSeen | None) -> BoardObservation:
        scene = self.table.scene
        assert isinstance(scene, TrioletScene)
        faces = {cell: token.face for cell, token in scene.tokens.items()}
        return board_seen({cell: self.lies.get(face, face) for cell, face in faces.items()})


class SleepingUmpire(TruthfulUmpire):
    """Overlooks every other press."""

    __slots__ = ("looks",)

    def rule(self, frames: Sequence[Bytes], game: Game) -> Ruling:
        self.looks = getattr(self, "looks", 0) + 1
        return NothingNew() if self.looks % 2 else super().rule(frames, game)


def play(
    game: str, folder: Path, umpire: type[TruthfulUmpire] = TruthfulUmpire, lies: dict[str, str] | None = None
) -> Tally:
    """A whole game with a reader that is told what lies there."""
    rules, seed, family = GAMES[game], SEEDS[game], list[Press]()
    if isinstance(rules, TriominosRules):
        family += family_triominos.play(random.Random(seed), 2, rules)
        table = draw_table(seed, room_for(family))
    else:
        family += family_triolet.play(random.Random(seed), 2, rules)
        table = VirtualTable.draw("triolet", seed)
    kiosk = KioskTable(table, folder, BlindCamera(table))
    triolet = umpire(table)
    triolet.lies = lies or {}
    kiosk.house.stagehand.keeper.use_umpires(
        {"triolet": triolet, "triominos": TriominosUmpire(read=SeenThrough(table))}
    )
    kiosk.begin(Setup(rules, seats("Ada", "Blaise")))
    try:
        return KioskFamily(kiosk, table).play(family)
    finally:
        kiosk.close()


@pytest.mark.parametrize("game", GAMES)
def test_with_a_perfect_reader_every_game_ends_as_it_truly_did(game: str, tmp_path: Path) -> None:
    tally = play(game, tmp_path)
    assert tally.final == tally.truth and tally.trouble == []
    assert tally.refused == tally.erred > 0
    assert (tally.wrong, tally.stuck, tally.questions, tally.entered, tally.not_yet) == (0, 0, 0, 0, 0)


def test_a_face_that_is_taken_for_another_is_found_to_be_scored_wrong(tmp_path: Path) -> None:
    tally = play("triolet", tmp_path, lies={"5": "4", "4": "5"})
    assert (tally.wrong, tally.final) == (1, None)
    assert "WRONG" in tally.trouble[-1]


def test_a_press_that_was_overlooked_is_pressed_again_and_counts_as_a_question(tmp_path: Path) -> None:
    tally = play("triolet", tmp_path, SleepingUmpire)
    assert tally.questions > 10 and tally.wrong == 0
    assert tally.final == tally.truth


def test_all_kinds_are_begun_before_any_is_finished() -> None:
    wanted = tasks(["triolet", "challenge"], [2, 1], 7)
    assert [(task.game, task.level) for task in wanted[:3]] == [
        ("triolet", "medium"),
        ("challenge", "medium"),
        ("triolet", "hard"),
    ]
    assert len(wanted) == 6


def test_a_line_that_was_cut_off_is_a_game_to_be_played_again(tmp_path: Path) -> None:
    path = tmp_path / "triolet-medium.jsonl"
    path.write_text('{"seed": 1}\n{"seed": 2, "pres')
    assert [line["seed"] for line in read(path)] == [1]
