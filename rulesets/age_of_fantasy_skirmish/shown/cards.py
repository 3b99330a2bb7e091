"""Cards: what there is to know of a thing, row by row with its source; and the line at the top of the screen.

Badges are states that the table shows on a unit or on one of its models, by name of a symbol.
"""

from __future__ import annotations

from collections.abc import Iterable

from game.engine.relief import BaseInfo
from game.engine.ruleset import Card, CardRow
from game.engine.state import Base, State
from game.engine.text import TN, Length, T, Text, Thing, Word
from rulesets.age_of_fantasy_skirmish.army import abilities, specials
from rulesets.age_of_fantasy_skirmish.field import facts, standing
from rulesets.age_of_fantasy_skirmish.magic import effects, spells
from rulesets.age_of_fantasy_skirmish.own import Action, BattleOwn, ModelOwn, SideOwn, UnitOwn, WeaponOwn
from rulesets.age_of_fantasy_skirmish.shown.terrain_cards import feature_card
from rulesets.age_of_fantasy_skirmish.turn import seizing
from rulesets.age_of_fantasy_skirmish.turn.rounds import PHASES

ROLES = {"sergeant": T("Sergeant"), "musician": T("Musician"), "banner": T("Banner")}
ROLE_CLAUSES = {"sergeant": "AFS-SGT-01", "musician": "AFS-MUS-01", "banner": "AFS-BAN-01"}
EDGES = {"south": T("south"), "north": T("north"), "": T("not chosen yet")}


def card(view: State, thing: str) -> Card:
    """The card of a unit, a model (its unit's, its own rows first), a terrain feature, a marker or a side."""
    if thing in view.bases:
        return _unit(view, view.bases[thing].unit, thing)
    if thing in view.units:
        return _unit(view, thing, "")
    if thing in view.features:
        return feature_card(view, thing)
    if thing in view.markers:
        return _marker(view, thing)
    if thing in view.sides:
        return _side(view, thing)
    return Card(Text(thing))


def _number(n: float) -> Text:
    return T("{n}", n=int(n))


# --- units -------------------------------------------------------------------------------------------------------


def rule_words(rules: dict[str, int]) -> list[Text]:
    """Special rules as players write them: "Tough(3)"."""
    known = specials.specials()
    found = []
    for rule, x in sorted(rules.items()):
        name = Word(known[rule].name) if rule in known else Word(rule)
        found.append(T("{rule}({x})", rule=name, x=x) if x else T("{rule}", rule=name))
    return found


def weapon_words(weapon: WeaponOwn) -> Text:
    """A weapon as players write it (AFS-S29)."""
    where = T("{length}", length=Length(weapon.reach)) if weapon.reach else T("melee")
    if not weapon.rules:
        return T("{where}, A{n}", where=where, n=weapon.attacks)
    return T("{where}, A{n}, {rules}", where=where, n=weapon.attacks, rules=rule_words(weapon.rules))


def _living(view: State, unit: str) -> tuple[Base, ...]:
    return tuple(view.bases[b] for b in view.units[unit].bases if view.bases[b].where != "gone")


def _unit(view: State, unit: str, model: str) -> Card:
    """A unit: its models' profile, then how it stands now; the rows of one model first where it was asked for."""
    thing = view.units[unit]
    own: UnitOwn = thing.own
    living = _living(view, unit)
    shown = view.bases[model] if model and view.bases[model].where != "gone" else living[0] if living else None
    rows = [
        CardRow(T("Models"), T("{n} of {all}", n=len(living), all=len(thing.bases)), "AFS-GRP-01"),
        CardRow(T("Points"), _number(own.points), "AFS-ARM-01"),
    ]
    if shown is not None:
        rows = [*_model_rows(view, shown, named=bool(model) and len(thing.bases) > 1), *rows]
    rows += _state_rows(view, unit, own)
    if standing.on_table(view, unit):
        rows += _allowances(view, unit)
    title = T("{unit}", unit=Thing(unit))
    return Card(title, tuple(rows), _unit_badges(view, unit), thing.own.look or thing.kind)


