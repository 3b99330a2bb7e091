"""Cards: what there is to know of a thing, row by row with its source; the line at the top of the screen, and relief.

Badges are states that the table shows on a unit or on one of its models, by name of a symbol. No rule depends on
anything here. USB-SET-08, USB-STA-01, USB-TER-02, USB-S02.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from game.engine.relief import BaseInfo, Form, Relief
from game.engine.ruleset import Card, CardRow
from game.engine.state import Base, State
from game.engine.text import TN, Length, T, Text, Thing
from game.kit.muster.own import look
from game.kit.shown.cards import badges, card_of, given_rows, nearest_row, round_rows, side_rows
from game.kit.shown.words import measured, number, of_all, side_name, unit_name, units_named
from game.kit.sums import sum_of
from rulesets.universal_battle import data_files
from rulesets.universal_battle.army import composer_card
from rulesets.universal_battle.army.items import item, specialisations
from rulesets.universal_battle.army.items import kinds as ranks
from rulesets.universal_battle.attack.arms import SPECIAL
from rulesets.universal_battle.data_files import whole
from rulesets.universal_battle.deploy import cards as laid
from rulesets.universal_battle.field import facts, formations, near
from rulesets.universal_battle.field.ground import Kind, ground_of
from rulesets.universal_battle.measures import inch
from rulesets.universal_battle.move.allowance import LABELS, allowance
from rulesets.universal_battle.move.allowance import Kind as MoveKind
from rulesets.universal_battle.nerve import morale
from rulesets.universal_battle.own import ModelOwn, SideOwn
from rulesets.universal_battle.shown.figures import likely
from rulesets.universal_battle.turn import victory
from rulesets.universal_battle.turn.rounds import PHASES

MOVES: tuple[MoveKind, ...] = ("tactical", "run", "charge")
THRESHOLDS = (("shaken_percent", "USB-MOR-01"), ("panicked_percent", "USB-MOR-04"), ("destroyed_percent", "USB-MOR-07"))
STATUS = {
    "shaken": (T("Shaken"), T("-1 to Hit, no charge"), "USB-MOR-02"),
    "panicked": (T("Panicked"), T("hits only on a 6, can only Run"), "USB-MOR-05"),
}


def card(view: State, thing: str) -> Card:
    """The card of a unit, a model (its unit's, its own rows first), a terrain feature, a marker or a side."""
    return card_of(view, thing, _unit, {"feature": _feature, "marker": _marker, "side": _side})


# --- units -------------------------------------------------------------------------------------------------------


def _unit(view: State, unit: str, model: str) -> Card:
    """A unit: a model's profile and what it carries, then how its activation stands now."""
    thing, own = view.units[unit], facts.own(view, unit)
    left = [b for b in (view.bases[i] for i in thing.bases) if b.where != "gone"]
    shown = next((b for b in left if b.id == model), left[0] if left else None)
    rows = [] if shown is None else list(_model_rows(shown, named=bool(model) and len(thing.bases) > 1))
    led = T("1 inch farther, and 1s to hit re-rolled in the first melee")
    rows += given_rows(
        (True, CardRow(T("Models"), of_all(len(left), len(thing.bases)), "USB-PTS-09")),
        (own.leaders, CardRow(T("Leaders"), led, "USB-LDR-01")),
        (any(map(facts.is_hero, left)), CardRow(T("Power Points"), number(own.power), "USB-PWR-01")),
        (True, CardRow(T("Points"), number(own.points), "USB-PTS-08")),
        (own.joined, CardRow(T("Acts with"), unit_name(own.joined), "USB-HRO-10")),
    )
    rows += _standing(view, unit) if left else ()
    return Card(unit_name(unit), tuple(rows), _badges(view, unit), look(view, unit), likely(view, unit))


def _model_rows(base: Base, *, named: bool) -> Iterator[CardRow]:
    own = facts.model(base)
    if named:
        yield CardRow(T("Model"), T("{base}", base=Thing(base.id)))
    yield CardRow(T("Profile"), composer_card.profile(own), "USB-STA-01")
    kind = T("monster or machine") if own.growth >= 0 else Text(ranks().classes[own.kind].name)
    yield CardRow(T("Class"), kind, "USB-PTS-09")
    if own.category:
        yield CardRow(T("Hero"), Text(ranks().categories[own.category].name), "USB-HRO-01")
    yield from given_rows(
        (own.growth >= 0, CardRow(T("Growth steps"), number(own.growth), "USB-MON-03")),
        (own.lost, CardRow(T("Standfast left"), of_all(facts.standfast(base), own.standfast), "USB-STA-05")),
    )
    yield from _weapons(held(own, rider=False))
    if own.rider is not None:
        said = T("{hit}+, dice: {n}", hit=own.rider.hit, n=own.rider.initiative)
        yield CardRow(T("Rider"), said, "USB-HRO-07")
        yield from _weapons(w.item for w in own.rider.weapons)
    if own.shield:
        free = own.shield == "free"
        said = (
            T("failed saves in melee re-rolled")
            if free
            else T("failed saves in melee re-rolled, at the cost of its blows")
        )
        yield CardRow(T("Shield"), said, "USB-MON-15" if free else "USB-EQP-06")
    for name in own.specs:
        found = specialisations()[name]
        yield CardRow(T("Specialisation"), Text(found.name), found.clause)


def held(own: ModelOwn, rider: bool = True) -> tuple[str, ...]:
    """The weapons of a model by item, a special one in the place of its ranged one (USB-LDR-02), the rider's last."""
    mine = [w.item for w in own.weapons if not (own.special and item(w.item).ranged)]
    his = own.rider.weapons if rider and own.rider is not None else ()
    return (*mine, *((SPECIAL,) if own.special else ()), *(w.item for w in his))


def _weapons(names: Iterable[str]) -> Iterator[CardRow]:
    for name in names:
        yield CardRow(Text(item(name).name), composer_card.effect(item(name)), item(name).clause)


def _standing(view: State, shown: str) -> Iterator[CardRow]:
    """What is said of a whole activation, on the card of one of its units."""
    unit = facts.host(view, shown)
    own, strength, initial = facts.own(view, unit), facts.strength(view, unit), facts.initial(view, unit)
    yield CardRow(T("Standfast"), of_all(strength, initial), "USB-R17")
    if (then := _next_test(view, unit)) is not None:
        yield then
    yield CardRow(T("Morale"), T("{n}+", n=int(morale.need(view, unit).total)), "USB-MOR-01", morale.need(view, unit))
    if own.status:
        label, said, clause = STATUS[own.status]
        yield CardRow(label, said, clause)
    yield from given_rows(
        (True, CardRow(T("Formation"), formations.NAMES[own.formation], "USB-FRM-01")),
        (own.entrenched, CardRow(T("Entrenched"), T("+1 to Tough, and it may react"), "USB-ACT-06")),
        (own.fatigue, CardRow(T("Fatigue"), T("-{n} to Hit", n=own.fatigue), "USB-FTG-01")),
    )
    yield from _company(view, unit, shown)
    if not facts.models(view, unit):
        return
    for kind in MOVES:
        mm = allowance(view, unit, kind)
        yield CardRow(LABELS[kind][0], measured(mm.total), "USB-MOV-02", mm)
    foes = {e: near.distance(view, unit, e) for e in facts.enemies(view, unit)}
    if foes:
        nearest = min(foes, key=foes.__getitem__)
        yield nearest_row(nearest, foes[nearest], "USB-S04")


def _next_test(view: State, unit: str) -> CardRow | None:
    """At how many points of Standfast lost it tests its nerve next (USB-R17)."""
    initial, tested = facts.initial(view, unit), facts.own(view, unit).tested
    for name, clause in THRESHOLDS:
        percent = whole(name)
        if percent > tested:
            at = -(-initial * percent // 100)
            said = T("at {n} lost ({percent}%)", n=at, percent=percent)
            told = (T("Standfast at the start"), float(initial), "USB-R17"), (T("lost"), -float(at), clause)
            return CardRow(T("Next morale test"), said, clause, sum_of(T("Standfast left then"), told))
    return None


def _company(view: State, unit: str, shown: str) -> Iterator[CardRow]:
    """Who is with it, in it, aboard, locked with it."""
    own, foes = facts.own(view, unit), facts.opponents(view, unit)
    heroes = (hero for hero in facts.company(view, unit)[1:] if hero != shown)
    yield from (CardRow(T("Joined by"), unit_name(hero), "USB-HRO-09") for hero in heroes)
    cargo, off = sum(facts.model(b).cargo for b in facts.left(view, unit)), not facts.deployed(view, unit)
    yield from given_rows(
        (own.aboard, CardRow(T("Aboard"), unit_name(own.aboard), "USB-TRN-03")),
        (cargo, CardRow(T("Cargo space"), number(cargo), "USB-TRN-02")),
        (cargo, CardRow(T("Inside"), units_named(facts.passengers(view, unit)), "USB-TRN-07")),
        (off and own.arrival == "sudden", CardRow(T("Off the table"), T("sudden attack"), "USB-SPC-03")),
        (off and own.arrival == "infiltrator", CardRow(T("Off the table"), T("infiltrates"), "USB-SPC-14")),
        (foes, CardRow(T("Locked with"), units_named(foes), "USB-S14")),
    )


def _badges(view: State, unit: str) -> tuple[tuple[str, Text], ...]:
    """States of a unit as symbols with their meaning; those of its model too, where it is the last."""
    mine, host = facts.own(view, unit), facts.host(view, unit)
    own = facts.own(view, host)
    left = [b for b in (view.bases[i] for i in view.units[unit].bases) if b.where != "gone"]
    lost = len(view.units[unit].bases) - len(left)
    found = badges(
        (own.status == "shaken", "shaken", T("Shaken: -1 to Hit, no charge")),
        (own.status == "panicked", "routed", T("Panicked: hits only on a 6, can only Run")),
        (own.formation == "hidden", "hidden", T("Hidden")),
        (own.entrenched, "fortified", T("Entrenched")),
        (own.fatigue, "fatigued", TN("Fatigue: -{n} to Hit", "Fatigue: -{n} to Hit", own.fatigue)),
        (facts.is_locked(view, unit), "engaged", T("Locked in melee")),
        (own.activated and view.own.acting != host, "done", T("Has been activated this round")),
        (mine.flag, "flag", T("Under a False Flag")),
        (mine.power, "tokens", TN("{n} Power Point", "{n} Power Points", mine.power)),
        (lost, "lost", TN("{n} model lost", "{n} models lost", lost)),
    )
    return (*found, *_model_badges(left[0])) if len(left) == 1 else found


def _model_badges(base: Base) -> tuple[tuple[str, Text], ...]:
    hurt = facts.model(base).lost
    return badges((hurt, "wounds", TN("{n} Standfast lost", "{n} Standfast lost", hurt)))


def base_info(view: State, base: str) -> BaseInfo:
    """What one model has beside its unit's card: wounds, a special weapon, its height (USB-S02)."""
    thing = view.bases[base]
    alone = len(facts.left(view, thing.unit)) == 1
    special = ((("shot", T("Special weapon")),)) if facts.model(thing).special else ()
    states = () if alone else _model_badges(thing)
    left = facts.standfast(thing), facts.model(thing).standfast
    return BaseInfo("", (*special, *states), facts.model(thing).height, left)


# --- what else lies there ----------------------------------------------------------------------------------------


def _length(name: str) -> Length:
    """A length of the rules' numbers."""
    return Length(inch(data_files.number(name)))


EFFECTS: tuple[tuple[str, Text, str], ...] = (
    ("screen", T("behind it +1 to Hit, enemies -1, Entrenched"), "USB-TER-03"),
    (
        "slow",
        T("half speed, {n} at most in an activation", n=Length(inch(data_files.number("slow_most")))),
        "USB-TER-04",
    ),
    ("pit", T("Entrenched gives nothing there; -1 to morale"), "USB-TER-05"),
    ("dangerous", T("no unit may stop there; crossing it hits every model once"), "USB-TER-06"),
    ("ruins", T("+1 to Hit, +1 to Tough, Entrenched"), "USB-TER-07"),
    ("forest", T("+1 to Hit, enemies -1, Entrenched; hides everything behind it"), "USB-TER-08"),
    ("road", T("{n} farther along or across it", n=_length("road_move")), "USB-TER-09"),
    ("solid", T("ends sight and forced moves"), "USB-S03"),
)
"""What kinds of terrain do, by their flags."""


def _feature(view: State, feature: str) -> Card:
    """A piece of terrain: which kind it was agreed to be, and all that it does (USB-SET-08, USB-TER-02)."""
    piece = ground_of(view).by_id[feature]
    kind = piece.kind
    rows = [CardRow(T("Kind"), Text(kind.name), "USB-SET-08"), CardRow(T("Height"), measured(piece.top), "USB-S02")]
    rows += [CardRow(T("Effect"), said, clause) for flag, said, clause in EFFECTS if getattr(kind, flag)]
    if piece.ladders:
        rows.append(CardRow(T("Ladder"), T("climbed at normal speed, without hits"), "USB-MOV-07"))
    return Card(T("{feature}", feature=Thing(feature)), tuple(rows), (), kind.id)


def _form(kind: Kind) -> Form:
    if kind.shape == "hedge":
        return "barrier"
    return "solid" if kind.shape == "top" else "screen" if kind.forest else "flat"


def relief(view: State, feature: str) -> Relief:
    """How a piece of terrain rises."""
    piece, own = ground_of(view).by_id[feature], view.features[feature].own
    return Relief(_form(piece.kind), piece.top, piece.kind.solid, own.ladders if own is not None else ())


def surface_at(view: State, point: tuple[float, float]) -> float:
    """Height (mm) of the surface under a point."""
    return round(ground_of(view).height_at(*point), 3)


def _marker(view: State, marker: str) -> Card:
    """Smoke, a card with what is known of it, or an objective: what it counts, and who has dealt with it."""
    thing = view.markers[marker]
    name = T("{marker}", marker=Thing(marker))
    if thing.kind == laid.CARD:
        known = laid.under(view, marker)
        rows = [
            CardRow(T("Army"), side_name(thing.side), "USB-SET-06"),
            CardRow(T("Stands for"), units_named(known) if known else T("not known"), "USB-SET-06"),
        ]
        return Card(name, tuple(rows), (), laid.CARD)
    if thing.kind == "smoke":
        rows = [
            CardRow(T("Laid in round"), number(thing.own.round), "USB-SPC-11"),
            CardRow(T("Disperses on"), T("{n}+", n=whole("disperses")), "USB-SPC-11"),
        ]
        return Card(T("Smoke"), tuple(rows), (), "smoke")
    rows = given_rows(
        (True, CardRow(T("Counts as activations"), number(thing.own.worth), "USB-ACT-07")),
        (thing.own.owner, CardRow(T("Guarded by"), side_name(thing.own.owner), "USB-ACT-07")),
        (True, CardRow(T("Won by"), side_name(thing.side), "USB-ACT-07")),
    )
    return Card(name, tuple(rows), (), "objective")


def _side(view: State, side: str) -> Card:
    """An army: who commands it, what is left, what it has destroyed."""
    own: SideOwn = view.sides[side].own
    left, score = facts.activations(view, side), victory.score(view, side)
    lost = [u.id for u in view.units_of(side) if not facts.alive(view, u.id)]
    rows = given_rows(
        (own.commander, CardRow(T("Commander"), unit_name(own.commander), "USB-CDR-01")),
        (True, CardRow(T("Activations left"), number(len(left)), "USB-ORG-05")),
        (True, CardRow(T("Still to act"), number(len(facts.eligible(view, side))), "USB-RND-03")),
        (True, CardRow(T("Lost"), units_named(lost), "USB-S09")),
        (True, CardRow(T("Destroyed"), number(score.total), "USB-VIC-01", score)),
    )
    return Card(side_name(side), tuple(rows))


def status(view: State) -> tuple[tuple[Text, Text], ...]:
    """Round and phase, whose activation it is, and for each side what it still has to do and has lost."""

    def stands(side: str) -> Text:
        lost = sum(victory.worth(view, u.id) for u in view.units_of(side) if not facts.alive(view, u.id))
        return T("to act: {n}, lost: {lost}", n=len(facts.eligible(view, side)), lost=lost)

    return (*round_rows(view.own, PHASES), *side_rows(view, stands))
