"""One game of each kind, played by virtual players through the rules and printed as a score sheet."""

from __future__ import annotations

import random

from companion.players import triolet as triolet_players
from companion.players import triominos as triominos_players
from companion.rules.verdict import Language
from companion.scoresheet import format_sheet, triolet_lines, triominos_lines

NAMES = ("Ada", "Blaise")
SEED = 2017  # any: the games are the same each time


def print_demo(language: Language = "en") -> None:
    """Play and print both games."""
    *_, triolet_end = triolet_players.play(random.Random(SEED))
    game = triolet_end.game
    settlement = game.settle(triolet_end.rests())
    print(format_sheet("Triolet", NAMES, triolet_lines(game, language), game.end, settlement, language))
    *_, triominos_end = triominos_players.play(random.Random(SEED))
    other = triominos_end.game
    settlement = other.settle(triominos_end.rests())
    print(format_sheet("Triominos", NAMES, triominos_lines(other, language), other.end, settlement, language))
