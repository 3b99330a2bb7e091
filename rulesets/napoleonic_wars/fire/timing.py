"""When who fires: time to load and fire, how long a target is under fire, from which moment its range is taken.

NAP-SMA-01 to -21, NAP-R62, NAP-R63, NAP-R112, NAP-S58.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import msgspec
from msgspec.structs import replace

from game.engine.state import State, Tie
from game.geometry.shapes import Pose
from rulesets.napoleonic_wars.clock.moments import at
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.measures import MM_PER_CM, SLACK, TICK, moment, within
from rulesets.napoleonic_wars.own import Weapon

STILL = ("stand", "halt", "wait", "load", "pause")
"""What a body does on legs of its way in which it neither moves nor changes formation or facing."""
ON_THE_MOVE = (*STILL, "advance", "wheel", "back", "cross", "double", "give_way")
"""What bows shoot in (NAP-SMA-09)."""
CHANGES = ("form", "face")
"""What a body does on legs of its way after which its figures stand or face otherwise."""
SLOW: tuple[Weapon, ...] = ("rifle", "double_rifle", "rifled_carbine")
"""What takes a whole move to load (NAP-SMA-03)."""
MUSKETS: tuple[Weapon, ...] = ("musket", "dragoon_musket", "rifled_musket")
"""What counts loaded in the first round of a melee (NAP-R108)."""
QUARTERS = 4
VOID = ("refused", "out_of_reach", "void")


class Volley(msgspec.Struct, frozen=True):
    """How many shots a firearm fires, and whether it is loaded afterwards."""

    shots: int
    loaded: bool


class Exposed(msgspec.Struct, frozen=True):
    """How many quarters a target is under fire, and the moment at which its range is taken (NAP-S58).

    ``seen``: the moment of arc, ranks and cover (NAP-S101): the end of the move, or the last quarter of the exposure.
    """

    quarters: int
    time: float
    seen: float = 1.0


# --- time at rest ----------------------------------------------------------------------------------------------------


def still(view: State, body: str, until: float = 1.0, *, at_rest: tuple[str, ...] = STILL) -> float:
    """The part of a move, up to a moment, that a body neither moved nor changed formation or facing."""
    way = view.own.tracks.get(body)
    told = facts.own(view, body)
    if in_ford(view, body):
        return 0.0
    if way is None:
        return 0.0 if told.march.moved > SLACK or "formed" in told.march.did else until
    busy = (max(0.0, min(leg.end, until) - leg.start) for leg in way.legs if leg.what not in at_rest)
    return moment(max(0.0, until - sum(busy)))


def bows(view: State, body: str, until: float = 1.0) -> tuple[int, ...]:
    """The quarters of a move, up to a moment, at whose end bows shoot: they change nothing then (NAP-SMA-21, NAP-S58).

    Who ceases before the first quarter is over has it all the same, as loaded weapons have (NAP-R63).
    """
    busy = [leg for leg in facts.legs(view, body) if leg.what not in ON_THE_MOVE]
    ends = {k: k / QUARTERS for k in range(1, max(1, math.floor(QUARTERS * until + TICK)) + 1)}
    return tuple(k for k, end in ends.items() if not any(leg.start + TICK < end < leg.end + TICK for leg in busy))


def in_ford(view: State, body: str) -> bool:
    """Whether foot stand in a ford or river, where they do not load (NAP-SMA-10)."""
    board = board_of(view)
    wet = [p.shape for p in board.ground.areas if p.kind.move in ("ford", "river") and p.kind.id != "mud"]
    return any(board.to_shape(body, shape) <= 0.0 for shape in wet) and facts.is_foot(view, body)


def quarters(view: State, body: str) -> float:
    """Quarters of the move that a body may load and fire in; skirmishers load on the move (NAP-SMA-04, NAP-R62)."""
    told = facts.own(view, body)
    far = 10.0 if facts.is_mounted(view, body) else 5.0
    if facts.is_skirmishing(view, body) and within(told.march.moved, far) and "formed" not in told.march.did:
        return float(QUARTERS)
    return QUARTERS * still(view, body)


def time_of(view: State, body: str, what: str) -> float:
    """The part of the move that a body gave to something: to load, to reform."""
    return moment(sum(leg.end - leg.start for leg in facts.legs(view, body, what)))


def is_spent(view: State, body: str) -> bool:
    """Whether a body fired in a melee or before it and has not reformed since: it does not load then (NAP-SMA-07)."""
    told = facts.own(view, body)
    return told.nerve.carried > 0 and (told.fire.spent or "melee" in told.march.before)


def is_loaded(view: State, body: str) -> bool:
    """Whether a body's firearms are loaded; muskets went off in the first round of a melee (NAP-SMA-07, NAP-SMA-19)."""
    told = facts.own(view, body)
    emptied = "melee" in told.march.before and facts.is_foot(view, body) and any(s.weapon in MUSKETS for s in told.subs)
    return told.fire.loaded and not emptied


