"""Close combat phases played at random: they end, contacts are true, nobody overlaps, nothing is left owing."""

from __future__ import annotations

import itertools
import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from game.engine import command as cmd
from game.engine.dice import SeededDice
from game.engine.files.toml_reading import DataError
from game.engine.session import Line, Session
from game.engine.state import Frame, Luck, State
from game.geometry.measure import signed_matrix
from rulesets.ancient_battles import RULESET
from rulesets.ancient_battles.field import engagement, facts
from rulesets.ancient_battles.field.blocks import quads
from rulesets.ancient_battles.fight import combat_odds
from tests.rules.ancient_battles.table import table, unit

SOUTH = ("PHA", "SIL", "COM", "SEL")
NORTH = ("WAR", "OAT", "GAE", "NOB", "LCH")
MOST = {"SEL": 1, "LCH": 3, "COM": 8, "NOB": 8}


def body(chance: random.Random, name: str, at: tuple[float, float], facing: float) -> dict[str, Any]:
    models = chance.randint(1, MOST.get(name, 20))
    files = chance.randint(1, min(models, 5))
    return unit(name, at, facing, models=models, files=files, won=chance.randint(0, 1), fast=chance.random() < 0.1)


def situation(seed: int) -> State:
    """Two or three fights with others about them, in any formations that fit on the table."""
    chance = random.Random(seed)
    for _ in range(500):
        names = {s: chance.sample(c, len(c)) for s, c in (("south", SOUTH), ("north", NORTH))}
        rows = []
        for k in range(2):
            x, y = 16.0 + 36.0 * k + chance.uniform(-2, 2), chance.choice((6.0, 22.0, 28.0, 43.0))
            rows.append(body(chance, names["south"].pop(), (x, y), 0))
            rows.append(body(chance, names["north"].pop(), (x + chance.uniform(-1, 1), y), 180))
            aside = (x + chance.uniform(1, 4), y - chance.uniform(0, 2))
            beyond = (x + chance.uniform(-3, 3), y + chance.uniform(4, 9))
            rows.append(body(chance, names["north"].pop(), aside if chance.random() < 0.5 else beyond, 270))
        try:
            state = table(*rows, active=chance.choice(("south", "north")), phase="moves", fight=1, turn=2)
        except DataError:
            continue
        if engagement.combats(state):
            return state
    raise AssertionError(f"no situation for seed {seed}")


def played(state: State, seed: int) -> State:
    """The phase with random legal answers; at every rest what is suspended goes through plain data, as in a record."""
    chance = random.Random(seed)
    session = Session.from_state(
        RULESET, replace(state, luck=Luck("seeded", str(seed))), Frame("wab.combat"), SeededDice()
    )
    for _ in range(100):
        if not session.waiting:
            break
        last = session.lines[-1]
        stack = msgspec.convert(msgspec.to_builtins(last.state.stack), tuple[Frame, ...])
        session.lines[-1] = Line(last.command, last.events, replace(last.state, stack=stack))
        decision = session.waiting[0]
        reply = chance.choice(list(session.candidates(decision, limit=12)))
        assert session.check(decision, reply).legal
        session.forecast(decision, reply)
        got = session.submit(cmd.Answering(decision.id, decision.side, reply))
        assert not isinstance(got, cmd.Refusal)
    assert not session.waiting
    return session.state


@pytest.mark.clause("WAB-TRN-07", "WAB-S24", "WAB-S35", "WAB-S36")
@pytest.mark.parametrize("seed", range(40))
def test_a_phase_leaves_a_true_situation(seed: int) -> None:
    before = situation(seed)
    after = played(before, seed)
    for tie in after.ties.values():
        assert not facts.fleeing(after, tie.a)
        assert not facts.fleeing(after, tie.b)
        assert engagement.touch(after, tie.a, tie.b)
    standing = [u for u in facts.fielded(after) if not facts.fleeing(after, u)]
    for a, b in itertools.combinations(standing, 2):
        assert float(signed_matrix(quads(after, a), quads(after, b)).min()) > -0.5, (a, b)
    assert after.due == ()
    assert after.own.fight == 2


@pytest.mark.parametrize("seed", range(20))
def test_odds_of_any_combat_are_chances(seed: int) -> None:
    state = situation(seed)
    for group in engagement.combats(state):
        odds = combat_odds.round_odds(state, group, "south", runs=100)
        assert odds.win + odds.draw + odds.lose == pytest.approx(1.0)
        assert all(-1e-9 <= p <= 1.0 + 1e-9 for p in (*odds.breaks.values(), *odds.wiped.values()))
        assert all(spread.high <= facts.count(state, u) for u, spread in odds.lost.items())
