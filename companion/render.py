"""`trioscope render`: labelled pictures from the virtual table, single positions or whole games.

The virtual table knows no rules: positions come from here.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np

from companion.players import family_triolet, family_triominos
from companion.players.mistakes import FAMILY, NONE
from companion.players.triolet_table import Lay, Shift, Take
from companion.players.triominos_table import LayTile, ShiftTile, TakeTile
from companion.positions import Pieces, draw_disorder, draw_position
from companion.progress import with_progress
from companion.rules.triolet import game as triolet_game
from companion.rules.triominos import game as triominos_game
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.difficulty import Level
from hardware.virtual.fonts import SHIPPED_FONTS, FontBook, default_font_folder
from hardware.virtual.scene import CannotLay
from hardware.virtual.sensor import encode
from hardware.virtual.split import Part
from hardware.virtual.table import Game, VirtualTable
from hardware.virtual.triolet_scene import TrioletScene
from hardware.virtual.triominos_scene import TriominosScene
from vision.stillness import fuse_burst

ACROSS_SHARE = 0.03  # of the tokens in disorder
FEW_TILES = 4  # at most, as at the start of a game
BARE_SHARE = 0.7  # of these tables with nothing else of the game in view
FUSED_QUALITY = 97  # the reader sees a fused picture as it is: a file of it loses next to nothing
MOST_PICTURES = 1 << 20  # the seeds of two sets stay apart


@dataclass(frozen=True, slots=True)
class Order:
    """What to draw."""

    game: Game
    seed: int
    level: Level
    part: Part
    folder: Path
    fonts: Path | None = None
    font: str | None = None
    pieces: Pieces | None = None  # None: a position at random
    hands: float = 0.0  # in this share of the pictures a hand reaches over the game
    disorder: float = 0.0  # in this share of the pictures tokens lie as no game would have them
    few: float = 0.0  # in this share of the pictures hardly a tile lies yet
    burst: int = 1  # so many frames are fused in each picture


def render_set(order: Order, count: int, jobs: int = 1) -> int:
    """Write so many pictures with their truths; how many were written."""
    _make_folder(order.folder)
    _font_book(order.fonts)  # a fault shows here, before any process starts
    tasks = ((order, index) for index in range(count))
    written: Iterable[str]
    if jobs == 1:
        written = map(_render_one, tasks)
        return sum(1 for _ in with_progress(written, count, "rendering"))
    # Spawned, not forked: a fork of a process in which OpenCV has threads can hang for ever.
    with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_one_thread_each) as pool:
        written = pool.map(_render_one, tasks, chunksize=1)
        return sum(1 for _ in with_progress(written, count, "rendering"))


def render_game(order: Order, players: int, with_mistakes: bool) -> int:
    """Write a whole game as a folder for `trioscope replay`, with its truth; how many pictures."""
    _make_folder(order.folder)
    rng = random.Random(order.seed)
    # In a folder for `replay` a second press, with nothing new, is a pass, and two turns in one picture
    # cannot be told: either would make another game of it.
    mistakes = replace(FAMILY, press_twice=0.0, forget_press=0.0) if with_mistakes else NONE
    told: dict[str, object] = {}
    turns: list[dict[str, object]] = []
    presses: Sequence[family_triolet.Press | family_triominos.Press]
    if order.game == "triolet":
        presses = list(family_triolet.play(rng, players, mistakes=mistakes))
    else:
        presses = list(family_triominos.play(rng, players, mistakes=mistakes))
    presses = [press for press in presses if not _is_stop(press.turn)]
    laid = [change for press in presses for change in press.changes]
    table = _table(order, order.seed, {tile.at: tile.corners for tile in laid if isinstance(tile, LayTile)})
    camera = VirtualCamera(table)
    width = len(str(len(presses)))
    _write(order.folder, "0" * width, camera, table, order)
    for number, press in enumerate(with_progress(presses, len(presses), "rendering"), start=1):
        if press.told.drawn and order.game == "triominos":
            table.take_from_pool(press.told.drawn)
        for change in press.changes:
            _change(table, change)
        name = f"{number:0{width}d}"
        _write(order.folder, name, camera, table, order)
        if press.told.to_json():
            told[f"{name}.jpg"] = press.told.to_json()
        turns.append(
            {
                "picture": f"{name}.jpg",
                "player": press.player,
                "expected": type(press.expected).__name__,
                "mistake": press.mistake,
                "scores": list(press.game_after.scores),
            }
        )
    (order.folder / "turns.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    game = presses[-1].game_after
    sheet = {"game": order.game, "players": players, "turns": turns, "final": list(game.scores)}
    (order.folder / "game.json").write_text(json.dumps(sheet, indent=1) + "\n", encoding="utf-8")
    return len(presses) + 1


def write_sheet(folder: Path, sheet: Path, most: int = 24, columns: int = 4) -> None:
    """The first pictures of a folder side by side in one PNG, to look at."""
    pictures = [cv2.imread(str(path)) for path in sorted(folder.glob("*.jpg"))[:most]]
    if not pictures:
        raise ValueError(f"There is no picture in {folder} to make a contact sheet of.")
    small = [cv2.resize(p, (640, 480), interpolation=cv2.INTER_AREA) for p in pictures if p is not None]
    small += [np.zeros_like(small[0])] * (-len(small) % columns)
    rows = [np.hstack(small[start : start + columns]) for start in range(0, len(small), columns)]
    done, data = cv2.imencode(".png", np.vstack(rows))
    if not done:  # not seen; better said than an empty file
        raise OSError("The contact sheet could not be drawn.")
    sheet.write_bytes(bytes(data))


def _render_one(task: tuple[Order, int]) -> str:
    order, index = task
    seed = order.seed * MOST_PICTURES + index
    pieces = order.pieces if order.pieces is not None else draw_position(order.game, seed)
    rng = random.Random(f"disorder {seed}")
    is_disorder = rng.random() < order.disorder
    if is_disorder:
        pieces = draw_disorder(seed)
    room = {
        spot: piece for spot, piece in pieces.items() if isinstance(spot, tuple) and isinstance(piece, tuple)
    }
    table = _table(order, seed, room)
    rng_few = random.Random(f"few {seed}")
    if rng_few.random() < order.few:
        pieces = _leave_few(table, pieces, rng_few)
    for spot, piece in pieces.items():
        table.lay(spot, piece)
    if is_disorder:
        _disarrange(table, rng)
    rng = random.Random(f"hand {seed}")
    if rng.random() < order.hands:
        table.reach_in(rng.random(), rng.random(), rng.uniform(0, 360), seed)
    name = f"{index:05d}"
    _write(order.folder, name, VirtualCamera(table), table, order)
    return name


def _leave_few(table: VirtualTable, pieces: Pieces, rng: random.Random) -> Pieces:
    """The first of these tiles; mostly pool and racks are out of the camera's sight, too."""
    assert isinstance(table.scene, TriominosScene)
    loose = table.scene.loose
    left = 0 if rng.random() < BARE_SHARE else rng.randint(0, FEW_TILES)
    table.scene.loose = rng.sample(loose, min(left, len(loose)))
    return dict(islice(pieces.items(), rng.randint(0, FEW_TILES)))


