"""Set-up, rounds, tokens and morale, one clause to a test."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.decision import MoveSpace, OptionAnswer, PickAnswer, PickSpace
from game.engine.state import State
from rulesets.age_of_fantasy_skirmish.army import specials
from rulesets.age_of_fantasy_skirmish.magic import spells
from rulesets.age_of_fantasy_skirmish.turn import seizing
from tests.rules.age_of_fantasy_skirmish.flow_field import field, unit
from tests.rules.age_of_fantasy_skirmish.flow_play import Play, place

R = 12.5 / 25.4
SCOUT = {"rules": {"scout": 0}}
AMBUSH = {"rules": {"ambush": 0}}
OPEN = {"south": {"edge": ""}, "north": {"edge": ""}}


def two_each(**own: Any) -> dict[str, dict[str, Any]]:
    """Two units of each side, far from each other."""
    return {
        "A1": unit("south", (10.0, 6.0), **own),
        "A2": unit("south", (30.0, 6.0)),
        "B1": unit("north", (10.0, 42.0)),
        "B2": unit("north", (30.0, 42.0)),
    }


def hold(play: Play, unit_id: str) -> None:
    """Activate a unit and let it hold."""
    if play.asked_for == "activate":
        play.pick(unit_id)
    assert play.decision.args["unit"] == unit_id
    play.act("hold")
    play.until("activate", "act", "morale_order")


# --- rounds ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-RND-01")
def test_the_players_activate_one_unit_each_in_turn() -> None:
    play = Play(field(two_each()), "battle", round=1)
    for name in ("A2", "B1", "A1", "B2"):
        hold(play, name)
    assert [e.data["unit"] for e in play.events if e.type == "activated"] == ["A2", "B1", "A1", "B2"]


@pytest.mark.clause("AFS-RND-02")
@pytest.mark.parametrize("winner", ["south", "north"])
def test_the_winner_of_the_deployment_roll_off_starts_the_first_round(winner: str) -> None:
    for starter in ("south", "north"):
        play = Play(field(two_each(), winner=winner, starter=starter), "battle", round=1)
        assert (play.event("round_begins").side, play.decision.side) == (winner, winner)


@pytest.mark.clause("AFS-ACT-01")
def test_a_picked_unit_carries_out_exactly_one_of_four_actions() -> None:
    play = Play(field(two_each()), "battle", round=1)
    assert isinstance(play.asked.space, PickSpace)
    assert [c.id for c in play.asked.space.things] == ["A1", "A2"]
    play.pick("A2")
    assert (play.asked_for, play.decision.args["unit"]) == ("act", "A2")
    assert isinstance(play.asked.space, MoveSpace)
    assert {m.id for m in play.asked.space.among[0].modes} == {"hold", "advance", "rush", "charge"}
    assert play.asked.exits == ()
    play.act("rush", A2_1=((30.0, 10.0),))
    play.until("activate")
    assert (play.decision.side, play.own("A2").activated) == ("north", True)
    assert play.types("action") == ["action"]


@pytest.mark.clause("AFS-ACT-07")
def test_a_shaken_unit_is_activated_and_takes_no_action() -> None:
    play = Play(field(two_each(shaken=True)), "battle", round=1)
    assert isinstance(play.asked.space, PickSpace)
    assert [c.id for c in play.asked.space.things] == ["A1", "A2"]
    play.pick("A1")
    assert play.types("activated", "action", "idle") == ["activated", "idle"]
    assert (play.own("A1").activated, play.own("A1").shaken) == (True, False)


@pytest.mark.clause("AFS-SHK-06")
def test_recovery_comes_at_the_end_of_the_idle_activation() -> None:
    play = Play(field(two_each(shaken=True)), "battle", round=1)
    assert play.own("A1").shaken
    hold(play, "A2")
    assert play.own("A1").shaken
    hold(play, "B1")
    assert not play.own("A1").shaken
    assert play.types("idle", "recovered") == ["idle", "recovered"]


# --- morale ------------------------------------------------------------------------------------------------------


def halved(banner: bool, shaken: bool = False, chosen: tuple[str, ...] = ("A1",)) -> State:
    """Two of four units of the south are left, A1 with Quality 4; A2 carries the Banner, or has lost it."""
    bearer = unit("south", (20.0, 10.0), (21.2, 10.0), models=[{}, {"role": "banner"}])
    gone = unit("south", (20.0, 10.0), models=[{}, {"role": "banner"}], lost=1)
    units = {
        "A1": unit("south", (10.0, 10.0), models=[{"quality": 4}], shaken=shaken),
        "A2": bearer if banner else gone,
        "A3": unit("south", lost=1),
        "A4": unit("south", lost=1),
        "B1": unit("north", (40.0, 46.0)),
    }
    return field(units, sides={"south": {"banner": chosen}}, round=3)


@pytest.mark.clause("AFS-SHK-04")
def test_the_morale_test_of_a_shaken_unit_fails_without_a_die() -> None:
    play = Play(halved(False, shaken=True), "morale", dice=[6])
    play.pick("A1")
    assert play.event("morale_failed").data["unit"] == "A1"
    # the one die is that of the other unit, after the rout
    assert play.types("morale_failed", "routed", "rolled", "morale_passed") == [
        "morale_failed",
        "routed",
        "rolled",
        "morale_passed",
    ]


@pytest.mark.clause("AFS-BAN-02")
@pytest.mark.parametrize(("chosen", "need"), [(("A1",), 3), ((), 4)])
def test_chosen_units_benefit_from_the_banner(chosen: tuple[str, ...], need: int) -> None:
    play = Play(halved(True, chosen=chosen), "morale", dice=[6, 6])
    play.pick("A1")
    passed = {e.data["unit"]: e.data["need"] for e in play.events if e.type == "morale_passed"}
    assert passed["A1"] == need


@pytest.mark.clause("AFS-BAN-02")
def test_up_to_three_units_are_chosen_for_the_banner() -> None:
    units = {f"A{k}": unit("south", reserve=1, models=[{"role": "banner"} if k == 5 else {}]) for k in range(1, 6)}
    play = Play(field(units | {"B1": unit("north", reserve=1)}, round=0), "muster")
    assert play.check(PickAnswer(("A1", "A2", "A3"))).legal
    assert not play.check(PickAnswer(("A1", "A2", "A3", "A4"))).legal
    play.pick("A3", "A4")
    assert play.state.sides["south"].own.banner == ("A3", "A4")


@pytest.mark.clause("AFS-BAN-03")
@pytest.mark.parametrize(("alive", "need"), [(True, 3), (False, 4)])
def test_units_lose_the_banner_with_its_bearer(alive: bool, need: int) -> None:
    play = Play(halved(alive), "morale", dice=[6, 6])
    play.pick("A1")
    passed = {e.data["unit"]: e.data["need"] for e in play.events if e.type == "morale_passed"}
    assert passed["A1"] == need
    assert bool(specials.helped_by(play.state, "A1", "banner")) == alive


# --- tokens ------------------------------------------------------------------------------------------------------


def casters(rating: int, held: int = 0, **more: Any) -> Play:
    """The start of a round: a Caster, and another in reserve with as many tokens."""
    mage = {"rules": {"caster": rating}, "tokens": held}
    units = {
        "A1": unit("south", (24.0, 6.0), models=[mage]),
        "A2": unit("south", reserve=1, models=[mage], aside="ambush"),
        "B1": unit("north", (24.0, 44.0)),
    }
    play = Play(field(units), "battle", **{"round": 1, **more})
    play.until("act", "activate")
    return play


@pytest.mark.clause("AFS-CAST-01")
@pytest.mark.parametrize("rating", [1, 2, 3])
def test_a_caster_receives_its_number_of_tokens_each_round(rating: int) -> None:
    assert casters(rating).state.bases["A1.1"].own.tokens == rating
    assert casters(rating, 1, round=2).state.bases["A1.1"].own.tokens == 1 + rating


@pytest.mark.clause("AFS-CAST-02")
@pytest.mark.parametrize(("held", "after"), [(3, 5), (4, 6), (5, 6), (6, 6)])
def test_a_caster_holds_six_tokens_at_most(held: int, after: int) -> None:
    assert casters(2, held).state.bases["A1.1"].own.tokens == after


@pytest.mark.clause("AFS-R63")
@pytest.mark.parametrize(("held", "after"), [(0, 2), (5, 6)])
def test_a_caster_in_reserve_receives_tokens_and_helps_nobody(held: int, after: int) -> None:
    state = casters(2, held).state
    assert (state.bases["A2.1"].where, state.bases["A2.1"].own.tokens) == ("reserve", after)
    assert spells.helpers(state, "south", "A1") == ("A1.1",)


# --- set-up ------------------------------------------------------------------------------------------------------


def reserve(side: str, *kinds: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Units of one model each, not yet on the table."""
    letter = "A" if side == "south" else "B"
    return {f"{letter}{k}": unit(side, reserve=1, models=[kind]) for k, kind in enumerate(kinds, 1)}


