"""Objectives held, points, and the end of a battle (NAP-VIC, NAP-R44, NAP-R45, NAP-S03, NAP-S04, NAP-S30)."""

from __future__ import annotations

import math

import shapely

from game.engine import changes
from game.engine.decision import Sum
from game.engine.endings import battle_ends, leader
from game.engine.flow import Run
from game.engine.state import Marker, State, other_sides
from game.engine.text import T, Thing
from game.geometry.planar import Shape, Shapes
from game.kit.sums import Row
from rulesets.napoleonic_wars.army.worth import Worth, of_base
from rulesets.napoleonic_wars.charge import legal
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.data_files import whole
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.march import reach, toll
from rulesets.napoleonic_wars.measures import TICK, moment
from rulesets.napoleonic_wars.nerve import surrender, surrounded
from rulesets.napoleonic_wars.own import BodyOwn, MarkerOwn, Track

OBJECTIVE = "objective"
FORCED = ("break_off", "withdraw", "rout", "surrendered", "retreat", "dispersed")
"""Results under which nobody occupies anything (NAP-VIC-03)."""
LEAVING = ("withdraw", "retreat", "rout")
"""Results under which an enemy on an objective does not hinder (NAP-VIC-06)."""
PASSED = "passed "
"""Under what a side notes that its hidden troops have come to an objective."""


def marker_own(marker: Marker) -> MarkerOwn:
    """The own part of an objective."""
    found: MarkerOwn = marker.own
    return found


def objectives(view: State) -> tuple[Marker, ...]:
    """The objectives of the battle (NAP-VIC-01)."""
    return tuple(m for m in view.markers.values() if m.kind == OBJECTIVE)


def shape_of(view: State, marker: Marker) -> Shape:
    """What an objective covers: a piece of terrain, or a circle about its point (NAP-S03)."""
    own = marker_own(marker)
    if own.feature in view.features:
        piece = view.features[own.feature]
        return shapely.LineString(piece.points) if piece.line else shapely.Polygon(piece.points)
    assert marker.pose is not None
    return shapely.Point(marker.pose.x, marker.pose.y).buffer(own.reach)


def on_it(view: State, marker: Marker, side: str) -> tuple[str, ...]:
    """Bodies of a side on an objective or in it: a figure stands on it (NAP-VIC-03, NAP-VIC-06)."""
    area, board = shape_of(view, marker), board_of(view)
    near = (u for u in facts.bodies(view, side) if u in board.sides)
    return tuple(
        u
        for u in near
        if board.outline(u).distance(area) <= 0.0 or facts.own(view, u).inside == marker_own(marker).feature != ""
    )


def share_held(view: State, marker: Marker, side: str) -> tuple[float, str]:
    """Which part of an objective's points a side has, as far as a view knows, and the clause (NAP-VIC-02 to -09)."""
    view = known(view)
    here = [u for u in on_it(view, marker, side) if facts.own(view, u).nerve.result not in FORCED]
    foes = [u for s in other_sides(view, side) for u in on_it(view, marker, s)]
    if not here:
        return (1.0, "NAP-VIC-07") if _passed(view, marker, side) else (0.0, "")
    if any(facts.own(view, u).nerve.result not in LEAVING for u in foes):
        return 0.0, "NAP-VIC-06"
    fighting = [u for u in here if facts.in_melee(view, u)]
    inside = [u for u in here if facts.own(view, u).inside]
    if fighting:
        foe_figures = sum(facts.strength(view, f) for f in {f for u in fighting for f in facts.foes_in_melee(view, u)})
        mine = [u for u in here if facts.is_close(view, u)]
        enough = 2 * sum(facts.strength(view, u) for u in mine) >= foe_figures
        if not inside and not (mine and enough):
            return 0.0, "NAP-VIC-05"
        if not all(_thrown_back(view, u) for u in fighting):
            cut_off = all(surrounded.is_surrounded(view, u) for u in here)
            return (0.25, "NAP-VIC-09") if cut_off else (0.5, "NAP-VIC-08")
    if not inside and not any(facts.is_close(view, u) for u in here) and _in_reach(view, here, side):
        return 0.0, "NAP-VIC-04"
    if all(surrounded.is_surrounded(view, u) for u in here):
        return 0.25, "NAP-VIC-09"
    return 1.0, "NAP-VIC-03"


