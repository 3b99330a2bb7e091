"""Flights and pursuits after combat, overruns, fresh enemies (WAB-BRK-06, WAB-FLE-05, WAB-S24, WAB-S15)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.decision import Decision, OptionAnswer, Reply
from game.engine.state import State
from game.engine.text import T
from game.kit import situation
from rulesets.ancient_battles.field import engagement, facts
from rulesets.ancient_battles.fight import chase
from rulesets.ancient_battles.fight import pursuit as quarry
from rulesets.ancient_battles.fight.combat_round import Fought
from tests.rules.ancient_battles.combat_play import Play, decided, left, rout, where
from tests.rules.ancient_battles.table import piece, table, unit


def won(winner: str, *units: str, difference: int = 2, charged: tuple[str, ...] = (), **foes: Any) -> Fought:
    return Fought(units, winner, difference, foes, charged)


WON = won("south", "PHA", "WAR")


def beaten(*others: dict[str, Any], pursuer: dict[str, Any] | None = None, **more: Any) -> State:
    """A phalanx facing north has broken the warband before it: front to front at y = 24."""
    found = table(
        pursuer or unit("PHA", (36, 24), 0, files=5, models=20, won=1, beat=("WAR",)),
        unit("WAR", (36, 24), 180, files=5, models=20),
        *others,
        phase="combat",
        fight=1,
        **more,
    )
    return flee(found, "WAR")


def flee(state: State, *units: str) -> State:
    known = dict(state.units)
    for u in units:
        known[u] = replace(known[u], own=replace(known[u].own, fleeing=True, fled_turn=2))
    return replace(state, units=known)


def whole(play: Play) -> Play:
    play.on()
    assert play.left() == (), play.dice_thrown()
    return play


# --- flight and pursuit ------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-S24", "WAB-R24")
def test_a_pursuit_as_long_as_the_flight_destroys() -> None:
    play = whole(rout(beaten(), 4, 4, 4, 4, fought=[WON], runners=["WAR"]))
    assert not situation.on_table(play.state, "WAR")
    assert play.event("destroyed").data["why"] == "run_down"
    assert where(play.state, "PHA") == (36.0, 32.0, 0.0)
    assert play.state.due == ()


@pytest.mark.clause("WAB-S24", "WAB-BRK-06", "WAB-FLE-05", "WAB-S14")
def test_a_shorter_pursuit_lets_it_get_away_straight_from_its_enemy() -> None:
    play = whole(rout(beaten(), 4, 4, 4, 3, fought=[WON], runners=["WAR"]))
    assert where(play.state, "WAR") == (36.0, 32.0, 180.0)
    assert play.state.units["WAR"].own.fled_to == 0.0
    assert where(play.state, "PHA") == (36.0, 31.0, 0.0)
    assert play.state.ties == {}


@pytest.mark.clause("WAB-S24")
def test_who_stands_stays_where_it_is() -> None:
    play = rout(beaten(), 1, 1, fought=[WON], runners=["WAR"])
    assert play.asked_for == "wab.pursue"
    assert play.decision.side == "south"
    play.option(pursue="stand")
    whole(play)
    assert where(play.state, "PHA") == (36.0, 24.0, 0.0)
    assert where(play.state, "WAR") == (36.0, 26.0, 180.0)


@pytest.mark.clause("WAB-S24", "WAB-FLE-03")
def test_each_rolls_by_its_own_rate() -> None:
    """Companions (8) roll three dice, the warband (5) two."""
    state = table(
        unit("COM", (36, 24), 0, won=1, beat=("WAR",)),
        unit("WAR", (36, 24), 180, files=5, models=20),
        phase="combat",
        fight=1,
    )
    play = whole(rout(flee(state, "WAR"), 6, 6, 5, 4, 2, fought=[won("south", "COM", "WAR")], runners=["WAR"]))
    assert play.dice_thrown() == [("Flight of WAR", (6, 6)), ("Pursuit of COM", (5, 4, 2))]
    assert left(play.state, "WAR") == 20


@pytest.mark.clause("WAB-S30", "WAB-S24")
def test_all_flights_are_rolled_before_all_pursuits_active_side_first() -> None:
    state = table(
        unit("PHA", (16, 24), 0, files=5, models=20, won=1, beat=("WAR",)),
        unit("WAR", (16, 24), 180, files=5, models=20),
        unit("SIL", (50, 24), 0, files=4, models=16),
        unit("GAE", (50, 24), 180, files=4, models=16, calm=True, won=1, beat=("SIL",)),
        phase="combat",
        fight=1,
    )
    fought = [WON, won("north", "SIL", "GAE")]
    play = whole(rout(flee(state, "WAR", "SIL"), *(1,) * 8, fought=fought, runners=["SIL", "WAR"]))
    assert [why for why, _ in play.dice_thrown()] == [
        "Flight of SIL",
        "Flight of WAR",
        "Pursuit of PHA",
        "Pursuit of GAE",
    ]


@pytest.mark.clause("WAB-S14", "WAB-S23")
def test_it_runs_from_the_strongest_enemy_in_contact() -> None:
    """Eight Companions on its flank (strength 16) against twelve phalangites to its front: it runs from the horse."""
    state = table(
        unit("PHA", (36, 24), 0, files=5, models=12, won=1),
        unit("COM", (34, 25), 90, files=1, models=8, won=1),
        unit("WAR", (36, 24), 180, files=5, models=20),
        phase="combat",
        fight=1,
    )
    assert quarry.away_from(state, "WAR") == ("COM",)


@pytest.mark.clause("WAB-S14", "WAB-S37")
def test_of_two_as_strong_its_owner_chooses_from_whom_it_runs() -> None:
    """Sixteen phalangites before it, eight Companions on its western flank: strength 16 each."""
    state = flee(
        table(
            unit("PHA", (36, 24), 0, files=5, models=16, won=1),
            unit("COM", (34, 25), 90, files=1, models=8, won=1),
            unit("WAR", (36, 24), 180, files=5, models=20),
            phase="combat",
            fight=1,
        ),
        "WAR",
    )
    play = rout(state, 2, 2, fought=[won("south", "PHA", "COM", "WAR")], runners=["WAR"])
    assert (play.asked_for, play.decision.side) == ("wab.away", "north")
    assert play.asked.default.answer == OptionAnswer({"away": "PHA"})
    play.option(away="PHA")
    play.option(pursue="stand")
    play.option(pursue="stand")
    assert play.state.units["WAR"].own.fled_to == 0.0
    assert where(play.state, "WAR") == (36.0, 28.0, 180.0)


# --- who may, who must -------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-S24")
def test_only_who_has_no_enemy_left_standing_may_pursue() -> None:
    """The warband runs, the Gaesati on the flank stay: nothing to decide."""
    state = beaten(unit("GAE", (38, 23), 270, files=2, models=10))
    fought = [won("south", "PHA", "WAR", "GAE")]
    assert quarry.quarries(state, "PHA", ("WAR",), fought) == ()
    assert quarry.quarries(flee(state, "GAE"), "PHA", ("WAR", "GAE"), fought) == ("WAR", "GAE")


@pytest.mark.clause("WAB-S24")
def test_after_a_draw_or_its_own_victory_nobody_pursues_who_panics() -> None:
    state = beaten()
    assert quarry.quarries(state, "PHA", ("WAR",), [WON]) == ("WAR",)
    assert quarry.quarries(state, "PHA", ("WAR",), [won("", "PHA", "WAR")]) == ()
    assert quarry.quarries(state, "PHA", ("WAR",), [won("north", "PHA", "WAR")]) == ()
    assert quarry.quarries(flee(state, "PHA"), "PHA", ("WAR",), [WON]) == ()


def gaesati(calm: bool = False) -> State:
    state = table(
        unit("PHA", (36, 24), 0, files=5, models=20),
        unit("GAE", (36, 24), 180, files=4, models=12, calm=calm, won=1, beat=("PHA",)),
        phase="combat",
        fight=1,
    )
    return flee(state, "PHA")


@pytest.mark.clause("WAB-FRZ-04", "WAB-S24")
def test_the_frenzied_must_pursue() -> None:
    fought = [won("north", "PHA", "GAE")]
    assert quarry.must_pursue(gaesati(), "GAE", ("PHA",)) == (("PHA",), "WAB-FRZ-04")
    free = rout(gaesati(calm=True), 1, 1, fought=fought, runners=["PHA"])
    assert free.asked_for == "wab.pursue"
    free.option(pursue="stand")
    # The frenzied are not even asked: there is but one answer, and it is given.
    play = whole(rout(gaesati(), 6, 6, 1, 1, fought=fought, runners=["PHA"]))
    assert not [e for e in play.events if e.type == "asked"]
    assert play.event("pursued").data["quarry"] == "PHA"


def haters(*terrain: Any, how: str = "charge") -> State:
    state = table(
        unit("PHA", (36, 24), 0, files=5, models=20),
        unit("OAT", (36, 24), 180, files=5, models=20, won=1, beat=("PHA",)),
        terrain=list(terrain),
        contacts=[{"a": "OAT" if how else "PHA", "b": "PHA" if how else "OAT", "how": how or "charge", "since": 1}],
        phase="combat",
        fight=1,
    )
    return flee(state, "PHA")


@pytest.mark.clause("WAB-HAT-03", "WAB-S26")
def test_haters_must_pursue_except_from_a_defended_position() -> None:
    wall = piece("wall", points=[(30, 24), (42, 24)])
    assert quarry.must_pursue(haters(), "OAT", ("PHA",)) == (("PHA",), "WAB-HAT-03")
    # Behind a wall, and charged: free to stand.
    assert quarry.must_pursue(haters(wall, how=""), "OAT", ("PHA",)) == ((), "")
    # Behind the same wall, but it was they who charged.
    assert quarry.must_pursue(haters(wall), "OAT", ("PHA",))[1] == "WAB-HAT-03"
    assert quarry.must_pursue(haters(how=""), "OAT", ("PHA",))[1] == "WAB-HAT-03"


@pytest.mark.clause("WAB-HAT-03")
def test_of_two_broken_enemies_the_hated_one_must_be_pursued() -> None:
    """The Galatians hate Seleucids alone; both enemies are Seleucids, so either will do but not to stand."""
    state = flee(
        table(
            unit("PHA", (34.4, 24), 0, files=4, models=12),
            unit("SIL", (37.6, 24), 0, files=4, models=12),
            unit("OAT", (36, 24), 180, files=5, models=20, won=1),
            phase="combat",
            fight=1,
        ),
        "PHA",
        "SIL",
    )
    play = rout(state, fought=[won("north", "OAT", "PHA", "SIL")], runners=["PHA", "SIL"])
    assert play.refused(Reply(OptionAnswer({"pursue": "stand"}))) == "WAB-HAT-03"
    assert play.asked.default.answer == OptionAnswer({"pursue": "SIL"})


# --- overrun -----------------------------------------------------------------------------------------------------


def victors(charged: bool) -> Play:
    """A phalanx whose last enemy died."""
    state = table(
        unit("PHA", (36, 24), 0, files=5, models=20, won=1, beat=("WAR",)),
        unit("WAR", (60, 40), 180, models=0),
        phase="combat",
        fight=1,
    )
    fought = won("south", "PHA", "WAR", charged=("PHA",) if charged else (), PHA=("WAR",))
    return rout(state, *((3, 2) if charged else ()), fought=[fought], runners=[])


@pytest.mark.clause("WAB-S24")
def test_who_charged_and_killed_them_all_may_overrun() -> None:
    play = victors(charged=True)
    assert play.asked_for == "wab.pursue"
    assert play.asked.default.answer == OptionAnswer({"pursue": "stand"})
    play.option(pursue="overrun")
    assert where(whole(play).state, "PHA") == (36.0, 29.0, 0.0)


@pytest.mark.clause("WAB-S24")
def test_who_did_not_charge_may_not_overrun() -> None:
    play = victors(charged=False)
    assert play.asked_for == ""
    assert where(play.state, "PHA") == (36.0, 24.0, 0.0)


# --- what a pursuer runs into ------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-S24", "WAB-S07")
def test_it_stops_an_inch_short_of_friends() -> None:
    """A friend stands 6 inches ahead; 7 were rolled."""
    state = beaten(unit("SIL", (36, 33.2), 0, files=4, models=16))
    play = whole(rout(state, 6, 6, 4, 3, fought=[WON], runners=["WAR"]))
    assert where(play.state, "PHA") == (36.0, 29.0, 0.0)


@pytest.mark.clause("WAB-S24")
def test_another_fleeing_enemy_in_the_way_is_destroyed_without_panic() -> None:
    others = unit("GAE", (36, 31.5), 180, files=4, models=8, fleeing=True), unit("GJA", (36, 40))
    play = whole(rout(beaten(*others), 6, 6, 4, 4, fought=[WON], runners=["WAR"]))
    assert not situation.on_table(play.state, "GAE")
    assert left(play.state, "WAR") == 20
    assert play.state.due == ()


def fresh(facing: float = 180, y: float = 31, **more: Any) -> State:
    """Gaesati stand 7 inches beyond the phalanx's front, beyond the rear of the warband."""
    return beaten(unit("NOB", (36, y), facing, files=4, models=8, **more))


