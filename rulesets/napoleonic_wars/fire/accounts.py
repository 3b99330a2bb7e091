"""What is recorded of fire, so that every volley can be checked from the record alone; how its dice are called.

NAP-SMA-22, NAP-SMA-31, NAP-ART-16, NAP-ART-25, NAP-ART-26, NAP-CAS-07.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from game.engine.decision import Sum
from game.engine.state import State
from game.engine.text import TN, T, Text, Thing
from game.kit.sums import Row
from rulesets.napoleonic_wars.fire import tables, volley
from rulesets.napoleonic_wars.fire.aims import Aim
from rulesets.napoleonic_wars.fire.volley import Blow, Group


def sums(view: State, aim: Aim, groups: Sequence[Group], faces: tuple[int, ...]) -> tuple[Sum, ...]:
    """The factors of an aim with its die, group by group, and the casualties that each is read as."""
    added, out = volley.added(view, aim, faces), []
    for group in groups:
        for step, told in zip(group.steps, volley.reckoned(group, added), strict=True):
            words = {"total": told.factor, "factor": step.factor, "die": added}
            hurt = TN("{n} casualty", "{n} casualties", told.men)
            label = TN(
                "{n} figure at factor {total} ({factor} + die {die}): {target}, {hurt}",
                "{n} figures at factor {total} ({factor} + die {die}): {target}, {hurt}",
                group.figures,
                **words,
                target=Thing(step.body),
                hurt=hurt,
            )
            out.append(tables.factor_sum(label, (*step.rows, _die(aim, faces, added))))
    return tuple(out)


def _die(aim: Aim, faces: tuple[int, ...], added: int) -> Row:
    """The row of the die, or of the number that takes its place."""
    if not faces:
        return T("in place of the die"), added, "NAP-ART-26" if aim.ammunition else "NAP-OPT-04"
    return T("die {faces}", faces=list(faces)), added, "NAP-ART-25" if aim.ammunition else "NAP-SMA-31"


def recorded(
    view: State, aim: Aim, groups: Sequence[Group], faces: tuple[int, ...], blows: Sequence[Blow]
) -> dict[str, Any]:
    """The data of an event ``fired``.

    ``groups``: figures, quarters, and for each body that the fire reaches the shot as tables 9 or 10 ask for it, its
    factor with the die, what table 14 says (``full``), the figures on the lines of fire, the casualties. ``men``: the
    casualties of each body by the whole aim, shared among the parts of one target.
    """
    added, out = volley.added(view, aim, faces), list[dict[str, Any]]()
    for group in groups:
        steps = [
            {
                "body": step.body,
                "part": step.part,
                "figures": step.figures,
                "shot": msgspec.to_builtins(step.shot),
                "factor": told.factor,
                "full": told.full,
                "men": told.men,
            }
            for step, told in zip(group.steps, volley.reckoned(group, added), strict=True)
        ]
        out.append({"figures": group.figures, "quarters": group.quarters, "ball": group.ball, "steps": steps})
    return {
        "men": {b.body: b.men for b in blows},
        "what": aim.ammunition or aim.weapon,
        "shots": aim.shots,
        "dice": list(faces),
        "added": added,
        "groups": out,
    }


def called(view: State, aims: Sequence[Aim], name: Text) -> Text:
    """What a roll of a body is called: who fires at whom, how many figures at which factors, before the die."""
    targets = [Thing(u) for u in dict.fromkeys(a.target for a in aims)]
    groups = [g for a in aims for g in volley.groups(view, a)]
    figures = sum(g.figures for g in groups)
    factors = sorted({s.factor for g in groups for s in g.steps[:1]}, reverse=True)
    words: Mapping[str, Any] = {"unit": name, "targets": targets, "n": figures, "factors": factors}
    return T("{unit} at {targets}; figures: {n}, factor {factors} + die", **words)
