"""Environments: PettingZoo's own tests in every system, pages, masks, rewards, and observations that keep secrets."""

from __future__ import annotations

import subprocess
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from pettingzoo.test import api_test, parallel_api_test, seed_test

from game.engine.decide import check_reply
from game.engine.decision import OrdersAnswer, Reply
from game.engine.loader import load_ruleset, ruleset_ids
from game.engine.session import Line
from game.engine.state import Secret, State, Tie, view
from tabula_belli.lab.arena import Arena
from tabula_belli.lab.env import BattleEnv, ParallelBattleEnv
from tabula_belli.lab.observing import UNIT, code, own_columns, parts_of, squash
from tabula_belli.lab.replies import ALL, REPLY, mixed
from tests.short import smallest
from tests.soak.secrecy import Secrecy
from tests.soak.test_secrecy import battle

ROOT = Path(__file__).resolve().parents[2]
CYCLES = {"NAP": 8}
"""Rounds of PettingZoo's tests where a decision is for a whole army; 30 elsewhere."""


def setup(system: str, **more: Any) -> dict[str, Any]:
    """The smallest battle of a system."""
    options = smallest(load_ruleset(system), "x").options
    return {"system": system, "points": int(options.get("points", 0)) or None, "options": options, **more}


def plain(warnings: pytest.WarningsRecorder) -> list[str]:
    """What PettingZoo warns of, except that observations are dictionaries with a mask, as they should be."""
    usual = ("Observation is not a NumPy array", "Observation space for each agent probably should be")
    return [str(one.message) for one in warnings if not str(one.message).startswith(usual)]


@pytest.mark.parametrize("system", ruleset_ids())
def test_one_after_another_passes_the_test_of_pettingzoo(system: str, recwarn: pytest.WarningsRecorder) -> None:
    api_test(BattleEnv(**setup(system)), CYCLES.get(system, 30))
    assert plain(recwarn) == []


@pytest.mark.parametrize("system", ruleset_ids())
def test_both_at_once_passes_the_test_of_pettingzoo(system: str, recwarn: pytest.WarningsRecorder) -> None:
    parallel_api_test(ParallelBattleEnv(**setup(system)), CYCLES.get(system, 30))
    assert plain(recwarn) == []


@pytest.mark.parametrize("system", ruleset_ids())
def test_the_same_seed_and_actions_give_the_same_battle(system: str) -> None:
    seed_test(lambda: BattleEnv(**setup(system, page=8)), CYCLES.get(system, 30))


def played(env: BattleEnv, seed: int) -> dict[str, float]:
    """Play a battle at random; the rewards of each agent added up."""
    env.reset(seed=seed)
    total = dict.fromkeys(env.agents, 0.0)
    for agent in env.possible_agents:
        env.action_space(agent).seed(seed)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _info = env.last()
        total[agent] += reward
        ended = terminated or truncated
        env.step(None if ended else env.action_space(agent).sample(observation["action_mask"]))
    return total


@pytest.mark.parametrize("system", [one for one in ruleset_ids() if one != "NAP"])
def test_rewards_add_up_to_the_final_lead(system: str) -> None:
    env = BattleEnv(**setup(system))
    env.reset(seed=5)
    before = {agent: env.arena.counted[agent] for agent in env.agents}
    total = played(env, 5)
    assert env.arena.over
    points = env.arena.battle.scores()
    for agent, side in env.arena.sides.items():
        lead = points[side] - sum(n for one, n in points.items() if one != side)
        assert total[agent] == pytest.approx(lead - before[agent])


def test_a_battle_is_cut_short_at_the_limit() -> None:
    env = BattleEnv(**setup("AFS", limit=5))
    played(env, 1)
    assert not env.arena.over
    assert env.arena.actions == 5
    assert env.agents == []


def test_a_side_of_a_bot_has_no_agent_and_answers_by_itself() -> None:
    env = BattleEnv(**setup("AFS", bots={"north": "random"}))
    assert env.possible_agents == ["player_0"]
    played(env, 3)
    assert env.arena.over
    by = {m.command.side: m.command.why is not None for m in env.arena.battle.moments() if m.command is not None}
    assert by == {"south": False, "north": True}


def test_no_candidate_is_cut_and_pages_show_each_once() -> None:
    env = BattleEnv(**setup("WMA", page=10))
    env.reset(seed=1)
    while (decision := env.arena.asked(env.agent_selection)) is not None and decision.question != "deploy":
        env.step(0)
    assert decision is not None
    agent = env.agent_selection
    menu = env.arena.menu(agent)
    assert menu is not None
    wanted = list(menu.seat.candidates(limit=ALL))
    assert len(wanted) > 64
    shown: list[Reply] = []
    before = env.arena.battle.hash
    while True:
        shown += env.replies(agent)
        further = menu.further
        env.step(10)
        if not further:
            break
    assert env.arena.battle.hash == before
    assert env.agent_selection == agent
    assert env.replies(agent) == shown[:10]
    answers = [repr(reply) for reply in shown if reply.answer is not None]
    assert answers == list(dict.fromkeys(repr(reply) for reply in wanted if reply.answer is not None))
    assert len(set(answers)) == len(answers)


