"""`make bench`: print every measured ratio beside its bar; exit 1 if one is over it."""

from __future__ import annotations

import sys

from tests.bench import journal, kiosk, reading, rules, virtual

results = []
for part in (rules, virtual, reading, journal, kiosk):
    for result in part.run():
        print(result, flush=True)
        results.append(result)
sys.exit(any(result.ratio > result.bar for result in results))
