"""The virtual lights, as the program sees them."""

from __future__ import annotations

from hardware.interfaces import Lights
from hardware.virtual.lights import VirtualLights


def test_the_lights_are_dark_at_first_and_then_as_shown() -> None:
    lights = VirtualLights()
    device: Lights = lights
    assert lights.lit == set()
    device.show(frozenset({"green", "amber"}))
    assert lights.lit == {"green", "amber"}
    device.show(frozenset({"red"}))
    assert lights.lit == {"red"}, "these and no others"


def test_closed_lights_stay_dark() -> None:
    lights = VirtualLights()
    lights.show(frozenset({"red"}))
    lights.close()
    assert lights.lit == set()
    lights.show(frozenset({"green"}))
    lights.close()
    assert lights.lit == set()
