"""A game turn by turn, from the view of its end: what the moving pictures show, and the chart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.kiosk import theme
from companion.kiosk.chart_part import Line
from companion.rules.triolet import game as triolet
from companion.rules.triolet.position import Position as Board
from companion.rules.triominos import game as triominos
from companion.rules.triominos.position import Position as Table
from companion.session.games import Game
from companion.session.setup import Player
from companion.session.views import SheetLine, TableView


def frames_of(view: TableView) -> tuple[TableView, ...]:
    """The table, the sheet and the scores after each turn; the last is the view itself.

    The bag and the racks stay those of the end.
    """
    frames: list[TableView] = []
    scores = [0] * len(view.players)
    last: SheetLine | None = None
    for line, game in zip(view.lines, _games(view.game), strict=True):
        scores[line.player] = line.total
        last = line if line.move is not None else last
        frames.append(
            replace(
                view,
                phase="to-lay",
                player=line.player,
                scores=tuple(scores),
                game=game,
                lines=view.lines[: line.number],
                last=last,
                question=None,
                hindrances=(),
                instead=(),
                end=None,
            )
        )
    return (*frames[:-1], view) if frames else ()


def score_lines(
    players: Sequence[Player], lines: Sequence[SheetLine], totals: Sequence[int] | None
) -> tuple[Line, ...]:
    """Each player's points over the turns; the end's own points are one turn more."""
    found = []
    for seat, (player, colour) in enumerate(zip(players, theme.colours_of(players), strict=True)):
        points = [(0, 0), *((line.number, line.total) for line in lines if line.player == seat)]
        if totals is not None:
            points.append((len(lines) + 1, totals[seat]))
        found.append(Line(player.name, colour, tuple(points)))
    return tuple(found)


def _games(game: Game) -> list[Game]:
    """The game after each of its turns, as far as it is drawn: nothing is judged again."""
    if isinstance(game, triolet.Game):
        board, boards = Board(rules=game.position.rules), list[Game]()
        for count, entry in enumerate(game.entries, start=1):
            board = board.after(entry.turn.move) if isinstance(entry.turn, triolet.Lay) else board
            boards.append(replace(game, position=board, entries=game.entries[:count], end=None))
        return boards
    table, tables = Table(scoring=game.position.scoring), list[Game]()
    for count, laid in enumerate(game.entries, start=1):
        table = table.after(laid.turn.move) if isinstance(laid.turn, triominos.Lay) else table
        tables.append(replace(game, position=table, entries=game.entries[:count], end=None))
    return tables
