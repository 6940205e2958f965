"""The lights and the buzzer, moment by moment."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.alerts import (
    BEEP_S,
    PATTERNS,
    TONE_S,
    Alerts,
    Signal,
    SignalKind,
    Told,
    beat_of,
    lights_at,
    lights_of,
)
from companion.session.sand import Sand, colour_of
from companion.session.views import SandView

SECONDS = st.integers(5, 3600).map(float)  # as long as sands can be set
KINDS: tuple[SignalKind, ...] = tuple(PATTERNS)
# What is sounded in the last ten seconds, written down by hand.
BEATS = [10.0, 9.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.5, 2.0, 1.5, 1.0, 0.5]


def sand(left_s: float, seconds: float = 60.0, is_running: bool = True) -> SandView:
    return SandView(left_s, seconds, colour_of(left_s, seconds), is_running)


def lit(*names: str) -> frozenset[str]:
    return frozenset(names)


def letters(shown: Iterable[frozenset[str]]) -> str:
    """What is shown one after the other: G, A, R for a light by itself, - for none, repeats left out."""
    names = {lit(): "-", lit("green"): "G", lit("amber"): "A", lit("red"): "R"}
    return "".join(names[key] for key, _ in groupby(shown))


class TestSand:
    @pytest.mark.parametrize(
        ("left_s", "seconds", "shown"),
        [
            pytest.param(60.0, 60.0, {"green"}, id="full"),
            pytest.param(20.1, 60.0, {"green"}, id="just before the last third"),
            pytest.param(20.0, 60.0, {"amber"}, id="the last third begins"),
            pytest.param(10.01, 60.0, {"amber"}, id="just before the last ten seconds"),
            pytest.param(10.0, 60.0, {"red"}, id="the first red beat"),
            pytest.param(9.51, 60.0, {"red"}, id="the beat lasts half a second"),
            pytest.param(9.5, 60.0, set(), id="dark until the next beat"),
            pytest.param(9.01, 60.0, set(), id="still dark"),
            pytest.param(9.0, 60.0, {"red"}, id="the next beat"),
            pytest.param(3.01, 60.0, set(), id="the last slow one is over"),
            pytest.param(3.0, 60.0, {"red"}, id="the first fast beat"),
            pytest.param(2.76, 60.0, {"red"}, id="a fast beat lasts a quarter of a second"),
            pytest.param(2.75, 60.0, set(), id="dark for a quarter"),
            pytest.param(2.5, 60.0, {"red"}, id="two beats a second"),
            pytest.param(0.2, 60.0, set(), id="after the last beat"),
            pytest.param(0.0, 60.0, {"red"}, id="nothing left"),
            pytest.param(20.0, 20.0, {"green"}, id="twenty seconds: full"),
            pytest.param(10.5, 20.0, {"green"}, id="twenty seconds: there is no amber"),
            pytest.param(6.6, 20.0, {"red"}, id="twenty seconds: red wins over the last third"),
            pytest.param(5.0, 5.0, {"red"}, id="five seconds are red from the start"),
        ],
    )
    def test_the_lights_follow_the_seconds_left(self, left_s: float, seconds: float, shown: set[str]) -> None:
        assert lights_of(sand(left_s, seconds)) == shown
        assert Alerts().look(sand(left_s, seconds), now=123.0).lit == shown

    @pytest.mark.parametrize("left_s", [45.0, 15.0, 9.7, 9.3, 0.1])
    def test_sand_that_stands_still_is_shown_steadily_and_without_a_sound(self, left_s: float) -> None:
        alerts, standing = Alerts(), sand(left_s, is_running=False)
        told = {alerts.look(standing, now=tenth / 10) for tenth in range(50)}
        assert told == {Told(frozenset({standing.colour}))}

    def test_without_sand_and_signals_all_is_dark(self) -> None:
        assert Alerts().look(None, now=5.0) == Told(frozenset())

    def test_the_blinking_never_has_more_than_three_flashes_a_second(self) -> None:
        left = [hundredth / 100 for hundredth in range(1100, -1, -1)]
        starts = [after for before, after in pairwise(left) if not _is_red(before) and _is_red(after)]
        assert starts == [*BEATS, 0.0]  # and steadily when nothing is left
        assert all(sum(at - 1 < start <= at for start in starts) <= 3 for at in left)

    @settings(deadline=None)
    @given(st.floats(0, 3600), SECONDS, st.booleans())
    def test_at_most_one_light_by_sand_alone(self, left_s: float, seconds: float, is_running: bool) -> None:
        left_s = min(left_s, seconds)
        shown = lights_of(sand(left_s, seconds, is_running))
        assert len(shown) <= 1
        assert shown or (is_running and left_s <= 10), "dark only between two red beats"
        assert ("red" in shown) <= (left_s <= 10), "red only in the last ten seconds"
        assert ("green" in shown) <= (left_s > seconds / 3 and left_s > 10)

    @settings(deadline=None)
    @given(st.floats(0, 9.5), SECONDS)
    def test_red_comes_at_least_once_a_second(self, left_s: float, seconds: float) -> None:
        second = [left_s + hundredth / 100 for hundredth in range(51)]
        if second[-1] <= seconds:
            shown = [lights_of(sand(left, seconds)) for left in second]
            assert frozenset({"red"}) in shown


def _is_red(left_s: float) -> bool:
    return "red" in lights_of(sand(left_s))


class TestBeats:
    @settings(deadline=None)
    @given(
        SECONDS,
        st.lists(st.floats(0.005, 0.24), min_size=1, max_size=200),
        st.floats(0, 1e6),
    )
    def test_each_beat_is_sounded_once_however_often_one_looks(
        self, seconds: float, pauses: list[float], start: float
    ) -> None:
        alerts, running, now = Alerts(), Sand(seconds, start), start + max(0.0, seconds - 12)
        sounded: list[float] = []
        number = 0
        while running.left(now) > 0:
            told = alerts.look(sand(running.left(now), seconds), now)
            if told.buzzes:
                assert told == Told(frozenset({"red"}), (BEEP_S,)), "a beep goes with its light"
                sounded.append(beat_of(running.left(now)))
            now += pauses[number % len(pauses)]
            number += 1
        assert sounded == [beat for beat in BEATS if beat <= seconds]

    @settings(deadline=None)
    @given(st.lists(st.floats(0.05, 6), min_size=5, max_size=40))
    def test_beats_that_were_missed_are_not_made_up_for(self, pauses: list[float]) -> None:
        alerts, left_s, beeps, sounded = Alerts(), 12.0, 0, set()
        for pause in pauses:
            left_s = max(0.0, left_s - pause)
            told = alerts.look(sand(left_s), now=12.0 - left_s)
            assert len(told.buzzes) <= 1
            if told.buzzes:
                beeps += 1
                sounded.add(beat_of(left_s))
                assert told.lit == {"red"}
        assert beeps == len(sounded)

    def test_looking_twice_at_one_moment_sounds_once(self) -> None:
        alerts = Alerts()
        assert [alerts.look(sand(8.9), now=1.0).buzzes for _ in range(3)] == [(BEEP_S,), (), ()]

    def test_sand_that_stood_still_goes_on_without_the_beat_that_was_sounded(self) -> None:
        alerts = Alerts()
        steps = [(5.1, True), (4.9, True), (4.9, False), (4.9, False), (4.9, True), (4.1, True), (4.0, True)]
        told = [alerts.look(sand(left, is_running=runs), now=0.0).buzzes for left, runs in steps]
        assert told == [(), (BEEP_S,), (), (), (), (), (BEEP_S,)]

    def test_a_press_that_was_timed_before_it_was_heard_repeats_no_beat(self) -> None:
        alerts = Alerts()
        assert alerts.look(sand(4.98), now=0.0).buzzes == (BEEP_S,)
        assert alerts.look(sand(5.05, is_running=False), now=0.1).buzzes == ()  # put back to the edge
        assert alerts.look(sand(4.97), now=2.0).buzzes == ()

    @pytest.mark.parametrize(
        "between", [pytest.param([60.0, 59.9], id="the next sand"), pytest.param([None], id="a game without")]
    )
    def test_another_sand_has_its_own_beats(self, between: list[float | None]) -> None:
        alerts = Alerts()
        alerts.look(sand(2.0), now=0.0)
        for left_s in between:
            alerts.look(None if left_s is None else sand(left_s), now=1.0)
        assert alerts.look(sand(10.0), now=50.0).buzzes == (BEEP_S,)

    def test_quiet_is_silent_but_lit(self) -> None:
        alerts = Alerts()
        alerts.hear(Signal("time-out", at=0.0))
        assert alerts.look(sand(9.9), now=0.0, is_quiet=True) == Told(frozenset({"red"}))
        assert alerts.look(sand(8.9), now=2.0, is_quiet=True) == Told(frozenset({"red"}))
        assert alerts.look(sand(8.8), now=2.1).buzzes == (), "nothing is made up for afterwards"


class TestSignals:
    @pytest.mark.parametrize(
        ("kind", "shown"),
        [
            pytest.param("accepted", "-G-G-", id="green twice"),
            pytest.param("refused", "-R-R-R-", id="red three times"),
            pytest.param("your-turn", "-G-", id="a short green"),
            pytest.param("time-out", "R-", id="a long red"),
            pytest.param("unsure", "A-A-A-", id="amber on and off while it lasts"),
            pytest.param("camera-lost", "ARARARARAR", id="amber and red in turn while it lasts"),
        ],
    )
    def test_a_signal_has_its_pattern(self, kind: SignalKind, shown: str) -> None:
        alerts = Alerts()
        alerts.hear(Signal(kind, at=100.0))
        told = [alerts.look(None, now=100 + hundredth / 100) for hundredth in range(490)]
        assert letters(look.lit for look in told) == shown

    @pytest.mark.parametrize("kind", KINDS)
    def test_a_signal_of_the_moment_takes_about_a_second_and_the_others_last(self, kind: SignalKind) -> None:
        pattern = PATTERNS[kind]
        assert pattern.lasts == (kind in ("unsure", "camera-lost"))
        assert pattern.lasts or 0.3 <= pattern.length_s <= 1.2

    @pytest.mark.parametrize(
        ("kind", "flashes"), [("accepted", "-G-G-"), ("refused", "-R-R-R-"), ("your-turn", "-G-")]
    )
    @pytest.mark.parametrize(("left_s", "colour"), [(45.0, "G"), (15.0, "A"), (5.0, "R")])
    def test_flashes_stand_out_from_the_sand_before_and_after(
        self, kind: SignalKind, flashes: str, left_s: float, colour: str
    ) -> None:
        alerts, standing = Alerts(), sand(left_s, is_running=False)
        before = alerts.look(standing, now=0.9).lit
        alerts.hear(Signal(kind, at=1.0))
        told = [alerts.look(standing, now=1 + hundredth / 100).lit for hundredth in range(150)]
        assert letters([before, *told]) == colour + flashes + colour

    def test_what_lasts_goes_on_until_it_is_over(self) -> None:
        alerts = Alerts()
        alerts.hear(Signal("camera-lost", at=0.0))
        assert alerts.look(None, now=3600.2).lit == {"amber"}
        alerts.over("camera-lost")
        assert alerts.look(None, now=3600.3).lit == set()
        alerts.over("camera-lost")  # twice is once

    def test_what_lasts_does_not_begin_again_when_it_is_heard_again(self) -> None:
        alerts = Alerts()
        alerts.hear(Signal("camera-lost", at=0.0))
        alerts.hear(Signal("camera-lost", at=0.6))
        assert alerts.look(None, now=0.7).lit == {"red"}

    def test_the_tone_at_the_end_of_the_time_is_sounded_once_however_late(self) -> None:
        alerts = Alerts()
        alerts.hear(Signal("time-out", at=10.0))
        assert alerts.look(None, now=17.0) == Told(frozenset(), (TONE_S,))
        assert alerts.look(None, now=17.1) == Told(frozenset())

    def test_no_beep_cuts_the_tone_short(self) -> None:
        alerts, short = Alerts(), Sand(5.0, since=10.0)  # the next sand, which is red from the start
        alerts.hear(Signal("time-out", at=10.0))
        buzzes = []
        for hundredth in range(200):
            now = 10 + hundredth / 100
            buzzes += [(now, buzz) for buzz in alerts.look(sand(short.left(now), 5.0), now).buzzes]
        assert buzzes[0] == (10.0, TONE_S)
        assert [buzz for now, buzz in buzzes if now < 10 + TONE_S] == [TONE_S]

    @pytest.mark.parametrize(
        ("signals", "left_s", "now", "shown"),
        [
            pytest.param([("accepted", 0.0)], 60.0, 0.2, {"green"}, id="accepted, the next sand runs"),
            pytest.param([("accepted", 0.0)], 60.0, 0.35, set(), id="dark between its two flashes"),
            pytest.param([("refused", 0.0)], 8.8, 0.05, set(), id="refused goes before red sand"),
            pytest.param([("camera-lost", 0.0)], 60.0, 0.7, {"red"}, id="a lost camera goes before green"),
            pytest.param([("camera-lost", 0.0)], 8.9, 0.2, {"red"}, id="red sand before a lost camera"),
            pytest.param([("camera-lost", 0.0)], 8.2, 0.7, set(), id="and between its beats too"),
            pytest.param([("unsure", 0.0), ("accepted", 2.0)], None, 2.2, {"green"}, id="now before lasting"),
            pytest.param([("unsure", 0.0), ("camera-lost", 9.0)], None, 9.7, {"red"}, id="the latest lasts"),
            pytest.param([("refused", 0.0), ("accepted", 0.4)], None, 0.6, {"green"}, id="the latest flash"),
            pytest.param([("accepted", 0.0), ("your-turn", 0.0)], None, 0.35, set(), id="turn gives way"),
            pytest.param([("accepted", 0.0), ("your-turn", 0.2)], None, 0.35, set(), id="even if later"),
            pytest.param([("accepted", 0.0), ("refused", 0.0)], None, 0.2, {"red"}, id="bad news first"),
            pytest.param([("accepted", 5.0)], None, 4.0, set(), id="not begun is as at its beginning"),
        ],
    )
    def test_the_strongest_has_the_lights(
        self, signals: list[tuple[SignalKind, float]], left_s: float | None, now: float, shown: set[str]
    ) -> None:
        told = [Signal(kind, at) for kind, at in signals]
        assert lights_at(None if left_s is None else sand(left_s), told, now) == shown
        assert lights_at(None if left_s is None else sand(left_s), reversed(told), now) == shown

    def test_an_unanswered_question_pulses_over_sand_that_waits_for_it(self) -> None:
        alerts = Alerts()
        alerts.hear(Signal("unsure", at=0.0))
        standing = sand(4.0, is_running=False)
        assert letters(alerts.look(standing, now=tenth / 10).lit for tenth in range(40)) == "A-A-A"

    @settings(deadline=None)
    @given(
        st.lists(st.tuples(st.sampled_from(KINDS), st.floats(0, 20)), max_size=8),
        st.lists(st.floats(0.01, 0.8), min_size=1, max_size=60),
        st.one_of(st.none(), SECONDS),
    )
    def test_looking_is_calm_whatever_happens(
        self, heard: list[tuple[SignalKind, float]], pauses: list[float], seconds: float | None
    ) -> None:
        alerts, now, tones = Alerts(), 0.0, 0
        waiting = sorted((Signal(kind, at) for kind, at in heard), key=lambda signal: signal.at)
        for pause in pauses:
            now += pause
            due = [signal for signal in waiting if signal.at <= now]
            waiting = waiting[len(due) :]
            for signal in due:
                alerts.hear(signal)
            view = None if seconds is None else sand(Sand(seconds, 0.0).left(now), seconds)
            told = alerts.look(view, now)
            assert len(told.lit) <= 1
            assert told.buzzes in ((), (BEEP_S,), (TONE_S,)), "one at a time"
            assert told.buzzes.count(TONE_S) == any(signal.kind == "time-out" for signal in due)
            assert BEEP_S not in told.buzzes or told.lit == {"red"}
            tones += told.buzzes.count(TONE_S)
        assert tones <= sum(kind == "time-out" for kind, _ in heard)
