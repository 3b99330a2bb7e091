"""Before the first round: whom the command group helps, the edge, what is set aside, units alternately, Scouts last.

Then the arrivals out of an Ambush. Rows 2 and 4 to 8 of the decisions. AFS-MUS-02, AFS-BAN-02, AFS-DEP-01 to
AFS-DEP-05, AFS-AMB-01 to AFS-AMB-05, AFS-SCT-01 to AFS-SCT-04, AFS-R14, AFS-R46, AFS-R48, AFS-R49, AFS-R60, AFS-S18,
AFS-S27.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import changes
from game.engine import decision as ask
from game.engine import event as ev
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Ask, Done, Goto, Outcome, Run
from game.engine.ruleset import Discrete
from game.engine.state import State, other_sides
from game.engine.text import T, Text, Thing
from game.kit.deploy import DeployData, OneByOne
from game.kit.rolloff import higher, roll_off
from game.kit.which_next import OneOf, whose_next
from rulesets.age_of_fantasy_skirmish.army import data_army
from rulesets.age_of_fantasy_skirmish.army.specials import UPGRADES, Upgrade
from rulesets.age_of_fantasy_skirmish.data_files import whole
from rulesets.age_of_fantasy_skirmish.deploy import set_up
from rulesets.age_of_fantasy_skirmish.field import in_battle
from rulesets.age_of_fantasy_skirmish.turn import seizing

ASKED = {"musician": T("{side}: units for the Musician to help"), "banner": T("{side}: units for the Banner to help")}
TOLD = {"musician": T("The Musician of {side} helps {units}"), "banner": T("The Banner of {side} helps {units}")}
HELPS = {
    "musician": T("helped, it moves farther with every action"),
    "banner": T("helped, it passes morale tests more easily"),
}
HELP_CLAUSE = {"musician": "AFS-MUS-02", "banner": "AFS-BAN-02"}


class MusterData(msgspec.Struct, frozen=True, omit_defaults=True):
    """How many of the questions, side by side and upgrade by upgrade, have been gone through."""

    at: int = 0


MUSTER = FrameOf("afs.muster", MusterData)


def bearer_unit(view: State, side: str, upgrade: str) -> str:
    """The unit of the bearer of an upgrade, "" where the army has none (AFS-CMD-01)."""
    bearing = (u.id for u in view.units_of(side) if any(view.bases[b].own.role == upgrade for b in u.bases))
    return next(bearing, "")


def choices(view: State, side: str, upgrade: str) -> tuple[str, ...]:
    """The units that may be chosen: all but the bearer's own (AFS-R46)."""
    own = bearer_unit(view, side, upgrade)
    return tuple(u.id for u in view.units_of(side) if u.id != own) if own else ()


def usual(view: State, side: str, upgrade: str) -> tuple[str, ...]:
    """The usual beneficiaries: those of the army's sample where it has some, else the dearest (AFS-S27)."""
    open_units, most = choices(view, side, upgrade), whole("beneficiaries")
    own = view.sides[side].own
    army = data_army.armies().get(own.army)
    wished = own.wished.get(upgrade, ()) if army is None else army.musician if upgrade == "musician" else army.banner
    found = [u for u in open_units if view.units[u].kind in wished][:most]
    others = sorted((u for u in open_units if u not in found), key=lambda u: -view.units[u].own.points)
    found += others[: most - len(found)]
    return tuple(u for u in open_units if u in found)


def _turns(state: State) -> list[tuple[str, Upgrade]]:
    """The sides and upgrades in the order in which they are gone through."""
    return [(side, upgrade) for side in state.sides for upgrade in UPGRADES]


@MUSTER.named("begin")
def _muster_begin(run: Run, data: MusterData | None, got: Any) -> Outcome:
    return Goto("next", MusterData())


@MUSTER.named("next")
def _muster_next(run: Run, data: MusterData, got: Any) -> Outcome:
    """The next side and upgrade that there is something to choose for."""
    rows = _turns(run.state)
    if data.at >= len(rows):
        return Done()
    side, upgrade = rows[data.at]
    after = MusterData(data.at + 1)
    if not choices(run.state, side, upgrade):
        return Goto("next", after)
    message, clauses = Text(ASKED[upgrade].key, {"side": Thing(side)}), (HELP_CLAUSE[upgrade], "AFS-R46")
    return BENEFICIARIES.ask(side, message, {"upgrade": upgrade}, clauses, then="chosen", data=after)


