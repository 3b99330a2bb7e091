"""What the client shows of a situation: cards, badges, overlays, the line at the top; in numbers the rules use."""

from __future__ import annotations

from typing import Any

import pytest
import shapely
from msgspec.structs import replace

from game.engine.relief import base_info_of
from game.engine.ruleset import Card, Overlay
from game.engine.state import State
from game.engine.text import Length, Text
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.system import RULESET
from tests.rules.ancient_battles.charge_play import declared
from tests.rules.ancient_battles.table import piece, table, unit


def rows(card: Card) -> dict[str, Text]:
    return {r.label.key: r.value for r in card.rows}


def badges(state: State, unit_id: str) -> set[str]:
    return {name for name, _ in RULESET.card(state, unit_id).badges}


def shown(state: State, thing: str) -> dict[str, Overlay]:
    return {o.id: o for o in RULESET.overlays(state, thing)}


def said(overlay: Overlay) -> list[str]:
    return [s.text.key for s in overlay.shapes if s.text is not None]


# --- cards -------------------------------------------------------------------------------------------------------


def test_the_card_of_a_unit() -> None:
    state = table(unit("PHA", (36, 20), models=23), unit("WAR", (36, 30), 180))
    card = RULESET.card(state, "PHA.3")
    found = rows(card)
    assert card.look == "PHA"
    assert found["Movement"].args == {"length": Length(100.0)}
    assert found["Charge"].args == {"length": Length(200.0)}
    assert found["Save"].args == {"n": 5}
    assert found["Models"].args == {"n": 23, "all": 24}
    assert found["Formation"].args == {"files": 6, "ranks": 4}
    assert found["Nearest enemy"].args["distance"] == Length(250.0)
    assert found["Panic test"].args == {"n": 7}


def test_the_movement_of_heavy_armour_with_a_shield_opens_into_its_sum() -> None:
    card = RULESET.card(table(unit("SIL", (36, 20))), "SIL")
    row = next(r for r in card.rows if r.label.key == "Movement")
    assert row.sum is not None
    assert [v for _, v, _ in row.sum.rows] == [100.0, -25.0]


def test_a_buckler_saves_skirmishers_and_blades_alike_and_a_bow_is_named() -> None:
    found = rows(RULESET.card(table(unit("CRE", (36, 20))), "CRE"))
    assert found["Save"].args == {"n": 6}
    assert found["Missile weapon"].args["range"] == Length(600.0)


def test_who_fights_is_told_his_blows() -> None:
    card = RULESET.card(table(unit("PHA", (36, 20)), unit("WAR", (36, 20), 180)), "PHA")
    found = rows(card)
    assert found["Attacks on {enemy}"].args == {"n": 6}
    assert found["Hits {enemy} on"].args == {"n": 4}
    assert found["Wounds {enemy} on"].args == {"n": 4}


def test_frenzy_takes_no_panic_test() -> None:
    assert rows(RULESET.card(table(unit("GAE", (36, 20), 0)), "GAE"))["Panic test"].key == "none"


@pytest.mark.parametrize(
    ("keys", "badge"),
    [
        ({"fleeing": True}, "routed"),
        ({"models": 12}, "lost"),
        ({"rallied": True}, "flag"),
        ({"marched": True}, "advanced"),
        ({"moved": True}, "moved"),
        ({"shot": True}, "shot"),
        ({"charged": True}, "charged"),
        ({"stationary": True}, "stop"),
        ({"shaken_by_fear": 1}, "shaken"),
    ],
)
def test_badges(keys: dict[str, Any], badge: str) -> None:
    assert badges(table(unit("PHA", (36, 20))), "PHA") == set()
    assert badges(table(unit("PHA", (36, 20), **keys)), "PHA") == {badge}


def test_badges_of_a_charge_a_combat_and_the_great_men() -> None:
    state = table(unit("PHA", (36, 20)), unit("WAR", (36, 27), 180), unit("SGE", (20, 20)), unit("SBS", (10, 20)))
    assert badges(declared(state, "PHA", "WAR"), "PHA") == {"target"}
    assert badges(state, "SGE") == {"general"}
    assert badges(state, "SBS") == {"banner"}
    assert "engaged" in badges(table(unit("PHA", (36, 20)), unit("WAR", (36, 20), 180)), "WAR")


