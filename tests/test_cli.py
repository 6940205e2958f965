"""The command line, run as people run it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OPENING = {"game": "triolet", "move": {"H8": "11", "H9": "3"}}


def run(*arguments: str, text: bytes | str = b"") -> tuple[int, str, str]:
    """The exit code, standard output and standard error of one command."""
    done = subprocess.run(
        [sys.executable, "-m", "companion.cli", *arguments],
        input=text.encode() if isinstance(text, str) else text,
        capture_output=True,
        cwd=ROOT,
        check=False,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_judge_answers_with_one_line_of_json() -> None:
    code, out, err = run("judge", text=json.dumps(OPENING))
    assert (code, err, out.count("\n")) == (0, "", 1)
    assert json.loads(out) == {
        "legal": True,
        "points": 25,
        "replay": False,
        "sets": [{"cells": ["H8", "H9"], "kind": "pair", "multiplier": 2, "points": 25}],
        "bonus": 0,
        "jokers": {},
    }


def test_an_illegal_move_is_an_answer_and_not_an_error() -> None:
    request = {"game": "triolet", "board": {"H8": "7", "H7": "6"}, "move": {"H9": "3"}}
    code, out, err = run("judge", "--lang", "fr", text=json.dumps(request))
    assert (code, err) == (0, "")
    (violation,) = json.loads(out)["violations"]
    assert violation == {
        "rule": "trio-sum",
        "cells": ["H7", "H8", "H9"],
        "values": [6, 7, 3],
        "message": "6 + 7 + 3 = 16 : trois jetons alignés font exactement 15",
    }
    assert "alignés" in out  # readable, not escaped


@pytest.mark.parametrize(
    ("text", "english", "french"),
    [
        pytest.param(
            json.dumps({**OPENING, "move": {"H16": "3"}}),
            "move.H16: there is no column 16",
            "move.H16: il n'y a pas de colonne 16",
            id="no such cell",
        ),
        pytest.param(b"", "there is no JSON object here", "il n'y a pas d'objet JSON ici", id="nothing"),
        pytest.param(b"\xff\xfe", "this is not UTF-8 text", "ce n'est pas du texte UTF-8", id="not UTF-8"),
        pytest.param(
            b'{"game": "\\ud800"}',
            'game: "\\ud800" is not one of triolet and triominos',
            'game: "\\ud800" n\'est pas parmi triolet et triominos',
            id="half a character",
        ),
    ],
)
def test_malformed_input_is_one_sentence_and_exit_2(text: bytes | str, english: str, french: str) -> None:
    assert run("judge", text=text) == (2, "", english + "\n")
    assert run("judge", "--lang", "fr", text=text) == (2, "", french + "\n")
    assert run("moves", text=text)[0] == 2


def test_lines_go_on_after_a_malformed_one() -> None:
    lines = [
        json.dumps(OPENING),
        "{",
        "",
        json.dumps({**OPENING, "move": {"\ud800": "3"}}),
        json.dumps(OPENING),
    ]
    code, out, err = run("judge", "--lines", text="\n".join(lines) + "\n")
    answers = [json.loads(line) for line in out.splitlines()]
    assert (code, err) == (2, "")
    assert [answer.get("points") for answer in answers] == [25, None, None, None, 25]
    assert answers[1] == {"error": "this is not JSON: look at line 1, column 2"}
    assert answers[2] == {"error": "there is no JSON object here"}
    assert answers[3]["error"].startswith("move.\ud800: ")


def test_lines_without_a_fault_exit_0() -> None:
    code, out, _ = run("judge", "--lines", text=json.dumps(OPENING))
    assert (code, len(out.splitlines())) == (0, 1)


def test_moves_prints_one_json_a_line() -> None:
    request = {"game": "triominos", "tiles": [{"at": [0, 0], "corners": [5, 5, 5]}], "hand": [[4, 5, 5]]}
    code, out, err = run("moves", text=json.dumps(request))
    moves = [json.loads(line) for line in out.splitlines()]
    assert (code, err, len(moves)) == (0, "", 3)
    assert moves[0] == {
        "move": {"at": [0, -1], "corners": [5, 4, 5]},
        "points": 14,
        "verdict": {"legal": True, "points": 14, "parts": {"tile": 14, "bridge": 0, "hexagon": 0}},
    }


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "trioscope: the following arguments are required: COMMAND (try: trioscope --help)\n"),
        (("judge", "--lang", "de"), "trioscope: argument --lang: invalid choice: 'de'"),
        (("fly",), "trioscope: argument COMMAND: invalid choice: 'fly'"),
    ],
    ids=str,
)
def test_a_wrong_call_is_one_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(sentence)


def test_a_reader_that_goes_away_is_no_error() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "companion.cli", "judge", "--lines"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as judge:
        assert judge.stdin and judge.stdout and judge.stderr
        judge.stdout.close()
        try:
            judge.stdin.write((json.dumps(OPENING) + "\n").encode() * 2000)
            judge.stdin.close()
        except BrokenPipeError:
            pass
        assert judge.stderr.read() == b""
        assert judge.wait(timeout=60) == 0


@pytest.mark.parametrize(("language", "ending"), [("en", "wins with"), ("fr", "gagne avec")])
def test_the_demo_prints_both_score_sheets(language: str, ending: str) -> None:
    code, out, err = run("demo", "--lang", language)
    assert (code, err) == (0, "")
    assert "Triolet\n" in out
    assert "Triominos\n" in out
    assert out.count(ending) == 2


def test_help_names_every_command() -> None:
    code, out, _ = run("--help")
    assert code == 0
    for command in ("judge", "moves", "demo"):
        assert command in out
        assert run(command, "--help")[0] == 0
