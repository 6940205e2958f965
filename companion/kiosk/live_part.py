"""The camera's picture on a page, with the grid of the board over it.

Points of the picture are (x, y) with pixel centres at whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import pygame

from companion.kiosk import theme
from companion.kiosk.backstage import Picture
from companion.kiosk.page import Page

Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]  # of the 15 x 15 squares, clockwise from A1

SQUARES = 15


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture as it stands on the page: which point of it lies where."""

    rect: pygame.Rect
    size: tuple[int, int]  # of the picture

    @classmethod
    def in_box(cls, size: tuple[int, int], box: pygame.Rect) -> Shown:
        """As large as it fits, in the middle."""
        scale = min(box.w / size[0], box.h / size[1])
        rect = pygame.Rect(0, 0, max(1, round(size[0] * scale)), max(1, round(size[1] * scale)))
        rect.center = box.center
        return cls(rect, size)

    @property
    def scale(self) -> float:
        """Pixels of the page for one of the picture."""
        return self.rect.w / self.size[0]

    def to_page(self, point: Point) -> Point:
        return (
            self.rect.x + (point[0] + 0.5) * self.rect.w / self.size[0],
            self.rect.y + (point[1] + 0.5) * self.rect.h / self.size[1],
        )

    def to_picture(self, at: Point) -> Point:
        """The point of the picture under this one of the page, at its edge if it lies beyond."""
        x = (at[0] - self.rect.x) * self.size[0] / self.rect.w - 0.5
        y = (at[1] - self.rect.y) * self.size[1] / self.rect.h - 0.5
        return min(max(x, 0.0), self.size[0] - 1.0), min(max(y, 0.0), self.size[1] - 1.0)


def surface_of(picture: Picture) -> pygame.Surface:
    """The picture as pygame draws it."""
    return pygame.image.frombuffer(picture.rgb, picture.size, "RGB")


def draw_picture(page: Page, box: pygame.Rect, picture: Picture) -> Shown:
    """Draw it into the box, as large as it fits."""
    shown = Shown.in_box(picture.size, box)
    page.surface.blit(_scaled(picture, shown.rect.size), shown.rect)
    return shown


@lru_cache(maxsize=1)  # while a finger drags, the page is built far more often than a picture comes
def _scaled(picture: Picture, size: tuple[int, int]) -> pygame.Surface:
    return pygame.transform.smoothscale(surface_of(picture), size)


def draw_grid(page: Page, shown: Shown, corners: Corners) -> None:
    """The lines between the squares, as they would lie in the picture if these were the board's corners."""
    clip = page.surface.get_clip()
    page.surface.set_clip(shown.rect)
    for start, end, is_edge in grid_lines(corners):
        ends = shown.to_page(start), shown.to_page(end)
        # Dark below bright: one of them stands out from whatever the board looks like.
        wide = max(1, page.unit(3 if is_edge else 1))
        pygame.draw.line(page.surface, theme.NIGHT, *ends, wide + (2 if is_edge else 1))
        pygame.draw.line(page.surface, theme.GLOW, *ends, wide)
    page.surface.set_clip(clip)


def grid_lines(corners: Sequence[Point]) -> list[tuple[Point, Point, bool]]:
    """Both ends of the sixteen lines each way, and whether it is an edge. Straight lines stay straight when
    they are seen from a slant, so their ends are enough."""
    onto = square_onto(corners)
    lines = []
    for step in range(SQUARES + 1):
        share, is_edge = step / SQUARES, step in (0, SQUARES)
        lines.append((onto(share, 0.0), onto(share, 1.0), is_edge))
        lines.append((onto(0.0, share), onto(1.0, share), is_edge))
    return sorted(lines, key=lambda line: line[2])


def square_onto(corners: Sequence[Point]) -> Callable[[float, float], Point]:
    """The homography that takes the unit square to these corners (Heckbert 1989, section 2.2.3)."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = corners
    dx1, dy1, dx2, dy2 = x1 - x2, y1 - y2, x3 - x2, y3 - y2
    sum_x, sum_y = x0 - x1 + x2 - x3, y0 - y1 + y2 - y3
    across = dx1 * dy2 - dx2 * dy1 or 1e-9  # nothing: three corners in a line, while somebody drags them
    g = (sum_x * dy2 - dx2 * sum_y) / across
    h = (dx1 * sum_y - sum_x * dy1) / across
    a, b = x1 - x0 + g * x1, x3 - x0 + h * x3
    d, e = y1 - y0 + g * y1, y3 - y0 + h * y3

    def onto(u: float, v: float) -> Point:
        depth = g * u + h * v + 1
        depth = depth if abs(depth) > 1e-6 else 1e-6
        return (a * u + b * v + x0) / depth, (d * u + e * v + y0) / depth

    return onto


def are_in_order(corners: Sequence[Point]) -> bool:
    """Whether they go clockwise around something with four corners: none crossed, none pushed in."""
    for number, (x, y) in enumerate(corners):
        (back_x, back_y), (next_x, next_y) = corners[number - 1], corners[(number + 1) % len(corners)]
        # In a picture y grows downwards: a turn to the right is positive.
        if (x - back_x) * (next_y - y) - (y - back_y) * (next_x - x) <= 0:
            return False
    return True