def _model_rows(view: State, base: Base, *, named: bool) -> list[CardRow]:
    own: ModelOwn = base.own
    rows = [CardRow(T("Model"), T("{base}", base=Thing(base.id)))] if named else []
    rows += [
        CardRow(T("Quality"), T("{n}+", n=own.quality), "AFS-GEN-02"),
        CardRow(T("Defense"), T("{n}+", n=own.defense), "AFS-SHT-05"),
    ]
    if own.role:
        rows.append(CardRow(T("Command group"), ROLES[own.role], ROLE_CLAUSES[own.role]))
    known = specials.specials()
    for rule, x in sorted(own.rules.items()):
        if rule in known:
            name = Word(known[rule].name)
            said = T("{rule}({x})", rule=name, x=x) if x else T("{rule}", rule=name)
            rows.append(CardRow(T("Special rule"), said, known[rule].clause))
    for weapon in own.weapons:
        label = T("{weapon} (spent)", weapon=Word(weapon.name)) if weapon.name in own.used else Text(weapon.name)
        rows.append(CardRow(label, weapon_words(weapon), "AFS-S29"))
    if own.unenforced:
        rows.append(CardRow(T("Not enforced"), T("{rules}", rules=", ".join(own.unenforced))))
    if own.wounds:
        rows.append(CardRow(T("Wound markers"), _number(own.wounds), "AFS-WND-01"))
    if "caster" in own.rules:
        rows.append(CardRow(T("Spell tokens"), T("{n} of {most}", n=own.tokens, most=6), "AFS-CAST-02"))
        rows += [
            CardRow(Text(s.name), T("value {n}: {text}", n=s.value, text=Word(s.text)), spells.lists()[s.list].clause)
            for s in spells.known(view, view.units[base.unit].side)
        ]
    return rows


def _state_rows(view: State, unit: str, own: UnitOwn) -> list[CardRow]:
    rows = []
    if own.shaken:
        rows.append(CardRow(T("Shaken"), T("stays idle, +1 to wound effects, tests fail"), "AFS-SHK-01"))
    if own.fatigued:
        rows.append(CardRow(T("Fatigued"), T("hits only on natural 6 in melee"), "AFS-MEL-09"))
    for effect in effects.given(view, unit):
        spell = spells.spell(effect.spell)
        rows.append(CardRow(Text(spell.name), Text(spell.text), spells.lists()[spell.list].clause))
    if own.aside:
        said = T("set aside for an Ambush") if own.aside == "ambush" else T("set aside to scout ahead")
        rows.append(CardRow(T("Reserve"), said, "AFS-AMB-01" if own.aside == "ambush" else "AFS-SCT-01"))
    if not standing.on_table(view, unit):
        return rows
    near = facts.nearest_enemy(view, unit)
    if near is not None:
        said = T("{unit}, {distance}", unit=Thing(near[0]), distance=Length(near[1]))
        rows.append(CardRow(T("Nearest enemy"), said, "AFS-S05"))
    return rows


def _allowances(view: State, unit: str) -> list[CardRow]:
    """How far the unit may move with each action; the slowest and the fastest model where they differ."""
    rows = []
    actions: tuple[tuple[Action, Text], ...] = (("advance", T("Advance")), ("rush", T("Rush")), ("charge", T("Charge")))
    for action, label in actions:
        sums = [abilities.allowance(view, b.id, action) for b in view.bases_of(unit)]
        least, most = min(sums, key=lambda s: s.total), max(sums, key=lambda s: s.total)
        said = T("{length}", length=Length(least.total))
        if most.total > least.total:
            said = T("{least} to {most}", least=Length(least.total), most=Length(most.total))
        rows.append(CardRow(label, said, "AFS-ACT-08", most))
    return rows


def _unit_badges(view: State, unit: str) -> tuple[tuple[str, Text], ...]:
    """States of a unit as symbols with their meaning."""
    own: UnitOwn = view.units[unit].own
    found: list[tuple[str, Text]] = []
    if own.shaken:
        found.append(("shaken", T("Shaken: stays idle")))
    if own.fatigued:
        found.append(("fatigued", T("Fatigued: hits only on natural 6 in melee")))
    if own.activated and view.own.acting != unit:
        found.append(("done", T("Has been activated this round")))
    if own.arrived and own.arrived == view.own.round:
        found.append(("hidden", T("Arrived from Ambush this round: cannot seize or contest")))
    if own.effects:
        words = [Word(spells.spell(e.spell).name) for e in own.effects]
        found.append(("spell", T("Under a spell: {spells}", spells=words)))
    lost = len(view.units[unit].bases) - len(_living(view, unit))
    if lost:
        found.append(("lost", TN("{n} model lost", "{n} models lost", lost)))
    living = _living(view, unit)
    if len(living) == 1:
        found += _model_badges(living[0])
    return tuple(found)


