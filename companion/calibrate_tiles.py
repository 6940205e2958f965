"""`trioscope calibrate --game triominos`: pictures in, a profile and one line of JSON out."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.rules.forms import printable
from companion.streams import write_line

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from calibration.tiles import TableCalibration
    from vision.table_look import Tone

    Calibrate = Callable[[Sequence[NDArray[np.uint8]]], TableCalibration]


def calibrate_tiles_command(options: argparse.Namespace, calibrate: Calibrate | None = None) -> None:
    """Make the profile, save it and say what was found. Faults of pictures, profile and files are raised.

    `calibrate` makes the profile, unless it is the usual one.
    """
    from dataclasses import replace

    from calibration.calibrate import CalibrationFault
    from calibration.enrol_tiles import enrol_tiles, enrol_triples, parse_tiles
    from calibration.table_profile import save_table_profile
    from calibration.tiles import calibrate_tiles
    from companion.pictures import load_picture

    tiles = None if options.faces is None else parse_tiles(options.faces)
    pictures = [load_picture(Path(name)) for name in options.image]
    made = (calibrate or calibrate_tiles)([picture.pixels for picture in pictures])
    if options.enrol is not None:
        shown = load_picture(Path(options.enrol)).pixels
        if tiles is not None:
            enrolled = enrol_tiles(made.profile, shown, tiles)
        elif (learned := enrol_triples(made.profile, shown)) is not None:
            enrolled = learned
        else:
            raise CalibrationFault(
                f"{printable(options.enrol)} does not clearly show the six tiles 0-0-0 to 5-5-5: "
                "lay nothing else there, or name what lies there with --faces."
            )
        made = replace(made, profile=enrolled)
    save_table_profile(made.profile, Path(options.out))
    write_line(json.dumps(describe(made, options.out, pictures[0].scale), ensure_ascii=False))


# Of a side: what the corners of a whole set are usually seen off, however many tiles there are. Measured on
# virtual sets in looks never trained on.
OF_THE_SET = 0.012


def describe(made: TableCalibration, out: str, scale: float = 1.0) -> dict[str, object]:
    """What was found and how sure, in pixels of the file that are `scale` times finer than the picture's."""
    profile, sizes = made.profile, made.profile.sizes
    doubt = (sizes.middle_doubt**2 + OF_THE_SET**2) ** 0.5
    return {
        "profile": out,
        "side_px": round(sizes.side_px * scale, 1),
        "plus_minus_px": round(2 * doubt * sizes.side_px * scale, 1),
        "lean": [round(share, 3) for share in sizes.lean],
        "tiles": made.face_up,
        "face_down": made.face_down,
        "sure": round(made.sure, 3),
        "face": _colour(profile.face),
        "back": _colour(profile.back),
        "empty_table": profile.has_empty,
        "enrolled": []
        if profile.tiles is None
        else ["-".join(map(str, corners)) for corners in profile.tiles.tiles],
        "advice": list(profile.advice),
    }


def _colour(tone: Tone | None) -> str | None:
    """As people write colours: red, green, blue."""
    return None if tone is None else "#" + "".join(f"{round(channel):02x}" for channel in reversed(tone))
