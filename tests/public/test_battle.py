"""Battles of the public package: what is on offer, refusals, bots of one's own, saving, replaying, every system."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import game
import tabula_belli
from game.battle import fight, order
from game.engine.loader import UnknownRuleset, ruleset_ids
from tabula_belli import battle
from tabula_belli.seat import Bot, Choice, Reply, Seat, choice
from tests.short import smallest

ROOT = Path(__file__).resolve().parents[2]


class First(Bot):
    """Takes the first legal reply."""

    def choose(self, seat: Seat) -> Choice:
        return choice(next(iter(seat.candidates(limit=1)), seat.default), "first")


class Cheat(Bot):
    """Says what may not be said."""

    name = "a cheat"

    def choose(self, seat: Seat) -> Choice:
        return choice(Reply(exit="nowhere"))


def short(system: str = "AFS") -> battle.Battle:
    return battle.start(system, "narrow_pass", seed="short", points=150)


def test_what_is_on_offer() -> None:
    assert {one.id for one in battle.systems()} == set(ruleset_ids())
    assert tabula_belli.__version__ == game.__version__
    (narrow,) = [one for one in battle.scenarios("AFS") if one.id == "narrow_pass"]
    assert narrow.sides == ("south", "north")
    assert all(army.units for army in battle.armies("AFS", 250))
    moves = next(one for one in battle.options("NAP") if one.id == "moves")
    assert moves.least is not None
    assert battle.bots("AFS")[0] == "general"
    assert "random" in battle.bots("AFS")
    with pytest.raises(UnknownRuleset, match="no ruleset called 'XYZ'"):
        battle.scenarios("XYZ")


def test_a_set_up_that_is_not_in_order_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no scenario 'nowhere'; there are: "):
        battle.start("AFS", "nowhere")


def test_a_battle_is_the_same_as_one_of_the_command_line() -> None:
    bots = {"south": "random", "north": "default"}
    mine = battle.play("AFS", "narrow_pass", bots, seed="same", points=150)
    wanted = fight(order("AFS", "narrow_pass", bots, "same", 150))
    assert (mine.hash, mine.winner, mine.scores()) == (wanted.hash, wanted.winner, wanted.scores)


def test_a_refused_reply_changes_nothing() -> None:
    own = short()
    before = own.hash
    with pytest.raises(battle.Refused, match="This question has no exit called nowhere"):
        own.answer(own.waiting[0], Reply(exit="nowhere"))
    assert own.hash == before
    seat = own.seat()
    assert own.answer(seat.decision, choice(seat.default, "the least"))
    assert own.hash != before
    assert [m.command.why.args["words"] for m in own.moments() if m.command is not None] == ["the least"]


def test_own_bots_are_named_and_replaced_where_they_cheat() -> None:
    fought = short().play({"south": First(), "north": Cheat()})
    assert fought.over
    assert fought.players == {"south": "first", "north": "a cheat"}
    with pytest.raises(LookupError, match="no decision waits"):
        fought.seat()


def test_a_battle_waits_for_a_side_without_a_bot() -> None:
    own = short().play({"south": "default"})
    assert not own.over
    assert {one.side for one in own.waiting} == {"north"}


def test_a_view_and_a_story_of_a_side_keep_the_secrets_of_the_other() -> None:
    own = battle.start("NAP", seed="story", options={"moves": 10})

    def told() -> list[str]:
        return [event.only for moment in own.moments() for event in moment.events if event.only and event.text]

    while not told():
        seat = own.seat()
        own.answer(seat.decision, seat.default)
    one, two = own.sides
    assert set(own.state.secret) == {one, two}
    assert set(own.view(one).secret) == {one}
    assert own.view(None).secret == {}
    only = len(told())
    assert [len(own.story(side)) for side in (one, two)] == [
        len(own.story()) - only + told().count(side) for side in (one, two)
    ]


def test_a_record_replays_and_can_be_played_on(tmp_path: Path) -> None:
    own = short().play({"south": "default"})
    path = own.save(tmp_path / "a.tabula")
    before = path.read_bytes()
    again = battle.replay(path)
    assert again.hash == own.hash
    assert [m.line for m in again.moments()] == [*range(len(own.session.lines))]
    again.play(dict.fromkeys(again.sides, "default"))
    assert again.over
    assert path.read_bytes() == before
    assert battle.verify(path) == []
    assert battle.verify(again.save(tmp_path / "b.tabula")) == []
    with pytest.raises(OSError, match=r"a\.tabula cannot be written"):
        own.save(path)


@pytest.mark.parametrize("system", ruleset_ids())
def test_every_system_plays_by_the_public_package_alone(system: str) -> None:
    from game.engine.loader import load_ruleset

    setup = smallest(load_ruleset(system), "x")
    own = battle.start(system, seed="public", points=int(setup.options.get("points", 0)) or None, options=setup.options)
    for _ in range(25):
        seat = own.seat()
        reply = next(iter(seat.candidates(limit=1)), seat.default)
        assert seat.check(reply).legal
        own.answer(seat.decision, reply)
        if own.over:
            break
    assert set(own.scores()) == set(own.sides)


@pytest.mark.parametrize("module", ["battle", "seat", "records", "lab"])
def test_the_package_needs_neither_the_extra_nor_a_window(module: str) -> None:
    without = ("pyarrow", "pettingzoo", "gymnasium", "dask", "distributed", "optuna", "matplotlib", "pygame")
    code = f"import sys\nfor name in {without!r}: sys.modules[name] = None\nimport tabula_belli.{module} as found\n"
    code += "print(len(found.__all__))"
    child = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert child.returncode == 0, child.stderr
    assert int(child.stdout) > 0
