"""Every step, frame, question and field that a system's code names is there, and none is there that nothing names."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from game.engine.declared import FrameOf, Posed, got_type
from game.engine.fields import types_of
from game.engine.loader import load_ruleset

ROOT = Path(__file__).resolve().parents[2]
SYSTEMS = {
    "WMA": "warmaster_ancients",
    "AFS": "age_of_fantasy_skirmish",
    "WAB": "ancient_battles",
    "USB": "universal_battle",
    "NAP": "napoleonic_wars",
}
THEN = {"Ask": 1, "Roll": 1, "Call": 2, "Goto": 0, "call": 1, "roll_off": 2}
"""Where each outcome names the step that follows, by position; else it is the keyword ``then`` (or ``step``)."""
FRAME_NAME = re.compile(r"(wma|afs|wab|usb|nap|kit|engine)\.[a-z_]+")
CHANGES = {"battle": "state", "side": "side", "unit": "unit", "base": "base"}
OWN = {
    "state": ("state",),
    "side": ("side",),
    "unit": ("unit",),
    "base": ("base",),
    "feature": ("feature",),
    "marker": ("marker",),
    "tie": ("tie:contact", "tie:charge"),
}


@cache
def sources(system: str) -> Mapping[str, ast.Module]:
    """The modules of a system and the kit's, read."""
    files = [*(ROOT / "rulesets" / SYSTEMS[system]).rglob("*.py"), *(ROOT / "game" / "kit").rglob("*.py")]
    names = {".".join(f.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): f for f in files}
    return {name: ast.parse(file.read_text(encoding="utf-8")) for name, file in names.items()}


def name_of(call: ast.Call) -> str:
    """What is called, without the module or thing whose it is."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def value(node: ast.expr | None, module: str) -> Any:
    """A constant as it is written, or the one that a name stands for in its module; None for anything else."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        return getattr(import_module(module), node.id, None)
    return None


def argument(call: ast.Call, at: int, *names: str) -> ast.expr | None:
    """An argument of a call, by position or by name."""
    named = [k.value for k in call.keywords if k.arg in names]
    return named[0] if named else call.args[at] if len(call.args) > at else None


