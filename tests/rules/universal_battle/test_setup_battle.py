"""Setting up: scenarios, points of both sides, tables made and of the players' own, the state that begins."""

from __future__ import annotations

from typing import Any

import pytest
import shapely
from msgspec.structs import replace

from game.engine.command import Answering, Refusal
from game.engine.files.toml_reading import DataError
from game.engine.lists import OWN
from game.engine.ruleset import Setup, SideSetup
from game.engine.session import Session
from game.engine.state import State
from game.engine.table_plans.document import TablePlan
from game.kit.muster.own import look
from game.kit.muster.setup import SIDES
from rulesets.universal_battle.army.data_army import OWN_ARMIES, load_army
from rulesets.universal_battle.data_files import DATA
from rulesets.universal_battle.deploy import setup
from rulesets.universal_battle.deploy.setup import SETUP, TABLES
from rulesets.universal_battle.field.ground import kinds
from rulesets.universal_battle.measures import inch
from rulesets.universal_battle.system import RULESET


def usual(scenario: str = "meeting", size: int = 500, **options: Any) -> Setup:
    """The usual set-up of a scenario with some other options."""
    found = RULESET.default_setup(scenario, size)
    return replace(found, seed="x", options={**found.options, **options})


def begun(setup: Setup) -> State:
    """What a set-up begins with."""
    return RULESET.begin(setup)[0]


def problems(setup: Setup) -> list[tuple[str, str]]:
    """Where something forbids a set-up, and by which clause."""
    return [(p.where, p.clause) for p in RULESET.check_setup(setup) if p.fatal]


def spent(state: State, side: str) -> int:
    """What an army costs."""
    return sum(u.own.points for u in state.units_of(side))


@pytest.mark.clause("USB-SET-03", "USB-CDR-01")
def test_every_scenario_begins_in_each_of_its_sizes() -> None:
    infos = RULESET.scenarios()
    assert [i.id for i in infos] == ["meeting", "papers", "bombs", "last_stand", "legends"]
    for info in infos:
        for size in info.sizes:
            setup = usual(info.id, size)
            assert problems(setup) == []
            state, frame = RULESET.begin(setup)
            assert frame.name == "usb.battle"
            assert state.own.rounds == 5
            assert {s: x.own.army for s, x in state.sides.items()} == {"south": "bronze_host", "north": "star_company"}
            for side in SIDES:
                least = 0.95 * RULESET.side_size(setup, side)
                assert least <= spent(state, side) <= RULESET.side_size(setup, side)
                leader = state.units[state.sides[side].own.commander]
                heroes = [u for u in state.units_of(side) if u.own.power]
                assert leader.side == side
                assert leader.own.points == max(u.own.points for u in heroes)
            assert all(b.where == "reserve" and b.pose is None for b in state.bases.values())


@pytest.mark.clause("USB-ORG-03", "USB-S07", "USB-SET-04", "USB-R05")
@pytest.mark.parametrize(("points", "feet", "zone"), [(250, 2, 6.0), (260, 3, 9.0), (500, 3, 9.0), (1000, 3, 9.0)])
def test_the_table_goes_by_the_points_and_the_zones_by_the_table(points: int, feet: int, zone: float) -> None:
    state = begun(usual(size=points))
    assert (state.table.width, state.table.depth) == (inch(12 * feet), inch(12 * feet))
    assert (state.own.zone, state.own.zones) == (inch(zone), ())
    assert {s: x.own.edge for s, x in state.sides.items()} == {"south": "south", "north": "north"}


@pytest.mark.clause("USB-SET-01", "USB-S07", "USB-SET-08")
@pytest.mark.parametrize("seed", ["x", "y", "z"])
@pytest.mark.parametrize(("points", "symmetric"), [(250, False), (250, True), (500, False), (500, True)])
def test_made_land(points: int, symmetric: bool, seed: str) -> None:
    state = begun(replace(usual(size=points, symmetric=symmetric), seed=seed))
    pieces = list(state.features.values())
    assert len(pieces) >= (8 if points == 250 else 12)
    found = [kinds()[p.kind] for p in pieces]
    assert sum(k.screen for k in found) >= 3
    assert sum(k.forest for k in found) >= 2
    assert any(k.ruins for k in found)
    assert any(k.road for k in found)
    assert any(k.slow and not (k.ruins or k.forest or k.pit) for k in found)
    areas = [shapely.Polygon(p.points) for p in pieces]
    for k, area in enumerate(areas):
        west, south, east, north = area.bounds
        assert max(east - west, north - south) <= inch(8) + 0.01
        assert all(area.intersection(other).area < 0.01 for other in areas[:k])
    turned = {
        tuple(sorted((round(state.table.width - x), round(state.table.depth - y)) for x, y in p.points)) for p in pieces
    }
    same = {tuple(sorted((round(x), round(y)) for x, y in p.points)) for p in pieces} == turned
    assert same == symmetric


