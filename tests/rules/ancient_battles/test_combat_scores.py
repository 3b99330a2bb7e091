"""The score of a combat, row by row (WAB-RES-01 to WAB-RES-10, WAB-S21, WAB-S22, WAB-S26, WAB-R27, WAB-R42)."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.state import State
from rulesets.ancient_battles.field import engagement
from rulesets.ancient_battles.fight import strikes
from tests.rules.ancient_battles.combat_play import clash, left
from tests.rules.ancient_battles.table import piece, table, unit


def bonuses(state: State, side: str, wounds: dict[str, int] | None = None) -> dict[str, float]:
    """The rows of a side's score by clause."""
    (group,) = engagement.combats(state)
    found = strikes.score(state, strikes.stance(state, group), side, wounds or {})
    assert found.total == sum(v for _, v, _ in found.rows)
    return {clause: value for _, value, clause in found.rows}


def line(code: str, xs: list[float], y: float, facing: float, **more: Any) -> dict[str, Any]:
    """Skirmishers side by side at places along a line (inches)."""
    return unit(code, poses=[[x, y, facing] for x in xs], models=len(xs), **more)


SLINGERS = line("GSL", [34.4, 35.2, 36.0, 36.8, 37.6], 24.4, 180)


# --- close order, ranks ------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-RES-03", "WAB-RES-02")
def test_foot_in_close_order_counts_and_nothing_else_does() -> None:
    archers = line("CRE", [34.4, 35.2, 36.0], 23.6, 0)
    assert bonuses(table(unit("GAE", (36, 24), 180, files=4, models=4), archers), "north") == {"WAB-RES-03": 1.0}
    assert bonuses(table(unit("COM", (36, 24), 0, files=4, models=4), SLINGERS), "south") == {"WAB-RES-05": 1.0}
    assert bonuses(table(unit("SEL", (36, 24), 0), SLINGERS), "south") == {}
    assert bonuses(table(unit("COM", (36, 24), 0, files=4, models=4), SLINGERS), "north") == {}


def silver(files: int, models: int) -> State:
    return table(unit("SIL", (36, 24), 0, files=files, models=models), SLINGERS)


@pytest.mark.clause("WAB-RES-04", "WAB-S22")
@pytest.mark.parametrize(
    ("files", "models", "ranks"),
    [(4, 7, 0), (4, 8, 1), (4, 11, 1), (4, 12, 2), (4, 16, 2), (3, 15, 0), (5, 9, 0), (5, 10, 1)],
)
def test_complete_ranks_of_four_behind_the_first_count_up_to_two(files: int, models: int, ranks: int) -> None:
    assert bonuses(silver(files, models), "south").get("WAB-RES-04", 0) == ranks


@pytest.mark.clause("WAB-RES-04", "WAB-S22")
def test_cavalry_and_skirmishers_have_no_ranks_that_count() -> None:
    state = table(unit("COM", (36, 24), 0, files=4, models=8), SLINGERS)
    assert "WAB-RES-04" not in bonuses(state, "south")
    assert "WAB-RES-04" not in bonuses(state, "north")


@pytest.mark.clause("WAB-S22")
def test_ranks_count_as_they_were_before_casualties() -> None:
    """Eight in two ranks lose one; the second rank still counts beside close order and standard."""
    state = table(
        unit("SIL", (36, 24), 0, files=4, models=8),
        unit("WAR", (36, 24), 180, files=4, models=8),
        contacts=[{"a": "WAR", "b": "SIL", "how": "charge"}],
        active="north",
    )
    play = clash(state, 4, 1, 1, 1, 4, 1, *(1, 1, 1))
    assert left(play.state, "SIL") == 7
    assert play.event("combat_result").data["scores"]["south"] == 1 + 1 + 1


@pytest.mark.clause("WAB-R42", "WAB-RES-02")
def test_each_bonus_counts_once_a_side() -> None:
    """Two phalanxes, one of two further ranks, one of one, both in close order with a standard: 1 + 2 + 1."""
    state = table(
        unit("PHA", (34, 24), 0, files=4, models=12),
        unit("PHA2", (37.2, 24), 0, files=4, models=8),
        unit("WAR", (35.6, 24), 180, files=8, models=8),
    )
    assert bonuses(state, "south") == {"WAB-RES-03": 1.0, "WAB-RES-04": 2.0, "WAB-RES-05": 1.0}


@pytest.mark.clause("WAB-R42", "WAB-RES-04")
def test_the_ranks_of_the_best_unit_count_not_those_of_all() -> None:
    """Two phalanxes of one further rank each, which is less than the two that may count."""
    state = table(
        unit("PHA", (34, 24), 0, files=4, models=8),
        unit("PHA2", (37.2, 24), 0, files=4, models=8),
        unit("WAR", (35.6, 24), 180, files=8, models=8),
    )
    assert bonuses(state, "south")["WAB-RES-04"] == 1.0


