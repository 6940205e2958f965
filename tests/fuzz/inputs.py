"""The inputs: for each something valid to spoil, and what must hold whatever was spoiled.

A fault that is told in a sentence is an answer; anything else that is raised is a crash. What was tried last
lies in the folder, also after a crash that takes Python with it.
"""

from __future__ import annotations

import json
import os
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from hypothesis import strategies as st

from calibration.profile import EnrolledTokens, ProfileFault, load_profile, save_profile
from calibration.table_profile import EnrolledTiles, load_table_profile, save_table_profile
from companion.choices_file import defaults_of, load_choices, save_choices
from companion.journal import Journal, JournalError
from companion.journal.salvage import look, save
from companion.kiosk.backstage import Choices
from companion.past_games import look_back
from companion.pictures import Picture, PictureFault, load_picture
from companion.quiet_hours import QuietHours
from companion.read_answers import BoardSight, TableSight
from companion.record import RecordedGame
from companion.replay import parse_turns
from companion.requests import answer_judge, answer_moves, read_json
from companion.rules.errors import Malformed
from companion.rules.sentences import say_fault
from companion.rules.triolet.editions import Rules as TrioletRules
from companion.rules.triominos.game import Rules as TriominosRules
from companion.rules.verdict import LANGUAGES
from companion.session.setup import Setup
from companion.settings import Settings, SettingsError
from companion.table_truths import find_labelled_tables
from companion.truth_files import TruthFault, game_in
from companion.truths import find_labelled
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.table import Game, VirtualTable
from tests.calibration.test_profile import make_profile
from tests.calibration.test_table_profile import make_profile as make_table_profile
from tests.fuzz.edits import Bytes, edited_bytes, edited_json, edited_pixels, spoiled_json, to_toml
from tests.recorded import play_some, play_whole, seats
from vision.faces import INPUT_PX
from vision.tile_faces import CORNER_PX
from vision.triolet import read_board
from vision.triominos import read_table

SMALL = ((820, 616),)
LAID: dict[Game, dict[Any, Any]] = {
    "triolet": {"H8": "11", "H9": "3", "H7": "1", "I7": "joker"},
    "triominos": {(0, 0): (5, 5, 5), (0, 1): (5, 5, 2)},
}
LAYOUT = {"double": ["E5"], "triple": [], "replay": ["C3"]}
TILES = [{"at": [0, 0], "corners": [5, 5, 5]}]
REQUESTS = (
    {"game": "triolet", "board": {"H8": "11", "H9": "3"}, "move": {"H7": "1"}, "layout": LAYOUT},
    {"game": "triolet", "rules": {"edition": "uk"}, "board": {"H8": "joker:4"}, "move": {"H7": "joker"}},
    {"game": "triolet", "board": {"H8": "11"}, "rack": ["3", "joker", "4"]},
    {"game": "triominos", "tiles": TILES, "move": {"at": [0, 1], "corners": [5, 5, 2]}},
    {"game": "triominos", "rules": {"scoring": "junior"}, "tiles": TILES, "hand": [[0, 1, 2], [5, 5, 2]]},
)
TURNS = {"001.jpg": {"joker": 4}, "002.jpg": {"drawn": 2, "timeout": True}, "003.jpg": {"exchanged": 3}}
TEXTS = {"events": "payload", "games": "settings"}  # of the journal: the column of each table that is JSON
KINDS = ("jpg", "png", "bmp", "webp", "tiff")


@dataclass(frozen=True, slots=True)
class Input:
    """Something to spoil, and a check that fails only for a crash; it may use the folder as it likes."""

    spoiled: Callable[[], st.SearchStrategy[Any]]
    check: Callable[[Any, Path], object]


# Settings and choices ---------------------------------------------------------------------------------------


def _settings() -> st.SearchStrategy[bytes]:
    valid: dict[str, dict[str, object]] = {}
    for key, value in Settings().values().items():
        section, name = key.split(".")
        valid.setdefault(section, {})[name] = os.fspath(value) if isinstance(value, Path) else value
    return edited_json(valid).map(to_toml) | edited_bytes(to_toml(valid))


def _check_settings(data: bytes, folder: Path) -> None:
    path = folder / "settings.toml"
    path.write_bytes(data)
    try:
        settings = Settings.load(path, {"HOME": str(folder)})
    except SettingsError as fault:
        assert all(fault.say(language) for language in LANGUAGES)
        return
    QuietHours.parse(settings.sound.quiet)
    defaults_of(settings)


