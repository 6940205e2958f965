"""The parts of docs/build.md that are computed: its tables, its drawings, and the page to print."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from calibration.mounting import LENSES, mount_at_most, mount_over
from tests.docs.check_page import draw_check_page
from tests.docs.parts import SUGGESTED, WIRING, Part, needed_parts, optional_parts
from tests.docs.wiring import draw_wiring

DOCS = Path(__file__).parent.parent.parent / "docs"
BUILD, PICTURES = DOCS / "build.md", DOCS / "pictures"
BOARD_MM = 320.0  # what docs/build.md says a board measures


def drawings() -> dict[str, str]:
    """The drawings, by the name of their file."""
    return {"wiring.svg": draw_wiring(), "check-page.svg": draw_check_page()}


def with_tables(page: str) -> str:
    """The page with every computed part between its marks as it is now."""
    for name, text in tables().items():
        before, begin, rest = page.partition(f"<!-- {name} -->\n")
        _, end, after = rest.partition(f"<!-- end {name} -->")
        if not begin or not end:
            raise ValueError(f"{BUILD.name} has no place for {name}.")
        page = before + begin + text + end + after
    return page


def tables() -> dict[str, str]:
    return {
        "wiring": wiring_table(needed_parts()),
        "lamps": wiring_table(optional_parts()) + f"\n```toml\n{SUGGESTED}```\n",
        "heights": height_table(BOARD_MM),
    }


def wiring_table(parts: Sequence[Part]) -> str:
    rows = [
        "| part | GPIO (in the settings) | pin of the header | ground | how |",
        "| --- | --- | --- | --- | --- |",
    ]
    for part in parts:
        rows.append(
            f"| {part.name} | {part.bcm} | **{part.header}** | pin {part.ground} | {WIRING[part.kind]} |"
        )
    return "\n".join(rows) + "\n"


def height_table(board_mm: float) -> str:
    rows = [
        "| camera | sees | height for the board | sees there | height at most | sees there |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for lens in LENSES:
        low, high = mount_over(lens, board_mm), mount_at_most(lens)
        view = "° x ".join(f"{degrees:.0f}" for degrees in lens.view_deg) + "°"
        rows.append(
            f"| {lens.name} | {view} | **{low.height_mm / 10:.0f} cm** | {_area(low.seen_mm)} "
            f"| {high.height_mm / 10:.0f} cm | {_area(high.seen_mm)} |"
        )
    return "\n".join(rows) + "\n"


def _area(seen_mm: tuple[float, float]) -> str:
    return " x ".join(f"{side / 10:.0f}" for side in seen_mm) + " cm"
