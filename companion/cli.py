"""The command `trioscope`.

Exit code 0: done. 1: nothing could be read or written, or what was looked at is not in order. 2: the call or
the input was malformed. 3: no screen for the kiosk. These come with one plain sentence on standard error. No
command prints a traceback. Commands import what they need when they run, so that `trioscope judge` starts
quickly.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from typing import Any, NoReturn

from companion import __version__
from companion.commands import COMMANDS, GROUPS
from companion.rules.errors import Malformed
from companion.rules.forms import printable
from companion.rules.verdict import LANGUAGES, Language
from companion.streams import StreamFault, complain, drop_output, flush_output, read_lines, write_line

OK, STUCK, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130
DEBUG = "TRIOSCOPE_DEBUG"  # in the environment: let a fault of ours show its traceback

DESCRIPTION = (
    "The scorekeeper for Triolet and Triominos: a camera above the table sees what you lay, and the screen "
    "says whether it is allowed and what it is worth."
)
EPILOG = """\
trioscope COMMAND --help explains a command, with an example.

Exit codes: 0 when all is done; 1 when something could not be read or written, or when what was looked at is \
not in order (doctor, journal check); 2 when the command line or its input makes no sense; 3 when there is \
no screen to show the kiosk on; 130 after Ctrl-C. \
What went wrong is one sentence on standard error."""

SENTENCES: dict[Language, dict[str, str]] = {
    "en": {
        "no-input": "Standard input is closed: there is nothing to read",
        "no-output": "Standard output is closed: there is nowhere to write",
        "cannot-read": "Standard input cannot be read",
        "cannot-write": "The answer could not be written: is the disk full?",
        "malformed-lines": "{count} {count:line was|lines were} malformed",
        "our-fault": "Trioscope made a mistake ({fault}): please report it, with what {debug}=1 prints",
    },
    "fr": {
        "no-input": "L’entrée standard est fermée : il n’y a rien à lire",
        "no-output": "La sortie standard est fermée : impossible d’écrire",
        "cannot-read": "Impossible de lire l’entrée standard",
        "cannot-write": "La réponse n’a pas pu être écrite : le disque est-il plein ?",
        "malformed-lines": "{count} {count:ligne était mal formée|lignes étaient mal formées}",
        "our-fault": "Trioscope s’est trompé ({fault}) : signalez-le, avec ce que {debug}=1 affiche",
    },
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code."""
    options = argparse.Namespace()
    try:
        words = sys.argv[1:] if arguments is None else list(arguments)
        options = build_parser(words).parse_args(words)
        run: Callable[[argparse.Namespace], int] = options.run
        return run(options)
    except BrokenPipeError:  # the reader went away (`trioscope moves | head`): not our fault
        drop_output()
        return OK
    except StreamFault as fault:
        drop_output()
        complain(SENTENCES[getattr(options, "lang", "en")][fault.reason])
        return STUCK
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as fault:
        if DEBUG in os.environ:
            raise
        # A fault of ours, not of the user's: still one sentence, and how to tell us more.
        sentence = SENTENCES[getattr(options, "lang", "en")]["our-fault"]
        complain(sentence.format(fault=printable(f"{type(fault).__name__}, {fault}"), debug=DEBUG))
        return STUCK


def run_judge(options: argparse.Namespace) -> int:
    from companion.requests import answer_judge

    def answers(request: object) -> Iterable[object]:
        return (answer_judge(request, options.lang),)

    return _answer(options, answers)


def run_moves(options: argparse.Namespace) -> int:
    from companion.requests import answer_moves

    return _answer(options, answer_moves)


def run_demo(options: argparse.Namespace) -> int:
    from companion.demo import play_demo

    for sheet in play_demo(options.lang, options.quick):
        write_line(sheet)
    return OK


def _answer(options: argparse.Namespace, answers: Callable[[object], Iterable[object]]) -> int:
    """Answer the request on standard input, or with `--lines` each line of it."""
    from companion.requests import read_json

    if getattr(options, "lines", False):
        return _answer_lines(options.lang, answers)
    try:
        for answer in answers(read_json(b"".join(read_lines()))):
            write_line(_encode(answer))
    except Malformed as fault:
        complain(_say(fault, options.lang))
        return BAD_INPUT
    return OK


def _answer_lines(language: Language, answers: Callable[[object], Iterable[object]]) -> int:
    from companion.requests import read_json

    malformed = 0
    for line in read_lines():
        try:
            for answer in answers(read_json(line.rstrip(b"\r\n"))):
                write_line(_encode(answer))
        except Malformed as fault:
            write_line(_encode({"error": _say(fault, language)}))
            malformed += 1
    if not malformed:
        return OK
    from companion.rules.wording import fill

    complain(fill(SENTENCES[language]["malformed-lines"], language, count=malformed))
    return BAD_INPUT


