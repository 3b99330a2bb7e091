"""Armour, weapons and cover, one clause to a test."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.geometry.steps import Advance
from rulesets.ancient_battles import data_files
from rulesets.ancient_battles.army.charts import movement_rate, save
from rulesets.ancient_battles.army.profiles import Profile, profiles
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.shoot import missiles
from tests.rules.ancient_battles.moves_play import cost, go, moves, refusal
from tests.rules.ancient_battles.shots_play import recruit
from tests.rules.ancient_battles.table import piece, table, unit


def wearing(*pieces: str, mounted: bool = False, m: float = 4.0) -> Profile:
    """A figure in this armour."""
    model = profiles()["COM" if mounted else "PHA"]
    return replace(model, row=replace(model.row, armour=pieces, profile=replace(model.row.profile, m=m)))


def saves(*pieces: str, mounted: bool = False) -> float:
    """The save in close combat from the front."""
    return save(wearing(*pieces, mounted=mounted), "melee").total


def rate(*pieces: str, mounted: bool = False) -> float:
    """Inches of movement; infantry has 4 without armour, riders 8."""
    return movement_rate(wearing(*pieces, mounted=mounted, m=8.0 if mounted else 4.0)).total / 25.0


# --- armour ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-ARM-03")
@pytest.mark.parametrize(("body", "bare"), [("light", 5), ("heavy", 4)])
def test_shields_help_riders_in_armour_by_one_or_two(body: str, bare: int) -> None:
    found = [saves(body, *shield, mounted=True) for shield in ((), ("shield",), ("buckler",), ("large_shield",))]
    assert found == [bare, bare - 1, bare - 1, bare - 2]


@pytest.mark.clause("WAB-ARM-06")
@pytest.mark.parametrize(
    ("body", "mounted", "bare"),
    [
        ("light", False, 6),
        ("heavy", False, 5),
        ("partial_plate", False, 4),
        ("light", True, 5),
        ("heavy", True, 4),
    ],
)
def test_a_shield_adds_to_light_heavy_and_partial_plate_on_foot(body: str, mounted: bool, bare: int) -> None:
    assert (saves(body, mounted=mounted), saves(body, "shield", mounted=mounted)) == (bare, bare - 1)
    assert saves(body, "large_shield", mounted=mounted) == bare - 2


@pytest.mark.clause("WAB-R29")
@pytest.mark.parametrize(("shield", "gain"), [("shield", 1), ("large_shield", 2)])
def test_the_shields_gain_of_mounted_armour_is_that_of_foot(shield: str, gain: int) -> None:
    for body in ("light", "heavy"):
        for mounted in (False, True):
            assert saves(body, mounted=mounted) - saves(body, shield, mounted=mounted) == gain
    assert [saves(*worn, mounted=True) for worn in ((), ("shield",), ("large_shield",))] == [6, 5, 4]


@pytest.mark.clause("WAB-ARM-11")
def test_heavy_armour_slows_by_an_inch_with_a_shield_only() -> None:
    assert (rate("heavy"), rate("heavy", "shield"), rate("light", "shield"), rate("shield")) == (4, 3, 4, 4)


@pytest.mark.clause("WAB-R40")
@pytest.mark.parametrize(("shield", "inches"), [("shield", 3), ("large_shield", 3), ("pavise", 3), ("buckler", 4)])
def test_shield_large_shield_and_pavise_slow_heavy_armour_and_a_buckler_does_not(shield: str, inches: float) -> None:
    assert rate("heavy", shield) == inches


@pytest.mark.clause("WAB-R41")
def test_armour_is_taken_off_before_the_rate_is_multiplied(monkeypatch: pytest.MonkeyPatch) -> None:
    recruit(monkeypatch, "XHS", "PHA", armour=("heavy", "shield"), m=4)
    play = moves(unit("XHS", (36, 10), files=3, side="south"), unit("WAR", (60, 44)))
    assert facts.rate(play.state, "XHS") == 75.0
    for mode, times in (("march", 2), ("fast_march", 3)):
        assert cost(play, go("XHS", mode, Advance(75.0 * times))) == 3.0 * times
        assert refusal(play, go("XHS", mode, Advance(75.0 * times + 0.1))) != ""


@pytest.mark.clause("WAB-R41")
def test_the_penalties_of_the_armour_column_bind_riders_too() -> None:
    assert rate("heavy", "shield", mounted=True) == 7
    assert rate("full_plate", mounted=True) == 7
    assert rate("heavy", "shield", "half_plate_barding", mounted=True) == 6


# --- missiles ----------------------------------------------------------------------------------------------------


def bands() -> dict[str, tuple[data_files.Weapon, data_files.Band]]:
    """The weapons with a short range."""
    return {w.id: (w, w.short) for w in data_files.weapons().values() if w.short is not None}


@pytest.mark.clause("WAB-R05")
def test_the_five_bracketed_ranges_are_half_and_have_their_own_strength() -> None:
    found = {name: (w.range, near.range, w.strength, near.strength) for name, (w, near) in bands().items()}
    assert found == {
        "handgun": (18.0, 9.0, 3, 4),
        "sling": (18.0, 9.0, 3, 2),
        "staff_sling": (24.0, 12.0, 3, 4),
        "crossbow": (30.0, 15.0, 3, 4),
        "long_bow": (30.0, 15.0, 3, 3),
    }
    assert len(data_files.weapons()) == 11
    assert {w.id: w.strength for w in data_files.weapons().values() if w.short is None} == {
        "rocks": 3,
        "javelin": 3,
        "darts": 2,
        "light_crossbow": 3,
        "short_bow": 3,
        "bow": 3,
    }


@pytest.mark.clause("WAB-R06")
def test_five_save_modifiers_stand_in_the_table_and_where() -> None:
    far = {w.id: w.save for w in data_files.weapons().values() if w.save}
    near = {name: short.save for name, (_, short) in bands().items() if short.save}
    assert (far, near) == ({"handgun": -1}, {"handgun": -2, "staff_sling": -1, "crossbow": -1, "long_bow": -1})


@pytest.mark.clause("WAB-R08")
@pytest.mark.parametrize(
    ("weapon", "gap", "strength", "saved"),
    [
        ("handgun", 9.0, 4, 6),
        ("handgun", 10.0, 3, 5),
        ("crossbow", 15.0, 4, 5),
        ("crossbow", 16.0, 3, 4),
        ("staff_sling", 12.0, 4, 5),
        ("long_bow", 15.0, 3, 5),
    ],
)
def test_the_save_column_is_the_whole_modifier(
    monkeypatch: pytest.MonkeyPatch, weapon: str, gap: float, strength: int, saved: float
) -> None:
    recruit(monkeypatch, "XSH", "PHA", weapon=weapon)
    recruit(monkeypatch, "XTG", "PHA", armour=("heavy", "shield"))
    shooters = unit("XSH", (36, 20), 0, side="south", models=10, files=5)
    state = table(shooters, unit("XTG", (36, 20 + gap), 180, side="north"))
    mm = missiles.distance(state, "XSH", "XTG")
    assert missiles.band(missiles.armed(state, "XSH"), mm).strength == strength
    assert missiles.save(state, "XSH", "XTG", mm).total == saved


@pytest.mark.clause("WAB-SHT-10")
@pytest.mark.parametrize(
    ("terrain", "need"),
    [
        ([], 4),
        ([piece("hedge", points=[(30, 24), (42, 24)])], 5),
        ([piece("wall", points=[(30, 24), (42, 24)])], 6),
        ([piece("hedge", points=[(30, 24), (42, 24)]), piece("wall", points=[(30, 24.5), (42, 24.5)])], 6),
        ([piece("wall", points=[(30, 23.5), (42, 23.5)]), piece("wall", points=[(30, 24.5), (42, 24.5)])], 6),
    ],
)
def test_hard_cover_takes_two_and_is_not_added_to_soft(
    monkeypatch: pytest.MonkeyPatch, terrain: list[dict[str, Any]], need: int
) -> None:
    recruit(monkeypatch, "XBO", "PHA", weapon="bow", bs=3)
    shooters = unit("XBO", (36, 20), 0, side="south", models=10, files=5)
    state = table(shooters, unit("PHA", (36, 26), 180, side="north"), terrain=terrain)
    mm = missiles.range_to(state, "XBO", "PHA", False, 0.0)
    assert missiles.to_hit(state, "XBO", "PHA", mm, False).total == need
