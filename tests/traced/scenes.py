"""Whole scenes: a table with a game on it, the camera above, and the truth about it."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

import numpy as np

from tests.traced.arrange import (
    SQUARES,
    Pose,
    Tile,
    Token,
    is_free,
    lay_backs,
    lay_tiles,
    lay_tokens,
    triangle,
)
from tests.traced.lens import Lens, step_back
from tests.traced.looks import choose_board, choose_tiles, choose_tokens
from tests.traced.prints import TILE_SHARE, draw_back, draw_board, draw_tile, draw_token
from tests.traced.room import LIGHTS, RADIUS_MM, THINGS, TOPS, lay_top, light, stand_about
from tests.traced.solids import Points, prism, square
from tests.traced.studio import Studio

Json = dict[str, Any]
Circle = tuple[float, float, float]  # x, y, radius
SIZES = ((1200, 900), (1280, 960), (1400, 1050), (1640, 1232))
LEAST_SQUARE_PX, LEAST_SIDE_PX = 28.0, 65.0
SQUARE_PX, SIDE_PX = (28.0, 50.0), (66.0, 130.0)
SMALL_SQUARE_PX, SMALL_SIDE_PX = (28.0, 32.0), (65.0, 75.0)  # as small as they are promised to be read


@dataclass(frozen=True, slots=True)
class Gloss:
    """How a set's plastic or wood takes light."""

    roughness: float
    coat: float

    @classmethod
    def draw(cls, rng: random.Random, is_wood: bool) -> Gloss:
        if is_wood:
            return cls(rng.uniform(0.5, 0.8), 0.0)
        return cls(rng.uniform(0.22, 0.55), rng.choice((0.0, 0.0, 0.3)))


def build_triolet(studio: Studio, rng: random.Random, is_small: bool = False) -> Json:
    """A board with tokens; the truth of it, as `trioscope evaluate` reads it."""
    pitch, margin = 20.0, rng.uniform(6, 26)
    board, look = choose_board(rng), choose_tokens(rng)
    thick, side = rng.uniform(2, 5), rng.uniform(17.2, 18.8)
    tokens = lay_tokens(rng, pitch, (pitch - side) * 0.4, rng.choice((0.0, 0.0, 0.08, 0.3)))
    whole = SQUARES * pitch + 2 * margin
    outer = square(whole)
    half = SQUARES * pitch / 2
    corners = np.array(
        [[-half, half, thick], [half, half, thick], [half, -half, thick], [-half, -half, thick]]
    )
    wanted_px = rng.uniform(*(SMALL_SQUARE_PX if is_small else SQUARE_PX))
    points = np.column_stack([outer, np.full(4, thick)])
    lens = _choose_lens(rng, points, pitch, wanted_px, 20.0, LEAST_SQUARE_PX)
    _furnish(studio, rng, lens, [(x, y, whole / 5) for x, y in _spread(whole)], whole * 0.6)
    sheen = rng.uniform(0.3, 0.75)
    cardboard = studio.printed(draw_board(board, pitch, margin), sheen, bump=0.03)
    studio.place(prism(outer, thick, 2.0, 0.5), cardboard, print_mm=whole)
    if margin > 9 and rng.random() < 0.4:
        _raise_rim(studio, whole, min(margin - 4, 7.0), thick, studio.plain(board.rim, 0.4))
    if rng.random() < 0.25:
        _raise_lines(studio, pitch, thick, studio.plain(board.lines, 0.4))
    height, bevel = rng.uniform(3.2, 5), rng.uniform(0.4, 1.0)
    solid = prism(square(side), height, rng.uniform(0.8, 2.4), bevel)
    gloss = Gloss.draw(rng, look.grain)
    materials: dict[str, Any] = {}
    for token in tokens:
        if look.grain or token.face not in materials:
            face = draw_token(look, token.face, rng)
            materials[token.face] = studio.printed(face, gloss.roughness, gloss.coat)
        studio.place(solid, materials[token.face], token.pose, z_mm=thick, print_mm=side)
    studio.look(lens, rng.choice((None, None, 4.0)))
    grid = _checked(studio, lens, corners)
    return {
        "game": "triolet",
        "grid": _listed(grid),
        "tokens": [{"cell": token.cell, "face": token.face, "confidence": 1.0} for token in _sorted(tokens)],
        "in_the_way": [],
        "between": [],
        "moved": None,
        "drawn": {
            "font": f"{look.font.parent.name}/{look.font.stem}",
            "joker": look.joker,
            **_lens_facts(lens),
        },
    }


