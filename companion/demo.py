"""One game of each kind, played by virtual players and printed as a score sheet.

Triolet is played on the virtual table and read from the camera's frames, by the path that every game takes.
Triominos, and both with `quick`, goes through the rules alone.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from companion.players import triolet as triolet_players
from companion.players import triominos as triominos_players
from companion.rules.triolet import game as triolet_game
from companion.rules.verdict import Language
from companion.rules.wording import fill
from companion.scoresheet import format_sheet, triolet_lines, triominos_lines

NAMES = ("Ada", "Blaise")
SEED = 2017  # any: the games are the same each time
USUAL_PRESSES = 45  # for the progress bar; a game may take a few more
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
    else:
        yield from _play_on_the_table(language)
    *_, last_tile = triominos_players.play(random.Random(SEED))
    other, told = last_tile.game, last_tile.rests()
    lines, settlement = triominos_lines(other, language), other.settle(told)
    yield format_sheet("Triominos", NAMES, lines, other.end, settlement, other.winners(told), language)


def _play_on_the_table(language: Language) -> Iterator[str]:
    """A family at the virtual table: frames, observations, rulings, session."""
    from companion.players import family_triolet
    from companion.players.triolet import count_rests
    from companion.progress import with_progress
    from companion.rules.triolet.editions import STANDARD
    from companion.session.session import Session
    from companion.session.setup import Player, Setup
    from companion.virtual_game import VirtualGame
    from hardware.virtual.table import VirtualTable

    players = tuple(Player(name, "") for name in NAMES)
    played = VirtualGame(VirtualTable.draw("triolet", SEED), Session.start(Setup(STANDARD, players), 0.0))
    played.calibrate()
    family = family_triolet.play(random.Random(SEED), len(NAMES))
    heard = list(with_progress(played.play(family), USUAL_PRESSES, WORDS[language]["reading"]))
    game = played.session.state.game
    assert isinstance(game, triolet_game.Game)
    yield _triolet_sheet(game, count_rests(heard[-1].press.racks), language)
    refused = sum(one.was_refused for one in heard)
    asked = sum(one.asked is not None for one in heard)
    yield fill(WORDS[language]["seen"], language, presses=len(heard), refused=refused, asked=asked)


def _triolet_sheet(game: triolet_game.Game, told: dict[int, int], language: Language) -> str:
    lines, settlement = triolet_lines(game, language), game.settle(told)
    return format_sheet("Triolet", NAMES, lines, game.end, settlement, game.winners(told), language)
