"""What two units could do to each other: beside icepool, and beside the flow itself played many times."""

from __future__ import annotations

from collections.abc import Sequence

import icepool
import pytest
from msgspec.structs import replace

from game.engine.decision import Asked, Decision, OptionAnswer, Reply
from game.engine.event import Event
from game.engine.odds import Spread
from game.engine.playout import Tally
from game.engine.prospects import Prospect, prospects_of
from game.engine.state import Frame, State, state_hash, view
from rulesets.age_of_fantasy_skirmish import RULESET
from rulesets.age_of_fantasy_skirmish.attack import odds, strikes
from rulesets.age_of_fantasy_skirmish.attack.strikes import StrikeData
from rulesets.age_of_fantasy_skirmish.fight.melee import MeleeData
from rulesets.age_of_fantasy_skirmish.shoot import shooting as targets
from tests.rules.age_of_fantasy_skirmish.attack_play import bow, model, row, scene, squad, sword
from tests.rules.odds_counts import agrees, by_label, chances, played, sums_open

SHARE = 1000
"""Runs of the fast suite; the soak plays 100,000."""


def archers(n: int = 3, foes: int = 3, defense: int = 5, **rules: int) -> State:
    return scene(
        squad("A1", row(n, 10, 10), model(4, 4, bow(**rules), sword())),
        squad("B1", row(foes, 10, 20), model(4, defense, sword("Knife"))),
        squad("B2", row(1, 40, 40), model(4, 4)),
        active="south",
    )


def of(state: State, what: str, actor: str, mark: str) -> Prospect:
    found = prospects_of(RULESET, view(state, "south"), actor, mark)
    return next(p for p in found if (p.what, p.actor) == (what, actor))


def unblocked(defense: int) -> float:
    return 1.0 - float((icepool.d6 >= defense).probability(True))


# --- beside icepool ----------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-SHT-04", "AFS-GEN-03", "AFS-GRP-01")
@pytest.mark.parametrize(("n", "foes", "defense"), [(2, 4, 5), (3, 5, 3), (5, 6, 4)])
def test_shots_by_icepool(n: int, foes: int, defense: int) -> None:
    """Quality 4+, the Defense given; while models are left over each wound takes one."""
    shot = of(archers(n, foes, defense), "shoot", "A1", "B1")
    through = (icepool.d6 >= 4) & (icepool.d6 < defense)
    expected = {k: v for k, v in chances(n @ through).items() if v >= 1e-4}
    assert by_label(shot.forecast, "Wounds on {unit}").spread == pytest.approx(expected)
    assert by_label(shot.forecast, "Models lost by {unit}").spread == pytest.approx(expected)


@pytest.mark.clause("AFS-WND-03", "AFS-KO-01", "AFS-MOR-01", "AFS-R12")
def test_the_last_model_down_to_its_army_s_morale_by_icepool() -> None:
    """One shot at one model: hit on 4+, blocked on 5+, Knocked Out on 5+ with the wound's +1, else Shaken."""
    shot = of(archers(1, 1), "shoot", "A1", "B1")
    through = float(((icepool.d6 >= 4) & (icepool.d6 < 5)).probability(True))
    assert by_label(shot.forecast, "Wounds on {unit}").spread[1] == pytest.approx(through)
    fate = by_label(shot.forecast, "{unit} destroyed")
    needs = {s.label.key.split(",")[0]: s.total for s in fate.sums}
    gone = float((icepool.d6 >= int(needs["Knocked Out"] - needs["Wound effects"])).probability(True))
    assert fate.chance == pytest.approx(through * gone)
    assert by_label(shot.forecast, "{unit} Shaken").chance == pytest.approx(through * (1.0 - gone))
    # the second of two units lost is the half at which its army tests
    morale = by_label(shot.forecast, "{side} must test morale at the end of the round")
    assert morale.chance == pytest.approx(through * gone)
    assert morale.sum.total == 2


@pytest.mark.clause("AFS-MEL-04", "AFS-MEL-05")
def test_a_charge_s_strikes_by_icepool() -> None:
    state = scene(
        squad("A1", [(10, 10)], model(3, 4, sword(attacks=4), tough=9)),
        squad("B1", row(6, 8, 16), model(4, 5, sword("Knife"))),
        active="south",
    )
    charge = of(state, "charge", "A1", "B1")
    expected = chances(4 @ ((icepool.d6 >= 3) & (icepool.d6 < 5)))
    assert by_label(charge.forecast, "Wounds on {unit}").spread == pytest.approx(expected)


# --- beside the flow ---------------------------------------------------------------------------------------------


