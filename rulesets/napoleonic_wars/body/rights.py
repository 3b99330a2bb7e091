"""Who may stand in which formation (NAP-FRM-03 to -29, NAP-R15, NAP-NAT-06, NAP-NAT-09)."""

from __future__ import annotations

from collections import Counter

from game.engine.decision import Bar
from game.engine.state import State
from game.engine.text import T, Text
from rulesets.napoleonic_wars import bases
from rulesets.napoleonic_wars.body import layouts
from rulesets.napoleonic_wars.data_files import whole
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.own import Formation, SubUnit

NAMES: dict[str, Text] = {
    "line": T("line"),
    "double_line": T("double line"),
    "closed_column": T("closed column"),
    "open_column": T("open column"),
    "closed_divisional": T("closed divisional column"),
    "open_divisional": T("open divisional column"),
    "march_column": T("march column"),
    "square": T("square"),
    "double_square": T("double square"),
    "mass": T("mass"),
    "irregular": T("dense mass"),
    "open": T("open order"),
    "circle": T("circle"),
    "limbered": T("limbered"),
    "deployed": T("deployed"),
    "garrison": T("garrison"),
    "single": T("single figure"),
}
"""What the formations are called."""
COMPANY = ("closed_column", "open_column", "mass")
DIVISIONAL = ("closed_divisional", "open_divisional")
SQUARES = ("square", "double_square")


def may_form(view: State, body: str, formation: Formation, abreast: int = 0) -> Bar | None:
    """Why a body may not stand in a formation, None where it may (NAP-FRM-03 to -29)."""
    told = facts.own(view, body)
    if told.arm in ("guns", "rockets"):
        return (
            None
            if formation in ("limbered", "deployed")
            else _bar(T("A battery can only be limbered or deployed."), "FRM-05")
        )
    if told.arm == "general" or formation in ("single", "limbered", "deployed"):
        fits = (told.arm == "general") == (formation == "single")
        return None if fits else _bar(T("This body cannot use that formation. Choose another."), "FRM-10")
    if formation in ("garrison", "circle"):
        return _special(view, body, formation)
    if formation == "open":
        return _open(view, body)
    if not told.regular:
        return _irregular(view, body, formation, abreast)
    if told.arm == "horse" and told.stance.mounted:
        return _horse(view, body, formation)
    return _foot(view, body, formation)


def _bar(text: Text, clause: str) -> Bar:
    return Bar(text, f"NAP-{clause}")


def _special(view: State, body: str, formation: Formation) -> Bar | None:
    told = facts.own(view, body)
    if formation == "garrison":
        return None if facts.is_foot(view, body) else _bar(T("Only figures on foot can enter a building."), "TER-04")
    may = told.arm == "horse" and told.stance.mounted and not told.regular
    return None if may else _bar(T("Only irregular cavalry in open order can form a circle."), "FRM-29")


def present(view: State, body: str) -> tuple[SubUnit, ...]:
    """The sub-units of which a body has figures left."""
    here = facts.companies(view, body)
    return tuple(s for s in facts.own(view, body).subs if s.id in here)


def may_skirmish(view: State, body: str, sub: SubUnit) -> bool:
    """Whether a sub-unit may use open order (NAP-FRM-04)."""
    told = facts.own(view, body)
    if not told.regular:
        return True
    if told.arm == "foot":
        return told.light or sub.light or sub.open
    if not told.stance.mounted and sub.weapon == "dragoon_musket":
        return True
    return told.light and (sub.weapon in ("carbine", "rifled_carbine", "bow") or (sub.lance and told.stance.mounted))


def _open(view: State, body: str) -> Bar | None:
    if all(may_skirmish(view, body, sub) for sub in present(view, body)):
        return None
    return _bar(T("Only light troops, dismounted dragoons and irregulars can use open order."), "FRM-04")


