"""What the Napoleonic Wars measure of their own: a line of a sheet, a move on the clock, a bot's sheet."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec.structs import replace

from game.engine import command as cmd
from game.engine.decision import Decision, OrdersAnswer, Reply
from game.engine.dice import SeededDice
from game.engine.loader import load_ruleset
from game.engine.session import Session
from game.engine.state import Luck, State
from game.engine.tells import Bench
from game.kit.block import meeting, outlines
from rulesets.napoleonic_wars.clock import first_pass
from rulesets.napoleonic_wars.clock.clock import Clock
from rulesets.napoleonic_wars.data_files import RULESET_ID
from rulesets.napoleonic_wars.deploy.positions import build
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.general import plan as bots
from rulesets.napoleonic_wars.general import sheets
from rulesets.napoleonic_wars.general.plan import TEMPERS
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march.planned_way import Planned, plan
from rulesets.napoleonic_wars.orders import writing
from rulesets.napoleonic_wars.orders.writing import DO

SHEET, MOVE, BOT = 16.0, 150.0, 1500.0
"""ms that are wanted at most: a frame of the screen; the run of a move; a bot's sheet."""
TICKS = 1000
"""Parts of a move by which the plain clock goes on (NAP-S09)."""
FOOT = (("GBR_LINE", "line"), ("FRA_LINE_1808", "closed_divisional"))
Lines = dict[str, dict[str, Any]]


def crowd() -> State:
    """Forty battalions: twenty in two lines on either side, in reach of each other in one move."""
    rows: list[dict[str, Any]] = []
    for (kind, formation), side, first, behind in zip(FOOT, ("south", "north"), (35, 57), (-14, 14), strict=True):
        for k in range(20):
            at = [14.0 + 19.0 * (k % 10) + 2.0 * (k // 10), first + behind * (k // 10) + 0.7 * (k % 3)]
            name = f"{side[0].upper()}{k + 1}"
            row = {"id": name, "kind": kind, "side": side, "at": at, "facing": "N" if side == "south" else "S"}
            rows.append({**row, "formation": formation})
    wood = {"kind": "open_wood", "box": [90.0, 42.0, 98.0, 50.0]}
    return build({"units": rows, "terrain": [wood], "options": {"measuring": "free"}}, "forty battalions")


def at_its_sheet() -> tuple[State, Decision]:
    """Forty battalions with a bot's game orders when the first sheet is asked for: what the side that writes sees."""
    ruleset, state = load_ruleset(RULESET_ID), replace(crowd(), luck=Luck("seeded", "bench"))
    session = Session.from_state(ruleset, state, ruleset.entries["orders"](state, {}), SeededDice())
    while session.waiting[0].question != writing.WRITE.name:
        asked = session.waiting[0]
        lines, _ = bots.first(session.view(asked.side), asked.side, TEMPERS[0])
        session.submit(cmd.Answering(asked.id, asked.side, Reply(OrdersAnswer(lines))))
    decision = session.waiting[0]
    return session.view(decision.side), decision


def marching(view: State, side: str) -> Lines:
    """A sheet by which every battalion goes straight on."""
    return {body: {DO: [{"verb": "advance", "distance": 60.0}]} for body in facts.bodies(view, side)}


def afresh(view: State) -> State:
    """The same situation, of which nothing is remembered."""
    return replace(view, units=dict(view.units), bases=dict(view.bases))


def planned(view: State) -> dict[str, Planned]:
    """The ways of all by their sheets."""
    lines = {**marching(view, "south"), **marching(view, "north")}
    plans = {}
    for body, fields in lines.items():
        actions = act.read(fields[DO])
        assert isinstance(actions, tuple)
        plans[body] = plan(view, body, actions)
    return plans


def plain_run(clock: Clock) -> None:
    """The move by the thousandth: everybody a step on, and who has come too near his enemy stands from then on."""
    movers = list(clock.movers.values())
    for tick in range(TICKS):
        time = tick / TICKS
        centres = np.array([m.poses_at(time)[:, :2].mean(axis=0) for m in movers])
        halted = set()
        for one, other in itertools.combinations(range(len(movers)), 2):
            a, b = movers[one], movers[other]
            if a.side == b.side or not (a.moves_at(time) or b.moves_at(time)):
                continue
            limit = max(clock.keep.get(a.body, 0.0), clock.keep.get(b.body, 0.0))
            near = math.dist(centres[one], centres[other]) < limit + 300.0
            if near and outlines.between(a.outline_at(time), b.outline_at(time)) <= limit:
                halted |= {m.body for m in (a, b) if meeting.brings_nearer(m, b if m is a else a, time)}
        for body in halted:
            clock.movers[body].stop(time)
    clock.time = 1.0


def benches() -> Sequence[Bench]:
    """The jobs to measure."""
    view, decision = at_its_sheet()
    question, side = writing.WriteQuestion(), decision.side
    sheet, numbers = marching(view, side), itertools.count(1)
    first = next(iter(sheet))

    def changed() -> OrdersAnswer:
        """The sheet with another way of one body: a hand that draws asks for none twice."""
        far = 20.0 + 0.01 * (next(numbers) % 3000)
        return OrdersAnswer({**sheet, first: {DO: [{"verb": "advance", "distance": round(far, 2)}]}})

    def judged() -> object:
        return question.check(view, decision, changed())

    def judged_plainly() -> object:
        """All lines in a situation that nobody has looked into yet."""
        return question.check(afresh(view), decision, changed())

    def bot_sheet() -> object:
        here = afresh(view)
        return sheets.sheet(here, side, writing.draft(here, side), TEMPERS[0])

    plans = planned(view)
    return (
        Bench("a changed line of a sheet of 20 judged", judged_plainly, judged, SHEET),
        Bench(
            "a move of 40 bodies run on the clock",
            lambda: plain_run(first_pass.made(view, plans, {})),
            lambda: first_pass.made(view, plans, {}).run(),
            MOVE,
        ),
        Bench("a bot's sheet for 20 bodies", None, bot_sheet, BOT),
    )
