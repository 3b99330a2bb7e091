"""Exams: the right answer solves a task, so does any that brings about what is expected; no other does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from game import cli
from game.bots.seat import Choice, Seat
from game.engine.decision import OptionAnswer, Reply
from game.engine.files.toml_reading import DataError
from game.lab.exam import marked, read_exam, totals

EXAMPLES = Path(__file__).resolve().parents[2] / "rulesets" / "age_of_fantasy_skirmish" / "examples"


class Yes:
    """Says yes to every question that can be answered so, and takes the default else."""

    name = "yes"
    word = "yes"

    def choose(self, seat: Seat) -> Choice:
        reply = Reply(OptionAnswer({"use": self.word}))
        return Choice(reply if seat.check(reply).legal else seat.default)


class No(Yes):
    """Says no."""

    name = "no"
    word = "no"


HERE = f"{__name__}:"


def counter(tmp_path: Path, expect: str, name: str = "counter.toml") -> None:
    """A charge that may be countered: the position ends with the right answer."""
    text = (EXAMPLES / "E12_counter.toml").read_text(encoding="utf-8")
    head, _, _ = text.partition('[[command]]\nquestion = "casualties"')
    head = head.replace("dice = [6, 4, 2, 5, 4, 6, 2, 1, 5, 4, 3, 4]", "dice = [6, 4, 2, 5, 4, 6, 2, 1, 5]")
    (tmp_path / name).write_text(head + expect, encoding="utf-8")


EXPECTED = '[expect]\nevents = [{ type = "hits", data = { how = "counter", hits = 3 } }]\n'


def test_the_answer_that_brings_about_what_is_expected_solves_a_task(tmp_path: Path) -> None:
    counter(tmp_path, EXPECTED)
    (task,) = read_exam(tmp_path)
    assert (task.name, task.points, task.answers) == ("counter", 1, 1)
    right, wrong = marked(task, f"{HERE}Yes"), marked(task, f"{HERE}No", tries=3)
    assert (right.solved, right.why) == (1.0, "")
    assert wrong.solved == 0.0
    assert "no event" in wrong.why
    assert [*totals([right, wrong])] == [(f"{HERE}Yes", 1.0, 1), (f"{HERE}No", 0.0, 1)]


def test_without_anything_expected_only_the_answer_itself_is_right(tmp_path: Path) -> None:
    counter(tmp_path, "")
    (task,) = read_exam(tmp_path)
    assert marked(task, f"{HERE}Yes").solved == 1.0
    assert marked(task, f"{HERE}No").why == "another answer"


def test_the_list_of_a_folder_gives_points_and_several_answers(tmp_path: Path) -> None:
    counter(tmp_path, EXPECTED)
    counter(tmp_path, EXPECTED, "both.toml")
    tasks = '[[task]]\nposition = "both.toml"\npoints = 3\nanswers = 2\n'
    (tmp_path / "exam.toml").write_text(f"exam = 1\n{tasks}", encoding="utf-8")
    (task,) = read_exam(tmp_path)
    assert (task.name, task.points, task.answers) == ("both", 3, 2)
    assert marked(task, f"{HERE}Yes").solved == 1.0  # its own pile-in and its counter
    assert marked(task, f"{HERE}No").solved == 0.0


def test_a_task_that_cannot_be_solved_by_its_own_answer_is_refused(tmp_path: Path) -> None:
    counter(tmp_path, EXPECTED.replace("hits = 3", "hits = 4"))
    with pytest.raises(DataError, match=r"counter\.toml, expect: its own answer does not solve it"):
        read_exam(tmp_path)
    (tmp_path / "exam.toml").write_text(
        'exam = 1\n[[task]]\nposition = "counter.toml"\nanswers = 9\n', encoding="utf-8"
    )
    with pytest.raises(DataError, match=r"counter\.toml, command: the position ends without the right answer"):
        read_exam(tmp_path)
    (tmp_path / "counter.toml").unlink()
    (tmp_path / "exam.toml").unlink()
    with pytest.raises(DataError, match="there is no position with a right answer here"):
        read_exam(tmp_path)


def test_the_command_prints_the_points_of_each_player(tmp_path: Path) -> None:
    counter(tmp_path, EXPECTED)
    said = ["lab", "exam", str(tmp_path), f"{HERE}Yes", f"{HERE}No", "--processes", "1"]
    result = CliRunner().invoke(cli.cli, said, env={"COLUMNS": "160"})
    assert result.exit_code == 0, result.output
    assert "1 of 1" in result.stdout
    assert "0 of 1" in result.stdout
    result = CliRunner().invoke(cli.cli, [*said, "--json"])
    assert [json.loads(line)["solved"] for line in result.stdout.splitlines()] == [1.0, 0.0]
    result = CliRunner().invoke(cli.cli, ["lab", "exam", str(tmp_path), "nobody"])
    assert (result.exit_code, "there is no bot called 'nobody'" in result.output) == (2, True)
