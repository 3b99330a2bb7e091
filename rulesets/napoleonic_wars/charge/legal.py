"""Whether a charge or an attack may be ordered: sight, ground, distance, a clear path (NAP-CTC, NAP-CHG, NAP-ATK-01).

Reach is no part of it while orders are written (NAP-S05, NAP-S76); it is found in step 2 (NAP-S80).
"""

from __future__ import annotations

from collections.abc import Collection

import shapely
from msgspec.structs import replace
from shapely.ops import substring

from game.engine.decision import Bar
from game.engine.fields import with_fields
from game.engine.state import State
from game.engine.text import Length, T, Text, Thing
from rulesets.napoleonic_wars.charge import attack_drafts, drafts
from rulesets.napoleonic_wars.charge.approach import Approach, approach, manoeuvred, speed
from rulesets.napoleonic_wars.command import doubling, officers
from rulesets.napoleonic_wars.data_files import number
from rulesets.napoleonic_wars.disorder import reform
from rulesets.napoleonic_wars.field import facts, sight
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.measures import SLACK, cm

SAME = 1e-9
"""Parts of a move that are nothing."""


def sees(view: State, body: str, target: str) -> bool:
    """Whether a body sees a target, or a general within 5 cm of it does (NAP-CHG-02)."""
    if sight.sees(view, body, target):
        return True
    side = view.units[body].side
    return any(sight.sees(view, g, target) for g in facts.generals(view, side) if officers.is_beside(view, body, g))


def in_the_way(view: State, body: str, targets: Collection[str], found: Approach) -> str:
    """An enemy in close order or deployed guns on the path that is no target; "" for none (NAP-CHG-05)."""
    if found.swept is None:
        return ""
    board = board_of(view)
    for foe in facts.enemies(view, view.units[body].side):
        blocks = facts.is_close(view, foe) or facts.is_deployed(view, foe)
        if foe not in targets and blocks and board.outline(foe).intersects(found.swept):
            return foe
    return ""


def _whom_bar(view: State, body: str, target: str) -> Bar | None:
    """Whom skirmishers may go for (NAP-CTC-06)."""
    if not facts.is_skirmishing(view, body):
        return None
    own = facts.own(view, target)
    if facts.is_close(view, target) and not own.inside:
        return Bar(
            T("Skirmishers may not charge or attack close order. Choose other skirmishers or deployed guns."),
            "NAP-CTC-06",
        )
    return None


def _state_bar(view: State, body: str) -> Bar | None:
    told = facts.own(view, body)
    if told.nerve.result == "halt" or facts.is_forced(view, body):
        return Bar(T("A test result forbids this unit to charge or attack now."), "NAP-RES-17")
    if facts.disarms(view, body):
        return Bar(T("The unit disarms its prisoners in this move and must stand."), "NAP-S88")
    free = (
        told.engagement.renew
        or told.nerve.uncontrolled
        or reform.may_charge_again(view, body)
        or doubling.is_bound(view, body)
    )
    if reform.must_reform(view, body) and not free:
        return Bar(T("This unit must halt and reform before it can charge or attack."), "NAP-DIS-13")
    if facts.in_melee(view, body):
        return Bar(T("This unit is in melee. It cannot charge or attack until the melee is over."), "NAP-MEL-01")
    return None


def charge_bar(
    view: State,
    body: str,
    target: str,
    *,
    free: bool = False,
    besides: Collection[str] = (),
    first: act.Manoeuvre | None = None,
    straight: bool = False,
) -> Bar | None:
    """Why a body may not be ordered to charge a target (NAP-CHG-02 to -05, -08, -09, -11, -14, NAP-S100 (i)).

    Parameters
    ----------
    free
        Distances are known.
    besides
        Others that it charges at once, who are not in the way.
    first
        The manoeuvre before the charge proper; None for the one that is drafted.
    straight
        No wheel at its first look.
    """
    if target not in view.units or not facts.is_here(view, target):
        return Bar(T("That enemy is not on the table. Choose another target."), "NAP-CHG-02")
    if speed(view, body) <= 0.0:
        return Bar(T("This unit has no charge move in its formation. Change formation first."), "NAP-MOV-02")
    bar = _state_bar(view, body) or _whom_bar(view, body, target)
    if bar is not None:
        return bar
    bar = _sight_bar(view, body, target)
    if bar is not None:
        return bar
    gap = board_of(view).gap(body, target)
    if free and gap > speed(view, body) + SLACK:
        return _out_of_reach(free)
    far = gap > number("estimated_reach") * speed(view, body) + SLACK
    if first is None:
        targets = (target, *(b for b in besides if b != target))
        first = () if straight or far else drafts.of_charge(view, body, targets, known_reach=free)
    return _manoeuvre_bar(view, body, target, first) or _course_bar(view, body, target, free, besides, first, straight)


