"""The end of a game and looking back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.kiosk.backstage import GameStory, KnownPlayer, PastGame
from companion.kiosk.screens.history import HistoryScreen
from companion.kiosk.screens.past_game import PastGameScreen
from companion.kiosk.screens.people import PeopleScreen
from companion.rules.triominos import game as triominos
from companion.session.setup import Player, Setup
from companion.session.shown import ShownPieces
from tests.kiosk.finished import show, show_finished, stopped, story_of
from tests.kiosk.stage import CHALLENGE, PLAYERS, TRIOLET, TRIOMINOS, Stage, lying

HARD = (
    Player("Maximiliane-Charlotte von Hohenstaufen-Z.", "yellow"),
    Player("🦊 Zoé 🎲", "purple"),
    Player("דוד בן־גוריון", "turquoise"),
    Player("Anna", "orange"),
)
FOUR_TRIOLET = replace(TRIOLET, players=HARD)
FOUR_TRIOMINOS = replace(TRIOMINOS, players=HARD)
ALONE = replace(CHALLENGE, players=PLAYERS[:1])
MATCH = replace(TRIOMINOS, target=400, games=((112, 97, 54), (-15, 140, 88)))
SEVEN_TILES = ("0-0-3", "1-2-5", "2-2-4", "3-3-3", "2-4-5", "5-5-5", "1-3-4")  # still to be had
LONG_MATCH = replace(
    FOUR_TRIOMINOS, target=5000, games=tuple((87 + 3 * n, -40 + n, 204 - n, 1012 - 50 * n) for n in range(20))
)


def _finished(setup: Setup, turns: int | None = None, seed: int = 3) -> Callable[[Stage], None]:
    return lambda stage: show_finished(stage, setup, turns, seed)


def _left_handed(scene: Callable[[Stage], None]) -> Callable[[Stage], None]:
    def mirrored(stage: Stage) -> None:
        stage.backstage.choices = replace(stage.backstage.choices, left_handed=True)
        scene(stage)

    return mirrored


# Counting ---------------------------------------------------------------------------------------------------


def _counting(stage: Stage) -> None:
    show(stage, stopped(TRIOLET, 14)[0])


def _counting_tapped(stage: Stage) -> None:
    _counting(stage)
    for key in ("key-7", "key-13", "key-joker"):
        stage.touch(key)


def _counting_told(stage: Stage) -> None:
    _counting_tapped(stage)
    stage.touch("done")


def _counting_doubtful(stage: Stage) -> None:
    _counting(stage)
    for key in ("key-15", "key-15", "key-15", "done"):
        stage.touch(key)


def _counting_tiles(stage: Stage) -> None:
    show(stage, stopped(FOUR_TRIOMINOS, 9)[0])
    for number in ("11", "9", "3", "15", "8", "12", "7", "10", "6"):
        for key in (*number, "+"):
            stage.touch(f"key-{key}")


def _counting_looking(stage: Stage) -> None:
    show(stage, stopped(TRIOMINOS, 9)[0])
    stage.touch("camera")
    stage.step(0.2)


def _counting_seen(shown: ShownPieces, setup: Setup = TRIOLET) -> Callable[[Stage], None]:
    def scene(stage: Stage) -> None:
        stage.backstage.seen_pieces = shown
        show(stage, stopped(setup, 9)[0])
        stage.touch("camera")
        stage.step(0.2)

    return scene


def _counting_counted(stage: Stage) -> None:
    """The next player, while the pieces of the one before still lie there."""
    _counting_seen(lying("7", "13", "joker"))(stage)
    stage.touch("camera-yes")
    stage.touch("camera")


def _counting_without_camera(stage: Stage) -> None:
    stage.backstage.devices = replace(stage.backstage.devices, camera="")
    show(stage, stopped(FOUR_TRIOLET, 9)[0])


# The end ----------------------------------------------------------------------------------------------------


def _end_tie(stage: Stage) -> None:
    show(stage, stopped(TRIOLET, 0)[0])
    for key in ("key-3", "done", "key-3", "done", "key-8", "done"):
        stage.touch(key)


def _end_doubtful(stage: Stage) -> None:
    _counting_doubtful(stage)
    for key in ("player-1", "key-4", "done", "player-2", "key-2", "done"):
        stage.touch(key)


def _match(setup: Setup) -> Callable[[Stage], None]:
    def scene(stage: Stage) -> None:
        show_finished(stage, setup)
        stage.touch("match")

    return scene


def _movie(setup: Setup, turn: int) -> Callable[[Stage], None]:
    def scene(stage: Stage) -> None:
        show_finished(stage, setup)
        stage.touch("movie")
        stage.touch("play")
        for _ in range(turn):
            stage.touch("next")
        stage.step(9.0)

    return scene


# Looking back -----------------------------------------------------------------------------------------------

_DATES = ("1er sept. 2026, 20\N{NO-BREAK SPACE}h\N{NO-BREAK SPACE}15", "12 Nov 2026, 20:15", "date inconnue")


def _some_games(stage: Stage, count: int) -> None:
    sets = (PLAYERS, HARD, PLAYERS[:1], PLAYERS[:2])
    for number in range(count):
        players = sets[number % len(sets)]
        totals = tuple((1204, -87, 112, 9)[: len(players)])
        best = (0,) if number % 5 else tuple(range(min(2, len(players))))
        game = PastGame(
            number,
            "triolet" if number % 2 else "triominos",
            _DATES[number % len(_DATES)],
            players,
            None if number % 6 == 3 else totals,
            () if number % 6 == 3 else best,
        )
        stage.backstage.games.append(game)


def _history(count: int) -> Callable[[Stage], None]:
    def scene(stage: Stage) -> None:
        _some_games(stage, count)
        stage.kiosk.go(HistoryScreen(stage.kiosk))
        stage.step()

    return scene


def _past(setup: Setup, *touched: str, turns: int | None = None) -> Callable[[Stage], None]:
    def scene(stage: Stage) -> None:
        game = story_of(stage, setup, turns=turns)
        stage.kiosk.go(PastGameScreen(stage.kiosk, game))
        stage.step()
        for name in touched:
            stage.touch(name)

    return scene


def _past_gone(stage: Stage) -> None:
    _past_opening(stage)
    stage.step(11.0)


def _past_opening(stage: Stage) -> None:
    _some_games(stage, 1)
    stage.kiosk.go(PastGameScreen(stage.kiosk, stage.backstage.games[0]))
    stage.step()


def _past_empty(stage: Stage) -> None:
    _some_games(stage, 1)
    game = stage.backstage.games[0]
    stage.backstage.stories[game.number] = GameStory(game, (), ())
    stage.kiosk.go(PastGameScreen(stage.kiosk, game))


def _people(*known: KnownPlayer) -> Callable[[Stage], None]:
    def scene(stage: Stage) -> None:
        stage.backstage.players = list(known)
        stage.kiosk.go(PeopleScreen(stage.kiosk))
        stage.step()

    return scene


_ELODIE = KnownPlayer(
    PLAYERS[0], 14, 6, 187, (88, 120, 97, 143, -12, 65, 187, 110, 92, 133, 78, 101, 95, 160)
)
_MANY = (
    *(KnownPlayer(player, 80, 31, 1204, tuple((n * 37) % 211 - 40 for n in range(80))) for player in HARD),
    _ELODIE,
    *(KnownPlayer(Player(f"Gast {n}", "blue"), n, 0, 10 * n, tuple(range(n))) for n in range(6)),
)


def _home_after(stage: Stage) -> None:
    show_finished(stage, TRIOLET)
    stage.touch("home")


SCENES: dict[str, Callable[[Stage], None]] = {
    "home-after": _home_after,
    "count-racks": _counting,
    "count-racks-tapped": _counting_tapped,
    "count-racks-told": _counting_told,
    "count-racks-doubtful": _counting_doubtful,
    "count-racks-tiles": _counting_tiles,
    "count-racks-looking": _counting_looking,
    "count-racks-read": _counting_seen(lying("7", "13", "joker")),
    "count-racks-read-tiles": _counting_seen(lying(*SEVEN_TILES), FOUR_TRIOMINOS),
    "count-racks-read-many": _counting_seen(lying(*(f"0-{n // 5}-{n % 5}" for n in range(20))), TRIOMINOS),
    "count-racks-unsure": _counting_seen(lying("6", "13", "joker", unsure="6")),
    "count-racks-count": _counting_seen(lying("6", "13")),
    "count-racks-blind": _counting_seen(ShownPieces(hindrance="blind")),
    "count-racks-changed": _counting_seen(ShownPieces(hindrance="changed")),
    "count-racks-not-left": _counting_seen(replace(lying("15", "15", "2"), not_left=("15",))),
    "count-racks-counted": _counting_counted,
    "count-racks-without-camera": _counting_without_camera,
    "count-racks-left-handed": _left_handed(_counting_tapped),
    "end": _finished(TRIOLET),
    "end-left-handed": _left_handed(_finished(MATCH)),
    "end-out": _finished(TRIOMINOS),
    "end-four": _finished(FOUR_TRIOLET),
    "end-blocked": _finished(FOUR_TRIOMINOS, 6),
    "end-lowest": _finished(replace(TRIOMINOS, rules=triominos.Rules(blocked="lowest")), 12),
    "end-junior": _finished(replace(TRIOMINOS, rules=triominos.Rules(scoring="junior"))),
    "end-without-points": _finished(replace(TRIOMINOS, rules=triominos.Rules(scoring="none"))),
    "end-tie": _end_tie,
    "end-alone": _finished(ALONE),
    "end-doubtful": _end_doubtful,
    "end-match": _finished(MATCH),
    "end-won-match": _finished(replace(MATCH, target=200)),
    "match": _match(MATCH),
    "match-won": _match(replace(MATCH, target=200)),
    "match-long": _match(LONG_MATCH),
    "movie": _movie(TRIOLET, 9),
    "movie-triominos": _movie(FOUR_TRIOMINOS, 19),
    "history": _history(23),
    "history-few": _history(2),
    "history-empty": _history(0),
    "past-game": _past(TRIOLET),
    "past-game-sheet": _past(TRIOLET, "sheet"),
    "past-game-four": _past(FOUR_TRIOMINOS),
    "past-game-four-sheet": _past(FOUR_TRIOMINOS, "sheet"),
    "past-game-alone": _past(ALONE),
    "past-game-short": _past(TRIOMINOS, turns=2),
    "past-game-gone": _past_gone,
    "past-game-opening": _past_opening,
    "past-game-empty": _past_empty,
    "people": _people(_ELODIE, KnownPlayer(PLAYERS[1], 1, 0, 54, (54,))),
    "people-many": _people(*_MANY),
    "people-one-game": _people(KnownPlayer(HARD[0], 1, 1, 1204, (1204,))),
    "people-empty": _people(),
}
