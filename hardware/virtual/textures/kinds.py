"""The catalogue: what a texture is called, who draws it, and the palettes it comes in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, Protocol

import numpy as np

from hardware.virtual.textures import cloths, flowers, materials, palettes, plains, prints, stones
from hardware.virtual.textures.newspaper import newspaper
from hardware.virtual.textures.noise import Bytes, Size
from hardware.virtual.textures.woods import wood_piece, wood_top

Group = Literal["wood", "plain", "stone", "cloth", "print", "piece"]


class Draw(Protocol):
    """Draws a texture in the colours of a palette ("#rrggbb", in the order that its module explains)."""

    def __call__(
        self, colours: Sequence[str], rng: np.random.Generator, size: Size, px_per_mm: float, /
    ) -> Bytes: ...


@dataclass(frozen=True, slots=True)
class Kind:
    """A way to draw, with the palettes it comes in."""

    group: Group
    draw: Draw
    palettes: palettes.Palettes


def _kinds(
    group: Group, draws: Mapping[str, Draw], colours: Mapping[str, palettes.Palettes]
) -> dict[str, Kind]:
    return {name: Kind(group, draw, colours[name]) for name, draw in draws.items()}


_MOTIFS = {"rose": flowers.rose, "daisy": flowers.daisy, "poppy": flowers.poppy, "berry": flowers.berry}

TABLE_KINDS: Mapping[str, Kind] = (
    _kinds("wood", {species: partial(wood_top, species) for species in palettes.WOODS}, palettes.WOODS)
    | _kinds(
        "plain",
        {
            "laminate": plains.laminate,
            "speckled": plains.speckled,
            "painted": plains.painted,
            "glass": plains.glass,
            "paper": plains.paper,
            "leather": plains.leather,
        },
        palettes.PLAINS,
    )
    | _kinds(
        "stone",
        {
            "marble": stones.marble,
            "granite": stones.granite,
            "terrazzo": stones.terrazzo,
            "concrete": stones.concrete,
            "slate": stones.slate,
        },
        palettes.STONES,
    )
    | _kinds(
        "cloth",
        {
            "gingham": cloths.gingham,
            "windowpane": cloths.windowpane,
            "tartan": cloths.tartan,
            "stripes": cloths.stripes,
            "plain-cloth": cloths.plain_cloth,
            "linen": cloths.linen,
            "rug": cloths.rug,
            "felt": cloths.felt,
            "damask": cloths.damask,
        },
        palettes.CLOTHS,
    )
    | _kinds(
        "print",
        {
            "dots": prints.dots,
            "confetti": prints.confetti,
            "stars": prints.stars,
            "chequers": prints.chequers,
        },
        palettes.PRINTS,
    )
    | {
        f"flowers-{name}": Kind("print", partial(flowers.bouquets, motif), palettes.FLOWERS)
        for name, motif in _MOTIFS.items()
    }
    | _kinds("print", {"newspaper": newspaper}, palettes.NEWSPAPER)
)

PIECE_KINDS: Mapping[str, Kind] = _kinds(
    "piece",
    {
        "ivory": materials.ivory,
        "black-plastic": materials.plastic,
        "coloured-plastic": materials.plastic,
        "wood-light": partial(wood_piece, "beech"),
        "wood-medium": partial(wood_piece, "oak"),
        "wood-dark": partial(wood_piece, "walnut"),
        "cardboard": materials.cardboard,
    },
    palettes.MATERIALS,
)
