"""A battle with agents: observations, pages of replies as actions, and the change of the score as reward."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from game.battle import scenario_of
from game.bots.referee import Referee, Table
from game.bots.roster import make_bot
from game.bots.seat import Seat
from game.bots.work import Work
from game.engine.decision import Decision
from game.engine.i18n import Speaker
from game.engine.loader import load_ruleset
from game.engine.playout import scores
from game.engine.sealing import bots_seed
from game.engine.state import view
from game.lab.extra import library
from tabula_belli.battle import Battle, start
from tabula_belli.lab.observing import BATTLE, Layout, code, fill, layout_of, parts_of
from tabula_belli.lab.replies import ALL, REPLY, Menu, numbers

PAGE = 64
"""Replies on a page."""
LIMIT = 2000
"""Actions after which a battle is cut short."""
Observation = dict[str, np.ndarray[Any, Any]]


class Arena:
    """A battle with its agents, observations, actions and rewards: what all environments share.

    Its parameters are those of the environments (:mod:`tabula_belli.lab.env`).
    """

    def __init__(
        self,
        system: str,
        scenario: str = "",
        *,
        points: int | None = None,
        armies: Mapping[str, str] | None = None,
        table: Path | None = None,
        options: Mapping[str, object] | None = None,
        bots: Mapping[str, str] | None = None,
        page: int = PAGE,
        limit: int = LIMIT,
    ) -> None:
        self.setup: dict[str, Any] = {"points": points, "armies": armies, "table": table, "options": options}
        self.system, self.bots, self.page, self.limit = system, dict(bots or {}), page, limit
        self.ruleset = load_ruleset(system)
        self.scenario = scenario or self.ruleset.scenarios()[0].id
        played = [side for side in scenario_of(self.ruleset, self.scenario).sides if side not in self.bots]
        self.sides = {f"player_{n}": side for n, side in enumerate(played)}
        self.layout: Layout = layout_of(self.ruleset, page, REPLY)
        spaces = library("gymnasium.spaces")
        size = next(reversed(self.layout.values())).stop
        self.further, self.wait = page, page + 1
        self.action_spaces = {agent: spaces.Discrete(page + 2) for agent in self.sides}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-1.0, 1.0, (size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (page + 2,), np.int8),
                }
            )
            for agent in self.sides
        }
        self.chance = np.random.default_rng()
        self.battle: Battle
        self.table: Table
        self.actions = 0
        self.menus: dict[str, Menu] = {}
        self.counted: dict[str, float] = {}

    def reset(self, seed: int | None) -> None:
        """Begin another battle; the same seed and the same actions give the same battle."""
        self.close()
        if seed is not None:
            self.chance = np.random.default_rng(seed)
        name = f"env {self.chance.integers(2**62)}"
        self.battle = start(self.system, self.scenario, seed=name, **self.setup)
        players = {side: make_bot(self.ruleset, bot, outside=True) for side, bot in self.bots.items()}
        self.table = Table(self.battle.session, players, bots_seed(name), Referee())
        self.actions, self.menus = 0, {}
        self._let_bots_play()
        self.counted = {agent: self._lead(agent) for agent in self.sides}

    def _let_bots_play(self) -> None:
        while self.table.step():
            pass
        waiting = {decision.id for decision in self.battle.waiting}
        self.menus = {key: menu for key, menu in self.menus.items() if key in waiting}

    @property
    def over(self) -> bool:
        """Whether the battle has ended."""
        return self.battle.over

    @property
    def cut(self) -> bool:
        """Whether the battle is cut short."""
        return not self.over and self.actions >= self.limit

    def asked(self, agent: str) -> Decision | None:
        """The decision that an agent is asked for now."""
        return next((one for one in self.battle.waiting if one.side == self.sides[agent]), None)

    @property
    def first(self) -> str | None:
        """The agent that is asked first."""
        by_side = {side: agent for agent, side in self.sides.items()}
        return next((by_side[one.side] for one in self.battle.waiting if one.side in by_side), None)

    def menu(self, agent: str) -> Menu | None:
        """The replies that an agent may choose among now."""
        decision = self.asked(agent)
        if decision is None or self.cut:
            return None
        found = self.menus.get(decision.id)
        if found is None:
            side = decision.side
            seat = Seat(self.ruleset, view(self.battle.state, side), decision, Random(decision.id), Work(ALL))
            found = self.menus[decision.id] = Menu(seat, self.page)
        return found

    def act(self, actions: Mapping[str, int]) -> None:
        """Carry out an action of each agent that is asked. Raises ValueError where a mask does not allow one."""
        menus = {agent: self.menu(agent) for agent in actions}
        for agent, action in actions.items():
            if not 0 <= action < self.page + 2 or not self.mask(menus[agent])[action]:
                raise ValueError(f"{agent} may not choose the action {action} now: see its action_mask")
        for agent, action in actions.items():
            menu = menus[agent]
            if menu is None or menu.seat.decision not in self.battle.waiting:
                continue
            self.actions += 1
            if action == self.further:
                menu.turn()
            else:
                self.battle.answer(menu.seat.decision, menu.shown[action])
        self._let_bots_play()

    def mask(self, menu: Menu | None) -> np.ndarray[Any, np.dtype[np.int8]]:
        """Which actions are legal now: 1 for those that are."""
        found = np.zeros(self.page + 2, np.int8)
        if menu is None:
            found[self.wait] = 1
        else:
            found[: len(menu.shown)] = 1
            found[self.further] = menu.more
        return found

    def observe(self, agent: str) -> Observation:
        """What the side of an agent knows, as numbers, and which actions are legal."""
        menu, side = self.menu(agent), self.sides[agent]
        seen = view(self.battle.state, side)
        vector = np.zeros(next(reversed(self.layout.values())).stop, np.float32)
        parts = parts_of(self.layout, vector)
        rows = fill(parts, self.ruleset, seen, side, scores(self.ruleset, seen))
        if menu is not None:
            decision = menu.seat.decision
            told = {
                "asked": 1.0,
                "question": code(decision.question),
                f"kind {decision.kind}": 1.0,
                "page": menu.page / (menu.page + 10.0),
                "further pages": float(menu.further),
            }
            for name, value in told.items():
                parts["battle"][BATTLE.index(name)] = value
            for row, reply in zip(parts["replies"], menu.shown, strict=False):
                row[:] = numbers(menu.seat, reply, rows)
        return {"observation": np.clip(vector, -1.0, 1.0), "action_mask": self.mask(menu)}

    def _lead(self, agent: str) -> float:
        """The points of an agent's side less those of the other, as this side knows them; the result at the end."""
        side = self.sides[agent]
        over = self.battle.state.over
        points: Mapping[str, float] = scores(self.ruleset, view(self.battle.state, side))
        if over is not None and over.scores:
            points = {one: float(n) for one, n in over.scores.items()}
        return points.get(side, 0.0) - sum(n for one, n in points.items() if one != side)

    def rewards(self) -> dict[str, float]:
        """How much the lead of each agent has changed since this was asked last."""
        now = {agent: self._lead(agent) for agent in self.sides}
        found = {agent: now[agent] - self.counted[agent] for agent in self.sides}
        self.counted = now
        return found

    def info(self, agent: str) -> dict[str, Any]:
        """The side of an agent, what it is asked, and at the end who has won."""
        decision = self.asked(agent)
        asked = "" if decision is None else decision.question
        return {"side": self.sides[agent], "question": asked, "winner": self.battle.winner}

    def close(self) -> None:
        """End the bots that are programs of their own."""
        if hasattr(self, "table"):
            self.table.close()

    def told(self) -> str:
        """What lies open to all, as text."""
        speaker, seen = Speaker("en", self.ruleset), self.battle.view(None)
        return "\n".join(f"{speaker.say(a, seen)}: {speaker.say(b, seen)}" for a, b in self.ruleset.status(seen))
