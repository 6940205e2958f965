"""Real number tiles as pictures for `read --token`: turned upright and cut to the tile.

    python -m tests.photos.numbers --photos FOLDER [--virtual FOLDER]

prints how many are read right and how sure; with rendered pictures, also how many of theirs, cut as large.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observation import FACES
from vision.token import read_token

Bytes = NDArray[np.uint8]
GROWN = 1.4  # a box around the number alone is grown by 40 %
SURE = 0.98


@dataclass(frozen=True, slots=True, eq=False)
class NumberCrop:
    """One upright tile, and what is printed on it."""

    file: str
    label: str
    picture: Bytes


def number_crops(folder: Path) -> Iterator[NumberCrop]:
    """The tiles whose top is known; jokers are left out, since theirs are faces."""
    labels = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
    for crop in labels["crops"]:
        if crop["up"] is None or crop["label"] == "joker":
            continue
        grown = 1.0 if "tile_box" in crop else GROWN
        x0, y0, x1, y1 = crop.get("tile_box") or crop["number_box"]
        box = ((x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) * grown, (y1 - y0) * grown)
        yield NumberCrop(crop["file"], crop["label"], _upright(_load(folder / crop["file"]), box, crop["up"]))


def virtual_crops(folder: Path, like: Sequence[NumberCrop]) -> Iterator[NumberCrop]:
    """Tokens of rendered pictures that lie upright, cut to the token and made as small as the real tiles."""
    rng = np.random.default_rng(1)
    for path in sorted(folder.glob("*.json")):
        truth = json.loads(path.read_text(encoding="utf-8"))
        picture = _load(path.with_suffix(".jpg"))
        corners = np.array(truth["grid"])
        side = float(np.hypot(*(corners[1] - corners[0]))) / 15
        roll = float(np.degrees(np.arctan2(*(corners[1] - corners[0])[::-1])))
        for token in truth["tokens"]:
            x, y, turn = truth["drawn"]["lies"][token["cell"]]
            if token["face"] == "joker" or abs((turn + 180) % 360 - 180) > 15:
                continue
            cut = _upright(picture, (x, y, side, side), roll)
            size = max(like[int(rng.integers(len(like)))].picture.shape[:2])
            if size < len(cut):
                cut = np.asarray(cv2.resize(cut, (size, size), interpolation=cv2.INTER_AREA), np.uint8)
            yield NumberCrop(f"{path.stem} {token['cell']}", token["face"], cut)


def _upright(picture: Bytes, box: tuple[float, float, float, float], up_deg: float) -> Bytes:
    """The box (middle x, y, width, height) cut out of the picture after its top was turned up."""
    x, y, width, height = box
    if 45 < up_deg % 180 < 135:
        width, height = height, width
    turn = np.asarray(cv2.getRotationMatrix2D((x, y), up_deg, 1.0), np.float64)
    turn[:, 2] += np.array([width / 2 - 0.5 - x, height / 2 - 0.5 - y])
    size = (max(1, round(width)), max(1, round(height)))
    return np.asarray(cv2.warpAffine(picture, turn, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _load(path: Path) -> Bytes:
    picture = cv2.imread(str(path))
    if picture is None:
        raise OSError(f"{path.name} cannot be read.")
    return np.asarray(picture, np.uint8)


def report(name: str, crops: Sequence[NumberCrop]) -> float:
    """Print how well these are read; the share read right."""
    right, sure, sure_wrong = 0, 0, 0
    mistaken: Counter[str] = Counter()
    for crop in crops:
        faces = read_token(crop.picture)
        best = int(faces.argmax())
        is_right = FACES[best] == crop.label
        right += is_right
        if faces[best] > SURE:
            sure += 1
            sure_wrong += not is_right
        if not is_right:
            mistaken[f"{crop.label} read as {FACES[best]}"] += 1
    share = right / len(crops)
    print(f"{name}: {share:.2%} of {len(crops)} right; {sure / len(crops):.1%} surer than {SURE}, of which "
          f"{sure_wrong / max(sure, 1):.2%} wrong")  # fmt: skip
    print("  " + ", ".join(f"{pair} {count} x" for pair, count in mistaken.most_common(8)))
    return share


def main() -> None:
    parser = argparse.ArgumentParser(description="How well single number tiles are read.")
    parser.add_argument("--photos", type=Path, required=True, help="the folder with labels.json")
    parser.add_argument("--virtual", type=Path, help="a folder that trioscope render wrote")
    options = parser.parse_args()
    real = list(number_crops(options.photos))
    report("real number tiles", real)
    if options.virtual is not None:
        report("virtual tokens, as large", list(virtual_crops(options.virtual, real)))


if __name__ == "__main__":
    main()
