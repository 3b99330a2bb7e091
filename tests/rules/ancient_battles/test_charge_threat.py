"""Charges that threaten and charges that do not; targets that are gone; counter-charges that meet nobody.

WAB-S11, WAB-S12, WAB-CHG-03.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.decision import Aim, OptionSpace, TargetsAnswer, TargetsSpace
from game.engine.state import Frame, State, Tie
from rulesets.ancient_battles.charge import declaring
from rulesets.ancient_battles.charge.paths import met_half_way
from rulesets.ancient_battles.charge.reactions import ReactData
from rulesets.ancient_battles.field import engagement, facts
from rulesets.ancient_battles.own import ChargeOwn
from tests.rules.ancient_battles.charge_play import Play as Moves
from tests.rules.ancient_battles.charge_play import bars, declared
from tests.rules.ancient_battles.charge_play import charge as charge_path
from tests.rules.ancient_battles.shots_play import Play, aims
from tests.rules.ancient_battles.table import piece, table, unit

DEEP = 4.5
"""Inches from front to rear of eight riders in two ranks, with the gap of open order."""


def charges(state: State, *dice: int) -> Play:
    return Play(state, "wab.charges", dice=dice)


def charge(play: Play, unit_id: str, target: str) -> None:
    play.give(aims((unit_id, "charge", target)))


def tie_of(state: State, charger: str) -> ChargeOwn:
    found = next(t.own for t in state.ties.values() if t.kind == "charge" and t.a == charger)
    assert isinstance(found, ChargeOwn)
    return found


def carried_out(state: State) -> Moves:
    """Step 4, every charge by its best path."""
    play = Moves(state, Frame("wab.charge_moves"))
    while play.asked_for:
        play.default()
    return play


def head_on(charger: str, target: str, gap: float, *more: dict[str, Any]) -> State:
    return table(unit(charger, (36, 10), 0, side="south"), unit(target, (36, 10 + gap), 180, side="north"), *more)


# --- what threatens ----------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-S11", "WAB-CHG-01")
@pytest.mark.parametrize(("gap", "threatened"), [(8.0, True), (8.01, False)])
def test_only_a_threatened_target_counts_as_charged(gap: float, threatened: bool) -> None:
    """The phalanx charges 8 inches: beyond that it may declare, but nobody answers."""
    play = charges(head_on("PHA", "WAR", gap))
    charge(play, "PHA", "WAR")
    play.to_end()
    assert play.of("charge_declared")[0].data["threatens"] is threatened
    assert tie_of(play.state, "PHA").idle is not threatened
    assert declaring.chargers_of(play.state, "WAR") == (("PHA",) if threatened else ())
    assert [e.data["reaction"] for e in play.of("reaction")] == (["hold"] if threatened else [])


@pytest.mark.clause("WAB-S11", "WAB-TER-01")
def test_a_path_that_the_ground_makes_too_long_threatens_nobody() -> None:
    """A gap of 7 inches with 2 of wood in it costs 9."""
    wood = piece("wood", box=(30, 12, 42, 13))
    assert declaring.threatens(head_on("PHA", "WAR", 7), "PHA", "WAR")
    assert not declaring.threatens(replace(table(*_rows(), terrain=[wood])), "PHA", "WAR")


def _rows() -> list[dict[str, Any]]:
    return [unit("PHA", (36, 10)), unit("WAR", (36, 17), 180)]


@pytest.mark.clause("WAB-S11", "WAB-TRR-02", "WAB-S29")
def test_whom_an_elephant_cannot_reach_takes_no_test_for_it() -> None:
    """Charge 12: at 12 inches the warband tests for Terror, at 12.1 not, and not a die falls."""
    near = charges(head_on("SEL", "WAR", 12.0), 1, 2)
    charge(near, "SEL", "WAR")
    near.to_end()
    assert near.tested() == [("WAR", "terror", True, 6)]
    far = charges(head_on("SEL", "WAR", 12.1))
    charge(far, "SEL", "WAR")
    far.to_end()
    assert far.tested() == []
    assert not facts.fleeing(far.state, "WAR")


@pytest.mark.clause("WAB-S11", "WAB-PAN-07", "WAB-S29")
def test_a_flank_out_of_reach_does_not_panic() -> None:
    """Riders 17 inches from the flank of a phalanx: it stands there untroubled, and the charge falls short."""
    state = table(unit("PHA", (36, 24), 0), unit("NOB", (56, 22), 270), active="north", first="north")
    play = charges(state)
    charge(play, "NOB", "PHA")
    play.to_end()
    assert play.tested() == []
    assert tie_of(play.state, "NOB").edge == "right"
    moves = carried_out(play.state)
    assert moves.types() == ["charge_failed"]
    assert moves.front("NOB")[0] == 48.0


@pytest.mark.clause("WAB-S11", "WAB-TRR-02", "WAB-FEA-04")
def test_the_charger_is_tested_at_any_distance() -> None:
    play = charges(table(unit("SEL", (36, 40), 180), unit("WAR", (36, 10)), active="north"), 6, 6, 1, 1)
    play = charges(table(unit("SEL", (36, 10)), unit("WAR", (36, 40), 180), active="north", first="north"), 1, 1)
    charge(play, "WAR", "SEL")
    assert play.tested() == [("WAR", "terror", True, 6)]
    assert tie_of(play.state, "WAR").idle


@pytest.mark.clause("WAB-S11", "WAB-R48")
@pytest.mark.parametrize(("gap", "dice"), [(16.0, (1, 2, 3)), (16.1, ())])
def test_a_runner_out_of_reach_does_not_flee_again(gap: float, dice: tuple[int, ...]) -> None:
    """Companions charge 16 inches at riders who flee: beyond that no flight is rolled."""
    state = table(unit("COM", (36, 5)), unit("NOB", (36, 5 + gap + DEEP), 0, fleeing=True))
    assert facts.gap(state, "COM", "NOB") == pytest.approx(gap * 25.0)
    play = charges(state, *dice)
    charge(play, "COM", "NOB")
    play.to_end()
    assert len(play.of("fled")) == (1 if dice else 0)


@pytest.mark.clause("WAB-S11", "WAB-R20", "WAB-FEA-02")
@pytest.mark.parametrize(("y", "outnumbered"), [(19.0, True), (18.9, False)])
def test_those_who_threaten_nobody_do_not_outnumber(y: float, outnumbered: bool) -> None:
    """Twenty men fear two bands of sixteen with a charge of 10 inches: the farther counts only if it reaches."""
    rows = [
        unit("GAE", (33.5, 20), 0, side="south"),
        unit("GAE2", (38.5, y), 0, side="south"),
        unit("WAR", (36, 29), 180, models=20),
    ]
    play = charges(table(*rows), *((6, 6, 1, 1) if outnumbered else (6, 6)))
    charge(play, "GAE", "WAR")
    charge(play, "GAE2", "WAR")
    play.to_end()
    assert [e.data["threatens"] for e in play.of("charge_declared")] == [True, outnumbered]
    assert len(play.of("outnumbered")) == (1 if outnumbered else 0)
    assert play.own("WAR").shaken_by_fear == (0 if outnumbered else 1)


# --- friends who charge ------------------------------------------------------------------------------------------


def screened() -> State:
    """Companions behind a phalanx that stands in their way to the warband."""
    return table(unit("PHA", (36, 20)), unit("COM", (36, 16)), unit("WAR", (36, 26), 180))


@pytest.mark.clause("WAB-S11", "WAB-S07")
def test_friends_who_have_declared_a_charge_are_not_in_the_way() -> None:
    state = screened()
    assert not declaring.threatens(state, "COM", "WAR")
    assert declaring.threatens(declared(state, "PHA", "WAR"), "COM", "WAR")
    assert not declaring.threatens(declared(state, "PHA", "WAR"), "WAR", "COM")


@pytest.mark.clause("WAB-S11", "WAB-CHG-03")
def test_what_threatened_nobody_fails_even_if_the_way_is_free_by_then() -> None:
    """The phalanx that barred the way is gone in step 4: 10 inches lie open before 16, and the charge fails."""
    state = declared(screened(), "COM", "WAR")
    gone = {b: replace(state.bases[b], pose=None, where="gone") for b in state.units["PHA"].bases}
    open_way = replace(state, bases={**state.bases, **gone})
    assert declaring.within_reach(open_way, "COM", "WAR")
    play = carried_out(open_way)
    assert play.types() == ["charge_failed"]
    assert play.front("COM") == (36.0, 24.0, 0.0)
    assert play.own("COM").charge_failed


# --- list and check ----------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-S11", "WAB-CHG-04")
def test_the_list_tells_apart_what_threatens_and_what_does_not() -> None:
    rows = [unit("PHA", (36, 10)), unit("WAR", (32, 17), 180), unit("OAT", (40, 22), 180)]
    play = charges(table(*rows))
    space = play.asked.space
    assert isinstance(space, TargetsSpace)
    marks = {c.id: c for c in space.actors[0].means["charge"]}
    assert not marks["WAR"].short
    assert marks["OAT"].short
    assert marks["OAT"].note is not None
    assert marks["OAT"].note.key.startswith("threatens no enemy")
    far = play.check(TargetsAnswer((Aim("PHA", "charge", "OAT"),)))
    assert far.legal
    assert [r.clause for r in far.reasons] == ["WAB-S11"]
    assert play.check(TargetsAnswer((Aim("PHA", "charge", "WAR"),))).reasons == ()


@pytest.mark.clause("WAB-S11")
def test_what_would_charge_past_friends_is_told() -> None:
    play = charges(declared(screened(), "PHA", "WAR"))
    space = play.asked.space
    assert isinstance(space, TargetsSpace)
    (mark,) = next(a for a in space.actors if a.id == "COM").means["charge"]
    assert not mark.short
    assert mark.note is not None
    assert mark.note.key == "reaches with {spare} to spare after its friends have charged"


# --- the target is gone ------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-S11", "WAB-CHG-03")
def test_a_charge_at_who_has_been_ridden_down_fails() -> None:
    """Companions ride the runners down first; the phalanx, which reached them too, goes 4 inches straight ahead."""
    rows = [unit("COM", (29, 12)), unit("PHA", (35.5, 19)), unit("WAR", (30, 26), 0, fleeing=True)]
    state = declared(declared(table(*rows), "COM", "WAR"), "PHA", "WAR")
    assert declaring.chargers_of(state, "WAR") == ("COM", "PHA")
    play = Moves(state, Frame("wab.charge_moves"))
    play.give(charge_path("COM", "WAR"))
    assert play.types("caught", "destroyed", "charge_failed") == ["caught", "destroyed", "charge_failed"]
    assert play.event("charge_failed").data["unit"] == "PHA"
    assert play.front("PHA") == (35.5, 23.0, 0.0)
    assert play.own("PHA").charge_failed
    assert play.own("PHA").moved
    assert not play.state.ties


@pytest.mark.clause("WAB-S11", "WAB-CHG-03", "WAB-S15")
def test_a_charge_at_who_has_fled_from_the_table_fails() -> None:
    """The warband with its back to the edge flees over it: the phalanx goes its 4 inches, and no more this turn."""
    play = charges(table(unit("PHA", (36, 36)), unit("WAR", (36, 43.5), 180)), 6, 6)
    charge(play, "PHA", "WAR")
    play.option("reaction", "flee")
    play.to_end()
    assert play.of("routed_off")
    assert declaring.declared(play.state, "PHA")
    moves = carried_out(play.state)
    assert moves.types() == ["charge_failed"]
    assert moves.front("PHA") == (36.0, 40.0, 0.0)
    assert moves.own("PHA").charge_failed
    assert not moves.state.ties


@pytest.mark.clause("WAB-S11", "WAB-CHG-03", "WAB-S09")
def test_who_has_no_front_goes_on_to_where_his_target_stood() -> None:
    """Javelinmen charge to the north-east at somebody who flees off the table: they go 5 inches that way."""
    play = charges(table(unit("SJA", (36, 36), models=1), unit("GJA", (39, 40), 180, models=1)), 6, 6)
    before = play.state.bases["SJA.1"].pose
    charge(play, "SJA", "GJA")
    play.option("reaction", "flee")
    play.to_end()
    moves = carried_out(play.state)
    after = moves.state.bases["SJA.1"].pose
    assert before is not None
    assert after is not None
    dx, dy = (after.x - before.x) / 25.0, (after.y - before.y) / 25.0
    assert dx**2 + dy**2 == pytest.approx(25.0, abs=0.01)
    assert dx / dy == pytest.approx(2.2 / 3.2, abs=0.01)
    assert moves.own("SJA").charge_failed


@pytest.mark.clause("WAB-CHG-03", "WAB-TER-04", "WAB-S08")
def test_who_has_no_front_pays_for_the_ground_of_a_charge_that_fails() -> None:
    """W21's skirmishers: an inch before very thick woods 5 inches of movement come to 1 + 4 / 2."""
    wood = piece("thick_wood", box=(30, 11, 42, 22))
    rows = [unit("SJA", poses=[(36, 9.6)], models=1), unit("GJA", poses=[(36, 20.4)], models=1)]
    moves = carried_out(declared(table(*rows, terrain=[wood]), "SJA", "GJA"))
    pose = moves.state.bases["SJA.1"].pose
    assert moves.types() == ["charge_failed"]
    assert pose is not None
    assert pose.y / 25.0 == pytest.approx(9.6 + 3.0, abs=0.001)


