"""Who fires at whom: arcs, priorities, splitting, what is asked of whom, loading, and what nobody may."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.apply import apply
from game.engine.decision import OptionSpace
from game.engine.event import Event
from game.engine.glass import Glass
from game.engine.state import State, view
from game.engine.text import Thing
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.command.notes import GameOrder
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.fire import arcs, fire, odds
from rulesets.napoleonic_wars.fire.targets import is_alone
from tests.rules.napoleonic_wars.fire_play import Played, charge, went
from tests.rules.napoleonic_wars.table import Made, battalion, battery, box, field, general, given, piece, put, regiment


def ours(body: str = "L1", **own: Any) -> Made:
    return battalion(body, "south", **{"at": (50, 20), "companies": 1, "figures": 12, **own})


def theirs(body: str = "C1", **own: Any) -> Made:
    return battalion(body, "north", **{"companies": 1, "weapon": "", "figures": 12, **own})


def told(state: State, body: str, *line: dict[str, Any]) -> State:
    """The state with a body's move order."""
    return apply(state, Event("set", "order", changes=(notes.lined(state, body, line),)))


def ordered(state: State, body: str, **order: Any) -> State:
    """The state with a body's game order."""
    return apply(state, Event("set", "order", changes=(notes.ordered(state, body, GameOrder(**order)),)))


def targets(play: Played, body: str = "L1") -> tuple[str, ...]:
    """Whom a body fired at, in order of its aims."""
    return tuple(e.about[1] for e in play.events if e.type == "fired" and e.about[0] == body)


def bears(state: State, target: str = "C1", reach: float = 240.0) -> set[str]:
    return {b.figure for b in arcs.bears(state, "L1", target, reach)}


# --- arcs ------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-ARC-03", "NAP-S52")
@pytest.mark.parametrize(("x", "so"), [(58.0, True), (59.5, False)])
def test_a_figure_of_close_order_fires_within_its_wedge(x: float, so: bool) -> None:
    """One figure 20 cm off: its wedge is 8.28 cm wide to either side there, the target's base 0.75."""
    state = field(ours(figures=1), theirs(at=(x, 40), figures=1))
    assert bool(bears(state)) is so


@pytest.mark.clause("NAP-ARC-05", "NAP-ARC-07")
def test_open_order_fires_anywhere_and_rear_ranks_do_not() -> None:
    behind = theirs(at=(50, 5), facing=0.0)
    assert bears(field(ours(formation="open", figures=4), behind)) == {f"L1.{k}" for k in range(1, 5)}
    assert not bears(field(ours(), behind))
    column = field(ours(companies=3, formation="closed_column"), theirs(at=(50, 30)))
    assert bears(column) == {f"L1.{k}" for k in range(1, 5)}


@pytest.mark.clause("NAP-ARC-04", "NAP-ARC-06", "NAP-R54")
def test_squares_and_turned_files() -> None:
    east = theirs(at=(60, 15), facing=270.0, figures=1)
    square = field(ours(companies=4, formation="square"), east)
    assert bears(square)
    deep: dict[str, Any] = {"companies": 3, "formation": "closed_column"}
    assert not bears(field(ours(**deep), east))
    assert not bears(field(ours(**deep, turned="left"), east))
    assert bears(field(ours(**deep, turned="right"), east)) <= {"L1.5", "L1.9"}
    assert bears(field(ours(**deep, turned="right"), east))


@pytest.mark.clause("NAP-S55", "NAP-OVH-01", "NAP-ARC-12")
def test_nobody_fires_through_close_order_or_his_own_screen() -> None:
    for formation in ("line", "open"):
        state = field(ours(), ours("L2", at=(50, 25), formation=formation, figures=24, weapon=""), theirs(at=(50, 35)))
        assert not bears(state)
    building = field(ours(), theirs(at=(50, 35)), features=[box("building", 40, 24, 60, 27)])
    assert not bears(building)


@pytest.mark.clause("NAP-ARC-13", "NAP-S85", "NAP-R163", "NAP-SPM-06", "NAP-DBL-06", "NAP-SMA-06")
@pytest.mark.parametrize(
    "own",
    [{"prone": True}, {"result": "rout"}, {"result": "retreat"}, {"did": ("evaded",)}, {"did": ("double",)}],
)
def test_who_does_not_fire(own: dict[str, Any]) -> None:
    assert Played(field(ours(**own), theirs(at=(50, 35)))).to_end().of("L1").fire.fired == 0


