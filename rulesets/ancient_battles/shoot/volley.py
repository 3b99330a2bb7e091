"""One unit's volley, in the Shooting phase or at a charger: hits, second dice, wounds, saves, losses, in that order.

WAB-SHT-02 to WAB-SHT-14, WAB-RCT-03, WAB-S17 to WAB-S20, WAB-S30; the numbers and dice are those of ``missiles``.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.decision import Sum
from game.engine.flow import Done, Goto, Outcome, Roll, Run
from game.engine.odds import Die, resolve
from game.engine.text import TN, T, Text, Thing
from rulesets.ancient_battles.attack.casualties import wound
from rulesets.ancient_battles.attack.throws import Attack, able
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.shoot import missiles


class VolleyData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A volley: ``{"hits", "wounds", "lost"}`` is the result.

    Attributes
    ----------
    reaction
        Stand and shoot, or fire and flee.
    gap
        mm at which it is shot; 0 to measure it, or to take the gap at the declaration of the charge.
    massed
        Rear ranks shoot too, where they may.
    mm, hits, wounds
        What the volley has come to so far.
    """

    unit: str
    target: str
    reaction: bool = False
    gap: float = 0.0
    massed: bool = True
    mm: float = 0.0
    hits: int = 0
    wounds: int = 0


def _to_hit(run: Run, data: VolleyData) -> Sum:
    return missiles.to_hit(run.state, data.unit, data.target, data.mm, data.reaction)


def _attack(run: Run, data: VolleyData) -> Attack:
    return missiles.attack(run.state, data.unit, data.target, data.mm, data.reaction)


def _request(data: VolleyData, n: int, why: Text, clause: str, found: Sum, die: Die, side: str) -> ev.Request:
    need = die.need or 0
    return ev.Request((ev.DiceRow(side, n),), why, clause, need, "at_least", found.rows, (data.unit, data.target))


def _side(run: Run, data: VolleyData) -> str:
    return facts.side_of(run.state, data.unit)


def _begin(run: Run, data: VolleyData, got: Any) -> Outcome:
    view = run.state
    who, mark = Thing(data.unit), Thing(data.target)
    if not facts.alive(view, data.target) or not facts.alive(view, data.unit):
        run.emit(
            "shots_lost",
            "shot",
            T("{unit}: the target is gone, the shots are lost", unit=who),
            clauses=("WAB-R34",),
            about=(data.unit,),
            side=_side(run, data),
            data={"unit": data.unit, "target": data.target},
        )
        return Done({"hits": 0, "wounds": 0, "lost": 0})
    mm = missiles.range_to(view, data.unit, data.target, data.reaction, data.gap)
    data = replace(data, mm=mm)
    found, attack = _to_hit(run, data), _attack(run, data)
    shots = missiles.dice(view, data.unit, mm, data.massed, data.reaction)
    text = (
        T("{unit} shot at {target} during the charge", unit=who, target=mark)
        if data.reaction
        else T("{unit} shot at {target}", unit=who, target=mark)
    )
    run.emit(
        "volley",
        "shot",
        text,
        *(() if data.reaction else (ev.SetField("unit", data.unit, "own.shot", True),)),
        clauses=("WAB-RCT-03", "WAB-S17") if data.reaction else ("WAB-SHT-01", "WAB-S17"),
        about=(data.unit, data.target),
        side=_side(run, data),
        data={
            "unit": data.unit,
            "target": data.target,
            "reaction": data.reaction,
            "inches": missiles.told_range(mm),
            "dice": int(shots.total),
        },
        sums=(shots, found),
    )
    if not able(attack.hit) or not shots.total:
        return Goto("through", data, 0)
    why = T("Shots of {unit} at {target}", unit=who, target=mark)
    return Roll(_request(data, int(shots.total), why, "WAB-SHT-02", found, attack.hit, _side(run, data)), "hit", data)


