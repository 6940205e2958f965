"""The value that every loose thing on the virtual table is handed over as: a picture from straight above."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)  # eq: arrays have no single truth value
class Sprite:
    """A thing seen from straight above, lit, without the shadow it casts.

    `bgra` is (rows, columns, 4), colour not multiplied by alpha and running on a little beyond the
    outline, so that turning or shrinking the picture draws no dark seam. `height_mm` is how far its
    highest point is above the table: the renderer casts the shadow from it. `anchor_px` is the point
    (x, y) that matters for placing the thing (where a hand points, pinches or rests its fingers);
    `None` means the middle of the picture.
    """

    bgra: NDArray[np.uint8]
    px_per_mm: float
    height_mm: float
    anchor_px: tuple[float, float] | None = None

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height of the picture in millimetres, transparent margin included."""
        rows, columns = self.bgra.shape[:2]
        return columns / self.px_per_mm, rows / self.px_per_mm
