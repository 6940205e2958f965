"""The speed of the rules."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from companion.rules import triolet
from companion.rules.triolet.cells import CELLS
from tests.bench.measure import Result, compare

ROOT = Path(__file__).parent.parent.parent
COUNTS = triolet.EDITIONS["fr"].counts
LINES = 20_000


def run() -> Iterator[Result]:
    rng = random.Random(2017)
    lines = list(_requests(rng, LINES))
    text = b"\n".join(lines) + b"\n"

    def judge_lines() -> None:
        command = [sys.executable, "-m", "companion.cli", "judge", "--lines"]
        subprocess.run(command, input=text, stdout=subprocess.DEVNULL, cwd=ROOT, check=True)

    def json_lines() -> None:
        for line in lines:
            json.dumps(json.loads(line))

    yield compare(
        f"judge --lines, {LINES} positions of about 30 tokens",
        judge_lines,
        json_lines,
        "json.loads + json.dumps of the same lines",
        bar=15,
        rounds=5,
    )

    position = _board(rng, 45)
    while position.count("joker"):  # so that a joker is left to play
        position = _board(rng, 45)
    rack = ["joker", *rng.sample([face for face in _unseen(position) if face != "joker"], 2)]
    found = triolet.legal_moves(position, rack)

    def judge_2000() -> None:
        for index in range(2_000):
            triolet.judge(position, found[index % len(found)].move)

    yield compare(
        f"all {len(found)} legal moves, 3 tokens with a joker, 45 on the board",
        lambda: triolet.legal_moves(position, rack),
        judge_2000,
        "2,000 single judgements of that board",
        bar=1,
    )

    one = json.dumps(
        {"game": "triolet", "board": position.to_json(), "move": found[0].move.to_json()}
    ).encode()

    def judge_once() -> None:
        command = [str(Path(sys.executable).parent / "trioscope"), "judge"]
        subprocess.run(command, input=one, stdout=subprocess.DEVNULL, cwd=ROOT, check=True)

    def import_json() -> None:
        subprocess.run(
            [sys.executable, "-c", "import json"], input=one, stdout=subprocess.DEVNULL, check=True
        )

    yield compare(
        "trioscope judge, one position, start to exit",
        judge_once,
        import_json,
        'python -c "import json"',
        bar=4,
        rounds=21,
    )


def _requests(rng: random.Random, count: int) -> Iterator[bytes]:
    """Positions of about 30 tokens with moves, half of them legal."""
    made = 0
    while made < count:
        position = _board(rng, rng.randint(26, 34))
        legal = [
            scored.move.to_json()
            for scored in triolet.legal_moves(position, rng.sample(_unseen(position), 3))
        ]
        for _ in range(min(200, count - made)):
            made += 1
            move = rng.choice(legal) if legal and rng.random() < 0.5 else _any_move(rng)
            yield json.dumps({"game": "triolet", "board": position.to_json(), "move": move}).encode()


def _any_move(rng: random.Random) -> dict[str, str]:
    cell = rng.randrange(len(CELLS) - 2)
    return {CELLS[cell + step]: str(rng.randrange(16)) for step in range(rng.randint(1, 3))}


def _board(rng: random.Random, tokens: int) -> triolet.Position:
    """A board of so many tokens, grown by random legal moves."""
    position = triolet.Position()
    while len(position.board) < tokens:
        moves = [
            scored.move
            for scored in triolet.legal_moves(position, rng.sample(_unseen(position), 3))
            if len(position.board) + len(scored.move.tokens) <= tokens
        ]
        if moves:
            position = position.after(rng.choice(moves))
        elif not triolet.any_legal_move(position, _unseen(position)):
            position = triolet.Position()  # a dead end: begin again
    return position


def _unseen(position: triolet.Position) -> list[str]:
    return [face for face, count in COUNTS.items() for _ in range(count - position.count(face))]
