"""Losses: wounds on one model, the rear rank first, blocks that close up, characters, contact kept, skirmishers."""

from __future__ import annotations

import pytest

from game.kit import situation
from rulesets.ancient_battles.attack.casualties import destroy, endures, falling, restore_contact, victims, wound
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.field.blocks import block_of, outline
from rulesets.ancient_battles.field.engagement import touch
from tests.rules.ancient_battles.shots_play import recruit, row_of, runner
from tests.rules.ancient_battles.table import table, unit
from tests.rules.playing import plain


def numbers(state, unit_id):
    return [b.number for b in state.bases_of(unit_id)]


def after(state, *told, cause="combat"):
    """The situation after wounds: (unit, wounds)."""
    run = runner(state)
    for unit_id, n in told:
        wound(run, unit_id, n, cause)
    return run.state


def event(run, kind):
    return next(e for e in reversed(run.events) if e.type == kind)


# --- which models ------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-S20")
def test_the_rear_rank_falls_first():
    state = after(table(unit("PHA", (36, 20), models=14, files=6)), ("PHA", 3))
    assert numbers(state, "PHA") == list(range(1, 12))


@pytest.mark.clause("WAB-S20")
def test_wounds_add_up_on_one_model():
    run = runner(table(unit("LCH", (36, 40))))
    assert wound(run, "LCH", 1, "combat") == 0
    assert (numbers(run.state, "LCH"), run.state.units["LCH"].own.wounds) == ([1, 2, 3], 1)
    assert wound(run, "LCH", 2, "combat") == 1
    assert (numbers(run.state, "LCH"), run.state.units["LCH"].own.wounds) == ([1, 2], 1)
    assert falling(run.state, "LCH", 2) == (1, 1)
    assert endures(run.state, "LCH") == 3
    assert wound(run, "LCH", 9, "combat") == 2
    assert not situation.on_table(run.state, "LCH")


@pytest.mark.clause("WAB-S20")
def test_an_elephant_has_six_wounds():
    run = runner(table(unit("SEL", (36, 20))))
    assert wound(run, "SEL", 5, "shooting") == 0
    assert situation.on_table(run.state, "SEL")
    assert wound(run, "SEL", 1, "shooting") == 1
    assert not situation.on_table(run.state, "SEL")


# --- how it closes up --------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-S35", "WAB-S03")
def test_a_vanished_rank_shortens_the_rear():
    before = table(unit("PHA", (36, 20), models=24, files=6))
    state = after(before, ("PHA", 6))
    old, new = block_of(before, "PHA"), block_of(state, "PHA")
    assert (old.depth, new.depth) == (80.0, 60.0)
    assert (new.front, new.width) == (old.front, old.width)
    part = after(before, ("PHA", 5))
    assert block_of(part, "PHA").depth == 80.0
    assert part.bases["PHA.19"].pose.x == 900.0


@pytest.mark.clause("WAB-S35")
def test_a_single_rank_shortens_at_both_ends():
    before = table(unit("PHA", (36, 20), models=6, files=6))
    state = after(before, ("PHA", 2))
    block = block_of(state, "PHA")
    assert (block.width, block.depth) == (80.0, 20.0)
    assert (block.front.x, block.front.y) == (900.0, 500.0)
    assert [state.bases[f"PHA.{n}"].pose.x for n in range(1, 5)] == [870.0, 890.0, 910.0, 930.0]


@pytest.mark.clause("WAB-S27", "WAB-S20")
def test_missiles_strike_a_joined_character_last():
    state = table(unit("PHA", (36, 20), models=4, files=6), unit("SBS", joined="PHA"))
    few = after(state, ("PHA", 4), cause="shooting")
    assert not situation.on_table(few, "PHA")
    assert facts.lone(few, "SBS")
    assert few.units["SBS"].own.wounds == 0
    more = after(state, ("PHA", 5), cause="shooting")
    assert (facts.lone(more, "SBS"), more.units["SBS"].own.wounds) == (True, 1)
    assert not situation.on_table(after(state, ("PHA", 6), cause="shooting"), "SBS")
    assert situation.on_table(after(state, ("PHA", 6)), "SBS")


