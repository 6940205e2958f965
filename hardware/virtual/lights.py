"""The virtual lights: they remember what is shown, for a screen or a test to see."""

from __future__ import annotations

from hardware.interfaces import LightName


class VirtualLights:
    """Stand in for the three lights. Closed, they are dark and stay so, as without current."""

    def __init__(self) -> None:
        self._lit: frozenset[LightName] = frozenset()
        self._is_open = True

    @property
    def lit(self) -> frozenset[LightName]:
        """The lights that are on."""
        return self._lit

    def show(self, lit: frozenset[LightName]) -> None:
        if self._is_open:
            self._lit = lit

    def close(self) -> None:
        self._is_open = False
        self._lit = frozenset()
