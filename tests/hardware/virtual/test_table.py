"""The virtual table and its camera: what is told is what is seen, and seeds reproduce."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.interfaces import Camera, CameraLost
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.difficulty import DIFFICULTIES, LEVELS, Level
from hardware.virtual.fonts import FontBook, FontError
from hardware.virtual.light import Light
from hardware.virtual.scene import CannotLay
from hardware.virtual.sensor import Sensor
from hardware.virtual.table import GAMES, Game, VirtualTable
from hardware.virtual.textures import material
from hardware.virtual.triolet_scene import TrioletScene
from hardware.virtual.triominos_scene import TriominosScene
from hardware.virtual.world import World

LAYOUT = {(0, 0): (1, 3, 4), (0, 1): (3, 1, 2), (0, 2): (2, 2, 3), (1, 0): (5, 4, 3)}


def quiet(game: Game = "triolet", seed: int = 3) -> VirtualTable:
    """An easy table without noise, glare or clutter, so that every difference is one that was told."""
    table = VirtualTable.draw(game, seed, "easy", room_for=LAYOUT)
    sensor = Sensor(noise_sigma=0, blur_px=0.4, sharpening=0, jpeg_quality=None)
    table.world = replace(table.world, sensor=sensor)
    return table


def difference(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.asarray(cv2.absdiff(one, other).max(axis=2), np.uint8)


def middle_of(changed: NDArray[np.uint8], least: int = 12) -> NDArray[np.float64]:
    rows, columns = np.nonzero(changed > least)
    return np.array([np.median(columns), np.median(rows)])


@pytest.mark.parametrize("cell", ["A1", "A15", "H8", "O1", "O15", "D11"])
def test_a_laid_token_changes_its_square_and_nothing_far_away(cell: str) -> None:
    table = quiet()
    camera = VirtualCamera(table)
    before = camera.frame().pixels
    table.lay(cell, "8")
    after = camera.frame().pixels
    changed = difference(before, after)
    assert isinstance(table.scene, TrioletScene)
    spot = table.scene.squares_px(table.optics)[cell]
    side = float(np.linalg.norm(spot[1] - spot[0]))
    assert np.linalg.norm(middle_of(changed) - spot.mean(axis=0)) < 0.35 * side
    rows, columns = np.nonzero(changed > 25)
    far = np.hypot(columns - spot[:, 0].mean(), rows - spot[:, 1].mean())
    assert far.max() < 2.0 * side
    table.take(cell)
    assert np.array_equal(camera.frame().pixels, before)


@pytest.mark.parametrize("seed", range(4))
def test_the_corners_of_the_truth_are_found_in_the_finished_picture(seed: int) -> None:
    # Ivory squares in a red rim, seen at a tilt through a lens: the edges are measured in the picture, and
    # where two of them meet must be the corner that the truth names.
    table = VirtualTable.draw("triolet", seed, "hard", sizes=((1640, 1232),))
    assert isinstance(table.scene, TrioletScene)
    look = replace(
        table.scene.look, scheme="ivory and red", line_mm=0.2, rim_mm=14.0, chequered=0.0, specials={}
    )
    table.scene.look = replace(look, coordinates=False)
    sensor = Sensor(noise_sigma=0, blur_px=0.3, sharpening=0, vignetting=0, jpeg_quality=None)
    table.world = replace(table.world, sensor=sensor, light=Light(direct=0.3), things=())
    blue = table.look()[..., 0].astype(np.float32)  # ivory is bright there, red is dark
    grid = np.array(table.truth()["grid"])
    for number, corner in enumerate(grid):
        edges = []
        for along, inward in (
            (grid[(number + 1) % 4], grid[number - 1]),
            (grid[number - 1], grid[(number + 1) % 4]),
        ):
            side = (along - corner) / 15
            normal = (inward - corner) / np.linalg.norm(inward - corner)
            points = [
                crossing(blue, corner + side * at, normal)
                for at in (0.35, 0.5, 0.65, 1.35, 1.5, 1.65)  # between the lines across
            ]
            edges.append(
                np.polynomial.polynomial.Polynomial.fit([0.35, 0.5, 0.65, 1.35, 1.5, 1.65], points, 1)(0.0)
                * normal
            )
        # Both edges run nearly through the truth's corner: what is left over is the error of the corner.
        assert np.linalg.norm(edges[0]) < 1.0
        assert np.linalg.norm(edges[1]) < 1.0


def crossing(picture: NDArray[np.float32], start: NDArray[np.float64], step: NDArray[np.float64]) -> float:
    """How far from `start`, in pixels along `step`, dark turns into bright."""
    reach = np.arange(-8, 8.01, 0.25)
    spots = (start + reach[:, None] * step).astype(np.float32)
    profile = cv2.remap(picture, spots[:, :1].copy(), spots[:, 1:].copy(), cv2.INTER_LINEAR).ravel()
    middle = (profile[:12].mean() + profile[-12:].mean()) / 2
    assert profile[-12:].mean() - profile[:12].mean() > 30
    first = int(np.argmax(profile > middle))
    low, high = float(profile[first - 1]), float(profile[first])
    return float(reach[first - 1] + 0.25 * (middle - low) / (high - low))


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_bytes(game: Game) -> None:
    def frame() -> bytes:
        table = VirtualTable.draw(game, 11, "medium", room_for=LAYOUT)
        for spot, piece in ({"H8": "11"} if game == "triolet" else LAYOUT).items():
            table.lay(spot, piece)
        return VirtualCamera(table).jpeg()

    assert frame() == frame()


def test_another_seed_gives_another_picture() -> None:
    one, other = (VirtualTable.draw("triolet", seed, "medium", sizes=((1640, 1232),)) for seed in (1, 2))
    assert difference(one.look(), other.look()).mean() > 10


def test_two_frames_of_a_still_table_differ_by_noise_alone() -> None:
    table = VirtualTable.draw("triolet", 4, "medium")
    table.world = replace(table.world, sensor=Sensor(noise_sigma=4, sharpening=0, jpeg_quality=None))
    first, second = VirtualCamera(table).burst(2)
    apart = first.pixels.astype(np.float64) - second.pixels
    assert abs(apart.mean()) < 0.1
    assert 2.5 < apart.std() / np.sqrt(2) < 5.5


def test_a_hand_hides_what_is_below_it_and_says_so() -> None:
    table = quiet()
    table.lay("H8", "8")
    before = table.look().copy()
    table.reach_in(0.5, 0.5, 180, seed=1)
    truth = table.truth()
    hidden = truth["hidden"]
    assert truth["in_the_way"] == ["hand"]
    assert isinstance(hidden, list)
    assert any(cell[0] in "NO" for cell in hidden)  # the arm comes from the bottom
    assert not any(cell[0] in "AB" for cell in hidden)
    changed = difference(before, table.look())
    assert isinstance(table.scene, TrioletScene)
    spots = table.scene.squares_px(table.optics)
    for cell in hidden:
        (x0, y0), (x1, y1) = np.min(spots[cell], axis=0), np.max(spots[cell], axis=0)
        assert changed[round(y0) : round(y1) + 1, round(x0) : round(x1) + 1].max() > 20
    table.clear_hands()
    assert table.truth()["in_the_way"] == []
    assert np.array_equal(table.look(), before)


def test_a_nudge_moves_the_board_by_as_much() -> None:
    table = quiet()
    before = np.array(table.truth()["grid"])
    scale = table.optics.focal_px / table.optics.distance_mm
    table.nudge(5, 0)
    moved = np.array(table.truth()["grid"]) - before
    assert np.all(np.abs(np.hypot(*moved.T) - 5 * scale) < 0.25 * 5 * scale)
    table.nudge(-5, 0)
    np.testing.assert_allclose(np.array(table.truth()["grid"]), before, atol=0.01)


def test_a_change_of_light_is_seen() -> None:
    table = quiet()
    before = float(table.look().mean())
    table.change_light(replace(table.world.light, exposure=table.world.light.exposure / 2))
    assert float(table.look().mean()) < 0.85 * before


def test_the_first_picture_finds_the_exposure() -> None:
    # A dim room and a bright one look much alike to a camera that starts in them.
    means = []
    for exposure in (0.5, 1.0):
        table = quiet()
        table.world = replace(table.world, light=replace(table.world.light, exposure=exposure))
        means.append(float(table.look().mean()))
    assert 0.8 < means[0] / means[1] < 1.0


def test_blur_takes_the_detail_away() -> None:
    table = quiet()
    table.lay("H8", "8")
    sharp = cv2.Laplacian(table.look(), cv2.CV_64F).var()
    table.blur(2.5)
    assert cv2.Laplacian(table.look(), cv2.CV_64F).var() < 0.3 * sharp


def test_an_unplugged_or_closed_camera_says_so() -> None:
    table = quiet()
    camera: Camera = VirtualCamera(table, clock=lambda: 12.5)  # the interface that the real one will have
    assert camera.frame().taken_s == 12.5
    assert camera.frame().pixels.shape == (camera.size[1], camera.size[0], 3)
    table.unplug()
    with pytest.raises(CameraLost, match="The camera is not plugged in: check its cable"):
        camera.frame()
    table.plug_in()
    assert len(camera.burst(2)) == 2
    camera.close()
    with pytest.raises(CameraLost, match="The camera is closed"):
        camera.burst(1)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", GAMES)
def test_everything_is_drawn_from_the_ranges_of_its_level(game: Game, level: Level) -> None:
    difficulty = DIFFICULTIES[level]
    tilts, sides = [], []
    for seed in range(40):
        table = VirtualTable.draw(game, seed, level, room_for=LAYOUT)
        optics, world = table.optics, table.world
        scene = table.scene
        assert isinstance(scene, (TrioletScene, TriominosScene))
        side_mm = scene.look.square_mm if isinstance(scene, TrioletScene) else scene.look.side_mm
        side_px = side_mm * optics.focal_px / optics.distance_mm
        low, high = difficulty.square_px if game == "triolet" else difficulty.side_px
        assert low - 0.01 <= side_px <= high + 0.01
        assert 0 <= optics.tilt_deg <= difficulty.tilt_deg
        if game == "triolet" or not difficulty.any_roll:
            assert abs(optics.roll_deg) <= difficulty.roll_deg
        assert difficulty.noise_sigma[0] <= world.sensor.noise_sigma <= difficulty.noise_sigma[1]
        assert difficulty.blur_px[0] <= world.sensor.blur_px <= difficulty.blur_px[1]
        assert world.glare_share <= difficulty.glare_share
        seen = optics.project(scene.points_mm(), scene.top_mm)
        assert np.all(seen >= 0)
        assert np.all(seen <= np.array(optics.size) - 1)
        tilts.append(optics.tilt_deg)
        sides.append(side_px)
    assert max(tilts) > 0.7 * difficulty.tilt_deg
    assert max(sides) - min(sides) > 0.5 * (high - low)


def test_the_ranges_are_at_least_the_promised_ones() -> None:
    promised: dict[
        Level, tuple[float, float, tuple[int, int], tuple[int, int], float, float, float, float]
    ] = {
        "easy": (6, 5, (50, 80), (90, 150), 0, 0, 0, 0),
        "medium": (15, 20, (36, 75), (65, 130), 6, 1, 0.03, 0.5),
        "hard": (25, 30, (28, 60), (55, 110), 12, 2, 0.1, 0.5),
    }
    for level, (tilt, roll, square, side, noise, blur, glare, clutter) in promised.items():
        drawn = DIFFICULTIES[level]
        assert drawn.tilt_deg >= tilt and drawn.roll_deg >= roll
        assert drawn.square_px[0] <= square[0] and drawn.square_px[1] >= square[1]
        assert drawn.side_px[0] <= side[0] and drawn.side_px[1] >= side[1]
        assert drawn.noise_sigma[1] >= noise and drawn.blur_px[1] >= blur
        assert drawn.glare_share >= glare and drawn.clutter_share >= clutter


def test_training_and_measuring_never_share_a_look() -> None:
    looks: dict[str, set[object]] = {"train": set(), "held-out": set()}
    for part in ("train", "held-out"):
        for seed in range(60):
            table = VirtualTable.draw("triolet", seed, "medium", part)
            assert isinstance(table.scene, TrioletScene)
            look = table.scene.look
            looks[part] |= {look.scheme, look.font.family, look.token_material, table.world.table}
    assert not looks["train"] & looks["held-out"]


@pytest.mark.parametrize(
    ("spot", "piece", "sentence"),
    [
        ("P3", "8", 'There is no square "P3": squares are A1 to O15.'),
        ("H8", "16", 'There is no token "16": faces are 0 to 15 and joker.'),
        ("H7", "3", "H7 already holds a token: take it away first."),
        ((0, 0), "3", 'There is no square "(0, 0)": squares are A1 to O15.'),
    ],
    ids=str,
)
def test_what_cannot_be_laid_is_said(spot: str, piece: str, sentence: str) -> None:
    table = VirtualTable.draw("triolet", 1)
    table.lay("H7", "1")
    with pytest.raises(CannotLay) as fault:
        table.lay(spot, piece)
    assert str(fault.value) == sentence


def test_tiles_that_cannot_be_laid_are_said() -> None:
    table = VirtualTable.draw("triominos", 1, room_for=LAYOUT)
    table.lay((0, 0), (1, 3, 4))
    for spot, piece, sentence in (
        ((0, 0), (1, 1, 1), "There is already a tile at [0, 0]: take it away first."),
        ((0, 1), (1, 1, 6), "(1, 1, 6) is no tile: a tile has three numbers from 0 to 5."),
        ("H8", (1, 1, 1), "'H8' is no place: a place is a row and a column, such as (0, 1)."),
    ):
        with pytest.raises(CannotLay) as fault:
            table.lay(spot, piece)
        assert str(fault.value) == sentence
    with pytest.raises(CannotLay, match="There is no tile at \\[5, 5\\] to take away"):
        table.take((5, 5))


def test_a_move_that_fails_leaves_the_piece_where_it_was() -> None:
    table = VirtualTable.draw("triolet", 1)
    table.lay("H7", "1")
    table.lay("H8", "2")
    with pytest.raises(CannotLay):
        table.move("H7", "H8")
    table.move("H7", "G7")
    tokens = table.truth()["tokens"]
    assert isinstance(tokens, list)
    assert [(token["cell"], token["face"]) for token in tokens] == [("G7", "1"), ("H8", "2")]


def test_a_pushed_token_lies_across_two_squares_or_on_the_next() -> None:
    table = VirtualTable.draw("triolet", 1)
    table.lay("H7", "1")
    table.shift("H7", 0.45, 0.0, 3)
    assert (table.truth()["between"], table.truth()["tokens"]) == ([["H7", "H8"]], [])
    table.shift("H7", 0.9, 0.0, 3)
    tokens = table.truth()["tokens"]
    assert isinstance(tokens, list)
    assert [token["cell"] for token in tokens] == ["H8"]


def test_an_unknown_font_is_said() -> None:
    with pytest.raises(FontError, match="There is no font called Robotto: did you mean Roboto"):
        VirtualTable.draw("triolet", 1, fonts=FontBook(), font="Robotto")


@pytest.mark.parametrize("seed", range(6))
def test_tile_truth_is_clockwise_and_its_places_are_neighbours_where_vertices_meet(seed: int) -> None:
    table = VirtualTable.draw("triominos", seed, "hard", room_for=LAYOUT)
    for place, corners in LAYOUT.items():
        table.lay(place, corners)
    truth = table.truth()
    tiles = truth["tiles"]
    assert isinstance(tiles, list)
    laid = [tile for tile in tiles if tile["at"] is not None]
    assert len(laid) == len(LAYOUT)
    assert any(tile["at"] == [0, 0] for tile in laid)
    for tile in tiles:
        (ax, ay), (bx, by), (cx, cy) = tile["vertices"]
        assert (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) > 0  # clockwise, y pointing down
    for one in laid:
        for other in laid:
            apart = abs(one["at"][0] - other["at"][0]) + abs(one["at"][1] - other["at"][1])
            distance = np.linalg.norm(np.mean(one["vertices"], axis=0) - np.mean(other["vertices"], axis=0))
            side = np.linalg.norm(np.subtract(one["vertices"][0], one["vertices"][1]))
            if apart == 1 and one["at"][0] == other["at"][0]:
                assert 0.4 * side < distance < 0.8 * side
    # Rows lie within 30 degrees of the picture's horizontal (tilt allows a little more).
    up = next(tile for tile in laid if sum(tile["at"]) % 2 == 0)
    down_edge = sorted(up["vertices"], key=lambda vertex: vertex[1])[1:]
    slope = np.degrees(np.arctan2(*np.subtract(down_edge[1], down_edge[0])[::-1]))
    assert min(abs(slope), 180 - abs(slope)) < 40


def test_a_world_has_sensible_defaults() -> None:
    assert World().table == "oak/natural"
    scene = VirtualTable.draw("triominos", 1, room_for=LAYOUT).scene
    assert isinstance(scene, TriominosScene)


def test_print_stands_out_from_its_token() -> None:
    # Grey on grey is in no shop: a reader is not measured on what people could not read either.
    for seed in range(40):
        scene = VirtualTable.draw("triolet", seed, "hard").scene
        assert isinstance(scene, TrioletScene)
        look = scene.look
        patch = material(look.token_material, np.random.default_rng(seed), (60, 60), 3.0)
        surface = np.median(patch.reshape(-1, 3), axis=0)
        for ink in (*look.inks, look.joker_bgr):
            assert abs((np.array(ink) - surface) @ (0.114, 0.587, 0.299)) > 50


def test_a_hand_over_tiles_marks_the_tiles_themselves() -> None:
    table = VirtualTable.draw("triominos", 3, "easy", room_for=LAYOUT)
    for place, corners in LAYOUT.items():
        table.lay(place, corners)
    before = table.truth()
    table.reach_in(0.5, 0.5, 180, seed=1)
    truth = table.truth()
    tiles, clear = truth["tiles"], before["tiles"]
    assert isinstance(tiles, list)
    assert isinstance(clear, list)
    assert truth["in_the_way"] == ["hand"]
    assert any(tile.get("hidden") for tile in tiles)
    assert [{**tile, "hidden": None} for tile in tiles] == [{**tile, "hidden": None} for tile in clear]
    down, all_down = truth["face_down"], before["face_down"]
    assert isinstance(down, int)
    assert isinstance(all_down, int)
    assert down <= all_down


def test_no_tile_moves_when_another_is_laid_or_taken() -> None:
    table = VirtualTable.draw("triominos", 8, "medium", room_for=LAYOUT)

    def vertices() -> dict[str, object]:
        tiles = table.truth()["tiles"]
        assert isinstance(tiles, list)
        return {str(tile["corners"]): tile["vertices"] for tile in tiles if tile["at"] is not None}

    for place, corners in LAYOUT.items():
        table.lay(place, corners)
    all_laid = vertices()
    table.take((0, 1))
    table.take((0, 2))
    assert all(all_laid[corners] == seen for corners, seen in vertices().items())
    table.lay((0, 2), (2, 2, 3))
    table.lay((0, 1), (3, 1, 2))
    assert vertices() == all_laid
    table.lay((1, 1), (0, 0, 0))  # nobody made room for this one
    assert {corners: seen for corners, seen in vertices().items() if corners in all_laid} == all_laid


def test_loose_tiles_show_no_tile_twice_and_drawing_takes_backs_away() -> None:
    for seed in range(30):
        table = VirtualTable.draw("triominos", seed, "medium", room_for=LAYOUT)
        for place, corners in LAYOUT.items():
            table.lay(place, corners)
        tiles, backs = table.truth()["tiles"], table.truth()["face_down"]
        assert isinstance(tiles, list)
        assert isinstance(backs, int)
        names = [tuple(sorted(tile["corners"])) for tile in tiles]
        assert len(set(names)) == len(names)
        table.take_from_pool(2)
        assert table.truth()["face_down"] == max(0, backs - 2)


@pytest.mark.parametrize(
    ("cell", "dx", "dy"), [("A5", 0, -0.6), ("O5", 0, 0.6), ("H1", -0.6, 0), ("H15", 0.6, 0)]
)
def test_a_token_cannot_be_pushed_off_the_board(cell: str, dx: float, dy: float) -> None:
    table = VirtualTable.draw("triolet", 1)
    table.lay(cell, "3")
    with pytest.raises(CannotLay, match=f"The token on {cell} cannot be pushed off the board"):
        table.shift(cell, dx, dy)
    table.shift(cell, dx * 0.7, dy * 0.7)  # over the rim, but still on its square
    assert table.truth()["between"] == []


def test_walls_are_lit_from_the_same_side_however_the_camera_is_rolled() -> None:
    table = quiet(seed=9)
    table.lay("C3", "8")
    table.optics = replace(table.optics, tilt_deg=25, tilt_towards_deg=0, roll_deg=0, distortion=(0, 0, 0, 0))
    table.change_light(replace(table.world.light, direct=0.7, falloff=0.0))
    table.world = replace(table.world, sensor=replace(table.world.sensor, vignetting=0.0))
    assert isinstance(table.scene, TrioletScene)
    upright = warped(table)
    table.optics = replace(table.optics, roll_deg=180, tilt_towards_deg=180)
    table.version += 1
    assert np.median(difference(upright, warped(table))) < 6
    assert np.percentile(difference(upright, warped(table)), 98) < 40


def warped(table: VirtualTable) -> NDArray[np.uint8]:
    """The neighbourhood of C3 as seen, turned so that row A is on top."""
    assert isinstance(table.scene, TrioletScene)
    spot = table.scene.squares_px(table.optics)["C3"].astype(np.float32)
    middle = spot.mean(axis=0)
    around = (middle + (spot - middle) * 1.6).astype(np.float32)
    square = np.array([[0, 0], [99, 0], [99, 99], [0, 99]], np.float32)
    picture = cv2.warpPerspective(table.look(), cv2.getPerspectiveTransform(around, square), (100, 100))
    return np.asarray(picture, np.uint8)


def test_a_font_of_the_other_part_is_refused() -> None:
    with pytest.raises(FontError, match="The font Comic Neue is not in the train part"):
        VirtualTable.draw("triolet", 1, part="train", fonts=FontBook(), font="Comic Neue")
