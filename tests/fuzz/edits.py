"""Spoiled inputs: something valid with a few things wrong, as people and disks leave them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

import cv2
import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Path = tuple[Any, ...]  # keys and places from the top of a document down

MOST_EDITS = 4
# What programs stumble over: too large, not quite a number, text that is no text.
ODD: tuple[object, ...] = (
    -1,
    0,
    2**31,
    2**63,
    10**30,
    -0.0,
    1e308,
    float("nan"),
    float("inf"),
    "",
    "0",
    "joker",
    "joker:16",
    "H16",
    "\ud800",
    "\x00",
    "é" * 40,
    "../..",
    [],
    {},
    [[]],
)

values = st.recursive(
    st.sampled_from(ODD) | st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=6,
)


@st.composite
def edited_json(draw: st.DrawFn, valid: object) -> object:
    """A document with some values replaced, left out, doubled or exchanged."""
    document = {"": deepcopy(valid)}
    for _ in range(draw(st.integers(1, MOST_EDITS))):
        places = list(_places(document))
        if not places:
            break
        *above, last = draw(st.sampled_from(places))
        holder: Any = document
        for key in above:
            holder = holder[key]
        match draw(st.sampled_from(("replace", "leave out", "double", "exchange", "rename"))):
            case "leave out" if above:
                del holder[last]
            case "double" if isinstance(holder, list):
                holder.insert(last, deepcopy(holder[last]))
            case "exchange":
                *others, other = draw(st.sampled_from(places))
                source: Any = document
                for key in others:
                    source = source[key]
                holder[last] = deepcopy(source[other])
            case "rename" if isinstance(holder, dict) and above:
                holder[draw(st.text(max_size=8))] = holder.pop(last)
            case _:
                holder[last] = deepcopy(draw(values))  # a later edit may go inside it
    return document[""]


def _places(document: object, above: Path = ()) -> Iterator[Path]:
    inner: Iterator[tuple[Any, object]] = iter(())
    if isinstance(document, dict):
        inner = iter(document.items())
    elif isinstance(document, list):
        inner = iter(enumerate(document))
    for key, value in inner:
        yield (*above, key)
        yield from _places(value, (*above, key))


@st.composite
def edited_bytes(draw: st.DrawFn, valid: bytes) -> bytes:
    """A file with some bytes changed, lost, doubled or written over, or that ends early."""
    data = bytearray(valid)
    for _ in range(draw(st.integers(1, MOST_EDITS))):
        start = draw(st.integers(0, max(0, len(data) - 1)))
        end = min(len(data), start + draw(st.sampled_from((1, 2, 4, 16, 512, 4096))))
        match draw(st.sampled_from(("write", "zero", "flip", "lose", "double", "cut"))):
            case "write":
                data[start:end] = draw(st.binary(min_size=1, max_size=16))
            case "zero":
                data[start:end] = bytes(end - start)
            case "flip" if start < len(data):
                data[start] ^= 1 << draw(st.integers(0, 7))
            case "lose":
                del data[start:end]
            case "double":
                data[start:start] = data[start:end]
            case "cut":
                del data[start:]
    return bytes(data)


def spoiled_json(valid: object) -> st.SearchStrategy[bytes]:
    """A JSON file: a document that is not quite right, or bytes that are not."""
    return edited_json(valid).map(to_bytes) | edited_bytes(to_bytes(valid))


def to_bytes(document: object) -> bytes:
    """As a file has it; text that is no Unicode too, as a disk may."""
    return json.dumps(document, ensure_ascii=False).encode("utf-8", "surrogatepass")


def to_toml(document: object) -> bytes:
    """Sections of keys; what TOML cannot say is said wrongly, which is a spoiled file, too."""
    lines = []
    for section, keys in document.items() if isinstance(document, Mapping) else ():
        lines.append(f"[{section}]")
        for key, value in keys.items() if isinstance(keys, Mapping) else ():
            lines.append(f"{key} = {json.dumps(value)}")
    return "\n".join(lines).encode("utf-8", "surrogatepass")


@st.composite
def edited_pixels(draw: st.DrawFn, valid: Bytes) -> Bytes:
    """A picture with patches of something else, cut, turned, stretched, dark, bright or all noise."""
    pixels = valid.copy()
    for _ in range(draw(st.integers(1, MOST_EDITS))):
        rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
        high, wide = pixels.shape[:2]
        top, left = int(rng.integers(high)), int(rng.integers(wide))
        bottom, right = int(rng.integers(top, high)) + 1, int(rng.integers(left, wide)) + 1
        match draw(st.sampled_from(("patch", "noise", "cut", "turn", "stretch", "light", "one colour"))):
            case "patch":
                pixels[top:bottom, left:right] = rng.integers(0, 256, 3)
            case "noise":
                shape = pixels[top:bottom, left:right].shape
                pixels[top:bottom, left:right] = rng.integers(0, 256, shape)
            case "cut" if bottom - top > 32 and right - left > 32:
                pixels = np.ascontiguousarray(pixels[top:bottom, left:right])
            case "turn":
                pixels = np.ascontiguousarray(np.rot90(pixels, int(rng.integers(4))))
            case "stretch":
                size = int(rng.integers(64, 900)), int(rng.integers(64, 900))
                pixels = np.asarray(cv2.resize(pixels, size), np.uint8)
            case "light":
                pixels = np.asarray(cv2.convertScaleAbs(pixels, alpha=float(rng.uniform(0, 3))), np.uint8)
            case _:
                pixels[...] = int(rng.integers(256))
    return pixels
