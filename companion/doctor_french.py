"""The doctor's sentences in French: what is, and what to do about it."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, tuple[str, str]] = {
    "stumbled": ("Impossible de vérifier ({fault}).", "Signalez-le."),
    "kiosk-runs": (
        "Trioscope tourne et l’utilise : on n’y a pas touché.",
        "Pour vérifier, tapez sudo systemctl stop trioscope, puis sudo trioscope doctor.",
    ),
    "camera-ok": ("La caméra donne des images de {width} x {height}.", ""),
    "camera-virtual": (
        "Aucune caméra n’est utilisée : la table virtuelle la remplace.",
        "Pour en utiliser une, branchez-la et réglez kind sous [camera] : picamera2 ou usb. La caméra du "
        "Pi demande sudo apt install python3-picamera2.",
    ),
    "camera-lost": (
        "La caméra ne donne pas d’image.",
        "Éteignez, enfoncez son câble aux deux bouts, rallumez. Fermez les autres programmes qui "
        "l’utilisent, et vérifiez kind sous [camera] dans les réglages.",
    ),
    "camera-black": (
        "L’image de la caméra est noire.",
        "Enlevez le cache de l’objectif, et allumez une lampe.",
    ),
    "no-picture": ("Sans image, on ne peut pas juger.", "Réparez d’abord la caméra."),
    "no-board": (
        "Sans le plateau dans l’image, on ne peut pas juger.",
        "Posez le plateau de Triolet vide sous la caméra, et réessayez.",
    ),
    "view-ok": ("Le plateau est entier et assez grand dans l’image.", ""),
    "cut-off": (
        "Le plateau est coupé au bord de l’image.",
        "Déplacez le plateau, ou montez la caméra, jusqu’à le voir en entier.",
    ),
    "focus-ok": ("L’image est nette.", ""),
    "light-ok": ("Il y a assez de lumière, et elle est égale.", ""),
    "pins-ok": ("Les broches répondent : {pins}.", ""),
    "no-header": (
        "Cet ordinateur n’a pas de broches pour boutons et lampes.",
        "Le doigt et le clavier font tout. Sur un Raspberry Pi, les broches sont trouvées toutes seules.",
    ),
    "pins-fail": (
        "Les broches sont inutilisables pour : {devices}.",
        "Tapez sudo apt install python3-lgpio et sudo usermod -aG gpio trioscope, fermez les autres "
        "programmes qui utilisent des broches, et vérifiez les numéros dans les réglages : {pins}.",
    ),
    "button-held": (
        "Enfoncé en permanence : {devices}.",
        "Relâchez. Si personne n’appuie, deux fils se touchent ou la broche n’est pas la bonne : {pins}.",
    ),
    "pin-reserved": (
        "GPIO0 et GPIO1 sont réservées à la mémoire des cartes d’extension.",
        "Choisissez d’autres broches dans les réglages pour ce qui y est branché.",
    ),
    "screen-ok": ("L’écran est dessiné avec {driver}.", ""),
    "screen-connected": ("Un écran est branché : {screens}.", ""),
    "no-screen": (
        "Aucun écran n’est branché.",
        "Branchez-le avant le courant, dans la prise voisine de celle du courant, et vérifiez son câble.",
    ),
    "no-driver": (
        "Un écran est branché, mais pygame ne peut pas y dessiner.",
        "Tapez sudo apt install python3-pygame, et n’installez pas pygame avec pip : seul celui du "
        "système dessine sans bureau.",
    ),
    "screen-unseen": (
        "Il n’y a ici aucun écran où dessiner.",
        "Lancez-le sur un ordinateur avec un écran.",
    ),
    "disk-ok": ("Il y a de la place : {free_mb} Mo libres.", ""),
    "disk-low": (
        "Il reste peu de place : {free_mb} Mo.",
        "Supprimez l’inutile : sudo apt clean aide, et moins de pictures_mb dans les réglages.",
    ),
    "disk-full": (
        "Le disque est plein : il reste {free_mb} Mo.",
        "Faites de la place, sinon les parties restent en mémoire : sudo apt clean, ou moins de "
        "pictures_mb dans les réglages.",
    ),
    "journal-none": ("Aucune partie n’a encore été jouée.", ""),
    "journal-ok": (
        "Le journal est en ordre : {games} {games:partie|parties}, {events} {events:événement|événements}.",
        "",
    ),
    "journal-damaged": (
        "Le journal est abîmé : {games} {games:partie|parties} lisibles.",
        "Tapez sudo trioscope journal check : il dit ce qui peut être sauvé, et comment.",
    ),
    "journal-unreadable": (
        "{why}",
        "Tapez sudo trioscope journal check : il dit ce qui peut être sauvé.",
    ),
    "journal-set-aside": (
        "Un journal abîmé a été mis de côté : {file}.",
        "Tapez sudo trioscope journal check {file} : il dit ce qui peut être sauvé.",
    ),
    "journal-locked": (
        "Impossible d’écrire dans le dossier {folder}.",
        "Tapez sudo chown -R trioscope: {folder}, ou choisissez un autre endroit pour le journal.",
    ),
    "card-ok": ("Aucun défaut de la carte SD n’est connu.", ""),
    "card-age": ("Aucun défaut de la carte n’est connu ; {used} % de sa vie sont passés.", ""),
    "card-read-only": (
        "La carte ne peut plus être que lue : {place}.",
        "Sa fin est proche. Copiez /var/lib/trioscope sur un autre ordinateur, et changez de carte.",
    ),
    "card-errors": (
        "Le système signale des défauts de la carte, le dernier : {line}",
        "Vérifiez d’abord l’alimentation. Si cela dure, copiez /var/lib/trioscope et changez de carte.",
    ),
    "card-counted": (
        "{count} {count:défaut compté|défauts comptés} dans le système de fichiers de {device}.",
        "Copiez /var/lib/trioscope sur un autre ordinateur. Si le nombre augmente, changez de carte.",
    ),
    "card-old": (
        "La carte est usée : {used} % de sa vie sont passés.",
        "Copiez /var/lib/trioscope sur un autre ordinateur, et achetez une carte.",
    ),
    "card-worn-out": (
        "La carte est au bout de sa vie.",
        "Copiez /var/lib/trioscope sur un autre ordinateur aujourd’hui, et changez de carte.",
    ),
    "card-in-memory": (
        "Les parties ne sont gardées qu’en mémoire ({kind}) : sans courant, elles sont perdues.",
        "Désactivez l’overlay dans raspi-config, ou mettez le journal sur un vrai disque.",
    ),
    "card-unknown": ("Rien ici ne dit comment va la carte.", ""),
    "temperature-ok": ("{celsius} °C.", ""),
    "temperature-warm": (
        "Il fait chaud : {celsius} °C.",
        "Donnez de l’air à la boîte, ou un radiateur au Pi.",
    ),
    "temperature-hot": (
        "Il fait trop chaud : {celsius} °C, et le Pi ralentit.",
        "Ouvrez la boîte, mettez-la à l’ombre, et montez un radiateur ou un ventilateur.",
    ),
    "temperature-unknown": ("Aucun capteur ne donne la température ici.", ""),
    "power-ok": ("L’alimentation suffit, et le Pi tourne à pleine vitesse.", ""),
    "power-low": (
        "Le Pi reçoit trop peu de courant en ce moment.",
        "Prenez l’alimentation du Raspberry Pi et son câble court : d’autres abîment les cartes.",
    ),
    "power-was-low": (
        "Le Pi a reçu trop peu de courant depuis qu’il est allumé.",
        "Prenez l’alimentation du Raspberry Pi et son câble court : d’autres abîment les cartes.",
    ),
    "slowed": (
        "Le Pi tourne moins vite qu’il ne pourrait : il a chaud ou manque de courant.",
        "Donnez de l’air à la boîte, et prenez l’alimentation du Raspberry Pi.",
    ),
    "was-slowed": (
        "Le Pi a été ralenti depuis qu’il est allumé.",
        "Donnez de l’air à la boîte, et prenez l’alimentation du Raspberry Pi.",
    ),
    "power-unknown": ("Rien ici ne dit si le courant suffit.", ""),
    "time-synced": ("Il est {now}, vérifié par le réseau.", ""),
    "time-kept": ("Il est {now}, gardé par une horloge à pile.", ""),
    "time-wrong": (
        "L’horloge dit {now}, mais ce programme a été installé plus tard.",
        "Branchez la boîte au réseau une minute, ou tapez sudo date -s '2030-01-31 20:15'.",
    ),
    "time-behind": (
        "L’horloge dit {now}, mais le journal contient une partie plus récente.",
        "Branchez la boîte au réseau une minute, ou réglez l’horloge. Les points n’en dépendent pas.",
    ),
    "time-drifts": (
        "Il est {now}, si l’horloge est juste : rien ne la garde sans courant.",
        "Branchez la boîte au réseau de temps en temps, ou montez une horloge à pile. Seules les dates "
        "des parties en dépendent.",
    ),
    "time-unknown": ("Il est {now} ; rien ici ne dit si c’est juste.", ""),
    "versions-ok": ("{versions}.", ""),
    "versions-missing": (
        "Il manque : {names}.",
        "Réinstallez Trioscope : sudo make install.",
    ),
    "versions-clash": (
        "Ceci ne se charge pas avec le reste : {names}.",
        "Prenez NumPy et OpenCV d’apt, pas de pip, et réinstallez : sudo make install.",
    ),
    "versions-two-pygames": (
        "Deux sortes de pygame sont installées, et elles se gênent.",
        "Tapez pip uninstall pygame-ce pygame, puis sudo make install.",
    ),
    "versions-no-pi": (
        "Sur ce Raspberry Pi, il manque : {names}.",
        "Tapez sudo apt full-upgrade, puis sudo make install : les boutons et la caméra du Pi en ont besoin.",
    ),
}
