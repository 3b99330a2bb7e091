"""How far the parts of one unit may go from each other (NAP-ORG-11, NAP-R143)."""

from __future__ import annotations

from game.engine.decision import Bar
from game.engine.state import State
from game.engine.text import T
from rulesets.napoleonic_wars import bases
from rulesets.napoleonic_wars.body import groups
from rulesets.napoleonic_wars.charge import threats
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march.plan import Planned, plan
from rulesets.napoleonic_wars.measures import SLACK, cm


def bar(view: State, body: str, told: Planned) -> Bar | None:
    """Why a part that is no detachment may not go where its plan leads: too far from its unit, and not nearer to it.

    The main body is where it stands now, or where its own line leads.
    """
    main, board = facts.main_body(view, facts.unit_of(view, body)), board_of(view)
    here = {body, main} <= board.sides.keys()
    if facts.own(view, body).detachment or body == main or not here or not told.moved:
        return None
    found = act.read(notes.line_of(view, main))
    mains = [board.outline(main), threats.end_of(view, main, plan(view, main, () if isinstance(found, Bar) else found))]
    after = min(float(threats.end_of(view, body, told).distance(one)) for one in mains)
    far = groups.TOGETHER * bases.longer(view)
    comes = groups.strays(view, body) and after < board.gap(body, main) - SLACK
    if after <= cm(far) + SLACK or comes:
        return None
    return Bar(T("Without being detached they stay within {far} cm of their unit", far=far), "NAP-ORG-11")
