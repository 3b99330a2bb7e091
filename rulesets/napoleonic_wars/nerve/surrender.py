"""Who gives himself up, and whether he is taken (NAP-SUR, NAP-PRI, NAP-ROU-03, -07, -08, NAP-R101, NAP-R104, NAP-S88).

A surrender is an event ``surrenders``; a frame that follows it asks the captor. Prisoners are off the table, with the
body that took them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from game.engine import changes
from game.engine import event as ev
from game.engine.decision import Asked, Choice, Decision, OptionAnswer, OptionSpace, Reply
from game.engine.declared import FrameOf, Posed, on
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.ruleset import Discrete
from game.engine.state import Frame, State
from game.engine.text import TN, T, Thing
from rulesets.napoleonic_wars.body import around, groups
from rulesets.napoleonic_wars.clock import running
from rulesets.napoleonic_wars.data_files import number, whole
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.known import did, known
from rulesets.napoleonic_wars.fire.tables import losses
from rulesets.napoleonic_wars.march import rates
from rulesets.napoleonic_wars.measures import cm
from rulesets.napoleonic_wars.nerve import captors, crews, following, surrounded, tables
from rulesets.napoleonic_wars.own import Doing

STEP = "NAP-SEQ-34"
ESCORT = "escort"
"""What guards do who lead prisoners off the table (NAP-PRI-04)."""


class GivenUp(msgspec.Struct, frozen=True, omit_defaults=True):
    """Bodies that offer their surrender."""

    left: tuple[str, ...] = ()


SURRENDER = FrameOf("nap.surrender", GivenUp)
CAPTURES = FrameOf("nap.captures", GivenUp)


def captor(view: State, body: str) -> str:
    """To whom a body surrenders: who caused it, otherwise the nearest enemy (NAP-S88)."""
    told, board = facts.own(view, body), board_of(view)
    mine = facts.foes_in_melee(view, body)
    if mine:
        return mine[0]
    if told.nerve.from_whom in view.units and told.nerve.from_whom in board.bodies:
        return told.nerve.from_whom
    found = [f for f in facts.enemies(view, view.units[body].side) if facts.own(view, f).nerve.result != "rout"]
    return min(found, key=lambda f: (board.gap(body, f), facts.natural(f)), default="")


def gives_up(run: Run, body: str, found: tables.Morale) -> bool:
    """Whether a surrounded body surrenders at once by a result: retreat or rout (NAP-SUR-01 to -03, NAP-R104)."""
    here = known(run.state)
    if found not in ("retreat", "rout") or not surrounded.is_surrounded(here, body):
        return False
    give_up(run, body, captor(here, body), "NAP-SUR-03")
    return True


def give_up(run: Run, body: str, foe: str, clause: str) -> None:
    """A body lays down its arms (NAP-S88)."""
    marks = [*around.gone(run.state, body, "surrendered")]
    marks += changes.unit(
        run.state, body, result="surrendered", since=run.state.own.move, captors=foe, uncontrolled=False, doing=None
    )
    marks += [ev.Untie(t.id) for t in run.state.ties.values() if body in (t.a, t.b)]
    text = T("{unit} surrendered", unit=Thing(body))
    run.tell(body, "surrenders", "loss", text, (clause, "NAP-S88"), *marks, also=(foe,) if foe else ())


# --- taken or not ----------------------------------------------------------------------------------------------------


@on("surrenders")
def offered(run: Run, event: ev.Event) -> Sequence[Frame]:
    """The captor is asked, as soon as somebody surrenders."""
    return (SURRENDER.at(data=GivenUp((event.about[0],))),)


class SurrenderQuestion(Discrete):
    """Whether a surrender is accepted (NAP-PRI-02, NAP-PRI-03)."""

    kind = "option"

    def asked(self, view: State, decision: Decision) -> Asked:
        """One part: to accept or to refuse."""
        body = decision.args["body"]
        parts: dict[str, tuple[Choice, ...]] = {
            body: (
                Choice("accept", T("Take {unit} prisoner", unit=Thing(body))),
                Choice("refuse", T("Ignore the surrender")),
            )
        }
        return Asked(OptionSpace(parts), Reply(OptionAnswer({body: "accept"})))


ACCEPT = Posed("accept_surrender", SurrenderQuestion())


@SURRENDER.named("begin")
def _offer(run: Run, data: GivenUp, got: object) -> Outcome:
    (body,) = data.left
    told = facts.own(run.state, body)
    if told.nerve.result != "surrendered" or (not run.state.bases_of(body) and not told.inside):
        return Done()
    if told.captivity.captors not in run.state.units or facts.own(run.state, told.captivity.captors).nerve.uncontrolled:
        return Goto("answered", data, None)
    text = T("{unit} offered to surrender to {enemy}", unit=Thing(body), enemy=Thing(told.captivity.captors))
    side = run.state.units[told.captivity.captors].side
    return ACCEPT.ask(side, text, {"body": body}, ("NAP-PRI-02", "NAP-PRI-03"), then="answered", data=data)


@SURRENDER.named("answered")
def _answered(run: Run, data: GivenUp, got: Reply | None) -> Outcome:
    """Prisoners go with their captors; who is refused runs on, and tries to rally (NAP-PRI-03)."""
    (body,) = data.left
    told = facts.own(run.state, body)
    if got is not None and got.parts.get(body) == "refuse":
        let_go(run, body, "NAP-PRI-03")
        return Done()
    if facts.is_artillery(run.state, body):
        marks = crews.given_up(run, body, told.captivity.captors)
    else:
        marks = [ev.SetPose(b.id, None, "off") for b in facts.left(run.state, body)]
        marks += changes.unit(run.state, body, inside="")
    run.tell(body, "taken", "loss", T("{unit} taken prisoner", unit=Thing(body)), ("NAP-PRI-02",), *marks)
    return Done()


def let_go(run: Run, body: str, clause: str) -> None:
    """A surrender of which nobody took notice: it routs, and may try to rally in step 19 (NAP-PRI-03)."""
    did = tuple(sorted({*facts.own(run.state, body).march.did, "refused"}))
    marks = changes.unit(run.state, body, result="rout", since=run.state.own.move, captors="", guarded=False, did=did)
    text = T("The surrender of {unit} is ignored", unit=Thing(body))
    run.tell(body, "surrender_ignored", "status", text, (clause,), *marks)


# --- prisoners of a pursuit ------------------------------------------------------------------------------------------


def prisoners(view: State, body: str) -> tuple[str, ...]:
    """The bodies that a body has taken."""
    return tuple(
        u.id for u in view.units.values() if u.own.nerve.result == "surrendered" and u.own.captivity.captors == body
    )


def held(view: State, body: str) -> int:
    """Figures that a body has taken."""
    return sum(facts.strength(view, p) for p in prisoners(view, body))


def killed(view: State, body: str) -> int:
    """Figures of prisoners that a body has given no quarter (NAP-PRI-01)."""
    return sum(facts.count(b) for b in view.bases.values() if b.where == "gone" and b.place == body)


def due(pursuers: int, with_one: int, routing: int) -> int:
    """How many routers surrender in a move: half the pursuers without a prisoner, rounded up (NAP-ROU-07, NAP-R101).

    >>> due(7, 2, 30), due(7, 7, 30), due(7, 0, 2)
    (3, 0, 2)
    """
    return min(routing, math.ceil(max(0, pursuers - with_one) / 2))


@on("step_begins")
def step_fourteen(run: Run, event: ev.Event) -> Sequence[Frame]:
    """Prisoners are taken in step 14, before the blows (NAP-S69)."""
    return (CAPTURES.at(data=GivenUp()),) if STEP in event.clauses else ()


@CAPTURES.named("begin")
def _captures(run: Run, data: GivenUp, got: object) -> Outcome:
    """Pursuers who are within 5 cm in a later move take prisoners; routers who cannot go on surrender (NAP-ROU-03).

    Uncontrolled troops kill those who surrendered to them in an earlier move (NAP-PRI-01).
    """
    for unit in list(run.state.units.values()):
        if (
            unit.own.nerve.result == "surrendered"
            and unit.own.nerve.since < run.state.own.move
            and _gives_no_quarter(run, unit.id)
        ):
            _killed(run, unit.id)
    for body in facts.by_id(facts.bodies(run.state), run.state):
        here = known(run.state)
        told = facts.own(here, body)
        if told.nerve.result == "rout" and is_blocked(here, body):
            foe = blocker(here, body)
            if foe:
                clause = "NAP-ROU-08" if facts.own(here, foe).nerve.result == "pursue" else "NAP-ROU-03"
                give_up(run, body, foe, clause)
        elif told.nerve.result == "pursue" and told.nerve.since < here.own.move and not _strikes_first(here, body):
            _take(run, body, told.nerve.from_whom)
    return Done()


def _strikes_first(view: State, body: str) -> bool:
    """Whether it is the first move of a pursuit, in which blows are struck and nobody is taken (NAP-S69)."""
    return any(
        facts.other(t, body) == facts.own(view, body).nerve.from_whom for t in facts.ties(view, facts.PURSUIT, body)
    )


def _gives_no_quarter(run: Run, body: str) -> bool:
    """Whether prisoners are with uncontrolled troops who have not been beaten."""
    captors = facts.own(run.state, body).captivity.captors
    there = captors in run.state.units and not _is_beaten(run.state, captors)
    return there and facts.own(run.state, captors).nerve.uncontrolled


def is_blocked(view: State, body: str) -> bool:
    """Whether a router was stopped in this move by an enemy, or by ground (NAP-ROU-03, NAP-ROU-08)."""
    legs = facts.legs(view, body)
    return bool(legs) and legs[-1].what == running.BLOCKED


def blocker(view: State, body: str) -> str:
    """To whom a router that cannot go on surrenders: the enemy before it, or its pursuer; "" where there is none."""
    board = board_of(view)
    for foe in facts.enemies(view, view.units[body].side):
        told = facts.own(view, foe)
        if told.nerve.result == "rout":
            continue
        if board.touching(body, foe) and facts.is_close(view, foe):
            return foe
        if (
            told.nerve.result == "pursue"
            and told.nerve.from_whom == body
            and board.within(body, foe, number("surrounding_gap"))
        ):
            return foe
    return ""


def _take(run: Run, body: str, foe: str) -> None:
    """Figures of routers surrender one by one to those who pursue them (NAP-ROU-07, NAP-PUR-03, NAP-S69)."""
    state = run.state
    near = (
        foe in state.units
        and facts.own(state, foe).nerve.result == "rout"
        and board_of(state).within(body, foe, number("surrounding_gap"))
    )
    routing = near and following.is_before(state, body, foe)
    have = held(state, body) + killed(state, body)
    n = due(facts.strength(state, body), have, facts.strength(state, foe)) if routing else 0
    if not n:
        return
    if n == facts.strength(state, foe):
        give_up(run, foe, body, "NAP-ROU-07")
        return
    new = run.new_id(f"{facts.unit_of(state, foe)}.p{state.own.move}.")
    told, goes = facts.own(state, foe), [b for b in facts.left(state, foe) if facts.count(b)][-n:]
    made = groups.taken(state, foe, goes, new, percent=losses(state, foe))
    names = {"enemy": Thing(foe), "unit": Thing(body)}
    text = TN("{n} figure of {enemy} surrenders to {unit}", "{n} figures of {enemy} surrender to {unit}", n, **names)
    run.tell(body, "prisoners", "loss", text, ("NAP-ROU-07", "NAP-R101"), *made, also=(foe,))
    off = [ev.SetPose(b.id, None, "off") for b in goes]
    under = {"subs": told.subs, "result": "surrendered", "captors": body, "since": state.own.move}
    run.emit(
        "led_away", "status", None, *off, *changes.unit(run.state, new, **under), clauses=("NAP-S88",), about=(new,)
    )


# --- guards ----------------------------------------------------------------------------------------------------------


def guards(figures: int) -> int:
    """Guards for some prisoners (NAP-PRI-02).

    >>> guards(11), guards(10)
    (3, 2)
    """
    return math.ceil(figures / whole("guarded_by_one"))


def disarm(run: Run) -> None:
    """Step 19: who stood for a move has disarmed his prisoners, who was disturbed has lost them (NAP-PRI-02)."""
    _return(run)
    for unit in list(run.state.units.values()):
        told = facts.own(run.state, unit.id)
        if (
            told.nerve.result == "surrendered"
            and told.captivity.guarded
            and not told.captivity.led_off
            and _is_beaten(run.state, told.captivity.captors)
        ):
            _freed(run, unit.id)
        if not captors.waits(run.state, unit.id):
            continue
        if captors.is_disturbed(run.state, unit.id):
            _freed(run, unit.id)
        elif facts.own(run.state, told.captivity.captors).nerve.since < run.state.own.move:
            did(run, told.captivity.captors, "disarmed")
            n = guards(facts.strength(run.state, unit.id))
            text = T("{unit} disarmed; guards: {n}", unit=Thing(unit.id), n=n)
            marks = changes.unit(run.state, unit.id, guarded=True)
            run.tell(unit.id, "guarded", "status", text, ("NAP-PRI-02",), *marks, n=n)
            _escort(run, unit.id, told.captivity.captors, n)


def _escort(run: Run, prisoners: str, body: str, n: int) -> None:
    """Guards lead prisoners to their own edge as fast as foot skirmishers go, and come back (NAP-PRI-04)."""
    state = run.state
    goes = [b for b in facts.left(state, body) if facts.count(b)][-n:]
    if n >= len(facts.figures(state, body)) or facts.own(state, body).arm not in ("foot", "horse"):
        return
    _, south, _, north = board_of(state).box(body)
    far = south if state.sides[state.units[body].side].own.edge == "south" else state.table.depth - north
    new = run.new_id(f"{facts.unit_of(state, body)}.g{state.own.move}.")
    made = groups.taken(state, body, goes, new, percent=losses(state, body))
    run.emit("escorts", "status", None, *made, clauses=("NAP-PRI-04", "NAP-S88"), about=(body,))
    away: list[ev.Change] = [ev.SetPose(b.id, None, "off") for b in goes]
    away += changes.unit(state, prisoners, led_off=True)
    away_for = Doing(ESCORT, 2.0 * far / cm(rates.table_3().rate["skirmishers"][0]))
    run.emit("led_away", "status", None, *away, *changes.unit(run.state, new, doing=away_for), about=(new,))


def _return(run: Run) -> None:
    """Guards who have delivered their prisoners fall in with the rest of their unit (NAP-PRI-04)."""
    for unit in list(run.state.units.values()):
        told, into = facts.own(run.state, unit.id), facts.main_body(run.state, facts.unit_of(run.state, unit.id))
        if told.march.doing is None or told.march.doing.verb != ESCORT:
            continue
        if told.march.doing.left > 1.0:
            marks = changes.unit(run.state, unit.id, doing=replace(told.march.doing, left=told.march.doing.left - 1.0))
            run.emit("escorts", "status", None, *marks, clauses=("NAP-PRI-04",), about=(unit.id,))
        elif facts.figures(run.state, into) and not facts.in_melee(run.state, into):
            text = T("The guards of {unit} return", unit=Thing(into))
            run.tell(into, "guards_back", "status", text, ("NAP-PRI-04",), *groups.join(run.state, unit.id, into))


def _killed(run: Run, body: str) -> None:
    """Prisoners fall by the hands of their captors, who are noted on them (NAP-PRI-01)."""
    captors = facts.own(run.state, body).captivity.captors
    marks: list[ev.Change] = [ev.SetPose(b.id, None, "gone", captors) for b in facts.left(run.state, body)]
    marks += changes.unit(run.state, body, result="dispersed", captors="")
    text = T("No quarter for {unit}", unit=Thing(body))
    run.tell(body, "killed", "loss", text, ("NAP-PRI-01",), *marks, also=(captors,))


def _is_beaten(view: State, body: str) -> bool:
    """Whether the guards of prisoners are no more, or rout (NAP-S88)."""
    if body not in view.units or not (view.bases_of(body) or facts.own(view, body).inside):
        return True
    return facts.own(view, body).nerve.result in ("rout", "surrendered", "dispersed")


def _freed(run: Run, body: str) -> None:
    """Prisoners who are not yet disarmed, or whose guards are beaten, get away; they fight no more (NAP-PRI-05)."""
    marks = changes.unit(run.state, body, result="dispersed", captors="", guarded=False, freed=True)
    text = T("{unit} escaped from captivity", unit=Thing(body))
    run.tell(body, "freed", "status", text, ("NAP-PRI-05", "NAP-S88"), *marks)
