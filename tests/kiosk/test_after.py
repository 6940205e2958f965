"""The end of a game and looking back, by touch, by keys and by the four buttons."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from companion.kiosk.podium_part import standings
from companion.kiosk.rack_camera import LOOK_S
from companion.kiosk.rack_pad import RackPad
from companion.kiosk.screens.movie import MovieScreen
from companion.rules.triominos import game as triominos
from companion.session.forms import Kind
from companion.session.intents import CountRack, NextGame, Undo
from companion.session.setup import Setup
from companion.session.shown import Rest, ShownPieces
from tests.kiosk.finished import count, show, show_finished, stopped
from tests.kiosk.gallery.after import FOUR_TRIOMINOS, MATCH, SCENES
from tests.kiosk.stage import TRIOLET, TRIOMINOS, Stage, lying


def told(stage: Stage) -> list[tuple[int, int]]:
    """The counts that were sent."""
    return [(one.player, one.total) for one in stage.backstage.heard if isinstance(one, CountRack)]


def words_on(stage: Stage) -> str:
    return " ".join(text.text for text in stage.kiosk.page.texts)


def movie_of(stage: Stage) -> MovieScreen:
    screen = stage.kiosk.screen
    assert isinstance(screen, MovieScreen)
    return screen


# Counting ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "keys", "parts", "total"),
    [
        pytest.param("triolet", "7 13 joker", ["7", "13", "joker"], 20, id="a joker is worth nothing"),
        pytest.param("triolet", "7 13 joker 4", ["7", "13", "joker"], 20, id="a rack holds three"),
        pytest.param("triolet", "7 13 erase", ["7"], 7, id="one taken back"),
        pytest.param("triolet", "erase", [], None, id="nothing to take back"),
        pytest.param("triominos", "1 1 + 9", ["11", "9"], 20, id="tile by tile"),
        pytest.param("triominos", "+ + 9 + +", ["9", ""], 9, id="a plus needs a number"),
        pytest.param("triominos", "0 0 7", ["7"], 7, id="no leading zeros"),
        pytest.param("triominos", "0", ["0"], 0, id="nothing is a number too"),
        pytest.param("triominos", "1 2 3 4", ["123"], 123, id="no number of four digits"),
        pytest.param("triominos", "1 1 + erase erase", ["1"], 1, id="erased digit by digit"),
    ],
)
def test_what_is_tapped_adds_up(kind: Kind, keys: str, parts: list[str], total: int | None) -> None:
    pad = RackPad(kind)
    for key in keys.split():
        pad.press(key)
    assert (pad.parts, pad.total) == (parts, total)


def test_tapping_tokens_tells_one_rack_after_the_other_until_the_podium_comes() -> None:
    stage = Stage()
    show(stage, stopped(TRIOLET, 14)[0])
    assert stage.kiosk.screen.name == "count-racks"
    for keys in (("7", "13", "joker"), ("2",), ("0", "1")):
        for key in keys:
            stage.touch(f"key-{key}")
        stage.touch("done")
    assert told(stage) == [(0, 20), (1, 2), (2, 1)]
    assert stage.kiosk.screen.name == "end"


def test_numbers_can_be_typed() -> None:
    stage = Stage()
    show(stage, stopped(TRIOMINOS, 9)[0])
    for key in ("1", "1", "[+]", "[9]", "8", "backspace", "return"):
        stage.key(key)
    assert told(stage) == [(0, 20)]


def test_a_rack_can_be_told_with_the_four_buttons_alone() -> None:
    stage = Stage()
    show(stage, stopped(TRIOLET, 14)[0])
    stage.push_until("player-2")
    stage.push_until("key-joker")
    stage.push_until("key-5")
    stage.push_until("done")
    assert told(stage) == [(2, 5)]


def test_a_count_can_be_changed_and_taken_back() -> None:
    stage = Stage()
    SCENES["count-racks-told"](stage)
    for name in ("player-0", "key-4", "done"):
        stage.touch(name)
    assert told(stage) == [(0, 20), (0, 4)]
    view = stage.kiosk.view
    assert view is not None and view.end is not None and view.end.told == ((0, 4),)
    stage.touch("undo")
    stage.touch("undo")
    view = stage.kiosk.view
    assert view is not None and view.end is not None and view.end.told == ()
    assert stage.kiosk.screen.name == "count-racks"


def test_with_nothing_told_undo_asks_and_then_takes_back_the_end() -> None:
    stage = Stage()
    show(stage, stopped(TRIOLET, 14)[0])
    stage.touch("undo")
    assert stage.kiosk.screen.name == "confirm" and not stage.backstage.heard
    stage.touch("yes")
    assert isinstance(stage.backstage.heard[-1], Undo)
    assert stage.kiosk.screen.name == "game"


def test_what_the_camera_reads_is_only_taken_after_a_yes() -> None:
    stage = Stage()
    stage.backstage.seen_pieces = lying("7", "13", "joker")
    show(stage, stopped(TRIOLET, 14)[0])
    stage.touch("camera")
    stage.step(20.0)
    assert stage.backstage.wanted[-1] == Rest(0)
    assert not told(stage) and "I read 7 + 13 + joker = 20. Is that right?" in words_on(stage)
    stage.touch("camera-no")
    assert not told(stage)
    stage.touch("camera")
    stage.touch("camera-yes")
    assert told(stage) == [(0, 20)]


def test_a_camera_that_needs_a_moment_is_asked_again_and_then_given_up() -> None:
    stage = Stage()
    show(stage, stopped(TRIOLET, 14)[0])
    stage.touch("camera")
    assert "The camera is looking …" in words_on(stage)
    stage.backstage.seen_pieces = lying("0", "5", "7")
    stage.step(0.6)
    stage.step()
    assert "I read 0 + 5 + 7 = 12. Is that right?" in words_on(stage)
    stage.touch("camera-no")
    stage.backstage.seen_pieces = None
    stage.touch("camera")
    stage.step(LOOK_S + 1)
    stage.step()
    assert "The camera cannot tell. Please count by hand." in words_on(stage)
    stage.touch("key-7")
    assert not told(stage)


def test_the_camera_looks_on_while_pieces_are_laid() -> None:
    stage = Stage()
    stage.backstage.seen_pieces = lying()
    show(stage, stopped(TRIOLET, 14)[0])
    stage.touch("camera")
    assert "Lay them on empty squares of the board. There should be 3." in words_on(stage)
    stage.step(LOOK_S + 1)  # somebody looks for the tokens first: that is no reason to give up
    for shown, said in (
        (lying("7"), "I see 1 token, there should be 3."),
        (ShownPieces(hindrance="blind"), "I cannot see the whole board. Take your hands away."),
        (lying("7", "2", "4"), "I read 7 + 2 + 4 = 13. Is that right?"),
    ):
        stage.backstage.seen_pieces = shown
        stage.step(0.6)
        stage.step()
        assert said in words_on(stage)
        is_offered = "camera-yes" in [target.name for target in stage.kiosk.page.targets]
        assert is_offered == (said == "I read 7 + 2 + 4 = 13. Is that right?")


def test_a_doubtful_piece_is_named_and_asked_about() -> None:
    stage = Stage()
    SCENES["count-racks-unsure"](stage)
    assert "I am not sure about 6. Is that right?" in words_on(stage)
    stage.touch("camera-yes")
    assert told(stage) == [(0, 19)]


def test_what_cannot_be_is_said_and_can_only_be_told_by_hand() -> None:
    for scene, said in (
        ("count-racks-not-left", "I read 15, but not that many are left. Lay it straight."),
        (
            "count-racks-changed",
            "Tokens of the game were moved. Put them back, or clear the board.",
        ),
        ("count-racks-counted", "These were counted already. Take them away and lay yours."),
    ):
        stage = Stage()
        SCENES[scene](stage)
        assert said in words_on(stage)
        names = [target.name for target in stage.kiosk.page.targets]
        assert "camera-yes" not in names
        stage.touch("camera-no")
        assert stage.target("key-7").is_enabled


def test_laying_the_pieces_and_pressing_end_turn_twice_tells_a_rack() -> None:
    stage = Stage()
    stage.backstage.seen_pieces = lying("7", "13", "joker")
    show(stage, stopped(TRIOLET, 14)[0])
    stage.push("end-turn")
    assert "I read 7 + 13 + joker = 20. Is that right?" in words_on(stage) and not told(stage)
    stage.push("end-turn")
    assert told(stage) == [(0, 20)]


def test_a_second_press_says_no_yes_to_a_doubtful_piece() -> None:
    stage = Stage()
    SCENES["count-racks-unsure"](stage)
    stage.push("end-turn")
    assert not told(stage) and stage.target("camera-yes").is_enabled


def test_the_same_by_enter_after_tapping_tells_what_was_tapped() -> None:
    stage = Stage()
    show(stage, stopped(TRIOLET, 14)[0])
    stage.touch("key-9")
    stage.key("return")
    assert told(stage) == [(0, 9)] and not stage.backstage.wanted


def test_tiles_are_told_by_their_sums() -> None:
    stage = Stage()
    SCENES["count-racks-read-tiles"](stage)
    assert "I read 3 + 8 + 8 + 9 + 11 + 15 + 8 = 62. Is that right?" in words_on(stage)
    stage.touch("camera-yes")
    assert told(stage) == [(0, 3 + 8 + 8 + 9 + 11 + 15 + 8)]


def test_without_a_camera_there_is_no_such_button() -> None:
    stage = Stage()
    SCENES["count-racks-without-camera"](stage)
    assert "camera" not in [target.name for target in stage.kiosk.page.targets]


def test_a_count_that_cannot_be_right_is_questioned_and_can_be_put_right_from_the_podium() -> None:
    stage = Stage()
    SCENES["count-racks-doubtful"](stage)
    assert "no such tokens are left in the box. Please check Élodie." in words_on(stage)
    SCENES["end-doubtful"](again := Stage())
    assert "A count cannot be right: Élodie." in words_on(again)
    again.touch("recount")
    assert again.kiosk.screen.name == "count-racks"
    for name in ("player-0", "key-4", "done"):
        again.touch(name)
    assert again.kiosk.screen.name == "end" and "cannot be right" not in words_on(again)


# The end ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("totals", "winners", "places"),
    [
        pytest.param((5, 9, 7), (1,), {1: 1, 2: 2, 0: 3}, id="three places"),
        pytest.param((9, 5, 9, 1), (0, 2), {0: 1, 2: 1, 1: 3, 3: 4}, id="a shared first place"),
        pytest.param((9, 5, 5, 1), (0,), {0: 1, 1: 2, 2: 2, 3: 4}, id="a shared second place"),
        pytest.param((0, 0, 0), (2,), {2: 1, 0: 2, 1: 2}, id="won without points"),
        pytest.param((-4,), (0,), {0: 1}, id="alone"),
    ],
)
def test_equal_points_share_a_place(
    totals: tuple[int, ...], winners: tuple[int, ...], places: dict[int, int]
) -> None:
    order = standings(totals, winners)
    assert {one.seat: one.place for one in order} == places
    assert [one.place for one in order] == sorted(one.place for one in order)


NO_POINTS = replace(TRIOMINOS, rules=triominos.Rules(scoring="none"))
JUNIOR = replace(TRIOMINOS, rules=triominos.Rules(scoring="junior"))
LOWEST = replace(TRIOMINOS, rules=triominos.Rules(blocked="lowest"))


OUT, TILE, LEAST = "{out} laid the last token.", "{out} laid the last tile.", "Nobody could go on."


@pytest.mark.parametrize(
    ("setup", "turns", "sentence"),
    [
        pytest.param(TRIOLET, None, OUT + " {out} gets what the others had left: +{rest}.", id="out"),
        pytest.param(TRIOLET, 14, LEAST + " Everyone loses what was left on the rack.", id="blocked"),
        pytest.param(
            TRIOMINOS,
            None,
            TILE + " {out} gets +25 for the last tile and +{rest} for the tiles of the others.",
            id="last tile",
        ),
        pytest.param(TRIOMINOS, 9, LEAST + " Everyone loses the tiles that were left.", id="blocked tiles"),
        pytest.param(
            LOWEST,
            12,
            LEAST + " {least} had least left: loses that, and gets the tiles of the others.",
            id="lowest",
        ),
        pytest.param(JUNIOR, None, TILE + " {out} gets +5 for the last tile.", id="junior"),
        pytest.param(JUNIOR, 9, LEAST + " What was left does not count.", id="junior blocked"),
        pytest.param(
            NO_POINTS, None, TILE + " Played without points: the first without tiles wins.", id="no points"
        ),
    ],
)
def test_the_end_is_explained(setup: Setup, turns: int | None, sentence: str) -> None:
    stage = Stage()
    session, rests = stopped(setup, turns)
    show(stage, count(session, rests))
    names = [player.name for player in setup.players]
    least = names[min(rests, key=lambda seat: rests[seat])]
    out = next((names[seat] for seat, rest in rests.items() if not rest), "nobody")
    said = sentence.format(out=out, rest=sum(rests.values()), least=least)
    assert stage.kiosk.screen.name == "end" and said in words_on(stage)


def test_the_end_is_explained_in_french() -> None:
    stage = Stage(language="fr")
    show_finished(stage, TRIOLET, 14)
    said = "Plus personne ne pouvait jouer. Chacun perd ce qui restait sur son chevalet."
    assert said in words_on(stage)


def test_the_podium_shows_what_the_session_counted() -> None:
    stage = Stage()
    show_finished(stage, FOUR_TRIOMINOS, 6)
    view = stage.kiosk.view
    assert view is not None and view.end is not None and view.end.totals is not None
    shown = [text.text for text in stage.kiosk.page.texts]
    for score, bonus, total in zip(view.scores, view.end.bonuses, view.end.totals, strict=True):
        assert total == score + (bonus or 0) and bonus and total < 0
        assert shown.count(f"−{-total}") >= 2 and f"−{-bonus}" in shown and str(score) in shown
    assert {"1", "2", "3", "4"} <= set(shown)


def test_another_game_begins_with_the_next_player() -> None:
    stage = Stage()
    show_finished(stage, TRIOMINOS)
    stage.touch("next")
    assert isinstance(stage.backstage.heard[-1], NextGame)
    view = stage.kiosk.view
    assert stage.kiosk.screen.name == "game" and view is not None and view.player == 1 and not view.lines


def test_the_next_game_can_begin_with_keys_and_with_buttons_alone() -> None:
    for reach in (Stage.key_until, Stage.push_until):
        stage = Stage()
        show_finished(stage, MATCH)
        reach(stage, "next")
        assert stage.kiosk.screen.name == "game"


def test_a_won_match_has_no_next_game_and_names_its_winner() -> None:
    stage = Stage()
    show_finished(stage, replace(MATCH, target=200))
    assert "next" not in [target.name for target in stage.kiosk.page.targets]
    assert "Ben has won the match!" in words_on(stage)
    stage.touch("match")
    assert stage.kiosk.screen.name == "match"
    shown, view = [text.text for text in stage.kiosk.page.texts], stage.kiosk.view
    assert view is not None and view.end is not None and view.end.totals is not None
    before = (112 - 15, 97 + 140, 54 + 88)
    sums = [str(old + new) for old, new in zip(before, view.end.totals, strict=True)]
    assert {"has won the match!", "Game 3", "First to 200", *sums} <= set(shown)
    stage.key("escape")
    assert stage.kiosk.screen.name == "end"


def test_a_long_match_shows_its_latest_games_first_and_the_others_by_scrolling() -> None:
    stage = Stage()
    SCENES["match-long"](stage)
    assert "Game 21" in words_on(stage) and "Game 2 " not in words_on(stage) + " "
    stage.touch("up")
    stage.touch("up")
    assert "Game 2 " in words_on(stage) + " " and "Game 21" not in words_on(stage)
    stage.push_until("down")
    stage.key("page down")
    assert "Game 21" in words_on(stage)


def test_a_last_turn_that_was_wrong_is_taken_back_from_the_podium() -> None:
    stage = Stage()
    show_finished(stage, JUNIOR)
    stage.touch("undo")
    stage.touch("yes")
    assert stage.kiosk.screen.name == "game"


def test_home_leaves_the_end_without_losing_it() -> None:
    stage = Stage()
    show_finished(stage, TRIOMINOS)
    stage.touch("home")
    assert stage.kiosk.screen.name == "home"
    stage.touch("go-on")
    assert stage.kiosk.screen.name == "end"


def test_confetti_falls_for_a_few_seconds_and_then_the_screen_stands_still() -> None:
    stage = Stage()
    show_finished(stage, TRIOMINOS)
    before = pygame.image.tostring(stage.surface, "RGB")
    stage.step(2.0)
    assert pygame.image.tostring(stage.surface, "RGB") != before
    stage.step(10.0)
    assert not stage.kiosk.page.moves(stage.clock())
