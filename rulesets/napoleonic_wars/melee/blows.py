"""How a body strikes in a melee: its factor with its rows, its die, what it may inflict (NAP-MEL-19 to -23)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from game.engine.decision import Sum
from game.engine.odds import Spread
from game.engine.state import State, Tie
from game.engine.text import T
from game.kit import factors
from game.kit.factors import Entry, total
from game.kit.sums import Row
from rulesets.napoleonic_wars.charge.ties import faces_of
from rulesets.napoleonic_wars.clock import moments
from rulesets.napoleonic_wars.clock.moments import Moment
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.field import facts, standing
from rulesets.napoleonic_wars.fire import timing
from rulesets.napoleonic_wars.fire.tables import factor_sum, t14
from rulesets.napoleonic_wars.melee import fighters, meeting, shock
from rulesets.napoleonic_wars.melee.tables import Impetus, table_11

MUSKETS = ("musket", "dragoon_musket", "rifled_musket")
"""Firearms that count loaded in a melee (NAP-R108)."""
STURDY = ("line", "double_line", "square", "open_column", "open_divisional")
"""Formations in which British foot strikes less (NAP-MEL-20)."""
COMPANY = ("closed_column", "march_column", "mass")
"""Columns with the impetus of a closed company column (NAP-R96)."""


class Side(msgspec.Struct, frozen=True):
    """One side of a round: who, how many fight, what it strikes with."""

    body: str
    foe: str
    figures: int
    rows: tuple[Row, ...]

    @property
    def factor(self) -> int:
        """Its casualty factor without the die."""
        return total(self.rows)


def die(view: State, body: str) -> tuple[int, ...]:
    """The die of table 11D: average for regulars, an ordinary one for irregulars; none where d100 are used."""
    if view.options.get("percentile"):
        return ()
    return faces_of(view, body)


def side(view: State, body: str, tie: Tie) -> Side:
    """One side of a round as things stand; routers and who has surrendered do not strike (NAP-MRE-16)."""
    foe = facts.other(tie, body)
    strikes = facts.own(view, body).nerve.result not in ("rout", "surrendered", "dispersed")
    figures = fighters.numbers(view, tie)[body] if strikes else 0
    return Side(body, foe, figures, rows(moments.end(view), body, tie))


def rows(m: Moment, body: str, tie: Tie) -> tuple[Row, ...]:
    """The casualty factor of table 11 row by row, the die not among them (NAP-MEL-19 to -22)."""
    view, table, kind = m.now, table_11(), shock.troops(m.now, body)
    base = table.base[kind] + (table.base["optional"] if view.options.get("percentile") else 0)
    told, mine, horse = facts.melee(tie), facts.own(view, body), kind != "foot"
    push = impetus(view, body) if body in told.impetus else ""
    across = meeting.hindrance(view, told, body)
    above = is_above(view, body, facts.other(tie, body), first=not told.rounds)
    follows = told.following == body and (tie.kind == facts.MELEE or mine.nerve.result == "pursue")
    follows = follows or _attacks(view, body, tie)
    ground: tuple[Entry, ...] = (
        (T("higher, or charged downhill"), "higher", above, "NAP-MEL-21"),
        (T("cavalry in a wood"), "wood", horse and standing.in_wood(view, body), "NAP-MEL-21"),
        (T("across an obstacle"), across, bool(across), "NAP-MEL-21"),
    )
    pushes: tuple[Entry, ...] = (
        (T("following up"), "follow_horse" if horse else "follow_foot", follows, "NAP-MEL-22"),
        (T("impetus"), push, bool(push), "NAP-MEL-22"),
    )
    first: Row = (T("in melee"), base, "NAP-MEL-19")
    troops = factors.rows(table.troops, _troops(m, body, tie, bool(push)))
    return (first, *troops, *factors.rows(table.ground, ground), *factors.rows(table.impetus, pushes))


def _troops(m: Moment, body: str, tie: Tie, push: bool) -> Iterator[Entry]:
    """Table 11A."""
    view, clause, told = m.now, "NAP-MEL-20", facts.melee(tie)
    mine, foe, cls = facts.own(view, body), facts.other(tie, body), facts.training_class(view, body)
    foot, first, armed = facts.is_foot(view, body), not told.rounds, shock.has_most(view, body, "melee")
    loaded = foot and timing.loaded_at_contact(view, body) and _has_muskets(view, body)
    ranks = told.further if told.broken == foe and first else 0
    armoured = facts.is_mounted(view, foe) and shock.has_most(view, foe, "armour")
    british = mine.nation == "britain" and mine.arm == "foot" and mine.regular and mine.stance.formation in STURDY
    yield T("irregular foot, first round"), "irregular_foot", foot and not mine.regular and armed and first, clause
    yield T("loaded muskets"), "loaded", loaded and first, clause
    yield T("further ranks"), "rank", ranks, clause
    yield T("class {cls}", cls=cls), cls, cls != "C", clause
    yield T("disorganisation"), "disorder", min(book.of("most"), m.factors(body)), clause
    yield T("armoured enemy"), "armoured_foe", armoured, clause
    yield T("no melee weapons"), "no_melee_weapons", not mine.regular and not armed, clause
    yield T("artillery"), "artillery", mine.arm in meeting.GUNNERS, clause
    yield T("British foot in line, square or open column"), "british", british, clause
    yield T("Mamelukes with impetus"), "mamelukes", facts.is_mamelukes(view, body) and push, clause


def _attacks(view: State, body: str, tie: Tie) -> bool:
    """Whether a body has attacked its enemy in this move over no obstacle; both may have attacked (NAP-ASQ-07)."""
    told, foe = facts.melee(tie), facts.other(tie, body)
    if told.rounds or told.obstacle or told.building:
        return False
    return any(not m.charge and (m.by, m.on) == (body, foe) for m in meeting.met(view))


def is_above(view: State, body: str, foe: str, *, first: bool) -> bool:
    """Whether a body is higher than its enemy, or has charged down on him in this move (NAP-MEL-21)."""
    if standing.is_higher(view, body, foe, melee=True):
        return True
    charged = any(t.kind == facts.CHARGE and t.a == body and t.b == foe for t in meeting.ties_home(view))
    return first and charged and shock.slope(view, body, foe) == "downhill"


def _has_muskets(view: State, body: str) -> bool:
    by_id = {s.id: s for s in facts.own(view, body).subs}
    found = [by_id.get(facts.figure(b).sub) for b in facts.left(view, body) if facts.count(b)]
    return 2 * sum(s is not None and s.weapon in MUSKETS for s in found) > len(found)


def impetus(view: State, body: str) -> Impetus:
    """By what row of table 11C a body has impetus; irregulars need melee weapons (NAP-MEL-22, NAP-R96)."""
    told, row = facts.own(view, body), shock.troops(view, body)
    armed = shock.has_most(view, body, "melee")
    if row == "foot":
        if not told.regular:
            return "irregular_foot" if armed else ""
        if told.stance.formation in COMPANY:
            return "company_column"
        return "line" if told.stance.formation in (*shock.LINES, *facts.COLUMNS) else ""
    if row == "heavy_horse" or shock.has_most(view, body, "lance"):
        return "heavy_horse"
    return "light_horse" if told.regular or armed else ""


# --- what it comes to ------------------------------------------------------------------------------------------------


def casualties(one: Side, face: int) -> int:
    """Casualties in men by the die that fell (NAP-CAS-03)."""
    return t14(one.figures, one.factor + face)


def spread(view: State, one: Side) -> Spread:
    """The casualties that a side may inflict, exactly."""
    faces = die(view, one.body) or (0,)
    return mixed(casualties(one, face) for face in faces)


def mixed(values: Iterable[int]) -> Spread:
    """The distribution of equally likely values."""
    found = tuple(values)
    weights: dict[int, float] = {}
    for n in found:
        weights[n] = weights.get(n, 0.0) + 1.0 / len(found)
    return Spread.of(weights)


def blow_sum(one: Side, face: int = 0) -> Sum:
    """The rows of its factor, with the die where one has fallen."""
    more = ((T("die"), face, "NAP-MEL-23"),) if face else ()
    return factor_sum(T("Melee factor, figures: {n}", n=one.figures), (*one.rows, *more))