@MUSTER.named("chosen")
def _muster_chosen(run: Run, data: MusterData, got: ask.Reply) -> Outcome:
    side, upgrade = _turns(run.state)[data.at - 1]
    units = tuple(u.id for u in run.state.units_of(side) if u.id in got.ids)
    listed = [Thing(u) for u in (bearer_unit(run.state, side, upgrade), *units)]
    text, clauses = Text(TOLD[upgrade].key, {"side": Thing(side), "units": listed}), (HELP_CLAUSE[upgrade], "AFS-R46")
    noted, told = changes.side(run.state, side, **{upgrade: units}), {"upgrade": upgrade, "units": list(units)}
    run.emit("beneficiaries", "order", text, *noted, clauses=clauses, about=units, side=side, data=told)
    return Goto("next", data)


class BeneficiariesQuestion(Discrete):
    """Up to three friendly units that a Musician or a Banner helps (decision 2)."""

    kind: ask.Kind = "pick"

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """All units of the side but the bearer's own."""
        upgrade = decision.args["upgrade"]
        units = choices(view, decision.side, upgrade)
        rows = tuple(ask.Choice(u, T("{unit}", unit=Thing(u)), note=HELPS[upgrade]) for u in units)
        draft = ask.PickAnswer(usual(view, decision.side, upgrade))
        return ask.Asked(ask.PickSpace(rows, 0, min(whole("beneficiaries"), len(rows))), ask.Reply(draft), draft=draft)


BENEFICIARIES = Posed("beneficiaries", BeneficiariesQuestion())


OPPOSITE = {"south": "north", "north": "south"}
WAYS: dict[str, Text] = {"table": T("Set up with the others"), "ambush": T("Ambush"), "scout": T("Scout")}
SET_ASIDE = {"ambush": "AFS-AMB-01", "scout": "AFS-SCT-01"}


DEPLOYMENT = FrameOf("afs.deployment", DeployData)
SCOUTS = FrameOf("afs.scouts", DeployData)
EDGE_FRAME = FrameOf("afs.edge")


@EDGE_FRAME.named("begin")
def _edge_begin(run: Run, data: Any, got: Any) -> Outcome:
    return roll_off(T("Roll-off for the table edge and the first unit"), "AFS-DEP-01", "won", tie="AFS-S17")


@EDGE_FRAME.named("won")
def _edge_won(run: Run, data: Any, got: dict[str, int]) -> Outcome:
    winner = higher(got)
    text = T("{side} won the roll-off: the choice of the edge and the first unit", side=Thing(winner))
    noted = changes.battle(run.state, winner=winner)
    run.emit("roll_off_won", "flow", text, *noted, clauses=("AFS-DEP-01", "AFS-RND-02"), side=winner)
    message = T("{side}: which table edge is yours?", side=Thing(winner))
    return EDGE.ask(winner, message, clauses=("AFS-DEP-01", "AFS-R14"), then="chosen")


@EDGE_FRAME.named("chosen")
def _edge_chosen(run: Run, data: Any, got: ask.Reply) -> Outcome:
    winner, edge = run.state.own.winner, got.parts["edge"]
    who = Thing(winner)
    text = T("{side} took the south edge", side=who) if edge == "south" else T("{side} took the north edge", side=who)
    other = other_sides(run.state, winner)[0]
    taken = (*changes.side(run.state, winner, edge=edge), *changes.side(run.state, other, edge=OPPOSITE[edge]))
    run.emit("edge_taken", "place", text, *taken, clauses=("AFS-DEP-01",), side=winner, data={"edge": edge})
    return Done()


class EdgeQuestion(OneOf):
    """Which of the two edges of the axis (decision 4); the default has more markers on its half, else the south."""

    def choices(self, view: State, decision: ask.Decision) -> tuple[ask.Choice, ...]:
        """South or north, with the markers on each half of the table."""
        south, north = (T("markers on its half: {n}", n=n) for n in self._markers(view))
        return (
            ask.Choice("south", T("The south edge"), note=south),
            ask.Choice("north", T("The north edge"), note=north),
        )

    def usual(self, view: State, decision: ask.Decision, choices: Sequence[ask.Choice]) -> str:
        """Where more markers are."""
        south, north = self._markers(view)
        return "north" if north > south else "south"

    @staticmethod
    def _markers(view: State) -> tuple[int, int]:
        off = [m.pose.y - view.table.depth / 2.0 for m in seizing.markers(view) if m.pose is not None]
        return sum(y < 0.0 for y in off), sum(y > 0.0 for y in off)


EDGE = Posed("edge", EdgeQuestion("edge"))


def may_set_aside(view: State, side: str) -> dict[str, tuple[str, ...]]:
    """The units of a side that may be set aside, each with what it may be set aside for (AFS-AMB-01, AFS-SCT-01)."""
    ways = {u.id: tuple(rule for rule in SET_ASIDE if in_battle.bears(view, u.id, rule)) for u in view.units_of(side)}
    return {unit: rules for unit, rules in ways.items() if rules}


ASIDE_FRAME = FrameOf("afs.aside")


