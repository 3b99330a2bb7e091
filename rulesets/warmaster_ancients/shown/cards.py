"""Cards: what there is to know of a thing, row by row with its source; and the line at the top of the screen.

Badges are states that the table shows on the block, by name of a symbol.
"""

from __future__ import annotations

from game.engine.ruleset import Card, CardRow
from game.engine.state import State
from game.engine.text import TN, Length, T, Text, Thing, Word
from rulesets.warmaster_ancients import data_files
from rulesets.warmaster_ancients.army.profiles import Profile, look, profile
from rulesets.warmaster_ancients.attack import blows
from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.field.status import Cover, cover
from rulesets.warmaster_ancients.fight import fights
from rulesets.warmaster_ancients.measures import length
from rulesets.warmaster_ancients.move import moves
from rulesets.warmaster_ancients.own import BattleOwn, UnitOwn
from rulesets.warmaster_ancients.turn import victory
from rulesets.warmaster_ancients.turn.turn import phase_name

FORMATIONS = {
    "line": T("line"),
    "column": T("column"),
    "single": T("a single stand"),
    "irregular": T("irregular"),
}


def card(view: State, thing: str) -> Card:
    """The card of a unit, a character, a stand, a terrain feature, an objective or a side."""
    if thing in view.bases:
        thing = view.bases[thing].unit
    if thing in view.units:
        kind = profile(view, thing)
        return _character(view, thing, kind) if kind.character else _unit(view, thing, kind)
    if thing in view.features:
        return _feature(view, thing)
    if thing in view.markers:
        return _objective(view, thing)
    if thing in view.sides:
        return _side(view, thing)
    return Card(Text(thing))


def _number(n: float) -> Text:
    return T("{n}", n=int(n))


def _length(mm: float) -> Text:
    return T("{length}", length=Length(mm))


def _unit(view: State, unit: str, kind: Profile) -> Card:
    """A unit: its profile, then how it stands now."""
    own: UnitOwn = view.units[unit].own
    standing = len(facts.stands(view, unit))
    waiting = sum(b in view.bases and view.bases[b].where == "reserve" for b in view.units[unit].bases)
    rows = [
        CardRow(T("Type"), Text(data_files.load_troops()[kind.type].name), kind.clause),
        CardRow(T("Stands"), T("{n} of {all}", n=standing or waiting, all=kind.stands), "WMA-S03"),
        CardRow(T("Attacks"), _number(kind.attacks), kind.clause),
        CardRow(T("Hits"), _number(kind.hits), kind.clause),
        CardRow(T("Armour"), T("none") if kind.armour is None else T("{n}+", n=kind.armour), kind.clause),
        CardRow(T("Range"), T("none") if kind.range is None else _length(kind.range), kind.clause),
        CardRow(T("Move"), _length(kind.move), "WMA-MOV-02"),
        CardRow(T("Points"), _number(kind.points), "WMA-SET-02"),
    ]
    specials = data_files.load_specials()
    for flag in kind.flags:
        rows.append(CardRow(T("Special"), Text(specials[flag].name), specials[flag].clauses[0]))
    if standing:
        rows += _state_rows(view, unit, own, kind)
    return Card(T("{unit}", unit=Thing(unit)), tuple(rows), _unit_badges(view, unit, own), look(view, unit))


