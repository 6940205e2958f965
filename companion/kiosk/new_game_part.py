"""A game that is about to begin: what has been chosen so far on the screens before it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from companion.kiosk import theme
from companion.kiosk.backstage import Backstage, Choices
from companion.rules.triolet import editions as triolet
from companion.rules.triominos import game as triominos
from companion.rules.triominos.position import SCORINGS, Scoring
from companion.session.setup import Player, Setup

GameName = Literal["triolet", "triominos", "challenge"]
GAME_NAMES: tuple[GameName, ...] = ("triolet", "triominos", "challenge")
Blocked = Literal["own", "lowest"]

MOST_PLAYERS = 4
SECONDS, SECONDS_STEP = range(5, 605, 5), 5
TARGETS, TARGET_STEP = range(50, 5050, 50), 50
USUAL_TARGET = 400  # what the Triominos sheets name


@dataclass(slots=True)
class NewGame:
    """Shared by the screens on the way to a game, so that going back loses nothing."""

    game: GameName
    edition: str = "fr"
    lone_opening: triolet.LoneOpening = "doubled"
    scoring: Scoring = "standard"
    blocked: Blocked = "own"
    seconds: int = 60
    has_own_timer: bool = False
    target: int | None = None  # None: one game, no match
    players: list[Player] = field(default_factory=list)
    first: int = 0

    @classmethod
    def usual(cls, game: GameName, backstage: Backstage) -> NewGame:
        """The rules as the settings say, with the players of the last game."""
        choices = backstage.choices
        new = cls(
            game,
            edition=choices.triolet_edition if choices.triolet_edition in triolet.EDITIONS else "fr",
            lone_opening="zero" if choices.triolet_lone_opening == "zero" else "doubled",
            scoring=next((one for one in SCORINGS if one == choices.triominos_scoring), "standard"),
            blocked="lowest" if choices.triominos_blocked == "lowest" else "own",
            seconds=_usual_seconds(choices),
            has_own_timer=choices.seconds <= 0,
            target=choices.target if choices.target > 0 else None,
        )
        games = backstage.past_games()
        for player in max(games, key=lambda past: past.number).players if games else ():
            new.seat(player)
        return new

    @property
    def is_triolet(self) -> bool:
        return self.game == "triolet"

    @property
    def fewest(self) -> int:
        """How many players it takes at least: only Triominos without the sand needs company."""
        return 2 if self.game == "triominos" else 1

    @property
    def rests_count(self) -> bool:
        """Whether what is left in the hands is scored at the end."""
        return self.is_triolet or triominos.PENALTIES[self.scoring].rests_count

    @property
    def counts_points(self) -> bool:
        """Whether there are points that a match could be played for."""
        return self.is_triolet or self.scoring != "none"

    @property
    def free_colours(self) -> list[str]:
        """Colours that nobody has yet."""
        taken = {player.colour for player in self.players}
        return [colour for colour in theme.PLAYER_COLOURS if colour not in taken]

    def seat(self, player: Player) -> bool:
        """Give somebody the next seat, with another colour if theirs is taken; whether there was room."""
        if len(self.players) >= MOST_PLAYERS or self.has_name(player.name):
            return False
        free = self.free_colours
        colour = player.colour.lower()
        self.players.append(Player(player.name, colour if colour in free else free[0]))
        return True

    def has_name(self, name: str) -> bool:
        """Whether somebody of this name has a seat, however it is written."""
        return any(player.name.casefold() == name.casefold() for player in self.players)

    def setup(self) -> Setup:
        """All of it, for the game to begin with."""
        return Setup(
            self._rules(),
            tuple(self.players),
            self.first,
            None if self.has_own_timer else float(self.seconds),
            self.target if self.counts_points else None,
        )

    def _rules(self) -> triolet.Rules | triominos.Rules:
        if self.is_triolet:
            edition = triolet.EDITIONS[self.edition]
            return triolet.Rules(edition, self.lone_opening, edition.layout)
        return triominos.Rules(self.scoring, self.blocked, challenge=self.game == "challenge")


def _usual_seconds(choices: Choices) -> int:
    """A whole number of steps."""
    if choices.seconds <= 0:
        return 60
    nearest = round(choices.seconds / SECONDS_STEP) * SECONDS_STEP
    return min(max(nearest, SECONDS[0]), SECONDS[-1])
