"""What people do, whatever they do it with: touches, keys, the wheel, the four buttons.

SDL reports a touch as a mouse click too: only the mouse is heard, or a touch would count twice.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import pygame

from companion.kiosk.screen import Button

DRAG_PX = 14  # a finger that moved farther drags, it does not touch
WHEEL_STEP_PX = 40  # of dragging that scrolls by one step
NO_SHORTCUT = pygame.KMOD_CTRL | pygame.KMOD_META  # not Alt: with it some keyboards type what they have


@dataclass(frozen=True, slots=True)
class Touched:
    at: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Dragged:
    start: tuple[int, int]
    at: tuple[int, int]
    is_over: bool


@dataclass(frozen=True, slots=True)
class Scrolled:
    steps: int


@dataclass(frozen=True, slots=True)
class Typed:
    text: str


@dataclass(frozen=True, slots=True)
class Pressed:
    """A key, by pygame's name."""

    key: str


@dataclass(frozen=True, slots=True)
class Pushed:
    """One of the four buttons; `at` is the moment it went down."""

    button: Button
    is_long: bool
    at: float


Heard = Touched | Dragged | Scrolled | Typed | Pressed | Pushed | Literal["quit", "resized"]


class Inputs:
    """Makes one kind of thing out of all devices. Buttons come from other threads: they go through a queue
    that needs no lock."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._pushed: deque[Pushed] = deque()
        self._down: tuple[int, int] | None = None
        self._is_dragging = False
        self._scrolled_from = 0

    def push(self, button: Button, is_long: bool = False, at: float | None = None) -> None:
        """One of the four buttons was pushed; may be called from any thread."""
        self._pushed.append(Pushed(button, is_long, self._clock() if at is None else at))

    def take(self, events: Sequence[pygame.event.Event]) -> Iterator[Heard]:
        """Everything since the last time, in order."""
        for event in events:
            yield from self._translate(event)
        while self._pushed:
            yield self._pushed.popleft()

    def _translate(self, event: pygame.event.Event) -> Iterator[Heard]:
        if event.type == pygame.QUIT:
            yield "quit"
        elif event.type in (pygame.VIDEORESIZE, getattr(pygame, "WINDOWSIZECHANGED", -1)):
            yield "resized"
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._down, self._is_dragging, self._scrolled_from = event.pos, False, event.pos[1]
        elif event.type == pygame.MOUSEMOTION and self._down is not None:
            yield from self._move(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            yield from self._lift(event.pos)
        elif event.type == pygame.MOUSEWHEEL:
            yield Scrolled(-event.y)
        elif event.type == pygame.KEYDOWN:
            yield from self._key(event)
        elif event.type == pygame.TEXTINPUT:
            yield Typed(event.text)

    def _move(self, at: tuple[int, int]) -> Iterator[Heard]:
        assert self._down is not None
        if not self._is_dragging:
            far = max(abs(at[0] - self._down[0]), abs(at[1] - self._down[1]))
            self._is_dragging = far > DRAG_PX
        if self._is_dragging:
            yield Dragged(self._down, at, is_over=False)
            steps = int((self._scrolled_from - at[1]) / WHEEL_STEP_PX)
            if steps:
                self._scrolled_from -= steps * WHEEL_STEP_PX
                yield Scrolled(steps)

    def _lift(self, at: tuple[int, int]) -> Iterator[Heard]:
        if self._down is not None and self._is_dragging:
            yield Dragged(self._down, at, is_over=True)
        else:
            yield Touched(at)
        self._down, self._is_dragging = None, False

    def _key(self, event: pygame.event.Event) -> Iterator[Heard]:
        name = pygame.key.name(event.key)
        if event.mod & NO_SHORTCUT:  # Ctrl-C and Ctrl-W mean something else than C and W
            if name == "q":
                yield "quit"
            return
        if name == "backspace":
            yield Typed("\b")
        if name:
            yield Pressed(name)
