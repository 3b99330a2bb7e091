"""Every point of the final score was paid for: guns, teams, crews, generals, prisoners, captured material."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from game.bots.referee import Table
from game.bots.roster import make_bot
from game.engine.apply import apply
from game.engine.event import Event
from game.engine.flow import Run
from game.engine.session import Session
from game.engine.state import State
from rulesets.napoleonic_wars.army import nations, prices, rows
from rulesets.napoleonic_wars.army.data_army import armies
from rulesets.napoleonic_wars.army.rows import Row
from rulesets.napoleonic_wars.army.worth import of_base
from rulesets.napoleonic_wars.body import groups
from rulesets.napoleonic_wars.deploy.positions import build
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.fire.losses import Lot
from rulesets.napoleonic_wars.nerve import crews, surrender
from rulesets.napoleonic_wars.system import RULESET
from rulesets.napoleonic_wars.turn import victory
from tests.rules.napoleonic_wars.play import Called
from tests.rules.napoleonic_wars.table import given, of

HOME = {"id": "F1", "kind": "FRA_LINE_1808", "at": [100, 100], "formation": "line"}


def told(*units: dict[str, Any], **options: Any) -> State:
    """A situation with a French battalion on the other side."""
    return build({"unit": [*units, HOME], "options": options})


def points(state: State, side: str = "south") -> float:
    return victory.score(state, side).total


# --- what was paid ---------------------------------------------------------------------------------------------------

TERMS = [dict(zip(("scale", "figures_doubled", "guns_1_40", "national"), told, strict=True))
         for told in product(("standard", "micro"), (False, True), (False, True), (False, True))]  # fmt: skip


@pytest.mark.clause("NAP-R45")
@pytest.mark.parametrize("options", TERMS, ids=lambda o: "-".join(map(str, o.values())))
def test_a_unit_that_takes_the_field_is_worth_what_was_paid_but_for_its_command(options: dict[str, Any]) -> None:
    listed = [Row(code=i, name=i, kind=i) for i in (*nations.kinds(), *nations.batteries())]
    for army in (None, *armies().values()):
        terms = rows.terms_of(options, army)
        for row in listed if army is None else army.unit:
            unit, bases = rows.new_unit(row, army, "south", "L1", options)
            worth = sum(of_base(unit.own, b.own).total for b in bases)
            command = 0 if row.is_general else 10 + 5 * row.detachments
            if terms.micro:
                command = prices.tenth(command)
            assert worth == pytest.approx(rows.points(row, terms) - command), row


@pytest.mark.clause("NAP-R45", "NAP-VIC-10")
@pytest.mark.parametrize(
    ("kind", "counted"),
    [
        ("GBR_F9", 3 * (60 + 36 + 4 * 4 + 3 * 4)),
        ("FRA_F8", 4 * (60 + 36 + 4 * 4 + 3 * 4)),
        ("GBR_H6", 3 * (50 + 36 + 4 * 10 + 3 * 6)),
        ("chief", 100),
        ("general", 50),
        ("FRA_LEGER_1808", 15 * 8 + 3 * 10),
    ],
)
def test_batteries_and_generals_count_what_they_cost(kind: str, counted: int) -> None:
    assert points(told({"id": "A1", "kind": kind, "side": "south", "at": [50, 20]})) == counted


# --- killed, captured, freed -----------------------------------------------------------------------------------------


def battery(kind: str = "GBR_H6", **more: Any) -> State:
    foe = {"id": "F2", "kind": "FRA_LINE_1808", "side": "north", "at": [50, 30], "formation": "line"}
    return told({"id": "A1", "kind": kind, "side": "south", "at": [50, 20], "formation": "deployed", **more}, foe)


@pytest.mark.clause("NAP-R13")
def test_a_horse_gunner_falls_with_his_horse() -> None:
    state = battery()
    run = Called(state, "nap.losses", {"lots": [Lot("A1", 20, part="crews")]})
    run.give()
    assert points(state) - points(run.state) == 10.0


@pytest.mark.clause("NAP-PTS-10", "NAP-CAS-10")
def test_of_a_team_its_dead_horses_and_drivers_are_taken_off() -> None:
    state = battery("GBR_F9", guns={"9": 1})
    run = Called(state, "nap.losses", {"lots": [Lot("A1", 40, part="teams")]})
    run.give()
    assert points(state) - points(run.state) == 2 * 2 + 4


@pytest.mark.clause("NAP-VIC-10")
@pytest.mark.parametrize(
    ("kind", "material", "men"),
    [("AUS_F6", 86 * 4, 14 * 4), ("GBR_H6", 3 * (86 + 4 * 2), 3 * (4 * 8 + 3 * 6) / 2)],
)
def test_a_captured_battery_counts_in_full_and_its_guarded_men_half(kind: str, material: int, men: float) -> None:
    """A 6-pounder and its team 86, its four gunners and three drivers of class B 28; horse gunners' horses 2 each."""
    before = points(battery(kind), "north")
    state = given(battery(kind), "A1", result="surrendered", captors="F2", since=1)
    run = Called(state, "nap.surrender", surrender.GivenUp(("A1",)))
    run.default()
    assert points(run.state, "south") == 0.0
    assert points(run.state, "north") - before == material
    guarded = given(run.state, "A1", guarded=True)
    assert points(guarded, "north") - before == material + men
    freed = given(run.state, "A1", guarded=False, captors="", result="dispersed", freed=True)
    n = facts.strength(freed, "A1")
    assert points(freed, "south") == 2 * men - 2 * n
    assert points(freed, "north") - before == material


