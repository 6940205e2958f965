"""Triominos tiles that were laid beside the game to be told: what is left of a hand, or what was drawn."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from companion.referee.hypotheses import Option, combine
from companion.referee.priors import STANDARD, Priors
from companion.referee.shown import gather, weigh
from companion.referee.triominos import BLINDING
from companion.rules.triominos.game import Game
from companion.rules.triominos.lattice import Place
from companion.rules.triominos.position import Tiles
from companion.rules.triominos.tiles import BOX, Corners, Tile, tile_of
from companion.session.shown import ShownPiece, ShownPieces
from vision.tiles import SeenTile, TableObservation

MOST_READINGS = 12  # of one tile
TINY = 1e-12


def shown_tiles(observation: TableObservation, game: Game | None, priors: Priors = STANDARD) -> ShownPieces:
    """The tiles that lie face up and are not the game's; without a game, all of them.

    The observation has the game's places. Every tile exists once: one that was pushed out of its place is
    still the game's, as long as its place is free.
    """
    if observation.problem is not None or observation.in_the_way & BLINDING:
        return ShownPieces(hindrance="blind")
    tiles: Tiles = {} if game is None else game.position.tiles
    unseen = BOX if game is None else game.ledger.unseen(game.position)
    left = {_text(tile): 1 for tile in unseen}
    others = _without_the_games(observation, tiles)
    return gather(_pieces(others, left, priors), left)


def _without_the_games(seen: TableObservation, tiles: Tiles) -> list[SeenTile]:
    there = {at for at, tile in seen.placed() if _is_laid(at, tile, tiles)}
    astray = {tile_of(corners) for at, corners in tiles.items() if at not in there}
    others = []
    for tile in seen.tiles:
        if tile.at is not None and tile.at in there:
            continue
        if tile_of(tile.numbers) in astray:
            astray.remove(tile_of(tile.numbers))
            continue
        others.append(tile)
    return others


def _is_laid(at: Place, tile: SeenTile, tiles: Tiles) -> bool:
    """Whether this may well be the game's tile of this place."""
    if at not in tiles:
        return False
    likely = float(tile.corners[range(3), tiles[at]].prod())
    return tile.numbers == tiles[at] or likely > STANDARD.faint


def _pieces(seen: list[SeenTile], left: dict[str, int], priors: Priors) -> Iterator[tuple[float, ShownPiece]]:
    """Each tile with where its middle is, in tile sides from the left."""
    for tile in seen:
        piece = weigh(_readings(tile, priors), tile.presence, left, priors)
        if piece is not None:
            yield _across(tile), piece


def _readings(tile: SeenTile, priors: Priors) -> dict[str, float]:
    """How likely each tile is, if it is one."""
    shares = tile.corners.astype(np.float64)
    shares = shares / np.maximum(shares.sum(axis=1, keepdims=True), TINY)
    corners = [
        [Option((number,), chance) for number, chance in enumerate(row) if chance >= priors.faint_face]
        for row in shares.tolist()
    ]
    readings: dict[str, float] = {}
    for option in combine(corners, MOST_READINGS):
        first, second, third = option.pieces
        name = _text(tile_of((first, second, third)))
        readings[name] = readings.get(name, 0.0) + option.camera
    return readings


def _across(tile: SeenTile) -> float:
    if tile.vertices is None:
        return 0.0
    side = float(np.linalg.norm(tile.vertices - np.roll(tile.vertices, 1, axis=0), axis=1).mean())
    return float(tile.vertices[:, 0].mean()) / max(side, TINY)


def _text(tile: Tile | Corners) -> str:
    return "-".join(map(str, tile))