@pytest.mark.clause("WAB-S27", "WAB-S35")
def test_a_fallen_character_leaves_his_place_to_the_ranks():
    state = table(unit("PHA", (36, 20), models=12, files=6), unit("SBS", joined="PHA"))
    assert block_of(state, "PHA").count == 13
    dead = after(state, ("SBS", 2))
    assert (block_of(dead, "PHA").count, block_of(dead, "PHA").depth) == (12, 40.0)
    assert dead.bases["PHA.4"].pose.x == pytest.approx(910.0)
    assert dead.units["SBS"].own.joined == ""
    assert facts.count(dead, "PHA") == 12


@pytest.mark.clause("WAB-S27")
def test_a_character_left_alone_keeps_the_contact_of_his_own_base():
    state = table(
        unit("PHA", (36, 20), 0, models=4, files=6),
        unit("SBS", joined="PHA"),
        unit("WAR", (36, 20), 180),
    )
    alone = after(state, ("PHA", 4))
    assert facts.opponents(alone, "WAR") == ("SBS",)
    assert facts.opponents(alone, "SBS") == ("WAR",)


@pytest.mark.clause("WAB-S27", "WAB-S21")
@pytest.mark.parametrize("charger", ["PHA", "WAR"])
def test_a_character_left_alone_has_charged_or_was_charged_as_his_unit(charger):
    other = {"PHA": "WAR", "WAR": "PHA"}[charger]
    state = table(
        unit("PHA", (36, 20), 0, models=4, files=6),
        unit("SBS", joined="PHA"),
        unit("WAR", (36, 20), 180),
        contacts=[{"a": charger, "b": other, "how": "charge"}],
    )
    (tie,) = [t for t in after(state, ("PHA", 4)).ties.values() if t.kind == "contact"]
    names = {"PHA": "SBS", "WAR": "WAR"}
    assert (tie.a, tie.b, tie.own.how) == (names[charger], names[other], "charge")


# --- contact -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-S35")
def test_whose_rear_is_gone_is_followed_up():
    """Attacked in the rear: the attacker with no other enemy closes the 20 mm that the vanished rank has opened."""
    state = table(
        unit("PHA", (36, 24), 0, models=12, files=6),
        unit("WAR", (36, 24), 180),
        unit("OAT", (36, 24 - 1.6), 0),
    )
    assert touch(state, "OAT", "PHA")
    run = runner(state)
    wound(run, "PHA", 6, "combat")
    assert touch(run.state, "OAT", "PHA")
    assert touch(run.state, "WAR", "PHA")
    assert block_of(run.state, "OAT").front.y == pytest.approx(24 * 25 - 20)
    assert event(run, "closed_up").about == ("OAT", "PHA")
    assert facts.opponents(run.state, "PHA") == ("OAT", "WAR")


@pytest.mark.clause("WAB-S35")
def test_of_two_alike_the_active_players_unit_moves():
    def moved(active):
        state = table(
            unit("PHA", (36, 24), 0, models=6, files=6),
            unit("WAR", (36 + 2.4, 23.6), 270),
            active=active,
        )
        assert touch(state, "WAR", "PHA")
        run = runner(state)
        wound(run, "PHA", 2, "combat")
        assert touch(run.state, "WAR", "PHA")
        return event(run, "closed_up").about[0]

    assert moved("south") == "PHA"
    assert moved("north") == "WAR"


@pytest.mark.clause("WAB-S35", "WAB-S10")
def test_a_block_whose_flank_has_thinned_slides_along_a_lone_enemy():
    """A general at the rear corner, whom the rear rank no longer touches: moved straight up it would stand on him."""
    state = table(
        unit("SGE", (33.6, 22.1), 90), unit("WAR", (36, 24), 0, models=13, files=6), active="north", size=(72, 48)
    )
    assert facts.opponents(state, "WAR") == ("SGE",)
    run = runner(state)
    wound(run, "WAR", 2, "combat")
    assert event(run, "closed_up").about == ("WAR", "SGE")
    assert touch(run.state, "WAR", "SGE")
    assert outline(run.state, "WAR").intersection(outline(run.state, "SGE")).area < 0.01
    assert run.state.bases["SGE.1"].pose == state.bases["SGE.1"].pose
    assert facts.opponents(run.state, "WAR") == ("SGE",)


