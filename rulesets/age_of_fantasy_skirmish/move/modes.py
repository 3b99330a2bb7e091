"""How a unit may move, as answers show it (AFS-ACT-02 to -06, AFS-ACT-08, AFS-MOV-04, AFS-IMMO-01, AFS-R64)."""

from __future__ import annotations

from game.engine.decision import Bar, Choice, Mode, Mover, MoveSpace
from game.engine.state import State
from game.engine.text import Length, T, Thing
from rulesets.age_of_fantasy_skirmish.army import specials
from rulesets.age_of_fantasy_skirmish.charge import charges
from rulesets.age_of_fantasy_skirmish.charge.reaching import within_distance
from rulesets.age_of_fantasy_skirmish.field import facts
from rulesets.age_of_fantasy_skirmish.field.board import remembered
from rulesets.age_of_fantasy_skirmish.move import plans

VERBS = ("path", "jump", "climb")
LEGS = 12


@remembered
def _charge_reaches(view: State, unit: str, target: str, limits: charges.Limits, footing: specials.Footing) -> bool:
    return within_distance(view, unit, target, dict(limits))


def charge_bar(view: State, unit: str, target: str) -> Bar | None:
    """Why a unit may not charge another, or None (AFS-MOV-04, AFS-R64)."""
    limits = plans.allowances(view, unit, "charge")
    if _charge_reaches(view, unit, target, tuple(sorted(limits.items())), specials.footing(view, unit)):
        return None
    words = {"unit": Thing(unit), "target": Thing(target), "far": Length(facts.unit_distance(view, unit, target))}
    most = Length(max(limits.values(), default=0.0))
    text = T("No model of {unit} gets to {target}: {far} away, charge distance {most}", most=most, **words)
    return Bar(text, "AFS-MOV-04")


def mode(view: State, unit: str, kind: plans.Kind, marks: tuple[Choice, ...] = ()) -> Mode:
    """A way of moving as the space of an answer shows it."""
    limits = plans.allowances(view, unit, kind)
    bar = None
    if all(specials.has(view, b, "immobile") for b in limits):
        bar = Bar(T("{unit} is Immobile", unit=Thing(unit)), "AFS-IMMO-01")
    elif kind == "charge" and all(c.bar is not None for c in marks):
        bar = Bar(T("No enemy within charge distance"), "AFS-MOV-04")
    most = max(limits.values(), default=0.0)
    verbs = VERBS if kind in plans.LEAPING else tuple(v for v in VERBS if v != "jump")
    label, duty, _ = plans.WORDS[kind]
    return Mode(kind, label, verbs, most, LEGS, "free", marks, (), duty, bar, True)


def space(view: State, unit: str, kind: plans.Kind, mark: str = "") -> MoveSpace:
    """The space of an answer that leaves but one way of moving, and one mark or none."""
    marks = (Choice(mark, T("{unit}", unit=Thing(mark))),) if mark else ()
    return MoveSpace((Mover(unit, T("{unit}", unit=Thing(unit)), (mode(view, unit, kind, marks),)),))


def charge_marks(view: State, unit: str) -> tuple[Choice, ...]:
    """The enemy units as marks of a charge, with bars."""
    foes = facts.foes(view, unit)
    return tuple(Choice(e, T("{unit}", unit=Thing(e)), charge_bar(view, unit, e)) for e in foes)
