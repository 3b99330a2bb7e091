"""Tables as documents: written and read, refused at the door, outlines, changes, what is wrong with one."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.engine.files.toml_reading import DataError
from game.engine.loader import load_ruleset
from game.engine.ruleset import Setup
from game.engine.session import Session
from game.engine.table_plans import edits
from game.engine.table_plans.check import faults
from game.engine.table_plans.document import Piece, TablePlan, Zone, read_plan, write_plan
from game.engine.table_plans.outline import band, ground_of, outline, smooth
from game.engine.table_plans.rules import TableRules, TerrainKind
from tests.tabled import own_table, rules_of, tabled

SQUARE = ((2.0, 2.0), (6.0, 2.0), (6.0, 6.0), (2.0, 6.0))
RULES = TableRules(
    "TOY",
    ("red", "blue"),
    (
        TerrainKind("wood", "Wood"),
        TerrainKind("rock", "Rock", ground="alone", height=2.0, heights=(0.5, 6.0)),
        TerrainKind("bridge", "Bridge", ground="over"),
        TerrainKind("wall", "Wall", "line"),
    ),
    "areas",
    ((40.0, 30.0),),
    5.0,
)
ZONES = (
    Zone(side="red", points=((0.0, 0.0), (40.0, 0.0), (40.0, 5.0), (0.0, 5.0))),
    Zone(side="blue", points=((0.0, 25.0), (40.0, 25.0), (40.0, 30.0), (0.0, 30.0))),
)


def plan(*pieces: Piece, zones: tuple[Zone, ...] = ZONES) -> TablePlan:
    return TablePlan(ruleset="TOY", name="Meadow", size=(40.0, 30.0), zones=zones, pieces=pieces)


def wood(**fields: object) -> Piece:
    return replace(Piece(id="wood-1", kind="wood", points=SQUARE), **fields)


def said(table: TablePlan) -> list[tuple[str, str, str, bool]]:
    return [(f.text.key, f.piece, f.zone, f.fatal) for f in faults(table, RULES)]


# --- files -------------------------------------------------------------------------------------------------------


def test_a_table_is_written_and_read_as_the_same() -> None:
    table = plan(
        wood(name='The "Old" Wood', curved=True, points=tuple((0.125 * k, float(k % 3)) for k in range(40))),
        Piece(id="rock-1", kind="rock", points=SQUARE, height=3.5, edges=(0, 2)),
        Piece(id="bridge-1", kind="bridge", shape="band", width=4.0, points=((0.0, 9.0), (12.5, 9.0))),
    )
    text = write_plan(replace(table, landscape="winter", zone_depth=2.5))
    assert max(map(len, text.splitlines())) <= 120
    assert read_plan(text.encode(), "x.toml") == replace(table, landscape="winter", zone_depth=2.5)


HEAD = 'table = 1\nruleset = "TOY"\nsize = [40, 30]\n'


@pytest.mark.parametrize(
    ("text", "key", "message"),
    [
        ("", "", "the file is empty"),
        ('ruleset = "TOY"', "", "this is not a table: the key “{key}” is missing"),
        ('table = 2\nruleset = "TOY"', "table", "this table was written by a later version of the program ({n})"),
        (HEAD + "woods = 3", "woods", "“{wrong}” is not a known {what}; choose from: {known}"),
        (HEAD.replace("30", "0"), "size", "a table is between 0 and {most} long and wide"),
        (HEAD + "name = \n", "line 4", "“{shown}” is not valid TOML: {reason}"),
        (
            HEAD + '[[piece]]\nid = "a"\nkind = "wood"\npoints = [[1, 1], [2, 2]]',
            "piece 1 (a), points",
            "at least {least} points are needed",
        ),
        (
            HEAD + '[[piece]]\nid = "a"\nkind = "wood"\npoints = [[1, 1], [2, nan], [3, 1]]',
            "piece 1 (a), points",
            "the point {x}, {y} lies too far away",
        ),
        (
            HEAD + '[[piece]]\nid = "a"\nkind = "wood"\nshape = "band"\npoints = [[1, 1], [2, 2]]',
            "piece 1 (a), width",
            "a band needs a width above zero",
        ),
        (
            HEAD + '[[piece]]\nid = "a"\nkind = "wood"\nedges = [3]\npoints = [[1, 1], [2, 2], [3, 1]]',
            "piece 1 (a), edges",
            "the edges are 0 to {most}",
        ),
        (
            HEAD
            + '[[piece]]\nid = "a"\nkind = "x"\npoints = [[1, 1], [2, 2], [3, 1]]\n' * 1
            + '[[piece]]\nid = "a"\nkind = "x"\npoints = [[1, 1], [2, 2], [3, 1]]',
            "piece 2 (a), id",
            "every piece needs its own id",
        ),
    ],
)
def test_a_file_that_is_none_is_refused_with_its_key(text: str, key: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        read_plan(text.encode(), "odd.toml")
    assert (caught.value.file, caught.value.key) == ("odd.toml", key)
    assert caught.value.message.key == message


# --- outlines ----------------------------------------------------------------------------------------------------


def test_a_band_keeps_its_width_at_a_right_angle() -> None:
    assert band([(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)], 1.0) == (
        (0.0, 1.0), (9.0, 1.0), (9.0, 10.0), (11.0, 10.0), (11.0, -1.0), (0.0, -1.0),
    )  # fmt: skip


def test_a_smooth_line_goes_through_all_its_points() -> None:
    points = ((0.0, 0.0), (10.0, 4.0), (20.0, 0.0), (30.0, 4.0))
    line = smooth(points, closed=False)
    assert line[::6] == points
    assert len(smooth(points, closed=True)) == 24


def test_a_river_ends_at_the_edge_and_a_wood_does_not() -> None:
    river = Piece(id="r", kind="bridge", shape="band", width=2.0, points=((-5.0, 10.0), (45.0, 10.0)))
    assert sorted(ground_of(river, (40.0, 30.0))) == [(0.0, 9.0), (0.0, 11.0), (40.0, 9.0), (40.0, 11.0)]
    assert said(plan(river)) == []
    over = wood(points=edits.shifted(SQUARE, -3.0, 0.0))
    assert said(plan(over)) == [("{piece}: a part lies off the table", "wood-1", "", True)]
    assert said(plan(wood(points=edits.shifted(SQUARE, 90.0, 0.0)))) == [
        ("{piece}: this lies off the table", "wood-1", "", True)
    ]


def test_edges_that_bear_something_are_never_curved() -> None:
    assert outline(wood(curved=True, edges=(1,))) == SQUARE


# --- what is wrong -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("piece", "message"),
    [
        (wood(kind="wod"), "{piece}: there is no terrain of the kind {kind}"),
        (wood(kind="wall"), "{piece}: this is drawn as a line"),
        (wood(shape="line"), "{piece}: this needs a width or an outline"),
        (wood(height=2.0), "{piece}: this kind has no height of its own"),
        (wood(kind="rock", height=7.0), "{piece}: its height must be {least} to {most}"),
        (wood(kind="rock", edges=(0,)), "{piece}: nothing can lean on its edges"),
        (wood(points=((2.0, 2.0), (6.0, 6.0), (6.0, 2.0), (2.0, 6.0))), "{piece}: the outline crosses itself"),
        (wood(points=((2.0, 2.0), (6.0, 2.0), (4.0, 2.001))), "{piece}: the outline encloses no area"),
        (
            wood(shape="band", width=6.0, points=((9.0, 9.0), (12.0, 9.0), (12.0, 10.0), (9.0, 10.0), (9.0, 12.0))),
            "{piece}: a bend is too sharp for the width",
        ),
        (
            wood(shape="band", width=2.0, points=((9.0, 9.0), (-5.0, 12.0), (9.0, 20.0))),
            "{piece}: this leaves the table and comes back; divide it into two pieces",
        ),
    ],
)
def test_a_piece_that_cannot_be_is_told_at_the_piece(piece: Piece, message: str) -> None:
    assert said(plan(piece)) == [(message, "wood-1", "", True)]


def test_ground_is_shared_only_where_it_may_be() -> None:
    rock = Piece(id="rock-1", kind="rock", points=SQUARE)
    beside = Piece(id="rock-2", kind="rock", points=edits.shifted(SQUARE, 4.0, 0.0))
    assert said(plan(rock, beside)) == []
    message = "{piece}, {other}: on the same ground"
    assert said(plan(rock, edits.moved(plan(beside), "rock-2", -1.0, 0.0).pieces[0])) == [(message, "rock-2", "", True)]
    assert said(plan(rock, wood())) == [(message, "wood-1", "", False)]
    assert said(plan(rock, wood(kind="bridge"))) == []
    assert said(plan(wood(), replace(wood(), id="wood-2"))) == []


def test_both_sides_need_zones_that_lie_apart_on_the_table() -> None:
    assert said(plan(wood(), zones=ZONES[:1])) == [("{side}: there is no deployment zone", "", "blue", True)]
    near = edits.with_zone(plan(wood()), "blue", edits.box((0.0, 4.0), (40.0, 9.0)))
    assert said(near) == [("The deployment zones overlap", "", "*", True)]
    off = edits.with_zone(plan(wood()), "blue", edits.box((0.0, 25.0), (40.0, 31.0)))
    assert said(off) == [("{side}: a part of a deployment zone lies off the table", "", "blue", True)]
    assert said(plan()) == [("There is no terrain on the table", "", "", False)]


def test_a_side_with_little_room_is_told_so() -> None:
    message = "{side}: there is little room to deploy in"
    small = edits.with_zone(plan(wood()), "blue", edits.box((0.0, 25.0), (13.9, 30.0)))
    assert said(small) == [(message, "", "blue", False)]
    enough = edits.with_zone(plan(wood()), "blue", edits.box((0.0, 25.0), (14.1, 30.0)))
    assert said(enough) == []
    rock = Piece(id="rock-1", kind="rock", points=edits.box((0.0, 0.0), (27.0, 5.0)))
    assert said(plan(rock)) == [(message, "", "red", False)]


def test_a_table_that_could_not_be_read_is_not_played_on() -> None:
    assert said(plan(wood(points=((1.0, 1.0), (2.0, 2.0))))) == [("at least {least} points are needed", "", "", True)]
    broken = TablePlan(ruleset="WMA", size=(180.0, 0.0))
    (problem,) = load_ruleset("WMA").check_setup(battle("WMA", broken, "open_field"))
    assert (problem.where, problem.fatal) == ("table", True)


# --- changes -----------------------------------------------------------------------------------------------------


def test_pieces_are_moved_turned_stretched_doubled_and_ordered() -> None:
    table = plan(wood(), Piece(id="rock-1", kind="rock", points=SQUARE))
    assert edits.moved(table, "wood-1", 1.5, -1.0).pieces[0].points[0] == (3.5, 1.0)
    assert edits.turned(((0.0, 0.0), (4.0, 0.0), (4.0, 2.0)), 180.0) == ((4.0, 2.0), (0.0, 2.0), (0.0, 0.0))
    assert edits.extent(edits.stretched(SQUARE, 8.0, 1.0)) == (8.0, 1.0)
    twice, name = edits.doubled(table, "wood-1", 1.0)
    assert (name, twice.pieces[-1].points[0]) == ("wood-2", (3.0, 1.0))
    assert [p.id for p in edits.raised(table, "wood-1", 1).pieces] == ["rock-1", "wood-1"]
    assert edits.raised(table, "wood-1", -1) == table
    twin, name = edits.twinned(table, "rock-1")
    assert twin.piece(name).points[0] == (38.0, 28.0)  # type: ignore[union-attr]
    assert [p.id for p in edits.without(table, "wood-1").pieces] == ["rock-1"]


def test_points_are_moved_added_and_taken() -> None:
    table = plan(Piece(id="rock-1", kind="rock", points=SQUARE, edges=(0, 2)))
    added = edits.point_added(table, "rock-1", 0, (4.0, 1.0)).pieces[0]
    assert added.points == ((2.0, 2.0), (4.0, 1.0), (6.0, 2.0), (6.0, 6.0), (2.0, 6.0))
    assert added.edges == (0, 3)
    taken = edits.point_taken(table, "rock-1", 0)
    assert (taken.pieces[0].points, taken.pieces[0].edges) == (SQUARE[1:], (1,))
    assert edits.point_taken(taken, "rock-1", 0) == taken  # three are the least
    assert edits.point_moved(table, "rock-1", 3, (1.0, 7.0)).pieces[0].points[3] == (1.0, 7.0)


def test_a_circle_and_an_ellipse_fit_their_box() -> None:
    ring = edits.ellipse((0.0, 0.0), (8.0, 4.0))
    assert (len(ring), edits.middle(ring), edits.extent(ring)) == (24, (4.0, 2.0), (8.0, 4.0))
    circle = edits.ellipse((8.0, 0.0), (0.0, 4.0), even=True)
    assert (edits.middle(circle), edits.extent(circle)) == ((6.0, 2.0), (4.0, 4.0))


# --- the systems -------------------------------------------------------------------------------------------------


def battle(ruleset: str, table: TablePlan, scenario: str) -> Setup:
    rules = tabled(ruleset)
    info = next(s for s in rules.scenarios() if s.id == scenario)
    return replace(rules.default_setup(scenario, info.sizes[0]), table=table, seed="table")


@pytest.mark.parametrize(
    ("ruleset", "scenario"), [("WMA", "open_field"), ("WAB", "defended_wall"), ("AFS", "sunken_causeway")]
)
def test_a_scenarios_own_table_chosen_by_hand_is_the_same_table(ruleset: str, scenario: str) -> None:
    rules = tabled(ruleset)
    table = own_table(rules, scenario)
    assert read_plan(write_plan(table).encode(), "x.toml") == table
    setup = battle(ruleset, table, scenario)
    assert list(rules.check_setup(setup)) == []
    ours, theirs = rules.begin(setup)[0], rules.begin(replace(setup, table=None))[0]
    assert (ours.features, ours.table) == (theirs.features, theirs.table)
    session = Session.start(rules, setup)
    assert session.state.features == theirs.features


def test_a_scenario_with_places_to_hold_is_not_fought_elsewhere() -> None:
    rules = tabled("WMA")
    table = own_table(rules, "open_field")
    for scenario in ("river", "cannae"):
        (problem,) = (p for p in rules.check_setup(battle("WMA", table, scenario)) if p.where == "table")
        assert (problem.clause, problem.fatal) == ("WMA-SET-05", True)


def test_skirmish_wants_twenty_pieces_and_zones_apart() -> None:
    rules = tabled("AFS")
    table = rules.made_table((48.0, 48.0), "7")
    assert list(rules.table_faults(table)) == []
    few = replace(table, pieces=table.pieces[:19])
    (fault,) = (f for f in rules.table_faults(few) if f.fatal)
    assert (fault.clause, fault.text.args) == ("AFS-TBL-02", {"count": 19, "least": 20})
    deep = replace(table, zone_depth=12.25)
    (fault,) = (f for f in rules.table_faults(deep) if f.fatal)
    assert (fault.clause, fault.zone) == ("AFS-TBL-03", "*")
    (problem,) = (p for p in rules.check_setup(battle("AFS", few, "broken_ground")) if p.where == "table")
    assert problem.clause == "AFS-TBL-02"


def test_a_skirmish_without_a_way_across_is_told_so() -> None:
    rules = tabled("AFS")
    table = rules.made_table((48.0, 48.0), "7")
    woods = [p for p in table.pieces if rules_of(rules).kind(p.kind).ground == "free"]
    woods = [p for p in woods if all(not 21.0 < y < 27.0 for _, y in p.points)]
    many = tuple(replace(woods[k % len(woods)], id=f"w-{k}") for k in range(20))
    chasm = Piece(id="moat", kind="chasm", points=edits.box((0.0, 22.0), (48.0, 26.0)))
    (fault,) = rules.table_faults(replace(table, pieces=(*many, chasm)))
    assert (fault.clause, fault.fatal) == ("AFS-S03", False)


def test_rank_and_flank_deploys_in_the_strips_of_the_table() -> None:
    from rulesets.ancient_battles.deploy.deployment import zone

    rules = tabled("WAB")
    table = replace(own_table(rules, "open_field"), zone_depth=9.0, size=(48.0, 48.0), pieces=())
    clauses = [(f.clause, f.fatal) for f in rules.table_faults(table)]
    assert clauses == [("", False), ("WAB-S31", False), ("WAB-S31", False)]
    state = rules.begin(battle("WAB", table, "open_field"))[0]
    assert zone(state, "north") == (((0.0, 975.0), (1200.0, 975.0), (1200.0, 1200.0), (0.0, 1200.0)),)


def test_warmaster_deploys_in_the_areas_of_the_table() -> None:
    from rulesets.warmaster_ancients.deploy import zones

    rules = tabled("WMA")
    table = own_table(rules, "open_field")
    west = edits.with_zone(table, "south", ((0.0, 0.0), (20.0, 0.0), (20.0, 120.0), (0.0, 120.0)))
    west = edits.with_zone(west, "north", ((160.0, 0.0), (180.0, 0.0), (180.0, 120.0), (160.0, 120.0)))
    state = rules.begin(battle("WMA", west, "open_field"))[0]
    assert zones.rings(state, "south") == (((0.0, 0.0), (200.0, 0.0), (200.0, 1200.0), (0.0, 1200.0)),)
    assert (zones.front_of(state, "south"), zones.front_of(state, "north")) == (90.0, 270.0)
    assert zones.zone(state, "north").bounds == (1600.0, 0.0, 1800.0, 1200.0)


# --- polygons where there are strips else ------------------------------------------------------------------------

BENT = ((4.0, 0.0), (44.0, 0.0), (44.0, 10.0), (24.0, 6.0), (4.0, 10.0))
"""The southern zone, its front drawn in in the middle; turned half round it is the northern one (inches)."""


def bent(table: TablePlan) -> TablePlan:
    """The table with polygons for both sides."""
    width, depth = table.size
    other = tuple((width - x, depth - y) for x, y in BENT)
    return replace(table, zones=(Zone(side="south", points=BENT), Zone(side="north", points=other)))


def test_zones_are_changed_as_pieces_are() -> None:
    table = edits.strips_as_zones(replace(plan(zones=()), zone_depth=4.0), ("red", "blue"))
    assert [(z.side, z.points[0], z.points[2]) for z in table.zones] == [
        ("red", (0.0, 0.0), (40.0, 4.0)),
        ("blue", (0.0, 26.0), (40.0, 30.0)),
    ]
    table = edits.point_added(table, "zone@0", 2, (20.0, 6.0))
    table = edits.point_moved(table, "zone@0", 1, (30.0, 1.0))
    assert table.zones[0].points == ((0.0, 0.0), (30.0, 1.0), (40.0, 4.0), (20.0, 6.0), (0.0, 4.0))
    table = edits.moved(edits.point_taken(table, "zone@0", 0), "zone@0", 1.0, -1.0)
    assert table.zones[0].points == ((31.0, 0.0), (41.0, 3.0), (21.0, 5.0), (1.0, 3.0))
    table, name = edits.zone_doubled(table, 0, "blue")
    assert (name, table.zones[2].side, table.zones[2].points[0]) == ("zone@2", "blue", (9.0, 30.0))
    assert edits.without(table, "zone@1").zones == (table.zones[0], table.zones[2])
    assert edits.thing_of(table, "zone@3") is None
    assert edits.thing_of(edits.with_piece(table, wood(id="zone@0")), "zone@0") == wood(id="zone@0")


def test_polygons_are_checked_in_systems_of_strips() -> None:
    rules = replace(RULES, zones="strip")
    keys = [f.text.key for f in faults(plan(zones=ZONES[:1]), rules) if f.fatal]
    assert keys == ["{side}: there is no deployment zone"]
    assert not any(f.fatal for f in faults(plan(), rules))
    many = plan(zones=ZONES * 11)
    assert [f.text.key for f in faults(many, rules)] == ["{n} zones are too many: at most {most}"]
    with pytest.raises(DataError, match="22 zones are too many: at most 20"):
        read_plan(write_plan(many).encode(), "many.toml")


@pytest.mark.parametrize(
    ("ruleset", "scenario"),
    [("WMA", "open_field"), ("WAB", "open_field"), ("AFS", "broken_ground"), ("USB", "meeting"), ("NAP", "meeting")],
)
def test_an_army_left_to_the_usual_array_stands_within_its_polygons(ruleset: str, scenario: str) -> None:
    import shapely

    from game.engine.command import Answering
    from game.engine.decision import Reply

    rules = tabled(ruleset)
    table = rules.scenario_table(scenario) or rules.made_table((48.0, 48.0), "7")
    k = table.size[0] / 48.0
    south = tuple((x * k, y * k if ruleset != "WMA" else y * 3.0) for x, y in BENT)
    width, depth = table.size
    north = tuple((width - x, depth - y) for x, y in south)
    table = replace(table, zones=(Zone(side="south", points=south), Zone(side="north", points=north)))
    assert not [f.text for f in rules.table_faults(table) if f.fatal]
    session = Session.start(rules, battle(ruleset, table, scenario))
    mm = rules.meta.measures.mm_per_unit
    area = {s: shapely.Polygon([(x * mm, y * mm) for x, y in p]) for s, p in (("south", south), ("north", north))}
    for _ in range(400):
        decision = session.waiting[0]
        if decision.question in ("scout", "infiltrate"):
            break  # they may stand before it
        if any(b.where == "table" for b in session.state.bases.values()) and decision.kind != "place":
            break
        asked = session.asked(decision)
        auto = next((e for e in asked.exits if e.id == "auto" and e.bar is None), None)
        reply = Reply(exit="auto") if auto is not None else asked.default
        assert isinstance(session.submit(Answering(decision.id, decision.side, reply)), tuple)
    standing = [b for b in session.state.bases.values() if b.where == "table" and b.pose is not None]
    assert len(standing) > 5
    for base in standing:
        side = session.state.units[base.unit].side
        edge = getattr(session.state.sides[side].own, "edge", "") or side
        assert area[edge].buffer(0.1).covers(shapely.Point(base.pose.x, base.pose.y)), base.id


def test_scouts_and_markers_of_the_skirmish_keep_to_polygons() -> None:
    import shapely

    from game.geometry.shapes import Footprint, Pose
    from rulesets.age_of_fantasy_skirmish.deploy import markers, set_up

    rules = tabled("AFS")
    table = bent(rules.made_table((48.0, 48.0), "7"))
    state = rules.begin(battle("AFS", table, "broken_ground"))[0]
    sides = {s: replace(x, own=replace(x.own, edge=s)) for s, x in state.sides.items()}
    state = replace(state, sides=sides)
    disc = Footprint("circle", 25.4, 25.4)
    own = set_up.own_zone(state, "south")
    for x, y, inside in ((24.0, 5.4, True), (24.0, 5.6, False), (5.0, 8.5, True), (4.4, 8.0, False)):
        assert own.holds(disc, Pose(x * 25.4, y * 25.4)) == inside, (x, y)
    ahead = set_up.scout_zone(state, "south")
    for x, y, inside in ((24.0, 17.4, True), (24.0, 17.6, False), (3.0, 12.0, False)):
        assert ahead.holds(disc, Pose(x * 25.4, y * 25.4)) == inside, (x, y)
    assert [bar.clause for bar in (markers.bar_of(state, (24.0 * 25.4, 5.5 * 25.4)),) if bar] == ["AFS-MIS-03"]
    free = list(markers.free_points(state))
    taken = shapely.union_all([shapely.Polygon([(x * 25.4, y * 25.4) for x, y in z.points]) for z in table.zones])
    assert free
    assert not any(taken.buffer(-0.1).contains(shapely.Point(p)) for p in free)
    assert any(y < 10.0 * 25.4 for _x, y in free), "the ground before the bend is free"
    deep = replace(table, zones=(table.zones[0], Zone(side="north", points=edits.box((4.0, 33.0), (44.0, 48.0)))))
    (fault,) = (f for f in rules.table_faults(deep) if f.fatal)
    assert (fault.clause, fault.zone) == ("AFS-TBL-03", "*")


def test_zones_within_the_table_leave_a_ring_that_is_cut() -> None:
    import shapely

    from game.kit.figures.zones import besides

    zones = (("south", edits.box((100.0, 100.0), (200.0, 200.0))), ("north", edits.box((400.0, 400.0), (500.0, 500.0))))
    found = [shapely.Polygon(ring) for ring in besides(zones, 600.0, 600.0)]
    assert sum(p.area for p in found) == 600.0 * 600.0 - 2 * 100.0 * 100.0
    assert shapely.union_all(found).area == sum(p.area for p in found)