# --- counter-charges ---------------------------------------------------------------------------------------------


def counter_bar(state: State, unit_id: str, charger: str) -> str | None:
    """The clause that bars a counter-charge, "" where it is open, None where it is not offered."""
    found = bars(state, unit_id)
    if f"counter:{charger}" not in found:
        return None
    bar = found[f"counter:{charger}"]
    return bar.clause if bar else ""


@pytest.mark.clause("WAB-S11", "WAB-S12")
@pytest.mark.parametrize(("gap", "offered"), [(16.1, True), (24.0, True), (24.01, False)])
def test_who_would_come_only_by_a_counter_charge_may_be_met(gap: float, offered: bool) -> None:
    """Companions charge 16 and the chariots ride 8 to meet them: from 24 inches they come to blows, not from more."""
    play = charges(head_on("COM", "LCH", gap))
    charge(play, "COM", "LCH")
    assert (play.asked_for == "wab.react") is offered
    if not offered:
        play.to_end()
        assert play.of("reaction") == []
        return
    space = play.asked.space
    assert isinstance(space, OptionSpace)
    free = [c.id for c in space.parts["reaction"] if c.bar is None]
    assert free == ["hold", "counter:COM"]
    assert play.asked.default.answer is not None
    play.option("reaction", "counter:COM")
    moves = carried_out(play.to_end().state)
    assert moves.types() == ["counter_charged", "charged", "contact"]
    assert moves.own("COM").charged
    assert moves.own("LCH").charged


