"""What two units could do to each other: beside icepool, and beside the flow itself played many times."""

from __future__ import annotations

from collections.abc import Sequence

import icepool
import pytest
from msgspec.structs import replace

from game.engine.decision import Asked, Decision, Reply
from game.engine.event import Event
from game.engine.odds import Spread
from game.engine.playout import Tally
from game.engine.prospects import prospects_of
from game.engine.state import Frame, State, state_hash, view
from game.geometry.shapes import Pose
from rulesets.warmaster_ancients import RULESET
from rulesets.warmaster_ancients.charge.charging import placed
from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.fight import odds
from rulesets.warmaster_ancients.fight.combat import CombatData
from rulesets.warmaster_ancients.shoot import volley as shot_odds
from tests.rules.odds_counts import agrees, by_label, chances, played, sums_open
from tests.rules.warmaster_ancients.table import table, unit

SHARE = 250
"""Runs of the fast suite; the soak plays 100,000."""


def facing_each_other(gap: float = 14.0, active: str = "south", phase: str = "command", **foe: object) -> State:
    """Legionaries before enemy skirmishers."""
    return table(
        unit("LEG-1", "south", at=(90, 50), facing="N"),
        unit("VEL-1", "north", at=(90, 50 + gap), facing="S", **foe),
        active=active,
        phase=phase,
    )


def fighting(*more: dict, active: str = "south", **foe: object) -> State:
    return table(
        unit("LEG-1", "south", at=(90, 59), facing="N"),
        unit("LIB-1", "north", at=(90, 61), facing="S", **foe),
        *more,
        active=active,
        phase="melee",
    )


# --- beside icepool ----------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-SHT-06", "WMA-SHT-07", "WMA-SHT-08", "WMA-DRV-04")
@pytest.mark.parametrize(("target", "armour", "move"), [("LEG-1", 5, 20), ("GAL-1", 7, 20), ("VEL-2", 7, 20)])
def test_a_volley_in_the_enemys_turn_down_to_the_drive_back(target: str, armour: int, move: int) -> None:
    state = table(
        unit(target, "south", at=(90, 50), facing="N"), unit("VEL-1", "north", at=(90, 62), facing="S"), active="south"
    )
    shot = next(p for p in prospects_of(RULESET, view(state, "south"), target, "VEL-1") if p.actor == "VEL-1")
    assert shot.what == "shoot"
    hit = icepool.d6 >= 4
    through = chances(3 @ (hit & (icepool.d6 < armour)))
    found = by_label(shot.forecast, "Casualties of {unit}")
    assert found.spread == pytest.approx(through)
    lost = by_label(shot.forecast, "Stands lost by {unit}")
    assert lost.mean == pytest.approx(through.get(3, 0.0), abs=5e-4)
    ways: dict[int, float] = {}
    for n, p in through.items():
        for cm, q in (chances(n @ icepool.d6) if n else {0: 1.0}).items():
            ways[cm if cm <= move else 0] = ways.get(cm if cm <= move else 0, 0.0) + p * q
    driven = by_label(shot.forecast, "Drive-back of {unit}, cm")
    assert driven.spread == pytest.approx({k: v for k, v in ways.items() if v >= 1e-4})


@pytest.mark.clause("WMA-CMB-05", "WMA-MOD-01", "WMA-RES-02")
@pytest.mark.parametrize(("charger", "target", "dice", "back", "armours"), [("LEG-1", "LIB-1", 12, 9, (6, 5))])
def test_a_charge_by_hand_of_icepool(charger: str, target: str, dice: int, back: int, armours: tuple[int, int]) -> None:
    state = table(
        unit(charger, "south", at=(90, 50), facing="N"), unit(target, "north", at=(90, 62), facing="S"), active="south"
    )
    charge = prospects_of(RULESET, view(state, "south"), charger, target)[0]
    mine = chances(dice @ ((icepool.d6 >= 4) & (icepool.d6 < armours[0])))
    theirs = chances(back @ ((icepool.d6 >= 4) & (icepool.d6 < armours[1])))
    won = sum(p * q for a, p in mine.items() for b, q in theirs.items() if min(a, 9) > min(b, 9))
    assert by_label(charge.forecast, "Win").chance == pytest.approx(won, abs=1e-6)


