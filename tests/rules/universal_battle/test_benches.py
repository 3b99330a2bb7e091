"""What is measured does the same in both ways: whom a unit sees, whether its move is free."""

from __future__ import annotations

from rulesets.universal_battle import benches
from rulesets.universal_battle.field import facts, sight
from rulesets.universal_battle.system import RULESET


def test_plain_ways_and_ours_agree_on_the_crowd():
    view, unit = benches.crowd(), benches.MOVED
    assert sum(b.pose is not None for b in view.bases.values()) == 60
    for enemy in facts.enemies(view, unit):
        assert sight.sees_unit(view, unit, enemy) == benches.plain_sight(view, unit, enemy)
    assert benches.plain_move(view, unit, 40.0, 60.0)
    assert not benches.plain_move(view, unit, 0.0, 180.0)


def test_the_jobs_come_to_something():
    led, seen = RULESET.benches()
    assert led.ours()[0].legal
    assert led.plain()[0]
    assert seen.ours() == seen.plain()
    assert {b.limit for b in (led, seen)} == {16.0}
