"""What the referee believes before it looks, and how sure it must be to speak.

`tests/measure/referee.py` shows what each choice of `illegal` costs and saves.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Priors:
    """Beliefs and thresholds; all are probabilities."""

    # Beliefs ----------------------------------------------------------------------------------------------
    # A reading that breaks a rule is so much less likely than one that does not. Families err in about 5 of
    # 100 turns, but in many ways: any one of them is rarer.
    illegal: float = 0.03
    forgotten: float = 0.03  # the same for a reading that is several turns: somebody forgot to press
    changed: float = 0.001  # an accepted piece was taken, pushed away or swapped: 1 press in 40, of 30 pieces
    out_of_stock: float = 0.01  # a piece that the box does not hold (any more) against one that it does
    uncertain_stock: float = 0.1  # the same where the edition's counts are not certain

    # How sure to be ---------------------------------------------------------------------------------------
    clear: float = 0.995  # an illegal move that the camera alone reads so surely is refused, come what may
    refuse: float = 0.99  # and one that is illegal so surely, whichever of its readings is right
    accept: float = 0.98  # the accepted reading, all in all
    doubt: float = 0.001  # all other readings that the rules allow: a wrong score that nobody would notice
    nothing: float = 0.9  # that nothing is new: it is asked what the turn was, so this is not yet a score
    rival: float = 0.05  # any one thing that may be new instead
    # The rules may confirm what the camera reads; what it reads as something else they may only ask about. So
    # the camera alone must think the accepted reading likelier than all others together.
    seen: float = 0.5

    # What is not worth a thought ---------------------------------------------------------------------------
    faint: float = 0.02  # a piece no likelier than this is not there; one this likely to be missing is there
    faint_face: float = 0.0002
    usual: float = 0.01  # odds of a change that a piece may show at any time without being remarked


STANDARD = Priors()


@dataclass(frozen=True, slots=True)
class ChangeOdds:
    """How much an accepted piece looks changed: the odds that it is gone, and if not, that it is another."""

    gone: float
    swapped: float


def is_changed(now: ChangeOdds, then: ChangeOdds | None, priors: Priors) -> bool:
    """Whether an accepted piece has likelier changed than not, given how it looked when it was accepted.

    Each by itself: a piece that was always hard to read can still be taken away.
    """
    gone = temper(now.gone, None if then is None else then.gone, priors.usual)
    swapped = temper(now.swapped, None if then is None else then.swapped, priors.usual)
    odds = (1 + gone) * (1 + swapped) - 1
    return odds * priors.changed / (1 - priors.changed) > 1


def temper(now: float, then: float | None, usual: float) -> float:
    """The odds that something changed, given the odds that the same place showed when it was accepted.

    A square that looked wrong then and was accepted all the same looks wrong still: that is no news. The
    printing of a token, a shadow or a special square misleads the camera in the same way every time.
    """
    return now if then is None or then <= usual else now * usual / then
