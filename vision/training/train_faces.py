"""Train the network that reads faces.

    python -m vision.training.train_faces pack --folders FOLDER … --out seen.npz
    python -m vision.training.train_faces draw --numbers numbers.npz --count 120000 --out drawn.npz
    python -m vision.training.train_faces train --seen seen.npz --drawn drawn.npz --out faces.onnx

A pack holds a patch of two squares around every token, straight as the board lies: cut out of rendered
pictures (`--seen`: a camera has spoiled these already), or drawn by itself in a printing of its own
(`--drawn`, tokens.py). What the token lies like (turn, shift, size), the light and the sharpness are varied
anew each time it is shown.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset

from vision.faces import INPUT_PX, NO_FACE, TURNS, WINDOW, even_out
from vision.observation import FACES
from vision.training.folders import Rendered, read_folders
from vision.training.learning import add_options, begin, count_patches, learn, load_packs, normalise
from vision.training.networks import FaceNet
from vision.training.scenery import Shown, take
from vision.training.tokens import Numbers, draw_label, draw_token

Bytes = NDArray[np.uint8]
Batch = tuple[NDArray[np.uint8], NDArray[np.int64]]
PATCH_PX, PATCH_SQUARES = 96, 2.0
BATCH = 128
DRAWN_AT_ONCE = 2000
TAKEN_SIDE = 25.0, 58.0  # pixels of a square where a camera takes the token
LABELS = 0.08  # of the drawn patches: special squares, which are print but no token


DRAWN, SEEN = Shown(taken=0.55, plain=0.0), Shown(taken=0.2, plain=0.5)


def pack(folders: list[Path], out: Path) -> None:
    """Cut every token out of the pictures, and some squares without one."""
    patches, faces, turns = [], [], []
    rng = np.random.default_rng(0)
    for rendered in read_folders(folders):
        for patch, face, turn in _cut(rendered, rng):
            patches.append(patch)
            faces.append(face)
            turns.append(turn)
    _save(out, patches, faces, turns)


def draw(numbers: Path, count: int, seed: int, out: Path) -> None:
    """Draw tokens in a new printing each, in two processes."""
    lots = [(seed, lot, min(DRAWN_AT_ONCE, count - lot)) for lot in range(0, count, DRAWN_AT_ONCE)]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        drawn = [token for lot in pool.imap(partial(_draw_lot, numbers), lots) for token in lot]
    _save(out, *(list(column) for column in zip(*drawn, strict=True)))


def _draw_lot(numbers: Path, lot: tuple[int, int, int]) -> list[tuple[Bytes, int, float]]:
    cv2.setNumThreads(1)
    rng, faces = np.random.default_rng(lot[:2]), Numbers(numbers)
    return [
        (draw_label(rng, faces), -1, 0.0) if rng.random() < LABELS else draw_token(rng, faces)
        for _ in range(lot[2])
    ]


def _save(out: Path, patches: list[Bytes], faces: list[int], turns: list[float]) -> None:
    np.savez(
        out, patches=np.stack(patches), faces=np.array(faces, np.int16), turns=np.array(turns, np.float32)
    )
    sys.stdout.write(f"{len(patches)} patches in {out}\n")


def _cut(rendered: Rendered, rng: np.random.Generator) -> Iterator[tuple[Bytes, int, float]]:
    to_board = rendered.to_board
    to_picture = np.linalg.inv(to_board)
    side = float(np.hypot(*(rendered.lattice[0, 5] - rendered.lattice[0, 0]))) / 15
    scale = min(1.0, 1.4 * PATCH_PX / PATCH_SQUARES / side)
    small = cv2.resize(rendered.picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    to_small = np.array([[scale, 0, (scale - 1) / 2], [0, scale, (scale - 1) / 2], [0, 0, 1]]) @ to_picture

    def patch_at(x: float, y: float) -> Bytes:
        step = PATCH_SQUARES / PATCH_PX
        start = np.array(
            [
                [step, 0, x - PATCH_SQUARES / 2 + step / 2],
                [0, step, y - PATCH_SQUARES / 2 + step / 2],
                [0, 0, 1],
            ]
        )
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return np.asarray(
            cv2.warpPerspective(
                small, to_small @ start, (PATCH_PX, PATCH_PX), flags=flags, borderMode=cv2.BORDER_REPLICATE
            )
        )

    for cell, (x, y, turn) in rendered.lies.items():
        if cell in rendered.hidden or cell not in rendered.faces:
            continue
        ((bx, by),) = cv2.perspectiveTransform(np.array([[[x, y]]]), to_board)[0]
        yield patch_at(bx, by), FACES.index(rendered.faces[cell]), turn
    taken = {(cell[0], int(cell[1:])) for cell in rendered.lies}
    for row, column in rng.integers(0, 15, (4, 2)):
        if (chr(65 + row), int(column) + 1) not in taken:
            yield patch_at(column + 0.5 + rng.normal(0, 0.1), row + 0.5 + rng.normal(0, 0.1)), -1, 0.0


class Tokens(IterableDataset):  # type: ignore[type-arg]
    """Endless batches of tokens as a camera might have seen them."""

    def __init__(self, drawn: Sequence[str], seen: Sequence[str], seed: int) -> None:
        self.drawn, self.seen, self.seed = drawn, seen, seed

    def __iter__(self) -> Iterator[Batch]:
        cv2.setNumThreads(1)
        rng = np.random.default_rng(self.seed)
        patches, faces, turns = load_packs([*self.drawn, *self.seen], ("patches", "faces", "turns"))
        drawn = count_patches("faces", self.drawn)
        while True:
            order = rng.permutation(len(patches))
            for start in range(0, len(order) - BATCH + 1, BATCH):
                chosen = order[start : start + BATCH]
                shown = [
                    vary(rng, patches[i], int(faces[i]), float(turns[i]), DRAWN if i < drawn else SEEN)
                    for i in chosen
                ]
                pictures = np.stack([picture for picture, _ in shown]).transpose(0, 3, 1, 2)
                yield np.ascontiguousarray(pictures), np.array([label for _, label in shown])


def vary(rng: np.random.Generator, patch: Bytes, face: int, turn: float, how: Shown) -> tuple[Bytes, int]:
    """One token shown anew, (48, 48, 3), and its label."""
    quarter = int(rng.integers(4))
    tilt = rng.normal(0, 3.5)
    wide = rng.random() < 0.25
    scale = np.exp(rng.uniform(-0.35, 0.45)) if wide else np.exp(rng.normal(0, 0.05))
    aspect = np.exp(rng.uniform(-0.25, 0.25)) if wide else np.exp(rng.normal(0, 0.03))
    shift = rng.normal(0, 0.09 if wide else 0.035, 2) * PATCH_PX / PATCH_SQUARES
    if face >= 0 and rng.random() < 0.25:
        patch = _erase_count(rng, patch, turn)
    is_taken, is_plain = how.pick(rng)
    if is_taken:
        patch = _taken(rng, patch)
    angle = np.radians(90 * quarter + tilt)
    zoom = INPUT_PX / (WINDOW * len(patch) / PATCH_SQUARES) * scale
    matrix = zoom * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    if wide and face >= 0:
        # Narrow or broad along the token's own axes, as number tiles of other games are.
        own = np.radians(turn + 90 * quarter + tilt)
        axes = np.array([[np.cos(own), -np.sin(own)], [np.sin(own), np.cos(own)]])
        matrix = axes @ np.diag([aspect, 1 / aspect]) @ axes.T @ matrix
    middle = (len(patch) - 1) / 2
    to = np.column_stack([matrix, (INPUT_PX - 1) / 2 + shift - matrix @ (middle, middle)])
    if zoom < 0.85:
        patch = cv2.blur(patch, (2, 2))
    picture = cv2.warpAffine(patch, to, (INPUT_PX, INPUT_PX), borderMode=cv2.BORDER_REFLECT)
    picture = even_out((_relit if is_taken or is_plain else _spoil)(rng, picture)[None])[0]
    if face < 0:
        return picture, NO_FACE
    seen = round((turn + tilt) / 90 + quarter) % TURNS
    return picture, face * TURNS + seen


def _erase_count(rng: np.random.Generator, patch: Bytes, turn: float) -> Bytes:
    """The token without its small count: other printings put none, or something else, there."""
    side = 0.9 * PATCH_PX / PATCH_SQUARES
    angle = np.radians(turn)
    axes = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    low, high = rng.uniform(0.14, 0.2), rng.uniform(0.43, 0.47)
    box = np.array([[low, low], [high, low], [high, high], [low, high]]) * side
    corners = box @ axes.T + (PATCH_PX - 1) / 2
    done = patch.copy()
    strip = (
        np.array([[-0.4, 0.4], [-0.1, 0.4], [-0.1, 0.44], [-0.4, 0.44]]) * side @ axes.T + (PATCH_PX - 1) / 2
    )
    mask = np.zeros(patch.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(strip).astype(np.int32)], 255)
    colour = np.median(patch[mask > 0], axis=0) if mask.any() else np.median(patch, axis=(0, 1))
    cv2.fillPoly(done, [np.round(corners).astype(np.int32)], colour.tolist(), cv2.LINE_AA)
    return done


def _taken(rng: np.random.Generator, patch: Bytes) -> Bytes:
    """The patch with as few pixels as a camera may have of it, blurred by its lens, with its noise."""
    size = round(float(np.exp(rng.uniform(*np.log(TAKEN_SIDE)))) * PATCH_SQUARES)
    how = cv2.INTER_AREA if size < PATCH_PX else cv2.INTER_LINEAR
    small = cv2.resize(patch, (size, size), interpolation=how)
    if rng.random() < 0.6:
        small = cv2.GaussianBlur(small, (0, 0), float(rng.uniform(0.3, 1.7)))
    if rng.random() < 0.5:  # dark, or pale
        mean = small.mean((0, 1))
        paler = (small - mean) * np.exp(rng.normal(-0.2, 0.35)) + mean * np.exp(rng.normal(-0.1, 0.3))
        small = np.clip(paler, 0, 255)
    return take(rng, np.asarray(small, np.uint8))


def _relit(rng: np.random.Generator, picture: Bytes) -> Bytes:
    """Other colours and other light."""
    return np.clip(_other_light(rng, picture.astype(np.float32)), 0, 255).astype(np.uint8)


def _spoil(rng: np.random.Generator, picture: Bytes) -> Bytes:
    """Other colours and light, less sharp, with noise of any kind."""
    work = picture.astype(np.float32)
    if rng.random() < 0.4:
        work = cv2.GaussianBlur(
            work, (0, 0), float(rng.uniform(0.3, 1.3) if rng.random() < 0.7 else rng.uniform(1.3, 2.8))
        )
    if rng.random() < 0.25:
        small = int(rng.integers(22, 44))
        work = cv2.resize(
            cv2.resize(work, (small, small), interpolation=cv2.INTER_AREA), (INPUT_PX, INPUT_PX)
        )
    mean = work.mean((0, 1))
    work = (work - mean) * float(np.exp(rng.normal(-0.1, 0.3))) + mean * np.exp(rng.normal(0, 0.2))
    work = _other_light(rng, work + rng.normal(0, 8, 3))
    noise = rng.standard_normal(work.shape, np.float32)
    if rng.random() < 0.4:  # as demosaicing, or a small picture made larger, leaves it
        noise = cv2.GaussianBlur(noise, (0, 0), 0.8) * 2.0
    work = work + noise * float(rng.choice((0.5, 2, 6, 11, 16)))
    if rng.random() < 0.3:
        work = work + float(rng.uniform(0, 1)) * (work - cv2.GaussianBlur(work, (0, 0), 1.2))
    done = np.clip(work, 0, 255).astype(np.uint8)
    if rng.random() < 0.25:
        _, data = cv2.imencode(".jpg", done, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 92))])
        done = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return done


def _other_light(rng: np.random.Generator, work: np.ndarray) -> np.ndarray:
    """Colours swapped or turned around, light from a side, a spot of it, something over an edge."""
    if rng.random() < 0.3:
        work = work[..., rng.permutation(3)]
    if rng.random() < 0.08:
        work = 255 - work  # light print on dark as often as need be
    if rng.random() < 0.1:
        work = np.repeat(work.mean(-1, keepdims=True), 3, -1)
    if rng.random() < 0.3:
        x, y = np.meshgrid(np.linspace(-1, 1, INPUT_PX), np.linspace(-1, 1, INPUT_PX))
        work = work * (1 + rng.normal(0, 0.2) * x + rng.normal(0, 0.2) * y)[..., None]
    if rng.random() < 0.1:  # the edge of a hard shadow
        way, far = rng.uniform(0, 2 * np.pi), rng.uniform(-0.5, 0.5)
        x, y = np.meshgrid(np.linspace(-1, 1, INPUT_PX), np.linspace(-1, 1, INPUT_PX))
        lit = 1 / (1 + np.exp(-(np.cos(way) * x + np.sin(way) * y - far) * rng.uniform(8, 80)))
        work = work * (1 - rng.uniform(0.3, 0.75) * (1 - lit))[..., None]
    if rng.random() < 0.08:
        x, y = np.meshgrid(np.arange(INPUT_PX), np.arange(INPUT_PX))
        at = rng.uniform(0, INPUT_PX, 2)
        spot = np.exp(-((x - at[0]) ** 2 + (y - at[1]) ** 2) / (2 * rng.uniform(3, 10) ** 2))
        work = work + spot[..., None] * rng.uniform(20, 200)
    if rng.random() < 0.1:
        low, high = np.sort(rng.integers(0, INPUT_PX, 2))
        depth = int(rng.integers(1, 8))
        work = np.ascontiguousarray(work)
        strip = np.rot90(work, int(rng.integers(4)))
        strip[:depth, low:high] = rng.uniform(0, 255, 3)
    return work


def faces_loss(net: nn.Module, batch: list[Tensor]) -> tuple[Tensor, dict[str, float]]:
    """Which face at which quarter turn; shown is how often the face alone is wrong."""
    pictures, labels = batch
    out, _ = net(normalise(torch.as_tensor(pictures)))
    target = torch.as_tensor(labels)
    loss = nn.functional.cross_entropy(out, target)
    wrong = float((out.argmax(1) // TURNS != target // TURNS).float().mean())
    return loss, {"loss": float(loss.detach()), "wrong": wrong}


def train(options: argparse.Namespace) -> None:
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    tokens = Tokens(options.drawn, options.seen, options.seed)
    loader = DataLoader(tokens, None, num_workers=1, multiprocessing_context="spawn", prefetch_factor=8)
    net = begin(FaceNet(), options, loader)
    steps = int(options.epochs * count_patches("faces", [*options.drawn, *options.seen])) // BATCH
    learn(net, loader, faces_loss, steps, options, INPUT_PX, ["faces", "print"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("pack", "draw", "train"))
    parser.add_argument("--folders", nargs="*", default=[])
    parser.add_argument("--numbers", help="what python -m hardware.virtual.fonts numbers wrote")
    parser.add_argument("--count", type=int, default=120_000)
    parser.add_argument("--drawn", nargs="*", default=[])
    parser.add_argument("--seen", nargs="*", default=[])
    parser.add_argument("--epochs", type=float, default=14)
    add_options(parser)
    options = parser.parse_args()
    if options.what == "pack":
        pack([Path(name) for name in options.folders], Path(options.out))
    elif options.what == "draw":
        draw(Path(options.numbers), options.count, options.seed, Path(options.out))
    else:
        train(options)


if __name__ == "__main__":
    main()
