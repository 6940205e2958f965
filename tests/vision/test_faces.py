"""Reading faces: doubtful tokens are looked at several times, sure ones once."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.positions import draw_position
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.table import VirtualTable
from vision import faces
from vision.faces import INPUT_PX, ReadCrops, _compare, cut_tokens, look_again, read_crops, read_faces
from vision.observation import FACES, place_of
from vision.prints import PRINT_SIZE
from vision.triolet import FoundBoard, find_board

Bytes = NDArray[np.uint8]


@cache
def clear_tokens() -> tuple[Bytes, ...]:
    """The tokens of an easy picture, as the network sees them."""
    table = VirtualTable.draw("triolet", 7, "easy")
    cells = [str(spot) for spot in draw_position("triolet", 7)]
    for cell, piece in zip(cells, draw_position("triolet", 7).values(), strict=True):
        table.lay(cell, str(piece))
    picture = VirtualCamera(table).frame().pixels
    found = find_board(picture)
    assert isinstance(found, FoundBoard)
    places = [place_of(cell) for cell in cells]
    middles = np.array([(column + 0.5, row + 0.5) for row, column in places])
    return tuple(cut_tokens(picture, found.grid, middles))


def spoiled_tokens() -> list[Bytes]:
    """The same, so small and noisy that they are in doubt."""
    rng = np.random.default_rng(1)
    spoiled = []
    for crop in clear_tokens():
        small = cv2.resize(crop, (9, 9), interpolation=cv2.INTER_AREA)
        noisy = small + rng.normal(0, 16, small.shape)
        spoiled.append(
            np.asarray(cv2.resize(noisy.clip(0, 255).astype(np.uint8), (INPUT_PX, INPUT_PX)), np.uint8)
        )
    return spoiled


def everything(read: ReadCrops) -> NDArray[np.float32]:
    """(N, 69): all that is likely."""
    return np.concatenate([read.likely.reshape(len(read.likely), -1), read.nothing[:, None]], axis=1)


def test_sure_tokens_are_not_looked_at_again() -> None:
    read = read_crops(clear_tokens())
    sure = [
        crop for crop, likely in zip(clear_tokens(), read.likely, strict=True) if float(likely.max()) > 0.99
    ]
    assert len(sure) > 10
    once = read_crops(sure)
    assert look_again(sure, once) is once


def test_what_several_looks_say_are_probabilities() -> None:
    crops = spoiled_tokens()
    seen = everything(look_again(crops, read_crops(crops)))
    assert np.allclose(seen.sum(axis=1), 1, atol=1e-4)
    assert (seen >= 0).all()


def test_a_doubtful_reading_hangs_less_on_a_pixel_after_several_looks() -> None:
    crops = spoiled_tokens()
    beside = [np.roll(crop, 1, axis=1) for crop in crops]
    once = [everything(read_crops(seen)) for seen in (crops, beside)]
    again = [everything(look_again(seen, read_crops(seen))) for seen in (crops, beside)]
    doubtful = once[0].max(axis=1) < 0.9
    assert doubtful.sum() > 5
    before, after = (np.abs(one - other)[doubtful].sum() for one, other in (once, again))
    assert after < 0.9 * before


def test_what_is_said_of_faces_are_probabilities() -> None:
    crops = [*clear_tokens(), *spoiled_tokens()]
    faces, nothing = read_faces(crops)
    assert np.allclose(faces.sum(axis=1), 1, atol=1e-4)
    assert ((nothing >= 0) & (nothing <= 1)).all()


def test_clear_tokens_settle_what_their_spoiled_pictures_show() -> None:
    clear, spoiled = list(clear_tokens()), spoiled_tokens()
    alone, _ = read_faces(spoiled)
    together, _ = read_faces([*clear, *spoiled])
    each, true = np.arange(len(clear)), together[: len(clear)].argmax(axis=1)
    # How likely the truth is held: which of two likely faces comes out on top hangs on a pixel here.
    assert together[len(clear) :][each, true].mean() > alone[each, true].mean()


def test_tokens_whose_faces_were_told_show_how_a_set_is_printed() -> None:
    """A doubtful 2 that looks like the accepted 2s, which were misread themselves, and unlike the 7."""
    two, seven, other = np.eye(3, PRINT_SIZE, dtype=np.float32)
    faces = np.full((4, len(FACES)), 1e-4, np.float32)
    likely = {0: {"7": 0.6, "2": 0.4}, 1: {"2": 0.97, "7": 0.03}, 2: {"7": 0.99}, 3: {"7": 0.55, "2": 0.44}}
    for row, shares in likely.items():
        for face, share in shares.items():
            faces[row, FACES.index(face)] = share
    faces /= faces.sum(axis=1, keepdims=True)
    prints = np.stack([two, two, seven, two + 0.1 * other])
    compared = _compare(faces, prints, np.ones(4, bool), ["2", "2", "7", None])
    assert FACES[int(compared[3].argmax())] == "2" and compared[3].max() > 0.9
    assert np.array_equal(compared[:3], faces[:3]), "what was accepted is still read for itself"


def test_a_token_in_a_glare_stays_in_doubt_however_clear_it_seems() -> None:
    crops = list(clear_tokens())
    before, _ = read_faces(crops)
    sure = int(before.max(axis=1).argmax())
    assert before[sure].max() > 0.999
    pale = 255 - (255.0 - crops[sure]) * 0.2  # all of it, so that no stroke is missing
    crops[sure] = np.asarray(pale, np.uint8)
    faces, _ = read_faces(crops)
    assert faces[sure].argmax() == before[sure].argmax() and 0.8 < faces[sure].max() < 0.95
    assert faces.sum(axis=1) == pytest.approx(1.0, abs=1e-4)
    others = np.delete(np.arange(len(crops)), sure)
    assert (faces[others].max(axis=1) > 0.99).sum() >= (before[others].max(axis=1) > 0.99).sum() - 1


class SeesTheBrightEdge:
    """Says of each picture that it is a 6 whose top is the bright edge: surely if that is short, else not."""

    def __init__(self) -> None:
        self.shown = 0

    def run(self, pictures: list[Bytes]) -> list[NDArray[np.float32]]:
        self.shown += len(pictures)
        logits = np.zeros((len(pictures), len(FACES) * 4 + 1), np.float32)
        for index, picture in enumerate(pictures):
            work = picture.astype(np.float32)
            edges = work[:12], work[:, -12:], work[-12:], work[:, :12]  # clockwise from the top
            is_short = (work > work.mean()).mean() < 0.15
            best = FACES.index("6") * 4 + int(np.argmax([edge.mean() for edge in edges]))
            logits[index, best] = 9.0 if is_short else 5.0
        return [logits, np.zeros((len(pictures), PRINT_SIZE), np.float32)]


def token_with_bright_edge(length: int) -> Bytes:
    """Its top is on the right."""
    token = np.full((INPUT_PX, INPUT_PX, 3), 90, np.uint8)
    token[(INPUT_PX - length) // 2 : (INPUT_PX + length) // 2, -12:] = 220
    return token


def told(monkeypatch: pytest.MonkeyPatch) -> SeesTheBrightEdge:
    """For every look: networks are loaded once, there is no argument to hand one in by."""
    network = SeesTheBrightEdge()
    monkeypatch.setattr(faces, "_network", network)
    monkeypatch.setattr(faces, "_close_network", network)
    return network


def test_who_is_too_sure_is_believed_less(monkeypatch: pytest.MonkeyPatch) -> None:
    told(monkeypatch)
    crops = [token_with_bright_edge(36), token_with_bright_edge(16)]
    read = read_crops(crops)
    doubtful = look_again(crops, read).likely[0]
    assert doubtful.max() < read.likely[0].max() - 0.01
    assert doubtful.argmax() == read.likely[0].argmax()


def test_the_ways_round_that_a_doubtful_token_is_seen_again_are_undone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    network = told(monkeypatch)
    monkeypatch.setattr(faces, "CONCEIT", 1.0)
    crops = [token_with_bright_edge(36), token_with_bright_edge(16)]
    read = read_crops(crops)
    assert read.likely.max(axis=(1, 2)) == pytest.approx([0.686, 0.992], abs=0.001)
    network.shown = 0
    again = look_again(crops, read)
    assert network.shown == 4 + 3, "moved, and the other ways round"
    assert (again.likely.argmax(axis=2)[:, FACES.index("6")] == 1).all()
    assert again.likely == pytest.approx(read.likely, abs=1e-4)


def test_what_hardly_shows_numbers_is_not_looked_at_the_other_ways_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Letters: one of six is as clear as if it were a number."""
    network = told(monkeypatch)
    crops = [*[token_with_bright_edge(36)] * 5, token_with_bright_edge(16)]
    read = read_crops(crops)
    network.shown = 0
    look_again(crops, read)
    assert network.shown == 5 * 4