def test_cards_of_ground_and_sides() -> None:
    state = table(
        unit("PHA", (36, 20)),
        unit("WAR", (36, 30), 180, models=12),
        terrain=[piece("wall", line=[(10, 30), (20, 30)]), piece("wood", box=(50, 20, 60, 30))],
    )
    wall, wood = rows(RULESET.card(state, "wall-1")), rows(RULESET.card(state, "wood-1"))
    assert wall["Cover"].key == "hard: -2 to hit"
    assert "Defence" in wall
    assert wood["Cover"].key == "soft: -1 to hit"
    assert "Defence" not in wood
    south = rows(RULESET.card(state, "south"))
    assert south["Victory points"].args == {"n": 80}
    assert south["Units left"].args == {"n": 1, "all": 1}


def test_the_line_at_the_top() -> None:
    state = table(unit("PHA", (36, 20)), unit("WAR", (36, 30), 180, models=0), turn=3, phase="shooting", active="south")
    status = RULESET.status(state)
    assert status[0][1].args == {"turn": 3, "limit": 6}
    assert status[1][1].key == "Shooting"
    assert [row[1].args for row in status[2:]] == [
        {"left": 1, "all": 1, "points": 160},
        {"left": 0, "all": 1, "points": 0},
    ]


# --- overlays ----------------------------------------------------------------------------------------------------


def test_every_thing_on_the_table_has_overlays_and_what_is_gone_has_none() -> None:
    state = table(
        unit("PHA", (36, 20)),
        unit("CRE", (20, 30)),
        unit("SEL", (50, 20)),
        unit("WAR", (36, 33), 180),
        unit("NOB", (36, 40), models=0),
    )
    assert set(shown(state, "PHA")) == {"arcs", "reach", "charges", "threat", "sight"}
    assert set(shown(state, "CRE.2")) >= {"range", "targets"}
    assert "terror" in shown(state, "SEL")
    assert shown(state, "NOB") == {}


def test_the_reach_of_a_block_and_of_those_who_march() -> None:
    """A phalanx has a musician: 4, 8 and 12 inches. Skirmishers have but their rate."""
    state = table(unit("PHA", (36, 20)), unit("CRE", (20, 30)), unit("SGE", (50, 30)))
    lengths = {
        u: [s.text.args["length"].mm for s in shown(state, u)["reach"].shapes if s.text]  # type: ignore[union-attr]
        for u in ("PHA", "CRE", "SGE")
    }
    assert lengths == {"PHA": [100.0, 200.0, 300.0], "CRE": [125.0], "SGE": [200.0, 600.0]}


@pytest.mark.clause("WAB-S11")
def test_a_charge_is_shown_where_it_comes_to_blows_and_by_what_it_falls_short() -> None:
    state = table(unit("PHA", (36, 20)), unit("WAR", (36, 28), 180))
    overlay = shown(state, "PHA")["charges"]
    ghost = next(s for s in overlay.shapes if s.kind == "ghost")
    assert max(y for _, y in ghost.points) == pytest.approx(700.0, abs=0.05)
    assert "reaches with {spare} to spare" in said(overlay)
    state = table(unit("PHA", (36, 20)), unit("WAR", (36, 28.1), 180))
    overlay = shown(state, "PHA")["charges"]
    assert not [s for s in overlay.shapes if s.kind == "ghost"]
    assert said(overlay) == ["threatens no enemy: {why}"]
    (label,) = overlay.shapes
    assert label.text is not None
    assert label.text.args["why"].key == "The path costs {cost}, the charge reaches {reach}: {missing} short"


@pytest.mark.parametrize(("gap", "threats"), [(10.0, ["WAR"]), (10.1, [])])
def test_who_may_charge_a_unit(gap: float, threats: list[str]) -> None:
    state = table(unit("PHA", (36, 20)), unit("WAR", (36, 20 + gap), 180))
    shapes = shown(state, "PHA")["threat"].shapes
    assert [s.text.args["unit"].id for s in shapes if s.text] == threats
    assert all(s.text is not None and s.text.args["edge"].key == "to the front" for s in shapes)


