"""How sure a reader is of single pieces and how often it is right then; and the noise that looks like it."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tests.referee.noise import MOST_DOUBT, ReaderNoise

LEAST = 1e-9  # a doubt as small as this is none
HARD = 0.02  # pieces that are more doubtful are hard, whatever the printing
STEPS = ((0.0, 1e-4), (1e-4, 1e-3), (1e-3, 1e-2), (1e-2, 0.1), (0.1, 1.0))


@dataclass(slots=True)
class Doubts:
    """What was counted so far, of pieces in pictures that each show one printing."""

    by_kind: dict[tuple[int, int], list[float]] = field(default_factory=lambda: defaultdict(list))
    claimed: list[tuple[float, bool]] = field(default_factory=list)
    taken_for: Counter[tuple[int, int]] = field(default_factory=Counter)

    def add(self, picture: int, kind: int, shares: NDArray[np.floating]) -> None:
        """A piece of this kind was read with these probabilities."""
        best = int(shares.argmax())
        doubt = float(np.clip(1 - float(shares[best]), LEAST, MOST_DOUBT))
        self.by_kind[picture, kind].append(doubt)
        self.claimed.append((doubt, best == kind))
        if best != kind:
            self.taken_for[kind, best] += 1

    @property
    def right(self) -> float:
        """The share that was read right."""
        return sum(is_right for _, is_right in self.claimed) / max(len(self.claimed), 1)

    def noise(self) -> ReaderNoise:
        """The noise that looks like this: easy pieces by powers of ten, and a share of hard ones."""
        easy = {
            key: np.log10([doubt for doubt in doubts if doubt <= HARD] or [HARD])
            for key, doubts in self.by_kind.items()
        }
        of_picture: dict[int, list[float]] = defaultdict(list)
        for (picture, _), logs in easy.items():
            of_picture[picture] += logs.tolist()
        middles = {picture: float(np.median(logs)) for picture, logs in of_picture.items()}
        by_face = [float(logs.mean()) - middles[picture] for (picture, _), logs in easy.items()]
        pieces = np.concatenate([logs - logs.mean() for logs in easy.values()])
        every = np.array([doubt for doubts in self.by_kind.values() for doubt in doubts])
        return ReaderNoise(
            doubt=round(float(np.median(list(middles.values()))), 2),
            by_game=round(float(np.std(list(middles.values()))), 2),
            by_face=round(float(np.std(by_face)), 2),
            by_piece=round(float(pieces.std()), 2),
            most=HARD,  # what is more doubtful is among the hard ones
            hard=round(float((every > HARD).mean()), 4),
            least_hard=HARD,
        )

    def lines(self) -> list[str]:
        """How often it is right, by how sure it is."""
        lines = []
        for low, high in STEPS:
            some = [(doubt, is_right) for doubt, is_right in self.claimed if low < doubt <= high]
            if some:
                wrong = sum(not is_right for _, is_right in some)
                said = float(np.mean([doubt for doubt, _ in some]))
                lines.append(
                    f"  doubt {low:g} to {high:g}: {len(some) / len(self.claimed):6.2%} of them, "
                    f"{wrong} wrong ({wrong / len(some):.3%}, said {said:.3%})"
                )
        return lines
