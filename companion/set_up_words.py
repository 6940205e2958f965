"""What is said while the camera is set up, in every language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from calibration.advice import SENTENCES as ADVICE
from calibration.table_advice import SENTENCES as TABLE_ADVICE
from companion.rules.verdict import Language
from companion.rules.wording import fill
from vision.observation import SENTENCES as PROBLEMS

# Under the names of calibration.advice, of vision's problems and of CalibrationFault; the rest is the desk's.
WORDS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        **dict[str, str](ADVICE.items()),
        **dict[str, str](TABLE_ADVICE.items()),
        **dict[str, str](PROBLEMS.items()),
        "not-empty": "There are tokens on the board. Clear it, and try again.",
        "covered": "Something covers part of the board. Clear it, and try again.",
        "held": "Something seems to lie on {cells}. If so, clear it and try again.",
        "corners": "Between these corners I see no 15 x 15 squares. Put each onto a corner of the squares.",
        "foreign": "This is not the board that was set up. Use the same one, or set this one up first.",
        "token-count": "I see {seen} {seen:token|tokens}, but there should be {wanted}. "
        "Lay one of each as shown, and take your hands away.",
        "faces-differ": "{count} {count:token does|tokens do} not look right, first the one on {cell}: "
        "{face} belongs there. Keep to the order shown.",
        "no-tile": "I see no tile. Lay one in the middle of the table, and try again.",
        "tiles-unlike": "What looks like tiles is not all of one size. Lay one tile on the empty table.",
        "table-hand": "A hand is over the table. Take it away, and try again.",
        "table-blur": "The picture is too blurred to see any tile. Focus the camera, or hold it still.",
        "sizes-differ": "The camera has changed its picture. Please try again.",
        "table-calibrated": "The table is set up for Triominos.",
        "tiles-learned": "Your tiles are learned: from now on they are read more surely.",
        "tiles-not-learned": "To learn your tiles, lay 0-0-0, 1-1-1, 2-2-2, 3-3-3, 4-4-4 and 5-5-5, apart.",
        "bad-table-profile": "The saved set-up for Triominos cannot be used. Please set the table up again.",
        "looking": "One moment, I am looking.",
        "keeping": "One moment.",
        "calibrated": "The board is set up.",
        "specials-unusual": "Its special squares are not the usual ones: please check them.",
        "specials-kept": "The special squares are kept.",
        "enrolled": "{count} {count:token is|tokens are} learned: from now on they are read more surely.",
        "no-profile": "Set up the camera with the empty board first.",
        "no-picture": "No picture came. Check the camera’s cable, and try again.",
        "not-saved": "It could not be saved (is the disk full?): it holds until Trioscope is switched off.",
        "bad-profile": "The saved set-up of the board cannot be used. Please set the board up again.",
        "stumbled": "That did not work. Please try again.",
    },
    "fr": {
        "too-dark": "L’image est sombre : allumez une lampe, ou laissez la caméra exposer plus longtemps.",
        "overexposed": "Une partie du plateau est surexposée : exposez moins, ou tournez la lampe.",
        "little-contrast": "Le plateau a peu de contraste : une lumière plus égale aiderait.",
        "uneven": "Un côté du plateau est bien plus sombre que l’autre : mettez la lampe au-dessus.",
        "soft": "L’image n’est pas nette : faites la mise au point sur le plateau.",
        "small": "Le plateau est petit dans l’image : rapprochez la caméra.",
        "at-edge": "Le plateau touche le bord de l’image : laissez de la place, sinon un choc le coupe.",
        "no-board": "Il n’y a pas de plateau de 15 x 15 cases dans l’image. Mettez-le entier sous la caméra.",
        "cut-off": "Le plateau est coupé au bord de l’image. Déplacez le plateau ou la caméra.",
        "blur": "L’image est trop floue pour trouver le plateau. Faites la mise au point, ou ne bougez plus.",
        "dark": "L’image est trop sombre pour trouver le plateau. Allumez une lampe.",
        "not-empty": "Il y a des jetons sur le plateau. Videz-le, puis réessayez.",
        "covered": "Quelque chose couvre une partie du plateau. Videz-le, puis réessayez.",
        "held": "Il semble y avoir quelque chose en {cells}. Si oui, enlevez-le et réessayez.",
        "corners": "Entre ces coins, je ne vois pas 15 x 15 cases. Mettez chacun sur un coin des cases.",
        "foreign": "Ce n’est pas le plateau réglé. Prenez le même, ou réglez d’abord celui-ci.",
        "token-count": "Je vois {seen} {seen:jeton|jetons}, mais il en faut {wanted}. "
        "Posez-en un de chaque comme sur l’image, et retirez les mains.",
        "faces-differ": "{count} {count:jeton ne va pas|jetons ne vont pas}, d’abord celui en {cell} : "
        "c’est la place de {face}. Gardez l’ordre de l’image.",
        "table-dark": "L’image est sombre : allumez une lampe, ou laissez la caméra exposer plus longtemps.",
        "table-overexposed": "Des tuiles sont en partie surexposées : exposez moins, ou tournez la lampe.",
        "table-uneven": "Un côté de la table est bien plus sombre que l’autre : mettez la lampe au-dessus.",
        "table-soft": "L’image n’est pas nette : faites la mise au point sur les tuiles.",
        "table-small": "Les tuiles sont petites dans l’image : rapprochez la caméra.",
        "off-middle": "Aucune tuile près du milieu de l’image : posez-en une là, ou quelques-unes autour.",
        "no-tile": "Je ne vois aucune tuile. Posez-en une au milieu de la table, puis réessayez.",
        "tiles-unlike": "Les tuiles semblent de tailles diverses. Posez-en une seule sur la table vide.",
        "table-hand": "Une main est au-dessus de la table. Retirez-la, puis réessayez.",
        "table-blur": "L’image est trop floue pour voir une tuile. Faites la mise au point.",
        "sizes-differ": "La caméra a changé d’image. Réessayez.",
        "table-calibrated": "La table est réglée pour Triominos.",
        "tiles-learned": "Vos tuiles sont apprises : elles seront lues plus sûrement.",
        "tiles-not-learned": "Pour apprendre vos tuiles, séparez 0-0-0, 1-1-1, 2-2-2, 3-3-3, 4-4-4 et 5-5-5.",
        "bad-table-profile": "Le réglage pour Triominos est inutilisable. Réglez la table à nouveau.",
        "looking": "Un instant, je regarde.",
        "keeping": "Un instant.",
        "calibrated": "Le plateau est réglé.",
        "specials-unusual": "Ses cases spéciales ne sont pas les habituelles : vérifiez-les.",
        "specials-kept": "Les cases spéciales sont notées.",
        "enrolled": "{count} {count:jeton appris|jetons appris} : ils seront lus plus sûrement.",
        "no-profile": "Réglez d’abord la caméra avec le plateau vide.",
        "no-picture": "Aucune image n’est venue. Vérifiez le câble de la caméra, puis réessayez.",
        "not-saved": "Ce n’est pas enregistré (disque plein ?) : cela vaut jusqu’à l’arrêt de Trioscope.",
        "bad-profile": "Le réglage enregistré du plateau est inutilisable. Réglez le plateau à nouveau.",
        "stumbled": "Cela n’a pas marché. Réessayez.",
    },
}


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence by its name: in which language it is said is known only when somebody listens."""

    reason: str
    details: Mapping[str, object] = field(default_factory=dict)

    def say(self, language: Language) -> str:
        return fill(WORDS[language][self.reason], language, **self.details)