def volley(view: State, body: str, weapon: Weapon, time: float, *, cease: bool) -> Volley:
    """Shots of a body in a part of the move (quarters of it, where it need not cease fire); bows always shoot."""
    loaded = is_loaded(view, body)
    if weapon == "bow":
        return Volley(2, True)
    if is_spent(view, body):
        return Volley(1 if loaded else 0, False)
    return charged(weapon, time, loaded) if cease else usual(weapon, QUARTERS * time, loaded)


def usual(weapon: Weapon, q: float, loaded: bool, *, single: bool = False) -> Volley:
    """Shots of who is neither charged nor attacked, in so many quarters at rest (NAP-R62 a, b).

    >>> usual("musket", 4.0, False), usual("musket", 2.0, True), usual("rifle", 3.9, False)
    (Volley(shots=2, loaded=False), Volley(shots=1, loaded=True), Volley(shots=0, loaded=False))
    """
    if weapon in SLOW:
        if q >= QUARTERS - TICK:
            return Volley(1, loaded)
        return Volley(1, False) if loaded else Volley(0, False)
    if q >= QUARTERS - TICK:
        return Volley(1, True) if single else Volley(2, loaded)
    half = q >= QUARTERS / 2.0 - TICK
    return Volley(1, loaded and half) if loaded or half else Volley(0, loaded)


def charged(weapon: Weapon, time: float, loaded: bool) -> Volley:
    """Shots of who is charged or attacked and must cease then (NAP-SMA-14 to -16, NAP-R62 c).

    >>> charged("musket", 0.5, False).shots, charged("musket", 0.44, False).shots, charged("musket", 0.44, True).shots
    (2, 1, 2)
    """
    if weapon in SLOW:
        shots = 1 if loaded or time >= 0.5 - TICK / 2.0 else 0
    else:
        quarter, half = time >= 0.25 - TICK / 2.0, time >= 0.5 - TICK / 2.0
        shots = (2 if quarter else 1) if loaded else 2 if half else 1 if quarter else 0
    return Volley(shots, False if shots else loaded or time >= (0.5 if weapon in SLOW else 0.25) - TICK / 2.0)


def canister(time: float) -> int:
    """Shots of canister in a part of a move (NAP-ART-03).

    >>> canister(0.5), canister(0.4), canister(0.2)
    (2, 1, 0)
    """
    return 2 if time >= 0.5 - TICK / 2.0 else 1 if time >= 0.25 - TICK / 2.0 else 0


# --- who charges whom ------------------------------------------------------------------------------------------------


def _comes(tie: Tie) -> bool:
    """Whether a charge or attack is on its way: it has reach, and was not refused (NAP-S80)."""
    return facts.charge(tie).home not in VOID


def on_its_way(view: State, body: str) -> tuple[Tie, ...]:
    """The charges and attacks that a body makes, counter-charges among them (NAP-R163)."""
    made = [t for t in (*facts.ties(view, facts.CHARGE, body), *facts.ties(view, facts.ATTACK, body)) if _comes(t)]
    return tuple(t for t in made if t.a == body or facts.charge(t).answer == "counter_charge")


def chargers(view: State, body: str) -> tuple[str, ...]:
    """Who charges a body in this move, and has come to his pause (NAP-TGT-01, NAP-TGT-08)."""
    found = []
    for tie in facts.ties(view, facts.CHARGE, body):
        if _comes(tie) and (tie.b == body or facts.charge(tie).answer == "counter_charge"):
            found.append(facts.other(tie, body))
    return tuple(dict.fromkeys(found))


def is_of_charge(view: State, body: str, target: str) -> bool:
    """Whether fire belongs to a moment of a charge or attack: at one who makes it, on the firer or on others."""
    return bool(on_its_way(view, target)) or target in (*chargers(view, body), *attackers(view, body))


def attackers(view: State, body: str) -> tuple[str, ...]:
    """Who attacks a body in this move."""
    return tuple(t.a for t in facts.ties(view, facts.ATTACK, body) if t.b == body and _comes(t))


def pause(view: State, charger: str, body: str) -> float | None:
    """The moment at which the fire at a charger ceases, None where he has not come to his pause (NAP-RCT-08)."""
    ties = [t for t in facts.ties(view, facts.CHARGE, body) if charger in (t.a, t.b)]
    ties += [t for t in facts.ties(view, facts.ATTACK, body) if charger in (t.a, t.b)]
    found = [told.pause if told.cease is None else told.cease for told in map(facts.charge, ties)]
    return next((p for p in found if p is not None), None)


