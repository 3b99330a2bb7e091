"""What is unequal, from made rows: sides, first turns, armies and losses, each with its interval and a verdict."""

from __future__ import annotations

from collections.abc import Sequence

from game.lab.balance import Finding, findings
from game.lab.course import Death
from game.lab.rows import Row
from game.lab.standing import interval
from tests.lab.rows_made import row

SOUTH, NORTH = ("x", "y"), ("y", "x")


def found(rows: Sequence[Row], about: str, name: str = "", lost: Sequence[str] = ()) -> Finding:
    (one,) = [f for f in findings(rows, lost) if f.about == about and (not name or f.name == name)]
    return one


def mirrored(scores_of_x: Sequence[float], start: int = 0) -> list[Row]:
    """Pairs of one player in which the armies x and y exchange sides; x has these scores on either side."""
    return [
        row(f"p{n}", score, f"{n}{turn}", ("A", "A"), side, armies=dict(zip(("south", "north"), names, strict=True)))
        for n, score in enumerate(scores_of_x, start)
        for turn, side, names in (("a", "south", SOUTH), ("b", "north", NORTH))
    ]


def test_a_strong_army_is_unequal_and_the_sides_are_not() -> None:
    rows = mirrored([1.0] * 45 + [0.0] * 15)
    army = found(rows, "armies")
    assert (army.name, army.against, army.pairs, army.score) == ("x", "y", 60, 0.75)
    assert (army.low, army.high) == interval([1.0] * 45 + [0.0] * 15)
    assert (army.verdict, army.more) == ("unequal", 0)
    side = found(rows, "side")
    assert (side.name, side.against, side.score) == ("south", "north", 0.5)
    assert side.verdict == "equal"  # each pair has one win for either side
    assert not [one for one in findings(rows) if one.about == "army"]  # of two armies it would say the same again


def test_equal_is_said_only_where_the_whole_interval_is() -> None:
    few, many = mirrored([0.5] * 20), mirrored([0.5] * 40)
    assert found(few, "armies").verdict == "open"
    assert found(few, "armies").more > 0
    assert found(many, "armies").verdict == "equal"


def test_the_first_turn_counts_whoever_had_it() -> None:
    rows = [
        row(f"p{n}", 1.0, f"{n}{turn}", began=side, first=side)
        for n in range(30)
        for turn, side in (("a", "south"), ("b", "north"))
    ]
    first = found(rows, "first turn")
    assert (first.score, first.verdict) == (1.0, "unequal")
    assert found(rows, "side").score == 0.5


def test_a_loss_counts_where_only_one_side_has_it() -> None:
    mine = [Death("south", "GEN", 3, 1.0, 1.0)]
    both = [*mine, Death("north", "GEN", 4, 1.0, 1.0)]
    rows = [row(f"a{n}", 0.0, f"a{n}", deaths=mine) for n in range(20)]
    rows += [row(f"b{n}", 1.0, f"b{n}", deaths=both) for n in range(20)]
    rows += [row(f"c{n}", 1.0, f"c{n}") for n in range(20)]
    loss = found(rows, "loss", lost=("GEN",))
    assert (loss.name, loss.pairs, loss.score) == ("without GEN", 20, 0.0)
    assert not [one for one in findings(rows, ("OTHER",)) if one.about == "loss"]


def test_three_armies_are_compared_with_all_others_too_and_the_unequal_come_first() -> None:
    rows = mirrored([1.0] * 60)
    for a, b, start in (("x", "z", 100), ("y", "z", 200)):
        for n in range(start, start + 60):
            rows += [
                row(f"p{n}", 0.5, f"{n}a", ("A", "A"), armies={"south": a, "north": b}),
                row(f"p{n}", 0.5, f"{n}b", ("A", "A"), "north", armies={"south": b, "north": a}),
            ]
    assert found(rows, "army", "x").score == 0.75
    assert found(rows, "army", "z").score == 0.5
    assert [one.verdict for one in findings(rows)][:3] == ["unequal"] * 3
    failed = row("q", 0.5, "q", failed="why", armies={"south": "x", "north": "w"})
    assert findings([*rows, failed]) == findings(rows)
