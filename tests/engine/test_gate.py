"""One gate: only events change state, and they change exactly what they say."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.apply import apply, apply_all
from game.engine.state import Base, Due, Frame, Marker, Over, Side, State, Table, Tie, Unit, state_hash
from game.engine.text import T
from game.geometry.shapes import Footprint, Pose
from tests.engine.conftest import random_battle

ROOT = Path(__file__).parents[2]


def small() -> State:
    unit = Unit("u", "red", "foot", "Foot", ("u.1",))
    base = Base("u.1", "u", 1, Footprint("rect", 40.0, 20.0), Pose(1.0, 2.0, 3.0))
    return State("TOY", Table(100.0, 100.0), sides={"red": Side("red", "Red")}, units={"u": unit}, bases={"u.1": base})


def do(*changes: ev.Change) -> State:
    return apply(small(), ev.Event("x", "flow", changes=changes))


def test_every_change_changes_what_it_says() -> None:
    assert do(ev.SetPose("u.1", Pose(9.0, 8.0, 7.0))).bases["u.1"].pose == Pose(9.0, 8.0, 7.0)
    gone = do(ev.SetPose("u.1", None, "gone"))
    assert gone.bases_of("u") == ()
    assert gone.units["u"].bases == ("u.1",)
    marked = do(ev.Put(marker=Marker("m", "flag")))
    assert marked.markers["m"].kind == "flag"
    assert apply(marked, ev.Event("x", "flow", changes=(ev.Take("marker", "m"),))).markers == {}
    assert do(ev.SetField("unit", "u", "name", "Guard")).units["u"].name == "Guard"
    assert do(ev.SetField("unit", "u", "own.hits", 2)).units["u"].own == {"hits": 2}
    assert do(ev.SetField("state", "", "own.turn", 3)).own == {"turn": 3}
    assert do(ev.SetField("note", "red", "plan", "left")).secret["red"].notes == {"plan": "left"}
    tied = do(ev.AddTie(Tie("t", "lock", "u", "v")))
    assert tied.ties["t"].b == "v"
    assert apply(tied, ev.Event("x", "flow", changes=(ev.Untie("t"),))).ties == {}
    owed = do(ev.AddDue(Due("d1", "end", "C", "u")), ev.AddDue(Due("d2", "end", "C", "u")))
    assert [d.id for d in apply(owed, ev.Event("x", "flow", changes=(ev.Undue(("d1",)),))).due] == ["d2"]
    assert do(ev.Seen()).seen == 1
    assert do(ev.Flow((Frame("f"),), None, 7)).serial == 7
    assert do(ev.End(Over("red", T("won")))).over == Over("red", T("won"))
    hidden = do(ev.Put(unit=Unit("h", "red", "spy", "Spy", ("h.1",)), secret="red"))
    assert "h" not in hidden.units
    shown = apply(hidden, ev.Event("x", "reveal", changes=(ev.Reveal("unit", "h", "red"),)))
    assert shown.units["h"].kind == "spy"
    assert shown.secret["red"].units == {}


def test_a_change_of_a_wrong_type_or_of_nothing_is_an_error() -> None:
    with pytest.raises(Exception, match="Expected"):
        do(ev.SetField("unit", "u", "name", 5))
    with pytest.raises(KeyError):
        do(ev.SetPose("nobody", None))
    with pytest.raises(ValueError, match="field by field"):
        do(ev.SetField("unit", "u", "own", {"hits": 2}))


def test_applying_never_touches_the_old_state() -> None:
    session = random_battle(11)
    hashes = []
    state = session.origin
    for line in session.lines:
        hashes.append(state_hash(state))
        state = apply_all(state, line.events)
        assert state_hash(state) == state_hash(line.state)
    assert [state_hash(session.origin), *(state_hash(x.state) for x in session.lines[:-1])] == hashes


def test_nothing_but_the_gate_builds_states_anew() -> None:
    """No module outside the engine's gate replaces fields of a state, and nowhere is a struct forced open."""
    # the window shows the events of an answer one after another: through the gate, on states of its own
    # and bodies of the Napoleonic rules weigh what a part of a change leaves, before all of it is told as one event
    allowed = {
        "game/client/battle/showing.py",
        "rulesets/napoleonic_wars/body/groups.py",
        "rulesets/napoleonic_wars/clock/grouping.py",
        "rulesets/napoleonic_wars/disorder/reform.py",
        "rulesets/napoleonic_wars/nerve/crews.py",
    }
    guilty = []
    for path in sorted([*ROOT.glob("game/**/*.py"), *ROOT.glob("rulesets/**/*.py")]):
        where = path.relative_to(ROOT).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = ast.unparse(node.func)
            if name.endswith("force_setattr"):
                guilty.append(f"{where}:{node.lineno} {name}")
            if name.split(".")[-1] == "apply" and where not in allowed and "engine" not in where:
                guilty.append(f"{where}:{node.lineno} {name}")
    assert guilty == []


def test_a_state_hash_does_not_depend_on_the_order_of_maps() -> None:
    state = small()
    extra = Unit("v", "red", "foot", "Foot")
    one = replace(state, units={"u": state.units["u"], "v": extra})
    two = replace(state, units={"v": extra, "u": state.units["u"]})
    assert state_hash(one) == state_hash(two)
