"""People's names inside sentences: there a very long one would leave no room for the rest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.session.setup import Player

MOST_LETTERS = 16


def brief(name: str) -> str:
    """The name, cut with … where it is very long."""
    return name if len(name) <= MOST_LETTERS else name[: MOST_LETTERS - 1].rstrip() + "…"


def brief_all(players: Sequence[Player], seats: Iterable[int]) -> tuple[str, ...]:
    """The names of those who sit there; words of several names are joined as the language does."""
    return tuple(brief(players[seat].name) for seat in seats)


def number(value: int) -> str:
    """With a real minus, which is as wide as a plus."""
    return str(value).replace("-", "\N{MINUS SIGN}")


def signed(value: int) -> str:
    """With its sign, `+5` or `−5`; nothing is nothing to add."""
    return f"{value:+d}".replace("-", "\N{MINUS SIGN}") if value else "0"
