"""What a round of a melee may come to, exactly: casualties of both sides, who loses, who breaks off or routs."""

from __future__ import annotations

from collections import defaultdict
from itertools import product

import msgspec
from msgspec.structs import replace

from game.engine.odds import Spread
from game.engine.state import State, Tie
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.melee import blows, fighters, outcome


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
        for body, what in _after(view, replace(tie, own=kept)).items():
            does[body][what] += each
    spreads = {s.body: blows.spread(view, s) for s in sides}
    return Odds(spreads, {body: dict(found) for body, found in does.items()})


def _after(view: State, tie: Tie) -> dict[str, str]:
    """What both do after a round that went so."""
    told = outcome.outcome(view, tie)
    if told.end == "rout":
        return {told.loser: "rout", told.winner: "pursue"}
    if told.end == "test":
        _, loser, winner = outcome.read(view, tie, told)
        return {told.loser: loser, told.winner: winner}
    return {tie.a: "fight_on", tie.b: "fight_on"}
