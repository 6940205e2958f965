"""The command `trioscope`.

Exit code 0: done. 2: the input was malformed, with one plain sentence on standard error. No command prints
a traceback. Commands import what they need when they run, so that `trioscope judge` starts quickly.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import BinaryIO, NoReturn

from companion import __version__
from companion.rules.errors import Malformed
from companion.rules.verdict import LANGUAGES, Language

OK, BAD_INPUT, INTERRUPTED = 0, 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code."""
    options = _parser().parse_args(arguments)
    run: Callable[[argparse.Namespace], int] = options.run
    try:
        code = run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader went away (`trioscope moves | head`): not our fault. Keep the interpreter from
        # complaining when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def run_judge(options: argparse.Namespace) -> int:
    from companion.requests import answer_judge

    def answers(request: object) -> Iterable[object]:
        return (answer_judge(request, options.lang),)

    return _answer(options, answers)


def run_moves(options: argparse.Namespace) -> int:
    from companion.requests import answer_moves

    return _answer(options, answer_moves)


def run_demo(options: argparse.Namespace) -> int:
    from companion.demo import print_demo

    print_demo(options.lang)
    return OK


def _answer(options: argparse.Namespace, answers: Callable[[object], Iterable[object]]) -> int:
    """Answer the request on standard input, or with `--lines` each line of it."""
    from companion.requests import read_json

    language: Language = options.lang
    source, target = sys.stdin.buffer, sys.stdout.buffer
    if not getattr(options, "lines", False):
        try:
            for answer in answers(read_json(source.read())):
                _write(target, answer)
        except Malformed as fault:
            print(_say(fault, language), file=sys.stderr)
            return BAD_INPUT
        return OK
    code = OK
    for line in source:
        try:
            for answer in answers(read_json(line.rstrip(b"\r\n"))):
                _write(target, answer)
        except Malformed as fault:
            _write(target, {"error": _say(fault, language)})
            code = BAD_INPUT
    return code


def _say(fault: Malformed, language: Language) -> str:
    from companion.rules.sentences import say_fault

    return say_fault(fault, language)


def _write(target: BinaryIO, answer: object) -> None:
    # Half a surrogate pair in somebody's key cannot be written as UTF-8; its escape is valid JSON.
    target.write(_encode(answer).encode("utf-8", errors="backslashreplace") + b"\n")


_encode = json.JSONEncoder(ensure_ascii=False).encode


class _Parser(argparse.ArgumentParser):
    """An argument parser whose complaint is one sentence."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"trioscope: {message} (try: {self.prog} --help)\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="trioscope", description="The scorekeeper for Triolet and Triominos.")
    parser.add_argument("--version", action="version", version=f"trioscope {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=_Parser)

    judge = commands.add_parser(
        "judge",
        help="is this move legal, and what is it worth?",
        description="Read a position and a move as JSON from standard input and print the verdict as JSON.",
        epilog='Example: echo \'{"game": "triolet", "move": {"H8": "11", "H9": "3"}}\' | trioscope judge',
    )
    judge.add_argument("--lines", action="store_true", help="one request a line, one answer a line")
    _add_language(judge, "language of the sentences")
    judge.set_defaults(run=run_judge)

    moves = commands.add_parser(
        "moves",
        help="what could be played?",
        description="Read a position and a rack or hand as JSON from standard input and print every legal "
        "move, one JSON a line, most points first.",
        epilog='Example: echo \'{"game": "triominos", "hand": [[0, 1, 2]]}\' | trioscope moves',
    )
    _add_language(moves, "language of the sentences")
    moves.set_defaults(run=run_moves)

    demo = commands.add_parser("demo", help="play one scripted game of each kind and print the score sheets")
    _add_language(demo, "language of the score sheets")
    demo.set_defaults(run=run_demo)
    return parser


def _add_language(command: argparse.ArgumentParser, purpose: str) -> None:
    command.add_argument("--lang", choices=LANGUAGES, default="en", help=f"{purpose} (default: en)")


if __name__ == "__main__":
    sys.exit(main())
