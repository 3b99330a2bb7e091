"""Missile weapons: range, bands, dice, modifiers and cover at their boundaries."""

from __future__ import annotations

import pytest

from game.engine.event import SetField
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.measures import inch
from rulesets.ancient_battles.shoot import missiles
from tests.rules.ancient_battles.shots_play import recruit, row_of, runner
from tests.rules.ancient_battles.table import piece, table, unit


def hit(state, shooter, target, reaction=False, gap=0.0):
    mm = missiles.range_to(state, shooter, target, reaction, gap)
    return missiles.to_hit(state, shooter, target, mm, reaction)


def clauses(found):
    return [row[2] for row in found.rows]


def block(code, **more):
    """The shooters: ten in two ranks, front at (36, 20), facing north."""
    return unit(code, (36, 20), 0, side="south", models=10, files=5, **more)


def foes(gap, code="PHA", **more):
    """The target: its front so many inches off, facing the shooters."""
    return unit(code, (36, 20 + gap), 180, side="north", **more)


@pytest.fixture
def bows(monkeypatch):
    return recruit(monkeypatch, "XBO", "PHA", weapon="bow", bs=3)


@pytest.mark.clause("WAB-WPN-08", "WAB-SHT-06", "WAB-SHT-14", "WAB-R08", "WAB-R05")
@pytest.mark.parametrize(("gap", "need", "strength", "wound", "saved"), [(9.0, 3, 4, 3, 7), (9.5, 4, 3, 4, 6)])
def test_handguns_have_two_bands(monkeypatch, gap, need, strength, wound, saved):
    recruit(monkeypatch, "XHG", "PHA", weapon="handgun", bs=4)
    recruit(monkeypatch, "XTG", "PHA", armour=("heavy",))
    state = table(block("XHG"), foes(gap, "XTG"))
    mm = missiles.distance(state, "XHG", "XTG")
    assert mm == pytest.approx(inch(gap))
    assert hit(state, "XHG", "XTG").total == need
    assert missiles.band(missiles.armed(state, "XHG"), mm).strength == strength
    assert missiles.to_wound(state, "XHG", "XTG", mm).total == wound
    assert missiles.save(state, "XHG", "XTG", mm).total == saved


@pytest.mark.clause("WAB-SHT-06")
def test_exactly_half_range_is_not_long(bows):
    assert hit(table(block(bows), foes(12.0)), bows, "PHA").total == 4
    far = hit(table(block(bows), foes(12.01)), bows, "PHA")
    assert (far.total, clauses(far)) == (5, ["WAB-SHT-02", "WAB-SHT-06"])


@pytest.mark.clause("WAB-WPN-02", "WAB-SHT-06")
@pytest.mark.parametrize(("weapon", "gap"), [("rocks", 4.0), ("javelin", 8.0), ("darts", 12.0)])
def test_thrown_weapons_know_no_long_range(monkeypatch, weapon, gap):
    recruit(monkeypatch, "XTW", "PHA", weapon=weapon)
    state = table(block("XTW"), foes(gap))
    assert missiles.targets(state, "XTW") == ("PHA",)
    assert hit(state, "XTW", "PHA").total == 4


@pytest.mark.clause("WAB-S17", "WAB-WPN-01")
def test_range_is_measured_from_the_front_edge_and_inclusive(bows):
    assert missiles.targets(table(block(bows), foes(24.0)), bows) == ("PHA",)
    state = table(block(bows), foes(24.05))
    assert missiles.targets(state, bows) == ()
    bar = missiles.spared(state, bows, "PHA")
    assert bar is not None
    assert bar.clause == "WAB-WPN-01"
    aside = table(block(bows), unit("PHA", (36.0, 44.0), 90, side="north"))
    assert missiles.distance(aside, bows, "PHA") == pytest.approx(inch(44.0 - 2.4 - 20.0))


@pytest.mark.clause("WAB-SHT-07", "WAB-WPN-03", "WAB-R09")
@pytest.mark.parametrize(
    ("weapon", "need"), [("bow", 5), ("sling", 5), ("javelin", 4), ("darts", 4), ("light_crossbow", 4)]
)
def test_moving_costs_one_but_for_those_who_may_move_and_shoot(monkeypatch, weapon, need):
    recruit(monkeypatch, "XMV", "PHA", weapon=weapon)
    state = table(block("XMV", moved=True), foes(6.0))
    assert missiles.silent(state, "XMV") is None
    assert hit(state, "XMV", "PHA").total == need
    assert hit(table(block("XMV"), foes(6.0)), "XMV", "PHA").total == 4


