"""The tray of pieces to be placed: which is in hand, where those put down stand and how."""

from __future__ import annotations

from dataclasses import replace

from game.client.editors.desk import Desk
from game.client.editors.judged import Judged
from game.client.editors.pieces import Piece
from game.client.editors.whereabouts import bases_of, centre_of
from game.engine.decision import Answer, Choice, PlaceAnswer, PlaceSpace, Standing, Verdict
from game.geometry.shapes import Pose, bearing, norm_deg


class Tray:
    """The pieces.

    Attributes
    ----------
    pieces
        Those put down, in the order in which they were.
    hand
        The piece in hand; "" for none.
    carrying
        It hangs at the pointer, and has not been put down.
    """

    def __init__(self, desk: Desk, space: PlaceSpace, judged: Judged) -> None:
        self.desk, self.space, self.judged = desk, space, judged
        self.pieces: dict[str, Piece] = {}
        self.hand = ""
        self.carrying = False
        self._turned: float | None = None
        self._names: dict[str, str] = {}

    def changed(self) -> None:
        """The draft is another one now."""
        self.judged.changed()

    def verdict(self) -> Verdict | None:
        """What the engine says of the draft."""
        return self.judged.verdict()

    # -- the draft --------------------------------------------------------------------------------------------

    def answer(self) -> Answer | None:
        """The pieces put down so far."""
        if not self.pieces:
            return PlaceAnswer(()) if self.space.least == 0 else None
        return PlaceAnswer(tuple(self.standing(t, p) for t, p in self.pieces.items()))

    def standing(self, thing: str, piece: Piece) -> Standing:
        """A piece as an answer tells it."""
        if piece.inside:
            return Standing(thing, inside=piece.inside)
        if piece.poses:
            return Standing(thing, {b: _round(p) for b, p in piece.poses}, piece.formation)
        at = _round(Pose(piece.x, piece.y, piece.facing))
        bases = bases_of(self.desk.view, thing)
        if not piece.formation and len(bases) == 1:
            return Standing(thing, {self._named(thing, bases[0], at): at})
        return Standing(thing, {thing: at}, piece.formation)

    def _named(self, thing: str, base: str, at: Pose) -> str:
        """By what a thing of one base is placed: by its base, or by itself where a card is laid for it."""
        if thing not in self._names:
            by_base, by_thing = (self.desk.check(PlaceAnswer((Standing(thing, {n: at}),))) for n in (base, thing))
            both = by_base.status == "unfinished" != by_thing.status
            self._names[thing] = thing if both else base
        return self._names[thing]

    def load(self, answer: Answer) -> None:
        """Take an answer as the draft."""
        if not isinstance(answer, PlaceAnswer):
            return
        self.pieces = {}
        for standing in answer.places:
            self.pieces[standing.thing] = self.piece_of(standing)
            self.hand = standing.thing
        self.carrying = False

    @staticmethod
    def piece_of(standing: Standing) -> Piece:
        """What an answer tells of a thing, as a piece."""
        if standing.inside:
            return Piece(inside=standing.inside)
        poses = standing.poses
        if standing.thing in poses:
            at = poses[standing.thing]
            return Piece(at.x, at.y, at.facing, standing.formation)
        if not poses:
            return Piece()
        x, y = centre_of(poses.values())
        facing = next(iter(poses.values())).facing
        return Piece(x, y, facing, standing.formation, () if standing.formation else tuple(poses.items()))

    def clear(self) -> None:
        """All pieces back into the tray."""
        self.pieces, self.carrying = {}, False
        self.changed()

    def undo_part(self) -> bool:
        """The last piece back into the tray."""
        if not self.pieces:
            return False
        self.hand = next(reversed(self.pieces))
        self.pieces.pop(self.hand)
        self.changed()
        return True

    # -- one piece --------------------------------------------------------------------------------------------

    def take(self, thing: str) -> None:
        """Take a piece into the hand."""
        choice = next((c for c in self.space.things if c.id == thing), None)
        if choice is None or choice.bar is not None:
            return
        self.hand = thing
        self.carrying = thing not in self.pieces
        self.changed()

    def piece(self) -> Piece:
        """The piece in hand as it stands, or as it would first stand."""
        found = self.pieces.get(self.hand)
        if found is not None:
            return found
        last = next(reversed(self.pieces.values()), None) if self.pieces else None
        formation = next((c.id for c in self.formations() if c.bar is None), "")
        x, y = self._middle_of_zone()
        facing = self._turned if self._turned is not None else last.facing if last is not None else self._first_facing()
        return Piece(x, y, facing, formation)

    def formations(self) -> tuple[Choice, ...]:
        """What the piece in hand may stand in: its own formations, or those of all."""
        return self.space.shapes.get(self.hand, self.space.formations)

    def _first_facing(self) -> float:
        """Towards the middle of the table from the zone, to the nearest quarter; or the first that is allowed."""
        if self.space.facings:
            return self.space.facings[0]
        x, y = self._middle_of_zone()
        table = self.desk.view.table
        dx, dy = table.width / 2 - x, table.depth / 2 - y
        return norm_deg(round(bearing(dx, dy) / 90.0) * 90.0) if (dx, dy) != (0.0, 0.0) else 0.0

    def _middle_of_zone(self) -> tuple[float, float]:
        points = [p for zone in self.space.zone for p in zone]
        if not points:
            return self.desk.view.table.width / 2, self.desk.view.table.depth / 2
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    def put(self, piece: Piece) -> None:
        """Put the piece in hand somewhere."""
        if not self.hand:
            return
        if self.hand not in self.pieces and len(self.pieces) >= self.space.most:
            self.pieces.pop(next(iter(self.pieces)))
        self.pieces[self.hand] = piece
        self.changed()

    def turn_by(self, degrees: float) -> None:
        """Turn the piece in hand."""
        piece = self.piece()
        if self.space.facings:
            facings = list(self.space.facings)
            at = facings.index(piece.facing) if piece.facing in facings else 0
            facing = facings[(at + (1 if degrees > 0 else -1)) % len(facings)]
        else:
            facing = norm_deg(piece.facing + degrees)
        self._turned = facing
        if self.hand in self.pieces and not piece.inside:
            self.put(replace(piece, facing=facing, poses=()))
        else:
            self.changed()

    def form(self, formation: str) -> None:
        """Form the piece in hand up."""
        self.put(replace(self.piece(), formation=formation, poses=(), inside=""))


def _round(pose: Pose) -> Pose:
    return Pose(round(pose.x, 3) + 0.0, round(pose.y, 3) + 0.0, round(norm_deg(pose.facing), 3) + 0.0, pose.level)
