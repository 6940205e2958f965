"""What was seen of a Triominos table, drawn on the picture: for people who want to know why."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tile_shapes import sides_px
from vision.tiles import CORNERS, SENTENCES, Points, SeenTile, TableObservation

Bytes = NDArray[np.uint8]
Bgr = tuple[int, int, int]

SURE: Bgr = (90, 220, 60)
DOUBTFUL: Bgr = (0, 190, 255)
LOOSE: Bgr = (255, 190, 60)
BACK: Bgr = (235, 235, 235)
HAND: Bgr = (220, 60, 220)
INK: Bgr = (20, 20, 20)
PAPER: Bgr = (245, 245, 245)
DOUBT = 0.98  # below this the family would be asked
FONT = cv2.FONT_HERSHEY_DUPLEX
LEGIBLE_PX = 130.0  # a tile's side: where it is shorter, the picture is enlarged to draw on
MOST_PX = 8_000_000  # but not beyond that
INSET = 0.03  # tile sides from a tile's edge to its outline: neighbours' outlines do not touch
NUMBER_AT = (
    0.15  # tile sides from a corner to its number: nearer than any print, and six have room around a vertex
)
NUMBER_HIGH, DISC, PLACE_HIGH = 0.1, 0.078, 0.085  # tile sides
DASHES = 9  # on each side of what is doubtful


def annotate_tiles(picture: Bytes, seen: TableObservation) -> Bytes:
    """A copy of the picture (BGR): every tile's outline, numbers and place, the backs, hands, and a summary.

    The numbers stand in the tips of the corners, so that the print that they were read from still shows. What
    is doubtful has a dashed outline and says how sure it is, and doubtful numbers stand on a light ground.
    Where tiles are small, the copy is larger than the picture.
    """
    drawn, seen = _enlarge(picture, seen)
    if seen.covered is not None and seen.covered.any():
        _hatch(drawn, seen.covered)
    for back in () if seen.backs is None else seen.backs:
        side = float(sides_px(back[None])[0])
        _outline(drawn, _inset(back), BACK, side, is_dashed=False)
        _text(drawn, back.mean(axis=0), "back", 0.1 * side, BACK)
    for tile in seen.tiles:
        if tile.vertices is not None:
            _draw_tile(drawn, tile, tile.vertices)
    _banner(drawn, _summary(seen))
    return drawn


def _enlarge(picture: Bytes, seen: TableObservation) -> tuple[Bytes, TableObservation]:
    """A copy of the picture in which numbers can be read, and what was seen there."""
    tiles = [tile.vertices for tile in seen.tiles if tile.vertices is not None]
    if not tiles:
        return picture.copy(), seen
    most = (MOST_PX / (picture.shape[0] * picture.shape[1])) ** 0.5
    times = min(LEGIBLE_PX / max(float(np.median(sides_px(np.stack(tiles)))), 1.0), most)
    if times <= 1:
        return picture.copy(), seen
    larger = cv2.resize(picture, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC)
    return np.asarray(larger, np.uint8), seen.scaled(times)


def _draw_tile(drawn: Bytes, tile: SeenTile, vertices: Points) -> None:
    side = float(sides_px(vertices[None])[0])
    is_sure = tile.confidence >= DOUBT
    colour = DOUBTFUL if not is_sure else SURE if tile.at is not None else LOOSE
    _outline(drawn, _inset(vertices), colour, side, is_dashed=not is_sure)
    middle = vertices.mean(axis=0)
    for corner, number, likely in zip(vertices, tile.numbers, tile.corners.max(axis=1), strict=True):
        inward = (middle - corner) / max(float(np.linalg.norm(middle - corner)), 1e-9)
        ground, ink = (INK, PAPER) if float(likely) >= DOUBT else (DOUBTFUL, INK)
        _number(drawn, corner + NUMBER_AT * side * inward, str(number), side, ground, ink)
    said = "apart" if tile.at is None else f"{tile.at[0]},{tile.at[1]}"
    lines = [said] if is_sure else [said, f"{int(tile.confidence * 100)}% ?"]
    for number, line in enumerate(lines):
        down = (number - (len(lines) - 1) / 2) * 1.8 * PLACE_HIGH * side
        _text(drawn, middle + np.array([0.0, down]), line, PLACE_HIGH * side, colour)


def _inset(vertices: Points) -> Points:
    """The triangle with its sides moved inwards."""
    middle = vertices.mean(axis=0)
    return np.asarray(middle + (vertices - middle) * (1 - INSET * np.sqrt(12)), np.float64)


def _outline(drawn: Bytes, vertices: Points, colour: Bgr, side: float, is_dashed: bool) -> None:
    """On a dark line that is wider, so that it shows on any table."""
    thick = max(1, round(side / 60))
    for tone, width in ((INK, thick + max(2, thick)), (colour, thick)):
        for start, end in _dashes(vertices) if is_dashed else _sides(vertices):
            cv2.line(drawn, _pixel(start), _pixel(end), tone, width, cv2.LINE_AA)


def _sides(vertices: Points) -> Iterator[tuple[Points, Points]]:
    for corner in range(CORNERS):
        yield vertices[corner], vertices[(corner + 1) % CORNERS]


def _dashes(vertices: Points) -> Iterator[tuple[Points, Points]]:
    for start, end in _sides(vertices):
        for dash in range(0, DASHES, 2):
            yield (
                start + (end - start) * dash / DASHES,
                start + (end - start) * (dash + 1) / DASHES,
            )


def _number(drawn: Bytes, at: Points, text: str, side: float, ground: Bgr, ink: Bgr) -> None:
    cv2.circle(drawn, _pixel(at), max(4, round(DISC * side)), ground, -1, cv2.LINE_AA)
    _text(drawn, at, text, NUMBER_HIGH * side, ink, is_framed=False)


def _text(drawn: Bytes, at: Points, text: str, high: float, colour: Bgr, is_framed: bool = True) -> None:
    """Text around a point, so many pixels high, on a dark ground."""
    (_, natural), _ = cv2.getTextSize("0", FONT, 1.0, 1)
    scale = max(high, 6.0) / natural
    thick = max(1, round(scale * 1.6))
    (width, height), _ = cv2.getTextSize(text, FONT, scale, thick)
    x, y = round(float(at[0]) - width / 2), round(float(at[1]) + height / 2)
    if is_framed:
        pad = max(2, round(height * 0.3))
        cv2.rectangle(drawn, (x - pad, y - height - pad), (x + width + pad, y + pad), INK, -1)
    cv2.putText(drawn, text, (x, y), FONT, scale, colour, thick, cv2.LINE_AA)


def _hatch(drawn: Bytes, covered: NDArray[np.bool_]) -> None:
    """Stripes where a hand is, and its outline."""
    height, width = drawn.shape[:2]
    mask = np.asarray(
        cv2.resize(covered.astype(np.uint8) * 255, (width, height), interpolation=cv2.INTER_LINEAR) > 127
    )
    step = max(8, round(width / 90))
    rows, columns = np.indices((height, width), sparse=True)
    stripes = mask & ((rows + columns) % step < max(2, step // 5))
    drawn[stripes] = HAND
    around, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    cv2.drawContours(drawn, around, -1, HAND, max(2, round(width / 700)), cv2.LINE_AA)


def _summary(seen: TableObservation) -> str:
    if seen.problem is not None:
        return SENTENCES[seen.problem]
    doubtful = sum(tile.confidence < DOUBT for tile in seen.tiles)
    apart = sum(tile.at is None for tile in seen.tiles)
    count = len(seen.tiles)
    parts = [f"{count} tile{'' if count == 1 else 's'}" if count else "no tiles"]
    parts += [f"{apart} apart"] if apart else []
    parts += [f"{doubtful} doubtful (dashed)"] if doubtful else []
    parts += [f"{seen.face_down} face down"]
    parts += ["in the way: " + ", ".join(sorted(seen.in_the_way))] if seen.in_the_way else []
    return "  |  ".join(parts)


def _banner(drawn: Bytes, text: str) -> None:
    width = drawn.shape[1]
    (natural, _), _ = cv2.getTextSize(text, FONT, 1.0, 1)
    scale = min(width / 1400, (width - 16) / max(natural, 1))
    thick = max(1, round(scale * 1.6))
    (_, high), below = cv2.getTextSize(text, FONT, scale, thick)
    strip = drawn[: high + below + 14]
    strip[:] = INK
    cv2.putText(drawn, text, (8, high + 7), FONT, scale, PAPER, thick, cv2.LINE_AA)


def _pixel(point: Points) -> tuple[int, int]:
    x, y = point.tolist()
    return round(x), round(y)
