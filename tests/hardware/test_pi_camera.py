"""The Pi camera, against the real names and signatures of picamera2.

picamera2 is installed without what it stands on (pip install --no-deps picamera2); stand-ins take the place
of libcamera and others. A method or argument that picamera2 does not have then fails. What it does not
check, the names inside dicts, the stand-in for the camera checks as libcamera would.
"""

from __future__ import annotations

import importlib.util
import logging
import sys
from collections.abc import Iterator
from concurrent.futures import CancelledError
from typing import Any
from unittest.mock import MagicMock, create_autospec

import numpy as np
import pytest

from hardware.interfaces import Camera, CameraLost, Exposure
from hardware.pi_camera import AF_MANUAL, Held, PiCamera, SensorMode, choose_mode, picture_size
from tests.hardware.timed_pins import Clock

ABSENT = (
    *("libcamera", "kms", "pykms", "prctl", "videodev2", "v4l2", "piexif", "simplejpeg", "av"),
    *("pidng", "pidng.core", "pidng.camdefs"),
)
FRAME_S = 0.025
BGR = (10, 20, 200)

# As libcamera 0.5 spells them; the real camera refuses any other, as does the stand-in.
MODULE_2 = {"AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains", "FrameDurationLimits"}
MODULE_3 = {*MODULE_2, "AfMode", "AfTrigger", "LensPosition"}
STREAM_KEYS = {"size", "format"}
SENSOR_KEYS = {"output_size", "bit_depth"}

# What sensor_modes says of them (picamera2 issue 683, Raspberry Pi's camera documentation).
IMX219 = [
    {"size": (640, 480), "bit_depth": 10, "crop_limits": (1000, 752, 1280, 960)},
    {"size": (1640, 1232), "bit_depth": 10, "crop_limits": (0, 0, 3280, 2464)},
    {"size": (1920, 1080), "bit_depth": 10, "crop_limits": (680, 692, 1920, 1080)},
    {"size": (3280, 2464), "bit_depth": 10, "crop_limits": (0, 0, 3280, 2464)},
    {"size": (1640, 1232), "bit_depth": 8, "crop_limits": (0, 0, 3280, 2464)},
]
IMX708 = [
    {"size": (1536, 864), "bit_depth": 10, "crop_limits": (768, 432, 3072, 1728)},
    {"size": (2304, 1296), "bit_depth": 10, "crop_limits": (0, 0, 4608, 2592)},
    {"size": (4608, 2592), "bit_depth": 10, "crop_limits": (0, 0, 4608, 2592)},
]
IMX477 = [
    {"size": (1332, 990), "bit_depth": 10, "crop_limits": (696, 528, 2664, 1980)},
    {"size": (2028, 1080), "bit_depth": 12, "crop_limits": (0, 440, 4056, 2160)},
    {"size": (2028, 1520), "bit_depth": 12, "crop_limits": (0, 0, 4056, 3040)},
    {"size": (4056, 3040), "bit_depth": 12, "crop_limits": (0, 0, 4056, 3040)},
]


