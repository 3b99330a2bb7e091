"""Fields of rows declared once: the door refuses by them, the form asks by them, codes are renamed by them."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
import pytest

from game.engine.i18n import Speaker
from game.engine.lists import ArmyDesk, ArmyField, EditsArmies
from game.engine.loader import load_ruleset
from game.engine.ruleset import SideSetup
from game.engine.text import T
from game.kit.muster.fields import CODE, NAME, DeclaredForm, asked, bounded, declared, faults, naming, offered
from game.kit.muster.renaming import recoded

WEAPONS = [("", T("none"), 0), ("bow", T("Bow"), 5), ("axe", T("Axe"), 0)]
MEN = asked(
    T("Men"),
    clause=lambda row: f"TOY-{row['kind']}",
    bounds=lambda row: (1, 8 if row["kind"] == "foot" else 4),
    not_for={"beast": "TOY-1"},
)
ARM = asked(T("Arm"), clause="TOY-2", sold=lambda row: WEAPONS, not_for={"beast": ""}, each=("foot",))
SKILLS = asked(T("Skills"), clause="TOY-3", sold=lambda row: [("brave", T("Brave"), 0), ("fast", T("Fast"), 0)])
NEXT = asked(T("Next to"), offers=lambda doc, row: [(r["code"], T("them"), 0) for r in doc["unit"]], code=True)


class Saddle(msgspec.Struct, frozen=True):
    """A table within a row."""

    seats: Annotated[int, asked(T("Seats"))] = 1


class Toy(msgspec.Struct, frozen=True, kw_only=True):
    """A row."""

    code: Annotated[str, CODE]
    name: Annotated[str, NAME] = "Toys"
    kind: str = "foot"
    men: Annotated[int, MEN] = 2
    arm: Annotated[str, ARM] = ""
    skills: Annotated[tuple[str, ...], SKILLS] = ()
    next: Annotated[str, NEXT] = ""
    saddle: Saddle | None = None


class Toys(msgspec.Struct, frozen=True, kw_only=True):
    """An army."""

    unit: tuple[Toy, ...]
    first: Annotated[str, asked(T("First"), code=True)] = ""
    looks: dict[str, str] = {}
    sample: tuple[dict[str, dict[str, int]], ...] = ()


class Form(DeclaredForm):
    """The form of such rows."""

    row = Toy
    order = ("name", "men", "arm", "next")
    new: ClassVar = {"kind": "foot"}


def wrong(**told: object) -> list[tuple[str, str, str]]:
    row = msgspec.convert({"code": "A", **told}, Toy)
    found = faults(row, row.kind, {"beast": T("beasts")})
    return [(p.where, p.clause, Speaker("en").say(p.text)) for p in found]


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"men": 8, "arm": "bow", "skills": ["brave", "fast"]}, []),
        ({"men": 9}, [("men", "TOY-foot", "from 1 to 8, not 9")]),
        ({"kind": "horse", "men": 5}, [("men", "TOY-horse", "from 1 to 4, not 5")]),
        ({"arm": "gun"}, [("arm", "TOY-2", "“gun” cannot be bought here; choose from: bow, axe")]),
        ({"skills": ["brave", "brave"]}, [("skills", "TOY-3", "the same thing is bought twice; once is enough")]),
        ({"kind": "beast", "men": 3}, [("men", "TOY-1", "this is not for beasts: leave the key “men” out")]),
        ({"kind": "beast", "arm": "gun"}, []),  # the door lets it pass: it says nothing of such a row
    ],
)
def test_the_door_refuses_by_the_declaration(told: dict[str, object], said: list[tuple[str, str, str]]) -> None:
    assert wrong(**told) == said


def test_bounds_are_included() -> None:
    assert [list(bounded(n, 1, 3, "n", "")) == [] for n in (0, 1, 3, 4)] == [False, True, True, False]


def test_the_form_asks_by_the_declaration() -> None:
    doc = {"unit": [{"code": "A", "kind": "foot"}, {"code": "B", "kind": "beast"}]}
    shown = [ArmyField(key, "text", value) for key, value in (("name", ""), ("men", "2"), ("arm", "gun"), ("next", ""))]
    foot, beast = ({f.key: f for f in Form().fields(doc, row, shown)} for row in doc["unit"])
    assert list(foot) == ["name", "men", "arm", "next"]
    assert list(beast) == ["name", "next"]
    assert foot["arm"].choices == ("", "bow", "axe", "gun")  # what is no longer sold stays in sight
    assert (foot["arm"].prices, foot["arm"].each) == ((0, 5, 0, 0), True)
    assert foot["next"].choices == ("A", "B", "")
    assert Form().fitted({"code": "B", "kind": "beast", "men": 3, "arm": "axe"}) == {"code": "B", "kind": "beast"}
    assert Form().blank("N1") == ("unit", {"code": "N1", "kind": "foot"})
    assert offered(ArmyField("skills", "words", ""), WEAPONS[1:]).choices == ("bow", "axe")


def test_fields_of_tables_within_a_row_are_declared_too() -> None:
    assert [key for key in declared(Toy) if "." in key] == ["saddle.seats"]
    assert naming(Toy) == ("next",)


def test_codes_are_renamed_wherever_an_army_names_them() -> None:
    rows = (Toy(code="A", next="B"), Toy(code="B", next="A"), Toy(code="C"))
    army = Toys(unit=rows, first="A", looks={"A": "pike", "C": "bow"}, sample=({"counts": {"A": 2, "B": 1}},))
    found = recoded(army, {"A": "AX", "B": "B", "C": "CX"})
    assert [(row.code, row.next) for row in found.unit] == [("AX", "B"), ("B", "AX"), ("CX", "")]
    assert (found.first, found.looks) == ("AX", {"AX": "pike", "CX": "bow"})
    assert found.sample[0]["counts"] == {"AX": 2, "B": 1}
    assert recoded(army, {"A": "A"}) is army


@pytest.mark.parametrize(
    ("system", "army", "key", "label", "choice"),
    [
        ("WMA", "rome", "hits", "Hits", ""),
        ("AFS", "saltmarch", "size", "Size of base", "infantry"),
        ("WAB", "seleucid", "armour", "Armour", "shield"),
        ("WAB", "seleucid", "profile.ws", "Weapon Skill", ""),
        ("USB", "bronze_host", "models", "Models", "20"),
        ("NAP", "france", "training", "Training", "A"),
    ],
)
def test_every_system_names_its_fields(system: str, army: str, key: str, label: str, choice: str) -> None:
    ruleset = load_ruleset(system)
    assert isinstance(ruleset, EditsArmies)
    desk: ArmyDesk | None = ruleset.army_desk(SideSetup(army))
    assert desk is not None
    code = next(c for c, _ in desk.rows() if any(f.key == key for f in desk.fields(c)))
    field = next(f for f in desk.fields(code) if f.key == key)
    assert field.label is not None
    assert field.label.key == label
    assert not choice or choice in field.choices
