"""Morale tests: of attackers (step 11), by casualties and the like (17), by routs (18) (NAP-MOR, NAP-RES-16 to -21)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from game.engine import changes
from game.engine import event as ev
from game.engine.decision import Sum
from game.engine.declared import FrameOf, on
from game.engine.flow import Done, Goto, Outcome, Roll, Run
from game.engine.state import Frame, State
from game.engine.text import T, Thing
from rulesets.napoleonic_wars.charge.ties import faces_of
from rulesets.napoleonic_wars.clock import moments
from rulesets.napoleonic_wars.clock.moments import Moment
from rulesets.napoleonic_wars.data_files import whole
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.known import carry_away, did, known
from rulesets.napoleonic_wars.nerve import causes, circumstances, crews, forced_ways, results, surrender, tables
from rulesets.napoleonic_wars.own import Deed


class MoraleData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who is still to throw, and the dice thrown: nobody acts before all have thrown (NAP-MOR-13)."""

    left: tuple[str, ...] = ()
    dice: dict[str, tuple[int, ...]] = {}


class AttackData(msgspec.Struct, frozen=True):
    """An attacker at 5 cm from its target, and the attack (NAP-ATK-03)."""

    body: str
    tie: str = ""


MORALE = FrameOf("nap.morale", MoraleData)
AFTER_ROUTS = FrameOf("nap.morale_of_routs", MoraleData)
ATTACK_MORALE = FrameOf("nap.attack_morale", AttackData, str)
Why = Callable[[State, str], str]


def throw(view: State, body: str, then: str, data: object) -> Roll:
    """Three dice of a body: average dice of regulars, ordinary ones of irregulars (NAP-MOR-06, NAP-RLY-02)."""
    row = ev.DiceRow(view.units[body].side, whole("morale_dice"), faces_of(view, body))
    return Roll(ev.Request((row,), T("Morale of {unit}", unit=Thing(body)), "NAP-MOR-06", about=(body,)), then, data)


# --- steps 17 and 18 -------------------------------------------------------------------------------------------------


def _of(frame: FrameOf[MoraleData, None], why: Why) -> None:
    """A step in which bodies are tested one by one, and act when all have thrown (NAP-S61)."""

    @frame.named("begin")
    def begin(run: Run, data: MoraleData | None, got: object) -> Outcome:
        here = known(run.state)
        left = tuple(b for b in facts.by_id(facts.bodies(run.state), run.state) if why(here, b))
        return Goto("next", MoraleData(left))

    @frame.named("next")
    def following(run: Run, data: MoraleData, got: object) -> Outcome:
        if data.left:
            return throw(known(run.state), data.left[0], "rolled", data)
        _read_all(run, data.dice, why)
        return Done()

    @frame.named("rolled")
    def rolled(run: Run, data: MoraleData, got: ev.Rolled) -> Outcome:
        body, *left = data.left
        return Goto("next", replace(data, left=tuple(left), dice={**data.dice, body: tuple(got.faces[0])}))


_of(MORALE, causes.of_fire)
_of(AFTER_ROUTS, causes.of_routs)


def _read_all(run: Run, dice: Mapping[str, Sequence[int]], why: Why) -> None:
    """All sums, and what they come to, on the state as it is before any of the results (NAP-MOR-13, NAP-SEQ-43)."""
    here = known(run.state)
    m = moments.end(here)
    sums = {
        body: circumstances.thrown(circumstances.test_sum(m, body), faces, "NAP-MOR-06") for body, faces in dice.items()
    }
    because = {body: why(here, body) for body in dice}
    if why is causes.of_fire:
        _note_passed(run)
    for body, told in sums.items():
        read(run, m, body, dice[body], told, because[body])


def _note_passed(run: Run) -> None:
    """Keep in mind who has passed 25 per cent, in melee or not (NAP-R86, NAP-R87)."""
    for body in facts.bodies(run.state):
        if causes.passes_first(run.state, body):
            marks = changes.unit(run.state, body, tested=run.state.own.move)
            run.emit("casualties_passed", "status", None, *marks, clauses=("NAP-R86",), about=(body,))


# --- a test as it is read --------------------------------------------------------------------------------------------


