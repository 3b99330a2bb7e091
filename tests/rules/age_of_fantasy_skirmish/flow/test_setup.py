"""Setting up: what a set-up may hold, what is wrong with one, and the state that it begins with."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from game.engine.files.toml_reading import DataError
from game.engine.numbers import read_numbers
from game.engine.options import read_options
from game.engine.ruleset import Setup, SideSetup, usual_size
from rulesets.age_of_fantasy_skirmish import RULESET
from rulesets.age_of_fantasy_skirmish.army import data_army
from rulesets.age_of_fantasy_skirmish.deploy import setup
from rulesets.age_of_fantasy_skirmish.magic import spells
from rulesets.age_of_fantasy_skirmish.measures import inch
from tests.rules.age_of_fantasy_skirmish.flow_play import plain


def usual(scenario: str = "sunken_causeway", size: int = 250, **options: Any) -> Setup:
    found = RULESET.default_setup(scenario, size)
    return replace(found, seed="x", options={**found.options, **options})


def problems(setup: Setup) -> list[tuple[str, str]]:
    return [(p.where, p.clause) for p in RULESET.check_setup(setup)]


@pytest.mark.clause("AFS-ARM-01", "AFS-ARM-02", "AFS-TBL-02")
def test_every_scenario_begins_in_each_of_its_sizes():
    infos = RULESET.scenarios()
    assert [i.id for i in infos] == ["sunken_causeway", "broken_ground", "narrow_pass"]
    for info in infos:
        assert set(info.sizes) == {150, 250}
        for size in info.sizes:
            setup = usual(info.id, size)
            assert problems(setup) == []
            state, frame = RULESET.begin(setup)
            assert frame.name == "afs.battle"
            assert len(state.features) >= 20
            for side in state.sides:
                assert 0.85 * size <= sum(u.own.points for u in state.units_of(side)) <= size
                assert state.sides[side].own.began == len(state.units_of(side))
            assert all(b.where == "reserve" and b.pose is None for b in state.bases.values())
    assert usual_size(RULESET, infos[0]) == 250


@pytest.mark.clause("AFS-S02", "AFS-S19", "AFS-TBL-01", "AFS-S25", "AFS-S26")
def test_the_sample_battle():
    state, _ = RULESET.begin(usual())
    assert (state.table.width, state.table.depth) == (inch(48), inch(48))
    assert state.own.zone == inch(12)
    assert len(state.features) == 23
    assert [u for u in state.units if state.units[u].side == "south"] == ["A1", "A2", "A3", "A4", "A5", "A6", "A7"]
    assert [u for u in state.units if state.units[u].side == "north"] == ["B1", "B2", "B3", "B4", "B5", "B6", "B7"]
    assert sum(len(u.bases) for u in state.units_of("south")) == 11
    assert sum(len(u.bases) for u in state.units_of("north")) == 13
    assert {s: x.own.spells for s, x in state.sides.items()} == {"south": "fen_lore", "north": "barrow_rites"}
    assert {x.own.spells for x in state.sides.values()} <= set(spells.lists())


@pytest.mark.clause("AFS-TBL-03", "AFS-R55")
def test_a_narrower_table_keeps_its_zones_apart():
    row = setup.load_scenario("narrow_pass")
    state, _ = RULESET.begin(usual("narrow_pass", 150))
    assert (state.table.width, state.table.depth) == (inch(36), inch(48))
    assert state.table.depth - 2 * state.own.zone >= inch(24) - 0.01
    from importlib.resources import files

    file = files("rulesets.age_of_fantasy_skirmish").joinpath("data", "scenarios", "narrow_pass.toml")
    text = file.read_text(encoding="utf-8")
    assert setup.read_scenario(text.encode(), "x") == row
    shallow = text.replace("depth_in = 48", "depth_in = 36").replace("zone_in = 12", "zone_in = 6")
    assert setup.read_scenario(shallow.encode(), "x").table.zone_in == 6
    with pytest.raises(DataError, match="must be at least 24"):
        setup.read_scenario(text.replace("depth_in = 48", "depth_in = 47").encode(), "x")


@pytest.mark.clause("AFS-TBL-02")
def test_a_number_gives_the_same_map_again_and_another_number_another():
    def land(**more: Any) -> Any:
        return RULESET.begin(replace(usual("broken_ground"), **more))[0].features

    assert land() == land()
    assert land() != land(seed="y")
    seven = {"options": usual("broken_ground", map_seed=7).options}
    assert land(**seven) == land(seed="y", **seven)
    assert land(**seven) != land()


@pytest.mark.clause("AFS-ARM-01")
def test_both_sides_may_play_the_same_warband():
    setup = usual()
    setup = replace(setup, sides={"south": setup.sides["south"], "north": setup.sides["south"]})
    state, _ = RULESET.begin(setup)
    assert [u.id for u in state.units_of("north")] == ["A1n", "A2n", "A3n", "A4n", "A5n", "A6n", "A7n"]
    assert state.units["A3n"].kind == "A3"
    assert "A3n.2" in state.bases


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"ruleset": "WMA"}, "ruleset"),
        ({"scenario": "nowhere"}, "scenario"),
        ({"sides": {"south": SideSetup("saltmarch")}}, "sides"),
        ({"sides": {"south": SideSetup("x"), "north": SideSetup("saltmarch", {"A1": 1})}}, "sides.south.army"),
        ({"options": {"points": "many"}}, "options.points"),
        ({"options": {"points": 5}}, "options.points"),
        ({"options": {"force_organisation": 1}}, "options.force_organisation"),
        ({"options": {"fog": True}}, "options.fog"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(change: dict[str, Any], where: str):
    assert where in [p.where for p in RULESET.check_setup(replace(usual(), **change))]


@pytest.mark.clause("AFS-ARM-01", "AFS-R47")
def test_neither_warband_costs_more_than_agreed():
    setup = usual(size=150)
    rich = replace(setup.sides["south"], counts={"A2": 1, "A3": 1, "A4": 1, "A5": 1, "A7": 1})
    assert problems(replace(setup, sides={**setup.sides, "south": rich})) == [("sides.south.counts", "AFS-ARM-01")]


@pytest.mark.clause("AFS-R31")
def test_what_wounds_do_to_tough_groups_is_an_option_that_the_battle_keeps():
    (row,) = [o for o in RULESET.meta.options if o.id == "tough_in_groups"]
    assert (row.type, row.default, list(row.choices), row.clause) == (
        "choice",
        "x_th_wound",
        ["x_th_wound", "every_wound"],
        "AFS-R31",
    )
    assert [plain(t) for t in row.choices.values()] == ["The X-th wound kills", "Every wound kills"]
    state, _ = RULESET.begin(replace(usual(), options={"points": 250}))
    assert state.options["tough_in_groups"] == "x_th_wound"
    chosen = replace(usual(), options={**usual().options, "tough_in_groups": "every_wound"})
    assert RULESET.check_setup(chosen) == ()
    assert RULESET.begin(chosen)[0].options["tough_in_groups"] == "every_wound"
    wrong = replace(usual(), options={**usual().options, "tough_in_groups": "second"})
    assert problems(wrong) == [("options.tough_in_groups", "AFS-R31")]


def own_list(codes: dict[str, str]) -> SideSetup:
    """The Saltmarch Company as a list of the player's own, with other codes."""
    army = data_army.armies()["saltmarch"]
    rows = tuple(replace(row, code=codes.get(row.code, row.code)) for row in army.unit)
    told = msgspec.to_builtins(replace(army, id="mine", unit=rows, musician=(), banner=()))
    return SideSetup("mine", {row.code: 1 for row in rows}, "Mine", {"army": told})


