"""What players are shown: cards, badges, overlays, cuts, the status line."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.engine.i18n import Speaker
from game.engine.relief import base_info_of, marker_ring_of, relief_of
from game.engine.state import Feature, State
from rulesets.age_of_fantasy_skirmish import RULESET
from rulesets.age_of_fantasy_skirmish.measures import inch
from rulesets.age_of_fantasy_skirmish.own import Effect
from rulesets.age_of_fantasy_skirmish.shown import cards, overlays
from tests.rules.age_of_fantasy_skirmish.flow_field import field, unit
from tests.rules.age_of_fantasy_skirmish.flow_play import Play, plain
from tests.rules.age_of_fantasy_skirmish.table import piece, table
from tests.rules.age_of_fantasy_skirmish.table import unit as sample


def rows(state: State, thing: str) -> dict[str, str]:
    return {plain(r.label): plain(r.value) for r in cards.card(state, thing).rows}


def warbands() -> State:
    return table(
        sample("A1", (10.0, 6.0), wounds=2, used=["Fire-pot"]),
        sample("A2", (16.0, 6.0), tokens=4, shaken=True),
        sample("A3", (24.0, 6.0), (25.2, 6.0), fatigued=True, lost=[3]),
        sample("A5"),
        sample("A7", (40.0, 6.0)),
        sample("B4", (24.0, 20.0)),
        sample("B3", (10.0, 40.0), arrived=2),
        terrain=[piece("tower", "T", box=(30, 20, 34, 24)), piece("wall", "W", box=(20, 12, 30, 12.5))],
        round=2,
    )


def test_a_units_card_tells_its_profile_and_its_state():
    state = warbands()
    found = rows(state, "A1")
    assert found["Quality"] == "3+"
    assert found["Defense"] == "4+"
    assert found["Models"] == "1 of 1"
    assert found["Pistols"] == '12", A2, AP(1)'
    assert found["Fire-pot (spent)"] == '9", A1, AP(1), Blast(3), Limited'
    assert found["Backsword"] == "melee, A3, AP(1)"
    assert found["Wound markers"] == "2"
    assert found["Advance"] == '6"'
    assert [b for b, _ in cards.card(state, "A1").badges] == ["wounds", "spent"]
    assert cards.card(state, "A1").look == "A1"


def test_a_groups_card_and_that_of_one_of_its_models():
    state = warbands()
    found = rows(state, "A3")
    assert found["Models"] == "2 of 3"
    assert found["Fatigued"] == "hits only on natural 6 in melee"
    assert [b for b, _ in cards.card(state, "A3").badges] == ["fatigued", "lost"]
    assert rows(state, "A3.2")["Command group"] == "Banner"
    assert rows(state, "A3.1")["Command group"] == "Sergeant"


@pytest.mark.clause("AFS-S22")
def test_a_casters_card_lists_tokens_and_spells():
    found = rows(warbands(), "A2")
    assert found["Spell tokens"] == "4 of 6"
    assert found["Needle Rain"] == "value 1: 2 hits"
    assert found["Shaken"].startswith("stays idle")


def test_every_row_names_an_existing_clause():
    state = warbands()
    things = [*state.units, *state.bases, *state.features, *state.markers, *state.sides]
    for thing in things:
        card = cards.card(state, thing)
        assert card.rows, thing
        for row in card.rows:
            assert row.clause.startswith("AFS-") or not row.clause, (thing, row)


def test_badges_of_models_and_of_units():
    state = warbands()
    assert [b for b, _ in base_info_of(RULESET, state, "A3.2").badges] == ["banner"]
    assert base_info_of(RULESET, state, "A1.1").badges == ()
    assert base_info_of(RULESET, state, "A1.1").height == pytest.approx(inch(1.5))
    assert [b for b, _ in cards.card(state, "B3").badges] == ["hidden"]
    assert [b for b, _ in cards.card(state, "A2").badges] == ["shaken", "tokens"]


def test_a_unit_is_marked_as_done_only_once_it_has_acted():
    state = table(sample("A1", (10.0, 6.0), activated=True), sample("A7", (20.0, 6.0)), active="south")
    acting = replace(state, own=replace(state.own, acting="A1"))
    assert [b for b, _ in cards.card(state, "A1").badges] == ["done"]
    assert cards.card(acting, "A1").badges == ()


@pytest.mark.clause("AFS-S09")
def test_a_piece_of_terrain_tells_what_it_does():
    found = rows(warbands(), "T")
    assert found["Kind"] == "Tower"
    assert found["Height"] == '6"'
    assert found["Climbing"] == "only by ladder; down also by a Jump"
    assert found["Sight"] == 'hides everything behind it, up to 6"'
    assert rows(warbands(), "W")["Passable"] == "only Flying models may enter; none may stand on it"


def test_reliefs_of_terrain():
    state = warbands()
    tower, wall = (relief_of(RULESET, state, state.features[f]) for f in ("T", "W"))
    assert (tower.form, tower.height, tower.steep) == ("solid", pytest.approx(inch(6.0)), True)
    assert tower.ladders
    assert (wall.form, wall.height) == ("barrier", pytest.approx(inch(3.0)))


@pytest.mark.clause("AFS-MIS-04", "AFS-MIS-05")
def test_a_markers_card_tells_who_holds_it_and_who_would():
    units = {"A1": unit("south", (20.0, 20.0)), "B1": unit("north", (40.0, 40.0))}
    state = field(units, markers={"M1": (20.0, 22.0, "north")})
    found = rows(state, "M1")
    assert found["Controlled by"] == "north"
    assert found["If the round ended now"] == "south"
    assert found["Near for south"] == "A1"
    assert marker_ring_of(RULESET, state, "M1") == inch(3.0)


def test_a_sides_card_and_the_status_line():
    units = {
        "A1": unit("south", (20.0, 20.0)),
        "A2": unit("south", (30.0, 20.0)),
        "A3": unit("south", lost=1),
        "B1": unit("north", (40.0, 40.0)),
    }
    state = field(units, markers={"M1": (20.0, 22.0, "south")}, round=2, sides={"south": {"banner": ("A2",)}})
    found = rows(state, "south")
    assert found["Units left"] == "2 of 3"
    assert found["Tests morale with at most"] == "1"
    assert found["Markers"] == "1"
    assert found["The Banner helps"] == "A2"
    shown = {plain(a): plain(b) for a, b in cards.status(state)}
    assert shown["Round"] == "2 of 4"
    assert shown["Phase"] == "Activations"
    assert shown["south"] == "markers: 1, units: 2 of 3"


@pytest.mark.clause("AFS-S06")
def test_overlays_of_a_unit():
    state = warbands()
    found = {o.id: o for o in overlays.overlays(state, "A1")}
    assert set(found) == {"reach", "charges", "threat", "range", "sight", "command", "spacing"}
    rings = {plain(s.text): s.radius for s in found["reach"].shapes}
    assert rings == {'Advance: 6"': inch(6.0), 'Rush: 12"': inch(12.0)}
    weapons = [plain(s.text) for s in found["range"].shapes if s.text is not None]
    assert weapons == ['Pistols: 12"']  # the Fire-pot is spent
    assert {o.id for o in overlays.overlays(state, "A2")} >= {"spells"}
    assert {o.id for o in overlays.overlays(state, "A3")} >= {"coherency"}
    threat = {o.id: o for o in overlays.overlays(state, "A7")}["threat"]
    assert [plain(s.text).split(":")[0] for s in threat.shapes] == []
    threat = {o.id: o for o in overlays.overlays(state, "A3")}["threat"]
    assert [plain(s.text).split(":")[0] for s in threat.shapes] == ["B4"]


@pytest.mark.clause("AFS-S06", "AFS-S10")
def test_the_sight_overlay_names_what_hides():
    state = warbands()
    lines = {o.id: o for o in overlays.overlays(state, "A3")}["sight"].shapes
    said = {plain(s.text): s.role for s in lines}
    assert said["hidden by W"] == "forbidden"


@pytest.mark.clause("AFS-AMB-02", "AFS-DEP-03", "AFS-R49")
def test_overlays_of_reserves_markers_and_sides():
    units = {
        "A1": unit("south", (20.0, 20.0)),
        "A2": unit("south", reserve=1, aside="ambush"),
        "B1": unit("north", (40.0, 40.0)),
    }
    state = field(units, markers={"M1": (20.0, 22.0, "")})
    (ambush,) = overlays.overlays(state, "A2")
    assert [round(s.radius / 25.4, 3) for s in ambush.shapes] == [round(9.0 + 12.5 / 25.4, 3)]
    (seizing,) = overlays.overlays(state, "M1")
    assert seizing.shapes[0].radius == inch(3.0)
    zones = {o.id: o.shapes[0].points for o in overlays.overlays(state, "south")}
    assert max(y for _, y in zones["zone"]) == inch(12.0)
    assert max(y for _, y in zones["scouts"]) == inch(24.0)
    before = field(units, sides={"south": {"edge": ""}, "north": {"edge": ""}})
    (ground,) = overlays.overlays(before, "south")
    assert {y for _, y in ground.shapes[0].points} == {inch(12.0), inch(36.0)}


@pytest.mark.clause("AFS-S10")
def test_a_cut_shows_the_nine_lines():
    state = warbands()
    cut = RULESET.section(state, "A3.1", (0.0, 0.0), "B4.1")
    assert cut is not None
    assert len(cut.rays) == 9
    assert cut.free is False
    assert {r.by for r in cut.rays} == {"W"}
    seen = RULESET.section(state, "A7.1", (0.0, 0.0), "A1.1")
    assert seen is not None
    assert seen.free is True
    assert plain(seen.says) == "seen: 9 of 9 lines are free"


def test_a_spell_shows_on_the_card_and_as_a_badge():
    units = {
        "A1": unit("south", (20.0, 20.0), effects=(Effect("reed_veil", {"stealth": 0}),)),
        "B1": unit("north", (40.0, 40.0)),
    }
    state = field(units)
    assert rows(state, "A1")["Reed Veil"] == "up to two units have Stealth until the end of the round"
    assert [b for b, _ in cards.card(state, "A1").badges] == ["spell"]


def test_every_sentence_of_a_round_can_be_spoken():
    units = {
        "A1": unit("south", (20.0, 6.0), models=[{"rules": {"caster": 2}}]),
        "A2": unit("south", (30.0, 6.0), shaken=True),
        "B1": unit("north", (40.0, 42.0)),
    }
    play = Play(field(units, markers={"M1": (20.0, 8.0, "")}, features=(_hill(),)), "battle", round=4)
    play.until()
    speaker = Speaker("en", RULESET)
    for event in play.events:
        if event.text is not None:
            said = speaker.say(event.text, play.state)
            assert "{" not in said, said


def _hill() -> Feature:
    points = tuple((inch(x), inch(y)) for x, y in ((3.0, 4.0), (8.0, 4.0), (8.0, 9.0), (3.0, 9.0)))
    return Feature("H", "hill", "Hill", points)


@pytest.mark.clause("AFS-S09", "AFS-CVR-01", "AFS-DIF-01", "AFS-DAN-01")
@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("woods", "yes yes no"),
        ("rubble", "yes yes no"),
        ("swamp", "no yes no"),
        ("thorns", "no no yes"),
        ("hedge", "no no no"),
        ("tower", "no no no"),
        ("chasm", "no no no"),
    ],
)
def test_a_piece_tells_whether_it_covers_hinders_and_hurts(kind, told):
    found = rows(table(terrain=[piece(kind, "T", box=(30, 20, 34, 24))]), "T")
    assert " ".join(found[name] for name in ("Cover inside", "Difficult", "Dangerous")) == told


@pytest.mark.clause("AFS-S08", "AFS-S09")
@pytest.mark.parametrize(
    ("kind", "height", "told"),
    [
        ("hill", 3.0, "any face can be climbed"),
        ("hill", 3.01, "cannot be climbed; down by a Jump"),
        ("chasm", -3.0, "any face can be climbed"),
        ("chasm", -3.01, "only by ladder; down also by a Jump"),
    ],
)
def test_a_piece_tells_how_its_faces_are_passed(kind, height, told):
    more = {"ladders": []} if kind == "hill" else {}
    assert rows(table(terrain=[piece(kind, "T", box=(30, 20, 34, 24), height=height, **more)]), "T")["Climbing"] == told
