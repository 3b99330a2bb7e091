"""Who is who and what is left of whom: facts of the state, without any measuring.

Whatever is asked here is asked of a view or of the whole state alike: a body that a view does not hold is not there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache

from game.engine.memo import Latest
from game.engine.state import Base, State, Tie
from rulesets.napoleonic_wars.own import BodyOwn, ChargeOwn, Class, FigureOwn, Hit, Leg, MeleeOwn, SubUnit

CLASSES: tuple[Class, ...] = ("A", "B", "C", "D", "E")
"""The classes, the best first (NAP-ORG-29)."""
UNTOLD: Class = "C"
"""The class that enemies are reckoned to be of as long as theirs is not told (NAP-DET-06)."""
CHARGE, ATTACK, MELEE, PURSUIT = "charge", "attack", "melee", "pursuit"
"""Kinds of the ties between bodies."""
FORCED = ("withdraw", "retreat", "rout", "break_off", "follow_up", "pursue", "surrendered")
"""Results that move a body, or hold it, whatever its orders are (NAP-S05)."""
RUNS = ("rout", "withdraw", "retreat")
"""Results under which a body goes away from whoever charges it."""
OPEN_FORMATIONS = ("open", "circle", "single")
"""Formations that are no close order (NAP-FRM-02, NAP-FRM-10); deployed crews are in neither (NAP-FRM-06)."""
COLUMNS = ("closed_column", "open_column", "closed_divisional", "open_divisional", "march_column", "mass")


_as_they_stand = Latest(lambda view: (view.units, view.bases))
"""What follows from units and bases alone is worked out once for them."""


def own(view: State, body: str) -> BodyOwn:
    """The own part of a body."""
    found: BodyOwn = view.units[body].own
    return found


def figure(base: Base) -> FigureOwn:
    """The own part of a figure."""
    found: FigureOwn = base.own
    return found


@_as_they_stand.remembered
def bodies(view: State, side: str = "") -> tuple[str, ...]:
    """The bodies on the table, of one side or of both, in the order of their ids (NAP-S61); generals are none."""
    found = (u.id for u in view.units.values() if not side or u.side == side)
    return tuple(u for u in found if view.units[u].own.arm != "general" and is_here(view, u))


@_as_they_stand.remembered
def is_here(view: State, body: str) -> bool:
    """Whether a body stands on the table or is in a building there; what was left behind is none (NAP-S44)."""
    if view.units[body].own.captivity.abandoned:
        return False
    return bool(view.bases_of(body)) or bool(view.units[body].own.inside and left(view, body))


@_as_they_stand.remembered
def generals(view: State, side: str = "") -> tuple[str, ...]:
    """The generals on the table."""
    found = (u for u in view.units.values() if u.own.arm == "general" and (not side or u.side == side))
    return tuple(u.id for u in found if view.bases_of(u.id))


@_as_they_stand.remembered
def enemies(view: State, side: str) -> tuple[str, ...]:
    """The bodies of the other sides that stand on the table, as far as the view knows of them."""
    return tuple(u for u in bodies(view) if view.units[u].side != side)


def unit_of(view: State, body: str) -> str:
    """The unit that a body is, or is part of (NAP-ORG-22)."""
    return view.units[body].parent or body


def parts(view: State, unit: str) -> tuple[str, ...]:
    """The bodies of a unit, itself among them, wherever they are (NAP-ORG-22)."""
    return tuple(u.id for u in view.units.values() if unit in (u.id, u.parent))


@_as_they_stand.remembered
def main_body(view: State, unit: str) -> str:
    """The body of a unit with most figures, of equal ones that with the lowest id (NAP-R143).

    A body that has left the table leads none that stands there.
    """
    return min(parts(view, unit), key=lambda b: (not is_here(view, b), -strength(view, b), b), default=unit)


def figures(view: State, body: str) -> tuple[Base, ...]:
    """The bases of a body that are on the table, in the order of their numbers."""
    return view.bases_of(body)


def left(view: State, body: str) -> tuple[Base, ...]:
    """The bases of a body that are not lost, wherever they are."""
    found = map(view.bases.__getitem__, view.units[body].bases)
    return tuple(b for b in found if b.where != "gone")


@_as_they_stand.remembered
def strength(view: State, body: str) -> int:
    """Figures of a body (NAP-S60): one a base, of guns and elephants the crew; teams, led horses, generals none."""
    return sum(count(b) for b in left(view, body))


def casualties_each(view: State, body: str, men: int) -> int:
    """Whole casualties by fire for each figure that a body had at the start of the move (NAP-R81)."""
    figures = own(view, body).strength.at_start
    return men // figures if figures else 0


def count(base: Base) -> int:
    """The figures that a base stands for in strengths: of guns and elephants their crews (NAP-S60, NAP-CAM-12)."""
    told = figure(base)
    if told.role == "gun" or (told.role == "horse" and told.crew):
        return told.crew
    return 1 if told.role in ("foot", "horse") else 0


def sub_of(view: State, base: Base) -> SubUnit:
    """The sub-unit of a figure."""
    name = figure(base).sub
    return next(s for s in own(view, base.unit).subs if s.id == name)


def companies(view: State, body: str) -> dict[str, list[Base]]:
    """The figures of a body by sub-unit, in the order of the sub-units; those that have none left are missing."""
    found: dict[str, list[Base]] = {s.id: [] for s in own(view, body).subs}
    for base in left(view, body):
        found.setdefault(figure(base).sub, []).append(base)
    return {sub: bases for sub, bases in found.items() if bases}


def morale_class(view: State, body: str) -> Class:
    """The class of a body: that of most of its figures, on a tie the lower one (NAP-R90)."""
    return _majority(view, body, lambda sub: sub.morale or UNTOLD)


def training_class(view: State, body: str) -> Class:
    """The class of a body's training, in open order that of its training there (NAP-R07, NAP-R25)."""
    in_open = own(view, body).stance.formation in OPEN_FORMATIONS
    return _majority(view, body, lambda sub: (in_open and sub.open_training) or sub.training or UNTOLD)


