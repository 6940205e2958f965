"""The first picture: there before anything slow is loaded."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame
import pytest

from companion.kiosk import theme
from companion.kiosk.splash import show_splash

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize("size", [(800, 480), (1920, 1080), (480, 800), (64, 40)])
def test_the_sign_and_the_name_stand_in_the_middle_of_the_dark(size: tuple[int, int]) -> None:
    pygame.display.init()
    surface = pygame.display.set_mode(size)
    show_splash(surface)
    drawn = surface.copy()
    drawn.set_colorkey(theme.NIGHT)
    box = drawn.get_bounding_rect()
    assert surface.get_rect().contains(box)
    assert abs(box.centerx - size[0] / 2) <= 0.02 * size[0] + 2
    assert abs(box.centery - size[1] / 2) <= 0.1 * size[1]
    assert box.h > 0.4 * min(size)


def test_the_three_tokens_and_the_eye_are_in_the_sign() -> None:
    surface = pygame.Surface((800, 480))
    show_splash(surface)
    seen = {tuple(surface.get_at((x, y)))[:3] for x in range(0, 800, 3) for y in range(0, 300, 3)}
    assert {theme.PLAYER_COLOURS[name] for name in ("red", "yellow", "blue")} <= seen
    assert {theme.PAPER, theme.INK, theme.NIGHT} <= seen


def test_it_waits_for_nothing_of_ours_but_colours() -> None:
    code = (
        "import sys, pygame; from companion.kiosk.splash import show_splash; "
        "show_splash(pygame.Surface((80, 48))); "
        "print(*sorted(n for n in sys.modules if n.startswith(('companion', 'cv2', 'vision', 'hardware'))))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=ROOT, check=True, text=True)
    assert run.stdout.split() == [
        "companion",
        "companion.kiosk",
        "companion.kiosk.mark_part",
        "companion.kiosk.splash",
        "companion.kiosk.theme",
    ]
