"""Calibration on many virtual mounts, in looks never trained on.

    python -m tests.measure.mounts --count 50

Each mount is calibrated from one picture of its empty board and enrolled from one of its tokens; then it
reads a game. Printed: how far the calibrated grid with its lens is off anywhere on the board, how often the
special squares are right, how often the profile of another mount is noticed, and the faces read right without
a profile, with it, and with the enrolled set. Last, how a burst of frames is read with both, which is
what the kiosk goes by, as a `ReaderNoise` for the ten thousand turns.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import numpy as np

from calibration.calibrate import CalibrationFault, calibrate_board, enrol
from calibration.profile import Profile
from companion.positions import draw_position
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.fonts import SHIPPED_FONTS, FontBook, default_font_folder
from hardware.virtual.table import VirtualTable
from hardware.virtual.triolet_scene import TrioletScene
from tests.measure.face_confusions import Confusions
from vision.grid import Grid
from vision.known import KnownBoard
from vision.observation import FACES, BoardObservation
from vision.triolet import read_board, read_burst

FIRST_SEED = 77_000
FRAMES = 3  # of a burst, as the kiosk takes


@dataclass(slots=True)
class Tally:
    """Faces read right, of so many."""

    right: int = 0
    of: int = 0

    def add(self, pixels: np.ndarray, truth: dict[str, str], known: KnownBoard | None) -> None:
        seen = read_board(pixels, known)
        read = {t.cell: t.face for t in seen.tokens()} if isinstance(seen, BoardObservation) else {}
        self.right += sum(read.get(cell) == face for cell, face in truth.items())
        self.of += len(truth)

    def __str__(self) -> str:
        return f"{self.right}/{self.of} {self.right / max(self.of, 1):.3%}"


def main() -> None:
    parser = argparse.ArgumentParser(description="How well virtual mounts are calibrated.")
    parser.add_argument("--count", type=int, default=50)
    count = parser.parse_args().count
    fetched = default_font_folder()
    fonts = FontBook([SHIPPED_FONTS, fetched] if fetched.is_dir() else [SHIPPED_FONTS])
    errors: list[float] = []
    specials_right = noticed = foreign = refused = 0
    bare, calibrated, enrolled = Tally(), Tally(), Tally()
    kiosk = Confusions()
    other: Profile | None = None
    for seed in range(FIRST_SEED, FIRST_SEED + count):
        table = VirtualTable.draw("triolet", seed, "medium", "held-out", fonts)
        assert isinstance(table.scene, TrioletScene)
        try:
            profile, specials = calibrate_board(VirtualCamera(table).frame().pixels)
        except CalibrationFault as fault:
            print(f"mount {seed}: {fault}")
            refused += 1
            continue
        errors.append(worst_error(profile.grid, table, table.scene))
        specials_right += dict(specials.cells) == table.scene.look.specials
        complete = _enrol(profile, table)
        pieces = {str(spot): str(piece) for spot, piece in draw_position("triolet", seed).items()}
        for cell, face in pieces.items():
            table.lay(cell, face)
        pixels = VirtualCamera(table).frame().pixels
        bare.add(pixels, pieces, None)
        calibrated.add(pixels, pieces, profile.known)
        enrolled.add(pixels, pieces, (complete or profile).known)
        if other is not None:
            seen = read_board(pixels, other.known)
            foreign += 1
            noticed += isinstance(seen, BoardObservation) and seen.notice is not None
        camera = VirtualCamera(table)
        burst = [camera.frame().pixels for _ in range(FRAMES)]
        kiosk.compare(pieces, read_burst(burst, (complete or profile).known))
        other = profile
    print(f"{count} mounts, {refused} refused")
    print(f"grid with lens off, anywhere: worst {max(errors):.3f} squares, mean {np.mean(errors):.3f}")
    print(f"all special squares right: {specials_right}; foreign profile noticed: {noticed} of {foreign}")
    print("as the kiosk reads, a burst of frames with board and set learned:", *kiosk.lines(), sep="\n")
    print(f"faces right: no profile {bare}; profile {calibrated}; enrolled {enrolled}")


def worst_error(grid: Grid, table: VirtualTable, scene: TrioletScene) -> float:
    """The farthest of 36 crossings from where the grid says it is, in squares."""
    x, y = np.meshgrid(np.arange(6) * 3.0, np.arange(6) * 3.0)
    found = grid.to_pixels(np.stack([x.ravel(), y.ravel()], axis=1))
    apart = np.hypot(*(found - np.array(scene.lattice_px(table.optics))).T)
    return float(apart.max()) / grid.side_px


def _enrol(profile: Profile, table: VirtualTable) -> Profile | None:
    """Lay every face once on plain squares, enrol them, and clear the board again."""
    cells = [f"{'CFIL'[index // 5]}{2 + 3 * (index % 5)}" for index in range(len(FACES))]
    for cell, face in zip(cells, FACES, strict=True):
        table.lay(cell, face)
    try:
        return enrol(profile, VirtualCamera(table).frame().pixels, FACES)
    except CalibrationFault as fault:
        print(f"mount {table.seed}: {fault}")
        return None
    finally:
        for cell in cells:
            table.take(cell)


if __name__ == "__main__":
    main()