def _model_badges(base: Base) -> list[tuple[str, Text]]:
    own: ModelOwn = base.own
    found: list[tuple[str, Text]] = []
    if own.wounds:
        found.append(("wounds", TN("{n} wound marker", "{n} wound markers", own.wounds)))
    if own.tokens:
        found.append(("tokens", TN("{n} spell token", "{n} spell tokens", own.tokens)))
    if own.used:
        words = [Word(name) for name in own.used]
        found.append(("spent", T("Spent for the game: {weapons}", weapons=words)))
    return found


def base_info(view: State, base: str) -> BaseInfo:
    """What one model has beside its unit's card: markers, tokens, its command upgrade, its height (AFS-S04)."""
    thing = view.bases[base]
    own: ModelOwn = thing.own
    badges = _model_badges(thing) if len(_living(view, thing.unit)) > 1 else []
    if own.role:
        badges.insert(0, (own.role, ROLES[own.role]))
    return BaseInfo("", tuple(badges), own.height)


# --- markers and sides -------------------------------------------------------------------------------------------


def _marker(view: State, marker: str) -> Card:
    """An objective: who holds it, who would after this round, and why."""
    thing = view.markers[marker]
    holder = T("{side}", side=Thing(thing.side)) if thing.side else T("nobody")
    rows = [CardRow(T("Controlled by"), holder, "AFS-MIS-05")]
    if thing.pose is not None and view.own.round:
        then = seizing.controller(view, marker)
        said = T("{side}", side=Thing(then)) if then else T("nobody")
        rows.append(CardRow(T("If the round ended now"), said, "AFS-MIS-04"))
        for side in view.sides:
            units = seizing.near(view, side, marker)
            if units:
                label = T("Near for {side}", side=Thing(side))
                rows.append(CardRow(label, T("{units}", units=[Thing(u) for u in units]), "AFS-MIS-04"))
    return Card(T("{marker}", marker=Thing(marker)), tuple(rows), (), "objective")


def _names(units: Iterable[str]) -> Text:
    listed = [Thing(u) for u in units]
    return T("{units}", units=listed) if listed else T("nobody")


def _side(view: State, side: str) -> Card:
    """An army: what is left, when it tests morale, its markers, whom its command group helps."""
    own: SideOwn = view.sides[side].own
    began = standing.began(view, side)
    markers = seizing.score(view, side)
    rows = [
        CardRow(T("Units left"), _left(view, side), "AFS-R12"),
        CardRow(T("Tests morale with at most"), _number(began // 2), "AFS-MOR-01"),
        CardRow(T("Markers"), _number(markers.total), "AFS-MIS-09", markers),
        CardRow(T("Table edge"), EDGES[own.edge], "AFS-DEP-01"),
    ]
    if own.musician:
        rows.append(CardRow(T("The Musician helps"), _names(own.musician), "AFS-MUS-02"))
    if own.banner:
        rows.append(CardRow(T("The Banner helps"), _names(own.banner), "AFS-BAN-02"))
    if own.spells in spells.lists():
        rows.append(CardRow(T("Spells"), Text(spells.lists()[own.spells].name), spells.lists()[own.spells].clause))
    return Card(T("{side}", side=Thing(side)), tuple(rows))


def _left(view: State, side: str) -> Text:
    return T("{left} of {began}", left=len(standing.not_lost(view, side)), began=standing.began(view, side))


def status(view: State) -> tuple[tuple[Text, Text], ...]:
    """Round and phase, whose activation it is, and for each side its markers and units."""
    own: BattleOwn = view.own
    rows: list[tuple[Text, Text]] = []
    if own.round:
        rows.append((T("Round"), T("{round} of {rounds}", round=own.round, rounds=own.rounds)))
    rows.append((T("Phase"), PHASES.get(own.phase, Text(own.phase))))
    if own.acting:
        rows.append((T("Active"), T("{unit}", unit=Thing(own.acting))))
    for side in view.sides:
        said = T(
            "markers: {markers}, units: {left} of {began}",
            markers=int(seizing.score(view, side).total),
            left=len(standing.not_lost(view, side)),
            began=standing.began(view, side),
        )
        rows.append((T("{side}", side=Thing(side)), said))
    return tuple(rows)
