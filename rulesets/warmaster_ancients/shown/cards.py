"""Cards: what there is to know of a thing, row by row with its source; and the line at the top of the screen.

Badges are states that the table shows on the block, by name of a symbol.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.ruleset import Card, CardRow
from game.engine.state import State
from game.engine.text import TN, Length, T, Text, Thing, Word
from game.kit import situation
from game.kit.muster.own import look
from game.kit.shown.cards import badges, blow_rows, nearest_row, side_rows, turn_rows
from game.kit.shown.kinds import by_kind
from game.kit.shown.words import measured, number, of_all, side_name, unit_name, units_named, yes_or_no
from rulesets.warmaster_ancients import data_files
from rulesets.warmaster_ancients.army.data_army import profile_rows
from rulesets.warmaster_ancients.army.profiles import Profile, profile
from rulesets.warmaster_ancients.attack import blows
from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.field.status import Cover, cover
from rulesets.warmaster_ancients.fight import fights
from rulesets.warmaster_ancients.measures import length
from rulesets.warmaster_ancients.move import moves
from rulesets.warmaster_ancients.own import UnitOwn
from rulesets.warmaster_ancients.turn import turn
from rulesets.warmaster_ancients.turn.turn import phase_name

FORMATIONS = {
    "line": T("line"),
    "column": T("column"),
    "single": T("a single stand"),
    "irregular": T("irregular"),
}


def card(view: State, thing: str) -> Card:
    """The card of a unit, a character, a stand, a terrain feature, an objective or a side."""
    made = by_kind(view, thing, {"unit": _unit, "feature": _feature, "marker": _objective, "side": _side})
    return made or Card(Text(thing))


def _unit(view: State, unit: str) -> Card:
    """A unit: its profile, then how it stands now; or a character."""
    kind = profile(view, unit)
    if kind.character:
        return _character(view, unit, kind)
    own: UnitOwn = view.units[unit].own
    standing = len(facts.stands(view, unit))
    waiting = sum(b in view.bases and view.bases[b].where == "reserve" for b in view.units[unit].bases)
    rows = (
        *profile_rows(kind, of_all(standing or waiting, kind.stands)),
        CardRow(T("Points"), number(kind.points), "WMA-SET-02"),
        *(_state_rows(view, unit, own, kind) if standing else ()),
    )
    return Card(unit_name(unit), rows, _unit_badges(view, unit, own), look(view, unit))


def _state_rows(view: State, unit: str, own: UnitOwn, kind: Profile) -> Iterator[CardRow]:
    allowed = moves.allowance(view, unit, "march")
    yield CardRow(T("Formation"), FORMATIONS[facts.formation(view, unit)], "WMA-S04")
    yield CardRow(T("May move now"), measured(allowed.mm), allowed.clause)
    if own.hits:
        yield CardRow(T("Casualties carried"), of_all(own.hits, kind.hits), "WMA-SHT-11")
    near = facts.nearest_enemy(view, unit)
    if near is not None:
        yield nearest_row(near[0], near[1], "WMA-S06")
        yield CardRow(T("Cover against it"), _cover(view, unit, near[0]).text, "WMA-S15")
    if own.orders:
        said = TN("{n} from {character}", "{n} from {character}", own.orders, character=Thing(own.ordered_by))
        yield CardRow(T("Orders this turn"), said, "WMA-CMD-03")
    enemies = facts.engaged_enemies(view, unit)
    if enemies:
        yield CardRow(T("Engaged with"), units_named(enemies), "WMA-CMB-01")
        yield from _blow_rows(view, unit)


def _blow_rows(view: State, unit: str) -> Iterator[CardRow]:
    """What a unit would strike with in the next round: dice and what hits, each open to its sum."""
    for blow in fights.planned_blows(view, fights.pairs_among(view, facts.combat_of(view, unit)), {}, 1):
        if blow.unit == unit:
            dice = blows.unit_attacks(view, unit, blow.enemy, blow.stands, 1)
            need = blows.blow_need(view, unit, blow.enemy)
            yield from blow_rows(blow.enemy, blow.dice, (dice, "WMA-CMB-05"), (need, "WMA-CMB-06"))


def _cover(view: State, unit: str, enemy: str) -> Cover:
    """The unit's status against an enemy: in the fight, if they touch, else against his shots (WMA-S15)."""
    return cover(view, unit, enemy, "combat" if facts.touches(view, unit, enemy) else "shot")


