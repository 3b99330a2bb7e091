"""Drive-backs by shooting, and the forced move that retreats use as well: obstacles, making way, confusion.

WMA-DRV-01 to WMA-DRV-10, WMA-R15 to WMA-R21, WMA-R55, WMA-S18, WMA-S19, WMA-S22.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from game.engine import decision as ask
from game.engine import event as ev
from game.engine.changes import own_field
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Roll, Run
from game.engine.ruleset import Forecast
from game.engine.state import State
from game.engine.text import TN, Length, T, Text, Thing
from game.kit import situation
from game.kit.verdicts import ghosts
from game.kit.which_next import OneOf, WhichNext, picked
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.attack import blows
from rulesets.warmaster_ancients.attack.blows import destroy
from rulesets.warmaster_ancients.field import facts, status
from rulesets.warmaster_ancients.field.formations import Refusal
from rulesets.warmaster_ancients.field.scene import what_if
from rulesets.warmaster_ancients.measures import MEASURES, cm, count, length
from rulesets.warmaster_ancients.move import forced
from rulesets.warmaster_ancients.move.forced import Aside, make_way
from rulesets.warmaster_ancients.shoot.volley import destroyed_rows, driveback_odds, driveback_rows

Kind = Literal["driveback", "retreat"]
YES, NO = "yes", "no"
FACE = count("confusion_face")
"""The face of a die that confuses."""


class DrivebacksData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Units hit in the phase, with their casualties and the units that shot at them; ``unit`` moves now."""

    units: tuple[str, ...]
    casualties: dict[str, int]
    shooters: dict[str, tuple[str, ...]]
    unit: str = ""


DRIVEBACKS = FrameOf("wma.drivebacks", DrivebacksData)


