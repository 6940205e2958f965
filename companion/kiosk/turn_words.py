"""A turn in a few words: what was laid or done, and what it scored."""

from __future__ import annotations

from companion.kiosk.naming import signed
from companion.kiosk.piece_part import say_piece
from companion.kiosk.screen import House
from companion.rules.triolet.cells import ORDER
from companion.rules.triolet.position import Move as TokenMove
from companion.session.views import SheetLine


def say_turn(house: House, line: SheetLine) -> str:
    """`laid H8 3, H9 8`, `exchanged 2 tokens`, `passed`."""
    if line.turn == "exchange":
        return house.words("correct.exchange", count=line.count)
    if line.move is None:
        return house.words(f"correct.{line.turn}")
    if isinstance(line.move, TokenMove):
        tokens = line.move.tokens
        cells = sorted(tokens, key=ORDER.__getitem__)
        pieces = ", ".join(f"{cell}\u00a0{say_piece(house, tokens[cell].text)}" for cell in cells)
    else:
        pieces = "-".join(map(str, line.move.corners))
    return house.words("correct.lay", pieces=pieces)


def say_points(line: SheetLine) -> str:
    """With its sign, and a star where the rules have something against it."""
    return signed(line.points) + ("*" if line.mark is not None else "")
