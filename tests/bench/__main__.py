"""`make bench`: one table of every measured ratio beside its bar; exit 1 if one is over it.

python -m tests.bench --only press,kiosk    # some parts only
python -m tests.bench --release             # keep these figures as those of the release
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.bench import accuracy, journal, kiosk, press, reading, rules, virtual
from tests.bench.measure import Result, tabulate

RELEASED = Path(__file__).with_name("released.json")
PARTS: dict[str, Callable[[], Iterator[Result]]] = {
    "press": press.run,
    "accuracy": accuracy.run,
    "reading": reading.run,
    "rules": rules.run,
    "virtual": virtual.run,
    "journal": journal.run,
    "kiosk": kiosk.run,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Measure ratios in one run.")
    parser.add_argument("--only", default=",".join(PARTS), help=f"parts, of {', '.join(PARTS)}")
    parser.add_argument("--release", action="store_true", help="keep the figures as those of the release")
    options = parser.parse_args()
    parts = options.only.split(",")
    unknown = sorted({*parts} - {*PARTS})
    if unknown:
        parser.error(f"there is no part {', '.join(unknown)}")
    results: list[Result] = []
    for part in parts:
        print(f"measuring {part} …", file=sys.stderr, flush=True)
        results += PARTS[part]()
    released: dict[str, float] = json.loads(RELEASED.read_text()) if RELEASED.exists() else {}
    print(tabulate(results, released))
    if options.release:
        released |= {result.name: round(result.ratio, 4) for result in results}
        RELEASED.write_text(json.dumps(released, indent=1, sort_keys=True) + "\n")
    return int(any(result.is_over for result in results))


if __name__ == "__main__":
    sys.exit(main())
