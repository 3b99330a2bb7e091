"""One round of a fight between two units: duel, blows, strike back, morale, result (USB-CMB-01 to -06).

USB-SPC-08, USB-EQP-05, USB-MON-11, USB-R15, USB-R18, USB-R23, USB-R26, USB-R31, USB-R36, USB-R42, USB-R47 to -R49,
USB-R54, USB-R60, USB-R63, USB-S10. Losses of blows that fall at the same time are taken off together.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from game.engine import changes
from game.engine.decision import Choice, Decision, Reply
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Goto, Outcome, Run
from game.engine.state import State
from game.engine.text import T, Thing, Word
from game.kit.situation import OfUnit
from game.kit.which_next import OneOf, WhichNext, picked
from rulesets.universal_battle import calls
from rulesets.universal_battle.army.items import item
from rulesets.universal_battle.attack import volley
from rulesets.universal_battle.attack.arms import Arm, Attack, blows, destruction, ram, usable
from rulesets.universal_battle.attack.hidden import barred_hero, begins_attack
from rulesets.universal_battle.attack.losses import GONE, LOSSES, GoneData, LossesData
from rulesets.universal_battle.attack.volley import VOLLEY, Damage, VolleyData
from rulesets.universal_battle.charge.closing import close_up
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.field.formations import fronts
from rulesets.universal_battle.field.terrain import Effects, effects
from rulesets.universal_battle.fight.duel import DUEL, DuelData, Duelled, due, means
from rulesets.universal_battle.fight.result import RESULT, Chain, Part, ResultData, tie_of

PART, BLOWS, DESTRUCT = "attack", "blows", "destruct"
Turn = Literal["first", "poles", "back"]
"""Whose blows: of who strikes first; pole weapons at the same time; all others of who strikes back (USB-R49)."""


class MeleeData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A round of a fight; ``unit`` strikes first: the charger, or who is activated among the locked.

    ``charge``: it has charged; ``bumped``: because the other ran into it (USB-RES-08), ``fought`` being all who have
    fought so in this chain. ``front``: who has the front of his Phalanx towards the other; None: as they stand.
    ``ground``: what terrain does for both in the first round, from before they closed up (USB-R31). ``armed``: how
    many heroes have their ``weapons``. ``duel``: how it ended; ``alone``: it was all the fight. ``turn``: whose blows;
    what both have ``dealt`` is ``open`` until it is taken off. ``poles``: those of the other have struck;
    ``silent``: it has forfeited its blows for a shield (USB-EQP-06).
    """

    unit: str
    target: str
    charge: bool = False
    bumped: bool = False
    fought: tuple[str, ...] = ()
    front: tuple[str, ...] | None = None
    ground: tuple[Effects, Effects] | None = None
    armed: int = 0
    weapons: dict[str, str] = {}
    duel: Duelled = Duelled()
    alone: bool = False
    turn: Turn = "first"
    open: tuple[int, int] = (0, 0)
    dealt: tuple[int, int] = (0, 0)
    poles: bool = False
    silent: bool = False

    @property
    def pair(self) -> tuple[str, str]:
        """Both, who strikes first at the head."""
        return self.unit, self.target

    @property
    def at(self) -> int:
        """Which of both strikes now."""
        return int(self.turn != "first")

    @property
    def striker(self) -> str:
        """Who strikes now."""
        return self.pair[self.at]

    @property
    def struck(self) -> str:
        """Who is struck now."""
        return self.pair[1 - self.at]


MELEE = FrameOf("usb.melee", MeleeData, Chain)


@MELEE.step
def _begin(run: Run, data: MeleeData, got: Any) -> Outcome:
    """Both attack, and close up (USB-S12); fronts hold until the fight ends, terrain counts as they stood before."""
    state, pair = run.state, data.pair
    if data.charge:
        front = fronts(state, *pair) if data.front is None else data.front
        data = replace(data, front=front, ground=(effects(state, *pair), effects(state, *pair[::-1])))
    elif tie := tie_of(state, *pair):
        data = replace(data, front=tie.own.front)
    for unit in pair:
        begins_attack(run, unit)
    close_up(run, *pair)
    told = data.charge and not data.bumped  # that they met has been told
    text = None if told else T("{unit} fought {target}", unit=Thing(data.unit), target=Thing(data.target))
    run.tell(data.unit, "fight", "blow", text, ("USB-CMB-06",), also=(data.target,), charge=data.charge)
    return Goto("arm", data)


def _active_first(view: State, data: MeleeData) -> tuple[str, ...]:
    """Both units, that of the active side at the head (USB-R18, USB-R42)."""
    return data.pair[:: 1 if view.units[data.unit].side == view.own.active else -1]


