"""What share of the branches the tests went through, part by part: `make coverage` calls it.

    python -m tests.measure.branches build/coverage.json companion/rules:97 companion/session:90

The file is what `coverage json` wrote; after each part stands the least share in percent. Exit code 1 if a
part has less; its thinnest files are named then.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

NAMED = 6  # thin files, at most


def main(file: Path, parts: Sequence[str]) -> int:
    files: dict[str, Any] = json.loads(file.read_text())["files"]
    is_thin = False
    for part, _, least in (part.partition(":") for part in parts):
        inside = {name: one["summary"] for name, one in files.items() if name.startswith(part + "/")}
        through, there = (
            sum(one[key] for one in inside.values()) for key in ("covered_branches", "num_branches")
        )
        share = 100 * through / max(there, 1)
        print(f"{part:<22} {through:5} of {there:5} branches, {share:5.1f} % (at least {least})")
        if not there or share < float(least):
            is_thin = True
            missed = {name: one["num_branches"] - one["covered_branches"] for name, one in inside.items()}
            for name in sorted(missed, key=lambda name: -missed[name])[:NAMED]:
                print(f"  {missed[name]:3} missed in {name}: {files[name]['missing_branches']}")
    return int(is_thin)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
