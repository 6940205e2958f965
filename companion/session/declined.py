"""Why something that was asked for is not possible now: a value with a sentence, never an exception."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.errors import TurnRefused
from companion.rules.forms import at as place_of
from companion.rules.forms import read_fields, read_list, read_object, read_text, read_whole_number
from companion.rules.sentences import say_reason
from companion.rules.verdict import Illegal, Language
from companion.rules.wording import fill
from companion.session.forms import violation_from_json, violation_to_json

# What the session declines by itself; what the rules refuse has its sentence in their catalogue.
REASONS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "not-in-this-game": "That is not part of this game",
        "press-counted": "This press has counted already",
        "pressed-before": "This press came before the turn began",
        "being-read": "The table is being read: wait a moment",
        "not-being-read": "Nobody is waiting for this reading any more",
        "answer-first": "Answer the question on the screen first",
        "nothing-asked": "There is no such question on the screen",
        "no-such-choice": "That is not one of the choices",
        "nothing-refused": "Nothing was refused that could be counted anyway",
        "nothing-laid": "Nothing was laid that could be counted",
        "paused": "The game stands still: press End turn to go on",
        "not-paused": "The game is going on already",
        "nothing-to-undo": "There is nothing to take back",
        "no-such-turn": "There is no turn {number}",
        "nothing-there": "No turn has laid anything there",
        "no-such-piece": "There is no such piece",
        "joker-open": "Say which number the joker stands for",
        "nothing-changed": "That is how it is already",
        "game-on": "The game is not over yet",
        "no-such-player": "There is no such player",
        "no-such-count": "What is left on a rack cannot be less than nothing",
        "racks-missing": "The racks must be counted first",
        "match-over": "The match is over: start a new one",
        "no-such-time": "This happened at no time",
    },
    "fr": {
        "not-in-this-game": "Cela ne fait pas partie de ce jeu",
        "press-counted": "Cet appui a déjà compté",
        "pressed-before": "Cet appui est venu avant le début du tour",
        "being-read": "La table est en cours de lecture : un instant",
        "not-being-read": "Personne n’attend plus cette lecture",
        "answer-first": "Répondez d’abord à la question à l’écran",
        "nothing-asked": "Cette question n’est pas à l’écran",
        "no-such-choice": "Ce n’est pas un des choix",
        "nothing-refused": "Rien n’a été refusé qu’on pourrait compter quand même",
        "nothing-laid": "Rien n’a été posé qu’on pourrait compter",
        "paused": "La partie est arrêtée : appuyez sur Fin de tour pour continuer",
        "not-paused": "La partie continue déjà",
        "nothing-to-undo": "Il n’y a rien à reprendre",
        "no-such-turn": "Il n’y a pas de tour {number}",
        "nothing-there": "Aucun tour n’a rien posé là",
        "no-such-piece": "Cette pièce n’existe pas",
        "joker-open": "Dites quel nombre le joker remplace",
        "nothing-changed": "C’est déjà ainsi",
        "game-on": "La partie n’est pas encore finie",
        "no-such-player": "Ce joueur n’existe pas",
        "no-such-count": "Il ne peut pas rester moins que rien sur un chevalet",
        "racks-missing": "Il faut d’abord compter les chevalets",
        "match-over": "Le match est fini : commencez-en un autre",
        "no-such-time": "Cela n’est arrivé à aucun moment",
    },
}


@dataclass(frozen=True, slots=True)
class Declined:
    """One reason, by its name: the session's own or the rules', with the numbers of its sentence.

    `verdict` is there if a move was declined because it is illegal.
    """

    reason: str
    details: tuple[tuple[str, int], ...] = ()
    verdict: Illegal | None = None

    @classmethod
    def because(cls, refused: TurnRefused) -> Declined:
        """What the rules said, as a value."""
        verdict = refused.details.get("verdict")
        numbers = tuple((name, n) for name, n in refused.details.items() if isinstance(n, int))
        return cls(refused.reason, numbers, verdict if isinstance(verdict, Illegal) else None)

    def say(self, language: Language = "en") -> str:
        """One sentence for the players."""
        if self.reason in REASONS[language]:
            return fill(REASONS[language][self.reason], language, **dict(self.details))
        return say_reason(self.reason, {**dict(self.details), "verdict": self.verdict}, language)

    def to_json(self) -> dict[str, object]:
        form: dict[str, object] = {"reason": self.reason, "details": dict(self.details)}
        if self.verdict is not None:
            form["violations"] = [violation_to_json(violation) for violation in self.verdict.violations]
        return form

    @classmethod
    def from_json(cls, form: object, place: str) -> Declined:
        fields = read_fields(form, place, required=("reason", "details"), optional=("violations",))
        spot = place_of(place, "details")
        details = read_object(fields["details"], spot)
        numbers = tuple((name, read_whole_number(n, place_of(spot, name))) for name, n in details.items())
        verdict = None
        if "violations" in fields:
            spot = place_of(place, "violations")
            verdict = Illegal(
                tuple(
                    violation_from_json(one, place_of(spot, index))
                    for index, one in enumerate(read_list(fields["violations"], spot))
                )
            )
        return cls(read_text(fields["reason"], place_of(place, "reason")), numbers, verdict)
