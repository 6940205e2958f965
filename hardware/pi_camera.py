"""The Raspberry Pi's own camera, through picamera2: Camera Module 2 and 3, HQ, and what is built like them.

Opened, it finds focus, exposure and colours once and holds them: the same table in the same light gives the
same picture for the whole game. Colour is BGR, which picamera2 calls "RGB888".
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from typing import Any

import numpy as np

from hardware.interfaces import CameraLost, Exposure, Frame

logger = logging.getLogger(__name__)

SETTLE_S = 1.0  # until automatic exposure and white balance have settled
FRAME_LIMIT_S = 2.0  # the longest exposure is a tenth of a second: without a picture by then, none comes
FOCUS_LIMIT_S = 6.0
MOST_FRAMES = 200  # of settling, in case the clock stands still
# Frames until the camera follows its controls. Before the sixth, a picture that looks as if it did may still
# be one that the automatics took.
HELD_AFTER, HELD_WITHIN = 6, 20
# From frame to frame, and so the longest exposure: longer than a tenth of a second every hand is a smear.
FRAME_US = (10_000, 100_000)
BUFFERS = 3
FULL_VIEW = 0.98  # of the widest view: sensors lose a few lines at the edge in some modes
AF_MANUAL = 0  # libcamera's AfModeEnum.Manual

NO_SOFTWARE = "The Pi camera cannot be used here. On a Raspberry Pi, type sudo apt install python3-picamera2."
NO_CAMERA = "No Pi camera was found: switch off, push its flat cable in at both ends, and switch on again."
BUSY = "The Pi camera does not open: another program uses it, or its cable is loose."
SILENT = "The Pi camera gives no picture: its flat cable may be loose."
CLOSED = "The camera is closed."


@dataclass(frozen=True, slots=True)
class Held:
    """What the camera found once and holds. `None`: this camera has no such control."""

    exposure_us: int | None
    gain: float | None
    colour_gains: tuple[float, float] | None  # red, blue
    lens_dioptres: float | None

    def controls(self) -> dict[str, object]:
        """By libcamera's names. Not `AeEnable` and `AwbEnable`: switched off, they may freeze old values."""
        lens = {} if self.lens_dioptres is None else {"AfMode": AF_MANUAL, "LensPosition": self.lens_dioptres}
        named = {
            "ExposureTime": self.exposure_us,
            "AnalogueGain": self.gain,
            "ColourGains": self.colour_gains,
        }
        return {**{name: value for name, value in named.items() if value is not None}, **lens}

    def is_shown_by(self, metadata: Mapping[str, Any]) -> bool:
        """Whether a picture was taken so. The sensor rounds: exposures to its lines, gains to its steps."""
        gains, held_gains = metadata.get("ColourGains") or (None, None), self.colour_gains or (None, None)
        return (
            _near(metadata.get("ExposureTime"), self.exposure_us, 0.02, 60)
            and _near(metadata.get("AnalogueGain"), self.gain, 0.05, 0.0)
            and _near(gains[0], held_gains[0], 0.02, 0.0)
            and _near(gains[1], held_gains[1], 0.02, 0.0)
            and _near(metadata.get("LensPosition"), self.lens_dioptres, 0.0, 0.05)
        )


@dataclass(frozen=True, slots=True)
class SensorMode:
    """One way to read the sensor out."""

    size: tuple[int, int]
    bit_depth: int
    view: int  # how much of the sensor it sees, in pixels of the sensor


def choose_mode(modes: Sequence[SensorMode], wished: tuple[int, int]) -> SensorMode | None:
    """Of the modes with the whole view, the smallest that is high enough, else the largest."""
    widest = max((mode.view for mode in modes), default=0)
    whole = [mode for mode in modes if mode.view >= FULL_VIEW * widest]
    enough = [mode for mode in whole if mode.size[1] >= wished[1]]
    if enough:
        return min(enough, key=lambda mode: (mode.size[1], -mode.bit_depth))
    return max(whole, key=lambda mode: (mode.size[1], mode.bit_depth), default=None)


