"""The set-up of a battle while it is being chosen: a document of the ruleset, and who plays each side."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.bots.roster import bot_names
from game.engine.decision import Bar
from game.engine.eyes import PERSON
from game.engine.lists import OWN, UNENFORCED, KeepsLists, Limit, TellsLimits
from game.engine.ruleset import ArmyEntry, ArmyInfo, Problem, Ruleset, ScenarioInfo, Setup, SideSetup, usual_size
from game.engine.scenery import Scenery
from game.engine.table_plans.document import TablePlan
from game.engine.table_plans.rules import PlaysTables
from game.engine.text import T


class Plan(msgspec.Struct, frozen=True):
    """A battle to be begun.

    Attributes
    ----------
    setup
        The ruleset's document.
    size
        The agreed size, for composing armies.
    players
        By side id "person" or the name of a bot.
    curtain
        Whether the table is covered whenever the other person decides.
    names
        By side the name that the player gave it; a side without one goes by its list or army.
    """

    setup: Setup
    size: int
    players: dict[str, str]
    curtain: bool = False
    names: dict[str, str] = {}


def scenario_of(ruleset: Ruleset, plan: Plan) -> ScenarioInfo:
    """The scenario chosen."""
    return next(s for s in ruleset.scenarios() if s.id == plan.setup.scenario)


def first_plan(ruleset: Ruleset, scenario: str = "", curtain: bool = False) -> Plan:
    """A plan that needs no change: the first scenario, a person against the best bot."""
    info = next((s for s in ruleset.scenarios() if s.id == scenario), ruleset.scenarios()[0])
    size = usual_size(ruleset, info)
    setup = replace(ruleset.default_setup(info.id, size), seed=new_seed())
    bots = bot_names(ruleset)
    players = {side: PERSON if n == 0 else bots[0] for n, side in enumerate(info.sides)}
    return Plan(setup, size, players, curtain)


def new_seed() -> str:
    """A fresh seed for the dice, short enough to be typed."""
    return secrets.token_hex(8)


def with_scenario(ruleset: Ruleset, plan: Plan, scenario: str) -> Plan:
    """Another scenario, with its own armies and options; who plays and the dice are kept."""
    fresh = first_plan(ruleset, scenario)
    sides = list(plan.players.values())
    players = {s: (sides[n] if n < len(sides) else p) for n, (s, p) in enumerate(fresh.players.items())}
    table = plan.setup.table if table_bar(ruleset, scenario) is None else None
    setup = replace(fresh.setup, dice=plan.setup.dice, seed=plan.setup.seed, table=table, scenery=plan.setup.scenery)
    given = [plan.names.get(s, "") for s in plan.players]
    return with_names(Plan(setup, fresh.size, players, plan.curtain), given)


def with_names(plan: Plan, names: Sequence[str]) -> Plan:
    """Names for the seats, in their order; an empty one gives none."""
    kept = {side: name.strip() for side, name in zip(plan.players, names, strict=False) if name.strip()}
    return replace(plan, names=kept)


def named(plan: Plan) -> Setup:
    """The document with the names that were given in it."""
    sides = {s: replace(x, name=plan.names.get(s, x.name)) for s, x in plan.setup.sides.items()}
    return replace(plan.setup, sides=sides)


def table_bar(ruleset: Ruleset, scenario: str) -> Bar | None:
    """Why a scenario is fought on its own table alone, None where it takes others."""
    return ruleset.table_bar(scenario) if isinstance(ruleset, PlaysTables) else None


def with_table(plan: Plan, table: TablePlan | None) -> Plan:
    """Another table, None for the scenario's own; the set-up holds it whole, so that a record needs no file."""
    return replace(plan, setup=replace(plan.setup, table=table))


def with_scenery(plan: Plan, scenery: Scenery | None) -> Plan:
    """Another look of the table; the set-up keeps it, so that a record shows it again. None where all is as usual."""
    kept = scenery if scenery not in (None, Scenery()) else None
    return replace(plan, setup=replace(plan.setup, scenery=kept))


def with_size(ruleset: Ruleset, plan: Plan, size: int) -> Plan:
    """Another size: the armies are made anew for it, options other than the size are kept."""
    made = ruleset.default_setup(plan.setup.scenario, size)
    before = plan.setup.sides
    options = {**plan.setup.options, **{k: v for k, v in made.options.items() if k == "points"}}
    setup = replace(plan.setup, sides=made.sides, options=options)
    out = replace(plan, setup=setup, size=size)
    for side, chosen in before.items():
        if OWN in chosen.own:
            out = with_own_army(ruleset, out, side, chosen)
        elif out.setup.sides[side].army != chosen.army:
            out = with_army(ruleset, out, side, chosen.army)
    return out


