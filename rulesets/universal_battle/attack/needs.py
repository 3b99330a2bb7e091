"""What dice of an attack need, with the reasons: to hit, and to save.

USB-STA-02, USB-STA-04, USB-TST-01 to USB-TST-04, USB-SHT-07, USB-WND-06, USB-FTG-01, USB-MOR-02, USB-MOR-05,
USB-FRM-03, USB-FRM-05, USB-FRM-06, USB-EQP-07 to USB-EQP-11, USB-MON-08, USB-MON-09, USB-SPC-15, USB-PWR-06,
USB-HRO-07, USB-R02, USB-R19, USB-R22, USB-R28, USB-R35, USB-R42, USB-R58, USB-R61, USB-R67.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.decision import Sum
from game.engine.state import State
from game.engine.text import T, Thing, Word
from game.kit.sums import Row, sum_of
from rulesets.universal_battle.army.items import item
from rulesets.universal_battle.attack.arms import Arm, Attack, AutoHits, thrower
from rulesets.universal_battle.data_files import whole
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.field.facts import model, own
from rulesets.universal_battle.field.formations import formation
from rulesets.universal_battle.field.terrain import ENGINEERS, Effects, effects, has_engineers


def _terrain(view: State, attack: Attack, arm: Arm) -> tuple[Effects, Effects]:
    """What terrain does for attacker and target: none later in a fight or in a duel, less by engineers (USB-R58)."""
    if attack.kind == "duel" or attack.later:
        return Effects(), Effects()
    unit, target = attack.unit, attack.target
    mine, theirs = attack.ground or (effects(view, unit, target), effects(view, target, unit))
    if facts.has_spec((view.bases[b] for b in arm.models), ENGINEERS):
        theirs = Effects(no_entrench=theirs.no_entrench)
    return Effects() if attack.reply and has_engineers(view, facts.host(view, target)) else mine, theirs


def hit_need(view: State, attack: Attack, arm: Arm) -> Sum:
    """The least face that hits (USB-SHT-07): a bonus lowers it; who is Panicked needs a six at least (USB-R22)."""
    base = arm.models[0]
    hit, unit = thrower(view, base, arm).hit, Thing(view.bases[base].unit)
    rows: list[Row] = [(T("Hit of {unit}", unit=unit), float(hit), "USB-STA-02")]
    rows += [row for row in _hit_rows(view, attack, arm) if row[1] and not (arm.perfect and row[1] > 0)]
    total, face = sum(row[1] for row in rows), whole("panicked_face")
    if own(view, facts.host(view, attack.unit)).status == "panicked" and total < face:
        rows.append((T("Panicked: only a 6 hits"), face - total, "USB-MOR-05"))
    return sum_of(T("To hit {unit}", unit=Thing(attack.target)), rows)


def _hit_rows(view: State, attack: Attack, arm: Arm) -> Iterator[Row]:
    me, weapon = facts.host(view, attack.unit), item(arm.item)
    if attack.aimed:
        yield T("Aimed Shot"), -float(whole("aimed_hit")), "USB-ACT-05"
    if weapon.lance and attack.charging:
        yield T("{weapon} on the charge", weapon=Word(weapon.name)), -float(weapon.hit), weapon.clause
    if attack.kind != "duel":
        shape = formation(view, me)
        if shape == "phalanx" and me in attack.front:
            yield T("Phalanx, to its front"), -float(whole("phalanx_hit")), "USB-FRM-05"
        if shape == "column":
            yield T("Column"), float(whole("column_hit")), "USB-FRM-03"
    mine, theirs = _terrain(view, attack, arm)
    yield T("Terrain of {unit}", unit=Thing(me)), -float(mine.hit), "USB-TER-01"
    yield T("Terrain of {unit}", unit=Thing(attack.target)), -float(theirs.attackers), "USB-TER-01"
    if own(view, me).status == "shaken":
        yield T("Shaken"), float(whole("shaken_hit")), "USB-MOR-02"
    fatigue = own(view, view.bases[arm.models[0]].unit).fatigue if attack.fatigue is None else attack.fatigue
    yield T("fatigue"), float(fatigue), "USB-FTG-01"
    if attack.kind == "shot" and facts.spec(view, attack.target, "camouflage"):
        yield T("Camouflage"), float(whole("camouflage_hit")), "USB-SPC-15"
    if attack.indirect:
        yield T("indirect fire"), float(whole("indirect_hit")), "USB-MON-08"


def saver(view: State, unit: str, *, duel: bool = False) -> str:
    """The base by whose Tough and shield a company saves now: one of the troops, else the hero (USB-R61)."""
    left = facts.left(view, unit)
    return next(b.id for b in left if facts.is_hero(b) or not duel)


def save_need(view: State, attack: Attack | None, arm: Arm | AutoHits | None, base: str) -> Sum:
    """The least face that saves a hit, by the Tough of a base (USB-WND-06); bare of an automatic one (USB-R19)."""
    unit = Thing(view.bases[base].unit)
    rows: list[Row] = [(T("Tough of {unit}", unit=unit), float(model(view.bases[base]).tough), "USB-STA-04")]
    if attack is not None and isinstance(arm, Arm):
        rows += [row for row in _save_rows(view, attack, arm) if row[1]]
    return sum_of(T("To save, {unit}", unit=unit), rows)


def _save_rows(view: State, attack: Attack, arm: Arm) -> Iterator[Row]:
    it, weapon = facts.host(view, attack.target), item(arm.item)
    if not weapon.lance or attack.charging:
        yield T("{weapon}", weapon=Word(weapon.name)), -float(weapon.tough), weapon.clause
    if attack.kind == "duel":
        return
    (_, theirs), shape = _terrain(view, attack, arm), formation(view, it)
    if (own(view, it).entrenched or theirs.covered) and not theirs.no_entrench and not facts.monster(view, it):
        yield T("Entrenched"), -float(whole("entrenched_tough")), "USB-ACT-06"
    yield T("Terrain of {unit}", unit=Thing(it)), -float(theirs.tough), "USB-TER-07"
    if shape == "column":
        yield T("Column"), float(whole("column_tough")), "USB-FRM-03"
    if shape == "phalanx" and it in attack.front:
        yield T("Phalanx, from its front"), -float(whole("phalanx_tough")), "USB-FRM-05"
    elif shape == "phalanx":
        yield T("Phalanx, not from its front"), float(whole("flank_tough")), "USB-FRM-06"
