"""Warbands a charge apart on broken ground with heights: random situations in which every rule of contact comes up."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from game.engine.apply import apply
from game.engine.event import Event, SetPose
from game.engine.state import Luck, Marker, State
from game.geometry.shapes import Pose
from rulesets.age_of_fantasy_skirmish import RULESET
from rulesets.age_of_fantasy_skirmish.deploy import set_up
from rulesets.age_of_fantasy_skirmish.deploy.set_up import OUTSIDE
from rulesets.age_of_fantasy_skirmish.measures import inch

ROUND = 4
"""The round that it begins with, the last: what comes at once is wanted, the later rounds are for whole battles."""


def situation(seed: int) -> State:
    """Both warbands about the middle of a map, some shaken or wounded, two to four markers among them."""
    dice = Random(f"violent {seed}")
    info = RULESET.scenarios()[seed % len(RULESET.scenarios())]
    setup = replace(RULESET.default_setup(info.id, 250), seed=f"violent {seed}")
    state, _ = RULESET.begin(setup)
    for n in range(dice.randint(2, 4)):
        x, y = dice.uniform(0.2, 0.8) * state.table.width, dice.uniform(0.3, 0.7) * state.table.depth
        pose = Pose(round(x, 3), round(y, 3))
        state = replace(state, markers={**state.markers, f"M{n + 1}": Marker(f"M{n + 1}", "objective", pose=pose)})
    for side in state.sides:
        edge = replace(state.sides[side].own, edge=side)
        state = replace(state, sides={**state.sides, side: replace(state.sides[side], own=edge)})
    units = list(state.units)
    dice.shuffle(units)
    for unit in units:
        state = _placed(state, unit, dice)
    own = replace(state.own, round=ROUND, starter="south", active="south", winner="south", phase="round")
    return replace(state, own=own, luck=Luck("seeded", f"violent {seed}"))


def _placed(state: State, unit: str, dice: Random) -> State:
    """A unit near the middle, on whatever surface it finds room on; sometimes hurt, tired or shaken."""
    middle = state.table.depth / 2.0
    south = state.units[unit].side == "south"
    x = dice.uniform(0.15, 0.85) * state.table.width
    y = middle + (-1.0 if south else 1.0) * dice.uniform(-inch(3.0), inch(8.0))
    wish = Pose(round(x, 3), round(y, 3), 0.0 if south else 180.0)
    name = dice.choice(("line", "block", "open"))
    found = set_up.nearest(state, unit, name, wish, set_up.whole(state), OUTSIDE["ambush"])
    if found is None:
        return state
    state = apply(state, Event("placed", "place", changes=tuple(SetPose(b, p) for b, p in found.items())))
    own = replace(state.units[unit].own, shaken=dice.random() < 0.1, fatigued=dice.random() < 0.1)
    state = replace(state, units={**state.units, unit: replace(state.units[unit], own=own)})
    bases = dict(state.bases)
    for base in state.units[unit].bases:
        model = bases[base].own
        if "caster" in model.rules:
            bases[base] = replace(bases[base], own=replace(model, tokens=dice.randint(0, 4)))
        elif "tough" in model.rules and dice.random() < 0.3:
            bases[base] = replace(bases[base], own=replace(model, wounds=dice.randint(1, 2)))
    return replace(state, bases=bases)