@pytest.mark.clause("WAB-S11", "WAB-S12")
def test_who_lets_them_come_in_vain_is_left_alone() -> None:
    play = charges(head_on("COM", "LCH", 20))
    charge(play, "COM", "LCH")
    play.to_end()
    assert [e.data["reaction"] for e in play.of("reaction")] == ["hold"]
    moves = carried_out(play.state)
    assert moves.types() == ["charge_failed"]
    assert moves.front("LCH") == (36.0, 30.0, 180.0)
    assert moves.front("COM") == (36.0, 18.0, 0.0)


@pytest.mark.clause("WAB-S12")
def test_a_counter_charge_that_meets_nobody_may_not_be_chosen() -> None:
    """16 inches apart they meet after 8 each. Thick wood on 7 of them costs riders in close order 28 of their 16."""
    rows = [unit("COM", (36, 10), order="close"), unit("LCH", (36, 26), 180)]
    assert counter_bar(declared(table(*rows), "COM", "LCH"), "LCH", "COM") == ""
    wood = piece("thick_wood", box=(30, 11, 42, 20))
    state = _countered(table(*rows, terrain=[wood]), "COM", "LCH")
    meeting = met_half_way(state, "LCH", "COM", "front")
    assert (meeting.way, meeting.move.front is None) == (None, False)
    assert counter_bar(state, "LCH", "COM") == "WAB-S12"


