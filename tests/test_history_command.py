"""`trioscope history`, `show`, `export` and `players`: looking back at games, also at damaged ones."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.cli import main
from companion.columns import format_table, width_of
from companion.journal import Journal
from companion.record import RecordedGame
from companion.rules import triolet, triominos
from companion.rules.triominos import game as mg
from companion.session.intents import CorrectSquare, EndGame, EnterMove, Overrule, PassTurn, Undo
from companion.session.setup import Player, Setup
from tests.journal.helpers import HandClock
from tests.recorded import play_some, play_whole, say, seats

Said = pytest.CaptureFixture[bytes]
TRIOLET = Setup(triolet.Rules(), seats("Élodie", "花子"))
TRIOMINOS = Setup(mg.Rules(), seats("Élodie", "Ben", "Zoë"))


def tokens(**faces: str) -> triolet.Move:
    return triolet.Move.parse(faces)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three games: one of each kind that ended, and one that goes on."""
    path = tmp_path_factory.mktemp("evening") / "journal.db"
    with Journal.open(path, HandClock()) as journal:
        play_whole(journal, TRIOLET, turns=6)
        play_whole(journal, TRIOMINOS, turns=6)
        play_some(journal, Setup(triolet.Rules(), seats("Ben")), turns=3)
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def run(capture: Said, path: Path, *words: str) -> tuple[int, list[str], str]:
    """The exit code of a command on this journal, the lines it said, and what it complained."""
    capture.readouterr()
    code = main([*words, "--journal", str(path)])
    out, err = capture.readouterr()
    return code, out.decode().splitlines(), err.decode()


def answer(capture: Said, path: Path, *words: str) -> object:
    code, (line,), err = run(capture, path, *words, "--json")
    assert (code, err) == (0, "")
    return json.loads(line)


# history ----------------------------------------------------------------------------------------------------


def test_the_history_lists_games_with_scores_and_winners(evening: Path, capfdbinary: Said) -> None:
    code, lines, err = run(capfdbinary, evening, "history")
    assert (code, err) == (0, "")
    assert lines[0].split() == ["no.", "date", "game", "players", "winner"]
    with Journal.open(evening, read_only=True) as journal:
        assert len(lines) == 1 + len(journal.games())
    assert "(unfinished)" in lines[1] and " Ben " in lines[1]
    assert "Élodie" in lines[3] and "花子" in lines[3]


def test_the_columns_line_up_for_every_script(evening: Path, capfdbinary: Said) -> None:
    _, lines, _ = run(capfdbinary, evening, "history")
    games: object = answer(capfdbinary, evening, "history")
    assert isinstance(games, list)
    begin = width_of(lines[0].partition("winner")[0])
    for line, game in zip(lines[1:], games, strict=True):
        winners = ", ".join(game["players"][seat] for seat in game["winners"] or ()) or "(unfinished)"
        assert line.endswith(winners)
        assert width_of(line.removesuffix(winners)) == begin


def test_the_history_of_one_player_is_found_in_any_spelling(evening: Path, capfdbinary: Said) -> None:
    games = answer(capfdbinary, evening, "history", "--player", "ÉLODIE")
    assert isinstance(games, list)
    assert [(game["game"], game["kind"]) for game in games] == [(2, "triominos"), (1, "triolet")]
    last = answer(capfdbinary, evening, "history", "--player", "ÉLODIE", "--last", "1")
    assert last == games[:1]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        pytest.param(
            ("history", "--player", "Benn"),
            "Nobody called Benn has played here: did you mean Ben?\n",
            id="near",
        ),
        pytest.param(
            ("history", "--player", "Xé\x1b", "--lang", "fr"),
            "Personne du nom de Xé\\x1b n’a joué ici.\n",
            id="nobody, in French",
        ),
        pytest.param(("history", "--last", "0"), "--last must be at least 1\n", id="no games asked for"),
        pytest.param(
            ("export", "1"),
            "Say what to write: --csv FILE, --json FILE, --png FILE or --gif FILE.\n",
            id="no file",
        ),
    ],
)
def test_a_question_that_makes_no_sense_is_answered_in_one_sentence(
    evening: Path, capfdbinary: Said, words: tuple[str, ...], sentence: str
) -> None:
    assert run(capfdbinary, evening, *words) == (2, [], sentence)


def test_a_game_that_is_not_there_is_said_to_be_so(evening: Path, capfdbinary: Said) -> None:
    code, out, err = run(capfdbinary, evening, "show", "99")
    assert (code, out) == (2, [])
    assert err == f"There is no game 99 in {evening}: “trioscope history” lists them all.\n"
    with pytest.raises(SystemExit) as left:
        main(["show", "-1x", "--journal", str(evening)])
    assert left.value.code == 2