def _choices() -> st.SearchStrategy[bytes]:
    changed = Choices(language="fr", volume=15, preview=False, seconds=45, target=400)
    valid = {name: getattr(changed, name) for name in ("language", "volume", "preview", "seconds", "target")}
    return spoiled_json({**valid, "muted": ["tap", "tick"]})


def _check_choices(data: bytes, folder: Path) -> None:
    path = folder / "choices.json"
    path.write_bytes(data)
    choices = load_choices(path, Settings())
    save_choices(path, choices, Settings())
    assert load_choices(path, Settings()) == choices
    for scrap in folder.glob("choices*"):  # damaged ones are set aside, each under a name of its own
        scrap.unlink()


# Profiles ---------------------------------------------------------------------------------------------------


@cache
def _frame(game: Game) -> Bytes:
    table = VirtualTable.draw(game, 11, sizes=SMALL, room_for=LAID[game] if game == "triominos" else None)
    for spot, piece in LAID[game].items():
        table.lay(spot, piece)
    return VirtualCamera(table).frame().pixels


def _board_profile() -> st.SearchStrategy[bytes]:
    crops = np.random.default_rng(2).integers(0, 255, (3, INPUT_PX, INPUT_PX, 3), np.uint8)
    valid = make_profile(EnrolledTokens(("0", "15", "joker"), tuple(crops)))
    return spoiled_json(_saved(lambda path: save_profile(valid, path)))


def _check_board_profile(data: bytes, folder: Path) -> None:
    path = folder / "profile.json"
    path.write_bytes(data)
    with suppress(ProfileFault):
        profile = load_profile(path)
        read_board(_frame("triolet"), profile.known)


def _table_profile() -> st.SearchStrategy[bytes]:
    crops = np.random.default_rng(2).integers(0, 255, (6, CORNER_PX, CORNER_PX, 3), np.uint8)
    valid = make_table_profile(EnrolledTiles(((0, 1, 2), (5, 5, 3)), tuple(crops)))
    return spoiled_json(_saved(lambda path: save_table_profile(valid, path)))


def _check_table_profile(data: bytes, folder: Path) -> None:
    path = folder / "profile.json"
    path.write_bytes(data)
    with suppress(ProfileFault):
        profile = load_table_profile(path)
        read_table(_frame("triominos"), profile.known)


def _saved(save_to: Callable[[Path], object]) -> object:
    """The document that is saved."""
    with tempfile.TemporaryDirectory() as folder:
        save_to(Path(folder) / "saved.json")
        return json.loads((Path(folder) / "saved.json").read_bytes())


# Journals ---------------------------------------------------------------------------------------------------


@cache
def _valid_journal() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.db"
        with Journal.open(path) as journal:
            play_whole(journal, Setup(TrioletRules(), seats("Anna", "Ben")))
            challenge = TriominosRules(challenge=True)
            play_some(journal, Setup(challenge, seats("Anna", "Cleo", "Dan"), seconds=None))
        return path.read_bytes()


def _journal() -> st.SearchStrategy[bytes]:
    return edited_bytes(_valid_journal())


def _check_journal(data: bytes, folder: Path) -> None:
    path = _clear(folder) / "journal.db"
    path.write_bytes(data)
    with suppress(JournalError):
        look(path)
    with suppress(JournalError):
        save(path, folder / "saved.db")
        _use_journal(folder / "saved.db")
    with suppress(JournalError), Journal.open(path, read_only=True) as journal:
        for record in journal.games():
            look_back(journal, record)
    _use_journal(path)


def _use_journal(path: Path) -> None:
    """As the kiosk does after the start; whatever lies there, a new game can be played."""
    try:
        journal = Journal.open(path)
    except JournalError as fault:
        assert str(fault)
        return
    with journal:
        for record in journal.games():
            with suppress(JournalError):
                look_back(journal, record)
        with suppress(JournalError):
            RecordedGame.resume(journal, at=1.0)
        with suppress(JournalError):
            play_some(journal, Setup(TrioletRules(), seats("Eve", "Finn")), turns=2)