def _irregular(view: State, body: str, formation: Formation, abreast: int) -> Bar | None:
    mounted = facts.is_mounted(view, body)
    if formation == "irregular" or (mounted and formation == "line"):
        count = len(facts.left(view, body))
        if mounted or count < 2 or len(layouts.rows_of("irregular", (count,), abreast)) >= 2:
            return None
        return _bar(T("Irregulars in close order must stand at least two ranks deep. Narrow the front."), "FRM-22")
    if mounted:
        return _bar(T("Irregular cavalry can only form line, or column of any width."), "FRM-28")
    return _bar(T("Irregulars in close order can only form a dense mass."), "FRM-22")


def _horse(view: State, body: str, formation: Formation) -> Bar | None:
    if formation in ("line", "double_line", "closed_column", "march_column"):
        return None if formation in ("line", "double_line") else _columns_allowed(view, body, formation)
    if formation == "open_column":
        if facts.training_class(view, body) in ("A", "B", "C"):
            return None
        return _bar(T("Only cavalry of class A, B or C can form an open squadron column."), "FRM-27")
    return _bar(T("Cavalry can only form line, double line, squadron column or march column."), "FRM-26")


def _foot(view: State, body: str, formation: Formation) -> Bar | None:
    if formation in ("double_line", "irregular"):
        return _bar(T("Regular foot can only form line, column or square."), "FRM-21")
    if formation in SQUARES:
        return _square(view, body, formation)
    if formation in facts.COLUMNS:
        return _columns_allowed(view, body, formation) or _column(view, body, formation)
    return None


def _square(view: State, body: str, formation: Formation) -> Bar | None:
    count = len(facts.left(view, body))
    deep = 2 if formation == "double_square" else 1
    if count < 4 * deep:
        clause = "R49" if bases.scale(view) == "micro" else "FRM-13"
        return _bar(T("Too few figures for a square: at least {n} are needed.", n=4 * deep), clause)
    along = layouts.wall(count, deep)
    if along > whole("square_wall"):
        return _bar(
            T(
                "The square is too large: its walls would be {n} figures wide, {most} are allowed.",
                n=along,
                most=whole("square_wall"),
            ),
            "FRM-13",
        )
    return None


def _columns_allowed(view: State, body: str, formation: Formation) -> Bar | None:
    """Austria and Prussia before 1807 use no column but that of march (NAP-NAT-06, NAP-NAT-09)."""
    told = facts.own(view, body)
    early = view.options.get("national") and view.options.get("before_1807")
    if early and told.nation in ("austria", "prussia") and formation != "march_column":
        clause = "NAT-06" if told.nation == "austria" else "NAT-09"
        return _bar(T("Before 1807 this army can use no column except the march column."), clause)
    return None


def _column(view: State, body: str, formation: Formation) -> Bar | None:
    told = facts.own(view, body)
    if formation in ("open_column", "open_divisional") and facts.training_class(view, body) not in ("A", "B"):
        return _bar(T("Only regular foot of class A or B can form an open column."), "FRM-23")
    if formation in DIVISIONAL:
        if told.nation != "france" or facts.unit_of(view, body) != body:
            return _bar(T("Only a French battalion can form a divisional column."), "FRM-24")
        if _flanks_away(view, body) == 2:
            return _bar(T("Both flank companies are away. Use a company column instead."), "R15")
    if formation in COMPANY and told.nation == "france" and _flanks_away(view, body) == 0:
        return _bar(T("All six companies are present. Use a divisional column instead."), "FRM-25")
    return None


def _flanks_away(view: State, body: str) -> int | None:
    """How many flank companies of a French battalion of six are away; None for other battalions (NAP-R15).

    The flank companies are those of which a battalion has but one of the kind.
    """
    unit = facts.unit_of(view, body)
    listed = {s.id: s for part in facts.parts(view, unit) for s in facts.own(view, part).subs}
    if len(listed) != whole("french_companies"):
        return None
    kinds = Counter(s.kind for s in listed.values())
    flanks = {s.id for s in listed.values() if kinds[s.kind] == 1}
    if len(flanks) != 2:
        return None
    here = {s.id for s in present(view, body)}
    lost = set(listed) - here - flanks
    away = len(flanks - here)
    return away if away or not lost else 1
