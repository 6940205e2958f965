"""The set-up desk on one virtual board: looks, calibration, learned tokens; a step at a time."""

from __future__ import annotations

import ast
import inspect
import logging
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration import calibrate
from calibration.profile import load_profile
from calibration.specials import USUAL
from companion.jobs import LivePicture
from companion.kiosk.backstage import LiveLook
from companion.rules.triolet.tokens import FACES as ENROL_ORDER
from companion.set_up_desk import WAIT_S, SetUpDesk
from companion.set_up_jobs import LEARNED_FROM
from companion.set_up_words import WORDS, Said
from companion.snapshots import reduce
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.table import VirtualTable
from hardware.virtual.triolet_scene import TrioletScene
from tests.journal.helpers import HandClock
from tests.measure.mounts import worst_error
from vision.grid import Grid
from vision.observation import FACES, BoardObservation, place_of
from vision.triolet import read_board

Bytes = NDArray[np.uint8]

# One of each, row by row, a free square between them: as the screen asks for.
LAID = [f"{row}{column}" for row in "EHK" for column in range(3, 14, 2)][: len(FACES)]
ENOUGH_SHARP, RIGHT_LIGHT, MOST_GLARE = 0.4, (0.25, 0.8), 0.02  # as the camera's screen has them
MOST_STEPS = 50


class Board:
    """A virtual mount, its empty board and the same with one token of each face."""

    def __init__(self) -> None:
        self.table = VirtualTable.draw("triolet", 11, "easy", "held-out", sizes=((820, 616),))
        self.empty = VirtualCamera(self.table).frame().pixels
        for cell, face in zip(LAID, FACES, strict=True):
            self.table.lay(cell, face)
        self.laid = VirtualCamera(self.table).frame().pixels

    @property
    def corners(self) -> NDArray[np.float64]:
        """(4, 2): where the corners truly are, in pixels."""
        assert isinstance(self.table.scene, TrioletScene)
        crossings = np.array(self.table.scene.lattice_px(self.table.optics)).reshape(6, 6, 2)
        return np.array([crossings[0, 0], crossings[0, -1], crossings[-1, -1], crossings[-1, 0]])

    def error(self, grid: Grid) -> float:
        """How far a grid is off anywhere, in squares."""
        assert isinstance(self.table.scene, TrioletScene)
        return worst_error(grid, self.table, self.table.scene)


@pytest.fixture(scope="module")
def board() -> Board:
    return Board()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "profile.json"


@pytest.fixture
def clock() -> HandClock:
    return HandClock(100.0)


@pytest.fixture
def desk(path: Path, clock: HandClock) -> Iterator[SetUpDesk]:
    desk = SetUpDesk(path, "en", clock)
    yield desk
    assert desk.close()


def live(picture: Bytes) -> LivePicture:
    return LivePicture(picture, reduce(picture))


def work(desk: SetUpDesk) -> None:
    for _ in range(MOST_STEPS):
        if desk.step() is None:
            return
    raise AssertionError("the desk does not come to rest")


def look_at(desk: SetUpDesk, picture: Bytes) -> LiveLook:
    desk.see(live(picture))
    work(desk)
    assert desk.look is not None
    return desk.look


def outcome(desk: SetUpDesk, picture: Bytes) -> str:
    """What is said of the thing that was asked for, once this picture has come as often as it needs it."""
    while desk.wants_picture:
        desk.see(live(picture))
    work(desk)
    (said,) = desk.poll()
    return said


def set_up(desk: SetUpDesk, board: Board) -> None:
    desk.calibrate()
    assert outcome(desk, board.empty) == "The board is set up."


# Looking ----------------------------------------------------------------------------------------------------


def test_a_look_has_the_boards_corners_and_says_that_all_is_well(desk: SetUpDesk, board: Board) -> None:
    look = look_at(desk, board.empty)
    small = reduce(board.empty)
    assert look.picture.size == (640, 481)
    assert look.picture.rgb == cv2.cvtColor(small, cv2.COLOR_BGR2RGB).tobytes()
    factor = np.array([640 / 820, 481 / 616])
    assert look.corners is not None
    assert np.abs(np.array(look.corners) - ((board.corners + 0.5) * factor - 0.5)).max() < 1.5
    assert look.sharpness > ENOUGH_SHARP
    assert RIGHT_LIGHT[0] < look.brightness < RIGHT_LIGHT[1]
    assert look.glare < MOST_GLARE
    assert look.advice == ""


def test_the_board_is_followed_when_it_moves(desk: SetUpDesk, board: Board) -> None:
    before = look_at(desk, board.empty)
    moved = look_at(desk, np.roll(board.empty, (6, -10), axis=(0, 1)))
    assert before.corners is not None and moved.corners is not None
    apart = np.array(moved.corners) - np.array(before.corners)
    assert np.abs(apart - np.array([-10, 6]) * 640 / 820).max() < 1.0


