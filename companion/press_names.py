"""Names for presses of End turn: a press that is heard twice, even by another process, counts once."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from itertools import count


def name_presses() -> Iterator[str]:
    """Names that no process ever uses again."""
    prefix = secrets.token_hex(8)
    return (f"{prefix}-{number}" for number in count(1))
