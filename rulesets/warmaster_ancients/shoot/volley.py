"""One unit's volley: hits, armour, casualties, target by target; in the shooting phase or at a charger.

WMA-SHT-06 to WMA-SHT-11, WMA-RCT-02, WMA-RCT-04, WMA-RCT-05, WMA-R13, WMA-R14, WMA-R52, WMA-S13, WMA-S22.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.changes import own_field
from game.engine.declared import FrameOf
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.state import State
from game.engine.text import TN, T, Thing
from game.kit.attack import Attack, Stage, Throws
from rulesets.warmaster_ancients.attack import blows
from rulesets.warmaster_ancients.attack.casualties import REMOVE, RemoveData
from rulesets.warmaster_ancients.field import facts


class VolleyData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A volley. ``aims`` are (stand, target unit); ``reaction`` marks shooting at a charger (WMA-S13).

    ``targets`` are still to be shot at, in the order of the dice; ``hits`` those of the target whose armour is thrown;
    ``taken`` the casualties dealt so far, by target.
    """

    shooter: str
    aims: tuple[tuple[str, str], ...]
    reaction: bool = False
    targets: tuple[str, ...] = ()
    hits: int = 0
    taken: dict[str, int] = {}


VOLLEY = FrameOf("wma.volley", VolleyData)


@VOLLEY.step
def _begin(run: Run, data: VolleyData, got: Any) -> Outcome:
    """Its targets in the order of their dice: nearest to the unit first, ties by lower id (WMA-S22)."""
    aimed_at = {t for _, t in data.aims}
    order = (u for u in run.state.units if u in aimed_at)
    targets = tuple(sorted(order, key=lambda t: facts.distance(run.state, data.shooter, t)))
    if not targets:
        return Done({})
    text = T("Shots of {unit} at {targets}", unit=Thing(data.shooter), targets=[Thing(t) for t in targets])
    clauses = ("WMA-RCT-02",) if data.reaction else ("WMA-SHT-01", "WMA-SHT-03")
    changes = () if data.reaction else (own_field("unit", data.shooter, shot=True),)
    what: dict[str, Any] = {"shooter": data.shooter, "aims": [list(a) for a in data.aims], "reaction": data.reaction}
    run.tell(data.shooter, "volley", "shot", text, clauses, *changes, also=targets, **what)
    return Goto("aim", replace(data, targets=targets))


@VOLLEY.step
def _aim(run: Run, data: VolleyData, got: Any) -> Outcome:
    """Throw to hit the next target."""
    if not data.targets:
        return Done(data.taken)
    target = data.targets[0]
    stands = [s for s, t in data.aims if t == target]
    return THROWS.throw(run, data, int(blows.shot_dice(run.state, data.shooter, stands).total))


def _attack(view: State, data: VolleyData) -> Attack:
    return blows.shots(view, data.shooter, data.targets[0], data.reaction)


def _request(view: State, data: VolleyData, stage: Stage, n: int) -> ev.Request:
    target = data.targets[0]
    why = T("Shots of {unit} at {target}", unit=Thing(data.shooter), target=Thing(target))
    return blows.request(view, stage, n, why, data.shooter, target)


THROWS = Throws[VolleyData](_attack, _request, lambda data, stage, n: replace(data, hits=n) if stage.gives else data)


@VOLLEY.step
def _through(run: Run, data: VolleyData, got: int) -> Outcome:
    """Tell what got through, and take the casualties at once (WMA-R14, WMA-RCT-04)."""
    target, view = data.targets[0], run.state
    sums = _attack(view, data).sums
    text = T("{unit} missed {target}", unit=Thing(data.shooter), target=Thing(target))
    if data.hits:
        text = TN(
            "{unit} hit {target} once; casualties: {through}",
            "{unit} hit {target} {n} times; casualties: {through}",
            data.hits,
            unit=Thing(data.shooter),
            target=Thing(target),
            through=got,
        )
    clauses = ("WMA-SHT-07", "WMA-SHT-09") if len(sums) == 1 else ("WMA-SHT-07", "WMA-SHT-08", "WMA-SHT-09")
    dice = sum(t == target for _, t in data.aims)
    what: dict[str, Any] = {"shooter": data.shooter, "target": target, "dice": dice, "hits": data.hits}
    what |= {"casualties": got, "reaction": data.reaction}
    run.tell(data.shooter, "shots", "shot", text, clauses, also=(target,), **what, sums=sums)
    rest = replace(data, targets=data.targets[1:], hits=0)
    if not got:
        return Goto("aim", rest)
    rest = replace(rest, taken={**data.taken, target: got})
    return REMOVE.call(RemoveData(target, got, "charge" if data.reaction else "shooting"), "aim", rest)


VOLLEY.also(THROWS.steps("hit", "saved"))
