"""Every number of a round: how many attacks in which order, what hits, wounds and saves; then the score, side by side.

Each comes as rows with their clauses; the dice that are thrown, the odds and the log read the same. What stands, and
along which edge, is taken for the score at the start of the round, before casualties (WAB-S22); who is wiped out brings
nothing but the wounds it caused, and a character who outlives his unit what he has of himself (WAB-S27).
WAB-CMB-02 to WAB-CMB-09, WAB-FRZ-03, WAB-RES-01 to WAB-RES-10, WAB-R19, WAB-R50, WAB-S20, WAB-S30.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

import msgspec

from game.engine.decision import Sum
from game.engine.state import State
from game.engine.text import TN, T, Text, Thing
from game.kit import situation
from game.kit.attack import HITS, Attack, Stage, misses_again, reaches, stops
from game.kit.sums import Row, sum_of
from rulesets.ancient_battles import data_files
from rulesets.ancient_battles.army import charts
from rulesets.ancient_battles.army.profiles import own, profile
from rulesets.ancient_battles.data_files import NUMBERS
from rulesets.ancient_battles.field import engagement, facts
from rulesets.ancient_battles.own import Facing

Key = tuple[int, int, int]


class Strikers(msgspec.Struct, frozen=True, omit_defaults=True):
    """Models that strike together by one profile: those of a unit, or a character (WAB-S27).

    ``marks`` are the enemies that each model may strike, the default first, in the order of the slots; ``sides`` those
    from which they strike each enemy; ``first``: it is their first round of this combat (WAB-S36).
    """

    unit: str
    marks: dict[str, tuple[str, ...]]
    initiative: int
    charged: bool = False
    momentum: bool = False
    sides: dict[str, Facing] = {}
    first: bool = False

    @property
    def key(self) -> Key:
        """Their step: chargers, then descending Initiative, then Momentum (WAB-CMB-04)."""
        return 0 if self.charged else 1, -self.initiative, 0 if self.momentum else 1


class Blow(msgspec.Struct, frozen=True, omit_defaults=True):
    """The blows of some models at one enemy: what was thrown, and what came of it."""

    unit: str
    target: str
    models: tuple[str, ...]
    dice: int
    hits: int = 0
    wounds: int = 0
    through: int = 0


def corps_of(view: State, group: Sequence[str]) -> tuple[Strikers, ...]:
    """All who strike in a combat, in the order of their dice within a step: active side first (WAB-S30)."""
    found: list[Strikers] = []
    for unit in engagement.in_order(view, group):
        touched = engagement.fighting(view, unit)
        told = engagement.charged(view, unit), engagement.momentum(view, unit, group)
        for who in (unit, *facts.characters_in(view, unit)):
            if marks := {m: t for m, t in touched.items() if view.bases[m].unit == who}:
                enemies = dict.fromkeys(e for t in marks.values() for e in t)
                sides = {e: engagement.side_struck(view, who, e) for e in enemies}
                first = engagement.first_round(view, unit)
                found.append(Strikers(who, marks, profile(view, who).row.profile.i, *told, sides, first))
    return tuple(found)


def steps_of(corps: Iterable[Strikers]) -> tuple[Key, ...]:
    """The steps of a combat in their order (WAB-CMB-04)."""
    return tuple(sorted({c.key for c in corps}))


def still_open(corps: Strikers, lost: int, stands: Callable[[str], bool]) -> dict[str, tuple[str, ...]]:
    """Each model that still strikes, so many being lost (WAB-S20), with the enemies left for it, the default first."""
    able = tuple(corps.marks)[: max(0, len(corps.marks) - lost)]
    left = {model: tuple(e for e in corps.marks[model] if stands(e)) for model in able}
    return {model: marks for model, marks in left.items() if marks}


def open_marks(view: State, corps: Strikers, began: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    """What is :func:`still_open` to a corps as things stand."""
    at_first = 1 if own(view, corps.unit).character else began.get(corps.unit, 0)
    return still_open(corps, at_first - facts.count(view, corps.unit), lambda enemy: situation.on_table(view, enemy))


def blows_of(view: State, corps: Strikers, began: Mapping[str, int], chosen: Mapping[str, str]) -> tuple[Blow, ...]:
    """The blows of a corps, one for each enemy struck, in the order of the army list."""
    aims = {m: chosen.get(m, marks[0]) for m, marks in open_marks(view, corps, began).items()}
    struck = engagement.in_order(view, set(aims.values()))
    by = {target: tuple(m for m, aim in aims.items() if aim == target) for target in struck}
    return tuple(Blow(corps.unit, t, who, int(attacks(view, corps.unit, len(who)).total)) for t, who in by.items())


def attacks(view: State, unit: str, models: int) -> Sum:
    """Attacks of some models of a unit (WAB-CMB-02, WAB-CMB-03, WAB-FRZ-03, WAB-R50)."""
    model = profile(view, unit)
    a = model.row.profile.a
    text = TN("{n} model with Attacks {a}", "{n} models with Attacks {a}", models, a=a)
    rows: list[Row] = [(text, float(models * a), "WAB-CMB-02")]
    if model.row.two_weapons:
        rows.append((T("a weapon in each hand"), float(models * NUMBERS.two_weapons.value), "WAB-CMB-03"))
    if facts.frenzied(view, unit):
        rows.append((T("frenzy"), float(models * NUMBERS.frenzy.value), "WAB-FRZ-03"))
    return sum_of(T("Attacks of {unit}", unit=Thing(unit)), rows)


def hit_need(view: State, unit: str, target: str) -> Sum:
    """What a die must show to hit (WAB-CMB-06); 6 after a failed Fear test (WAB-FEA-03, WAB-R19)."""
    mine, theirs = profile(view, unit).row.profile.ws, profile(view, target).row.profile.ws
    need = charts.to_hit(mine, theirs)
    rows: list[Row] = [(T("Weapon Skill {a} against {b}", a=mine, b=theirs), float(need), "WAB-CMB-06")]
    worse = NUMBERS.shaken.value - need
    if shaken(view, unit) and worse > 0:
        rows.append((T("shaken by fear: sixes only"), float(worse), "WAB-R19"))
    return sum_of(T("To hit {unit}", unit=Thing(target)), rows)


def shaken(view: State, unit: str) -> bool:
    """Whether a failed Fear test lets a unit, and characters in it, hit on sixes only in this phase (WAB-R19)."""
    return own(view, facts.host(view, unit) or unit).shaken_by_fear == engagement.number(view)


def wound_need(view: State, unit: str, target: str) -> Sum:
    """What a die must show to wound, 7 where none can (WAB-CMB-07)."""
    s, t = profile(view, unit).row.profile.s, profile(view, target).row.profile.t
    row: Row = (T("Strength {s} against Toughness {t}", s=s, t=t), float(charts.to_wound(s, t)), "WAB-CMB-07")
    return sum_of(T("To wound {unit}", unit=Thing(target)), [row])


def save_need(view: State, unit: str, target: str, side: Facing) -> Sum:
    """What a die must show to save when struck from a side, 7 and more for none (WAB-ARM-12, WAB-ARM-13)."""
    modifier = charts.strength_modifier(profile(view, unit).row.profile.s)
    return charts.save(profile(view, target), "melee", side, modifier)


def attack(view: State, corps: Strikers, target: str) -> Attack:
    """The dice of a corps' blows at an enemy, hatred's again (WAB-CMB-05, WAB-CMB-08, WAB-CMB-09, WAB-HAT-02)."""
    need, wounds = hit_need(view, corps.unit, target), wound_need(view, corps.unit, target)
    saved = save_need(view, corps.unit, target, corps.sides.get(target, "front"))
    hit, hated = reaches(need.total), corps.first and facts.hates(view, corps.unit, target)
    stages = (
        Stage("hit", need, misses_again(hit) if hated else hit, gives=HITS),
        Stage("wounded", wounds, reaches(wounds.total), gives="wounds"),
        Stage("saved", saved, stops(charts.save_need(saved.total))),
    )
    return Attack(stages)


class Bearing(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a unit brings to its side's score, as it was at the start of the round.

    WAB-RES-03, ranks behind the first that count (WAB-RES-04, WAB-S22), WAB-RES-05, WAB-RES-06, WAB-RES-08, edges of
    enemies along which its front lies (WAB-R42); of a character his ``host``, who speaks for him while it stands.
    """

    unit: str
    close: bool = False
    ranks: int = 0
    standard: bool = False
    army_standard: bool = False
    momentum: bool = False
    edges: tuple[Facing, ...] = ()
    host: str = ""


