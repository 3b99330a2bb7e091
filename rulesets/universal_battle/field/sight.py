"""Who sees whom: three lines from a head to a base, past forests, smoke, blocks and the models of other units.

USB-VIS-01 to -04, USB-S03. Lines are drawn in plan; heights tell only whether a line passes over a model. A block does
not hide what stands on it.
"""

from __future__ import annotations

import numpy as np

from game.engine.state import State
from game.geometry.bases import Bases, Indices
from game.geometry.crossing import through_bases
from game.geometry.scene import Scene
from game.geometry.shapes import Floats, Footprint, Pose
from game.geometry.sight import Screen
from game.geometry.sightfield import NOBODY, SightField
from game.kit.figures.outlines import Truths
from rulesets.universal_battle.data_files import number
from rulesets.universal_battle.field.facts import friends, host, left, models, own
from rulesets.universal_battle.field.ground import SMOKE, Board, board, rows, standing
from rulesets.universal_battle.measures import SLACK, inch

SCREENS = (Screen(("block",), lifted=True),)
Spot = tuple[float, float, float]
"""A point with its height (mm)."""


class Sight:
    """What blocks lines of sight in a situation: forests and blocks, models of other activations, smoke."""

    def __init__(self, now: Board, hosts: tuple[str, ...], smoke: Bases) -> None:
        self.now, self.smoke = now, smoke
        self.heads: Floats = now.heights + now.tall
        shapes, poses = [now.bases.footprint(k) for k in range(len(now))], [now.bases.pose(k) for k in range(len(now))]
        scene = Scene(now.ids, hosts, shapes, poses, now.ground.hiding)
        self.field = SightField(scene, SCREENS, (self.heads + SLACK).tolist())
        apart = np.hypot(now.bases.xs[:, None] - smoke.xs[None], now.bases.ys[:, None] - smoke.ys[None])
        within = apart < (now.bases.widths[:, None] + smoke.widths[None]) / 2.0 - SLACK
        # the last row is for a bare point
        self.in_smoke: Truths = np.concatenate((within, np.zeros((1, len(smoke)), dtype=np.bool_)))

    def free(self, starts: Floats, ends: Floats, viewers: Indices, targets: Indices) -> Truths:
        """Which lines (s, 3) are free between models by their rows, or from and to `NOBODY`."""
        out = self.field.blocked(starts, ends, viewers, targets)
        for k in range(len(self.smoke)):
            cloud = np.full(len(starts), k, dtype=np.intp)
            low, high = through_bases(starts[:, :2], ends[:, :2], self.smoke, cloud, SLACK)
            out |= (high > low) & ~self.in_smoke[viewers, k] & ~self.in_smoke[targets, k]
        return np.asarray(~out)

    def seen(self, viewers: Indices, targets: Indices) -> Truths:
        """Whom of some models (n, m) others see: one of three lines is free (USB-S03)."""
        bases, n, m = self.now.bases, len(viewers), len(targets)
        eyes = np.column_stack((bases.centres, self.heads))
        way = bases.centres[targets][None] - bases.centres[viewers][:, None]
        length = np.hypot(way[..., 0], way[..., 1])[..., None]
        way = np.where(length == 0.0, (0.0, 1.0), way / np.where(length == 0.0, 1.0, length))
        edge = np.maximum(bases.widths[targets] / 2.0 - inch(number("inset")), 0.0)
        aside = np.stack((way[..., 1], -way[..., 0], np.zeros((n, m))), axis=-1) * edge[None, :, None]
        ends = eyes[targets][None, :, None] + aside[:, :, None] * np.array((0.0, -1.0, 1.0))[:, None]
        starts = np.broadcast_to(eyes[viewers][:, None, None], ends.shape)
        who, whom = np.repeat(viewers, m * 3), np.tile(np.repeat(targets, 3), n)
        free = self.free(starts.reshape(-1, 3), ends.reshape(-1, 3), who, whom)
        return np.asarray(free.reshape(n, m, 3).any(axis=-1))


@standing
def _smoke(view: State) -> tuple[Pose, ...]:
    return tuple(m.pose for m in view.markers.values() if m.kind == SMOKE and m.pose is not None)


@standing
def _hosts(view: State) -> tuple[str, ...]:
    """The activation of each model on the table."""
    return tuple(host(view, u) for u in board(view).units)


@standing
def sight_of(view: State) -> Sight:
    """What blocks sight in a view; made once for a situation."""
    now, smoke, hosts = board(view), _smoke(view), _hosts(view)

    def made() -> Sight:
        across = inch(number("smoke"))
        return Sight(now, hosts, Bases.of([Footprint("circle", across, across)] * len(smoke), list(smoke)))

    return now.memo.once(("sight", smoke, hosts), made)


@standing
def _seen(view: State, unit: str, target: str) -> Truths:
    """Whom (n, m) of another activation the models of one, or the carrier it is in, see.

    It depends on these models, on those between them and on smoke: whatever changes elsewhere, it is known already.
    """
    now, who, whom = board(view), rows(view, unit), rows(view, target)
    if not len(who) or not len(whom):
        return np.zeros((len(who), len(whom)), dtype=np.bool_)
    between = now.within(np.concatenate((who, whom)))
    between[who] = between[whom] = False
    key = ("seen", now.stance(who), now.stance(whom), now.stance(between), _smoke(view))
    return now.ground.lasting.once(key, lambda: sight_of(view).seen(who, whom))


def seers(view: State, unit: str, target: str) -> tuple[str, ...]:
    """The models of an activation that see a model of another one; in a carrier all of them do or none (USB-SHT-02)."""
    if own(view, host(view, target)).aboard:
        return ()
    found = np.asarray(_seen(view, unit, target).any(axis=1)).tolist()
    if own(view, host(view, unit)).aboard:
        return tuple(b.id for b in left(view, unit)) if any(found) else ()
    return tuple(b.id for b, free in zip(models(view, unit), found, strict=True) if free)


@standing
def sees_unit(view: State, unit: str, target: str) -> bool:
    """Whether a model of an activation sees a model of another one."""
    return bool(seers(view, unit, target))


@standing
def seen_by_friends(view: State, unit: str, target: str) -> bool:
    """Whether another activation of a unit's side on the table sees a target (USB-R45, USB-R64)."""
    return any(sees_unit(view, f, target) for f in friends(view, unit))


def clear(view: State, start: Spot, end: Spot, unit: str = "", target: str = "") -> bool:
    """Whether a line between two points is free; the models of two activations do not block it (USB-S19)."""
    sight = sight_of(view)
    who, whom = (rows(view, u)[:1].tolist() if u else [] for u in (unit, target))
    ends = [np.array([spot], dtype=np.float64) for spot in (start, end)]
    viewer, seen = (np.array(found or [NOBODY], dtype=np.intp) for found in (who, whom))
    return bool(sight.free(ends[0], ends[1], viewer, seen)[0])
