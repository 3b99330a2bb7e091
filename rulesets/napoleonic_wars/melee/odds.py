"""What a round of a melee may come to, exactly: casualties of both sides, who loses, who breaks off or routs."""

from __future__ import annotations

from collections import defaultdict
from itertools import product
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.fields import with_fields
from game.engine.odds import Spread
from game.engine.ruleset import ForecastRow
from game.engine.state import State, Tie
from game.engine.text import T, Text, Thing
from game.kit.sums import spread_row
from rulesets.napoleonic_wars.charge.ties import faces_of
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.melee import blows, fighters, outcome

TOLD: dict[str, Text] = {
    "rout": T("{unit}: rout"),
    "break_off": T("{unit}: break-off"),
}
"""What is told of how a round may end."""


class Odds(msgspec.Struct, frozen=True):
    """Casualties that each body inflicts; chances of what each does after the round, by body and result.

    The results are those of table 16B before anybody chooses; "fight_on" stands for a drawn or untested round as well.
    """

    dealt: dict[str, Spread]
    does: dict[str, dict[str, float]]

    def chance(self, body: str, *results: str) -> float:
        """The chance that a body is under one of some results after the round."""
        return sum(self.does[body].get(r, 0.0) for r in results)


def odds(view: State, tie: Tie) -> Odds:
    """The odds of the next round as things stand, every pair of faces weighed (NAP-MEL-23, NAP-MRE-18)."""
    sides = [blows.side(view, u, tie) for u in (tie.a, tie.b)]
    figures = {u: fighters.total(view, fighters.group(view, u, tie)) for u in (tie.a, tie.b)}
    does: dict[str, dict[str, float]] = {u: defaultdict(float) for u in (tie.a, tie.b)}
    faces = [blows.die(view, s.body) or (0,) for s in sides]
    each = 1.0 / (len(faces[0]) * len(faces[1]))
    for fell in product(*faces):
        dealt = {s.body: blows.casualties(s, face) for s, face in zip(sides, fell, strict=True)}
        kept = replace(tie.own, dealt=dealt, figures=figures, rounds=facts.melee(tie).rounds + 1)
        for found, chance in _after(view, replace(tie, own=kept)):
            for body, what in found.items():
                does[body][what] += each * chance
    spreads = {s.body: blows.spread(view, s) for s in sides}
    return Odds(spreads, {body: dict(found) for body, found in does.items()})


def _after(view: State, tie: Tie) -> list[tuple[dict[str, str], float]]:
    """What both may do after a round that went so, and how likely: for certain, but where dice are agreed on."""
    told = outcome.outcome(view, tie)
    if told.end == "rout":
        return [({told.loser: "rout", told.winner: "pursue"}, 1.0)]
    if told.end != "test":
        return [({tie.a: "fight_on", tie.b: "fight_on"}, 1.0)]
    dice = Spread.certain(0)
    if view.options.get("melee_dice"):
        dice = _two(view, told.winner) - _two(view, told.loser)
    found = [(outcome.read(view, tie, told, n), chance) for n, chance in dice.items()]
    return [({told.loser: loser, told.winner: winner}, chance) for (_, loser, winner), chance in found]


def _two(view: State, body: str) -> Spread:
    """What the two dice of a body come to that are agreed on (NAP-MRE-19)."""
    one = blows.mixed(faces_of(view, body))
    return one + one


def rows(view: State, tie: Tie) -> tuple[ForecastRow, ...]:
    """The next round of a melee as rows of a forecast: casualties of both, then who routs or breaks off."""
    found = odds(view, tie)
    out = [_casualties(view, tie, body, found.dealt[body]) for body in (tie.a, tie.b)]
    for body in (tie.a, tie.b):
        for what in ("rout", "break_off"):
            if chance := found.chance(body, what):
                out.append(ForecastRow(Text(TOLD[what].key, {"unit": Thing(body)}), round(chance, 4)))
    return tuple(out)


def _casualties(view: State, tie: Tie, body: str, men: Spread) -> ForecastRow:
    label = T("{unit} on {foe}: casualties in men", unit=Thing(body), foe=Thing(facts.other(tie, body)))
    return spread_row(label, men, sums=(blows.blow_sum(blows.side(view, body, tie)),))


def rows_of(view: State, body: str, does: str) -> tuple[ForecastRow, ...]:
    """What comes of a body that fights on, follows up or pursues, melee by melee; nothing of who does neither."""
    out: list[ForecastRow] = []
    for tie in facts.melees(view, body):
        if does == "fight_on":
            out += rows(view, tie)
        elif does == "follow_up":
            out += rows(view, replace(tie, own=replace(tie.own, following=body)))
        elif does == "pursue":
            own: Any = with_fields(facts.own(view, body), result="pursue")
            hunts = replace(view, units={**view.units, body: replace(view.units[body], own=own)})
            blow = replace(tie, kind=facts.PURSUIT, own=replace(tie.own, following=body))
            out.append(_casualties(hunts, blow, body, blows.spread(hunts, blows.side(hunts, body, blow))))
    return tuple(out)