def _sight_bar(view: State, body: str, target: str) -> Bar | None:
    """Why a charge is not allowed by who sees whom, and from how near (NAP-CHG-02, -04, NAP-CTC-03 to -05)."""
    if not sees(view, body, target):
        return Bar(T("Out of sight: {unit}. Choose an enemy in view.", unit=Thing(target)), "NAP-CHG-02")
    if facts.own(view, target).inside:
        return Bar(T("Troops in a building cannot be charged. Attack them instead."), "NAP-CTC-04")
    if not sight.sees(view, target, body):
        return Bar(
            T("This unit is out of sight of {unit}, so a charge is impossible. Attack instead.", unit=Thing(target)),
            "NAP-CTC-05",
        )
    if "came_upon" in facts.own(view, body).march.before:
        return Bar(
            T("This unit came upon a hidden enemy in the last move. It may attack, but not charge."), "NAP-CTC-03"
        )
    least = cm(facts.attack_distance(view, body))
    if board_of(view).gap(body, target) < least - SLACK:
        return Bar(T("Too near to charge: the enemy is within {far}. Attack instead.", far=Length(least)), "NAP-CHG-04")
    return None


def _out_of_reach(free: bool) -> Bar:
    return Bar(
        T("The target is out of charge reach. Choose a nearer one, or march up first."),
        "NAP-CHG-02" if free else "NAP-S76",
    )


def _manoeuvre_bar(view: State, body: str, target: str, first: act.Manoeuvre) -> Bar | None:
    """What is wrong with the manoeuvre before a charge (NAP-CHG-08, NAP-CHG-11)."""
    if first and drafts.is_rigid(view):
        text = T("Charges go straight in this battle. Remove the wheel, facing or formation change.")
        return Bar(text, "NAP-CHG-11")
    if any(isinstance(one, act.Advance) and (one.path or one.pace != "normal") for one in first):
        return Bar(
            T("A march before a charge goes straight ahead at normal speed. Correct its path or pace."), "NAP-CHG-08"
        )
    there, spent = manoeuvred(view, body, first)
    if spent > number("manoeuvre") + SAME:
        return Bar(T("The manoeuvre before the charge is too long. Shorten it to half a move."), "NAP-CHG-08")
    least = cm(facts.attack_distance(there, body))
    if first and board_of(there).gap(body, target) < least - SLACK:
        text = T(
            "The manoeuvre ends too near to {unit}. End it at least {far} away.", far=Length(least), unit=Thing(target)
        )
        return Bar(text, "NAP-CHG-08")
    return None


def _course_bar(
    view: State,
    body: str,
    target: str,
    free: bool,
    besides: Collection[str],
    first: act.Manoeuvre,
    straight: bool,
) -> Bar | None:
    """What is wrong with the charge proper: its front, the ground, who stands in the way, its reach."""
    rigid = drafts.is_rigid(view)
    found = approach(view, body, (target,), first, straight=straight or rigid, known_reach=free)
    if not found.look.possible:
        if rigid:
            return Bar(
                T(
                    "The front does not point at {unit}, and charges go straight here. Wheel in an earlier move.",
                    unit=Thing(target),
                ),
                "NAP-CHG-11",
            )
        return Bar(_turned_away(view, body, target, free, first), "NAP-CHG-09")
    if found.look.stopped_by:
        feature = view.features.get(found.look.stopped_by)
        clause = "NAP-CHG-14" if feature is not None and feature.line else "NAP-CTC-04"
        return Bar(T("The ground on the way forbids a charge. Attack instead, or choose another way."), clause)
    blocker = in_the_way(view, body, {target, *besides}, found)
    if blocker:
        return Bar(T("In the way: {unit}. Choose another target or another way.", unit=Thing(blocker)), "NAP-CHG-05")
    far = board_of(view).gap(body, target) > number("estimated_reach") * speed(view, body) + SLACK
    return _out_of_reach(free) if far or (free and not found.in_time) else None


