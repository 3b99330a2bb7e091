"""Characters' moves (WMA-CHR-01 to 04, WMA-S41) and tokens that enemies come upon (WMA-S32)."""

from __future__ import annotations

import pytest

from game.geometry.shapes import Pose
from rulesets.warmaster_ancients.army import profiles
from rulesets.warmaster_ancients.characters import tokens
from rulesets.warmaster_ancients.characters.characters import check_ride, token_pose
from tests.rules.warmaster_ancients.table import feature, table, unit


def ride(state, *points, who="CONS-1"):
    return check_ride(state, who, [(10 * x, 10 * y) for x, y in points])


def why(found):
    return None if found.refusal is None else (found.refusal.clause, found.refusal.thing)


@pytest.mark.clause("WMA-MOV-02", "WMA-CHR-03", "WMA-R25", "WMA-S41")
@pytest.mark.parametrize(("x", "legal"), [(80.0, True), (80.004, True), (80.01, False)])
def test_sixty_cm(x, legal):
    assert ride(table(unit("CONS-1", at=(20, 20))), (x, 20)).legal is legal


@pytest.mark.clause("WMA-R25", "WMA-MOV-02")
def test_leaders_and_officers_go_as_far():
    state = table(unit("LEGA-1", at=(20, 20)), unit("CHIE-1", at=(20, 90)))
    assert ride(state, (80, 20), who="LEGA-1").legal
    assert ride(state, (80, 90), who="CHIE-1").legal


@pytest.mark.clause("WMA-S41")
def test_three_legs_sixty_cm_in_all():
    state = table(unit("CONS-1", at=(20, 20)))
    found = ride(state, (40, 20), (40, 40), (60, 40))
    assert (found.legal, found.travel) == (True, 600.0)
    assert why(ride(state, (40, 20), (40, 40), (60.1, 40))) == ("WMA-MOV-02", "CONS-1")
    assert why(ride(state, (21, 20), (22, 20), (23, 20), (24, 20))) == ("WMA-S41", "CONS-1")


@pytest.mark.clause("WMA-S41")
def test_through_friends_and_onto_them_but_not_through_enemies():
    state = table(unit("CONS-1", at=(90, 20)), unit("LEG-1", at=(90, 40)), unit("GAL-1", at=(90, 60)))
    assert ride(state, (90, 45)).legal
    assert ride(state, (90, 40)).legal
    assert why(ride(state, (90, 70))) == ("WMA-S41", "GAL-1")
    assert ride(state, (97.5, 60), (97.5, 63)).legal


@pytest.mark.clause("WMA-S41")
@pytest.mark.parametrize(("y", "legal"), [(57.99, True), (58.0, False), (58.5, False)])
def test_more_than_a_centimetre_from_every_enemy_stand(y, legal):
    state = table(unit("CONS-1", at=(90, 20)), unit("GAL-1", at=(90, 60)))
    found = ride(state, (90, y))
    assert found.legal is legal
    if not legal:
        assert why(found) == ("WMA-S41", "GAL-1")


@pytest.mark.clause("WMA-S41")
def test_on_the_table():
    state = table(unit("CONS-1", at=(20, 20)))
    assert ride(state, (0, 20)).legal
    assert why(ride(state, (-0.1, 20))) == ("WMA-S41", "CONS-1")


@pytest.mark.clause("WMA-CHR-03", "WMA-TER-01")
def test_on_foot_or_horse_they_follow_the_rules_of_infantry():
    ground = [feature("wood", box=(30, 0, 40, 60)), feature("deep_river", box=(45, 0, 50, 60))]
    assert ride(table(unit("CONS-1", at=(20, 20)), terrain=ground), (60, 20)).legal
    rock = [feature("impassable", box=(30, 0, 40, 60))]
    assert why(ride(table(unit("CONS-1", at=(20, 20)), terrain=rock), (60, 20))) == ("WMA-CHR-03", "impassable-1")
    # round it in three legs
    around = [feature("impassable", box=(30, 0, 40, 25))]
    assert ride(table(unit("CONS-1", at=(20, 20)), terrain=around), (30, 25), (40, 25), (45, 20)).legal


