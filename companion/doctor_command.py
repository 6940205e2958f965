"""The command `trioscope doctor`: is everything in order, and if not, what is to be done?"""

from __future__ import annotations

import argparse
import json
import logging
import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict

from companion.columns import pad_right, width_of
from companion.doctor import CHECKS, Patient, examine
from companion.doctor_findings import Finding, State
from companion.doctor_words import TITLES
from companion.rules.verdict import LANGUAGES, Language
from companion.rules.wording import fill
from companion.settings import Settings, SettingsError
from companion.streams import complain, write_line

OK, STUCK, BAD_INPUT = 0, 1, 2
DESCRIPTION = (
    "Look at every part of the box: versions, camera, view, focus, light, pins, screen, disk, journal, card, "
    "temperature, power and time. Says what is wrong and what to do about it; changes nothing. "
    "Exit code 0: no fault. 1: at least one."
)
EXAMPLE = "Example: sudo systemctl stop trioscope; sudo trioscope doctor --only camera --only focus"
STATES: tuple[State, ...] = ("ok", "warn", "bad", "unknown")


def add_options(doctor: argparse.ArgumentParser) -> None:
    """The options of the command, and what its help says."""
    doctor.description, doctor.epilog = DESCRIPTION, EXAMPLE
    doctor.add_argument(
        "--only", action="append", choices=tuple(CHECKS), metavar="PART", help=f"one of {', '.join(CHECKS)}"
    )
    doctor.add_argument("--settings", metavar="FILE", help="the settings file to read")
    doctor.add_argument("--json", action="store_true", help="as one JSON object")
    doctor.add_argument(
        "--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help="language (default: as the settings say)"
    )
    doctor.set_defaults(run=run_doctor)


def run_doctor(options: argparse.Namespace) -> int:
    from companion.doctor_facts import patient_here

    try:
        settings = Settings.load(options.settings, os.environ)
    except SettingsError as fault:
        complain(fault.say(getattr(options, "lang", "en")))
        return BAD_INPUT
    # What devices log while they are tried is said in the findings.
    logging.getLogger().addHandler(logging.NullHandler())
    language: Language = getattr(options, "lang", settings.general.language)
    return report(patient_here(settings), language, options.only or (), options.json)


def report(patient: Patient, language: Language, only: Sequence[str], as_json: bool) -> int:
    """Print the findings; the exit code."""
    findings = examine(patient, language, only)
    counts = Counter(finding.state for finding in findings)
    if as_json:
        said = {
            "findings": [asdict(finding) for finding in findings],
            "states": {s: counts[s] for s in STATES},
        }
        write_line(json.dumps(said, ensure_ascii=False))
    else:
        for line in table(findings, language):
            write_line(line)
        reason = "not-all-well" if counts["bad"] or counts["warn"] else "all-well"
        write_line(fill(TITLES[language][reason], language, bad=counts["bad"], warn=counts["warn"]))
    return STUCK if counts["bad"] else OK


def table(findings: Sequence[Finding], language: Language) -> list[str]:
    """One line a finding, and a second one where there is something to do."""
    titles = TITLES[language]
    state_width = max(width_of(titles[state]) for state in STATES)
    name_width = max((width_of(titles[finding.name]) for finding in findings), default=0)
    indent = " " * (state_width + name_width + 4)
    lines = []
    for finding in findings:
        state, name = (
            pad_right(titles[finding.state], state_width),
            pad_right(titles[finding.name], name_width),
        )
        lines.append(f"{state}  {name}  {finding.sentence}")
        if finding.what_to_do:
            lines.append(f"{indent}→ {finding.what_to_do}")
    return lines
