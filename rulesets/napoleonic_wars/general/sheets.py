"""A general's sheet of move orders: what the rules draft, corrected body by body where something better can be done."""

from __future__ import annotations

from typing import Any

from game.engine.decision import Bar
from game.engine.state import State
from game.engine.text import T, Text, Thing
from game.geometry.shapes import bearing, turn_between
from rulesets.napoleonic_wars.body import rights, shape
from rulesets.napoleonic_wars.charge import gestures, threats
from rulesets.napoleonic_wars.clock import quarters
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.disorder import reform
from rulesets.napoleonic_wars.field import facts, sight
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.fire import guns
from rulesets.napoleonic_wars.general import last_steps, plan
from rulesets.napoleonic_wars.general.plan import Temper
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.measures import cm
from rulesets.napoleonic_wars.nerve import forced_ways
from rulesets.napoleonic_wars.orders import drafting, duties, free_play, game_orders, judging, spans, writing

Line = list[dict[str, Any]]
GUNS_AT = 60.0
"""Cm from an enemy in sight within which guns go into action."""
FACED = 15.0
"""Degrees off the front within which guns are turned well enough."""
NEAR = 30.0
"""Cm from an enemy within which foot wants to be in line."""


def sheet(view: State, side: str, draft: dict[str, dict[str, Any]], temper: Temper) -> tuple[dict[str, Any], Text]:
    """The whole sheet, and what is most to be said of it. ``view`` holds the side's own hidden troops as well."""
    lines = {who: dict(fields) for who, fields in draft.items()}
    free = quarters.is_played(view)
    struck: dict[str, str] = {}
    charging: dict[str, str] = {}
    squares = 0
    promised = _charges(view, side, temper)
    for body in writing.bodies_of(view, side):
        line: Line | None
        if body in promised and promised[body] not in struck.values():
            line = gestures.strike_line(view, body, promised[body])
        else:
            line = None if free else corrected(view, body, temper)
        if line is None or (line and judging.line_bars(view, body, line)):
            continue
        if line and line[0]["verb"] in ("charge", "attack"):
            struck[body] = promised[body]
            if line[0]["verb"] == "charge":
                charging[body] = promised[body]
        squares += any(one.get("formation") == "square" for one in line)
        lines[body] = {writing.DO: line}
    sound = lines if free else duties.kept(view, side, lines)
    return {who: fields for who, fields in sound.items() if fields.get(writing.DO)}, _said(charging, struck, squares)


def moves(view: State, side: str, draft: dict[str, dict[str, Any]], temper: Temper) -> dict[str, Any]:
    """What a side's bodies do from the first quarter on where no move orders are written: by the plan (NAP-S77)."""
    lines = {who: dict(fields) for who, fields in draft.items()}
    orders = game_orders.orders_of(view, side, plan.first(view, side, temper)[0])
    for body in free_play.able(view, side, 1):
        line = corrected(view, body, temper)
        if line is None:
            line = drafting.drafted(view, body, orders if isinstance(orders, dict) else {})
        lines[body] = {writing.DO: [one for one in line if one["verb"] not in writing.FIGHTS]}
    return {who: fields for who, fields in lines.items() if fields.get(writing.DO)}


def _said(charging: dict[str, str], struck: dict[str, str], squares: int) -> Text:
    if charging:
        body, foe = next(iter(charging.items()))
        others = len(charging) - 1
        if others:
            return T("{unit}: charge on {enemy}; other charges: {n}", unit=Thing(body), enemy=Thing(foe), n=others)
        return T("{unit}: charge on {enemy}", unit=Thing(body), enemy=Thing(foe))
    if struck:
        body, foe = next(iter(struck.items()))
        return T("{unit}: attack on {enemy}", unit=Thing(body), enemy=Thing(foe))
    if squares:
        return T("squares against their cavalry")
    return T("movement follows the game orders")


def _charges(view: State, side: str, temper: Temper) -> dict[str, str]:
    """Whom each body would charge or attack, those that promise most first."""
    found = []
    for body in writing.bodies_of(view, side):
        if facts.own(view, body).march.doing is not None or facts.in_melee(view, body):
            continue
        order = None if quarters.is_played(view) else notes.order_of(view, body)
        best = plan.best_strike(view, body, order, temper.charge)
        if best is not None:
            found.append((-best[0], facts.natural(body), body, best[1]))
    return {body: foe for _, _, body, foe in sorted(found)}


