"""One game of each kind, played by virtual players through the rules and printed as a score sheet."""

from __future__ import annotations

import random
from collections.abc import Iterator

from companion.players import triolet as triolet_players
from companion.players import triominos as triominos_players
from companion.rules.verdict import Language
from companion.scoresheet import format_sheet, triolet_lines, triominos_lines

NAMES = ("Ada", "Blaise")
SEED = 2017  # any: the games are the same each time


def play_demo(language: Language = "en") -> Iterator[str]:
    """The score sheets of both games."""
    *_, last = triolet_players.play(random.Random(SEED))
    game, told = last.game, last.rests()
    lines, settlement = triolet_lines(game, language), game.settle(told)
    yield format_sheet("Triolet", NAMES, lines, game.end, settlement, game.winners(told), language)
    *_, last_tile = triominos_players.play(random.Random(SEED))
    other, told = last_tile.game, last_tile.rests()
    lines, settlement = triominos_lines(other, language), other.settle(told)
    yield format_sheet("Triominos", NAMES, lines, other.end, settlement, other.winners(told), language)
