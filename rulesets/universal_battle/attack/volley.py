"""One attack of an activation on another, from the first die to the damage dice, without anybody removed.

USB-SHT-03, USB-CMB-01, USB-CMB-02, USB-WND-01, USB-WND-05, USB-WND-07, USB-ACT-04, USB-LDR-01, USB-EQP-06, USB-MON-11,
USB-MON-12, USB-MON-15, USB-TRN-06, USB-PWR-05, USB-R39, USB-R48, USB-R52, USB-R61 to USB-R63, USB-S15.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine import odds
from game.engine.decision import Decision, Reply, Sum
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Call, Goto, Outcome, Run
from game.engine.odds import Spread
from game.engine.state import State
from game.engine.text import TN, T, Text, Thing, Word
from game.kit.which_next import OneOf
from rulesets.universal_battle.army.items import Item, item
from rulesets.universal_battle.attack import arms, needs
from rulesets.universal_battle.attack.arms import BASIC, Arm, Attack, AutoHits
from rulesets.universal_battle.attack.blessing import Rest
from rulesets.universal_battle.attack.throws import THROW, Stake, ThrowData, Thrown, chance, dice, may_bless, payer
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.field.facts import model, own

DARING = "usb.daring"
"""The frame that sells Daring Attacks: it gets a :class:`DaringData`, and gives a :class:`Daring`."""
DAMAGE = {"1": (1,) * len(ev.D6), "d2": (1, 1, 1, 2, 2, 2), "d3": (1, 1, 2, 2, 3, 3)}
"""What an unsaved hit costs by the face of its damage die (USB-WND-05, USB-S15)."""
USE, KEEP = "use", "keep"
BLOWS = {KEEP: T("Take the wounds and strike"), USE: T("Re-roll saves and give up the blows")}
KINDS: dict[str, tuple[ev.Family, str, Text | None]] = {
    "shot": ("shot", "USB-SHT-03", None),
    "blow": ("blow", "USB-CMB-01", T("{unit} struck at {target}")),
    "duel": ("blow", "USB-DUE-03", None),
}
"""Of each kind of attack: the family of its events, its clause, what is said: of shots and duels, nothing more."""


class VolleyData(msgspec.Struct, frozen=True, omit_defaults=True):
    """An attack under way, with ``more`` groups of Daring Attacks; ``saver`` saves from the start on (USB-R61).

    ``at``: the group that is thrown, with its hits (``struck``), those not saved (``failed``), and the dice of these
    that may be thrown again (``open``). ``shielded``: the target has paid for its shields with its blows.
    """

    attack: Attack
    more: tuple[Arm, ...] = ()
    at: int = 0
    struck: int = 0
    failed: int = 0
    open: int = 0
    saver: str = ""
    hits: int = 0
    wounds: int = 0
    shielded: bool = False

    @property
    def groups(self) -> tuple[Arm | AutoHits, ...]:
        """In order: what hits by itself comes last (USB-S15, USB-R63), but for Daring Attacks (USB-R52)."""
        return (*self.attack.arms, *self.attack.autos, *self.more)

    @property
    def group(self) -> Arm | AutoHits:
        """The group that is thrown."""
        return self.groups[self.at]


class Damage(msgspec.Struct, frozen=True):
    """What came of it: hits, Standfast to be lost, and whether the target has forfeited its blows (USB-R48)."""

    wounds: int
    hits: int
    shielded: bool = False


class DaringData(msgspec.Struct, frozen=True):
    """An attack after its damage dice, and what it has done so far."""

    attack: Attack
    hits: int
    wounds: int


class Daring(msgspec.Struct, frozen=True, omit_defaults=True):
    """Further groups that were paid for; none: the attack is over."""

    arms: tuple[Arm, ...] = ()


VOLLEY = FrameOf("usb.volley", VolleyData, Damage)


def again(view: State, attack: Attack) -> tuple[tuple[int, ...], str]:
    """Faces of Hit dice that are thrown again: a charger's, the first melee's of Leaders (USB-R39); and the clause."""
    first = own(view, facts.host(view, attack.unit))
    if attack.charging:
        return (1,), "USB-ACT-04"
    led = attack.kind == "blow" and first.leaders and not first.melees
    return ((1,), "USB-LDR-01") if led else ((), KINDS[attack.kind][1])


def _weapon(group: Arm | AutoHits) -> Item:
    return item(group.item if isinstance(group, Arm) else BASIC)


def _who(attack: Attack) -> dict[str, Any]:
    return {"unit": Thing(attack.unit), "target": Thing(attack.target)}


def _tell(run: Run, data: VolleyData, type: str, text: Text | None, sums: Sequence[Sum] = (), **told: Any) -> None:
    family, clause, _ = KINDS[data.attack.kind]
    about = {"unit": data.attack.unit, "target": data.attack.target, "kind": data.attack.kind}
    run.tell(data.attack.unit, type, family, text, (clause,), also=(data.attack.target,), sums=sums, **about, **told)


@VOLLEY.step
def _begin(run: Run, data: VolleyData, got: object) -> Outcome:
    attack, said = data.attack, KINDS[data.attack.kind][2]
    _tell(run, data, "attack", said and replace(said, args=_who(attack)))
    return Goto("throw", replace(data, saver=needs.saver(run.state, attack.target, duel=attack.kind == "duel")))


@VOLLEY.step
def _throw(run: Run, data: VolleyData, got: Daring | None) -> Outcome:
    """The next group throws to hit; after the last more may be paid for, again and again (USB-R52)."""
    attack, view = data.attack, run.state
    if got is not None:
        data = replace(data, more=(*data.more, *got.arms))
    if data.at == len(data.groups):
        if got is None and attack.arms and payer(view, attack.unit):
            return Call(DARING, DaringData(attack, data.hits, data.wounds), "throw", data)
        return VOLLEY.done(Damage(data.wounds, data.hits, data.shielded))
    group = data.group
    if isinstance(group, AutoHits):
        return Goto("save", data, Thrown(good=(True,) * group.hits))
    (faces, clause), unit = again(view, attack), view.bases[group.models[0]].unit
    who, about = _who(attack) | {"unit": Thing(unit)}, (*group.models, attack.target)
    why = T("{unit} with {weapon} at {target}", weapon=Word(_weapon(group).name), **who)
    need, n = needs.hit_need(view, attack, group), arms.count(view, attack, group)
    stake = None
    if payer(view, unit):
        passed = _wound(view, data, 1 + _covered(view, data))
        stake = _stake(view, data, passed=passed, after=_after(view, data))
    return THROW.call(ThrowData(unit, n, need, why, clause, about, faces, stake=stake), "save", data)


@VOLLEY.step
def _save(run: Run, data: VolleyData, got: Thrown) -> Outcome:
    """Each hit is saved against (USB-WND-01)."""
    data = replace(data, struck=got.passed, hits=data.hits + got.passed)
    return THROW.call(_saving(run.state, data, data.struck), "saved", data)


def _saving(view: State, data: VolleyData, n: int, last: bool = False) -> ThrowData:
    unit, need = view.bases[data.saver].unit, needs.save_need(view, data.attack, data.group, data.saver)
    why = TN("{unit} against a hit", "{unit} against {n} hits", n, unit=Thing(unit))
    stake = None
    if payer(view, unit):
        failed = _wound(view, data, int(_covered(view, data) and not last))
        stake = _stake(view, data, failed=failed, after=_after(view, data, saving=True, last=last))
    return ThrowData(unit, n, need, why, "USB-EQP-06" if last else "USB-WND-01", (unit,), last=last, stake=stake)


def _stake(view: State, data: VolleyData, **lost: Any) -> Stake:
    """What hangs on dice of an attack: what its target has left, of a duellist his own."""
    return Stake(data.attack.target, in_play(view, data.attack) - data.wounds, **lost)


def in_play(view: State, attack: Attack) -> int:
    """The Standfast that an attack can take at most."""
    if attack.kind == "duel":
        return facts.standfast(view.bases[facts.hero_base(view, attack.target)])
    return facts.strength(view, attack.target)


@VOLLEY.step
def _saved(run: Run, data: VolleyData, got: Thrown) -> Outcome:
    """What fails may be thrown again behind shields, for all blows still to strike or for nothing (USB-R48)."""
    data = replace(data, failed=len(got.good) - got.passed, open=got.open)
    base = run.state.bases[data.saver]
    if not got.open or data.attack.kind == "shot" or not model(base).shield:
        return Goto("damage", data, Thrown())
    if model(base).shield == "free" or data.shielded or not data.attack.costly:
        return Goto("cover", data)
    text = T("{unit}: re-roll failed saves with the shields, at the cost of its blows?", unit=Thing(base.unit))
    args, side = {"unit": base.unit, "failed": data.failed}, run.state.units[base.unit].side
    return SHIELD.ask(side, text, args, ("USB-EQP-06", "USB-R48"), then="cover", data=data)


@VOLLEY.step
def _cover(run: Run, data: VolleyData, got: Reply | None) -> Outcome:
    if got is not None and got.parts["shield"] == KEEP:
        return Goto("damage", data, Thrown())
    covered = _saving(run.state, data, data.open, last=True)
    return THROW.call(covered, "damage", replace(data, shielded=data.shielded or got is not None))


@VOLLEY.step
def _damage(run: Run, data: VolleyData, got: Thrown) -> Outcome:
    """What is not saved costs one, or what a die says (USB-WND-05); ``got`` are saves behind shields."""
    group, weapon, n = data.group, _weapon(data.group), data.failed - got.passed
    if isinstance(group, AutoHits) or weapon.damage == "1":
        return Goto("count", data, Thrown((1,) * n))
    unit, why = run.state.bases[group.models[0]].unit, T("Damage by {weapon}", weapon=Word(weapon.name))
    about, costs = (*group.models, data.attack.target), DAMAGE[weapon.damage]
    stake = _stake(run.state, data, costs=costs) if payer(run.state, unit) else None
    return THROW.call(ThrowData(unit, n, None, why, "USB-WND-05", about, stake=stake), "count", data)


@VOLLEY.step
def _count(run: Run, data: VolleyData, got: Thrown) -> Outcome:
    group, costs = data.group, DAMAGE[_weapon(data.group).damage]
    wounds = sum(costs[face - 1] for face in got.faces)
    text = T("{unit} missed {target}", **_who(data.attack))
    if data.struck:
        text = TN(
            "{unit} hit {target} once; wounds: {wounds}",
            "{unit} hit {target} {n} times; wounds: {wounds}",
            data.struck,
            wounds=wounds,
            **_who(data.attack),
        )
    sums: tuple[Sum, ...] = (needs.save_need(run.state, data.attack, group, data.saver),)
    if isinstance(group, Arm):
        sums = (needs.hit_need(run.state, data.attack, group), *sums)
    _tell(run, data, "struck", text, sums, hits=data.struck, wounds=wounds)
    return Goto("throw", replace(data, at=data.at + 1, wounds=data.wounds + wounds))


def _dear(view: State, decision: Decision) -> str:
    """The blows are kept while somebody is left to strike them."""
    return USE if decision.args["failed"] >= facts.strength(view, decision.args["unit"]) else KEEP


SHIELD = Posed("shield", OneOf("shield", BLOWS, usually=_dear))
"""Whether failed saves are thrown again at the price of the blows: where they would else be the end of the unit."""


def _covered(view: State, data: VolleyData) -> bool:
    """Whether failed saves are thrown again behind a shield, for nothing or for what is paid already (USB-EQP-06)."""
    shield = model(view.bases[data.saver]).shield
    if not shield or data.attack.kind == "shot":
        return False
    return shield == "free" or data.shielded or not data.attack.costly


def _after(view: State, data: VolleyData, *, saving: bool = False, last: bool = False) -> Rest | None:
    """What follows dice to hit, or saves, where a blessing may yet throw some of it again."""
    group, saver = data.group, view.bases[data.saver].unit
    save = int(needs.save_need(view, data.attack, group, data.saver).total)
    striker = isinstance(group, Arm) and may_bless(view, view.bases[group.models[0]].unit)
    blessed = not last and may_bless(view, saver)
    if not striker and not blessed:
        return None
    costs, covered = DAMAGE[_weapon(group).damage], _covered(view, data) and not last
    return Rest(costs, save, saving, covered, striker, blessed)


def _wound(view: State, data: VolleyData, throws: int) -> Spread:
    """The wounds of a hit that may be saved with so many throws, of which one must pass."""
    fails = (1.0 - chance(needs.save_need(view, data.attack, data.group, data.saver).total)) ** throws
    costs = DAMAGE[_weapon(data.group).damage]
    each = Spread.of({n: costs.count(n) / len(costs) for n in costs})
    return Spread.of({0: 1.0 - fails, 1: fails}).mix(each.power)


def spread(view: State, attack: Attack) -> Spread:
    """The exact odds of the wounds of an attack, with shields that cost nothing, without Blessed or Power Points."""
    data = VolleyData(attack, saver=needs.saver(view, attack.target, duel=attack.kind == "duel"))
    total, throws = Spread.certain(0), 1 + _covered(view, data)
    for at, group in enumerate(data.groups):
        wound = _wound(view, replace(data, at=at), throws)
        if isinstance(group, AutoHits):
            total = total + wound.power(group.hits)
            continue
        first, *then = dice(needs.hit_need(view, attack, group).total, again(view, attack)[0])
        hits = odds.spread(odds.Pool(arms.count(view, attack, group), first, tuple(then)))
        total = total + hits.mix(wound.power)
    return total


def hopes(unit: str, mean: float, gone: float) -> Text:
    """What is said of the odds of wounds: their mean, and the chance that nothing is left of a unit."""
    if not gone:
        return T("{wounds} wounds on average", wounds=round(mean, 2))
    words = {"unit": Thing(unit), "wounds": round(mean, 2), "percent": round(100 * gone, 1)}
    return T("{wounds} wounds on average; {unit} destroyed: {percent}%", **words)
