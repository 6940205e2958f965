"""Quiet hours: what may be written, and which minutes they hold for."""

from __future__ import annotations

import time

import pytest

from companion.quiet_hours import QuietHours, local_minute


def minutes(text: str) -> int:
    hours, _, rest = text.partition(":")
    return 60 * int(hours) + int(rest)


@pytest.mark.parametrize(
    ("written", "quiet", "loud"),
    [
        pytest.param(
            "22:00-07:00",
            ("22:00", "23:59", "00:00", "06:59"),
            ("07:00", "12:00", "21:59"),
            id="over midnight",
        ),
        pytest.param("12:30-14:00", ("12:30", "13:59"), ("12:29", "14:00", "00:00"), id="a nap"),
        pytest.param("00:00-23:59", ("00:00", "12:00", "23:58"), ("23:59",), id="all day but a minute"),
        pytest.param("23:59-00:00", ("23:59",), ("00:00", "23:58"), id="one minute"),
    ],
)
def test_the_end_is_loud_again_and_midnight_is_no_end(
    written: str, quiet: tuple[str, ...], loud: tuple[str, ...]
) -> None:
    hours = QuietHours.parse(written)
    assert hours is not None
    assert [text for text in quiet if not hours.hold(minutes(text))] == []
    assert [text for text in loud if hours.hold(minutes(text))] == []


def test_none_is_never() -> None:
    assert QuietHours.parse("none") is None


@pytest.mark.parametrize(
    "written",
    [
        "",
        "22-7",
        "22:00",
        "24:00-07:00",
        "22:60-07:00",
        "22:00-7:00",
        " 22:00-07:00",
        "22:00-22:00",
        "٢٢:00-07:00",
    ],
)
def test_anything_else_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match=r"\."):
        QuietHours.parse(written)


def test_the_minute_is_local_and_knows_summer_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
    time.tzset()
    try:
        winter_s, summer_s = 1_768_518_900.0, 1_784_157_300.0  # 15 January and 15 July 2026, 23:15 UTC
        assert local_minute(lambda: winter_s) == minutes("00:15")
        assert local_minute(lambda: summer_s) == minutes("01:15")
    finally:
        monkeypatch.undo()
        time.tzset()
