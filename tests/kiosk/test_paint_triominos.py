"""The painted Triominos table: everything fits, fingers find their places, numbers stay on their tiles."""

from __future__ import annotations

from itertools import combinations
from random import Random

import numpy as np
import pygame
import pytest

from companion.kiosk.paint_marks import Marks
from companion.kiosk.paint_tiles import FACE, GHOST, NUMBER_PX
from companion.kiosk.paint_tools import INK, LEAST_CONTRAST, contrast
from companion.kiosk.paint_triominos import TriominosTable
from companion.rules.triominos import BOX, Position
from companion.rules.triominos.lattice import Place, neighbours
from companion.rules.triominos.tiles import Corners
from tests.kiosk.canvas import brightness, canvas, changed, cost_ms, fill_ms, without

AREAS = ((300, 300), (440, 340), (760, 300), (1240, 900))
UP, DOWN = (0, 0), (0, 1)


def grown(count: int, seed: int) -> list[Place]:
    """Places that hang together as in a game: each new one shares a side with an old one."""
    random, places = Random(seed), [(0, 0)]
    while len(places) < count:
        new = random.choice(neighbours(random.choice(places)))
        if new not in places:
            places.append(new)
    return places


SHAPES = {
    "a heap": grown(56, 1),
    "another heap": grown(56, 2),
    "a long row": [(0, column) for column in range(56)],
    "a high tower": [(step // 2 + step % 2, step % 2) for step in range(56)],
    "far away": [(row + 900, column - 700) for row, column in grown(56, 3)],
    "one tile": [(0, 0)],
}


def position_of(places: list[Place]) -> Position:
    return Position(dict(zip(places, sorted(BOX), strict=False)))


def is_inside(point: tuple[float, float], corners: list[tuple[float, float]], air: float = 0.0) -> bool:
    """Whether a point lies in a triangle, so many pixels from each of its sides."""
    (mx, my), sides = np.mean(corners, axis=0), zip(corners, [*corners[1:], corners[0]], strict=True)
    for (ax, ay), (bx, by) in sides:
        length = np.hypot(bx - ax, by - ay)
        distance = ((bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)) / length
        towards = ((bx - ax) * (my - ay) - (by - ay) * (mx - ax)) / length
        if distance * np.sign(towards) < air:
            return False
    return True


@pytest.mark.parametrize("area", AREAS, ids=str)
@pytest.mark.parametrize("shape", SHAPES)
def test_all_tiles_fit_onto_the_table(shape: str, area: tuple[int, int]) -> None:
    empty, surface = (canvas(area[0] + 40, area[1] + 40) for _ in range(2))
    table = TriominosTable(pygame.Rect(20, 20, *area))
    table.paint(empty, Position())
    table.paint(surface, position_of(SHAPES[shape]))
    for place in SHAPES[shape]:
        for x, y in table.outline_of(place):
            assert table.well.left < x < table.well.right and table.well.top < y < table.well.bottom
    mask = changed(surface, empty)
    assert mask.any()
    assert not without(mask, table.well).any()


@pytest.mark.parametrize("area", AREAS, ids=str)
@pytest.mark.parametrize("shape", sorted(SHAPES.keys() - {"one tile"}))
def test_tiles_are_as_large_as_they_fit(shape: str, area: tuple[int, int]) -> None:
    table = TriominosTable(pygame.Rect(0, 0, *area))
    table.paint(canvas(*area), position_of(SHAPES[shape]))
    points = [point for place in SHAPES[shape] for point in table.outline_of(place)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    half = table.zoom.half_px
    air = [table.well.width - (max(xs) - min(xs)), table.well.height - (max(ys) - min(ys))]
    spans = [(max(xs) - min(xs)) / half, (max(ys) - min(ys)) / half]
    # One pixel more in half a side, and less than a little air would be left in one direction.
    assert any(left - span < 2 * 0.35 * 2 * (half + 1) + 2 for left, span in zip(air, spans, strict=True))


def test_the_numbers_of_56_tiles_can_be_read_on_a_large_screen() -> None:
    for seed in range(8):
        table = TriominosTable(pygame.Rect(0, 0, 1240, 900))
        table.paint(canvas(1240, 900), position_of(grown(56, seed)))
        assert NUMBER_PX * 2 * table.zoom.half_px >= 18


@pytest.mark.parametrize("shape", SHAPES)
def test_a_finger_finds_every_tile(shape: str) -> None:
    table = TriominosTable(pygame.Rect(15, 9, 440, 340))
    table.paint(canvas(480, 360), position_of(SHAPES[shape]))
    for place in SHAPES[shape]:
        x, y = table.center_of(place)
        assert table.place_at((x, y)) == place
        for cx, cy in table.outline_of(place):  # and close to its three corners
            assert table.place_at((x + 0.8 * (cx - x), y + 0.8 * (cy - y))) == place


def test_a_finger_anywhere_is_in_the_triangle_that_is_named() -> None:
    table, random = TriominosTable(pygame.Rect(0, 0, 440, 340)), Random(4)
    table.paint(canvas(440, 340), position_of(grown(20, 4)))
    for _ in range(400):
        spot = (random.uniform(20, 420), random.uniform(20, 320))
        place = table.place_at(spot)
        assert place is not None
        assert is_inside(spot, table.outline_of(place), air=-1e-6)


def test_on_the_frame_there_is_no_place() -> None:
    table = TriominosTable(pygame.Rect(100, 100, 300, 300))
    spots = [(101, 250), (250, 101), (399, 250), (250, 399), (20, 20), (700, 250)]
    assert [table.place_at(spot) for spot in spots] == [None] * len(spots)


@pytest.mark.parametrize("place", [UP, DOWN], ids=["pointing up", "pointing down"])
@pytest.mark.parametrize("corner", range(3))
def test_a_number_stands_in_its_own_corner(place: Place, corner: int) -> None:
    table, pictures = TriominosTable(pygame.Rect(0, 0, 400, 400)), []
    numbers = [1, 1, 1]
    for number in (1, 4):
        numbers[corner] = number
        surface = canvas(400, 400)
        table.paint(surface, Position({place: (numbers[0], numbers[1], numbers[2])}))
        pictures.append(surface)
    rows, columns = np.nonzero(changed(*pictures))
    middle = (columns.mean(), rows.mean())
    nearest = min(
        table.outline_of(place), key=lambda spot: np.hypot(spot[0] - middle[0], spot[1] - middle[1])
    )
    assert nearest == table.outline_of(place)[corner]


@pytest.mark.parametrize("place", [UP, DOWN], ids=["pointing up", "pointing down"])
@pytest.mark.parametrize("side", [90, 140, 300])
def test_no_number_spills_over_its_tile(side: int, place: Place) -> None:
    table, pictures = TriominosTable(pygame.Rect(0, 0, side, side)), []
    corners: list[Corners] = [(number, number, number) for number in range(6)]
    for tile in corners:
        surface = canvas(side, side)
        table.paint(surface, Position({place: tile}))
        pictures.append(surface)
    outline, air = table.outline_of(place), 0.03 * 2 * table.zoom.half_px
    for one, other in combinations(pictures, 2):
        rows, columns = np.nonzero(changed(one, other, least=40))
        assert all(is_inside((x + 0.5, y + 0.5), outline, air) for x, y in zip(columns, rows, strict=True))


def test_the_three_numbers_of_a_tile_do_not_touch() -> None:
    table = TriominosTable(pygame.Rect(0, 0, 400, 400))
    for place in (UP, DOWN):
        masks = []
        for corner in range(3):
            numbers, surfaces = [[0, 0, 0], [0, 0, 0]], []
            for number, tile in zip((1, 4), numbers, strict=True):
                tile[corner] = number
                surface = canvas(400, 400)
                table.paint(surface, Position({place: (tile[0], tile[1], tile[2])}))
                surfaces.append(surface)
            masks.append(changed(*surfaces))
        assert not any((one & other).any() for one, other in combinations(masks, 2))


@pytest.mark.parametrize("ground", [FACE, GHOST], ids=["laid", "pending"])
def test_numbers_can_be_read(ground: tuple[int, int, int]) -> None:
    assert contrast(INK, ground) >= LEAST_CONTRAST


HEAP = grown(20, 5)
MARKED = HEAP[7]
MARKS = {
    "none": Marks(),
    "last": Marks(last=(MARKED,), glow=0.0),
    "refused": Marks(flashing=(MARKED,), flash=0.0),
    "asked": Marks(asked=(MARKED,)),
    "missing": Marks(missing=(MARKED,)),
    "selected": Marks(selected=MARKED),
}


def painted(marks: Marks, side: int = 500) -> tuple[pygame.Surface, TriominosTable]:
    surface = canvas(side, side)
    table = TriominosTable(surface.get_rect())
    table.paint(surface, position_of(HEAP), marks)
    return surface, table


@pytest.mark.parametrize("side", [300, 900])
def test_marks_at_their_weakest_can_be_told_apart_without_colours(side: int) -> None:
    shown = {name: brightness(painted(marks, side)[0]) for name, marks in MARKS.items()}
    half = painted(Marks(), side)[1].zoom.half_px
    for one, other in combinations(MARKS, 2):
        assert (np.abs(shown[one] - shown[other]) > 30).sum() > 0.08 * half * half, (one, other)


def test_the_last_tile_changes_with_its_glow_and_nothing_far_from_it_does() -> None:
    (weak, table), (strong, _) = (painted(Marks(last=(MARKED,), glow=glow)) for glow in (0.0, 1.0))
    (x, y), half = table.center_of(MARKED), table.zoom.half_px
    rows, columns = np.nonzero(changed(weak, strong))
    assert len(rows) > half * half / 8
    assert np.hypot(columns - x, rows - y).max() < 2 * half


def test_the_numbers_of_the_last_tile_are_not_dimmed_by_its_glow() -> None:
    (plain, table), (glowing, _) = (painted(marks) for marks in (Marks(), Marks(last=(MARKED,), glow=1.0)))
    rows, columns = np.nonzero(changed(plain, glowing))
    outline, air = table.outline_of(MARKED), 0.08 * 2 * table.zoom.half_px
    assert not any(is_inside((x + 0.5, y + 0.5), outline, air) for x, y in zip(columns, rows, strict=True))


def test_free_places_far_out_come_into_view() -> None:
    position, far = position_of(HEAP), (14, 15)
    free, asked = canvas(500, 500), canvas(500, 500)
    table = TriominosTable(free.get_rect())
    table.paint(free, position, Marks(free=(far,)))
    assert table.well.collidepoint(table.center_of(far))
    table.paint(asked, position, Marks(asked=(far,)))  # the same zoom, another mark
    x, y = map(round, table.center_of(far))
    assert changed(free, asked)[y - 4 : y + 5, x - 4 : x + 5].any(), "a plus in its middle"


def test_a_pending_tile_comes_into_view_and_differs_from_a_laid_one() -> None:
    places, table = grown(9, 6), TriominosTable(pygame.Rect(0, 0, 300, 300))
    position = position_of(places[:8])
    pending, laid = canvas(300, 300), canvas(300, 300)
    table.paint(pending, position, pending={places[8]: (1, 2, 3)})
    outline = table.outline_of(places[8])
    table.paint(laid, Position({**position.tiles, places[8]: (1, 2, 3)}))
    assert table.outline_of(places[8]) == outline
    different = np.abs(brightness(pending) - brightness(laid))
    assert different.max() > 30
    rows, columns = np.nonzero(different > 30)
    assert all(is_inside((x + 0.5, y + 0.5), outline, -8) for x, y in zip(columns, rows, strict=True))


def test_marks_for_the_other_game_are_left_out() -> None:
    marks = Marks(last=("H8",), asked=("A1",), selected="C3", across=(("A1", "A2"),))
    assert not changed(painted(Marks())[0], painted(marks)[0]).any()


def test_a_frame_with_glow_is_cheap() -> None:
    surface, unit = canvas(440, 340), fill_ms()
    table, position = TriominosTable(surface.get_rect()), position_of(grown(56, 1))
    cost = cost_ms(lambda: table.paint(surface, position, Marks(last=(HEAP[3],), glow=0.4)))
    assert cost < 20 * unit, f"{cost:.2f} ms; filling a screen takes {unit:.2f} ms"
