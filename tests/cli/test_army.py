"""The command `army`, and an army list on paper: the page and the text."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from game.army import make_sheet, to_html, to_text
from game.army.page import _link
from game.cli import cli
from game.engine.loader import load_ruleset
from game.engine.ruleset import SideSetup
from tests.engine.rosters_made import as_json, as_xml, packed, profile, roster, selection

SYSTEMS = ("WMA", "AFS", "WAB", "USB", "NAP")
VOID = {"meta", "br", "hr", "link", "img"}


def call(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["army", *arguments])


class Page(HTMLParser):
    """A page taken apart: every tag is closed in its turn; ids, links, and whatever would be loaded from outside."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: set[str] = set()
        self.links: set[str] = set()
        self.said = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        assert tag not in ("script", "img", "link", "iframe", "object")
        assert not {"src", "onload", "onclick"} & set(found)
        if tag not in VOID:
            self.open.append(tag)
        if found.get("id"):
            assert found["id"] not in self.ids
            self.ids.add(str(found["id"]))
        if tag == "a":
            self.links.add(str(found["href"]))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.said += data


# --- paper -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_page_is_whole_and_its_clauses_lead_to_rules(system: str, language: str) -> None:
    ruleset = load_ruleset(system)
    size = 250 if system == "AFS" else 1000
    setup = ruleset.default_setup(ruleset.scenarios()[0].id, size)
    side = next(iter(setup.sides))
    sheet = make_sheet(ruleset, setup, side, size, language)
    text = to_html(sheet)
    page = Page(text)
    assert page.links
    assert {link.removeprefix("#") for link in page.links} <= page.ids
    assert page.ids == {r.id for r in sheet.rules}
    assert not re.search(r"https?:|url\(|@import", text)
    assert text.startswith(f'<!DOCTYPE html>\n<html lang="{language}">')
    assert f"{sheet.points}" in page.said
    for unit in sheet.units:
        assert f"{unit.count} × {unit.name}" in page.said
        assert unit.profile
        assert unit.clauses
        for label, value in unit.profile:
            assert label in page.said
            assert value in page.said
    assert sheet.reasons == ()


def test_rules_are_in_the_language_of_the_reader() -> None:
    ruleset = load_ruleset("WMA")
    setup = ruleset.default_setup("open_field", 1000)
    english, polish = (make_sheet(ruleset, setup, "south", 1000, language) for language in ("en", "pl"))
    assert [r.id for r in english.rules] == [r.id for r in polish.rules]
    assert all(a.title != b.title and a.text != b.text for a, b in zip(english.rules, polish.rules, strict=True))
    assert (english.title, polish.title) == ("Republican Rome", "Rzym republikański")


def test_names_cannot_break_out_of_the_page() -> None:
    ruleset = load_ruleset("WMA")
    setup = ruleset.default_setup("open_field", 1000)
    evil = '</title><script>alert("x")</script>'
    own = {"unenforced": [{"name": evil, "number": 2, "points": 5, "unit": "<b>"}]}
    setup = replace(setup, sides={**setup.sides, "south": SideSetup("rome", {"LEG": 1}, evil, own)})
    sheet = make_sheet(ruleset, setup, "south", 1000)
    page = Page(to_html(sheet))
    assert page.said.count(evil) == 3
    assert f"<b>: 2 × {evil}, 5 points" in page.said
    assert _link(sheet, '"><b>') == "&quot;&gt;&lt;b&gt;"


def test_reasons_and_limits_stand_on_paper() -> None:
    ruleset = load_ruleset("WMA")
    setup = ruleset.default_setup("open_field", 1000)
    setup = replace(setup, sides={**setup.sides, "south": SideSetup("rome", {"LEG": 4})})
    sheet = make_sheet(ruleset, setup, "south", 1000)
    assert [(n.value, n.kept) for n in sheet.limits] == [
        ("220 / 950–1000", False),
        ("4", True),
        ("0", True),
        ("0 / 1", False),
    ]
    assert "An army has exactly one General; this one has 0." in [r.text for r in sheet.reasons]
    text = to_text(sheet)
    assert "4 × Hastati and Principes [220]\n    Type Infantry; Move 20 cm; Stands 3; Attacks 3" in text
    assert "- An army has exactly one General; this one has 0. [WMA-S36]" in text
    page = to_html(sheet)
    assert page.count('class="over"') == 2
    assert '<a href="#WMA-S36" title="The army of Rome">WMA-S36</a>' in page


def test_an_army_that_is_not_there_has_an_empty_page() -> None:
    ruleset = load_ruleset("WAB")
    setup = ruleset.default_setup("open_field", 1000)
    setup = replace(setup, sides={**setup.sides, "south": SideSetup("atlantis", {"X": 1})})
    sheet = make_sheet(ruleset, setup, "south", 1000)
    assert (sheet.units, sheet.points, sheet.army) == ((), 0, "atlantis")
    assert "The list is empty." in Page(to_html(sheet)).said
    assert to_text(sheet).startswith("atlantis (0 points)\nAncient Battles: atlantis\n")


