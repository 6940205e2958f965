"""What is printed on a token: probabilities for all faces, at any of the four quarter turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.grid import Grid, rectify
from vision.networks import Network
from vision.observation import FACES
from vision.prints import EnrolledPrints

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

INPUT_PX = 40
WINDOW = 1.1  # squares that a token's picture is wide
EDGE_PX = 6  # around the token: what lies there has its own brightness
EVEN_CONTRAST, LEAST_CONTRAST = 48.0, 5.0  # grey levels: as all are made, and what is no contrast at all
TURNS = 4
NO_FACE = len(FACES) * TURNS
MOST_USUAL = 20.0  # times likelier than any other way round
SURE = 0.9  # a token surer than this says how tokens lie on this table

_network = Network("faces", ["faces", "print"])


@dataclass(frozen=True, slots=True, eq=False)
class ReadCrops:
    """What the network says of some tokens."""

    likely: Floats  # (N, 17, 4): each face at each quarter turn, clockwise
    nothing: Floats  # (N,): no face at all
    prints: Floats  # (N, 192): how the print looks


def cut_tokens(picture: Bytes, grid: Grid, middles: NDArray[np.float64]) -> list[Bytes]:
    """The tokens whose middles are at these board points, (N, 2), as the network wants to see them."""
    square_px, margin = round(INPUT_PX / WINDOW), 1
    board = rectify(picture, grid, square_px, margin)
    at = (middles + margin) * square_px - 0.5
    return [
        np.asarray(cv2.getRectSubPix(board, (INPUT_PX, INPUT_PX), (float(x), float(y))), np.uint8)
        for x, y in at
    ]


def even_out(crop: Bytes) -> Bytes:
    """A token's picture with the same brightness and contrast as all others: pale print becomes as plain."""
    inner = crop[EDGE_PX:-EDGE_PX, EDGE_PX:-EDGE_PX].reshape(-1, 3).astype(np.float32)
    mean = inner.mean(axis=0)
    contrast = max(float((inner - mean).std()), LEAST_CONTRAST)
    even = (crop - mean) * np.float32(EVEN_CONTRAST / contrast) + 128
    return np.asarray(even.clip(0, 255), np.uint8)


def read_crops(crops: Sequence[Bytes]) -> ReadCrops:
    """Read pictures of single tokens, INPUT_PX wide and high."""
    logits, prints = _network.run([even_out(crop) for crop in crops])
    likely = np.exp(logits - logits.max(axis=1, keepdims=True))
    likely /= likely.sum(axis=1, keepdims=True)
    return ReadCrops(likely[:, :NO_FACE].reshape(-1, len(FACES), TURNS), likely[:, NO_FACE], prints)


def read_faces(crops: Sequence[Bytes], prints: EnrolledPrints | None = None) -> tuple[Floats, Floats]:
    """(N, 17): how likely each face is, if it is a face; and (N,): how likely it is none.

    The tokens are those of one table: they mostly lie the same way round, and share one printing.
    """
    read = read_crops(crops)
    weighed = _weigh_turns(read)
    faces = weighed.sum(axis=2)
    faces /= faces.sum(axis=1, keepdims=True).clip(1e-12)
    if prints is not None:
        faces = prints.weigh(faces, upright_prints(crops, read, weighed))
    return faces, read.nothing


def upright_prints(crops: Sequence[Bytes], read: ReadCrops, weighed: Floats) -> Floats:
    """(N, 192): the prints as they look upright: tokens that lie turned are looked at again."""
    turns = weighed.sum(axis=1).argmax(axis=1)
    prints = read.prints.copy()
    turned = np.flatnonzero(turns).tolist()
    if turned:
        again = [np.ascontiguousarray(np.rot90(crops[index], int(turns[index]))) for index in turned]
        prints[turned] = read_crops(again).prints
    return prints


def _weigh_turns(read: ReadCrops) -> Floats:
    """(N, 17, 4): a 6 whose count cannot be read is a 9 upside down; the others say how tokens lie here."""
    sure = read.likely.max(axis=(1, 2)) > SURE
    shares = read.likely[sure].sum(axis=(0, 1))
    prior = (shares + 0.5) / (shares.sum() + 0.5 * TURNS)
    # A token may well lie turned among upright ones: that is unusual, not impossible.
    return np.asarray(read.likely * prior.clip(prior.max() / MOST_USUAL), np.float32)
