"""Entering a move by hand: what the two games have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, Protocol, TypeVar

import pygame

from companion.kiosk.page import Page
from companion.kiosk.screen import House
from companion.rules.sums import spell_triolet, spell_triominos
from companion.rules.triolet.scoring import Legal as TrioletLegal
from companion.rules.triominos import game as triominos
from companion.rules.triominos.judge import Legal as TriominosLegal
from companion.rules.verdict import Cell, Illegal
from companion.session.declined import Declined
from companion.session.games import Game, lay, try_play
from companion.session.rulings import Move

Direction = Literal["left", "up", "down", "right"]
DIRECTIONS: tuple[Direction, ...] = ("left", "up", "down", "right")
_STEPS: dict[Direction, tuple[int, int]] = {"left": (-1, 0), "up": (0, -1), "down": (0, 1), "right": (1, 0)}
# The digit keys of a French keyboard give these without Shift.
_FRENCH_DIGITS = dict(zip("àé\"'(-è_ç", "023456789", strict=True)) | {"&": "1"}

Spot = tuple[float, float]
K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Change:
    """What lies on an accepted cell after all, in its text form; `None`: nothing."""

    cell: Cell
    piece: str | None


class Entry(Protocol):
    """What is being entered, the table it is entered on, and the keys for it.

    With `is_piece` no move is entered: a piece that lies there is chosen, and changed.
    """

    is_piece: bool

    @property
    def here(self) -> Cell:
        """The place that is chosen now."""

    @property
    def move(self) -> Move | None:
        """What has been entered; `None` while something is missing."""

    @property
    def change(self) -> Change | None:
        """How the chosen piece is changed; `None` if it is not."""

    def say(self) -> str:
        """What is chosen, and what to do next."""

    def paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        """The table that fills the area."""

    def spot(self, area: pygame.Rect) -> Spot:
        """Where on the screen the chosen place is."""

    def width(self, area: pygame.Rect) -> int:
        """How wide a place is on the screen."""

    def touch(self, at: tuple[int, int], area: pygame.Rect) -> None:
        """A finger on the table."""

    def go(self, direction: Direction) -> None:
        """Choose the next place that way."""

    def go_on(self) -> None:
        """Choose the next place of all."""

    def type(self, text: str) -> None:
        """A letter or digit of a real keyboard; `"\\b"` takes away."""

    def build_keys(self, page: Page, box: pygame.Rect, toggle_near: Callable[[], object]) -> None:
        """Everything that is tapped beside the table."""


@dataclass(frozen=True, slots=True)
class Foretold:
    """What a move would be worth, or what stands against it."""

    sentence: str
    is_right: bool


def foretell(house: House, game: Game, move: Move) -> Foretold:
    """What the rules say to a move before it is entered."""
    after = try_play(game, lay(move))
    if isinstance(after, Declined):
        if after.verdict is not None:  # one thing at a time: there is room for one sentence
            after = replace(after, verdict=Illegal(after.verdict.violations[:1]))
        return Foretold(after.say(house.language), False)
    verdict, sums = after.entries[-1].verdict, [""]
    if isinstance(verdict, TrioletLegal):
        sums = spell_triolet(verdict, house.language)
    elif isinstance(verdict, TriominosLegal) and isinstance(after, triominos.Game):
        tile = after.entries[-1].turn
        if isinstance(tile, triominos.Lay):
            sums = spell_triominos(tile.move, verdict, house.language, after.position.scoring)
    return Foretold("; ".join(sums), True)


def nearest_towards(spots: Mapping[K, Spot], here: K, direction: Direction) -> K:
    """The next of these spots that way; `here`, if there is none."""
    (right, down), (x, y) = _STEPS[direction], spots[here]
    found, least = here, float("inf")
    for name, (other_x, other_y) in spots.items():
        along = (other_x - x) * right + (other_y - y) * down
        across = abs((other_x - x) * down) + abs((other_y - y) * right)
        if along > 0.01 and across <= 2 * along and along + 2 * across < least:
            found, least = name, along + 2 * across
    return found


def digit_of(letter: str) -> int | None:
    """The digit that was typed, with or without Shift on a French keyboard."""
    letter = _FRENCH_DIGITS.get(letter, letter)
    return int(letter) if letter in "0123456789" and len(letter) == 1 else None
