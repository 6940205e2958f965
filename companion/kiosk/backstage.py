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
from companion.session.shown import ShownPieces, Wanted
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


@dataclass(frozen=True, slots=True)
class Spot:
    """A square or a lattice place of the virtual table, as it lies in the camera's picture."""

    cell: Cell
    outline: tuple[tuple[float, float], ...]  # in the picture's pixels; a place's in the order of its corners
    piece: str = ""  # `"11"`, `"joker"`, `"5-5-2"`; empty: free
    is_loose: bool = False  # it does not count yet, and can be taken back
    is_shown: bool = True  # the picture shows it like that already
    is_likely: bool = False  # free, and beside something


@dataclass(frozen=True, slots=True)
class RackPiece:
    """A token or a tile of the player whose turn it is; `cell` is where it lies unaccepted."""

    piece: str
    cell: Cell | None = None


@dataclass(frozen=True, slots=True, eq=False)
class VirtualLook:
    """The virtual table at one moment; the same value as long as nothing changes."""

    kind: Kind
    picture: Picture | None  # None: the camera has not looked yet
    spots: tuple[Spot, ...]
    rack: tuple[RackPiece, ...]


class VirtualTable(Protocol):
    """The table that stands in where there is no camera, and hands to lay on it. Laid is whatever is asked
    for, right or wrong; the camera looks, and the referee says what counts."""

    is_open: bool  # somebody wants to see it in place of the drawn table

    @property
    def is_watched(self) -> bool:
        """Whether virtual players lay and press by themselves."""

    def look(self) -> VirtualLook: ...

    def lay(self, piece: str, cell: Cell) -> None:
        """Lay a piece of the rack, as it is to lie there; what lies there unaccepted goes back."""

    def take(self, cell: Cell) -> None:
        """Take a piece back that does not count yet."""

    def watch(self, is_on: bool) -> None:
        """Let virtual players play by themselves, or stop them."""


class Backstage(Protocol):
    """What stands behind the screens."""

    @property
    def virtual(self) -> VirtualTable | None:
        """The virtual table; `None` where there is a real one."""

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

    def calibrate_table(self) -> str:
        """Calibrate for Triominos from the tile on the table; a sentence that says how it went."""

    def specials(self) -> dict[str, str]:
        """The special squares that were found, by cell."""

    def confirm_specials(self, specials: dict[str, str]) -> str: ...

    def enrol(self) -> str:
        """Learn this family's printing from the tokens laid out now."""

    def shown(self, wanted: Wanted) -> ShownPieces | None:
        """What the camera reads of the pieces that were laid out to be told; `None`: nothing yet. It looks
        for as long as it is asked, which should be twice a second."""

    def test_light(self, name: str) -> None: ...

    def make_sound(self, name: str) -> None: ...