def corrected(view: State, body: str, temper: Temper) -> Line | None:
    """A better line than the drafted one; None where the draft is as good as any."""
    told = facts.own(view, body)
    if told.march.doing is not None or facts.in_melee(view, body) or told.nerve.result or told.inside:
        return None
    if told.arm in ("guns", "rockets"):
        return _guns(view, body)
    if reform.must_reform(view, body) and forced_ways.under_fire(view, body, since=1):
        safe = None if threats.has_in_range(view, body) else _to_safety(view, body)
        if safe is not None:
            return safe
    if told.arm == "foot" and facts.is_close(view, body) and told.regular:
        line = last_steps.going_in(view, body) or _foot(view, body, temper)
        return last_steps.to_objective(view, body) if line is None else line
    if told.arm == "horse" and facts.is_close(view, body):
        return last_steps.to_objective(view, body) or last_steps.over(view, body)
    return None


def _to_safety(view: State, body: str) -> Line | None:
    """Away from fire that it cannot answer before it reforms, where a move takes it out of all danger (NAP-DIS-13)."""
    line: Line = [{"verb": "face", "to": "about"}, {"verb": "advance"}]
    actions = act.read(line)
    if isinstance(actions, Bar) or judging.line_bars(view, body, line):
        return None
    there = {ghost.base: ghost.pose for ghost in spans.ghosts(judging.planned(view, body, actions))}
    return None if threats.threats(view.with_poses(there), body) else line


def _foot(view: State, body: str, temper: Temper) -> Line | None:
    """Square before horse; line before foot in range; a square that is needed no more is left."""
    told = facts.own(view, body)
    horse = plan.horse_near(view, body, temper.square)
    if facts.is_square(view, body):
        return None if horse else _formed(view, body, "line")
    if horse:
        return _formed(view, body, "square")
    if reform.must_reform(view, body) and threats.has_in_range(view, body) and not last_steps.is_coming(view, body):
        return []  # fire is worth more than order
    if facts.is_column(view, body) and told.stance.formation != "march_column" and _nearest_enemy(view, body, NEAR):
        if last_steps.goes_through(view, body):
            return None
        return _formed(view, body, "line")
    return None


def _formed(view: State, body: str, formation: Any) -> Line | None:
    if rights.may_form(view, body, formation) is not None:
        return None
    for more in ({}, {"hand": "left"}, {"hand": "right"}):
        line: Line = [{"verb": "form", "formation": formation, **more}]
        if not judging.line_bars(view, body, line):
            return line
    return None


def _nearest_enemy(view: State, body: str, far: float) -> str:
    """The nearest enemy that a body sees within so many cm; "" for none."""
    board = board_of(view)
    foes = [f for f in facts.enemies(view, view.units[body].side) if board.within(body, f, far)]
    foes.sort(key=lambda f: (board.gap(body, f), facts.natural(f)))
    return next((f for f in foes if sight.sees(view, body, f)), "")


def _guns(view: State, body: str) -> Line | None:
    """Into action where an enemy is in sight and in range; out of it only where nobody is."""
    told = facts.own(view, body)
    if told.stance.formation == "deployed":
        return [] if threats.has_in_range(view, body) else None
    pieces = {facts.figure(b).piece for b in facts.left(view, body) if facts.figure(b).role == "gun"}
    far = max((guns.reach(p, told.nation) for p in pieces), default=0.0)
    foe = _nearest_enemy(view, body, min(GUNS_AT, far))
    if not foe:
        return None
    (x, y), (to_x, to_y) = shape.centre(view, body), shape.centre(view, foe)
    way = bearing(to_x - x, to_y - y)
    off = abs(turn_between(shape.front(view, body).facing, way))
    line: Line = [{"verb": "unlimber"} if off <= FACED else {"verb": "unlimber", "facing": round(way, 1)}]
    return line if board_of(view).gap(body, foe) > cm(10.0) else None
