"""What fire may be expected to do: its dice, the exact distribution, its factors as sums (NAP-S61)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import product

from game.engine.decision import Sum
from game.engine.odds import Spread
from game.engine.state import State
from game.engine.text import TN, Thing
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.fire import guns, tables, volley
from rulesets.napoleonic_wars.fire.aims import Aim, share, whole_of

FACES = (1, 2, 3, 4, 5, 6)


def dice(view: State, aims: Iterable[Aim]) -> dict[str, int]:
    """The dice of a body's rolls, by roll: cannon before howitzers (NAP-S61); none by the optional procedure."""
    if view.options.get("percentile"):
        return {}
    out: dict[str, int] = {}
    for aim in sorted(aims, key=lambda a: a.roll):
        n = guns.dice_of(facts.figure(view.bases[aim.figures[0]]).piece) if aim.ammunition else 1
        out[aim.roll] = max(out.get(aim.roll, 0), n)
    return out


def spread(view: State, aims: tuple[Aim, ...], target: str) -> Spread:
    """The exact distribution of the men that some aims of a body cost a target."""
    rolls = dice(view, aims)
    names = list(rolls)
    weights: dict[int, float] = defaultdict(float)
    ways = list(product(*(product(FACES, repeat=rolls[name]) for name in names)))
    groups = [volley.groups(view, aim) for aim in aims]
    made: dict[tuple[int, int], int] = {}

    wholes = [whole_of(view, aim) for aim in aims]

    def men(k: int, aim: Aim, faces: tuple[int, ...]) -> int:
        key = (k, volley.added(view, aim, faces))
        if key not in made:
            found = sum(
                n
                for group in groups[k]
                for step, n in zip(group.steps, volley.casualties(group, key[1]), strict=True)
                if step.body == target
            )
            one = target == aim.target and len(wholes[k]) > 1
            made[key] = share(view, wholes[k], found)[target] if one else found
        return made[key]

    for way in ways:
        fell = dict(zip(names, way, strict=True))
        weights[sum(men(k, aim, fell.get(aim.roll, ())) for k, aim in enumerate(aims))] += 1.0 / len(ways)
    return Spread.of(weights)


def told_sums(view: State, aim: Aim) -> tuple[Sum, ...]:
    """The factors of an aim as sums of their rows, group by group, for the log and the forecast."""
    out = []
    for group in volley.groups(view, aim):
        for step in group.steps:
            label = TN("{n} figure at {target}", "{n} figures at {target}", group.figures, target=Thing(step.body))
            out.append(tables.factor_sum(label, step.rows))
    return tuple(out)