@pytest.mark.clause("WAB-WPN-04", "WAB-S17")
@pytest.mark.parametrize("weapon", ["handgun", "staff_sling", "crossbow"])
def test_who_may_not_move_and_shoot(monkeypatch, weapon):
    recruit(monkeypatch, "XNM", "PHA", weapon=weapon)
    bar = missiles.silent(table(block("XNM", moved=True), foes(6.0)), "XNM")
    assert bar is not None
    assert bar.clause == "WAB-WPN-04"
    assert missiles.silent(table(block("XNM"), foes(6.0)), "XNM") is None
    charged = table(block("XNM", moved=True), foes(6.0))
    assert missiles.no_reaction(charged, "XNM", "PHA") is None
    assert hit(charged, "XNM", "PHA", True).total == 5


@pytest.mark.clause("WAB-SHT-08", "WAB-S27")
def test_a_lone_character_is_hard_to_hit(bows):
    state = table(block(bows), foes(6.0, "GCH"))
    assert clauses(hit(state, bows, "GCH")) == ["WAB-SHT-02", "WAB-SHT-08"]
    joined = table(block(bows), foes(6.0, "NOB"), unit("GCH", joined="NOB"))
    assert missiles.targets(joined, bows) == ("NOB",)
    assert hit(joined, bows, "NOB").total == 4


@pytest.mark.clause("WAB-SHT-09", "WAB-SHT-10", "WAB-R35", "WAB-R38")
def test_the_worse_cover_counts(bows):
    hedge = piece("hedge", points=[(30, 24), (42, 24)])
    wall = piece("wall", points=[(30, 24.5), (42, 24.5)])
    fence = piece("fence", points=[(30, 25), (42, 25)])
    for terrain, need, last in (
        ([fence], 4, "WAB-SHT-02"),
        ([hedge], 5, "WAB-SHT-09"),
        ([wall], 6, "WAB-SHT-10"),
        ([hedge, wall], 6, "WAB-SHT-10"),
    ):
        found = hit(table(block(bows), foes(6.0), terrain=terrain), bows, "PHA")
        assert (found.total, clauses(found)[-1]) == (need, last)


@pytest.mark.clause("WAB-S18")
def test_cover_within_an_inch_of_the_shooter_is_none(bows):
    def need(y):
        hedge = piece("hedge", points=[(30, y), (42, y)])
        return hit(table(block(bows), foes(6.0), terrain=[hedge]), bows, "PHA").total

    assert need(21.0) == 4
    assert need(21.05) == 5


@pytest.mark.clause("WAB-S18", "WAB-SHT-09")
def test_cover_is_judged_by_the_line_of_centres_and_a_centre_in_a_wood(bows):
    aside = piece("hedge", points=[(30, 24), (35.9, 24)])
    assert hit(table(block(bows), foes(6.0), terrain=[aside]), bows, "PHA").total == 4
    across = piece("hedge", points=[(30, 24), (36.1, 24)])
    assert hit(table(block(bows), foes(6.0), terrain=[across]), bows, "PHA").total == 5
    state = table(block(bows), foes(6.0), terrain=[piece("wood", box=(35, 27.5, 37, 30))])
    assert missiles.cover(state, bows, "PHA") == (("wood-1", "soft"),)
    near = table(block(bows), foes(2.0, models=5, files=5), terrain=[piece("wood", box=(33, 20.9, 39, 24))])
    assert hit(near, bows, "PHA").total == 5


@pytest.mark.clause("WAB-SHT-11")
def test_skirmishers_are_hard_to_hit(bows):
    found = hit(table(block(bows), row_of("GSL", (33, 27), 6)), bows, "GSL")
    assert clauses(found) == ["WAB-SHT-02", "WAB-SHT-11"]


@pytest.mark.clause("WAB-SHT-12", "WAB-S18")
def test_light_chariots_are_hard_to_hit_in_motion(bows):
    def need(reaction=False, **more):
        return hit(table(block(bows), foes(10.0, "LCH", **more)), bows, "LCH", reaction).total

    assert need() == 4
    assert need(moved=True) == 5
    assert need(fleeing=True) == 5
    assert need(reaction=True) == 6
    assert hit(table(block(bows), foes(10.0, "NOB", moved=True)), bows, "NOB").total == 4


@pytest.mark.clause("WAB-SHT-13", "WAB-S28")
def test_elephants_are_large(bows):
    found = hit(table(block(bows), foes(10.0, "SEL")), bows, "SEL")
    assert (found.total, clauses(found)) == (3, ["WAB-SHT-02", "WAB-SHT-13"])


