"""Remaining moves of those who move freely; characters join and leave; reforms; leaving a combat; whose turn it is."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.engine import command as cmd
from game.engine.decision import MoveAnswer, Reply
from game.engine.state import State
from game.engine.text import Text
from game.geometry.steps import Advance, Form, Path, Turn, Wheel
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.field.blocks import block_of, models
from rulesets.ancient_battles.move import judging as joining
from tests.rules.ancient_battles.charge_play import Play
from tests.rules.ancient_battles.moves_play import cost, go, modes, movers, moves, nearest, refusal
from tests.rules.ancient_battles.table import Row, piece, table, unit

FAR = unit("WAR", (60, 43))


def by(play: Play, who: str, dx: float, dy: float, facing: float | None = None) -> Path:
    """A path of a displacement in inches from the middle of a group."""
    x, y = facts.centre(play.state, who)
    return Path(((round(x + 25.0 * dx, 3), round(y + 25.0 * dy, 3)),), facing)


def done(play: Play) -> None:
    """Move nobody else."""
    d = play.session.waiting[0]
    got = play.session.submit(cmd.Answering(d.id, d.side, Reply(exit="done")))
    assert isinstance(got, tuple), got


# --- skirmishers -------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-S07")
def test_skirmishers_go_any_way_through_friends_but_not_onto_them():
    play = moves(unit("CRE", (36, 19), models=1), unit("PHA", (36, 23.4), files=6), FAR)
    assert cost(play, go("CRE", "free", by(play, "CRE", -3, -4))) == 5.0
    assert refusal(play, go("CRE", "free", by(play, "CRE", -3, -4.01))) == "WAB-S07"
    assert play.check(go("CRE", "free", by(play, "CRE", 0, 5))).legal
    assert refusal(play, go("CRE", "free", by(play, "CRE", 0, 3))) == "WAB-S07"
    (found,) = nearest(play, go("CRE", "free", by(play, "CRE", 0, 3)))
    assert isinstance(found, Path)
    assert facts.centre(play.state, "CRE")[1] < found.points[-1][1] <= 500.0  # the Phalanx' rear is at 20.2 inches


@pytest.mark.clause("WAB-S07")
def test_a_group_keeps_its_shape_and_an_inch_from_enemies():
    play = moves(unit("CRE", (36, 20)), unit("WAR", (36, 25), 180))
    before = {b: play.state.bases[b].pose for b in models(play.state, "CRE")}
    path = by(play, "CRE", 0, 5)
    (leg,) = nearest(play, go("CRE", "free", path))
    assert isinstance(leg, Path)
    play.give(go("CRE", "free", leg))
    moved = {b: play.state.bases[b].pose for b in before}
    shifts = {
        (round(q.x - p.x, 2), round(q.y - p.y, 2))
        for p, q in zip(before.values(), moved.values(), strict=True)
        if p and q
    }
    assert len(shifts) == 1
    assert facts.gap(play.state, "CRE", "WAR") == pytest.approx(25.0, abs=0.05)


@pytest.mark.clause("WAB-S07")
def test_the_last_leg_alone_is_shortened_where_its_end_is_taken():
    """Aside first, then ahead and back onto friends: the nearest move keeps the first and the line of the second."""
    play = moves(unit("CRE", (36, 20), models=1), unit("PHA", (36, 23.2), files=6, models=12), FAR)
    first, second = Path(((860.0, 500.0),)), Path(((910.0, 560.0),))
    assert refusal(play, go("CRE", "free", first, second)) == "WAB-S07"
    kept, short = nearest(play, go("CRE", "free", first, second))
    assert isinstance(short, Path)
    assert kept == first
    dx, dy = short.points[0][0] - 860.0, short.points[0][1] - 500.0
    assert 0.0 < dy < 60.0
    assert dx / dy == pytest.approx(50.0 / 60.0, abs=0.001)


@pytest.mark.clause("WAB-S08", "WAB-S07")
def test_who_stands_in_a_house_gets_no_way_through_it():
    play = moves(unit("CRE", (36, 20), models=1), FAR, terrain=[piece("building", box=(36.1, 19, 38, 21))])
    verdict = play.check(go("CRE", "free", by(play, "CRE", 3, 0)))
    (reason,) = verdict.reasons
    assert (verdict.status, verdict.nearest, reason.clause) == ("refused", None, "WAB-S08")
    assert reason.text.args["way"].mm == 0.0


@pytest.mark.clause("WAB-TER-04", "WAB-S08")
def test_very_difficult_ground_halves_skirmishers_where_any_base_touches_it():
    play = moves(unit("CRE", (36, 20), models=1), FAR, terrain=[piece("thick_wood", box=(30, 21.4, 42, 40))])
    assert cost(play, go("CRE", "free", by(play, "CRE", 0, 3))) == 5.0
    assert refusal(play, go("CRE", "free", by(play, "CRE", 0, 3.1))) == "WAB-TER-04"
    wood = moves(unit("CRE", (36, 20), models=1), FAR, terrain=[piece("wood", box=(30, 21.4, 42, 40))])
    assert cost(wood, go("CRE", "free", by(wood, "CRE", 0, 5))) == 5.0
    wall = moves(unit("CRE", (36, 20), models=1), FAR, terrain=[piece("wall", points=[(30, 21), (42, 21)])])
    assert cost(wall, go("CRE", "free", by(wall, "CRE", 0, 5))) == 5.0


@pytest.mark.clause("WAB-S03", "WAB-S07")
def test_a_group_regroups_within_its_allowance():
    play = moves(unit("CRE", (36, 20), models=10), FAR)
    assert play.check(go("CRE", "free", Form("loose", 10))).legal
    play.give(go("CRE", "free", by(play, "CRE", 0, 1), Form("loose", 2)))
    data = play.event("moved").data
    assert 25.0 < data["cost"] <= data["allowance"]
    rows = {round(p.y, 1) for b in models(play.state, "CRE") if (p := play.state.bases[b].pose)}
    assert len(rows) == 5


@pytest.mark.clause("WAB-S03", "WAB-S07")
def test_of_a_regrouping_onto_others_nothing_is_left():
    """In five rows they would stand on the phalanx ahead: there is no part of it that may be done."""
    play = moves(unit("CRE", (36, 20), models=10), unit("PHA", (36, 22.8), files=2, models=2), FAR)
    assert refusal(play, go("CRE", "free", Form("loose", 2))) == "WAB-S07"
    assert nearest(play, go("CRE", "free", Form("loose", 2))) == ()


@pytest.mark.clause("WAB-S07")
def test_a_lone_path_is_told_without_its_price():
    play = moves(unit("CRE", (36, 20), models=1), FAR)
    play.give(go("CRE", "free", Path(((900.0, 520.0),))))
    assert play.event("moved").data["steps"] == "path (36 20.8)"


# --- characters --------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-S27")
def test_a_character_joins_by_ending_in_contact():
    play = moves(unit("SBS", (30, 20)), unit("PHA", (36, 20), files=6), unit("COM", (46, 20)), FAR)
    assert refusal(play, go("SBS", "free", mark="COM")) == "WAB-S27"
    play.give(go("SBS", "free", mark="PHA"))
    assert play.own("SBS").joined == "PHA"
    assert models(play.state, "PHA")[3] == "SBS.1"
    assert play.front("PHA") == (36.0, 20.0, 0.0)
    assert block_of(play.state, "PHA").count == 25
    assert movers(play) == ["PHA", "COM"]
    assert play.own("SBS").moved


@pytest.mark.clause("WAB-S27")
def test_a_character_too_far_off_does_not_come_to_touch():
    play = moves(unit("SBS", (21.2, 20)), unit("PHA", (36, 20), files=6), FAR)
    assert refusal(play, go("SBS", "free", mark="PHA")) == "WAB-S07"
    assert cost(play, go("SBS", "march", mark="PHA")) == 12.0
    farther = moves(unit("SBS", (21.1, 20)), unit("PHA", (36, 20), files=6), FAR)
    assert refusal(farther, go("SBS", "march", mark="PHA")) == "WAB-MAR-02"
    mounted = moves(unit("SGE", (30, 20)), unit("PHA", (36, 20)), unit("COM", (46, 20)), FAR)
    assert refusal(mounted, go("SGE", "free", mark="PHA")) == "WAB-S27"


@pytest.mark.clause("WAB-S27")
def test_a_character_is_offered_formed_units_other_than_his_own_and_joins_none_without_ranks():
    rows = (unit("PHA", (36, 20), files=6), unit("SIL", (46, 20)), unit("CRE", (20, 20)), FAR)
    alone = table(unit("SBS", (30, 20)), *rows)
    assert [c.id for c in joining.marks(alone, "SBS")] == ["PHA", "SIL"]
    within = table(*rows, unit("SBS", joined="PHA"))
    assert [c.id for c in joining.marks(within, "SBS")] == ["SIL"]

    def bar(state: State, host: str) -> tuple[str, str] | None:
        found = joining.join_bar(state, "SBS", host)
        return found and (found.text.key, found.clause)

    assert bar(alone, "PHA") is None
    assert bar(alone, "CRE") == ("{unit}: not in ranks", "WAB-S27")
    own = replace(alone.units["SIL"].own, snake=True)
    snaking = replace(alone, units={**alone.units, "SIL": replace(alone.units["SIL"], own=own)})
    assert bar(snaking, "SIL") == ("{unit}: not in ranks", "WAB-S27")
    running = table(unit("SBS", (30, 20)), unit("PHA", (36, 20), fleeing=True), FAR)
    assert bar(running, "PHA") == ("{unit}: fleeing", "WAB-S27")
    fighting = table(unit("SBS", (30, 20)), unit("PHA", (36, 20)), unit("WAR", (36, 20), 180))
    assert bar(fighting, "PHA") == ("{unit}: in close combat", "WAB-S27")


@pytest.mark.clause("WAB-S27", "WAB-R31")
def test_a_character_leaves_before_his_unit_moves():
    play = moves(unit("PHA", (36, 20), files=6), unit("SBS", joined="PHA"), FAR)
    assert movers(play) == ["SBS", "PHA"]
    assert list(modes(play, "SBS")) == ["free", "march"]
    play.give(go("SBS", "free", by(play, "SBS", 0, 2)))
    assert play.own("SBS").joined == ""
    assert play.front("PHA") == (36.0, 20.0, 0.0)
    assert models(play.state, "PHA")[3] == "PHA.4"
    assert facts.lone(play.state, "SBS")
    late = moves(unit("PHA", (36, 20), files=6), unit("SBS", joined="PHA"), FAR)
    late.give(go("PHA", "normal", Advance(25.0)))
    assert late.asked_for == ""
    inside = moves(unit("PHA", (36, 20), files=6), unit("SBS", joined="PHA"), FAR)
    assert refusal(inside, go("SBS", "free", by(inside, "SBS", 0, 0.5))) == "WAB-S07"


@pytest.mark.clause("WAB-S27", "WAB-S16", "WAB-TRN-03", "WAB-R31", "WAB-FMR-03", "WAB-MAR-02")
def test_what_was_done_is_told_with_its_clauses():
    def told(play: Play, answer: MoveAnswer) -> tuple[str, str, tuple[str, ...]]:
        play.give(answer)
        event = next(e for e in play.events if e.type in ("moved", "disengaged"))
        assert event.text is not None
        deed = event.text.args.get("deed")
        return event.text.key, deed.key if isinstance(deed, Text) else "", event.clauses

    def fresh(*rows: Row) -> Play:
        return moves(*rows, FAR)

    pikes, shields = unit("PHA", (36, 20), files=3, models=12), unit("SIL", (46, 20))
    alone, within = unit("SBS", (33, 20)), unit("SBS", joined="PHA")
    plain, long = "{deed} {cost} of {most}", "{deed}: {steps}, {cost} of {most}"
    ahead = Advance(25.0)
    assert told(fresh(pikes), go("PHA", "normal", ahead)) == (plain, "{unit} moved", ("WAB-TRN-03", "WAB-S07"))
    turned = go("PHA", "normal", Wheel(5.0, "left"), ahead)
    assert told(fresh(pikes), turned) == (long, "{unit} moved", ("WAB-TRN-03", "WAB-S07"))
    assert told(fresh(pikes), go("PHA", "march", ahead)) == (plain, "{unit} marched", ("WAB-MAR-02", "WAB-S07"))
    fast = go("PHA", "fast_march", ahead)
    assert told(fresh(pikes), fast) == (plain, "{unit} marched fast", ("WAB-FMR-03", "WAB-S07"))
    joined = ("{unit} joined {host}", "", ("WAB-TRN-03", "WAB-S07", "WAB-S27"))
    assert told(fresh(pikes, alone), go("SBS", "free", mark="PHA")) == joined
    play = fresh(pikes, within)
    left = (plain, "{unit} left {old}", ("WAB-TRN-03", "WAB-S07", "WAB-S27"))
    assert told(play, go("SBS", "free", by(play, "SBS", 0, 2))) == left
    play = fresh(pikes, alone)
    marched = (plain, "{unit} marched", ("WAB-MAR-02", "WAB-S07", "WAB-R31"))
    assert told(play, go("SBS", "march", by(play, "SBS", -6, 0))) == marched
    changed = fresh(unit("PHA", (36, 20), files=6, models=12), unit("SIL", (41, 20)), unit("SBS", joined="PHA"))
    key, _, clauses = told(changed, go("SBS", "march", mark="SIL"))
    assert (key, clauses) == ("{unit} left {old} and joined {host}", ("WAB-MAR-02", "WAB-S07", "WAB-S27", "WAB-R31"))
    gone = moves(unit("COM", (36, 20), disengaging=True), unit("WAR", (36, 20), 180), shields)
    assert told(gone, go("COM", "disengage", Advance(100.0)))[1:] == ("{unit} left the combat", ("WAB-S16",))


@pytest.mark.clause("WAB-S27", "WAB-R31")
def test_a_unit_carries_its_character_at_its_own_rate():
    play = moves(unit("SIL", (36, 20)), unit("SBS", joined="SIL"), FAR)
    assert cost(play, go("SIL", "normal", Advance(75.0))) == 3.0
    assert refusal(play, go("SIL", "normal", Advance(76.0))) == "WAB-S07"
    play.give(go("SIL", "normal", Advance(75.0)))
    pose = play.state.bases["SBS.1"].pose
    assert pose is not None
    assert round(pose.y / 25.0, 3) == 22.6


@pytest.mark.clause("WAB-S07")
def test_a_lone_character_does_not_pass_through_formed_friends():
    play = moves(unit("SBS", (36, 18), 0), unit("PHA", (36, 23)), FAR)
    assert refusal(play, go("SBS", "march", by(play, "SBS", 0, 8))) == "WAB-S07"
    round_it = go("SBS", "march", by(play, "SBS", -4, 1), by(play, "SBS", -4, 6))
    assert play.check(round_it).legal


# --- reforms -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-FRM-08", "WAB-FRM-09", "WAB-FRM-10", "WAB-S35", "WAB-TST-02")
def test_a_reform_keeps_the_centre_and_needs_a_test():
    play = moves(unit("PHA", (36, 20), files=6), FAR, dice=[3, 4])
    centre = block_of(play.state, "PHA").centre
    play.give(go("PHA", "reform", Form("ranks", 8, 90.0)))
    block = block_of(play.state, "PHA")
    assert (block.files, block.ranks, block.front.facing) == (8, 3, 90.0)
    assert (block.centre.x, block.centre.y) == pytest.approx((centre.x, centre.y), abs=0.01)
    assert play.own("PHA").reformed
    assert play.asked_for == ""


@pytest.mark.clause("WAB-R36", "WAB-FRM-10")
def test_a_failed_reform_leaves_it_as_it_is_and_ends_its_turn():
    play = moves(unit("PHA", (36, 20), files=6), FAR, dice=[4, 4])
    play.give(go("PHA", "reform", Form("ranks", 8, 90.0)))
    assert "reform_failed" in play.types()
    assert play.front("PHA") == (36.0, 20.0, 0.0)
    assert play.own("PHA").reformed
    assert play.asked_for == ""


@pytest.mark.clause("WAB-FRM-08")
def test_without_a_musician_no_reform():
    play = moves(unit("GAE", (36, 20), side="south"), FAR)
    assert modes(play, "GAE")["reform"] == "WAB-FRM-08"
    assert refusal(play, go("GAE", "reform", Form("ranks", 8))) == "WAB-FRM-08"
    other = moves(unit("PHA", (36, 20)), FAR)
    assert refusal(other, go("PHA", "reform", Form("ranks", 8), Advance(25.0))) == "WAB-FRM-08"


@pytest.mark.clause("WAB-S35")
def test_a_reform_needs_room_too():
    row = unit("PHA", (36, 20), files=6)
    play = moves(row, unit("SIL", (40.5, 20), files=4), FAR)
    assert refusal(play, go("PHA", "reform", Form("ranks", 10, 0.0))) == "WAB-S07"
    assert play.check(go("PHA", "reform", Form("ranks", 7, 0.0))).legal
    assert refusal(play, go("PHA", "reform", Form("ranks", 25))) == "WAB-S35"


@pytest.mark.clause("WAB-RAL-05", "WAB-R37")
def test_who_rallied_may_only_reform_freely():
    play = moves(unit("GAE", (36, 20), side="south", rallied=True), unit("CRE", (20, 20), rallied=True), FAR)
    assert modes(play, "GAE") == {"reform": ""}
    assert refusal(play, go("GAE", "normal", Advance(25.0))) == "WAB-TRN-03"
    play.give(go("GAE", "reform", Form("ranks", 8, 180.0)))
    assert play.front("GAE")[2] == 180.0
    assert play.own("GAE").files == 8
    play.give(go("CRE", "reform", Form("loose", 5)))
    assert play.asked_for == ""


# --- leaving a combat --------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-S16")
def test_a_unit_leaves_its_combat_straight_and_unfollowed():
    rows = (unit("COM", (36, 20), disengaging=True), unit("WAR", (36, 20), 180))
    play = moves(*rows)
    assert facts.opponents(play.state, "COM") == ("WAR",)
    assert modes(play, "COM") == {"disengage": ""}
    assert refusal(play, go("COM", "disengage", Advance(100.0), Wheel(10.0, "left"))) == "WAB-S16"
    assert cost(play, go("COM", "disengage", Advance(200.0))) == 8.0
    assert refusal(play, go("COM", "disengage", Advance(200.1))) == "WAB-S07"
    play.give(go("COM", "disengage", Advance(200.0)))
    depth = block_of(play.state, "COM").depth / 25.0
    assert play.front("COM") == (36.0, round(20.0 - depth - 8.0, 3), 180.0)
    assert facts.opponents(play.state, "WAR") == ()
    assert play.state.ties == {}


@pytest.mark.clause("WAB-S16")
def test_to_be_done_with_the_moves_carries_out_what_is_left_of_it():
    play = moves(unit("CRE", (36, 20), disengaging=True), unit("WAR", (36, 22), 180))
    gap = facts.gap(play.state, "CRE", "WAR")
    done(play)
    assert play.types()[-1] == "disengaged"
    assert facts.gap(play.state, "CRE", "WAR") == pytest.approx(gap + 125.0, abs=8.0)


@pytest.mark.clause("WAB-S16")
def test_a_unit_told_nothing_leaves_by_all_the_way_there_is():
    play = moves(unit("COM", (36, 20), disengaging=True), unit("WAR", (36, 20), 180), unit("PHA", (36, 12)))
    depth = block_of(play.state, "COM").depth / 25.0
    assert cost(play, go("COM", "disengage")) == pytest.approx(20.0 - depth - 12.0, abs=0.002)
    play.give(go("COM", "disengage"))
    assert play.front("COM") == (36.0, 12.0, 180.0)


# --- as the editor of moves says it ------------------------------------------------------------------------------


def test_a_leg_that_ends_in_a_formation():
    """The editor puts the place first, where the unit stands or where it was dragged, then the shape by its name."""
    play = moves(unit("PHA", (36, 20), files=6), unit("CRE", (20, 20)), FAR)
    here = by(play, "PHA", 0, 0, 0.0)
    assert cost(play, go("PHA", "normal", here, Form("8", facing=0.0))) == 2.0
    assert cost(play, go("PHA", "normal", here, Form("about", facing=0.0))) == 1.0
    assert cost(play, go("PHA", "normal", by(play, "PHA", 0, 2, 0.0), Form("5", facing=0.0))) == 4.0
    assert play.check(go("PHA", "reform", by(play, "PHA", 3, 3, 90.0), Form("8", facing=90.0))).legal
    assert play.check(go("CRE", "free", by(play, "CRE", 0, 1), Form("2", facing=0.0))).legal
    for answer in (go("PHA", "normal"), go("PHA", "normal", here), go("CRE", "free")):
        assert play.check(answer).status == "unfinished"


def test_a_refused_drop_is_shown_where_it_was_dropped():
    play = moves(unit("PHA", (36, 20), files=6), FAR)
    verdict = play.check(go("PHA", "normal", by(play, "PHA", 0, 9, 0.0)))
    assert verdict.status == "refused"
    lead = next(g.pose for g in verdict.ghosts if g.base == "PHA.1")
    assert round(lead.y / 25.0, 2) == round(20.0 + 9.0 - 0.4, 2)


# --- whose turn it is --------------------------------------------------------------------------------------------


@pytest.mark.clause("WAB-TRN-03", "WAB-TRN-05", "WAB-FEA-04", "WAB-S11")
def test_who_may_still_act():
    rows = [
        unit("PHA", (10, 20)),
        unit("SIL", (20, 20), fleeing=True),
        unit("COM", (30, 20), charge_failed=True),
        unit("CRE", (40, 20), stationary=True),
        unit("SJA", (50, 20), charged=True),
        unit("SEL", (60, 20)),
        unit("WAR", (60, 20), 180),
        unit("SGE", (10, 10), rallied=True),
        unit("SBS", (20, 10), returned=True),
    ]
    play = moves(*rows)
    assert sorted(movers(play)) == ["PHA", "SBS"]
    for who, clause in (
        ("SIL", "WAB-TRN-05"),
        ("COM", "WAB-TRN-03"),
        ("CRE", "WAB-FEA-04"),
        ("SJA", "WAB-TRN-03"),
        ("SEL", "WAB-S16"),
        ("SGE", "WAB-RAL-05"),
        ("WAR", "WAB-TRN-03"),
    ):
        assert refusal(play, go(who, "normal", Advance(10.0))) == clause
    play.give(go("PHA", "normal", Turn("about")))
    assert movers(play) == ["SBS"]
    assert refusal(play, go("PHA", "normal", Advance(10.0))) == "WAB-TRN-03"
    done(play)
    assert play.asked_for == ""


def test_every_idea_is_legal_and_every_end_is_another():
    play = moves(
        unit("PHA", (36, 12)),
        unit("COM", (26, 12)),
        unit("CRE", (36, 20)),
        unit("SGE", (30, 6)),
        unit("SIL", (50, 12), rallied=True),
        unit("WAR", (36, 40), 180),
        unit("GSL", (26, 30)),
        terrain=[piece("hill", box=(10, 20, 20, 28)), piece("wood", box=(50, 20, 60, 30))],
    )
    d = play.session.waiting[0]
    for goal in ("any", "towards", "away", "face", "onto", "cover", "range", "hold"):
        found = list(play.session.candidates(d, goal, 40))
        assert found[-1].exit == "done"
        assert len(found) <= 40
        assert all(play.session.check(d, r).legal for r in found[:-1])
        assert len(set(map(repr, found))) == len(found)
    assert {r.answer.subject for r in play.session.candidates(d, "towards", 40) if r.answer} >= {"PHA", "COM", "CRE"}  # type: ignore[union-attr]
