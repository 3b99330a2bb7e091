"""Reports: turns, losses, dice, a page that can be read back, and a moving picture."""

from __future__ import annotations

import dataclasses
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from game import cli
from game.client import words
from game.client.battle.luck import luck_of
from game.client.report import command, facts, maps, page
from game.engine.event import DiceRow, Event, Request, Rolled
from game.engine.loader import load_ruleset
from game.engine.records.record import read_record
from game.engine.session import Session
from game.engine.text import T

RECORD = Path("saves/sample-sunken-causeway.tabula")


class Tags(HTMLParser):
    """Tags that were opened, with their attributes, and the text between them."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.opened.append((tag, dict(attrs)))
        if tag not in ("meta", "img", "path", "polyline"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.opened.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture(scope="module")
def session() -> Session:
    root = cli.checkout()
    assert root is not None
    record = read_record(root / RECORD)
    return record.session(load_ruleset(record.header.ruleset))


def test_losses_by_turn_never_shrink_and_end_as_the_battle_did(session: Session) -> None:
    played = facts.turns(session)
    assert [turn.number for turn in played] == sorted({turn.number for turn in played})
    rows = facts.losses(played)
    assert set(rows) == set(session.state.sides)
    for side, row in rows.items():
        assert len(row) == len(played)
        assert row == sorted(row)
        gone = [b for b in session.state.bases.values() if b.solid and b.where == "gone"]
        assert row[-1] == sum(session.state.units[b.unit].side == side for b in gone)
    assert sum(row[-1] for row in rows.values()) > 0


def test_expected_and_rolled_dice_in_the_table(session: Session) -> None:
    side = sorted(session.state.sides)[0]
    request = Request(rows=(DiceRow(side=side, n=4),), why=T("Hits"), need=4, compare="at_least", clause="X-1")
    thrown = Event("hit", "dice", request=request, rolled=Rolled(((4, 5, 6, 1),)))
    table = page.dice_table(luck_of([thrown], [side]), words.Words("en", session.ruleset), session.state)
    # four dice at one half each: 2 expected, 3 reached; (1 + 4 + 6 + 4/2) of 16 are worse
    assert "<td>4</td><td>2</td><td>3</td><td>81 %</td>" in table


def test_the_page_closes_what_it_opens_and_escapes_names(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maps, "table_picture", lambda *_args, **_more: Image.new("RGB", (8, 6)))
    steps: list[tuple[int, int]] = []
    title = '<script>alert("x")</script> & co'
    text = command.html(session, title, "en", lambda done, of: steps.append((done, of)))
    read = Tags()
    read.feed(text)
    played = facts.turns(session)
    assert read.open == []
    assert title in read.text
    tags = [tag for tag, _attributes in read.opened]
    assert "script" not in tags
    assert "link" not in tags
    images = [attributes["src"] or "" for tag, attributes in read.opened if tag == "img"]
    assert len(images) == len(played)
    assert all(one.startswith("data:image/jpeg;base64,") for one in images)
    assert tags.count("polyline") == len(session.state.sides)
    assert steps == [(n, len(played)) for n in range(1, len(played) + 1)]


def test_a_page_in_another_language_leaves_the_windows_alone(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maps, "table_picture", lambda *_args, **_more: Image.new("RGB", (8, 6)))
    words.use("en")
    text = command.html(session, "x", "pl", lambda _done, _of: None)
    assert words.language() == "en"
    assert '<html lang="pl">' in text
    assert "<h2>Tura 1</h2>" in text


def test_what_is_one_sides_alone_is_not_told(session: Session) -> None:
    line = session.lines[0]
    secret = Event("secret", "reveal", text=T("Hidden"), only=sorted(session.state.sides)[0])
    plain = Event("plain", "reveal", text=T("Open"))
    short = Session(session.ruleset, session.setup, session.dice)
    short.lines = [dataclasses.replace(line, events=(secret, plain))]
    turn = facts.turns(short)[0]
    assert facts.turn_sentences(short, turn, words.Words("en", session.ruleset).plain) == ["Open"]


def test_a_moving_picture_has_a_frame_for_every_moment(tmp_path: Path) -> None:
    pictures = [Image.new("RGB", (20, 10), (60 * n, 0, 0)) for n in range(4)]
    maps.write_gif(pictures, tmp_path / "x.gif")
    with Image.open(tmp_path / "x.gif") as read:
        assert (getattr(read, "n_frames", 0), read.size) == (4, (20, 10))


def test_moments_of_a_moving_picture(session: Session) -> None:
    played = facts.turns(session)
    lines = maps.frames_of(played, command.MOST_FRAMES)
    assert lines == sorted(set(lines))
    assert {turn.lines[-1] for turn in played} <= set(lines)
    assert len(lines) <= command.MOST_FRAMES + 1


def test_the_command_tells_what_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = cli.checkout()
    assert root is not None
    monkeypatch.chdir(root)
    result = CliRunner().invoke(cli.cli, ["report", "README.md", "--html", str(tmp_path / "x.html")])
    assert result.exit_code == 2
    assert not (tmp_path / "x.html").exists()
    result = CliRunner().invoke(cli.cli, ["report", str(RECORD)])
    assert result.exit_code == 2
    assert "--html OUT or --gif OUT" in result.output
