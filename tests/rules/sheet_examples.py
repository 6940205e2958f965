"""Every numeric example printed in the rule sheets, as requests to `trioscope judge` with their answers.

The sheets' pictures are lost: the positions here are rebuilt so that each move makes exactly the printed
sums, with as many tokens laid, and on such squares, as the sheet's heading says. Every position is legal
before the move and lies on the usual board. The sheets print no other tokens than those in the sums; the
rest only joins them to H8.

In a Triolet picture `[7]` is a token of the move and `7` one that was there; `*` is a joker whose value the
judge has to find, `*1` one announced as 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["single", "pair", "trio"]
Value = int | Literal["joker"]

TRIOLET_FR = "Triolet, French, 2017 (seeds/000)"
TRIOLET_UK = "Triolet, English (seeds/002)"
TRIOLET_BOTH = "Triolet, French and English (seeds/000 and 002)"
CHALLENGE_FR = "Triominos Challenge, French (seeds/003)"


@dataclass(frozen=True, slots=True)
class ExpectedSet:
    """One new pair or trio, as the judge lists it."""

    kind: Kind
    cells: tuple[str, ...]  # left to right or top to bottom
    values: tuple[Value, ...]  # as the sheet names them, in the order of `cells`; a joker is "joker"
    multiplier: int
    points: int


@dataclass(frozen=True, slots=True)
class Example:
    """A Triolet request and the answer the sheet prints. No example covers a replay square."""

    id: str
    sheet: str
    request: dict[str, object]
    points: int
    sets: tuple[ExpectedSet, ...]  # in the sheet's order; the judge may list them in any
    bonus: int = 0
    jokers: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Figure:
    """A Triominos request and the answer the sheet prints; a figure with `violations` is not allowed."""

    id: str
    sheet: str
    request: dict[str, object]
    points: int = 0
    parts: dict[str, int] = field(default_factory=dict)
    violations: tuple[str, ...] = ()


def pair(cells: str, values: tuple[Value, Value], points: int, times: int = 1) -> ExpectedSet:
    return ExpectedSet("pair", tuple(cells.split()), values, times, points)


def trio(cells: str, values: tuple[Value, Value, Value], times: int = 1) -> ExpectedSet:
    return ExpectedSet("trio", tuple(cells.split()), values, times, 30 * times)


def single(cell: str, value: int, points: int, times: int = 1) -> ExpectedSet:
    return ExpectedSet("single", (cell,), (value,), times, points)


def triolet_request(picture: str, rules: dict[str, str]) -> dict[str, object]:
    """Turn a picture into the judge's JSON: columns in its first line, then a row letter a line."""
    header, *rows = (line.split() for line in picture.strip().splitlines())
    board: dict[str, str] = {}
    move: dict[str, str] = {}
    for letter, *squares in rows:
        for column, square in zip(header, squares, strict=True):
            if square == ".":
                continue
            mark = square.strip("[]")
            face = mark if mark[0] != "*" else f"joker:{mark[1:]}" if mark[1:] else "joker"
            (move if square.startswith("[") else board)[letter + column] = face
    request: dict[str, object] = {"game": "triolet", "board": board, "move": move}
    return {**request, "rules": rules} if rules else request


def french(
    name: str,
    picture: str,
    sets: tuple[ExpectedSet, ...],
    points: int,
    bonus: int = 0,
    jokers: dict[str, int] | None = None,
    sheet: str = TRIOLET_FR,
) -> Example:
    return Example(name, sheet, triolet_request(picture, {}), points, sets, bonus, jokers or {})


def english(name: str, picture: str, sets: tuple[ExpectedSet, ...], points: int) -> Example:
    return Example(name, TRIOLET_UK, triolet_request(picture, {"edition": "uk"}), points, sets)


def figure(
    name: str,
    tiles: dict[tuple[int, int], tuple[int, int, int]],
    at: tuple[int, int],
    corners: tuple[int, int, int],
    parts: dict[str, int] | None = None,
    points: int = 0,
    violations: tuple[str, ...] = (),
) -> Figure:
    laid = [{"at": list(place), "corners": list(numbers)} for place, numbers in tiles.items()]
    move = {"at": list(at), "corners": list(corners)}
    request: dict[str, object] = {"game": "triominos", "tiles": laid, "move": move}
    return Figure(name, CHALLENGE_FR, request, points, parts or {}, violations)


