"""How a body strikes in a melee: its factor with its rows, its die, what it may inflict (NAP-MEL-19 to -23)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from game.engine.decision import Sum
from game.engine.odds import Spread
from game.engine.state import State, Tie
from game.engine.text import T
from rulesets.napoleonic_wars.charge.ties import faces_of
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.field import facts, standing
from rulesets.napoleonic_wars.fire.tables import factor_sum, t14
from rulesets.napoleonic_wars.melee import fighters, meeting, shock
from rulesets.napoleonic_wars.melee.tables import Fighter, Impetus, strike_factor, strike_rows

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
    fighter: Fighter

    @property
    def factor(self) -> int:
        """Its casualty factor without the die."""
        return strike_factor(self.fighter)


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
    return Side(body, foe, figures, fighter(view, body, tie))


def fighter(view: State, body: str, tie: Tie) -> Fighter:
    """All that table 11 asks of who strikes."""
    told, mine, foe = facts.melee(tie), facts.own(view, body), facts.other(tie, body)
    foot, armed = facts.is_foot(view, body), shock.has_most(view, body, "melee")
    broke = told.broken == foe and not told.rounds
    return Fighter(
        troops=shock.troops(view, body),
        cls=facts.training_class(view, body),
        disorder=book.counted(view, body),
        first_round=not told.rounds,
        irregular_foot=foot and not mine.regular and armed,
        loaded=foot and mine.fire.loaded and _has_muskets(view, body),
        ranks=told.further if broke else 0,
        armoured_foe=facts.is_mounted(view, foe) and shock.has_most(view, foe, "armour"),
        no_melee_weapons=not mine.regular and not armed,
        artillery=mine.arm in meeting.GUNNERS,
        british=mine.nation == "britain" and mine.arm == "foot" and mine.regular and mine.stance.formation in STURDY,
        mamelukes=facts.is_mamelukes(view, body),
        higher=is_above(view, body, foe, first=not told.rounds),
        in_wood=standing.in_wood(view, body),
        attacks=meeting.hindrance(view, told, body),
        following=told.following == body and (tie.kind == facts.MELEE or mine.nerve.result == "pursue"),
        impetus=impetus(view, body) if body in told.impetus else "",
        optional=bool(view.options.get("percentile")),
    )


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


def told(one: Side, face: int = 0) -> Sum:
    """The rows of its factor, with the die where one has fallen."""
    rows = strike_rows(one.fighter)
    more = ((T("die"), face, "NAP-MEL-23"),) if face else ()
    return factor_sum(T("Melee factor, {n} figures", n=one.figures), (*rows, *more))