class Stance(msgspec.Struct, frozen=True, omit_defaults=True):
    """A combat at the start of its round: what each unit brings, and which sides stand uphill (WAB-S26)."""

    units: tuple[Bearing, ...]
    uphill: tuple[str, ...] = ()


def stance(view: State, group: Sequence[str]) -> Stance:
    """What the units of a combat bring to their sides' scores."""
    sides = dict.fromkeys(view.units[u].side for u in group)
    high = tuple(s for s in sides if engagement.uphill(view, group, s))
    found = (_bearing(view, who, group) for u in group for who in (u, *facts.characters_in(view, u)))
    return Stance(tuple(found), high)


def _bearing(view: State, unit: str, group: Sequence[str]) -> Bearing:
    host = facts.host(view, unit)
    found = (engagement.edge(view, unit, foe) for foe in facts.opponents(view, host or unit))
    return Bearing(
        unit,
        engagement.close_order_foot(view, unit),
        engagement.complete_ranks(view, unit),
        engagement.has_standard(view, unit),
        facts.bearer(view, view.units[unit].side) == unit,
        engagement.momentum_counts(view, unit, group),
        tuple(dict.fromkeys(e for e in found if e)),
        host,
    )


def score(view: State, start: Stance, side: str, wounds: Mapping[str, int]) -> Sum:
    """A side's score: wounds that count by the enemy that took them, and the bonuses (WAB-RES-01, WAB-R42, WAB-R49)."""
    theirs = {u: n for u, n in wounds.items() if n and view.units[u].side != side}
    rows = [(T("wounds of {unit}", unit=Thing(u)), float(n), "WAB-RES-01") for u, n in theirs.items()]
    return sum_of(T("Score of {side}", side=Thing(side)), (*rows, *bonuses(view, start, side)))


