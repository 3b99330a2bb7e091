"""In which ways a unit may move in step 5, how far, and why not; what a move of it comes to.

WAB-MAR-01 to WAB-MAR-04, WAB-FMR-01 to WAB-FMR-05, WAB-FRM-08, WAB-RAL-05, WAB-R12, WAB-R13, WAB-R31, WAB-R37, WAB-S13,
WAB-S16.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from game.engine.decision import Bar
from game.engine.state import State
from game.engine.text import TN, Angle, Length, T, Text, Thing
from game.geometry.notation import step_text
from game.geometry.shapes import Point, Pose, norm_deg
from game.geometry.steps import Advance, Form, Path, Step, Turn, Wheel
from game.kit import situation
from rulesets.ancient_battles.army.profiles import own, profile
from rulesets.ancient_battles.data_files import NUMBERS
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.field.blocks import block_of, formed
from rulesets.ancient_battles.field.memory import settled
from rulesets.ancient_battles.measures import MEASURES, MM_PER_INCH, SLACK, inch

Mode = Literal["normal", "march", "fast_march", "reform", "disengage", "free"]
NEAR = NUMBERS.march_near.value
"""Inches within which enemies forbid a march (WAB-MAR-03, WAB-FMR-04)."""
MARCH, LONE_MARCH = NUMBERS.march_rate.value, NUMBERS.lone_march_rate.value
FAST = NUMBERS.fast_march_rate.value
"""Times the movement rate (WAB-MAR-02, WAB-R31, WAB-FMR-03)."""
BACK_OFF = 0.5
"""Inches by which a move is shortened until it ends clear of those it passes through."""
COLUMN = NUMBERS.column.value
"""Widest frontage of a march column (WAB-S13)."""


class Near(NamedTuple):
    """Enemies within 8 inches: those that forbid a march, and those that it may ignore (WAB-MAR-03, WAB-R13)."""

    forbid: tuple[str, ...]
    ignored: tuple[str, ...]


def allowance(view: State, unit: str, mode: str) -> float:
    """How far (mm) a unit may go in a mode."""
    rate = facts.rate(view, unit)
    if mode == "march":
        return rate * (LONE_MARCH if own(view, unit).character else MARCH)
    if mode == "fast_march":
        return rate * FAST
    return 0.0 if mode == "reform" else rate


@settled
def enemies_near(view: State, unit: str) -> Near:
    """The enemies within 8 inches of a unit as it is about to march."""
    riders = facts.is_cavalry(view, unit) or facts.is_chariots(view, unit)

    def ignored(enemy: str) -> bool:
        on_foot = facts.is_infantry(view, enemy) and not own(view, enemy).character
        return facts.fleeing(view, enemy) or facts.lone(view, enemy) or (riders and on_foot)

    near = facts.units_within(view, unit, NEAR, facts.foes(view, unit))
    return Near(tuple(e for e in near if not ignored(e)), tuple(e for e in near if ignored(e)))


def is_column(view: State, unit: str) -> bool:
    """Whether a unit stands in march column: 1 to 3 files and more ranks than files; chariots one behind another."""
    if not formed(view, unit):
        return False
    block = block_of(view, unit)
    if facts.is_chariots(view, unit):
        return block.files == 1 and block.ranks >= 2
    return block.files <= COLUMN and block.ranks > block.files


def march_bar(view: State, unit: str) -> Bar | None:
    """Why a unit may not march."""
    return _stride_bar(view, unit, "WAB-MAR-04", "WAB-MAR-01", "", "WAB-MAR-03", "WAB-MAR-06")


def _stride_bar(view: State, unit: str, kind: str, music: str, column: str, close: str, rough: str) -> Bar | None:
    """Why a unit may not march, each reason by its clause; ``column`` is "" where no column is asked for."""
    if facts.skirmishers(view, unit):
        return Bar(T("Skirmishers do not march"), kind)
    if facts.arm(view, unit) == "elephant":
        return Bar(T("Elephants do not march"), kind)
    if not profile(view, unit).row.musician and not own(view, unit).character:
        return Bar(T("{unit}: no musician", unit=Thing(unit)), music)
    if column and not is_column(view, unit):
        return Bar(T("{unit}: not in march column", unit=Thing(unit)), column)
    near = enemies_near(view, unit)
    enemy = facts.nearest(view, unit, (*near.forbid, *(near.ignored if column else ())))
    if enemy:
        gap = Length(round(facts.gap(view, unit, enemy), 3))
        text = T(
            "{unit} is only {gap} away; more than {limit} is needed",
            unit=Thing(enemy),
            gap=gap,
            limit=Length(inch(NEAR)),
        )
        return Bar(text, close)
    return Bar(T("{unit}: in rough ground", unit=Thing(unit)), rough) if facts.in_rough(view, unit) else None


Row = tuple[Text, str, *tuple[str, ...]]
"""A sentence, its clause, and the states of a unit (its own fields, or "engaged") of which it tells."""
_OUT: tuple[Row, ...] = ((T("{unit}: moved already"), "WAB-TRN-03", "moved"),)
_HOST: tuple[Row, ...] = (
    (T("{unit}: in close combat"), "WAB-S27", "engaged"),
    (T("{unit}: fleeing"), "WAB-S27", "fleeing"),
    (T("{unit}: rallied this turn"), "WAB-RAL-05", "rallied"),
    (T("{unit}: moved already"), "WAB-S27", "moved", "reformed", "charged", "charge_failed", "stationary"),
)
_SPENT: tuple[Row, ...] = (
    (T("{unit}: fleeing"), "WAB-TRN-05", "fleeing"),
    (T("{unit}: charged this turn"), "WAB-TRN-03", "charged", "charge_failed"),
    (T("{unit} must remain stationary"), "WAB-FEA-04", "stationary"),
    (T("{unit}: moved already"), "WAB-TRN-03", "moved", "reformed"),
)


def state_bar(view: State, unit: str, rows: tuple[Row, ...]) -> Bar | None:
    """The first of some states that a unit is in, in a rule's order, as what bars it."""
    mine = own(view, unit)
    for text, clause, *states in rows:
        if any(facts.engaged(view, unit) if s == "engaged" else getattr(mine, s) for s in states):
            return Bar(Text(text.key, {"unit": Thing(unit)}), clause)
    return None


