"""Whole games under kills: `python -m tests.soak.games --kills 300 --seed 1`.

A family plays both games into a journal, in a process that is killed at a random moment again and again,
mostly when it has just begun to write. It says what is about to be written, and what it saw acknowledged.
After each kill the journal must hold what was acknowledged, or that and all of what was being written; the
scores must be those of a fresh judgement of the true game; and no press may have counted twice.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import select
import shutil
import signal
import sqlite3
import sys
import tempfile
import time
import traceback
from collections import Counter, deque
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, NoReturn

from companion.journal import Journal
from companion.journal.database import beside, connect_to_write
from companion.record import is_finished
from companion.rules.ending import final_scores
from companion.session.declined import Declined
from companion.session.events import GameStarted, Resumed, TurnPlayed, Woken, event_from_json
from companion.session.games import Game, try_play
from companion.session.setup import Setup
from companion.session.state import State, fold
from tests.soak.family import Family
from tests.soak.script import Script, fingerprint

LONGEST_LIFE = 100  # messages, two for each thing heard: most games see several lives
OPENING_S = 0.04  # the first of all: the journal is opened and the game taken up
LONGEST_WRITE_S = 0.01  # a commit takes 1 to 10 ms
PICTURE_BUDGET_BYTES = 100_000

Stored = dict[str, Any]  # an event as JSON has it
Message = dict[str, Any]


@dataclass(slots=True)
class Watcher:
    """What is known from outside: what was acknowledged of each game, and what was being written."""

    seed: int
    batches: dict[int, list[list[Stored]]] = field(default_factory=dict)  # written together, by game
    setups: dict[int, Setup] = field(default_factory=dict)
    scripts: dict[int, Script] = field(default_factory=dict)
    seen: dict[int, str] = field(default_factory=dict)  # the fingerprint that was shown last
    last: tuple[int, str] | None = None  # the last press
    game: int | None = None  # where something is being written
    batch: list[Stored] | None = None
    torn: set[int] = field(default_factory=set)  # cut in a write: whether the end is marked is open
    finished: int = 0
    counts: Counter[str] = field(default_factory=Counter)

    def hear(self, message: Message) -> None:
        """One message of the process that plays."""
        match message:
            case {"will": batch, "game": None}:
                self.game, self.batch = max(self.batches, default=0) + 1, batch
                self.setups[self.game] = Setup.from_json(batch[0]["setup"])
            case {"will": batch, "game": int(game), "press": press}:
                self.game, self.batch = game, batch
                self.last = self.last if press is None else (game, press)
            case {"resume": int(game), "at": at}:
                # A game that was cut off before its first event begins now.
                first = Woken(at) if self.batches[game] else GameStarted(self.setups[game], at)
                self.game, self.batch = game, [first.to_json()]
            case {"nothing": _}:
                self.batch = None
            case {"did": int(game), "seen": seen}:
                assert game == self.game and self.batch is not None
                self._written()
                self.seen[game] = seen
                self.torn.discard(game)
            case {"declined": declined}:
                self.counts["sent again"] += 1
                self.counts["declined"] += declined
            case _:
                raise AssertionError(f"{message}")

    def look(self, path: Path, since: int = 0) -> None:
        """See that the journal holds what it must after a kill, for all games from number `since` on."""
        budget = PICTURE_BUDGET_BYTES
        with Journal.open(path, picture_budget_bytes=budget, connect=_connect_to_look) as journal:
            assert journal.notices == (), f"{journal.notices}"
            records = journal.games()
            ended = {record.id: record.ended_s is not None for record in reversed(records)}
            if self.batch:
                self.counts["inside a write"] += 1
                self._find_out(journal, ended)
            assert set(ended) == set(self.batches), f"games {sorted(ended)}"
            for game, is_ended in ended.items():
                if game >= since:
                    self._look_at(journal, game, is_ended)
            self.finished = sum(ended.values())

    def _find_out(self, journal: Journal, games: Container[int]) -> None:
        """What became of what was being written."""
        assert self.game is not None and self.batch is not None
        if self.game in games:
            known = self.batches.setdefault(self.game, [])
            self.torn.add(self.game)
            if journal.next_number(self.game) > sum(map(len, known)):
                self.counts["written"] += 1
                self._written()
                self.seen.pop(self.game, None)  # nobody has seen it yet
        self.batch = None

    def _look_at(self, journal: Journal, game: int, is_ended: bool) -> None:
        """All that was acknowledged is there and nothing else, and it is the game that was played."""
        stored = [dict(one.event) for one in journal.events(game)]
        known = [event for batch in self.batches[game] for event in batch]
        assert stored == known, f"game {game}: {stored} instead of {known}"
        if not stored:
            return
        state = fold(event_from_json(event) for event in stored)
        shown = self.seen.setdefault(game, fingerprint(state))
        assert fingerprint(state) == shown, f"game {game} is not what was shown: {state}"
        assert is_ended == is_finished(state) or game in self.torn, f"game {game}: ended {is_ended}"
        self._judge(game, state)
        self._count_presses(game)

    def _judge(self, game: int, state: State) -> None:
        """The turns are the first ones of the true game, and the scores are what the rules give for them."""
        if game not in self.scripts:
            self.scripts[game] = Script.write(state.setup, self.seed, game)
        script, turns = self.scripts[game], tuple(one.turn for one in state.sheet.turns)
        assert turns == script.turns[: len(turns)], f"game {game}: {turns} instead of {script.turns}"
        fresh: Game = script.opening
        for turn in turns:
            after = try_play(fresh, turn)
            assert not isinstance(after, Declined), after.say()
            fresh = after
        assert (state.game, state.game.scores) == (fresh, fresh.scores)
        if is_finished(state):
            assert state.final_scores == final_scores(fresh.scores, fresh.settle(dict(script.rests)))

    def _count_presses(self, game: int) -> None:
        """A press counts once: what it led to was written together."""
        counted = Counter(
            press
            for batch in self.batches[game]
            for press in {
                event["press"] for event in batch if event["event"] in (TurnPlayed.NAME, Resumed.NAME)
            }
            if press is not None
        )
        assert all(times == 1 for times in counted.values()), f"game {game}: {counted.most_common(1)}"

    def _written(self) -> None:
        assert self.game is not None and self.batch is not None
        before = self.batches.setdefault(self.game, [])
        if self.batch:
            before.append(self.batch)
        self.batch = None


def kill_often(folder: Path, kills: int, seed: int) -> Watcher:
    """Let games be played by processes that are killed, and look after each; what was seen."""
    path, copy, rng, watcher = folder / "games.db", folder / "copy.db", random.Random(seed), Watcher(seed)
    for life in range(kills):
        _live_and_die(path, watcher, life, rng)
        for ending in ("", "-wal", "-journal"):  # a copy: the next life is to find what the kill has left
            beside(copy, ending).unlink(missing_ok=True)
            if beside(path, ending).exists():
                shutil.copy(beside(path, ending), beside(copy, ending))
        if path.exists():
            watcher.look(copy, since=max(watcher.batches, default=0) - 1)
    watcher.look(path)
    return watcher


def _live_and_die(path: Path, watcher: Watcher, life: int, rng: random.Random) -> None:
    """One process from its beginning to its kill; `watcher` hears all it said."""
    read_end, write_end = os.pipe()
    # No thread and no open journal: forking is safe, and saves starting Python and importing everything.
    process = os.fork()
    if process == 0:
        os.close(read_end)
        _play_for_ever(path, watcher, life, write_end)
    os.close(write_end)
    for message in _until_the_kill(messages := _Messages(read_end), rng):
        watcher.hear(message)
    os.kill(process, signal.SIGKILL)
    for message in messages.until():
        watcher.hear(message)
    os.close(read_end)
    _, status = os.waitpid(process, 0)
    assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL, "the family ended by itself"


def _until_the_kill(messages: _Messages, rng: random.Random) -> Iterator[Message]:
    """What is said in a life: its length is counted in messages, as machines are not equally fast."""
    kind = rng.choice(("opening", "any moment", "any moment", "one", "one", "one", "several", "several"))
    if kind == "opening":
        yield from messages.until(time.monotonic() + rng.uniform(0, OPENING_S))
        return
    yield from islice(messages.until(), rng.randrange(LONGEST_LIFE))
    if kind == "any moment":
        yield from messages.until(time.monotonic() + rng.uniform(0, 2 * LONGEST_WRITE_S))
        return
    least = 1 if kind == "one" else 2  # events that are written at once
    for message in islice(messages.until(), LONGEST_LIFE):
        yield message
        if len(message.get("will", ())) >= least:
            break
    # Rather early: most of the time of a commit is waiting for the sync, and then all of it is there.
    select.select([], [], [], LONGEST_WRITE_S * rng.random() ** 2)


def _play_for_ever(path: Path, watcher: Watcher, life: int, write_end: int) -> NoReturn:
    """The life of a process: it never comes back."""

    def say(message: Mapping[str, object]) -> None:
        rest = json.dumps(message).encode() + b"\n"
        while rest:
            rest = rest[os.write(write_end, rest) :]

    try:
        journal = Journal.open(path, picture_budget_bytes=PICTURE_BUDGET_BYTES)
        assert journal.notices == (), f"{journal.notices}"
        Family(journal, watcher.seed, life, say, watcher.scripts, watcher.last).play()
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
    os._exit(1)


def _connect_to_look(path: Path) -> sqlite3.Connection:
    """As for writing, so that what a kill left is put right; but who only looks need not wait for syncs."""
    connection = connect_to_write(path)
    connection.execute("PRAGMA synchronous = OFF")
    return connection


class _Messages:
    """Whole lines from a pipe."""

    def __init__(self, read_end: int) -> None:
        self._read_end = read_end
        self._lines: deque[bytes] = deque()
        self._rest = b""  # a line that is not whole yet; what was being said at the kill was never said

    def until(self, deadline: float | None = None) -> Iterator[Message]:
        """What comes before this moment, or before the other end is closed."""
        while True:
            while self._lines:
                yield json.loads(self._lines.popleft())
            left_s = None if deadline is None else deadline - time.monotonic()
            if left_s is not None and left_s <= 0:
                return
            ready, _, _ = select.select([self._read_end], [], [], left_s)
            piece = os.read(self._read_end, 1 << 16) if ready else b""
            if not piece:
                return
            *lines, self._rest = (self._rest + piece).split(b"\n")
            self._lines.extend(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--seed", type=int, default=random.randrange(2**32))
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        watcher = kill_often(Path(folder), options.kills, options.seed)
    counts, events = watcher.counts, sum(len(b) for batches in watcher.batches.values() for b in batches)
    print(
        f"{options.kills} kills, {counts['inside a write']} inside a write "
        f"({counts['written']} of these were all there, the others not at all): "
        f"{len(watcher.batches)} games, {watcher.finished} finished, {events} events, "
        f"every score as judged afresh; {counts['sent again']} presses sent again, none counted twice "
        f"({counts['declined']} declined)"
    )


if __name__ == "__main__":
    main()