def test_blur_darkness_and_glare_show_on_the_meters(desk: SetUpDesk, board: Board) -> None:
    sharp = look_at(desk, board.empty)
    blurred = look_at(desk, np.asarray(cv2.GaussianBlur(board.empty, (0, 0), 5.0), np.uint8))
    assert blurred.sharpness < ENOUGH_SHARP < sharp.sharpness
    dark = look_at(desk, (board.empty * 0.2).astype(np.uint8))
    assert dark.brightness < RIGHT_LIGHT[0]
    shining = board.empty.copy()
    x, y = board.corners.mean(axis=0)
    cv2.circle(shining, (round(x), round(y)), 60, (255, 255, 255), -1)
    assert look_at(desk, shining).glare > MOST_GLARE


def test_advice_comes_in_the_language_that_is_set(desk: SetUpDesk, board: Board) -> None:
    blurred = np.asarray(cv2.GaussianBlur(board.empty, (0, 0), 5.0), np.uint8)
    assert look_at(desk, blurred).advice == "The picture is not sharp: focus the camera on the board."
    desk.language = "fr"
    advice = look_at(desk, blurred.copy()).advice
    assert advice == "L’image n’est pas nette\N{NO-BREAK SPACE}: faites la mise au point sur le plateau."


def test_where_there_is_no_board_the_picture_is_shown_with_the_reason(desk: SetUpDesk) -> None:
    table = np.random.default_rng(1).integers(90, 110, (616, 820, 3)).astype(np.uint8)
    look = look_at(desk, table)
    assert look.corners is None
    assert look.advice == "There is no 15 x 15 board in the picture. Put the whole board under the camera."


def test_only_the_latest_picture_is_looked_at(desk: SetUpDesk, board: Board) -> None:
    pictures = [live(np.roll(board.empty, shift, axis=1)) for shift in (0, 2, 4)]
    desk.step()  # the profile
    for picture in pictures:
        desk.see(picture)
    looks = set()
    while desk.step() is not None:
        assert desk.look is not None
        looks.add(id(desk.look))
    assert len(looks) == 1 and desk.look is not None
    assert desk.look.picture.rgb == cv2.cvtColor(pictures[-1].small, cv2.COLOR_BGR2RGB).tobytes()


def test_a_picture_that_was_seen_is_not_looked_at_again(desk: SetUpDesk, board: Board) -> None:
    picture = live(board.empty)
    desk.see(picture)
    work(desk)
    look = desk.look
    desk.see(picture)
    assert desk.step() is None
    assert desk.look is look


def test_a_screen_that_opens_later_does_not_show_an_old_picture(desk: SetUpDesk, board: Board) -> None:
    look_at(desk, board.empty)
    desk.see(None)
    assert desk.look is None
    newer = live(board.empty)
    desk.see(newer)
    assert desk.look is None
    work(desk)
    assert desk.look is not None


# Calibrating ------------------------------------------------------------------------------------------------


def test_calibrating_answers_at_once_and_tells_later(desk: SetUpDesk, board: Board, path: Path) -> None:
    assert desk.calibrate() == "One moment, I am looking."
    assert (desk.poll(), desk.profile_changed(), desk.profile_name) == ([], None, "")
    assert outcome(desk, board.empty) == "The board is set up."
    assert desk.poll() == []
    known = desk.profile_changed()
    assert known is not None and known is desk.known
    assert board.error(known.grid) < 0.05
    assert desk.profile_changed() is None
    assert desk.profile_name == "profile" and not desk.is_enrolled
    assert desk.specials() == {cell: kind for kind, cells in USUAL.items() for cell in cells}
    assert board.error(load_profile(path).grid) < 0.05


def test_what_is_asked_for_is_done_with_a_picture_taken_after_it(desk: SetUpDesk, board: Board) -> None:
    before = live(board.laid)
    desk.see(before)
    desk.calibrate()
    assert desk.wants_picture
    desk.see(before)  # still the same one
    work(desk)
    assert desk.wants_picture and desk.poll() == []
    assert outcome(desk, board.empty) == "The board is set up."
    assert not desk.wants_picture


def test_without_a_picture_that_is_said_and_nothing_happens_when_one_comes_late(
    desk: SetUpDesk, board: Board, clock: HandClock
) -> None:
    desk.calibrate()
    clock.now += WAIT_S
    assert desk.poll() == []
    clock.now += 0.1
    assert desk.poll() == ["No picture came. Check the camera’s cable, and try again."]
    assert not desk.wants_picture
    desk.see(live(board.empty))
    work(desk)
    assert desk.poll() == [] and desk.profile is None