@pytest.mark.clause("NAP-VIC-10")
def test_of_hussars_who_surrendered_the_horses_count_in_full_and_the_men_half() -> None:
    hussars = {"id": "H1", "kind": "FRA_LT", "side": "south", "figures": 12, "class": "C", "companies": {"squadron": 2},
               "at": [20, 20], "result": "surrendered", "captors": "F1"}  # fmt: skip
    state = told(hussars)
    base = points(state, "north")
    assert points(given(state, "H1", guarded=True), "north") - points(given(state, "H1", captors=""), "north") == 84
    assert points(given(state, "H1", guarded=True), "north") - base == 36  # before that they have the horses alone


@pytest.mark.clause("NAP-VIC-10")
def test_a_spiked_gun_is_not_captured_intact() -> None:
    state = given(battery("GBR_F9"), "A1", abandoned=True, captors="F2")
    before = points(state, "north")
    gun = next(b for b in state.bases_of("A1") if b.own.role == "gun")
    spiked = replace(state, bases={**state.bases, gun.id: replace(gun, own=replace(gun.own, spiked=True))})
    assert before - points(spiked, "north") == 60.0


@pytest.mark.clause("NAP-R45", "NAP-S44")
@pytest.mark.parametrize("kind", ["GBR_F9", "GBR_H6", "FRA_F8"])
def test_crews_who_leave_their_guns_and_man_them_again_are_worth_the_same(kind: str) -> None:
    state = battery(kind)

    def all_of(found: State) -> float:
        return sum(victory.worth(found, u).total for u in found.units if found.units[u].side == "south")

    run = Run(state)
    crews.leave(run, "A1", "")
    assert len(run.state.units) == len(state.units) + 2
    assert all_of(run.state) == all_of(state) == points(state)
    crews.man(run)
    assert of(run.state, "A1").stance.formation == "deployed"
    assert all_of(run.state) == all_of(state)


@pytest.mark.clause("NAP-R45", "NAP-S44")
def test_guns_whose_crew_has_fallen_count_for_their_owner_until_they_are_taken() -> None:
    state = battery("GBR_F9")
    run = Called(state, "nap.losses", {"lots": [Lot("A1", 20 * 12, part="crews")]})
    run.give()
    left = 3 * (60 + 36 + 3 * 4)
    assert points(run.state) == left
    assert "A1" not in facts.bodies(run.state)
    after = Run(given(run.state, "A1", captors="F2"))
    assert points(after.state) == 0.0
    assert points(after.state, "north") - points(run.state, "north") == 3 * (60 + 36)


