"""Characters who join units and leave them in step 5 (WAB-S27)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from game.engine.decision import Bar, Choice
from game.engine.event import Change, SetField, SetPose
from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.geometry.measure import nearest_pair
from game.geometry.shapes import Pose
from game.geometry.steps import Step
from rulesets.ancient_battles.army.profiles import own
from rulesets.ancient_battles.field import barriers, facts
from rulesets.ancient_battles.field.blocks import block_at, block_of, formed, quads, slots
from rulesets.ancient_battles.measures import CONTACT
from rulesets.ancient_battles.move import loose_moves
from rulesets.ancient_battles.move.marching import state_bar
from rulesets.ancient_battles.move.plans import Plan, run

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


def judge(view: State, character: str, mode: str, steps: Sequence[Step], host: str = "") -> Plan:
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
    found: list[Change] = [SetPose(b.id, apart.bases[b.id].pose) for b in apart.bases_of(old)] if old else []
    found += [SetPose(base, pose) for base, pose in plan.poses.items()]
    return [*found, SetField("unit", character, "own.joined", host)] if host or old else found
