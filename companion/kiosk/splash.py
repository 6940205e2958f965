"""The very first picture: the sign and the name on dark ground, while everything else is still being loaded.

It needs pygame and this folder's colours, nothing else of ours, so it can be shown before the slow imports:

    surface = pygame.display.set_mode(…)
    show_splash(surface)
    from companion import …
"""

from __future__ import annotations

from pathlib import Path

import pygame

from companion.kiosk import theme
from companion.kiosk.mark_part import draw_mark

NAME = "Trioscope"
FONT = Path(__file__).parent / "fonts" / "OpenSans-ExtraBold.ttf"


def show_splash(surface: pygame.Surface) -> None:
    """Draw it, and show it at once if this is the window."""
    surface.fill(theme.NIGHT)
    room = surface.get_rect()
    side = round(min(room.w, room.h) * 0.42)
    if not pygame.font.get_init():
        pygame.font.init()
    letters = _name(round(side * 0.36))
    gap = round(side * 0.12)
    mark = pygame.Rect(0, 0, side, side)
    mark.centerx, mark.y = room.centerx, room.centery - (side + gap + letters.get_height()) // 2
    draw_mark(surface, mark)
    surface.blit(letters, letters.get_rect(centerx=room.centerx, top=mark.bottom + gap))
    if pygame.display.get_init() and pygame.display.get_surface() is surface:
        pygame.display.flip()


def _name(size_px: int) -> pygame.Surface:
    path = str(FONT) if FONT.exists() else None
    return pygame.font.Font(path, max(8, size_px)).render(NAME, True, theme.PAPER)