# « Exemple de début de partie avec deux joueurs », "First 5 rounds of a two player game": each position is
# the one before with its move laid.
FIVE_TURN_GAME: tuple[Example, ...] = (
    # Figure 1: "11 Double + 3 = 25. Total 25 points"
    french(
        "game/turn-1",
        """
            8   9
        H [11] [3]
        """,
        sets=(pair("H8 H9", (11, 3), 25, times=2),),
        points=25,
        sheet=TRIOLET_BOTH,
    ),
    # Figure 2: "11 + 4 = 15, 8 + 4 = 12. Total 27 points"; the 4 beneath the 11, the 8 alongside the 4
    french(
        "game/turn-2",
        """
           7   8   9
        H  .   11  3
        I [8] [4]  .
        """,
        sets=(pair("H8 I8", (11, 4), 15), pair("I7 I8", (8, 4), 12)),
        points=27,
        sheet=TRIOLET_BOTH,
    ),
    # Figure 3: "Trio 3-8-4 = 30, 4 + 3 = 7. Total 37 points"; the 3 alongside the 8, a 4 above the 3
    french(
        "game/turn-3",
        """
           6   7   8   9
        H [4]  .   11  3
        I [3]  8   4   .
        """,
        sets=(trio("I6 I7 I8", (3, 8, 4)), pair("H6 I6", (4, 3), 7)),
        points=37,
        sheet=TRIOLET_BOTH,
    ),
    # Figure 4: "Trio 11-4-0 = 30, 8 + 7 = 15, 7 + 0 = 7. Total 52 points"; 7 and 0 under the 8 and 4
    french(
        "game/turn-4",
        """
           6   7   8   9
        H  4   .   11  3
        I  3   8   4   .
        J  .  [7] [0]  .
        """,
        sets=(trio("H8 I8 J8", (11, 4, 0)), pair("I7 J7", (8, 7), 15), pair("J7 J8", (7, 0), 7)),
        points=52,
        sheet=TRIOLET_BOTH,
    ),
    # Figure 5: "Trio 4-3-8 = 30, Trio 8-7-0 = 30. Total 60 points"; an 8 alongside the 7, below the 3
    french(
        "game/turn-5",
        """
           6   7   8   9
        H  4   .   11  3
        I  3   8   4   .
        J [8]  7   0   .
        """,
        sets=(trio("H6 I6 J6", (4, 3, 8)), trio("J6 J7 J8", (8, 7, 0))),
        points=60,
        sheet=TRIOLET_BOTH,
    ),
)


# Beside the rules: « Attention », « Comptage des points » and « Cases spéciales ».
_INLINE: tuple[Example, ...] = (
    # « 7 + 6 = 13, 13 < 15 »: printed for the rule of two; the pair is worth its sum.
    french(
        "rule/pair-13",
        """
           8   9
        H  7  [6]
        """,
        sets=(pair("H8 H9", (7, 6), 13),),
        points=13,
    ),
    # « 11 + 4 + 0 = 15 »: printed for the rule of three; a trio is always 30.
    french(
        "rule/trio-11-4-0",
        """
           7   8   9
        H  11  4  [0]
        """,
        sets=(trio("H7 H8 H9", (11, 4, 0)),),
        points=30,
    ),
    # « Les jetons de valeurs 7 et 6 ont été placés : 9 + 6 = 15, 7 + 6 = 13. Total : 28 Points »
    french(
        "counting/28",
        """
           7   8
        H  .   9
        I [7] [6]
        """,
        sets=(pair("H8 I8", (9, 6), 15), pair("I7 I8", (7, 6), 13)),
        points=28,
    ),
    # « Le jeton de valeur 3 a été placé : 7 + 5 + 3 = 15, + Trio = 15 points. Total : 30 Points »
    french(
        "counting/30",
        """
           8   9   10
        H  7   5  [3]
        """,
        sets=(trio("H8 H9 H10", (7, 5, 3)),),
        points=30,
    ),
    # « Les 3 jetons ont été placés en une fois : 10 + 5 + 0 = 15, + Trio = 15, + Bonus Triolet = 50.
    # Total : 80 »
    # The laid trio has to touch something, so the picture must hold one more set: here 0 + 0, worth nothing.
    french(
        "counting/80",
        """
            6    7    8
        H   .    .    0
        I  [10] [5]  [0]
        """,
        sets=(trio("I6 I7 I8", (10, 5, 0)), pair("H8 I8", (0, 0), 0)),
        bonus=50,
        points=80,
    ),
    # « Les 3 jetons 4, 9 et 2 (…), le 4 est sur une case double : 2 x 30 = 60, + 50, 10 + 4 = 14.
    # Total : 124 »
    french(
        "special/124",
        """
           8   9   10  11  12  13  14
        G  .   .   4   1   10  .   .
        H  5   1   9   .  [4] [9] [2]
        """,
        sets=(trio("H12 H13 H14", (4, 9, 2), times=2), pair("G12 H12", (10, 4), 14)),
        bonus=50,
        points=124,
    ),
    # « Les 3 jetons 7, 1 et 7 (…), le 1 est sur une case triple : 30 x 3 = 90, + 50, Trio 1, 6 et 8 = 30.
    # Total : 170 »
    # Both trios gain 60: on a tie the square serves the horizontal set, the Triolet as printed.
    french(
        "special/170",
        """
           1   2   3   4   5   6   7   8
        E [7] [1] [7]  .   .   .   .   .
        F  .   6   .   .   .   .   .   .
        G  .   8   5   2   .   .   .   .
        H  .   .   .   0   7   8   .   1
        I  .   .   .   .   .   0   1   14
        """,
        sets=(trio("E1 E2 E3", (7, 1, 7), times=3), trio("E2 F2 G2", (1, 6, 8))),
        bonus=50,
        points=170,
    ),
)