def _thrown_back(view: State, body: str) -> bool:
    """Whether all who fight a body were made to break off in this move's round (NAP-VIC-08)."""
    foes = (facts.own(view, f).nerve for f in facts.foes_in_melee(view, body))
    return all(nerve.result == "break_off" and nerve.since == view.own.move for nerve in foes)


def _in_reach(view: State, here: list[str], side: str) -> bool:
    """Whether an enemy able to charge has any of the occupiers in charge reach (NAP-VIC-04, NAP-ORG-44)."""
    foes = [f for f in facts.enemies(view, side) if not facts.in_melee(view, f)]
    return any(legal.has_reach(view, foe, u) for foe in foes for u in here)


def _passed(view: State, marker: Marker, side: str) -> bool:
    """Holding by having passed through (NAP-VIC-07, NAP-R44): no enemy free to move is as near in time, by a move."""
    if side not in marker_own(marker).passed and not _unseen(view, marker, side):
        return False
    mine = _soonest(view, marker, side)
    theirs = min((_soonest(view, marker, s) for s in other_sides(view, side)), default=math.inf)
    return mine < math.inf and moment(theirs) >= moment(mine) + 1.0 - TICK / 2.0


def _soonest(view: State, marker: Marker, side: str) -> float:
    """Moves that the nearest body of a side that is free to move takes to an objective at double speed (NAP-R44)."""
    board = board_of(view)
    free = [b for b in facts.bodies(view, side) if b in board.sides and not facts.is_forced(view, b)]
    return reach.soonest(view, free, shape_of(view, marker))


def passed_through(run: Run) -> None:
    """At the end of a move: who stands on an objective or came over it has passed through it (NAP-VIC-07)."""
    gone = _Gone()
    for marker in objectives(run.state):
        own = marker_own(marker)
        new = tuple(s for s in run.state.sides if s not in own.passed and _came_over(run.state, marker, s, gone))
        for side in (s for s in run.state.sides if s not in (*own.passed, *new) and not _unseen(run.state, marker, s)):
            if _came_over(known(run.state), marker, side, gone):  # by hidden troops: its own side knows of it alone
                note = notes.noted(run.state, side, PASSED + marker.id, True)
                run.emit("passed_unseen", "status", None, note, clauses=("NAP-VIC-07", "NAP-S37"), only=side, side=side)
        if new:
            text = T("{side} has reached {marker}", side=Thing(new[0]), marker=Thing(marker.id))
            change = changes.own_field("marker", marker.id, passed=(*own.passed, *new))
            run.emit("passed_through", "score", text, change, clauses=("NAP-VIC-07",), about=(marker.id,), side=new[0])


def _unseen(view: State, marker: Marker, side: str) -> bool:
    """Whether hidden troops of a side have come to an objective (NAP-S37)."""
    secret = view.secret.get(side)
    return secret is not None and bool(secret.notes.get(PASSED + marker.id))


class _Gone:
    """What the figures of each way went over, worked out once for all objectives."""

    def __init__(self) -> None:
        self._found: dict[int, tuple[Track, Shapes]] = {}

    def over(self, track: Track) -> Shapes:
        """What the figures went over on a way, leg by leg."""
        found = self._found.get(id(track))
        if found is None:
            found = self._found[id(track)] = (track, toll.swept(track))
        return found[1]


def _came_over(view: State, marker: Marker, side: str, gone: _Gone) -> bool:
    """Whether a body of a side stands on an objective, or went over it at any moment of the move (NAP-R44)."""
    if on_it(view, marker, side):
        return True
    area, bodies = shape_of(view, marker), frozenset(facts.bodies(view, side))
    ways = (t for b, t in notes.tracks(view).items() if b in bodies and t.sizes)
    return any(bool(shapely.intersects(area, gone.over(track)).any()) for track in ways)


# --- points --------------------------------------------------------------------------------------------------------


def worth(view: State, body: str) -> Worth:
    """Points of the men, horses, guns and limbers of a body that are left (NAP-R45, NAP-VIC-13)."""
    own = facts.own(view, body)
    return sum((of_base(own, facts.figure(b)) for b in facts.left(view, body)), Worth())


def own_share(view: State, body: str) -> float:
    """Points that a body counts for its own side (NAP-VIC-10 (a) to (c), NAP-VIC-11, NAP-VIC-13)."""
    own = facts.own(view, body)
    if own.captivity.freed:
        return _freed(view, body)
    if own.captivity.captors or own.nerve.result in ("surrendered", "dispersed"):
        return 0.0
    found = 0.0
    for base in facts.left(view, body):
        value = of_base(own, facts.figure(base)).total
        if base.where == "off":
            found += value * _gone_share(own)
        else:
            found += value * (0.5 if own.nerve.result == "rout" else 1.0)
    return found


