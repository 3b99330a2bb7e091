"""Who fires, and at whom: priorities, who may choose among what, what each choice comes to.

NAP-TGT-01 to -07, NAP-ARC-10, NAP-ARC-13, NAP-SMA, NAP-R61, NAP-R163, NAP-S67, NAP-S85.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from game.engine.state import State
from game.engine.text import T, Text, Thing
from rulesets.napoleonic_wars.clock import moments, paths
from rulesets.napoleonic_wars.command import notes, officers
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.detection import may_be_target
from rulesets.napoleonic_wars.fire import arcs, cover, shots, small_arms, timing
from rulesets.napoleonic_wars.fire.aims import Aim, bears, one_target
from rulesets.napoleonic_wars.fire.arcs import Part
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.measures import MM_PER_CM, SLACK, TICK, cm
from rulesets.napoleonic_wars.own import Weapon

QUIET = ("withdraw", "retreat", "rout", "break_off", "follow_up", "pursue", "surrendered", "dispersed")
"""Results under which nobody fires (NAP-S85)."""
TEAMS = "/teams"
KEEP = "keep"
"""What stands behind the id of a target whose teams are aimed at."""


class Option(msgspec.Struct, frozen=True):
    """One course of a firing body: what it is called in an answer, how it is told, what it fires at."""

    id: str
    label: Text
    aims: tuple[Aim, ...]


class Mark(msgspec.Struct, frozen=True):
    """An enemy that may be fired at: which of the priorities it meets, how far it is (mm), when, how long.

    ``loose``: it counts as open order and may be ignored (NAP-TGT-03).
    """

    target: str
    item: float
    gap: float
    when: timing.Exposed
    loose: bool = False


# --- who may fire ----------------------------------------------------------------------------------------------------


def may_fire(view: State, body: str) -> bool:
    """Whether a body fires at all in step 8 (NAP-ARC-13, NAP-R163, NAP-S85, NAP-DBL-06)."""
    told = facts.own(view, body)
    if facts.has_fired(view, body):
        return False
    quiet = told.nerve.result in QUIET and not (told.nerve.result == "withdraw" and facts.is_deployed(view, body))
    if (
        quiet
        or told.stance.prone
        or told.captivity.guarded
        or facts.disarms(view, body)
        or facts.in_melee(view, body)
        or timing.on_its_way(view, body)
    ):
        return False
    if "evaded" in told.march.did and timing.evades_after(view, body) is None:
        return False
    if any(a.hold for a in shots.ordered(view, body, act.FirePolicy)):
        return False
    if "double" in told.march.did and not (not told.regular and told.stance.mounted):
        return False
    kept = any(timing.pause(view, u, body) is not None for u in timing.attackers(view, body))
    if kept and not timing.chargers(view, body):
        return False  # it fires at its attackers in step 11
    if shots.ordered(view, body, act.Reform) and not facts.charges_on(view, body):
        return "gives_up_half" in told.march.did  # (NAP-DIS-16, NAP-DIS-17)
    return timing.time_of(view, body, "reform") < 1.0 - TICK


def weapons(view: State, body: str) -> tuple[Weapon, ...]:
    """The weapons that the firing figures of a body may use."""
    found = dict.fromkeys(shots.weapon_of(view, s.figure) for s in arcs.shooters(view, body))
    return tuple(w for w in found if shots.may_use(view, body, w))


# --- whom ------------------------------------------------------------------------------------------------------------


def is_legal(then: State, body: str, target: str, weapon: Weapon, part: Part = "") -> bool:
    """Whether somebody of a body may fire a weapon at another at a moment: bears, reaches, sees (NAP-SMA-26)."""
    return bool(_bears(then, body, target, weapon, part)) and may_be_target(then, body, target)


def _bears(then: State, body: str, target: str, weapon: Weapon, part: Part) -> tuple[arcs.Bears, ...]:
    """The figures of a body that bear on a target near enough for a weapon, all at one moment."""
    found = arcs.aimed(then, body, target, cm(small_arms.reach(weapon)), part)
    return _near_enough(then, body, target, weapon, found)


def _near_enough(
    then: State, body: str, target: str, weapon: Weapon, found: tuple[arcs.Bears, ...]
) -> tuple[arcs.Bears, ...]:
    """Those of some figures that may fire at a target: at a whole fortification none, at skirmishers by range."""
    if cover.is_safe(then, target):
        return ()
    if not _is_loose(then, target):
        return found
    mine = facts.is_skirmishing(then, body)
    return tuple(b for b in found if small_arms.may_fire_at_loose(weapon, b.far / MM_PER_CM, skirmishers=mine))


def _is_loose(then: State, target: str) -> bool:
    """Whether a target counts as open order in the open: skirmishers, routers, generals (NAP-SMA-26, NAP-SMA-32)."""
    return shots.small_target(then, target) == "loose" and target not in board_of(then).inside


def enemies(view: State, body: str) -> tuple[str, ...]:
    """The enemies that a body might fire at; guns at nobody in melee.

    NAP-ARC-10, NAP-ARC-11, NAP-R57.
    """
    guns = facts.is_artillery(view, body)
    out = []
    side = view.units[body].side
    alone = (g for g in facts.generals(view) if view.units[g].side != side and is_alone(view, g))
    for other in (*facts.enemies(view, side), *alone):
        if timing.is_too_near(view, other, body):
            continue
        if not (guns and facts.in_melee(view, other)) and facts.own(view, other).nerve.result != "surrendered":
            out.append(other)
    return tuple(out)


def is_alone(view: State, general: str) -> bool:
    """Whether a general is more than 5 cm from other troops, and so a target by himself (NAP-RGN-02)."""
    near = board_of(view).near(general, 5.0)
    return not any(facts.own(view, u).arm != "general" for u in near)


def exposure(view: State, body: str, other: str, arms: Sequence[Weapon], part: Part = "") -> timing.Exposed | None:
    """How long a body has another under fire, and when its range is taken; chargers at their pause (NAP-R63).

    Bows shoot in the quarters that they have for it (NAP-SMA-21).
    """
    coming, bows = (*timing.chargers(view, body), *timing.attackers(view, body)), tuple(arms) == ("bow",)

    def legal(then: State) -> bool:
        return any(is_legal(then, body, other, weapon, part) for weapon in arms)

    if other in coming:
        time, ends = timing.evades_after(view, body), timing.pause(view, other, body)
        at = next((t for t in (time, ends) if t is not None), 1.0)
        quarters = len(timing.bows(view, body, 1.0 if ends is None else ends)) if bows else timing.QUARTERS
        return timing.Exposed(quarters, at, at) if quarters and legal(moments.at(view, at)) else None
    if "evaded" in facts.own(view, body).march.did:
        return None
    last, near = timing.last_quarter(view, other), timing.comes_near(view, other)
    up = near is not None and legal(moments.at(view, near))
    if last == 0 and near is not None:
        return timing.Exposed(1, near, near) if up and facts.own(view, body).fire.loaded else None
    ready = [k for k in (timing.bows(view, body) if bows else range(1, timing.QUARTERS + 1)) if k <= last]
    found = timing.exposed(view, body, other, legal, ready) if ready else None
    if found is None or near is None or not up:
        return found
    return timing.Exposed(found.quarters, near, near)  # its range is that at attack distance (NAP-R63)


def fired_at(view: State, other: str, body: str, since: int = 1) -> bool:
    """Whether an enemy fires at a body: he did earlier in this move, or in as many before (NAP-S67)."""
    told = facts.own(view, other).fire
    return body in (told.fired_at, *told.fired_too) and told.fired > 0 and view.own.move - told.fired <= since


def in_person(view: State, body: str) -> bool:
    """Whether a general within 5 cm may name targets to a body (NAP-TGT-02)."""
    side = view.units[body].side
    return any(officers.may_take_over(view, g, body) for g in facts.generals(view, side))


def named(view: State, body: str) -> tuple[str, ...]:
    """The enemies that are a body's priority targets, by game orders or a general on the spot (NAP-TGT-02)."""
    if view.options.get("order_free"):  # (NAP-S77)
        return ()
    out = list(notes.order_of(view, body).targets)
    if in_person(view, body):
        out += [u for a in shots.ordered(view, body, act.FirePolicy) for u in a.priority]
    return tuple(out)


