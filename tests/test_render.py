"""`trioscope render`: pictures with their truths, whole games, and faults as one sentence."""

from __future__ import annotations

import json
import os
import random
import stat
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.players import family_triolet
from companion.players.mistakes import NONE
from companion.positions import draw_disorder, draw_position
from companion.render import FEW_TILES, Order, render_game, render_set, write_sheet
from companion.rules import triolet, triominos
from hardware.virtual.table import GAMES, Game

ROOT = Path(__file__).parent.parent


def run(*arguments: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "companion.cli", "render", *arguments],
        capture_output=True,
        cwd=ROOT,
        check=False,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.mark.parametrize("game", GAMES)
def test_a_set_has_a_truth_beside_every_picture(game: Game, tmp_path: Path) -> None:
    folder, sheet = tmp_path / "set", tmp_path / "sheet.png"
    arguments = ("--game", game, "--seed", "7", "--count", "2", "--difficulty", "easy", "--out", str(folder))
    code, out, err = run(*arguments, "--sheet", str(sheet))
    assert (code, out, err) == (0, f"2 pictures in {folder}\n", "")
    assert sorted(path.name for path in folder.iterdir()) == [
        "00000.jpg",
        "00000.json",
        "00001.jpg",
        "00001.json",
    ]
    for number in range(2):
        picture = cv2.imread(str(folder / f"{number:05d}.jpg"))
        truth = json.loads((folder / f"{number:05d}.json").read_text())
        assert picture is not None
        assert [picture.shape[1], picture.shape[0]] == truth["drawn"]["size"]
        assert (truth["game"], truth["difficulty"], truth["in_the_way"]) == (game, "easy", [])
        if game == "triolet":
            assert 20 <= len(truth["tokens"]) <= 45
            assert np.array(truth["grid"]).shape == (4, 2)
        else:
            assert 10 <= sum(tile["at"] is not None for tile in truth["tiles"]) <= 40
    drawn = cv2.imread(str(sheet))
    assert drawn is not None
    assert drawn.shape == (480, 2560, 3)


def test_two_processes_write_the_same_bytes_as_one(tmp_path: Path) -> None:
    for jobs in (1, 2):
        order = Order("triolet", 3, "medium", "all", tmp_path / str(jobs))
        assert render_set(order, 3, jobs) == 3
    for path in (tmp_path / "1").iterdir():
        assert path.read_bytes() == (tmp_path / "2" / path.name).read_bytes()


def test_a_position_is_drawn_as_it_is(tmp_path: Path) -> None:
    position = tmp_path / "position.json"
    position.write_text('{"game": "triolet", "board": {"H8": "11", "I8": "joker:4"}}')
    folder = tmp_path / "out"
    code, _, err = run("--game", "triolet", "--position", str(position), "--count", "1", "--out", str(folder))
    assert (code, err) == (0, "")
    truth = json.loads((folder / "00000.json").read_text())
    assert [(token["cell"], token["face"]) for token in truth["tokens"]] == [("H8", "11"), ("I8", "joker")]


def test_few_tiles_lie_as_at_the_start_of_a_game(tmp_path: Path) -> None:
    order = Order("triominos", seed=4, level="easy", part="all", folder=tmp_path, few=1.0)
    render_set(order, 6)
    truths = [json.loads(path.read_text()) for path in sorted(tmp_path.glob("*.json"))]
    counts = [sum(tile["at"] is not None for tile in truth["tiles"]) for truth in truths]
    assert max(counts) <= FEW_TILES and len(set(counts)) > 1
    assert max(truth["face_down"] for truth in truths) <= FEW_TILES
    assert min(truth["face_down"] for truth in truths) == 0


