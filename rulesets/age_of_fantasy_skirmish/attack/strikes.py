"""One unit attacks one unit: Impact dice, hit dice weapon by weapon and model by model, then the hits.

The frame ``afs.strike`` serves shooting at one target and each step of a melee in which a side strikes.
AFS-GEN-02, AFS-SHT-04, AFS-SHT-10, AFS-MEL-03 to -05, AFS-IMP, AFS-CNTR-01, AFS-LIM, AFS-R07, AFS-R54, AFS-S16.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.batch import Batch
from game.engine.decision import Sum
from game.engine.declared import FrameOf
from game.engine.flow import Call, Done, Goto, Outcome, Roll, Run
from game.engine.state import State
from game.engine.text import TN, T, Text, Thing, Word
from game.kit.attack import at_least
from rulesets.age_of_fantasy_skirmish import changes
from rulesets.age_of_fantasy_skirmish.army import abilities, specials
from rulesets.age_of_fantasy_skirmish.attack import ledger, numbers
from rulesets.age_of_fantasy_skirmish.attack.hits import HitsData
from rulesets.age_of_fantasy_skirmish.attack.numbers import Attack, HitKind, How
from rulesets.age_of_fantasy_skirmish.attack_numbers import number
from rulesets.age_of_fantasy_skirmish.field import facts, standing
from rulesets.age_of_fantasy_skirmish.magic import effects
from rulesets.age_of_fantasy_skirmish.own import ModelOwn, WeaponOwn

IMPACT = "Impact"


class StrikeData(msgspec.Struct, frozen=True, omit_defaults=True):
    """An attack of a unit on a unit.

    Attributes
    ----------
    attacks
        Who strikes with what, in the order of the dice; ``queue`` counts those already thrown for.
    impact
        Impact dice model by model.
    batch, kinds
        What the dice have given so far.
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


# --- who strikes with what ---------------------------------------------------------------------------------------


def is_ranged(weapon: WeaponOwn) -> bool:
    """Whether a weapon shoots; else it strikes (AFS-S29)."""
    return weapon.reach > 0.0


def has(view: State, base: str, weapon: WeaponOwn, hook: str) -> bool:
    """Whether a rule that a model's weapon has, or the model for all its weapons, is on a hook.

    Hooks are ``strikes_first``, ``once``, ``sightless``.
    """
    return any(r in weapon.rules or abilities.has(view, base, r) for r in specials.with_flag(hook))


def spent(view: State, base: str, weapon: WeaponOwn) -> bool:
    """Whether a Limited weapon has been used up by this model (AFS-LIM-02)."""
    own: ModelOwn = view.bases[base].own
    return weapon.name in own.used and has(view, base, weapon, "once")


def melee_weapons(view: State, base: str) -> tuple[WeaponOwn, ...]:
    """Melee weapons that a model can still use."""
    own: ModelOwn = view.bases[base].own
    return tuple(w for w in own.weapons if not is_ranged(w) and not spent(view, base, w))


def in_reach(view: State, unit: str, enemy: str) -> tuple[str, ...]:
    """Models of a unit that can strike at an enemy unit now (AFS-MEL-03, AFS-S13); not the fallen (AFS-FALL-07)."""
    mine = (b.id for b in view.bases_of(unit) if standing.acts(view, b.id))
    return tuple(base for base in mine if facts.in_reach(view, base, enemy))


def counter_models(view: State, unit: str) -> int:
    """Living models with a Counter weapon: each takes an Impact die from a charger (AFS-CNTR-02)."""
    return sum(any(has(view, b.id, w, "strikes_first") for w in b.own.weapons) for b in view.bases_of(unit))


def limited_melee(view: State, unit: str, enemy: str, how: How) -> tuple[str, ...]:
    """Names of Limited melee weapons that the unit could use in this step (AFS-R54)."""
    names = [
        w.name
        for base in in_reach(view, unit, enemy)
        for w in melee_weapons(view, base)
        if has(view, base, w, "once") and _in_step(view, base, w, how)
    ]
    return tuple(dict.fromkeys(names))


def _in_step(view: State, base: str, weapon: WeaponOwn, how: How) -> bool:
    """Counter weapons strike first and not again; the others wait their turn (AFS-CNTR-03, AFS-R22)."""
    if how == "charge":
        return True
    return has(view, base, weapon, "strikes_first") == (how == "counter")


