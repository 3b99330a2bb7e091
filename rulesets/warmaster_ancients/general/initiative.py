"""The initiative phase: charges that pay, evades of those who had better not be caught.

WMA-INI-03, WMA-INI-04, WMA-S12. Rows 5 and 6 of the player decisions.
"""

from __future__ import annotations

from game.bots.seat import Choice, Seat
from game.engine.decision import MoveAnswer
from game.engine.text import T, Thing
from game.kit.general.shell import left, said
from rulesets.warmaster_ancients.command import initiative as rules
from rulesets.warmaster_ancients.general.field import Troop, block_of
from rulesets.warmaster_ancients.general.moves import Deed, Mind, first_best, mind_of
from rulesets.warmaster_ancients.general.temper import Temper
from rulesets.warmaster_ancients.general.threats import REACH
from rulesets.warmaster_ancients.move import evading, forced

EVADES = 4.0
"""Points that an evade must save."""


def act(seat: Seat, temper: Temper) -> Choice:
    """The best charge, else the most needed evade, else the end of the phase."""
    mind = mind_of(seat, temper)
    view = mind.field.view
    able = [t for t in mind.field.mine if not t.own.initiative and rules.bar_of(view, t.id) is None]
    best: Deed | None = None
    for troop in able:
        found = mind.best_charge(troop.id, REACH)
        if found is not None and (best is None or found.points > best.points + 1e-6):
            best = found
    if best is None:
        escapes = [e for e in (_evade(mind, t) for t in able) if e is not None]
        best = max(escapes, key=lambda e: round(e.points, 6), default=None)
    if best is None:
        return left("end_phase", T("no charge promises enough, and nobody has to run"))
    return said(best.answer, best.why)


def _evade(mind: Mind, troop: Troop) -> Deed | None:
    """An evade, where it saves more than the shots and the ground it gives up."""
    if not troop.shoots:
        return None
    view = mind.field.view
    found = evading.evasion(view, troop.id)
    if not found.possible:
        return None
    blocks = [troop.block]
    ways = list(dict.fromkeys((found.least, found.most)))
    for mm in ways:
        blocks.append(block_of(troop.kind, list(forced.shifted(view, troop.id, found.direction, mm).values())))
    outlook = mind.watch.outlook(troop, blocks)
    points = [float(outlook.shots[k] - mind.temper.exposure * 1.5 * outlook.exposure[k]) for k in range(len(blocks))]
    k = 1 + first_best(points[1:])
    saved = points[k] - points[0]
    if saved < EVADES:
        return None
    course = rules.evade_course(view, troop.id, ways[k - 1])
    why = T("{unit}: evade {enemy}, or be ridden down", unit=Thing(troop.id), enemy=Thing(found.enemy))
    return Deed("march", MoveAnswer(troop.id, "evade", courses=(course,)), saved, why)
