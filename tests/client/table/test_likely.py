"""Units of the players' own in the Universal battle system are drawn as what they are; what is left of them too."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.client.art import stands
from game.client.tabletop.adapter import fallen_of, scene_of
from game.client.tabletop.looks import look_of
from game.client.tabletop.scene import BlockArt
from game.client.theme import Theme
from game.engine.looks import LOOKS
from game.geometry.shapes import Pose
from rulesets.universal_battle import RULESET
from rulesets.universal_battle.army.data_army import armies
from rulesets.universal_battle.army.rows import Mount, Row, model, new_unit
from rulesets.universal_battle.measures import inch
from rulesets.universal_battle.shown.figures import FOOT, GREAT, HEAVY, HEROES, RIDERS, likely_of
from tests.rules.universal_battle.table import scene


def troops(name: str, **more: object) -> Row:
    return Row(code="OWN", name=name, kind="troops", models=2, **more)  # type: ignore[arg-type]


def great(name: str, growth: int, *items: str, **more: object) -> Row:
    return Row(code="OWN", name=name, kind="monster", growth=growth, items=items, **more)  # type: ignore[arg-type]


def hero(name: str, **more: object) -> Row:
    return Row(code="OWN", name=name, kind="hero", category="aspirant", **more)  # type: ignore[arg-type]


def drawn(row: Row) -> BlockArt:
    """A base of a unit of one's own on the table."""
    unit, bases = new_unit(row, "south", "OWN")
    placed = tuple(replace(b, pose=Pose(inch(9 + 3 * b.number), inch(9), 0.0), where="table") for b in bases)
    return scene_of(scene((unit, placed)), RULESET).blocks[0]


@pytest.mark.parametrize(
    ("row", "look", "arm"),
    [
        (troops("Sun chariots", arm="riders"), "heavy_chariot", "chariot"),
        (troops("Rydwany", arm="riders"), "heavy_chariot", "chariot"),
        (troops("Order of the rose", arm="riders", melee="lance"), "lancer", "heavy-horse"),
        (troops("Order of the rose", arm="riders"), "rider", "light-horse"),
        (troops("Big ones", arm="heavy"), "ogre", "brute"),
        (troops("Big ones", arm="heavy", ranged="automatic"), "walker", "machine"),
        (troops("Tank hunters", ranged="ranged"), "ranger", "bow"),
        (troops("Fourth hundred", ranged="ranged"), "bowman", "bow"),
        (troops("Second squad", ranged="automatic"), "trooper", "trooper"),
        (troops("The king's own", melee="pole"), "spear_fighter", "spear"),
        (troops("The king's own"), "swordsman", "heavy-foot"),
        (great("Old Bertha", 2, "cargo"), "wagon", "wagon"),
        (great("Old Bertha", 2, "cargo", "large"), "tank", "tank"),
        (great("Old Bertha", 0, "huge"), "mortar", "gun"),
        (great("The thing", 3, "massive"), "troll", "brute"),
        (great("The thing", 3, "massive", specialisations=("fliers",)), "drake", "monster"),
        (great("Grey elephant", 2, "massive"), "elephant", "elephant"),
        (hero("Old Agnes"), "captain", "hero"),
        (hero("Old Agnes", arm="riders"), "captain", "hero"),
        (hero("Marsh witch"), "witch", "wizard"),
        (hero("Old Agnes", mount=Mount(growth=2, items=("large",))), "tank", "tank"),
    ],
)
def test_a_unit_is_drawn_by_its_class_and_what_it_carries(row: Row, look: str, arm: str) -> None:
    block = drawn(row)
    assert (block.look, block.arm) == (look, arm)


def test_a_look_that_is_chosen_goes_before_all_others() -> None:
    likely = likely_of(model(troops("Chosen")))
    assert look_of("USB", "OWN", "Chosen", oval=True, likely=likely) == "swordsman"
    assert look_of("USB", "tank", "Chosen", oval=True, likely=likely) == "tank"
    assert look_of("USB", "BELE", "Chosen", oval=True, likely=likely) == "elephant"


def test_all_looks_that_are_likely_can_be_drawn() -> None:
    for looks in (HEROES, FOOT, HEAVY, RIDERS, GREAT):
        assert set(looks) <= set(LOOKS)
        assert len(set(looks)) == len(looks)


def test_what_shipped_troops_and_monsters_are_drawn_as_is_likely() -> None:
    """The tables were made by hand, unit for unit: what is guessed allows the same."""
    rows = [row for army in armies().values() for row in army.rows if row.kind != "hero"]
    odd = {row.code for row in rows if look_of("USB", row.code) not in likely_of(model(row))}
    assert odd == set()


@pytest.mark.parametrize("name", ["Light chariots", "Chariots", "Scythed chariots"])
def test_a_wreck_is_left_of_a_chariot_and_no_man(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stands.f, "fallen", lambda _coat, _rng: "a man")
    art = fallen_of(drawn(troops(name, arm="riders")))
    lies = [stands.lying_svg(look, art.width, art.depth, 1, 1, Theme().side(0)) for look in (art.look, "rider")]
    assert ["a man" in one for one in lies] == [False, True]
