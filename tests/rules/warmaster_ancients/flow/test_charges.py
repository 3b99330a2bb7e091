"""Charges: declared, shot at, placed, failed; and what the charged unit may do."""

from __future__ import annotations

import pytest

from game.engine.decision import OptionAnswer, Reply
from game.engine.state import State
from game.kit import situation
from rulesets.warmaster_ancients.charge import charging
from rulesets.warmaster_ancients.field import facts
from tests.rules.warmaster_ancients.flow_play import Play, charge, hold, plain
from tests.rules.warmaster_ancients.table import Row, table, unit, where


def at_velites(gap: float = 18.0, *more: Row, **velites: object) -> State:
    """Gauls of the south charge Velites of the north over a gap in cm."""
    return table(
        unit("GAL-1", side="south", at=(90, 40), facing="N"),
        unit("VEL-1", side="north", at=(90, 42 + gap), facing="S", **velites),
        *more,
    )


@pytest.mark.clause("WMA-RCT-01", "WMA-RCT-02", "WMA-RCT-03", "WMA-RCT-04", "WMA-RCT-05", "WMA-S13", "WMA-R22")
def test_ex13_shooting_at_chargers():
    play = Play(at_velites(), "initiative", [4, 5, 6])
    play.give(charge("GAL-1", "VEL-1"))
    assert play.asked_for == "reaction"
    assert play.decision.side == "north"
    assert play.asked.default == Reply(OptionAnswer({"reaction": "shoot"}))
    play.option("reaction", "shoot")
    assert play.own("VEL-1").reacted
    assert play.asked_for == "remove"
    play.pick("GAL-1.3")
    assert play.event("rolled").request.need == 4
    assert where(play.state, "GAL-1") == [(86.0, 58.0, 0.0), (90.0, 58.0, 0.0)]
    assert len(facts.contacts(play.state, "VEL-1")) == 5
    assert set(facts.fighting_stands(play.state, "VEL-1")) == {"VEL-1.1", "VEL-1.2", "VEL-1.3"}
    tie = facts.ties_between(play.state, "GAL-1", "VEL-1")[0]
    assert (tie.a, tie.b, tie.own.how, tie.own.volley) == ("GAL-1", "VEL-1", "charge", 3)
    assert play.types("driveback") == []
    assert play.own("GAL-1").attacked
    assert play.own("GAL-1").charged
    assert play.left() == ()


@pytest.mark.clause("WMA-RCT-03", "WMA-RES-02", "WMA-RES-08", "WMA-MOD-01", "WMA-CMB-01", "WMA-S22")
def test_ex13_decides_the_combat():
    dice = [4, 5, 6, 6, 5, 4, 4, 3, 3, 2, 2, 1, 1, 6, 4, 2, 2, 1, 1]
    play = Play(at_velites(), "turn", dice, side="south")
    play.give(charge("GAL-1", "VEL-1"))
    play.option("reaction", "shoot")
    play.pick("GAL-1.3")
    assert [e.data["phase"] for e in play.events if e.type == "phase_begins"][-1] == "melee"
    blows = [(e.data["unit"], e.data["dice"], e.data["casualties"]) for e in play.events if e.type == "blows"]
    assert blows == [("GAL-1", 10, 4), ("VEL-1", 6, 2)]
    assert play.own("GAL-1").hits == 2
    assert play.asked_for == "remove"
    play.give(play.asked.default.answer)
    result = play.event("combat_result").data
    assert result["results"] == {"south": 4, "north": 5}
    assert result["winner"] == "north"
    assert len(play.state.bases_of("VEL-1")) == 2
    assert play.own("VEL-1").hits == 1
    assert where(play.state, "GAL-1") == [(86.0, 57.0, 0.0), (90.0, 57.0, 0.0)]
    assert play.left() == ()


