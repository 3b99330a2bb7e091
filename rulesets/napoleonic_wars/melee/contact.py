"""Step 12: who has come into contact, what it does to his order, melees begin (NAP-DIS-22, NAP-MEL-01).

NAP-EVD-10, NAP-FLK-03, NAP-FLK-05, NAP-IMP-14, NAP-R29, NAP-R125, NAP-R130, NAP-R167, NAP-CAM-08.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from game.engine import changes
from game.engine import event as ev
from game.engine.declared import FrameOf
from game.engine.flow import Done, Outcome, Run
from game.engine.state import State, Tie
from game.engine.text import T, Thing
from rulesets.napoleonic_wars.clock import moments
from rulesets.napoleonic_wars.data_files import number
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.known import did
from rulesets.napoleonic_wars.field.standing import SECTORS
from rulesets.napoleonic_wars.melee import meeting, outcome
from rulesets.napoleonic_wars.melee.meeting import Met
from rulesets.napoleonic_wars.own import MeleeOwn

CONTACT = FrameOf("nap.contact")


@CONTACT.step
def begin(run: Run, data: Any, got: object) -> Outcome:
    """Contacts of this move: runners first, then part C of table 8 for everybody else, once (NAP-SEQ-32)."""
    meet(run, meeting.met(run.state))
    _elephants(run)
    return Done()


def meet(run: Run, found: tuple[Met, ...]) -> None:
    """What some contacts do at once."""
    for one in found:
        if facts.own(run.state, one.on).nerve.result != "rout" and _is_caught(run.state, one):
            outcome.put(run, one.on, "rout", one.by, ("NAP-EVD-10", "NAP-FLK-05"))
    stands = [one for one in found if facts.own(run.state, one.on).nerve.result != "rout"]
    for one in found:
        if one not in stands:
            _rides_down(run, one)
    for body in facts.by_id({u for one in stands for u in (one.by, one.on)}, run.state):
        _disorder(run, body, stands)
    for one in stands:
        did(run, one.by, "contacted")
        did(run, one.on, "contacted")
        _joined(run, one)


def _is_caught(view: State, one: Met) -> bool:
    """Whether it was evading, or getting away, from who has reached it (NAP-EVD-10, NAP-RSP-02)."""
    ties = (t for t in meeting.ties_home(view) if (t.a, t.b) == (one.by, one.on))
    return any(facts.charge(t).answer == "evade" for t in ties)


def _rides_down(run: Run, one: Met) -> None:
    """Who touches routers pursues them from that moment, and strikes without reply (NAP-R167)."""
    outcome.put(run, one.by, "pursue", one.on, ("NAP-R167",))
    own = MeleeOwn(attacker=one.by, following=one.by)
    run.tell(one.by, "catches", "blow", None, ("NAP-R167",), ev.AddTie(tie(run.state, one.by, one.on, own, "pursuit")))


def tie(view: State, one: str, other: str, own: MeleeOwn, kind: str = facts.MELEE) -> Tie:
    """The tie of a melee between two bodies, the lower id first."""
    a, b = facts.by_id((one, other), view)
    return Tie(f"{kind}:{a}:{b}", kind, a, b, own)


def tie_to(there: Tie, body: str, new: str, own: MeleeOwn) -> Tie:
    """The tie with another body in the place of one."""
    a, b = (new if u == body else u for u in (there.a, there.b))
    return Tie(f"{there.kind}:{a}:{b}", there.kind, a, b, own)


def melee_of(view: State, one: str, other: str) -> Tie | None:
    """The melee between two bodies, if there is one."""
    return next((t for t in facts.melees(view, one) if other in (t.a, t.b)), None)


def _joined(run: Run, one: Met) -> None:
    """A melee begins where figures touch (NAP-MEL-01); who met somebody who met him, too, has one with him."""
    state = run.state
    there = melee_of(state, one.by, one.on)
    if there is not None:
        if facts.melee(there).attacker not in ("", one.by) and not facts.melee(there).rounds:
            run.tell(one.by, "both_attack", "flow", None, ("NAP-IMP-02",), replaced(there, attacker=""))
        return
    piece = meeting.defended(state, one.by, one.on)
    building = facts.own(state, one.on).inside or facts.own(state, one.by).inside
    across = piece is not None and not building
    own = MeleeOwn(
        attacker=one.by,
        obstacle=piece.id if piece is not None and across else "",
        crossing=one.by if across else "",
        building=building,
        following="" if one.charge or across or building else one.by,
        point=one.point,
    )
    text = T("{unit} in melee with {foe}", unit=Thing(one.by), foe=Thing(one.on))
    added = ev.AddTie(tie(state, one.by, one.on, own))
    run.tell(one.by, "melee_begins", "blow", text, ("NAP-MEL-01",), added, also=(one.on,))


def replaced(there: Tie, **fields: Any) -> ev.AddTie:
    """The change that gives a melee's own part new values."""
    return ev.AddTie(Tie(there.id, there.kind, there.a, there.b, replace(there.own, **fields)))


def _disorder(run: Run, body: str, stands: list[Met]) -> None:
    """Part C: the double once, foot met on the move once, of the rest the worst alone (NAP-DIS-22, NAP-R29)."""
    state = run.state
    on = [one for one in stands if one.on == body]
    times = {one.by: moments.contact_of(state, one.by) for one in on}
    effective = [one.sector for one in on if one.charge and not meeting.is_barred(state, one.by, body)]
    foot = facts.is_foot(state, body) and any(
        one.charge and facts.is_mounted(state, one.by) and meeting.is_moving(state, body, one.by, times[one.by])
        for one in on
    )
    rows = book.on_contact(
        doubling=meeting.doubles(state, body),
        foot_by_horse_moving=foot,
        forming=any(moments.is_forming(state, body, t) for t in times.values()),
        prone=any(meeting.is_down(state, body, one.pause) for one in on),
        sector=max(effective, key=SECTORS.index, default="front"),
    )
    for n, name in rows:
        clause = {"flank": "NAP-FLK-03", "rear": "NAP-FLK-03", "prone_contact": "NAP-IMP-14"}.get(name, "")
        book.enter(run, body, "C", n, clause)
    if facts.own(state, body).stance.prone:
        text = T("{unit} got up to fight", unit=Thing(body))
        run.tell(body, "stands_up", "move", text, ("NAP-IMP-14",), *changes.unit(run.state, body, prone=False))


def _elephants(run: Run) -> None:
    """Horse within 10 cm of enemy elephants is disorganised (NAP-CAM-08)."""
    board = board_of(run.state)
    beasts = [u for u in facts.bodies(run.state) if facts.is_elephants(run.state, u)]
    for body in facts.by_id(facts.bodies(run.state), run.state) if beasts else ():
        side = run.state.units[body].side
        near = any(run.state.units[e].side != side and board.within(body, e, number("elephants_near")) for e in beasts)
        if near and facts.is_mounted(run.state, body) and not facts.is_elephants(run.state, body):
            book.enter(run, body, "C", book.of("elephants"), "NAP-CAM-08")