@pytest.mark.clause("WMA-S23", "WMA-R39")
def test_a_weak_stand_in_combat_by_icepool() -> None:
    """The enemy has one stand with one hit left: it strikes 3 dice, and dies of the first casualty."""
    state = fighting(stands=1, hits=2)
    (combat,) = prospects_of(RULESET, view(state, "north"), "LEG-1", "LIB-1")
    dice = next(s.total for r in combat.forecast.rows if r.label.key == "Casualties dealt" for s in r.sums)
    alive = float((int(dice) @ ((icepool.d6 >= 4) & (icepool.d6 < 6)) == 0).probability(True))
    assert by_label(combat.forecast, "{unit} destroyed").chance == pytest.approx(1.0 - alive)


# --- beside the flow ---------------------------------------------------------------------------------------------


def _first_round(before: State, after: State, told: Sequence[Event]) -> dict[str, int]:
    """Who won the first round and by how much, and the stands lost in it."""
    upto = next((k for k, e in enumerate(told) if e.type == "combat_result"), len(told))
    found = {f"lost {u}": 0 for u in ("LEG-1", "VEL-1", "LIB-1")}
    for e in told[:upto]:
        if e.type == "stand_lost":
            found[f"lost {e.data['unit']}"] += 1
        if e.type == "unit_destroyed":
            found[f"lost {e.data['unit']}"] = len(facts.stands(before, e.data["unit"]))
    result = told[upto].data if upto < len(told) else {}
    found["win"] = int(result.get("winner") == "south")
    found["lose"] = int(result.get("winner") == "north" or not result)
    found["draw"] = int(result.get("how") == "draw")
    return found


def _staying(seen: State, decision: Decision, asked: Asked) -> Reply | None:
    return None


def compare_combat(runs: int) -> None:
    behind = unit("LIB-2", "north", at=(90, 63), facing="S")
    for state in (fighting(), fighting(behind), fighting(active="north", stands=2, hits=1)):
        found = odds.combat_odds(state, ["LEG-1"], ["LIB-1"])
        frame = Frame("wma.combat", data=CombatData("LEG-1"))
        names = ("win", "draw", "lose", "lost LEG-1", "lost LIB-1")
        tally = played(RULESET, view(state, "south"), [frame], _first_round, runs, names, _staying)
        exact: dict[str, float | Spread] = {"win": found.win, "draw": found.draw, "lose": found.lose}
        exact |= {f"lost {u}": found.stands[u] for u in ("LEG-1", "LIB-1")}
        agrees(tally, exact)


def compare_charge(runs: int) -> None:
    """The volley at the charge, then the round, as the flow of a charge has it."""
    state = facing_each_other()
    charge = prospects_of(RULESET, view(state, "south"), "LEG-1", "VEL-1")[0]
    playout = charge.playout
    assert playout is not None
    names = ("win", "draw", "lose", "lost VEL-1")
    tally = played(RULESET, playout.start, playout.stages, _first_round, runs, names, _staying)
    lost = next(r for r in charge.forecast.rows if r.label.key == "Stands lost by {unit}" and r.mean > 1.0)
    exact: dict[str, float | Spread] = {n.lower(): by_label(charge.forecast, n).chance for n in ("Win", "Draw", "Lose")}
    agrees(tally, {**exact, "lost VEL-1": Spread.of(lost.spread)})


def compare_volley(runs: int) -> None:
    state = facing_each_other(12.0, active="north", phase="shooting")
    aims = [(f"VEL-1.{n}", "LEG-1") for n in (1, 2, 3)]
    found = shot_odds.volley_odds(state, "VEL-1", aims)["LEG-1"]

    def read(before: State, after: State, told: Sequence[Event]) -> dict[str, int]:
        return {
            "stands": sum(e.type == "stand_lost" for e in told),
            "confused": int(after.units["LEG-1"].own.confused),
            "cm": next((round(e.data["wanted"] / 10) for e in told if e.type == "driven_back"), 0),
        }

    frame = RULESET.entries["shooting"](state, {})
    tally = played(RULESET, view(state, "north"), [frame], read, runs, ("stands", "confused", "cm"))
    agrees(tally, {"stands": found.stands, "confused": found.confused, "cm": found.distance})


@pytest.mark.clause("WMA-RES-07", "WMA-S23")
def test_combats_resolved_by_the_flow_agree() -> None:
    compare_combat(SHARE)


