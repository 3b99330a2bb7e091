"""Damaged files through every reader: a sentence or a sound part, never a traceback, never for long, never for much."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pygame
import pytest

from game.client.opening import open_record
from game.engine.files.toml_reading import DataError
from game.engine.ruleset import Ruleset
from game.engine.text import T
from tests.client.toy_record import toy_record
from tests.client.window import Window
from tests.damaged.damage import WAYS, damaged, still_toml
from tests.damaged.readers import ROOT, Reader, all_readers
from tests.damaged.run import MEGABYTES, SECONDS, file_of, run
from tests.toy import TOY

SEED = 1
SHARE = 440
"""Files of the share that is always read."""
MANY = 100_000
CHUNK = 5_000


@pytest.fixture(scope="module")
def readers(tmp_path_factory: pytest.TempPathFactory) -> list[Reader]:
    toy: Ruleset = TOY
    return all_readers(toy, toy_record(tmp_path_factory.mktemp("record")).read_bytes())


def test_sound_files_are_read_by_their_readers(readers: list[Reader], tmp_path: Path) -> None:
    """What is damaged was sound before, else a run would prove nothing."""
    assert len({r.name for r in readers}) == 15
    for reader in readers:
        for n, data in enumerate(reader.sound):
            path = tmp_path / reader.name / str(n) / f"f{reader.suffix}"
            path.parent.mkdir(parents=True)
            path.write_bytes(data)
            reader.read(path)


def test_a_share_of_damaged_files(readers: list[Reader], tmp_path: Path) -> None:
    out = run(readers, SEED, SHARE, tmp_path)
    assert out.faults == []
    assert sum(out.read.values()) == SHARE
    # some are refused outright, others are read in part or told in a report
    assert out.refused["position"]
    assert out.refused["record"]


def test_files_are_damaged_the_same_way_each_time(readers: list[Reader]) -> None:
    for n, reader in enumerate(readers):
        assert file_of(reader, SEED, n) == file_of(reader, SEED, n)
        assert len({file_of(reader, SEED, k) for k in range(12)}) > 8
    sound = b'a = 1\nb = "two"\n[c]\nd = [1, 2]\n' * 20
    for way, _weight in WAYS:
        assert len({way(Random(k), sound, (sound,)) for k in range(20)} - {sound}) > 3, way.__name__
    assert {damaged(Random(k), b"", (b"",)) for k in range(50)}
    assert len({still_toml(Random(k), (sound,)) for k in range(20)}) > 10


def test_a_run_notices_what_it_is_to_find(tmp_path: Path) -> None:
    """A reader that raises, hangs, or tells no file is a fault each."""

    def raises(_path: Path) -> None:
        raise KeyError("x")

    def hangs(_path: Path) -> None:
        end = time.process_time() + SECONDS + 20
        while time.process_time() < end:
            sum(range(1000))

    def silent(_path: Path) -> None:
        raise DataError("other", "", T("it is wrong"))

    bad = [Reader(f.__name__, ".x", (b"abc",), f) for f in (raises, silent)]
    out = run(bad, SEED, 2, tmp_path)
    assert ["KeyError" in out.faults[0], "a sentence without its file" in out.faults[1]] == [True, True]
    out = run([Reader("hangs", ".x", (b"abc",), hangs)], SEED, 1, tmp_path)
    assert f"more than {SECONDS} s of CPU" in out.faults[0]
    assert "more than" not in str(run(bad, SEED, 0, tmp_path).faults)
    assert "MB" in run(bad[1:], SEED, 1, tmp_path, most=1).faults[-1]


@pytest.mark.soak
def test_damaged_files_by_the_hundred_thousand() -> None:
    """Each chunk in a process of its own, whose whole size counts."""
    faults = []
    for chunk in range(MANY // CHUNK):
        command = [sys.executable, "-m", "tests.damaged.run", str(1000 + chunk), str(CHUNK)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=os.environ, check=False)
        out = json.loads(done.stdout)
        faults += out["faults"]
        assert out["megabytes"] <= MEGABYTES
    assert faults == []


# --- through the window ----------------------------------------------------------------------------------------------


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Callable[..., Window]]:
    made: list[Window] = []

    def make(toy: bool = True) -> Window:
        made.append(Window(tmp_path, extra={"TOY": TOY} if toy else {}, installed=not toy))
        return made[-1]

    yield make
    for one in made:
        one.app.quit()
    pygame.event.clear()


@pytest.mark.window
def test_damaged_battles_through_the_title_and_the_list(
    readers: list[Reader], tmp_path: Path, window: Callable[..., Window]
) -> None:
    """The program starts among them, lists them, and every one opens in a replay or is told of."""
    saves = tmp_path / "saves"
    saves.mkdir()
    (reader,) = (r for r in readers if r.name == "record")
    for n in range(24):
        (saves / f"{n:02}.tabula").write_bytes(file_of(reader, SEED, n))
    w = window()
    assert w.screen == "TitleScreen"
    w.press("records")
    assert len(w.top.found) == 24
    w.key("down", 5)
    seen = set()
    for found in w.top.found:
        depth = len(w.app.screens)
        open_record(w.app, found.path, watch=True)
        w.step(2)
        seen.add(w.screen)
        assert w.screen in ("Dialog", "ReplayScreen")
        w.app.close(w.app.screens[depth])
    assert seen == {"Dialog", "ReplayScreen"}


@pytest.mark.window
def test_damaged_lists_and_tables_through_their_screens(
    readers: list[Reader], tmp_path: Path, window: Callable[..., Window]
) -> None:
    many = {"list": 8, "roster": 8, "roster-json": 8, "roster-packed": 8, "forge": 8, "table": 25}
    for reader in readers:
        place = tmp_path / "saves" / ("tables" if reader.name == "table" else "lists")
        place.mkdir(parents=True, exist_ok=True)
        for n in range(many.get(reader.name, 0)):
            (place / f"{reader.name} {n}{reader.suffix}").write_bytes(file_of(reader, SEED, n))
    w = window(False)
    w.press("tables")
    assert w.screen == "TablesScreen"
    w.key("down", 30)
    w.key("esc")
    w.new_form()
    side = next(iter(w.top.plan.setup.sides))
    w.press(f"compose-{side}")
    w.press("lists")
    assert w.screen == "ListsScreen"
    for path in list(w.top.files):
        w.top.read(path)
        w.step()
        assert w.top.shown.report.chosen is not None or any(f.kind == "wrong" for f in w.top.shown.report.findings)
    assert len(w.top.files) == 40
    w.shot("damaged-lists")
