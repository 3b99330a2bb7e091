"""What any two units could do to each other, in either's turn: shooting with all that bears, and charging.

Shots are exact, and so are a charge's strikes where nothing can come before them; the melee as a whole is played on
copies (:mod:`melee`). AFS-SHT-01, AFS-MOV-04, AFS-MEL-02 to -06, AFS-MOR-01.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from game.engine.decision import Bar
from game.engine.prospects import Prospect
from game.engine.ruleset import Forecast, ForecastRow
from game.engine.state import State
from game.engine.text import T, Thing
from game.geometry.shapes import Pose
from game.kit.shown.prospects import activation_notes, begun_anew
from game.kit.sums import sum_of
from rulesets.age_of_fantasy_skirmish.attack import odds, strikes
from rulesets.age_of_fantasy_skirmish.charge.reaching import CONTACT, rank_of
from rulesets.age_of_fantasy_skirmish.field import in_battle
from rulesets.age_of_fantasy_skirmish.field.ground import what_if
from rulesets.age_of_fantasy_skirmish.fight import melee
from rulesets.age_of_fantasy_skirmish.move import plans
from rulesets.age_of_fantasy_skirmish.own import ACTIVATION
from rulesets.age_of_fantasy_skirmish.shoot import shooting


def prospects(view: State, unit: str, other: str, poses: Mapping[str, Pose]) -> Sequence[Prospect]:
    """What two units of different sides could do to each other (:class:`game.engine.prospects.TellsProspects`)."""
    there = what_if(view, dict(poses)) if poses else view
    out: list[Prospect] = []
    for actor, mark in ((unit, other), (other, unit)):
        mine = {b: p for b, p in poses.items() if view.bases[b].unit == actor}
        # models thought of in contact with an enemy that they do not touch now
        if any(rank_of(there, b, p, mark)[0] == CONTACT for b, p in mine.items()):
            out.append(_charge(view, actor, mark, mine))
            continue
        out += _shots(there, actor, mark, tuple(mine))
        out.append(_charge(there, actor, mark))
    return tuple(out)


def as_if_activated(view: State, unit: str, moved: tuple[str, ...] = ()) -> State:
    """The view at the beginning of a unit's activation; ``moved`` are models that have moved in it."""
    return begun_anew(view, {unit: {**ACTIVATION, "activated": False, "moved": moved}})


def _idle(view: State, actor: str) -> Bar | None:
    """Why a unit would do nothing at all when activated."""
    idle = Bar(T("{unit}: Shaken, stays idle", unit=Thing(actor)), "AFS-SHK-02")
    return idle if view.units[actor].own.shaken else None


def _shots(view: State, actor: str, mark: str, moved: tuple[str, ...]) -> list[Prospect]:
    """All weapons but Limited ones at one unit; nothing for those without missiles."""
    names = shooting.weapon_names(view, actor)
    if not names:
        return []
    there, bar = as_if_activated(view, actor, moved), _idle(view, actor)
    label = T("{unit} shoots at {target}", unit=Thing(actor), target=Thing(mark))
    attacks = [a for n in names if not shooting.once(there, actor, n) for a in shooting.attacks(there, actor, n, mark)]
    if bar is None and not attacks:
        bars = (shooting.bar(there, actor, n, mark) for n in names)
        bar = next((b for b in bars if b is not None), Bar(T("Only Limited weapons reach"), "AFS-LIM-02"))
    if bar is not None:
        return [Prospect("shoot", actor, mark, label, bar)]
    told = odds.shooting_forecast(there, [(mark, strikes.in_order(there, attacks))])
    return [Prospect("shoot", actor, mark, label, None, activation_notes(view, actor), _with_morale(there, mark, told))]


def _with_morale(view: State, mark: str, told: Forecast) -> Forecast:
    """The same odds, and whether the loss of the target would make its army test morale (AFS-MOR-01, AFS-R12)."""
    side = view.units[mark].side
    left, began = len(in_battle.not_lost(view, side)), in_battle.began(view, side)
    if in_battle.halved(view, side) or 2 * (left - 1) > began:
        return told
    row = next(r for r in told.rows if r.label.key == "{unit} destroyed")
    count = (T("units at the beginning"), float(began), "AFS-R12"), (T("lost so far"), float(left - began), "AFS-R12")
    rests = sum_of(T("Units left of {side}", side=Thing(side)), count)
    label = T("{side} must test morale at the end of the round", side=Thing(side))
    return replace(told, rows=(*told.rows, ForecastRow(label, row.chance, sum=rests)))


def _charge(view: State, actor: str, mark: str, places: Mapping[str, Pose] | None = None) -> Prospect:
    """A charge by the usual way, or one that ends at these places."""
    there = as_if_activated(view, actor)
    label = T("{unit} charges {target}", unit=Thing(actor), target=Thing(mark))
    bar = _idle(view, actor) or (plans.charge_bar(there, actor, mark) if places is None else None)
    ends: Mapping[str, Pose] = places or {}
    if bar is None and places is None:
        courses = plans.into_contact(there, actor, "charge", mark)
        plan = plans.judge(there, actor, "charge", mark, courses)
        bar, ends = plan.bar, plan.ends
    if bar is not None:
        return Prospect("charge", actor, mark, label, bar)
    after = melee.charged(there, actor, mark, ends)
    counters = strikes.counter_models(there, mark)
    told, notes = melee.strikes_forecast(after, actor, mark, counters), activation_notes(view, actor)
    if told is None:
        notes = (
            *notes,
            T("{unit} strikes first with Counter: only the simulated rounds count its strikes", unit=Thing(mark)),
        )
    playout = melee.playout(after, actor, mark, counters)
    return Prospect("charge", actor, mark, label, None, notes, told, playout)
