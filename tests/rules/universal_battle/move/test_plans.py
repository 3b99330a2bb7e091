"""Moves judged: ways, ends, coherency, formations (chapters 16 and 17)."""

from __future__ import annotations

import pytest

from game.engine.decision import Answer, Decision
from game.engine.state import State
from game.engine.text import T
from rulesets.universal_battle.measures import inch, inches
from rulesets.universal_battle.move import plans
from rulesets.universal_battle.move.movement import AFTER, STAY
from rulesets.universal_battle.move.ways import Ways
from tests.rules.universal_battle.move_play import clause, cost, judged, led, limit, move
from tests.rules.universal_battle.table import hero, monster, piece, scene, troops


@pytest.mark.clause("USB-MOV-01", "USB-ACT-02", "USB-ACT-03")
def test_a_whole_unit_is_led_by_its_middle_as_far_as_it_may_go() -> None:
    state = scene(troops("A1", (18, 10), 4))
    plan = judged(state, "A1", "tactical", led("A1", (18, 15)))
    assert clause(plan) == ""
    assert {round(inches(p.y), 3) for p in plan.ends.values()} == {15}
    assert clause(judged(state, "A1", "tactical", led("A1", (18, 15.01)))) == "USB-ACT-02"
    assert clause(judged(state, "A1", "run", led("A1", (18, 20)))) == ""
    bent = judged(state, "A1", "run", led("A1", (23, 10), (23, 15)))
    assert (clause(bent), cost(bent, "A1.1")) == ("", 10)


@pytest.mark.clause("USB-ACT-02")
def test_too_long_a_move_is_cut_to_what_is_legal() -> None:
    state = scene(troops("A1", (18, 10), 4))
    answer = move("A1", "tactical", [led("A1", (18, 25))])
    verdict = plans.verdict(state, answer, "tactical", plans.judge(state, "A1", "tactical", answer.courses))
    assert verdict.nearest is not None
    assert clause(plans.judge(state, "A1", "tactical", verdict.nearest.courses)) == ""
    assert verdict.allowance == 125.0


@pytest.mark.clause("USB-MOV-03", "USB-R55")
def test_coherency_is_an_inch_to_the_nearest_and_ten_to_the_farthest() -> None:
    state = scene(troops("A1", [(10, 10), (11.5, 10), (13, 10)], 3))
    assert clause(judged(state, "A1", "tactical", led("A1.3", (13.5, 10)))) == ""
    assert clause(judged(state, "A1", "tactical", led("A1.3", (13.51, 10)))) == "USB-MOV-03"
    pairs = scene(troops("A1", [(10, 10), (11, 10), (19, 10), (20, 10)], 4))
    assert clause(judged(pairs, "A1", "tactical", led("A1", (15, 12)))) == ""
    assert clause(judged(pairs, "A1", "tactical", led("A1.3", (20, 11)), led("A1.4", (21, 10)))) == ""
    assert clause(judged(pairs, "A1", "tactical", led("A1.3", (20, 11)), led("A1.4", (21.1, 10)))) == "USB-MOV-03"


@pytest.mark.clause("USB-S16")
def test_broken_coherency_has_to_become_better() -> None:
    state = scene(troops("A1", [(10, 10), (11, 10), (19, 10)], 3))
    assert clause(judged(state, "A1", "tactical", led("A1.3", (16, 10)))) == ""
    assert clause(judged(state, "A1", "tactical", led("A1", (15, 12)))) == "USB-MOV-03"


@pytest.mark.clause("USB-MOV-04")
def test_models_pass_through_their_own_side_but_end_on_nobody() -> None:
    state = scene(troops("A1", (18, 10), 3), troops("A2", (18, 12), 3))
    assert clause(judged(state, "A1", "tactical", led("A1", (18, 14)))) == ""
    assert clause(judged(state, "A1", "tactical", led("A1", (18, 11.5)))) == "USB-MOV-05"
    walls = [piece("house", 0, 12, 17.7, 14), piece("house", 18.3, 12, 36, 14)]
    narrow = scene(troops("A1", (18, 10), 1), terrain=walls)
    plan = judged(narrow, "A1", "tactical", led("A1", (18, 15)))
    assert (clause(plan), cost(plan, "A1.1")) == ("", 5)