@pytest.mark.clause("WAB-S24", "WAB-S21", "WAB-S29")
def test_a_fresh_enemy_is_charged_and_fought_in_the_next_phase() -> None:
    play = whole(rout(fresh(), 6, 6, 5, 5, fought=[WON], runners=["WAR"]))
    assert where(play.state, "PHA") == (36.0, 31.0, 0.0)
    assert engagement.combats(play.state) == (("PHA", "NOB"),)
    tie = next(iter(play.state.ties.values()))
    assert (tie.a, tie.b, tie.own.how, tie.own.edge) == ("PHA", "NOB", "pursuit", "front")
    later = play.state
    assert not engagement.charged(later, "PHA")
    later = replace(later, own=replace(later.own, phase="moves"))
    assert engagement.charged(later, "PHA")
    assert engagement.first_round(later, "PHA")


@pytest.mark.clause("WAB-S24", "WAB-PAN-07", "WAB-S29")
def test_a_fresh_enemy_met_in_the_rear_tests_and_may_flee_then_the_pursuer_stops() -> None:
    """The nobles show their backs: they fail the Panic test and run; the phalanx stops where they stood."""
    state = fresh(facing=0, y=35)
    play = whole(rout(state, 6, 6, 6, 6, 6, 6, 1, 1, 1, fought=[WON], runners=["WAR"]))
    assert where(play.state, "PHA")[1] == 30.5
    assert where(play.state, "NOB") == (36.0, 38.0, 0.0)
    assert play.state.ties == {}