# « Placement d'un seul jeton sur une case simple »
_ONE_SIMPLE: tuple[Example, ...] = (
    # « 10 + 3 = 13. Total : 13 points »
    french(
        "one-simple/13",
        """
            8
        H   3
        I  [10]
        """,
        sets=(pair("H8 I8", (3, 10), 13),),
        points=13,
    ),
    # « 3 + 9 = 12, 4 + 9 = 13. Total : 25 points »
    french(
        "one-simple/25",
        """
           6   7   8
        G  .   3  [9]
        H  5   6   4
        """,
        sets=(pair("G7 G8", (3, 9), 12), pair("G8 H8", (9, 4), 13)),
        points=25,
    ),
    # « Trio 2, 4 et 9 = 30. Total : 30 points »
    french(
        "one-simple/30",
        """
           8   9   10
        H  2   4  [9]
        """,
        sets=(trio("H8 H9 H10", (2, 4, 9)),),
        points=30,
    ),
    # « Trio 2, 7 et 6 = 30, 5 + 2 = 7. Total : 37 points »
    french(
        "one-simple/37",
        """
           6   7   8
        H [2]  7   6
        I  5   3   .
        """,
        sets=(trio("H6 H7 H8", (2, 7, 6)), pair("H6 I6", (2, 5), 7)),
        points=37,
    ),
    # « Trio 9, 6 et 0 = 30, Trio 8, 7 et 0 = 30. Total : 60 points »
    french(
        "one-simple/60",
        """
           8   9   10
        F  .   .   8
        G  .   5   7
        H  9   6  [0]
        """,
        sets=(trio("H8 H9 H10", (9, 6, 0)), trio("F10 G10 H10", (8, 7, 0))),
        points=60,
    ),
    # « 11 + Joker = 11, Joker + 14 = 14. Total : 25 points »
    # Both pairs leave 0 and 1 open, so the player names one of them: a bare joker would be asked about.
    french(
        "one-simple/joker-25",
        """
            7    8    9
        H   .    11  [*1]
        I   0    1    14
        """,
        sets=(pair("H8 H9", (11, "joker"), 11), pair("H9 I9", ("joker", 14), 14)),
        jokers={"H9": 1},
        points=25,
    ),
)

# « Placement de deux jetons sur deux cases simples »
_TWO_SIMPLE: tuple[Example, ...] = (
    # « 9 + 6 = 15, 7 + 6 = 13. Total : 28 points »
    french(
        "two-simple/28",
        """
           8   9
        H  9  [6]
        I  .  [7]
        """,
        sets=(pair("H8 H9", (9, 6), 15), pair("H9 I9", (6, 7), 13)),
        points=28,
    ),
    # « 1 + 12 = 13, 12 + 0 = 12, 7 + 0 = 7. Total : 32 points »
    french(
        "two-simple/32",
        """
            7    8    9
        H   7    1    7
        I   .   [12] [0]
        """,
        sets=(pair("H8 I8", (1, 12), 13), pair("I8 I9", (12, 0), 12), pair("H9 I9", (7, 0), 7)),
        points=32,
    ),
    # « Trio 15, 0 et 0 = 30. Total : 30 points »
    french(
        "two-simple/30-15-0-0",
        """
           8   9   10
        H  15 [0] [0]
        """,
        sets=(trio("H8 H9 H10", (15, 0, 0)),),
        points=30,
    ),
    # « Trio 1, 10 et 4 = 30. Total : 30 points »
    french(
        "two-simple/30-1-10-4",
        """
           7   8   9
        H [1]  10 [4]
        """,
        sets=(trio("H7 H8 H9", (1, 10, 4)),),
        points=30,
    ),
    # « Trio 3, 3 et 9 = 30, 1 + 3 = 4. Total : 34 points »
    french(
        "two-simple/34",
        """
           7   8   9
        H  5   1   .
        I  3  [3] [9]
        """,
        sets=(trio("I7 I8 I9", (3, 3, 9)), pair("H8 I8", (1, 3), 4)),
        points=34,
    ),
    # « Trio 12, 2 et 1 = 30, Trio 9, 5 et 1 = 30. Total : 60 points »
    french(
        "two-simple/60",
        """
            6    7    8
        G   .    .    9
        H   .    3    5
        I  [12]  2   [1]
        """,
        sets=(trio("I6 I7 I8", (12, 2, 1)), trio("G8 H8 I8", (9, 5, 1))),
        points=60,
    ),
    # « Trio 9, 4 et 2 = 30, Trio 2, 7 et 6 = 30, 3 + 6 = 9. Total : 69 points »
    french(
        "two-simple/69",
        """
           7   8   9
        E  9   .   .
        F  4   5   .
        G [2]  7  [6]
        H  .   3   3
        """,
        sets=(trio("E7 F7 G7", (9, 4, 2)), trio("G7 G8 G9", (2, 7, 6)), pair("G9 H9", (6, 3), 9)),
        points=69,
    ),
    # « Trio 5, 2 et 8 = 30, 7 + 7 = 14, 8 + 7 = 15. Total : 59 points »
    french(
        "two-simple/59",
        """
           8   9
        G  5   .
        H  2   7
        I [8] [7]
        """,
        sets=(trio("G8 H8 I8", (5, 2, 8)), pair("H9 I9", (7, 7), 14), pair("I8 I9", (8, 7), 15)),
        points=59,
    ),
    # « Trio 4, 8 et Joker = 30, Joker + 10 = 10. Total = 40 points. Note : ce joker aura une valeur de 3 »
    french(
        "two-simple/joker-40",
        """
           7   8   9
        G [4]  8  [*]
        H  .   2   10
        """,
        sets=(trio("G7 G8 G9", (4, 8, "joker")), pair("G9 H9", ("joker", 10), 10)),
        jokers={"G9": 3},
        points=40,
    ),
)

