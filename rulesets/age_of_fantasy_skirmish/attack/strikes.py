"""One unit attacks one unit: Impact dice, hit dice weapon by weapon and model by model, then the hits.

The frame ``afs.strike`` serves shooting at one target and each step of a melee in which a side strikes.
AFS-GEN-02, AFS-SHT-04, AFS-SHT-10, AFS-MEL-03 to -05, AFS-IMP, AFS-CNTR-01, AFS-LIM, AFS-R07, AFS-R54, AFS-S16.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import changes
from game.engine import event as ev
from game.engine.batch import Batch, BatchEntry, follow
from game.engine.decision import Sum
from game.engine.declared import FrameOf
from game.engine.flow import Done, Goto, Outcome, Roll, Run
from game.engine.odds import Die
from game.engine.state import State
from game.engine.text import TN, T, Text, Thing, Word
from game.kit.attack import at_least
from rulesets.age_of_fantasy_skirmish.army import specials
from rulesets.age_of_fantasy_skirmish.attack import numbers
from rulesets.age_of_fantasy_skirmish.attack.hits import HITS, HitsData
from rulesets.age_of_fantasy_skirmish.attack.numbers import Attack, HitKind, How
from rulesets.age_of_fantasy_skirmish.attack.wounds import Cause
from rulesets.age_of_fantasy_skirmish.data_files import whole
from rulesets.age_of_fantasy_skirmish.field import facts, in_battle
from rulesets.age_of_fantasy_skirmish.magic import spells
from rulesets.age_of_fantasy_skirmish.own import ModelOwn, WeaponOwn

IMPACT = "Impact"
EXTRA = "extra"
"""Tag of the further hits of a natural 6."""


class StrikeData(msgspec.Struct, frozen=True, omit_defaults=True):
    """An attack of a unit on a unit: ``attacks`` in the order of the dice, of which ``queue`` are thrown already.

    ``impact``: Impact dice model by model; ``batch`` and ``kinds``: what the dice have given so far.
    """

    unit: str
    target: str
    how: How
    attacks: tuple[Attack, ...] = ()
    impact: tuple[tuple[str, int], ...] = ()
    queue: int = 0
    batch: Batch = Batch()
    kinds: dict[str, HitKind] = {}


STRIKE = FrameOf("afs.strike", StrikeData)


def has(view: State, base: str, weapon: WeaponOwn, hook: str) -> bool:
    """Whether a rule of a model's weapon, or of the model for all of them, is on a hook ("once", "strikes_first")."""
    return any(r in weapon.rules or specials.has(view, base, r) for r in specials.with_flag(hook))


def spent(view: State, base: str, weapon: WeaponOwn) -> bool:
    """Whether a Limited weapon has been used up by this model (AFS-LIM-02)."""
    own: ModelOwn = view.bases[base].own
    return weapon.name in own.used and has(view, base, weapon, "once")


def usable(view: State, base: str, *, ranged: bool) -> tuple[WeaponOwn, ...]:
    """Ranged or melee weapons that a model can still use: those with a range shoot, the others strike (AFS-S29)."""
    own: ModelOwn = view.bases[base].own
    return tuple(w for w in own.weapons if (w.reach > 0.0) == ranged and not spent(view, base, w))


def in_reach(view: State, unit: str, enemy: str) -> tuple[str, ...]:
    """Models of a unit that can strike at an enemy unit now (AFS-MEL-03, AFS-S13); not the fallen (AFS-FALL-07)."""
    mine = (b.id for b in view.bases_of(unit) if in_battle.acts(view, b.id))
    return tuple(base for base in mine if facts.in_reach(view, base, enemy))


def counter_models(view: State, unit: str) -> int:
    """Living models with a Counter weapon: each takes an Impact die from a charger (AFS-CNTR-02)."""
    return sum(any(has(view, b.id, w, "strikes_first") for w in b.own.weapons) for b in view.bases_of(unit))


def limited_melee(view: State, unit: str, enemy: str, how: How) -> tuple[str, ...]:
    """Names of Limited melee weapons that the unit could use in this step (AFS-R54)."""
    return tuple(dict.fromkeys(w.name for b, w in _in_step(view, unit, enemy, how) if has(view, b, w, "once")))


def _in_step(view: State, unit: str, enemy: str, how: How) -> Iterator[tuple[str, WeaponOwn]]:
    """The models of a unit and their melee weapons whose turn it is in a step.

    Counter weapons strike first and not again; the others wait their turn (AFS-CNTR-03, AFS-R22).
    """
    for base in in_reach(view, unit, enemy):
        for weapon in usable(view, base, ranged=False):
            if how == "charge" or has(view, base, weapon, "strikes_first") == (how == "counter"):
                yield base, weapon


