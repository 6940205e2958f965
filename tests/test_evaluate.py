"""`trioscope evaluate`: readings against truths, counted."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.evaluate import (
    Check,
    Comparison,
    Outcome,
    Reading,
    ReadToken,
    compare,
    evaluate_pictures,
    is_new_right,
)
from companion.evaluate_command import add_options, run_evaluate
from companion.evaluate_counts import accept, accept_most, weigh_confidence
from companion.evaluate_report import report, summarise, to_text
from companion.evaluate_sheet import draw_misses
from companion.pictures import load_picture, save_png
from companion.reader import make_triolet_reader
from companion.rules.triolet.cells import CELLS
from companion.truth_files import TruthFault
from companion.truths import LabelledPicture, Truth, find_labelled
from tests.stand_ins import CORNERS, make_paint_reader, observe, paint_board
from vision.observation import NoBoard

GRID = ((100.0, 50.0), (400.0, 50.0), (400.0, 350.0), (100.0, 350.0))  # squares of 20 pixels
TRUTH = Truth(GRID, {"H8": "11", "H9": "3", "I8": "4"})
PAINTED_GRID = [[float(x), float(y)] for x, y in CORNERS]


def reading(tokens: Mapping[str, str | None], *pairs: tuple[str, str], shift_px: float = 0.0) -> Reading:
    """A reading of these faces, each with confidence 0.9, of a board that seems shifted to the right."""
    return Reading(
        tuple((x + shift_px, y) for x, y in GRID),
        {cell: ReadToken(face, 0.9) for cell, face in tokens.items()},
        frozenset(frozenset(pair) for pair in pairs),
    )


RIGHT = {"H8": "11", "H9": "3", "I8": "4"}


@pytest.mark.parametrize(
    ("read", "squares_right", "right", "is_all_right"),
    [
        pytest.param(RIGHT, 225, 3, True, id="everything"),
        pytest.param({**RIGHT, "H9": "8"}, 225, 2, False, id="another face"),
        pytest.param({**RIGHT, "H9": None}, 225, 2, False, id="no face"),
        pytest.param({"H8": "11", "I8": "4"}, 224, 2, False, id="a token missed"),
        pytest.param({**RIGHT, "A1": "0"}, 224, 3, False, id="a token that is not there"),
        pytest.param({"H8": "11", "H9": "3", "J8": "4"}, 223, 2, False, id="a token on the next square"),
    ],
)
def test_squares_and_faces_are_compared(
    read: Mapping[str, str | None], squares_right: int, right: int, is_all_right: bool
) -> None:
    compared = compare(TRUTH, reading(read))
    assert (compared.squares, compared.squares_right) == (225, squares_right)
    assert sum(check.is_right for check in compared.checks) == right
    assert sum(check.is_there for check in compared.checks) == 3
    assert compared.is_all_right == is_all_right


def test_a_corner_error_is_measured_in_squares() -> None:
    compared = compare(TRUTH, reading(RIGHT, shift_px=8.0))
    assert compared.corner_errors == pytest.approx((0.4,) * 4)
    assert compared.is_all_right
    assert not compare(TRUTH, reading(RIGHT, shift_px=10.0)).is_all_right
    one_corner = replace(reading(RIGHT), grid=((100.0, 50.0), (406.0, 58.0), (400.0, 350.0), (100.0, 350.0)))
    assert compare(TRUTH, one_corner).corner_errors == pytest.approx((0, 0.5, 0, 0))


def test_a_board_that_was_not_found_has_no_square_right() -> None:
    compared = compare(TRUTH, Reading(None, {}))
    assert (compared.is_found, compared.squares, compared.squares_right) == (False, 225, 0)
    assert [check.is_right for check in compared.checks] == [False] * 3
    assert not compared.is_all_right


def test_hidden_squares_do_not_count_but_must_not_be_made_tokens() -> None:
    truth = replace(TRUTH, hidden=frozenset({"H9", "A1"}))
    compared = compare(truth, replace(reading({"H8": "11", "I8": "4"}), covered=frozenset({"A1"})))
    assert (compared.squares, compared.squares_right) == (223, 223)
    assert [check.cell for check in compared.checks] == ["H8", "I8"]
    assert (compared.hidden, compared.hidden_said, compared.hidden_false) == (2, 1, 0)
    assert compared.is_all_right
    invented = compare(truth, reading({"H8": "11", "I8": "4", "A1": "0"}))
    assert invented.hidden_false == 1
    assert not invented.is_all_right


def test_a_board_found_in_the_wrong_place_is_not_found() -> None:
    away = tuple((x + 500.0, y) for x, y in TRUTH.grid)
    assert not compare(TRUTH, replace(reading(RIGHT), grid=away)).is_found


def test_a_token_across_a_line_is_compared_as_a_pair() -> None:
    truth = replace(TRUTH, between=frozenset({frozenset({"C3", "C4"})}))
    right = compare(truth, reading(RIGHT, ("C4", "C3")))  # either of them first
    assert (right.squares, right.pairs, right.pairs_right, right.pairs_false) == (223, 1, 1, 0)
    assert right.is_all_right
    missed = compare(truth, reading({**RIGHT, "C3": "5"}))
    assert (missed.squares_right, missed.pairs_right) == (223, 0)
    assert all(not check.is_false for check in missed.checks)
    assert not missed.is_all_right
    invented = compare(truth, reading({"H8": "11", "I8": "4"}, ("C3", "C4"), ("H9", "H10")))
    assert (invented.pairs_right, invented.pairs_false, invented.squares_right) == (1, 1, 222)
    assert not invented.is_all_right


def test_without_written_faces_only_squares_count() -> None:
    truth = Truth(GRID, {"H8": None, "H9": None}, has_faces=False)
    compared = compare(truth, reading({"H8": "2", "H9": None}))
    assert compared.is_all_right
    assert not compare(truth, reading({"H8": "2"})).is_all_right


def test_an_observation_is_compared_as_it_is_printed() -> None:
    seen = observe({"H8": ("11", 0.9), "H9": ("3", 0.3)})
    read = Reading.of(seen)
    assert read.grid == tuple((x, y) for x, y in PAINTED_GRID)
    assert {cell: token.face for cell, token in read.tokens.items()} == {"H8": "11", "H9": None}
    assert [token.confidence for token in read.tokens.values()] == pytest.approx([0.9, 0.3])
    assert Reading.of(NoBoard("dark")) == Reading(None, {})


def test_only_exactly_the_new_cells_are_right() -> None:
    picture = LabelledPicture(Path("2.png"), TRUTH, "game", Path("1.png"), frozenset({"I8"}))
    before, after = observe({"H8": ("0", 1.0)}), observe({"H8": ("0", 1.0), "I8": ("0", 1.0)})
    assert is_new_right(picture, before, after)
    assert not is_new_right(picture, before, before)
    assert not is_new_right(picture, observe({}), after)
    assert not is_new_right(picture, before, NoBoard("no-board"))
    hidden = replace(picture, truth=replace(TRUTH, hidden=frozenset({"H8"})))
    assert is_new_right(hidden, observe({}), after)


# What is counted over many pictures.


def outcome(*checks: Check, group: str = "easy", seconds: float = 1.0, new: bool | None = None) -> Outcome:
    there = sum(check.is_there for check in checks)
    right = 225 - sum(check.is_there != (check.read is not None) for check in checks)
    truth = Truth(GRID, {check.cell: check.face for check in checks if check.is_there})
    assert len(truth.tokens) == there
    comparison = Comparison((0.1, 0.2, 0.1, 0.0), 225, right, checks, has_faces=True)
    return Outcome(LabelledPicture(Path("a.png"), truth, group), comparison, seconds, new)


def lying(face: str, read: str | None, confidence: float, cell: str = "H8") -> Check:
    return Check(cell, True, face, ReadToken(read, confidence))


MISSED = Check("B2", True, "9", None)
FALSE = Check("C3", False, None, ReadToken("1", 0.7))


def test_a_group_is_summed_up() -> None:
    easy = outcome(lying("4", "4", 0.99), MISSED, FALSE, seconds=3.0, new=True)
    clean = outcome(lying("4", "4", 0.99), seconds=1.0, new=False)
    lost = Outcome(easy.picture, compare(TRUTH, Reading(None, {})), 0.5)
    summary = summarise("easy", [easy, clean, lost])
    assert (summary.pictures, summary.found, summary.all_right) == (3, 2, 1)
    assert (summary.squares, summary.squares_right) == (675, 223 + 225)
    assert (summary.faces, summary.faces_right) == (6, 2)
    assert (summary.false_tokens, summary.missed_tokens) == (1, 4)
    assert (summary.turns, summary.turns_right) == (2, 1)
    assert [summary.corner_mean, summary.corner_max] == pytest.approx([0.1, 0.2])
    assert (summary.median_s, summary.longest_s) == (1.0, 3.0)


def test_groups_are_told_apart_and_together() -> None:
    told = report([outcome(lying("4", "4", 0.9), group="hard"), outcome(MISSED, group="easy")])
    assert [(one.group, one.faces, one.faces_right) for one in told.groups] == [
        ("easy", 1, 0),
        ("hard", 1, 1),
        ("all", 2, 1),
    ]


def test_confidence_is_held_against_how_often_it_is_right() -> None:
    checks = [lying("4", "4", 0.6), lying("4", "5", 0.8), FALSE, lying("4", "4", 0.9995), MISSED]
    bins = weigh_confidence([*checks, lying("4", None, 0.3)])  # no face: nothing was claimed
    assert [(one.least, one.count) for one in bins] == [(0.5, 3), (0.999, 1)]
    assert [bins[0].expected, bins[0].right] == pytest.approx([0.7, 1 / 3])
    assert [bins[1].expected, bins[1].right] == pytest.approx([0.9995, 1.0])


def test_a_threshold_shows_what_is_believed_and_what_of_it_is_wrong() -> None:
    checks = [lying("4", "4", 0.99), lying("4", "5", 0.8), FALSE, MISSED]
    generous, strict = accept(checks, 0.5), accept(checks, 0.9)
    assert [generous.share, generous.accepted, generous.wrong] == pytest.approx([2 / 3, 3, 2])
    assert [strict.share, strict.accepted, strict.wrong] == pytest.approx([1 / 3, 1, 0])


def test_as_much_is_believed_as_has_one_wrong_in_ten_thousand() -> None:
    right, wrong, doubtful = lying("4", "4", 0.99), lying("4", "5", 0.98), lying("4", "4", 0.97)
    strict = accept_most([right] * 9 + [wrong, doubtful], 10_000)
    assert strict is not None
    assert (strict.threshold, strict.accepted, strict.wrong) == (0.99, 9, 0)
    generous = accept_most([right] * 9_999 + [wrong, doubtful], 10_000)
    assert generous is not None
    assert (generous.threshold, generous.accepted, generous.wrong) == (0.97, 10_001, 1)
    assert (
        accept_most([wrong, replace(wrong, face="5"), MISSED], 10_000) is None
    )  # equally sure, and one is wrong


def test_confusions_are_ranked() -> None:
    checks = [lying("6", "9", 0.9), lying("6", "9", 0.8), lying("6", "6", 0.9), MISSED, FALSE]
    checks.append(lying("12", None, 0.2))
    told = report([outcome(*[replace(check, cell=cell) for check, cell in zip(checks, CELLS, strict=False)])])
    assert [(one.truth, one.read, one.count) for one in told.confusions] == [
        ("6", "9", 2),
        ("12", "?", 1),
        ("9", "nothing", 1),
        ("nothing", "1", 1),
    ]


def test_the_tables_show_every_group_and_line_up() -> None:
    told = report([outcome(lying("4", "5", 0.93), group="hard"), outcome(lying("4", "4", 0.9995))])
    groups, confidences, thresholds, confusions, without_asking = to_text(told).split("\n\n")
    assert without_asking == (
        "Accepted from 0.999500 on, at most 1 in 20,000 is wrong: 50.00% of the tokens "
        "(0 wrong of 1 readings)."
    )
    assert [line.split()[0] for line in groups.splitlines()] == ["group", "easy", "hard", "all"]
    assert "1/2 50.00%" in groups.splitlines()[-1]
    assert confidences.splitlines()[0].split() == ["confidence", "readings", "expected", "right", "right"]
    assert len(confidences.splitlines()) == 3
    last = thresholds.splitlines()[-1].split()
    assert last == ["0.999", "50.00%", "0", "-"]
    assert confusions.splitlines()[1].split() == ["4", "5", "1"]
    for table in (groups, confidences, thresholds, confusions):
        lines = table.splitlines()
        assert len({len(line) for line in lines}) == 1


# From files.


def write_labelled(
    folder: Path, name: str, tokens: Mapping[str, str], seen: Mapping[str, str] | None = None
) -> None:
    """A painted picture and its truth; `seen` is what the stand-in is to read, if that is something else."""
    painted = {cell: (face, 0.8) for cell, face in (tokens if seen is None else seen).items()}
    folder.mkdir(exist_ok=True)
    save_png(paint_board(painted), folder / f"{name}.png")
    truth = {
        "game": "triolet",
        "grid": PAINTED_GRID,
        "tokens": [{"cell": cell, "face": face, "confidence": 1.0} for cell, face in tokens.items()],
        "in_the_way": [],
        "between": [],
        "moved": None,
        "difficulty": "easy",
        "drawn": {"seed": 1},
    }
    (folder / f"{name}.json").write_text(json.dumps(truth))


def write_game(folder: Path) -> None:
    """Three photographs of a game, and one without a board."""
    (folder / "game").mkdir()
    (folder / "single").mkdir()
    save_png(paint_board({"H8": ("0", 1.0)}), folder / "game" / "1.png")
    save_png(paint_board({"I8": ("0", 1.0)}, as_before=("H8",)), folder / "game" / "2.png")
    save_png(paint_board({"I8": ("0", 1.0), "A1": ("0", 1.0)}, as_before=("H8",)), folder / "game" / "3.png")
    save_png(np.zeros((50, 60, 3), np.uint8), folder / "single" / "x.png")
    photos: list[dict[str, object]] = [
        {"file": "single/x.png", "occupied": []},
        {"file": "game/1.png", "occupied": ["H8"]},
        {"file": "game/2.png", "occupied": ["H8", "I8"], "previous": "game/1.png", "new": ["I8"]},
        {
            "file": "game/3.png",
            "occupied": ["H8", "I8"],
            "previous": "game/2.png",
            "new": [],
            "covered": ["O15"],
        },
    ]
    listed = [{**photo, "grid": PAINTED_GRID, "removed": []} for photo in photos]
    (folder / "truth.json").write_text(json.dumps({"source": "paint", "photos": listed}))


def test_truths_beside_pictures_are_found(tmp_path: Path) -> None:
    write_labelled(tmp_path, "b", {"H8": "joker"})
    write_labelled(tmp_path, "a", {})
    save_png(paint_board({}), tmp_path / "without.png")
    first, second = find_labelled(tmp_path)
    assert (first.path.name, second.path.name, second.group) == ("a.png", "b.png", "easy")
    assert second.truth.tokens == {"H8": "joker"}
    assert second.truth.has_faces


def test_a_list_of_photographs_is_found_from_above_and_from_inside(tmp_path: Path) -> None:
    write_game(tmp_path)
    photos = find_labelled(tmp_path)
    assert [(photo.group, photo.path.name) for photo in photos] == [
        ("game", "1.png"),
        ("game", "2.png"),
        ("game", "3.png"),
        ("single", "x.png"),
    ]
    assert not photos[0].truth.has_faces
    assert (photos[0].previous, photos[0].new) == (None, None)
    assert (photos[1].previous, photos[1].new) == (photos[0].path, frozenset({"I8"}))
    assert photos[2].truth.hidden == frozenset({"O15"})
    assert [photo.path.name for photo in find_labelled(tmp_path / "single")] == ["x.png"]


def test_pictures_of_a_game_are_also_read_with_the_one_before_in_mind(tmp_path: Path) -> None:
    write_game(tmp_path)
    outcomes = evaluate_pictures(find_labelled(tmp_path), make_reader=make_paint_reader)
    # From the second on, H8 shows only to a reader who knows the first; in the third there is a false token.
    assert [one.comparison.squares_right for one in outcomes] == [225, 224, 222, 0]
    assert [one.is_new_right for one in outcomes] == [None, True, False, None]
    lone = evaluate_pictures(find_labelled(tmp_path)[1:2], make_reader=make_paint_reader)
    assert [one.is_new_right for one in lone] == [True]


def test_two_processes_find_the_same_as_one(tmp_path: Path) -> None:
    write_labelled(tmp_path / "set", "a", {"H8": "3"})
    write_labelled(tmp_path / "set", "b", {"H8": "3"}, seen={"H8": "8"})
    (tmp_path / "photos").mkdir()
    write_game(tmp_path / "photos")
    pictures = [*find_labelled(tmp_path / "set"), *find_labelled(tmp_path / "photos")]
    alone, shared = (
        [(one.picture, one.comparison, one.is_new_right) for one in outcomes]
        for outcomes in (
            evaluate_pictures(pictures, make_reader=make_paint_reader),
            evaluate_pictures(pictures, jobs=2, make_reader=make_paint_reader),
        )
    )
    assert alone == shared
    assert len(alone) == 6


def test_the_sheet_shows_the_misses_and_nothing_else(tmp_path: Path) -> None:
    write_labelled(tmp_path, "a", {"H8": "3", "B2": "5"}, seen={"H8": "8", "B2": "5", "O15": "1"})
    outcomes = evaluate_pictures(find_labelled(tmp_path), make_reader=make_paint_reader)
    sheet = draw_misses(outcomes)
    width = sheet.shape[1] // 10
    middles = [sheet[75, 75 + width * index].tolist() for index in range(3)]
    shown = paint_board({"H8": ("8", 0.8), "O15": ("1", 0.8)})
    eight, one = shown[40 + 7 * 20 + 10, 30 + 7 * 20 + 10].tolist(), shown[-50, -40].tolist()
    assert sorted(middles[:2]) == sorted([eight, one])  # equally sure: in any order
    assert middles[2] == [30, 30, 30]  # blank paper
    clean = draw_misses([replace(outcomes[0], comparison=compare(TRUTH, reading(RIGHT)))])
    assert clean.shape[1] < sheet.shape[1]


def evaluate(*words: object) -> int:
    parser = argparse.ArgumentParser()
    add_options(parser)
    return run_evaluate(parser.parse_args([str(word) for word in words]), make_paint_reader)


def test_the_command_prints_tables_or_json_and_writes_the_sheet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, sheet = tmp_path / "set", tmp_path / "misses.png"
    write_labelled(folder, "a", {"H8": "3", "B2": "5"})
    write_labelled(folder, "b", {"H8": "3"}, seen={"H8": "8"})
    assert evaluate(folder, "--sheet", sheet) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert "2/3 66.67%" in out
    assert load_picture(sheet).pixels.shape[1] > 1000
    assert evaluate(folder, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert [group["group"] for group in told["groups"]] == ["easy", "all"]
    assert (told["groups"][1]["faces"], told["groups"][1]["faces_right"]) == (3, 2)
    assert told["confusions"] == [{"truth": "3", "read": "8", "count": 1}]


@pytest.mark.parametrize(
    ("truth", "sentence"),
    [
        pytest.param("{", "a.json: this is not JSON: look at line 1, column 2", id="not JSON"),
        pytest.param(
            {"game": "chess"}, 'a.json: game: "chess" is not one of triolet and triominos', id="game"
        ),
        pytest.param(
            {"game": "triolet", "tokens": [{"cell": "P3", "face": "1"}]},
            "a.json: tokens[0].cell: there is no row P",
            id="no such cell",
        ),
        pytest.param({"game": "triolet"}, "a.json: tokens: this key is missing", id="no tokens"),
        pytest.param(
            {"game": "triolet", "tokens": [], "grid": [[0, 0], [1, 0], [1, 1]]},
            "a.json: grid must be four corners, each a pair of pixel coordinates.",
            id="three corners",
        ),
        pytest.param(
            {"game": "triolet", "tokens": [], "grid": [[0, 0], [0, 0], [0, 0], [0, 0]]},
            "a.json: grid must be four corners, each a pair of pixel coordinates.",
            id="no area",
        ),
        pytest.param(
            {"game": "triolet", "tokens": [], "between": [["A1"]], "grid": PAINTED_GRID},
            "a.json: between must hold pairs of two cells.",
            id="half a pair",
        ),
    ],
)
def test_a_damaged_truth_is_one_sentence_and_exit_2(
    truth: object, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save_png(paint_board({}), tmp_path / "a.png")
    (tmp_path / "a.json").write_text(truth if isinstance(truth, str) else json.dumps(truth))
    assert evaluate(tmp_path) == 2
    assert capsys.readouterr() == ("", f"{tmp_path}/{sentence}\n")


def test_other_faults_are_one_sentence_and_exit_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def complaint(*words: object) -> str:
        assert evaluate(*words) == 2
        out, err = capsys.readouterr()
        assert out == ""
        return err

    assert complaint(tmp_path) == (
        f"There is no picture in {tmp_path} with its truth in a .json file beside it.\n"
    )
    assert complaint(tmp_path / "none") == (
        f"There is no folder {tmp_path}/none: name one that holds labelled pictures.\n"
    )
    listed = {"photos": [{"file": "gone.jpg", "grid": PAINTED_GRID, "occupied": []}]}
    (tmp_path / "truth.json").write_text(json.dumps(listed))
    assert complaint(tmp_path) == (
        f"{tmp_path}/truth.json: photos[0].file names a picture that is not there.\n"
    )
    folder = tmp_path / "set"
    write_labelled(folder, "a", {})
    assert complaint(folder, "--profile", "gone.json") == "The profile gone.json is gone: calibrate again.\n"
    assert complaint(folder, "--sheet", tmp_path / "none" / "x.png") == (
        f"{tmp_path}/none/x.png: no such file or directory; choose another file or folder\n"
    )
    (folder / "a.png").write_text("no picture")
    assert complaint(folder).startswith(f"{folder}/a.png is not a picture that can be read")
    assert complaint(folder, "--jobs", "2").startswith(f"{folder}/a.png is not a picture that can be read")


def test_a_list_that_names_nothing_is_refused(tmp_path: Path) -> None:
    (tmp_path / "truth.json").write_text('{"photos": []}')
    with pytest.raises(TruthFault, match=r"truth\.json names no pictures"):
        find_labelled(tmp_path)


def test_the_usual_reader_takes_a_missing_profile_for_a_fault(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"gone\.json"):
        make_triolet_reader(tmp_path / "gone.json")
