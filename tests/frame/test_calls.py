"""Frames that are called by name from below exist, and take what they are given."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import get_type_hints

import msgspec
import pytest

from game.engine.declared import Awaited
from game.engine.loader import load_ruleset, ruleset_ids
from game.engine.packages import packages

ROOT = Path(__file__).resolve().parents[2]


def awaited(ruleset_id: str) -> dict[str, Awaited[object]]:
    """The frames that a system's chapters call by name."""
    folder = packages()[ruleset_id].folder
    assert folder is not None
    module = import_module(f"rulesets.{folder.name}.calls")
    return {name: one for name, one in vars(module).items() if isinstance(one, Awaited)}


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_a_frame_called_by_name_is_there_and_has_the_fields_of_its_arguments(ruleset_id: str) -> None:
    ruleset = load_ruleset(ruleset_id)
    found = awaited(ruleset_id)
    assert found
    for one in found.values():
        assert (one.name, "begin") in ruleset.steps, one.name
        data = ruleset.frames[one.name]
        if one.args is None:
            continue
        assert data is not None, one.name
        theirs = {field.name: field for field in msgspec.structs.fields(data)}
        ours = {field.name: field for field in msgspec.structs.fields(one.args)}
        assert ours.keys() <= theirs.keys(), one.name
        for name, field in ours.items():
            same = get_type_hints(one.args)[name] == get_type_hints(data)[name]
            assert same or field.type is str, (one.name, name)  # a str may be narrower there
            if not field.required:
                assert field.default == theirs[name].default, (one.name, name)
        needed = {name for name, field in theirs.items() if field.required}
        assert needed <= {name for name, field in ours.items() if field.required}, one.name


def test_no_frame_is_called_by_a_bare_name() -> None:
    """``Call("x.frame", {...})`` is checked by nobody."""
    bare = [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "rulesets").rglob("*.py")
        if 'Call("' in path.read_text(encoding="utf-8") or "Call(\n" in path.read_text(encoding="utf-8")
    ]
    assert bare == []
