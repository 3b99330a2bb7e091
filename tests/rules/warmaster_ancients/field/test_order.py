"""The order of a side's units: that of its army list, whatever the order of a file or the letters of the ids."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from game.engine.files.toml_reading import DataError
from game.engine.ruleset import Setup, SideSetup
from game.engine.setups import told_apart
from game.geometry.convex import rectangle
from game.geometry.shapes import Pose, rounded, shifted, to_local, to_world
from rulesets.warmaster_ancients import data_files
from rulesets.warmaster_ancients.army import data_army
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.deploy.positions import build
from rulesets.warmaster_ancients.deploy.setup import SETUP as setup
from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.field.facts import nearest_line
from rulesets.warmaster_ancients.move.forced import away_from
from rulesets.warmaster_ancients.shown.cards import card
from tests.rules.warmaster_ancients.blows_play import begin, dice_thrown, faces, run
from tests.rules.warmaster_ancients.table import table, unit

ROW = ("LEG-1", "LEG-2", "LEG-10", "TRI-1", "VEL-1", "EQU-1", "SCO-1", "CONS-1", "LEGA-1", "TRIB-1")
FOES = ("LIB-1", "GAL-1", "GAL-2", "SLI-1", "NUM-1", "PUN-1", "ELE-1", "STRA-1", "COMM-1", "COMC-1", "COME-1", "CHIE-1")


@pytest.mark.clause("WMA-S03")
@pytest.mark.parametrize("seed", range(4))
def test_units_stand_in_the_order_of_the_army_list_whatever_the_files(seed: int) -> None:
    ids = [*ROW, *FOES]
    random.Random(seed).shuffle(ids)
    state = build({"units": [unit(i) for i in ids]})
    assert tuple(state.units) == (*ROW, *FOES)


@pytest.mark.clause("WMA-S03")
def test_ids_of_ones_own_follow_their_kind_in_the_order_of_the_file() -> None:
    rows = [unit("Veterans", kind="LEG"), unit("A", kind="LEG"), unit("LEG-2"), unit("TRI-1"), unit("LEG-1n")]
    assert tuple(build({"units": rows}).units) == ("LEG-1n", "LEG-2", "Veterans", "A", "TRI-1")


@pytest.mark.clause("WMA-S03", "WMA-S22")
@pytest.mark.parametrize("turned", [False, True])
def test_dice_follow_the_list_and_not_the_file(turned: bool) -> None:
    rows = [
        unit("EQU-1", at=(87, 58), facing="N"),
        unit("LEG-1", at=(96, 59), facing="N"),
        unit("GAL-1", at=(90, 61), facing="S"),
    ]
    state = table(*(rows[::-1] if turned else rows), phase="melee", active="south")
    play = begin(state, "melee", *faces((1, 200)))
    run(play, "withdraw", "distance", "winner", "after_round")
    attacks = [w for w, _ in dice_thrown(play) if w.startswith("Attack of")]
    assert attacks[:2] == ["Attack of LEG-1 on GAL-1", "Attack of EQU-1 on GAL-1"]


# --- lists that share ids ----------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-S03")
def test_armies_of_other_names_whose_ids_meet_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    rome, load = data_files.load_army("rome"), data_files.load_army
    mine = replace(rome, id="mine")
    monkeypatch.setattr(data_files.ARMIES, "load", lambda name: mine if name == "mine" else load(name))
    sides = {side: SideSetup(name, {"LEG": 2, "CONS": 1}) for side, name in (("south", "rome"), ("north", "mine"))}
    state, _ = setup.begin(Setup("WMA", "open_field", sides, {"points": 1000}))
    assert tuple(state.units) == ("LEG-1", "LEG-2", "CONS-1", "LEG-1n", "LEG-2n", "CONS-1n")
    assert len(state.bases) == 14


@pytest.mark.clause("WMA-S03")
def test_the_ids_of_both_sides_decide_and_not_the_armies_names() -> None:
    assert told_apart(["LEG-1"], ["GAL-1"]) == ""
    assert told_apart(["LEG-1", "GAL-1"], ["GAL-1"]) == "n"
    assert told_apart(["LEG-1", "LEG-1n"], ["LEG-1"]) == "nn"


# --- characters on other mounts ----------------------------------------------------------------------------------


@pytest.mark.clause("WMA-CHR-04", "WMA-S38")
@pytest.mark.parametrize(("code", "mount"), [("COMC", "chariot"), ("COME", "elephant")])
def test_the_list_of_carthage_offers_a_mounted_commander(code: str, mount: str) -> None:
    army = data_files.load_army("carthage")
    row, plain = army.row(code), army.row("COMM")
    assert replace(row, code="COMM", name=plain.name, mount="foot", clause="WMA-S37") == plain
    counts = {"LIB": 5, "GAL": 2, "SLI": 2, "NUM": 1, "STRA": 1}
    sides = {"south": SideSetup("rome", {"LEG": 4, "CONS": 1}), "north": SideSetup("carthage", {**counts, code: 1})}
    state, _ = setup.begin(Setup("WMA", "open_field", sides, {"points": 1000}))
    found = profile(state, f"{code}-1")
    assert (found.mount, found.type, found.command, found.move, found.points) == (mount, "chariots", 8, 600.0, 80)


@pytest.mark.clause("WMA-SET-03", "WMA-S37", "WMA-S38")
@pytest.mark.parametrize(
    ("chosen", "wrong"),
    [
        ({"COMM": 2}, []),
        ({"COMM": 1, "COME": 1}, []),
        ({"COMC": 1, "COME": 1}, []),
        ({"COMM": 1, "COMC": 1, "COME": 1}, ["COMM"]),
        ({"COME": 3}, ["COMM"]),
    ],
)
def test_mounted_or_not_they_count_together(chosen: dict[str, int], wrong: list[str]) -> None:
    army = data_files.load_army("carthage")
    counts = {"LIB": 3, "GAL": 2, "SLI": 1, "NUM": 1, "STRA": 1, **chosen}
    found = data_army.check_army(army, counts, 1000, allow_shortfall=True)
    assert [(p.clause, p.code) for p in found] == [("WMA-SET-03", code) for code in wrong]


@pytest.mark.clause("WMA-CHR-04")
def test_a_position_may_say_what_a_character_rides() -> None:
    state = table(unit("CONS-1", at=(20, 20), mount="elephant"), unit("LEGA-1", at=(30, 20)))
    assert (profile(state, "CONS-1").type, profile(state, "CONS-1").mount) == ("chariots", "elephant")
    assert (profile(state, "LEGA-1").type, profile(state, "LEGA-1").mount) == ("infantry", "foot")
    mount = next(row for row in card(state, "CONS-1").rows if row.label.key == "Mount")
    assert (mount.value.key, mount.clause) == ("On an elephant", "WMA-CHR-04")
    with pytest.raises(DataError, match="mount"):
        table(unit("LEG-1", at=(20, 20), mount="elephant"))
    with pytest.raises(DataError, match="camel"):
        table(unit("CONS-1", at=(20, 20), mount="camel"))


# --- equally near ------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-S06", "WMA-S12")
@pytest.mark.parametrize(("nearer", "stand"), [(0.0, "VEL-1.1"), (0.009, "VEL-1.1"), (0.012, "VEL-1.3")])
def test_pairs_no_more_than_a_hundredth_of_a_millimetre_apart_are_equally_near(nearer: float, stand: str) -> None:
    """Corner against corner: stand 3 is nearer by so many mm; only then does the lowest number not decide.

    VEL-1 stands in line, GAL-1's single stand lies 12 cm ahead of its middle, turned by 90 degrees: its two corners
    are equally far from the outer stands of the line.
    """
    state = table(unit("VEL-1", at=(90, 40), facing="N"), unit("GAL-1", poses=[(90, 60, "S")], stands=1))
    poses = facts.poses(state, "VEL-1")
    outer = {b: p for b, p in poses.items() if not b.endswith(".2")}
    shape = state.bases["VEL-1.1"].shape
    moved = {b: rounded(shifted(p, 0.0, nearer)) if b.endswith(".3") else p for b, p in outer.items()}
    other = facts.poses(state, "GAL-1")
    found = nearest_line(
        [rectangle(shape, p) for p in moved.values()],
        list(moved),
        [rectangle(shape, p) for p in other.values()],
        list(other),
    )
    assert found.stand_a == stand


@pytest.mark.clause("WMA-S06", "WMA-S18")
@pytest.mark.parametrize(("east", "lead"), [(0.0, 1), (0.001, 1), (0.02, 3)])
def test_a_tie_within_that_is_driven_back_from_the_lower_stand(east: float, lead: int) -> None:
    """Two stands stand off the shooter's corners; the way back leads away from the pair that counts (mm)."""
    rows = [
        unit("VEL-1", poses=[(80, 40, "N"), (90, 20, "N"), (100, 40, "N")]),
        unit("GAL-1", poses=[(90 + east / 10, 60, "S")], stands=1),
    ]
    state = table(*rows)
    dx, dy = away_from(state, "VEL-1", "GAL-1")
    assert dy < 0
    assert (dx < 0) == (lead == 1)