@pytest.mark.clause("USB-MOV-06", "USB-CHG-09", "USB-S06")
def test_an_inch_is_kept_from_enemies_all_along_the_way() -> None:
    state = scene(troops("A1", (18, 10), 1), monster("B1", (18, 15), 1))
    assert clause(judged(state, "A1", "run", led("A1", (18, 12.3)))) == ""
    assert clause(judged(state, "A1", "run", led("A1", (18, 12.31)))) == "USB-MOV-06"
    assert clause(judged(state, "A1", "run", led("A1", (18, 12.35), (18, 11)))) == "USB-MOV-06"
    state = scene(troops("A1", (18, 10), 1), troops("B1", (18, 14), 1))
    round_it = judged(state, "A1", "run", led("A1", (18, 18)))
    assert clause(round_it) == ""
    assert 9 < cost(round_it, "A1.1") < 9.1
    assert len(round_it.lines["A1.1"]) > 2


@pytest.mark.clause("USB-S06")
def test_who_starts_nearer_than_an_inch_may_only_go_away() -> None:
    state = scene(troops("A1", (18, 10), 1), troops("B1", (18, 11.5), 1))
    assert clause(judged(state, "A1", "run", led("A1", (18, 8)))) == ""
    assert clause(judged(state, "A1", "run", led("A1", (18, 9.9)))) == ""
    assert clause(judged(state, "A1", "run", led("A1", (18.2, 10.1)))) == "USB-MOV-06"


@pytest.mark.clause("USB-SPC-04", "USB-R46")
def test_fliers_pass_over_enemies_and_keep_the_inch_at_the_end() -> None:
    state = scene(troops("A1", (18, 10), 1, specs=["fliers"]), troops("B1", (18, 13), 1))
    plan = judged(state, "A1", "run", led("A1", (18, 15)))
    assert (clause(plan), cost(plan, "A1.1")) == ("", 5)
    assert clause(judged(state, "A1", "run", led("A1", (18, 14.9)))) == "USB-MOV-06"


@pytest.mark.clause("USB-MOV-05", "USB-S06", "USB-S13")
def test_nobody_ends_on_a_screen_under_a_block_or_off_the_table() -> None:
    state = scene(troops("A1", (18, 10), 1), terrain=[piece("fence", 10, 13, 26, 13.5), piece("house", 10, 20, 26, 24)])
    assert clause(judged(state, "A1", "tactical", led("A1", (18, 14.0)))) == ""
    assert clause(judged(state, "A1", "tactical", led("A1", (18, 13.9)))) == "USB-S06"
    assert clause(judged(state, "A1", "run", led("A1", (18, 19.6)))) == "USB-MOV-05"
    edge = scene(troops("A1", (1, 10), 1))
    assert clause(judged(edge, "A1", "tactical", led("A1", (0.4, 10)))) == "USB-MOV-05"


@pytest.mark.clause("USB-S23")
def test_a_way_is_found_round_a_house_that_could_be_climbed() -> None:
    state = scene(troops("A1", (18, 10), 1), terrain=[piece("house", 17, 12, 19, 14)])
    plan = judged(state, "A1", "run", led("A1", (18, 16)))
    assert clause(plan) == ""
    assert 6 < cost(plan, "A1.1") < 7
    over = judged(state, "A1", "run", led("A1", (18, 11), (18, 15.9)))
    assert clause(over) == "USB-ACT-03"


@pytest.mark.clause("USB-S23", "USB-MOV-06")
def test_what_is_one_level_with_both_ends_is_walked_over_straight() -> None:
    state = scene(troops("A1", (18, 10), 1), terrain=[piece("house", 17, 12, 19, 14, 1.0)])
    assert Ways(state, "A1").find("A1.1", (450.0, 400.0)) == ((450.0, 250.0), (450.0, 400.0))
    higher = scene(troops("A1", (18, 10), 1), terrain=[piece("house", 17, 12, 19, 14, 1.01)])
    assert len(Ways(higher, "A1").find("A1.1", (450.0, 400.0)) or ()) > 2


@pytest.mark.clause("USB-S17")
def test_a_joined_hero_goes_with_the_unit() -> None:
    state = scene(troops("A1", (18, 10), 3), hero("A2", (18, 8.9), joined="A1"))
    plan = judged(state, "A1", "tactical", led("A1", (18, 12)))
    assert (clause(plan), inches(plan.ends["A2.1"].y)) == ("", 10.9)


def _five(**own: str) -> State:
    return scene(troops("A1", (18, 10), 5, **own))


