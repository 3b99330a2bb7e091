"""Generals: who stays with a unit goes as it goes or rides up to it, who is alone gets out of the enemy's way.

NAP-S31, NAP-S73 (9), NAP-ORD-13, NAP-S72, NAP-S78.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.decision import Bar
from game.engine.state import State, Table
from game.kit.block import meeting
from game.kit.block.course import Stretch
from rulesets.napoleonic_wars.clock.clock import Clock
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march import rates
from rulesets.napoleonic_wars.measures import CONTACT, SLACK, cm

QUARTERS = 4
BEYOND = 5.0
"""Cm beyond an enemy's attack distance at which he who rode out of his way stops (NAP-S72)."""
STEP = 1.0 / 128.0
"""Parts of a move after which it is looked whether he is."""
ROUNDING, MOMENT = 0.01, 1e-5
"""mm over the edge that rounding may make; how exactly the moment is found at which a rider comes to it."""


def follow(view: State, clock: Clock, since: float, until: float) -> None:
    """Bring the generals up to a moment, where the units with which they stay have gone."""
    for general in facts.generals(view):
        if general in clock.movers:
            _follow(view, clock, general, since, until)
            _avoid(view, clock, general, since, until)


def _follow(view: State, clock: Clock, general: str, since: float, until: float) -> None:
    unit = with_whom(view, general, round(until * QUARTERS))
    if unit not in clock.movers:
        return
    rider, body = clock.movers[general], clock.movers[unit]
    if not len(body.poses_at(until)):
        return  # nobody of it is on the table
    if meeting.gap(rider, body, since) <= CONTACT + SLACK:
        way = _alongside(rider, body, since, until)
    else:
        way = _up_to(rider, body, cm(rates.rate(view, general, "normal")), since, until)
    carried = facts.own(view, general).result  # along with a body whose fate he shares (NAP-RGN-06)
    rider.go(way if carried else _on_the_table(view.table, way), since)


def _avoid(view: State, clock: Clock, general: str, since: float, until: float) -> None:
    """Who is alone rides away when an enemy comes to his attack distance, until he is 5 cm beyond it (NAP-S72).

    He need not (NAP-ORD-13): told to wait, he stands.
    """
    rider, time, rate = clock.movers[general], since, cm(rates.rate(view, general, "normal"))
    unseen = {hidden for _, hidden in clock.blind}
    foes = {f: cm(facts.attack_distance(view, f)) for f in facts.enemies(view, rider.side) if f not in unseen}
    if any(one.get("verb") == "wait" for one in notes.line_of(view, general)) or not rate:
        return
    while time < until:
        met = [
            (at, foe)
            for foe, far in foes.items()
            if foe in clock.movers
            and (at := meeting.comes_near(rider, clock.movers[foe], far, time, until)) is not None
        ]
        at, foe = min(met, default=(until, ""))
        if at >= until or _is_among_friends(view, clock, rider, at):
            return
        x, y = meeting.towards(rider, clock.movers[foe], at)
        x, y = clock.way_out(rider, at, (-x, -y), False)
        way = Stretch(at, until, rider.poses_at(at), rider.at(at).sizes, (x * rate, y * rate), what="ride")
        free = _on_the_table(view.table, [way])
        rider.go(free, at)
        ends = (at + k * STEP for k in range(1, int((until - at) / STEP) + 1))
        far = foes[foe] + cm(BEYOND)
        time = next((t for t in ends if meeting.gap(rider, clock.movers[foe], t) >= far), until)
        if free and at + STEP < free[-1].end < time:
            time = free[-1].end  # from the edge he turns
        rider.go([], time)


def _on_the_table(table: Table, way: Sequence[Stretch]) -> list[Stretch]:
    """So much of a way as keeps its figures on the table with all they stand on: nobody is ordered over its edge.

    Who goes with a body that leaves the table stops at the edge (NAP-S78).
    """

    def over(one: Stretch, time: float) -> float:
        corners = one.outline_at(time).reshape(-1, 2)
        return float(max((-corners).max(), (corners - (table.width, table.depth)).max()))

    # who was set up over the edge may go along it
    most = max(0.0, over(way[0], way[0].start)) + ROUNDING if way else 0.0
    kept = []
    for one in way:
        if over(one, one.end) <= most:
            kept.append(one)
            continue
        low, high = one.start, one.end
        while high - low > MOMENT:
            middle = (low + high) / 2.0
            low, high = (low, middle) if over(one, middle) > most else (middle, high)
        return [*kept, one.between(one.start, low)] if low > one.start else kept
    return kept


def _is_among_friends(view: State, clock: Clock, rider: Mover, time: float) -> bool:
    """Whether a general is in contact with own troops, and shares their fate (NAP-S31)."""
    own = (clock.movers[b] for b in facts.bodies(view, rider.side) if b in clock.movers)
    return any(meeting.gap(rider, body, time) <= CONTACT + SLACK for body in own)


def with_whom(view: State, general: str, quarter: int = QUARTERS) -> str:
    """The unit with which a general stays, by what he was told last up to a quarter; "" for none."""
    line = act.read(notes.line_of(view, general, quarter))
    actions = () if isinstance(line, Bar) else line
    last = next((one for one in reversed(actions) if isinstance(one, (act.StayWith, act.Ride))), None)
    return last.unit if isinstance(last, act.StayWith) else ""


def _alongside(rider: Mover, body: Mover, since: float, until: float) -> list[Stretch]:
    """The stretches of a body, gone by who touches it; while it changes order he waits where he is."""
    out: list[Stretch] = []
    poses, sizes = rider.poses_at(since), rider.at(since).sizes
    for one in body.stretches:
        start, end = max(one.start, since), min(one.end, until)
        if end > start:
            out.append(Stretch(start, end, poses, sizes, one.velocity, one.pivot, one.spin, what="ride"))
            poses = out[-1].poses_at(end)
    return out


def _up_to(rider: Mover, body: Mover, rate: float, since: float, until: float) -> list[Stretch]:
    """Straight to the nearest point of a body where it will stand."""
    stands = Stretch(until, 1.0, rider.poses_at(since), rider.at(since).sizes)
    trial = Mover(rider.body, rider.side, rider.bases, rider.sizes, [stands])
    far = max(0.0, meeting.gap(trial, body, until))
    time = min(until - since, far / rate) if rate else 0.0
    if time <= 0.0:
        return []
    x, y = meeting.towards(trial, body, until)
    pace = min(rate, far / time)
    here = rider.at(since).sizes
    return [Stretch(since, since + time, rider.poses_at(since), here, (x * pace, y * pace), what="ride")]
