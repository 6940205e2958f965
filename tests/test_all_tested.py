"""Nothing that people can set, call or see is without a test: the lists come from the code itself.

What counts as a test is crude, that somewhere in the tests the thing is named as it is used. It does not say
that the test is good. But a key, a command or a screen that is added without any is found here.
"""

from __future__ import annotations

import ast
import dataclasses
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from companion.cli import build_parser
from companion.commands import COMMANDS
from companion.completion_command import tree_of
from companion.settings_values import SECTIONS
from tests.kiosk.test_kiosk import all_screens

TESTS = Path(__file__).parent
KEYS = [f"{section}.{one.name}" for section, kind in SECTIONS.items() for one in dataclasses.fields(kind)]


@cache
def sources() -> dict[Path, str]:
    """Every test module but this one, and what tests share."""
    paths = sorted(path for path in TESTS.rglob("*.py") if path != Path(__file__))
    return {path: path.read_text(encoding="utf-8") for path in paths}


@cache
def texts() -> tuple[str, ...]:
    """Every text in the tests, as it is when they run; what is filled into it is left out."""
    found = []
    for source in sources().values():
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.JoinedStr):
                parts = (part.value for part in node.values if isinstance(part, ast.Constant))
                found.append("…".join(map(str, parts)))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.append(node.value)
    return tuple(found)


@cache
def called_with() -> frozenset[str]:
    """Every word that some test hands to a command line: in a call, or in a list within a call."""
    return frozenset(word for source in sources().values() for word in words_in_calls(source))


def words_in_calls(source: str) -> Iterator[str]:
    for call in ast.walk(ast.parse(source)):
        for argument in call.args if isinstance(call, ast.Call) else ():
            parts = argument.elts if isinstance(argument, ast.List | ast.Tuple) else [argument]
            for part in parts:
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.value


def is_set_somewhere(key: str) -> bool:
    """Whether a test names this key: `sound.volume` in code, or `volume = …` below `[sound]` in a file."""
    section, name = key.split(".")
    in_file = re.compile(rf"\[{section}\][^\[]*?\b{name}\s*=")
    in_code = re.compile(rf"\b{section}\.{name}\b")
    return any(in_code.search(source) for source in sources().values()) or any(map(in_file.search, texts()))


def modules_about(command: str) -> Iterator[str]:
    """The test modules that call a command, or are named after it."""
    for path, source in sources().items():
        if f'"{command}"' in source or path.stem.startswith(f"test_{command}"):
            yield source


@pytest.mark.parametrize("key", KEYS)
def test_every_settings_key_is_set_in_a_test(key: str) -> None:
    assert is_set_somewhere(key)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_called_in_a_test(command: str) -> None:
    assert command in called_with()


@pytest.mark.parametrize(
    ("command", "flag"),
    sorted(
        (node.words[0], flag)
        for node in tree_of(build_parser()).walk()
        for slot in node.options
        for flag in slot.flags
        if node.words and flag.startswith("--") and flag != "--help"
    ),
)
def test_every_option_is_given_in_a_test_of_its_command(command: str, flag: str) -> None:
    assert any(flag in source for source in modules_about(command))


@pytest.mark.parametrize("screen", sorted(all_screens()))
def test_every_screen_is_named_in_a_test_of_the_kiosk(screen: str) -> None:
    class_name = all_screens()[screen].__name__
    tried = [source for path, source in sources().items() if path.parent.name == "kiosk"]
    assert any(f'"{screen}"' in source or class_name in source for source in tried)