def _told(before: State, after: State, told: Sequence[Event]) -> dict[str, int]:
    wounds = sum(e.data["wounds"] for e in told if e.type == "suffered" and e.data["unit"] == "B1")
    gone = not after.bases_of("B1")
    return {
        "wounds": wounds,
        "lost": len(before.bases_of("B1")) - len(after.bases_of("B1")),
        "gone": int(gone),
        "shaken": int(not gone and after.units["B1"].own.shaken),
    }


def _no_push(seen: State, decision: Decision, asked: Asked) -> Reply | None:
    return Reply(OptionAnswer({"push": "no"})) if decision.question == "try_push" else None


def compare_shots(runs: int) -> None:
    for state in (archers(2, 3), archers(4, 2, 4, ap=1), archers(3, 1, 4)):
        names = targets.weapon_names(state, "A1")
        attacks = tuple(a for n in names for a in targets.attacks(state, "A1", n, "B1"))
        found = odds.effects(state, "B1", odds.batch_odds(state, "B1", attacks)["B1"])
        frame = Frame("afs.strike", data=StrikeData("A1", "B1", "shooting", strikes.in_order(state, attacks)))
        seen = view(state, "south")
        tally = played(RULESET, seen, [frame], _told, runs, ("wounds", "lost", "gone", "shaken"), _no_push)
        exact: dict[str, float | Spread] = {"wounds": found.wounds, "lost": found.lost, "gone": found.destroyed}
        agrees(tally, {**exact, "shaken": found.shaken})


def compare_melee(runs: int) -> None:
    """The chargers' strikes at a unit that cannot answer first are what the whole melee does to it."""
    state = scene(
        squad("A1", [(10, 10)], model(3, 4, sword(attacks=3, ap=1), tough=9)),
        squad("B1", row(3, 9, 11.5), model(4, 5)),
    )
    attacks = strikes.blows(state, "A1", "B1", "charge")
    found = odds.effects(state, "B1", odds.batch_odds(state, "B1", attacks)["B1"])
    frame = Frame("afs.melee", data=MeleeData("A1", "B1", 0, sketch=True))
    tally = played(RULESET, view(state, "south"), [frame], _told, runs, ("wounds", "lost", "gone"), _no_push)
    agrees(tally, {"wounds": found.wounds, "lost": found.lost, "gone": found.destroyed})


@pytest.mark.clause("AFS-SHT-10", "AFS-GRP-02", "AFS-SHK-01")
def test_shots_resolved_by_the_flow_agree() -> None:
    compare_shots(SHARE)


@pytest.mark.clause("AFS-MEL-03", "AFS-MEL-12")
def test_strikes_resolved_by_the_flow_agree() -> None:
    compare_melee(SHARE)


@pytest.mark.soak
@pytest.mark.parametrize("compare", [compare_shots, compare_melee])
def test_a_hundred_thousand_resolved_samples_agree(compare) -> None:
    compare(100_000)


# --- what a player asks ------------------------------------------------------------------------------------------


def test_both_directions_in_either_turn_and_why_not() -> None:
    for active in ("south", "north"):
        found = prospects_of(
            RULESET, view(replace(archers(), own=replace(archers().own, active=active)), "south"), "A1", "B1"
        )
        told = [(p.what, p.actor, p.bar is None) for p in found]
        assert told == [("shoot", "A1", True), ("charge", "A1", True), ("charge", "B1", True)]
    far = prospects_of(RULESET, view(archers(), "south"), "A1", "B2")
    assert [p.bar is not None and bool(p.bar.clause) for p in far] == [True, True, True]


def test_the_shaken_stay_idle() -> None:
    state = scene(
        squad("A1", row(2, 10, 10), model(4, 4, bow(), sword()), shaken=True),
        squad("B1", row(2, 10, 14), model(4, 5, sword("Knife"))),
    )
    found = {(p.what, p.actor): p.bar for p in prospects_of(RULESET, view(state, "south"), "A1", "B1")}
    assert found["shoot", "A1"].clause == found["charge", "A1"].clause == "AFS-SHK-02"
    assert found["charge", "B1"] is None


def test_every_number_opens_into_its_sum() -> None:
    for prospect in prospects_of(RULESET, view(archers(3, 4), "south"), "A1", "B1"):
        if prospect.forecast is not None:
            sums_open(prospect.forecast)
        if prospect.playout is not None:
            tally = Tally(RULESET, prospect.playout)
            tally.more(5)
            sums_open(tally.forecast())


def test_nearer_places_bear_where_these_do_not() -> None:
    state = archers()
    before = state_hash(state)
    seen = view(state, "south")
    back = {b.id: replace(b.pose, y=b.pose.y + 25.4 * 22) for b in seen.bases_of("B1")}
    found = {(p.what, p.actor): p for p in prospects_of(RULESET, seen, "A1", "B1", back)}
    assert found["shoot", "A1"].bar is not None
    assert found["shoot", "A1"].bar.clause == "AFS-SHT-01"
    assert state_hash(state) == before