# « Placement de trois jetons (triolet) sur trois cases simples »
_THREE_SIMPLE: tuple[Example, ...] = (
    # « Triolet 4, 8 et 3 = 30, Bonus Triolet + 50, 10 + 4 = 14, 3 + 8 = 11. Total : 105 points »
    french(
        "three-simple/105",
        """
           5   6   7   8   9
        E  .   2   0   13  .
        F  8   1   .   1   2
        G  4   .   .   .   6
        H  3   10  .   8   7
        I  .  [4] [8] [3]  .
        """,
        sets=(trio("I6 I7 I8", (4, 8, 3)), pair("H6 I6", (10, 4), 14), pair("H8 I8", (8, 3), 11)),
        bonus=50,
        points=105,
    ),
    # « Triolet 5, 10 et 0 = 30, Bonus Triolet + 50, Trio 11, 4 et 0 = 30. Total : 110 points »
    french(
        "three-simple/110",
        """
            6    7    8
        G   .    .    11
        H   .    .    4
        I  [5]  [10] [0]
        """,
        sets=(trio("I6 I7 I8", (5, 10, 0)), trio("G8 H8 I8", (11, 4, 0))),
        bonus=50,
        points=110,
    ),
    # « Trio 5, Joker et 0 = 30, Trio 11, 4 et 0 = 30. Total : 60. Pas de Bonus Triolet (…) une valeur de 10 »
    french(
        "three-simple/joker-60",
        """
           6   7   8
        H  .   .   11
        I  .   .   4
        J [5] [*] [0]
        """,
        sets=(trio("J6 J7 J8", (5, "joker", 0)), trio("H8 I8 J8", (11, 4, 0))),
        jokers={"J7": 10},
        points=60,
    ),
    # « Trio 10, 2 et Joker = 30, 10 + 1 = 11, 2 + 12 = 14, Joker + 2 = 2. Total : 57 (…) une valeur de 3 »
    french(
        "three-simple/joker-57",
        """
            7    8    9
        H   1    12   2
        I  [10] [2]  [*]
        """,
        sets=(
            trio("I7 I8 I9", (10, 2, "joker")),
            pair("H7 I7", (1, 10), 11),
            pair("H8 I8", (12, 2), 14),
            pair("H9 I9", (2, "joker"), 2),
        ),
        jokers={"I9": 3},
        points=57,
    ),
    # « Triolet 3, 2 et 10 = 30, + 50, Trio 4, 8 et 3 = 30, Trio 7, 6 et 2 = 30, 1 + 10 = 11. Total :
    # 151 points »
    french(
        "three-simple/151",
        """
            7    8    9
        G   4    7    .
        H   8    6    1
        I  [3]  [2]  [10]
        """,
        sets=(
            trio("I7 I8 I9", (3, 2, 10)),
            trio("G7 H7 I7", (4, 8, 3)),
            trio("G8 H8 I8", (7, 6, 2)),
            pair("H9 I9", (1, 10), 11),
        ),
        bonus=50,
        points=151,
    ),
)

