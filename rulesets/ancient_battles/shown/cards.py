"""Cards: what there is to know of a thing, row by row with its source; and the line at the top of the screen.

Badges are states that the table shows on the block, by name of a symbol.
"""

from __future__ import annotations

from game.engine.decision import Sum
from game.engine.ruleset import Card, CardRow
from game.engine.state import State
from game.engine.text import TN, Length, T, Text, Thing, Word
from rulesets.ancient_battles import data_files
from rulesets.ancient_battles.army import armour
from rulesets.ancient_battles.army.profiles import Profile, look, own, profile
from rulesets.ancient_battles.army.traits import TRAITS, command_group
from rulesets.ancient_battles.charge import declaring
from rulesets.ancient_battles.charge.solver import CHARGE_RATE
from rulesets.ancient_battles.field import engagement, facts
from rulesets.ancient_battles.field.blocks import block_of, formed
from rulesets.ancient_battles.field.data_terrain import kinds
from rulesets.ancient_battles.fight import strikes
from rulesets.ancient_battles.measures import inch
from rulesets.ancient_battles.nerve import leadership
from rulesets.ancient_battles.own import BattleOwn, Order
from rulesets.ancient_battles.shoot import missiles
from rulesets.ancient_battles.turn import victory
from rulesets.ancient_battles.turn.turn import phase_name

ORDERS: dict[Order, Text] = {"close": T("close order"), "open": T("open order"), "skirmish": T("skirmish")}

GROUND: dict[str, tuple[Text, str]] = {
    "normal": (T("normal rate"), "WAB-TER-01"),
    "difficult": (T("half rate; open order and skirmishers at full rate"), "WAB-TER-04"),
    "very_difficult": (T("a quarter of the rate; open order and skirmishers at half rate"), "WAB-TER-04"),
    "obstacle": (T("to pass over it costs half the move; nothing for open order and skirmishers"), "WAB-TER-03"),
    "impassable": (T("impassable"), "WAB-S08"),
}


def card(view: State, thing: str) -> Card:
    """The card of a unit, a character, a figure (its unit's), a terrain feature or a side."""
    if thing in view.bases:
        thing = view.bases[thing].unit
    if thing in view.units:
        return _unit(view, thing)
    if thing in view.features:
        return _feature(view, thing)
    if thing in view.sides:
        return _side(view, thing)
    return Card(Text(thing))


def _number(n: float) -> Text:
    return T("{n}", n=int(n))


def _length(mm: float) -> Text:
    return T("{length}", length=Length(mm))


# --- units -------------------------------------------------------------------------------------------------------


def _unit(view: State, unit: str) -> Card:
    """A unit or character: its profile, then how it stands now."""
    kind = profile(view, unit)
    rows = _profile_rows(kind)
    if facts.alive(view, unit):
        rows += _standing(view, unit)
    name = Thing(unit)
    return Card(T("{unit}", unit=name), tuple(rows), badges(view, unit), look(view, unit))


def _profile_rows(kind: Profile) -> list[CardRow]:
    row, stats = kind.row, kind.row.profile
    rate = armour.movement_rate(kind)
    order = ORDERS[row.order] if not row.character else T("character")
    rows = [
        CardRow(T("Type"), T("{arm}, {order}", arm=Word(kind.arm.name), order=order), row.clause),
        CardRow(T("Movement"), _length(rate.total), "WAB-ARM-14", rate),
        CardRow(T("Charge"), _length(CHARGE_RATE * rate.total), "WAB-CHG-01"),
        CardRow(T("Weapon Skill, Ballistic Skill"), T("{ws}, {bs}", ws=stats.ws, bs=stats.bs), row.clause),
        CardRow(T("Strength, Toughness"), T("{s}, {t}", s=stats.s, t=stats.t), row.clause),
        CardRow(
            T("Wounds, Initiative, Attacks"), T("{w}, {i}, {a}", w=stats.w, i=stats.i, a=stats.a + _extra(kind)), ""
        ),
        CardRow(T("Leadership"), _number(stats.ld), row.clause),
    ]
    rows += _saves(kind)
    if row.weapon:
        weapon = data_files.weapons()[row.weapon]
        said = T("{weapon}, {range}", weapon=Word(weapon.name), range=Length(inch(weapon.range)))
        rows.append(CardRow(T("Missile weapon"), said, weapon.clauses[0]))
    group = command_group(row)
    if group is not None:
        rows.append(CardRow(T("Command"), group, row.clause))
    for trait in row.traits:
        said, clause = TRAITS[trait]
        rows.append(CardRow(T("Special"), said, clause))
    if row.hates:
        hated = [Word(data_files.load_army(a).name) for a in row.hates]
        rows.append(CardRow(T("Hates"), T("{armies}", armies=hated), "WAB-HAT-01"))
    rows.append(CardRow(T("Points"), _number(row.points), row.clause))
    return rows


