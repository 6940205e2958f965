"""The command line, run as people run it."""

from __future__ import annotations

import json
import os
import re
import select
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion import cli
from companion.commands import COMMANDS, GROUPS
from companion.completion_command import tree_of

ROOT = Path(__file__).parent.parent
# As at home: where Python is told not to buffer, some faults show at other moments, and some not at all.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
OPENING = {"game": "triolet", "move": {"H8": "11", "H9": "3"}}
TREE = tree_of(cli.build_parser())


def run(*arguments: str, text: bytes | str = b"") -> tuple[int, str, str]:
    """The exit code, standard output and standard error of one command."""
    done = subprocess.run(
        [sys.executable, "-m", "companion.cli", *arguments],
        input=text.encode() if isinstance(text, str) else text,
        capture_output=True,
        cwd=ROOT,
        env=ENVIRONMENT,
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
        "message": "6 + 7 + 3 = 16 : trois jetons alignés font exactement 15",
    }
    assert "alignés" in out  # readable, not escaped


@pytest.mark.parametrize(
    ("text", "english", "french"),
    [
        pytest.param(
            json.dumps({**OPENING, "move": {"H16": "3"}}),
            "move.H16: there is no column 16",
            "move.H16 : il n’y a pas de colonne 16",
            id="no such cell",
        ),
        pytest.param(b"", "there is no JSON object here", "il n’y a pas d’objet JSON ici", id="nothing"),
        pytest.param(b"\xff\xfe", "this is not UTF-8 text", "ce n’est pas du texte UTF-8", id="not UTF-8"),
        pytest.param(
            b'{"game": "\\ud800"}',
            'game: "\\ud800" is not one of triolet and triominos',
            'game : "\\ud800" n’est pas parmi triolet et triominos',
            id="half a character",
        ),
        pytest.param(
            b'{"game": "a\\n\\u001b[31mb"}',
            'game: "a\\n\\x1b[31mb" is not one of triolet and triominos',
            'game : "a\\n\\x1b[31mb" n’est pas parmi triolet et triominos',
            id="a value that would break the line and paint the terminal",
        ),
        pytest.param(
            b'{"a\\nb": 1, "game": "triolet", "move": {}}',
            "a\\nb: there is no such key here, only game, move, rules, board and layout",
            "a\\nb : cette clé n’existe pas ici, seulement game, move, rules, board et layout",
            id="a key that would break the line",
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
    assert (code, err) == (2, "3 lines were malformed\n")
    assert [answer.get("points") for answer in answers] == [25, None, None, None, 25]
    assert answers[1] == {"error": "this is not JSON: look at line 1, column 2"}
    assert answers[2] == {"error": "there is no JSON object here"}
    assert answers[3]["error"].startswith("move.\\ud800: ")


@pytest.mark.parametrize(
    ("language", "lines", "sentence"),
    [
        ("en", 1, "1 line was malformed\n"),
        ("en", 2, "2 lines were malformed\n"),
        ("fr", 1, "1 ligne était mal formée\n"),
        ("fr", 2, "2 lignes étaient mal formées\n"),
    ],
)
def test_malformed_lines_are_counted_at_the_end(language: str, lines: int, sentence: str) -> None:
    code, out, err = run("judge", "--lines", "--lang", language, text="{\n" * lines)
    assert (code, len(out.splitlines()), err) == (2, lines, sentence)


def test_a_program_that_waits_for_each_answer_gets_it() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "companion.cli", "judge", "--lines"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env=ENVIRONMENT,
    ) as judge:
        assert judge.stdin and judge.stdout
        for line, key in ((json.dumps(OPENING), "points"), ("{", "error")) * 2:
            judge.stdin.write(line.encode() + b"\n")
            judge.stdin.flush()
            ready, _, _ = select.select([judge.stdout], [], [], 30)
            assert ready, "no answer while the program waits"
            assert key in json.loads(judge.stdout.readline())
        judge.stdin.close()
        assert judge.wait(timeout=60) == 2


def help_of(words: Sequence[str], capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as left:
        cli.main([*words, "--help"])
    assert left.value.code == 0
    return capsys.readouterr().out


def run_in_shell(command: str, **environment: str) -> tuple[int, str, str]:
    """As `run`, for a command line with redirections; `$T` is trioscope, `$R` a request."""
    done = subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        cwd=ROOT,
        check=False,
        env={
            **ENVIRONMENT,
            "T": f"{sys.executable} -m companion.cli",
            "R": json.dumps(OPENING),
            **environment,
        },
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.mark.parametrize(
    ("command", "english", "french"),
    [
        pytest.param(
            "$T judge <&-",
            "Standard input is closed: there is nothing to read",
            "L’entrée standard est fermée : il n’y a rien à lire",
            id="no input",
        ),
        pytest.param(
            "$T judge 0>/dev/null",
            "Standard input cannot be read",
            "Impossible de lire l’entrée standard",
            id="an input that only takes",
        ),
        pytest.param(
            "$T judge <<<$R >&-",
            "Standard output is closed: there is nowhere to write",
            "La sortie standard est fermée : impossible d’écrire",
            id="no output",
        ),
        pytest.param(
            "$T demo --quick >&-",
            "Standard output is closed: there is nowhere to write",
            "La sortie standard est fermée : impossible d’écrire",
            id="no output for the demo",
        ),
        pytest.param(
            "$T judge <<<$R >/dev/full",
            "The answer could not be written: is the disk full?",
            "La réponse n’a pas pu être écrite : le disque est-il plein ?",
            id="a full disk",
        ),
        pytest.param(
            "$T judge --lines <<<$R >/dev/full",
            "The answer could not be written: is the disk full?",
            "La réponse n’a pas pu être écrite : le disque est-il plein ?",
            id="a full disk for lines",
        ),
        pytest.param(
            "$T demo --quick >/dev/full",
            "The answer could not be written: is the disk full?",
            "La réponse n’a pas pu être écrite : le disque est-il plein ?",
            id="a full disk for the demo",
        ),
    ],
)
def test_a_stream_that_does_not_work_is_one_sentence_and_exit_1(
    command: str, english: str, french: str
) -> None:
    assert run_in_shell(command) == (1, "", english + "\n")
    in_french = re.sub(r"\$T \w+", r"\g<0> --lang fr", command)
    assert run_in_shell(in_french) == (1, "", french + "\n")


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_help_that_cannot_be_written_is_one_sentence(option: str) -> None:
    sentence = "The answer could not be written: is the disk full?\n"
    assert run_in_shell(f"$T {option} >/dev/full") == (1, "", sentence)


def test_a_sentence_never_goes_to_standard_output() -> None:
    assert run_in_shell("$T judge <<<'{' 2>&-") == (2, "", "")
    assert run_in_shell("$T fly 2>&-") == (2, "", "")
    assert run_in_shell("$T judge <&- >&- 2>&-") == (1, "", "")


def test_sheets_and_answers_are_utf_8_whatever_the_terminal_speaks() -> None:
    code, out, err = run_in_shell("$T demo --quick --lang fr", PYTHONIOENCODING="ascii")
    assert (code, err) == (0, "")
    assert "×" in out
    request = json.dumps({"game": "triolet", "move": {}})
    code, out, err = run_in_shell("$T judge --lang fr <<<$R", R=request, PYTHONIOENCODING="ascii")
    assert (code, err) == (0, "")
    assert "posé" in out


def test_an_argument_that_would_break_the_line_is_escaped() -> None:
    assert run("judge", "a\nb") == (
        2,
        "",
        "trioscope: unrecognized arguments: a\\nb (try: trioscope --help)\n",
    )


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
        env=ENVIRONMENT,
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
    code, out, err = run("demo", "--quick", "--lang", language)
    assert (code, err) == (0, "")
    assert "Triolet\n" in out
    assert "Triominos\n" in out
    assert out.count(ending) == 2


def test_the_main_help_lists_every_command_in_its_group_and_the_exit_codes() -> None:
    code, out, err = run("--help")
    assert (code, err) == (0, "")
    for group, commands in GROUPS.items():
        section = out.split(f"\n{group}:\n")[1].split("\n\n")[0]
        assert [line.split()[0] for line in section.splitlines()] == [one.name for one in commands]
    told = " ".join(out.split())
    for word in (
        "Exit codes: 0 when all is done",
        "1 when something could not",
        "2 when the",
        "3 when there is no screen",
        "130 after Ctrl-C",
    ):
        assert word in told
    assert len(COMMANDS) == sum(map(len, GROUPS.values()))


@pytest.mark.parametrize("words", [node.words for node in TREE.walk() if node.words], ids=" ".join)
def test_the_help_of_every_command_says_what_it_does_and_how_it_is_called(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    out = help_of(words, capsys)
    usage, description, *_ = out.split("\n\n")
    assert usage.startswith(f"usage: trioscope {' '.join(words)} ")
    assert not description.startswith(("options:", "positional arguments:")), "what does it do?"
    head, *examples = out.rstrip().rpartition("\n\n")[2].splitlines()
    assert head in ("example:", "examples:") and examples
    for example in examples:  # on one line, to be copied
        parts = re.split(r"[|;]", example.replace('eval "$(', "").rstrip(')"'))
        (call,) = [
            one for one in map(shlex.split, parts) if "trioscope" in one[:2] and "systemctl" not in one
        ]
        call = call[call.index("trioscope") + 1 :]
        assert cli.build_parser(call).parse_args(call).command == words[0]


def test_a_fault_of_ours_is_one_sentence_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(options: object) -> int:
        raise RuntimeError("the\nfault")

    monkeypatch.delenv(cli.DEBUG, raising=False)
    monkeypatch.setattr(cli, "run_demo", broken)
    assert cli.main(["demo"]) == 1
    assert capsys.readouterr().err == (
        "Trioscope made a mistake (RuntimeError, the\\nfault): "
        "please report it, with what TRIOSCOPE_DEBUG=1 prints\n"
    )
    monkeypatch.setenv(cli.DEBUG, "1")
    with pytest.raises(RuntimeError):
        cli.main(["demo"])
