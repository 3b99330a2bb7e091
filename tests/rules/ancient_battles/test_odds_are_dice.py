"""Odds beside every way in which the dice may fall: each face of each die is thrown through the flow itself."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from game.engine.dice import Faces, ScriptedDice
from game.engine.event import DiceRow
from game.engine.odds import spread
from game.engine.state import Frame, Luck, State
from game.kit import attack as throws
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.fight import combat_odds, results, strikes
from rulesets.ancient_battles.fight import pursuit as quarry
from rulesets.ancient_battles.fight.combat_round import FightData
from rulesets.ancient_battles.nerve import leadership
from rulesets.ancient_battles.shoot import missiles, shooting
from rulesets.ancient_battles.shoot.shooting import VolleyData
from rulesets.ancient_battles.shoot.shooting import VolleyData as Shot
from rulesets.ancient_battles.system import RULESET
from tests.rules.ancient_battles.shots_play import recruit
from tests.rules.ancient_battles.table import table, unit
from tests.rules.playing import Playing


class More(Exception):
    """So many dice more are wanted than have been thrown."""


class Thrown(ScriptedDice):
    """Faces as told; where they end it says how many more are wanted."""

    def roll(self, luck: Luck, rows: Sequence[DiceRow], why: str) -> tuple[Faces, Luck]:
        short = luck.used + sum(row.n for row in rows) - len(self.script)
        if short > 0:
            raise More(short)
        return super().roll(luck, rows, why)


class Way(Playing):
    """One way through a frame; questions are answered as usual."""

    def __init__(self, state: State, frame: Frame, faces: Sequence[int]) -> None:
        from game.engine.session import Session

        self.dice = Thrown(faces)
        self.session = Session.from_state(RULESET, state, frame, self.dice)
        while self.session.waiting:
            self.default()


def ways(state: State, frame: Frame) -> Iterator[tuple[float, Way]]:
    """Every way that the dice of a frame may fall, with its chance."""
    open_: list[tuple[int, ...]] = [()]
    while open_:
        faces = open_.pop()
        try:
            yield 6.0 ** -len(faces), Way(state, frame, faces)
        except More as more:
            open_ += [(*faces, *rest) for rest in itertools.product(range(1, 7), repeat=more.args[0])]


def tally(state: State, frame: Frame, read: Callable[[State], Any]) -> dict[Any, float]:
    """Chances of what is read off the end."""
    found: dict[Any, float] = {}
    for chance, way in ways(state, frame):
        key = read(way.state)
        found[key] = found.get(key, 0.0) + chance
    assert sum(found.values()) == pytest.approx(1.0)
    return found


# --- volleys -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-SHT-03", "WAB-SHT-14", "WAB-S19", "WAB-ARM-13")
@pytest.mark.parametrize(
    ("bs", "mark", "hit"),
    [
        (9, "PHA", 5 / 6),  # a natural 1 misses
        (3, "PHA", 1 / 2),
        (2, "SJA", 1 / 6),  # skirmishers: a six
        (1, "SJA", 1 / 6 * 1 / 2),  # 7: the six again on 4+
    ],
)
def test_every_way_of_one_shot(monkeypatch: pytest.MonkeyPatch, bs: int, mark: str, hit: float) -> None:
    recruit(monkeypatch, "XBO", "PHA", weapon="bow", bs=bs)
    foe = {"side": "north", "models": 2, "began": 2}
    place = {"poses": [(36, 24), (36.9, 24)]} if mark == "SJA" else {"at": (36, 24), "files": 2}
    state = table(
        unit("XBO", (36, 20), 0, side="south", models=1, files=1),
        unit(mark, facing=180, **foe, **place),
        phase="shooting",
    )
    found = tally(state, Frame("wab.volley", data=VolleyData("XBO", mark)), lambda end: 2 - facts.count(end, mark))
    odds = shooting.volleys(state, [Shot("XBO", mark)])
    assert dict(odds.lost.items()) == pytest.approx(found)
    assert odds.hits.mean == pytest.approx(hit)


@pytest.mark.clause("WAB-S19")
@pytest.mark.parametrize("number", range(-3, 12))
def test_a_shot_throws_what_its_number_needs(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the words of the clause: a 1 misses; 7, 8, 9 want 4+, 5+, 6 after a six; 10 and more cannot hit."""
    recruit(monkeypatch, "XBO", "PHA", weapon="bow", bs=7 - number)
    state = table(unit("XBO", (36, 20), 0, side="south", models=1, files=1), unit("WAR", (36, 24), 180))
    attack = missiles.attack(state, "XBO", "WAR", missiles.distance(state, "XBO", "WAR"))
    wanted = {7: 4, 8: 5, 9: 6}
    hits = 0
    for face, second in itertools.product(range(1, 7), repeat=2):
        if number in wanted:
            hits += face == 6 and second >= wanted[number]
        else:
            hits += face != 1 and face >= number
    assert spread(attack.hits(1)).chance(1) == pytest.approx(hits / 36)
    assert throws.able(attack.hit) == (number < 10)


