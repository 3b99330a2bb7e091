"""What any two units could do to each other, in either's turn: shooting with its Panic, charging, the combat of both.

One volley and one round are exact; a charge with all that comes of it is played on copies by the rules themselves.
WAB-S11, WAB-S17, WAB-S24, WAB-CHG-06, WAB-RCT-02.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from game.engine.decision import Bar
from game.engine.playout import Playout, Stage
from game.engine.prospects import Prospect
from game.engine.ruleset import Forecast
from game.engine.state import Frame, State
from game.engine.text import T, Thing
from game.geometry.shapes import Pose
from game.kit.shown.prospects import Outcome, begun_anew, playout, turn_notes
from game.kit.situation import on_table
from rulesets.ancient_battles.charge import declaring
from rulesets.ancient_battles.charge.paths import planned
from rulesets.ancient_battles.field import engagement, facts
from rulesets.ancient_battles.field.arcs import facing_charged
from rulesets.ancient_battles.fight import combat, combat_odds
from rulesets.ancient_battles.fight.combat import COMBAT, CombatData
from rulesets.ancient_battles.nerve.psychology import ALARM, DARE, AlarmData, DareData
from rulesets.ancient_battles.own import ANY_TURN, OWN_MOVEMENT, OWN_TURN, SHOOTING, anew
from rulesets.ancient_battles.shoot import missiles, shooting
from rulesets.ancient_battles.shoot.shooting import VOLLEY_FRAME, VolleyData

NEAR = 2.0
"""mm of gap below which a unit that is thought of before an enemy is meant to have charged him."""


def prospects(view: State, unit: str, other: str, poses: Mapping[str, Pose]) -> Sequence[Prospect]:
    """What two units of different sides could do to each other (:class:`game.engine.prospects.TellsProspects`)."""
    unit, other = facts.host(view, unit) or unit, facts.host(view, other) or other
    group = engagement.group_of(view, unit)
    if other in group:
        return (_combat(view, unit, other),)
    there = view.with_poses(dict(poses)) if poses else view
    moved = {view.bases[b].unit for b in poses}
    mover, mark = (unit, other) if unit in moved else (other, unit)
    if poses and other in engagement.group_of(there, unit):
        return (_landed(view, there, mover, mark), *_shots(view, mark, mover, reaction=True))
    if poses and facts.gap(there, unit, other) < NEAR:
        return (_charge(view, mover, mark), *_shots(view, mark, mover, reaction=True))
    out: list[Prospect] = []
    for actor, mark in ((unit, other), (other, unit)):
        out += _shots(there, actor, mark, moved=actor in moved)
        out.append(_charge(there, actor, mark))
    return tuple(out)


def as_if_its_turn(view: State, unit: str, moved: bool = False) -> State:
    """The view in the Movement phase of a unit's side, nothing done yet; ``moved``: the unit has moved.

    What the other side did in its own last turn is said of it still (WAB-S18, WAB-R13, WAB-R32).
    """
    side = view.units[unit].side
    anybody = anew(*ANY_TURN, *SHOOTING)
    mine = {**anybody, **anew(*OWN_TURN, *OWN_MOVEMENT)}
    fields = {key: mine if found.side == side else anybody for key, found in view.units.items()}
    if moved:
        fields[unit] = {**mine, "moved": True}
    ties = {k: t for k, t in view.ties.items() if t.kind != "charge"}
    return replace(begun_anew(view, fields, active=side), ties=ties)


def _shots(view: State, actor: str, mark: str, moved: bool = False, reaction: bool = False) -> list[Prospect]:
    """One unit's volley at another, in its own Shooting phase or at a charge; nothing for those without missiles."""
    if missiles.weapon_of(view, actor) is None:
        return []
    there = as_if_its_turn(view, mark if reaction else actor, moved)
    if reaction:
        label = T("{unit}: stand and shoot at {target}", unit=Thing(actor), target=Thing(mark))
        bar = missiles.no_reaction(there, actor, mark)
    else:
        label = T("Shots of {unit} at {target}", unit=Thing(actor), target=Thing(mark))
        bar = missiles.silent(there, actor) or missiles.spared(there, actor, mark)
    if bar is not None:
        return [Prospect("shoot", actor, mark, label, bar)]
    told = shooting.forecast(there, [VolleyData(actor, mark, reaction=reaction)])
    notes = () if reaction else turn_notes(view, actor, missiles.silent(view, actor))
    return [Prospect("shoot", actor, mark, label, None, notes, told)]


