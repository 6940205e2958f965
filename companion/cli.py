"""The command `trioscope`.

Exit code 0: done. 1: nothing could be read or written. 2: the input was malformed. Both come with one plain
sentence on standard error. No command prints a traceback. Commands import what they need when they run, so
that `trioscope judge` starts quickly.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import NoReturn

from companion import __version__
from companion.rules.errors import Malformed
from companion.rules.forms import printable
from companion.rules.verdict import LANGUAGES, Language
from companion.streams import StreamFault, complain, drop_output, flush_output, read_lines, write_line

OK, STUCK, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130
DEBUG = "TRIOSCOPE_DEBUG"  # in the environment: let a fault of ours show its traceback

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
        options = _parser(words).parse_args(words)
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


class _Parser(argparse.ArgumentParser):
    """An argument parser whose complaint is one sentence."""

    def error(self, message: str) -> NoReturn:
        complain(f"trioscope: {printable(message)} (try: {self.prog} --help)")
        sys.exit(BAD_INPUT)

    def exit(self, status: int = OK, message: str | None = None) -> NoReturn:
        """After `--help` and `--version`, which print by themselves."""
        flush_output()
        sys.exit(status)


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """The parser for these words of the command line: a command's many options are added if it is named."""
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
    demo.add_argument(
        "--quick", action="store_true", help="through the rules alone, without the virtual table"
    )
    _add_language(demo, "language of the score sheets")
    demo.set_defaults(run=run_demo)

    kiosk = commands.add_parser("kiosk", help="open the screen on the table, with a virtual table if need be")
    if "kiosk" in words:
        from companion import kiosk_command

        kiosk_command.add_options(kiosk)

    render = commands.add_parser("render", help="draw labelled pictures of a game on the virtual table")
    if "render" in words:
        from companion import render_command

        render_command.add_options(render)

    read = commands.add_parser("read", help="what is on the table in a picture?")
    if "read" in words:
        from companion import read_command

        read_command.add_options(read)

    evaluate = commands.add_parser("evaluate", help="how often are pictures with a known truth read right?")
    if "evaluate" in words:
        from companion import evaluate_command

        evaluate_command.add_options(evaluate)

    replay = commands.add_parser("replay", help="score a whole game from a folder of pictures")
    if "replay" in words:
        from companion import replay_command

        replay_command.add_options(replay)

    calibrate = commands.add_parser("calibrate", help="from a picture of the empty board to a profile")
    if "calibrate" in words:
        from companion import calibrate_command

        calibrate_command.add_options(calibrate)

    journal = commands.add_parser("journal", help="what does the journal hold, and what can be saved of it?")
    if "journal" in words:
        from companion import journal_command

        journal_command.add_options(journal)

    history = commands.add_parser("history", help="the games that were played, and who won them")
    if "history" in words:
        from companion import history_command

        history_command.add_options(history)

    show = commands.add_parser("show", help="the score sheet of a game, every turn spelled out")
    if "show" in words:
        from companion import show_command

        show_command.add_options(show)

    export = commands.add_parser("export", help="a game as a table, a picture or moving pictures")
    if "export" in words:
        from companion import export_command

        export_command.add_options(export)

    players = commands.add_parser("players", help="games, wins, averages and best turns of each player")
    if "players" in words:
        from companion import players_command

        players_command.add_options(players)

    doctor = commands.add_parser("doctor", help="is the box in order, and if not, what is to be done?")
    if "doctor" in words:
        from companion import doctor_command

        doctor_command.add_options(doctor)

    settings = commands.add_parser("settings", help="what is set, and where does each value come from?")
    if "settings" in words:
        from companion import settings_command

        settings_command.add_options(settings)
    return parser


def _add_language(command: argparse.ArgumentParser, purpose: str) -> None:
    command.add_argument("--lang", choices=LANGUAGES, default="en", help=f"{purpose} (default: en)")


if __name__ == "__main__":
    sys.exit(main())