def _disarrange(table: VirtualTable, rng: random.Random) -> None:
    """Turn the tokens any way, and push some across a line."""
    assert isinstance(table.scene, TrioletScene)
    for cell, token in list(table.scene.tokens.items()):
        turn = token.turn_deg % 90 + 90 * rng.randrange(4)
        dx, dy = token.dx, token.dy
        if rng.random() < ACROSS_SHARE:
            far = rng.choice((-1, 1)) * rng.uniform(0.36, 0.49)
            dx, dy = (far, dy) if rng.random() < 0.5 else (dx, far)
        with suppress(CannotLay):  # off the board: it stays where it is
            table.shift(cell, dx, dy, turn)


def _table(order: Order, seed: int, room: Mapping[tuple[int, int], tuple[int, int, int]]) -> VirtualTable:
    book = _font_book(order.fonts)
    return VirtualTable.draw(order.game, seed, order.level, order.part, book, room_for=room, font=order.font)


def _write(folder: Path, name: str, camera: VirtualCamera, table: VirtualTable, order: Order) -> None:
    (folder / f"{name}.jpg").write_bytes(camera.jpeg() if order.burst == 1 else _fused(camera, order.burst))
    truth = {**table.truth(), "difficulty": order.level, "drawn": _drawn(table)}
    (folder / f"{name}.json").write_text(json.dumps(truth) + "\n", encoding="utf-8")


