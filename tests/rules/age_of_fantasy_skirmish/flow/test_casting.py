"""Casting: tokens, windows, targets, help and hindrance, the die, and what every spell does."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.decision import AllocateSpace, MoveSpace, TargetsSpace
from game.engine.state import Feature, State
from rulesets.age_of_fantasy_skirmish.attack import numbers
from rulesets.age_of_fantasy_skirmish.magic import casting, spells
from rulesets.age_of_fantasy_skirmish.measures import inch
from rulesets.age_of_fantasy_skirmish.own import Effect
from tests.rules.age_of_fantasy_skirmish.flow_field import field, unit
from tests.rules.age_of_fantasy_skirmish.flow_play import Play

R = 12.5 / 25.4
WITCH = {"quality": 4, "defense": 5, "rules": {"caster": 2, "tough": 3}}


def witch(purse: int = 6, **more: Any) -> dict[str, dict[str, Any]]:
    units = {
        "A1": unit("south", (24.0, 20.0), models=[{**WITCH, "tokens": purse}]),
        "A2": unit("south", (30.0, 20.0), (31.5, 20.0)),
        "A3": unit("south", (18.0, 20.0)),
        "B1": unit("north", (24.0, 31.0), models=[{"defense": 5, **more.pop("enemy", {})}]),
        "B2": unit("north", (30.0, 31.0), (31.5, 31.0), (30.0, 32.5)),
    }
    return units | more


def board(purse: int = 6, spells: str = "fen_lore", features: tuple[Feature, ...] = (), **more: Any) -> State:
    return field(witch(purse, **more), features=features, sides={"south": {"spells": spells}})


def cast(state: State, dice: list[int], spell: str, mark: str) -> Play:
    play = Play(state, "cast", dice, unit="A1")
    assert play.asked_for == "cast"
    play.aim("A1.1", spell, mark)
    return play


def no_help(play: Play) -> None:
    """Add no tokens."""
    while play.asked_for == "tokens":
        play.allocate()


# --- tokens ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-CAST-01", "AFS-CAST-02", "AFS-R63", "AFS-RND-06")
@pytest.mark.parametrize(("held", "after"), [(0, 2), (3, 5), (4, 6), (5, 6), (6, 6)])
def test_tokens_each_round_and_never_more_than_six(held: int, after: int):
    units = {
        "A1": unit("south", (24.0, 6.0), models=[{"rules": {"caster": 2}, "tokens": held}]),
        "A2": unit("south", reserve=1, models=[{"rules": {"caster": 3}}], aside="ambush"),
        "A3": unit("south", lost=1, models=[{"rules": {"caster": 3}}]),
        "B1": unit("north", (24.0, 44.0)),
    }
    play = Play(field(units), "battle", round=1)
    assert play.state.bases["A1.1"].own.tokens == after
    assert play.state.bases["A2.1"].own.tokens == 3
    assert play.state.bases["A3.1"].own.tokens == 0


@pytest.mark.clause("AFS-CAST-08", "AFS-SHK-02")
def test_tokens_survive_being_shaken_and_a_shaken_caster_casts_nothing():
    units = witch()
    units["A1"]["own"]["shaken"] = True
    state = field(units, sides={"south": {"spells": "fen_lore"}})
    assert casting.ready(state, "A1") == ()
    play = Play(state, "activation", unit="A1")
    assert play.asked_for == ""
    assert play.state.bases["A1.1"].own.tokens == 6
    assert not play.own("A1").shaken


# --- windows -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-CAST-03", "AFS-R33", "AFS-CAST-08")
def test_before_the_action_and_after_the_move_but_not_in_between():
    play = Play(board(3), "activation", [4, 5, 5, 4, 5, 5], unit="A1")
    assert isinstance(play.asked.space, MoveSpace)
    assert [(e.id, e.back) for e in play.asked.exits] == [("cast", True)]
    play.give(way_out="cast")
    play.aim("A1.1", "needle_rain", "B1")
    no_help(play)
    play.until("act")
    assert play.asked_for == "act"
    play.act("rush", A1_1=((24.0, 21.0),))
    assert play.asked_for == "cast"
    means = play.asked.space.actors[0].means  # type: ignore[union-attr]
    assert {c.bar.clause for c in means["needle_rain"] if c.bar} == {"AFS-CAST-05"}
    play.give(way_out="done")
    assert play.asked_for == ""
    assert "rushed" not in play.types("cast")


@pytest.mark.clause("AFS-CAST-03", "AFS-R33")
@pytest.mark.parametrize("mode", ["hold", "advance", "rush"])
def test_every_action_has_the_second_window(mode: str):
    play = Play(board(1), "activation", unit="A1")
    if mode == "hold":
        play.act("hold")
    else:
        play.act(mode, A1_1=((24.0, 21.0),))
    assert play.asked_for == "cast"
    assert not play.decision.args["before"]


@pytest.mark.clause("AFS-CAST-03")
def test_without_tokens_or_targets_nothing_is_asked():
    assert Play(board(0), "activation", unit="A1").asked.exits == ()
    units = {"A1": witch()["A1"], "B1": unit("north", (24.0, 44.0))}
    far = field(units, sides={"south": {"spells": "barrow_rites"}})
    assert [s.id for s in casting.open_spells(far, "A1.1")] == ["marrow_haste", "knit_bone"]


# --- attempts ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-CAST-04", "AFS-CAST-05", "AFS-R33")
def test_the_cost_is_lost_whatever_the_result_and_each_spell_is_tried_once():
    play = cast(board(3), [3], "sucking_mud", "B1")
    no_help(play)
    assert play.types("cast", "cast_failed") == ["cast_failed"]
    assert play.state.bases["A1.1"].own.tokens == 1
    refused = play.refused(aim_of("sucking_mud", "B1"))
    assert refused.clause == "AFS-CAST-05"
    refused = play.refused(aim_of("will_o_flame", "B1"))
    assert refused.clause == "AFS-CAST-04"


def aim_of(spell: str, mark: str) -> Any:
    from game.engine.decision import Aim, TargetsAnswer

    return TargetsAnswer((Aim("A1.1", spell, mark),))


@pytest.mark.clause("AFS-CAST-06", "AFS-CAST-08", "AFS-GEN-03", "AFS-R04")
@pytest.mark.parametrize(
    ("face", "help", "hinder", "works"),
    [(4, 0, 0, True), (3, 0, 0, False), (3, 1, 0, True), (5, 0, 2, False), (6, 0, 6, True), (1, 5, 0, False)],
)
def test_the_casting_die(face: int, help: int, hinder: int, works: bool):
    need = casting.need(help, hinder)
    assert int(need.total) == 4 - help + hinder
    assert numbers.succeeds(face, int(need.total)) is works


@pytest.mark.clause("AFS-CAST-07", "AFS-R33", "AFS-S21")
def test_both_sides_add_tokens_unseen_the_casters_side_first():
    state = board(4, B3=unit("north", (24.0, 20.0 + 18.0 + 2 * R), models=[{"tokens": 3}]))
    play = cast(state, [4], "wisp_light", "A3")
    assert [(d.side, d.question) for d in play.session.waiting] == [("south", "tokens"), ("north", "tokens")]
    assert play.state.pending is not None
    assert play.state.pending.mode == "open"
    space = play.asked.space
    assert isinstance(space, AllocateSpace)
    assert [(b.id, b.most) for b in space.boxes] == [("A1.1", 3)]
    play.allocate("south", A1_1=2)
    assert play.state.bases["A1.1"].own.tokens == 3  # nothing is shown yet
    play.allocate("north", B3_1=1)
    spent = play.event("tokens_spent")
    assert (spent.data["help"], spent.data["hinder"]) == (2, 1)
    assert play.event("cast").data == {"spell": "wisp_light", "face": 4, "need": 3}
    assert (play.state.bases["A1.1"].own.tokens, play.state.bases["B3.1"].own.tokens) == (1, 2)


@pytest.mark.clause("AFS-CAST-07", "AFS-R33", "AFS-S10")
@pytest.mark.parametrize(("gap", "helps"), [(18.0, True), (18.003, False)])
def test_helpers_stand_within_eighteen_inches(gap: float, helps: bool):
    state = board(2, B3=unit("north", (24.0, 20.0 + gap + 2 * R), models=[{"tokens": 1}]))
    assert spells.helpers(state, "north", "A1") == (("B3.1",) if helps else ())
    assert spells.helpers(state, "south", "A1") == ("A1.1",)


@pytest.mark.clause("AFS-CAST-07", "AFS-R33")
def test_helpers_see_the_casters_unit_and_may_be_shaken_or_done():
    wall = Feature(
        "W", "wall", "Wall", tuple((inch(x), inch(y)) for x, y in ((10, 25), (40, 25), (40, 25.5), (10, 25.5)))
    )
    south = unit("south", (24.0, 12.0), models=[{"tokens": 1}], shaken=True, activated=True)
    north = unit("north", (24.0, 34.0), models=[{"tokens": 1}])
    state = board(0, features=(wall,), A9=south, B9=north)
    assert spells.helpers(state, "south", "A1") == ("A9.1",)
    assert spells.helpers(state, "north", "A1") == ()


@pytest.mark.clause("AFS-CAST-07", "AFS-S21")
def test_when_only_one_side_has_tokens_only_it_is_asked():
    play = cast(board(2), [4], "wisp_light", "A3")
    assert [d.side for d in play.session.waiting] == ["south"]
    assert play.state.pending is not None
    assert play.state.pending.mode == ""
    play.allocate(A1_1=1)
    assert play.state.bases["A1.1"].own.tokens == 0


# --- targets -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-CAST-06", "AFS-S22", "AFS-R59")
@pytest.mark.parametrize(("gap", "clause"), [(18.0, ""), (18.003, "AFS-S22")])
def test_range_from_the_base_to_the_nearest_model_seen(gap: float, clause: str):
    units = {"A1": witch()["A1"], "B1": unit("north", (24.0, 20.0 + gap + 2 * R))}
    state = field(units, sides={"south": {"spells": "fen_lore"}})
    bar = spells.bar_of(state, "A1.1", spells.spell("needle_rain"), "B1")
    assert (bar.clause if bar else "") == clause


@pytest.mark.clause("AFS-CAST-06", "AFS-R59", "AFS-S22")
def test_targets_need_sight_friends_included_and_the_own_unit_counts():
    wall = Feature(
        "W", "wall", "Wall", tuple((inch(x), inch(y)) for x, y in ((21, 15), (21.5, 15), (21.5, 35), (21, 35)))
    )
    state = board(6, features=(wall,), B9=unit("north", (12.0, 24.0)))
    veil = spells.spell("reed_veil")
    found = {u: bar.clause if bar else "" for u, bar in spells.marks(state, "A1.1", veil)}
    assert found == {"A1": "", "A2": "", "A3": "AFS-CAST-06"}
    rain = spells.spell("needle_rain")
    found = {u: bar.clause if bar else "" for u, bar in spells.marks(state, "A1.1", rain)}
    assert found == {"B1": "", "B2": "", "B9": "AFS-CAST-06"}


@pytest.mark.clause("AFS-S22", "AFS-S23", "AFS-S24")
def test_every_caster_knows_the_six_spells_of_its_list():
    rows = {
        list_id: [(s.id, s.value, s.target, s.reach) for s in spells.of_list(list_id)] for list_id in spells.lists()
    }
    assert rows == {
        "fen_lore": [
            ("wisp_light", 1, "friend", 12),
            ("needle_rain", 1, "enemy", 18),
            ("sucking_mud", 2, "enemy", 18),
            ("will_o_flame", 2, "enemy", 12),
            ("reed_veil", 3, "friend", 12),
            ("flood_surge", 3, "enemy", 12),
        ],
        "barrow_rites": [
            ("grave_chill", 1, "enemy", 18),
            ("marrow_haste", 1, "friend", 12),
            ("dread_murmur", 2, "enemy", 18),
            ("knit_bone", 2, "friend", 12),
            ("rib_storm", 3, "enemy", 18),
            ("hand_of_the_barrow", 3, "enemy", 12),
        ],
    }
    state = board()
    assert [s.id for s in spells.known(state, "south")] == [r[0] for r in rows["fen_lore"]]


# --- what spells do ----------------------------------------------------------------------------------------------


@pytest.mark.clause("AFS-CAST-08", "AFS-R34", "AFS-S23")
def test_needle_rain_two_hits_that_are_blocked():
    play = cast(board(enemy={"rules": {"tough": 9}}), [4, 4, 5], "needle_rain", "B1")
    no_help(play)
    assert play.event("wounds").data["wounds"] == 1
    assert play.event("wounds").data["cause"] == "spell"


@pytest.mark.clause("AFS-S23", "AFS-CAST-08")
def test_will_o_flame_is_deadly():
    play = cast(board(enemy={"rules": {"tough": 6}}), [4, 5], "will_o_flame", "B1")
    no_help(play)
    play.until("cast")
    assert play.state.bases["B1.1"].own.wounds == 3


@pytest.mark.clause("AFS-S23", "AFS-BLAST-05")
def test_flood_surge_blasts_a_group():
    play = cast(board(), [4, 1, 1, 1, 1, 1, 1, 6], "flood_surge", "B2")
    no_help(play)
    play.until("cast")
    assert play.event("wounds").data["hits"] == 6
    assert play.state.bases_of("B2") == ()


@pytest.mark.clause("AFS-S24")
@pytest.mark.parametrize(("spell", "hits"), [("grave_chill", 1), ("rib_storm", 4)])
def test_barrow_rites_that_hit(spell: str, hits: int):
    play = cast(board(spells="barrow_rites", enemy={"rules": {"tough": 9}}), [4] + [2] * hits, spell, "B1")
    no_help(play)
    play.until("cast")
    assert play.state.bases["B1.1"].own.wounds == hits


@pytest.mark.clause("AFS-S23", "AFS-S24", "AFS-S22")
@pytest.mark.parametrize(
    ("book", "spell", "mark", "effect"),
    [
        ("fen_lore", "wisp_light", "A3", Effect("wisp_light", {}, 1, "attack")),
        ("fen_lore", "sucking_mud", "B1", Effect("sucking_mud", {"slow": 0}, 0, "activation")),
        ("barrow_rites", "marrow_haste", "A3", Effect("marrow_haste", {"fast": 0}, 0, "activation")),
        ("barrow_rites", "dread_murmur", "B1", Effect("dread_murmur", {}, -1, "round")),
        ("barrow_rites", "knit_bone", "A2", Effect("knit_bone", {"regeneration": 0}, 0, "round")),
    ],
)
def test_spells_that_give(book: str, spell: str, mark: str, effect: Effect):
    play = cast(board(spells=book), [4], spell, mark)
    no_help(play)
    assert play.own(mark).effects == (effect,)


@pytest.mark.clause("AFS-S23")
def test_reed_veil_works_on_two_units_and_wears_off_with_the_round():
    play = cast(board(), [4], "reed_veil", "A2")
    assert play.asked_for == "cast_also"
    assert [c.id for c in play.asked.space.things] == ["A1", "A3"]  # type: ignore[union-attr]
    play.pick("A1")
    no_help(play)
    veil = Effect("reed_veil", {"stealth": 0}, 0, "round")
    assert play.own("A1").effects == (veil,)
    assert play.own("A2").effects == (veil,)
    assert play.own("A3").effects == ()


@pytest.mark.clause("AFS-S24", "AFS-S22")
def test_until_the_end_of_the_next_activation():
    """Given in the unit's own activation the spell outlasts that one; given to another it ends with its next."""
    play = Play(board(spells="barrow_rites"), "activation", [4], unit="A1")
    play.give(way_out="cast")
    play.aim("A1.1", "marrow_haste", "A1")
    no_help(play)
    play.act("rush", A1_1=((24.0, 4.1),))  # 15.9 inches: Fast at once
    play.until("", "activate")
    assert play.own("A1").effects == (Effect("marrow_haste", {"fast": 0}, 0, "activation"),)
    given = field(
        {
            "A1": unit("south", (24.0, 6.0), effects=(Effect("sucking_mud", {"slow": 0}, 0, "activation"),)),
            "B1": unit("north", (24.0, 44.0)),
        }
    )
    after = Play(given, "activation", unit="A1")
    after.act("hold")
    after.until()
    assert after.own("A1").effects == ()


