"""What the ink of a print says of the number: how much there is of it, and of which colour.

Many sets print each number in a colour of its own, and every number covers more or less of its place than
others do. That can be measured in a picture whose noise leaves no stroke whole.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

COMMON = 3.0  # prints that show what is usual on this table, added to those of each kind
LEAST_SPREAD = 4.0  # grey levels, squared: two prints of one kind are never quite alike
MOST_SAID = 3.0  # a logarithm
NEAREST, SPREAD_ROUNDS = (
    2,
    3,
)  # prints that are taken to be of a print's own kind, and how often that is looked at
LEAST_APART = 1.0  # grey levels, squared: how far those of one kind are apart at least


def ink_apart(ink: Floats) -> Doubles:
    """(N, N): how far the inks of prints (N, 3) are apart, in times of what those of one kind usually are.

    How far that is, the prints that are nearest to each other say: of whichever kind it is, each has others
    of its own here.
    """
    inks = ink.astype(np.float64)
    apart = inks[:, None] - inks[None]
    if len(inks) <= NEAREST:
        return np.zeros(apart.shape[:2])
    usual = np.cov(inks.T) + LEAST_SPREAD * np.eye(3)
    for _ in range(SPREAD_ROUNDS):
        far = _squared(apart, usual)
        np.fill_diagonal(far, np.inf)
        nearest = np.argsort(far, axis=1, kind="stable")[:, :NEAREST]
        own = np.take_along_axis(apart, nearest[..., None], axis=1).reshape(-1, 3)
        usual = own.T @ own / len(own) + LEAST_APART * np.eye(3)
    return np.sqrt(_squared(apart, usual))


def _squared(apart: Doubles, usual: Doubles) -> Doubles:
    return np.asarray(np.einsum("ijk,kl,ijl->ij", apart, np.linalg.inv(usual), apart), np.float64)


class InkLikeness:
    """Prints of one table, as their ink compares."""

    def __init__(self, ink: Floats, believed: float) -> None:
        """`ink` (N, 3) is how much darker or lighter each print is than what it is printed on. `believed` is
        a power: what spoils the colour of one print spoils it for all kinds."""
        self._ink, self._believed = ink.astype(np.float64), believed

    def say(self, shows: Doubles) -> Doubles:
        """(N, kinds): how much more likely each kind is for each print by its ink, as a factor, given what
        all are held to show (N, kinds). Where all kinds are printed in one ink, nothing is said."""
        ink = self._ink
        others = shows.sum(axis=0) - shows + COMMON  # nobody is among their own likes
        usual = shows.T @ ink - shows[:, :, None] * ink[:, None] + COMMON * ink.mean(axis=0)
        apart = ink[:, None] - usual / others[..., None]  # (N, kinds, 3)
        spread = np.einsum("nk,nki,nkj->ij", shows, apart, apart) / len(ink) + LEAST_SPREAD * np.eye(3)
        doubt = 1 + 1 / others  # of what is usual for a kind
        off = np.einsum("nki,ij,nkj->nk", apart, np.linalg.inv(spread), apart)
        said = -0.5 * off / doubt - 1.5 * np.log(doubt)
        said -= said.max(axis=1, keepdims=True)
        return np.asarray(np.exp((self._believed * said).clip(-MOST_SAID, 0)), np.float64)
