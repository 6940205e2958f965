"""`trioscope read --game triominos`: answers in the form that is written down, and faults as one sentence."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.pictures import load_picture, save_png
from companion.read_answers import FRENCH_TABLE_PROBLEMS
from companion.read_command import add_options, run_read
from companion.table_reader import TableReader, make_triominos_reader
from tests.stand_ins import make_paint_reader
from tests.table_stand_ins import lying, make_table_paint_reader, paint_table, see, vertices_at
from vision.tiles import SENTENCES, SeenTile, TableObservation

FIRST, SECOND = lying((5, 5, 5), (0, 0), 0.996), lying((5, 5, 2), (0, 1), 0.4)
ASIDE = ((0, 1, 2), None, [[500.5, 300.25], [530.0, 350.0], [470.0, 350.0]], 0.9)


class Told:
    """What a command answered."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.err = code, err
        self.answers = [json.loads(line) for line in out.splitlines()]


class Runner:
    """Runs the command with the reader of painted tables, or any other."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *words: object, reader: TableReader | None = None) -> Told:
        parser = argparse.ArgumentParser()
        add_options(parser)
        options = parser.parse_args([str(word) for word in (*words, "--game", "triominos")])
        code = run_read(
            options, make_paint_reader, (lambda profile: reader) if reader else make_table_paint_reader
        )
        out, err = self._capsys.readouterr()
        return Told(code, out, err)


@pytest.fixture
def read(capsys: pytest.CaptureFixture[str]) -> Runner:
    return Runner(capsys)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A picture of a table with two tiles side by side, one aside and a pool."""
    path = tmp_path / "table.png"
    save_png(paint_table([FIRST, SECOND, ASIDE], 12, ["hand"]), path)
    return path


def test_one_picture_answers_with_one_object_in_the_form_that_is_written_down(
    read: Runner, table: Path
) -> None:
    told = read(table)
    assert (told.code, told.err) == (0, "")
    (answer,) = told.answers
    confidences = [tile.pop("confidence") for tile in answer["tiles"]]
    assert confidences == pytest.approx([0.996, 0.4, 0.9], abs=1e-5)
    assert answer == {
        "game": "triominos",
        "tiles": [
            {"corners": [5, 5, 5], "vertices": vertices_at((0, 0)), "at": [0, 0]},
            {"corners": [5, 5, 2], "vertices": vertices_at((0, 1)), "at": [0, 1]},
            {"corners": [0, 1, 2], "vertices": ASIDE[2], "at": None},
        ],
        "face_down": 12,
        "in_the_way": ["hand"],
    }


@pytest.mark.parametrize(
    "face_down", [pytest.param(0, id="an empty table"), pytest.param(9, id="a pool of backs")]
)
def test_a_table_without_tiles_is_an_answer_and_not_an_error(
    face_down: int, read: Runner, tmp_path: Path
) -> None:
    path = tmp_path / "bare.png"
    save_png(paint_table([], face_down), path)
    told = read(path)
    assert (told.code, told.err) == (0, "")
    (answer,) = told.answers
    assert answer == {"game": "triominos", "tiles": [], "face_down": face_down, "in_the_way": []}


def test_a_folder_answers_line_by_line_in_name_order_and_goes_on_after_a_bad_picture(
    read: Runner, tmp_path: Path
) -> None:
    save_png(paint_table([FIRST]), tmp_path / "03.png")
    save_png(paint_table([]), tmp_path / "01.png")
    (tmp_path / "02.jpg").write_text("not a picture at all")
    told = read(tmp_path)
    assert [answer["picture"] for answer in told.answers] == ["01.png", "02.jpg", "03.png"]
    assert [len(answer["tiles"]) for answer in (told.answers[0], told.answers[2])] == [0, 1]
    assert set(told.answers[1]) == {"picture", "problem"}
    assert (told.code, told.err) == (2, "1 picture could not be read\n")


def test_several_pictures_are_sorted_by_name(read: Runner, table: Path, tmp_path: Path) -> None:
    save_png(paint_table([]), tmp_path / "a.png")
    told = read(table, tmp_path / "a.png")
    assert [answer["picture"] for answer in told.answers] == ["a.png", "table.png"]
    assert told.code == 0


class FixedReader:
    """Always sees the same table."""

    def __init__(self, seen: TableObservation) -> None:
        self.seen = seen

    def read_table(
        self, pixels: NDArray[np.uint8], before: TableObservation | None = None
    ) -> TableObservation:
        return self.seen


