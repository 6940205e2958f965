"""`trioscope calibrate --game triominos`: what it prints and writes, and its faults as one sentence."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.table_profile import load_table_profile, save_table_profile
from calibration.tiles import TableCalibration, calibrate_tiles
from companion.calibrate_tiles import calibrate_tiles_command, describe
from companion.cli import main
from companion.pictures import save_png
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.table import VirtualTable
from hardware.virtual.triominos_scene import TriominosScene
from tests.calibration.test_table_profile import make_profile
from tests.vision.painted import IVORY, FakeEye, observe, paint_tiles, paint_top, tile_at
from vision.tile_shapes import sides_px
from vision.tiles import TableObservation

Bytes = NDArray[np.uint8]

TILE = tile_at(320, 240, 80.0)


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty table, and the same with a tile."""
    folder = tmp_path_factory.mktemp("pictures")
    save_png(paint_top(1), folder / "empty.png")
    save_png(paint_tiles(paint_top(1), [TILE], IVORY), folder / "tile.png")
    (folder / "text.jpg").write_text("no picture")
    return folder


def calibrate(*words: str) -> int:
    return main(["calibrate", "--game", "triominos", *words])


def see_tile(picture: Bytes) -> TableObservation:
    """Sees the tile where something bright lies in the middle."""
    return observe([TILE] if picture[240, 320].min() > 180 else [])


def calibrate_from(pictures: Sequence[Bytes]) -> TableCalibration:
    return calibrate_tiles(pictures, FakeEye(see_tile))


