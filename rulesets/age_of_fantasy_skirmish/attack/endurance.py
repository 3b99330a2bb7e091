"""What a model endures: wounds that kill it in a group, and the wound-effect roll of a lone one.

AFS-WND-02 to AFS-WND-05, AFS-TOUGH-01, AFS-TOUGH-02, AFS-FEAR-01, AFS-SHK-01, AFS-R06, AFS-R08, AFS-R31, AFS-R32.
"""

from __future__ import annotations

from game.engine.decision import Sum
from game.engine.state import State
from game.engine.text import T, Thing
from game.kit.sums import Row, sum_of
from rulesets.age_of_fantasy_skirmish.army import abilities
from rulesets.age_of_fantasy_skirmish.attack_numbers import number


def toughness(view: State, base: str) -> int:
    """Wounds from which a lone model checks: X of Tough(X), else 1 (AFS-TOUGH-01)."""
    return abilities.rating(view, base, "tough") or 1


def _every_wound_kills(view: State) -> bool:
    """Whether the players have chosen that in a group each wound kills, Tough or not (AFS-R31)."""
    return bool(view.options.get("tough_in_groups") == "every_wound")


def endures(view: State, base: str) -> int:
    """Wounds that kill a model while a comrade lives: X of Tough(X), else 1; 1 where every wound kills (AFS-R31)."""
    return 1 if _every_wound_kills(view) else toughness(view, base)


def wounds_left(view: State, unit: str) -> int:
    """Wounds that a unit can still suffer until its last model has as many as its threshold."""
    left: list[int] = [toughness(view, b.id) - b.own.wounds for b in view.bases_of(unit)]
    if _every_wound_kills(view) and left:
        return len(left) - 1 + max(left)
    return sum(left)


def knocked_out_at(view: State, base: str) -> Sum:
    """The total that knocks a model out (AFS-WND-03, AFS-TOUGH-02, AFS-R06)."""
    label = T("Knocked Out, {model}", model=Thing(base))
    x = abilities.rating(view, base, "tough")
    if x is None:
        return sum_of(label, ((T("any model"), float(number("knocked_out")), "AFS-WND-03"),))
    clause = "AFS-TOUGH-02"
    rows = ((T("Tough models"), float(number("tough_base")), clause), (T("Tough({x})", x=x), float(x), clause))
    return sum_of(label, rows)


def effect_bonus(view: State, base: str, markers: int, fear: int) -> Sum:
    """What is added to the wound-effect die: markers, Shaken before, Fear (AFS-WND-02, AFS-WND-05, AFS-R08)."""
    rows: list[Row] = [(T("wound markers"), float(markers), "AFS-WND-02")]
    if view.units[view.bases[base].unit].own.shaken:
        rows.append((T("already Shaken"), float(number("shaken")), "AFS-SHK-01"))
    if fear:
        rows.append((T("Fear({x})", x=fear), float(fear), "AFS-FEAR-01"))
    return sum_of(T("Wound effects, {model}", model=Thing(base)), rows)


def checks(view: State, base: str, markers: int, fear: int) -> bool:
    """Whether a lone model that was wounded rolls for wound effects (AFS-TOUGH-01, AFS-R32)."""
    return markers + fear >= toughness(view, base)