def rank(view: State, body: str, other: str) -> float | None:
    """The place of an enemy among the targets named to a body, in hundredths, 0 the first; None for none."""
    names = named(view, body)
    found = [k for k, name in enumerate(names) if name in (other, facts.unit_of(view, other))]
    return found[0] / 100.0 if found else None


def item(view: State, body: str, other: str) -> float:
    """An enemy's place in the order of small-arms targets, the most urgent first (NAP-TGT-01, NAP-ORD-09)."""
    if other in timing.chargers(view, body):
        return 1
    hostile = fired_at(view, other, body)
    strong = 2 * facts.strength(view, other) >= facts.strength(view, body)
    if facts.is_close(view, other) and strong and (timing.nearer(view, body, other) or hostile):
        return 2
    ward = notes.order_of(view, body).supported
    if ward and ward in view.units and (other in timing.chargers(view, ward) or fired_at(view, other, ward)):
        return 3
    if (place := rank(view, body, other)) is not None:
        return 4 + place
    return 5 if hostile else 6


def marks(view: State, body: str) -> tuple[Mark, ...]:
    """All enemies that a body may fire small arms at, in the order of its priorities, the nearest first."""
    arms = weapons(view, body)
    if not arms:
        return ()
    reach = max(small_arms.reach(w) for w in arms)
    out = []
    for other in enemies(view, body):
        far = facts.own(view, other).march.moved + facts.own(view, body).march.moved
        if board_of(view).least(body, other) > cm(reach) + far + SLACK:
            continue
        when = exposure(view, body, other, arms)
        if when is not None:
            gap = board_of(moments.at(view, when.time)).gap(body, other)
            out.append(Mark(other, item(view, body, other), gap, when, _is_loose(view, other)))
    return tuple(sorted(out, key=lambda m: (m.item, round(m.gap, 3), facts.natural(m.target))))


