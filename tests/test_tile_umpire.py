"""The umpire of free tiles: what families do to a Triominos table, mostly with a reader that is told.

The last tests read real frames of the virtual table.
"""

from __future__ import annotations

import math
import random
from dataclasses import replace
from itertools import islice

import pytest

from companion.players import family_triominos
from companion.players.mistakes import Mistakes
from companion.referee.lattice_fit import same_layout
from companion.rules.triolet.game import Game as TrioletGame
from companion.rules.triominos.game import Draw, Game, Lay, Rules
from companion.rules.triominos.position import Move
from companion.session.rulings import Accepted, ChangedBefore, NothingNew, NotYet, Refused, Ruling, Unsure
from companion.session.session import Session
from companion.session.setup import Player, Setup
from companion.tile_places import shows_game
from companion.tile_umpire import TriominosUmpire
from companion.virtual_game import VirtualGame, room_for
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.fonts import SHIPPED_FONTS, FontBook
from hardware.virtual.table import VirtualTable
from hardware.virtual.triominos import vertices_of
from hardware.virtual.triominos_scatter import LoosePose
from hardware.virtual.triominos_scene import LooseTile, TriominosScene
from tests.tile_stand_ins import BlindCamera, Corners, Place, SeenThrough, draw_table

# A chain that bends, as its players see it; the camera may be rolled any way.
CHAIN: dict[Place, Corners] = {(0, 0): (1, 2, 4), (0, 1): (2, 1, 1), (0, 2): (1, 2, 2), (1, 2): (0, 2, 2)}
PLAYERS = (Player("Ada", ""), Player("Blaise", ""))


class Evening:
    """A table, its umpire, and the game as last accepted."""

    def __init__(self, seed: int, loose: bool = False) -> None:
        self.table = draw_table(seed, CHAIN, loose=loose)
        self.reader = SeenThrough(self.table, seed)
        self.umpire, self.game = TriominosUmpire(read=self.reader), Game.start(2)

    @property
    def scene(self) -> TriominosScene:
        assert isinstance(self.table.scene, TriominosScene)
        return self.table.scene

    def press(self) -> Ruling:
        return self.umpire.rule([BlindCamera(self.table).frame().pixels], self.game)

    def lay(self, place: Place) -> None:
        self.table.lay(place, CHAIN[place])

    def count(self, ruling: Ruling) -> None:
        assert isinstance(ruling, Accepted), ruling
        for move in ruling.moves:
            assert isinstance(move, Move)
            self.game = self.game.play(Lay(move))
        self.umpire.accept()

    def play(self, *places: Place) -> None:
        for place in places:
            self.lay(place)
            self.count(self.press())

    def put_aside(self, corners: Corners | None, x_mm: float, y_mm: float, turn_deg: float = 0.0) -> None:
        self.scene.loose.append(LooseTile(LoosePose(x_mm, y_mm, turn_deg), corners))
        self.table.version += 1

    @property
    def shows_the_chain(self) -> bool:
        laid = {place: corners for place, corners in CHAIN.items() if place in self.scene.tiles}
        return same_layout(self.game.position.tiles, laid) is not None


@pytest.mark.parametrize("seed", range(8))
def test_tiles_are_counted_in_their_places_however_the_camera_is_rolled(seed: int) -> None:
    evening = Evening(seed)
    evening.play(*CHAIN)
    assert evening.shows_the_chain and len(evening.game.entries) == len(CHAIN)
    assert evening.press() == NothingNew()


@pytest.mark.parametrize("seed", range(4))
def test_a_group_that_is_pushed_as_a_whole_keeps_its_places(seed: int) -> None:
    evening = Evening(seed)
    evening.play((0, 0), (0, 1), (0, 2))
    side_mm = evening.scene.look.side_mm
    evening.table.nudge(side_mm / 2, side_mm * 0.87, 60.0)  # onto the lattice again, elsewhere
    assert evening.press() == NothingNew()
    evening.table.nudge(-31.0, 12.0, 33.0)
    evening.play((1, 2))
    assert evening.shows_the_chain


def test_after_a_restart_the_numbers_tell_where_everything_lies() -> None:
    evening = Evening(3)
    evening.play((0, 0), (0, 1), (0, 2))
    evening.umpire.forget()
    evening.table.nudge(10.0, 0.0, 120.0)
    assert evening.press() == NothingNew()
    evening.umpire.forget()
    evening.play((1, 2))
    assert evening.shows_the_chain


