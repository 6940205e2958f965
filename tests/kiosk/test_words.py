"""The catalogues: the same sentences in every language, and none in code."""

from __future__ import annotations

import ast
import string
from pathlib import Path

import pytest

import companion.kiosk
from companion.kiosk.words import FOLDER, catalogue, say
from companion.rules.verdict import LANGUAGES, Language

KIOSK = Path(companion.kiosk.__file__).parent


def fields(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def test_there_is_one_file_for_each_language() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.toml")) == sorted(LANGUAGES)


def test_all_languages_say_the_same_things() -> None:
    english = catalogue("en")
    for language in LANGUAGES:
        other = catalogue(language)
        assert sorted(other) == sorted(english), language
        for key, sentence in english.items():
            assert fields(other[key]) == fields(sentence), (language, key)


def test_every_sentence_that_code_names_exists() -> None:
    known = catalogue("en")
    missing = []
    for path in KIOSK.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                key = node.args[0].value
                if name == "words" and isinstance(key, str) and key not in known:
                    missing.append(f"{path.name}: {key}")
    assert not missing


@pytest.mark.parametrize(
    ("language", "count", "sentence"),
    [
        pytest.param("en", 1, "1 in the bag", id="one"),
        pytest.param("fr", 0, "0 dans le sac", id="French none"),
    ],
)
def test_numbers_are_filled_in(language: Language, count: int, sentence: str) -> None:
    assert say(language, "game.stock-triolet", count=count) == sentence


def test_french_uses_its_own_apostrophe_and_spaces() -> None:
    for key, sentence in catalogue("fr").items():
        assert "'" not in sentence, key
        for sign in ":;!?":
            for place, letter in enumerate(sentence):
                if letter == sign and place and sentence[place - 1] == " ":
                    raise AssertionError(f"{key}: a breaking space before {sign}")
