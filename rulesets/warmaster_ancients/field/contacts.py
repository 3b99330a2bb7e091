"""Contact ties kept true: made when a unit moves into contact, cut when the two no longer touch (WMA-S15, WMA-R46)."""

from __future__ import annotations

from collections.abc import Iterable

from game.engine import event as ev
from game.engine.flow import Run
from game.engine.state import State, Tie
from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.own import ContactOwn


def made(run: Run, mover: str, found: dict[str, ContactOwn]) -> tuple[ev.AddTie, ...]:
    """Changes that tie a mover to the enemies it has come to touch."""
    return tuple(ev.AddTie(Tie(run.new_id("contact"), "contact", mover, enemy, own)) for enemy, own in found.items())


def broken(state: State) -> list[str]:
    """Ids of the contact ties whose units no longer touch, in order."""
    return [t.id for t in state.ties.values() if t.kind == "contact" and not facts.touches(state, t.a, t.b)]


def cut(run: Run, moved: Iterable[str] = ()) -> None:
    """Drop the ties of units that no longer touch.

    A unit of ``moved`` has given up the ground it was attacked on: from where its enemies came no longer matters, and
    its cover is looked up as they stand now (WMA-S15).
    """
    state = run.state
    gone = broken(state)
    changes: list[ev.Change] = [ev.Untie(t) for t in gone]
    for unit in moved:
        for tie in state.ties.values():
            if tie.kind == "contact" and tie.b == unit and tie.id not in gone:
                own: ContactOwn = tie.own
                if own.how:
                    changes.append(ev.SetField("tie", tie.id, "own.how", ""))
    if changes:
        run.emit("contacts_end", "flow", None, *changes, clauses=("WMA-S15",))
