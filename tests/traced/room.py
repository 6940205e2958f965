"""The room around a game: what the table is made of, where the light comes from, what stands about."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import cos, radians, sin
from typing import Any

import numpy as np

from tests.traced.arrange import Pose
from tests.traced.prints import Colour
from tests.traced.solids import circle, prism, square, stack
from tests.traced.studio import UNIT_MM, Studio, linear

TABLE_MM = 3000.0
TOPS = ("wood", "wood", "planks", "cloth", "plain", "marble", "linen")
LIGHTS = ("soft", "window", "lamp", "two lamps", "room")


def lay_top(studio: Studio, kind: str, rng: random.Random) -> None:
    """The table, its upper side at height 0."""
    if kind == "plain":
        material, shader = studio.material(rng.uniform(0.25, 0.8))
        colour = rng.choice(
            ((205, 200, 192), (60, 62, 66), (120, 140, 130), (160, 60, 50), (40, 70, 110), (232, 230, 226))
        )
        shader.inputs["Base Color"].default_value = (*linear(colour), 1.0)
        studio.roughen(material, shader, 3.0, 0.05)
    elif kind in ("wood", "planks"):
        material = _wood(studio, rng, planks=kind == "planks")
    elif kind == "marble":
        material = _marble(studio, rng)
    else:
        material = _cloth(studio, rng, checks=kind == "cloth")
    top = prism(square(TABLE_MM), 30.0, 5.0, 1.0)
    studio.place(top, material, Pose(0, 0, rng.uniform(0, 360)), z_mm=-30.0)


def light(studio: Studio, kind: str, rng: random.Random) -> None:
    """Lamps, sun or windows; the exposure is found later, so only their proportions count."""
    warm, cool = (1.0, rng.uniform(0.7, 0.85), rng.uniform(0.45, 0.65)), (0.85, 0.93, 1.0)
    side = rng.uniform(0, 360)
    level = {"soft": 0.4, "window": 0.35, "lamp": 0.3, "two lamps": 0.2, "room": 0.4}[kind]
    _sky(studio, rng, level)
    if kind == "soft":
        studio.lamp(
            "AREA", _from(side, rng.uniform(55, 80), 1500), 140e3, rng.uniform(700, 1400), (1, 0.96, 0.9)
        )
    elif kind == "window":
        studio.lamp(
            "SUN", _from(side, rng.uniform(30, 60), 3000), rng.uniform(1.5, 4), 0.6, (1.0, 0.93, 0.82)
        )
        if rng.random() < 0.6:
            _window_bars(studio, side, rng)
    elif kind == "lamp":
        studio.lamp("POINT", _from(side, rng.uniform(40, 70), 900), 250e3, rng.uniform(15, 60), warm)
    elif kind == "two lamps":
        studio.lamp("AREA", _from(side, rng.uniform(45, 70), 1200), 60e3, 200, warm)
        studio.lamp("AREA", _from(side + rng.uniform(80, 200), rng.uniform(35, 60), 1300), 70e3, 500, cool)
    else:
        for turn in (0, rng.uniform(70, 180)):
            studio.lamp("AREA", _from(side + turn, 22, 2200), 220e3, 1400, cool)


def stand_about(studio: Studio, kind: str, x: float, y: float, rng: random.Random) -> None:
    """A thing of daily life at a place of the table."""
    turn = rng.uniform(0, 360)
    vivid = rng.choice(
        ((190, 40, 40), (30, 80, 150), (235, 200, 60), (240, 240, 236), (40, 110, 70), (30, 30, 32))
    )
    if kind == "mug":
        _mug(studio, Pose(x, y, turn), vivid)
    elif kind == "pencil":
        body = np.array([[-80.0, -3.5], [72, -3.5], [90, -0.4], [90, 0.4], [72, 3.5], [-80, 3.5]])
        studio.place(prism(body, 7.0, 0.3, 2.6), studio.plain(vivid, 0.35, 0.4), Pose(x, y, turn))
    elif kind == "coin":
        for index in range(rng.randint(1, 3)):
            radius = rng.choice((9.5, 11.0, 12.5))
            metal = rng.choice(((200, 160, 90), (190, 190, 195), (170, 100, 60)))
            away = _from(turn + 120 * index, 0, 17.0)
            coin = prism(circle(radius), 2.0, 0.1, 0.4)
            studio.place(coin, studio.plain(metal, 0.3, metallic=1.0), Pose(x + away[0], y + away[1], turn))
    elif kind == "paper":
        corners = np.array([[-52.0, -74], [52, -74], [52, 74], [-52, 74]])
        studio.place(prism(corners, 1.2, 0.5, 0.2), studio.plain((244, 243, 238), 0.9), Pose(x, y, turn))
    else:
        rings = [
            (circle(radius), z) for radius, z in ((30, 0.0), (48, 4), (70, 13), (66, 13), (46, 6), (1, 5))
        ]
        studio.place(stack(rings), studio.plain((238, 236, 230), 0.15, 0.5), Pose(x, y, 0))


THINGS = ("mug", "pencil", "coin", "paper", "plate")
RADIUS_MM = {"mug": 62.0, "pencil": 95.0, "coin": 34.0, "paper": 92.0, "plate": 74.0}


def _mug(studio: Studio, pose: Pose, colour: Colour) -> None:
    rings = [(circle(r), z) for r, z in ((36, 0.0), (40, 3), (41, 90), (40, 92), (38, 90), (37, 60))]
    studio.place(stack(rings), studio.plain(colour, 0.2, 0.6), pose)
    coffee = prism(circle(37.5), 1.0, 0.1, 0.2)
    studio.place(coffee, studio.plain((50, 28, 14), 0.08), pose, z_mm=72.0)
    studio.bpy.ops.mesh.primitive_torus_add(major_radius=2.5, minor_radius=0.55)
    handle = studio.bpy.context.object
    handle.rotation_euler = (radians(90), 0, radians(pose.turn_deg))
    ahead = _from(pose.turn_deg, 0, 42.0)
    handle.location = ((pose.x + ahead[0]) / UNIT_MM, (pose.y + ahead[1]) / UNIT_MM, 4.6)
    handle.data.materials.append(studio.plain(colour, 0.2, 0.6))


def _wood(studio: Studio, rng: random.Random, planks: bool) -> Any:
    material, shader = studio.material(rng.uniform(0.25, 0.6), rng.choice((0.0, 0.3)))
    nodes, links = material.node_tree.nodes, material.node_tree.links
    dark, pale = rng.choice(
        (
            ((92, 58, 34), (142, 96, 60)),
            ((150, 104, 62), (196, 150, 100)),
            ((186, 150, 104), (222, 192, 150)),
            ((52, 34, 24), (86, 58, 42)),
            ((120, 110, 100), (168, 158, 146)),
        )
    )
    place, shape = nodes.new("ShaderNodeTexCoord"), nodes.new("ShaderNodeMapping")
    shape.inputs["Scale"].default_value = (0.035, 0.5, 0.5)
    grain = nodes.new("ShaderNodeTexNoise")
    grain.inputs["Scale"].default_value, grain.inputs["Detail"].default_value = rng.uniform(1.5, 3), 4.0
    grain.inputs["Distortion"].default_value = rng.uniform(0.2, 1.2)
    ramp = _ramp(nodes, [(0.27, dark), (0.73, pale)])
    links.new(place.outputs["Object"], shape.inputs["Vector"])
    links.new(shape.outputs["Vector"], grain.inputs["Vector"])
    links.new(grain.outputs["Fac"], ramp.inputs["Fac"])
    if not planks:
        links.new(ramp.outputs["Color"], shader.inputs["Base Color"])
        return material
    bricks, mix = nodes.new("ShaderNodeTexBrick"), nodes.new("ShaderNodeMix")
    bricks.inputs["Scale"].default_value = 0.1
    bricks.inputs["Brick Width"].default_value, bricks.inputs["Row Height"].default_value = 6.0, 0.9
    bricks.inputs["Mortar Size"].default_value = 0.012
    bricks.inputs["Color1"].default_value = (1, 1, 1, 1)
    bricks.inputs["Color2"].default_value = (0.72, 0.7, 0.68, 1)
    bricks.inputs["Mortar"].default_value = (0.1, 0.08, 0.06, 1)
    mix.data_type, mix.blend_type = "RGBA", "MULTIPLY"
    mix.inputs["Factor"].default_value = 1.0
    links.new(place.outputs["Object"], bricks.inputs["Vector"])
    links.new(ramp.outputs["Color"], mix.inputs[6])
    links.new(bricks.outputs["Color"], mix.inputs[7])
    links.new(mix.outputs[2], shader.inputs["Base Color"])
    return material


def _marble(studio: Studio, rng: random.Random) -> Any:
    material, shader = studio.material(rng.uniform(0.12, 0.3), 0.2)
    nodes, links = material.node_tree.nodes, material.node_tree.links
    pale, vein = rng.choice((((232, 230, 226), (140, 140, 146)), ((54, 56, 60), (150, 148, 140))))
    place, noise = nodes.new("ShaderNodeTexCoord"), nodes.new("ShaderNodeTexNoise")
    noise.inputs["Scale"].default_value, noise.inputs["Detail"].default_value = 0.06, 5.0
    noise.inputs["Distortion"].default_value = 0.9
    ramp = _ramp(nodes, [(0.4, pale), (0.5, vein), (0.56, pale)])
    links.new(place.outputs["Object"], noise.inputs["Vector"])
    links.new(noise.outputs["Fac"], ramp.inputs["Fac"])
    links.new(ramp.outputs["Color"], shader.inputs["Base Color"])
    return material


def _cloth(studio: Studio, rng: random.Random, checks: bool) -> Any:
    material, shader = studio.material(0.95)
    nodes, links = material.node_tree.nodes, material.node_tree.links
    thread = rng.choice(((180, 40, 44), (50, 80, 140), (60, 120, 80), (90, 88, 86), (200, 170, 90)))
    place = nodes.new("ShaderNodeTexCoord")
    if checks:
        # Gingham: a stripe each way, each half as strong as where they cross.
        pitch = rng.uniform(9, 34) / UNIT_MM
        split = nodes.new("ShaderNodeSeparateXYZ")
        links.new(place.outputs["Object"], split.inputs[0])
        total = nodes.new("ShaderNodeMath")
        for index, axis in enumerate("XY"):
            wave, step = nodes.new("ShaderNodeMath"), nodes.new("ShaderNodeMath")
            wave.operation, step.operation = "PINGPONG", "GREATER_THAN"
            wave.inputs[1].default_value, step.inputs[1].default_value = pitch, pitch / 2
            links.new(split.outputs[axis], wave.inputs[0])
            links.new(wave.outputs[0], step.inputs[0])
            links.new(step.outputs[0], total.inputs[index])
        half = nodes.new("ShaderNodeMath")
        half.operation = "MULTIPLY"
        half.inputs[1].default_value = 0.5
        links.new(total.outputs[0], half.inputs[0])
        ramp = _ramp(nodes, [(0.0, (238, 236, 230)), (1.0, thread)])
        links.new(half.outputs[0], ramp.inputs["Fac"])
    else:
        noise = nodes.new("ShaderNodeTexNoise")
        noise.inputs["Scale"].default_value = 0.8
        links.new(place.outputs["Object"], noise.inputs["Vector"])
        darker = (int(thread[0] * 0.8), int(thread[1] * 0.8), int(thread[2] * 0.8))
        ramp = _ramp(nodes, [(0.3, thread), (0.7, darker)])
        links.new(noise.outputs["Fac"], ramp.inputs["Fac"])
    links.new(ramp.outputs["Color"], shader.inputs["Base Color"])
    studio.roughen(material, shader, 12.0, 0.35)
    return material


def _ramp(nodes: Any, stops: Sequence[tuple[float, Colour]]) -> Any:
    ramp = nodes.new("ShaderNodeValToRGB")
    elements = ramp.color_ramp.elements
    while len(elements) < len(stops):
        elements.new(0.5)
    for element, (at, colour) in zip(elements, stops, strict=True):
        element.position, element.color = at, (*linear(colour), 1.0)
    return ramp


def _sky(studio: Studio, rng: random.Random, level: float) -> None:
    """A room brighter at one end than at the other."""
    nodes, links = studio.scene.world.node_tree.nodes, studio.scene.world.node_tree.links
    place, turn = nodes.new("ShaderNodeTexCoord"), nodes.new("ShaderNodeMapping")
    turn.inputs["Rotation"].default_value = (0, radians(rng.uniform(40, 130)), radians(rng.uniform(0, 360)))
    slope = nodes.new("ShaderNodeTexGradient")
    ramp = _ramp(nodes, [(0.0, (96, 84, 74)), (1.0, rng.choice(((205, 220, 245), (250, 236, 214))))])
    links.new(place.outputs["Generated"], turn.inputs["Vector"])
    links.new(turn.outputs["Vector"], slope.inputs["Vector"])
    links.new(slope.outputs["Fac"], ramp.inputs["Fac"])
    links.new(ramp.outputs["Color"], nodes["Background"].inputs["Color"])
    nodes["Background"].inputs["Strength"].default_value = level


def _window_bars(studio: Studio, side_deg: float, rng: random.Random) -> None:
    """A frame between the sun and the table: its shadow falls across the game."""
    wood = studio.plain((60, 50, 40), 0.9)
    middle = np.array(_from(side_deg, 45, 900))
    across = np.array([-sin(radians(side_deg)), cos(radians(side_deg)), 0.0])
    for offset in (-450, -150, 150, 450):
        at = middle + across * (offset + rng.uniform(-60, 60))
        bar = prism(np.array([[-500.0, -22], [500, -22], [500, 22], [-500, 22]]), 20.0, 2.0, 1.0)
        studio.place(bar, wood, Pose(float(at[0]), float(at[1]), side_deg), z_mm=float(at[2]))


def _from(side_deg: float, up_deg: float, distance_mm: float) -> tuple[float, float, float]:
    side, up = radians(side_deg), radians(up_deg)
    return (
        distance_mm * cos(up) * cos(side),
        distance_mm * cos(up) * sin(side),
        distance_mm * sin(up),
    )
