"""The speed and memory of reading, and how it compares with the readers people would use otherwise.

RapidOCR (`pip install rapidocr-onnxruntime`) and Tesseract (`apt install tesseract-ocr`) are tools of this
bench only; where one is absent, its line is left out with a word.
"""

from __future__ import annotations

import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.calibrate import calibrate_board
from companion.positions import draw_position
from companion.rules.triominos.tiles import BOX
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.sensor import encode
from hardware.virtual.table import Game, VirtualTable
from tests.bench.measure import Result, compare, leave_out
from tests.photos.numbers import NumberCrop, number_crops
from vision.observation import FACES
from vision.token import read_token
from vision.triolet import read_board
from vision.triominos import read_table

Bytes = NDArray[np.uint8]
SIZE = (1640, 1232)
UNIT = "cv2.imdecode of a 1640 x 1232 frame at quality 90"
MEMORY_MB = 350
DECODED = 5  # frames for one measurement of the unit
TABLE_BAR = 12
TILES_SEED = 7
TIMES_FASTER = 30
LEAST_RIGHT = 0.99  # of real number tiles
NUMBERS = (
    Path(os.environ.get("TRIOSCOPE_PHOTOS", Path(__file__).parents[2].parent / "shared/photos")) / "numbers"
)
TESSERACT_CROPS = 60  # it takes a tenth of a second for each


def run() -> Iterator[Result]:
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)  # "one thread"
    try:
        table, frame = _frame()
        yield from _speed(table, frame)
        yield _memory(frame, "triolet")
        frame, tiles = _tiles()
        yield _table_speed(frame, tiles)
        yield _memory(frame, "triominos")
        yield from _against_others()
    finally:
        cv2.setNumThreads(threads)


def _frame() -> tuple[VirtualTable, Bytes]:
    """An empty table in the held-out looks, and the picture of it with about thirty tokens."""
    table = VirtualTable.draw("triolet", 4, "medium", "held-out", sizes=(SIZE,))
    for spot, piece in draw_position("triolet", 4).items():
        table.lay(spot, piece)
    return table, VirtualCamera(table).frame().pixels


def _tiles() -> tuple[Bytes, int]:
    """The picture of a Triominos table in the held-out looks, and how many tiles lie on it face up."""
    laid = draw_position("triominos", TILES_SEED)
    room = {
        spot: piece for spot, piece in laid.items() if isinstance(spot, tuple) and isinstance(piece, tuple)
    }
    table = VirtualTable.draw("triominos", TILES_SEED, "medium", "held-out", sizes=(SIZE,), room_for=room)
    for spot, piece in laid.items():
        table.lay(spot, piece)
    return VirtualCamera(table).frame().pixels, len(laid)


def _speed(table: VirtualTable, frame: Bytes) -> Iterator[Result]:
    saved = np.frombuffer(encode(frame, 90), np.uint8)
    tokens = list(draw_position("triolet", 4))
    for spot in tokens:
        table.take(spot)
    profile, _ = calibrate_board(VirtualCamera(table).frame().pixels)

    known = profile.known
    for name, read, bar in (
        ("with a profile", lambda: read_board(frame, known), 8),
        ("without", lambda: read_board(frame), 20),
    ):
        result = compare(
            f"read a board of {len(tokens)} tokens {name}", read, lambda: decode(saved), UNIT, bar
        )
        yield Result(result.name, result.ratio * DECODED, result.bar, UNIT, result.floor_s / DECODED)


def _table_speed(frame: Bytes, tiles: int) -> Result:
    """A table with tiles, in the same unit as a board."""
    saved = np.frombuffer(encode(frame, 90), np.uint8)
    name = f"read a Triominos picture of {tiles} tiles without a profile"
    result = compare(name, lambda: read_table(frame, box=BOX), lambda: decode(saved), UNIT, TABLE_BAR)
    return Result(result.name, result.ratio * DECODED, result.bar, UNIT, result.floor_s / DECODED)