@pytest.mark.clause("WAB-S24", "WAB-PAN-07")
def test_if_it_passes_it_is_held_in_its_rear() -> None:
    play = whole(rout(fresh(facing=0, y=35), 6, 6, 6, 6, 1, 1, fought=[WON], runners=["WAR"]))
    tie = next(iter(play.state.ties.values()))
    assert (tie.a, tie.b, tie.own.edge) == ("PHA", "NOB", "rear")
    assert engagement.edge(play.state, "PHA", "NOB") == "rear"


@pytest.mark.clause("WAB-S15", "WAB-S24")
def test_a_pursuer_that_crosses_the_edge_is_off_the_table() -> None:
    state = table(
        unit("PHA", (36, 42), 0, files=5, models=20, won=1),
        unit("WAR", (36, 42), 180, files=5, models=10),
        phase="combat",
        fight=1,
    )
    play = whole(rout(flee(state, "WAR"), 6, 6, 4, 3, fought=[WON], runners=["WAR"]))
    assert play.event("routed_off").about == ("WAR",)
    assert {b.where for b in play.state.bases.values() if b.unit == "PHA" and b.number <= 20} == {"off"}
    x, y, facing = play.state.units["PHA"].own.off_at
    assert (round(x / 25.0, 3), round(y / 25.0, 3), facing) == (36.0, 48.0, 180.0)


