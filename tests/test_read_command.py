"""`trioscope read`: answers in the form that is written down, and faults as one sentence."""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.pictures import load_picture, save_png
from companion.read_answers import FRENCH_PROBLEMS
from companion.read_command import SENTENCES, add_options, run_read
from companion.reader import Observation, Reader, in_file_pixels
from tests.stand_ins import CORNERS, PaintReader, make_paint_reader, observe, paint_board
from vision.observation import SENTENCES as PROBLEMS
from vision.observation import BoardObservation, NoBoard

ROOT = Path(__file__).parent.parent
LYING = {"H8": ("11", 0.996), "H9": ("joker", 0.8), "I8": ("4", 0.2)}


class Told:
    """What a command answered."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.err = code, err
        self.answers = [json.loads(line) for line in out.splitlines()]


class Runner:
    """Runs the command with the reader of painted boards, or any other."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *words: object, reader: Reader | None = None) -> Told:
        parser = argparse.ArgumentParser()
        add_options(parser)
        options = parser.parse_args([str(word) for word in words])
        code = run_read(options, (lambda profile: reader) if reader else make_paint_reader)
        out, err = self._capsys.readouterr()
        return Told(code, out, err)


@pytest.fixture
def read(capsys: pytest.CaptureFixture[str]) -> Runner:
    return Runner(capsys)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A picture of a board with three tokens."""
    path = tmp_path / "table.png"
    save_png(paint_board(LYING), path)
    return path


def test_one_picture_answers_with_one_object(read: Runner, table: Path) -> None:
    told = read(table, "--game", "triolet")
    assert (told.code, told.err) == (0, "")
    (answer,) = told.answers
    assert answer["game"] == "triolet"
    assert answer["grid"] == CORNERS.tolist()
    assert [(token["cell"], token["face"]) for token in answer["tokens"]] == [
        ("H8", "11"),
        ("H9", "joker"),
        ("I8", None),  # something lies there, and it could not be read
    ]
    for token in answer["tokens"]:
        assert token["confidence"] == pytest.approx(LYING[token["cell"]][1], abs=0.5 / 255 + 1e-6)
    assert (answer["in_the_way"], answer["between"], answer["moved"]) == ([], [], None)
    assert "picture" not in answer
    assert "problem" not in answer


@pytest.mark.parametrize(
    ("language", "word"), [("en", "There is no 15 x 15 board"), ("fr", "Il n’y a pas de plateau")]
)
def test_a_picture_without_a_board_is_an_answer_and_not_an_error(
    language: str, word: str, read: Runner, tmp_path: Path
) -> None:
    path = tmp_path / "cat.png"
    save_png(np.full((50, 50, 3), 9, np.uint8), path)
    told = read(path, "--game", "triolet", "--lang", language)
    assert (told.code, told.err) == (0, "")
    (answer,) = told.answers
    assert (answer["grid"], answer["tokens"]) == (None, [])
    assert answer["problem"].startswith(word)


def test_every_problem_is_told_in_french_too() -> None:
    assert set(FRENCH_PROBLEMS) == set(PROBLEMS)
    assert set(SENTENCES["en"]) == set(SENTENCES["fr"])
    for key, sentence in SENTENCES["en"].items():
        names = [set(re.findall(r"\{(\w+)[:}]", text)) for text in (sentence, SENTENCES["fr"][key])]
        assert names[0] == names[1]


def test_a_folder_answers_line_by_line_in_name_order_and_goes_on_after_a_bad_picture(
    read: Runner, tmp_path: Path
) -> None:
    save_png(paint_board({"A1": ("0", 1.0)}), tmp_path / "03.png")
    save_png(paint_board({}), tmp_path / "01.png")
    (tmp_path / "02.jpg").write_text("not a picture at all")
    (tmp_path / "notes.txt").write_text("not named like a picture")
    told = read(tmp_path, "--game", "triolet")
    assert [answer["picture"] for answer in told.answers] == ["01.png", "02.jpg", "03.png"]
    assert [len(answer["tokens"]) for answer in (told.answers[0], told.answers[2])] == [0, 1]
    assert set(told.answers[1]) == {"picture", "problem"}
    assert told.answers[1]["problem"].startswith(f"{tmp_path / '02.jpg'} is not a picture")
    assert (told.code, told.err) == (2, "1 picture could not be read\n")


def test_several_pictures_are_sorted_by_name_and_a_missing_one_is_told(
    read: Runner, table: Path, tmp_path: Path
) -> None:
    told = read(tmp_path / "zebra.jpg", table, tmp_path / "ant.jpg", "--game", "triolet", "--lang", "fr")
    assert [answer["picture"] for answer in told.answers] == ["ant.jpg", "table.png", "zebra.jpg"]
    assert [("problem" in answer) for answer in told.answers] == [True, False, True]
    assert (told.code, told.err) == (2, "2 images n’ont pas pu être lues\n")


def test_a_folder_with_one_picture_still_answers_with_its_name(read: Runner, table: Path) -> None:
    told = read(table.parent, "--game", "triolet")
    assert (told.code, told.err) == (0, "")
    assert [answer["picture"] for answer in told.answers] == ["table.png"]


def test_a_name_that_is_not_text_is_answered_as_text(read: Runner, table: Path) -> None:
    try:
        table.rename(table.parent / os.fsdecode(b"t\xe9.png"))
    except OSError:
        pytest.skip("this file system takes text only")
    told = read(table.parent, "--game", "triolet")
    assert [answer["picture"] for answer in told.answers] == ["t\\udce9.png"]


def test_a_token_answers_with_every_face_that_it_may_be(read: Runner, tmp_path: Path) -> None:
    path = tmp_path / "token.png"
    blue, green = 11 * 10, 204  # a 11, read with 204/255
    save_png(np.full((40, 40, 3), (blue, green, 0), np.uint8), path)
    told = read("--token", path)
    assert (told.code, told.err) == (0, "")
    (answer,) = told.answers
    assert (answer["face"], answer["confidence"]) == ("11", pytest.approx(0.8))
    assert answer["faces"] == {"11": pytest.approx(0.8), "1": pytest.approx(0.002)}  # and not the rarer 0
    assert list(answer["faces"]) == ["11", "1"]


def test_a_token_that_cannot_be_told_has_no_face(read: Runner, tmp_path: Path) -> None:
    path = tmp_path / "token.png"
    save_png(np.full((40, 40, 3), (160, 90, 0), np.uint8), path)  # a joker, read with 90/255
    (answer,) = read("--token", path).answers
    assert answer["face"] is None
    assert answer["confidence"] == pytest.approx(90 / 255, abs=1e-6)
    assert max(answer["faces"], key=answer["faces"].get) == "joker"


def test_tokens_in_a_folder_answer_line_by_line(read: Runner, tmp_path: Path) -> None:
    for number in (3, 7):
        save_png(np.full((40, 40, 3), (number * 10, 255, 0), np.uint8), tmp_path / f"{number}.png")
    told = read("--token", tmp_path)
    assert [(answer["picture"], answer["face"]) for answer in told.answers] == [
        ("3.png", "3"),
        ("7.png", "7"),
    ]


def test_what_was_seen_is_drawn_on_a_copy(read: Runner, table: Path, tmp_path: Path) -> None:
    out = tmp_path / "seen.png"
    before = table.read_bytes()
    told = read(table, "--game", "triolet", "--annotate", out)
    assert (told.code, told.err, len(told.answers)) == (0, "", 1)
    drawn, plain = load_picture(out).pixels, load_picture(table).pixels
    assert drawn.shape == plain.shape
    assert (drawn != plain).any(axis=2).mean() > 0.01
    assert table.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        pytest.param(
            ("{table}",),
            "Say what is in the picture: --game triolet, --game triominos, or --token for a single token",
            id="no game",
        ),
        pytest.param(
            ("{table}", "--token", "--annotate", "x.png"),
            "--annotate goes without --token: leave one of them out",
            id="drawing on a token",
        ),
        pytest.param(
            ("{table}", "--token", "--profile", "x.json"),
            "--profile goes without --token: leave one of them out",
            id="a profile for a token",
        ),
        pytest.param(
            ("{table}", "--game", "triolet", "--annotate", "x.jpg"),
            "--annotate writes a PNG: give x.jpg a name that ends in .png",
            id="not a PNG",
        ),
        pytest.param(
            ("{table}", "--game", "triolet", "--annotate", "{table}"),
            "--annotate would overwrite the picture itself: choose another name than {table}",
            id="the picture itself",
        ),
        pytest.param(
            ("{table}", "{table}", "--game", "triolet", "--annotate", "x.png"),
            "--annotate goes with one picture: name a single one",
            id="drawing on two",
        ),
        pytest.param(
            ("{table}", "--game", "triolet", "--annotate", "{folder}/nowhere/x.png"),
            "{folder}/nowhere/x.png cannot be written (no such file or directory): choose another file",
            id="nowhere to draw",
        ),
        pytest.param(
            ("{table}", "--game", "triolet", "--profile", "{folder}/gone.json"),
            "The profile {folder}/gone.json is gone: calibrate again.",
            id="a profile that is not there",
        ),
        pytest.param(
            ("{folder}/none.png", "--game", "triolet"),
            "There is no file {folder}/none.png: check its name.",
            id="a picture that is not there",
        ),
        pytest.param(
            ("{folder}/none.png", "--game", "triolet", "--lang", "fr"),
            "Le fichier {folder}/none.png n’existe pas\xa0: vérifie son nom.",
            id="the same in French",
        ),
        pytest.param(
            ("{folder}/empty", "--game", "triolet"),
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
    assert table.exists()


class FixedReader(PaintReader):
    """Always sees the same board, with these corners."""

    def __init__(self, corners: NDArray[np.float64]) -> None:
        self.corners = corners

    def read_board(self, pixels: NDArray[np.uint8], before: BoardObservation | None = None) -> Observation:
        return observe({"H8": ("7", 0.9)}, self.corners)


def test_the_grid_of_a_reduced_picture_is_in_the_pixels_of_the_file(read: Runner, tmp_path: Path) -> None:
    path, drawn = tmp_path / "large.jpg", tmp_path / "seen.png"
    cv2.imwrite(str(path), np.full((5000, 7000, 3), 90, np.uint8))
    half = np.array([[100.0, 50.0], [1600.0, 50.0], [1600.0, 1550.0], [100.0, 1550.0]])
    told = read(path, "--game", "triolet", "--annotate", drawn, reader=FixedReader(half))
    assert told.answers[0]["grid"] == [[200.5, 100.5], [3200.5, 100.5], [3200.5, 3100.5], [200.5, 3100.5]]
    small = load_picture(drawn).pixels
    assert small.shape[0] * small.shape[1] < 8_100_000
    assert small.shape[1] / small.shape[0] == pytest.approx(7 / 5, abs=0.01)
    # The line along row A, drawn where it is in the smaller picture.
    row = (100.5 + 0.5) * small.shape[0] / 5000 - 0.5
    assert (small[round(row) - 2 : round(row) + 3, small.shape[1] // 4] != 90).any()


def test_a_picture_without_a_board_stays_one_in_any_size(table: Path) -> None:
    nothing = NoBoard("dark")
    assert in_file_pixels(nothing, load_picture(table)) is nothing
    seen = in_file_pixels(observe({}), load_picture(table))
    assert isinstance(seen, BoardObservation)
    assert np.array_equal(seen.corners, CORNERS)


def run(*arguments: object) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "companion.cli", "read", *map(str, arguments)],
        capture_output=True,
        cwd=ROOT,
        check=False,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_the_command_line_knows_the_command(table: Path, tmp_path: Path) -> None:
    code, out, err = run("--help")
    assert (code, err) == (0, "")
    assert "--annotate" in out
    half = tmp_path / "half.jpg"
    half.write_bytes(cv2.imencode(".jpg", paint_board(LYING))[1].tobytes()[:2000])
    sentence = f"{half} ends too early: copy the picture again, or take it again.\n"
    assert run(half, "--game", "triolet") == (2, "", sentence)
    assert run(table, "--game", "chess")[:2] == (2, "")
    code, out, err = run("--game", "triolet")
    assert (code, out, err.count("\n")) == (2, "", 1)
