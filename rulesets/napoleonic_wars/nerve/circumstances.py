"""What tables 13C and 13D ask of a body, read off the table (NAP-MOR-09 to -12, NAP-RLY-10, NAP-R97, NAP-R161).

All of it is asked of a moment of a view: who does not know of a body does not count it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from game.engine.decision import Sum
from game.engine.state import State
from game.engine.text import T, Text, Thing
from game.geometry.shapes import Floats
from game.kit.block import meeting, outlines
from game.kit.block.outlines import pieces, sizes_of
from game.kit.factors import rows
from game.kit.sums import sum_of
from rulesets.napoleonic_wars.body import around, groups, screen
from rulesets.napoleonic_wars.charge import legal, parties
from rulesets.napoleonic_wars.clock.moments import Moment
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.command import officers
from rulesets.napoleonic_wars.data_files import number, whole
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
    ("canister", ("canister", "rocket")),
    ("shell", ("shell", "shrapnel")),
    ("roundshot", ("roundshot",)),
)
"""Fire of guns, the worst first (NAP-MOR-09, NAP-MOR-11)."""
BAD: tuple[Result, ...] = ("halt", "withdraw", "break_off", "retreat", "rout", "surrendered")


def hits(view: State, body: str) -> tuple[Hit, ...]:
    """The fire that a body was under in this move (NAP-R161)."""
    return facts.own(view, body).fire.hits


def losses(view: State, body: str) -> int:
    """Per cent of its casualties; figures of its unit that were made to rout in melee among them (NAP-MRE-14)."""
    routed = routed_parts(view, body)
    strong = sum(g.strength for g in routed)
    ever = groups.history(view, {body, *(g.body for g in routed)}) if routed else None
    if ever is not None:
        lost = ever[0] + strong
        return casualties.percent(view, body, lost, lost * whole("figure"), ever[1])
    return casualties.losses(view, body, strong)


def routed_parts(view: State, body: str) -> tuple[Gone, ...]:
    """Engaged sub-groups of a body's own unit that were made to rout in this move (NAP-MOR-03 item 7)."""
    unit = facts.unit_of(view, body)
    found = (g for g in view.own.gone if g.unit == unit and g.body != body and g.what == "rout")
    return tuple(g for g in found if g.body in view.units and "melee" in facts.own(view, g.body).march.did)


def general(view: State, body: str) -> str:
    """The row of the nearest general who counts for a body and does not rout, "" for none (NAP-MOR-10, NAP-RLY-10)."""
    found = [g for g in officers.superiors(view, body) if facts.own(view, g).nerve.result != "rout"]
    for name, limit in (("general_near", officers.IN_PERSON), ("general_far", officers.FAR)):
        if any(within(gap(view, body, g), number(limit)) for g in found):
            return name
    return ""


def cover(view: State, body: str, *, rally: bool = False) -> str:
    """The row of the cover of a body, "" for none; a building is a row of its own in a morale test (NAP-MOR-10)."""
    piece = standing.in_building(view, body)
    if piece is not None and piece.kind.id == "building":
        return "hard" if rally else "building"
    return {"": "", "soft": "soft"}.get(standing.in_cover(view, body), "hard")


def guns_fire(view: State, body: str) -> str:
    """The row of the worst fire of guns that cost it a casualty a figure, "" for none (NAP-MOR-11)."""
    men: Counter[str] = Counter()
    for hit in hits(view, body):
        what = "rocket" if facts.is_rocket(view, hit) else hit.what
        men[next((name for name, kinds in KINDS if what in kinds), "")] += hit.men
    return next((name for name, _ in KINDS if facts.casualties_each(view, body, men[name])), "")


def lost_to_fire(view: State, body: str) -> int:
    """Figures that a body lost in this move otherwise than in melee (NAP-R87, NAP-R161)."""
    told = facts.own(view, body).strength
    return max(0, told.lost_now - told.struck_now)


def is_hit_from_side(view: State, body: str) -> bool:
    """Whether it lost a figure to fire in this move, some of whose casualties came from flank or rear (NAP-R161)."""
    sides = any(h.men and h.sector != "front" for h in hits(view, body))
    return sides and lost_to_fire(view, body) > 0 and standing.has_flanks(view, body)


def threats(view: State, body: str) -> tuple[bool, bool]:
    """Whether an enemy who can charge it is on its flank, and whether one is in its rear (NAP-MOR-09, NAP-R97)."""
    if not standing.has_flanks(view, body):
        return False, False
    found: set[str] = set()
    for foe in facts.enemies(view, view.units[body].side):
        where = standing.sector(view, body, standing.front_rank(view, foe))
        if where != "front" and where not in found and legal.has_reach(view, foe, body):
            found.add(where)
    return "flank" in found, "rear" in found