class Sensor:
    """Plays the camera behind an autospecced `Picamera2`: a clock, controls that act late, and faults."""

    def __init__(self, picamera2_class: Any, request_class: Any) -> None:
        self.clock = Clock(100.0)
        self.picamera2_class, self.request_class = picamera2_class, request_class
        self.picamera2_class.global_camera_info.return_value = [{"Model": "imx219", "Num": 0}]
        self.camera: Any = self.picamera2_class.return_value
        self.controls = dict.fromkeys(MODULE_2, (0, 1, 0))
        self.lag = 4  # frames until a control acts
        self.fault: Exception | None = None  # what capturing raises
        self.auto = {"ExposureTime": 20_000, "AnalogueGain": 2.0, "ColourGains": (1.5, 1.8), "Lux": 240.0}
        self.set: dict[str, Any] = {}
        self.pending: list[tuple[int, dict[str, Any]]] = []
        self.requests: list[Any] = []
        self.modes(IMX219)
        camera = self.camera
        camera.camera_controls = self.controls
        camera.set_controls.side_effect = self._set_controls
        camera.create_still_configuration.side_effect = self._create
        camera.configure.side_effect = self._configure
        camera.capture_metadata.side_effect = self._capture_metadata
        camera.capture_request.side_effect = self._capture_request
        camera.autofocus_cycle.side_effect = self._autofocus

    def modes(self, modes: list[dict[str, Any]]) -> None:
        self.camera.sensor_modes = modes

    def make_module_3(self) -> None:
        self.modes(IMX708)
        self.controls.update(dict.fromkeys(MODULE_3, (0, 1, 0)))
        self.auto["LensPosition"] = 0.0

    def open(self, **chosen: Any) -> PiCamera:
        return PiCamera(clock=self.clock, **chosen)

    @property
    def configuration(self) -> dict[str, Any]:
        told: dict[str, Any] = self.camera.create_still_configuration.call_args.kwargs
        return told

    def _create(self, *, main: dict[str, Any], sensor: dict[str, Any], **others: Any) -> dict[str, Any]:
        assert set(main) <= STREAM_KEYS
        assert set(sensor) <= SENSOR_KEYS
        assert set(others["controls"]) <= set(self.controls)
        return {"main": main}

    def _configure(self, configuration: dict[str, Any]) -> None:
        self.camera.camera_configuration.return_value = configuration

    def _set_controls(self, controls: dict[str, Any]) -> None:
        for name in controls:
            if name not in self.controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.pending.append((self.lag, controls))

    def _autofocus(self, wait: float) -> bool:
        self.auto["LensPosition"] = 1.25
        return True

    def _next(self) -> dict[str, Any]:
        if self.fault is not None:
            raise self.fault
        self.pending = [(frames - 1, controls) for frames, controls in self.pending]
        for frames, controls in self.pending:
            if frames <= 0:
                self.set.update(controls)
        self.clock.now += FRAME_S
        shown = {**self.auto, **{name: value for name, value in self.set.items() if name in self.auto}}
        return {**shown, "SensorTimestamp": round(self.clock.now * 1e9)}

    def _capture_metadata(self, wait: float) -> dict[str, Any]:
        assert 0 < wait < 10
        return self._next()

    def _capture_request(self, wait: float, flush: bool | None) -> Any:
        assert 0 < wait < 10
        request = create_autospec(self.request_class, instance=True)
        width, height = self.camera.camera_configuration()["main"]["size"]
        request.make_array.side_effect = lambda name: np.full((height, width, 3), BGR, np.uint8)
        request.get_metadata.return_value = self._next()
        self.requests.append(request)
        return request


@pytest.fixture(scope="module")
def picamera2() -> Iterator[Any]:
    """The real package on stand-ins for what it imports; gone again afterwards."""
    before = set(sys.modules)
    if importlib.util.find_spec("picamera2") is None:
        pytest.skip("picamera2 is not installed: pip install --no-deps picamera2")
    stood_in = [name for name in ABSENT if name not in sys.modules]
    for name in stood_in:
        sys.modules[name] = MagicMock(name=name)
    try:
        yield importlib.import_module("picamera2")
    finally:
        for name in set(sys.modules) - before:
            if name in stood_in or name.partition(".")[0] == "picamera2":
                del sys.modules[name]


@pytest.fixture(scope="module")
def picamera2_class(picamera2: Any) -> Any:
    """Made once: it takes half a second."""
    logging.getLogger("picamera2").setLevel(logging.CRITICAL)  # it complains when its old names are looked at
    return create_autospec(picamera2.Picamera2)


@pytest.fixture
def sensor(picamera2: Any, picamera2_class: Any, monkeypatch: pytest.MonkeyPatch) -> Sensor:
    for one in (picamera2_class, picamera2_class.return_value):
        one.reset_mock(side_effect=True)
    monkeypatch.setattr(picamera2, "Picamera2", picamera2_class)
    return Sensor(picamera2_class, picamera2.CompletedRequest)


def test_the_stand_in_refuses_what_picamera2_does_not_have(sensor: Sensor) -> None:
    with pytest.raises(AttributeError):
        sensor.camera.capture_reqest()
    with pytest.raises(TypeError):
        sensor.camera.capture_request(timeout=2.0)
    with pytest.raises(RuntimeError):
        sensor.camera.set_controls({"ExposureTimes": 5})


def test_a_frame_is_asked_for_fresh_and_given_back_to_the_camera(sensor: Sensor) -> None:
    camera: Camera = sensor.open()
    asked_s = sensor.clock.now
    frame = camera.frame()
    assert sensor.camera.capture_request.call_args.kwargs["flush"] is True
    assert frame.pixels.shape == (1232, 1640, 3)
    assert tuple(frame.pixels[0, 0].tolist()) == BGR
    assert frame.taken_s == pytest.approx(asked_s + FRAME_S - 0.020)
    assert frame.exposure == Exposure(0.020, 2.0, (1.5, 1.8), None, 240.0)
    sensor.requests[-1].release.assert_called_once_with()


