"""The usual array never stands in its own line's way: in every system, with every shipped army at every size.

In front of whoever stands in the line, as broad as he is and as far as he goes in one move, is no friend, but: whom he
may pass by the rules; light foot that goes first (a screen of Warmaster Ancients); a hero at his troops' side. Behind
others stand only those for whom the line has no room left, and the veterans whose place that is. Nobody stands on
anybody else, and nobody is shut in on all four sides.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import pytest
import shapely
from msgspec.structs import replace

from game.engine.command import Answering
from game.engine.decision import Reply
from game.engine.loader import load_ruleset
from game.engine.ruleset import Ruleset, Setup, SideSetup
from game.engine.session import Session
from game.engine.state import State
from game.geometry.shapes import Footprint, Pose, corners, forward, right
from game.kit.deploy import AUTO
from rulesets.age_of_fantasy_skirmish.move import plans as afs_plans
from rulesets.ancient_battles.deploy import deployment
from rulesets.ancient_battles.field import blocks
from rulesets.ancient_battles.measures import MM_PER_INCH
from rulesets.ancient_battles.move import plans as wab_plans
from rulesets.napoleonic_wars.deploy import zones as nap_zones
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.march import rates
from rulesets.napoleonic_wars.measures import cm
from rulesets.universal_battle.move import allowance as usb
from rulesets.warmaster_ancients import data_files
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.data_types import MM_PER_CM
from rulesets.warmaster_ancients.deploy import zones

BRUSH = 5.0
"""mm2 that outlines may share."""
BEFORE = {
    "WMA": {"deploy", "first_turn"},
    "AFS": {"beneficiaries", "place_marker", "edge", "aside", "deploy", "scout"},
    "WAB": {"wab.edge", "wab.deploy"},
    "USB": {"deploy", "infiltrate", "lay_card", "lay_late_card", "card_turned"},
    "NAP": {"nap_deploy"},
}
"""What is asked before the battle."""
ENOUGH = {"NAP": ("meeting", "south")}
"""Where the array is the same in every scenario and for both sides: the one in which it is looked at."""


class Habits(NamedTuple):
    """What a system says of its troops: how far (mm) they go, whom one may pass, whose place is behind the line.

    ``front``: from where to where (mm) a side may stand; ``gap``: what is left free between neighbours; ``whole``:
    the state with all who are hidden.
    """

    move: Callable[[State, str], float]
    passes: Callable[[State, str, str], bool]
    behind: Callable[[State, str], bool] = lambda view, unit: False
    front: Callable[[State, str], tuple[float, float]] = lambda view, side: (0.0, view.table.width)
    gap: float = 0.0
    whole: Callable[[State], State] = lambda state: state


def _wma_move(view: State, unit: str) -> float:
    return data_files.load_troops()[profile(view, unit).type].move_cm * MM_PER_CM


def _wma_passes(view: State, unit: str, other: str) -> bool:
    """Characters do not block (WMA-MOV-09); light foot goes ahead of the line, and before it."""
    return zones.part_of(profile(view, other)) in ("command", "skirmish")


def _wab_passes(view: State, unit: str, other: str) -> bool:
    """Friends are not passed but by skirmishers and lone characters, and these may be passed (WAB-S07)."""
    return not blocks.formed(view, unit) or not blocks.formed(view, other)


def _wma_front(view: State, side: str) -> tuple[float, float]:
    west, _, east, _ = zones.zone(view, side).bounds
    return west + zones.MARGIN_MM, east - zones.MARGIN_MM


def _usb_passes(view: State, unit: str, other: str) -> bool:
    """A hero at his troops' side goes where they go."""
    return bool(view.units[other].own.joined) or view.units[unit].own.joined == other


def _nap_passes(view: State, unit: str, other: str) -> bool:
    """Generals are in nobody's way."""
    return bool(view.units[other].own.arm == "general")


