"""Units divided and put together, who is lost, screens, support, who may stand how."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.apply import apply
from game.engine.state import State, Tie
from rulesets.napoleonic_wars.body import groups, losses, rights, screen, shape, support
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.command.notes import GameOrder
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.fire import tables
from rulesets.napoleonic_wars.orders import drafting
from rulesets.napoleonic_wars.own import ChargeOwn, Factor, Formation, MeleeOwn, SubUnit
from tests.rules.napoleonic_wars import table as t


def after(state: State, changes: groups.Changes) -> State:
    return apply(state, ev.Event("test", "status", changes=changes))


def xs(state: State, body: str) -> list[float]:
    return sorted(b.pose.x for b in state.bases_of(body) if b.pose)


# --- dividing (example 19) --------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-ORG-02", "NAP-ORG-17", "NAP-ORG-18", "NAP-ORG-20", "NAP-R120")
def test_a_company_is_sent_out() -> None:
    state = t.field(t.battalion("L1", "south", figures=18))
    state = t.given(state, "L1", men=12, carried=2, fresh=(Factor("A", 1, "NAP-DIS-20"),), lost=3, began=21)
    there = after(state, groups.split(state, "L1", ["c6"], "L1a", percent=10))
    rest, lone = t.of(there, "L1"), t.of(there, "L1a")
    assert (rest.strength.men, lone.strength.men) == (10, 2)
    assert (rest.nerve.carried, lone.nerve.carried, len(lone.nerve.fresh)) == (2, 2, 1)
    assert (rest.strength.began, rest.strength.lost, rest.strength.carried_loss) == (15, 0, 10)
    assert (lone.strength.began, lone.strength.lost, lone.strength.carried_loss) == (3, 0, 10)
    assert [s.id for s in lone.subs] == ["c6"]
    assert [s.id for s in rest.subs] == ["c1", "c2", "c3", "c4", "c5"]
    assert there.units["L1a"].parent == "L1"
    assert {b.unit for b in there.bases.values()} == {"L1", "L1a"}
    # nobody has moved: the sixth company stood at the left
    assert xs(there, "L1") + xs(there, "L1a") == [*xs(state, "L1")[3:], *xs(state, "L1")[:3]]


@pytest.mark.clause("NAP-R120", "NAP-ORG-18")
@pytest.mark.parametrize(
    ("men", "one", "other", "found"),
    [(12, 15, 3, (10, 2)), (7, 12, 6, (4, 3)), (7, 6, 12, (3, 4)), (7, 9, 9, (3, 4)), (0, 12, 6, (0, 0))],
)
def test_the_larger_part_carries_the_smaller_share_of_the_odd_man(
    men: int, one: int, other: int, found: tuple[int, int]
) -> None:
    assert groups.shares(men, one, other) == found


@pytest.mark.clause("NAP-S74", "NAP-ORG-10")
def test_the_rest_closes_up() -> None:
    state = t.field(t.battalion("L1", "south", figures=18))
    there = after(state, groups.split(state, "L1", ["c3"], "L1a"))
    assert shape.width(there, "L1") == 15 * 7.5
    column = t.field(t.battalion("L1", "south", (50, 50), formation="closed_column", figures=18))
    there = after(column, groups.split(column, "L1", ["c1"], "L1a"))
    assert shape.depth(there, "L1") == 50.0
    assert t.of(there, "L1a").stance.formation == "line"


@pytest.mark.clause("NAP-ORG-12", "NAP-ORG-13", "NAP-ORG-14", "NAP-ORG-02", "NAP-S74")
def test_a_detachment_must_be_in_the_list_and_paid_for() -> None:
    may = t.battalion("L1", "south", spare=1, sub={"detach": True})
    state = t.field(may)
    assert groups.no_sending(state, "L1", ["c6"], detach=True) is None
    there = after(state, groups.split(state, "L1", ["c6"], "L1a", detach=True))
    assert (t.of(there, "L1").spare, t.of(there, "L1a").detachment) == (0, True)

    def clause(state: State, subs: list[str], detach: bool = True) -> str:
        bar = groups.no_sending(state, "L1", subs, detach=detach)
        return bar.clause if bar else ""

    assert clause(t.given(state, "L1", spare=0), ["c6"]) == "NAP-ORG-12"
    assert clause(t.field(t.battalion("L1", "south", spare=1)), ["c6"]) == "NAP-ORG-12"
    assert clause(state, ["c9"]) == "NAP-ORG-02"
    assert clause(state, ["c1", "c2", "c3", "c4", "c5", "c6"]) == "NAP-ORG-02"
    wild = t.field(t.battalion("L1", "south", formation="irregular", regular=False))
    assert clause(wild, ["c1"], detach=False) == "NAP-ORG-02"
    fight = t.field(may, t.battalion("N1", "north", (50, 52)), ties=[Tie("m", "melee", "L1", "N1", MeleeOwn())])
    assert clause(fight, ["c6"]) == "NAP-ORG-05"


@pytest.mark.clause("NAP-ORG-19", "NAP-S74")
def test_parts_fall_in_again_and_their_remainders_are_added() -> None:
    state = t.field(t.battalion("L1", "south", figures=18))
    state = after(t.given(state, "L1", men=12), groups.split(state, "L1", ["c6"], "L1a"))
    state = t.given(t.given(state, "L1", men=15, carried=1), "L1a", men=7, carried=2)
    there = after(state, groups.join(state, "L1a", "L1"))
    whole = t.of(there, "L1")
    assert "L1a" not in there.units
    assert (whole.strength.men, whole.nerve.carried, whole.nerve.fresh) == (2, 2, ())
    assert [s.id for s in whole.subs] == ["c1", "c2", "c3", "c4", "c5", "c6"]
    assert len(there.bases_of("L1")) == 17
    assert shape.width(there, "L1") == 17 * 7.5
    assert (whole.strength.lost, whole.strength.lost_now) == (1, 0)


@pytest.mark.clause("NAP-PCT-04", "NAP-ORG-19", "NAP-ORG-20")
def test_a_unit_that_is_whole_again_counts_casualties_from_the_start_of_the_battle() -> None:
    state = t.fallen(t.field(t.battalion("L1", "south", figures=24)), "L1", 6)
    parts = after(state, groups.split(state, "L1", ["c1", "c2"], "L1a", percent=25))
    parts = t.fallen(parts, "L1a", 3)
    assert tables.losses(parts, "L1") == 25
    there = after(parts, groups.join(parts, "L1a", "L1"))
    assert tables.losses(there, "L1") == 35  # 9 of 24; 25 and 3 of 18 would be 40


@pytest.mark.clause("NAP-ORG-20", "NAP-R81")
def test_a_part_made_in_the_midst_of_a_move_keeps_what_the_whole_suffered_in_it() -> None:
    state = t.fallen(t.field(t.battalion("L1", "south", figures=24)), "L1", 3)
    state = t.given(state, "L1", lost_now=3, men_now=63, at_start=24)
    there = after(state, groups.split(state, "L1", ["c1"], "L1a", percent=10))
    for body in ("L1", "L1a"):
        told = t.of(there, body).strength
        assert (told.lost_now, told.men_now, told.at_start) == (3, 63, 24)


@pytest.mark.clause("NAP-R21", "NAP-ORG-03", "NAP-ORG-04", "NAP-ORG-21", "NAP-ORG-16")
@pytest.mark.parametrize(("gap", "apart"), [(9.9, False), (10.0, True)])
def test_parts_less_than_ten_centimetres_apart_are_one_target(gap: float, apart: bool) -> None:
    part = t.battalion("L1a", "south", (50, 51 + gap), formation="line", figures=4, companies=1, parent="L1")
    state = t.field(t.battalion("L1", "south", (50, 50)), part)
    assert groups.target_of(state, "L1") == (("L1",) if apart else ("L1", "L1a"))


@pytest.mark.clause("NAP-ORG-11", "NAP-R143")
@pytest.mark.parametrize(("gap", "found"), [(20.0, False), (20.1, True)])
def test_sub_groups_stay_within_twenty_centimetres_of_the_main_body(gap: float, found: bool) -> None:
    part = t.battalion("L1a", "south", (50, 51 + gap), figures=4, companies=1, parent="L1")
    state = t.field(t.battalion("L1", "south", (50, 50)), part)
    assert groups.strays(state, "L1a") is found
    assert not groups.strays(state, "L1")
    assert not groups.strays(t.given(state, "L1a", detachment=True), "L1a")


@pytest.mark.clause("NAP-R143", "NAP-S94")
def test_a_part_that_is_left_alone_on_the_table_goes_by_itself() -> None:
    """The larger part has dispersed off the table: the rest is the main body and drafts its own march."""
    part = t.battalion("L1a", "south", (50, 51), figures=4, companies=1, parent="L1")
    state = t.field(t.battalion("L1", "south", None), part)
    assert facts.main_body(state, "L1") == "L1a"
    route = GameOrder("attack", ((500.0, 1000.0),))
    (march,) = drafting.drafted(after(state, (notes.ordered(state, "L1", route),)), "L1a")
    assert march["path"] == [[500.0, 1000.0]]
    both = t.field(t.battalion("L1", "south", (50, 50)), part)
    assert facts.main_body(both, "L1") == "L1"


@pytest.mark.clause("NAP-ORG-05")
@pytest.mark.parametrize(("formation", "figures"), [("closed_column", 20), ("open_column", 4)])
def test_only_who_touches_the_rank_before_it_belongs_to_the_sub_group_in_melee(formation: Any, figures: int) -> None:
    """Companies of an open column do not touch: one of them fights, and no other is of its sub-group."""
    state = t.field(t.battalion("L1", "south", (50, 50), formation=formation, figures=24, cls="B"))
    assert len(groups.melee_group(state, "L1", [f"L1.{k}" for k in range(1, 5)])) == figures


@pytest.mark.clause("NAP-ORG-05", "NAP-ORG-06", "NAP-ORG-07")
def test_who_is_in_the_sub_group_of_a_melee() -> None:
    state = t.field(t.battalion("L1", "south", formation="closed_column", figures=16, companies=4))
    # two figures of the first company: all four of it, and of each rank behind, two deep, those behind them
    assert len(groups.melee_group(state, "L1", ["L1.1", "L1.2"])) == 4 + 2 * 4
    assert len(groups.melee_group(state, "L1", ["L1.1"])) == 4 + 4
    wild = t.field(t.battalion("L1", "south", formation="irregular", figures=20, abreast=5, regular=False))
    assert set(groups.melee_group(wild, "L1", ["L1.1", "L1.2"])) == {f"L1.{k}" for k in (1, 2, 6, 7, 11, 12)}


# --- horses (example 24) ----------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-HRS-01")
@pytest.mark.parametrize(("horses", "enough"), [(4, True), (3, False)])
def test_nine_riders_and_three_holders_mount_twelve_horses_not_eleven(horses: int, enough: bool) -> None:
    state = t.field(t.regiment("L1", "south", figures=12, companies=3, weapon="dragoon_musket"))
    there = after(state, groups.dismount(state, "L1", "L1h", "open"))
    one = there.bases_of("L1h")[0]
    fewer = after(there, (ev.Put(base=replace(one, own=replace(one.own, horses=horses))),))
    assert groups.horses_near(fewer, "L1") is enough


@pytest.mark.clause("NAP-HRS-02", "NAP-HRS-01", "NAP-ORG-08", "NAP-ORG-09", "NAP-SPM-02")
def test_dragoons_dismount_and_mount_again() -> None:
    made = t.regiment("L1", "south", figures=12, companies=3, weapon="dragoon_musket")
    state = t.field(made)
    there = after(state, groups.dismount(state, "L1", "L1h", "open"))
    fighters, held = there.bases_of("L1"), there.bases_of("L1h")
    assert (len(fighters), len(held)) == (9, 3)
    assert [b.own.horses for b in held] == [4, 4, 4]
    assert {(b.own.role, b.shape.width) for b in fighters} == {("foot", 20.0)}
    assert (t.of(there, "L1").stance.mounted, t.of(there, "L1").stance.formation) == (False, "open")
    assert groups.led_horses(there, "L1") == "L1h"
    assert groups.horses_near(there, "L1")
    assert not groups.horses_near(t.put(there, "L1h", (50, 20), 0.0, "line"), "L1")
    again = after(there, groups.mount(there, "L1"))
    assert {(b.own.role, b.own.horses, b.shape.depth) for b in again.bases_of("L1")} == {("horse", 0, 20.0)}
    assert len(again.bases_of("L1")) == 12
    assert t.of(again, "L1").stance.mounted
    assert "L1h" not in again.units


# --- losses -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NAP-S66", "NAP-CAS-08", "NAP-CAS-09")
def test_the_rear_rank_is_lost_first_from_both_flanks() -> None:
    state = t.field(t.battalion("L1", "south", formation="closed_column", figures=12, companies=3))
    # four in a rank, the first at the right
    assert losses.removed(state, "L1", 5) == ("L1.12", "L1.9", "L1.11", "L1.10", "L1.8")
    assert losses.removed(state, "L1", 2, exposed={"L1.1", "L1.2", "L1.3", "L1.4"}) == ("L1.4", "L1.1")
    assert len(losses.removed(state, "L1", 99)) == 12


@pytest.mark.clause("NAP-S66", "NAP-CAS-08")
@pytest.mark.parametrize(
    ("formation", "gone", "width", "depth"),
    [("line", 3, 67.5, 10.0), ("square", 4, 25.0, 25.0), ("closed_column", 5, 30.0, 20.0)],
)
def test_a_body_closes_up_over_its_losses(formation: Formation, gone: int, width: float, depth: float) -> None:
    state = t.field(t.battalion("L1", "south", formation=formation, figures=12, companies=3))
    middle = shape.centre(state, "L1")
    names = losses.removed(state, "L1", gone)
    state = after(state, tuple(ev.SetPose(b, None, "gone") for b in names))
    state = after(state, losses.closed_up(state, "L1"))
    assert (shape.width(state, "L1"), shape.depth(state, "L1")) == (width, depth)
    if formation == "square":
        assert shape.centre(state, "L1") == middle
    assert losses.closed_up(state, "L1") == ()


# --- screens (examples 13 and B 17) -----------------------------------------------------------------------------------


@pytest.mark.clause("NAP-SCR-01", "NAP-SCR-02", "NAP-SCR-03", "NAP-S20")
@pytest.mark.parametrize(
    ("figures", "ahead", "aside", "found"),
    [
        *((9, 5.0, 0.0, True), (8, 5.0, 0.0, False), (9, 4.9, 0.0, False), (9, 4.0, 0.0, False), (10, 5.0, 0.0, True)),
        *((9, 5.0, 0.1, False), (10, 5.0, 1.0, True), (10, 5.0, 1.1, False)),
    ],
)
def test_what_makes_a_screen_effective(figures: int, ahead: float, aside: float, found: bool) -> None:
    skirmishers = t.battalion("L2", "south", (50 + aside, 50 + ahead), formation="open", figures=figures)
    state = t.field(t.battalion("L1", "south", (50, 50), figures=24), skirmishers)
    told = screen.effective(state, "L2", "L1")
    assert told is not None
    assert (told.effective, told.needed) == (found, 9)
    assert screen.screens(state, "L1") == ("L2",)
    assert screen.screened_by(state, "L2") == ("L1",)


@pytest.mark.clause("NAP-SCR-01")
def test_who_screens_whom() -> None:
    skirmishers = t.battalion("L2", "south", (50, 55), formation="open", figures=12)
    state = t.field(t.regiment("L1", "south", (50, 50)), skirmishers)
    told = screen.effective(state, "L2", "L1")
    assert told is not None
    assert not told.effective
    riders = t.regiment("L2", "south", (50, 55), formation="open", figures=12)
    told = screen.effective(t.field(t.regiment("L1", "south", (50, 50)), riders), "L2", "L1")
    assert told is not None
    assert told.effective
    behind = t.battalion("L2", "south", (50, 45), formation="open", figures=12)
    assert screen.effective(t.field(t.battalion("L1", "south", (50, 50)), behind), "L2", "L1") is None
    close = t.battalion("L2", "south", (50, 55))
    assert screen.effective(t.field(t.battalion("L1", "south", (50, 50)), close), "L2", "L1") is None


# --- support ----------------------------------------------------------------------------------------------------------


def everybody(view: State, body: str, other: str) -> bool:
    return True


@pytest.mark.clause("NAP-ORG-34", "NAP-ORG-35")
@pytest.mark.parametrize(
    ("made", "more", "found"),
    [
        ({"figures": 12}, {}, True),
        ({"figures": 11}, {}, False),
        ({"formation": "open"}, {}, False),
        ({}, {"result": "withdraw"}, False),
        ({}, {"result": "break_off"}, False),
        ({}, {"result": "retreat"}, False),
        ({}, {"result": "rout"}, False),
        ({}, {"result": "halt"}, True),
        ({}, {"nation": "native", "regular": False}, False),
    ],
)
def test_who_supports(made: dict[str, Any], more: dict[str, Any], found: bool) -> None:
    helper = t.battalion("L2", "south", (80, 50), **made)
    state = t.given(t.field(t.battalion("L1", "south", figures=24), helper), "L2", **more)
    assert support.supporters(state, "L1", everybody) == (("L2",) if found else ())
    assert support.supporters(state, "L1", lambda view, body, other: False) == ()


@pytest.mark.clause("NAP-ORG-34")
def test_who_charges_or_fights_supports_against_the_same_enemy_alone() -> None:
    made = [t.battalion("L1", "south"), t.battalion("L2", "south", (80, 50)), t.battalion("N1", "north", (50, 60))]
    made.append(t.battalion("N2", "north", (80, 60)))

    def found(*ties: Tie) -> bool:
        return support.supporters(t.field(*made, ties=ties), "L1", everybody) == ("L2",)

    def fights(name: str, a: str, b: str) -> Tie:
        return Tie(name, "melee", a, b, MeleeOwn())

    def charges(name: str, a: str, b: str, answer: Any = "") -> Tie:
        return Tie(name, "charge", a, b, ChargeOwn(answer=answer))

    assert not found(fights("m", "L2", "N2"))
    assert found(fights("m", "L2", "N1"), fights("n", "L1", "N1"))
    assert not found(charges("m", "L2", "N2"))
    assert found(charges("m", "L2", "N1"), charges("n", "N1", "L1"))
    assert found(charges("m", "N2", "L2"))
    assert not found(charges("m", "N2", "L2", "evade"))


@pytest.mark.clause("NAP-ORG-15", "NAP-ORG-22")
def test_a_detachment_counts_the_rest_of_its_unit_as_one() -> None:
    lone = t.battalion("L1a", "south", (80, 50), figures=16, companies=4, parent="L1")
    rest = t.battalion("L1b", "south", (100, 50), figures=4, companies=1, parent="L1")
    state = t.field(t.battalion("L1", "south", figures=4, companies=1), lone, rest)
    assert support.supporters(state, "L1a", everybody) == ()
    state = t.given(state, "L1a", detachment=True)
    assert support.supporters(state, "L1a", everybody) == ("L1",)
    alone = t.field(t.battalion("L1", "south", figures=4, companies=1), lone)
    assert support.supporters(t.given(alone, "L1a", detachment=True), "L1a", everybody) == ()


@pytest.mark.clause("NAP-ORG-45")
@pytest.mark.parametrize(("fired", "found"), [(0, True), (1, True), (2, False), (4, False)])
def test_a_first_volley(fired: int, found: bool) -> None:
    state = t.given(t.field(t.battalion("L1", "south"), move=5), "L1", fired=fired)
    assert support.is_first_volley(state, "L1") is found
    open_order = t.given(t.field(t.battalion("L1", "south", formation="open"), move=5), "L1", fired=fired)
    assert not support.is_first_volley(open_order, "L1")


# --- rights -----------------------------------------------------------------------------------------------------------


def barred(made: t.Made, formation: Formation, **options: Any) -> str:
    bar = rights.may_form(t.field(made, options=options), "L1", formation, made.abreast)
    return bar.clause if bar else ""


@pytest.mark.clause("NAP-FRM-03", "NAP-FRM-04", "NAP-FRM-21", "NAP-FRM-22", "NAP-FRM-23", "NAP-FRM-24", "NAP-FRM-26")
@pytest.mark.clause("NAP-FRM-27", "NAP-FRM-28", "NAP-FRM-29")
@pytest.mark.parametrize(
    ("made", "formation", "clause"),
    [
        (t.battalion("L1", "south"), "closed_column", ""),
        (t.battalion("L1", "south"), "square", ""),
        (t.battalion("L1", "south", figures=48), "square", ""),
        (t.battalion("L1", "south", figures=50), "square", "NAP-FRM-13"),
        (t.battalion("L1", "south", figures=50), "double_square", ""),
        (t.battalion("L1", "south", figures=3, companies=1), "square", "NAP-FRM-13"),
        (t.battalion("L1", "south", figures=7), "double_square", "NAP-FRM-13"),
        (t.battalion("L1", "south"), "double_line", "NAP-FRM-21"),
        (t.battalion("L1", "south"), "open_column", "NAP-FRM-23"),
        (t.battalion("L1", "south", cls="B"), "open_column", ""),
        (t.battalion("L1", "south"), "open", "NAP-FRM-04"),
        (t.battalion("L1", "south", light=True), "open", ""),
        (t.battalion("L1", "south", sub={"light": True}), "open", ""),
        (t.battalion("L1", "south"), "closed_divisional", "NAP-FRM-24"),
        (t.battalion("L1", "south", nation="france"), "closed_divisional", ""),
        (t.battalion("L1", "south", nation="france"), "open_divisional", "NAP-FRM-23"),
        (t.battalion("L1", "south", formation="irregular", regular=False), "line", "NAP-FRM-22"),
        (t.battalion("L1", "south", formation="irregular", regular=False), "irregular", ""),
        (t.battalion("L1", "south", formation="irregular", abreast=24, regular=False), "irregular", "NAP-FRM-22"),
        (t.battalion("L1", "south", formation="irregular", regular=False), "open", ""),
        (t.regiment("L1", "south"), "double_line", ""),
        (t.regiment("L1", "south"), "march_column", ""),
        (t.regiment("L1", "south"), "square", "NAP-FRM-26"),
        (t.regiment("L1", "south"), "open_column", ""),
        (t.regiment("L1", "south", cls="D"), "open_column", "NAP-FRM-27"),
        (t.regiment("L1", "south"), "open", "NAP-FRM-04"),
        (t.regiment("L1", "south", light=True), "open", ""),
        (t.regiment("L1", "south", light=True, weapon=""), "open", "NAP-FRM-04"),
        (t.regiment("L1", "south", light=True, weapon="", sub={"lance": True}), "open", ""),
        (t.regiment("L1", "south", mounted=False, weapon="dragoon_musket"), "open", ""),
        (t.regiment("L1", "south", weapon="dragoon_musket"), "open", "NAP-FRM-04"),
        (t.regiment("L1", "south", regular=False), "circle", ""),
        (t.regiment("L1", "south"), "circle", "NAP-FRM-29"),
        (t.regiment("L1", "south", regular=False), "line", ""),
        (t.regiment("L1", "south", regular=False), "irregular", ""),
        (t.regiment("L1", "south", regular=False), "double_line", "NAP-FRM-28"),
        (t.regiment("L1", "south"), "garrison", "NAP-TER-04"),
        (t.battery("L1", "south"), "line", "NAP-FRM-05"),
        (t.general("L1", "south"), "line", "NAP-FRM-10"),
    ],
)
def test_who_may_stand_how(made: t.Made, formation: Formation, clause: str) -> None:
    assert barred(made, formation) == clause


@pytest.mark.clause("NAP-NAT-06", "NAP-NAT-09")
def test_linear_armies() -> None:
    for nation, clause in (("austria", "NAP-NAT-06"), ("prussia", "NAP-NAT-09"), ("russia", "")):
        made = t.battalion("L1", "south", nation=nation)
        assert barred(made, "closed_column", national=True, before_1807=True) == clause
        assert barred(made, "march_column", national=True, before_1807=True) == ""
        assert barred(made, "closed_column", national=True) == ""
        assert barred(made, "closed_column", before_1807=True) == ""


def french(away: int) -> State:
    """A battalion of six companies with some of its flank companies sent out."""
    kinds = ("grenadier", "centre", "centre", "centre", "centre", "light")
    state = t.field(t.battalion("L1", "south", figures=18, nation="france"))
    subs = tuple(replace(s, kind=k) for s, k in zip(t.of(state, "L1").subs, kinds, strict=True))
    state = t.given(state, "L1", subs=subs)
    for k, sub in enumerate(("c6", "c1")[:away]):
        state = after(state, groups.split(state, "L1", [sub], f"L1{'ab'[k]}"))
    return state


@pytest.mark.clause("NAP-FRM-25", "NAP-R15")
@pytest.mark.parametrize(("away", "company", "divisional"), [(0, "NAP-FRM-25", ""), (1, "", ""), (2, "", "NAP-R15")])
def test_the_decree_of_1808(away: int, company: str, divisional: str) -> None:
    state = french(away)
    found = [rights.may_form(state, "L1", f) for f in ("closed_column", "closed_divisional", "line", "march_column")]
    assert [bar.clause if bar else "" for bar in found] == [company, divisional, "", ""]


@pytest.mark.clause("NAP-R15", "NAP-FRM-25")
@pytest.mark.parametrize(("lost", "company", "divisional"), [("c3", "", ""), ("c1", "", "")])
def test_a_french_battalion_that_lost_a_company_may_use_either_column(lost: str, company: str, divisional: str) -> None:
    """Not all six are present any more, and no flank company is detached with the other."""
    state = french(0)
    bases = {b: replace(x, where="gone", pose=None) if x.own.sub == lost else x for b, x in state.bases.items()}
    found = [rights.may_form(replace(state, bases=bases), "L1", f) for f in ("closed_column", "closed_divisional")]
    assert [bar.clause if bar else "" for bar in found] == [company, divisional]


@pytest.mark.clause("NAP-R49", "NAP-MIC-06")
def test_three_strips_form_no_square() -> None:
    made = t.battalion("L1", "south", figures=3, companies=3)
    assert barred(made, "square", scale="micro") == "NAP-R49"
    assert barred(t.battalion("L1", "south", figures=4, companies=4), "square", scale="micro") == ""


def test_the_sub_units_of_a_part_are_its_own() -> None:
    state = french(1)
    assert [s.id for s in rights.present(state, "L1a")] == ["c6"]
    assert rights.may_skirmish(state, "L1a", SubUnit("x", light=True))
