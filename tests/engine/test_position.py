"""Positions: what they play, what they compare, what they say when they are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.engine.i18n import Speaker
from game.engine.loader import load_ruleset
from game.engine.positions.position import PositionError, Resolution, read_position, resolve, start_of
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


def said(out: Resolution) -> list[str]:
    """Where a position did not come out as expected, in words."""
    speaker = Speaker("en", TOY)
    return [speaker.say(failure, out.state) for failure in out.failures]


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
        ('waiting = "act"', 'waiting = "bid"', "waits for “act”, not for “bid”"),
        (
            "faces = [5, 2], clauses",
            "faces = [2, 5], clauses",
            "no event “rolled” (faces = [2, 5], clauses = [“TOY-BID-01”]) follows here in the given order; the next",
        ),
        ('never = ["lost"]', 'never = ["begins"]', "the event “begins” happened, but must not"),
        ('refused = "TOY-MARCH-01"', "", "was refused"),
        ('refused = "TOY-MARCH-01"', 'refused = "TOY-X"', "refused by TOY-MARCH-01, not by TOY-X"),
        ("dice = [5, 2]", "dice = [5, 2, 1]", "unused dice"),
        ("alive = 3", "none = 1", "has no none"),
    ],
)
def test_what_differs_is_told(tmp_path: Path, old: str, new: str, says: str) -> None:
    failures = said(resolve(read_position(put(tmp_path, GOOD.replace(old, new))), TOY))
    assert any(says in f for f in failures), failures


def test_an_answer_accepted_against_expectation_is_told(tmp_path: Path) -> None:
    text = GOOD[: GOOD.rindex("[[command]]")].replace("20.1", "20.0")
    out = resolve(read_position(put(tmp_path, text)), TOY)
    assert said(out) == ["command 6: it was accepted, but should be refused by TOY-MARCH-01"]
    assert out.stopped == 6


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
        ('name = "round"', 'name = "siege"', "entry.name: “siege” is not a known entry; choose from: round"),
        ('name = "round"', 'name = "rounds"', "did you mean “round”"),
        ('title = "Red', 'table = 3\ntitle = "Red', "key table"),
        (
            'never = ["lost"]',
            'never = ["lsot"]',
            "expect.never 1, type: “lsot” is not a known type of event; did you mean “lost”",
        ),
        ('type = "marched"', 'type = "marchd"', "did you mean “marched”"),
        ('type = "marched"', 'type = "marched", side = "bleu"', "“bleu” is not a known side; did you mean “blue”"),
        (
            'side = "red"\nquestion',
            'side = "redd"\nquestion',
            "command 1, side: “redd” is not a known side; did you mean “red”",
        ),
        (
            'question = "order"',
            'question = "ordr"',
            "command 1, question: “ordr” is not a known question; did you mean “order”",
        ),
        ('waiting = "act"', 'waiting = "acts"', "did you mean “act”"),
        ("default = true", 'default = true\nexit = "done"', "command 1: give one of answer, exit and default"),
    ],
)
def test_positions_that_cannot_be_played(tmp_path: Path, old: str, new: str, says: str) -> None:
    with pytest.raises(PositionError, match=says):
        resolve(read_position(put(tmp_path, GOOD.replace(old, new, 1))), TOY)


@pytest.mark.parametrize(
    ("old", "new", "at", "says"),
    [
        (
            "dice = [5, 2]",
            "dice = [5]",
            4,
            "key dice: not enough dice: 2 needed, 1 of 1 left. Purpose: Roll-off",
        ),
        ("dice = [5, 2]", "dice = [5, 7]", 4, "key dice: die 2 shows 7, which the die does not have"),
        ('question = "order"', 'question = "bid"', 1, "command 1: the question is “order”, not “bid”"),
        ('parts = { bid = "high" }', "parts = 3", 3, "command 3: answer, parts: this must be a table of keys"),
        (
            'parts = { bid = "high" }',
            'parts = { bid = "hihg" }',
            3,
            "is not a known option of this question; did you mean “high”?",
        ),
        (
            'parts = { bid = "high" }',
            'part = { bid = "high" }',
            3,
            "“part” is not a known key here; did you mean “parts”?",
        ),
        (
            'act = "march"',
            'act = "mrach"',
            5,
            "answer.parts.act: “mrach” is not a known option of this question; did you mean “march”?",
        ),
        (
            'subject = "foot-red"\nmode = "march"\n',
            'subject = "foot-rde"\nmode = "march"\n',
            6,
            "did you mean “foot-red”?",
        ),
        ("distance = 20 }", "distnace = 20 }", 7, "“distnace” is not a known key here; did you mean “distance”?"),
        ("distance = 20 }", "distance = 21 }", 7, "command 7: it was refused: 1 cm too far (TOY-MARCH-01)"),
    ],
)
def test_what_the_rules_do_not_take_stops_it_there_and_what_it_expects_is_not_looked_at(
    tmp_path: Path, old: str, new: str, at: int, says: str
) -> None:
    out = resolve(read_position(put(tmp_path, GOOD.replace(old, new))), TOY)
    assert (out.stopped, len(said(out))) == (at, 1)
    assert says in said(out)[0]
    assert "{" not in said(out)[0]


def test_events_are_told_up_to_the_dice_that_are_not_there(tmp_path: Path) -> None:
    whole = resolve(read_position(put(tmp_path, GOOD)), TOY)
    out = resolve(read_position(put(tmp_path, GOOD.replace("dice = [5, 2]", "dice = []"))), TOY)
    rolled = next(k for k, e in enumerate(whole.events) if e.type == "rolled")
    assert [e.type for e in out.events] == [e.type for e in whole.events[:rolled]]
    assert rolled > 3


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('[{ type = "rolled", need = 3 }]', "no event “rolled” (need = 3)"),
        ('[{ type = "marched", side = "blue" }]', "no event “marched” (side = “blue”)"),
    ],
)
def test_an_event_may_be_told_by_side_and_need(tmp_path: Path, line: str, says: str) -> None:
    start, end = GOOD.index("events = ["), GOOD.index("[expect.things")
    text = f"{GOOD[:start]}events = {line}\n{GOOD[end:]}"
    assert any(f.startswith(says) for f in said(resolve(read_position(put(tmp_path, text)), TOY)))


@pytest.mark.parametrize(
    ("told", "right"),
    [
        ('{ type = "marched", about = ["foot-red"] }', False),
        ('{ type = "marched", about = ["foot-blue"] }', True),
        ('{ type = "rolled", faces = [5, 2] }', False),
        ('{ type = "rolled", faces = [5, 3] }', True),
    ],
)
def test_an_event_that_must_not_occur_may_be_told_by_what_it_is(tmp_path: Path, told: str, right: bool) -> None:
    text = GOOD.replace('never = ["lost"]', f"never = [{told}]")
    assert (said(resolve(read_position(put(tmp_path, text)), TOY)) == []) is right


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("exactly = 5", "foot-red.1 and foot-red.2 are 0 cm apart, not 5 cm"),
        ("least = 1", "foot-red.1 and foot-red.2 are 0 cm apart, less than 1 cm"),
        ("exactly = 0", ""),
        ("most = 0", ""),
    ],
)
def test_distances_can_be_expected(tmp_path: Path, line: str, says: str) -> None:
    text = GOOD + f'\n[[expect.distances]]\nbetween = ["foot-red.1", "foot-red.2"]\n{line}\n'
    assert said(resolve(read_position(put(tmp_path, text)), TOY)) == ([says] if says else [])


def test_a_distance_to_nothing_is_told(tmp_path: Path) -> None:
    text = GOOD + '\n[[expect.distances]]\nbetween = ["foot-red.1", "foot-rde"]\nmost = 1\n'
    assert said(resolve(read_position(put(tmp_path, text)), TOY)) == [
        "“foot-rde” is not on the table; did you mean “foot-red”?"
    ]


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
    assert position.title == "A battle of the toy"  # the Polish title of an older file is passed over
    assert resolve(position, TOY).failures == []


def test_what_is_wrong_with_a_setup_is_expected_key_by_key(tmp_path: Path) -> None:
    text = SETUP.replace("sides.blue", "sides.green")
    out = resolve(read_position(put(tmp_path, text)), TOY)
    assert [p.where for p in out.problems] == ["sides"]
    assert said(out)[0] == "the set-up has an unexpected fault at sides (-)"
    told = text.replace('waiting = "order"', 'waiting = ""\nproblems = [{ where = "sides" }]')
    assert resolve(read_position(put(tmp_path, told)), TOY).failures == []
    good = SETUP.replace('waiting = "order"', 'problems = [{ where = "scenario", clause = "X" }]')
    assert said(resolve(read_position(put(tmp_path, good)), TOY)) == ["the set-up has no fault at scenario (X)"]


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
