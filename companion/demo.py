"""One game of each kind, played by virtual players and printed as a score sheet.

Both are played on the virtual table and read from the camera's frames, by the path that every game takes;
with `quick` they go through the rules alone.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from companion.players import triolet as triolet_players
from companion.players import triominos as triominos_players
from companion.rules.triolet import game as triolet_game
from companion.rules.triominos import game as triominos_game
from companion.rules.verdict import Language
from companion.rules.wording import fill
from companion.scoresheet import format_sheet, triolet_lines, triominos_lines

if TYPE_CHECKING:
    from companion.session.setup import Rules
    from companion.virtual_game import Heard, Press

NAMES = ("Ada", "Blaise")
SEED = 2017  # any: the games are the same each time
TILE_SEED, TILE_TABLE = 2012, 8  # a short game with a slip of every kind, on a table that is drawn quickly
WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "seen": "Read from the camera: {presses} presses of End turn, "
        "{refused} {refused:move|moves} refused, {asked} {asked:question|questions} asked.",
        "reading": "playing",
    },
    "fr": {
        "seen": "Lu par la caméra : {presses} appuis sur Fin du tour, "
        "{refused} {refused:coup refusé|coups refusés}, {asked} {asked:question posée|questions posées}.",
        "reading": "la partie",
    },
}


def play_demo(language: Language = "en", quick: bool = False) -> Iterator[str]:
    """The score sheets of both games."""
    if quick:
        *_, last = triolet_players.play(random.Random(SEED))
        yield _triolet_sheet(last.game, last.rests(), language)
        *_, last_tile = triominos_players.play(random.Random(SEED))
        yield _triominos_sheet(last_tile.game, last_tile.rests(), language)
    else:
        yield from _play_triolet(language)
        yield from _play_triominos(language)


def _play_triolet(language: Language) -> Iterator[str]:
    from companion.players import family_triolet
    from companion.rules.triolet.editions import STANDARD

    presses = list(family_triolet.play(random.Random(SEED), len(NAMES)))
    heard = _play_on_the_table(presses, STANDARD, SEED, language)
    game = heard[-1].session.state.game
    assert isinstance(game, triolet_game.Game)
    yield _triolet_sheet(game, triolet_players.count_rests(presses[-1].racks), language)
    yield _say_seen(heard, language)


def _play_triominos(language: Language) -> Iterator[str]:
    from companion.players import family_triominos

    presses = list(family_triominos.play(random.Random(TILE_SEED), len(NAMES)))
    heard = _play_on_the_table(presses, triominos_game.Rules(), TILE_TABLE, language)
    game = heard[-1].session.state.game
    assert isinstance(game, triominos_game.Game)
    yield _triominos_sheet(game, triominos_players.count_rests(presses[-1].racks), language)
    yield _say_seen(heard, language)


def _play_on_the_table(presses: Sequence[Press], rules: Rules, seed: int, language: Language) -> list[Heard]:
    """A family at the virtual table: frames, observations, rulings, session."""
    from companion.progress import with_progress
    from companion.session.session import Session
    from companion.session.setup import Player, Setup
    from companion.virtual_game import VirtualGame, room_for
    from hardware.virtual.table import VirtualTable

    setup = Setup(rules, tuple(Player(name, "") for name in NAMES))
    table = VirtualTable.draw(setup.kind, seed, room_for=room_for(presses))
    played = VirtualGame(table, Session.start(setup, 0.0))
    played.calibrate()
    return list(with_progress(played.play(presses), len(presses), WORDS[language]["reading"]))


def _say_seen(heard: Sequence[Heard], language: Language) -> str:
    refused = sum(one.was_refused for one in heard)
    asked = sum(one.asked is not None for one in heard)
    return fill(WORDS[language]["seen"], language, presses=len(heard), refused=refused, asked=asked)


def _triolet_sheet(game: triolet_game.Game, told: dict[int, int], language: Language) -> str:
    lines, settlement = triolet_lines(game, language), game.settle(told)
    return format_sheet("Triolet", NAMES, lines, game.end, settlement, game.winners(told), language)


def _triominos_sheet(game: triominos_game.Game, told: dict[int, int], language: Language) -> str:
    lines, settlement = triominos_lines(game, language), game.settle(told)
    return format_sheet("Triominos", NAMES, lines, game.end, settlement, game.winners(told), language)