def attack_bar(view: State, body: str, target: str, first: act.Manoeuvre | None = None) -> Bar | None:
    """Why a body may not be ordered to attack a target: where a charge is possible it charges (NAP-ATK-01).

    ``first``: the manoeuvre before it; None for the one that is drafted (NAP-S100 (b)).
    """
    if target not in view.units or not facts.is_here(view, target):
        return Bar(T("That enemy is not on the table. Choose another target."), "NAP-ATK-01")
    bar = _state_bar(view, body) or _whom_bar(view, body, target)
    if bar is not None:
        return bar
    told = charge_bar(view, body, target)
    if told is not None and told.clause == "NAP-MOV-02" and facts.is_square(view, body):
        told = _sight_bar(view, body, target) or _ground_bar(view, body, target)
    if told is None or told.clause not in ("NAP-CTC-03", "NAP-CTC-04", "NAP-CTC-05", "NAP-CHG-04", "NAP-CHG-02"):
        return Bar(_no_attack(view, body, told), "NAP-ATK-01")
    return _wall_bar(view, body, target, first)


def _no_attack(view: State, body: str, no_charge: Bar | None) -> Text:
    """Why nothing allows an attack; ``no_charge``: what forbids a charge as well, None where one is possible."""
    if facts.is_artillery(view, body):
        return T("Guns attack nobody: {unit}. Fire at the enemy instead.", unit=Thing(body))
    if facts.is_square(view, body):  # it charges nobody, and attacks where others could not (NAP-S100 (d))
        return T("A square attacks only from near by, or where ground or sight forbids a charge.")
    return T("A charge is possible here. Charge instead of attacking.") if no_charge is None else no_charge.text


def _turned_away(view: State, body: str, target: str, free: bool, first: act.Manoeuvre) -> Text:
    """Why a charge cannot bring its front on a target, with the manoeuvre that would (NAP-S100 (h))."""
    instead = drafts.of_charge(view, body, (target,), known_reach=free)
    if instead != first and approach(view, body, (target,), instead, known_reach=free).look.possible:
        if not instead:
            return T(
                "After this manoeuvre the charge cannot bring its front on {unit}. Leave it out.", unit=Thing(target)
            )
        way = drafts.in_words(instead)
        return T("The charge cannot bring its front on {unit}. Instead, first {way}.", unit=Thing(target), way=way)
    return T("The charge cannot bring its front on {unit}. Wheel or face about first.", unit=Thing(target))


def _ground_bar(view: State, body: str, target: str) -> Bar | None:
    """Whether the ground before a square, which has no charge move, forbids a charge (NAP-CTC-04, NAP-S100 (b))."""
    first = attack_drafts.of_attack(view, body, target)
    swept = approach(view, body, (target,), first, straight=True, pace="normal").swept
    if swept is not None and swept.intersects(drafts.shut(view, body, target)):
        return Bar(T("The ground on the way forbids a charge. Attack instead, or choose another way."), "NAP-CTC-04")
    return None


def _wall_bar(view: State, body: str, target: str, first: act.Manoeuvre | None) -> Bar | None:
    """Why troops in a permanent fortification cannot be attacked: no gate or breach lies in the way (NAP-S24)."""
    fort = board_of(view).inside.get(target)
    if fort is None or fort.kind.id != "fortification":
        return None
    wall = shapely.LineString(shapely.get_coordinates(fort.whole))
    ways: list[shapely.Geometry] = [substring(wall, *stretch) for stretch in fort.own.gate]
    ways += [shapely.Point(breach.at).buffer(breach.width / 2.0) for breach in fort.own.breaches]
    first = attack_drafts.of_attack(view, body, target) if first is None else first
    swept = approach(view, body, (target,), first, straight=True, pace="normal").swept
    if swept is not None and any(swept.buffer(1.0).intersects(way) for way in ways):
        return None
    return Bar(T("A fortification can be entered only by a gate or a breach."), "NAP-S24")


def has_reach(view: State, body: str, target: str) -> bool:
    """Whether a charge comes into contact within the move; who is under a result that moves him has none (NAP-CHG-16).

    Troops that halt are deemed to have it.
    """
    unit = view.units[body]
    if unit.own.nerve.result == "halt":
        view = replace(view, units={**view.units, body: replace(unit, own=with_fields(unit.own, result=""))})
    return charge_bar(view, body, target, free=True) is None
