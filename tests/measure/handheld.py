"""Whole virtual games of Triolet scored from hand-held photographs, in looks never trained on.

    python -m tests.measure.handheld --games 10 --photos /tmp/handheld

Every photograph is taken from somewhere else: rolled any way, tilted up to 25 degrees, near or far. A family
that makes mistakes plays; one photograph a press goes through the very path of `trioscope score`. Printed for
each game and all: turns counted, of how many; questions; legal moves refused; photographs on which something
was in the way; turns scored wrong without anybody being asked. `--photos` keeps the photographs: drawing them
takes most of the time, and a second run goes on with what is there.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields, replace
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.handheld import HandheldUmpire
from companion.photos import QUARTERS, turned_cell
from companion.players import family_triolet, presses
from companion.players.family_triolet import Press
from companion.players.mistakes import FAMILY
from companion.players.triolet_table import Lay, Shift, Take
from companion.replay import Replay
from companion.rules.triolet import game as triolet
from companion.rules.triolet.editions import STANDARD
from companion.rules.triolet.position import Move, Tokens
from companion.score_answers import AnsweringUmpire
from companion.session.rulings import ChangedBefore, NotYet, Refused, Ruling, Unsure
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.difficulty import Level
from hardware.virtual.fonts import SHIPPED_FONTS, FontBook, default_font_folder
from hardware.virtual.hand_held import draw_hold
from hardware.virtual.table import VirtualTable
from hardware.virtual.world import stream

Bytes = NDArray[np.uint8]
FIRST_SEED = 46_000
MOST_SAID = 240  # letters about one photograph
# A folder of photographs has no second press with nothing new (that is a pass) and shows every turn.
MISTAKES = replace(FAMILY, press_twice=0.0, forget_press=0.0)


@dataclass(slots=True)
class Tally:
    """What came of a game, or of several."""

    photos: int = 0
    turns: int = 0  # counted right
    of: int = 0  # truly played
    questions: int = 0
    changes: int = 0  # asked whether something accepted changed, and it had not
    legal_refused: int = 0
    not_yet: int = 0  # something was in the way: they wrote down what they laid
    wrong: int = 0  # turns scored wrong, and nobody was asked

    def add(self, other: Tally) -> None:
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))

    def __str__(self) -> str:
        return ", ".join(f"{one.name} {getattr(self, one.name)}" for one in fields(self))


class Photographer:
    """Photographs of one game, press by press; those that were kept are not taken again."""

    def __init__(self, seed: int, level: Level, folder: Path | None) -> None:
        self._folder = None if folder is None else folder / f"{level}-{seed}"
        if self._folder is not None:
            self._folder.mkdir(parents=True, exist_ok=True)
        fetched = default_font_folder()
        fonts = FontBook([SHIPPED_FONTS, fetched] if fetched.is_dir() else [SHIPPED_FONTS])
        self._table = VirtualTable.draw("triolet", seed, level, "held-out", fonts)
        self._camera, self._level = VirtualCamera(self._table), level
        self._hand = stream(seed, "hand-held", level)
        self._number = 0

    def lay(self, press: Press) -> None:
        """Do to the table what the family does."""
        for change in press.changes:
            match change:
                case Lay(cell, face):
                    self._table.lay(cell, face)
                case Take(cell):
                    self._table.take(cell)
                case Shift(cell, dx, dy, turn_deg):
                    if change.target != cell:
                        self._table.move(cell, change.target)
                    self._table.shift(change.target, dx - round(dx), dy - round(dy), turn_deg)

    def photo(self) -> Bytes:
        """The table from somewhere else."""
        self._table.see_from(draw_hold(self._table, self._hand, self._level))
        kept = None if self._folder is None else self._folder / f"{self._number:03d}.jpg"
        self._number += 1
        if kept is not None and kept.exists():
            data = kept.read_bytes()
        else:
            data = self._camera.jpeg()
            if kept is not None:
                fresh = kept.with_suffix(".new")
                fresh.write_bytes(data)
                fresh.replace(kept)
        return np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), np.uint8)


class Family:
    """Answers questions as those do who know what they laid."""

    def __init__(self) -> None:
        self.ways = list(range(QUARTERS))  # quarter turns from their board to the umpire's
        self.has_disturbed = False  # something that was counted
        self.ends_turn = True  # else it is a mistake that is about to be put right
        self.laid: list[dict[str, str]] = []  # turn by turn, what was laid since the last counted turn

    def choose(self, asked: Unsure) -> int | None:
        """Which of the readings is what was laid; `None` if none is."""
        for index, reading in enumerate(asked.readings if self.ends_turn else ()):
            moves = [_faces(move.tokens) for move in reading.moves if isinstance(move, Move)]
            if any([_turned(turn, way) for turn in self.laid] == moves for way in self.ways):
                return index
        return None

    def enter(self, ruling: Unsure | NotYet) -> tuple[Move, ...] | None:
        """They write down what they laid, as soon as they know which way round the board is called."""
        if len(self.ways) > 1 or not self.laid or not self.ends_turn:
            return None
        return tuple(Move.parse(_turned(turn, self.ways[0])) for turn in self.laid)

    def name_joker(self, cell: str, options: Sequence[int]) -> int | None:
        """It is told with the photograph."""
        return None

    def is_as_counted(self, changed: ChangedBefore) -> bool:
        """They know whether they moved anything."""
        return not self.has_disturbed

    def is_a_turn(self) -> bool:
        """Nobody is asked: a move that was not seen at all shall be found wrong."""
        return True

    def see(self, truly: triolet.Game, counted: triolet.Game) -> None:
        """Learn which way round the umpire calls the board."""
        true, seen = _faces(truly.position.board), _faces(counted.position.board)
        if len(true) == len(seen):
            self.ways = [way for way in self.ways if _turned(true, way) == seen] or self.ways


def play(seed: int, level: Level, folder: Path | None) -> tuple[Tally, str]:
    """One game; what came of it, and what went wrong first."""
    cv2.setNumThreads(1)
    photographer, family, tally = Photographer(seed, level, folder), Family(), Tally()
    handheld = HandheldUmpire()
    umpire = AnsweringUmpire(handheld, family)
    replay = Replay(umpire, STANDARD, 2)
    trouble: list[str] = []
    first = photographer.photo()
    if not handheld.begin(first, replay.game):
        trouble.append(f"the empty board: {replay.press('000.jpg', first)['verdict']}")
    played = family_triolet.play(random.Random(seed), 2, mistakes=MISTAKES)
    whole = [press for press in played if not isinstance(press.turn, triolet.Stop)]
    truth = whole[-1].game_after
    for press in whole:
        photographer.lay(press)
        before = replay.game
        family.laid = [
            _faces(entry.turn.move.tokens)
            for entry in press.game_after.entries[len(before.entries) :]
            if isinstance(entry.turn, triolet.Lay)
        ]
        family.ends_turn = bool(press.turns)
        family.has_disturbed = isinstance(press.expected, presses.ChangedBefore)
        replay.press(f"{tally.photos + 1:03d}.jpg", photographer.photo(), press.told)
        counted = replay.game
        assert isinstance(counted, triolet.Game)  # as it was begun
        family.see(press.game_after, counted)
        _count(tally, umpire.ruled, press)
        said = f"photo {tally.photos}: {_short(umpire.ruled)}, truly {_short(press.expected)}"
        if not _is_beginning(counted, truth):
            tally.wrong += 1
            trouble.append(f"WRONG, {said}")
            break
        if len(counted.entries) == len(before.entries) and press.turns:
            trouble.append(said)
    tally.turns, tally.of = len(replay.game.entries) - tally.wrong, len(truth.entries)
    return tally, "\n  ".join(trouble)


def _count(tally: Tally, ruling: Ruling | None, press: Press) -> None:
    tally.photos += 1
    expected = press.expected
    tally.questions += isinstance(ruling, Unsure)
    tally.changes += isinstance(ruling, ChangedBefore) and not isinstance(expected, presses.ChangedBefore)
    tally.legal_refused += isinstance(ruling, Refused) and not isinstance(expected, presses.Refused)
    tally.not_yet += isinstance(ruling, NotYet)


def _is_beginning(counted: triolet.Game, truth: triolet.Game) -> bool:
    """Whether what was counted is what was played, as far as it goes: the same points for the same player."""
    turns = [(entry.player, entry.points) for entry in counted.entries]
    return turns == [(entry.player, entry.points) for entry in truth.entries[: len(turns)]]


def _faces(tokens: Tokens) -> dict[str, str]:
    return {cell: token.face for cell, token in tokens.items()}


def _turned(faces: dict[str, str], way: int) -> dict[str, str]:
    return {turned_cell(cell, way): face for cell, face in faces.items()}


def _short(thing: object) -> str:
    return repr(thing)[:MOST_SAID]


def main() -> None:
    parser = argparse.ArgumentParser(description="Whole virtual games, scored from hand-held photographs.")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--first", type=int, default=FIRST_SEED, help="the seed of the first game")
    parser.add_argument("--level", choices=("easy", "medium", "hard"), default="medium")
    parser.add_argument("--photos", type=Path, help="a folder to keep the photographs in")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    seeds = range(options.first, options.first + options.games)
    whole = Tally()
    with ProcessPoolExecutor(options.jobs, mp_context=get_context("spawn")) as pool:
        played = pool.map(play, seeds, [options.level] * len(seeds), [options.photos] * len(seeds))
        for seed, (tally, trouble) in zip(seeds, played, strict=True):
            print(f"game {seed}: {tally}" + (f"\n  {trouble}" if trouble else ""), flush=True)
            whole.add(tally)
    rate = whole.turns / whole.questions if whole.questions else float("inf")
    print(f"{len(seeds)} {options.level} games: {whole}; one question in {rate:.0f} turns")


if __name__ == "__main__":
    main()
