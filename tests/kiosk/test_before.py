"""From the first screen to the first turn: by touch, by keys, by the four buttons."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.kiosk.backstage import Choices, KnownPlayer, PastGame
from companion.kiosk.keyboard_part import keys_of
from companion.kiosk.names import MOST_LETTERS, add_text, drop_last
from companion.kiosk.new_game_part import GameName, NewGame
from companion.kiosk.screens.name import NameScreen
from companion.kiosk.screens.players import PlayersScreen
from companion.kiosk.screens.rules import RulesScreen
from companion.kiosk.screens.show_pieces import ShowPiecesScreen, rule_of
from companion.kiosk.screens.who_starts import LOT_S, WhoStartsScreen, lot_at
from companion.kiosk.starting import begin
from companion.rules.triolet import editions as triolet
from companion.rules.triominos import game as triominos
from companion.session.setup import Player, Setup
from companion.session.shown import Drawn, ShownPieces
from tests.kiosk.stage import FakeBackstage, Stage, lying

ANNA, BEN, CLEO, DAN = (Player(*one.split()) for one in ("Anna red", "Ben blue", "Cleo green", "Dan yellow"))
FOX = "🦊"
FAMILY_EMOJI = "\U0001f468\u200d\U0001f469\u200d\U0001f467"  # three people, joined to one picture


def knows(stage: Stage, *players: Player) -> None:
    stage.backstage.players = [KnownPlayer(player, games=1, won=0, best=10) for player in players]


def shown(stage: Stage) -> str:
    """Every word on the page."""
    return " ".join(text.text for text in stage.kiosk.page.texts)


def begun(stage: Stage) -> Setup:
    """What the game that runs now was begun with."""
    assert stage.backstage.session is not None, shown(stage)
    assert stage.kiosk.screen.name in ("game", "paused")
    return stage.backstage.session.state.setup


def at_players(stage: Stage, game: GameName = "triolet", *players: Player) -> NewGame:
    new = NewGame.usual(game, stage.backstage)
    new.players = list(players)
    stage.kiosk.go(PlayersScreen(stage.kiosk, new))
    stage.step()
    return new


def at_rules(stage: Stage, game: GameName) -> NewGame:
    new = NewGame.usual(game, stage.backstage)
    stage.kiosk.go(RulesScreen(stage.kiosk, new))
    stage.step()
    return new


def at_name(stage: Stage, *taken: str) -> list[str]:
    """The name screen; what it hands over is put into the list."""
    names: list[str] = []
    stage.kiosk.go(NameScreen(stage.kiosk, taken, names.append))
    stage.step()
    return names


def at_who_starts(stage: Stage, *players: Player, game: GameName = "triolet", lot: int = 0) -> NewGame:
    new = NewGame.usual(game, stage.backstage)
    new.players = list(players)
    stage.kiosk.go(WhoStartsScreen(stage.kiosk, new, lambda count: lot))
    stage.step()
    return new


# The whole way ----------------------------------------------------------------------------------------------


def test_a_game_is_begun_by_touch_alone() -> None:
    stage = Stage()
    knows(stage, BEN)
    for name in ("new-game", "triominos", "scoring-junior", "go-on", "new-name", "key-l", "key-o", "done"):
        stage.touch(name)
    for name in ("take-Ben", "go-on", "player-2", "go-on"):
        stage.touch(name)
    players = (Player("Lo", "red"), BEN)
    assert begun(stage) == Setup(triominos.Rules("junior"), players, first=1)


def test_a_game_is_begun_by_keys_alone() -> None:
    stage = Stage()
    stage.key_until("new-game")
    stage.key_until("challenge")
    stage.key_until("own-timer")
    stage.key_until("go-on")
    stage.key_until("new-name")
    stage.type("Zoé")
    stage.key("return")
    stage.key_until("go-on")  # alone against the sand: nobody is asked who begins
    rules = triominos.Rules(challenge=True)
    assert begun(stage) == Setup(rules, (Player("Zoé", "red"),), seconds=None)


def test_a_game_is_begun_by_the_four_buttons_alone() -> None:
    stage = Stage()
    knows(stage, ANNA, BEN)
    for name in ("new-game", "triolet", "go-on", "take-Ben", "take-Anna", "go-on", "player-2", "go-on"):
        stage.push_until(name)
    assert begun(stage) == Setup(triolet.STANDARD, (BEN, ANNA), first=1)


def test_two_presses_confirm_a_step_without_looking_for_its_button() -> None:
    stage = Stage()
    at_rules(stage, "triolet")
    stage.push("end-turn")
    assert stage.kiosk.screen.focus == "go-on"
    stage.push("end-turn")
    assert stage.kiosk.screen.name == "players"


def test_going_back_loses_nothing() -> None:
    stage = Stage()
    at_rules(stage, "triolet")
    for name in ("edition-uk", "go-on", "new-name", "key-a", "done", "back", "go-on", "go-on"):
        stage.touch(name)
    assert begun(stage).players == (Player("A", "red"),)
    assert begun(stage).rules == triolet.Rules.parse({"edition": "uk"})


def test_a_game_that_cannot_begin_says_why() -> None:
    class Refusing(FakeBackstage):
        def begin(self, setup: Setup) -> str | None:
            return "The disk is missing."

    stage = Stage()
    stage.kiosk.backstage = Refusing(stage.clock)
    at_who_starts(stage, ANNA, BEN)
    stage.touch("player-1")
    stage.touch("go-on")
    assert stage.kiosk.screen.name == "who-starts"
    assert "The disk is missing." in shown(stage)


def test_the_way_on_is_under_the_left_hand_of_left_handers() -> None:
    stage = Stage()
    at_rules(stage, "triolet")
    assert stage.target("back").rect.right < stage.target("go-on").rect.left
    stage.backstage.choices = replace(stage.backstage.choices, left_handed=True)
    stage.kiosk.refresh()
    assert stage.target("go-on").rect.right < stage.target("back").rect.left


# The rules --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "touched", "rules"),
    [
        pytest.param("triolet", (), triolet.Rules(), id="triolet as it is set"),
        pytest.param(
            "triolet", ("edition-uk",), triolet.Rules.parse({"edition": "uk"}), id="english edition"
        ),
        pytest.param(
            "triolet",
            ("lone_opening-zero",),
            triolet.Rules(lone_opening="zero"),
            id="a lone token is nothing",
        ),
        pytest.param("triominos", (), triominos.Rules(), id="triominos as it is set"),
        pytest.param("triominos", ("scoring-junior",), triominos.Rules("junior"), id="junior"),
        pytest.param("triominos", ("scoring-none",), triominos.Rules("none"), id="no points"),
        pytest.param("triominos", ("blocked-lowest",), triominos.Rules(blocked="lowest"), id="lowest"),
        pytest.param("challenge", (), triominos.Rules(challenge=True), id="challenge"),
    ],
)
def test_the_touched_rules_are_those_of_the_game(
    game: GameName, touched: tuple[str, ...], rules: triolet.Rules | triominos.Rules
) -> None:
    stage = Stage()
    new = at_rules(stage, game)
    for name in touched:
        stage.touch(name)
    assert new.setup().rules == rules


def test_the_rules_begin_as_the_settings_say() -> None:
    stage = Stage()
    stage.backstage.choices = Choices(
        triolet_edition="uk",
        triolet_lone_opening="zero",
        triominos_scoring="junior",
        triominos_blocked="lowest",
        seconds=45,
        target=250,
    )
    tokens = NewGame.usual("triolet", stage.backstage).setup()
    tiles = NewGame.usual("challenge", stage.backstage).setup()
    assert tokens.rules == triolet.Rules.parse({"edition": "uk", "lone_opening": "zero"})
    assert tiles.rules == triominos.Rules("junior", "lowest", challenge=True)
    assert (tiles.seconds, tiles.target) == (45.0, 250)


def test_the_sand_is_set_in_steps_of_five_seconds_and_stops_at_its_ends() -> None:
    stage = Stage()
    new = at_rules(stage, "challenge")
    stage.touch("seconds-more")
    assert new.setup().seconds == 65.0
    stage.touch("seconds-less")
    stage.touch("seconds-less")
    assert new.setup().seconds == 55.0
    new.seconds = 5
    stage.kiosk.refresh()
    assert not stage.target("seconds-less").is_enabled
    stage.touch("own-timer")
    assert new.setup().seconds is None
    stage.touch("with-sand")
    assert new.setup().seconds == 5.0


def test_a_match_has_a_target_that_can_be_changed() -> None:
    stage = Stage()
    new = at_rules(stage, "triominos")
    assert new.setup().target is None
    stage.touch("match")
    stage.touch("target-more")
    assert new.setup().target == 450
    new.target = 430  # as the settings may say
    stage.kiosk.refresh()
    stage.touch("target-less")
    assert new.setup().target == 400
    stage.touch("one-game")
    assert new.setup().target is None


def test_without_points_there_is_no_match_and_nothing_is_subtracted() -> None:
    stage = Stage()
    new = at_rules(stage, "triominos")
    stage.touch("match")
    stage.touch("scoring-none")
    assert new.setup().target is None
    assert not stage.target("blocked-own").is_enabled
    assert "Without points there is no match." in shown(stage)


# The players ------------------------------------------------------------------------------------------------


def test_the_players_of_the_last_game_have_their_seats_already() -> None:
    stage = Stage()
    stage.backstage.games = [
        PastGame(2, "triolet", "today", (ANNA, BEN), (10, 20), (1,)),
        PastGame(1, "triolet", "yesterday", (CLEO, DAN), (10, 20), (1,)),
    ]
    assert NewGame.usual("triominos", stage.backstage).players == [ANNA, BEN]


def test_nobody_sits_there_twice_and_a_taken_colour_is_changed() -> None:
    stage = Stage()
    knows(stage, ANNA, Player("Red", "red"), Player("Odd", "mauve"))
    new = at_players(stage)
    for name in ("take-Anna", "take-Red", "take-Odd"):
        stage.touch(name)
    assert [player.name for player in new.players] == ["Anna", "Red", "Odd"]
    assert len({player.colour for player in new.players}) == 3
    assert not [target for target in stage.kiosk.page.targets if target.name.startswith("take-")]


def test_a_fifth_player_is_told_that_four_can_play() -> None:
    stage = Stage()
    knows(stage, Player("Eve", "pink"))
    new = at_players(stage, "triolet", ANNA, BEN, CLEO, DAN)
    stage.touch("take-Eve")
    assert "Four can play: touch a seat to free it." in shown(stage)
    stage.touch("new-name")
    assert stage.kiosk.screen.name == "players"
    assert new.players == [ANNA, BEN, CLEO, DAN]


@pytest.mark.parametrize(("game", "least"), [("triolet", 1), ("triominos", 2), ("challenge", 1)])
def test_going_on_takes_as_many_players_as_the_game_needs(game: GameName, least: int) -> None:
    stage = Stage()
    new = at_players(stage, game)
    for count, player in enumerate((ANNA, BEN)):
        assert stage.target("go-on").is_enabled == (count >= least)
        new.seat(player)
        stage.kiosk.refresh()
    assert stage.target("go-on").is_enabled


def test_a_seat_is_moved_coloured_and_freed() -> None:
    stage = Stage()
    new = at_players(stage, "triolet", ANNA, BEN, CLEO)
    stage.touch("seat-3")
    stage.touch("earlier")
    assert new.players == [ANNA, CLEO, BEN]
    assert not stage.target("colour-red").is_enabled  # Anna has it
    stage.touch("colour-pink")
    assert new.players[1] == Player("Cleo", "pink")
    stage.touch("later")
    stage.touch("remove")
    assert new.players == [ANNA, BEN]


def test_back_from_a_seat_leads_to_all_seats() -> None:
    stage = Stage()
    at_players(stage, "triolet", ANNA)
    stage.touch("seat-1")
    stage.key("escape")
    assert stage.kiosk.screen.name == "players"
    assert stage.target("new-name").is_enabled
    stage.key("escape")
    assert stage.kiosk.screen.name == "home"


def test_many_names_are_on_several_sheets_and_none_is_lost() -> None:
    stage = Stage()
    people = [Player(f"P{number}", "red") for number in range(17)]
    knows(stage, *people)
    at_players(stage)
    seen = set()
    for _ in range(3):
        seen |= {target.name for target in stage.kiosk.page.targets if target.name.startswith("take-")}
        stage.touch("more")
    assert seen == {f"take-{player.name}" for player in people}


def test_a_known_name_typed_anew_keeps_its_colour() -> None:
    stage = Stage()
    knows(stage, DAN)
    new = at_players(stage)
    stage.touch("new-name")
    stage.type("dan")
    stage.touch("done")
    assert new.players == [DAN]


# Names ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        pytest.param("Anna", "Anna", id="plain"),
        pytest.param("  Jean   Luc ", "Jean Luc", id="spaces are tidied"),
        pytest.param("Élise", "Élise", id="accent"),
        pytest.param("E\u0301lise", "Élise", id="accent as a mark of its own"),
        pytest.param(f"{FOX} Fox", f"{FOX} Fox", id="emoji"),
        pytest.param("שרה", "שרה", id="right to left"),
        pytest.param("小明", "小明", id="chinese"),
        pytest.param("A\tB\x07C\u202eD", "ABCD", id="what cannot be printed is left out"),
        pytest.param("x" * 41, "x" * 40, id="the forty-first letter is left out"),
    ],
)
def test_a_typed_name_is_taken_as_people_write_it(typed: str, name: str) -> None:
    stage = Stage()
    names = at_name(stage)
    stage.type(typed)
    stage.key("return")
    assert names == [name]
    assert stage.kiosk.screen.name == "home"


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        pytest.param("", "Type a name first.", id="empty"),
        pytest.param("   ", "Type a name first.", id="only spaces"),
        pytest.param("anna", "anna has a seat already: take another name.", id="taken, written otherwise"),
        pytest.param(" Anna ", "Anna has a seat already: take another name.", id="taken, with spaces"),
    ],
)
def test_a_name_that_cannot_be_is_refused_with_a_sentence(typed: str, sentence: str) -> None:
    stage = Stage()
    names = at_name(stage, "Anna", "Ben")
    stage.type(typed)
    stage.touch("done")
    assert names == []
    assert stage.kiosk.screen.name == "name"
    assert sentence in shown(stage)
    stage.type("x")
    assert sentence not in shown(stage)


def test_too_long_a_name_says_so() -> None:
    stage = Stage()
    at_name(stage)
    stage.type("x" * 41)
    assert "A name has 40 letters at most." in shown(stage)


def test_capitals_come_by_themselves_where_a_word_begins() -> None:
    stage = Stage()
    names = at_name(stage)
    for name in ("key-j", "key-o", "key--", "key-l", "key-u", "space", "shift", "key-d", "shift", "key-e"):
        stage.touch(name)
    stage.touch("done")
    assert names == ["Jo-Lu dE"]


def test_accents_digits_and_backspace_are_on_the_keyboard() -> None:
    stage = Stage(language="fr")
    names = at_name(stage)
    for name in (
        "to-accents",
        "key-é",
        "key-œ",
        "to-signs",
        "key-7",
        "key-8",
        "backspace",
        "to-letters",
        "key-a",
    ):
        stage.touch(name)
    stage.touch("done")
    assert names == ["Éœ7a"]


def test_a_name_is_written_with_the_four_buttons() -> None:
    stage = Stage()
    names = at_name(stage)
    for name in ("key-l", "key-u", "done"):
        stage.push_until(name)
    assert names == ["Lu"]


def test_enter_with_the_ring_presses_its_key_and_typing_puts_the_ring_away() -> None:
    stage = Stage()
    names = at_name(stage)
    stage.key_until("key-q")
    assert names == []
    stage.type("i")
    stage.key("backspace")
    stage.type("uy")
    stage.key("return")
    assert names == ["Quy"]


def test_escape_leaves_without_a_name() -> None:
    stage = Stage()
    names = at_name(stage)
    stage.type("Anna")
    stage.key("escape")
    assert names == []
    assert stage.kiosk.screen.name == "home"


@pytest.mark.parametrize(
    ("language", "is_upright", "first_row"),
    [
        ("fr", False, "azertyuiop"),
        ("en", False, "qwertyuiop"),
        ("fr", True, "abcdefg"),
        ("en", True, "abcdefg"),
    ],
)
def test_the_keys_lie_as_people_know_them(language: str, is_upright: bool, first_row: str) -> None:
    rows = keys_of("letters", "fr" if language == "fr" else "en", is_upright, is_shifted=False)
    assert "".join(key.face for key in rows[0]) == first_row
    letters = {key.face for row in rows for key in row if key.name.startswith("key-")}
    assert letters >= set("abcdefghijklmnopqrstuvwxyz")


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("", ""),
        ("A", ""),
        ("Zo\u00e9", "Zo"),
        (f"a{FOX}", "a"),
        (f"a{FAMILY_EMOJI}", "a"),
        ("a\u2764\ufe0f", "a"),
    ],
)
def test_backspace_takes_one_character_with_all_that_is_joined_to_it(name: str, left: str) -> None:
    assert drop_last(name) == left


def test_what_does_not_fit_changes_nothing() -> None:
    full = "x" * MOST_LETTERS
    assert add_text(full, "y") == full


# Who begins -------------------------------------------------------------------------------------------------


def test_the_lot_goes_round_and_then_names_its_player() -> None:
    stage = Stage()
    new = at_who_starts(stage, ANNA, BEN, CLEO, lot=2)
    stage.touch("go-on")
    stage.step(LOT_S * 0.9)
    assert "begins!" not in shown(stage)
    assert not stage.target("go-on").is_enabled
    stage.step(LOT_S * 0.2)
    assert "Cleo begins!" in shown(stage)
    assert stage.backstage.sounds.count("tick") == 1  # it was asked once while it went round
    stage.touch("go-on")
    assert begun(stage).first == 2 == new.first


@pytest.mark.parametrize("count", [2, 3, 4])
def test_the_lot_lights_everybody_and_ends_with_the_winner(count: int) -> None:
    for winner in range(count):
        lit = [lot_at(count, winner, step / 200) for step in range(201)]
        assert set(lit) == set(range(count))
        assert lit[-1] == winner


def test_a_touched_player_can_be_put_back() -> None:
    stage = Stage()
    at_who_starts(stage, ANNA, BEN)
    stage.touch("player-2")
    assert "Ben begins!" in shown(stage)
    stage.touch("back")
    stage.touch("player-1")
    stage.touch("go-on")
    assert begun(stage).first == 0


def test_the_camera_is_offered_only_where_there_is_one() -> None:
    stage = Stage()
    at_who_starts(stage, ANNA, BEN)
    assert stage.target("show-pieces").is_enabled
    stage.backstage.is_camera_lost = True
    stage.kiosk.refresh()
    assert "show-pieces" not in [target.name for target in stage.kiosk.page.targets]
    stage.backstage.is_camera_lost = False
    stage.backstage.devices = replace(stage.backstage.devices, camera="")
    stage.kiosk.refresh()
    assert "show-pieces" not in [target.name for target in stage.kiosk.page.targets]


def test_the_highest_piece_under_the_camera_begins() -> None:
    stage = Stage()
    at_who_starts(stage, ANNA, BEN, CLEO, game="triominos")
    stage.touch("show-pieces")
    assert "Lay one tile each under the camera, from left to right in this order." in shown(stage)
    assert not stage.target("go-on").is_enabled
    stage.backstage.seen_pieces = lying("0-1-3", "3-4-4")
    stage.step(1.1)
    assert "I see 2 tiles, there should be 3." in shown(stage)
    assert not stage.target("go-on").is_enabled
    stage.backstage.seen_pieces = lying("0-1-3", "3-4-4", "3-3-3")
    stage.step(1.1)
    assert stage.backstage.wanted[-1] == Drawn("triominos", 3)
    assert "Ben has the highest and begins." in shown(stage) and stage.backstage.session is None
    stage.touch("go-on")
    assert "Ben begins!" in shown(stage)
    stage.touch("go-on")
    assert begun(stage).first == 1


def test_those_with_the_same_piece_draw_again() -> None:
    stage = Stage()
    chosen: list[int] = []
    new = NewGame.usual("triolet", stage.backstage)
    new.players = [ANNA, BEN, CLEO]
    stage.backstage.seen_pieces = lying("9", "2", "9")
    stage.kiosk.go(ShowPiecesScreen(stage.kiosk, new, chosen.append))
    stage.step()
    assert "Several have the same: those with a tick draw again." in shown(stage)
    stage.backstage.seen_pieces = lying("joker", "5")
    stage.touch("go-on")
    assert "Ben" not in shown(stage)
    stage.step(1.1)
    assert stage.backstage.wanted[-1] == Drawn("triolet", 2, attempt=2)
    stage.touch("go-on")
    assert chosen == [2]


@pytest.mark.parametrize(
    ("seen", "said", "may_go_on"),
    [
        pytest.param(
            replace(lying("9", "2"), is_in_order=False),
            "Lay them side by side, not one below the other.",
            False,
            id="whose is whose?",
        ),
        pytest.param(
            ShownPieces(hindrance="blind"),
            "I cannot see the whole board. Take your hands away.",
            False,
            id="a hand",
        ),
        pytest.param(
            lying("9", "6", unsure="6"), "I am not sure about 6. Is that right?", True, id="is it a nine?"
        ),
    ],
)
def test_drawn_pieces_that_cannot_be_told_apart_are_asked_about(
    seen: ShownPieces, said: str, may_go_on: bool
) -> None:
    stage = Stage()
    new = NewGame.usual("triolet", stage.backstage)
    new.players = [ANNA, BEN]
    stage.backstage.seen_pieces = seen
    stage.kiosk.go(ShowPiecesScreen(stage.kiosk, new, lambda seat: None))
    stage.step()
    assert said in shown(stage)
    assert stage.target("go-on").is_enabled == may_go_on


@pytest.mark.parametrize(
    ("game", "edition", "rule"),
    [
        ("triolet", "fr", "by-lot"),
        ("triolet", "uk", "highest-token"),
        ("triominos", "fr", "highest-tile"),
        ("challenge", "fr", "highest-tile"),
    ],
)
def test_each_game_says_how_its_rules_find_who_begins(game: GameName, edition: str, rule: str) -> None:
    assert rule_of(NewGame(game, edition)) == rule


# The family's own board -------------------------------------------------------------------------------------


def test_a_game_is_played_on_the_special_squares_of_the_familys_own_board() -> None:
    stage = Stage()
    stage.backstage.found = {"A1": "triple", "H8": "double", "C3": "replay"}
    begin(stage.kiosk, at_players(stage, "triolet", ANNA, BEN))
    rules = begun(stage).rules
    assert isinstance(rules, triolet.Rules)
    assert rules.layout == triolet.Layout(frozenset({"H8"}), frozenset({"A1"}), frozenset({"C3"}))