def test_a_picture_of_many_frames_has_less_noise(tmp_path: Path) -> None:
    pictures = []
    for burst in ("1", "4"):
        folder = tmp_path / burst
        told = (
            "--game",
            "triolet",
            "--seed",
            "4",
            "--count",
            "1",
            "--difficulty",
            "hard",
            "--out",
            str(folder),
        )
        assert run(*told, "--burst", burst) == (0, f"1 pictures in {folder}\n", "")
        picture = cv2.imread(str(folder / "00000.jpg"), cv2.IMREAD_GRAYSCALE)
        assert picture is not None
        pictures.append(picture)
    one, many = (float(np.median(np.abs(cv2.Laplacian(picture, cv2.CV_32F)))) for picture in pictures)
    assert many < 0.8 * one


def test_disorder_lays_tokens_as_no_game_would(tmp_path: Path) -> None:
    order = Order("triolet", seed=4, level="easy", part="all", folder=tmp_path, disorder=1.0)
    assert render_set(order, 3) == 3
    truths = [json.loads(path.read_text()) for path in sorted(tmp_path.glob("*.json"))]
    turns = [turn for truth in truths for _, _, turn in truth["drawn"]["lies"].values()]
    assert len({round(turn / 90) % 4 for turn in turns}) == 4  # any way round
    counts = [len(draw_disorder(seed)) for seed in range(60)]
    assert min(counts) < 10 and max(counts) > 100  # from none to half of the 225 squares
    assert len({len(truth["drawn"]["lies"]) for truth in truths}) > 1
    for truth in truths:
        across = {cell for cell, _ in truth["between"]}
        assert across | {token["cell"] for token in truth["tokens"]} == set(truth["drawn"]["lies"])


def test_the_truth_says_where_lines_meet_and_tokens_lie(tmp_path: Path) -> None:
    order = Order("triolet", seed=5, level="medium", part="all", folder=tmp_path)
    render_set(order, 1)
    truth = json.loads((tmp_path / "00000.json").read_text())
    lattice = np.array(truth["drawn"]["lattice"]).reshape(6, 6, 2)
    corners = lattice[[0, 0, 5, 5], [0, 5, 5, 0]]
    assert np.abs(corners - np.array(truth["grid"])).max() < 0.02
    (x, y, _) = truth["drawn"]["lies"]["H8"]  # the centre is always taken
    middle = lattice[2:4, 2:4].mean(axis=(0, 1))  # of squares G7 to I9
    side = np.hypot(*(lattice[0, 5] - lattice[0, 0])) / 15
    assert np.hypot(x - middle[0], y - middle[1]) < 0.5 * side


def test_a_game_of_triolet_is_a_folder_for_replay(tmp_path: Path) -> None:
    order = Order("triolet", 4, "easy", "all", tmp_path)
    count = render_game(order, players=2, with_mistakes=False)
    pictures = sorted(tmp_path.glob("*.jpg"))
    assert len(pictures) == count
    game = json.loads((tmp_path / "game.json").read_text())
    told = json.loads((tmp_path / "turns.json").read_text())
    assert set(told) <= {path.name for path in pictures}
    assert [turn["picture"] for turn in game["turns"]] == [path.name for path in pictures[1:]]
    assert game["final"] == game["turns"][-1]["scores"]
    first, last = (json.loads(path.with_suffix(".json").read_text()) for path in (pictures[0], pictures[-1]))
    assert first["tokens"] == []
    *_, press = family_triolet.play(random.Random(4), 2, mistakes=NONE)
    seen = {token["cell"]: token["face"] for token in last["tokens"]}
    assert seen == {cell: token.face for cell, token in press.game_after.position.board.items()}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        pytest.param(
            ("--font", "Robotto"), "There is no font called Robotto: did you mean Roboto?\n", id="font"
        ),
        pytest.param(
            ("--fonts", "/nowhere"),
            "There are no fonts in /nowhere: run make fonts, or name a folder that is laid out "
            "FAMILY/STYLE.ttf.\n",
            id="font folder",
        ),
        pytest.param(
            ("--position", "/nowhere.json"),
            "/nowhere.json: no such file or directory; choose another file or folder\n",
            id="position file",
        ),
        pytest.param(
            ("--count", "many"),
            "trioscope: argument --count: 'many' is not a whole number from 1 to 1048575 "
            "(try: trioscope render --help)\n",
            id="count",
        ),
        pytest.param(
            ("--hands", "2"),
            "trioscope: argument --hands: '2' is not a share from 0 to 1 (try: trioscope render --help)\n",
            id="share",
        ),
    ],
)
def test_bad_input_is_one_sentence_and_exit_2(
    arguments: tuple[str, ...], sentence: str, tmp_path: Path
) -> None:
    assert run("--game", "triolet", "--out", str(tmp_path / "out"), *arguments) == (2, "", sentence)


