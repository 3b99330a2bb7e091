"""What the general reckons with: clashes, worth, the array, its slots; quick odds against the exact ones."""

from __future__ import annotations

from itertools import pairwise

import pytest

from game.engine.state import State
from rulesets.warmaster_ancients import data_files
from rulesets.warmaster_ancients.deploy.setup import SETUP as setup
from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.general import plan
from rulesets.warmaster_ancients.general.duels import Fighter, binomial, charge, charge_clash, clash, through, touching
from rulesets.warmaster_ancients.general.field import Field, block_of, field_of, worth
from rulesets.warmaster_ancients.general.marches import Marcher, marches
from rulesets.warmaster_ancients.general.moves import Mind
from rulesets.warmaster_ancients.general.plan import STEADY, Body, array, make_plan, point_of
from rulesets.warmaster_ancients.move import courses, moves
from tests.rules.warmaster_ancients.general_play import armies
from tests.rules.warmaster_ancients.table import feature, profile_of, table, unit

# --- clashes -----------------------------------------------------------------------------------------------------


def test_a_die_goes_through_by_what_hits_and_what_saves() -> None:
    assert through(4, None) == 0.5
    assert through(4, 5) == pytest.approx(1 / 3)
    assert through(6, 6) == pytest.approx(5 / 36)
    assert binomial(2, 0.5).tolist() == [0.25, 0.5, 0.25]


def test_a_unit_with_fewer_stands_is_worth_less_and_none_is_worth_nothing() -> None:
    values = [float(worth(60.0, 3, n, 30.0)) for n in (3, 2, 1, 0)]
    assert values == pytest.approx([90.0, 73.0, 56.0, 0.0])


def _fighter(**changes: object) -> Fighter:
    plain = Fighter(3, 0, 3, 3, 3, 0, 0.5, 0, 50.0, 3, 30.0, True)
    return plain._replace(**changes)  # type: ignore[arg-type]


def test_like_against_like_is_even() -> None:
    found = clash(_fighter(), _fighter())
    assert found.win == pytest.approx(found.lose)
    assert found.dealt == pytest.approx(found.suffered)


@pytest.mark.parametrize("better", [{"extra": 1}, {"support": 3}, {"chance": 0.6}, {"attacks": 4}])
def test_what_is_better_wins_more_and_loses_less(better: dict[str, object]) -> None:
    plain = clash(_fighter(), _fighter())
    found = clash(_fighter(**better), _fighter())
    assert found.win > plain.win
    assert found.gain() > plain.gain()


@pytest.mark.parametrize(
    ("one", "two"), [("LEG-1", "LIB-1"), ("LIB-1", "LEG-1"), ("ELE-1", "LEG-1"), ("EQU-1", "LIB-1"), ("PUN-1", "EQU-1")]
)
def test_quick_odds_of_a_frontal_charge_are_the_exact_ones(one: str, two: str) -> None:
    rome = ("LEG", "EQU")
    side = "south" if one.startswith(rome) else "north"
    state = table(
        unit(one, at=(60, 50), facing="N"), unit(two, at=(60, 66), facing="S"), *armies(one, two), active=side
    )
    exact = charge(state, one, two)
    assert exact is not None
    troops = field_of(state, side).troops
    quick = charge_clash(troops[one], troops[two], "front")
    assert quick.win == pytest.approx(exact.win, abs=1e-9)
    assert quick.lose == pytest.approx(exact.lose, abs=1e-9)
    # each books the price of a pursuit in its own way; what remains in the end agrees
    assert quick.dealt - quick.suffered == pytest.approx(exact.dealt - exact.suffered, abs=12.0)


def test_a_charge_counts_the_missing_way_out() -> None:
    """Whoever has the table's edge behind it is lost if it is beaten, so a charge at it promises more."""
    open_field = table(
        unit("LEG-1", at=(30, 60), facing="W"), unit("LIB-1", at=(21, 60), facing="E"), *armies(), active="south"
    )
    cornered = table(
        unit("LEG-1", at=(10, 60), facing="W"), unit("LIB-1", at=(1, 60), facing="E"), *armies(), active="south"
    )
    free, trapped = charge(open_field, "LEG-1", "LIB-1"), charge(cornered, "LEG-1", "LIB-1")
    assert free is not None
    assert trapped is not None
    assert trapped.win == free.win
    assert trapped.dealt > free.dealt + 5.0


def test_breadths_tell_how_many_stands_touch() -> None:
    assert touching(3, 40.0, 120.0) == 3
    assert touching(3, 40.0, 20.0) == 1
    assert touching(1, 40.0, 120.0) == 1


# --- the array ---------------------------------------------------------------------------------------------------


def _bodies(codes: str) -> list[Body]:
    out = []
    for n, code in enumerate(codes.split()):
        kind = profile_of(code)
        out.append(Body(f"{code}-{n}", kind, kind.footprint.width * kind.stands, kind.footprint.depth, float(n)))
    return out


