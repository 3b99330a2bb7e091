"""The actions that are done standing: changes of formation, facings, limbering, mounting, lying down.

Each is first looked at (may it be ordered, how long does it take) and then done when its time is up; what does not fit
in a move goes on by itself in the next one (NAP-S08).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from game.engine.decision import Bar
from game.engine.text import T, Text
from game.geometry.shapes import Footprint, Pose, moved, norm_deg
from rulesets.napoleonic_wars import bases
from rulesets.napoleonic_wars.body import groups, rights, shape
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.ground import ground_of
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march import changes, rates
from rulesets.napoleonic_wars.march.way import NOW, Way
from rulesets.napoleonic_wars.measures import moment
from rulesets.napoleonic_wars.own import Doing, Formation

Done = Callable[[Way, Any, float], None]
"""Does an action when the time that is told is up."""
NO_FACING = ("square", "double_square", "mass", "circle", "garrison")
"""Formations that have no other way to face."""
GUN_DEPTH = 1.0


def begin(way: Way, action: act.Action, time: float, done: Done, *, busy: bool = False) -> bool:
    """Take the time of an action and do it; False where it is not done in this move, and goes on in the next."""
    if time > way.left + NOW:
        told = act.plain([action])[0]
        verb = told.pop("verb")
        left = way.stand(time, verb, busy=busy)
        way.doing = Doing(verb, moment(left), told)
        return False
    way.busy += time if busy else 0.0
    done(way, action, time)
    return True


def _no(way: Way, text: Text, clause: str) -> bool:
    way.fault(Bar(text, clause))
    return True


def _sizes(way: Way, formation: str) -> dict[str, Footprint]:
    members = {b.id: b for b in facts.left(way.view, way.body)}
    return {b: bases.footprint(way.view, members[b], formation) for b in way.ids}


def _settle(way: Way, poses: shape.Poses, formation: Formation, what: str, time: float) -> bool:
    """Stand elsewhere when the time is up, where there is room for it (NAP-S49)."""
    sizes = _sizes(way, formation)
    was = way.outline()
    here = {b: p for b, p in poses.items() if b in sizes}
    found = changes.settled(way.view, way.body, was, here, sizes, way.standing().front.facing)
    if found is None:
        way.stand(time, what)
        _no(way, T("There is no room for this formation here. Move away from obstacles first."), "NAP-S49")
        return False
    way.settle(found, sizes, what, time)
    return True


# --- formations ------------------------------------------------------------------------------------------------------


def form(way: Way, told: act.Form) -> bool:
    """Change formation (NAP-FCH-01 to -07)."""
    bar = rights.may_form(way.view, way.body, told.formation, told.abreast) or _no_change(way, told)
    if bar is not None:
        way.fault(bar)
        return True
    row = changes.listed(way.view, way.body, told)
    if told.moving:
        if row is None or not row.moving:
            return _no(way, T("This change cannot be made on the move. Halt for it."), "NAP-FCH-04")
        return _on_the_move(way, told, row.time)
    return begin(way, told, _time(way, told), _form_done)


def _no_change(way: Way, told: act.Form) -> Bar | None:
    own = way.own
    same = told.formation == own.stance.formation and (told.abreast or own.stance.abreast) == own.stance.abreast
    if same or own.arm in ("guns", "rockets", "general"):
        return Bar(
            T("The body has this formation already.") if same else T("This body has no other formation."), "NAP-FCH-01"
        )
    if own.stance.formation == "mass":
        return Bar(T("The column faces outwards. Face to the front first."), "NAP-R71")
    if own.stance.prone:
        return Bar(T("Prone troops cannot change formation. Stand up first."), "NAP-SPM-06")
    if own.inside:
        return Bar(T("The unit is in a building. Leave it first."), "NAP-SPM-04")
    to_march = "march_column" in (told.formation, own.stance.formation) and "line" in (
        told.formation,
        own.stance.formation,
    )
    if to_march and not told.flank and own.regular:
        return Bar(
            T("Line and march column change into each other only by a facing to a flank. Name the flank."), "NAP-FCH-10"
        )
    near = changes.is_near_enemy(way.view, way.body, way.outline())
    if near and not facts.feeds(way.view, way.body):
        return Bar(
            T("An enemy is within attack distance, so no formation change can begin. March away first."), "NAP-FCH-06"
        )
    return None


def _formed(way: Way, told: act.Form) -> tuple[changes.Formed, shape.Poses]:
    found = changes.formed(way.view, way.body, told, way.standing(), way.inverted)
    poses = shape.poses(way.view, way.body, told.formation, found.at, found.abreast, inverted=found.inverted)
    return found, poses


def _time(way: Way, told: act.Form) -> float:
    here = {b: Pose(*place) for b, place in zip(way.ids, way.places, strict=True)}
    return changes.time_of(way.view, way.body, told, here, _formed(way, told)[1])


def _on_the_move(way: Way, told: act.Form, time: float) -> bool:
    """Horse goes straight on while it changes (NAP-FCH-04)."""
    end, start = way.until, way.time
    way.until = min(end, start + time)
    way.go(way.ahead(), None, way.pace or "normal", "form")
    way.until = end
    left = start + time - way.time
    if way.over() and left > NOW:
        maps = act.plain([told])[0]
        way.doing = Doing(maps.pop("verb"), moment(left), {**maps, "moving": False})
        return False
    _form_done(way, told, max(0.0, left))
    return way.doing is None


def _form_done(way: Way, told: act.Form, time: float) -> None:
    way.did.add("formed")
    found, poses = _formed(way, told)
    if not _settle(way, poses, told.formation, "form", time):
        return
    way.inverted = found.inverted
    way.become("form", formation=told.formation, abreast=told.abreast, turned="")


def mass(way: Way, told: act.Mass) -> bool:
    """Outer figures of a closed column face outwards, or to the front again (NAP-R71)."""
    own = way.own
    closed = own.stance.formation in ("closed_column", "closed_divisional")
    if told.on and not (closed and own.regular and own.arm == "foot"):
        return _no(way, T("Only a closed column of regular foot can face outwards. Form one first."), "NAP-R71")
    if not told.on and own.stance.formation != "mass":
        return _no(way, T("The column faces to the front already."), "NAP-R71")
    time = changes.number("face") + changes.slower(way.view, way.body)
    return begin(way, told, time, _mass_done)


def _mass_done(way: Way, told: act.Mass, time: float) -> None:
    way.stand(time, "mass")
    if told.on:
        way.become("mass", formation="mass", abreast=2 if way.own.stance.formation == "closed_divisional" else 0)
    else:
        way.become("mass", formation="closed_divisional" if way.own.stance.abreast == 2 else "closed_column", abreast=0)


def files_out(way: Way, told: act.FilesOut) -> bool:
    """Flank files face outwards, or to the front again (NAP-R54)."""
    if facts.is_artillery(way.view, way.body) or way.own.stance.formation in NO_FACING:
        return _no(way, T("This body has no flank files that could turn."), "NAP-R54")
    return begin(way, told, changes.facing_time(way.view, way.body) or 0.0, _files_done)


def _files_done(way: Way, told: act.FilesOut, time: float) -> None:
    way.stand(time, "files_out")
    way.become("files_out", turned=told.hand)


def face(way: Way, told: act.Face) -> bool:
    """Every figure turns on the spot (NAP-FCH-20, NAP-FCH-25)."""
    time = changes.facing_time(way.view, way.body)
    if time is None:
        return _no(way, T("Deployed siege guns cannot face about. Limber them first."), "NAP-R41")
    if facts.is_artillery(way.view, way.body) and told.to != "about":
        return _no(way, T("A battery can only face about or wheel."), "NAP-WHL-04")
    if way.own.stance.formation in NO_FACING:
        return _no(way, T("This formation has no other facing."), "NAP-FRM-13")
    return begin(way, told, time, _face_done)


def _face_done(way: Way, told: act.Face, time: float) -> None:
    stand = way.standing()
    if way.own.stance.formation == "deployed":
        depth = max(way.sizes[k].depth for k in way.leads)
        at = moved(stand.front, -depth, 0.0, 180.0)
        poses = shape.poses(way.view, way.body, "deployed", at, way.own.stance.abreast)
        way.settle({b: p for b, p in poses.items() if b in way.ids}, {}, "face", time)
        return
    first = way.sizes[way.leads[0]]
    after = changes.faced(way.places, stand, told.to, (first.width, first.depth))
    way.leg(time, after, "face")
    found = [b.id for b in shape.order(way.view, way.body) if b.id in way.ids]
    ends = [Pose(*way.places[way.ids.index(b)]) for b in (found[0], found[-1])]
    way.inverted = shape.runs_back(ends[0], ends[1])


# --- guns ------------------------------------------------------------------------------------------------------------


def limber(way: Way, told: act.Limber) -> bool:
    """Out of action (NAP-LIM-01)."""
    if not facts.is_artillery(way.view, way.body) or way.own.stance.formation == "limbered":
        return _no(way, T("There are no deployed guns to limber."), "NAP-LIM-01")
    if not rates.teams(way.view, way.body):
        return _no(way, T("The battery has no team left, so it cannot limber."), "NAP-LIM-01")
    return begin(way, told, changes.limbering_time(way.view, way.body), _limber_done, busy=True)


def _limber_done(way: Way, told: act.Limber, time: float) -> None:
    at = moved(way.standing().front, -max(way.sizes[k].depth for k in way.leads))
    poses = shape.poses(way.view, way.body, "limbered", at, told.abreast)
    if _settle(way, poses, "limbered", "limber", time):
        way.become("limber", formation="limbered", abreast=told.abreast)
        _lead(way, "team")


def unlimber(way: Way, told: act.Unlimber) -> bool:
    """Into action, facing any way; not on a steep slope (NAP-LIM-01 to -04)."""
    if not rates.guns(way.view, way.body) or way.own.stance.formation == "deployed":
        return _no(way, T("There are no limbered guns to unlimber."), "NAP-LIM-01")
    at = _guns_at(way, told)
    if ground_of(way.view).slope_at(at.x, at.y) == "steep":
        return _no(way, T("The slope is too steep for deployed guns. Unlimber elsewhere."), "NAP-LIM-04")
    return begin(way, told, changes.limbering_time(way.view, way.body), _unlimber_done, busy=True)


def _guns_at(way: Way, told: act.Unlimber) -> Pose:
    """The guns go forward from the limbers, the way they will face."""
    front = way.standing().front
    facing = front.facing if told.facing is None else norm_deg(told.facing)
    guns = rates.guns(way.view, way.body)
    deep = max((bases.footprint(way.view, g, "deployed").depth for g in guns), default=0.0)
    at = moved(Pose(front.x, front.y, facing), deep)
    return Pose(round(at.x, 3), round(at.y, 3), at.facing)


def _unlimber_done(way: Way, told: act.Unlimber, time: float) -> None:
    apart = math.floor(told.apart)
    poses = shape.poses(way.view, way.body, "deployed", _guns_at(way, told), apart)
    if _settle(way, poses, "deployed", "unlimber", time):
        way.become("unlimber", formation="deployed", abreast=apart)
        _lead(way, "gun")


def _lead(way: Way, role: str) -> None:
    roles = {b.id: facts.figure(b).role for b in facts.left(way.view, way.body)}
    way.leads = tuple(k for k, b in enumerate(way.ids) if roles[b] == role) or tuple(range(len(way.ids)))


# --- horse and foot --------------------------------------------------------------------------------------------------


def _short(way: Way, action: act.Action, time: float) -> bool:
    """Do something short that is dropped where there is no time for it (NAP-S08)."""
    if time > way.left + NOW:
        return _no(way, T("There is no time left for this in the move. Shorten the actions before it."), "NAP-S08")
    return begin(way, action, time, DONE[type(action)], busy=True)


def mount(way: Way, told: act.Mount) -> bool:
    """Into the saddle; the horses must be near (NAP-SPM-02, NAP-HRS-01)."""
    if way.own.arm != "horse" or way.own.stance.mounted:
        return _no(way, T("Only dismounted cavalry can mount."), "NAP-SPM-02")
    if not groups.horses_near(way.view, way.body):
        return _no(way, T("The led horses are too far away to mount."), "NAP-HRS-01")
    return _short(way, told, changes.number("mount"))


def dismount(way: Way, told: act.Dismount) -> bool:
    """Out of the saddle: those with arms for it fight on foot (NAP-SPM-02, NAP-BAS-03)."""
    own = way.own
    if own.arm != "horse" or not own.stance.mounted:
        return _no(way, T("Only mounted cavalry can dismount."), "NAP-SPM-02")
    if any(s.weapon in ("", "musket") for s in own.subs):
        return _no(way, T("Only cavalry with carbines, bows or dragoon muskets can dismount to fight."), "NAP-BAS-03")
    if len(groups.holders(way.view, way.body)) >= len(facts.left(way.view, way.body)):
        return _no(way, T("Too few figures to dismount: all would be horse-holders."), "NAP-HRS-02")
    if told.open:
        way.alter(mounted=False)
        bar = rights.may_form(way.view, way.body, "open")
        way.alter(mounted=True)
        if bar is not None:
            way.fault(bar)
            return True
    return _short(way, told, changes.number("mount"))


def _mount_done(way: Way, told: act.Mount, time: float) -> None:
    way.stand(time, "mount")
    way.become("mount", mounted=True)


def _dismount_done(way: Way, told: act.Dismount, time: float) -> None:
    way.stand(time, "dismount")
    way.become("dismount", mounted=False, formation="open" if told.open else "line")


def lie(way: Way, told: act.Lie) -> bool:
    """Lie down: troops on foot alone (NAP-SPM-01, NAP-SPM-06)."""
    if not facts.is_foot(way.view, way.body) or facts.is_artillery(way.view, way.body) or way.own.stance.prone:
        return _no(way, T("Only standing troops on foot can lie down."), "NAP-SPM-01")
    return _short(way, told, changes.number("lie"))


def stand_up(way: Way, told: act.StandUp) -> bool:
    """Stand up (NAP-SPM-01)."""
    if not way.own.stance.prone:
        return _no(way, T("The unit is not lying down."), "NAP-SPM-01")
    return _short(way, told, changes.number("lie"))


def _prone_done(way: Way, told: act.Lie | act.StandUp, time: float) -> None:
    way.stand(time, act.verb(told))
    way.become(act.verb(told), prone=isinstance(told, act.Lie))


# --- the rest --------------------------------------------------------------------------------------------------------


def wait(way: Way, told: act.Wait) -> bool:
    """Stand for some quarters."""
    way.stand(told.quarters / 4.0, "wait")
    return True


def spike(way: Way, told: act.Spike) -> bool:
    """Spike a gun: one figure on foot, two moves running (NAP-SPM-05)."""
    gun = way.view.bases.get(told.gun)
    if gun is None or gun.pose is None or gun.own.role != "gun":
        return _no(way, T("That is not a gun to spike. Choose a gun on the table."), "NAP-SPM-05")
    there = shape.cover((gun.shape,), shape.triples([gun.pose]))
    touches = way.ids and way.outline().distance(there) <= GUN_DEPTH
    if not facts.is_foot(way.view, way.body) or not touches:
        return _no(way, T("No figure on foot stands at this gun. March up to it first."), "NAP-SPM-05")
    return begin(way, told, changes.number("spike"), _spike_done, busy=True)


def _spike_done(way: Way, told: act.Spike, time: float) -> None:
    way.stand(time, "spike")
    way.mark("spiked", told.gun)


def join(way: Way, told: act.Join) -> bool:
    """Fall in with the rest of the unit (NAP-S74)."""
    mine = facts.unit_of(way.view, way.body)
    if told.body not in way.view.units or told.body == way.body or facts.unit_of(way.view, told.body) != mine:
        return _no(way, T("A part can rejoin only its own unit."), "NAP-S74")
    way.mark("join", told.body)
    return False


DONE: dict[type[act.Action], Done] = {
    act.Form: _form_done,
    act.Mass: _mass_done,
    act.FilesOut: _files_done,
    act.Face: _face_done,
    act.Limber: _limber_done,
    act.Unlimber: _unlimber_done,
    act.Mount: _mount_done,
    act.Dismount: _dismount_done,
    act.Lie: _prone_done,
    act.StandUp: _prone_done,
    act.Spike: _spike_done,
}
"""What is done when the time of an action is up."""
