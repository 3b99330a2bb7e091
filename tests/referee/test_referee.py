"""Whole Napoleonic battles whose every sum the referee works out anew from states and events alone."""

from __future__ import annotations

import ast
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from game.bots.referee import Table
from game.bots.roster import make_bot
from game.engine.apply import apply
from game.engine.loader import load_ruleset
from game.engine.session import Session
from tests.referee import fire, score, tables

BATTLES = [("meeting", "bold", "cautious", "s3"), ("meeting", "bold", "bold", "r1")]
SEEN = ("fired", "strikes", "morale_tested", "casualties", "battle_ends")
"""What must have come up, so that the referee has had something to check."""


@cache
def fought(scenario: str, south: str, north: str, seed: str) -> tuple[dict[str, Any], ...]:
    """A battle as plain values: each event with the state before it; the last one has the state after."""
    ruleset = load_ruleset("NAP")
    setup = ruleset.default_setup(scenario, 1000)
    session = Session.start(ruleset, replace(setup, seed=seed, options={**setup.options, "moves": 10}))
    Table(session, {"south": make_bot(ruleset, south), "north": make_bot(ruleset, north)}).play()
    state, out = session.lines[0].state, list[dict[str, Any]]()
    for event in (e for line in session.lines[1:] for e in line.events):
        told: dict[str, Any] = msgspec.to_builtins(event)
        out.append({"event": told, "own": {u: msgspec.to_builtins(x.own) for u, x in state.units.items()}})
        state = apply(state, event)
    out.append({"event": {"type": "end"}, "state": msgspec.to_builtins(session.state)})
    return tuple(out)


@pytest.mark.parametrize("battle", BATTLES, ids=lambda b: "-".join(b))
def test_every_sum_of_a_battle_is_right(battle: tuple[str, str, str, str]) -> None:
    for row in fought(*battle)[:-1]:
        event = row["event"]
        for one in event.get("sums", ()):
            if event["type"] != "battle_ends":
                assert one["total"] == pytest.approx(sum(r[1] for r in one.get("rows", ()))), one
        checker = CHECKS.get(event["type"])
        if checker is not None:
            checker(event, row["own"])


def test_the_battles_have_given_the_referee_something_to_check() -> None:
    seen = Counter(row["event"]["type"] for battle in BATTLES for row in fought(*battle))
    assert not [kind for kind in SEEN if not seen[kind]]


@pytest.mark.parametrize("battle", BATTLES, ids=lambda b: "-".join(b))
def test_casualties_are_what_fire_and_blows_did_less_what_generals_took(battle: tuple[str, str, str, str]) -> None:
    """A general near shares a unit's casualties (NAP-RGN-03): what he took is said, and nothing else is missing."""
    owed: Counter[str] = Counter()
    for row in fought(*battle)[:-1]:
        event, data = row["event"], row["event"].get("data", {})
        kind, about = event["type"], event.get("about", [])
        if kind == "fired":
            owed.update(data["men"])
        elif kind == "strikes":
            owed[about[1]] += data["men"]
        elif kind == "takes_share":
            owed[about[1]] -= data["n"]
        elif kind == "casualties":
            owed[about[0]] -= data["men"]
        elif kind == "step_begins":
            assert not {u: n for u, n in owed.items() if n and row["own"][u].get("arm") != "general"}
            owed.clear()


def test_generals_have_taken_shares() -> None:
    assert any(row["event"]["type"] == "takes_share" for battle in BATTLES for row in fought(*battle))


def of_fire(event: dict[str, Any], own: dict[str, Any]) -> None:
    """Factors, dice, table 14, what screens and units before take off; shares of the parts of one target add up."""
    data = event["data"]
    assert sum(fire.check(data).values()) == sum(data["men"].values())
    totals = [step["factor"] for group in data["groups"] for step in group["steps"]]
    assert [one["total"] for one in event["sums"]] == totals


def of_casualties(event: dict[str, Any], own: dict[str, Any]) -> None:
    """Twenty men are a figure, what is over is carried (NAP-CAS-04 to -06); batteries keep halves."""
    data, told = event["data"], score.flat(own[event["about"][0]])
    if told.get("arm", "foot") in ("foot", "horse"):
        carried = told.get("men", 0) + data["men"]
        assert data["figures"] <= carried // fire.FIGURE
        if data["figures"] == carried // fire.FIGURE:
            assert data["rest"] == carried % fire.FIGURE


def of_blows(event: dict[str, Any], own: dict[str, Any]) -> None:
    """A blow in melee: its factor is the sum of its rows, its casualties are table 14's."""
    data, (one,) = event["data"], event["sums"]
    assert one["total"] == data["factor"]
    assert data["men"] == tables.casualties(data["figures"], data["factor"])


def of_morale(event: dict[str, Any], own: dict[str, Any]) -> None:
    """Table 16C by the class that the event names (NAP-RES-21)."""
    data = event["data"]
    assert data["total"] == event["sums"][0]["total"]
    if data["result"] in ("good", "halt", "withdraw", "retreat", "rout"):
        rows = tables.MORALE[data["cls"]]
        found = next((result for least, result in rows if data["total"] >= least), "retreat")
        worst = data["total"] < rows[-1][0]
        assert data["result"] == found or (worst and data["result"] == "rout"), data


CHECKS = {"fired": of_fire, "casualties": of_casualties, "strikes": of_blows, "morale_tested": of_morale}


@pytest.mark.parametrize("battle", BATTLES, ids=lambda b: "-".join(b))
def test_the_final_score_is_what_was_paid_for_what_is_left(battle: tuple[str, str, str, str]) -> None:
    rows = fought(*battle)
    (ends,) = [row["event"] for row in rows if row["event"]["type"] == "battle_ends"]
    state = rows[-1]["state"]
    for side, one in zip(state["sides"], ends["sums"], strict=True):
        objectives = [r for r in one["rows"] if r[0]["key"] == "{marker}"]
        for text, value, _ in objectives:
            worth = state["markers"][text["args"]["marker"]["id"]]["own"]["worth"]
            assert value / worth in (0.25, 0.5, 1.0)
        counted = score.troops(state, side) + sum(r[1] for r in objectives)
        assert one["total"] == pytest.approx(counted), side
        assert ends["data"]["scores"][side] == round(counted)


def test_the_referee_shares_no_code_with_the_rules() -> None:
    for path in Path(__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [a.name for a in node.names] if isinstance(node, ast.Import) else []
            assert not [n for n in names if n.startswith("rulesets")], path.name


@pytest.mark.parametrize("wrong", ["added", "factor", "full", "men", "far", "figures"])
def test_the_referee_notices_a_record_that_was_tampered_with(wrong: str) -> None:
    """One number of a volley that is another: the sums do not come out any more."""
    events = [row["event"] for row in fought(*BATTLES[0]) if row["event"]["type"] == "fired"]
    event = next(e for e in events if e["data"]["groups"][0]["steps"][0]["men"] > 3)
    data = msgspec.json.decode(msgspec.json.encode(event["data"]))
    group = data["groups"][0]
    step = group["steps"][0]
    if wrong == "added":
        data["added"] += 1
    elif wrong == "figures":
        group["figures"] += 3
    elif wrong == "far":
        step["shot"]["far"] += 40.0
    else:
        step[wrong] += 1
    with pytest.raises(AssertionError):
        fire.check(data)
