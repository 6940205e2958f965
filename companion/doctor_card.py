"""The SD card: whether it can still be written, what faults the kernel saw, and how worn it says it is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from companion.doctor_findings import Finding, Teller
from companion.doctor_machine import Run, read_number, read_text

FAULTS = re.compile(
    r"I/O error, dev (mmcblk|sd[a-z])|Buffer I/O error|EXT4-fs error|Remounting filesystem read-only"
    r"|mmc\d+: (error|Card stuck|Timeout|cache flush error)|mmcblk\d+: (error|timed out|recovery failed)",
    re.IGNORECASE,
)
IN_MEMORY = ("tmpfs", "ramfs", "overlay")
# eMMC tells its age in steps of 10 % (JEDEC JESD84): 1 is up to 10 %, 11 more than it was made for.
OLD, WORN_OUT = 9, 11
URGENT = 3  # of pre_eol_info: hardly any spare blocks are left


@dataclass(frozen=True, slots=True)
class Mount:
    """One line of /proc/mounts."""

    device: str
    place: str
    kind: str
    is_read_only: bool


def check_card(tell: Teller, root: Path, run: Run, folder: Path) -> Finding:
    """How the card is on which the games are kept in `folder`; the worst there is."""
    mount = find_mount(read_text(root / "proc/mounts") or "", folder)
    if mount is not None and mount.is_read_only:
        return tell("card", "bad", "card-read-only", place=mount.place)
    lines = [line for line in (run(("dmesg",)) or "").splitlines() if FAULTS.search(line)]
    if lines:
        return tell("card", "bad", "card-errors", line=lines[-1].strip())
    for path in sorted(root.glob("sys/fs/ext4/*/errors_count")):
        count = read_number(path)
        if count:
            return tell("card", "bad", "card-counted", count=count, device=path.parent.name)
    age = _age(root)
    if (age is not None and age >= WORN_OUT) or _is_urgent(root):
        return tell("card", "bad", "card-worn-out")
    if age is not None and age >= OLD:
        return tell("card", "warn", "card-old", used=age * 10)
    if mount is not None and mount.kind in IN_MEMORY:
        return tell("card", "warn", "card-in-memory", kind=mount.kind)
    if age:
        return tell("card", "ok", "card-age", used=age * 10)
    return tell("card", "unknown", "card-unknown") if mount is None else tell("card", "ok", "card-ok")


def find_mount(mounts: str, folder: Path) -> Mount | None:
    """Where a folder lies, by the text of /proc/mounts: the longest place above it, the last such line."""
    best: Mount | None = None
    for line in mounts.splitlines():
        words = line.split()
        if len(words) < 4:
            continue
        device, place, kind, options = words[:4]
        place = re.sub(r"\\(\d{3})", lambda found: chr(int(found[1], 8)), place)  # a space is \040
        if folder.is_relative_to(place) and (best is None or len(place) >= len(best.place)):
            best = Mount(device, place, kind, "ro" in options.split(","))
    return best


def _age(root: Path) -> int | None:
    """The greater of its two ages, in tenths; `None`: it does not tell, as most SD cards."""
    ages = []
    for path in root.glob("sys/block/mmcblk*/device/life_time"):
        for word in (read_text(path) or "").split():
            try:
                ages.append(int(word, 16))
            except ValueError:
                continue
    return max(ages, default=None)


def _is_urgent(root: Path) -> bool:
    told = [read_text(path) for path in root.glob("sys/block/mmcblk*/device/pre_eol_info")]
    return any(text is not None and text.lower() == f"0x{URGENT:02x}" for text in told)
