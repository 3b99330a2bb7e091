"""Environments of PettingZoo for programs that learn (docs/env.md); they need the extra ``lab``.

``BattleEnv`` asks one agent after another. In ``ParallelBattleEnv`` all agents act at once, which suits systems whose
sides write their orders at the same time. Both show a side's view and nothing else, and the change of the score is the
reward.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from game.engine.decision import Reply
from game.lab.extra import library
from tabula_belli.lab.arena import LIMIT, PAGE, Arena, Observation
from tabula_belli.lab.observing import Layout, Part, parts_of

__all__ = ["LIMIT", "PAGE", "BattleEnv", "Layout", "Observation", "ParallelBattleEnv", "Part"]

AECEnv: Any = library("pettingzoo").AECEnv
ParallelEnv: Any = library("pettingzoo").ParallelEnv


class _Spaces:
    """What both environments show of their battle.

    Parameters
    ----------
    system, scenario, points, armies, table, options
        The set-up, as :func:`tabula_belli.battle.start` takes it.
    bots
        Names of bots by side; these sides have no agent.
    page
        Replies on a page.
    limit
        Actions after which a battle is cut short.
    render_mode
        "ansi" for a text of what lies open to all.
    """

    def __init__(self, system: str, scenario: str = "", *, render_mode: str | None = None, **setup: Any) -> None:
        name = f"tabula_belli_{system.lower()}_v1"
        self.metadata: dict[str, Any] = {"name": name, "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.arena = Arena(system, scenario, **setup)
        self.possible_agents = list(self.arena.sides)
        self.agents: list[str] = []
        self.observation_spaces = self.arena.observation_spaces
        self.action_spaces = self.arena.action_spaces

    @property
    def layout(self) -> Layout:
        """Where each part of an observation lies, and the names of its columns."""
        return self.arena.layout

    def parts(self, observation: Observation) -> dict[str, np.ndarray[Any, Any]]:
        """The parts of an observation by name, each in its shape."""
        return dict(parts_of(self.arena.layout, observation["observation"]))

    def replies(self, agent: str) -> list[Reply]:
        """The replies that the first actions of an agent stand for now."""
        menu = self.arena.menu(agent)
        return [] if menu is None else list(menu.shown)

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def render(self) -> str | None:
        """What lies open to all as text, where the mode is "ansi"."""
        return self.arena.told() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """End the bots that are programs of their own."""
        self.arena.close()


class BattleEnv(_Spaces, AECEnv):
    """A battle in which one agent acts after another (PettingZoo's AEC)."""

    agent_selection: str

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin another battle; ``options`` are not used."""
        self.arena.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._describe()

    def step(self, action: int | None) -> None:
        """Carry out the action of the selected agent. Raises ValueError where its mask does not allow it."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} must choose an action")
        self.arena.act({agent: int(action)})
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self.arena.rewards()
        self._accumulate_rewards()
        self._describe()

    def _describe(self) -> None:
        arena = self.arena
        self.terminations = dict.fromkeys(self.agents, arena.over)
        self.truncations = dict.fromkeys(self.agents, arena.cut)
        self.infos = {agent: arena.info(agent) for agent in self.agents}
        self.agent_selection = arena.first or self.agents[0]

    def observe(self, agent: str) -> Observation:
        """What the side of an agent knows, as numbers, and its mask."""
        return self.arena.observe(agent)


class ParallelBattleEnv(_Spaces, ParallelEnv):
    """A battle in which all agents act at once; an agent that is not asked waits (PettingZoo's parallel API)."""

    Told = tuple[dict[str, Observation], dict[str, dict[str, Any]]]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> Told:
        """Begin another battle and return observations and infos; ``options`` are not used."""
        self.arena.reset(seed)
        self.agents = list(self.possible_agents)
        return self._told()

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Carry out one action of each agent; return observations, rewards, terminations, truncations and infos.

        Raises ValueError where the mask of an agent does not allow its action, or an agent that is asked has none.
        """
        missing = [agent for agent in self.agents if agent not in actions and self.arena.asked(agent) is not None]
        if missing:
            raise ValueError(f"{', '.join(missing)} must choose an action")
        self.arena.act({agent: int(action) for agent, action in actions.items() if agent in self.agents})
        observations, infos = self._told()
        terminations = dict.fromkeys(self.agents, self.arena.over)
        truncations = dict.fromkeys(self.agents, self.arena.cut)
        rewards = self.arena.rewards()
        if self.arena.over or self.arena.cut:
            self.agents = []
        return observations, rewards, terminations, truncations, infos

    def _told(self) -> Told:
        agents = self.agents
        return {agent: self.arena.observe(agent) for agent in agents}, {one: self.arena.info(one) for one in agents}
