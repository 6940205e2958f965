"""Camera, view, focus and light through the virtual camera, well and spoilt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.advice import Advice
from companion.doctor_camera import (
    Look,
    check_camera,
    check_focus,
    check_light,
    check_view,
    look_through,
)
from companion.doctor_findings import Finding, Teller
from companion.rules.verdict import LANGUAGES
from hardware.interfaces import Camera, CameraLost, Frame
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.table import VirtualTable

Bytes = NDArray[np.uint8]
EN = Teller("en")
CHECKS = (check_camera, check_view, check_focus, check_light)


@dataclass
class OnePicture:
    """A camera that always sees the same."""

    pixels: Bytes
    is_closed: bool = False

    @property
    def size(self) -> tuple[int, int]:
        return self.pixels.shape[1], self.pixels.shape[0]

    def frame(self) -> Frame:
        return Frame(self.pixels, 0.0)

    def burst(self, count: int) -> list[Frame]:
        return [self.frame()] * count

    def close(self) -> None:
        self.is_closed = True


@pytest.fixture(scope="module")
def board() -> Bytes:
    """An empty board under a good lamp."""
    return (
        VirtualCamera(VirtualTable.draw("triolet", 11, "easy", "held-out", sizes=((820, 616),)))
        .frame()
        .pixels
    )


def findings(picture: Bytes) -> dict[str, Finding]:
    camera = OnePicture(picture)
    look = look_through(lambda: camera)
    assert camera.is_closed
    return {finding.name: finding for finding in (check(EN, look) for check in CHECKS)}


def states(picture: Bytes) -> dict[str, str]:
    return {name: finding.state for name, finding in findings(picture).items()}


def test_a_good_mount_is_well(board: Bytes) -> None:
    found = findings(board)
    assert {name: one.state for name, one in found.items()} == dict.fromkeys(found, "ok")
    assert found["camera"].sentence == "The camera gives pictures of 820 x 616."


def test_a_camera_that_is_lost_is_a_fault_and_the_rest_unknown() -> None:
    def lost() -> Camera:
        raise CameraLost("No camera was found.")

    look = look_through(lost)
    assert [check(EN, look).state for check in CHECKS] == ["bad", "unknown", "unknown", "unknown"]
    assert check_camera(EN, look).sentence == "The camera gives no picture."


def test_a_camera_that_is_lost_while_it_looks_is_let_go_of() -> None:
    class Hanging(OnePicture):
        def frame(self) -> Frame:
            raise CameraLost("The camera does not answer.")

    camera = Hanging(np.zeros((600, 800, 3), np.uint8))
    assert look_through(lambda: camera).picture is None
    assert camera.is_closed


def test_a_black_picture_is_a_fault_of_its_own(board: Bytes) -> None:
    found = findings(np.zeros_like(board))
    assert (found["camera"].state, found["camera"].sentence) == ("bad", "The camera's picture is black.")
    assert {found[name].state for name in ("view", "focus", "light")} == {"unknown"}


def test_a_picture_without_a_board_says_what_to_do() -> None:
    table = np.full((616, 820, 3), 150, np.uint8)
    cv2.circle(table, (400, 300), 80, (40, 60, 200), -1)
    found = findings(table)
    assert found["camera"].state == "ok"
    assert found["view"] == Finding(
        "view",
        "unknown",
        "Without the board in the picture it cannot be judged.",
        "Lay the empty Triolet board under the camera, and try again.",
    )


def test_a_board_that_is_cut_off_is_a_fault(board: Bytes) -> None:
    look = Look(board, "cut-off")
    assert (check_view(EN, look).state, check_view(EN, look).sentence) == (
        "bad",
        "The board is cut off at the edge of the picture.",
    )


def test_a_lens_out_of_focus_is_said(board: Bytes) -> None:
    blurred = np.asarray(cv2.GaussianBlur(board, (0, 0), 3.5), np.uint8)
    finding = findings(blurred)["focus"]
    assert finding.state in ("warn", "bad")
    assert (finding.sentence, finding.what_to_do) == (
        "The picture is not sharp.",
        "Focus the camera on the board.",
    )
    far = np.asarray(cv2.GaussianBlur(board, (0, 0), 25), np.uint8)
    assert states(far)["focus"] in ("bad", "unknown")
    assert check_focus(EN, Look(board, "blur")).state == "bad"


def test_too_little_light_is_said(board: Bytes) -> None:
    dim = np.asarray(board * 0.2, np.uint8)
    finding = findings(dim)["light"]
    assert finding.state in ("warn", "bad")
    assert finding.sentence == "The picture is dark."
    assert check_light(EN, Look(board, "dark")) == Finding(
        "light", "bad", "The picture is dark.", "Switch on a light, or let the camera expose longer."
    )


def test_light_from_one_side_is_said(board: Bytes) -> None:
    across = np.arange(board.shape[1])
    slope = np.interp(across, (200, 620), (0.25, 1.0))[None, :, None]
    finding = findings(np.asarray(board * slope, np.uint8))["light"]
    assert (finding.state, finding.sentence) == (
        "warn",
        "One side of the board is much darker than the other.",
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("advice", get_args(Advice))
def test_every_advice_says_what_is_and_what_to_do(language: str, advice: Advice, board: Bytes) -> None:
    tell = Teller(language)  # type: ignore[arg-type]  # one of LANGUAGES
    told = [check(tell, Look(board, None, (advice,))) for check in CHECKS]
    (finding,) = (one for one in told if one.state == "warn")  # exactly one part is concerned
    assert finding.sentence.endswith(".") and finding.what_to_do.endswith(".")
    assert finding.what_to_do[0].isupper()