def _fused(camera: VirtualCamera, frames: int) -> bytes:
    """What the reader is shown of so many frames of a still table."""
    return encode(fuse_burst([frame.pixels for frame in camera.burst(frames)]).picture, FUSED_QUALITY)


def _drawn(table: VirtualTable) -> dict[str, object]:
    """What was drawn at random for this picture, for whoever measures."""
    optics, sensor, scene = table.optics, table.world.sensor, table.scene
    scale = optics.focal_px / optics.distance_mm
    drawn: dict[str, object] = {
        "seed": table.seed,
        "size": list(optics.size),
        "tilt_deg": round(optics.tilt_deg, 2),
        "roll_deg": round(optics.roll_deg, 2),
        "noise_sigma": round(sensor.noise_sigma, 2),
        "blur_px": round(sensor.blur_px, 2),
        "table": table.world.table,
        "things": [thing.kind for thing in table.world.things],
    }
    if isinstance(scene, TrioletScene):
        drawn |= {"side_px": round(scale * scene.look.square_mm, 2), "scheme": scene.look.scheme}
        drawn |= {"font": scene.look.font.family, "material": scene.look.token_material}
        drawn |= {"lies": scene.lies_px(optics), "lattice": scene.lattice_px(optics)}
    elif isinstance(scene, TriominosScene):
        drawn |= {"side_px": round(scale * scene.look.side_mm, 2), "scheme": scene.look.scheme}
        drawn |= {"font": scene.look.font.family, "marks": scene.look.marks}
        drawn |= {"backs": scene.backs_px(optics), "covers": table.covers()}
    return drawn


def _is_stop(turn: object) -> bool:
    """Whether the players only agreed to stop: nothing to see, and nothing that a replay could be told."""
    return isinstance(turn, (triolet_game.Stop, triominos_game.Stop))


def _change(table: VirtualTable, change: object) -> None:
    match change:
        case Lay(cell, face):
            table.lay(cell, face)
        case Take(cell):
            table.take(cell)
        case Shift(cell, dx, dy, turn_deg):
            table.shift(cell, dx, dy, turn_deg)
        case LayTile(at, corners):
            table.lay(at, corners)
        case TakeTile(at):
            table.take(at)
        case ShiftTile(at, dx_mm, dy_mm, turn_deg):
            table.shift(at, dx_mm, dy_mm, turn_deg)


def _make_folder(folder: Path) -> None:
    """The folder, empty of pictures: older ones would become part of the new set or game."""
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.glob("*.jpg")):
        raise ValueError(f"{folder} already holds pictures: choose an empty folder.")
    probe = folder / ".probe"
    probe.touch()  # says now, not after an hour, that nothing can be written here
    probe.unlink()


def _font_book(folder: Path | None) -> FontBook:
    if folder is not None:
        return FontBook([folder])
    fetched = default_font_folder()
    return FontBook([SHIPPED_FONTS, fetched] if fetched.is_dir() else [SHIPPED_FONTS])


def _one_thread_each() -> None:
    cv2.setNumThreads(1)
