"""`trioscope evaluate` of Triominos: readings against truths, counted."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.evaluate_command import add_options, run_evaluate
from companion.evaluate_tables import TableComparison, TableOutcome, compare_table, evaluate_tables
from companion.evaluate_tables_report import report_tables, summarise_tables, tables_to_text
from companion.evaluate_tables_sheet import draw_table_misses
from companion.pictures import load_picture, save_png
from companion.table_truths import (
    LabelledTable,
    TableTruth,
    Triangle,
    TrueTile,
    find_labelled_tables,
)
from tests.stand_ins import make_paint_reader
from tests.table_stand_ins import (
    SIDE_PX,
    Tile,
    lying,
    make_table_paint_reader,
    paint_table,
    see,
    vertices_at,
)
from vision.tile_lattice import place_of, triangle_at, turn
from vision.tiles import Place, SeenTile, TableObservation

LAID: dict[Place, tuple[int, int, int]] = {
    (0, 0): (5, 5, 5),
    (0, 1): (5, 5, 2),
    (1, 0): (5, 1, 0),
    (1, 1): (3, 4, 4),
    (1, 2): (0, 0, 1),
}
ASIDE: Triangle = ((500.0, 300.0), (530.0, 352.0), (470.0, 352.0))


def true_tile(place: Place, is_hidden: bool = False) -> TrueTile:
    first, second, third = ((x, y) for x, y in vertices_at(place))
    return TrueTile(LAID[place], (first, second, third), place, is_hidden)


TRUTH = TableTruth((*map(true_tile, LAID), TrueTile((0, 1, 2), ASIDE)), face_down=3, has_hand=False)


def seen_tiles(**changes: SeenTile | None) -> list[SeenTile]:
    """Every tile of TRUTH as it is; `t0` … `t5` replaces one, or leaves it out."""
    tiles: list[SeenTile | None] = [see(lying(corners, place)) for place, corners in LAID.items()]
    tiles.append(see(((0, 1, 2), None, ASIDE, 0.9)))
    for name, tile in changes.items():
        tiles[int(name[1:])] = tile
    return [tile for tile in tiles if tile is not None]


def observed(tiles: Sequence[SeenTile], face_down: int = 3) -> TableObservation:
    return TableObservation(tuple(tiles), face_down)


def moved(tile: SeenTile, sides: float) -> SeenTile:
    assert tile.vertices is not None
    return replace(tile, vertices=tile.vertices + np.array([sides * SIDE_PX, 0]))


def test_a_right_reading_is_all_right() -> None:
    compared = compare_table(TRUTH, observed(seen_tiles()))
    assert compared.is_all_right
    assert compared.is_face_down_right
    assert (compared.places, compared.places_right, compared.is_lattice_kept) == (6, 6, True)
    assert [check.truth_label for check in compared.checks] == [
        "5-5-5",
        "5-5-2",
        "5-1-0",
        "3-4-4",
        "0-0-1",
        "0-1-2",
    ]
    assert all(max(check.errors) < 1e-3 for check in compared.checks)


@pytest.mark.parametrize("turns", range(6))
def test_a_lattice_may_be_shifted_and_turned(turns: int) -> None:
    """The reader counts its places from elsewhere, and its first corners are those of its own places."""
    tiles = []
    for tile in seen_tiles():
        assert tile.vertices is not None
        if tile.at is not None:
            first, second, third = (turn(vertex, turns) for vertex in triangle_at(tile.at))
            (row, column), order = place_of((first, second, third))
            tile = SeenTile((row + 3, column - 5), tile.corners[list(order)], 1.0, tile.vertices[list(order)])
        tiles.append(tile)
    compared = compare_table(TRUTH, observed(tiles))
    assert compared.is_all_right
    # Corners in an order that is not that of the place are a fault, though the tile was read right.
    one = tiles[0]
    assert one.vertices is not None
    corners, vertices = np.roll(one.corners, 1, axis=0), np.roll(one.vertices, 1, axis=0)
    tiles[0] = replace(one, corners=corners, vertices=vertices)
    compared = compare_table(TRUTH, observed(tiles))
    assert all(check.is_right for check in compared.checks)
    assert (compared.places_right, compared.is_lattice_kept) == (5, False)


def test_a_truth_may_begin_with_any_corner() -> None:
    """Its places are those of the picture, but its corners may begin where the game has them."""
    tiles = tuple(
        replace(
            tile, corners=tile.corners[1:] + tile.corners[:1], vertices=tile.vertices[1:] + tile.vertices[:1]
        )
        for tile in TRUTH.tiles
    )
    assert compare_table(replace(TRUTH, tiles=tiles), observed(seen_tiles())).is_all_right


@pytest.mark.parametrize(
    ("tiles", "found", "right", "invented"),
    [
        pytest.param(seen_tiles(t3=None), 5, 5, 0, id="a tile missed"),
        pytest.param(seen_tiles(t3=see(lying((3, 4, 5), (1, 1)))), 6, 5, 0, id="another number"),
        pytest.param(seen_tiles(t3=see(lying((4, 3, 4), (1, 1)))), 6, 5, 0, id="numbers turned"),
        pytest.param(seen_tiles(t3=moved(see(lying((3, 4, 4), (1, 1))), 0.1)), 6, 6, 0, id="a little off"),
        pytest.param(seen_tiles(t3=moved(see(lying((3, 4, 4), (1, 1))), 0.2)), 5, 5, 0, id="too far off"),
        pytest.param([*seen_tiles(), see(lying((1, 1, 1), (3, 5)))], 6, 6, 1, id="one invented"),
        pytest.param([*seen_tiles(), seen_tiles()[3]], 6, 6, 0, id="the same again"),
    ],
)
def test_tiles_are_found_read_or_invented(
    tiles: list[SeenTile], found: int, right: int, invented: int
) -> None:
    compared = compare_table(TRUTH, observed(tiles))
    assert sum(check.is_found for check in compared.checks) == found
    assert sum(check.is_right for check in compared.checks) == right
    assert sum(check.is_false for check in compared.checks) == invented
    assert sum(check.is_there for check in compared.checks) == 6
    assert compared.is_all_right == (right == 6 and not invented)


def test_a_tile_seen_twice_is_invented_once() -> None:
    twice = [*seen_tiles(), moved(seen_tiles()[3], 0.05)]
    compared = compare_table(TRUTH, observed(twice))
    assert sum(check.is_false for check in compared.checks) == 1


@pytest.mark.parametrize(
    "tiles",
    [
        pytest.param(seen_tiles(t1=see(lying((5, 5, 2), (0, 3)))), id="in another place"),
        pytest.param(seen_tiles(t1=replace(see(lying((5, 5, 2), (0, 1))), at=None)), id="in no place"),
        pytest.param(
            seen_tiles(t5=see(((0, 1, 2), (7, 7), ASIDE, 0.9))), id="a place for one that lies apart"
        ),
    ],
)
def test_a_wrong_place_breaks_the_lattice(tiles: list[SeenTile]) -> None:
    # The tile at (0, 3) has its corners where they are: only its place is wrong.
    if tiles[1].at == (0, 3):
        tiles[1] = replace(tiles[1], vertices=np.array(vertices_at((0, 1))))
    compared = compare_table(TRUTH, observed(tiles))
    assert all(check.is_right for check in compared.checks)
    assert (compared.places_right, compared.is_lattice_kept, compared.is_all_right) == (5, False, False)


def test_nothing_found_keeps_no_lattice_but_an_empty_table_is_right() -> None:
    assert compare_table(TRUTH, observed([])).is_lattice_kept is False
    empty = compare_table(TableTruth((), 0), TableObservation())
    assert empty.is_all_right and empty.is_face_down_right
    about = compare_table(TableTruth(TRUTH.tiles[-1:], 0), observed([see(((0, 1, 2), (0, 1), ASIDE, 0.9))]))
    assert about.is_all_right and about.is_lattice_kept is None  # a lone tile may be the first of a game


def test_hidden_tiles_are_not_asked_for_nor_is_what_was_read_there() -> None:
    """A hand over the chain: the one that lies beyond it may have its place or none, the others may not."""
    tiles = tuple(true_tile(place, is_hidden=place == (0, 0)) for place in LAID)
    truth = TableTruth(tiles, face_down=0, has_hand=True)
    read = [tile for tile in seen_tiles() if tile.at not in (None, (0, 0))]

    def compared(placeless: Place | None, *more: SeenTile) -> TableComparison:
        seen = (replace(tile, at=None) if tile.at == placeless else tile for tile in read)
        return compare_table(truth, TableObservation((*seen, *more), 0, frozenset({"hand"})))

    whole = compared(None)
    assert [check.tile.at for check in whole.checks if check.tile] == [(0, 1), (1, 0), (1, 1), (1, 2)]
    assert (whole.has_hand, whole.says_hand) == (True, True)
    assert whole.is_all_right
    assert compared((0, 1)).is_all_right
    assert not compared((1, 1)).is_all_right
    assert compared(None, see(lying((4, 4, 4), (0, 0)))).is_all_right


def test_a_back_taken_for_a_tile_is_told_apart_from_nothing() -> None:
    truth = replace(TRUTH, backs=(((10.0, 10.0), (40.0, 62.0), (-20.0, 62.0)),))
    back = see(((1, 1, 1), None, truth.backs[0], 0.6))
    compared = compare_table(truth, observed([*seen_tiles(), back, see(lying((1, 1, 1), (4, 9)))]))
    assert [check.truth_label for check in compared.checks if check.is_false] == ["back", "nothing"]


def test_without_written_places_only_tiles_count() -> None:
    truth = TableTruth(TRUTH.tiles, has_places=False)
    compared = compare_table(truth, observed([replace(tile, at=None) for tile in seen_tiles()], 99))
    assert (compared.is_lattice_kept, compared.is_face_down_right) == (None, None)
    assert compared.is_all_right


# What is counted over many pictures.


def outcome(
    tiles: Sequence[SeenTile], group: str = "easy", face_down: int = 3, s: float = 1.0
) -> TableOutcome:
    picture = LabelledTable(Path("a.png"), TRUTH, group)
    return TableOutcome(picture, compare_table(TRUTH, observed(tiles, face_down)), s)


def test_a_group_is_summed_up() -> None:
    good = outcome(seen_tiles(), s=3.0)
    bad = outcome(
        [*seen_tiles(t0=None, t1=moved(see(lying((5, 5, 3), (0, 1))), 0.1)), see(lying((1, 1, 1), (4, 9)))],
        face_down=2,
    )
    summary = summarise_tables("easy", [good, bad])
    assert (summary.pictures, summary.tiles, summary.found, summary.read_right) == (2, 12, 11, 10)
    assert (summary.corners, summary.corners_right, summary.invented) == (33, 32, 1)
    assert (summary.lattices, summary.lattices_kept, summary.all_right) == (2, 2, 1)
    assert (summary.counted, summary.face_down_right) == (2, 1)
    assert summary.vertex_median == pytest.approx(0, abs=1e-3)
    assert summary.vertex_worst == pytest.approx(0.1, abs=1e-3)
    assert summary.exact == 10
    assert (summary.median_s, summary.longest_s) == (2.0, 3.0)


def test_the_tables_show_every_group_and_what_was_taken_for_what() -> None:
    hard = outcome([*seen_tiles(t0=None, t3=see(lying((3, 5, 5), (1, 1), 0.97)))], group="hard")
    told = report_tables([hard, outcome(seen_tiles())])
    assert [group.group for group in told.groups] == ["easy", "hard", "all"]
    assert [(one.truth, one.read, one.count) for one in told.confusions] == [
        ("4", "5", 2),
        ("a tile", "nothing", 1),
    ]
    assert told.without_asking is None  # the surest reading of all is wrong
    read, places, confidences, thresholds, confusions = tables_to_text(told).split("\n\n")
    for text in (read, places, confidences, thresholds, confusions):
        assert len({len(line) for line in text.splitlines()}) == 1
    for text in (read, places):
        assert [line.split()[0] for line in text.splitlines()] == ["group", "easy", "hard", "all"]
    assert "11/12 91.67%" in read.splitlines()[-1]
    assert "10/11 90.91%" in read.splitlines()[-1]


def test_the_confidence_from_which_hardly_anything_is_wrong_is_told() -> None:
    unsure = see(lying((3, 4, 5), (1, 1), 0.6))
    told = report_tables([outcome(seen_tiles(t3=unsure))])
    assert told.without_asking is not None
    assert (told.without_asking.accepted, told.without_asking.wrong) == (5, 0)
    assert "83.33% of the tiles (0 wrong of 5 readings)." in tables_to_text(told)


# From files.


def write_labelled(
    folder: Path, name: str, read: Sequence[Tile] | None = None, more: Mapping[str, object] | None = None
) -> None:
    """A painted picture and its truth; `read` is what the stand-in is to see, if that is something else, and
    `more` replaces parts of the truth."""
    folder.mkdir(exist_ok=True)
    laid = [lying(corners, place, 0.8) for place, corners in LAID.items()]
    save_png(paint_table(laid if read is None else read, face_down=3), folder / f"{name}.png")
    tiles = [
        {"corners": list(corners), "vertices": vertices, "at": place and list(place), "confidence": 1.0}
        for corners, place, vertices, _ in laid
    ]
    truth = {
        "game": "triominos",
        "tiles": tiles,
        "face_down": 3,
        "in_the_way": [],
        "difficulty": "easy",
        "drawn": {"seed": 1, "backs": [[[10.0, 10.0], [40.0, 62.0], [-20.0, 62.0]]]},
    }
    (folder / f"{name}.json").write_text(json.dumps({**truth, **(more or {})}))


def write_photos(folder: Path) -> None:
    """Two photographs that share one list, as the real ones do."""
    folder.mkdir()
    corners, _, vertices, _ = lying((5, 5, 5), (0, 0))
    save_png(paint_table([(corners, None, vertices, 0.9)]), folder / "b.png")
    save_png(paint_table([]), folder / "a.png")
    listed = [
        {"file": name, "marks": "pips", "tiles": [{"corners": [5, 5, 5], "vertices": vertices}]}
        for name in ("b.png", "a.png")
    ]
    (folder / "truth.json").write_text(json.dumps({"format": "pips", "photos": listed}))


def test_truths_beside_pictures_are_found(tmp_path: Path) -> None:
    write_labelled(tmp_path, "b")
    write_labelled(tmp_path, "a", more={"in_the_way": ["hand"]})
    first, second = find_labelled_tables(tmp_path)
    assert (first.path.name, second.path.name, second.group) == ("a.png", "b.png", "easy")
    assert [tile.at for tile in second.truth.tiles] == list(LAID)
    assert [tile.corners for tile in second.truth.tiles] == list(LAID.values())
    assert (second.truth.face_down, len(second.truth.backs)) == (3, 1)
    assert (first.truth.has_hand, second.truth.has_hand) == (True, False)


def test_a_list_of_photographs_is_found(tmp_path: Path) -> None:
    write_photos(tmp_path / "triangles")
    first, second = find_labelled_tables(tmp_path / "triangles")
    assert (first.path.name, second.path.name, first.group) == ("a.png", "b.png", "triangles")
    assert (first.truth.has_places, first.truth.face_down, first.truth.has_hand) == (False, None, None)
    outcomes = evaluate_tables([first, second], make_reader=make_table_paint_reader)
    assert [one.comparison.is_all_right for one in outcomes] == [False, True]


def test_two_processes_find_the_same_as_one(tmp_path: Path) -> None:
    write_labelled(tmp_path, "a")
    write_labelled(tmp_path, "b", read=[])
    pictures = find_labelled_tables(tmp_path)
    alone, shared = (
        [
            (one.picture, one.comparison)
            for one in evaluate_tables(pictures, None, jobs, make_table_paint_reader)
        ]
        for jobs in (1, 2)
    )
    assert alone == shared
    assert [comparison.is_all_right for _, comparison in alone] == [True, False]


def test_the_sheet_shows_the_misses_and_nothing_else(tmp_path: Path) -> None:
    laid = [lying(corners, place, 0.8) for place, corners in LAID.items()]
    write_labelled(tmp_path, "a", read=[lying((1, 1, 1), (0, 0)), lying((2, 2, 2), (4, 9)), *laid[1:]])
    outcomes = evaluate_tables(find_labelled_tables(tmp_path), make_reader=make_table_paint_reader)
    sheet = draw_table_misses(outcomes)
    width = sheet.shape[1] // 10
    middles = [sheet[75, 75 + width * index].tolist() for index in range(3)]
    assert middles == [[77, 77, 77], [77, 77, 77], [30, 30, 30]]  # two crops of the ground, then blank paper
    clean = draw_table_misses([outcome(seen_tiles())])
    assert clean.shape[1] < sheet.shape[1]


def evaluate(*words: object) -> int:
    parser = argparse.ArgumentParser()
    add_options(parser)
    options = parser.parse_args([str(word) for word in words])
    return run_evaluate(options, make_paint_reader, make_table_paint_reader)


def test_the_command_prints_tables_or_json_and_writes_the_sheet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, sheet = tmp_path / "set", tmp_path / "misses.png"
    write_labelled(folder, "a")
    write_labelled(folder, "b", read=[lying((5, 5, 4), (0, 0))])
    assert evaluate(folder, "--sheet", sheet) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert "6/10 60.00%" in out
    assert load_picture(sheet).pixels.shape[1] > 1000
    assert evaluate(folder, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert [group["group"] for group in told["groups"]] == ["easy", "all"]
    assert (told["groups"][1]["tiles"], told["groups"][1]["found"]) == (10, 6)
    assert {"truth": "5", "read": "4", "count": 1} in told["confusions"]


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        pytest.param(
            {"game": "triolet"},
            "b.json: this is no picture of Triominos; evaluate one game at a time.",
            id="another game",
        ),
        pytest.param({"tiles": [{}]}, "b.json: tiles[0].corners: this key is missing", id="no corners"),
        pytest.param(
            {"tiles": [{"corners": [1, 2, 6], "vertices": [], "at": None}]},
            "b.json: tiles[0].corners[2]: 6 is not on any tile: corners are 0 to 5",
            id="no such number",
        ),
        pytest.param(
            {"tiles": [{"corners": [1, 2, 3], "vertices": [[0, 0], [1, 0], [2, 0]], "at": None}]},
            "b.json: tiles[0].vertices must be three corners clockwise, each a pair of pixel coordinates.",
            id="no area",
        ),
        pytest.param(
            {"tiles": [{"corners": [1, 2, 3], "vertices": [[0, 0], [1, 1], [0, 1]], "at": [1]}]},
            "b.json: tiles[0].at: a place is a row and a column, not 1 number",
            id="half a place",
        ),
        pytest.param(
            {"face_down": "3"}, 'b.json: face_down: "3" is not a whole number', id="a count in words"
        ),
    ],
)
def test_a_damaged_truth_is_one_sentence_and_exit_2(
    more: dict[str, object], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_labelled(tmp_path, "a")
    write_labelled(tmp_path, "b", more=more)
    assert evaluate(tmp_path) == 2
    assert capsys.readouterr() == ("", f"{tmp_path}/{sentence}\n")


def test_other_faults_are_one_sentence_and_exit_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def complaint(*words: object) -> str:
        assert evaluate(*words) == 2
        out, err = capsys.readouterr()
        assert out == ""
        return err

    tiles, board = tmp_path / "tiles", tmp_path / "board"
    write_labelled(tiles, "a")
    board.mkdir()
    save_png(paint_table([]), board / "a.png")
    (board / "a.json").write_text('{"game": "triolet"}')
    assert complaint(tiles, board) == (
        "These folders hold pictures of both games: evaluate one game at a time\n"
    )
    assert complaint(tiles, "--profile", "gone.json") == "The profile gone.json is gone: calibrate again.\n"
    assert complaint(tiles, "--sheet", tmp_path / "none" / "x.png") == (
        f"{tmp_path}/none/x.png: no such file or directory; choose another file or folder\n"
    )
    (tiles / "a.png").write_text("no picture")
    assert complaint(tiles).startswith(f"{tiles}/a.png is not a picture that can be read")
