"""The colours of a print. All are BGR; what is written reads at a contrast of 4.5 to 1 or more."""

from __future__ import annotations

from collections.abc import Sequence

from companion.session.setup import Player

Bgr = tuple[int, int, int]

LEAST_CONTRAST = 4.5  # WCAG 2.1, AA


def from_hex(text: str) -> Bgr:
    """From `#rrggbb`."""
    red, green, blue = (int(text[place : place + 2], 16) for place in (1, 3, 5))
    return blue, green, red


WHITE, BLACK = from_hex("#ffffff"), from_hex("#000000")
PAPER, INK, SOFT_INK = from_hex("#fbf7ee"), from_hex("#23262e"), from_hex("#5b5f6b")
RULE, STRIPE = from_hex("#d9d2c0"), from_hex("#f3ecdc")
WARNING = from_hex("#a3271e")
GLOW = from_hex("#ffb300")

# The colours that the screen offers, a little deepened so that they stand on paper and under white letters.
NAMED = {
    "red": from_hex("#c62828"),
    "blue": from_hex("#1e5fc4"),
    "green": from_hex("#2e7d32"),
    "yellow": from_hex("#f2b705"),
    "orange": from_hex("#e8710a"),
    "purple": from_hex("#7b2fa8"),
    "violet": from_hex("#6a3fb5"),
    "pink": from_hex("#d6447f"),
    "turquoise": from_hex("#0f8b8d"),
    "black": from_hex("#2b2b2b"),
    "white": from_hex("#f4f4f4"),
    "brown": from_hex("#7a4a21"),
    "grey": from_hex("#6b7280"),
}
BY_SEAT = ("red", "blue", "green", "yellow")


def colours_of(players: Sequence[Player]) -> list[Bgr]:
    """Each player's colour; another one where the word means nothing here or somebody has it already."""
    chosen: dict[int, Bgr] = {}
    for seat, player in enumerate(players):
        wanted = _named(player.colour)
        if wanted is not None and wanted not in chosen.values():
            chosen[seat] = wanted
    for seat in range(len(players)):
        if seat not in chosen:
            usual = BY_SEAT[seat % len(BY_SEAT)]
            chosen[seat] = next(NAMED[name] for name in (usual, *NAMED) if NAMED[name] not in chosen.values())
    return [chosen[seat] for seat in range(len(players))]


def letters_on(ground: Bgr) -> Bgr:
    """White, ink or black: the first that can be read on this colour. On any colour one of them can."""
    return next((letters for letters in (WHITE, INK) if contrast(letters, ground) >= LEAST_CONTRAST), BLACK)


def deepened(colour: Bgr, ground: Bgr = PAPER) -> Bgr:
    """The colour, darkened until it can be read on `ground`."""
    while contrast(colour, ground) < LEAST_CONTRAST:
        colour = mixed(colour, BLACK, 0.1)
    return colour


def mixed(colour: Bgr, other: Bgr, share: float) -> Bgr:
    """So much of the other colour in this one."""
    blue, green, red = (round(a + (b - a) * share) for a, b in zip(colour, other, strict=True))
    return blue, green, red


def contrast(one: Bgr, other: Bgr) -> float:
    """The contrast of two colours as WCAG 2.1 defines it, 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Bgr) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in colour)]
    return 0.0722 * linear[0] + 0.7152 * linear[1] + 0.2126 * linear[2]


def _named(word: str) -> Bgr | None:
    name = word.strip().casefold()
    if name in NAMED:
        return NAMED[name]
    is_hex = len(name) == 7 and name[0] == "#" and all(digit in "0123456789abcdef" for digit in name[1:])
    return from_hex(name) if is_hex else None
