"""Rosters of other list builders laid onto the armies of Ancient Battles, and its limits. All lists are invented."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.engine.lists import ListReport, Unenforced, unenforced
from game.engine.ruleset import SideSetup
from rulesets.ancient_battles import RULESET
from tests.engine.rosters_made import Tree, as_json, profile, roster, selection


def read(*units: Tree) -> ListReport:
    return RULESET.read_list(as_json(roster(*units, catalogue="Seleucid")), "army.json", 1000)


def block(name: str, models: int, points: float, *options: Tree) -> Tree:
    rank = selection("Soldier", "model", models, points, selections=[*options])
    return selection(name, "unit", 1, selections=[rank], profiles=[profile("Model", name, M="4", WS="9")])


def said(report: ListReport, kind: str) -> list[tuple[str, str]]:
    return [(f.where, f.text.key) for f in report.findings if f.kind == kind]


def test_blocks_of_models_become_blocks() -> None:
    report = read(
        block("Phalanx", 24, 154, selection("Shield", number=24), selection("Light armour", number=24)),
        block("Phalanx", 30, 190, selection("Flaming oil", "upgrade", 30, 6)),
        block("Silver Shields", 16, 170),
    )
    assert report.chosen == SideSetup(
        "seleucid",
        {"PHA": 2, "SIL": 1},
        "Mud and Reeds",
        {"unenforced": [{"name": "Flaming oil", "number": 30, "points": 6, "unit": "Phalanx"}]},
    )
    assert unenforced(report.chosen) == (Unenforced("Flaming oil", 30, 6, "Phalanx"),)
    assert said(report, "differs") == [
        ("Phalanx", "it costs {said} points in the file, {own} here"),
        ("Phalanx", "{n} model in the file, {own} here"),
        ("", "the army costs {own} points here, {said} in the file"),
    ]
    assert said(report, "unknown") == [("Phalanx", "{rule} is kept and shown, not enforced")]
    assert ("", "profiles are those of the army here, not those of the file") in said(report, "taken")


@pytest.mark.clause("WAB-S33")
def test_limits_are_told_as_they_are_checked() -> None:
    setup = RULESET.default_setup("open_field", 1000)
    rows = [(n.label.key, n.have, n.most, n.kept) for n in RULESET.limits(setup, "south")]
    army = next(a for a in RULESET.armies(1000) if a.id == "seleucid")
    counts = setup.sides["south"].counts
    models = sum(e.models * counts.get(e.code, 0) for e in army.entries)
    assert rows[0] == ("Points", 1000, 1000, True)
    assert rows[3] == ("Models", models, None, True)
    assert sum(n for _, n, _, _ in rows[1:3]) == sum(counts.values())
    more = replace(setup, sides={**setup.sides, "south": SideSetup("seleucid", {**counts, "PHA": 2})})
    assert RULESET.limits(more, "south")[0].kept is False
    assert RULESET.limits(replace(setup, sides={**setup.sides, "south": SideSetup("x")}), "south") == ()