def _extra(kind: Profile) -> int:
    return int(kind.row.two_weapons)


def _saves(kind: Profile) -> list[CardRow]:
    """Saves in close combat and against missiles, one row where they are the same; those from the front."""
    blow, shot = armour.save(kind, "melee"), armour.save(kind, "missile")
    if blow.total == shot.total:
        return [CardRow(T("Save"), _save(blow), "WAB-ARM-13", blow)]
    return [
        CardRow(T("Save in close combat"), _save(blow), "WAB-ARM-13", blow),
        CardRow(T("Save against missiles"), _save(shot), "WAB-ARM-13", shot),
    ]


def _save(found: Sum) -> Text:
    need = armour.save_need(found.total)
    return T("none") if need > 6 else T("{n}+", n=need)


def _standing(view: State, unit: str) -> list[CardRow]:
    """How a unit on the table stands now."""
    mine = own(view, unit)
    rows = []
    if not mine.character:
        said = T("{n} of {all}", n=facts.count(view, unit), all=mine.began)
        rows.append(CardRow(T("Models"), said, "WAB-S20"))
        rows.append(CardRow(T("Unit strength"), _number(facts.strength(view, unit)), "WAB-S23"))
    if mine.wounds:
        rows.append(CardRow(T("Wounds carried"), _number(mine.wounds), "WAB-S20"))
    if formed(view, unit) and not mine.snake:
        block = block_of(view, unit)
        said = T("{files} files, {ranks} ranks", files=block.files, ranks=block.ranks)
        rows.append(CardRow(T("Formation"), said, "WAB-S03"))
    fellows = facts.characters_in(view, unit)
    if fellows:
        rows.append(CardRow(T("With it"), T("{units}", units=[Thing(c) for c in fellows]), "WAB-S27"))
    at = facts.host(view, unit)
    if at:
        return [*rows, CardRow(T("Stands in"), T("{unit}", unit=Thing(at)), "WAB-S27")]
    free = leadership.exempt(view, unit, "panic")
    if free:
        rows.append(CardRow(T("Panic test"), T("none"), free))
    else:
        test = leadership.need(view, unit, "panic")
        rows.append(CardRow(T("Panic test"), T("{n} or less", n=int(test.total)), "WAB-PAN-03", test))
    near = facts.nearest(view, unit, facts.enemies(view, unit))
    if near:
        said = T("{unit}, {distance}", unit=Thing(near), distance=Length(facts.gap(view, unit, near)))
        rows.append(CardRow(T("Nearest enemy"), said, "WAB-S02"))
    foes = facts.foes(view, unit)
    if foes:
        rows.append(CardRow(T("Engaged with"), T("{units}", units=[Thing(f) for f in foes]), "WAB-CMB-01"))
        rows += _blow_rows(view, unit)
    targets = missiles.targets(view, unit) if missiles.weapon_of(view, unit) is not None else ()
    if targets:
        mm = missiles.distance(view, unit, targets[0])
        need = missiles.to_hit(view, unit, targets[0], mm)
        label = T("Hits {enemy} with missiles on", enemy=Thing(targets[0]))
        rows.append(CardRow(label, T("{n}+", n=int(need.total)), "WAB-SHT-04", need))
    return rows


def _blow_rows(view: State, unit: str) -> list[CardRow]:
    """What a unit would strike with now: attacks, what hits and wounds, each open to its sum (WAB-CMB-02)."""
    rows = []
    group = engagement.group_of(view, unit)
    for corps in strikes.corps_of(view, group):
        if corps.unit != unit:
            continue
        for blow in strikes.blows_of(view, corps, {}, {}):
            enemy = Thing(blow.target)
            dice = strikes.attacks(view, unit, len(blow.models))
            hit = strikes.hit_need(view, unit, blow.target)
            wound = strikes.wound_need(view, unit, blow.target)
            said = TN("{n} die", "{n} dice", blow.dice)
            rows.append(CardRow(T("Attacks on {enemy}", enemy=enemy), said, "WAB-CMB-02", dice))
            rows.append(CardRow(T("Hits {enemy} on", enemy=enemy), T("{n}+", n=int(hit.total)), "WAB-CMB-06", hit))
            said = T("cannot") if wound.total > 6 else T("{n}+", n=int(wound.total))
            rows.append(CardRow(T("Wounds {enemy} on", enemy=enemy), said, "WAB-CMB-07", wound))
    return rows


