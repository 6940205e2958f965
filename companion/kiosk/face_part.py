"""A face for every player: each colour is another animal, so that nobody is told apart by colour alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

import pygame

from companion.kiosk import theme
from companion.kiosk.page import LEAST_UNITS, Page
from companion.kiosk.theme import Rgb
from companion.session.setup import Player

FINE = 4  # drawn so many times larger, then scaled down: pygame's circles have steps
_BADGE = 0.36  # how wide the badge with the letter is, of the face
_LEAST_BADGE = 28  # units: the smallest letters there are fit into it

Spot = tuple[float, float]


def draw_face(page: Page, box: pygame.Rect, name: str, colour: str, is_faded: bool = False) -> None:
    """The animal of a colour in the middle of a box, with the first letter of a name on a badge."""
    side = min(box.w, box.h)
    at = pygame.Rect(0, 0, side, side)
    at.center = box.center
    picture = face_picture(colour, side)
    if is_faded:
        picture = picture.copy()
        picture.set_alpha(70)
    page.surface.blit(picture, at)
    letter = first_letter(name)
    if not letter:
        return
    width = max(page.unit(_LEAST_BADGE), round(_BADGE * side))
    badge = pygame.Rect(0, 0, width, width)
    badge.bottomright = at.right + width // 8, at.bottom + width // 16
    page.surface.blit(_badge_picture(width), badge)
    ground = pygame.Rect(0, 0, round(width * 0.66), round(width * 0.5))  # all of it on the pale disc
    ground.center = badge.center
    letter_units = max(LEAST_UNITS, round(0.55 * width / page.unit(100) * 100))
    page.text(ground, letter, letter_units, colour=theme.INK, weight="heavy", align="centre", may_cut=True)


def first_letter(name: str) -> str:
    """The letter that stands for a name; empty if it has none."""
    return name.strip()[:1].upper()[:1]


def colour_name(players: Sequence[Player], seat: int) -> str:
    """A player's colour by its name, as all of them at this table are told apart."""
    colour = theme.colours_of(players)[seat]
    return next(name for name, known in theme.PLAYER_COLOURS.items() if known == colour)


@lru_cache(maxsize=64)
def face_picture(colour: str, side: int) -> pygame.Surface:
    """The animal of a colour, with transparency. Not to be drawn on."""
    fine = pygame.Surface((side * FINE, side * FINE), pygame.SRCALPHA)
    _Sketch(fine, theme.PLAYER_COLOURS.get(colour, theme.SOFT_INK)).draw(colour)
    return pygame.transform.smoothscale(fine, (side, side))


