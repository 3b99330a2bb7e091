"""Contact ties kept true: made when a unit moves into contact, cut when the two no longer touch (WMA-S15, WMA-R46)."""

from __future__ import annotations

from collections.abc import Iterable

from game.engine import event as ev
from game.engine.changes import own_field
from game.engine.flow import Run
from game.engine.state import Tie
from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.own import ContactOwn


def made(run: Run, mover: str, found: dict[str, ContactOwn]) -> tuple[ev.AddTie, ...]:
    """Changes that tie a mover to the enemies it has come to touch."""
    return tuple(ev.AddTie(Tie(run.new_id("contact"), "contact", mover, enemy, own)) for enemy, own in found.items())


def cut(run: Run, moved: Iterable[str] = ()) -> None:
    """Drop the ties of units that no longer touch.

    A unit of ``moved`` has given up the ground it was attacked on: from where its enemies came no longer matters, and
    its cover is looked up as they stand now (WMA-S15).
    """
    ties = [t for t in run.state.ties.values() if t.kind == "contact"]
    kept = [t for t in ties if facts.touches(run.state, t.a, t.b)]
    changes: list[ev.Change] = [ev.Untie(t.id) for t in ties if t not in kept]
    changes += [own_field("tie", t.id, how="") for u in moved for t in kept if t.b == u and t.own.how]
    if changes:
        run.emit("contacts_end", "flow", None, *changes, clauses=("WMA-S15",))
