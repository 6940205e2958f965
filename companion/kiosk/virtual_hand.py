"""The hand over the virtual table: what it holds, where it would lay it, how it takes and turns pieces."""

from __future__ import annotations

from companion.kiosk.backstage import Spot, VirtualLook, VirtualTable
from companion.kiosk.entering import Direction, nearest_towards
from companion.kiosk.hold_part import Held, Rack, turn_piece
from companion.kiosk.virtual_window import Window
from companion.rules.verdict import Cell


class Hand:
    """A piece is held at a finger that drags it, or over a place that keys, buttons or a touch chose."""

    def __init__(self, table: VirtualTable, rack: Rack) -> None:
        self.held: Held | None = None
        self.finger: tuple[int, int] | None = None
        self._cursor: Cell | None = None
        self._table, self._rack = table, rack
        self._look: VirtualLook | None = None
        self._window: Window | None = None

    def see(self, look: VirtualLook, window: Window | None) -> None:
        """The table as it is shown now."""
        self._look, self._window = look, window

    @property
    def target(self) -> Spot | None:
        """The place where what is held would be laid now."""
        if self._look is None or self._window is None:
            return None
        if self.finger is not None:
            return self._window.spot_at(self._look.spots, self.finger)
        return next((spot for spot in self._look.spots if spot.cell == self._cursor), None)

    # Taking ---------------------------------------------------------------------------------------------

    def take_at(self, at: tuple[int, int]) -> bool:
        """A finger begins to drag here; whether it takes anything along."""
        look, window, held = self._look, self._window, None
        if look is None or window is None:
            return False
        spots = {spot.cell: spot for spot in look.spots}
        spot = window.spot_at(look.spots, at)
        for slot in self._rack.slots:
            if slot.rect.collidepoint(at):
                spot = None if slot.of.cell is None else spots.get(slot.of.cell)
                held = Held(self._rack.text(slot.of.piece), slot.number) if slot.of.cell is None else None
        if held is None and spot is not None and spot.is_loose:
            held = self._taken_from(spot)
        if held is not None:
            self.held, self._cursor = held, None
        return held is not None

    def choose(self, number: int, by_finger: bool) -> None:
        """A piece of the rack: take it in the hand, turn it there, or take it back from the table."""
        look = self._look
        if look is None or number >= len(look.rack):
            return
        piece = look.rack[number]
        if piece.cell is not None:
            self._table.take(piece.cell)
            self.let_go()
        elif self.held is not None and self.held.slot == number:
            self.turn() if look.kind == "triominos" else self.let_go()
        else:
            self.let_go()
            self.held = Held(self._rack.text(piece.piece), number)
            if not by_finger:  # keys and buttons need a place to begin with
                self.step(1)

    def touch(self, at: tuple[int, int]) -> bool:
        """A finger on the picture: lay what is held, or take or turn what lies there unaccepted. Whether
        that was possible."""
        look, window = self._look, self._window
        spot = None if look is None or window is None else window.spot_at(look.spots, at)
        if self.held is not None:
            self._cursor = None if spot is None else spot.cell
            return self.drop()
        if spot is not None and spot.is_loose:
            if look is not None and look.kind == "triominos":
                self._table.lay(turn_piece(spot.piece), spot.cell)
            else:
                self.held = self._taken_from(spot)
        return True

    def let_go(self) -> None:
        """Nothing is held any more; a piece of the rack is on the rack again."""
        self.held = self.finger = self._cursor = None

    # Laying ---------------------------------------------------------------------------------------------

    def drop(self) -> bool:
        """Lay what is held where it would be laid; beside every place it goes back to the rack. Whether it
        could be laid there."""
        held, spot = self.held, self.target
        self.let_go()
        if held is None:
            return True
        if spot is not None and spot.piece and not spot.is_loose:
            return False
        if spot is not None and spot.cell == held.origin:
            return True
        if held.origin is not None:
            self._table.take(held.origin)
        if spot is not None:
            self._table.lay(held.piece, spot.cell)
            if held.origin is not None and spot.piece:  # the two change places
                self._table.lay(spot.piece, held.origin)
        return True

    def turn(self) -> None:
        """Turn what is held by a third."""
        held, look = self.held, self._look
        if held is None or look is None:
            return
        is_of_rack = held.origin is None and 0 <= held.slot < len(look.rack)
        piece = self._rack.turn(look.rack[held.slot].piece) if is_of_rack else turn_piece(held.piece)
        self.held = Held(piece, held.slot, held.origin)

    def step(self, by: int) -> None:
        """The next likely place, or the one before."""
        cells = [] if self._look is None else [spot.cell for spot in self._look.spots if spot.is_likely]
        if cells:
            at = cells.index(self._cursor) + by if self._cursor in cells else 0
            self._cursor = cells[at % len(cells)]

    def go(self, direction: Direction) -> None:
        """The next free place that way."""
        look, window = self._look, self._window
        if look is None or window is None:
            return
        spots = {spot.cell: window.middle(spot) for spot in look.spots if not spot.piece or spot.is_loose}
        if self._cursor is None or self._cursor not in spots:
            self.step(1)
        else:
            self._cursor = nearest_towards(spots, self._cursor, direction)

    def _taken_from(self, spot: Spot) -> Held:
        rack = () if self._look is None else self._look.rack
        slot = next((number for number, piece in enumerate(rack) if piece.cell == spot.cell), -1)
        return Held(spot.piece, slot, spot.cell)
