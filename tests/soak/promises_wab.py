"""What must be true after every event of a battle of ancient armies in rank and flank (WAB)."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations

import shapely

from game.engine.event import Event
from game.engine.state import State, Tie, other_sides, view
from game.geometry.formed import slots as local_slots
from game.geometry.planar import Shape
from game.geometry.shapes import Pose, corners, polygon, to_world, turn_between
from rulesets.ancient_battles.army.charts import movement_rate
from rulesets.ancient_battles.army.profiles import Profile, profiles
from rulesets.ancient_battles.field.facts import kinds

INCH = 25.0
TOUCH = 0.25
"""mm of gap that is still contact (WAB-S10)."""
HAIR = 0.03
"""mm: 0.001 inch (WAB-S02) and rounding."""
SHARED = 2.05
"""mm2 of shared area that is still touching: what is contact on one side is contact on the other."""
EDGE = 0.3
"""mm beyond the table's edge that are rounding."""
CHARGING = ("start", "charges", "rally", "compulsory", "charge_moves")
"""Phases and steps up to the one that carries charges out."""
DYING = ("losses", "panic_owed")
"""Events between the loss of a unit's last model and the one that takes the unit from the battle."""
PARTED = ("wab.strike", "wab.hatred", "wab.follow")
"""Questions before which contacts may have opened: ranks close up after the round, followers follow (WAB-S35)."""
ONCE = ("moved", "marched", "reformed", "charge_failed", "rallied", "stationary", "shot", "disengaging", "returned")
"""What is said of a unit's own turn."""
STRUCK = ("charged", "contact", "fight_begins", "losses", "broken", "fled", "destroyed", "pursued")
"""What must have come up in a score of situations."""


