"""The doctor as a whole: versions, the order of things, the report, and the words in both languages."""

from __future__ import annotations

import json
import string
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from companion.doctor import CHECKS, Fitted, Patient, examine
from companion.doctor_command import report
from companion.doctor_devices import PinsFound
from companion.doctor_findings import Finding, Teller
from companion.doctor_versions import LEAST, Parts, check_versions, load_parts
from companion.doctor_words import DEVICES, TITLES, WORDS
from companion.rules.verdict import LANGUAGES
from companion.settings import Settings
from hardware.interfaces import Camera, CameraLost
from tests.made_up import MB, MOUNTS, NOW_S, answering, connect, put

EN = Teller("en")
A_WEEK_S = 7 * 86_400.0

# Versions ----------------------------------------------------------------------------------------------

LOADED = ("numpy 1.24.2", "cv2 4.6.0", "PIL 9.4.0", "pygame 2.1.2")


@pytest.mark.parametrize(
    ("parts", "is_pi", "state", "sentence"),
    [
        pytest.param(Parts(LOADED), True, "ok", "Trioscope 1.0, " + ", ".join(LOADED) + ".", id="all"),
        pytest.param(
            Parts(LOADED, missing=("picamera2",)),
            False,
            "ok",
            "Trioscope 1.0, " + ", ".join(LOADED) + ".",
            id="a desk",
        ),
        pytest.param(
            Parts(LOADED, missing=("picamera2", "gpiozero 2.0")),
            True,
            "warn",
            "On this Raspberry Pi this is missing: picamera2, gpiozero 2.0.",
            id="a Pi without its parts",
        ),
        pytest.param(
            Parts(LOADED[:2], missing=("pygame",)),
            False,
            "bad",
            "This is missing: pygame.",
            id="without pygame",
        ),
        pytest.param(
            Parts(LOADED, broken=("simplejpeg", "picamera2")),
            True,
            "bad",
            "This does not load beside the rest: simplejpeg, picamera2.",
            id="another NumPy",
        ),
        pytest.param(
            Parts(LOADED, broken=("picamera2",)),
            False,
            "ok",
            "Trioscope 1.0, " + ", ".join(LOADED) + ".",
            id="a desk with picamera2 and without libcamera",
        ),
        pytest.param(
            Parts(LOADED, has_two_pygames=True),
            False,
            "warn",
            "Two kinds of pygame are installed, and they get in each other's way.",
            id="two pygames",
        ),
    ],
)
def test_parts_that_are_missing_or_do_not_fit_are_named(
    parts: Parts, is_pi: bool, state: str, sentence: str
) -> None:
    finding = check_versions(EN, ["Trioscope 1.0"], parts, is_pi)
    assert (finding.state, finding.sentence) == (state, sentence)


def test_parts_are_loaded_together_and_each_fault_is_kept() -> None:
    versions = {"numpy": "2.2", "cv2": None, "PIL": "11.1", "simplejpeg": "1.8", "gpiozero": "1.6.2"}

    def load(name: str) -> object:
        if name == "simplejpeg":
            raise ValueError("numpy.dtype size changed")
        return object()

    parts = load_parts(load, versions.__contains__, versions.get)
    assert parts == Parts(
        loaded=("numpy 2.2", "cv2 ?", "PIL 11.1"),
        missing=("pygame", "onnxruntime", "picamera2", "gpiozero 2.0", "lgpio"),
        broken=("simplejpeg",),
    )


@pytest.mark.parametrize(
    ("installed", "is_enough"),
    [
        pytest.param("0.3.12-2", False, id="the first bookworm"),
        pytest.param("0.3.9", False, id="numbers, not letters"),
        pytest.param("0.3.21", True, id="just enough"),
        pytest.param("0.3.31-1", True, id="trixie"),
        pytest.param("1.0", True, id="some day"),
    ],
)
def test_a_picamera2_that_is_too_old_is_as_good_as_missing(installed: str, is_enough: bool) -> None:
    parts = load_parts(lambda name: object(), {"picamera2"}.__contains__, lambda name: installed)
    assert (f"picamera2 {installed}" in parts.loaded) is is_enough
    assert ("picamera2 0.3.21" in parts.missing) is not is_enough


def test_the_least_versions_are_those_of_the_project() -> None:
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))[
        "project"
    ]
    wanted = {*project["dependencies"], *project["optional-dependencies"]["pi"]}
    for name, least in LEAST.items():
        assert any(one.split(",")[0] == f"{name}>={least}" for one in wanted), name


def test_both_pygames_at_once_are_noticed() -> None:
    parts = load_parts(lambda name: object(), lambda name: True, lambda name: "2.6.1")
    assert parts.has_two_pygames
    assert "lgpio 2.6.1" in parts.loaded


# All together ------------------------------------------------------------------------------------------


def no_camera() -> Camera:
    raise CameraLost("The camera is not there.")


