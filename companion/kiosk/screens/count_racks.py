"""The game is over, and what is left on the racks counts: each player's rest, by hand or by the camera."""

from __future__ import annotations

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import columns, cut_bottom, cut_left, cut_right, cut_top, grid, inset
from companion.kiosk.naming import brief_all
from companion.kiosk.page import Page
from companion.kiosk.rack_camera import RackCamera
from companion.kiosk.rack_pad import RackPad, draw_keys
from companion.kiosk.rack_people_part import draw_people
from companion.kiosk.screen import House
from companion.kiosk.screens.confirm import ConfirmScreen
from companion.kiosk.table_screen import BAND, TableScreen
from companion.rules.triolet.tokens import JOKER
from companion.session.intents import CountRack, Undo
from companion.session.shown import ShownPieces
from companion.session.views import EndView, TableView


class CountRacksScreen(TableScreen):
    """Who has been counted on one side, the keys for one rack on the other."""

    name = "count-racks"

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self._seat: int | None = None
        self._pad = RackPad("triolet")
        self._camera: RackCamera | None = None
        self._read: dict[int, tuple[str, ...]] = {}  # by seat: the pieces that the camera was right about

    def build(self, page: Page) -> None:
        view = self.house.view
        if view is None or view.end is None:
            self.house.home() if view is None else self.house.to_table()
            return
        seat = self._chosen(view.end)
        if self._pad.kind != view.kind:
            self._pad = RackPad(view.kind)
        band, body = cut_top(page.box, page.unit(BAND))
        self._draw_title(page, band, view, seat)
        people, side = self._halves(page, inset(body, page.gap))
        foot, cards = cut_bottom(people, page.touch, page.gap)
        across, down = (2, 2) if page.is_portrait else (1, max(3, len(view.players)))
        boxes = grid(cards, across, down, page.gap)
        draw_people(page, boxes, self.house, view, view.end, seat, self._choose)
        undo, home = columns(foot, 2, page.gap)
        page.button(undo, self.house.words("count-racks.undo"), self._undo, "undo", key="U")
        page.button(home, self.house.words("count-racks.home"), self.leave, "back", key="H")
        self._draw_count(page, side, view, view.end, seat)

    def _chosen(self, end: EndView) -> int:
        """Whose rack is counted now: the one that was touched, else the next that is needed."""
        if self._seat is not None:
            return self._seat
        return (*end.missing, *end.doubtful, *(seat for seat, _ in end.told), 0)[0]

    def _choose(self, seat: int) -> None:
        self._seat, self._camera = seat, None
        self._pad.parts.clear()
        self.house.refresh()

    def _halves(self, page: Page, body: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
        if page.is_portrait:
            return cut_top(body, 3 * page.unit(66) + 2 * page.gap, page.gap)
        wide = round(body.w * 0.38)
        if self.house.backstage.choices.left_handed:
            return cut_right(body, wide, page.gap)
        return cut_left(body, wide, page.gap)

    def _draw_title(self, page: Page, band: pygame.Rect, view: TableView, seat: int) -> None:
        page.fill(band, theme.colours_of(view.players)[seat], radius=0)
        inner = inset(band, page.gap, page.unit(4))
        room, _ = cut_left(inner, round(inner.w * 0.55))
        drawn = page.text(room, view.players[seat].name, "huge", weight="heavy", may_cut=True)
        after = drawn.right + 2 * page.gap
        rest = pygame.Rect(after, inner.y, inner.right - after, inner.h)
        page.text(rest, self.house.words(f"count-racks.ask-{view.kind}"), "large", lines=2)

    # How much ---------------------------------------------------------------------------------------------

    def _draw_count(self, page: Page, box: pygame.Rect, view: TableView, end: EndView, seat: int) -> None:
        said, rest = cut_top(box, page.unit(42), page.unit(6))
        words = self.house.words
        how = "how" if self._camera is None else "camera-hint"
        text, ink = words(f"count-racks.{how}-{view.kind}", count=view.racks[seat]), theme.INK
        if end.doubtful:
            names = brief_all(view.players, end.doubtful)
            text, ink = words(f"count-racks.doubt-{view.kind}", names=names), theme.ALARM
        page.text(said, text, 19, colour=ink, lines=2)
        if self._camera is not None:
            self._camera.draw(page, rest, lambda shown: self._agree(seat, shown), self._drop_camera)
            return
        foot, rest = cut_bottom(rest, page.unit(64), page.gap)
        shown, keys = cut_top(rest, page.unit(48), page.unit(8))
        page.fill(shown, theme.CARD, radius=8, frame=theme.RULE)
        page.text(inset(shown, page.gap, page.unit(3)), self._say_sum(), "large", weight="heavy", lines=2)
        draw_keys(page, keys, self.house, self._pad)
        self._draw_foot(page, foot, view, seat)

    def _say_sum(self) -> str:
        words, pad = self.house.words, self._pad
        if pad.total is None:
            return words(f"count-racks.empty-{pad.kind}")
        parts = [words("count-racks.joker") if part == JOKER else part or "…" for part in pad.parts]
        return words("count-racks.sum", parts=" + ".join(parts), total=pad.total)

    def _draw_foot(self, page: Page, foot: pygame.Rect, view: TableView, seat: int) -> None:
        words, total, backstage = self.house.words, self._pad.total, self.house.backstage
        if backstage.devices.camera and not backstage.is_camera_lost:
            ask, foot = cut_left(foot, round(foot.w * 0.42), page.gap)
            page.button(
                ask,
                words("count-racks.camera"),
                lambda: self._ask_camera(view, seat),
                "camera",
                key="C",
                size=20,
                enabled=bool(view.racks[seat]),
            )
        text = words("count-racks.not-yet") if total is None else words("count-racks.done", total=total)
        page.button(
            foot,
            text,
            lambda: self._tell(seat, total),
            "done",
            style="go",
            size="large",
            enabled=total is not None,
        )

    def _tell(self, seat: int, total: int | None) -> None:
        if total is None:
            return
        self._pad.parts.clear()
        self._seat = self._camera = None
        self.house.send(lambda at: CountRack(seat, total, at))

    # The camera -------------------------------------------------------------------------------------------

    def _ask_camera(self, view: TableView, seat: int) -> None:
        known = [pieces for other, pieces in self._read.items() if other != seat]
        self._camera = RackCamera(self.house, seat, view.kind, view.racks[seat], known)
        self.house.refresh()

    def _agree(self, seat: int, shown: ShownPieces) -> None:
        self._read[seat] = shown.names
        self._tell(seat, shown.total)

    def _drop_camera(self) -> None:
        self._camera = None
        self.house.refresh()

    def update(self) -> bool:
        if self._camera is None:
            return False
        if self._camera.has_given_up:
            self._camera = None
            self.house.say(self.house.words("count-racks.cannot-read"))
            return True
        return self._camera.look()

    # Keys and leaving -------------------------------------------------------------------------------------

    def key(self, key: str, page: Page) -> bool:
        """Digits, + and backspace type."""
        plain = key.strip("[]") if len(key) == 3 else key  # the number block's keys are named [1], [+]
        typed = {"backspace": "erase", "=": "+"}.get(plain, plain)
        if self._camera is None and (typed in ("erase", "+") or (len(typed) == 1 and typed.isdigit())):
            self._pad.press(typed)
            return True
        return super().key(key, page)

    def choose(self, page: Page) -> None:
        """As long as no ring is shown, Enter and End turn do what comes next: say yes to the camera, tell
        what was tapped, or have the camera look at what was laid. A doubt takes more than a press."""
        enabled = {target.name: target for target in page.targets if target.is_enabled}
        is_sure = self._camera is None or self._camera.trouble is None
        names = ("camera-yes", "done", "camera") if is_sure else ()
        target = next((enabled[name] for name in names if name in enabled), None)
        if self.focus in enabled or target is None:
            super().choose(page)
        else:
            self.focus = None
            target.act()

    def _undo(self) -> None:
        house, view = self.house, self.house.view
        if view is not None and view.end is not None and view.end.told:
            house.send(Undo)  # only a count, and it can be told again
        else:
            house.go(ConfirmScreen(house, "undo", lambda: house.send(Undo)))

    def leave(self) -> None:
        self.house.home()