class Promises:
    """What must be true after every event, for one battle; ``seen`` counts what happened."""

    def __init__(self) -> None:
        self.bases: frozenset[str] = frozenset()
        self.seen: Counter[str] = Counter()
        self.checked: dict[str, object] = {}
        self.last: dict[str, str] = {}

    def __call__(self, before: State, event: Event, after: State) -> None:
        self.seen[event.type] += 1
        self.last |= dict.fromkeys(event.about, event.type)
        if not self.bases:
            self.bases = frozenset(before.bases)
        self.counts(before, event, after)
        self.ties(event, after)
        self.reaches(before, event, after)
        if event.type == "turn_begins":
            self.fresh(event, after)
        if event.type == "turn_ends":
            assert not after.due, [d.id for d in after.due]
        if event.type == "battle_ends":
            self.points(event, after)
        if event.type == "rest":
            self.at_rest(after)

    # -- numbers ----------------------------------------------------------------------------------------------

    def counts(self, before: State, event: Event, after: State) -> None:
        """Models are conserved, what is gone stays gone, wounds stay within the profile, phases count on."""
        assert frozenset(after.bases) == self.bases
        if after.bases is not before.bases:
            for base in after.bases.values():
                old = before.bases[base.id]
                assert base.where in ("table", "reserve", "gone", "off"), base.id
                assert (base.pose is not None) == (base.where == "table"), base.id
                assert old.where != "gone" or base.where == "gone", (base.id, event.type)
                assert base.where != "reserve" or old.where == "reserve", (base.id, event.type)
                assert base.where != "off" or old.where in ("off", "table"), (base.id, event.type)
        for unit in after.units.values():
            own, kind = unit.own, profile(after, unit.id)
            left = [b for b in map(after.bases.__getitem__, unit.bases) if b.where != "gone"]
            assert len({b.where for b in left}) <= 1, (unit.id, event.type)
            assert 0 <= own.wounds < kind.row.profile.w, (unit.id, event.type, own.wounds)
            assert left or not own.wounds, (unit.id, event.type)
            if left and own.order != "skirmish":
                assert [b.number for b in left] == list(range(1, len(left) + 1)), (unit.id, event.type)
            assert (own.off_at is not None) == any(b.where == "off" for b in left) or own.joined, (unit.id, event.type)
            if own.joined and event.type not in DYING:
                self.seated(after, unit.id, event)
        was, now = before.own, after.own
        assert now.turn >= was.turn
        assert now.turn <= now.limit
        assert now.fight in (was.fight, was.fight + 1)

    def seated(self, state: State, character: str, event: Event) -> None:
        """A joined character is a character, lives, and stands in a formed unit of his side wherever that is."""
        unit = state.units[character]
        host = state.units[unit.own.joined]
        assert unit.own.character, character
        assert host.side == unit.side
        assert host.own.order != "skirmish"
        assert not host.own.character
        mine = {state.bases[b].where for b in unit.bases}
        theirs = {state.bases[b].where for b in host.bases} - {"gone"}
        assert mine == theirs, (character, host.id, event.type, mine, theirs)

    def fresh(self, event: Event, state: State) -> None:
        """With a player turn what was said of the last one is over, for nobody has charged yet (WAB-TRN-01)."""
        assert event.data["turn"] == state.own.turn
        for unit in state.units.values():
            assert not unit.own.charged, unit.id
            assert not unit.own.shot_from, unit.id
            assert not unit.own.shot_down, unit.id
            if unit.side == state.own.active:
                assert not any(getattr(unit.own, flag) for flag in ONCE), unit.id

    def points(self, event: Event, state: State) -> None:
        """Points are those of enemies lost, of those who flee, half of those at half strength, 100 for leaders."""
        got = {
            side: sum(worth(state, u.id) for foe in other_sides(state, side) for u in state.units_of(foe))
            for side in state.sides
        }
        assert event.data["scores"] == got, (event.data["scores"], got)
        assert state.over is not None
        assert state.over.scores == got
        apart = max(got.values()) - min(got.values())
        assert state.over.winner == (max(got, key=lambda s: got[s]) if apart >= 100 else "")

    # -- contact ----------------------------------------------------------------------------------------------

    def ties(self, event: Event, state: State) -> None:
        """Ties join living enemies, each two of them once; charges are carried out in the Movement phase."""
        pairs: set[tuple[str, str, str]] = set()
        for tie in state.ties.values():
            a, b = state.units[tie.a], state.units[tie.b]
            assert a.side != b.side, (tie, event.type)
            pair = (tie.kind, min(tie.a, tie.b), max(tie.a, tie.b))
            if tie.kind == "contact":
                assert pair not in pairs, (pair, event.type)
                pairs.add(pair)
                for end in (tie.a, tie.b):
                    assert state.bases_of(end) or event.type in DYING, (tie, event.type)
                    assert not state.units[end].own.joined, (tie, event.type)
            else:
                assert tie.kind == "charge"
                assert state.own.phase in CHARGING, (tie, event.type, state.own.phase)
                assert a.side == state.own.active, (tie, event.type)

    def reaches(self, before: State, event: Event, after: State) -> None:
        """Nobody gets farther than he may: charges, failed charges, ground given, flights, pursuits."""
        unit = event.data.get("unit", "")
        if unit not in after.units:
            return
        rate = movement_rate(profile(after, unit)).total
        if event.type == "charged":
            assert event.data["cost"] <= 2.0 * rate + HAIR, (unit, event.data["cost"])
        elif event.type in ("charge_failed", "counter_charged"):
            assert shifted(before, after, unit) <= rate + HAIR, (event.type, unit)
        elif event.type == "gave_ground":
            assert abs(shifted(before, after, unit) - 2.0 * INCH) <= HAIR, unit
        elif event.type == "followed_up":
            assert shifted(before, after, unit) <= 2.0 * INCH + HAIR, unit
        elif event.type == "fled":
            way = shifted(before, after, unit)
            assert way >= event.data["inches"] * INCH - HAIR, (unit, way)
            assert math.isclose(way, event.data["way"], abs_tol=HAIR), (unit, way)
        elif event.type in ("pursued", "overran"):
            assert event.data["way"] <= event.data["inches"] * INCH + HAIR, unit

    # -- at rest ----------------------------------------------------------------------------------------------

    def at_rest(self, state: State) -> None:
        """While a player thinks: everybody in his place, nobody on another, contacts touch, nothing is hidden."""
        assert view(state, "south") == view(state, "north") == view(state, None)
        if state.over is None:
            assert state.pending is not None
            assert len(state.pending.waiting) == 1, state.pending
        else:
            assert state.pending is None or not state.pending.waiting
        self.touching(state)
        if self.checked.get("bases") is state.bases and self.checked.get("units") is state.units:
            return
        self.checked = {"bases": state.bases, "units": state.units}
        shapes = {u: shape(state, u) for u in standing(state)}
        for unit in shapes:
            self.in_slots(state, unit)
            self.on_the_table(state, unit, shapes[unit])
        for a, b in combinations(shapes, 2):
            deep = shared(shapes[a], shapes[b])
            assert deep <= SHARED, (a, b, deep, self.last.get(a), self.last.get(b))

    def in_slots(self, state: State, unit: str) -> None:
        """Figures of a formed unit stand rank by rank, joined characters in the middle of the first (WAB-S03)."""
        own = state.units[unit].own
        if own.order == "skirmish" or own.character or own.snake:
            return
        ids = [b.id for b in state.bases_of(unit)]
        among = [c for c in state.units if state.units[c].own.joined == unit]
        middle = min(own.files, len(ids) + len(among)) // 2
        for k, character in enumerate(among):
            ids.insert(min(middle + k, len(ids)), state.bases_of(character)[0].id)
        base = profile(state, unit).footprint
        gap = base.width / 2.0 if own.order == "open" else 0.0
        local = local_slots(base, len(ids), max(1, min(own.files, len(ids))), gap, gap)
        first = state.bases[ids[0]].pose
        assert first is not None
        front = Pose(*to_world(first, (-float(local[0][0]), -float(local[0][1]))), first.facing)
        for name, (u, v) in zip(ids, local, strict=True):
            pose = state.bases[name].pose
            assert pose is not None
            x, y = to_world(front, (float(u), float(v)))
            assert math.hypot(pose.x - x, pose.y - y) <= HAIR, (unit, name, pose, (x, y), self.last.get(unit))
            assert abs(turn_between(pose.facing, first.facing)) <= 0.002, (unit, name)

    def on_the_table(self, state: State, unit: str, area: Shape) -> None:
        """Everybody stands wholly on the table; who never fled stands in no building and no water."""
        x0, y0, x1, y1 = area.bounds
        assert min(x0, y0) > -EDGE, (unit, area.bounds)
        assert x1 <= state.table.width + EDGE, (unit, area.bounds)
        assert y1 <= state.table.depth + EDGE, (unit, area.bounds)
        if state.units[unit].own.fled_turn:
            return
        for piece in state.features.values():
            if kinds()[piece.kind].rate == "impassable":
                deep = shared(area, shapely.Polygon(piece.points))
                assert deep <= SHARED, (unit, piece.id, deep)

    def touching(self, state: State) -> None:
        """Who is engaged touches; runners touch nobody unless they still stand in the Close combat phase."""
        for tie in state.ties.values():
            if tie.kind != "contact":
                continue
            gap = shape(state, tie.a).distance(shape(state, tie.b))
            if state.pending is not None and state.pending.waiting[0].question in PARTED:
                continue
            assert gap <= TOUCH + HAIR, (
                tie.a,
                tie.b,
                gap,
                state.own.phase,
                state.pending and state.pending.waiting[0].question,
                self.last.get(tie.a),
                self.last.get(tie.b),
            )
            if state.own.phase != "combat":
                assert bases_gap(state, tie) <= TOUCH + HAIR or not_square(state, tie), (tie.a, tie.b)
                assert not state.units[tie.a].own.fleeing, (tie.a, tie.b)
                assert not state.units[tie.b].own.fleeing, (tie.a, tie.b)


