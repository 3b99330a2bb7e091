"""What units are made of: figures, models, crews, teams, bases at each scale (NAP-ARM, NAP-BAS, NAP-SCL, NAP-CAM)."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.flow import Run
from game.engine.state import State
from rulesets.napoleonic_wars import bases
from rulesets.napoleonic_wars.army import nations
from rulesets.napoleonic_wars.army.data_army import faults
from rulesets.napoleonic_wars.army.rows import Row, Terms, models, new_unit, points
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.fire import shots, tables
from rulesets.napoleonic_wars.fire.losses import Lot, inflict
from rulesets.napoleonic_wars.own import FigureOwn
from rulesets.napoleonic_wars.system import RULESET
from tests.rules.napoleonic_wars import table as t

MICRO = {"scale": "micro"}


def row(kind: str, **more: object) -> Row:
    """A row that buys a unit of the lists."""
    return Row(**({"code": "X", "name": "X", "kind": kind} | more))


def hit(state: State, men: int, body: str = "L1") -> State:
    """The state after so many casualties."""
    run = Run(state)
    inflict(run, Lot(body, men))
    return run.state


# --- units -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-ARM-01")
def test_a_unit_is_of_a_list_or_defined_in_its_spirit() -> None:
    powers = {k.nation for k in nations.kinds().values()} - {"native"}
    assert powers == {"austria", "britain", "france", "prussia", "russia"}
    assert [p.clause for p in faults(row("SWE_LINE"))] == ["NAP-ARM-01"]
    swedes = {"arm": "foot", "grades": {"C": 0}, "sub": [{"kind": "centre", "n": 4, "figures": 5}]}
    own = row("own", own_troops=swedes)
    assert faults(own) == []
    assert points(own) == 20 * 6 + 10
    stronger = row("own", own_troops=swedes, figures={"centre": 21})
    assert len(faults(stronger)) == 1


@pytest.mark.clause("NAP-ARM-02")
def test_per_cents_are_those_of_a_unit_alone() -> None:
    made = [t.battalion(body, "south", (x, 50), brigade="G1") for body, x in (("L1", 50), ("L2", 80))]
    state = hit(t.field(*made, t.general("G1", "south", brigade="G1")), 12 * 20)
    assert (tables.losses(state, "L1"), tables.losses(state, "L2")) == (50, 0)


@pytest.mark.clause("NAP-ARM-06")
def test_a_gun_or_launcher_has_a_crew_of_four() -> None:
    for key, battery in nations.batteries().items():
        crews = [crew for _, crew in models(row(key))]
        assert crews == [4] * sum(battery.usual().values()), key
    unit, made = new_unit(row("AUS_RKT"), None, "south", "R1")
    assert [b.own.crew for b in made if b.own.role == "gun"] == [4, 4, 4]
    assert unit.own.strength.began == 12


@pytest.mark.clause("NAP-BAS-04")
def test_every_gun_has_its_team_with_drivers_and_pays_for_them() -> None:
    for key, animals in (("AUS_F3", 4), ("GBR_F9H", 6), ("FRA_F12", 8)):
        _, made = new_unit(row(key), None, "south", "G1")
        teams = [b.own for b in made if b.own.role == "team"]
        assert len(teams) == len([b for b in made if b.own.role == "gun"])
        assert {(told.horses, told.drivers) for told in teams} == {(animals, animals // 2)}
    # a 3-pounder 40, four gunners 16, its team 32, two drivers 8, a command 10
    assert points(row("AUS_F3", guns={"3": 1})) == 40 + 16 + 32 + 8 + 10


@pytest.mark.clause("NAP-BAS-05")
def test_gunners_fire_as_dragoon_muskets() -> None:
    for key in ("FRA_F8", "GBR_H6", "AUS_RKT"):
        unit, _ = new_unit(row(key), None, "south", "G1")
        assert {s.weapon for s in unit.own.subs} == {"dragoon_musket"}
    state = t.field(t.battery("G1", "south", pieces=["6"]))
    used = {facts.figure(b).role: shots.weapon_of(state, b.id) for b in state.bases_of("G1")}
    assert used == {"gun": "dragoon_musket", "team": ""}


# --- scales ----------------------------------------------------------------------------------------------------------

TABLE_2 = [
    (FigureOwn(role="foot"), "open", (15, 15), (30, 30)),
    (FigureOwn(role="foot"), "line", (7.5, 10), (15, 20)),
    (FigureOwn(role="horse"), "open", (20, 20), (40, 40)),
    (FigureOwn(role="horse"), "line", (10, 20), (20, 40)),
    (FigureOwn(role="team", team=4), "limbered", (30, 60), (60, 120)),
    (FigureOwn(role="team", team=6), "limbered", (30, 80), (60, 160)),
    (FigureOwn(role="team", team=8), "limbered", (30, 100), (60, 200)),
    (FigureOwn(role="gun"), "deployed", (30, 40), (60, 80)),
]
"""The least bases: figure, formation, sizes of 12 or 15 mm and of 20 or 25 mm figures."""


@pytest.mark.clause("NAP-BAS-07")
@pytest.mark.parametrize(("told", "formation", "small", "large"), TABLE_2)
def test_table_two(told: FigureOwn, formation: str, small: tuple[float, float], large: tuple[float, float]) -> None:
    for scale, size in (("standard", small), ("enlarged", large)):
        base = bases.of_options({"scale": scale, "small_bases": True}, told, formation)
        assert (base.width, base.depth) == size


TABLE_MICRO = [
    (FigureOwn(role="foot"), "line", "", (30, 5)),
    (FigureOwn(role="foot"), "open", "", (100, 10)),
    (FigureOwn(role="horse"), "line", "", (50, 10)),
    (FigureOwn(role="gun"), "deployed", "", (15, 20)),
    (FigureOwn(role="team", team=4), "limbered", "", (15, 30)),
    (FigureOwn(role="team", team=6), "limbered", "", (15, 40)),
    (FigureOwn(role="team", team=8), "limbered", "", (15, 50)),
    (FigureOwn(role="horse", crew=4), "irregular", "elephant", (10, 15)),
]


@pytest.mark.clause("NAP-MIC-01")
@pytest.mark.parametrize(("told", "formation", "kind", "size"), TABLE_MICRO)
def test_bases_of_small_figures(told: FigureOwn, formation: str, kind: str, size: tuple[float, float]) -> None:
    base = bases.of_options(MICRO, told, formation, kind)
    assert (base.width, base.depth) == size


@pytest.mark.clause("NAP-MIC-02")
def test_a_base_of_small_figures_is_ten_figures_and_a_gun_two_pieces() -> None:
    state = t.field(t.battalion("L1", "south", figures=4, companies=4), options=MICRO)
    # a casualty is ten men here: two are one of the forty figures for which four bases stand
    assert [tables.losses(hit(state, men), "L1") for men in (3, 4, 8, 20)] == [0, 5, 10, 25]
    assert [len(hit(state, men).bases_of("L1")) for men in (19, 20, 40)] == [4, 3, 2]
    _, made = new_unit(row("GBR_F9"), None, "south", "G1", MICRO)
    assert [b.own.crew for b in made if b.own.role == "gun"] == [4, 4, 4]  # of six pieces
    _, beasts = new_unit(row("NAT_ELEPH", bases=3), None, "south", "E1", MICRO)
    assert [b.own.crew for b in beasts] == [4, 4, 4]


@pytest.mark.clause("NAP-SCL-07")
def test_three_sizes_of_figures() -> None:
    def file(options: dict[str, Any]) -> tuple[float, float]:
        shape = new_unit(row("FRA_LINE_1808"), None, "south", "L", options)[1][0].shape
        return shape.width, shape.depth

    assert file({}) == (7.5, 10.0)
    assert file({"scale": "enlarged"}) == (15.0, 20.0)
    assert file(MICRO) == (30.0, 5.0)


@pytest.mark.clause("NAP-SCL-08")
@pytest.mark.parametrize("scale", ["standard", "enlarged"])
def test_twenty_men_are_a_figure(scale: str) -> None:
    options = {"scale": scale}
    for made in (t.battalion("L1", "south"), t.regiment("L1", "south")):
        state = t.field(made, options=options)
        lost = [facts.strength(state, "L1") - facts.strength(hit(state, men), "L1") for men in (19, 20, 39, 40)]
        assert lost == [0, 1, 1, 2]
    (chief,) = new_unit(row("chief"), None, "south", "G", options)[1]
    assert chief.own.men == 20


@pytest.mark.clause("NAP-SCL-10")
def test_a_model_is_two_pieces() -> None:
    for key, battery in nations.batteries().items():
        assert sum(battery.models().values()) == -(-sum(battery.guns.values()) // 2), key
    _, made = new_unit(row("AUS_RKT"), None, "south", "R1")
    assert [b.own.role for b in made] == ["gun"] * 3 + ["team"] * 3  # six launchers, six limbers


@pytest.mark.clause("NAP-R03")
def test_the_enlarged_scale_changes_no_number_of_models() -> None:
    for key in ("GBR_F9", "FRA_F8", "RUS_F6"):
        usual, large = (new_unit(row(key), None, "south", "G1", {"scale": s})[1] for s in ("standard", "enlarged"))
        assert [b.own for b in usual] == [b.own for b in large]
        assert points(row(key), Terms(scale="enlarged")) == points(row(key))


@pytest.mark.clause("NAP-SCL-14")
def test_battles_are_set_up_at_the_usual_scale() -> None:
    for scenario in ("meeting", "river", "village"):
        assert RULESET.default_setup(scenario, 2000).options["scale"] == "standard"


@pytest.mark.clause("NAP-R02")
@pytest.mark.parametrize(
    ("key", "usual", "coarse", "crews"),
    [
        ("GBR_F9H", {"9": 2, "howitzer": 1}, {"9": 2}, [3, 3]),
        ("GBR_F6", {"6": 3}, {"6": 2}, [3, 3]),
        ("FRA_F8", {"8": 3, "howitzer": 1}, {"8": 2}, [4, 4]),
        ("FRA_H6", {"6": 2, "howitzer": 1}, {"6": 2}, [3, 3]),
        ("RUS_F6", {"6": 2, "howitzer": 1}, {"6": 2, "howitzer": 1}, [4, 4, 4]),
        ("RUS_GF6", {"6": 3, "howitzer": 1}, {"6": 3, "howitzer": 1}, [4, 4, 4, 4]),
        ("RUS_GF12", {"12": 2, "6": 1, "howitzer": 1}, {"12": 2, "6": 1, "howitzer": 1}, [4, 4, 4, 4]),
        ("PRU_FH", {"howitzer": 4}, {"howitzer": 2}, [4, 4]),
    ],
)
def test_models_of_batteries(key: str, usual: dict[str, int], coarse: dict[str, int], crews: list[int]) -> None:
    assert nations.batteries()[key].usual() == usual
    found = models(row(key), Terms(at_1_40=True))
    assert {piece: [p for p, _ in found].count(piece) for piece, _ in found} == coarse
    assert [crew for _, crew in found] == crews


# --- beasts ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-CAM-03")
def test_twelve_elephants_are_a_unit_at_most_and_a_camel_is_a_rider() -> None:
    assert faults(row("NAT_ELEPH", figures={"elephant": 12})) == []
    assert [p.clause for p in faults(row("NAT_ELEPH", figures={"elephant": 13}))] == ["NAP-R14"]
    beasts, made = new_unit(row("NAT_ELEPH", figures={"elephant": 12}), None, "south", "E1")
    assert (len(made), beasts.own.strength.began) == (12, 48)
    camels, made = new_unit(row("NAT_CAMEL", figures={"camel": 13}), None, "south", "C1")
    assert (len(made), camels.own.strength.began) == (13, 13)


@pytest.mark.clause("NAP-CAM-04")
def test_bases_of_camels_and_elephants() -> None:
    def sizes(key: str, n: int, kind: str) -> list[tuple[float, float]]:
        found = (new_unit(row(key, figures={kind: n}), None, "south", "B", {"scale": s}) for s in SCALES)
        return [(made[0].shape.width, made[0].shape.depth) for _, made in found]

    assert sizes("NAT_ELEPH", 3, "elephant") == [(20.0, 30.0), (40.0, 60.0)]
    assert sizes("NAT_CAMEL", 9, "camel") == sizes("NAT_HORSE", 9, "band") == [(10.0, 20.0), (20.0, 40.0)]


SCALES = ("standard", "enlarged")