def test_a_heap_that_was_put_aside_is_not_the_game_although_it_is_larger() -> None:
    evening = Evening(5)
    side_mm = evening.scene.look.side_mm
    for step in range(4):  # side by side, turned in turn
        evening.put_aside((0, 0, step), -300.0 + step * side_mm / 2, -200.0, 180.0 * step)
    evening.umpire.see_empty([BlindCamera(evening.table).frame().pixels])
    assert evening.press() == NothingNew()
    evening.play((0, 0), (0, 1))
    assert evening.shows_the_chain
    evening.umpire.forget()  # not even then
    assert evening.press() == NothingNew()


@pytest.mark.parametrize("seed", range(4))
def test_a_tile_that_the_game_grows_up_to_was_not_laid(seed: int) -> None:
    evening = Evening(seed)
    evening.play((0, 0))
    # Somebody's tile lies just where the fourth of the chain's row would: it will touch the third.
    evening.table.lay((0, 3), (0, 3, 5))
    (there,) = evening.scene._placed({(0, 3): (0, 3, 5)})
    evening.table.take((0, 3))
    corners = vertices_of(there, evening.scene.look)
    x_mm, y_mm = corners.mean(axis=0)
    right, down = corners[0] - (x_mm, y_mm)
    evening.put_aside((0, 3, 5), float(x_mm), float(y_mm), math.degrees(math.atan2(right, -down)))
    assert evening.press() == NothingNew()
    evening.umpire.accept()
    evening.play((0, 1), (0, 2))
    assert evening.press() == NothingNew()
    evening.play((1, 2))
    assert evening.shows_the_chain


def test_which_tile_opens_the_game_is_asked_where_nobody_saw_the_empty_table() -> None:
    evening = Evening(6)
    evening.put_aside((5, 5, 5), -300.0, -200.0)
    evening.lay((0, 0))
    ruling = evening.press()
    assert isinstance(ruling, Unsure)
    tiles = {move.tile for reading in ruling.readings for move in reading.moves if isinstance(move, Move)}
    assert tiles == {(5, 5, 5), (1, 2, 4)}
    chosen = next(r for r in ruling.readings if isinstance(r.moves[0], Move) and r.moves[0].tile == (1, 2, 4))
    evening.count(Accepted(chosen.moves))
    evening.play((0, 1))
    assert evening.shows_the_chain


def test_a_tile_that_lay_there_at_the_start_is_not_taken_for_the_opening_unasked() -> None:
    evening = Evening(6)
    evening.put_aside((5, 5, 5), -300.0, -200.0)
    evening.press()  # the glance at the start of a game
    evening.umpire.accept()
    ruling = evening.press()
    assert isinstance(ruling, Unsure) and {len(reading.moves) for reading in ruling.readings} == {0, 1}
    evening.play((0, 0))
    assert evening.shows_the_chain


def test_a_tile_taken_from_the_middle_is_missed_and_no_other() -> None:
    evening = Evening(7)
    evening.play(*CHAIN)
    evening.table.take((0, 1))
    missing = evening.press()
    assert isinstance(missing, ChangedBefore)
    assert (len(missing.missing), missing.different, missing.extra) == (1, (), ())


def test_a_look_whose_lattice_is_turned_against_the_game_is_laid_over_it() -> None:
    """Two tiles open the game at once, and only the players know which was first: then the look's own places
    may be the game's by chance, each with the other tile."""
    evening = Evening(2)
    evening.play((0, 0), (0, 1))
    tiles = evening.game.position.tiles
    accepted = evening.umpire.accepted
    assert accepted is not None and shows_game(accepted, tiles)
    first, second = tiles
    swap = {first: second, second: first}
    turned = replace(
        accepted,
        tiles=tuple(
            tile if tile.at is None else replace(tile, at=swap.get(tile.at, tile.at))
            for tile in accepted.tiles
        ),
    )
    assert not shows_game(turned, tiles)
    evening.umpire.accepted = turned
    evening.lay((0, 2))
    evening.count(evening.press())
    assert evening.shows_the_chain


def test_a_tile_that_the_players_say_is_there_is_missed_once() -> None:
    """The camera cannot see it: that is the camera's fault, and the game goes on."""
    evening = Evening(3)
    evening.play((0, 0), (0, 1), (0, 2))
    evening.table.take((0, 1))
    evening.lay((1, 2))
    missed = evening.press()
    assert isinstance(missed, ChangedBefore) and len(missed.missing) == 1
    evening.umpire.trust(missed.missing)
    evening.count(evening.press())
    assert evening.press() == NothingNew()
    evening.umpire.forget()
    assert isinstance(evening.press(), ChangedBefore), "after an undo it is asked again"


