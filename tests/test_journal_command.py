"""`trioscope journal check`: what a journal holds, and what of a damaged one can be saved."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from companion.cli import main
from companion.journal import Journal
from tests.journal.helpers import ANNA_AND_BEN, HandClock


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """One game of 200 events, three of them with a picture."""
    path = tmp_path / "journal.db"
    with Journal.open(path) as journal:
        game = journal.begin_game("triolet", {}, ANNA_AND_BEN)
        for _ in range(3):
            journal.append(game, {}, picture=bytes(1_000))
        journal.append_all(game, [{"n": number, "why": "x" * 300} for number in range(3, 200)])
    return path


def said(capfdbinary: pytest.CaptureFixture[bytes]) -> tuple[list[str], str]:
    out, err = capfdbinary.readouterr()
    return out.decode().splitlines(), err.decode()


def test_a_journal_in_order_is_counted(path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["journal", "check", str(path)]) == 0
    assert said(capfdbinary) == ([f"{path} is in order: 1 game, 200 events, 3 pictures."], "")
    assert main(["journal", "check", str(path), "--lang", "fr"]) == 0
    assert said(capfdbinary)[0] == [f"{path} est en ordre : 1 partie, 200 événements, 3 images."]


def test_the_journal_of_the_settings_is_meant_if_none_is_named(
    path: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    (tmp_path / "settings.toml").write_text("[general]\njournal = 'journal.db'\n")
    assert main(["journal", "check", "--settings", str(tmp_path / "settings.toml"), "--json"]) == 0
    found = json.loads(said(capfdbinary)[0][0])
    assert found == {
        "file": str(path),
        "is_healthy": True,
        "games": 1,
        "events": 200,
        "pictures": 3,
        "stranded": 0,
        "gaps": 0,
        "saved": None,
        "set_aside": [],
    }
    (tmp_path / "settings.toml").write_text("[genral]\n")
    assert main(["journal", "check", "--settings", str(tmp_path / "settings.toml")]) == 2
    assert "did you mean [general]?" in said(capfdbinary)[1]


def test_what_was_set_aside_is_named_and_can_be_saved(
    path: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    os.truncate(path, path.stat().st_size - 5 * 4096)
    with Journal.open(path, HandClock()) as journal:
        kept = Path(str(journal.notices[0].details["kept"]))
    assert main(["journal", "check", str(path)]) == 0
    assert said(capfdbinary)[0] == [
        f"{path} is in order: 0 games, 0 events, 0 pictures.",
        f"Set aside earlier: {kept}",
    ]
    assert main(["journal", "check", str(kept)]) == 1
    out, err = said(capfdbinary)
    assert err == "" and out[0].startswith(f"{kept} is damaged: 1 game, 1")
    assert out[-1] == f"To save it: trioscope journal check {kept} --save NEW"
    new = tmp_path / "saved.db"
    assert main(["journal", "check", str(kept), "--save", str(new)]) == 0
    assert said(capfdbinary)[0][-1] == f"Saved as {new}."
    with Journal.open(new) as journal:
        assert 100 < len(journal.events(1)) < 200


@pytest.mark.parametrize(
    ("name", "code", "sentence"),
    [
        pytest.param("nowhere.db", 2, "There is no journal {file} yet.", id="nothing there"),
        pytest.param("text.db", 1, "Nothing in {file} can be read as a journal.", id="a text"),
        pytest.param(
            ".", 2, "{file} is a folder: a journal is a file, so name one inside it.", id="a folder"
        ),
    ],
)
def test_what_is_no_journal_is_said_in_one_sentence(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], name: str, code: int, sentence: str
) -> None:
    (tmp_path / "text.db").write_text("Dear diary, " * 100)
    file = tmp_path / name
    assert main(["journal", "check", str(file)]) == code
    assert said(capfdbinary) == ([], sentence.format(file=file) + "\n")
