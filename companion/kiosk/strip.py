"""The strip: a sentence that has just been said, or what is wrong with camera or disk."""

from __future__ import annotations

from companion.kiosk import theme
from companion.kiosk.boxes import cut_bottom, inset
from companion.kiosk.page import Page
from companion.kiosk.screen import House


def draw_strip(page: Page, house: House, said: str) -> None:
    """Draw it over the page, if there is anything to say."""
    sentence, ground = said, theme.INK
    if not sentence and house.backstage.is_disk_full:
        sentence, ground = house.words("strip.disk-full"), theme.ALARM
    elif not sentence and house.backstage.is_camera_lost:
        sentence, ground = house.words("strip.camera-lost"), theme.ALARM
    if not sentence:
        return
    box = page.said_box or cut_bottom(page.box, page.unit(44))[0]
    page.fill(box, ground, radius=8 if page.said_box else 0)
    # What is covered is not read: only what is on top counts.
    page.texts[:] = [text for text in page.texts if not text.rect.colliderect(box)]
    lines = max(3, box.h // page.unit(24))
    page.text(inset(box, page.gap, page.unit(2)), sentence, "body", align="centre", lines=lines)
