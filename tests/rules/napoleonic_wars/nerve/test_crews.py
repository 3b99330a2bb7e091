"""What becomes of guns, teams, launchers and led horses under a result."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.apply import apply
from game.engine.decision import OptionAnswer
from game.engine.event import Event
from game.engine.fields import with_fields
from game.engine.flow import Run
from game.engine.state import State
from rulesets.napoleonic_wars.body import groups
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.nerve import crews, results
from rulesets.napoleonic_wars.own import Hit
from rulesets.napoleonic_wars.turn import victory
from tests.rules.napoleonic_wars.charge.test_declare import charge as ordered_charge
from tests.rules.napoleonic_wars.charge.test_declare import ordered
from tests.rules.napoleonic_wars.charge.test_sequence import HOME
from tests.rules.napoleonic_wars.melee_play import Fought, charge, melee
from tests.rules.napoleonic_wars.nerve.test_forced import gone
from tests.rules.napoleonic_wars.play import Called
from tests.rules.napoleonic_wars.table import battalion, battery, box, field, given, of, put, regiment


def guns(*others: Any, features: Any = (), ties: Any = (), options: Any = None, **told: Any) -> State:
    """Two guns and a howitzer, twelve gunners, nine drivers, 20 cm before horse of the enemy."""
    return field(
        battery("L1", "south", at=(100, 60), **told),
        regiment("E1", "north", at=(100, 80)),
        *others,
        features=features,
        ties=ties,
        options=options,
        move=2,
    )


def under(state: State, result: Any, body: str = "L1") -> State:
    """The state with a result fallen on a body."""
    run = Run(state)
    results.apply_result(run, body, result, "E1")
    return run.state


def priced(state: State) -> State:
    """The state with guns at 50 points."""
    made = {b: replace(x, own=replace(x.own, points=50)) for b, x in state.bases.items() if x.own.role == "gun"}
    return replace(state, bases={**state.bases, **made})


def moved(state: State) -> Called:
    run = Called(state, "nap.first_pass")
    run.to_end()
    return run


def left_of(state: State, kind: str) -> str:
    """The body of what was left ("a") or of the teams ("t")."""
    return next((u for u in state.units if u.startswith(f"L1.{kind}")), "")


def goes_from(state: State, body: str = "L1") -> float:
    """The moment from which a body goes in this move."""
    return next(leg.start for leg in state.own.tracks[body].legs if leg.after and leg.after[0][:2] != leg.poses[0][:2])


# --- guns in action --------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-GRC-04", "NAP-S44", "NAP-DRC-01", "NAP-RES-20")
def test_crews_who_rout_leave_their_guns_and_the_drivers_retreat_with_the_limbers() -> None:
    here = guns()
    state = under(here, "rout")
    material, teams = left_of(state, "a"), left_of(state, "t")
    assert [b.own.role for b in state.bases_of("L1")] == ["foot"] * 12
    assert (of(state, "L1").stance.formation, facts.strength(state, "L1")) == ("open", 12)
    # one rank behind the guns, which are 4 cm deep
    assert {round(b.pose.y) for b in state.bases_of("L1") if b.pose} == {550}
    assert [(b.own.role, b.own.crew) for b in state.bases_of(material)] == [("gun", 0)] * 3
    assert {b.pose for b in state.bases_of(material)} == {b.pose for b in here.bases_of("L1") if b.own.role == "gun"}
    assert [b.own.role for b in state.bases_of(teams)] == ["team"] * 3
    assert (of(state, teams).nerve.result, [f.n for f in of(state, teams).nerve.fresh]) == ("retreat", [1])
    after = moved(state).state
    assert gone(state, after, "L1") == (0.0, -35.0)
    # 6-pounders of the field: double 25 cm; a quarter of the move goes on the about-face
    assert gone(state, after, teams)[1] == pytest.approx(-0.75 * 25.0, abs=0.1)
    assert gone(state, after, material) == (0.0, 0.0)


@pytest.mark.clause("NAP-S44", "NAP-VIC-10", "NAP-R45")
def test_what_was_left_blocks_nobody_and_belongs_to_who_touched_it_last() -> None:
    state = under(guns(), "rout")
    material = left_of(state, "a")
    assert material not in facts.bodies(state)
    assert material not in board_of(state).bodies
    assert victory.own_share(priced(state), material) == 3 * 50.0

    def touched(*bodies: Any) -> State:
        both = field(*bodies, move=2)
        mine = {u: x for u, x in state.units.items() if u.startswith("L1")}
        held = {b: x for b, x in state.bases.items() if b.startswith("L1")}
        run = Run(replace(both, units={**both.units, **mine}, bases={**both.bases, **held}))
        crews.taken(run)
        return run.state

    enemy = battalion("E2", "north", at=(100, 60))
    assert of(touched(enemy), material).captivity.captors == "E2"
    assert victory.own_share(priced(touched(enemy)), material) == 0.0
    assert victory.taken_share(priced(touched(enemy)), material) == (3 * 50.0, 0.0)
    assert of(touched(battalion("E2", "north", at=(100, 60.2))), material).captivity.captors == ""
    assert of(touched(battalion("E2", "north", at=(100, 60), formation="open")), material).captivity.captors == ""
    assert of(touched(battalion("L2", "south", at=(100, 60), facing=180)), material).captivity.captors == ""
    state = touched(enemy)
    assert of(touched(battalion("L2", "south", at=(100, 60), facing=180)), material).captivity.captors == ""


@pytest.mark.clause("NAP-GRC-01")
@pytest.mark.parametrize(("dice", "result"), [((3, 3, 3), "withdraw"), ((2, 2, 2), "retreat")])
def test_a_crew_in_melee_breaks_off_from_nobody(dice: tuple[int, ...], result: str) -> None:
    here = field(
        battery("L1", "south", at=(100, 60), carried=3, lost=3, lost_now=3, began=15, at_start=15,
                hits=(Hit("E2", "volley", 60, "flank"),)),
        battalion("E1", "north", at=(100, 60)),
        ties=[melee("E1", "L1")],
        move=2,
    )  # fmt: skip
    run = Called(here, "nap.morale", None, *dice)
    run.give()
    assert [d["result"] for d in run.told("morale_tested")] == [result]
    assert of(run.state, "L1").nerve.result == ""
    assert facts.in_melee(run.state, "L1")


@pytest.mark.clause("NAP-GRC-01", "NAP-S69")
@pytest.mark.parametrize("result", ["retreat", "rout"])
def test_a_crew_in_melee_leaves_its_guns_in_a_retreat_or_rout(result: str) -> None:
    state = under(guns(ties=[melee("E1", "L1", fought={"L1": ("L1.1",), "E1": ("E1.1",)})]), result)
    assert of(state, "L1").stance.formation == "open"
    assert left_of(state, "a")
    (tie,) = facts.melees(state)
    assert facts.melee(tie).fought["L1"] == tuple(b.id for b in state.bases_of("L1"))


@pytest.mark.clause("NAP-GRC-03", "NAP-LIM-01")
def test_guns_that_retreat_are_limbered_first_where_there_is_time() -> None:
    here = guns(result="retreat", since=1)
    after = moved(here).state
    assert of(after, "L1").stance.formation == "limbered"
    # 1/4 to limber, 1/4 about; half a move at 15 cm
    assert (goes_from(after), of(after, "L1").march.moved) == (0.5, 75.0)
    assert left_of(after, "a") == ""


@pytest.mark.clause("NAP-GRC-03", "NAP-DRC-01")
@pytest.mark.parametrize(("start", "left"), [(0.0, True), (0.25, False)])
def test_guns_that_an_enemy_reaches_first_are_left(start: float, left: bool) -> None:
    close = charge("E2", "L1", home="", answer="none", speed=400.0, start=start)
    here = guns(regiment("E2", "north", at=(100, 69)), ties=[close], result="retreat", since=1)
    run = Run(here)
    crews.way(run, "L1", "retreat")
    # 9 cm at 40 cm a move: upon them after 0.225
    assert bool(left_of(run.state, "a")) is left
    assert of(run.state, "L1").stance.formation == ("open" if left else "limbered")
    assert not left or of(run.state, left_of(run.state, "t")).nerve.result == "retreat"


@pytest.mark.clause("NAP-S49", "NAP-GRC-03")
@pytest.mark.parametrize(("y", "first"), [(31.0, 560.0), (40.0, 650.0), (41.0, 660.0), (41.1, None)])
def test_guns_that_retreat_limber_where_no_enemy_stands_or_are_left(y: float, first: float | None) -> None:
    """Limbered they reach 24 cm back, from 60 to 36 cm; they keep 5 cm from foot, shifted by 10 cm at most."""
    run = Run(guns(battalion("F1", "north", at=(100, y), facing=0, figures=48), result="retreat", since=1))
    crews.way(run, "L1", "retreat")
    state = run.state
    assert bool(left_of(state, "a")) is (first is None)
    ys = {b.pose.y for b in state.bases_of("L1") if b.pose and b.own.role == "team"}
    assert ys == (set() if first is None else {first, first - 80.0, first - 160.0})


@pytest.mark.clause("NAP-GRC-02")
@pytest.mark.parametrize(("low", "by_hand"), [(50.0, True), (49.1, True), (48.5, False), (20.0, False)])
def test_guns_withdraw_by_hand_where_cover_is_within_two_moves(low: float, by_hand: bool) -> None:
    wood = box("open_wood", 60, low - 15, 140, low, "W")
    here = guns(features=[wood], result="withdraw", since=1)
    after = moved(here).state
    assert of(after, "L1").stance.formation == ("deployed" if by_hand else "limbered")
    if by_hand:
        # guns on their wheels go 5 cm a move, 3/4 of it in the wood, and look at the enemy all the while
        assert gone(here, after, "L1") == (0.0, -3.75)
        assert {b.pose.facing for b in after.bases_of("L1") if b.pose} == {0.0}


@pytest.mark.clause("NAP-GRC-02")
def test_guns_withdraw_by_hand_behind_what_hides_them_from_the_enemy() -> None:
    hill = box("building", 60, 61, 140, 66, "H")
    here = field(battery("L1", "south", at=(100, 60), result="withdraw", since=1),
                 regiment("E1", "north", at=(100, 80)), features=[hill], move=2)  # fmt: skip
    assert crews.by_hand(here, "L1") == 50.0
    assert crews.by_hand(replace(here, features={}), "L1") == 0.0


@pytest.mark.clause("NAP-S44", "NAP-EVD-01", "NAP-RSP-07")
def test_gunners_who_evade_run_as_skirmishers_and_leave_their_guns() -> None:
    here = field(
        battery("E1", "north", at=(100, 60), facing=180, pieces=("6", "6")), regiment("H1", "south", at=(100, 25))
    )
    played = Fought(ordered(here, H1=ordered_charge("E1")), 4, 4, 3, 3, 1, frames=HOME)
    played.answer(OptionAnswer({"E1": "evade"})).to_end()
    after = Run(played.state)
    crews.evaded(after, Event("step_begins", "flow", clauses=("NAP-SEQ-32",)))
    state = after.state
    (material,) = [u for u in state.units if u.startswith("E1.a")]
    (teams,) = [u for u in state.units if u.startswith("E1.t")]
    guns_before = {b.id: b.pose for b in here.bases_of("E1")}
    assert all(b.pose == guns_before[b.id] for b in state.bases_of(material))
    # the horse has come 1 cm into where the teams stood: they are shifted back by that much (NAP-S49)
    there = [(b.pose.x, b.pose.y) for b in state.bases_of(teams) if b.pose is not None]
    assert there == [(985.0, pytest.approx(690.0, abs=0.1)), (1015.0, pytest.approx(690.0, abs=0.1))]
    assert of(state, teams).nerve.result == of(state, "E1").nerve.result == ""
    assert [b.own.role for b in state.bases_of("E1")] == ["foot"] * 8
    (tie,) = facts.ties(state, facts.CHARGE)
    assert (facts.charge(tie).answer_speed, facts.charge(tie).sector_home) == (300.0, "front")
    # paused at 25 of its 40 cm: three eighths of the move at 30 cm
    ran = {round(b.pose.y, 1) for b in state.bases_of("E1") if b.pose}
    # from behind guns of 4 cm, in the middle of bases of 2 cm
    assert ran == {600.0 + 40.0 + 10.0 + 112.5}


@pytest.mark.clause("NAP-S44", "NAP-EVD-09")
@pytest.mark.parametrize(("y", "captors", "manned"), [(55.9, "", True), (55.8, "", False), (55.9, "E1", False)])
def test_crews_at_their_guns_man_them_again(y: float, captors: str, manned: bool) -> None:
    state = under(guns(), "rout")
    material = left_of(state, "a")
    state = put(given(state, "L1", result=""), "L1", (100, y), 0, "open", 12)
    run = Run(given(state, material, captors=captors))
    crews.man(run)
    roles = [b.own.role for b in run.state.bases_of("L1")]
    assert roles == (["gun"] * 3 if manned else ["foot"] * 12)
    assert facts.strength(run.state, "L1") == 12
    assert (material in run.state.units) is not manned
    assert facts.is_deployed(run.state, "L1") is manned


# --- limbered guns, drivers, rockets ---------------------------------------------------------------------------------


@pytest.mark.clause("NAP-S64", "NAP-DRC-02", "NAP-GRC-04")
def test_a_limbered_battery_that_routs_leaves_guns_and_teams() -> None:
    here = guns(formation="limbered")
    dead = next(b for b in here.bases_of("L1") if b.own.role == "team")
    here = replace(here, bases={**here.bases, dead.id: replace(dead, own=replace(dead.own, horses=5, dead=1))})
    state = under(here, "rout")
    material = left_of(state, "a")
    assert [b.own.role for b in state.bases_of("L1")] == ["foot"] * 21
    assert left_of(state, "t") == ""
    # the team with a dead animal in its harness stays, the two others run off
    assert [b.id for b in state.bases_of(material) if b.own.role == "team"] == [dead.id]
    assert len(state.bases_of(material)) == 4


@pytest.mark.clause("NAP-S64")
def test_a_limbered_battery_retreats_at_its_limbered_speed() -> None:
    here = guns(formation="limbered", result="retreat", since=1)
    after = moved(here).state
    assert gone(here, after, "L1")[1] == pytest.approx(-0.75 * 15.0, abs=0.1)
    assert left_of(after, "a") == ""


@pytest.mark.clause("NAP-DRC-02")
def test_drivers_alone_stay_by_a_withdrawal_and_run_on_foot_by_a_rout() -> None:
    state = under(guns(), "rout")
    teams = left_of(state, "t")
    stay = under(state, "withdraw", teams)
    assert gone(stay, moved(stay).state, teams) == (0.0, 0.0)
    away = under(state, "rout", teams)
    assert [b.own.role for b in away.bases_of(teams)] == ["foot"] * 9


@pytest.mark.clause("NAP-RRC-01", "NAP-RRC-03", "NAP-LIM-02")
def test_rocketeers_on_foot_take_their_launchers_unless_they_rout() -> None:
    told: dict[str, Any] = {"arm": "rockets", "pieces": ("rocket", "rocket"), "team": 4}
    after = moved(guns(result="retreat", since=1, **told)).state
    assert of(after, "L1").stance.formation == "limbered"
    # half a move to pack up, 1/4 about
    assert goes_from(after) == 0.75
    state = under(guns(**told), "rout")
    assert len(state.bases_of(left_of(state, "a"))) == 2
    assert of(state, left_of(state, "t")).nerve.result == "retreat"


@pytest.mark.clause("NAP-RRC-02")
def test_mounted_rocketeers_rout_as_horse_with_all_they_have() -> None:
    told: dict[str, Any] = {"arm": "rockets", "pieces": ("rocket", "rocket"), "team": 4, "horse_guns": True}
    here = field(battery("L1", "south", at=(100, 100), formation="limbered", **told),
                 regiment("E1", "north", at=(100, 120)), move=2)  # fmt: skip
    state = under(here, "rout")
    assert left_of(state, "a") == ""
    assert gone(state, moved(state).state, "L1") == (0.0, -65.0)


# --- dismounted horse ------------------------------------------------------------------------------------------------


def dragoons(*others: Any, gap: float = 0.0, features: Any = (), **told: Any) -> State:
    """Sixteen horse on foot, four of them with the horses behind; enemy foot before them."""
    here = field(
        regiment("L1", "south", at=(100, 60), weapon="dragoon_musket", **told),
        battalion("E1", "north", at=(100, 75), facing=180),
        *others,
        features=features,
        move=2,
    )
    return apply(here, Event("dismount", "status", changes=groups.dismount(here, "L1", "L1h")))


def result(state: State, what: str, since: int = 1) -> State:
    unit = state.units["L1"]
    return replace(
        state, units={**state.units, "L1": replace(unit, own=with_fields(unit.own, result=what, since=since))}
    )


@pytest.mark.clause("NAP-CRC-01")
def test_dismounted_horse_breaks_off_on_foot() -> None:
    here = result(dragoons(), "break_off")
    after = moved(here).state
    assert gone(here, after, "L1") == (0.0, -5.0)
    assert not of(after, "L1").stance.mounted


@pytest.mark.clause("NAP-CRC-01", "NAP-SPM-02")
@pytest.mark.parametrize("what", ["withdraw", "retreat"])
def test_dismounted_horse_goes_away_in_the_saddle(what: str) -> None:
    after = moved(result(dragoons(), what)).state
    assert of(after, "L1").stance.mounted
    assert "L1h" not in after.units
    assert len(after.bases_of("L1")) == 16
    # into the saddle, and 1/4 about
    assert goes_from(after) == pytest.approx(0.5, abs=0.02)


@pytest.mark.clause("NAP-CRC-01")
def test_dismounted_horse_withdraws_on_foot_into_cover_that_is_near() -> None:
    near = box("open_wood", 60, 40, 140, 55, "W")
    after = moved(result(dragoons(features=[near]), "withdraw")).state
    assert not of(after, "L1").stance.mounted
    after = moved(result(dragoons(features=[near]), "retreat")).state
    assert of(after, "L1").stance.mounted


@pytest.mark.clause("NAP-CRC-01", "NAP-CRC-02")
def test_dismounted_horse_that_routs_leaves_its_horses_which_the_holders_lead_away() -> None:
    state = under(dragoons(), "rout")
    assert (of(state, "L1").nerve.result, of(state, "L1h").nerve.result) == ("rout", "retreat")
    after = moved(state).state
    assert gone(state, after, "L1")[1] == -35.0
    assert not of(after, "L1").stance.mounted
    assert gone(state, after, "L1h")[1] < -10.0


@pytest.mark.clause("NAP-CRC-03")
def test_holders_alone_stay_by_a_withdrawal_and_run_on_foot_by_a_rout() -> None:
    here = dragoons()
    stay = under(here, "withdraw", "L1h")
    assert gone(stay, moved(stay).state, "L1h") == (0.0, 0.0)
    back = under(here, "retreat", "L1h")
    assert gone(back, moved(back).state, "L1h")[1] < -10.0
    away = under(here, "rout", "L1h")
    assert [b.own.role for b in away.bases_of("L1h")] == ["foot"] * 4
    assert not of(away, "L1h").stance.mounted


@pytest.mark.clause("NAP-S44", "NAP-S49")
@pytest.mark.parametrize(("y", "rank"), [(53.0, (540.0, 560.0)), (55.0, (585.0, 605.0)), (57.0, (505.0, 525.0))])
def test_gunners_who_leave_their_guns_do_not_stand_in_an_enemy(y: float, rank: tuple[float, float]) -> None:
    """They stand right behind the guns, from 56 to 54 cm, or else no nearer to him than the guns: 3.5 cm off."""
    foe = battalion("F1", "north", at=(111, y), facing=0, figures=8, companies=2)
    _, low, _, high = board_of(under(guns(foe), "rout")).outline("L1").bounds
    assert (round(low, 1), round(high, 1)) == rank