def has_better_sub(view: State, body: str) -> bool:
    """Whether a sub-unit of a higher class is present with a body (NAP-RCT-13, NAP-MOR-10)."""
    here = CLASSES.index(morale_class(view, body))
    with_it = {figure(b).sub for b in left(view, body)}
    return any(CLASSES.index(s.morale or UNTOLD) < here for s in own(view, body).subs if s.id in with_it)


def _majority(view: State, body: str, of: Callable[[SubUnit], Class]) -> Class:
    told = own(view, body)
    by_id = {s.id: s for s in told.subs}
    votes: Counter[Class] = Counter()
    for base in left(view, body):
        sub = by_id.get(figure(base).sub)
        if sub is not None:
            votes[of(sub)] += max(1, count(base))
    if not votes:
        return UNTOLD
    return max(votes, key=lambda cls: (votes[cls], CLASSES.index(cls)))


def legs(view: State, body: str, *what: str) -> tuple[Leg, ...]:
    """The legs of a body's way in this move, all or those of some actions; none of a body that has no way."""
    track = view.own.tracks.get(body)
    found = track.legs if track is not None else ()
    return tuple(leg for leg in found if leg.what in what) if what else found


def stood(view: State, body: str) -> dict[str, tuple[float, float, float]]:
    """Where each base of a body was when the move began; empty for a body that has no way."""
    track = view.own.tracks.get(body)
    return dict(zip(track.bases, track.legs[0].poses, strict=True)) if track is not None and track.legs else {}


def is_artillery(view: State, body: str) -> bool:
    """Whether a body is a battery of guns or rockets."""
    return own(view, body).arm in ("guns", "rockets")


def is_rocket(view: State, hit: Hit) -> bool:
    """Whether the fire that a body was under was that of rockets, whatever they carried (NAP-DIS-21, NAP-MOR-09)."""
    by_hand = hit.what in ("volley", "bows")
    return not by_hand and hit.by in view.units and own(view, hit.by).arm == "rockets"


def has_fired(view: State, body: str) -> bool:
    """Whether a body has fired in this move."""
    move: int = view.own.move
    return 0 < own(view, body).fire.fired == move


def is_foot(view: State, body: str) -> bool:
    """Whether a body acts on foot: foot, dismounted horse, crews of guns."""
    told = own(view, body)
    return not told.stance.mounted and told.arm in ("foot", "horse", "guns", "rockets")


def is_mounted(view: State, body: str) -> bool:
    """Whether a body is mounted troops: horse in the saddle, limbered horse artillery is told by NAP-S64."""
    told = own(view, body)
    return told.arm == "horse" and told.stance.mounted


def reacts_mounted(view: State, body: str) -> bool:
    """Whether it reacts to charges as mounted troops: limbered horse artillery does (NAP-S64, NAP-RRC-02)."""
    told = own(view, body)
    return is_mounted(view, body) or (told.battery.horse_guns and told.stance.formation == "limbered")


def is_elephants(view: State, body: str) -> bool:
    """Whether a body rides elephants (NAP-CAM-05)."""
    return any(sub.kind == "elephant" for sub in own(view, body).subs)


def is_mamelukes(view: State, body: str) -> bool:
    """Whether a body is Mamelukes, not those of the French, where national characteristics are used (NAP-NAT-08)."""
    told = own(view, body)
    mine = any(s.kind == "mameluke" for s in told.subs)
    return bool(view.options.get("national")) and mine and told.nation != "france"


def charges_first(view: State, body: str) -> bool:
    """Whether a charge of a body in this move is its first (NAP-NAT-08)."""
    return own(view, body).engagement.first_charge in (0, view.own.move)


