"""Cards: what there is to know of a thing, row by row with its source; the line at the top of the screen, and relief.

Badges are states that the table shows on a unit or on one of its models, by name of a symbol. No rule depends on
anything here. AFS-S08 to AFS-S10.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from game.engine.relief import BaseInfo, Form, Ray, Relief, Section, plain_section
from game.engine.ruleset import Card, CardRow
from game.engine.state import Base, State
from game.engine.text import TN, Length, T, Text, Thing, Word
from game.kit import situation
from game.kit.shown.cards import badges, card_of, given_rows, nearest_row, round_rows, side_rows
from game.kit.shown.words import measured, needed, number, of_all, side_name, unit_name, units_named, yes_or_no
from rulesets.age_of_fantasy_skirmish.army import specials
from rulesets.age_of_fantasy_skirmish.attack import casualties
from rulesets.age_of_fantasy_skirmish.field import facts, in_battle, sight
from rulesets.age_of_fantasy_skirmish.field.ground import Kind, Piece, ground_of
from rulesets.age_of_fantasy_skirmish.magic import spells
from rulesets.age_of_fantasy_skirmish.measures import inch
from rulesets.age_of_fantasy_skirmish.own import Action, ModelOwn, SideOwn, UnitOwn
from rulesets.age_of_fantasy_skirmish.turn import seizing
from rulesets.age_of_fantasy_skirmish.turn.rounds import PHASES

FORMS: dict[str, Form] = {"area": "flat", "top": "solid", "wall": "barrier", "hedge": "barrier", "pit": "pit"}
PASSING: dict[str, Text] = {
    "area": T("yes"),
    "top": T("models may stand on it"),
    "wall": T("only Flying models may enter; none may stand on it"),
    "hedge": T("models cross it freely, but may not end on it"),
    "pit": T("models must jump it; only fallen models may be in it"),
}


def _sight(kind: Kind, top: float) -> Text:
    if kind.sight == "veil":
        return T("hides everything behind it, up to {height}, but not models inside", height=Length(top))
    if kind.sight == "solid":
        return T("hides everything behind it, up to {height}", height=Length(top))
    return T("hides nothing")


def _climbed(piece: Piece) -> bool:
    """Whether any face can be climbed without a ladder (AFS-S08)."""
    return abs(piece.top) <= inch(3.0) + 1e-6


def _faces(piece: Piece) -> Text:
    if _climbed(piece):
        return T("any face can be climbed")
    if piece.ladders or piece.kind.shape == "pit":
        return T("only by ladder; down also by a Jump")
    return T("cannot be climbed; down by a Jump")


def feature_card(view: State, feature: str) -> Card:
    """A piece of terrain: height, passage, cover, difficulty, danger, sight."""
    piece = ground_of(view).by_id[feature]
    kind = piece.kind
    rows = [
        CardRow(T("Kind"), Text(kind.name), "AFS-S09"),
        CardRow(T("Height"), T("{height}", height=Length(piece.top)), "AFS-S09"),
        CardRow(T("Passable"), PASSING[kind.shape], "AFS-S09"),
    ]
    if kind.shape in ("top", "pit"):
        rows.append(CardRow(T("Climbing"), _faces(piece), "AFS-S08"))
    rows += [
        CardRow(T("Cover inside"), yes_or_no(kind.cover), "AFS-CVR-01"),
        CardRow(T("Difficult"), yes_or_no(kind.difficult), "AFS-DIF-01"),
        CardRow(T("Dangerous"), yes_or_no(kind.dangerous), "AFS-DAN-01"),
        CardRow(T("Sight"), _sight(kind, piece.top), "AFS-S10"),
    ]
    return Card(T("{feature}", feature=Thing(feature)), tuple(rows), (), kind.id)


def relief(view: State, feature: str) -> Relief:
    """How a piece of terrain rises."""
    piece = ground_of(view).by_id[feature]
    form: Form = "screen" if piece.kind.sight == "veil" else FORMS[piece.kind.shape]
    own = view.features[feature].own
    steep = not _climbed(piece) and piece.kind.shape in ("top", "pit")
    return Relief(form, piece.top, steep, own.ladders if own is not None else ())


def surface_at(view: State, point: tuple[float, float]) -> float:
    """Height (mm) of the surface under a point: who stands right on the outline of a top stands on it (AFS-S08)."""
    return round(ground_of(view).height_at(*point), 3)


def section(ruleset: object, view: State, base: str, to: tuple[float, float], target: str = "") -> Section | None:
    """A cut from a model to a point, or to the model there with its nine lines of sight (AFS-S10)."""
    cut = plain_section(ruleset, view, base, to, target)
    if cut is None or target not in view.bases:
        return cut
    rays = []
    for line in sight.lines(view, base, target):
        start, end = (0.0, line.start[2]), (cut.length, line.end[2])
        met = (round(cut.length * line.share, 3), round(start[1] + (end[1] - start[1]) * line.share, 3))
        rays.append(Ray(start, end, None if line.free else met, line.blockers[0] if line.blockers else ""))
    free = sum(ray.stop is None for ray in rays)
    says = T("seen: {free} of {all} lines are free", free=free, all=len(rays))
    return replace(cut, rays=tuple(rays), says=says if free else T("not seen: all lines are blocked"), free=free > 0)


ROLES = {"sergeant": T("Sergeant"), "musician": T("Musician"), "banner": T("Banner")}
ROLE_CLAUSES = {"sergeant": "AFS-SGT-01", "musician": "AFS-MUS-01", "banner": "AFS-BAN-01"}
MOVES: dict[Action, Text] = {"advance": T("Advance"), "rush": T("Rush"), "charge": T("Charge")}
EDGES = {"south": T("south"), "north": T("north"), "": T("not chosen yet")}


def card(view: State, thing: str) -> Card:
    """The card of a unit, a model (its unit's, its own rows first), a terrain feature, a marker or a side."""
    return card_of(view, thing, _unit, {"feature": feature_card, "marker": _marker, "side": _side})


def _unit(view: State, unit: str, model: str) -> Card:
    """A unit: its models' profile, then how it stands now; the rows of one model first where it was asked for."""
    thing = view.units[unit]
    own: UnitOwn = thing.own
    living = facts.living(view, unit)
    shown = next((b for b in living if b.id == model), living[0] if living else None)
    rows = [] if shown is None else list(_model_rows(view, shown, named=bool(model) and len(thing.bases) > 1))
    rows.append(CardRow(T("Models"), of_all(len(living), len(thing.bases)), "AFS-GRP-01"))
    rows.append(CardRow(T("Points"), number(own.points), "AFS-ARM-01"))
    rows += _state_rows(view, unit, own)
    if situation.on_table(view, unit):
        rows += _allowances(view, unit)
    return Card(unit_name(unit), tuple(rows), _unit_badges(view, unit), own.look or thing.kind)


def _model_rows(view: State, base: Base, *, named: bool) -> Iterator[CardRow]:
    own: ModelOwn = base.own
    if named:
        yield CardRow(T("Model"), T("{base}", base=Thing(base.id)))
    yield CardRow(T("Quality"), needed(own.quality), "AFS-GEN-02")
    yield CardRow(T("Defense"), needed(own.defense), "AFS-SHT-05")
    if own.role:
        yield CardRow(T("Command group"), ROLES[own.role], ROLE_CLAUSES[own.role])
    known = specials.specials()
    for rule, x in sorted(own.rules.items()):
        if rule in known:
            yield CardRow(T("Special rule"), specials.written(rule, x), known[rule].clause)
    for weapon in own.weapons:
        label = T("{weapon} (spent)", weapon=Word(weapon.name)) if weapon.name in own.used else Text(weapon.name)
        yield CardRow(label, specials.armed_with(weapon, sorted(weapon.rules.items())), "AFS-S29")
    yield from given_rows(
        (own.unenforced, CardRow(T("Not enforced"), T("{rules}", rules=", ".join(own.unenforced)))),
        (own.wounds, CardRow(T("Wound markers"), number(own.wounds), "AFS-WND-01")),
    )
    if "caster" in own.rules:
        yield CardRow(T("Spell tokens"), of_all(own.tokens, 6), "AFS-CAST-02")
        for s in spells.known(view, view.units[base.unit].side):
            said = T("value {n}: {text}", n=s.value, text=Word(s.text))
            yield CardRow(Text(s.name), said, spells.lists()[s.list].clause)


def _state_rows(view: State, unit: str, own: UnitOwn) -> Iterator[CardRow]:
    yield from given_rows(
        (own.shaken, CardRow(T("Shaken"), T("stays idle, +1 to wound effects, tests fail"), "AFS-SHK-01")),
        (own.fatigued, CardRow(T("Fatigued"), T("hits only on natural 6 in melee"), "AFS-MEL-09")),
    )
    for effect in spells.given(view, unit):
        spell = spells.spell(effect.spell)
        yield CardRow(Text(spell.name), Text(spell.text), spells.lists()[spell.list].clause)
    yield from given_rows(
        (own.aside == "ambush", CardRow(T("Reserve"), T("set aside for an Ambush"), "AFS-AMB-01")),
        (own.aside == "scout", CardRow(T("Reserve"), T("set aside to scout ahead"), "AFS-SCT-01")),
    )
    near = facts.nearest_enemy(view, unit) if situation.on_table(view, unit) else None
    if near is not None:
        yield nearest_row(near[0], near[1], "AFS-S05")


def _allowances(view: State, unit: str) -> Iterator[CardRow]:
    """How far the unit may move with each action; the slowest and the fastest model where they differ."""
    for action, label in MOVES.items():
        sums = [specials.allowance(view, b.id, action) for b in view.bases_of(unit)]
        least, most = min(s.total for s in sums), max(sums, key=lambda s: s.total)
        said = measured(least)
        if most.total > least:
            said = T("{least} to {most}", least=Length(least), most=Length(most.total))
        yield CardRow(label, said, "AFS-ACT-08", most)


def _unit_badges(view: State, unit: str) -> tuple[tuple[str, Text], ...]:
    """States of a unit as symbols with their meaning; those of its model too, where it is the last."""
    own: UnitOwn = view.units[unit].own
    living = facts.living(view, unit)
    lost = len(view.units[unit].bases) - len(living)
    arrived = own.arrived and own.arrived == view.own.round
    words = [Word(spells.spell(e.spell).name) for e in own.effects]
    found = badges(
        (own.shaken, "shaken", T("Shaken: stays idle")),
        (own.fatigued, "fatigued", T("Fatigued: hits only on natural 6 in melee")),
        (own.activated and view.own.acting != unit, "done", T("Has been activated this round")),
        (arrived, "hidden", T("Arrived from Ambush this round: cannot seize or contest")),
        (words, "spell", T("Under a spell: {spells}", spells=words)),
        (lost, "lost", TN("{n} model lost", "{n} models lost", lost)),
    )
    return (*found, *_model_badges(living[0])) if len(living) == 1 else found


def _model_badges(base: Base) -> tuple[tuple[str, Text], ...]:
    own: ModelOwn = base.own
    words = [Word(name) for name in own.used]
    return badges(
        (own.wounds, "wounds", TN("{n} wound marker", "{n} wound markers", own.wounds)),
        (own.tokens, "tokens", TN("{n} spell token", "{n} spell tokens", own.tokens)),
        (words, "spent", T("Spent for the game: {weapons}", weapons=words)),
    )


def base_info(view: State, base: str) -> BaseInfo:
    """What one model has beside its unit's card: markers, tokens, upgrade, height (AFS-S04), wounds left."""
    thing = view.bases[base]
    own: ModelOwn = thing.own
    states = _model_badges(thing) if len(facts.living(view, thing.unit)) > 1 else ()
    role = ((own.role, ROLES[own.role]),) if own.role else ()
    tough = casualties.toughness(view, base)
    return BaseInfo("", (*role, *states), own.height, (max(0, tough - own.wounds), tough))


def _marker(view: State, marker: str) -> Card:
    """An objective: who holds it, who would after this round, and why."""
    thing = view.markers[marker]
    rows = [CardRow(T("Controlled by"), side_name(thing.side), "AFS-MIS-05")]
    if thing.pose is not None and view.own.round:
        then = side_name(seizing.controller(view, marker))
        rows.append(CardRow(T("If the round ended now"), then, "AFS-MIS-04"))
        for side in view.sides:
            units = seizing.seizers(view, side, marker)
            if units:
                rows.append(CardRow(T("Near for {side}", side=Thing(side)), units_named(units), "AFS-MIS-04"))
    return Card(T("{marker}", marker=Thing(marker)), tuple(rows), (), "objective")


def _side(view: State, side: str) -> Card:
    """An army: what is left, when it tests morale, its markers, whom its command group helps."""
    own: SideOwn = view.sides[side].own
    left, began = len(in_battle.not_lost(view, side)), in_battle.began(view, side)
    markers = seizing.score(view, side)
    rows = given_rows(
        (True, CardRow(T("Units left"), T("{left} of {began}", left=left, began=began), "AFS-R12")),
        (True, CardRow(T("Tests morale with at most"), number(began // 2), "AFS-MOR-01")),
        (True, CardRow(T("Markers"), number(markers.total), "AFS-MIS-09", markers)),
        (True, CardRow(T("Table edge"), EDGES[own.edge], "AFS-DEP-01")),
        (own.musician, CardRow(T("The Musician helps"), units_named(own.musician), "AFS-MUS-02")),
        (own.banner, CardRow(T("The Banner helps"), units_named(own.banner), "AFS-BAN-02")),
    )
    known = spells.lists().get(own.spells)
    if known is not None:
        rows.append(CardRow(T("Spells"), Text(known.name), known.clause))
    return Card(side_name(side), tuple(rows))


def status(view: State) -> tuple[tuple[Text, Text], ...]:
    """Round and phase, whose activation it is, and for each side its markers and units."""

    def stands(side: str) -> Text:
        units = {"left": len(in_battle.not_lost(view, side)), "began": in_battle.began(view, side)}
        markers = int(seizing.score(view, side).total)
        return T("markers: {markers}, units: {left} of {began}", markers=markers, **units)

    return (*round_rows(view.own, PHASES), *side_rows(view, stands))
