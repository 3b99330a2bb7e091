"""Cover as each shooting model finds it (AFS-CVR-01 to -03, AFS-R61, AFS-R62, AFS-S11).

A lone model is covered if more than half of its base lies inside cover terrain or five of nine lines are blocked. A
model of a group counts as covered if its whole base lies inside cover terrain, or if two of three lines are blocked in
every column; the group is in cover if more than half of its models count.
"""

from __future__ import annotations

import numpy as np

from game.engine.state import State
from game.engine.text import TN, T, Text, Thing
from game.kit.figures.outlines import Truths
from rulesets.age_of_fantasy_skirmish.army import specials
from rulesets.age_of_fantasy_skirmish.data_files import whole
from rulesets.age_of_fantasy_skirmish.field import sight
from rulesets.age_of_fantasy_skirmish.field.ground import Board, board, remembered
from rulesets.age_of_fantasy_skirmish.own import WeaponOwn


def covered(view: State, shooter: str, unit: str, weapon: WeaponOwn | None = None) -> tuple[bool, Text]:
    """Whether a unit is in cover from a shooting model, and why.

    Its weapon may ignore cover, all of it or that of what blocks sight (AFS-BLAST-01, AFS-IND-03).
    """
    return _judged(view, shooter, unit, _ignored(weapon))


@remembered
def _judged(view: State, shooter: str, unit: str, ignored: str) -> tuple[bool, Text]:
    now = board(view)
    if ignored == "all":
        return False, T("the weapon ignores cover")
    if not len(now.rows(unit)) or shooter not in now.index:
        return False, T("not on the table")
    inside = in_terrain(now, unit)
    behind = behind_blockers(view, shooter, unit) if ignored != "blockers" else np.zeros_like(inside)
    n, count = int((inside | behind).sum()), len(inside)
    if count == 1:
        return n == 1, _lone(view, shooter, unit, bool(inside[0]), bool(behind[0]), ignored)
    text = TN("{n} model of {of} counts as covered", "{n} models of {of} count as covered", n, of=count)
    return 2 * n > count, text


def _ignored(weapon: WeaponOwn | None) -> str:
    found = {r.ignores_cover for r in specials.of(weapon.rules)} if weapon is not None else set()
    return "all" if "all" in found else "blockers" if "blockers" in found else ""


def _lone(view: State, shooter: str, unit: str, inside: bool, behind: bool, ignored: str) -> Text:
    """What is said of a lone model."""
    if inside:
        return T("more than half of its base is inside cover terrain")
    if ignored == "blockers":
        return T("the weapon ignores what blocks sight")
    (base,) = view.bases_of(unit)
    count = 9 - int(sight.lines_free(view, shooter, base.id).sum())
    if not behind:
        return T("{n} of 9 lines are blocked", n=count)
    things = [Thing(b) for b in sight.blockers(view, shooter, base.id)]
    return T("{n} of 9 lines are blocked: {blockers}", n=count, blockers=things)


def in_terrain(now: Board, unit: str) -> Truths:
    """Which models (n,) of a unit count as covered by the terrain they stand in, whoever shoots."""
    return now.memo.once(("in terrain", unit), lambda: _in_terrain(now, now.rows(unit).tolist()))


def _in_terrain(now: Board, rows: list[int]) -> Truths:
    models = [(now.bases.footprint(k), now.bases.pose(k)) for k in rows]
    if len(models) == 1:
        return np.array([now.ground.cover_share(*models[0]) > 0.5 + 1e-9])
    return np.array([now.ground.wholly_in_cover(*model) for model in models], dtype=np.bool_)


def behind_blockers(view: State, shooter: str, unit: str) -> Truths:
    """Which models (n,) of a unit count as covered by what blocks sight from a shooting model."""
    now = board(view)
    free = np.stack([sight.lines_free(view, shooter, now.ids[k]) for k in now.rows(unit).tolist()])
    return judged(~free)


def judged(blocked: Truths) -> Truths:
    """Which of the models of a unit count as covered, by their blocked lines (n, 3 columns, 3 rows) (AFS-S11)."""
    if len(blocked) == 1:
        return np.asarray(blocked.sum(axis=(1, 2)) >= whole("cover_lines"))
    return np.asarray((blocked.sum(axis=2) >= whole("cover_column")).all(axis=1))
