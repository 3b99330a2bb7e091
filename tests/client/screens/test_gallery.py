"""The gallery: pictures of screens in every language, small enough, and the page that lists them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from game.client.library import Library
from workshop.gallery import run as gallery
from workshop.gallery.pictures import pictures

pytestmark = pytest.mark.window


def test_a_screen_is_drawn_in_both_languages_as_it_is_seen(tmp_path: Path) -> None:
    assert gallery.run(tmp_path, only="settings") == 0
    names = sorted(p.name for p in tmp_path.iterdir())
    assert names == ["settings.en.jpg", "settings.pl.jpg"]
    english, polish = (Image.open(tmp_path / n) for n in names)
    assert english.size == polish.size == (1280, 720)
    assert english.tobytes() != polish.tobytes()
    assert not any(p.suffix == ".md" for p in tmp_path.iterdir())


def test_pictures_have_names_of_their_own_and_every_system_has_the_same() -> None:
    library = Library()
    found = list(pictures(library.rulesets()))
    names = [p.name for p in found]
    assert len(set(names)) == len(names)
    kinds = {i: {n.partition("-")[2] for n in names if n.startswith(f"{i}-")} for i in library.ids()}
    assert len({frozenset(k) for k in kinds.values()}) == 1
    assert {"guide", "move", "example", "replay"} <= kinds["WMA"]


def test_the_quality_goes_down_until_all_keep_within_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    noise = Image.effect_noise((200, 200), 90).convert("RGB")
    best, worst = (len(gallery._jpeg(noise, q)) for q in (gallery.QUALITIES[0], gallery.QUALITIES[-1]))
    monkeypatch.setattr(gallery, "LIMIT", (best + worst) // 2)
    gallery._write(tmp_path, {("noise", "en"): noise}, True)
    assert (tmp_path / "noise.en.jpg").stat().st_size <= (best + worst) // 2


def test_where_no_quality_will_do_pictures_are_written_smaller(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    noise = Image.effect_noise((200, 100), 90).convert("RGB")
    monkeypatch.setattr(gallery, "LIMIT", len(gallery._jpeg(noise, gallery.QUALITIES[-1])) - 1)
    gallery._write(tmp_path, {("noise", "en"): noise}, True)
    written = Image.open(tmp_path / "noise.en.jpg")
    assert written.size == (160, 80)
    assert (tmp_path / "noise.en.jpg").stat().st_size <= gallery.LIMIT


def test_the_page_shows_each_picture_in_every_language() -> None:
    library = Library()
    found = list(pictures(library.rulesets()))
    page = gallery._page(found, ("en", "pl"), library)
    for picture in found:
        assert page.count(f"({picture.name}.en.jpg)") == 1
        assert page.count(f"({picture.name}.pl.jpg)") == 1
    assert "## Warmaster Ancients" in page