@pytest.mark.clause("WAB-S24", "WAB-S15")
def test_reaching_the_edge_exactly_is_not_crossing_it() -> None:
    state = table(
        unit("PHA", (36, 41), 0, files=5, models=20, won=1),
        unit("WAR", (36, 41), 180, files=5, models=10),
        phase="combat",
        fight=1,
    )
    play = whole(rout(flee(state, "WAR"), 6, 6, 4, 3, fought=[WON], runners=["WAR"]))
    assert where(play.state, "PHA") == (36.0, 48.0, 0.0)


@pytest.mark.clause("WAB-S24")
def test_it_turns_to_the_direction_of_the_flight() -> None:
    """The warband stands half beside it: away from its middle is a slant, and the phalanx faces along it."""
    state = flee(
        table(
            unit("PHA", (36, 24), 0, files=5, models=20, won=1),
            unit("WAR", (38, 24), 180, files=5, models=20),
            phase="combat",
            fight=1,
        ),
        "WAR",
    )
    play = whole(rout(state, 6, 6, 1, 1, fought=[WON], runners=["WAR"]))
    bearing = play.state.units["WAR"].own.fled_to
    assert round(bearing, 1) == 32.0
    assert where(play.state, "PHA")[2] == bearing


# --- the whole end of a phase ------------------------------------------------------------------------------------


