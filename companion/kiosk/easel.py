"""Where pages are shown: whole when they are new, else only what moves on them."""

from __future__ import annotations

import pygame

from companion.kiosk.page import Page

DIMMED = 200  # of 255, how much of the light is taken away


class Easel:
    """The window, or any surface that stands for it."""

    def __init__(self, surface: pygame.Surface) -> None:
        self.surface = surface

    def follow_window(self) -> None:
        """The window has another size: draw on its new surface."""
        self.surface = pygame.display.get_surface() or self.surface

    def show(self, page: Page, now: float, is_new: bool, is_dim: bool) -> None:
        """Show the page as it is at this moment; nothing is drawn if nothing changed."""
        if is_new:
            self.surface.blit(page.surface, (0, 0))
        elif is_dim or not page.moves(now):
            return
        moved = [moving for moving in page.moving if is_new or now <= moving.until_s]
        for moving in moved:
            self.surface.blit(page.surface, moving.rect, moving.rect)
            self.surface.set_clip(moving.rect)
            moving.paint(self.surface, moving.rect, now)
            self.surface.set_clip(None)
        if is_dim:
            shade = pygame.Surface(self.surface.get_size())
            shade.set_alpha(DIMMED)
            self.surface.blit(shade, (0, 0))
        if pygame.display.get_surface() is not self.surface:
            return
        if is_new:
            pygame.display.flip()
        else:
            pygame.display.update([moving.rect for moving in moved])
