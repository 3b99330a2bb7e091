"""Clauses on fire and its casualties, each proved by a test of its own."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.state import State, Tie
from rulesets.napoleonic_wars.army import rows
from rulesets.napoleonic_wars.army.rows import Row
from rulesets.napoleonic_wars.body import screen
from rulesets.napoleonic_wars.fire import cover
from rulesets.napoleonic_wars.fire.tables import t14
from rulesets.napoleonic_wars.fire.works import WorksData
from rulesets.napoleonic_wars.own import Breach, Fire, MeleeOwn, PieceOwn
from tests.rules.napoleonic_wars.clock.test_ends import passed
from tests.rules.napoleonic_wars.fire_play import Played, charge, went
from tests.rules.napoleonic_wars.table import Made, battalion, battery, box, field, given, piece, put, regiment


def ours(body: str = "L1", **own: Any) -> Made:
    return battalion(body, "south", **{"at": (50, 20), "companies": 1, "figures": 24, **own})


def theirs(body: str = "C1", **own: Any) -> Made:
    return battalion(body, "north", **{"at": (50, 32), "companies": 1, "weapon": "", "figures": 24, **own})


def guns(*pieces: str, **own: Any) -> Made:
    return battery("G1", "south", **{"at": (50, 20), "pieces": pieces or ("12", "12"), **own})


def volleys(play: Played, body: str = "L1") -> list[dict[str, Any]]:
    """The data of each volley of a body."""
    return [dict(e.data) for e in play.events if e.type == "fired" and e.about[0] == body]


def strength(play: Played, body: str = "L1") -> list[int]:
    """The number of figures in each firing group of a body's first volley."""
    return [g["figures"] for g in volleys(play, body)[0]["groups"]]


def men_of(play: Played, *bodies: str) -> tuple[int, ...]:
    return tuple(play.men(b) for b in bodies)


# --- one fire, its figures and its casualties ------------------------------------------------------------------------


@pytest.mark.clause("NAP-ARC-01")
def test_two_shots_of_a_move_are_one_volley_with_one_die() -> None:
    play = Played(field(ours(), theirs()), [4]).to_end()
    (volley,) = volleys(play)
    assert (volley["shots"], volley["dice"], volley["men"]) == (2, [4], {"C1": 48})


@pytest.mark.clause("NAP-ARC-13")
@pytest.mark.parametrize(("prone", "shots"), [(False, [2]), (True, [])])
def test_prone_troops_do_not_fire(prone: bool, shots: list[int]) -> None:
    play = Played(field(ours(prone=prone), theirs()), [4] if shots else []).to_end()
    assert [v["shots"] for v in volleys(play)] == shots


@pytest.mark.clause("NAP-CAS-02")
@pytest.mark.parametrize(
    ("formation", "companies", "n"), [("line", 1, 24), ("closed_column", 3, 8), ("closed_column", 4, 6)]
)
def test_the_figures_that_bear_are_counted(formation: Any, companies: int, n: int) -> None:
    play = Played(field(ours(formation=formation, companies=companies), theirs()), [4]).to_end()
    assert sum(strength(play)) == n
    assert play.men("C1") == t14(n, 25)


@pytest.mark.clause("NAP-CAS-04")
@pytest.mark.parametrize(("carried", "lost"), [(0, 2), (11, 2), (12, 3)])
def test_men_carried_from_earlier_moves_are_added(carried: int, lost: int) -> None:
    play = Played(field(ours(), theirs(men=carried)), [4]).to_end()  # 48 casualties
    assert play.of("C1").strength.lost == lost


