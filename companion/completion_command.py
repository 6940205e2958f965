"""The command `trioscope completion`: a script with which a shell completes commands and options.

It is made from the very parser that reads the command line, so it cannot fall behind.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from companion.streams import write_line

OK = 0
SHELLS = ("bash", "zsh", "fish")
DESCRIPTION = (
    "Print a script with which your shell completes commands, options and their values. For bash, put the "
    "line of the example into ~/.bashrc; for zsh the same with zsh into ~/.zshrc, after compinit; for fish, "
    "write the script to ~/.config/fish/completions/trioscope.fish."
)
EXAMPLE = 'Example: eval "$(trioscope completion bash)"'
# What the help calls a value that is a file or a folder.
PATHS = frozenset({"FILE", "FOLDER", "IMAGE", "NEW", "OUT.png", "PHOTO", "PICTURE", "PNG", "PROFILE"})

Kind = Literal["nothing", "choice", "path", "value"]


@dataclass(frozen=True, slots=True)
class Slot:
    """An option, or an argument without a name: what it is for and what may stand there."""

    flags: tuple[str, ...]  # none for an argument
    name: str  # what the help calls its value
    purpose: str
    kind: Kind
    choices: tuple[str, ...] = ()
    is_repeated: bool = False


@dataclass(frozen=True, slots=True)
class Node:
    """A command, with its options, its arguments and the commands below it."""

    words: tuple[str, ...]  # as they are typed after `trioscope`
    purpose: str
    options: tuple[Slot, ...]
    arguments: tuple[Slot, ...]
    commands: tuple[Node, ...]

    def walk(self) -> Iterator[Node]:
        """This command and all below it."""
        yield self
        for command in self.commands:
            yield from command.walk()


def add_options(completion: argparse.ArgumentParser) -> None:
    """The options of the command, and what its help says."""
    completion.description, completion.epilog = DESCRIPTION, EXAMPLE
    completion.add_argument("shell", choices=SHELLS, help="which shell the script is for")
    completion.set_defaults(run=run_completion, lang="en")


def run_completion(options: argparse.Namespace) -> int:
    from companion.cli import build_parser
    from companion.completion_scripts import WRITERS

    write_line(WRITERS[options.shell](tree_of(build_parser())))
    return OK


def tree_of(parser: argparse.ArgumentParser, words: tuple[str, ...] = (), purpose: str = "") -> Node:
    """What can be typed, as the parser has it."""
    options: list[Slot] = []
    arguments: list[Slot] = []
    commands: list[Node] = []
    for action in parser._actions:  # argparse tells nobody but its own help
        if isinstance(action, argparse._SubParsersAction):
            purposes = {one.dest: _plain(one.help) for one in action._choices_actions}
            commands = [
                tree_of(below, (*words, name), purposes.get(name, ""))
                for name, below in action.choices.items()
            ]
        elif action.help != argparse.SUPPRESS:
            (options if action.option_strings else arguments).append(_slot(action))
    return Node(words, purpose, tuple(options), tuple(arguments), tuple(commands))


def _slot(action: argparse.Action) -> Slot:
    name = action.metavar if isinstance(action.metavar, str) else action.dest
    choices = tuple(map(str, action.choices or ()))
    kind: Kind = "choice" if choices else "path" if name in PATHS else "value"
    if action.nargs == 0:
        kind = "nothing"
    return Slot(
        flags=tuple(action.option_strings),
        name=name,
        purpose=_plain(action.help),
        kind=kind,
        choices=choices,
        is_repeated=action.nargs in ("+", "*"),
    )


def _plain(text: str | None) -> str:
    """What the help prints: there a % is written twice."""
    return (text or "").replace("%%", "%")
