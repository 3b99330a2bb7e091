"""Whom a view knows of: those on the table for all to see, and hidden troops that lie in the secrets it holds.

A side's view holds its own secret alone, the state of the flow all of them. Whatever moves, is ordered or is looked for
is asked of :func:`known`; what is told to a side of its enemies is asked of the view itself (NAP-DET-03, NAP-S37).
"""

from __future__ import annotations

from operator import is_
from typing import Any

from msgspec.structs import replace

from game.engine import changes
from game.engine import event as ev
from game.engine.apply import with_field
from game.engine.fields import value_of_field
from game.engine.flow import Run
from game.engine.state import Base, State, Unit
from game.engine.text import T, Thing
from game.geometry.shapes import Pose
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.own import Deed


def known(view: State) -> State:
    """The view with the hidden troops that it knows of on the table."""
    hidden = [s for s in view.secret.values() if s.units]
    if not hidden:
        return view
    parts = (view.units, view.bases, view.secret)
    merged = next((both for kept, both in _merged if all(map(is_, kept, parts))), None)
    if merged is None:
        units, bases = dict(view.units), dict(view.bases)
        for secret in hidden:
            units.update(secret.units)
            bases.update(secret.bases)
        merged = (units, bases)
        _merged[:] = [*_merged[-3:], (parts, merged)]
    return replace(view, units=merged[0], bases=merged[1])


_merged: list[tuple[tuple[Any, ...], tuple[dict[str, Unit], dict[str, Base]]]] = []
"""The latest of them: who asks again gets the same tables, by which boards are remembered."""


def hidden(view: State) -> frozenset[str]:
    """The bodies that lie in secrets which the view holds."""
    return frozenset(u for secret in view.secret.values() for u in secret.units)


def moved(state: State, base: str, pose: Pose) -> ev.Change:
    """The change that puts a base somewhere else, on the table or in its side's secret."""
    if base in state.bases:
        return ev.SetPose(base, pose)
    side = next(s for s, secret in state.secret.items() if base in secret.bases)
    return ev.Put(base=replace(state.secret[side].bases[base], pose=pose), secret=side)


def own_fields(state: State, body: str, **fields: object) -> tuple[ev.Change, ...]:
    """The changes that give fields of a body's own part new values, on the table or in its side's secret."""
    unit = state.units.get(body)
    if unit is not None:
        return tuple(
            ev.SetField("unit", body, f"own.{name}", value)
            for name, value in fields.items()
            if value_of_field(unit.own, name) != value
        )
    side = next(s for s, secret in state.secret.items() if body in secret.units)
    kept = after = state.secret[side].units[body]
    for name, value in fields.items():
        after = with_field(after, f"own.{name}", value)
    return (ev.Put(unit=after, secret=side),) if after != kept else ()


def did(run: Run, body: str, *deeds: Deed, **fields: object) -> None:
    """Note deeds of a body, hidden ones too, and other fields with them; nothing happens where nothing is new."""
    told = facts.own(known(run.state), body)
    before = told.march.did
    if fields.get("charged") and not told.engagement.first_charge:
        fields["first_charge"] = fields["charged"]
    after = before if set(deeds) <= set(before) else tuple(sorted({*before, *deeds}))
    marks = own_fields(run.state, body, did=after, **fields)
    if marks:
        run.emit("did", "status", None, *marks, about=(body,) if body in run.state.units else ())


def carry_away(run: Run, body: str, *clauses: str) -> None:
    """A body becomes uncontrolled, unless it is under an adverse result (NAP-UNC-01).

    Evaders are carried away only where the option has it so (NAP-R169).
    """
    told = facts.own(run.state, body)
    if told.nerve.uncontrolled or told.nerve.result not in ("", "follow_up", "pursue"):
        return
    evades = any(facts.charge(t).answer == "evade" for t in facts.charges_on(run.state, body))
    if (evades or "evaded" in told.march.did) and not run.state.options.get("frenzied_evaders"):
        return
    text = T("{unit} out of control", unit=Thing(body))
    marks = changes.unit(run.state, body, uncontrolled=True)
    run.tell(body, "uncontrolled", "test", text, clauses or ("NAP-UNC-01",), *marks)
