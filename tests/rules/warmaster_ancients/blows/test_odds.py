"""Forecasts: exact chances beside an independent oracle, and beside many rounds really played."""

from __future__ import annotations

from typing import Any

import icepool
import pytest
from msgspec.structs import replace

from game.engine import command as cmd
from game.engine.decision import OptionAnswer, PickAnswer, Reply
from game.engine.dice import SeededDice
from game.engine.session import Session
from game.engine.state import Luck, State
from rulesets.warmaster_ancients import RULESET
from rulesets.warmaster_ancients.charge.charging import placed, reaction_aims
from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.fight import odds
from rulesets.warmaster_ancients.shoot import volley as shot_odds
from tests.rules.warmaster_ancients.blows_play import advance_charge, begin, faces, run, shoot_at
from tests.rules.warmaster_ancients.flow_play import Play, plain
from tests.rules.warmaster_ancients.table import feature, table, unit


def front(a: str = "LEG-1", b: str = "LIB-1", **about: Any) -> State:
    return table(
        unit(a, "south", at=(90, 59), facing="N", **about.pop("own", {})),
        unit(b, "north", at=(90, 61), facing="S", **about.pop("foe", {})),
        *about.pop("more", ()),
        phase="melee",
        active="south",
        **about,
    )


def through(need: int, armour: int | None) -> Any:
    hit = icepool.d6 >= need
    return hit if armour is None else hit & (icepool.d6 < armour)


def chances(outcome: Any) -> dict[int, float]:
    return {int(v): float(p) for v, p in zip(outcome.outcomes(), outcome.probabilities(), strict=True)}


# --- volleys -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-SHT-06", "WMA-SHT-07", "WMA-SHT-08")
def test_casualties_of_a_volley():
    state = table(unit("VEL-1", "south", at=(40, 40), facing="N"), unit("LEG-9", "north", at=(40, 52), facing="S"))
    found = shot_odds.volley_casualties(state, "VEL-1", "LEG-9", ["VEL-1.1", "VEL-1.2", "VEL-1.3"])
    oracle = chances(3 @ through(4, 5))
    assert dict(found.items()) == pytest.approx(oracle)


@pytest.mark.clause("WMA-DRV-02", "WMA-DRV-05", "WMA-DRV-10", "WMA-S22")
def test_drive_back_confusion_and_destruction():
    """Three stands at artillery (2 Hits, 2 stands, no armour, 10 cm of move)."""
    state = table(
        unit("SCO-1", "south", at=(80, 60), facing="N"), unit("SLI-1", "north", at=(80, 73), facing="S"), active="north"
    )
    aims = [(f"SLI-1.{n}", "SCO-1") for n in (1, 2, 3)]
    found = shot_odds.volley_odds(state, "SLI-1", aims)["SCO-1"]
    hits = chances(3 @ (icepool.d6 >= 4))
    far = sum(p * float((n @ icepool.d6 > 10).probability(True)) for n, p in hits.items() if n)
    assert found.far == pytest.approx(far)
    assert found.destroyed == pytest.approx(far)  # three casualties remove one stand of two
    joint = {0: 1.0, 1: 1 / 6, 2: sum(1 for a in range(1, 7) for b in range(1, 7) if 6 in (a, b) and a + b <= 10) / 36}
    three = [(a, b, c) for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)]
    joint[3] = sum(1 for t in three if 6 in t and sum(t) <= 10) / 216
    expected = hits[1] * joint[1] + hits[2] * joint[2] + hits[3] * joint[3]
    assert found.confused == pytest.approx(expected)
    assert found.distance.mean == pytest.approx(
        hits[1] * 3.5
        + hits[2] * sum(a + b for a in range(1, 7) for b in range(1, 7) if a + b <= 10) / 36
        + hits[3] * sum(sum(t) for t in three if sum(t) <= 10) / 216
    )


