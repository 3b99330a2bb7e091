"""Guns, horse on foot and buildings in the way of a body."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.own import Doing, Formation
from tests.rules.napoleonic_wars import table as t
from tests.rules.napoleonic_wars.clock.test_ends import passed
from tests.rules.napoleonic_wars.march.test_plan import clauses, french, go

# --- guns (examples 16 and 25) ----------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-LIM-01", "NAP-LIM-02", "NAP-LIM-03", "NAP-R133")
@pytest.mark.parametrize(
    ("pieces", "told", "march", "left"),
    [
        (["6", "6"], {"horse_guns": True}, 18.75, 0.0),
        (["12", "12"], {"team": 8}, 5.0, 0.0),
        (["rocket"], {"arm": "rockets"}, 7.5, 0.0),
        (["siege"], {"team": 8}, 0.0, 1.0),
    ],
)
def test_unlimbering(pieces: list[str], told: dict[str, Any], march: float, left: float) -> None:
    state = t.field(t.battery("L1", "south", formation="limbered", pieces=pieces, **told))
    actions = [act.Advance(march * 10.0)] if march else []
    found = go(state, *actions, act.Unlimber())
    assert found.time == 1.0
    assert found.doing == (Doing("unlimber", left, {}) if left else None)
    assert [b.fields["formation"] for b in found.becomes] == ([] if left else ["deployed"])
    assert found.rest == 0.0
    if not left:
        assert go(state, act.Advance(march * 10.0 + 1.0), act.Unlimber()).becomes == ()


@pytest.mark.clause("NAP-LIM-03", "NAP-LIM-04")
def test_guns_face_any_way_but_not_on_a_steep_slope() -> None:
    made = t.battery("L1", "south", (50, 50), formation="limbered", pieces=["6"])
    state = t.field(made)
    found = go(state, act.Unlimber(facing=90.0))
    gun, team = (found.track.legs[-1].after[found.track.bases.index(b)] for b in ("L1.1", "L1.2"))
    assert gun == (520.0, 500.0, 90.0)
    assert team == (460.0, 500.0, 90.0)
    ring = tuple((x * 10.0, y * 10.0) for x, y in ((34, 49), (66, 49), (66, 81), (34, 81)))
    steep = t.field(
        t.battery("L1", "south", (50, 43), formation="limbered"),
        features=[t.box("hill", 30, 45, 70, 85, contours=(ring,))],
    )
    assert clauses(go(steep, act.Unlimber())) == ["NAP-LIM-04"]


@pytest.mark.clause("NAP-R68", "NAP-ART-10")
@pytest.mark.parametrize(
    ("kind", "formation", "pieces", "gone_cm", "clause"),
    [
        ("i", "limbered", ["6"], 18.75, ""),
        ("ii", "limbered", ["6"], 12.5, ""),
        ("iii", "deployed", ["6"], 12.5, ""),
        ("iv", "deployed", ["6"], 6.25, ""),
        ("i", "limbered", ["12"], 7.5, ""),
        ("ii", "limbered", ["12"], 0.0, "NAP-R68"),
        ("i", "limbered", ["siege"], 0.0, "NAP-ART-09"),
        ("i", "deployed", ["6"], 0.0, "NAP-ART-09"),
        ("iii", "limbered", ["6"], 0.0, "NAP-ART-09"),
    ],
)
def test_action_moves(kind: Any, formation: Formation, pieces: list[str], gone_cm: float, clause: str) -> None:
    team = 8 if pieces == ["12"] else 6
    state = t.field(t.battery("L1", "south", formation=formation, pieces=pieces, team=team), move=3)
    found = go(state, act.ActionMove(kind))
    assert "".join(clauses(found)) == clause
    if not clause:
        marched = [leg for leg in found.track.legs if leg.what == "action_move" and leg.after]
        share = 0.5 if pieces == ["12"] else {"i": 0.75, "ii": 0.5, "iii": 0.5, "iv": 0.25}[kind]
        assert sum(leg.end - leg.start for leg in marched) == pytest.approx(share)
        assert found.moved == pytest.approx(gone_cm * 10)
        assert found.becomes[-1].fields == {"acted": 3}
        assert found.becomes[-1].time == {"i": 1.0, "ii": 0.75, "iii": 1.0, "iv": 0.75}[kind]
        again = t.given(state, "L1", acted=2)
        assert clauses(go(again, act.ActionMove(kind))) == ["NAP-ART-10"]


@pytest.mark.clause("NAP-HRS-04", "NAP-R36")
def test_a_team_halts_until_its_dead_animal_is_cut_free() -> None:
    state = t.field(t.battery("L1", "south", formation="limbered", pieces=["6"]))
    team = state.bases["L1.2"]
    state = replace(state, bases={**state.bases, "L1.2": replace(team, own=replace(team.own, dead=1, horses=5))})
    assert clauses(go(state, act.Advance())) == ["NAP-HRS-04"]


# --- horse on foot, buildings -----------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-SPM-02")
def test_mounting_and_dismounting_take_a_quarter() -> None:
    state = t.field(t.regiment("L1", "south", weapon="dragoon_musket"))
    found = go(state, act.Dismount(open=True))
    assert (found.time, found.rest) == (0.25, 0.75)
    assert found.becomes[0].fields == {"mounted": False, "formation": "open"}
    assert clauses(go(t.field(t.regiment("L1", "south", weapon="")), act.Dismount())) == ["NAP-BAS-03"]
    assert clauses(go(t.field(t.regiment("L1", "south")), act.Dismount(open=True))) == ["NAP-FRM-04"]
    assert clauses(go(t.field(t.regiment("L1", "south", mounted=False)), act.Mount())) == ["NAP-HRS-01"]


@pytest.mark.clause("NAP-SPM-04", "NAP-TER-02")
def test_a_battalion_enters_a_town() -> None:
    town = t.box("building", 46, 50, 54, 58, "town")
    state = t.field(french("closed_divisional", (50, 49.95)), features=[town])
    line = t.field(french("line", (50, 49.95)), features=[town])
    found = go(line, act.Enter("town"))
    assert [(m.time, m.n) for m in found.marks] == [(0.25, 4), (0.5, 4), (0.75, 4), (1.0, 4)]
    assert found.doing == Doing("enter", 0.25, {"building": "town"})
    assert found.rest == 0.0
    # the column is 45 mm wide: two figures a quarter, by the wall within 1 cm of it
    assert [m.n for m in go(state, act.Enter("town")).marks] == [3, 3, 3, 3]
    assert clauses(go(t.field(french("line", (50, 48)), features=[town]), act.Enter("town"))) == ["NAP-S27"]
    assert clauses(go(line, act.Enter("village"))) == ["NAP-TER-02"]
    horse = t.field(t.regiment("L1", "south", (50, 49.95)), features=[town])
    assert clauses(go(horse, act.Enter("town"))) == ["NAP-TER-04"]
    many = t.field(t.battalion("L1", "south", (50, 49.95), figures=33), features=[town])
    assert clauses(go(many, act.Enter("town"))) == ["NAP-TER-04"]


@pytest.mark.clause("NAP-SPM-04", "NAP-S08")
def test_a_garrison_comes_out() -> None:
    town = t.box("building", 46, 50, 54, 58, "town")
    state = t.field(t.battalion("L1", "south", (50, 40), figures=8, companies=2), features=[town])
    state = t.put(state, "L1", (50, 54), 0.0, "garrison", building="town")
    found = go(state, act.Leave((500.0, 440.0), 180.0, "line"))
    assert clauses(found) == ["NAP-S27"]
    found = go(state, act.Leave((500.0, 490.0), 180.0, "line"))
    assert (found.time, found.becomes[0].fields["formation"]) == (0.5, "line")
    assert len(found.becomes[0].poses) == 8
    out = passed(state, L1=[{"verb": "leave", "to": [500.0, 490.0], "facing": 180.0}])
    assert t.of(out, "L1").inside == ""
    assert {(b.where, b.pose is not None) for b in out.bases_of("L1")} == {("table", True)}


@pytest.mark.clause("NAP-SPM-05")
def test_spiking_takes_two_moves() -> None:
    gun = t.battery("N1", "north", (50, 60), pieces=["6"])
    state = t.field(t.battalion("L1", "south", (50, 60)), gun)
    found = go(state, act.Spike("N1.1"))
    assert found.doing == Doing("spike", 1.0, {"gun": "N1.1"})
    after = go(t.given(state, "L1", doing=found.doing))
    assert [(m.what, m.thing, m.time) for m in after.marks] == [("spiked", "N1.1", 1.0)]
    assert clauses(go(t.field(t.battalion("L1", "south", (50, 50)), gun), act.Spike("N1.1"))) == ["NAP-SPM-05"]