def test_tokens_are_learned_from_many_pictures_and_waited_for_as_long_as_some_come(
    desk: SetUpDesk, board: Board, clock: HandClock
) -> None:
    set_up(desk, board)
    desk.enrol()
    for _ in range(LEARNED_FROM - 1):
        clock.now += WAIT_S
        desk.see(live(board.laid))
        work(desk)
        assert desk.poll() == [] and desk.wants_picture
    clock.now += WAIT_S + 0.1
    assert desk.poll() == ["No picture came. Check the camera’s cable, and try again."]
    desk.enrol()  # what came before does not count
    for _ in range(LEARNED_FROM - 1):
        desk.see(live(board.laid))
    assert desk.wants_picture and not desk.is_enrolled
    assert outcome(desk, board.laid).startswith("17 tokens are learned")


def test_tokens_on_the_board_are_said_in_the_language_set_by_then(desk: SetUpDesk, board: Board) -> None:
    desk.calibrate()
    desk.see(live(board.laid))
    work(desk)
    desk.language = "fr"
    assert desk.poll() == ["Il y a des jetons sur le plateau. Videz-le, puis réessayez."]
    assert (desk.profile, desk.profile_changed()) == (None, None)


def test_a_fault_leaves_the_profile_as_it_was(desk: SetUpDesk, board: Board, path: Path) -> None:
    set_up(desk, board)
    before, saved = desk.profile, path.read_bytes()
    desk.profile_changed()
    desk.calibrate()
    outcome(desk, np.full((616, 820, 3), 120, np.uint8))
    assert desk.profile is before and path.read_bytes() == saved
    assert desk.profile_changed() is None


def test_corners_that_somebody_points_at_roughly_become_exact(desk: SetUpDesk, board: Board) -> None:
    side = float(np.hypot(*(board.corners[1] - board.corners[0]))) / 15
    slips = 0.4 * side * np.array([[1, 0], [0, 1], [-0.7, 0.7], [0, -1]])
    small = (board.corners + slips + 0.5) * np.array([640 / 820, 481 / 616]) - 0.5
    assert desk.set_corners([(float(x), float(y)) for x, y in small]) == "One moment, I am looking."
    assert outcome(desk, board.empty) == "The board is set up."
    assert desk.known is not None and board.error(desk.known.grid) < 0.05


@pytest.mark.parametrize(
    "corners",
    [
        pytest.param(((10, 10), (80, 10), (80, 80), (10, 80)), id="beside the board"),
        pytest.param(((100, 100), (400, 400), (400, 100), (100, 400)), id="crossed"),
        pytest.param(((5, 5), (5, 5), (5, 5), (5, 5)), id="all in one place"),
    ],
)
def test_corners_where_no_board_is_are_refused(
    corners: tuple[tuple[float, float], ...], desk: SetUpDesk, board: Board
) -> None:
    desk.set_corners(corners)
    said = "Between these corners I see no 15 x 15 squares. Put each onto a corner of the squares."
    assert outcome(desk, board.empty) == said


def test_a_profile_that_cannot_be_saved_holds_for_now(path: Path, board: Board) -> None:
    path.parent.parent.mkdir(exist_ok=True)
    path.parent.write_text("a file in the place of the folder")
    desk = SetUpDesk(path)
    desk.calibrate()
    assert outcome(desk, board.empty) == (
        "The board is set up. "
        "It could not be saved (is the disk full?): it holds until Trioscope is switched off."
    )
    assert desk.profile is not None and desk.profile_changed() is not None
    desk.close()


def test_whatever_goes_wrong_is_said_and_the_desk_goes_on(
    desk: SetUpDesk, board: Board, caplog: pytest.LogCaptureFixture
) -> None:
    desk.calibrate()
    with caplog.at_level(logging.CRITICAL):
        desk.see(LivePicture(np.zeros((0, 0, 3), np.uint8), np.zeros((0, 0, 3), np.uint8)))
        work(desk)
    assert desk.poll() == ["That did not work. Please try again."]
    set_up(desk, board)


# The saved profile ------------------------------------------------------------------------------------------


def test_a_saved_profile_is_told_once(desk: SetUpDesk, board: Board, path: Path) -> None:
    set_up(desk, board)
    later = SetUpDesk(path)
    assert (later.known, later.specials()) == (None, {})
    work(later)
    known = later.profile_changed()
    assert known is not None and board.error(known.grid) < 0.05
    assert (later.profile_changed(), later.poll()) == (None, [])
    assert later.specials() == desk.specials()
    later.close()


def test_a_damaged_profile_is_said_and_not_used(path: Path) -> None:
    path.parent.mkdir()
    path.write_text('{"version": 1')
    desk = SetUpDesk(path, "fr")
    work(desk)
    assert desk.poll() == ["Le réglage enregistré du plateau est inutilisable. Réglez le plateau à nouveau."]
    assert (desk.profile, desk.profile_changed()) == (None, None)
    desk.close()


