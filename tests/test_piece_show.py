"""Pieces that are laid to be told, on their way from the camera to whoever asks: worker, keeper, umpires."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.jobs import CameraGone, CameraHere, Job, PiecesSeen, Read, Result, TableRead, WatchPieces
from companion.piece_show import KEPT_ROUNDS, KEPT_S, PieceShow
from companion.rules.triolet.game import Game, Lay
from companion.rules.triolet.position import Move
from companion.session.intents import EndGame, Undo
from companion.session.rulings import NothingNew
from companion.session.shown import Drawn, Rest, ShownPiece, ShownPieces
from companion.under_way import TELL_S
from tests.evening import Desk, Room
from tests.journal.helpers import HandClock
from tests.test_keeper_tiles import SETUP, Evening

OPENING = Move.parse({"H8": "11", "H9": "3"})
GAME = Game.start(2).play(Lay(OPENING))
REST = WatchPieces(Rest(1), "triolet", GAME)


def sure(*pieces: str) -> ShownPieces:
    return ShownPieces(tuple(ShownPiece(piece) for piece in pieces))


# Whoever asks -----------------------------------------------------------------------------------------------


class Heard:
    """A port that keeps what it is sent."""

    def __init__(self) -> None:
        self.jobs: list[Job] = []

    def send(self, job: Job) -> None:
        self.jobs.append(job)

    def results(self) -> list[Result]:
        return []


def test_the_camera_looks_for_as_long_as_somebody_asks() -> None:
    port, clock = Heard(), HandClock(10.0)
    show = PieceShow(port, clock)
    assert show.ask(Rest(1), "triolet", GAME) is None
    for _ in range(4):
        clock.now += KEPT_S / 2
        show.ask(Rest(1), "triolet", GAME)
        show.mind(clock.now)
    assert port.jobs == [REST]
    clock.now += KEPT_S + 0.1
    for _ in range(KEPT_ROUNDS + 1):
        show.mind(clock.now)
    assert port.jobs == [REST, WatchPieces(None)] and show.wanted is None


def test_one_round_that_is_late_ends_nothing() -> None:
    port, clock = Heard(), HandClock(10.0)
    show = PieceShow(port, clock)
    for _ in range(5):
        show.ask(Rest(1), "triolet", GAME)
        for _ in range(2 * KEPT_ROUNDS):
            show.mind(clock.now)
        clock.now += 10 * KEPT_S
        show.mind(clock.now)
    assert port.jobs == [REST]


def test_what_was_seen_for_one_player_is_not_taken_for_another() -> None:
    show = PieceShow(Heard(), HandClock(10.0))
    show.ask(Rest(0), "triolet", GAME)
    show.hear(PiecesSeen(Rest(0), sure("7")))
    assert show.ask(Rest(0), "triolet", GAME) == sure("7")
    assert show.ask(Rest(1), "triolet", GAME) is None
    show.hear(PiecesSeen(Rest(0), sure("7")))  # it was under way
    assert show.ask(Rest(1), "triolet", GAME) is None


# The worker, with a virtual board that is really drawn ------------------------------------------------------


@pytest.fixture(scope="module")
def room() -> Room:
    return Room()


@pytest.fixture
def desk(room: Room) -> Iterator[Desk]:
    desk = Desk(room)
    yield desk
    desk.worker.close()


def accept_opening(desk: Desk) -> None:
    """Have the opening lie there, read and accepted."""
    desk.room.lay(OPENING)
    desk.worker.send(Read("one", Game.start(2), 100.0))
    desk.results()
    desk.umpire.accept()


def test_a_rest_on_empty_squares_is_read_from_frames(desk: Desk) -> None:
    accept_opening(desk)
    desk.room.lay(Move.parse({"O3": "12", "O6": "7", "O9": "joker"}))
    desk.worker.send(REST)
    assert desk.results() == [PiecesSeen(Rest(1), sure("12", "7", "joker"))]


def test_it_is_read_again_when_it_has_changed_and_once_in_a_while(desk: Desk) -> None:
    accept_opening(desk)
    desk.worker.send(REST)
    assert desk.results() == [PiecesSeen(Rest(1), ShownPieces())]
    assert desk.results() == []
    desk.room.table.lay("O3", "12")
    assert desk.results() == [PiecesSeen(Rest(1), sure("12"))]
    desk.clock.now += TELL_S
    assert desk.results() == [PiecesSeen(Rest(1), sure("12"))]
    desk.worker.send(WatchPieces(None))
    desk.clock.now += TELL_S
    assert desk.results() == []


def test_drawn_tokens_are_read_from_the_empty_board(desk: Desk) -> None:
    desk.room.lay(Move.parse({"H4": "2", "H8": "15", "H12": "9"}))
    desk.worker.send(WatchPieces(Drawn("triolet", 3), "triolet"))
    assert desk.results() == [PiecesSeen(Drawn("triolet", 3), sure("2", "15", "9"))]


def test_a_hand_over_the_board_hides_what_lies_there(desk: Desk) -> None:
    accept_opening(desk)
    desk.room.reach_in()
    desk.worker.send(REST)
    assert desk.results() == [PiecesSeen(Rest(1), ShownPieces(hindrance="blind"))]


def test_what_is_shown_is_no_part_of_the_accepted_table(desk: Desk) -> None:
    accept_opening(desk)
    desk.room.table.lay("O3", "12")
    desk.worker.send(REST)
    desk.results()
    desk.worker.send(WatchPieces(None))
    desk.room.table.take("O3")
    desk.worker.send(Read("two", GAME, 100.0))
    (read,) = desk.results()
    assert isinstance(read, TableRead) and read.ruling == NothingNew()


def test_a_game_that_nobody_can_read_shows_nothing(desk: Desk) -> None:
    desk.worker.send(WatchPieces(Drawn("triominos", 3), "triominos"))
    assert desk.results() == []


def test_after_the_camera_was_gone_it_is_read_at_once(desk: Desk) -> None:
    accept_opening(desk)
    desk.worker.send(REST)
    desk.results()
    desk.room.table.unplug()
    assert [type(one) for one in desk.results()] == [CameraGone]
    desk.room.table.plug_in()
    desk.clock.now += TELL_S / 2
    assert [type(one) for one in desk.results()] == [CameraHere, PiecesSeen]


# The keeper, with tiles -------------------------------------------------------------------------------------


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """Two tiles laid, five backs and 5-5-5 put aside before the game, which is over now."""
    evening = Evening(tmp_path / "journal.db")
    evening.keeper.begin(SETUP)
    evening.go_on()
    for place in ((0, 0), (0, 1)):
        evening.lay(place)
        evening.press()
    evening.do(EndGame(evening.clock.now))
    yield evening
    evening.close()


def ask(evening: Evening, wanted: Rest | Drawn) -> ShownPieces | None:
    """Ask for as long as it takes."""
    game = None if evening.keeper.game is None else evening.keeper.game.session.state.game
    for _ in range(12):
        shown = evening.keeper.pieces.ask(wanted, "triominos", game if isinstance(wanted, Rest) else None)
        if shown is not None:
            return shown
        evening.clock.now += 0.2
        for _ in range(6):
            evening.worker.step()
        evening.keeper.poll()
    return None


def test_tiles_laid_beside_the_game_are_a_rest_and_what_lay_there_before_is_none(evening: Evening) -> None:
    assert ask(evening, Rest(0)) == ShownPieces()
    evening.put_aside((3, 4, 4), 100.0)
    evening.put_aside((0, 0, 2), 200.0)
    shown = ask(evening, Rest(1))
    assert shown is not None and shown.total == 11 + 2 and shown.trouble(2) is None
    assert set(shown.names) == {"3-4-4", "0-0-2"}


def test_a_game_that_was_pushed_while_the_rests_were_laid_out_stays_the_game(evening: Evening) -> None:
    evening.table.nudge(15.0, -10.0, 20.0)
    evening.put_aside((3, 4, 4), 100.0)
    shown = ask(evening, Rest(0))
    assert shown is not None and "3-4-4" in shown.names
    assert not {"1-2-4", "1-1-2"} & set(shown.names)


def test_drawn_tiles_are_all_that_lie_face_up(evening: Evening) -> None:
    evening.keeper.leave()
    for place in ((0, 0), (0, 1)):
        evening.table.take(place)
    evening.put_aside((0, 0, 2), 100.0)
    shown = ask(evening, Drawn("triominos", 2))
    assert shown is not None and set(shown.names) == {"5-5-5", "0-0-2"}
    assert shown.trouble(2, is_ordered=True) is None


def test_another_game_or_none_ends_the_look(evening: Evening) -> None:
    ask(evening, Rest(0))
    assert evening.keeper.pieces.wanted == Rest(0)
    evening.keeper.begin(SETUP)
    assert evening.keeper.pieces.wanted is None


def test_a_look_after_an_undo_does_without_the_last_accepted_one(evening: Evening) -> None:
    evening.do(Undo(evening.clock.now))
    evening.do(EndGame(evening.clock.now))
    evening.put_aside((3, 4, 4), 100.0)
    shown = ask(evening, Rest(0))
    assert shown is not None and {"3-4-4", "5-5-5"} == set(shown.names)  # nobody knows that 5-5-5 is old