@pytest.mark.clause("WMA-CHR-04", "WMA-R26")
@pytest.mark.parametrize("mount", ["chariot", "elephant"])
def test_on_a_chariot_or_elephant_they_follow_the_rules_of_chariots(mount, monkeypatch):
    from msgspec.structs import replace

    from rulesets.warmaster_ancients.data_files import load_characters

    plain = profiles.profiles()["CONS"]
    mounted = replace(plain, mount=mount, type=load_characters().mount(mount).moves_as)
    monkeypatch.setitem(profiles.profiles(), "CONS", mounted)
    for kind in ("wood", "ford", "marsh", "deep_river"):
        state = table(unit("CONS-1", at=(20, 20)), terrain=[feature(kind, box=(30, 0, 40, 60))])
        assert why(ride(state, (60, 20))) == ("WMA-CHR-04", f"{kind}-1")
    walled = table(unit("CONS-1", at=(20, 20)), terrain=[feature("wall", points=[(30, 0), (30, 60)])])
    assert why(ride(walled, (60, 20))) == ("WMA-CHR-04", "wall-1")
    for kind in ("hill", "bridge", "road"):
        state = table(unit("CONS-1", at=(20, 20)), terrain=[feature(kind, box=(30, 0, 40, 60))])
        assert ride(state, (80, 20)).legal  # and the allowance stays 60 cm


@pytest.mark.clause("WMA-S32")
@pytest.mark.parametrize(("x", "down"), [(97.0, ("CONS-1",)), (97.004, ("CONS-1",)), (97.01, ())])
def test_a_token_within_a_centimetre_of_an_enemy_must_go(x, down):
    state = table(unit("CONS-1", at=(x, 60)), unit("GAL-1", at=(90, 60)), unit("STRA-1", at=(90, 60)))
    assert tokens.ridden_down(state, "GAL-1") == down


@pytest.mark.clause("WMA-S32")
def test_it_goes_to_the_nearest_stand_of_the_nearest_friend():
    state = table(
        unit("CONS-1", at=(90, 60)), unit("LEG-1", at=(70, 60)), unit("LEG-2", at=(120, 60)), unit("GAL-1", at=(90, 61))
    )
    found = tokens.escape(state, "CONS-1")
    assert (found.stands, found.points, found.distance) == (("LEG-1.3",), ((740.0, 600.0),), 140.0)
    assert token_pose(state, "CONS-1", found.points[0]) == Pose(740.0, 600.0, 0.0)


@pytest.mark.clause("WMA-S32")
def test_stands_equally_near_are_the_owners_choice():
    state = table(unit("CONS-1", at=(90, 60)), unit("LEG-1", at=(70, 60)), unit("LEG-2", at=(110, 60)))
    assert tokens.escape(state, "CONS-1").stands == ("LEG-1.3", "LEG-2.1")


@pytest.mark.clause("WMA-S32")
@pytest.mark.parametrize(("x", "stands"), [(82.0, ("LEG-1.1",)), (82.01, ())])
def test_within_sixty_cm_or_it_is_lost(x, stands):
    # the stand's near edge lies at x - 2
    state = table(unit("CONS-1", at=(20, 60)), unit("LEG-1", poses=[(x, 60, "N")], stands=1))
    assert tokens.escape(state, "CONS-1").stands == stands


@pytest.mark.clause("WMA-S41")
@pytest.mark.parametrize(
    ("to", "legal"),
    [
        ((180.001, 60), True),
        ((180.0011, 60), False),
        ((-0.001, 60), True),
        ((-0.0011, 60), False),
        ((160, 120.001), True),
        ((160, 120.0011), False),
        ((160, -0.001), True),
        ((160, -0.0011), False),
    ],
)
def test_a_hundredth_of_a_millimetre_over_any_edge_is_on_the_table(to: tuple[float, float], legal: bool) -> None:
    start = (20, 60) if to[0] < 20 else (160, 60 if to[1] > 0 else 50)
    found = ride(table(unit("CONS-1", at=start)), to)
    assert found.legal is legal
    assert why(found) == (None if legal else ("WMA-S41", "CONS-1"))


@pytest.mark.clause("WMA-CHR-03", "WMA-S41")
@pytest.mark.parametrize("far", ["first", "second"])
def test_the_ground_that_the_way_runs_through_farthest_is_named(far: str) -> None:
    """Two rocks on the way, 2 and 6 cm of it: the longer one bars it, whichever comes first."""
    wide = {"first": 2, "second": 2, far: 6}
    ground = [feature("impassable", i, box=(x, 10, x + wide[i], 40)) for i, x in (("first", 30), ("second", 50))]
    assert why(ride(table(unit("CONS-1", at=(20, 20)), terrain=ground), (70, 20))) == ("WMA-CHR-03", far)