@pytest.mark.clause("NAP-CAS-05")
def test_twenty_men_are_one_figure_and_one_gunner() -> None:
    play = Played(field(ours(), theirs(men=12)), [4]).to_end()
    assert (play.of("C1").strength.lost, len(play.state.bases_of("C1"))) == (3, 21)
    crews = field(guns(), battery("G2", "north", at=(50, 45), pieces=("6",), crew=5, men=19))
    play = Played(crews, [1, 1]).answer("south", G1="G2:roundshot").answer("north").to_end()
    assert (play.state.bases["G2.1"].own.crew, play.of("G2").strength.lost) == (4, 1)


@pytest.mark.clause("NAP-CAS-06")
@pytest.mark.parametrize(("carried", "left"), [(0, 8), (11, 19), (12, 0)])
def test_the_rest_of_the_men_is_kept_for_later_moves(carried: int, left: int) -> None:
    play = Played(field(ours(), theirs(men=carried)), [4]).to_end()
    assert play.of("C1").strength.men == left


@pytest.mark.clause("NAP-PCT-03")
@pytest.mark.parametrize(("tens", "units", "lost"), [(0, 0, 1), (0, 9, 2)])
def test_the_hundred_leaves_the_men_of_the_table(tens: int, units: int, lost: int) -> None:
    """14 figures at factor 25: 28 men, whatever becomes of the 8 that are over."""
    state = field(ours(figures=14), theirs(), options={"percentile": True})
    play = Played(state, [tens, units]).to_end()
    assert (play.men("C1"), play.of("C1").strength.men_now, play.of("C1").strength.lost) == (28, 28, lost)


@pytest.mark.clause("NAP-R123")
@pytest.mark.parametrize(("tens", "units", "lost"), [(4, 0, 2), (4, 1, 1)])
def test_eight_men_over_are_forty_in_a_hundred_and_no_other_die_is_thrown(tens: int, units: int, lost: int) -> None:
    state = field(ours(figures=14), theirs(), options={"percentile": True})
    play = Played(state, [tens, units]).to_end()
    assert [len(e.request.rows) for e in play.events if e.request is not None] == [1]
    assert play.of("C1").strength.lost == lost


@pytest.mark.clause("NAP-SMA-24")
@pytest.mark.parametrize(
    ("fired", "move", "formation", "first"),
    [
        (0, 1, "line", True),
        (6, 9, "line", False),
        (6, 10, "line", True),
        (0, 1, "open", False),
    ],
)
def test_a_first_volley_is_the_first_or_follows_three_silent_moves(
    fired: int, move: int, formation: Any, first: bool
) -> None:
    play = Played(field(ours(fired=fired, formation=formation), theirs(), move=move), [4]).to_end()
    shots = [step["shot"] for g in volleys(play)[0]["groups"] for step in g["steps"]]
    assert {shot.get("first_volley", False) for shot in shots} == {first}


# --- who fires, and at whom ------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-S85")
@pytest.mark.parametrize(
    ("own", "fires"),
    [
        ({}, True),
        ({"did": ("evaded",)}, False),
        *(({"result": r}, False) for r in ("withdraw", "retreat", "rout", "break_off", "follow_up", "pursue")),
    ],
)
def test_troops_that_are_driven_or_chase_do_not_fire(own: dict[str, Any], fires: bool) -> None:
    play = Played(field(ours(**own), theirs()), [4] if fires else []).to_end()
    assert bool(volleys(play)) is fires


@pytest.mark.clause("NAP-TGT-04")
def test_each_part_fires_at_the_charger_before_it() -> None:
    chargers = (theirs("C1", at=(44, 28), figures=12), theirs("C2", at=(56, 28), figures=12))
    both = [charge("C1", "L1", 8.0, 0.5), charge("C2", "L1", 8.0, 0.5)]
    play = Played(field(ours(), *chargers, ties=both), [1]).to_end()
    assert [e.about[1] for e in play.events if e.type == "fired"] == ["C1", "C2"]
    assert [g["figures"] for v in volleys(play) for g in v["groups"]] == [12, 12]
    one = Played(field(ours(), *chargers, ties=both[:1]), [1]).to_end()
    assert next(e.about[1] for e in one.events if e.type == "fired") == "C1"
    assert strength(one)[0] > 12


