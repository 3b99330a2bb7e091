"""One attack from the first die to the damage dice: the order of dice, what is thrown again, shields, damage."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.command import Answering, Refusal
from game.engine.decide import decide
from game.engine.decision import AllocateAnswer, AllocateSpace, OptionAnswer, Reply
from game.engine.flow import Done, Outcome, Run
from game.engine.records.thaw import Thawer
from game.engine.records.transcript import need_text
from game.engine.state import State, state_hash
from rulesets.universal_battle.attack.arms import Arm, Attack, count, destruction, ram
from rulesets.universal_battle.attack.throws import BLESSED, BendData
from rulesets.universal_battle.attack.volley import VOLLEY, Damage, Daring, DaringData, VolleyData, again, spread
from rulesets.universal_battle.field.terrain import Effects
from tests.rules.playing import plain
from tests.rules.universal_battle.attack_play import Called, blow, charge, shot
from tests.rules.universal_battle.table import hero, monster, piece, scene, troops

HERE, THERE = (10, 5), (10, 15)
NONE = Effects()
USE = OptionAnswer({"shield": "use"})


def volley(state: State, attack: Attack, *dice: int, **fakes: Any) -> Called:
    return Called(state, VOLLEY, VolleyData(attack), *dice, **fakes)


def done(state: State, attack: Attack, *dice: int) -> Damage:
    given: Damage = volley(state, attack, *dice).give()
    return given


@pytest.mark.clause("USB-TST-02", "USB-TST-04", "USB-EQP-07")
def test_e01_a_save_at_seven_or_more() -> None:
    state = scene(troops("A", HERE, 3, "regular", "heavy"), troops("B", THERE, 6, "rookie"))
    played = volley(state, blow(state, "A", "B"), 4, 4, 6, 6, 6, 3, 6, 2)
    assert played.give() == Damage(wounds=2, hits=3)
    assert played.needs() == [4, 6, 6]
    saves, sixes = [e.request for e in played.events if e.request is not None][1:]
    assert plain(need_text(saves)) == "each needs 7+: a 6, then another roll"
    assert plain(need_text(sixes)) == "each needs 6+"
    assert plain(sixes.why) == f"{plain(saves.why)}: second roll of the sixes"


@pytest.mark.clause("USB-TST-04")
def test_hits_at_seven_or_more_are_sixes_twice() -> None:
    state = scene(troops("A", HERE, 4, "rookie", fatigue=3), troops("B", THERE, 6))
    assert done(state, blow(state, "A", "B"), 6, 5, 6, 6, 6, 6, 1, 3, 2) == Damage(wounds=2, hits=2)
    assert done(state, blow(state, "A", "B"), 5, 5, 4, 1) == Damage(0, 0)


@pytest.mark.clause("USB-TST-03", "USB-ACT-05", "USB-TER-08")
def test_e02_a_bonus_beyond_two() -> None:
    state = scene(troops("A", HERE, 3, "veteran", "light"), troops("B", THERE, 6))
    attack = shot(state, "A", "B", aimed=True, ground=(Effects(hit=1), NONE))
    played = volley(state, attack, 1, 2, 5, 6, 6)
    assert played.give() == Damage(0, hits=2)
    assert played.needs() == [2, 4]


@pytest.mark.clause("USB-ACT-05", "USB-TER-08", "USB-EQP-10", "USB-WND-06", "USB-WND-01")
def test_e06_an_aimed_shot_at_a_forest() -> None:
    far, forest = (10, 5 + 24.0 + 1.0), piece("forest", 4, 28, 16, 32, 4)
    state = scene(troops("A", HERE, 5, "regular", "ranged"), troops("B", far, 6), terrain=[forest])
    attack = shot(state, "A", "B", 24.0, aimed=True)
    played = volley(state, attack, 4, 3, 6, 1, 5, 4, 3, 2)
    assert played.give() == Damage(wounds=2, hits=3)
    assert played.needs() == [4, 4]


@pytest.mark.clause("USB-ACT-04", "USB-R62", "USB-S15")
def test_a_chargers_ones_are_thrown_again_once_and_nobodys_saves() -> None:
    state = scene(troops("A", HERE, 3), troops("B", THERE, 6))
    assert done(state, charge(state, "A", "B"), 1, 1, 4, 1, 5, 1, 4) == Damage(wounds=1, hits=2)
    played = volley(state, charge(state, "A", "B"), 1, 1, 4, 1, 5, 1, 4)
    told = [plain(e.request.why) for e in played.events if e.request is not None]
    assert told[1] == f"{told[0]}: again"
    assert done(state, blow(state, "A", "B"), 1, 1, 3) == Damage(0, 0)


@pytest.mark.clause("USB-LDR-01", "USB-R39")
def test_leaders_throw_ones_again_in_the_first_melee_of_a_round() -> None:
    fresh = scene(troops("A", HERE, 2, "regular", "light", leaders=True), troops("B", THERE, 6))
    assert done(fresh, blow(fresh, "A", "B"), 1, 3, 6, 1) == Damage(1, 1)
    assert done(fresh, shot(fresh, "A", "B"), 1, 3) == Damage(0, 0)
    assert done(fresh, charge(fresh, "A", "B"), 1, 3, 1) == Damage(0, 0)
    duel = replace(blow(fresh, "A", "B"), kind="duel")
    assert again(fresh, duel)[0] == () != again(fresh, replace(duel, kind="blow"))[0]
    later = scene(troops("A", HERE, 2, "regular", leaders=True, melees=1), troops("B", THERE, 6))
    assert done(later, blow(later, "A", "B"), 1, 3) == Damage(0, 0)


@pytest.mark.clause("USB-S15", "USB-HRO-07", "USB-MON-11", "USB-MON-12", "USB-R63", "USB-WND-05", "USB-WND-07")
def test_the_dice_of_a_mounted_hero_his_mount_and_its_ram() -> None:
    rider = monster("A", HERE, 2, "rookie", "massive", rider="daredevil", rider_items=["heavy"])
    state = scene(rider, troops("B", THERE, 20, "rookie"))
    played = volley(
        state,
        charge(state, "A", "B"),
        *(4, 1, 2, 6, 6, 5, 1),  # the hero: hits, a one again, saves at 7+, the six again
        *(5, 5, 3, 6, 4, 5, 3, 6),  # the mount: hits, saves at 8+, the six again, D3 for each
        *(5, 4),  # the ram, saved at 5+
    )
    assert played.give() == Damage(wounds=2 + (2 + 3) + 1, hits=2 + 2 + 2)
    assert [(e["hits"], e["wounds"]) for e in played.told("struck")] == [(2, 2), (2, 5), (2, 1)]


@pytest.mark.clause("USB-WND-05", "USB-S15", "USB-MON-14")
@pytest.mark.parametrize(
    ("gun", "costs"), [("large", [1, 1, 1, 2, 2, 2]), ("huge", [1, 1, 2, 2, 3, 3]), ("light", [1] * 6)]
)
def test_damage_dice(gun: str, costs: list[int]) -> None:
    state = scene(monster("A", HERE, 0, "regular", gun), monster("B", THERE, 6))
    for face, cost in enumerate(costs, 1):
        dice = (4, 1, face) if gun != "light" else (4, 1)
        assert done(state, shot(state, "A", "B"), *dice) == Damage(cost, 1)


@pytest.mark.clause("USB-TRN-06", "USB-S15")
def test_e23_from_inside_half_the_dice_are_thrown() -> None:
    state = scene(troops("A", HERE, 7, "rookie", "light"), troops("B", THERE, 6))
    attack = shot(state, "A", "B", halved=True)
    assert count(state, attack, attack.arms[0]) == 3
    one = replace(attack.arms[0], models=("A.1",))
    assert count(state, attack, one) == 1
    assert done(state, attack, 4, 4, 4) == Damage(0, 0)


@pytest.mark.clause("USB-TRN-06", "USB-S15")
@pytest.mark.parametrize(
    ("models", "special", "dice"),
    [(5, 0, [2]), (6, 1, [2, 2]), (2, 1, [1, 1]), (3, 2, [1, 2]), (1, 0, [1]), (2, 2, [3])],
)
def test_from_inside_it_is_half_of_all_the_dice_whatever_they_are_thrown_with(
    models: int, special: int, dice: list[int]
) -> None:
    """Five shots and a special weapon's three are eight: four are thrown, two with each."""
    state = scene(troops("A", HERE, models, "rookie", "light", specials=special), troops("B", THERE, 6))
    attack = shot(state, "A", "B", halved=True)
    whole = sum(count(state, replace(attack, halved=False), arm) for arm in attack.arms)
    assert [count(state, attack, arm) for arm in attack.arms] == dice
    assert sum(dice) == max(1, whole // 2)


# --- shields -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("USB-EQP-06", "USB-R48")
def test_a_shield_costs_the_blows_that_are_still_to_be_struck() -> None:
    state = scene(troops("A", HERE, 4), troops("B", THERE, 6, shield=True))
    played = volley(state, blow(state, "A", "B", costly=True), 4, 4, 5, 1, 1, 4, 3, 6, 2)
    assert (played.asked.question, played.asked.side) == ("shield", "north")
    assert played.answer(USE).give() == Damage(wounds=1, hits=3, shielded=True)  # type: ignore[attr-defined]


@pytest.mark.clause("USB-EQP-06", "USB-R48")
def test_a_shield_is_not_asked_of_who_has_struck_and_does_not_help_against_shots() -> None:
    state = scene(troops("A", HERE, 3, "regular", "light"), troops("B", THERE, 6, shield=True))
    assert done(state, blow(state, "A", "B"), 4, 4, 1, 1, 4, 3) == Damage(1, 2, False)
    assert done(state, shot(state, "A", "B"), 4, 4, 1, 1, 4) == Damage(1, 2, False)
    kept = volley(state, blow(state, "A", "B", costly=True), 4, 4, 1, 1, 4)
    assert kept.give() == Damage(1, 2, False)


@pytest.mark.clause("USB-R48")
def test_the_price_of_a_shield_is_paid_once_for_all_groups() -> None:
    state = scene(troops("A", HERE, 1), hero("C", (14, 5), "aspirant", joined="A"), troops("B", THERE, 6, shield=True))
    played = volley(state, blow(state, "A", "B", costly=True), 4, 1, 5, 5, 5, 1, 2, 2, 4)
    assert played.answer(USE).give() == Damage(wounds=1, hits=3, shielded=True)  # type: ignore[attr-defined]


@pytest.mark.clause("USB-EQP-06", "USB-R48")
@pytest.mark.parametrize(("shielded", "worth"), [(False, 1 / 2), (True, 1 / 4)])
def test_what_hangs_on_a_hit_counts_the_shield_that_is_paid_for_already(shielded: bool, worth: float) -> None:
    """Dice that a hero may bend: behind a shield that costs nothing more a hit is saved twice, each on 4 or more."""
    crew = (troops("A", HERE, 1), hero("C", (14, 5), "aspirant", joined="A", power=1))
    state = scene(*crew, troops("B", THERE, 6, (4, 4), shield=True), acting="A", active="south")
    attack = blow(state, "A", "B", costly=True)
    data = VolleyData(attack, at=1, saver="B.1", shielded=shielded)
    called = VOLLEY.steps["throw"](Run(state), data, None)
    assert called.args.stake.passed.mean == pytest.approx(worth)


@pytest.mark.clause("USB-MON-15")
def test_a_monsters_shield_costs_nothing() -> None:
    state = scene(troops("A", HERE, 2), monster("B", THERE, 2, shield=True))
    assert done(state, blow(state, "A", "B", costly=True), 4, 4, 1, 2, 4, 3) == Damage(1, 2, False)


@pytest.mark.clause("USB-R61", "USB-R48")
def test_the_troops_shield_serves_while_one_is_left_and_in_a_duel_the_heros_own() -> None:
    led = [troops("B", THERE, 1, shield=True), hero("D", (14, 15), "champion", joined="B")]
    state = scene(hero("A", HERE, "daredevil"), *led)
    attack = blow(state, "A", "B")
    assert done(state, attack, 4, 4, 4, 1, 1, 4, 4, 3) == Damage(1, 3)
    assert done(state, replace(attack, kind="duel"), 4, 4, 4, 2, 2, 3) == Damage(2, 3)


@pytest.mark.clause("USB-TST-04", "USB-EQP-06", "USB-S15")
def test_a_six_that_is_not_confirmed_may_be_covered_by_a_shield() -> None:
    state = scene(troops("A", HERE, 2, "regular", "massive"), troops("B", THERE, 6, shield=True))
    # hits; saves at 7+: 6 and 2, the six again: 3; both behind shields: 6 and 6, again 6 and 5; D3 for what is left
    assert done(state, blow(state, "A", "B"), 4, 4, 6, 2, 3, 6, 6, 6, 5, 5) == Damage(3, 2)


# --- automatic hits -----------------------------------------------------------------------------------------------


@pytest.mark.clause("USB-MON-11", "USB-R63")
def test_a_ram_has_a_hit_for_every_growth_step() -> None:
    state = scene(monster("A", HERE, 6), monster("C", (20, 5), 0), troops("B", THERE, 6))
    assert [a.hits for a in ram(state, "A")] == [6]
    assert ram(state, "C") == ram(state, "B") == ()


@pytest.mark.clause("USB-SPC-08", "USB-R47", "USB-WND-07")
def test_self_destruction_hits_twice_for_each_standfast_left() -> None:
    state = scene(monster("A", HERE, 1, lost=4), troops("B", THERE, 6, "regular", "heavy", entrenched=True))
    auto = destruction(state, "A")
    assert auto.hits == 4
    assert done(state, Attack("A", "B", "blow", autos=(auto,)), 4, 3, 4, 1) == Damage(2, 4)


# --- what may be thrown again, and Power Points ------------------------------------------------------------------


@pytest.mark.clause("USB-SPC-12", "USB-R68", "USB-S15")
def test_blessed_dice_are_thrown_again_once_in_a_battle_but_none_twice() -> None:
    state = scene(troops("A", HERE, 3, specs=["blessed"]), troops("B", THERE, 6))
    played = volley(state, charge(state, "A", "B"), 1, 3, 2, 3, 5, 1, 3)
    assert played.asked.question == "blessed"
    assert played.asked.args["faces"] == [[3, 3, 2]]
    assert played.asked.args["spent"] == ["0.0"]
    space = BLESSED.asks.asked(played.state, played.asked).space
    assert isinstance(space, AllocateSpace)
    assert [(box.id, box.most) for box in space.boxes] == [("0.1", 1), ("0.2", 1)]
    given = played.answer(AllocateAnswer({"0.1": 1, "0.2": 1})).give()  # type: ignore[attr-defined]
    assert given == Damage(1, 1)
    assert played.state.units["A"].own.blessed


@pytest.mark.clause("USB-R68")
def test_blessed_is_kept_by_default_unless_four_dice_fail() -> None:
    few = scene(troops("A", HERE, 4, specs=["blessed"]), troops("B", THERE, 6))
    played = volley(few, blow(few, "A", "B"), 1, 2, 3, 4, 4)
    assert played.give() == Damage(0, 1)
    assert not played.state.units["A"].own.blessed
    many = volley(few, blow(few, "A", "B"), 1, 2, 3, 3, 4, 4, 3, 3, 4, 4)
    assert many.give() == Damage(0, 2)
    assert many.state.units["A"].own.blessed


@pytest.mark.clause("USB-R68", "USB-TST-04")
def test_sixes_thrown_once_more_may_be_blessed() -> None:
    state = scene(troops("A", HERE, 1, "rookie", fatigue=3, specs=["blessed"]), troops("B", THERE, 6))
    played = volley(state, blow(state, "A", "B"), 6, 2, 6, 1)
    assert played.asked.args["faces"] == [[6]]
    played.answer(AllocateAnswer({}))
    assert (played.asked.question, played.asked.args["faces"]) == ("blessed", [[2]])
    assert played.answer(AllocateAnswer({"0.0": 1})).give() == Damage(1, 1)  # type: ignore[attr-defined]


@pytest.mark.clause("USB-R68", "USB-WND-05")
def test_damage_dice_may_be_blessed_and_are_so_by_default_where_four_are_low() -> None:
    state = scene(troops("A", HERE, 5, "regular", "large", specs=["blessed"]), monster("B", THERE, 6))
    played = volley(state, shot(state, "A", "B"), 4, 4, 4, 4, 4, 1, 1, 1, 1, 1, 3, 3, 3, 3, 4, 6, 6, 1, 1)
    assert played.give() == Damage(wounds=2 + 2 + 1 + 1 + 2, hits=5)


@pytest.mark.clause("USB-R68", "USB-S15")
def test_dice_thrown_again_behind_shields_are_not_blessed_too() -> None:
    state = scene(troops("A", HERE, 5), troops("B", THERE, 6, shield=True, specs=["blessed"]))
    played = volley(state, blow(state, "A", "B"), 4, 4, 4, 4, 4, 3, 3, 3, 4, 4, 1, 1, 1)
    given = played.answer(AllocateAnswer({})).give()  # type: ignore[attr-defined]
    assert given == Damage(3, 5)
    assert not played.state.units["B"].own.blessed


@pytest.mark.clause("USB-R68", "USB-R48")
def test_a_blessed_save_is_not_covered_by_a_shield_too() -> None:
    state = scene(troops("A", HERE, 2), troops("B", THERE, 6, shield=True, specs=["blessed"]))
    played = volley(state, blow(state, "A", "B"), 4, 4, 1, 2, 3, 4)
    given = played.answer(AllocateAnswer({"0.0": 1})).give()  # type: ignore[attr-defined]
    assert given == Damage(1, 2)


def _plus_one(run: Run, data: BendData, got: object) -> Outcome:
    """A hero who makes the best of the failed dice one better, each time."""
    best = max((f for f in data.faces if f < data.need), default=0)
    faces = list(data.faces)
    if best:
        faces[faces.index(best)] += 1
    return Done(ev.Rolled((tuple(faces),)))


def _nothing(run: Run, data: DaringData, got: object) -> Outcome:
    return Done(Daring())


@pytest.mark.clause("USB-PWR-01", "USB-R50")
def test_dice_are_bent_in_the_heros_own_activation_before_the_next_are_thrown() -> None:
    made = [hero("A", HERE, "champion", "heavy", power=2), troops("B", THERE, 6, "rookie")]
    mine = scene(*made, acting="A")
    played = volley(mine, blow(mine, "A", "B"), 2, 2, 1, 6, 5, bend=_plus_one, daring=_nothing)
    assert played.give() == Damage(1, 1)
    other = scene(*made, acting="B")
    assert done(other, blow(other, "A", "B"), 2, 2, 1) == Damage(0, 0)


@pytest.mark.clause("USB-TST-04", "USB-R50")
def test_a_bent_five_counts_as_a_six_in_six_then_six_too() -> None:
    made = [hero("A", HERE, "aspirant", power=2, fatigue=2), troops("B", THERE, 6)]
    mine = scene(*made, acting="A")
    played = volley(mine, blow(mine, "A", "B"), 5, 1, 5, 1, bend=_plus_one, daring=_nothing)
    assert played.give() == Damage(1, 1)


@pytest.mark.clause("USB-PWR-05", "USB-R52")
def test_daring_attacks_follow_the_damage_dice_as_groups_of_their_own() -> None:
    asked: list[tuple[int, int]] = []

    def twice(run: Run, data: DaringData, got: object) -> Outcome:
        asked.append((data.hits, data.wounds))
        return Done(Daring((Arm(("A.1",), "heavy"),) if len(asked) < 3 else ()))

    def straight(run: Run, data: BendData, got: object) -> Outcome:
        return Done(ev.Rolled((data.faces,)))

    state = scene(hero("A", HERE, "daredevil", "heavy", power=4), troops("B", THERE, 9), acting="A")
    attack = charge(state, "A", "B")
    played = volley(state, attack, 4, 4, 2, 1, 5, 4, 1, 3, 2, 5, 2, 2, 3, bend=straight, daring=twice)
    assert played.give() == Damage(wounds=3, hits=3)
    assert asked == [(2, 2), (3, 3), (3, 3)]
    assert [(e["hits"], e["wounds"]) for e in played.told("struck")] == [(2, 2), (1, 1), (0, 0)]


# --- odds ---------------------------------------------------------------------------------------------------------


def test_odds_of_an_attack_are_those_of_its_dice() -> None:
    state = scene(troops("A", HERE, 2), troops("B", THERE, 6))
    assert spread(state, blow(state, "A", "B")).chances == pytest.approx((9 / 16, 6 / 16, 1 / 16))
    charged = spread(state, charge(state, "A", "B"))
    hit = 1 / 2 + 1 / 6 * 1 / 2
    assert charged.mean == pytest.approx(2 * hit / 2)
    tough = scene(troops("A", HERE, 1, "regular", "heavy"), troops("B", THERE, 6, "rookie", shield=True))
    bare = spread(tough, blow(tough, "A", "B", costly=True)).chance(1)
    assert bare == pytest.approx(1 / 2 * 35 / 36)
    assert spread(tough, blow(tough, "A", "B")).chance(1) == pytest.approx(1 / 2 * (35 / 36) ** 2)


def test_odds_of_damage_dice_and_automatic_hits() -> None:
    state = scene(monster("A", HERE, 0, "regular", "huge"), monster("C", (20, 5), 2), troops("B", THERE, 6))
    found = spread(state, shot(state, "A", "B"))
    wound = 1 / 2 * 35 / 36
    assert [found.chance(n) for n in (1, 2, 3)] == pytest.approx([wound / 3] * 3)
    rammed = spread(state, Attack("C", "B", "blow", autos=ram(state, "C")))
    assert rammed.chances == pytest.approx((1 / 4, 1 / 2, 1 / 4))


# --- in a record --------------------------------------------------------------------------------------------------


def test_an_attack_goes_on_as_well_after_its_record_was_read() -> None:
    state = scene(
        troops("A", HERE, 3, "regular", "massive"),
        monster("C", (20, 5), 2, "regular", "heavy"),
        troops("B", THERE, 6, shield=True, specs=["blessed"]),
        locks=[("A", "B")],
    )
    ground = (Effects(hit=1), Effects(covered=True))
    attack = charge(state, "C", "B", costly=True, ground=ground, front=("B",))
    script = (5, 4, 4, 1, 2, 6, 3, 3, 1, 2, 4, 5)
    played = volley(state, attack, *script)
    ends = []
    for how in ("straight", "read"):
        now, decision = played.state, played.asked
        assert decision.question == "blessed"
        if how == "read":
            raw = msgspec.json.encode(now)
            now = Thawer(played.session.ruleset.owns).state(msgspec.json.decode(raw, type=State))
            assert state_hash(now) == state_hash(played.state)
        while now.pending is not None:
            decision = now.pending.waiting[0]
            reply = Reply(USE)
            if decision.question == "blessed":
                reply = Reply(AllocateAnswer({"0.0": 1}))
            got = decide(played.session.ruleset, now, Answering(decision.id, decision.side, reply), played.dice)
            assert not isinstance(got, Refusal), got
            now = got.state
        ends.append(state_hash(now))
    assert ends[0] == ends[1]
    assert now.luck is not None
    assert played.dice.left(now.luck) == ()
