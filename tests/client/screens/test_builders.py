"""The army builder of every system: limits live, lists on paper, rosters of other programs; all by real events."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.client import outside
from game.client.battle import chosen_setup
from game.client.ui.rows import Row
from tests.client.window import Window
from tests.engine.rosters_made import as_json, as_xml, packed, profile, roster, selection

pytestmark = pytest.mark.window

LEGION = roster(
    selection("Consul", "model", 1, 125),
    selection("Hastati and Principes", "unit", 6, 330, selections=[selection("Stand", "model", 18)]),
    selection("Triarius", "unit", 2, 130),
    selection("Velites", "unit", 3, 120),
    selection("Equites", "unit", 1, 75, selections=[selection("Golden Spurs", "upgrade", 1, 15)]),
    selection("Camel Riders", "unit", 2, 90, selections=[selection("Camel", "model", 6)]),
    selection("Field of battle", "upgrade"),
    said=885,
    catalogue="Republican Rome",
    name="Legio Ignota",
)
EEL = profile("Unit", "Eels", Quality="4+", Defense="5+", Special_Rules="Fearless, Slippery")
EELS = roster(
    selection(
        "Eels",
        "unit",
        1,
        60,
        customName="The Long Eels",
        profiles=[EEL],
        selections=[
            selection("Eel", "model", 3),
            selection("Teeth", "upgrade", 3, profiles=[profile("Weapon", "Teeth", Range="Melee", Attacks="A2")]),
        ],
    ),
    said=60,
    gameSystemName="Fantasy Skirmish",
)
BLOCKS = roster(
    selection("Phalanx", "unit", 1, selections=[selection("Pikeman", "model", 24, 154)]),
    selection("Seleucid General", "model", 1, 130),
    said=284,
    catalogue="Seleucid",
)


def composing(window: Window, system: str) -> None:
    """Open the composer of the south army of a system."""
    window.new_form()
    if window.top.ruleset.meta.id != system:
        window.top._take_ruleset(system)
        window.step(2)
    window.press("compose-south")
    assert window.screen == "ComposerScreen"


def rows(window: Window) -> list[str]:
    """What the right sheet says, row by row."""
    return ["".join(s.text for s in (*r.label, *r.value)) for r in window.top.facts.rows]


def values(window: Window) -> dict[str, tuple[str, str]]:
    """Values of the right sheet with their colours, by label without clauses."""
    found: dict[str, tuple[str, str]] = {}
    row: Row
    for row in window.top.facts.rows:
        if row.look == "value" and row.label[0].text not in found:
            found[row.label[0].text] = (row.value[0].text, row.value[0].colour)
    return found


def step(window: Window, code: str, up: bool) -> None:
    """Click the plus or the minus of an entry."""
    sheet = window.top.sheet
    sheet.reveal(f"n-{code}")
    rect = sheet.row_rect(f"n-{code}")
    laid = next(one for one in sheet._laid if one.row.id == f"n-{code}")
    button = laid.more if up else laid.less
    window.click((rect.left + button.centerx, rect.top + button.centery))


def counts(window: Window) -> dict[str, int]:
    found: dict[str, int] = window.top.plan.setup.sides["south"].counts
    return found


def drop(window: Window, path: Path, data: bytes) -> None:
    """Drop a file onto the window."""
    path.write_bytes(data)
    window.post(pygame.DROPFILE, file=str(path))
    window.step(2)


# --- limits ------------------------------------------------------------------------------------------------------


def test_limits_follow_every_click(window: Callable[..., Window]) -> None:
    w = window()
    composing(w, "WMA")
    assert values(w) | {"Type": ("", "")} == {
        **values(w),
        "Points": ("1000 / 950–1000", "good"),
        "Units": ("14", "text"),
        "Characters": ("3", "text"),
        "Generals": ("1 / 1", "good"),
        "Type": ("", ""),
    }
    assert "The army is in order." in rows(w)
    step(w, "LEG", up=True)
    assert values(w)["Points"] == ("1055 / 950–1000", "danger")
    assert "The army costs 1055 points, 55 more than the agreed 1000. WMA-S40" in rows(w)
    step(w, "CONS", up=False)
    assert values(w)["Generals"] == ("0 / 1", "danger")
    assert values(w)["Points"] == ("930 / 950–1000", "danger")
    w.shot("composer-limits")
    step(w, "CONS", up=True)
    step(w, "LEG", up=False)
    assert "The army is in order." in rows(w)
    link = next(s.link for r in w.top.facts.rows for s in r.label if s.link and s.link.id == "WMA-S40")
    w.top.follow(link)
    assert w.screen == "RulesScreen"


@pytest.mark.parametrize(
    ("system", "labels"),
    [
        ("AFS", ["Points", "Heroes", "Copies of one unit", "Points of the most expensive unit", "Units", "Models"]),
        ("WAB", ["Points", "Units", "Characters", "Models"]),
        ("USB", ["Points", "Heroes", "Activations", "Points of the most expensive activation"]),
        ("NAP", ["Points", "Points of generals", "Gun models", "Points of cavalry", "Points of light infantry"]),
    ],
)
def test_every_system_tells_its_limits(window: Callable[..., Window], system: str, labels: list[str]) -> None:
    w = window()
    composing(w, system)
    assert list(values(w))[: len(labels)] == labels
    dearest = max(w.top.army.entries, key=lambda e: e.points).code
    for _ in range(4):
        step(w, dearest, up=True)
    assert any(tone == "danger" for _, tone in values(w).values())
    assert "The army is in order." not in rows(w)
    w.shot(f"composer-{system}")


def test_a_list_has_a_name(window: Callable[..., Window]) -> None:
    w = window()
    composing(w, "WMA")
    entry = next(i for i in w.top.forms[0].items if i.id == "name").widget
    w.click(entry.rect.center)
    w.write("nova+1")
    w.step(2)
    assert w.top.plan.setup.sides["south"].name == "nova+1"
    assert counts(w)["LEG"] == 6
    w.press("keep")
    w.press("choose")
    assert [p.name for p in w.app.folders.lists.iterdir()] == ["nova1 1000.toml"]
    w.press("done")
    assert w.top.plan.setup.sides["south"].name == "nova+1"


# --- paper -------------------------------------------------------------------------------------------------------


def test_a_list_goes_to_a_page_a_text_and_the_clipboard(
    window: Callable[..., Window], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Path] = []
    monkeypatch.setattr(outside, "show", lambda path: bool(opened.append(path)) or len(opened) == 1)
    w = window()
    composing(w, "WMA")
    w.press("paper")
    assert w.screen == "Dialog"
    assert w.top.title.endswith("Republican Rome")
    w.shot("paper")
    w.press("page")
    w.shot("paper-where")
    w.press("choose")
    w.press("open")
    page = w.app.folders.lists / "Republican Rome 1000.html"
    assert opened == [page]
    assert w.screen == "ComposerScreen"
    assert "<h1>Republican Rome</h1>" in page.read_text(encoding="utf-8")
    w.press("paper")
    w.press("text")
    w.press("choose")
    w.shot("paper-written")
    w.press("open")
    text = w.app.folders.lists / "Republican Rome 1000.txt"
    assert text.read_text(encoding="utf-8").startswith("Republican Rome (1000 points)\nWarmaster Ancients")
    assert any("No program on this computer" in n for n in w.notices())
    assert pygame.scrap.get_text() == str(text)
    w.press("paper")
    w.press("copy")
    assert pygame.scrap.get_text() == text.read_text(encoding="utf-8")
    w.press("paper")
    w.key("esc")
    assert w.screen == "ComposerScreen"


def test_paper_that_cannot_be_written_is_told(window: Callable[..., Window], monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **_more: Any) -> int:
        raise OSError(28, "No space left on device")

    w = window()
    composing(w, "WAB")
    w.press("paper")
    w.press("page")
    with monkeypatch.context() as only:
        only.setattr(Path, "write_text", full)
        w.press("choose")
    assert w.screen == "ComposerScreen"
    assert "The list cannot be saved: the disk is full" in w.notices()


def test_paper_is_in_the_language_of_the_player(window: Callable[..., Window]) -> None:
    w = window(language="pl")
    composing(w, "WMA")
    w.press("paper")
    assert w.top.title.endswith(": Rzym republikański")
    w.shot("paper-pl")
    w.press("page")
    w.press("choose")
    page = (w.app.folders.lists / "Rzym republikański 1000.html").read_text(encoding="utf-8")
    assert '<html lang="pl">' in page
    assert "Zasięgi dowodzenia" in page


# --- rosters -----------------------------------------------------------------------------------------------------


def test_a_packed_roster_is_told_about_taken_and_edited(window: Callable[..., Window], tmp_path: Path) -> None:
    w = window()
    composing(w, "WMA")
    w.press("lists")
    w.shot("lists-empty")
    drop(w, tmp_path / "legio.rosz", packed(("legio.ros", as_xml(LEGION))))
    said = rows(w)
    assert said[0] == "Legio Ignota"
    assert "Camel Riders: this army has no such unit: it is kept and shown, but does not take the field" in said
    assert "Equites: Golden Spurs is kept and shown, not enforced" in said
    assert "Triarius: read as Triarii" in said
    assert "Velites: it costs 120 points in the file, 105 here" in said
    assert "the army costs 765 points here, 885 in the file" in said
    heads = [said.index(h) for h in said if h.startswith(("Unknown: kept", "Guessed", "Totals that", "Understood"))]
    assert heads == sorted(heads)
    assert len(heads) == 4
    w.shot("lists-roster")
    w.press("take")
    assert counts(w) == {"LEG": 6, "TRI": 2, "VEL": 3, "EQU": 1, "CONS": 1}
    assert w.top.plan.setup.sides["south"].name == "Legio Ignota"
    assert "2 × Camel Riders, 90 points" in rows(w)
    assert "Equites: 1 × Golden Spurs, 15 points" in rows(w)
    w.shot("composer-unknown")
    step(w, "EQU", up=True)
    step(w, "LEGA", up=True)
    assert counts(w)["EQU"] == 2
    w.press("keep")
    w.press("choose")
    w.press("lists")
    rect = w.top.sheet.row_rect("0")
    w.click((rect.left + 30, rect.centery))
    assert "Camel Riders is kept and shown, not enforced" in rows(w)
    w.press("take")
    forget = w.top.facts
    forget.reveal("forget")
    w.click(forget.row_rect("forget").center)
    assert "2 × Camel Riders, 90 points" not in rows(w)
    assert w.top.plan.setup.sides["south"].own == {}


@pytest.mark.parametrize(
    ("system", "tree", "taken"),
    [("AFS", EELS, {"U1": 1}), ("WAB", BLOCKS, {"SGE": 1, "PHA": 1})],
)
def test_rosters_open_in_every_system(
    window: Callable[..., Window], tmp_path: Path, system: str, tree: dict[str, Any], taken: dict[str, int]
) -> None:
    w = window()
    composing(w, system)
    w.press("lists")
    drop(w, tmp_path / "list.json", as_json(tree))
    assert any("points, as the file says" in r for r in rows(w))
    w.shot(f"lists-{system}")
    w.press("take")
    assert counts(w) == taken
    w.press("done")
    assert w.screen == "NewBattleScreen"


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("dtd.ros", b'<!DOCTYPE a [<!ENTITY b "c">]><roster name="&b;"/>', "it defines its own document type"),
        ("torn.ros", as_xml(LEGION)[:300], "this is not a complete XML file"),
        ("bomb.rosz", packed(("a.ros", b"<" + b" " * 30_000_000)), "unpacked it is larger than"),
        ("two.rosz", packed(("a.ros", b"<r/>"), ("b.ros", b"<r/>")), "it holds 2 rosters (.ros); it must hold one"),
        ("big.json", b"{" + b" " * 9_000_000, "the file is too large for an army list"),
    ],
)
def test_hostile_files_end_in_a_sentence(
    window: Callable[..., Window], tmp_path: Path, name: str, data: bytes, says: str
) -> None:
    w = window()
    composing(w, "AFS")
    w.press("lists")
    start = time.monotonic()
    drop(w, tmp_path / name, data)
    assert time.monotonic() - start < 5.0
    assert rows(w)[0] == name
    assert any(says in r for r in rows(w))
    assert not next(i for i in w.top.forms[0].items if i.id == "take").widget.is_enabled


def test_a_home_that_is_not_there_is_told(window: Callable[..., Window]) -> None:
    w = window()
    composing(w, "WMA")
    w.press("lists")
    w.press("open")
    w.top._type("~nobody-of-that-name/list.ros")
    w.press("choose")
    assert any("There is no file list.ros in" in n for n in w.notices())


def test_in_a_small_window_everything_stands_in_one_sheet(window: Callable[..., Window]) -> None:
    w = window(size=(1024, 700), ui_scale=200)
    w.new_form()
    w.top._compose("south")
    w.step(2)
    assert w.top.single
    assert [r.look for r in w.top.sheet.rows[:5]] == ["heading", "value", "value", "value", "value"]
    step(w, "VEL", up=True)
    assert counts(w)["VEL"] == 4
    w.key("down")
    w.key("left")
    assert w.top.sheet.focus == "n-EQU"
    assert counts(w)["EQU"] == 1
    said = ["".join(s.text for s in (*r.label, *r.value)) for r in w.top.sheet.rows]
    assert "Points WMA-S40" + "960 / 950–1000" in said
    assert said.index("Equites") > said.index("The army is in order.")


def test_a_list_of_its_own_has_no_sample(window: Callable[..., Window], tmp_path: Path) -> None:
    w = window()
    composing(w, "AFS")
    assert [i.id for i in w.top.forms[0].items] == ["name", "done", "keep", "lists", "paper", "sample", "back"]
    w.press("lists")
    drop(w, tmp_path / "eels.ros", as_xml(EELS))
    w.press("take")
    assert [i.id for i in w.top.forms[0].items] == ["name", "done", "keep", "lists", "profiles", "paper", "back"]


def test_the_sample_of_a_side_with_a_share_fits_it(window: Callable[..., Window]) -> None:
    w = window()
    w.new_form()
    w.top._set(chosen_setup.with_scenario(w.top.ruleset, w.top.plan, "fortified_hill"))
    w.step(2)
    w.top._compose("north")
    w.step(2)
    w.press("sample")
    text, tone = values(w)["Points"]
    assert text.endswith("/ 570–600")
    assert tone == "good"
    assert "The army is in order." in rows(w)
