"""Generals who are lost, and who follows them (NAP-CMD-09 to -12, NAP-R22, NAP-R141, NAP-R142).

The loss is acted on at the end of the move after it, as a report is that a courier brings (NAP-R23); couriers then ride
to all concerned. The successor's figure stands by his old unit, without points.
"""

from __future__ import annotations

from msgspec.structs import replace

from game.engine import changes
from game.engine import event as ev
from game.engine.flow import Run
from game.engine.state import Base, State, Unit
from game.engine.text import T, Thing
from game.geometry.shapes import Pose
from rulesets.napoleonic_wars import bases
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.command import notes, officers
from rulesets.napoleonic_wars.command.notes import Courier
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.known import hidden, known
from rulesets.napoleonic_wars.own import BodyOwn, FigureOwn, SideOwn

MEN = 20
"""Men of a general's figure (NAP-RGN-01)."""
CANNOT_BE_TOLD = ("rout", "surrendered", "dispersed")
"""Results under which a unit is not waited for (NAP-R142)."""


def step(run: Run) -> None:
    """Every office whose holder was lost is filled again (NAP-CMD-09, NAP-CMD-10)."""
    for side in run.state.sides:
        own: SideOwn = run.state.sides[side].own
        offices = [(b.id, b.general) for b in own.brigades if b.general] + ([("", own.chief)] if own.chief else [])
        for brigade, general in offices:
            if not officers.in_office(known(run.state), general):
                _fill(run, side, brigade, general)


def _fill(run: Run, side: str, brigade: str, lost: str) -> None:
    """Note the loss; when its news is old enough, name the successor and send to all who must be told."""
    key = f"lost {lost}"
    noted = run.state.secret[side].notes.get(key) if side in run.state.secret else None
    if noted is None:
        run.emit("news", "order", None, notes.noted(run.state, side, key, run.state.own.move), only=side, side=side)
        return
    if run.state.own.move <= int(noted):
        return
    unit = officers.successor(known(run.state), side, brigade)
    if unit == "" or not known(run.state).bases_of(unit):
        return
    run.emit("news", "order", None, notes.noted(run.state, side, key, None), only=side, side=side)
    name = _promote(run, side, brigade, unit, known(run.state).units[lost])
    _tell(run, side, name)


def _promote(run: Run, side: str, brigade: str, unit: str, before: Unit) -> str:
    """A new figure by the old unit of the man, unseen where that is; none is taken off there (NAP-CMD-12).

    He is called as the general ``before`` him, whose office he has.
    """
    state, unseen = known(run.state), unit in hidden(run.state)
    secret = side if unseen else ""
    front = shape.front(state, unit)
    x, y = shape.centre(state, unit)
    name = run.new_id(f"{side[0].upper()}G")
    told = FigureOwn("", "general", men=MEN, chief=brigade == "")
    mates = told_later(state, side, brigade)
    own = BodyOwn(arm="general", formation="single", mounted=True, began=1, at_start=1, brigade=brigade, untold=mates)
    size = bases.of_role(state, told, "single")
    base = Base(f"{name}.1", name, 1, size, Pose(round(x, 3), round(y, 3), front.facing), "table", own=told)
    kept: SideOwn = state.sides[side].own
    brigades = tuple(replace(b, general=name) if b.id == brigade else b for b in kept.brigades)
    made = Unit(name, side, before.kind, before.name, (base.id,), "", own)
    marks: list[ev.Change] = [ev.Put(unit=made, secret=secret), ev.Put(base=base, secret=secret)]
    marks += changes.side(state, side, **({"brigades": brigades} if brigade else {"chief": name}))
    text = None if unseen else T("The commander of {unit} takes over", unit=Thing(unit))
    about = () if unseen else (unit,)
    run.emit("promoted", "order", text, *marks, clauses=("NAP-CMD-09", "NAP-CMD-12"), about=about, side=side)
    return name


def told_later(view: State, side: str, brigade: str) -> tuple[str, ...]:
    """The units that must be told of him; who routs or has surrendered is not waited for (NAP-CMD-11, NAP-R142)."""
    units = {facts.unit_of(view, u) for u in facts.bodies(view, side)}
    mine = (u for u in units if not brigade or view.units[u].own.brigade == brigade)
    return tuple(facts.by_id((u for u in mine if facts.own(view, u).result not in CANNOT_BE_TOLD), view))


def _tell(run: Run, side: str, general: str) -> None:
    """Couriers ride to all concerned with the news of his appointment (NAP-CMD-11)."""
    here = known(run.state)
    at = shape.centre(here, general)
    for unit in facts.own(here, general).untold:
        courier = Courier(unit, at, run.state.own.move, news=general)
        key = f"courier {run.new_id('c')}"
        run.emit("courier_sent", "order", None, notes.noted(run.state, side, key, courier), only=side, side=side)
