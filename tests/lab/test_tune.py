"""Tuning: the optimiser finds what wins, a stopped run goes on, the best is written with the run that found it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future
from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from game import cli
from game.bots.tuned import split_name
from game.engine.files.toml_reading import DataError
from game.lab.plan import read_plan
from game.lab.rows import Row, Task, set_up
from game.lab.tune import Tuner, Tuning, parameter_file, read_tuning
from game.processes import Done

TEXT = """tune = 1
bot = "general"
against = ["random"]
trials = {trials}
together = 4
check = 4
[parameters]
loss = [0.0, 2.0]
danger = [0.0, 1.0]
[[set]]
ruleset = "AFS"
points = 150
scenarios = "narrow_pass"
games = {games}
"""


def tuning(folder: Path, trials: int = 8, games: int = 2) -> Tuning:
    file = folder / "my.toml"
    file.write_text(TEXT.format(trials=trials, games=games), encoding="utf-8")
    return read_tuning(file)


def tuner(one: Tuning, folder: Path) -> Tuner:
    return Tuner(one, folder, "my.toml", folder / "my.journal", folder / "my.jsonl")


class Pretended:
    """A pool whose battles are won by whoever has the smaller ``loss`` (a bot without one has 1), and counted."""

    def __init__(self) -> None:
        self.fought: list[Task] = []

    def __call__(self, job: Callable[[Task], Row], asked: Iterator[Task]) -> Generator[Done[Task, Row]]:
        for task in asked:
            self.fought.append(task)
            loss = {side: split_name(bot)[1].get("loss", 1.0) for side, bot in task.order.bots.items()}
            one, other = loss
            winner = "" if loss[one] == loss[other] else min(loss, key=lambda side: loss[side])
            score = 0.5 if not winner else float(winner == task.first)
            future: Future[Row] = Future()
            future.set_result(replace(set_up(task), winner=winner, score=score))
            yield Done(task, future)


def test_the_optimiser_finds_what_wins_and_the_best_is_checked_in_fresh_battles(tmp_path: Path) -> None:
    one = tuning(tmp_path, trials=24)
    pool = Pretended()
    found = tuner(one, tmp_path)
    trials = [*found.go_on(pool)]
    assert [trial.number for trial in trials] == [*range(24)]
    assert trials[0].parameters == {"loss": 0.8, "danger": 0.3}  # the bot as it is
    best = found.best(pool)
    assert best.parameters["loss"] < 1.0
    assert best.score == 1.0
    assert best.check.games == 4
    seeds = {task.order.setup.seed for task in pool.fought[:-4]}
    assert not {task.order.setup.seed for task in pool.fought[-4:]} & seeds
    assert len(seeds) == 1  # every trial fights the same battles
    plain = tomllib.loads(parameter_file(one, best))
    assert plain["parameters"] == best.parameters
    assert plain["found"]["trials"] == 24
    assert split_name(plain["found"]["name"]) == ("general", best.parameters)


def test_a_stopped_run_goes_on_and_fights_no_battle_twice(tmp_path: Path) -> None:
    one, pool = tuning(tmp_path), Pretended()

    def stops(job: Callable[[Task], Row], asked: Iterator[Task]) -> Generator[Done[Task, Row]]:
        yield from islice(pool(job, asked), 3)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        [*tuner(one, tmp_path).go_on(stops)]
    trials = [*tuner(one, tmp_path).go_on(pool)]
    assert [trial.number for trial in trials] == [*range(8)]
    assert len(pool.fought) == len({task.key for task in pool.fought}) == 16
    assert [*tuner(one, tmp_path).go_on(pool)] == []


def test_real_battles_tune_by_the_command_and_a_plan_takes_the_file(tmp_path: Path) -> None:
    tuning(tmp_path, trials=4)
    result = CliRunner().invoke(cli.cli, ["lab", "tune", str(tmp_path / "my.toml"), "--processes", "1"])
    assert result.exit_code == 0, result.output
    assert result.stdout.count("trial ") == 5
    assert "against general as it is: " in result.stdout
    player = '{ bot = "general", name = "mine", parameters = "my.best.toml" }'
    plan = tmp_path / "plan.toml"
    plan.write_text(f'plan = 1\nplayers = ["random", {player}]\n[[set]]\nruleset = "AFS"\n', encoding="utf-8")
    assert "loss=" in read_plan(plan).field[1].made_of
    plan.write_text(plan.read_text(encoding="utf-8").replace("my.best", "none"), encoding="utf-8")
    with pytest.raises(DataError, match=r"none\.toml: it cannot be read"):
        read_plan(plan)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("tune = 1", "", "the key “tune” is missing"),
        ("loss =", "los =", "parameters, los: “los” is not a known parameter of this bot; did you mean “loss”?"),
        ("[0.0, 2.0]", "[2.0, 1.0]", "parameters, loss: the least value must be below the greatest"),
        ('bot = "general"', 'bot = "random"', "bot: the bot random has no parameters"),
        ('bot = "general"', 'bot = "nobody"', "bot: there is no bot called 'nobody'"),
        ('ruleset = "AFS"', 'ruleset = "WAB"', "parameters, loss"),
    ],
)
def test_what_is_wrong_is_named(old: str, new: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    text = TEXT.format(trials=4, games=2)
    if "WAB" in new:
        text = text.replace("loss = [0.0, 2.0]", "ranks = [0, 1]")
        says = "parameters, ranks: this is true or false: only numbers can be tuned"
    file.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(DataError) as fault:
        read_tuning(file)
    assert says in str(fault.value)