def _charge(view: State, actor: str, mark: str) -> Prospect:
    """A charge by the best path from where the unit stands."""
    there = as_if_its_turn(view, actor)
    label = T("Charge of {unit} at {target}", unit=Thing(actor), target=Thing(mark))
    bar = declaring.no_charge(there, actor) or declaring.no_target(there, actor, mark)
    if bar is None:
        found, way = planned(there, actor, mark, facing_charged(there, actor, mark), ())
        if way is None or not found.reaches:
            short = T("The charge of {unit} does not reach {target}", unit=Thing(actor), target=Thing(mark))
            bar = found.bar or Bar(short, "WAB-S07")
    if bar is not None:
        return Prospect("charge", actor, mark, label, bar)
    notes = turn_notes(view, actor, declaring.no_charge(view, actor))
    if facts.fleeing(there, mark):
        notes = (*notes, T("{unit}: fleeing, and running on", unit=Thing(mark)))
        return Prospect("charge", actor, mark, label, None, notes)
    stages: list[Stage] = [DARE.at(data=DareData(actor, mark)), partial(_alarm, actor, mark)]
    told: Forecast | None = None
    if missiles.no_reaction(there, mark, actor) is None:
        notes = (*notes, T("{unit}: stand and shoot", unit=Thing(mark)))
        stages.append(partial(_volley, actor, mark))
        told = combat.shot_charge_forecast(there, actor, mark)
    if told := told or combat.charge_forecast(there, actor, mark):
        told = replace(told, rows=(*combat.alarm_rows(there, actor, mark), *told.rows))
    stages.append(partial(_home, actor, mark))
    return Prospect("charge", actor, mark, label, None, notes, told, _playout(there, stages, "charge", actor, mark))


def _landed(view: State, there: State, actor: str, mark: str) -> Prospect:
    """A charge that ends where figures are thought of."""
    poses = {b.id: b.pose for b in there.bases_of(actor) if b.pose is not None}
    edge = facing_charged(view, actor, mark)
    ready = combat_odds.contact_view(as_if_its_turn(view, actor), actor, mark, poses, edge)
    label = T("Charge of {unit} at {target}", unit=Thing(actor), target=Thing(mark))
    told = combat.forecast(ready, actor)
    notes = (T("From the drawn places, with {unit} holding", unit=Thing(mark)),)
    played = _playout(ready, [partial(_fight, actor)], "here", actor, mark)
    return Prospect("charge", actor, mark, label, None, notes, told, played)


def _combat(view: State, unit: str, other: str) -> Prospect:
    """The next round of the combat that both are in, and what follows it."""
    label = T("Combat of {unit} and {target}", unit=Thing(unit), target=Thing(other))
    played = _playout(view, [partial(_fight, unit)], "combat", unit, other)
    return Prospect("combat", unit, other, label, None, (), combat.forecast(view, unit), played)


def _able(state: State, *units: str) -> bool:
    """Whether units are all there, and neither flee nor have been daunted."""
    return all(on_table(state, u) and not facts.fleeing(state, u) for u in units)


def _alarm(actor: str, mark: str, state: State) -> tuple[State, Frame] | None:
    if not _able(state, actor, mark) or state.units[actor].own.stationary:
        return None
    return state, ALARM.at(data=AlarmData(mark, (actor,), (facing_charged(state, actor, mark),)))


def _volley(actor: str, mark: str, state: State) -> tuple[State, Frame] | None:
    if not _able(state, actor, mark) or missiles.no_reaction(state, mark, actor) is not None:
        return None
    return state, VOLLEY_FRAME.at(data=VolleyData(mark, actor, reaction=True))


def _home(actor: str, mark: str, state: State) -> tuple[State, Frame] | None:
    """The charge comes home, and the round is fought."""
    there = combat_odds.charged_view(state, actor, mark) if _able(state, actor, mark) else None
    return _fight(actor, there) if there is not None else None


def _fight(unit: str, state: State) -> tuple[State, Frame] | None:
    """The Close combat phase of one combat: the round, Break tests, Panic, flight, pursuit."""
    if not (group := engagement.group_of(state, unit)):
        return None
    now = replace(state, own=replace(state.own, phase="combat", fight=engagement.number(state)))
    fled = tuple(u for u in facts.fielded(now) if facts.fleeing(now, u))
    return now, COMBAT.at("choose", CombatData((group,), fled=fled))


def _playout(view: State, stages: Sequence[Stage], what: str, unit: str, other: str) -> Playout:
    counted = [(FOUGHT, "")] if what == "charge" else []
    counted += [(outcome, who) for who in (other, unit) for outcome in (GONE, FLEES)]
    counted += [(AFTER, unit), (AFTER, other), (LOST, other), (LOST, unit)]
    return playout(view, stages, what, (unit, other), counted)


FOUGHT = Outcome(
    "fought", T("Close combat takes place"), lambda run, _: any(e.type == "fight_begins" for e in run.told)
)
GONE = Outcome("gone", T("{unit} destroyed"), lambda run, who: not on_table(run.after, who))
FLEES = Outcome(
    "flees", T("{unit} in flight"), lambda run, who: on_table(run.after, who) and facts.fleeing(run.after, who)
)
AFTER = Outcome(
    "after", T("{unit}: pursuit"), lambda run, who: any(e.type == "pursued" and e.about[:1] == (who,) for e in run.told)
)
LOST = Outcome(
    "lost",
    T("Models lost by {unit}"),
    lambda run, who: facts.count(run.before, who) - facts.count(run.after, who),
    False,
)