def bonuses(view: State, start: Stance, side: str, gone: Collection[str] = ()) -> list[Row]:
    """The bonuses of a side, each once, of the ranks those of the best unit (WAB-R42); some thought ``gone``."""
    units = (b for b in start.units if view.units[b.unit].side == side and b.unit not in gone)
    left = {b.unit: b for b in units if situation.on_table(view, b.unit)}
    mine = [b for b in left.values() if b.host not in left]
    edges = {e for b in mine for e in b.edges}
    counts = {
        "close_order": int(any(b.close for b in mine)),
        "ranks": max((b.ranks for b in mine), default=0),
        "standard": int(any(b.standard for b in mine)),
        "army_standard": int(any(b.army_standard for b in left.values())),
        "high_ground": int(side in start.uphill and bool(mine)),
        "momentum": int(any(b.momentum for b in mine)),
        "flank": int(bool(edges & {"left", "right"})),
        "rear": int("rear" in edges),
    }
    rows = ((m, min(counts.get(m.id, 0), m.most)) for m in data_files.modifiers().result)
    return [(Text(m.name), float(m.value * n), m.clause) for m, n in rows if n]


def winner(totals: Mapping[str, int], left: Collection[str]) -> str:
    """The side that has won, "" for a draw: one that has nobody ``left`` never wins (WAB-RES-01, WAB-R27)."""
    if len(left) < 2:
        return next(iter(left), "")
    best, *others = [side for side, total in totals.items() if total == max(totals.values())]
    return "" if others else best
