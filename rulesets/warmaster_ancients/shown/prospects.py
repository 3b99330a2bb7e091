"""What any two units could do to each other, in either's turn: shooting, charging, the combat they are in.

The first volley and the first round are exact (:mod:`odds`); what follows them (who must go, who is caught, who pursues
and with what end) is played on copies, winners pursuing wherever they may.
WMA-SHT-02, WMA-S10, WMA-S11, WMA-S13, WMA-S16, WMA-RES-07 to WMA-RES-12.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from game.engine.decision import Asked, Bar, Decision, OptionAnswer, OptionSpace, Reply
from game.engine.playout import Playout, Stage
from game.engine.prospects import Prospect
from game.engine.state import Frame, State
from game.engine.text import T, Thing
from game.geometry.shapes import Pose
from game.kit.shown.prospects import Outcome, begun_anew, playout, turn_notes
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.charge import charging
from rulesets.warmaster_ancients.charge.charging import ChargeData
from rulesets.warmaster_ancients.field import facts, scene
from rulesets.warmaster_ancients.fight import fights, odds
from rulesets.warmaster_ancients.fight.after_round import PURSUE
from rulesets.warmaster_ancients.fight.combat import CombatData
from rulesets.warmaster_ancients.own import FRESH
from rulesets.warmaster_ancients.shoot import shooting
from rulesets.warmaster_ancients.shoot.volley import VolleyData, volley_forecast

GONE = Outcome("gone", T("{unit} destroyed"), lambda run, who: not facts.stands(run.after, who))
BACK = Outcome(
    "back",
    T("{unit}: beaten and forced to retreat"),
    lambda run, who: any(e.type == "must_retreat" and who in e.data["units"] for e in run.told),
)
AFTER = Outcome(
    "after", T("{unit} pursues"), lambda run, who: any(e.type == "pursued" and e.data["unit"] == who for e in run.told)
)
LOST = Outcome(
    "lost",
    T("Stands lost by {unit}"),
    lambda run, who: len(facts.stands(run.before, who)) - len(facts.stands(run.after, who)),
    False,
)
POLICY = T("After the first round winners pursue wherever they may")


def prospects(view: State, unit: str, other: str, poses: Mapping[str, Pose]) -> Sequence[Prospect]:
    """What two units of different sides could do to each other (:class:`game.engine.prospects.TellsProspects`)."""
    if any(view.units[u].own.character for u in (unit, other)):
        return ()
    if other in facts.combat_of(view, unit):
        return (_combat(view, unit, other),)
    there = scene.what_if(view, poses) if poses else view
    if poses and facts.touches(there, unit, other):
        mover, mark = (unit, other) if view.bases[next(iter(poses))].unit == unit else (other, unit)
        places = {b: p for b, p in poses.items() if view.bases[b].unit == mover}
        return (_charge(view, mover, mark, places), *_shots(view, mark, mover))
    out: list[Prospect] = []
    for actor, mark in ((unit, other), (other, unit)):
        out += _shots(there, actor, mark)
        out.append(_charge(there, actor, mark))
    return tuple(out)


def as_if_its_turn(view: State, unit: str) -> State:
    """The view at the beginning of the turn of a unit's side: nobody has moved, charged, shot or reacted yet."""
    side = view.units[unit].side
    return begun_anew(view, dict.fromkeys(view.units, FRESH), active=side, commanding="", ordering="")


def _shots(view: State, actor: str, mark: str) -> list[Prospect]:
    """One unit's volley at another; nothing for those without missiles."""
    if profile(view, actor).range is None:
        return []
    there = as_if_its_turn(view, actor)
    label = T("{unit} shoots at {target}", unit=Thing(actor), target=Thing(mark))
    bar = shooting.shooting_bar(there, actor)
    aims: tuple[tuple[str, str], ...] = ()
    if bar is None:
        listed = (plan.aims() for plan in shooting.plans(there, actor))
        found = (tuple(aim for aim in plan if aim[1] == mark) for plan in listed)
        aims = next((own for own in found if own), ())
    if bar is None and not aims:
        text = T("{target} is not the nearest enemy that {unit} sees", target=Thing(mark), unit=Thing(actor))
        bar = Bar(text, "WMA-SHT-02")
    if bar is not None:
        return [Prospect("shoot", actor, mark, label, bar)]
    told = volley_forecast(there, actor, aims)
    notes = turn_notes(view, actor, shooting.shooting_bar(view, actor))
    return [Prospect("shoot", actor, mark, label, None, notes, told)]


