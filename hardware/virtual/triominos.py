"""Triominos on the virtual table: how a set looks, how its tiles are drawn, where they lie.

The parts: `triominos_look` (what a set shares), `triominos_schemes` (its colours), `triominos_marks` and
`triominos_art` (tiles as pieces), `triominos_layout` (a layout with its errors), `triominos_scatter` (loose
tiles). No game rule is known here: tiles that do not match lie as well as others.
"""

from __future__ import annotations

from hardware.virtual.triominos_art import TileSet, back_art, tile_art, tile_set, tile_vertices
from hardware.virtual.triominos_layout import PlacedTile, place_tiles, pose_vertices, turn_layout, vertices_of
from hardware.virtual.triominos_look import TriominosLook, draw_look, draw_scheme
from hardware.virtual.triominos_scatter import LoosePose, loose_vertices, scatter
from hardware.virtual.triominos_schemes import SCHEMES, scheme_names

__all__ = [
    "SCHEMES",
    "LoosePose",
    "PlacedTile",
    "TileSet",
    "TriominosLook",
    "back_art",
    "draw_look",
    "draw_scheme",
    "loose_vertices",
    "place_tiles",
    "pose_vertices",
    "scatter",
    "scheme_names",
    "tile_art",
    "tile_set",
    "tile_vertices",
    "turn_layout",
    "vertices_of",
]