@pytest.mark.clause("WMA-SHT-06", "WMA-SHT-07", "WMA-SHT-08", "WMA-DRV-02")
@pytest.mark.parametrize(("target", "likely"), [("LEG-9", 1.0), ("GAL-9", 2.0)])
def test_every_row_of_a_volley_tells_what_it_rests_on(target, likely):
    """Dice, what hits, armour where there is any, and the drive-back dice of the likeliest casualties."""
    state = table(unit("VEL-1", "south", at=(40, 40), facing="N"), unit(target, "north", at=(40, 52), facing="S"))
    rows = shot_odds.volley_forecast(state, "VEL-1", [(f"VEL-1.{n}", target) for n in (1, 2, 3)]).rows
    armour = [("WMA-SHT-08", 5.0)] if target == "LEG-9" else []
    dice, need, way = ("WMA-SHT-06", 3.0), ("WMA-SHT-07", 4.0), ("WMA-DRV-02", likely)
    assert [(plain(r.label), [(s.rows[0][2], s.total) for s in r.sums]) for r in rows] == [
        (f"Casualties of {target}", [dice, *armour]),
        (f"Stands lost by {target}", [dice, need, *armour]),
        (f"Drive-back of {target}, cm", [dice, need, *armour, way]),
        (f"{target} confused", [dice, need, *armour, way]),
    ]


@pytest.mark.clause("WMA-R15")
def test_casualties_of_earlier_shooters_add_to_the_drive_back():
    state = table(
        unit("VEL-1", "south", at=(34, 40), facing="N"),
        unit("VEL-2", "south", at=(46, 40), facing="N"),
        unit("GAL-1", "north", at=(40, 54), facing="S"),
        phase="shooting",
    )
    play = begin(state, "shooting", 4, 4, 1)
    play.give(shoot_at("VEL-1", "GAL-1"))
    assert shot_odds.taken_so_far(play.state) == {"GAL-1": 2}
    aims = [(f"VEL-2.{n}", "GAL-1") for n in (1, 2, 3)]
    alone = shot_odds.volley_odds(play.state, "VEL-2", aims)["GAL-1"].distance.mean
    both = shot_odds.volley_odds(play.state, "VEL-2", aims, taken={"GAL-1": 2})["GAL-1"].distance
    # two dice more, and beyond 20 cm it is destroyed instead
    oracle = 0.0
    for n, p in chances(3 @ (icepool.d6 >= 4)).items():
        oracle += p * sum(v * q for v, q in chances((n + 2) @ icepool.d6).items() if v <= 20)
    assert both.mean == pytest.approx(oracle)
    assert alone < both.mean


@pytest.mark.clause("WMA-DRV-02", "WMA-DRV-03", "WMA-DRV-10")
@pytest.mark.parametrize(("dice", "far"), [(1, 0.0), (2, 3 / 36), (0, 0.0)])
def test_odds_of_drive_back_dice(dice, far):
    found = shot_odds.driveback_odds(dice, 100.0)
    assert found.far == pytest.approx(far)
    assert found.distance.mean == pytest.approx({0: 0.0, 1: 3.5, 2: (252 - 11 - 11 - 12) / 36}[dice])
    assert found.confused == pytest.approx({0: 0.0, 1: 1 / 6, 2: 8 / 36}[dice])


@pytest.mark.clause("WMA-R16", "WMA-DRV-02")
def test_the_driveback_question_forecasts_its_dice():
    state = table(
        unit("VEL-1", "south", at=(40, 40), facing="N"),
        unit("VEL-2", "south", at=(80, 40), facing="N"),
        unit("GAL-1", "north", at=(40, 52), facing="S"),
        unit("GAL-2", "north", at=(80, 52), facing="S"),
        phase="shooting",
    )
    play = run(begin(state, "shooting", 4, 4, 1, 4, 1, 1), "driveback")
    means = [play.session.forecast(play.decision, Reply(PickAnswer((u,)))).rows[0].mean for u in ("GAL-1", "GAL-2")]
    assert means == [7.0, 3.5]


@pytest.mark.clause("WMA-S16")
def test_the_shoot_question_forecasts_its_volley():
    state = table(
        unit("VEL-1", "south", at=(40, 40), facing="N"),
        unit("GAL-1", "north", at=(40, 52), facing="S"),
        phase="shooting",
    )
    play = begin(state, "shooting")
    forecast = play.session.forecast(play.decision, Reply(shoot_at("VEL-1", "GAL-1")))
    assert forecast is not None
    assert forecast.runs == 0
    assert plain(forecast.rows[0].label) == "Casualties of GAL-1"
    assert forecast.rows[0].mean == 1.5
    assert forecast.rows[0].sum.total == 4
    assert play.session.forecast(play.decision, Reply(shoot_at("VEL-1", "GAL-9"))) is None


