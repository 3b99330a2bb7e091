"""Plans: what they say is checked at the door; every combination meets in pairs that exchange sides and armies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from game.engine.files.toml_reading import DataError
from game.engine.loader import load_ruleset
from game.engine.system import System
from game.engine.table_plans.document import write_plan
from game.lab.battles import battles, cells
from game.lab.plan import Battles, Plan, read_plan
from game.lab.rows import Task
from tests.kit.own_armies import ARMIES

HEAD = 'plan = 1\nplayers = ["random"]\n'
SET = '[[set]]\nruleset = "AFS"\n'


def tasks(players: tuple[str, ...], folder: Path = Path(), games: int = 4, seed: str = "t", **one: Any) -> list[Task]:
    plan = Plan(version=1, players=players, games=games, sets=(Battles(ruleset="AFS", **{"points": (150,), **one}),))
    return [*battles(cells(plan, folder, "plan"), seed)]


def armies(task: Task) -> tuple[str, ...]:
    return tuple(task.armies.values())


def test_two_players_exchange_sides_and_every_second_pair_the_armies() -> None:
    a, b, c, d = tasks(("random", "default"), scenarios=("narrow_pass",))
    assert (a.order.bots, a.first) == ({"south": "random", "north": "default"}, "south")
    assert (b.order.bots, b.first) == ({"south": "default", "north": "random"}, "north")
    assert a.order.setup == b.order.setup
    assert a.pair == b.pair != c.pair == d.pair
    assert a.order.setup.seed != c.order.setup.seed
    assert armies(a) == armies(b) == ("saltmarch", "hollow_court")
    assert armies(c) == ("hollow_court", "saltmarch")
    assert [one.army for one in c.order.setup.sides.values()] == ["hollow_court", "saltmarch"]


def test_games_are_divided_among_scenarios_and_armies_still_alternate() -> None:
    found = tasks(("random", "default"), games=12)
    assert len(found) == 12
    by_scenario = {one.order.setup.scenario: set() for one in found}
    for one in found:
        by_scenario[one.order.setup.scenario].add(armies(one))
    assert {len(both) for both in by_scenario.values()} == {2}
    assert len(by_scenario) == 3


def test_one_player_exchanges_armies_and_with_one_army_has_no_partner() -> None:
    a, b = tasks(("random",), games=2, scenarios=("narrow_pass",))
    assert (armies(a), a.first) == (("saltmarch", "hollow_court"), "south")
    assert (armies(b), b.first) == (("hollow_court", "saltmarch"), "north")  # the score is the first army's
    assert a.pair == b.pair
    one, two = tasks(("random",), games=2, scenarios=("narrow_pass",), armies=("saltmarch",))
    assert (one.pair, two.pair) == ("", "")
    assert one.order.setup.seed != two.order.setup.seed


def test_lists_are_combined_and_each_counts_every_combination(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(ARMIES["AFS"], encoding="utf-8")
    ruleset = load_ruleset("AFS")
    assert isinstance(ruleset, System)
    (tmp_path / "hills.toml").write_text(write_plan(ruleset.made_table((48.0, 48.0), "3")), encoding="utf-8")
    found = tasks(
        ("random",),
        tmp_path,
        scenarios=("narrow_pass",),
        tables=("hills.toml",),
        points=(150, 250),
        armies=("saltmarch", "hollow_court", "mine.toml"),
        mirrors=True,
        options={"map_seed": [1, 2]},
        each=2,
    )
    assert len(found) == 2 * 2 * 6 * 2
    assert len({one.key for one in found}) == len(found)
    meetings = {frozenset(armies(one)) for one in found}
    assert {frozenset({"mine"}), frozenset({"mine", "saltmarch"})} < meetings
    assert len(meetings) == 6
    assert all(one.order.setup.table is not None for one in found)
    assert {one.order.setup.options["map_seed"] for one in found} == {1, 2}


def test_another_list_or_bot_makes_another_key() -> None:
    usual, other = (tasks(("general", "random"), scenarios=("narrow_pass",), points=(p,)) for p in (150, 250))
    tuned = tasks(("general[loss=0.5]", "random"), scenarios=("narrow_pass",))
    assert len({usual[0].key, other[0].key, tuned[0].key}) == 3
    assert tuned[0].order.bots["south"] == "general[loss=0.5]"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the key “plan” is missing"),
        (HEAD, "the key “set” is missing"),
        ("plan = 2\n", "plan: this plan was written for a later version"),
        (HEAD + "gamse = 3\n" + SET, "gamse: “gamse” is not a known key here; did you mean “games”?"),
        (HEAD + "games = 0\n" + SET, "games: this is 0, but must be at least 1"),
        ("plan = 1\nplayers = []\n" + SET, "players: a plan needs at least one player"),
        ('plan = 1\nplayers = ["random", "random"]\n' + SET, "players 2: two players are called “random”"),
        ('plan = 1\nplayers = ["rondom"]\n' + SET, "players 1: there is no bot called 'rondom'"),
        ('plan = 1\nplayers = ["general[x=1]"]\n' + SET, "players 1: general has no parameter 'x'"),
        (HEAD + '[[set]]\nruleset = "AFX"\n', "set 1, ruleset: “AFX” is not a known system; choose from: AFS,"),
        (
            HEAD + SET + 'scenarios = ["narow_pass"]\n',
            "set 1, scenarios: “narow_pass” is not a known scenario of this system",
        ),
        (HEAD + SET + 'armies = ["saltmarch", "nobody"]\n', "set 1, sunken_causeway, saltmarch - nobody: "),
        (HEAD + SET + "options = { map_sed = 3 }\n", "set 1, sunken_causeway: Unknown option map_sed"),
        (HEAD + SET + "options = { map_seed = [] }\n", "set 1, options, map_seed: this list is empty"),
        (
            'plan = 1\nplayers = [{ boot = "random" }]\n' + SET,
            "players 1, boot: “boot” is not a known key here; did you mean “bot”?",
        ),
        (HEAD + SET + 'tables = ["none.toml"]\n', "set 1, sunken_causeway: none.toml: it cannot be read"),
    ],
)
def test_what_is_wrong_is_named_with_file_and_key(text: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as fault:
        cells(read_plan(file), tmp_path, file.name)
    assert str(fault.value).startswith("my.toml")
    assert says in str(fault.value)