@pytest.mark.clause("NAP-TGT-05")
def test_each_figure_fires_once() -> None:
    """Two targets that all 24 figures could fire at in part: no figure counts twice."""
    state = field(ours(), theirs("C1", at=(44, 28), figures=12), theirs("C2", at=(56, 28), figures=12))
    play = Played(state, [1]).to_end()
    assert sum(g["figures"] for v in volleys(play) for g in v["groups"]) == 24


@pytest.mark.clause("NAP-TGT-09")
def test_a_howitzer_fires_at_a_target_of_its_own_without_penalty() -> None:
    marks = (theirs("C1", at=(48, 60), figures=12), theirs("C2", at=(56, 62), figures=12))
    mixed = Played(field(guns("6", "6", "howitzer"), *marks), [1, 6])
    mixed = mixed.answer(G1="C1:roundshot", G1_howitzers="C2:shell").to_end()
    fired = [e for e in mixed.events if e.type == "fired"]
    assert [(e.about[1], e.data["what"]) for e in fired] == [("C1", "roundshot"), ("C2", "shell")]
    assert "divided fire" not in [text.key for e in fired for one in e.sums for text, _, _ in one.rows]


# --- guns ------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-ART-01")
def test_a_gun_fires_one_roundshot_in_a_whole_move() -> None:
    play = Played(field(guns("12"), theirs(at=(50, 45))), [4]).answer(G1="C1:roundshot").to_end()
    (fire,) = volleys(play, "G1")
    assert (fire["what"], fire["shots"]) == ("roundshot", 1)
    assert play.men("C1") == t14(4, 17)


@pytest.mark.clause("NAP-ART-03")
@pytest.mark.parametrize(
    ("pause", "shots"),
    [(1.0, 2), (0.5, 2), (0.49, 1), (0.25, 1), (0.24, 0)],
)
def test_canister_takes_a_quarter_for_one_shot_and_half_a_move_for_two(pause: float, shots: int) -> None:
    horse = regiment("C1", "north", at=(50, 28), figures=12, companies=1, moved=220.0)
    play = Played(field(guns(), horse, ties=[charge("C1", "G1", 8.0, pause)]), [2])
    offered = "C1:canister" in play.choices("south").get("G1", ()) if play.asked else False
    play = (play.answer(G1="C1:canister") if offered else play).to_end()
    assert [v["shots"] for v in volleys(play, "G1") if v["what"] == "canister"] == ([shots] if shots else [])


@pytest.mark.clause("NAP-ART-11")
@pytest.mark.parametrize(
    ("march", "moved", "fires"), [("stand", 0.0, True), ("advance", 200.0, False), ("action_move", 400.0, True)]
)
def test_a_gun_that_marched_limbered_fires_after_an_action_move_only(march: str, moved: float, fires: bool) -> None:
    state = field(guns("6", moved=moved), theirs(at=(50, 50)))
    state = went(state, "G1", (0.0, 0.5, march), (0.5, 0.75, "unlimber"), (0.75, 1.0, "stand"))
    play = Played(state, [1] if fires else []).to_end()
    assert bool(volleys(play, "G1")) is fires


@pytest.mark.clause("NAP-ART-16")
@pytest.mark.parametrize("gap", [20.0, 20.1])
def test_the_range_is_measured_from_base_to_base(gap: float) -> None:
    play = Played(field(guns("12"), theirs(at=(50, 20 + gap))), [4])
    play = (play.answer(G1="C1:roundshot") if play.asked else play).to_end()
    (fire,) = volleys(play, "G1")
    (step,) = fire["groups"][0]["steps"]
    assert step["shot"]["far"] == pytest.approx(gap)
    assert step["men"] == t14(4, step["factor"]) == play.men("C1")