# --- standards ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-RES-05")
def test_a_unit_standard_counts() -> None:
    assert bonuses(table(unit("PHA", (36, 24), 0, files=4, models=4), SLINGERS), "south")["WAB-RES-05"] == 1
    assert "WAB-RES-05" not in bonuses(table(unit("PHA", (36, 24), 0, files=4, models=4), SLINGERS), "north")


@pytest.mark.clause("WAB-RES-06", "WAB-R45", "WAB-S27")
def test_the_army_standard_counts_besides_but_is_no_unit_standard() -> None:
    with_unit = table(unit("PHA", (36, 24), 0, files=4, models=7), unit("SBS", joined="PHA"), SLINGERS)
    assert {k: v for k, v in bonuses(with_unit, "south").items() if k in ("WAB-RES-05", "WAB-RES-06")} == {
        "WAB-RES-05": 1.0,
        "WAB-RES-06": 1.0,
    }
    alone = table(unit("SBS", (36, 24), 0), SLINGERS)
    assert bonuses(alone, "south") == {"WAB-RES-06": 1.0}


@pytest.mark.clause("WAB-RES-06")
def test_an_army_standard_elsewhere_does_not_count() -> None:
    state = table(unit("PHA", (36, 24), 0, files=4, models=7), unit("SBS", (60, 10), 0), SLINGERS)
    assert "WAB-RES-06" not in bonuses(state, "south")


# --- characters who outlive their unit ---------------------------------------------------------------------------


def last_beside(character: str, host: str, at: tuple[float, float], facing: float, *others: Any, **more: Any) -> Any:
    """The last man of a unit falls to the warband's first blow beside a character; the bonuses he fights on with."""
    state = table(
        unit(host, at, facing, files=2, models=1, began=1),
        unit(character, joined=host),
        *others,
        **more,
    )
    (group,) = engagement.combats(state)
    start = strikes.stance(state, group)
    gone = strikes.bonuses(state, start, "south", (host,))
    both = strikes.bonuses(state, start, "south", (host, character))
    assert both == []
    return {clause: value for _, value, clause in gone}


WARBAND = unit("WAR", (36, 24), 180, files=5, models=20)


@pytest.mark.clause("WAB-RES-06", "WAB-S27")
def test_the_army_standard_still_fights_when_the_unit_about_it_is_gone() -> None:
    assert last_beside("SBS", "PHA", (36, 24), 0, WARBAND) == {"WAB-RES-06": 1.0}
    # He has a bearer's blows alone: the unit's close order and its standard are gone with it.
    state = table(
        unit("PHA", (36, 24), 0, files=2, models=1),
        unit("SBS", joined="PHA"),
        WARBAND,
        contacts=[{"a": "WAR", "b": "PHA", "how": "charge"}],
        active="north",
    )
    play = clash(state, 6, 1, 1, 6, 1, 1, 1)
    assert (left(play.state, "PHA"), left(play.state, "SBS")) == (0, 1)
    result = play.event("combat_result")
    # North: a wound, close order, two ranks, a standard, Momentum. South: the army standard.
    assert result.data["scores"] == {"north": 1 + 1 + 2 + 1 + 1, "south": 1}


@pytest.mark.clause("WAB-RES-06", "WAB-S27")
def test_the_army_standard_falls_with_its_bearer() -> None:
    state = table(unit("PHA", (36, 24), 0, files=4, models=7), unit("SBS", joined="PHA"), SLINGERS)
    (group,) = engagement.combats(state)
    found = strikes.bonuses(state, strikes.stance(state, group), "south", ("SBS",))
    assert "WAB-RES-06" not in [clause for _, _, clause in found]


@pytest.mark.clause("WAB-RES-08", "WAB-S21", "WAB-S27")
def test_a_character_keeps_the_momentum_of_the_charge_he_rode_in() -> None:
    came = [{"a": "COM", "b": "WAR", "how": "charge"}]
    assert last_beside("SGE", "COM", (36, 24), 0, WARBAND, contacts=came) == {"WAB-RES-08": 1.0}
    # On rough ground a rider's Momentum gives nothing; a walker's does.
    wood = piece("wood", box=(20, 10, 50, 23.9))
    assert last_beside("SGE", "COM", (36, 24), 0, WARBAND, contacts=came, terrain=[wood]) == {}


