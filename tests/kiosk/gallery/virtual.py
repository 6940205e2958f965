"""The virtual table: the camera's picture, a rack, and hands that lay."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.kiosk.backstage import Pending
from companion.rules.triolet.position import Move
from companion.rules.verdict import Illegal, Violation
from companion.session.intents import Resume
from companion.session.rulings import Refused
from companion.session.setup import Setup
from tests.kiosk.gallery.playing import HARD_NAMES, play_some
from tests.kiosk.stage import CHALLENGE, TRIOLET, TRIOMINOS, Stage
from tests.kiosk.virtual import FakeVirtual

TOKENS = ("11", "3", "joker")
TILES = ("0-1-2", "5-5-5", "1-4-4", "0-0-3", "2-2-5", "3-3-4", "0-5-5", "1-1-1", "2-3-4")
MANY = (
    *TILES,
    "0-0-0",
    "0-0-1",
    "0-0-2",
    "1-2-3",
    "2-4-5",
    "3-4-5",
    "4-4-4",
    "4-5-5",
    "1-1-5",
    "0-2-2",
    "3-3-3",
)


def open_table(stage: Stage, setup: Setup, turns: int, rack: tuple[str, ...]) -> FakeVirtual:
    """A game after so many turns, the virtual table in front."""
    play_some(stage, setup, turns)
    table = stage.backstage.virtual = FakeVirtual(stage, rack)
    stage.kiosk.to_table()
    stage.step(0.4)
    return table


def _opened(setup: Setup, turns: int, rack: tuple[str, ...]) -> Callable[[Stage], None]:
    def scene(stage: Stage) -> None:
        open_table(stage, setup, turns, rack)

    return scene


def _game(setup: Setup, turns: int) -> Callable[[Stage], None]:
    """The game's own screen, with the way to the table."""

    def scene(stage: Stage) -> None:
        open_table(stage, setup, turns, TOKENS).is_open = False
        stage.kiosk.to_table()

    return scene


def _held_token(stage: Stage) -> None:
    open_table(stage, TRIOLET, 6, TOKENS)
    stage.key_until("piece-1")


def _held_tile(stage: Stage) -> None:
    open_table(stage, TRIOMINOS, 9, TILES)
    stage.touch("piece-3")


def _laid(stage: Stage) -> None:
    table = open_table(stage, TRIOLET, 6, TOKENS)
    free = next(spot.cell for spot in table.look().spots if spot.is_likely)
    table.lay("11", free)
    stage.backstage.pending = Pending((), None, "11 + 3 + 4 = 18: three in a row must make exactly 15")
    stage.step()


def _laid_tile(stage: Stage) -> None:
    table = open_table(stage, TRIOMINOS, 9, TILES)
    free = next(spot.cell for spot in table.look().spots if spot.is_likely)
    table.lay("4-1-4", free)
    stage.step()


def _dragged(stage: Stage) -> None:
    open_table(stage, TRIOMINOS, 9, TILES)
    x, y = stage.target("table").rect.center
    stage.drag_on(stage.target("piece-3").rect.center, (x + 20, y + 30))


def _refused(stage: Stage) -> None:
    table = open_table(stage, TRIOLET, 6, TOKENS)
    free = next(spot.cell for spot in table.look().spots if spot.is_likely)
    assert isinstance(free, str)
    table.lay("11", free)
    why = Violation("trio-sum", (free,), (11, 15, 4))
    stage.rule(Refused(Move.parse({free: "11"}), Illegal((why,))))


def _watched(stage: Stage) -> None:
    open_table(stage, TRIOMINOS, 9, TILES).watch(True)
    stage.step()


def _game_watched(stage: Stage) -> None:
    _game(TRIOLET, 9)(stage)
    assert stage.backstage.virtual is not None
    stage.backstage.virtual.watch(True)
    stage.kiosk.refresh()


def _challenge(stage: Stage) -> None:
    open_table(stage, CHALLENGE, 11, TILES[:7])
    if stage.backstage.session is not None and stage.backstage.session.state.is_paused:
        assert stage.kiosk.send(Resume)
    stage.step(24.0)


def _game_challenge(stage: Stage) -> None:
    _challenge(stage)
    assert stage.backstage.virtual is not None
    stage.backstage.virtual.is_open = False
    stage.kiosk.to_table()


def _waiting(stage: Stage) -> None:
    open_table(stage, TRIOLET, 0, TOKENS).has_seen = False
    stage.backstage.virtual.see()  # type: ignore[union-attr]  # set in the line before
    stage.step()


def _left_handed(stage: Stage) -> None:
    stage.backstage.choices = replace(stage.backstage.choices, left_handed=True)
    open_table(stage, TRIOLET, 9, TOKENS)


SCENES: dict[str, Callable[[Stage], None]] = {
    "virtual-table-start": _opened(TRIOLET, 0, TOKENS),
    "virtual-table-triolet": _opened(TRIOLET, 14, TOKENS),
    "virtual-table-first-tile": _opened(TRIOMINOS, 0, TILES),
    "virtual-table-triominos": _opened(TRIOMINOS, 18, TILES),
    "virtual-table-long-rack": _opened(replace(TRIOMINOS, players=HARD_NAMES), 26, MANY),
    "virtual-table-hard-names": _opened(replace(TRIOLET, players=HARD_NAMES), 20, TOKENS[:1]),
    "virtual-table-held-token": _held_token,
    "virtual-table-held-tile": _held_tile,
    "virtual-table-dragged": _dragged,
    "virtual-table-laid": _laid,
    "virtual-table-laid-tile": _laid_tile,
    "virtual-table-refused": _refused,
    "virtual-table-watched": _watched,
    "virtual-table-challenge": _challenge,
    "virtual-table-waiting": _waiting,
    "virtual-table-left-handed": _left_handed,
    "game-virtual": _game(TRIOLET, 14),
    "game-virtual-triominos": _game(TRIOMINOS, 18),
    "game-virtual-challenge": _game_challenge,
    "game-virtual-watched": _game_watched,
}