def _nap_behind(view: State, unit: str) -> bool:
    """Brigades form up in two lines; the cavalry stands on the wings, with nobody before it."""
    own = view.units[unit].own
    brigade = [u.id for u in view.units_of(view.units[unit].side) if u.own.brigade == own.brigade and u.id != unit]
    ahead = [_nap_front(view, u) for u in brigade if view.units[u].own.arm in ("foot", "guns", "rockets")]
    second = max(ahead, default=0.0) - _nap_front(view, unit) > cm(nap_zones.number("rank_gap"))
    return own.arm == "foot" and second


def _nap_front(view: State, unit: str) -> float:
    """How far north a unit reaches (mm)."""
    return max((b.pose.y for b in view.bases_of(unit) if b.pose is not None), default=0.0)


HABITS = {
    "WMA": Habits(
        _wma_move,
        _wma_passes,
        lambda v, u: zones.part_of(profile(v, u)) == "reserve",
        _wma_front,
        zones.GAP_MM + zones.WING_GAP_MM,
    ),
    "AFS": Habits(lambda v, u: min(afs_plans.allowances(v, u, "advance").values(), default=0.0), lambda v, u, o: False),
    "WAB": Habits(lambda v, u: wab_plans.allowance(v, u, "move"), _wab_passes, gap=deployment.STEP * MM_PER_INCH),
    "USB": Habits(lambda v, u: usb.allowance(v, u, "tactical").total, _usb_passes),
    "NAP": Habits(lambda v, u: cm(rates.rate(v, u, "normal")), _nap_passes, _nap_behind, whole=known),
}


def outline(shape: Footprint, pose: Pose) -> shapely.Polygon:
    """What a base covers."""
    if shape.kind == "rect":
        return shapely.Polygon(corners(shape, pose))
    round_ = shapely.affinity.scale(shapely.Point(0.0, 0.0).buffer(1.0), shape.width / 2.0, shape.depth / 2.0)
    return shapely.affinity.translate(shapely.affinity.rotate(round_, -pose.facing, origin=(0.0, 0.0)), pose.x, pose.y)


def moved(outlines: list[shapely.Polygon], facing: float, ahead: float, aside: float) -> shapely.Geometry:
    """The ground that is passed on the way."""
    (fx, fy), (rx, ry) = forward(facing), right(facing)
    dx, dy = fx * ahead + rx * aside, fy * ahead + ry * aside
    swept = [shapely.convex_hull(shapely.union(o, shapely.affinity.translate(o, dx, dy))) for o in outlines]
    return shapely.union_all(swept)


def ready(rules: Ruleset) -> Iterator[tuple[str, Setup]]:
    """A side and a set-up in which it has a ready list: all lists, sizes and scenarios, both sides."""
    lists: set[tuple[str, int, tuple[tuple[str, int], ...]]] = set()
    for path in sorted((rules.meta.folder / "data" / "armies").glob("*.toml")):
        row = tomllib.loads(path.read_text(encoding="utf-8"))
        for one in row.get("sample", []):
            lists.add((row["id"], one.get("size", one.get("points")), tuple(one["counts"].items())))
    for size in {size for scenario in rules.scenarios() for size in scenario.sizes}:
        for army in rules.armies(size):
            lists.add((army.id, size, tuple((e.code, e.sample) for e in army.entries if e.sample)))
    scenario_id, only = ENOUGH.get(rules.meta.id, ("", ""))
    for scenario in (s for s in rules.scenarios() if scenario_id in ("", s.id)):
        for army_id, size, counts in sorted(lists):
            if size in scenario.sizes:
                usual = rules.default_setup(scenario.id, size)
                for side in [only] if only else usual.sides:
                    mine = replace(usual, seed="3", sides={**usual.sides, side: SideSetup(army_id, dict(counts))})
                    if not any(problem.fatal for problem in rules.check_setup(mine)):
                        yield side, mine


def arrayed(rules: Ruleset, setup: Setup) -> State:
    """Everybody in the usual array."""
    session = Session.start(rules, setup)
    while session.waiting and session.waiting[0].question in BEFORE[rules.meta.id]:
        decision = session.waiting[0]
        asked = session.asked(decision)
        reply = Reply(exit=AUTO) if any(e.id == AUTO for e in asked.exits) else asked.default
        assert isinstance(session.submit(Answering(decision.id, decision.side, reply)), tuple)
    return HABITS[rules.meta.id].whole(session.state)


