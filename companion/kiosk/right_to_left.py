"""Letters that are read from the right, in the order and shape in which they are drawn.

Fonts are drawn from the left here, letter by letter. So such a run is turned around, and Arabic letters are
replaced by the forms that they take beside their neighbours, which Unicode has for this purpose.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_KINDS = {"R", "AL"}
_TRANSPARENT = "NSM"  # vowel signs: they join nothing and break nothing


def reads_left(letter: str) -> bool:
    """Whether it is a letter of a script that is read from the right."""
    return unicodedata.bidirectional(letter) in _KINDS


def as_drawn(run: str) -> str:
    """The run from left to right, as it is drawn."""
    return _shape(run)[::-1]


def _shape(run: str) -> str:
    forms, ligatures = _tables()
    letters = list(run)
    for place in range(len(letters) - 1):
        pair = letters[place] + letters[place + 1]
        if pair in ligatures:
            letters[place : place + 2] = [ligatures[pair], ""]
    letters = [letter for letter in letters if letter]
    drawn = []
    for place, letter in enumerate(letters):
        own = forms.get(letter)
        if own is None:
            drawn.append(letter)
            continue
        before, after = _neighbour(letters, place, -1), _neighbour(letters, place, 1)
        joins_before = _joins_on(before) and "final" in own
        joins_after = "initial" in own and after in forms
        kind = {
            (False, False): "isolated",
            (False, True): "initial",
            (True, False): "final",
            (True, True): "medial",
        }[joins_before, joins_after]
        drawn.append(own.get(kind, own.get("isolated", letter)))
    return "".join(drawn)


def _joins_on(letter: str) -> bool:
    """Whether a letter reaches out to the one that follows it."""
    return "initial" in _tables()[0].get(letter, {})


def _neighbour(letters: list[str], place: int, step: int) -> str:
    place += step
    while 0 <= place < len(letters):
        if unicodedata.bidirectional(letters[place]) != _TRANSPARENT:
            return letters[place]
        place += step
    return ""


@lru_cache(maxsize=1)
def _tables() -> tuple[dict[str, dict[str, str]], dict[str, str]]:
    """The forms of each letter by their kind, and the letters that two others make together."""
    forms: dict[str, dict[str, str]] = {}
    ligatures: dict[str, str] = {}
    for code in (*range(0xFB50, 0xFBB2), *range(0xFBD3, 0xFC00), *range(0xFE80, 0xFEFD)):
        kind, *letters = unicodedata.decomposition(chr(code)).split() or ("",)
        base = "".join(chr(int(letter, 16)) for letter in letters)
        if len(base) == 1:
            forms.setdefault(base, {}).setdefault(kind.strip("<>"), chr(code))
        elif len(base) == 2 and kind == "<isolated>":
            ligatures[base] = chr(code)
    # A letter that two others make is itself joined to what stands before it.
    for isolated in ligatures.values():
        final = chr(ord(isolated) + 1)
        if unicodedata.decomposition(final).startswith("<final>"):
            forms[isolated] = {"isolated": isolated, "final": final}
    return forms, ligatures
