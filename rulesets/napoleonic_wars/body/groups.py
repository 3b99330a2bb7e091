"""Units divided and put together again: sub-groups, detachments, led horses (NAP-ORG-02 to -22, NAP-R21, NAP-R143).

All that changes is told as changes of the engine, to be applied in one event.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from game.engine import changes
from game.engine import event as ev
from game.engine.apply import apply
from game.engine.decision import Bar
from game.engine.fields import with_fields
from game.engine.state import Base, State, Unit
from game.engine.text import T
from game.geometry.shapes import Point, Pose, moved, to_local
from rulesets.napoleonic_wars import bases
from rulesets.napoleonic_wars.body import losses, shape
from rulesets.napoleonic_wars.data_files import number, whole
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.measures import CONTACT, SLACK
from rulesets.napoleonic_wars.own import BodyOwn, FigureOwn, Formation

Changes = tuple[ev.Change, ...]


# --- what is apart ---------------------------------------------------------------------------------------------------


def target_of(view: State, body: str) -> tuple[str, ...]:
    """The parts of a unit that are one target with a body: those less than 10 cm apart, and so on (NAP-R21)."""
    board = board_of(view)
    parts = [u for u in facts.parts(view, facts.unit_of(view, body)) if u == body or u in board.sides]
    found, todo = {body}, [body]
    while todo:
        here = todo.pop()
        for other in parts:
            if other not in found and not is_far(view, here, other):
                found.add(other)
                todo.append(other)
    return tuple(u for u in parts if u in found)


def is_far(view: State, a: str, b: str) -> bool:
    """Whether two bodies are at least 10 cm apart."""
    return board_of(view).gap(a, b) >= 10.0 * number("parts_apart") * bases.longer(view) - 0.01


def strays(view: State, body: str) -> bool:
    """Whether a sub-group is more than 20 cm from the main body and must rejoin (NAP-ORG-11, NAP-R143)."""
    told, unit = facts.own(view, body), facts.unit_of(view, body)
    main = facts.main_body(view, unit)
    if told.detachment or body == main or not {body, main} <= board_of(view).sides.keys():
        return False
    return not board_of(view).within(body, main, number("parts_together") * bases.longer(view))


def melee_group(view: State, body: str, engaged: Iterable[str]) -> tuple[str, ...]:
    """The figures of a body that form its sub-group in a melee (NAP-ORG-05, NAP-ORG-06).

    Regulars: the sub-units engaged, and in close order those directly behind; irregulars: who fights and those behind
    them; no more ranks back than figures are engaged.
    """
    names = set(engaged)
    told, figures = facts.own(view, body), facts.figures(view, body)
    subs = {facts.figure(b).sub for b in figures if b.id in names}
    inside = {b.id for b in figures if b.id in names or (told.regular and facts.figure(b).sub in subs)}
    if facts.is_close(view, body):
        inside |= _behind(view, body, [b for b in figures if b.id in inside], len(names))
    return tuple(b.id for b in figures if b.id in inside)


def _behind(view: State, body: str, front: Sequence[Base], ranks: int) -> set[str]:
    """The figures directly behind some others, rank upon rank in base contact, so many ranks back (NAP-ORG-05)."""
    along = Pose(0.0, 0.0, shape.front(view, body).facing)

    def place(base: Base) -> Point:
        return to_local(along, (base.pose.x, base.pose.y)) if base.pose is not None else (0.0, 0.0)

    places = {b.id: (b, place(b)) for b in facts.figures(view, body)}
    layer = [places[b.id] for b in front]
    found: set[str] = set()
    for _ in range(ranks):
        here = {name for name in places if any(_is_behind(places[name], ahead) for ahead in layer)} - found
        if not here:
            break
        found |= here
        layer = [places[name] for name in here]
    return found


def _is_behind(one: tuple[Base, Point], ahead: tuple[Base, Point]) -> bool:
    """Whether a figure stands directly behind another and touches it; places are mm to the right and ahead."""
    (base, (u, v)), (other, (x, y)) = one, ahead
    aside = abs(u - x) < (base.shape.width + other.shape.width) / 2.0 - 0.1
    return aside and y > v + 0.1 and y - v - (base.shape.depth + other.shape.depth) / 2.0 <= CONTACT + SLACK


# --- dividing --------------------------------------------------------------------------------------------------------


def no_sending(view: State, body: str, subs: Sequence[str], *, detach: bool) -> Bar | None:
    """Why sub-units may not be sent out, None where they may (NAP-ORG-02, NAP-ORG-12, NAP-S74)."""
    told, here = facts.own(view, body), facts.companies(view, body)
    if not told.regular or (told.arm in ("guns", "rockets", "general") and not detach):
        return Bar(T("Only regular units can send out sub-units."), "NAP-ORG-02")
    if not subs or any(s not in here for s in subs):
        return Bar(T("This unit has no such sub-units. Choose others."), "NAP-ORG-02")
    if len(set(subs)) >= len(here):
        return Bar(T("At least one sub-unit must stay with the unit."), "NAP-ORG-02")
    if facts.in_melee(view, body):
        return Bar(T("No sub-unit can be sent out while the unit is in melee."), "NAP-ORG-05")
    if detach and not all(s.detach for s in told.subs if s.id in subs):
        return Bar(T("The army list does not allow these sub-units to be detached."), "NAP-ORG-12")
    if detach and not told.spare:
        return Bar(T("All paid detachments of this unit are in use."), "NAP-ORG-12")
    return None


def shares(men: int, one: int, other: int) -> tuple[int, int]:
    """How a remainder is shared in proportion to figures; the larger part carries the smaller share of the odd man.

    NAP-ORG-18, NAP-R120; of equal parts the first carries less.
    """
    part = men * other // (one + other)
    odd = men * other % (one + other) != 0
    theirs = part + (1 if odd and other <= one else 0)
    return men - theirs, theirs


def split(
    state: State, body: str, subs: Sequence[str], new: str, *, detach: bool = False, name: str = "", percent: int = 0
) -> Changes:
    """The changes that make a body of its own of some sub-units; its figures stay where they are.

    Parameters
    ----------
    percent
        Casualties in per cent so far: both parts carry them in full, as they do the factors (NAP-ORG-20, NAP-PCT-04).
    """
    goes = [b for b in facts.left(state, body) if facts.figure(b).sub in set(subs)]
    return _divided(state, body, goes, new, name, percent, subs=tuple(subs), detach=detach)


def taken(state: State, body: str, goes: Sequence[Base], new: str, *, percent: int = 0) -> Changes:
    """The changes that make a body of its own of some figures of others: prisoners, and who guards them (NAP-S88).

    They keep their sub-units in mind, to which those belong who stay as well.
    """
    return _divided(state, body, goes, new, "", percent, subs=(), detach=False)


def _divided(
    state: State,
    body: str,
    goes: Sequence[Base],
    new: str,
    name: str,
    percent: int,
    *,
    subs: tuple[str, ...],
    detach: bool,
) -> Changes:
    unit, told = state.units[body], facts.own(state, body)
    ids = {b.id for b in goes}
    stay = [b for b in facts.left(state, body) if b.id not in ids]
    counts = [sum(max(1, facts.count(b)) for b in part) for part in (stay, goes)]
    men = shares(told.strength.men, *counts)
    common: dict[str, Any] = {"lost": 0, "carried_loss": max(told.strength.carried_loss, percent)}
    hurt = told.strength.men_now > 0  # what the whole has suffered in this move counts for either part
    at_start = [told.strength.at_start] * 2 if hurt else counts
    if not hurt:
        common |= {"lost_now": 0, "struck_now": 0}
    rest = tuple(s for s in told.subs if s.id not in subs) or told.subs
    going = subs or {facts.figure(b).sub for b in goes}
    parts = tuple(s for s in told.subs if s.id in going)
    mine = with_fields(
        told, subs=rest, men=men[0], began=counts[0], at_start=at_start[0], spare=told.spare - detach, **common
    )
    formation: Formation = "line" if told.stance.formation in ("garrison", *facts.COLUMNS) else told.stance.formation
    theirs = with_fields(
        told, subs=parts, men=men[1], began=counts[1], at_start=at_start[1], spare=0, detachment=detach, doing=None,
        formation=formation, abreast=0, **common,
    )  # fmt: skip
    parent = facts.unit_of(state, body)
    out: list[ev.Change] = [
        ev.Put(unit=replace(unit, bases=tuple(b for b in unit.bases if b not in ids), own=mine)),
        ev.Put(unit=Unit(new, unit.side, unit.kind, name or unit.name, tuple(b.id for b in goes), parent, theirs)),
    ]
    out += [ev.Put(base=replace(b, unit=new)) for b in goes]
    after = apply(state, ev.Event("divided", "status", changes=tuple(out)))
    return (*out, *losses.closed_up(after, body))


def history(view: State, bodies: Iterable[str]) -> tuple[int, int] | None:
    """Figures that foot or horse has lost and had at the start of the battle, of bodies that are a whole unit.

    None where other parts belong to it too, or where its bases do not tell (NAP-PCT-04).
    """
    here = set(bodies)
    told = [facts.own(view, b) for b in here]
    plain = all(t.regular and t.arm in ("foot", "horse") for t in told)
    if not plain or here != set(facts.parts(view, facts.unit_of(view, next(iter(here))))):
        return None
    had = [b for u in here for b in view.units[u].bases]
    lost = sum(view.bases[b].where == "gone" for b in had)
    known = sum(t.strength.lost for t in told), sum(t.strength.began for t in told)
    return (lost, len(had)) if lost >= known[0] and len(had) >= known[1] else None


# --- together again --------------------------------------------------------------------------------------------------


def join(state: State, body: str, into: str) -> Changes:
    """The changes by which a part falls in with another: remainders are added (NAP-ORG-19, NAP-S74).

    Where they make a figure it is lost, without factors and without a test. What both carried the joined body carries;
    the whole unit counts its casualties from the start of the battle (NAP-PCT-04).
    """
    one, other = facts.own(state, into), facts.own(state, body)
    extra, men = divmod(one.strength.men + other.strength.men, whole("figure"))
    subs = tuple(sorted({s.id: s for s in (*one.subs, *other.subs)}.values(), key=lambda s: facts.natural(s.id)))
    sums = {
        f: getattr(one.strength, f) + getattr(other.strength, f)
        for f in ("began", "lost", "at_start", "lost_now", "struck_now")
    }
    carried_loss = max(one.strength.carried_loss, other.strength.carried_loss)
    if (ever := history(state, (body, into))) is not None:
        (sums["lost"], sums["began"]), carried_loss = ever, 0
    sums["lost"] += extra
    own = with_fields(
        one,
        subs=subs,
        men=men,
        carried=max(one.nerve.carried, other.nerve.carried),
        spare=one.spare + other.spare + other.detachment,
        carried_loss=carried_loss,
        **sums,
    )
    unit = state.units[into]
    moving = state.units[body].bases
    out: list[ev.Change] = [ev.Put(base=replace(state.bases[b], unit=into)) for b in moving]
    out += (
        changes.own_field("unit", u.id, captors=into) for u in state.units.values() if u.own.captivity.captors == body
    )
    order = sorted((*unit.bases, *moving), key=lambda b: (facts.natural(state.bases[b].own.sub), facts.natural(b)))
    out += [ev.Put(unit=replace(unit, bases=tuple(order), own=own)), ev.Take("unit", body)]
    front = shape.front(state, into) if facts.figures(state, into) else None
    inverted = shape.is_inverted(state, into)
    after = apply(state, ev.Event("joined", "status", changes=tuple(out)))
    for base in losses.removed(after, into, extra):
        out.append(ev.SetPose(base, None, "gone"))
    after = apply(state, ev.Event("joined", "status", changes=tuple(out)))
    if front is not None:
        out += shape.placed(after, into, own.stance.formation, front, own.stance.abreast, inverted=inverted)
    return tuple(out)


# --- horses ----------------------------------------------------------------------------------------------------------


def holders(view: State, body: str) -> tuple[Base, ...]:
    """Who holds the horses when a body of horse dismounts: one for every four (NAP-HRS-02), the last ones."""
    found = facts.left(view, body)
    return found[len(found) - math.ceil(len(found) / whole("horses_held_by_one")) :]


def dismount(
    state: State, body: str, horses: str, formation: Formation = "line", *, name: str = "", percent: int = 0
) -> Changes:
    """The changes by which horse dismounts: fighters on foot, holders with the horses behind them (NAP-ORG-08)."""
    hold = {b.id for b in holders(state, body)}
    front = shape.front(state, body)
    out = list(_led(state, body, hold, horses, name, percent))
    after = apply(state, ev.Event("dismounted", "status", changes=tuple(out)))
    out += shape.placed(after, body, formation, front)
    after = apply(state, ev.Event("dismounted", "status", changes=tuple(out)))
    behind = moved(front, -shape.depth(after, body))
    out += shape.placed(after, horses, "line", Pose(round(behind.x, 3), round(behind.y, 3), front.facing))
    return tuple(out)


def _led(state: State, body: str, hold: set[str], horses: str, name: str, percent: int) -> Changes:
    unit, told = state.units[body], facts.own(state, body)
    who = facts.left(state, body)
    stay = [b for b in who if b.id not in hold]
    men = shares(told.strength.men, len(stay), len(hold))
    common: dict[str, Any] = {
        "lost": 0,
        "lost_now": 0,
        "struck_now": 0,
        "carried_loss": max(told.strength.carried_loss, percent),
        "abreast": 0,
    }
    mine = with_fields(told, men=men[0], began=len(stay), at_start=len(stay), mounted=False, **common)
    theirs = with_fields(
        told, men=men[1], began=len(hold), at_start=len(hold), formation="line", doing=None, spare=0, **common
    )
    parent = facts.unit_of(state, body)
    led = len(who)
    out: list[ev.Change] = [
        ev.Put(unit=replace(unit, bases=tuple(b for b in unit.bases if b not in hold), own=mine)),
        ev.Put(unit=Unit(horses, unit.side, unit.kind, name or unit.name, tuple(sorted(hold)), parent, theirs)),
    ]
    for base in who:
        if base.id in hold:
            own = replace(base.own, role="horses", horses=min(whole("horses_held_by_one"), led), crew=1)
            led -= own.horses
            out.append(ev.Put(base=replace(base, unit=horses, own=own)))
        else:
            out.append(ev.Put(base=replace(base, own=replace(base.own, role="foot"))))
    return tuple(out)


def led_horses(view: State, body: str) -> str:
    """The sub-group that holds the horses of a body, "" where there is none."""
    for part in facts.parts(view, facts.unit_of(view, body)):
        if part != body and holds_horses(view, part):
            return part
    return ""


def holds_horses(view: State, body: str) -> bool:
    """Whether a body is led horses with their holders (NAP-ORG-08)."""
    found = facts.left(view, body)
    return bool(found) and all(facts.figure(b).role == "horses" for b in found)


def is_with_riders(view: State, horses: str) -> bool:
    """Whether led horses are within 10 cm of a dismounted part of their unit, or nobody is left whose they are."""
    parts = [p for p in facts.parts(view, facts.unit_of(view, horses)) if p in board_of(view).sides and p != horses]
    afoot = [p for p in parts if not facts.own(view, p).stance.mounted]
    far = number("horses_held") * bases.longer(view)
    return not afoot or any(board_of(view).within(p, horses, far) for p in afoot)


def horses_near(view: State, body: str) -> bool:
    """Whether a body's led horses are within 10 cm of it, one for each (NAP-HRS-01)."""
    held = led_horses(view, body)
    if not held or not board_of(view).within(body, held, number("horses_held") * bases.longer(view)):
        return False
    horses = sum(facts.figure(b).horses for b in facts.left(view, held))
    return horses >= len(facts.left(view, body)) + len(facts.left(view, held))


def mount(state: State, body: str) -> Changes:
    """The changes by which dismounted horse is in the saddle again, its holders among it."""
    held = led_horses(state, body)
    out = list(join(state, held, body)) if held else []
    after = apply(state, ev.Event("mounted", "status", changes=tuple(out)))
    for base in facts.left(after, body):
        own: FigureOwn = replace(base.own, role="horse", horses=0, crew=0)
        out.append(ev.Put(base=replace(after.bases[base.id], own=own)))
    out.append(changes.own_field("unit", body, mounted=True))
    after = apply(state, ev.Event("mounted", "status", changes=tuple(out)))
    told: BodyOwn = facts.own(after, body)
    formation: Formation = told.stance.formation if told.stance.formation in ("line", "open") else "line"
    out += shape.placed(after, body, formation, shape.front(state, body))
    return tuple(out)
