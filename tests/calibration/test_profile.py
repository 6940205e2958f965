"""A profile survives being written and read, and says what is wrong with a bad one."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from calibration.profile import (
    PATCH_PX,
    EnrolledTokens,
    Profile,
    ProfileFault,
    load_profile,
    save_profile,
)
from vision.faces import INPUT_PX
from vision.grid import Grid, grid_from_corners

SPECIALS = {"double": ("D8", "H8"), "triple": ("B5",), "replay": ()}
Form = dict[str, object]


def make_profile(tokens: EnrolledTokens | None = None) -> Profile:
    plane = grid_from_corners(np.array([[300, 200], [1300, 260], [1250, 1180], [260, 1100.0]]), (1640, 1232))
    empty = np.random.default_rng(1).integers(0, 255, (PATCH_PX, PATCH_PX, 3), np.uint8)
    return Profile(Grid(plane.plane, plane.size, -0.04), empty, SPECIALS, tokens, ("Focus.",))


def test_a_profile_comes_back_as_it_was(tmp_path: Path) -> None:
    crops = np.random.default_rng(2).integers(0, 255, (3, INPUT_PX, INPUT_PX, 3), np.uint8)
    profile = make_profile(EnrolledTokens(("0", "15", "joker"), tuple(crops)))
    save_profile(profile, tmp_path / "table.json")
    back = load_profile(tmp_path / "table.json")
    assert np.allclose(back.grid.corners, profile.grid.corners)
    assert (back.grid.size, back.grid.bend) == (profile.grid.size, profile.grid.bend)
    assert np.array_equal(back.empty, profile.empty)
    assert (back.specials, back.advice) == (SPECIALS, ("Focus.",))
    assert back.tokens is not None
    assert back.tokens.faces == ("0", "15", "joker")
    assert np.array_equal(np.stack(back.tokens.crops), crops)


def test_saving_replaces_a_whole_file_and_leaves_no_scrap(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    path.write_text("older")
    save_profile(make_profile(), path)
    assert [p.name for p in tmp_path.iterdir()] == ["table.json"]
    assert json.loads(path.read_text())["version"] == 1


def change(**changes: object) -> Callable[[Form], Form]:
    return lambda form: {**form, **changes}


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (change(version=99), "newer Trioscope"),
        (change(version="1"), "damaged"),
        (change(version=True), "damaged"),
        (change(game="triominos"), "another game"),
        (change(size=[1640]), "damaged"),
        (change(size=[0, 0]), "damaged"),
        (change(plane=[[1, 2], [3, 4]]), "damaged"),
        (change(plane=[[0] * 3] * 3), "damaged"),
        (change(plane=None), "damaged"),
        (change(bend="much"), "damaged"),
        (change(bend=5), "damaged"),
        (change(empty="%%%"), "damaged"),
        (change(empty="AAAA"), "damaged"),
        (change(empty=7), "damaged"),
        (change(specials={"double": []}), "damaged"),
        (change(specials={"double": ["P3"], "triple": [], "replay": []}), "damaged"),
        (change(specials={"double": ["A1"], "triple": ["A1"], "replay": []}), "damaged"),
        (change(plane=[[-1, 0, 900], [0, 1, 0], [0, 0, 1]]), "damaged"),  # a mirror image
        (change(plane=[[0.01, 0, 0], [0, 0.01, 0], [0, 0, 1]]), "damaged"),  # smaller than a pixel
        (change(tokens={"faces": ["16"], "pictures": ""}), "damaged"),
        (change(tokens={"faces": ["1"], "pictures": "AAAA"}), "damaged"),
        (change(tokens={"faces": [], "pictures": ""}), "damaged"),
        (change(tokens=[]), "damaged"),
        (change(advice="all well"), "damaged"),
        (lambda form: {k: v for k, v in form.items() if k != "plane"}, "damaged"),
        (lambda form: {"anything": 1}, "no profile"),
    ],
)
def test_a_bad_profile_is_one_sentence(damage: Callable[[Form], Form], says: str, tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    save_profile(make_profile(), path)
    path.write_text(json.dumps(damage(json.loads(path.read_text()))))
    with pytest.raises(ProfileFault, match=says) as fault:
        load_profile(path)
    assert str(fault.value).endswith(".")


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"[1, 2", b"[" * 100_000, b"3", b"null"])
def test_what_is_no_json_is_one_sentence(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    path.write_bytes(content)
    with pytest.raises(ProfileFault, match="no profile"):
        load_profile(path)


def test_a_profile_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(ProfileFault, match="cannot be read"):
        load_profile(tmp_path / "nowhere.json")
    with pytest.raises(ProfileFault, match="cannot be read"):
        load_profile(tmp_path)


def test_a_folder_is_no_place_for_a_profile(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        save_profile(make_profile(), tmp_path)
    assert list(tmp_path.parent.glob("*.new")) == []
