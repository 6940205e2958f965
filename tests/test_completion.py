"""Shell completion: made from the parser itself, so that nothing is forgotten; tried in a real bash."""

from __future__ import annotations

import argparse
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.cli import build_parser, main
from companion.commands import COMMANDS
from companion.completion_command import PATHS, SHELLS, Node, Slot, tree_of
from companion.completion_scripts import WRITERS

TREE = tree_of(build_parser())
HAS_BASH = pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")


def complete(script: str, *words: str, folder: Path | None = None) -> list[str]:
    """What bash offers after these words, the last of which is being typed."""
    ask = (
        'COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _trioscope; '
        '[ ${#COMPREPLY[@]} = 0 ] || printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(
        ["bash", "--norc", "-c", f"{script}\n{ask}", "bash", "trioscope", *words],
        capture_output=True,
        check=True,
        cwd=folder,
    )
    assert done.stderr == b""
    return done.stdout.decode().split()


def test_the_tree_holds_every_command_with_its_options() -> None:
    assert {node.words[0] for node in TREE.commands} == set(COMMANDS)
    by_words = {node.words: node for node in TREE.walk()}
    replay, check = by_words["replay",], by_words["journal", "check"]
    slots = {flag: slot for slot in replay.options for flag in slot.flags}
    assert slots["--game"].choices == ("triolet", "triominos") and slots["--game"].kind == "choice"
    assert (slots["--layout"].kind, slots["--players"].kind, slots["--help"].kind) == (
        "path",
        "value",
        "nothing",
    )
    assert [slot.name for slot in check.arguments] == ["FILE"]


@pytest.mark.parametrize("shell", SHELLS)
def test_every_command_and_every_option_is_in_the_script(
    shell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    for node in TREE.walk():
        assert not node.words or node.words[-1] in script
        for slot in node.options:
            long = [flag for flag in slot.flags if flag.startswith("--")]
            for flag in long:
                assert (f"-l {flag[2:]} " if shell == "fish" else flag) in script, (node.words, flag)
            for choice in slot.choices:
                assert choice in script


@HAS_BASH
def test_bash_completes_commands_options_and_values() -> None:
    script = WRITERS["bash"](TREE)
    assert sorted(complete(script, "re")) == ["read", "render", "replay"]
    assert complete(script, "replay", "--ga") == ["--game"]
    assert complete(script, "replay", "--game", "") == ["triolet", "triominos"]
    assert complete(script, "replay", "--game", "=", "trio") == ["triolet", "triominos"]
    assert complete(script, "replay", "folder", "--lang", "f") == ["fr"]
    assert complete(script, "journal", "") == ["check"]
    assert "--save" in complete(script, "journal", "check", "--s")
    assert complete(script, "completion", "") == list(SHELLS)
    assert set(complete(script, "")) == set(COMMANDS)
    assert "--version" in complete(script, "-")
    assert complete(script, "nonsense") == []


@HAS_BASH
def test_every_option_of_every_command_is_offered_by_bash() -> None:
    script = WRITERS["bash"](TREE)
    for node in TREE.walk():
        flags = {flag for slot in node.options for flag in slot.flags}
        assert set(complete(script, *node.words, "-")) == flags, node.words


def test_awkward_words_do_not_break_a_script() -> None:
    parser = argparse.ArgumentParser(prog="trioscope", add_help=False)
    commands = parser.add_subparsers(metavar="COMMAND")
    odd = commands.add_parser("odd", add_help=False, help="it's a [test]: $HOME `ls` \\ 100%%")
    odd.add_argument("--what", metavar="FILE", help="isn't [this]: $(odd)?")
    tree = tree_of(parser)
    assert tree.commands[0].purpose == "it's a [test]: $HOME `ls` \\ 100%"
    zsh, fish = WRITERS["zsh"](tree), WRITERS["fish"](tree)
    assert r"--what[isn'\"'\"'t \[this\]\: $(odd)?]:FILE:_files".replace('\\"', '"') in zsh
    assert r"-d 'isn\'t [this]: $(odd)?'" in fish
    if shutil.which("bash"):
        assert complete(WRITERS["bash"](tree), "odd", "-") == ["--what"]


def test_help_that_is_kept_back_is_not_offered() -> None:
    parser = argparse.ArgumentParser(prog="trioscope", add_help=False)
    parser.add_argument("--secret", help=argparse.SUPPRESS)
    parser.add_argument("shown", metavar="PHOTO", nargs="+")
    assert tree_of(parser) == Node((), "", (), (Slot((), "PHOTO", "", "path", (), True),), ())


def test_a_value_that_the_help_calls_a_file_is_one() -> None:
    """Every name in PATHS is used, and every metavar that is not there is a number, a name or a list."""
    names = {slot.name for node in TREE.walk() for slot in (*node.options, *node.arguments)}
    kinds = {slot.name: slot.kind for node in TREE.walk() for slot in (*node.options, *node.arguments)}
    assert names >= PATHS, f"no longer used: {PATHS - names}"
    values = {name for name, kind in kinds.items() if kind == "value"}
    assert values <= {
        "0,1,…",
        "A,B,…",
        "FAMILY",
        "GAME",
        "J",
        "K",
        "N",
        "NAME",
        "PART",
        "SHARE",
        "WxH",
        "seed",
    }