@pytest.mark.clause("NAP-CBF-01")
def test_a_battery_that_lost_a_gunner_fires_with_one_figure_fewer() -> None:
    state = field(guns("12"), battery("G2", "north", at=(50, 45), pieces=("6",), crew=4, men=19), move=1)
    play = Played(state, [1, 1]).answer("south", G1="G2:roundshot").answer("north").to_end()
    assert strength(play, "G2") == [4]  # fire is simultaneous
    assert play.state.bases["G2.1"].own.crew == 3
    later = replace(play.state, own=replace(play.state.own, move=2, tracks={}))
    again = Played(later, [1, 1])
    again = again.answer("south", G1="G2:roundshot").answer("north").to_end()
    assert strength(again, "G2") == [3]


# --- the line of fire ------------------------------------------------------------------------------------------------


def along(*more: Made, features: Any = (), weather: Any = "fair", hill: bool = False, figures: int = 24) -> Played:
    """Roundshot at C1 with C2 and C3 behind it."""
    foes = [theirs(f"C{k}", at=(50, y), figures=figures) for k, y in ((1, 45), (2, 60), (3, 75))]
    play = Played(field(guns(), *foes, *more, features=features, weather=weather), [5])
    return play.answer(G1="C1:roundshot").to_end()


@pytest.mark.clause("NAP-LOF-01")
def test_roundshot_goes_on_through_all_except_in_rain() -> None:
    assert all(men_of(along(), "C1", "C2", "C3"))
    first, *behind = men_of(along(weather="rain"), "C1", "C2", "C3")
    assert first > 0
    assert behind == [0, 0]


@pytest.mark.clause("NAP-LOF-03")
def test_the_first_unit_takes_what_it_would_take_alone() -> None:
    alone = Played(field(guns(), theirs("C1", at=(50, 45))), [5]).answer(G1="C1:roundshot").to_end()
    assert men_of(along(), "C1") == men_of(alone, "C1") == (5,)


@pytest.mark.clause("NAP-LOF-02")
@pytest.mark.parametrize(
    ("features", "spared"),
    [
        ((), False),
        ((piece("wall", [(30, 58), (70, 58)]),), True),
        ((piece("wall", [(30, 60), (70, 60)]),), False),  # the second unit touches it
        ((piece("hedge", [(30, 58), (70, 58)]),), False),
        ((box("building", 45, 49, 55, 55, "B"),), True),
        ((box("open_wood", 30, 48, 70, 58),), True),
    ],
)
def test_units_behind_a_wall_a_house_or_a_wood_are_spared(features: Any, spared: bool) -> None:
    play = along(features=features)
    assert play.men("C1") > 0
    assert (play.men("C2") == 0) is spared


@pytest.mark.clause("NAP-COV-05")
@pytest.mark.parametrize(
    ("kind", "depth", "stopped"),
    [("dense_wood", 5.0, True), ("dense_wood", 4.9, False), ("open_wood", 10.0, True), ("open_wood", 9.9, False)],
)
def test_so_much_wood_stops_roundshot(kind: str, depth: float, stopped: bool) -> None:
    play = along(features=[box(kind, 30, 48, 70, 48 + depth)])
    assert (play.men("C2") == 0) is stopped


@pytest.mark.clause("NAP-COV-13")
def test_a_building_stops_roundshot_which_hurts_those_inside() -> None:
    house = box("building", 46, 42, 54, 48, "B")
    state = field(guns(), theirs("C1", at=None, figures=12), theirs("C2", at=(50, 60)), features=[house])
    state = put(state, "C1", (50, 45), 180.0, "garrison", building="B")
    play = Played(state, [5, 6, 6]).answer(G1="C1:roundshot")
    assert men_of(play, "C2") == (0,)
    assert play.men("C1") > 0