def _state_rows(view: State, unit: str, own: UnitOwn, kind: Profile) -> list[CardRow]:
    allowed = moves.allowance(view, unit, "march")
    rows = [
        CardRow(T("Formation"), FORMATIONS[facts.formation(view, unit)], "WMA-S04"),
        CardRow(T("May move now"), _length(allowed.mm), allowed.clause),
    ]
    if own.hits:
        rows.append(CardRow(T("Casualties carried"), T("{n} of {all}", n=own.hits, all=kind.hits), "WMA-SHT-11"))
    near = facts.nearest_enemy(view, unit)
    if near is not None:
        said = T("{unit}, {distance}", unit=Thing(near[0]), distance=Length(near[1]))
        rows.append(CardRow(T("Nearest enemy"), said, "WMA-S06"))
        rows.append(CardRow(T("Cover against it"), _cover(view, unit, near[0]).text, "WMA-S15"))
    if own.orders:
        said = TN("{n} from {character}", "{n} from {character}", own.orders, character=Thing(own.ordered_by))
        rows.append(CardRow(T("Orders this turn"), said, "WMA-CMD-03"))
    enemies = facts.engaged_enemies(view, unit)
    if enemies:
        said = T("{units}", units=[Thing(e) for e in enemies])
        rows.append(CardRow(T("Engaged with"), said, "WMA-CMB-01"))
        rows += _blow_rows(view, unit)
    return rows


def _blow_rows(view: State, unit: str) -> list[CardRow]:
    """What a unit would strike with in the next round: dice and what hits, each open to its sum."""
    rows = []
    for blow in fights.planned_blows(view, fights.pairs_among(view, facts.combat_of(view, unit)), {}, 1):
        if blow.unit != unit:
            continue
        dice = blows.unit_attacks(view, unit, blow.enemy, blow.stands, 1)
        need = blows.blow_need(view, unit, blow.enemy)
        said = TN("{n} die", "{n} dice", blow.dice)
        rows.append(CardRow(T("Attacks on {enemy}", enemy=Thing(blow.enemy)), said, "WMA-CMB-05", dice))
        rows.append(
            CardRow(T("Hits {enemy} on", enemy=Thing(blow.enemy)), T("{n}+", n=int(need.total)), "WMA-CMB-06", need)
        )
    return rows


def _cover(view: State, unit: str, enemy: str) -> Cover:
    """The unit's status against an enemy: in the fight, if they touch, else against his shots (WMA-S15)."""
    return cover(view, unit, enemy, "combat" if facts.touches(view, unit, enemy) else "shot")


def _unit_badges(view: State, unit: str, own: UnitOwn) -> tuple[tuple[str, Text], ...]:
    """States of a unit as symbols with their meaning."""
    found: list[tuple[str, Text]] = []
    if own.confused:
        found.append(("confused", T("Confused: one attack less per stand")))
    if own.hits:
        found.append(("hits", TN("{n} casualty carried", "{n} casualties carried", own.hits)))
    lost = facts.lost(view, unit)
    if lost:
        found.append(("lost", TN("{n} stand lost", "{n} stands lost", lost)))
    near = facts.nearest_enemy(view, unit) if facts.alive(view, unit) else None
    shelter = _cover(view, unit, near[0]) if near is not None else None
    if shelter is not None and shelter.status != "open":
        found.append((shelter.status, shelter.text))
    if facts.engaged(view, unit):
        found.append(("engaged", T("Engaged in combat")))
    if own.charged:
        found.append(("charged", T("Has charged this turn")))
    if own.initiative:
        found.append(("initiative", T("Has used initiative this turn")))
    if own.orders:
        found.append(("orders", TN("{n} order this turn", "{n} orders this turn", own.orders)))
    if own.closed:
        found.append(("closed", T("Its orders are finished")))
    if own.shot:
        found.append(("shot", T("Has shot")))
    if own.advanced:
        found.append(("advanced", T("Has advanced this turn")))
    return tuple(found)


def _character(view: State, character: str, kind: Profile) -> Card:
    own: UnitOwn = view.units[character].own
    mount = data_files.load_characters().mount(kind.mount)
    rows = (
        CardRow(T("Rank"), Text(kind.rank_name), "WMA-CMD-16"),
        CardRow(T("Command"), _number(kind.command), kind.clause),
        CardRow(T("Command range"), _length(kind.command_range), "WMA-CMD-16"),
        CardRow(T("Move"), _length(kind.move), "WMA-MOV-02"),
        CardRow(T("Mount"), Text(mount.name), mount.clauses[0]),
        CardRow(T("Points"), _number(kind.points), "WMA-SET-02"),
    )
    badges: list[tuple[str, Text]] = []
    battle: BattleOwn = view.own
    if battle.commanding == character:
        badges.append(("commanding", T("Is giving orders")))
    if own.silent:
        badges.append(("silent", T("Has failed a command test: silent this turn")))
    elif own.done:
        badges.append(("done", T("Has finished giving orders")))
    if own.moved:
        badges.append(("moved", T("Has moved this turn")))
    return Card(T("{unit}", unit=Thing(character)), rows, tuple(badges), look(view, character))