@pytest.mark.clause("WAB-S12", "WAB-CHG-03")
def test_a_counter_charger_whom_nobody_can_reach_does_not_move() -> None:
    """Gap 26 inches: the counter-charge goes min(8, 13) = 8, the charge needs 18 and has 16."""
    state = _countered(head_on("COM", "LCH", 26), "COM", "LCH")
    play = carried_out(state)
    assert play.types() == ["charge_failed"]
    assert play.front("LCH") == (36.0, 36.0, 180.0)
    assert not play.own("LCH").charged
    assert not play.own("LCH").moved
    assert play.front("COM") == (36.0, 18.0, 0.0)
    assert play.own("COM").charge_failed


def _countered(state: State, charger: str, unit_id: str) -> State:
    """The state in which a charge that threatens has been answered by a counter-charge."""
    state = declared(state, charger, unit_id, counter=True)
    ties = {k: replace(t, own=replace(t.own, idle=False)) for k, t in state.ties.items()}
    return replace(state, ties=ties)


@pytest.mark.clause("WAB-S12")
def test_who_has_been_drawn_into_a_fight_rides_out_to_nobody() -> None:
    """The chariots would meet the second charger, but the first has come to blows with them: they stay in that."""
    rows = [unit("COM", (34, 16)), unit("COM2", (40, 10), kind="COM"), unit("LCH", (36, 24), 180)]
    state = declared(declared(table(*rows), "COM", "LCH"), "COM2", "LCH", counter=True)
    play = carried_out(state)
    assert play.types("counter_charged") == []
    assert "COM" in facts.opponents(play.state, "LCH")
    assert engagement.touch(play.state, "COM", "LCH")
    assert not play.own("LCH").charged


@pytest.mark.clause("WAB-S12", "WAB-R48")
def test_who_runs_by_then_does_not_ride_out() -> None:
    """Their General's fall made the chariots run after they had answered."""
    state = _countered(head_on("COM", "LCH", 14), "COM", "LCH")
    mine = state.units["LCH"]
    state = replace(state, units={**state.units, "LCH": replace(mine, own=replace(mine.own, fleeing=True))})
    play = carried_out(state)
    assert play.types()[:2] == ["caught", "destroyed"]


def test_a_tie_of_an_old_record_threatens() -> None:
    """Records from before the rule tell nothing of it: their targets had all been charged."""
    state = head_on("PHA", "WAR", 7)
    state = replace(state, ties={"c": Tie("c", "charge", "PHA", "WAR", ChargeOwn("front", 175.0))})
    assert declaring.chargers_of(state, "WAR") == ("PHA",)
    play = Play(state, "wab.react", ReactData("WAR"))
    assert play.asked_for == "wab.react"