# --- combat ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-CMB-05", "WMA-RES-07", "WMA-R32")
def test_a_plain_clash_beside_the_oracle():
    found = odds.combat_odds(front(), ["LEG-1"], ["LIB-1"])
    mine, theirs = 9 @ through(4, 6), 9 @ through(4, 5)
    # nobody endures fewer than nine casualties, so all count; nine destroy
    win = draw = lose = both = 0.0
    for a, p in chances(mine).items():
        for b, q in chances(theirs).items():
            if a >= 9 and b >= 9:
                both += p * q
            elif a >= 9 or (b < 9 and a > b):
                win += p * q
            elif b >= 9 or b > a:
                lose += p * q
            else:
                draw += p * q
    assert (found.win, found.draw, found.lose, found.both) == pytest.approx((win, draw, lose, both))
    assert found.win + found.draw + found.lose + found.both == pytest.approx(1.0)
    assert found.inflicted.mean == pytest.approx(9 * 0.5 * 5 / 6)


@pytest.mark.clause("WMA-S23", "WMA-R39")
def test_a_last_stand_caps_what_counts():
    """LIB-1 endures one more casualty: LEG can win by that one at most, and wins whenever it deals it and lives."""
    found = odds.combat_odds(front(foe={"stands": 1, "hits": 2}), ["LEG-1"], ["LIB-1"])
    assert found.inflicted.high == 1
    dealt = 1 - float((6 @ through(4, 6) == 0).probability(True))
    assert found.destroyed["LIB-1"] == pytest.approx(found.inflicted.chance(1))
    assert found.win >= found.inflicted.chance(1) - 1e-9
    assert dealt > 0.9


@pytest.mark.clause("WMA-RES-03", "WMA-RCT-03")
def test_support_and_volleys_are_in_the_margin():
    behind = unit("LIB-2", "north", at=(90, 63), facing="S")
    plain_odds = odds.combat_odds(front(), ["LEG-1"], ["LIB-1"])
    supported = odds.combat_odds(front(more=[behind]), ["LEG-1"], ["LIB-1"])
    assert supported.margin.mean == pytest.approx(plain_odds.margin.mean - 3, abs=0.01)
    contacts = [{"a": "LEG-1", "b": "LIB-1", "how": "charge", "volley": 2}]
    shot = odds.combat_odds(front(contacts=contacts), ["LEG-1"], ["LIB-1"])
    assert shot.margin.mean == pytest.approx(plain_odds.margin.mean - 2, abs=0.01)


@pytest.mark.clause("WMA-S23")
def test_directing_changes_the_odds():
    state = table(
        unit("LEG-1", "south", at=(90, 59), facing="N"),
        unit("LIB-1", "north", at=(84, 61), facing="S", stands=3, hits=2),
        unit("VEL-2", "north", at=(96, 61), facing="S"),
        phase="melee",
        active="south",
    )
    play = begin(state, "melee", *[1] * 50)
    assert play.asked_for == "direct"
    one = play.session.forecast(play.decision, Reply(OptionAnswer({"LEG-1.2": "LIB-1"})))
    two = play.session.forecast(play.decision, Reply(OptionAnswer({"LEG-1.2": "VEL-2"})))
    assert one is not None
    assert two is not None
    assert one.rows[0].chance is not None
    assert two.rows[0].chance is not None
    assert one.rows[0].chance < two.rows[0].chance  # velites have no armour
    assert play.session.forecast(play.decision, Reply(OptionAnswer({"LEG-1.2": "LIB-9"}))) is None


@pytest.mark.clause("WMA-S21")
def test_the_combat_question_forecasts_its_first_round():
    state = table(
        unit("LEG-1", "south", at=(90, 59), facing="N"),
        unit("LEG-2", "south", at=(30, 59), facing="N"),
        unit("LIB-1", "north", at=(90, 61), facing="S"),
        unit("LIB-2", "north", at=(30, 61), facing="S"),
        phase="melee",
        active="south",
    )
    play = begin(state, "melee")
    forecast = play.session.forecast(play.decision, Reply(PickAnswer(("LEG-1",))))
    assert forecast is not None
    found = odds.combat_odds(state, ["LEG-1"], ["LIB-1"])
    assert [r.chance for r in forecast.rows[:3]] == [found.win, found.draw, found.lose]