def test_the_range_of_a_block_lies_in_its_arc_and_of_skirmishers_all_about() -> None:
    """An elephant's javelins: 8 inches from its front edge between rays of 45 degrees."""
    state = table(unit("SEL", (36, 20)), unit("CRE", (20, 30)))
    (whole, half) = [shapely.Polygon(s.points) for s in shown(state, "SEL")["range"].shapes]
    assert whole.bounds[3] == pytest.approx(500.0 + 200.0, abs=0.2)
    assert half.bounds[3] == pytest.approx(500.0 + 100.0, abs=0.2)
    assert whole.bounds[1] >= 500.0 - 0.1
    (ring, _) = [shapely.Polygon(s.points) for s in shown(state, "CRE")["range"].shapes]
    assert ring.contains(shapely.Point(*facts.centre(state, "CRE")))


def test_whom_a_unit_may_shoot_at_and_why_not() -> None:
    state = table(unit("CRE", (36, 20)), unit("WAR", (36, 35), 180), unit("OAT", (60, 40), 180), phase="shooting")
    found = said(shown(state, "CRE")["targets"])
    assert "{unit}: {distance}, {need}+" in found
    state = table(unit("CRE", (36, 20), marched=True), unit("WAR", (36, 35), 180))
    assert "{unit} marched" in said(shown(state, "CRE")["targets"])


def test_the_twelve_inches_are_measured_from_the_base() -> None:
    """A rider of 1 by 2 inches whose middle stands at (36, 19)."""
    state = table(unit("SGE", (36, 20)))
    (area,) = shown(state, "SGE")["command"].shapes
    bounds = shapely.Polygon(area.points).bounds
    assert bounds == pytest.approx((900 - 312.5, 475 - 325, 900 + 312.5, 475 + 325), abs=0.2)


def test_the_leadership_of_a_general_in_a_unit_is_shown_with_the_unit() -> None:
    state = table(unit("COM", (36, 20)), unit("SGE", joined="COM"))
    assert "command" in shown(state, "COM")


def test_a_combat_shows_who_strikes_with_what() -> None:
    state = table(unit("PHA", (36, 20)), unit("WAR", (36, 20), 180))
    labels = [s.text.args for s in shown(state, "PHA")["combat"].shapes if s.kind == "label" and s.text]
    assert labels.count({"dice": 1, "need": 4}) == 11


def test_a_sides_zone_is_that_of_its_scenario() -> None:
    state = table(unit("PHA", (36, 20)), scenario="open_field")
    (zone,) = shown(state, "north")["zone"].shapes
    assert shapely.Polygon(zone.points).bounds == (0.0, 900.0, 1800.0, 1200.0)
    bare = replace(state, own=replace(state.own, scenario="position"))
    assert shown(bare, "north")["zone"].shapes == ()


# --- single models -----------------------------------------------------------------------------------------------


def test_the_standard_and_the_musician_stand_in_the_middle_of_the_front_rank() -> None:
    state = table(unit("PHA", (36, 20), models=23), unit("CRE", (20, 20), models=10))
    phalanx, archers = (next(u for u in state.units if u.startswith(code)) for code in ("PHA", "CRE"))
    told = {b.id: [k for k, _ in base_info_of(RULESET, state, b.id).badges] for b in state.bases_of(phalanx)}
    files, ids = state.units[phalanx].own.files, list(told)
    assert told[ids[files // 2]] == ["banner"]
    assert told[ids[files // 2 - 1]] == ["musician"]
    assert sum(map(len, told.values())) == 2
    assert not any(base_info_of(RULESET, state, b.id).badges for b in state.bases_of(archers))


def test_a_lone_model_tells_what_wounds_are_left() -> None:
    state = table(unit("SEL", (36, 20)), unit("PHA", (20, 20), models=23))
    beast, phalanx = (next(u for u in state.units if u.startswith(code)) for code in ("SEL", "PHA"))
    whole = base_info_of(RULESET, state, state.units[beast].bases[0]).strength
    assert whole[0] == whole[1] > 1
    hurt = state.units[beast]
    hurt = replace(hurt, own=replace(hurt.own, wounds=2))
    worn = replace(state, units={**state.units, beast: hurt})
    assert base_info_of(RULESET, worn, hurt.bases[0]).strength == (whole[1] - 2, whole[1])
    assert base_info_of(RULESET, state, state.units[phalanx].bases[0]).strength == (0, 0)
