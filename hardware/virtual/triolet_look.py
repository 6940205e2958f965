"""How one Triolet set looks: board colours and printing, tokens, numbers. Drawn at random or given."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from hardware.virtual.fonts import Font, FontBook
from hardware.virtual.split import Part, names_of_part
from hardware.virtual.textures import material, material_names

SQUARES = 15
LEAST_CONTRAST = 72  # grey levels between print and token
_LUMINANCE = np.array([0.114, 0.587, 0.299])  # of blue, green, red

Bgr = tuple[int, int, int]
LabelStyle = Literal["none", "factor", "word", "shape", "frame", "factor-and-shape"]
JokerStyle = Literal["star", "outlined-star", "six-star", "sun", "ringed-star"]
LABELS: tuple[LabelStyle, ...] = ("none", "factor", "word", "shape", "frame", "factor-and-shape")
JOKERS: tuple[JokerStyle, ...] = ("star", "outlined-star", "six-star", "sun", "ringed-star")

# Where the usual board prints its special squares, and the small counts that its tokens carry. These are
# facts of the print, like its colours; what they mean is nobody's business here.
USUAL_SPECIALS: dict[str, tuple[str, ...]] = {
    "double": ("D8", "E5", "E11", "H4", "H8", "H12", "K5", "K11", "L8"),
    "triple": ("B5", "B11", "E2", "E14", "K2", "K14", "N5", "N11"),
    "replay": ("A8", "B2", "B14", "H1", "H15", "N2", "N14", "O8"),
}
PRINTED_COUNTS = dict(
    zip(map(str, range(16)), (9, 9, 8, 8, 7, 8, 6, 6, 4, 4, 3, 3, 2, 2, 1, 1), strict=True), joker=2
)


@dataclass(frozen=True, slots=True)
class Scheme:
    """The colours of a board, as #rrggbb."""

    square: str
    line: str
    rim: str
    double: str
    triple: str
    replay: str


