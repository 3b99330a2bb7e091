"""The scripted general of rank and flank: every question of the rules, answered from what its side may see.

He deploys his line away from what terrifies it, and opposite it those who do not care.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import product

from game.bots.seat import Choice, Seat
from game.engine.decision import Aim, OptionAnswer, PlaceAnswer, Reply, Standing, TargetsAnswer
from game.engine.state import State, other_sides
from game.engine.text import T, Text
from game.geometry.shapes import Pose, forward, rounded
from game.kit import situation
from game.kit.general.shell import Answers, Scripted, in_tempers, left, said
from rulesets.ancient_battles.army import charts
from rulesets.ancient_battles.army.profiles import own
from rulesets.ancient_battles.charge import declaring
from rulesets.ancient_battles.charge.charges import CHARGE, DONE
from rulesets.ancient_battles.charge.reactions import FLEE, HOLD, PART
from rulesets.ancient_battles.charge.solver import charge_reach
from rulesets.ancient_battles.deploy import deployment
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.general import marching, standing
from rulesets.ancient_battles.general.worth import TEMPERS, Temper, charge_value, flight_cost, points, volley_value
from rulesets.ancient_battles.measures import MM_PER_INCH, inch
from rulesets.ancient_battles.nerve import leadership
from rulesets.ancient_battles.shoot import missiles, shooting
from rulesets.ancient_battles.shoot.shooting import VolleyData
from rulesets.ancient_battles.turn import turn

USUAL: dict[str, Text] = {
    "wab.edge": T("both edges are equally good"),
    "wab.rally": T("a rallied unit can fight again"),
    "wab.charge_move": T("with as many files in contact as possible"),
    "wab.react_next": T("in the order of the charges"),
    "wab.pursue": T("pursuit keeps beaten enemies from rallying"),
    "wab.follow": T("following up keeps the enemy in combat"),
    "wab.combat_order": T("in order from left to right"),
    "wab.strike": T("the enemy in front first"),
    "wab.hatred": T("re-rolling misses costs nothing"),
    "wab.general": T("the General's Leadership is higher"),
    "wab.reroll": T("a second roll costs nothing"),
    "wab.order_of_tests": T("in the order of the list"),
}
"""Why the default is taken, by question."""

FORESTALL, TOGETHER = 0.5, 0.5
"""Shares of what the enemy's own charge promises that it is worth to be first, of its loss where others charge too."""


def lead(view: State, side: str) -> float:
    """Victory points by which a side is ahead, as things stand (WAB-S32)."""
    return turn.score(view, side).total - turn.score(view, other_sides(view, side)[0]).total


def _declare(seat: Seat, temper: Temper) -> Choice:
    """The charge that promises most, as long as one promises enough; a frenzied unit's in any case."""
    view, tried = seat.view, seat.decision.args.get("tried", [])
    forced = [u for u in declaring.bound(view, seat.side) if u not in tried]
    units = (u for u in forced or declaring.may_charge(view, seat.side) if u not in tried)
    found: list[tuple[float, Aim]] = []
    for unit in (u for u in units if situation.side_of(view, u) == seat.side):
        for enemy in declaring.must_charge(view, unit) or declaring.targets(view, unit):
            if (value := _value(seat, unit, enemy, temper)) is not None:
                found.append((value, Aim(unit, CHARGE, enemy)))
    value, aim = max(found, key=lambda f: f[0], default=(0.0, None))
    if aim is not None and (forced or value > temper.dare):
        reply = Reply(TargetsAnswer((aim,)))
        if seat.check(reply).legal:
            return Choice(reply, T("the odds of this charge are good"))
    if forced:
        return Choice(seat.asked.default, T("a frenzied unit must charge"))
    return left(DONE, T("no charge promises enough"))


def _value(seat: Seat, unit: str, enemy: str, temper: Temper) -> float | None:
    """What a charge promises; None where it threatens nobody: that would be a mere normal move (WAB-S11)."""
    view = seat.view
    if not declaring.threatens(view, unit, enemy) or (value := charge_value(view, unit, enemy, temper)) is None:
        return None
    if facts.skirmishers(view, unit):
        return value
    if facts.lone(view, unit):
        return value - 0.5 * points(view, unit)
    if any(declaring.within_reach(view, c, enemy) for c in declaring.chargers_of(view, enemy) if c != unit):
        value = max(value, TOGETHER * value) + 0.15 * points(view, enemy)
    if standing.answered(view) and not facts.fleeing(view, enemy) and declaring.within_reach(view, enemy, unit):
        value += FORESTALL * max(0.0, charge_value(view, enemy, unit, temper) or 0.0)
    return value


