"""Each check of the doctor by itself, green and red, from facts that the test makes up."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from companion.doctor import pins_of
from companion.doctor_card import check_card
from companion.doctor_devices import PinsFound, check_pins, check_screen
from companion.doctor_files import check_disk, check_journal, last_game_s
from companion.doctor_findings import Finding, Teller
from companion.doctor_machine import check_temperature, check_throttling, check_time
from companion.doctor_words import DEVICES
from companion.journal import Journal
from companion.rules.verdict import LANGUAGES
from companion.settings import Settings
from companion.settings_values import Lamps
from tests.journal.helpers import ANNA_AND_BEN
from tests.made_up import MB, MOUNTS, NOW_S, answering, connect, nothing, put

EN, FR = Teller("en"), Teller("fr")
FOLDER = Path("/var/lib/trioscope")


# Temperature -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("millidegrees", "state", "sentence"),
    [
        pytest.param("51540", "ok", "52 °C.", id="as usual"),
        pytest.param("75000", "warn", "It is warm: 75 °C.", id="warm"),
        pytest.param("84000", "bad", "It is too hot: 84 °C, and the Pi slows down.", id="hot"),
        pytest.param("n/a", "unknown", "No sensor tells the temperature here.", id="no number"),
    ],
)
def test_heat_is_said(tmp_path: Path, millidegrees: str, state: str, sentence: str) -> None:
    put(tmp_path, "sys/class/thermal/thermal_zone0/temp", "20000\n" if millidegrees != "n/a" else "n/a")
    put(tmp_path, "sys/class/thermal/thermal_zone1/temp", millidegrees + "\n")
    finding = check_temperature(EN, tmp_path)
    assert (finding.state, finding.sentence) == (state, sentence)


def test_without_a_sensor_the_temperature_is_unknown(tmp_path: Path) -> None:
    assert check_temperature(EN, tmp_path).state == "unknown"


# Power -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("told", "state", "sentence"),
    [
        pytest.param(
            "0x0", "ok", "The power supply is strong enough, and the Pi runs at full speed.", id="well"
        ),
        pytest.param("0x50005", "bad", "The Pi gets too little power right now.", id="too little now"),
        pytest.param(
            "0x50000",
            "warn",
            "The Pi got too little power at some time since it was switched on.",
            id="too little earlier",
        ),
        pytest.param(
            "0x8",
            "warn",
            "The Pi runs slower than it could, because it is hot or short of power.",
            id="slowed by heat",
        ),
        pytest.param(
            "0x80000",
            "warn",
            "The Pi was slowed down at some time since it was switched on.",
            id="was slowed",
        ),
        pytest.param("error=1", "unknown", "Nothing here tells whether the power is enough.", id="no answer"),
    ],
)
def test_power_that_is_too_weak_is_said(tmp_path: Path, told: str, state: str, sentence: str) -> None:
    answer = told if "error" in told else f"throttled={told}\n"
    finding = check_throttling(EN, tmp_path, answering(vcgencmd=answer.replace("error=1", "error")))
    assert (finding.state, finding.sentence) == (state, sentence)


def test_the_kernel_tells_of_the_power_where_vcgencmd_is_missing(tmp_path: Path) -> None:
    put(tmp_path, "sys/devices/platform/soc/soc:firmware/get_throttled", "1\n")
    assert check_throttling(EN, tmp_path, nothing).state == "bad"


# Time --------------------------------------------------------------------------------------------------

A_WEEK_S = 7 * 86_400.0


@pytest.mark.parametrize(
    ("synced", "has_clock", "installed_s", "last_game_s", "state", "begins"),
    [
        pytest.param("yes", False, NOW_S - 1, None, "ok", "It is 2027-01-15", id="over the network"),
        pytest.param("no", True, NOW_S - 1, None, "ok", "It is 2027-01-15", id="by a battery"),
        pytest.param("no", False, NOW_S - 1, None, "warn", "It is 2027-01-15", id="by nothing"),
        pytest.param(None, False, NOW_S - 1, None, "unknown", "It is 2027-01-15", id="nobody tells"),
        pytest.param("yes", True, NOW_S + A_WEEK_S, None, "bad", "The clock says 2027-01-15", id="too early"),
        pytest.param(
            "yes", True, NOW_S - 1, NOW_S + A_WEEK_S, "warn", "The clock says 2027-01-15", id="before a game"
        ),
        pytest.param("yes", True, NOW_S - 1, NOW_S + 3_600, "ok", "It is 2027-01-15", id="summer time"),
    ],
)
def test_a_clock_that_cannot_be_right_is_said(
    tmp_path: Path,
    synced: str | None,
    has_clock: bool,
    installed_s: float,
    last_game_s: float | None,
    state: str,
    begins: str,
) -> None:
    if has_clock:
        (tmp_path / "sys/class/rtc/rtc0").mkdir(parents=True)
    run = nothing if synced is None else answering(timedatectl=f"{synced}\n")
    finding = check_time(EN, tmp_path, run, NOW_S, installed_s, last_game_s)
    assert finding.state == state
    assert finding.sentence.startswith(begins)


# The card ----------------------------------------------------------------------------------------------


@pytest.fixture
def card(tmp_path: Path) -> Path:
    """The root of a machine whose card is in order."""
    put(tmp_path, "proc/mounts", MOUNTS)
    put(tmp_path, "sys/fs/ext4/mmcblk0p2/errors_count", "0\n")
    return tmp_path


def test_a_card_without_faults_is_well(card: Path) -> None:
    assert check_card(EN, card, answering(dmesg="[1.0] mmc0: new SDHC card\n"), FOLDER) == Finding(
        "card", "ok", "No faults of the SD card are known."
    )


def test_a_card_that_tells_its_age_is_well_until_it_is_old(card: Path) -> None:
    for written, state, sentence in (
        ("0x01 0x02", "ok", "No faults of the card are known; 20 % of its life are used."),
        ("0x02 0x09", "warn", "The card is worn: 90 % of its life are used."),
        ("0x0b 0x01", "bad", "The card is worn out."),
    ):
        put(card, "sys/block/mmcblk0/device/life_time", written + "\n")
        finding = check_card(EN, card, nothing, FOLDER)
        assert (finding.state, finding.sentence) == (state, sentence)


def test_a_card_without_spare_blocks_is_worn_out(card: Path) -> None:
    put(card, "sys/block/mmcblk0/device/pre_eol_info", "0x03\n")
    assert check_card(EN, card, nothing, FOLDER).sentence == "The card is worn out."


def test_a_card_that_the_kernel_made_read_only_is_a_fault(card: Path) -> None:
    put(card, "proc/mounts", MOUNTS.replace("rw,noatime", "ro,noatime"))
    finding = check_card(EN, card, nothing, FOLDER)
    assert (finding.state, finding.sentence) == ("bad", "The card can only be read any more: /.")
    assert finding.what_to_do.startswith("Its end is near. Copy /var/lib/trioscope")


def test_only_the_place_of_the_games_counts(card: Path) -> None:
    put(card, "proc/mounts", MOUNTS + "/dev/sr0 /media/a\\040disc iso9660 ro 0 0\n")
    assert check_card(EN, card, nothing, FOLDER).state == "ok"
    assert check_card(EN, card, nothing, Path("/media/a disc/games")).state == "bad"


@pytest.mark.parametrize(
    "line",
    [
        "[ 9.1] I/O error, dev mmcblk0, sector 4128 op 0x1:(WRITE)",
        "[ 9.2] EXT4-fs error (device mmcblk0p2): ext4_journal_check_start",
        "[ 9.3] mmc0: Card stuck being busy! __mmc_poll_for_busy",
        "[ 9.4] EXT4-fs (mmcblk0p2): Remounting filesystem read-only",
        "[ 9.5] mmcblk0: error -110 transferring data",
    ],
)
def test_faults_that_the_kernel_saw_are_repeated(card: Path, line: str) -> None:
    finding = check_card(
        EN, card, answering(dmesg=f"[1.0] mmc0: new card\n{line}\n[9.9] usb: well\n"), FOLDER
    )
    assert (finding.state, finding.sentence) == (
        "bad",
        f"The system reports faults of the card, the last: {line}",
    )


def test_faults_that_the_file_system_counted_are_said(card: Path) -> None:
    put(card, "sys/fs/ext4/mmcblk0p2/errors_count", "3\n")
    finding = check_card(EN, card, nothing, FOLDER)
    assert (finding.state, finding.sentence) == (
        "bad",
        "3 faults of the file system on mmcblk0p2 were counted.",
    )


def test_games_that_are_kept_in_memory_only_are_said(card: Path) -> None:
    put(card, "proc/mounts", "overlay / overlay rw 0 0\n")
    finding = check_card(EN, card, nothing, FOLDER)
    assert finding.state == "warn"
    assert finding.sentence.startswith("The games are kept in memory only (overlay)")


def test_where_nothing_tells_the_card_is_unknown(tmp_path: Path) -> None:
    assert check_card(EN, tmp_path, nothing, FOLDER).state == "unknown"


# Disk and journal --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("free_mb", "state"), [(20_000, "ok"), (999, "warn"), (99, "bad")], ids=["room", "little", "full"]
)
def test_room_is_measured_where_the_journal_will_be(tmp_path: Path, free_mb: int, state: str) -> None:
    measured = []

    def free_bytes(folder: Path) -> int:
        measured.append(folder)
        return free_mb * MB

    assert check_disk(EN, tmp_path / "not" / "yet", free_bytes).state == state
    assert measured == [tmp_path]


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "journal.db"
    with Journal.open(path, clock=lambda: NOW_S) as opened:
        game = opened.begin_game("triolet", {}, ANNA_AND_BEN)
        opened.append_all(game, [{"n": number, "why": "x" * 300} for number in range(200)])
    return path


def test_a_sound_journal_is_counted(journal: Path) -> None:
    assert check_journal(EN, journal).sentence == "The journal is in order: 1 game, 200 events."
    assert check_journal(FR, journal).sentence == "Le journal est en ordre : 1 partie, 200 événements."


def test_the_newest_game_says_what_time_it_was(journal: Path) -> None:
    assert last_game_s(journal) == NOW_S
    assert last_game_s(journal.with_name("none.db")) is None


def test_no_journal_is_no_fault(tmp_path: Path) -> None:
    assert check_journal(EN, tmp_path / "journal.db") == Finding(
        "journal", "ok", "No game has been played yet."
    )


def test_a_damaged_journal_is_a_fault(journal: Path) -> None:
    data = journal.read_bytes()
    journal.write_bytes(data[: len(data) // 2])
    finding = check_journal(EN, journal)
    assert finding.state == "bad"
    assert finding.sentence.startswith("The journal is damaged: ")
    journal.write_bytes(b"")
    assert check_journal(EN, journal).state == "bad"


def test_a_file_of_somebody_else_is_a_fault_in_its_own_words(tmp_path: Path) -> None:
    (tmp_path / "journal.db").mkdir()
    finding = check_journal(FR, tmp_path / "journal.db")
    assert finding.state == "bad"
    assert "est un dossier" in finding.sentence


def test_a_journal_that_was_set_aside_is_mentioned(journal: Path) -> None:
    aside = journal.with_name("journal.db.damaged-20270101-200000")
    aside.write_bytes(b"")
    finding = check_journal(EN, journal)
    assert (finding.state, finding.sentence) == ("warn", f"A damaged journal was set aside earlier: {aside}.")


def test_a_folder_that_nobody_can_write_into_is_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Root may write everywhere, and tests may run as root.
    monkeypatch.setattr("os.access", lambda path, mode: False)
    finding = check_journal(EN, tmp_path / "journal.db")
    assert (finding.state, finding.sentence) == ("bad", f"The folder {tmp_path} cannot be written into.")


# Pins and screen ---------------------------------------------------------------------------------------

PINS = pins_of(Settings())


def test_pins_are_named_as_on_the_header() -> None:
    finding = check_pins(EN, PINS, PinsFound(True))
    assert finding.state == "ok"
    assert "End turn on GPIO17 (pin 11), Undo on GPIO27 (pin 13)" in finding.sentence
    assert "Fin du tour sur GPIO17 (broche 11)" in check_pins(FR, PINS, PinsFound(True)).sentence


def test_lamps_are_named_if_they_are_wired() -> None:
    pins = pins_of(Settings(lamps=Lamps(end_turn=24, player_2=25)))
    assert (pins["lamp-end-turn"], pins["lamp-player-2"]) == (24, 25)
    assert set(pins) - set(PINS) == {"lamp-end-turn", "lamp-player-2"}
    sentence = check_pins(EN, pins, PinsFound(True)).sentence
    assert sentence.endswith("lamp in End turn on GPIO24 (pin 18), light of player 2 on GPIO25 (pin 22).")


def test_every_pin_that_can_be_set_has_a_name_in_both_languages() -> None:
    free = iter(range(24, 40))
    lamps = Lamps(**{one.name: next(free) for one in fields(Lamps)})
    for language in LANGUAGES:
        assert set(pins_of(Settings(lamps=lamps))) <= set(DEVICES[language])


def test_a_computer_without_pins_says_so_and_goes_on() -> None:
    assert check_pins(EN, PINS, PinsFound(False, ("buttons", "lights", "buzzer"))).state == "warn"


def test_pins_that_cannot_be_opened_are_a_fault() -> None:
    finding = check_pins(EN, PINS, PinsFound(True, ("buttons", "buzzer")))
    assert (finding.state, finding.sentence) == ("bad", "The pins of buttons and buzzer cannot be used.")


def test_a_button_that_is_down_is_a_fault_with_its_pin() -> None:
    finding = check_pins(EN, PINS, PinsFound(True, held=("draw",)))
    assert (finding.state, finding.sentence) == ("bad", "This is pressed all the time: Draw.")
    assert finding.what_to_do.endswith("wrong pin: Draw on GPIO22 (pin 15).")


def test_pins_of_the_header_s_own_memory_are_advised_against() -> None:
    assert check_pins(EN, {**PINS, "red": 1}, PinsFound(True)).state == "warn"


@pytest.mark.parametrize(
    ("states", "driver", "state", "begins"),
    [
        pytest.param(
            {"DSI": "connected"}, "kmsdrm", "ok", "The screen is drawn on with kmsdrm.", id="as it should"
        ),
        pytest.param({}, "x11", "ok", "The screen is drawn on with x11.", id="on a desk"),
        pytest.param(
            {"HDMI": "connected"}, "offscreen", "bad", "A screen is connected, but pygame", id="a wheel"
        ),
        pytest.param({"HDMI": "connected"}, None, "bad", "A screen is connected, but pygame", id="no driver"),
        pytest.param({"HDMI": "disconnected"}, None, "bad", "No screen is connected.", id="unplugged"),
        pytest.param({}, None, "bad", "There is no screen here", id="no graphics at all"),
    ],
)
def test_a_screen_that_cannot_be_drawn_on_is_a_fault(
    tmp_path: Path, states: dict[str, str], driver: str | None, state: str, begins: str
) -> None:
    connect(tmp_path, **states)
    finding = check_screen(EN, tmp_path, lambda: driver)
    assert finding.state == state
    assert finding.sentence.startswith(begins)


def test_while_the_kiosk_draws_only_the_socket_is_looked_at(tmp_path: Path) -> None:
    connect(tmp_path, **{"HDMI-A-1": "connected", "HDMI-A-2": "disconnected"})
    assert check_screen(EN, tmp_path, None).sentence == "A screen is connected: HDMI-A-1."
    connect(tmp_path, **{"HDMI-A-1": "disconnected"})
    assert check_screen(EN, tmp_path, None).state == "bad"