@pytest.mark.clause("AFS-S24", "AFS-PUSH-03", "AFS-R36")
def test_hand_of_the_barrow_pushes_a_lone_model_without_a_roll():
    state = board(spells="barrow_rites")
    bars = {u: bar.clause if bar else "" for u, bar in spells.marks(state, "A1.1", spells.spell("hand_of_the_barrow"))}
    assert bars == {"B1": "", "B2": "AFS-S24"}
    play = cast(state, [4], "hand_of_the_barrow", "B1")
    no_help(play)
    assert play.decision.side == "south"
    assert play.left() == ()


@pytest.mark.clause("AFS-CAST-08", "AFS-R33")
def test_a_spell_that_destroys_the_charge_target_leads_straight_to_the_end_of_the_melee():
    units = witch(2, B1=unit("north", (24.0, 23.0), models=[{"defense": 6, "wounds": 5}]))
    state = field(units, sides={"south": {"spells": "fen_lore"}})
    play = Play(state, "activation", [6, 1, 1, 6], unit="A1")
    play.act("charge", "B1")
    play.until("cast")
    assert play.asked_for == "cast"
    play.aim("A1.1", "needle_rain", "B1")
    no_help(play)
    assert play.state.bases["B1.1"].where == "gone"
    play.until("consolidate")
    assert play.asked_for == "consolidate"
    play.default()
    assert "melee" not in play.types()
    assert play.own("A1").fatigued