# « Placement d'un seul jeton sur une case double »
_ONE_ON_DOUBLE: tuple[Example, ...] = (
    # « 10 x 2 + 5 = 25. Total : 25 points »
    french(
        "one-on-double/25",
        """
            7    8
        H   .    7
        I   1    7
        J   8    .
        K   6    5
        L   .   [10]
        """,
        sets=(pair("K8 L8", (5, 10), 25, times=2),),
        points=25,
    ),
    # « 10 x 2 + 5 = 25, 10 + 4 = 14. Total : 39 points »
    # Doubling either pair gains 10: on a tie the square serves the horizontal set, as printed.
    french(
        "one-on-double/39",
        """
            8    9    10   11
        E   .    .    5   [10]
        F   .    5    6    4
        G   .    3    .    .
        H   7    7    .    .
        """,
        sets=(pair("E10 E11", (5, 10), 25, times=2), pair("E11 F11", (10, 4), 14)),
        points=39,
    ),
    # « Trio doublé 2, 8 et 5 = 30 x 2. Total : 60 points »
    french(
        "one-on-double/60",
        """
           7   8
        D  .  [2]
        E  .   8
        F  4   5
        G  5   .
        H  6   3
        """,
        sets=(trio("D8 E8 F8", (2, 8, 5), times=2),),
        points=60,
    ),
    # « Trio doublé 2, 8 et 5 = 30 x 2, 5 + 7 = 12. Total : 72 points »
    french(
        "one-on-double/72",
        """
           8   9   10  11  12
        G  .   .   .   3   7
        H  6   .   2   8  [5]
        I  6   6   3   .   .
        """,
        sets=(trio("H10 H11 H12", (2, 8, 5), times=2), pair("G12 H12", (7, 5), 12)),
        points=72,
    ),
    # « Trio doublé 7, 4 et 4 = 30 x 2, Trio 4, 2 et 9 = 30. Total : 90 points »
    # Both trios gain 30: on a tie the square serves the horizontal set, 7-4-4 as printed.
    french(
        "one-on-double/90",
        """
           8   9   10  11
        H  7   .   .   .
        I  8   3   .   9
        J  .   5   8   2
        K  .   7   4  [4]
        """,
        sets=(trio("K9 K10 K11", (7, 4, 4), times=2), trio("I11 J11 K11", (9, 2, 4))),
        points=90,
    ),
)

# « Placement de deux jetons dont un sur une case double »
_TWO_ONE_ON_DOUBLE: tuple[Example, ...] = (
    # « 9 x 2 + 5 = 23. Total : 23 points »
    # Two tokens that make one pair and nothing else: only the opening can, on the centre.
    french(
        "two-one-on-double/23",
        """
           8   9
        H [9] [5]
        """,
        sets=(pair("H8 H9", (9, 5), 23, times=2),),
        points=23,
    ),
    # « 7 x 2 + 4 = 18, 7 + 3 = 10. Total : 28 points »
    # Doubling either pair gains 7: on a tie the square serves the horizontal set, as printed.
    french(
        "two-one-on-double/28",
        """
           7   8   9
        D  .  [7] [4]
        E  6   3   .
        F  8   .   .
        G  1   9   .
        H  .   6   .
        """,
        sets=(pair("D8 D9", (7, 4), 18, times=2), pair("D8 E8", (7, 3), 10)),
        points=28,
    ),
    # « Trio doublé 12, 2 et 1 = 30 x 2. Total : 60 points »
    french(
        "two-one-on-double/60",
        """
           5   6   7   8
        H  .   .   9   3
        I  12  2   1   .
        J [2]  .   .   .
        K [1]  .   .   .
        """,
        sets=(trio("I5 J5 K5", (12, 2, 1), times=2),),
        points=60,
    ),
    # « Trio doublé 2, 8 et 5 = 30 x 2, 5 + 10 = 15. Total : 75 points »
    french(
        "two-one-on-double/75",
        """
           5   6   7   8
        E [5]  8  [2]  .
        F  10  4   .   .
        G  .   3   8   4
        H  .   .   .   0
        """,
        sets=(trio("E5 E6 E7", (5, 8, 2), times=2), pair("E5 F5", (5, 10), 15)),
        points=75,
    ),
    # « Trio doublé 7, 6 et 2 = 30 x 2, 3 + 12 = 15, 12 + 2 = 14. Total : 89 points »
    french(
        "two-one-on-double/89",
        """
            7    8    9
        H   6    5    .
        I   5    .    .
        J   4    7    .
        K   .    6    3
        L   .   [2]  [12]
        """,
        sets=(trio("J8 K8 L8", (7, 6, 2), times=2), pair("K9 L9", (3, 12), 15), pair("L8 L9", (2, 12), 14)),
        points=89,
    ),
    # « Trio doublé 1, 8 et 6 = 30 x 2, Trio 6, 8 et 1 = 30. Total : 90 points »
    # The 6 of both trios lies on the double: on a tie the square serves the horizontal set.
    french(
        "two-one-on-double/90",
        """
           8   9   10  11
        E  .  [1]  8  [6]
        F  .   .   5   8
        G  .   12  2   1
        H  2   1   .   .
        """,
        sets=(trio("E9 E10 E11", (1, 8, 6), times=2), trio("E11 F11 G11", (6, 8, 1))),
        points=90,
    ),
    # « Trio doublé 8, 3 et 4 = 30 x 2, Trio 4, 2 et 9 = 30, 3+ 11 = 14. Total : 104 points »
    french(
        "two-one-on-double/104",
        """
           8   9   10  11
        E  .  [4]  8  [3]
        F  .   2   2   11
        G  4   9   .   .
        H  5   .   .   .
        """,
        sets=(
            trio("E9 E10 E11", (4, 8, 3), times=2),
            trio("E9 F9 G9", (4, 2, 9)),
            pair("E11 F11", (3, 11), 14),
        ),
        points=104,
    ),
    # « Trio doublé 4, Joker et 6 = 30 x 2. Total : 60 points »
    # The joker is 15 - (4 + 6) = 5.
    french(
        "two-one-on-double/joker-60",
        """
           8   9   10  11
        H  0   15  0   .
        I  .   .   6   4
        J  .   .   .  [*]
        K  .   .   .  [6]
        """,
        sets=(trio("I11 J11 K11", (4, "joker", 6), times=2),),
        jokers={"J11": 5},
        points=60,
    ),
    # « Trio doublé 4, Joker et 10 = 30 x 2, Joker + 13 = 13. Total : 73 points »
    # The joker is 15 - (4 + 10) = 1.
    french(
        "two-one-on-double/joker-73",
        """
            8    9    10   11   12
        H   1    13   .    .    .
        I   .    2    .    .    .
        J   .    0    2    13   .
        K   .    .    4   [*]  [10]
        """,
        sets=(trio("K10 K11 K12", (4, "joker", 10), times=2), pair("J11 K11", (13, "joker"), 13)),
        jokers={"K11": 1},
        points=73,
    ),
)

