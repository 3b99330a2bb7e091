"""How much work a roster makes: twice the file, about twice the work, whatever the file is made of."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

import pytest

from game.engine.lists import MOST_FINDINGS, Finding, Findings
from game.engine.loader import load_ruleset
from game.engine.rosters import read_roster, units_of
from game.engine.text import T
from tests.engine.rosters_made import as_json, as_xml, profile, roster, selection

BODY = profile("Unit", "Folk", Quality="4+", Defense="5+")


def work(call: Callable[[], Any]) -> int:
    """Calls of functions, Python's own among them, that something takes."""
    count = 0

    def counted(_frame: Any, event: str, _arg: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    call()  # what is remembered from the first time is not counted
    sys.setprofile(counted)
    try:
        call()
    finally:
        sys.setprofile(None)
    return count


def weapons(n: int) -> list[dict[str, Any]]:
    row = {"range": 12, "attacks": 2, "count": 7}
    return [{"name": f"W{k}", **row, "specialRules": [{"name": f"Odd {k}"}]} for k in range(n)]


SHAPES: dict[str, Callable[[int], bytes]] = {
    "options": lambda n: as_json(
        roster(selection("Triarii", "unit", 1, 5, selections=[selection(f"O{k}", cost=1) for k in range(8 * n)]))
    ),
    "units": lambda n: as_xml(roster(*[selection(f"Strange Folk {k}", "unit", 1, 5) for k in range(n)])),
    "weapons": lambda n: as_json(
        roster(*[
            selection(f"Folk {k}", "unit", 1, 5, profiles=[BODY, *(
                profile("Weapon", f"w{j}", Range="12", Attacks="A2") for j in range(n // 4)
            )]) for k in range(20)
        ])
    ),
    "rules": lambda n: as_json(
        roster(selection("Folk", "unit", 1, 5, profiles=[profile(
            "Unit", "Folk", Quality="4+", Defense="4+", Rules=", ".join(f"Odd{k}" for k in range(n))
        )]))
    ),
    "forge weapons": lambda n: json.dumps({"units": [
        {"name": f"U{k}", "size": 50, "quality": 4, "defense": 4, "loadout": weapons(n // 2)} for k in range(9)
    ]}).encode(),
    "forge joined": lambda n: json.dumps({"units": [
        {"name": f"U{k}", "size": 2, "quality": 4, "defense": 4, "selectionId": f"s{k}", "joinToUnit": f"s{k + 1}"}
        for k in range(n)
    ]}).encode(),
}  # fmt: skip


@pytest.mark.parametrize("system", ["WMA", "AFS", "WAB", "USB", "NAP"])
@pytest.mark.parametrize("shape", SHAPES)
def test_twice_the_file_is_about_twice_the_work(shape: str, system: str) -> None:
    ruleset: Any = load_ruleset(system)
    small, large = (SHAPES[shape](n) for n in (60, 120))
    once, twice = (work(lambda data=data: ruleset.read_list(data, "x", 1000)) for data in (small, large))
    assert twice <= 2.5 * once


class Counted:
    """An argument of a sentence that counts what is asked of it."""

    asked = 0
    compared = 0

    def __init__(self, n: int) -> None:
        self.n = n

    def __repr__(self) -> str:
        Counted.asked += 1
        return f"<{self.n}>"

    def __eq__(self, other: object) -> bool:
        Counted.compared += 1
        return self is other

    def __hash__(self) -> int:
        return self.n


def test_a_line_of_a_report_is_looked_at_once_and_compared_with_none() -> None:
    report = Findings()
    for n in range(3000):
        report.add(Finding("taken", T("{n}", n=Counted(n % 1500))))
    assert (Counted.asked, Counted.compared) == (3000, 0)
    told = report.findings_in_order()
    assert len(told) == MOST_FINDINGS + 1
    # the first lines came again and were known; all others were left out each time
    assert told[-1].text.n == 3000 - 2 * MOST_FINDINGS


def test_a_roster_of_megabytes_keeps_within_its_bounds() -> None:
    afs: Any = load_ruleset("AFS")
    many = json.dumps({"units": [{"name": f"U{n}", "size": 1} for n in range(401)]}).encode()
    assert afs.read_list(many, "x", 250).findings[0].text.key == "it has more than {most} units, too many for a battle"
    heavy = {"quality": 4, "defense": 4, "size": 10**6, "cost": 1, "loadout": weapons(500)}
    data = json.dumps({"units": [{"name": f"U{n}", **heavy} for n in range(40)]}).encode()
    report = afs.read_list(data, "x", 250)
    assert len(report.findings) <= MOST_FINDINGS + 2
    tree = roster(*[selection("Eel", "unit", 1, 1, selections=[selection("o", "upgrade")] * 100) for _ in range(300)])
    assert len(units_of(read_roster(as_json(tree), "x"))) == 300
