"""The command `trioscope calibrate`: its options, and its faults as one sentence."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from companion.rules.errors import Malformed
from companion.rules.forms import printable
from companion.streams import complain, write_line

if TYPE_CHECKING:
    from calibration.profile import Profile
    from calibration.specials import Specials
    from companion.pictures import Picture

OK, BAD_INPUT = 0, 2
GAMES = ("triolet", "triominos")
DESCRIPTION = (
    "From a picture of the empty board to a profile: where the board lies, how the lens bends, which squares "
    "are special, and what to do about light and sharpness. For Triominos from a picture of one tile in the "
    "middle of the table, perhaps with one of the empty table before it: how large tiles are, what they and "
    "the table look like. With --enrol, also learn the printing of your own set from a picture of it."
)
EXAMPLE = (
    "Examples: trioscope calibrate --game triolet --image empty.jpg --out table.json "
    "--enrol tokens.jpg --faces 0,1,2,3,joker · "
    "trioscope calibrate --game triominos --image empty.jpg tile.jpg --out tiles.json"
)


def add_options(calibrate: argparse.ArgumentParser) -> None:
    """The options of the command, and what its help says."""
    calibrate.description, calibrate.epilog = DESCRIPTION, EXAMPLE
    calibrate.add_argument("--game", choices=GAMES, required=True)
    source = calibrate.add_mutually_exclusive_group(required=True)
    source.add_argument(
        "--image",
        nargs="+",
        action="extend",
        metavar="FILE",
        help="pictures of the empty board; for Triominos of the empty table, and of one tile on it",
    )
    source.add_argument("--camera", action="store_true", help="take the picture with the camera")
    calibrate.add_argument("--out", required=True, metavar="PROFILE", help="the profile to write")
    calibrate.add_argument(
        "--enrol",
        metavar="PICTURE",
        help="your tokens on the board, or your tiles in rows; without --faces the tiles 0-0-0 to 5-5-5",
    )
    calibrate.add_argument(
        "--faces", metavar="0,1,…", help="what they are, row by row: 0 to 15 and joker; tiles as 0-0-1,3-4-5"
    )
    calibrate.add_argument(
        "--layout",
        metavar="FILE",
        help="Triolet's special squares, if the ones found are wrong: JSON as for judge",
    )
    calibrate.set_defaults(run=run_calibrate, lang="en")


def run_calibrate(options: argparse.Namespace) -> int:
    from calibration.calibrate import CalibrationFault, enrol
    from calibration.profile import save_profile
    from companion.calibrate_tiles import calibrate_tiles_command
    from companion.pictures import PictureFault, load_picture
    from companion.rules.sentences import say_fault

    if options.camera:
        complain("There is no camera yet: take a picture, and give it with --image")
        return BAD_INPUT
    inputs = [*(options.image or []), options.enrol, options.layout]
    if any(name is not None and Path(name).resolve() == Path(options.out).resolve() for name in inputs):
        complain(
            f"--out would overwrite {printable(options.out)} itself: choose another name for the profile"
        )
        return BAD_INPUT
    is_any_order = options.game == "triominos" and options.faces is None  # the six triples need no names
    if (options.enrol is None) != (options.faces is None) and not is_any_order:
        complain("--enrol and --faces go together: the picture of your set, and what lies on it")
        return BAD_INPUT
    if options.game == "triominos" and options.layout is not None:
        complain("--layout is for Triolet: leave it out, Triominos has no special squares")
        return BAD_INPUT
    try:
        if options.game == "triominos":
            calibrate_tiles_command(options)
            return OK
        faces = None if options.faces is None else read_faces_option(options.faces)
        layout = None if options.layout is None else _read_layout(Path(options.layout))
        pictures = [load_picture(Path(name)) for name in options.image]
        picture, (profile, specials) = _best_calibration(pictures)
        if layout is not None:
            profile = replace(profile, specials=layout)
        if faces is not None:
            profile = enrol(profile, load_picture(Path(options.enrol)).pixels, faces)
        save_profile(profile, Path(options.out))
    except Malformed as fault:
        complain(f"{options.layout}: {say_fault(fault)}")
        return BAD_INPUT
    except (CalibrationFault, PictureFault) as fault:
        complain(str(fault))
        return BAD_INPUT
    except OSError as fault:
        reason = (fault.strerror or str(fault)).lower()
        complain(f"{fault.filename or options.out}: {reason}; choose another file")
        return BAD_INPUT
    found = {
        "profile": options.out,
        "grid": [[round(float(x), 2), round(float(y), 2)] for x, y in picture.in_file(profile.grid.corners)],
        "side_px": round(profile.grid.side_px, 1),
        "bend": round(profile.grid.bend, 4),
        "specials": {kind: list(cells) for kind, cells in profile.specials.items()},
        "usual_printing": specials.is_usual if layout is None else None,
        "sure": round(specials.sure, 3) if layout is None else 1.0,
        "enrolled": [] if profile.tokens is None else list(profile.tokens.faces),
        "advice": list(profile.advice),
    }
    write_line(json.dumps(found, ensure_ascii=False))
    return OK


def _best_calibration(pictures: Sequence[Picture]) -> tuple[Picture, tuple[Profile, Specials]]:
    """What the sharpest picture gives of those in which the empty board can be found."""
    from calibration.advice import sharpness
    from calibration.calibrate import CalibrationFault, calibrate_board

    found: list[tuple[float, Picture, tuple[Profile, Specials]]] = []
    fault: CalibrationFault | None = None
    for picture in pictures:
        try:
            calibrated = calibrate_board(picture.pixels)
        except CalibrationFault as complaint:
            fault = fault or complaint
        else:
            found.append((sharpness(calibrated[0].empty), picture, calibrated))
    if not found:
        assert fault is not None  # there is at least one picture
        raise fault
    _, picture, calibrated = max(found, key=lambda one: one[0])
    return picture, calibrated


def read_faces_option(text: str) -> list[str]:
    """The faces named with `--faces`."""
    from calibration.calibrate import CalibrationFault
    from vision.observation import FACES

    faces = [face.strip() for face in text.split(",")]
    for face in faces:
        if face not in FACES:
            raise CalibrationFault(
                f"There is no face {face!r}: --faces takes 0 to 15 and joker, with commas."
            )
    return faces


def _read_layout(path: Path) -> Mapping[str, tuple[str, ...]]:
    from companion.requests import read_json
    from companion.rules.triolet import Layout

    layout = Layout.parse(read_json(path.read_bytes())).to_json()
    return {kind: tuple(cells) for kind, cells in layout.items()}