@pytest.mark.clause("NAP-R163", "NAP-SMA-06", "NAP-R110")
def test_chargers_and_muskets_in_the_saddle_are_silent_carbines_are_not() -> None:
    charging = field(ours(), theirs(at=(50, 30)), ties=[charge("L1", "C1", 8.0, 0.5)])
    assert Played(charging).to_end().of("L1").fire.fired == 0
    horse: dict[str, Any] = {"at": (50, 20), "companies": 1, "figures": 8}
    for weapon, fires in (("dragoon_musket", False), ("carbine", True), ("musket", False)):
        state = field(regiment("L1", "south", weapon=weapon, **horse), theirs(at=(50, 28)))
        assert bool(Played(state, [1] if fires else []).to_end().of("L1").fire.fired) is fires


# --- priorities ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-TGT-01", "NAP-S67", "NAP-R61")
def test_the_order_of_small_arms_targets() -> None:
    near, far = theirs("C1", at=(45, 32)), theirs("C2", at=(55, 36))
    plain = field(ours(), near, far)
    assert targets(Played(plain, [1]).to_end()) == ("C1",)
    assert targets(Played(ordered(plain, "L1", targets=("C2",)), [1]).to_end())[0] == "C2"
    hostile = field(ours(), near, theirs("C2", at=(55, 36), fired=1, fired_at="L1"), move=2)
    assert targets(Played(hostile, [1]).to_end())[0] == "C2"
    coming = went(ordered(plain, "L1", targets=("C1",)), "C2", (0.0, 1.0, "advance"), back=(0.0, -5.0))
    assert targets(Played(coming, [1]).to_end())[0] == "C2"
    charged = field(ours(), near, far, ties=[charge("C2", "L1", 16.0, 0.5)])
    assert targets(Played(charged, [1]).to_end())[0] == "C2"


@pytest.mark.clause("NAP-ORD-09", "NAP-TGT-01", "NAP-TGT-08")
@pytest.mark.parametrize(("named", "first"), [(("C2", "C1"), "C2"), (("C1", "C2"), "C1"), (("C3", "C2"), "C2")])
def test_priority_targets_are_fired_at_in_the_order_in_which_they_are_named(named: tuple[str, ...], first: str) -> None:
    foes = (theirs("C1", at=(45, 28)), theirs("C2", at=(60, 34)), theirs("C3", at=None))
    foot = ordered(field(ours(), *foes), "L1", targets=named)
    assert targets(Played(foot, [1]).to_end())[0] == first
    guns = ordered(field(battery("A1", "south", at=(50, 20), pieces=("6",)), *foes), "A1", targets=named)
    assert {aims.split(":")[0] for aims in Played(guns).choices("south")["A1"]} == {first}


@pytest.mark.clause("NAP-TGT-02", "NAP-TGT-01")
def test_whoever_fires_at_the_supported_unit() -> None:
    foe = theirs("C2", at=(55, 36), fired=1, fired_at="L2")
    state = field(ours(), ours("L2", at=(90, 20), weapon=""), theirs("C1", at=(45, 32)), foe, move=2)
    assert targets(Played(state, [1]).to_end()) == ("C1",)
    assert targets(Played(ordered(state, "L1", kind="support", supported="L2"), [1]).to_end())[0] == "C2"


@pytest.mark.clause("NAP-TGT-03", "NAP-TGT-07")
def test_skirmishers_may_be_ignored() -> None:
    state = field(ours(), theirs("C1", at=(45, 28), formation="open", figures=6), theirs("C2", at=(60, 34)))
    play = Played(state, [1])
    assert play.choices("south") == {"L1": ("C2", "C1")}
    assert targets(play.answer(L1="C1").to_end())[0] == "C1"
    assert targets(Played(state, [1]).to_end())[0] == "C2"


@pytest.mark.clause("NAP-TGT-03")
@pytest.mark.parametrize("fires", [True, False])
def test_skirmishers_who_fire_at_it_are_not_passed_over_for_a_weak_column(fires: bool) -> None:
    """Priority 5 before priority 6: table 15.1, note ii; of one priority they may be ignored."""
    screen = theirs("C1", at=(45, 28), formation="open", figures=6, fired=1 if fires else 0, fired_at="L1")
    column = theirs("C2", at=(55, 34), formation="closed_column", figures=8, companies=4)
    play = Played(field(ours(), screen, column, move=1), [1])
    if fires:
        assert not play.asked
    else:
        assert play.choices("south") == {"L1": ("C2", "C1")}
    assert targets(play.to_end())[0] == ("C1" if fires else "C2")


