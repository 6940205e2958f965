"""Triolet tokens: a number 0 to 15, or a joker, which carries the number that its player named."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.rules.errors import Malformed

HIGHEST = 15
NUMBERS = range(HIGHEST + 1)
JOKER = "joker"
FACES = (*map(str, NUMBERS), JOKER)


@dataclass(frozen=True, slots=True)
class Token:
    """A token as FORMATS.md writes it: `"11"`, `"joker:4"`, or `"joker"` whose value is still open.

    `value` is what it counts for in the rules (`None`: a joker not yet named), `points` what it is worth:
    a joker is worth nothing.
    """

    face: str
    value: int | None
    points: int = field(init=False, compare=False)
    text: str = field(init=False, compare=False)

    def __post_init__(self) -> None:
        text = f"{JOKER}:{self.value}" if self.is_joker and self.value is not None else self.face
        object.__setattr__(self, "points", 0 if self.is_joker or self.value is None else self.value)
        object.__setattr__(self, "text", text)

    @property
    def is_joker(self) -> bool:
        return self.face == JOKER

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Token({self.text!r})"


NUMBERED = tuple(Token(str(number), number) for number in NUMBERS)
JOKERS = tuple(Token(JOKER, number) for number in NUMBERS)  # by the number they stand for
OPEN_JOKER = Token(JOKER, None)

# Every token there is, by its text: parsing is one look-up, and equal tokens are one object.
LAID_TOKENS = {token.text: token for token in (*NUMBERED, *JOKERS)}
MOVE_TOKENS = {**LAID_TOKENS, JOKER: OPEN_JOKER}
FACE_VALUES = {**{str(number): number for number in NUMBERS}, JOKER: 0}  # what a face left over costs


def check_token(text: object, known: dict[str, Token], place: str) -> Token:
    """The token that `text` names among `known`; otherwise `Malformed` says what is wrong with it."""
    if isinstance(text, str) and text in known:
        return known[text]
    if text == JOKER:
        raise Malformed(place, "joker-without-value")
    if type(text) is int and text in NUMBERS:
        raise Malformed(place, "number-without-quotes", value=text)
    raise Malformed(place, "no-such-token", value=text)


def check_face(text: object, place: str) -> str:
    """`text`, if it is a face: what is printed on a token, so a joker without a number."""
    if isinstance(text, str) and text in FACE_VALUES:
        return text
    if isinstance(text, str) and text in LAID_TOKENS:
        raise Malformed(place, "joker-with-value")
    if type(text) is int and text in NUMBERS:
        raise Malformed(place, "number-without-quotes", value=text)
    raise Malformed(place, "no-such-token", value=text)