@pytest.mark.clause("WAB-R35", "WAB-S19")
def test_all_modifiers_add_up_to_seven(monkeypatch):
    recruit(monkeypatch, "XAR", "CRE", bs=3)
    wood = piece("wood", box=(30, 33.5, 42, 40))
    state = table(row_of("XAR", (34.8, 19.6), 3), foes(14.0, "LCH", moved=True), terrain=[wood])
    found = hit(state, "XAR", "LCH")
    assert found.total == 7
    assert set(clauses(found)) == {"WAB-SHT-02", "WAB-SHT-06", "WAB-SHT-09", "WAB-SHT-12"}


@pytest.mark.clause("WAB-S17")
def test_the_front_rank_shoots_and_half_of_those_behind(bows):
    def dice(models, massed=True, **more):
        state = table(unit(bows, (36, 20), 0, side="south", models=models, files=5, **more), foes(6.0))
        return missiles.dice(state, bows, inch(6.0), massed).total

    assert dice(10) == 5 + 3
    assert dice(11) == 5 + 3
    assert dice(12) == 5 + 4
    assert dice(10, massed=False) == 5
    assert dice(5) == 5
    assert dice(4) == 4


@pytest.mark.clause("WAB-WPN-05", "WAB-WPN-06")
def test_massed_missiles_if_stationary_and_darts_always(monkeypatch):
    for weapon in ("bow", "short_bow", "long_bow"):
        recruit(monkeypatch, "XMA", "PHA", weapon=weapon)
        moved = table(block("XMA", moved=True), foes(6.0))
        assert not missiles.may_mass(moved, "XMA")
        assert missiles.dice(moved, "XMA", inch(6.0), True).total == 5
        assert hit(moved, "XMA", "PHA").total == 5
        assert missiles.dice(moved, "XMA", inch(6.0), True, reaction=True).total == 8
        assert missiles.may_mass(table(block("XMA"), foes(6.0)), "XMA")
    recruit(monkeypatch, "XMA", "PHA", weapon="darts")
    moved = table(block("XMA", moved=True), foes(6.0))
    found = missiles.dice(moved, "XMA", inch(6.0), True)
    assert (found.total, clauses(found)[-1]) == (8, "WAB-WPN-06")
    recruit(monkeypatch, "XMA", "PHA", weapon="javelin")
    assert not missiles.may_mass(table(block("XMA"), foes(6.0)), "XMA")


@pytest.mark.clause("WAB-S17", "WAB-S27")
def test_skirmishers_all_shoot_and_a_character_in_the_front_rank_does_not(bows):
    assert missiles.dice(table(row_of("CRE", (30, 20), 10), foes(6.0)), "CRE", inch(6.0), True).total == 10
    state = table(block(bows), unit("SBS", side="south", joined=bows), foes(6.0))
    assert missiles.ranks_of(state, bows) == (4, 6)
    assert missiles.dice(state, bows, inch(6.0), True).total == 4 + 3


@pytest.mark.clause("WAB-WPN-07", "WAB-R10", "WAB-WPN-08")
def test_slings_shoot_twice_at_nine_inches():
    state = table(row_of("GSL", (33, 20), 6))
    weapon = missiles.armed(state, "GSL")
    near, far = missiles.band(weapon, inch(9.0)), missiles.band(weapon, inch(9.01))
    assert (near.strength, near.each, far.strength, far.each) == (2, 2, 3, 1)
    assert missiles.dice(state, "GSL", inch(9.0), True).total == 12
    assert missiles.dice(state, "GSL", inch(9.01), True).total == 6


@pytest.mark.clause("WAB-S17", "WAB-S04")
def test_a_target_needs_a_part_in_the_front_arc_and_sight(bows):
    assert missiles.targets(table(block(bows), foes(6.0)), bows) == ("PHA",)
    behind = table(block(bows), unit("PHA", (36, 12), 0, side="north"))
    bar = missiles.spared(behind, bows, "PHA")
    assert bar is not None
    assert bar.clause == "WAB-S04"
    hidden = table(block(bows), foes(9.0), unit("SIL", (36, 26), 0, files=8, models=16))
    bar = missiles.spared(hidden, bows, "PHA")
    assert bar is not None
    assert bar.clause == "WAB-S05"
    screened = table(block(bows), foes(9.0), row_of("SJA", (32, 24), 8))
    assert missiles.targets(screened, bows) == ("PHA",)


@pytest.mark.clause("WAB-S17", "WAB-RAL-05", "WAB-FRM-10", "WAB-S11", "WAB-FEA-04", "WAB-RCT-06")
@pytest.mark.parametrize(
    ("what", "clause"),
    [
        ("marched", "WAB-S17"),
        ("fast", "WAB-S17"),
        ("charged", "WAB-S17"),
        ("charge_failed", "WAB-S11"),
        ("rallied", "WAB-RAL-05"),
        ("reformed", "WAB-FRM-10"),
        ("stationary", "WAB-FEA-04"),
        ("fleeing", "WAB-RCT-06"),
        ("shot", "WAB-S17"),
    ],
)
def test_who_may_not_shoot(bows, what, clause):
    state = table(block(bows, **{what: True}), foes(6.0))
    bar = missiles.silent(state, bows)
    assert bar is not None
    assert bar.clause == clause
    assert missiles.targets(state, bows) == ()