@pytest.mark.clause("AFS-S25", "AFS-S15")
def test_units_of_both_sides_never_share_an_id_whoever_wrote_the_lists():
    """A warband of one's own beside the sample that it was made from: the codes meet, the ids do not."""
    mine = own_list({})
    for sides in ({"south": usual().sides["south"], "north": mine}, {"south": mine, "north": mine}):
        state, _ = RULESET.begin(replace(usual(), sides=sides))
        south, north = ([u.id for u in state.units_of(s)] for s in ("south", "north"))
        assert south == ["A1", "A2", "A3", "A4", "A5", "A6", "A7"]
        assert north == [f"{u}n" for u in south]
        assert len(state.bases) == 22


@pytest.mark.clause("AFS-ARM-05", "AFS-S15")
def test_copies_of_a_unit_never_take_the_id_of_another():
    """A list whose codes are A3, A3b and A3bn: its second A3 is no A3b, and across from it nobody is A3bn."""
    own = own_list({"A5": "A3b", "A7": "A3bn"})
    mine = replace(own, counts={"A3": 2, "A3b": 1, "A3bn": 1})
    setup = usual(force_organisation=False)
    state, _ = RULESET.begin(replace(setup, sides={"south": mine, "north": replace(own, counts={"A3b": 1})}))
    assert [u.id for u in state.units_of("south")] == ["A3", "A3-2", "A3b", "A3bn"]
    assert [u.id for u in state.units_of("north")] == ["A3bnn"]
    assert state.units["A3b"].name == "Ranger"
    assert state.sides["south"].own.began == 4


def test_broken_data_is_refused_with_file_and_key():
    with pytest.raises(DataError, match="less than 0"):
        read_numbers(b"[number]\nmarker_gap = -1\n", "flow.toml")
    with pytest.raises(DataError, match="default"):
        read_options(b'[[option]]\nkey="a"\ntype="int"\ndefault=true\nname="a"\nhelp="a"\n', "o.toml")
    spell = (
        '[[list]]\nid="l"\nname="L"\nclause="AFS-S23"\n'
        '[[spell]]\nid="s"\nlist="l"\nname="S"\nvalue=1\ntarget="enemy"\nrange=12\ntext="t"\n'
    )
    with pytest.raises(DataError, match="a spell makes hits"):
        spells.read_spells(spell.encode(), "spells.toml")
    with pytest.raises(DataError, match="special rule"):
        spells.read_spells((spell + "hits=1\nrules={nonsense=1}\n").encode(), "spells.toml")
    lists, found = spells.read_spells((spell + "hits=1\nrules={ap=1}\n").encode(), "spells.toml")
    assert list(lists) == ["l"]
    assert found["s"].hits == 1


def test_the_rows_for_the_composer():
    (first, second) = RULESET.armies(250)
    assert (first.id, second.id) == ("saltmarch", "hollow_court")
    captain = first.entries[0]
    assert (captain.code, captain.points, captain.sample) == ("A1", 55, 1)
    assert [e.sample for e in RULESET.armies(150)[0].entries].count(1) < 7
