"""A ruleset of a page that uses every seam of the engine: every kind of decision, both sorts of sealed group, hidden
troops, an interrupt half way, a deck, passengers, things due, re-rolls. It exists for tests only."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any, ClassVar

from game.engine.decision import Bar
from game.engine.ruleset import ArmyInfo, Card, CardRow, Meta, Overlay, Problem, ScenarioInfo, Setup, SideSetup
from game.engine.scenery import Weather
from game.engine.state import Base, Frame, Secret, Side, State, Table, Unit
from game.engine.text import T, Text, Thing
from game.geometry.shapes import Footprint, Pose
from game.geometry.tolerance import Measures
from tests.toy.flow import FRAMES, REACTORS, STEPS, RoundData
from tests.toy.questions import QUESTIONS

__all__ = ["TOY", "Bar"]


class Toy:
    """The toy ruleset: red in the south, blue in the north, a hidden unit each."""

    meta = Meta("TOY", "Toy", "1", Measures("cm", 10.0, 0.5), Path(__file__).parent)
    frames = FRAMES
    steps = STEPS
    reactors = REACTORS
    questions = QUESTIONS
    owns: ClassVar[dict[str, Any]] = {}

    def __init__(self) -> None:
        self.entries = {"round": lambda state, args: Frame("toy.round", data=RoundData())}

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        return (ScenarioInfo("field", "A field", "Two sides meet.", ("red", "blue")),)

    def armies(self, size: int) -> tuple[ArmyInfo, ...]:
        return (ArmyInfo("toys", "Toys", ()),)

    def default_setup(self, scenario: str, size: int) -> Setup:
        return Setup("TOY", scenario, {"red": SideSetup("toys"), "blue": SideSetup("toys")})

    def check_setup(self, setup: Setup) -> list[Problem]:
        if set(setup.sides) != {"red", "blue"}:
            return [Problem("sides", T("There must be a red and a blue side"))]
        return []

    def begin(self, setup: Setup) -> tuple[State, Frame]:
        units: dict[str, Unit] = {}
        bases: dict[str, Base] = {}
        secret: dict[str, Secret] = {}
        for k, side in enumerate(setup.sides):
            y, facing = (100.0, 0.0) if k == 0 else (900.0, 180.0)
            hidden: tuple[dict[str, Unit], dict[str, Base]] = ({}, {})
            for j, (name, n) in enumerate((("foot", 3), ("wagon", 1), ("scouts", 2))):
                unit = f"{name}-{side}"
                ids = tuple(f"{unit}.{i + 1}" for i in range(n))
                into = hidden if name == "scouts" else (units, bases)
                into[0][unit] = Unit(unit, side, name, name.title(), ids)
                for i, base in enumerate(ids):
                    pose = Pose(200.0 + 200.0 * j + 40.0 * i, y, facing)
                    into[1][base] = Base(base, unit, i + 1, Footprint("rect", 40.0, 20.0), pose)
            secret[side] = Secret(*hidden)
        sides = {s: Side(s, s.title(), k) for k, s in enumerate(setup.sides)}
        state = State("TOY", Table(1000.0, 1000.0), {}, sides, units, bases, secret=secret)
        return state, Frame("toy.round", data=RoundData())

    def position(self, document: dict[str, Any]) -> State:
        if document:
            raise ValueError(f"key {next(iter(document))}: the toy knows only its one table")
        return self.begin(self.default_setup("field", 0))[0]

    def bots(self) -> dict[str, Any]:
        return {}

    def overlays(self, view: State, thing: str, only: Collection[str] | None = None) -> tuple[Overlay, ...]:
        return ()

    def card(self, view: State, thing: str) -> Card:
        rows = (CardRow(T("Bases"), T("{n}", n=len(view.bases_of(thing)))),) if thing in view.units else ()
        return Card(T("{unit}", unit=Thing(thing)), rows)

    def status(self, view: State) -> tuple[tuple[Text, Text], ...]:
        return ((T("Table"), T("toy")),)

    def weather(self, view: State) -> Weather:
        return Weather(view.options.get("sky", "fair"), view.options.get("strength", 1.0))

    def upgrade(self, frame: Frame) -> Frame:
        if frame.v != 1:
            raise ValueError(f"frame {frame.name} has version {frame.v}")
        return frame


TOY = Toy()
