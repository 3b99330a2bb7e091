"""The sheets of the program before and after: every size, scale and language, put together as they were drawn."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from PIL import Image

from game.client.library import Library
from workshop.gallery import beside
from workshop.gallery.pictures import pictures


def test_every_size_scale_and_language_is_in_two_sheets_at_least() -> None:
    seen = Counter((shot.size, shot.scale, shot.language) for shot in beside.SHOTS)
    assert len(seen) == 3 * 2 * 2
    assert min(seen.values()) >= 2
    assert len({shot.sheet for shot in beside.SHOTS}) == 10
    assert {shot.name for shot in beside.SHOTS} <= {p.name for p in pictures(Library().rulesets())}


def test_before_stands_left_of_after_and_the_page_shows_every_sheet(tmp_path: Path) -> None:
    for folder, colour in (("before", (200, 20, 20)), ("after", (20, 20, 200))):
        (tmp_path / folder).mkdir()
        for shot in beside.SHOTS:
            Image.new("RGB", shot.size, colour).save(tmp_path / folder / shot.file)
    assert beside.main(["sheets", *(str(tmp_path / name) for name in ("before", "after", "out"))]) == 0
    sheet = Image.open(tmp_path / "out" / "move.jpg").convert("RGB")
    left, right = (sheet.getpixel((x, 100)) for x in (100, sheet.width - 100))
    assert isinstance(left, tuple)
    assert isinstance(right, tuple)
    assert left[0] > 150 > left[2]
    assert right[2] > 150 > right[0]
    assert sheet.width <= 1600
    page = (tmp_path / "out" / "index.md").read_text(encoding="utf-8")
    assert all(f"({shot.sheet}.jpg)" in page for shot in beside.SHOTS)


def test_what_is_not_understood_is_not_done() -> None:
    assert beside.main(["sheets", "one"]) == 2