def seen_from(at: Pose, point: tuple[float, float]) -> tuple[float, float]:
    """A point (mm) as cm to the right of and ahead of a pose in cm."""
    aside, ahead = to_local(Pose(at.x * 10.0, at.y * 10.0, at.facing), point)
    return aside / 10.0, ahead / 10.0


@pytest.mark.clause("WMA-S06")
@pytest.mark.parametrize("facing", [0, 30, 45, 90, 135, 180, 270, 315])
@pytest.mark.parametrize("aside", [-11.0, -8.0, -2.0, 0.0, 3.0, 9.0])
def test_between_two_lines_it_is_measured_in_the_middle_of_what_faces_each_other(facing: float, aside: float) -> None:
    """Two lines of 12 cm, 18 cm apart, one shifted: the stretches of all pairs of stands are taken as one."""
    here = Pose(90.0, 60.0, facing)
    other = to_world(here, (aside, 20.0))
    state = table(unit("LEG-1", at=(90, 60), facing=facing), unit("GAL-1", at=other, facing=(facing + 180) % 360))
    found = facts.between(state, "LEG-1", "GAL-1")
    assert found.distance == pytest.approx(180.0, abs=0.01)
    assert seen_from(here, found.a) == pytest.approx((aside / 2.0, 1.0), abs=0.002)
    assert seen_from(here, found.b) == pytest.approx((aside / 2.0, 19.0), abs=0.002)