# « Placement de trois jetons (Triolet) dont un sur une case double »
_THREE_ONE_ON_DOUBLE: tuple[Example, ...] = (
    # « Trio doublé 4, 9 et 2 = 30 x 2, Bonus Triolet + 50, 10 + 4 = 14. Total : 124 points »
    french(
        "three-one-on-double/124",
        """
           8   9   10  11
        H  9   4   .   .
        I  .   5   1   .
        J  .   .   4   .
        K  .   .   10 [4]
        L  .   .   .  [9]
        M  .   .   .  [2]
        """,
        sets=(trio("K11 L11 M11", (4, 9, 2), times=2), pair("K10 K11", (10, 4), 14)),
        bonus=50,
        points=124,
    ),
    # « Trio doublé 7, 1 et 7 = 30 x 2, Bonus Triolet + 50, Trio 1, 6 et 8 = 30. Total : 140 points »
    french(
        "three-one-on-double/140",
        """
           4   5   6   7   8
        H [7]  .   2   7   6
        I [1]  6   8   .   .
        J [7]  .   .   .   .
        """,
        sets=(trio("H4 I4 J4", (7, 1, 7), times=2), trio("I4 I5 I6", (1, 6, 8))),
        bonus=50,
        points=140,
    ),
    # « Trio doublé 1, 14 et 0 = 30 x 2, + 50, Trio 4, 10 et 1 = 30, Trio 0, 1 et 14 = 30. Total :
    # 170 points »
    # The box has one 14: it is laid here and stands in both trios.
    french(
        "three-one-on-double/170",
        """
            6    7    8
        H   .    .    2
        I   .    .    2
        J   4    0    11
        K   10   1    .
        L  [1]  [14] [0]
        """,
        sets=(
            trio("L6 L7 L8", (1, 14, 0), times=2),
            trio("J6 K6 L6", (4, 10, 1)),
            trio("J7 K7 L7", (0, 1, 14)),
        ),
        bonus=50,
        points=170,
    ),
    # « Trio doublé 2, 5 et Joker = 30 x 2, 11 + 2 = 13. Total : 73 points »
    # The joker is 15 - (2 + 5) = 8.
    french(
        "three-one-on-double/joker-73",
        """
           4   5   6   7   8
        E [*] [5] [2]  .   .
        F  .   .   11  4   0
        G  .   .   .   .   1
        H  .   .   .   .   14
        """,
        sets=(trio("E4 E5 E6", ("joker", 5, 2), times=2), pair("E6 F6", (2, 11), 13)),
        jokers={"E4": 8},
        points=73,
    ),
    # « Trio doublé 7, 8 et Joker = 30 x 2, Trio 5, 3 et 7 = 30. Total : 90 (…) une valeur de 0 »
    french(
        "three-one-on-double/joker-90",
        """
           8   9   10  11  12
        F  .   .   5   .   .
        G  1   11  3   .   .
        H  7   .  [7] [8] [*]
        """,
        sets=(trio("H10 H11 H12", (7, 8, "joker"), times=2), trio("F10 G10 H10", (5, 3, 7))),
        jokers={"H12": 0},
        points=90,
    ),
)

