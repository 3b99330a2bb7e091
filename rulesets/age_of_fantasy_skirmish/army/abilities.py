"""What a model can do by its own rules, by what spells have given its unit, and by Musician and Banner.

AFS-ACT-08, AFS-R46, AFS-R57, AFS-MUS-01 to -04, AFS-BAN-01 to -03.
"""

from __future__ import annotations

from typing import Literal

from game.engine.decision import Sum
from game.engine.state import State
from game.engine.text import T, Text, Word
from rulesets.age_of_fantasy_skirmish.army import specials
from rulesets.age_of_fantasy_skirmish.army.specials import Rule
from rulesets.age_of_fantasy_skirmish.ground_numbers import number
from rulesets.age_of_fantasy_skirmish.measures import inch
from rulesets.age_of_fantasy_skirmish.own import Action, ModelOwn, SideOwn, UnitOwn

Upgrade = Literal["musician", "banner"]
UPGRADES: tuple[Upgrade, ...] = ("musician", "banner")
ACTIONS: dict[Action, tuple[Text, str]] = {
    "hold": (T("Hold"), "AFS-ACT-03"),
    "advance": (T("Advance"), "AFS-ACT-04"),
    "rush": (T("Rush"), "AFS-ACT-05"),
    "charge": (T("Charge"), "AFS-ACT-06"),
}


def rating(view: State, base: str, rule: str) -> int | None:
    """X of a special rule that a model has now, 0 for one without a number, None where it has not got it.

    Its own rules and what spells have given its unit; of two numbers the higher counts (AFS-R57).
    """
    model: ModelOwn = view.bases[base].own
    unit: UnitOwn = view.units[view.bases[base].unit].own
    found = [held[rule] for held in (model.rules, *(e.rules for e in unit.effects)) if rule in held]
    return max(found, default=None)


def has(view: State, base: str, rule: str) -> bool:
    """Whether a model has a special rule now."""
    return rating(view, base, rule) is not None


def all_have(view: State, unit: str, rule: str) -> bool:
    """Whether all models of a unit that are not lost have a special rule now; a destroyed unit has none."""
    left = [b for b in view.units[unit].bases if view.bases[b].where != "gone"]
    return bool(left) and all(has(view, b, rule) for b in left)


Footing = tuple[tuple[str, bool, bool], ...]
"""Which models fly, and which stride."""


def footing(view: State, unit: str) -> Footing:
    """Which models of a unit fly and which stride, as it stands now: where they can go depends on it.

    What is remembered of a situation is remembered by where models stand alone, so this has to be told beside it.
    """
    return tuple((b.id, has(view, b.id, "flying"), has(view, b.id, "strider")) for b in view.bases_of(unit))


def bearer(view: State, side: str, upgrade: Upgrade) -> str:
    """The living model of a side that bears an upgrade, on the table or in reserve; "" where it is lost (AFS-R46)."""
    bases = (view.bases[base] for unit in view.units_of(side) for base in unit.bases)
    return next((b.id for b in bases if b.own.role == upgrade and b.where != "gone"), "")


def helped_by(view: State, unit: str, upgrade: Upgrade) -> str:
    """The model by whose Musician or Banner a unit benefits, "" where it does not (AFS-MUS-02, AFS-BAN-02, AFS-R46).

    A unit that has lost its Musician on the way ends that move with the bonus (AFS-MUS-04).
    """
    side = view.units[unit].side
    found = bearer(view, side, upgrade)
    mine: UnitOwn = view.units[unit].own
    if upgrade == "musician" and not found:
        return mine.helped
    own: SideOwn = view.sides[side].own
    chosen = own.musician if upgrade == "musician" else own.banner
    return found if found and (view.bases[found].unit == unit or unit in chosen) else ""


def allowance(view: State, base: str, action: Action) -> Sum:
    """How far (mm) a model may move with an action, and by what (AFS-ACT-08)."""
    label, (name, clause) = T("Movement"), ACTIONS[action]
    if action == "hold":
        return Sum(label, 0.0, ((name, 0.0, clause),), True)
    rows = [(name, inch(number(action)), clause)]
    for rule in specials.specials().values():
        gain: float = getattr(rule.move, action)
        if gain and _moves_by(view, base, rule):
            rows.append((T("{rule}", rule=Word(rule.name)), inch(gain), rule.clause))
    total = sum(value for _, value, _ in rows)
    if total < 0.0:
        rows.append((T("no less than nothing"), -total, "AFS-ACT-08"))
    return Sum(label, max(0.0, round(total, 3)), tuple(rows), True)


def _moves_by(view: State, base: str, rule: Rule) -> bool:
    if rule.bearer == "unit":
        helper = next((one for one in UPGRADES if one == rule.id), None)
        return helper is not None and bool(helped_by(view, view.bases[base].unit, helper))
    return has(view, base, rule.id)
