"""What battles show: a score with the interval of its pairs, and a sequential test that ends in the order of a plan."""

from __future__ import annotations

from collections.abc import Iterable

from game.lab.course import Losses
from game.lab.rows import Row
from game.lab.standing import Spread, Standing, Tally, interval
from tests.lab.rows_made import played, row


def tally(rows: Iterable[Row], until: float | None = None) -> Tally:
    """A tally of rows whose pairs were asked for in this order."""
    found = Tally(until)
    for one in rows:
        if one.pair not in found.asked:
            found.asked.append(one.pair)
        found.add(one)
    return found


def test_the_score_has_the_interval_of_its_pairs() -> None:
    rows = [row(f"p{n}", score, f"{n}{score}") for n in range(20) for score in (1.0, 0.0)]
    low, high = interval([0.5] * 20)
    assert tally(rows).standing() == Standing(40, 20, 0, 20, 0, 0.5, low, high)  # one side always wins
    assert [round(x, 3) for x in (low, high)] == [0.437, 0.563]
    won = tally(played([1.0] * 20)).standing()
    assert (won.score, round(won.low, 3), won.high) == (1.0, 0.868, 1.0)
    mixed = tally(played([1.0, 1.0, 1.0, 0.0] * 10)).standing()
    assert mixed.score == 0.75
    assert (mixed.low, mixed.high) == interval([1.0, 1.0, 1.0, 0.0] * 10)
    assert round(mixed.low, 3) == 0.605


def test_battles_without_a_partner_count_alone() -> None:
    rows = [row("", score, f"k{n}") for n, score in enumerate([1.0, 1.0, 0.0, 1.0])]
    got = tally(rows).standing()
    assert (got.games, got.score) == (4, 0.75)
    assert (got.low, got.high) == interval([1.0, 1.0, 0.0, 1.0])


def test_the_sequential_test_ends_on_either_side_and_not_too_soon() -> None:
    strong = played([1.0, 1.0, 0.5] * 14)
    assert tally(strong, 0.55).verdict() == "better"
    assert tally(strong[:14], 0.55).verdict() == ""
    even = played([1.0, 0.0] * 300)
    assert tally(even, 0.6).verdict() == "not better"
    assert tally(even[:20], 0.6).verdict() == ""
    assert Spread([1.0]).likelihood_ratio(0.5, 0.55) == 0.0


def test_the_sequential_test_takes_pairs_in_the_order_of_the_plan() -> None:
    rows = played([0.5] * 8 + [1.0] * 40)
    found = Tally(0.55)
    found.asked = [f"p{n}" for n in range(48)]
    for one in rows[16:]:
        found.add(one)
    assert found.verdict() == ""  # the first pair has not ended
    for one in rows[:16]:
        found.add(one)
    assert found.standing() == tally(rows, 0.55).standing()
    assert found.verdict() == "better"


def test_the_score_of_a_test_that_has_ended_leaves_out_the_battles_in_hand() -> None:
    alone = tally(played([1.0] * 20)[:16], 0.55).standing()
    assert (alone.verdict, alone.games, alone.score) == ("", 16, 1.0)
    rows = played([1.0] * 40 + [0.0] * 4)
    ended = tally(rows[:80], 0.55)
    counted = ended.standing()
    assert counted.verdict == "better"
    assert counted.games < 80
    for one in rows[80:]:  # these were in hand
        ended.add(one)
    assert ended.standing() == counted
    assert ended.games == 88  # their cost counts


def test_a_pair_with_a_failed_battle_does_not_hold_up_the_test() -> None:
    failed = Row("f", "p0", "AFS", {}, "s", "x", 0, {}, {}, {}, {}, failed="why")
    found = tally([failed, *played([1.0] * 20)[1:]], 0.55)
    assert found.verdict() == "better"
    assert found.standing().failed == 1


def test_lost_units_are_counted_by_player() -> None:
    lost = {"south": Losses(1, 4, 3, 8), "north": Losses(2, 4, 8, 8)}
    found = tally([row("p", 1.0, "a", losses=lost), row("p", 1.0, "b", ("B", "A"), "north", losses=lost)])
    assert found.lost_units() == {"A": 3 / 8, "B": 3 / 8}
