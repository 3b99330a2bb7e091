"""What a fight may come to, reckoned before it is fought: who strikes how, and the odds of it.

The first blows are exact. What comes after them (duels, Power Points, thresholds, forced moves) is either taken as it
goes on the whole, for who has to weigh many fights, or played on copies of the state and counted, for a forecast.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from game.engine.odds import Spread
from game.engine.ruleset import Forecast, ForecastRow
from game.engine.state import Frame, State
from game.engine.text import T
from game.geometry.shapes import Pose
from game.kit.shown import prospects as kit
from game.kit.sums import spread_row
from rulesets.universal_battle.army.items import item
from rulesets.universal_battle.attack import volley
from rulesets.universal_battle.attack.arms import Attack, blows, destruction, ram
from rulesets.universal_battle.field import facts, formations
from rulesets.universal_battle.field.ground import what_if
from rulesets.universal_battle.field.terrain import effects
from rulesets.universal_battle.fight.duel import clash, clash_rows, due, means
from rulesets.universal_battle.fight.melee import MeleeData
from rulesets.universal_battle.fight.result import Part, band, score
from rulesets.universal_battle.heroes import points
from rulesets.universal_battle.own import Formation

RUNS = 60
"""Runs of a forecast."""
DARES = 2
"""Power Points that go into one attack, about."""
STEEPER = 1.3
"""Points of a combat result that a lost model of many costs: itself, and now and then a full four."""


def formed(view: State, unit: str, formation: Formation) -> State:
    """The view with an activation in a formation, its models where they stand."""
    return kit.begun_anew(view, {facts.host(view, unit): {"formation": formation}})


def dug_in(view: State, unit: str) -> State:
    """The view with an activation Entrenched."""
    return kit.begun_anew(view, {facts.host(view, unit): {"entrenched": True}})


def troops(view: State, unit: str, other: str) -> tuple[str, ...]:
    """Who strikes at a unit: all, without the heroes where a duel is due (USB-R42)."""
    hero = facts.hero_base(view, unit) if facts.hero_base(view, other) else ""
    return tuple(b.id for b in facts.models(view, unit) if b.id != hero)


def first_blows(
    view: State, unit: str, target: str, *, charge: bool, weapons: Mapping[str, str] | None = None
) -> Attack:
    """The blows of who strikes first, with his ram; ``weapons`` are those that heroes have chosen."""
    models = troops(view, unit, target)
    rams = ram(view, unit) if charge and any(facts.model(view.bases[b]).growth > 0 for b in models) else ()
    faced = formations.fronts(view, unit, target, unit if charge else "")
    arms, ground = blows(view, models, weapons), (effects(view, unit, target), effects(view, target, unit))
    return Attack(
        unit, target, "blow", arms, rams, charging=charge, later=not charge, costly=True, front=faced, ground=ground
    )


def answering(view: State, first: Attack) -> Attack:
    """The blows of who answers others, as if nobody had fallen."""
    unit, target = first.unit, first.target
    arms, ground = blows(view, troops(view, target, unit)), first.ground and (first.ground[1], first.ground[0])
    return Attack(target, unit, "blow", arms, later=first.later, reply=True, front=first.front, ground=ground)


def burst(view: State, unit: str, target: str) -> Spread | None:
    """The wounds of its Self-Destruction, None for who cannot (USB-SPC-08)."""
    if not facts.spec(view, unit, "destruct"):
        return None
    return volley.spread(view, Attack(unit, target, "blow", autos=(destruction(view, unit),)))


def daring(view: State, attack: Attack) -> Spread | None:
    """The wounds of the Daring Attacks that a hero can well pay for (USB-PWR-05)."""
    paid = min(DARES, points.power(view, attack.unit))
    hero = facts.hero_base(view, attack.unit)
    arms = [arm for arm in attack.arms if hero in arm.models]
    if not paid or not arms:
        return None
    once = replace(attack, arms=(replace(arms[0], models=(hero,)),), autos=())
    return volley.spread(view, once).power(paid)


class Fight(NamedTuple):
    """One way a fight may go: its chance, Standfast that each loses, and the difference, below 0 if the first loses."""

    chance: float
    dealt: float
    taken: float
    ahead: float

    @property
    def band(self) -> str:
        """What the difference comes to for the lower side."""
        return band(round(abs(self.ahead)))


class Duel(NamedTuple):
    """What a duel comes to: mean wounds on the other's hero and on the first's, and the chances that each falls."""

    dealt: float = 0.0
    taken: float = 0.0
    wins: float = 0.0
    loses: float = 0.0


def duel(view: State, unit: str, target: str, *, charge: bool) -> Duel:
    """The duel of two heroes, nothing where there is none; both strike at the same time (USB-DUE-04)."""
    if not due(view, (unit, target)):
        return Duel()
    his, mine = (facts.standfast(view.bases[facts.hero_base(view, u)]) for u in (target, unit))
    dealt, taken = clash(view, (unit, target), charge, {})
    return Duel(dealt.mean, taken.mean, dealt.at_least(his), taken.at_least(mine))


def ways(view: State, unit: str, target: str, *, charge: bool, met: Duel) -> Iterator[Fight]:
    """The ways a fight may go, by the wounds of the first blows; the answer is as it comes on the whole."""
    mine, theirs = troops(view, unit, target), troops(view, target, unit)
    left, own = facts.strength(view, target), facts.strength(view, unit)
    base = score(view, Part(unit, charged=charge), Part(target)).total - score(view, Part(target), Part(unit)).total
    base += met.dealt - met.taken + met.wins - met.loses
    if due(view, (unit, target)) and not (mine and theirs):  # the duel is the melee
        yield Fight(1.0, met.dealt, met.taken, base - charge)
        return
    blow = first_blows(view, unit, target, charge=charge)
    first, again = volley.spread(view, blow), daring(view, blow)
    if again is not None:
        first = first + again
    back = volley.spread(view, answering(view, blow)).mean
    poles = _poles(view, theirs) if charge else 0.0
    loss, gain = (2.0 if len(models) == 1 else STEEPER for models in (mine, theirs))
    for wounds, chance in first.items():
        dealt = min(float(wounds), float(left))
        standing = max(_standing(view, theirs, wounds), poles)
        taken = min(back * standing, float(own))
        yield Fight(chance, dealt, taken, base + dealt * gain - taken * loss)


def _poles(view: State, models: tuple[str, ...]) -> float:
    """The part of some models that strikes at the same time as a charger (USB-EQP-05)."""
    held = [b for b in models if any(item(w.item).pole for w in facts.model(view.bases[b]).weapons)]
    return len(held) / max(len(models), 1)


def _standing(view: State, models: tuple[str, ...], wounds: int) -> float:
    """The part of some models that is left after so many wounds, taken from one after the other."""
    alive = 0
    for base in models:
        has = facts.standfast(view.bases[base])
        alive += wounds < has
        wounds = max(0, wounds - has)
    return alive / max(len(models), 1)


# --- a forecast ----------------------------------------------------------------------------------------------------


HURT = kit.Outcome(
    "hurt",
    T("Standfast lost by {unit}"),
    lambda run, unit: facts.strength(run.before, unit) - facts.strength(run.after, unit),
    False,
)
LOST = kit.Outcome(
    "lost",
    T("Models lost by {unit}"),
    lambda run, unit: len(facts.left(run.before, unit)) - len(facts.left(run.after, unit)),
    False,
)
SHAKEN = kit.Outcome("shaken", T("{unit} Shaken"), lambda run, unit: _has(run.after, unit, "shaken"))
PANICKED = kit.Outcome("panicked", T("{unit} Panicked"), lambda run, unit: _has(run.after, unit, "panicked"))
GONE = kit.Outcome("gone", T("{unit} destroyed"), lambda run, unit: not facts.left(run.after, unit))
LOCKED = kit.Outcome(
    "locked",
    T("{unit} locked in melee"),
    lambda run, unit: bool(facts.left(run.after, unit)) and facts.is_locked(run.after, unit),
)


def _ended(band: str) -> Callable[[kit.Run, str], int]:
    def read(run: kit.Run, unit: str) -> int:
        return any(e.type == "result" and e.data["loser"] == unit and e.data["band"] == band for e in run.told)

    return read


BANDS = tuple(
    kit.Outcome(f"result_{name}", text, _ended(name))
    for name, text in (
        ("back", T("{unit} gives ground")),
        ("flee", T("{unit} routed")),
        ("gone", T("{unit} annihilated")),
        ("unbreakable", T("{unit} beaten, but Unbreakable")),
    )
)
"""What the combat result may do to the lower side, but for a tie or nearly so (USB-RES-03)."""


def usual(view: State, pair: tuple[str, str], charge: bool) -> dict[str, str]:
    """The weapons that heroes of two activations usually fight each other with (USB-R15)."""
    found = {facts.hero_base(view, a): means(view, a, b, charge) for a, b in (pair, pair[::-1])}
    return {hero: max(held, key=held.__getitem__) for hero, held in found.items() if held}


def met(view: State, pair: tuple[str, str], charge: bool) -> tuple[ForecastRow, ...]:
    """The odds of the duel of two activations, fought out with the usual weapons."""
    return clash_rows(view, pair, charge, usual(view, pair, charge))


def exact(view: State, unit: str, target: str, *, charge: bool) -> tuple[ForecastRow, ...]:
    """What dice alone decide of a fight that begins as they stand: the duel, then the first blows."""
    duel_of = met(view, (unit, target), charge) if due(view, (unit, target)) else ()
    blow = first_blows(view, unit, target, charge=charge, weapons=usual(view, (unit, target), charge))
    alone = bool(duel_of) and not (blow.arms and troops(view, target, unit))  # the duel is the melee
    return (*duel_of, *(() if alone else (spread_row(T("Wounds by the first blows"), volley.spread(view, blow)),)))


def _has(view: State, unit: str, status: str) -> bool:
    return bool(facts.left(view, unit)) and facts.own(view, unit).status == status


def charge_forecast(
    view: State, unit: str, target: str, ends: Mapping[str, Pose], formation: Formation, runs: int = RUNS
) -> Forecast:
    """The odds of a charge that ends at these places: its duel and its blows, exactly, then the fight as a whole.

    That is played on copies, with usual answers; how the target may react to the charge is left open.
    """
    there = formed(what_if(view, dict(ends)), unit, formation)
    frame, both = Frame("usb.melee", data=MeleeData(unit, target, charge=True)), (target, unit)
    counted = [(HURT, u) for u in both] + [(what, u) for u in both for what in (*BANDS, SHAKEN, PANICKED, GONE)]
    played = kit.playout(there, (frame,), "", (unit, target), [*counted, (LOCKED, unit)])
    return kit.sampled(played, runs, *exact(there, unit, target, charge=True))