@MELEE.step
def _arm(run: Run, data: MeleeData, got: Reply | None) -> Outcome:
    """A hero with several weapons chooses the one for this fight (USB-R15, USB-R54); then the duel, if there is one."""
    state, units = run.state, _active_first(run.state, data)
    if got is not None:
        hero = facts.hero_base(state, units[data.armed - 1])
        data = replace(data, weapons={**data.weapons, hero: got.parts[PART]})
    if data.armed < len(units):
        unit, enemy = units[data.armed], units[1 - data.armed]
        data, hero = replace(data, armed=data.armed + 1), facts.hero_base(state, unit)
        held = usable(state, hero, lambda one: one.melee) if hero else ()
        if len(held) < 2:
            return Goto("arm", data)
        args = {"unit": unit, "enemy": enemy, "charge": data.charge, "held": held}
        message = T("{hero}: with which weapon?", hero=Thing(state.bases[hero].unit))
        return WEAPON.ask(state.units[unit].side, message, args, ("USB-R15",), then="arm", data=data)
    if due(state, units):
        return DUEL.call(DuelData((units[0], units[1]), data.charge, data.weapons), "duelled", data)
    return Goto("strike", data)


def _means(view: State, decision: Decision) -> dict[str, float]:
    return means(view, decision.args["unit"], decision.args["enemy"], decision.args["charge"])


def _held(view: State, decision: Decision) -> tuple[Choice, ...]:
    found = _means(view, decision).items()
    return tuple(Choice(w, T("{weapon}", weapon=Word(item(w).name)), note=volley.hopes("", n, 0.0)) for w, n in found)


def _best(view: State, decision: Decision) -> str:
    found = _means(view, decision)
    return max(found, key=found.__getitem__)


WEAPON = Posed("fight_with", OneOf(PART, drafted=True, courses=_held, usually=_best))
"""With which of his weapons a hero fights: by which he takes most on average (USB-R15)."""


def troops(view: State, unit: str) -> bool:
    """Whether an activation has anybody beside its hero."""
    return not all(facts.is_hero(b) for b in facts.models(view, unit))


@MELEE.step
def _duelled(run: Run, data: MeleeData, got: Duelled) -> Outcome:
    """A duel that was fought is the melee where not both heroes have a unit, and its wounds count (USB-R42)."""
    wounds = got.wounds if _active_first(run.state, data) == data.pair else got.wounds[::-1]
    data = replace(data, duel=got)
    if got.fled or all(troops(run.state, u) for u in data.pair):
        return Goto("strike", data)
    return Goto("morale", replace(data, dealt=wounds, alone=not any(troops(run.state, u) for u in data.pair)))


def arms(view: State, data: MeleeData) -> tuple[Arm, ...]:
    """The blows of a turn: of all models, touching or not (USB-CMB-01), but for heroes whose duel was another matter.

    Those are the heroes of a duel that was fought, one who fled, and one who has attacked alone (USB-R42, USB-R72).
    """
    unit = data.striker
    parted = data.duel.fought or data.duel.fled == unit
    out = (barred_hero(view, unit), facts.hero_base(view, unit) if parted else "")
    found = blows(view, [b.id for b in facts.models(view, unit) if b.id not in out], data.weapons)
    if data.turn == "first" or not (data.poles or data.turn == "poles"):
        return found
    return tuple(arm for arm in found if item(arm.item).pole == (data.turn == "poles"))


@MELEE.step
def _strike(run: Run, data: MeleeData, got: Any) -> Outcome:
    """Who can blow himself up is asked whether he does in place of striking (USB-SPC-08)."""
    state, unit, enemy = run.state, data.striker, data.struck
    if not facts.models(state, enemy) or not arms(state, data):
        return Goto("losses", data)
    if not facts.spec(state, unit, "destruct") or (data.turn == "back" and data.poles):
        return Goto("blows", data)
    message = T("{unit}: strike, or use Self-Destruction?", unit=Thing(unit))
    args, clauses = {"unit": unit, "enemy": enemy}, ("USB-SPC-08", "USB-R47")
    return DESTRUCTION.ask(state.units[unit].side, message, args, clauses, then="chosen", data=data)


COURSES = {BLOWS: T("Strike"), DESTRUCT: T("Self-Destruction: two automatic hits for each point of Standfast")}
DESTRUCTION = Posed("destruct", OneOf(PART, COURSES, drafted=True))


@MELEE.step
def _chosen(run: Run, data: MeleeData, got: Reply) -> Outcome:
    """Hits for twice the Standfast that is left (USB-R47)."""
    if got.parts[PART] == BLOWS:
        return Goto("blows", data)
    burst = destruction(run.state, data.striker)
    text = T("{unit} chose Self-Destruction: {n} hits", unit=Thing(data.striker), n=burst.hits)
    clauses, also = ("USB-SPC-08", "USB-R47"), (data.struck,)
    run.tell(data.striker, "destructs", "blow", text, clauses, also=also, hits=burst.hits)
    return VOLLEY.call(VolleyData(Attack(data.striker, data.struck, "blow", autos=(burst,))), "burst", data)


@MELEE.step
def _burst(run: Run, data: MeleeData, got: Damage) -> Outcome:
    gone = GoneData(data.striker, T("Self-Destruction"), "USB-SPC-08")
    return GONE.call(gone, "losses", _dealt(data, got.wounds))


