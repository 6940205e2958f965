"""Every sentence that the rules say, in every language, made here from the numbers of a value.

Nobody parses a sentence; programs read the value it was made from. A violation's sentence tells a
ten-year-old what is wrong and what would be right.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.rules.catalogue import FAULTS, REFUSALS, VIOLATIONS
from companion.rules.verdict import Illegal, Language, Violation
from companion.rules.wording import COLON, OR, SEMICOLON, A, fill, join, quote

if TYPE_CHECKING:
    from companion.rules.errors import Malformed, TurnRefused


def say_violation(violation: Violation, language: Language = "en") -> str:
    """One sentence for the player who broke the rule."""
    rule, cells, values = violation.rule, violation.cells, violation.values
    sentences = VIOLATIONS[language]
    if cells and isinstance(cells[0], tuple) and f"{rule}-tile" in sentences:
        key = f"{rule}-tile"
    elif rule == "token-count" and values[0] is None:
        key = "token-count-joker"
    elif rule == "joker-value" and not violation.options:
        key = "joker-value-none"
    elif rule == "trio-sum" and None in values:
        key = "trio-sum-open" if sum(value or 0 for value in values) > 15 else "trio-sum-crossing"
    elif len(cells) > 1 and f"{rule}-many" in sentences:
        key = f"{rule}-many"
    else:
        key = rule
    first, second, third, fourth = (*values, None, None, None, None)[:4]
    return fill(
        sentences[key],
        language,
        cells=cells,
        first=first,
        second=second,
        third=third,
        fourth=fourth,
        sum=" + ".join("joker" if value is None else str(value) for value in values),
        total=sum(value or 0 for value in values),
        length=len(cells),
        options=join(violation.options or (), OR[language]),
        others=tuple(f"{A[language]} {value}" for value in dict.fromkeys(values[1:])),
        tile="-".join(str(value) for value in values),
    )


def say_fault(fault: Malformed, language: Language = "en") -> str:
    """Where the input is malformed and why, in one line: `move.H16: there is no column 16`."""
    details = dict(fault.details)
    key = "no-keys" if details.get("known") == () else fault.fault
    if "value" in details:
        details["value"] = quote(details["value"], language)
    reason = fill(FAULTS[language][key], language, **details)
    return f"{fault.place}{COLON[language]}{reason}" if fault.place else reason


def say_refusal(refused: TurnRefused, language: Language = "en") -> str:
    """One sentence on why a turn is not possible now; for an illegal move, every rule it breaks."""
    return say_reason(refused.reason, refused.details, language)


def say_reason(reason: str, details: Mapping[str, object], language: Language = "en") -> str:
    """The sentence of a refused turn, from the name of its reason and the numbers that go into it."""
    details = dict(details)
    verdict = details.pop("verdict", None)
    if isinstance(verdict, Illegal):
        broken = (say_violation(violation, language) for violation in verdict.violations)
        details["broken"] = SEMICOLON[language].join(broken)
    return fill(REFUSALS[language][reason], language, **details)
