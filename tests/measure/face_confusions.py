"""How the Triolet reader errs, as numbers that `tests/referee/noise.py` can make observations of.

    trioscope render --game triolet --part held-out --difficulty medium --count 300 --seed 9001 --out DIR
    python -m tests.measure.face_confusions DIR

Printed: how sure the reader is of faces and how often it is right then, which faces it takes for which, how
often an empty square looks like a token or a token like nothing, and all of it as a `ReaderNoise` for the ten
thousand turns.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2

from companion.pictures import load_picture
from companion.progress import with_progress
from companion.truths import LabelledPicture, find_labelled
from tests.measure.doubts import Doubts
from tests.referee.noise import ReaderNoise
from vision.observation import EMPTY, FACES, SQUARES, TOKEN, BoardObservation, NoBoard, cell_at
from vision.triolet import read_board

ODD, VERY_ODD = 0.02, 0.1  # how much a square must look like what it is not to be counted


@dataclass(slots=True)
class Confusions:
    """What was counted so far."""

    pictures: int = 0
    not_found: int = 0
    tokens: int = 0
    empty: int = 0
    phantoms: list[float] = field(default_factory=list)  # empty squares that look like a token, by how much
    fading: list[float] = field(default_factory=list)  # tokens that look like nothing, by how much
    doubts: Doubts = field(default_factory=Doubts)

    def add(self, labelled: LabelledPicture, seen: BoardObservation | NoBoard) -> None:
        """One picture more."""
        truth = labelled.truth
        self.compare(truth.tokens, seen, truth.across | truth.hidden)

    def compare(
        self,
        tokens: Mapping[str, str | None],
        seen: BoardObservation | NoBoard,
        unsettled: frozenset[str] = frozenset(),
    ) -> None:
        """What truly lies on the board, what was seen of it, and the squares of which nobody can say."""
        self.pictures += 1
        if isinstance(seen, NoBoard):
            self.not_found += 1
            return
        for row in range(SQUARES):
            for column in range(SQUARES):
                cell = cell_at(row, column)
                if cell not in unsettled:
                    self._add_square(tokens, cell, seen, (row, column))

    def _add_square(
        self, tokens: Mapping[str, str | None], cell: str, seen: BoardObservation, at: tuple[int, int]
    ) -> None:
        face, states = tokens.get(cell), seen.states[at]
        if face is None:
            self.empty += 1
            if states[TOKEN] > ODD:
                self.phantoms.append(float(states[TOKEN]))
            return
        self.tokens += 1
        if states[EMPTY] > ODD:
            self.fading.append(float(states[EMPTY]))
        self.doubts.add(self.pictures, FACES.index(face), seen.faces[at])

    def noise(self) -> ReaderNoise:
        """The noise that looks like this."""
        return replace(
            self.doubts.noise(),
            phantoms=round(len(self.phantoms) / max(self.empty, 1), 5),
            fading=round(len(self.fading) / max(self.tokens, 1), 5),
        )

    def lines(self) -> list[str]:
        """All of it, to be read."""
        taken_for = self.doubts.taken_for.most_common(8)
        confused = ", ".join(f"{FACES[true]} as {FACES[seen]}: {n}" for (true, seen), n in taken_for)
        phantoms, fading = (sum(one > VERY_ODD for one in odd) for odd in (self.phantoms, self.fading))
        return [
            f"{self.pictures} pictures, {self.not_found} without their board; {self.tokens} tokens, "
            f"{self.doubts.right:.2%} right",
            *self.doubts.lines(),
            f"  most often {confused or 'none'}",
            f"{len(self.phantoms)} of {self.empty} empty squares look like a token by more than {ODD:.0%}, "
            f"{phantoms} by more than {VERY_ODD:.0%}; {len(self.fading)} tokens like nothing, {fading}",
            repr(self.noise()),
        ]


def main() -> None:
    parser = argparse.ArgumentParser(description="How the reader of Triolet errs.")
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--most", type=int, help="read so many pictures of each folder at most")
    told = parser.parse_args()
    cv2.setNumThreads(1)
    confusions = Confusions()
    labelled = [one for folder in told.folders for one in find_labelled(folder)[: told.most]]
    for one in with_progress(labelled, len(labelled), "reading"):
        confusions.add(one, read_board(load_picture(one.path).pixels))
    print("\n".join(confusions.lines()))


if __name__ == "__main__":
    main()
