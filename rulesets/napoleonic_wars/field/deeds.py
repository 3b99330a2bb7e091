"""What bodies did or suffered in a move, in the words of :data:`~rulesets.napoleonic_wars.own.Deed`."""

from __future__ import annotations

from game.engine import changes
from game.engine.flow import Run
from game.engine.text import T, Thing
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.known import known, own_fields
from rulesets.napoleonic_wars.own import Deed


def did(run: Run, body: str, *deeds: Deed, **fields: object) -> None:
    """Note deeds of a body, hidden ones too, and other fields with them; nothing happens where nothing is new."""
    told = facts.own(known(run.state), body)
    before = told.did
    if fields.get("charged") and not told.first_charge:
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
    if told.uncontrolled or told.result not in ("", "follow_up", "pursue"):
        return
    evades = any(facts.charge(t).answer == "evade" for t in facts.charges_on(run.state, body))
    if (evades or "evaded" in told.did) and not run.state.options.get("frenzied_evaders"):
        return
    text = T("{unit} can no longer be controlled", unit=Thing(body))
    marks = changes.unit(run.state, body, uncontrolled=True)
    run.tell(body, "uncontrolled", "test", text, clauses or ("NAP-UNC-01",), *marks)
