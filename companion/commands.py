"""Every command of `trioscope`: its name, what it is for, and the module that holds its options.

The main help lists them by group, in this order; so does shell completion.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Command:
    """One command. Its module is imported only when it is named on the command line."""

    name: str
    purpose: str
    module: str | None = None  # with `add_options`; None: the command line itself knows it


GROUPS: dict[str, tuple[Command, ...]] = {
    "play": (
        Command(
            "kiosk",
            "open the screen on the table, with a virtual table if need be",
            "companion.kiosk_command",
        ),
        Command("demo", "play one scripted game of each kind and print the score sheets"),
    ),
    "score from pictures": (
        Command("score", "score a game from photos taken by hand, no box needed", "companion.score_command"),
        Command("replay", "score a whole game from a folder of pictures", "companion.replay_command"),
        Command("read", "what is on the table in a picture?", "companion.read_command"),
    ),
    "ask the rules": (
        Command("judge", "is this move legal, and what is it worth?"),
        Command("moves", "what could be played?"),
    ),
    "look back": (
        Command("history", "the games that were played, and who won them", "companion.history_command"),
        Command("show", "the score sheet of a game, every turn spelled out", "companion.show_command"),
        Command(
            "players", "games, wins, averages and best turns of each player", "companion.players_command"
        ),
        Command("export", "a game as a table, a picture or moving pictures", "companion.export_command"),
    ),
    "look after the box": (
        Command("calibrate", "from a picture of the empty board to a profile", "companion.calibrate_command"),
        Command(
            "settings", "what is set, and where does each value come from?", "companion.settings_command"
        ),
        Command("doctor", "is the box in order, and if not, what is to be done?", "companion.doctor_command"),
        Command(
            "journal",
            "what does the journal hold, and what can be saved of it?",
            "companion.journal_command",
        ),
        Command("completion", "let the shell complete commands and options", "companion.completion_command"),
    ),
    "measure the reader": (
        Command(
            "render", "draw labelled pictures of a game on the virtual table", "companion.render_command"
        ),
        Command(
            "evaluate", "how often are pictures with a known truth read right?", "companion.evaluate_command"
        ),
    ),
}
COMMANDS: dict[str, Command] = {command.name: command for group in GROUPS.values() for command in group}
