"""The editor of places: pieces from a tray onto the table, in formation, turned, into carriers."""

from __future__ import annotations

from dataclasses import replace

from game.client.editors.base import LEGAL, REFUSED, SELECT, TARGET, Desk, Editor, Marks, Spot
from game.client.editors.frontages import stepped
from game.client.editors.move_marks import snapped_words
from game.client.editors.nudge_words import FINE_STEP, TURN_STEP
from game.client.editors.option import mark_thing
from game.client.editors.pieces import Piece, carried, ghost_under, inside, loosened, token_overlays
from game.client.editors.place_rows import place_rows
from game.client.editors.places import all_bases, bases_of, centre_of, ghost_overlays
from game.client.editors.snap import friends, snaps
from game.client.table import overlays as o
from game.client.ui.rows import Press, Row
from game.client.ui.text import say
from game.client.words import clause_spans
from game.engine.decision import Answer, Choice, Ghost, PlaceAnswer, PlaceSpace, Standing
from game.geometry.shapes import Pose, bearing, forward, norm_deg, right


class PlaceEditor(Editor):
    """Things of the tray, one in hand."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        assert isinstance(desk.asked.space, PlaceSpace)
        self.space = desk.asked.space
        self.pieces: dict[str, Piece] = {}
        self.hand = ""
        self.carrying = False
        self.snapped = ""
        self._grip = (0.0, 0.0)
        self._at: Spot | None = None
        self._turned: float | None = None
        self._base = ""
        if desk.asked.draft is not None:
            self.load(desk.asked.draft)
        free = [c.id for c in self.space.things if c.bar is None]
        if not self.hand and free:
            self.hand = free[0]

    # -- the draft --------------------------------------------------------------------------------------------

    def answer(self) -> Answer | None:
        """The pieces put down so far."""
        if not self.pieces:
            return PlaceAnswer(()) if self.space.least == 0 else None
        return PlaceAnswer(tuple(self._standing(t, p) for t, p in self.pieces.items()))

    def _standing(self, thing: str, piece: Piece) -> Standing:
        if piece.inside:
            return Standing(thing, inside=piece.inside)
        if piece.poses:
            return Standing(thing, {b: _round(p) for b, p in piece.poses}, piece.formation)
        at = _round(Pose(piece.x, piece.y, piece.facing))
        bases = bases_of(self.desk.view, thing)
        if not piece.formation and len(bases) == 1:
            return Standing(thing, {bases[0]: at})
        return Standing(thing, {thing: at}, piece.formation)

    def load(self, answer: Answer) -> None:
        """Take an answer as the draft."""
        if not isinstance(answer, PlaceAnswer):
            return
        self.pieces = {}
        for standing in answer.places:
            self.pieces[standing.thing] = self._piece(standing)
            self.hand = standing.thing
        self.carrying = False

    def _piece(self, standing: Standing) -> Piece:
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

    # -- the mouse --------------------------------------------------------------------------------------------

    def grab(self, spot: Spot, alone: bool = False) -> bool:
        """Take a piece by its ghost (or, alone, one base of it); or put the one in hand down here and hold it."""
        if alone and self._grab_base(spot):
            return True
        for thing, piece in self.pieces.items():
            if not piece.inside and self._over(thing, spot):
                self.hand, self.carrying = thing, False
                x, y = (piece.x, piece.y) if not piece.poses else centre_of([p for _b, p in piece.poses])
                self._grip = (x - spot.x, y - spot.y)
                self.changed()
                return True
        for thing in (spot.unit, spot.base):
            if thing and any(c.id == thing and c.bar is None for c in self.space.things) and thing not in self.pieces:
                self.take(thing)
                return True
        if self.carrying and self.hand and not self._carrier(spot):
            self.carrying = False
            self._grip = (0.0, 0.0)
            self.put(replace(self.piece(), x=spot.x, y=spot.y, poses=(), inside=""))
            return True
        return False

    def _grab_base(self, spot: Spot) -> bool:
        """Take one base out of an arrangement; the others stay where they are."""
        base = ghost_under(self.desk.view, self.verdict(), spot)
        thing = next((t for t in self.pieces if base in bases_of(self.desk.view, t)), "")
        loose = loosened(self.desk.view, self.pieces[thing], self.verdict(), thing) if thing else None
        if loose is None:
            return False
        self.hand, self.carrying, self._base = thing, False, base
        pose = dict(loose.poses)[base]
        self._grip = (pose.x - spot.x, pose.y - spot.y)
        self.put(loose)
        return True

    def _over(self, thing: str, spot: Spot) -> bool:
        verdict = self.verdict()
        mine = set(bases_of(self.desk.view, thing))
        bases = all_bases(self.desk.view)
        for ghost in verdict.ghosts if verdict is not None else ():
            if ghost.base in mine and inside(
                ghost.pose, bases[ghost.base].shape.width, bases[ghost.base].shape.depth, spot
            ):
                return True
        piece = self.pieces[thing]
        return (piece.x - spot.x) ** 2 + (piece.y - spot.y) ** 2 <= 20.0**2

    def _carrier(self, spot: Spot) -> str:
        known = {c.id for c in self.space.carriers if c.bar is None}
        return next((t for t in spot.things if t in known), "")

    def drag(self, spot: Spot, fine: bool = False) -> None:
        """The piece in hand, or the one base taken out of it, follows the pointer."""
        x, y = spot.x + self._grip[0], spot.y + self._grip[1]
        self.snapped = ""
        self.put(carried(self.piece(), x, y, self._base))
        if not fine and not self._base:
            self._snap(x, y)

    def _snap(self, x: float, y: float) -> None:
        """Draw the piece to its neighbours or the edge of the zone, where it may stand there too."""
        view, verdict = self.desk.view, self.verdict()
        mine = set(bases_of(view, self.hand))
        here = {g.base: g.pose for g in verdict.ghosts if g.base in mine} if verdict is not None else {}
        for snap in snaps(view, self.desk.words, self.hand, here, friends(view, self.hand), self.space.zone):
            self.put(carried(self.piece(), x + snap.dx, y + snap.dy))
            verdict = self.verdict()
            if verdict is not None and verdict.legal:
                self.snapped = snap.words
                return
            self.put(carried(self.piece(), x, y))

    def drop(self, spot: Spot) -> None:
        """Put down; on a carrier it gets in."""
        self.snapped = ""
        if self._base:
            self._base = ""
            return
        carrier = self._carrier(spot)
        if carrier:
            self.put(Piece(inside=carrier))

    def click(self, spot: Spot) -> bool:
        """A click on a carrier lets the piece in hand get in."""
        carrier = self._carrier(spot)
        if carrier and self.hand:
            self.carrying = False
            self.put(Piece(inside=carrier))
            return True
        return False

    def hover(self, spot: Spot | None) -> None:
        """The piece carried follows the pointer before it is put down."""
        if self.carrying and spot != self._at:
            self._at = spot
            self.version += 0

    def face(self, spot: Spot) -> None:
        """Turn the piece in hand towards a point."""
        piece = self.pieces.get(self.hand)
        if piece is not None and not piece.inside and not self.space.facings:
            self.put(replace(piece, facing=round(bearing(spot.x - piece.x, spot.y - piece.y)), poses=()))

    def wheel(self, notches: float, fine: bool = False) -> bool:
        """Turn the piece in hand while it is carried or held."""
        self.turn_by(notches * (FINE_STEP if fine else TURN_STEP))
        return True

    # -- the keyboard and the rows ----------------------------------------------------------------------------

    def action(self, action: str, step: float = 1.0) -> bool:
        """Nudges, turns, formations, the next piece."""
        far = self.desk.unit_mm * step
        nudges = {"forward": (far, 0.0), "backward": (-far, 0.0), "left": (0.0, -far), "right": (0.0, far)}
        if action in nudges and self.hand:
            piece = self.piece()
            (fx, fy), (rx, ry) = forward(piece.facing), right(piece.facing)
            ahead, aside = nudges[action]
            self.carrying = False
            self.put(
                replace(
                    piece, x=piece.x + fx * ahead + rx * aside, y=piece.y + fy * ahead + ry * aside, poses=(), inside=""
                )
            )
            return True
        if action in ("turn_left", "turn_right") and self.hand:
            degrees = FINE_STEP if step < 1 else TURN_STEP if step == 1 else 3 * TURN_STEP
            self.turn_by(degrees if action == "turn_right" else -degrees)
            return True
        if action == "formation" and self.formations():
            ids = [c.id for c in self.formations() if c.bar is None]
            now = self.piece().formation
            self.form(ids[(ids.index(now) + 1) % len(ids)] if now in ids else ids[0])
            return True
        if action in ("next", "previous"):
            free = [c.id for c in self.space.things if c.bar is None]
            if free:
                at = free.index(self.hand) if self.hand in free else 0
                self.take(free[(at + (1 if action == "next" else -1)) % len(free)])
            return bool(free)
        return False

    def press(self, press: Press) -> bool:
        """A row of the panel."""
        kind, _newline, name = press.id.partition("\n")
        if kind == "facing":
            self.turn_by(TURN_STEP if press.what == "more" else -TURN_STEP)
        elif kind == "frontage":
            self.form(stepped(self.formations(), self.piece().formation, 1 if press.what == "more" else -1, none=False))
        elif press.what == "press" and kind == "thing":
            self.take(name)
        elif press.what == "press" and kind == "formation":
            self.form(name)
        elif press.what == "press" and kind == "carrier":
            again = self.pieces.get(self.hand) == Piece(inside=name)
            self.put(Piece(inside=name))
            return again
        return False

    def digit(self, digit: int) -> bool:
        """Digits take pieces."""
        if not 1 <= digit <= len(self.space.things):
            return False
        self.take(self.space.things[digit - 1].id)
        return True

    def rows(self) -> list[Row]:
        """The tray, formations, facing, carriers."""
        return place_rows(self)

    def chief_row(self) -> str:
        """The piece in hand."""
        return f"thing\n{self.hand}" if self.hand else ""

    def subject(self) -> str:
        """The piece in hand."""
        return self.hand

    def marks(self) -> Marks:
        """The zone, the ghosts, the piece carried."""
        marks = Marks()
        desk = self.desk
        if self.space.zone:
            marks.overlays.append(o.Area(tuple(self.space.zone), "zone"))
        for choice in self.space.carriers:
            if choice.bar is None:
                mark_thing(desk, marks, choice.id, TARGET)
        if self.hand in desk.view.units:
            mark_thing(desk, marks, self.hand, SELECT)
        verdict = self.verdict()
        role = REFUSED if verdict is not None and verdict.status == "refused" else LEGAL
        if self.pieces:
            shown = verdict.ghosts if verdict is not None and verdict.ghosts else self._plain_ghosts()
            marks.overlays += ghost_overlays(desk.view, shown, role)
            for thing, piece in self.pieces.items():
                marks.overlays += token_overlays(desk.view, thing, piece, role)
        if self.carrying and self._at is not None:
            self._carried(marks)
        elif self.snapped:
            marks.pointer = snapped_words(self.snapped)
        elif verdict is not None and verdict.status == "refused" and verdict.reasons:
            reason = verdict.reasons[0]
            marks.pointer = say(desk.say(reason.text), "small_bold", "danger") + clause_spans([reason.clause])
            marks.pointer_role = REFUSED
        return marks

    def _plain_ghosts(self) -> list[Ghost]:
        """Where pieces were put, while the ruleset says nothing of it."""
        out = []
        for thing, piece in self.pieces.items():
            out += [Ghost(b, p) for b, p in piece.poses]
            if not piece.poses and not piece.inside:
                out += [Ghost(b, Pose(piece.x, piece.y, piece.facing)) for b in bases_of(self.desk.view, thing)[:1]]
        return out

    def _carried(self, marks: Marks) -> None:
        """The piece that hangs at the pointer, with what the ruleset would say of it here."""
        assert self._at is not None
        piece = replace(self.piece(), x=self._at.x, y=self._at.y, poses=(), inside="")
        others = [self._standing(t, p) for t, p in self.pieces.items() if t != self.hand]
        if len(others) >= self.space.most:
            others = others[1:]
        verdict = self.desk.check(PlaceAnswer((*others, self._standing(self.hand, piece))))
        mine = set(bases_of(self.desk.view, self.hand))
        role = REFUSED if verdict.status == "refused" else LEGAL
        ghosts = [g for g in verdict.ghosts if g.base in mine]
        if not ghosts:
            ghosts = [Ghost(b, Pose(piece.x, piece.y, piece.facing)) for b in sorted(mine)[:1]]
        marks.overlays += ghost_overlays(self.desk.view, ghosts, role)
        marks.overlays += token_overlays(self.desk.view, self.hand, piece, role)
        if verdict.status == "refused" and verdict.reasons:
            reason = verdict.reasons[0]
            marks.pointer = say(self.desk.say(reason.text), "small_bold", "danger") + clause_spans([reason.clause])
            marks.pointer_role = REFUSED


def _round(pose: Pose) -> Pose:
    return Pose(round(pose.x, 3) + 0.0, round(pose.y, 3) + 0.0, round(norm_deg(pose.facing), 3) + 0.0, pose.level)