@pytest.mark.clause("WMA-RCT-01")
def test_the_charged_unit_may_hold():
    play = Play(at_velites(), "charge", [], unit="GAL-1", target="VEL-1")
    play.option("reaction", "hold")
    assert where(play.state, "GAL-1") == [(86.0, 58.0, 0.0), (90.0, 58.0, 0.0), (94.0, 58.0, 0.0)]
    assert not play.own("VEL-1").reacted
    assert facts.ties_between(play.state, "GAL-1", "VEL-1")[0].own.volley == 0


@pytest.mark.clause("WMA-RCT-01", "WMA-R22")
def test_ordered_charges_are_shot_at_too():
    play = Play(at_velites(), "move", [], unit="GAL-1")
    play.give(charge("GAL-1", "VEL-1"))
    assert play.asked_for == "reaction"


@pytest.mark.clause("WMA-S13")
@pytest.mark.parametrize(
    ("target", "about", "shooters"),
    [
        ("VEL-1", {}, 3),
        ("VEL-1", {"reacted": True}, 0),
        ("LEG-1", {}, 0),
    ],
)
def test_who_shoots_at_a_charger(target, about, shooters):
    state = table(
        unit("GAL-1", side="south", at=(90, 40), facing="N"),
        unit(target, side="north", at=(90, 60), facing="S", **about),
    )
    assert len(charging.reaction_aims(state, target, "GAL-1")) == shooters


@pytest.mark.clause("WMA-S13")
def test_only_stands_that_see_the_charger_shoot():
    """A file of Velites: the first stand hides the charger from the others."""
    state = table(
        unit("GAL-1", side="south", at=(90, 40), facing="N"),
        unit("VEL-1", "north", "column", at=(90, 60), facing="S"),
    )
    assert charging.reaction_aims(state, "VEL-1", "GAL-1") == (("VEL-1.1", "GAL-1"),)
    behind = table(
        unit("GAL-1", side="south", at=(90, 40), facing="N"),
        unit("VEL-1", side="north", at=(90, 60), facing="N"),
    )
    assert charging.reaction_aims(behind, "VEL-1", "GAL-1") == ()


@pytest.mark.clause("WMA-S13")
def test_engaged_units_do_not_shoot_at_chargers():
    state = at_velites(18.0, unit("LIB-1", side="south", at=(97, 60), facing="W"))
    assert facts.engaged(state, "VEL-1")
    assert charging.reaction_aims(state, "VEL-1", "GAL-1") == ()
    play = Play(state, "charge", [], unit="GAL-1", target="VEL-1")
    assert play.asked_for == ""
    assert play.types("charged") == ["charged"]


@pytest.mark.clause("WMA-S13")
def test_once_in_each_enemy_turn():
    state = at_velites(10.0, unit("GAL-2", side="south", at=(110, 46), facing="N"))
    play = Play(state, "initiative", [1, 1, 1])
    play.give(charge("GAL-1", "VEL-1"))
    play.option("reaction", "shoot")
    assert facts.engaged(play.state, "VEL-1")
    assert play.own("VEL-1").reacted
    assert play.left() == ()


@pytest.mark.clause("WMA-RCT-04", "WMA-SHT-10")
def test_a_charger_may_be_destroyed_before_contact():
    state = table(
        unit("GAL-1", side="south", poses=[(90, 40, 0)], lost=(2, 3), hits=2),
        unit("VEL-1", side="north", at=(90, 60), facing="S"),
    )
    play = Play(state, "initiative", [4, 1, 1])
    play.give(charge("GAL-1", "VEL-1"))
    play.option("reaction", "shoot")
    assert not situation.on_table(play.state, "GAL-1")
    assert play.types("charged", "charge_failed") == []
    assert play.types("unit_destroyed") == ["unit_destroyed"]


def long_charge() -> State:
    """Only the left stand of the Gauls reaches the lone stand of Velites straight ahead of it."""
    return table(
        unit("GAL-1", side="south", at=(90, 40), facing="N", hits=2),
        unit("VEL-1", side="north", poses=[(86, 61.95, 180)], lost=(2, 3)),
        unit("GAL-2", side="south", at=(120, 40), facing="N"),
    )


