"""What lies on the Triolet board, and what a player lays on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.rules.errors import Malformed
from companion.rules.forms import at, read_list, read_object
from companion.rules.triolet.cells import ORDER, check_cell
from companion.rules.triolet.editions import STANDARD, Rules
from companion.rules.triolet.tokens import (
    LAID_TOKENS,
    MOVE_TOKENS,
    OPEN_JOKER,
    Token,
    check_face,
    check_token,
)

RACK = 3  # tokens that a player holds at most

Tokens = Mapping[str, Token]  # by cell


@dataclass(frozen=True, slots=True)
class Move:
    """The tokens that a player lays in one go."""

    tokens: Tokens

    @classmethod
    def parse(cls, form: object) -> Move:
        """From `{"I8": "4", "I7": "joker"}`."""
        return cls(_parse_tokens(form, MOVE_TOKENS, "move"))

    def to_json(self) -> dict[str, str]:
        return tokens_to_json(self.tokens)

    def __hash__(self) -> int:
        return hash(frozenset(self.tokens.items()))

    def __repr__(self) -> str:
        return f"Move.parse({self.to_json()})"


@dataclass(frozen=True, slots=True)
class Position:
    """The tokens on the board, and the rules it is played by. Special squares under tokens are spent."""

    board: Tokens = field(default_factory=dict)
    rules: Rules = STANDARD

    @classmethod
    def parse(cls, form: object, rules: Rules = STANDARD) -> Position:
        """From `{"H8": "11", "H9": "joker:3"}`."""
        return cls(_parse_tokens(form, LAID_TOKENS, "board"), rules)

    def after(self, move: Move) -> Position:
        """The position with the tokens of `move` added; jokers must have their values."""
        if OPEN_JOKER in move.tokens.values():
            raise Malformed("move", "joker-without-value")
        return Position({**self.board, **move.tokens}, self.rules)

    def to_json(self) -> dict[str, str]:
        return tokens_to_json(self.board)

    def count(self, face: str) -> int:
        """How many tokens with this face lie on the board."""
        return sum(token.face == face for token in self.board.values())

    def __hash__(self) -> int:
        return hash((frozenset(self.board.items()), self.rules))

    def __repr__(self) -> str:
        return f"Position.parse({self.to_json()})"


def parse_rack(form: object, place: str = "rack") -> list[str]:
    """The faces of a rack, from `["3", "joker"]`."""
    faces = [check_face(face, at(place, index)) for index, face in enumerate(read_list(form, place))]
    if not 1 <= len(faces) <= RACK:
        raise Malformed(place, "rack-size", count=len(faces))
    return faces


def tokens_to_json(tokens: Tokens) -> dict[str, str]:
    """The tokens as FORMATS.md writes them, in reading order."""
    return {cell: tokens[cell].text for cell in sorted(tokens, key=ORDER.__getitem__)}


def _parse_tokens(form: object, known: dict[str, Token], place: str) -> Tokens:
    fields = read_object(form, place)
    try:
        tokens = {cell: known[face] for cell, face in fields.items()}  # type: ignore[index]  # checked below
    except (KeyError, TypeError):
        tokens = {}
    if len(tokens) == len(fields) and tokens.keys() <= ORDER.keys():
        return tokens
    # Something is wrong: look again, slowly, to say what and where.
    return {
        check_cell(cell, at(place, cell)): check_token(face, known, at(place, cell))
        for cell, face in fields.items()
    }