def _is_token(own: Any) -> bool:
    return bool(getattr(own, "character", False)) or getattr(own, "arm", "") == "general"


class Array:
    """A side as it stands."""

    def __init__(self, view: State, side: str, habits: Habits) -> None:
        self.view, self.habits = view, habits
        self.at = {
            u.id: [outline(b.shape, b.pose) for b in view.bases_of(u.id) if b.pose is not None and b.where == "table"]
            for u in view.units_of(side)
        }
        self.at = {unit: found for unit, found in self.at.items() if found}
        self.tokens = {u for u in self.at if _is_token(view.units[u].own)}

    def facing(self, unit: str) -> float:
        """Where a unit looks."""
        return next(b.pose.facing for b in self.view.bases_of(unit) if b.pose is not None)

    def hit(self, unit: str, ahead: float, aside: float = 0.0) -> set[str]:
        """The friends, not to be passed, on a unit's way."""
        way = moved(self.at[unit], self.facing(unit), ahead, aside)
        others = (o for o in self.at if o != unit and not self.habits.passes(self.view, unit, o))
        return {o for o in others if any(way.intersection(g).area > BRUSH for g in self.at[o] if g.intersects(way))}

    def span(self, unit: str) -> tuple[float, float]:
        """From where to where a unit stands along the front."""
        west, _, east, _ = shapely.union_all(self.at[unit]).bounds
        return float(west), float(east)

    def stacked(self) -> set[tuple[str, str]]:
        """Who stands on whom."""
        units = [(u, g) for u in self.at if u not in self.tokens for g in self.at[u]]
        pairs = ((a, b) for k, a in enumerate(units) for b in units[:k] if a[0] != b[0])
        return {(a, b) for (a, g), (b, h) in pairs if g.intersects(h) and g.intersection(h).area > BRUSH}

    def blocked(self) -> dict[str, set[str]]:
        """Who is in whose way ahead, of all who are in the line: not behind it because there is no room left in it."""
        move = self.habits.move
        ways = {u: self.hit(u, move(self.view, u)) for u in self.at if u not in self.tokens}
        line = [u for u, before in ways.items() if not before and u not in self.tokens]
        return {u: before for u, before in ways.items() if before and not self._in_place(u, line)}

    def _in_place(self, unit: str, line: Sequence[str]) -> bool:
        """Whether a unit's place is behind the line: by its nature, or because the line has no room left for it."""
        if self.habits.behind(self.view, unit):
            return True
        (west, east), gap = self.span(unit), self.habits.gap
        at, end = self.habits.front(self.view, self.view.units[unit].side)
        solid = sorted(self.span(u) for u in line if not self.habits.passes(self.view, unit, u))
        for low, high in [*solid, (end, end)]:
            if low - at >= east - west + 2.0 * gap:
                return False
            at = max(at, high)
        return True

    def shut_in(self) -> list[str]:
        """Who has a friend close on all four sides."""
        near = 30.0
        ways = ((near, 0.0), (-near, 0.0), (0.0, near), (0.0, -near))
        return [u for u in self.at if u not in self.tokens and all(self.hit(u, *way) for way in ways)]


@pytest.mark.parametrize("ruleset", list(HABITS))
def test_the_usual_array_does_not_stand_in_its_own_way(ruleset: str) -> None:
    rules = load_ruleset(ruleset)
    wrong, seen = [], 0
    for side, setup in ready(rules):
        array = Array(arrayed(rules, setup), side, HABITS[ruleset])
        found = array.stacked(), array.blocked(), array.shut_in()
        seen += 1
        if any(found):
            wrong.append((setup.scenario, setup.sides[side].army, setup.options, side, found))
    assert wrong == []
    assert seen >= (10 if ruleset in ENOUGH else 20)
