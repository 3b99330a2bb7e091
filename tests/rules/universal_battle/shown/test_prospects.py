"""What any two units could do to each other: exact shots, charges and fights played on copies."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.i18n import Speaker
from game.engine.playout import Tally
from game.engine.prospects import Prospect, prospects_of
from game.engine.state import State
from game.geometry.shapes import Pose
from rulesets.universal_battle.deploy.positions import build
from rulesets.universal_battle.measures import inch
from rulesets.universal_battle.system import RULESET
from tests.rules.universal_battle.table import hero, scene, troops

SPEAKER = Speaker("en", RULESET)


def field(south: dict[str, Any] | None = None, north: dict[str, Any] | None = None, **more: Any) -> State:
    """Slingers seven inches from troopers, and a captain far away."""
    units = [
        {"id": "BSLI", "at": [20, 6], **(south or {})},
        {"id": "STRO", "at": [20, 14], **(north or {})},
        {"id": "BLIE", "at": [2, 2]},
        {"id": "SCAP", "at": [34, 34]},
    ]
    return build({"unit": units, **more})


def told(state: State, unit: str = "STRO", other: str = "BSLI", **poses: Pose) -> dict[str, Prospect]:
    """The prospects of two units by their ids."""
    return {p.id: p for p in prospects_of(RULESET, state, unit, other, poses)}


def said(found: Prospect) -> str:
    """Why it cannot be done."""
    return "" if found.bar is None else SPEAKER.say(found.bar.text)


@pytest.mark.clause("USB-ACT-05", "USB-SHT-01", "USB-S15")
def test_shots_are_exact() -> None:
    found = told(field())["shoot BSLI STRO"]
    assert found.forecast is not None
    plain, gone, aimed, _ = found.forecast.rows
    # six dice at 5+, saved at 5+: 6 x 1/3 x 2/3; aimed at 4+
    assert plain.mean == pytest.approx(6 / 3 * 2 / 3, abs=1e-3)
    assert plain.spread[0] == pytest.approx((1 - 2 / 9) ** 6, abs=1e-6)
    assert gone.chance == pytest.approx((2 / 9) ** 6)
    assert aimed.mean == pytest.approx(6 / 2 * 2 / 3, abs=1e-3)
    assert [s.total for s in plain.sums] == [5.0, 5.0]
    assert [s.total for s in aimed.sums] == [4.0, 5.0]


@pytest.mark.clause("USB-SHT-01", "USB-MOR-05", "USB-SHT-05", "USB-CHG-10")
def test_why_nothing_can_be_done() -> None:
    far = told(field({"at": [20, 0.9]}))["shoot BSLI STRO"]
    assert said(far).startswith("STRO")
    assert "shoot BLIE SCAP" not in told(field(), "BLIE", "SCAP")
    assert "Panicked" in said(told(field({"status": "panicked"}))["shoot BSLI STRO"])
    assert "Shaken" in said(told(field({"status": "shaken"}))["charge BSLI STRO"])
    blocked = told(field(), "STRO", "BLIE")["charge STRO BLIE"]
    assert blocked.bar is not None
    assert blocked.bar.clause == "USB-CHG-03"


@pytest.mark.clause("USB-FTG-01", "USB-R23")
def test_in_the_next_round_nobody_is_tired() -> None:
    fresh = told(field())["shoot BSLI STRO"]
    tired = told(field({"fatigue": 1}))["shoot BSLI STRO"]
    later = told(field({"fatigue": 1, "activated": True}))["shoot BSLI STRO"]
    assert fresh.forecast is not None
    assert tired.forecast is not None
    assert later.forecast is not None
    assert tired.forecast.rows[0].mean == pytest.approx(6 / 6 * 2 / 3, abs=1e-3)
    assert later.forecast.rows == fresh.forecast.rows
    assert SPEAKER.say(later.notes[0]) == "In the next round, standing as now"


def counted(found: Prospect, runs: int = 6) -> dict[str, float]:
    """What was counted in a few runs."""
    assert found.playout is not None
    tally = Tally(RULESET, found.playout)
    tally.more(runs)
    return {m.id: tally.mean(m.id) for m in found.playout.measures}


@pytest.mark.clause("USB-CMB-06")
def test_a_charge_is_played() -> None:
    state = field()
    found = told(state)["charge STRO BSLI"]
    seen = counted(found)
    assert seen["fought"] == 1.0
    assert 0.0 < seen["hurt BSLI"] <= 6.0
    assert state == field()
    assert counted(told(state)["charge STRO BSLI"]) == seen


@pytest.mark.clause("USB-CMB-05", "USB-R26")
def test_the_locked_fight_on_and_nothing_else() -> None:
    state = field({"at": [20, 12.99]}, locked=[{"a": "BSLI", "b": "STRO"}])
    found = told(state)
    assert list(found) == ["combat STRO BSLI", "combat BSLI STRO"]
    assert counted(found["combat STRO BSLI"])["hurt BSLI"] > 0.0
    assert "locked in melee" in said(told(state, "STRO", "BLIE")["charge STRO BLIE"])


@pytest.mark.clause("USB-CHG-08")
def test_a_charge_that_ends_where_models_are_thought_of() -> None:
    state = field()
    poses = {f"STRO.{k}": Pose(inch(17.25 + 1.1 * (k - 1)), inch(7.04), 180.0) for k in range(1, 7)}
    found = told(state, **poses)
    assert found["charge STRO BSLI"].playout is not None
    assert "shoot STRO BSLI" not in found
    assert counted(found["charge STRO BSLI"])["hurt BSLI"] > 0.0


@pytest.mark.clause("USB-DUE-04", "USB-RES-03")
def test_duels_and_first_blows_are_exact_and_the_result_is_counted_by_its_bands() -> None:
    made = hero("A", (18, 10), power=0), hero("B", (18, 11), power=0)
    state = scene(*made, locks=[("A", "B")])
    found = told(state, "A", "B")["combat A B"]
    assert found.forecast is not None
    lost, dies, mine, _ = found.forecast.rows
    hit = 1 / 3 * 2 / 3  # two dice at 5+, saves at 5+; the duel is the whole fight
    assert (lost.about, lost.mean, mine.about) == (("B",), round(2 * hit, 3), ("A",))
    assert dies.chance == pytest.approx(hit**2)
    seen = counted(found, 12)
    assert seen["result_back A"] + seen["result_flee A"] + seen["result_gone A"] > 0.0
    met = scene(troops("A", (18, 10), 4), troops("B", (18, 11), 4), locks=[("A", "B")])
    (blows,) = told(met, "A", "B")["combat A B"].forecast.rows
    assert blows.mean == 1.0  # four dice at 4+, saves at 4+
    far = scene(hero("A", (18, 10), power=0), hero("B", (18, 16), power=0))
    rows = told(far, "A", "B")["charge A B"].forecast.rows
    assert rows[0].mean == round(2 * 7 / 18 * 2 / 3, 3)  # ones are thrown again by chargers
