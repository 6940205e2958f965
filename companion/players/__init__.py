"""Virtual players: they hold real racks and hands and play whole games from the rules' legal moves.

`triolet` and `triominos` play turn by turn and only legally; `family_triolet` and `family_triominos` play
press by press, as families do, with their mistakes.
"""
