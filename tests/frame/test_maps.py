"""The map of the code leads to places that exist, and the list of modules is in step with the code."""

from __future__ import annotations

import re

from workshop.module_list import PAGE, ROOT, page

MAP = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_every_path_of_the_map_exists() -> None:
    wanted = sorted(set(re.findall(r"`((?:game|rulesets|workshop|tests|assets)/[^`\s]*)`", MAP)))
    missing = [one for one in wanted if not any(ROOT.glob(one.replace("<system>", "*")))]
    assert missing == []
    assert len(wanted) > 100


def test_every_folder_of_the_program_has_a_row() -> None:
    folders = {file.parent.relative_to(ROOT).as_posix() + "/" for file in (ROOT / "game").rglob("*.py")}
    assert folders == set(re.findall(r"^\| `(game/[\w/]*)` \|", MAP, re.MULTILINE))


def test_the_list_of_modules_is_in_step() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()  # else: python -m workshop.module_list
