"""What the Universal battle system measures of its own: a move drawn among sixty models, beside plain ways."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import shapely
from msgspec.structs import replace

from game.engine.decision import Course, MoveAnswer
from game.engine.state import State
from game.engine.tells import Bench
from game.geometry.steps import Path
from game.kit.benches import stirred
from game.kit.figures.board import middle
from rulesets.universal_battle.charge import reach
from rulesets.universal_battle.deploy.positions import build
from rulesets.universal_battle.field import facts, sight
from rulesets.universal_battle.field.ground import ground_of, what_if
from rulesets.universal_battle.field.spacing import poses_of
from rulesets.universal_battle.measures import inch
from rulesets.universal_battle.move import plans

FINE, LIMIT = 1.0, 16.0
"""mm by which the plain ways feel along; ms that a frame of the screen leaves."""
MOVED = "BSLI"


def crowd() -> State:
    """Sixty models: five units of six on either side, in reach of each other, a wood and a wall between."""
    rows: list[dict[str, object]] = []
    for k in range(5):
        number = str(k + 1) if k else ""
        rows.append({"id": f"BSLI{number}", "kind": "BSLI", "at": [4.5 + 6.8 * k, 13.0 - 2.0 * (k % 2)]})
        rows.append({"id": f"STRO{number}", "kind": "STRO", "at": [4.5 + 6.8 * k, 20.0 + 2.5 * (k % 2)]})
    wood = {"kind": "forest", "box": [12.0, 14.5, 16.0, 18.0]}
    return build({"units": rows, "terrain": [wood]}, "sixty models")


def plain_sight(view: State, unit: str, target: str) -> bool:
    """Whether a unit sees another, line by line past plain circles and pieces of terrain."""
    mine = facts.company(view, unit)
    discs = {
        b.id: shapely.Point(b.pose.x, b.pose.y).buffer(b.shape.width / 2.0)
        for b in view.bases.values()
        if b.pose is not None and b.unit not in (*mine, target)
    }
    hiding = [p.area for p in ground_of(view).pieces if p.kind.forest or p.kind.solid]
    for a, b in itertools.product(facts.models(view, unit), facts.models(view, target)):
        assert a.pose is not None
        assert b.pose is not None
        line = shapely.LineString(((a.pose.x, a.pose.y), (b.pose.x, b.pose.y)))
        if not any(line.intersection(shape).length > 1.0 for shape in (*discs.values(), *hiding)):
            return True
    return False


def plain_move(view: State, unit: str, dx: float, dy: float) -> bool:
    """Whether a unit may be shifted, felt for bit by bit: nobody near an enemy on the way, the models together."""
    here = poses_of(view, unit)
    foes = [b for e in facts.enemies(view, unit) for b in facts.models(view, e)]
    ways = [(b, view.bases[b].shape.width / 2.0) for b in here]
    for k in range(math.ceil(math.hypot(dx, dy) / FINE) + 1):
        part = min(1.0, k * FINE / math.hypot(dx, dy))
        for base, radius in ways:
            spot = shapely.Point(here[base].x + dx * part, here[base].y + dy * part)
            for foe in foes:
                assert foe.pose is not None
                gap = spot.distance(shapely.Point(foe.pose.x, foe.pose.y)) - radius - foe.shape.width / 2.0
                if gap < inch(1.0):
                    return False
    return True


def preview(view: State, unit: str, answer: MoveAnswer) -> object:
    """What is shown while a unit is led: its ways and coherency, whom it sees at their end, whom it may charge."""
    plan = plans.judge(view, unit, "tactical", answer.courses)
    there = what_if(view, plan.ends)
    seen = [sight.sees_unit(there, unit, e) for e in facts.enemies(there, unit)]
    return plans.verdict(view, answer, "tactical", plan), seen, reach.charge_marks(there, unit)


def benches() -> Sequence[Bench]:
    """The jobs to measure."""
    view, moves = crowd(), itertools.count(1)
    anew = stirred(view, "STRO5.6")
    here = middle(poses_of(view, MOVED).values())

    def led() -> tuple[float, float]:
        """The next place of a hand that moves a little all the time."""
        n = next(moves)
        return 40.0 + 0.01 * (n % 997), 60.0 + 0.01 * (n % 991)

    def ours() -> object:
        dx, dy = led()
        path = Path(((round(here[0] + dx, 3), round(here[1] + dy, 3)),))
        return preview(view, MOVED, MoveAnswer(MOVED, "tactical", "", (Course(MOVED, (path,)),)))

    def plain() -> object:
        dx, dy = led()
        ends = {b: replace(p, x=p.x + dx, y=p.y + dy) for b, p in poses_of(view, MOVED).items()}
        there = view.with_poses(ends)
        return plain_move(view, MOVED, dx, dy), [plain_sight(there, MOVED, e) for e in facts.enemies(there, MOVED)]

    def seeing(now: State) -> object:
        return [sight.sees_unit(now, MOVED, e) for e in facts.enemies(now, MOVED)]

    def seeing_plainly(now: State) -> object:
        return [plain_sight(now, MOVED, e) for e in facts.enemies(now, MOVED)]

    return (
        Bench("a move led among 60 models, with sight and charges", plain, ours, LIMIT),
        Bench("whom a unit sees among 60 models", lambda: seeing_plainly(anew()), lambda: seeing(anew()), LIMIT),
    )
