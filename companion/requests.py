"""The requests of `trioscope judge` and `trioscope moves`: JSON text in, JSON-ready answers out.

Each game's rules are imported when a request asks for them, so that one judgement starts quickly.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.rules.errors import Malformed
from companion.rules.forms import at, read_choice, read_fields, read_list, read_object
from companion.rules.verdict import Language

if TYPE_CHECKING:
    from companion.rules import triolet, triominos

GAMES = ("triolet", "triominos")


def read_json(text: bytes) -> object:
    """The JSON value that `text` holds; a key that is written twice is a fault, not the last one's win."""
    try:
        return _DECODER.decode(text.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise Malformed("", "not-utf-8") from None
    except RecursionError:
        raise Malformed("", "too-deep") from None
    except Malformed:
        raise
    except json.JSONDecodeError as error:
        if not text.strip():
            raise Malformed("", "nothing") from None
        raise Malformed("", "not-json", line=error.lineno, column=error.colno) from None
    except ValueError:  # a whole number of thousands of digits
        raise Malformed("", "too-far") from None


def answer_judge(request: object, language: Language = "en") -> dict[str, object]:
    """Is this move legal, and what is it worth?"""
    if _game(request) == "triolet":
        from companion.rules import triolet

        fields = read_fields(request, "", required=("game", "move"), optional=("rules", "board", "layout"))
        return triolet.judge(_triolet_position(fields), triolet.Move.parse(fields["move"])).to_json(language)
    from companion.rules import triominos

    fields = read_fields(request, "", required=("game", "move"), optional=("rules", "tiles"))
    return triominos.judge(_triominos_position(fields), triominos.Move.parse(fields["move"])).to_json(
        language
    )


def answer_moves(request: object) -> list[dict[str, object]]:
    """What could be played, most points first?"""
    if _game(request) == "triolet":
        from companion.rules import triolet

        fields = read_fields(request, "", required=("game", "rack"), optional=("rules", "board", "layout"))
        found = triolet.legal_moves(_triolet_position(fields), triolet.parse_rack(fields["rack"]))
        return [scored.to_json() for scored in found]
    from companion.rules import triominos

    fields = read_fields(request, "", required=("game", "hand"), optional=("rules", "tiles"))
    hand = [
        triominos.parse_corners(tile, at("hand", i))
        for i, tile in enumerate(read_list(fields["hand"], "hand"))
    ]
    return [scored.to_json() for scored in triominos.legal_moves(_triominos_position(fields), hand)]


def _game(request: object) -> str:
    fields = read_object(request, "")
    if "game" not in fields:
        raise Malformed("game", "missing-key")
    return read_choice(fields["game"], "game", GAMES)


def _triolet_position(fields: Mapping[str, object]) -> triolet.Position:
    from companion.rules import triolet

    rules = triolet.Rules.parse(fields.get("rules", {}))
    if "layout" in fields:
        rules = rules.with_layout(triolet.Layout.parse(fields["layout"]))
    return triolet.Position.parse(fields.get("board", {}), rules)


def _triominos_position(fields: Mapping[str, object]) -> triominos.Position:
    from companion.rules import triominos

    return triominos.Position.parse(fields.get("tiles", []), triominos.parse_scoring(fields.get("rules", {})))


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise Malformed(at("", key), "key-twice")
            seen.add(key)
    return fields


_DECODER = json.JSONDecoder(object_pairs_hook=_unique)
