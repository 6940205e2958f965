"""How hard a picture is to read: the fixed ranges that everything about it is drawn from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Level = Literal["easy", "medium", "hard"]
LEVELS: tuple[Level, ...] = ("easy", "medium", "hard")
Range = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Difficulty:
    """The ranges of one level. They may grow, never shrink: a measured figure must not get easier."""

    tilt_deg: float  # at most
    roll_deg: float  # at most, for a board; free tiles lie any way from medium on
    square_px: Range  # side of a Triolet square in the middle of the picture
    side_px: Range  # side of a Triominos tile
    any_roll: bool
    noise_sigma: Range
    blur_px: Range
    glare_share: float  # of the pieces, at most
    clutter_share: float  # how often there is any
    any_table: bool  # patterned cloths and prints too, not only plain tops and woods
    direct: Range  # the main light's share
    softness_mm: Range  # of a shadow's edge, for each 10 mm of height
    falloff: float  # at most
    bars: float  # how often a window's bars fall on the table
    leaning: float  # how often somebody leans over it
    warmth: float  # how far the light is from neutral, 0 to 1
    mixed_light: float  # how often two lights of different colour meet
    motion_px: float
    jpeg: tuple[int, int]


DIFFICULTIES: dict[Level, Difficulty] = {
    "easy": Difficulty(
        tilt_deg=6, roll_deg=5, square_px=(50, 80), side_px=(90, 150), any_roll=False,
        noise_sigma=(0.5, 2.5), blur_px=(0.3, 0.6), glare_share=0.0, clutter_share=0.0, any_table=False,
        direct=(0.15, 0.45), softness_mm=(4, 10), falloff=0.15, bars=0, leaning=0, warmth=0.1,
        mixed_light=0, motion_px=0, jpeg=(88, 96),
    ),
    "medium": Difficulty(
        tilt_deg=15, roll_deg=20, square_px=(36, 75), side_px=(65, 130), any_roll=True,
        noise_sigma=(1, 6), blur_px=(0.3, 1.0), glare_share=0.03, clutter_share=0.5, any_table=True,
        direct=(0.15, 0.7), softness_mm=(1.5, 10), falloff=0.4, bars=0.12, leaning=0.15, warmth=0.6,
        mixed_light=0.1, motion_px=0.6, jpeg=(78, 96),
    ),
    "hard": Difficulty(
        tilt_deg=25, roll_deg=30, square_px=(28, 60), side_px=(55, 110), any_roll=True,
        noise_sigma=(2, 12), blur_px=(0.4, 2.0), glare_share=0.10, clutter_share=0.7, any_table=True,
        direct=(0.3, 0.85), softness_mm=(0.5, 6), falloff=0.6, bars=0.3, leaning=0.3, warmth=1.0,
        mixed_light=0.35, motion_px=1.5, jpeg=(65, 95),
    ),
}  # fmt: skip
