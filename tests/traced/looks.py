"""What sets and boards look like: drawn from a few lists, as shops have them."""

from __future__ import annotations

import random

from tests.traced.prints import BoardPrint, Colour, TilePrint, TokenPrint, fonts

INK: tuple[Colour, ...] = ((18, 18, 20), (22, 30, 84), (120, 14, 20), (14, 72, 40), (50, 30, 20))
RAINBOW: tuple[Colour, ...] = (
    (25, 25, 25),
    (200, 30, 35),
    (20, 80, 180),
    (15, 125, 55),
    (205, 95, 10),
    (120, 40, 140),
)
PALE: tuple[Colour, ...] = (
    (240, 236, 222),
    (248, 246, 240),
    (236, 226, 196),
    (250, 232, 140),
    (214, 226, 234),
)
DARK: tuple[Colour, ...] = ((28, 28, 32), (24, 40, 92), (96, 18, 26), (18, 70, 50))
WOOD: tuple[Colour, ...] = ((222, 186, 134), (200, 152, 98), (232, 206, 164))


def choose_tokens(rng: random.Random) -> TokenPrint:
    """A set of Triolet's tokens."""
    kind = rng.choices(("pale", "dark", "wood", "rainbow"), (6, 1, 2, 2))[0]
    bodies = {"dark": DARK, "wood": WOOD}.get(kind, PALE)
    if kind == "dark":
        inks: tuple[Colour, ...] = (rng.choice(((245, 240, 225), (240, 200, 80), (250, 250, 250))),)
    else:
        inks = RAINBOW if kind == "rainbow" else (rng.choice(INK),)
    return TokenPrint(
        font=rng.choice(fonts()),
        body=rng.choice(bodies),
        inks=inks,
        height=rng.uniform(0.5, 0.62),
        count_height=rng.uniform(0.16, 0.21),
        joker=rng.choice(("star", "star", "star", "face", "face", "crown", "J", "JOKER")),
        grain=kind == "wood",
    )


def choose_tiles(rng: random.Random) -> TilePrint:
    """A set of Triominos."""
    kind = rng.choices(("ivory", "black", "wood", "coloured"), (5, 2, 2, 2))[0]
    coloured: tuple[Colour, ...] = ((180, 40, 40), (30, 90, 170), (30, 130, 80), (235, 190, 50))
    body = rng.choice({"ivory": PALE[:3], "black": DARK[:1], "wood": WOOD, "coloured": coloured}[kind])
    is_dark = sum(body) < 380
    if is_dark:
        inks: tuple[Colour, ...] = (rng.choice(((250, 248, 240), (245, 215, 90))),)
    else:
        inks = RAINBOW if kind == "ivory" and rng.random() < 0.4 else (rng.choice(INK),)
    pips = rng.random() < (0.5 if kind == "wood" else 0.1)
    back = body if rng.random() < 0.7 else rng.choice((*DARK, *coloured))
    font, height, out = rng.choice(fonts()), rng.uniform(0.15, 0.2), rng.uniform(0.54, 0.6)
    feet, middle = rng.random() < 0.2, rng.choice(("none", "none", "stud", "lines"))
    mark = rng.choice(("none", "ring", "lines"))
    return TilePrint(
        font=font,
        body=body,
        inks=inks,
        height=height,
        out=out,
        feet=feet,
        pips=pips,
        middle=middle,
        back=back,
        # With pips an unmarked back would be 0-0-0.
        back_mark="ring" if pips and mark == "none" else mark,
        grain=kind == "wood",
    )


def choose_board(rng: random.Random) -> BoardPrint:
    """A board of Triolet."""
    grounds: tuple[tuple[Colour, Colour], ...] = (  # squares and their lines
        ((20, 96, 110), (200, 224, 226)),
        ((24, 52, 110), (180, 196, 226)),
        ((34, 104, 62), (210, 226, 196)),
        ((228, 214, 182), (110, 92, 64)),
        ((120, 26, 38), (232, 200, 180)),
        ((206, 210, 214), (88, 96, 106)),
        ((84, 60, 118), (206, 196, 226)),
        ((226, 142, 52), (250, 236, 210)),
        ((150, 190, 214), (250, 250, 250)),
    )
    ground, lines = rng.choice(grounds)
    share = rng.choice((0.6, 0.8, 1.0, 1.15))
    rim: Colour = (
        min(255, int(ground[0] * share)),
        min(255, int(ground[1] * share)),
        min(255, int(ground[2] * share)),
    )
    return BoardPrint(
        ground=ground,
        rim=rim,
        lines=lines,
        line_mm=rng.uniform(0.35, 0.9),
        double=rng.choice(((245, 205, 50), (240, 150, 170), (250, 225, 130))),
        triple=rng.choice(((215, 50, 45), (235, 110, 40), (70, 170, 90))),
        replay=rng.choice(((60, 120, 205), (150, 80, 170), (235, 235, 235))),
        shape=rng.choice(("square", "square", "disc", "ring")),
        has_signs=rng.random() < 0.7,
        chequer=rng.choice((0, 0, 0, 10)),
        font=rng.choice(fonts()),
        title=rng.choice(("", "TRIOLET", "triolet")),
    )