def test_a_position_that_cannot_be_drawn_is_said(tmp_path: Path) -> None:
    position = tmp_path / "position.json"
    for game, text, sentence in (
        ("triolet", '{"board": {"P3": "3"}}', "board.P3: there is no row P"),
        ("triolet", '{"game": "triominos"}', 'game: "triominos" is not one of triolet'),
        (
            "triominos",
            '{"tiles": [{"at": [0, 0], "corners": [0, 0, 6]}]}',
            "tiles[0].corners[2]: 6 is not on any tile",
        ),
        (
            "triominos",
            json.dumps({"tiles": [{"at": [0, c], "corners": [0, 0, 0]} for c in (0, 400)]}),
            "The game is too large for any picture",
        ),
    ):
        position.write_text(text)
        code, out, err = run("--game", game, "--position", str(position), "--out", str(tmp_path / "out"))
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert sentence in err


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("a file")
    code, _, err = run("--game", "triolet", "--out", str(taken))
    assert (code, err) == (2, f"{taken}: file exists; choose another file or folder\n")
    if os.geteuid() != 0:  # root may write everywhere
        locked = tmp_path / "locked"
        locked.mkdir(mode=stat.S_IRUSR | stat.S_IXUSR)
        assert run("--game", "triolet", "--out", str(locked))[0] == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--play", "--position", "p.json"), "--position goes without --play: leave one of them out\n"),
        (("--play", "--count", "3"), "--count goes without --play: leave one of them out\n"),
        (
            ("--game", "triolet", "--few", "0.5"),
            "--few is for Triominos: a Triolet board is seen without any token, too\n",
        ),
        (
            ("--game", "triominos", "--disorder", "0.5"),
            "--disorder is for Triolet: Triominos tiles lie anywhere as it is\n",
        ),
        (("--mistakes",), "--mistakes goes with --play: leave one of them out\n"),
    ],
    ids=str,
)
def test_options_that_do_not_go_together_are_said(
    arguments: tuple[str, ...], sentence: str, tmp_path: Path
) -> None:
    folder = tmp_path / "out"
    assert run("--game", "triolet", "--out", str(folder), *arguments) == (2, "", sentence)
    assert not folder.exists()


def test_a_folder_with_older_pictures_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "00000.jpg").write_bytes(b"older")
    code, _, err = run("--game", "triolet", "--out", str(tmp_path))
    assert (code, err) == (2, f"{tmp_path} already holds pictures: choose an empty folder.\n")
    assert (tmp_path / "00000.jpg").read_bytes() == b"older"


@pytest.mark.parametrize("seed", range(30))
def test_positions_hold_no_more_than_the_box(seed: int) -> None:
    board = draw_position("triolet", seed)
    assert 20 <= len(board) <= 45
    for face, count in triolet.EDITIONS["fr"].counts.items():
        assert list(board.values()).count(face) <= count
    layout = draw_position("triominos", seed)
    tiles = [triominos.tile_of(corners) for corners in layout.values() if isinstance(corners, tuple)]
    assert len(set(tiles)) == len(layout)
    assert 10 <= len(layout) <= 40


def test_a_contact_sheet_of_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="There is no picture in"):
        write_sheet(tmp_path, tmp_path / "sheet.png")
