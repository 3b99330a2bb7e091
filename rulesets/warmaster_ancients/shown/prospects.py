"""What any two units could do to each other, in either's turn: shooting, charging, the combat they are in.

The first volley and the first round are exact (:mod:`odds`); what follows them (who must go, who is caught, who pursues
and with what end) is played on copies, winners pursuing wherever they may.
WMA-SHT-02, WMA-S10, WMA-S11, WMA-S13, WMA-S16, WMA-RES-07 to WMA-RES-12.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from game.engine.decision import Asked, Bar, Decision, OptionAnswer, OptionSpace, Reply
from game.engine.event import Event
from game.engine.playout import Measure, Playout, Read, Stage
from game.engine.prospects import Prospect
from game.engine.state import Frame, State
from game.engine.text import T, Text, Thing
from game.geometry.shapes import Pose
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.charge import charging
from rulesets.warmaster_ancients.charge.charging import ChargeData
from rulesets.warmaster_ancients.field import facts, scene
from rulesets.warmaster_ancients.fight import odds
from rulesets.warmaster_ancients.fight.after_round import PURSUE
from rulesets.warmaster_ancients.fight.combat import CombatData
from rulesets.warmaster_ancients.own import FRESH
from rulesets.warmaster_ancients.shoot import shot_odds, shot_plans
from rulesets.warmaster_ancients.shoot.volley import VolleyData


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
    units = {key: replace(found, own=replace(found.own, **FRESH)) for key, found in view.units.items()}
    return replace(view, units=units, own=replace(view.own, active=side, commanding="", ordering=""))


def _notes(view: State, actor: str, bar: Bar | None) -> tuple[Text, ...]:
    """Whose turn is taken for granted, and what forbids it in this one."""
    if view.units[actor].side != view.own.active:
        return (T("In the next turn of {side}, standing as now", side=Thing(view.units[actor].side)),)
    return () if bar is None else (T("Not in this turn: {why}", why=bar.text),)


# --- shooting ----------------------------------------------------------------------------------------------------


def _shots(view: State, actor: str, mark: str) -> list[Prospect]:
    """One unit's volley at another; nothing for those without missiles."""
    if profile(view, actor).range is None:
        return []
    there = as_if_its_turn(view, actor)
    label = T("{unit} shoots at {target}", unit=Thing(actor), target=Thing(mark))
    bar = shot_plans.shooting_bar(there, actor)
    aims: tuple[tuple[str, str], ...] = ()
    if bar is None:
        plans = [p for p in shot_plans.plans(there, actor) if any(t == mark for _, t in p.aims())]
        if plans:
            aims = tuple(a for a in plans[0].aims() if a[1] == mark)
        else:
            text = T("{target}: not the nearest enemy in sight of {unit}", target=Thing(mark), unit=Thing(actor))
            bar = Bar(text, "WMA-SHT-02")
    if bar is not None:
        return [Prospect("shoot", actor, mark, label, bar)]
    told = shot_odds.volley_forecast(there, actor, aims)
    notes = _notes(view, actor, shot_plans.shooting_bar(view, actor))
    return [Prospect("shoot", actor, mark, label, None, notes, told)]


# --- charges and combats -----------------------------------------------------------------------------------------


def _charge(view: State, actor: str, mark: str, places: Mapping[str, Pose] | None = None) -> Prospect:
    """A charge straight from where the unit stands, or one to these places."""
    there = as_if_its_turn(view, actor)
    label = T("{unit} charges {target}", unit=Thing(actor), target=Thing(mark))
    bar = charging.unit_bar(there, actor)
    if bar is None and places is None:
        found = charging.placed(there, actor, mark)
        bar = None if found.refusal is None else Bar(found.refusal.text, found.refusal.clause)
        ends: Mapping[str, Pose] = found.ends
    else:
        ends = places or {}
    if bar is not None:
        return Prospect("charge", actor, mark, label, bar)
    shots = tuple(stand for stand, _ in charging.reaction_aims(there, mark, actor))
    told = odds.charge_forecast(there, actor, mark, ends, shots)
    stages: tuple[Stage, ...] = (Frame("wma.charge", data=ChargeData(actor, mark)), _fight(actor))
    if places is not None:
        stages = (Frame("wma.volley", data=VolleyData(mark, tuple((s, actor) for s in shots), True)),)
        stages += (_landed(there, actor, mark, places),)
    playout = Playout(there, stages, _measures(actor, mark), _read(actor, mark), f"charge {actor} {mark}", _pursuing)
    notes = _notes(view, actor, charging.unit_bar(view, actor))
    return Prospect("charge", actor, mark, label, None, (*notes, _POLICY), told, playout)