@pytest.mark.clause("WAB-RES-09", "WAB-RES-10", "WAB-S27", "WAB-R42")
def test_a_character_is_at_the_flank_or_rear_at_which_he_stands_himself() -> None:
    # The warband's block is 4 x 3.2 inches; its flanks lie at x = 34 and 38, its rear at y = 27.2.
    assert last_beside("SBS", "PHA", (38, 25), 270, WARBAND) == {"WAB-RES-06": 1.0, "WAB-RES-09": 1.0}
    assert last_beside("SBS", "PHA", (36, 27.2), 180, WARBAND) == {"WAB-RES-06": 1.0, "WAB-RES-10": 2.0}
    # He stands in the right of the two files, beyond the corner of the other flank: that was his unit's alone.
    assert last_beside("SBS", "PHA", (34, 24), 90, WARBAND) == {"WAB-RES-06": 1.0}


@pytest.mark.clause("WAB-RES-07", "WAB-S27")
def test_a_character_fights_on_uphill() -> None:
    hill = piece("hill", box=(20, 10, 50, 23.99))
    assert last_beside("SBS", "PHA", (36, 24), 0, WARBAND, terrain=[hill]) == {"WAB-RES-06": 1.0, "WAB-RES-07": 1.0}


# --- high ground -------------------------------------------------------------------------------------------------


def on_hill(south: float) -> dict[str, float]:
    """A phalanx of five files whose men east of x = ``south`` stand on a hill; slingers before them on the plain."""
    hill = piece("hill", points=[(south, 20), (50, 20), (50, 23.99), (south, 23.99)])
    return bonuses(table(unit("PHA", (36, 24), 0, files=5, models=5), SLINGERS, terrain=[hill]), "south")


@pytest.mark.clause("WAB-RES-07", "WAB-S26")
def test_uphill_if_more_of_the_models_stand_higher_than_not() -> None:
    assert on_hill(35.6)["WAB-RES-07"] == 1
    assert "WAB-RES-07" not in on_hill(36.4)


@pytest.mark.clause("WAB-S26")
def test_on_the_same_hill_nobody_is_uphill() -> None:
    hill = piece("hill", box=(20, 10, 50, 40))
    state = table(unit("PHA", (36, 24), 0, files=5, models=5), SLINGERS, terrain=[hill])
    assert "WAB-RES-07" not in bonuses(state, "south")
    assert "WAB-RES-07" not in bonuses(state, "north")


# --- momentum ----------------------------------------------------------------------------------------------------


def charge(code: str, *terrain: Any, **contact: Any) -> State:
    files = 4
    return table(
        unit(code, (36, 24), 0, files=files, models=4),
        SLINGERS,
        terrain=list(terrain),
        contacts=[{"a": code, "b": "GSL", "how": "charge", **contact}],
        fight=int(contact.get("since", 0) or 0),
    )


@pytest.mark.clause("WAB-RES-08", "WAB-S21")
def test_a_charge_gives_momentum_in_its_first_phase_only() -> None:
    assert bonuses(charge("PHA"), "south")["WAB-RES-08"] == 1
    assert "WAB-RES-08" not in bonuses(charge("PHA", since=1), "south")
    assert "WAB-RES-08" not in bonuses(charge("PHA"), "north")


@pytest.mark.clause("WAB-S21")
@pytest.mark.parametrize("how", ["charge", "counter", "pursuit", "overrun", "follow_up"])
def test_every_way_of_running_into_the_enemy_counts_as_a_charge(how: str) -> None:
    state = charge("PHA", how=how)
    assert engagement.charged(state, "PHA")
    assert engagement.charged(state, "GSL") == (how == "counter")


@pytest.mark.clause("WAB-RES-08", "WAB-S21")
def test_cavalry_in_difficult_ground_gets_no_bonus_but_foot_does() -> None:
    wood = piece("wood", box=(30, 20, 42, 23))
    assert "WAB-RES-08" not in bonuses(charge("COM", wood), "south")
    assert bonuses(charge("PHA", piece("wood", box=(30, 20, 42, 23.9))), "south")["WAB-RES-08"] == 1
    assert bonuses(charge("COM", piece("wood", box=(30, 10, 42, 20))), "south")["WAB-RES-08"] == 1
    assert engagement.momentum(charge("COM", wood), "COM")


@pytest.mark.clause("WAB-S21", "WAB-S36", "WAB-R27")
@pytest.mark.parametrize(
    ("won", "beat", "fight", "has"),
    [(3, ("WAR",), 3, True), (2, ("WAR",), 3, False), (3, ("GAE",), 3, False), (0, ("WAR",), 0, False)],
)
def test_who_won_the_last_round_against_an_enemy_still_there_has_momentum(
    won: int, beat: tuple[str, ...], fight: int, has: bool
) -> None:
    state = table(
        unit("PHA", (36, 24), 0, files=4, models=4, won=won, beat=beat),
        unit("WAR", (36, 24), 180, files=4, models=4),
        contacts=[{"a": "PHA", "b": "WAR", "since": 1}],
        fight=fight,
    )
    assert engagement.momentum(state, "PHA") == has
    assert bonuses(state, "south").get("WAB-RES-08", 0) == has


