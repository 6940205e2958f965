"""Every sentence that the rules say, in every language, made here from the numbers of a value.

Nobody parses a sentence; programs read the value it was made from. A violation's sentence tells a
ten-year-old what is wrong and what would be right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from companion.rules.catalogue import AND, FAULTS, OR, REFUSALS, VIOLATIONS
from companion.rules.forms import shorten
from companion.rules.verdict import Illegal, Language, Violation

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
    return sentences[key].format(
        cells=join([str(cell) for cell in cells], AND[language]),
        first=first,
        second=second,
        third=third,
        fourth=fourth,
        sum=" + ".join("joker" if value is None else str(value) for value in values),
        total=sum(value or 0 for value in values),
        length=len(cells),
        options=join([str(option) for option in violation.options or ()], OR[language]),
        others=join([str(value) for value in dict.fromkeys(values[1:])], AND[language]),
        tile="-".join(str(value) for value in values),
    )


def say_fault(fault: Malformed, language: Language = "en") -> str:
    """Where the input is malformed and why, in one line: `move.H16: there is no column 16`."""
    key = "no-keys" if fault.fault == "unknown-key" and not fault.details["known"] else fault.fault
    reason = FAULTS[language][key].format(**_words(fault.details, language))
    return f"{fault.place}: {reason}" if fault.place else reason


def say_refusal(refused: TurnRefused, language: Language = "en") -> str:
    """One sentence on why a turn is not possible now; for an illegal move, every rule it breaks."""
    details = dict(refused.details)
    verdict = details.pop("verdict", None)
    if isinstance(verdict, Illegal):
        details["broken"] = "; ".join(say_violation(violation, language) for violation in verdict.violations)
    return REFUSALS[language][refused.reason].format(**details)


def join(words: Sequence[str], last: str) -> str:
    """`a, b and c`."""
    return last.join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def _words(details: Mapping[str, object], language: Language) -> dict[str, object]:
    words: dict[str, object] = {}
    for name, detail in details.items():
        if isinstance(detail, tuple):
            words[name] = join([str(word) for word in detail], AND[language])
        elif name == "value":
            words[name] = _quote(detail)
        else:
            words[name] = detail
    return words


def _quote(value: object) -> str:
    """An input value as it was written, shortened: `"x"`, `true`, `[…]`."""
    if isinstance(value, str):
        return f'"{shorten(value)}"'
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, (int, float)):
        # A whole number of thousands of digits cannot even be printed.
        return shorten(repr(value)) if abs(value) < 1e40 else "this number"
    return "{…}" if isinstance(value, dict) else "[…]"
