"""Characteristics, weapons, moves, charges and duels, one clause to a test."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.decision import MoveSpace, PickAnswer
from game.engine.state import State
from game.engine.text import T
from rulesets.universal_battle.attack import needs
from rulesets.universal_battle.attack.arms import Attack, count
from rulesets.universal_battle.attack.losses import LOSSES, LossesData
from rulesets.universal_battle.attack.throws import dice
from rulesets.universal_battle.attack.volley import VOLLEY, Damage, VolleyData
from rulesets.universal_battle.charge.reach import charge_bar
from rulesets.universal_battle.field.terrain import Effects
from rulesets.universal_battle.fight.result import Part, score
from rulesets.universal_battle.nerve.morale import MORALE, MoraleData
from rulesets.universal_battle.system import RULESET
from tests.rules.universal_battle.attack_play import Called, blow, shot
from tests.rules.universal_battle.charge_play import Charge
from tests.rules.universal_battle.fight_play import line
from tests.rules.universal_battle.move_play import clause, cost, far, judged, led, move
from tests.rules.universal_battle.table import monster, piece, scene, troops
from tests.rules.universal_battle.turn_play import Acted, Round, bars, refusal, things, ways_out

HERE, THERE = (10, 5), (10, 15)
NONE = Effects()
"""No effect of terrain."""


def pair(*items: str, foe: Any = None, **own: Any) -> State:
    """Six Regulars of the south and six of the north."""
    return scene(troops("A", HERE, 6, "regular", *items, **own), foe or troops("B", THERE, 6))


def hit(state: State, attack: Attack, group: int = 0) -> int:
    """The face that hits."""
    return int(needs.hit_need(state, attack, attack.arms[group]).total)


def save(state: State, attack: Attack) -> int:
    """The face that saves."""
    return int(needs.save_need(state, attack, attack.arms[0], needs.saver(state, attack.target)).total)


@pytest.mark.clause("USB-STA-02")
@pytest.mark.parametrize("face", [3, 4, 5])
def test_one_hit_serves_shooting_and_melee(face: int) -> None:
    state = scene(troops("A", HERE, 3, (face, 5), "light"), troops("B", THERE, 3))
    assert (hit(state, shot(state, "A", "B")), hit(state, blow(state, "A", "B"))) == (face, face)


@pytest.mark.clause("USB-STA-03")
def test_initiative_is_the_number_of_dice_of_each_model() -> None:
    state = scene(troops("A", HERE, 3, "regular", "light", kind="riders"), troops("B", THERE, 4, "regular", "light"))
    for unit, other, n in (("A", "B", 6), ("B", "A", 4)):
        for attack in (shot(state, unit, other), blow(state, unit, other)):
            assert count(state, attack, attack.arms[0]) == n


@pytest.mark.clause("USB-STA-04")
@pytest.mark.parametrize("tough", [3, 4, 5])
def test_tough_saves_and_steadies(tough: int) -> None:
    state = scene(troops("A", HERE, 3, "regular", "light"), troops("B", THERE, 4, (5, tough)))
    assert (save(state, shot(state, "A", "B")), save(state, blow(state, "A", "B"))) == (tough, tough)
    hurt = Called(state, LOSSES, LossesData("B", 1, T("test")))
    hurt.give()
    for die, status in ((tough - 1, "shaken"), (tough, "")):
        tested = Called(hurt.state, MORALE, MoraleData(("B",)), die)
        tested.give()
        assert tested.state.units["B"].own.status == status


@pytest.mark.clause("USB-TST-01")
@pytest.mark.parametrize("need", [2, 3, 4, 5, 6])
def test_a_die_passes_from_the_characteristic_up(need: int) -> None:
    (die,) = dice(need)
    assert [face for face in range(1, 7) if die.succeeds(face)] == list(range(need, 7))


@pytest.mark.clause("USB-WND-01")
@pytest.mark.parametrize(("saves", "wounds"), [((4, 4, 4), 0), ((3, 4, 4), 1), ((3, 3, 3), 3)])
def test_each_hit_takes_one_save(saves: tuple[int, ...], wounds: int) -> None:
    state = scene(troops("A", HERE, 4, "regular", "light"), troops("B", THERE, 6))
    played = Called(state, VOLLEY, VolleyData(shot(state, "A", "B")), 4, 5, 6, 3, *saves)
    assert played.give() == Damage(wounds=wounds, hits=3)
    assert [e.about[0] for e in played.events if e.request is not None] == ["A.1", "B"]


@pytest.mark.clause("USB-EQP-08")
@pytest.mark.parametrize(("charging", "need"), [(True, (3, 5)), (False, (4, 4))])
def test_a_lance_counts_on_the_charge_alone(charging: bool, need: tuple[int, int]) -> None:
    state = pair("lance")
    attack = blow(state, "A", "B", charging=charging)
    assert (hit(state, attack), save(state, attack)) == need


@pytest.mark.clause("USB-EQP-09")
def test_a_light_ranged_weapon_reaches_12_inches_and_changes_nothing() -> None:
    state = pair("light")
    attack = shot(state, "A", "B", 12)
    assert (hit(state, attack), save(state, attack), count(state, attack, attack.arms[0])) == (4, 4, 6)
    assert shot(state, "A", "B", 12.01).arms == ()


@pytest.mark.clause("USB-EQP-10")
def test_a_ranged_weapon_reaches_24_inches_and_worsens_tough_by_one() -> None:
    state = pair("ranged")
    attack = shot(state, "A", "B", 24)
    assert (hit(state, attack), save(state, attack), count(state, attack, attack.arms[0])) == (4, 5, 6)
    assert shot(state, "A", "B", 24.01).arms == ()


@pytest.mark.clause("USB-HRO-07")
def test_rider_and_mount_throw_their_own_dice_at_their_own_hit() -> None:
    state = scene(monster("A", HERE, 3, "rookie", rider="champion"), troops("B", THERE, 6))
    attack = blow(state, "A", "B")
    thrown = [(arm.rider, count(state, attack, arm), hit(state, attack, k)) for k, arm in enumerate(attack.arms)]
    assert thrown == [(True, 3, 3), (False, 4, 5)]


@pytest.mark.clause("USB-SHT-07")
@pytest.mark.parametrize(
    ("own", "attack", "shots", "blows"),
    [
        ({}, {}, 4, 4),
        ({"formation": "phalanx"}, {"front": ("A",)}, 3, 3),
        ({}, {"ground": (Effects(hit=1), NONE)}, 3, 3),
        ({}, {"ground": (NONE, Effects(attackers=-1))}, 5, 5),
        ({"formation": "column"}, {}, 5, 5),
        ({"status": "shaken"}, {}, 5, 5),
        ({"fatigue": 2}, {}, 6, 6),
        ({"status": "panicked"}, {}, 6, 6),
        ({"formation": "column", "status": "shaken"}, {"ground": (NONE, Effects(attackers=-1))}, 7, 7),
        ({"status": "shaken", "fatigue": 1}, {"ground": (Effects(hit=1), NONE)}, 5, 5),
    ],
)
def test_all_modifiers_of_a_hit_are_summed(own: dict[str, Any], attack: dict[str, Any], shots: int, blows: int) -> None:
    state = pair("light", **own)
    assert (hit(state, shot(state, "A", "B", **attack)), hit(state, blow(state, "A", "B", **attack))) == (shots, blows)


@pytest.mark.clause("USB-SHT-07")
def test_aim_indirect_fire_and_camouflage_change_shots_and_the_lance_a_charge() -> None:
    state = pair("light")
    assert [hit(state, shot(state, "A", "B", **more)) for more in ({"aimed": True}, {"indirect": True})] == [3, 5]
    hidden = pair("light", foe=troops("B", THERE, 6, specs=["camouflage"]))
    assert (hit(hidden, shot(hidden, "A", "B")), hit(hidden, blow(hidden, "A", "B"))) == (5, 4)
    lances = pair("lance", fatigue=1)
    assert hit(lances, blow(lances, "A", "B", charging=True)) == 4 - 1 + 1


@pytest.mark.clause("USB-MOR-02")
def test_the_shaken_hit_worse_and_charge_nobody() -> None:
    state = scene(troops("A", HERE, 3, "regular", "light", status="shaken"), troops("B", (10, 9), 3))
    assert (hit(state, shot(state, "A", "B")), hit(state, blow(state, "A", "B"))) == (5, 5)
    bar = charge_bar(state, "A", "B")
    assert bar is not None
    assert bar.clause == "USB-CHG-10"
    steady = scene(troops("A", HERE, 3), troops("B", (10, 9), 3))
    assert charge_bar(steady, "A", "B") is None


@pytest.mark.clause("USB-CHG-10")
@pytest.mark.parametrize(
    ("status", "barred"), [("panicked", {"tactical", "charge", "shoot_first", "aimed", "entrench"}), ("", set())]
)
def test_the_panicked_may_only_run(status: str, barred: set[str]) -> None:
    made = troops("A1", (18, 10), 2, "rookie", "light", status=status), troops("B1", (18, 17), 2)
    play = Acted(scene(*made), "A1", *([1] if status else []))
    assert play.state.units["A1"].own.status == status
    assert set(bars(play)) == barred


@pytest.mark.clause("USB-CHG-06")
@pytest.mark.parametrize(("dug", "open_modes"), [(True, ["shoot"]), (False, ["entrench", "react"])])
def test_who_was_entrenched_shoots_at_any_distance_and_does_not_move(dug: bool, open_modes: list[str]) -> None:
    slingers = troops("B1", (18, 13), 5, "rookie", "light", entrenched=dug)
    play = Charge(scene(troops("A1", (18, 10), 5), slingers), "A1", "B1")
    space = play.session.asked(play.asked).space
    assert isinstance(space, MoveSpace)
    assert [m.id for m in space.among[0].modes if m.bar is None and m.id != "none"] == open_modes


@pytest.mark.clause("USB-DUE-05")
@pytest.mark.parametrize("died", [False, True])
def test_a_hero_who_died_in_the_duel_takes_one_from_his_side(died: bool) -> None:
    state = scene(line("A", 10, 4), line("B", 11, 4))
    mine, theirs = Part("A"), Part("B", died=died)
    assert (score(state, mine, theirs).total, score(state, theirs, mine).total) == (2, 2 - died)


@pytest.mark.clause("USB-MON-05")
def test_a_monster_moves_like_others_from_its_first_growth_step() -> None:
    kinds: tuple[Any, ...] = ("tactical", "run", "charge", "react")
    assert [far(scene(monster("A1", HERE, 1)), "A1", kind) for kind in kinds] == [5, 10, 10, 3]
    state = scene(monster("A1", (18, 10), 1))
    assert clause(judged(state, "A1", "run", led("A1", (18, 20)))) == ""
    assert clause(judged(state, "A1", "run", led("A1", (18, 20.01)))) == "USB-ACT-03"


@pytest.mark.clause("USB-MON-07")
@pytest.mark.parametrize(("growth", "moves"), [(4, [5, 10, 10]), (5, [7, 12, 12]), (6, [7, 12, 12])])
def test_a_monster_moves_two_inches_more_from_its_fifth_growth_step(growth: int, moves: list[float]) -> None:
    kinds: tuple[Any, ...] = ("tactical", "run", "charge")
    assert [far(scene(monster("A1", HERE, growth)), "A1", kind) for kind in kinds] == moves


@pytest.mark.clause("USB-MOV-07")
@pytest.mark.parametrize(("ladders", "falls"), [((2,), 0), ((), 2)])
def test_a_ladder_is_climbed_at_normal_speed_without_hits(ladders: tuple[int, ...], falls: int) -> None:
    house = piece("house", 0, 0, 36, 7, 4, ladders=ladders)
    for start, end in ((6, 8), (8, 6)):
        plan = judged(scene(troops("A1", (18, start), 3), terrain=[house]), "A1", "run", led("A1", (18, end)))
        assert (cost(plan, "A1.1"), plan.metered and plan.metered.falls) == (2 + 4, falls)


@pytest.mark.clause("USB-SPC-10")
@pytest.mark.parametrize("kind", ["bog", "forest", "ruins", "rubble", "pit", "crops"])
def test_no_terrain_slows_hunters(kind: str) -> None:
    ground = [piece(kind, 0, 5, 36, 30)]
    hunters = scene(troops("A1", (18, 6), 2, specs=["hunters"]), terrain=ground)
    plan = judged(hunters, "A1", "run", led("A1", (18, 16)))
    assert (clause(plan), cost(plan, "A1.1")) == ("", 10)
    plain = scene(troops("A1", (18, 6), 2), terrain=ground)
    assert clause(judged(plain, "A1", "run", led("A1", (18, 16)))) != ""


@pytest.mark.clause("USB-GEN-04")
def test_measuring_is_free_whoever_is_asked() -> None:
    made = troops("A1", (18, 10), 2), troops("B1", (18, 25), 2)
    asked = [Round(scene(*made), due=side).asked.measuring for side in ("south", "north")]
    assert [*asked, Acted(scene(*made), "A1").asked.measuring] == ["free", "free", "free"]


@pytest.mark.clause("USB-GEN-05")
def test_a_unit_once_picked_must_be_activated() -> None:
    play = Round(scene(troops("A1", (18, 10), 1), troops("A2", (5, 5), 1), troops("B1", (18, 30), 1)), due="south")
    play.answer(PickAnswer(("A2",)))
    assert (play.asked.question, play.asked.args["unit"]) == ("act", "A2")
    assert ways_out(play) == []
    assert refusal(play, move("A1", "run", [led("A1", (18, 12))])) != ""
    while not play.state.units["A2"].own.activated:
        play.default()
    assert (play.state.units["A2"].own.activated, play.state.units["A1"].own.activated) == (True, False)


@pytest.mark.clause("USB-GEN-06")
def test_nobody_picks_or_moves_models_of_the_enemy() -> None:
    made = troops("A1", (18, 10), 1), troops("B1", (18, 25), 1), troops("B2", (5, 25), 1)
    assert things(Round(scene(troops("A2", (5, 5), 1), *made), due="south")) == ["A2", "A1"]
    assert things(Round(scene(*made), due="north")) == ["B1", "B2"]
    acted = Acted(scene(*made), "A1")
    assert refusal(acted, move("A1", "run", [led("B1", (18, 24))])) != ""
    assert refusal(acted, move("B1", "run", [led("B1", (18, 24))])) != ""


@pytest.mark.clause("USB-SET-02")
@pytest.mark.parametrize("pieces", [0, 3, 12])
def test_players_may_agree_on_any_number_of_pieces(pieces: int) -> None:
    whole = RULESET.made_table((36.0, 36.0), "7")
    few = replace(whole, pieces=whole.pieces[:pieces])
    setup = replace(RULESET.default_setup("meeting", 500), seed="x", table=few)
    assert [p for p in RULESET.check_setup(setup) if p.fatal] == []
    assert len(RULESET.begin(setup)[0].features) == pieces