# Special squares and tokens ---------------------------------------------------------------------------------


def test_special_squares_are_kept_as_people_say(desk: SetUpDesk, board: Board, path: Path) -> None:
    set_up(desk, board)
    desk.profile_changed()
    assert desk.confirm_specials({"C3": "triple", "A1": "replay", "B2": "triple"}) == "One moment."
    work(desk)
    assert desk.poll() == ["The special squares are kept."]
    assert desk.specials() == {"H8": "double", "B2": "triple", "C3": "triple", "A1": "replay"}
    assert desk.profile_changed() is not None
    assert load_profile(path).specials == {"double": ("H8",), "triple": ("B2", "C3"), "replay": ("A1",)}


def test_without_a_profile_there_is_nothing_to_confirm_or_to_learn_for(desk: SetUpDesk) -> None:
    first = "Set up the camera with the empty board first."
    assert (desk.confirm_specials({"H8": "double"}), desk.enrol()) == (first, first)
    work(desk)
    assert (desk.poll(), desk.wants_picture) == ([], False)


def test_tokens_are_learned_in_the_order_that_the_screen_shows(
    desk: SetUpDesk, board: Board, path: Path
) -> None:
    assert sorted(LAID, key=place_of) == LAID and ENROL_ORDER == FACES
    set_up(desk, board)
    desk.profile_changed()
    assert desk.enrol() == "One moment, I am looking."
    said = "17 tokens are learned: from now on they are read more surely."
    assert outcome(desk, board.laid) == said
    assert desk.is_enrolled
    known = desk.profile_changed()
    assert known is not None and known.prints is not None
    seen = read_board(board.laid, known)
    assert isinstance(seen, BoardObservation)
    assert {token.cell: token.face for token in seen.tokens()} == dict(zip(LAID, FACES, strict=True))
    tokens = load_profile(path).tokens
    assert tokens is not None and tokens.faces == FACES


def test_another_calibration_keeps_what_was_learned(desk: SetUpDesk, board: Board, path: Path) -> None:
    set_up(desk, board)
    desk.enrol()
    outcome(desk, board.laid)
    set_up(desk, board)
    assert desk.is_enrolled
    assert load_profile(path).tokens is not None


def test_tokens_that_are_missing_are_said(desk: SetUpDesk, board: Board) -> None:
    set_up(desk, board)
    desk.enrol()
    said = "I see 0 tokens, but there should be 17. Lay one of each as shown, and take your hands away."
    assert outcome(desk, board.empty) == said
    assert not desk.is_enrolled


# Words ------------------------------------------------------------------------------------------------------


def test_every_sentence_is_there_in_every_language() -> None:
    assert set(WORDS["en"]) == set(WORDS["fr"])
    assert all(text.endswith(".") for words in WORDS.values() for text in words.values())


def test_every_fault_of_calibration_has_its_sentence() -> None:
    faults = [
        node.args
        for node in ast.walk(ast.parse(inspect.getsource(calibrate)))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "CalibrationFault"
    ]
    assert len(faults) == 8
    for _, reason in faults:  # each has one
        if isinstance(reason, ast.Constant):
            assert reason.value in WORDS["en"]


@pytest.mark.parametrize(
    ("said", "english", "french"),
    [
        (
            Said("token-count", {"seen": 1, "wanted": 17}),
            "I see 1 token, but there should be 17. Lay one of each as shown, and take your hands away.",
            "Je vois 1 jeton, mais il en faut 17. "
            "Posez-en un de chaque comme sur l’image, et retirez les mains.",
        ),
        (
            Said("faces-differ", {"count": 3, "cell": "E5", "face": "1"}),
            "3 tokens do not look right, first the one on E5: 1 belongs there. Keep to the order shown.",
            "3 jetons ne vont pas, d’abord celui en E5 : c’est la place de 1. Gardez l’ordre de l’image.",
        ),
        (
            Said("held", {"cells": ("A1", "B2")}),
            "Something seems to lie on A1 and B2. If so, clear it and try again.",
            "Il semble y avoir quelque chose en A1 et B2. Si oui, enlevez-le et réessayez.",
        ),
    ],
)
def test_numbers_and_cells_stand_in_the_sentences(said: Said, english: str, french: str) -> None:
    assert said.say("en") == english
    assert said.say("fr").replace("\N{NO-BREAK SPACE}", " ") == french


# The thread -------------------------------------------------------------------------------------------------


def test_on_its_own_thread_the_board_is_set_up_and_closing_ends_it(path: Path, board: Board) -> None:
    desk = SetUpDesk(path)
    desk.start()
    desk.calibrate()
    desk.see(live(board.empty))
    assert desk.close(timeout_s=60.0)  # what was asked for before is done before
    assert desk.poll() == ["The board is set up."]
    assert desk.look is not None and desk.profile_changed() is not None
