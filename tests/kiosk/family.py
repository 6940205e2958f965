"""A family that plays a whole game through the kiosk, with everything that happens in an evening.

The pieces come from virtual players, the rulings from the real referee, and all that is told to the game goes
through screens. Beside it the same turns are played by the rules alone: both must agree after every turn.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable

from companion.rules.verdict import Illegal
from companion.session.declined import Declined
from companion.session.forms import Turn
from companion.session.games import Game, lay
from companion.session.rulings import Move
from companion.session.views import TableView
from tests.kiosk.hands import Hands
from tests.kiosk.stage import Stage
from tests.kiosk.tabletop import Tabletop

MOST_TURNS = 200

# Something that happens in a turn in which `Move` is to be laid; whether it could happen there.
Incident = Callable[[Move], bool]


class Family(ABC):
    """Plays turn by turn; subclasses know the pieces of their game."""

    def __init__(self, hands: Hands, top: Tabletop, game: Game) -> None:
        self.hands, self.top = hands, top
        self.game = game  # by the rules alone
        self.incidents: deque[Incident] = deque()
        self.last: Move | None = None  # the last that was laid and counted

    # What a game must know ------------------------------------------------------------------------------

    @abstractmethod
    def decide(self) -> Turn:
        """What the player whose turn it is does."""

    @abstractmethod
    def judge(self, turn: Turn, anyway: bool) -> Game:
        """The game after a turn by the rules alone; the pieces change hands."""

    @abstractmethod
    def err(self, move: Move) -> tuple[Move, Illegal] | None:
        """An illegal move in place of this one, with pieces of the own rack."""

    @abstractmethod
    def do_otherwise(self, turn: Turn) -> None:
        """A turn that lays nothing."""

    @abstractmethod
    def spell_rest(self, player: int) -> list[str]:
        """What is left on a rack, as it is keyed in."""

    @property
    @abstractmethod
    def rests(self) -> dict[int, int]:
        """What is left on each rack in truth."""

    @abstractmethod
    def go_on_after_undo(self) -> None:
        """What must be done before play goes on."""

    @abstractmethod
    def tell_more(self, move: Move) -> None:
        """Answer what the camera cannot know, if anything."""

    # Playing --------------------------------------------------------------------------------------------

    def play(self) -> None:
        """Turn by turn to the end; every incident in the first turn in which it can happen."""
        for _ in range(MOST_TURNS):
            if self.game.end is not None:
                break
            turn = self.decide()
            move: Move | None = getattr(turn, "move", None)
            if move is None:
                self.do_otherwise(turn)
            elif self.incidents and self.incidents[0](move):
                self.incidents.popleft()
            else:
                self.lay(move)
        assert self.game.end is not None and not self.incidents

    def lay(self, move: Move) -> bool:
        """Lay it, press, and have it counted."""
        self.top.lay(move)
        self.press()
        self.tell_more(move)
        self.agree_on(lay(move))
        return True

    def press(self) -> None:
        """End turn, and what the referee says to it."""
        self.hands.end_turn()
        assert self.view.phase == "reading"
        self.rule()

    def rule(self) -> None:
        self.stage.backstage.rule(self.top.look(self.view.game))
        self.stage.step()

    def agree_on(self, turn: Turn, anyway: bool = False) -> None:
        """This turn was counted, and the kiosk shows what the rules make of it."""
        self.game = self.judge(turn, anyway)
        move: Move | None = getattr(turn, "move", None)
        if move is not None:
            self.top.accept()
            self.last = move
        self.agree()

    def agree(self) -> None:
        view = self.view
        assert len(view.lines) == len(self.game.entries)
        assert (view.scores, view.player) == (self.game.scores, self.game.player)
        assert view.game.position == self.game.position
        if self.game.end is None:
            assert self.screen == "game"

    # What happens in an evening --------------------------------------------------------------------------

    def lay_wrongly(self, move: Move) -> bool:
        """An illegal move is refused with its reason, and put right."""
        wrong = self._have_refused(move)
        if wrong is None:
            return False
        self.hands.choose("dismiss")
        assert self.screen == "game"
        self.top.take(wrong)
        return self.lay(move)

    def insist(self, move: Move) -> bool:
        """An illegal move is counted anyway."""
        wrong = self._have_refused(move)
        if wrong is None:
            return False
        self.hands.choose("overrule")
        assert self.screen == "confirm"
        self.hands.choose("yes")
        self.agree_on(lay(wrong), anyway=True)
        assert self.view.lines[-1].mark == "overruled"
        return True

    def press_with_a_hand_in_the_way(self, move: Move) -> bool:
        """The table is read by itself as soon as it is clear."""
        self.top.is_covered = True
        self.top.lay(move)
        self.press()
        assert self.screen == "clear-table"
        self.top.is_covered = False
        self.rule()
        self.tell_more(move)
        self.agree_on(lay(move))
        return True

    def lay_something_unclear(self, move: Move) -> bool:
        """The camera is not sure, and the family says what lies there."""
        self.top.lay(move)
        self.top.smear(move)
        self.press()
        assert self.screen == "unsure" and self.view.question is not None
        readings = [choice.moves for choice in self.view.question.choices if choice.answer == "reading"]
        self.hands.choose(f"reading-{readings.index((move,))}")
        self.agree_on(lay(move))
        return True

    def change_ones_mind(self, move: Move) -> bool:
        """A counted move is taken back, which must be confirmed; then it is laid all the same."""
        self.top.lay(move)
        self.press()
        self.tell_more(move)
        assert len(self.view.lines) == len(self.game.entries) + 1
        self.hands.choose("undo")
        assert self.screen == "confirm"
        self.hands.choose("no")
        assert len(self.view.lines) == len(self.game.entries) + 1
        self.hands.choose("undo")
        self.hands.choose("yes")
        self.top.take(move)
        self.top.forget()
        self.go_on_after_undo()
        self.agree()
        return self.lay(move)

    def make_tea(self, move: Move) -> bool:
        """A pause, so long that the screen goes dark, after which play goes on."""
        self.hands.pause()
        assert self.screen == "paused"
        self.stage.step(2 * self.stage.backstage.choices.dim_after_s)
        self.hands.wake()
        assert self.screen == "paused"
        self.hands.choose("go-on")
        self.agree()
        return self.lay(move)

    def knock_something_off(self, move: Move) -> bool:
        """A piece that was accepted is gone, and put back."""
        if self.last is None:
            return False
        self.top.take(self.last)
        self.top.lay(move)
        self.press()
        assert self.screen == "changed"
        self.top.lay(self.last)
        self.hands.choose("put-back")
        self.rule()
        self.tell_more(move)
        self.agree_on(lay(move))
        return True

    def _have_refused(self, move: Move) -> Move | None:
        """Lay something illegal instead and press; `None` if nothing that is at hand is illegal."""
        erred = self.err(move)
        if erred is None:
            return None
        wrong, verdict = erred
        self.top.lay(wrong)
        self.press()
        assert self.screen == "refused"
        assert Declined("illegal-move", verdict=verdict).say(self.stage.kiosk.language) in self.shown
        return wrong

    # The end --------------------------------------------------------------------------------------------

    def count_racks(self) -> None:
        """Tell what is left, wherever the screen asks for it."""
        told: dict[int, int] = {}
        while self.screen == "count-racks":
            assert self.view.end is not None
            player = self.view.end.missing[0]
            assert player not in told
            self.hands.tell_rack(self.spell_rest(player))
            told[player] = self.rests[player]
        assert told
        assert self.view.end is not None and dict(self.view.end.told) == told

    # The kiosk -------------------------------------------------------------------------------------------

    @property
    def stage(self) -> Stage:
        return self.hands.stage

    @property
    def screen(self) -> str:
        return self.stage.kiosk.screen.name

    @property
    def view(self) -> TableView:
        view = self.stage.kiosk.view
        assert view is not None
        return view

    @property
    def shown(self) -> str:
        """Every word on the page."""
        return " ".join(text.text for text in self.stage.kiosk.page.texts)
