"""Contact, impact, rounds and reactions played with fixed dice: worked examples and the small print."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine import command as cmd
from game.engine.decision import OptionAnswer, Reply
from game.engine.state import State, Tie
from rulesets.napoleonic_wars.clock import moments
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.melee import outcome
from rulesets.napoleonic_wars.melee.odds import odds
from rulesets.napoleonic_wars.melee.reaction import Verdict, open_to
from rulesets.napoleonic_wars.own import Factor, Leg, Track
from tests.rules.napoleonic_wars.melee_play import FRAMES, Fought, charge, melee, tie
from tests.rules.napoleonic_wars.table import at_cm, battalion, battery, box, field, general, of, piece, put, regiment


def horse_on_foot() -> State:
    """Example 7 after its fire: nine horse of twelve have struck 24 foot in line, shaken by what they lost."""
    horse = regiment(
        "S1", "south", at=(50, 50), figures=9, companies=3, charged=1, fresh=(Factor("B", 2, "NAP-DIS-21"),)
    )
    foot = battalion("N1", "north", at=(50, 50), loaded=False)
    help_ = [battalion(f"N{k}", "north", at=(20.0 + 30 * k, 65), facing=180) for k in (2, 0)]
    return field(horse, foot, *help_, ties=[charge("S1", "N1")])


@pytest.mark.clause("NAP-IMP-03", "NAP-IMP-17", "NAP-MEL-05", "NAP-MEL-07", "NAP-MEL-18", "NAP-MEL-19", "NAP-MEL-23")
@pytest.mark.clause("NAP-MRE-02", "NAP-MRE-03", "NAP-MRE-17", "NAP-MRE-18", "NAP-MRE-20", "NAP-MRE-21", "NAP-IMP-10")
def test_the_worked_example_of_horse_on_foot() -> None:
    game = Fought(horse_on_foot(), 4, 3)
    state = game.end()
    assert [d["score"] for d in game.told("impact")] == [3]
    assert [d["what"] for d in game.told("impact")] == ["impetus"]
    assert game.strikes() == {"S1": (9, 28, 30), "N1": (14, 23, 20)}
    assert game.score() == [-1]
    kept = tie(state, "N1", "S1")
    assert kept is not None
    assert (kept.rounds, kept.won, kept.impetus, kept.dealt) == (1, {"S1": 1}, (), {"N1": 20, "S1": 30})
    assert (of(state, "N1").strength.lost, of(state, "N1").strength.men) == (1, 10)
    assert (of(state, "S1").strength.lost, of(state, "S1").strength.men) == (1, 0)
    assert of(state, "N1").nerve.result == of(state, "S1").nerve.result == ""


def two(*dice: int, ties: tuple[Tie, ...] = (), frames: tuple[str, ...] = FRAMES, **more: Any) -> Fought:
    """Foot of 24 against foot of 24 in lines along each other, nobody loaded; ``a_`` and ``b_`` of one of them."""
    one: dict[str, Any] = {"at": (50, 50), "loaded": False} | {k[2:]: v for k, v in more.items() if k.startswith("a_")}
    other: dict[str, Any] = {"at": (50, 50), "loaded": False} | {
        k[2:]: v for k, v in more.items() if k.startswith("b_")
    }
    rest = {k: v for k, v in more.items() if k[:2] not in ("a_", "b_")}
    here = field(battalion("S1", "south", **one), battalion("N1", "north", **other), ties=ties, **rest)
    return Fought(here, *dice, frames=frames)


ON = (melee("S1", "N1", fought={"S1": (), "N1": ()}),)


@pytest.mark.clause("NAP-ASQ-07", "NAP-MEL-22", "NAP-MEL-20", "NAP-R108", "NAP-S61", "NAP-MRE-01", "NAP-MEL-02")
def test_who_attacks_counts_as_following_up_and_loaded_muskets_count_once() -> None:
    attack = charge("S1", "N1", "attack", answer="")
    game = two(5, 2, ties=(attack,), b_loaded=True)
    state = game.end()
    # 24 in contact on either side: 20 + 1 follow up + 5; 20 + 1 loaded + 2
    assert game.strikes() == {"S1": (24, 26, 57), "N1": (24, 23, 34)}
    assert [d["figures"] for d in game.told("strikes")] == [24, 24]
    struck = [e.sums[0].rows[-1] for e in game.events if e.type == "strikes"]
    assert [(text.key, n) for text, n, _ in struck] == [("read in table 14, which is reconstructed", 0)] * 2
    assert game.told("impact") == []
    found = tie(state, "S1", "N1")
    assert found is None or found.following in ("", "S1")
    later = two(2, 2, ties=ON, b_loaded=True)
    later.end()
    assert later.strikes() == {"S1": (24, 22, 29), "N1": (24, 22, 29)}
    assert later.told("melee_reaction") == []


@pytest.mark.clause("NAP-MRE-05", "NAP-MRE-10", "NAP-MRE-25", "NAP-R129", "NAP-DIS-25", "NAP-DIS-26", "NAP-MRE-26")
def test_who_suffers_twice_as_much_and_a_casualty_a_figure_routs_without_a_test() -> None:
    game = two(5, 2, ties=(charge("S1", "N1", "attack"),), b_carried=3)
    state = game.end()
    # 26: 57; 20 - 3 + 2 = 19: 17; 57 >= 2 * 17 and 57 >= 24
    assert game.strikes()["N1"] == (24, 19, 17)
    assert (of(state, "N1").nerve.result, of(state, "N1").nerve.from_whom, of(state, "S1").nerve.result) == (
        "rout",
        "S1",
        "pursue",
    )
    assert [(f.table, f.n) for f in of(state, "N1").nerve.fresh] == [("F", 2), ("G", 2)]
    assert [(f.table, f.n) for f in of(state, "S1").nerve.fresh] == [("F", 2), ("G", 1)]
    assert [(g.body, g.what) for g in state.own.gone] == [("N1", "rout")]
    assert [t.kind for t in state.ties.values()] == ["attack", "pursuit"]


@pytest.mark.clause("NAP-MRE-07", "NAP-R83")
@pytest.mark.parametrize(("carried", "result"), [(6, "surrendered"), (5, "rout")])
def test_routers_with_six_factors_more_surrender(carried: int, result: str) -> None:
    game = two(5, 2, ties=(charge("S1", "N1", "attack"),), b_carried=carried)
    state = game.end()
    assert of(state, "N1").nerve.result == result
    assert of(state, "N1").captivity.captors == ("S1" if result == "surrendered" else "")
    assert of(state, "S1").nerve.result == ("" if result == "surrendered" else "pursue")


@pytest.mark.clause("NAP-MRE-16", "NAP-S69", "NAP-R167", "NAP-PUR-02")
def test_a_pursuer_strikes_once_without_reply_with_those_who_fought() -> None:
    fought = tuple(f"S1.{k}" for k in range(1, 11))
    tie_ = melee("S1", "N1", "pursuit", following="S1", fought={"S1": fought, "N1": ("N1.1", "N1.2", "N1.3", "N1.4")})
    game = two(3, ties=(tie_,), b_at=(50, 70), b_result="rout", a_result="pursue")
    state = game.end()
    # 20 + 1 following up + 3
    assert game.strikes() == {"S1": (10, 24, 17)}
    assert state.ties == {}
    assert of(state, "N1").nerve.fresh == of(state, "S1").nerve.fresh == ()


@pytest.mark.clause("NAP-FLK-05", "NAP-EVD-10", "NAP-R167")
def test_an_evader_who_is_caught_routs_and_is_cut_down() -> None:
    game = two(3, ties=(charge("S1", "N1", answer="evade"),), b_formation="open", b_figures=8, a_figures=6)
    state = game.end()
    assert (of(state, "N1").nerve.result, of(state, "S1").nerve.result) == ("rout", "pursue")
    assert list(game.strikes()) == ["S1"]
    assert game.told("impact") == []


@pytest.mark.clause("NAP-DIS-22", "NAP-FLK-03", "NAP-R130", "NAP-R29")
@pytest.mark.parametrize(("sector", "doubled", "n"), [("front", 0, 0), ("flank", 0, 4), ("rear", 0, 6), ("rear", 2, 0)])
def test_an_effective_flank_or_rear_charge_disorders_on_contact(sector: Any, doubled: int, n: int) -> None:
    told = charge("S1", "N1", sector_home=sector)
    state = two(ties=(told,), a_doubled=doubled, move=3, frames=("nap.contact",)).end()
    assert sum(f.n for f in of(state, "N1").nerve.fresh) == n
    assert "contacted" in of(state, "N1").march.did
    assert "contacted" in of(state, "S1").march.did


@pytest.mark.clause("NAP-DIS-22", "NAP-R125", "NAP-IMP-14", "NAP-R29")
def test_prone_forming_and_doubling_count_the_worst_star_and_the_double() -> None:
    told = charge("S1", "N1", sector_home="flank", pause=0.5)
    state = two(ties=(told,), b_prone=True, b_did=("double",), frames=("nap.contact",)).end()
    assert sorted(f.n for f in of(state, "N1").nerve.fresh) == [3, 4]


@pytest.mark.clause("NAP-IMP-14", "NAP-SPM-06")
def test_prone_troops_that_are_caught_down_stand_to_fight() -> None:
    state = two(ties=(charge("S1", "N1", pause=0.5),), b_prone=True, frames=("nap.contact",)).end()
    assert sum(f.n for f in of(state, "N1").nerve.fresh) == 4
    assert not of(state, "N1").stance.prone


def on_foot(*dice: int, **more: Any) -> Fought:
    """Heavy horse charges foot in line that is shaken enough to be broken through."""
    horse = regiment("S1", "south", at=(50, 50), figures=8, companies=2, **more.pop("horse", {}))
    foot = battalion("N1", "north", at=(50, 50), loaded=False, **{"carried": 4} | more.pop("foot", {}))
    return Fought(field(horse, foot, ties=[charge("S1", "N1", **more.pop("charge", {}))], **more), *dice)


@pytest.mark.clause("NAP-IMP-07", "NAP-IMP-08", "NAP-MEL-13", "NAP-R107", "NAP-DIS-23", "NAP-S68")
def test_a_formation_that_is_broken_through_has_four_factors_and_counts_its_first_contact() -> None:
    leg = Leg(0.0, 0.5, ((500.0, 300.0, 0.0),), ((500.0, 480.0, 0.0),), what="charge")
    game = on_foot(3, 3, tracks={"S1": Track(("S1.1",), (leg,))})
    state = game.end()
    assert [d["what"] for d in game.told("impact")] == ["through"]
    (told,) = game.told("breaks_through")
    # heavy horse charges 40 cm: half a move is left
    assert told["far"] == 200.0
    assert at_cm(state, "S1") == (50.0, 70.0)
    assert ("D", 4) in [(f.table, f.n) for f in of(state, "N1").nerve.fresh]
    assert game.strikes()["S1"][0] == 8
    # eight figures of 10 mm along foot of 7.5 mm: 12 of them, no overlaps
    assert game.strikes()["N1"][0] == 12


@pytest.mark.clause("NAP-IMP-11", "NAP-CTC-07")
def test_no_impetus_after_a_double_move() -> None:
    game = on_foot(3, 3, foot={"carried": 0}, horse={"doubled": 2}, move=3)
    game.end()
    assert [d["what"] for d in game.told("impact")] == ["none"]
    assert game.strikes()["S1"][1] == 25


@pytest.mark.clause("NAP-IMP-02", "NAP-RSP-03", "NAP-SIM-01")
def test_who_counter_charges_has_an_impact_of_his_own() -> None:
    one = regiment("S1", "south", at=(50, 50), figures=8, companies=2)
    other = regiment("N1", "north", at=(50, 50), figures=8, companies=2)
    game = Fought(field(one, other, ties=[charge("S1", "N1", answer="counter_charge")]), 3, 3)
    state = game.end()
    assert [d["what"] for d in game.told("impact")] == ["impetus", "impetus"]
    # both are attackers: the lower id rolls first, both have impetus
    assert game.strikes() == {"S1": (8, 29, 32), "N1": (8, 29, 32)}
    kept = tie(state, "S1", "N1")
    assert kept is not None
    assert kept.attacker == ""


@pytest.mark.clause("NAP-MRE-08", "NAP-MRE-24", "NAP-R134", "NAP-R129")
def test_a_body_may_break_off_of_its_own_will_and_the_enemy_may_follow() -> None:
    game = two(2, 2, ties=ON)
    assert {d.side for d in game.session.waiting} == {"south", "north"}
    answer(game, "south", "S1", "break_off")
    answer(game, "north", "N1", "fight_on")
    assert game.asked.side == "north"
    answer(game, "north", "N1", "follow_up")
    state = game.end()
    assert (of(state, "S1").nerve.result, of(state, "N1").nerve.result) == ("break_off", "follow_up")
    kept = tie(state, "S1", "N1")
    assert kept is not None
    assert kept.following == "N1"
    assert of(state, "S1").nerve.fresh == ()
    game = two(2, 2, ties=ON)
    answer(game, "south", "S1", "break_off")
    answer(game, "north", "N1", "fight_on")
    answer(game, "north", "N1", "stay")
    state = game.end()
    assert tie(state, "S1", "N1") is None
    assert [(f.table, f.n) for f in (*of(state, "S1").nerve.fresh, *of(state, "N1").nerve.fresh)] == [
        ("F", 2),
        ("F", 2),
    ]


@pytest.mark.clause("NAP-MRE-08", "NAP-MRE-13")
def test_where_both_break_off_nobody_follows() -> None:
    game = two(2, 2, ties=ON)
    answer(game, "south", "S1", "break_off")
    answer(game, "north", "N1", "break_off")
    state = game.end()
    assert [(of(state, b).nerve.result, of(state, b).nerve.from_whom) for b in ("S1", "N1")] == [
        ("break_off", "N1"),
        ("break_off", "S1"),
    ]
    assert tie(state, "S1", "N1") is None


@pytest.mark.clause("NAP-MRE-20", "NAP-MRE-10")
@pytest.mark.parametrize(("far", "near"), [(4.5, True), (5.0, True), (5.1, False)])
def test_a_general_within_five_centimetres_counts_in_the_melee(far: float, near: bool) -> None:
    state = field(
        battalion("S1", "south", at=(50, 50), loaded=False),
        battalion("N1", "north", at=(50, 50), loaded=False),
        general("G", "south", at=(50, 30), chief=True),
        ties=ON,
    )
    low, south = board_of(state).outline("S1").bounds[1], board_of(state).outline("G").bounds[3]
    state = put(state, "G", (50, 30 + (low - south) / 10.0 - far), 0.0, "single")
    rows = {text.key for text, *_ in outcome.mood(moments.end(state), "S1", ON[0], won=False)}
    assert ("general within 5 cm" in rows) is near
    assert outcome.must_pursue(state, "S1") != near


def answer(game: Fought, side: str, body: str, what: str) -> None:
    """Answer what a side is asked."""
    decision = next(d for d in game.session.waiting if d.side == side)
    reply = Reply(OptionAnswer({body: what}))
    got = game.session.submit(cmd.Answering(decision.id, side, reply))
    assert not isinstance(got, cmd.Refusal), got.text


@pytest.mark.clause("NAP-DIS-24", "NAP-R129")
def test_lancers_tire_from_the_second_round_on_before_they_strike() -> None:
    lancers: dict[str, Any] = {"sub": {"lance": True}, "light": True}
    one = regiment("S1", "south", at=(50, 50), figures=8, companies=2, **lancers)
    other = battalion("N1", "north", at=(50, 50), loaded=False)
    game = Fought(field(one, other, ties=[melee("S1", "N1")]), 3, 3)
    game.end()
    assert game.strikes()["S1"][1] == 21 - 1 + 3


@pytest.mark.clause("NAP-CAM-08", "NAP-CAM-09")
def test_horse_among_camels_is_disordered_and_camels_fight_as_native_horse() -> None:
    camels: dict[str, Any] = {"sub": {"kind": "camel", "melee": True}, "regular": False, "light": True}
    one = regiment("S1", "south", at=(50, 50), figures=8, companies=2, **camels)
    other = regiment("N1", "north", at=(50, 50), figures=8, companies=2)
    game = Fought(field(one, other, ties=[charge("S1", "N1")]), 6, 3)
    state = game.end()
    assert game.strikes()["S1"][1] == 21 + 3 + 6
    assert game.strikes()["N1"][1] == 22 - 1 + 3
    assert ("E", 1, "NAP-CAM-08") in [(f.table, f.n, f.clause) for f in of(state, "N1").nerve.fresh]


@pytest.mark.clause("NAP-MEL-23", "NAP-MRE-18", "NAP-MRE-05")
def test_the_odds_of_a_round_are_those_of_its_dice() -> None:
    here = two(ties=ON, frames=()).end()
    (one,) = here.ties.values()
    found = odds(here, one)
    # 24 figures at 22, 23, 24, 25: faces 2, 3, 3, 4, 4, 5
    assert [(n, round(p, 4)) for n, p in found.dealt["S1"].items()] == [
        (29, 0.1667),
        (34, 0.3333),
        (40, 0.3333),
        (48, 0.1667),
    ]
    assert sum(found.does["S1"].values()) == pytest.approx(1.0)
    # one of six faces each: 57 is never reached, so nobody routs without a test
    assert found.chance("S1", "rout") == found.chance("N1", "rout") == 0.0
    assert found.chance("S1", "break_off") == pytest.approx(found.chance("N1", "break_off"))
    assert found.chance("S1", "break_off") > 0.3


@pytest.mark.clause("NAP-MRE-19", "NAP-MRE-09", "NAP-R91", "NAP-MRE-22")
def test_by_agreement_dice_are_added_and_the_winner_may_follow() -> None:
    here = horse_on_foot()
    here = replace(here, options={"melee_dice": True})
    game = Fought(here, 4, 3, 4, 4, 3, 3)
    # -1 as it stands, 8 less 6 of the dice: +1, the foot breaks off
    assert game.score() == [1]
    assert game.asked.side == "south"
    assert game.asked.args["courses"] == {"S1": ("follow_up", "stay")}
    answer(game, "south", "S1", "stay")
    state = game.end()
    leavers = [u for u in state.units if of(state, u).nerve.result == "break_off"]
    assert len(leavers) == 1
    assert tie(state, leavers[0], "S1") is None


@pytest.mark.clause("NAP-UNC-01", "NAP-R99", "NAP-MRE-19")
def test_two_fives_of_the_agreed_dice_carry_away_who_fights_on() -> None:
    here = replace(horse_on_foot(), options={"melee_dice": True})
    state = Fought(here, 4, 3, 5, 5, 5, 5).end()
    assert of(state, "S1").nerve.uncontrolled
    assert of(state, "N1").nerve.uncontrolled


@pytest.mark.clause("NAP-MEL-09", "NAP-MEL-20", "NAP-MRE-06", "NAP-MEL-05")
def test_the_whole_crew_of_a_gun_that_is_touched_fights() -> None:
    guns = battery("N1", "north", at=(50, 50), pieces=("6",))
    here = field(battalion("S1", "south", at=(50, 50), loaded=False), guns, ties=[charge("S1", "N1", "attack")])
    game = Fought(here, 3, 3)
    game.end()
    # a crew of four, class B: 20 + 1 - 4 + 1 loaded + 3
    assert game.strikes()["N1"][0] == 4
    assert game.strikes()["S1"][0] <= 12


# --- what the questions tell of the dice -----------------------------------------------------------------------------


def told_of(game: Fought, side: str, **answer: str) -> dict[str, Any]:
    """The rows of the forecast of an answer, by their words and units."""
    decision = next(d for d in game.session.waiting if d.side == side)
    found = game.session.forecast(decision, Reply(OptionAnswer(answer)))
    return (
        {row.label.key.format(**{k: v.id for k, v in row.label.args.items()}): row for row in found.rows}
        if found
        else {}
    )


@pytest.mark.clause("NAP-MEL-23", "NAP-MRE-08", "NAP-MRE-16")
def test_who_thinks_of_breaking_off_is_told_of_the_next_round() -> None:
    game = two(2, 2, ties=ON)
    found = told_of(game, "south", S1="fight_on")
    # a figure is lost on each side: 23 at 22, 23, 24, 25, by faces 2, 3, 3, 4, 4, 5
    assert found["S1 on N1: casualties in men"].spread == pytest.approx({27: 1 / 6, 33: 1 / 3, 39: 1 / 3, 46: 1 / 6})
    # ten of the 36 pairs are draws; who loses breaks off
    assert found["S1: break-off"].chance == found["N1: break-off"].chance == pytest.approx(13 / 36, abs=1e-4)
    assert "S1: rout" not in found
    assert told_of(game, "south", S1="break_off") == {}
    answer(game, "south", "S1", "break_off")
    answer(game, "north", "N1", "fight_on")
    follows = told_of(game, "north", N1="follow_up")
    # one more for following up
    assert follows["N1 on S1: casualties in men"].spread == pytest.approx({33: 1 / 6, 39: 1 / 3, 46: 1 / 3, 55: 1 / 6})
    assert told_of(game, "north", N1="stay") == {}


@pytest.mark.clause("NAP-MRE-10", "NAP-MRE-16", "NAP-MEL-22")
def test_who_may_pursue_is_told_of_his_blow() -> None:
    near = general("G", "south", at=(50, 47), chief=True)
    line = battalion("S1", "south", at=(50, 50), loaded=False)
    foe = battalion("N1", "north", at=(50, 50), loaded=False, carried=3)
    game = Fought(field(line, foe, near, ties=[charge("S1", "N1", "attack")]), 5, 2, 2, 2, 2)
    assert game.asked.args["courses"] == {"S1": ("pursue", "stay")}
    found = told_of(game, "south", S1="pursue")
    assert list(found) == ["S1 on N1: casualties in men"]
    # nobody of S1 has fallen: 24 at 21 and the die
    assert found["S1 on N1: casualties in men"].spread == pytest.approx({34: 1 / 6, 40: 1 / 3, 48: 1 / 3, 57: 1 / 6})


@pytest.mark.clause("NAP-MRE-19")
def test_dice_that_are_agreed_on_are_in_the_odds() -> None:
    here = two(ties=ON, frames=()).end()
    (one,) = here.ties.values()
    plain, dice = odds(here, one), odds(replace(here, options={"melee_dice": True}), one)
    assert plain.chance("N1", "rout") == 0.0
    # a round won by one casualty a figure more is 1 less 1, or 2 less 1, and 6 or more of the dice
    assert 0.0 < dice.chance("N1", "rout") == pytest.approx(dice.chance("S1", "rout"))
    assert sum(dice.does["S1"].values()) == pytest.approx(1.0)


@pytest.mark.clause("NAP-DBL-05", "NAP-IMP-11", "NAP-DIS-22")
def test_who_comes_into_contact_at_the_double_has_no_impetus() -> None:
    for did, what in ((("double",), "none"), ((), "through")):
        game = on_foot(3, 3, foot={"carried": 0}, horse={"did": did})
        game.end()
        assert [d["what"] for d in game.told("impact")] == [what]


@pytest.mark.clause("NAP-R81", "NAP-MRE-03", "NAP-MRE-17")
@pytest.mark.parametrize(
    ("suffered", "dealt", "end", "score"),
    [(23, 20, "light", 0), (24, 20, "test", 1), (47, 30, "test", 1), (48, 30, "test", 2)],
)
def test_whole_casualties_a_figure_of_who_fought_count(suffered: int, dealt: int, end: str, score: int) -> None:
    # 24 figures when the round began, though fewer are left; what was carried before counts for nothing
    kept = melee("S1", "N1", rounds=2, dealt={"S1": suffered, "N1": dealt}, figures={"S1": 24, "N1": 24}, struck=1)
    here = two(ties=(kept,), frames=(), b_figures=22, b_began=24, b_men=15).end()
    told = outcome.outcome(here, kept)
    assert (told.end, told.loser) == (end, "N1")
    rows = {text.key: n for text, n, _ in outcome.mood(moments.end(here), "S1", kept, won=True)}
    assert rows.get("casualties a figure inflicted", 0) == score


@pytest.mark.clause("NAP-R121", "NAP-MRE-21", "NAP-MRE-22")
@pytest.mark.parametrize(
    ("where", "courses"),
    [("open", None), ("ditch", ("stay", "follow_up")), ("wood", "stay")],
)
def test_a_loser_follows_up_unless_he_is_in_cover_and_need_not_from_behind_an_obstacle(
    where: str, courses: tuple[str, str] | str | None
) -> None:
    land = {"ditch": [piece("ditch", [(20, 50), (80, 50)])], "wood": [box("open_wood", 20, 40, 80, 60)]}.get(where, [])
    kept = melee("S1", "N1", dealt={"S1": 34, "N1": 25}, figures={"S1": 24, "N1": 24}, struck=1)
    # the winner has nine factors: -8 and less
    here = two(ties=(kept,), frames=(), a_carried=10, features=land).end()
    told = outcome.outcome(here, kept)
    result, loser, winner = outcome.read(here, kept, told)
    assert (result <= -8, winner) == (True, "break_off")
    verdict = Verdict("melee:S1:N1", "N1", "S1", loser, winner)
    if where == "wood":
        assert loser == courses
    else:
        assert loser == "follow_up"
        assert open_to(here, (verdict,)).get("N1") == courses


@pytest.mark.clause("NAP-MRE-07", "NAP-R83", "NAP-DIS-03")
@pytest.mark.parametrize(("winner", "gives_up"), [(2, True), (3, False), (1, True)])
def test_example_ten_who_surrenders_instead(winner: int, gives_up: bool) -> None:
    # seven factors of class C; the winner's class B counts one less
    here = two(a_carried=winner, a_cls="B", b_carried=7, frames=()).end()
    assert outcome.surrenders(here, "N1", "S1") is gives_up


@pytest.mark.clause("NAP-R91", "NAP-MRE-22")
@pytest.mark.parametrize(("formation", "may"), [("line", True), ("square", False), ("double_square", False)])
def test_a_square_does_not_follow_up(formation: Any, may: bool) -> None:
    state = field(battalion("L1", "south", formation=formation, figures=48), regiment("E1", "north", at=(50, 80)))
    assert outcome.may_follow(state, "L1") is may


@pytest.mark.clause("NAP-ORG-10", "NAP-MRE-03", "NAP-R81")
def test_the_crews_of_deployed_guns_are_counted_without_their_drivers() -> None:
    """19 casualties on 8 gunners are two a figure, though six drivers stand behind them."""
    horse = regiment("S1", "south", at=(50, 50), figures=12, companies=6, light=True, charged=1)
    guns = battery("N1", "north", at=(50, 50), pieces=("6", "6"), loaded=False)
    game = Fought(field(horse, guns, ties=[charge("S1", "N1")]), 2, 5)
    game.to_end()
    assert game.strikes() == {"S1": (8, 26, 19), "N1": (8, 22, 10)}
    assert game.score() == [4]  # 2 + 2 (won) + 2 (charged) less 1 + 1 (class B)


@pytest.mark.clause("NAP-RGN-03", "NAP-R85")
@pytest.mark.parametrize(("at", "dice", "men"), [((50, 46), (), 20), ((55.5, 52), (3, 3, 3), 18)])
def test_a_general_takes_part_in_a_melee_where_he_touches_the_enemy(
    at: tuple[float, float], dice: tuple[int, ...], men: int
) -> None:
    """Of 24 casualties he takes a fifteenth, with the 14 who fight beside him: the 24 of the sub-group do not all."""
    mine = battalion("S1", "south", at=(50, 50), figures=24, companies=1, loaded=False)
    state = field(
        mine,
        general("G1", "south", at=at),
        battalion("N1", "north", at=(50, 50), figures=12, companies=1, loaded=False),
        ties=[melee("S1", "N1")],
    )
    game = Fought(state, 4, 5, *dice)
    game.to_end()
    assert game.state.bases["G1.1"].own.men == men


@pytest.mark.clause("NAP-ASQ-07", "NAP-MEL-22")
def test_two_who_attack_each_other_both_count_as_following_up() -> None:
    both = (charge("S1", "N1", "attack", answer=""), charge("N1", "S1", "attack", answer=""))
    game = two(3, 3, ties=both)
    game.end()
    assert game.strikes() == {"S1": (24, 24, 40), "N1": (24, 24, 40)}


@pytest.mark.clause("NAP-R87", "NAP-R161")
def test_figures_that_fall_in_melee_are_counted_apart() -> None:
    state = two(5, 2, ties=ON, b_lost_now=1).end()
    told = of(state, "N1").strength
    assert (told.lost_now, told.struck_now) == (3, 2)  # 20 + 5: T14(24, 25) is 48


@pytest.mark.clause("NAP-S61")
def test_as_many_figures_roll_by_the_lower_id_whoever_the_tie_names_first() -> None:
    here = (battalion("S1", "south", at=(50, 50)), battalion("N1", "north", at=(50, 50)))
    game = Fought(field(*here, ties=[melee("N1", "S1")], move=2), 5, 2, frames=("nap.melee",))
    assert {u: factor for u, (_, factor, _) in game.strikes().items()} == {"S1": 25, "N1": 22}
