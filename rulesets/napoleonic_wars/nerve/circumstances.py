"""What tables 13C and 13D ask of a body, read off the table (NAP-MOR-09 to -12, NAP-RLY-10, NAP-R97, NAP-R161).

All of it is asked of a view: who does not know of a body does not count it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec.structs import replace

from game.engine.decision import Sum
from game.engine.state import State as Situation
from game.engine.text import T, Thing
from game.geometry.shapes import Floats
from game.kit.block import meeting, outlines
from game.kit.block.outlines import pieces
from game.kit.sums import Row
from rulesets.napoleonic_wars.body import around, screen
from rulesets.napoleonic_wars.charge import legal, parties
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.command import officers
from rulesets.napoleonic_wars.data_files import number
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.field import facts, sight, standing
from rulesets.napoleonic_wars.field.board import board_of, gap
from rulesets.napoleonic_wars.fire import tables as casualties
from rulesets.napoleonic_wars.march import rates
from rulesets.napoleonic_wars.measures import cm, within
from rulesets.napoleonic_wars.nerve import tables
from rulesets.napoleonic_wars.own import Gone, Hit, Result

CLOSED = ("closed_column", "closed_divisional", "mass")
"""Formations that are a closed column (NAP-MOR-10, NAP-R71)."""
KINDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("canister", ("canister", "rocket", "rockets")),
    ("shell", ("shell", "shrapnel")),
    ("roundshot", ("roundshot",)),
)
"""Fire of guns, the worst first (NAP-MOR-09, NAP-MOR-11)."""
BAD: tuple[Result, ...] = ("withdraw", "break_off", "retreat", "rout", "surrendered")


def hits(view: Situation, body: str) -> tuple[Hit, ...]:
    """The fire that a body was under in this move (NAP-R161)."""
    return facts.own(view, body).fire.hits


def losses(view: Situation, body: str) -> int:
    """Per cent of its casualties; figures of its unit that were made to rout in melee among them (NAP-MRE-14)."""
    return casualties.losses(view, body, sum(g.strength for g in routed_parts(view, body)))


def routed_parts(view: Situation, body: str) -> tuple[Gone, ...]:
    """Engaged sub-groups of a body's own unit that were made to rout in this move (NAP-MOR-03 item 7)."""
    unit = facts.unit_of(view, body)
    found = (g for g in view.own.gone if g.unit == unit and g.body != body and g.what == "rout")
    return tuple(g for g in found if g.body in view.units and "melee" in facts.own(view, g.body).march.did)


def general(view: Situation, body: str) -> tables.General:
    """The nearest general who counts for a body and does not rout (NAP-MOR-10, NAP-RLY-10)."""
    found = [g for g in officers.superiors(view, body) if facts.own(view, g).nerve.result != "rout"]
    for name, limit in (("near", officers.IN_PERSON), ("far", officers.FAR)):
        if any(within(gap(view, body, g), number(limit)) for g in found):
            return "near" if name == "near" else "far"
    return ""


def cover(view: Situation, body: str) -> tables.Cover:
    """The cover of a body; a building by itself (NAP-MOR-10)."""
    piece = standing.in_building(view, body)
    if piece is not None and piece.kind.id == "building":
        return "building"
    return standing.in_cover(view, body) or "none"


def fire(view: Situation, body: str) -> tables.State | None:
    """Rows of the fire that it is under: who fires, the worst kind, whether from the side (NAP-MOR-11, NAP-R161)."""
    found = hits(view, body)
    if not found:
        return None
    men: Counter[str] = Counter()
    for hit in found:
        men[next((name for name, kinds in KINDS if hit.what in kinds), "")] += hit.men
    units = {facts.unit_of(view, h.by) for h in found if h.by in view.units}
    worst = next((name for name, _ in KINDS if facts.casualties_each(view, body, men[name])), "")
    kind: Any = worst
    return tables.State(fired_at=len(units), fire=kind, from_side=is_hit_from_side(view, body))


