"""The session and the journal together: what anybody has seen is on disk, and nothing is lost by a cut."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.journal import Journal, NotRecordable
from companion.players import family_triolet
from companion.record import NotResumable, RecordedGame
from companion.rules import triolet
from companion.rules.ending import final_scores
from companion.rules.errors import Malformed
from companion.rules.triolet import game as tg
from companion.rules.triominos import game as mg
from companion.session.declined import Declined
from companion.session.events import event_from_json
from companion.session.intents import (
    CorrectSquare,
    CountRack,
    EndGame,
    EndTurn,
    EnterMove,
    NextGame,
    Ruled,
    Undo,
)
from companion.session.rulings import Accepted
from companion.session.setup import Setup
from companion.session.state import State, fold
from tests.recorded import play_some, play_turns, play_whole, say, seats, true_game

TRIOLET = Setup(triolet.Rules(), seats("Anna", "Ben"))
TRIOMINOS = Setup(mg.Rules(), seats("Anna", "Ben"))
OPENING = triolet.Move.parse({"H8": "11", "H9": "3"})
SECOND = triolet.Move.parse({"I8": "4", "I7": "8"})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def folded(journal: Journal, game: int) -> State:
    return fold(event_from_json(dict(stored.event)) for stored in journal.events(game))


@pytest.mark.parametrize("setup", [TRIOLET, TRIOMINOS], ids=["triolet", "triominos"])
def test_the_events_in_the_journal_are_the_state_after_everything_heard(path: Path, setup: Setup) -> None:
    truth, rests = true_game(setup, seed=2, turns=8)
    with Journal.open(path) as journal, Journal.open(path, read_only=True) as reader:
        game = RecordedGame.begin(journal, setup, at=1.0)
        entries: Sequence[tg.Entry | mg.Entry] = truth.entries
        for number, entry in enumerate(entries):
            game = play_turns(game, [entry.turn], at=10.0 + number)
            if number % 3 == 0:
                game = play_turns(say(game, Undo(10.3 + number)), [entry.turn], at=10.6 + number)
            assert folded(reader, game.game) == game.session.state  # on disk, not only in this process
        assert game.session.state.game == truth
        game = say(game, EndGame(400.0))
        for player in game.session.state.settlement.missing:
            assert reader.game(game.game).ended_s is None
            game = say(game, CountRack(player, rests[player], 500.0))
        assert folded(reader, game.game) == game.session.state
        stopped = truth.play(tg.Stop() if isinstance(truth, tg.Game) else mg.Stop())  # type: ignore[arg-type]
        assert game.session.state.final_scores == final_scores(truth.scores, stopped.settle(rests))
        assert reader.game(game.game).ended_s is not None


def test_a_family_with_its_presses_is_recorded_press_by_press(path: Path) -> None:
    family = family_triolet.play(random.Random(5), 2)
    with Journal.open(path) as journal:
        game = RecordedGame.begin(journal, TRIOLET, at=0.0)
        for number, press in enumerate(family):
            if number == 6:
                break
            moves = tuple(turn.move for turn in press.turns if isinstance(turn, tg.Lay))
            if not moves:
                continue
            game = say(game, EndTurn(f"press {number}", 5.0 * number, 5.0 * number))
            heard = game.hear(Ruled(f"press {number}", Accepted(moves), 5.0 * number + 1), b"jpeg")
            game = game if isinstance(heard, Declined) else heard
        assert folded(journal, game.game) == game.session.state


def test_the_picture_stays_with_the_turn_that_was_counted(path: Path) -> None:
    with Journal.open(path) as journal:
        game = RecordedGame.begin(journal, TRIOLET, at=0.0)
        game = say(game, EndTurn("one", 1.0, 1.0), b"too early")
        game = say(game, Ruled("one", Accepted((OPENING, SECOND)), 2.0), b"the table")
        pictures = [journal.picture(game.game, stored.number) for stored in journal.events(game.game)]
        assert [picture for picture in pictures if picture] == [b"the table"]
        assert pictures[-1] == b"the table"


def test_what_is_declined_writes_nothing(path: Path) -> None:
    with Journal.open(path) as journal:
        game = RecordedGame.begin(journal, TRIOLET, at=0.0)
        assert isinstance(game.hear(Undo(1.0)), Declined)
        assert journal.next_number(game.game) == 1


def test_a_game_goes_on_where_it_was(path: Path) -> None:
    with Journal.open(path) as journal:
        before = play_some(journal, TRIOLET).session.state
    with Journal.open(path) as journal:
        game = RecordedGame.resume(journal, at=3.0)
        assert game is not None
        assert game.session.state.sheet == before.sheet
        assert folded(journal, game.game) == game.session.state
        assert say(game, Undo(4.0)).session.state.game == before.sheet.turns[-2].game


def test_nothing_is_resumed_where_nothing_was_played(path: Path) -> None:
    with Journal.open(path) as journal:
        assert RecordedGame.resume(journal, at=0.0) is None
        assert RecordedGame.resume_match(journal, at=0.0) is None


def test_a_cut_between_the_game_and_its_first_event_loses_nothing(path: Path) -> None:
    setup = Setup(mg.Rules(), seats("Anna", "Ben"), first=1, target=400)
    with Journal.open(path) as journal:
        players = [(player.name, player.colour) for player in setup.players]
        begun = journal.begin_game("triominos", setup.to_json(), players, journal.begin_match(400))
    with Journal.open(path) as journal:
        game = RecordedGame.resume(journal, at=9.0)
        assert game is not None and game.game == begun
        assert game.session.state.setup == setup
        assert folded(journal, begun) == game.session.state


def test_the_end_is_written_down_and_taken_back_with_the_turn(path: Path) -> None:
    with Journal.open(path) as journal:
        game = play_whole(journal, TRIOMINOS, turns=3)
        assert journal.unfinished() is None
        game = say(game, Undo(2000.0))
        while game.session.state.is_over:
            game = say(game, Undo(2001.0))
        assert journal.unfinished() == journal.game(game.game)


def test_a_game_with_racks_to_count_is_not_over_yet(path: Path) -> None:
    with Journal.open(path) as journal:
        assert say(play_some(journal, TRIOLET, turns=2), EndGame(90.0)).session.state.is_over
    with Journal.open(path) as journal:
        game = RecordedGame.resume(journal, at=1.0)
        assert game is not None
        assert journal.unfinished() is not None
        for player in game.session.state.settlement.missing:
            game = say(game, CountRack(player, 12, 2.0))
        assert journal.unfinished() is None


def test_a_cut_before_the_end_was_written_down_is_made_good(path: Path) -> None:
    with Journal.open(path) as journal:
        game = play_whole(journal, TRIOMINOS, turns=3)
        journal.reopen_game(game.game)  # as if the process had died before end_game()
    with Journal.open(path) as journal:
        resumed = RecordedGame.resume(journal, at=1.0)
        assert resumed is not None and resumed.session.state.final_scores is not None
        assert journal.unfinished() is None


def test_a_new_game_gives_the_old_one_up_and_it_can_be_taken_up_again(path: Path) -> None:
    with Journal.open(path) as journal:
        old = play_some(journal, TRIOLET, turns=2)
        new = play_some(journal, TRIOMINOS, turns=2)
        unfinished = journal.unfinished()
        assert unfinished is not None and unfinished.id == new.game
        again = RecordedGame.take_up(journal, old.game, at=5.0)
        assert again.session.state.sheet == old.session.state.sheet
        unfinished = journal.unfinished()
        assert unfinished is not None and unfinished.id == old.game


def test_the_games_of_a_match_belong_together_also_after_a_cut(path: Path) -> None:
    setup = Setup(mg.Rules(), seats("Anna", "Ben"), target=5_000)
    with Journal.open(path) as journal:
        first = play_whole(journal, setup, turns=3)
        scores = first.session.state.final_scores
    with Journal.open(path) as journal:
        assert RecordedGame.resume(journal, at=0.0) is None
        over = RecordedGame.resume_match(journal, at=0.0)
        assert over is not None
        second = say(over, NextGame(1.0))
        assert second.game != first.game
        assert second.session.state.setup.games == (scores,)
        records = journal.games(match=journal.game(first.game).match)
        assert [(record.id, record.position) for record in records] == [(second.game, 1), (first.game, 0)]
        assert folded(journal, second.game) == second.session.state


def test_players_are_known_by_the_name_they_had_first(path: Path) -> None:
    with Journal.open(path) as journal:
        RecordedGame.begin(journal, Setup(triolet.Rules(), seats("Élodie", "Ben")), at=0.0)
        game = RecordedGame.begin(journal, Setup(triolet.Rules(), seats(" élodie ", "BEN")), at=0.0)
        assert [player.name for player in game.session.state.setup.players] == ["Élodie", "Ben"]
        assert len(journal.players()) == 2


@pytest.mark.parametrize(
    ("setup", "fault"),
    [
        pytest.param(Setup(triolet.Rules(), seats("Anna", "anna")), NotRecordable, id="one name twice"),
        pytest.param(Setup(triolet.Rules(), seats("Anna", " ")), NotRecordable, id="no name"),
        pytest.param(Setup(triolet.Rules(), ()), Malformed, id="nobody"),
        pytest.param(Setup(triolet.Rules(), seats("Anna"), first=3), Malformed, id="nobody begins"),
    ],
)
def test_a_game_that_cannot_be_played_changes_nothing(
    path: Path, setup: Setup, fault: type[Exception]
) -> None:
    with Journal.open(path) as journal:
        old = RecordedGame.begin(journal, TRIOLET, at=0.0)
        with pytest.raises(fault):
            RecordedGame.begin(journal, setup, at=1.0)
        assert [record.id for record in journal.games()] == [old.game]
        assert journal.unfinished() is not None


def test_events_that_cannot_be_read_are_not_played_on_silently(path: Path) -> None:
    with Journal.open(path) as journal:
        game = RecordedGame.begin(journal, TRIOLET, at=0.0)
        journal.append(game.game, {"event": "from-the-future", "at": 2.0})
        with pytest.raises(NotResumable) as caught:
            RecordedGame.resume(journal, at=3.0)
        assert caught.value.say().startswith("Game 1 cannot go on: one of its events cannot be read (event: ")
        assert caught.value.say("fr").startswith("La partie 1 ne peut pas continuer : ")


def test_a_correction_of_two_squares_is_written_at_once(path: Path) -> None:
    with Journal.open(path) as journal:
        game = say(RecordedGame.begin(journal, TRIOLET, at=0.0), EnterMove(OPENING, 1.0))
        game = say(game, CorrectSquare("H9", "4", 2.0))
        assert folded(journal, game.game) == game.session.state
        assert game.session.state.game.scores == (26, 0)
