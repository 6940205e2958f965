"""The virtual table: tell it what to lay, and a virtual camera sees it.

    table = VirtualTable.draw("triolet", seed=7, level="medium")
    table.lay("H8", "11")
    camera = VirtualCamera(table)
    camera.frame().pixels, table.truth()

It knows no rules: it lays what it is told.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.virtual.clutter import clutter
from hardware.virtual.difficulty import DIFFICULTIES, Level
from hardware.virtual.fonts import Font, FontBook, FontError
from hardware.virtual.framing import SIZES, draw_optics
from hardware.virtual.hands import POSES, hand
from hardware.virtual.light import Light
from hardware.virtual.optics import Optics, Points
from hardware.virtual.painter import Painter, rotation
from hardware.virtual.scene import CannotLay, Scene
from hardware.virtual.sensor import bend, expose
from hardware.virtual.split import Part
from hardware.virtual.textures import table_top
from hardware.virtual.triolet_look import draw_triolet_look
from hardware.virtual.triolet_scene import TrioletScene
from hardware.virtual.triominos import draw_look as draw_triominos_look
from hardware.virtual.triominos_scene import TriominosScene
from hardware.virtual.world import World, draw_world, scatter_things, stream

Bytes = NDArray[np.uint8]
Game = Literal["triolet", "triominos"]
GAMES: tuple[Game, ...] = ("triolet", "triominos")
Spot = str | tuple[int, int]  # a cell, or a place in the lattice
Piece = str | tuple[int, int, int]  # the face of a token, or the corners of a tile

TABLE_SCALE = 0.75  # of the picture's: a table top has no print to keep crisp
SPRITE_SCALE = 1.0
GROUND_MARGIN_PX = 80
REACHING = tuple(pose for pose in POSES if pose != "forearm")  # a forearm leans, it does not reach
HIDDEN = 0.2  # of a square or tile: what is hidden for more cannot be asked of a reader


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand over the table: where it points, where its arm comes from, and which hand it is."""

    x_mm: float
    y_mm: float
    from_deg: float
    seed: int


