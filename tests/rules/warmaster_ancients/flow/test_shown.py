"""What the rules show of themselves: overlays, cards, the line at the top, in both languages without a hole."""

from __future__ import annotations

import pytest

from game.engine.i18n import Speaker
from game.engine.ruleset import Overlay
from game.engine.state import State
from rulesets.warmaster_ancients import RULESET
from tests.rules.warmaster_ancients.flow_play import plain
from tests.rules.warmaster_ancients.table import feature, table, unit


def field() -> State:
    return table(
        unit("LEG-1", at=(90, 40), facing="N", orders=1, ordered_by="CONS-1", hits=2),
        unit("VEL-1", at=(60, 40), facing="N"),
        unit("EQU-1", at=(120, 40), facing="N", confused=True),
        unit("CONS-1", at=(90, 20)),
        unit("TRIB-1", at=(140, 20)),
        unit("GAL-1", at=(90, 58), facing="S"),
        unit("SLI-1", at=(60, 52), facing="S"),
        unit("LIB-1", at=(20, 110), facing="S"),
        unit("STRA-1", at=(90, 110)),
        terrain=[feature("wood", "w", box=(110, 60, 130, 70)), feature("hedge", "h", line=[(10, 10), (30, 10)])],
    )


def shown(state: State, thing: str) -> dict[str, Overlay]:
    return {o.id: o for o in RULESET.overlays(state, thing)}


@pytest.mark.clause("WMA-CMD-16", "WMA-CMD-11", "WMA-CMD-10")
def test_command_range_steps_and_needed_rolls():
    overlay = shown(field(), "CONS-1")["command"]
    rings = [s.radius for s in overlay.shapes if s.kind == "ring"]
    assert rings == [1000.0, 200.0, 400.0, 600.0, 800.0]
    labels = [plain(s.text) for s in overlay.shapes if s.kind == "label"]
    assert labels == ["needs 7 or less: 58 %", "needs 7 or less: 58 %", "needs 8 or less: 72 %"]
    tribune = shown(field(), "TRIB-1")["command"]
    refused = [plain(s.text) for s in tribune.shapes if s.role == "forbidden"]
    assert any("his command range is 20 cm" in text for text in refused)


@pytest.mark.clause("WMA-CMD-10")
def test_who_may_order_a_unit():
    overlay = shown(field(), "LEG-1")["orders"]
    assert [(s.role, s.kind) for s in overlay.shapes] == [("command", "line"), ("forbidden", "line")]


@pytest.mark.clause("WMA-S10", "WMA-S11")
def test_charges_with_their_places_and_refusals():
    overlay = shown(field(), "LEG-1")["charges"]
    ghosts = [s for s in overlay.shapes if s.kind == "ghost"]
    assert len(ghosts) == 3
    assert "charge: 16 cm" in [plain(s.text) for s in overlay.shapes if s.kind == "label"]
    horse = shown(field(), "EQU-1")["charges"]
    assert all(s.role == "forbidden" for s in horse.shapes if s.kind == "label")


@pytest.mark.clause("WMA-MOV-04", "WMA-INI-03")
def test_reach_and_the_nearest_enemy():
    overlay = shown(field(), "LEG-1")["reach"]
    ring = overlay.shapes[0]
    assert (ring.kind, ring.radius) == ("ring", 200.0)
    assert plain(ring.text) == "20 cm: regular formation: the full move"
    assert (overlay.shapes[1].role, plain(overlay.shapes[1].text)) == ("threat", "16 cm to GAL-1")


@pytest.mark.clause("WMA-S10")
def test_who_threatens():
    overlay = shown(field(), "LEG-1")["threat"]
    assert [plain(s.text) for s in overlay.shapes] == ["GAL-1: 16 cm"]


@pytest.mark.clause("WMA-SHT-05", "WMA-S07", "WMA-S08")
def test_range_and_sight_of_shooters():
    overlays = shown(field(), "VEL-1")
    assert [s.radius for s in overlays["range"].shapes] == [150.0] * 3
    assert {s.role for s in overlays["sight"].shapes} == {"sight"}
    assert [plain(s.text) for s in overlays["sight"].shapes] == ["24.08 cm", "10 cm"]
    assert "range" not in shown(field(), "LEG-1")


@pytest.mark.clause("WMA-SHT-02", "WMA-SHT-05", "WMA-S16")
def test_whom_each_stand_would_shoot_at():
    state = table(
        unit("VEL-1", at=(60, 40), facing="N"),
        unit("GAL-1", at=(70, 55.5), facing="S"),
    )
    lines = shown(state, "VEL-1")["targets"].shapes
    assert [(s.role, plain(s.text)) for s in lines] == [
        ("sight", "GAL-1: 14.08 cm"),
        ("sight", "GAL-1: 13.5 cm"),
        ("forbidden", "out of range: 15.69 cm"),
    ]