# « Cases Vertes (Triples) : (…) exactement le même que pour les cases doubles, seul le coefficient change »
_TRIPLED: tuple[Example, ...] = (
    # « 10 x 2 + 5 = 25, 10 + 4 = 14 », tripled: 10 x 3 + 5 = 35, and 14.
    french(
        "one-on-triple/49",
        """
            8    9    10   11   12   13   14
        E   .    .    .    .    .    5   [10]
        F   .    .    .    .    5    6    4
        G   .    .    4    8    3    .    .
        H   0    8    7    .    .    .    .
        """,
        sets=(pair("E13 E14", (5, 10), 35, times=3), pair("E14 F14", (10, 4), 14)),
        points=49,
    ),
    # « Trio doublé 7, 4 et 4, Trio 4, 2 et 9 », tripled: 30 x 3, and 30.
    french(
        "one-on-triple/120",
        """
           8   9   10  11
        H  11  .   .   .
        I  0   .   .   .
        J  4   7   .   .
        K  .   5   .   .
        L  .   3   3   9
        M  .   .   8   2
        N  .   7   4  [4]
        """,
        sets=(trio("N9 N10 N11", (7, 4, 4), times=3), trio("L11 M11 N11", (9, 2, 4))),
        points=120,
    ),
    # « 7 x 2 + 4 = 18, 7 + 3 = 10 », tripled: 7 x 3 + 4 = 25, and 10.
    french(
        "two-one-on-triple/35",
        """
           4   5   6   7   8
        H  .   .   8   1   6
        I  .   7   6   .   .
        J  .   8   .   .   .
        K  3   0   .   .   .
        L  3   .   .   .   .
        M  9   3   .   .   .
        N  .  [7] [4]  .   .
        """,
        sets=(pair("N5 N6", (7, 4), 25, times=3), pair("M5 N5", (3, 7), 10)),
        points=35,
    ),
    # « Trio doublé 7, 6 et 2, 3 + 12 = 15, 12 + 2 = 14 », tripled: 30 x 3, and 29.
    french(
        "two-one-on-triple/119",
        """
            4    5    6    7    8
        B   .   [2]  [12]  .    .
        C   .    6    3    .    .
        D   1    7    .    .    .
        E   2    .    .    .    .
        F   12   0    .    .    .
        G   .    8    4    .    .
        H   .    .    3    2    10
        """,
        sets=(trio("B5 C5 D5", (2, 6, 7), times=3), pair("B6 C6", (12, 3), 15), pair("B5 B6", (2, 12), 14)),
        points=119,
    ),
    # « Trio doublé 4, Joker et 10, Joker + 13 = 13 », tripled: 30 x 3, and 13.
    # The joker is 15 - (4 + 10) = 1.
    french(
        "two-one-on-triple/joker-103",
        """
            8    9    10   11   12
        B   .    .    4   [*]  [10]
        C   .    .    2    13   .
        D   .    0    9    .    .
        E   .    2    .    .    .
        F   1    13   .    .    .
        G   5    .    .    .    .
        H   9    .    .    .    .
        """,
        sets=(trio("B10 B11 B12", (4, "joker", 10), times=3), pair("B11 C11", ("joker", 13), 13)),
        jokers={"B11": 1},
        points=103,
    ),
    # « Trio doublé 4, 9 et 2, Bonus Triolet + 50, 10 + 4 = 14 », tripled: 30 x 3, 50 (never tripled), and 14.
    french(
        "three-one-on-triple/154",
        """
           2   3   4   5   6   7   8
        H  .   .   .   .   7   4   4
        I  .   .   3   4   8   .   .
        J  .   5   7   .   .   .   .
        K [4]  10  .   .   .   .   .
        L [9]  .   .   .   .   .   .
        M [2]  .   .   .   .   .   .
        """,
        sets=(trio("K2 L2 M2", (4, 9, 2), times=3), pair("K2 K3", (4, 10), 14)),
        bonus=50,
        points=154,
    ),
)

FRENCH_COUNTING: tuple[Example, ...] = (
    *_INLINE,
    *_ONE_SIMPLE,
    *_TWO_SIMPLE,
    *_THREE_SIMPLE,
    *_ONE_ON_DOUBLE,
    *_TWO_ONE_ON_DOUBLE,
    *_THREE_ONE_ON_DOUBLE,
    *_TRIPLED,
)

ENGLISH_SCORING: tuple[Example, ...] = (
    # "placing tile 2 next to tile 4, on the board would be worth 6 points"
    english(
        "two-next-to-four",
        """
           8   9
        H  4  [2]
        """,
        sets=(pair("H8 H9", (4, 2), 6),),
        points=6,
    ),
    # "placing tile 7 with tile 8 above tile 2, would be worth 24 points (8+7 across and 7+2 down)"
    english(
        "seven-with-eight-above-two",
        """
           7   8
        G [8] [7]
        H  .   2
        """,
        sets=(pair("G7 G8", (8, 7), 15), pair("G8 H8", (7, 2), 9)),
        points=24,
    ),
    # "a 9, added to a 2, and 4, on the board scores 15 plus a bonus of 15 to total 30 points"
    english(
        "nine-added-to-two-and-four",
        """
           7   8   9
        H  2   4  [9]
        """,
        sets=(trio("H7 H8 H9", (2, 4, 9)),),
        points=30,
    ),
    # "placing tile 7 on a DOUBLE square becomes 14": alone, as the opening on the centre
    english(
        "lone-seven-on-double",
        """
           8
        H [7]
        """,
        sets=(single("H8", 7, 14, times=2),),
        points=14,
    ),
    # the same 14 inside a pair: 7 x 2 + 0
    english(
        "seven-on-double-beside-zero",
        """
           8   9   10  11
        E  .   .   0  [7]
        F  .   .   6   .
        G  .   6   9   .
        H  4   9   .   .
        """,
        sets=(pair("E10 E11", (0, 7), 14, times=2),),
        points=14,
    ),
    # "placing tile 13 on a TRIPLE square becomes 39": 13 x 3 + 0
    english(
        "thirteen-on-triple-beside-zero",
        """
            5    6    7    8
        B  [13]  .    .    .
        C   0    6    .    .
        D   .    9    .    .
        E   .    0    7    .
        F   .    .    2    7
        G   .    .    .    2
        H   .    .    .    6
        """,
        sets=(pair("B5 C5", (13, 0), 39, times=3),),
        points=39,
    ),
    # "placing tile 7 alongside tiles 8 & 0 makes a Trio worth 30 points"
    english(
        "seven-beside-eight-and-zero",
        """
           6   7   8
        H [7]  8   0
        """,
        sets=(trio("H6 H7 H8", (7, 8, 0)),),
        points=30,
    ),
    # "If the 7 is placed over a DOUBLE square the player scores 60"
    english(
        "seven-on-double-beside-eight-and-zero",
        """
           4   5   6   7   8
        H [7]  8   0   .   3
        I  .   .   7   1   7
        """,
        sets=(trio("H4 H5 H6", (7, 8, 0), times=2),),
        points=60,
    ),
    # "on a TRIPLE square 90"
    english(
        "seven-on-triple-beside-eight-and-zero",
        """
           8   9   10  11  12  13  14
        H  3   3   9   .   .   .   .
        I  .   .   1   9   .   .   .
        J  .   .   .   6   3   .   .
        K  .   .   .   .   0   8  [7]
        """,
        sets=(trio("K12 K13 K14", (0, 8, 7), times=3),),
        points=90,
    ),
)

