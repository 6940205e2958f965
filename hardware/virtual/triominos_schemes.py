"""Colour schemes of Triominos sets by name: what they are made of, and in which colours they are marked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hardware.virtual.split import Part, names_of_part

Inks = tuple[str, str, str, str, str, str]


@dataclass(frozen=True, slots=True)
class Scheme:
    """One way to colour a set: the material's kind, and the inks of the numbers 0 to 5 as #rrggbb."""

    kind: str  # a kind of `textures.material_names`, or "wood-mixed": every tile from another wood
    marks: Literal["digits", "pips"]
    inks: Inks


def scheme_names(part: Part = "all") -> tuple[str, ...]:
    """Give the schemes of a part, always in one order."""
    return names_of_part(SCHEMES, part, "triominos-scheme")


def _one(code: str) -> Inks:
    return (code, code, code, code, code, code)


# The wooden set in the photographs; nothing is drilled for 0.
_PHOTO_PIPS: Inks = ("#e8e4da", "#e8e4da", "#2c5240", "#e0a520", "#2f62b0", "#c02a32")
_BRIGHT: Inks = ("#f4f2ec", "#f2c832", "#6fc460", "#6fb4ee", "#f08a3c", "#f07a86")
_PASTEL: Inks = ("#f0eee8", "#f6dc8c", "#a8dca0", "#a4cdf0", "#f2b8a0", "#e2b0dc")
_DEEP: Inks = ("#222222", "#b01c22", "#1d6e38", "#1c429c", "#6c2c86", "#a04a10")
_CLASSIC: Inks = ("#1c1c1e", "#1f4fa8", "#c0262a", "#1f7a3e", "#5a3a24", "#5c2c84")
_SCHOOL: Inks = ("#3a3a3c", "#c2341c", "#16589a", "#2c7030", "#8a2264", "#7a5200")
_JEWEL: Inks = ("#141414", "#8c1230", "#0d4f5c", "#173a7a", "#4a1d66", "#2c5a1c")

_DIGITS: dict[str, dict[str, Inks]] = {
    "ivory": {
        "black": _one("#1b1b1d"),
        "ink blue": _one("#1d3270"),
        "oxblood": _one("#6c1a1c"),
        "bottle green": _one("#1d4a32"),
        "sepia": _one("#4a3222"),
        "red": _one("#b8242a"),
        "petrol": _one("#14505c"),
        "purple": _one("#4a2568"),
        "grey": _one("#55565a"),
        "deep colours": _DEEP,
        "classic colours": _CLASSIC,
        "school colours": _SCHOOL,
        "jewel colours": _JEWEL,
    },
    "black-plastic": {
        "white": _one("#ecebe6"),
        "ivory": _one("#e2d6b4"),
        "gold": _one("#c8a04a"),
        "silver": _one("#b4b6ba"),
        "sky": _one("#86b8e0"),
        "red": _one("#d8483e"),
        "bright colours": _BRIGHT,
        "pastel colours": _PASTEL,
    },
    "wood-light": {
        "burnt": _one("#33231a"),
        "black": _one("#1e1d1c"),
        "navy": _one("#1c2c58"),
        "red": _one("#8c1f1e"),
        "green": _one("#1c4a30"),
        "deep colours": _DEEP,
        "jewel colours": _JEWEL,
    },
    "wood-medium": {
        "burnt": _one("#20140d"),
        "black": _one("#151414"),
        "cream": _one("#f3e9cc"),
        "white": _one("#f2f0ea"),
    },
    "wood-dark": {
        "white": _one("#eeece4"),
        "cream": _one("#e4d8b4"),
        "gold": _one("#c9a24c"),
        "pastel colours": _PASTEL,
        "bright colours": _BRIGHT,
    },
    "coloured-plastic": {
        "white": _one("#f2f1ec"),
        "cream": _one("#f2e8c8"),
        "black": _one("#18181a"),
        "midnight": _one("#141c3c"),
        "lemon": _one("#f6e24c"),
        "bordeaux": _one("#420c18"),
    },
}
_PIPS: dict[str, dict[str, Inks]] = {
    "ivory": {"black": _one("#1b1b1d"), "red": _one("#a8242a"), "deep colours": _DEEP, "school": _SCHOOL},
    "black-plastic": {"white": _one("#ecebe6"), "gold": _one("#c8a04a"), "bright colours": _BRIGHT},
    "wood-light": {"burnt": _one("#33231a"), "black": _one("#1e1d1c"), "deep colours": _DEEP},
    "wood-medium": {"photo": _PHOTO_PIPS, "white": _one("#f0eee6"), "black": _one("#161514")},
    "wood-dark": {"photo": _PHOTO_PIPS, "white": _one("#eeece4"), "bright colours": _BRIGHT},
    "wood-mixed": {"photo": _PHOTO_PIPS, "pastel colours": _PASTEL, "white": _one("#f0eee6")},
    "coloured-plastic": {"white": _one("#f2f1ec"), "black": _one("#18181a")},
}
SCHEMES: dict[str, Scheme] = {
    f"{kind} digits {name}": Scheme(kind, "digits", inks)
    for kind, schemes in _DIGITS.items()
    for name, inks in schemes.items()
} | {
    f"{kind} pips {name}": Scheme(kind, "pips", inks)
    for kind, schemes in _PIPS.items()
    for name, inks in schemes.items()
}
