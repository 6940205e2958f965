"""What the screens need besides the game itself: who plays, what was played, what the camera sees.

Plain values and one Protocol. The application stands behind it; tests put a fake there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from companion.rules.verdict import Cell, Language
from companion.session.declined import Declined
from companion.session.forms import Kind
from companion.session.intents import Intent
from companion.session.setup import Player, Setup
from companion.session.views import SheetLine, TableView

NoticeKind = Literal[
    "counted",
    "refused",
    "asked",
    "hindered",
    "nothing-new",
    "time-out",
    "over",
    "camera-lost",
    "camera-back",
    "cannot-read",
    "disk-full",
    "disk-room",
    "table-differs",
    "pending",
    "said",
]


@dataclass(frozen=True, slots=True)
class Notice:
    """Something happened that screen, sound or lights may want to show."""

    kind: NoticeKind
    sentence: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """What the camera saw: rows of red, green, blue bytes."""

    size: tuple[int, int]
    rgb: bytes


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A game that can be continued."""

    kind: Kind
    players: tuple[Player, ...]
    scores: tuple[int, ...]
    turns: int
    ago_s: float | None  # None: the clock cannot be trusted


@dataclass(frozen=True, slots=True)
class PastGame:
    """One line of the history."""

    number: int
    kind: Kind
    date: str  # as the language writes it
    players: tuple[Player, ...]
    totals: tuple[int, ...] | None  # None: it was given up
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameStory:
    """A past game turn by turn: for the chart, the sheet and the moving pictures."""

    game: PastGame
    lines: tuple[SheetLine, ...]
    views: tuple[TableView, ...]  # the table after each turn


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """Somebody who has played before."""

    player: Player
    games: int
    won: int
    best: int
    points: tuple[int, ...] = ()  # final scores, oldest first, for the chart


@dataclass(frozen=True, slots=True)
class Pending:
    """What lies on the table unpressed."""

    moves: tuple[object, ...]  # session.rulings.Move
    points: int | None  # None: it would be refused
    sentence: str  # the sum, or why not


@dataclass(frozen=True, slots=True)
class Comparison:
    """How the table differs from the game after a restart."""

    missing: tuple[Cell, ...] = ()
    different: tuple[tuple[Cell, str], ...] = ()
    extra: tuple[Cell, ...] = ()
    can_see: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class LiveLook:
    """The camera's picture for the set-up, with what was found in it."""

    picture: Picture
    corners: tuple[tuple[float, float], ...] | None  # in the picture's pixels
    sharpness: float  # 0 to 1; 0.4 is enough
    brightness: float  # 0 to 1; around 0.5 is right
    glare: float  # share of the picture that is burnt out
    advice: str = ""


@dataclass(frozen=True, slots=True)
class Choices:
    """The settings that the screens show and change."""

    language: Language = "en"
    sound: bool = True
    volume: int = 70
    muted: frozenset[str] = frozenset()  # sounds that are turned off one by one
    preview: bool = True
    left_handed: bool = False
    triolet_edition: str = "fr"
    triolet_lone_opening: str = "doubled"
    triominos_scoring: str = "standard"
    triominos_blocked: str = "own"
    seconds: int = 60
    target: int = 0
    dim_after_s: int = 300


@dataclass(frozen=True, slots=True)
class Devices:
    """What is there, for the hints on the screen and for the tests in the set-up."""

    camera: str = ""  # its name; empty: none
    buttons: bool = False  # real ones
    lights: bool = False
    is_virtual: bool = True
    profile: str = ""  # empty: nothing calibrated
    lit: frozenset[str] = field(default_factory=frozenset)
    enrolled: bool = False  # the family's own tokens were learned


class Backstage(Protocol):
    """What stands behind the screens."""

    @property
    def choices(self) -> Choices: ...

    @property
    def devices(self) -> Devices: ...

    @property
    def pending(self) -> Pending | None: ...

    @property
    def comparison(self) -> Comparison | None:
        """What differs after a restart, until somebody says how to go on; `None`: nothing to say."""

    @property
    def is_comparing(self) -> bool:
        """Whether play waits until the table was compared with the game."""
        ...

    @property
    def is_camera_lost(self) -> bool: ...

    @property
    def is_disk_full(self) -> bool: ...

    def can_read(self, kind: Kind) -> bool:
        """Whether the camera reads this game; else moves are entered on the screen."""

    def change(self, choices: Choices) -> None:
        """Keep other settings."""

    def view(self, at: float, language: Language) -> TableView | None: ...

    def hear(self, intent: Intent) -> Declined | str | None:
        """Tell the game something; a sentence or reason if nothing follows from it."""

    def press(self, pressed_at: float) -> Declined | str | None:
        """End turn was pressed."""

    def poll(self) -> Sequence[Notice]:
        """What has happened since the last call."""

    def begin(self, setup: Setup) -> str | None:
        """A new game; a sentence if it cannot begin."""

    def resume(self) -> str | None: ...

    def lay_for_me(self) -> str | None:
        """On a virtual table: have a move laid; a sentence if none can be."""

    def look_again(self) -> None: ...

    def play_on(self) -> None:
        """The table is right as it is, whatever differs."""

    def crop(self, cells: Sequence[Cell]) -> Picture | None:
        """The camera's picture of these cells."""

    def unfinished(self) -> Unfinished | None: ...

    def past_games(self) -> Sequence[PastGame]: ...

    def story(self, number: int) -> GameStory | None: ...

    def known_players(self) -> Sequence[KnownPlayer]: ...

    def live(self, is_wanted: bool) -> LiveLook | None:
        """The latest camera picture while it is wanted; never waits."""

    def set_corners(self, corners: Sequence[tuple[float, float]]) -> str:
        """Calibrate with these corners of the board; a sentence that says how it went."""

    def calibrate(self) -> str:
        """Calibrate from what the camera sees now; a sentence that says how it went."""

    def specials(self) -> dict[str, str]:
        """The special squares that were found, by cell."""

    def confirm_specials(self, specials: dict[str, str]) -> str: ...

    def enrol(self) -> str:
        """Learn this family's printing from the tokens laid out now."""

    def count_rack(self, player: int) -> int | None:
        """What the camera reads as this player's rest; `None`: it cannot say."""

    def drawn_values(self) -> tuple[int, ...] | None:
        """What the camera reads of the pieces drawn to find who starts."""

    def test_light(self, name: str) -> None: ...

    def make_sound(self, name: str) -> None: ...
