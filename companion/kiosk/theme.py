"""The colours of the screens, and what may be written on what.

Calm paper by day, nothing that glares in the evening. Everything that is written reads at 4.5 to 1 or more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the first picture has these colours, and waits for nothing else of ours
    from companion.session.setup import Player

Rgb = tuple[int, int, int]

LEAST_CONTRAST = 4.5  # WCAG 2.1, AA


def from_hex(text: str) -> Rgb:
    """From `#rrggbb`."""
    red, green, blue = (int(text[place : place + 2], 16) for place in (1, 3, 5))
    return red, green, blue


WHITE, BLACK = (255, 255, 255), (0, 0, 0)
PAPER = from_hex("#f6f1e6")  # behind everything
CARD = from_hex("#fffdf8")  # what lies on it
STRIPE = from_hex("#f1eadb")  # every other line
RULE = from_hex("#d8cfbb")  # lines and frames
INK = from_hex("#23262e")
SOFT_INK = from_hex("#5b5f6b")
SLATE = from_hex("#34405a")  # plain buttons
GO = from_hex("#1f7a46")  # the one button that goes on
ALARM = from_hex("#a3271e")
AMBER = from_hex("#8a5a00")  # letters; a lamp is brighter
GLOW = from_hex("#ffb300")
NIGHT = from_hex("#10131a")  # dimmed, and behind the first picture

PLAYER_COLOURS: dict[str, Rgb] = {
    "red": from_hex("#c62828"),
    "blue": from_hex("#1e5fc4"),
    "green": from_hex("#2e7d32"),
    "yellow": from_hex("#f2b705"),
    "orange": from_hex("#e8710a"),
    "purple": from_hex("#7b2fa8"),
    "pink": from_hex("#d6447f"),
    "turquoise": from_hex("#0f8b8d"),
    "brown": from_hex("#7a4a21"),
    "black": from_hex("#2b2b2b"),
}
_SEATS = tuple(PLAYER_COLOURS)


def colours_of(players: Sequence[Player]) -> tuple[Rgb, ...]:
    """Each player's colour; another one where the word means nothing here or somebody has it already."""
    chosen: list[Rgb] = []
    wanted = [PLAYER_COLOURS.get(player.colour.lower()) for player in players]
    for seat, colour in enumerate(wanted):
        if colour is None or colour in chosen:
            taken = {*chosen, *(other for other in wanted[seat + 1 :] if other)}
            colour = next(PLAYER_COLOURS[name] for name in _SEATS if PLAYER_COLOURS[name] not in taken)
        chosen.append(colour)
    return tuple(chosen)


def letters_on(ground: Rgb) -> Rgb:
    """White, ink or black: the first that can be read on this colour. On any colour one of them can."""
    return next((c for c in (WHITE, INK) if contrast(c, ground) >= LEAST_CONTRAST), BLACK)


def contrast(one: Rgb, other: Rgb) -> float:
    """How well one colour reads on the other, 1 to 21 (WCAG 2.1)."""
    high, low = sorted((_brightness(one), _brightness(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def mix(one: Rgb, other: Rgb, share: float) -> Rgb:
    """`share` of the other in the one."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def readable(colour: Rgb, ground: Rgb) -> Rgb:
    """The colour, deepened or lightened as far as it takes to read it on this ground."""
    pole = BLACK if _brightness(ground) > 0.18 else WHITE
    for step in range(21):
        mixed = mix(colour, pole, step / 20)
        if contrast(mixed, ground) >= LEAST_CONTRAST:
            return mixed
    return letters_on(ground)


def _brightness(colour: Rgb) -> float:
    red, green, blue = (
        level / 12.92 if level <= 0.03928 else ((level + 0.055) / 1.055) ** 2.4
        for level in (value / 255 for value in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
