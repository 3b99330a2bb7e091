"""Hidden troops: who notices them, where nobody does, how they come on the table."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine import event as ev
from game.engine.flow import Run
from game.engine.state import State, view
from rulesets.napoleonic_wars.field import detection, facts
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.own import Formation
from tests.rules.napoleonic_wars.table import (
    Made,
    battalion,
    box,
    field,
    general,
    given,
    hide,
    piece,
    put,
    regiment,
)

WALL = piece("wall", [(30, 40), (70, 40)], "wall")


def foot(body: str, y: float, x: float = 50.0, **more: Any) -> Made:
    side = "south" if body.startswith("L") else "north"
    return battalion(body, side, (x, y), **{"figures": 4, "companies": 1, **more})


def found(state: State, *busy: str) -> dict[str, tuple[str, ...]]:
    """The hidden bodies that come to light, and by whom; N1 is hidden unless it is already."""
    hidden = state if state.secret else hide(state, "N1")
    return {f.body: f.by for f in detection.discovered(hidden, busy)}


@pytest.mark.clause("NAP-DET-01", "NAP-S43")
@pytest.mark.parametrize("kind", ["hedge", "fence", "wall"])
def test_behind_a_wall_nobody_still_is_noticed_from_afar(kind: str) -> None:
    line = piece(kind, [(30, 40), (70, 40)])

    def noticed(gap: float, *busy: str, y: float = 40.0) -> bool:
        return bool(found(field(foot("L1", y - gap), foot("N1", y), features=[line]), *busy))

    assert noticed(25.0)
    assert not noticed(25.1)
    assert not noticed(30.0)
    assert noticed(30.0, "N1")
    assert noticed(30.0, y=40.2)  # not in contact with it


@pytest.mark.clause("NAP-DET-01", "NAP-S43")
def test_past_the_end_of_the_wall_they_are_noticed() -> None:
    assert found(field(foot("L1", 5.0, 120.0), foot("N1", 40.0), features=[WALL])) == {}
    short = piece("wall", [(48, 40), (52, 40)])
    assert found(field(foot("L1", 41.0, 120.0), foot("N1", 40.0), features=[short]))
    gated = piece("wall", [(30, 40), (70, 40)], gate=((180.0, 220.0),))
    assert found(field(foot("L1", 5.0), foot("N1", 40.0), features=[gated]))


@pytest.mark.clause("NAP-DET-01")
def test_a_ditch_hides_nobody() -> None:
    assert found(field(foot("L1", 5.0), foot("N1", 40.0), features=[piece("ditch", [(30, 40), (70, 40)])]))


@pytest.mark.clause("NAP-DET-02", "NAP-R18")
@pytest.mark.parametrize("kind", ["open_wood", "orchard", "dense_wood", "scrub"])
def test_in_a_wood_only_who_moves_or_fires_is_noticed(kind: str) -> None:
    trees = box(kind, 0, 40, 200, 130)
    state = field(foot("L1", 38.0), foot("N1", 41.0), features=[trees])
    assert found(state) == {}
    assert found(state, "N1") == {"N1": ("L1",)}
    for own, noticed in (({"fired": 1}, True), ({"moved": 1.0}, True), ({"did": ("loaded",)}, False)):
        assert bool(found(given(state, "N1", **own))) is noticed
    half_out = field(foot("L1", 30.0), foot("N1", 39.5), features=[trees])
    assert found(half_out)


@pytest.mark.clause("NAP-DET-02", "NAP-R18")
def test_a_garrison_that_keeps_still_is_not_noticed() -> None:
    house = box("building", 46, 40, 54, 48, "house", storeys=2)
    state = field(foot("L1", 20.0), foot("N1", 60.0), features=[house])
    state = put(state, "N1", (50, 44), 180.0, "garrison", building="house")
    assert found(state) == {}
    assert found(state, "N1") == {"N1": ("L1",)}
    near = put(
        field(foot("L1", 38.0), foot("N1", 60.0), features=[house]), "N1", (50, 44), 180.0, "garrison", building="house"
    )
    assert found(near) == {"N1": ("L1",)}


@pytest.mark.clause("NAP-R18", "NAP-S19")
def test_who_comes_within_two_centimetres_meets_them() -> None:
    trees = box("dense_wood", 0, 40, 200, 130)

    def met(gap: float) -> tuple[detection.Found, ...]:
        state = hide(field(foot("L1", 50.0 - gap), foot("N1", 50.0), features=[trees]), "N1")
        return detection.discovered(state)

    assert met(2.1) == ()
    (one,) = met(2.0)
    assert (one.body, one.by, one.how) == ("N1", ("L1",), "met")


@pytest.mark.clause("NAP-S48")
def test_a_general_by_himself_finds_no_ambush() -> None:
    trees = box("dense_wood", 0, 40, 200, 130)

    def met(y: float, *more: Made) -> bool:
        state = hide(field(general("L9", "south", (50, y)), foot("N1", 50.0), *more, features=[trees]), "N1")
        return bool(detection.discovered(state))

    assert not met(48.5)
    assert met(50.0)
    assert met(48.5, foot("L1", 42.0))
    assert not met(48.5, foot("L1", 41.0))


@pytest.mark.clause("NAP-S48")
def test_when_it_is_looked_at() -> None:
    trees = box("open_wood", 0, 40, 200, 130)
    state = known(
        hide(field(foot("L1", 45.0), regiment("L2", "south", (80, 40)), foot("N1", 50.0), features=[trees]), "N1")
    )
    assert detection.approached_by(state, "N1") == ("L1",)
    state = known(
        hide(field(foot("L1", 44.9), regiment("L2", "south", (50, 40)), foot("N1", 50.0), features=[trees]), "N1")
    )
    assert detection.approached_by(state, "N1") == ("L2",)


@pytest.mark.clause("NAP-DET-04")
def test_who_walked_into_them() -> None:
    trees = box("open_wood", 0, 40, 200, 130)
    state = hide(field(foot("L1", 45.0), foot("L2", 30.0, 60.0), foot("N1", 50.0), features=[trees]), "N1")
    (one,) = detection.discovered(state, {"N1"})
    assert one.how == "seen"
    assert detection.walked_into(known(state), one) == ("L1",)


@pytest.mark.clause("NAP-S19")
def test_a_hidden_body_may_move_where_no_enemy_could_see_it() -> None:
    house = box("building", 30, 40, 70, 50, storeys=1)
    state = known(hide(field(foot("L1", 20.0), foot("N1", 60.0), features=[house]), "N1"))
    assert detection.detected_by(state, "N1", ("N1",)) == ()
    trees = box("open_wood", 0, 40, 200, 130)
    state = known(hide(field(foot("L1", 20.0), foot("N1", 42.0), features=[trees]), "N1"))
    assert detection.detected_by(state, "N1") == ()
    assert detection.detected_by(state, "N1", ("N1",)) == ("L1",)


@pytest.mark.clause("NAP-DET-03", "NAP-DET-05", "NAP-R140")
def test_the_detected_are_put_on_the_table_for_good() -> None:
    guard = foot("N1", 60.0, sub={"lance": False, "light": True, "weapon": "rifle"})
    state = hide(field(foot("L1", 20.0), guard), "N1")
    assert "N1" not in view(state, "south").units
    assert "N1" not in view(state, "south").bases
    assert "N1" in known(view(state, "north")).units
    assert not detection.may_be_target(view(state, "north"), "L1", "N1")
    run = Run(state)
    detection.reveal(run, detection.discovered(run.state))
    assert "N1" in view(run.state, "south").units
    assert len(view(run.state, "south").bases_of("N1")) == 4
    assert not run.state.secret["north"].units
    (told,) = run.events
    assert (told.family, told.about) == ("reveal", ("N1", "L1"))
    assert told.data["abilities"] == ["light", "rifle"]
    assert any(isinstance(c, ev.Seen) for c in told.changes)
    assert detection.may_be_target(run.state, "L1", "N1")
    # silent behind a wall it stays detected, and out of sight it cannot be fired at
    behind = put(run.state, "N1", (50, 100), 180.0, "line")
    assert detection.discovered(behind) == ()
    hidden = field(foot("L1", 20.0), foot("N1", 60.0), features=[box("building", 30, 40, 70, 50, storeys=1)])
    assert not detection.may_be_target(hidden, "L1", "N1")


@pytest.mark.clause("NAP-DET-06")
def test_the_class_is_told_after_a_reaction_test_only() -> None:
    state = field(foot("L1", 20.0), foot("N1", 60.0))

    def told(state: State, side: str | None) -> set[str]:
        return {sub.morale + sub.training for sub in facts.own(view(state, side), "N1").subs}

    assert told(state, "north") == {"CC"}
    assert told(state, "south") == told(state, None) == {""}
    assert told(given(state, "N1", seen=True), "south") == {"CC"}


@pytest.mark.clause("NAP-DET-03")
@pytest.mark.parametrize("formation", ["line", "open"])
def test_hidden_troops_notice_hidden_troops(formation: Formation) -> None:
    state = hide(field(foot("L1", 20.0, formation=formation), foot("N1", 60.0)), "N1", "L1")
    assert found(state) == {"L1": ("N1",), "N1": ("L1",)}
    beaten = given(field(foot("L1", 20.0), foot("N1", 60.0)), "L1", result="surrendered")
    assert found(beaten) == {}