def blows(view: State, unit: str, enemy: str, how: How, limited: Collection[str] = ()) -> tuple[Attack, ...]:
    """Every melee attack that a unit makes in a step, in the order of the dice (AFS-MEL-04, AFS-S16).

    Of the ``limited`` weapons those are used that are named.
    """
    used = (
        Attack(base, w.name, enemy, how)
        for base, w in _in_step(view, unit, enemy, how)
        if w.name in limited or not has(view, base, w, "once")
    )
    return in_order(view, tuple(used))


def in_order(view: State, attacks: Sequence[Attack]) -> tuple[Attack, ...]:
    """Weapon by weapon, Deadly ones first, else in the order of the profile; model by model (AFS-S16)."""
    names = list(dict.fromkeys(w.name for a in attacks for w in view.bases[a.base].own.weapons))
    models = {b: k for k, b in enumerate(view.bases)}

    def key(attack: Attack) -> tuple[bool, int, int]:
        deadly = numbers.kind_of(view, attack).deadly > 1
        return not deadly, names.index(attack.weapon), models[attack.base]

    return tuple(sorted(attacks, key=key))


_BEGUN: dict[How, tuple[Text, tuple[str, ...]]] = {
    "shooting": (T("{unit} shoots at {target}: {weapons}"), ("AFS-SHT-01", "AFS-SHT-02")),
    "charge": (T("{unit} strikes {target}: {weapons}"), ("AFS-MEL-03", "AFS-MEL-04")),
    "counter": (T("{unit} strikes {target} first: {weapons}"), ("AFS-CNTR-01", "AFS-R22")),
    "back": (T("{unit} strikes back at {target}: {weapons}"), ("AFS-MEL-06", "AFS-R65")),
}


def _by(how: How) -> tuple[str, Cause]:
    """By which clause an attack is thrown for, and of which cause its hits are."""
    return ("AFS-SHT-04", "shooting") if how == "shooting" else ("AFS-MEL-05", "melee")


@STRIKE.step
def _begin(run: Run, data: StrikeData, got: Any) -> Outcome:
    if not data.attacks and not data.impact:
        return Done([])
    means = dict.fromkeys([*(IMPACT for _ in data.impact), *(a.weapon for a in data.attacks)])
    said, clauses = _BEGUN[data.how]
    who = {"unit": Thing(data.unit), "target": Thing(data.target)}
    text = replace(said, args={**who, "weapons": [Word(m) for m in means]})
    told: dict[str, Any] = {"unit": data.unit, "target": data.target, "how": data.how}
    struck = [[a.base, a.weapon] for a in data.attacks]
    family: ev.Family = "shot" if data.how == "shooting" else "blow"
    run.tell(data.unit, "attack", family, text, clauses, also=(data.target,), **told, attacks=struck)
    return Goto("impact" if data.impact else "aim", data)


def _request(
    run: Run, data: StrikeData, need: Sum, dice: Sequence[tuple[str, int]], why: Text, clause: str
) -> ev.Request:
    """Dice of some models at the target, each of which must show the number."""
    side = run.state.units[data.unit].side
    rows = tuple(ev.DiceRow(side, n, label=T("{model}", model=Thing(base))) for base, n in dice)
    return at_least(need, rows, why, clause, (*(base for base, _ in dice), data.target))


@STRIKE.step
def _impact(run: Run, data: StrikeData, got: Any) -> Outcome:
    """Impact dice come first, model by model (AFS-IMP-01, AFS-S16)."""
    why = T("Impact of {unit} on {target}", unit=Thing(data.unit), target=Thing(data.target))
    return Roll(_request(run, data, numbers.impact_need(), data.impact, why, "AFS-IMP-01"), "crashed", data)


def _with_dice(
    batch: Batch, faces: Sequence[int], die: Die, extra: int, source: str, means: str, mark: str, natural: int
) -> Batch:
    """Add hit dice: a hit for each success, right after that of a ``natural`` face the extra (AFS-S16, AFS-R28)."""
    for face in faces:
        entry = BatchEntry(len(batch.entries) + 1, "die", 0, source, means, mark, face=face)
        batch = Batch((*batch.entries, entry))
        if die.succeeds(face):
            batch = follow(batch, entry, "hit", tags=(numbers.SIX,) if face == natural else ())
            batch = follow(batch, entry, "hit", extra if face == natural else 0, (EXTRA,))
    return batch


@STRIKE.step
def _crashed(run: Run, data: StrikeData, got: ev.Rolled) -> Outcome:
    die = numbers.die_for(numbers.impact_need().total)
    batch, kinds = data.batch, dict(data.kinds)
    for (base, _), faces in zip(data.impact, got.faces, strict=True):
        kinds[numbers.kind_key(base, IMPACT)] = numbers.impact_kind(run.state, base)
        batch = _with_dice(batch, faces, die, 0, base, IMPACT, data.target, 0)
    return Goto("aim", replace(data, batch=batch, kinds=kinds))