def test_a_burst_begins_fresh_and_goes_on_without_waiting(sensor: Sensor) -> None:
    camera = sensor.open()
    frames = camera.burst(3)
    calls = sensor.camera.capture_request.call_args_list
    assert [call.kwargs["flush"] for call in calls] == [True, None, None]
    assert frames[0].taken_s < frames[1].taken_s < frames[2].taken_s
    for request in sensor.requests:
        request.release.assert_called_once_with()


def test_the_picture_is_bgr_of_the_whole_view(sensor: Sensor) -> None:
    camera = sensor.open(wished=(1640, 1232))
    assert camera.size == (1640, 1232)
    assert sensor.configuration["main"] == {"size": (1640, 1232), "format": "RGB888"}  # BGR in numpy
    assert sensor.configuration["sensor"] == {"output_size": (1640, 1232), "bit_depth": 10}
    assert sensor.configuration["queue"] is False


def test_exposure_and_colours_are_found_and_then_held(sensor: Sensor) -> None:
    began_s = sensor.clock.now
    camera = sensor.open()
    assert sensor.clock.now - began_s >= 1.0
    held = {"ExposureTime": 20_000, "AnalogueGain": 2.0, "ColourGains": (1.5, 1.8)}
    assert [call.args[0] for call in sensor.camera.set_controls.call_args_list] == [held]
    assert camera.held == Held(20_000, 2.0, (1.5, 1.8), None)
    sensor.auto.update(ExposureTime=5_000, AnalogueGain=8.0, ColourGains=(1.0, 1.0))  # the lamp is moved
    assert camera.frame().exposure == Exposure(0.020, 2.0, (1.5, 1.8), None, 240.0)


def test_it_waits_until_pictures_are_taken_as_they_are_to_be(sensor: Sensor) -> None:
    sensor.lag = 9
    sensor.auto.update(ExposureTime=9_000)
    sensor.open(held=Held(30_000, 3.0, (1.5, 1.8), None))
    assert sensor.camera.capture_metadata.call_count == 9


def test_a_camera_that_does_not_obey_is_used_all_the_same(
    sensor: Sensor, caplog: pytest.LogCaptureFixture
) -> None:
    sensor.lag = 1000
    camera = sensor.open(held=Held(5_000, 1.0, (1.0, 1.0), None))
    assert "does not hold its exposure" in caplog.text
    camera.frame()


def test_a_camera_that_comes_back_holds_what_it_held(sensor: Sensor) -> None:
    held = sensor.open().held
    sensor.auto.update(ExposureTime=40_000, AnalogueGain=6.0)
    again = sensor.open(held=held)
    assert again.frame().exposure == Exposure(0.020, 2.0, (1.5, 1.8), None, 240.0)


def test_module_3_focuses_once_and_then_by_hand(sensor: Sensor) -> None:
    sensor.make_module_3()
    camera = sensor.open()
    sensor.camera.autofocus_cycle.assert_called_once()
    (call,) = sensor.camera.set_controls.call_args_list
    assert (call.args[0]["AfMode"], call.args[0]["LensPosition"]) == (AF_MANUAL, 1.25)
    assert camera.held.lens_dioptres == 1.25
    exposure = camera.frame().exposure
    assert exposure is not None
    assert exposure.lens_dioptres == 1.25


def test_module_3_can_be_told_how_far_the_table_is(sensor: Sensor) -> None:
    sensor.make_module_3()
    camera = sensor.open(focus_m=0.5)
    sensor.camera.autofocus_cycle.assert_not_called()
    assert camera.held.lens_dioptres == 2.0
    assert sensor.set["LensPosition"] == 2.0  # and it was waited for


def test_a_camera_that_finds_no_focus_is_used_all_the_same(
    sensor: Sensor, caplog: pytest.LogCaptureFixture
) -> None:
    sensor.make_module_3()
    sensor.camera.autofocus_cycle.side_effect = TimeoutError()
    camera = sensor.open()
    assert "did not find its focus" in caplog.text
    sensor.camera.cancel_all_and_flush.assert_called_once_with()
    camera.frame()


def test_controls_that_a_camera_lacks_are_not_set(sensor: Sensor) -> None:
    for name in ("ColourGains", "FrameDurationLimits"):
        del sensor.controls[name]  # black and white
    sensor.open()
    (call,) = sensor.camera.set_controls.call_args_list
    assert set(call.args[0]) == {"ExposureTime", "AnalogueGain"}
    assert sensor.configuration["controls"] == {}


