"""What is left on the racks of the virtual table, said at the end: nobody else sees them, and they count."""

from __future__ import annotations

from companion.kiosk.words import say
from companion.rules.verdict import Language
from companion.session.state import State
from companion.virtual_racks import HiddenRacks, worth


class RestTeller:
    """Says it when the game is over, and again for those who are still to be counted."""

    def __init__(self) -> None:
        self._said: tuple[int, ...] = ()  # the players who were to be counted then

    def tell(self, state: State, racks: HiddenRacks, language: Language) -> str:
        """A sentence, once for each count that is missing; else nothing."""
        missing = state.settlement.missing if state.is_over else ()
        if missing == self._said:
            return ""
        self._said = missing
        rests = [say_rest(state.setup.players[player].name, racks.of(player)) for player in missing]
        return say(language, "virtual.rests", rests="; ".join(rests)) if rests else ""


def say_rest(name: str, rack: tuple[str, ...]) -> str:
    """`Ada 3 + 7 = 10`."""
    values = [worth(piece) for piece in rack]
    if len(values) < 2:
        return f"{name} {sum(values)}"
    return f"{name} {' + '.join(map(str, values))} = {sum(values)}"
