"""Missile weapons in numbers: who may shoot at whom, how many dice, to hit, to wound, the save. Nothing is rolled here.

WAB-SHT-01 to WAB-SHT-14, WAB-WPN-01 to WAB-WPN-08, WAB-RCT-02, WAB-R05 to WAB-R10, WAB-R19, WAB-R35, WAB-S17 to
WAB-S19.
"""

from __future__ import annotations

import math
from typing import Literal

import msgspec
import shapely
from msgspec.structs import replace

from game.engine.decision import Bar, Sum
from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.kit.attack import HITS, Attack, Stage, reaches, stops
from game.kit.shown.words import about
from game.kit.sums import Row, sum_of
from rulesets.ancient_battles import data_files
from rulesets.ancient_battles.army import charts
from rulesets.ancient_battles.army.profiles import own, profile
from rulesets.ancient_battles.data_files import NUMBERS, Weapon
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.field.arcs import in_front, sees, zone
from rulesets.ancient_battles.field.blocks import block_of, models, shapes
from rulesets.ancient_battles.field.facts import kinds
from rulesets.ancient_battles.field.memory import standing_so
from rulesets.ancient_battles.measures import SLACK, inch, over, within

COVER_FREE = NUMBERS.beside_cover.value
"""Inches from a piece of cover within which it does not hinder the shooter (WAB-S18)."""
Cover = Literal["soft", "hard"]


class Shots(msgspec.Struct, frozen=True):
    """How a weapon strikes at a distance: Strength, modifier of the save, shots a model (WAB-WPN-08)."""

    strength: int
    save: int
    each: int


def weapon_of(view: State, unit: str) -> Weapon | None:
    """The missile weapon of a unit, if it has one."""
    name = profile(view, unit).row.weapon
    return data_files.weapons()[name] if name else None


def armed(view: State, unit: str) -> Weapon:
    """The missile weapon of a unit that has one."""
    found = weapon_of(view, unit)
    assert found is not None
    return found


def band(weapon: Weapon, mm: float) -> Shots:
    """The line of the weapon's table for a distance; equal to the short range is short (WAB-WPN-08)."""
    if (short := weapon.short) is not None and within(mm, short.range):
        return Shots(short.strength, short.save, short.shots)
    return Shots(weapon.strength, weapon.save, 1)


@standing_so(2)
def distance(view: State, unit: str, target: str) -> float:
    """Millimetres from the front edge of a unit to its target, measured once for the whole unit (WAB-S17)."""
    if facts.loose(view, unit):
        return facts.gap(view, unit, target)
    front = shapely.LineString(block_of(view, unit).corners[:2])
    return min(float(shapely.distance(front, shape)) for shape in shapes(view, target))


def range_to(view: State, unit: str, target: str, reaction: bool, gap: float = 0.0) -> float:
    """Millimetres at which a unit shoots; at a charger the gap at declaration, or else its full range (WAB-S17)."""
    if not reaction:
        return gap or distance(view, unit, target)
    return min(gap or charge_gap(view, target, unit), inch(armed(view, unit).range))


def charge_gap(view: State, charger: str, target: str) -> float:
    """Millimetres between charger and target when the charge was declared, or now where it is not declared."""
    tie = next((t for t in view.ties.values() if t.kind == "charge" and (t.a, t.b) == (charger, target)), None)
    return facts.gap(view, charger, target) if tie is None else float(tie.own.gap)


def has_moved(view: State, unit: str) -> bool:
    """Whether a unit moved or manoeuvred in its latest own Movement phase."""
    mine = own(view, unit)
    return mine.moved or mine.marched or mine.fast or mine.charged or mine.charge_failed


def silent(view: State, unit: str) -> Bar | None:
    """Why a unit may not shoot in its Shooting phase at anybody, None where it may (WAB-S17)."""
    mine, weapon = own(view, unit), weapon_of(view, unit)
    never = weapon is not None and weapon.moving == "never"
    bars = (
        (weapon is None, T("{unit}: no missile weapon"), "WAB-TRN-06"),
        (mine.fleeing, T("{unit}: fleeing"), "WAB-RCT-06"),
        (facts.engaged(view, unit) or mine.disengaging, T("{unit}: in close combat"), "WAB-S17"),
        (mine.shot, T("{unit}: shot already"), "WAB-S17"),
        (mine.marched or mine.fast, T("{unit} marched"), "WAB-S17"),
        (mine.charge_failed, T("{unit} charged this turn"), "WAB-S11"),
        (mine.charged, T("{unit} charged this turn"), "WAB-S17"),
        (mine.rallied, T("{unit} rallied this turn"), "WAB-RAL-05"),
        (mine.reformed, T("{unit} reformed or tried to"), "WAB-FRM-10"),
        (mine.stationary, T("{unit} did not dare to charge"), "WAB-FEA-04"),
        (mine.moved and never, T("{unit} moved, and its weapon may not move and shoot"), "WAB-WPN-04"),
    )
    return next((Bar(about(text, unit), clause) for so, text, clause in bars if so), None)


