"""The profile of a Triominos table survives being written and read, and says what is wrong with a bad one."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from calibration.profile import load_profile, save_profile
from calibration.profile_file import ProfileFault
from calibration.table_profile import EnrolledTiles, TableProfile, load_table_profile, save_table_profile
from tests.calibration.test_profile import make_profile as make_triolet_profile
from vision.table_look import TOP_PX
from vision.tile_faces import CORNER_PX
from vision.tile_sizes import fit_sizes

Form = dict[str, object]

SIZE = 1640, 1232
TOP = round(TOP_PX * 1232 / 1640), TOP_PX, 3


def make_profile(tiles: EnrolledTiles | None = None) -> TableProfile:
    middles = np.array([[820.0, 616.0], [300.0, 300.0], [1300.0, 900.0]])
    sizes = fit_sizes(middles, np.array([92.0, 85.0, 99.0]), SIZE)
    top = np.random.default_rng(1).integers(0, 255, TOP, np.uint8)
    return TableProfile(sizes, (200.0, 215.5, 220.0), None, top, True, tiles, ("Focus.",))


def test_a_profile_comes_back_as_it_was(tmp_path: Path) -> None:
    crops = np.random.default_rng(2).integers(0, 255, (6, CORNER_PX, CORNER_PX, 3), np.uint8)
    profile = make_profile(EnrolledTiles(((0, 1, 2), (5, 5, 3)), tuple(crops)))
    save_table_profile(profile, tmp_path / "table.json")
    back = load_table_profile(tmp_path / "table.json")
    points = np.array([[10.0, 10.0], [1600.0, 1200.0]])
    assert np.allclose(back.sizes.sides_at(points), profile.sizes.sides_at(points))
    assert np.allclose(back.sizes.doubts_at(points), profile.sizes.doubts_at(points))
    assert (back.sizes.size, back.face, back.back) == (SIZE, profile.face, None)
    assert np.array_equal(back.top, profile.top)
    assert (back.has_empty, back.advice) == (True, ("Focus.",))
    assert back.tiles is not None
    assert back.tiles.tiles == ((0, 1, 2), (5, 5, 3))
    assert np.array_equal(np.stack(back.tiles.crops), crops)


def test_what_the_reader_gets_is_what_was_measured(tmp_path: Path) -> None:
    profile = make_profile()
    known = profile.known
    assert known.side_px(820) == pytest.approx(profile.sizes.side_px / 2)
    assert (known.face, known.back, known.prints) == (profile.face, None, None)
    assert known.top is profile.top


def change(**changes: object) -> Callable[[Form], Form]:
    return lambda form: {**form, **changes}


def without(key: str) -> Callable[[Form], Form]:
    return lambda form: {name: value for name, value in form.items() if name != key}


NO_TURN = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (change(version=2), "newer Trioscope"),
        (change(version=0), "damaged"),
        (change(version=1.0), "damaged"),
        (change(game="triolet"), "another game"),
        (change(game=None), "another game"),
        (without("game"), "another game"),
        (without("version"), "damaged or no profile"),
        (change(size=[1640]), "damaged"),
        (change(size=[1640, 8]), "damaged"),
        (change(size=[True, True]), "damaged"),
        (change(side_px=0), "damaged"),
        (change(side_px="92"), "damaged"),
        (change(side_px=True), "damaged"),
        (change(side_px=float("nan")), "damaged"),
        (change(side_px=float("inf")), "damaged"),
        (change(side_px=10**400), "damaged"),
        (change(lean=[0.1]), "damaged"),
        (change(lean=[0.1, 99]), "damaged"),
        (change(lean=None), "damaged"),
        (change(doubt=NO_TURN[:2]), "damaged"),
        (change(doubt=[[1, 2, 0], [0, 1, 0], [0, 0, 1]]), "damaged"),  # lopsided
        (change(doubt=[[-1, 0, 0], [0, 1, 0], [0, 0, 1]]), "damaged"),  # less than no doubt
        (change(face=[1, 2]), "damaged"),
        (change(face=[1, 2, 300]), "damaged"),
        (change(face="ivory"), "damaged"),
        (without("back"), "damaged"),
        (change(top="%%%"), "damaged"),
        (change(top="AAAA"), "damaged"),
        (change(top=7), "damaged"),
        (change(size=[1640, 800]), "damaged"),  # the table top is of another shape
        (change(has_empty=1), "damaged"),
        (change(tiles=[]), "damaged"),
        (change(tiles={"corners": [], "pictures": ""}), "damaged"),
        (change(tiles={"corners": [[0, 1]], "pictures": ""}), "damaged"),
        (change(tiles={"corners": [[0, 1, 6]], "pictures": ""}), "damaged"),
        (change(tiles={"corners": [[0, 1, 5]], "pictures": "AAAA"}), "damaged"),
        (change(advice="all well"), "damaged"),
        (lambda form: {"anything": 1}, "no profile"),
    ],
)
def test_a_bad_profile_is_one_sentence(damage: Callable[[Form], Form], says: str, tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    save_table_profile(make_profile(), path)
    path.write_text(json.dumps(damage(json.loads(path.read_text()))))
    with pytest.raises(ProfileFault, match=says) as fault:
        load_table_profile(path)
    assert str(fault.value).endswith(".")


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"[1, 2", b"[" * 100_000, b"3", b"null", b'"x"'])
def test_what_is_no_json_is_one_sentence(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    path.write_bytes(content)
    with pytest.raises(ProfileFault, match="no profile"):
        load_table_profile(path)


def test_a_profile_of_one_game_is_not_taken_for_the_other(tmp_path: Path) -> None:
    tiles, board = tmp_path / "tiles.json", tmp_path / "board.json"
    save_table_profile(make_profile(), tiles)
    save_profile(make_triolet_profile(), board)
    with pytest.raises(ProfileFault) as fault:
        load_table_profile(board)
    assert str(fault.value) == f"{board} is a profile for another game: choose the one for Triominos."
    with pytest.raises(ProfileFault) as fault:
        load_profile(tiles)
    assert str(fault.value) == f"{tiles} is a profile for another game: choose the one for Triolet."
