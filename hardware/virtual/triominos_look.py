"""What a set of Triominos looks like: size, material, printing and backs, the same for all its tiles.

A look is drawn at random. Typefaces, materials and colour schemes keep to the part (training or held out)
that was asked for, so that a reader is measured on sets of a kind it never saw.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from hardware.virtual.fonts import Font, FontBook, draw_text
from hardware.virtual.split import Part
from hardware.virtual.textures import material_names
from hardware.virtual.textures.noise import bgr
from hardware.virtual.textures.palettes import MATERIALS
from hardware.virtual.triominos_schemes import SCHEMES, Scheme, scheme_names

Colour = tuple[int, int, int]  # BGR
Marks = Literal["digits", "pips"]
Ornament = Literal["none", "lines", "stud", "triangle"]
BackPattern = Literal["plain", "triangle", "lattice", "dots", "frame"]
PipLayout = Literal["diamond", "square"]

_PIPS_SHARE = 0.25  # of all sets; most have digits
_LEAST_CONTRAST = 52.0
_BACK_PATTERNS: tuple[BackPattern, ...] = ("plain", "triangle", "lattice", "dots", "frame")


@dataclass(frozen=True, slots=True)
class TriominosLook:
    """All that the tiles of one set share. Lengths in millimetres, colours BGR, shares from 0 to 1."""

    scheme: str
    side_mm: float  # between the unrounded corners of the upper face
    thickness_mm: float
    corner_radius_mm: float
    bevel_mm: float
    bevel_steepness: float
    dish: float  # above 0 the face swells, below it sinks
    materials: tuple[str, ...]  # one; several for sets sawn from many woods: each tile takes one
    tint: tuple[float, float, float]  # gain on the material's colour, BGR
    tone_spread: float  # how unlike the tiles of the set are
    wall_bgr: Colour
    gloss: float
    wear: float  # 0 new … 1 played with for years
    marks: Marks
    is_feet_out: bool  # digits with their feet towards the corner instead of their tops
    font: Font
    stretch: float
    inks: tuple[Colour, Colour, Colour, Colour, Colour, Colour]  # of the numbers 0 to 5
    digit_mm: float
    reach_mm: float  # from the corner to the middle of its number
    engraving_mm: float  # depth of the digits; 0: printed
    pip_mm: float  # diameter
    pip_pitch_mm: float
    pip_layout: PipLayout
    pip_jitter_mm: float  # holes drilled by hand
    pip_depth_mm: float  # 0: printed
    print_shift_mm: float  # deviation of the printing from tile to tile
    print_turn_deg: float
    ornament: Ornament
    ornament_bgr: Colour
    ornament_mm: float  # diameter of the stud, side of the triangle, width of the lines
    back_material: str
    back_pattern: BackPattern
    back_bgr: Colour  # of the pattern
    seed: int  # of the material the set was cut from


def draw_look(rng: np.random.Generator, part: Part, fonts: FontBook) -> TriominosLook:
    """Draw a set at random: scheme, materials and typeface of the part, everything else from fixed ranges."""
    marks: Marks = "pips" if rng.random() < _PIPS_SHARE else "digits"
    names = tuple(name for name in scheme_names(part) if SCHEMES[name].marks == marks)
    # Kinds next: ivory is not likelier than wood because more inks go with it.
    kinds = sorted({SCHEMES[name].kind for name in names})
    kind = kinds[int(rng.integers(len(kinds)))]
    names = tuple(name for name in names if SCHEMES[name].kind == kind)
    return draw_scheme(names[int(rng.integers(len(names)))], rng, part, fonts)


def draw_scheme(name: str, rng: np.random.Generator, part: Part, fonts: FontBook) -> TriominosLook:
    """Draw a set in the named colour scheme; the part decides about materials and typeface only."""
    scheme = SCHEMES[name]
    is_wood = scheme.kind.startswith("wood")
    inks = tuple(_varied(rng, code) for code in scheme.inks)
    materials = _pick_materials(rng, scheme, part)
    side = float(rng.uniform(34, 42))
    font = fonts.pick(rng, part)
    stretch = float(rng.uniform(0.9, 1.12))
    digit, reach = _place_digit(rng, side, font, stretch)
    pip, pitch, pip_reach = _place_pips(rng, side)
    is_drilled = is_wood or rng.random() < 0.5
    body = body_colour(materials[0])
    back_material, back_pattern = _pick_back(rng, scheme, materials[0], part)
    paper = body_colour(back_material)
    ornament = _pick_ornament(rng, scheme)
    wear = float(rng.beta(1.3, 3.0))
    engraved = is_wood or rng.random() < 0.35
    return TriominosLook(
        scheme=name,
        side_mm=side,
        thickness_mm=float(rng.uniform(4, 7)),
        corner_radius_mm=float(rng.uniform(0.15, 1.2) if is_wood else rng.uniform(0.5, 2.6)),
        bevel_mm=float(rng.uniform(0.15, 0.8) if is_wood else rng.uniform(0.4, 1.8)),
        bevel_steepness=float(rng.uniform(0.5, 1.1)),
        dish=0.0 if is_wood else float(rng.choice((0.0, rng.uniform(-0.04, 0.06)))),
        materials=materials,
        tint=_tint(rng, 0.03),
        tone_spread=float(rng.uniform(0.03, 0.10) if is_wood else rng.uniform(0.004, 0.02)),
        wall_bgr=_pick_wall(rng, body, is_wood),
        gloss=float(rng.uniform(0.02, 0.35) if is_wood else rng.uniform(0.15, 0.9)),
        wear=wear,
        marks=scheme.marks,
        is_feet_out=bool(rng.random() < 0.15),
        font=font,
        stretch=stretch,
        inks=(inks[0], inks[1], inks[2], inks[3], inks[4], inks[5]),
        digit_mm=digit,
        reach_mm=reach if scheme.marks == "digits" else pip_reach,
        engraving_mm=float(rng.uniform(0.12, 0.4)) if engraved and rng.random() < 0.75 else 0.0,
        pip_mm=pip,
        pip_pitch_mm=pitch,
        pip_layout="diamond" if rng.random() < 0.6 else "square",
        pip_jitter_mm=float(rng.uniform(0.1, 0.5) if is_wood else rng.uniform(0.0, 0.12)),
        pip_depth_mm=float(rng.uniform(0.35, 0.9)) if is_drilled else 0.0,
        print_shift_mm=float(rng.uniform(0.03, 0.3)),
        print_turn_deg=float(rng.uniform(0.2, 1.6)),
        ornament=ornament,
        ornament_bgr=_ornament_colour(rng, ornament, body, inks[1]),
        ornament_mm=_ornament_size(rng, ornament),
        back_material=back_material,
        back_pattern=back_pattern,
        back_bgr=_pattern_colour(rng, paper),
        seed=int(rng.integers(2**31)),
    )


def body_colour(name: str) -> Colour:
    """The colour of a piece material as a whole, BGR: for wood its middle tone."""
    kind, _, palette = name.partition("/")
    colours = MATERIALS[kind][palette]
    return _whole(bgr(colours[len(colours) // 2]))


def contrast(one: Sequence[float], other: Sequence[float]) -> float:
    """How well one colour shows on another: mostly by lightness, also by hue. BGR, 0 to about 255."""
    difference = np.subtract(one, other, dtype=np.float64)
    return float(max(abs(difference @ (0.114, 0.587, 0.299)), 0.55 * np.linalg.norm(difference)))


def _pick_materials(rng: np.random.Generator, scheme: Scheme, part: Part) -> tuple[str, ...]:
    """The material of the set, such that every ink shows on it; several woods where the scheme mixes them."""
    names: tuple[str, ...] = ()
    for kind in ("wood-medium", "wood-dark") if scheme.kind == "wood-mixed" else (scheme.kind,):
        names += material_names(part, kind)
    if scheme.kind == "wood-mixed":
        count = min(len(names), int(rng.integers(2, 5)))
        return tuple(str(name) for name in rng.choice(names, count, replace=False))
    inks = [bgr(code) for code in scheme.inks]
    worst = [min(contrast(ink, body_colour(name)) for ink in inks) for name in names]
    fitting = [name for name, least in zip(names, worst, strict=True) if least >= _LEAST_CONTRAST]
    if not fitting:  # a made set shows its numbers: the best there is
        fitting = [names[int(np.argmax(worst))]]
    return (fitting[int(rng.integers(len(fitting)))],)


def _place_digit(rng: np.random.Generator, side: float, font: Font, stretch: float) -> tuple[float, float]:
    """Height of the digits and how far from the corner they stand, so that all of them keep on the face."""
    widest = max(draw_text(font.path, str(number), 40, 0.0, stretch).shape[1] for number in range(6)) / 40
    height = side * float(rng.uniform(0.15, 0.225)) * min(1.0, 0.75 / widest)
    margin = float(rng.uniform(1.0, 1.8))
    # Between the two sides there are 2 tan 30 degrees of room for each millimetre from the corner.
    nearest = height / 2 + (widest * height / 2 + margin) / np.tan(np.pi / 6)
    farthest = side / np.sqrt(3) - height * (0.5 + 0.577 * widest) - 0.05 * side
    return height, float(nearest + max(0.0, farthest - nearest) * rng.uniform(0, 0.6))


def _place_pips(rng: np.random.Generator, side: float) -> tuple[float, float, float]:
    """Diameter of the pips, their pitch, and how far from the corner their group stands."""
    diameter = side * float(rng.uniform(0.055, 0.082))
    pitch = max(side * float(rng.uniform(0.09, 0.115)), 1.3 * diameter)
    return diameter, pitch, side * float(rng.uniform(0.315, 0.36))


def _pick_wall(rng: np.random.Generator, body: Colour, is_wood: bool) -> Colour:
    """The side walls: as the face, or of another colour where two layers are glued or the edge is dyed."""
    if not is_wood and rng.random() < 0.15:
        layers = ("#2a2a2c", "#7a1f22", "#1f3f6e", "#22543a", "#8a6a3a", "#e6e0d2")
        return _varied(rng, layers[int(rng.integers(len(layers)))])
    shade = float(rng.uniform(0.62, 0.95) if is_wood else rng.uniform(0.85, 1.0))
    return _whole([shade * channel for channel in body])


def _pick_back(rng: np.random.Generator, scheme: Scheme, front: str, part: Part) -> tuple[str, BackPattern]:
    """Material and pattern of the backs; never such that a back looks like a face without pips."""
    pattern = _BACK_PATTERNS[int(rng.choice(5, p=(0.6, 0.12, 0.1, 0.08, 0.1)))]
    if scheme.kind.startswith("wood") or rng.random() < 0.6:
        material = front
    else:
        others = material_names(part, "black-plastic") + material_names(part, "coloured-plastic")
        material = others[int(rng.integers(len(others)))]
    if scheme.marks == "pips" and pattern == "plain" and material == front:
        pattern = _BACK_PATTERNS[int(rng.integers(1, 5))]
    return material, pattern


def _pick_ornament(rng: np.random.Generator, scheme: Scheme) -> Ornament:
    if scheme.marks == "pips":  # a stud among pips would be one
        return "lines" if rng.random() < 0.25 else "none"
    choices: tuple[Ornament, ...] = ("none", "lines", "stud", "triangle")
    return choices[int(rng.choice(4, p=(0.5, 0.18, 0.2, 0.12)))]


def _ornament_colour(rng: np.random.Generator, ornament: Ornament, body: Colour, ink: Colour) -> Colour:
    if ornament == "stud":
        metals = ("#b8904a", "#c9a45a", "#a8a9ab", "#8a6b3c", "#c7c2b4")
        return _varied(rng, metals[int(rng.integers(len(metals)))])
    if rng.random() < 0.45:
        return ink
    return _whole([0.6 * channel if sum(body) > 240 else channel + 38 for channel in body])


def _ornament_size(rng: np.random.Generator, ornament: Ornament) -> float:
    ranges = {"none": (1.0, 1.0), "lines": (0.35, 0.9), "stud": (2.2, 4.2), "triangle": (4.0, 7.5)}
    return float(rng.uniform(*ranges[ornament]))


def _pattern_colour(rng: np.random.Generator, paper: Colour) -> Colour:
    strength = float(rng.uniform(0.3, 0.75))
    target = 225.0 if sum(paper) < 330 else 35.0
    return _whole([channel + strength * (target - channel) for channel in paper])


def _varied(rng: np.random.Generator, code: str) -> Colour:
    return _whole([channel * gain for channel, gain in zip(bgr(code), _tint(rng, 0.04), strict=True)])


def _tint(rng: np.random.Generator, spread: float) -> tuple[float, float, float]:
    lighter, redder, greener = spread * rng.standard_normal(3) * (1.0, 0.6, 0.15)
    return float(1 + lighter - redder), float(1 + lighter + greener), float(1 + lighter + 0.7 * redder)


def _whole(colour: Sequence[float]) -> Colour:
    blue, green, red = (round(min(255.0, max(0.0, channel))) for channel in colour)
    return blue, green, red