@pytest.mark.clause("WAB-S17")
def test_nobody_engaged_shoots_or_is_shot_at(bows):
    state = table(block(bows), foes(0.0, "WAR"), foes(8.0), unit("SIL", (36, 28 + 4 * 0.8), 180))
    assert facts.engaged(state, bows)
    assert missiles.silent(state, bows).clause == "WAB-S17"
    other = table(block(bows), foes(6.0, "WAR"), unit("SIL", (36, 26 + 5 * 0.8), 180))
    assert facts.engaged(other, "WAR")
    bar = missiles.spared(other, bows, "WAR")
    assert bar is not None
    assert bar.clause == "WAB-S17"


@pytest.mark.clause("WAB-RCT-02", "WAB-R52", "WAB-SHT-05")
def test_stand_and_shoot_takes_more_than_half_the_charge(bows):
    half, more = (table(block(bows), foes(gap)) for gap in (4.0, 4.1))
    bar = missiles.no_reaction(half, bows, "PHA")
    assert bar is not None
    assert bar.clause == "WAB-RCT-02"
    assert missiles.no_reaction(more, bows, "PHA") is None
    found = hit(more, bows, "PHA", True)
    assert (found.total, clauses(found)) == (5, ["WAB-SHT-02", "WAB-SHT-05"])


@pytest.mark.clause("WAB-RCT-02", "WAB-S17")
def test_a_reaction_needs_a_weapon_arc_and_sight(bows):
    assert missiles.no_reaction(table(unit("SIL", (36, 20), 0), foes(9.0, "WAR")), "SIL", "WAR").clause == "WAB-RCT-02"
    rear = table(block(bows), unit("PHA", (36, 8), 0, side="north"))
    assert missiles.no_reaction(rear, bows, "PHA").clause == "WAB-S17"
    hidden = table(block(bows), foes(9.0), unit("SIL", (36, 26), 0, files=8, models=16))
    assert missiles.no_reaction(hidden, bows, "PHA").clause == "WAB-S17"


@pytest.mark.clause("WAB-S17", "WAB-SHT-05")
def test_a_charge_from_beyond_range_is_shot_at_full_range(monkeypatch):
    recruit(monkeypatch, "XHJ", "NOB", weapon="javelin")
    state = table(unit("XHJ", (36, 20), 0, side="north"), unit("COM", (36, 29), 180))
    assert missiles.range_to(state, "XHJ", "COM", True) == inch(8.0)
    assert hit(state, "XHJ", "COM", True).total == 5
    assert missiles.targets(state, "XHJ") == ()


@pytest.mark.clause("WAB-FEA-03", "WAB-R19", "WAB-S19")
def test_shaken_shooters_need_sixes_and_worse_stays_worse(bows):
    def need(*terrain, shaken=1, fight=0, reaction=True):
        state = table(block(bows), foes(6.0), terrain=terrain, fight=fight)
        run = runner(state)
        run.emit("x", "flow", None, SetField("unit", bows, "own.shaken_by_fear", shaken))
        return hit(run.state, bows, "PHA", reaction).total

    assert need() == 6
    assert need(piece("wall", points=[(30, 24), (42, 24)])) == 7
    assert need(shaken=0) == 5
    assert need(fight=1) == 5
    assert need(reaction=False) == 4


@pytest.mark.clause("WAB-SHT-03")
def test_great_skill_is_spent_on_penalties(monkeypatch):
    recruit(monkeypatch, "XBS", "PHA", weapon="bow", bs=8)
    wall = piece("wall", points=[(30, 24), (42, 24)])
    assert hit(table(block("XBS"), foes(6.0), terrain=[wall]), "XBS", "PHA").total == 1


@pytest.mark.clause("WAB-ARM-05", "WAB-ARM-09", "WAB-SHT-14")
def test_the_side_shot_at_decides_about_frontal_armour(monkeypatch, bows):
    recruit(monkeypatch, "XPV", "PHA", armour=("pavise",))
    front = table(block(bows), foes(6.0, "XPV"))
    assert missiles.save(front, bows, "XPV", inch(6.0)).total == 5
    flank = table(block(bows), unit("XPV", (36, 28.4), 90, side="north", models=20, files=5))
    assert missiles.save(flank, bows, "XPV", inch(6.0)).total == 7
    running = table(block(bows), foes(6.0, "XPV", fleeing=True))
    assert missiles.save(running, bows, "XPV", inch(6.0)).total == 7