def unit_bar(view: State, unit: str) -> Bar | None:
    """Why a unit may do nothing in step 5 any more (WAB-TRN-03), and why a character may not step out (WAB-S27)."""
    mine = own(view, unit)
    if mine.joined:
        return state_bar(view, mine.joined, _HOST) or state_bar(view, unit, _OUT)
    found = state_bar(view, unit, _SPENT)
    if found is None and facts.engaged(view, unit) and not mine.disengaging:
        return Bar(T("{unit}: in close combat", unit=Thing(unit)), "WAB-S16")
    if found is None and mine.rallied and facts.lone(view, unit):
        return Bar(T("{unit}: rallied this turn", unit=Thing(unit)), "WAB-RAL-05")
    return found


def modes(view: State, unit: str) -> dict[Mode, Bar | None]:
    """The ways in which a unit may move, each with its bar, for a unit that may act at all."""
    mine = own(view, unit)
    if mine.disengaging:
        return {"disengage": None}
    if mine.rallied:  # it needs no musician (WAB-RAL-05, WAB-R37)
        return {"reform": None}
    if mine.character:
        return {"free": None, "march": march_bar(view, unit)}
    if facts.loose(view, unit):
        return {"free": None}
    reform = None
    if not profile(view, unit).row.musician:
        reform = Bar(T("{unit}: no musician", unit=Thing(unit)), "WAB-FRM-08")
    # a fast march is one in column, and no enemy is ignored
    fast = _stride_bar(view, unit, "WAB-FMR-05", "WAB-FMR-01", "WAB-FMR-02", "WAB-FMR-04", "WAB-FMR-07")
    return {"normal": None, "march": march_bar(view, unit), "fast_march": fast, "reform": reform}


