"""Whole battles, recorded once, come out as they did: to the exact hash of every event and state.

Where one fails, a rule has changed (or the geometry, the order of dice, what an event tells). If that was not meant, it
is a fault. If it was, the battles are fought anew (``python -m tests.battles.make``) in a commit that explains it.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.json import encode
from msgspec.structs import replace

from game.engine.loader import load_ruleset
from game.engine.records.record import read_record
from game.engine.records.writer import Writer
from game.engine.session import Session
from game.engine.text import Text, Word
from tests.battles.kept import (
    FOLDER,
    SHORT,
    SUFFIX,
    Kept,
    Otherwise,
    battles,
    keep,
    read,
    replay,
    rolled,
    wordless,
    write,
)
from tests.battles.make import plans
from tests.engine.conftest import random_battle
from tests.toy import TOY

KEPT = {"WMA": 30, "AFS": 30, "USB": 30, "WAB": 30, "NAP": 30}
"""How many are kept of each system."""
ALL = [path for ruleset in KEPT for path in battles(ruleset)]
SELDOM = {path for ruleset in KEPT for n, path in enumerate(battles(ruleset)) if n % 3}
"""Two in three are left to the long runs."""


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=[pytest.mark.soak] if path in SELDOM else []) for path in ALL],
    ids=[f"{path.parent.name}-{path.name.removesuffix(SUFFIX)}" for path in ALL],
)
def test_a_recorded_battle_comes_out_as_it_did(path: Path) -> None:
    kept = read(path)
    session = replay(kept, load_ruleset(kept.setup.ruleset))
    assert session.state.over is not None


@pytest.mark.parametrize("ruleset", KEPT)
def test_what_is_kept_is_what_was_planned(ruleset: str) -> None:
    planned = {p.name: p for p in plans(load_ruleset(ruleset))}
    kept = {path.name.removesuffix(SUFFIX): read(path) for path in battles(ruleset)}
    assert len(kept) == KEPT[ruleset]
    assert {name: (planned[name].setup, planned[name].players) for name in kept} == {
        name: (one.setup, one.players) for name, one in kept.items()
    }
    assert {path.parent.name for path in FOLDER.rglob(f"*{SUFFIX}")} == set(KEPT)


@pytest.mark.parametrize("ruleset", KEPT)
def test_a_battle_is_gone_on_with_from_its_file_as_if_it_had_never_been_left(ruleset: str, tmp_path: Path) -> None:
    kept, rules = read(battles(ruleset)[4]), load_ruleset(ruleset)
    left = Session.start(rules, kept.setup)
    writer = Writer.create(tmp_path / "left.tabula", left)
    middle = len(kept.commands) // 2
    for command in kept.commands[:middle]:
        left.submit(command)
    writer.close()
    record = read_record(tmp_path / "left.tabula")
    session = record.session(rules)
    assert (record.damaged, len(session.lines)) == (False, middle + 1)
    for command in kept.commands[middle:]:
        session.submit(command)
    digest = ""
    for line in session.lines:
        digest = rolled(digest, line)
    assert digest == kept.hash


@pytest.fixture(scope="module")
def toy() -> Kept:
    return keep(random_battle(3), {"red": "random", "blue": "random"})


class TestTheReplayIsChecked:
    """A replay that notices nothing proves nothing."""

    def test_a_sound_one_passes_also_out_of_its_file(self, toy: Kept, tmp_path: Path) -> None:
        write(tmp_path / "toy" / f"a{SUFFIX}", toy)
        again = read(tmp_path / "toy" / f"a{SUFFIX}")
        assert again == toy
        assert len(replay(again, TOY).lines) == len(toy.commands) + 1

    @pytest.mark.parametrize("ruleset", KEPT)
    def test_another_seed_is_another_battle(self, ruleset: str) -> None:
        kept = read(battles(ruleset)[0])
        with pytest.raises(Otherwise, match="line 0"):
            replay(replace(kept, setup=replace(kept.setup, seed="another")), load_ruleset(ruleset))

    @pytest.mark.parametrize("ruleset", KEPT)
    def test_an_answer_left_out_is_found_at_its_line(self, ruleset: str) -> None:
        kept = read(battles(ruleset)[0])
        commands = [*kept.commands[:5], *kept.commands[6:]]
        with pytest.raises(Otherwise, match="line 6"):
            replay(replace(kept, commands=commands), load_ruleset(ruleset))

    def test_a_hash_that_was_another_is_found_at_its_line(self, toy: Kept) -> None:
        at = 4 * SHORT
        lines = toy.lines[:at] + "0" * SHORT + toy.lines[at + SHORT :]
        with pytest.raises(Otherwise, match="line 4"):
            replay(replace(toy, lines=lines), TOY)

    def test_lines_too_few_or_too_many_and_another_end_are_found(self, toy: Kept) -> None:
        with pytest.raises(Otherwise, match="the last line"):
            replay(replace(toy, lines=toy.lines + "0" * SHORT), TOY)
        with pytest.raises(Otherwise, match="the last line"):
            replay(replace(toy, hash="0" * 32), TOY)
        with pytest.raises(Otherwise, match="the last line"):
            replay(replace(toy, commands=toy.commands[:-1]), TOY)
        with pytest.raises(Otherwise, match="won"):
            replay(replace(toy, winner="nobody"), TOY)

    def test_a_sentence_may_be_worded_otherwise_but_not_tell_another_number(self) -> None:
        said = Text('{n} of {a} "fell"', {"n": 3, "a": Word("Line")}, "{n}", 3)
        assert wordless(encode(said)) == wordless(encode(replace(said, key="{a}: {n} lost", many="many")))
        assert wordless(encode(said)) != wordless(encode(replace(said, args={"n": 4, "a": Word("Line")})))
        assert wordless(encode({"unit": "key"})) == b'{"unit":"key"}'

    def test_dice_in_another_order_are_found(self, toy: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
        from game.engine import dice

        real = dice._draw
        monkeypatch.setattr(dice, "_draw", lambda seed, used, n: real(seed, used + 1, n))
        with pytest.raises(Otherwise, match="the same events with other contents"):
            replay(toy, TOY)

    @pytest.mark.parametrize("ruleset", KEPT)
    def test_a_number_of_an_event_that_is_told_otherwise_is_found(
        self, ruleset: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """One event of one line in mid-battle says something else, and nothing follows from it."""
        from game.engine import session
        from game.engine.decide import Decided, decide

        kept = read(battles(ruleset)[0])
        calls = 0

        def odd(*args: object) -> object:
            nonlocal calls
            calls += 1
            got = decide(*args)  # type: ignore[arg-type]
            if calls == 20 and isinstance(got, Decided):
                first = replace(got.events[0], data={**(got.events[0].data or {}), "odd": 1})
                return Decided((first, *got.events[1:]), got.state)
            return got

        monkeypatch.setattr(session, "decide", odd)
        with pytest.raises(Otherwise, match="line 20"):
            replay(kept, load_ruleset(ruleset))

    def test_a_changed_number_of_a_rule_is_found(self, toy: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
        from tests.toy import questions

        replay(toy, TOY)
        monkeypatch.setattr(questions, "PACE", questions.PACE / 2)
        with pytest.raises(Otherwise):
            replay(toy, TOY)
