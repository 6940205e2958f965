"""What is printed: faces of tokens, numbers of tiles, boards. Pictures of Pillow, RGB."""

from __future__ import annotations

import random
from dataclasses import dataclass
from importlib.util import find_spec
from math import cos, pi, radians, sin
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from companion.rules.triolet.editions import EDITIONS
from tests.traced.arrange import SQUARES, square_middle, triangle

Colour = tuple[int, int, int]
WHITE, BLACK = (255, 255, 255), (0, 0, 0)
FACE_PX = 320  # of a token or a tile: several times what a camera sees of it
SQUARE_PX = 96

# What a toy maker would choose: the reader has learned from some of them, from others (of PyPI) not.
PACKAGED = {
    "font_fredoka_one": ("FredokaOne-Regular.ttf",),
    "font_hanken_grotesk": ("HankenGrotesk-Bold.otf", "HankenGrotesk-SemiBold.otf"),
    "font_source_sans_pro": ("SourceSansPro-Bold.ttf", "SourceSansPro-Semibold.ttf"),
    "font_intuitive": ("Intuitive.ttf",),
    "font_manrope": ("Manrope-Bold.ttf",),
}
CACHED = (
    "Liberation Sans/Bold.ttf",
    "Liberation Sans/Regular.ttf",
    "Quicksand/Bold.ttf",
    "Comfortaa/Bold.ttf",
    "Lato/Bold.ttf",
    "Lato/Black.ttf",
    "Roboto/Bold.ttf",
    "Roboto/Medium.ttf",
    "URW Gothic/Demi.otf",
    "Cabin/Bold.otf",
    "Comic Neue/Bold.otf",
    "Roboto Slab/Bold.otf",
    "C059/Bold.otf",
    "Andika/Bold.ttf",
    "Dosis/Bold.otf",
    "PT Sans/Bold.ttf",
    "Liberation Serif/Bold.ttf",
)


def fonts() -> list[Path]:
    """The typefaces that are here; DejaVu's is everywhere."""
    packages = [
        Path(spec.origin).parent / "files" / name
        for package, names in PACKAGED.items()
        if (spec := find_spec(package)) is not None and spec.origin is not None
        for name in names
    ]
    cached = [Path.home() / ".cache/trioscope/fonts" / name for name in CACHED]
    system = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf")
    return [path for path in [*packages, *cached, system] if path.is_file()]


@dataclass(frozen=True, slots=True)
class TokenPrint:
    """How the tokens of one set are printed."""

    font: Path
    body: Colour
    inks: tuple[Colour, ...]  # one for all, or one for each number in turn
    height: float  # of the number, in sides
    count_height: float
    joker: str  # star, face, crown, or what is written
    grain: bool = False


@dataclass(frozen=True, slots=True)
class TilePrint:
    """How the tiles of one set are printed."""

    font: Path
    body: Colour
    inks: tuple[Colour, ...]  # one for all, or one for each number
    height: float  # of a digit, in sides
    out: float  # how far its middle is from the tile's middle, of the way to the corner
    feet: bool  # towards the corner
    pips: bool
    middle: str  # none, stud, lines
    back: Colour
    back_mark: str  # none, ring, lines
    grain: bool = False


@dataclass(frozen=True, slots=True)
class BoardPrint:
    """How a board is printed."""

    ground: Colour
    rim: Colour
    lines: Colour
    line_mm: float
    double: Colour
    triple: Colour
    replay: Colour
    shape: str  # square, disc, ring
    has_signs: bool
    chequer: int  # how much lighter every second square is
    font: Path
    title: str


def draw_token(look: TokenPrint, face: str, rng: random.Random) -> Image.Image:
    """A token's upper face, upright."""
    image = body(look.body, look.grain, rng)
    draw = ImageDraw.Draw(image)
    values = [*map(str, range(16)), "joker"]
    ink = look.inks[values.index(face) % len(look.inks)]
    middle = (FACE_PX * rng.uniform(0.455, 0.47), FACE_PX * rng.uniform(0.455, 0.47))
    if face == "joker" and look.joker.isupper():
        _write(image, look.joker, middle, look.font, FACE_PX * look.height, ink, 0.78 * FACE_PX)
    elif face == "joker":
        _draw_joker(draw, look.joker, middle, FACE_PX * look.height * 0.52, ink)
    else:
        room = 0.7 if len(face) == 2 else 0.62
        _write(image, face, middle, look.font, FACE_PX * look.height, ink, room * FACE_PX)
    count = str(EDITIONS["fr"].counts[face])
    corner = (FACE_PX * 0.845, FACE_PX * 0.83)
    _write(image, count, corner, look.font, FACE_PX * look.count_height, ink, FACE_PX * 0.2)
    return image


