"""How a unit of one's own is filled in: what is asked of whom, at which price, and how a mount comes and goes."""

from __future__ import annotations

import pytest

from game.engine.lists import ArmyField
from game.engine.ruleset import SideSetup
from game.kit.muster.desk import Desk, desk
from rulesets.universal_battle.army import data_army
from rulesets.universal_battle.army.data_army import OWN_ARMIES
from tests.rules.universal_battle.army_rows import army, hero, monster, troops


def laid() -> Desk:
    """Men, a carrier, a carrier without room, a captain."""
    found = army(MEN=troops(models=4), BUS=monster(2, "rookie", "cargo"), GUN=monster(2), CAP=hero())
    return desk(OWN_ARMIES, data_army.Army(id="mine", name="Mine", unit=found.unit), SideSetup("mine"))


def fields(code: str, **values: str) -> dict[str, ArmyField]:
    return {field.key: field for field in laid().fields(code, values)}


def prices(field: ArmyField) -> dict[str, int]:
    return dict(zip(field.choices, field.prices, strict=True))


@pytest.mark.clause("USB-PTS-02", "USB-PTS-03", "USB-PTS-06", "USB-EQP-04", "USB-LDR-01", "USB-LDR-02")
def test_what_is_asked_of_troops() -> None:
    found = fields("MEN")
    assert (prices(found["hit"]), prices(found["tough"])) == ({"5": 0, "4": 3, "3": 6}, {"5": 0, "4": 4, "3": 8})
    assert prices(found["class"]) == {"infantry": 0, "heavy": 8, "riders": 8}
    assert prices(found["melee"]) == {"": 0, "pole": 3, "heavy": 6, "lance": 6}
    assert prices(found["ranged"]) == {"": 0, "light": 5, "ranged": 10, "automatic": 15}
    assert (found["leaders"].price, found["leaders"].each, found["shield"].price, found["shield"].each) == (
        30,
        False,
        3,
        True,
    )
    assert found["models"].choices == tuple(str(n) for n in range(1, 21))
    assert fields("MEN", **{"class": "riders"})["models"].choices[-1] == "12"
    assert found["specialists"].choices == ("0",)
    assert prices(fields("MEN", ranged="light")["specialists"]) == {"0": 0, "1": 25, "2": 50}
    assert {"growth", "items", "category", "magic", "mount.growth"}.isdisjoint(found)


@pytest.mark.clause("USB-SPC-01", "USB-MON-02", "USB-MON-14")
def test_monsters_pay_once_and_troops_for_each_model() -> None:
    of_men, of_bus = fields("MEN")["specialisations"], fields("BUS")["specialisations"]
    assert (prices(of_men)["brave"], of_men.each, prices(of_bus)["brave"], of_bus.each) == (3, True, 5, False)
    assert prices(fields("BUS")["growth"]) == {str(n): 15 * n for n in range(7)}
    items = fields("BUS")["items"]
    assert items.repeats
    assert (prices(items)["cargo"], prices(items)["huge"], "heavy" in items.choices) == (30, 30, False)
    assert {"models", "class", "leaders", "melee", "magic"}.isdisjoint(fields("BUS"))


@pytest.mark.clause("USB-HRO-01", "USB-HRO-04", "USB-HRO-05", "USB-R54")
def test_heroes_have_a_category_magic_and_perhaps_a_mount() -> None:
    found = fields("CAP")
    assert found["category"].choices == ("aspirant", "daredevil", "champion", "legend")
    assert prices(found["magic"])["shield"] == 10
    assert [key for key in found if key.startswith("mount.")] == ["mount.growth"]
    assert "mount.items" in fields("CAP", **{"mount.growth": "1"})
    assert "mount.growth" not in fields("CAP", **{"class": "riders"})
    assert "mount.growth" in fields("CAP", **{"class": "riders", "mount.growth": "1"})  # to be given back


@pytest.mark.clause("USB-TRN-07", "USB-S17")
def test_where_a_unit_may_begin_is_offered() -> None:
    assert fields("MEN")["starts"].choices == ("", "BUS")
    assert fields("CAP")["starts"].choices == ("", "MEN", "BUS")


def test_another_kind_leaves_nothing_behind_that_is_not_for_it() -> None:
    changed = laid().put("MEN", {"kind": "hero"})
    found = OWN_ARMIES.of(changed.chosen)
    assert found is not None
    row = found.rows[0]
    assert (row.kind, row.models, row.category) == ("hero", 1, "aspirant")
    back = changed.put("MEN", {"mount.growth": "2"}).put("MEN", {"mount.growth": ""})
    assert "mount" not in back.chosen.own["army"]["unit"][0]
    assert "models" not in laid().text().split("BUS")[1].split("[[")[0]


def test_an_army_begins_with_one_row_and_grows_after_the_chosen_one() -> None:
    alone, code = laid().begin(alone=True)
    assert (alone.rows(), alone.chosen.counts, code) == ([("NEW1", "New unit")], {"NEW1": 1}, "NEW1")
    more, new = laid().begin("MEN")
    assert [c for c, _ in more.rows()] == ["MEN", new, "BUS", "GUN", "CAP"]
    assert more.count(new, 3).chosen.counts == {new: 3}
    assert more.count(new, 0).chosen.counts == {}