def end_of_phase(slingers: float = 12.1) -> State:
    """W24: Companions face the warband (18 left) at y = 24; youths at 12.0, slingers at 12.1 inches, Oath-bound at 10.

    The warband's four ranks reach from y = 24 to 27.2.
    """
    return table(
        unit("COM", (36, 24), 0, won=1, beat=("WAR",)),
        unit("WAR", (36, 24), 180, files=5, models=18),
        unit("OAT", (46, 24), 180, files=5, models=25, won=1),
        unit("GJA", poses=[[36, 27.2 + 12.0 + 0.4, 180], [37, 27.2 + 12.0 + 0.4, 180]], models=2),
        unit("GSL", poses=[[34, 27.2 + slingers + 0.4, 180], [33, 27.2 + slingers + 0.4, 180]], models=2),
        unit("PHA", (46, 24), 0, files=5, models=20),
        phase="combat",
        fight=1,
    )


@pytest.mark.clause("WAB-TRN-07", "WAB-BRK-05", "WAB-BRK-07", "WAB-BRK-08", "WAB-PAN-06", "WAB-R24", "WAB-S30")
def test_worked_example_of_the_end_of_a_phase() -> None:
    """W24, die for die: the warband breaks and is run down, the Oath-bound pass on their re-roll, the youths run."""
    fought = [won("south", "COM", "WAR", difference=3), won("north", "OAT", "PHA", difference=1)]
    state = end_of_phase()
    dice = (1, 1, 4, 2, 5, 4, 3, 2, 3, 3, 3, 4, 5, 1, 2, 2, 3)
    play = decided(state, *dice, fought=fought).on()
    assert play.left() == (), play.dice_thrown()
    assert play.dice_thrown() == [
        ("Break test of PHA", (1, 1)),
        ("Break test of WAR", (4, 2)),
        ("Panic test of OAT", (5, 4)),
        ("Panic test of OAT", (3, 2)),
        ("Panic test of GJA", (3, 3)),
        ("Flight of WAR", (3, 4)),
        ("Flight of GJA", (5, 1)),
        ("Pursuit of COM", (2, 2, 3)),
    ]
    assert not situation.on_table(play.state, "WAR")
    assert not play.state.units["OAT"].own.fleeing
    assert play.state.units["GJA"].own.fleeing
    assert play.state.due == ()
    assert facts.opponents(play.state, "OAT") == ("PHA",)


