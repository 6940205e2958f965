"""A screen that wants the camera's picture for as long as it is in front, and no longer."""

from __future__ import annotations

from companion.kiosk.backstage import LiveLook
from companion.kiosk.page import Page
from companion.kiosk.screen import Button, House, Screen


class LiveScreen(Screen):
    """Keeps the latest look; however the screen is left, the camera may rest again."""

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self.look: LiveLook | None = house.backstage.live(True)

    def update(self) -> bool:
        look = self.house.backstage.live(True)
        if look is self.look:
            return False
        # A picture that is late leaves the last one standing; a camera that is gone does not.
        if look is None and not self.house.backstage.is_camera_lost:
            return False
        self.look = look
        return True

    def leave(self) -> None:
        self.rest()
        super().leave()

    def push(self, button: Button, is_long: bool, page: Page) -> None:
        if button == "menu" and is_long:
            self.rest()
        super().push(button, is_long, page)

    def rest(self) -> None:
        """No more pictures are wanted."""
        self.house.backstage.live(False)