def first_choices(found: tuple[Mark, ...]) -> tuple[str, ...]:
    """The targets that a body may take first, the usual one first: the nearest of the best priority (NAP-TGT-03).

    Skirmishers may be ignored for others of the same priority, unless they charge it; of equally near ones either.
    """
    out: list[str] = []
    first = [m for m in found if m.item == found[0].item]
    for some in ([m for m in first if not _may_be_ignored(m)], first):
        out += [m.target for m in some if m.gap <= some[0].gap + SLACK]
    return tuple(dict.fromkeys(out))


def _may_be_ignored(mark: Mark) -> bool:
    return mark.loose and mark.item != 1


def options(view: State, body: str) -> tuple[Option, ...]:
    """What a body may fire its small arms at; the first is the usual course."""
    found = marks(view, body)
    out = []
    for target in first_choices(found):
        first = next(m for m in found if m.target == target)
        rest = [m for m in found if m is not first]
        if not first.loose:  # skirmishers are ignored for others of their priority
            rest.sort(key=lambda m: (m.item, _may_be_ignored(m)))
        for part in ("", "teams") if facts.is_deployed(view, target) else ("",):
            aims = _aims(view, body, [first, *rest], "teams" if part else "")
            if aims and (not part or aims[0].part == "teams"):
                label = T("{unit}: teams and drivers", unit=Thing(target)) if part else T("{unit}", unit=Thing(target))
                out.append(Option(f"{target}{TEAMS if part else ''}", label, aims))
    kept = [Option(KEEP, T("keep the fire for {unit}", unit=Thing(u)), ()) for u in _may_come_on(view, body)[:1]]
    return tuple(kept + out if out else ())


def _may_come_on(view: State, body: str) -> tuple[str, ...]:
    """Chargers whose target ran, and in whose path a body stands: it may keep its fire for them (NAP-S84)."""
    side, out = view.units[body].side, []
    for tie in facts.ties(view, facts.CHARGE):
        told = facts.charge(tie)
        gone = facts.runs(view, tie.b) or told.answer == "evade"
        if view.units[tie.b].side == side and not (told.home or told.role) and gone and told.pause is not None:
            left = told.speed * (1.0 - told.pause)
            out += [tie.a] if paths.in_path(view, tie.a, tie.b, left) == body else []
    return tuple(out)


