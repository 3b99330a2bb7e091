"""Charge reactions: which are open to whom, what each does, all of it at once."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.decision import MoveAnswer, OptionAnswer, OptionSpace, Reply
from game.engine.state import Frame, State
from game.kit import situation
from rulesets.ancient_battles.charge.reactions import ReactData
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.field.blocks import block_of
from tests.rules.ancient_battles.charge_play import Play as Moves
from tests.rules.ancient_battles.charge_play import bars, declared
from tests.rules.ancient_battles.shots_play import Play, recruit
from tests.rules.ancient_battles.table import piece, table, unit


def react(state: State, unit_id: str, *dice: int) -> Play:
    return Play(state, "wab.react", ReactData(unit_id), dice)


def clauses(state: State, unit_id: str) -> dict[str, str]:
    """Every reaction with the clause that bars it, "" where it is open."""
    return {c: (b.clause if b else "") for c, b in bars(state, unit_id).items()}


def y_of(state: State, unit_id: str) -> float:
    return round(block_of(state, unit_id).front.y / 25.0, 3)


def head_on(charger: str, target: str, gap: float, target_keys: Any = None, charger_keys: Any = None) -> State:
    """A charger north of its target, both facing each other; the charge is declared."""
    state = table(
        unit(target, (36, 20), 0, **(target_keys or {"side": "south"})),
        unit(charger, (36, 20 + gap), 180, **(charger_keys or {"side": "north"})),
        active="north",
    )
    return declared(state, charger, target)


# --- what is open ------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-RCT-04")
def test_a_block_without_missiles_holds_or_flees() -> None:
    state = head_on("WAR", "PHA", 7)
    assert clauses(state, "PHA") == {"hold": "", "shoot:WAR": "WAB-RCT-02", "counter:WAR": "WAB-R43", "flee": "",
                                     "fire:WAR": "WAB-RCT-02"}  # fmt: skip
    play = react(state, "PHA")
    assert play.asked.default.answer is not None
    play.option("reaction", "hold")
    assert play.of("reaction")[0].data == {"unit": "PHA", "reaction": "hold"}
    assert list(play.state.ties) == list(state.ties)


@pytest.mark.clause("WAB-RCT-02", "WAB-FRZ-02")
@pytest.mark.parametrize(
    ("target", "choice", "clause"),
    [
        ("PHA", "shoot", "WAB-RCT-02"),
        ("PHA", "fire", "WAB-RCT-02"),
        ("CRE", "shoot", ""),
        ("CRE", "fire", ""),
        ("MAD", "shoot", ""),
        ("MAD", "fire", "WAB-FRZ-02"),
    ],
)
def test_odds_of_shots_that_cannot_be_are_the_words_of_their_refusal(
    monkeypatch: pytest.MonkeyPatch, target: str, choice: str, clause: str
) -> None:
    """A block without missiles; archers, who may do both; archers in a frenzy, who never run."""
    recruit(monkeypatch, "MAD", "CRE", traits=("frenzy",))
    play = react(head_on("WAR", target, 7), target)
    answer = Reply(OptionAnswer({"reaction": f"{choice}:WAR"}))
    odds, verdict = play.session.forecast(play.decision, answer), play.session.check(play.decision, answer)
    assert odds is not None
    assert (odds.bar.clause if odds.bar else "") == clause
    assert bool(odds.rows) == verdict.legal == (not clause)
    assert ([odds.bar.text] if odds.bar else []) == [r.text for r in verdict.reasons]


@pytest.mark.clause("WAB-RCT-02", "WAB-RCT-07")
@pytest.mark.parametrize(("gap", "clause"), [(5.0, "WAB-RCT-02"), (5.01, "")])
def test_shooting_needs_a_charge_from_more_than_half_its_length(gap: float, clause: str) -> None:
    """A warband, M 5, charges Cretan archers: its gap at declaration must be more than 5 inches."""
    archers = {"side": "south", "poses": [(34 + k, 19.6) for k in range(5)], "models": 5}
    state = table(unit("CRE", **archers), unit("WAR", (36, 20 + gap), 180), active="north")
    found = clauses(declared(state, "WAR", "CRE"), "CRE")
    assert (found["shoot:WAR"], found["fire:WAR"]) == (clause, clause)


@pytest.mark.clause("WAB-FRZ-02")
def test_a_frenzied_unit_does_not_run() -> None:
    found = clauses(head_on("PHA", "GAE", 7, {"side": "north"}, {"side": "south"}), "GAE")
    assert (found["flee"], found["fire:PHA"], found["hold"]) == ("WAB-FRZ-02", "WAB-FRZ-02", "")
    calm = clauses(head_on("PHA", "GAE", 7, {"side": "north", "calm": True}, {"side": "south"}), "GAE")
    assert calm["flee"] == ""


@pytest.mark.clause("WAB-S11")
def test_an_engaged_target_can_only_hold() -> None:
    """It is not even asked."""
    state = table(unit("COM", (36, 20)), unit("WAR", (36, 20), 180), unit("NOB", (36, 10), 0), active="north")
    state = declared(state, "NOB", "COM")
    assert {k for k, v in clauses(state, "COM").items() if not v} == {"hold"}
    play = react(state, "COM", 1, 1)
    assert not play.session.waiting
    assert play.tested() == [("COM", "panic", True, 8)]
    assert play.of("reaction")[0].data["reaction"] == "hold"


@pytest.mark.clause("WAB-R48", "WAB-S11", "WAB-R53")
def test_a_fleeing_target_flees_again_and_takes_no_test() -> None:
    """The elephant charges a warband that runs already: no Terror, no question, 2D6 away from it."""
    state = table(unit("SEL", (36, 20)), unit("WAR", (36, 28), 180, fleeing=True, fled_turn=1), turn=2)
    play = react(declared(state, "SEL", "WAR"), "WAR", 3, 5)
    assert not play.session.waiting
    assert play.tested() == []
    assert y_of(play.state, "WAR") == 36.0
    assert play.own("WAR").fled_turn == 1


# --- flight ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-RCT-05", "WAB-S14", "WAB-FLE-03")
def test_fleeing_happens_at_once_and_the_charge_stays_declared() -> None:
    state = head_on("WAR", "PHA", 7)
    play = react(state, "PHA", 3, 4)
    play.option("reaction", "flee")
    assert y_of(play.state, "PHA") == 13.0
    assert play.own("PHA").fleeing
    assert [(t.a, t.b) for t in play.state.ties.values()] == [("WAR", "PHA")]
    assert play.of("shots") == []


@pytest.mark.clause("WAB-S14", "WAB-RCT-05")
def test_of_several_chargers_one_flees_from_the_nearest() -> None:
    """The warband comes from the north at 7 inches, the nobles from the west at 9: it runs due south."""
    state = table(unit("PHA", (36, 24)), unit("WAR", (36, 31), 180), unit("NOB", (24.6, 22.4), 90), active="north")
    state = declared(declared(state, "NOB", "PHA"), "WAR", "PHA")
    play = react(state, "PHA", 1, 1, 2, 2)
    play.option("reaction", "flee")
    assert play.tested() == [("PHA", "panic", True, 7)]
    assert play.own("PHA").fled_to == 180.0


@pytest.mark.clause("WAB-S14", "WAB-S11")
def test_from_a_nearer_charger_that_threatens_nobody_one_does_not_flee() -> None:
    """Nobles four inches to the west stand behind a house: the phalanx runs from the warband, seven inches north."""
    nobles = unit("NOB", (29.6, 22.4), 90)
    house = piece("building", box=(30, 15, 33.4, 30))
    state = table(unit("PHA", (36, 24)), unit("WAR", (36, 31), 180), nobles, terrain=[house], active="north")
    state = declared(declared(state, "NOB", "PHA"), "WAR", "PHA")
    assert facts.gap(state, "NOB", "PHA") < facts.gap(state, "WAR", "PHA")
    assert [t.own.idle for t in state.ties.values()] == [True, False]
    play = react(state, "PHA", 1, 1)
    play.option("reaction", "flee")
    assert play.tested() == []
    assert play.own("PHA").fled_to == 180.0


# --- shooting ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-RCT-03", "WAB-TRN-04", "WAB-SHT-05")
def test_standing_and_shooting_costs_the_charger_models_before_he_moves() -> None:
    """Javelins at 7 of 8 inches, BS 3, at a charger: 5 or more. Twelve shots, two hits, one wound, no save."""
    youths = {"side": "north", "poses": [(30 + k, 20) for k in range(12)], "models": 12}
    state = table(unit("PHA", (36, 13)), unit("GJA", **youths), active="south")
    state = declared(state, "PHA", "GJA")
    dice = (5, 6, *(1,) * 10, 4, 3, 4)
    play = react(state, "GJA", *dice)
    play.option("reaction", "shoot:PHA")
    assert play.shown()[0] == (5, 6, *(1,) * 10)
    assert play.count("PHA") == 23
    assert [(t.a, t.b) for t in play.state.ties.values()] == [("PHA", "GJA")]
    assert not play.own("GJA").fleeing
    assert y_of(play.state, "PHA") == 13.0


@pytest.mark.clause("WAB-R52", "WAB-S12")
def test_against_several_chargers_only_the_one_shot_at_counts() -> None:
    """The nobles declared from 4 inches, the warband from 7: only the warband may be shot at."""
    archers = {"side": "south", "poses": [(34 + k, 20) for k in range(5)], "models": 5}
    state = table(unit("CRE", **archers), unit("NOB", (26, 20), 90), unit("WAR", (36, 28), 180), active="north")
    state = declared(declared(state, "NOB", "CRE"), "WAR", "CRE")
    found = clauses(state, "CRE")
    assert found["shoot:NOB"] == found["fire:NOB"] == "WAB-RCT-02"
    assert found["shoot:WAR"] == found["fire:WAR"] == ""
    play = react(state, "CRE", 1, 1, 1, 1, 1)
    assert play.asked.default.answer.parts == {"reaction": "shoot:WAR"}  # type: ignore[union-attr]
    play.default()
    assert play.of("reaction")[0].data["reaction"] == "shoot"


@pytest.mark.clause("WAB-RCT-07", "WAB-FLE-04", "WAB-RCT-06", "WAB-S11")
def test_fire_and_flee_and_be_ridden_down() -> None:
    """W09: nobles charged from 9 inches shoot two hits, one Companion dead; they run 6; 15 inches are within 16."""
    state = table(unit("NOB", (36, 30), 180), unit("COM", (36, 21), 0), active="south")
    state = declared(state, "COM", "NOB")
    play = react(state, "NOB", 5, 2, 4, 6, 4, 1, 3, 4, 2)
    play.option("reaction", "fire:COM")
    assert play.shown() == [(5, 2, 4, 6), (4, 1), (3,), (4, 2)]
    assert play.count("COM") == 7
    assert y_of(play.state, "NOB") == 36.0
    assert facts.gap(play.state, "COM", "NOB") / 25.0 == pytest.approx(15.0)
    moves = Moves(play.state, Frame("wab.charge_moves"))
    if moves.asked_for:
        moves.give(MoveAnswer("COM", "charge", "NOB"))
    assert moves.event("destroyed").data["why"] == "caught"
    assert not situation.on_table(moves.state, "NOB")


# --- counter-charge ----------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-RCT-01", "WAB-R43")
@pytest.mark.parametrize(
    ("charger", "target", "clause"),
    [
        ("COM", "NOB", ""),
        ("COM", "LCH", ""),
        ("PHA", "NOB", "WAB-R43"),
        ("SEL", "NOB", "WAB-R43"),
        ("COM", "WAR", "WAB-R43"),
    ],
)
def test_cavalry_and_light_chariots_counter_each_other(charger: str, target: str, clause: str) -> None:
    """From more than half of the charge, and within it."""
    state = head_on(charger, target, 7 if charger == "PHA" else 12, {"side": "north"}, {"side": "south"})
    assert clauses(state, target)[f"counter:{charger}"] == clause


@pytest.mark.clause("WAB-S12")
@pytest.mark.parametrize(("gap", "clause"), [(8.0, "WAB-S12"), (8.01, "")])
def test_a_counter_charge_needs_a_gap_of_more_than_half_the_charge(gap: float, clause: str) -> None:
    state = head_on("COM", "NOB", gap, {"side": "north"}, {"side": "south"})
    assert clauses(state, "NOB")["counter:COM"] == clause


@pytest.mark.clause("WAB-FMR-09")
def test_no_counter_charge_on_a_fast_march() -> None:
    state = head_on("COM", "NOB", 12, {"side": "north", "fast": True}, {"side": "south"})
    assert clauses(state, "NOB")["counter:COM"] == "WAB-FMR-09"


@pytest.mark.clause("WAB-RCT-01", "WAB-R43")
def test_only_a_charge_to_the_front_is_countered() -> None:
    state = table(unit("NOB", (36, 24), 0), unit("COM", (50, 23), 270), active="south")
    state = declared(state, "COM", "NOB")
    assert clauses(state, "NOB")["counter:COM"] == "WAB-RCT-01"


@pytest.mark.clause("WAB-RCT-01", "WAB-S12", "WAB-CHG-01")
def test_they_meet_half_way() -> None:
    """W20: Companions and light chariots, M 8 both, 14 inches apart: the chariots go 7, the Companions the other 7."""
    state = head_on("COM", "LCH", 14, {"side": "north"}, {"side": "south"})
    play = react(state, "LCH")
    play.option("reaction", "counter:COM")
    (tie,) = play.state.ties.values()
    assert tie.own.counter
    assert y_of(play.state, "LCH") == 20.0
    moves = Moves(play.state, Frame("wab.charge_moves"))
    if moves.asked_for:
        moves.give(MoveAnswer("COM", "charge", "LCH"))
    assert (y_of(moves.state, "LCH"), y_of(moves.state, "COM")) == (27.0, 27.0)
    assert moves.own("COM").charged
    assert moves.own("LCH").charged


# --- tests before the answer -------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-R18", "WAB-S29", "WAB-FEA-02")
def test_the_fear_test_comes_before_the_answer_and_a_failure_is_one(monkeypatch: Any) -> None:
    """W11: ten foot, Ld 6, fear eight riders, 10 against 16: failed at 7; they run 8; 18 inches are more than 16."""
    recruit(monkeypatch, "DRE", "COM", traits=("fear",))
    target = unit("OAT", (36, 20), 180, models=10)
    state = table(target, unit("DRE", (36, 10), 0, side="south"), active="south")
    state = declared(state, "DRE", "OAT")
    assert facts.gap(state, "DRE", "OAT") == 250.0
    play = react(state, "OAT", 4, 3, 3, 5)
    assert not play.session.waiting
    assert play.tested() == [("OAT", "fear", False, 6)]
    assert y_of(play.state, "OAT") == 28.0
    moves = Moves(play.state, Frame("wab.charge_moves"))
    assert not moves.asked_for
    assert moves.types()[-1] == "charge_failed"
    assert y_of(moves.state, "DRE") == 18.0


@pytest.mark.clause("WAB-R51", "WAB-S29")
def test_one_answer_serves_all_chargers() -> None:
    state = table(unit("PHA", (36, 24)), unit("WAR", (33.9, 31), 180), unit("OAT", (38.1, 31), 180), active="north")
    state = declared(declared(state, "WAR", "PHA"), "OAT", "PHA")
    play = react(state, "PHA")
    assert play.decision.message.key == "{unit}: charged by {chargers}"
    space = play.asked.space
    assert isinstance(space, OptionSpace)
    ids = [c.id for c in space.parts["reaction"]]
    assert ids == [
        "hold",
        *(f"{k}:{c}" for c in ("OAT", "WAR") for k in ("shoot", "counter")),
        "flee",
        "fire:OAT",
        "fire:WAR",
    ]
    play.option("reaction", "hold")
    assert len(play.of("reaction")) == 1
    assert not play.session.waiting