@pytest.mark.clause("USB-FRM-01", "USB-R37", "USB-FRM-03", "USB-S10")
def test_a_formation_changes_once_at_the_start_or_at_the_end() -> None:
    state = _five()
    at_start = judged(state, "A1", "run", led("A1", (18, 20), form="column@start"))
    assert (clause(at_start), limit(at_start), at_start.formation) == ("", 15, "column")
    at_end = judged(state, "A1", "run", led("A1", (18, 16), form="column"))
    assert (clause(at_end), limit(at_end), at_end.formation) == ("", 10, "column")
    assert len({round(p.x) for p in at_end.ends.values()}) == 1
    far_off = judged(state, "A1", "run", led("A1", (18, 20), form="column"))
    assert clause(far_off) == "USB-ACT-03"
    twice = led("A1", (18, 12), form="column")
    twice = type(twice)(twice.who, (*twice.steps, *led("A1", form="hidden").steps))
    assert clause(judged(state, "A1", "run", twice)) == "USB-FRM-01"
    assert clause(judged(state, "A1", "react", led("A1", (18, 12), form="column"))) == "USB-R37"
    still = judged(state, "A1", "tactical", led("A1", form="hidden"))
    assert (clause(still), still.formation) == ("", "hidden")


@pytest.mark.clause("USB-FRM-02", "USB-FRM-03")
def test_who_leaves_a_column_at_the_start_has_lost_its_speed() -> None:
    column = [(18.0, 10.0 - k * 1.05) for k in range(5)]
    state = scene(troops("A1", column, 5, formation="column"))
    assert limit(judged(state, "A1", "run", led("A1", (18, 12)))) == 15
    assert limit(judged(state, "A1", "run", led("A1", (18, 12), form="skirmish"))) == 15
    early = judged(state, "A1", "run", led("A1", (18, 12), form="skirmish@start"))
    assert (limit(early), early.formation) == (10, "skirmish")
    loose = judged(state, "A1", "run", led("A1.5", (19.6, 6.85)))
    assert clause(loose) == "USB-S10"


@pytest.mark.clause("USB-FRM-04", "USB-FRM-06", "USB-S10", "USB-R67")
def test_a_phalanx_is_formed_by_four_and_moves_as_one_block() -> None:
    plan = judged(_five(), "A1", "tactical", led("A1", (18, 12), form="phalanx"))
    assert (clause(plan), plan.formation, limit(plan)) == ("", "phalanx", 5)
    assert clause(judged(scene(troops("A1", (18, 10), 3)), "A1", "tactical", led("A1", form="phalanx"))) == "USB-R67"
    assert clause(judged(scene(monster("A1", (18, 10), 2)), "A1", "tactical", led("A1", form="column"))) == "USB-R67"
    block = [(17.5, 10.0), (18.5, 10.0), (17.5, 9.0), (18.5, 9.0)]
    state = scene(troops("A1", block, 4, formation="phalanx"))
    ahead = judged(state, "A1", "tactical", led("A1", (18, 13.5)))
    assert (clause(ahead), limit(ahead)) == ("", 4)
    assert clause(judged(state, "A1", "tactical", led("A1.1", (17.5, 11)))) == "USB-S10"
    turned = judged(state, "A1", "tactical", led("A1", (18, 12), facing=90.0))
    assert clause(turned) == ""
    assert {p.facing for p in turned.ends.values()} == {90.0}
    tree = scene(troops("A1", block, 4, formation="phalanx"), troops("B1", (18, 13), 1))
    assert clause(judged(tree, "A1", "run", led("A1", (18, 17)))) == "USB-MOV-06"


@pytest.mark.clause("USB-S10")
def test_a_phalanx_that_has_closed_up_forms_again_in_its_next_move() -> None:
    state = scene(troops("A1", [(17, 10), (18.1, 10), (18, 8.9), (19.4, 9)], 4, formation="phalanx"))
    plan = judged(state, "A1", "tactical", led("A1", (18, 11)))
    assert (clause(plan), plan.formation) == ("", "phalanx")


@pytest.mark.clause("USB-R71")
@pytest.mark.parametrize(("option", "refused"), [("refused", "USB-R71"), ("allowed", "")])
def test_who_has_attacked_hides_only_by_the_letter(option: str, refused: str) -> None:
    state = scene(troops("A1", (18, 10), 5, attacked=True), options={"hide_after_attack": option})
    assert clause(judged(state, "A1", "tactical", led("A1", form="hidden"))) == refused


@pytest.mark.clause("USB-MON-04")
def test_a_gun_stays_where_it_is() -> None:
    state = scene(monster("A1", (18, 10), 0))
    assert clause(judged(state, "A1", "run", led("A1", (18, 10.5)))) == "USB-MON-04"
    assert clause(judged(state, "A1", "run")) == ""