def _hit(run: Run, data: VolleyData, got: ev.Rolled) -> Outcome:
    """Count the hits; where more than a six is needed each six is thrown again (WAB-S19)."""
    found, attack = _to_hit(run, data), _attack(run, data)
    hits = resolve(attack.hit, got.faces[0])
    if attack.second is None:
        return Goto("wound", replace(data, hits=hits))
    if not hits:
        return Goto("through", data, 0)
    why = T("{unit}: {n} needed, the sixes again", unit=Thing(data.unit), n=int(found.total))
    return Roll(_request(data, hits, why, "WAB-S19", found, attack.second, _side(run, data)), "second")


def _second(run: Run, data: VolleyData, got: ev.Rolled) -> Outcome:
    second = _attack(run, data).second
    assert second is not None
    return Goto("wound", replace(data, hits=resolve(second, got.faces[0])))


def _wound(run: Run, data: VolleyData, got: Any) -> Outcome:
    """Throw to wound for each hit (WAB-SHT-14)."""
    found, attack = missiles.to_wound(run.state, data.unit, data.target, data.mm), _attack(run, data)
    if not data.hits or not able(attack.wound):
        return Goto("through", data, 0)
    why = TN("{n} hit on {target}: to wound", "{n} hits on {target}: to wound", data.hits, target=Thing(data.target))
    return Roll(_request(data, data.hits, why, "WAB-CMB-07", found, attack.wound, _side(run, data)), "wounded")


def _wounded(run: Run, data: VolleyData, got: ev.Rolled) -> Outcome:
    """Throw the saves (WAB-ARM-13)."""
    attack = _attack(run, data)
    wounds = resolve(attack.wound, got.faces[0])
    data = replace(data, wounds=wounds)
    found = missiles.save(run.state, data.unit, data.target, data.mm)
    if not wounds or not able(attack.save):
        return Goto("through", data, wounds)
    target = Thing(data.target)
    why = TN("Saves of {target} against {n} wound", "Saves of {target} against {n} wounds", wounds, target=target)
    side = facts.side_of(run.state, data.target)
    return Roll(_request(data, wounds, why, "WAB-ARM-13", found, attack.save, side), "saved", data)


def _saved(run: Run, data: VolleyData, got: ev.Rolled) -> Outcome:
    return Goto("through", data, resolve(_attack(run, data).save, got.faces[0]))


def _through(run: Run, data: VolleyData, got: int) -> Outcome:
    """Tell what came of it; losses are taken at once (WAB-RCT-03, WAB-S20)."""
    view = run.state
    sums = (
        missiles.to_hit(view, data.unit, data.target, data.mm, data.reaction),
        missiles.to_wound(view, data.unit, data.target, data.mm),
        missiles.save(view, data.unit, data.target, data.mm),
    )
    who, mark = Thing(data.unit), Thing(data.target)
    text = (
        TN(
            "{unit} hit {target} once: {wounds} wounded, {through} not saved",
            "{unit} hit {target} {n} times: {wounds} wounded, {through} not saved",
            data.hits,
            unit=who,
            target=mark,
            wounds=data.wounds,
            through=got,
        )
        if data.hits
        else T("{unit} missed {target}", unit=who, target=mark)
    )
    run.emit(
        "shots",
        "shot",
        text,
        clauses=("WAB-SHT-03", "WAB-SHT-14"),
        about=(data.unit, data.target),
        side=_side(run, data),
        data={
            "unit": data.unit,
            "target": data.target,
            "hits": data.hits,
            "wounds": data.wounds,
            "through": got,
            "reaction": data.reaction,
        },
        sums=sums,
    )
    lost = wound(run, data.target, got, "reaction" if data.reaction else "shooting", data.unit)
    return Done({"hits": data.hits, "wounds": got, "lost": lost})


FRAMES: dict[str, type[msgspec.Struct] | None] = {"wab.volley": VolleyData}
STEPS = {
    ("wab.volley", "begin"): _begin,
    ("wab.volley", "hit"): _hit,
    ("wab.volley", "second"): _second,
    ("wab.volley", "wound"): _wound,
    ("wab.volley", "wounded"): _wounded,
    ("wab.volley", "saved"): _saved,
    ("wab.volley", "through"): _through,
}
QUESTIONS: dict[str, Any] = {}
REACTORS: dict[str, Any] = {}