def movers(view: State, side: str) -> tuple[str, ...]:
    """Units and characters of a side that may still act in step 5, in the order of the army list."""
    mine = (u.id for u in view.units.values() if u.side == side)
    return tuple(u for u in mine if situation.on_table(view, u) and unit_bar(view, u) is None)


def march_clauses(mode: str) -> tuple[str, str] | None:
    """Clauses by which rough ground and obstacles bar a march, None for other moves."""
    return {"march": ("WAB-MAR-06", "WAB-MAR-07"), "fast_march": ("WAB-FMR-07", "WAB-FMR-08")}.get(mode)


CLAUSES = {"march": "WAB-MAR-02", "fast_march": "WAB-FMR-03"}


class Plan(msgspec.Struct, frozen=True):
    """A move judged: its steps, paths of formed units solved into wheels and advances, and what each costs (mm).

    ``front`` and ``files`` are those of a formed unit at the end; ``path`` is the way (mm) of its front's middle, or of
    the middle of a loose unit. ``bar`` tells why it is refused, None where it is legal: steps and poses then show it as
    it was wished for, and ``nearest`` are the steps of the nearest legal move, empty where there is none.
    """

    unit: str
    mode: str
    steps: tuple[Step, ...] = ()
    costs: tuple[float, ...] = ()
    allowance: float = 0.0
    front: Pose | None = None
    files: int = 0
    poses: dict[str, Pose] = {}
    path: tuple[Point, ...] = ()
    bar: Bar | None = None
    nearest: tuple[Step, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether the move is allowed."""
        return self.bar is None

    @property
    def cost(self) -> float:
        """Allowance (mm) used up."""
        return sum(self.costs)


def written(steps: Sequence[Step], costs: Sequence[float]) -> str:
    """Steps as a player would note them, with the price of all that costs otherwise than its length.

    >>> from game.geometry.steps import Wheel
    >>> written((Wheel(30.0, "left"), Advance(25.0)), (52.36, 25.0))
    'wheel L 30 (2.094"), adv 1"'
    """
    found = []
    for step, cost in zip(steps, costs, strict=True):
        plain = isinstance(step, Advance) and abs(step.distance - cost) <= SLACK
        free = plain or (isinstance(step, Path) and len(steps) == 1)
        found.append(step_text(step, MEASURES) + ("" if free else f' ({round(cost / MM_PER_INCH, 3):g}")'))
    return ", ".join(found)


class Dear(Bar, frozen=True):
    """The bar of a move that costs more than there is: ``whole`` mm."""

    whole: float = 0.0


def too_far(whole: float, allowance: float, clause: str, fits: Sequence[Step] = ()) -> Dear:
    """The bar of a move that costs more (mm) than there is, perhaps with what of it may be done."""
    of = {"cost": Length(round(whole, 3)), "allowance": Length(round(allowance, 3))}
    text = T("Too far: {cost} needed, {allowance} allowed", **of)
    if fits:
        text = T(
            "Too far: {cost} needed, {allowance} allowed. This part fits: {steps}", **of, steps=list(step_texts(fits))
        )
    return Dear(text, clause, round(whole, 3))


def files_of(step: Form) -> int:
    """The frontage that a step names: in its count, or as the name of the formation."""
    return step.files or (int(step.formation) if step.formation.isdigit() else 0)


def files_bar(unit: str, files: int, most: int, clause: str = "WAB-S35") -> Bar | None:
    """Why a unit cannot stand in so many files."""
    if 1 <= files <= most:
        return None
    return Bar(T("{unit}: from 1 to {n} files", unit=Thing(unit), n=most), clause)


def reform_of(steps: Sequence[Step], files: int, facing: float) -> tuple[int, float]:
    """Frontage and facing (degrees) that a reform names, by default those there are."""
    for step in steps:
        if isinstance(step, Path | Form) and step.facing is not None:
            facing = step.facing
        if isinstance(step, Form):
            files = files_of(step) or files
    return files, round(norm_deg(facing), 3)


def step_texts(steps: Sequence[Step]) -> tuple[Text, ...]:
    """Steps in words, for the log; the path of a loose unit says nothing that its length does not."""
    found: list[Text] = []
    for step in steps:
        if isinstance(step, Advance):
            found.append(T("ahead {length}", length=Length(round(step.distance, 1))))
        elif isinstance(step, Wheel):
            angle = Angle(round(step.angle, 1))
            right = step.hand == "right"
            found.append(T("wheel right {angle}", angle=angle) if right else T("wheel left {angle}", angle=angle))
        elif isinstance(step, Turn) or (isinstance(step, Form) and step.formation == "about"):
            found.append(T("about-face"))
        elif isinstance(step, Form) and files_of(step):
            found.append(TN("into {n} file", "into {n} files", files_of(step)))
    return tuple(found)


Barred = tuple[Bar | None, Step | None]
"""What bars a step, and as much of it as may be done; None where it is done."""


class Body(ABC):
    """A unit on its move: the steps done, what each cost, what is left of its allowance (mm), its way."""

    def __init__(self, view: State, unit: str, mode: str) -> None:
        self.view, self.unit, self.mode = view, unit, mode
        self.allowance = self.left = allowance(view, unit, mode)
        self.steps: list[Step] = []
        self.costs: list[float] = []
        self.path: list[Point] = []

    @abstractmethod
    def do(self, step: Step) -> Barred:
        """Do a step, or as much of it as is told."""

    @abstractmethod
    def end(self) -> Bar | None:
        """Why it may not stand where it has come to."""

    @abstractmethod
    def shorter(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """Steps that end a little sooner."""

    @abstractmethod
    def plan(self, drop: Path | None = None) -> Plan:
        """What has been walked, shown where it ends or where it was dropped."""

    def planned(self, poses: dict[str, Pose], front: Pose | None = None, files: int = 0) -> Plan:
        """The steps done and their costs, with poses to show."""
        steps, costs, path = tuple(self.steps), tuple(self.costs), tuple(self.path)
        return Plan(self.unit, self.mode, steps, costs, self.allowance, front, files, poses, path)

    def dear(self, cost: float, clause: str = "") -> Dear:
        """The bar of a step that costs more than is left."""
        whole = round(self.allowance - max(self.left, 0.0) + cost, 3)
        return too_far(whole, self.allowance, clause or CLAUSES.get(self.mode, "WAB-S07"))


def run(body: Body, steps: Sequence[Step]) -> Barred:
    """Do steps in their order; the first bar, and as much of the barred step as may be done."""
    for step in steps:
        bar, shorter = body.do(step)
        if bar is not None:
            return bar, shorter
    return None, None


def judged(start: Callable[[], Body], steps: Sequence[Step]) -> Plan:
    """A whole move; where it is barred, as it was wished for, with the steps of the nearest legal one."""
    body = start()
    bar, shorter = run(body, steps)
    if bar is None:
        bar, shorter = body.end(), None
    if bar is None:
        return body.plan()
    drop = next((s for s in reversed(steps) if isinstance(s, Path)), None)
    nearest = (*body.steps, *((shorter,) if shorter is not None else ()))
    wished = body.plan(drop if drop and drop.points else None)
    return replace(wished, bar=bar, nearest=_clear(start, nearest))


def _clear(start: Callable[[], Body], steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Steps shortened at their end until the unit ends clear of everybody; nothing where that takes all of them."""
    while steps:
        body = start()
        bar, _ = run(body, steps)
        if bar is None and body.end() is None:
            return tuple(body.steps)
        steps = body.shorter(steps)
    return ()
