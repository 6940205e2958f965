"""The one table that `make bench` prints."""

from __future__ import annotations

from tests.bench.measure import Result, tabulate
from tests.bench.press import INTERVAL_S, Timing


def test_the_table_shows_the_last_release_beside_what_was_measured_and_marks_what_is_over() -> None:
    results = (
        Result("read a board", 6.25, 8, "cv2.imdecode", 0.012),
        Result("idle", 0.071, 0.04, "one core", 0.0),
        Result("a part", 1.0, None, "one core", 0.0),
    )
    assert tabulate(results, {"read a board": 6.0}).splitlines() == [
        "                now  released   bar        1 is",
        "read a board   6.25         6     8        cv2.imdecode (12 ms)",
        "idle          0.071         -  0.04  OVER  one core",
        "a part            1         -     -        one core",
    ]
    assert [one.is_over for one in results] == [False, True, False]


def test_a_press_is_told_without_the_intervals_of_the_frames_that_it_waited_for() -> None:
    timing = Timing(total_s=0.5, waited_s=0.19, frames=6, ruled_s=0.2, unit_s=0.01)
    assert round(timing.units, 6) == round((0.5 - 6 * INTERVAL_S) / 0.01, 6) == 30
