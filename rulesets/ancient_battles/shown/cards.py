"""Cards: what there is to know of a thing, row by row with its source; and the line at the top of the screen.

Badges are states that the table shows on the block, by name of a symbol.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.relief import BaseInfo
from game.engine.ruleset import Card, CardRow
from game.engine.state import State
from game.engine.text import TN, Length, T, Text, Thing
from game.kit import situation
from game.kit.muster.own import look
from game.kit.shown.cards import badges, blow_rows, nearest_row, side_rows, turn_rows
from game.kit.shown.kinds import by_kind
from game.kit.shown.words import needed, number, of_all, side_name, unit_name, units_named
from rulesets.ancient_battles.army.profiles import own, profile
from rulesets.ancient_battles.army.roster import profile_rows
from rulesets.ancient_battles.field import engagement, facts
from rulesets.ancient_battles.field.blocks import block_of, formed, models
from rulesets.ancient_battles.field.facts import kinds
from rulesets.ancient_battles.fight import strikes
from rulesets.ancient_battles.measures import inch
from rulesets.ancient_battles.nerve import leadership
from rulesets.ancient_battles.shoot import missiles
from rulesets.ancient_battles.turn import turn
from rulesets.ancient_battles.turn.turn import phase_name

GROUND: dict[str, tuple[Text, str]] = {
    "normal": (T("normal rate"), "WAB-TER-01"),
    "difficult": (T("half rate; open order and skirmishers at full rate"), "WAB-TER-04"),
    "very_difficult": (T("a quarter of the rate; open order and skirmishers at half rate"), "WAB-TER-04"),
    "obstacle": (T("crossing costs half the move; open order and skirmishers cross freely"), "WAB-TER-03"),
    "impassable": (T("impassable"), "WAB-S08"),
}


def card(view: State, thing: str) -> Card:
    """The card of a unit, a character, a figure (its unit's), a terrain feature or a side."""
    return by_kind(view, thing, {"unit": _unit, "feature": _feature, "side": _side}) or Card(Text(thing))


def _unit(view: State, unit: str) -> Card:
    """A unit or character: its profile, then how it stands now."""
    kind = profile(view, unit)
    stands = _standing(view, unit) if situation.on_table(view, unit) else ()
    rows = (*profile_rows(kind), CardRow(T("Points"), number(kind.row.points), kind.row.clause), *stands)
    return Card(unit_name(unit), rows, _states(view, unit), look(view, unit))


def _standing(view: State, unit: str) -> Iterator[CardRow]:
    mine = own(view, unit)
    if not mine.character:
        yield CardRow(T("Models"), of_all(facts.count(view, unit), mine.began), "WAB-S20")
        yield CardRow(T("Unit strength"), number(facts.strength(view, unit)), "WAB-S23")
    if mine.wounds:
        yield CardRow(T("Wounds carried"), number(mine.wounds), "WAB-S20")
    if formed(view, unit) and not mine.snake:
        block = block_of(view, unit)
        said = T("files: {files}, ranks: {ranks}", files=block.files, ranks=block.ranks)
        yield CardRow(T("Formation"), said, "WAB-S03")
    if fellows := facts.characters_in(view, unit):
        yield CardRow(T("Joined character"), units_named(fellows), "WAB-S27")
    if at := facts.host(view, unit):
        yield CardRow(T("Stands in"), unit_name(at), "WAB-S27")
        return
    if free := leadership.exempt(view, unit, "panic"):
        yield CardRow(T("Panic test"), T("none"), free)
    else:
        test = leadership.need(view, unit, "panic")
        yield CardRow(T("Panic test"), T("{n} or less", n=int(test.total)), "WAB-PAN-03", test)
    if near := facts.nearest(view, unit, facts.foes(view, unit)):
        yield nearest_row(near, facts.gap(view, unit, near), "WAB-S02")
    if foes := facts.opponents(view, unit):
        yield CardRow(T("Engaged with"), units_named(foes), "WAB-CMB-01")
        yield from _blow_rows(view, unit)
    for target in missiles.targets(view, unit)[:1]:
        need = missiles.to_hit(view, unit, target, missiles.distance(view, unit, target))
        yield CardRow(T("Hits {enemy} with missiles on", enemy=Thing(target)), needed(need.total), "WAB-SHT-04", need)


def _blow_rows(view: State, unit: str) -> Iterator[CardRow]:
    """What a unit would strike with now: attacks, what hits and wounds, each open to its sum (WAB-CMB-02)."""
    for corps in strikes.corps_of(view, engagement.group_of(view, unit)):
        for blow in strikes.blows_of(view, corps, {}, {}) if corps.unit == unit else ():
            dice = strikes.attacks(view, unit, len(blow.models))
            hit, wound = strikes.hit_need(view, unit, blow.target), strikes.wound_need(view, unit, blow.target)
            yield from blow_rows(blow.target, blow.dice, (dice, "WAB-CMB-02"), (hit, "WAB-CMB-06"))
            said = T("cannot") if wound.total > 6 else needed(wound.total)
            yield CardRow(T("Wounds {enemy} on", enemy=Thing(blow.target)), said, "WAB-CMB-07", wound)


def _states(view: State, unit: str) -> tuple[tuple[str, Text], ...]:
    mine, lead = own(view, unit), profile(view, unit).row.character
    reach = Length(inch(leadership.COMMAND))
    general = T("The General: units within {length} may use his Leadership", length=reach)
    banner = T("The battle standard: units within {length} may re-roll a Break test", length=reach)
    here, fight = situation.on_table(view, unit), engagement.number(view)
    engaged = here and facts.engaged(view, unit)
    in_vain, declared = T("Has declared a charge that threatens no enemy"), T("Has declared a charge")
    charges = [t.own.idle for t in view.ties.values() if t.kind == "charge" and t.a == unit]
    return badges(
        (lead == "general", "general", general),
        (lead == "standard", "banner", banner),
        (mine.fleeing, "routed", T("Fleeing")),
        (mine.wounds, "wounds", TN("{n} wound carried", "{n} wounds carried", mine.wounds)),
        (not mine.character and here and facts.at_half(view, unit), "lost", T("At half strength or below")),
        (0 < fight <= mine.shaken_by_fear, "shaken", T("Shaken by fear: only sixes hit in its first fight")),
        (engaged, "engaged", T("Engaged in close combat")),
        (engaged and not mine.joined and engagement.momentum(view, unit), "momentum", T("Has momentum")),
        *((True, "target", in_vain if vain else declared) for vain in charges),
        (mine.charged, "charged", T("Has charged this turn")),
        (mine.rallied, "flag", T("Has rallied this turn")),
        (mine.stationary, "stop", T("Did not dare to charge, so it stays in place")),
        (mine.fast, "advanced", T("On a fast march")),
        (mine.marched and not mine.fast, "advanced", T("Has marched")),
        (mine.moved and not mine.marched and not mine.fast, "moved", T("Has moved")),
        (mine.shot, "shot", T("Has shot")),
        (mine.disengaging, "swap", T("Leaves its combat")),
    )


def _feature(view: State, feature: str) -> Card:
    """A terrain feature: what it does to those who move, see and shoot."""
    kind = kinds()[view.features[feature].kind]
    said, clause = GROUND[kind.rate]
    cover = {"": T("none"), "soft": T("soft: -1 to hit"), "hard": T("hard: -2 to hit")}[kind.cover]
    see = {"wood": T("sight passes through up to 2 inches of it"), "block": T("blocked")}.get(kind.sight, T("free"))
    rows = [
        CardRow(T("Kind"), Text(kind.name), kind.clauses[0]),
        CardRow(T("Movement"), said, clause),
        CardRow(T("Cover"), cover, "WAB-SHT-10" if kind.cover == "hard" else "WAB-SHT-09"),
        CardRow(T("Sight"), see, "WAB-S05"),
    ]
    if kind.rise:
        rows.append(CardRow(T("Height"), T("units on it are uphill of lower ground"), "WAB-S26"))
    if kind.shape == "line":
        rows.append(CardRow(T("Defence"), T("a unit behind it that did not charge defends a position"), "WAB-S26"))
    return Card(T("{feature}", feature=Thing(feature)), tuple(rows), (), kind.id)


def _left(view: State, side: str) -> tuple[int, int]:
    """Units and characters of a side that are still there, and all of them."""
    units = view.units_of(side)
    return sum(turn.present(view, u.id) for u in units), len(units)


def _side(view: State, side: str) -> Card:
    points = turn.score(view, side)
    rows = [CardRow(T("Units left"), of_all(*_left(view, side)), "WAB-S32")]
    if running := [u for u in facts.fielded(view, side) if facts.fleeing(view, u)]:
        rows.append(CardRow(T("Fleeing"), units_named(running), "WAB-FLE-01"))
    rows.append(CardRow(T("Victory points"), number(points.total), "WAB-S32", points))
    return Card(side_name(side), tuple(rows))


def status(view: State) -> tuple[tuple[Text, Text], ...]:
    """Turn and phase, whose turn it is, and for each side its units and points."""

    def stands(side: str) -> Text:
        here, of = _left(view, side)
        return T("{left} of {all} units, score {points}", left=here, all=of, points=int(turn.score(view, side).total))

    return (*turn_rows(view.own, phase_name), *side_rows(view, stands))


# --- one model ---------------------------------------------------------------------------------------------------


def base_info(view: State, base: str) -> BaseInfo:
    """What one model has beside its unit's card: who bears the standard and who plays, of a lone model its wounds.

    The two stand in the middle of the front rank: no rule asks where.
    """
    unit = view.bases[base].unit
    row, mine = profile(view, unit).row, own(view, unit)
    if len(view.units[unit].bases) == 1:
        return BaseInfo(strength=(max(0, row.profile.w - mine.wounds), row.profile.w))
    if not (row.standard or row.musician) or view.bases[base].where != "table" or not formed(view, unit):
        return BaseInfo()
    front = [b for b in models(view, unit) if view.bases[b].unit == unit][: mine.files]
    middle = len(front) // 2
    bears = row.standard and base == front[middle]
    plays = row.musician and middle > 0 and base == front[middle - 1]
    return BaseInfo("", badges((bears, "banner", T("standard")), (plays, "musician", T("musician"))))
