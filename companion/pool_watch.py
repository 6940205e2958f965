"""Has somebody drawn a tile and told nobody? The backs in view say so, and the players are asked.

Backs can be miscounted, and a tile may only have been pushed out of view: it stays a question, and is asked
once a turn.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.verdict import Language
from companion.rules.wording import fill
from companion.session.news import News, TilesDrawn
from companion.session.state import State

SENTENCES: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "drawn": "You drew {count}? The pool has {count} {count:tile|tiles} fewer. If so, touch Draw.",
        "drawn-before": "{name} drew {count}? The pool has {count} {count:tile|tiles} fewer. If so, undo, "
        "touch Draw, and press again.",
    },
    "fr": {
        "drawn": "Tu as pioché {count} {count:tuile|tuiles} ? Il y en a moins dans la pioche. Si oui, touche "
        "Piocher.",
        "drawn-before": "{name} a pioché {count} {count:tuile|tuiles} ? Il y en a moins dans la pioche. Si "
        "oui, annule, touche Piocher, puis appuie de nouveau.",
    },
}


class PoolWatch:
    """Says once a turn, and again if there are more, how many tiles are gone that nobody told."""

    def __init__(self) -> None:
        self._said: tuple[int, int] | None = None  # turns on the sheet then, and how many tiles

    def see(self, drawn: int, before: State, after: State, language: Language) -> tuple[News, ...]:
        """A look that shows so many tiles gone; the game before and after what was read."""
        turns = len(before.sheet.turns)
        said = 0 if self._said is None or self._said[0] != turns else self._said[1]
        if drawn <= said:
            return ()
        self._said = turns, drawn
        key = "drawn" if len(after.sheet.turns) == turns else "drawn-before"
        name = before.setup.players[before.game.player].name
        return (TilesDrawn(drawn, fill(SENTENCES[language][key], language, name=name, count=drawn)),)
