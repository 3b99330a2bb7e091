"""Positions: what they play, what they compare, what they say when they are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.engine.loader import load_ruleset
from game.engine.position import PositionError, read_position, resolve, start_of
from tests.toy import TOY

GOOD = """
position = 1
title = "Red begins by dice"
ruleset = "TOY"
entry = { name = "round" }
dice = [5, 2]

[[command]]
side = "red"
question = "order"
default = true

[[command]]
side = "blue"
default = true

[[command]]
side = "red"
answer = { parts = { bid = "high" } }

[[command]]
side = "blue"
answer = { parts = { bid = "high" } }

[[command]]
answer = { parts = { act = "march" } }

[[command]]
refused = "TOY-MARCH-01"
[command.answer]
subject = "foot-red"
mode = "march"
courses = [{ who = "foot-red", steps = [{ type = "advance", distance = 20.1 }] }]

[[command]]
[command.answer]
subject = "foot-red"
mode = "march"
courses = [{ who = "foot-red", steps = [{ type = "advance", distance = 20 }] }]

[expect]
waiting = "act"
never = ["lost"]
events = [
  { type = "rolled", faces = [5, 2], clauses = ["TOY-BID-01"] },
  { type = "begins", about = ["red"] },
  { type = "marched" },
]

[expect.things."foot-red.1"]
pose = [20, 30, 0]

[expect.things."foot-red"]
alive = 3
side = "red"
"""


def put(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "p.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_position_comes_out_as_written(tmp_path: Path) -> None:
    assert resolve(read_position(put(tmp_path, GOOD)), TOY).failures == []


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("pose = [20, 30, 0]", "pose = [20, 30.02, 0]", "foot-red.1: pose"),
        ("alive = 3", "alive = 2", "foot-red: alive is 3, not 2"),
        ('waiting = "act"', 'waiting = "bid"', "waits for 'act'"),
        ("faces = [5, 2], clauses", "faces = [2, 5], clauses", "no event 'rolled'"),
        ('never = ["lost"]', 'never = ["begins"]', "there was an event 'begins'"),
        ('refused = "TOY-MARCH-01"', "", "was refused"),
        ('refused = "TOY-MARCH-01"', 'refused = "TOY-X"', "refused by TOY-MARCH-01, not by TOY-X"),
        ("dice = [5, 2]", "dice = [5, 2, 1]", "left over"),
        ("alive = 3", "none = 1", "has no none"),
    ],
)
def test_what_differs_is_told(tmp_path: Path, old: str, new: str, says: str) -> None:
    failures = resolve(read_position(put(tmp_path, GOOD.replace(old, new))), TOY).failures
    assert any(says in f for f in failures), failures


def test_an_answer_accepted_against_expectation_is_told(tmp_path: Path) -> None:
    text = GOOD[: GOOD.rindex("[[command]]")].replace("20.1", "20.0")
    assert resolve(read_position(put(tmp_path, text)), TOY).failures == [
        "command 6 was accepted, but should be refused by TOY-MARCH-01"
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("position = 2", "key position"),
        ("nonsense", "p.toml, line 1: the file breaks off"),
        (GOOD.replace("title", "titel"), "title"),
        (GOOD.replace("dice = [5, 2]", 'dice = ["a"]'), r"dice"),
        (GOOD.replace("never", "nevr"), "nevr"),
    ],
)
def test_files_that_are_no_positions(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(PositionError, match=says):
        read_position(put(tmp_path, text))


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("dice = [5, 2]", "dice = [5]", "the script has 1 dice, but 2 are needed"),
        ("dice = [5, 2]", "dice = [5, 7]", "shows 7"),
        ('name = "round"', 'name = "siege"', "there are: round"),
        ('question = "order"', 'question = "bid"', "the question is 'order'"),
        ('title = "Red', 'table = 3\ntitle = "Red', "key table"),
        ('parts = { bid = "high" }', "parts = 3", "key answer"),
    ],
)
def test_positions_that_cannot_be_played(tmp_path: Path, old: str, new: str, says: str) -> None:
    with pytest.raises(PositionError, match=says):
        resolve(read_position(put(tmp_path, GOOD.replace(old, new, 1))), TOY)


SETUP = """
position = 1
title = "A battle of the toy"
title_pl = "Bitwa zabawki"
ruleset = "TOY"

[setup]
scenario = "field"
sides.red = { army = "toys", counts = { foot = 1, wagon = 1 } }
sides.blue = { army = "toys", counts = { foot = 1, wagon = 1 } }

[expect]
waiting = "order"
"""


def test_a_position_may_begin_with_a_setup(tmp_path: Path) -> None:
    position = read_position(put(tmp_path, SETUP))
    assert position.title_pl == "Bitwa zabawki"
    assert resolve(position, TOY).failures == []


def test_what_is_wrong_with_a_setup_is_expected_key_by_key(tmp_path: Path) -> None:
    text = SETUP.replace("sides.blue", "sides.green")
    out = resolve(read_position(put(tmp_path, text)), TOY)
    assert [p.where for p in out.problems] == ["sides"]
    assert any("wrong at sides" in f for f in out.failures)
    told = text.replace('waiting = "order"', 'waiting = ""\nproblems = [{ where = "sides" }]')
    assert resolve(read_position(put(tmp_path, told)), TOY).failures == []
    good = SETUP.replace('waiting = "order"', 'problems = [{ where = "scenario", clause = "X" }]')
    assert resolve(read_position(put(tmp_path, good)), TOY).failures == ["the set-up is not wrong at scenario (X)"]


def test_a_position_has_either_an_entry_or_a_setup(tmp_path: Path) -> None:
    for text in (
        GOOD.replace('entry = { name = "round" }\n', ""),
        SETUP.replace("\n[setup]", 'entry = { name = "round" }\n[setup]'),
    ):
        with pytest.raises(PositionError, match="either at an entry or with a set-up"):
            read_position(put(tmp_path, text))


def test_values_that_no_rule_can_take_are_told(tmp_path: Path) -> None:
    """An infinity or a time of day where a number is wanted: what reads the situation may not expect that."""
    for value in ("inf", "07:32:00", "[]", "1e308", "{a = 1}"):
        path = tmp_path / "p.toml"
        head = 'position = 1\ntitle = "t"\nruleset = "WAB"\nentry = { name = "fight" }\n'
        path.write_text(f'{head}[[unit]]\nid = "PHA"\nkind = "PHA"\nbegan = {value}\n', encoding="utf-8")
        with pytest.raises(PositionError):
            start_of(read_position(path), load_ruleset("WAB"))
