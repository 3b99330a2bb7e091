"""One unit's volley, in the Shooting phase or at a charger: hits, second dice, wounds, saves, losses, in that order.

WAB-SHT-02 to WAB-SHT-14, WAB-RCT-03, WAB-S17 to WAB-S20, WAB-S30; the numbers and dice are those of ``missiles``.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.changes import own_field
from game.engine.declared import FrameOf
from game.engine.flow import Done, Outcome, Run
from game.engine.state import State
from game.engine.text import TN, T, Thing
from game.kit import situation
from game.kit.attack import Attack, Stage, Throws
from rulesets.ancient_battles.attack.casualties import wound
from rulesets.ancient_battles.measures import inches
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


VOLLEY_FRAME = FrameOf("wab.volley", VolleyData)


def _attack(view: State, data: VolleyData) -> Attack:
    return missiles.attack(view, data.unit, data.target, data.mm, data.reaction)


def _request(view: State, data: VolleyData, stage: Stage, n: int) -> ev.Request:
    """The dice of a stage: the shooters', but for the saves of those shot at (WAB-ARM-13)."""
    who, mark = Thing(data.unit), Thing(data.target)
    match stage.step:
        case "hit":
            why = T("Shots of {unit} at {target}", unit=who, target=mark)
        case "second":
            why = T("{unit}: {n} needed, the sixes again", unit=who, n=int(stage.need.total))
        case "wounded":
            why = TN("{n} hit on {target}: to wound", "{n} hits on {target}: to wound", n, target=mark)
        case _:
            why = TN("Saves of {target} against {n} wound", "Saves of {target} against {n} wounds", n, target=mark)
    thrower = data.target if stage.step == "saved" else data.unit
    return stage.request(situation.side_of(view, thrower), n, why, (data.unit, data.target))


def _noted(data: VolleyData, stage: Stage, n: int) -> VolleyData:
    return replace(data, **{stage.gives: n}) if stage.gives else data


THROWS = Throws[VolleyData](_attack, _request, _noted)


@VOLLEY_FRAME.step
def _begin(run: Run, data: VolleyData, got: Any) -> Outcome:
    view = run.state
    who, mark = Thing(data.unit), Thing(data.target)
    if not situation.on_table(view, data.target) or not situation.on_table(view, data.unit):
        text = T("{unit}: the target is gone, the shots are lost", unit=who)
        run.tell(data.unit, "shots_lost", "shot", text, ("WAB-R34",), unit=data.unit, target=data.target)
        return Done()
    mm = missiles.range_to(view, data.unit, data.target, data.reaction, data.gap)
    data = replace(data, mm=mm)
    shots = missiles.dice(view, data.unit, mm, data.massed, data.reaction)
    text = (
        T("{unit} shot at {target} during the charge", unit=who, target=mark)
        if data.reaction
        else T("{unit} shot at {target}", unit=who, target=mark)
    )
    clauses = ("WAB-RCT-03", "WAB-S17") if data.reaction else ("WAB-SHT-01", "WAB-S17")
    changes = () if data.reaction else (own_field("unit", data.unit, shot=True),)
    what: dict[str, Any] = {"unit": data.unit, "target": data.target, "reaction": data.reaction}
    what |= {"inches": round(inches(mm), 2), "dice": int(shots.total)}
    sums = (shots, _attack(view, data).sums[0])
    run.tell(data.unit, "volley", "shot", text, clauses, *changes, also=(data.target,), sums=sums, **what)
    return THROWS.throw(run, data, int(shots.total))


@VOLLEY_FRAME.step
def _through(run: Run, data: VolleyData, got: int) -> Outcome:
    """Tell what came of it; losses are taken at once (WAB-RCT-03, WAB-S20)."""
    view = run.state
    who, mark = Thing(data.unit), Thing(data.target)
    counts = {"wounds": data.wounds, "through": got}
    text = (
        TN(
            "{unit} hit {target} once: {wounds} wounded, {through} not saved",
            "{unit} hit {target} {n} times: {wounds} wounded, {through} not saved",
            data.hits,
            **{"unit": who, "target": mark, **counts},
        )
        if data.hits
        else T("{unit} missed {target}", unit=who, target=mark)
    )
    sums = _attack(view, data).sums
    what: dict[str, Any] = {"unit": data.unit, "target": data.target, "hits": data.hits, "wounds": data.wounds}
    what |= {"through": got, "reaction": data.reaction}
    run.tell(data.unit, "shots", "shot", text, ("WAB-SHT-03", "WAB-SHT-14"), also=(data.target,), sums=sums, **what)
    wound(run, data.target, got, "reaction" if data.reaction else "shooting", data.unit)
    return Done()


VOLLEY_FRAME.also(THROWS.steps("hit", "second", "wounded", "saved"))
