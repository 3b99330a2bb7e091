"""The hand that places pieces: it takes them by their ghosts, carries them about, puts them down."""

from __future__ import annotations

from dataclasses import replace

from game.client.editors.array import Array
from game.client.editors.desk import Spot
from game.client.editors.pieces import Piece, carried, ghost_under, inside, loosened
from game.client.editors.slide import slid
from game.client.editors.snap import friends, snaps
from game.client.editors.tray import Tray
from game.client.editors.whereabouts import all_bases, bases_of, centre_of
from game.client.words import _
from game.geometry.shapes import Pose, bearing, norm_deg


class PlaceHand:
    """The mouse on the pieces of a tray.

    Attributes
    ----------
    at
        Where the piece carried hangs; None where the pointer is elsewhere.
    snapped
        What the piece in hand has snapped to, in words; "" for nothing.
    array
        Where what is left would come to stand.
    """

    def __init__(self, tray: Tray) -> None:
        self.tray = tray
        self.at: Spot | None = None
        self.snapped = ""
        self.array = Array()
        self._grip = (0.0, 0.0)
        self._base = ""
        self._free: dict[str, Pose] = {}

    def grab(self, spot: Spot, alone: bool = False) -> bool:
        """Take a piece by its ghost (or, alone, one base of it); or put the one in hand down here and hold it."""
        tray = self.tray
        if alone and self._grab_base(spot):
            return True
        for thing, piece in tray.pieces.items():
            if not piece.inside and self._over(thing, spot):
                tray.hand, tray.carrying = thing, False
                x, y = (piece.x, piece.y) if not piece.poses else centre_of([p for _b, p in piece.poses])
                self._grip = (x - spot.x, y - spot.y)
                tray.changed()
                return True
        if self._grab_array(spot):
            return True
        for thing in (spot.unit, spot.base):
            if thing and any(c.id == thing and c.bar is None for c in tray.space.things) and thing not in tray.pieces:
                tray.take(thing)
                return True
        if tray.carrying and tray.hand and not self._carrier(spot):
            tray.carrying = False
            self._grip = (0.0, 0.0)
            tray.put(replace(tray.piece(), x=spot.x, y=spot.y, poses=(), inside=""))
            return True
        return False

    def _grab_array(self, spot: Spot) -> bool:
        """Take a piece that is not drafted yet by where it would come to stand; what was drafted before goes back."""
        tray = self.tray
        thing = self.array.under(tray.desk, spot)
        if not thing or thing in tray.pieces or not any(c.id == thing and c.bar is None for c in tray.space.things):
            return False
        if tray.carrying and self._carrier(spot):
            return False  # who hangs at the pointer gets in beside those who will be there
        piece = tray.piece_of(self.array.places[thing].standing)
        tray.hand, tray.carrying = thing, False
        x, y = (piece.x, piece.y) if not piece.poses else centre_of([p for _b, p in piece.poses])
        self._grip = (0.0, 0.0) if piece.inside else (x - spot.x, y - spot.y)
        tray.put(piece)
        return True

    def _keep(self) -> None:
        """What was dragged where it may stand waits there for its question, whatever else is dragged before."""
        tray = self.tray
        verdict, piece = tray.verdict(), tray.pieces.get(tray.hand)
        if verdict is not None and verdict.legal and piece is not None and len(tray.pieces) == 1:
            self.array.keep(tray.standing(tray.hand, piece), verdict.ghosts)

    def _grab_base(self, spot: Spot) -> bool:
        """Take one base out of an arrangement; the others stay where they are."""
        tray = self.tray
        base = ghost_under(tray.desk.view, tray.verdict(), spot)
        thing = next((t for t in tray.pieces if base in bases_of(tray.desk.view, t)), "")
        loose = loosened(tray.desk.view, tray.pieces[thing], tray.verdict(), thing) if thing else None
        if loose is None:
            return False
        tray.hand, tray.carrying, self._base = thing, False, base
        pose = dict(loose.poses)[base]
        self._grip = (pose.x - spot.x, pose.y - spot.y)
        tray.put(loose)
        return True

    def _over(self, thing: str, spot: Spot) -> bool:
        tray = self.tray
        verdict = tray.verdict()
        mine = set(bases_of(tray.desk.view, thing))
        bases = all_bases(tray.desk.view)
        for ghost in verdict.ghosts if verdict is not None else ():
            if ghost.base in mine and inside(
                ghost.pose, bases[ghost.base].shape.width, bases[ghost.base].shape.depth, spot
            ):
                return True
        piece = tray.pieces[thing]
        return (piece.x - spot.x) ** 2 + (piece.y - spot.y) ** 2 <= 20.0**2

    def _carrier(self, spot: Spot) -> str:
        tray = self.tray
        known = {c.id for c in tray.space.carriers if c.bar is None}
        return next((t for t in spot.things if t in known), "")

    def drag(self, spot: Spot, fine: bool = False) -> None:
        """The piece in hand, or the one base taken out of it, follows the pointer."""
        tray = self.tray
        x, y = spot.x + self._grip[0], spot.y + self._grip[1]
        self.snapped = ""
        before = self._stood()
        tray.put(carried(tray.piece(), x, y, self._base))
        if not fine and not self._base and not self._slide(before):
            self._snap(x, y)

    def _stood(self) -> dict[str, Pose]:
        """Where the piece in hand would stand, if it may."""
        tray = self.tray
        verdict = tray.verdict()
        mine = set(bases_of(tray.desk.view, tray.hand))
        legal = verdict is not None and verdict.legal
        return {g.base: g.pose for g in verdict.ghosts if g.base in mine} if verdict is not None and legal else {}

    def _slide(self, before: dict[str, Pose]) -> bool:
        """Let the piece slide along what it was drawn against; False where it met nobody, or may not stand there."""
        tray = self.tray
        verdict, wish = tray.verdict(), tray.piece()
        mine = set(bases_of(tray.desk.view, tray.hand))
        there = {g.base: g.pose for g in verdict.ghosts if g.base in mine} if verdict is not None else {}
        if verdict is None or verdict.legal or len(wish.poses) > 1:
            return False
        self._free = before or self._free
        found = slid(tray.desk.view, self._free, there)
        if found is None:
            return False
        (x0, y0), (x1, y1) = centre_of(there.values()), centre_of(found.values())
        some = next(iter(found))
        turn = found[some].facing - there[some].facing
        tray.put(replace(wish, x=wish.x + x1 - x0, y=wish.y + y1 - y0, facing=norm_deg(wish.facing + turn)))
        verdict = tray.verdict()
        if verdict is not None and verdict.legal:
            self.snapped, self._free = _("slides along"), found
            return True
        tray.put(wish)
        return False

    def _snap(self, x: float, y: float) -> None:
        """Draw the piece to its neighbours or the edge of the zone, where it may stand there too."""
        tray = self.tray
        view, verdict = tray.desk.view, tray.verdict()
        mine = set(bases_of(view, tray.hand))
        here = {g.base: g.pose for g in verdict.ghosts if g.base in mine} if verdict is not None else {}
        for snap in snaps(view, tray.desk.words, tray.hand, here, friends(view, tray.hand), tray.space.zone):
            tray.put(carried(tray.piece(), x + snap.dx, y + snap.dy))
            verdict = tray.verdict()
            if verdict is not None and verdict.legal:
                self.snapped = snap.words
                return
            tray.put(carried(tray.piece(), x, y))

    def drop(self, spot: Spot) -> None:
        """Put down; on a carrier it gets in."""
        tray = self.tray
        self.snapped, self._free = "", {}
        carrier = self._carrier(spot) if not self._base else ""
        if carrier:
            tray.put(Piece(inside=carrier))
        self._base = ""
        self._keep()

    def click(self, spot: Spot) -> bool:
        """A click on a carrier lets the piece in hand get in."""
        tray = self.tray
        carrier = self._carrier(spot)
        if carrier and tray.hand:
            tray.carrying = False
            tray.put(Piece(inside=carrier))
            return True
        return False

    def hover(self, spot: Spot | None) -> None:
        """The piece carried follows the pointer before it is put down."""
        tray = self.tray
        if tray.carrying and spot != self.at:
            self.at = spot

    def face(self, spot: Spot) -> None:
        """Turn the piece in hand towards a point."""
        tray = self.tray
        piece = tray.pieces.get(tray.hand)
        if piece is not None and not piece.inside and not tray.space.facings:
            tray.put(replace(piece, facing=round(bearing(spot.x - piece.x, spot.y - piece.y)), poses=()))