@pytest.mark.parametrize("command", ["history", "players"])
def test_no_journal_yet_means_no_games_yet(path: Path, capfdbinary: Said, command: str) -> None:
    sentence = f"There are no games yet in {path}."
    assert run(capfdbinary, path, command) == (0, [sentence], "")
    assert answer(capfdbinary, path, command) == []
    Journal.open(path).close()
    assert run(capfdbinary, path, command) == (0, [sentence], "")
    assert run(capfdbinary, path, "show", "last") == (2, [], sentence + "\n")


def test_the_journal_is_the_one_of_the_settings(evening: Path, tmp_path: Path, capfdbinary: Said) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text(f"[general]\njournal = '{evening}'\n")
    assert main(["players", "--settings", str(settings)]) == 0
    assert "Zoë" in capfdbinary.readouterr().out.decode()
    settings.write_text("[genral]\n")
    assert main(["players", "--settings", str(settings)]) == 2


def test_a_name_cannot_write_on_the_terminal(path: Path, capfdbinary: Said) -> None:
    setup = Setup(triolet.Rules(), (Player("A\x1b[31mB\u202e", "red"), Player("Ben", "blue")))
    with Journal.open(path) as journal:
        say(RecordedGame.begin(journal, setup, at=0.0), EnterMove(tokens(H8="3"), 1.0))
    for command in ("history", "players", "show last"):
        code, lines, _ = run(capfdbinary, path, *command.split())
        assert code == 0
        assert all(line.isprintable() for line in lines)
        assert any("A\\x1b[31mB\\u202e" in line for line in lines)


# show -------------------------------------------------------------------------------------------------------


def test_every_turn_is_spelled_out_and_what_was_put_right_is_marked(path: Path, capfdbinary: Said) -> None:
    with Journal.open(path, HandClock()) as journal:
        game = RecordedGame.begin(journal, Setup(triolet.Rules(), seats("Anna", "Ben")), at=0.0)
        game = say(game, EnterMove(tokens(H8="11", H9="3"), 1.0))
        game = say(game, EnterMove(tokens(I8="4", I7="8"), 2.0))
        game = say(game, EnterMove(tokens(G8="1"), 3.0))  # 1 + 11 + 4 is no 15
        game = say(game, Overrule(4.0))
        say(game, CorrectSquare("H9", "4", 5.0))
    code, lines, err = run(capfdbinary, path, "show", "1")
    assert (code, err) == (0, "")
    assert lines[2:6] == [
        "    Anna     Ben",
        "      26             +26 H8=11 H9=4: 11 × 2 + 4 = 26 [corrected]",
        "              27     +27 I7=8 I8=4: 8 + 4 = 12, 11 + 4 = 15",
        "      56             +30 G8=1: trio 1 + 11 + 4 = 30 "
        "[counted anyway: 1 + 11 + 4 = 16: three in a row must make exactly 15]",
    ]
    assert lines[-2:] == ["This game is not finished.", ""]
    shown = answer(capfdbinary, path, "show", "1")
    assert isinstance(shown, dict)
    assert [turn["mark"] for turn in shown["turns"]] == [None, None, "overruled"]
    assert [turn["corrected"] for turn in shown["turns"]] == [True, False, False]


def test_a_turn_that_became_illegal_is_shown_and_an_undone_correction_is_not(
    path: Path, capfdbinary: Said
) -> None:
    with Journal.open(path) as journal:
        game = RecordedGame.begin(journal, Setup(triolet.Rules(), seats("Anna", "Ben")), at=0.0)
        game = say(game, EnterMove(tokens(H8="8", H9="4"), 1.0))
        game = say(game, EnterMove(tokens(H10="3"), 2.0))
        game = say(game, CorrectSquare("H9", "5", 3.0))
    _, lines, _ = run(capfdbinary, path, "show", "1", "--lang", "fr")
    assert lines[3].endswith("[corrigé]")
    assert lines[4].partition("[")[2].startswith("n’est plus permis : 8 + 5 + 3 = 16")
    with Journal.open(path) as journal:
        again = RecordedGame.resume(journal, at=9.0)
        assert again is not None
        say(again, Undo(10.0))
    _, lines, _ = run(capfdbinary, path, "show", "1")
    assert not any("[" in line for line in lines)


def test_a_damaged_game_is_shown_as_far_as_it_goes(path: Path, capfdbinary: Said) -> None:
    with Journal.open(path) as journal:
        game = RecordedGame.begin(journal, Setup(triolet.Rules(), seats("Anna", "Ben")), at=0.0)
        game = say(game, EnterMove(tokens(H8="11", H9="3"), 1.0))
        game = say(game, PassTurn(2.0))
        say(game, EndGame(3.0))
    with closing(sqlite3.connect(path)) as damage, damage:
        damage.execute('UPDATE events SET payload = \'{"event": "tu\' WHERE number = 2')
    code, lines, err = run(capfdbinary, path, "show", "1")
    assert (code, err) == (0, "")
    assert lines[3] == "      25             +25 H8=11 H9=3: 11 × 2 + 3 = 25"
    assert "The rest of this game cannot be read." in lines
    assert run(capfdbinary, path, "history")[1][1].endswith("Anna 25, Ben 0  (damaged)")
    with closing(sqlite3.connect(path)) as damage, damage:
        damage.execute("DELETE FROM events")
        damage.execute("UPDATE games SET settings = '{}'")
    assert "This game cannot be read." in run(capfdbinary, path, "show", "1")[1]
    code, out, err = run(capfdbinary, path, "export", "1", "--png", str(path.parent / "x.png"))
    assert (code, out) == (2, [])
    assert err == "Nothing of game 1 can be read, so there is nothing to draw.\n"


