"""The data files of a ruleset: found by their names, one thing a file, no name twice."""

from __future__ import annotations

import msgspec
import pytest

from game.engine.files.data_folder import DataFolder, by_id
from game.engine.files.toml_reading import DataError, read
from game.engine.text import T

TOY = DataFolder("rulesets.warmaster_ancients")


class Thing(msgspec.Struct, frozen=True):
    """What an invented file tells."""

    id: str


def test_the_ids_of_a_folder_are_the_names_of_its_files() -> None:
    assert TOY.ids("armies") == ["carthage", "rome"]
    assert TOY.raw("armies", "rome.toml").startswith(TOY.at("data", "armies", "rome.toml").read_bytes()[:40])


def test_one_thing_is_read_by_its_id_and_must_bear_it() -> None:
    assert TOY.one("armies", "rome", T("army"), lambda data, file: read(data, Thing, file)) == Thing("rome")
    with pytest.raises(DataError, match="rom") as error:
        TOY.one("armies", "rom", T("army"), lambda data, file: Thing("rom"))
    assert error.value.file == "armies"
    with pytest.raises(DataError, match="rome") as error:
        TOY.one("armies", "rome", T("army"), lambda data, file: Thing("rom"))
    assert (error.value.file, error.value.key) == ("rome.toml", "id")


def test_no_name_stands_twice() -> None:
    assert by_id("a.toml", "thing", (Thing("x"), Thing("y"))) == {"x": Thing("x"), "y": Thing("y")}
    with pytest.raises(DataError, match="2 times") as error:
        by_id("a.toml", "thing", (Thing("x"), Thing("x")))
    assert error.value.key == "thing x"
