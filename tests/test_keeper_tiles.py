"""The keeper with Triominos: a real journal, worker and umpire, and a reader that is told what lies there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal import Journal
from companion.keeper import Keeper
from companion.rules.triominos import game as triominos
from companion.session import news
from companion.session.comparing import SAME
from companion.session.intents import DrawTile, Intent, Undo
from companion.session.setup import Setup
from companion.session.views import TableView
from companion.snapshots import CROP_PX
from companion.tile_umpire import TriominosUmpire
from companion.worker import Worker
from hardware.virtual.triominos_scatter import LoosePose
from hardware.virtual.triominos_scene import LooseTile, TriominosScene
from tests.journal.helpers import HandClock
from tests.recorded import seats
from tests.tile_stand_ins import BlindCamera, Corners, Place, SeenThrough, draw_table

SETUP = Setup(triominos.Rules(), seats("Anna", "Ben"))
TILES: dict[Place, Corners] = {(0, 0): (1, 2, 4), (0, 1): (2, 1, 1), (0, 2): (1, 2, 2), (1, 2): (0, 2, 2)}
POINTS = {place: sum(corners) for place, corners in TILES.items()}
ROUNDS = 12


class Evening:
    """A table with a pool and one tile put aside, and the house that keeps its game."""

    def __init__(self, path: Path, seed: int = 4) -> None:
        self.path, self.table = path, draw_table(seed, TILES, loose=False)
        for step in range(5):
            self.put_aside(None, 60.0 * step)
        self.put_aside((5, 5, 5), -60.0)
        self.clock = HandClock(100.0)
        self.open()

    def open(self) -> None:
        """A process over this table: the first one, or another after a power cut."""
        self.reader = SeenThrough(self.table)
        self.worker = Worker(
            lambda: BlindCamera(self.table), {"triominos": TriominosUmpire(read=self.reader)}, self.clock
        )
        self.journal = Journal.open(self.path)
        self.keeper = Keeper(self.journal, self.worker, self.clock)

    def close(self) -> None:
        self.journal.close()
        self.worker.close()

    def put_aside(self, corners: Corners | None, x_mm: float) -> None:
        assert isinstance(self.table.scene, TriominosScene)
        self.table.scene.loose.append(LooseTile(LoosePose(-400.0 + x_mm, -250.0, 0.0), corners))

    def go_on(self) -> tuple[news.News, ...]:
        told: tuple[news.News, ...] = ()
        for _ in range(ROUNDS):
            self.clock.now += 0.2
            for _ in range(6):
                self.worker.step()
            told += self.keeper.poll()
        return told

    def lay(self, place: Place) -> None:
        self.table.lay(place, TILES[place])

    def press(self) -> tuple[news.News, ...]:
        self.clock.now += 1
        assert self.keeper.end_turn(self.clock.now) is None
        return self.go_on()

    def do(self, intent: Intent) -> tuple[news.News, ...]:
        declined = self.keeper.hear(intent)
        assert declined is None, declined.say()
        return self.go_on()

    @property
    def view(self) -> TableView:
        view = self.keeper.view()
        assert view is not None
        return view


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path / "journal.db")
    evening.keeper.begin(SETUP)
    assert evening.go_on() == ()
    yield evening
    evening.close()


def kinds(told: tuple[news.News, ...]) -> list[type]:
    return [type(one) for one in told]


def test_tiles_are_read_counted_and_kept_with_their_pictures(evening: Evening) -> None:
    for number, place in enumerate(TILES, start=1):
        evening.lay(place)
        told = evening.press()
        assert news.TurnCounted in kinds(told)
        assert len(evening.view.lines) == number and evening.view.lines[-1].points == POINTS[place]
    game = evening.keeper.game
    assert game is not None
    stored = [evening.journal.picture(game.game, one.number) for one in evening.journal.events(game.game)]
    assert sum(picture is not None for picture in stored) == len(TILES)


def test_a_tile_that_lies_there_unpressed_is_foreseen(evening: Evening) -> None:
    evening.lay((0, 0))
    evening.go_on()
    pending = evening.keeper.pending
    assert pending is not None and pending.points == POINTS[0, 0]
    assert evening.view.lines == ()


def test_a_question_can_show_the_camera_s_picture_of_its_tile(evening: Evening) -> None:
    evening.lay((0, 0))
    evening.press()
    crop = evening.keeper.snapshot((0, 0))
    assert crop is not None and crop.shape == (CROP_PX, CROP_PX, 3)
    assert evening.keeper.snapshot("H8") is None


def test_a_game_that_was_cut_off_goes_on_where_the_table_is_as_it_was(evening: Evening) -> None:
    for place in ((0, 0), (0, 1)):
        evening.lay(place)
        evening.press()
    evening.close()
    evening.table.nudge(20.0, -10.0, 75.0)  # nobody watched
    evening.open()
    assert evening.keeper.resume()
    assert evening.go_on() == () and evening.keeper.comparison == SAME and not evening.keeper.is_held
    evening.lay((0, 2))
    assert news.TurnCounted in kinds(evening.press())


def test_a_table_that_differs_after_a_restart_is_shown_first(evening: Evening) -> None:
    for place in ((0, 0), (0, 1), (0, 2)):
        evening.lay(place)
        evening.press()
    evening.close()
    evening.table.take((0, 2))
    evening.open()
    assert evening.keeper.resume()
    assert kinds(evening.go_on()) == [news.TableDiffers]
    comparison = evening.keeper.comparison
    assert evening.keeper.is_held and comparison is not None and len(comparison.missing) == 1


def test_a_game_without_a_tile_is_compared_with_nothing_after_a_restart(evening: Evening) -> None:
    evening.close()
    evening.open()
    assert evening.keeper.resume()
    assert evening.go_on() == () and not evening.keeper.is_held
    evening.lay((0, 0))
    assert news.TurnCounted in kinds(evening.press())


# The pool ---------------------------------------------------------------------------------------------------


def drawn(told: tuple[news.News, ...]) -> list[int]:
    return [one.count for one in told if isinstance(one, news.TilesDrawn)]


def test_a_tile_gone_from_the_pool_is_asked_about_once_and_never_taken(evening: Evening) -> None:
    evening.lay((0, 0))
    evening.press()
    evening.table.take_from_pool(1)
    told = evening.go_on()
    assert drawn(told) == [1]
    (asked,) = (one for one in told if isinstance(one, news.TilesDrawn))
    assert asked.sentence.startswith("You drew 1?")
    assert evening.view.scores == (POINTS[0, 0], 0) and evening.go_on() == ()
    assert news.NothingNew in kinds(evening.press())
    assert evening.view.scores == (POINTS[0, 0], 0)
    evening.do(DrawTile(evening.clock.now))
    assert evening.view.scores == (POINTS[0, 0], -5)
    assert drawn(evening.press()) == []


def test_one_drawn_and_laid_in_one_go_is_asked_about_after_it_was_counted(evening: Evening) -> None:
    evening.keeper.preview = False
    evening.lay((0, 0))
    evening.press()
    evening.table.take_from_pool(2)
    evening.lay((0, 1))
    told = evening.press()
    (asked,) = (one for one in told if isinstance(one, news.TilesDrawn))
    assert asked.count == 2 and asked.sentence.startswith("Ben drew 2?")
    assert evening.view.scores == (POINTS[0, 0], POINTS[0, 1])
    evening.do(Undo(evening.clock.now))
    for _ in range(2):
        evening.do(DrawTile(evening.clock.now))
    assert news.TurnCounted in kinds(evening.press())
    assert evening.view.scores == (POINTS[0, 0], POINTS[0, 1] - 10)