# --- the command -------------------------------------------------------------------------------------------------


def test_an_army_on_offer_by_name(tmp_path: Path) -> None:
    out = tmp_path / "rome.html"
    result = call("rome", "--html", str(out), "--text", "--lang", "pl")
    assert result.exit_code == 0
    assert "6 × Hastaci i pryncypowie [330]" in result.output
    Page(out.read_text(encoding="utf-8"))
    told = call("galatian")
    assert "The army is in order." in told.output


def test_a_roster_is_read_by_the_system_that_understands_it(tmp_path: Path) -> None:
    legion = roster(selection("Hastati and Principes", "unit", 4, 220), selection("Consul", "model", 1, 125), said=345)
    body = profile("Unit", "Eels", Quality="4+", Defense="5+")
    eels = roster(selection("Eels", "unit", 1, 60, profiles=[body], selections=[selection("Eel", "model", 3)]))
    (tmp_path / "a.rosz").write_bytes(packed(("a.ros", as_xml(legion))))
    (tmp_path / "b.json").write_bytes(as_json(eels))
    first, second = call(str(tmp_path / "a.rosz")), call(str(tmp_path / "b.json"))
    assert first.exit_code == second.exit_code == 0
    assert "Warmaster Ancients: Republican Rome\nPoints 345 / 950–1000, Units 4" in first.output
    assert "  345 points, as the file says" in first.output
    assert "The army is not in order:\n  Triarii: 0 chosen" in first.output
    assert "Age of Fantasy: Skirmish: Mud and Reeds\nPoints 60 / 250, Heroes 0 / 2" in second.output


def test_a_list_is_kept_and_read_in_again(tmp_path: Path) -> None:
    kept = tmp_path / "mine.toml"
    assert call("seleucid", "--keep", str(kept)).exit_code == 0
    assert 'army = "seleucid"' in kept.read_text(encoding="utf-8")
    assert call(str(kept), "--text").output == call("seleucid", "--text").output


def test_a_large_list_gets_a_large_battle(tmp_path: Path) -> None:
    path = tmp_path / "big.toml"
    path.write_text('army = "rome"\n[counts]\nLEG = 19\nCONS = 1\n', encoding="utf-8")
    assert "Points 1170 / 1140–1200" in call(str(path)).output
    assert "Points 1170 / 950–1000" in call(str(path), "--points", "1000").output


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        (
            "bad.ros",
            b"<roster>\n<x",
            "line 2, column 1: this is not a complete XML file: it breaks off in the middle of a tag",
        ),
        ("evil.ros", b"<!DOCTYPE r [<!ENTITY a 'b'>]><roster/>", "it defines its own document type"),
        ("empty.json", b"", "the file is empty"),
        ("odd.rosz", b"PK nothing", "the packed file is damaged or not a ZIP"),
    ],
)
def test_a_file_that_cannot_be_used_is_told_in_a_sentence(tmp_path: Path, name: str, data: bytes, says: str) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    result = call(str(path))
    assert result.exit_code == 1
    assert name in result.output
    assert says in result.output


def test_a_list_beyond_a_limit_is_never_in_order(tmp_path: Path) -> None:
    """What it costs and of how much is told of one size alone, and a list beyond it is not in order."""
    body = profile("Unit", "Eels", Quality="4+", Defense="5+")
    eel = selection("Eel", "model", 3)
    tree = roster(*[selection(f"Eels {n}", "unit", 1, 105, profiles=[body], selections=[eel]) for n in "abc"])
    path = tmp_path / "eels.json"
    path.write_bytes(as_json(tree))
    for points in (None, "20", "50", "250", "300", "315", "1000", "20000"):
        told = call(str(path), *(("--points", points) if points else ())).output
        over = "costs 315 of" in told or bool(points and int(points) < 315)
        assert ("The army is in order." in told) is (points in (None, "315", "1000"))
        assert ("The army is not in order:" in told) is (points not in (None, "315", "1000"))
        assert not (over and "The army is in order." in told)


def test_a_cult_of_another_game_is_no_army_of_ours(tmp_path: Path) -> None:
    """A file that no system here knows is told, and none takes it for its own."""
    names = ("Cult Leader", "Acolyte", "Locus", "Sanctus", "Velites")
    tree = roster(*[selection(n, "model", 1) for n in names], gameSystemName="Kill Team", catalogue="Cults")
    path = tmp_path / "cult.json"
    path.write_bytes(as_json(tree))
    result = call(str(path))
    assert result.exit_code == 1
    assert (
        "this list is for Kill Team, not for Warmaster Ancients: 1 of its 5 units are in Republican Rome"
        in result.output
    )


def test_what_is_not_there_is_told() -> None:
    nowhere = call("nowhere")
    assert nowhere.exit_code == 1
    assert "There is no file nowhere, and no army of that name; choose from: carthage, rome" in nowhere.output
    strange = call("rome", "--ruleset", "XYZ")
    assert strange.exit_code == 1
    assert "there is no ruleset called 'XYZ'" in strange.output