def spared(view: State, unit: str, target: str) -> Bar | None:
    """Why a unit may not shoot at this target in its Shooting phase, None where it may (WAB-S17)."""
    mark = Thing(target)
    if facts.engaged(view, target):
        return Bar(T("{target}: in close combat", target=mark), "WAB-S17")
    if not in_front(view, unit, target):
        return Bar(T("{target}: not in the front arc", target=mark), "WAB-S04")
    mm, reach = distance(view, unit, target), armed(view, unit).range
    if over(mm, reach):
        text = T("{target}: {mm} away, the range is {reach}", target=mark, mm=Length(mm), reach=Length(inch(reach)))
        return Bar(text, "WAB-WPN-01")
    return None if sees(view, unit, target) else Bar(T("{target}: out of sight", target=mark), "WAB-S05")


def targets(view: State, unit: str) -> tuple[str, ...]:
    """The enemies at which a unit may shoot in its Shooting phase, the nearest first."""
    if silent(view, unit) is not None:
        return ()
    reach = armed(view, unit).range
    near = (e for e in facts.foes(view, unit) if within(facts.gap(view, unit, e), reach))
    found = (e for e in near if spared(view, unit, e) is None)
    return tuple(sorted(found, key=lambda e: (round(distance(view, unit, e), 3), facts.place_in_list(view, e))))


def no_reaction(view: State, unit: str, charger: str, gap: float | None = None) -> Bar | None:
    """Why a charged unit may not stand and shoot at a charger, None where it may (WAB-RCT-02, WAB-R52, WAB-S17)."""
    if weapon_of(view, unit) is None:
        return Bar(T("{unit}: no missile weapon", unit=Thing(unit)), "WAB-RCT-02")
    if own(view, unit).fleeing:
        return Bar(T("{unit}: fleeing", unit=Thing(unit)), "WAB-RCT-06")
    if facts.engaged(view, unit):
        return Bar(T("{unit}: in close combat", unit=Thing(unit)), "WAB-S11")
    mark, rate = Thing(charger), facts.rate(view, charger)
    mm = charge_gap(view, charger, unit) if gap is None else gap
    if mm <= rate + SLACK + 1e-9:
        text = T("{unit} charges from {gap}; it must be more than {half}", unit=mark, gap=Length(mm), half=Length(rate))
        return Bar(text, "WAB-RCT-02")
    if not in_front(view, unit, charger):
        return Bar(T("{target}: not in the front arc", target=mark), "WAB-S17")
    return None if sees(view, unit, charger) else Bar(T("{target}: out of sight", target=mark), "WAB-S17")


def ranks_of(view: State, unit: str) -> tuple[int, int]:
    """Models of a unit that shoot from its front rank, and models behind them; characters do not shoot (WAB-S17)."""
    count = facts.count(view, unit)
    if facts.loose(view, unit):
        return count, 0
    if own(view, unit).snake:
        return min(1, count), count - 1
    front = sum(view.bases[b].unit == unit for b in models(view, unit)[: block_of(view, unit).files])
    return front, count - front


def may_mass(view: State, unit: str, reaction: bool = False) -> bool:
    """Whether rear ranks may shoot too: darts always, bows when stationary (WAB-WPN-05, WAB-WPN-06, WAB-S17)."""
    weapon = weapon_of(view, unit)
    if weapon is None or not weapon.massed or ranks_of(view, unit)[1] == 0:
        return False
    return weapon.massed == "always" or reaction or not has_moved(view, unit)


def dice(view: State, unit: str, mm: float, massed: bool, reaction: bool = False) -> Sum:
    """Dice of a volley: the front rank, half of the rest, twice for slings near by (WAB-S17, WAB-WPN-07)."""
    front, behind = ranks_of(view, unit)
    rows: list[Row] = [(T("models in the front rank"), float(front), "WAB-S17")]
    weapon = armed(view, unit)
    if massed and may_mass(view, unit, reaction):
        clause = "WAB-WPN-06" if weapon.massed == "always" else "WAB-WPN-05"
        rows.append((T("half the models behind"), float(math.ceil(behind * NUMBERS.rear_ranks.value)), clause))
    each = band(weapon, mm).each
    if each > 1:
        once = sum(v for _, v, _ in rows)
        rows.append((T("each shoots {n} times at short range", n=each), once * (each - 1), "WAB-WPN-07"))
    return sum_of(T("shots"), rows)


