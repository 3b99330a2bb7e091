"""Every number of a blow in one place: what hits, what armour saves, how many dice, what a result is made of.

Each function returns a Sum whose rows carry their clauses; the log, the previews, the odds and the dice that are thrown
all read it. WMA-SHT-06 to -08, WMA-DRV-02, -03, WMA-CMB-05 to -07, WMA-MOD-01 to -08, WMA-RES-02, -03, -09,
WMA-R13, WMA-R35, WMA-R42 to -45, WMA-R54, WMA-S13, WMA-S25.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from game.engine import event as ev
from game.engine.decision import Sum
from game.engine.state import State, Tie
from game.engine.text import TN, T, Text, Thing
from game.kit.attack import HITS, Attack, Stage, reaches, stops
from game.kit.sums import Row, sum_of
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.data_files import load_modifiers
from rulesets.warmaster_ancients.data_types import AttackRow, NeedRow, Status
from rulesets.warmaster_ancients.field import facts, status
from rulesets.warmaster_ancients.measures import MEASURES, count
from rulesets.warmaster_ancients.own import ContactOwn, UnitOwn

# --- dice as data ------------------------------------------------------------------------------------------------


def shots(view: State, shooter: str, target: str, reaction: bool = False) -> Attack:
    """The dice of a volley: to hit, then armour (WMA-SHT-06 to WMA-SHT-08)."""
    return _attack(view, target, shot_need(view, shooter, target, reaction), "WMA-SHT-06", "WMA-SHT-08")


def strikes(view: State, unit: str, enemy: str) -> Attack:
    """The dice of blows: to hit, then armour (WMA-CMB-05 to WMA-CMB-07)."""
    return _attack(view, enemy, blow_need(view, unit, enemy), "WMA-CMB-05", "WMA-CMB-07")


def _attack(view: State, enemy: str, need: Sum, asks: str, saves: str) -> Attack:
    hit = Stage("hit", need, reaches(need.total), asks, HITS)
    value = profile(view, enemy).armour
    if value is None:
        return Attack((hit,))
    label = T("Armour of {unit}", unit=Thing(enemy))
    armour = sum_of(label, ((label, float(value), saves),))
    return Attack((hit, Stage("saved", armour, stops(value))))


def request(view: State, stage: Stage, n: int, why: Text, unit: str, enemy: str) -> ev.Request:
    """The dice of a stage: those who strike or shoot, of whom ``why`` is said, or one die of armour for each hit."""
    if stage.step == "hit":
        return stage.request(view.units[unit].side, n, why, (unit, enemy))
    why = TN("Armour of {unit}: {n} hit", "Armour of {unit}: {n} hits", n, unit=Thing(enemy))
    return replace(stage.request(view.units[enemy].side, n, why, (enemy,)), modifiers=())


# --- shooting ----------------------------------------------------------------------------------------------------


def shot_need(view: State, shooter: str, target: str, reaction: bool = False) -> Sum:
    """The least roll that hits a target (WMA-SHT-07); a charger counts as in the open (WMA-S13)."""
    table = load_modifiers()
    if reaction:
        row: Row = (T("a charger counts as in the open"), float(table.shooting("open").need), "WMA-S13")
        return sum_of(T("To hit {unit}", unit=Thing(target)), (row,))
    cover = status.cover(view, target, shooter, "shot")
    return _need(target, cover, table.shooting("open"), table.shooting(cover.status))


def _need(target: str, cover: status.Cover, plain: NeedRow, need: NeedRow) -> Sum:
    """What hits a target: the plain number, and what its cover adds to it."""
    rows: list[Row] = [(T("neither defended nor fortified"), float(plain.need), plain.clause)]
    if need.need != plain.need:
        rows = [(T("any target"), float(plain.need), plain.clause)]
        rows.append((cover.text, float(need.need - plain.need), need.clause))
    return sum_of(T("To hit {unit}", unit=Thing(target)), rows)


def shot_dice(view: State, shooter: str, stands: Sequence[str]) -> Sum:
    """Dice of a volley: one a stand that shoots, whatever its Attacks (WMA-SHT-06, WMA-R13)."""
    each = count("shooting_dice")
    label = T("Dice of {unit}", unit=Thing(shooter))
    row = TN("{n} stand shoots", "{n} stands shoot", len(stands))
    return sum_of(label, ((row, float(each * len(stands)), "WMA-SHT-06"),))


def driveback_dice(casualties: int, cover: Status) -> Sum:
    """Dice of a drive-back: one a casualty, fewer under cover, none below zero (WMA-DRV-02, WMA-DRV-03)."""
    rows: list[Row] = [(TN("{n} casualty", "{n} casualties", casualties), float(casualties), "WMA-DRV-02")]
    spared = load_modifiers().driveback(cover)
    if spared.value:
        rows.append((Text(spared.name), float(spared.value), spared.clause))
    if casualties + spared.value < 0:
        rows.append((T("never below zero"), float(-casualties - spared.value), "WMA-DRV-03"))
    return sum_of(T("Drive-back dice"), rows)


# --- combat ------------------------------------------------------------------------------------------------------


def blow_need(view: State, unit: str, enemy: str) -> Sum:
    """The least roll with which ``unit`` hits ``enemy`` in combat (WMA-CMB-06)."""
    cover = status.cover(view, enemy, unit, "combat")
    return _need(enemy, cover, load_modifiers().combat("open"), load_modifiers().combat(cover.status))


def _fresh(view: State, unit: str, how: str) -> Tie | None:
    """The contact that this unit's own charge or pursuit made and that has not had its round yet (WMA-R43)."""
    for tie in view.ties.values():
        if tie.kind == "contact" and tie.a == unit:
            own: ContactOwn = tie.own
            if own.how == how and not own.spent:
                return tie
    return None