@pytest.mark.clause("WMA-S13", "WMA-S10")
def test_a_charge_fails_where_the_survivors_cannot_reach():
    play = Play(long_charge(), "initiative", [4])
    assert play.check(charge("GAL-1", "VEL-1")).legal
    play.give(charge("GAL-1", "VEL-1"))
    play.option("reaction", "shoot")
    play.pick("GAL-1.1")
    failed = play.event("charge_failed")
    assert failed.clauses == ("WMA-S13",)
    assert not facts.engaged(play.state, "GAL-1")
    assert facts.distance(play.state, "GAL-1", "VEL-1") == pytest.approx(10.0, abs=0.05)
    assert play.own("GAL-1").charged
    assert not play.own("GAL-1").attacked
    assert play.own("GAL-1").initiative
    assert play.own("GAL-1").hits == 0
    assert facts.ties_between(play.state, "GAL-1", "VEL-1") == ()


@pytest.mark.clause("WMA-S13")
def test_a_charge_goes_home_where_the_lead_survives():
    play = Play(long_charge(), "initiative", [4])
    play.give(charge("GAL-1", "VEL-1"))
    play.option("reaction", "shoot")
    play.pick("GAL-1.3")
    assert play.types("charged") == ["charged"]
    assert where(play.state, "GAL-1")[0] == (86.0, 59.95, 0.0)


@pytest.mark.clause("WMA-S13", "WMA-SHT-12")
def test_leftovers_of_a_failed_charge_stay_till_the_end_of_the_shooting():
    state = table(
        unit("GAL-1", side="south", at=(90, 40), facing="N", hits=2),
        unit("VEL-1", side="north", poses=[(86, 61.95, 180), (82, 61.95, 180)], lost=(3,)),
    )
    play = Play(state, "initiative", [4, 4])
    play.give(charge("GAL-1", "VEL-1"))
    play.option("reaction", "shoot")
    play.pick("GAL-1.1")
    assert play.types("charge_failed") == ["charge_failed"]
    assert play.own("GAL-1").hits == 1


@pytest.mark.clause("WMA-S10")
def test_a_unit_charges_once_a_turn():
    state = table(
        unit("GAL-1", side="south", at=(90, 40), facing="N", charged=True),
        unit("VEL-1", side="north", at=(90, 60), facing="S"),
    )
    play = Play(state, "move", unit="GAL-1")
    refusal = play.refused(charge("GAL-1", "VEL-1"))
    assert refusal.clause == "WMA-S10"
    assert plain(refusal.text) == "It has already charged this turn"
    assert play.mode("charge").bar.clause == "WMA-S10"


@pytest.mark.clause("WMA-S10")
def test_an_unseen_enemy_cannot_be_charged():
    state = table(
        unit("GAL-1", side="south", at=(90, 40), facing="S"),
        unit("VEL-1", side="north", at=(90, 50), facing="S"),
    )
    play = Play(state, "move", unit="GAL-1")
    assert play.refused(charge("GAL-1", "VEL-1")).clause == "WMA-S10"
    assert play.mode("charge").bar.clause == "WMA-S10"


@pytest.mark.clause("WMA-S10", "WMA-S11", "WMA-MOV-03")
@pytest.mark.parametrize(("gap", "legal"), [(20.0, True), (20.01, False)])
def test_the_reach_of_a_charge(gap, legal):
    state = table(
        unit("GAL-1", side="south", at=(90, 40), facing="N"),
        unit("LEG-1", side="north", at=(90, 42 + gap), facing="S"),
    )
    play = Play(state, "move", unit="GAL-1")
    verdict = play.check(charge("GAL-1", "LEG-1"))
    assert verdict.legal == legal
    if legal:
        assert verdict.cost == pytest.approx(200.0)
        assert verdict.reaches == ("LEG-1",)
        assert len(verdict.ghosts) == 3
        assert len(verdict.paths) == 3
    else:
        assert plain(verdict.reasons[0].text) == "Out of reach: 20.01 cm to go, 0.01 cm more than the 20 cm allowed"


