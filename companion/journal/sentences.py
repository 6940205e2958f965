"""Every sentence the journal says, in both languages, and notices: what people should know, and go on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.rules.forms import printable
from companion.rules.verdict import Language
from companion.rules.wording import fill

SENTENCES: dict[Language, dict[str, str]] = {
    "en": {
        "is-a-folder": "{file} is a folder: a journal is a file, so name one inside it.",
        "cannot-open": "The journal {file} cannot be opened ({cause}): choose another file or allow "
        "access to it.",
        "no-room": "The disk is full, and the journal {file} cannot be opened: make room and start again.",
        "another-program": "{file} is a database of another program: choose another file for the journal.",
        "missing": "There is no journal {file} yet.",
        "newer": "The journal {file} was written by a newer Trioscope (its version is {found}, this one "
        "knows {known}): nothing was changed; please update Trioscope.",
        "older": "The journal {file} is not up to date: start Trioscope once, then look again.",
        "other-process": "Another Trioscope is already keeping the journal {file}: it can be looked at here, "
        "but nothing is written.",
        "read-only": "The journal {file} was opened for looking at only: nothing is written.",
        "set-aside": "The journal was damaged. It is kept as {kept}, and a new one has begun; "
        "“trioscope journal check” says what can be saved.",
        "damaged": "The journal {file} is damaged. Start Trioscope again: it will be set aside, and nothing "
        "in it is thrown away.",
        "nothing-readable": "Nothing in {file} can be read as a journal.",
        "already-there": "{file} is already there: choose a new name to save under.",
        "disk-full": "The disk is full: play goes on, and everything is written once there is room.",
        "cannot-write": "The journal cannot be written at the moment ({cause}): play goes on, and everything "
        "is written once it can be.",
        "no-such-game": "There is no game {game} in the journal.",
        "no-such-match": "There is no match {match} in the journal.",
        "out-of-order": "This would be event {expected} of game {game}, but the next one is {number}: "
        "nothing was written.",
        "not-resumable": "Game {game} cannot go on: one of its events cannot be read ({cause}). Nothing of "
        "it is lost; begin a new game.",
        "not-json": "This event cannot be written down ({cause}).",
        "no-name": "Every player needs a name.",
        "same-name": "Two players are called {name}: give one of them another name.",
    },
    "fr": {
        "is-a-folder": "{file} est un dossier : un journal est un fichier, nommez-en un à l’intérieur.",
        "cannot-open": "Impossible d’ouvrir le journal {file} ({cause}) : choisissez un autre fichier ou "
        "autorisez l’accès.",
        "no-room": "Le disque est plein et le journal {file} ne peut pas être ouvert : faites de la place et "
        "recommencez.",
        "another-program": "{file} est la base de données d’un autre programme : choisissez un autre fichier "
        "pour le journal.",
        "missing": "Il n’y a pas encore de journal {file}.",
        "newer": "Le journal {file} vient d’un Trioscope plus récent (sa version est {found}, celui-ci "
        "connaît {known}) : rien n’a été changé ; mettez Trioscope à jour.",
        "older": "Le journal {file} n’est pas à jour : démarrez Trioscope une fois, puis regardez de "
        "nouveau.",
        "other-process": "Un autre Trioscope tient déjà le journal {file} : on peut le consulter ici, mais "
        "rien n’y est écrit.",
        "read-only": "Le journal {file} a été ouvert pour consultation seulement : rien n’y est écrit.",
        "set-aside": "Le journal était abîmé. Il est conservé sous le nom {kept} et un nouveau a commencé ; "
        "« trioscope journal check » dit ce qui peut être sauvé.",
        "damaged": "Le journal {file} est abîmé. Redémarrez Trioscope : il sera mis de côté, et rien de ce "
        "qu’il contient n’est jeté.",
        "nothing-readable": "Rien dans {file} ne peut être lu comme un journal.",
        "already-there": "{file} existe déjà : choisissez un nouveau nom pour la copie.",
        "disk-full": "Le disque est plein : la partie continue, et tout sera écrit dès qu’il y aura de "
        "la place.",
        "cannot-write": "Le journal ne peut pas être écrit pour l’instant ({cause}) : la partie continue, et "
        "tout sera écrit dès que possible.",
        "no-such-game": "Il n’y a pas de partie {game} dans le journal.",
        "no-such-match": "Il n’y a pas de match {match} dans le journal.",
        "out-of-order": "Ce serait l’événement {expected} de la partie {game}, mais le prochain est le "
        "{number} : rien n’a été écrit.",
        "not-resumable": "La partie {game} ne peut pas continuer : un de ses événements est illisible "
        "({cause}). Rien n’en est perdu ; commencez une nouvelle partie.",
        "not-json": "Cet événement ne peut pas être noté ({cause}).",
        "no-name": "Chaque joueur a besoin d’un nom.",
        "same-name": "Deux joueurs s’appellent {name} : donnez un autre nom à l’un d’eux.",
    },
}


def say(reason: str, language: Language = "en", **details: object) -> str:
    """The sentence named `reason`, with its words filled in, each kept on its line."""
    words = {
        name: detail if isinstance(detail, int) else printable(str(detail))
        for name, detail in details.items()
    }
    return fill(SENTENCES[language][reason], language, **words)


@dataclass(frozen=True, slots=True)
class Notice:
    """Something people should know although the journal goes on."""

    reason: str
    details: Mapping[str, object] = field(default_factory=dict)

    def say(self, language: Language = "en") -> str:
        return say(self.reason, language, **self.details)

    def __str__(self) -> str:
        return self.say()