# --- flank and rear ----------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-RES-09", "WAB-RES-10", "WAB-R42")
def test_flank_and_rear_count_and_add_up() -> None:
    front = unit("PHA", (36, 24), 0, files=4, models=4)
    # A block of four files and two ranks facing south: its flanks at x = 34.4 and 37.6, its rear at y = 25.6.
    block = unit("WAR", (36, 24), 180, files=4, models=8)
    left_flank = unit("SIL", (37.6, 24.8), 270, files=2, models=2)
    right_flank = unit("COM", (34.4, 24.8), 90, files=1, models=1)
    rear = unit("PHA2", (36, 25.6), 180, files=4, models=4)
    assert "WAB-RES-09" not in bonuses(table(front, block), "south")
    assert bonuses(table(front, block, left_flank), "south")["WAB-RES-09"] == 1
    both = bonuses(table(front, block, left_flank, right_flank), "south")
    assert both["WAB-RES-09"] == 1
    everything = bonuses(table(front, block, left_flank, rear), "south")
    assert (everything["WAB-RES-09"], everything["WAB-RES-10"]) == (1, 2)
    assert not {"WAB-RES-09", "WAB-RES-10"} & set(bonuses(table(front, block, left_flank, rear), "north"))


@pytest.mark.clause("WAB-R42")
def test_fronts_that_meet_at_a_corner_give_no_flank() -> None:
    """The phalanx's corner touches the warband's; its front lies along none of its edges."""
    state = table(unit("PHA", (36, 24), 0, files=4, models=4), unit("WAR", (39.2, 24), 180, files=4, models=4))
    assert engagement.touch(state, "PHA", "WAR")
    assert not {"WAB-RES-09", "WAB-RES-10"} & set(bonuses(state, "south"))
    assert not {"WAB-RES-09", "WAB-RES-10"} & set(bonuses(state, "north"))


@pytest.mark.clause("WAB-R42")
def test_a_base_of_skirmishers_on_the_flank_counts() -> None:
    youths = line("GJA", [38.0], 23.6, 270)
    state = table(unit("PHA", (36, 24), 0, files=4, models=8), youths)
    assert bonuses(state, "north") == {"WAB-RES-09": 1.0}


# --- the whole sum -----------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-RES-01", "WAB-RES-02", "WAB-CMB-10")
def test_worked_example_of_a_combat_score() -> None:
    """W12: 2 wounds + close order + 2 ranks + standard + Momentum = 7 against 3 + close order + rank + uphill = 6."""
    state = table(
        unit("PHA", (36, 24), 0, files=5, models=20),
        unit("GAE", (36, 24), 180, files=5, models=12),
        contacts=[{"a": "PHA", "b": "GAE", "how": "charge"}],
        terrain=[piece("hill", box=(30, 24.1, 42, 30))],
    )
    assert bonuses(state, "south", {"GAE": 2}) == {
        "WAB-RES-01": 2,
        "WAB-RES-03": 1,
        "WAB-RES-04": 2,
        "WAB-RES-05": 1,
        "WAB-RES-08": 1,
    }
    assert bonuses(state, "north", {"PHA": 3}) == {"WAB-RES-01": 3, "WAB-RES-03": 1, "WAB-RES-04": 1, "WAB-RES-07": 1}


@pytest.mark.clause("WAB-R27", "WAB-RES-01")
def test_equal_scores_are_a_draw_and_nobody_has_won() -> None:
    state = table(unit("PHA", (36, 24), 0, files=4, models=4), unit("WAR", (36, 24), 180, files=4, models=4))
    play = clash(state, *(1,) * 8)
    result = play.event("combat_result")
    assert result.data == {
        "scores": {"south": 2, "north": 2},
        "winner": "",
        "difference": 0,
        "units": ["PHA", "WAR"],
    }
    assert play.state.units["PHA"].own.won == play.state.units["WAR"].own.won == 0


@pytest.mark.clause("WAB-RES-01", "WAB-S36")
def test_the_higher_score_wins_and_it_is_kept() -> None:
    state = table(unit("PHA", (36, 24), 0, files=4, models=8), unit("WAR", (36, 24), 180, files=4, models=4))
    play = clash(state, *(1,) * 8)
    assert play.event("combat_result").data["winner"] == "south"
    assert (play.state.units["PHA"].own.won, play.state.units["PHA"].own.beat) == (1, ("WAR",))
    assert play.state.units["WAR"].own.won == 0
