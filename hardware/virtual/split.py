"""The line between what a reader may learn from and what it is measured on.

Fonts, textures and colour schemes are cut into a training part and a part that is never trained on. The rule
is a hash of the name alone: it needs no list, no seed and no order, so it is the same on every machine, and a
font that is added tomorrow does not move one that is there today.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Literal

Part = Literal["train", "held-out", "all"]
PARTS: tuple[Part, ...] = ("train", "held-out", "all")

# A quarter: enough fonts and textures to measure on, and most of the variety left to learn from.
HELD_OUT_SHARE = 0.25


class PartError(ValueError):
    """A part that is neither "train" nor "held-out" nor "all"."""


def is_held_out(name: str, namespace: str = "font") -> bool:
    """Say whether `name` is kept away from training: the same answer for ever, for about one name in four.

    `namespace` keeps unlike things apart, so that a font and a texture of the same name fall independently.
    Case and the spaces around and between words do not count.
    """
    key = f"{namespace}\n{' '.join(name.casefold().split())}"
    digest = blake2b(key.encode("utf-8"), digest_size=8).digest()
    return int.from_bytes(digest, "big") < HELD_OUT_SHARE * 2**64


def names_of_part(names: Iterable[str], part: Part, namespace: str) -> tuple[str, ...]:
    """Give the names that belong to `part`, in the order they came."""
    if part not in PARTS:
        raise PartError(f'There is no part "{part}": choose train, held-out or all.')
    return tuple(
        name for name in names if part == "all" or is_held_out(name, namespace) == (part == "held-out")
    )