def _aims(view: State, body: str, order: list[Mark], part: Part) -> tuple[Aim, ...]:
    """Each figure fires at the first of the targets that it bears on; of several chargers at the nearest to it."""
    out: list[Aim] = []
    whole = _as_one(view, order)
    for weapon in weapons(view, body):
        taken: dict[str, tuple[Mark, float]] = {}
        for k, mark in enumerate(order):
            of: Part = part if k == 0 else "crews" if facts.is_deployed(view, mark.target) else ""
            for b in bearing(view, body, mark, weapon, of):
                held = taken.get(b.figure)
                if held is None or (mark.item == 1 and held[0].item == 1 and b.far < held[1]):
                    taken[b.figure] = (whole[mark.target], b.far)
        for k, mark in enumerate(order):
            figures = tuple(f for f, (m, _) in taken.items() if m is mark)
            of = part if k == 0 else ""
            of = of or ("crews" if facts.is_deployed(view, mark.target) else "")
            told = volley_of(view, body, mark, weapon)
            when = exposure(view, body, mark.target, (weapon,), of) if weapon == "bow" else mark.when
            if figures and told.shots and when is not None:
                out.append(
                    Aim(body, mark.target, figures, when.time, when.seen, when.quarters, told.shots, weapon, part=of)
                )
                out += _second_barrels(view, out[-1])
    return tuple(out)


def _as_one(view: State, order: list[Mark]) -> dict[str, Mark]:
    """For each target the first of those that are one target with it, chargers apart (NAP-R21)."""
    out: dict[str, Mark] = {}
    for mark in order:
        parts = one_target(view, moments.at(view, mark.when.seen), mark.target)
        before = (m for m in order[: order.index(mark)] if m.target in parts and (m.item == 1) == (mark.item == 1))
        out[mark.target] = next(before, mark)
    return out


def _second_barrels(view: State, aim: Aim) -> list[Aim]:
    """Both barrels of a double-barrelled rifle, in a move after one without firing (NAP-S25)."""
    told = facts.own(view, aim.body)
    if aim.weapon != "double_rifle" or (told.fire.fired and view.own.move - told.fire.fired <= 1):
        return []
    return [msgspec.structs.replace(aim, weapon="musket", shots=1)]


def bearing(view: State, body: str, mark: Mark, weapon: Weapon, part: Part) -> tuple[arcs.Bears, ...]:
    """The figures of a body that may fire a weapon at a target."""
    then, reach = moments.at(view, mark.when.seen), cm(small_arms.reach(weapon))
    found = bears(view, Aim(body, mark.target, (), mark.when.time, mark.when.seen), reach, part)
    found = _near_enough(then, body, mark.target, weapon, found)
    return tuple(b for b in found if shots.weapon_of(view, b.figure) == weapon)


def volley_of(view: State, body: str, mark: Mark, weapon: Weapon) -> timing.Volley:
    """How many shots a body has at a target, and whether it is loaded afterwards (NAP-R62)."""
    if mark.target in (*timing.chargers(view, body), *timing.attackers(view, body)):
        ends = timing.pause(view, mark.target, body)
        until = timing.still(view, body, 1.0 if ends is None else ends)
        return timing.volley(view, body, weapon, until, cease=True)
    return timing.volley(view, body, weapon, timing.quarters(view, body) / timing.QUARTERS, cease=False)


def may_keep_one(view: State, body: str, aims: tuple[Aim, ...]) -> bool:
    """Whether a body may fire one shot instead of two to end loaded, and would gain by it (NAP-R62 a)."""
    coming = timing.chargers(view, body)
    told = facts.own(view, body)
    slow = all(a.weapon in (*timing.SLOW, "bow") for a in aims)
    return not told.fire.loaded and not slow and all(a.shots == 2 and a.target not in coming for a in aims)
