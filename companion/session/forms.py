"""Moves, turns, cells and violations of both games as JSON and back, in the text forms of FORMATS.md."""

from __future__ import annotations

from typing import Literal

from companion.rules.errors import Malformed
from companion.rules.forms import (
    at,
    read_choice,
    read_fields,
    read_list,
    read_text,
    read_whole_number,
)
from companion.rules.triolet import game as triolet
from companion.rules.triolet.cells import check_cell
from companion.rules.triolet.position import Move as TokenMove
from companion.rules.triolet.tokens import OPEN_JOKER
from companion.rules.triominos import game as triominos
from companion.rules.triominos.position import Move as TileMove
from companion.rules.verdict import RULES, Cell, Violation

Kind = Literal["triolet", "triominos"]
KINDS: tuple[Kind, ...] = ("triolet", "triominos")
Move = TokenMove | TileMove
Turn = triolet.Turn | triominos.Turn

# Turns that are nothing but their name.
_BARE: dict[str, dict[Kind, Turn]] = {
    "pass": {"triolet": triolet.Pass(), "triominos": triominos.Pass()},
    "stop": {"triolet": triolet.Stop(), "triominos": triominos.Stop()},
    "draw": {"triominos": triominos.Draw()},
    "time-out": {"triominos": triominos.TimeOut()},
}
_NAMES = {turn: (kind, name) for name, turns in _BARE.items() for kind, turn in turns.items()}


def turn_to_json(turn: Turn) -> dict[str, object]:
    """`{"game": "triolet", "turn": "lay", "move": {…}}`; an exchange has its `count`, the others nothing."""
    match turn:
        case triolet.Lay(move):
            return {"game": "triolet", "turn": "lay", "move": move.to_json()}
        case triominos.Lay(tile):
            return {"game": "triominos", "turn": "lay", "move": tile.to_json()}
        case triolet.Exchange(count):
            return {"game": "triolet", "turn": "exchange", "count": count}
        case _:
            kind, name = _NAMES[turn]
            return {"game": kind, "turn": name}


def turn_from_json(form: object, place: str) -> Turn:
    """A turn that was played: its jokers have their numbers."""
    fields = read_fields(form, place, required=("game", "turn"), optional=("move", "count"))
    kind = read_choice(fields["game"], at(place, "game"), KINDS)
    names = ["lay", *(["exchange"] if kind == "triolet" else []), *(n for n in _BARE if kind in _BARE[n])]
    name = read_choice(fields["turn"], at(place, "turn"), names)
    if name == "lay":
        fields = read_fields(form, place, required=("game", "turn", "move"))
        if kind == "triominos":
            return triominos.Lay(TileMove.parse(fields["move"], at(place, "move")))
        move = TokenMove.parse(fields["move"])
        if OPEN_JOKER in move.tokens.values():
            raise Malformed(at(place, "move"), "joker-without-value")
        return triolet.Lay(move)
    if name == "exchange":
        fields = read_fields(form, place, required=("game", "turn", "count"))
        return triolet.Exchange(read_whole_number(fields["count"], at(place, "count")))
    read_fields(form, place, required=("game", "turn"))
    return _BARE[name][kind]


def move_from_json(form: object, place: str) -> Move:
    """A move of either game; only a tile has a key `at`."""
    if isinstance(form, dict) and "at" in form:
        return TileMove.parse(form, place)
    return TokenMove.parse(form)


def moves_from_json(form: object, place: str) -> tuple[Move, ...]:
    return tuple(move_from_json(one, at(place, index)) for index, one in enumerate(read_list(form, place)))


def cell_to_json(cell: Cell) -> object:
    return list(cell) if isinstance(cell, tuple) else cell


def cell_from_json(form: object, place: str) -> Cell:
    """`"H8"` or `[0, 1]`."""
    if isinstance(form, str):
        return check_cell(form, place)
    numbers = read_list(form, place)
    if len(numbers) != 2:
        raise Malformed(place, "not-a-place", count=len(numbers))
    row, column = (read_whole_number(number, at(place, index)) for index, number in enumerate(numbers))
    return row, column


def cells_from_json(form: object, place: str) -> tuple[Cell, ...]:
    return tuple(cell_from_json(one, at(place, index)) for index, one in enumerate(read_list(form, place)))


def whole_numbers_from_json(form: object, place: str) -> tuple[int, ...]:
    return tuple(read_whole_number(one, at(place, index)) for index, one in enumerate(read_list(form, place)))


def texts_from_json(form: object, place: str) -> tuple[str, ...]:
    return tuple(read_text(one, at(place, index)) for index, one in enumerate(read_list(form, place)))


def violation_to_json(violation: Violation) -> dict[str, object]:
    """Without the sentence: it is made again in the language of whoever reads it."""
    form: dict[str, object] = {
        "rule": violation.rule,
        "cells": [cell_to_json(cell) for cell in violation.cells],
        "values": list(violation.values),
    }
    if violation.options is not None:
        form["options"] = list(violation.options)
    return form


def violation_from_json(form: object, place: str) -> Violation:
    fields = read_fields(form, place, required=("rule", "cells", "values"), optional=("options",))
    spot = at(place, "values")
    values = tuple(
        None if value is None else read_whole_number(value, at(spot, index))
        for index, value in enumerate(read_list(fields["values"], spot))
    )
    return Violation(
        read_choice(fields["rule"], at(place, "rule"), RULES),
        cells_from_json(fields["cells"], at(place, "cells")),
        values,
        whole_numbers_from_json(fields["options"], at(place, "options")) if "options" in fields else None,
    )
