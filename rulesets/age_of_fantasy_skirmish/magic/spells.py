"""The spell lists, whom a spell may be cast on, what spells have given units and when it passes, and spell tokens.

Tokens are dealt at the start of each round, at most six, spent to cast, to help and to hinder. AFS-CAST-01,
AFS-CAST-02, AFS-CAST-04 to AFS-CAST-07, AFS-RND-07, AFS-MEL-11, AFS-R33, AFS-R59, AFS-R63, AFS-S21 to AFS-S24.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, Literal

import msgspec
from msgspec import field
from msgspec.structs import replace

from game.engine import changes
from game.engine import event as ev
from game.engine.decision import Bar
from game.engine.files.toml_reading import DataError, read, unknown
from game.engine.flow import Run
from game.engine.state import State
from game.engine.text import TN, Length, T, Thing, Word
from game.kit import situation
from game.kit.data import Named, Positive
from rulesets.age_of_fantasy_skirmish.army.specials import check_rules, rating
from rulesets.age_of_fantasy_skirmish.data_files import DATA, number, whole
from rulesets.age_of_fantasy_skirmish.field import facts, sight
from rulesets.age_of_fantasy_skirmish.measures import inch, within
from rulesets.age_of_fantasy_skirmish.own import Effect, ModelOwn, SideOwn, UnitOwn, Until

FILE = "spells.toml"


class SpellList(Named, frozen=True, kw_only=True):
    """A list of spells that an army's Casters know."""

    clause: str