@pytest.mark.clause("WAB-BRK-07", "WAB-BRK-08")
def test_at_twelve_inches_the_slingers_test_too() -> None:
    fought = [won("south", "COM", "WAR", difference=3), won("north", "OAT", "PHA", difference=1)]
    dice = (1, 1, 4, 2, 2, 2, 1, 1, 3, 3, 3, 4, 5, 1, 2, 2, 3)
    play = decided(end_of_phase(12.0), *dice, fought=fought).on()
    assert ("Panic test of GSL", (1, 1)) in play.dice_thrown()


@pytest.mark.clause("WAB-S24", "WAB-R46", "WAB-FLE-06")
def test_an_engaged_unit_that_panics_is_pursued_by_who_beat_it() -> None:
    """The phalanx lost but held; the Silver Shields break nearby, it panics and its victors may pursue it."""
    state = table(
        unit("PHA", (20, 24), 0, files=5, models=20),
        unit("WAR", (20, 24), 180, files=5, models=20, won=1),
        unit("SIL", (30, 24), 0, files=4, models=16, stubborn_used=True),
        unit("GAE", (30, 24), 180, files=4, models=16, calm=True, won=1),
        phase="combat",
        fight=1,
    )
    fought = [won("north", "PHA", "WAR", difference=1), won("north", "SIL", "GAE", difference=1)]
    # Break tests: phalanx 1, 1 holds; Silver Shields (their enemy causes Fear but does not outnumber them) 6, 6.
    play = decided(state, 1, 1, 6, 6, 6, 6, *(1,) * 8, fought=fought)
    asked = []
    while play.session.waiting:
        asked.append((play.asked_for, play.decision.args.get("unit")))
        play.give(play.asked.default)
    assert ("wab.pursue", "WAR") in asked
    assert [e.about[0] for e in play.of("broken")] == ["SIL", "PHA"]


@pytest.mark.clause("WAB-R54", "WAB-S24", "WAB-PAN-08")
def test_a_general_run_down_is_mourned_at_the_end_of_the_phase() -> None:
    state = table(
        unit("COM", (36, 24), 0, files=4, models=7),
        unit("SGE", joined="COM"),
        unit("WAR", (36, 24), 180, files=5, models=20, won=1),
        unit("PHA", (10, 10), 0, files=5, models=20),
        phase="combat",
        fight=1,
    )
    # Break 6, 6 (Leadership 9 of the General among them); flight 1, 1, 1; pursuit 6, 6; then Panic of the phalanx.
    play = decided(state, 6, 6, 1, 1, 1, 6, 6, 1, 1, fought=[won("north", "COM", "WAR", difference=1)]).on()
    assert play.left() == ()
    assert not situation.on_table(play.state, "SGE")
    assert [why for why, _ in play.dice_thrown()][-1] == "Panic test of PHA"


@pytest.mark.clause("WAB-S24", "WAB-S08")
@pytest.mark.parametrize(("room", "facing", "way"), [(0.8, 0.0, 0.3), (2.0, 90.0, 1.0)])
def test_a_lone_pursuer_turns_only_where_he_has_the_room(room: float, facing: float, way: float) -> None:
    """A horse is 1 inch wide and 2 long: beside a house it goes sideways until it touches, else nose first."""
    house = piece("building", "house", box=(30 + room, 20, 40, 30))
    state = table(unit("GCH", (30, 26), 0), terrain=[house])
    found = chase.chase(state, "GCH", 90.0, 100.0)
    assert found.way == pytest.approx(way * 25.0, abs=0.001)
    pose = chase.ends(state, "GCH", found)["GCH.1"]
    assert (pose.x, pose.facing) == (pytest.approx((30 + way) * 25.0, abs=0.001), facing)


