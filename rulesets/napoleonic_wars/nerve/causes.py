"""Who takes a morale test in step 17 and who in step 18 (NAP-MOR-02 to -05, NAP-R86, NAP-R87, NAP-R98, NAP-S90)."""

from __future__ import annotations

from game.engine.state import State
from rulesets.napoleonic_wars.data_files import number, whole
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.fire.tables import losses, percent
from rulesets.napoleonic_wars.melee import outcome
from rulesets.napoleonic_wars.nerve import circumstances
from rulesets.napoleonic_wars.own import Gone


def is_exempt(view: State, body: str) -> bool:
    """Uncontrolled, routing, pursuing, taken, or tested for its reaction (NAP-MOR-04)."""
    told = facts.own(view, body)
    out = told.nerve.result in ("rout", "pursue", "surrendered", "dispersed") or "reacted" in told.march.did
    return out or told.nerve.uncontrolled or facts.strength(view, body) == 0


def passes_first(view: State, body: str) -> bool:
    """Whether its casualties for the game pass 25 per cent in this move (NAP-R86)."""
    return not facts.own(view, body).nerve.tested and losses(view, body) >= whole("first_losses")


def by_fire_now(view: State, body: str) -> int:
    """Per cent that it lost in this move otherwise than in melee (NAP-R87)."""
    told = facts.own(view, body)
    lost, men = circumstances.lost_to_fire(view, body), told.strength.men_now
    if "melee" in told.march.did:
        men = sum(h.men for h in circumstances.hits(view, body))
    return percent(view, body, lost, men, told.strength.at_start)


def of_fire(view: State, body: str) -> str:
    """Why a body is tested in step 17, as the clause has it; "" where it is not (NAP-MOR-03 items 2, 3, 4, 6, 8, 9)."""
    told = facts.own(view, body)
    if is_exempt(view, body):
        return ""
    fights = facts.in_melee(view, body)
    if not fights and passes_first(view, body):
        return "NAP-R86"
    later = told.nerve.tested and told.nerve.tested < view.own.move
    if later and not fights and by_fire_now(view, body) >= whole("later_losses"):
        return "NAP-R87"
    if circumstances.is_hit_from_side(view, body):
        return "NAP-R161"
    met = "came_upon" in told.march.did or outcome.lost_at_the_wall(view, body)
    return "NAP-MOR-03" if met or circumstances.lost_general(view, body) else ""


def of_routs(view: State, body: str) -> str:
    """Why a body is tested in step 18 (NAP-MOR-03 items 5 and 7, NAP-MRE-14, NAP-S90)."""
    if is_exempt(view, body):
        return ""
    if circumstances.routed_parts(view, body):
        return "NAP-MRE-14"
    unit, side = facts.unit_of(view, body), view.units[body].side
    strong = facts.strength(view, body)
    lost = (g for g in view.own.gone if g.side == side and g.unit != unit and g.what != "general")
    if any(is_near(g, body) and 2 * g.strength >= strong for g in lost):
        return "NAP-MOR-03"
    runs = (u for u in facts.bodies(view, side) if facts.unit_of(view, u) != unit)
    old = (
        u for u in runs if facts.own(view, u).nerve.result == "rout" and facts.own(view, u).nerve.since < view.own.move
    )
    return "NAP-S90" if any(2 * facts.strength(view, u) >= strong and ran_past(view, body, u) for u in old) else ""


def is_near(gone: Gone, body: str) -> bool:
    """Whether a body was within 25 cm of what was lost, at that moment, and saw it."""
    return body in gone.near


def ran_past(view: State, body: str, router: str) -> bool:
    """Whether a router came within 25 cm of a body at any time of this move (NAP-S90)."""
    if board_of(view).within(body, router, number("felt")):
        return True
    return circumstances.comes_within(view, body, router, number("felt"))
