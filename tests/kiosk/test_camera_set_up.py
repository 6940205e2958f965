"""The camera and the corners of the board, set up by touch, by keys and by buttons."""

from __future__ import annotations

import pytest

from companion.kiosk.backstage import LiveLook
from companion.kiosk.live_part import Shown, are_in_order, grid_lines, square_onto
from companion.kiosk.screens.camera_set_up import CameraSetUpScreen, light_of
from companion.kiosk.screens.corners import CornersScreen
from tests.kiosk.gallery.set_up import FOUND, SIZE, look_at, open_entry, words_on
from tests.kiosk.stage import FakeBackstage, Stage


class WatchedBackstage(FakeBackstage):
    """Remembers whether pictures are wanted, and the corners it was given."""

    is_wanted = False
    given: tuple[tuple[float, float], ...] = ()

    def live(self, is_wanted: bool) -> LiveLook | None:
        self.is_wanted = is_wanted
        return super().live(is_wanted)

    def set_corners(self, corners: object) -> str:
        self.given = tuple(corners)  # type: ignore[arg-type]
        return super().set_corners(())


def watched(name: str, look: LiveLook | None = None) -> tuple[Stage, WatchedBackstage]:
    """A stage with one entry opened, whose backstage is watched."""
    stage = Stage()
    backstage = WatchedBackstage(stage.clock)
    stage.backstage = stage.kiosk.backstage = backstage
    backstage.looks = look if look is not None else look_at()
    open_entry(name)(stage)
    return stage, backstage


# The camera ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("look", "advice"),
    [
        pytest.param(look_at(brightness=0.1), "Too dark", id="night"),
        pytest.param(look_at(brightness=0.1, sharpness=0.1), "Too dark", id="light comes before focus"),
        pytest.param(look_at(brightness=0.95), "Too bright", id="day"),
        pytest.param(look_at(glare=0.1), "move the lamp", id="glare"),
        pytest.param(look_at(sharpness=0.2), "turn the ring of the lens", id="blurred"),
        pytest.param(look_at(corners=None), "I cannot see the whole empty board", id="no board"),
        pytest.param(
            look_at(advice="Bring the camera closer."), "Bring the camera closer.", id="more to say"
        ),
        pytest.param(look_at(), "All is well", id="all well"),
    ],
)
def test_the_camera_says_the_one_thing_to_do_next(look: LiveLook, advice: str) -> None:
    stage, _ = watched("camera", look)
    assert advice in words_on(stage)


def test_the_light_is_right_between_dark_and_bright() -> None:
    levels = (0.0, 0.24, 0.25, 0.5, 0.8, 0.81, 1.0)
    assert [light_of(look_at(brightness=level)) for level in levels] == [
        "dark",
        "dark",
        "good",
        "good",
        "good",
        "bright",
        "bright",
    ]


def test_use_this_calibrates_and_says_how_it_went() -> None:
    stage, backstage = watched("camera")
    backstage.said = "The board was found."
    stage.touch("use")
    assert backstage.calls == ["calibrate"]
    assert "The board was found." in words_on(stage)


def test_the_table_of_triominos_is_set_up_with_a_tile() -> None:
    stage, backstage = watched("camera", look_at(corners=None))
    assert "lay one tile" not in words_on(stage)
    stage.touch("other-game")
    assert "For Triominos: lay the six tiles 0-0-0, 1-1-1 … 5-5-5 on the empty table" in words_on(stage)
    assert not stage.target("by-hand").is_enabled  # there are no corners to set
    stage.touch("use")
    assert backstage.calls == ["calibrate-table"]
    stage.touch("other-game")
    stage.touch("use")
    assert backstage.calls == ["calibrate-table", "calibrate"]


def test_without_a_picture_there_is_nothing_to_use() -> None:
    stage = Stage()
    stage.backstage.looks = None
    open_entry("camera")(stage)
    assert not stage.target("use").is_enabled
    stage.backstage.looks = look_at()
    stage.step(0.1)
    assert stage.target("use").is_enabled


def test_a_new_picture_is_shown_without_a_touch() -> None:
    stage, backstage = watched("camera", look_at(brightness=0.1))
    backstage.looks = look_at()
    stage.step(0.1)
    assert "All is well" in words_on(stage)


def test_a_late_picture_leaves_the_last_one_standing_but_a_lost_camera_does_not() -> None:
    stage, backstage = watched("camera")
    backstage.looks = None
    stage.step(0.1)
    assert stage.target("use").is_enabled
    backstage.is_camera_lost = True
    stage.step(0.1)
    assert not stage.target("use").is_enabled


@pytest.mark.parametrize(
    "leave",
    [
        pytest.param(lambda stage: stage.touch("back"), id="touch"),
        pytest.param(lambda stage: stage.key("escape"), id="key"),
        pytest.param(lambda stage: stage.push("menu"), id="button"),
        pytest.param(lambda stage: stage.push("menu", is_long=True), id="home"),
    ],
)
@pytest.mark.parametrize("by_hand", [False, True])
def test_however_it_is_left_no_more_pictures_are_wanted(leave, by_hand: bool) -> None:  # type: ignore[no-untyped-def]
    stage, backstage = watched("camera")
    assert backstage.is_wanted
    if by_hand:
        stage.touch("by-hand")
        assert backstage.is_wanted
        leave(stage)
    if isinstance(stage.kiosk.screen, CameraSetUpScreen):
        leave(stage)
    assert stage.kiosk.screen.name in ("set-up", "home")
    assert not backstage.is_wanted


