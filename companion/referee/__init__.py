"""The referee: what the camera saw, the last accepted position and the rules make a ruling.

    ruling = rule_triolet(observation, game, before=observation_of_the_last_accepted_table)

Pure functions: the same observation on the same game is ruled on in the same way.
"""

from companion.referee.priors import STANDARD, Priors
from companion.referee.triolet import rule_triolet
from companion.referee.triominos import rule_triominos

__all__ = ["STANDARD", "Priors", "rule_triolet", "rule_triominos"]
