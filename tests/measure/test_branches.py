"""The share of branches is told part by part, and a part that is thin is an exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.measure.branches import main


def test_a_thin_part_is_named_with_its_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    counts = {
        "companion/rules/a.py": (9, 10),
        "companion/rules/b.py": (2, 10),
        "companion/rulesets.py": (0, 9),
    }
    files = {
        name: {"summary": {"covered_branches": through, "num_branches": there}, "missing_branches": [[1, 2]]}
        for name, (through, there) in counts.items()
    }
    file = tmp_path / "coverage.json"
    file.write_text(json.dumps({"files": files}))
    assert main(file, ["companion/rules:55"]) == 0
    assert main(file, ["companion/rules:56"]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "companion/rules           11 of    20 branches,  55.0 % (at least 55)"
    assert said[2].startswith("    8 missed in companion/rules/b.py")
    assert main(file, ["companion/nothing:0"]) == 1  # a name that was mistyped
