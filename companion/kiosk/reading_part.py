"""One way to see the table, as something to choose: a glimpse of the place with the pieces laid, and in words
what that would be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import cut_left, cut_top, rows
from companion.kiosk.page import Page
from companion.kiosk.paint_tiles import FELT
from companion.kiosk.paint_tokens import GAP, kind_of
from companion.kiosk.piece_part import row_px, say_piece, tile_stamps, token_stamps
from companion.kiosk.screen import House
from companion.kiosk.theme import Rgb
from companion.rules.triolet import game as triolet
from companion.rules.triolet.cells import CELLS, CENTRE, COLUMNS, ORDER, ROWS
from companion.rules.triolet.position import Move as TokenMove
from companion.rules.triominos import game as triominos
from companion.rules.triominos.lattice import neighbours, points_up, vertices
from companion.rules.triominos.moves import FIRST_PLACE
from companion.rules.triominos.position import Move as TileMove
from companion.rules.verdict import Cell
from companion.session.declined import Declined
from companion.session.games import Game, lay, try_play
from companion.session.rulings import Move
from companion.session.views import TableView


@dataclass(frozen=True, slots=True)
class ReadTurn:
    """A turn that a reading would be. `points` is `None` where it is refused, or a joker is still open."""

    player: int
    move: Move
    points: int | None
    is_refused: bool


def turns_of(game: Game, moves: Sequence[Move]) -> Iterator[ReadTurn]:
    """Who would have laid which of these moves, and for how much."""
    for place, move in enumerate(moves):
        after = try_play(game, lay(move))
        if isinstance(after, Declined):
            broken = () if after.verdict is None else after.verdict.violations
            is_open = any(violation.options for violation in broken)
            yield ReadTurn(game.player, move, None, not is_open)
            # Nobody can say how it would go on from here, but everyone lays in turn.
            for further, other in enumerate(moves[place + 1 :], start=1):
                yield ReadTurn((game.player + further) % game.players, other, None, False)
            return
        yield ReadTurn(game.player, move, after.entries[-1].points, False)
        game = after


def draw_reading(
    page: Page,
    box: pygame.Rect,
    house: House,
    view: TableView,
    moves: Sequence[Move],
    cells: Sequence[Cell],
) -> None:
    """One turn: a glimpse on the left, and beside it what differs; `cells` are those in question.

    Several turns, because somebody forgot to press: who laid what, one below the other.
    """
    turns = tuple(turns_of(view.game, moves))
    if len(turns) > 1:
        for line, turn in zip(rows(box, len(turns)), turns, strict=True):
            _draw_turn(page, line, house, view, turn)
        return
    glimpse, text = cut_left(box, min(box.h * 5 // 3, box.w * 2 // 5), page.gap)
    draw_glimpse(page.surface, glimpse, view, turns, cells)
    label, below = cut_top(text, round(text.h * 0.56)) if turns else (text, text)
    if turns:
        colour = theme.ALARM if turns[0].is_refused else theme.SOFT_INK
        page.text(below, _say_worth(house, turns[0]), "body", colour=colour, lines=2, stand="top")
    page.text(label, _name_difference(house, moves, cells), "title", weight="heavy")


def draw_glimpse(
    surface: pygame.Surface,
    box: pygame.Rect,
    view: TableView,
    turns: Sequence[ReadTurn],
    cells: Sequence[Cell],
) -> None:
    """The table around these cells with the pieces of these turns, each framed in its player's colour."""
    colours = theme.colours_of(view.players)
    if isinstance(view.game, triolet.Game):
        _draw_squares(surface, box, view.game, turns, cells, colours)
    else:
        _draw_tiles(surface, box, view.game, turns, cells, colours)


def _draw_turn(page: Page, line: pygame.Rect, house: House, view: TableView, turn: ReadTurn) -> None:
    """`Anna  H8 = 6, H9 = 9`."""
    colour = theme.readable(theme.colours_of(view.players)[turn.player], theme.CARD)
    name, pieces = cut_left(line, round(line.w * 0.36), page.gap)
    who = view.players[turn.player].name
    page.text(name, who, "body", colour=colour, weight="heavy", may_cut=True)
    page.text(pieces, _name_pieces(house, turn.move), "body", lines=2)


def _name_pieces(house: House, move: Move, cells: Sequence[Cell] | None = None) -> str:
    if isinstance(move, TileMove):
        return "-".join(map(str, move.corners))
    shown = sorted((c for c in move.tokens if cells is None or c in cells), key=ORDER.__getitem__)
    return ", ".join(
        house.words("piece.token", cell=cell, piece=say_piece(house, move.tokens[cell].text))
        for cell in shown
    )