@pytest.mark.clause("USB-S07")
def test_a_number_gives_the_same_land_again() -> None:
    def land(seed: str, **options: Any) -> Any:
        return begun(replace(usual(**options), seed=seed)).features

    assert land("x") == land("x") != land("y")
    assert land("x", map_seed=7) == land("y", map_seed=7) != land("x", map_seed=8)


@pytest.mark.clause("USB-ORG-02")
def test_unequal_limits_by_agreement() -> None:
    setup = usual(points_north=300)
    assert [RULESET.side_size(setup, s) for s in SIDES] == [500, 300]
    assert ("sides.north.counts", "USB-ORG-01") in problems(setup)
    small = RULESET.default_setup("meeting", 300).sides["north"]
    fair = replace(setup, sides={**setup.sides, "north": small})
    assert problems(fair) == []
    assert [RULESET.limits(fair, s)[0].most for s in SIDES] == [500, 300]


@pytest.mark.clause("USB-ORG-02", "USB-ORG-03")
def test_the_larger_army_calls_for_the_table() -> None:
    assert begun(usual(size=250)).table.width == inch(24)
    assert begun(usual(size=250, points_north=260)).table.width == inch(36)


@pytest.mark.clause("USB-ORG-02", "USB-SET-04")
def test_a_scenario_for_unequal_sides_and_zones() -> None:
    setup = usual("last_stand")
    assert [RULESET.side_size(setup, s) for s in SIDES] == [500, 375]
    assert [RULESET.side_size(replace(setup, options={**setup.options, "points_north": 400}), s) for s in SIDES] == [
        500,
        400,
    ]
    zones = dict(begun(setup).own.zones)
    assert {s: (min(y for _, y in ring), max(y for _, y in ring)) for s, ring in zones.items()} == {
        "south": (0.0, inch(9)),
        "north": (inch(36 * 0.6), inch(36)),
    }


@pytest.mark.clause("USB-ORG-06")
def test_the_smallest_game() -> None:
    assert problems(usual(size=90)) == []
    assert "options.points" in [where for where, _ in problems(usual(points=80))]
    assert ("options.points", "USB-ORG-06") in problems(usual(size=90, points_north=80))


@pytest.mark.clause("USB-ORG-08", "USB-ORG-07")
def test_a_scenario_lifts_the_price_of_the_dearest() -> None:
    counts = {"BQUE": 1, "BSLI": 1}

    def checked(scenario: str) -> list[tuple[str, str]]:
        setup = usual(scenario)
        return problems(replace(setup, sides={**setup.sides, "south": SideSetup("bronze_host", counts)}))

    assert checked("legends") == []
    assert checked("meeting") == [("sides.south.counts.BQUE", "USB-ORG-07")]
    named = [x.label.key for x in RULESET.limits(usual("legends"), "south")]
    assert "Points of the most expensive activation" not in named


@pytest.mark.clause("USB-SET-03", "USB-ACT-07")
@pytest.mark.parametrize(
    ("scenario", "owners", "worth"), [("papers", [""] * 3, 1), ("bombs", ["south"] * 2 + ["north"] * 2, 2)]
)
def test_objectives_lie_where_models_can_stand(scenario: str, owners: list[str], worth: int) -> None:
    for seed in "abcdef":
        state = begun(replace(usual(scenario, 250), seed=seed))
        found = list(state.markers.values())
        assert [m.id for m in found] == [f"O{k}" for k in range(1, len(owners) + 1)]
        assert [(m.kind, m.side, m.own.worth, m.own.owner) for m in found] == [
            ("objective", "", worth, o) for o in owners
        ]
        shut = [shapely.Polygon(p.points) for p in state.features.values() if kinds()[p.kind].solid]
        assert all(
            s.distance(shapely.Point(m.pose.x, m.pose.y)) >= inch(2.4) - 0.01 for m in found if m.pose for s in shut
        )