def cover(view: State, unit: str, target: str) -> tuple[tuple[str, Cover], ...]:
    """Pieces of terrain that cover a target from a unit, and how (WAB-S18).

    What the line from front centre to the target's centre crosses more than an inch from the shooter covers; so does a
    wood about the target's centre.
    """
    start, end = facts.front_centre(view, unit), facts.centre(view, target)
    line = shapely.LineString((start, end))
    found: list[tuple[str, Cover]] = []
    for feature, kind, shape in facts.land(view):
        what = kinds()[kind].cover
        inside = kinds()[kind].sight == "wood" and shapely.intersects_xy(shape, *end)
        if what and (inside or (_crosses(line, shape) and not _beside(view, unit, shape))):
            found.append((feature, what))
    return tuple(found)


def _crosses(line: shapely.LineString, shape: shapely.Geometry) -> bool:
    if not shapely.intersects(line, shape):
        return False
    return isinstance(shape, shapely.LineString) or float(shapely.length(shapely.intersection(line, shape))) > SLACK


def _beside(view: State, unit: str, shape: shapely.Geometry) -> bool:
    return within(min(float(shapely.distance(shape, mine)) for mine in shapes(view, unit)), COVER_FREE)


def situation(view: State, unit: str, target: str, mm: float, reaction: bool = False) -> frozenset[str]:
    """Names of the modifiers that apply (WAB-SHT-05 to WAB-SHT-13, WAB-S18)."""
    weapon = armed(view, unit)
    target_moves = reaction or has_moved(view, target) or facts.fleeing(view, target)
    checks = {
        "charging": reaction,
        "long": weapon.long_penalty and over(mm, weapon.range * NUMBERS.far_shot.value),
        "moving": not reaction and has_moved(view, unit) and weapon.moving != "free",
        "lone": facts.lone(view, target),
        "skirmishers": facts.skirmishers(view, target),
        "chariot": facts.arm(view, target) == "light_chariot" and target_moves,
        "large": profile(view, target).has("large"),
    }
    return frozenset((*(what for _, what in cover(view, unit, target)), *(name for name, so in checks.items() if so)))


def to_hit(view: State, unit: str, target: str, mm: float, reaction: bool = False) -> Sum:
    """The number a shot needs (WAB-SHT-02 to WAB-SHT-04); shaken by fear at least a six (WAB-FEA-03, WAB-R19)."""
    names = situation(view, unit, target, mm, reaction)
    rows = [m for m in data_files.modifiers().shooting if m.id in names]
    found = charts.to_shoot(profile(view, unit).row.profile.bs, rows)
    least = float(NUMBERS.shaken.value)
    if reaction and own(view, unit).shaken_by_fear == view.own.fight + 1 and found.total < least:
        row = (T("shaken by fear: sixes only"), least - found.total, "WAB-FEA-03")
        found = replace(found, total=least, rows=(*found.rows, row))
    return found


def to_wound(view: State, unit: str, target: str, mm: float) -> Sum:
    """The number a hit needs to wound, by the weapon's Strength at this distance (WAB-SHT-14, WAB-CMB-07)."""
    s, t = band(armed(view, unit), mm).strength, profile(view, target).row.profile.t
    need = float(charts.to_wound(s, t))
    return sum_of(T("to wound"), [(T("Strength {s} against Toughness {t}", s=s, t=t), need, "WAB-CMB-07")])


def save(view: State, unit: str, target: str, mm: float) -> Sum:
    """The save against a hit from here, the weapon's modifier and no other added (WAB-SHT-14, WAB-R08)."""
    edge = "rear" if facts.fleeing(view, target) else zone(view, target, facts.front_centre(view, unit))
    return charts.save(profile(view, target), "missile", edge, band(armed(view, unit), mm).save)


def attack(view: State, unit: str, target: str, mm: float, reaction: bool = False) -> Attack:
    """The dice of a volley (WAB-SHT-02, WAB-S19, WAB-SHT-14, WAB-ARM-13)."""
    need, wounds = to_hit(view, unit, target, mm, reaction), to_wound(view, unit, target, mm)
    saved = save(view, unit, target, mm)
    first, *again = charts.shooting_dice(int(need.total))
    stages = (
        Stage("hit", need, first, "WAB-SHT-02", "" if again else HITS),
        *(Stage("second", need, die, "WAB-S19", HITS) for die in again),
        Stage("wounded", wounds, reaches(wounds.total), "WAB-CMB-07", "wounds"),
        Stage("saved", saved, stops(charts.save_need(saved.total)), "WAB-ARM-13"),
    )
    return Attack(stages)
