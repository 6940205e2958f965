"""The room around the game: table top, light, camera electronics, and what lies about. Drawn at random."""

from __future__ import annotations

from dataclasses import dataclass, field
from zlib import crc32

import numpy as np

from hardware.virtual.clutter import ClutterKind
from hardware.virtual.clutter import kinds as clutter_kinds
from hardware.virtual.difficulty import Difficulty
from hardware.virtual.light import Light
from hardware.virtual.optics import Optics, Points
from hardware.virtual.sensor import Sensor
from hardware.virtual.split import Part
from hardware.virtual.textures import kind_names

Bgr = tuple[float, float, float]

# White light of candle, bulb, neutral and sky, linear BGR: the camera's white balance takes most of it out.
_WARM: Bgr = (0.45, 0.75, 1.25)
_COOL: Bgr = (1.25, 1.03, 0.85)


@dataclass(frozen=True, slots=True)
class Thing:
    """Clutter: what, and where its middle lies."""

    kind: ClutterKind
    x_mm: float
    y_mm: float
    turn_deg: float
    seed: int


@dataclass(frozen=True, slots=True)
class World:
    """Everything in a picture but the game itself."""

    table: str = "oak/natural"
    light: Light = field(default_factory=Light)
    sensor: Sensor = field(default_factory=Sensor)
    things: tuple[Thing, ...] = ()
    glare_share: float = 0.0  # of the pieces


def stream(seed: int, *names: object) -> np.random.Generator:
    """Random numbers for one purpose: the same for the same seed and names, whatever else was drawn."""
    words = [crc32(str(name).encode()) for name in names]
    return np.random.default_rng([seed, *words])


def draw_world(rng: np.random.Generator, difficulty: Difficulty, part: Part) -> World:
    """A room at random; the table top comes from `part`. Clutter is added when it is known what is free."""
    return World(
        table=_draw_table(rng, difficulty, part),
        light=_draw_light(rng, difficulty),
        sensor=_draw_sensor(rng, difficulty),
        glare_share=float(rng.uniform(0, difficulty.glare_share)),
    )


def scatter_things(
    rng: np.random.Generator, optics: Optics, game_px: Points, loose_px: Points
) -> tuple[Thing, ...]:
    """A few things at the edges of the view, away from the game and from loose pieces in the picture."""
    width, height = optics.size
    inverse = np.linalg.inv(optics.homography())
    low, high = game_px.min(axis=0), game_px.max(axis=0)
    things: list[Thing] = []
    for _ in range(int(rng.integers(1, 5))):
        for _attempt in range(12):
            at = rng.uniform((-20, -20), (width + 20, height + 20))
            reach = 0.12 * width
            if np.all(at > low - reach) and np.all(at < high + reach):
                continue
            if len(loose_px) and np.hypot(*(loose_px - at).T).min() < reach:
                continue
            table = inverse @ np.array([*at, 1.0])
            kind = clutter_kinds()[int(rng.integers(len(clutter_kinds())))]
            x, y = table[:2] / table[2]
            things.append(
                Thing(kind, float(x), float(y), float(rng.uniform(0, 360)), int(rng.integers(2**31)))
            )
            break
    return tuple(things)


def _draw_table(rng: np.random.Generator, difficulty: Difficulty, part: Part) -> str:
    groups = ("wood", "plain", "stone", "cloth", "print") if difficulty.any_table else ("wood", "plain")
    group = groups[int(rng.integers(len(groups)))]
    names = kind_names(part, group)  # type: ignore[arg-type]  # one of the groups by construction
    return names[int(rng.integers(len(names)))]


def _draw_light(rng: np.random.Generator, difficulty: Difficulty) -> Light:
    direct_bgr = _tint(rng, difficulty.warmth)
    ambient_bgr = direct_bgr
    if rng.random() < difficulty.mixed_light:
        ambient_bgr = _tint(rng, difficulty.warmth)
    bars = leaning = None
    if rng.random() < difficulty.bars:
        spacing = rng.uniform(0.35, 0.9)
        bars = (rng.uniform(0, 180), spacing * rng.uniform(0.08, 0.25), spacing, rng.uniform(0.4, 0.9))
    if rng.random() < difficulty.leaning:
        angle = rng.uniform(0, 2 * np.pi)
        leaning = (1.0 * np.cos(angle), 0.8 * np.sin(angle), rng.uniform(0.35, 0.7), rng.uniform(0.3, 0.75))
    return Light(
        from_deg=float(rng.uniform(0, 360)),
        elevation_deg=float(rng.uniform(35, 75)),
        direct=float(rng.uniform(*difficulty.direct)),
        direct_bgr=direct_bgr,
        ambient_bgr=ambient_bgr,
        softness_mm=float(rng.uniform(*difficulty.softness_mm)),
        falloff=float(rng.uniform(0, difficulty.falloff)),
        exposure=float(rng.uniform(0.75, 1.35)),
        bars=bars,
        leaning=leaning,
    )


def _draw_sensor(rng: np.random.Generator, difficulty: Difficulty) -> Sensor:
    angle, length = rng.uniform(0, np.pi), rng.uniform(0, difficulty.motion_px)
    return Sensor(
        noise_sigma=float(rng.uniform(*difficulty.noise_sigma)),
        blur_px=float(rng.uniform(*difficulty.blur_px)),
        motion_px=(float(length * np.cos(angle)), float(length * np.sin(angle))),
        vignetting=float(rng.uniform(0, 0.35)),
        white_bgr=_tint(rng, 0.12),
        sharpening=float(rng.uniform(0, 1.0)),
        contrast=float(rng.uniform(0.92, 1.12)),
        jpeg_quality=int(rng.integers(difficulty.jpeg[0], difficulty.jpeg[1] + 1)),
    )


def _tint(rng: np.random.Generator, strength: float) -> Bgr:
    """What is left of the light's colour after the camera's white balance."""
    share = float(rng.uniform(-0.5, 1.0)) * strength * 0.6
    towards = np.array(_WARM if share > 0 else _COOL)
    blue, green, red = (float(n) for n in 1 + abs(share) * (towards - 1))
    return blue, green, red
