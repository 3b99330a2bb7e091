"""Wounds taken off, models removed, units gone.

USB-STA-05, USB-WND-02 to USB-WND-04, USB-WND-07, USB-TRN-09, USB-R16, USB-R17, USB-R19, USB-R61, USB-S14.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import changes
from game.engine import event as ev
from game.engine.decision import Asked, Choice, Decision, PickAnswer, PickSpace, Reply
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Call, Done, Goto, Outcome, Run
from game.engine.odds import Spread
from game.engine.ruleset import Discrete
from game.engine.state import Base, State
from game.engine.text import TN, T, Text, Thing
from rulesets.universal_battle.attack import needs
from rulesets.universal_battle.attack.throws import THROW, Stake, ThrowData, Thrown, payer
from rulesets.universal_battle.data_files import whole
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.field.facts import model, own
from rulesets.universal_battle.field.formations import closed_up
from rulesets.universal_battle.field.near import base_distance
from rulesets.universal_battle.measures import CONTACT, SLACK

WRECK = "usb.wreck"
"""The frame of those who are in a carrier that is gone: it gets its id as ``carrier`` (USB-TRN-09)."""


class Lost(msgspec.Struct, frozen=True):
    """Standfast and models lost, and whether a hero is among them."""

    wounds: int = 0
    models: int = 0
    hero: bool = False


class LossesData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Unsaved wounds of a company, pooled (USB-R16): ``why`` and by which clause, and which enemy has dealt them.

    ``quiet`` wounds reach thresholds, but call for no test (USB-R44); ``order`` is that in which models suffer.
    """

    unit: str
    wounds: int
    why: Text
    clause: str = "USB-WND-02"
    source: str = ""
    quiet: bool = False
    order: tuple[str, ...] = ()
    lost: Lost = Lost()