def _charge_rows(view: State, unit: str, enemy: str, number: int) -> list[Row]:
    """WMA-MOD-01, WMA-MOD-02: first round of the combat that this charge began, against an enemy in the open."""
    own: UnitOwn = view.units[unit].own
    if number != 1 or not own.charged or _fresh(view, unit, "charge") is None:
        return []
    if not status.in_the_open(view, enemy, unit):
        return []
    table = load_modifiers()
    rows = [table.attack("charge")]
    if profile(view, unit).shock:
        rows.append(table.attack("shock"))
    return [_once(r) for r in rows]


def _pursuit_rows(view: State, unit: str, number: int) -> list[Row]:
    """WMA-MOD-03, WMA-MOD-04: the round that the pursuit causes; the way the enemy went (WMA-R44)."""
    tie = _fresh(view, unit, "pursuit")
    if number == 1 or tie is None:
        return []
    own: ContactOwn = tie.own
    table = load_modifiers()
    rows = [_once(table.attack("pursuit"))]
    impetus = table.attack("impetus")
    times = MEASURES.per_full(own.impetus, impetus.per_mm)
    if times:
        rows.append((impetus.label(), float(impetus.value * times), impetus.clause))
    return rows


def _once(row: AttackRow) -> Row:
    return row.label(), float(row.value), row.clause


def stand_attacks(view: State, stand: str, enemy: str, number: int) -> Sum:
    """Attack dice of a fighting stand that strikes at a unit, in round ``number`` of a combat (WMA-MOD-08)."""
    unit = view.bases[stand].unit
    table = load_modifiers()
    rows: list[Row] = [(T("Attacks"), float(profile(view, unit).attacks), "WMA-CMB-05")]
    rows += _charge_rows(view, unit, enemy, number)
    rows += _pursuit_rows(view, unit, number)
    if profile(view, enemy).terrifying:
        rows.append(_once(table.attack("terrifying")))
    if any(t.own == stand and t.flank_or_rear for t in facts.contacts(view, unit)):
        rows.append(_once(table.attack("flank_rear")))
    own: UnitOwn = view.units[unit].own
    if own.confused:
        rows.append(_once(table.attack("confused")))
    least = count("min_attacks")
    total = sum(value for _, value, _ in rows)
    if total < least:
        rows.append((T("never fewer than {n}", n=least), float(least - total), "WMA-S25"))
    return sum_of(T("Attacks of {stand}", stand=Thing(stand)), rows)


def unit_attacks(view: State, unit: str, enemy: str, stands: Sequence[str], number: int) -> Sum:
    """Attack dice of a unit's stands that direct their blows at one enemy unit; like rows are taken together."""
    together: dict[tuple[str, str], Row] = {}
    for stand in stands:
        for label, value, clause in stand_attacks(view, stand, enemy, number).rows:
            key = (label.key, clause)
            before = together[key][1] if key in together else 0.0
            together[key] = (label, before + value, clause)
    label = T("Attacks of {unit} on {enemy}", unit=Thing(unit), enemy=Thing(enemy))
    return sum_of(label, together.values())


def side_result(side: str, blows: Iterable[tuple[str, str, int]], volleys: int, supporters: int) -> Sum:
    """A side's result: casualties that count, those shot at chargers, and support (WMA-RES-02, WMA-RES-03).

    ``blows`` are (unit, enemy, casualties that count by WMA-S23).
    """
    rows: list[Row] = [
        (T("{unit} on {enemy}", unit=Thing(u), enemy=Thing(e)), float(n), "WMA-RES-02") for u, e, n in blows if n
    ]
    if volleys:
        rows.append((T("shot at the charge"), float(volleys), "WMA-RCT-03"))
    if supporters:
        each = count("support_each")
        rows.append(
            (TN("{n} supporting stand", "{n} supporting stands", supporters), float(each * supporters), "WMA-RES-03")
        )
    return sum_of(T("Result of {side}", side=Thing(side)), rows)


def retreat_way(difference: int, losers: int) -> Sum:
    """How many cm each beaten unit retreats: the difference shared, rounded up to whole cm (WMA-RES-09, WMA-R35)."""
    share = -(-difference // losers)
    rows: list[Row] = [(T("difference of the results"), float(difference), "WMA-RES-08")]
    if losers > 1:
        row = T("shared by {n} units, rounded up", n=losers)
        rows.append((row, float(share - difference), "WMA-R35"))
    return sum_of(T("Retreat in cm"), rows)