def badges(view: State, unit: str) -> tuple[tuple[str, Text], ...]:
    """States of a unit as symbols with their meaning."""
    mine = own(view, unit)
    found: list[tuple[str, Text]] = []
    lead = profile(view, unit).row.character
    if lead == "general":
        found.append(("general", T("The General: {length} about him his Leadership serves", length=_twelve())))
    if lead == "standard":
        found.append(
            ("banner", T("The battle standard: within {length} a Break test is rolled again", length=_twelve()))
        )
    if mine.fleeing:
        found.append(("routed", T("Fleeing")))
    if mine.wounds:
        found.append(("wounds", TN("{n} wound carried", "{n} wounds carried", mine.wounds)))
    if not mine.character and facts.alive(view, unit) and facts.at_half(view, unit):
        found.append(("lost", T("At half strength or below")))
    if mine.shaken_by_fear and mine.shaken_by_fear > _fight(view):
        found.append(("shaken", T("Shaken by fear: only sixes hit in its first fight")))
    if facts.alive(view, unit) and facts.engaged(view, unit):
        found.append(("engaged", T("Engaged in close combat")))
        if not mine.joined and engagement.momentum(view, unit):
            found.append(("momentum", T("Has momentum")))
    for tie in view.ties.values():
        if tie.kind == "charge" and tie.a == unit:
            idle = declaring.charge_own(tie).idle
            said = T("Has declared a charge that threatens nobody") if idle else T("Has declared a charge")
            found.append(("target", said))
    if mine.charged:
        found.append(("charged", T("Has charged this turn")))
    if mine.rallied:
        found.append(("flag", T("Has rallied this turn")))
    if mine.stationary:
        found.append(("stop", T("Did not dare to charge: stays where it is")))
    if mine.marched or mine.fast:
        found.append(("advanced", T("On a fast march") if mine.fast else T("Has marched")))
    elif mine.moved:
        found.append(("moved", T("Has moved")))
    if mine.shot:
        found.append(("shot", T("Has shot")))
    if mine.disengaging:
        found.append(("swap", T("Leaves its combat")))
    return tuple(found)


def _twelve() -> Length:
    return Length(inch(leadership.COMMAND))


def _fight(view: State) -> int:
    battle: BattleOwn = view.own
    return battle.fight - (1 if battle.phase == "combat" else 0)


# --- ground and sides --------------------------------------------------------------------------------------------


def _feature(view: State, feature: str) -> Card:
    """A terrain feature: what it does to those who move, see and shoot."""
    kind = kinds()[view.features[feature].kind]
    said, clause = GROUND[kind.rate]
    cover = {"": T("none"), "soft": T("soft: -1 to hit"), "hard": T("hard: -2 to hit")}[kind.cover]
    see = {"wood": T("one sees 2 inches of it"), "block": T("blocked")}.get(kind.sight, T("free"))
    rows = [
        CardRow(T("Kind"), Text(kind.name), kind.clauses[0]),
        CardRow(T("Movement"), said, clause),
        CardRow(T("Cover"), cover, "WAB-SHT-10" if kind.cover == "hard" else "WAB-SHT-09"),
        CardRow(T("Sight"), see, "WAB-S05"),
    ]
    if kind.rise:
        rows.append(CardRow(T("Height"), T("who stands on it is uphill of lower ground"), "WAB-S26"))
    if kind.shape == "line":
        rows.append(CardRow(T("Defence"), T("who did not charge and stands behind it defends a position"), "WAB-S26"))
    return Card(T("{feature}", feature=Thing(feature)), tuple(rows), (), kind.id)


def _left(view: State, side: str) -> tuple[int, int]:
    """Units and characters of a side that are still there, and all of them."""
    units = view.units_of(side)
    return sum(victory.present(view, u.id) for u in units), len(units)


def _side(view: State, side: str) -> Card:
    points = victory.score(view, side)
    here, of = _left(view, side)
    running = [u for u in facts.standing(view, side) if facts.fleeing(view, u)]
    rows = [
        CardRow(T("Units left"), T("{n} of {all}", n=here, all=of), "WAB-S32"),
        CardRow(T("Victory points"), _number(points.total), "WAB-S32", points),
    ]
    if running:
        rows.insert(1, CardRow(T("Fleeing"), T("{units}", units=[Thing(u) for u in running]), "WAB-FLE-01"))
    return Card(T("{side}", side=Thing(side)), tuple(rows))


# --- the top of the screen ---------------------------------------------------------------------------------------


def status(view: State) -> tuple[tuple[Text, Text], ...]:
    """Turn and phase, whose turn it is, and for each side its units and points."""
    battle: BattleOwn = view.own
    rows: list[tuple[Text, Text]] = []
    if battle.turn:
        rows.append((T("Turn"), T("{turn} of {limit}", turn=battle.turn, limit=battle.limit)))
    if battle.active and battle.phase not in ("deployment", "over"):
        rows.append((T("{side}", side=Thing(battle.active)), phase_name(battle.phase)))
    else:
        rows.append((T("Phase"), phase_name(battle.phase)))
    for side in view.sides:
        here, of = _left(view, side)
        said = T(
            "{left} of {all} units, score {points}", left=here, all=of, points=int(victory.score(view, side).total)
        )
        rows.append((T("{side}", side=Thing(side)), said))
    return tuple(rows)