@pytest.mark.clause("USB-TER-09", "USB-R34")
@pytest.mark.parametrize(("to", "far"), [((18, 15), 8.0), ((23, 10), 5.0)])
def test_what_the_road_gives_is_in_the_sum_that_is_shown(to: tuple[float, float], far: float) -> None:
    state = scene(troops("A1", (18, 10), 1), terrain=[piece("road", 16, 12, 20, 20)])
    answer = move("A1", "tactical", [led("A1", to)])
    verdict = plans.verdict(state, answer, "tactical", plans.judge(state, "A1", "tactical", answer.courses))
    assert (verdict.allowance, verdict.sums[0].total) == (inch(far), inch(far))


@pytest.mark.clause("USB-TER-06")
def test_what_hits_on_the_way_is_told_before_it_is_gone() -> None:
    state = scene(troops("A1", (18, 6), 3), terrain=[piece("minefield", 0, 8, 36, 10)])
    answer = move("A1", "run", [led("A1", (18, 12))])
    verdict = plans.verdict(state, answer, "run", plans.judge(state, "A1", "run", answer.courses))
    assert [s.total for s in verdict.sums] == [250.0, 3.0]
    assert len(verdict.paths) == len(verdict.ghosts) == 3
    assert verdict.cost == inch(6)


@pytest.mark.clause("USB-MON-04")
def test_a_move_that_is_not_even_metered_costs_nothing() -> None:
    state = scene(monster("A1", (18, 10), 0))
    answer = move("A1", "run", [led("A1", (18, 12))])
    plan = plans.judge(state, "A1", "run", answer.courses)
    assert plan.metered is None
    verdict = plans.verdict(state, answer, "run", plan)
    assert (verdict.status, verdict.cost, verdict.nearest) == ("refused", 0.0, None)


@pytest.mark.clause("USB-HRO-10")
def test_a_hero_whose_troops_have_fallen_is_led_as_the_unit_was() -> None:
    state = scene(troops("A1", (18, 10), 2, lost=[1, 1]), hero("A2", (18, 8.9), joined="A1"))
    plan = judged(state, "A1", "tactical", led("A1", (18, 12)))
    assert (clause(plan), inches(plan.ends["A2.1"].y)) == ("", 12)


def _after(state: State) -> Decision:
    return Decision("D1", "move_after", "south", "move", T("move"), {"unit": "A1"})


@pytest.mark.clause("USB-ACT-02", "USB-R37")
def test_after_the_shot_a_unit_moves_or_stays() -> None:
    state = scene(troops("A1", (18, 10), 3), troops("B1", (18, 20), 3))
    decision, asks = _after(state), AFTER.asks
    assert asks.asked(state, decision).default.exit == STAY
    legal = {
        name: asks.check(state, decision, answer).legal
        for name, answer in {
            "five": move("A1", "tactical", [led("A1", (18, 15))]),
            "hiding": move("A1", "tactical", [led("A1", form="hidden")]),
            "ten": move("A1", "tactical", [led("A1", (18, 16))]),
            "run": move("A1", "run", [led("A1", (18, 15))]),
            "other": move("A9", "tactical"),
        }.items()
    }
    assert legal == {"five": True, "hiding": True, "ten": False, "run": False, "other": False}
    assert all(r is None or asks.check(state, decision, r).legal for r in _answers(state, decision))


def _answers(state: State, decision: Decision) -> list[Answer | None]:
    """All that is suggested and sketched."""
    found = [*AFTER.asks.candidates(state, decision, "towards", 5)]
    found += [reply for sketch in AFTER.asks.sketches(state, decision, 12) if (reply := sketch()) is not None]
    assert len(found) > 6
    return [reply.answer for reply in found]


@pytest.mark.clause("USB-R34", "USB-R32")
@pytest.mark.parametrize(("specs", "far"), [((), 8.0), (("fliers",), 7.0)])
def test_a_road_gives_nothing_to_those_who_fly_over_it(specs: tuple[str, ...], far: float) -> None:
    """Three inches more for who goes on it, two for who flies."""
    state = scene(troops("A1", (18, 10), 1, specs=list(specs)), terrain=[piece("road", 16, 12, 20, 20)])
    answer = move("A1", "tactical", [led("A1", (18, 15))])
    verdict = plans.verdict(state, answer, "tactical", plans.judge(state, "A1", "tactical", answer.courses))
    assert verdict.allowance == inch(far)
