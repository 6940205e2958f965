"""What the doctor calls things, and its sentences by language."""

from __future__ import annotations

from collections.abc import Mapping

from companion.doctor_english import WORDS as ENGLISH
from companion.doctor_french import WORDS as FRENCH
from companion.rules.verdict import Language

TITLES: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "camera": "camera",
        "view": "view",
        "focus": "focus",
        "light": "light",
        "pins": "pins",
        "screen": "screen",
        "disk": "disk",
        "journal": "journal",
        "card": "card",
        "temperature": "temperature",
        "throttling": "power",
        "time": "time",
        "versions": "versions",
        "ok": "ok",
        "warn": "look",
        "bad": "FAULT",
        "unknown": "?",
        "all-well": "Everything is in order.",
        "not-all-well": "{bad} {bad:fault|faults}, {warn} to look at.",
    },
    "fr": {
        "camera": "caméra",
        "view": "cadrage",
        "focus": "netteté",
        "light": "lumière",
        "pins": "broches",
        "screen": "écran",
        "disk": "disque",
        "journal": "journal",
        "card": "carte",
        "temperature": "température",
        "throttling": "courant",
        "time": "heure",
        "versions": "versions",
        "ok": "ok",
        "warn": "à voir",
        "bad": "DÉFAUT",
        "unknown": "?",
        "all-well": "Tout est en ordre.",
        "not-all-well": "{bad} {bad:défaut|défauts}, {warn} à voir.",
    },
}

# Buttons and lights as people call them.
DEVICES: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "end-turn": "End turn",
        "undo": "Undo",
        "draw": "Draw",
        "menu": "Menu",
        "green": "green light",
        "amber": "amber light",
        "red": "red light",
        "buzzer": "buzzer",
        "lamp-end-turn": "lamp in End turn",
        "lamp-undo": "lamp in Undo",
        "lamp-draw": "lamp in Draw",
        "lamp-menu": "lamp in Menu",
        "lamp-player-1": "light of player 1",
        "lamp-player-2": "light of player 2",
        "lamp-player-3": "light of player 3",
        "lamp-player-4": "light of player 4",
        "buttons": "buttons",
        "lights": "lights",
        "lamps": "lamps",
        "pin": "{device} on GPIO{bcm} (pin {header})",
    },
    "fr": {
        "end-turn": "Fin du tour",
        "undo": "Annuler",
        "draw": "Piocher",
        "menu": "Menu",
        "green": "lampe verte",
        "amber": "lampe orange",
        "red": "lampe rouge",
        "buzzer": "sonnerie",
        "lamp-end-turn": "voyant de Fin du tour",
        "lamp-undo": "voyant d’Annuler",
        "lamp-draw": "voyant de Piocher",
        "lamp-menu": "voyant de Menu",
        "lamp-player-1": "lampe du joueur 1",
        "lamp-player-2": "lampe du joueur 2",
        "lamp-player-3": "lampe du joueur 3",
        "lamp-player-4": "lampe du joueur 4",
        "buttons": "boutons",
        "lights": "lampes",
        "lamps": "voyants",
        "pin": "{device} sur GPIO{bcm} (broche {header})",
    },
}

# What is, and what to do about it, by the name of the reason.
WORDS: Mapping[Language, Mapping[str, tuple[str, str]]] = {"en": ENGLISH, "fr": FRENCH}
