"""Triolet tokens that were laid on empty squares to be told: what is left on a rack, or what was drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.referee.hypotheses import Option
from companion.referee.priors import STANDARD, Priors
from companion.referee.shown import gather, weigh
from companion.referee.triolet import UNREADABLE
from companion.referee.triolet_look import Laid, Look, look_at
from companion.rules.triolet.game import Game
from companion.rules.triolet.position import Tokens
from companion.session.shown import ShownPiece, ShownPieces
from vision.observation import BoardObservation, NoBoard, place_of


def shown_tokens(
    observation: BoardObservation | NoBoard,
    game: Game | None,
    before: BoardObservation | None = None,
    priors: Priors = STANDARD,
) -> ShownPieces:
    """The tokens that lie on the board and are not the game's; without a game, all of them.

    The game's own must lie as they were accepted when `before` was seen; or none of them may lie there any
    more, since families also tidy up first and count then.
    """
    if isinstance(observation, NoBoard) or _is_blind(observation):
        return ShownPieces(hindrance="blind")
    board: Tokens = {} if game is None else game.position.board
    look = look_at(observation, board, before, priors)
    if look.missing or look.different:
        if len(look.missing) + len(look.different) < len(board):
            return ShownPieces(hindrance="changed")
        look = look_at(observation, {}, before, priors)
    left, uncertain = (None, ()) if game is None else _left(game)
    return gather(_pieces(observation, look, left, priors), left, uncertain)


def _is_blind(seen: BoardObservation) -> bool:
    """Whether a hand, or bad light, may hide a token anywhere."""
    return bool(seen.in_the_way & UNREADABLE) or ("hand" in seen.in_the_way and bool(seen.covered))


def _left(game: Game) -> tuple[Counter[str], tuple[str, ...]]:
    """What is not on the board, and the faces that the edition does not count for certain."""
    edition = game.position.rules.edition
    uncertain = tuple(face for face in edition.counts if face not in edition.certain)
    return game.ledger.unseen(game.position), uncertain


def _pieces(
    seen: BoardObservation, look: Look, left: Counter[str] | None, priors: Priors
) -> Iterator[tuple[float, ShownPiece]]:
    """Each token with its column."""
    for options in look.squares:
        presence, faces = _readings(options)
        piece = weigh(faces, presence, left, priors)
        if piece is not None:
            cell = next(option.pieces[0][0] for option in options if option.pieces)
            row, column = place_of(cell)
            yield column + float(seen.offsets[row, column, 0]), piece


def _readings(options: Sequence[Option[Laid]]) -> tuple[float, dict[str, float]]:
    """How likely a token lies there, and if so, which; on which side of a line does not matter."""
    faces: dict[str, float] = {}
    nothing = 0.0
    for option in options:
        if option.pieces:
            face = option.pieces[0][1].face
            faces[face] = faces.get(face, 0.0) + option.camera
        else:
            nothing += option.camera
    total = sum(faces.values())
    return total / max(total + nothing, 1e-12), {face: chance / total for face, chance in faces.items()}