def size_of(ruleset: Ruleset, plan: Plan, side: str) -> int:
    """The agreed size of one side's army, which may be a share of the battle's."""
    return ruleset.side_size(plan.setup, side) if isinstance(ruleset, TellsLimits) else plan.size


def army_of(ruleset: Ruleset, plan: Plan, side: str) -> ArmyInfo | None:
    """The army list that a side is composed from: one on offer, else the one that its own list brings with it."""
    chosen = plan.setup.sides[side]
    if isinstance(ruleset, KeepsLists):
        own = ruleset.list_army(chosen, size_of(ruleset, plan, side))
        if own is not None:
            return own
    return next((a for a in ruleset.armies(size_of(ruleset, plan, side)) if a.id == chosen.army), None)


def with_list(plan: Plan, side: str, chosen: SideSetup) -> Plan:
    """A list that was read in for a side; the name that the side goes by is kept where the list has none."""
    name = chosen.name or plan.setup.sides[side].name
    sides = {**plan.setup.sides, side: replace(chosen, name=name)}
    return replace(plan, setup=replace(plan.setup, sides=sides))


def with_name(plan: Plan, side: str, name: str) -> Plan:
    """Another name for a side and its list."""
    sides = {**plan.setup.sides, side: replace(plan.setup.sides[side], name=name)}
    return replace(plan, setup=replace(plan.setup, sides=sides))


def without_unenforced(plan: Plan, side: str) -> Plan:
    """A side's list without what its system does not have."""
    chosen = plan.setup.sides[side]
    own = {key: value for key, value in chosen.own.items() if key != UNENFORCED}
    return replace(plan, setup=replace(plan.setup, sides={**plan.setup.sides, side: replace(chosen, own=own)}))


def with_army(ruleset: Ruleset, plan: Plan, side: str, army: str) -> Plan:
    """Another army for a side, with its sample list."""
    info = next((a for a in ruleset.armies(size_of(ruleset, plan, side)) if a.id == army), None)
    if info is None:
        return plan
    counts = {e.code: e.sample for e in info.entries if e.sample}
    chosen = SideSetup(army, counts, plan.setup.sides[side].name)
    return replace(plan, setup=replace(plan.setup, sides={**plan.setup.sides, side: chosen}))


def with_own_army(ruleset: Ruleset, plan: Plan, side: str, chosen: SideSetup) -> Plan:
    """An army of the player's own for a side, with its usual list for the size."""
    size = size_of(ruleset, plan, side)
    info = ruleset.list_army(chosen, size) if isinstance(ruleset, KeepsLists) else None
    if info is None:
        return plan
    counts = {e.code: e.sample for e in info.entries if e.sample}
    return with_list(plan, side, replace(chosen, counts=counts))


def with_count(plan: Plan, side: str, entry: ArmyEntry, n: int) -> Plan:
    """Another number of one kind of unit in a side's list."""
    chosen = plan.setup.sides[side]
    counts = {**chosen.counts, entry.code: max(0, n)}
    sides = {**plan.setup.sides, side: replace(chosen, counts={c: k for c, k in counts.items() if k})}
    return replace(plan, setup=replace(plan.setup, sides=sides))


def with_option(ruleset: Ruleset, plan: Plan, option: str, value: Any) -> Plan:
    """An option set; the size in points makes the armies anew."""
    if option == "points":
        return with_size(ruleset, plan, int(value))
    return replace(plan, setup=replace(plan.setup, options={**plan.setup.options, option: value}))


def points(info: ArmyInfo | None, counts: dict[str, int]) -> int:
    """What a list costs."""
    if info is None:
        return 0
    return sum(e.points * counts.get(e.code, 0) for e in info.entries)


def limits(ruleset: Ruleset, plan: Plan, side: str) -> Sequence[Limit]:
    """What is limited in a side's list, and how much of it there is; the points where the system tells nothing."""
    if isinstance(ruleset, TellsLimits):
        return ruleset.limits(plan.setup, side)
    cost = points(army_of(ruleset, plan, side), plan.setup.sides[side].counts)
    return (Limit(T("Points"), cost, None, plan.size),)


def problems(ruleset: Ruleset, plan: Plan) -> Sequence[Problem]:
    """What is wrong with the plan."""
    return ruleset.check_setup(plan.setup)