def loaded_at_contact(view: State, body: str) -> bool:
    """Whether muskets are loaded as a body is met: without a shot at its chargers it had time to load (NAP-R62 c)."""
    told = facts.own(view, body)
    fought = "melee" in told.march.before or is_spent(view, body)
    if told.fire.loaded or told.fire.fired == view.own.move or fought:
        return told.fire.loaded
    ends = (pause(view, foe, body) for foe in (*chargers(view, body), *attackers(view, body)))
    until = max((p for p in ends if p is not None), default=0.0)
    return still(view, body, until) >= 1.0 / QUARTERS - TICK / 2.0


def is_too_near(view: State, charger: str, body: str) -> bool:
    """Whether a charger was nearer already, as his charge began, than the distance at which fire ceases (NAP-RES-09).

    Then no fire at him is possible in this charge.
    """
    ties = [t for t in facts.ties(view, facts.CHARGE, body) if (t.a, t.b) == (charger, body)]
    told = [facts.charge(t) for t in ties]
    return any(one.began is not None and one.fire_at > 0.0 and one.began < one.fire_at - SLACK for one in told)


def evades_after(view: State, body: str) -> float | None:
    """The moment at which an evader runs who fires first: his charger's at attack distance (NAP-EVD-04, NAP-EVD-05)."""
    ties = [t for t in facts.charges_on(view, body) if _comes(t) and facts.charge(t).answer == "evade"]
    late = [facts.charge(t).pause for t in ties if facts.charge(t).answer_start >= 1.0]
    return min((p for p in late if p is not None), default=None)


def comes_near(view: State, other: str) -> float | None:
    """When somebody who charges or attacks others is at attack distance from them, None where he is not (NAP-SMA-20).

    A charge pauses farther on where the target fires at less (NAP-RCT-08).
    """
    ends = []
    for tie in on_its_way(view, other):
        told = facts.charge(tie)
        if told.pause is None:
            continue
        near = facts.attack_distance(view, other) if tie.kind == facts.CHARGE else 5.0
        left = (told.gap - near * MM_PER_CM) / told.speed if told.speed else 0.0
        ends.append(max(0.0, told.pause + left))
    return min(ends, default=None)


def last_quarter(view: State, other: str) -> int:
    """The last whole quarter in which somebody who charges or attacks others may be fired at (NAP-SMA-20, NAP-R63)."""
    end = comes_near(view, other)
    return QUARTERS if end is None else min(QUARTERS, math.floor(QUARTERS * end + TICK))


def exposed(
    view: State,
    body: str,
    other: str,
    legal: Callable[[State], bool],
    ready: Iterable[int],
) -> Exposed | None:
    """How long a target is under fire, and the moment of its range; None where it never is (NAP-R63, NAP-SMA-12).

    The range is the smallest one if the distance shrinks, otherwise that at mid-move. ``ready``: in which quarters the
    firer may fire at it. In those that end while he changes formation or facing the target counts as exposed if it is
    when he has done so: that time costs shots already (NAP-SMA-11, NAP-R62), and nobody fires in the midst of it.
    """
    if not view.own.tracks:
        return Exposed(len(tuple(ready)), 1.0) if legal(view) else None
    due = tuple(ready)
    changed = {k: _changed(view, body, k / QUARTERS) for k in due}
    found = [k for k in due if legal(changed[k] or at(view, k / QUARTERS))]
    free = [k for k in found if changed[k] is None]
    if not free:
        return None
    gaps = {k: board_of(at(view, k / QUARTERS)).gap(body, other) for k in free}
    time, middle = min(free, key=lambda k: (round(gaps[k], 3), -k)), QUARTERS // 2
    if gaps[time] >= board_of(at(view, 0.0)).gap(body, other) - SLACK:
        time = min(free, key=lambda k: (abs(k - middle), -k))
    return Exposed(len(found), time / QUARTERS, free[-1] / QUARTERS)


def _changed(view: State, body: str, time: float) -> State | None:
    """The situation at a moment, but for a body in the midst of a change that stands as after it; None: it is not."""
    way = view.own.tracks.get(body)
    legs = way.legs if way is not None else ()
    under = next((g for g in legs if g.what in CHANGES and g.start + TICK < time < g.end - TICK), None)
    if way is None or under is None:
        return None
    then, found = at(view, time), {}
    for name, (x, y, facing) in zip(way.bases, under.ends, strict=False):
        if name in then.bases and then.bases[name].where == "table":
            found[name] = replace(then.bases[name], pose=Pose(x, y, facing % 360.0))
    return replace(then, bases={**then.bases, **found})


def nearer(view: State, body: str, other: str) -> bool:
    """Whether an enemy has come nearer to a body in this move (NAP-S67)."""
    return board_of(view).gap(body, other) < board_of(at(view, 0.0)).gap(body, other) - SLACK
