"""The score of a combat, and what its result does to the lower side (USB-RES-01 to -10, USB-S13, USB-S14).

USB-R42, USB-R44, USB-R56, USB-R57, USB-R60, USB-R66, USB-R73.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.decision import Sum
from game.engine.declared import FrameOf
from game.engine.flow import Goto, Outcome, Run
from game.engine.state import Base, State, Tie
from game.engine.text import T, Text, Thing
from game.kit.sums import sum_of
from rulesets.universal_battle import calls
from rulesets.universal_battle.attack.losses import GONE, LOSSES, GoneData, LossesData
from rulesets.universal_battle.data_files import whole
from rulesets.universal_battle.field import facts, formations
from rulesets.universal_battle.move.moving import DRIVEN, Driven, DrivenData
from rulesets.universal_battle.nerve.morale import worsen
from rulesets.universal_battle.own import LockOwn


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one activation has done in a fight.

    ``wounds``: Standfast taken from the other by blows and ram (USB-R56); ``fled``, ``died``: its hero, in his duel.
    """

    unit: str
    charged: bool = False
    wounds: int = 0
    fled: bool = False
    died: bool = False


def fighters(view: State, part: Part) -> tuple[Base, ...]:
    """The models that count for numbers and for X: not a hero who fled his duel (USB-R56)."""
    return tuple(b for b in facts.models(view, part.unit) if not (part.fled and facts.is_hero(b)))


def further(view: State, unit: str, other: str) -> int:
    """How many more units of its side are locked in the same connected fight (USB-R60)."""
    seen = [unit, other]
    for one in seen:
        seen += [enemy for enemy in facts.opponents(view, one) if enemy not in seen]
    return sum(view.units[u].side == view.units[unit].side for u in seen) - 1


def weight(view: State, models: tuple[Base, ...]) -> int:
    """X: the highest Standfast left of one model, capped where the players have agreed on it (USB-R66, USB-R73)."""
    most = max((facts.standfast(b) for b in models), default=0)
    return min(most, whole("giants_cap")) if view.options.get("giants_weight") == "capped" else most