@pytest.mark.clause("WMA-S10")
def test_legs_before_a_charge():
    state = table(
        unit("GAL-1", side="south", at=(90, 40), facing="N"),
        unit("LEG-1", side="north", at=(90, 54), facing="S"),
    )
    play = Play(state, "move", unit="GAL-1")
    step = {f"GAL-1.{n}": (82 + 4 * n + 3, 42, 0) for n in (1, 2, 3)}
    verdict = play.check(charge("GAL-1", "LEG-1", step))
    assert verdict.legal
    assert all(len(p) == 3 for p in verdict.paths)
    three = play.check(charge("GAL-1", "LEG-1", step, step, step))
    assert three.reasons[0].clause == "WMA-S10"
    round_about = {f"GAL-1.{n}": (82 + 4 * n + 15, 42, 0) for n in (1, 2, 3)}
    far = play.check(charge("GAL-1", "LEG-1", round_about))
    assert not far.legal
    assert far.nearest == charge("GAL-1", "LEG-1")
    play.give(charge("GAL-1", "LEG-1", step))
    assert facts.engaged(play.state, "GAL-1")


@pytest.mark.clause("WMA-S10")
def test_an_engaged_enemy_may_be_charged():
    state = table(
        unit("GAL-1", side="south", at=(90, 50), facing="N"),
        unit("LEG-1", side="north", at=(90, 52), facing="S"),
        unit("GAL-2", side="south", at=(108, 52), facing="W"),
    )
    play = Play(state, "initiative")
    play.give(charge("GAL-2", "LEG-1"))
    assert facts.engaged_enemies(play.state, "LEG-1") == ("GAL-1", "GAL-2")


@pytest.mark.clause("WMA-CMB-02", "WMA-CMB-01", "WMA-S15")
def test_a_charge_ties_the_charger_to_all_it_touches():
    state = table(
        unit("GAL-1", side="south", at=(90, 40), facing="N"),
        unit("LEG-1", side="north", at=(86, 52), facing="S"),
        unit("LEG-2", side="north", at=(98, 52), facing="S"),
    )
    play = Play(state, "charge", unit="GAL-1", target="LEG-1")
    ties = [(t.a, t.b, t.own.how) for t in play.state.ties.values()]
    assert ties == [("GAL-1", "LEG-1", "charge"), ("GAL-1", "LEG-2", "charge")]
    assert play.event("charged").data["reached"] == ["LEG-1", "LEG-2"]


@pytest.mark.clause("WMA-S33")
def test_artillery_does_not_charge_by_order():
    state = table(
        unit("SCO-1", side="south", at=(90, 40), facing="N"),
        unit("LIB-1", side="north", at=(90, 48), facing="S"),
    )
    play = Play(state, "move", unit="SCO-1")
    assert play.refused(charge("SCO-1", "LIB-1")).clause == "WMA-S33"


@pytest.mark.clause("WMA-S10", "WMA-R09")
def test_a_declared_charge_is_told_and_a_hold_is_not_a_charge():
    state = at_velites()
    play = Play(state, "move", unit="GAL-1")
    play.give(hold("GAL-1"))
    assert not play.own("GAL-1").charged
    play = Play(state, "move", unit="GAL-1")
    play.give(charge("GAL-1", "VEL-1"))
    assert plain(play.event("charge_declared").text) == "GAL-1 set out to charge VEL-1"
    assert play.state.seen == 0