# --- what is asked of a state, without the rules' own code ---------------------------------------------------------


def profile(state: State, unit: str) -> Profile:
    """The row of a unit in its army list."""
    return profiles()[state.units[unit].kind]


def standing(state: State) -> list[str]:
    """Units and lone characters on the table."""
    return [u.id for u in state.units.values() if not u.own.joined and state.bases_of(u.id)]


def shape(state: State, unit: str) -> Shape:
    """What a unit covers: the upright rectangle about a formed one's figures, in its own axes; else their bases."""
    own = state.units[unit].own
    ids = [*state.units[unit].bases]
    ids += [b for u in state.units.values() if u.own.joined == unit for b in u.bases]
    bases = [b for b in map(state.bases.__getitem__, ids) if b.pose is not None]
    found = [polygon(b.shape, b.pose) for b in bases if b.pose is not None]
    if own.order == "skirmish" or own.character or own.snake:
        return shapely.union_all(found)
    axes = bases[0].pose
    assert axes is not None
    angle = math.radians(axes.facing)
    right, ahead = (math.cos(angle), -math.sin(angle)), (math.sin(angle), math.cos(angle))
    points = [tuple(p) for b in bases if b.pose is not None for p in corners(b.shape, b.pose)]
    us = [x * right[0] + y * right[1] for x, y in points]
    vs = [x * ahead[0] + y * ahead[1] for x, y in points]
    box = [(min(us), min(vs)), (max(us), min(vs)), (max(us), max(vs)), (min(us), max(vs))]
    return shapely.Polygon([(u * right[0] + v * ahead[0], u * right[1] + v * ahead[1]) for u, v in box])