def score(view: State, mine: Part, theirs: Part) -> Sum:
    """The score of one side of a fight, with what it is made of (USB-RES-02)."""
    models, others = fighters(view, mine), fighters(view, theirs)
    fours = min(len(models) // whole("rank_of_result"), whole("most_of_fours"))
    found: tuple[tuple[Text, float, str], ...] = (
        (T("charged"), mine.charged, "USB-RES-02"),
        (T("wounds"), mine.wounds, "USB-R56"),
        (T("full fours of models"), fours, "USB-RES-02"),
        (T("outnumbers"), len(models) > len(others), "USB-R56"),
        (T("more units in the fight"), further(view, mine.unit, theirs.unit), "USB-R60"),
        (T("toughest model"), weight(view, models), "USB-R66"),
        (T("Phalanx"), formations.formation(view, mine.unit) == "phalanx", "USB-FRM-05"),
        (T("hero fled his duel"), -whole("fled_duel") * mine.fled, "USB-DUE-02"),
        (T("hero died in his duel"), -whole("died_duel") * mine.died, "USB-DUE-05"),
    )
    rows = ((text, float(n), clause) for text, n, clause in found if n)
    return sum_of(T("Combat result of {unit}", unit=Thing(mine.unit)), rows)


def band(difference: int) -> str:
    """What a difference comes to for the lower side (USB-RES-03).

    >>> [band(n) for n in (0, 1, 2, 3, 4, 5, 6, 20)]
    ['hold', 'hold', 'back', 'back', 'flee', 'flee', 'gone', 'gone']
    """
    least = {"gone": "annihilated", "flee": "routed", "back": "gives_ground"}
    return next((name for name, key in least.items() if difference >= whole(key)), "hold")


WORDS: dict[str, tuple[Text, str]] = {
    "hold": (T("Neither {winner} nor {loser} gave way"), "USB-RES-04"),
    "back": (T("{loser} gave ground"), "USB-RES-05"),
    "flee": (T("{loser} lost the fight: a rout"), "USB-RES-06"),
    "gone": (T("{loser} lost the fight: annihilation"), "USB-RES-07"),
    "unbreakable": (T("{loser}, Unbreakable, stayed and paid in Standfast"), "USB-SPC-06"),
}


class ResultData(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a fight of two units; of the same score nobody is the loser.

    ``front``: who has the front of his Phalanx towards the other (USB-S10). ``fought``, ``driven``: who has fought
    after being run into, and who has been driven, in this chain of forced moves. ``met``: run into, still to fight.
    """

    mine: Part
    theirs: Part
    front: tuple[str, ...] = ()
    fought: tuple[str, ...] = ()
    driven: tuple[str, ...] = ()
    loser: str = ""
    winner: str = ""
    met: tuple[str, ...] = ()


class Chain(msgspec.Struct, frozen=True):
    """A chain of forced moves up to now: enemies who have fought after being run into, units driven (USB-S13)."""

    fought: tuple[str, ...] = ()
    driven: tuple[str, ...] = ()


RESULT = FrameOf("usb.result", ResultData, Chain)


@RESULT.step
def _begin(run: Run, data: ResultData, got: Any) -> Outcome:
    """Both scores are told, and the band of their difference (USB-RES-01, USB-RES-03)."""
    state = run.state
    sums = score(state, data.mine, data.theirs), score(state, data.theirs, data.mine)
    ahead = int(sums[0].total - sums[1].total)
    winner, loser = (data.mine.unit, data.theirs.unit) if ahead >= 0 else (data.theirs.unit, data.mine.unit)
    data, found = replace(data, loser=loser, winner=winner), band(abs(ahead))
    if found != "hold" and facts.spec(state, loser, "unbreakable"):
        found = "unbreakable"
    said, clause = WORDS[found]
    text = replace(said, args={"winner": Thing(winner), "loser": Thing(loser)})
    about = {"winner": winner, "loser": loser, "difference": abs(ahead), "band": found}
    run.tell(winner, "result", "score", text, (clause, "USB-RES-03"), also=(loser,), sums=sums, **about)
    if found == "hold":
        return Goto("stays", data)
    if found == "unbreakable":  # in place of all that the band would do, and without a test (USB-R44)
        more = LossesData(loser, abs(ahead), T("Unbreakable"), "USB-SPC-06", quiet=True)
        return LOSSES.call(more, "stays", data)
    if found == "gone":
        return GONE.call(GoneData(loser, T("annihilation"), "USB-RES-07"), "after", data)
    worsen(run, loser, "shaken" if found == "back" else "panicked", clause)
    return DRIVEN.call(DrivenData(loser, winner, "back" if found == "back" else "flee", data.fought), "driven", data)


@RESULT.step
def _stays(run: Run, data: ResultData, got: Any) -> Outcome:
    lock(run, data.winner, data.loser, data.front)
    return Goto("after", data)


@RESULT.step
def _driven(run: Run, data: ResultData, got: Driven) -> Outcome:
    """It has left its locks, or could not get away (USB-S13, USB-R57)."""
    if got.locked:
        lock(run, data.winner, data.loser, data.front)
    for enemy in got.again:
        lock(run, enemy, data.loser)
    return Goto("met", replace(data, met=got.met, driven=(*data.driven, data.loser)), Chain(data.fought))


@RESULT.step
def _met(run: Run, data: ResultData, got: Chain) -> Outcome:
    """Whom it ran into fights as if he had charged, once in a chain (USB-RES-08); not one from whom it is driven on."""
    data = replace(data, fought=got.fought, driven=(*data.driven, *got.driven))
    left = [u for u in data.met if u not in data.fought and facts.left(run.state, u)]
    if not left or not facts.left(run.state, data.loser) or data.loser in got.driven:
        return Goto("after", data)
    fought = (*data.fought, left[0])
    fight = calls.Fights(left[0], data.loser, charge=True, bumped=True, fought=tuple(fought))
    return calls.MELEE.call(fight, "met", data)


@RESULT.step
def _after(run: Run, data: ResultData, got: Any) -> Outcome:
    """Those in a wreck, and for a commander who is lost, are tested now (USB-R18, USB-R65)."""
    return calls.MORALE.call(calls.Tested(()), "done", data)


@RESULT.step
def _done(run: Run, data: ResultData, got: Any) -> Outcome:
    return RESULT.done(Chain(data.fought, data.driven))


def tie_of(view: State, a: str, b: str) -> Tie | None:
    """The lock of two hosts, None where there is none."""
    return next((t for t in view.ties.values() if t.kind == facts.LOCKED and {t.a, t.b} == {a, b}), None)


def lock(run: Run, winner: str, loser: str, front: Iterable[str] | None = None) -> None:
    """Both are locked (USB-RES-04, USB-S14), unless they are already, or one is gone; ``front`` else as they stand."""
    state = run.state
    if tie_of(state, winner, loser) is not None or not all(facts.models(state, u) for u in (winner, loser)):
        return
    own = LockOwn(formations.fronts(state, winner, loser) if front is None else tuple(front))
    text = T("{a} and {b} are locked in melee", a=Thing(winner), b=Thing(loser))
    tie = Tie(run.new_id("lock"), facts.LOCKED, winner, loser, own)
    run.tell(winner, "locked", "status", text, ("USB-RES-04",), ev.AddTie(tie), also=(loser,))
