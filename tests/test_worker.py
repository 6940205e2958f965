"""The worker: what it makes of a table, a hand, a loose cable; without its thread, and once with it."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from itertools import pairwise

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.eye import BACK_OFF_S
from companion.jobs import (
    Accept,
    CameraGone,
    CameraHere,
    Cancel,
    Failed,
    Forget,
    LivePicture,
    NotReadable,
    Previewed,
    Read,
    Result,
    ShowLive,
    Skip,
    TableRead,
    UseUmpires,
    Watch,
)
from companion.looks import BURST, LOTS
from companion.rules.triolet.game import Game, Lay
from companion.rules.triolet.position import Move
from companion.rules.triominos.game import Game as TriominosGame
from companion.session.rulings import Accepted, ChangedBefore, NothingNew, NotYet, Refused
from companion.snapshots import CROP_PX, is_changed, thumbnail
from companion.umpire import TrioletUmpire
from companion.under_way import PATIENCE_S
from companion.worker import Worker
from hardware.interfaces import Camera, CameraLost, Frame
from hardware.virtual.camera import VirtualCamera
from tests.evening import Desk, Room
from vision.known import KnownBoard
from vision.observation import FACES
from vision.token import read_token

OPENING = Move.parse({"H8": "11", "H9": "3"})
SECOND = Move.parse({"I8": "4"})
EMPTY = Game.start(2)


@pytest.fixture(scope="module")
def room() -> Room:
    return Room()


@pytest.fixture
def desk(room: Room) -> Iterator[Desk]:
    desk = Desk(room)
    yield desk
    desk.worker.close()


def rulings(results: list[Result]) -> list[object]:
    assert all(isinstance(result, TableRead) for result in results), results
    return [result.ruling for result in results if isinstance(result, TableRead)]


# Reading ----------------------------------------------------------------------------------------------------


def test_a_press_on_a_still_table_is_read_once(desk: Desk) -> None:
    desk.room.lay(OPENING)
    desk.worker.send(Read("one", EMPTY, 98.5))
    (result,) = desk.results()
    assert isinstance(result, TableRead)
    assert (result.name, result.ruling, result.took_s) == ("one", Accepted((OPENING,)), 1.5)
    assert desk.results() == []


def test_before_a_move_is_refused_the_camera_looks_longer(desk: Desk) -> None:
    desk.room.lay(Move.parse({"A1": "11", "A2": "3"}))  # not over the middle
    desk.worker.send(Read("one", EMPTY, 100.0))
    (ruling,) = rulings(desk.results())
    assert isinstance(ruling, Refused)
    assert desk.umpire.asked == 2
    assert desk.cameras[-1].taken >= BURST + LOTS * BURST


def test_a_hand_that_comes_during_the_longer_look_is_told_and_waited_for(desk: Desk) -> None:
    desk.room.lay(Move.parse({"A1": "11", "A2": "3"}))

    def reach_in(number: int) -> None:
        if desk.umpire.asked == 1:  # it would be refused: the camera looks longer
            desk.room.reach_in()

    desk.on_frame = reach_in
    desk.worker.send(Read("one", EMPTY, 100.0))
    assert rulings(desk.results()) == [NotYet(("hand",))]
    desk.on_frame = lambda number: None
    desk.room.table.clear_hands()
    seen = [one for _ in range(5) for one in rulings(desk.results())]
    assert [type(one) for one in seen] == [Refused]


def test_a_cable_that_is_pulled_during_the_longer_look_costs_no_press(desk: Desk) -> None:
    desk.room.lay(Move.parse({"A1": "11", "A2": "3"}))

    def pull(number: int) -> None:
        if desk.umpire.asked == 1:
            desk.room.table.unplug()

    desk.on_frame = pull
    desk.worker.send(Read("one", EMPTY, 100.0))
    assert desk.results() == [CameraGone("The camera is not plugged in: check its cable.")]
    desk.on_frame = lambda number: None
    desk.room.table.plug_in()
    desk.clock.now += BACK_OFF_S[-1]
    here, read = desk.results()
    assert here == CameraHere()
    assert isinstance(read, TableRead) and isinstance(read.ruling, Refused)


def test_a_reading_has_a_small_picture_and_crops_of_its_tokens(desk: Desk) -> None:
    desk.room.lay(OPENING)
    desk.worker.send(Read("one", EMPTY, 100.0))
    (result,) = desk.results()
    assert isinstance(result, TableRead) and result.snapshot is not None
    picture = cv2.imdecode(np.frombuffer(result.jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None and picture.shape == (481, 640, 3)  # 616 * 640 / 820
    for cell, face in OPENING.to_json().items():
        crop = result.snapshot.crop(cell)
        assert crop is not None and crop.shape == (CROP_PX, CROP_PX, 3)
        inner = crop[CROP_PX // 5 : -CROP_PX // 5, CROP_PX // 5 : -CROP_PX // 5]
        assert FACES[int(read_token(inner).argmax())] == face
    assert result.snapshot.crop((0, 1)) is None


def test_it_waits_until_nothing_moves_any_more(desk: Desk) -> None:
    desk.room.lay(OPENING)
    places = {2: 0.3, 3: 0.45, 4: 0.6}  # frames 0 and 1 prove the camera and begin the reading

    def move_a_hand(number: int) -> None:
        if number in (*places, 5):
            desk.room.table.clear_hands()
        if number in places:
            desk.room.table.reach_in(places[number], 0.5, 200.0, 12)

    desk.on_frame = move_a_hand
    desk.worker.send(Read("one", EMPTY, 100.0))
    assert rulings(desk.results()) == [Accepted((OPENING,))]  # and never NotYet
    assert desk.umpire.asked == 1


def test_a_hand_in_the_way_is_told_and_waited_for(desk: Desk) -> None:
    desk.room.lay(OPENING)
    desk.room.reach_in()
    desk.worker.send(Read("one", EMPTY, 100.0))
    assert rulings(desk.results()) == [NotYet(("hand",))]
    for _ in range(5):
        assert desk.results() == []  # the same hand is not read again and again
    desk.clock.now += PATIENCE_S
    assert rulings(desk.results()) == [NotYet(("hand",))]  # but once in a while
    desk.room.table.clear_hands()
    seen = [one for _ in range(5) for one in rulings(desk.results())]
    assert seen == [Accepted((OPENING,))]
    assert desk.work() is None


def test_a_table_that_never_rests_is_read_all_the_same(desk: Desk) -> None:
    desk.room.lay(OPENING)

    def keep_moving(number: int) -> None:
        desk.clock.now += 0.5
        desk.room.table.clear_hands()
        desk.room.table.put_hand(-180.0 + 15 * (number % 2), 0.0, 270.0, 3)  # beside the board

    desk.on_frame = keep_moving
    desk.worker.send(Read("one", EMPTY, 100.0))
    found = [one for _ in range(8) for one in rulings(desk.results())]
    assert found[-1:] == [Accepted((OPENING,))]


def test_a_reading_that_nobody_waits_for_is_dropped(desk: Desk) -> None:
    desk.room.lay(OPENING)
    desk.worker.send(Read("one", EMPTY, 100.0))
    desk.worker.send(Cancel())
    assert desk.results() == []
    assert desk.umpire.asked == 0


def test_a_new_press_takes_the_place_of_the_old_one(desk: Desk) -> None:
    desk.room.lay(OPENING)
    desk.room.reach_in()
    desk.worker.send(Read("one", EMPTY, 100.0))
    desk.work()
    desk.room.table.clear_hands()
    desk.worker.send(Read("two", EMPTY, 100.0))
    results = desk.results()
    assert [result.name for result in results if isinstance(result, TableRead)] == ["one", "two"]
    assert rulings(results)[-1] == Accepted((OPENING,))


def test_a_game_without_an_umpire_cannot_be_read(desk: Desk) -> None:
    desk.room.table.unplug()
    desk.worker.send(Read("one", TriominosGame.start(2), 100.0))
    assert desk.worker.step() == 0 and desk.worker.results() == [NotReadable("one")]


# What is remembered -----------------------------------------------------------------------------------------


def test_an_accepted_look_is_what_the_next_one_is_compared_with(desk: Desk) -> None:
    desk.room.lay(OPENING)
    desk.worker.send(Read("one", EMPTY, 100.0))
    desk.work()
    desk.worker.send(Accept("one"))
    desk.work()
    assert desk.umpire.accepted is desk.umpire.latest is not None
    desk.room.lay(SECOND)
    desk.worker.send(Read("two", EMPTY.play(Lay(OPENING)), 100.0))
    assert rulings(desk.results())[-1] == Accepted((SECOND,))
    desk.worker.send(Forget())
    desk.work()
    assert desk.umpire.accepted is None


def test_where_the_players_know_better_they_are_asked_once(desk: Desk) -> None:
    game = EMPTY.play(Lay(OPENING))
    desk.room.lay(SECOND)  # and no camera ever saw the opening
    desk.worker.send(Read("one", game, 100.0))
    (asked,) = rulings(desk.results())
    assert isinstance(asked, ChangedBefore) and asked.missing == ("H8", "H9")
    desk.worker.send(Read("one", game, 100.0, trusted=("H8", "H9")))
    assert rulings(desk.results()) == [Accepted((SECOND,))]


def test_after_a_move_that_was_entered_the_board_is_looked_at_anew(desk: Desk) -> None:
    desk.room.lay(OPENING)
    desk.worker.send(Read("one", EMPTY, 100.0))
    desk.worker.send(Accept("one"))
    desk.worker.send(Skip())
    desk.work()
    assert desk.umpire.accepted is None


def test_a_look_that_is_not_the_latest_is_not_accepted(desk: Desk) -> None:
    desk.worker.send(Read("one", EMPTY, 100.0))
    desk.worker.send(Accept("nothing of the kind"))
    desk.work()
    assert desk.umpire.accepted is None


class GlancingUmpire(TrioletUmpire):
    """Remembers what it glanced at; or stumbles over it."""

    def __init__(self, known: KnownBoard | None, is_clumsy: bool = False) -> None:
        super().__init__(known)
        self.glanced: list[NDArray[np.uint8]] = []
        self._is_clumsy = is_clumsy

    def glance(self, frame: NDArray[np.uint8]) -> None:
        self.glanced.append(frame)
        if self._is_clumsy:
            raise RuntimeError("it stumbled")


def test_an_umpire_may_glance_at_the_frame_before_the_burst(desk: Desk) -> None:
    umpire = GlancingUmpire(desk.room.known)
    desk.room.lay(OPENING)
    desk.worker.send(UseUmpires({"triolet": umpire}))
    desk.worker.send(Read("one", EMPTY, 100.0))
    assert rulings(desk.results()) == [Accepted((OPENING,))]
    assert len(umpire.glanced) == 1


def test_a_glance_that_stumbles_is_told(desk: Desk) -> None:
    desk.worker.send(UseUmpires({"triolet": GlancingUmpire(desk.room.known, is_clumsy=True)}))
    desk.worker.send(Read("one", EMPTY, 100.0))
    assert desk.results() == [Failed("one")]


def test_another_profile_means_another_umpire(desk: Desk) -> None:
    other = TrioletUmpire()
    desk.worker.send(UseUmpires({"triolet": other}))
    desk.worker.send(Read("one", EMPTY, 100.0))
    assert rulings(desk.results()) == [NothingNew()]
    assert other.latest is not None and desk.umpire.asked == 0


# Faults -----------------------------------------------------------------------------------------------------


def test_a_cable_that_is_pulled_and_put_back_costs_no_press(desk: Desk) -> None:
    desk.room.lay(OPENING)

    def pull(number: int) -> None:
        if number == 2:
            desk.room.table.unplug()

    desk.on_frame = pull
    desk.worker.send(Read("one", EMPTY, 100.0))
    assert desk.results() == [CameraGone("The camera is not plugged in: check its cable.")]
    rests = []
    for _ in range(6):
        rest_s = desk.work()
        assert rest_s is not None and desk.worker.results() == []  # said once, tried again and again
        rests.append(rest_s)
        desk.clock.now += rest_s
    assert rests == [*BACK_OFF_S, BACK_OFF_S[-1], BACK_OFF_S[-1]]
    opened = len(desk.cameras)
    desk.clock.now -= 0.1
    desk.work()
    assert len(desk.cameras) == opened  # not before its time
    desk.clock.now += 0.1
    desk.on_frame = lambda number: None
    desk.room.table.plug_in()
    here, read = desk.results()
    assert here == CameraHere()
    assert isinstance(read, TableRead) and read.ruling == Accepted((OPENING,))
    assert read.took_s == pytest.approx(sum(rests))


def test_a_driver_that_breaks_is_a_lost_camera(caplog: pytest.LogCaptureFixture) -> None:
    def broken() -> Camera:
        raise RuntimeError("no such sensor")

    worker = Worker(broken, {}, clock=lambda: 5.0)
    with caplog.at_level(logging.ERROR):
        assert worker.step() == 0
    assert worker.results() == [CameraGone("no such sensor")]
    assert worker.step() == BACK_OFF_S[0]
    assert "no such sensor" in caplog.text


def test_a_camera_that_opens_but_gives_no_picture_is_not_back(room: Room) -> None:
    class Hung(VirtualCamera):
        def frame(self) -> Frame:
            raise CameraLost("The camera hangs.")

    now = [0.0]
    worker = Worker(lambda: Hung(room.table), {}, clock=lambda: now[0])
    for _ in range(4):
        worker.step()
        now[0] += 10.0
    assert worker.results() == [CameraGone("The camera hangs.")]


def test_a_reading_that_stumbles_is_told_and_the_next_one_works(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    desk.room.lay(OPENING)
    desk.umpire.stumbles = True
    desk.worker.send(Read("one", EMPTY, 100.0))
    assert desk.results() == [Failed("one")]
    assert "a picture like no other" in caplog.text
    desk.umpire.stumbles = False
    desk.worker.send(Read("two", EMPTY, 100.0))
    assert rulings(desk.results()) == [Accepted((OPENING,))]


# Watching and showing ---------------------------------------------------------------------------------------


def test_an_untouched_table_is_not_read_while_it_is_watched(desk: Desk) -> None:
    desk.worker.send(Read("one", EMPTY, 100.0))
    desk.work()
    desk.worker.send(Accept("one"))
    desk.worker.send(Watch(EMPTY))
    for _ in range(10):
        desk.work()
    assert desk.umpire.asked == 1  # at the press alone


def test_what_is_laid_unpressed_is_ruled_on_when_it_lies_still(desk: Desk) -> None:
    desk.worker.send(Watch(EMPTY))
    desk.work()
    desk.work()
    assert desk.worker.results() == [Previewed(EMPTY, NothingNew())]
    desk.room.lay(OPENING)
    desk.work()
    assert desk.worker.results() == []  # it has only just changed
    desk.work()
    assert desk.worker.results() == [Previewed(EMPTY, Accepted((OPENING,)))]
    desk.room.clear()
    found = [one for _ in range(3) for one in desk.results()]
    assert found == [Previewed(EMPTY, NothingNew())]
    desk.worker.send(Watch(None))
    assert desk.work() is None


def test_a_look_while_watching_is_never_the_accepted_one(desk: Desk) -> None:
    desk.worker.send(Read("one", EMPTY, 100.0))
    desk.work()
    desk.worker.send(Watch(EMPTY))
    desk.work()
    desk.work()
    desk.worker.send(Accept("one"))
    desk.work()
    assert desk.umpire.accepted is None


def test_live_pictures_come_one_at_a_time(desk: Desk) -> None:
    desk.worker.send(ShowLive(True))
    for _ in range(3):
        desk.work()
    (live,) = desk.worker.results()  # the others found that nobody had looked yet
    assert isinstance(live, LivePicture)
    assert (live.full.shape, live.small.shape) == ((616, 820, 3), (481, 640, 3))
    assert len(desk.results()) == 1
    desk.worker.send(ShowLive(False))
    assert desk.results() == []


def test_a_pale_token_changes_a_thumbnail_and_noise_or_light_does_not(desk: Desk) -> None:
    camera = VirtualCamera(desk.room.table)
    frames = [camera.frame().pixels for _ in range(4)]
    thumbs = [thumbnail(frame) for frame in frames]
    assert not any(is_changed(one, other) for one, other in pairwise(thumbs))
    assert not is_changed(thumbs[0], thumbnail((frames[1] * 0.8).astype(np.uint8)))
    desk.room.table.lay("A1", "0")
    assert is_changed(thumbs[0], thumbnail(camera.frame().pixels))


# The thread -------------------------------------------------------------------------------------------------


def test_on_its_own_thread_a_press_is_read_and_closing_ends_it(room: Room) -> None:
    room.clear()
    room.lay(OPENING)
    room.table.look()  # drawn here, so that the thread has only to read
    cameras: list[VirtualCamera] = []

    def open_camera() -> Camera:
        cameras.append(VirtualCamera(room.table))
        return cameras[-1]

    worker = Worker(open_camera, {"triolet": TrioletUmpire(room.known)})
    worker.start()
    worker.send(Read("one", EMPTY, 0.0))
    result = worker.take_result(wait_s=60.0)
    assert isinstance(result, TableRead) and result.ruling == Accepted((OPENING,))
    assert worker.close(timeout_s=60.0)
    (camera,) = cameras
    with pytest.raises(CameraLost):
        camera.frame()