def _nominate(seat: Seat, temper: Temper) -> Choice:
    """Every volley where it adds most to what is shot already; those with the least choice first."""
    view = seat.view
    free = [(u, missiles.targets(view, u)) for u in shooting.shooters(view, seat.side)]
    at: dict[str, list[VolleyData]] = {}
    aims: list[Aim] = []
    for unit, marks in sorted(free, key=lambda f: len(f[1])):
        gains: list[tuple[float, Aim]] = []
        for mark in marks:
            aim, so_far = Aim(unit, shooting.means_of(view, unit)[0], mark), at.get(mark, [])
            before = volley_value(view, so_far, temper) if so_far else 0.0
            gains.append((volley_value(view, [*so_far, shooting.volley_of(view, aim)], temper) - before, aim))
        if gains:
            aims.append(max(gains, key=lambda g: g[0])[1])
            at.setdefault(aims[-1].mark, []).append(shooting.volley_of(view, aims[-1]))
    reply = Reply(TargetsAnswer(tuple(aims)))
    if aims and seat.check(reply).legal:
        return Choice(reply, T("the targets with the most expected losses"))
    return Choice(seat.asked.default, T("the nearest target"))


def _react(seat: Seat, temper: Temper) -> Choice:
    """Run from a charge that would break the unit, if running may save it; else shoot, counter, hold."""
    view, unit = seat.view, seat.decision.args["unit"]
    open_ids = [c.id for c in seat.asked.space.parts[PART] if c.bar is None]  # type: ignore[union-attr]
    chargers = declaring.chargers_of(view, unit)
    threat = max([0.0, *(charge_value(view, c, unit, temper) or 0.0 for c in chargers)])
    weak = facts.skirmishers(view, unit) or facts.lone(view, unit)
    if FLEE in open_ids and threat > (0.0 if weak else 0.45 * points(view, unit)):
        fire = next((i for i in sorted(open_ids) if i.startswith("fire:")), "")
        if fire and _better_away(seat, unit, 1, threat, temper):
            return said(OptionAnswer({PART: fire}), T("it can shoot and still outrun the chargers"))
        if _better_away(seat, unit, 0, threat, temper):
            return said(OptionAnswer({PART: FLEE}), T("it can outrun a charge that would cost it more"))
    default = seat.asked.default
    assert isinstance(default.answer, OptionAnswer)
    if default.answer.parts[PART].partition(":")[0] != HOLD:
        return Choice(default, T("shots or a counter-charge weaken the chargers"))
    return Choice(default, T("the unit is expected to hold") if chargers else T("the charge cannot reach the unit"))


def _better_away(seat: Seat, unit: str, less: int, threat: float, temper: Temper) -> bool:
    """Whether to run, with so many dice less, is likely to save a unit and costs less than what threatens it."""
    view, foes = seat.view, declaring.chargers_of(seat.view, unit)
    run = 3.5 * MM_PER_INCH * (charts.flight_dice(facts.rate(view, unit)) - less)
    caught = any(declaring.gap_of(view, foe, unit) + run <= charge_reach(view, foe) for foe in foes)
    return not caught and flight_cost(view, unit, foes, less, temper) < threat


IN_LINE = T("foot in the middle, horse on the wings")
CLEAR, APART = 1.5, 10.0
"""Points for an inch that skirmishers stand farther from formed friends, up to so many inches: they may run past."""
STEP = 2.0
"""Inches between the places along the line that are looked at."""
AWAY = 28.0
"""Inches to the side at which a terrible enemy looks past a unit for a turn or two."""
SHY, HUNT, LINE = 1.0, 0.6, 0.35
"""Points for an inch farther from such an enemy, nearer to him for who does not mind him, away from the usual place."""


