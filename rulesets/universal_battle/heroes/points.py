"""The Power Points of heroes: who has any, and spending them (USB-PWR-01, USB-PWR-02)."""

from __future__ import annotations

from game.engine import changes
from game.engine.flow import Run
from game.engine.state import State
from game.engine.text import TN, Text, Thing
from rulesets.universal_battle.field import facts


def hero_unit(view: State, unit: str) -> str:
    """The unit of the hero of an activation, "" where there is none."""
    base = facts.hero_base(view, unit)
    return view.bases[base].unit if base else ""


def power(view: State, unit: str) -> int:
    """The Power Points that an activation can spend: those of its hero (USB-PWR-02)."""
    hero = hero_unit(view, unit)
    return facts.own(view, hero).power if hero else 0


def able(view: State, side: str) -> tuple[str, ...]:
    """The heroes of a side, alive and deployed, that have Power Points left, in the order of the list (USB-R51)."""
    found = (u.id for u in view.units_of(side) if u.own.power and facts.alive(view, u.id))
    return tuple(u for u in found if facts.deployed(view, u))


def spend(run: Run, hero: str, points: int, what: Text, clause: str, type: str) -> None:
    """A hero spends points; ``what`` tells on what, ``type`` is the event's."""
    rest = facts.own(run.state, hero).power - points
    words = {"hero": Thing(hero), "what": what}
    text = TN("{hero} spent {n} Power Point: {what}", "{hero} spent {n} Power Points: {what}", points, **words)
    run.tell(
        hero, type, "status", text, (clause, "USB-PWR-01"), *changes.unit(run.state, hero, power=rest), points=points
    )