@pytest.mark.clause("WMA-RCT-02", "WMA-RCT-03")
def test_the_odds_of_a_charge_count_the_shooting_at_it():
    play = Play(at_velites(), "initiative")
    found = play.session.forecast(play.decision, Reply(charge("GAL-1", "VEL-1")))
    assert found is not None
    assert found.runs == 0
    volley = found.rows[0]
    assert volley.mean == 1.5
    assert volley.spread == pytest.approx({0: 1 / 8, 1: 3 / 8, 2: 3 / 8, 3: 1 / 8})
    win, draw, lose = (row.chance for row in found.rows[1:4])
    assert win + draw + lose == pytest.approx(1.0, abs=1e-4)
    play = Play(at_velites(18.0), "move", unit="GAL-1")
    same = play.session.forecast(play.decision, Reply(charge("GAL-1", "VEL-1")))
    assert same.rows[1].chance == win
    assert play.session.forecast(play.decision, Reply(hold("GAL-1"))) is None


@pytest.mark.clause("WMA-S10", "WMA-S09")
@pytest.mark.parametrize("entry", ["move", "initiative"])
def test_a_charge_that_is_barred_straight_ahead_may_be_made_round_what_bars_it(entry):
    state = table(
        unit("EQU-1", poses=[(90, 40, "N")], stands=1),
        unit("LEG-2", poses=[(87, 46, "N")], stands=1),
        unit("LEG-3", poses=[(92.9, 46, "N")], stands=1),
        unit("GAL-1", at=(90, 55), facing="S"),
    )
    play = Play(state, entry, **({"unit": "EQU-1"} if entry == "move" else {}))
    straight = play.check(charge("EQU-1", "GAL-1"))
    assert [(r.clause, plain(r.text)) for r in straight.reasons] == [("WMA-MOV-08", "The way is blocked by LEG-3")]
    legs = [{"EQU-1.1": (96.5, 41, 0)}, {"EQU-1.1": (96.5, 49, 0)}]
    assert play.check(charge("EQU-1", "GAL-1", *legs)).legal
    play.give(charge("EQU-1", "GAL-1", *legs))
    assert where(play.state, "EQU-1") == [(90.0, 52.0, 0.0)]


@pytest.mark.clause("WMA-S13")
@pytest.mark.parametrize(
    ("x", "y", "way"),
    [
        (106, 50, 103.137),  # from (96, 41) to (104, 49): 113.137 mm, less 10
        (104, 62, 198.806),
        (106, 62, 200.0),  # 215.407 mm away: as far as its allowance
    ],
)
def test_a_failed_charge_goes_aslant_to_a_centimetre_from_the_nearest_point(x, y, way):
    state = table(
        unit("GAL-1", side="south", at=(90, 40), facing="N"),
        unit("VEL-1", side="north", poses=[(x, y, 180)], lost=(2, 3)),
    )
    poses, travel = charging.failed_charge(state, "GAL-1", "VEL-1")
    assert travel == pytest.approx(way, abs=0.0006)
    after = state.with_poses(dict(poses))
    gone = facts.distance(state, "GAL-1", "VEL-1") - facts.distance(after, "GAL-1", "VEL-1")
    assert gone == pytest.approx(way, abs=0.1)


@pytest.mark.clause("WMA-S13")
def test_a_failed_charge_tells_its_way_to_a_thousandth_of_a_millimetre():
    state = table(
        unit("GAL-1", side="south", at=(90, 40), facing="N", hits=2),
        unit("VEL-1", side="north", poses=[(85, 61.9, 180)], lost=(2, 3)),
        unit("GAL-2", side="south", at=(120, 40), facing="N"),
    )
    play = Play(state, "initiative", [4])
    play.give(charge("GAL-1", "VEL-1"))
    play.option("reaction", "shoot")
    play.pick("GAL-1.1")
    # from (88, 41) to (87, 60.9): 199.251 mm, less 10
    assert play.event("charge_failed").data["travel"] == 189.251
    assert plain(play.event("charge_failed").text) == "The charge of GAL-1 failed after 18.93 cm"
