"""`trioscope score`: a game from photos taken by hand, as a sheet for people or as JSON lines."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import get_args

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.handheld_tiles import HandheldTileUmpire
from companion.photo_sheet import PhotoSheet, spell_moves, why_uncounted
from companion.players.presses import Told
from companion.replay import Line, Replay
from companion.rules.triolet.editions import STANDARD
from companion.rules.triolet.judge import judge
from companion.rules.triolet.position import Move, Position
from companion.rules.triominos.game import Rules as TileRules
from companion.rules.triominos.position import Move as TileMove
from companion.rules.verdict import Illegal
from companion.score_answers import AnsweringUmpire, Keyboard
from companion.score_command import find_photos, natural_order
from companion.session.games import Game
from companion.session.rulings import (
    Accepted,
    ChangedBefore,
    Hindrance,
    NothingNew,
    NotYet,
    Reading,
    Refused,
    Ruling,
    Unsure,
)
from companion.tile_umpire import TriominosUmpire
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.optics import Optics
from hardware.virtual.table import VirtualTable
from tests.referee.boards import table_seen
from vision.tiles import TableObservation

HAS_TILE_MODELS = (Path(__file__).parent.parent / "vision" / "models" / "tiles.onnx").is_file()
PIXELS = np.zeros((4, 4, 3), np.uint8)
OPENING = Move.parse({"H8": "11", "H9": "3"})
SECOND = Move.parse({"I8": "4", "I7": "8"})
WRONG = Move.parse({"I8": "12"})
UNSURE = Unsure((Reading((SECOND,), True, 0.6), Reading((Move.parse({"I8": "4"}),), True, 0.4)), ("I7",))


class ScriptedUmpire:
    """Rules as it was told."""

    def __init__(self, *rulings: Ruling) -> None:
        self._rulings: Iterator[Ruling] = iter(rulings)

    def rule(self, frames: Sequence[np.ndarray], game: Game) -> Ruling:
        return next(self._rulings)

    def rule_as_counted(self, game: Game) -> Ruling:
        return next(self._rulings)

    def begin(self, picture: np.ndarray, game: Game) -> bool:
        return False

    def accept(self) -> None:
        pass


def refused() -> Refused:
    verdict = judge(Position.parse(OPENING.to_json()), WRONG)
    assert isinstance(verdict, Illegal)
    return Refused(WRONG, verdict)


def sheet_of(*rulings: Ruling, names: Sequence[str] = ("Anna", "Ben")) -> str:
    replay, sheet = Replay(ScriptedUmpire(*rulings), STANDARD, len(names)), PhotoSheet(names)
    for number in range(len(rulings)):
        name, before = f"{number + 1}.jpg", replay.game
        sheet.add(name, replay.press(name, PIXELS), before, replay.game)
    return sheet.format("Triolet", replay.game)


# The sheet --------------------------------------------------------------------------------------------------


def test_the_sheet_has_a_row_for_each_turn_and_a_reason_for_each_photo_that_did_not_count() -> None:
    changed = ChangedBefore(missing=("H8", "H9"), different=(("I7", "9"),))
    rulings = (refused(), UNSURE, Accepted((SECOND,)), NothingNew(), NotYet(("blur",)), changed)
    # The opening doubles the centre: 11 x 2 + 3. Then 8 beside 4, and 4 below 11.
    assert sheet_of(Accepted((OPENING,)), *rulings).splitlines() == [
        "Triolet",
        "",
        "turn  photo  player  move        sum                      points  total",
        "   1  1.jpg  Anna    H8=11 H9=3  11 × 2 + 3 = 25             +25     25",
        "   2  4.jpg  Ben     I7=8 I8=4   8 + 4 = 12, 11 + 4 = 15     +27     27",
        "   3  5.jpg  Anna    passes                                          25",
        "",
        "Not counted",
        "  2.jpg  Ben  I8=12 is not allowed: 11 + 12 = 23: two side by side may make at most 15",
        "  3.jpg  Ben  not sure: I7=8 I8=4; or I8=4",
        "  6.jpg  Ben  the photo is blurred",
        "  7.jpg  Ben  what was counted on H8 and H9 is not in this photo; "
        "I7 reads 9 in this photo, and was counted as something else",
        "",
        "Total: Anna 25, Ben 27",
    ]


def test_every_way_not_to_count_has_words_in_both_languages() -> None:
    lines: list[Line] = [
        {"verdict": {"unsure": [[], {"H8": "1"}, [{"H8": "1"}, {"H9": "2"}]]}},
        {"verdict": {"unsure": [{"at": [0, 1], "corners": [1, 2, 3]}]}},
        {"verdict": {"changed": {"missing": [[0, 1]], "different": [], "extra": []}}},
        {"verdict": {"legal": False, "violations": [{"rule": "joker-value", "message": "?"}]}},
        {"verdict": None},
        {"verdict": {"not_yet": []}},
        {"problem": "The picture is damaged."},
    ]
    lines += [{"verdict": {"not_yet": [one]}} for one in get_args(Hindrance)]
    assert [why_uncounted(line) for line in lines[:7]] == [
        "not sure: nothing new; or H8=1; or H8=1, then H9=2",
        "not sure: 1-2-3 (0, 1)",
        "what was counted on (0, 1) is not in this photo",
        "a joker without a number: say it in turns.json",
        "the game is over",
        "nothing new: a second photo of the same turn",
        "The picture is damaged.",
    ]
    for line in lines[:6] + lines[7:]:  # the problem of a picture is said in its language already
        assert why_uncounted(line, "fr") not in ("", why_uncounted(line))


def test_a_game_of_tiles_has_the_same_sheet() -> None:
    first, second = TileMove((0, 0), (5, 5, 5)), TileMove((0, 1), (5, 4, 5))
    replay = Replay(ScriptedUmpire(Accepted((first,)), NothingNew()), TileRules(), 2)
    sheet = PhotoSheet(("Anna", "Ben"))
    for name in ("1.jpg", "2.jpg"):
        before = replay.game
        sheet.add(name, replay.press(name, PIXELS), before, replay.game)
    assert "5-5-5 (0, 0)  5 + 5 + 5 = 15" in sheet.format("Triominos", replay.game)
    assert spell_moves((first, second)) == "5-5-5 (0, 0), then 5-4-5 (0, 1)"


def test_names_that_would_break_the_line_are_escaped() -> None:
    assert "An\\nna" in sheet_of(Accepted((OPENING,)), names=("An\nna", "Ben"))


# Asking -----------------------------------------------------------------------------------------------------


class Person:
    """Somebody at a keyboard who types these lines, then goes away."""

    def __init__(self, *lines: str) -> None:
        self._lines, self.read = iter(lines), list[str]()
        self.keyboard = Keyboard(self.read.append, lambda: next(self._lines, None), photo="2.jpg")


def rule_with(person: Person, *rulings: Ruling) -> Ruling:
    game = Replay(ScriptedUmpire(Accepted((OPENING,))), STANDARD, 2)
    game.press("1.jpg", PIXELS)
    return AnsweringUmpire(ScriptedUmpire(*rulings), person.keyboard).rule([PIXELS], game.game)


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        pytest.param(["1\n"], Accepted((SECOND,)), id="the first"),
        pytest.param(["yes\n", "3\n", "2\n"], Accepted((Move.parse({"I8": "4"}),)), id="after nonsense"),
        pytest.param(["0\n"], UNSURE, id="none of them"),
        pytest.param(["\n"], UNSURE, id="no answer"),
        pytest.param([], UNSURE, id="nobody there any more"),
    ],
)
def test_a_question_is_answered_at_the_keyboard(lines: list[str], answer: Ruling) -> None:
    person = Person(*lines)
    assert rule_with(person, UNSURE) == answer
    assert person.read[:5] == [
        "",
        "2.jpg: which is right?",
        "  1  I7=8 I8=4",
        "  2  I8=4",
        "  0  none of these, or I do not know",
    ]


def test_a_reading_in_which_nothing_is_new_is_nothing_new() -> None:
    asked = Unsure((Reading((), True, 0.5), Reading((SECOND,), True, 0.5)), ("I7", "I8"))
    assert rule_with(Person("1"), asked) == NothingNew()


def test_an_open_joker_is_asked_about_unless_it_was_told() -> None:
    laid = Accepted((Move.parse({"I8": "joker"}),), (0, 1, 2, 3, 4))
    person = Person("7\n", "4\n")
    assert rule_with(person, laid) == Accepted((Move.parse({"I8": "joker:4"}),))
    assert person.read == [
        "",
        "2.jpg: which number is the joker on I8? (0 to 4; nothing if unknown)",
        "Please type one of these numbers: 0, 1, 2, 3, 4",
    ]
    told = Person()
    told.keyboard.told = Told(joker=3)
    assert rule_with(told, laid) == Accepted((Move.parse({"I8": "joker:3"}),)) and not told.read
    assert rule_with(Person(), laid) == laid


def test_what_no_photo_shows_can_be_typed() -> None:
    person = Person("0", "I8 = 4", "i7=8 I8=4\n")
    assert rule_with(person, UNSURE) == Accepted((SECOND,))
    assert person.read[5:7] == [
        "",
        "2.jpg: what was laid? For example H8=11 H9=3, several turns with / between; "
        "nothing to leave the photo out",
    ]
    assert person.read[7].startswith("That cannot be read: ") and len(person.read) == 8
    hidden = Person("I8=4 / G8=joker")
    assert rule_with(hidden, NotYet(("cut-off",))) == Accepted(
        (Move.parse({"I8": "4"}), Move.parse({"G8": "joker"}))
    )
    assert hidden.read[1] == "2.jpg: the board is cut off at the edge"
    assert rule_with(Person("\n"), NotYet(("blur",))) == NotYet(("blur",))


def test_what_seems_to_have_changed_may_only_be_misread() -> None:
    changed = ChangedBefore(different=(("H9", "8"),))
    person = Person("1\n")
    assert rule_with(person, changed, Accepted((SECOND,))) == Accepted((SECOND,))
    assert person.read == [
        "",
        "2.jpg: H9 reads 8 in this photo, and was counted as something else. What is it?",
        "  1  misread: all that was counted still lies there as it was",
        "  0  really changed, or I do not know",
    ]
    assert rule_with(Person("0\n"), changed) == changed == rule_with(Person(), changed)
    # Once that is settled, what is new may still be a question.
    assert rule_with(Person("1", "1"), changed, UNSURE) == Accepted((SECOND,))


@pytest.mark.parametrize(
    ("lines", "ruling"),
    [
        pytest.param(["1\n"], NothingNew(), id="a pass"),
        pytest.param([], NothingNew(), id="no answer"),
        pytest.param(["0\n"], NotYet(()), id="the same once more"),
    ],
)
def test_a_photo_with_nothing_new_is_asked_about(lines: list[str], ruling: Ruling) -> None:
    person = Person(*lines)
    assert rule_with(person, NothingNew()) == ruling
    assert person.read == [
        "",
        "2.jpg: nothing new lies there. What is it?",
        "  1  a turn without a move: passed or exchanged",
        "  0  a second photo of the same turn",
    ]
    told = Person()
    told.keyboard.told = Told(exchanged=2)
    assert rule_with(told, NothingNew()) == NothingNew() and not told.read


# The photos -------------------------------------------------------------------------------------------------


def test_photos_are_taken_in_the_order_of_their_names(tmp_path: Path) -> None:
    for name in ("IMG_10.jpg", "IMG_9.JPG", "img_1.jpg", "notes.txt"):
        (tmp_path / name).write_bytes(b"x")
    assert [path.name for path in find_photos([tmp_path])] == ["img_1.jpg", "IMG_9.JPG", "IMG_10.jpg"]
    named = [tmp_path / "IMG_10.jpg", tmp_path / "IMG_9.JPG"]
    assert [path.name for path in find_photos(named)] == ["IMG_9.JPG", "IMG_10.jpg"]
    assert sorted(["x10y", "x9", "x10"], key=natural_order) == ["x9", "x10", "x10y"]


class TileReader:
    """Hands out tables that were made up."""

    def __init__(self, *tables: TableObservation) -> None:
        self._tables = iter(tables)

    def __call__(self, *looked: object) -> TableObservation:
        return next(self._tables)


def test_tiles_are_read_without_comparing_pixels() -> None:
    tables = TileReader(table_seen({}), table_seen({(0, 0): (5, 5, 5)}))
    umpire = HandheldTileUmpire(TriominosUmpire(read=tables))
    replay = Replay(umpire, TileRules(), 2)
    assert umpire.begin(PIXELS, replay.game)
    assert umpire.rule([PIXELS], replay.game) == Accepted((TileMove((0, 0), (5, 5, 5)),))


@pytest.fixture(scope="module")
def holiday(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three photos of a game on the virtual table, each from another side, and one that is broken."""
    folder = tmp_path_factory.mktemp("holiday")
    table = VirtualTable.draw("triolet", 11)
    camera = VirtualCamera(table)
    for number, (roll_deg, move) in enumerate([(4.0, None), (95.0, OPENING), (-170.0, SECOND)]):
        for cell, face in ({} if move is None else move.to_json()).items():
            table.lay(cell, face)
        table.see_from(Optics((1640, 1232), 1400.0, 600.0, (0.0, 0.0), 8.0 * number, 30.0, roll_deg))
        (folder / f"{number + 8}.jpg").write_bytes(camera.jpeg())
    (folder / "11.jpg").write_bytes(b"")
    return folder