def draw_tile(look: TilePrint, corners: tuple[int, int, int], rng: random.Random) -> Image.Image:
    """A tile's upper face: the middle of the picture is the tile's, its top corner shows the first number."""
    image = body(look.body, look.grain, rng)
    draw = ImageDraw.Draw(image)
    side = FACE_PX * TILE_SHARE
    middle = FACE_PX / 2
    if look.middle == "lines":
        for x, y in triangle(side) * 0.42:
            draw.line([(middle, middle), (middle - x, middle + y)], fill=look.inks[0], width=3)
    for number, (x, y), turn in zip(corners, triangle(side) * look.out, (0, -120, -240), strict=True):
        ink = look.inks[number % len(look.inks)]
        at = (middle + x, middle - y)
        if look.pips:
            _draw_pips(draw, number, at, turn, side, ink)
        else:
            turned = turn + 180 if look.feet else turn
            _write(image, str(number), at, look.font, side * look.height, ink, side * 0.3, turned)
    if look.middle == "stud":
        _disc(draw, (middle, middle), side * 0.055, (184, 150, 70))
        _disc(draw, (middle - 2, middle - 2), side * 0.03, (232, 205, 130))
    return image


def draw_back(look: TilePrint, rng: random.Random) -> Image.Image:
    """The lower face of every tile of the set."""
    image = body(look.back, look.grain, rng)
    draw = ImageDraw.Draw(image)
    mark = tuple(max(0, min(255, part + (45 if sum(look.back) < 330 else -45))) for part in look.back)
    side, middle = FACE_PX * TILE_SHARE, FACE_PX / 2
    if look.back_mark == "ring":
        reach = side * 0.12
        draw.ellipse([middle - reach, middle - reach, middle + reach, middle + reach], outline=mark, width=5)
    elif look.back_mark == "lines":
        inner = [(middle + x, middle - y) for x, y in triangle(side) * 0.62]
        draw.line([*inner, inner[0]], fill=mark, width=4)
    return image


TILE_SHARE = 0.86  # a tile's side in its picture's


def draw_board(look: BoardPrint, pitch_mm: float, margin_mm: float) -> Image.Image:
    """The whole board: 15 x 15 squares with the margin around, A1 at the top left."""
    scale = SQUARE_PX / pitch_mm
    side = round((SQUARES * pitch_mm + 2 * margin_mm) * scale)
    first = margin_mm * scale
    image = Image.new("RGB", (side, side), look.rim)
    draw = ImageDraw.Draw(image)
    end = first + SQUARES * SQUARE_PX
    draw.rectangle([first, first, end, end], fill=look.ground)
    lighter = tuple(min(255, part + look.chequer) for part in look.ground)
    for row in range(SQUARES):
        for column in range(row % 2, SQUARES, 2):
            x, y = first + column * SQUARE_PX, first + row * SQUARE_PX
            draw.rectangle([x, y, x + SQUARE_PX, y + SQUARE_PX], fill=lighter)
    layout = EDITIONS["fr"].layout
    for cells, colour, sign in (
        (layout.double, look.double, "2"),
        (layout.triple, look.triple, "3"),
        (layout.replay, look.replay, "↻"),
    ):
        for cell in sorted(cells):
            x, y = square_middle(cell, SQUARE_PX)
            _draw_special(image, look, side / 2 + x, side / 2 - y, colour, sign)
    width = max(1, round(look.line_mm * scale))
    for index in range(SQUARES + 1):
        at = first + index * SQUARE_PX
        draw.line([(at, first), (at, end)], fill=look.lines, width=width)
        draw.line([(first, at), (end, at)], fill=look.lines, width=width)
    if look.title and first > 40:
        place = (side / 2, side - first / 2)
        _write(image, look.title, place, look.font, first * 0.4, look.lines, side * 0.6)
    return image