def _dealt(data: MeleeData, n: int) -> MeleeData:
    """With the wounds of who strikes now; more than there is to be lost leaves nobody to score against (USB-R56)."""
    a, b = (0, n) if data.at else (n, 0)
    (c, d), (e, f) = data.open, data.dealt
    return replace(data, open=(c + a, d + b), dealt=(e + a, f + b))


@MELEE.step
def _blows(run: Run, data: MeleeData, got: Any) -> Outcome:
    """Every model with each Initiative point; a charger that strikes rams besides (USB-CMB-01, USB-R63)."""
    state, first = run.state, data.turn == "first"
    ground = data.ground if first or data.ground is None else (data.ground[1], data.ground[0])
    blow = Attack(
        data.striker,
        data.struck,
        "blow",
        arms(state, data),
        ram(state, data.striker) if data.charge and first else (),
        charging=data.charge and first,
        later=not data.charge,
        reply=not first,
        front=data.front or (),
        # a shield costs who has still to strike; who has struck loses nothing by it (USB-R48)
        costly=first and bool(arms(state, replace(data, turn="back"))),
        ground=ground,
    )
    return VOLLEY.call(VolleyData(blow), "struck", data)


@MELEE.step
def _struck(run: Run, data: MeleeData, got: Damage) -> Outcome:
    """Pole weapons of who was charged strike at the same time, unless a shield has forfeited that (USB-R49)."""
    data = _dealt(data, got.wounds)
    if data.turn != "first":
        return Goto("losses", data)
    data, poles = replace(data, silent=got.shielded), replace(data, turn="poles")
    if data.charge and not data.silent and arms(run.state, poles):
        return Goto("strike", replace(poles, poles=True))
    return Goto("losses", data)


@MELEE.step
def _losses(run: Run, data: MeleeData, got: Any) -> Outcome:
    """Take off what has been dealt, that of who struck first before the other's; then it is struck back."""
    for k, wounds in enumerate(data.open):
        if wounds:
            lost = LossesData(data.pair[1 - k], wounds, T("blows"), "USB-CMB-03", data.pair[k])
            return LOSSES.call(lost, "losses", replace(data, open=(0, data.open[1] * (1 - k))))
    if data.turn == "back" or not all(facts.models(run.state, u) for u in data.pair):
        return Goto("morale", data)
    close_up(run, data.target, data.unit)  # USB-CMB-04
    return Goto("morale", data) if data.silent else Goto("strike", replace(data, turn="back"))


@MELEE.step
def _morale(run: Run, data: MeleeData, got: Any) -> Outcome:
    """Both are the more tired, but for who is in his own activation; then morale (USB-R18, USB-R23, USB-S13)."""
    for unit in data.pair:
        company = facts.company(run.state, unit)
        tires = data.bumped or run.state.own.acting not in company
        for one in company:
            own = facts.own(run.state, one)
            marks = changes.unit(run.state, one, melees=own.melees + 1, fatigue=own.fatigue + tires)
            run.tell(one, "fought", "status", None, ("USB-R23",), *marks)
    return calls.MORALE.call(calls.Tested(tuple(_active_first(run.state, data))), "result", data)


@MELEE.step
def _result(run: Run, data: MeleeData, got: Any) -> Outcome:
    """The scores, where both are still there (USB-R18); both of a duel without units have charged (USB-R42)."""
    if not all(facts.models(run.state, u) for u in data.pair):
        return MELEE.done(Chain(data.fought))
    mine, theirs = (
        Part(u, data.charge and (u == data.unit or data.alone), n, data.duel.fled == u, u in data.duel.died)
        for u, n in zip(data.pair, data.dealt, strict=True)
    )
    return RESULT.call(ResultData(mine, theirs, data.front or (), data.fought), "done", data)


@MELEE.step
def _done(run: Run, data: MeleeData, got: Chain) -> Outcome:
    return MELEE.done(got)


# --- an activation in continuing melee ---------------------------------------------------------------------------


FIGHT_ON, LOCKED_ENEMY = FrameOf("usb.fight_on", OfUnit), Posed("locked_enemy", WhichNext("enemies"))
FIGHT_ON.ends_at("over")


@FIGHT_ON.named("begin")
def _fight_on(run: Run, data: OfUnit, got: Any) -> Outcome:
    """With one of those it is locked with, as its owner chooses (USB-R60)."""
    enemies = facts.opponents(run.state, data.unit)
    if len(enemies) == 1:
        return MELEE.call(MeleeData(data.unit, enemies[0]), "over", data)
    message = T("{unit}: which of the locked enemies to fight?", unit=Thing(data.unit))
    side, clauses = run.state.units[data.unit].side, ("USB-CMB-05", "USB-R60")
    return LOCKED_ENEMY.ask(side, message, {"enemies": enemies}, clauses, then="chosen", data=data)


@FIGHT_ON.named("chosen")
def _enemy_chosen(run: Run, data: OfUnit, got: Reply) -> Outcome:
    return MELEE.call(MeleeData(data.unit, picked(got)), "over", data)
