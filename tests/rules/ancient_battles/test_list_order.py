"""A lower id is an earlier place in the army list, wherever nobody chooses (WAB-S30, WAB-S37)."""

from __future__ import annotations

import pytest

from game.engine.decision import Decision, PickAnswer
from game.engine.state import State
from game.engine.text import Text
from game.kit import situation
from rulesets.ancient_battles.charge.charge_moves import charges
from rulesets.ancient_battles.charge.reactions import REACT, REACTIONS, ReactData
from rulesets.ancient_battles.field import engagement, facts
from rulesets.ancient_battles.fight import chase, results
from rulesets.ancient_battles.shoot import missiles
from tests.rules.ancient_battles.charge_play import declared
from tests.rules.ancient_battles.shots_play import Play
from tests.rules.ancient_battles.table import table, unit


@pytest.mark.clause("WAB-S30")
def test_a_position_lists_each_side_as_its_army_list_does() -> None:
    """Whatever the order of the file: rows of the list, then numbers; of ten phalanxes the tenth comes last."""
    rows = [
        unit("COM", (60, 10)),
        unit("PHA10", (50, 10), models=6),
        unit("WAR", (20, 40), 180),
        unit("PHA2", (40, 10), models=6),
        unit("GCH", (60, 40), 180),
        unit("PHA", (30, 10), models=6),
        unit("SGE", (10, 10)),
    ]
    assert tuple(table(*rows).units) == ("SGE", "PHA", "PHA2", "PHA10", "COM", "GCH", "WAR")


@pytest.mark.clause("WAB-S30", "WAB-S37")
def test_of_several_as_near_the_first_of_the_list_counts() -> None:
    """Companions and phalanx six inches to both sides: the phalanx stands earlier in the list, not in the alphabet."""
    state = table(unit("WAR", (36, 24), 180), unit("COM", (36, 18)), unit("PHA", (36, 34), 0, models=6))
    assert facts.gap(state, "WAR", "COM") != facts.gap(state, "WAR", "PHA")
    state = table(unit("WAR", (36, 24), 180), unit("COM", (36, 18)), unit("PHA", (36, 34.8), 0, models=6))
    assert facts.gap(state, "WAR", "COM") == facts.gap(state, "WAR", "PHA") == 150.0
    assert facts.nearest(state, "WAR", ("COM", "PHA")) == "PHA"
    assert facts.nearest(state, "WAR", ("PHA", "COM")) == "PHA"


def _between() -> State:
    """Skirmishing slingers between Companions to their west and phalangites to their east, both touching them."""
    slingers = unit("GSL", poses=[(36, 24), (36.8, 24)], models=2)
    west = unit("COM", (35.6, 24), 90, files=1, models=8)
    east = unit("PHA", (37.2, 24), 270, files=4, models=16)
    return table(slingers, west, east)


@pytest.mark.clause("WAB-S30", "WAB-S36")
def test_who_touches_whom_is_told_in_the_order_of_the_list() -> None:
    state = _between()
    assert facts.opponents(state, "GSL") == ("PHA", "COM")
    assert engagement.combats(state) == (("PHA", "COM", "GSL"),)
    assert engagement.in_order(state, ("GSL", "COM", "PHA")) == ("PHA", "COM", "GSL")


@pytest.mark.clause("WAB-S25", "WAB-S37")
def test_skirmishers_give_ground_from_the_first_of_two_as_strong() -> None:
    """Sixteen against eight riders, 16 either: away from the phalanx, to the west; the Companions there stop it."""
    state = _between()
    assert facts.strength(state, "PHA") == facts.strength(state, "COM") == 16
    bearings: list[float] = []
    real = facts.direction
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(facts, "direction", lambda *args: bearings.append(real(*args)) or bearings[-1])
        results.way_back(state, "GSL")
    assert bearings == [pytest.approx(270.0, abs=10.0)]


