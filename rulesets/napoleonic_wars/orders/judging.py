"""How one line of the sheet is judged: the way it comes to, and what is wrong with it (NAP-S07, NAP-S08, NAP-S73)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import shapely

from game.engine.decision import Bar, Reason
from game.engine.state import State
from game.engine.text import T, Text, Thing
from rulesets.napoleonic_wars.body import groups, shape
from rulesets.napoleonic_wars.charge import gestures, legal, threats
from rulesets.napoleonic_wars.clock import quarters
from rulesets.napoleonic_wars.command import doubling, notes, obedience, officers
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march.planned_way import Planned, plan
from rulesets.napoleonic_wars.measures import SLACK
from rulesets.napoleonic_wars.orders import spans


class Judged(msgspec.Struct, frozen=True):
    """How a line is judged: from which moment on, what it may not hold, whether reforming is done, the double open."""

    since: float = 0.0
    barred: frozenset[str] = frozenset()
    freed: bool = False
    doubles: bool = True


WHOLE = Judged()
"""A line for a whole move."""


def line_bars(view: State, body: str, line: Sequence[Any], *, by: str = "", how: Judged = WHOLE) -> tuple[Reason, ...]:
    """What is wrong with the line of a body; ``by`` is the general who gives it in person."""
    actions = act.read(line)
    if isinstance(actions, Bar):
        return (Reason(actions.text, actions.clause, body),)
    wrong = next((act.NAMES[v] for one in actions if (v := act.verb(one)) in how.barred), None)
    if wrong is not None:
        return (Reason(T("Not possible in this phase: {action}", action=wrong), "NAP-S77", body),)
    if not how.doubles and any(isinstance(one, act.Advance) and one.pace == "double" for one in actions):
        return (
            Reason(
                T("A double move takes the whole move and cannot begin within it. March at normal speed."),
                "NAP-R42",
                body,
            ),
        )
    if by and not officers.may_take_over(view, by, body):
        return (Reason(T("{general} is too far away to command this unit.", general=Thing(by)), "NAP-CMD-04", body),)
    actions = gestures.filled(view, body, actions)
    told = planned(view, body, actions, how)
    bars: list[Bar] = [fault.bar for fault in told.faults if _is_refusal(fault.bar)]
    order = notes.order_of(view, body)
    for one in actions:
        obeys = not by and not quarters.is_played(view)
        bars += _fighting_bars(view, body, one, order if obeys else None, free=view.options.get("measuring") == "free")
    if not by and not bars and not quarters.is_played(view):
        bars += _obedience_bars(view, body, actions, told, order)
    return tuple(Reason(bar.text, bar.clause, body) for bar in bars)


def general_bars(view: State, general: str, line: Sequence[Any]) -> tuple[Reason, ...]:
    """What is wrong with a general's line: he rides or stays with one unit, which he may command (NAP-CMD-06, -S31)."""
    actions = act.read(line)
    if isinstance(actions, Bar):
        return (Reason(actions.text, actions.clause, general),)
    if any(not isinstance(one, (act.Ride, act.StayWith, act.Wait, act.GiveOrders)) for one in actions):
        return (Reason(T("A general may only ride or stay with a unit."), "NAP-S31", general),)
    goes = [one for one in actions if not isinstance(one, act.GiveOrders)]
    if len(goes) > 1:
        commands = any(isinstance(one, act.StayWith) and one.commands for one in goes)
        text = T("A general stays with one unit for the whole move. Remove the other action.")
        return (Reason(text, "NAP-CMD-06" if commands else "NAP-S73", general),)
    return ()


def _is_refusal(bar: Bar) -> bool:
    """Whether a fault of a plan is one of the order: that there is no time left for the rest is none (NAP-S08)."""
    return bar.clause != "NAP-S08"