def test_a_page_is_made_when_it_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    env = BattleEnv(**setup("WMA", page=4))
    env.reset(seed=1)
    menu = env.arena.menu(env.agent_selection)
    assert menu is not None
    assert not menu._made
    assert len(menu.shown) == 4
    assert len(menu._made) == 5


def test_an_action_that_the_mask_forbids_is_refused_and_changes_nothing() -> None:
    env = BattleEnv(**setup("AFS"))
    env.reset(seed=1)
    before, mask = env.arena.battle.hash, env.observe(env.agent_selection)["action_mask"]
    assert 0 < mask.sum() < len(mask)
    for action in (int(np.flatnonzero(mask == 0)[0]), -1, len(mask)):
        with pytest.raises(ValueError, match=f"may not choose the action {action} now"):
            env.step(action)
    assert env.arena.battle.hash == before


@pytest.mark.parametrize("system", ruleset_ids())
def test_every_reply_of_a_page_is_legal(system: str) -> None:
    env = BattleEnv(**setup(system, page=12))
    env.reset(seed=2)
    for n in range(8 if system == "NAP" else 25):
        agent = env.agent_selection
        menu = env.arena.menu(agent)
        if menu is None:
            break
        for reply in env.replies(agent):
            assert check_reply(env.arena.ruleset, menu.seat.view, menu.seat.decision, reply).legal
        env.step(n % len(menu.shown))


def test_both_sides_write_their_sheets_in_one_step() -> None:
    env = ParallelBattleEnv(**setup("NAP", page=4))
    observations, _ = env.reset(seed=1)
    wait = env.arena.wait
    while any(observations[agent]["action_mask"][wait] for agent in env.agents):
        observations, *_ = env.step({a: int(np.argmax(observations[a]["action_mask"])) for a in env.agents})
    pending = env.arena.battle.state.pending
    assert pending is not None
    assert (pending.mode, len(pending.waiting)) == ("closed", 2)
    before = [*pending.waiting]
    env.step(dict.fromkeys(env.agents, 0))
    assert not any(decision in env.arena.battle.waiting for decision in before)


def test_an_agent_that_is_asked_must_act() -> None:
    env = ParallelBattleEnv(**setup("AFS"))
    observations, _ = env.reset(seed=1)
    waiting = next(agent for agent in env.agents if observations[agent]["action_mask"][env.arena.wait])
    (asked,) = {*env.agents} - {waiting}
    with pytest.raises(ValueError, match=f"{asked} must choose an action"):
        env.step({waiting: env.arena.wait})
    with pytest.raises(ValueError, match=f"{waiting} may not choose the action 0"):
        env.step({asked: 0, waiting: 0})


def test_sheets_are_mixed_line_by_line() -> None:
    one, two = OrdersAnswer({"a": {"x": 1}, "b": {"x": 2}}), OrdersAnswer({"a": {"x": 1}, "c": {"x": 3}})
    found = [sheet.lines for sheet in mixed([one, two])]
    assert found == [{"b": {"x": 2}}, {"a": {"x": 1}}, {"a": {"x": 1}, "b": {"x": 2}, "c": {"x": 3}}]
    assert [*mixed([])] == []


# --- observations ------------------------------------------------------------------------------------------------


def put(env: BattleEnv, state: State) -> None:
    """Have an environment stand at a state."""
    env.arena.battle.session.lines.append(Line(None, (), state))
    env.arena.menus.clear()


@pytest.mark.parametrize("system", ruleset_ids())
def test_an_observation_does_not_hang_on_what_is_hidden(system: str) -> None:
    ruleset = load_ruleset(system)
    env, secrecy, looked = BattleEnv(**setup(system, page=6)), Secrecy(ruleset), 0
    env.reset(seed=1)
    steps, every = (14, 4) if system == "NAP" else (60, 7)
    for state in islice(battle(ruleset, 1, steps), 0, None, every):
        for agent, side in env.arena.sides.items():
            seen = []
            for one in (state, secrecy.scrambled(state, side)[0]):
                put(env, one)
                told = env.observe(agent)
                seen.append((told["observation"].tobytes(), told["action_mask"].tobytes(), env.arena.info(agent)))
            assert seen[0] == seen[1], f"{system}: {side}"
            looked += 1
    assert looked > 6


def test_units_have_rows_and_own_hidden_ones_are_marked() -> None:
    env = BattleEnv(**setup("AFS"))
    env.reset(seed=1)
    for _ in range(30):
        env.step(len(env.replies(env.agent_selection)) - 1)
    state = env.arena.battle.state
    unit = next(iter(state.units_of("north")))
    hidden = replace(unit, id="hidden", bases=())
    put(env, replace(state, secret={"north": Secret({"hidden": hidden})}))
    rows = {agent: env.parts(env.observe(agent))["units"] for agent in env.agents}
    used = {agent: row[row[:, 0] == 1.0] for agent, row in rows.items()}
    own, secret = UNIT.index("own"), UNIT.index("hidden")
    assert len(used["player_0"]) == len(state.units)
    assert len(used["player_1"]) == len(state.units) + 1
    assert used["player_0"][:, secret].sum() == 0
    assert used["player_1"][:, secret].sum() == 1
    north = len(state.units_of("north"))
    assert list(used["player_1"][:, own]) == [1.0] * (north + 1) + [0.0] * (len(state.units) - north)