@lru_cache(maxsize=16)
def _badge_picture(width: int) -> pygame.Surface:
    fine = pygame.Surface((width * FINE, width * FINE), pygame.SRCALPHA)
    middle = (width * FINE // 2, width * FINE // 2)
    pygame.draw.circle(fine, theme.INK, middle, width * FINE // 2)
    pygame.draw.circle(fine, theme.CARD, middle, round(width * FINE * 0.45))
    return pygame.transform.smoothscale(fine, (width, width))


class _Sketch:
    """A head and what grows on it; all places are parts of the picture's side."""

    def __init__(self, surface: pygame.Surface, fur: Rgb) -> None:
        self.surface, self.fur = surface, fur
        self.deep, self.pale = theme.mix(fur, theme.BLACK, 0.3), theme.mix(fur, theme.WHITE, 0.55)
        self.line = theme.letters_on(fur)

    def draw(self, colour: str) -> None:
        behind: dict[str, Callable[[], object]] = {
            "red": self._cat,
            "blue": self._bear,
            "green": self._frog,
            "yellow": self._chick,
            "orange": self._lion,
            "purple": self._unicorn,
            "pink": self._rabbit,
            "turquoise": self._snail,
            "brown": self._dog,
            "black": self._penguin,
        }
        behind.get(colour, lambda: None)()
        self._disc((0.5, 0.57), 0.37, self.fur)
        if colour == "black":
            self._disc((0.36, 0.58), 0.17, theme.CARD)
            self._disc((0.64, 0.58), 0.17, theme.CARD)
            self._disc((0.5, 0.72), 0.17, theme.CARD)
        self._look(colour)

    def _look(self, colour: str) -> None:
        """Eyes, and a mouth or a beak."""
        eyes = ((0.32, 0.25), (0.68, 0.25)) if colour == "green" else ((0.37, 0.52), (0.63, 0.52))
        for x, y in eyes:
            self._disc((x, y), 0.085, theme.WHITE)
            self._disc((x + 0.01, y + 0.01), 0.05, theme.INK)
            self._disc((x + 0.03, y - 0.015), 0.018, theme.WHITE)
        if colour in ("yellow", "black"):
            self._shape([(0.42, 0.63), (0.58, 0.63), (0.5, 0.75)], theme.PLAYER_COLOURS["orange"])
            return
        if colour in ("blue", "brown"):
            self._oval((0.5, 0.62), (0.13, 0.09), theme.INK)
        side = self.surface.get_width()
        mouth = pygame.Rect(round(0.37 * side), round(0.54 * side), round(0.26 * side), round(0.24 * side))
        pygame.draw.arc(self.surface, self.line, mouth, 3.4, 6.02, max(2, round(0.035 * side)))

    def _cat(self) -> None:
        for flip in (False, True):
            self._shape([(0.13, 0.08), (0.17, 0.5), (0.5, 0.24)], self.fur, flip)
            self._shape([(0.2, 0.19), (0.21, 0.42), (0.4, 0.27)], self.pale, flip)

    def _bear(self) -> None:
        for x in (0.21, 0.79):
            self._disc((x, 0.27), 0.15, self.fur)
            self._disc((x, 0.27), 0.08, self.pale)

    def _frog(self) -> None:
        for x in (0.32, 0.68):
            self._disc((x, 0.25), 0.15, self.fur)

    def _chick(self) -> None:
        for x in (0.38, 0.5, 0.62):
            self._shape([(x - 0.06, 0.28), (x + 0.06, 0.28), (x + (x - 0.5) * 0.8, 0.05)], self.deep)

    def _lion(self) -> None:
        middle = pygame.Vector2(0.5, 0.55)
        for step in range(10):
            curl = middle + pygame.Vector2(0, -0.34).rotate(step * 36)
            self._disc((curl.x, curl.y), 0.125, self.deep)

    def _unicorn(self) -> None:
        self._shape([(0.42, 0.28), (0.58, 0.28), (0.5, 0.0)], theme.PLAYER_COLOURS["yellow"])
        for flip in (False, True):
            self._shape([(0.16, 0.14), (0.16, 0.46), (0.38, 0.26)], self.fur, flip)

    def _rabbit(self) -> None:
        for x in (0.33, 0.67):
            self._oval((x, 0.22), (0.19, 0.44), self.fur)
            self._oval((x, 0.23), (0.09, 0.3), self.pale)

    def _snail(self) -> None:
        for end, root in (((0.24, 0.09), (0.4, 0.3)), ((0.76, 0.09), (0.6, 0.3))):
            side = self.surface.get_width()
            ends = [(x * side, y * side) for x, y in (end, root)]
            pygame.draw.lines(self.surface, self.deep, False, ends, max(2, round(0.05 * side)))
            self._disc(end, 0.08, self.deep)

    def _dog(self) -> None:
        for x in (0.12, 0.88):
            self._oval((x, 0.52), (0.22, 0.5), self.deep)
        self._oval((0.5, 0.22), (0.2, 0.16), self.fur)

    def _penguin(self) -> None:
        self._oval((0.5, 0.2), (0.16, 0.2), self.fur)
        for x in (0.11, 0.89):
            self._oval((x, 0.68), (0.14, 0.36), self.fur)

    def _disc(self, centre: Spot, radius: float, colour: Rgb) -> None:
        self._oval(centre, (2 * radius, 2 * radius), colour)

    def _oval(self, centre: Spot, size: Spot, colour: Rgb) -> None:
        side = self.surface.get_width()
        box = pygame.Rect(0, 0, round(size[0] * side), round(size[1] * side))
        box.center = round(centre[0] * side), round(centre[1] * side)
        pygame.draw.ellipse(self.surface, colour, box)

    def _shape(self, points: list[Spot], colour: Rgb, is_flipped: bool = False) -> None:
        side = self.surface.get_width()
        turned = [((1 - x if is_flipped else x) * side, y * side) for x, y in points]
        pygame.draw.polygon(self.surface, colour, turned)
