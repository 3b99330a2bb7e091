"""Where things stand: small questions about a view, shared by the editors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from game.client.tabletop import overlays as o
from game.engine.decision import Ghost
from game.engine.state import Base, State
from game.geometry.shapes import Pose


def all_bases(view: State) -> Mapping[str, Base]:
    """All bases that the view knows, one's own hidden ones too."""
    if not any(s.bases for s in view.secret.values()):
        return view.bases
    if not _joined or _joined[0][0] is not view:
        hidden = {b: x for s in view.secret.values() for b, x in s.bases.items()}
        _joined[:] = [(view, {**view.bases, **hidden})]
    return _joined[0][1]


_joined: list[tuple[State, Mapping[str, Base]]] = []
"""The last view with hidden bases, and all of them: every figure that is drawn asks for them."""


def bases_of(view: State, thing: str) -> tuple[str, ...]:
    """Ids of the bases of a unit (or the base itself) that are not gone, in the order of their numbers."""
    bases = all_bases(view)
    if thing in bases:
        return (thing,)
    unit = view.units.get(thing)
    if unit is None:
        unit = next((s.units[thing] for s in view.secret.values() if thing in s.units), None)
    if unit is None:
        return ()
    return tuple(b for b in unit.bases if b in bases and bases[b].where != "gone")


def poses_of(view: State, thing: str) -> dict[str, Pose]:
    """Where the bases of a thing stand, those that are on the table."""
    bases = all_bases(view)
    out = {}
    for base in bases_of(view, thing):
        pose = bases[base].pose
        if pose is not None and bases[base].where == "table":
            out[base] = pose
    return out


def centre_of(poses: Iterable[Pose]) -> tuple[float, float]:
    """The middle of some poses, mm."""
    found = list(poses)
    return sum(p.x for p in found) / len(found), sum(p.y for p in found) / len(found)


def middle_of(view: State, thing: str) -> tuple[float, float] | None:
    """The middle of a thing on the table, mm; None where it is not there."""
    poses = poses_of(view, thing)
    if poses:
        return centre_of(poses.values())
    marker = view.markers.get(thing)
    if marker is not None and marker.pose is not None:
        return marker.pose.x, marker.pose.y
    feature = view.features.get(thing)
    if feature is not None:
        xs, ys = [p[0] for p in feature.points], [p[1] for p in feature.points]
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return None


def ghost_overlays(view: State, ghosts: Iterable[Ghost], role: str) -> list[o.Overlay]:
    """Ghosts of a verdict as overlays."""
    bases = all_bases(view)
    out: list[o.Overlay] = []
    for ghost in ghosts:
        base = bases.get(ghost.base)
        if base is None:
            continue
        p, shape = ghost.pose, base.shape
        out.append(o.Ghost(p.x, p.y, p.facing, shape.width, shape.depth, role, shape.kind != "rect", ghost.base))
    return out


def pose_overlays(view: State, poses: Mapping[str, Pose], role: str) -> list[o.Overlay]:
    """Poses by base as ghosts."""
    return ghost_overlays(view, [Ghost(b, p) for b, p in poses.items()], role)