def _name_difference(house: House, moves: Sequence[Move], cells: Sequence[Cell]) -> str:
    """What this reading has on the cells in question."""
    if not moves:
        return house.words("unsure.nothing")
    named = _name_pieces(house, moves[0], cells) or _name_pieces(house, moves[0])
    if any(cell in cells for cell in _cells_of(moves[0])) or isinstance(moves[0], TileMove):
        return named
    empty = tuple(cell for cell in cells if isinstance(cell, str))
    return house.words("unsure.empty", cells=empty) if empty else named


def _say_worth(house: House, turn: ReadTurn) -> str:
    if turn.is_refused:
        return house.words("unsure.against")
    if turn.points is None:
        return house.words("unsure.open")
    return house.words("unsure.points", points=turn.points)


def _cells_of(move: Move) -> tuple[Cell, ...]:
    return tuple(move.tokens) if isinstance(move, TokenMove) else (move.at,)


def _draw_squares(
    surface: pygame.Surface,
    box: pygame.Rect,
    game: triolet.Game,
    turns: Sequence[ReadTurn],
    cells: Sequence[Cell],
    colours: Sequence[Rgb],
) -> None:
    laid = {
        cell: (token, turn.player)
        for turn in turns
        if isinstance(turn.move, TokenMove)
        for cell, token in turn.move.tokens.items()
    }
    shown = [cell for cell in cells if isinstance(cell, str)] or list(laid) or [CENTRE]
    tops, lefts = zip(*(divmod(ORDER[cell], len(COLUMNS)) for cell in shown), strict=True)
    down = _around(tops, 1, len(ROWS))
    across = _around(lefts, 2 if box.w > 1.5 * box.h else 1, len(COLUMNS))
    side = max(8, min(box.w // len(across), box.h // len(down)))
    stamps, frame = token_stamps(side), max(2, side // 12)
    left, top = box.centerx - side * len(across) // 2, box.centery - side * len(down) // 2
    for row in down:
        for column in across:
            cell = CELLS[row * len(COLUMNS) + column]
            rect = pygame.Rect(left + (column - across[0]) * side, top + (row - down[0]) * side, side, side)
            surface.fill(GAP, rect)
            token = game.position.board.get(cell)
            is_plain = token is not None or cell in laid
            surface.blit(
                stamps.square("plain" if is_plain else kind_of(cell, game.position.rules.layout)), rect
            )
            if cell in laid:
                surface.blit(stamps.token(laid[cell][0]), rect)
                pygame.draw.rect(surface, theme.WHITE, rect, frame + 2, border_radius=side // 6)
                pygame.draw.rect(surface, colours[laid[cell][1]], rect, frame, border_radius=side // 6)
            elif token is not None:
                surface.blit(stamps.token(token, is_ghost=True), rect)


def _around(lines: Sequence[int], more: int, count: int) -> range:
    """These rows or columns and so many more on each side; at the edge of the board more on the other."""
    low, high = min(lines) - more, max(lines) + more
    low, high = min(low, count - 1 - (high - low)), max(high, high - low)
    return range(max(0, low), min(count - 1, high) + 1)


def _draw_tiles(
    surface: pygame.Surface,
    box: pygame.Rect,
    game: triominos.Game,
    turns: Sequence[ReadTurn],
    cells: Sequence[Cell],
    colours: Sequence[Rgb],
) -> None:
    laid = {
        turn.move.at: (turn.move.corners, turn.player) for turn in turns if isinstance(turn.move, TileMove)
    }
    tiles = game.position.tiles
    asked = set(laid) or {cell for cell in cells if isinstance(cell, tuple)} or {FIRST_PLACE}
    near = {other for place in asked for other in neighbours(place) if other in tiles}
    seen = asked | near
    points = [vertex for place in seen for vertex in vertices(place)]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(line for _, line in points), max(line for _, line in points)
    half = max(6, min(box.w // (right - left), int(box.h / sqrt(3)) // (bottom - top)))
    row = row_px(half)
    x0, y0 = box.centerx - (left + right) * half // 2, box.centery - (top + bottom) * row // 2
    pygame.draw.rect(surface, FELT, box, border_radius=max(4, half // 4))
    for place in sorted(seen):
        corner = x0 + (place[1] - 1) * half, y0 + place[0] * row
        outline = [(x0 + x * half, y0 + line * row) for x, line in vertices(place)]
        if place in laid:
            tile_stamps(half).blit(surface, corner, points_up(place), laid[place][0])
            pygame.draw.polygon(surface, theme.WHITE, outline, max(4, half // 8))
            pygame.draw.polygon(surface, colours[laid[place][1]], outline, max(2, half // 12))
        elif place in tiles:
            tile_stamps(half).blit(surface, corner, points_up(place), tiles[place], is_ghost=True)
        else:
            pygame.draw.polygon(surface, theme.WHITE, outline, max(1, half // 20))