def is_hit_from_side(view: Situation, body: str) -> bool:
    """Whether it lost a figure to fire in this move, some of whose casualties came from flank or rear (NAP-R161)."""
    sides = any(h.men and h.sector != "front" for h in hits(view, body))
    return sides and facts.own(view, body).strength.lost_now > 0 and standing.has_flanks(view, body)


def threats(view: Situation, body: str) -> tuple[bool, bool]:
    """Whether an enemy who can charge it is on its flank, and whether one is in its rear (NAP-MOR-09, NAP-R97)."""
    if not standing.has_flanks(view, body):
        return False, False
    found: set[str] = set()
    for foe in facts.enemies(view, view.units[body].side):
        where = standing.sector(view, body, standing.front_rank(view, foe))
        if where != "front" and where not in found and legal.has_reach(view, foe, body):
            found.add(where)
    return "flank" in found, "rear" in found


def nearer(view: Situation, body: str, other: str) -> bool:
    """Whether an enemy has come nearer to a body by his own motion in this move (NAP-S67)."""
    before = _start(view, other)
    if before is None or not len(before):
        return False
    mine = board_of(view).bases.corners[board_of(view).rows(body)]
    if not len(mine):
        return False
    return outlines.between(before, mine) > gap(view, body, other) + 1.0


def _start(view: Situation, body: str) -> Floats | None:
    """Where a body was when the move began; None where it has not moved."""
    stood = facts.stood(view, body)
    if not stood or any(b not in view.bases for b in stood):
        return None
    sizes = np.array([(view.bases[b].shape.width, view.bases[b].shape.depth) for b in stood])
    return pieces(np.array(list(stood.values())), sizes)


def comes_within(view: Situation, body: str, other: str, far: float) -> bool:
    """Whether two bodies were within so many cm of each other at any moment of this move (NAP-S41, NAP-S90)."""
    return meeting.comes_near(_mover(view, body), _mover(view, other), cm(far), 0.0, 1.0) is not None


def _mover(view: Situation, body: str) -> Mover:
    track = view.own.tracks.get(body)
    here = Mover.standing(view, body)
    return here if track is None or track.bases != here.bases else Mover.planned(view, body, track)


def secured(view: Situation, body: str) -> int:
    """How many of its flanks are secured (NAP-MOR-12)."""

    def normal(other: str) -> float:
        free = not facts.is_forced(view, other) and not facts.in_melee(view, other)
        return rates.rate(view, other, "normal") if free else 0.0

    if not standing.has_flanks(view, body):
        return 0
    return sum(standing.flank_is_secured(view, body, flank, normal) for flank in ("left", "right"))


def is_safe_square(view: Situation, body: str) -> bool:
    """In square or double square, without enemy foot or artillery within 25 cm (NAP-MOR-10)."""
    if not facts.is_square(view, body):
        return False
    near = around.in_sight(view, body, _other(view, body))
    return not any(facts.own(view, f).arm != "horse" or facts.is_foot(view, f) for f in near)


def _other(view: Situation, body: str) -> str:
    return next(s for s in view.sides if s != view.units[body].side)


def lost_general(view: Situation, body: str) -> bool:
    """Whether its brigade's general or a higher officer was lost within 5 cm in this move (NAP-MOR-03 item 6)."""
    brigade, side = officers.brigade_of(view, body), view.units[body].side
    chief = view.sides[side].own.chief
    mine = {chief, brigade.general if brigade is not None else ""}
    return any(g.what == "general" and body in g.close and _counted(g.body, mine, view, body) for g in view.own.gone)


def _counted(general: str, mine: set[str], view: Situation, body: str) -> bool:
    unit = view.units.get(general)
    same = unit is not None and unit.own.brigade in ("", facts.own(view, body).brigade)
    return general in mine or same


