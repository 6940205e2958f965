"""The hands at the virtual table: honest racks, pieces where they are laid, whole games by themselves.

No picture is drawn here: the changes only wait in the camera's queue.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Literal

import pytest

from companion.rules.triolet import game as triolet
from companion.rules.triolet.editions import STANDARD
from companion.rules.triolet.position import Move as TokenMove
from companion.rules.triominos import game as triominos
from companion.rules.triominos.position import Move as TileMove
from companion.rules.verdict import Cell
from companion.session.declined import Declined
from companion.session.games import Game, try_play
from companion.session.intents import CountRack, EndGame, EndTurn, Input, Intent, Pause, Ruled, Undo
from companion.session.rulings import Accepted, NothingNew, Ruling
from companion.session.session import Session
from companion.session.setup import Player, Setup
from companion.virtual_camera import QueuedCamera
from companion.virtual_guest import VirtualGuest, wanted_pieces
from companion.virtual_lie import Lie
from companion.virtual_racks import HiddenRacks, unseen_pieces
from companion.virtual_rests import RestTeller
from companion.virtual_seat import VirtualSeat
from companion.virtual_watch import MOST_TRIES, Watch

PLAYERS = (Player("Ada", "red"), Player("Blaise", "blue"), Player("Chloé", "green"))
TRIOLET, TRIOMINOS = Setup(STANDARD, PLAYERS), Setup(triominos.Rules(), PLAYERS)


def sizes(game: Game) -> tuple[int, ...]:
    return game.ledger.racks if isinstance(game, triolet.Game) else game.ledger.hands


def check_honest(racks: HiddenRacks, game: Game) -> None:
    """Everybody holds as many as the ledger says, and nothing that lies on the table."""
    held = Counter(piece for player in range(game.players) for piece in racks.of(player))
    assert tuple(len(racks.of(player)) for player in range(game.players)) == sizes(game)
    assert not held - unseen_pieces(game)


class Room:
    """Players at a table, and somebody who reads it without a fault."""

    def __init__(self, setup: Setup, seed: int = 5) -> None:
        self.session, self.now, self.presses = Session.start(setup, 0.0), 0.0, 0
        self.guest = VirtualGuest(QueuedCamera(seed), random.Random(seed))
        self.guest.begin(setup.kind)
        self.guest.set_out(self.game)
        self.watch = Watch(self.guest, self, lambda: False)
        self.reads: Ruling | Literal["right"] | None = "right"
        self.seat = VirtualSeat(self.guest, lambda: self.session.state, self.watch)

    @property
    def game(self) -> Game:
        return self.session.state.game

    def press(self, pressed_at: float) -> Declined | str | None:
        self.presses += 1
        name = f"press {self.presses}"
        declined = self._hear(EndTurn(name, pressed_at, self.now))
        if declined is None and self.reads is not None:
            ruling = Accepted(self._move()) if self.reads == "right" else self.reads
            declined = self._hear(Ruled(name, ruling, self.now))
        return declined

    def hear(self, intent: Intent) -> Declined | str | None:
        return self._hear(intent)

    def run(self, rounds: int) -> None:
        for _ in range(rounds):
            self.now += 0.5
            self.guest.follow(self.game)
            self.watch.step(self.session.state, self.now)

    def _move(self) -> tuple[TokenMove | TileMove, ...]:
        loose = self.guest.loose
        if self.session.state.setup.kind == "triolet":
            return (TokenMove.parse(loose),)
        ((at, piece),) = loose.items()
        return (TileMove.parse({"at": list(at), "corners": [int(n) for n in piece.split("-")]}),)

    def _hear(self, heard: Input) -> Declined | None:
        after = self.session.hear(heard)
        if isinstance(after, Declined):
            return after
        self.session = after
        return None


@pytest.mark.parametrize("setup", [TRIOLET, TRIOMINOS], ids=["triolet", "triominos"])
def test_virtual_players_play_a_whole_game_with_honest_racks_and_count_what_is_left(setup: Setup) -> None:
    room = Room(setup)
    room.watch.turn(True)
    for _ in range(4000):
        room.run(1)
        room.guest.follow(room.game)
        check_honest(room.guest.racks, room.game)
        if not room.watch.is_on:
            break
    state = room.session.state
    assert state.final_scores is not None and len(state.sheet.turns) > 10
    assert dict(room.guest.lying) == wanted_pieces(room.game)


def test_players_whose_move_is_never_seen_give_up() -> None:
    room = Room(TRIOLET)
    room.reads = NothingNew()
    room.watch.turn(True)
    steps = []
    for _ in range(200):
        room.now += 0.5
        room.guest.follow(room.game)
        steps.append(room.watch.step(room.session.state, room.now))
    assert steps.count("gave-up") == 1
    assert not room.watch.is_on and room.presses <= MOST_TRIES


def test_players_wait_as_long_as_the_table_is_read() -> None:
    room = Room(TRIOLET)
    room.reads = None
    room.watch.turn(True)
    room.run(100)
    assert room.presses == 1 and room.watch.is_on


def test_players_stop_when_somebody_pauses_but_begin_a_challenge_by_themselves() -> None:
    room = Room(Setup(triominos.Rules(challenge=True), PLAYERS, seconds=60.0))
    room.watch.turn(True)
    room.run(40)
    assert room.session.state.sheet.turns and room.watch.is_on
    assert room.hear(Pause(room.now)) is None
    room.run(20)
    assert room.session.state.is_paused and not room.watch.is_on


def test_at_the_end_it_is_said_what_is_left_once_for_each_count_that_is_missing() -> None:
    room, teller = Room(TRIOMINOS), RestTeller()
    assert teller.tell(room.session.state, room.guest.racks, "en") == ""
    assert room.hear(EndGame(1.0)) is None
    room.guest.follow(room.game)
    said = teller.tell(room.session.state, room.guest.racks, "en")
    assert said.startswith("Left on the racks: Ada ") and said.count("=") == 3
    assert f"= {room.guest.racks.rest(2)}" in said
    assert teller.tell(room.session.state, room.guest.racks, "en") == ""
    assert room.hear(CountRack(0, room.guest.racks.rest(0), 2.0)) is None
    said = teller.tell(room.session.state, room.guest.racks, "en")
    assert said.startswith("Left on the racks: Blaise ")


def test_after_an_undo_everybody_has_what_they_had() -> None:
    room = Room(TRIOLET)
    before = [room.guest.racks.of(player) for player in range(3)]
    assert room.guest.lay_for(room.game)
    assert room.press(1.0) is None
    room.guest.follow(room.game)
    assert room.guest.racks.of(0) != before[0]
    assert room.hear(Undo(2.0)) is None
    room.guest.set_out(room.game)
    assert [room.guest.racks.of(player) for player in range(3)] == before
    assert not room.guest.lying


def test_what_is_exchanged_does_not_come_back_at_once() -> None:
    racks = HiddenRacks(random.Random(1))
    game = triolet.Game.start(2)
    racks.follow(game)
    given = Counter(racks.of(0))
    racks.follow(game.play(triolet.Exchange(3)))
    check_honest(racks, game.play(triolet.Exchange(3)))
    left = unseen_pieces(game) - given - Counter(racks.of(1))
    assert not Counter(racks.of(0)) - left


def test_another_game_is_dealt_anew() -> None:
    racks, game = HiddenRacks(random.Random(1)), triominos.Game.start(2)
    racks.follow(game)
    first = racks.of(0)
    racks.forget()
    racks.follow(game)
    assert racks.of(0) != first


def test_whatever_is_laid_lies_there_but_nothing_is_laid_on_what_counts() -> None:
    room = Room(TRIOLET)
    assert room.guest.lay_for(room.game)
    assert room.press(1.0) is None
    room.guest.follow(room.game)
    counted = dict(room.guest.lying)
    (cell, *_) = counted
    room.guest.lay(cell, "15")
    room.guest.take(cell)
    assert room.guest.lying == counted
    room.guest.lay("A1", "7")
    room.guest.lay("A1", "8")
    assert room.guest.loose == {"A1": "8"}
    room.guest.take("A1")
    assert room.guest.lying == counted


def test_what_does_not_count_is_taken_back_when_the_turn_goes_on() -> None:
    room = Room(TRIOLET)
    room.guest.lay("A1", room.guest.racks.of(0)[0])
    after = try_play(room.game, triolet.Pass())
    assert not isinstance(after, Declined)
    room.guest.follow(after)
    assert not room.guest.lying


def test_a_first_tile_that_points_down_is_the_games_first_place() -> None:
    room = Room(TRIOMINOS)
    room.guest.lay((0, 1), "1-2-3")
    tile = TileMove((0, 0), (1, 2, 3))
    after = try_play(room.game, triominos.Lay(tile))
    assert not isinstance(after, Declined)
    room.guest.follow(after)
    assert room.guest.lying == {(0, 0): "1-2-3"}
    assert room.guest.lie.on_table((0, 0)) == (0, 1)
    assert room.guest.lie.to_table((0, 0), (1, 2, 3)) == (1, 2, 3)


def test_a_group_at_the_edge_is_pushed_back_to_the_middle() -> None:
    lie = Lie()
    tiles = {(row, 0) for row in range(-9, -2)} | {(row, 1) for row in range(-9, -2)}
    assert not lie.sees_all(tiles)
    pushed = lie.pushed_to_middle(tiles)
    assert pushed.sees_all(tiles)
    spots = {place: pushed.on_table(place) for place in tiles}
    assert all(spot is not None and sum(spot) % 2 == sum(place) % 2 for place, spot in spots.items())


def test_a_drawn_tile_is_gone_from_the_pool_and_back_after_an_undo() -> None:
    room = Room(TRIOMINOS)
    asked = room.guest.camera.asked
    drawn = try_play(room.game, triominos.Draw())
    assert not isinstance(drawn, Declined)
    room.guest.follow(drawn)
    assert len(room.guest.racks.of(0)) == 8
    assert room.guest.camera.asked == asked + 1
    room.guest.set_out(room.game)
    assert len(room.guest.racks.of(0)) == 7
    assert room.guest.camera.asked == asked + 2


def test_before_the_camera_has_looked_there_is_a_rack_and_no_picture() -> None:
    room = Room(TRIOLET)
    look = room.seat.look()
    assert look.picture is None and not look.spots
    assert [piece.piece for piece in look.rack] == list(room.guest.racks.of(0))
    assert room.seat.look() is look
    cell: Cell = "H8"
    room.seat.lay(look.rack[0].piece, cell)
    assert room.seat.look().rack[0].cell == cell
    seen = []
    for room.seat.is_open in (False, True):
        seen.append(room.seat.wants_picture)
    assert seen == [False, True]  # only while somebody looks


def test_a_move_is_laid_all_at_once_and_a_pushed_group_never_leaves_the_table() -> None:
    room = Room(TRIOLET)
    asked = room.guest.camera.asked
    assert room.guest.lay_for(room.game)
    assert len(room.guest.loose) > 1 and room.guest.camera.asked == asked + 1
    tiles = Room(TRIOMINOS)
    tiles.guest.lay((0, 0), "1-2-3")
    asked = tiles.guest.camera.asked
    tiles.guest._push(Lie(rows=2))
    assert tiles.guest.camera.asked == asked + 1
