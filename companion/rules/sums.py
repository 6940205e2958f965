"""How points add up, spelled out as on a score sheet: `trio 3 + 8 + 4 = 30`, `11 × 2 + 3 = 25`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rules.verdict import Language

if TYPE_CHECKING:
    from companion.rules import triolet, triominos
    from companion.rules.triominos.position import Scoring

WORDS: dict[Language, dict[str, str]] = {
    "en": {"trio": "trio", "joker": "joker", "triolet": "Triolet", "bridge": "bridge", "tile": "tile",
           "alone": "alone", "hexagon": "hexagon", "two-hexagons": "double hexagon",
           "three-hexagons": "triple hexagon"},
    "fr": {"trio": "trio", "joker": "joker", "triolet": "Triolet", "bridge": "pont", "tile": "tuile",
           "alone": "seul", "hexagon": "hexagone", "two-hexagons": "double hexagone",
           "three-hexagons": "triple hexagone"},
}  # fmt: skip


def spell_triolet(verdict: triolet.Legal, language: Language = "en") -> list[str]:
    """One line for each set, and one for the Triolet bonus."""
    words = WORDS[language]
    lines = [_spell_set(new_set, words) for new_set in verdict.sets]
    if verdict.bonus:
        lines.append(f"{words['triolet']} + {verdict.bonus}")
    return lines


def spell_triominos(
    move: triominos.Move, verdict: triominos.Legal, language: Language = "en", scoring: Scoring = "standard"
) -> list[str]:
    """One line for the tile, and one for a bridge or the hexagons if they count."""
    words = WORDS[language]
    numbers = " + ".join(str(number) for number in move.corners)
    tile = numbers + " =" if scoring == "standard" else words["tile"]
    lines = [f"{tile} {verdict.tile}"]
    if verdict.bridge:
        lines.append(f"{words['bridge']} + {verdict.bridge}")
    if verdict.hexagon:
        name = ("hexagon", "two-hexagons", "three-hexagons")[verdict.hexagons - 1]
        lines.append(f"{words[name]} + {verdict.hexagon}")
    return lines


def _spell_set(new_set: triolet.TokenSet, words: dict[str, str]) -> str:
    values = [words["joker"] if token.is_joker else token.face for token in new_set.tokens]
    if new_set.kind == "trio":
        doubled = f" × {new_set.multiplier} = {new_set.points}" if new_set.multiplier > 1 else ""
        return f"{words['trio']} {' + '.join(values)} = 30{doubled}"
    if new_set.kind == "single" and new_set.multiplier == 1:  # the setting lone_opening = "zero"
        return f"{values[0]} {words['alone']} = {new_set.points}"
    terms = [
        f"{value} × {factor}" if factor > 1 else value
        for value, factor in zip(values, new_set.factors, strict=True)
    ]
    return f"{' + '.join(terms)} = {new_set.points}"
