"""The real application in a window of its own, which tells what it shows: one JSON line for each change.

    python -m tests.kiosk.window_runner

    {"screen": "game", "targets": {"end-turn": [1020, 740], …}, "turns": 2, "scores": [14, 30]}

Targets are those that can be touched now, each with its middle in the window. It ends as the program does: by
a signal, with exit code 0.
"""

from __future__ import annotations

import json
import logging
import sys

from companion.app import House, Wishes, run_app
from companion.settings import Settings

SIZE = (800, 480)


class Teller:
    """Writes down what the kiosk shows, whenever that is something else."""

    def __init__(self) -> None:
        self._told = ""

    def __call__(self, house: House) -> None:
        kiosk = house.kiosk
        view = kiosk.view
        told = json.dumps(
            {
                "screen": kiosk.screen.name,
                "targets": {one.name: one.rect.center for one in kiosk.page.targets if one.is_enabled},
                "turns": 0 if view is None else len(view.lines),
                "scores": [] if view is None else view.scores,
            }
        )
        if told != self._told:
            self._told = told
            sys.stdout.write(told + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    sys.exit(run_app(Wishes(Settings.load(), SIZE), Teller()))
