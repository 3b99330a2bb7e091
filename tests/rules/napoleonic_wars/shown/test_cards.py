"""Cards, overlays, the line at the top and the sky: what is told of a body, and what of an enemy is not."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.i18n import Speaker
from game.engine.ruleset import Card, Overlay
from game.engine.state import Marker, Secret, State, view
from game.engine.text import Text
from game.geometry.shapes import Pose
from rulesets.napoleonic_wars import RULESET
from rulesets.napoleonic_wars.command.notes import GameOrder
from rulesets.napoleonic_wars.general.plan import Task, said
from rulesets.napoleonic_wars.own import BattleOwn, Doing, Factor, MarkerOwn
from rulesets.napoleonic_wars.shown import cards, overlays
from tests.rules.napoleonic_wars.orders.test_writing import told
from tests.rules.napoleonic_wars.table import battalion, battery, box, field, general, given, hide, regiment

ORDER = GameOrder("attack", ((500.0, 650.0), (500.0, 900.0)))


def army(**options: Any) -> State:
    state = field(
        battalion("L1", "south", at=(50, 30), brigade="one"),
        battalion("L2", "south", at=(50, 15), brigade="one"),
        general("G1", "south", at=(40, 12), brigade="one"),
        regiment("E1", "north", at=(50, 90), cls="B"),
        battery("E2", "north", at=(90, 90)),
        battalion("E3", "north", at=(20, 90)),
        options=options,
    )
    return replace(state, secret={s: state.secret.get(s, Secret()) for s in state.sides})


def rows(card: Card) -> dict[str, Text]:
    """Values of a card by the keys of their labels."""
    return {row.label.key: row.value for row in card.rows}


def seen(state: State, thing: str, side: str = "south") -> dict[str, Text]:
    return rows(cards.card(view(state, side), thing))


def ids(found: tuple[Overlay, ...]) -> set[str]:
    return {o.id for o in found}


def test_a_body_is_told_with_its_strength_formation_and_book() -> None:
    state = given(army(), "L1", carried=2, men=7, fresh=(Factor("B", 1, "NAP-DIS-21"),), loaded=False)
    card = cards.card(view(state, "south"), "L1")
    found = rows(card)
    assert found["Figures"].args == {"n": 24, "all": 24}
    assert found["Men short of a figure"].args == {"n": 7, "all": 20}
    assert found["Disorganisation"].args == {"n": 3, "carried": 2}
    assert found["Firearms"].key == "not loaded"
    book = next(row.sum for row in card.rows if row.label.key == "Disorganisation")
    assert book is not None
    assert [row[1] for row in book.rows] == [2.0, 1.0]
    assert ("confused", 3) in [(symbol, text.args.get("n")) for symbol, text in card.badges]


def test_what_is_not_finished_is_told_by_its_name() -> None:
    state = given(army(), "L1", doing=Doing("form", 0.25, {"formation": "square"}))
    found = seen(state, "L1")["Not finished"]
    assert (found.args["what"].key, found.args["n"]) == ("Change formation", 25)


def test_one_factor_of_class_b_is_taken_no_notice_of() -> None:
    state = given(army(), "E1", carried=2)
    assert seen(state, "E1", "north")["Disorganisation"].args["n"] == 1


@pytest.mark.clause("NAP-DET-06")
def test_the_class_of_an_enemy_is_told_when_he_has_been_tested() -> None:
    state = army()
    assert seen(state, "E1")["Class"].key == "unknown"
    assert seen(state, "E1", "north")["Class"].args == {"cls": "B"}
    assert seen(given(state, "E1", seen=True), "E1")["Class"].args == {"cls": "B"}


def test_a_game_order_is_told_to_its_own_side_alone() -> None:
    state = told(army(), L1=ORDER)
    assert seen(state, "L1")["Game order"].args["n"] == 2
    assert "Game order" not in seen(state, "L1", "north")
    assert "order" in ids(overlays.overlays(view(state, "south"), "L1"))
    assert "order" not in ids(overlays.overlays(view(state, "north"), "L1"))


def test_two_tables_that_differ_in_the_enemys_secrets_look_alike() -> None:
    plain = army()
    plans = told(plain, E3=GameOrder("attack", ((200.0, 100.0),)), E1=GameOrder("hold"))
    hidden = hide(plans, "E2")
    bare = hide(plain, "E2")
    for thing in ("E1", "E3", "north", "south", "L1", "G1"):
        one, other = view(hidden, "south"), view(bare, "south")
        assert cards.card(one, thing) == cards.card(other, thing)
        assert overlays.overlays(one, thing) == overlays.overlays(other, thing)
    assert cards.status(view(hidden, "south")) == cards.status(view(bare, "south"))
    assert "E2" not in str(cards.card(view(hidden, "south"), "north"))
    assert rows(cards.card(view(hidden, "north"), "E2"))["Figures"].args["n"] == 12


def test_reach_of_an_enemys_charge_is_shown_where_measuring_is_free() -> None:
    assert "threat" in ids(overlays.overlays(view(army(), "south"), "L1"))
    assert "threat" not in ids(overlays.overlays(view(army(), "south"), "E1"))
    assert "threat" in ids(overlays.overlays(view(army(measuring="free"), "south"), "E1"))


def test_bands_of_a_musket_end_where_its_table_does() -> None:
    from rulesets.napoleonic_wars.fire import small_arms

    found = overlays.bands("musket")
    assert found[-1] == small_arms.reach("musket")
    assert all(small_arms.entry("musket", far) != small_arms.entry("musket", far + 1) for far in found)


def test_the_field_of_fire_of_a_line_lies_before_it() -> None:
    (found,) = overlays.overlays(army(), "L1", only=("range",))
    assert all(y >= 299.0 for shape in found.shapes for _, y in shape.points)
    assert len({s.text.args["length"].mm for s in found.shapes if s.text}) == len(overlays.bands("musket"))


def test_guns_show_what_each_ammunition_reaches_and_limbered_ones_nothing() -> None:
    (found,) = overlays.overlays(army(), "E2", only=("range",))
    assert {"canister", "roundshot", "shell"} <= {s.text.args["weapon"].key for s in found.shapes if s.text}
    limbered = field(battery("E2", "north", at=(90, 90), formation="limbered"))
    assert "range" not in ids(overlays.overlays(limbered, "E2"))


def test_a_general_shows_from_how_far_he_counts() -> None:
    (found,) = overlays.overlays(army(), "G1")
    near, far = (round(s.radius) for s in found.shapes)
    assert far - near == 450


def test_dead_ground_lies_behind_a_wood() -> None:
    wood = box("dense_wood", 40, 40, 60, 55, "W")
    state = replace(field(battalion("L1", "south", at=(50, 30)), features=(wood,)), secret={"south": Secret()})
    (found,) = overlays.overlays(state, "L1", only=("sight",))
    assert any(y > 700.0 and 400.0 < x < 600.0 for s in found.shapes for x, y in s.points)
    open_field = replace(field(battalion("L1", "south", at=(50, 30))), secret={"south": Secret()})
    assert overlays.overlays(open_field, "L1", only=("sight",))[0].shapes == ()


def test_an_objective_tells_its_worth_and_who_holds_it() -> None:
    goal = Marker("M", "objective", "", Pose(500.0, 300.0), name="Hill", own=MarkerOwn(150, 60.0))
    state = replace(army(), markers={"M": goal})
    found = seen(state, "M")
    assert found["Worth"].args == {"n": 150}
    assert found["Held by"].args["n"] == 100
    assert ids(overlays.overlays(state, "M")) == {"objective"}


def test_the_top_of_the_screen_tells_move_weather_and_wind() -> None:
    state = replace(army(), own=BattleOwn(move=3, moves=15, step="write", weather="rain", wind=90.0))
    found = {label.key: value for label, value in cards.status(state)}
    assert found["Move"].args == {"n": 3, "all": 15}
    assert found["Weather"].args["degrees"] == 90
    sky = cards.weather(state)
    assert (sky.sky, sky.wind) == ("rain", 90.0)
    assert cards.weather(army()).sky == "fair"


@pytest.mark.clause("NAP-CBF-05", "NAP-R72")
def test_damage_to_guns_is_told_in_casualties_of_the_twenty_that_destroy_one() -> None:
    found = seen(given(army(), "E2", gun_hits=100, limber_hits=16), "E2")
    assert found["Damage to guns"].args == {"n": 12, "all": 20}  # kept in eighths
    assert found["Damage to limbers"].args == {"n": 2, "all": 20}


def test_a_brigade_is_named_in_the_readers_language() -> None:
    """The cards of its body and of its general, and the general's plan."""
    state = army()
    side = state.sides["south"]
    one = replace(side.own.brigades[0], name="Line brigade")
    state = replace(state, sides={**state.sides, "south": replace(side, own=replace(side.own, brigades=(one,)))})
    polish = Speaker("pl", RULESET)
    assert polish.say(seen(state, "L1")["Brigade"], state) == "Brygada liniowa"
    assert polish.say(seen(state, "G1")["Commands"], state) == "Brygada liniowa"
    plan = said(state, "south", (Task("one", "main", at=(500.0, 600.0)),))
    assert polish.say(plan, state) == "Brygada liniowa: marsz, cel: środek wroga; reszta u jej boku"
