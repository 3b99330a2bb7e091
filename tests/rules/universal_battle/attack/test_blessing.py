"""The odds of dice that a blessing may throw again, to the last fraction."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from rulesets.universal_battle.attack.blessing import Rest, costing, rest, thrown
from rulesets.universal_battle.attack.volley import DAMAGE

ONE = DAMAGE["1"]
ALL = 6**4
"""Ways in which four dice fall."""
NONE = float(Fraction(5**4, ALL))
"""The chance that none of four dice is a six."""


@pytest.mark.clause("USB-SPC-12", "USB-R68")
def test_four_saves_that_fail_are_thrown_again_and_three_are_not() -> None:
    found = rest(4, 4, False, Rest(ONE, 4, saver=True))
    assert [found.chance(n) * 256 for n in range(5)] == pytest.approx([16 + 1, 64 + 4, 96 + 6, 64 + 4, 1])
    assert rest(3, 4, False, Rest(ONE, 4, saver=True)) == rest(3, 4, False, Rest(ONE, 4))


@pytest.mark.clause("USB-R68", "USB-EQP-06")
def test_saves_thrown_again_by_a_blessing_are_not_covered_by_a_shield() -> None:
    """Half of what fails is covered, but for the one case in sixteen: (2 - 4/16) / 2 + 2/16."""
    assert rest(4, 4, False, Rest(ONE, 4, covered=True, saver=True)).mean == pytest.approx(1.0)
    assert rest(4, 4, False, Rest(ONE, 4, covered=True)).mean == pytest.approx(1.0)
    assert rest(5, 5, False, Rest(ONE, 4, covered=True, saver=True)).at_least(5) == pytest.approx(1 / 32 / 32)


@pytest.mark.clause("USB-R68", "USB-WND-05", "USB-S15")
@pytest.mark.parametrize("damage", ["d2", "d3"])
def test_damage_dice_are_thrown_again_where_four_are_low(damage: str) -> None:
    """Every way in which four dice fall, and then fall again."""
    costs, found = DAMAGE[damage], costing(4, DAMAGE[damage], True)
    plain: dict[int, int] = {}
    for faces in product(range(6), repeat=4):
        total = sum(costs[f] for f in faces)
        plain[total] = plain.get(total, 0) + 1
    kept = dict.fromkeys(plain, 0.0)
    for faces in product(range(6), repeat=4):
        if max(faces) < 3:
            kept = {total: p + plain[total] / ALL for total, p in kept.items()}
        else:
            kept[sum(costs[f] for f in faces)] += 1.0
    assert {total: p / ALL for total, p in kept.items()} == pytest.approx(found.as_dict())
    assert costing(3, costs, True) == costing(3, costs, False)


@pytest.mark.clause("USB-R68", "USB-TST-04")
def test_beyond_six_the_first_throw_is_blessed_or_else_the_second() -> None:
    """No six among four: all four again; four sixes, and no six after them: these again."""
    falls = list(thrown(4, 7, True))
    assert sum(f.chance for f in falls) == pytest.approx(1.0)
    mean = sum(f.chance * f.good for f in falls)
    assert mean == pytest.approx(1 / 9 + NONE / 9 + NONE / ALL * 4 / 6)
    # what was thrown again, and showed a six then, may not be saved by a shield: only sixes of the first throw may
    assert sum(f.chance * f.open for f in falls if f.used) == pytest.approx(NONE / ALL * 4 * 5 / 6)


@pytest.mark.clause("USB-R68", "USB-TST-04")
@pytest.mark.parametrize("saving", [False, True])
def test_sixes_that_are_thrown_once_more_may_be_blessed_whosever_they_are(saving: bool) -> None:
    """Four sixes need a six each: hits for the striker, of which half are saved, or saves."""
    passed = 4 / 6 + NONE * 4 / 6
    for blessed, good in (({"striker": True}, (passed, 4 / 6)), ({"saver": True}, (4 / 6, passed))):
        found = rest(4, 4, True, Rest(ONE, 4, saving=saving, **blessed))
        # a blessed saver needs four hits that fail: only if all four are confirmed
        again = 2 / 16 / ALL if "saver" in blessed else 0.0
        assert found.mean == pytest.approx(4 - good[1] if saving else good[0] / 2 - again)


@pytest.mark.clause("USB-R68")
def test_who_has_blessed_his_hits_throws_no_damage_again() -> None:
    """Where a six needs a six four hits fail together: then the one use is gone, else four low dice may be."""
    found = rest(4, 4, True, Rest(DAMAGE["d3"], 6, striker=True))
    hits = 4 / 6 * (1 + NONE)
    low = (5 / 6) ** 4 / ALL / 16 * (8 - 16 / 3)
    assert found.mean == pytest.approx(hits * 5 / 6 * 2 + low)
