"""A page: what a screen draws on, and what can be touched on it.

Sizes are in units: one pixel of the 7 inch display (800 x 480, or 480 x 800 upright); larger screens have
larger units. A page remembers every text with the box it had to fit into, so that tests can see what spills.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Literal

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import inset
from companion.kiosk.theme import Rgb
from companion.kiosk.typeface import Weight, line_px, render, shorten, width_px, wrap

Align = Literal["left", "centre", "right"]
Stand = Literal["top", "middle", "bottom"]
Style = Literal["plain", "go", "quiet", "alarm"]
Size = Literal["huge", "title", "large", "body", "small"]
Act = Callable[[], object]

UNITS: dict[Size, int] = {"huge": 58, "title": 34, "large": 26, "body": 21, "small": 17}
LEAST_UNITS = 14  # nothing is written smaller
TOUCH = 63  # units: 12 mm on the 7 inch display
GAP = 10
KEY_FROM = 115  # units: a narrower button has no room for its key
_GROUNDS: dict[Style, Rgb] = {
    "plain": theme.SLATE,
    "go": theme.GO,
    "quiet": theme.CARD,
    "alarm": theme.ALARM,
}


@dataclass(frozen=True, slots=True)
class PlacedText:
    """A line as it stands on the page. `is_cut`: it was too long; `may_cut`: somebody's name may be."""

    text: str
    rect: pygame.Rect
    box: pygame.Rect
    size_px: int
    colour: Rgb
    ground: Rgb
    is_cut: bool
    may_cut: bool


@dataclass(frozen=True, slots=True)
class Target:
    """Something to touch. `key` is the letter that does the same."""

    name: str
    rect: pygame.Rect
    act: Act
    key: str = ""
    is_enabled: bool = True


@dataclass(frozen=True, slots=True)
class Moving:
    """A part that is drawn anew for each frame, over the page as it is below."""

    rect: pygame.Rect
    paint: Callable[[pygame.Surface, pygame.Rect, float], object]  # the moment is the monotonic time
    until_s: float = inf  # then it stays as it was drawn last


