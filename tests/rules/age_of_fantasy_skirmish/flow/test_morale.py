"""Morale at the end of a round: who tests, with what, and what becomes of those who fail."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.engine.decision import OptionSpace, PickSpace
from game.engine.state import State
from rulesets.age_of_fantasy_skirmish.field import in_battle
from rulesets.age_of_fantasy_skirmish.nerve import morale
from tests.rules.age_of_fantasy_skirmish.flow_field import field, unit
from tests.rules.age_of_fantasy_skirmish.flow_play import Play, plain

HERO = {"quality": 3, "rules": {"hero": 0, "fearless": 0, "tough": 3}}
GONE = {"lost": 1}


def halved(*, hero_at: tuple[float, float] = (10.0, 10.0), **more: object) -> State:
    """The army of the worked example: three of seven units are left, the Banner is dead."""
    units = {
        "A1": unit("south", hero_at, models=[HERO]),
        "A2": unit("south", **GONE),
        "A3": unit("south", models=[{"role": "sergeant"}, {"role": "banner"}], lost=2),
        "A4": unit("south", (21.0, 10.0), (22.2, 10.0), (23.4, 10.0), models=[{"quality": 4}]),
        "A5": unit("south", **GONE),
        "A6": unit("south", (40.0, 4.0), models=[{"quality": 4}], shaken=True),
        "A7": unit("south", **GONE),
        "B1": unit("north", (24.0, 46.0)),
        "B2": unit("north", (30.0, 46.0)),
    }
    return field(units, sides={"south": {"banner": ("A1", "A4", "A6")}}, round=3, **more)  # type: ignore[arg-type]


@pytest.mark.clause("AFS-MOR-01", "AFS-MOR-04", "AFS-HERO-01", "AFS-BAN-03", "AFS-SHK-04", "AFS-FRLS-01", "AFS-R12")
def test_the_worked_example():
    play = Play(halved(), "morale", dice=[3, 2, 4])
    assert play.asked_for == "morale_order"
    play.pick("A4")
    assert play.asked_for == "morale_quality"
    play.option("quality", "A1.1")
    assert play.event("morale_passed").data == {"unit": "A4", "face": 3, "need": 3, "hero": "A1.1"}
    play.pick("A6")
    assert play.event("routed").about == ("A6",)
    assert play.state.bases["A6.1"].where == "gone"
    # the Captain is the last one: nothing is left to choose
    assert play.event("morale_failed").data["unit"] == "A1"
    assert play.event("fearless").about == ("A1",)
    assert not play.own("A1").shaken
    assert play.left() == ()
    assert play.asked_for == ""


@pytest.mark.clause("AFS-R12", "AFS-MOR-01")
@pytest.mark.parametrize(("left_out", "tests"), [(0, True), (1, False)])
def test_a_unit_left_out_for_want_of_room_has_not_been_lost(left_out: int, tests: bool):
    """Two of four stand: half. One of the others was left out, not destroyed: three of four."""
    state = field(
        {
            "A1": unit("south", (10.0, 10.0)),
            "A2": unit("south", (14.0, 10.0)),
            "A3": unit("south", lost=1),
            "A4": unit("south", lost=1),
            "B1": unit("north", (20.0, 40.0)),
        }
    )
    if left_out:
        state = replace(state, bases={**state.bases, "A4.1": replace(state.bases["A4.1"], where="off")})
    assert in_battle.halved(state, "south") == tests
    assert in_battle.units_left(state, "south") == ("A1", "A2")
    assert in_battle.not_lost(state, "south") == (("A1", "A2", "A4") if left_out else ("A1", "A2"))
    assert (Play(state, "morale").asked_for == "morale_order") == tests


def mixed(*qualities: int, heroes: tuple[int, ...] = ()) -> State:
    """Half an army: a unit of models of several Qualities; Heroes of other units stand by."""
    units = {
        "A1": unit(
            "south",
            *((10.0 + 1.1 * k, 10.0) for k in range(len(qualities))),
            models=[{"quality": q} for q in qualities],
        )
    }
    for k, q in enumerate(heroes):
        units[f"A{k + 2}"] = unit("south", (10.0 + 3 * k, 14.0), models=[{"quality": q, "rules": {"hero": 0}}])
    units |= {f"A{k}": unit("south", lost=1) for k in range(len(heroes) + 2, 9)}
    return field(units | {"B1": unit("north", (40.0, 46.0))})


@pytest.mark.clause("AFS-MOR-02", "AFS-MOR-07")
@pytest.mark.parametrize("qualities", [(3, 5, 4), (5, 4, 3), (4, 3, 5)])
def test_models_of_several_qualities_test_with_the_worst(qualities: tuple[int, ...]):
    state = mixed(*qualities)
    assert morale.quality(state, "A1") == 5
    play = Play(state, "morale", dice=[4])
    play.until("")
    assert play.event("morale_failed").data["need"] == 5


@pytest.mark.clause("AFS-HERO-01", "AFS-R53", "AFS-MOR-07")
@pytest.mark.parametrize("heroes", [(4, 2, 3), (3, 4, 2), (2, 3, 4)])
def test_of_several_heroes_the_best_quality_is_proposed_and_told(heroes: tuple[int, ...]):
    play = Play(mixed(5, heroes=heroes), "morale", dice=[2])
    assert isinstance(play.asked.space, PickSpace)
    note = next(c.note for c in play.asked.space.things if c.id == "A1")
    assert plain(note) == "needs 2+"
    play.pick("A1")
    best = f"A{heroes.index(2) + 2}.1"
    assert play.asked.default.answer.parts == {"quality": best}
    play.default()
    assert play.event("morale_passed").data["need"] == 2


@pytest.mark.clause("AFS-HERO-01", "AFS-R53")
def test_the_own_quality_is_proposed_where_no_hero_has_a_better_one():
    play = Play(mixed(3, heroes=(4, 3)), "morale")
    play.pick("A1")
    assert play.asked.default.answer.parts == {"quality": "own"}


@pytest.mark.clause("AFS-MOR-01", "AFS-R12")
@pytest.mark.parametrize(("left", "reserve", "tests"), [(2, 0, True), (3, 0, False), (2, 1, False), (1, 1, True)])
def test_half_of_the_units_counts_reserves_and_not_models(left: int, reserve: int, tests: bool):
    units = {}
    for k in range(5):
        at = ((4.0 + 3 * k, 10.0),) if k < left else ()
        waiting = 1 if left <= k < left + reserve else 0
        units[f"A{k}"] = unit("south", *at, reserve=waiting, lost=0 if at or waiting else 1)
    units["B1"] = unit("north", (20.0, 40.0))
    play = Play(field(units), "morale", dice=[6] * (left if tests else 0))
    play.until()
    assert ("morale_due" in play.types()) is tests
    assert play.types("morale_passed") == ["morale_passed"] * (left if tests else 0)
    assert play.left() == ()


@pytest.mark.clause("AFS-MOR-02", "AFS-MOR-03", "AFS-GEN-03")
@pytest.mark.parametrize(("quality", "face", "passes"), [(4, 4, True), (4, 3, False), (2, 1, False), (6, 6, True)])
def test_a_morale_test_is_a_quality_test(quality: int, face: int, passes: bool):
    units = {
        "A1": unit("south", (10.0, 10.0), models=[{"quality": quality}]),
        "A2": unit("south", **GONE),
        "B1": unit("north", (20.0, 40.0)),
    }
    play = Play(field(units), "morale", dice=[face])
    assert play.own("A1").shaken is not passes
    assert play.types("routed") == []


@pytest.mark.clause("AFS-MOR-05")
def test_each_army_is_judged_by_itself_and_anew():
    units = {
        "A1": unit("south", (10.0, 10.0)),
        "A2": unit("south", **GONE),
        "B1": unit("north", (20.0, 40.0)),
        "B2": unit("north", (26.0, 40.0)),
        "B3": unit("north", **GONE),
    }
    play = Play(field(units), "morale", dice=[5])
    assert [e.side for e in play.events if e.type == "morale_due"] == ["south"]
    again = Play(
        play.state.__class__(**{f: getattr(play.state, f) for f in play.state.__struct_fields__}), "morale", [4]
    )
    assert again.types("morale_due") == ["morale_due"]


@pytest.mark.clause("AFS-MOR-06", "AFS-BAN-04")
def test_tests_are_taken_one_by_one_and_see_what_went_before():
    units = {
        "A1": unit("south", (10.0, 10.0), models=[{"quality": 2, "rules": {"hero": 0}}]),
        "A2": unit("south", (14.0, 10.0), models=[{"role": "banner"}], shaken=True),
        "A3": unit("south", (18.0, 10.0), models=[{"quality": 5}]),
        **{f"X{k}": unit("south", **GONE) for k in range(4)},
        "B1": unit("north", (20.0, 40.0)),
    }
    state = field(units, sides={"south": {"banner": ("A3",)}})
    play = Play(state, "morale", dice=[1, 4])
    assert isinstance(play.asked.space, PickSpace)
    assert [c.id for c in play.asked.space.things] == ["A1", "A2", "A3"]
    assert int(morale.need(play.state, "A3", "").total) == 4
    play.pick("A2")  # the bearer is routed: the Banner helps nobody any more
    assert int(morale.need(play.state, "A3", "").total) == 5
    play.pick("A1")  # the Hero fails and is Shaken: he lends nothing any more
    assert play.own("A1").shaken
    assert play.event("morale_failed").data["unit"] == "A3"
    assert play.left() == ()


@pytest.mark.clause("AFS-MOR-06", "AFS-R12")
def test_the_units_are_counted_once_before_the_first_test():
    units = {f"A{k}": unit("south", (6.0 + 5 * k, 8.0), shaken=k == 0) for k in range(2)}
    units |= {f"X{k}": unit("south", **GONE) for k in range(2)}
    units["B1"] = unit("north", (20.0, 40.0))
    play = Play(field(units), "morale", dice=[5])
    play.pick("A0")
    assert play.types("morale_due", "routed", "morale_passed") == ["morale_due", "routed", "morale_passed"]


@pytest.mark.clause("AFS-MOR-07", "AFS-BAN-01", "AFS-BAN-04", "AFS-HERO-02")
def test_the_pieces_of_a_morale_roll_add_up():
    units = {
        "A1": unit("south", (10.0, 10.0), models=[{"quality": 3, "rules": {"hero": 0}}]),
        "A2": unit("south", (14.0, 10.0), models=[{"role": "banner", "quality": 5}]),
        "A3": unit("south", (18.0, 10.0), models=[{"quality": 4}]),
        "B1": unit("north", (20.0, 40.0)),
    }
    state = field(units, sides={"south": {"banner": ("A3",)}})
    assert int(morale.need(state, "A3", "A1.1").total) == 2
    assert [c for _, _, c in morale.need(state, "A3", "A1.1").rows] == ["AFS-HERO-01", "AFS-BAN-01"]
    assert int(morale.need(state, "A2", "").total) == 4
    assert int(morale.need(state, "A1", "").total) == 3


@pytest.mark.clause("AFS-BAN-01", "AFS-R46")
def test_the_banner_helps_its_own_unit_and_those_chosen():
    units = {
        "A1": unit("south", (10.0, 10.0), (11.5, 10.0), models=[{"role": "banner"}, {}]),
        "A2": unit("south", (20.0, 10.0)),
        "A3": unit("south", (30.0, 10.0)),
        "B1": unit("north", (20.0, 40.0)),
    }
    state = field(units, sides={"south": {"banner": ("A3",)}})
    assert [int(morale.need(state, u, "").total) for u in ("A1", "A2", "A3")] == [3, 4, 3]


@pytest.mark.clause("AFS-HERO-01", "AFS-HERO-02", "AFS-R53")
@pytest.mark.parametrize(("x", "near"), [(10.0 + 12.0 + 25 / 25.4, True), (10.0 + 12.002 + 25 / 25.4, False)])
def test_a_hero_lends_his_quality_as_far_as_twelve_inches(x: float, near: bool):
    units = {
        "A1": unit("south", (10.0, 10.0), models=[{"quality": 2, "rules": {"hero": 0}}]),
        "A2": unit("south", (x, 10.0), models=[{"quality": 5}]),
        "B1": unit("north", (20.0, 40.0)),
    }
    state = field(units)
    assert morale.heroes(state, "A2") == (("A1.1",) if near else ())
    assert morale.heroes(state, "A1") == ()


@pytest.mark.clause("AFS-HERO-01", "AFS-R53")
def test_a_shaken_hero_lends_nothing_and_of_several_one_is_picked():
    units = {
        "A1": unit("south", (10.0, 10.0), models=[{"quality": 2, "rules": {"hero": 0}}], shaken=True),
        "A2": unit("south", (14.0, 10.0), models=[{"quality": 3, "rules": {"hero": 0}}]),
        "A4": unit("south", (12.0, 13.0), models=[{"quality": 4, "rules": {"hero": 0}}]),
        "A3": unit("south", (18.0, 10.0), models=[{"quality": 5}]),
        **{f"X{k}": unit("south", **GONE) for k in range(4)},
        "B1": unit("north", (20.0, 40.0)),
    }
    play = Play(field(units), "morale", dice=[4])
    play.pick("A3")
    assert isinstance(play.asked.space, OptionSpace)
    assert [c.id for c in play.asked.space.parts["quality"]] == ["own", "A2.1", "A4.1"]
    play.option("quality", "A4.1")
    assert play.event("morale_passed").data["need"] == 4


@pytest.mark.clause("AFS-FRLS-01", "AFS-FRLS-02", "AFS-R13")
@pytest.mark.parametrize(("second", "stays"), [(4, True), (3, False)])
def test_fearless_turns_even_the_failure_of_a_shaken_unit(second: int, stays: bool):
    units = {
        "A1": unit("south", (10.0, 10.0), models=[{"rules": {"fearless": 0}, "role": "banner"}], shaken=True),
        "A2": unit("south", **GONE),
        "B1": unit("north", (20.0, 40.0)),
    }
    play = Play(field(units), "morale", dice=[second])
    assert (play.state.bases["A1.1"].where == "table") is stays
    assert play.own("A1").shaken
    assert play.types("morale_failed", "fearless", "routed") == ["morale_failed", "fearless" if stays else "routed"]


@pytest.mark.clause("AFS-FRLS-02")
def test_one_model_without_the_rule_denies_it_to_the_unit():
    units = {
        "A1": unit("south", (10.0, 10.0), (11.5, 10.0), models=[{"rules": {"fearless": 0}}, {}]),
        "A2": unit("south", **GONE),
        "B1": unit("north", (20.0, 40.0)),
    }
    play = Play(field(units), "morale", dice=[3])
    assert play.own("A1").shaken
    assert play.left() == ()


@pytest.mark.clause("AFS-GRP-03", "AFS-MOR-03", "AFS-MOR-04")
def test_a_group_becomes_shaken_by_morale_and_routs_with_all_its_models():
    units = {
        "A1": unit("south", (10.0, 10.0), (11.5, 10.0)),
        "A2": unit("south", **GONE),
        "B1": unit("north", (20.0, 40.0)),
    }
    play = Play(field(units), "morale", dice=[3])
    assert play.own("A1").shaken
    units["A1"]["own"]["shaken"] = True
    play = Play(field(units), "morale")
    assert {play.state.bases[b].where for b in ("A1.1", "A1.2")} == {"gone"}


@pytest.mark.clause("AFS-R11")
def test_the_side_that_starts_the_next_round_tests_first():
    units = {
        "A1": unit("south", (10.0, 10.0)),
        "A2": unit("south", **GONE),
        "B1": unit("north", (20.0, 40.0)),
        "B2": unit("north", **GONE),
    }
    play = Play(field(units, done=("north", "south")), "morale", dice=[5, 5])
    assert [e.side for e in play.events if e.type == "morale_due"] == ["north", "south"]


@pytest.mark.clause("AFS-AMB-05", "AFS-R12")
def test_units_in_reserve_do_not_test():
    units = {
        "A1": unit("south", (10.0, 10.0)),
        "A2": unit("south", reserve=1, aside="ambush"),
        **{f"X{k}": unit("south", **GONE) for k in range(2)},
        "B1": unit("north", (20.0, 40.0)),
    }
    play = Play(field(units), "morale", dice=[4])
    assert [e.data["unit"] for e in play.events if e.type == "morale_passed"] == ["A1"]
    assert play.asked_for == ""


@pytest.mark.clause("AFS-MOR-06", "AFS-R11")
def test_heroes_and_the_bearer_of_the_banner_are_left_for_last_unless_told():
    """Others lean on them: a plain unit first, then a Hero, then the bearer, a Hero that bears it last of all."""
    made = {
        "A1": unit("south", (10.0, 10.0), models=[{"role": "banner", "rules": {"hero": 0}}]),
        "A2": unit("south", (20.0, 10.0), models=[{"role": "banner"}]),
        "A3": unit("south", (30.0, 10.0), models=[{"rules": {"hero": 0}}]),
        "A4": unit("south", (40.0, 10.0)),
        **{f"A{k}": unit("south", lost=1) for k in (5, 6, 7, 8)},
        "B1": unit("north", (24.0, 46.0)),
    }
    play = Play(field(made), "morale", dice=[6, 6, 6, 6])
    proposed = []
    for _ in range(3):
        proposed.append(play.asked.default.answer.ids[0])
        play.pick(proposed[-1])
        while play.asked_for == "morale_quality":
            play.default()
    assert proposed == ["A4", "A3", "A2"]
    assert [e.data["unit"] for e in play.of("morale_passed")] == ["A4", "A3", "A2", "A1"]