def test_a_tile_that_was_entered_by_hand_is_looked_for_beside_what_was_known() -> None:
    evening = Evening(3)
    evening.play((0, 0), (0, 1))
    accepted = evening.umpire.accepted
    evening.lay((0, 2))
    ruling = evening.press()
    assert isinstance(ruling, Accepted)
    (move,) = ruling.moves
    assert isinstance(move, Move)
    evening.game = evening.game.play(Lay(move))
    evening.umpire.skip()
    assert evening.umpire.accepted is accepted is not None
    assert evening.press() == NothingNew()
    evening.table.take((0, 2))
    assert evening.press() == ChangedBefore((move.at,)), "it may have been entered in the wrong place"


def test_an_opening_that_was_entered_by_hand_leaves_nothing_to_compare_with() -> None:
    evening = Evening(3)
    evening.press()
    evening.umpire.accept()
    evening.umpire.skip()
    assert evening.umpire.accepted is None


def test_a_tile_that_is_pushed_out_is_missed_although_it_can_still_be_read() -> None:
    evening = Evening(8)
    evening.play(*CHAIN)
    evening.table.shift((1, 2), 0.0, 24.0, 20.0)
    ruling = evening.press()
    assert isinstance(ruling, ChangedBefore) and len(ruling.missing) == 1
    evening.table.shift((1, 2), 0.0, 1.0, 2.0)  # nearly back
    assert evening.press() == NothingNew()


@pytest.mark.parametrize("seed", range(4))
def test_a_tile_that_is_pushed_out_while_another_is_laid_is_told(seed: int) -> None:
    evening = Evening(seed)
    evening.play((0, 0), (0, 1), (0, 2))
    evening.table.shift((0, 0), -1.5, 1.5, 3.0)  # askew is still in its place
    assert evening.press() == NothingNew()
    side_mm = evening.scene.look.side_mm
    evening.table.shift((0, 0), -0.22 * side_mm, 0.12 * side_mm, 3.0)
    evening.table.nudge(-31.0, 12.0, 0.0)  # all of them, too
    evening.lay((1, 2))
    ruling = evening.press()
    assert isinstance(ruling, ChangedBefore) and len(ruling.missing) == 1
    evening.table.shift((0, 0), 0.0, 0.0, 0.0)
    evening.count(evening.press())
    assert evening.shows_the_chain


def test_a_pattern_of_the_table_that_looks_like_a_tile_is_asked_about_once() -> None:
    evening = Evening(9)
    evening.play((0, 0), (0, 1))
    evening.reader.misread[(0, 2, 2)] = dict.fromkeys((3, 4, 5), 0.3)
    evening.table.lay((0, 2), (0, 2, 2))
    assert isinstance(evening.press(), Unsure | Refused)
    evening.game = evening.game.play(Draw())  # none of that, they say
    evening.umpire.accept()
    assert evening.press() == NothingNew()
    evening.reader.misread.clear()  # now it is clearly a tile
    assert isinstance(evening.press(), Refused)


def test_a_tile_that_does_not_match_is_refused_and_can_be_put_right() -> None:
    evening = Evening(9)
    evening.play((0, 0))
    evening.table.lay((0, 1), (5, 5, 3))
    ruling = evening.press()
    assert isinstance(ruling, Refused) and "side-mismatch" in ruling.verdict.rules
    evening.table.take((0, 1))
    evening.play((0, 1))


def test_a_hand_in_the_way_is_waited_for() -> None:
    evening = Evening(10)
    evening.lay((0, 0))
    evening.reader.in_the_way = frozenset({"hand"})
    assert evening.press() == NotYet(("hand",))
    evening.reader.in_the_way = frozenset()
    assert isinstance(evening.press(), Accepted)


def test_a_known_tile_that_is_read_otherwise_is_told() -> None:
    evening = Evening(11)
    evening.play((0, 0), (0, 1), (0, 2))
    evening.reader.misread[(1, 2, 2)] = {5: 0.9999}
    ruling = evening.press()
    assert isinstance(ruling, ChangedBefore) and len(ruling.different) == 1


# The pool ---------------------------------------------------------------------------------------------------


def with_pool(backs: int = 6) -> Evening:
    evening = Evening(12)
    for step in range(backs):
        evening.put_aside(None, -400.0 + 60.0 * step, -250.0)
    evening.umpire.see_empty([BlindCamera(evening.table).frame().pixels])
    evening.play((0, 0))
    assert evening.umpire.drawn == 0
    return evening