# --- blows -------------------------------------------------------------------------------------------------------


def one_to_one(monkeypatch: pytest.MonkeyPatch, first: dict[str, Any], second: dict[str, Any]) -> State:
    """One man who charges another; neither has more than he brings."""
    recruit(monkeypatch, "XAA", "PHA", standard=False, musician=False, **first)
    recruit(monkeypatch, "XBB", "WAR", standard=False, musician=False, **second)
    return table(
        unit("XAA", (36, 24), 0, side="south", files=1, models=1, began=1),
        unit("XBB", (36, 24), 180, side="north", files=1, models=1, began=1),
        contacts=[{"a": "XAA", "b": "XBB", "how": "charge"}],
        phase="combat",
        fight=1,
    )


@pytest.mark.clause("WAB-CMB-04", "WAB-CMB-05", "WAB-CMB-08", "WAB-CMB-09", "WAB-HAT-02", "WAB-S20", "WAB-RES-01")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"ws": 3, "armour": ("light",)}, {"t": 7, "ws": 4, "armour": ()}),  # cannot wound, but is struck
        ({"hates": ("galatian",), "ws": 2}, {"s": 1, "i": 1, "armour": ("heavy",)}),  # with hatred's second throw
        ({"w": 2, "t": 2}, {"s": 5, "armour": ("large_shield",)}),
    ],
)
def test_every_way_of_two_men_with_a_blow_each(
    monkeypatch: pytest.MonkeyPatch, first: dict[str, Any], second: dict[str, Any]
) -> None:
    state = one_to_one(monkeypatch, first, second)
    frame = Frame("wab.fight", data=FightData(("XAA", "XBB")))
    found: dict[str, dict[Any, float]] = {"winner": {}, "margin": {}, "XAA": {}, "XBB": {}}
    for chance, way in ways(state, frame):
        told = way.of("combat_result")[0].data
        read = {
            "winner": told["winner"],
            "margin": told["scores"]["south"] - told["scores"]["north"],
            **{u: 1 - facts.count(way.state, u) for u in ("XAA", "XBB")},
        }
        for name, value in read.items():
            found[name][value] = found[name].get(value, 0.0) + chance
    odds = combat_odds.round_odds(state, ("XAA", "XBB"), "south")
    assert odds.win == pytest.approx(found["winner"].get("south", 0.0))
    assert odds.lose == pytest.approx(found["winner"].get("north", 0.0))
    assert odds.draw == pytest.approx(found["winner"].get("", 0.0))
    assert dict(odds.margin.items()) == pytest.approx(found["margin"])
    for who in ("XAA", "XBB"):
        assert dict(odds.lost[who].items()) == pytest.approx(found[who])


# --- tests, flights, winners -------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-TST-01", "WAB-TST-03", "WAB-R33")
@pytest.mark.parametrize("needed", [1, 2, 6, 7, 11, 12, 13])
def test_every_throw_of_a_test(needed: int) -> None:
    pairs = list(itertools.product(range(1, 7), repeat=2))
    good = [p for p in pairs if sum(p) <= needed]
    assert leadership.chance(needed) == pytest.approx(len(good) / 36)
    assert [leadership.passes(sum(p), needed) for p in pairs] == [p in good for p in pairs]


