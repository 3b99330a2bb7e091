"""Teams and led horses: dead animals cut free, into the saddle and out of it (NAP-HRS, NAP-R36)."""

from __future__ import annotations

import math

from game.engine import event as ev
from game.engine.changes import own_field
from game.engine.state import State
from rulesets.napoleonic_wars import bases
from rulesets.napoleonic_wars.body import groups
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.march import changes, rates
from rulesets.napoleonic_wars.march.duty import Become
from rulesets.napoleonic_wars.measures import SLACK, cm
from rulesets.napoleonic_wars.own import FigureOwn

LED = "h"
"""What the led horses of a body are called after it."""


def cut_free(view: State, body: str) -> tuple[ev.Change, ...]:
    """The changes at the end of a move by which dead animals are cut out of their harness (NAP-HRS-04, NAP-R36).

    Two drivers or gunners of the battery within 5 cm free one; two pairs work on two animals at once.
    """
    near = cm(changes.number("cutters_near") * bases.longer(view))
    free = {b.id: _men(b.own) for b in facts.left(view, body)}
    out: list[ev.Change] = []
    for team in rates.teams(view, body):
        told = facts.figure(team)
        done = 0
        for _ in range(told.dead):
            reach = [b for b in free if _gap(view, team.id, b) <= near + SLACK]
            if sum(free[b] for b in reach) < changes.number("cutters"):
                break
            wanted = int(changes.number("cutters"))
            for b in sorted(reach, key=lambda b: (b != team.id, b)):
                taken = min(wanted, free[b])
                free[b] -= taken
                wanted -= taken
            done += 1
        if done:
            out.append(own_field("base", team.id, dead=told.dead - done))
    return tuple(out)


def _men(told: FigureOwn) -> int:
    return told.drivers if told.role == "team" else told.crew


def _gap(view: State, a: str, b: str) -> float:
    if a == b:
        return 0.0
    board = board_of(view)
    if a not in board.index or b not in board.index:
        return math.inf
    one, other = (board.bases.outlines([board.index[x]])[0] for x in (a, b))
    return float(one.distance(other))


def in_the_saddle(state: State, body: str, one: Become, percent: int = 0) -> tuple[ev.Change, ...]:
    """The changes by which a body mounts or dismounts where it stands, when its plan says so (NAP-SPM-02).

    ``percent`` are its casualties so far (NAP-ORG-20).
    """
    if one.verb == "mount":
        return groups.mount(state, body)
    return groups.dismount(state, body, f"{body}{LED}", one.fields.get("formation", "line"), percent=percent)