@pytest.mark.clause("WAB-R51", "WAB-S37")
def test_of_two_chargers_as_near_the_first_of_the_list_is_named_first() -> None:
    rows = [
        unit("NOB", (36, 24), 180),
        unit("COM", (41, 18.5)),
        unit("SIL", (32, 18.5), files=4, models=4),
    ]
    state = declared(declared(table(*rows), "COM", "NOB"), "SIL", "NOB")
    play = Play(state, "wab.react", ReactData("NOB"))
    named = [c.id for c in play.asked.space.parts["reaction"] if c.id.startswith("shoot")]  # type: ignore[union-attr]
    assert facts.gap(state, "NOB", "COM") == facts.gap(state, "NOB", "SIL")
    assert named == ["shoot:SIL", "shoot:COM"]


@pytest.mark.clause("WAB-R51", "WAB-S37", "WAB-RCT-02")
def test_of_several_chargers_the_nearest_is_named_first_and_shot_at_by_default() -> None:
    """The Companions stand half an inch nearer than the Silver Shields, who stand earlier in the list."""
    rows = [unit("NOB", (36, 24), 180), unit("COM", (41, 19)), unit("SIL", (32, 18.5), files=4, models=4)]
    state = declared(declared(table(*rows), "SIL", "NOB"), "COM", "NOB")
    asked = REACTIONS.asked(state, Decision("", REACT, "north", "option", Text(""), {"unit": "NOB"}))
    assert facts.gap(state, "NOB", "COM") < facts.gap(state, "NOB", "SIL")
    choices = asked.space.parts["reaction"]  # type: ignore[union-attr]
    for kind in ("shoot", "counter", "fire"):
        assert [c.id for c in choices if c.id.startswith(kind)] == [f"{kind}:COM", f"{kind}:SIL"]


@pytest.mark.clause("WAB-CHG-05", "WAB-S30", "WAB-TRN-03")
def test_charges_are_carried_out_in_the_order_of_the_list() -> None:
    """Unless their player says otherwise, and whichever was declared first."""
    rows = [unit("PHA", (20, 20)), unit("SIL", (50, 20)), unit("WAR", (20, 26), 180), unit("GAE", (50, 25), 180)]
    for pairs in ((("PHA", "WAR"), ("SIL", "GAE")), (("SIL", "GAE"), ("PHA", "WAR"))):
        state = table(*rows)
        for a, b in pairs:
            state = declared(state, a, b)
        assert [t.a for t in charges(state)] == list(situation.in_order(state, ("PHA", "SIL"))) == ["PHA", "SIL"]
        play = Play(state, "wab.charge_moves")
        assert play.decision.args["chargers"] == ["PHA", "SIL"]
        assert play.asked.default.answer.subject == "PHA"  # type: ignore[union-attr]


@pytest.mark.clause("WAB-SHT-01", "WAB-S37")
def test_of_two_targets_as_near_the_first_of_the_list_comes_first() -> None:
    state = table(
        unit("CRE", poses=[(36, 24)], models=1),
        unit("OAT", (36, 34), 180, models=5),
        unit("GAE", (36, 13.2), 180, models=4),
        active="south",
    )
    assert facts.gap(state, "CRE", "OAT") == facts.gap(state, "CRE", "GAE")
    assert missiles.targets(state, "CRE") == ("OAT", "GAE")


@pytest.mark.clause("WAB-S24", "WAB-S37")
def test_a_pursuer_who_meets_two_at_once_charges_the_first_of_the_list() -> None:
    state = table(
        unit("PHA", (36, 10)),
        unit("WAR", (38.4, 20), 180, files=5, models=10),
        unit("GAE", (33.8, 20), 180, files=4, models=8),
    )
    assert chase.chase(state, "PHA", 0.0, 400.0).met == "WAR"
    assert list(state.units).index("WAR") < list(state.units).index("GAE")


def test_a_list_of_units_is_no_string_order() -> None:
    state = table(unit("PHA10", (50, 10), models=6), unit("PHA2", (40, 10), models=6), unit("WAR", (20, 40), 180))
    assert situation.in_order(state, {"PHA10", "PHA2", "WAR"}) == ("PHA2", "PHA10", "WAR")
    assert PickAnswer(situation.in_order(state, ("WAR", "PHA2"))).ids == ("PHA2", "WAR")