def test_tiles_that_are_gone_from_the_pool_are_counted_until_they_are_told() -> None:
    evening = with_pool()
    evening.table.take_from_pool(1)
    assert evening.press() == NothingNew()
    assert evening.umpire.drawn == 1
    evening.game = evening.game.play(Draw())
    evening.umpire.accept()
    assert (evening.press(), evening.umpire.drawn) == (NothingNew(), 0)
    evening.table.take_from_pool(2)
    assert (evening.press(), evening.umpire.drawn) == (NothingNew(), 2)


def test_what_nobody_told_is_not_asked_about_again_after_the_next_tile() -> None:
    evening = with_pool()
    evening.table.take_from_pool(1)
    evening.lay((0, 1))
    ruling = evening.press()
    assert evening.umpire.drawn == 1
    evening.count(ruling)
    assert (evening.press(), evening.umpire.drawn) == (NothingNew(), 0)


def test_no_more_are_offered_than_may_be_drawn() -> None:
    evening = with_pool()
    evening.game = evening.game.play(Draw()).play(Draw())
    evening.table.take_from_pool(5)
    evening.press()
    assert evening.umpire.drawn == 1
    evening.umpire.forget()
    assert evening.umpire.drawn == 0


def test_an_umpire_is_told_another_game_only_by_mistake() -> None:
    evening = Evening(1)
    with pytest.raises(TypeError, match="Triominos only"):
        evening.umpire.rule([BlindCamera(evening.table).frame().pixels], TrioletGame.start(2))


# Whole games ------------------------------------------------------------------------------------------------

CLUMSY = Mistakes(mismatch=0.15, press_twice=0.1, forget_press=0.1, take_back=0.15, knock=0.2, time_out=0.05)


@pytest.mark.parametrize("seed", range(3))
def test_a_clumsy_family_gets_its_true_scores(seed: int) -> None:
    rules = Rules(challenge=seed % 2 == 1)
    family = list(family_triominos.play(random.Random(seed), 2, rules, mistakes=CLUMSY))
    table = draw_table(seed, room_for(family))
    played = VirtualGame(table, Session.start(Setup(rules, PLAYERS, seconds=None), 0.0))
    played.umpire = TriominosUmpire(read=SeenThrough(table, seed))
    played.camera = BlindCamera(table)  # type: ignore[assignment]  # a camera too, if no VirtualCamera
    played.calibrate()
    for heard in played.play(family):
        game = heard.session.state.game
        assert (game.scores, game.player) == (heard.press.game_after.scores, heard.press.game_after.player)


def test_a_family_at_the_virtual_table_gets_its_true_scores_from_frames() -> None:
    family = list(islice(family_triominos.play(random.Random(2017), 2), 4))
    table = VirtualTable.draw(
        "triominos", 2, fonts=FontBook((SHIPPED_FONTS,)), sizes=((820, 616),), room_for=room_for(family)
    )
    played = VirtualGame(table, Session.start(Setup(Rules(), PLAYERS), 0.0))
    played.calibrate()
    for heard in played.play(family):
        assert heard.session.state.game.scores == heard.press.game_after.scores


def test_frames_of_another_table_score_as_that_table_does() -> None:
    """Nothing but pixels is heard: the tile that the camera shows counts, not the one that was meant."""
    evening = Evening(13)
    other = VirtualTable.draw("triominos", 2, fonts=FontBook((SHIPPED_FONTS,)), sizes=((820, 616),))
    other.lay((0, 0), (5, 5, 4))
    evening.lay((0, 0))
    umpire = TriominosUmpire()
    ruling = umpire.rule([VirtualCamera(other).frame().pixels], evening.game)
    assert isinstance(ruling, Accepted | Unsure)
    (move,) = ruling.moves if isinstance(ruling, Accepted) else ruling.readings[0].moves
    assert isinstance(move, Move) and move.tile == (4, 5, 5)


def test_a_glance_before_the_burst_changes_nothing_but_the_time() -> None:
    evening = Evening(13)
    table = VirtualTable.draw("triominos", 2, fonts=FontBook((SHIPPED_FONTS,)), sizes=((820, 616),))
    table.lay((0, 0), (5, 5, 4))
    frame = VirtualCamera(table).frame().pixels
    umpire, hasty = TriominosUmpire(), TriominosUmpire()
    umpire.glance(frame)
    assert umpire.rule([frame], evening.game) == hasty.rule([frame], evening.game)
