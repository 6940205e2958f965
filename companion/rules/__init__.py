"""The rules of Triolet and Triominos: positions, moves, verdicts, legal moves, games and their ends.

Pure functions over frozen values: no clock, no files, no random numbers, nothing outside the standard
library. The same input always gives the same verdict.

    from companion.rules import triolet
    position = triolet.Position.parse({"H8": "11", "H9": "3"})
    triolet.judge(position, triolet.Move.parse({"I8": "4", "I7": "8"})).points     # 27

Nothing is imported here, so that judging one game does not load the other.
"""