def _gone_share(own: BodyOwn) -> float:
    """Which part of the points of figures off the table counts: guards come back, runaway teams do not (NAP-PRI-04)."""
    if own.march.doing is not None and own.march.doing.verb == surrender.ESCORT:
        return 1.0
    return 0.0 if own.nerve.result == "rout" or own.captivity.abandoned else 0.5


def _freed(view: State, body: str) -> float:
    """Points of prisoners who were freed, for their own side: less for each figure, for mounted ones (NAP-VIC-11)."""
    mounted, found = facts.is_mounted(view, body), worth(view, body)
    less = whole("freed_mounted" if mounted else "freed_foot") * facts.strength(view, body)
    return max(0.0, found.men + (found.horses if mounted else 0.0) - less)


def taken_share(view: State, body: str) -> tuple[float, float]:
    """Points of a body for the side that took it: material and horses in full, guarded men half (NAP-VIC-10 (d), (e)).

    Spiked guns are not intact.
    """
    own, things, men = facts.own(view, body), 0.0, 0.0
    for base in facts.left(view, body):
        told, found = facts.figure(base), of_base(own, facts.figure(base))
        if own.captivity.abandoned and base.where == "off":
            continue
        things += found.horses + (0.0 if told.spiked else found.material)
        men += 0.5 * found.men if own.captivity.guarded else 0.0
    return things, men


def captor_side(view: State, body: str) -> str:
    """The side that has taken a body, "" where nobody has."""
    captors = facts.own(view, body).captivity.captors
    return view.units[captors].side if captors in view.units else ""


def score(view: State, side: str) -> Sum:
    """The points of a side as far as a view knows: troops, prisoners, what it has captured, objectives.

    NAP-VIC-10, NAP-VIC-11.
    """
    view = known(view)
    rows: list[Row] = []
    for unit in view.units.values():
        if unit.side == side:
            clause = "NAP-VIC-11" if unit.own.captivity.freed else "NAP-VIC-10"
            rows.append((T("{unit}", unit=Thing(unit.id)), own_share(view, unit.id), clause))
        elif captor_side(view, unit.id) == side:
            things, men = taken_share(view, unit.id)
            rows.append((T("captured of {unit}: material and horses", unit=Thing(unit.id)), things, "NAP-VIC-10"))
            rows.append((T("prisoners: {unit}", unit=Thing(unit.id)), men, "NAP-VIC-10"))
    for marker in objectives(view):
        part, clause = share_held(view, marker, side)
        against = [share_held(view, marker, s)[0] for s in other_sides(view, side)]
        if part == 1.0 and 1.0 in against:
            part, clause = 0.0, "NAP-S30"
        rows.append((T("{marker}", marker=Thing(marker.id)), part * marker_own(marker).worth, clause))
    counted = tuple(row for row in rows if row[1])
    return Sum(T("Points of {side}", side=Thing(side)), sum(value for _, value, _ in counted), counted)


def beaten(view: State) -> tuple[str, ...]:
    """Sides that have no unit on the field, hidden ones too, that neither routs nor has surrendered (NAP-S04)."""
    view = known(view)
    down = ("rout", "surrendered", "dispersed")
    return tuple(
        s for s in view.sides if not any(facts.own(view, u).nerve.result not in down for u in facts.bodies(view, s))
    )


def settle(run: Run) -> None:
    """The larger total wins; by less than the margin agreed the battle is drawn (NAP-VIC-12, NAP-S30)."""
    state = run.state
    sums = {side: score(state, side) for side in state.sides}
    totals = {side: found.total for side, found in sums.items()}
    points = {side: round(total) for side, total in totals.items()}
    winner = leader({side: round(1000 * total) for side, total in totals.items()})
    high, low = max(totals.values()), min(totals.values())
    margin = state.options.get("draw_margin", 0)
    assert isinstance(margin, int)
    if winner and 100.0 * (high - low) < margin * high:
        winner = ""
    if winner:
        text = T(
            "Victory for {winner}: {points} against {other}",
            winner=Thing(winner),
            points=points[winner],
            other=min(points.values()),
        )
    else:
        text = T("The battle is drawn")
    over = changes.battle(state, step="over")
    battle_ends(run, winner, text, sums, ("NAP-SEQ-10", "NAP-VIC-12"), *over)
