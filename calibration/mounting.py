"""How high the camera hangs over the table, for which lens: before there is a picture to calibrate.

The camera looks straight down. What it sees of the table grows with its height `h`, for a lens that sees
`view` degrees across:

    seen = 2 * h * tan(view / 2)        h = seen / (2 * tan(view / 2))

The board must fit into the shorter side of the picture, with some room around it: boards are pushed about.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import atan, ceil, degrees, floor, radians, tan

ROOM = 1.15  # the picture's shorter side, for one of the board: about a square's width on each side
STEP_MM = 10  # nobody mounts a camera more exactly
# A square of 20 mm is 40 pixels then, a tile's side 70: the virtual table's usual pictures have no less.
LEAST_PX_PER_MM = 2.0


@dataclass(frozen=True, slots=True)
class Lens:
    """A camera with its lens: what it sees across and down the picture, in degrees, and in pixels."""

    name: str
    view_deg: tuple[float, float]
    size: tuple[int, int]  # of the pictures that are read, of the whole view

    @classmethod
    def of(cls, name: str, sensor_mm: tuple[float, float], focal_mm: float, size: tuple[int, int]) -> Lens:
        """A lens that is known by its focal length, on a sensor of this size."""
        across, down = (2 * degrees(atan(side / (2 * focal_mm))) for side in sensor_mm)
        return cls(name, (across, down), size)

    def height_mm(self, seen_mm: tuple[float, float]) -> float:
        """The least height at which it sees an area so wide and deep."""
        return max(
            side / (2 * tan(radians(view) / 2)) for side, view in zip(seen_mm, self.view_deg, strict=True)
        )

    def seen_mm(self, height_mm: float) -> tuple[float, float]:
        """What it sees of the table, across and down."""
        across, down = (2 * height_mm * tan(radians(view) / 2) for view in self.view_deg)
        return across, down


@dataclass(frozen=True, slots=True)
class Mounting:
    """Where a camera hangs, and what comes of it."""

    lens: Lens
    height_mm: int
    seen_mm: tuple[float, float]
    px_per_mm: float

    @property
    def dioptres(self) -> float:
        """One over the distance in metres: the lens position of a camera that can focus."""
        return 1000 / self.height_mm


# As Raspberry Pi's documentation has them; the pictures are as `hardware.pi_camera` asks for them by default.
LENSES = (
    Lens("Camera Module 2", (62.2, 48.8), (1640, 1232)),
    Lens("Camera Module 3", (66.0, 41.0), (2190, 1232)),
    Lens("Camera Module 3 Wide", (102.0, 67.0), (2190, 1232)),
    Lens.of("HQ Camera, 6 mm lens", (6.287, 4.712), 6.0, (1644, 1232)),
)


def mount_at_most(lens: Lens) -> Mounting:
    """As high as pieces are still read well: for Triominos, which needs room to grow."""
    exact = lens.height_mm((0.0, lens.size[1] / LEAST_PX_PER_MM))
    return _mount(lens, STEP_MM * floor(exact / STEP_MM))


def mount_over(lens: Lens, board_mm: float) -> Mounting:
    """As low as the whole board is seen with room around it, rounded up to what can be measured."""
    exact = lens.height_mm((ROOM * board_mm, ROOM * board_mm))
    return _mount(lens, STEP_MM * ceil(exact / STEP_MM))


def _mount(lens: Lens, height_mm: int) -> Mounting:
    seen = lens.seen_mm(height_mm)
    return Mounting(lens, height_mm, seen, lens.size[1] / seen[1])