# --- screens ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-SCR-02")
@pytest.mark.parametrize(("ahead", "effective"), [(5.0, True), (4.9, False)])
def test_a_screen_is_five_cm_ahead(ahead: float, effective: bool) -> None:
    loose = battalion("L2", "south", (50, 20 + ahead), formation="open", figures=12)
    told = screen.effective(field(ours(), loose), "L2", "L1")
    assert told is not None
    assert told.effective is effective


@pytest.mark.clause("NAP-SCR-03")
@pytest.mark.parametrize(("figures", "effective"), [(9, True), (8, False)])
def test_a_screen_of_touching_bases_covers_the_whole_front(figures: int, effective: bool) -> None:
    """24 figures in two ranks are 18 cm wide, a skirmisher's base 2 cm."""
    loose = battalion("L2", "south", (50, 26), formation="open", figures=figures)
    told = screen.effective(field(ours(), loose), "L2", "L1")
    assert told is not None
    assert told.effective is effective


@pytest.mark.clause("NAP-SCR-05")
def test_roundshot_passes_through_an_effective_screen_and_hurts_both() -> None:
    loose = theirs("C2", at=(50, 40), formation="open", figures=12)
    line = theirs("C1", at=(50, 46))
    play = Played(field(guns(), loose, line), [5]).answer(G1="C1:roundshot").to_end()
    alone = Played(field(guns(), line), [5]).answer(G1="C1:roundshot").to_end()
    assert play.men("C2") > 0
    assert play.men("C1") == alone.men("C1") > 0


@pytest.mark.clause("NAP-SCR-07")
@pytest.mark.parametrize(("aimed", "spared"), [("C1", "C2"), ("C2", "C1")])
def test_a_shell_hurts_the_screen_or_those_behind_but_never_both(aimed: str, spared: str) -> None:
    state = field(
        guns("howitzer", nation="britain"),
        theirs("C2", at=(50, 60), formation="open", figures=12),
        theirs(at=(50, 66)),
    )
    play = Played(state, [6]).answer(G1=f"{aimed}:shell").to_end()
    assert play.men(aimed) > 0
    assert play.men(spared) == 0


@pytest.mark.clause("NAP-R128")
@pytest.mark.parametrize(("weapon", "behind"), [("bow", False), ("musket", True)])
def test_bows_hurt_an_ineffective_screen_alone(weapon: str, behind: bool) -> None:
    near = theirs("C2", at=(50, 26), formation="open", figures=12)  # 3 cm ahead, not the 5 that are needed
    state = field(ours(weapon=weapon, fired=8), near, theirs(at=(50, 29)), move=9)
    play = Played(state, [3]).answer(L1="C1").to_end()
    assert play.men("C2") > 0
    assert (play.men("C1") > 0) is behind


# --- over heads, forts -----------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-OVH-05")
@pytest.mark.parametrize(("kind", "other", "nation"), [("9", "shrapnel", "britain"), ("howitzer", "shell", "france")])
def test_canister_never_goes_over_heads(kind: str, other: Any, nation: Any) -> None:
    state = field(guns(kind), ours(at=(50, 51), facing=0.0), theirs(at=(50, 100)))
    assert cover.may_fire_over(state, "G1.1", "L1", "C1", other, nation)
    assert not cover.may_fire_over(state, "G1.1", "L1", "C1", "canister", nation)
    hill = box("hill", 30, 5, 70, 20.5)
    high = field(guns(kind), ours(at=(50, 27), facing=0.0), theirs(at=(50, 100)), features=[hill])
    assert cover.may_fire_over(high, "G1.1", "L1", "C1", "roundshot", nation)
    assert not cover.may_fire_over(high, "G1.1", "L1", "C1", "canister", nation)


