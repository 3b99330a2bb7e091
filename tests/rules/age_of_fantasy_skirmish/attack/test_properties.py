"""What holds of every batch and every melee: no wound is lost or made up, play goes on from a saved state."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from game.engine import command as cmd
from game.engine.decide import begin, decide
from game.engine.decision import PickAnswer, Reply
from game.engine.dice import ScriptedDice, SeededDice
from game.engine.lookup import question_of
from game.engine.records.thaw import Thawer
from game.engine.state import Frame, Luck, State, state_hash
from rulesets.age_of_fantasy_skirmish import RULESET
from rulesets.age_of_fantasy_skirmish.attack import odds, strikes
from rulesets.age_of_fantasy_skirmish.attack.hits import spell_hits
from rulesets.age_of_fantasy_skirmish.fight.melee import MeleeData
from tests.rules.age_of_fantasy_skirmish.attack_play import model, row, scene, squad, sword


def played(state: State, frame: Frame, seed: str) -> State:
    """The state after a frame, with default answers and dice of a seed."""
    dice = SeededDice()
    state = replace(state, luck=Luck("seeded", seed))
    _, state = begin(RULESET, state, frame, dice)
    for _ in range(100):
        if state.pending is None:
            return state
        decision = state.pending.waiting[0]
        question = question_of(RULESET, decision.question)
        reply = question.asked(state, decision).default
        if reply.answer is not None:
            assert question.check(state, decision, reply.answer).legal
        got = decide(RULESET, state, cmd.Answering(decision.id, decision.side, reply), dice)
        assert not isinstance(got, cmd.Refusal), got
        state = got.state
    raise AssertionError("it does not end")


def suffered(before: State, after: State, unit: str) -> int:
    """Wounds by what they have done: markers and tokens added, models killed."""
    total = 0
    for base in before.units[unit].bases:
        was, now = before.bases[base], after.bases[base]
        if was.where == "gone":
            continue
        tough = was.own.rules.get("tough", 1)
        total += tough - was.own.wounds if now.where == "gone" else now.own.wounds - was.own.wounds
    return total


MODELS = st.builds(
    lambda tough, defense: model(4, defense, **({"tough": tough} if tough > 1 else {})),
    st.integers(1, 4),
    st.integers(2, 6),
)


@pytest.mark.clause("AFS-GRP-01", "AFS-GRP-02", "AFS-S14", "AFS-R31")
@given(st.lists(MODELS, min_size=2, max_size=5), st.integers(0, 6), st.integers(0, 10_000))
def test_every_wound_of_a_batch_is_on_some_model(models, hits, seed):
    state = scene(squad("A1", row(len(models), 10, 10), *models), squad("B1", [(40, 40)], model()))
    frame = Frame("afs.hits", data=spell_hits("A1", "north", "Bolt", hits, {"ap": 1}))
    end = played(state, frame, f"{seed}")
    told = 0
    for tough, base in ((b.own.rules.get("tough", 1), b) for b in end.bases_of("A1")):
        assert base.own.wounds < tough or len(end.bases_of("A1")) == 1
        told += 1
    if told > 1:
        # a group: at most one model carries tokens
        assert sum(b.own.wounds > 0 for b in end.bases_of("A1")) <= 1
        assert not end.units["A1"].own.shaken
    assert 0 <= suffered(state, end, "A1") <= max(hits, 0) or told == 0


@given(st.lists(MODELS, min_size=1, max_size=4), st.lists(MODELS, min_size=1, max_size=4), st.integers(0, 10_000))
@pytest.mark.clause("AFS-MEL-12")
def test_every_melee_ends_and_tires_the_charger(mine, theirs, seed):
    weapons = (sword("Axe", 2, ap=1, deadly=2), sword("Pike", 1, counter=0), sword("Flail", 1, blast=2))
    mine = [{**m, "weapons": weapons, "rules": {**m["rules"], "impact": 1, "fear": 1, "immobile": 0}} for m in mine]
    theirs = [{**m, "weapons": weapons, "rules": {**m["rules"], "regeneration": 0, "immobile": 0}} for m in theirs]
    state = scene(
        squad("A1", row(len(mine), 10, 10), *mine),
        squad("B1", row(len(theirs), 10, 11.1), *theirs),
        squad("B2", [(16, 11.1)], model()),
    )
    end = played(state, Frame("afs.melee", data=MeleeData("A1", "B1")), f"{seed}")
    if end.bases_of("A1"):
        assert end.units["A1"].own.fatigued


@given(st.lists(MODELS, min_size=1, max_size=3), st.integers(0, 3))
def test_odds_add_up_to_one(models, attacks):
    state = scene(
        squad("A1", [(10, 10)], model(4, 4, sword(attacks=attacks, surge=0, rending=0), fear=1)),
        squad("B1", row(len(models), 10, 11.2), *models),
    )
    dists = odds.batch_odds(state, "B1", strikes.blows(state, "A1", "B1", "charge"), (("A1.1", 1),))
    found = odds.effects(state, "B1", dists["B1"])
    assert sum(dists["B1"].values()) == pytest.approx(1.0)
    assert sum(p for _, p in found.lost.items()) == pytest.approx(1.0)
    assert 0.0 <= found.shaken + found.destroyed <= 1.0 + 1e-9
    assert found.lost.high <= len(models)


def test_a_fight_goes_on_from_a_saved_state():
    """The ledger in the frames survives being written and read."""
    state = scene(
        squad("A1", row(3, 10, 10), model(tough=2, immobile=0)),
        squad("B1", [(10.6, 11.4)], model(3, 4, sword("Axe", 2, ap=1, deadly=2), sword("Knife", 2, bane=0))),
    )
    script = ScriptedDice([4, 4, 4, 4, 1, 1, 6, 1, 1, 6])
    _, state = begin(
        RULESET, replace(state, luck=Luck("scripted")), Frame("afs.melee", data=MeleeData("B1", "A1")), script
    )
    assert state.pending.waiting[0].question == "deadly"
    raw = msgspec.json.encode(state)
    read = Thawer(RULESET.owns).state(msgspec.json.decode(raw, type=State))
    assert state_hash(read) == state_hash(state)
    ends = []
    for start in (state, read):
        now = start
        while now.pending is not None:
            d = now.pending.waiting[0]
            reply = question_of(RULESET, d.question).asked(now, d).default
            if d.question == "strike_back":
                reply = Reply(msgspec.structs.replace(reply.answer, parts={"use": "no"}))
            if d.question == "casualties":
                assert isinstance(reply.answer, PickAnswer)
            got = decide(RULESET, now, cmd.Answering(d.id, d.side, reply), script)
            assert not isinstance(got, cmd.Refusal)
            now = got.state
        ends.append(state_hash(now))
    assert ends[0] == ends[1]
    assert now.luck.used == 10
