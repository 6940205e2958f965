"""How a game ended and what the end is worth, in sentences."""

from __future__ import annotations

from companion.kiosk.naming import brief, brief_all, signed
from companion.kiosk.screen import House
from companion.rules.triominos import game as triominos
from companion.session.views import EndView, TableView


def say_how(house: House, view: TableView, end: EndView) -> str:
    """Who is out, or that nobody could go on."""
    if end.end.player is None:
        return house.words("end.blocked")
    return house.words(f"end.out-{view.kind}", name=brief(view.players[end.end.player].name))


def say_bonus(house: House, view: TableView, end: EndView) -> str:
    """Where the points of the end come from."""
    bonuses = [bonus or 0 for bonus in end.bonuses]
    player = end.end.player
    if isinstance(view.game, triominos.Game):
        if player is None:
            return _say_blocked(house, view, view.game, bonuses)
        return _say_last_tile(house, view, view.game, player, bonuses[player])
    if player is None:
        return house.words("end.bonus-blocked-triolet")
    name = brief(view.players[player].name)
    return house.words("end.bonus-out-triolet", name=name, bonus=signed(bonuses[player]))


def counts_points(view: TableView) -> bool:
    """Whether there are points at all: one scoring of Triominos has none."""
    return not (isinstance(view.game, triominos.Game) and view.game.rules.scoring == "none")


def _say_last_tile(house: House, view: TableView, game: triominos.Game, player: int, bonus: int) -> str:
    penalties = triominos.PENALTIES[game.rules.scoring]
    if game.rules.scoring == "none":
        return house.words("end.bonus-none")
    name, last = brief(view.players[player].name), signed(penalties.last_tile)
    if not penalties.rests_count or len(view.players) == 1:
        return house.words("end.bonus-out-tile", name=name, last=last)
    rest = signed(bonus - penalties.last_tile)
    return house.words("end.bonus-out-triominos", name=name, last=last, rest=rest)


def _say_blocked(house: House, view: TableView, game: triominos.Game, bonuses: list[int]) -> str:
    if not triominos.PENALTIES[game.rules.scoring].rests_count:
        return house.words("end.bonus-blocked-junior")
    if game.rules.blocked == "own":
        return house.words("end.bonus-blocked-triominos")
    changed = [seat for seat, bonus in enumerate(bonuses) if bonus]
    names = brief_all(view.players, changed or range(len(bonuses)))
    if len(changed) == 1:
        return house.words("end.bonus-blocked-lowest", name=names[0])
    return house.words("end.bonus-blocked-tie", names=names)
