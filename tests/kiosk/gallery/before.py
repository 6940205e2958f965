"""Before a game: which one, by which rules, who plays, who begins."""

from __future__ import annotations

from dataclasses import replace

from companion.kiosk.backstage import KnownPlayer
from companion.kiosk.new_game_part import GameName, NewGame
from companion.kiosk.screens.choose_game import ChooseGameScreen
from companion.kiosk.screens.name import NameScreen
from companion.kiosk.screens.players import PlayersScreen
from companion.kiosk.screens.rules import RulesScreen
from companion.kiosk.screens.show_pieces import ShowPiecesScreen
from companion.kiosk.screens.who_starts import LOT_S, WhoStartsScreen
from companion.session.setup import Player
from companion.session.shown import ShownPieces
from tests.kiosk.gallery import Scene
from tests.kiosk.stage import Stage, lying

FAMILY = (
    Player("Élodie", "red"),
    Player("Ben", "blue"),
    Player("Großmutter", "green"),
    Player("Papa", "orange"),
)
HARD = (
    Player("Wolfgang-Maximilian von Hohenlohe-Langen", "purple"),  # forty letters
    Player("🦊 Félix 🎲", "pink"),
    Player("שרה אסתר", "turquoise"),
    Player("WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", "black"),
)
MORE = ("Mamie", "Tante Clémence", "Jean-Baptiste", "Zoé", "Ольга", "小明", "Nana", "Oncle Barnabé", "Lou")


def new_game(stage: Stage, game: GameName = "triolet", players: tuple[Player, ...] = ()) -> NewGame:
    """What has been chosen so far, with the rules as they are set."""
    new = NewGame.usual(game, stage.backstage)
    new.players = list(players)
    return new


def knows(stage: Stage, *players: Player) -> None:
    """Let these have played before."""
    stage.backstage.players = [KnownPlayer(player, games=3, won=1, best=120) for player in players]


def _choose_game(stage: Stage) -> None:
    stage.kiosk.go(ChooseGameScreen(stage.kiosk))


def _rules(game: GameName, target: int | None = None, own_timer: bool = False, scoring: str = "") -> Scene:
    def scene(stage: Stage) -> None:
        new = new_game(stage, game)
        new.target, new.has_own_timer = target, own_timer
        new.scoring = "none" if scoring == "none" else "junior" if scoring == "junior" else "standard"
        if scoring == "uk":
            new.edition, new.lone_opening = "uk", "zero"
        if scoring == "lowest":
            new.blocked = "lowest"
        stage.kiosk.go(RulesScreen(stage.kiosk, new))

    return scene


def _nobody_yet(stage: Stage) -> None:
    stage.kiosk.go(PlayersScreen(stage.kiosk, new_game(stage, "triominos")))


def _two_seated(stage: Stage) -> None:
    knows(stage, *FAMILY, Player("Mamie", "pink"))
    stage.kiosk.go(PlayersScreen(stage.kiosk, new_game(stage, players=FAMILY[:2])))


def _all_seated(players: tuple[Player, ...]) -> Scene:
    def scene(stage: Stage) -> None:
        colours = ("yellow", "green", "brown", "purple", "pink", "turquoise", "black", "orange", "mauve")
        knows(stage, *players, *map(Player, MORE, colours))
        stage.kiosk.go(PlayersScreen(stage.kiosk, new_game(stage, players=players)))

    return scene


def _full(stage: Stage) -> None:
    _all_seated(FAMILY)(stage)
    stage.step()
    stage.touch("take-Zoé")


def _seat(players: tuple[Player, ...]) -> Scene:
    def scene(stage: Stage) -> None:
        _all_seated(players)(stage)
        stage.step()
        stage.touch("seat-2")

    return scene


def _name(*typed: str, layer: str = "") -> Scene:
    def scene(stage: Stage) -> None:
        stage.kiosk.go(NameScreen(stage.kiosk, ("Ben", HARD[0].name), lambda name: None))
        stage.step()
        for text in typed:
            stage.key("return") if text == "\n" else stage.type(text)
        if layer:
            stage.touch(layer)

    return scene


def _who(players: tuple[Player, ...], game: GameName = "triolet", after_s: float | None = None) -> Scene:
    def scene(stage: Stage) -> None:
        new = new_game(stage, game, players)
        stage.kiosk.go(WhoStartsScreen(stage.kiosk, new, lambda count: 0))
        stage.step()
        if after_s is not None:
            stage.touch("go-on")
            stage.step(after_s)

    return scene


def _without_camera(stage: Stage) -> None:
    stage.backstage.devices = replace(stage.backstage.devices, camera="")
    _who(FAMILY[:2])(stage)


def _pieces(
    shown: ShownPieces | None, players: tuple[Player, ...] = FAMILY, game: GameName = "triominos"
) -> Scene:
    def scene(stage: Stage) -> None:
        stage.backstage.seen_pieces = shown
        new = new_game(stage, game, players)
        stage.kiosk.go(ShowPiecesScreen(stage.kiosk, new, lambda seat: None))
        stage.step()

    return scene


SCENES: dict[str, Scene] = {
    "choose-game": _choose_game,
    "rules-triolet": _rules("triolet"),
    "rules-triolet-uk": _rules("triolet", scoring="uk", target=1000),
    "rules-triominos": _rules("triominos", target=400, scoring="lowest"),
    "rules-triominos-none": _rules("triominos", scoring="none"),
    "rules-challenge": _rules("challenge"),
    "rules-challenge-own": _rules("challenge", target=5000, own_timer=True, scoring="junior"),
    "players-nobody": _nobody_yet,
    "players": _two_seated,
    "players-four": _all_seated(FAMILY),
    "players-full": _full,
    "players-hard-names": _all_seated(HARD),
    "players-seat": _seat(FAMILY),
    "players-seat-hard-names": _seat(HARD),
    "name": _name(),
    "name-typed": _name("Mari"),
    "name-accents": _name("Chlo", layer="to-accents"),
    "name-signs": _name("Ada ", layer="to-signs"),
    "name-long": _name(HARD[3].name, "x"),
    "name-taken": _name(HARD[0].name, "\n"),
    "name-empty": _name("\n"),
    "name-hebrew": _name("שרה אסתר"),
    "who-starts": _who(FAMILY),
    "who-starts-two": _without_camera,
    "who-starts-three": _who(FAMILY[:3], "triominos"),
    "who-starts-hard-names": _who(HARD),
    "who-starts-lot": _who(FAMILY, after_s=1.0),
    "who-starts-name": _who(FAMILY, after_s=LOT_S + 0.1),
    "who-starts-hard-name": _who(HARD, after_s=LOT_S + 0.1),
    "show-pieces": _pieces(None),
    "show-pieces-highest": _pieces(lying("1-3-5", "4-5-5", "0-1-2", "3-4-5")),
    "show-pieces-tokens": _pieces(lying("9", "15", "joker", "12"), game="triolet"),
    "show-pieces-equal": _pieces(lying("0-0-3", "0-4-5", "1-3-5", "2-2-5"), HARD),
    "show-pieces-count": _pieces(lying("1-3-5", "4-5-5"), FAMILY[:3]),
    "show-pieces-unsure": _pieces(lying("1-3-5", "4-5-5", "0-1-2", unsure="4-5-5"), FAMILY[:3]),
    "show-pieces-order": _pieces(replace(lying("9", "15"), is_in_order=False), FAMILY[:2], "triolet"),
}