def nearer(view: State, body: str, other: str) -> bool:
    """Whether an enemy has come nearer to a body by his own motion in this move (NAP-S67)."""
    before = _start(view, other)
    if before is None or not len(before):
        return False
    mine = board_of(view).bases.corners[board_of(view).rows(body)]
    if not len(mine):
        return False
    return outlines.between(before, mine) > gap(view, body, other) + 1.0


def _start(view: State, body: str) -> Floats | None:
    """Where a body was when the move began; None where it has not moved."""
    stood = facts.stood(view, body)
    if not stood or any(b not in view.bases for b in stood):
        return None
    return pieces(np.array(list(stood.values())), sizes_of(view.bases[b].shape for b in stood))


def comes_within(view: State, body: str, other: str, far: float) -> bool:
    """Whether two bodies were within so many cm of each other at any moment of this move (NAP-S41, NAP-S90)."""
    return meeting.comes_near(_mover(view, body), _mover(view, other), cm(far), 0.0, 1.0) is not None


def _mover(view: State, body: str) -> Mover:
    track = view.own.tracks.get(body)
    here = Mover.standing(view, body)
    return here if track is None or track.bases != here.bases else Mover.planned(view, body, track)


def secured(view: State, body: str) -> int:
    """How many of its flanks are secured (NAP-MOR-12)."""

    def normal(other: str) -> float:
        free = not facts.is_forced(view, other) and not facts.in_melee(view, other)
        return rates.rate(view, other, "normal") if free else 0.0

    if not standing.has_flanks(view, body):
        return 0
    return sum(standing.flank_is_secured(view, body, flank, normal) for flank in ("left", "right"))


def is_safe_square(view: State, body: str) -> bool:
    """In square or double square, without enemy foot or artillery within 25 cm (NAP-MOR-10)."""
    if not facts.is_square(view, body):
        return False
    near = around.in_sight(view, body, _other(view, body))
    return not any(facts.own(view, f).arm != "horse" or facts.is_foot(view, f) for f in near)


def _other(view: State, body: str) -> str:
    return next(s for s in view.sides if s != view.units[body].side)


def lost_general(view: State, body: str) -> bool:
    """Whether its brigade's general or a higher officer was lost within 5 cm in this move (NAP-MOR-03 item 6)."""
    chain = officers.commands(view, body)
    mine = {view.sides[view.units[body].side].own.chief, *(b.general for b in chain)}
    named = {"", *(b.id for b in chain), facts.own(view, body).brigade}

    def counts(general: str) -> bool:
        unit = view.units.get(general)
        return general in mine or (unit is not None and unit.own.brigade in named)

    return any(g.what == "general" and body in g.close and counts(g.body) for g in view.own.gone)


# --- the rows --------------------------------------------------------------------------------------------------------


def _common(m: Moment, body: str, *, rally: bool = False) -> Iterator[tuple[Text, str, int]]:
    """The rows that tables 13C and 13D share."""
    view, lost, grade, near = m.now, losses(m.now, body), cover(m.now, body, rally=rally), general(m.now, body)
    own, foe = (around.around(view, body, side) for side in (view.units[body].side, _other(view, body)))
    yield T("disorganisation"), "disorder", min(book.of("most"), m.factors(body))
    yield T("casualties {n} per cent", n=lost), "losses", lost // whole("percent_a_row")
    yield T("own units breaking off or withdrawing"), "leaving", own.leaving
    yield T("own units retreating"), "retreating", own.retreating
    yield T("own units routing or lost"), "routing", own.routing
    yield T("enemy units breaking off or withdrawing"), "foe_leaving", foe.leaving
    yield T("enemy units retreating"), "foe_retreating", foe.retreating
    yield T("enemy units routing or lost"), "foe_routing", foe.routing - (rally and _pursued(view, body))
    yield T("general within 5 cm"), near, near == "general_near"
    yield T("general within 50 cm"), near, near == "general_far"
    yield T("cover"), grade, bool(grade)