def decode(saved: Bytes) -> None:
    """Some frames, one after the other: the unit is one of them."""
    for _ in range(DECODED):  # several, since one is over before the clock is sure
        cv2.imdecode(saved, cv2.IMREAD_COLOR)


def _memory(frame: Bytes, game: Game) -> Result:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "frame.jpg"
        path.write_bytes(encode(frame, 90))
        code = (
            "import sys; from pathlib import Path; from companion.cli import main; "
            f"code = main(['read', {str(path)!r}, '--game', {game!r}]); "
            "print(Path('/proc/self/status').read_text(), file=sys.stderr); sys.exit(code)"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    # Not ru_maxrss: that also counts what this process had when it started the other.
    peak_kb = re.search(rb"VmHWM:\s+(\d+) kB", done.stderr)
    megabytes = int(peak_kb[1]) / 1024 if peak_kb else float("inf")
    return Result(f"peak memory of trioscope read --game {game}", megabytes, MEMORY_MB, "one megabyte", 0.0)


def _against_others() -> Iterator[Result]:
    """Accuracy and time on real number tiles."""
    if not NUMBERS.is_dir():
        leave_out("no photographs of number tiles: no comparison with other readers")
        return
    crops = list(number_crops(NUMBERS))
    ours, our_s = _measure(lambda picture: FACES[int(read_token(picture).argmax())], crops)
    yield _misread("trioscope", ours, LEAST_RIGHT)
    others: list[tuple[float, float]] = []
    for name, reader, some in (
        ("RapidOCR", _rapid_ocr(), crops),
        ("Tesseract", _tesseract(), crops[:: max(1, len(crops) // TESSERACT_CROPS)]),
    ):
        if reader is None:
            leave_out(f"{name} is not installed")
            continue
        share, each_s = _measure(reader, some)
        yield _misread(name, share, None)
        others.append((share, each_s))
    if others:
        fastest, best = min(each_s for _, each_s in others), max(share for share, _ in others)
        name = "real number tiles: "
        yield Result(name + "misread", (1 - ours) / max(1 - best, 1e-9), 1.0, "the better of those", 0.0)
        yield Result(name + "time for one", our_s / fastest, 1 / TIMES_FASTER, "the faster of those", fastest)


def _misread(name: str, right: float, least_right: float | None) -> Result:
    bar = None if least_right is None else 1000 * (1 - least_right)
    return Result(
        f"real number tiles: misread by {name}", 1000 * (1 - right), bar, "one tile in a thousand", 0.0
    )


def _measure(read: Callable[[Bytes], str], crops: Sequence[NumberCrop]) -> tuple[float, float]:
    """How many are right, and how long one takes: the median, since others use this machine too."""
    read(crops[0].picture)  # warm up
    right, times = 0, []
    for crop in crops:
        began = time.perf_counter()
        said = read(crop.picture)
        times.append(time.perf_counter() - began)
        right += said == crop.label
    return right / len(crops), statistics.median(times)


def _rapid_ocr() -> Callable[[Bytes], str] | None:
    try:
        from rapidocr_onnxruntime import RapidOCR
    except ImportError:
        return None
    engine = RapidOCR(intra_op_num_threads=1, inter_op_num_threads=1)

    def read(picture: Bytes) -> str:
        found, _ = engine(picture, use_det=False, use_cls=False, use_rec=True)
        return str(found[0][0]).strip() if found else ""

    return read


def _tesseract() -> Callable[[Bytes], str] | None:
    if shutil.which("tesseract") is None:
        return None

    def read(picture: Bytes) -> str:
        enlarged = cv2.resize(picture, None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC)
        _, data = cv2.imencode(".png", enlarged)
        command = ["tesseract", "-", "-", "--psm", "8", "-c", "tessedit_char_whitelist=0123456789"]
        environment = {**os.environ, "OMP_THREAD_LIMIT": "1"}
        done = subprocess.run(command, input=bytes(data), capture_output=True, check=False, env=environment)
        return done.stdout.decode().strip()

    return read
