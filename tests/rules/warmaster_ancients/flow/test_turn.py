"""The turn: alternation, phases in their order, what a turn's end takes away; and a whole battle by default answers."""

from __future__ import annotations

import random
from itertools import islice

import msgspec
import pytest
from msgspec.structs import replace

from game.engine import command as cmd
from game.engine.dice import ScriptedDice
from game.engine.event import SetPose
from game.engine.loop import Loop as Run
from game.engine.session import Session
from game.engine.state import State
from rulesets.warmaster_ancients import RULESET
from rulesets.warmaster_ancients.characters import characters, tokens
from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.own import FRESH, LASTING, UnitOwn
from rulesets.warmaster_ancients.shown import prospects
from rulesets.warmaster_ancients.turn.turn import recover
from tests.rules.warmaster_ancients.flow_play import Play, charge, hold
from tests.rules.warmaster_ancients.table import table, unit


def quiet(*more: object, **about: object) -> Play:
    """A unit and a General a side, far apart: a battle in which nothing need happen."""
    state = table(
        unit("LEG-1", at=(90, 20), facing="N"),
        unit("CONS-1", at=(90, 15)),
        unit("GAL-1", at=(90, 100), facing="S"),
        unit("STRA-1", at=(90, 105)),
        *more,
        **about,
    )
    return Play(state, "battle", side="south", turn=1)


def pass_turn(play: Play) -> str:
    """End every phase of a player turn; whose it was."""
    side = play.state.own.active
    n = play.types().count("turn_ends")
    while play.asked_for and play.types().count("turn_ends") == n:
        play.end()
    return side


@pytest.mark.clause("WMA-TRN-01", "WMA-S35")
def test_players_alternate_for_as_many_turns_as_agreed():
    play = quiet(limit=2, first="south")
    order = []
    while play.asked_for:
        order.append((play.state.own.turn, pass_turn(play)))
    assert order == [(1, "south"), (1, "north"), (2, "south"), (2, "north")]
    assert play.state.over is not None
    assert play.state.over.winner == ""


@pytest.mark.clause("WMA-TRN-02", "WMA-R01", "WMA-CHR-01", "WMA-INI-02")
def test_the_phases_of_a_player_turn():
    play = quiet(limit=1, first="south")
    pass_turn(play)
    assert [e.data["phase"] for e in play.events if e.type == "phase_begins"][:5] == [
        "initiative",
        "command",
        "characters",
        "shooting",
        "melee",
    ]
    assert play.types("turn_begins", "turn_ends")[:2] == ["turn_begins", "turn_ends"]


@pytest.mark.clause("WMA-TRN-03")
def test_orders_and_rides_belong_to_the_active_player():
    play = quiet(limit=1, first="south")
    asked = []
    while play.asked_for:
        asked.append((play.state.own.active, play.decision.side, play.asked_for))
        play.end()
    assert all(active == side for active, side, _ in asked)
    assert [q for a, _, q in asked if a == "north"] == ["order", "ride"]


@pytest.mark.clause("WMA-TRN-03", "WMA-RCT-01")
def test_the_inactive_player_is_asked_when_he_is_charged():
    state = table(
        unit("GAL-1", side="south", at=(90, 40), facing="N"),
        unit("VEL-1", side="north", at=(90, 55), facing="S"),
    )
    play = Play(state, "turn", side="south")
    play.give(charge("GAL-1", "VEL-1"))
    assert (play.state.own.active, play.decision.side, play.asked_for) == ("south", "north", "reaction")


@pytest.mark.clause("WMA-S20")
def test_confusion_ends_with_the_owners_turn_if_it_began_before_it():
    play = quiet(unit("LEG-2", at=(40, 20), facing="N", confused=True), limit=3, first="south")
    assert play.own("LEG-2").confused
    assert play.own("LEG-2").confused_before
    pass_turn(play)
    assert not play.own("LEG-2").confused
    assert play.types("recovered") == ["recovered"]


@pytest.mark.clause("WMA-S20")
def test_confusion_of_the_enemys_turn_lasts_through_ones_own():
    play = quiet(unit("GAL-2", at=(40, 100), facing="S", confused=True), limit=3, first="south")
    assert not play.own("GAL-2").confused_before
    pass_turn(play)
    assert play.own("GAL-2").confused
    assert play.own("GAL-2").confused_before
    pass_turn(play)
    assert not play.own("GAL-2").confused


