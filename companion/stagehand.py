"""What stands behind the screens in a real house: keeper, archive, set-up desk, lights and sounds.

It answers at once, always: whatever takes long is done on a thread of its own, and told by `poll`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.archive import Archive
from companion.choices_file import save_choices
from companion.fittings import Fittings
from companion.journal import JournalError
from companion.keeper import Keeper
from companion.kiosk.backstage import (
    Choices,
    Comparison,
    Devices,
    GameStory,
    KnownPlayer,
    LiveLook,
    Notice,
    NoticeKind,
    PastGame,
    Pending,
    Picture,
    Unfinished,
)
from companion.kiosk.words import say
from companion.past_games import look_back
from companion.rules.errors import Malformed
from companion.rules.verdict import Cell, Language
from companion.session import news
from companion.session.declined import Declined
from companion.session.forms import Kind
from companion.session.intents import CorrectSquare, CorrectTurn, EnterMove, Intent, NextGame, Undo
from companion.session.setup import Setup
from companion.session.shown import Drawn, ShownPieces, Wanted
from companion.session.state import State
from companion.session.views import TableView
from companion.set_up_desk import SetUpDesk
from companion.settings import Settings
from companion.signals import Signals
from companion.umpires import make_umpires
from companion.virtual_rests import RestTeller
from companion.virtual_seat import VirtualSeat
from companion.virtual_show import VirtualShow
from companion.virtual_watch import Watch
from vision.known import KnownBoard
from vision.triominos import KnownTable

Bytes = NDArray[np.uint8]

PUTS_RIGHT = (Undo, CorrectTurn, CorrectSquare, EnterMove, NextGame)
CROP_PX = 160  # a crop of the table is shown so large at least
KINDS: dict[type, NoticeKind] = {
    news.TurnCounted: "counted",
    news.TimeRanOut: "time-out",
    news.Refused: "refused",
    news.Asked: "asked",
    news.Hindered: "hindered",
    news.NothingNew: "nothing-new",
    news.GameOver: "over",
    news.CameraLost: "camera-lost",
    news.CameraBack: "camera-back",
    news.CannotRead: "cannot-read",
    news.ReadingFailed: "cannot-read",
    news.TableDiffers: "table-differs",
    news.TilesDrawn: "said",
    news.DiskFull: "disk-full",
    news.RoomAgain: "disk-room",
}


class Stagehand:
    """The kiosk's `Backstage`, joined from the parts of the application."""

    def __init__(
        self,
        keeper: Keeper,
        archive: Archive,
        desk: SetUpDesk,
        fittings: Fittings,
        signals: Signals,
        choices: Choices,
        choices_path: Path,
        settings: Settings,
        clock: Callable[[], float],
    ) -> None:
        self.keeper, self.archive, self.desk = keeper, archive, desk
        self.choices, self._clock = choices, clock
        self._fittings, self._signals, self._guest = fittings, signals, fittings.guest
        self._choices_path, self._settings = choices_path, settings
        self._notices: list[Notice] = []
        self._is_live = self._is_live_wanted = self._is_disk_full = False
        self._unfinished: Unfinished | None = None
        self._is_unfinished_known = False
        self._seen_pending: object = None
        self._was_comparing = False
        self._board: KnownBoard | None = None
        self._table: KnownTable | None = None
        self.virtual: VirtualSeat | None = None
        self._watch: Watch | None = None
        self._show: VirtualShow | None = None
        self._rests = RestTeller()
        if self._guest is not None:
            self._watch = Watch(self._guest, self, lambda: self.keeper.is_held)
            self._show = VirtualShow(self._guest)
            self.virtual = VirtualSeat(self._guest, lambda: self._state, self._watch)
        self._follow_choices()

    # Choices and devices --------------------------------------------------------------------------------

    @property
    def devices(self) -> Devices:
        fitted = self._fittings
        return Devices(
            camera=say(self.choices.language, f"camera.{fitted.camera_kind}"),
            buttons=fitted.has_buttons,
            lights=fitted.has_lights,
            is_virtual=fitted.guest is not None,
            profile=self.desk.profile_name,
            enrolled=self.desk.is_enrolled,
            lit=frozenset(self._signals.lit),
        )

    def change(self, choices: Choices) -> None:
        self.choices = choices
        save_choices(self._choices_path, choices, self._settings)
        self._follow_choices()

    def test_light(self, name: str) -> None:
        self._signals.try_out(name, self._clock())

    def make_sound(self, name: str) -> None:
        self._signals.play(name)

    # The game -------------------------------------------------------------------------------------------

    @property
    def pending(self) -> Pending | None:
        seen = self.keeper.pending
        if seen is None:
            return None
        if seen.lines:
            moves = tuple(line.move for line in seen.lines if line.move is not None)
            return Pending(moves, seen.points, "; ".join(text for line in seen.lines for text in line.sums))
        if seen.question is None or seen.question.kind != "refused":
            return None  # what would be asked is asked when somebody presses
        return Pending(seen.question.moves, None, seen.question.sentence)

    @property
    def comparison(self) -> Comparison | None:
        found = self.keeper.comparison
        if not self.keeper.is_held or found is None or found.result == "same":
            return None
        can_see = found.result in ("same", "differs")
        return Comparison(found.missing, found.different, found.extra, can_see)

    @property
    def is_comparing(self) -> bool:
        return self.keeper.is_held

    @property
    def is_camera_lost(self) -> bool:
        return not self.keeper.has_camera or self.keeper.must_enter

    @property
    def is_disk_full(self) -> bool:
        return self._is_disk_full

    def can_read(self, kind: Kind) -> bool:
        return True  # all that there are

    def view(self, at: float, language: Language) -> TableView | None:
        return self.keeper.view(at, language)

    def hear(self, intent: Intent) -> Declined | str | None:
        self._signals.settle()
        reason = self._kept(lambda: self.keeper.hear(intent))
        if isinstance(intent, PUTS_RIGHT) and reason is None:
            self._set_out(is_new=isinstance(intent, NextGame))
        return reason

    def press(self, pressed_at: float) -> Declined | str | None:
        self._signals.settle()
        return self._kept(lambda: self.keeper.end_turn(pressed_at))

    def begin(self, setup: Setup) -> str | None:
        if self._guest is not None and self._watch is not None:
            self._watch.turn(False)
            self._guest.begin(setup.kind)  # before the first look at the new game's table
        try:
            self.keeper.begin(setup)
        except (JournalError, Malformed) as fault:
            self._set_out()
            return str(fault)
        self._forget_unfinished()
        self._set_out()
        return None

    def resume(self) -> str | None:
        try:
            self.keeper.resume()
        except JournalError as fault:
            return str(fault)
        self._forget_unfinished()
        self._set_out(is_new=True)
        if self._guest is not None:
            self.keeper.look_again()  # the first look may have come before the table was set out
        return None

    def lay_for_me(self) -> str | None:
        state = self._state
        if self._guest is None or state is None or not self._guest.lay_for(state.game):
            return say(self.choices.language, "virtual.cannot-lay")
        return None

    def look_again(self) -> None:
        self.keeper.look_again()

    def play_on(self) -> None:
        self.keeper.play_on()

    def crop(self, cells: Sequence[Cell]) -> Picture | None:
        crops = [crop for cell in cells[:4] if (crop := self.keeper.snapshot(cell)) is not None]
        if not crops:
            return None
        side = max(CROP_PX, max(crop.shape[0] for crop in crops))
        row = [cv2.resize(crop, (side, side), interpolation=cv2.INTER_CUBIC) for crop in crops]
        return picture_of(np.hstack(row))

    def shown(self, wanted: Wanted) -> ShownPieces | None:
        state, kind, game = self._state, None, None
        if isinstance(wanted, Drawn):
            kind = wanted.kind
        elif state is not None and state.is_over:
            kind, game = state.setup.kind, state.game
        if kind is None:
            return None
        if self._show is not None:
            self._show.follow(wanted, game)
        return self.keeper.pieces.ask(wanted, kind, game)

    def unfinished(self) -> Unfinished | None:
        """Asked for at every drawing of the first screen, so looked up once."""
        if not self._is_unfinished_known:
            self._unfinished, self._is_unfinished_known = self._find_unfinished(), True
        return self._unfinished

    # Looking back, setting up ---------------------------------------------------------------------------

    def past_games(self) -> Sequence[PastGame]:
        return self.archive.games(self.choices.language)

    def story(self, number: int) -> GameStory | None:
        return self.archive.story(number, self.choices.language)

    def known_players(self) -> Sequence[KnownPlayer]:
        return self.archive.people()

    def live(self, is_wanted: bool) -> LiveLook | None:
        self._is_live_wanted = is_wanted
        return self.desk.look if is_wanted else None

    def set_corners(self, corners: Sequence[tuple[float, float]]) -> str:
        return self.desk.set_corners(corners)

    def calibrate(self) -> str:
        return self.desk.calibrate()

    def calibrate_table(self) -> str:
        return self.desk.calibrate_table()

    def specials(self) -> dict[str, str]:
        return self.desk.specials()

    def confirm_specials(self, specials: dict[str, str]) -> str:
        return self.desk.confirm_specials(specials)

    def enrol(self) -> str:
        return self.desk.enrol()

    # The loop -------------------------------------------------------------------------------------------

    def poll(self) -> Sequence[Notice]:
        for one in self.keeper.poll():
            self._tell(one)
        self._notices += [Notice("said", sentence) for sentence in self.desk.poll()]
        self._mind_virtual()
        self._mind_live()
        known = self.desk.profile_changed()
        if known is not None:
            self.use_board(known)
        table = self.desk.table_changed()
        if table is not None:
            self.use_table(table)
        if self.keeper.pending is not self._seen_pending or self.is_comparing != self._was_comparing:
            self._seen_pending, self._was_comparing = self.keeper.pending, self.is_comparing
            self._notices.append(Notice("pending"))
        self._light()
        notices, self._notices = self._notices, []
        return notices

    def use_board(self, known: KnownBoard | None) -> None:
        """Read with this profile from now on."""
        self._board = known
        self._use_umpires()

    def use_table(self, known: KnownTable | None) -> None:
        """Read Triominos with this profile from now on."""
        self._table = known
        self._use_umpires()

    def close(self) -> None:
        """Dark and silent, and every thread ended."""
        self._signals.close()
        self.archive.close()
        self.desk.close()

    # Inside ---------------------------------------------------------------------------------------------

    def _use_umpires(self) -> None:
        self.keeper.use_umpires(make_umpires(self._board, self._table))

    def _mind_live(self) -> None:
        """Live pictures, as long as a screen shows them or the desk waits for one."""
        for_desk = self._is_live_wanted or self.desk.wants_picture
        is_wanted = for_desk or (self.virtual is not None and self.virtual.wants_picture)
        if is_wanted != self._is_live:
            self._is_live = is_wanted
            self.keeper.show_live(is_wanted)
            if not is_wanted:
                self.desk.see(None)
        if for_desk and self.keeper.live is not None:
            self.desk.see(self.keeper.live)

    def _set_out(self, is_new: bool = False) -> None:
        """On a virtual table nobody takes pieces away by hand: it follows the game."""
        state = self._state
        if self._guest is not None and state is not None:
            if is_new:
                self._guest.begin(state.setup.kind)
            self._guest.set_out(state.game)

    def _mind_virtual(self) -> None:
        """The hands at the virtual table follow the game; virtual players go on with it."""
        state = self._state
        if self._guest is None or self._watch is None or self._show is None:
            return
        if self.keeper.pieces.wanted is None and self._show.end() and state is not None:
            self._set_out(is_new=True)
        if state is None or self._show.is_drawing:  # a game that was left does not lie there now
            return
        self._guest.follow(state.game)
        match self._watch.step(state, self._clock()):
            case "acted":
                self._notices.append(Notice("pending"))
            case "gave-up":
                self._notices.append(Notice("said", say(self.choices.language, "virtual.gave-up")))
        rests = self._rests.tell(state, self._guest.racks, self.choices.language)
        if rests and not self._watch.is_on:
            self._notices.append(Notice("said", rests))

    @property
    def _state(self) -> State | None:
        return None if self.keeper.game is None else self.keeper.game.session.state

    def _tell(self, one: news.News) -> None:
        self._signals.hear(one, self._clock())
        sentence = ""
        match one:
            case news.DiskFull(text):
                self._is_disk_full, sentence = True, text
            case news.TilesDrawn(sentence=text):
                sentence = text
            case news.RoomAgain():
                self._is_disk_full = False
            case news.GameOver(is_final=True):
                self._forget_unfinished()
            case _:
                pass
        self._notices.append(Notice(KINDS[type(one)], sentence))

    def _light(self) -> None:
        now, game = self._clock(), self.keeper.game
        is_on = game is not None and not game.session.state.is_over
        self._signals.show(self.keeper.sand(now) if is_on else None, now)
        self._signals.show_table(game.session.state if game is not None and is_on else None)

    def _kept(self, do: Callable[[], Declined | None]) -> Declined | str | None:
        try:
            return do()
        except JournalError as fault:
            return str(fault)

    def _follow_choices(self) -> None:
        choices = self.choices
        self._signals.follow(choices)
        self.keeper.language, self.keeper.preview = choices.language, choices.preview
        self.desk.language = choices.language

    def _forget_unfinished(self) -> None:
        """Another game goes on, or none: what is shown of past ones is looked up anew."""
        self._is_unfinished_known = False
        self.archive.refresh()

    def _find_unfinished(self) -> Unfinished | None:
        journal = self.keeper.journal
        record = journal.unfinished()
        if record is None:
            return None
        past = look_back(journal, record)
        if past.state is None:
            return None
        return Unfinished(record.kind, past.players, past.scores, len(past.state.game.entries), None)


def picture_of(pixels: Bytes) -> Picture:
    """A camera's picture (BGR) as the screens take it."""
    rgb = cv2.cvtColor(np.ascontiguousarray(pixels), cv2.COLOR_BGR2RGB)
    return Picture((rgb.shape[1], rgb.shape[0]), rgb.tobytes())