@pytest.mark.clause("AFS-CAST-06")
def test_the_question_says_why_not_and_what_the_die_must_show():
    play = Play(board(1), "cast", unit="A1")
    space = play.asked.space
    assert isinstance(space, TargetsSpace)
    bars = {m: sorted({c.bar.clause for c in row if c.bar}) for m, row in space.actors[0].means.items()}
    assert bars["needle_rain"] == []
    assert bars["reed_veil"] == ["AFS-CAST-04"]
    verdict = play.check(aim_of("needle_rain", "B1"))
    assert verdict.legal
    assert verdict.sums[0].total == 4.0
    forecast = play.session.forecast(play.decision, play.asked.default)
    assert forecast is None
    from game.engine.decision import Reply

    odds = play.session.forecast(play.decision, Reply(aim_of("needle_rain", "B1")))
    assert odds is not None
    assert odds.rows[0].chance == pytest.approx(0.5)


@pytest.mark.clause("AFS-CAST-05", "AFS-CAST-06", "AFS-S22", "AFS-S24")
@pytest.mark.parametrize("side", ["south", "north"])
def test_a_spell_may_be_cast_where_one_unit_of_those_it_is_for_will_do(side: str):
    """Whichever units come first: on himself always, on enemies if one of them is near, the first far away or not."""
    other = "north" if side == "south" else "south"
    friendly = ["wisp_light", "reed_veil"]
    every = ["wisp_light", "needle_rain", "sucking_mud", "will_o_flame", "reed_veil", "flood_surge"]
    for y, expected in ((24.0, every), (44.0, friendly)):
        units = {
            "A1": unit(side, (24.0, 20.0), models=[{**WITCH, "tokens": 6}]),
            "A2": unit(side, (1.0, 1.0), (2.5, 1.0)),
            "B1": unit(other, (46.0, 46.0)),
            "B2": unit(other, (30.0, y), (31.5, y)),
        }
        for order in (("A1", "A2", "B1", "B2"), ("B1", "B2", "A2", "A1")):
            state = field({u: units[u] for u in order}, sides={side: {"spells": "fen_lore"}})
            assert [s.id for s in casting.open_spells(state, "A1.1")] == expected
