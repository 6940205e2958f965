"""What is printed on a token: probabilities for all faces, at any of the four quarter turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import sqrt

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.counts import MOST_COUNT, cut_count, weigh_counts, who_is_asked
from vision.grid import Grid, shrink_board
from vision.likeness import CLEAR, weigh_printing
from vision.networks import Network
from vision.observation import FACES
from vision.prints import EnrolledPrints
from vision.sharpness import sharpen
from vision.token_box import ink_of, read_together

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

INPUT_PX = 48
WINDOW = 1.0  # squares that a token's picture is wide
EDGE_PX = 6  # around the token: what lies there has its own brightness
EVEN_CONTRAST, LEAST_CONTRAST = 48.0, 5.0  # grey levels: as all are made, and what is no contrast at all
TURNS = 4
NO_FACE = len(FACES) * TURNS
MOST_USUAL = 20.0  # times likelier than any other way round
LIKELY_NONE = 0.5  # what is less likely to show no face at all has a count beside it
# Measured on medium tokens in typefaces neither trained on nor in the evaluation: 1.3 is best there; on hard
# ones 1.0 and 1.2 are about as good, and more is worse.
MODESTY = 1.2
CLEAR_BESIDE_KNOWN = 0.9995  # a reading as sure as this needs no comparing with tokens that are known
# Of 5,634 tokens in typefaces never trained on one is paler than 0.4 times the usual, and three than half.
PALE, PALE_DOUBT, ENOUGH = 0.45, 0.1, 4  # of how many sure ones must say what is usual
TOLD = 0.95  # of the answer is what they say: their faces are certain
NUMBERS = 1 / 3  # of what shows a face is clear at first sight where it shows numbers; of letters a fifth
# Most doubtful tokens are blurred. Chosen on `--seed 5501` and `--seed 6601`, where 5 % fewer are misread.
SHARPER, SHARPER_PX = 1.0, 2.4
# The network for doubtful ones has seen each of those that it learned from many times, and is too sure of
# others: with 1.5 as many hard ones are right (5501, 6601) and fewer medium ones are surely wrong.
CONCEIT = 1.5
SURE = 0.9  # a token surer than this says how tokens lie on this table

_network = Network("faces", ["faces", "print"])
_close_network = Network("faces-close", ["faces", "print"])


@dataclass(frozen=True, slots=True, eq=False)
class ReadCrops:
    """What the network says of some tokens."""

    likely: Floats  # (N, 17, 4): each face at each quarter turn, clockwise
    nothing: Floats  # (N,): no face at all
    prints: Floats  # (N, 192): how the print looks


def cut_tokens(picture: Bytes, grid: Grid, middles: NDArray[np.float64]) -> list[Bytes]:
    """The tokens whose middles are at these board points, (N, 2), as the network wants to see them."""
    shrink = int(grid.side_px / (1.15 * INPUT_PX / WINDOW))
    if shrink > 1:
        picture, grid = shrink_board(picture, grid, shrink, margin=1)
    # Within one token the board is as good as flat: its middle and half a square each way say how it lies.
    half = 0.5
    at, right, down = (grid.to_pixels(middles + off) for off in ((0.0, 0.0), (half, 0.0), (0.0, half)))
    fine = (
        2 if grid.side_px > 1.15 * INPUT_PX / WINDOW else 1
    )  # cut finer and averaged, or strokes are skipped
    side = INPUT_PX * fine
    step = WINDOW / side / half
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    crops = []
    for middle, along, across in zip(at, (right - at) * step, (down - at) * step, strict=True):
        to = np.column_stack([along, across, middle - (side - 1) / 2 * (along + across)])
        crop = cv2.warpAffine(picture, to, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE)
        if fine > 1:
            crop = cv2.resize(crop, (INPUT_PX, INPUT_PX), interpolation=cv2.INTER_AREA)
        crops.append(np.asarray(crop, np.uint8))
    return crops


def even_out(crops: Bytes) -> Bytes:
    """Pictures of tokens, (N, 48, 48, 3), all made as bright and as full of contrast: pale print becomes as
    plain as dark."""
    return np.stack([_even_out(crop) for crop in crops])


def read_crops(crops: Sequence[Bytes], network: Network | None = None, conceit: float = 1.0) -> ReadCrops:
    """Read pictures of single tokens, INPUT_PX wide and high, by the usual network or another, which may be
    so many times too sure."""
    logits, prints = (network or _network).run([_even_out(crop) for crop in crops])
    logits = logits / conceit
    likely = np.exp(logits - logits.max(axis=1, keepdims=True))
    likely /= likely.sum(axis=1, keepdims=True)
    return ReadCrops(likely[:, :NO_FACE].reshape(-1, len(FACES), TURNS), likely[:, NO_FACE], prints)


def read_faces(
    crops: Sequence[Bytes],
    prints: EnrolledPrints | None = None,
    told: Sequence[str | None] | None = None,
    box: NDArray[np.int64] | None = None,
) -> tuple[Floats, Floats]:
    """(N, 17): how likely each face is, if it is a face; and (N,): how likely it is none.

    The tokens are those of one table: they mostly lie the same way round, and share one printing. `told` are
    the faces of those that were accepted before: they show how this set is printed, whatever is read there.
    `box` says how many there are of each face, where the tokens are to be read as some of them.
    """
    read = look_again(crops, read_crops(crops))
    weighed = _weigh_turns(read)
    faces = weighed.sum(axis=2)
    faces /= faces.sum(axis=1, keepdims=True).clip(1e-12)
    is_token = read.nothing < LIKELY_NONE
    faces = _hear_counts(crops, faces, weighed.sum(axis=1).argmax(axis=1), is_token)
    if prints is not None:
        faces = prints.weigh(faces, upright_prints(crops, read, weighed))
    elif told is not None and any(face is not None for face in told):
        if float(faces.max(axis=1).min()) < CLEAR_BESIDE_KNOWN:
            faces = _compare(faces, upright_prints(crops, read, weighed), is_token, told)
    elif float(faces.max(axis=1).min()) < CLEAR:
        faces = weigh_printing(faces, upright_prints(crops, read, weighed), is_token)
    faces = _less_modest(faces)
    if float(faces.max(axis=1).min()) < CLEAR_BESIDE_KNOWN:
        faces = read_together(faces, ink_of(crops), is_token, told, box)
    return _doubt_pale(crops, faces, is_token), read.nothing


def _doubt_pale(crops: Sequence[Bytes], faces: Floats, is_token: NDArray[np.bool_]) -> Floats:
    """(N, 17): the faces, those in doubt whose print is far paler than that of the others: in a glare strokes
    are missing, and what is left of a 4 may be as clear a 1 as any."""
    contrasts = np.array([_tone(crop)[1] for crop in crops])
    sure = is_token & (faces.max(axis=1) > SURE)
    if int(sure.sum()) < ENOUGH:
        return faces
    is_pale = contrasts < PALE * np.median(contrasts[sure])
    faces[is_pale] = (1 - PALE_DOUBT) * faces[is_pale] + PALE_DOUBT / len(FACES)
    return faces


def _compare(
    faces: Floats, prints: Floats, is_token: NDArray[np.bool_], told: Sequence[str | None]
) -> Floats:
    """(N, 17): the faces, doubtful ones compared with tokens whose faces were told."""
    known = np.array([face is not None for face in told])
    examples = faces.copy()
    examples[known] = np.eye(len(FACES), dtype=np.float32)[[FACES.index(face) for face in told if face]]
    weighed = weigh_printing(examples, prints, is_token | known, TOLD, CLEAR_BESIDE_KNOWN)
    return np.where(known[:, None], faces, weighed)


def _less_modest(faces: Floats) -> Floats:
    """(N, 17): the faces as likely as they turn out to be: means of several opinions are too modest."""
    surer = faces**MODESTY
    return np.asarray(surer / surer.sum(axis=1, keepdims=True), np.float32)


def look_again(crops: Sequence[Bytes], read: ReadCrops) -> ReadCrops:
    """What doubtful tokens show, from several looks of a network that learned from such: sharper, nearer and
    farther, a little turned, shifted, and where they are numbers, lying the other ways round.

    A reading that hangs on a pixel changes from look to look; the mean of them does not.
    """
    doubtful = np.flatnonzero(are_doubted(read)).tolist()
    if not doubtful:
        return read
    turns = range(1, TURNS) if _are_numbers(read) else ()
    looks = [*(partial(_moved, to=to) for to in _MOVES), *(partial(_turned, turns=n) for n in turns)]
    sharper = [sharpen(crops[index], SHARPER, SHARPER_PX) for index in doubtful]
    again = read_crops([look(crop) for look in looks for crop in sharper], _close_network, CONCEIT)
    shown, unmarked = (
        kind.reshape(len(looks), len(doubtful), *kind.shape[1:]) for kind in (again.likely, again.nothing)
    )
    for at, turn in enumerate(turns, len(_MOVES)):
        shown[at] = np.roll(shown[at], -turn, axis=2)  # as it lies
    likely, nothing = read.likely.copy(), read.nothing.copy()
    for done, others in ((likely, shown), (nothing, unmarked)):
        done[doubtful] = (done[doubtful] + others.sum(axis=0)) / (1 + len(looks))
    return ReadCrops(likely, nothing, read.prints)


def are_doubted(read: ReadCrops) -> NDArray[np.bool_]:
    """(N,): whether a first look at what may be a token leaves any doubt."""
    return np.asarray((read.likely.max(axis=(1, 2)) < CLEAR) & (read.nothing < SURE))


def _are_numbers(read: ReadCrops) -> bool:
    """Whether these are tokens of a game with numbers: letters are the less a face the other ways round, and
    a tile below the edge of a sleeve would no longer be taken for one."""
    is_clear = read.likely.max(axis=(1, 2))[read.nothing < LIKELY_NONE] >= CLEAR
    return bool(is_clear.sum() > NUMBERS * len(is_clear))


def _hear_counts(
    crops: Sequence[Bytes], faces: Floats, turns: NDArray[np.int64], is_token: NDArray[np.bool_]
) -> Floats:
    """(N, 17): the faces, doubtful ones weighed by the small counts beside them."""
    asked = who_is_asked(faces, is_token)
    if not len(asked):
        return faces
    read = read_crops([cut_count(crops[index], int(turns[index])) for index in asked.tolist()])
    return weigh_counts(faces, asked, read.likely[:, 1 : MOST_COUNT + 1, 0])  # upright: it was turned back


def _moved(crop: Bytes, to: NDArray[np.float64]) -> Bytes:
    return np.asarray(
        cv2.warpAffine(crop, to, (INPUT_PX, INPUT_PX), borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def _turned(crop: Bytes, turns: int) -> Bytes:
    """So many quarter turns clockwise."""
    return np.ascontiguousarray(np.rot90(crop, -turns))


def _moves() -> list[NDArray[np.float64]]:
    """(2, 3) each: how a picture is seen again: size, degrees, and pixels to the right and down."""
    middle = ((INPUT_PX - 1) / 2,) * 2
    moves = []
    for size, turn, right, down in ((0.93, 0, 0, 0), (1.07, 0, 0, 0), (1, 4, 1.2, 0.6), (1, -4, -1.2, -0.6)):
        to = np.asarray(cv2.getRotationMatrix2D(middle, turn, size), np.float64)
        moves.append(to + np.array([[0, 0, right], [0, 0, down]]))
    return moves


_MOVES = _moves()


def upright_prints(crops: Sequence[Bytes], read: ReadCrops, weighed: Floats) -> Floats:
    """(N, 192): the prints as they look upright: tokens that lie turned are looked at again."""
    turns = weighed.sum(axis=1).argmax(axis=1)
    prints = read.prints.copy()
    turned = np.flatnonzero(turns).tolist()
    if turned:
        again = [np.ascontiguousarray(np.rot90(crops[index], int(turns[index]))) for index in turned]
        prints[turned] = read_crops(again).prints
    return prints


def _weigh_turns(read: ReadCrops) -> Floats:
    """(N, 17, 4): a 6 whose count cannot be read is a 9 upside down; the others say how tokens lie here."""
    sure = read.likely.max(axis=(1, 2)) > SURE
    shares = read.likely[sure].sum(axis=(0, 1))
    prior = (shares + 0.5) / (shares.sum() + 0.5 * TURNS)
    # A token may well lie turned among upright ones: that is unusual, not impossible.
    return np.asarray(read.likely * prior.clip(prior.max() / MOST_USUAL), np.float32)


def _tone(crop: Bytes) -> tuple[NDArray[np.float64], float]:
    """The mean (3, 1) of a token's colours, and how far they spread, around each channel's own mean."""
    means, spreads = cv2.meanStdDev(crop[EDGE_PX:-EDGE_PX, EDGE_PX:-EDGE_PX])
    return np.asarray(means, np.float64), float(cv2.norm(spreads)) / sqrt(len(spreads))


def _even_out(crop: Bytes) -> Bytes:
    means, contrast = _tone(crop)
    gain = EVEN_CONTRAST / max(contrast, LEAST_CONTRAST)
    # Half a level less, since OpenCV rounds where the networks were taught with fractions cut off.
    b, g, r = (127.5 - gain * mean for (mean,) in means.tolist())
    to = np.array([[gain, 0, 0, b], [0, gain, 0, g], [0, 0, gain, r]])
    return np.asarray(cv2.transform(crop, to), np.uint8)