@pytest.mark.clause("NAP-TGT-03", "NAP-TGT-06")
def test_figures_that_bear_on_skirmishers_alone_fire_at_them_though_the_others_ignore_them() -> None:
    state = field(
        ours(figures=24), theirs("C1", at=(38, 28), formation="open", figures=4), theirs("C2", at=(60, 30), figures=8)
    )
    play = Played(state, [1]).to_end()
    assert targets(play) == ("C2", "C1")


@pytest.mark.clause("NAP-TGT-04", "NAP-TGT-05", "NAP-TGT-06", "NAP-S86")
def test_fire_is_split_among_chargers_each_figure_at_the_nearest() -> None:
    state = field(
        ours(figures=24),
        theirs("C1", at=(44, 28)),
        theirs("C2", at=(56, 28)),
        ties=[charge("C1", "L1", 8.0, 0.5), charge("C2", "L1", 8.0, 0.5)],
    )
    play = Played(state, [1]).to_end()
    assert targets(play) == ("C1", "C2")
    assert play.men("C1") == play.men("C2") > 0


@pytest.mark.clause("NAP-SEQ-45", "NAP-SMA-23", "NAP-S61", "NAP-ARC-02")
def test_both_sides_choose_sealed_and_the_dead_fire_too() -> None:
    loose: dict[str, Any] = {"formation": "open", "figures": 6, "companies": 1}
    state = field(
        ours(),
        ours("L2", at=(70, 20)),
        battalion("C1", "north", at=(50, 32), figures=12, companies=1),
        battalion("C2", "north", at=(45, 28), **loose),
        battalion("L3", "south", at=(45, 24), **loose),
    )
    play = Played(state, [6, 6, 6, 6])
    assert {d.side for d in play.asked} == {"south", "north"}
    assert all(e.type != "fired" for e in play.events)
    play.to_end()
    assert play.of("C1").fire.fired == play.of("L1").fire.fired == 1


# --- loading ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-R62", "NAP-SMA-02", "NAP-SMA-19")
def test_one_shot_instead_of_two_keeps_a_weapon_loaded() -> None:
    state = field(ours(figures=24, loaded=False, fired=1), theirs(at=(50, 32), figures=24), move=2)
    play = Played(state, [4])
    assert play.choices("south") == {"L1 shots": ("two", "one")}
    two = play.to_end()
    assert (two.men("C1"), two.of("L1").fire.loaded) == (34, False)
    one = Played(state, [4]).answer(L1_shots="one").to_end()
    assert (one.men("C1"), one.of("L1").fire.loaded) == (17, True)


@pytest.mark.clause("NAP-R62", "NAP-SMA-05", "NAP-S62")
def test_loading_by_order() -> None:
    far = field(ours(loaded=False), theirs(at=(50, 90)))
    assert Played(far).to_end().of("L1").fire.loaded is False
    loads = Played(told(far, "L1", {"verb": "load"})).to_end()
    assert loads.of("L1").fire.loaded
    assert "loaded" in loads.of("L1").march.did
    moving = went(told(far, "L1", {"verb": "load"}), "L1", (0.0, 0.6, "advance"), (0.6, 1.0, "stand"))
    assert Played(moving).to_end().of("L1").fire.loaded is False
    rifles = field(ours(weapon="rifle", loaded=False), theirs(at=(50, 90)))
    half = went(
        told(rifles, "L1", {"verb": "load", "patched": False}), "L1", (0.0, 0.5, "advance"), (0.5, 1.0, "stand")
    )
    assert (Played(half).to_end().of("L1").fire.loaded, Played(half).to_end().of("L1").fire.unpatched) == (True, True)
    slow = went(told(rifles, "L1", {"verb": "load"}), "L1", (0.0, 0.1, "advance"), (0.1, 1.0, "stand"))
    assert Played(slow).to_end().of("L1").fire.loaded is False


@pytest.mark.clause("NAP-SMA-01", "NAP-SMA-04")
def test_skirmishers_load_on_the_move() -> None:
    for moved, men in ((50.0, 11), (51.0, 6)):
        loose = ours(formation="open", figures=8, moved=moved)
        state = went(field(loose, theirs(at=(50, 34))), "L1", (0.0, 1.0, "advance"), back=(0.0, -moved / 10.0))
        state = replace(state, own=replace(state.own, tracks={"L1": state.own.tracks["L1"]}))
        assert Played(state, [1]).to_end().men("C1") == men


