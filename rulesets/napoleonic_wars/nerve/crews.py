"""Guns, teams and led horses under a result: crews who leave their guns, drivers, holders, what is left behind.

NAP-CRC-01 to -03, NAP-GRC-01 to -04, NAP-DRC-01, -02, NAP-RRC-01 to -03, NAP-S44, NAP-S64.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import shapely
from msgspec.structs import asdict, replace

from game.engine import changes
from game.engine import event as ev
from game.engine.apply import apply
from game.engine.declared import on
from game.engine.fields import with_fields
from game.engine.flow import Run
from game.engine.state import Base, Frame, State, Tie, Unit
from game.engine.text import T, Thing
from game.geometry.planar import Shape
from game.geometry.shapes import Footprint, Pose, moved, polygon, shifted
from rulesets.napoleonic_wars import bases
from rulesets.napoleonic_wars.army.worth import of_man
from rulesets.napoleonic_wars.body import groups, shape
from rulesets.napoleonic_wars.data_files import number
from rulesets.napoleonic_wars.field import facts, sight
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.march import changes as forming
from rulesets.napoleonic_wars.march import rates, toll
from rulesets.napoleonic_wars.march.way import Way
from rulesets.napoleonic_wars.measures import CONTACT
from rulesets.napoleonic_wars.nerve import forced_ways
from rulesets.napoleonic_wars.own import BodyOwn, FigureOwn, MeleeOwn, Result

STEP = "NAP-SEQ-32"


def stays(view: State, body: str) -> bool:
    """Whether a body is a crew in melee at its guns: it breaks off from nobody and defends them (NAP-GRC-01)."""
    return facts.is_deployed(view, body) and facts.in_melee(view, body)


def is_alone(view: State, body: str, role: Literal["team", "horses"]) -> bool:
    """Whether a body is drivers with their teams, or holders with their horses, and nobody else."""
    found = facts.left(view, body)
    return bool(found) and all(facts.figure(b).role == role for b in found)


# --- what a result brings at once ------------------------------------------------------------------------------------


def react(run: Run, body: str, result: Result) -> tuple[tuple[str, Result, str], ...]:
    """Crews leave their guns, holders their comrades; who comes under a result by it, under which, by which clause."""
    state = run.state
    told = facts.own(state, body)
    if told.arm in ("guns", "rockets"):
        rides = told.arm == "rockets" and told.battery.horse_guns and not facts.is_deployed(state, body)
        if (result == "rout" and not rides) or (result == "retreat" and stays(state, body)):
            drivers = leave(run, body)
            return ((drivers, "retreat", "NAP-DRC-01"),) if drivers else ()
    held = (
        groups.led_horses(state, body) if told.arm == "horse" and not told.stance.mounted and result == "rout" else ""
    )
    if held:
        return ((held, "rout" if facts.charges_on(state, held) else "retreat", "NAP-CRC-02"),)
    if result == "rout" and is_alone(state, body, "horses"):
        _on_foot(run, body)
    return ()


@on("step_begins")
def evaded(run: Run, event: ev.Event) -> Sequence[Frame]:
    """After fire and charges the guns of gunners who evaded stand where they stood (NAP-S44, NAP-EVD-01)."""
    kinds = (facts.CHARGE, facts.ATTACK) if STEP in event.clauses else ()
    ties = [t for kind in kinds for t in facts.ties(run.state, kind)]
    for body in dict.fromkeys(t.b for t in ties if facts.charge(t).answer == "evade"):
        stood = facts.stood(run.state, body)
        if not stood or not facts.is_deployed(run.state, body):
            continue
        here = ((b.id, b.pose) for b in rates.guns(run.state, body) if b.pose is not None)
        if all(stood[name] == (pose.x, pose.y, pose.facing) for name, pose in here):
            continue
        drivers = leave(run, body, "")
        places = {b: Pose(*pose) for b, pose in stood.items() if run.state.bases[b].where == "table"}
        back = [ev.SetPose(b, pose) for b, pose in (places | _beside(run.state, drivers, places)).items()]
        run.emit("guns_stay", "status", None, *back, clauses=("NAP-S44",), about=(body,))
    return ()


def _beside(state: State, drivers: str, places: Mapping[str, Pose]) -> dict[str, Pose]:
    """Where drivers stand whose place an enemy has taken meanwhile: beside it, else where they are (NAP-S49)."""
    mine = {b.id: places[b.id] for b in state.bases_of(drivers) if b.id in places} if drivers else {}
    if not mine:
        return {}
    here, sizes = known(state), {b: state.bases[b].shape for b in mine}
    there = shape.cover([sizes[b] for b in mine], shape.triples(mine.values()))
    if not forming.enemies_near(here, drivers, there, 0.0):
        return {}
    found = forming.settled(here, drivers, there, mine, sizes, next(p.facing for p in mine.values()))
    if found is not None:
        return dict(found)
    return {b.id: b.pose for b in state.bases_of(drivers) if b.pose is not None}


def leave(run: Run, body: str, drivers: Result = "retreat") -> str:
    """Crews become a body on foot behind their guns, which stay; the body of drivers who take the limbers away, or "".

    ``drivers``: the result that these are under from now on; none where the gunners only evade.
    Drivers of limbered guns, and those of teams with a dead animal in the harness, go on foot with the crews; a team
    that nothing holds runs off (NAP-DRC-01, NAP-DRC-02, NAP-S44).
    """
    state, told, unit = run.state, facts.own(run.state, body), facts.unit_of(run.state, body)
    guns, teams = rates.guns(state, body), rates.teams(state, body)
    drives = [t for t in teams if facts.is_deployed(state, body) and not facts.figure(t).dead]
    stay = (*guns, *(t for t in teams if t not in drives))
    front = shape.standing(state, body).front
    size = bases.of_role(state, FigureOwn("", "foot"), "open")
    # who has evaded has turned about already
    behind = moved(front, -max(b.shape.depth for b in (guns or teams)) if drivers else size.depth)
    crew = on_foot(state, body, stay, size)
    own = with_fields(told, arm="foot", formation="open", horse_guns=False, doing=None)
    out: list[ev.Change] = [ev.Put(base=b) for b in crew]
    out += [ev.Put(unit=replace(state.units[body], bases=tuple(b.id for b in crew), own=own))]
    made = _apart(state, body, run.new_id(f"{unit}.a"), stay, abandoned=True)
    name = run.new_id(f"{unit}.t") if drives else ""
    if name:
        under: dict[str, Any] = {"result": drivers, "since": state.own.move, "began": 1, "at_start": 1}
        made += _apart(state, body, name, drives, formation="limbered", abreast=len(drives), **under)
    out += (*made, *unmanned(guns, teams, drives))
    out += [ev.SetPose(t.id, None, "gone") for t in teams if t not in drives and not facts.figure(t).dead]
    after = apply(state, ev.Event("left", "status", changes=tuple(out)))
    out += _clear(after, body, board_of(state).outline(body), behind, len(crew))
    out += _struck(state, body, tuple(b.id for b in crew))
    run.tell(body, "guns_left", "loss", T("{unit} left the guns", unit=Thing(body)), ("NAP-GRC-04", "NAP-S44"), *out)
    return name


def on_foot(state: State, body: str, come: Sequence[Base], size: Footprint) -> list[Base]:
    """The crews and drivers of some guns and teams as figures on foot, each with what he cost (NAP-S44, NAP-R45)."""
    own, men = facts.own(state, body), [facts.figure(b) for b in come]
    each = [told for told in men for _ in range(told.drivers if told.role == "team" else told.crew)]
    return [
        Base(f"{body}.f{k}", body, k, size, None, "reserve", own=FigureOwn(told.sub, "foot", points=of_man(own, told)))
        for k, told in enumerate(each, 1)
    ]


def unmanned(guns: Sequence[Base], teams: Sequence[Base], drives: Sequence[Base] = ()) -> list[ev.SetField]:
    """The changes that leave guns and teams without their men; horses of horse gunners stay with a team (NAP-S44)."""
    mounts, lead = sum(facts.figure(g).mounts for g in guns), next(iter((*drives, *teams)), None)
    out = [changes.own_field("base", g.id, **{field: 0}) for g in guns for field in ("crew", "mounts")]
    out += [changes.own_field("base", t.id, drivers=0) for t in teams if t not in drives]
    if mounts and lead is not None:
        out.append(changes.own_field("base", lead.id, mounts=mounts + facts.figure(lead).mounts))
    return out


def given_up(run: Run, body: str, captors: str) -> list[ev.Change]:
    """The changes by which a battery is taken: its men go on foot off the table, the rest stays where it is (NAP-S88).

    Guns, teams and horses belong to the captors until somebody else touches them (NAP-S44, NAP-VIC-10 (d)).
    """
    state, told = run.state, facts.own(run.state, body)
    guns, teams = rates.guns(state, body), rates.teams(state, body)
    stay = (*guns, *teams)
    crew = on_foot(state, body, stay, bases.of_role(state, FigureOwn("", "foot"), "open"))
    own = with_fields(told, arm="foot", formation="open", horse_guns=False, doing=None, inside="")
    new = run.new_id(f"{facts.unit_of(state, body)}.a")
    return [
        *(ev.Put(base=replace(b, where="off")) for b in crew),
        ev.Put(unit=replace(state.units[body], bases=tuple(b.id for b in crew), own=own)),
        *_apart(state, body, new, stay, abandoned=True, captors=captors, guarded=False),
        *unmanned(guns, teams),
    ]


@on("destroyed")
def without_crew(run: Run, event: ev.Event) -> Sequence[Frame]:
    """The guns and teams of a battery whose last gunner has fallen may be taken (NAP-S44, NAP-R45)."""
    body = event.about[0]
    if body in run.state.units and facts.is_artillery(run.state, body) and run.state.bases_of(body):
        marks = changes.unit(run.state, body, abandoned=True, result="", doing=None)
        text = T("No crew is left at the guns of {unit}", unit=Thing(body))
        run.tell(body, "guns_without_crew", "status", text, ("NAP-S44", "NAP-R45"), *marks)
    return ()


def _apart(state: State, body: str, new: str, goes: Iterable[Base], **fields: Any) -> list[ev.Change]:
    """The changes that make some bases a body of its own, where they are."""
    unit = state.units[body]
    common = {"result": "", "lost": 0, "men": 0, "lost_now": 0, "struck_now": 0, "doing": None, "uncontrolled": False}
    own: BodyOwn = with_fields(facts.own(state, body), **{**common, **fields})
    found = tuple(goes)
    made = Unit(new, unit.side, unit.kind, unit.name, tuple(b.id for b in found), facts.unit_of(state, body), own)
    return [ev.Put(unit=made), *(ev.Put(base=replace(b, unit=new)) for b in found)]


def _struck(state: State, body: str, crew: tuple[str, ...]) -> list[ev.Change]:
    """Who fought at the guns is the crew as it runs now: pursuers strike at it (NAP-S69)."""
    out: list[ev.Change] = []
    for tie in (*facts.melees(state, body), *facts.ties(state, facts.PURSUIT, body)):
        told: MeleeOwn = facts.melee(tie)
        if body in told.fought:
            own = replace(told, fought={**told.fought, body: crew})
            out.append(ev.AddTie(Tie(tie.id, tie.kind, tie.a, tie.b, own)))
    return out


def _on_foot(run: Run, body: str) -> None:
    """Holders leave the horses, which run off, and go on foot (NAP-CRC-03)."""
    out: list[ev.Change] = list(changes.unit(run.state, body, mounted=False))
    for base in facts.left(run.state, body):
        out += changes.base(run.state, base.id, **asdict(FigureOwn(facts.figure(base).sub, "foot")))
    after = apply(run.state, ev.Event("left", "status", changes=tuple(out)))
    out += shape.placed(after, body, "line", shape.front(run.state, body))
    text = T("{unit} left the horses, which ran off", unit=Thing(body))
    run.tell(body, "horses_left", "loss", text, ("NAP-CRC-03", "NAP-HRS-08"), *out)


# --- how they go -----------------------------------------------------------------------------------------------------


def way(run: Run, body: str, result: Result, since: float = 0.0) -> Way:
    """The way of a body that withdraws or retreats from a moment on, with what it must do first."""
    view = known(run.state)
    told = facts.own(view, body)
    if result == "withdraw" and (is_alone(view, body, "team") or is_alone(view, body, "horses")):
        return forced_ways.begun(view, body)  # they stay with guns or horses (NAP-DRC-02, NAP-CRC-03)
    if facts.is_deployed(view, body):
        far = by_hand(view, body) if result == "withdraw" else 0.0
        if far:
            back = forced_ways.begun(view, body)
            back.go(
                forced_ways.away(view, body, forced_ways.away_from(view, body)), far, "normal", "withdraw", front=False
            )
            return back
        since = _limber(run, body)
    elif told.arm == "horse" and not told.stance.mounted:
        since = _mount(run, body, result)
    view = known(run.state)
    pace, turn = forced_ways.wish(view, body)
    if is_alone(view, body, "team") and rates.rate(view, body, "double"):
        pace = "double"  # NAP-DRC-01
    return (forced_ways.withdraw if result == "withdraw" else forced_ways.retreat)(view, body, pace, turn, since)


def by_hand(view: State, body: str) -> float:
    """Mm that guns are pulled back in this move, 0.0 where two moves bring them into no safety (NAP-GRC-02)."""
    back = forced_ways.begun(view, body)
    foe = forced_ways.away_from(view, body)
    direction = forced_ways.away(view, body, foe)
    reach = back.speed("normal") * number("guns_pulled_back")
    found = forced_ways.to_cover(back, direction, reach)
    if found < reach:
        return min(found, reach / number("guns_pulled_back"))
    x, y = direction[0] * reach, direction[1] * reach
    after = view.with_poses({b.id: shifted(b.pose, x, y) for b in facts.figures(view, body) if b.pose is not None})
    hidden = reach > 0.0 and not any(sight.sees(after, f, body) for f in forced_ways.foes(view, body))
    return reach / number("guns_pulled_back") if hidden else 0.0


def _contact(view: State, body: str) -> float:
    """The part of the move after which who charges or attacks a body may be upon it."""
    ties = [t for t in (*facts.charges_on(view, body), *facts.ties(view, facts.ATTACK, body)) if t.b == body]
    told = [(t, facts.charge(t)) for t in ties if not facts.charge(t).home and facts.charge(t).speed]
    return min((own.start + board_of(view).gap(t.a, body) / own.speed for t, own in told), default=2.0)


def _limber(run: Run, body: str) -> float:
    """Limber, if there is time and room, else leave the guns; when the body goes (NAP-GRC-03, NAP-S49)."""
    view = known(run.state)
    time = forming.limbering_time(view, body)
    usual = shape.placed(view, body, "limbered", shape.standing(view, body).front)
    marks = _with_room(view, body, board_of(view).outline(body), usual)
    if marks is None or _contact(view, body) < time:
        leave(run, body)
        return 0.0
    text = T("{unit} limbered to get away", unit=Thing(body))
    run.tell(body, "limbers", "move", text, ("NAP-GRC-02", "NAP-GRC-03"), *marks)
    return min(1.0, time)


def _with_room(view: State, body: str, was: Shape, marks: Sequence[ev.Change]) -> list[ev.Change] | None:
    """The changes of a new formation, shifted to where there is room for it; None where there is none (NAP-S49)."""
    poses, sizes = _set_down(view, marks)
    found = forming.settled(view, body, was, poses, sizes, next((p.facing for p in poses.values()), 0.0))
    if found is None:
        return None
    return [ev.SetPose(m.base, found[m.base]) if isinstance(m, ev.SetPose) and m.base in found else m for m in marks]


def _clear(view: State, body: str, was: Shape, at: Pose, men: int) -> Sequence[ev.Change]:
    """The changes that set men down in a rank; where they would stand in an enemy shifted, or else in more ranks."""
    here, usual = known(view), shape.placed(view, body, "open", at, men)
    for files in (men >> k for k in range(men.bit_length())):
        marks = shape.placed(view, body, "open", at, files)
        poses, sizes = _set_down(view, marks)
        there = shape.cover([sizes[b] for b in poses], shape.triples(poses.values()))
        found = marks if not forming.enemies_near(here, body, there, 0.0) else _with_room(here, body, was, marks)
        if found is not None:
            return found
    return usual


def _set_down(view: State, marks: Sequence[ev.Change]) -> tuple[dict[str, Pose], dict[str, Footprint]]:
    """Where some changes set figures down, and how large those are then."""
    after = apply(view, ev.Event("set", "status", changes=tuple(marks)))
    poses = {m.base: m.pose for m in marks if isinstance(m, ev.SetPose) and m.pose is not None}
    return poses, {b: after.bases[b].shape for b in poses}


def _mount(run: Run, body: str, result: Result) -> float:
    """To the horses and into the saddle, unless cover or the enemy is nearer; when the body goes (NAP-CRC-01)."""
    view = known(run.state)
    held, foot = groups.led_horses(view, body), forced_ways.begun(view, body)
    far = foot.speed("normal")
    near = forced_ways.to_cover(foot, forced_ways.away(view, body, forced_ways.away_from(view, body)), far) < far
    if not held or not far or (result == "withdraw" and near):
        return 0.0
    time = board_of(view).gap(body, held) / far + number("mounting")
    if time > 1.0 or _contact(view, body) < time:
        return 0.0
    run.tell(body, "mounts", "move", T("{unit} mounted to get away", unit=Thing(body)), ("NAP-CRC-01",),
             *groups.mount(run.state, body))  # fmt: skip
    return time


# --- what is left behind ---------------------------------------------------------------------------------------------


def taken(run: Run) -> None:
    """What was left behind belongs to whoever touched it last with a formed body (NAP-S44, NAP-VIC-10)."""
    for unit in list(run.state.units.values()):
        if not unit.own.captivity.abandoned:
            continue
        who = _touched(run.state, unit.id)
        holder = "" if not who or run.state.units[who].side == unit.side else who
        if who and holder != unit.own.captivity.captors:
            marks = changes.unit(run.state, unit.id, captors=holder)
            text = T("{unit} captured the guns of {foe}", unit=Thing(who), foe=Thing(unit.id))
            run.tell(who, "guns_taken", "loss", text, ("NAP-S44", "NAP-VIC-10"), *marks, also=(unit.id,))


def man(run: Run) -> None:
    """Crews who stand at their guns again man them, where nobody has taken them (NAP-S44, NAP-EVD-09)."""
    for unit in list(run.state.units.values()):
        state, own = run.state, unit.own
        guns = rates.guns(state, unit.id) if own.captivity.abandoned and not own.captivity.captors else ()
        parts = facts.parts(state, facts.unit_of(state, unit.id))
        mates = (u for u in parts if facts.is_skirmishing(state, u) and facts.own(state, u).arm == "foot")
        body = next(
            (u for u in mates if facts.is_here(state, u) and facts.own(state, u).nerve.result in ("", "halt")), ""
        )
        if not guns or not body or facts.in_melee(state, body):
            continue
        area = shapely.union_all([polygon(b.shape, b.pose) for b in guns if b.pose is not None])
        if board_of(state).outline(body).distance(area) > CONTACT:
            continue
        crew, saddled = facts.left(state, body), _saddled(state, parts) if own.battery.horse_guns else {}
        told = with_fields(
            facts.own(state, body), arm=own.arm, horse_guns=own.battery.horse_guns, formation="deployed", abreast=0
        )
        out: list[ev.Change] = [ev.Put(unit=replace(state.units[body], bases=tuple(b.id for b in guns), own=told))]
        mounts, taken_up = sum(saddled.values()), 0
        for k, gun in enumerate(guns):
            men = (len(crew) + len(guns) - 1 - k) // len(guns)
            mine = min(men, mounts - taken_up)
            taken_up += mine
            out.append(ev.Put(base=replace(gun, unit=body, own=replace(gun.own, crew=men, mounts=mine))))
        for team, led in saddled.items():
            fewer = min(led, taken_up)
            taken_up -= fewer
            out.append(changes.own_field("base", team, mounts=led - fewer))
        out += [ev.Take("base", b.id) for b in crew]
        rest = tuple(b for b in unit.bases if b not in {g.id for g in guns})
        out.append(ev.Put(unit=replace(unit, bases=rest)) if rest else ev.Take("unit", unit.id))
        text = T("{unit} manned the guns again", unit=Thing(body))
        run.tell(body, "guns_manned", "status", text, ("NAP-S44",), *out)


def _saddled(view: State, parts: Sequence[str]) -> dict[str, int]:
    """The horses of its gunners that the teams of a unit lead, by team."""
    found = (b for part in parts for b in facts.left(view, part) if facts.figure(b).role == "team")
    return {b.id: facts.figure(b).mounts for b in found if facts.figure(b).mounts}


def _touched(view: State, material: str) -> str:
    """The formed body that stands at what was left, else one that passed over it in this move; "" for none."""
    area = shapely.union_all([polygon(b.shape, b.pose) for b in view.bases_of(material) if b.pose is not None])
    formed = [u for u in facts.bodies(view) if facts.is_close(view, u) and not facts.is_forced(view, u)]
    order = sorted(formed, key=lambda u: (view.units[u].side == view.units[material].side, facts.natural(u)))
    at = [u for u in order if not area.is_empty and board_of(view).outline(u).distance(area) <= CONTACT]
    over = [u for u in order if u in view.own.tracks and shapely.intersects(toll.swept(view.own.tracks[u]), area).any()]
    return next(iter((*at, *over)), "")