def test_a_profile_is_written_and_what_was_found_is_said(
    pictures: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "tiles.json"
    named = [str(pictures / "empty.png"), str(pictures / "tile.png")]
    options = Namespace(image=named, out=str(out), enrol=None, faces=None)
    calibrate_tiles_command(options, calibrate_from)
    said = json.loads(capfd.readouterr().out)
    assert said["side_px"] == pytest.approx(80, abs=0.3)
    assert 0 < said["plus_minus_px"] < 4
    assert (said["tiles"], said["face_down"], said["sure"]) == (1, 0, 0.99)
    assert (said["face"], said["back"]) == ("#e8e1cd", None)
    assert (said["empty_table"], said["enrolled"], said["advice"]) == (True, [], [])
    assert said["profile"] == str(out)
    assert load_table_profile(out).sizes.side_px == pytest.approx(80, abs=0.3)


def test_sizes_are_said_in_pixels_of_the_file() -> None:
    made = TableCalibration(make_profile(), 3, 0, 0.9, ())
    once, thrice = describe(made, "x"), describe(made, "x", scale=3.0)
    assert thrice["side_px"] == pytest.approx(3 * made.profile.sizes.side_px, abs=0.06)
    assert once["side_px"] == pytest.approx(made.profile.sizes.side_px, abs=0.06)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--image", "text.jpg"), "text.jpg"),
        (("--image", "nowhere.jpg"), "nowhere.jpg"),
        (("--image", "empty.png", "--image", "nowhere.jpg"), "nowhere.jpg"),
        (("--image", "tile.png", "--faces", "0-0-0"), "go together"),
        (("--image", "tile.png", "--enrol", "tile.png", "--faces", "0-0-7"), "There is no tile '0-0-7'"),
        (("--image", "tile.png", "--layout", "text.jpg"), "--layout is for Triolet"),
    ],
)
def test_what_cannot_be_calibrated_is_one_sentence(
    words: tuple[str, ...],
    says: str,
    pictures: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(pictures)
    out = tmp_path / "table.json"
    assert calibrate(*words, "--out", str(out)) == 2
    heard = capfd.readouterr()
    assert heard.out == ""
    assert says in heard.err and heard.err.count("\n") == 1
    assert not out.exists()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        pytest.param({"version": 99}, "newer Trioscope", id="newer"),
        pytest.param({"side_px": "large"}, "is damaged", id="damaged"),
        pytest.param({"game": "triolet"}, "choose the one for Triominos", id="of Triolet"),
    ],
)
def test_reading_with_a_profile_that_cannot_be_used_is_one_sentence(
    change: dict[str, object],
    says: str,
    pictures: Path,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "tiles.json"
    save_table_profile(make_profile(), path)
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    words = ["read", str(pictures / "tile.png"), "--game", "triominos", "--profile", str(path)]
    assert main(words) == 2
    heard = capfd.readouterr()
    assert heard.out == ""
    assert says in heard.err and heard.err.count("\n") == 1


def test_triolet_is_not_read_with_a_profile_of_triominos(
    pictures: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "tiles.json"
    save_table_profile(make_profile(), path)
    words = ["read", str(pictures / "tile.png"), "--game", "triolet", "--profile", str(path)]
    assert main(words) == 2
    assert "choose the one for Triolet." in capfd.readouterr().err


def test_a_virtual_table_is_calibrated_and_read_with_its_profile(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """From pictures to a profile to a reading, with the networks as they are."""
    layout = {(0, 0): (3, 4, 5), (0, 1): (5, 4, 2), (0, 2): (2, 1, 4)}
    table = VirtualTable.draw("triominos", 3, "easy", "held-out", sizes=((1640, 1232),), room_for=layout)
    assert isinstance(table.scene, TriominosScene)
    table.scene.loose.clear()
    names = [str(tmp_path / name) for name in ("empty.jpg", "tile.jpg", "game.jpg")]
    Path(names[0]).write_bytes(VirtualCamera(table).jpeg())
    table.lay((0, 1), layout[0, 1])
    Path(names[1]).write_bytes(VirtualCamera(table).jpeg())
    tiles = table.truth()["tiles"]
    assert isinstance(tiles, list) and len(tiles) == 1
    for place in ((0, 0), (0, 2)):
        table.lay(place, layout[place])
    Path(names[2]).write_bytes(VirtualCamera(table).jpeg())
    out = str(tmp_path / "tiles.json")
    assert calibrate("--image", *names[:2], "--out", out) == 0
    said = json.loads(capfd.readouterr().out)
    true = float(sides_px(np.array([tiles[0]["vertices"]]))[0])
    assert said["side_px"] == pytest.approx(true, rel=0.05)
    assert (said["tiles"], said["empty_table"]) == (1, True)
    assert main(["read", names[2], "--game", "triominos", "--profile", out]) == 0
    read = json.loads(capfd.readouterr().out)
    assert len(read["tiles"]) == len(layout)


def test_the_six_triples_are_enrolled_without_being_named(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    places = [(0, 0), (0, 4), (0, 8), (2, 1), (2, 5), (2, 9)]
    layout = {place: (n, n, n) for place, n in zip(places, (3, 0, 5, 1, 4, 2), strict=True)}
    table = VirtualTable.draw("triominos", 3, "easy", "held-out", sizes=((1640, 1232),), room_for=layout)
    assert isinstance(table.scene, TriominosScene)
    table.scene.loose.clear()
    for place in places[:5]:
        table.lay(place, layout[place])
    some, whole, out = (str(tmp_path / name) for name in ("some.jpg", "whole.jpg", "tiles.json"))
    Path(some).write_bytes(VirtualCamera(table).jpeg())
    assert calibrate("--image", some, "--enrol", some, "--out", out) == 0  # one of them may be missing
    assert len(json.loads(capfd.readouterr().out)["enrolled"]) == 5
    table.take(places[4])
    Path(some).write_bytes(VirtualCamera(table).jpeg())
    assert calibrate("--image", some, "--enrol", some, "--out", out) == 2
    assert "does not clearly show the six tiles 0-0-0 to 5-5-5" in capfd.readouterr().err
    for place in places[4:]:
        table.lay(place, layout[place])
    Path(whole).write_bytes(VirtualCamera(table).jpeg())
    assert calibrate("--image", whole, "--enrol", whole, "--out", out) == 0
    said = json.loads(capfd.readouterr().out)
    assert sorted(said["enrolled"]) == [f"{n}-{n}-{n}" for n in range(6)]
