"""The set-up desk and the Triominos table: its profile is made, kept and told beside the board's."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration import tiles
from calibration.calibrate import CalibrationFault
from calibration.table_profile import EnrolledTiles, TableProfile, load_table_profile
from calibration.tiles import TableCalibration, calibrate_tiles
from companion import set_up_tasks
from companion.jobs import LivePicture
from companion.set_up_desk import SetUpDesk, table_profile_path
from companion.set_up_tasks import set_up_table
from companion.set_up_words import WORDS
from companion.snapshots import reduce
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.fonts import SHIPPED_FONTS, FontBook
from hardware.virtual.table import VirtualTable
from tests.journal.helpers import HandClock
from tests.vision.painted import IVORY, FakeEye, observe, paint_tiles, paint_top, tile_at
from vision.tile_faces import CORNER_PX
from vision.tiles import TableObservation

Bytes = NDArray[np.uint8]

SIDE = 80.0
TILE = tile_at(320, 240, SIDE)
EMPTY = paint_top(1)
LAID = paint_tiles(EMPTY, [TILE], IVORY)
MOST_STEPS = 20


def see_tile(picture: Bytes) -> TableObservation:
    """Sees the tile where something bright lies in the middle."""
    return observe([TILE] if picture[240, 320].min() > 180 else [])


def calibrate(pictures: Sequence[Bytes]) -> TableCalibration:
    return calibrate_tiles(pictures, FakeEye(see_tile))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "profile.json"


@pytest.fixture
def desk(path: Path) -> Iterator[SetUpDesk]:
    desk = SetUpDesk(path, calibrate_table=calibrate)
    yield desk
    assert desk.close()


def outcome(desk: SetUpDesk, picture: Bytes) -> str:
    """What is said of the thing that was asked for, once this picture has come."""
    desk.see(LivePicture(picture, reduce(picture)))
    work(desk)
    (said,) = desk.poll()
    return said


def work(desk: SetUpDesk) -> None:
    for _ in range(MOST_STEPS):
        if desk.step() is None:
            return
    raise AssertionError("the desk does not come to rest")


def test_one_tile_sets_the_table_up_and_leaves_the_board_as_it_is(desk: SetUpDesk, path: Path) -> None:
    assert desk.calibrate_table() == "One moment, I am looking."
    assert outcome(desk, LAID) == "The table is set up for Triominos."
    known = desk.table_changed()
    assert known is not None and known.side_px(640) == pytest.approx(SIDE, rel=0.01)
    assert desk.table_changed() is None
    assert desk.table_name == "triominos-profile"
    assert (desk.profile, desk.profile_changed(), desk.profile_name) == (None, None, "")
    assert load_table_profile(table_profile_path(path)).sizes.side_px == pytest.approx(SIDE, rel=0.01)
    assert not path.exists()


def test_without_a_tile_that_is_said_in_the_language_set_by_then(desk: SetUpDesk) -> None:
    desk.calibrate_table()
    desk.language = "fr"
    said = "Je ne vois aucune tuile. Posez-en une au milieu de la table, puis réessayez."
    assert outcome(desk, EMPTY) == said
    assert (desk.table_changed(), desk.table_name) == (None, "")


def test_one_advice_is_said_with_it(desk: SetUpDesk) -> None:
    desk.calibrate_table()
    dim = np.asarray(LAID * 1.0, np.uint8)
    dim[:, 440:] //= 8
    assert outcome(desk, dim) == (
        "The table is set up for Triominos. "
        "One side of the table is much darker than the other: put the lamp above it."
    )


def test_a_saved_table_is_told_once_after_a_restart(desk: SetUpDesk, path: Path) -> None:
    desk.calibrate_table()
    outcome(desk, LAID)
    later = SetUpDesk(path)
    work(later)
    assert later.table_changed() is not None
    assert (later.table_changed(), later.poll()) == (None, [])
    later.close()


@pytest.mark.parametrize("content", ['{"version": 1', '{"version": 1, "game": "triolet"}'])
def test_a_damaged_table_profile_is_said_and_not_used(content: str, path: Path) -> None:
    path.parent.mkdir()
    table_profile_path(path).write_text(content)
    desk = SetUpDesk(path)
    work(desk)
    said = "The saved set-up for Triominos cannot be used. Please set the table up again."
    assert desk.poll() == [said]
    assert desk.table_changed() is None
    desk.close()


def test_a_profile_that_cannot_be_saved_holds_for_now(path: Path) -> None:
    path.parent.write_text("a file in the place of the folder")
    desk = SetUpDesk(path, calibrate_table=calibrate)
    desk.calibrate_table()
    assert outcome(desk, LAID) == (
        "The table is set up for Triominos. "
        "It could not be saved (is the disk full?): it holds until Trioscope is switched off."
    )
    assert desk.table_changed() is not None
    desk.close()


def test_another_calibration_keeps_the_tiles_that_were_learned() -> None:
    learned = EnrolledTiles(((0, 1, 2),), (np.zeros((CORNER_PX, CORNER_PX, 3), np.uint8),) * 3)
    old = replace(calibrate([LAID]).profile, tiles=learned)
    again = set_up_table(LivePicture(LAID, reduce(LAID)), old, calibrate)
    assert again.profile.tiles is learned


def test_every_fault_of_calibrating_a_table_has_its_sentence() -> None:
    faults = [
        node.args[1]
        for node in ast.walk(ast.parse(inspect.getsource(tiles)))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "CalibrationFault"
    ]
    assert len(faults) == 5
    reasons = {reason.value for reason in faults if isinstance(reason, ast.Constant)}
    assert {*reasons, "table-dark", "table-blur"} <= set(WORDS["en"])


@pytest.fixture(scope="module")
def six_tiles() -> Bytes:
    """A virtual table with the six tiles that have three equal numbers, in no order, and nothing else."""
    places = [(0, 0), (0, 4), (0, 8), (2, 1), (2, 5), (2, 9)]
    corners = [(number, number, number) for number in (3, 0, 5, 1, 4, 2)]
    laid = dict(zip(places, corners, strict=True))
    table = VirtualTable.draw("triominos", 3, "easy", fonts=FontBook([SHIPPED_FONTS]), room_for=laid)
    for place, tile in laid.items():
        table.lay(place, tile)
    return VirtualCamera(table, HandClock(0.0)).burst(1)[0].pixels


def test_the_six_triples_are_learned_with_the_table(path: Path, six_tiles: Bytes) -> None:
    desk = SetUpDesk(path)
    desk.calibrate_table()
    assert outcome(desk, six_tiles).startswith(
        "The table is set up for Triominos. Your tiles are learned: from now on they are read more surely."
    )
    learned = load_table_profile(table_profile_path(path)).tiles
    assert learned is not None and sorted(learned.tiles) == [(n, n, n) for n in range(6)]
    desk.close()


def test_a_table_whose_tiles_cannot_be_learned_is_set_up_all_the_same(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(profile: TableProfile, picture: Bytes) -> None:
        raise CalibrationFault("These are other tiles.", "tiles-foreign")

    monkeypatch.setattr(set_up_tasks, "enrol_triples", refuse)
    desk = SetUpDesk(path, calibrate_table=calibrate)
    desk.calibrate_table()
    assert outcome(desk, LAID) == "The table is set up for Triominos."
    assert desk.table_changed() is not None
    desk.close()


def test_six_other_tiles_are_not_learned_and_what_to_do_is_said(
    six_tiles: Bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(set_up_tasks, "enrol_triples", lambda profile, picture: None)
    learned = EnrolledTiles(((0, 1, 2),), (np.zeros((CORNER_PX, CORNER_PX, 3), np.uint8),) * 3)
    old = replace(calibrate([LAID]).profile, tiles=learned)
    done = set_up_table(LivePicture(six_tiles, reduce(six_tiles)), old, calibrate_tiles)
    assert [said.reason for said in done.said] == ["table-calibrated", "tiles-not-learned"]
    assert done.profile.tiles is learned
