"""Captors who disarm their prisoners, or are kept from it, and where those are set down then (NAP-S88, NAP-PRI-03)."""

from __future__ import annotations

import shapely

from game.engine import event as ev
from game.engine.flow import Run
from game.engine.state import State
from game.engine.text import T, Thing
from game.geometry.shapes import Pose, forward
from rulesets.napoleonic_wars import bases
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.march import changes, rates
from rulesets.napoleonic_wars.own import Formation

DISTURBED = ("rout", "retreat", "withdraw", "break_off", "surrendered", "dispersed")
"""Results that keep a body from disarming its prisoners."""
FORMATIONS: tuple[Formation, ...] = ("line", "open")
"""How they are set down, the first for which there is room."""
TURNS = (0.0, 45.0, -45.0, 90.0, -90.0, 135.0, -135.0, 180.0)
"""Degrees off the way to their own edge in which room is looked for, the first ones first."""
STEP, FAR = 10, 400
"""Mm by which they are set farther off, and how far at most."""


def waits(view: State, body: str) -> bool:
    """Whether prisoners of an earlier move are to be disarmed by captors who are in hand and pursue nobody."""
    told = facts.own(view, body)
    if told.nerve.result != "surrendered" or told.captivity.guarded or told.nerve.since >= view.own.move:
        return False
    mine = facts.own(view, told.captivity.captors).nerve if told.captivity.captors in view.units else None
    return mine is not None and mine.result != "pursue" and not mine.uncontrolled


def is_disturbed(view: State, body: str) -> bool:
    """Whether the captors of prisoners were charged, attacked or moved by a result before they disarmed them."""
    if not waits(view, body):
        return False
    mine = facts.own(view, facts.own(view, body).captivity.captors)
    return mine.nerve.result in DISTURBED or bool({*mine.march.did} & {"was_charged", "was_attacked", "melee"})


def set_down(run: Run, body: str) -> bool:
    """Set prisoners who get away down beside their captors; whether there is room for them."""
    found = _place(run.state, body)
    if found is None:
        return False
    mine = {b.id for b in facts.left(run.state, body)}
    marks = tuple(
        ev.SetPose(m.base, m.pose, "table") if isinstance(m, ev.SetPose) and m.base in mine and m.pose else m
        for m in shape.placed(run.state, body, *found)
    )
    text = T("{unit} broke away from captivity", unit=Thing(body))
    run.tell(body, "breaks_away", "move", text, ("NAP-S88",), *marks)
    return True


def _place(state: State, body: str) -> tuple[Formation, Pose] | None:
    """The nearest place beside the captors where there is room, towards their own edge before others."""
    view, captors = known(state), facts.own(state, body).captivity.captors
    board = board_of(view)
    if captors not in board.sides:
        return None
    middle = board.outline(captors).centroid
    home = 180.0 if view.sides[view.units[body].side].own.edge == "south" else 0.0
    others = [board.outline(u) for u in board.bodies if not board.outline(u).is_empty]
    for far in range(STEP, FAR, STEP):
        for turn in TURNS:
            x, y = forward(home + turn)
            at = Pose(middle.x + x * far, middle.y + y * far, home)
            for formation in FORMATIONS:
                poses = shape.poses(view, body, formation, at)
                members = [b for b in facts.left(view, body) if b.id in poses]
                sizes = [bases.footprint(view, b, formation) for b in members]
                there = shape.cover(sizes, shape.triples(poses[b.id] for b in members))
                clear = not any(shapely.intersects(there, other) for other in others)
                if clear and changes.Place(view, body, there, rates.CLOSE).is_free(there):
                    return formation, at
    return None