# The drawings show the number at each point of the lattice; ^ and v are tiles, # the one that is laid.
_A = {(0, 0): (1, 3, 4)}
_A_B = {**_A, (0, 1): (3, 1, 2)}
#       4   5
#       # v ^          # stands on the 4-4 side to its right;
#     3   4   1        both its other sides are free
#     ^   ^ v
#   2   4   4
#     v ^ v
#     0   0
_ARCH = {
    (0, 0): (4, 0, 0),
    (0, 1): (0, 4, 4),
    (-1, 1): (4, 4, 4),
    (-1, 2): (4, 4, 1),
    (-2, 2): (5, 1, 4),
    (-2, 1): (4, 4, 5),
    (0, -1): (0, 2, 4),
    (-1, -1): (3, 4, 2),
}

TRIOMINOS_FIGURES: tuple[Figure, ...] = (
    # A: « score 1+3+4=8 ». The first tile (the Challenge sheet names only B and C as laid beside another).
    figure("A", {}, (0, 0), (1, 3, 4), parts={"tile": 8, "bridge": 0, "hexagon": 0}, points=8),
    # B: « score 1+2+3=6 », beside A on the side 1-3.
    figure("B", _A, (0, 1), (3, 1, 2), parts={"tile": 6, "bridge": 0, "hexagon": 0}, points=6),
    # C: « score 3+2+2=7 », beside B on the side 2-3; its 3 meets A's at a point.
    figure("C", _A_B, (0, 2), (2, 2, 3), parts={"tile": 7, "bridge": 0, "hexagon": 0}, points=7),
    # D, not allowed: C turned, so that one end of the side is 2 and 2, the other 3 and 2.
    figure("D", _A_B, (0, 2), (2, 3, 2), violations=("side-mismatch",)),
    # E, not allowed: as F, the side 4-4 fits, but the far corner puts a 2 on a 3.
    figure("E", _ARCH, (-2, 0), (4, 4, 2), violations=("corner-mismatch",)),
    # F: « score 3+4+4+40=51 », a bridge.
    figure("F", _ARCH, (-2, 0), (4, 4, 3), parts={"tile": 11, "bridge": 40, "hexagon": 0}, points=51),
    # G: « score 5+5+1+50=61 », a hexagon around the 1.
    #     1   3
    #     ^ v ^
    #   0   1   4
    #     v # v
    #     5   5
    figure(
        "G",
        {(0, 0): (1, 1, 0), (0, 1): (1, 1, 3), (0, 2): (3, 4, 1), (1, 0): (5, 0, 1), (1, 2): (5, 1, 4)},
        (1, 1),
        (1, 5, 5),
        parts={"tile": 11, "bridge": 0, "hexagon": 50},
        points=61,
    ),
    # H: « score 5+3+4+60=72 », a double hexagon around the 3 and the 5.
    #     3   4   5
    #     ^ v # v ^
    #   2   3   5   5
    #     v ^ v ^ v
    #     1   0   0
    figure(
        "H",
        {
            (0, 0): (3, 3, 2),
            (0, 1): (3, 3, 4),
            (0, 3): (5, 4, 5),
            (0, 4): (5, 5, 5),
            (1, 0): (1, 2, 3),
            (1, 1): (3, 0, 1),
            (1, 2): (0, 3, 5),
            (1, 3): (5, 0, 0),
            (1, 4): (0, 5, 5),
        },
        (0, 2),
        (4, 5, 3),
        parts={"tile": 12, "bridge": 0, "hexagon": 60},
        points=72,
    ),
)
