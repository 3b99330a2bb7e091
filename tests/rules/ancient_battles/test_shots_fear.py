"""Fear and Terror on a charge: who tests, in which order, what failing does; outnumbered and not."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.engine.state import Tie
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.fight import strikes
from rulesets.ancient_battles.nerve import psychology
from rulesets.ancient_battles.nerve.psychology import AlarmData, DareData
from rulesets.ancient_battles.own import ChargeOwn
from tests.rules.ancient_battles.shots_play import Play, flights, recruit
from tests.rules.ancient_battles.table import table, unit

__all__ = ["flights"]


def dare(state, *dice, who="PHA", target="GAE"):
    play = Play(state, "wab.dare", DareData(who, target), dice).to_end()
    return play, [t[1:3] for t in play.tested()]


def alarm(state, *dice, who="PHA", by=("GAE",), edges=()):
    play = Play(state, "wab.alarm", AlarmData(who, by, edges), dice).to_end()
    return play, [t[1:3] for t in play.tested()]


def facing(code="GAE", gap=8.0, me="PHA", **more):
    """The Phalanx facing north, an enemy before it."""
    return table(unit(me, (36, 20), 0, **more), unit(code, (36, 20 + gap), 180, side="north"))


# --- who fears whom ----------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-S28", "WAB-R28", "WAB-FRZ-05")
def test_who_fears_whom():
    """Elephants cause Terror and so Fear; the Gaesati Fear, but in their frenzy feel none."""
    state = table(unit("PHA", (10, 20)), unit("SEL", (20, 20)), unit("GAE", (36, 40)), unit("WAR", (50, 40)))
    assert facts.fears(state, "PHA", "GAE")
    assert not facts.terrified_by(state, "PHA", "GAE")
    assert not facts.fears(state, "SEL", "GAE")
    assert facts.fears(state, "WAR", "SEL")
    assert facts.terrified_by(state, "WAR", "SEL")
    assert not facts.fears(state, "GAE", "SEL")
    assert not facts.terrified_by(state, "GAE", "SEL")
    calm = table(unit("SEL", (20, 20)), unit("GAE", (36, 40), calm=True))
    assert facts.fears(calm, "GAE", "SEL")
    assert facts.terrified_by(calm, "GAE", "SEL")


@pytest.mark.clause("WAB-S28")
def test_who_causes_fear_does_not_fear_the_like(monkeypatch):
    recruit(monkeypatch, "XFE", "PHA", traits=("fear",))
    state = table(unit("XFE", (10, 20), side="south"), unit("GAE", (36, 40)))
    assert not facts.fears(state, "XFE", "GAE")
    assert facts.fears(table(unit("XFE", (10, 20), side="north"), unit("SEL", (36, 40))), "XFE", "SEL")


@pytest.mark.clause("WAB-S23", "WAB-R20")
def test_outnumbered_is_strictly_less_and_the_feared_are_added():
    def found(models, by=("GAE",)):
        state = table(unit("PHA", (36, 20), models=models), unit("GAE", (36, 30)), unit("GAE2", (50, 30), 180))
        return psychology.outnumbered(state, "PHA", by)

    assert not found(16)
    assert found(15)
    assert found(24, ("GAE", "GAE2"))
    assert not found(1, ())


# --- the charger -------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-FEA-04", "WAB-CHG-06")
def test_failing_to_dare_pins_the_charger(flights):
    play, tests = dare(facing(), 3, 4)
    assert (tests, play.own("PHA").stationary, flights) == ([("fear", True)], False, [])
    play, tests = dare(facing(), 4, 4)
    assert (tests, play.own("PHA").stationary, flights) == ([("fear", False)], True, [])
    assert play.of("daunted")[0].clauses == ("WAB-FEA-04",)


@pytest.mark.clause("WAB-CHG-06")
def test_no_test_against_those_who_are_not_feared(flights):
    play, tests = dare(facing("WAR"), target="WAR")
    assert (tests, play.own("PHA").stationary) == ([], False)


@pytest.mark.clause("WAB-TRR-01", "WAB-TRR-02", "WAB-S29", "WAB-S28", "WAB-S14")
def test_terror_comes_first_counts_for_fear_and_makes_flee(flights):
    state = table(unit("WAR", (36, 20), 0), unit("SEL", (36, 30), 180), unit("SEL2", (28, 26), 180))
    play, tests = dare(state, 3, 3, who="WAR", target="SEL")
    assert (tests, flights) == ([("terror", True)], [])
    play, tests = dare(state, 3, 4, who="WAR", target="SEL")
    assert tests == [("terror", False)]
    assert flights == [{"unit": "WAR", "cause": "terror", "away": "SEL2"}]
    assert not play.own("WAR").stationary


# --- the charged -------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-FEA-01", "WAB-FEA-03", "WAB-R18", "WAB-R19")
def test_shaken_when_not_outnumbered(flights):
    """W10: twenty against twelve Gaesati, 9 on Ld 7: no flight, sixes in the next phase, then 4 again."""
    state = table(unit("PHA", (36, 20), 0, models=20, files=5), unit("GAE", (36, 20), 180, models=12), fight=3)
    play, tests = alarm(state, 5, 4)
    assert (tests, flights) == ([("fear", False)], [])
    assert play.own("PHA").shaken_by_fear == 4
    after = play.state
    for fight, need in ((4, 6), (5, 4)):
        now = replace(after, own=replace(after.own, fight=fight, phase="combat"))
        assert strikes.hit_need(now, "PHA", "GAE").total == need


@pytest.mark.clause("WAB-FEA-02", "WAB-R20", "WAB-S14")
def test_flight_when_outnumbered(flights):
    """W11: ten against eight horse, 10 to 16."""
    play, tests = alarm(facing(models=15), 4, 4)
    assert tests == [("fear", False)]
    assert flights == [{"unit": "PHA", "cause": "charge", "away": "GAE"}]
    assert play.of("outnumbered")[0].sums[0].total == -1
    play, tests = alarm(facing(models=15), 4, 3)
    assert (tests, play.own("PHA").shaken_by_fear) == ([("fear", True)], 0)


@pytest.mark.clause("WAB-R20", "WAB-S29")
def test_several_chargers_one_test_their_strength_added(flights):
    state = table(unit("PHA", (36, 20)), unit("GAE", (36, 28), 180), unit("GAE2", (44, 30), 180))
    _, tests = alarm(state, 4, 4, by=("GAE", "GAE2"))
    assert tests == [("fear", False)]
    assert [f["away"] for f in flights] == ["GAE"]


@pytest.mark.clause("WAB-TRR-02", "WAB-S28", "WAB-S29")
def test_terror_of_the_charger(flights):
    state = facing("SEL", me="WAR")
    _, tests = alarm(state, 3, 3, who="WAR", by=("SEL",))
    assert (tests, flights) == ([("terror", True)], [])
    _, tests = alarm(state, 3, 4, who="WAR", by=("SEL",))
    assert (tests, flights) == ([("terror", False)], [{"unit": "WAR", "cause": "charge", "away": "SEL"}])


@pytest.mark.clause("WAB-PAN-07", "WAB-S04")
def test_panic_of_a_charge_in_flank_or_rear(flights):
    """W25: from (44, 30) it is the front, from (44.2, 30) the flank."""

    def found(x, *dice):
        infantry = unit("PHA", (36, 24), 0, files=5, models=20)
        return alarm(table(infantry, unit("WAR", (x, 30), 180)), *dice, by=("WAR",))[1]

    assert found(44.0) == []
    assert found(44.2, 3, 4) == [("panic", True)]
    rear = table(unit("PHA", (36, 24), 0), unit("WAR", (36, 10), 0))
    assert alarm(rear, 4, 4, by=("WAR",))[1] == [("panic", False)]
    assert flights == [{"unit": "PHA", "cause": "charge", "away": "WAR"}]


@pytest.mark.clause("WAB-PAN-07", "WAB-S04")
def test_skirmishers_and_lone_characters_have_no_flank(flights):
    state = table(unit("CRE", (36, 24)), unit("SGE", (50, 24)), unit("WAR", (36, 10), 0))
    assert alarm(state, who="CRE", by=("WAR",))[1] == []
    assert alarm(state, who="SGE", by=("WAR",))[1] == []


@pytest.mark.clause("WAB-PAN-07")
def test_in_combat_or_not_and_the_facing_as_declared(flights):
    state = table(unit("PHA", (36, 24), 0), unit("WAR", (36, 24), 180), unit("OAT", (50, 21), 270))
    assert facts.engaged(state, "PHA")
    assert alarm(state, 3, 4, by=("OAT",))[1] == [("panic", True)]
    told = Tie("t", "charge", "OAT", "PHA", ChargeOwn("front", 100.0))
    assert alarm(replace(state, ties={**state.ties, "t": told}), by=("OAT",))[1] == []
    assert alarm(state, by=("OAT",), edges=("front",))[1] == []


@pytest.mark.clause("WAB-PAN-10", "WAB-S29")
def test_panic_of_an_ignored_enemy_once_with_the_flank(flights):
    front = facing("WAR", ignored=("WAR",))
    assert alarm(front, 3, 4, by=("WAR",))[1] == [("panic", True)]
    assert alarm(facing("WAR", ignored=("OAT",)), by=("WAR",))[1] == []
    flank = table(unit("PHA", (36, 24), 0, ignored=("WAR",)), unit("WAR", (50, 21), 270))
    assert psychology.panic_of_charge(flank, "PHA", ("WAR",), ("right",))[1] == ("WAB-PAN-07", "WAB-PAN-10")
    assert alarm(flank, 3, 4, by=("WAR",))[1] == [("panic", True)]


@pytest.mark.clause("WAB-S29")
def test_terror_or_fear_then_panic_and_no_more_after_flight(flights):
    rear = table(unit("PHA", (36, 24), 0), unit("GAE", (36, 10), 0))
    assert alarm(rear, 3, 4, 3, 4)[1] == [("fear", True), ("panic", True)]
    assert alarm(rear, 4, 4, 3, 4)[1] == [("fear", False), ("panic", True)]
    few = table(unit("PHA", (36, 24), 0, models=6), unit("GAE", (36, 10), 0))
    assert alarm(few, 4, 4)[1] == [("fear", False)]
    assert [f["unit"] for f in flights] == ["PHA"]


@pytest.mark.clause("WAB-FRZ-05", "WAB-R48", "WAB-S29")
def test_frenzied_and_fleeing_units_take_none_of_them(flights):
    assert alarm(table(unit("GAE", (36, 24), 0), unit("SEL", (36, 10), 0)), who="GAE", by=("SEL",))[1] == []
    state = table(unit("PHA", (36, 24), 0, fleeing=True), unit("GAE", (36, 10), 0))
    assert alarm(state)[1] == []


# --- near, and after combat --------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-TRR-03", "WAB-R46", "WAB-R48")
def test_terror_within_eight_inches():
    def near(gap, *more, **own):
        return psychology.terror_near(
            table(unit("SEL", (36, 20)), unit("WAR", (36, 20 + gap), 180, **own), *more), "WAR"
        )

    assert near(8.0) == ("SEL",)
    assert near(8.05) == ()
    assert near(6.0, fleeing=True) == ()
    assert near(6.0, unit("PHA", (36, 30), 180)) == ()
    assert near(3.2, unit("SEL2", (40, 20))) == ("SEL", "SEL2")


@pytest.mark.clause("WAB-TRR-03", "WAB-R46")
def test_the_engaged_do_not_test_for_terror_nearby():
    state = table(unit("SEL", (44, 20)), unit("WAR", (36, 24), 180), unit("PHA", (36, 24), 0))
    assert facts.engaged(state, "WAR")
    assert facts.gap(state, "WAR", "SEL") < 200.0
    assert psychology.terror_near(state, "WAR") == ()


@pytest.mark.clause("WAB-FEA-05", "WAB-R20")
def test_feared_enemies_in_contact_break_those_they_outnumber():
    def found(mine, theirs, **more):
        state = table(unit("PHA", (36, 24), 0, models=mine), unit("GAE", (36, 24), 180, models=theirs, **more))
        return psychology.fear_breaks(state, "PHA")

    assert found(11, 12) == ("GAE",)
    assert found(12, 12) == ()
    plain = table(unit("PHA", (36, 24), 0, models=6), unit("WAR", (36, 24), 180))
    assert psychology.fear_breaks(plain, "PHA") == ()
    apart = table(unit("PHA", (36, 24), 0, models=6), unit("GAE", (36, 26), 180))
    assert psychology.fear_breaks(apart, "PHA") == ()