@pytest.mark.clause("WMA-S20")
def test_confusion_gained_in_ones_own_turn_stays_for_the_next():
    state = table(
        unit("LEG-1", at=(90, 20), facing="N", confused=True, confused_before=False),
        unit("GAL-1", at=(90, 100), facing="S"),
        active="south",
    )
    run = Run(state, RULESET, ScriptedDice([]))
    recover(run, "south")
    assert run.state.units["LEG-1"].own.confused


@pytest.mark.clause("WMA-INI-05", "WMA-CMD-03", "WMA-CMD-08", "WMA-S10", "WMA-S41", "WMA-S13")
def test_everything_said_of_this_turn_begins_anew():
    play = quiet(
        unit(
            "LEG-2", at=(40, 20), facing="N", initiative=True, orders=2, ordered_by="CONS-1", closed=True, charged=True
        ),
        unit("VEL-1", at=(20, 20), facing="N", reacted=True, shot=True, advanced=True, attacked=True, rounds=2),
        unit("LEGA-1", at=(60, 20), silent=True, done=True, moved=True),
        first="south",
    )
    for u in ("LEG-2", "VEL-1", "LEGA-1"):
        own = play.own(u)
        fresh = type(own)(character=own.character)
        assert own == fresh, u


@pytest.mark.clause("WMA-S39", "WMA-S15")
def test_contacts_that_are_no_more_are_forgotten():
    play = Play(
        table(
            unit("LEG-1", at=(90, 40), facing="N"),
            unit("GAL-1", at=(90, 60), facing="S"),
            unit("LEG-2", at=(40, 40), facing="N"),
            contacts=[{"a": "LEG-1", "b": "GAL-1", "how": "charge"}],
        ),
        "turn",
        side="south",
    )
    while play.asked_for:
        play.end()
    assert play.state.ties == {}


@pytest.mark.clause("WMA-CMD-01", "WMA-R09")
def test_whatever_is_not_ordered_stays():
    play = quiet(limit=1, first="south")
    before = {b.id: b.pose for b in play.state.bases.values()}
    while play.asked_for:
        play.end()
    assert {b.id: b.pose for b in play.state.bases.values()} == before


@pytest.mark.clause("WMA-MOV-01")
def test_an_order_within_a_turn():
    play = quiet(limit=1, first="south")
    play.dice.script = (3, 3)
    play.order("CONS-1", "LEG-1")
    play.give(hold("LEG-1"))
    assert play.asked_for == "order"


# --- whole battles -----------------------------------------------------------------------------------------------


def whole(scenario: str, size: int, seed: int, rng: random.Random | None) -> Session:
    """A battle by default answers (the orders by chance, else nothing would happen), or by chance."""
    session = Session.start(RULESET, replace(RULESET.default_setup(scenario, size), seed=f"battle {seed}"))
    n = 0
    while session.waiting:
        n += 1
        assert n < 5000
        decision = session.waiting[0]
        reply = session.asked(decision).default
        if rng is not None and decision.question != "deploy":
            goal = "contact" if decision.question in ("move", "initiative") and rng.random() < 0.6 else "any"
            offered = list(islice(session.candidates(decision, goal, 12), 12)) or [reply]
            reply = rng.choice(offered)
        assert session.check(decision, reply).legal, (decision, reply)
        got = session.submit(cmd.Answering(decision.id, decision.side, reply))
        assert isinstance(got, tuple), got
        for event in got:
            _moves_are_known(session, event)
    return session


def _moves_are_known(session: Session, event) -> None:
    """Every event that puts a unit somewhere is one after which tokens are looked at."""
    placed = [c for c in event.changes if isinstance(c, SetPose) and c.where == "table"]
    if placed and not session.state.units[session.state.bases[placed[0].base].unit].own.character:
        assert event.type in (*tokens.MOVES, "deployed"), event.type


@pytest.mark.clause("WMA-VIC-01", "WMA-S35")
@pytest.mark.parametrize("scenario", ["open_field", "river", "fortified_hill", "cannae"])
def test_a_battle_by_default_answers_comes_to_its_end(scenario):
    size = 2000 if scenario == "cannae" else 1000
    session = whole(scenario, size, 1, None)
    over = session.state.over
    assert over is not None
    assert set(over.scores) == {"south", "north"}


