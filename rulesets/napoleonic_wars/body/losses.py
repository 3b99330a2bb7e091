"""Which figures are lost, and how a body closes up afterwards (NAP-CAS-08, NAP-CAS-09, NAP-S66)."""

from __future__ import annotations

from collections.abc import Collection

from game.engine import event as ev
from game.engine.state import Base, State
from game.geometry.shapes import Pose, sin_cos, to_local, to_world
from rulesets.napoleonic_wars import bases
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.data_files import number
from rulesets.napoleonic_wars.field import facts


def removed(view: State, body: str, n: int, exposed: Collection[str] | None = None) -> tuple[str, ...]:
    """The figures that are lost: of the rear rank first, from both flanks in turn, so that the rest keep contact.

    Parameters
    ----------
    exposed
        The figures that may be lost, where not all may (NAP-CAS-09).

    Crews, drivers and led horses are no bases of their own: of batteries nobody is told here.
    """
    found = [b for b in facts.left(view, body) if facts.figure(b).role in ("foot", "horse")]
    out: list[str] = []
    for rank in reversed(_ranks(view, body, found)):
        low, high = 0, len(rank) - 1
        from_left = True
        while low <= high:
            out.append(rank[low if from_left else high].id)
            low, high = (low + 1, high) if from_left else (low, high - 1)
            from_left = not from_left
    may = [b for b in out if exposed is None or b in exposed]
    return tuple(may[:n])


def worn(view: State, body: str) -> str:
    """The base of 5 or 6 mm figures that has lost half its men and neither fires nor fights; "" for none (NAP-MIC-07).

    Its casualties are reckoned as those of a figure, a tenth of what it stands for.
    """
    told = facts.own(view, body)
    if bases.scale(view) != "micro" or told.arm not in ("foot", "horse") or told.strength.men < number("worn_base"):
        return ""
    return next(iter(removed(view, body, 1)), "")


def _ranks(view: State, body: str, found: list[Base]) -> list[list[Base]]:
    """The figures rank by rank from the front, each from left to right; a square's walls and a garrison are one."""
    if not found or facts.is_square(view, body) or any(b.pose is None for b in found):
        return [found[::-1]] if found else []
    along = Pose(0.0, 0.0, shape.front(view, body).facing)
    spots = {b.id: to_local(along, (b.pose.x, b.pose.y)) for b in found if b.pose is not None}
    places = shape.rank_of(tuple(b.shape for b in found), shape.triples(b.pose for b in found if b.pose), along.facing)
    out: list[list[Base]] = [[] for _ in range(max(places) + 1)]
    for base, place in zip(found, places, strict=True):
        out[place].append(base)
    return [sorted(rank, key=lambda b: spots[b.id][0]) for rank in out]


def closed_up(view: State, body: str) -> tuple[ev.Change, ...]:
    """The changes by which a body that has lost figures stands closed again, in its formation (NAP-CAS-08).

    A square keeps its middle, everybody else the middle of what is left of his front edge. Where companies have come up
    out of their order every rank closes up by itself (NAP-MEL-03).
    """
    told = facts.own(view, body)
    if not facts.figures(view, body) or told.stance.formation in ("garrison", "single", "deployed", "limbered"):
        return ()
    stand, inverted = shape.standing(view, body), shape.is_inverted(view, body)
    poses = shape.poses(view, body, told.stance.formation, stand.front, told.stance.abreast, inverted=inverted)
    if facts.is_square(view, body):
        inverted = False
        sine, cosine = sin_cos(stand.front.facing)
        size = facts.figures(view, body)[0].shape
        half = shape.side_of_square(len(poses), told.stance.formation, size) / 2.0
        x, y = stand.centre
        at = Pose(round(x + sine * half, 3), round(y + cosine * half, 3), stand.front.facing)
        poses = shape.poses(view, body, told.stance.formation, at)
    elif _is_out_of_order(view, body, poses):
        poses = _packed(view, body)
    here = {b.id: b.pose for b in facts.figures(view, body)}
    return tuple(ev.SetPose(b, p) for b, p in poses.items() if b in here and _moves(here[b], p))


def _is_out_of_order(view: State, body: str, poses: shape.Poses) -> bool:
    """Whether a company stands in another rank than its formation has it, or beyond another of the same rank."""
    parts = {sub: part for sub, part in facts.companies(view, body).items() if all(b.id in poses for b in part)}
    if len(parts) < 2 or not facts.is_close(view, body) or bases.scale(view) == "micro":
        return False
    front = shape.standing(view, body).front

    def middle(found: list[Pose]) -> tuple[int, float]:
        places = [to_local(front, (p.x, p.y)) for p in found]
        u, v = (sum(of) / len(found) for of in zip(*places, strict=True))
        return round(-v / next(iter(parts.values()))[0].shape.depth - 0.5), u

    now = [middle([b.pose for b in part if b.pose is not None]) for part in parts.values()]
    due = [middle([poses[b.id] for b in part]) for part in parts.values()]
    if [rank for rank, _ in now] != [rank for rank, _ in due]:
        return True
    pairs = ((i, k) for i in range(len(now)) for k in range(i) if due[i][0] == due[k][0])
    return any((now[i][1] - now[k][1]) * (due[i][1] - due[k][1]) < 0.0 for i, k in pairs)


def _packed(view: State, body: str) -> shape.Poses:
    """Every rank shoulder to shoulder about its middle."""
    along = Pose(0.0, 0.0, shape.front(view, body).facing)
    out: shape.Poses = {}
    for rank in _ranks(view, body, list(facts.figures(view, body))):
        spots = [(b, *to_local(along, (b.pose.x, b.pose.y))) for b in rank if b.pose]
        wide = sum(b.shape.width for b in rank)
        low, high = spots[0][1] - rank[0].shape.width / 2.0, spots[-1][1] + rank[-1].shape.width / 2.0
        u = (low + high - wide) / 2.0
        for base, _, v in spots:
            u += base.shape.width / 2.0
            facing = base.pose.facing if base.pose is not None else 0.0
            x, y = to_world(along, (u, v))
            out[base.id] = Pose(round(x, 3), round(y, 3), facing)
            u += base.shape.width / 2.0
    return out


def _moves(was: Pose | None, now: Pose) -> bool:
    return was is None or abs(was.x - now.x) > 0.002 or abs(was.y - now.y) > 0.002 or was.facing != now.facing