@pytest.mark.clause("NAP-R58")
@pytest.mark.parametrize(("wide", "men"), [(0.0, False), (59.9, False), (60.0, True)])
def test_a_fortification_spares_those_inside_until_half_their_width_is_breached(wide: float, men: bool) -> None:
    breaches = (Breach((500.0, 280.0), wide),) if wide else ()
    fort = box("fortification", 40, 28, 60, 40, "B", breaches=breaches)
    state = field(ours(figures=12, fired=8), theirs(at=None, figures=12), features=[fort], move=9)
    state = put(state, "C1", (50, 30), 180.0, "garrison", building="B")
    play = Played(state, [3] if men else []).to_end()
    assert (play.men("C1") > 0) is men
    bare = put(field(ours(figures=12, fired=8), theirs(figures=12), move=9), "C1", (50, 30), 180.0, "line")
    assert Played(bare, [3]).to_end().men("C1") > 0


@pytest.mark.clause("NAP-R58")
def test_a_whole_fortification_is_breached_as_hard_cover() -> None:
    """A 12-pounder at 20 cm hurts nobody inside; its roundshot opens 1 mm for each casualty in the open."""
    fort = box("fortification", 40, 40, 60, 50, "B")
    state = field(guns("12"), theirs(at=None, figures=12), features=[fort])
    state = put(state, "C1", (50, 45), 180.0, "garrison", building="B")
    play = Played(state, [4])
    assert {aim.split(":")[1] for aim in play.choices("south")["G1"]} <= {"roundshot"} if play.asked else True
    play.to_end()
    (told,) = [e.data for e in play.events if e.type == "breached"]
    assert told["width"] == t14(4, 17)
    assert play.men("C1") == 0
    foot = Played(
        put(field(ours(at=(50, 30)), theirs(at=None), features=[fort]), "C1", (50, 45), 180.0, "garrison", building="B")
    )
    assert volleys(foot.to_end()) == []


@pytest.mark.clause("NAP-RGN-01")
def test_a_general_of_an_army_is_twenty_men() -> None:
    _, bases = rows.new_unit(Row(code="G", name="G", kind="chief"), None, "south", "G")
    assert [b.own.men for b in bases] == [20]


# --- buildings on fire -----------------------------------------------------------------------------------------------


def burning(*made: Made, lit: int = 1, move: int = 2, fires: int = 1, wild: bool = False) -> State:
    """A house with so many fires and garrisons in it."""
    house = box("building", 40, 40, 60, 60, "B", fires=(Fire(lit, wild),) * fires)
    state = field(*made, features=[house], move=move)
    for m in made:
        if m.at is None:
            state = put(state, m.unit.id, (50, 50), 0.0, "garrison", building="B")
    return state


def after(state: State) -> tuple[tuple[Fire, ...], list[str]]:
    """The fires at the end of the move, and the bodies that perished."""
    played = Played(state, (), "nap.fires", WorksData(())).to_end().state
    own: PieceOwn = played.features["B"].own
    return own.fires, [g.body for g in played.own.gone]


@pytest.mark.clause("NAP-FIR-03")
@pytest.mark.parametrize(
    ("move", "wild", "burns"), [(2, False, False), (3, False, False), (4, True, True), (40, True, True)]
)
def test_a_fire_is_put_out_in_the_two_moves_after_it_was_lit_or_burns_on(move: int, wild: bool, burns: bool) -> None:
    state = burning(ours(at=None, figures=8, weapon=""), move=move, wild=wild)
    assert bool(after(state)[0]) is burns


@pytest.mark.clause("NAP-FIR-04")
@pytest.mark.parametrize(("figures", "fires", "left"), [(3, 1, 1), (4, 1, 0), (7, 2, 1), (8, 2, 0), (8, 3, 1)])
def test_four_figures_put_out_one_fire(figures: int, fires: int, left: int) -> None:
    assert len(after(burning(ours(at=None, figures=figures, weapon=""), fires=fires))[0]) == left