def _journal_rows() -> st.SearchStrategy[tuple[str, int, bytes]]:
    """One cell of the journal with other JSON in it."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(_valid_journal())
        file.flush()
        with closing(sqlite3.connect(file.name)) as connection:
            rows = [
                (table, row, json.loads(text))
                for table, column in TEXTS.items()
                for row, text in connection.execute(f"SELECT rowid, {column} FROM {table}")
            ]
    return st.one_of(
        *(st.tuples(st.just(table), st.just(row), spoiled_json(valid)) for table, row, valid in rows)
    )


def _check_journal_rows(cell: tuple[str, int, bytes], folder: Path) -> None:
    table, row, data = cell
    path = _clear(folder) / "journal.db"
    path.write_bytes(_valid_journal())
    with closing(sqlite3.connect(path)) as connection, connection:
        change = f"UPDATE {table} SET {TEXTS[table]} = CAST(? AS TEXT) WHERE rowid = ?"
        connection.execute(change, (data, row))
    _use_journal(path)


def _clear(folder: Path) -> Path:
    for scrap in folder.iterdir():
        scrap.unlink()
    return folder


# JSON that people write -------------------------------------------------------------------------------------


def _requests() -> st.SearchStrategy[bytes]:
    return st.one_of(*map(spoiled_json, REQUESTS))


def _check_request(data: bytes, folder: Path) -> None:
    for answer in (answer_judge, answer_moves):
        try:
            told = answer(read_json(data))
        except Malformed as fault:
            assert all(say_fault(fault, language) for language in LANGUAGES)
        else:
            json.dumps(told, allow_nan=False)


def _check_turns(data: bytes, folder: Path) -> None:
    try:
        parse_turns(read_json(data))
    except Malformed as fault:
        assert all(say_fault(fault, language) for language in LANGUAGES)


def _truths() -> st.SearchStrategy[bytes]:
    forms = []
    for game, laid in LAID.items():
        table = VirtualTable.draw(game, 11, sizes=SMALL, room_for=laid if game == "triominos" else None)
        for spot, piece in laid.items():
            table.lay(spot, piece)
        forms.append({**table.truth(), "difficulty": "medium"})
    return st.one_of(*map(spoiled_json, forms))


def _check_truth(data: bytes, folder: Path) -> None:
    (folder / "one.jpg").write_bytes(b"")
    (folder / "one.json").write_bytes(data)
    for find in (game_in, find_labelled, find_labelled_tables):
        with suppress(TruthFault):
            find(folder)


# Pictures ---------------------------------------------------------------------------------------------------


def _pictures() -> st.SearchStrategy[bytes]:
    small = np.asarray(cv2.resize(_frame("triolet"), (205, 154)), np.uint8)
    return st.one_of(*(edited_bytes(bytes(cv2.imencode(f".{kind}", small)[1])) for kind in KINDS))


def _check_picture(data: bytes, folder: Path) -> None:
    path = folder / "picture.jpg"
    path.write_bytes(data)
    try:
        picture = load_picture(path)
    except PictureFault as fault:
        assert str(fault)
        return
    assert picture.pixels.ndim == 3 and picture.pixels.dtype == np.uint8


def _pixels() -> st.SearchStrategy[Bytes]:
    return st.one_of(edited_pixels(_frame("triolet")), edited_pixels(_frame("triominos")))


def _check_pixels(pixels: Bytes, folder: Path) -> None:
    np.save(folder / "pixels.npy", pixels)
    picture = Picture(pixels, 1.0)
    for sight in (BoardSight(picture, read_board(pixels)), TableSight(picture, read_table(pixels))):
        for language in LANGUAGES:
            json.dumps(sight.answer(language), allow_nan=False)
        sight.drawn()


INPUTS: dict[str, Input] = {
    "settings": Input(_settings, _check_settings),
    "choices": Input(_choices, _check_choices),
    "board-profile": Input(_board_profile, _check_board_profile),
    "table-profile": Input(_table_profile, _check_table_profile),
    "journal": Input(_journal, _check_journal),
    "journal-rows": Input(_journal_rows, _check_journal_rows),
    "requests": Input(_requests, _check_request),
    "turns": Input(lambda: spoiled_json(TURNS), _check_turns),
    "truths": Input(_truths, _check_truth),
    "pictures": Input(_pictures, _check_picture),
    "pixels": Input(_pixels, _check_pixels),
}
