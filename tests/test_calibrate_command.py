"""`trioscope calibrate`: from pictures to a profile, and its faults as one sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from calibration.profile import load_profile
from calibration.specials import USUAL
from companion.cli import main
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.table import VirtualTable

FACES = ["0", "6", "9", "15", "joker"]


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty board, and five tokens on it."""
    folder = tmp_path_factory.mktemp("pictures")
    table = VirtualTable.draw("triolet", 11, "easy", "held-out", sizes=((1640, 1232),))
    (folder / "empty.jpg").write_bytes(VirtualCamera(table).jpeg())
    for index, face in enumerate(FACES):
        table.lay(f"C{3 + 2 * index}", face)
    (folder / "tokens.jpg").write_bytes(VirtualCamera(table).jpeg())
    (folder / "text.jpg").write_text("no picture")
    return folder


def calibrate(*words: str) -> int:
    return main(["calibrate", "--game", "triolet", *words])


def test_a_profile_is_written_and_what_was_found_is_said(
    pictures: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    out = tmp_path / "table.json"
    enrol = ("--enrol", str(pictures / "tokens.jpg"), "--faces", ",".join(FACES))
    assert calibrate("--image", str(pictures / "empty.jpg"), "--out", str(out), *enrol) == 0
    said = json.loads(capfdbinary.readouterr().out)
    assert said["specials"] == {kind: list(cells) for kind, cells in USUAL.items()}
    assert said["usual_printing"] is True
    assert said["enrolled"] == FACES
    profile = load_profile(out)
    assert profile.tokens is not None and list(profile.tokens.faces) == FACES
    assert main(["read", str(pictures / "tokens.jpg"), "--game", "triolet", "--profile", str(out)]) == 0
    read = json.loads(capfdbinary.readouterr().out)
    assert [token["face"] for token in read["tokens"]] == FACES
    assert read["moved"] < 0.1


def test_a_layout_says_what_is_special(
    pictures: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    layout = tmp_path / "layout.json"
    layout.write_text('{"double": ["H8", "C3"], "replay": ["A1"]}')
    out = tmp_path / "table.json"
    words = ("--image", str(pictures / "empty.jpg"), "--out", str(out), "--layout", str(layout))
    assert calibrate(*words) == 0
    assert dict(load_profile(out).specials) == {"double": ("C3", "H8"), "triple": (), "replay": ("A1",)}
    capfdbinary.readouterr()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--image", "text.jpg"), "text.jpg"),
        (("--image", "nowhere.jpg"), "nowhere.jpg"),
        (("--image", "tokens.jpg"), "5 tokens lie on the board"),
        (("--camera",), "no camera yet"),
        (("--image", "empty.jpg", "nowhere.jpg"), "nowhere.jpg"),
        (
            ("--image", "empty.jpg", "--enrol", "tokens.jpg", "--faces", "5,4,3,2,1"),
            "tokens do not look like the faces",
        ),
        (("--image", "empty.jpg", "--enrol", "tokens.jpg"), "go together"),
        (("--image", "empty.jpg", "--enrol", "tokens.jpg", "--faces", "0,16"), "There is no face '16'"),
        (("--image", "empty.jpg", "--enrol", "tokens.jpg", "--faces", "0,1"), "but 2 faces were named"),
        (("--image", "empty.jpg", "--layout", "text.jpg"), "text.jpg"),
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


def test_the_photograph_is_not_overwritten(pictures: Path, capfd: pytest.CaptureFixture[str]) -> None:
    photo = pictures / "empty.jpg"
    before = photo.read_bytes()
    assert calibrate("--image", str(photo), "--out", str(photo)) == 2
    assert photo.read_bytes() == before
    assert "would overwrite" in capfd.readouterr().err


def test_a_damaged_profile_is_one_sentence(
    pictures: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text('{"version": 99, "game": "triolet"}')
    assert main(["read", str(pictures / "empty.jpg"), "--game", "triolet", "--profile", str(bad)]) == 2
    heard = capfd.readouterr()
    assert "newer" in heard.err and heard.err.count("\n") == 1
