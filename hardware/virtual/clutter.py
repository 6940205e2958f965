"""Clutter: the things that lie at the edge of a games table, each as a sprite seen from straight above."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, get_args

import numpy as np

from hardware.virtual import (
    clutter_cards,
    clutter_crockery,
    clutter_game,
    clutter_paper,
    clutter_pocket,
    clutter_things,
)
from hardware.virtual.sprites import Sprite

ClutterKind = Literal[
    "bag",
    "box-lid",
    "cards",
    "coins",
    "cookie",
    "dice",
    "glass",
    "keys",
    "mug",
    "napkin",
    "paper",
    "pen",
    "pencil",
    "phone",
    "plate",
    "rack",
    "scissors",
    "score-pad",
    "spectacles",
]
Painter = Callable[[np.random.Generator, float, float], Sprite]

_PAINTERS: dict[ClutterKind, Painter] = {
    "bag": clutter_game.bag,
    "box-lid": clutter_paper.box_lid,
    "cards": clutter_cards.cards,
    "coins": clutter_pocket.coins,
    "cookie": clutter_crockery.cookie,
    "dice": clutter_game.dice,
    "glass": clutter_crockery.glass,
    "keys": clutter_pocket.keys,
    "mug": clutter_crockery.mug,
    "napkin": clutter_paper.napkin,
    "paper": clutter_paper.paper,
    "pen": clutter_things.pen,
    "pencil": clutter_things.pencil,
    "phone": clutter_things.phone,
    "plate": clutter_crockery.plate,
    "rack": clutter_game.rack,
    "scissors": clutter_things.scissors,
    "score-pad": clutter_paper.score_pad,
    "spectacles": clutter_pocket.spectacles,
}


def kinds() -> tuple[ClutterKind, ...]:
    """List every kind of thing that `clutter` can draw, in alphabetical order."""
    return get_args(ClutterKind)


def clutter(kind: ClutterKind, rng: np.random.Generator, px_per_mm: float, light_deg: float) -> Sprite:
    """Draw one thing, the same for the same seed, at its real size.

    `light_deg` says where the light comes from, clockwise from the top of this picture: a sprite that
    is to be turned clockwise by `t` wants the scene's angle minus `t`. Glasses and spectacles can be
    seen through.
    """
    return _PAINTERS[kind](rng, px_per_mm, light_deg)