def picture_size(mode: SensorMode, wished: tuple[int, int]) -> tuple[int, int]:
    """The wished height in the sensor's own shape: another shape would cut off part of the view."""
    height = min(wished[1], mode.size[1]) // 2 * 2
    return round(height * mode.size[0] / mode.size[1]) // 2 * 2, height


class PiCamera:
    """Gives frames exposed after they were asked for. It is for one thread, but any may close it."""

    def __init__(
        self,
        wished: tuple[int, int] = (1640, 1232),
        *,
        number: int = 0,
        focus_m: float | None = None,
        held: Held | None = None,
        settle_s: float = SETTLE_S,
        limit_s: float = FRAME_LIMIT_S,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Open the camera, which takes about two seconds; `CameraLost` if that fails.

        `wished`: width and height; the picture has this height and the sensor's shape. `focus_m`: how far
        away the table is; `None`: a camera that can focus finds out. `held`: what another `PiCamera` held,
        so that a camera that was lost for a moment comes back with the same picture.
        """
        self._clock, self._limit_s = clock, limit_s
        self._camera: Any = _open(number)
        self._is_open = True
        try:
            with self._telling_faults():
                self._size = self._configure(wished)
                self._camera.start()
                self.held = self._find(focus_m, settle_s) if held is None else held
                self._hold(self.held)
        except BaseException:
            self._give_up()
            raise

    @property
    def size(self) -> tuple[int, int]:
        return self._size

    def frame(self) -> Frame:
        """A picture exposed after this call."""
        return self.burst(1)[0]

    def burst(self, count: int) -> list[Frame]:
        """The first is exposed after this call, the others right after it."""
        if not self._is_open:
            raise CameraLost(CLOSED)
        with self._telling_faults():
            return [self._take(is_first=index == 0) for index in range(count)]

    def close(self) -> None:
        """Let go of the camera; who waits for a picture gets `CameraLost`."""
        if self._is_open:
            self._is_open = False
            # What waits for a picture would hold up the end, for ever if none comes.
            self._camera.cancel_all_and_flush()
            self._camera.close()

    def _configure(self, wished: tuple[int, int]) -> tuple[int, int]:
        """Ask for a picture of the whole view; its size."""
        mode = choose_mode(_modes(self._camera.sensor_modes), wished)
        size = wished if mode is None else picture_size(mode, wished)
        sensor = {} if mode is None else {"output_size": mode.size, "bit_depth": mode.bit_depth}
        limits = self._advertised({"FrameDurationLimits": FRAME_US})
        configuration = self._camera.create_still_configuration(
            main={"size": size, "format": "RGB888"},  # BGR in numpy
            raw=None,
            buffer_count=BUFFERS,
            queue=False,  # else the picture that comes first is one that was taken before
            sensor=sensor,
            controls=limits,
        )
        self._camera.configure(configuration)
        width, height = self._camera.camera_configuration()["main"]["size"]
        return int(width), int(height)

    def _find(self, focus_m: float | None, settle_s: float) -> Held:
        """Let the automatics settle, and read what they found."""
        can_focus = "LensPosition" in self._camera.camera_controls
        if can_focus and focus_m is None:
            self._focus()
        settled_s = self._clock() + settle_s
        for _ in range(MOST_FRAMES):
            metadata = self._metadata()
            if self._clock() >= settled_s:
                break
        gains = metadata.get("ColourGains")
        return Held(
            metadata.get("ExposureTime"),
            metadata.get("AnalogueGain"),
            None if gains is None else (gains[0], gains[1]),
            None if not can_focus else metadata.get("LensPosition") if focus_m is None else 1 / focus_m,
        )

    def _focus(self) -> None:
        """Look for the focus once. Without it the picture is blurred, which is better than none."""
        try:
            is_sharp = self._camera.autofocus_cycle(wait=FOCUS_LIMIT_S)
        except TimeoutError:
            self._camera.cancel_all_and_flush()
            is_sharp = False
        if not is_sharp:
            logger.warning("the camera did not find its focus: is there light, and something to see?")

    def _hold(self, held: Held) -> None:
        """Set the controls, and wait until pictures are taken so."""
        self._camera.set_controls(self._advertised(held.controls()))
        for number in range(1, HELD_WITHIN + 1):
            if held.is_shown_by(self._metadata()) and number >= HELD_AFTER:
                return
        logger.warning("the camera does not hold its exposure: %s", held)

    def _advertised(self, controls: dict[str, object]) -> dict[str, object]:
        """Those that this camera has: picamera2 refuses others."""
        known = self._camera.camera_controls
        return {name: value for name, value in controls.items() if name in known}

    def _metadata(self) -> Mapping[str, Any]:
        metadata: Mapping[str, Any] = self._camera.capture_metadata(wait=self._limit_s)
        return metadata

    def _take(self, is_first: bool) -> Frame:
        asked_s = self._clock()
        # With `flush` it begins after the call; later ones of a burst follow it in any case.
        request = self._camera.capture_request(wait=self._limit_s, flush=True if is_first else None)
        try:
            pixels, metadata = request.make_array("main"), request.get_metadata()
        finally:
            request.release()  # or the camera runs out of buffers and stops
        return Frame(np.asarray(pixels, np.uint8), _began_s(metadata, asked_s), _exposure(metadata))

    @contextmanager
    def _telling_faults(self) -> Iterator[None]:
        """Whatever picamera2 raises comes out as `CameraLost`."""
        try:
            yield
        except TimeoutError as fault:
            self._camera.cancel_all_and_flush()  # else what was asked for stays in the way of closing
            raise CameraLost(SILENT) from fault
        except CancelledError as fault:
            raise CameraLost(CLOSED) from fault
        except Exception as fault:  # libcamera's faults have no common kind
            raise CameraLost(SILENT if self._is_open else CLOSED) from fault

    def _give_up(self) -> None:
        try:
            self.close()
        except Exception:  # why it could not be opened is what matters
            logger.warning("the camera did not close", exc_info=True)


def _open(number: int) -> Any:
    try:
        from picamera2 import Picamera2
    except (ImportError, ValueError) as fault:  # ValueError: its parts are built for another numpy
        raise CameraLost(NO_SOFTWARE) from fault
    try:
        if number >= len(Picamera2.global_camera_info()):
            raise CameraLost(NO_CAMERA)
        return Picamera2(number)
    except CameraLost:
        raise
    except Exception as fault:
        raise CameraLost(BUSY) from fault


def _modes(told: Sequence[Mapping[str, Any]]) -> list[SensorMode]:
    """Cameras that are not the Pi's own tell neither size nor crop."""
    return [
        SensorMode(mode["size"], mode.get("bit_depth", 10), mode["crop_limits"][2] * mode["crop_limits"][3])
        for mode in told
        if "size" in mode and "crop_limits" in mode
    ]


def _near(value: float | None, wanted: float | None, share: float, least: float) -> bool:
    if value is None or wanted is None:
        return True  # nothing to compare
    return abs(value - wanted) <= max(share * wanted, least)


def _began_s(metadata: Mapping[str, Any], asked_s: float) -> float:
    """When the exposure began, by the monotonic clock. The stamp is of its end, as the first line is read."""
    stamp_ns = metadata.get("SensorTimestamp")
    if stamp_ns is None:
        return asked_s
    return float(stamp_ns - 1000 * metadata.get("ExposureTime", 0)) / 1e9


def _exposure(metadata: Mapping[str, Any]) -> Exposure:
    time_us, gains = metadata.get("ExposureTime"), metadata.get("ColourGains")
    return Exposure(
        None if time_us is None else time_us / 1e6,
        metadata.get("AnalogueGain"),
        None if gains is None else (gains[0], gains[1]),
        metadata.get("LensPosition"),
        metadata.get("Lux"),
    )