def body(colour: Colour, grain: bool, rng: random.Random) -> Image.Image:
    """An unprinted face, with a grain if it is of wood."""
    noise = np.random.default_rng(rng.randrange(2**32))
    plain = np.full((FACE_PX, FACE_PX, 3), colour, np.float64) * rng.uniform(0.97, 1.0)
    if grain:
        fine = cv2.resize(
            noise.normal(0, 1, (FACE_PX // 4, 5)), (FACE_PX, FACE_PX), interpolation=cv2.INTER_CUBIC
        )
        broad = cv2.resize(noise.normal(0, 1, (9, 3)), (FACE_PX, FACE_PX), interpolation=cv2.INTER_CUBIC)
        plain *= (1 + 0.05 * fine + 0.04 * broad)[..., None]
    return Image.fromarray(np.clip(plain, 0, 255).astype(np.uint8))


def _write(
    image: Image.Image,
    text: str,
    at: tuple[float, float],
    font: Path,
    height_px: float,
    ink: Colour,
    room_px: float,
    turn_deg: float = 0,
) -> None:
    """Write text with its ink's middle at a point, digits so high, but no wider than there is room."""
    probe = ImageFont.truetype(str(font), 200)
    _, top, _, bottom = probe.getbbox("0")
    size = 200 * height_px / (bottom - top)
    left, _, right, _ = probe.getbbox(text)
    size = min(size, 200 * room_px / (right - left))
    sized = ImageFont.truetype(str(font), max(4, round(size)))
    box = sized.getbbox(text)
    edge = int(max(box[2] - box[0], box[3] - box[1]) + 8)
    mask = Image.new("L", (2 * edge, 2 * edge), 0)
    ImageDraw.Draw(mask).text(
        (edge - (box[0] + box[2]) / 2, edge - (box[1] + box[3]) / 2), text, font=sized, fill=255
    )
    mask = mask.rotate(turn_deg, Image.Resampling.BICUBIC)
    image.paste(ink, (round(at[0] - edge), round(at[1] - edge)), mask)


def _draw_joker(
    draw: ImageDraw.ImageDraw, kind: str, at: tuple[float, float], radius: float, ink: Colour
) -> None:
    x, y = at
    if kind == "face":
        width = max(3, round(radius / 8))
        draw.ellipse([x - radius, y - radius, x + radius, y + radius], outline=ink, width=width)
        for side in (-1, 1):
            _disc(draw, (x + side * radius * 0.36, y - radius * 0.25), radius * 0.13, ink)
        draw.arc(
            [x - radius * 0.6, y - radius * 0.6, x + radius * 0.6, y + radius * 0.6], 20, 160, ink, width
        )
    elif kind == "crown":
        points = [(-1, 0.7), (-1, -0.6), (-0.5, 0.05), (0, -0.9), (0.5, 0.05), (1, -0.6), (1, 0.7)]
        draw.polygon([(x + radius * px, y + radius * py) for px, py in points], fill=ink)
    else:
        reach = [radius * (1.15 if step % 2 == 0 else 0.48) for step in range(10)]
        angles = [pi * step / 5 - pi / 2 for step in range(10)]
        draw.polygon(
            [(x + far * cos(a), y + far * sin(a)) for far, a in zip(reach, angles, strict=True)], fill=ink
        )


def _draw_pips(
    draw: ImageDraw.ImageDraw, number: int, at: tuple[float, float], turn_deg: float, side: float, ink: Colour
) -> None:
    places: dict[int, list[tuple[float, float]]] = {
        0: [],
        1: [(0, 0)],
        2: [(-1, 0), (1, 0)],
        3: [(0, -1), (-1, 0.8), (1, 0.8)],
        4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
        5: [(-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)],
    }
    # The picture's y points down: a turn against the clock is one of -turn here.
    turn = -radians(turn_deg)
    step = side * 0.052
    for px, py in places[number]:
        x = at[0] + step * (px * cos(turn) - py * sin(turn))
        y = at[1] + step * (px * sin(turn) + py * cos(turn))
        _disc(draw, (x, y), side * 0.029, ink)


def _draw_special(
    image: Image.Image, look: BoardPrint, x: float, y: float, colour: Colour, sign: str
) -> None:
    draw = ImageDraw.Draw(image)
    half = SQUARE_PX / 2
    if look.shape == "square":
        draw.rectangle([x - half, y - half, x + half, y + half], fill=colour)
    elif look.shape == "disc":
        _disc(draw, (x, y), half * 0.78, colour)
    else:
        reach = half * 0.74
        draw.ellipse([x - reach, y - reach, x + reach, y + reach], outline=colour, width=9)
    if not look.has_signs:
        return
    ink = colour if look.shape == "ring" else (WHITE if sum(colour) < 420 else (40, 40, 40))
    if sign == "↻":
        reach = half * 0.36
        draw.arc([x - reach, y - reach, x + reach, y + reach], 20, 320, ink, 7)
        draw.polygon([(x + reach * 0.5, y), (x + reach * 1.5, y), (x + reach, y + reach * 0.6)], fill=ink)
    else:
        _write(image, "x" + sign, (x, y), look.font, half * 0.55, ink, half)


def _disc(draw: ImageDraw.ImageDraw, at: tuple[float, float], radius: float, colour: Colour) -> None:
    draw.ellipse([at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius], fill=colour)
