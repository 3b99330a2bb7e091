"""Troops of a player's own that no list of the nations has: read, refused, priced, fought with, kept in positions."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.bots.referee import Table
from game.bots.roster import make_bot
from game.engine.i18n import Speaker
from game.engine.lists import ListReport
from game.engine.session import Session
from rulesets.napoleonic_wars.army import rows
from rulesets.napoleonic_wars.army.data_army import OWN_ARMIES
from rulesets.napoleonic_wars.army.form import Form
from rulesets.napoleonic_wars.deploy.positions import build, document
from rulesets.napoleonic_wars.system import RULESET

TROOPS = """
arm = "foot"
light = true
open = true
detach = true
weapons = ["rifle", "musket"]
grades = { B = 0, C = 7 }
sub = [{ kind = "centre", n = 4, figures = 4 }, { kind = "sharpshooter", figures = 3, class = "A" }]
"""
GUNS = """
horse = true
classes = ["B"]
guns = { 3 = 4 }
horses = 4
"""


def text(troops: str = TROOPS, guns: str = GUNS, kind: str = "own") -> str:
    return f"""
id = "hills"
name = "The Hills"

[looks]
HIL = "GRIFLES"

[[unit]]
code = "CHF"
name = "Chief"
kind = "chief"

[[unit]]
code = "HIL"
name = "Hill Rifles"
kind = "{kind}"

[unit.own_troops]{troops}

[[unit]]
code = "MUL"
name = "Mule Battery"
kind = "own"

[unit.own_battery]{guns}
"""


def read(told: str) -> ListReport:
    report = RULESET.read_list(told.encode(), "mine.toml", 500)
    assert report is not None
    return report


@pytest.mark.clause("NAP-PTS-01", "NAP-PTS-02", "NAP-R04")
def test_types_of_ones_own_cost_what_the_file_says_or_what_table_one_says() -> None:
    army = OWN_ARMIES.read(text().encode(), "mine.toml")
    hill, mule = army.unit[1], army.unit[2]
    # class B light foot with rifles 11, A 13; command 10
    assert hill.points == 16 * 11 + 3 * 13 + 10
    assert replace(hill, cls="C", weapon="musket").points == 16 * 6 + 3 * 12 + 10
    assert replace(hill, cls="C").points == 16 * 7 + 3 * 13 + 10
    # two 3-pounders with teams of four, horse gunners of class B
    assert mule.points == 2 * (40 + 32 + 4 * 8 + 2 * 4) + 10
    assert [s.kind for s in rows.subs(hill)] == ["centre"] * 4 + ["sharpshooter"]


WRONG = [
    ('arm = "foot"', 'arm = "feet"', "unit (HIL), own_troops, arm", "“feet” cannot stand here"),
    ("figures = 4 }", "figurs = 4 }", "unit (HIL), own_troops, sub 1", "figures"),
    ("n = 4,", "n = 2147483648,", "unit 2.own_troops.sub 1.n", "no number in an army may exceed"),
    ("n = 4,", "n = 99,", "unit (HIL), own_troops, sub (centre), n", "from 0 to 12, not 99"),
    ("grades = { B = 0, C = 7 }", "grades = { E = 0 }", "unit (HIL), own_troops, grades.E", "has no price for class E"),
    ('weapons = ["rifle", "musket"]', "weapons = []", "unit (HIL), own_troops, grades", "a type needs a class"),
    ("horses = 4", "horses = 5", "unit (MUL), own_battery, horses", "teams have 4, 6 or 8 animals, not 5"),
    ('classes = ["B"]', 'classes = ["E"]', "unit (MUL), own_battery, classes", "“E” is no"),
    ('kind = "own"', 'kind = "GBR_LINE"', "unit (HIL), own_troops", "only a row of kind “own” has"),
]


@pytest.mark.parametrize(("old", "new", "where", "sentence"), WRONG)
def test_what_cannot_be_such_a_type_is_refused_with_the_key(old: str, new: str, where: str, sentence: str) -> None:
    assert old in text()
    report = read(text().replace(old, new, 1))
    assert report.chosen is None
    (finding,) = report.findings
    assert where in finding.where
    assert sentence in Speaker("en").say(finding.text)


def test_a_row_of_kind_own_says_what_it_is() -> None:
    report = read(text(troops="").replace("[unit.own_troops]", ""))
    assert report.chosen is None
    assert report.findings[0].where == "unit (HIL), own_troops"


def fought() -> Session:
    """A short battle of such an army on both sides."""
    chosen = read(text()).chosen
    assert chosen is not None
    setup = RULESET.default_setup("meeting", 500)
    sides: dict[str, Any] = dict.fromkeys(setup.sides, chosen)
    setup = replace(setup, sides=sides, seed="own", options={**setup.options, "moves": 8})
    assert [p for p in RULESET.check_setup(setup) if p.fatal] == []
    session = Session.start(RULESET, setup)
    Table(session, {side: make_bot(RULESET, "random") for side in sides}).play()
    return session


def test_a_battle_with_them_goes_to_its_end_and_its_moments_are_positions() -> None:
    session = fought()
    assert session.state.over is not None
    middle = next(line.state for line in session.lines if line.state.own.move == 4)
    made = document(middle)
    again = build(made)
    assert {u.id: (u.kind, u.own) for u in again.units.values()} == {
        u.id: (u.kind, u.own) for u in middle.units.values()
    }
    assert again.own.troops == middle.own.troops
    assert document(again) == made


def test_the_form_of_such_a_row_keeps_what_it_is() -> None:
    army = OWN_ARMIES.read(text().encode(), "mine.toml")
    doc = OWN_ARMIES.plain(army)
    row = doc["unit"][1]
    assert Form().fitted(row)["own_troops"]["arm"] == "foot"
    assert OWN_ARMIES.sound(doc, "mine.toml") == army
