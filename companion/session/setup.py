"""What a game is begun with: who plays, by which rules, to which target."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.rules.forms import (
    at,
    read_choice,
    read_fields,
    read_list,
    read_number,
    read_text,
    read_truth,
    read_whole_number,
)
from companion.rules.match import Match
from companion.rules.triolet import editions as triolet
from companion.rules.triominos import game as triominos
from companion.rules.triominos.position import SCORINGS
from companion.session.forms import KINDS, Kind, whole_numbers_from_json

SECONDS = 60.0  # the Challenge sheet names no time; this is what RULES.md takes
BLOCKED = ("own", "lowest")

Rules = triolet.Rules | triominos.Rules


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody at the table. `colour` is any name or number that the screen understands."""

    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class Setup:
    """A game about to begin, alone or as the next one of a match."""

    rules: Rules
    players: tuple[Player, ...]
    first: int = 0  # who begins
    seconds: float | None = SECONDS  # of sand, in Challenge; None: the players have a timer of their own
    target: int | None = None  # the match ends with the first to reach it
    games: tuple[tuple[int, ...], ...] = ()  # the final scores of the games before

    @property
    def kind(self) -> Kind:
        return "triolet" if isinstance(self.rules, triolet.Rules) else "triominos"

    @property
    def sand_s(self) -> float | None:
        """How long the sand of a turn runs; `None` where there is none."""
        is_challenge = isinstance(self.rules, triominos.Rules) and self.rules.challenge
        return self.seconds if is_challenge else None

    @property
    def match(self) -> Match | None:
        return None if self.target is None else Match(self.target, self.games)

    def after(self, scores: tuple[int, ...], first: int) -> Setup:
        """The next game with the same players, after one that ended with these scores."""
        return replace(self, first=first, games=(*self.games, scores))

    def to_json(self) -> dict[str, object]:
        form: dict[str, object] = {
            "game": self.kind,
            "players": [{"name": player.name, "colour": player.colour} for player in self.players],
            "first": self.first,
            "seconds": self.seconds,
            "target": self.target,
            "games": [list(scores) for scores in self.games],
        }
        if isinstance(self.rules, triolet.Rules):
            return {**form, "rules": self.rules.to_json(), "layout": self.rules.layout.to_json()}
        rules = {
            "scoring": self.rules.scoring,
            "blocked": self.rules.blocked,
            "challenge": self.rules.challenge,
        }
        return {**form, "rules": rules}

    @classmethod
    def from_json(cls, form: object, place: str = "") -> Setup:
        fields = read_fields(
            form,
            place,
            required=("game", "players", "first", "seconds", "target", "games", "rules"),
            optional=("layout",),
        )
        spot = at(place, "players")
        players = tuple(
            _player_from_json(one, at(spot, index))
            for index, one in enumerate(read_list(fields["players"], spot))
        )
        seconds, target, spot = fields["seconds"], fields["target"], at(place, "games")
        return cls(
            _rules_from_json(form, place),
            players,
            read_whole_number(fields["first"], at(place, "first")),
            None if seconds is None else read_number(seconds, at(place, "seconds")),
            None if target is None else read_whole_number(target, at(place, "target")),
            tuple(
                whole_numbers_from_json(scores, at(spot, index))
                for index, scores in enumerate(read_list(fields["games"], spot))
            ),
        )


def _player_from_json(form: object, place: str) -> Player:
    fields = read_fields(form, place, required=("name", "colour"))
    return Player(
        read_text(fields["name"], at(place, "name")), read_text(fields["colour"], at(place, "colour"))
    )


def _rules_from_json(form: object, place: str) -> Rules:
    common = ("game", "players", "first", "seconds", "target", "games", "rules")
    fields = read_fields(form, place, required=common, optional=("layout",))
    if read_choice(fields["game"], at(place, "game"), KINDS) == "triolet":
        fields = read_fields(form, place, required=(*common, "layout"))
        layout = triolet.Layout.parse(fields["layout"], at(place, "layout"))
        return triolet.Rules.parse(fields["rules"]).with_layout(layout)
    fields = read_fields(form, place, required=common)
    spot = at(place, "rules")
    rules = read_fields(fields["rules"], spot, required=("scoring", "blocked", "challenge"))
    blocked = read_choice(rules["blocked"], at(spot, "blocked"), BLOCKED)
    return triominos.Rules(
        read_choice(rules["scoring"], at(spot, "scoring"), SCORINGS),
        "lowest" if blocked == "lowest" else "own",
        read_truth(rules["challenge"], at(spot, "challenge")),
    )
