"""Panic: who owes a test and who does not, batches, one test a unit, the winners' re-roll, the General lost."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.state import Due
from game.kit import situation
from rulesets.ancient_battles.attack.casualties import destroy, wound
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.nerve import panic
from rulesets.ancient_battles.nerve.panic import PanicData, mark_broken
from tests.rules.ancient_battles.shots_play import Play, flights, row_of, runner
from tests.rules.ancient_battles.table import table, unit

__all__ = ["flights"]


def owed(state):
    """Who owes a test, and why."""
    return sorted((d.subject, d.clause) for d in state.due if d.moment == "panic")


def owing(state, *told):
    """The situation with tests owed: (unit, clause, causes...)."""
    due = tuple(Due(f"due{k}", "panic", t[1], t[0], tuple(t[2:])) for k, t in enumerate(told))
    return replace(state, due=due)


def batch(state, *dice, **more):
    return Play(state, "wab.panic", PanicData(**more), dice).to_end()


# --- trigger 1 ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-PAN-04")
def test_routers_within_four_inches():
    def found(gap, **more):
        state = table(unit("PHA", (20, 20)), unit("COM", (20 + 2.4 + gap + 2.75, 20), fleeing=True, **more))
        return panic.routers_near(state, "PHA")

    assert found(4.0) == ("COM",)
    assert found(4.05) == ()
    calm = table(unit("PHA", (20, 20)), unit("COM", (25.5, 20)))
    assert panic.routers_near(calm, "PHA") == ()
    foe = table(unit("PHA", (20, 20)), unit("WAR", (25.5, 20), 0, fleeing=True))
    assert panic.routers_near(foe, "PHA") == ()


@pytest.mark.clause("WAB-STB-01", "WAB-R46", "WAB-R48", "WAB-FRZ-05", "WAB-PAN-04")
def test_who_takes_no_test_for_routers():
    def found(code, *more, **own):
        near = unit("PHA", (26, 20), fleeing=True, side="north" if code in ("GAE", "WAR") else "south")
        return panic.routers_near(table(unit(code, (20, 20), **own), near, *more), code)

    assert found("WAR") == ("PHA",)
    assert found("SIL") == ()
    assert found("GAE") == ()
    assert found("GAE", calm=True) == ("PHA",)
    assert found("WAR", fleeing=True) == ()
    state = table(
        unit("WAR", (20, 20), 180), unit("COM", (20, 20), 0), unit("GJA", (27, 22), fleeing=True), active="north"
    )
    assert facts.engaged(state, "WAR")
    assert panic.routers_near(state, "WAR") == ()


@pytest.mark.clause("WAB-STB-01")
def test_the_stubborn_take_the_other_panic_tests():
    state = table(unit("SIL", (20, 20)))
    for clause in ("WAB-PAN-05", "WAB-PAN-08", "WAB-PAN-09"):
        assert panic.owes(state, "SIL", clause)
    assert not panic.owes(state, "SIL", "WAB-PAN-04")


@pytest.mark.clause("WAB-R55", "WAB-S27")
def test_skirmishers_frighten_formed_friends_but_not_lone_characters():
    state = table(
        unit("PHA", (20, 20)),
        unit("SGE", (30, 20)),
        row_of("CRE", (24, 19.6), 3, fleeing=True),
    )
    assert panic.routers_near(state, "PHA") == ("CRE",)
    assert panic.routers_near(state, "SGE") == ()
    formed = table(unit("SIL", (24, 20), fleeing=True), unit("SGE", (28, 20)))
    assert panic.routers_near(formed, "SGE") == ("SIL",)
    lone = table(unit("PHA", (20, 20)), unit("SGE", (24, 20), fleeing=True))
    assert panic.routers_near(lone, "PHA") == ()


@pytest.mark.clause("WAB-PAN-04", "WAB-TRN-02")
def test_only_the_active_player_tests_for_routers():
    state = table(
        unit("PHA", (20, 20)),
        unit("COM", (25.5, 20), fleeing=True),
        unit("WAR", (50, 20), 0),
        unit("NOB", (55.5, 20), 0, fleeing=True),
    )
    run = runner(state)
    assert panic.owe_for_routers(run) == ("PHA",)
    assert owed(run.state) == [("PHA", "WAB-PAN-04")]
    run = runner(replace(state, own=replace(state.own, active="north")))
    assert panic.owe_for_routers(run) == ("WAR",)


# --- trigger 2 ---------------------------------------------------------------------------------------------------


def beside(gap, **more):
    """A warband that will break, and friends so many inches off its flank."""
    return table(
        unit("WAR", (20, 20), 180),
        unit("OAT", (20 + 2 + gap + 2, 20), 180, **more),
        phase="combat",
        fight=1,
        active="north",
    )


@pytest.mark.clause("WAB-PAN-05", "WAB-BRK-07")
def test_friends_within_twelve_inches_of_a_break():
    for gap, wanted in ((12.0, [("OAT", "WAB-PAN-05")]), (12.05, [])):
        run = runner(beside(gap))
        mark_broken(run, "WAR")
        run._react([])
        assert owed(run.state) == wanted


@pytest.mark.clause("WAB-R24")
def test_flight_from_panic_frightens_nobody_and_being_run_down_not_again():
    run = runner(beside(6.0))
    mark_broken(run, "WAR", combat=False)
    run._react([])
    assert owed(run.state) == []
    destroy(run, "WAR", "run_down")
    run._react([])
    assert owed(run.state) == []


@pytest.mark.clause("WAB-PAN-05", "WAB-R54", "WAB-S11")
def test_a_unit_wiped_out_frightens_from_where_it_last_stood():
    for gap, wanted in ((12.0, [("OAT", "WAB-PAN-05")]), (12.05, [])):
        run = runner(beside(gap))
        wound(run, "WAR", 25, "combat")
        assert not situation.on_table(run.state, "WAR")
        assert owed(run.state) == wanted
        run = runner(beside(gap))
        destroy(run, "WAR", "caught")
        assert owed(run.state) == wanted
    run = runner(beside(6.0))
    wound(run, "WAR", 25, "shooting")
    assert owed(run.state) == []


@pytest.mark.clause("WAB-S11", "WAB-R54")
def test_tests_for_friends_lost_wait_for_the_close_combat_phase():
    state = owing(beside(6.0), ("OAT", "WAB-PAN-05", "WAR"))
    early = Play(replace(state, own=replace(state.own, phase="shooting")), "wab.panic", PanicData())
    assert early.to_end().tested() == []
    assert owed(early.state) == [("OAT", "WAB-PAN-05")]
    assert batch(state, 3, 3).tested() == [("OAT", "panic", True, 6)]


@pytest.mark.clause("WAB-R46", "WAB-PAN-05", "WAB-PAN-08")
def test_engaged_units_test_for_friends_and_general_lost():
    state = table(unit("WAR", (20, 20), 180), unit("PHA", (20, 20), 0), phase="combat")
    assert facts.engaged(state, "WAR")
    assert panic.owes(state, "WAR", "WAB-PAN-05")
    assert panic.owes(state, "WAR", "WAB-PAN-08")
    assert not panic.owes(state, "WAR", "WAB-PAN-04")


# --- trigger 4 ---------------------------------------------------------------------------------------------------


def army(**more):
    return table(
        unit("GCH", (10, 40), 180),
        unit("WAR", (20, 30), 180),
        unit("NOB", (66, 40), 180),
        unit("GAE", (40, 30), 180),
        row_of("GSL", (50, 40), 4, fleeing=True),
        unit("PHA", (20, 10)),
        **more,
    )


@pytest.mark.clause("WAB-PAN-08", "WAB-FRZ-05", "WAB-R48")
@pytest.mark.parametrize("why", ["fled", "run_down", "combat"])
def test_every_unit_tests_when_the_general_is_lost(why):
    run = runner(army())
    destroy(run, "GCH", why)
    run._react([])
    assert owed(run.state) == [("NOB", "WAB-PAN-08"), ("WAR", "WAB-PAN-08")]


@pytest.mark.clause("WAB-PAN-08", "WAB-S27")
def test_a_general_dies_with_his_unit_or_by_wounds():
    state = table(unit("NOB", (20, 20), 180), unit("GCH", joined="NOB"), unit("WAR", (40, 20), 180))
    run = runner(state)
    destroy(run, "NOB", "run_down")
    run._react([])
    assert owed(run.state) == [("WAR", "WAB-PAN-08")]
    run = runner(state)
    wound(run, "GCH", 3, "combat")
    run._react([])
    assert owed(run.state) == [("NOB", "WAB-PAN-08"), ("WAR", "WAB-PAN-08")]
    run = runner(state)
    wound(run, "GCH", 2, "combat")
    run._react([])
    assert owed(run.state) == []


# --- batches -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-S29", "WAB-R24")
def test_one_test_whatever_the_number_of_causes(flights):
    state = owing(army(phase="combat", fight=2), *(("WAR", "WAB-PAN-05", c) for c in ("NOB", "GSL")))
    state = replace(state, due=(*state.due, Due("x", "panic", "WAB-PAN-08", "WAR", ("GCH",))))
    play = Play(state, "wab.panic", PanicData(), (2, 2))
    play.option("leadership", "own")
    assert play.to_end().tested() == [("WAR", "panic", True, 6)]
    assert play.of("panic_cause")[0].data["causes"] == ["WAB-PAN-05", "WAB-PAN-08"]
    assert play.state.due == ()


@pytest.mark.clause("WAB-S30", "WAB-R54")
def test_the_active_side_tests_first_then_by_the_army_list(flights):
    state = table(
        unit("PHA", (20, 10)),
        unit("SIL", (30, 10)),
        unit("NOB", (30, 40), 180),
        unit("WAR", (20, 40), 180),
        active="north",
        phase="shooting",
    )
    told = [(u, "WAB-PAN-08") for u in ("SIL", "WAR", "PHA", "NOB")]
    play = batch(owing(state, *told), *([1] * 8))
    assert [t[0] for t in play.tested()] == ["WAR", "NOB", "PHA", "SIL"]
    chosen = batch(owing(state, *told), *([1] * 4), units=("WAR", "NOB"))
    assert [t[0] for t in chosen.tested()] == ["WAR", "NOB"]
    assert owed(chosen.state) == [("PHA", "WAB-PAN-08"), ("SIL", "WAB-PAN-08")]


@pytest.mark.clause("WAB-PAN-01", "WAB-FLE-06", "WAB-S30", "WAB-S14")
def test_failures_flee_at_once_from_the_nearest_enemy(flights):
    state = owing(army(phase="shooting", active="south"), ("NOB", "WAB-PAN-08"), ("WAR", "WAB-PAN-08"))
    state = replace(state, units={k: v for k, v in state.units.items() if k != "GCH"})
    play = batch(state, 6, 6, 6, 6)
    assert [t[2] for t in play.tested()] == [False, False]
    assert flights == [
        {"unit": "WAR", "cause": "panic", "away": "PHA"},
        {"unit": "NOB", "cause": "panic", "away": "PHA"},
    ]
    kinds = [e.type for e in play.events if e.type in ("test_failed", "fled")]
    assert kinds == ["test_failed", "fled", "test_failed", "fled"]


@pytest.mark.clause("WAB-S24", "WAB-FLE-06", "WAB-PAN-01")
def test_in_the_close_combat_phase_they_run_with_the_broken(flights):
    play = batch(owing(beside(6.0), ("OAT", "WAB-PAN-05", "WAR")), 6, 6)
    assert flights == []
    assert play.own("OAT").fleeing
    assert [(e.about, e.data["combat"]) for e in play.of("broken")] == [(("OAT",), False)]
    assert owed(play.state) == []


@pytest.mark.clause("WAB-PAN-06", "WAB-PAN-05", "WAB-R27")
def test_only_winners_of_this_phase_roll_again_and_only_for_friends_lost(flights):
    """W17: 11 inches off, its own combat won: 9 fails, 5 passes; a draw gives nothing."""
    won = owing(beside(11.0, won=1), ("OAT", "WAB-PAN-05", "WAR"))
    assert batch(won, 5, 4, 2, 3).tested() == [("OAT", "panic", False, 6), ("OAT", "panic", True, 6)]
    drawn = owing(beside(11.0), ("OAT", "WAB-PAN-05", "WAR"))
    assert batch(drawn, 5, 4).tested() == [("OAT", "panic", False, 6)]
    older = owing(replace(beside(11.0, won=1), own=replace(beside(11.0).own, fight=2)), ("OAT", "WAB-PAN-05", "WAR"))
    assert batch(older, 5, 4).tested() == [("OAT", "panic", False, 6)]
    general = owing(beside(11.0, won=1), ("OAT", "WAB-PAN-08", "GCH"))
    assert batch(general, 5, 4).tested() == [("OAT", "panic", False, 6)]


@pytest.mark.clause("WAB-R48")
def test_who_flees_meanwhile_takes_no_test(flights):
    state = owing(beside(6.0, fleeing=True), ("OAT", "WAB-PAN-05", "WAR"))
    assert batch(state).tested() == []


def test_the_same_test_is_owed_once():
    run = runner(beside(6.0))
    assert panic.owe_panic(run, "OAT", "WAB-PAN-05", ("WAR",))
    assert panic.owe_panic(run, "OAT", "WAB-PAN-05", ("WAR",))
    assert len(run.state.due) == 1


@pytest.mark.clause("WAB-PAN-09", "WAB-R23")
def test_losses_to_missiles_are_counted_and_forgotten():
    run = runner(army(phase="shooting"))
    for unit_id, n in (("WAR", 6), ("NOB", 2)):
        wound(run, unit_id, n, "shooting")
    assert (run.state.units["WAR"].own.shot_down, run.state.units["WAR"].own.shot_from) == (6, 25)
    panic.owe_for_missiles(run)
    assert owed(run.state) == [("NOB", "WAB-PAN-09")]
    assert all(not u.own.shot_down and not u.own.shot_from for u in run.state.units.values())
    run = runner(army(phase="charges"))
    wound(run, "NOB", 4, "reaction")
    run.emit("x", "flow", None, ev.Seen())
    panic.owe_for_missiles(run)
    assert owed(run.state) == []
