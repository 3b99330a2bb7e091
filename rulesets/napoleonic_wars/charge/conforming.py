"""Whoever has made contact lies flush with the edge that its front hit, where there is room (NAP-S63)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import shapely

from game.engine.flow import Run
from game.engine.state import State
from game.engine.text import T, Thing
from game.geometry.planar import Shape
from game.geometry.shapes import Pose
from game.kit.block import conform
from game.kit.block.conform import Contact, Laid
from game.kit.block.outlines import Floats, pieces
from rulesets.napoleonic_wars.body import shape, squares
from rulesets.napoleonic_wars.charge.ties import set_tie
from rulesets.napoleonic_wars.clock.held import met
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.data_files import number
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.ground import ground_of
from rulesets.napoleonic_wars.field.known import known, moved
from rulesets.napoleonic_wars.march import going
from rulesets.napoleonic_wars.measures import CONTACT

REACH = 2.5 * CONTACT
"""Mm before a front within which a body is met: an obstacle that it defends may lie between both."""
GRAZE = 0.1
"""Mm by which a body may lie over another thing without being on it: poses are rounded."""


def line_up(run: Run, charger: str, target: str) -> None:
    """Note where two bodies have met, and lay the one that turns flush with the edge hit (NAP-S63)."""
    here = known(run.state)
    found = next((f for f in (_met(here, *pair) for pair in _in_turn(here, charger, target)) if f is not None), None)
    if found is None:
        return
    body, foe, met = found
    if facts.is_skirmishing(here, charger) or facts.is_skirmishing(here, target):
        return
    for tie in (*facts.ties(run.state, facts.CHARGE), *facts.ties(run.state, facts.ATTACK)):
        if {tie.a, tie.b} == {charger, target}:
            set_tie(run, tie.id, point=(round(met.point[0], 3), round(met.point[1], 3)))
    _settle(run, body, foe, _laid(here, body, foe, met))


def _in_turn(view: State, charger: str, target: str) -> tuple[tuple[str, str], ...]:
    """Who turns to whom: the declared charger; of two that declared both the one with the shorter front."""
    pairs = ((charger, target), (target, charger))
    back = (t for t in facts.charges_by(view, target) if t.b == charger)
    if not any(facts.charge(t).home in ("", "home") and not facts.charge(t).role for t in back):
        return pairs[:1]
    wide = {u: round(Mover.standing(view, u).front_at(0.0).width, 1) for u in pairs[0]}
    order = facts.by_id((charger, target), view)
    first = min(pairs[0], key=lambda u: (wide[u], -order.index(u)))
    return pairs if first == charger else pairs[::-1]


def _met(view: State, body: str, foe: str) -> tuple[str, str, Contact] | None:
    """Where the front of a body has met another, None where its front has not."""
    mine = Mover.standing(view, body)
    mine.looks += squares.wall_towards(view, body, foe)
    theirs = met(view, Mover.standing(view, foe), mine)
    if not len(mine.bases) or not len(theirs):
        return None
    found = conform.contact(mine.front_at(0.0), theirs, REACH)
    return None if found is None else (body, foe, found)


def _laid(view: State, body: str, foe: str, met: Contact) -> Laid:
    mine = Mover.standing(view, body)
    mine.looks += squares.wall_towards(view, body, foe)
    share = min(b.shape.width for b in shape.fighters(view, body))
    room = Room(view, body, foe, mine.sizes, mine.outline_at(0.0))
    return conform.conformed(
        mine.poses_at(0.0), mine.front_at(0.0), met, most=number("conforming_turn"), share=share, free=room.is_free
    )


def _settle(run: Run, body: str, foe: str, laid: Laid) -> None:
    """Put a body where it lies."""
    here = known(run.state)
    marks = []
    for base, (x, y, facing) in zip(here.bases_of(body), laid.poses.tolist(), strict=True):
        was, now = base.pose, Pose(round(x, 3), round(y, 3), round(facing, 4) % 360.0)
        if was is not None and (was.x, was.y, was.facing) != (now.x, now.y, now.facing):
            marks.append(moved(run.state, base.id, now))
    if marks:
        text = T("{unit} conformed to {enemy}", unit=Thing(body), enemy=Thing(foe))
        run.tell(body, "lined_up", "move", text, ("NAP-S63",), *marks, also=(foe,), turn=round(laid.turn, 2))


@dataclass(frozen=True)
class Room:
    """Where a body may lie: what it lies over already as it came does not bar it, nor who stands against it."""

    view: State
    body: str
    foe: str
    sizes: Floats
    came: Floats

    @cached_property
    def _barriers(self) -> list[Shape]:
        """What it must not lie over: other bodies, buildings, ground that it may not enter."""
        view, board = self.view, board_of(self.view)
        side = view.units[self.body].side
        found: list[Shape] = []
        for other in board.bodies:
            told = facts.own(view, other)
            mine = view.units[other].side == side and facts.is_skirmishing(view, other)
            if other not in (self.body, self.foe) and told.arm != "general" and not mine:
                found.append(board.outline(other))
        who, ground = going.walker(view, self.body, "normal", shape.ranks(view, self.body)), ground_of(view)
        for piece in ground.areas:
            if piece.kind.move == "building" or piece.kind.is_forbidden or not going.is_open(piece.kind.move, who):
                found.append(ground.bare[piece.id])
        came = _core(self.came)
        return [one for one in found if not one.intersects(came)]

    def is_free(self, poses: Floats, sizes: Floats | None = None) -> bool:
        """Whether figures at some poses lie over nothing that bars them, and on the table: all, or those of sizes."""
        there = _core(pieces(poses, self.sizes if sizes is None else sizes))
        table = shapely.box(0.0, 0.0, self.view.table.width, self.view.table.depth)
        if not table.covers(there):
            return False
        return not any(there.intersects(one) for one in self._barriers)


def _core(outline: Floats) -> Shape:
    """What pieces cover, less what they only graze."""
    return shapely.union_all(shapely.buffer(shapely.polygons(outline), -GRAZE, join_style="mitre"))