@pytest.fixture
def patient(tmp_path: Path) -> Patient:
    """A Pi on which nothing is wrong but the camera."""
    root = tmp_path / "root"
    put(root, "proc/mounts", MOUNTS)
    put(root, "sys/class/thermal/thermal_zone0/temp", "40000\n")
    connect(root, DSI="connected")
    return Patient(
        Settings.load(environ={"HOME": str(tmp_path)}),
        fit=lambda: Fitted("usb", no_camera, PinsFound(True)),
        driver=lambda: "kmsdrm",
        parts=lambda: Parts(LOADED),
        free_bytes=lambda folder: 5_000 * MB,
        run=answering(vcgencmd="throttled=0x0", timedatectl="yes"),
        now_s=NOW_S,
        installed_s=NOW_S - A_WEEK_S,
        is_pi=True,
        root=root,
    )


def states(findings: Sequence[Finding]) -> dict[str, str]:
    return {finding.name: finding.state for finding in findings}


def test_everything_is_looked_at_once(patient: Patient) -> None:
    found = states(examine(patient, "en"))
    assert list(found) == list(CHECKS)
    assert {name for name, state in found.items() if state == "bad"} == {"camera"}
    assert {name for name, state in found.items() if state == "unknown"} == {"view", "focus", "light"}
    assert set(found.values()) == {"ok", "bad", "unknown"}


def test_only_what_was_asked_for_is_looked_at(patient: Patient) -> None:
    def fit() -> Fitted:
        raise AssertionError("nobody asked for the camera")

    assert list(states(examine(replace(patient, fit=fit), "en", ["disk", "time"]))) == ["disk", "time"]


def test_a_running_kiosk_keeps_its_camera_and_pins(patient: Patient) -> None:
    def fit() -> Fitted:
        raise AssertionError("the kiosk uses them")

    run = answering(systemctl="active\n", vcgencmd="throttled=0x0", timedatectl="yes")
    findings = examine(replace(patient, fit=fit, run=run), "en")
    assert {name for name, state in states(findings).items() if state == "unknown"} == {
        "camera",
        "view",
        "focus",
        "light",
        "pins",
    }
    assert next(one for one in findings if one.name == "pins").what_to_do == (
        "To check it, type sudo systemctl stop trioscope, then sudo trioscope doctor."
    )


@pytest.mark.parametrize(("is_pi", "state"), [(True, "bad"), (False, "warn")], ids=["a Pi", "a desk"])
def test_a_virtual_camera_is_a_fault_only_on_a_box(patient: Patient, is_pi: bool, state: str) -> None:
    virtual = replace(patient, is_pi=is_pi, fit=lambda: Fitted("virtual", no_camera, PinsFound(is_pi)))
    (finding,) = examine(virtual, "en", ["camera"])
    assert (finding.state, finding.sentence) == (
        state,
        "No camera is used: the virtual table stands in for it.",
    )


def test_a_check_that_stumbles_costs_nobody_the_others(patient: Patient) -> None:
    def parts() -> Parts:
        raise RuntimeError("a driver’s own")

    findings = examine(replace(patient, parts=parts), "en", ["versions", "disk"])
    assert (findings[0].state, findings[0].sentence) == (
        "unknown",
        "This could not be checked (RuntimeError, a driver’s own).",
    )
    assert findings[1].state == "ok"


def test_the_report_lists_what_to_do_and_ends_with_1_if_there_is_a_fault(
    patient: Patient, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    full = replace(patient, free_bytes=lambda folder: 0)
    assert report(full, "en", ["disk", "temperature"], as_json=False) == 1
    assert capfdbinary.readouterr().out.decode().splitlines() == [
        "FAULT  disk         The disk is full: 0 MB are left.",
        "                    → Make room now, or games are kept in memory only: sudo apt clean, or fewer "
        "pictures_mb in the settings.",
        "ok     temperature  40 °C.",
        "1 fault, 0 to look at.",
    ]
    assert report(patient, "fr", ["disk"], as_json=False) == 0
    assert capfdbinary.readouterr().out.decode().splitlines() == [
        "ok      disque  Il y a de la place : 5000 Mo libres.",
        "Tout est en ordre.",
    ]


def test_the_report_as_json_has_every_finding(
    patient: Patient, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert report(patient, "en", ["camera", "disk"], as_json=True) == 1
    told = json.loads(capfdbinary.readouterr().out)
    assert told["states"] == {"ok": 1, "warn": 0, "bad": 1, "unknown": 0}
    assert told["findings"][0] == {
        "name": "camera",
        "state": "bad",
        "sentence": "The camera gives no picture.",
        "what_to_do": "Switch off, push its cable in at both ends, and switch on again. Close other programs "
        "that use it, and check kind under [camera] in the settings.",
    }


# Words -------------------------------------------------------------------------------------------------


def test_every_language_has_the_same_words() -> None:
    for table in (WORDS, TITLES, DEVICES):
        assert set(table) == set(LANGUAGES)
        assert set(table["en"]) == set(table["fr"])
    assert set(CHECKS) <= set(TITLES["en"])


def test_both_languages_use_the_same_details() -> None:
    def details(pair: tuple[str, str]) -> list[set[str]]:
        return [{name for _, name, _, _ in string.Formatter().parse(text) if name} for text in pair]

    for reason, pair in WORDS["en"].items():
        assert details(pair) == details(WORDS["fr"][reason]), reason
        assert [bool(text) for text in pair] == [bool(text) for text in WORDS["fr"][reason]], reason
