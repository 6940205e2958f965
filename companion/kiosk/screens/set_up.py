"""The set-up: everything that can be set, tried or learned, each with how it stands now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.kiosk.backstage import Choices
from companion.kiosk.boxes import grid
from companion.kiosk.entry_part import Entry, draw_entry
from companion.kiosk.head_part import draw_head
from companion.kiosk.icon_part import IconName
from companion.kiosk.page import Page
from companion.kiosk.screen import House, Screen
from companion.kiosk.screens.buttons_test import ButtonsTestScreen
from companion.kiosk.screens.camera_set_up import CameraSetUpScreen
from companion.kiosk.screens.enrol import EnrolScreen
from companion.kiosk.screens.language import LanguageScreen
from companion.kiosk.screens.lights_test import LightsTestScreen
from companion.kiosk.screens.sound_set_up import SoundSetUpScreen
from companion.kiosk.screens.specials import SpecialsScreen
from companion.kiosk.screens.timer_length import TimerLengthScreen


class SetUpScreen(Screen):
    """A calm grid; two of its entries are switches."""

    name = "set-up"

    def build(self, page: Page) -> None:
        rest = draw_head(page, self, self.house.words("set-up.title"))
        entries = (*self._table_entries(), *self._box_entries(), *self._taste_entries())
        across = 1 if page.is_portrait else 2
        boxes = grid(rest, across, -(-len(entries) // across), page.unit(7))
        for box, entry in zip(boxes, entries, strict=True):
            draw_entry(page, box, entry, self.house.words(f"set-up.{entry.name}"))

    def _table_entries(self) -> tuple[Entry, ...]:
        """What has to do with the table: camera, board, tokens."""
        words, backstage = self.house.words, self.house.backstage
        is_alarming = backstage.is_camera_lost or not backstage.devices.camera
        count = len(backstage.specials())
        specials = words("set-up.specials-found" if count else "set-up.specials-unknown", count=count)
        enrolled = words("set-up.enrolled" if backstage.devices.enrolled else "set-up.not-enrolled")
        return (
            Entry(
                "camera", "camera", self._say_camera(), self._opener(CameraSetUpScreen), "next", is_alarming
            ),
            Entry("specials", "squares", specials, self._opener(SpecialsScreen)),
            Entry("enrol", "token", enrolled, self._opener(EnrolScreen)),
        )

    def _box_entries(self) -> tuple[Entry, ...]:
        """What has to do with the box: buttons, lights, sand, sounds."""
        words, choices = self.house.words, self.house.backstage.choices
        devices = self.house.backstage.devices
        buttons = words("set-up.buttons-there" if devices.buttons else "set-up.no-buttons")
        lights = words("set-up.lights-there" if devices.lights else "set-up.no-lights")
        seconds = words("set-up.seconds", count=choices.seconds)
        sound = words("set-up.sound-on" if choices.sound else "set-up.sound-off", volume=choices.volume)
        speaker: IconName = "sound" if choices.sound else "silent"
        return (
            Entry("buttons", "buttons", buttons, self._opener(ButtonsTestScreen)),
            Entry("lights", "lights", lights, self._opener(LightsTestScreen)),
            Entry("sand", "sand", seconds, self._opener(TimerLengthScreen)),
            Entry("sounds", speaker, sound, self._opener(SoundSetUpScreen)),
        )

    def _taste_entries(self) -> tuple[Entry, ...]:
        """What people like or not: language, preview, hand."""
        words, choices = self.house.words, self.house.backstage.choices
        preview = words("set-up.preview-on" if choices.preview else "set-up.preview-off")
        other_preview = replace(choices, preview=not choices.preview)
        hand: IconName = "left-hand" if choices.left_handed else "right-hand"
        other_hand = replace(choices, left_handed=not choices.left_handed)
        return (
            Entry("language", "language", words("set-up.this-language"), self._opener(LanguageScreen)),
            Entry(
                "preview", "preview", preview, self._keeper(other_preview), "on" if choices.preview else "off"
            ),
            Entry(
                "hand",
                hand,
                words(f"set-up.{hand}"),
                self._keeper(other_hand),
                "left" if choices.left_handed else "right",
            ),
        )

    def _opener(self, screen: Callable[[House], Screen]) -> Callable[[], None]:
        return lambda: self.house.go(screen(self.house))

    def _keeper(self, choices: Choices) -> Callable[[], None]:
        return lambda: self.house.backstage.change(choices)

    def _say_camera(self) -> str:
        words, devices = self.house.words, self.house.backstage.devices
        if not devices.camera:
            return words("set-up.no-camera")
        if self.house.backstage.is_camera_lost:
            return words("set-up.camera-lost")
        return words("set-up.camera-set" if devices.profile else "set-up.camera-not-set")
