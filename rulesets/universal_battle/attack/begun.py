"""What an attack ends as it begins: hiding, a False Flag, and a hero's right to attack twice in a round.

USB-FRM-10, USB-PWR-08, USB-R12, USB-R53, USB-R71, USB-R72.
"""

from __future__ import annotations

from game.engine import changes
from game.engine.flow import Run
from game.engine.state import State
from game.engine.text import T, Thing
from rulesets.universal_battle.field import facts


def begins_attack(run: Run, unit: str) -> None:
    """A unit begins an attack: it is hidden no longer, its flag is struck, and it is noted that it has attacked."""
    state, host = run.state, facts.host(run.state, unit)
    alone = state.own.acting == host and facts.is_lone_hero(state, host)
    marks = [c for u in facts.company(state, host) for c in changes.unit(state, u, attacked=True, attacked_round=True)]
    marks += changes.unit(state, host, alone=True) if alone else ()
    if marks:
        run.tell(host, "attacks", "status", None, ("USB-R53", "USB-R71"), *marks)
    uncover(run, host)
    for one in facts.company(state, host):
        if facts.own(run.state, one).flag:
            text = T("{unit} attacked and struck the False Flag", unit=Thing(one))
            run.tell(one, "flag_struck", "status", text, ("USB-R53",), *changes.unit(run.state, one, flag=False))


def uncover(run: Run, unit: str) -> None:
    """A unit that attacks or is attacked is Hidden no longer (USB-FRM-10, USB-R67)."""
    host = facts.host(run.state, unit)
    if facts.own(run.state, host).formation == "hidden":
        text, marks = (
            T("{unit} came out of hiding", unit=Thing(host)),
            changes.unit(run.state, host, formation="skirmish"),
        )
        run.tell(host, "uncovered", "reveal", text, ("USB-FRM-10",), *marks)


def barred_hero(view: State, unit: str) -> str:
    """The hero of an activation who rolls no dice in it, having attacked alone in this round; "" for none (USB-R72)."""
    if view.options.get("hero_second_attack") == "allowed":
        return ""
    base = facts.hero_base(view, unit)
    host = facts.host(view, unit)
    his = view.bases[base].unit if base else ""
    return base if his and his != host and facts.own(view, his).alone and view.own.acting == host else ""