@pytest.mark.clause("WAB-S35")
def test_where_there_is_no_room_the_contact_ends():
    """A friend stands at the corner between: the one who should close up cannot."""
    state = table(
        unit("PHA", (36, 24), 0, models=6, files=6),
        unit("WAR", (36 + 2.4, 23.6), 270),
        unit("OAT", (36.3, 24.9), 0, side="north", models=5, files=5),
        active="north",
    )
    run = runner(state)
    wound(run, "PHA", 2, "combat", restore=False)
    assert not touch(run.state, "WAR", "PHA")
    assert "WAR" in facts.opponents(run.state, "PHA")
    restore_contact(run, "PHA")
    assert "WAR" not in facts.opponents(run.state, "PHA")
    assert set(event(run, "contact_lost").about) == {"PHA", "WAR"}


# --- wiped out ---------------------------------------------------------------------------------------------------


def test_a_destroyed_unit_leaves_no_ties_and_takes_its_characters_along():
    state = table(unit("PHA", (36, 24), 0), unit("SBS", joined="PHA"), unit("WAR", (36, 24), 180))
    run = runner(state)
    destroy(run, "PHA", "run_down", by="WAR")
    assert run.state.ties == {}
    assert not situation.on_table(run.state, "PHA")
    assert not situation.on_table(run.state, "SBS")
    assert event(run, "destroyed").about == ("PHA", "SBS")
    assert event(run, "destroyed").data["why"] == "run_down"
    run = runner(state)
    destroy(run, "PHA", "fled")
    assert event(run, "routed_off").data["unit"] == "PHA"


# --- skirmishers -------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-S20", "WAB-S03")
def test_skirmishers_lose_those_whose_loss_leaves_none_alone():
    """Four in a chain, 1.5 inches apart: the middle ones hold it together, the ends go."""
    state = table(row_of("CRE", (30, 20), 4, step=2.3))
    assert victims(state, "CRE", 1) == ("CRE.4",)
    lonely = table(unit("CRE", poses=[(30, 20), (31, 20), (35, 20), (33, 20)], models=4))
    assert victims(lonely, "CRE", 1) == ("CRE.3",)
    assert victims(lonely, "CRE", 2) == ("CRE.3", "CRE.4")


@pytest.mark.clause("WAB-S20")
def test_skirmishers_in_contact_fall_last():
    state = table(
        unit("WAR", (36, 24), 180),
        unit("CRE", poses=[(35, 22), (36, 22), (35.6, 23.6), (36.4, 23.6)], models=4),
    )
    assert touch(state, "CRE", "WAR")
    assert victims(state, "CRE", 2) == ("CRE.2", "CRE.1")
    assert victims(state, "CRE", 3) == ("CRE.2", "CRE.1", "CRE.4")


def test_no_wounds_do_nothing(monkeypatch):
    recruit(monkeypatch, "XXX", "PHA")
    run = runner(table(unit("PHA", (36, 20))))
    assert wound(run, "PHA", 0, "combat") == 0
    assert run.events == []


@pytest.mark.clause("WAB-S20")
def test_a_fallen_character_is_told_once_and_a_unit_with_the_models_it_lost():
    run = runner(table(unit("COM", (36, 20), files=4, models=5), unit("SGE", joined="COM")))
    wound(run, "SGE", 3, "combat")
    wound(run, "COM", 2, "combat")
    told = [(e.about[0], plain(e.text)) for e in run.events if e.text is not None]
    assert told == [("SGE", "SGE: destroyed"), ("COM", "COM lost 2 models")]
