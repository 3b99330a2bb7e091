"""Situations of loose figures that are derived one from the other."""

from __future__ import annotations

from random import Random

import numpy as np

from game.engine.state import Base, State, Table
from game.geometry.shapes import Footprint, Pose
from game.kit.figures.board import Board
from rulesets.age_of_fantasy_skirmish.field.ground import Ground, ground_of
from rulesets.age_of_fantasy_skirmish.own import ModelOwn

GROUND = ground_of(State("AFS", Table(1200.0, 1200.0)))


def somewhere(dice: Random) -> Pose:
    """A pose within a hand's breadth, so that some bases overlap."""
    return Pose(dice.uniform(500.0, 700.0), dice.uniform(500.0, 700.0), dice.uniform(0.0, 360.0))


def standing(dice: Random) -> Board[Ground]:
    """Nine models, every other one on an oval base."""
    shapes = (Footprint("circle", 25.0, 25.0), Footprint("oval", 35.0, 60.0))
    models = [Base(f"b{n}", f"u{n % 3}", n, shapes[n % 2], somewhere(dice), own=ModelOwn("x", 3, 3)) for n in range(9)]
    return Board(models, GROUND, {"u0": "a", "u1": "a", "u2": "b"})


def test_distances_are_the_same_whether_asked_after_every_move_or_after_many() -> None:
    for seed in range(20):
        dice = Random(seed)
        asked = standing(dice)
        unasked = asked
        for _ in range(6):
            poses = {f"b{n}": somewhere(dice) for n in dice.sample(range(9), dice.randint(1, 4))}
            asked, unasked = asked.moved(poses), unasked.moved(poses)
            assert asked.plan.shape == (9, 9)
        assert "plan" not in vars(unasked)
        assert np.array_equal(asked.plan, unasked.plan)
        assert np.array_equal(asked.far, unasked.far)
        anew = asked.moved({"b0": somewhere(dice)})
        assert not np.array_equal(anew.plan, asked.plan)