def calls(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def steps_named(tree: ast.AST, module: str) -> set[str]:
    """The steps that the outcomes in some code name."""
    found = set()
    for call in calls(tree):
        kind = name_of(call)
        at = THEN.get(kind, 99)
        step = value(argument(call, at, "then", "step"), module) if at < 99 or kind == "ask" else None
        if isinstance(step, str):
            found.add(step)
    return found


def frames_of(module: str) -> dict[str, FrameOf[Any, Any]]:
    """The frames by the names that a module has for them."""
    return {k: v for k, v in vars(import_module(module)).items() if isinstance(v, FrameOf)}


def marked(fn: ast.FunctionDef) -> list[str]:
    """The names of the frames whose step a function is."""
    whose = [d.func if isinstance(d, ast.Call) else d for d in fn.decorator_list]
    return [d.value.id for d in whose if isinstance(d, ast.Attribute) and isinstance(d.value, ast.Name)]


def unknown_steps(module: str, tree: ast.Module) -> list[str]:
    """Steps that a module's outcomes name and no frame has for which they are returned."""
    frames, found = frames_of(module), []
    for fn in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
        own = [frames[name] for name in marked(fn) if name in frames]
        for step in steps_named(fn, module):
            everywhere = all(step in frame.steps for frame in own)
            if not (everywhere if own else any(step in frame.steps for frame in frames.values())):
                found.append(f"{module}.{fn.name}: {step}")
    return found


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_step_that_is_named_is_one_of_its_frame(system: str) -> None:
    wrong = [
        fault for module, tree in sources(system).items() if frames_of(module) for fault in unknown_steps(module, tree)
    ]
    assert wrong == []


def test_a_step_of_another_frame_is_told() -> None:
    """The frame of a Panic batch has no step "fled"."""
    module, code = (
        "rulesets.ancient_battles.nerve.panic",
        '@PANIC.step\ndef _x(run, data, got):\n    return Goto("fled", data)',
    )
    assert unknown_steps(module, ast.parse(code)) == [f"{module}._x: fled"]
    assert unknown_steps(module, ast.parse(code.replace("fled", "tested"))) == []


def words(tree: ast.Module) -> Iterator[str]:
    """The strings that functions and constants are written with, those of decorators left out."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.decorator_list = []
    return (n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str))


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_step_is_kept_to_which_nothing_goes(system: str) -> None:
    """All but those where a frame begins; a step that a helper is told to go on with counts as gone to."""
    said = {word for tree in sources(system).values() for word in words(copy.deepcopy(tree))}
    own = {step for (_, step), fn in load_ruleset(system).steps.items() if fn.__module__.startswith("rulesets.")}
    assert own - said - {"begin"} == set()


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_frame_that_is_named_is_there(system: str) -> None:
    ruleset = load_ruleset(system)
    named = {
        node.value
        for tree in sources(system).values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and FRAME_NAME.fullmatch(node.value)
    }
    of_kit = {frame.name for module in sources(system) for frame in frames_of(module).values()}  # used or not
    assert named - {*ruleset.frames, *ruleset.questions, *of_kit} == set()
    assert named & {*ruleset.frames}, "none is found at all"


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_question_that_is_asked_is_there_and_every_one_is_asked(system: str) -> None:
    ruleset = load_ruleset(system)
    asked = set()
    for module, tree in sources(system).items():
        for call in calls(tree):
            if name_of(call) == "Question":
                name = value(argument(call, 0, "name"), module)
                asked |= {name} if isinstance(name, str) else set()
            elif name_of(call) in ("ask", "to") and isinstance(call.func, ast.Attribute):
                posed = value(call.func.value, module)
                asked |= {posed.name} if isinstance(posed, Posed) else set()
    assert asked <= {*ruleset.questions}
    assert len(asked) > len(ruleset.questions) / 2


def fields_set(module: str, tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The fields of systems' own structs that some code sets, each with the kind of thing whose it is."""
    for call in calls(tree):
        whose = (
            call.func.value.id if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name) else ""
        )
        if name_of(call) == "SetField":
            assert not str(value(argument(call, 2), module)).startswith("own."), f"{module}: own_field names it"
        elif name_of(call) == "own_field":
            yield from ((value(argument(call, 0), module), k.arg) for k in call.keywords if k.arg)
        elif whose in ("changes", "marks") and name_of(call) in CHANGES:
            yield from ((CHANGES[name_of(call)], k.arg) for k in call.keywords if k.arg)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_field_that_is_set_is_there(system: str) -> None:
    owns, found = load_ruleset(system).owns, []
    for module, tree in sources(system).items():
        for kind, field in fields_set(module, tree) if module.startswith("rulesets.") else ():
            fields = {f for k in OWN[kind] if k in owns for f in types_of(owns[k])}
            found.append((f"{module}: {kind} {field}", field in fields))
    assert [name for name, there in found if not there] == []
    assert len(found) > 3


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_every_step_gets_can_be_told(system: str) -> None:
    """Its type is found when a record is read, and is what the frame that was called gives."""
    for (frame, step), fn in load_ruleset(system).steps.items():
        assert got_type(fn) is not None, f"{frame} {step}"


def test_the_map_of_chapters_names_modules_that_are_there() -> None:
    """Each module in the table of docs/architecture.md is in one of the packages of its row, or where its path says."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = text[text.index("| concern | package |") :].split("\n\n")[0].splitlines()[2:]
    missing = []
    for row in rows:
        concern, packages, *cells = (cell.strip() for cell in row.strip("|").split("|"))
        folders = re.findall(r"`(\w+)/`", packages)
        for system, cell in zip(SYSTEMS, cells, strict=True):
            top = ROOT / "rulesets" / SYSTEMS[system]
            for name in re.findall(r"`([\w/]+)`", cell):
                places = [top / f"{name}.py", *(top / folder / f"{name}.py" for folder in folders)]
                missing += [] if any(place.exists() for place in places) else [f"{system}, {concern}: {name}"]
    assert missing == []
    assert len(rows) > 25