def test_vertices_of_a_reduced_picture_are_in_the_pixels_of_the_file(read: Runner, tmp_path: Path) -> None:
    path, drawn = tmp_path / "large.jpg", tmp_path / "seen.png"
    cv2.imwrite(str(path), np.full((5000, 7000, 3), 90, np.uint8))
    half: SeenTile = see(((1, 2, 3), (0, 0), [[1000.0, 500.0], [1200.0, 850.0], [800.0, 850.0]], 0.99))
    told = read(path, "--annotate", drawn, reader=FixedReader(TableObservation((half,))))
    (tile,) = told.answers[0]["tiles"]
    assert tile["vertices"] == [[2000.5, 1000.5], [2400.5, 1700.5], [1600.5, 1700.5]]
    assert tile["corners"] == [1, 2, 3]
    small = load_picture(drawn).pixels
    assert small.shape[0] * small.shape[1] < 8_100_000
    # The tip of the tile, drawn where it is in the smaller picture.
    x, y = (round((point + 0.5) * small.shape[1] / 7000 - 0.5) for point in (2000.5, 1000.5))
    assert (small[y : y + 60, x - 20 : x + 20] != 90).any()
    assert (small[y - 60 : y - 20, x - 20 : x + 20] == 90).all()


def test_what_was_seen_is_drawn_on_a_copy(read: Runner, table: Path, tmp_path: Path) -> None:
    out, before = tmp_path / "seen.png", table.read_bytes()
    told = read(table, "--annotate", out)
    assert (told.code, told.err, len(told.answers)) == (0, "", 1)
    assert load_picture(out).pixels.shape[1] >= load_picture(table).pixels.shape[1]
    assert table.read_bytes() == before


@pytest.mark.parametrize(
    ("language", "sentence"), [("en", SENTENCES["dark"]), ("fr", FRENCH_TABLE_PROBLEMS["dark"])]
)
def test_a_table_that_cannot_be_seen_says_why(
    language: str, sentence: str, read: Runner, table: Path
) -> None:
    dark = FixedReader(TableObservation(in_the_way=frozenset({"dark"}), problem="dark"))
    told = read(table, "--lang", language, reader=dark)
    assert told.code == 0
    assert (told.answers[0]["problem"], told.answers[0]["tiles"]) == (sentence, [])


def test_every_problem_is_told_in_french_too() -> None:
    assert set(FRENCH_TABLE_PROBLEMS) == set(SENTENCES)


def test_a_profile_of_other_tiles_is_told(read: Runner, table: Path) -> None:
    foreign = FixedReader(TableObservation(foreign="tiles"))
    (answer,) = read(table, reader=foreign).answers
    assert answer["notice"] == "These are not the tiles of the profile: calibrate again."


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        pytest.param(
            ("{table}", "--annotate", "x.jpg"),
            "--annotate writes a PNG: give x.jpg a name that ends in .png",
            id="not a PNG",
        ),
        pytest.param(
            ("{table}", "{table}", "--annotate", "x.png"),
            "--annotate goes with one picture: name a single one",
            id="drawing on two",
        ),
        pytest.param(
            ("{table}", "--annotate", "{folder}/nowhere/x.png"),
            "{folder}/nowhere/x.png cannot be written (no such file or directory): choose another file",
            id="nowhere to draw",
        ),
        pytest.param(
            ("{table}", "--profile", "{folder}/gone.json"),
            "The profile {folder}/gone.json is gone: calibrate again.",
            id="a profile that is not there",
        ),
        pytest.param(
            ("{folder}/none.png",),
            "There is no file {folder}/none.png: check its name.",
            id="a picture that is not there",
        ),
        pytest.param(
            ("{folder}/empty",),
            "There is no picture in {folder}/empty: choose a folder that holds JPEG or PNG files.",
            id="an empty folder",
        ),
    ],
)
def test_bad_input_is_one_sentence_and_exit_2(
    words: tuple[str, ...], sentence: str, read: Runner, table: Path
) -> None:
    (table.parent / "empty").mkdir()
    names = {"table": table, "folder": table.parent}
    told = read(*(word.format(**names) for word in words))
    assert (told.code, told.answers, told.err) == (2, [], sentence.format(**names) + "\n")


def test_the_usual_reader_takes_a_missing_or_foreign_profile_for_a_fault(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"gone\.json"):
        make_triominos_reader(tmp_path / "gone.json")
    (tmp_path / "odd.json").write_text("{}")
    with pytest.raises(ValueError, match=r"odd\.json"):
        make_triominos_reader(tmp_path / "odd.json")