@ASIDE_FRAME.named("begin")
def _aside_begin(run: Run, data: Any, got: Any) -> Outcome:
    """Both sides say at the same time, before anything is set up (AFS-DEP-04)."""
    winner = run.state.own.winner
    sides = [s for s in (winner, *other_sides(run.state, winner)) if may_set_aside(run.state, s)]
    if not sides:
        return Done()
    clauses = ("AFS-DEP-04", "AFS-AMB-01", "AFS-SCT-01")
    asked = ((side, T("{side}: units to be set aside", side=Thing(side))) for side in sides)
    questions = tuple(ASIDE.to(side, message, clauses=clauses) for side, message in asked)
    return Ask(questions, "alone") if len(questions) == 1 else Ask(questions, "told", mode="open")


@ASIDE_FRAME.named("alone")
def _aside_alone(run: Run, data: Any, got: ask.Reply) -> Outcome:
    side = next(s for s in run.state.sides if may_set_aside(run.state, s))
    return Goto("told", got={side: got})


@ASIDE_FRAME.named("told")
def _aside_told(run: Run, data: Any, got: dict[str, ask.Reply]) -> Outcome:
    for reply in got.values():
        for unit, way in reply.parts.items():
            if way == "table":
                continue
            told: dict[str, Any] = {"unit": unit, "for": way}
            text = T("{unit}: set aside to scout ahead", unit=Thing(unit))
            if way == "ambush":
                text = T("{unit}: set aside for an Ambush", unit=Thing(unit))
            noted = changes.unit(run.state, unit, aside=way)
            run.tell(unit, "set_aside", "order", text, (SET_ASIDE[way],), *noted, **told)
    return Done()


class AsideQuestion(Discrete):
    """Which units are set aside, unit by unit (decision 5); all of them by default."""

    kind: ask.Kind = "option"

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """A part for each unit with Ambush or Scout; a unit with both uses one of them (AFS-AMB-05)."""
        offered = may_set_aside(view, decision.side)
        parts = {unit: tuple(ask.Choice(way, WAYS[way]) for way in (*ways, "table")) for unit, ways in offered.items()}
        usual = ask.OptionAnswer({unit: ways[0] for unit, ways in offered.items()})
        return ask.Asked(ask.OptionSpace(parts), ask.Reply(usual), draft=usual)


ASIDE = Posed("aside", AsideQuestion())


def _winner(view: State) -> str:
    return str(view.own.winner)


DEPLOYMENT.also(OneByOne(set_up.DEPLOY, set_up.DEPLOYING, Done(), ("AFS-DEP-02", "AFS-DEP-03")).begun(_winner))
SCOUTS.also(OneByOne(set_up.SCOUT, set_up.SCOUTING, Done(), ("AFS-SCT-02", "AFS-SCT-03")).begun(_winner))


class ArrivalData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Arrivals of a round: whose turn it is, and who has passed and brings in nobody more (AFS-R48)."""

    due: str = ""
    passed: tuple[str, ...] = ()


ARRIVALS = FrameOf("afs.arrivals", ArrivalData)


@ARRIVALS.step
def _begin(run: Run, data: ArrivalData | None, got: Any) -> Outcome:
    """The side that starts the round is first (AFS-AMB-03)."""
    return Goto("next", ArrivalData(run.state.own.starter))


@ARRIVALS.step
def _next(run: Run, data: ArrivalData, got: Any) -> Outcome:
    state = run.state
    side = whose_next(state, data.due, lambda s: s not in data.passed and set_up.COMING.waiting(state, s))
    if not side:
        return Done()
    data = replace(data, due=side)
    message = T("{side}: bring in a unit from Ambush?", side=Thing(side))
    clauses = ("AFS-AMB-02", "AFS-AMB-03", "AFS-R48")
    return set_up.AMBUSH.ask(side, message, clauses=clauses, then="answered", data=data)


@ARRIVALS.step
def _answered(run: Run, data: ArrivalData, got: ask.Reply) -> Outcome:
    other = other_sides(run.state, data.due)[0]
    if got.exit == "pass":
        text = T("{side} passed: no more units arrive this round", side=Thing(data.due))
        run.emit("ambush_passed", "order", text, clauses=("AFS-R48",), side=data.due)
        return Goto("next", replace(data, due=other, passed=(*data.passed, data.due)))
    assert isinstance(got.answer, ask.PlaceAnswer)
    given, now = got.answer.places[0], run.state.own.round
    unit, poses = given.thing, set_up.COMING.poses_of(run.state, given)
    text, places = T("{unit} arrived from Ambush", unit=Thing(unit)), (ev.SetPose(b, p) for b, p in poses.items())
    marks, clauses = changes.unit(run.state, unit, aside="", arrived=now), ("AFS-AMB-02", "AFS-AMB-04")
    run.tell(unit, "arrived", "place", text, clauses, *places, *marks, unit=unit, round=now)
    return Goto("next", replace(data, due=other))
