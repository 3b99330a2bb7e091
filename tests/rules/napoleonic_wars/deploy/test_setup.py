"""Setting up: scenarios and their tables, options, brigades and their generals, the state before the first step."""

from __future__ import annotations

from typing import Any

import pytest
import shapely
from msgspec.structs import replace

from game.engine.ruleset import Setup
from game.kit.muster.desk import desk
from rulesets.napoleonic_wars.army.data_army import load_army
from rulesets.napoleonic_wars.army.limits import spent
from rulesets.napoleonic_wars.deploy.scenarios import SCENARIOS, TABLES, load_scenario
from rulesets.napoleonic_wars.deploy.setup import SETUP
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.ground import kinds

NAMES = ("meeting", "position", "rearguard", "river", "village")


def begun(scenario: str = "meeting", size: int = 2000, **options: Any) -> Any:
    setup = SETUP.default_setup(scenario, size)
    return SETUP.begin(replace(setup, options=setup.options | options))[0]


@pytest.mark.clause("NAP-SEQ-01", "NAP-S04")
def test_five_scenarios() -> None:
    assert SCENARIOS.ids() == NAMES
    assert all(8 <= load_scenario(name).moves <= 30 for name in NAMES)


@pytest.mark.clause("NAP-SEQ-02", "NAP-S38", "NAP-S01")
@pytest.mark.parametrize("size", [1000, 2000])
@pytest.mark.parametrize("name", NAMES)
def test_default_setups_need_no_change(name: str, size: int) -> None:
    setup = SETUP.default_setup(name, size)
    assert not [p for p in SETUP.check_setup(setup) if p.fatal]
    for side, chosen in setup.sides.items():
        limit = SETUP.side_size(setup, side)
        assert spent(load_army(chosen.army), chosen.counts).points <= limit


@pytest.mark.clause("NAP-S38")
def test_options_are_off_unless_told() -> None:
    found = SETUP.default_setup("meeting", 2000).options
    assert found["weather"] == "off"
    assert found["measuring"] == "estimate"
    assert found["scale"] == "standard"
    off = {"order_free", "national", "before_1807", "rifled_muskets", "figures_doubled", "guns_1_40", "small_units"}
    assert {k for k, v in found.items() if v is False} == off | {
        "small_bases",
        "percentile",
        "straight_charges",
        "melee_dice",
        "frenzied_evaders",
    }
    assert found["draw_margin"] == 0


@pytest.mark.clause("NAP-S02")
def test_the_usual_table_and_zones() -> None:
    state = begun()
    assert (state.table.width, state.table.depth) == (2000.0, 1300.0)
    zones = {side: shapely.Polygon(ring).bounds for side, ring in state.own.zones}
    assert zones == {"south": (100.0, 0.0, 1900.0, 300.0), "north": (100.0, 1000.0, 1900.0, 1300.0)}
    assert {s.own.edge for s in state.sides.values()} == {"south", "north"}


@pytest.mark.clause("NAP-S03")
def test_three_objectives() -> None:
    state = begun()
    told = [(m.pose.x, m.pose.y, m.own.worth, m.own.reach, m.own.feature) for m in state.markers.values()]
    assert told == [
        (1000.0, 650.0, 200, 50.0, "town"),
        (500.0, 650.0, 100, 50.0, "wood"),
        (1500.0, 650.0, 100, 50.0, "hill"),
    ]


@pytest.mark.clause("NAP-S34")
def test_the_sample_field() -> None:
    land = begun().features
    town, wood, hill = (shapely.Polygon(land[name].points) for name in ("town", "wood", "hill"))
    assert town.bounds == (960.0, 610.0, 1040.0, 690.0)
    assert land["town"].own.storeys == 2
    assert wood.bounds == (375.0, 575.0, 625.0, 725.0)
    assert hill.bounds == (1350.0, 550.0, 1650.0, 750.0)
    assert land["hill"].own.contours == ()
    assert shapely.Polygon(land["road"].points).bounds == (930.0, 0.0, 950.0, 1300.0)
    assert land["hedge"].points == ((700.0, 450.0), (900.0, 450.0))
    assert land["wall"].points == ((1100.0, 850.0), (1300.0, 850.0))
    stream = land["stream"].points
    assert land["brook"].points == tuple((2000.0 - x, 1300.0 - y) for x, y in stream)
    assert {kinds()[f.kind].shape for f in land.values()} == {"area", "line", "contours"}


@pytest.mark.clause("NAP-S04")
def test_length_and_season_are_the_scenario_s_unless_told() -> None:
    assert (begun("rearguard").own.moves, begun("rearguard").own.season) == (12, "autumn")
    assert (begun("rearguard", moves=20).own.moves, begun().own.moves) == (20, 15)


@pytest.mark.clause("NAP-S04", "NAP-SEQ-02")
def test_a_defender_has_fewer_points() -> None:
    setup = SETUP.default_setup("position", 2000)
    assert [SETUP.side_size(setup, side) for side in ("south", "north")] == [2000, 1500]
    info = next(s for s in SETUP.scenarios() if s.id == "position")
    assert [text.key for text in info.roles.values()] == ["Attacker", "Defender"]