@pytest.mark.clause("WMA-CMB-05", "WMA-CMB-06", "WMA-S24", "WMA-MOD-07")
def test_a_combat_is_laid_out():
    state = table(
        unit("LEG-1", at=(90, 40), facing="N"),
        unit("LEG-2", at=(90, 38), facing="N"),
        unit("GAL-1", at=(90, 42), facing="S", confused=True),
    )
    shapes = shown(state, "LEG-1")["combat"].shapes
    labels = [plain(s.text) for s in shapes if s.kind == "label"]
    assert labels == ["3 at 4+"] * 6
    support = [s for s in shapes if s.role == "coherency"]
    assert len(support) == 3
    assert "combat" not in shown(state, "LEG-2")
    rows = {plain(r.label): r for r in RULESET.card(state, "GAL-1").rows}
    assert plain(rows["Hits LEG-1 on"].value) == "4+"
    attacks = rows["Attacks on LEG-1"]
    assert attacks.sum.total == 9
    assert [c for _, _, c in attacks.sum.rows][-1] == "WMA-MOD-07"


def test_overlays_of_everything_on_the_table():
    state = field()
    for thing in [*state.units, *state.bases, *state.sides, *state.features, "nothing"]:
        for overlay in RULESET.overlays(state, thing):
            assert overlay.label
    assert shown(state, "LEG-1.2").keys() == shown(state, "LEG-1").keys()


def test_a_units_card():
    card = RULESET.card(field(), "LEG-1")
    rows = {plain(r.label): plain(r.value) for r in card.rows}
    assert rows["Stands"] == "3 of 3"
    assert rows["Armour"] == "5+"
    assert rows["Move"] == "20 cm"
    assert rows["May move now"] == "20 cm"
    assert rows["Casualties carried"] == "2 of 3"
    assert rows["Nearest enemy"] == "GAL-1, 16 cm"
    assert {b for b, _ in card.badges} == {"hits", "orders"}
    assert card.look == "LEG"
    assert {b for b, _ in RULESET.card(field(), "EQU-1").badges} == {"confused"}


@pytest.mark.clause("WMA-S15")
@pytest.mark.parametrize(
    ("kind", "badge", "said"),
    [("wood", "defended", "LEG-1: in w"), ("fortification", "fortified", "LEG-1: behind w"), ("marsh", "", "")],
)
def test_cover_is_shown(kind, badge, said):
    state = table(
        unit("LEG-1", at=(90, 40), facing="N"),
        unit("GAL-1", at=(90, 80), facing="S"),
        terrain=[feature(kind, "w", box=(80, 35, 100, 45))],
    )
    card = RULESET.card(state, "LEG-1")
    assert [b for b, _ in card.badges] == ([badge] if badge else [])
    rows = {plain(r.label): plain(r.value) for r in card.rows}
    assert rows["Cover against it"] == (said or "LEG-1: no cover")


def test_the_card_of_a_character_a_feature_and_a_side():
    state = field()
    rows = {plain(r.label): plain(r.value) for r in RULESET.card(state, "CONS-1").rows}
    assert rows["Command"] == "9"
    assert rows["Command range"] == "100 cm"
    wood = {plain(r.label): plain(r.value) for r in RULESET.card(state, "w").rows}
    assert wood == {
        "Kind": "Wood",
        "May enter": "Infantry",
        "Difficult": "yes",
        "Protection": "defended: hit on 5+",
        "Sight": "hides everything behind more than 2 cm of it",
    }
    side = {plain(r.label): plain(r.value) for r in RULESET.card(state, "south").rows}
    assert side["Units lost"] == "0 of 3"
    assert side["Must withdraw after"] == "2"


def test_the_status_line():
    rows = [(plain(a), plain(b)) for a, b in RULESET.status(field())]
    assert rows == [
        ("Turn", "1 of 8"),
        ("south", "Manoeuvre phase"),
        ("south", "0 of 3 units lost, 0 points"),
        ("north", "0 of 3 units lost, 0 points"),
    ]


@pytest.mark.parametrize("language", ["en", "pl"])
def test_everything_shown_can_be_said(language):
    state = field()
    speaker = Speaker(language, RULESET)
    for thing in [*state.units, *state.features, *state.sides]:
        card = RULESET.card(state, thing)
        said = [speaker.say(card.title, state)]
        said += [speaker.say(t, state) for r in card.rows for t in (r.label, r.value)]
        said += [speaker.say(t, state) for _, t in card.badges]
        for overlay in RULESET.overlays(state, thing):
            said.append(speaker.say(overlay.label, state))
            said += [speaker.say(s.text, state) for s in overlay.shapes if s.text is not None]
        assert all(text and "{" not in text for text in said), (thing, said)