def build_triominos(studio: Studio, rng: random.Random, is_small: bool = False) -> Json:
    """Tiles on a table; the truth of them, as `trioscope evaluate` reads it."""
    side, height = 36.0, rng.uniform(3.5, 7)
    look = choose_tiles(rng)
    tiles = lay_tiles(rng, side, rng.uniform(0.3, 1.2))
    outlines = np.concatenate([tile.outline(side) for tile in tiles])
    flat = np.column_stack([outlines, np.full(len(outlines), height)])
    wanted_px = rng.uniform(*(SMALL_SIDE_PX if is_small else SIDE_PX))
    lens = _choose_lens(rng, flat, side, wanted_px, 180.0, LEAST_SIDE_PX)
    radius = side / sqrt(3)
    taken = [(tile.pose.x, tile.pose.y, radius * 0.9) for tile in tiles]
    backs = _lay_backs_in_sight(rng, lens, taken, side, height)
    taken += [(back.pose.x, back.pose.y, radius * 0.9) for back in backs]
    _furnish(studio, rng, lens, taken, 60.0)
    gloss = Gloss.draw(rng, look.grain)
    solid = prism(triangle(side)[::-1], height, rng.uniform(0.6, 2.0), rng.uniform(0.4, 1.2))
    print_mm = side / TILE_SHARE
    for tile in [*tiles, *backs]:
        third = rng.randrange(3)  # which corner was on top when the tile was made: where its grain runs
        if tile.corners is None:
            face = draw_back(look, rng)
        else:
            first, second, last = (tile.corners[(index + third) % 3] for index in range(3))
            face = draw_tile(look, (first, second, last), rng)
        pose = replace(tile.pose, turn_deg=tile.pose.turn_deg - 120 * third)
        studio.place(solid, studio.printed(face, gloss.roughness, gloss.coat), pose, print_mm=print_mm)
    studio.look(lens, rng.choice((None, None, 4.0)))
    seen = [_checked(studio, lens, _upper(tile, side, height)) for tile in tiles]
    return {
        "game": "triominos",
        "tiles": [
            {
                "corners": list(tile.corners or ()),
                "vertices": _listed(vertices),
                "at": list(tile.at or ()),
                "confidence": 1.0,
            }
            for tile, vertices in zip(tiles, seen, strict=True)
        ],
        "face_down": len(backs),
        "in_the_way": [],
        "drawn": {
            "backs": [_listed(lens.project(_upper(back, side, height))) for back in backs],
            "font": f"{look.font.parent.name}/{look.font.stem}",
            "pips": look.pips,
            **_lens_facts(lens),
        },
    }


def _choose_lens(
    rng: random.Random, points: Points, pitch_mm: float, wanted_px: float, roll_deg: float, least_px: float
) -> Lens:
    """A camera that shows all these points, a pitch of about the wanted pixels, in a small picture.

    Where even the largest picture cannot hold them, the pitch is smaller, down to the least.
    """
    pose = {
        "tilt_deg": min(abs(rng.gauss(0, 8)), 19.0),
        "towards_deg": rng.choice((-90.0, rng.uniform(0, 360))),
        "roll_deg": rng.uniform(-roll_deg, roll_deg),
    }
    middle = points[:, :2].min(axis=0) / 2 + points[:, :2].max(axis=0) / 2
    target = (float(middle[0] + rng.gauss(0, 6)), float(middle[1] + rng.gauss(0, 6)))
    wide = rng.uniform(0.8, 1.25)
    lenses = []
    for size in SIZES[rng.randrange(2) :]:
        focal = wide * size[0]
        lens = step_back(Lens(size, focal, target, focal * pitch_mm / wanted_px, **pose), points)
        lenses.append(lens)
        if focal * pitch_mm / lens.distance_mm > max(least_px, wanted_px * 0.85):
            return lens
    return lenses[-1]