@pytest.mark.clause("WAB-S24", "WAB-S07")
def test_loose_pursuers_end_on_no_lone_friend_beside_a_fresh_enemy() -> None:
    """Javelinmen run on into a warband, but their General sits where their first figures would come to stand."""
    loose = unit("SJA", poses=[[36, 24, 0], [37, 24, 0]], models=2)
    warband = unit("WAR", (36, 30), 180)
    met = chase.chase(table(loose, warband), "SJA", 0.0, 250.0)
    assert (met.met, met.way) == ("WAR", pytest.approx(5.6 * 25.0, abs=0.001))
    short = chase.chase(table(loose, warband, unit("SGE", (37.2, 29.8), 0)), "SJA", 0.0, 250.0)
    assert (short.met, short.friend) == ("", "SGE")
    assert short.way == pytest.approx((27.8 - 24.4 - 1.0) * 25.0, abs=0.001)


@pytest.mark.clause("WAB-S24", "WAB-S02")
@pytest.mark.parametrize(("mm", "met"), [(149.96, ""), (150.0, "WAR"), (150.01, "WAR"), (400.0, "WAR")])
def test_an_enemy_is_met_from_the_very_distance_at_which_he_is_touched(mm: float, met: str) -> None:
    state = table(unit("PHA", (36, 20), 0, files=5, models=20), unit("WAR", (36, 26), 180, files=5, models=20))
    found = chase.chase(state, "PHA", 0.0, mm)
    assert (found.met, found.friend, found.off) == (met, "", None)
    assert found.way == pytest.approx(min(mm, 150.0))


@pytest.mark.clause("WAB-S24", "WAB-S02", "WAB-S10")
def test_a_pursuit_that_just_reaches_a_fresh_enemy_charges_it() -> None:
    """The nobles stand eight inches behind the warband's front: the pursuit of eight ends against them."""
    nobles = unit("NOB", (36, 32), 180, files=4, models=4, calm=True)
    play = whole(rout(beaten(nobles), 3, 4, 4, 4, fought=[WON], runners=["WAR"]))
    assert where(play.state, "PHA") == (36.0, 32.0, 0.0)
    assert facts.opponents(play.state, "PHA") == ("NOB",)
    (tie,) = play.state.ties.values()
    assert (tie.a, tie.b, tie.own.how) == ("PHA", "NOB", "pursuit")


@pytest.mark.clause("WAB-S24")
@pytest.mark.parametrize(("mm", "way", "friend"), [(124.9, 124.9, ""), (125.0, 125.0, "SIL"), (400.0, 125.0, "SIL")])
def test_a_pursuer_stops_an_inch_short_of_friends(mm: float, way: float, friend: str) -> None:
    state = table(unit("PHA", (36, 20), 0, files=5, models=20), unit("SIL", (36, 26), 180, files=4, models=16))
    found = chase.chase(state, "PHA", 0.0, mm)
    assert (found.way, found.friend, found.met) == (pytest.approx(way), friend, "")


@pytest.mark.clause("WAB-S24", "WAB-S37")
def test_of_two_met_at_once_it_is_the_first_of_the_army_list() -> None:
    """The Oath-bound and the warband side by side, in one line: the pursuer meets both at the same step."""
    first, second = (unit("WAR", (34, 26), 180, files=4, models=8), unit("OAT", (38, 26), 180, files=4, models=8))
    for rows in ((first, second), (second, first)):
        state = table(unit("PHA", (36, 20), 0, files=5, models=20), *rows)
        lower = situation.in_order(state, ("WAR", "OAT"))[0]
        assert chase.chase(state, "PHA", 0.0, 400.0).met == lower
    nearer = table(unit("PHA", (36, 20), 0, files=5, models=20), {**first, "at": [34, 26.1]}, second)
    assert chase.chase(nearer, "PHA", 0.0, 400.0).met == "OAT"