# export -----------------------------------------------------------------------------------------------------


def test_a_game_is_exported_as_csv_and_json_turn_by_turn(
    evening: Path, tmp_path: Path, capfdbinary: Said
) -> None:
    table, whole = tmp_path / "game.csv", tmp_path / "game.json"
    code, out, err = run(capfdbinary, evening, "export", "1", "--csv", str(table), "--json", str(whole))
    assert (code, out, err) == (0, [f"Written: {table}", f"Written: {whole}"], "")
    game = json.loads(whole.read_text("utf-8"))
    rows = list(csv.DictReader(io.StringIO(table.read_text("utf-8"))))
    turns = [row for row in rows if row["turn"] != "end"]
    assert [int(row["points"]) for row in turns] == [turn["points"] for turn in game["turns"]]
    assert [json.loads(row["move"]) for row in turns if row["move"]] == [
        turn["move"] for turn in game["turns"] if turn["move"]
    ]
    # The game that was exported is the game that was played: judged again from its moves alone.
    position, totals = triolet.Position(), [0, 0]
    for turn in game["turns"]:
        if turn["move"] is not None:
            move = triolet.Move.parse(turn["move"])
            verdict = triolet.judge(position, move)
            assert isinstance(verdict, triolet.Legal) and verdict.points == turn["points"]
            position = position.after(move)
        totals[turn["player"]] += turn["points"]
        assert totals[turn["player"]] == turn["total"]
    bonuses = game["end"]["bonuses"]
    assert game["scores"] == [total + bonus for total, bonus in zip(totals, bonuses, strict=True)]
    assert [int(row["total"]) for row in rows if row["turn"] == "end"] == game["scores"]
    assert not list(tmp_path.glob("*.new"))


def test_a_file_that_cannot_be_written_is_said_to_be_so(
    evening: Path, tmp_path: Path, capfdbinary: Said
) -> None:
    for file in (tmp_path, tmp_path / "nowhere" / "game.csv"):
        code, out, err = run(capfdbinary, evening, "export", "last", "--csv", str(file))
        assert (code, out) == (2, [])
        assert err.startswith(f"{file} cannot be written (") and err.count("\n") == 1
    assert not list(tmp_path.iterdir())


# players ----------------------------------------------------------------------------------------------------


def test_statistics_count_what_each_player_laid(path: Path, capfdbinary: Said) -> None:
    with Journal.open(path) as journal:
        game = RecordedGame.begin(journal, Setup(triolet.Rules(), seats("Anna", "Ben")), at=0.0)
        game = say(game, EnterMove(tokens(H7="3", H8="8", H9="4"), 1.0))  # a Triolet, doubled: 60 + 50
        game = say(game, EnterMove(tokens(I8="5"), 2.0))
        game = say(game, EnterMove(tokens(J8="2"), 3.0))  # 8 + 5 + 2
        say(game, Undo(4.0))
        tiles = Setup(mg.Rules(scoring="junior"), seats("Ben", "Cleo"))
        game = RecordedGame.begin(journal, tiles, at=0.0)
        game = say(game, EnterMove(triominos.Move((0, 0), (0, 1, 2)), 1.0))
        say(game, EndGame(2.0))
    found = answer(capfdbinary, path, "players")
    assert isinstance(found, list)
    by_name = {one["name"]: one for one in found}
    anna, ben, cleo = by_name["Anna"], by_name["Ben"], by_name["Cleo"]
    assert (anna["trios"], anna["triolets"]) == (1, 1)
    assert anna["best_turn"] == {"points": 110, "game": 1, "number": 1}
    assert (ben["games"], ben["unfinished"], ben["wins"]) == (2, 1, 1)
    assert ben["best_turn"] == {"points": 13, "game": 1, "number": 2}
    assert ben["points"] == {"triominos-junior": {"games": 1, "average": 1.0, "turn_average": 1.0, "best": 1}}
    assert (cleo["wins"], cleo["best_turn"]) == (0, None)
    assert found[0] is ben or found[0]["name"] == "Ben"
    lines = run(capfdbinary, path, "players", "--lang", "fr")[1]
    assert lines[0].split("  ")[0] == "joueur" and "1,0" in lines[1]


def test_columns_count_what_a_terminal_draws() -> None:
    assert [width_of(text) for text in ("Zoë", "Zoe\u0308", "花子", "ｱ")] == [3, 3, 4, 1]
    assert format_table(["a", "bb"], [["花", "1"], ["x", "100"]], numbers={1}) == [
        "a    bb",
        "花    1",
        "x   100",
    ]