def _unit_badges(view: State, unit: str, own: UnitOwn) -> tuple[tuple[str, Text], ...]:
    """States of a unit as symbols with their meaning."""
    lost = facts.lost(view, unit)
    near = facts.nearest_enemy(view, unit) if situation.on_table(view, unit) else None
    shelter = [_cover(view, unit, near[0])] if near is not None else []
    return badges(
        (own.confused, "confused", T("Confused: one attack less per stand")),
        (own.hits, "hits", TN("{n} casualty carried", "{n} casualties carried", own.hits)),
        (lost, "lost", TN("{n} stand lost", "{n} stands lost", lost)),
        *((here.status != "open", here.status, here.text) for here in shelter),
        (facts.engaged(view, unit), "engaged", T("Engaged in combat")),
        (own.charged, "charged", T("Has charged this turn")),
        (own.initiative, "initiative", T("Has used initiative this turn")),
        (own.orders, "orders", TN("{n} order this turn", "{n} orders this turn", own.orders)),
        (own.closed, "closed", T("Its orders are finished")),
        (own.shot, "shot", T("Has shot")),
        (own.advanced, "advanced", T("Has advanced this turn")),
    )


def _character(view: State, character: str, kind: Profile) -> Card:
    own: UnitOwn = view.units[character].own
    rows = (*profile_rows(kind, number(1)), CardRow(T("Points"), number(kind.points), "WMA-SET-02"))
    states = badges(
        (view.own.commanding == character, "commanding", T("Is giving orders")),
        (own.silent, "silent", T("Has failed a command test: no more orders this turn")),
        (own.done and not own.silent, "done", T("Has finished giving orders")),
        (own.moved, "moved", T("Has moved this turn")),
    )
    return Card(unit_name(character), rows, states, look(view, character))


def _feature(view: State, feature: str) -> Card:
    """A terrain feature: who may enter, what it does (WMA-S14)."""
    thing = view.features[feature]
    kind = data_files.load_terrain()[thing.kind]
    types = data_files.load_troops()
    who = [Word(types[t].name) for t in types if kind.allows(t)]
    entered = T("all units") if len(who) == len(types) else T("{types}", types=who) if who else T("no units")
    protection = T("none")
    if kind.protection != "none":
        word = T("defended") if kind.protection == "defended" else T("fortified")
        need = data_files.load_modifiers().combat(kind.protection).need
        protection = T("{status}: hit on {need}+", status=word, need=need)
    sight = {
        "clear": T("does not hide"),
        "depth": T("hides everything behind more than {depth} of it", depth=Length(length("sight_depth"))),
        "height": T("hides everything behind it, except from units on it"),
    }[kind.sight]
    rows = (
        CardRow(T("Kind"), Text(kind.name), kind.clauses[0]),
        CardRow(T("May enter"), entered, "WMA-TER-07"),
        CardRow(T("Difficult"), yes_or_no(kind.difficult), "WMA-TER-06"),
        CardRow(T("Protection"), protection, "WMA-S15"),
        CardRow(T("Sight"), sight, "WMA-S08"),
    )
    return Card(T("{feature}", feature=Thing(feature)), rows, (), kind.id)


def _objective(view: State, marker: str) -> Card:
    row = next((o for o in turn.scenario_of(view).objectives if o.id == marker), None)
    if row is None:
        return Card(Text(marker))
    worth = CardRow(T("Worth"), number(row.worth(view.own.size)), "WMA-SET-06")
    held = CardRow(T("Held by"), side_name(turn.holder(view, row)), "WMA-SET-06")
    return Card(Text(row.name), (worth, held), (), "objective")


def _side(view: State, side: str) -> Card:
    points = turn.score(view, side)
    losses = T("{lost} of {began}", lost=len(turn.destroyed(view, side)), began=turn.initial(view, side))
    rows = (
        CardRow(T("Units lost"), losses, "WMA-S35"),
        CardRow(T("Must withdraw after"), number(turn.units_to_break(view, side)), "WMA-VIC-01"),
        CardRow(T("Points"), number(points.total), "WMA-VIC-02", points),
    )
    return Card(side_name(side), rows)


def status(view: State) -> tuple[tuple[Text, Text], ...]:
    """Turn and phase, whose turn it is, and for each side its losses and points."""

    def stands(side: str) -> Text:
        lost, began = len(turn.destroyed(view, side)), turn.initial(view, side)
        points = int(turn.score(view, side).total)
        return T("{lost} of {began} units lost, {points} points", lost=lost, began=began, points=points)

    return (*turn_rows(view.own, phase_name), *side_rows(view, stands))