@pytest.mark.clause("NAP-VIC-10", "NAP-S88")
def test_prisoners_are_those_of_the_body_with_which_their_captors_fall_in() -> None:
    part = {"id": "A2", "kind": "GBR_LINE", "side": "south", "parent": "A1", "at": [60, 20], "formation": "line"}
    state = told({"id": "A1", "kind": "GBR_LINE", "side": "south", "at": [30, 20], "formation": "line"}, part)
    state = given(state, "F1", result="surrendered", captors="A2", guarded=True)
    joined = apply(state, Event("joined", "status", changes=groups.join(state, "A2", "A1")))
    assert of(joined, "F1").captivity.captors == "A1"
    assert victory.captor_side(joined, "F1") == "south"


@pytest.mark.clause("NAP-PRI-04", "NAP-VIC-10")
def test_guards_who_lead_prisoners_off_the_table_count_in_full() -> None:
    prisoners = {"id": "P1", "kind": "GBR_LINE", "side": "south", "at": [60, 20], "result": "surrendered",
                 "captors": "F1", "since": 0}  # fmt: skip
    run = Run(told(prisoners))
    before = points(run.state, "north")
    surrender.disarm(run)
    guards = next(u for u in run.state.units if u.startswith("F1.g"))
    assert {b.where for b in facts.left(run.state, guards)} == {"off"}
    men = sum(victory.worth(run.state, u).total for u in ("P1",))
    assert points(run.state, "north") == before + men / 2


@pytest.mark.clause("NAP-VIC-10")
def test_evaders_off_the_table_count_half_while_their_body_stands_on_it() -> None:
    state = told({"id": "A1", "kind": "FRA_LT", "side": "south", "at": [30, 20], "formation": "line"})
    each = victory.worth(state, "A1").total / facts.strength(state, "A1")
    away = state.bases_of("A1")[0]
    after = replace(state, bases={**state.bases, away.id: replace(away, pose=None, where="off")})
    assert points(state) - points(after) == each / 2
    assert points(given(state, "A1", result="rout")) == points(state) / 2
    assert points(given(after, "A1", result="rout")) == points(state) / 2 - each / 2


# --- whole battles ---------------------------------------------------------------------------------------------------

LOSSES = {
    "casualties", "damaged", "general_killed", "destroyed", "no_quarter", "killed", "horses_left", "guns_left",
    "joined", "fell_in", "rejoined", "off", "dispersed", "guns_manned",
}  # fmt: skip
"""The events by which men, horses and guns are lost."""


@cache
def fought(seed: str, **options: Any) -> Session:
    chosen = RULESET.default_setup("meeting", 800)
    session = Session.start(RULESET, replace(chosen, seed=seed, options={**chosen.options, "moves": 8, **options}))
    Table(session, {side: make_bot(RULESET, "random") for side in ("south", "north")}).play()
    return session


def total(state: State, side: str) -> float:
    """What all bodies of a side are worth, wherever they are and whoever has them."""
    here = known(state)
    return sum(victory.worth(here, u.id).total for u in here.units.values() if u.side == side)


@pytest.mark.parametrize("seed", ["p2", "p3"])
def test_over_a_whole_battle_points_are_lost_by_losses_alone_and_never_made(seed: str) -> None:
    session = fought(seed)
    state: State = session.lines[0].state
    now = {side: total(state, side) for side in state.sides}
    paid = dict(now)
    for event in (e for line in session.lines[1:] for e in line.events):
        state = apply(state, event)
        for side in state.sides:
            after = total(state, side)
            if after != pytest.approx(now[side]):
                assert after < now[side], event
                assert event.type in LOSSES, event
            now[side] = after
    assert sum(now.values()) < sum(paid.values())