@pytest.mark.clause("USB-SET-03")
def test_zones_of_a_scenario_leave_ground_between_them() -> None:
    told = DATA.raw("scenarios/last_stand.toml").decode()
    assert setup.read_scenario(told.replace("north = 0.4", "north = 0.74").encode(), "x").zone == {"north": 0.74}
    with pytest.raises(DataError, match="ground between"):
        setup.read_scenario(told.replace("north = 0.4", "north = 0.75").encode(), "x")


# --- tables of the players' own ----------------------------------------------------------------------------------


def plan(size: float = 36.0, **more: Any) -> TablePlan:
    """A table made for the players."""
    return replace(RULESET.made_table((size, size), "7"), **more)


@pytest.mark.clause("USB-SET-01", "USB-SET-02", "USB-SET-04", "USB-R05")
def test_few_pieces_and_other_zones_are_unusual_and_may_be_agreed_on() -> None:
    whole = plan()
    assert (len(whole.pieces) >= 12, whole.zone_depth) == (True, 9.0)
    assert plan(24.0).zone_depth == 6.0
    assert list(RULESET.table_faults(whole)) == []
    few = replace(whole, pieces=whole.pieces[:11], zone_depth=10.0)
    assert [(f.clause, f.fatal) for f in RULESET.table_faults(few)] == [("USB-SET-01", False), ("USB-SET-04", False)]
    moon = replace(usual(), table=replace(whole, pieces=()))
    assert problems(moon) == []
    state = begun(replace(usual("papers"), table=few))
    assert (len(state.features), state.own.zone, len(state.markers)) == (11, inch(10), 3)
    assert {p.id: p.points for p in TABLES.land(few).values()} == {i: f.points for i, f in state.features.items()}


@pytest.mark.clause("USB-ORG-03")
def test_a_table_has_room_for_the_points() -> None:
    small = plan(24.0)
    assert problems(replace(usual(size=250), table=small)) == []
    assert problems(replace(usual(size=260), table=small)) == [("table", "USB-ORG-03")]
    assert problems(replace(usual(size=250, points_north=300), table=small))[0] == ("table", "USB-ORG-03")
    assert problems(replace(usual(size=250), table=plan(36.0))) == []


# --- armies of the players' own ----------------------------------------------------------------------------------


@pytest.mark.clause("USB-ORG-01", "USB-S08")
def test_an_army_of_ones_own_takes_the_field_under_codes_of_its_own() -> None:
    made = load_army("bronze_host")
    rows = tuple(replace(r, models=9) if r.code == "BPHA" else r for r in made.unit)
    mine = replace(made, id="mine", name="Mine", unit=rows, sample=())
    chosen = SideSetup("mine", {"BSTR": 1, "BPHA": 1}, "", {OWN: OWN_ARMIES.plain(mine)})
    setup = replace(
        usual("legends"), sides={"south": chosen, "north": SideSetup("bronze_host", {"BSTR": 1, "BPHA": 1})}
    )
    assert problems(setup) == []
    state = begun(setup)
    (hero, pikes), (their_hero, theirs) = state.units_of("south"), state.units_of("north")
    assert (len(pikes.bases), len(theirs.bases)) == (9, 8)
    assert pikes.kind != theirs.kind == "BPHA"
    assert hero.own.starts == pikes.kind
    assert their_hero.own.starts == "BPHA"
    assert state.own.troops[pikes.kind][:2] == ("mine", "BPHA")
    assert look(state, pikes.id) == "BPHA" == look(state, theirs.id)
    assert len({hero.id, pikes.id, their_hero.id, theirs.id}) == 4
    report = RULESET.read_list(RULESET.list_file(setup, "south").encode(), "mine.toml", 500)
    assert report.chosen is not None
    assert report.chosen.counts == chosen.counts
    assert SETUP.army_of(report.chosen) == SETUP.army_of(chosen)


@pytest.mark.clause("USB-GEN-02")
def test_a_battle_throws_six_sided_dice_alone() -> None:
    session = Session.start(RULESET, usual(size=250))
    while session.waiting and session.state.own.round < 3:
        decision = session.waiting[0]
        got = session.submit(Answering(decision.id, decision.side, session.default(decision)))
        assert not isinstance(got, Refusal)
    requests = [e.request for line in session.lines for e in line.events if e.request is not None]
    assert len(requests) > 10
    assert {row.faces for request in requests for row in request.rows} == {(1, 2, 3, 4, 5, 6)}
