"""The printed Triolet board as a picture: squares, lines, rim, special squares and their labels."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.virtual.fonts import Font, FontError, draw_text
from hardware.virtual.optics import Matrix
from hardware.virtual.pieces import outline_alpha
from hardware.virtual.triolet_look import SCHEMES, SQUARES, Bgr, TrioletLook, to_bgr

Bytes = NDArray[np.uint8]
ROWS = "ABCDEFGHIJKLMNO"

FACTORS = {"double": "x2", "triple": "x3", "replay": "+1"}
WORDS = {"double": "DOUBLE", "triple": "TRIPLE", "replay": "BIS"}


def board_side_mm(look: TrioletLook) -> float:
    """The whole board, rim and border included."""
    return look.board_side_mm + 2 * (look.rim_mm + look.outer_mm)


def board_picture(
    look: TrioletLook, px_per_mm: float, rng: np.random.Generator
) -> tuple[Bytes, Bytes, Matrix]:
    """The board's picture and its outline, and what takes its pixels to millimetres around its middle."""
    side = board_side_mm(look)
    pixels = round(side * px_per_mm)
    scale = pixels / side
    scheme = SCHEMES[look.scheme]
    picture = np.empty((pixels, pixels, 3), np.uint8)
    picture[:] = look.outer_bgr
    start, end = (round(edge * scale) for edge in (look.outer_mm, side - look.outer_mm))
    picture[start:end, start:end] = to_bgr(scheme.rim)

    lines = _edges(look, scale)
    half_line = max(0.5, look.line_mm * scale / 2)
    inside = slice(max(0, round(lines[0] - half_line)), round(lines[-1] + half_line))
    picture[inside, inside] = to_bgr(scheme.line)
    kinds = {cell: kind for kind, cells in look.specials.items() for cell in cells}
    colours = {"double": scheme.double, "triple": scheme.triple, "replay": scheme.replay}
    for row in range(SQUARES):
        for column in range(SQUARES):
            kind = kinds.get(f"{ROWS[row]}{column + 1}")
            square = np.array(to_bgr(scheme.square), np.float64)
            if look.chequered and (row + column) % 2:
                square *= 1 - look.chequered
            y0, y1 = round(lines[row] + half_line), round(lines[row + 1] - half_line)
            x0, x1 = round(lines[column] + half_line), round(lines[column + 1] - half_line)
            patch = picture[y0:y1, x0:x1]
            patch[:] = np.clip(square, 0, 255).astype(np.uint8)
            if kind is not None:
                _print_special(patch, kind, to_bgr(colours[kind]), look, row == column == SQUARES // 2)
    if look.coordinates and look.rim_mm > 4:
        _print_coordinates(picture, look, lines, scale)

    # Cardboard is never one flat colour: a little paper grain and slow unevenness of the print.
    fine = rng.standard_normal((pixels // 2, pixels // 2), dtype=np.float32) * np.float32(2.6)
    slow = rng.standard_normal((9, 9), dtype=np.float32) * np.float32(2.5)
    grain = cv2.add(
        cv2.resize(fine, (pixels, pixels), interpolation=cv2.INTER_LINEAR),
        cv2.resize(slow, (pixels, pixels), interpolation=cv2.INTER_CUBIC),
    )
    picture = np.asarray(cv2.add(picture, cv2.merge([grain, grain, grain]), dtype=cv2.CV_8U), np.uint8)

    corner = side / 2
    outline = np.array([[-corner, -corner], [corner, -corner], [corner, corner], [-corner, corner]])
    alpha = outline_alpha(outline * (1 - 1 / pixels), (pixels, pixels), scale)
    to_mm = np.array(
        [[1 / scale, 0, -(pixels - 1) / 2 / scale], [0, 1 / scale, -(pixels - 1) / 2 / scale], [0, 0, 1]]
    )
    return picture, alpha, to_mm


def square_corners_mm(look: TrioletLook) -> NDArray[np.float64]:
    """The outer corners of the 15 x 15 squares around the board's middle: A1, A15, O15, O1."""
    half = look.board_side_mm / 2
    return np.array([[-half, -half], [half, -half], [half, half], [-half, half]])


def cell_middle_mm(look: TrioletLook, cell: str) -> tuple[float, float]:
    """The middle of a square around the board's middle."""
    row, column = ROWS.index(cell[0]), int(cell[1:]) - 1
    middle = SQUARES // 2
    return (column - middle) * look.square_mm, (row - middle) * look.square_mm


def _edges(look: TrioletLook, scale: float) -> list[float]:
    first = look.outer_mm + look.rim_mm
    return [(first + n * look.square_mm) * scale for n in range(SQUARES + 1)]


def _print_special(patch: Bytes, kind: str, colour: Bgr, look: TrioletLook, is_centre: bool) -> None:
    height, width = patch.shape[:2]
    if look.label == "frame":
        thickness = max(1, round(0.09 * width))
        cv2.rectangle(
            patch, (thickness, thickness), (width - thickness, height - thickness), colour, thickness
        )
    elif look.rounded:
        mask = np.zeros((height, width), np.uint8)
        radius = round(look.rounded * width)
        cv2.rectangle(mask, (radius, 0), (width - 1 - radius, height - 1), 255, -1)
        cv2.rectangle(mask, (0, radius), (width - 1, height - 1 - radius), 255, -1)
        for x in (radius, width - 1 - radius):
            for y in (radius, height - 1 - radius):
                cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
        patch[mask > 127] = colour
    else:
        patch[:] = colour
    ink: Bgr = (245, 245, 245) if sum(colour) < 420 else (40, 40, 40)
    if is_centre and look.label != "none":
        star = star_mask(round(width * 0.7), 5)
        _stamp(patch, star, ink)
        return
    if look.label in ("shape", "factor-and-shape"):
        middle, radius = (width // 2, height // 2), round(width * 0.34)
        if kind == "double":
            cv2.circle(patch, middle, radius, ink, max(1, width // 16), cv2.LINE_AA)
        elif kind == "triple":
            points = [
                (middle[0] + radius * np.sin(a), middle[1] - radius * np.cos(a)) for a in (0, 2.09, 4.19)
            ]
            cv2.polylines(
                patch, [np.round(points).astype(np.int32)], True, ink, max(1, width // 16), cv2.LINE_AA
            )
        else:
            cv2.ellipse(patch, middle, (radius, radius), 0, 30, 330, ink, max(1, width // 12), cv2.LINE_AA)
    text = {"factor": FACTORS, "factor-and-shape": FACTORS, "word": WORDS}.get(look.label, {}).get(kind)
    if text:
        share = 0.3 if look.label == "factor" else 0.22
        drawn = _text(
            look.label_font, text, max(3, round(height * (share if look.label != "word" else 0.16)))
        )
        if drawn is not None:
            _stamp(patch, drawn, ink)


def _print_coordinates(picture: Bytes, look: TrioletLook, lines: list[float], scale: float) -> None:
    ink: Bgr = (240, 240, 240) if sum(to_bgr(SCHEMES[look.scheme].rim)) < 380 else (40, 40, 40)
    height = max(3, round(min(0.5 * look.rim_mm, 5) * scale))
    beside = (look.outer_mm + look.rim_mm / 2) * scale
    for n in range(SQUARES):
        middle = (lines[n] + lines[n + 1]) / 2
        for text, x, y in ((ROWS[n], beside, middle), (str(n + 1), middle, beside)):
            drawn = _text(look.label_font, text, height)
            if drawn is None:
                return
            h, w = drawn.shape
            x0, y0 = round(x - w / 2), round(y - h / 2)
            if x0 >= 0 and y0 >= 0:
                _stamp(picture[y0 : y0 + h, x0 : x0 + w], drawn, ink)


def _text(font: Font, text: str, height_px: int) -> Bytes | None:
    """The text, or `None` where this font lacks a letter: a board may do without."""
    try:
        return draw_text(font.path, text, height_px)
    except FontError:
        return None


def _stamp(patch: Bytes, mask: Bytes, ink: Bgr) -> None:
    """Print a mask in the middle of a patch, made smaller if it is too wide."""
    height, width = patch.shape[:2]
    shrink = min(1.0, 0.92 * width / mask.shape[1], 0.92 * height / mask.shape[0])
    if shrink < 1 and min(mask.shape) * shrink < 1:
        return
    if mask.shape != patch.shape[:2]:
        size = (max(1, round(mask.shape[1] * shrink)), max(1, round(mask.shape[0] * shrink)))
        mask = np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), np.uint8)
    h, w = mask.shape
    y0, x0 = (height - h) // 2, (width - w) // 2
    share = mask[..., None].astype(np.float32) / 255
    spot = patch[y0 : y0 + h, x0 : x0 + w]
    spot[:] = (spot * (1 - share) + np.array(ink, np.float32) * share + 0.5).astype(np.uint8)


def star_mask(size_px: int, tips: int, inner: float = 0.42, outline: float = 0.0) -> Bytes:
    """A star as an antialiased mask, filled or as an outline of this share of its size."""
    big = max(8, size_px) * 4
    angles = np.arange(2 * tips) * np.pi / tips
    radii = np.where(np.arange(2 * tips) % 2 == 0, 0.5, 0.5 * inner) * big * 0.96
    points = np.column_stack([radii * np.sin(angles), -radii * np.cos(angles)]) + big / 2
    mask = np.zeros((big, big), np.uint8)
    shape = [np.round(points).astype(np.int32)]
    if outline:
        cv2.polylines(mask, shape, True, 255, max(1, round(outline * big)), cv2.LINE_AA)
    else:
        cv2.fillPoly(mask, shape, 255, cv2.LINE_AA)
    size = max(1, size_px)
    return np.asarray(cv2.resize(mask, (size, size), interpolation=cv2.INTER_AREA), np.uint8)
