"""Reports of rows: tables, a page, pictures; the commands that read them."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image

from game import cli
from game.lab.balance import findings
from game.lab.course import Death
from game.lab.journal import Journal
from game.lab.ladder import ladders
from game.lab.page import page, pictures
from game.lab.pictures import losses, narrowing, png
from game.lab.rows import Row
from tests.lab.rows_made import row


def rows() -> list[Row]:
    out = []
    for n in range(6):
        deaths = [Death("north", "K", 2, 100.0, 900.0)]
        curve = {"south": [0.0, 1.0, 3.0], "north": [0.0, 1.0, 1.0]}
        more = {"curve": curve, "deaths": deaths, "ground": (1000.0, 1000.0)}
        out.append(row(f"p{n}", 1.0, f"{n}a", **more))
        out.append(row(f"p{n}", 0.5, f"{n}b", ("B", "A"), "north", **more))
    return out


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "rows.jsonl"
    journal = Journal(path)
    for one in rows():
        journal.add(one)
    journal.close()
    return path


def reddish(data: bytes) -> np.ndarray:
    """Where a picture has colour, as fractions of its size from the top left."""
    pixels = np.asarray(Image.open(io.BytesIO(data)).convert("RGB")).astype(int)
    high, wide = pixels.shape[:2]
    y, x = np.nonzero(pixels[..., 0] - pixels[..., 2] > 60)
    return np.column_stack([x / wide, y / high])


def test_units_are_drawn_where_they_were_lost() -> None:
    found = reddish(png(losses(rows())))
    cell = found[found[:, 0] < 0.7]  # the scale stands on the right
    assert len(cell)
    assert cell[:, 1].max() < 0.3  # north is up
    assert cell[:, 0].max() < 0.4  # and west is left


def test_every_picture_is_drawn_and_named_once() -> None:
    told = pictures(rows(), ladders(rows()), findings(rows()))
    assert set(told) == {"ratings AFS", "armies AFS ", "score AFS A - B", "points AFS A - B", "losses AFS s"}
    for draw in told.values():
        assert png(draw).startswith(b"\x89PNG")
    assert png(narrowing([])).startswith(b"\x89PNG")


def test_the_page_needs_no_other_file() -> None:
    text = page("A <field>", rows())
    assert "A &lt;field&gt;" in text
    assert text.count("data:image/png;base64,") == 5
    assert "<td>AFS A - B</td><td>0.750</td>" in text
    assert "http" not in text.replace("http://www.w3.org", "")


def test_the_commands_read_rows(source: Path, tmp_path: Path) -> None:
    html, folder = tmp_path / "a.html", tmp_path / "png"
    result = CliRunner().invoke(cli.cli, ["lab", "report", str(source), "--html", str(html), "--png", str(folder)])
    assert result.exit_code == 0, result.output
    assert html.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert len([*folder.glob("*.png")]) == 5
    result = CliRunner().invoke(cli.cli, ["lab", "ladder", str(source), "--json"])
    assert [one["player"] for one in json.loads(result.stdout)["ratings"]] == ["A", "B"]
    result = CliRunner().invoke(cli.cli, ["lab", "balance", str(source), "--lost", "K"])
    assert "comparisons are unequal" in result.stdout
    assert "without K against with" in " ".join(result.stdout.split()) or "without K" in result.stdout
    (tmp_path / "none.jsonl").write_bytes(b"")
    result = CliRunner().invoke(cli.cli, ["lab", "ladder", str(tmp_path / "none.jsonl")])
    assert (result.exit_code, "none.jsonl has no rows" in result.output) == (2, True)


def test_a_plan_is_fought_before_it_is_reported(tmp_path: Path) -> None:
    plan = tmp_path / "my.toml"
    head = 'plan = 1\nplayers = ["random", "default"]\ngames = 2\n'
    plan.write_text(f'{head}[[set]]\nruleset = "AFS"\npoints = 150\nscenarios = "narrow_pass"\n', encoding="utf-8")
    result = CliRunner().invoke(cli.cli, ["lab", "ladder", str(plan), "--processes", "1", "--json"])
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["ratings"][0]["games"] == 2
    assert (tmp_path / "my.jsonl").exists()
