"""What a line of the sheet comes to in time: where its body ends, span by span what it does (NAP-S74, NAP-S76)."""

from __future__ import annotations

from typing import Any

from game.engine.decision import Ghost
from game.engine.state import State
from game.engine.tells import Span
from game.engine.text import T
from game.geometry.shapes import Pose
from rulesets.napoleonic_wars.charge import threats
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march.planned_way import Planned


def ghosts(told: Planned) -> list[Ghost]:
    """Where a body's figures stand when its plan is carried out."""
    if not told.track.legs:
        return []
    last = told.track.legs[-1].ends
    return [Ghost(base, Pose(*pose)) for base, pose in zip(told.track.bases, last, strict=False)]


KINDS: dict[str, Any] = {
    **dict.fromkeys(("advance", "back", "charge", "ride", "action_move"), "go"),
    "wheel": "wheel",
    **dict.fromkeys(("form", "face", "mass", "limber", "unlimber", "mount", "dismount", "files_out"), "form"),
    **dict.fromkeys(("stand", "wait", "reform", "load"), "wait"),
}


def fires(view: State, body: str, actions: act.Actions, told: Planned) -> bool:
    """Whether a body uses its time at rest to load and fire: nothing keeps it from it, a known enemy is in range."""
    held = any(isinstance(a, act.Charge | act.Attack) or (isinstance(a, act.FirePolicy) and a.hold) for a in actions)
    reforms = any(isinstance(a, act.Reform) for a in actions) and "gives_up_half" not in told.did
    if held or reforms or "double" in told.did or facts.is_forced(view, body) or facts.in_melee(view, body):
        return False
    there = {g.base: g.pose for g in ghosts(told)}
    return threats.has_in_range(view.with_poses(there) if there else view, body)


def of(told: Planned, *, fires: bool = False) -> list[Span]:
    """The legs of a plan as spans; time at rest of who ``fires`` is time of fire."""
    out: list[Span] = []
    bases = told.track.bases
    for leg in told.track.legs:
        after = leg.ends
        poses, ends = ({b: Pose(*p) for b, p in zip(bases, row, strict=False)} for row in (leg.poses, after))
        kind, label = KINDS.get(leg.what, "other"), act.NAMES.get(leg.what, T("Stand"))
        if fires and leg.what in ("stand", "wait", "load"):
            kind, label = "fire", T("Load and fire")
        out.append(Span(leg.start, leg.end, leg.action, kind, label, poses, ends, leg.pivot))
    if fires and out and out[-1].end < 1.0:
        out.append(Span(out[-1].end, 1.0, -1, "fire", T("Load and fire"), out[-1].after))
    return out
