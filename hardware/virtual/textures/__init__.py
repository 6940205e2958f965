"""Table tops and piece materials, drawn from a seed: the catalogue and the two calls that draw from it.

A texture is named `KIND/PALETTE`, "gingham/red" or "oak/honey": the kind is the way it is drawn, the palette
its colours, and the generator decides all the rest (size of checks, rings, folds, where it lies). Lengths are
those of real tables in millimetres, whatever the resolution. The split into what may be trained on and what
is held out is made over whole names: no training picture shows a held-out texture in the same colours.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping

import numpy as np

from hardware.virtual.split import Part, names_of_part
from hardware.virtual.textures.kinds import PIECE_KINDS, TABLE_KINDS, Group, Kind
from hardware.virtual.textures.noise import Bytes, Size

__all__ = ["Group", "TextureError", "kind_names", "material", "material_names", "table_top"]


class TextureError(ValueError):
    """A texture that does not exist or cannot be drawn at this size; the message is for a person."""


def table_top(kind: str, rng: np.random.Generator, size_px: Size, px_per_mm: float) -> Bytes:
    """Draw the table top `KIND/PALETTE` from straight above as BGR, (rows, columns) pixels, evenly lit."""
    return _draw(TABLE_KINDS, kind, rng, size_px, px_per_mm)


def material(kind: str, rng: np.random.Generator, size_px: Size, px_per_mm: float) -> Bytes:
    """Draw the piece material `KIND/PALETTE` as BGR, (rows, columns) pixels, evenly lit, grain along rows."""
    return _draw(PIECE_KINDS, kind, rng, size_px, px_per_mm)


def kind_names(part: Part = "all", group: Group | None = None) -> tuple[str, ...]:
    """Give the table tops of a part as `KIND/PALETTE`, all or those of one group, always in one order."""
    return _names(TABLE_KINDS, part, group)


def material_names(part: Part = "all", kind: str | None = None) -> tuple[str, ...]:
    """Give the piece materials of a part as `KIND/PALETTE`, all or those of one kind such as "ivory"."""
    names = _names(PIECE_KINDS, part, None)
    if kind is None:
        return names
    if kind not in PIECE_KINDS:
        raise TextureError(_unknown(kind, PIECE_KINDS))
    return tuple(name for name in names if name.partition("/")[0] == kind)


def _names(kinds: Mapping[str, Kind], part: Part, group: Group | None) -> tuple[str, ...]:
    names = (
        f"{name}/{palette}"
        for name, kind in kinds.items()
        if group in (None, kind.group)
        for palette in kind.palettes
    )
    return names_of_part(names, part, "texture")


def _draw(
    kinds: Mapping[str, Kind], name: str, rng: np.random.Generator, size: Size, px_per_mm: float
) -> Bytes:
    kind, _, palette = name.partition("/")
    if kind not in kinds or palette not in kinds[kind].palettes:
        raise TextureError(_unknown(name, _names(kinds, "all", None)))
    if min(size) < 1 or px_per_mm <= 0:
        raise TextureError(
            f"A texture of {size[1]} x {size[0]} pixels at {px_per_mm} pixels to the millimetre "
            "cannot be drawn: all three must be above 0."
        )
    picture = kinds[kind].draw(kinds[kind].palettes[palette], rng, size, px_per_mm)
    return np.ascontiguousarray(picture)


def _unknown(name: str, known: Mapping[str, Kind] | tuple[str, ...]) -> str:
    palettes = [other for other in known if other.startswith(f"{name}/")]
    if palettes:
        return f"The texture {name} needs a palette: name one, such as {palettes[0]}."
    near = difflib.get_close_matches(name, list(known), n=1, cutoff=0.5)
    hint = (
        f"did you mean {near[0]}?" if near else f"there are {len(known)} others, such as {next(iter(known))}."
    )
    return f"There is no texture called {name}: {hint}"
