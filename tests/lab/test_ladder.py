"""Ratings: the order of strength, intervals that narrow with battles, finite for a player who has won everything."""

from __future__ import annotations

from collections.abc import Sequence

from game.lab.ladder import ladders
from game.lab.rows import Row
from tests.lab.rows_made import row


def met(a: str, b: str, scores_of_a: Sequence[float]) -> list[Row]:
    """Pairs of two players; both battles of a pair have the same score."""
    return [
        row(f"{a}{b}{n}", score, f"{a}{b}{n}{turn}", seats, side)
        for n, score in enumerate(scores_of_a)
        for turn, seats, side in (("a", (a, b), "south"), ("b", (b, a), "north"))
    ]


def test_three_in_four_are_about_190_points_and_the_interval_holds_them() -> None:
    (ladder,) = ladders(met("good", "weak", [1.0, 1.0, 1.0, 0.0] * 50))
    good, weak = ladder.ratings
    assert (good.player, weak.player) == ("good", "weak")
    assert good.rating == -weak.rating
    assert 185 < good.rating - weak.rating < 193
    assert good.low < good.rating < good.high
    assert (good.score, good.games) == (0.75, 400)
    assert ladder.scores["good"]["weak"][0] == 0.75
    assert ladder.scores["weak"]["good"][0] == 0.25


def test_more_battles_narrow_the_interval() -> None:
    few, many = (ladders(met("a", "b", [1.0, 0.0] * n))[0].ratings[0] for n in (10, 100))
    assert many.high - many.low < (few.high - few.low) / 2


def test_a_player_who_has_won_everything_has_a_finite_rating_with_an_interval() -> None:
    rows = met("all", "mid", [1.0] * 30) + met("all", "low", [1.0] * 30) + met("mid", "low", [1.0, 0.5, 0.0] * 10)
    (ladder,) = ladders(rows)
    assert ladder.ratings[0].player == "all"
    assert 100 < ladder.ratings[0].low < ladder.ratings[0].rating < ladder.ratings[0].high < 2000
    mid, low = ladder.ratings[1:]
    assert abs(mid.rating - low.rating) < 60
    assert mid.low < low.rating < mid.high


def test_ratings_do_not_hang_on_the_order_of_rows_and_leave_out_what_tells_nothing() -> None:
    rows = met("a", "b", [1.0, 0.0, 0.5] * 5) + met("b", "c", [1.0, 0.0] * 6)
    told = [row("x", 1.0, "x", ("a", "a")), row("y", 0.5, "y", ("a", "c"), failed="why")]
    assert ladders([*rows, *told])[0].ratings == ladders(rows)[0].ratings
    assert [one.player for one in ladders(rows[::-1])[0].ratings] == [one.player for one in ladders(rows)[0].ratings]


def test_each_system_has_a_ladder_of_its_own() -> None:
    from msgspec.structs import replace

    rows = met("a", "b", [1.0] * 4)
    other = [replace(one, ruleset="WMA", key=f"w{one.key}") for one in met("b", "a", [1.0] * 4)]
    afs, wma = ladders([*rows, *other])
    assert (afs.ruleset, afs.ratings[0].player) == ("AFS", "a")
    assert (wma.ruleset, wma.ratings[0].player) == ("WMA", "b")