@pytest.mark.clause("WAB-BRK-02", "WAB-STB-03", "WAB-FEA-05", "WAB-BRK-09", "WAB-STB-02")
def test_every_way_of_a_break_test_and_of_the_stubborn() -> None:
    """Chances of one beaten unit, and how it fares when each throw is played."""
    from rulesets.ancient_battles.fight.combat_round import Fought
    from rulesets.ancient_battles.fight.results import BreaksData

    def broken(state: State, unit_id: str, by: int) -> float:
        fought = Fought((unit_id, "GAE"), "north", by)
        found = tally(state, Frame("wab.breaks", data=BreaksData((fought,))), lambda end: facts.fleeing(end, unit_id))
        assert results.break_chance(state, unit_id, by, ("GAE",)) == pytest.approx(found.get(True, 0.0))
        return found.get(True, 0.0)

    def pair(unit_id: str, models: int, foes: int, **more: Any) -> State:
        return table(
            unit(unit_id, (36, 24), 0, files=4, models=models, **more), unit("GAE", (36, 24), 180, files=4, models=foes)
        )

    assert broken(pair("PHA", 16, 8), "PHA", 2) == pytest.approx(26 / 36)  # 7 - 2
    assert broken(pair("PHA", 7, 8), "PHA", 1) == 1.0  # outnumbered by whom it fears
    assert broken(pair("PHA", 4, 3, began=16), "PHA", 1) == 1.0
    assert broken(pair("SIL", 7, 8), "SIL", 1) == pytest.approx(1 / 2)  # the die of the stubborn
    assert broken(pair("SIL", 12, 8), "SIL", 1) == 0.0  # gives ground
    assert broken(pair("SIL", 12, 8, stubborn_used=True), "SIL", 1) == pytest.approx(15 / 36)  # 8 - 1


@pytest.mark.clause("WAB-S24")
def test_a_pursuit_as_long_as_the_flight_catches() -> None:
    assert [quarry.catches(n, 7) for n in (6, 7, 8)] == [False, True, True]


@pytest.mark.clause("WAB-RES-01", "WAB-R27")
def test_who_wins_a_combat() -> None:
    both = ("south", "north")
    assert strikes.winner({"south": 3, "north": 2}, both) == "south"
    assert strikes.winner({"south": 2, "north": 3}, both) == "north"
    assert strikes.winner({"south": 2, "north": 2}, both) == ""
    # Who is wiped out wins never, whatever his score; and where nobody is left nobody has won.
    assert strikes.winner({"south": 9, "north": 2}, ("north",)) == "north"
    assert strikes.winner({"south": 9, "north": 2}, ()) == ""


@pytest.mark.clause("WAB-BRK-09", "WAB-R21", "WAB-FEA-05", "WAB-S23")
def test_losses_that_are_thought_of_count_like_those_that_happened() -> None:
    state = table(unit("PHA", (36, 24), 0, files=4, models=16), unit("GAE", (36, 24), 180, files=4, models=8))
    assert results.fate(state, "PHA") == "test"
    assert results.fate(state, "PHA", {"PHA": 8}) == "test"
    assert results.fate(state, "PHA", {"PHA": 7}) == "fear"
    assert results.fate(state, "PHA", {"PHA": 7, "GAE": 7}) == "test"
    assert results.fate(state, "PHA", {"PHA": 5, "GAE": 5}) == "test"
    assert results.fate(state, "PHA", {"PHA": 4, "GAE": 4}) == "few"
    assert results.fate(state, "PHA", {"PHA": 0}) == ""
    assert results.break_chance(state, "PHA", 1, ("GAE",), {"PHA": 0}) == 0.0
    assert results.break_chance(state, "PHA", 1, ("GAE",), {"PHA": 4, "GAE": 4}) == 1.0
    assert results.break_chance(state, "PHA", 1, ("GAE",), {"PHA": 7}) == 1.0
    assert results.break_chance(state, "PHA", 1, ("GAE",)) == pytest.approx(21 / 36)  # 7 - 1: 15 ways hold
