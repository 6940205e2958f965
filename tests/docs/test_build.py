"""docs/build.md: what it says of pins and heights is what the program does, and it is up to date."""

from __future__ import annotations

import re
import tomllib
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from companion.settings import Settings
from hardware.gpio import HEADER_PINS
from tests.docs.build_page import BUILD, PICTURES, drawings, with_tables
from tests.docs.parts import GROUNDS, POWER, needed_parts, optional_parts, pin_name
from tests.docs.wiring import pin_at

PAGE = BUILD.read_text(encoding="utf-8")
SVG = "{http://www.w3.org/2000/svg}"


def test_the_tables_are_those_of_the_settings_and_of_the_lenses() -> None:
    assert with_tables(PAGE) == PAGE, "type make docs"


@pytest.mark.parametrize("name", drawings())
def test_the_drawings_are_up_to_date(name: str) -> None:
    assert (PICTURES / name).read_text(encoding="utf-8") == drawings()[name], "type make docs"


def test_every_default_pin_is_in_the_wiring_table() -> None:
    """Read from the page itself, so that it would be noticed if the table were computed wrongly."""
    rows = dict(re.findall(r"^\| ([A-Z][^|]+?) \| \d+ \| \*\*(\d+)\*\* ", PAGE, re.MULTILINE))
    settings = Settings()
    wanted = {
        "End turn": settings.buttons.end_turn,
        "Undo": settings.buttons.undo,
        "Draw": settings.buttons.draw,
        "Menu": settings.buttons.menu,
        "Green light": settings.lights.green,
        "Amber light": settings.lights.amber,
        "Red light": settings.lights.red,
        "Buzzer": settings.lights.buzzer,
    }
    assert {name: int(rows[name]) for name in wanted} == {
        name: HEADER_PINS[bcm] for name, bcm in wanted.items()
    }


def test_every_pin_of_the_header_is_one_thing() -> None:
    assert len(GROUNDS) + len(POWER) + len(HEADER_PINS) == 40
    assert {pin_name(header) for header in (11, 39, 4)} == {"GPIO17", "ground", "5 V"}


@pytest.mark.parametrize(
    "block", re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL), ids=lambda text: text[:9]
)
def test_the_examples_of_settings_can_be_used(block: str, tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(block, encoding="utf-8")
    settings = Settings.load(file, {"HOME": str(tmp_path)})
    (section,) = tomllib.loads(block)
    assert any(key.startswith(f"{section}.") for key in settings.from_file)


def test_settings_in_running_text_are_known() -> None:
    """`focus_cm = 50` under `[camera]`, and so on."""
    keys = {key.partition(".")[2] for key in Settings().values()}
    assert set(re.findall(r"`([a-z_]+) = [^`]+`", PAGE)) <= keys


def test_the_suggested_lamps_take_no_pin_that_is_used() -> None:
    pins = [part.bcm for part in (*needed_parts(), *optional_parts())]
    assert len(pins) == len(set(pins)) == 16
    assert not {0, 1, 2, 3, 14, 15} & set(pins)  # memory chips, I2C and the serial line have theirs


def test_each_wire_of_the_drawing_ends_at_its_pin() -> None:
    root = ElementTree.fromstring(drawings()["wiring.svg"])
    ends = {line.get("points", "").split()[-1] for line in root.iter(f"{SVG}polyline")}
    said = {text.text for text in root.iter(f"{SVG}text")}
    for part in needed_parts():
        x, y = pin_at(part.header)
        assert any(abs(float(end.split(",")[0]) - x) < 11 and float(end.split(",")[1]) == y for end in ends)
        assert {part.name, f"GPIO{part.bcm}, pin {part.header}"} <= said


def test_the_check_page_is_a4_and_its_outline_square() -> None:
    root = ElementTree.fromstring(drawings()["check-page.svg"])
    assert (root.get("width"), root.get("height")) == ("210mm", "297mm")
    outline = next(rect for rect in root.iter(f"{SVG}rect") if rect.get("fill") == "none")
    assert outline.get("width") == outline.get("height")
    xs = [float(point.split(",")[0]) for point in _points(root)]
    assert min(xs) >= 10 and max(xs) <= 200  # printers leave a margin


@pytest.mark.parametrize("path", re.findall(r"\]\((pictures/[^)]+)\)", PAGE))
def test_every_picture_is_there_and_small(path: str) -> None:
    file = BUILD.parent / path
    assert 0 < file.stat().st_size < 60_000


def _points(root: ElementTree.Element) -> list[str]:
    shapes = [*root.iter(f"{SVG}polyline"), *root.iter(f"{SVG}polygon")]
    return [point for shape in shapes for point in shape.get("points", "").split()]
