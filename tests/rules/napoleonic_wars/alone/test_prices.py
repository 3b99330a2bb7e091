"""Table 1, row by row: deductions, guns, teams, crews, rockets, generals, the notes on troops that count as others."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from game.engine.event import Event
from rulesets.napoleonic_wars.army import nations, prices
from rulesets.napoleonic_wars.army.data_army import Army
from rulesets.napoleonic_wars.army.limits import limits
from rulesets.napoleonic_wars.army.prices import Troops
from rulesets.napoleonic_wars.army.rows import Row, Terms, gun_points, new_unit, points, terms_of
from rulesets.napoleonic_wars.body.rights import may_form
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.fire import guns
from rulesets.napoleonic_wars.march import changes
from rulesets.napoleonic_wars.own import Class, Weapon
from tests.rules.napoleonic_wars import table as t
from tests.rules.napoleonic_wars.fire_play import Played

REGULAR: tuple[Class, ...] = ("A", "B", "C", "D")


def row(kind: str, **more: object) -> Row:
    """A row that buys a unit of the lists."""
    return Row(**({"code": "X", "name": "X", "kind": kind} | more))


@pytest.mark.clause("NAP-PTS-03")
def test_deductions() -> None:
    def heavy(weapon: Weapon) -> int | None:
        return prices.figure(Troops("horse", "C", weapon=weapon))

    assert [heavy(weapon) for weapon in ("carbine", "", "bow")] == [12, 11, 11]
    assert prices.figure(Troops("horse", "C", light=True)) == 9
    assert prices.figure(Troops("horse", "C", regular=False, melee=True)) == 8
    assert prices.figure(Troops("foot", "C", light=True, weapon="musket", raw=True)) == 7
    # neither line infantry nor light cavalry is cheaper for a lower standard of training
    assert prices.figure(Troops("foot", "C", weapon="musket", raw=True)) == 6
    assert prices.figure(Troops("horse", "C", light=True, weapon="carbine", raw=True)) == 10


@pytest.mark.clause("NAP-PTS-04")
def test_ordnance() -> None:
    cannon = [prices.piece(calibre) for calibre in ("3", "4", "6", "8", "9", "12")]
    assert cannon == [40, 40, 50, 60, 60, 70]
    assert [prices.piece(kind) for kind in ("howitzer", "siege", "siege_howitzer")] == [60, 100, 100]
    heavier = gun_points(row("FRA_F12", guns={"12": 1})) - gun_points(row("FRA_F12", guns={"howitzer": 1}))
    assert heavier == 10


@pytest.mark.clause("NAP-PTS-05")
def test_teams() -> None:
    assert [prices.team(animals) for animals in (4, 6, 8)] == [32, 36, 40]
    # an eight-horse team and its four drivers of class B, against four horses and two drivers
    small, large = (gun_points(row(key, guns={piece: 1})) for key, piece in (("AUS_F3", "3"), ("AUS_F12", "12")))
    assert large - small == (70 - 40) + (40 - 32) + 2 * 4


@pytest.mark.clause("NAP-PTS-06")
def test_crews() -> None:
    classes: tuple[Class, ...] = ("A", "B", "C")
    assert [prices.gunner(cls, horse=False) for cls in classes] == [6, 4, 2]
    assert [prices.gunner(cls, horse=True) for cls in classes[:2]] == [10, 8]
    assert [prices.driver(cls) for cls in classes] == [6, 4, 2]
    guard, line = (gun_points(row("FRA_F8", cls=cls, guns={"8": 1})) for cls in ("A", "B"))
    assert guard - line == 4 * 2 + 3 * 2


@pytest.mark.clause("NAP-PTS-07")
def test_rockets() -> None:
    assert (prices.piece("rocket"), prices.team(1), prices.team(2), prices.team(4)) == (20, 8, 28, 32)
    # a launcher, its wagon of six horses, four horse gunners and three drivers of class A: crews as of artillery
    assert gun_points(row("GBR_RKT", guns={"rocket": 1})) == 20 + 36 + 4 * 10 + 3 * 6


@pytest.mark.clause("NAP-R12")
def test_a_rocket_wagon_of_six_horses_goes_on_the_series_of_table_one() -> None:
    assert [prices.team(animals) - 2 * animals for animals in (2, 4, 6)] == [24, 24, 24]
    assert gun_points(row("AUS_RKT")) == 3 * (20 + 36 + 4 * 8 + 3 * 4)


@pytest.mark.clause("NAP-PTS-08")
def test_generals_have_a_price_beside_the_points_of_the_army() -> None:
    assert (points(row("chief")), points(row("general"))) == (100, 50)
    chief, general, line = (replaced(code) for code in ("chief", "general", "GBR_LINE"))
    army = Army(id="x", name="X", nation="britain", unit=(chief, general, line))
    spent, generals, *_ = limits(army, {"chief": 1, "general": 1, "GBR_LINE": 1}, 1000)
    assert (spent.have, generals.have) == (182, 150)


def replaced(kind: str) -> Row:
    """A row whose code is its kind."""
    return Row(code=kind, name=kind, kind=kind)


@pytest.mark.clause("NAP-PTS-11")
@pytest.mark.parametrize(("cls", "price"), [("A", 12), ("B", 10), ("C", 8), ("D", 6)])
def test_dragoons_without_horses_cost_as_light_infantry(cls: Class, price: int) -> None:
    own = {"arm": "foot", "light": True, "weapons": ["dragoon_musket"], "grades": {cls: 0}}
    bought = row("own", own_troops={**own, "sub": [{"kind": "squadron", "n": 1, "figures": 10}]})
    assert points(bought) == 10 * price + 10


@pytest.mark.clause("NAP-PTS-12")
def test_light_companies_of_the_line_cost_as_light_infantry() -> None:
    found = {}
    for key in ("GBR_LINE", "FRA_LINE_1804", "FRA_LINE_1808", "RUS_MUSK_03", "RUS_FUS_11"):
        kind = nations.kinds()[key]
        told = {sub.kind: nations.troops(kind, sub) for sub in kind.sub}
        found[key] = (told["light"].row, told["centre"].row, prices.figure(told["light"]))
    assert found == {
        "GBR_LINE": ("light", "line", 10),
        "FRA_LINE_1804": ("light", "line", 8),
        "FRA_LINE_1808": ("light", "line", 8),
        "RUS_MUSK_03": ("light", "line", 8),
        "RUS_FUS_11": ("light", "line", 10),
    }


@pytest.mark.clause("NAP-PTS-13")
def test_lancers_are_light_cavalry() -> None:
    lancers = [k for k in nations.kinds().values() if k.lance and k.regular]
    assert len(lancers) == 7
    assert {nations.troops(k, k.sub[0]).row for k in lancers} == {"light_horse"}
    uhlans = nations.kinds()["AUS_UHLAN"]
    # light horse 10, a lance 1 more, no firearm 1 less
    assert prices.figure(nations.troops(uhlans, uhlans.sub[0])) == 10


@pytest.mark.clause("NAP-PTS-14")
def test_dragoons_are_heavy_cavalry_but_in_britain_and_prussia() -> None:
    dragoons = ("AUS_DRAG", "AUS_DRAG_13", "FRA_DRAG", "RUS_HVY", "RUS_HVY_11", "GBR_HD", "GBR_LD", "PRU_LT")
    kinds = [nations.kinds()[key] for key in dragoons]
    assert [nations.troops(k, k.sub[0]).row for k in kinds] == ["heavy_horse"] * 6 + ["light_horse"] * 2
    assert not any(k.light for k in kinds[:6])


def rows(events: Iterable[Event]) -> list[tuple[str, int]]:
    """The rows of the factors by which was fired."""
    return [(text.key, n) for e in events if e.type == "fired" for one in e.sums for text, n, _ in one.rows]


@pytest.mark.clause("NAP-NAT-02")
def test_main_rules_have_national_differences_of_their_own() -> None:
    """British volleys and ammunition, French divisional columns, with no option agreed."""
    volleys = []
    for nation in ("britain", "france"):
        foe = t.battalion("N1", "north", (50, 32), weapon="")
        played = Played(t.field(t.battalion("L1", "south", (50, 20), nation=nation), foe), [3]).to_end()
        volleys.append([n for line in played.session.lines for text, n in rows(line.events) if text == "British foot"])
    assert volleys == [[2], []]
    assert set(guns.has("6", "britain")) - set(guns.has("6", "france")) == {"shrapnel"}
    british, french = (t.battalion("L1", "south", nation=nation) for nation in ("britain", "france"))
    bars = [may_form(t.field(made), "L1", "closed_divisional") for made in (british, french)]
    assert [bar.clause if bar else "" for bar in bars] == ["NAP-FRM-24", ""]


@pytest.mark.clause("NAP-NAT-07")
def test_national_characteristics_leave_british_and_french_as_they_are() -> None:
    national = terms_of({"national": True, "before_1807": True})
    here = [k for k in nations.kinds().values() if k.nation in ("britain", "france")]
    assert len(here) == 19
    for kind in here:
        assert points(row(kind.id), national) == points(row(kind.id)), kind.id
    options = {"national": True, "before_1807": True}
    found = {}
    for nation in ("britain", "france", "austria"):
        state = t.field(t.battalion("L1", "south", nation=nation), options=options)
        found[nation] = (changes.slower(state, "L1"), book.time_of_a_factor(state, "L1"), facts.is_steady(state, "L1"))
    assert found == {"britain": (0.0, 0.25, False), "france": (0.0, 0.25, False), "austria": (0.25, 0.5, False)}


@pytest.mark.clause("NAP-R48")
def test_prussians_of_before_1807_are_cheaper_and_have_no_columns() -> None:
    early, late = (terms_of({"national": True}, Army(id="x", name="x", year=year)) for year in (1806, 1807))
    for key, figures in (("PRU_MUSK", 20), ("PRU_FUS", 20), ("PRU_J", 10)):
        assert points(row(key), early) == points(row(key)) - figures
        assert points(row(key), late) == points(row(key))
    assert points(row("PRU_LT"), early) == points(row("PRU_LT"))
    state = t.field(t.battalion("L1", "south", nation="prussia"), options={"national": True, "before_1807": True})
    bar = may_form(state, "L1", "closed_column")
    assert bar is not None
    assert may_form(state, "L1", "march_column") is None
    after = t.field(t.battalion("L1", "south", nation="prussia"), options={"national": True})
    assert may_form(after, "L1", "closed_column") is None


# --- camels, elephants, small figures --------------------------------------------------------------------------------


@pytest.mark.clause("NAP-CAM-01")
def test_camels_and_elephants_are_in_no_european_list() -> None:
    beasts = {k.id: k.nation for k in nations.kinds().values() if k.mount}
    assert beasts == {"NAT_CAMEL": "native", "NAT_ELEPH": "native"}


@pytest.mark.clause("NAP-CAM-02")
@pytest.mark.parametrize(("cls", "native"), [("A", 12), ("B", 10), ("C", 8), ("D", 7), ("E", 6)])
def test_camels_and_elephants_cost_by_native_cavalry(cls: Class, native: int) -> None:
    assert points(row("NAT_HORSE", cls=cls, figures={"band": 10})) == 10 * native + 10
    assert points(row("NAT_CAMEL", cls=cls, figures={"camel": 10})) == 10 * (native + 1) + 10
    assert points(row("NAT_ELEPH", cls=cls, figures={"elephant": 3})) == 3 * 4 * native + 10


@pytest.mark.clause("NAP-MIC-03")
def test_small_figures_take_the_field_by_bases() -> None:
    def bases(key: str, **more: object) -> int:
        return len(new_unit(row(key, **more), None, "south", "L", {"scale": "micro"})[1])

    assert [bases(key) for key in ("GBR_LINE", "PRU_MUSK", "FRA_LT", "RUS_CUIR")] == [4, 4, 2, 2]
    assert [bases("FRA_LT", bases=n) for n in (1, 3, 4)] == [1, 3, 4]
    unit, _ = new_unit(row("GBR_LINE", detachments=1), None, "south", "L", {"scale": "micro"})
    assert ([s.figures for s in unit.own.subs], unit.own.spare) == ([1, 1, 1, 1], 0)
    assert not any(s.detach for s in unit.own.subs)
    assert points(row("GBR_LINE"), Terms(scale="micro")) == 4 * 8 + 1
