"""What `trioscope read` answers for one picture: a board, a single token, or a table with tiles.

Each reader is turned into a `Look`: a picture goes in, and a `Sight` comes out that can be told and drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.pictures import Picture
from companion.reader import Observation, Reader, in_file_pixels
from companion.rules.verdict import Language
from companion.table_reader import TableReader, tiles_in_file_pixels
from vision.observation import FACES, LEGIBLE, NoBoard
from vision.tiles import TableObservation

Bytes = NDArray[np.uint8]
Answer = dict[str, object]

WORTH_NAMING = 0.001  # a face less likely than this is left out
MOST_DRAWN_PX = 8_000_000  # a larger picture is reduced before it is drawn on: nobody looks at more
FRENCH_PROBLEMS: Mapping[str, str] = {
    "no-board": "Il n’y a pas de plateau de 15 x 15 cases sur l’image. Mets tout le plateau sous la caméra.",
    "cut-off": "Le plateau dépasse de l’image. Déplace le plateau ou la caméra.",
    "blur": "L’image est trop floue pour trouver le plateau. Règle la netteté, ou tiens la caméra immobile.",
    "dark": "L’image est trop sombre pour trouver le plateau. Allume une lampe.",
}
FRENCH_TABLE_PROBLEMS: Mapping[str, str] = {
    "blur": "L’image est trop floue pour voir une tuile. Règle la netteté, ou tiens la caméra immobile.",
    "dark": "L’image est trop sombre pour voir une tuile. Allume une lampe.",
}


class Sight(Protocol):
    """What was seen in one picture."""

    def answer(self, language: Language) -> Answer:
        """As JSON, in the pixels of the file."""

    def drawn(self) -> Bytes:
        """The picture (BGR) with what was seen drawn on it."""


Look = Callable[[Picture], Sight]


def look_at_boards(reader: Reader) -> Look:
    """See boards of Triolet."""
    return lambda picture: BoardSight(picture, reader.read_board(picture.pixels))


def look_at_tokens(reader: Reader) -> Look:
    """See single tokens."""
    return lambda picture: TokenSight(picture, reader.read_token(picture.pixels))


def look_at_tables(reader: TableReader) -> Look:
    """See tables with tiles of Triominos."""
    return lambda picture: TableSight(picture, reader.read_table(picture.pixels))


@dataclass(frozen=True, slots=True, eq=False)  # eq: arrays have no single truth value
class BoardSight:
    """A board, in the pixels that were decoded."""

    picture: Picture
    seen: Observation

    def answer(self, language: Language) -> Answer:
        answer = in_file_pixels(self.seen, self.picture).to_json()
        if isinstance(self.seen, NoBoard) and language == "fr":
            answer["problem"] = FRENCH_PROBLEMS[self.seen.problem]
        return answer

    def drawn(self) -> Bytes:
        from vision.annotate import annotate

        small = _fit_to_draw(self.picture.pixels)
        return annotate(small.pixels, in_file_pixels(self.seen, small))


@dataclass(frozen=True, slots=True, eq=False)
class TableSight:
    """A table with tiles, in the pixels that were decoded."""

    picture: Picture
    seen: TableObservation

    def answer(self, language: Language) -> Answer:
        answer = tiles_in_file_pixels(self.seen, self.picture).to_json()
        if self.seen.problem is not None and language == "fr":
            answer["problem"] = FRENCH_TABLE_PROBLEMS[self.seen.problem]
        return answer

    def drawn(self) -> Bytes:
        from vision.annotate_tiles import annotate_tiles

        small = _fit_to_draw(self.picture.pixels)
        return annotate_tiles(small.pixels, tiles_in_file_pixels(self.seen, small))


@dataclass(frozen=True, slots=True, eq=False)
class TokenSight:
    """A single token: how likely each of FACES is."""

    picture: Picture
    likely: NDArray[np.float32]

    def answer(self, language: Language) -> Answer:
        """The face, if one is likely enough, and every other that it may be."""
        faces = sorted(zip(FACES, map(float, self.likely), strict=True), key=lambda face: -face[1])
        best, confidence = faces[0]
        return {
            "face": best if confidence >= LEGIBLE else None,
            "confidence": round(confidence, 6),
            "faces": {face: round(share, 6) for face, share in faces if share > WORTH_NAMING},
        }

    def drawn(self) -> Bytes:
        """The picture as it is: there is nothing to draw on a single token."""
        return self.picture.pixels


def _fit_to_draw(pixels: Bytes) -> Picture:
    """The picture to draw on, smaller if it is very large: a copy and its PNG take much memory.

    Its `scale` says how many of its pixels a decoded one is wide, so that what was seen can be brought there.
    """
    share = float((MOST_DRAWN_PX / (pixels.shape[0] * pixels.shape[1])) ** 0.5)
    if share >= 1:
        return Picture(pixels)
    small = cv2.resize(pixels, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    return Picture(np.asarray(small, np.uint8), share)
