"""Remaining moves judged: every way of moving by its own geometry; characters who join units and leave (WAB-S27)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from game.engine.changes import own_field
from game.engine.decision import Bar, Choice, Course, MoveAnswer
from game.engine.event import Change, SetPose
from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.geometry.measure import nearest_pair
from game.geometry.shapes import Pose, bearing, forward
from game.geometry.steps import Advance, Path, Step
from rulesets.ancient_battles.army.profiles import own
from rulesets.ancient_battles.field import barriers, facts
from rulesets.ancient_battles.field.blocks import block_at, block_of, formed, posed, quads, slots
from rulesets.ancient_battles.field.board import remembered
from rulesets.ancient_battles.measures import CONTACT
from rulesets.ancient_battles.move import loose_moves, manoeuvre, plans, snakes
from rulesets.ancient_battles.move.marching import state_bar
from rulesets.ancient_battles.move.plans import Dear, Plan, run

_SHUT = ((T("{unit}: fleeing"), "WAB-S27", "fleeing"), (T("{unit}: in close combat"), "WAB-S27", "engaged"))


def on_his_own(view: State, character: str) -> State:
    """The situation in which a character has stepped out of his unit, whose front stays and whose ranks close up."""
    host = facts.host(view, character)
    if not host:
        return view
    there = _joined(view, character, "")
    return there.with_poses(slots(there, host, block_of(view, host).front, own(view, host).files))


def _joined(view: State, character: str, host: str) -> State:
    unit = view.units[character]
    changed = replace(unit, own=replace(own(view, character), joined=host))
    return replace(view, units={**view.units, character: changed})


def join_bar(view: State, character: str, host: str) -> Bar | None:
    """Why a character may not join a unit at all: mounted ones join cavalry, those on foot infantry (WAB-S27)."""
    if not formed(view, host) or own(view, host).snake:
        return Bar(T("{unit}: not in ranks", unit=Thing(host)), "WAB-S27")
    found = state_bar(view, host, _SHUT)
    if found is None and not facts.suited(view, character, host):
        on_foot = facts.is_infantry(view, character)
        text = T("A character on foot joins infantry") if on_foot else T("A mounted character joins cavalry")
        return Bar(text, "WAB-S27")
    return found


def marks(view: State, character: str) -> tuple[Choice, ...]:
    """The units that a character could join, each with its bar."""
    others = [u for u in facts.friends(view, character) if formed(view, u) and u != facts.host(view, character)]
    return tuple(Choice(u, T("Join {unit}", unit=Thing(u)), join_bar(view, character, u)) for u in others)


def seated(view: State, character: str, host: str) -> tuple[dict[str, Pose], Bar | None]:
    """Poses of a unit and of the character who has taken the middle of its front rank; why there is no room."""
    front, files = block_of(view, host).front, own(view, host).files
    there = _joined(view, character, host)
    grown = block_at(there, host, front, files)
    bar = barriers.end_bar(view, host, [grown.polygon], but=(character,))
    return slots(there, host, front, files), bar


def judged(view: State, character: str, mode: str, steps: Sequence[Step], host: str = "") -> Plan:
    """Judge the move of a character: out of his unit if he is in one, and into another if asked.

    The way to the unit that he joins is made for him from where his course ends.
    """
    old = facts.host(view, character)
    through = (old,) if old else ()
    apart = on_his_own(view, character)
    plan = loose_moves.judge(apart, character, mode, steps, through)
    if not host:
        return plan
    bar = join_bar(view, character, host)
    if bar is not None:
        return replace(plan, bar=bar, nearest=())
    # where his steps end he need not be able to stand: he goes on
    group = loose_moves.Group(apart, character, mode, through)
    barred, _ = run(group, steps)
    if barred is not None:
        return plan
    pair = nearest_pair(group.quads(0.0), quads(apart, host))
    if pair.distance > CONTACT / 2.0:
        x, y = group.at
        barred, _ = group.go((x + pair.on_b[0] - pair.on_a[0], y + pair.on_b[1] - pair.on_a[1]), None)
        if barred is not None:
            gap = Length(round(pair.distance, 3))
            text = T("{gap} short of {unit}: {why}", gap=gap, unit=Thing(host), why=barred.text)
            return replace(group.plan(), bar=Bar(text, barred.clause))
    plan = group.plan()
    poses, bar = seated(apart.with_poses(plan.poses), character, host)
    return replace(plan, poses=poses, bar=bar)


def changes(view: State, character: str, plan: Plan, host: str = "") -> list[Change]:
    """The changes of state that a character's move makes: his own pose, the ranks he leaves and those he enters."""
    old = facts.host(view, character)
    apart = on_his_own(view, character)
    left: list[Change] = [SetPose(b.id, apart.bases[b.id].pose) for b in apart.bases_of(old)] if old else []
    joined = [own_field("unit", character, joined=host)] if host or old else []
    return [*left, *posed(plan.poses), *joined]


@remembered
def plan(view: State, answer: MoveAnswer) -> Plan:
    """Judge a move: whether the unit may move so at all, then its course."""
    unit, mode = answer.subject, answer.mode
    steps = steps_of(answer)
    if mode == "disengage" and not steps:
        steps = steps_of(straight_out(view, unit))
    if mode == "reform":
        return (manoeuvre.reformed if formed(view, unit) else loose_moves.regroup_plan)(view, unit, steps)
    if snakes.snakes(view, unit, mode, steps):
        return snakes.judge(view, unit, steps)
    if own(view, unit).character:
        return judged(view, unit, mode, steps, answer.mark)
    if facts.loose(view, unit):
        return loose_moves.judge(view, unit, mode, steps)
    cramped = snakes.straight_bar(view, unit)
    return Plan(unit, mode, bar=cramped) if cramped is not None else manoeuvre.judge(view, unit, mode, steps)


def reckoned(view: State, answer: MoveAnswer, found: Plan) -> Plan:
    """A plan that costs too much, with the cost of the whole of it: the judge stops at the step that is too dear."""
    unit, steps = answer.subject, steps_of(answer)
    if not isinstance(found.bar, Dear) or found.front is None or snakes.snakes(view, unit, answer.mode, steps):
        return found
    whole = max(found.bar.whole, manoeuvre.whole_cost(view, unit, answer.mode, steps))
    return replace(found, bar=plans.too_far(whole, found.allowance, found.bar.clause, found.nearest))


def steps_of(answer: MoveAnswer) -> tuple[Step, ...]:
    """The steps of the one body that moves."""
    return answer.courses[0].steps if answer.courses else ()


def straight_out(view: State, unit: str) -> MoveAnswer:
    """The whole way straight out of a combat (WAB-S16)."""
    answer = MoveAnswer(unit, "disengage", courses=(Course(unit, (_away(view, unit),)),))
    found = plan(view, answer)
    if found.legal:
        return answer
    return replace(answer, courses=(Course(unit, found.nearest),) if found.nearest else ())


def _away(view: State, unit: str) -> Step:
    """Straight away from its enemies by its movement rate."""
    rate = facts.rate(view, unit)
    if not facts.loose(view, unit):
        return Advance(rate)
    x, y = facts.centre(view, unit)
    foes = facts.opponents(view, unit) or facts.foes(view, unit)
    ex, ey = facts.centre(view, foes[0]) if foes else (x, y - 1.0)
    dx, dy = forward(bearing(x - ex, y - ey))
    return Path(((round(x + dx * rate, 3), round(y + dy * rate, 3)),))
