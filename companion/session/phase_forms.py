"""Phases as JSON and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import get_args

from companion.rules.errors import Malformed
from companion.rules.forms import (
    at,
    read_choice,
    read_fields,
    read_list,
    read_number,
    read_object,
    read_text,
    read_truth,
)
from companion.rules.triolet.cells import check_cell
from companion.rules.verdict import Cell
from companion.session.declined import Declined
from companion.session.forms import (
    cell_from_json,
    cell_to_json,
    cells_from_json,
    moves_from_json,
    texts_from_json,
    whole_numbers_from_json,
)
from companion.session.phases import (
    BeingRead,
    ChangeAsked,
    JokerAsked,
    MoveRefused,
    NothingLaid,
    Phase,
    ReadingAsked,
    ToLay,
)
from companion.session.rulings import Hindrance, Reading

HINDRANCES: tuple[Hindrance, ...] = get_args(Hindrance)


def phase_to_json(phase: Phase) -> dict[str, object]:
    """`{"phase": "joker-asked", …}`."""
    match phase:
        case ToLay():
            return {"phase": "to-lay"}
        case BeingRead(press, hindrances):
            return {"phase": "being-read", "press": press, "hindrances": list(hindrances)}
        case JokerAsked(maybe_press, moves, cell, options, overruled):
            return {
                "phase": "joker-asked",
                "press": maybe_press,
                "moves": [move.to_json() for move in moves],
                "cell": cell,
                "options": list(options),
                "overruled": overruled,
            }
        case ReadingAsked(press, readings, cells, across):
            return {
                "phase": "reading-asked",
                "press": press,
                "readings": [_reading_to_json(reading) for reading in readings],
                "cells": [cell_to_json(cell) for cell in cells],
                "across": [[cell_to_json(cell) for cell in pair] for pair in across],
            }
        case ChangeAsked(press, missing, different, extra):
            return {
                "phase": "change-asked",
                "press": press,
                "missing": [cell_to_json(cell) for cell in missing],
                "different": [[cell_to_json(cell), text] for cell, text in different],
                "extra": [cell_to_json(cell) for cell in extra],
            }
        case NothingLaid(press):
            return {"phase": "nothing-laid", "press": press}
        case MoveRefused(maybe_press, moves, why):
            return {
                "phase": "move-refused",
                "press": maybe_press,
                "moves": [move.to_json() for move in moves],
                "why": why.to_json(),
            }


def phase_from_json(form: object, place: str) -> Phase:
    name = read_choice(read_object(form, place).get("phase"), at(place, "phase"), _READERS)
    keys, read = _READERS[name]
    fields = read_fields(form, place, required=("phase", *keys))
    return read(fields, place)


def _to_lay(fields: Mapping[str, object], place: str) -> Phase:
    return ToLay()


def _being_read(fields: Mapping[str, object], place: str) -> Phase:
    spot = at(place, "hindrances")
    hindrances = tuple(
        read_choice(one, at(spot, index), HINDRANCES)
        for index, one in enumerate(texts_from_json(fields["hindrances"], spot))
    )
    return BeingRead(_press(fields, place), hindrances)


def _joker_asked(fields: Mapping[str, object], place: str) -> Phase:
    return JokerAsked(
        None if fields["press"] is None else _press(fields, place),
        moves_from_json(fields["moves"], at(place, "moves")),
        check_cell(fields["cell"], at(place, "cell")),
        whole_numbers_from_json(fields["options"], at(place, "options")),
        read_truth(fields["overruled"], at(place, "overruled")),
    )


def _reading_asked(fields: Mapping[str, object], place: str) -> Phase:
    spot = at(place, "readings")
    readings = tuple(
        _reading_from_json(one, at(spot, index))
        for index, one in enumerate(read_list(fields["readings"], spot))
    )
    spot = at(place, "across")
    across = tuple(
        _pair_from_json(one, at(spot, index)) for index, one in enumerate(read_list(fields["across"], spot))
    )
    return ReadingAsked(
        _press(fields, place), readings, cells_from_json(fields["cells"], at(place, "cells")), across
    )


def _change_asked(fields: Mapping[str, object], place: str) -> Phase:
    spot = at(place, "different")
    different = tuple(
        _difference_from_json(one, at(spot, index))
        for index, one in enumerate(read_list(fields["different"], spot))
    )
    return ChangeAsked(
        _press(fields, place),
        cells_from_json(fields["missing"], at(place, "missing")),
        different,
        cells_from_json(fields["extra"], at(place, "extra")),
    )


def _nothing_laid(fields: Mapping[str, object], place: str) -> Phase:
    return NothingLaid(_press(fields, place))


def _move_refused(fields: Mapping[str, object], place: str) -> Phase:
    return MoveRefused(
        None if fields["press"] is None else _press(fields, place),
        moves_from_json(fields["moves"], at(place, "moves")),
        Declined.from_json(fields["why"], at(place, "why")),
    )


_READERS: dict[str, tuple[tuple[str, ...], Callable[[Mapping[str, object], str], Phase]]] = {
    "to-lay": ((), _to_lay),
    "being-read": (("press", "hindrances"), _being_read),
    "joker-asked": (("press", "moves", "cell", "options", "overruled"), _joker_asked),
    "reading-asked": (("press", "readings", "cells", "across"), _reading_asked),
    "change-asked": (("press", "missing", "different", "extra"), _change_asked),
    "nothing-laid": (("press",), _nothing_laid),
    "move-refused": (("press", "moves", "why"), _move_refused),
}


def _press(fields: Mapping[str, object], place: str) -> str:
    return read_text(fields["press"], at(place, "press"))


def _reading_to_json(reading: Reading) -> dict[str, object]:
    return {
        "moves": [move.to_json() for move in reading.moves],
        "legal": reading.is_legal,
        "probability": reading.probability,
    }


def _reading_from_json(form: object, place: str) -> Reading:
    fields = read_fields(form, place, required=("moves", "legal", "probability"))
    return Reading(
        moves_from_json(fields["moves"], at(place, "moves")),
        read_truth(fields["legal"], at(place, "legal")),
        read_number(fields["probability"], at(place, "probability")),
    )


def _pair_from_json(form: object, place: str) -> tuple[Cell, Cell]:
    one, other = _two(form, place)
    return cell_from_json(one, at(place, 0)), cell_from_json(other, at(place, 1))


def _difference_from_json(form: object, place: str) -> tuple[Cell, str]:
    cell, text = _two(form, place)
    return cell_from_json(cell, at(place, 0)), read_text(text, at(place, 1))


def _two(form: object, place: str) -> tuple[object, object]:
    both = read_list(form, place)
    if len(both) != 2:
        raise Malformed(place, "not-a-place", count=len(both))
    return both[0], both[1]