def is_steady(view: State, body: str) -> bool:
    """Whether a body is regular Russian foot, where national characteristics are used (NAP-NAT-11 to -13)."""
    told = own(view, body)
    return bool(view.options.get("national")) and told.nation == "russia" and told.arm == "foot" and told.regular


def is_close(view: State, body: str) -> bool:
    """Whether a body is in close order: neither skirmishers nor deployed guns nor routers (NAP-FRM-05 to -11)."""
    told = own(view, body)
    return told.stance.formation not in (*OPEN_FORMATIONS, "deployed") and told.nerve.result != "rout"


def is_skirmishing(view: State, body: str) -> bool:
    """Whether a body is skirmishers: troops in open order, on foot or mounted (NAP-FRM-02, NAP-SKR-01)."""
    return own(view, body).stance.formation in ("open", "circle")


def is_deployed(view: State, body: str) -> bool:
    """Whether a body is guns or launchers unlimbered and ready to fire (NAP-ORG-40)."""
    return own(view, body).stance.formation == "deployed"


def is_square(view: State, body: str) -> bool:
    """Whether a body stands in square or double square (NAP-FRM-13, NAP-FRM-14)."""
    return own(view, body).stance.formation in ("square", "double_square")


def is_column(view: State, body: str) -> bool:
    """Whether a body counts as a column where tables say so (NAP-R96, NAP-MOV-02)."""
    return own(view, body).stance.formation in COLUMNS


def attack_distance(view: State, body: str) -> float:
    """A body's attack distance in cm: 5 on foot, 10 mounted (NAP-ORG-42)."""
    return 10.0 if is_mounted(view, body) else 5.0


# --- ties ----------------------------------------------------------------------------------------------------------


def ties(view: State, kind: str, body: str = "") -> tuple[Tie, ...]:
    """The ties of a kind, those of one body where one is named."""
    return tuple(t for t in view.ties.values() if t.kind == kind and (not body or body in (t.a, t.b)))


def melees(view: State, body: str = "") -> tuple[Tie, ...]:
    """The melees, those that a body is in where one is named."""
    return ties(view, MELEE, body)


def melee(tie: Tie) -> MeleeOwn:
    """The own part of a melee."""
    found: MeleeOwn = tie.own
    return found


def charge(tie: Tie) -> ChargeOwn:
    """The own part of a charge or attack."""
    found: ChargeOwn = tie.own
    return found


def foes_in_melee(view: State, body: str) -> tuple[str, ...]:
    """Whom a body fights hand to hand."""
    return tuple(t.b if t.a == body else t.a for t in melees(view, body))


def in_melee(view: State, body: str) -> bool:
    """Whether a body is in melee (NAP-MEL-01)."""
    return bool(melees(view, body))


def feeds(view: State, body: str) -> bool:
    """Whether parts of a body may manoeuvre in its melee: from the second round on (NAP-MEL-03)."""
    found = melees(view, body)
    return bool(found) and all(melee(t).rounds for t in found)


def disarms(view: State, body: str) -> bool:
    """Whether a body disarms prisoners in this move, that it took in an earlier one (NAP-PRI-02, -06, NAP-S88)."""
    mine = own(view, body).nerve
    if mine.result == "pursue" or mine.uncontrolled:
        return False
    taken = (u.own for u in view.units.values() if u.own.captivity.captors == body and not u.own.captivity.guarded)
    return any(o.nerve.result == "surrendered" and o.nerve.since < view.own.move for o in taken)


def charges_by(view: State, body: str) -> tuple[Tie, ...]:
    """The charges that a body has declared in this move."""
    return tuple(t for t in ties(view, CHARGE) if t.a == body)


def charges_on(view: State, body: str) -> tuple[Tie, ...]:
    """The charges declared on a body in this move."""
    return tuple(t for t in ties(view, CHARGE) if t.b == body)


def other(tie: Tie, body: str) -> str:
    """The other of the two bodies of a tie."""
    return tie.b if tie.a == body else tie.a


def is_forced(view: State, body: str) -> bool:
    """Whether a result moves or holds a body, so that it has no move order (NAP-S05)."""
    return own(view, body).nerve.result in FORCED


def runs(view: State, body: str) -> bool:
    """Whether a result makes a body go away from who charges it."""
    return own(view, body).nerve.result in RUNS


def by_id(ids: Iterable[str], view: State) -> list[str]:
    """Bodies in the order in which dice are rolled: side by side, then by id (NAP-S61)."""
    sides = list(view.sides)
    return sorted(ids, key=lambda body: (sides.index(view.units[body].side), natural(body)))


@lru_cache(maxsize=4096)
def natural(text: str) -> tuple[tuple[int, str, int], ...]:
    """A key by which "L10" comes after "L2"."""
    found: list[tuple[int, str, int]] = []
    digits = ""
    for char in f"{text} ":
        if char.isdigit():
            digits += char
            continue
        if digits:
            found.append((0, "", int(digits)))
            digits = ""
        found.append((1, char, 0))
    return tuple(found)
