"""Setting up unit by unit: in turn, skipped, left out, left to the usual array; how a place is judged and offered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from game.engine.decision import Bar, Choice, PlaceAnswer, PlaceSpace, Reply, Standing, Verdict, refused
from game.engine.declared import Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.ruleset import Unforced
from game.engine.session import Session
from game.engine.state import State, Table
from game.engine.text import T, Thing
from game.geometry.shapes import Pose
from game.kit.deploy import AUTO, OneByOne, SetUp, in_reserve
from game.kit.front import facing_across, ground_of
from tests.engine.conftest import say
from tests.kit.play import Play, types
from tests.toy import TOY

WIDE = 100.0
"""Each unit's place lies so far east of the one before; each side has so many places as it is told."""


class Data(msgspec.Struct, frozen=True):
    due: str = "red"
    auto: tuple[str, ...] = ()


class Line(SetUp, Unforced):
    """Units stand at round places in a row; those beyond ``room`` are barred, and "odd" is no formation."""

    clause = "K-1"
    missing = T("All of it")

    def __init__(self, room: Mapping[str, int]) -> None:
        self.room = room
        self.searched = 0

    def waiting(self, view: State, side: str) -> Sequence[str]:
        return [u.id for u in in_reserve(view, side)]

    def space(self, view: State, side: str, waiting: Sequence[str]) -> PlaceSpace:
        return PlaceSpace(tuple(Choice(u, T("{unit}", unit=Thing(u))) for u in waiting), ())

    def at(self, view: State, unit: str, n: int) -> dict[str, Pose]:
        return {b: Pose(WIDE * n, 10.0 * k, 0.0) for k, b in enumerate(view.units[unit].bases)}

    def usual(self, view: State, unit: str) -> Standing | None:
        side = view.units[unit].side
        stood = {b.pose.x for u in view.units_of(side) for b in view.bases_of(u.id) if b.pose}
        n = len(stood)
        return Standing(unit, self.at(view, unit, n)) if n < self.room[side] else None

    def poses_of(self, view: State, standing: Standing) -> dict[str, Pose]:
        return {b: standing.poses[b] for b in view.units[standing.thing].bases if b in standing.poses}

    def unknown(self, view: State, standing: Standing) -> Verdict | None:
        return refused(T("Odd"), "K-2") if standing.formation == "odd" else None

    def bar(self, view: State, standing: Standing, poses: dict[str, Pose]) -> Verdict | Bar | None:
        if any(p.facing for p in poses.values()):
            return refused(T("Turned"), "K-3")
        far = max(p.x for p in poses.values()) >= WIDE * self.room[view.units[standing.thing].side]
        return Bar(T("Too far"), "K-4") if far else None

    def nearest(self, view: State, standing: Standing, poses: dict[str, Pose]) -> Mapping[str, Pose] | None:
        self.searched += 1
        return self.at(view, standing.thing, 0)

    def variants(self, view: State, standing: Standing) -> Iterator[Standing]:
        for n in (1, 7):
            yield replace(standing, poses=self.at(view, standing.thing, n))


def waiting_armies() -> State:
    """The toy's armies, all in reserve: foot and a wagon a side."""
    state = TOY.begin(TOY.default_setup("field", 0))[0]
    return replace(state, bases={b: replace(base, pose=None, where="reserve") for b, base in state.bases.items()})


def deploy(red: int = 9, blue: int = 9, due: str = "red") -> tuple[Session, Line]:
    line = Line({"red": red, "blue": blue})

    def begin(run: Run, data: Any, got: Any) -> Outcome:
        return Goto("place", Data(due))

    def over(run: Run, data: Any, got: Any) -> Outcome:
        run.emit("everybody", "flow")
        return Done()

    rows = OneByOne(Posed("place", line), line, Goto("over"), ("K-9",)).steps
    play = Play(steps={"begin": begin, "over": over, **rows}, questions={"place": line})
    play.frames = {"test": Data}
    return play.session(state=waiting_armies()), line


def placed(session: Session) -> list[str]:
    return [e.about[0] for line in session.lines for e in line.events if e.type == "deployed"]


def take(session: Session) -> None:
    say(session, session.asked(session.waiting[0]).default.answer)  # type: ignore[arg-type]


def test_sides_set_up_in_turn_and_who_has_none_left_is_skipped() -> None:
    session, _ = deploy(due="blue")
    order = []
    while session.waiting:
        order.append(session.waiting[0].side)
        assert session.waiting[0].clauses == ("K-9",)
        take(session)
    assert order == ["blue", "red", "blue", "red"]
    assert placed(session) == ["foot-blue", "foot-red", "wagon-blue", "wagon-red"]
    assert types(session)[-1] == "everybody"
    assert {b.where for b in session.state.bases.values()} == {"table"}


def test_the_other_side_goes_on_alone() -> None:
    session, _ = deploy()
    say(session, AUTO)
    assert placed(session) == ["foot-red"]
    take(session)
    assert placed(session) == ["foot-red", "foot-blue", "wagon-red"]
    assert session.waiting[0].side == "blue"