def test_the_tough_stand_behind_missiles_at_the_ends_horse_on_the_wings() -> None:
    found = array(_bodies("EQU LEG LEG LEG TRI VEL VEL LEG TRI EQU SCO"))
    assert {u for u, s in found.items() if s.row == 1} == {"TRI-4", "TRI-8", "LEG-3"}
    order = sorted((u for u, s in found.items() if s.row == 0), key=lambda u: found[u].aside)
    assert order[0].startswith("EQU")
    assert order[-1].startswith("EQU")
    assert order[1].startswith("VEL")
    foot = [u for u in order if u.startswith("LEG")]
    asides = [found[u].aside for u in foot]
    gaps = [b - a for a, b in pairwise(asides)]
    assert gaps == pytest.approx([120.2] * len(gaps))


def test_slots_lie_to_the_right_and_behind_the_middle_of_the_front() -> None:
    found = array(_bodies("LEG LEG LEG"))
    slot = next(s for s in found.values() if s.row == 1)
    assert point_of(slot, (500.0, 400.0), 0.0) == pytest.approx((500.0 + slot.aside, 400.0 - slot.behind))
    assert point_of(slot, (500.0, 400.0), 90.0) == pytest.approx((500.0 - slot.behind, 400.0 - slot.aside))


def test_the_deployed_reserve_touches_the_line_before_it() -> None:
    state, _ = setup.begin(setup.default_setup("open_field", 1000))
    slots, _, facing = plan.slots_of(state, "south")
    assert facing == 0.0
    behind = {u for u, s in slots.items() if s.row == 1}
    assert {"TRI-1", "TRI-2"} <= behind
    assert {s.behind for u, s in slots.items() if u in behind} == {30.2}


# --- marches -----------------------------------------------------------------------------------------------------


def _mind(state: State, side: str) -> Mind:
    field = Field(state, side)
    return Mind(field, make_plan(field, STEADY), STEADY)


def test_every_march_thought_of_stays_within_the_move() -> None:
    state = table(
        unit("LEG-1", at=(60, 40), facing=20),
        unit("LEG-9", "south", "column", at=(80, 40), facing="N"),
        unit("LIB-1", at=(60, 75), facing="S"),
        *armies("LEG-9"),
        terrain=[feature("wood", box=(40, 45, 52, 60))],
        active="south",
    )
    mind = _mind(state, "south")
    for name in ("LEG-1", "LEG-9"):
        troop = mind.field.troops[name]
        ideas = marches(mind.field, troop, mind.plan.tasks[name], mind.plan.facing)
        assert len(ideas) > 10
        limit = Marcher(mind.field, troop).limit
        for idea in ideas[1:]:
            legs = courses.legs_of(state, name, idea.answer.courses)
            assert max(moves.travels(facts.poses(state, name), legs).values()) <= limit + 0.01


def test_the_block_of_a_march_is_where_the_stands_would_be() -> None:
    state = table(
        unit("LEG-1", at=(60, 40), facing=20), unit("LIB-1", at=(64, 75), facing="S"), *armies(), active="south"
    )
    mind = _mind(state, "south")
    troop = mind.field.troops["LEG-1"]
    for idea in marches(mind.field, troop, mind.plan.tasks["LEG-1"], mind.plan.facing)[1:]:
        leg = courses.legs_of(state, "LEG-1", idea.answer.courses)[-1]
        real = block_of(troop.kind, list(leg.values()))
        assert (real.x, real.y) == pytest.approx((idea.block.x, idea.block.y), abs=0.01)
        assert (real.half_width, real.half_depth) == pytest.approx(
            (idea.block.half_width, idea.block.half_depth), abs=0.01
        )


# --- the plan ----------------------------------------------------------------------------------------------------


def test_it_presses_harder_as_turns_run_out_and_where_it_is_behind() -> None:
    rows = (unit("LEG-1", at=(60, 40), facing="N"), unit("LIB-1", at=(60, 75), facing="S"), *armies())
    early = _mind(table(*rows, turn=1, active="south"), "south").plan.press
    late = _mind(table(*rows, turn=7, active="south"), "south").plan.press
    assert early == 1.0
    assert late > 1.5
    lost = unit("LEG-1", at=(60, 40), facing="N", lost=(3, 2))
    behind = _mind(table(lost, *rows[1:], turn=7, active="south"), "south").plan.press
    assert behind > late


def test_the_nearest_foot_take_a_crossing() -> None:
    terrain = []
    for f in data_files.load_scenario("river").features:
        outline = {"line": [list(p) for p in f.line]} if f.line else {"polygon": [list(p) for p in f.polygon]}
        terrain.append({"id": f.id, "kind": f.kind, **outline})
    state = table(
        *(unit(f"LEG-{k}", at=(15.0 + 16.0 * k, 12.0), facing="N") for k in range(1, 8)),
        unit("LIB-1", at=(90, 110), facing="S"),
        terrain=terrain,
        scenario="river",
        active="south",
    )
    plan = _mind(state, "south").plan
    seizing = {u: t.place for u, t in plan.tasks.items() if t.duty == "seize"}
    assert sorted(set(seizing.values())) == ["hold-bridge", "hold-ford"]
    assert len(seizing) == 4