@pytest.mark.clause("NAP-SMA-13", "NAP-R63")
def test_a_target_that_is_exposed_for_half_the_move_takes_half() -> None:
    state = field(ours(figures=12, fired=8), theirs(at=(50, 34), figures=12), move=9)
    whole = Played(state, [4]).to_end().men("C1")
    half = went(state, "C1", (0.0, 0.7, "advance"), (0.7, 1.0, "stand"), back=(0.0, -60.0))
    assert whole == 17
    assert Played(half, [4]).to_end().men("C1") == 9


@pytest.mark.clause("NAP-SMA-10")
def test_fording_foot_fire_what_is_loaded() -> None:
    state = field(ours(fired=8), theirs(at=(50, 32)), features=[box("ford", 30, 10, 70, 22)], move=9)
    play = Played(state, [3]).to_end()
    assert (play.men("C1"), play.of("L1").fire.loaded) == (8, False)


# --- cover -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-COV-06", "NAP-R60")
@pytest.mark.parametrize(("y", "men"), [(27.0, 10), (26.0, 17), (26.1, 10), (25.0, 17), (31.95, 10)])
def test_an_obstacle_covers_who_is_nearer_to_it(y: float, men: int) -> None:
    """The firers are at 20, the target at 32: half-way is 26."""
    hedge = piece("hedge", [(20, y), (80, y)])
    state = field(ours(fired=8), theirs(at=(50, 32)), features=[hedge], move=9)
    assert Played(state, [3]).to_end().men("C1") == men


@pytest.mark.clause("NAP-COV-11", "NAP-COV-12", "NAP-SMA-33", "NAP-TER-05", "NAP-R58")
def test_troops_in_a_building() -> None:
    state = field(ours(fired=8), theirs(at=None), features=[box("building", 46, 28, 54, 34, "B")], move=9)
    state = put(state, "C1", (50, 30), 180.0, "garrison", building="B")
    assert Played(state, [3]).to_end().men("C1") == 4  # 24 - 10 + 1: 12 figures at factor 15
    fort = field(ours(fired=8), theirs(at=None), features=[box("fortification", 46, 28, 54, 34, "B")], move=9)
    fort = put(fort, "C1", (50, 30), 180.0, "garrison", building="B")
    assert Played(fort).to_end().men("C1") == 0


# --- forecasts and generals ------------------------------------------------------------------------------------------


RECONSTRUCTED = ("read in table 14, which is reconstructed", 0, "NAP-CAS-07")


@pytest.mark.clause("NAP-CAS-07", "NAP-R51")
def test_a_factor_says_that_the_table_it_is_read_in_is_reconstructed() -> None:
    state = field(ours(figures=24), theirs(at=(50, 32)))
    (option,) = fire.of_body(state, "L1")["L1"]
    play = Played(state, [3]).to_end()
    logged = next(e.sums for e in play.events if e.type == "fired")
    for (one,), die in ((odds.told_sums(state, option.aims[0]), 0), (logged, 1)):
        assert one.total == sum(n for _, n, _ in one.rows) == 24 + die
        assert (one.rows[-1][0].key, *one.rows[-1][1:]) == RECONSTRUCTED


@pytest.mark.clause("NAP-SMA-31", "NAP-CAS-07")
def test_the_odds_of_a_volley_are_exact() -> None:
    state = field(ours(figures=24), theirs(at=(50, 32)))
    (option,) = fire.of_body(state, "L1")["L1"]
    spread = odds.spread(state, option.aims, "C1")
    assert [s.total for s in odds.told_sums(state, option.aims[0])] == [24]
    assert dict(spread.items()) == pytest.approx({40: 1 / 3, 48: 1 / 3, 57: 1 / 3})


@pytest.mark.clause("NAP-RGN-01", "NAP-RGN-03", "NAP-RGN-04", "NAP-R85")
def test_a_generals_share_of_example_twenty_two() -> None:
    commander = general("N1", "north", at=(50, 37))
    state = field(ours(figures=20, cls="D", fired=8), theirs(at=(50, 32)), commander, move=9)
    play = Played(state, [1, 5, 5, 5]).to_end()
    assert play.of("C1").strength.men_now == 18
    assert play.state.bases["N1.1"].own.men == 18
    told = {e.type: (e.about, e.data) for e in play.events}
    assert told["takes_share"] == (("N1", "C1"), {"n": 2, "men": 20})
    assert (told["fired"][1]["men"], told["casualties"][1]["men"]) == ({"C1": 20}, 18)