def test_a_camera_without_sensor_modes_is_asked_for_the_wished_size(sensor: Sensor) -> None:
    sensor.modes([{"format": "YUYV"}])
    camera = sensor.open(wished=(1280, 720))
    assert (camera.size, sensor.configuration["sensor"]) == ((1280, 720), {})


def test_without_picamera2_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraLost, match="sudo apt install python3-picamera2"):
        PiCamera()


def test_without_a_camera_it_says_so(sensor: Sensor) -> None:
    sensor.picamera2_class.global_camera_info.return_value = []
    with pytest.raises(CameraLost, match="No Pi camera was found"):
        sensor.open()
    sensor.picamera2_class.assert_not_called()


def test_a_busy_camera_is_told_apart(sensor: Sensor) -> None:
    sensor.picamera2_class.side_effect = RuntimeError("Camera __init__ sequence did not complete.")
    with pytest.raises(CameraLost, match="another program uses it"):
        sensor.open()


@pytest.mark.parametrize("step", ["configure", "start", "capture_metadata", "set_controls"])
def test_a_camera_that_fails_while_it_opens_is_let_go(sensor: Sensor, step: str) -> None:
    getattr(sensor.camera, step).side_effect = RuntimeError("no")
    with pytest.raises(CameraLost, match="gives no picture"):
        sensor.open()
    sensor.camera.close.assert_called_once_with()


def test_after_the_time_limit_what_waits_is_cancelled(sensor: Sensor) -> None:
    camera = sensor.open()
    sensor.fault = TimeoutError()
    with pytest.raises(CameraLost) as told:
        camera.frame()
    assert str(told.value) == "The Pi camera gives no picture: its flat cable may be loose."
    sensor.camera.cancel_all_and_flush.assert_called_once_with()
    camera.close()
    sensor.camera.close.assert_called_once_with()


def test_closed_while_somebody_waits_the_camera_is_lost(sensor: Sensor) -> None:
    camera = sensor.open()
    sensor.fault = CancelledError()
    with pytest.raises(CameraLost, match="The camera is closed"):
        camera.frame()


def test_a_picture_that_cannot_be_fetched_is_given_back_all_the_same(sensor: Sensor) -> None:
    camera = sensor.open()
    request = create_autospec(sensor.request_class, instance=True)
    request.make_array.side_effect = RuntimeError("Stream 'main' is not defined")
    sensor.camera.capture_request.side_effect = [request]
    with pytest.raises(CameraLost):
        camera.frame()
    request.release.assert_called_once_with()


def test_a_closed_camera_gives_no_frames(sensor: Sensor) -> None:
    camera = sensor.open()
    camera.close()
    camera.close()
    names = [call[0] for call in sensor.camera.method_calls]
    assert names[-2:] == ["cancel_all_and_flush", "close"]
    assert names.count("close") == 1
    with pytest.raises(CameraLost, match="closed"):
        camera.frame()


@pytest.mark.parametrize(
    ("told", "wished", "mode", "picture"),
    [
        pytest.param(IMX219, (1640, 1232), (1640, 1232), (1640, 1232), id="Module 2"),
        pytest.param(IMX219, (1920, 1080), (1640, 1232), (1438, 1080), id="Module 2, 16 to 9 wished"),
        pytest.param(IMX219, (3280, 2464), (3280, 2464), (3280, 2464), id="Module 2, all pixels"),
        pytest.param(IMX219, (8000, 6000), (3280, 2464), (3280, 2464), id="more than there is"),
        pytest.param(IMX708, (1640, 1232), (2304, 1296), (2190, 1232), id="Module 3"),
        pytest.param(IMX708, (640, 480), (2304, 1296), (852, 480), id="Module 3, small"),
        pytest.param(IMX708, (2592, 1944), (4608, 2592), (3456, 1944), id="Module 3, large"),
        pytest.param(IMX477, (1640, 1232), (2028, 1520), (1644, 1232), id="HQ"),
    ],
)
def test_the_mode_has_the_whole_view_and_the_picture_its_shape(
    told: list[dict[str, Any]], wished: tuple[int, int], mode: tuple[int, int], picture: tuple[int, int]
) -> None:
    modes = [
        SensorMode(one["size"], one["bit_depth"], one["crop_limits"][2] * one["crop_limits"][3])
        for one in told
    ]
    chosen = choose_mode(modes, wished)
    assert chosen is not None
    assert (chosen.size, picture_size(chosen, wished)) == (mode, picture)
    assert chosen.bit_depth >= 10


def test_without_modes_none_is_chosen() -> None:
    assert choose_mode([], (1640, 1232)) is None