@pytest.mark.clause("WMA-RES-02", "WMA-RES-03")
@pytest.mark.parametrize(("more", "support"), [((), 0), (("LIB-2",), 3), (("LIB-2", "LEG-2"), 3)])
def test_the_sums_of_a_round_hold_the_support_of_both_sides(more, support):
    """Stands behind the fighters: three of the north's, and two of the south's that stand a little aside."""
    behind = {"LIB-2": unit("LIB-2", "north", at=(90, 63), facing="S"), "LEG-2": unit("LEG-2", at=(94, 57))}
    state = front(more=[behind[u] for u in more])
    results = odds.round_sums(state, ["LEG-1"], ["LIB-1"]).results
    mine = [(2.0, "WMA-RES-03")] if "LEG-2" in more else []
    theirs = [(float(support), "WMA-RES-03")] if support else []
    assert [[(v, c) for _, v, c in r.rows] for r in results] == [mine, theirs]
    found = odds.combat_odds(state, ["LEG-1"], ["LIB-1"])
    plain_odds = odds.combat_odds(front(), ["LEG-1"], ["LIB-1"])
    assert found.margin.mean == pytest.approx(plain_odds.margin.mean + (2 if mine else 0) - support)


@pytest.mark.clause("WMA-CMB-05", "WMA-CMB-06", "WMA-CMB-07")
@pytest.mark.parametrize(("foe", "armour"), [("GAL-1", None), ("LIB-1", 6)])
def test_the_sums_of_a_round_hold_dice_need_and_armour_of_both_sides(foe, armour):
    """LEG-1 has armour; of what strikes it everything is told, of its enemy the armour where there is any."""
    state = front("LEG-1", foe)
    found = odds.round_sums(state, ["LEG-1"], [foe])
    dealt, suffered = ([plain(s.label) for s in sums] for sums in (found.dealt, found.suffered))
    assert [s.total for s in found.dealt] == [9, 4, *([armour] if armour else [])]
    assert dealt[2:] == ([f"Armour of {foe}"] if armour else [])
    assert [s.total for s in found.suffered] == [12 if foe == "GAL-1" else 9, 4, 5]
    assert suffered[2:] == ["Armour of LEG-1"]


# --- what is not yet there ---------------------------------------------------------------------------------------


def charging(gap: float = 15.0, **about: Any) -> State:
    return table(
        unit("GAL-1", "south", at=(90, 40), facing="N"),
        unit("VEL-1", "north", at=(90, 42 + gap), facing="S"),
        active="south",
        **about,
    )


@pytest.mark.clause("WMA-MOD-01", "WMA-S15")
@pytest.mark.parametrize("kind", ["road", "hill", "wood", "marsh", "fortification"])
def test_a_charge_planned_has_the_odds_of_the_charge_made(kind):
    state = charging(terrain=[feature(kind, box=(70, 55.5, 110, 70))])
    found = placed(state, "GAL-1", "VEL-1")
    planned = odds.charge_odds(state, "GAL-1", "VEL-1", found.ends)
    held = run(begin(state, "charge", unit="GAL-1", target="VEL-1"), "reaction")
    if held.session.waiting:
        held.option("reaction", "hold")
    made = odds.combat_odds(held.state, ["GAL-1"], ["VEL-1"])
    assert planned == made


@pytest.mark.clause("WMA-RCT-03", "WMA-RCT-04")
def test_a_charge_planned_takes_the_volley_into_account():
    """Each way in which the volley may fall, with its chance, gives the odds of the charge."""
    state = charging()
    found = placed(state, "GAL-1", "VEL-1")
    shots = [s for s, _ in reaction_aims(state, "VEL-1", "GAL-1")]
    assert len(shots) == 3
    planned = odds.charge_odds(state, "GAL-1", "VEL-1", found.ends, shots)
    win = 0.0
    for n, p in chances(3 @ (icepool.d6 >= 4)).items():
        dice = [*faces((4, n), (1, 3 - n))]
        made = run(begin(state, "charge", *dice, unit="GAL-1", target="VEL-1"))
        win += p * odds.combat_odds(made.state, ["GAL-1"], ["VEL-1"]).win
    assert planned.win == pytest.approx(win)
    assert planned.win < odds.charge_odds(state, "GAL-1", "VEL-1", found.ends).win