@pytest.mark.clause("NAP-RGN-04", "NAP-RGN-05", "NAP-CMD-08")
@pytest.mark.parametrize(("men", "dice", "lives"), [(14, (4, 4, 4), True), (13, (4, 4, 4), False)])
def test_a_general_is_killed_by_more_than_his_men(men: int, dice: tuple[int, ...], lives: bool) -> None:
    state = field(ours(figures=20, fired=8), theirs(at=(50, 32)), general("N1", "north", at=(50, 37)), move=9)
    base = state.bases["N1.1"]
    state = replace(state, bases={**state.bases, "N1.1": replace(base, own=replace(base.own, men=men))})
    play = Played(state, [1, *dice]).to_end()
    assert bool(play.state.bases_of("N1")) is lives
    assert [g.what for g in play.state.own.gone] == ([] if lives else ["general"])


@pytest.mark.clause("NAP-RGN-02")
def test_a_general_by_himself_is_a_target() -> None:
    alone = field(ours(formation="open", figures=8), general("N1", "north", at=(50, 30)))
    assert targets(Played(alone, [1, 2, 2, 2]).to_end()) == ("N1",)


@pytest.mark.clause("NAP-RGN-02")
@pytest.mark.parametrize(("off", "alone"), [(5.0, False), (5.1, True)])
def test_a_general_is_by_himself_more_than_5_cm_from_troops_whatever_general_is_with_him(
    off: float, alone: bool
) -> None:
    """Two generals side by side; the front of a line lies behind them."""
    state = field(
        general("N1", "north", at=(50, 30)),
        general("N2", "north", at=(52, 30)),
        battalion("C1", "north", at=(50, 32 + off), figures=18),
    )
    assert is_alone(state, "N1") is alone


@pytest.mark.clause("NAP-OPT-01", "NAP-OPT-02", "NAP-OPT-04", "NAP-SMA-27", "NAP-R123", "NAP-PCT-03")
@pytest.mark.parametrize(("tens", "units", "lost"), [(0, 5, 2), (0, 0, 1), (4, 0, 2), (4, 1, 1)])
def test_the_optional_procedure(tens: int, units: int, lost: int) -> None:
    """24 muskets at 12 cm: 22 + 2 + 1, 48 casualties; of 14 figures fewer: 28 casualties, 1 figure and 40 per cent."""
    state = field(ours(figures=14), theirs(at=(50, 32)), options={"percentile": True})
    play = Played(state, [tens, units]).to_end()
    assert play.men("C1") == 28
    assert (play.of("C1").strength.lost, play.of("C1").strength.men) == (lost, 0)


@pytest.mark.clause("NAP-TGT-08", "NAP-TGT-09", "NAP-ORG-25", "NAP-ART-17")
def test_the_howitzer_of_a_mixed_battery_chooses_for_itself() -> None:
    guns = battery("G1", "south", at=(50, 20), pieces=("6", "6", "howitzer"))
    state = field(guns, theirs("C1", at=(48, 60)), theirs("C2", at=(56, 62)))
    play = Played(state, [1, 6])
    asked = play.choices("south")
    assert {"C1:shell", "C2:shell"} <= set(asked["G1 howitzers"])
    assert {"C1:roundshot", "C2:roundshot"} <= set(asked["G1"])
    space = play.session.asked(play.asked[0]).space
    assert isinstance(space, OptionSpace)
    assert {part: (text.key, text.args) for part, text in space.names.items()} == {
        "G1": ("{unit}", {"unit": Thing("G1")}),
        "G1 howitzers": ("{unit}: howitzers", {"unit": Thing("G1")}),
    }
    play = play.answer(G1="C1:roundshot", G1_howitzers="C2:shell").to_end()
    assert set(targets(play, "G1")) == {"C1", "C2"}
    rows = {text.key for e in play.events if e.type == "fired" for one in e.sums for text, _, _ in one.rows}
    assert "first shot" in rows
    assert "divided fire" not in rows


def test_what_a_bot_has_before_it_is_not_worked_out_again_and_what_differs_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """A view behind glass is a copy of the same things: the same board, the same courses of fire."""
    state = view(field(battalion("L1", "south", at=(50, 30)), battalion("E1", "north", at=(50, 38))), "south")
    found = fire.courses(state, "south")
    copy = Glass()(state)
    assert copy.bases is not state.bases
    assert board_of(copy) is board_of(state)
    monkeypatch.setattr(fire, "of_body", lambda *_: {})  # whoever is asked now has not been looked at before
    assert fire.courses(copy, "south") is found
    assert found
    assert fire.courses(given(state, "E1", smoke=1), "south") == {}
