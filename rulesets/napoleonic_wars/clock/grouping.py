"""Bodies that divide and come together in a move: sent out, fallen in, in the saddle (NAP-S74, NAP-SPM-02)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from game.engine import event as ev
from game.engine.apply import apply
from game.engine.decision import Bar
from game.engine.flow import Run
from game.engine.state import State, Tie
from game.engine.text import T, Text, Thing
from game.geometry.shapes import Pose, forward
from game.kit.block.course import Stretch
from rulesets.napoleonic_wars.body import groups, shape
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.fire.tables import losses
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march import horses, sending
from rulesets.napoleonic_wars.march.duty import Become
from rulesets.napoleonic_wars.measures import CONTACT, SLACK

SADDLE = ("mount", "dismount")


def joins(view: State, tie: Tie) -> bool:
    """Whether open order before its own unit, which is charged, runs back to it (NAP-S70)."""
    named = {facts.unit_of(view, t.b) for t in facts.charges_by(view, tie.a) if not facts.charge(t).role}
    return facts.charge(tie).role == "screen" and facts.unit_of(view, tie.b) in named


def way_home(view: State, tie: Tie) -> Stretch:
    """The way of such a screen from the beginning of the move: straight to its place behind the rear rank (NAP-S70)."""
    body, into = tie.b, facts.main_body(view, facts.unit_of(view, tie.b))
    here, stand, told = Mover.standing(view, body), shape.standing(view, into), facts.own(view, body)
    sine, cosine = forward(stand.front.facing)
    behind = Pose(
        round(stand.front.x - sine * stand.depth, 3), round(stand.front.y - cosine * stand.depth, 3), stand.front.facing
    )
    ends = shape.poses(view, body, told.stance.formation, behind, told.stance.abreast)
    left = np.array([(ends[b].x, ends[b].y, ends[b].facing) for b in here.bases])
    now = here.at(0.0)
    dx, dy = (left - now.poses)[:, :2].mean(axis=0).tolist()
    takes = math.hypot(dx, dy) / max(facts.charge(tie).answer_speed, 1.0)
    poses = now.poses.copy()
    poses[:, 2] = stand.front.facing
    velocity = (dx / takes, dy / takes)
    there = left if takes <= 1.0 else None  # with more to go it is still on its way at the end of the move
    return Stretch(0.0, min(1.0, takes), poses, now.sizes, velocity, left=there, what="give_way")


def send_out(run: Run) -> None:
    """Sub-units go by their own orders from the beginning of the move; detachments keep the game order (NAP-S74)."""
    for body in facts.bodies(known(run.state)):
        line = act.read(notes.line_of(run.state, body))
        for one in () if isinstance(line, Bar) else line:
            here = known(run.state)
            if not isinstance(one, act.SendOut) or sending.may(here, body, one) is not None:
                continue
            new, orders = sending.new_id(here, body), sending.orders(here, body, one)
            parts = groups.split(here, body, one.subs, new, detach=one.detach, percent=losses(here, body))
            text = T("{unit} sent out {part}", unit=Thing(body), part=Thing(new))
            _happens(run, body, "sent_out", text, parts, ("NAP-S74", "NAP-ORG-12" if one.detach else "NAP-ORG-03"))
            marks = [notes.lined(run.state, new, act.plain(orders))]
            end = sending.place(here, body, one)
            marks += [] if one.detach else [notes.placed(run.state, new, (end.x, end.y))]
            if one.detach and notes.has_order(run.state, body):
                marks.append(notes.ordered(run.state, new, notes.order_of(run.state, body)))
            run.emit("told", "order", None, *marks, side=notes.side_of(run.state, body))


def saddled(run: Run, body: str, becomes: Iterable[Become]) -> None:
    """Into the saddle or out of it (NAP-SPM-02, NAP-HRS-02)."""
    for one in becomes:
        if one.verb in SADDLE:
            here = known(run.state)
            parts = horses.in_the_saddle(here, body, one, losses(here, body))
            up, text = one.verb == "mount", T("{unit} mounted", unit=Thing(body))
            text = text if up else T("{unit} dismounted", unit=Thing(body))
            _happens(run, body, "mount" if up else "dismount", text, parts, ("NAP-SPM-02",))


def join(run: Run, body: str, into: str) -> None:
    """A part falls in with the body of its unit that it touches (NAP-S74, NAP-ORG-19)."""
    here = known(run.state)
    if body not in here.units or into not in here.units or board_of(here).gap(body, into) > CONTACT + SLACK:
        return
    text = T("{unit} joined {other}", unit=Thing(body), other=Thing(into))
    _happens(run, into, "fell_in", text, groups.join(here, body, into), ("NAP-S74", "NAP-ORG-19"))


def _happens(
    run: Run, body: str, kind: str, text: Text, changes: Sequence[ev.Change], clauses: tuple[str, ...]
) -> None:
    """Change bodies that all may see, and tell of it; hidden ones change in their side's secret."""
    if body in run.state.units:
        run.tell(body, kind, "status", text, clauses, *changes)
        return
    side, here = notes.side_of(run.state, body), known(run.state)
    after = apply(here, ev.Event(kind, "status", changes=tuple(changes)))
    quiet: list[ev.Change] = [ev.Put(unit=u, secret=side) for i, u in after.units.items() if here.units.get(i) != u]
    quiet += [ev.Put(base=b, secret=side) for i, b in after.bases.items() if here.bases.get(i) != b]
    quiet += [ev.Take("unit", i, secret=side) for i in here.units if i not in after.units]
    run.emit(kind, "status", None, *quiet, clauses=clauses)
