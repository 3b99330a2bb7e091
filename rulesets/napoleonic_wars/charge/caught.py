"""Bodies met in the midst of a change: they stay what they were (NAP-S49, NAP-S101, NAP-DIS-22)."""

from __future__ import annotations

from game.engine import event as ev
from game.engine.flow import Run
from game.engine.text import T, Thing
from rulesets.napoleonic_wars.clock import moments
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.known import known, moved, own_fields
from rulesets.napoleonic_wars.measures import TICK

CHANGES = ("form", "face", "mass")
"""Changes of order that contact ends, if they are not ready by then."""


def stays_as_it_was(run: Run, body: str, charger: str) -> None:
    """Put a body whose change was not ready when its charger met it back into its old order."""
    here, time = known(run.state), moments.contact_of(known(run.state), charger)
    if not moments.is_forming(here, body, time, CHANGES):
        return
    then, told = moments.at(here, time), facts.own(here, body)
    marks: list[ev.Change] = []
    for base in then.bases_of(body):
        now = here.bases[base.id]
        if base.shape != now.shape and base.id in run.state.bases:
            marks.append(ev.SetField("base", base.id, "shape", base.shape))
        if base.pose is not None and base.pose != now.pose:
            marks.append(moved(run.state, base.id, base.pose))
    was = facts.own(then, body).stance
    fields = {name: getattr(was, name) for name in ("formation", "abreast", "turned")}
    kept = tuple(w for w in told.stance.was if w.until <= time + TICK)
    marks += own_fields(run.state, body, doing=None, was=kept, **fields)
    text = T("{unit} contacted while changing formation", unit=Thing(body))
    run.tell(body, "caught_changing", "status", text, ("NAP-S49", "NAP-S101"), *marks, also=(charger,), time=time)