def _say(fault: Malformed, language: Language) -> str:
    from companion.rules.sentences import say_fault

    return say_fault(fault, language)


_encode = json.JSONEncoder(ensure_ascii=False).encode


class _Help(argparse.HelpFormatter):
    """Help in which an example stays on one line, to be copied as it is; several have a ` · ` between."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        head, colon, calls = text.partition(": ")
        if colon and head in ("Example", "Examples"):
            return "\n".join(
                [f"{indent}{head.lower()}:", *(f"{indent}  {one}" for one in calls.split(" · "))]
            )
        paragraphs = text.split("\n\n")
        return "\n\n".join(super(_Help, self)._fill_text(one, width, indent) for one in paragraphs)


class _Parser(argparse.ArgumentParser):
    """An argument parser whose complaint is one sentence."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # whatever argparse hands to a command's parser
        super().__init__(*args, **{"formatter_class": _Help, **kwargs})

    def error(self, message: str) -> NoReturn:
        complain(f"trioscope: {printable(message)} (try: {self.prog} --help)")
        sys.exit(BAD_INPUT)

    def exit(self, status: int = OK, message: str | None = None) -> NoReturn:
        """After `--help` and `--version`, which print by themselves."""
        flush_output()
        sys.exit(status)


class _MainParser(_Parser):
    """The parser of the whole line: its help lists the commands by group."""

    def format_help(self) -> str:
        help_ = self._get_formatter()
        help_.add_text(self.description)
        help_.add_usage("trioscope COMMAND [option ...]", [], [])
        for group, commands in GROUPS.items():
            help_.start_section(group)
            help_.add_arguments(
                argparse.Action([], command.name, help=command.purpose, metavar=command.name)
                for command in commands
            )
            help_.end_section()
        help_.start_section("options")
        help_.add_arguments(action for action in self._actions if action.option_strings)
        help_.end_section()
        help_.add_text(self.epilog)
        return help_.format_help()


def build_parser(words: Iterable[str] = COMMANDS) -> argparse.ArgumentParser:
    """The parser for these words of the command line: a command has its options if it is named there."""
    parser = _MainParser(prog="trioscope", description=DESCRIPTION, epilog=EPILOG)
    parser.add_argument("--version", action="version", version=f"trioscope {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=_Parser)
    named = frozenset(words)
    for command in COMMANDS.values():
        one = commands.add_parser(command.name, help=command.purpose)
        if command.name not in named:
            continue
        if command.module is None:
            OWN[command.name](one)
        else:
            import_module(command.module).add_options(one)
    return parser


def _add_judge(judge: argparse.ArgumentParser) -> None:
    judge.description = (
        "Read a position and a move as JSON from standard input and print the verdict as JSON."
    )
    judge.epilog = (
        """Example: echo '{"game": "triolet", "move": {"H8": "11", "H9": "3"}}' | trioscope judge"""
    )
    judge.add_argument("--lines", action="store_true", help="one request a line, one answer a line")
    _add_language(judge, "language of the sentences")
    judge.set_defaults(run=run_judge)


def _add_moves(moves: argparse.ArgumentParser) -> None:
    moves.description = (
        "Read a position and a rack or hand as JSON from standard input and print every legal move, one JSON "
        "a line, most points first."
    )
    moves.epilog = """Example: echo '{"game": "triominos", "hand": [[0, 1, 2]]}' | trioscope moves"""
    _add_language(moves, "language of the sentences")
    moves.set_defaults(run=run_moves)


def _add_demo(demo: argparse.ArgumentParser) -> None:
    demo.description = (
        "Play one game of each kind and print its score sheet, turn by turn: what a virtual camera sees of a "
        "virtual table is read, ruled on and counted as in the kiosk."
    )
    demo.epilog = "Example: trioscope demo --quick --lang fr"
    demo.add_argument(
        "--quick", action="store_true", help="through the rules alone, without the virtual table"
    )
    _add_language(demo, "language of the score sheets")
    demo.set_defaults(run=run_demo)


def _add_language(command: argparse.ArgumentParser, purpose: str) -> None:
    command.add_argument("--lang", choices=LANGUAGES, default="en", help=f"{purpose} (default: en)")


OWN: dict[str, Callable[[argparse.ArgumentParser], None]] = {
    "judge": _add_judge,
    "moves": _add_moves,
    "demo": _add_demo,
}

if __name__ == "__main__":
    sys.exit(main())
