"""The players on a print: a card each with the name and the points, a star for who has won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.prints.canvas import Canvas
from companion.prints.colours import INK, PAPER, Bgr, letters_on
from companion.prints.lettering import largest, width_px

GAP = 0.1  # between cards, in their height
NAMES_PX = (48, 44, 40, 36, 32)


@dataclass(frozen=True, slots=True)
class Card:
    """What stands on one. The card of who has just played has a frame."""

    name: str
    points: int
    colour: Bgr
    has_won: bool = False
    has_played: bool = False


def draw_beside(
    canvas: Canvas, cards: Sequence[Card], x: float, y: float, width: float, height: float
) -> None:
    """Cards side by side, as high as they are allowed: the name above, the points large below."""
    gap = GAP * height
    each = (width - gap * (len(cards) - 1)) / len(cards)
    for place, card in enumerate(cards):
        left, letters = x + place * (each + gap), letters_on(card.colour)
        canvas.box(left, y, each, height, card.colour, 0.14 * height)
        star = 0.16 * height if card.has_won else 0.0
        if card.has_won:
            canvas.star((left + each - 1.6 * star, y + 0.25 * height), star, letters)
        name_y, room = y + 0.24 * height, round(each - 0.24 * height - 2.6 * star)
        canvas.text(left + 0.12 * height, name_y, card.name, round(0.32 * height), letters, most_px=room)
        canvas.text(
            left + each / 2, y + 0.66 * height, str(card.points), round(0.68 * height), letters, "middle"
        )


def draw_below(
    canvas: Canvas, cards: Sequence[Card], x: float, y: float, width: float, height: float
) -> None:
    """Cards one below the other: the name at the left, the points large at the right."""
    gap = GAP * height
    each = (height - gap * (len(cards) - 1)) / len(cards)
    for place, card in enumerate(cards):
        top, letters = y + place * (each + gap), letters_on(card.colour)
        if card.has_played:
            for out, colour in ((9, INK), (4, PAPER)):
                canvas.box(x - out, top - out, width + 2 * out, each + 2 * out, colour, 0.2 * each + out)
        canvas.box(x, top, width, each, card.colour, 0.2 * each)
        middle, points, points_px = top + each / 2, str(card.points), round(min(0.8 * each, 84))
        canvas.text(x + width - 18, middle, points, points_px, letters, "right")
        left = x + 18
        if card.has_won:
            canvas.star((left + 0.2 * each, middle), 0.24 * each, letters)
            left += 0.52 * each
        room = round(x + width - 18 - width_px(points, points_px) - 24 - left)
        canvas.text(left, middle, card.name, largest(card.name, NAMES_PX, room), letters, most_px=room)
