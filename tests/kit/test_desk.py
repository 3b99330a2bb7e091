"""Armies of the players' own being edited: fields by the types of their rows, changes checked, files written."""

from __future__ import annotations

import pytest

from game.engine.files.toml_reading import DataError
from game.engine.i18n import Speaker
from game.engine.lists import ArmyDesk, EditsArmies, KeepsLists
from game.engine.loader import load_ruleset
from game.engine.ruleset import SideSetup
from tests.kit.own_armies import ARMIES, SIZES

UNITS = {"WMA": "RID", "AFS": "M2", "WAB": "PHA", "USB": "SLI", "NAP": "FUS"}


def opened(system: str, army: str = "") -> ArmyDesk:
    """The desk with an army of one's own, or with one on offer."""
    ruleset = load_ruleset(system)
    assert isinstance(ruleset, KeepsLists)
    assert isinstance(ruleset, EditsArmies)
    read = ruleset.read_list(ARMIES[system].encode(), "mine.toml", SIZES[system]).chosen
    found = ruleset.army_desk(SideSetup(army) if army else read or SideSetup(""))
    assert found is not None
    return found


def shown(desk: ArmyDesk, code: str) -> dict[str, str | bool]:
    return {f.key: f.value for f in desk.fields(code)}


@pytest.mark.parametrize("system", ARMIES)
def test_what_is_put_as_it_is_shown_changes_nothing(system: str) -> None:
    desk = opened(system)
    for code, _name in [("", ""), *desk.rows()]:
        assert desk.put(code, shown(desk, code)).chosen == desk.chosen


@pytest.mark.parametrize("system", ARMIES)
def test_a_shipped_army_becomes_one_of_ones_own_that_is_written_and_read(system: str) -> None:
    ruleset = load_ruleset(system)
    assert isinstance(ruleset, KeepsLists)
    for army in ruleset.armies(SIZES[system]):
        desk = opened(system, army.id).put("", {"name": "Mine"})
        assert desk.chosen.army == f"my_{army.id}"
        again = ruleset.read_list(desk.text().encode(), "mine.toml", SIZES[system])
        assert again.chosen is not None, again.findings
        assert again.chosen.own == desk.chosen.own
        assert again.name == "Mine"


def test_fields_are_those_of_the_rows_types() -> None:
    found = shown(opened("WAB"), "PHA")
    assert found["profile.ws"] == "4"
    assert found["armour"] == "shield"
    assert found["look"] == "spear_fighter"
    assert found["standard"] is False
    assert "clause" not in found
    desk = opened("WAB").put("PHA", {"profile.ws": "5", "armour": "shield, light", "look": "", "standard": True})
    row = desk.chosen.own["army"]["unit"][1]
    assert (row["profile"]["ws"], row["armour"], row["standard"]) == (5, ["shield", "light"], True)
    assert "looks" not in desk.chosen.own["army"]
    assert shown(opened("AFS"), "M1")["rules"] == "hero, tough 3"
    rules = opened("AFS").put("M1", {"rules": "hero, tough 6, fearless"}).chosen.own["army"]["unit"][0]["rules"]
    assert rules == {"hero": 0, "tough": 6, "fearless": 0}
    assert shown(opened("WMA"), "LEG")["armour"] == "4"
    bare = opened("WMA").put("LEG", {"armour": ""}).chosen.own["army"]["unit"][0]
    assert "armour" not in bare


@pytest.mark.parametrize(
    ("system", "code", "values", "where", "sentence"),
    [
        ("WMA", "RID", {"hits": "many"}, "unit 2 (RID), hits", "this must be a whole number, not text in quotes"),
        ("WMA", "RID", {"flags": "shok"}, "unit 2 (RID), flags 1", "“shok” cannot stand here"),
        ("WMA", "", {"id": "rome"}, "id", "an army of the game has this id already"),
        ("WAB", "DAR", {"weapon": "javelins"}, "unit DAR, weapon", "did you mean “javelin”?"),
        ("WAB", "PHA", {"models": "4"}, "unit PHA, files", "from 1 to 4 files, not 5"),
        ("AFS", "M2", {"size": "infantri"}, "unit (M2), size", "did you mean “infantry”?"),
        ("USB", "SLI", {"ranged": "lihgt"}, "unit (SLI), ranged", "choose from: light, ranged, automatic"),
        ("NAP", "FUS", {"brigade": "GUN"}, "unit (FUS), brigade", "“GUN” is not a known general"),
        ("NAP", "FUS", {"figures": "centre 99"}, "unit (FUS), figures.centre", "from 8 to 12, not 99 (NAP-R14)"),
    ],
)
def test_a_change_that_cannot_be_is_refused(
    system: str, code: str, values: dict[str, str], where: str, sentence: str
) -> None:
    with pytest.raises(DataError) as refused:
        opened(system).put(code, values)
    assert refused.value.key == where
    assert sentence in Speaker("en").say(refused.value.message)


def test_a_number_that_is_told_of_the_army_itself_is_one() -> None:
    desk = opened("NAP").put("", {"year": "1809"})
    assert shown(desk, "")["year"] == "1809"
    assert desk.chosen.own["army"]["year"] == 1809
    with pytest.raises(DataError, match="year"):
        opened("NAP").put("", {"year": "long ago"})


@pytest.mark.parametrize("system", ARMIES)
def test_rows_are_copied_renamed_and_dropped(system: str) -> None:
    desk, old = opened(system), UNITS[system]
    more, code = desk.copy(old)
    assert code == f"{old}X"
    assert [c for c, _ in more.rows()].index(code) == [c for c, _ in desk.rows()].index(old) + 1
    assert more.drop(code).chosen == desk.chosen
    renamed = desk.put(old, {"code": "NEW"})
    assert renamed.chosen.counts["NEW"] == desk.chosen.counts[old]
    assert old not in renamed.chosen.counts