# The corners --------------------------------------------------------------------------------------------


def corners_screen(stage: Stage) -> CornersScreen:
    stage.touch("by-hand")
    screen = stage.kiosk.screen
    assert isinstance(screen, CornersScreen)
    return screen


def test_the_handles_begin_where_the_board_was_found() -> None:
    stage, _ = watched("camera")
    assert corners_screen(stage).corners == FOUND


def test_without_a_board_the_handles_begin_inside_the_picture() -> None:
    stage, _ = watched("camera", look_at(corners=None))
    corners = corners_screen(stage).corners
    assert corners is not None
    assert are_in_order(corners)
    assert all(0 < x < SIZE[0] and 0 < y < SIZE[1] for x, y in corners)


def test_a_dragged_handle_moves_as_far_as_the_finger() -> None:
    stage, _ = watched("camera")
    screen = corners_screen(stage)
    start = stage.target("top-left").rect.center
    # The finger comes down beside the handle, as fingers do: it must not jump.
    stage.drag((start[0] + 9, start[1] - 7), (start[0] + 9 + 40, start[1] - 7 + 20))
    assert screen.corners is not None
    scale = screen._shown.scale if screen._shown else 0.0
    x, y = screen.corners[0]
    assert (x, y) == pytest.approx((FOUND[0][0] + 40 / scale, FOUND[0][1] + 20 / scale), abs=0.1)
    assert screen.corners[1:] == FOUND[1:]


def test_a_finger_far_from_all_handles_drags_nothing() -> None:
    stage, _ = watched("camera")
    screen = corners_screen(stage)
    one, other = (stage.target(name).rect.center for name in ("top-left", "bottom-right"))
    middle = (one[0] + other[0]) // 2, (one[1] + other[1]) // 2
    stage.drag(middle, (middle[0] + 60, middle[1]))
    assert screen.corners == FOUND


def test_a_handle_stays_in_the_picture() -> None:
    stage, _ = watched("camera")
    screen = corners_screen(stage)
    stage.drag(stage.target("bottom-right").rect.center, (799, 479))
    assert screen.corners is not None
    x, y = screen.corners[2]
    assert 0 <= x <= SIZE[0] - 1
    assert y == SIZE[1] - 1


def test_a_chosen_handle_is_moved_by_the_arrows_in_big_and_small_steps() -> None:
    stage, _ = watched("camera")
    screen = corners_screen(stage)
    assert not stage.target("up").is_enabled  # nothing is chosen yet
    stage.touch("top-right")
    stage.touch("up")
    stage.touch("step")
    stage.touch("right")
    assert screen.corners is not None
    assert screen.corners[1] == (FOUND[1][0] + 1, FOUND[1][1] - 10)


def test_on_a_handle_the_arrow_keys_move_it() -> None:
    stage, _ = watched("camera")
    screen = corners_screen(stage)
    while screen.focus != "bottom-left":
        stage.key("tab")
    stage.key("down")
    stage.key("left")
    assert screen.corners is not None
    assert screen.corners[3] == (FOUND[3][0] - 10, FOUND[3][1] + 10)


def test_the_corners_are_set_with_the_buttons_alone() -> None:
    stage, backstage = watched("camera")
    backstage.said = "The board is known."
    stage.push_until("by-hand")
    stage.push_until("top-left")
    stage.push_until("left")
    stage.push_until("done")
    assert backstage.given == ((FOUND[0][0] - 10, FOUND[0][1]), *FOUND[1:])
    assert stage.kiosk.screen.name == "camera-set-up"
    assert "The board is known." in words_on(stage)


def test_crossed_corners_are_not_taken() -> None:
    stage, backstage = watched("camera")
    screen = corners_screen(stage)
    screen.corners = (FOUND[1], FOUND[0], FOUND[2], FOUND[3])
    stage.kiosk.refresh()
    stage.touch("done")
    assert backstage.given == ()
    assert "The corners are crossed: put each ring on its own corner." in words_on(stage)


def test_the_grid_follows_the_slant_of_the_corners() -> None:
    onto = square_onto(FOUND)
    assert [onto(u, v) for u, v in ((0, 0), (1, 0), (1, 1), (0, 1))] == [
        pytest.approx(corner) for corner in FOUND
    ]
    # The middle of a square seen from a slant is where its diagonals cross.
    (x1, y1), (x2, y2), (x3, y3), (x4, y4) = FOUND
    x, y = onto(0.5, 0.5)
    assert (x - x1) * (y3 - y1) == pytest.approx((y - y1) * (x3 - x1))
    assert (x - x2) * (y4 - y2) == pytest.approx((y - y2) * (x4 - x2))
    lines = grid_lines(FOUND)
    assert len(lines) == 32
    assert sum(is_edge for _, _, is_edge in lines) == 4


def test_a_point_of_the_picture_is_found_again_on_the_page() -> None:
    stage, _ = watched("camera")
    shown = corners_screen(stage)._shown
    assert isinstance(shown, Shown)
    assert shown.to_picture(shown.to_page((123.0, 45.0))) == pytest.approx((123.0, 45.0))
