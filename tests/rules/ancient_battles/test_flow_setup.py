"""Setting up and deploying: options, scenarios, lists, edges, zones, frontages, the first turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
import shapely
from msgspec.structs import replace

from game.engine import command as cmd
from game.engine.decision import OptionAnswer, PlaceAnswer, PlaceSpace, Reply, Standing
from game.engine.dice import ScriptedDice
from game.engine.files.toml_reading import DataError
from game.engine.ruleset import Setup, SideSetup
from game.engine.session import Session
from game.engine.state import Frame, Luck, State
from game.geometry.shapes import Pose
from game.kit.muster.lists import cost
from rulesets.ancient_battles import data_files
from rulesets.ancient_battles.army import profiles, roster
from rulesets.ancient_battles.deploy import setup
from rulesets.ancient_battles.deploy.positions import build
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.field.blocks import block_of
from rulesets.ancient_battles.field.facts import kinds
from rulesets.ancient_battles.system import RULESET
from tests.rules.ancient_battles.shots_play import Play

SCENARIOS = ("open_field", "hills_and_wood", "defended_wall")


def usual(scenario: str = "open_field", size: int = 1000, **options: Any) -> Setup:
    found = RULESET.default_setup(scenario, size)
    return replace(found, options={**found.options, **options})


def problems(chosen: Setup) -> set[tuple[str, str]]:
    return {(p.where, p.clause) for p in RULESET.check_setup(chosen)}


def deploy(dice: Sequence[int], scenario: str = "open_field", size: int = 1000) -> Play:
    """Deployment alone, with scripted dice."""
    state, _ = RULESET.begin(usual(scenario, size))
    play = Play.__new__(Play)
    play.dice = ScriptedDice(dice)
    play.session = Session.from_state(
        RULESET, replace(state, luck=Luck("scripted")), Frame("wab.deployment"), play.dice
    )
    return play


def edge(play: Play, side: str) -> None:
    play.give(OptionAnswer({"edge": side}))


def auto(play: Play) -> Play:
    """Both sides let all be placed by the usual array."""
    while play.session.waiting:
        play.give(None, "auto")
    return play


# --- set-up ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-S31", "WAB-S33", "WAB-S34")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("size", [750, 1000, 1500, 2000])
def test_every_scenario_begins_with_armies_of_its_sizes(scenario: str, size: int) -> None:
    chosen = usual(scenario, size)
    assert RULESET.check_setup(chosen) == ()
    state, frame = RULESET.begin(chosen)
    assert frame.name == "wab.battle"
    assert (state.table.width, state.table.depth) == (1800.0, 1200.0)
    assert (state.own.limit, state.own.size) == (6, size)
    assert {b.where for b in state.bases.values()} == {"reserve"}
    for side in state.sides:
        spent = sum(profiles.profiles()[u.kind].row.points for u in state.units_of(side))
        assert size - 200 < spent <= size
        assert sum(profiles.profiles()[u.kind].row.character == "general" for u in state.units_of(side)) == 1


@pytest.mark.clause("WAB-S33", "WAB-S34")
def test_the_sample_armies_are_the_lists_of_a_thousand_points() -> None:
    state, _ = RULESET.begin(usual())
    assert list(state.units) == [
        *("SGE", "SBS", "PHA", "SIL", "COM", "SEL", "CRE", "SJA"),
        *("GCH", "GBS", "OAT", "WAR", "GAE", "NOB", "LCH", "GSL", "GJA"),
    ]
    for side in ("south", "north"):
        assert sum(profiles.profiles()[u.kind].row.points for u in state.units_of(side)) == 1000
    phalanx = state.units["PHA"]
    assert (len(phalanx.bases), phalanx.own.files, phalanx.own.order, phalanx.own.began) == (24, 6, "close", 24)


def test_the_same_army_on_both_sides_has_ids_of_its_own() -> None:
    one = usual().sides["south"]
    state, _ = RULESET.begin(replace(usual(), sides={"south": one, "north": one}))
    assert [u.id for u in state.units_of("north")][:3] == ["SGEn", "SBSn", "PHAn"]
    assert len(state.bases) == 2 * sum(len(u.bases) for u in state.units_of("south"))


def _with(counts: dict[str, int], army: str = "seleucid") -> Setup:
    base = usual()
    return replace(base, sides={**base.sides, "south": SideSetup(army, counts)})


@pytest.mark.clause("WAB-S33")
@pytest.mark.parametrize(
    ("counts", "where"),
    [
        ({"SGE": 1, "PHA": 1}, None),
        ({"SGE": 1, "PHA": 0}, "sides.south.counts.PHA"),
        ({"PHA": 1}, "sides.south.counts.SGE"),
        ({"SGE": 2, "PHA": 1}, "sides.south.counts.SGE"),
        ({"SGE": 1, "PHA": 1, "SIL": 2}, "sides.south.counts.SIL"),
        ({"SGE": 1, "PHA": 1, "XYZ": 1}, "sides.south.counts.XYZ"),
        ({"SGE": 1, "PHA": 1, "COM": -1}, "sides.south.counts.COM"),
        ({"SGE": 1, "PHA": 3, "COM": 2, "SEL": 1}, "sides.south.counts"),
    ],
)
def test_what_is_wrong_with_a_list(counts: dict[str, int], where: str | None) -> None:
    """The last one costs 130 + 462 + 372 + 140 = 1104 points."""
    found = {w for w, _ in problems(_with(counts))}
    assert found == ({where} if where else set())


@pytest.mark.parametrize(("size", "points"), [(750, 705), (1000, 1000), (1500, 1480), (2000, 1970)])
def test_the_free_company_takes_the_field_at_every_size(size: int, points: int) -> None:
    """A list of ours beside the two of the rules: one unit of each row costs 1000."""
    army = data_files.load_army("free_company")
    counts = roster.list_for(army, size)
    assert cost(army, counts) == points
    base = usual(size=size)
    chosen = replace(base, sides={**base.sides, "south": SideSetup(army.id, counts)})
    assert RULESET.check_setup(chosen) == ()
    state, _ = RULESET.begin(chosen)
    assert {u.kind for u in state.units_of("south")} == set(counts)


def test_what_is_wrong_with_a_set_up() -> None:
    base = usual()
    assert problems(replace(base, scenario="nowhere")) == {("scenario", "WAB-S31")}
    assert problems(replace(base, sides={"south": base.sides["south"]})) == {("sides", "WAB-S31")}
    assert {w for w, _ in problems(_with({}, "persian"))} == {"sides.south.army"}
    assert {w for w, _ in problems(usual(turns=13))} == {"options.turns"}
    assert {w for w, _ in problems(usual(points=299))} == {"options.points"}
    assert {w for w, _ in problems(usual(weather=1))} == {"options.weather"}
    assert problems(usual(turns=12)) == set()


@pytest.mark.clause("WAB-S31")
def test_the_agreed_number_of_turns_is_played() -> None:
    state, _ = RULESET.begin(usual(turns=3))
    assert state.own.limit == 3


def test_the_composer_shows_bounds_and_the_sample() -> None:
    (company, galatian, seleucid) = RULESET.armies(1000)
    assert (company.id, galatian.id, seleucid.id) == ("free_company", "galatian", "seleucid")
    rows = {e.code: (e.points, e.least, e.most, e.sample) for e in seleucid.entries}
    assert rows["PHA"] == (154, 1, 3, 1)
    assert rows["SGE"] == (130, 1, 1, 1)
    double = {e.code: (e.least, e.most) for e in RULESET.armies(2000)[2].entries}
    assert double["PHA"] == (1, 6)
    assert double["SGE"] == (1, 1)


# --- scenarios ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-S31")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_tables_zones_and_ground(scenario: str) -> None:
    row = setup.load_scenario(scenario)
    assert (row.table.width, row.table.depth, row.deep, row.turns) == (72.0, 48.0, 12.0, 6)
    assert row.zone("south") == ((0.0, 0.0), (1800.0, 0.0), (1800.0, 300.0), (0.0, 300.0))
    assert row.zone("north") == ((0.0, 900.0), (1800.0, 900.0), (1800.0, 1200.0), (0.0, 1200.0))
    whole = shapely.box(0.0, 0.0, 1800.0, 1200.0)
    for piece in row.land().values():
        shape = shapely.LineString(piece.points) if piece.line else shapely.Polygon(piece.points)
        assert shape.is_valid
        assert whole.covers(shape)
        assert piece.kind in kinds()
    assert row.name
    assert row.briefing


def test_what_the_three_fields_are() -> None:
    assert setup.scenarios() == SCENARIOS
    found = {s: {f.kind for f in setup.load_scenario(s).land().values()} for s in SCENARIOS}
    assert {"hill", "steep_hill", "wood", "thick_wood"} <= found["hills_and_wood"]
    assert {"wall", "building"} <= found["defended_wall"]
    assert not found["open_field"] & {"wall", "building", "steep_hill", "thick_wood"}


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"kind = 'hill'": "kind = 'lava'"}, "kind"),
        ({"deep = 12.0": "deep = -1.0"}, "deep"),
        ({"turns = 6": "turns = 0"}, "turns"),
        ({"order = 1": "order = 1\nweather = 'rain'"}, "weather"),
    ],
)
def test_a_broken_scenario_is_refused_with_its_key(change: dict[str, str], key: str) -> None:
    good = (
        "id='x'\nname='X'\norder = 1\nbriefing='.'\nsizes=[1000]\nturns = 6\n"
        "deep = 12.0\nclauses=['WAB-S31']\n[table]\nwidth=72.0\ndepth=48.0\n"
        "[[terrain]]\nid='h'\nkind = 'hill'\nbox=[1, 1, 5, 5]\n"
    )
    assert setup.read_scenario(good.encode(), "x.toml").id == "x"
    ((old, new),) = change.items()
    with pytest.raises(DataError) as told:
        setup.read_scenario(good.replace(old, new).encode(), "x.toml")
    assert key in str(told.value)


# --- the edge and the order --------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-S31")
def test_the_winner_chooses_his_edge_and_the_loser_places_first() -> None:
    """South and north roll 3 and 3, then 2 and 5; north takes the southern edge."""
    play = deploy((3, 3, 2, 5, 6, 1))
    assert (play.asked_for, play.decision.side) == ("wab.edge", "north")
    edge(play, "south")
    assert {s: play.state.sides[s].own.edge for s in ("south", "north")} == {"south": "north", "north": "south"}
    assert (play.asked_for, play.decision.side) == ("wab.deploy", "south")
    play.default()
    assert play.decision.side == "north"
    play.default()
    assert play.decision.side == "south"


@pytest.mark.clause("WAB-S31")
def test_who_has_placed_all_waits_for_the_other() -> None:
    """Eight units against nine: the ninth is placed alone. Then dice for the first turn: 4, 4 is a tie."""
    play = deploy((1, 2, 4, 4, 5, 2))
    edge(play, "north")
    while play.session.waiting:
        play.default()
    order = [e.side for e in play.of("deployed")]
    assert order == ["south", "north"] * 8 + ["north"]
    assert len(play.of("tied")) == 1
    assert play.state.own.first == "south"
    assert {b.where for b in play.state.bases.values()} == {"table"}


# --- placing -----------------------------------------------------------------------------------------------------


def placing() -> Play:
    play = deploy((1, 2, 1, 2))
    edge(play, "north")
    return play


def at(unit_id: str, x: float, y: float, facing: float = 0.0, formation: str = "") -> PlaceAnswer:
    """A unit with its middle there (inches)."""
    return PlaceAnswer((Standing(unit_id, {unit_id: Pose(x * 25.0, y * 25.0, facing)}, formation),))


@pytest.mark.clause("WAB-S31")
@pytest.mark.parametrize(("y", "clause"), [(10.4, ""), (10.41, "WAB-S31"), (1.6, ""), (1.59, "WAB-S31")])
def test_units_stand_wholly_within_twelve_inches_of_their_edge(y: float, clause: str) -> None:
    """The phalanx is 3.2 inches deep."""
    play = placing()
    verdict = play.check(at("PHA", 36, y))
    assert (verdict.reasons[0].clause if verdict.reasons else "") == clause
    if clause:
        assert verdict.nearest is not None
        assert play.check(verdict.nearest).legal


@pytest.mark.clause("WAB-S31")
def test_who_stands_out_of_the_zone_is_shown_the_place_straight_behind() -> None:
    play = placing()
    found = play.check(at("PHA", 36, 1.5)).nearest
    assert isinstance(found, PlaceAnswer)
    (before,) = at("PHA", 36, 1.5).places[0].poses.values()
    xs = {round(p.x, 3) for p in found.places[0].poses.values()}
    assert round((min(xs) + max(xs)) / 2.0, 3) == before.x


@pytest.mark.clause("WAB-S31", "WAB-S03")
def test_the_frontage_is_chosen_at_deployment() -> None:
    play = placing()
    space = play.asked.space
    assert isinstance(space, PlaceSpace)
    assert [c.id for c in space.shapes["PHA"]] == [str(n) for n in (*range(6, 25), *range(1, 6))]
    told = space.shapes["PHA"][-1].label
    assert (told.args["n"], told.args["ranks"]) == (5, 5)  # four ranks of five and one of four
    play.give(at("PHA", 36, 8, formation="8"))
    assert play.own("PHA").files == 8
    block = block_of(play.state, "PHA")
    assert (round(block.width / 25.0, 3), round(block.depth / 25.0, 3), block.ranks) == (6.4, 2.4, 3)


@pytest.mark.clause("WAB-S03")
def test_a_frontage_the_unit_cannot_have_is_refused() -> None:
    play = placing()
    assert play.check(at("PHA", 36, 8, formation="25")).reasons[0].clause == "WAB-S03"
    assert play.check(at("PHA", 36, 8, formation="wedge")).reasons[0].clause == "WAB-S03"


@pytest.mark.clause("WAB-S03")
def test_figures_out_of_their_ranks_are_refused() -> None:
    play = placing()
    verdict = play.check(at("PHA", 36, 8))
    poses = {g.base: g.pose for g in verdict.ghosts}
    poses["PHA.24"] = replace(poses["PHA.24"], x=poses["PHA.24"].x + 10.0)
    assert play.check(PlaceAnswer((Standing("PHA", poses, "6"),))).reasons[0].clause == "WAB-S03"


@pytest.mark.clause("WAB-S07", "WAB-S31")
def test_no_unit_is_placed_on_another_nor_twice() -> None:
    play = placing()
    play.give(at("PHA", 36, 8))
    play.default()
    assert play.check(at("SIL", 38, 8)).reasons[0].clause == "WAB-S07"
    assert play.check(at("SIL", 42, 8)).legal
    assert play.check(at("PHA", 20, 8)).reasons[0].clause == "WAB-S31"
    assert play.check(at("WAR", 20, 8)).reasons[0].clause == "WAB-S31"


@pytest.mark.clause("WAB-S31")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("size", [1000, 2000])
def test_the_usual_array_has_room_for_everybody(scenario: str, size: int) -> None:
    play = deploy((1, 2, 1, 2), scenario, size)
    edge(play, "north")
    auto(play)
    assert play.of("no_room") == []
    assert {b.where for b in play.state.bases.values()} == {"table"}
    for unit in facts.fielded(play.state):
        least = 24.0 if size == 1000 else 4.9
        assert all(facts.gap(play.state, unit, f) >= least for f in facts.friends(play.state, unit))


@pytest.mark.clause("WAB-S31")
def test_candidates_are_legal() -> None:
    play = placing()
    replies = list(play.session.candidates(play.decision, "any", 24))
    assert len(replies) == 24
    assert {r.exit for r in replies} == {"", "auto"}
    for reply in replies:
        assert play.session.check(play.decision, reply).legal


def test_a_whole_battle_begins_with_the_deployment() -> None:
    session = Session.start(RULESET, replace(usual(), seed="a"))
    assert session.waiting[0].question == "wab.edge"
    got = session.submit(
        cmd.Answering(session.waiting[0].id, session.waiting[0].side, Reply(OptionAnswer({"edge": "south"})))
    )
    assert isinstance(got, tuple)
    state: State = session.state
    assert state.own.phase == "deployment"
    assert setup.HOME == {"south": "seleucid", "north": "galatian"}
    assert data_files.armies() == ("free_company", "galatian", "seleucid")


# --- options of positions ----------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-S31")
def test_a_position_has_all_options_those_it_does_not_name_as_usual() -> None:
    told = build({"options": {"turns": 4}})
    assert told.options == {"points": 1000, "turns": 4}
    assert (told.own.limit, told.own.size) == (4, 1000)
    silent = build({})
    assert silent.options == {key: option.default for key, option in data_files.options().items()}
    assert (silent.own.limit, silent.own.size) == (6, 1000)
    assert build({"options": {"turns": 4}, "limit": 5}).own.limit == 5