@pytest.mark.clause("WMA-VIC-01", "WMA-S32")
def test_random_battles_come_to_their_end(battles):
    for seed in range(max(2, battles // 2)):
        scenario = ("open_field", "river", "fortified_hill")[seed % 3]
        session = whole(scenario, 1000, seed, random.Random(seed))
        state = session.state
        assert state.over is not None
        for side in state.sides:
            for character in facts.characters(state, side):
                at = facts.point_of(state, character)
                enemy = characters.enemy_near(state, side, at)
                assert not enemy or facts.distance(state, character, enemy) > 0.0


# --- entries -----------------------------------------------------------------------------------------------------


def meeting() -> State:
    return table(
        unit("LEG-1", at=(90, 40), facing="N"),
        unit("VEL-1", at=(60, 40), facing="N"),
        unit("CONS-1", at=(90, 30)),
        unit("GAL-1", at=(90, 42), facing="S"),
        unit("GAL-2", at=(60, 50), facing="S"),
    )


@pytest.mark.parametrize(
    ("entry", "args", "waits"),
    [
        ("battle", {}, "initiative"),
        ("turn", {"side": "south"}, "initiative"),
        ("initiative", {}, "initiative"),
        ("command", {}, "order"),
        ("characters", {}, "ride"),
        ("shooting", {}, "shoot"),
        ("order", {"character": "CONS-1", "unit": "VEL-1"}, "move"),
        ("move", {"unit": "VEL-1"}, "move"),
        ("charge", {"unit": "VEL-1", "target": "GAL-2"}, ""),
        ("reform", {}, ""),
    ],
)
def test_entries_of_a_position(entry, args, waits):
    play = Play(meeting(), entry, [1, 1], **args)
    assert play.asked_for == waits


def test_a_position_may_begin_with_drive_backs():
    state = table(unit("VEL-1", at=(60, 40), facing="N"), unit("GAL-2", at=(60, 50), facing="S"))
    play = Play(state, "drivebacks", [2, 3], casualties={"GAL-2": 2}, shooters={"GAL-2": ["VEL-1"]})
    assert play.event("driven_back").data["distance"] == 50.0
    assert play.left() == ()


def test_a_position_may_begin_with_a_combat():
    state = table(unit("LEG-1", at=(90, 40), facing="N"), unit("GAL-1", at=(90, 42), facing="S"))
    play = Play(state, "combat", [1] * 9 + [1] * 12 + [1, 1, 2] + [1, 1, 2], unit="LEG-1")
    assert play.event("combat_result").data["how"] == "draw"


@pytest.mark.parametrize(
    ("entry", "args"), [("move", {}), ("charge", {"unit": "LEG-1"}), ("order", {"unit": "nobody"})]
)
def test_entries_without_their_ids_are_refused(entry, args):
    with pytest.raises(ValueError, match=r"is missing|there is no unit"):
        RULESET.entries[entry](meeting(), args)


# --- what begins anew --------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-TRN-01")
def test_every_flag_of_a_unit_either_lasts_or_begins_anew() -> None:
    """What does not last begins anew with its default, so that nothing new can be forgotten by a turn or a forecast."""
    fields = {f.name: f.default for f in msgspec.structs.fields(UnitOwn)}
    assert set(LASTING) <= set(fields)
    assert {name: fields[name] for name in fields if name not in LASTING} == FRESH
    assert len(FRESH) == 14
    assert not any(FRESH.values())


@pytest.mark.clause("WMA-TRN-01", "WMA-INI-05", "WMA-CMD-03", "WMA-S10", "WMA-S13", "WMA-ADV-05", "WMA-R37")
def test_a_turn_and_a_forecast_of_the_next_one_begin_with_the_same_fields() -> None:
    """Every field of the turn is set, of a unit of each side: both the turn and the prospects put back all of them."""
    busy = {name: _busy(default) for name, default in FRESH.items()}
    state = table(
        unit("LEG-1", at=(90, 20), hits=2, confused=True, **busy),
        unit("GAL-1", at=(90, 100), hits=1, confused=True, **busy),
        unit("STRA-1", at=(90, 110)),
        active="south",
        commanding="CONS-1",
        ordering="LEG-1",
    )
    foreseen = prospects.as_if_its_turn(state, "GAL-1")
    play = Play(state, "turn", [], side="north")
    assert play.asked_for == "order"
    for seen in (foreseen, play.state):
        assert (seen.own.active, seen.own.commanding, seen.own.ordering) == ("north", "", "")
        for name in ("LEG-1", "GAL-1"):
            own = seen.units[name].own
            assert {field: getattr(own, field) for field in FRESH} == FRESH, name
            assert own.confused
            assert own.hits == state.units[name].own.hits


def _busy(default: object) -> object:
    return True if isinstance(default, bool) else 2 if isinstance(default, int) else "CONS-1"