class ForcedData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A forced move of a unit along a direction (unit vector), ``distance`` mm.

    ``refused`` are friends that do not make way; ``friend`` the one that is asked or has just done so; ``halt`` mm to
    go until what stops it, and ``met`` what that is.
    """

    unit: str
    kind: Kind
    way: tuple[float, float]
    distance: float
    refused: tuple[str, ...] = ()
    friend: str = ""
    halt: float = 0.0
    met: str = ""
    met_kind: str = ""


class Gone(msgspec.Struct, frozen=True):
    """How far (mm) a unit was forced, and whether that destroyed it."""

    distance: float
    destroyed: bool = False


FORCED = FrameOf("wma.forced", ForcedData, Gone)


def confuse(run: Run, unit: str, clause: str, rolled: ev.Rolled | None = None) -> None:
    """Mark a unit confused, once (WMA-R19); where a die decides, if it shows a 6."""
    if run.state.units[unit].own.confused or (rolled is not None and rolled.total < FACE):
        return
    text = T("{unit}: confused", unit=Thing(unit))
    run.tell(unit, "confused", "status", text, (clause,), own_field("unit", unit, confused=True), unit=unit)


def _test(run: Run, unit: str, why: Text, clause: str, then: str) -> Roll:
    """A single die that confuses on a 6."""
    die = (ev.DiceRow(run.state.units[unit].side, 1),)
    return Roll(ev.Request(die, why, clause, FACE, "at_least", (), (unit,)), then)


def nearest_shooter(view: State, unit: str, shooters: Sequence[str]) -> str:
    """The nearest of the enemy units that shot at a unit; ties by lower id (WMA-DRV-04, WMA-R15)."""
    alive = [s for s in view.units if s in shooters and situation.on_table(view, s)]
    return min(alive, key=lambda s: facts.distance(view, unit, s))


def driven(view: State, unit: str, casualties: int, shooters: Sequence[str]) -> tuple[str, status.Cover, ask.Sum]:
    """From whom a unit hit is driven back, its cover against him, and the dice of it (WMA-DRV-02, WMA-DRV-03)."""
    shooter = nearest_shooter(view, unit, shooters)
    cover = status.cover(view, unit, shooter, "shot")
    return shooter, cover, blows.driveback_dice(casualties, cover.status)


class DrivebackQuestion(WhichNext):
    """Which unit is driven back next (decision 16); by default the one farthest from its shooter."""

    def choice(self, view: State, decision: ask.Decision, row: str) -> ask.Choice:
        """How many dice it goes, and from whom."""
        shooter, dice = self._driven(view, decision, row)
        note = TN("{n} die away from {shooter}", "{n} dice away from {shooter}", dice, shooter=Thing(shooter))
        return ask.Choice(row, T("{unit}", unit=Thing(row)), note=note)

    def usual(self, view: State, decision: ask.Decision, things: Sequence[ask.Choice]) -> str:
        """The unit farthest from its shooter."""
        return max((c.id for c in things), key=lambda u: facts.distance(view, u, self._driven(view, decision, u)[0]))

    def forecast(self, view: State, decision: ask.Decision, answer: ask.Answer) -> Forecast | None:
        """Odds of the dice: how far, confused, destroyed."""
        if not isinstance(answer, ask.PickAnswer) or not self.check(view, decision, answer).legal:
            return None
        unit = answer.ids[0]
        found = driveback_odds(self._driven(view, decision, unit)[1], profile(view, unit).move)
        return Forecast((*driveback_rows(unit, found), *destroyed_rows(unit, found.far)))

    def _driven(self, view: State, decision: ask.Decision, unit: str) -> tuple[str, int]:
        """From whom a unit is driven, and how many dice."""
        shooter, _, dice = driven(view, unit, int(decision.args["casualties"][unit]), decision.args["shooters"][unit])
        return shooter, int(dice.total)


DRIVEBACK = Posed("driveback", DrivebackQuestion())


@DRIVEBACKS.step
def _begin(run: Run, data: DrivebacksData, got: Any) -> Outcome:
    units = tuple(u for u in data.units if situation.on_table(run.state, u))
    if not units:
        return Done()
    side = run.state.units[units[0]].side
    message = T("{side}: which unit is driven back next?", side=Thing(side))
    casualties, shooters = {u: data.casualties[u] for u in units}, {u: list(data.shooters[u]) for u in units}
    args = {"units": list(units), "casualties": casualties, "shooters": shooters}
    return DRIVEBACK.ask(side, message, args, ("WMA-R16", "WMA-S18"), then="picked", data=replace(data, units=units))


@DRIVEBACKS.step
def _picked(run: Run, data: DrivebacksData, got: ask.Reply) -> Outcome:
    """One die a casualty, fewer under cover against the nearest shooter (WMA-DRV-02, WMA-DRV-03)."""
    unit = picked(got)
    rest = replace(data, units=tuple(u for u in data.units if u != unit), unit=unit)
    shooter, cover, dice = driven(run.state, unit, data.casualties[unit], data.shooters[unit])
    if dice.total == 0:
        text = T("{unit}: not driven back ({reason})", unit=Thing(unit), reason=cover.text)
        run.tell(unit, "stands_firm", "status", text, ("WMA-DRV-03",), sums=(dice,))
        return Goto("begin", rest)
    why = T("{unit}: driven back from {shooter}", unit=Thing(unit), shooter=Thing(shooter))
    row = ev.DiceRow(run.state.units[unit].side, int(dice.total))
    request = ev.Request((row,), why, "WMA-DRV-02", None, "", dice.rows, (unit, shooter))
    return Roll(request, "rolled", rest)


@DRIVEBACKS.step
def _rolled(run: Run, data: DrivebacksData, got: ev.Rolled) -> Outcome:
    """The sum is the way; a 6 confuses; too far destroys (WMA-DRV-04, WMA-DRV-05, WMA-DRV-10)."""
    view, unit = run.state, data.unit
    if MEASURES.more_than(cm(got.total), profile(view, unit).move):
        destroy(run, unit, ("WMA-DRV-10",), "far")
        return Goto("begin", data)
    way = forced.away_from(view, unit, nearest_shooter(view, unit, data.shooters[unit]))
    if FACE in got.faces[0]:
        confuse(run, unit, "WMA-DRV-05")
    return FORCED.call(ForcedData(unit, "driveback", way, cm(got.total)), "begin")


class MakeWayQuestion(OneOf):
    """Does a friend step aside for the unit that is forced back (decision 17)? By default it does."""

    def choices(self, view: State, decision: ask.Decision) -> tuple[ask.Choice, ...]:
        """Make way, or refuse."""
        who = {"friend": Thing(decision.args["friend"]), "unit": Thing(decision.args["unit"])}
        yes, no = (
            T("Let {friend} make way", friend=who["friend"]),
            T("Keep {friend} in place; {unit} is confused", **who),
        )
        return ask.Choice(YES, yes), ask.Choice(NO, no)

    def check(self, view: State, decision: ask.Decision, answer: ask.Answer) -> ask.Verdict:
        """Judge it, and show where the friend and the unit would stand then, were there nothing else in the way."""
        verdict = super().check(view, decision, answer)
        if not verdict.legal:
            return verdict
        unit, friend = decision.args["unit"], decision.args["friend"]
        way, distance = (decision.args["way"][0], decision.args["way"][1]), float(decision.args["distance"])
        aside = make_way(view, friend, unit, way, distance) if self.chosen(decision, answer) == YES else None
        ends = aside.ends if isinstance(aside, Aside) else {}
        return replace(verdict, ghosts=(*ghosts(ends), *forced_ghosts(what_if(view, ends), unit, way, distance)))


MAKE_WAY = Posed("make_way", MakeWayQuestion(by="friend"))


def forced_ghosts(view: State, unit: str, way: tuple[float, float], distance: float) -> tuple[ask.Ghost, ...]:
    """Where a forced move would end at the first thing that stops it, friends that may make way not being asked."""
    met = forced.first_obstacle(view, unit, way, distance)
    halt = distance if met is None else met.halt
    return ghosts(forced.shifted(view, unit, way, halt))


@FORCED.named("begin")
def _go(run: Run, data: ForcedData, got: Any) -> Outcome:
    """Look what the sweep meets first (WMA-S18)."""
    view = run.state
    met = forced.first_obstacle(view, data.unit, data.way, data.distance)
    if met is None:
        return Goto("move", replace(data, halt=data.distance))
    if met.kind != "friend" or met.thing in data.refused:
        return Goto("move", replace(data, halt=met.halt, met=met.thing, met_kind=met.kind))
    aside = make_way(view, met.thing, data.unit, data.way, data.distance)
    if isinstance(aside, Refusal):
        _tell_refusal(run, met.thing, data.unit, aside.text, aside.clause)
        return Goto("begin", replace(data, refused=(*data.refused, met.thing)))
    side = view.units[data.unit].side
    names = {"side": Thing(side), "friend": Thing(met.thing), "unit": Thing(data.unit)}
    message = T("{side}: should {friend} make way for {unit}?", **names)
    args = {"unit": data.unit, "friend": met.thing, "way": list(data.way), "distance": data.distance}
    return MAKE_WAY.ask(
        side, message, args, ("WMA-DRV-06", "WMA-DRV-07", "WMA-R20"), then="asked", data=replace(data, friend=met.thing)
    )


def _tell_refusal(run: Run, friend: str, unit: str, why: Text, clause: str) -> None:
    text = T("{friend} did not make way: {why}", friend=Thing(friend), why=why)
    what: dict[str, Any] = {"unit": friend, "for": unit}
    run.tell(friend, "refuses_way", "status", text, ("WMA-DRV-06", "WMA-R20", clause), also=(unit,), **what)


@FORCED.step
def _asked(run: Run, data: ForcedData, got: ask.Reply) -> Outcome:
    """The friend steps aside, or is in the way (WMA-DRV-07, WMA-DRV-08)."""
    friend, view = data.friend, run.state
    if got.parts[friend] == NO:
        _tell_refusal(run, friend, data.unit, T("its owner keeps it in place"), "WMA-R20")
        return Goto("begin", replace(data, refused=(*data.refused, friend), friend=""))
    aside = make_way(view, friend, data.unit, data.way, data.distance)
    assert isinstance(aside, Aside)
    text = T("{friend} made way, {distance}", friend=Thing(friend), distance=Length(aside.distance))
    moves = [ev.SetPose(base, pose) for base, pose in aside.ends.items()]
    what: dict[str, Any] = {"unit": friend, "for": data.unit, "distance": round(aside.distance, 3)}
    run.tell(friend, "makes_way", "move", text, ("WMA-DRV-08", "WMA-S19"), *moves, also=(data.unit,), **what)
    if view.units[data.unit].own.confused:
        return Goto("friend_test", data)
    why = T("{unit} pushed {friend} aside", unit=Thing(data.unit), friend=Thing(friend))
    return _test(run, data.unit, why, "WMA-DRV-07", "pushed")


@FORCED.step
def _pushed(run: Run, data: ForcedData, got: ev.Rolled) -> Outcome:
    confuse(run, data.unit, "WMA-DRV-07", got)
    return Goto("friend_test", data)


@FORCED.step
def _friend_test(run: Run, data: ForcedData, got: Any) -> Outcome:
    if run.state.units[data.friend].own.confused:
        return Goto("begin", replace(data, friend=""))
    why = T("{friend} made way", friend=Thing(data.friend))
    return _test(run, data.friend, why, "WMA-DRV-08", "gave_way")


@FORCED.step
def _gave_way(run: Run, data: ForcedData, got: ev.Rolled) -> Outcome:
    confuse(run, data.friend, "WMA-DRV-08", got)
    return Goto("begin", replace(data, friend=""))


@FORCED.step
def _move(run: Run, data: ForcedData, got: Any) -> Outcome:
    """Go as far as the way is free, then face what stopped it; a retreat of less than 1 cm destroys (WMA-S27)."""
    view, unit = run.state, data.unit
    if data.kind == "retreat" and MEASURES.less_than(data.halt, length("retreat_least")):
        destroy(run, unit, ("WMA-S27",), "trapped")
        return FORCED.done(Gone(0.0, destroyed=True))
    ends = forced.shifted(view, unit, data.way, data.halt)
    names = {"unit": Thing(unit), "distance": Length(data.halt)}
    if data.kind == "driveback":
        kind, text, clauses = "driven_back", T("{unit}: driven back {distance}", **names), ("WMA-DRV-04", "WMA-S18")
    else:
        kind, text, clauses = "retreated", T("{unit} retreated {distance}", **names), ("WMA-RES-08", "WMA-S18")
    moves = [ev.SetPose(base, pose) for base, pose in ends.items()]
    met = (data.met,) if data.met else ()
    way: dict[str, Any] = {"distance": round(data.halt, 3), "wanted": data.distance, "stopped_by": data.met}
    run.tell(unit, kind, "move", text, clauses, *moves, also=met, unit=unit, **way)
    status.cut_contacts(run, (unit,))
    if data.met_kind in ("terrain", "table") and not run.state.units[unit].own.confused:
        why = T("{unit}: stopped at the edge of forbidden ground", unit=Thing(unit))
        return _test(run, unit, why, "WMA-DRV-09", "stopped")
    if data.met_kind in ("enemy", "engaged", "friend"):
        confuse(run, unit, "WMA-DRV-06")
    return FORCED.done(Gone(round(data.halt, 3)))


@FORCED.step
def _stopped(run: Run, data: ForcedData, got: ev.Rolled) -> Outcome:
    confuse(run, data.unit, "WMA-DRV-09", got)
    return FORCED.done(Gone(round(data.halt, 3)))