def _charge(view: State, actor: str, mark: str, places: Mapping[str, Pose] | None = None) -> Prospect:
    """A charge straight from where the unit stands, or one to these places."""
    there = as_if_its_turn(view, actor)
    label = T("{unit} charges {target}", unit=Thing(actor), target=Thing(mark))
    bar, ends = charging.unit_bar(there, actor), places or {}
    if bar is None and places is None:
        found = charging.placed(there, actor, mark)
        bar = None if found.refusal is None else Bar(found.refusal.text, found.refusal.clause)
        ends = found.ends
    if bar is not None:
        return Prospect("charge", actor, mark, label, bar)
    shots = tuple(stand for stand, _ in charging.reaction_aims(there, mark, actor))
    told = odds.charge_forecast(there, actor, mark, ends, shots)
    stages: tuple[Stage, ...] = (Frame("wma.charge", data=ChargeData(actor, mark)), partial(_fight, actor))
    if places is not None:
        volley = Frame("wma.volley", data=VolleyData(mark, tuple((s, actor) for s in shots), True))
        stages = (volley, partial(_landed, there, actor, mark, places))
    notes = turn_notes(view, actor, charging.unit_bar(view, actor))
    played = _playout(there, stages, "charge", actor, mark)
    return Prospect("charge", actor, mark, label, None, (*notes, POLICY), told, played)


def _fight(unit: str, state: State) -> tuple[State, Frame] | None:
    """The combat that a unit is in after its charge, if it is in one."""
    return (state, Frame("wma.combat", data=CombatData(unit))) if facts.engaged(state, unit) else None


def _landed(
    before: State, actor: str, mark: str, places: Mapping[str, Pose], state: State
) -> tuple[State, Frame] | None:
    """The combat after a volley at a charge, the survivors standing at their places."""
    left = {b: p for b, p in places.items() if state.bases[b].where == "table"}
    lost = len(facts.stands(before, actor)) - len(left)
    hits = state.units[actor].own.hits - before.units[actor].own.hits
    volley = lost * profile(state, actor).hits + hits
    return _fight(actor, odds.charged_view(state, actor, left, volley=volley, shot_by=mark))


def _combat(view: State, unit: str, other: str) -> Prospect:
    """The next round of the combat that both are in, and its end."""
    sides = fights.parted(view, facts.combat_of(view, unit), view.units[unit].side)
    told = odds.combat_forecast(odds.combat_odds(view, *sides), odds.round_sums(view, *sides))
    label = T("{unit} fights {target}", unit=Thing(unit), target=Thing(other))
    played = _playout(view, (Frame("wma.combat", data=CombatData(unit)),), "combat", unit, other)
    return Prospect("combat", unit, other, label, None, (POLICY,), told, played)


def _playout(view: State, stages: tuple[Stage, ...], what: str, unit: str, other: str) -> Playout:
    counted = [(outcome, who) for outcome in (GONE, BACK) for who in (other, unit)]
    counted += [(AFTER, unit), (AFTER, other), (LOST, other), (LOST, unit)]
    return playout(view, stages, what, (unit, other), counted, _pursuing)


def _pursuing(view: State, decision: Decision, asked: Asked) -> Reply | None:
    """Winners pursue where they may; everything else as suggested."""
    if decision.question != "after_round" or not isinstance(asked.space, OptionSpace):
        return None
    listed = ((part, choice) for part, choices in asked.space.parts.items() for choice in choices)
    able = (Reply(OptionAnswer({p: c.id})) for p, c in listed if c.id.startswith(PURSUE) and c.bar is None)
    return next(able, None)