SCHEMES: dict[str, Scheme] = {
    "classic blue": Scheme("#2f6fb5", "#f2f2ee", "#1d4a80", "#e9b824", "#3f9d4b", "#d8413a"),
    "royal": Scheme("#1f3f8f", "#c9d2ee", "#12245a", "#f0c419", "#4cb04f", "#e4572e"),
    "sky": Scheme("#9cc9ea", "#ffffff", "#5d9fd0", "#f7a93b", "#4fa36b", "#d9506b"),
    "green felt": Scheme("#1f7a4c", "#cfe3d4", "#125233", "#e8c33a", "#3d7fd0", "#d94f3d"),
    "lime": Scheme("#a7cf5b", "#f5f9e6", "#6f9a2b", "#f08a24", "#2f8f83", "#c8385a"),
    "forest": Scheme("#2b5138", "#8fae93", "#1a3424", "#c9a227", "#7fb069", "#b5483a"),
    "cream": Scheme("#efe6cf", "#9c8f72", "#cbbd97", "#e0a030", "#7aa85a", "#c4574b"),
    "ivory and red": Scheme("#f4efe2", "#b5473c", "#b5473c", "#f0b429", "#5a9e6f", "#3d6fb4"),
    "white": Scheme("#f6f6f4", "#7d7f83", "#dcdcda", "#f5c842", "#62b36b", "#e5604d"),
    "paper grey": Scheme("#c9cbce", "#6f7276", "#a4a7ab", "#e6b422", "#5fa55a", "#c44f4f"),
    "slate": Scheme("#536878", "#d4dbe0", "#33424d", "#e2a72e", "#69a86b", "#d1495b"),
    "charcoal": Scheme("#3a3d42", "#85898f", "#25272b", "#d9a520", "#4f9d69", "#c8553d"),
    "black": Scheme("#1d1e20", "#6e7075", "#101113", "#e3b71d", "#43a047", "#d84343"),
    "midnight": Scheme("#141b3c", "#5a689c", "#0b1026", "#f2cc4d", "#3fb68b", "#ef6f6c"),
    "burgundy": Scheme("#6e1f35", "#d8b5bd", "#4a1223", "#dca54c", "#6aa67a", "#e8e1d3"),
    "brick": Scheme("#b5533c", "#f3ddd5", "#85382a", "#f2c14e", "#4d8b6f", "#2e5e8c"),
    "orange": Scheme("#f29c38", "#fff3e0", "#c8741a", "#fbe36a", "#4f9f5b", "#c93b4a"),
    "sunflower": Scheme("#f4d35e", "#8a6f10", "#d9a91f", "#ee7b30", "#3d9970", "#c33c54"),
    "sand": Scheme("#d8c39a", "#8d774b", "#b89b67", "#d9822b", "#6b8f5a", "#a63d40"),
    "cork": Scheme("#c49a6c", "#6e4c2a", "#8f6740", "#efc050", "#5b8c5a", "#b03a2e"),
    "walnut": Scheme("#6b4a32", "#c8a888", "#472f1e", "#d6a648", "#6f9b62", "#b8533f"),
    "violet": Scheme("#5f4b9a", "#d8d0ee", "#3f2f70", "#f2b632", "#4fae80", "#e85d75"),
    "lilac": Scheme("#c5b3dd", "#6c5a8a", "#9b86bd", "#f4b860", "#5fae8b", "#d65a78"),
    "rose": Scheme("#eab8c0", "#9c5560", "#cf8390", "#f3a734", "#5fa37f", "#7b4fa0"),
    "turquoise": Scheme("#2ba6a0", "#e2f5f3", "#17706c", "#f4c542", "#6fbf5f", "#e4585c"),
    "petrol": Scheme("#145a66", "#9cc4ca", "#0c3b44", "#e8b23a", "#64ad6a", "#db5a42"),
    "mint": Scheme("#bfe3d0", "#5c8f78", "#83bda0", "#f2aa3f", "#3b9c8a", "#d65564"),
    "two greys": Scheme("#9da3a6", "#ececec", "#6f7578", "#f2c230", "#4b9b5f", "#cf4b42"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class TrioletLook:
    """One set: its board and its tokens."""

    scheme: str
    font: Font
    label_font: Font
    square_mm: float = 20.0
    rim_mm: float = 12.0
    outer_mm: float = 0.0  # a plain border around the rim, as cardboard boards have
    outer_bgr: Bgr = (235, 235, 235)
    line_mm: float = 0.5
    board_mm: float = 2.5  # how thick it is
    edge_bgr: Bgr = (120, 130, 140)  # of its cut edge
    chequered: float = 0.0  # how much every other square differs
    rounded: float = 0.0  # how round special squares are, 0 to 0.5
    label: LabelStyle = "factor"
    coordinates: bool = False  # row letters and column numbers on the rim
    specials: dict[str, tuple[str, ...]] = field(default_factory=lambda: USUAL_SPECIALS, hash=False)
    token_share: float = 0.9  # of a square's side
    token_mm: float = 4.5  # how thick
    token_radius: float = 0.1  # of its side
    bevel: float = 0.07  # of its side
    token_material: str = "ivory/cream"
    inks: tuple[Bgr, ...] = ((30, 30, 30),)  # one, or one for each number in turn
    number_share: float = 0.5  # of the token's side
    count_share: float = 0.19
    number_shift: tuple[float, float] = (0.0, -0.02)  # of the token's side
    stretch: float = 1.0
    underlined: bool = False  # 6 and 9
    engraved: bool = False
    joker: JokerStyle = "star"
    joker_bgr: Bgr = (40, 40, 200)
    gloss: float = 0.5

    @property
    def board_side_mm(self) -> float:
        """The 15 squares."""
        return SQUARES * self.square_mm

    @property
    def token_side_mm(self) -> float:
        return self.token_share * self.square_mm


T = TypeVar("T")


def draw_triolet_look(rng: np.random.Generator, part: Part, fonts: FontBook) -> TrioletLook:
    """A set at random; fonts, board colours and token materials come from `part`."""
    schemes = names_of_part(SCHEMES, part, "triolet-scheme")
    kind = _choose(
        rng, ("ivory",) * 6 + ("wood-light",) * 3 + ("coloured-plastic", "black-plastic", "wood-medium")
    )
    materials = material_names(part, kind) or material_names(part, "ivory")
    token_material = _choose(rng, materials)
    patch = material(token_material, rng, (24, 24), 3.0)
    surface = np.asarray(np.median(patch.reshape(-1, 3), axis=0), np.float64)
    return TrioletLook(
        scheme=_choose(rng, schemes),
        font=fonts.pick(rng, part),
        label_font=fonts.pick(rng, part),
        square_mm=float(rng.uniform(18, 23)),
        rim_mm=float(_choose(rng, (0.0, rng.uniform(1, 5), rng.uniform(5, 14), rng.uniform(10, 24)))),
        outer_mm=float(_choose(rng, (0.0, 0.0, rng.uniform(2, 14)))),
        outer_bgr=_grey_or_tint(rng),
        line_mm=float(rng.uniform(0.25, 1.3)),
        board_mm=float(rng.uniform(1.5, 6)),
        edge_bgr=_grey_or_tint(rng),
        chequered=float(_choose(rng, (0.0, 0.0, 0.0, rng.uniform(0.04, 0.2)))),
        rounded=float(_choose(rng, (0.0, 0.0, rng.uniform(0.1, 0.5)))),
        label=_choose(rng, LABELS),
        coordinates=bool(rng.random() < 0.3),
        token_share=float(rng.uniform(0.84, 0.97)),
        token_mm=float(rng.uniform(3, 6.5)),
        token_radius=float(rng.uniform(0.03, 0.2)),
        bevel=float(rng.uniform(0.03, 0.12)),
        token_material=token_material,
        inks=_draw_inks(rng, surface),
        number_share=float(rng.uniform(0.38, 0.62)),
        count_share=float(rng.uniform(0.14, 0.23)),
        number_shift=(float(rng.uniform(-0.06, 0.03)), float(rng.uniform(-0.07, 0.03))),
        stretch=float(rng.uniform(0.85, 1.15)),
        underlined=bool(rng.random() < 0.25),
        engraved=bool(rng.random() < 0.25),
        joker=_choose(rng, JOKERS),
        joker_bgr=_ink(rng, surface, coloured=True),
        gloss=float(rng.uniform(0.1, 1.0)),
    )


def to_bgr(colour: str) -> Bgr:
    """`#rrggbb` as blue, green, red."""
    return int(colour[5:7], 16), int(colour[3:5], 16), int(colour[1:3], 16)


def _draw_inks(rng: np.random.Generator, surface: NDArray[np.float64]) -> tuple[Bgr, ...]:
    how = rng.random()
    if how < 0.6:
        return (_ink(rng, surface, coloured=False),)
    if how < 0.8:
        return (_ink(rng, surface, coloured=True),)
    return tuple(_ink(rng, surface, coloured=True) for _ in range(int(rng.integers(3, 17))))


def _ink(rng: np.random.Generator, surface: NDArray[np.float64], coloured: bool) -> Bgr:
    """A colour that people can read on this surface: publishers print no grey on grey."""
    is_dark = float(surface @ _LUMINANCE) < 118
    ink = np.full(3, rng.uniform(215, 250) if is_dark else rng.uniform(8, 60))
    if coloured:
        tone = np.array(_choose(rng, ((1, 0, 0), (0, 0.8, 0), (0, 0, 1), (0.9, 0, 0.6), (0.7, 0.45, 0))))
        strong, weak = rng.uniform(150, 235), rng.uniform(10, 70)
        ink = weak + tone * (strong - weak)
    pole = np.full(3, 250.0 if is_dark else 10.0)
    while abs(float((ink - surface) @ _LUMINANCE)) < LEAST_CONTRAST:
        ink = 0.8 * ink + 0.2 * pole
    blue, green, red = (int(n) for n in np.clip(ink, 0, 255))
    return blue, green, red


def _grey_or_tint(rng: np.random.Generator) -> Bgr:
    blue, green, red = (int(n) for n in np.clip(rng.uniform(20, 245) + rng.normal(0, 14, 3), 0, 255))
    return blue, green, red


def _choose(rng: np.random.Generator, options: tuple[T, ...]) -> T:
    return options[int(rng.integers(len(options)))]