@pytest.mark.clause("WMA-RCT-02", "WMA-RCT-05")
def test_the_reaction_question_forecasts_its_volley():
    play = run(begin(charging(), "charge", unit="GAL-1", target="VEL-1"), "reaction")
    forecast = play.session.forecast(play.decision, Reply(OptionAnswer({"reaction": "shoot"})))
    assert forecast is not None
    assert [(plain(r.label), r.mean) for r in forecast.rows] == [
        ("Casualties of GAL-1", 1.5),
        ("Stands lost by GAL-1", 0.125),
    ]
    assert play.session.forecast(play.decision, Reply(OptionAnswer({"reaction": "hold"}))) is None


@pytest.mark.clause("WMA-MOD-03", "WMA-MOD-04")
def test_a_pursuit_planned_has_the_odds_of_the_pursuit_made():
    state = table(
        unit("EQU-1", "south", at=(90, 58), facing="N"),
        unit("PUN-1", "north", at=(90, 62), facing="S"),
        phase="melee",
        active="south",
    )
    play = run(begin(state, "melee", *faces((4, 4), (1, 5)), 1, 1, 1, 1, *[1] * 60), "after_round")
    answer = OptionAnswer({"EQU-1": "pursue:PUN-1"})
    forecast = play.session.forecast(play.decision, Reply(answer))
    assert forecast is not None
    play.give(answer)
    said = [e for e in play.events if e.type == "blows" and e.data["round"] == 2]
    assert said[0].data["dice"] == 15
    # PUN endures five more; what is dealt beyond does not count
    oracle = sum(min(n, 5) * p for n, p in chances(15 @ through(4, 5)).items())
    dealt = next(r for r in forecast.rows if plain(r.label) == "Casualties dealt")
    assert dealt.mean == pytest.approx(oracle, abs=1e-3)


@pytest.mark.clause("WMA-ADV-02")
def test_an_advance_charge_is_forecast_without_bonus():
    state = table(
        unit("PUN-1", "south", at=(90, 58), facing="N"),
        unit("VEL-1", "north", poses=[(90, 61, "S")], lost=[2, 3], hits=2),
        unit("VEL-2", "north", at=(90, 75), facing="S"),
        phase="melee",
        active="south",
    )
    play: Play = run(begin(state, "melee", 4, *[1] * 60), "after_round")
    play.option("PUN-1", "advance")
    forecast = play.session.forecast(play.decision, Reply(advance_charge("PUN-1", "VEL-2")))
    assert forecast is not None
    dealt = next(r for r in forecast.rows if plain(r.label) == "Casualties dealt")
    assert dealt.mean == pytest.approx(9 * 0.5, abs=0.01)  # capped only where all nine hit


# --- what is forecast is what happens ----------------------------------------------------------------------------


@pytest.mark.clause("WMA-R32", "WMA-RES-07")
def test_many_rounds_played_come_out_as_forecast():
    state = front("GAL-1", "LEG-9", more=[unit("SLI-1", "north", at=(102, 61.9), facing="S")])
    found = odds.combat_odds(state, ["GAL-1"], ["LEG-9"])
    runs, wins, draws = 600, 0, 0
    for seed in range(runs):
        luck = replace(state, luck=Luck("seeded", str(seed)))
        session = Session.from_state(RULESET, luck, RULESET.entries["melee"](luck, {}), SeededDice())
        how = next((e.data for line in session.lines for e in line.events if e.type == "combat_result"), None)
        while how is None:
            d = session.waiting[0]

            got = session.submit(cmd.Answering(d.id, d.side, session.asked(d).default))
            assert isinstance(got, tuple)
            how = next((e.data for e in got if e.type == "combat_result"), None)
        wins += how["winner"] == "south"
        draws += how["how"] == "draw"
    assert wins / runs == pytest.approx(found.win, abs=0.08)
    assert draws / runs == pytest.approx(found.draw, abs=0.07)
    assert facts.engaged(state, "GAL-1")
