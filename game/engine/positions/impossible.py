"""Situations that cannot be: things tied to themselves, sides that are not there, models of one unit far apart."""

from __future__ import annotations

import msgspec

from game.engine.entries import strange_word
from game.engine.fields import named
from game.engine.positions.types import PositionError
from game.engine.ruleset import OptionDef, Ruleset
from game.engine.state import Base, State
from game.engine.text import Length, T
from game.geometry.measure import base_distance


def check_possible(state: State, ruleset: Ruleset) -> None:
    """Refuse a situation by hand that no battle comes to.

    Raises
    ------
    PositionError
        With the unit or key, and what is wrong with it.
    """
    _check_options(state, ruleset.meta.options)
    _check_names(state)
    for tie in state.ties.values():
        if tie.a == tie.b:
            raise PositionError(T("{tie}: {unit} cannot be tied to itself", tie=tie.id, unit=tie.a))
        a, b = state.units.get(tie.a), state.units.get(tie.b)
        if tie.kind in getattr(ruleset, "foes_only", ()) and a is not None and b is not None and a.side == b.side:
            raise PositionError(T("{tie}: {a} and {b} are on the same side", tie=tie.id, a=tie.a, b=tie.b))
    apart: float = getattr(ruleset, "farthest_apart", 0.0)
    for unit in state.units if apart else ():
        check_together(unit, state.bases_of(unit), apart)


def check_together(unit: str, bases: tuple[Base, ...], apart: float) -> None:
    """Refuse a unit of which some stand farther from all the others than ``apart`` (mm). Raises PositionError."""
    left = list(bases[1:])
    reached = list(bases[:1])
    while left:
        gaps = [(_gap(base, other), k) for k, base in enumerate(left) for other in reached]
        gap, k = min(gaps)
        if gap > apart:
            text = T(
                "unit {unit}: {base} stands {gap} from all the others of its unit",
                unit=unit,
                base=left[k].id,
                gap=Length(gap),
            )
            raise PositionError(text)
        reached.append(left.pop(k))


def _gap(a: Base, b: Base) -> float:
    assert a.pose is not None
    assert b.pose is not None
    return base_distance(a.shape, a.pose, b.shape, b.pose)


def _check_options(state: State, defs: tuple[OptionDef, ...]) -> None:
    known = {d.id: d for d in defs}
    for key, value in state.options.items():
        where = f"options.{key}"
        row = known.get(key)
        if row is None:
            raise PositionError(strange_word("options", T("option"), key, list(known)))
        flag = isinstance(value, bool)
        if (row.type == "flag") != flag or (row.type == "number" and not isinstance(value, int)):
            right = T("true or false") if row.type == "flag" else T("a whole number")
            raise PositionError(T("{where}: this must be {right}", where=where, right=right))
        if row.type == "choice" and value not in row.choices:
            raise PositionError(strange_word(where, T("choice of this option"), str(value), list(row.choices)))


def _check_names(state: State) -> None:
    """Refuse names of sides, units and bases that are not there."""
    known = {"side": list(state.sides), "unit": list(state.units), "base": list(state.bases)}
    owners = [("", state.own)]
    owners += [(f"sides.{s.id}", s.own) for s in state.sides.values()]
    owners += [(f"unit {u.id}", u.own) for u in state.units.values()]
    for key, own in owners:
        if not isinstance(own, msgspec.Struct):
            continue
        for path, what, name in named(type(own), msgspec.to_builtins(own), key):
            if name not in known[what]:
                what_text = {"side": T("side"), "unit": T("unit"), "base": T("base")}[what]
                raise PositionError(strange_word(path, what_text, name, known[what]))
