"""What a combat result does to the lower side (USB-RES-01 to -10, USB-R44, USB-R57, USB-R60, USB-S13, USB-S14)."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.decision import Sum
from game.engine.declared import FrameOf
from game.engine.flow import Call, Done, Goto, Outcome, Run
from game.engine.state import State, Tie
from game.engine.text import T, Text, Thing
from rulesets.universal_battle.attack.losses import GONE, LOSSES, GoneData, LossesData
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.fight.score import Part, band, score
from rulesets.universal_battle.move.forced import DRIVEN, Driven, DrivenData
from rulesets.universal_battle.nerve.morale import worsen
from rulesets.universal_battle.own import LockOwn

WORDS: dict[str, tuple[Text, str]] = {
    "hold": (T("{winner} and {loser} hold: both stay locked"), "USB-RES-04"),
    "back": (T("{loser} gives ground"), "USB-RES-05"),
    "flee": (T("{loser} is routed"), "USB-RES-06"),
    "gone": (T("{loser} is annihilated"), "USB-RES-07"),
}


class ResultData(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a fight of two units.

    Attributes
    ----------
    mine, theirs
        What the activated side and the other have done; of the same score nobody is the loser.
    front
        Who has the front of his Phalanx towards the other, for as long as they stay locked (USB-S10).
    chain
        Enemies who have fought already in this chain of forced moves (USB-S13).
    loser, winner, met
        Once it is told: who they are; enemies that the loser has run into and who are still to fight.
    """

    mine: Part
    theirs: Part
    front: tuple[str, ...] = ()
    chain: tuple[str, ...] = ()
    loser: str = ""
    winner: str = ""
    met: tuple[str, ...] = ()


RESULT = FrameOf("usb.result", ResultData)


@RESULT.step
def _begin(run: Run, data: ResultData, got: Any) -> Outcome:
    """Both scores are told, and the band of their difference (USB-RES-01, USB-RES-03)."""
    state = run.state
    sums = score(state, data.mine, data.theirs), score(state, data.theirs, data.mine)
    ahead = sums[0].total - sums[1].total
    winner, loser = (data.mine.unit, data.theirs.unit) if ahead >= 0 else (data.theirs.unit, data.mine.unit)
    found = band(int(abs(ahead)))
    if found in ("back", "flee", "gone") and facts.spec(state, loser, "unbreakable"):
        return _unbreakable(run, replace(data, loser=loser, winner=winner), int(abs(ahead)), sums)
    said, clause = WORDS[found]
    text = Text(said.key, {"winner": Thing(winner), "loser": Thing(loser)})
    told: dict[str, Any] = {"winner": winner, "loser": loser, "difference": int(abs(ahead)), "band": found}
    about = (winner, loser)
    side = state.units[winner].side
    run.emit("result", "score", text, clauses=(clause, "USB-RES-03"), about=about, side=side, data=told, sums=sums)
    data = replace(data, loser=loser, winner=winner)
    if found == "hold":
        lock(run, winner, loser, data.front)
        return Done()
    if found == "gone":
        return GONE.call(GoneData(loser, T("annihilated"), "USB-RES-07"), "after", data)
    return _driven(run, data, found)


def _unbreakable(run: Run, data: ResultData, difference: int, sums: tuple[Sum, Sum]) -> Outcome:
    """Wounds by the difference in place of all that the band would do; they stay locked (USB-SPC-06, USB-R44)."""
    text = T("{loser} is unbreakable: {n} more wounds, and it stays", loser=Thing(data.loser), n=difference)
    told: dict[str, Any] = {"winner": data.winner, "loser": data.loser, "difference": difference, "band": "unbreakable"}
    side, about = run.state.units[data.winner].side, (data.winner, data.loser)
    run.emit("result", "score", text, clauses=("USB-SPC-06",), about=about, side=side, data=told, sums=sums)
    why = T("Unbreakable")
    return LOSSES.call(LossesData(data.loser, difference, why, "USB-SPC-06", quiet=True), "stands", data)


@RESULT.step
def _stands(run: Run, data: ResultData, got: Any) -> Outcome:
    """What the Unbreakable have lost marks thresholds without a test; they stay locked (USB-R44)."""
    if facts.alive(run.state, data.loser) and facts.alive(run.state, data.winner):
        lock(run, data.winner, data.loser, data.front)
    return Goto("after", data)


def _driven(run: Run, data: ResultData, found: str) -> Outcome:
    """The loser takes the status and goes; a machine that cannot move stays locked (USB-RES-05, -06, USB-R57)."""
    loser = data.loser
    worsen(run, loser, "shaken" if found == "back" else "panicked", "USB-RES-05" if found == "back" else "USB-RES-06")
    if immobile(run.state, loser):
        lock(run, data.winner, loser, data.front)
        return Done()
    return DRIVEN.call(DrivenData(loser, data.winner, "back" if found == "back" else "flee", data.chain), "gone", data)


def immobile(view: State, unit: str) -> bool:
    """Whether a unit is a machine that cannot move (USB-MON-04)."""
    return any(facts.model(b).growth == 0 for b in facts.left(view, unit))


@RESULT.step
def _gone(run: Run, data: ResultData, got: Driven) -> Outcome:
    """It has left its locks, or could not get away; whom it ran into fights it as if he had charged (USB-RES-08)."""
    if got.locked:
        lock(run, data.winner, data.loser, data.front)
    for enemy in got.again:
        lock(run, enemy, data.loser, ())
    return Goto("met", replace(data, met=got.met))


@RESULT.step
def _met(run: Run, data: ResultData, got: Any) -> Outcome:
    """Each enemy that was met fights once in a chain; met again he is merely locked (USB-S13)."""
    left = [u for u in data.met if facts.alive(run.state, u)]
    if not left or not facts.alive(run.state, data.loser):
        return Goto("after", data)
    enemy, *others = left
    data = replace(data, met=tuple(others), chain=(*data.chain, enemy))
    args = {"unit": enemy, "target": data.loser, "charge": True, "bumped": True, "chain": data.chain}
    return Call("usb.melee", args, "met", data)


@RESULT.step
def _after(run: Run, data: ResultData, got: Any) -> Outcome:
    """The death of a commander in the result is tested for at once (USB-R65)."""
    return Call("usb.morale", {"units": ()}, "done", data)


@RESULT.step
def _done(run: Run, data: ResultData, got: Any) -> Outcome:
    return Done()


def tie_of(view: State, a: str, b: str) -> Tie | None:
    """The lock of two units, None where there is none."""
    pair = {facts.host(view, a), facts.host(view, b)}
    return next((t for t in view.ties.values() if t.kind == facts.LOCKED and {t.a, t.b} == pair), None)


def lock(run: Run, winner: str, loser: str, front: tuple[str, ...]) -> None:
    """Both are locked in continuing melee (USB-RES-04, USB-S14); nothing happens where they are already."""
    a, b = facts.host(run.state, winner), facts.host(run.state, loser)
    if tie_of(run.state, a, b) is None:
        tie = Tie(run.new_id("lock"), facts.LOCKED, a, b, LockOwn(front))
        run.emit("locked", "status", T("{a} and {b} are locked", a=Thing(a), b=Thing(b)), ev.AddTie(tie), about=(a, b))