@pytest.mark.clause("AFS-MIS-02")
@pytest.mark.parametrize(("dice", "first"), [((5, 2), "south"), ((2, 5), "north"), ((4, 4, 1, 6), "north")])
def test_the_winner_of_a_separate_roll_off_places_the_first_marker(dice: tuple[int, ...], first: str) -> None:
    state = field(reserve("south", {}) | reserve("north", {}), sides=OPEN, round=0, winner="")
    play = Play(state, "markers", dice=[1, *dice])
    assert play.decision.side == first
    play.until()
    assert play.state.own.winner == ""


@pytest.mark.clause("AFS-DEP-04")
def test_units_are_set_aside_before_anything_is_set_up() -> None:
    state = field(
        reserve("south", AMBUSH, SCOUT, {}) | reserve("north", {}, AMBUSH), sides=OPEN, round=0, winner="south"
    )
    play = Play(state, "set_up", dice=[1, 6, 1, 6, 1, *[3] * 60])
    play.until("aside")
    assert {d.side for d in play.session.waiting} == {"south", "north"}
    assert all(b.where == "reserve" for b in play.state.bases.values())
    play.seal("south", OptionAnswer({"A1": "ambush", "A2": "scout"}))
    play.seal("north", OptionAnswer({"B2": "ambush"}))
    play.until("act", "activate")
    order = play.types("set_aside", "deployed")
    assert order == ["set_aside"] * 3 + ["deployed"] * 3
    deployed = [(e.data["unit"], e.data["moment"]) for e in play.events if e.type == "deployed"]
    assert sorted(unit_id for unit_id, _ in deployed) == ["A2", "A3", "B1"]
    assert deployed[-1] == ("A2", "scouts")


