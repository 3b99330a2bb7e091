"""The odds are the rules: forecasts against every way the dice can fall, thrown through the real flow."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from game.engine import command as cmd
from game.engine.decide import begin, decide
from game.engine.decision import OptionAnswer, Reply
from game.engine.dice import ScriptError
from game.engine.i18n import Speaker
from game.engine.odds import Spread
from game.engine.playout import Tally
from game.engine.state import Frame, State
from game.engine.text import T
from rulesets.age_of_fantasy_skirmish import RULESET
from rulesets.age_of_fantasy_skirmish.attack import numbers, odds, strikes
from rulesets.age_of_fantasy_skirmish.attack.numbers import Attack
from rulesets.age_of_fantasy_skirmish.attack.strikes import StrikeData
from rulesets.age_of_fantasy_skirmish.fight import melee as melee_odds
from rulesets.age_of_fantasy_skirmish.fight.melee import MeleeData
from rulesets.age_of_fantasy_skirmish.own import Effect
from rulesets.age_of_fantasy_skirmish.shoot.shooting import ShootingData
from tests.rules.age_of_fantasy_skirmish.attack_play import (
    YES,
    Fight,
    bow,
    melee,
    model,
    row,
    scene,
    shoot,
    squad,
    sword,
)


class Pushes:
    """Dice by script; whatever a Push asks for fails and does not count."""

    def __init__(self, script: tuple[int, ...]) -> None:
        self.script, self.at = script, 0

    def roll(self, luck, rows, why):
        if "ush" in why.key:
            return tuple((1,) * r.n for r in rows), luck
        out = []
        for r in rows:
            if self.at + r.n > len(self.script):
                raise ScriptError(why)
            out.append(self.script[self.at : self.at + r.n])
            self.at += r.n
        return tuple(out), luck


def ways(play: Callable[[Pushes], State], most: int = 9) -> Iterator[tuple[float, State]]:
    """Every way the dice can fall, with its chance and the state it leads to."""
    todo: list[tuple[int, ...]] = [()]
    while todo:
        script = todo.pop()
        try:
            yield 6.0 ** -len(script), play(Pushes(script))
        except ScriptError:
            assert len(script) < most
            todo += [(*script, face) for face in range(1, 7)]


def truth(state: State, frame: Frame, units: tuple[str, ...]) -> dict[str, dict[str, object]]:
    """Chances by brute force: models lost, destroyed, Shaken, for each unit."""
    found = {u: {"lost": {}, "destroyed": 0.0, "shaken": 0.0} for u in units}
    before = {u: len(state.bases_of(u)) for u in units}

    def play(dice: Pushes) -> State:
        _, now = begin(RULESET, state, frame, dice)
        while now.pending is not None:
            d = now.pending.waiting[0]
            reply = RULESET.questions[d.question].asked(now, d).default
            if d.question == "try_push":
                reply = Reply(OptionAnswer({"push": "no"}))
            got = decide(RULESET, now, cmd.Answering(d.id, d.side, reply), dice)
            assert not isinstance(got, cmd.Refusal)
            now = got.state
        return now

    total = 0.0
    for p, end in ways(play):
        total += p
        for u in units:
            left = len(end.bases_of(u))
            lost = found[u]["lost"]
            lost[before[u] - left] = lost.get(before[u] - left, 0.0) + p
            found[u]["destroyed"] += p * (left == 0)
            found[u]["shaken"] += p * (left > 0 and end.units[u].own.shaken and not state.units[u].own.shaken)
    assert total == pytest.approx(1.0)
    return found


def compare(state, attacks, units, impact=(), how="shooting"):
    target = attacks[0].target if attacks else units[0]
    frame = Frame("afs.strike", data=StrikeData("A1", target, how, tuple(attacks), tuple(impact)))
    real = truth(state, frame, units)
    dists = odds.batch_odds(state, target, attacks, impact)
    assert set(dists) == set(units)
    for unit in units:
        found = odds.effects(state, unit, dists[unit])
        assert found.destroyed == pytest.approx(real[unit]["destroyed"])
        assert found.shaken == pytest.approx(real[unit]["shaken"])
        assert found.lost.as_dict() == pytest.approx(real[unit]["lost"])


def one(state, how="shooting", **about):
    return [Attack(b.id, w.name, "B1", how, **about) for b in state.bases_of("A1") for w in b.own.weapons]


CASES = {
    "plain": (model(4, 4, bow()), model(4, 4), {}),
    "two shots": (model(4, 4, bow(attacks=2, ap=1)), model(4, 5, wounds=1), {}),
    "surge and rending": (model(4, 4, bow(surge=0, rending=0)), model(4, 4), {}),
    "bane": (model(5, 4, bow(bane=0)), model(4, 3), {}),
    "cover": (model(3, 4, bow(ap=2)), model(4, 4), {"cover": True}),
    "stealth and relentless": (model(4, 4, bow(), relentless=0), model(4, 4, stealth=0), {"far": True}),
    "regeneration": (model(3, 4, bow()), model(4, 5, regeneration=0), {}),
    "deadly and regeneration": (model(4, 4, bow(deadly=2)), model(4, 4, tough=2, regeneration=0), {}),
    "two deadly shots": (model(3, 4, bow(attacks=2, deadly=2)), model(4, 4, tough=3), {}),
    "tough": (model(2, 4, bow(attacks=2)), model(4, 6, tough=3, wounds=1), {}),
}


@pytest.mark.clause("AFS-SHT-08", "AFS-SHT-09", "AFS-WND-03")
@pytest.mark.parametrize("name", CASES)
def test_a_lone_target(name):
    shooter, target, about = CASES[name]
    state = scene(squad("A1", [(10, 10)], shooter), squad("B1", [(10, 18)], target))
    compare(state, one(state, **about), ("B1",))


@pytest.mark.clause("AFS-SHK-01")
def test_a_shaken_target_is_worse_off():
    state = scene(squad("A1", [(10, 10)], model(4, 4, bow())), squad("B1", [(10, 18)], model(4, 4), shaken=True))
    found = odds.effects(state, "B1", odds.batch_odds(state, "B1", one(state))["B1"])
    assert found.destroyed == pytest.approx(0.25 * 0.5)


@pytest.mark.clause("AFS-GRP-01", "AFS-GRP-02", "AFS-S14", "AFS-R31")
@pytest.mark.parametrize(
    ("shooters", "targets"),
    [
        ((model(3, 4, bow(attacks=2)),), (model(4, 5), model(4, 5))),
        ((model(3, 4, bow(surge=0)),), (model(4, 5), model(4, 5))),
        ((model(3, 4, bow(attacks=2)),), (model(4, 5, tough=2), model(4, 5, tough=2))),
        ((model(3, 4, bow(deadly=2)),), (model(4, 5, tough=2, wounds=1), model(4, 5, tough=2))),
        ((model(3, 4, bow(attacks=2)),), (model(4, 5, tough=3), model(4, 5, tough=3, wounds=1))),
        ((model(3, 4, bow(attacks=2)),), (model(4, 5, tough=3, wounds=1), model(4, 5, tough=3))),
        ((model(3, 4, bow(deadly=2)),), (model(4, 5, tough=3), model(4, 5, tough=3, wounds=1))),
    ],
)
def test_a_group(shooters, targets):
    state = scene(squad("A1", [(10, 10)], *shooters), squad("B1", row(len(targets), 10, 18), *targets))
    compare(state, one(state), ("B1",))


@pytest.mark.clause("AFS-R31")
@pytest.mark.parametrize("bolt", [bow(attacks=2), bow(deadly=2)])
def test_a_tough_group_where_every_wound_kills(bolt):
    state = scene(squad("A1", [(10, 10)], model(3, 4, bolt)), squad("B1", row(2, 10, 18), model(4, 5, tough=2)))
    state = replace(state, options={"tough_in_groups": "every_wound"})
    compare(state, one(state), ("B1",))
    found = odds.effects(state, "B1", odds.batch_odds(state, "B1", one(state))["B1"])
    assert found.lost.at_least(1) == pytest.approx(found.wounds.at_least(1))


@pytest.mark.clause("AFS-BLAST-02", "AFS-BLAST-04", "AFS-S15")
def test_a_blast_among_two_units():
    state = scene(
        squad("A1", [(10, 10)], model(4, 4, bow(blast=2))),
        squad("B1", [(10, 18)], model(4, 4)),
        squad("B2", [(12, 18)], model(4, 5)),
    )
    compare(state, one(state), ("B1", "B2"))
    odd = scene(
        squad("A1", [(10, 10)], model(4, 4, bow(blast=3))),
        squad("B1", [(10, 18)], model(4, 5, tough=2)),
        squad("B2", [(12, 18), (13, 18)], model(4, 4, tough=2)),
    )
    compare(odd, one(odd), ("B1", "B2"))
    worse = scene(
        squad("A1", [(10, 10)], model(4, 4, bow(blast=2, rending=0))),
        squad("B1", [(10, 18)], model(4, 3)),
        squad("B2", [(12, 18)], model(4, 2)),
    )
    compare(worse, one(worse), ("B1", "B2"))


@pytest.mark.clause("AFS-R26", "AFS-S15")
def test_hits_of_sixes_are_divided_apart_where_they_pierce_more():
    state = scene(
        squad("A1", [(10, 10)], model(4, 4, bow(blast=2, rending=0), bow("Sling", blast=2, ap=4, rending=0))),
        squad("B1", [(10, 18)], model(4, 4)),
        squad("B2", [(12, 18)], model(4, 5)),
    )
    worse, alike = (numbers.kind_of(state, a) for a in one(state))

    def divided(kind, plain, sixes, units=("B1", "B2")):
        return odds._divided(state, units, kind, plain, sixes)

    # three each, or four and two: the worse ones to who bears them best
    assert divided(worse, 4, 2) == {"B1": (1, 2), "B2": (3, 0)}
    assert divided(worse, 2, 4) == {"B1": (0, 3), "B2": (2, 1)}
    assert divided(worse, 0, 2) == {"B1": (0, 1), "B2": (0, 1)}
    assert divided(worse, 4, 0) == {"B1": (2, 0), "B2": (2, 0)}
    assert divided(worse, 0, 0) == {"B1": (0, 0), "B2": (0, 0)}
    assert divided(alike, 2, 2) == {"B1": (2, 0), "B2": (2, 0)}
    assert divided(worse, 3, 1, ("B1",)) == {"B1": (3, 1)}


@pytest.mark.clause("AFS-FEAR-01", "AFS-IMP-01", "AFS-R32")
def test_fear_and_impact_in_melee():
    state = scene(
        squad("A1", row(2, 9.4, 10), model(4, 4, sword(), fear=1), model(4, 4)),
        squad("B1", [(10, 11.5)], model(4, 4, tough=2)),
    )
    compare(state, one(state, "charge"), ("B1",), (("A1.1", 1),), "charge")


@pytest.mark.clause("AFS-FEAR-01", "AFS-FEAR-02")
def test_only_who_has_wounded_frightens():
    """A model without Fear has struck, one with Fear(1) has missed: nothing is added, nor taken away."""
    state = scene(
        squad("A1", row(2, 9.4, 10), model(4, 4, sword(), fear=1), model(4, 4, sword())),
        squad("B1", [(10, 11.5)], model(4, 4)),
    )
    compare(state, one(state, "charge"), ("B1",), (), "charge")


@pytest.mark.clause("AFS-MEL-10")
def test_the_tired():
    state = scene(
        squad("A1", [(10, 10)], model(4, 4, sword(surge=0)), fatigued=True), squad("B1", [(10, 11.5)], model(4, 4))
    )
    compare(state, one(state, "charge"), ("B1",), how="charge")


# --- forecasts ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-GEN-02", "AFS-SHT-06")
def test_expected_wounds_are_the_mean():
    state = scene(
        squad("A1", [(10, 10)], model(4, 4, bow(attacks=3, ap=1))), squad("B1", [(10, 18)], model(4, 4, tough=9))
    )
    assert odds.expected_wounds(state, "B1", one(state)) == pytest.approx(3 * 0.5 * 4 / 6)
    blessed = replace(
        state,
        units={
            **state.units,
            "A1": replace(
                state.units["A1"],
                own=replace(state.units["A1"].own, effects=(Effect("wisp_light", to_hit=1, until="attack"),)),
            ),
        },
    )
    assert odds.expected_wounds(blessed, "B1", one(blessed)) == pytest.approx(3 * 4 / 6 * 4 / 6)


@pytest.mark.clause("AFS-GEN-02", "AFS-SHT-06", "AFS-WND-03")
def test_a_shooting_forecast_is_exact_and_tells_of_each_target():
    state = scene(squad("A1", [(10, 10)], model(4, 4, bow(attacks=2))), squad("B1", [(10, 18)], model(4, 4)))
    fight = Fight(state, Frame("afs.shooting", data=ShootingData("A1")))
    found = fight.session.ruleset.questions["shoot"].forecast(fight.state, fight.decision, fight.asked.draft)
    assert found.runs == 0
    assert [r.label.key for r in found.rows] == ["Wounds on {unit}", "{unit} Shaken", "{unit} destroyed"]
    assert found.rows[0].mean == 0.5
    assert found.rows[0].spread == pytest.approx({0: 9 / 16, 1: 6 / 16, 2: 1 / 16})
    assert found.rows[0].sum.total == 4


@pytest.mark.clause("AFS-BLAST-03", "AFS-R26")
def test_what_a_blast_does_to_others_is_told_apart_from_what_is_aimed_at_them():
    state = scene(
        squad("A1", [(10, 10)], model(4, 4, bow(blast=3))),
        squad("B1", [(10, 18)], model(4, 4)),
        squad("B2", [(12, 18)], model(4, 5)),
    )
    found = odds.shooting_forecast(state, [("B1", one(state))])
    assert [Speaker().say(r.label, {"B1": "Ones", "B2": "Twos"}) for r in found.rows] == [
        "Wounds on Ones",
        "Ones Shaken",
        "Ones destroyed",
        "Wounds on Twos (Blast at Ones)",
        "Twos Shaken (Blast at Ones)",
        "Twos destroyed (Blast at Ones)",
    ]


def test_the_strike_back_has_a_forecast():
    state = scene(
        squad("A1", [(10, 10)], model(4, 4, sword(), tough=9)),
        squad("B1", [(10, 11.5)], model(4, 4, sword("Knife"), tough=9)),
    )
    fight = Fight(state, Frame("afs.melee", data=MeleeData("A1", "B1")), (3,))
    question = fight.session.ruleset.questions[fight.asked_for]
    found = question.forecast(fight.state, fight.decision, YES)
    assert found.rows[0].mean == 0.25
    assert question.forecast(fight.state, fight.decision, replace(YES, parts={"use": "no"})) is None


@pytest.mark.clause("AFS-MEL-12")
def test_a_melee_played_out_agrees_with_the_exact_odds():
    state = scene(
        squad("A1", [(10, 10)], model(3, 4, sword(attacks=3, ap=1), tough=9)), squad("B1", [(10, 11.5)], model(4, 5))
    )
    exact = odds.effects(state, "B1", odds.batch_odds(state, "B1", strikes.blows(state, "A1", "B1", "charge"))["B1"])
    found = Tally(RULESET, melee_odds.playout(state, "A1", "B1", 0))
    found.more(300)
    assert found.runs == 300
    assert found.mean("gone B1") == pytest.approx(exact.destroyed, abs=0.1)
    assert found.mean("shaken B1") == pytest.approx(exact.shaken, abs=0.1)
    assert found.mean("gone A1") == 0.0
    assert found.mean("wounds B1") == pytest.approx(exact.wounds.mean, abs=0.2)


@pytest.mark.clause("AFS-MEL-12")
def test_a_charge_forecast_moves_the_charger_first_and_says_how_many_runs():
    state = scene(
        squad("A1", [(10, 10)], model(3, 4, sword(attacks=3), tough=9)),
        squad("B1", [(10, 30)], model(4, 5, sword("Knife"))),
    )
    pose = replace(state.bases["A1.1"].pose, y=state.bases["B1.1"].pose.y - 26.0)
    found = melee_odds.charge_forecast(state, "A1", "B1", {"A1.1": pose}, runs=10)
    assert found.runs == 10
    labels = [r.label.key for r in found.rows]
    assert labels[0] == "Wounds on {unit}"
    assert "Melee: {unit} destroyed" in labels
    assert state.bases["A1.1"].pose.y != pose.y
    again = melee_odds.charge_forecast(state, "A1", "B1", {"A1.1": pose}, runs=10)
    assert again == found
    far = melee_odds.charge_forecast(state, "A1", "B1", {}, runs=2)
    assert far.rows[0].mean == 0


@pytest.mark.clause("AFS-CNTR-01", "AFS-MEL-12")
def test_where_counter_strikes_first_the_strikes_are_left_to_the_sample():
    state = scene(
        squad("A1", [(10, 10)], model(3, 4, sword(attacks=3), tough=9)),
        squad("B1", [(10, 11.5)], model(4, 5, sword("Pike", counter=0), tough=3)),
    )
    found = melee_odds.charge_forecast(state, "A1", "B1", {}, runs=5)
    assert found.rows[0].label.key == "Melee: wounds on {unit}"


def test_default_answers_end_every_fight():
    state = scene(
        squad("A1", row(2, 9.4, 10), model(3, 4, sword(limited=0), sword("Axe", blast=2), impact=1)),
        squad("B1", row(3, 9, 11.5), model(4, 5, sword("Pike", counter=0), sword("Knife"))),
    )
    found = Tally(RULESET, melee_odds.playout(state, "A1", "B1", 3))
    found.more(20)
    assert found.runs == 20
    assert melee(state, "A1", "B1", *[1] * 5, counter=YES).left() == ()
    assert shoot(scene(squad("A1", [(9, 9)], model()), squad("B1", [(20, 20)], model())), "A1").left() == ()


@pytest.mark.clause("AFS-GEN-02")
def test_a_row_leaves_out_what_is_rarer_than_one_in_ten_thousand():
    found = odds.spread_row(T("Wounds"), Spread.of({0: 0.5, 1: 0.49986, 2: 0.0001, 3: 0.00004}))
    assert found.spread == {0: 0.5, 1: 0.49986, 2: 0.0001}
    assert found.mean == 0.5
