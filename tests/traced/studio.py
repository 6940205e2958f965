"""Blender, as far as it is needed here. One unit is a centimetre; what is handed in is in millimetres.

Blender is imported when it is used: `pip install bpy`, in a venv of its own.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from tests.traced.arrange import Pose
from tests.traced.lens import Lens
from tests.traced.solids import Points, Solid

UNIT_MM = 10.0


class Studio:
    """An empty scene to build in, and its camera."""

    def __init__(self, scratch: Path) -> None:
        import bpy

        self.bpy: Any = bpy
        self._scratch = scratch
        bpy.ops.wm.read_factory_settings(use_empty=True)
        self.scene: Any = bpy.context.scene
        self.scene.world = bpy.data.worlds.new("room")
        self.scene.world.use_nodes = True

    def load(self, image: Image.Image) -> Any:
        """A picture to print with."""
        path = self._scratch / f"{len(self.bpy.data.images)}.png"
        image.save(path)
        loaded = self.bpy.data.images.load(str(path))
        loaded.pack()
        return loaded

    def material(self, roughness: float, coat: float = 0.0, metallic: float = 0.0) -> tuple[Any, Any]:
        """A material and the node that says how it takes light."""
        material = self.bpy.data.materials.new("material")
        material.use_nodes = True
        shader = material.node_tree.nodes["Principled BSDF"]
        shader.inputs["Roughness"].default_value = roughness
        shader.inputs["Coat Weight"].default_value = coat
        shader.inputs["Coat Roughness"].default_value = 0.08
        shader.inputs["Metallic"].default_value = metallic
        return material, shader

    def plain(self, colour: Sequence[int], roughness: float, coat: float = 0.0, metallic: float = 0.0) -> Any:
        """A material of one colour (RGB as printed, 0 to 255)."""
        material, shader = self.material(roughness, coat, metallic)
        shader.inputs["Base Color"].default_value = (*linear(colour), 1.0)
        return material

    def printed(self, image: Image.Image, roughness: float, coat: float = 0.0, bump: float = 0.0) -> Any:
        """A material with a picture laid on it."""
        material, shader = self.material(roughness, coat)
        nodes, links = material.node_tree.nodes, material.node_tree.links
        texture = nodes.new("ShaderNodeTexImage")
        texture.image = self.load(image)
        texture.extension = "EXTEND"
        links.new(texture.outputs["Color"], shader.inputs["Base Color"])
        if bump:
            self.roughen(material, shader, 8.0, bump)
        return material

    def roughen(self, material: Any, shader: Any, scale: float, strength: float) -> None:
        """Make a surface uneven."""
        nodes, links = material.node_tree.nodes, material.node_tree.links
        place, noise, bump = (
            nodes.new(kind) for kind in ("ShaderNodeTexCoord", "ShaderNodeTexNoise", "ShaderNodeBump")
        )
        noise.inputs["Scale"].default_value = scale
        bump.inputs["Strength"].default_value = strength
        bump.inputs["Distance"].default_value = 0.05
        noise.inputs["Detail"].default_value = 1.0
        links.new(place.outputs["Object"], noise.inputs["Vector"])
        links.new(noise.outputs["Fac"], bump.inputs["Height"])
        links.new(bump.outputs["Normal"], shader.inputs["Normal"])

    def place(
        self,
        solid: Solid,
        material: Any,
        pose: Pose = Pose(0, 0, 0),
        z_mm: float = 0.0,
        print_mm: float = 1.0,
        smooth: bool = True,
    ) -> Any:
        """Put a solid on the table; `print_mm` is the side of the picture laid on it from above."""
        mesh = self.bpy.data.meshes.new("solid")
        mesh.from_pydata((solid.points / UNIT_MM).tolist(), [], solid.faces)
        layer = mesh.uv_layers.new()
        corners = [vertex for face in solid.faces for vertex in face]
        flat = solid.points[corners, :2] / print_mm + 0.5
        layer.data.foreach_set("uv", flat.astype(np.float32).ravel())
        if smooth:
            mesh.polygons.foreach_set("use_smooth", [len(face) == 4 for face in solid.faces])
        mesh.materials.append(material)
        thing = self.bpy.data.objects.new("thing", mesh)
        thing.location = (pose.x / UNIT_MM, pose.y / UNIT_MM, z_mm / UNIT_MM)
        thing.rotation_euler = (0, 0, np.radians(pose.turn_deg))
        self.scene.collection.objects.link(thing)
        return thing

    def lamp(
        self, kind: str, at_mm: Sequence[float], watts: float, size_mm: float, colour: Sequence[float]
    ) -> Any:
        """A lamp that shines at the middle of the table: AREA, POINT or SUN (size in degrees, W/m²)."""
        from mathutils import Vector

        light = self.bpy.data.lights.new("lamp", kind)
        light.energy, light.color = watts, tuple(colour)
        if kind == "AREA":
            light.size = size_mm / UNIT_MM
        elif kind == "SUN":
            light.angle = np.radians(size_mm)
        else:
            light.shadow_soft_size = size_mm / UNIT_MM
        thing = self.bpy.data.objects.new("lamp", light)
        thing.location = [part / UNIT_MM for part in at_mm]
        thing.rotation_euler = (-Vector(thing.location)).to_track_quat("-Z", "Y").to_euler()
        self.scene.collection.objects.link(thing)
        return thing

    def look(self, lens: Lens, f_stop: float | None) -> None:
        """Set the camera up."""
        from mathutils import Matrix

        data = self.bpy.data.cameras.new("camera")
        data.sensor_fit, data.sensor_width = "HORIZONTAL", 36.0
        data.lens = lens.focal_px * 36.0 / lens.size[0]
        data.clip_start, data.clip_end = 0.1, 2000.0
        if f_stop is not None:
            data.dof.use_dof = True
            data.dof.focus_distance = lens.distance_mm / UNIT_MM
            data.dof.aperture_fstop = f_stop
        camera = self.bpy.data.objects.new("camera", data)
        pose = np.eye(4)
        pose[:3, :3], pose[:3, 3] = lens.axes, lens.position / UNIT_MM
        camera.matrix_world = Matrix(pose.tolist())
        self.scene.collection.objects.link(camera)
        self.scene.camera = camera
        self.scene.render.resolution_x, self.scene.render.resolution_y = lens.size

    def project(self, points_mm: Points) -> Points:
        """(n, 3) to (n, 2): where Blender itself says these points are in the picture, in pixels."""
        from bpy_extras.object_utils import world_to_camera_view
        from mathutils import Vector

        self.bpy.context.view_layer.update()
        width, height = self.scene.render.resolution_x, self.scene.render.resolution_y
        seen = [
            world_to_camera_view(self.scene, self.scene.camera, Vector(point))
            for point in (np.asarray(points_mm) / UNIT_MM).tolist()
        ]
        return np.array([(part.x * width - 0.5, (1 - part.y) * height - 0.5) for part in seen])

    def trace(self, samples: int, threads: int) -> NDArray[np.float32]:
        """The picture as light, (height, width, 3), RGB."""
        scene = self.scene
        scene.render.engine = "CYCLES"
        scene.cycles.device = "CPU"
        scene.cycles.samples = samples
        scene.cycles.use_adaptive_sampling = True
        scene.cycles.adaptive_threshold = 0.04
        scene.cycles.adaptive_min_samples = 4
        scene.cycles.use_denoising = True
        scene.cycles.denoiser = "OPENIMAGEDENOISE"
        scene.cycles.denoising_prefilter = "FAST"
        scene.cycles.max_bounces = 2
        scene.cycles.caustics_reflective = scene.cycles.caustics_refractive = False
        scene.render.threads_mode, scene.render.threads = "FIXED", threads
        scene.render.image_settings.file_format = "OPEN_EXR"
        scene.render.image_settings.color_depth = "32"
        path = self._scratch / "traced.exr"
        scene.render.filepath = str(path)
        with _quiet():
            self.bpy.ops.render.render(write_still=True)
        image = self.bpy.data.images.load(str(path))
        width, height = image.size
        pixels = np.empty(width * height * 4, np.float32)
        image.pixels.foreach_get(pixels)
        return pixels.reshape(height, width, 4)[::-1, :, :3].copy()


@contextmanager
def _quiet() -> Iterator[None]:
    """Nothing on standard output: Blender writes a line for each thing in the room, past Python's own."""
    sys.stdout.flush()
    kept = os.dup(1)
    with Path(os.devnull).open("w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)


def linear(colour: Sequence[int]) -> tuple[float, float, float]:
    """A printed colour, 0 to 255, as light."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in colour)
    )
    return red, green, blue
