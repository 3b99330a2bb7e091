"""Words for what bodies are, do and were ordered, on cards and in what the general says."""

from __future__ import annotations

from game.engine.decision import Sum
from game.engine.state import State
from game.engine.text import T, Text, Thing
from game.kit.sums import sum_of
from rulesets.napoleonic_wars.command import notes, obedience
from rulesets.napoleonic_wars.command.notes import GameOrder
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.orders.game_orders import KINDS
from rulesets.napoleonic_wars.own import BodyOwn, Letter

RESULTS: dict[str, tuple[str, Text]] = {
    "halt": ("pause", T("Halted: it stands and may fire")),
    "withdraw": ("driven", T("Withdraws to cover")),
    "retreat": ("driven", T("Retreats")),
    "rout": ("routed", T("Routs")),
    "break_off": ("driven", T("Breaks off")),
    "follow_up": ("advanced", T("Follows up")),
    "pursue": ("advanced", T("Pursues")),
    "surrendered": ("flag", T("Has surrendered")),
    "dispersed": ("lost", T("Dispersed")),
}
"""Results of tests: the symbol of each, and what it is called."""
PARTS: dict[Letter, Text] = {
    "A": T("movement"),
    "B": T("fire"),
    "C": T("contact"),
    "D": T("impact"),
    "E": T("melee"),
    "F": T("after a melee"),
    "G": T("retreat, rout or pursuit"),
    "H": T("mixed with others"),
}
"""What the parts of table 8 are about."""
PIECES: dict[str, Text] = {
    "howitzer": T("howitzer"),
    "siege": T("siege gun"),
    "siege_howitzer": T("siege howitzer"),
    "rocket": T("rocket launcher"),
}


def arm(told: BodyOwn) -> Text:
    """What a body is: its arm, and whether it is light, heavy or irregular."""
    if told.arm == "horse":
        kind = T("Light cavalry") if told.light else T("Heavy cavalry")
        kind = kind if told.regular else T("Irregular cavalry")
        return kind if told.mounted else T("{kind}, dismounted", kind=kind)
    if told.arm == "foot":
        return T("Light foot") if told.light else T("Foot") if told.regular else T("Irregular foot")
    if told.arm == "general":
        return T("General")
    if told.arm == "rockets":
        return T("Horse rockets") if told.horse_guns else T("Foot rockets")
    return T("Horse artillery") if told.horse_guns else T("Foot artillery")


def piece(name: str) -> Text:
    """What a gun is called."""
    return PIECES.get(name, T("{n}-pounder", n=name))


def disorder(view: State, body: str) -> Sum:
    """The book of a body: what it carries and what arose in this move, by what (NAP-S42)."""
    told = facts.own(view, body)
    rows = [(T("carried over"), float(told.carried), "NAP-S42")] if told.carried else []
    rows += [(PARTS[f.table], float(f.n), f.clause) for f in told.fresh]
    ignored = min(book.recorded(view, body), book.ignored(view, body))
    if ignored:
        rows.append((T("classes A and B take no notice of one"), -float(ignored), "NAP-DIS-03"))
    return sum_of(T("Disorganisation"), rows)


def game_order(view: State, body: str) -> Text | None:
    """The game order of a body in words; None where the view does not know of one."""
    if not notes.has_order(view, body):
        return None
    order = notes.order_of(view, body)
    if order.used:
        return T("Carried out: it holds")
    return ordered(view, order)


def ordered(view: State, order: GameOrder) -> Text:
    """A game order in words."""
    name = KINDS[order.kind]
    if order.kind in ("support", "screen") and order.supported in view.units:
        return T("{kind} {unit}", kind=name, unit=Thing(order.supported))
    if order.firmly:
        return T("Hold at all costs")
    if order.feature in view.features:
        return T("{kind}: {piece}", kind=name, piece=Thing(order.feature))
    if order.towards in view.units:
        return T("{kind}: {unit}", kind=name, unit=Thing(order.towards))
    left = len(obedience.points(view, order)) - order.passed
    if order.kind in obedience.MARCHING:
        return T("{kind}, points of its route left: {n}", kind=name, n=left)
    return name
