"""A folder of pictures as a camera."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.folder_camera import FolderCamera
from hardware.interfaces import Camera, CameraLost, Frame
from tests.hardware.timed_pins import Clock


def put(folder: Path, name: str, grey: int, size: tuple[int, int] = (40, 30)) -> None:
    """A picture of one grey."""
    width, height = size
    assert cv2.imwrite(str(folder / name), np.full((height, width, 3), grey, np.uint8))


def grey_of(frame: Frame) -> int:
    return int(frame.pixels[0, 0, 0])


def test_pictures_come_in_the_order_of_their_names_and_the_last_stays(tmp_path: Path) -> None:
    put(tmp_path, "02.png", 20)
    put(tmp_path, "10.PNG", 100)
    put(tmp_path, "01.png", 10)
    (tmp_path / "notes.txt").write_text("not a picture")
    camera: Camera = FolderCamera(tmp_path)
    assert [grey_of(camera.frame()) for _ in range(5)] == [10, 20, 100, 100, 100]


def test_a_picture_added_later_comes_too(tmp_path: Path) -> None:
    put(tmp_path, "01.png", 10)
    camera = FolderCamera(tmp_path)
    assert [grey_of(frame) for frame in camera.burst(2)] == [10, 10]
    put(tmp_path, "02.png", 20)
    assert grey_of(camera.frame()) == 20


def test_a_picture_can_be_shown_for_a_while(tmp_path: Path) -> None:
    put(tmp_path, "01.png", 10)
    put(tmp_path, "02.png", 20)
    clock = Clock(100.0)
    camera = FolderCamera(tmp_path, seconds_each=5.0, clock=clock)
    clock.now = 120.0  # time only runs once somebody looks
    frames = camera.burst(3)
    assert [(grey_of(frame), frame.taken_s) for frame in frames] == [(10, 120.0)] * 3
    clock.now = 124.9
    assert grey_of(camera.frame()) == 10
    clock.now = 125.0
    assert grey_of(camera.frame()) == 20


def test_pictures_are_bgr_and_may_differ_in_size(tmp_path: Path) -> None:
    red = np.zeros((30, 40, 3), np.uint8)
    red[..., 2] = 255
    cv2.imwrite(str(tmp_path / "01.png"), red)
    put(tmp_path, "02.png", 20, size=(64, 48))
    camera = FolderCamera(tmp_path)
    assert camera.size == (40, 30)
    assert camera.frame().pixels[5, 5].tolist() == [0, 0, 255]
    assert (camera.frame().pixels.shape, camera.size) == ((48, 64, 3), (64, 48))


def test_what_is_done_to_a_frame_does_not_change_the_next(tmp_path: Path) -> None:
    put(tmp_path, "01.png", 10)
    camera = FolderCamera(tmp_path)
    camera.frame().pixels[:] = 0
    assert grey_of(camera.frame()) == 10


def test_a_file_that_is_no_picture_is_left_out_until_it_is_one(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    put(tmp_path, "01.png", 10)
    (tmp_path / "02.png").write_bytes(b"")
    (tmp_path / "03.png").write_bytes(b"\x89PNG and then nothing")
    camera = FolderCamera(tmp_path)
    assert [grey_of(camera.frame()) for _ in range(4)] == [10] * 4
    assert len(caplog.messages) == 2
    put(tmp_path, "02.png", 20)
    assert grey_of(camera.frame()) == 20


def test_an_empty_folder_is_a_lost_camera(tmp_path: Path) -> None:
    with pytest.raises(CameraLost) as told:
        FolderCamera(tmp_path)
    assert str(told.value) == f"There is no picture in {tmp_path}: put JPEG or PNG files there."


def test_a_missing_folder_is_a_lost_camera(tmp_path: Path) -> None:
    with pytest.raises(CameraLost, match="cannot be read: check its name"):
        FolderCamera(tmp_path / "gone")


def test_a_closed_camera_gives_no_frames(tmp_path: Path) -> None:
    put(tmp_path, "01.png", 10)
    camera = FolderCamera(tmp_path)
    camera.close()
    with pytest.raises(CameraLost, match="closed"):
        camera.frame()
