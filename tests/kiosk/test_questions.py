"""The questions at the table: whatever is asked can be answered by touch, by keys and by the four buttons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.kiosk.backstage import Comparison, Notice, Picture
from companion.kiosk.reading_part import ReadTurn, turns_of
from companion.kiosk.screens.instead import InsteadScreen
from companion.kiosk.screens.menu import MenuScreen
from companion.rules.triolet import game as triolet
from companion.rules.triolet.editions import STANDARD, Layout
from companion.session.declined import Declined
from companion.session.intents import (
    ChooseJoker,
    ChooseReading,
    Dismiss,
    DrawTile,
    EndGame,
    ExchangeTokens,
    Input,
    KeepTable,
    Overrule,
    PassTurn,
    PutBack,
    Resume,
    TellTimeOut,
    Tick,
)
from companion.session.rulings import Accepted, ChangedBefore, Hindrance, NothingNew, NotYet
from companion.session.session import Session
from companion.session.views import TableView
from tests.kiosk.gallery.playing import play_some
from tests.kiosk.gallery.questions import (
    begin_triolet,
    begin_triominos,
    draw_three,
    late_turn,
    refuse,
    tile,
    tokens,
    unsure,
)
from tests.kiosk.stage import CHALLENGE, PLAYERS, TRIOLET, TRIOMINOS, Stage

HINDRANCES: tuple[Hindrance, ...] = ("hand", "glare", "blur", "dark", "other", "no-board", "cut-off")

Choosing = Callable[[Stage, str], None]
WAYS = pytest.mark.parametrize(
    "choose",
    [
        pytest.param(lambda stage, name: stage.touch(name), id="by touch"),
        pytest.param(lambda stage, name: stage.key_until(name), id="by keys"),
        pytest.param(lambda stage, name: stage.push_until(name), id="by buttons"),
    ],
)


def session_of(stage: Stage) -> Session:
    assert stage.backstage.session is not None
    return stage.backstage.session


def view_of(stage: Stage) -> TableView:
    return session_of(stage).view(stage.clock())


def board_of(stage: Stage) -> dict[str, str]:
    game = session_of(stage).state.game
    assert isinstance(game, triolet.Game)
    return game.position.to_json()


def heard_names(stage: Stage) -> list[str]:
    return [type(intent).__name__ for intent in stage.backstage.heard]


def written(stage: Stage) -> str:
    """Everything on the page, in the order in which it was written."""
    return " ".join(text.text for text in stage.kiosk.page.texts)


def tell(stage: Stage, heard: Input) -> None:
    """Something happens in the game by itself."""
    after = session_of(stage).hear(heard)
    assert not isinstance(after, Declined), after
    stage.backstage.session = after
    stage.backstage.notices.append(Notice("time-out"))
    stage.step()


# Refused --------------------------------------------------------------------------------------------------


@pytest.fixture
def refused() -> Stage:
    stage = Stage()
    begin_triolet(stage)
    refuse(stage, tokens(G9="14"))
    return stage


def test_a_refused_move_is_explained_and_changes_nothing(refused: Stage) -> None:
    assert refused.kiosk.screen.name == "refused"
    assert "14 + 3 = 17: two side by side may make at most 15" in written(refused)
    assert "G9" not in board_of(refused)
    assert view_of(refused).player == 2


@WAYS
def test_what_was_put_right_is_laid_again(refused: Stage, choose: Choosing) -> None:
    choose(refused, "dismiss")
    assert heard_names(refused) == ["Dismiss"]
    assert refused.kiosk.screen.name == "game"


@WAYS
def test_counting_a_refused_move_anyway_is_asked_twice(refused: Stage, choose: Choosing) -> None:
    choose(refused, "overrule")
    assert refused.kiosk.screen.name == "confirm"
    assert refused.backstage.heard == []
    choose(refused, "yes")
    assert heard_names(refused) == ["Overrule"]
    assert board_of(refused)["G9"] == "14"
    assert view_of(refused).lines[-1].mark == "overruled"
    assert refused.kiosk.screen.name == "game"


def test_who_does_not_want_it_counted_is_back_at_the_refusal(refused: Stage) -> None:
    refused.touch("overrule")
    refused.touch("no")
    assert refused.kiosk.screen.name == "refused"
    assert not any(isinstance(intent, Overrule) for intent in refused.backstage.heard)


@pytest.mark.parametrize(
    "press",
    [
        pytest.param(lambda stage: stage.push("end-turn"), id="the button"),
        pytest.param(lambda stage: stage.key("space"), id="the space bar"),
        pytest.param(lambda stage: stage.key("return"), id="the return key"),
    ],
)
def test_end_turn_reads_a_table_again_that_was_refused(
    refused: Stage, press: Callable[[Stage], None]
) -> None:
    press(refused)
    assert view_of(refused).phase == "reading"
    assert refused.backstage.heard == []  # nothing was answered


def test_end_turn_held_down_pauses_a_question_and_it_comes_back(refused: Stage) -> None:
    refused.push("end-turn", is_long=True)
    assert refused.kiosk.screen.name == "paused"
    refused.push("end-turn")
    assert refused.kiosk.screen.name == "refused"


def test_the_sand_may_run_out_over_the_question_whether_to_count_anyway() -> None:
    stage = Stage()
    begin_triominos(stage, CHALLENGE)
    refuse(stage, tile(1, 1, 3, 4, 4))
    stage.touch("overrule")
    stage.clock.now += 61
    tell(stage, Tick(stage.clock()))
    stage.touch("no")
    assert stage.kiosk.screen.name == "game"


# Unsure ---------------------------------------------------------------------------------------------------


@pytest.fixture
def six_or_nine() -> Stage:
    stage = Stage()
    begin_triolet(stage)
    stage.backstage.crops = Picture((10, 10), bytes((200, 30, 160)) * 100)
    unsure(stage, [[tokens(J7="6")], [tokens(J7="9")]], ["J7"])
    return stage


@WAYS
def test_a_reading_is_chosen_and_counted(six_or_nine: Stage, choose: Choosing) -> None:
    choose(six_or_nine, "reading-0")
    (intent,) = six_or_nine.backstage.heard
    assert isinstance(intent, ChooseReading) and intent.index == 0
    assert board_of(six_or_nine)["J7"] == "6"
    assert view_of(six_or_nine).lines[-1].points == 14  # 8 + 6
    assert six_or_nine.kiosk.screen.name == "game"


def test_a_reading_that_breaks_rules_is_said_to_and_refused(six_or_nine: Stage) -> None:
    assert "against the rules" in written(six_or_nine)
    six_or_nine.touch("reading-1")
    assert six_or_nine.kiosk.screen.name == "refused"


def test_each_reading_says_what_lies_where(six_or_nine: Stage) -> None:
    texts = {text.text for text in six_or_nine.kiosk.page.texts}
    assert {"J7 = 6", "J7 = 9"} <= texts


def test_the_cameras_own_picture_stands_beside_the_choices(six_or_nine: Stage) -> None:
    choice = six_or_nine.target("reading-0").rect
    left = six_or_nine.surface.get_rect()
    middle = (choice.left // 2, (76 + left.h) // 2)
    assert tuple(six_or_nine.surface.get_at(middle)) == (200, 30, 160, 255)


def test_without_a_picture_the_drawn_table_is_shown() -> None:
    stage = Stage()
    begin_triolet(stage)
    unsure(stage, [[], [tokens(J7="1")]], ["J7"])
    assert stage.kiosk.screen.name == "unsure"
    assert "Nothing new" in written(stage)


def test_the_picture_is_asked_for_once(six_or_nine: Stage) -> None:
    asked: list[object] = []
    stage = Stage()
    begin_triolet(stage)
    picture = six_or_nine.backstage.crops

    def crop(cells: object) -> Picture | None:
        asked.append(cells)
        return picture

    stage.backstage.crop = crop  # type: ignore[method-assign]
    unsure(stage, [[tokens(J8="1")], [tokens(J9="1")]], ["J8"], [("J8", "J9")])
    for _ in range(3):
        stage.push("draw")
    assert asked == [("J8", "J9")]


def test_a_piece_across_a_line_is_asked_about_in_its_own_words() -> None:
    stage = Stage()
    begin_triolet(stage)
    unsure(stage, [[tokens(J8="0")], [tokens(J9="0")]], ["J8", "J9"], [("J8", "J9")])
    assert "One piece lies across a line: where does it belong?" in written(stage)


def test_pressing_end_turn_twice_never_chooses_a_reading(six_or_nine: Stage) -> None:
    six_or_nine.push("end-turn")
    six_or_nine.push("end-turn")
    assert six_or_nine.backstage.heard == []
    assert "J7" not in board_of(six_or_nine)


@WAYS
def test_none_of_the_readings_leads_back_to_laying(six_or_nine: Stage, choose: Choosing) -> None:
    choose(six_or_nine, "dismiss")
    assert heard_names(six_or_nine) == ["Dismiss"]
    assert six_or_nine.kiosk.screen.name == "game"


def test_a_digit_chooses_a_reading(six_or_nine: Stage) -> None:
    six_or_nine.key("1")
    assert board_of(six_or_nine)["J7"] == "6"


def test_a_forgotten_press_shows_who_would_have_laid_what() -> None:
    stage = Stage()
    begin_triolet(stage)
    one, other = tokens(G8="0"), tokens(J7="2", K7="5")
    unsure(stage, [[one, other], [other, one]], ["G8", "J7", "K7"])
    words = written(stage)
    assert "Who laid what?" in words
    assert "Großmutter G8 = 0 Élodie J7 = 2, K7 = 5" in words
    assert "Großmutter J7 = 2, K7 = 5 Élodie G8 = 0" in words
    stage.touch("reading-1")
    assert [line.player for line in view_of(stage).lines[-2:]] == [2, 0]
    assert view_of(stage).lines[-1].move == one


def test_turns_go_round_the_table() -> None:
    game = triolet.Game.start(3)
    first, second = tokens(H8="11", H9="3"), tokens(I8="4", I7="8")
    assert list(turns_of(game, (first, second))) == [
        ReadTurn(0, first, 25, False),  # 11 × 2 + 3
        ReadTurn(1, second, 27, False),
    ]


def test_a_replay_square_keeps_the_turn() -> None:
    rules = STANDARD.with_layout(Layout.parse({"replay": ["H9"]}, "layout"))
    moves = (tokens(H8="11", H9="3"), tokens(I8="4", I7="8"))
    assert [turn.player for turn in turns_of(triolet.Game.start(2, rules), moves)] == [0, 0]


def test_what_comes_after_a_refused_or_open_move_is_worth_nothing_yet() -> None:
    game = triolet.Game.start(2)
    apart, named, after = tokens(A1="3"), tokens(H8="joker"), tokens(H9="3")
    assert list(turns_of(game, (apart, after))) == [
        ReadTurn(0, apart, None, True),
        ReadTurn(1, after, None, False),
    ]
    assert next(turns_of(game, (named,))) == ReadTurn(0, named, None, False)


# The joker ------------------------------------------------------------------------------------------------


@pytest.fixture
def joker() -> Stage:
    stage = Stage()
    begin_triolet(stage)
    stage.rule(Accepted((tokens(J7="joker"),)))  # below an 8: it may be 0 to 7
    return stage


@WAYS
def test_the_jokers_number_is_picked_among_those_that_fit(joker: Stage, choose: Choosing) -> None:
    choose(joker, "joker-5")
    (intent,) = joker.backstage.heard
    assert isinstance(intent, ChooseJoker) and intent.value == 5
    assert board_of(joker)["J7"] == "joker:5"
    assert joker.kiosk.screen.name == "game"


def test_all_sixteen_numbers_are_there_and_those_that_do_not_fit_do_nothing(joker: Stage) -> None:
    enabled = {number for number in range(16) if joker.target(f"joker-{number}").is_enabled}
    assert enabled == set(range(8))
    joker.touch("joker-8")
    assert joker.backstage.heard == []
    assert joker.kiosk.screen.name == "joker"


@WAYS
def test_the_joker_can_wait(joker: Stage, choose: Choosing) -> None:
    choose(joker, "dismiss")
    assert joker.kiosk.screen.name == "game"
    assert "J7" not in board_of(joker)


# Nothing laid, and what may be done instead -----------------------------------------------------------------


@pytest.fixture
def untouched() -> Stage:
    stage = Stage()
    begin_triolet(stage)
    stage.rule(NothingNew())
    return stage


@WAYS
@pytest.mark.parametrize("count", [1, 2, 3])
def test_tokens_are_exchanged_with_one_touch(untouched: Stage, choose: Choosing, count: int) -> None:
    choose(untouched, f"exchange-{count}")
    (intent,) = untouched.backstage.heard
    assert isinstance(intent, ExchangeTokens) and intent.count == count
    assert view_of(untouched).lines[-1].turn == "exchange"
    assert untouched.kiosk.screen.name == "game"


@WAYS
def test_nothing_laid_may_be_a_pass(untouched: Stage, choose: Choosing) -> None:
    choose(untouched, "pass")
    assert [type(intent) for intent in untouched.backstage.heard] == [PassTurn]
    assert view_of(untouched).lines[-1].turn == "pass"


@WAYS
def test_a_slip_of_the_finger_costs_nothing(untouched: Stage, choose: Choosing) -> None:
    choose(untouched, "dismiss")
    assert [type(intent) for intent in untouched.backstage.heard] == [Dismiss]
    assert len(view_of(untouched).lines) == 2
    assert untouched.kiosk.screen.name == "game"


def test_what_was_laid_after_all_is_read_with_another_press(untouched: Stage) -> None:
    untouched.push("end-turn")
    untouched.backstage.rule(Accepted((tokens(J7="6"),)))
    untouched.step()
    assert board_of(untouched)["J7"] == "6"
    assert untouched.kiosk.screen.name == "game"


def test_an_almost_empty_bag_leaves_a_pass_and_says_why() -> None:
    stage = Stage()
    play_some(stage, TRIOLET, late_turn(TRIOLET))
    stage.rule(NothingNew())
    names = [target.name for target in stage.kiosk.page.targets]
    assert names == ["pass", "dismiss"]
    assert "Too few tokens in the bag to exchange" in written(stage)


def test_a_triominos_player_draws_before_passing() -> None:
    stage = Stage()
    begin_triominos(stage)
    stage.rule(NothingNew())
    assert [target.name for target in stage.kiosk.page.targets] == ["draw", "dismiss"]
    assert "tile 1 of 3: -5 points" in written(stage)
    stage.touch("draw")
    assert [type(intent) for intent in stage.backstage.heard] == [DrawTile]
    assert view_of(stage).player == 0  # the same player goes on


def test_after_three_tiles_a_triominos_player_passes() -> None:
    stage = Stage()
    begin_triominos(stage)
    draw_three(stage)
    stage.rule(NothingNew())
    assert [target.name for target in stage.kiosk.page.targets] == ["pass", "dismiss"]
    stage.touch("pass")
    assert view_of(stage).lines[-1].points == -10
    assert view_of(stage).player == 1


@WAYS
def test_the_draw_button_leads_to_what_may_be_done_instead(choose: Choosing) -> None:
    stage = Stage()
    begin_triolet(stage)
    stage.push("draw")
    assert stage.kiosk.screen.name == "instead"
    choose(stage, "exchange-2")
    assert view_of(stage).lines[-1].count == 2
    assert stage.kiosk.screen.name == "game"


def test_who_does_not_want_anything_instead_goes_back() -> None:
    stage = Stage()
    begin_triolet(stage)
    stage.touch("draw")
    stage.touch("back")
    assert stage.kiosk.screen.name == "game"
    assert stage.backstage.heard == []


def test_what_may_be_done_instead_is_gone_with_the_turn() -> None:
    stage = Stage()
    begin_triominos(stage, CHALLENGE)
    stage.kiosk.go(InsteadScreen(stage.kiosk))
    stage.step()
    stage.clock.now += 61
    tell(stage, Tick(stage.clock()))
    assert stage.kiosk.screen.name == "game"


def test_a_family_with_a_timer_of_its_own_says_when_it_ran_out() -> None:
    stage = Stage()
    begin_triominos(stage, replace(CHALLENGE, seconds=None))
    stage.touch("draw")
    stage.touch("time-out")
    assert isinstance(stage.backstage.heard[-1], TellTimeOut)
    assert view_of(stage).lines[-1].turn == "time-out"


# Something changed ------------------------------------------------------------------------------------------


@pytest.fixture
def changed() -> Stage:
    stage = Stage()
    begin_triolet(stage)
    stage.rule(ChangedBefore((), (("I7", "6"),), ("J4",)))
    return stage


def test_what_changed_is_listed_with_what_was_there(changed: Stage) -> None:
    assert changed.kiosk.screen.name == "changed"
    assert "I7: 6 instead of 8" in written(changed)
    assert "J4: something new" in written(changed)


def test_a_tile_that_is_gone_is_called_by_its_numbers() -> None:
    stage = Stage()
    begin_triominos(stage)
    stage.rule(ChangedBefore(((0, 1),)))
    assert "The tile 5-5-2 is gone" in written(stage)


@WAYS
def test_what_was_put_back_is_looked_at_again(changed: Stage, choose: Choosing) -> None:
    choose(changed, "put-back")
    assert [type(intent) for intent in changed.backstage.heard] == [PutBack]
    assert view_of(changed).phase == "reading"
    assert board_of(changed)["I7"] == "8"


@WAYS
def test_what_is_right_now_is_corrected(changed: Stage, choose: Choosing) -> None:
    choose(changed, "keep-table")
    assert [type(intent) for intent in changed.backstage.heard] == [KeepTable]
    assert board_of(changed)["I7"] == "6"


@WAYS
def test_a_change_can_be_left_for_later(changed: Stage, choose: Choosing) -> None:
    choose(changed, "dismiss")
    assert changed.kiosk.screen.name == "game"
    assert board_of(changed)["I7"] == "8"


# Something in the way ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "fr"])
def test_everything_in_the_way_has_a_sentence_of_its_own(language: str) -> None:
    said = set()
    for hindrance in HINDRANCES:
        stage = Stage(language=language)  # type: ignore[arg-type]  # the two that there are
        begin_triolet(stage)
        stage.rule(NotYet((hindrance,)))
        assert stage.kiosk.screen.name == "clear-table"
        said.add(stage.kiosk.words(f"clear-table.{hindrance}"))
        assert stage.kiosk.words(f"clear-table.{hindrance}").split()[0] in written(stage)
    assert len(said) == len(HINDRANCES)


def test_reading_goes_on_by_itself_once_the_table_is_clear() -> None:
    stage = Stage()
    begin_triolet(stage)
    stage.rule(NotYet(("hand",)))
    stage.backstage.rule(Accepted((tokens(J7="6"),)))
    stage.step()
    assert stage.kiosk.screen.name == "game"
    assert board_of(stage)["J7"] == "6"


@WAYS
def test_a_hindered_reading_can_be_stopped(choose: Choosing) -> None:
    stage = Stage()
    begin_triolet(stage)
    stage.rule(NotYet(("hand", "glare")))
    choose(stage, "dismiss")
    assert view_of(stage).phase == "to-lay"
    assert stage.kiosk.screen.name == "game"


def test_end_turn_begins_a_hindered_reading_anew() -> None:
    stage = Stage()
    begin_triolet(stage)
    stage.rule(NotYet(("dark",)))
    stage.push("end-turn")
    assert view_of(stage).phase == "reading"
    assert view_of(stage).hindrances == ()


# Pausing ----------------------------------------------------------------------------------------------------


@pytest.fixture
def paused() -> Stage:
    stage = Stage()
    begin_triominos(stage, CHALLENGE)
    stage.push("end-turn", is_long=True)
    return stage


@WAYS
def test_a_pause_ends_with_going_on(paused: Stage, choose: Choosing) -> None:
    assert paused.kiosk.screen.name == "paused"
    choose(paused, "go-on")
    assert isinstance(paused.backstage.heard[-1], Resume)
    assert paused.kiosk.screen.name == "game"


@pytest.mark.parametrize("is_long", [False, True], ids=["pressed", "held"])
def test_end_turn_ends_a_pause_without_reading_the_table(paused: Stage, is_long: bool) -> None:
    paused.push("end-turn", is_long)
    assert view_of(paused).phase == "to-lay"
    assert paused.kiosk.screen.name == "game"


def test_a_pause_offers_the_menu(paused: Stage) -> None:
    paused.push("menu")
    assert paused.kiosk.screen.name == "menu"
    paused.touch("back")
    assert paused.kiosk.screen.name == "paused"


def test_the_first_sand_of_a_challenge_waits_for_a_press() -> None:
    stage = Stage()
    stage.begin(CHALLENGE)
    assert stage.kiosk.screen.name == "paused"
    assert "Ready? Élodie begins" in written(stage)
    stage.push("end-turn")
    sand = view_of(stage).sand
    assert sand is not None and sand.is_running
    assert stage.kiosk.screen.name == "game"


# Without a camera -------------------------------------------------------------------------------------------


@pytest.fixture
def blind() -> Stage:
    stage = Stage()
    begin_triolet(stage)
    stage.touch("end-turn")
    stage.backstage.is_camera_lost = True
    stage.backstage.notices.append(Notice("camera-lost"))
    stage.step()
    return stage


@WAYS
def test_without_a_camera_a_move_is_entered_by_hand(blind: Stage, choose: Choosing) -> None:
    assert blind.kiosk.screen.name == "no-camera"
    choose(blind, "enter-move")
    assert blind.kiosk.screen.name == "enter-move"


@WAYS
def test_the_camera_is_tried_again_with_a_press_of_its_own(blind: Stage, choose: Choosing) -> None:
    choose(blind, "again")
    assert view_of(blind).phase == "reading"
    blind.backstage.is_camera_lost = False
    blind.backstage.rule(Accepted((tokens(J7="6"),)))  # for the new press
    blind.step()
    assert board_of(blind)["J7"] == "6"
    assert blind.kiosk.screen.name == "game"


@WAYS
def test_who_presses_without_a_camera_can_go_back_to_laying(blind: Stage, choose: Choosing) -> None:
    choose(blind, "dismiss")
    assert view_of(blind).phase == "to-lay"
    assert blind.kiosk.screen.name == "game"


# After a restart --------------------------------------------------------------------------------------------


@pytest.fixture
def differing() -> Stage:
    stage = Stage()
    begin_triolet(stage)
    stage.backstage.comparison = Comparison(("I7",), (("H8", "1"),), ("J4",))
    stage.kiosk.to_table()
    stage.step()
    return stage


def test_what_differs_after_a_restart_is_listed(differing: Stage) -> None:
    assert differing.kiosk.screen.name == "compare"
    assert "I7: the 8 is gone" in written(differing)
    assert "H8: 1 instead of 11" in written(differing)


@WAYS
def test_the_table_is_looked_at_again(differing: Stage, choose: Choosing) -> None:
    choose(differing, "again")
    assert differing.backstage.calls[-1] == "look-again"
    assert differing.kiosk.screen.name == "compare"  # it still differs


def test_end_turn_looks_again_too(differing: Stage) -> None:
    differing.push("end-turn")
    assert differing.backstage.calls[-1] == "look-again"
    assert view_of(differing).phase == "to-lay"  # nothing was pressed in the game


@WAYS
def test_the_family_plays_on_with_what_lies_there(differing: Stage, choose: Choosing) -> None:
    choose(differing, "play-on")
    assert differing.backstage.calls[-1] == "play-on"
    assert differing.kiosk.screen.name == "game"


def test_the_comparison_can_be_left_for_the_first_screen(differing: Stage) -> None:
    differing.touch("back")
    assert differing.kiosk.screen.name == "home"


# The menu ---------------------------------------------------------------------------------------------------


@pytest.fixture
def menu() -> Stage:
    stage = Stage()
    begin_triolet(stage)
    stage.push("menu")
    assert stage.kiosk.screen.name == "menu"
    return stage


@WAYS
def test_the_menu_pauses_and_goes_on(menu: Stage, choose: Choosing) -> None:
    choose(menu, "pause")
    assert heard_names(menu) == ["Pause"]
    assert menu.kiosk.screen.name == "paused"
    menu.touch("menu")
    choose(menu, "pause")
    assert heard_names(menu) == ["Pause", "Resume"]
    assert menu.kiosk.screen.name == "game"


@WAYS
@pytest.mark.parametrize(
    ("item", "screen"),
    [("enter-move", "enter-move"), ("correct", "correct"), ("sheet", "whole-sheet"), ("home", "home")],
)
def test_the_menu_leads_everywhere(menu: Stage, choose: Choosing, item: str, screen: str) -> None:
    choose(menu, item)
    assert menu.kiosk.screen.name == screen
    assert "leave" not in menu.backstage.calls  # the game goes on


def test_the_language_changes_at_once(menu: Stage) -> None:
    menu.touch("language")
    assert menu.kiosk.words("common.back") == "Retour"
    assert "Corriger un tour" in written(menu)
    menu.touch("language")
    assert "Correct an earlier turn" in written(menu)


def test_the_sound_is_turned_off_and_on(menu: Stage) -> None:
    menu.touch("sound")
    assert "Sound: off" in written(menu)
    assert [menu.backstage.choices.sound] == [False]
    menu.touch("sound")
    assert "Sound: on" in written(menu)
    assert menu.backstage.choices.sound


@WAYS
def test_ending_the_game_is_asked_twice(menu: Stage, choose: Choosing) -> None:
    choose(menu, "end-game")
    assert menu.backstage.heard == []
    choose(menu, "yes")
    assert [type(intent) for intent in menu.backstage.heard] == [EndGame]
    assert view_of(menu).end is not None
    assert menu.kiosk.screen.name == "count-racks"


def test_the_menu_is_left_for_what_the_game_asks_meanwhile() -> None:
    stage = Stage()
    begin_triolet(stage)
    stage.touch("end-turn")
    stage.push("menu")
    assert not stage.target("pause").is_enabled  # the table is being read
    stage.backstage.rule(NothingNew())
    stage.step()
    assert stage.kiosk.screen.name == "menu"
    stage.key("escape")
    assert stage.kiosk.screen.name == "nothing-laid"


def test_before_the_first_turn_there_is_nothing_to_correct() -> None:
    stage = Stage()
    stage.begin(TRIOMINOS)
    stage.kiosk.go(MenuScreen(stage.kiosk))
    stage.step()
    assert not stage.target("correct").is_enabled
    assert not stage.target("sheet").is_enabled


def test_a_long_score_sheet_scrolls_and_is_left_for_the_menu() -> None:
    stage = Stage()
    play_some(stage, replace(TRIOLET, players=PLAYERS[:1]), 30)
    stage.kiosk.go(MenuScreen(stage.kiosk))
    stage.touch("sheet")
    before = written(stage)
    stage.touch("up")
    assert written(stage) != before
    stage.touch("down")
    assert written(stage) == before
    stage.touch("back")
    assert stage.kiosk.screen.name == "menu"