def shared(a: Shape, b: Shape) -> float:
    """mm2 that two areas share."""
    return float(a.intersection(b).area) if a.intersects(b) else 0.0


def bases_gap(state: State, tie: Tie) -> float:
    """mm between the nearest figures of two units, joined characters among them."""
    found = []
    for unit in (tie.a, tie.b):
        ids = [*state.units[unit].bases, *(b for u in state.units.values() if u.own.joined == unit for b in u.bases)]
        bases = [state.bases[b] for b in ids]
        found.append(shapely.union_all([polygon(b.shape, b.pose) for b in bases if b.pose is not None]))
    return float(found[0].distance(found[1]))


def not_square(state: State, tie: Tie) -> bool:
    """Whether one of two units has a rear rank that is not full: its files count as touching the rear (WAB-S10)."""
    for unit in (tie.a, tie.b):
        own, n = state.units[unit].own, len(state.bases_of(unit))
        n += sum(u.own.joined == unit for u in state.units.values())
        if own.order != "skirmish" and not own.character and own.files and n % own.files:
            return True
    return False


def shifted(before: State, after: State, unit: str) -> float:
    """mm from where the middle of a unit's figures was to where it is; those who fell in between left out."""
    both = [
        (before.bases[b].pose, after.bases[b].pose)
        for b in after.units[unit].bases
        if after.bases[b].pose is not None and before.bases[b].pose is not None
    ]
    if not both:
        return 0.0
    dx = sum(n.x - o.x for o, n in both if o and n) / len(both)
    dy = sum(n.y - o.y for o, n in both if o and n) / len(both)
    return math.hypot(dx, dy)


def worth(state: State, unit: str) -> int:
    """Points that the enemy has for a unit (WAB-S32)."""
    row, own = profile(state, unit).row, state.units[unit].own
    runs = own.fleeing or bool(own.joined and state.units[own.joined].own.fleeing)
    left = [b for b in state.units[unit].bases if state.bases[b].where != "gone"]
    if not left or runs:
        return row.points + (100 if row.character in ("general", "standard") else 0)
    if not own.character and 2 * len(left) <= own.began:
        return math.ceil(row.points / 2)
    return 0