def blows(view: State, unit: str, enemy: str, how: How, limited: Collection[str] = ()) -> tuple[Attack, ...]:
    """Every melee attack that a unit makes in a step, in the order of the dice (AFS-MEL-04, AFS-S16).

    Parameters
    ----------
    limited
        Names of the Limited weapons that are used.
    """
    found = [
        Attack(base, w.name, enemy, how)
        for base in in_reach(view, unit, enemy)
        for w in melee_weapons(view, base)
        if _in_step(view, base, w, how) and (not has(view, base, w, "once") or w.name in limited)
    ]
    return in_order(view, found)


def in_order(view: State, attacks: Sequence[Attack]) -> tuple[Attack, ...]:
    """Weapon by weapon, Deadly ones first, else in the order of the profile; model by model (AFS-S16)."""
    names: list[str] = []
    for attack in attacks:
        for weapon in view.bases[attack.base].own.weapons:
            if weapon.name not in names:
                names.append(weapon.name)
    models = {b: k for k, b in enumerate(view.bases)}

    def key(attack: Attack) -> tuple[bool, int, int]:
        deadly = numbers.kind_of(view, attack).deadly > 1
        return not deadly, names.index(attack.weapon), models[attack.base]

    return tuple(sorted(attacks, key=key))


# --- the dice ----------------------------------------------------------------------------------------------------


@STRIKE.step
def _begin(run: Run, data: StrikeData, got: Any) -> Outcome:
    if not data.attacks and not data.impact:
        return Done([])
    means = dict.fromkeys([*(IMPACT for _ in data.impact), *(a.weapon for a in data.attacks)])
    weapons = [Word(m) for m in means]
    run.tell(
        data.unit,
        "attack",
        "shot" if data.how == "shooting" else "blow",
        replace(
            _SENTENCES[data.how], args={"unit": Thing(data.unit), "target": Thing(data.target), "weapons": weapons}
        ),
        _CLAUSES[data.how],
        also=(data.target,),
        unit=data.unit,
        target=data.target,
        how=data.how,
        attacks=[[a.base, a.weapon] for a in data.attacks],
    )
    if data.impact:
        return Goto("impact", data)
    return Goto("aim", data)


_SENTENCES: dict[How, Text] = {
    "shooting": T("{unit} shoots at {target}: {weapons}"),
    "charge": T("{unit} strikes {target}: {weapons}"),
    "counter": T("{unit} strikes {target} first: {weapons}"),
    "back": T("{unit} strikes back at {target}: {weapons}"),
}
_CLAUSES: dict[How, tuple[str, ...]] = {
    "shooting": ("AFS-SHT-01", "AFS-SHT-02"),
    "charge": ("AFS-MEL-03", "AFS-MEL-04"),
    "counter": ("AFS-CNTR-01", "AFS-R22"),
    "back": ("AFS-MEL-06", "AFS-R65"),
}


@STRIKE.step
def _impact(run: Run, data: StrikeData, got: Any) -> Outcome:
    """Impact dice come first, model by model (AFS-IMP-01, AFS-S16)."""
    side = run.state.units[data.unit].side
    need = numbers.impact_need()
    rows = tuple(ev.DiceRow(side, n, label=T("{model}", model=Thing(base))) for base, n in data.impact)
    why = T("Impact of {unit} on {target}", unit=Thing(data.unit), target=Thing(data.target))
    about = (*(base for base, _ in data.impact), data.target)
    return Roll(at_least(need, rows, why, "AFS-IMP-01", about), "crashed", data)


@STRIKE.step
def _crashed(run: Run, data: StrikeData, got: ev.Rolled) -> Outcome:
    die = numbers.hit_die(numbers.impact_need())
    batch, kinds = data.batch, dict(data.kinds)
    for (base, _), faces in zip(data.impact, got.faces, strict=True):
        kinds[ledger.key(base, IMPACT)] = numbers.impact_kind(run.state, base)
        batch = ledger.with_dice(batch, faces, die, 0, base, IMPACT, data.target, 0)
    return Goto("aim", replace(data, batch=batch, kinds=kinds))


def _together(run: Run, data: StrikeData) -> tuple[Attack, ...]:
    """The next attacks that are thrown in one go: one weapon, one number to hit."""
    rest = data.attacks[data.queue :]
    need = numbers.to_hit(run.state, rest[0])
    n = 1
    while n < len(rest) and rest[n].weapon == rest[0].weapon and numbers.to_hit(run.state, rest[n]) == need:
        n += 1
    return rest[:n]