@pytest.mark.clause("AFS-AMB-03")
@pytest.mark.parametrize("starter", ["south", "north"])
def test_ambushers_are_set_up_in_turn_from_the_starter_of_the_round(starter: str) -> None:
    units = {
        "A1": unit("south", (24.0, 10.0)),
        "B1": unit("north", (24.0, 30.0)),
        **{f"A{k}": unit("south", reserve=1, models=[AMBUSH], aside="ambush") for k in (2, 3)},
        **{f"B{k}": unit("north", reserve=1, models=[AMBUSH], aside="ambush") for k in (2, 3)},
    }
    play = Play(field(units, round=2, starter=starter, winner="south", active="north"), "arrivals")
    other = "north" if starter == "south" else "south"
    places = {"A2": (4.0, 4.0), "A3": (4.0, 6.0), "B2": (44.0, 44.0), "B3": (44.0, 42.0)}
    sides = []
    while play.asked_for:
        side = play.decision.side
        sides.append(side)
        name = next(u for u in places if u.startswith("A" if side == "south" else "B") and play.own(u).aside)
        x, y = places[name]
        play.give(place(name, **{f"{name}_1": (x, y, 0.0)}))
    assert sides == [starter, other, starter, other]


def scouting() -> Play:
    """A Scout of the south is placed near an enemy of the north; both have Ambushers that wait."""
    units = {
        "A1": unit("south", (10.0, 6.0)),
        "A5": unit("south", reserve=1, models=[SCOUT], aside="scout"),
        "A6": unit("south", reserve=1, models=[AMBUSH], aside="ambush"),
        "B1": unit("north", (24.0, 24.0 + R)),
    }
    return Play(field(units, markers={"M1": (28.0, 22.0, "")}, round=0), "scouts")


@pytest.mark.clause("AFS-SCT-04")
@pytest.mark.parametrize(("gap", "legal"), [(1.01, True), (0.9, False)])
def test_a_scout_may_stand_an_inch_from_an_enemy(gap: float, legal: bool) -> None:
    play = scouting()
    x = 24.0 + (((gap + 2 * R) ** 2 - (2 * R) ** 2) ** 0.5)
    verdict = play.check(place("A5", A5_1=(x, 24.0 - R, 0.0)))
    assert verdict.legal == legal
    if not legal:
        assert verdict.reasons[0].clause in ("AFS-MOV-03", "AFS-R17")


@pytest.mark.clause("AFS-SCT-04")
def test_a_scout_must_be_placed_seizes_at_once_and_waits_for_no_ambush() -> None:
    play = scouting()
    assert [e.id for e in play.asked.exits] == ["auto"]
    play.give(place("A5", A5_1=(28.0, 20.0, 0.0)))
    assert (play.asked_for, play.state.bases["A6.1"].where) == ("", "reserve")
    assert seizing.seizers(play.state, "south", "M1") == ("A5",)
    assert seizing.controller(play.state, "M1") == "south"
