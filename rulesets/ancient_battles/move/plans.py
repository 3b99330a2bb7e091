"""What a move comes to: its steps with their costs, where it ends, why it is refused."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from game.engine.decision import Bar
from game.engine.text import TN, Angle, Length, T, Text
from game.geometry.notation import step_text
from game.geometry.shapes import Point, Pose
from game.geometry.steps import Advance, Form, Path, Step, Turn, Wheel
from rulesets.ancient_battles.measures import MEASURES, MM_PER_INCH, SLACK

CLAUSES = {"march": "WAB-MAR-02", "fast_march": "WAB-FMR-03"}


class Plan(msgspec.Struct, frozen=True):
    """A move judged.

    Attributes
    ----------
    steps
        Its steps as they are carried out: paths of formed units solved into wheels and advances.
    costs
        Allowance (mm) that each of them uses up.
    allowance
        The whole allowance (mm).
    front, files
        Front and frontage of a formed unit at the end.
    poses
        Where every figure ends, by base.
    path
        Way of the front's middle (of a loose unit: of its middle), mm.
    bar
        Why it is refused, None where it is legal. ``steps`` and ``poses`` then show it as it was wished for.
    nearest
        Steps of the nearest legal move; empty where there is none.
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
        text = step_text(step, MEASURES)
        plain = isinstance(step, Advance) and abs(step.distance - cost) <= SLACK
        if plain or (isinstance(step, Path) and step is steps[-1] and len(steps) == 1):
            found.append(text)
        else:
            found.append(f'{text} ({round(cost / MM_PER_INCH, 3):g}")')
    return ", ".join(found)


class Dear(Bar, frozen=True):
    """The bar of a move that costs more than there is.

    Attributes
    ----------
    whole
        mm that it would use up.
    """

    whole: float = 0.0


def dear(mode: str, cost: float, left: float, allowance: float, clause: str = "") -> Dear:
    """The bar of a step that costs more than is left."""
    whole = round(allowance - max(left, 0.0) + cost, 3)
    text = T("Too far: it takes {cost} of {allowance}", cost=Length(whole), allowance=Length(round(allowance, 3)))
    return Dear(text, clause or CLAUSES.get(mode, "WAB-S07"), whole)


def reckoned(bar: Dear, whole: float, allowance: float, fits: Sequence[Step]) -> Dear:
    """The bar of a move that costs more than there is, with the cost (mm) of all of it and what of it may be done."""
    cost, most = Length(round(whole, 3)), Length(round(allowance, 3))
    text = T("Too far: it takes {cost} of {allowance}", cost=cost, allowance=most)
    if fits:
        text = T(
            "Too far: it takes {cost} of {allowance}; so much of it fits: {steps}",
            cost=cost,
            allowance=most,
            steps=list(told(fits)),
        )
    return Dear(text, bar.clause, round(whole, 3))


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
        elif isinstance(step, Form):
            files = step.files or (int(step.formation) if step.formation.isdigit() else 0)
            if files:
                found.append(TN("into {n} file", "into {n} files", files))
    return tuple(found)
