"""A third language is one catalogue: German, with ten frequent texts, made here and not shipped."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from click.testing import CliRunner

from game.client.settings import system_language
from game.engine import i18n, languages
from game.engine.i18n import Speaker
from game.engine.text import TN, Length
from tests.client.window import Window
from tests.toy import TOY

GERMAN = {
    languages.OWN_NAME: "Deutsch",
    languages.DECIMAL_SIGN: ",",
    "Back": "Zurück",
    "Cancel": "Abbrechen",
    "Colours": "Farben",
    "Language": "Sprache",
    "Replay": "Wiedergabe",
    "Table": "Tisch",
    "Battle": "Schlacht",
    "New battle": "Neue Schlacht",
}


def forget() -> None:
    languages.catalogue.cache_clear()
    languages.codes.cache_clear()
    languages.languages.cache_clear()


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The program's catalogues with one more file among them."""
    folder = tmp_path / "locale"
    shutil.copytree(languages.locale_folder(), folder)
    catalog = Catalog(locale="de", domain=languages.DOMAIN)
    for said, translated in GERMAN.items():
        catalog.add(said, translated)
    catalog.add(("{name}, {n} point", "{name}, {n} points"), ("{name}, {n} Punkt", "{name}, {n} Punkte"))
    place = folder / "de" / "LC_MESSAGES"
    place.mkdir(parents=True)
    with (place / "game.mo").open("wb") as file:
        write_mo(file, catalog)
    for module in (languages, i18n):
        monkeypatch.setattr(module, "locale_folder", lambda: folder)
    forget()
    yield
    forget()


@pytest.mark.usefixtures("german")
def test_one_file_adds_a_language_to_the_settings_screen(window: Callable[..., Window]) -> None:
    assert languages.languages() == {"en": "English", "de": "Deutsch", "pl": "Polski"}
    w = window(language="de", size=(1280, 720))
    w.press("settings")
    w.step(3)
    assert w.written().splitlines()[0] == "Sprache"
    assert "Farben" in w.written()
    assert "Size of text and controls" in w.written()  # what the file leaves out stays English


@pytest.mark.usefixtures("german")
def test_numbers_plurals_and_the_systems_language_follow_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    speaker = Speaker("de", TOY)
    assert speaker.say(TN("{name}, {n} point", "{name}, {n} points", 1, name="Rom")) == "Rom, 1 Punkt"
    assert speaker.say(TN("{name}, {n} point", "{name}, {n} points", 5, name="Rom")) == "Rom, 5 Punkte"
    assert speaker.length(Length(123.46).mm) == "12,35 cm"
    monkeypatch.setenv("LC_ALL", "de_AT.UTF-8")
    assert system_language() == "de"
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert system_language() == "en"


def test_a_new_language_is_begun_by_one_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from game import cli, texts_tool

    folder = tmp_path / "locale"
    shutil.copytree(languages.locale_folder(), folder)
    own = texts_tool.Sentences("game", texts_tool.program_folder() / "game", folder)
    monkeypatch.setattr(texts_tool, "catalogues", lambda: [own])
    result = CliRunner().invoke(cli.cli, ["texts", "--new", "de"])
    assert result.exit_code == 0, result.output
    assert "game (de)" in result.output
    assert own.begun() == ("de",)
    assert texts_tool.findings(own, "de", whole=False) == []
    assert texts_tool.findings(own, "de") != []
