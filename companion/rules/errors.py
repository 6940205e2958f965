"""What the rules raise: only for input that is not a position, a move or a turn at all.

An illegal *move* is a result (a verdict with violations), never an exception.
"""

from __future__ import annotations


class RulesError(Exception):
    """Base of everything that the rules raise."""


class Malformed(RulesError, ValueError):
    """Text or JSON that names no position or move.

    `place` says where (`move.H16`, empty for the whole input), `fault` names the sentence in the catalogue
    and `details` are the words and numbers that go into it, so that any language can say it.
    """

    def __init__(self, place: str, fault: str, **details: object) -> None:
        super().__init__(place, fault, details)
        self.place = place
        self.fault = fault
        self.details = details

    def __str__(self) -> str:
        from companion.rules.sentences import say_fault  # here: the catalogue is needed only when it is read

        return say_fault(self)


class TurnRefused(RulesError, ValueError):
    """A turn that the game does not allow now (not this player's token count, the game is over, …).

    `reason` names the sentence in the catalogue, `details` its words and numbers.
    """

    def __init__(self, reason: str, **details: object) -> None:
        super().__init__(reason, details)
        self.reason = reason
        self.details = details

    def __str__(self) -> str:
        from companion.rules.sentences import say_refusal

        return say_refusal(self)
