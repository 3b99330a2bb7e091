"""Odds of a charge at a unit that stands and shoots: every way the volley may fall, and the round that follows it.

The wounds of the volley are exact; for each of them the charger is thinned as the rules thin it, comes home and fights.
A charger shot down whole has lost; characters who would be left of it are not followed any farther.
WAB-RCT-03, WAB-S20, WAB-S35.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import replace

from game.engine.odds import Spread
from game.engine.state import State
from rulesets.ancient_battles.army.profiles import own
from rulesets.ancient_battles.attack.casualties import closed_up, endures, falling, victims
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.fight import combat_odds
from rulesets.ancient_battles.fight.combat_odds import RoundOdds
from rulesets.ancient_battles.shoot import shot_odds
from rulesets.ancient_battles.shoot.shot_odds import Shot

RARE = 1e-6
"""Chances of a volley below which its round is not looked at."""


class ShotCharge(msgspec.Struct, frozen=True):
    """A charge under fire: models that the volley takes, the chance that it leaves nobody, and the odds of the round.

    Those ways in which there is no round count as lost; losses are told with those of the volley.
    """

    shot: Spread
    stopped: float
    odds: RoundOdds


def thinned(view: State, unit: str, wounds: int) -> State:
    """The view with a unit that has suffered wounds: its models fallen, the rest closed up (WAB-S20, WAB-S35)."""
    lost, carried = falling(view, unit, wounds)
    gone = victims(view, unit, lost)
    bases = {**view.bases, **{b: replace(view.bases[b], pose=None, where="gone") for b in gone}}
    bases |= {b: replace(bases[b], pose=pose) for b, pose in closed_up(view, unit, gone).items()}
    mine = replace(view.units[unit], own=replace(own(view, unit), wounds=carried))
    return replace(view, bases=bases, units={**view.units, unit: mine})


def shot_charge(view: State, charger: str, target: str) -> ShotCharge | None:
    """Odds of a charge at which the target shoots; None where it does not come home even unharmed."""
    if combat_odds.charged_view(view, charger, target) is None:
        return None
    volley = shot_odds.volleys(view, [Shot(target, charger, reaction=True)])
    rounds: list[tuple[float, int, RoundOdds]] = []
    stopped = 0.0
    for wounds, p in volley.wounds.items():
        if p < RARE:
            continue
        left = wounds < endures(view, charger)
        odds = combat_odds.charge_odds(thinned(view, charger, wounds), charger, target) if left else None
        if odds is None:
            stopped += p
        else:
            rounds.append((p, falling(view, charger, wounds)[0], odds))
    if not rounds:
        return None
    return ShotCharge(volley.lost, stopped, _mixed(rounds, charger, facts.count(view, charger), stopped))


def _mixed(rounds: Sequence[tuple[float, int, RoundOdds]], charger: str, count: int, stopped: float) -> RoundOdds:
    """The rounds taken together; a charge that was stopped counts as lost."""
    units = dict.fromkeys(u for _, _, o in rounds for u in o.lost)
    lost: dict[str, Spread] = {}
    for unit in units:
        ways = [(p, o.lost[unit] + Spread.certain(n if unit == charger else 0)) for p, n, o in rounds]
        lost[unit] = _blend([*ways, (stopped, Spread.certain(count if unit == charger else 0))])
    wiped = {u: sum(p * o.wiped.get(u, 0.0) for p, _, o in rounds) for u in units}
    wiped[charger] += stopped
    first = rounds[0][2]
    breaks = {u: sum(p * o.breaks.get(u, 0.0) for p, _, o in rounds) for u in first.breaks}
    win, draw = sum(p * o.win for p, _, o in rounds), sum(p * o.draw for p, _, o in rounds)
    lose = sum(p * o.lose for p, _, o in rounds) + stopped
    margin = _blend((p, o.margin) for p, _, o in rounds)
    dealt, taken = _blend((p, o.dealt) for p, _, o in rounds), _blend((p, o.taken) for p, _, o in rounds)
    runs = max(o.runs for _, _, o in rounds)
    return RoundOdds(first.side, win, draw, lose, margin, dealt, taken, lost, wiped, breaks, runs)


def _blend(parts: Iterable[tuple[float, Spread]]) -> Spread:
    """A number drawn from one of several distributions; chances are taken as shares of their sum."""
    out: dict[int, float] = {}
    whole = 0.0
    for p, spread in parts:
        whole += p
        for v, q in spread.items():
            out[v] = out.get(v, 0.0) + p * q
    return Spread.of({v: q / whole for v, q in out.items()})