def test_the_rest_of_a_side_takes_its_usual_places_in_its_turns() -> None:
    session, _ = deploy()
    say(session, AUTO)
    say(session, AUTO)
    assert placed(session) == ["foot-red", "foot-blue", "wagon-red", "wagon-blue"]
    assert types(session).count("auto_placing") == 2
    assert types(session)[-1] == "everybody"


def test_who_finds_room_for_none_leaves_the_rest_out() -> None:
    session, _ = deploy(red=1)
    take(session)
    take(session)
    (event,) = [e for line in session.lines for e in line.events if e.type == "no_room"]
    assert (event.side, event.about, event.clauses) == ("red", ("wagon-red",), ("K-1",))
    assert session.state.bases["wagon-red.1"].where == "off"
    assert session.waiting[0].side == "blue"


def test_one_unit_at_a_time_whole_and_of_those_that_wait() -> None:
    session, line = deploy()
    decision = session.waiting[0]
    foot = Standing("foot-red", line.at(session.state, "foot-red", 0))
    wagon = Standing("wagon-red", line.at(session.state, "wagon-red", 1))

    def status(*places: Standing) -> str:
        return session.check(decision, Reply(PlaceAnswer(places))).status

    assert status(foot) == status(wagon) == "legal"
    assert status() == "unfinished"
    assert status(foot, wagon) == "refused"
    assert status(Standing("foot-blue", line.at(session.state, "foot-blue", 0))) == "refused"
    assert status(replace(foot, inside="wagon-red")) == "refused"
    assert status(replace(foot, poses={"foot-red.1": Pose(0.0, 0.0)})) == "unfinished"


def test_what_bars_the_place_tells_the_nearest_and_what_no_place_mends_does_not() -> None:
    session, line = deploy(red=2)
    decision = session.waiting[0]
    far = Standing("wagon-red", line.at(session.state, "wagon-red", 2))
    found = session.check(decision, Reply(PlaceAnswer((far,))))
    assert [(r.clause, r.part) for r in found.reasons] == [("K-4", "wagon-red")]
    assert found.nearest == PlaceAnswer((replace(far, poses=line.at(session.state, "wagon-red", 0)),))
    assert [g.pose.x for g in found.ghosts] == [2 * WIDE]
    for answer, clause in (
        (replace(far, formation="odd"), "K-2"),
        (replace(far, poses={"wagon-red.1": Pose(0.0, 0.0, 90.0)}), "K-3"),
    ):
        found = session.check(decision, Reply(PlaceAnswer((answer,))))
        assert (found.status, [r.clause for r in found.reasons], found.nearest) == ("refused", [clause], None)


@pytest.mark.parametrize(
    ("limit", "offered"),
    [
        (1, ["foot-red"]),
        (3, ["foot-red", "wagon-red", AUTO]),
        (9, ["foot-red", "wagon-red", AUTO, "foot-red", "wagon-red"]),
    ],
)
def test_usual_places_are_offered_then_the_way_out_then_what_is_legal_of_others(limit: int, offered: list[str]) -> None:
    session, line = deploy(red=2)
    replies = list(line.candidates(session.state, session.waiting[0], "any", limit))
    told = [r.exit or r.answer.places[0].thing for r in replies]  # type: ignore[union-attr]
    assert told == offered
    assert line.searched == 0


def test_who_need_not_set_up_waits_by_default() -> None:
    session, line = deploy()
    asked = session.asked(session.waiting[0])
    assert asked.default == Reply(asked.draft)
    line.may_wait = True
    asked = session.asked(session.waiting[0])
    assert asked.default == Reply(exit=AUTO)
    assert asked.draft is not None


def box(west: float, south: float, east: float, north: float) -> tuple[tuple[float, float], ...]:
    return ((west, south), (east, south), (east, north), (west, north))


def test_a_zone_looks_towards_the_others_to_the_nearest_quarter() -> None:
    table = Table(1000.0, 1000.0)
    south, east = box(0, 0, 1000, 200), box(900, 300, 1000, 900)
    assert facing_across((("south", south), ("north", box(0, 800, 1000, 1000))), "south", table) == 0.0
    assert facing_across((("south", box(0, 400, 100, 600)), ("north", east)), "south", table) == 90.0
    assert facing_across((("north", east),), "north", table) == 270.0
    ring = box(400, 400, 600, 600)
    assert facing_across((("south", ring), ("north", box(300, 300, 700, 700))), "south", table) == 0.0


def test_polygons_cover_their_ground_together_and_a_slack_grows_it() -> None:
    rings = (box(0, 0, 100, 100), box(100, 0, 200, 100))
    assert ground_of(rings).bounds == (0.0, 0.0, 200.0, 100.0)
    assert ground_of(rings).area == 20000.0
    assert ground_of(rings, 2.0).bounds == (-2.0, -2.0, 202.0, 102.0)
    assert ground_of(()).is_empty
