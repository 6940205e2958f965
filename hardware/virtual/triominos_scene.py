"""Triominos on a table, ready to be drawn: the laid group, the face-down pool, loose tiles; and the truth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from hardware.virtual.optics import Optics, Points
from hardware.virtual.painter import Painter, Standing, rotation
from hardware.virtual.scene import CannotLay
from hardware.virtual.triominos import (
    LoosePose,
    PlacedTile,
    TriominosLook,
    loose_vertices,
    place_tiles,
    scatter,
    tile_set,
    turn_layout,
    vertices_of,
)
from hardware.virtual.triominos_layout import Corners, Place
from hardware.virtual.world import stream

TILE_SCALE = 1.4  # finer than the picture, so that print stays crisp when it is bent
HIGHEST = 5
ALL_TILES = 56
OUT_OF_PLACE_MM = 10.0  # a tile pushed farther than this lies in no place of the lattice any more


@dataclass(frozen=True, slots=True)
class LooseTile:
    """A tile that belongs to no group: face up with its corners, or face down."""

    pose: LoosePose
    corners: Corners | None


class TriominosScene:
    """The tiles by place, where the whole group lies, and what lies about. It knows no rules.

    `room_for` is the layout that the camera must be able to see, laid or not.
    """

    def __init__(
        self,
        look: TriominosLook,
        seed: int,
        room_for: Mapping[Place, Corners],
        gap_mm: float = 1.5,
        angle_deg: float = 1.0,
    ) -> None:
        self.look, self.seed, self.gap_mm, self.angle_deg = look, seed, gap_mm, angle_deg
        self.tiles: dict[Place, Corners] = {}
        self.shifts: dict[Place, tuple[float, float, float]] = {}
        self.loose: list[LooseTile] = []
        self.x_mm = self.y_mm = self.turn_deg = 0.0  # of the group
        self._room_for = dict(room_for) or {(0, 0): (0, 0, 0)}
        # Where the tiles of the whole layout lie is settled once: none moves when another is laid or taken.
        self._poses = {tile.at: tile for tile in self._settle(self._room_for)}

    def lay(self, spot: object, piece: object) -> None:
        """Lay a tile where the whole layout has room for it, or else against those that lie there."""
        place, corners = _place(spot), _corners(piece)
        if place in self.tiles:
            raise CannotLay(f"There is already a tile at {list(place)}: take it away first.")
        self.tiles[place] = corners
        if place not in self._poses:
            known = {at: tile.corners for at, tile in self._poses.items()}
            (*_, self._poses[place]) = self._settle({**known, place: corners})

    def take(self, spot: object) -> Corners:
        place = _place(spot)
        if place not in self.tiles:
            raise CannotLay(f"There is no tile at {list(place)} to take away.")
        self.shifts.pop(place, None)
        return self.tiles.pop(place)

    def shift(self, spot: object, dx: float, dy: float, turn_deg: float) -> None:
        """Push a tile: where it lies now from where it was laid, in the group's millimetres and degrees."""
        place = _place(spot)
        if place not in self.tiles:
            raise CannotLay(f"There is no tile at {list(place)} to push.")
        self.shifts[place] = dx, dy, turn_deg

    def points_mm(self) -> Points:
        """What must be in the picture: every corner of the layout there must be room for."""
        return np.vstack([vertices_of(tile, self.look) for tile in self._placed(self._room_for)])

    def loose_px(self, optics: Optics) -> Points:
        """The corners of the loose tiles in the picture."""
        if not self.loose:
            return np.empty((0, 2))
        corners = np.vstack([loose_vertices(tile.pose, self.look) for tile in self.loose])
        return optics.project(corners, self.look.thickness_mm)

    def backs_px(self, optics: Optics) -> list[list[list[float]]]:
        """The corners of the face-down tiles in the picture, each tile's clockwise as seen."""
        backs = [loose_vertices(tile.pose, self.look) for tile in self.loose if tile.corners is None]
        seen = [optics.project(back, self.look.thickness_mm) for back in backs]
        return [[[round(float(x), 2), round(float(y), 2)] for x, y in back] for back in seen]

    def places_px(self, optics: Optics) -> dict[Place, Points]:
        """The three corners of every place there is room for in the picture, laid or not."""
        placed = self._placed(self._room_for)
        return {
            tile.at: optics.project(vertices_of(tile, self.look), self.look.thickness_mm) for tile in placed
        }

    def take_from_pool(self, count: int) -> None:
        """Somebody draws tiles: so many backs are gone, as far as any lie in view."""
        backs = [tile for tile in self.loose if tile.corners is None]
        for tile in backs[:count]:
            self.loose.remove(tile)

    @property
    def top_mm(self) -> float:
        """The height of the tiles' upper faces."""
        return self.look.thickness_mm

    @property
    def ground_key(self) -> object:
        """What the ground's drawing depends on: nothing of the game lies under the tiles."""
        return None

    def scatter_about(self, optics: Optics, rng: np.random.Generator, backs: int, faces: int) -> None:
        """Put face-down and loose face-up tiles where the view is free, each whole in the picture."""
        outline = optics.table_outline(-10)
        low, high = outline.min(axis=0), outline.max(axis=0)
        avoid = [_grown(vertices_of(tile, self.look), 1.35) for tile in self._placed(self._room_for)]
        region = (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
        for count, face_up in ((backs, False), (faces, True)):
            taken = [*avoid, *(_grown(loose_vertices(tile.pose, self.look), 1.1) for tile in self.loose)]
            for pose in scatter(self.look, rng, count, region, taken):
                seen = optics.project(loose_vertices(pose, self.look), self.look.thickness_mm)
                if np.all(seen > 3) and np.all(seen < np.array(optics.size) - 4):
                    self.loose.append(LooseTile(pose, self._spare_tile(rng) if face_up else None))

    def _spare_tile(self, rng: np.random.Generator) -> Corners:
        """A tile that neither the layout nor anything loose shows: every tile exists once."""
        shown = [*self._room_for.values(), *(tile.corners for tile in self.loose if tile.corners)]
        taken = {tuple(sorted(corners)) for corners in shown}
        while True:
            a, b, c = (int(n) for n in sorted(rng.integers(0, HIGHEST + 1, 3)))
            if (a, b, c) not in taken or len(taken) >= ALL_TILES:
                return a, b, c

    def draw_ground(self, painter: Painter) -> None:
        """Nothing: Triominos needs no board."""

    def standings(self, painter: Painter, glare_share: float) -> list[Standing]:
        """The tiles as they stand."""
        tiles = tile_set(self.look, painter.px_per_mm() * TILE_SCALE)
        standings = []
        for placed in self._placed(self.tiles):
            rng = stream(self.seed, "tile", placed.at, placed.corners)
            glare = float(rng.uniform(0.5, 1.3)) if rng.random() < glare_share else 0.0
            art = tiles.tile(placed.corners, rng)
            standings.append(Standing(art, placed.x_mm, placed.y_mm, placed.turn_deg, glare=glare))
        for number, loose in enumerate(self.loose):
            rng = stream(self.seed, "loose", number)
            art = tiles.back(rng) if loose.corners is None else tiles.tile(loose.corners, rng)
            standings.append(Standing(art, loose.pose.x_mm, loose.pose.y_mm, loose.pose.turn_deg))
        return standings

    def truth(self, optics: Optics, is_hidden: Callable[[Points], bool] | None = None) -> dict[str, object]:
        """What `trioscope read` should say of this picture; a tile below a hand has `hidden`."""
        turns = round((optics.roll_deg + self.turn_deg) / 60)
        in_place = {place: c for place, c in self.tiles.items() if not self._is_out_of_place(place)}
        names = _named(_largest_group(in_place), turns)
        faces = [(p.corners, vertices_of(p, self.look), names.get(p.at)) for p in self._placed(self.tiles)]
        faces += [(t.corners, loose_vertices(t.pose, self.look), None) for t in self.loose if t.corners]
        tiles: list[dict[str, object]] = []
        for corners, vertices_mm, at in faces:
            seen = optics.project(vertices_mm, self.look.thickness_mm)
            tile = _tile_truth(corners, seen, None if at is None else list(at))
            tiles.append({**tile, "hidden": True} if is_hidden is not None and is_hidden(seen) else tile)
        backs = [loose_vertices(t.pose, self.look) for t in self.loose if t.corners is None]
        seen_backs = [optics.project(back, self.look.thickness_mm) for back in backs]
        face_down = sum(is_hidden is None or not is_hidden(back) for back in seen_backs)
        in_the_way = [] if is_hidden is None else ["hand"]
        return {"game": "triominos", "tiles": tiles, "face_down": face_down, "in_the_way": in_the_way}

    def _is_out_of_place(self, place: Place) -> bool:
        dx, dy, _ = self.shifts.get(place, (0.0, 0.0, 0.0))
        return float(np.hypot(dx, dy)) > OUT_OF_PLACE_MM

    def _settle(self, tiles: Mapping[Place, Corners]) -> list[PlacedTile]:
        return place_tiles(self.look, tiles, stream(self.seed, "chain"), self.gap_mm, self.angle_deg)

    def _placed(self, tiles: Mapping[Place, Corners]) -> list[PlacedTile]:
        """The tiles as they lie now: the group moved and turned, single tiles pushed."""
        settled = [replace(self._poses[place], corners=corners) for place, corners in tiles.items()]
        moved = turn_layout(settled, self.turn_deg, self.x_mm, self.y_mm)
        return [self._pushed(tile) for tile in moved]

    def _pushed(self, tile: PlacedTile) -> PlacedTile:
        dx, dy, turn = self.shifts.get(tile.at, (0.0, 0.0, 0.0))
        right, down = rotation(self.turn_deg) @ (dx, dy)
        return PlacedTile(tile.at, tile.corners, tile.x_mm + right, tile.y_mm + down, tile.turn_deg + turn)


def _tile_truth(corners: Corners, seen: Points, at: list[int] | None) -> dict[str, object]:
    vertices = [[round(float(x), 2), round(float(y), 2)] for x, y in seen]
    return {"corners": list(corners), "vertices": vertices, "at": at, "confidence": 1.0}


def _largest_group(tiles: Mapping[Place, Corners]) -> set[Place]:
    """The largest set of places that hang together by their sides."""
    left, largest = set(tiles), set[Place]()
    while left:
        group, edge = set[Place](), [left.pop()]
        while edge:
            row, column = edge.pop()
            group.add((row, column))
            other_row = row + 1 if (row + column) % 2 == 0 else row - 1
            near = {(row, column - 1), (row, column + 1), (other_row, column)} & left
            left -= near
            edge += near
        largest = max(largest, group, key=len)
    return largest


def _named(group: set[Place], turns: int) -> dict[Place, Place]:
    """Places after turning the lattice by so many 60 degrees, one that points up being (0, 0)."""
    turned = {place: _turned(place, turns % 6) for place in sorted(group)}
    ups = [place for place in turned.values() if sum(place) % 2 == 0]
    row, column = min(ups, default=(0, 0) if not turned else _before(next(iter(turned.values()))))
    return {place: (r - row, c - column) for place, (r, c) in turned.items()}


def _before(place: Place) -> Place:
    """The place left of a lone tile that points down: it becomes (0, 0), so that the tile is (0, 1)."""
    return place[0], place[1] - 1


def _turned(place: Place, turns: int) -> Place:
    """The place after turning the table clockwise by so many 60 degrees about vertex (0, 0)."""
    row, column = place
    up = (row + column) % 2 == 0
    points = [(column, row), (column + 1, row + 1), (column - 1, row + 1)] if up else [
        (column, row + 1), (column - 1, row), (column + 1, row)]  # fmt: skip
    for _ in range(turns):
        # In steps along the row (q) and down to the right (r), a turn by 60 degrees is (q, r) -> (-r, q + r).
        points = [((x - line) // 2 - line, (x - line) // 2 + line) for x, line in points]
    return min(line for _, line in points), sorted(x for x, _ in points)[1]


def _grown(polygon: Points, factor: float) -> Points:
    middle = polygon.mean(axis=0)
    return np.asarray(middle + (polygon - middle) * factor, np.float64)


def _place(spot: object) -> Place:
    match spot:
        case (int(row), int(column)):
            return row, column
    raise CannotLay(f"{spot!r} is no place: a place is a row and a column, such as (0, 1).")


def _corners(piece: object) -> Corners:
    match piece:
        case (int(a), int(b), int(c)) if all(0 <= n <= HIGHEST for n in (a, b, c)):
            return a, b, c
    raise CannotLay(f"{piece!r} is no tile: a tile has three numbers from 0 to {HIGHEST}.")