class AutoData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Hits on a company that no dice brought (USB-WND-07)."""

    unit: str
    hits: int
    why: Text
    clause: str
    source: str = ""


class GoneData(msgspec.Struct, frozen=True):
    """A company that leaves the battle with whatever is left of it."""

    unit: str
    why: Text
    clause: str


LOSSES = FrameOf("usb.losses", LossesData, Lost)
AUTOHITS = FrameOf("usb.autohits", AutoData, Lost)
GONE = FrameOf("usb.gone", GoneData)


def worth(view: State, base: Base, source: str = "") -> tuple[bool, bool, bool]:
    """What its owner would rather keep among models as strong: a hero, a special weapon, one in contact."""
    touches = bool(source) and base_distance(view, base.id, source) <= CONTACT + SLACK
    return facts.is_hero(base), model(base).special, touches


def in_order(view: State, unit: str, source: str = "") -> tuple[str, ...]:
    """Models as they suffer: the least Standfast first, then what is worth least, the last numbers first (USB-R16)."""
    left = facts.left(view, unit)
    return tuple(b.id for b in sorted(left, key=lambda b: (facts.standfast(b), worth(view, b, source), -b.number)))


def reached(lost: int, initial: int) -> int:
    """The highest threshold of nerve (percent) that a loss out of an initial Standfast reaches, 0 for none (USB-R17).

    >>> reached(2, 8), reached(1, 8), reached(3, 4)
    (25, 0, 75)
    """
    steps = (whole("destroyed_percent"), whole("panicked_percent"), whole("shaken_percent"))
    return next((percent for percent in steps if lost and 100 * lost >= percent * initial), 0)


def fall(view: State, order: Sequence[str], wounds: int) -> tuple[tuple[str, ...], int]:
    """Who falls of models in their order, and what is left over for the next of them (USB-WND-04)."""
    for k, base in enumerate(order):
        if wounds < facts.standfast(view.bases[base]):
            return tuple(order[:k]), wounds
        wounds -= facts.standfast(view.bases[base])
    return tuple(order), 0


def tied(view: State, order: Sequence[str], wounds: int, source: str) -> tuple[tuple[str, ...], int, bool]:
    """Models as strong among which the owner chooses, how many suffer, and whether the last of these is only hurt.

    Nobody where all of them fall, or none is a hero, a specialist or in contact unlike others.
    """
    fallen, over = fall(view, order, wounds)
    last = view.bases[order[len(fallen) - (not over)]]
    among = tuple(b for b in order if facts.standfast(view.bases[b]) == facts.standfast(last))
    n = among.index(last.id) + 1
    differ = len({worth(view, view.bases[b], source) for b in among}) > 1
    return (among, n, bool(over)) if differ and (n < len(among) or (over and n > 1)) else ((), 0, False)


@LOSSES.step
def _begin(run: Run, data: LossesData, got: object) -> Outcome:
    """Which models suffer; the owner is asked where it matters (USB-WND-03)."""
    view = run.state
    if data.wounds <= 0 or not facts.left(view, data.unit):
        return LOSSES.done(Lost())
    if data.order:  # a duellist alone suffers, whoever stands beside him (USB-DUE-03)
        return Goto("take", data)
    data = replace(data, order=in_order(view, data.unit, data.source))
    among, n, hurt = tied(view, data.order, data.wounds, data.source)
    if not among:
        return Goto("take", data)
    text = TN(
        "{unit}: which model takes the loss?", "{unit}: which {n} models take the losses?", n, unit=Thing(data.unit)
    )
    args = {"among": among, "n": n, "hurt": hurt}
    return REMOVAL.ask(view.units[data.unit].side, text, args, ("USB-WND-03", "USB-R16"), then="chosen", data=data)


@LOSSES.step
def _chosen(run: Run, data: LossesData, got: Reply) -> Outcome:
    ids, strong = [*got.ids], {b: facts.standfast(run.state.bases[b]) for b in data.order}
    order = sorted(data.order, key=lambda b: (strong[b], ids.index(b) if b in ids else len(ids)))
    return Goto("take", replace(data, order=tuple(order)))


@LOSSES.step
def _take(run: Run, data: LossesData, got: object) -> Outcome:
    """Take them off; what is too much for all is lost."""
    view, first = run.state, facts.host(run.state, data.unit)
    fallen, over = fall(view, data.order, data.wounds)
    total = sum(facts.standfast(view.bases[b]) for b in fallen) + over
    made: list[ev.Change] = [ev.SetPose(b, None, "gone") for b in fallen]
    made += [ev.SetPose(b, pose) for b, pose in closed_up(view, first, fallen).items()]
    made += _wreck(view, first) if len(fallen) == len(facts.left(view, first)) else ()
    if over:
        base = view.bases[data.order[len(fallen)]]
        made += changes.base(view, base.id, lost=model(base).lost + over)
    at = max(own(view, first).tested, reached(facts.losses(view, first) + total, facts.initial(view, first)))
    made += changes.unit(view, first, tested=at) if data.quiet else changes.unit(view, first, hurt=True)
    who = {"unit": Thing(first), "why": data.why, "wounds": total}
    text = T("{unit} lost Standfast: {wounds} ({why})", **who)
    if fallen:
        text = TN(
            "{unit} lost a model; Standfast lost: {wounds} ({why})",
            "{unit} lost {n} models; Standfast lost: {wounds} ({why})",
            len(fallen),
            **who,
        )
    lost = Lost(total, len(fallen), any(facts.is_hero(view.bases[b]) for b in fallen))
    told: dict[str, Any] = {"unit": first, "wounds": total, "models": len(fallen), "from": data.source}
    run.tell(first, "losses", "loss", text, (data.clause,), *made, also=fallen, **told)
    if facts.left(run.state, first):
        return LOSSES.done(lost)
    return GONE.call(GoneData(first, data.why, data.clause), "end", replace(data, lost=lost))


@LOSSES.step
def _end(run: Run, data: LossesData, got: object) -> Outcome:
    return LOSSES.done(data.lost)


@GONE.named("begin")
def _leave(run: Run, data: GoneData, got: object) -> Outcome:
    """Nothing is left of it, its locks are loosed, and whoever was aboard gets out (USB-S14, USB-TRN-09)."""
    view, first = run.state, facts.host(run.state, data.unit)
    made: list[ev.Change] = [ev.SetPose(b.id, None, "gone") for b in facts.left(view, first)]
    made += [ev.Untie(t.id) for t in view.ties.values() if t.kind == facts.LOCKED and first in (t.a, t.b)]
    made += _wreck(view, first)
    text = T("{unit} left the battle: {why}", unit=Thing(first), why=data.why)
    run.tell(first, "gone", "loss", text, (data.clause,), *made, unit=first)
    return Call(WRECK, {"carrier": first}, "over") if facts.passengers(view, first) else Done()


@AUTOHITS.named("begin")
def _hit(run: Run, data: AutoData, got: object) -> Outcome:
    """Each hit is saved by the unmodified Tough (USB-R19)."""
    view = run.state
    if data.hits <= 0 or not facts.left(view, data.unit):
        return AUTOHITS.done(Lost())
    base = needs.saver(view, data.unit)
    unit, need = view.bases[base].unit, needs.save_need(view, None, None, base)
    who = {"unit": Thing(unit), "what": data.why}
    why = TN("{unit} against a hit ({what})", "{unit} against {n} hits ({what})", data.hits, **who)
    stake = Stake(data.unit, facts.strength(view, data.unit), failed=Spread.certain(1)) if payer(view, unit) else None
    return THROW.call(ThrowData(unit, data.hits, need, why, data.clause, (unit,), stake=stake), "saved")


@AUTOHITS.step
def _saved(run: Run, data: AutoData, got: Thrown) -> Outcome:
    wounds = data.hits - got.passed
    return LOSSES.call(LossesData(data.unit, wounds, data.why, data.clause, data.source), "over")


def _wreck(view: State, carrier: str) -> tuple[ev.Change, ...]:
    """Where the base of a carrier stood, for those who get out of its wreck (USB-S18)."""
    bases = view.bases_of(carrier) if facts.passengers(view, carrier) else ()
    stood = ((b.pose, max(b.shape.width, b.shape.depth) / 2.0) for b in bases)
    return tuple(c for pose, r in stood if pose is not None for c in changes.battle(view, wreck=(pose.x, pose.y, r)))


@GONE.step
@AUTOHITS.step
def _over(run: Run, data: object, got: Lost | None) -> Outcome:
    return Done(got)


class RemovalQuestion(Discrete):
    """Which of equally strong models suffer: rather no hero, specialist or model in contact (USB-WND-03)."""

    kind = "pick"

    def asked(self, view: State, decision: Decision) -> Asked:
        """The models; where the last one named is only hurt, the order matters."""
        among, n = tuple(decision.args["among"]), int(decision.args["n"])
        notes = {b: T("a special weapon") if model(view.bases[b]).special else None for b in among}
        things = tuple(Choice(b, T("{model}", model=Thing(b)), note=notes[b]) for b in among)
        space = PickSpace(things, n, n, bool(decision.args["hurt"]))
        return Asked(space, Reply(PickAnswer(among[:n])))


REMOVAL = Posed("removal", RemovalQuestion())
