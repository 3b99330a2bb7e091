"""What spells have given units, and when it passes; what lasts until the end of a round.

AFS-RND-07, AFS-MEL-11, AFS-S22, AFS-S23, AFS-S24.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from game.engine import changes
from game.engine import event as ev
from game.engine.flow import Run
from game.engine.state import State
from game.engine.text import T, Thing, Word
from rulesets.age_of_fantasy_skirmish.own import Effect, UnitOwn, Until


def given(view: State, unit: str) -> tuple[Effect, ...]:
    """The effects on a unit."""
    own: UnitOwn = view.units[unit].own
    return own.effects


def give(run: Run, unit: str, effect: Effect, name: str, side: str) -> None:
    """Put an effect on a unit; the same spell again only lasts anew."""
    kept = tuple(e for e in given(run.state, unit) if e.spell != effect.spell)
    marks = changes.unit(run.state, unit, effects=(*kept, effect))
    text = T("{spell} on {unit}", spell=Word(name), unit=Thing(unit))
    clauses, told = ("AFS-CAST-06", "AFS-S22"), {"spell": effect.spell, "unit": unit}
    run.emit("spell_works", "status", text, *marks, clauses=clauses, about=(unit,), side=side, data=told)


def _left(effects: Iterable[Effect], *untils: Until) -> tuple[Effect, ...]:
    """What stays; an effect given during an activation outlasts the end of that very one."""
    kept = []
    for effect in effects:
        if effect.until not in untils:
            kept.append(effect)
        elif effect.fresh and effect.until == "activation":
            kept.append(replace(effect, fresh=False))
    return tuple(kept)


def end(run: Run, unit: str, until: Until) -> None:
    """Take away what lasts until the end of the unit's activation, or for its next attack (AFS-S23, AFS-S24).

    An attack is one target in one step.
    """
    now = given(run.state, unit)
    kept = _left(now, until)
    if kept != now:
        gone = sorted({e.spell for e in now} - {e.spell for e in kept})
        text = T("A spell on {unit} passed", unit=Thing(unit)) if gone else None
        marks = changes.unit(run.state, unit, effects=kept)
        run.emit("spell_passes", "status", text, *marks, clauses=("AFS-S22",), about=(unit,), data={"spells": gone})


def end_round(run: Run) -> None:
    """Fatigue ends, and what spells gave until the end of the round (AFS-MEL-11, AFS-RND-07)."""
    state = run.state
    over: list[ev.Change] = []
    for unit in state.units:
        over += changes.unit(state, unit, fatigued=False, effects=_left(given(state, unit), "round", "attack"))
    clauses = ("AFS-RND-07", "AFS-MEL-11")
    text = T("Round {round} ended: Fatigue passed", round=state.own.round)
    run.emit("round_ends", "flow", text, *over, clauses=clauses, data={"round": state.own.round})
