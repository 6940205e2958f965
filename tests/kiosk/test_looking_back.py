"""A game again as moving pictures, past games and players, by touch, by keys and by the four buttons."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from companion.kiosk.frames import frames_of, score_lines
from companion.kiosk.screens.history import HistoryScreen
from companion.kiosk.screens.movie import MovieScreen
from companion.kiosk.screens.past_game import PastGameScreen
from companion.kiosk.screens.people import PeopleScreen
from companion.kiosk.sign_part import GOLD
from companion.session.setup import Setup
from tests.kiosk.finished import count, show_finished, stopped, story_of
from tests.kiosk.gallery.after import ALONE, FOUR_TRIOMINOS, SCENES
from tests.kiosk.stage import PLAYERS, TRIOLET, TRIOMINOS, Stage


def words_on(stage: Stage) -> str:
    return " ".join(text.text for text in stage.kiosk.page.texts)


def movie_of(stage: Stage) -> MovieScreen:
    screen = stage.kiosk.screen
    assert isinstance(screen, MovieScreen)
    return screen


# Moving pictures --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("setup", [TRIOLET, FOUR_TRIOMINOS], ids=["triolet", "triominos"])
def test_the_pictures_are_the_tables_that_were_played(setup: Setup) -> None:
    session = count(*stopped(setup))
    view = session.view(1000.0)
    frames = frames_of(view)
    assert len(frames) == len(view.lines) and frames[-1] is view
    for frame, counted in zip(frames, session.state.sheet.turns, strict=True):
        assert frame.game.position == counted.game.position
        assert frame.scores == counted.game.scores
        assert frame.player == counted.game.entries[-1].player or frame is view


def test_the_chart_ends_with_the_final_points() -> None:
    view = count(*stopped(TRIOLET)).view(1000.0)
    assert view.end is not None and view.end.totals is not None
    lines = score_lines(view.players, view.lines, view.end.totals)
    assert [line.points[-1] for line in lines] == [(len(view.lines) + 1, total) for total in view.end.totals]
    assert all(line.points[0] == (0, 0) for line in lines)


def test_the_game_plays_by_itself_turn_by_turn_and_stops_at_its_end() -> None:
    stage = Stage()
    show_finished(stage, TRIOMINOS, 4)
    stage.touch("movie")
    movie = movie_of(stage)
    assert (movie.turn, movie.is_playing) == (0, True)
    stage.step(1.0)
    assert movie.turn == 0
    stage.step(1.5)
    assert movie.turn == 1
    for _ in range(10):
        stage.step(2.5)
    assert (movie.turn, movie.is_playing) == (4, False)
    assert "The players end the game here" in words_on(stage)
    stage.touch("play")
    assert (movie.turn, movie.is_playing) == (0, True), "again from the beginning"


def test_the_movie_is_steered_by_touch_keys_buttons_wheel_and_finger() -> None:
    stage = Stage()
    show_finished(stage, TRIOMINOS)
    stage.touch("movie")
    movie = movie_of(stage)
    last = len(stage.kiosk.view.lines) - 1 if stage.kiosk.view else 0
    stage.touch("next")
    assert (movie.turn, movie.is_playing) == (1, False), "whoever steps wants to look"
    stage.key_until("next")
    stage.push_until("next")
    stage.touch("previous")
    assert movie.turn == 2
    pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1))
    stage.step()
    assert movie.turn == 3
    bar = movie.bar
    assert bar is not None
    stage.drag(bar.midleft, (bar.right, bar.centery))
    assert movie.turn == last
    stage.push("menu")
    assert stage.kiosk.screen.name == "end"


def test_the_movie_can_go_four_times_as_fast() -> None:
    stage = Stage()
    show_finished(stage, TRIOMINOS)
    stage.touch("movie")
    stage.touch("speed")
    stage.touch("speed")
    stage.step(0.7)
    assert movie_of(stage).turn == 1
    stage.touch("play")
    stage.step(5.0)
    assert movie_of(stage).turn == 1, "it stands still"


def test_each_turn_of_the_movie_spells_its_sum() -> None:
    stage = Stage()
    show_finished(stage, TRIOLET)
    view = stage.kiosk.view
    assert view is not None
    stage.touch("movie")
    stage.touch("play")
    for line in view.lines[:5]:
        shown = words_on(stage)
        assert all(one in shown for one in line.sums) and f"+{line.points}" in shown
        stage.touch("next")


# Looking back -----------------------------------------------------------------------------------------------


def game_names(stage: Stage) -> list[str]:
    return [target.name for target in stage.kiosk.page.targets if target.name.startswith("game-")]


def test_the_history_scrolls_by_buttons_wheel_finger_and_keys() -> None:
    stage = Stage()
    SCENES["history"](stage)
    first = game_names(stage)
    stage.touch("down")
    second = game_names(stage)
    assert first[0] == "game-0" and not set(first) & set(second)
    pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1))
    stage.step()
    assert game_names(stage)[1] == second[0]
    stage.drag((300, 300), (300, 340 + 14))
    assert game_names(stage)[2] == second[0]
    for _ in range(9):
        stage.key("page down")
    assert game_names(stage)[-1] == "game-22"
    assert not stage.target("down").is_enabled
    for _ in range(9):
        stage.push_until("up") if stage.target("up").is_enabled else None
    assert game_names(stage) == first


def test_a_game_of_the_history_shows_its_chart_its_sheet_and_itself_again() -> None:
    stage = Stage()
    game = story_of(stage, TRIOLET)
    stage.touch("history")
    assert "14 Nov 2026, 20:15" in words_on(stage)
    stage.push_until("game-7")
    assert stage.kiosk.screen.name == "past-game"
    assert all(name in words_on(stage) for name in ("Élodie", "Ben", "Großmutter", "turn"))
    stage.touch("sheet")
    assert game.totals is not None
    assert all(text in words_on(stage) for text in ("total", *map(str, game.totals)))
    last = words_on(stage)
    stage.touch("up")
    assert words_on(stage) != last
    stage.touch("movie")
    assert stage.kiosk.screen.name == "movie"
    for name in ("past-game", "history", "home"):
        stage.touch("back")
        assert stage.kiosk.screen.name == name


def test_a_game_that_cannot_be_read_says_so_and_can_be_left() -> None:
    stage = Stage()
    SCENES["past-game-gone"](stage)
    stage.step()
    assert "This game can no longer be read." in words_on(stage)
    stage.touch("back")
    assert stage.kiosk.screen.name == "home"


def test_a_game_is_shown_as_soon_as_it_has_been_read() -> None:
    stage = Stage()
    game = story_of(stage, TRIOLET)
    story = stage.backstage.stories.pop(game.number)
    stage.kiosk.go(PastGameScreen(stage.kiosk, game))
    stage.step(1.0)
    assert "One moment …" in words_on(stage) and not stage.target("movie").is_enabled
    stage.backstage.stories[game.number] = story
    stage.step(0.1)
    assert "turn" in words_on(stage) and stage.target("movie").is_enabled


def test_games_and_players_that_come_in_late_appear_by_themselves() -> None:
    stage = Stage()
    stage.touch("history")
    story_of(stage, TRIOLET)
    stage.step(0.1)
    assert game_names(stage) == ["game-7"]
    stage.touch("people")
    SCENES["people-many"](stage)
    known = list(stage.backstage.players)
    stage.touch("player-4")
    stage.backstage.players = known[::-1]
    stage.step(0.1)
    assert str(known[4].best) in words_on(stage), "the one who was chosen stays chosen"


def test_a_history_without_games_says_so() -> None:
    stage = Stage()
    stage.touch("history")
    assert "No game has been played yet. The first one will stand here." in words_on(stage)


def test_winners_and_games_given_up_are_marked_in_the_history() -> None:
    stage = Stage()
    game = story_of(stage, TRIOLET)
    stage.backstage.games.append(replace(game, number=8, winners=(0, 1, 2)))
    stage.backstage.games.append(replace(game, number=9, totals=None, winners=()))
    stage.kiosk.go(HistoryScreen(stage.kiosk))
    stage.step()
    assert len(game.winners) == 1 and words_on(stage).count("not finished") == 1
    crown, crowns, none = (gold_in(stage, f"game-{number}") for number in (7, 8, 9))
    assert crown > 20 and crowns == 3 * crown and none == 0


def gold_in(stage: Stage, name: str) -> int:
    """How many pixels of this target are of a crown."""
    box, surface = stage.target(name).rect, stage.kiosk.page.surface
    spots = [(x, y) for x in range(box.x, box.right) for y in range(box.y, box.bottom)]
    return sum(tuple(surface.get_at(spot))[:3] == GOLD for spot in spots)


def test_the_players_are_reached_from_the_history_and_show_their_own_figures() -> None:
    stage = Stage()
    SCENES["people-many"](stage)
    known = stage.backstage.players
    stage.kiosk.back()
    stage.touch("history")
    stage.touch("people")
    assert isinstance(stage.kiosk.screen, PeopleScreen)
    stage.touch("player-4")
    one = known[4]
    shown = [text.text for text in stage.kiosk.page.texts]
    assert {str(one.games), str(one.won), str(one.best), str(one.points[-1])} <= set(shown)
    stage.key("page down")
    stage.push_until("player-8")
    assert "Gast 3" in words_on(stage)
    stage.key("escape")
    assert stage.kiosk.screen.name == "history"


def test_a_player_alone_has_a_podium_a_chart_and_a_movie() -> None:
    stage = Stage()
    show_finished(stage, ALONE)
    assert "well played!" in words_on(stage)
    stage.touch("movie")
    assert stage.kiosk.screen.name == "movie"
    stage.kiosk.go(PastGameScreen(stage.kiosk, story_of(stage, ALONE)))
    stage.step()
    assert PLAYERS[0].name in words_on(stage)
    assert stage.kiosk.fault is None
