"""The order in which reactors act: event by event, each event's in the order of the modules, each frame to its end."""

from __future__ import annotations

from types import ModuleType
from typing import Any, ClassVar

from msgspec.structs import replace

from game.engine.declared import on
from game.engine.dice import ScriptedDice
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.ruleset import SideSetup
from game.engine.session import Session
from game.engine.state import Frame, Luck
from game.engine.system import reactors
from tests.toy import Toy


def _begin(run: Run, data: Any, got: Any) -> Outcome:
    """Two events in one step: what reacts to them comes before the next step."""
    run.emit("first", "flow", None)
    run.emit("second", "flow", None)
    return Goto("after", data)


def _after(run: Run, data: Any, got: Any) -> Outcome:
    run.emit("mark", "flow", None, data={"by": "after"})
    return Done()


def _mark(run: Run, data: Any, got: Any) -> Outcome:
    run.emit("mark", "flow", None, data={"by": data["by"]})
    if data["by"] == "a":
        run.emit("third", "flow", None)
    return Done()


def by(*names: str) -> Any:
    """A reactor that puts frames on the stack."""
    return lambda run, event: tuple(Frame("r.mark", data={"by": name}) for name in names)


class Reacting(Toy):
    """The toy with a frame that two events call reactors to."""

    frames: ClassVar[dict[str, Any]] = {**Toy.frames, "r.begin": None, "r.mark": None}
    steps: ClassVar[dict[Any, Any]] = {
        **Toy.steps,
        ("r.begin", "begin"): _begin,
        ("r.begin", "after"): _after,
        ("r.mark", "begin"): _mark,
    }
    reactors: ClassVar[dict[str, Any]] = {"first": (by("a", "b"), by("c")), "second": (by("d"),), "third": (by("e"),)}


def test_the_first_event_is_reacted_to_first_and_each_reactor_in_its_turn() -> None:
    """What a reaction brings about is reacted to before the next of them goes on."""
    toy: Any = Reacting()
    sides = {"red": SideSetup("toys"), "blue": SideSetup("toys")}
    state, _ = toy.begin(replace(toy.default_setup("field", 100), sides=sides))
    session = Session.from_state(toy, replace(state, luck=Luck("scripted")), Frame("r.begin"), ScriptedDice([]))
    marks = [e.data["by"] for line in session.lines for e in line.events if e.type == "mark"]
    assert marks == ["a", "e", "b", "c", "d", "after"]


def test_reactors_of_one_event_stand_in_the_order_of_the_modules() -> None:
    """What a module imports is not its own; functions of one event are called in the order in which they stand."""

    def module(name: str, **events: tuple[str, ...]) -> ModuleType:
        made = ModuleType(name)
        for fn, types in events.items():
            marked = on(*types)(by(fn))
            marked.__module__ = name
            vars(made)[fn] = marked
        return made

    early = module("early", one=("lost",), two=("lost",))
    late = module("late", three=("lost",), four=("won", "drawn"))
    vars(late)["one"] = vars(early)["one"]
    one, two, three, four = (vars(m)[fn] for m, fn in ((early, "one"), (early, "two"), (late, "three"), (late, "four")))
    assert reactors([early, late]) == {"lost": (one, two, three), "won": (four,), "drawn": (four,)}
    assert reactors([late, early])["lost"] == (three, one, two)
    assert reactors([ModuleType("bare")]) == {}