@pytest.mark.clause("NAP-ARM-09", "NAP-CMD-02", "NAP-R141")
def test_brigades_and_generals() -> None:
    state = begun()
    side = state.sides["south"].own
    assert side.chief == "GCHF"
    assert [(b.id, b.general) for b in side.brigades] == [(c, c) for c in ("GGLI", "GGGD", "GGLT", "GGCV")]
    assert facts.own(state, "GLINE").brigade == "GGLI"
    assert facts.own(state, "GART").brigade == ""
    assert facts.own(state, "GGLI").brigade == "GGLI"
    setup = SETUP.default_setup("meeting", 2000)
    counts = {k: n for k, n in setup.sides["south"].counts.items() if k != "GGLI"}
    sides = setup.sides | {"south": replace(setup.sides["south"], counts=counts)}
    without = SETUP.begin(replace(setup, sides=sides))[0]
    assert without.sides["south"].own.brigades[0].general == ""


@pytest.mark.clause("NAP-CMD-03", "NAP-ARM-09")
def test_brigades_of_a_division() -> None:
    setup = SETUP.default_setup("meeting", 2000)
    mine = desk(SETUP.own, load_army("britain"), setup.sides["south"]).put("GGLI", {"brigade": "GGGD"})
    state = SETUP.begin(replace(setup, sides=setup.sides | {"south": mine.chosen}))[0]
    above = {b.name: b.above for b in state.sides["south"].own.brigades}
    assert above["Line brigade"] in {b.id for b in state.sides["south"].own.brigades if b.name == "Guards brigade"}
    assert above["Guards brigade"] == ""
    line = next(u for u in state.units_of("south") if u.name == "Line battalion")
    brigade = next(b for b in state.sides["south"].own.brigades if b.id == line.own.brigade)
    assert (brigade.name, state.units[brigade.general].own.arm) == ("Line brigade", "general")


@pytest.mark.clause("NAP-CMD-02")
def test_mirrored_armies_have_generals_of_their_own() -> None:
    setup = SETUP.default_setup("meeting", 1000)
    state = SETUP.begin(replace(setup, sides=setup.sides | {"north": setup.sides["south"]}))[0]
    north = state.sides["north"].own
    assert state.units[north.chief].side == "north"
    assert all(state.units[b.general].side == "north" for b in north.brigades)


@pytest.mark.clause("NAP-S01", "NAP-R45", "NAP-S62")
def test_all_begin_in_reserve_loaded_at_the_prices_paid() -> None:
    state = begun()
    assert {b.where for b in state.bases.values()} == {"reserve"}
    assert all(u.own.fire.loaded for u in state.units.values())
    line = facts.own(state, "GLINE")
    assert sum(s.figures * s.points for s in line.subs) == 172
    assert line.strength.began == line.strength.at_start == 20


@pytest.mark.clause("NAP-S38", "NAP-R01", "NAP-NAT-05", "NAP-MIC-05", "NAP-R03")
def test_terms_change_the_units() -> None:
    doubled = begun(size=1000, figures_doubled=True)
    assert facts.strength(doubled, "GLINE") == 40
    micro = begun(size=1000, scale="micro")
    assert len(micro.units["GLINE"].bases) == 4
    plain, cheap = (SETUP.begin(_austria(national=flag))[0].units["ALINE"].own.subs[0].points for flag in (False, True))
    assert (plain, cheap) == (6, 5)
    # as many prices as the list is checked at
    assert SETUP.limits(_austria(national=True), "south")[0].have == 1000 - 3 * 24 - 14


def _austria(**options: Any) -> Setup:
    setup = SETUP.default_setup("meeting", 1000)
    army = load_army("austria")
    counts = dict(army.sample[0].counts)
    sides = setup.sides | {"south": replace(setup.sides["south"], army="austria", counts=counts)}
    return replace(setup, sides=sides, options=setup.options | options)


@pytest.mark.clause("NAP-CRI-01", "NAP-CRI-02")
def test_rifled_muskets_are_an_option() -> None:
    setup = SETUP.default_setup("meeting", 1000)
    mine = desk(SETUP.own, load_army("britain"), setup.sides["south"]).put("GLINE", {"weapon": "rifled_musket"})
    for allowed in (False, True):
        told = replace(
            setup,
            sides=setup.sides | {"south": mine.count("GLINE", 1).chosen},
            options=setup.options | {"rifled_muskets": allowed},
        )
        assert ("NAP-CRI-01" in [p.clause for p in SETUP.check_setup(told)]) != allowed


@pytest.mark.clause("NAP-S02", "NAP-TER-06")
def test_tables_of_the_players_own() -> None:
    made = TABLES.made((180.0, 120.0), "7")
    assert made == TABLES.made((180.0, 120.0), "7")
    assert not [f for f in TABLES.faults(made) if f.fatal]
    plan = TABLES.of_scenario("position")
    land = TABLES.land(plan)
    assert len(land["ridge"].own.contours) == 1
    assert load_scenario("village").land()["church"].own.storeys == 2
    assert TABLES.land(TABLES.of_scenario("village"))["church"].own.storeys == 2
    setup = replace(SETUP.default_setup("meeting", 1000), table=made)
    state = SETUP.begin(setup)[0]
    assert {m.pose.x for m in state.markers.values() if m.pose} == {900.0, 450.0, 1350.0}
    assert dict(state.own.zones)["south"][2] == (1700.0, 300.0)


@pytest.mark.clause("NAP-VIS-10")
def test_hills_are_made_by_contours_buildings_by_storeys_and_nothing_else_by_height() -> None:
    """What is counted where somebody sees over them: one to three."""
    heights = {kind.id: (kind.height, kind.heights) for kind in TABLES.rules().kinds}
    assert heights.pop("hill") == heights.pop("building") == (1.0, (1.0, 3.0))
    assert set(heights.values()) == {(None, (0.0, 0.0))}
