"""The activation of a unit: dangerous ground, spells, the action, spells again, shots or melee; or idleness.

AFS-ACT-01 to AFS-ACT-07, AFS-SHK-02, AFS-SHK-06, AFS-R10, AFS-R20, AFS-R33, AFS-R43.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.decision import MoveAnswer, Reply
from game.engine.declared import FrameOf
from game.engine.flow import Ask, Call, Done, Goto, Outcome, Question, Run
from game.engine.text import T, Text, Thing
from game.kit import situation
from rulesets.age_of_fantasy_skirmish import changes
from rulesets.age_of_fantasy_skirmish.army import abilities
from rulesets.age_of_fantasy_skirmish.field.ground import ground_of
from rulesets.age_of_fantasy_skirmish.magic import effects
from rulesets.age_of_fantasy_skirmish.magic.casting import CAST_EXIT, CAST_FRAME, CastData, may_cast
from rulesets.age_of_fantasy_skirmish.own import ACTIVATION, Moved, UnitOwn

DECLARED: dict[str, tuple[Text, str]] = {
    "hold": (T("{unit} held"), "AFS-ACT-03"),
    "advance": (T("{unit} advanced"), "AFS-ACT-04"),
    "rush": (T("{unit} rushed"), "AFS-ACT-05"),
    "charge": (T("{unit} charged {target}"), "AFS-ACT-06"),
}
"""What is said of a unit that has chosen an action, and the clause of it."""


class ActivationData(msgspec.Struct, frozen=True, omit_defaults=True):
    """An activation: whose, whether it was Shaken when it began, and what it charges.

    ``action`` is the action chosen, ``mark`` the target of a charge.
    """

    unit: str
    shaken: bool = False
    action: str = ""
    mark: str = ""


ACTIVATION_FRAME = FrameOf("afs.activation", ActivationData)


def over(run: Run, data: ActivationData) -> bool:
    """Whether the activation is cut short: the unit is gone, or was made Shaken on the way (AFS-R10)."""
    own: UnitOwn = run.state.units[data.unit].own
    return not situation.on_table(run.state, data.unit) or (own.shaken and not data.shaken)


@ACTIVATION_FRAME.step
def _begin(run: Run, data: ActivationData, got: Any) -> Outcome:
    state = run.state
    unit, number = state.units[data.unit], state.own.acts + 1
    run.tell(
        data.unit,
        "activated",
        "order",
        T("{side} activated {unit}", side=Thing(unit.side), unit=Thing(data.unit)),
        ("AFS-ACT-01", "AFS-RND-04"),
        *changes.unit(state, data.unit, activated=True, **ACTIVATION),
        *changes.side(state, unit.side, last=number),
        *changes.battle(state, active=unit.side, acting=data.unit, acts=number),
        unit=data.unit,
        number=number,
    )
    data = replace(data, shaken=unit.own.shaken)
    # who stands in dangerous terrain when it is activated (AFS-DAN-01, AFS-R43)
    ground, models = ground_of(run.state), run.state.bases_of(data.unit)
    there = tuple(b.id for b in models if b.pose is not None and ground.dangerous(b.shape, b.pose))
    if there:
        return Call("afs.danger", {"unit": data.unit, "bases": there, "why": "activated"}, "steady", data)
    return Goto("steady", data)


@ACTIVATION_FRAME.step
def _steady(run: Run, data: ActivationData, got: Any) -> Outcome:
    """Shaken units stay idle; the others choose an action (AFS-ACT-07)."""
    if over(run, data):
        return Goto("end", data)
    if not data.shaken:
        return Goto("act", data)
    idle = changes.unit(run.state, data.unit, action="idle")
    text = T("{unit}: Shaken, idle", unit=Thing(data.unit))
    run.tell(data.unit, "idle", "order", text, ("AFS-SHK-02", "AFS-ACT-07"), *idle)
    return Goto("end", replace(data, action="idle"))


@ACTIVATION_FRAME.step
def _act(run: Run, data: ActivationData, got: Any) -> Outcome:
    """Which action; a spell may be cast before it is chosen, and the question comes back (AFS-R33)."""
    if over(run, data):
        return Goto("end", data)
    side = run.state.units[data.unit].side
    message = T("{side}: an action for {unit}", side=Thing(side), unit=Thing(data.unit))
    question = Question("act", side, message, {"unit": data.unit}, ("AFS-ACT-01", "AFS-ACT-02"))
    return Ask((question,), "chosen", data)


@ACTIVATION_FRAME.step
def _chosen(run: Run, data: ActivationData, got: Reply) -> Outcome:
    if got.exit == CAST_EXIT:
        return CAST_FRAME.call(CastData(data.unit, before=True), "act", data)
    assert isinstance(got.answer, MoveAnswer)
    unit, action, mark = data.unit, got.answer.mode, got.answer.mark
    said, clause = DECLARED[action]
    charges = action == "charge"
    args = {"unit": Thing(unit), "target": Thing(mark)} if charges else {"unit": Thing(unit)}
    run.tell(
        unit,
        "charge_declared" if charges else "action",
        "order",
        replace(said, args=args),
        (clause,),
        *changes.unit(run.state, unit, action=action, helped=abilities.helped_by(run.state, unit, "musician")),
        also=(mark,) if charges else (),
        unit=unit,
        action=action,
        target=mark,
    )
    data = replace(data, action=action, mark=mark)
    if action == "hold":
        return Goto("moved", data)
    move = {"unit": unit, "action": action, "mark": mark, "courses": got.answer.courses}
    return Call("afs.move", move, "moved", data)


@ACTIVATION_FRAME.step
def _moved(run: Run, data: ActivationData, got: Moved | None) -> Outcome:
    """After the move: spells once more, until the first attack (AFS-R33)."""
    ended = got is not None and got.ended
    return Goto("end" if ended or over(run, data) else "window", data)


@ACTIVATION_FRAME.step
def _window(run: Run, data: ActivationData, got: Any) -> Outcome:
    if over(run, data):
        return Goto("end", data)
    if may_cast(run.state, data.unit):
        return CAST_FRAME.call(CastData(data.unit), "attack", data)
    return Goto("attack", data)


@ACTIVATION_FRAME.step
def _attack(run: Run, data: ActivationData, got: Any) -> Outcome:
    """Shots after Hold and Advance, the melee after a Charge."""
    if over(run, data):
        return Goto("end", data)
    if data.action in ("hold", "advance"):
        return Call("afs.shooting", {"unit": data.unit}, "end", data)
    if data.action != "charge":
        return Goto("end", data)
    if situation.on_table(run.state, data.mark):
        return Call("afs.melee", {"charger": data.unit, "target": data.mark}, "end", data)
    return Call("afs.consolidate", {"unit": data.unit}, "end", data)


@ACTIVATION_FRAME.step
def _end(run: Run, data: ActivationData, got: Any) -> Outcome:
    """The end: whoever charged is tired, whoever stayed idle recovers, spells pass (AFS-R20, AFS-SHK-06)."""
    unit = data.unit
    own: UnitOwn = run.state.units[unit].own
    alive = situation.on_table(run.state, unit)
    if alive and data.action == "charge" and not own.fatigued:
        tired = changes.unit(run.state, unit, fatigued=True)
        text = T("{unit}: fatigued by the charge", unit=Thing(unit))
        run.tell(unit, "fatigued", "status", text, ("AFS-MEL-09", "AFS-R20"), *tired)
    if alive and data.action == "idle" and own.shaken:
        steady = changes.unit(run.state, unit, shaken=False)
        text = T("{unit} recovered from being Shaken", unit=Thing(unit))
        run.tell(unit, "recovered", "status", text, ("AFS-SHK-06", "AFS-R10"), *steady)
    effects.end(run, unit, "activation")
    ended = (*changes.unit(run.state, unit, **ACTIVATION), *changes.battle(run.state, acting=""))
    run.tell(unit, "activation_ends", "flow", None, (), *ended, unit=unit)
    return Done()