def _furnish(studio: Studio, rng: random.Random, lens: Lens, taken: list[Circle], beyond_mm: float) -> None:
    """Table, light and, in a third of the pictures, things that stand about."""
    lay_top(studio, rng.choice(TOPS), rng)
    light(studio, rng.choice(LIGHTS), rng)
    if rng.random() > 0.36:
        return
    circles = list(taken)
    for kind in rng.sample(THINGS, rng.randint(1, 3)):
        for _ in range(60):
            x, y = (rng.uniform(-1, 1) * beyond_mm * 2.2 + lens.target[axis] for axis in (0, 1))
            seen = lens.project(np.array([[x, y, 0.0]]))[0]
            inside = (seen > -40).all() and (seen < np.array(lens.size) + 40).all()
            # A mug is high and leans outwards in the picture: it needs more room towards the middle.
            if inside and is_free(circles, x, y, RADIUS_MM[kind] + (12 if kind == "mug" else 4)):
                stand_about(studio, kind, x, y, rng)
                circles.append((x, y, RADIUS_MM[kind]))
                break


def _lay_backs_in_sight(
    rng: random.Random, lens: Lens, taken: list[Circle], side: float, height: float
) -> list[Tile]:
    wanted = rng.choice((0, rng.randint(1, 5), rng.randint(4, 16)))
    corner = np.array([(x, y) for x, y, _ in taken])
    reach = np.stack([corner.min(axis=0) - 160, corner.max(axis=0) + 160])
    return lay_backs(
        rng, taken, side, wanted, reach, lambda back: lens.shows(_upper(back, side * 1.1, height))
    )


def _raise_rim(studio: Studio, whole: float, width: float, thick: float, material: Any) -> None:
    """A wall around the board."""
    for turn in (0, 90, 180, 270):
        # Each bar ends where the next begins, as the sails of a windmill.
        place = Pose(0, 0, turn).carry(np.array([[width / 2, whole / 2 - width / 2]]))[0]
        bar = _bar(whole - width, width)
        studio.place(
            prism(bar, thick + 2.5, 0.5, 0.8), material, Pose(float(place[0]), float(place[1]), turn)
        )


def _raise_lines(studio: Studio, pitch: float, thick: float, material: Any) -> None:
    """Ridges that keep tokens on their squares."""
    length = SQUARES * pitch
    bar = prism(_bar(length, 0.8), 0.9, 0.1, 0.3)
    for index in range(SQUARES + 1):
        at = index * pitch - length / 2
        studio.place(bar, material, Pose(0, at, 0), z_mm=thick)
        studio.place(bar, material, Pose(at, 0, 90), z_mm=thick)


def _bar(length: float, width: float) -> Points:
    return square(1.0) * (length, width)


def _upper(tile: Tile, side: float, height: float) -> Points:
    return np.column_stack([tile.outline(side), np.full(3, height)])


def _checked(studio: Studio, lens: Lens, points: Points) -> Points:
    """Where points are in the picture: Blender's answer, which must be the lens's own."""
    seen = studio.project(points)
    if not np.allclose(seen, lens.project(points), atol=0.05):
        raise RuntimeError("Blender's camera is not where the lens is.")
    return seen


def _listed(points: Points) -> list[list[float]]:
    return [[round(float(x), 2), round(float(y), 2)] for x, y in points]


def _sorted(tokens: list[Token]) -> list[Token]:
    return sorted(tokens, key=lambda token: (token.cell[0], int(token.cell[1:])))


def _spread(whole: float) -> list[tuple[float, float]]:
    """Middles of circles that together cover the board."""
    steps = np.linspace(-0.4, 0.4, 5) * whole
    return [(float(x), float(y)) for x in steps for y in steps]


def _lens_facts(lens: Lens) -> Json:
    return {
        "size": list(lens.size),
        "tilt_deg": round(lens.tilt_deg, 2),
        "roll_deg": round(lens.roll_deg, 2),
    }
