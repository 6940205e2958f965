"""One turn that was counted wrongly: what was it really?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import cut_left, cut_right, cut_top, grid, inset
from companion.kiosk.entering import Entry
from companion.kiosk.face_part import colour_name, draw_face
from companion.kiosk.head_part import draw_head
from companion.kiosk.page import Act, Page
from companion.kiosk.screen import House, Screen
from companion.kiosk.screens.enter_move import EnterMoveScreen
from companion.kiosk.tile_entry import TileEntry
from companion.kiosk.token_entry import TokenEntry
from companion.kiosk.turn_words import say_points, say_turn
from companion.rules.triolet import game as triolet
from companion.rules.triolet.position import RACK
from companion.rules.triolet.position import Move as TokenMove
from companion.rules.triolet.position import Position as Board
from companion.rules.triominos import game as triominos
from companion.rules.triominos.position import Move as TileMove
from companion.rules.triominos.position import Position as Tiles
from companion.session.forms import Turn
from companion.session.games import lay
from companion.session.intents import CorrectTurn
from companion.session.views import SheetLine, TableView


def send_correction(house: House, number: int, turn: Turn) -> None:
    """Tell the game; if it takes it, show the table again."""
    if house.send(lambda at: CorrectTurn(number, turn, at)):
        house.to_table()
        house.say(house.words("correct.done"))


@dataclass(frozen=True, slots=True)
class Remedy:
    """One thing that the turn may have been."""

    name: str
    label: str
    act: Act
    is_same: bool = False


class CorrectTurnScreen(Screen):
    """What was counted on top, and everything that it may have been instead."""

    name = "correct-turn"

    def __init__(self, house: House, number: int) -> None:
        super().__init__(house)
        self._number = number

    def build(self, page: Page) -> None:
        view = self.house.view
        line = None if view is None else line_of(view, self._number)
        if view is None or line is None:  # it was taken back meanwhile
            self.house.back()
            return
        rest = draw_head(page, self, self.house.words("correct.turn-title", number=self._number))
        counted, rest = cut_top(rest, page.unit(96), page.gap)
        self._draw_counted(page, counted, view, line)
        question, rest = cut_top(rest, page.unit(54), page.unit(4))
        page.text(question, self.house.words("correct.really"), "large", weight="heavy")
        remedies = list(self._remedies(view, line))
        across = 2 if page.is_portrait or len(remedies) <= 4 else 3
        boxes = grid(rest, across, -(-len(remedies) // across), page.gap)
        for box, remedy in zip(boxes, remedies, strict=False):
            page.button(
                box,
                remedy.label,
                remedy.act,
                remedy.name,
                style="go" if remedy.name == "another-move" else "plain",
                size="large",
                enabled=not remedy.is_same,
            )

    def _draw_counted(self, page: Page, box: pygame.Rect, view: TableView, line: SheetLine) -> None:
        page.fill(box, theme.CARD, frame=theme.RULE)
        inner = inset(box, page.unit(12), page.unit(6))
        face, rest = cut_left(inner, min(inner.h, page.unit(76)), page.unit(16))
        player = view.players[line.player]
        draw_face(page, face, player.name, colour_name(view.players, line.player))
        points, text = cut_right(rest, page.unit(90), page.gap)
        page.text(points, say_points(line), "title", weight="heavy", align="right")
        name, what = cut_top(text, round(text.h * 0.44))
        page.text(name, player.name, "large", weight="heavy", may_cut=True)
        said = say_turn(self.house, line) + (f"\N{NO-BREAK SPACE}({line.why})" if line.why else "")
        page.text(what, said, 19, colour=theme.SOFT_INK, lines=2, stand="top")

    def _remedies(self, view: TableView, line: SheetLine) -> Iterator[Remedy]:
        words, house = self.house.words, self.house
        yield Remedy(
            "another-move",
            words("correct.another-move"),
            lambda: house.go(CorrectMoveScreen(house, self._number)),
        )
        if view.kind == "triolet":
            yield self._remedy("pass", triolet.Pass(), line.turn == "pass")
            for count in range(1, RACK + 1):
                is_same = line.turn == "exchange" and line.count == count
                yield self._remedy("exchanged", triolet.Exchange(count), is_same, count)
            return
        yield self._remedy("draw", triominos.Draw(), line.turn == "draw")
        yield self._remedy("pass", triominos.Pass(), line.turn == "pass")
        if isinstance(view.game, triominos.Game) and view.game.rules.challenge:
            yield self._remedy("time-out", triominos.TimeOut(), line.turn == "time-out")

    def _remedy(self, what: str, turn: Turn, is_same: bool, count: int = 0) -> Remedy:
        label = self.house.words(f"correct.was-{what}", count=count)
        name = f"{what}-{count}" if count else what
        return Remedy(name, label, partial(send_correction, self.house, self._number, turn), is_same)


class CorrectMoveScreen(EnterMoveScreen):
    """Another move in place of one turn: the table without what that turn laid."""

    name = "correct-move"

    def __init__(self, house: House, number: int) -> None:
        super().__init__(house)
        self._number = number

    def make_entry(self, view: TableView) -> Entry:
        line = line_of(view, self._number)
        move, game = None if line is None else line.move, view.game
        if isinstance(game, triolet.Game):
            laid = move if isinstance(move, TokenMove) else None
            gone = {} if laid is None else laid.tokens
            rest = {cell: token for cell, token in game.position.board.items() if cell not in gone}
            return TokenEntry(self.house, Board(rest, game.position.rules), laid)
        tile = move if isinstance(move, TileMove) else None
        tiles = {at: one for at, one in game.position.tiles.items() if tile is None or at != tile.at}
        return TileEntry(self.house, Tiles(tiles, game.position.scoring), tile)

    def shown(self, view: TableView) -> TableView:
        line = line_of(view, self._number)
        return view if line is None else replace(view, player=line.player)

    def headline(self, view: TableView) -> str:
        return self.house.words("correct.move-headline", number=self._number)

    def enter_label(self) -> str:
        return self.house.words("correct.change")

    def foretold(self, view: TableView, entry: Entry) -> tuple[str, theme.Rgb]:
        """What it is worth depends on the table as it was then: the sheet will tell."""
        return self.house.words("correct.move-hint"), theme.SOFT_INK

    def enter(self, entry: Entry) -> None:
        if entry.move is not None:
            send_correction(self.house, self._number, lay(entry.move))


def line_of(view: TableView, number: int) -> SheetLine | None:
    """The turn of this number, if it is still on the sheet."""
    return next((line for line in view.lines if line.number == number), None)
