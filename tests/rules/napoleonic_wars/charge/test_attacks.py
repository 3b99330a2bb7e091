"""Attacks: declared, brought to 5 cm, fired at, tested, driven home or not."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.decision import OptionAnswer
from game.engine.event import Event
from game.engine.flow import Run
from game.engine.state import State
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.nerve import crews
from rulesets.napoleonic_wars.own import ChargeOwn
from tests.rules.napoleonic_wars.charge.test_sequence import DECLARE, MOVED, OPEN, PASS, kinds, ordered
from tests.rules.napoleonic_wars.melee_play import Fought
from tests.rules.napoleonic_wars.table import at_cm, battalion, battery, box, field, of, piece, put, regiment

ATTACKS = "nap.attacks"
ALL = (DECLARE, PASS, MOVED, ATTACKS)
ATTACK: dict[str, Any] = {"verb": "attack", "target": "E1"}


def near(gap: float = 9.0, line: Any = None, **told: Any) -> State:
    """Heavy horse nearer than its attack distance to a line, which it is ordered to attack."""
    horse = regiment("H1", "south", at=(50, 60 - gap), **{"figures": 12, **told})
    return ordered(field(horse, battalion("E1", "north", at=(50, 60))), H1=ATTACK, E1=line or [])


def tie(played: Fought, name: str = "attack H1 E1") -> ChargeOwn:
    found: ChargeOwn = played.state.ties[name].own
    return found


@pytest.mark.clause("NAP-ASQ-01", "NAP-ASQ-02", "NAP-ATK-02", "NAP-R165", "NAP-R118")
def test_an_attack_is_declared_in_step_two_and_begins_at_five_cm() -> None:
    played = Fought(near(), frames=(DECLARE, PASS, MOVED))
    played.end()
    told = tie(played)
    assert kinds(played).count("attack_declared") == 1
    assert (told.pause, told.gap) == (pytest.approx(4 / 30, abs=1e-4), pytest.approx(50.0, abs=0.01))
    assert "attacked" in of(played.state, "H1").march.did
    assert "was_attacked" in of(played.state, "E1").march.did


@pytest.mark.clause("NAP-R165", "NAP-ATK-02")
def test_an_attack_that_does_not_come_to_five_cm_was_a_march() -> None:
    going = {"verb": "back", "distance": 50.0}
    foot = battalion("L1", "south", at=(50, 51), figures=18, formation="line")
    state = field(foot, regiment("E1", "north", at=(50, 61), facing=0.0, light=True))
    state = ordered(state, L1=ATTACK, E1={"verb": "advance"})
    played = Fought(near(line=going), frames=(DECLARE, PASS, MOVED))
    played.end()
    assert tie(played).pause is not None  # it is not so quick
    away = Fought(state, frames=ALL)
    away.end()
    assert "attack L1 E1" not in away.state.ties or tie(away, "attack L1 E1").home == "void"
    assert "attacked" not in of(away.state, "L1").march.did
    assert "morale_tested" not in kinds(away)


@pytest.mark.clause("NAP-ASQ-03", "NAP-ASQ-04", "NAP-ASQ-05", "NAP-ATK-03", "NAP-ATK-04", "NAP-SMA-18", "NAP-SEQ-31")
def test_the_attacked_fires_at_five_cm_the_attacker_alone_tests_and_closes() -> None:
    played = Fought(near(), 1, 5, 5, 5, frames=ALL)
    assert played.asked.question == "attack_fire"
    played.answer(OptionAnswer({"E1": "fire"}))
    played.end()
    told = kinds(played)
    assert told.index("fired") < told.index("morale_tested") < told.index("struck_home")
    (volley,) = played.told("fired")
    assert volley["shots"] == 1  # by 4/30 of a move, loaded
    assert [e.about[0] for e in played.events if e.type == "morale_tested"] == ["H1"]
    assert tie(played).home == "home"
    assert board_of(played.state).touching("H1", "E1")


@pytest.mark.clause("NAP-ASQ-06", "NAP-SMA-18")
def test_who_holds_his_fire_gives_it_as_they_come_upon_him() -> None:
    played = Fought(near(), 5, 5, 5, 1, frames=ALL)
    played.answer(OptionAnswer({"E1": "hold"}))
    played.end()
    told = kinds(played)
    assert told.index("morale_tested") < told.index("struck_home") < told.index("fired")
    (volley,) = played.told("fired")
    assert volley["shots"] == 2  # 9/30 of a move is a quarter and more
    assert of(played.state, "E1").fire.loaded is False


@pytest.mark.clause("NAP-ASQ-07", "NAP-IMP-01", "NAP-MEL-01")
def test_an_attack_has_no_impetus_and_counts_as_following_up() -> None:
    played = Fought(near(), 1, 5, 5, 5, frames=(*ALL, "nap.contact", "nap.impact"))
    played.answer(OptionAnswer({"E1": "fire"}))
    played.end()
    assert "impact" not in kinds(played)
    (melee,) = [t.own for t in played.state.ties.values() if t.kind == "melee"]
    assert (melee.following, melee.impetus) == ("H1", ())


@pytest.mark.clause("NAP-R109", "NAP-ASQ-04")
def test_an_attacker_whose_morale_fails_acts_on_it_at_once_with_the_time_left() -> None:
    played = Fought(near(cls="E", carried=0, lost=4), 6, 2, 2, 2, frames=ALL)
    played.answer(OptionAnswer({"E1": "fire"}))
    played.end()
    own = of(played.state, "H1")
    assert own.nerve.result in ("withdraw", "retreat", "rout")
    assert tie(played).home == "halt"
    assert at_cm(played.state, "H1")[1] < 50.0
    # a defender who did not attack never tests
    assert [e.about[0] for e in played.events if e.type == "morale_tested"] == ["H1"]


@pytest.mark.clause("NAP-ATK-04")
def test_a_defender_tests_only_if_he_attacks_himself() -> None:
    state = field(
        battalion("L1", "south", at=(50, 55.5), figures=18),
        battalion("E1", "north", at=(50, 60), figures=18),
    )
    both = ordered(state, L1=ATTACK, E1={"verb": "attack", "target": "L1"})
    played = Fought(both, 5, 5, 5, 5, 5, 5, frames=ALL)
    played.end()
    assert [e.about[0] for e in played.events if e.type == "morale_tested"] == ["L1", "E1"]
    assert "fired" not in kinds(played)  # who attacks does not fire (NAP-R163)
    assert (tie(played, "attack L1 E1").home, tie(played, "attack E1 L1").home) == ("home", "home")


@pytest.mark.clause("NAP-ATK-05", "NAP-SKR-06", "NAP-R165")
def test_skirmishers_fall_back_before_attackers_unless_in_cover() -> None:
    for features in ((), (piece("wall", [(30, 59.9), (70, 59.9)], "W"),)):
        loose = battalion("E1", "north", at=(50, 60), figures=6, weapon="", **OPEN)
        horse = regiment("H1", "south", at=(50, 51), figures=12)
        played = Fought(ordered(field(horse, loose, features=features), H1=ATTACK), frames=(DECLARE, PASS, MOVED))
        played.end()
        assert (at_cm(played.state, "E1")[1] > 60.0) is (not features)
        assert "evaded" not in of(played.state, "E1").march.did


def guns_attacked(formation: Any = "deployed") -> State:
    """Foot that comes through a river, which nobody charges through, at guns."""
    foot = battalion("L1", "south", at=(50, 46.5), figures=18)
    river = box("river", 0, 47, 200, 48)
    state = field(foot, battery("E1", "north", (50, 60), None, formation, ("6",)), features=[river])
    return ordered(state, L1=ATTACK)


@pytest.mark.clause("NAP-ORD-13", "NAP-EVD-01", "NAP-EVD-05", "NAP-S44")
@pytest.mark.parametrize(
    ("course", "die", "fires", "runs"),
    [("fire", (1,), True, False), ("fire_run", (1,), True, True), ("run", (), False, True)],
)
def test_gunners_may_run_from_who_attacks_them_though_nobody_orders_it(
    course: str, die: tuple[int, ...], fires: bool, runs: bool
) -> None:
    played = Fought(guns_attacked(), *die, 4, 4, 4, frames=ALL)
    space: Any = played.session.asked(played.asked).space
    assert [c.id for c in space.parts["E1"]] == ["fire", "hold", "fire_run", "run"]
    played.answer(OptionAnswer({"E1": course}))
    played.end()
    assert ("fired" in kinds(played)) is fires
    assert ("runs_from" in kinds(played)) is ("evaded" in of(played.state, "E1").march.did) is runs
    if runs:
        after = Run(played.state)
        crews.evaded(after, Event("step_begins", "flow", clauses=("NAP-SEQ-32",)))
        assert [b.own.role for b in after.state.bases_of("E1")] == ["foot"] * 4
        (left,) = [u for u in after.state.units.values() if u.own.captivity.abandoned]
        assert [b.pose for b in after.state.bases_of(left.id)] == [guns_attacked().bases["E1.1"].pose]


@pytest.mark.clause("NAP-S44", "NAP-S49")
@pytest.mark.parametrize(("enemy", "team"), [(61.5, 680.0), (64.5, 685.0)])
def test_a_team_left_behind_stands_in_no_enemy(enemy: float, team: float) -> None:
    """It stood from 64 to 72 cm; a line whose front is at 64.5 cm has come into that place, one at 61.5 cm has not."""
    played = Fought(guns_attacked(), 4, 4, 4, frames=ALL)
    played.answer(OptionAnswer({"E1": "run"}))
    played.end()
    after = Run(put(played.state, "L1", (50.0, enemy), 0.0, "line"))
    crews.evaded(after, Event("step_begins", "flow", clauses=("NAP-SEQ-32",)))
    gun, limber = after.state.bases["E1.1"].pose, after.state.bases["E1.2"].pose
    assert gun is not None
    assert limber is not None
    assert (gun.x, gun.y, gun.facing) == (500.0, 620.0, 180.0)
    assert (limber.x, limber.y, limber.facing) == (500.0, pytest.approx(team, abs=0.1), 180.0)


@pytest.mark.clause("NAP-ORD-13", "NAP-EVD-01")
def test_a_limbered_team_runs_with_its_gun() -> None:
    played = Fought(guns_attacked("limbered"), 4, 4, 4, frames=ALL)
    space: Any = played.session.asked(played.asked).space
    assert [c.id for c in space.parts["E1"]] == ["hold", "run"]
    played.answer(OptionAnswer({"E1": "run"}))
    played.end()
    # from 0.85 of the move on, at 30 cm
    assert at_cm(played.state, "E1")[1] - 60.0 > 4.0
    assert of(played.state, "E1").march.did == ("evaded", "was_attacked")
