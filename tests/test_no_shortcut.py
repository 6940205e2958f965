"""No short cut from the virtual table's truth to the score: it follows the frames, whatever the truth says.

The virtual table knows what lies where, and all that is tried without a box is tried with it. If that could
reach the score by any other way than through the pixels, every test with it would be worth nothing.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import monotonic

import pytest

from calibration.calibrate import calibrate_board
from companion.app import House, Wishes, build, open_window
from companion.cli import main
from companion.fittings import Fittings, fit
from companion.handheld import HandheldUmpire
from companion.jobs import Umpire
from companion.journal import Journal
from companion.keeper import Keeper
from companion.rules.triolet.editions import STANDARD
from companion.rules.triolet.game import Game
from companion.rules.triolet.position import Move
from companion.session.rulings import Accepted
from companion.session.setup import Setup
from companion.settings import Settings
from companion.umpire import TrioletUmpire
from companion.worker import Worker
from hardware.interfaces import Frame
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.table import VirtualTable
from tests.evening import SMALL
from tests.journal.helpers import HandClock
from tests.recorded import seats

ROOT = Path(__file__).parent.parent
ELEVEN = Move.parse({"H8": "11", "H9": "3"})  # 11 x 2 + 3 = 25
FIVE = Move.parse({"H8": "5", "H7": "4"})  # 5 x 2 + 4 = 14
POINTS = {ELEVEN: 25, FIVE: 14}
# How a table says what lies on it. Where its squares are in the picture a mouse must know too: no secret.
TRUTHS = {"truth", "covers", "lies_px"}
# Who may ask for that: only those who write labelled pictures.
WRITERS = {"companion.render"}


class SilentTable(VirtualTable):
    """A table that nobody may ask what lies on it."""

    def truth(self) -> dict[str, object]:
        raise AssertionError("somebody asked the table for its truth")


class SwappedCamera(VirtualCamera):
    """The camera of one table, which hands out the frames of another."""

    def __init__(self, told: VirtualTable, seen: VirtualTable, clock: Callable[[], float]) -> None:
        super().__init__(told, clock)
        self._other = VirtualCamera(seen, clock)

    def frame(self) -> Frame:
        return self._other.frame()


def table_with(move: Move | None, kind: type[VirtualTable] = VirtualTable) -> VirtualTable:
    table = kind.draw("triolet", 11, sizes=SMALL)
    for cell, face in ({} if move is None else move.to_json()).items():
        table.lay(cell, face)
    return table


@pytest.fixture(scope="module")
def umpire() -> TrioletUmpire:
    """It knows how this board looks when it is empty."""
    return TrioletUmpire(calibrate_board(VirtualCamera(table_with(None)).frame().pixels)[0].known)


@pytest.mark.parametrize(("seen", "told"), [(ELEVEN, FIVE), (FIVE, ELEVEN)], ids=["25 seen", "14 seen"])
def test_the_score_follows_the_frames_and_not_the_truth(
    seen: Move, told: Move, umpire: TrioletUmpire, tmp_path: Path
) -> None:
    umpire.forget()
    clock = HandClock(100.0)
    tables = table_with(told), table_with(seen)
    assert tables[0].truth()["tokens"] != tables[1].truth()["tokens"]
    scores = _press_once({"triolet": umpire}, SwappedCamera(*tables, clock), clock, tmp_path)
    assert scores == (POINTS[seen], 0)


def test_a_table_that_does_not_tell_its_truth_is_scored_all_the_same(
    umpire: TrioletUmpire, tmp_path: Path
) -> None:
    umpire.forget()
    clock = HandClock(100.0)
    camera = VirtualCamera(table_with(ELEVEN, SilentTable), clock)
    assert _press_once({"triolet": umpire}, camera, clock, tmp_path) == (25, 0)


def test_a_frame_that_shows_nothing_scores_nothing_though_the_table_is_full(
    umpire: TrioletUmpire, tmp_path: Path
) -> None:
    umpire.forget()
    clock = HandClock(100.0)
    camera = SwappedCamera(table_with(ELEVEN), table_with(None), clock)
    assert _press_once({"triolet": umpire}, camera, clock, tmp_path) == (0, 0)


def test_the_kiosk_counts_what_its_camera_sees_and_not_what_the_hands_laid(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    seen, told = table_with(None), FIVE

    def fit_swapped(settings: Settings, seed: int) -> Fittings:
        return replace(fit(settings, seed), open_camera=lambda: VirtualCamera(seen))

    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("companion.fittings.fit", fit_swapped)
    wishes = Wishes(Settings.load(environ={"HOME": str(tmp_path)}), (800, 480), may_be_unseen=True)
    surface = open_window(wishes)
    assert surface is not None
    house = build(wishes, surface)
    guest = house.fittings.guest
    assert house.stagehand.begin(Setup(STANDARD, seats("Ada", "Blaise"))) is None and guest is not None
    house.kiosk.to_table()
    _run_until(house, lambda: not house.stagehand.keeper.is_held)
    for cell, face in told.to_json().items():
        guest.lay(cell, face)
    for cell, face in ELEVEN.to_json().items():
        seen.lay(cell, face)
    assert dict(guest.lying) == told.to_json()
    assert house.stagehand.keeper.end_turn(monotonic()) is None
    _run_until(house, lambda: house.kiosk.view is not None and len(house.kiosk.view.lines) == 1)
    view = house.kiosk.view
    assert view is not None and tuple(view.scores) == (25, 0)
    house.close()


@pytest.mark.parametrize("command", ["replay", "score"])
def test_a_folder_of_pictures_is_scored_by_its_pictures_and_not_by_the_truth_beside_them(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    liar = table_with(FIVE)
    for name, move in (("0", None), ("1", ELEVEN)):
        (tmp_path / f"{name}.jpg").write_bytes(VirtualCamera(table_with(move)).jpeg())
        (tmp_path / f"{name}.json").write_text(json.dumps(liar.truth()))
    (tmp_path / "game.json").write_text(json.dumps({"game": "triolet", "players": 2, "final": [14, 0]}))
    arguments = ["--game", "triolet"] if command == "replay" else ["--json"]
    assert main([command, str(tmp_path), *arguments, "--edition", "uk"]) == 0
    final = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert final["final"]["scores"] == [25, 0]


def test_hand_held_photos_are_ruled_on_by_their_pixels() -> None:
    umpire, clock = HandheldUmpire(), HandClock()
    frame = SwappedCamera(table_with(FIVE), table_with(ELEVEN), clock).frame().pixels
    ruling = umpire.rule([frame], Game.start(2))
    assert isinstance(ruling, Accepted)
    (move,) = ruling.moves
    assert isinstance(move, Move)
    assert sorted(token.face for token in move.tokens.values()) == ["11", "3"]


def test_nobody_but_the_writers_of_labelled_pictures_asks_a_table_what_lies_on_it() -> None:
    asking = {}
    for package in ("companion", "calibration", "vision"):
        for path in sorted((ROOT / package).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            asked = {
                node.func.attr
                for node in ast.walk(tree)
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
            } & TRUTHS
            if asked:
                asking[".".join(path.relative_to(ROOT).with_suffix("").parts)] = asked
    assert set(asking) == WRITERS, asking


def _run_until(house: House, is_done: Callable[[], bool]) -> None:
    """Work in turns, as the threads would, until something is so."""
    for _ in range(200):
        house.kiosk.step()
        assert house.kiosk.fault is None
        if is_done():
            return
        house.worker.step()
    raise AssertionError("it never came to that")


def _press_once(
    umpires: dict[str, Umpire], camera: VirtualCamera, clock: HandClock, folder: Path
) -> tuple[int, ...]:
    """Begin a game, press End turn once, and let everybody do what they do then; the scores."""
    worker = Worker(lambda: camera, umpires, clock)  # type: ignore[arg-type]  # its keys are kinds of games
    journal = Journal.open(folder / "journal.db")
    keeper = Keeper(journal, worker, clock)
    keeper.begin(Setup(STANDARD, seats("Ada", "Blaise")))
    clock.now += 1
    assert keeper.end_turn(clock.now) is None
    for _ in range(200):  # a reading takes some looks until the table is still
        worker.step()
        if keeper.poll():
            break
    else:
        raise AssertionError("nothing came of the press")
    assert keeper.game is not None
    scores = keeper.game.session.state.game.scores
    worker.close()
    journal.close()
    return scores
