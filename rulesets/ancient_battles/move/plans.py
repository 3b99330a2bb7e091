"""What a move comes to: its steps with their costs, where it ends, why it is refused."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

import msgspec
from msgspec.structs import replace

from game.engine.decision import Bar
from game.engine.state import State
from game.engine.text import TN, Angle, Length, T, Text, Thing
from game.geometry.notation import step_text
from game.geometry.shapes import Point, Pose, norm_deg
from game.geometry.steps import Advance, Form, Path, Step, Turn, Wheel
from rulesets.ancient_battles.measures import MEASURES, MM_PER_INCH, SLACK
from rulesets.ancient_battles.move import marching

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
    cost, most = Length(round(whole, 3)), Length(round(allowance, 3))
    text = T("Too far: it takes {cost} of {allowance}", cost=cost, allowance=most)
    if fits:
        text = T(
            "Too far: it takes {cost} of {allowance}; so much of it fits: {steps}",
            cost=cost,
            allowance=most,
            steps=list(told(fits)),
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


def told(steps: Sequence[Step]) -> tuple[Text, ...]:
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
        self.allowance = self.left = marching.allowance(view, unit, mode)
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