@pytest.mark.clause("WMA-S06")
@pytest.mark.parametrize("facing", [0, 45, 90, 180, 270])
def test_stretches_that_do_not_run_on_from_the_first_are_left_out(facing: float) -> None:
    """Of a line whose middle stand is gone, and of two stands drawn up in echelon."""
    here = Pose(90.0, 60.0, facing)

    def stands(*places: tuple[float, float], turn: float = 0.0) -> list[tuple[float, float, float]]:
        return [(*to_world(here, place), (facing + turn) % 360) for place in places]

    foe = unit("GAL-1", poses=stands((4, 20), (0, 20), (-4, 20), turn=180.0))
    gap = table(unit("LEG-1", poses=stands((-4, 0), (4, 0)), lost=[2]), foe)
    found = facts.between(gap, "LEG-1", "GAL-1")
    assert found.stand_a == "LEG-1.1"
    assert seen_from(here, found.a) == pytest.approx((-4.0, 1.0), abs=0.002)
    steps = table(
        unit("LEG-1", poses=stands((-10, 0), (10, 6)), lost=[2]),
        unit("GAL-1", poses=stands((10, 26), (-10, 20), turn=180.0), lost=[2]),
    )
    found = facts.between(steps, "LEG-1", "GAL-1")
    assert (found.stand_a, found.stand_b) == ("LEG-1.1", "GAL-1.3")
    assert found.distance == pytest.approx(180.0, abs=0.01)
    assert seen_from(here, found.a) == pytest.approx((-10.0, 1.0), abs=0.002)
    assert seen_from(here, found.b) == pytest.approx((-10.0, 19.0), abs=0.002)