def test_photos_from_all_sides_make_a_score_sheet(holiday: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", str(holiday), "--names", "Anna, Ben"]) == 0
    out = capsys.readouterr().out
    assert "Triolet, 4 photos\n8.jpg: the empty table, before the first move\n" in out
    assert "9.jpg   Anna" in out and "11 × 2 + 3 = 25" in out and "10.jpg  Ben" in out
    assert f"11.jpg  Anna  {holiday / '11.jpg'} is empty" in out
    assert out.endswith("Total: Anna 25, Ben 27\n\n")


def test_a_program_gets_json_lines_and_the_first_photo_may_be_the_first_move(
    holiday: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["score", str(holiday / "10.jpg"), str(holiday / "9.jpg"), "--json"]) == 0
    first, second, final = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["picture"], first["player"], first["scores"]) == ("9.jpg", 0, [25, 0])
    assert sorted(first["move"].values()) == ["11", "3"]
    assert (second["picture"], second["player"], second["scores"]) == ("10.jpg", 1, [25, 27])
    assert final == {"final": {"scores": [25, 27], "missing": []}}


@pytest.mark.skipif(not HAS_TILE_MODELS, reason="the networks for Triominos are not here")
def test_a_bare_table_is_the_beginning_of_a_game_of_tiles(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "1.jpg").write_bytes(cv2.imencode(".jpg", np.full((600, 800, 3), 120, np.uint8))[1].tobytes())
    words = ["--game", "triominos", "--scoring", "junior", "--json", "--players", "3"]
    assert main(["score", str(tmp_path), *words]) == 0
    first, final = map(json.loads, capsys.readouterr().out.splitlines())
    assert first == {"picture": "1.jpg", "player": None, "verdict": None, "move": None, "scores": [0, 0, 0]}
    assert final["final"]["scores"] == [0, 0, 0]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--players", "5"], "5 players are not possible: Triolet is for 1 to 4\n"),
        (["--players", "0"], "0 players are not possible: Triolet is for 1 to 4\n"),
        (
            ["--players", "3", "--names", "Anna,Ben"],
            "There are 3 players but 2 names: leave --players out, or name them all\n",
        ),
        (["--lang", "fr", "--players", "9"], "9 joueurs, ce n’est pas possible : Triolet se joue de 1 à 4\n"),
        (["--layout", "/nowhere.json"], "/nowhere.json cannot be read (no such file or directory): "
         "check who may read it\n"),
    ],
)  # fmt: skip
def test_a_wrong_call_is_one_sentence_and_exit_2(
    arguments: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "1.jpg").write_bytes(b"x")
    assert main(["score", str(tmp_path), *arguments]) == 2
    assert capsys.readouterr() == ("", sentence)


def test_a_folder_without_photos_and_a_spoiled_turns_json_are_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["score", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith(f"There is no picture in {tmp_path}")
    (tmp_path / "1.jpg").write_bytes(b"x")
    (tmp_path / "turns.json").write_text("{")
    assert main(["score", str(tmp_path)]) == 2
    assert (
        capsys.readouterr().err == f"{tmp_path / 'turns.json'}: this is not JSON: look at line 1, column 2\n"
    )
