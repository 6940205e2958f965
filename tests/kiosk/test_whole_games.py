"""Whole games through the real kiosk: by touch alone, by the keyboard alone, by the four buttons alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.kiosk.backstage import KnownPlayer
from companion.rules.ending import final_scores
from companion.rules.triolet.editions import Rules as TrioletRules
from companion.rules.triominos.game import Rules as TriominosRules
from companion.rules.verdict import Language
from companion.session.setup import Player, Setup
from tests.kiosk.families import ChallengeFamily, TrioletFamily
from tests.kiosk.family import Family
from tests.kiosk.hands import Finger, FourButtons, Hands, Keyboard
from tests.kiosk.stage import Stage

BEN = Player("Ben", "blue")
TRIOLET_SEED, CHALLENGE_SEED = 5, 4

every_way = pytest.mark.parametrize(
    ("make", "size", "language"),
    [
        pytest.param(Finger, (800, 480), "en", id="by touch alone"),
        pytest.param(Keyboard, (800, 480), "fr", id="by the keyboard alone, in French"),
        pytest.param(FourButtons, (480, 800), "en", id="by the four buttons alone, upright"),
    ],
)
Make = Callable[[Stage], Hands]


def begin(hands: Hands, game: str, *rules: str) -> Setup:
    """From the first screen to the table: somebody new and somebody known, of whom the second begins."""
    stage = hands.stage
    stage.backstage.players = [KnownPlayer(BEN, games=4, won=1, best=120)]
    stage.step()
    for name in ("new-game", game, *rules, "go-on", "new-name"):
        hands.choose(name)
    hands.write("Zoé")
    for name in ("take-Ben", "go-on", "player-2", "go-on"):
        hands.choose(name)
    assert stage.backstage.session is not None
    setup = stage.backstage.session.state.setup
    assert (setup.players, setup.first) == ((Player("Zoé", "red"), BEN), 1)
    return setup


def podium(family: Family) -> dict[str, int]:
    """The points that stand below each name on the podium."""
    texts = family.stage.kiosk.page.texts
    names = [text for text in texts if text.text in [player.name for player in family.view.players]]
    numbers = [text for text in texts if text.text.lstrip("−").isdigit()]
    return {
        name.text: int(number.text.replace("−", "-"))
        for name in names
        for number in numbers
        if number.box.topleft == name.box.bottomleft and number.box.w == name.box.w
    }


def see_the_end(family: Family) -> None:
    """The racks, the podium with what the rules alone make of all turns, and back to the first screen."""
    family.count_racks()
    assert family.screen == "end"
    totals = final_scores(family.game.scores, family.game.settle(family.rests))
    assert totals is not None
    assert podium(family) == {
        player.name: total for player, total in zip(family.view.players, totals, strict=True)
    }
    family.hands.choose("home")
    assert family.screen == "home"


@every_way
def test_a_whole_game_of_triolet_ends_as_the_rules_alone_say(
    make: Make, size: tuple[int, int], language: Language
) -> None:
    hands = make(Stage(size, language))
    setup = begin(hands, "triolet", "lone_opening-zero")
    assert isinstance(setup.rules, TrioletRules) and setup.rules.lone_opening == "zero"
    family = TrioletFamily(hands, setup, TRIOLET_SEED)
    family.agree()
    family.incidents.extend(
        [
            family.lay,
            family.lay_wrongly,
            family.press_with_a_hand_in_the_way,
            family.exchange_two,
            family.lay_something_unclear,
            family.change_ones_mind,
            family.make_tea,
            family.pass_by_pressing,
            family.knock_something_off,
            family.insist,
        ]
    )
    family.play()
    assert family.jokers_told
    see_the_end(family)


@every_way
def test_a_whole_game_of_challenge_ends_as_the_rules_alone_say(
    make: Make, size: tuple[int, int], language: Language
) -> None:
    hands = make(Stage(size, language))
    setup = begin(hands, "challenge", "seconds-more")
    assert isinstance(setup.rules, TriominosRules) and setup.rules.challenge and setup.seconds == 65
    assert hands.stage.kiosk.screen.name == "paused"  # the first sand waits for somebody
    hands.choose("go-on")
    family = ChallengeFamily(hands, setup, CHALLENGE_SEED)
    family.agree()
    family.incidents.extend(
        [
            family.lay,
            family.lay_wrongly,
            family.be_too_slow,
            family.press_with_a_hand_in_the_way,
            family.lay_something_unclear,
            family.change_ones_mind,
            family.make_tea,
            family.knock_something_off,
            family.be_too_slow_to_choose,
        ]
    )
    family.play()
    assert family.draws
    see_the_end(family)