@pytest.mark.clause("NAP-FIR-04")
@pytest.mark.parametrize("busy", ["moved", "fired", "fought"])
def test_troops_that_moved_fired_or_fought_put_out_no_fire(busy: str) -> None:
    state = burning(ours(at=None, figures=8, weapon=""), theirs(at=(50, 61)))
    if busy == "moved":
        state = went(state, "L1", (0.0, 0.2, "enter"))
    elif busy == "fired":
        state = given(state, "L1", fired=2)
    else:
        fight = Tie("melee:C1:L1", "melee", "C1", "L1", MeleeOwn(rounds=1))
        state = replace(state, ties={fight.id: fight})
    assert len(after(state)[0]) == 1


@pytest.mark.clause("NAP-FIR-05")
@pytest.mark.parametrize(("move", "wild", "perished"), [(3, False, []), (4, True, ["G1", "L1"])])
def test_a_fire_out_of_control_destroys_those_still_inside(move: int, wild: bool, perished: list[str]) -> None:
    inside = (ours(at=None, figures=3, weapon=""), battery("G1", "south", at=None, pieces=("6",)))
    assert sorted(after(burning(*inside, theirs(at=(50, 61)), move=move, wild=wild))[1]) == perished


@pytest.mark.clause("NAP-R119")
@pytest.mark.parametrize(
    ("move", "wild", "fires", "perished"),
    [
        (5, False, (Fire(5),), []),  # the move in which it was lit
        (6, False, (Fire(5),), []),
        (7, False, (Fire(5, True),), []),
        (8, True, (Fire(5, True),), ["L1"]),
    ],
)
def test_a_fire_runs_wild_at_the_end_of_the_second_move_and_kills_in_the_third(
    move: int, wild: bool, fires: tuple[Fire, ...], perished: list[str]
) -> None:
    few = ours(at=None, figures=3, weapon="")
    assert after(burning(few, lit=5, move=move, wild=wild)) == (fires, perished)


@pytest.mark.clause("NAP-R119")
def test_a_fire_cannot_be_put_out_in_the_move_in_which_it_was_lit() -> None:
    many = ours(at=None, figures=12, weapon="")
    assert after(burning(many, lit=5, move=5))[0] == (Fire(5),)
    assert after(burning(many, lit=5, move=6))[0] == after(burning(many, lit=5, move=7))[0] == ()


# --- marches of guns -------------------------------------------------------------------------------------------------


def marched(battery_: Made, *line: dict[str, Any]) -> Played:
    """A battery that carries out its orders and then fires."""
    state = passed(field(battery_, theirs(at=(50, 80))), G1=list(line))
    play = Played(state, [1, 1])
    while play.asked:
        play.answer()
    return play


@pytest.mark.clause("NAP-ART-09")
@pytest.mark.parametrize(
    ("kind", "formation", "way", "shots"),
    [
        ("i", "limbered", 18.75, 0),
        ("ii", "limbered", 12.5, 1),
        ("iii", "deployed", 12.5, 0),
        ("iv", "deployed", 6.25, 1),
    ],
)
def test_the_four_action_moves_at_double_speed(kind: str, formation: Any, way: float, shots: int) -> None:
    """A 6-pounder with six horses marches 12.5 cm a move limbered, 25 at the double."""
    play = marched(guns("6", formation=formation), {"verb": "action_move", "kind": kind})
    assert play.of("G1").stance.formation == "deployed"
    assert play.of("G1").march.moved == pytest.approx(10.0 * way)
    assert [v["shots"] for v in volleys(play, "G1")] == [1] * shots


@pytest.mark.clause("NAP-ART-15")
@pytest.mark.parametrize(("way", "fires"), [(75.0, True), (76.0, False)])
def test_rockets_that_march_half_a_move_fire(way: float, fires: bool) -> None:
    rockets = battery("G1", "south", at=(50, 20), pieces=("rocket",), arm="rockets", formation="limbered")
    play = marched(rockets, {"verb": "advance", "distance": way}, {"verb": "unlimber"})
    assert bool(volleys(play, "G1")) is fires