def of(view: Situation, body: str, *, rally: bool = False) -> tables.State:
    """All that tables 13C and 13D ask of a body."""
    side = view.units[body].side
    own, foe = around.around(view, body, side), around.around(view, body, _other(view, body))
    both = {
        "disorder": book.counted(view, body),
        "losses": losses(view, body),
        "general": general(view, body),
        "supports": parties.supports(view, body),
        "cover": cover(view, body),
        "leaving": own.leaving,
        "retreating": own.retreating,
        "routing": own.routing,
        "foe_leaving": foe.leaving,
        "foe_retreating": foe.retreating,
        "foe_routing": foe.routing,
    }
    return tables.State(**{**both, **(_rally(view, body) if rally else _morale(view, body))})


def _morale(view: Situation, body: str) -> dict[str, Any]:
    told = facts.own(view, body)
    flank, rear = threats(view, body)
    shot = fire(view, body)
    elephants = [f for f in around.in_sight(view, body, _other(view, body)) if facts.is_elephants(view, f)]
    return {
        "foe_on_flank": flank,
        "foe_in_rear": rear,
        "fired_at": shot.fired_at if shot else 0,
        "fire": shot.fire if shot else "",
        "from_side": shot is not None and shot.from_side,
        "in_retreat": told.nerve.result == "retreat",
        "general_lost": lost_general(view, body),
        "advancing": around.advancing(view, body, lambda foe: nearer(view, body, foe)),
        "better_sub": facts.has_better_sub(view, body),
        "closed_column": facts.is_foot(view, body) and told.stance.formation in CLOSED,
        "flanks_secured": secured(view, body),
        "screen": facts.is_skirmishing(view, body) and bool(screen.screened_by(view, body)),
        "square": is_safe_square(view, body),
        "elephants": bool(elephants),
        "elephants_under_guns": facts.is_elephants(view, body) and _by_guns(view, body),
    }


def _by_guns(view: Situation, body: str) -> bool:
    return any(h.by in view.units and facts.own(view, h.by).arm in ("guns", "rockets") for h in hits(view, body))


def _rally(view: Situation, body: str) -> dict[str, Any]:
    side = _other(view, body)
    good = around.units(view, body, around.in_sight(view, body, side), lambda u: is_good(view, u), half=False)
    board = board_of(view)
    seen = (f for f in facts.enemies(view, view.units[body].side) if is_good(view, f) and sight.sees(view, body, f))
    near = min((board.gap(body, f) for f in seen), default=None)
    return {"foes_near": len(good), "foe_far": near is not None and not within(near, number("enemy_far"))}


def is_good(view: Situation, body: str) -> bool:
    """Whether a body has good morale: it is under no adverse result."""
    return facts.own(view, body).nerve.result not in BAD


def test_sum(view: Situation, body: str) -> Sum:
    """The morale test of a body with its rows, before its dice (NAP-MOR-09, NAP-MOR-10)."""
    return _sum(body, tables.morale_rows(of(view, body)))


def rally_sum(view: Situation, body: str) -> Sum:
    """The rally test of a body with its rows, before its dice (NAP-RLY-08, NAP-RLY-10)."""
    told = of(view, body, rally=True)
    if facts.own(view, body).nerve.result == "pursue":
        told = without_pursued(view, body, told)
    return _sum(body, tables.rally_rows(told))


def without_pursued(view: Situation, body: str, told: tables.State) -> tables.State:
    """In a pursuit test the enemy that is pursued is no routing unit (NAP-RLY-10)."""
    foe = facts.own(view, body).nerve.from_whom
    if foe not in view.units or facts.own(view, foe).nerve.result != "rout":
        return told
    counted = around.units(view, body, around.in_sight(view, body, _other(view, body)), lambda u: u == foe)
    return replace(told, foe_routing=max(0, told.foe_routing - len(counted)))


def _sum(body: str, rows: tuple[Row, ...]) -> Sum:
    return Sum(T("Morale of {unit}", unit=Thing(body)), sum(n for _, n, _ in rows), rows)


def thrown(told: Sum, dice: Sequence[int], clause: str) -> Sum:
    """A test with its dice, the first of its rows (NAP-MOR-06, NAP-RLY-02)."""
    return Sum(told.label, told.total + sum(dice), ((T("dice"), float(sum(dice)), clause), *told.rows))
