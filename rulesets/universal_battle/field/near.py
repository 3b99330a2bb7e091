"""How far activations are from each other, which is the nearest, and who may be attacked.

USB-SHT-05, USB-SHT-06, USB-CHG-03, USB-R13, USB-R14, USB-R40, USB-R53, USB-S04, USB-S14.
"""

from __future__ import annotations

import math
from typing import Literal

from game.engine.decision import Bar
from game.engine.state import State
from game.engine.text import T, Thing
from rulesets.universal_battle.data_files import number
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.field.facts import host, own
from rulesets.universal_battle.field.formations import formation, in_front
from rulesets.universal_battle.field.ground import board, rows, standing
from rulesets.universal_battle.field.sight import seen_by_friends, sees_unit
from rulesets.universal_battle.measures import inch

Purpose = Literal["shoot", "charge"]
Eyes = Literal["own", "friends"]
"""Whose sight counts: one's own, or another friendly activation's (USB-R45, USB-R64)."""
_CLAUSES: dict[Purpose, tuple[str, str]] = {"shoot": ("USB-SHT-02", "USB-SHT-05"), "charge": ("USB-S11", "USB-CHG-03")}


@standing
def distance(view: State, a: str, b: str) -> float:
    """Distance (mm) of the nearest models of two activations; a passenger's is the carrier's (USB-S04, USB-S18)."""
    off = _off(view, a)
    return min((off[k] for k in rows(view, b).tolist()), default=math.inf)


@standing
def _off(view: State, unit: str) -> list[float]:
    """How far (mm) an activation is off each model on the table."""
    found: list[float] = board(view).far[rows(view, unit)].min(axis=0, initial=math.inf).tolist()
    return found


def base_distance(view: State, base: str, unit: str) -> float:
    """Distance (mm) of a model from the nearest model of an activation."""
    now = board(view)
    return float(now.far[now.index[base], rows(view, unit)].min(initial=math.inf)) if base in now.index else math.inf


def from_model(view: State, base: str, unit: str) -> float:
    """Distance (mm) of a model from an activation; of one inside a carrier, that of the carrier (USB-S18)."""
    inside = own(view, host(view, view.bases[base].unit)).aboard
    return distance(view, view.bases[base].unit, unit) if inside else base_distance(view, base, unit)


@standing
def exposed(view: State, unit: str, purpose: Purpose) -> Bar | None:
    """Why an activation cannot be attacked by anybody, or None (USB-R13)."""
    me = host(view, unit)
    if own(view, me).aboard:
        return Bar(T("{unit}: inside a carrier", unit=Thing(me)), "USB-R40")
    if not len(rows(view, me)):
        return Bar(T("{unit}: not on the table", unit=Thing(me)), "USB-R13")
    if any(own(view, u).flag for u in facts.company(view, me)):
        return Bar(T("{unit}: under a False Flag", unit=Thing(me)), "USB-PWR-08")
    if purpose == "shoot" and facts.is_locked(view, me):
        return Bar(T("{unit}: locked in melee", unit=Thing(me)), "USB-S14")
    return None


def _seen(view: State, unit: str, target: str, eyes: Eyes) -> bool:
    return (sees_unit if eyes == "own" else seen_by_friends)(view, unit, target)


@standing
def attackable(view: State, unit: str, purpose: Purpose) -> tuple[str, ...]:
    """The enemy activations that can be attacked by anybody, seen or not (USB-R13)."""
    return tuple(e for e in facts.enemies(view, unit) if exposed(view, e, purpose) is None)


@standing
def nearest_enemies(view: State, unit: str, purpose: Purpose, eyes: Eyes = "own") -> tuple[str, ...]:
    """The nearest of the enemy activations that are seen and can be attacked; more than one if they tie (USB-R13)."""
    far = {e: distance(view, unit, e) for e in attackable(view, unit, purpose)}
    least = math.inf
    found: list[str] = []
    for enemy in sorted(far, key=far.__getitem__):
        if far[enemy] > least + inch(number("tie")):
            break
        if _seen(view, unit, enemy, eyes):
            least = min(least, far[enemy])
            found.append(enemy)
    return tuple(e for e in far if e in found)


@facts.on_roll
def led(view: State, unit: str) -> bool:
    """Whether a hero acts in an activation, alone, joined or mounted (USB-R14)."""
    return any(facts.is_hero(b) and not own(view, b.unit).joins for b in facts.left(view, unit))


@standing
def targets(view: State, unit: str, purpose: Purpose, eyes: Eyes = "own") -> tuple[str, ...]:
    """The enemy activations that an activation may attack, whatever the distance, in the order of the lists.

    Those for which :func:`may_target` has no bar: without a hero only the nearest is looked for (USB-SHT-05).
    """
    if _tied_down(view, unit, purpose) is not None:
        return ()
    among = attackable(view, unit, purpose) if led(view, unit) else nearest_enemies(view, unit, purpose, eyes)
    return tuple(e for e in among if may_target(view, unit, e, purpose, eyes) is None)


@standing
def may_target(
    view: State, unit: str, target: str, purpose: Purpose, eyes: Eyes = "own", front: bool = True
) -> Bar | None:
    """Why an activation may not shoot at or charge another one, whatever the distance, or None.

    ``eyes``: whose sight counts; ``front``: a Phalanx attacks as it stands, to its front only (USB-FRM-07).
    """
    wrong = exposed(view, target, purpose) or _tied_down(view, unit, purpose)
    if wrong is not None:
        return wrong
    words = {"unit": Thing(host(view, target))}
    unseen, farther = _CLAUSES[purpose]
    if not _seen(view, unit, target, eyes):
        return Bar(T("{unit}: not seen", **words), unseen)
    hidden = formation(view, target) == "hidden"
    if (hidden or not led(view, unit)) and host(view, target) not in nearest_enemies(view, unit, purpose, eyes):
        return Bar(T("{unit}: not the nearest enemy", **words), "USB-FRM-09" if hidden else farther)
    if front and formation(view, unit) == "phalanx" and not in_front(view, unit, target):
        return Bar(T("{unit}: not in front of the Phalanx", **words), "USB-FRM-07")
    return None


def _tied_down(view: State, unit: str, purpose: Purpose) -> Bar | None:
    """Why who is locked, or in a carrier that is, attacks nobody else (USB-S14, USB-S18)."""
    carrier = own(view, host(view, unit)).aboard
    if carrier and purpose == "shoot" and facts.is_locked(view, carrier):
        return Bar(T("{unit}: locked in melee", unit=Thing(carrier)), "USB-S18")
    if facts.is_locked(view, unit):
        return Bar(T("{unit}: locked in melee", unit=Thing(host(view, unit))), "USB-S14")
    return None