def _morale(m: Moment, body: str) -> Iterator[tuple[Text, str, int]]:
    """Table 13C (NAP-MOR-09 to -12)."""
    view, told = m.now, facts.own(m.now, body)
    flank, rear = threats(view, body)
    guns, seen = guns_fire(view, body), around.in_sight(view, body, _other(view, body))
    firing = {facts.unit_of(view, h.by) for h in hits(view, body) if h.by in view.units}
    closed = facts.is_foot(view, body) and told.stance.formation in CLOSED
    beasts = facts.is_elephants(view, body) and _by_guns(view, body)
    yield from _common(m, body)
    yield T("supporting units"), "support", min(tables.most_supports(), parties.supports(view, body))
    yield T("enemy on the flank who can charge it"), "foe_on_flank", flank
    yield T("enemy in the rear who can charge it"), "foe_in_rear", rear
    yield T("enemy units firing at it"), "fired_at", len(firing)
    yield T("under fire of guns"), guns, bool(guns)
    yield T("casualties from flank or rear"), "from_side", is_hit_from_side(view, body)
    yield T("in retreat"), "in_retreat", told.nerve.result == "retreat"
    yield T("general lost within 5 cm"), "general_lost", lost_general(view, body)
    yield T("enemy units advancing"), "advancing", around.advancing(view, body, lambda foe: nearer(view, body, foe))
    yield T("sub-unit of a higher class"), "better_sub", facts.has_better_sub(view, body)
    yield T("foot in closed column"), "closed_column", closed
    yield T("secured flanks"), "flank_secured", secured(view, body)
    screens = facts.is_skirmishing(view, body) and bool(screen.screened_by(view, body))
    yield T("open order, as a screen"), "screen", screens
    yield T("square, no enemy foot or artillery near"), "square", is_safe_square(view, body)
    yield T("enemy elephants"), "elephants", any(facts.is_elephants(view, f) for f in seen)
    yield T("elephants under guns"), "elephants_under_guns", beasts


def _rally(m: Moment, body: str) -> Iterator[tuple[Text, str, int]]:
    """Table 13D; supports have no limit here (NAP-RLY-10)."""
    view, board = m.now, board_of(m.now)
    beside = around.in_sight(view, body, _other(view, body))
    foes = (f for f in facts.enemies(view, view.units[body].side) if is_good(view, f) and sight.sees(view, body, f))
    near = min((board.gap(body, f) for f in foes), default=None)
    good = around.units(view, body, beside, lambda u: is_good(view, u), half=False)
    yield from _common(m, body, rally=True)
    yield T("supporting units"), "support", parties.supports(view, body)
    yield T("enemy units with good morale near"), "foe_near", len(good)
    far = near is not None and not within(near, number("enemy_far"))
    yield T("no enemy with good morale within 50 cm"), "foe_far", far


def _pursued(view: State, body: str) -> int:
    """The enemy that is pursued, who is no routing unit in a pursuit test (NAP-RLY-10)."""
    told = facts.own(view, body).nerve
    foe = told.from_whom if told.result == "pursue" else ""
    if foe not in view.units or facts.own(view, foe).nerve.result != "rout":
        return 0
    return len(around.units(view, body, around.in_sight(view, body, _other(view, body)), lambda u: u == foe))


def _by_guns(view: State, body: str) -> bool:
    return any(h.by in view.units and facts.own(view, h.by).arm in ("guns", "rockets") for h in hits(view, body))


def is_good(view: State, body: str) -> bool:
    """Whether a body has good morale: it is under no adverse result, a halt included (NAP-RES-16, NAP-RES-17)."""
    return facts.own(view, body).nerve.result not in BAD


def test_sum(m: Moment, body: str) -> Sum:
    """The morale test of a body at a moment with its rows, before its dice (NAP-MOR-09, NAP-MOR-10)."""
    table = tables.values("morale")

    def clause(key: str) -> str:
        return "NAP-CAM-10" if key.startswith("elephants") else "NAP-MOR-10" if table[key] > 0 else "NAP-MOR-09"

    found = ((text, key, n, clause(key)) for text, key, n in _morale(m, body) if n)
    return sum_of(T("Morale of {unit}", unit=Thing(body)), rows(table, found))


def rally_sum(m: Moment, body: str) -> Sum:
    """The rally test of a body at a moment with its rows, before its dice (NAP-RLY-08, NAP-RLY-10)."""
    found = ((text, key, n, "NAP-RLY-10") for text, key, n in _rally(m, body))
    return sum_of(T("Morale of {unit}", unit=Thing(body)), rows(tables.values("rally"), found))


def thrown(told: Sum, dice: Sequence[int], clause: str) -> Sum:
    """A test with its dice, the first of its rows (NAP-MOR-06, NAP-RLY-02)."""
    return Sum(told.label, told.total + sum(dice), ((T("dice"), float(sum(dice)), clause), *told.rows))