def _fighting_bars(view: State, body: str, one: act.Action, order: notes.GameOrder | None, *, free: bool) -> list[Bar]:
    """Why a charge, attack or counter-charge is refused; ``order`` is the game order that it must obey, if any."""
    out: list[Bar | None] = []
    if isinstance(one, act.Charge):
        if not one.targets:
            return [Bar(T("This charge has no target. Choose an enemy."), "NAP-CHG-01")]
        for target in one.targets:
            bar = legal.charge_bar(
                view, body, target, free=free, besides=one.targets, first=one.first, straight=one.straight
            )
            out.append(bar)
        struck = one.targets[0]
        order = (
            None if facts.own(view, body).engagement.renew in one.targets else order
        )  # that duty goes before (NAP-S73 (8))
        out.append(obedience.strike_bar(view, body, order, struck) if order and struck in view.units else None)
    elif isinstance(one, act.Attack):
        out.append(legal.attack_bar(view, body, one.target, one.first))
        out.append(obedience.strike_bar(view, body, order, one.target) if order and one.target in view.units else None)
    elif isinstance(one, act.CounterChargeFor):
        wards = (one.unit in facts.bodies(view, view.units[body].side), one.unit != body)
        if not (all(wards) if order is None else order.kind == "support" and order.supported == one.unit):
            out.append(
                Bar(T("This unit may counter-charge only for the unit that its game order supports."), "NAP-RSP-12")
            )
    return [bar for bar in out if bar is not None]


def _obedience_bars(view: State, body: str, actions: act.Actions, told: Planned, order: notes.GameOrder) -> list[Bar]:
    if any(isinstance(one, act.FIGHTING) for one in actions):
        return []
    if any(isinstance(one, act.Advance) and one.pace == "double" for one in actions):
        bar = obedience.double_bar(order)
        if bar is not None:
            return [bar]
    way = path_of(view, body, told)
    bar = obedience.march_bar(view, body, order, way) if way is not None else None
    return [] if bar is None or threats.leads_to_safety(view, body, told) or rejoins(view, body, told) else [bar]


def note_of(told: Planned) -> Text | None:
    """What there is to know of a line that is no fault: why its march ends early, what has no time (NAP-S10 (6))."""
    for mark in told.marks:
        if mark.what == "shut" and mark.thing != "edge":
            if mark.thing == "ground":
                return T("This body halts at the edge of forbidden ground.")
            return T("This body halts at {piece}, which it cannot cross.", piece=Thing(mark.thing))
        if mark.what == "goal":
            return T("The double move ends here, at its objective.")
    return next((fault.bar.text for fault in told.faults if not _is_refusal(fault.bar)), None)


def rejoins(view: State, body: str, told: Planned) -> bool:
    """Whether a part that is too far from its unit, or led horses from their riders, come nearer (NAP-S73 (8))."""
    if not told.moved or facts.own(view, body).detachment:
        return False
    main = facts.main_body(view, facts.unit_of(view, body))
    away = groups.holds_horses(view, body) and not groups.is_with_riders(view, body)
    there = threats.end_of(view, body, told)
    board = board_of(view)
    return (away or groups.strays(view, body)) and board.to_shape(main, there) < board.gap(body, main) - SLACK


def path_of(view: State, body: str, told: Planned) -> shapely.LineString | None:
    """The way of a body's centre by its plan; None where it stays."""
    legs = [leg for leg in told.track.legs if leg.what in ("advance", "wheel", "back", "action_move")]
    if not legs:
        return None
    x, y = shape.centre(view, body)
    points = [(x, y)]
    for leg in legs:
        after = leg.ends
        count = len(after)
        points.append((sum(p[0] for p in after) / count, sum(p[1] for p in after) / count))
    first = legs[0].poses
    dx, dy = x - sum(p[0] for p in first) / len(first), y - sum(p[1] for p in first) / len(first)
    moved = [(x, y), *((px + dx, py + dy) for px, py in points[1:])]
    return shapely.LineString(moved) if len(set(moved)) > 1 else None


def planned(view: State, body: str, actions: act.Actions, how: Judged = WHOLE) -> Planned:
    """A body's own way by some actions; who fires at somebody, or goes to safety, need not reform first (NAP-R43).

    A manoeuvre that was left out before a charge is the one that is drafted (NAP-S75).
    """
    actions = gestures.filled(view, body, actions)
    freed = how.freed or doubling.is_bound(view, body)
    told = plan(view, body, actions, how.since, freed=freed, goal=doubling.goal_of(view, body))
    if not any(fault.bar.clause == "NAP-DIS-13" for fault in told.faults):
        return told
    free = plan(view, body, actions, how.since, freed=True)
    fires = any(isinstance(one, act.FirePolicy) and not one.hold for one in actions)
    frees = (fires and _has_in_range(view, body, free)) or threats.leads_to_safety(view, body, free)
    return free if frees else told


def _has_in_range(view: State, body: str, told: Planned) -> bool:
    """Whether an enemy is in range from where a body stands, or from where its plan leads (NAP-R43 (b))."""
    there = view.with_poses({g.base: g.pose for g in spans.ghosts(told)})
    return threats.has_in_range(view, body) or threats.has_in_range(there, body)