class Page:
    """One picture of a screen, with everything on it."""

    def __init__(self, size: tuple[int, int], focus: str | None = None, shows_keys: bool = False) -> None:
        self.surface = pygame.Surface(size)
        self.box = self.surface.get_rect()
        self.focus, self.shows_keys = focus, shows_keys
        self.texts: list[PlacedText] = []
        self.targets: list[Target] = []
        self.moving: list[Moving] = []
        self.said_box: pygame.Rect | None = None  # where a sentence is said; `None`: at the bottom
        self.surface.fill(theme.PAPER)

    @property
    def is_portrait(self) -> bool:
        return self.box.h > self.box.w

    @property
    def is_small(self) -> bool:
        return min(self.box.size) < 600

    def unit(self, units: float) -> int:
        """Units in pixels."""
        across, down = (480, 800) if self.is_portrait else (800, 480)
        return max(1, round(units * min(self.box.w / across, self.box.h / down)))

    @property
    def gap(self) -> int:
        return self.unit(GAP)

    @property
    def touch(self) -> int:
        """The least side of something that is touched."""
        return self.unit(TOUCH)

    # Drawing --------------------------------------------------------------------------------------------

    def fill(
        self, box: pygame.Rect, colour: Rgb, radius: float = 12, frame: Rgb | None = None
    ) -> pygame.Rect:
        """A panel with round corners; its inside is handed back."""
        round_px = min(self.unit(radius), min(box.size) // 2) if radius else 0
        pygame.draw.rect(self.surface, colour, box, border_radius=round_px)
        if frame is not None:
            pygame.draw.rect(self.surface, frame, box, max(1, self.unit(2)), border_radius=round_px)
        return inset(box, self.gap)

    def text(
        self,
        box: pygame.Rect,
        text: str,
        size: Size | int = "body",
        *,
        colour: Rgb | None = None,
        weight: Weight = "plain",
        align: Align = "left",
        stand: Stand = "middle",
        lines: int = 1,
        may_cut: bool = False,
        least: int = LEAST_UNITS,
    ) -> pygame.Rect:
        """Words in a box, smaller where they would not fit, cut with … where even `least` is too much."""
        if not text or box.w <= 0 or box.h <= 0:
            return pygame.Rect(box.topleft, (0, 0))
        ground = self._ground_of(box)
        ink = colour or theme.letters_on(ground)
        size_px, parts, is_cut = self._fit(text, box, size, weight, lines, least)
        step = line_px(size_px, weight)
        # A font's line has air above its letters; two lines may stand closer than that.
        tight = round(step * 0.88) if len(parts) > 1 else step
        height = step + tight * (len(parts) - 1)
        top = {"top": box.y, "middle": box.y + (box.h - height) // 2, "bottom": box.bottom - height}[stand]
        covered = pygame.Rect(box.topleft, (0, 0))
        for place, part in enumerate(parts):
            drawn = render(part, size_px, ink, weight)
            x = {
                "left": box.x,
                "centre": box.x + (box.w - drawn.get_width()) // 2,
                "right": box.right - drawn.get_width(),
            }[align]
            rect = drawn.get_rect(topleft=(x, top + place * tight))
            self.surface.blit(drawn, rect)
            # Letters fill the middle of their line: its air may overlap without anything being hidden.
            inked = rect.inflate(0, -round(0.3 * step))
            self.texts.append(PlacedText(part, inked, box.copy(), size_px, ink, ground, is_cut, may_cut))
            covered = inked if place == 0 else covered.union(inked)
        return covered

    def button(
        self,
        box: pygame.Rect,
        label: str,
        act: Act,
        name: str,
        *,
        style: Style = "plain",
        size: Size | int = "body",
        key: str = "",
        enabled: bool = True,
        lines: int = 2,
        ground: Rgb | None = None,
        chosen: bool = False,
    ) -> pygame.Rect:
        """Something to touch with a word on it; disabled it is pale, and cannot be focused either."""
        colour = ground or _GROUNDS[style]
        if not enabled:
            colour = theme.STRIPE
        edge = theme.RULE if style == "quiet" or not enabled else theme.mix(colour, theme.BLACK, 0.25)
        pygame.draw.rect(self.surface, edge, box.move(0, self.unit(3)), border_radius=self.unit(12))
        self.fill(box, colour, frame=theme.RULE if style == "quiet" else None)
        if chosen:
            self.tick_mark(box, theme.letters_on(colour))
        inner = inset(box, self.unit(8), self.unit(4))
        if key and self.shows_keys and enabled and box.w >= self.unit(KEY_FROM):
            inner = self._key_hint(inner, key, colour)
        ink = theme.letters_on(colour) if enabled else theme.SOFT_INK
        self.text(inner, label, size, colour=ink, weight="heavy", align="centre", lines=lines)
        self.target(box, act, name, key=key, enabled=enabled)
        return box

    def target(self, box: pygame.Rect, act: Act, name: str, *, key: str = "", enabled: bool = True) -> None:
        """Make a part of the page something to touch."""
        self.targets.append(Target(name, box.copy(), act, key, enabled))

    def tick_mark(self, box: pygame.Rect, colour: Rgb) -> None:
        """A tick in the corner: this one is chosen."""
        side = self.unit(16)
        at = pygame.Rect(box.right - side - self.unit(6), box.y + self.unit(6), side, side)
        points = [(at.x, at.centery), (at.x + side * 0.38, at.bottom - side * 0.1), (at.right, at.y)]
        pygame.draw.lines(self.surface, colour, False, points, max(3, self.unit(4)))

    def animate(
        self,
        box: pygame.Rect,
        paint: Callable[[pygame.Surface, pygame.Rect, float], object],
        until_s: float = inf,
    ) -> None:
        """A part that moves by itself, for ever or until a moment."""
        self.moving.append(Moving(box.copy(), paint, until_s))

    def moves(self, now: float) -> bool:
        """Whether anything on it moves at this moment."""
        return any(now <= moving.until_s for moving in self.moving)

    def draw_focus(self) -> None:
        """The ring around what the keys would choose now; call it when the page is complete."""
        for target in self.targets:
            if target.name == self.focus:
                ring = target.rect.inflate(self.unit(6), self.unit(6))
                pygame.draw.rect(
                    self.surface, theme.INK, ring, max(2, self.unit(6)), border_radius=self.unit(14)
                )
                pygame.draw.rect(
                    self.surface, theme.GLOW, ring, max(1, self.unit(4)), border_radius=self.unit(14)
                )

    # Inside ---------------------------------------------------------------------------------------------

    def _fit(
        self, text: str, box: pygame.Rect, size: Size | int, weight: Weight, lines: int, least: int
    ) -> tuple[int, list[str], bool]:
        largest = self.unit(size if isinstance(size, int) else UNITS[size])
        smallest = min(largest, self.unit(least))
        for size_px in range(largest, smallest - 1, -1):
            parts = wrap(text, size_px, box.w, weight) if lines > 1 else [text]
            step = line_px(size_px, weight)
            height = step + round(step * 0.88) * (len(parts) - 1) - round(0.3 * step)
            fits = all(width_px(part, size_px, weight) <= box.w for part in parts)
            if len(parts) <= lines and height <= box.h and fits:
                return size_px, parts, False
        parts = wrap(text, smallest, box.w, weight)[:lines] if lines > 1 else [text]
        if lines > 1:
            left = len(" ".join(parts))
            parts[-1] = parts[-1] + text[left:] if left < len(text) else parts[-1]
        return smallest, [shorten(part, smallest, box.w, weight) for part in parts], True

    def _ground_of(self, box: pygame.Rect) -> Rgb:
        red, green, blue, _ = self.surface.get_at(box.clamp(self.box).topleft)
        return red, green, blue

    def _key_hint(self, inner: pygame.Rect, key: str, ground: Rgb) -> pygame.Rect:
        """A small cap with the key's letter on the left; the rest of the box is handed back."""
        side = self.unit(24)
        wide = max(side, width_px(key, self.unit(15), "heavy") + self.unit(10))
        cap = pygame.Rect(inner.x, inner.centery - side // 2, wide, side)
        letters = theme.letters_on(ground)
        pygame.draw.rect(self.surface, letters, cap, max(1, self.unit(2)), border_radius=self.unit(5))
        self.text(cap, key, 15, colour=letters, weight="heavy", align="centre")
        used = wide + self.unit(4)
        return pygame.Rect(inner.x + used, inner.y, inner.w - used, inner.h)