def _together(run: Run, data: StrikeData) -> tuple[tuple[Attack, ...], Sum]:
    """The next attacks that are thrown in one go: one weapon, one number to hit."""
    rest = data.attacks[data.queue :]
    need = numbers.to_hit(run.state, rest[0])
    alike = takewhile(lambda a: a.weapon == rest[0].weapon and numbers.to_hit(run.state, a) == need, rest)
    return tuple(alike), need


@STRIKE.step
def _aim(run: Run, data: StrikeData, got: Any) -> Outcome:
    """Throw to hit; a Limited weapon is spent as its dice are thrown (AFS-SHT-04, AFS-R54)."""
    if data.queue >= len(data.attacks):
        return Goto("tell", data)
    now, need = _together(run, data)
    weapon = now[0].weapon
    _spend(run, data.unit, weapon, [a.base for a in now])
    dice = [(a.base, numbers.weapon_of(run.state, a.base, weapon).attacks) for a in now]
    why = T("{unit} with {weapon} at {target}", unit=Thing(data.unit), weapon=Word(weapon), target=Thing(data.target))
    return Roll(_request(run, data, need, dice, why, _by(data.how)[0]), "hit", data)


def _spend(run: Run, unit: str, weapon: str, models: Sequence[str]) -> None:
    view = run.state
    bases = [b for b in models if has(view, b, numbers.weapon_of(view, b, weapon), "once")]
    if not bases:
        return
    used = [c for b in bases for c in changes.base(view, b, used=(*view.bases[b].own.used, weapon))]
    text = T("{weapon} is used up by {models}", weapon=Word(weapon), models=[Thing(b) for b in bases])
    clauses, side, told = ("AFS-LIM-01", "AFS-LIM-02"), view.units[unit].side, {"weapon": weapon, "bases": bases}
    run.emit("spent", "status", text, *used, clauses=clauses, about=bases, side=side, data=told)


@STRIKE.step
def _hit(run: Run, data: StrikeData, got: ev.Rolled) -> Outcome:
    """Successes are hits; natural 6s give further ones right after (AFS-SHT-10, AFS-R28)."""
    now, need = _together(run, data)
    batch, kinds = data.batch, dict(data.kinds)
    die, six = numbers.die_for(need.total), whole("always")
    for attack, faces in zip(now, got.faces, strict=True):
        kinds[numbers.kind_key(attack.base, attack.weapon)] = numbers.kind_of(run.state, attack)
        extra = int(sum(value for _, value, _ in numbers.extra_hits(run.state, attack)))
        batch = _with_dice(batch, faces, die, extra, attack.base, attack.weapon, data.target, six)
    return Goto("aim", replace(data, batch=batch, kinds=kinds, queue=data.queue + len(now)))


@STRIKE.step
def _tell(run: Run, data: StrikeData, got: Any) -> Outcome:
    """Say how many hits there are; a spell on the next attack has had its attack (AFS-S23)."""
    hits = data.batch.open("hit")
    extra = sum(EXTRA in h.tags for h in hits)
    who = {"unit": Thing(data.unit), "target": Thing(data.target)}
    text = T("{unit} misses {target}", **who)
    if hits:
        text = TN("{unit} hits {target} once", "{unit} hits {target} {n} times", len(hits), **who)
    cited = [c for a in data.attacks for _, _, c in numbers.extra_hits(run.state, a)] if extra else []
    clause, cause = _by(data.how)
    clauses, needed = tuple(dict.fromkeys((clause, *cited))), needs(run.state, data.attacks)
    told: dict[str, Any] = {"unit": data.unit, "target": data.target, "how": data.how, "hits": len(hits)}
    family: ev.Family = "shot" if cause == "shooting" else "blow"
    run.tell(data.unit, "hits", family, text, clauses, also=(data.target,), sums=needed, **told, extra=extra)
    spells.end(run, data.unit, "attack")
    if not hits:
        return Done([])
    by = run.state.units[data.unit].side
    return HITS.call(HitsData(data.target, by, cause, data.batch, data.kinds), "end", data)


def needs(view: State, attacks: Iterable[Attack]) -> tuple[Sum, ...]:
    """What attacks need to hit, each number that is made up alike once."""
    found: list[Sum] = []
    for attack in attacks:
        need = numbers.to_hit(view, attack)
        if need not in found:
            found.append(need)
    return tuple(found)


@STRIKE.step
def _end(run: Run, data: StrikeData, got: list[dict[str, Any]]) -> Outcome:
    return Done(got)
