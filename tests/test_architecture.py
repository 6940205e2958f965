"""The page about the architecture, held against the code: what it names is there."""

from __future__ import annotations

import re
from pathlib import Path

from tests.test_imports import ARROWS, OURS

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_every_file_that_the_page_names_is_there() -> None:
    named = set(re.findall(r"`((?:companion|vision|hardware|calibration|tests)/[\w/.]*)`", PAGE))
    assert len(named) > 20
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


def test_every_value_that_the_page_names_is_in_the_code() -> None:
    sources = "\n".join(
        path.read_text(encoding="utf-8") for one in OURS for path in (ROOT / one).rglob("*.py")
    )
    for name in re.findall(r"`([A-Z]\w+)(?:\.\w+)?(?:\([\w, ]*\))?`", PAGE):
        assert re.search(rf"^(class {name}\b|{name} = )", sources, re.MULTILINE), name


def test_the_table_of_imports_is_the_one_that_is_checked() -> None:
    section = PAGE.split("## Who may import whom")[1].split("##")[0]
    folders = {
        name.rstrip("/").replace("/", ".") for name in re.findall(r"^\| (`.*?`) \|", section, re.MULTILINE)
    }
    told = {part.strip("` ").rstrip(".") for folder in folders for part in folder.split(",")}
    assert told == {folder for folder in ARROWS if folder != "vision.training"}