_POLICY = T("After the first round winners pursue wherever they may")


def _fight(unit: str) -> Stage:
    """The combat that a unit is in after its charge, if it is in one."""

    def stage(state: State) -> tuple[State, Frame] | None:
        if not facts.alive(state, unit) or not facts.engaged(state, unit):
            return None
        return state, Frame("wma.combat", data=CombatData(unit))

    return stage


def _landed(before: State, actor: str, mark: str, places: Mapping[str, Pose]) -> Stage:
    """The combat after a volley at a charge, the survivors standing at their places."""

    def stage(state: State) -> tuple[State, Frame] | None:
        if not facts.alive(state, actor):
            return None
        left = {b: p for b, p in places.items() if state.bases[b].where == "table"}
        there = odds.charged_view(state, actor, left)
        whole, each = before.units[actor], profile(state, actor).hits
        lost = len(facts.stands(before, actor)) - len(left)
        volley = lost * each + state.units[actor].own.hits - whole.own.hits
        ties = {
            k: replace(t, own=replace(t.own, volley=volley)) if (t.a, t.b) == (actor, mark) else t
            for k, t in there.ties.items()
        }
        if not facts.engaged(there, actor):
            return None
        return replace(there, ties=ties), Frame("wma.combat", data=CombatData(actor))

    return stage


def _combat(view: State, unit: str, other: str) -> Prospect:
    """The next round of the combat that both are in, and its end."""
    group = facts.combat_of(view, unit)
    mine = [u for u in group if view.units[u].side == view.units[unit].side]
    foes = [u for u in group if u not in mine]
    told = odds.combat_forecast(odds.combat_odds(view, mine, foes), odds.round_sums(view, mine, foes))
    label = T("{unit} fights {target}", unit=Thing(unit), target=Thing(other))
    stages: tuple[Stage, ...] = (Frame("wma.combat", data=CombatData(unit)),)
    key = f"combat {unit} {other}"
    playout = Playout(view, stages, _measures(unit, other), _read(unit, other), key, _pursuing)
    return Prospect("combat", unit, other, label, None, (_POLICY,), told, playout)


def _pursuing(view: State, decision: Decision, asked: Asked) -> Reply | None:
    """Winners pursue where they may; everything else as suggested."""
    if decision.question != "after_round" or not isinstance(asked.space, OptionSpace):
        return None
    for part, choices in asked.space.parts.items():
        for choice in choices:
            if choice.id.startswith(PURSUE) and choice.bar is None:
                return Reply(OptionAnswer({part: choice.id}))
    return None


def _measures(unit: str, other: str) -> tuple[Measure, ...]:
    return (
        Measure(f"gone {other}", T("{unit} destroyed", unit=Thing(other))),
        Measure(f"gone {unit}", T("{unit} destroyed", unit=Thing(unit))),
        Measure(f"back {other}", T("{unit} beaten and driven back", unit=Thing(other))),
        Measure(f"back {unit}", T("{unit} beaten and driven back", unit=Thing(unit))),
        Measure(f"after {unit}", T("{unit} pursues", unit=Thing(unit))),
        Measure(f"after {other}", T("{unit} pursues", unit=Thing(other))),
        Measure(f"lost {other}", T("Stands lost by {unit}", unit=Thing(other)), False),
        Measure(f"lost {unit}", T("Stands lost by {unit}", unit=Thing(unit)), False),
    )


def _read(unit: str, other: str) -> Read:
    """Read off who is gone, who had to go back, who pursued, how many stands fell."""

    def read(before: State, after: State, told: Sequence[Event]) -> dict[str, int]:
        found: dict[str, int] = {}
        for who in (unit, other):
            alive = len(facts.stands(after, who))
            found[f"gone {who}"] = int(not alive)
            found[f"lost {who}"] = len(facts.stands(before, who)) - alive
            found[f"back {who}"] = int(any(e.type == "must_retreat" and who in e.data["units"] for e in told))
            found[f"after {who}"] = int(any(e.type == "pursued" and e.data["unit"] == who for e in told))
        return found

    return read
