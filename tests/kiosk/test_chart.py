"""Charts: round numbers, names that do not hide each other, lines that differ without colour."""

from __future__ import annotations

from itertools import combinations

import pygame
import pytest

from companion.kiosk import theme
from companion.kiosk.chart_lines import draw_line, draw_marker
from companion.kiosk.chart_part import Line, draw_chart, round_steps, spread_apart
from companion.kiosk.page import Page

RED, BLUE = theme.PLAYER_COLOURS["red"], theme.PLAYER_COLOURS["blue"]


@pytest.fixture(autouse=True)
def _fonts() -> None:
    pygame.init()


@pytest.mark.parametrize(
    ("low", "high", "most", "steps"),
    [
        pytest.param(0, 333, 6, (0, 100, 200, 300, 400), id="hundreds"),
        pytest.param(0, 333, 3, (0, 200, 400), id="little room"),
        pytest.param(12, 87, 6, (0, 20, 40, 60, 80, 100), id="begins at nothing all the same"),
        pytest.param(-36, 333, 6, (-100, 0, 100, 200, 300, 400), id="below zero"),
        pytest.param(-59, -3, 5, (-60, -40, -20, 0), id="all below zero"),
        pytest.param(0, 1204, 5, (0, 500, 1000, 1500), id="four digits"),
        pytest.param(0, 3, 6, (0, 1, 2, 3), id="no halves"),
        pytest.param(0, 0, 6, (0, 1), id="nobody scored"),
    ],
)
def test_an_axis_has_few_round_numbers(low: int, high: int, most: int, steps: tuple[int, ...]) -> None:
    assert round_steps(low, high, most) == steps


@pytest.mark.parametrize("low", range(-1500, 1, 77))
def test_an_axis_holds_all_points_and_zero_in_the_room_there_is(low: int) -> None:
    for high in range(0, 1500, 61):
        for most in (3, 5, 8):
            steps = round_steps(low, high, most)
            assert len(steps) <= most and 0 in steps and steps[0] <= low and steps[-1] >= high


def test_names_move_apart_and_stay_in_order_and_in_their_box() -> None:
    placed = spread_apart([90, 20, 91, 95], least=15, low=10, high=100)
    assert placed == [70, 20, 85, 100]
    assert spread_apart([50, 20], least=15, low=0, high=100) == [50, 20], "nothing moves without need"


@pytest.mark.parametrize("draw", ["line", "marker"])
def test_four_lines_look_different_in_one_colour(draw: str) -> None:
    pictures = []
    for number in range(4):
        surface = pygame.Surface((120, 60))
        if draw == "line":
            draw_line(surface, RED, [(5, 10), (60, 50), (115, 20)], 4, number)
        else:
            draw_marker(surface, RED, (60, 30), 12, number)
        pictures.append(pygame.image.tostring(surface, "RGB"))
    assert all(one != other for one, other in combinations(pictures, 2))


def test_a_line_is_in_its_players_colour_and_ends_at_its_name_and_points() -> None:
    page = Page((800, 480))
    draw_chart(
        page, page.box, [Line("Ada", RED, ((0, 0), (1, 40))), Line("Bo", BLUE, ((0, 0), (1, -20)))], "turn"
    )
    pixels = {tuple(page.surface.get_at((x, y)))[:3] for x in range(0, 800, 2) for y in range(0, 480, 2)}
    assert {RED, BLUE} <= pixels
    where = {text.text: text.rect for text in page.texts}
    assert {"Ada", "40", "Bo", "−20", "turn"} <= where.keys()
    assert where["Ada"].centery < where["Bo"].centery and where["Ada"].x > 600


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param([], id="nobody"),
        pytest.param([Line("Ada", RED, ())], id="nothing played"),
        pytest.param([Line("Ada", RED, ((1, 1204),))], id="one game"),
        pytest.param(
            [Line(f"P{n}", BLUE, tuple((t, 0) for t in range(80))) for n in range(4)], id="all the same"
        ),
    ],
)
@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_a_chart_of_little_or_of_one_height_can_be_drawn(lines: list[Line], size: tuple[int, int]) -> None:
    page = Page(size)
    draw_chart(page, page.box, lines, "game")
    assert not any(one.rect.colliderect(other.rect) for one, other in combinations(page.texts, 2))