class VirtualTable:
    """A table with a game on it, seen by one camera. Every change is seen in the next frame."""

    def __init__(self, scene: Scene, world: World, optics: Optics, seed: int) -> None:
        self.scene, self.world, self.optics, self.seed = scene, world, optics, seed
        self.hands: list[Hand] = []
        self.is_plugged_in = True
        self.version = 0  # counts the changes, so that a camera knows when to look again
        self._ground: tuple[object, Painter] | None = None
        self._exposure: float | None = None  # found with the first picture, then held
        self._seen: tuple[int, Bytes, Bytes | None] | None = None

    @classmethod
    def draw(
        cls,
        game: Game,
        seed: int,
        level: Level = "easy",
        part: Part = "all",
        fonts: FontBook | None = None,
        sizes: tuple[tuple[int, int], ...] = SIZES,
        room_for: Mapping[tuple[int, int], tuple[int, int, int]] | None = None,
        font: str | None = None,
    ) -> VirtualTable:
        """A table at random, the game's set laid ready and nothing on it yet.

        Triominos has no board to go by: `room_for` is the layout that the camera must be able to see.
        `font` names the family that the pieces are printed in.
        """
        difficulty = DIFFICULTIES[level]
        rng = stream(seed, "table", game, level)
        book = fonts or FontBook()
        scene: TrioletScene | TriominosScene
        if game == "triolet":
            board = draw_triolet_look(rng, part, book)
            board = replace(board, font=_find_font(book, font, part)) if font is not None else board
            scene, side_px, side_mm = TrioletScene(board, seed), difficulty.square_px, board.square_mm
        else:
            tile = draw_triominos_look(rng, part, book)
            tile = replace(tile, font=_find_font(book, font, part)) if font is not None else tile
            scene = TriominosScene(tile, seed, room_for or {}, rng.uniform(0.3, 2.0), rng.uniform(0.3, 1.4))
            side_px, side_mm = difficulty.side_px, tile.side_mm
        world = draw_world(rng, difficulty, part)

        def scale(rng: np.random.Generator) -> float:
            return float(rng.uniform(*side_px)) / side_mm

        any_roll = game == "triominos" and difficulty.any_roll
        optics = draw_optics(rng, difficulty, scale, scene.points_mm(), scene.top_mm, any_roll, sizes)
        if isinstance(scene, TriominosScene):
            scene.scatter_about(optics, rng, int(rng.integers(0, 18)), int(rng.integers(0, 4)))
        if rng.random() < difficulty.clutter_share:
            played = optics.project(scene.points_mm(), scene.top_mm)
            world = replace(world, things=scatter_things(rng, optics, played, scene.loose_px(optics)))
        return cls(scene, world, optics, seed)

    # What people do ------------------------------------------------------------------------------------

    def lay(self, spot: Spot, piece: Piece) -> None:
        """Lay a piece."""
        self.scene.lay(spot, piece)
        self.version += 1

    def take(self, spot: Spot) -> None:
        """Take a piece away."""
        self.scene.take(spot)
        self.version += 1

    def move(self, spot: Spot, to: Spot) -> None:
        """Move a piece to another place."""
        piece = self.scene.take(spot)
        try:
            self.scene.lay(to, piece)
        except CannotLay:
            self.scene.lay(spot, piece)
            raise
        self.version += 1

    def shift(self, spot: Spot, dx: float, dy: float, turn_deg: float = 0.0) -> None:
        """Knock a piece askew: where it lies now from the middle of its square, in squares and degrees; a
        tile from where it was laid, in millimetres."""
        self.scene.shift(spot, dx, dy, turn_deg)
        self.version += 1

    def nudge(self, dx_mm: float, dy_mm: float, turn_deg: float = 0.0) -> None:
        """Push the board with everything on it."""
        self.scene.x_mm += dx_mm
        self.scene.y_mm += dy_mm
        self.scene.turn_deg += turn_deg
        self.version += 1

    def put_hand(self, x_mm: float, y_mm: float, from_deg: float = 180.0, seed: int = 0) -> None:
        """A hand reaches for a point; its arm comes from this side (clockwise, 0 is the top)."""
        self.hands.append(Hand(x_mm, y_mm, from_deg, seed))
        self.version += 1

    def reach_in(self, across: float, down: float, from_deg: float, seed: int) -> None:
        """A hand reaches over the game: to a point given as shares of its width and height."""
        points = self.scene.points_mm()
        low, high = points.min(axis=0), points.max(axis=0)
        x, y = low + (high - low) * (across, down)
        self.put_hand(float(x), float(y), from_deg, seed)

    def take_from_pool(self, count: int) -> None:
        """Somebody draws so many tiles from the face-down pool."""
        if not isinstance(self.scene, TriominosScene):
            raise CannotLay("Only Triominos has a pool.")
        self.scene.take_from_pool(count)
        self.version += 1

    def clear_hands(self) -> None:
        self.hands.clear()
        self.version += 1

    def change_light(self, light: Light) -> None:
        self.world = replace(self.world, light=light)
        self.version += 1

    def blur(self, blur_px: float) -> None:
        """Put the camera out of focus."""
        self.world = replace(self.world, sensor=replace(self.world.sensor, blur_px=blur_px))
        self.version += 1

    def see_from(self, optics: Optics) -> None:
        """Hold the camera somewhere else; it finds its exposure anew."""
        self.optics, self._exposure = optics, None
        self.version += 1

    def unplug(self) -> None:
        """Pull the camera's cable."""
        self.is_plugged_in = False

    def plug_in(self) -> None:
        self.is_plugged_in = True

    # What is seen --------------------------------------------------------------------------------------

    def look(self) -> Bytes:
        """The picture of the table before noise, (height, width, 3) BGR; kept until something changes."""
        if self._seen is None or self._seen[0] != self.version:
            self._seen = self.version, *self._draw()
        return self._seen[1]

    def _draw(self) -> tuple[Bytes, Bytes | None]:
        """The picture, and where a hand hides what is below it."""
        painter = self._draw_ground()
        standings = self.scene.standings(painter, self.world.glare_share)
        painter.cast(
            (s.art.outline_mm @ rotation(s.turn_deg).T + (s.x_mm, s.y_mm), s.base_mm, s.art.height_mm)
            for s in standings
        )
        eye = self.optics.foot_mm
        # What is nearer to the point below the camera hides what is farther away, never the other way.
        for standing in sorted(standings, key=lambda s: -np.hypot(s.x_mm - eye[0], s.y_mm - eye[1])):
            painter.stand(standing)
        for reaching in self.hands:
            self._draw_hand(painter, reaching)
        hidden = None if painter.hidden is None else bend(painter.hidden, painter)
        picture, self._exposure = expose(painter, self.world.light, self.world.sensor, self._exposure)
        return picture, hidden

    def truth(self) -> dict[str, object]:
        """What `trioscope read` should say of the picture.

        With a hand in view it also says what the hand hides for more than a fifth: squares in `hidden`, tiles
        by a `hidden` of their own; backs that are hidden are not in `face_down`.
        """
        if not self.hands:
            return self.scene.truth(self.optics)
        self.look()
        hidden = self._seen[2] if self._seen is not None else None

        def is_hidden(spot: Points) -> bool:
            return hidden is not None and _share(hidden, spot) > HIDDEN

        return self.scene.truth(self.optics, is_hidden)

    def covers(self) -> list[list[list[int]]]:
        """Outlines in the picture of what hands hide, each a list of points (x, y)."""
        self.look()
        hidden = self._seen[2] if self._seen is not None else None
        if hidden is None:
            return []
        mask = (hidden > 127).astype(np.uint8)
        outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        plain = [cv2.approxPolyDP(outline, 2.0, True).reshape(-1, 2) for outline in outlines]
        return [outline.astype(int).tolist() for outline in plain if len(outline) > 2]

    def _draw_ground(self) -> Painter:
        """Table top, clutter and board: drawn once and kept as long as they stay as they are."""
        key = (self.world.table, self.world.light, self.world.things, self.optics, self.scene.ground_key)
        if self._ground is None or self._ground[0] != key:
            painter = Painter(self.optics, self.world.light, GROUND_MARGIN_PX)
            self._cover(painter)
            for thing in self.world.things:
                rng = np.random.default_rng(thing.seed)
                light_deg = self.world.light.from_deg - thing.turn_deg
                sprite = clutter(thing.kind, rng, painter.px_per_mm() * SPRITE_SCALE, light_deg)
                painter.sprite(sprite, thing.x_mm, thing.y_mm, thing.turn_deg)
            # The game lies over a sheet of paper that reaches under it, not the other way round: what is not
            # a hand never hides a piece.
            self.scene.draw_ground(painter)
            self._ground = key, painter
        return self._ground[1].copy()

    def _cover(self, painter: Painter) -> None:
        scale = painter.px_per_mm() * TABLE_SCALE
        outline = self.optics.table_outline(GROUND_MARGIN_PX)
        low, high = outline.min(axis=0), outline.max(axis=0)
        columns, rows = (int(n) + 2 for n in (high - low) * scale)
        texture = table_top(self.world.table, stream(self.seed, "top"), (rows, columns), scale)
        painter.cover(texture, np.array([[1 / scale, 0, low[0]], [0, 1 / scale, low[1]], [0, 0, 1]]))

    def _draw_hand(self, painter: Painter, reaching: Hand) -> None:
        # The arm must leave the picture: as long as the way to the farthest corner.
        corners = self.optics.table_outline(GROUND_MARGIN_PX)
        reach = float(np.hypot(*(corners - (reaching.x_mm, reaching.y_mm)).T).max())
        turn = reaching.from_deg + 180
        rng = np.random.default_rng(reaching.seed)
        pose = REACHING[int(rng.integers(len(REACHING)))]
        sprite = hand(
            rng,
            painter.px_per_mm() * SPRITE_SCALE * 0.8,
            self.world.light.from_deg - turn,
            pose,
            arm_mm=reach,
        )
        painter.sprite(sprite, reaching.x_mm, reaching.y_mm, turn, hides=True)


def _find_font(book: FontBook, family: str, part: Part) -> Font:
    font = book.find(family)
    if family not in book.families(part):
        raise FontError(f"The font {family} is not in the {part} part: choose another one, or --part all.")
    return font


def _share(hidden: Bytes, spot: Points) -> float:
    """How much of a polygon in the picture is hidden, 0 to 1."""
    area = np.zeros(hidden.shape, np.uint8)
    cv2.fillPoly(area, [np.round(spot).astype(np.int32)], 255)
    inside = area > 0
    return float(hidden[inside].mean()) / 255 if inside.any() else 0.0