def test_a_unit_stands_where_its_row_says() -> None:
    env = BattleEnv(**setup("WMA"))
    env.reset(seed=4)
    for _ in range(40):
        env.step(len(env.replies(env.agent_selection)) - 1)
    state, agent = view(env.arena.battle.state, "south"), "player_0"
    table = env.parts(env.observe(agent))["units"]
    for row, unit in zip(table, [*state.units_of("south"), *state.units_of("north")], strict=False):
        poses = [base.pose for base in state.bases_of(unit.id) if base.pose is not None]
        if poses:
            x = sum(pose.x for pose in poses) / len(poses) / state.table.width
            assert row[UNIT.index("x")] == pytest.approx(x, abs=1e-5)
        assert row[UNIT.index("kind")] == pytest.approx(code(unit.kind), abs=1e-5)
    assert (table[:, UNIT.index("x")] > 0).any()


def test_a_unit_has_the_mean_of_its_bases_and_its_ties() -> None:
    env = BattleEnv(**setup("AFS"))
    env.reset(seed=1)
    for _ in range(30):
        env.step(len(env.replies(env.agent_selection)) - 1)
    state = env.arena.battle.state
    unit = next(u for u in state.units_of("south") if len(u.bases) > 1)
    first, *rest = unit.bases
    bases = {key: replace(base, own=replace(base.own, quality=3)) for key, base in state.bases.items()}
    bases[first] = replace(bases[first], own=replace(bases[first].own, quality=6))
    tie = Tie("t", "charge", unit.id, next(iter(state.units_of("north"))).id)
    put(env, replace(state, bases=bases, ties={"t": tie}))
    row = env.parts(env.observe("player_0"))["units"][[u.id for u in state.units_of("south")].index(unit.id)]
    told = dict(zip(env.layout["units"].columns, row, strict=True))
    left = [key for key in rest if bases[key].where != "gone"]
    wanted = (squash(6) + len(left) * squash(3)) / (1 + len(left))
    assert told["bases: quality"] == pytest.approx(wanted, abs=1e-5)
    assert told["ties"] == pytest.approx(squash(1), abs=1e-5)


def test_a_reply_names_its_unit_by_row_and_tells_where_it_leads() -> None:
    env = BattleEnv(**setup("WMA"))
    env.reset(seed=1)
    while (decision := env.arena.asked(env.agent_selection)) is not None and decision.question != "deploy":
        env.step(0)
    agent = env.agent_selection
    parts = env.parts(env.observe(agent))
    units = [unit.id for unit in env.arena.battle.state.units_of(env.arena.sides[agent])]
    for row, reply in zip(parts["replies"], env.replies(agent), strict=False):
        told = dict(zip(REPLY, row, strict=True))
        if reply.answer is None:
            assert told["exit"] == 1.0
            continue
        (place, *_) = reply.places
        assert round(told["unit"] * 96) == units.index(place.thing) + 1
        if place.poses:
            mean = sum(pose.x for pose in place.poses.values()) / len(place.poses)
            assert told["leads"] == 1.0
            assert told["x"] == pytest.approx(mean / env.arena.battle.state.table.width, abs=1e-5)


@pytest.mark.parametrize("system", ruleset_ids())
def test_the_layout_covers_the_vector_and_names_its_columns(system: str) -> None:
    arena = Arena(**setup(system))
    parts = [*arena.layout.values()]
    assert [part.start for part in parts] == [0, *(part.stop for part in parts[:-1])]
    assert all(part.shape[-1] == len(part.columns) == len(set(part.columns)) for part in parts)
    (size,) = arena.observation_spaces["player_0"]["observation"].shape
    assert parts[-1].stop == size
    assert sum(part.size for part in parts_of(arena.layout, np.zeros(size, np.float32)).values()) == size
    assert len(own_columns(load_ruleset(system).owns["unit"])) > 5


def test_numbers_are_squashed_and_words_have_codes() -> None:
    assert [squash(n) for n in (0, 10, -10, 30)] == [0.0, 0.5, -0.5, 0.75]
    assert code("") == 0.0
    assert code("hastati") == code("hastati") != code("triarii")
    assert -1.0 <= code("hastati") < 1.0


def test_without_the_extra_the_import_says_what_to_install() -> None:
    code = "import sys\nsys.modules['pettingzoo'] = None\nimport tabula_belli.lab.env"
    child = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert child.returncode == 1
    assert 'pip install "tabula-belli[lab]"' in child.stderr.splitlines()[-1]