def outcome(m: Moment, body: str, total: int) -> tables.Morale:
    """What a total comes to at a moment (NAP-RES-21, NAP-NAT-13, NAP-S101)."""
    view = m.now
    cls, fights = facts.morale_class(view, body), facts.in_melee(view, body)
    under_fire = bool(circumstances.hits(view, body)) or forced_ways.under_fire(view, body)
    found = tables.morale(total, cls, in_melee=fights, under_fire=under_fire)
    if facts.is_steady(view, body) and found in ("withdraw", "retreat", "rout"):
        return tables.morale(total + whole("russian_morale"), cls, in_melee=fights, under_fire=under_fire)
    return found


def read(run: Run, m: Moment, body: str, dice: Sequence[int], told: Sum, why: str) -> tables.Morale:
    """Read a test of a moment and act on it (NAP-MOR-08, NAP-RES-16 to -21, NAP-UNC-01, NAP-R109)."""
    here, total = known(run.state), int(told.total)
    found = outcome(m, body, total)
    text = T("Morale test of {unit}: {n}", unit=Thing(body), n=total)
    clauses = tuple(dict.fromkeys(("NAP-MOR-08", why)))
    cls = facts.morale_class(here, body)
    run.tell(body, "morale_tested", "test", text, clauses, sums=(told,), result=found, total=total, cls=cls)
    _act(run, body, found)
    if found == "good" and results.is_wild(here, body, dice):
        carry_away(run, body)
    return found


def _act(run: Run, body: str, found: tables.Morale) -> None:
    state = known(run.state)
    told = facts.own(state, body)
    if found == "good":
        return
    foe = next(iter(facts.foes_in_melee(state, body)), "") or told.nerve.from_whom
    if surrender.gives_up(run, body, found):
        return
    if facts.in_melee(state, body) and found != "rout":
        if found != "halt" and not crews.stays(state, body):
            results.apply_result(run, body, "break_off", foe, "NAP-RES-21")
        return
    if told.nerve.result == "retreat" and found == "withdraw":
        return
    results.apply_result(run, body, found, foe)


# --- attackers -------------------------------------------------------------------------------------------------------


@ATTACK_MORALE.named("begin")
def _attackers(run: Run, data: AttackData, got: object) -> Outcome:
    """Attackers are tested as they come to 5 cm; who is carried away needs no test (NAP-ASQ-04, NAP-MOR-04)."""
    here = known(run.state)
    if causes.is_exempt(here, data.body):
        return Done("good" if facts.own(here, data.body).nerve.uncontrolled else "halt")
    return throw(here, data.body, "rolled", data)


@ATTACK_MORALE.named("rolled")
def _attackers_read(run: Run, data: AttackData, got: ev.Rolled) -> Outcome:
    """With good morale they go on; any other result is theirs at once (NAP-R109).

    All is asked of the moment at which they came to 5 cm, after the fire at them (NAP-S101).
    """
    faces, tie = got.faces[0], run.state.ties.get(data.tie)
    pause = facts.charge(tie).pause if tie is not None else None
    m = moments.moment(known(run.state), 1.0 if pause is None else pause)
    told = circumstances.thrown(circumstances.test_sum(m, data.body), faces, "NAP-MOR-06")
    return Done(read(run, m, data.body, faces, told, "NAP-ASQ-04"))


@on("came_upon")
def met_hidden(run: Run, event: ev.Event) -> Sequence[Frame]:
    """A hitherto unseen enemy within its attack distance tests a body in step 17 (NAP-MOR-03 item 8, NAP-DET-04)."""
    _did(run, event.about[:1], "came_upon")
    return ()


@on("melee_reaction")
def reacted(run: Run, event: ev.Event) -> Sequence[Frame]:
    """A reaction test takes precedence over a morale test of the same move (NAP-MOR-04)."""
    _did(run, event.about, "reacted")
    return ()


@on("routs_at_once")
def beaten(run: Run, event: ev.Event) -> Sequence[Frame]:
    """Who routs without a test has had a casualty a figure, and cannot rally in that move (NAP-MRE-05, NAP-R103)."""
    _did(run, event.about[:1], "reacted")
    return ()


def _did(run: Run, bodies: Sequence[str], deed: Deed) -> None:
    for body in (b for b in bodies if b in run.state.units):
        did(run, body, deed)
