"""The doctor's sentences in English: what is, and what to do about it."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, tuple[str, str]] = {
    "stumbled": ("This could not be checked ({fault}).", "Please report it."),
    "kiosk-runs": (
        "The kiosk is running and uses it, so it was left alone.",
        "To check it, type sudo systemctl stop trioscope, then sudo trioscope doctor.",
    ),
    "camera-ok": ("The camera gives pictures of {width} x {height}.", ""),
    "camera-virtual": (
        "No camera is used: the virtual table stands in for it.",
        "To use one, connect it and set kind under [camera] in the settings: picamera2 or usb. "
        "The Pi's own camera needs sudo apt install python3-picamera2.",
    ),
    "camera-lost": (
        "The camera gives no picture.",
        "Switch off, push its cable in at both ends, and switch on again. Close other programs that use "
        "it, and check kind under [camera] in the settings.",
    ),
    "camera-black": (
        "The camera's picture is black.",
        "Take the cap off its lens, and switch on a light.",
    ),
    "no-picture": (
        "Without a picture it cannot be judged.",
        "Put the camera right first.",
    ),
    "no-board": (
        "Without the board in the picture it cannot be judged.",
        "Lay the empty Triolet board under the camera, and try again.",
    ),
    "view-ok": ("The board is whole and large enough in the picture.", ""),
    "cut-off": (
        "The board is cut off at the edge of the picture.",
        "Move the board, or the camera higher, until all of it is in the picture.",
    ),
    "focus-ok": ("The picture is sharp.", ""),
    "light-ok": ("There is enough light, and it is even.", ""),
    "pins-ok": ("The pins answer: {pins}.", ""),
    "no-header": (
        "This computer has no pins for buttons and lights.",
        "Touch and keys do everything. On a Raspberry Pi the pins are found by themselves.",
    ),
    "pins-fail": (
        "The pins of {devices} cannot be used.",
        "Type sudo apt install python3-lgpio and sudo usermod -aG gpio trioscope, close other programs "
        "that use pins, and check the numbers in the settings: {pins}.",
    ),
    "button-held": (
        "This is pressed all the time: {devices}.",
        "Let go. If nobody holds it, two wires touch, or it is connected to the wrong pin: {pins}.",
    ),
    "pin-reserved": (
        "GPIO0 and GPIO1 belong to the memory chip of add-on boards.",
        "Choose other pins in the settings for what is connected there.",
    ),
    "screen-ok": ("The screen is drawn on with {driver}.", ""),
    "screen-connected": ("A screen is connected: {screens}.", ""),
    "no-screen": (
        "No screen is connected.",
        "Plug it in before the power, into the socket next to the power's, and check its cable.",
    ),
    "no-driver": (
        "A screen is connected, but pygame cannot draw on it.",
        "Type sudo apt install python3-pygame, and do not install pygame with pip: only the system's "
        "one draws without a desktop.",
    ),
    "screen-unseen": (
        "There is no screen here that anything could be drawn on.",
        "Start it on a computer with a screen.",
    ),
    "disk-ok": ("There is room: {free_mb} MB are free.", ""),
    "disk-low": (
        "There is little room left: {free_mb} MB.",
        "Delete what is not needed: sudo apt clean helps, and so do fewer pictures_mb in the settings.",
    ),
    "disk-full": (
        "The disk is full: {free_mb} MB are left.",
        "Make room now, or games are kept in memory only: sudo apt clean, or fewer pictures_mb in the "
        "settings.",
    ),
    "journal-none": ("No game has been played yet.", ""),
    "journal-ok": (
        "The journal is in order: {games} {games:game|games}, {events} {events:event|events}.",
        "",
    ),
    "journal-damaged": (
        "The journal is damaged: {games} {games:game|games} can be read.",
        "Type sudo trioscope journal check: it says what can be saved, and how.",
    ),
    "journal-unreadable": ("{why}", "Type sudo trioscope journal check: it says what can be saved."),
    "journal-set-aside": (
        "A damaged journal was set aside earlier: {file}.",
        "Type sudo trioscope journal check {file}: it says what can be saved.",
    ),
    "journal-locked": (
        "The folder {folder} cannot be written into.",
        "Type sudo chown -R trioscope: {folder}, or choose another place in the settings.",
    ),
    "card-ok": ("No faults of the SD card are known.", ""),
    "card-age": ("No faults of the card are known; {used} % of its life are used.", ""),
    "card-read-only": (
        "The card can only be read any more: {place}.",
        "Its end is near. Copy /var/lib/trioscope to another computer, and use a new card.",
    ),
    "card-errors": (
        "The system reports faults of the card, the last: {line}",
        "Check the power supply first. If it goes on, copy /var/lib/trioscope and use a new card.",
    ),
    "card-counted": (
        "{count} {count:fault|faults} of the file system on {device} {count:was|were} counted.",
        "Copy /var/lib/trioscope to another computer. If the number grows, use a new card.",
    ),
    "card-old": (
        "The card is worn: {used} % of its life are used.",
        "Copy /var/lib/trioscope to another computer, and buy a new card.",
    ),
    "card-worn-out": (
        "The card is worn out.",
        "Copy /var/lib/trioscope to another computer today, and use a new card.",
    ),
    "card-in-memory": (
        "The games are kept in memory only ({kind}): without power they are gone.",
        "Switch the overlay file system off in raspi-config, or put the journal onto a real disk.",
    ),
    "card-unknown": ("Nothing here tells how the card is.", ""),
    "temperature-ok": ("{celsius} °C.", ""),
    "temperature-warm": ("It is warm: {celsius} °C.", "Give the box air, or a heat sink."),
    "temperature-hot": (
        "It is too hot: {celsius} °C, and the Pi slows down.",
        "Open the box, take it out of the sun, and fit a heat sink or a fan.",
    ),
    "temperature-unknown": ("No sensor tells the temperature here.", ""),
    "power-ok": ("The power supply is strong enough, and the Pi runs at full speed.", ""),
    "power-low": (
        "The Pi gets too little power right now.",
        "Use the Raspberry Pi's own power supply and its short cable: others lead to damaged cards.",
    ),
    "power-was-low": (
        "The Pi got too little power at some time since it was switched on.",
        "Use the Raspberry Pi's own power supply and its short cable: others lead to damaged cards.",
    ),
    "slowed": (
        "The Pi runs slower than it could, because it is hot or short of power.",
        "Give the box air, and use the Raspberry Pi's own power supply.",
    ),
    "was-slowed": (
        "The Pi was slowed down at some time since it was switched on.",
        "Give the box air, and use the Raspberry Pi's own power supply.",
    ),
    "power-unknown": ("Nothing here tells whether the power is enough.", ""),
    "time-synced": ("It is {now}, checked over the network.", ""),
    "time-kept": ("It is {now}, kept by a clock with a battery.", ""),
    "time-wrong": (
        "The clock says {now}, but this program was installed later.",
        "Connect the box to the network for a minute, or type sudo date -s '2030-01-31 20:15'.",
    ),
    "time-behind": (
        "The clock says {now}, but there is a later game in the journal.",
        "Connect the box to the network for a minute, or set the clock. Scores do not depend on it.",
    ),
    "time-drifts": (
        "It is {now}, if the clock is right: nothing keeps it while the power is off.",
        "Connect the box to the network now and then, or fit a clock with a battery. Only the dates of "
        "games depend on it.",
    ),
    "time-unknown": ("It is {now}; nothing here tells whether that is right.", ""),
    "versions-ok": ("{versions}.", ""),
    "versions-missing": (
        "This is missing: {names}.",
        "Install Trioscope again: sudo make install.",
    ),
    "versions-clash": (
        "This does not load beside the rest: {names}.",
        "Take NumPy and OpenCV from apt, not from pip, and install again: sudo make install.",
    ),
    "versions-two-pygames": (
        "Two kinds of pygame are installed, and they get in each other's way.",
        "Type pip uninstall pygame-ce pygame, then sudo make install.",
    ),
    "versions-no-pi": (
        "On this Raspberry Pi this is missing: {names}.",
        "Type sudo apt full-upgrade, then sudo make install: buttons and the Pi's own camera need it.",
    ),
}