@STRIKE.step
def _aim(run: Run, data: StrikeData, got: Any) -> Outcome:
    """Throw to hit; a Limited weapon is spent as its dice are thrown (AFS-SHT-04, AFS-R54)."""
    if data.queue >= len(data.attacks):
        return Goto("tell", data)
    now = _together(run, data)
    _spend(run, now)
    side = run.state.units[data.unit].side
    need = numbers.to_hit(run.state, now[0])
    rows = tuple(
        ev.DiceRow(
            side, numbers.weapon_of(run.state, a.base, a.weapon).attacks, label=T("{model}", model=Thing(a.base))
        )
        for a in now
    )
    why = T(
        "{unit} with {weapon} at {target}", unit=Thing(data.unit), weapon=Word(now[0].weapon), target=Thing(data.target)
    )
    clause = "AFS-SHT-04" if data.how == "shooting" else "AFS-MEL-05"
    about = (*(a.base for a in now), data.target)
    return Roll(at_least(need, rows, why, clause, about), "hit", data)


def _spend(run: Run, now: Sequence[Attack]) -> None:
    spending = [a for a in now if has(run.state, a.base, numbers.weapon_of(run.state, a.base, a.weapon), "once")]
    if not spending:
        return
    out: list[ev.Change] = []
    for a in spending:
        out += changes.model(run.state, a.base, used=(*run.state.bases[a.base].own.used, a.weapon))
    run.emit(
        "spent",
        "status",
        T("{weapon} is used up by {models}", weapon=Word(now[0].weapon), models=[Thing(a.base) for a in spending]),
        *out,
        clauses=("AFS-LIM-01", "AFS-LIM-02"),
        about=tuple(a.base for a in spending),
        side=run.state.units[run.state.bases[now[0].base].unit].side,
        data={"weapon": now[0].weapon, "bases": [a.base for a in spending]},
    )


@STRIKE.step
def _hit(run: Run, data: StrikeData, got: ev.Rolled) -> Outcome:
    """Successes are hits; natural 6s give further ones right after (AFS-SHT-10, AFS-R28)."""
    now = _together(run, data)
    batch, kinds = data.batch, dict(data.kinds)
    die = numbers.hit_die(numbers.to_hit(run.state, now[0]))
    for attack, faces in zip(now, got.faces, strict=True):
        kinds[ledger.key(attack.base, attack.weapon)] = numbers.kind_of(run.state, attack)
        extra = int(sum(value for _, value, _ in numbers.extra_hits(run.state, attack)))
        six = number("always")
        batch = ledger.with_dice(batch, faces, die, extra, attack.base, attack.weapon, data.target, six)
    return Goto("aim", replace(data, batch=batch, kinds=kinds, queue=data.queue + len(now)))


@STRIKE.step
def _tell(run: Run, data: StrikeData, got: Any) -> Outcome:
    """Say how many hits there are; a spell on the next attack has had its attack (AFS-S23)."""
    hits = data.batch.open("hit")
    extra = sum(ledger.EXTRA in h.tags for h in hits)
    unit, target = Thing(data.unit), Thing(data.target)
    text = (
        TN("{unit} hits {target} once", "{unit} hits {target} {n} times", len(hits), unit=unit, target=target)
        if hits
        else T("{unit} misses {target}", unit=unit, target=target)
    )
    cited = [c for a in data.attacks for _, _, c in numbers.extra_hits(run.state, a)] if extra else []
    what: dict[str, Any] = {
        "unit": data.unit,
        "target": data.target,
        "how": data.how,
        "hits": len(hits),
        "extra": extra,
    }
    run.tell(
        data.unit,
        "hits",
        "shot" if data.how == "shooting" else "blow",
        text,
        tuple(dict.fromkeys(("AFS-SHT-04" if data.how == "shooting" else "AFS-MEL-05", *cited))),
        also=(data.target,),
        **what,
        sums=tuple(_sums(run, data)),
    )
    effects.end_attack(run, data.unit)
    if not hits:
        return Done([])
    by = run.state.units[data.unit].side
    cause: Any = "shooting" if data.how == "shooting" else "melee"
    return Call("afs.hits", HitsData(data.target, by, cause, data.batch, data.kinds), "end", data)


def _sums(run: Run, data: StrikeData) -> list[Sum]:
    found: list[Sum] = []
    for attack in data.attacks:
        need = numbers.to_hit(run.state, attack)
        if need not in found:
            found.append(need)
    return found


@STRIKE.step
def _end(run: Run, data: StrikeData, got: list[dict[str, Any]]) -> Outcome:
    return Done(got)