def _deploy(seat: Seat, temper: Temper) -> Choice:
    """The unit whose place depends least on the enemy's first; each where it stands best along the line."""
    view = seat.view
    for unit in sorted(deployment.unplaced(view, seat.side), key=lambda u: _late(view, u)):
        if (poses := deployment.usual(view, unit)) is None:
            continue
        files = own(view, unit).files
        best = max(_places(view, unit, poses), key=lambda there: _worth(view, unit, poses, there))
        reply = Reply(PlaceAnswer((Standing(unit, best, str(files) if files else ""),)))
        if seat.check(reply).legal:
            return Choice(reply, IN_LINE)
    return Choice(seat.asked.default, IN_LINE)


def _late(view: State, unit: str) -> int:
    """The foot; horse and skirmishers, who stand where there is room; those who go for the terrible; leaders."""
    if own(view, unit).character:
        return 4
    if not facts.skirmishers(view, unit) and leadership.exempt(view, unit, "terror"):
        return 3
    return 1 if facts.is_infantry(view, unit) and not facts.skirmishers(view, unit) else 2


def _places(view: State, unit: str, usual: Mapping[str, Pose]) -> Iterator[dict[str, Pose]]:
    """The usual place and those along the line to its sides, as far as they are free."""
    yield dict(usual)
    ax, ay = _along(usual)
    width, depth = view.table.width, view.table.depth
    for n, way in product(range(1, int(max(width, depth) / inch(STEP))), (-1.0, 1.0)):
        by = way * n * inch(STEP)
        there = {b: rounded(Pose(p.x + by * ax, p.y + by * ay, p.facing)) for b, p in usual.items()}
        on_table = all(0.0 < p.x < width and 0.0 < p.y < depth for p in there.values())
        if on_table and deployment.place_bar(view, unit, there) is None:
            yield there


def _along(poses: Mapping[str, Pose]) -> tuple[float, float]:
    """Direction of the line in which a unit stands: across its facing."""
    return forward(next(iter(poses.values())).facing + 90.0)


def _worth(view: State, unit: str, usual: Mapping[str, Pose], there: Mapping[str, Pose]) -> float:
    """Points that a place along the line is worth: near the usual one, off terror, clear of those behind."""
    axis, side = _along(usual), situation.side_of(view, unit)
    at = _middle(there, axis)
    friends = [f for f in facts.fielded(view, side) if not facts.skirmishers(view, f)]
    if own(view, unit).character:
        usually = sum(_place(view, f, axis) for f in friends) / len(friends) if friends else _middle(usual, axis)
        return -LINE * abs(at - usually)
    value = -LINE * abs(at - _middle(usual, axis))
    if facts.skirmishers(view, unit):
        value -= sum(CLEAR * max(0.0, APART - abs(at - _place(view, f, axis))) for f in friends)
    minds = not leadership.exempt(view, unit, "terror")
    for enemy in (e for e in facts.foes(view, unit) if facts.causes(view, e, "terror")):
        far = abs(at - _place(view, enemy, axis))
        value += SHY * min(AWAY, far) if minds else -HUNT * far
    return value


def _middle(poses: Mapping[str, Pose], axis: tuple[float, float]) -> float:
    """Where the middle of some models lies along the line (inches)."""
    return sum(p.x * axis[0] + p.y * axis[1] for p in poses.values()) / len(poses) / MM_PER_INCH


def _place(view: State, unit: str, axis: tuple[float, float]) -> float:
    x, y = facts.centre(view, unit)
    return (x * axis[0] + y * axis[1]) / MM_PER_INCH


def _of_the_turn(answering: Callable[[Seat, Temper], Choice]) -> Callable[[Seat, Temper], Choice]:
    """An answer weighed as the turn and the score make a temper weigh."""

    def answer(seat: Seat, temper: Temper) -> Choice:
        now = seat.view.own
        return answering(seat, temper.in_turn(now.turn, now.limit, lead(seat.view, seat.side)))

    return answer


ANSWERS: Answers[Temper] = {
    "wab.declare": _of_the_turn(_declare),
    "wab.react": _of_the_turn(_react),
    "wab.nominate": _of_the_turn(_nominate),
    "wab.move": _of_the_turn(marching.choose),
    "wab.deploy": _deploy,
}
General = partial(Scripted, ANSWERS, USUAL)
"""A general with a temper."""
bots = in_tempers(General, TEMPERS)
