"""Boards unlike any that is sold, for training: a network that has seen ten thousand kinds of 15 x 15 boards
takes the next one as it comes.

The virtual table draws few looks well; this draws endless looks crudely. A board is drawn flat, 24 pixels a
square, with everything that could be taken for the edge of the playing squares around it; `views.py`
puts it into a picture.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Colour = NDArray[np.float32]

SQUARES = 15
SQUARE_PX = 24
MARGIN = 3  # squares of rim and border on each side, at most
SIDE_PX = (SQUARES + 2 * MARGIN) * SQUARE_PX
EMPTY, TOKEN, OTHER = 0, 1, 2
UNKNOWN = -1  # hidden too little to be called covered, too much to be asked for
FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_PLAIN,
    cv2.FONT_HERSHEY_SCRIPT_SIMPLEX,
)
GLYPHS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄ0123456789" * 2 + "*#+%@&=?"


@dataclass(frozen=True, slots=True, eq=False)
class DrawnBoard:
    """A board seen straight from above."""

    picture: Bytes  # (SIDE_PX, SIDE_PX, 3) BGR
    alpha: Bytes  # (SIDE_PX, SIDE_PX): 255 where the board is, 0 where the table shows
    state: NDArray[np.int8]  # (15, 15): EMPTY, TOKEN
    offset: NDArray[np.float32]  # (15, 15, 2): from the middle of the square to the token's, in squares


def draw_board(rng: np.random.Generator) -> DrawnBoard:
    """A board at random, with from no tokens to more than half of the squares filled."""
    base = random_colour(rng)
    picture = np.empty((SIDE_PX, SIDE_PX, 3), np.float32)
    picture[:] = base
    alpha = _draw_surround(rng, picture, base)
    _draw_squares(rng, picture, base)
    _draw_lines(rng, picture, base)
    picture *= _grain(rng, (SIDE_PX, SIDE_PX), float(rng.uniform(0, 0.08)))[..., None]
    if rng.random() < 0.3:
        _fold(rng, picture)
    state = np.zeros((SQUARES, SQUARES), np.int8)
    offset = np.zeros((SQUARES, SQUARES, 2), np.float32)
    _lay_tokens(rng, picture, state, offset)
    return DrawnBoard(np.clip(picture, 0, 255).astype(np.uint8), alpha, state, offset)


def random_colour(rng: np.random.Generator, near: Colour | None = None) -> Colour:
    """Any colour, dull ones as often as bright ones; or one close to another."""
    if near is not None:
        return np.clip(near + rng.normal(0, 14, 3), 0, 255).astype(np.float32)
    grey = rng.uniform(8, 247)
    return np.clip(grey + rng.normal(0, rng.choice((6.0, 30.0, 70.0)), 3), 0, 255).astype(np.float32)


def _draw_surround(rng: np.random.Generator, picture: Colour, base: Colour) -> Bytes:
    """Rims, borders and lines around the playing squares, and where the board ends."""
    alpha = np.zeros((SIDE_PX, SIDE_PX), np.uint8)
    start = MARGIN * SQUARE_PX
    widths = rng.uniform(0, 1, 3) * rng.choice((0.15, 0.6, 1.6)) * (rng.random(3) < 0.65)
    widths[0] = rng.choice((0.0, widths[0]))
    reach = np.minimum(np.cumsum(widths[::-1]), MARGIN - 0.2) * SQUARE_PX
    uneven = rng.normal(0, 6, 4) if rng.random() < 0.2 else np.zeros(4)
    for at in reversed(reach):
        low, high = start - at, start + SQUARES * SQUARE_PX + at
        x0, y0, x1, y1 = (round(float(v)) for v in np.array([low, low, high, high]) + uneven * (at > 8))
        colour = base if rng.random() < 0.25 else random_colour(rng)
        cv2.rectangle(picture, (x0, y0), (x1 - 1, y1 - 1), colour.tolist(), -1)
        cv2.rectangle(alpha, (x0, y0), (x1 - 1, y1 - 1), 255, -1)
        if rng.random() < 0.3:
            cv2.rectangle(
                picture, (x0, y0), (x1 - 1, y1 - 1), random_colour(rng).tolist(), int(rng.integers(1, 4))
            )
    cv2.rectangle(alpha, (start, start), (start + SQUARES * SQUARE_PX - 1,) * 2, 255, -1)
    if rng.random() < 0.35 and reach[-1] > 0.3 * SQUARE_PX:
        _write_coordinates(rng, picture, float(reach[-1]))
    return alpha


def _write_coordinates(rng: np.random.Generator, picture: Colour, reach: float) -> None:
    colour = random_colour(rng).tolist()
    font, scale = FONTS[int(rng.integers(5))], float(rng.uniform(0.3, 0.5))
    start, end = MARGIN * SQUARE_PX, (MARGIN + SQUARES) * SQUARE_PX
    back = min(reach, SQUARE_PX) * 0.8
    for index in range(SQUARES):
        at = round(start + (index + 0.3) * SQUARE_PX)
        for text, x, y in (
            (chr(65 + index), start - back, at + 8),
            (str(index + 1), at, start - back / 4),
            (chr(65 + index), end + back / 4, at + 8),
        ):
            _print(picture, text, (round(x), round(y)), font, scale, colour, 1)


def _draw_squares(rng: np.random.Generator, picture: Colour, base: Colour) -> None:
    """The playing squares: chequered or not, special ones in a pattern with some print on them."""
    start = MARGIN * SQUARE_PX
    other = random_colour(rng, base) if rng.random() < 0.8 else random_colour(rng)
    is_chequered = rng.random() < 0.15
    inset = int(rng.integers(3))
    for row in range(SQUARES):
        for column in range(SQUARES):
            if is_chequered and (row + column) % 2:
                _fill(picture, row, column, other, 0)
    shift = float(rng.choice((0.0, 4.0)))
    if shift:
        tone = rng.normal(0, shift, (SQUARES, SQUARES)).astype(np.float32)
        block = np.repeat(np.repeat(tone, SQUARE_PX, 0), SQUARE_PX, 1)[..., None]
        picture[start : start + len(block), start : start + len(block)] += block
    kinds = _special_pattern(rng)
    for kind in range(1, int(kinds.max()) + 1):
        colour = random_colour(rng) if rng.random() < 0.85 else random_colour(rng, base)
        style = int(rng.integers(9))
        ink = random_colour(rng).tolist()
        text = str(
            rng.choice(("x2", "x3", "DL", "TW", "BIS", "2", "3", "+1", "+5", "REPLAY", "STOP", "TRIPLE"))
        )
        for row, column in np.argwhere(kinds == kind):
            _decorate(rng, picture, int(row), int(column), colour, ink, style, text, inset)


def _special_pattern(rng: np.random.Generator) -> NDArray[np.int8]:
    """Which squares are special: often the same in all four quarters, as on boards that are sold."""
    kinds = np.zeros((SQUARES, SQUARES), np.int8)
    count = int(rng.choice((0, 2, 3, 4)))
    for kind in range(1, count + 1):
        for row, column in rng.integers(0, SQUARES, (int(rng.integers(1, 9)), 2)):
            if rng.random() < 0.3:
                column = row
            kinds[row, column] = kind
            if rng.random() < 0.9:
                kinds[14 - row, column] = kinds[row, 14 - column] = kinds[14 - row, 14 - column] = kind
                kinds[column, row] = kinds[column, 14 - row] = kinds[14 - column, row] = kind
    return kinds


def _fill(picture: Colour, row: int, column: int, colour: Colour, inset: int) -> None:
    y, x = (MARGIN + row) * SQUARE_PX, (MARGIN + column) * SQUARE_PX
    picture[y + inset : y + SQUARE_PX - inset, x + inset : x + SQUARE_PX - inset] = colour


def _decorate(
    rng: np.random.Generator,
    picture: Colour,
    row: int,
    column: int,
    colour: Colour,
    ink: list[float],
    style: int,
    text: str,
    inset: int,
) -> None:
    y, x = (MARGIN + row) * SQUARE_PX, (MARGIN + column) * SQUARE_PX
    middle = (x + SQUARE_PX // 2, y + SQUARE_PX // 2)
    if style in (0, 8):
        cv2.circle(picture, middle, round(SQUARE_PX * (0.3 + inset / 12)), colour.tolist(), -1, cv2.LINE_AA)
    elif style == 1:
        cv2.rectangle(picture, (x + 2, y + 2), (x + SQUARE_PX - 3, y + SQUARE_PX - 3), colour.tolist(), 3)
    elif style == 2:  # teeth that reach over the edge, as on letter games
        for side in np.linspace(3, SQUARE_PX - 4, 4):
            at = round(float(side))
            for px, py in (
                (x + at, y - 2),
                (x + at, y + SQUARE_PX + 1),
                (x - 2, y + at),
                (x + SQUARE_PX + 1, y + at),
            ):
                cv2.circle(picture, (px, py), 2, colour.tolist(), -1)
        _fill(picture, row, column, colour, 0)
    elif style == 3:
        points = np.array([[x + 3, y + 20], [x + 20, y + 20], [x + 12, y + 3]], np.int32)
        cv2.fillPoly(picture, [points], colour.tolist(), cv2.LINE_AA)
    else:
        _fill(picture, row, column, colour, inset)
    if style in (1, 4, 5, 6, 8):
        scale = 0.42 if len(text) < 3 else 0.24
        font = FONTS[style % len(FONTS)]
        (width, height), _ = cv2.getTextSize(text, font, scale, 1)
        at = (middle[0] - width // 2, middle[1] + height // 2)
        _print(picture, text, at, font, scale, ink, 1)
    elif style == 7:
        cv2.drawMarker(picture, middle, ink, int(rng.integers(0, 7)), 14, 2, cv2.LINE_AA)


def _print(
    picture: Colour, text: str, at: tuple[int, int], font: int, scale: float, ink: list[float], thick: int
) -> None:
    """Text with its foot at a point. OpenCV 5 writes into bytes only, so it is a mask first."""
    (width, height), below = cv2.getTextSize(text, font, scale, thick)
    mask = np.zeros((height + below + 4, width + 4), np.uint8)
    cv2.putText(mask, text, (2, height + 2), font, scale, 255, thick, cv2.LINE_AA)
    x, y = at[0] - 2, at[1] - height - 2
    x0, y0 = max(x, 0), max(y, 0)
    spot = picture[y0 : max(y + mask.shape[0], 0), x0 : max(x + mask.shape[1], 0)]
    share = mask[y0 - y :, x0 - x :][: spot.shape[0], : spot.shape[1], None].astype(np.float32) / 255
    spot *= 1 - share
    spot += share * np.array(ink, np.float32)


def _draw_lines(rng: np.random.Generator, picture: Colour, base: Colour) -> None:
    """The lines of the grid: printed, raised, or just left out (then the squares differ)."""
    thick = float(rng.choice((0.5, 1.0, 1.0, 1.5, 2.0, 3.0)))
    strength = float(rng.choice((0.25, 0.5, 1.0, 1.0)))
    colour = random_colour(rng)
    while np.abs(colour - base).max() < 28:
        colour = random_colour(rng)
    is_raised = rng.random() < 0.15
    start, end = MARGIN * SQUARE_PX, (MARGIN + SQUARES) * SQUARE_PX
    mask = np.zeros((SIDE_PX, SIDE_PX), np.float32)
    step = max(1, round(thick))
    for index in range(SQUARES + 1):
        at = start + index * SQUARE_PX
        is_edge = index in (0, SQUARES)
        if is_edge and rng.random() < 0.1:
            continue
        width = step + (int(rng.integers(0, 3)) if is_edge else 0)
        low = at - width // 2
        mask[low : low + width, start : end + 1] = 1
        mask[start : end + 1, low : low + width] = 1
    if thick < 1:
        strength *= 0.6
    share = (mask * strength)[..., None]
    if is_raised:
        light = np.roll(mask, (-1, -1), (0, 1)) - np.roll(mask, (1, 1), (0, 1))
        picture += light[..., None] * float(rng.uniform(15, 60))
        share = share * 0.3
    picture *= 1 - share
    picture += share * colour


def _fold(rng: np.random.Generator, picture: Colour) -> None:
    """A board that folds: a line of shade through the middle."""
    at = SIDE_PX // 2 + int(rng.integers(-2, 3))
    if rng.random() < 0.5:
        at += int(rng.choice((-1, 1))) * SQUARE_PX // 2
    depth = float(rng.uniform(0.6, 0.95))
    width = int(rng.integers(1, 3))
    if rng.random() < 0.5:
        picture[at : at + width] *= depth
    else:
        picture[:, at : at + width] *= depth


def _grain(rng: np.random.Generator, size: tuple[int, int], strength: float) -> NDArray[np.float32]:
    """Unevenness of a surface: around 1."""
    if strength < 0.005:
        return np.ones(size, np.float32)
    cells = int(rng.choice((6, 30, 120, 300)))
    stretch = int(rng.choice((1, 1, 8)))
    small = rng.normal(1, strength, (max(2, cells // stretch), cells)).astype(np.float32)
    return np.asarray(cv2.resize(small, size[::-1], interpolation=cv2.INTER_LINEAR), np.float32)


@dataclass(frozen=True, slots=True)
class _TokenStyle:
    colour: Colour
    ink: list[float]
    share: float  # of the square's side
    radius: float
    bevel: float
    wall: tuple[float, float]  # how far the side of a token is seen, in squares: perspective
    shadow: tuple[float, float]
    shadow_depth: float
    blank: float
    count: bool
    glyph: float
    font: int


def _draw_style(rng: np.random.Generator) -> _TokenStyle:
    colour = random_colour(rng)
    if rng.random() < 0.6:  # ivory, wood and the like: what most tokens are made of
        tone = rng.uniform(120, 250)
        colour = np.clip(np.array([0.86, 0.96, 1.0]) * tone + rng.normal(0, 8, 3), 0, 255).astype(np.float32)
    ink = random_colour(rng)
    while abs(float(ink.mean() - colour.mean())) < 50:
        ink = random_colour(rng)
    wall = rng.normal(0, 0.05, 2)
    shadow = rng.normal(0, 0.1, 2)
    return _TokenStyle(
        colour=colour,
        ink=ink.tolist(),
        share=float(rng.uniform(0.78, 0.99)),
        radius=float(rng.uniform(0, 0.22)),
        bevel=float(rng.choice((0.0, rng.uniform(0.03, 0.14)))),
        wall=(float(wall[0]), float(wall[1])),
        shadow=(float(shadow[0]), float(shadow[1])),
        shadow_depth=float(rng.uniform(0, 0.6)),
        blank=float(rng.choice((0.0, 0.05, 0.2, 0.6))),
        count=bool(rng.random() < 0.75),
        glyph=float(rng.uniform(0.5, 0.95)),
        font=int(rng.integers(len(FONTS))),
    )


def _lay_tokens(
    rng: np.random.Generator, picture: Colour, state: NDArray[np.int8], offset: NDArray[np.float32]
) -> None:
    style = _draw_style(rng)
    cells = _choose_cells(rng)
    spread = float(rng.choice((0.02, 0.05, 0.08)))
    turn_spread = float(rng.choice((1.0, 3.0, 5.0)))
    for row, column in cells:
        dx, dy = np.clip(rng.normal(0, spread, 2), -0.24, 0.24)
        if rng.random() < 0.08:  # across a line
            far = rng.uniform(0.34, 0.5) * rng.choice((-1, 1))
            dx, dy = (far, dy) if rng.random() < 0.5 else (dx, far)
        beyond = (column + 0.5 + dx < 0.2, row + 0.5 + dy < 0.2, column + dx > 14.3, row + dy > 14.3)
        if any(beyond):
            dx = dy = 0.0
        turn = rng.normal(0, turn_spread) + (90 * rng.integers(4) if rng.random() < 0.2 else 0)
        x = (MARGIN + column + 0.5 + dx) * SQUARE_PX
        y = (MARGIN + row + 0.5 + dy) * SQUARE_PX
        _draw_token(rng, picture, style, float(x), float(y), float(turn))
        state[row, column] = TOKEN
        offset[row, column] = dx + style.wall[0], dy + style.wall[1]


def _choose_cells(rng: np.random.Generator) -> list[tuple[int, int]]:
    """Squares that hold a token: words and runs, or anything."""
    count = int(rng.choice((0, rng.integers(1, 12), rng.integers(10, 60), rng.integers(40, 120))))
    if rng.random() < 0.35:
        flat = rng.permutation(SQUARES * SQUARES)[:count]
        return [(int(n) // SQUARES, int(n) % SQUARES) for n in flat]
    cells: dict[tuple[int, int], None] = {}
    while len(cells) < count:
        row, column = (int(n) for n in rng.integers(0, SQUARES, 2))
        down = int(rng.integers(2))
        for _ in range(int(rng.integers(1, 9))):
            if row < SQUARES and column < SQUARES and len(cells) < count:
                cells[row, column] = None
            row, column = row + down, column + 1 - down
    return list(cells)


def _draw_token(
    rng: np.random.Generator, picture: Colour, style: _TokenStyle, x: float, y: float, turn: float
) -> None:
    """One token, drawn twice as large and pasted: crisp enough, and quick."""
    zoom, reach = 2, SQUARE_PX  # half the side of the patch, in board pixels
    size = 2 * reach * zoom
    half = style.share * SQUARE_PX * zoom / 2
    mask = np.zeros((size, size), np.float32)
    radius = round(style.radius * 2 * half)
    c = size / 2
    low, high = round(c - half), round(c + half)
    cv2.rectangle(mask, (low + radius, low), (high - radius, high), 1, -1)
    cv2.rectangle(mask, (low, low + radius), (high, high - radius), 1, -1)
    for px in (low + radius, high - radius):
        for py in (low + radius, high - radius):
            cv2.circle(mask, (px, py), radius, 1, -1)
    face = np.empty((size, size, 3), np.float32)
    face[:] = style.colour * float(rng.normal(1, 0.03))
    if rng.random() >= style.blank:
        glyph = str(rng.choice(list(GLYPHS))) + (str(rng.integers(10)) if rng.random() < 0.15 else "")
        scale = style.glyph * (1.0 if len(glyph) == 1 else 0.75)
        thick = int(rng.integers(2, 5))
        (w, h), _ = cv2.getTextSize(glyph, FONTS[style.font], scale, thick)
        at = (round(c - w / 2), round(c + h / 2 - 2))
        _print(face, glyph, at, FONTS[style.font], scale, style.ink, thick)
        if style.count:
            at = (round(c + half * 0.35), round(c + half * 0.82))
            _print(face, str(rng.integers(1, 10)), at, FONTS[0], 0.32, style.ink, 1)
    turning = cv2.getRotationMatrix2D((c - 0.5, c - 0.5), -turn, 1.0)
    if style.bevel > 0:
        edge = cv2.erode(mask, np.ones((3, 3), np.uint8), iterations=max(1, round(style.bevel * half)))
        ring = cv2.GaussianBlur(mask - edge, (0, 0), 1.0)
        slope = cv2.Sobel(cv2.GaussianBlur(mask, (0, 0), 2.0), cv2.CV_32F, 1, 1, ksize=3)
        face += (ring * float(rng.choice((-1, 1))) * 18 + np.clip(slope, -1, 1) * 25)[..., None]
    mask = cv2.warpAffine(mask, turning, (size, size))
    face = cv2.warpAffine(face, turning, (size, size), borderMode=cv2.BORDER_REPLICATE)
    if style.shadow_depth > 0.02:
        soft = cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(1.0, 5.0)))
        _blend(
            picture,
            None,
            soft * style.shadow_depth,
            x + style.shadow[0] * SQUARE_PX,
            y + style.shadow[1] * SQUARE_PX,
            zoom,
        )
    wx, wy = style.wall[0] * SQUARE_PX, style.wall[1] * SQUARE_PX
    if abs(wx) + abs(wy) > 0.5:
        side = np.empty_like(face)
        side[:] = style.colour * 0.75
        for step in (0.0, 0.5):
            _blend(picture, side, mask, x + wx * step, y + wy * step, zoom)
    _blend(picture, face, mask, x + wx, y + wy, zoom)


def _blend(
    picture: Colour, patch: Colour | None, mask: NDArray[np.float32], x: float, y: float, zoom: int
) -> None:
    """Paste a patch with its middle at (x, y); no patch: darken."""
    reach = SQUARE_PX
    x0, y0 = int(np.floor(x)) - reach, int(np.floor(y)) - reach
    if x0 < 0 or y0 < 0 or x0 + 2 * reach > SIDE_PX or y0 + 2 * reach > SIDE_PX:
        return
    shift = np.array(
        [[1 / zoom, 0, (x % 1) - (1 - 1 / zoom) / 2], [0, 1 / zoom, (y % 1) - (1 - 1 / zoom) / 2]], np.float32
    )
    small = (2 * reach, 2 * reach)
    share = cv2.warpAffine(mask, shift, small, flags=cv2.INTER_AREA)[..., None]
    spot = picture[y0 : y0 + 2 * reach, x0 : x0 + 2 * reach]
    if patch is None:
        spot *= 1 - share
        return
    spot *= 1 - share
    spot += share * cv2.warpAffine(patch, shift, small, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