@pytest.mark.clause("WMA-RCT-03", "WMA-S13")
def test_charges_resolved_by_the_flow_agree() -> None:
    compare_charge(SHARE)


@pytest.mark.clause("WMA-DRV-02", "WMA-DRV-05", "WMA-DRV-10")
def test_volleys_resolved_by_the_flow_agree() -> None:
    compare_volley(1000)


@pytest.mark.soak
@pytest.mark.parametrize("compare", [compare_combat, compare_charge, compare_volley])
def test_a_hundred_thousand_resolved_samples_agree(compare) -> None:
    compare(100_000)


# --- what a player asks ------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-SHT-02", "WMA-S10")
def test_both_directions_in_either_turn_and_the_same_from_both_chairs() -> None:
    for active in ("south", "north"):
        state = facing_each_other(active=active)
        found = prospects_of(RULESET, view(state, "south"), "LEG-1", "VEL-1")
        assert [(p.what, p.actor, p.bar is None) for p in found] == [
            ("charge", "LEG-1", True),
            ("shoot", "VEL-1", True),
            ("charge", "VEL-1", True),
        ]
        again = prospects_of(RULESET, view(state, "north"), "VEL-1", "LEG-1")
        assert {p.id for p in again} == {p.id for p in found}
        told = {p.id: p.forecast for p in again}
        assert all(told[p.id] == p.forecast for p in found)


@pytest.mark.clause("WMA-SHT-02", "WMA-S10")
def test_what_cannot_be_done_says_why_with_its_clause() -> None:
    found = prospects_of(RULESET, view(facing_each_other(60.0), "south"), "LEG-1", "VEL-1")
    assert all(p.bar is not None and p.bar.clause for p in found)
    assert all(p.forecast is None and p.playout is None for p in found)


def test_every_number_opens_into_its_sum() -> None:
    for prospect in prospects_of(RULESET, view(facing_each_other(), "south"), "LEG-1", "VEL-1"):
        sums_open(prospect.forecast)
    (combat,) = prospects_of(RULESET, view(fighting(), "south"), "LEG-1", "LIB-1")
    sums_open(combat.forecast)


def test_places_thought_of_are_what_is_answered_and_change_nothing() -> None:
    state = facing_each_other(60.0)
    before = state_hash(state)
    seen = view(state, "south")
    nearer = {b.id: Pose(b.pose.x, b.pose.y - 460.0, b.pose.facing) for b in seen.bases_of("VEL-1") if b.pose}
    there = prospects_of(RULESET, seen, "LEG-1", "VEL-1", nearer)
    here = prospects_of(RULESET, view(facing_each_other(14.0), "south"), "LEG-1", "VEL-1")
    assert [p.forecast for p in there] == [p.forecast for p in here]
    assert state_hash(state) == before


@pytest.mark.clause("WMA-RCT-03")
def test_a_charge_that_ends_where_drawn_has_the_odds_of_the_same_charge_by_itself() -> None:
    state = view(facing_each_other(), "south")
    ends = placed(state, "LEG-1", "VEL-1").ends
    drawn = prospects_of(RULESET, state, "LEG-1", "VEL-1", ends)[0]
    straight = prospects_of(RULESET, state, "LEG-1", "VEL-1")[0]
    assert drawn.forecast == straight.forecast
    counts = []
    for prospect in (drawn, straight):
        tally = Tally(RULESET, prospect.playout)
        tally.more(80)
        counts.append(tally.mean("gone VEL-1"))
    assert counts[0] == pytest.approx(counts[1], abs=0.25)


def test_units_of_one_side_and_characters_have_no_odds() -> None:
    state = table(unit("LEG-1", "south", at=(90, 50), facing="N"), unit("VEL-1", "south", at=(90, 64), facing="S"))
    assert prospects_of(RULESET, view(state, "south"), "LEG-1", "VEL-1") == ()
    assert prospects_of(RULESET, view(state, "south"), "LEG-1", "nobody") == ()


@pytest.mark.clause("WMA-S16", "WMA-CMB-04")
def test_the_engaged_have_but_their_combat() -> None:
    state = replace(fighting(), luck=None)
    found = prospects_of(RULESET, state, "LIB-1", "LEG-1")
    assert [p.what for p in found] == ["combat"]
    assert facts.combat_of(state, "LIB-1") == ("LEG-1", "LIB-1")