@pytest.mark.clause("WAB-S15", "WAB-S24", "WAB-R44")
@pytest.mark.parametrize(
    ("at", "bearing", "gone"),
    [
        ((10, 24), 270.0, (0.0, 600.0, 90.0)),
        ((62, 24), 90.0, (1800.0, 600.0, 270.0)),
        ((36, 10), 180.0, (900.0, 0.0, 0.0)),
        ((36, 38), 0.0, (900.0, 1200.0, 180.0)),
        ((12, 6), 270.0, (0.0, 150.0, 90.0)),
    ],
)
def test_a_pursuer_leaves_by_the_edge_it_crosses_and_will_face_back_in(
    at: tuple[float, float], bearing: float, gone: tuple[float, float, float]
) -> None:
    """The General's base, nose first: its middle lies an inch behind its front."""
    state = table(unit("SGE", poses=[(*at, bearing)]))
    found = chase.chase(state, "SGE", bearing, 1000.0)
    assert found.off == gone
    along = 1 if bearing in (0.0, 180.0) else 0
    assert found.way == pytest.approx(abs(gone[along] - 25.0 * at[along]) - 25.0)
    assert chase.chase(state, "SGE", bearing, found.way - 0.1).off is None


@pytest.mark.clause("WAB-S24")
def test_the_question_names_the_enemy_or_the_overrun() -> None:
    def labels(among: list[str]) -> list[tuple[str, str]]:
        args = {"unit": "PHA", "quarries": among}
        decision = Decision("d1", "wab.pursue", "south", "option", T("Pursue?"), args)
        space = quarry.PURSUE.asks.asked(beaten(), decision).space
        return [(c.id, c.label.key) for c in space.parts["pursue"]]  # type: ignore[union-attr]

    assert labels(["WAR"]) == [("WAR", "Pursue {enemy}"), ("stand", "Stand")]
    assert labels([quarry.OVERRUN]) == [(quarry.OVERRUN, "Overrun"), ("stand", "Stand")]


@pytest.mark.clause("WAB-S24")
def test_who_stops_short_of_one_friend_ends_on_no_other() -> None:
    """Javelinmen would end on their slingers; an inch short of these they would stand on the Silver Shields."""
    runners = unit("SJA", poses=[[36, 20, 0], [37, 20, 0]], models=2)
    behind = unit("SGE", (36.5, 30), 0)
    state = table(runners, unit("SIL", (36.5, 27.6), 0, files=4, models=4), behind)
    alone = chase.chase(table(runners, behind), "SJA", 0.0, 8.0 * 25.0)
    assert (alone.friend, alone.way) == ("SGE", pytest.approx((28.0 - 20.4 - 1.0) * 25.0, abs=0.001))
    found = chase.chase(state, "SJA", 0.0, 8.0 * 25.0)
    assert found.friend == "SIL"
    assert found.way == pytest.approx((26.8 - 20.4 - 1.0) * 25.0, abs=0.001)


@pytest.mark.clause("WAB-S24")
def test_two_pursuers_of_one_side_never_end_on_each_other() -> None:
    """Both would end on the General: the first stops an inch short of him, the second an inch short of the first."""
    state = table(
        unit("SJA", poses=[[36, 20, 0], [37, 20, 0]], models=2),
        unit("SJA2", poses=[[36, 18, 0], [37, 18, 0]], models=2),
        unit("SGE", (36.5, 30), 0),
    )
    first = chase.chase(state, "SJA", 0.0, 8.0 * 25.0)
    state = state.with_poses(chase.ends(state, "SJA", first))
    assert chase.chase(state, "SJA2", 0.0, 9.0 * 25.0).friend == "SJA"
    found = chase.chase(state, "SJA2", 0.0, 10.0 * 25.0)
    assert (first.friend, found.friend) == ("SGE", "SJA")
    assert found.way == pytest.approx((26.6 - 0.4 - 1.0 - 0.4 - 18.0) * 25.0, abs=0.001)