class Spell(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A spell (AFS-S23, AFS-S24).

    Attributes
    ----------
    value
        Tokens that an attempt costs.
    reach
        Inches from the caster's base to the nearest model of the target that it sees.
    units, lone
        How many units it may work on at most; only units of one model.
    hits, rules
        Hits, and their special rules: id -> X.
    gives, to_hit, until
        Special rules that all models of the unit have meanwhile, a modifier of its hit rolls, how long.
    push
        Moves the model as a successful Push.
    """

    id: str
    list: str
    name: str
    value: Positive
    target: Literal["friend", "enemy"]
    reach: Positive = field(name="range")
    units: Positive = 1
    lone: bool = False
    hits: int = 0
    rules: dict[str, int] = {}
    gives: dict[str, int] = {}
    to_hit: int = 0
    until: Until = "round"
    push: bool = False
    text: str


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    lists: tuple[SpellList, ...] = field(name="list", default=())
    spells: tuple[Spell, ...] = field(name="spell", default=())


def read_spells(data: bytes, file: str) -> tuple[dict[str, SpellList], dict[str, Spell]]:
    """Read spell lists: ids of their own, known lists, exactly one kind of effect a spell. Raises DataError."""
    found = read(data, _File, file)
    lists = {row.id: row for row in found.lists}
    spells: dict[str, Spell] = {}
    for n, row in enumerate(found.spells, 1):
        where = f"spell {n} ({row.id})"
        if row.id in spells:
            raise DataError(file, where, T("two spells have this id"))
        if row.list not in lists:
            raise unknown(file, f"{where}, list", T("spell list"), row.list, list(lists))
        effects = (row.hits > 0, bool(row.gives) or row.to_hit != 0, row.push)
        if sum(effects) != 1:
            raise DataError(file, where, T("a spell makes hits, or gives something, or pushes"))
        if row.rules and not row.hits:
            raise DataError(file, f"{where}, rules", T("only hits can have special rules"))
        check_rules(row.rules, "weapon", file, f"{where}, rules")
        check_rules(row.gives, "model", file, f"{where}, gives")
        spells[row.id] = row
    return lists, spells


_loaded = DATA.made(FILE, read_spells)


def lists() -> dict[str, SpellList]:
    """The spell lists by id."""
    return _loaded()[0]


def spell(spell_id: str) -> Spell:
    """A spell by its id."""
    return _loaded()[1][spell_id]


def names() -> tuple[str, ...]:
    """The ids of all spells."""
    return tuple(_loaded()[1])


def of_list(list_id: str) -> tuple[Spell, ...]:
    """The spells of a list in the order of the file."""
    return tuple(s for s in _loaded()[1].values() if s.list == list_id)


def known(view: State, side: str) -> tuple[Spell, ...]:
    """The spells that the Casters of a side know (AFS-S22)."""
    own: SideOwn = view.sides[side].own
    return of_list(own.spells)


def bar_of(view: State, caster: str, spell: Spell, unit: str) -> Bar | None:
    """Why a spell cannot be cast on a unit, or None: side, sight, range, one-model units (AFS-S22, AFS-R59)."""
    mine = view.bases[caster].unit
    if not situation.on_table(view, unit):
        return Bar(T("Not on the table: {unit}", unit=Thing(unit)), "AFS-AMB-05")
    if spell.lone and len(view.bases_of(unit)) != 1:
        return Bar(T("{spell} is for lone models only", spell=Word(spell.name)), "AFS-S24")
    if unit == mine:
        return None
    seen = [b.id for b in view.bases_of(unit) if sight.sees(view, caster, b.id)]
    if not seen:
        return Bar(T("No line of sight from the caster to {unit}", unit=Thing(unit)), "AFS-CAST-06")
    gap = min(facts.distance(view, caster, b) for b in seen)
    if not within(gap, spell.reach):
        far = {"distance": Length(gap), "range": Length(inch(spell.reach))}
        return Bar(T("{unit}: {distance} away, the range is {range}", unit=Thing(unit), **far), "AFS-S22")
    return None


def works(view: State, caster: str, spell: Spell) -> bool:
    """Whether a spell can be cast on any unit: what :func:`marks` tells, without the reasons against each."""
    mine = view.bases[caster].unit
    meant = [*_meant(view, caster, spell)]
    # of itself it need not be asked whom it sees, which takes longest
    if mine in meant and bar_of(view, caster, spell, mine) is None:
        return True
    near = (u for u in meant if u != mine and within(facts.base_to_unit(view, caster, u), spell.reach))
    return any(bar_of(view, caster, spell, u) is None for u in near)


def marks(view: State, caster: str, spell: Spell) -> tuple[tuple[str, Bar | None], ...]:
    """The units of the side that a spell is for, with the reason where one cannot be its target."""
    return tuple((u, bar_of(view, caster, spell, u)) for u in _meant(view, caster, spell))


def _meant(view: State, caster: str, spell: Spell) -> Iterator[str]:
    side, friends = view.units[view.bases[caster].unit].side, spell.target == "friend"
    return (u.id for u in view.units.values() if (u.side == side) == friends and situation.on_table(view, u.id))


def given(view: State, unit: str) -> tuple[Effect, ...]:
    """The effects on a unit."""
    own: UnitOwn = view.units[unit].own
    return own.effects


def give(run: Run, unit: str, effect: Effect, name: str, side: str) -> None:
    """Put an effect on a unit; the same spell again only lasts anew."""
    kept = tuple(e for e in given(run.state, unit) if e.spell != effect.spell)
    marks = changes.unit(run.state, unit, effects=(*kept, effect))
    text = T("{spell} on {unit}", spell=Word(name), unit=Thing(unit))
    clauses, told = ("AFS-CAST-06", "AFS-S22"), {"spell": effect.spell, "unit": unit}
    run.emit("spell_works", "status", text, *marks, clauses=clauses, about=(unit,), side=side, data=told)


def _left(effects: Iterable[Effect], *untils: Until) -> tuple[Effect, ...]:
    """What stays; an effect given during an activation outlasts the end of that very one."""
    kept = []
    for effect in effects:
        if effect.until not in untils:
            kept.append(effect)
        elif effect.fresh and effect.until == "activation":
            kept.append(replace(effect, fresh=False))
    return tuple(kept)


def end(run: Run, unit: str, until: Until) -> None:
    """Take away what lasts until the end of the unit's activation, or for its next attack (AFS-S23, AFS-S24).

    An attack is one target in one step.
    """
    now = given(run.state, unit)
    kept = _left(now, until)
    if kept != now:
        gone = sorted({e.spell for e in now} - {e.spell for e in kept})
        text = T("A spell on {unit} ended", unit=Thing(unit)) if gone else None
        marks = changes.unit(run.state, unit, effects=kept)
        run.emit("spell_passes", "status", text, *marks, clauses=("AFS-S22",), about=(unit,), data={"spells": gone})


def end_round(run: Run) -> None:
    """Fatigue ends, and what spells gave until the end of the round (AFS-MEL-11, AFS-RND-07)."""
    state = run.state
    over: list[ev.Change] = []
    for unit in state.units:
        over += changes.unit(state, unit, fatigued=False, effects=_left(given(state, unit), "round", "attack"))
    clauses = ("AFS-RND-07", "AFS-MEL-11")
    text = T("Round {round} ended: units are no longer fatigued", round=state.own.round)
    run.emit("round_ends", "flow", text, *over, clauses=clauses, data={"round": state.own.round})


def casters(view: State, unit: str) -> tuple[str, ...]:
    """The Casters of a unit that are in play, reserves included, in the order of their numbers (AFS-R63)."""
    return tuple(
        b
        for b in view.units[unit].bases
        if view.bases[b].where in ("table", "reserve") and rating(view, b, "caster") is not None
    )


def deal(run: Run) -> None:
    """Every Caster receives its tokens; what would go beyond six is lost (AFS-CAST-01, AFS-CAST-02)."""
    most = whole("tokens_most")
    for unit in run.state.units.values():
        for base in casters(run.state, unit.id):
            own: ModelOwn = run.state.bases[base].own
            after = min(most, own.tokens + (rating(run.state, base, "caster") or 0))
            text = TN("{unit} now has {n} spell token", "{unit} now has {n} spell tokens", after, unit=Thing(unit.id))
            marks, clauses = changes.base(run.state, base, tokens=after), ("AFS-CAST-01", "AFS-CAST-02")
            told: dict[str, Any] = {"base": base, "tokens": after, "before": own.tokens}
            run.tell(unit.id, "tokens_dealt", "status", text, clauses, *marks, also=(base,), **told)


def held(view: State, base: str) -> int:
    """Tokens of a model."""
    own: ModelOwn = view.bases[base].own
    return own.tokens


def helpers(view: State, side: str, unit: str) -> tuple[str, ...]:
    """The models of a side that may spend tokens on a spell of a unit: near it, seeing it, with tokens (AFS-CAST-07).

    The caster itself is among its friends (AFS-R33); being Shaken or having acted does not matter.
    """
    reach = number("help_reach")

    def near(base: str) -> bool:
        if view.bases[base].unit == unit:
            return True
        return within(facts.base_to_unit(view, base, unit), reach) and sight.sees_unit(view, base, unit)

    models = (b.id for other in view.units_of(side) for b in view.bases_of(other.id))
    return tuple(b for b in models if held(view, b) > 0 and near(b))


def spend(state: State, spent: dict[str, int]) -> tuple[ev.Change, ...]:
    """The changes that take tokens from models."""
    taken = (changes.base(state, base, tokens=held(state, base) - n) for base, n in spent.items() if n)
    return tuple(chain.from_iterable(taken))