def _feature(view: State, feature: str) -> Card:
    """A terrain feature: who may enter, what it does (WMA-S14)."""
    thing = view.features[feature]
    kind = data_files.load_terrain()[thing.kind]
    types = data_files.load_troops()
    who = [Word(types[t].name) for t in types if kind.allows(t)]
    entered = T("everybody") if len(who) == len(types) else T("{types}", types=who) if who else T("nobody")
    protection = T("none")
    if kind.protection != "none":
        need = data_files.load_modifiers().combat(kind.protection).need
        word = T("defended") if kind.protection == "defended" else T("fortified")
        protection = T("{status}: hit on {need}+", status=word, need=need)
    sight = {
        "clear": T("does not hide"),
        "depth": T("hides what lies behind more than {depth} of it", depth=Length(length("sight_depth"))),
        "height": T("hides what lies behind, unless one stands on it"),
    }[kind.sight]
    rows = (
        CardRow(T("Kind"), Text(kind.name), kind.clauses[0]),
        CardRow(T("May enter"), entered, "WMA-TER-07"),
        CardRow(T("Difficult"), T("yes") if kind.difficult else T("no"), "WMA-TER-06"),
        CardRow(T("Protection"), protection, "WMA-S15"),
        CardRow(T("Sight"), sight, "WMA-S08"),
    )
    return Card(T("{feature}", feature=Thing(feature)), rows, (), kind.id)


def _objective(view: State, marker: str) -> Card:
    rules = victory.scenario_of(view)
    row = next((o for o in rules.objectives if o.id == marker), None)
    if row is None:
        return Card(Text(marker))
    holder = victory.holder(view, row)
    said = T("{side}", side=Thing(holder)) if holder else T("nobody")
    own: BattleOwn = view.own
    rows = (
        CardRow(T("Worth"), _number(row.worth(own.size)), "WMA-SET-06"),
        CardRow(T("Held by"), said, "WMA-SET-06"),
    )
    return Card(Text(row.name), rows, (), "objective")


def _side(view: State, side: str) -> Card:
    points = victory.score(view, side)
    rows = [
        CardRow(T("Units lost"), _losses(view, side), "WMA-S35"),
        CardRow(T("Must withdraw after"), _number(victory.units_to_break(view, side)), "WMA-VIC-01"),
        CardRow(T("Points"), _number(points.total), "WMA-VIC-02", points),
    ]
    return Card(T("{side}", side=Thing(side)), tuple(rows))


def _losses(view: State, side: str) -> Text:
    return T("{lost} of {began}", lost=len(victory.destroyed(view, side)), began=victory.initial(view, side))


def status(view: State) -> tuple[tuple[Text, Text], ...]:
    """Turn and phase, whose turn it is, and for each side its losses and points."""
    own: BattleOwn = view.own
    rows: list[tuple[Text, Text]] = []
    if own.turn:
        rows.append((T("Turn"), T("{turn} of {limit}", turn=own.turn, limit=own.limit)))
    if own.active and own.phase not in ("deployment", "over"):
        rows.append((T("{side}", side=Thing(own.active)), phase_name(own.phase)))
    else:
        rows.append((T("Phase"), phase_name(own.phase)))
    for side in view.sides:
        said = T(
            "{lost} of {began} units lost, {points} points",
            lost=len(victory.destroyed(view, side)),
            began=victory.initial(view, side),
            points=int(victory.score(view, side).total),
        )
        rows.append((T("{side}", side=Thing(side)), said))
    return tuple(rows)
