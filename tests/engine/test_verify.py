"""Verifying begins from the set-up: whatever a header claims, a forged battle does not pass for one that was played."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from game.engine.decide import begin, decide
from game.engine.dice import SeededDice, seed_hash
from game.engine.records.lines import encode, seal
from game.engine.records.record import Entry, Header, Record, Writer, read_record
from game.engine.records.verify import verify
from game.engine.ruleset import Ruleset, SideSetup
from game.engine.session import Session
from game.engine.state import Frame, State, state_hash
from game.engine.text import T
from tests.engine.conftest import random_battle, toy_session
from tests.toy import TOY

SAVES = Path(__file__).resolve().parents[2] / "saves"


def kept(folder: Path, session: Session) -> Record:
    path = folder / "kept.tabula"
    Writer.create(path, session).close()
    return read_record(path)


def forged(record: Record, header: Header | None = None, entries: list[Entry] | None = None) -> Record:
    """Write a record anew with other contents; numbers and checksums are made to fit."""
    data, digest = seal("", encode(header or record.header))
    for n, entry in enumerate(record.entries if entries is None else entries):
        line, digest = seal(digest, encode(replace(entry, n=n)))
        data += line
    path = record.path.with_name("forged.tabula")
    path.write_bytes(data)
    again = read_record(path)
    assert again.problems == []
    return again


def played_from(ruleset: Ruleset, record: Record, state: State, frame: Frame) -> Record:
    """Forge a whole battle that is sound in itself: begun from another state, and answered as the rules allow there."""
    dice = SeededDice()
    got = begin(ruleset, state, frame, dice)
    entries = [Entry(0, None, got.events, state_hash(got.state))]
    for entry in record.entries[1:]:
        assert entry.command is not None
        try:
            again = decide(ruleset, got.state, entry.command, dice)
        except Exception:
            break
        if not hasattr(again, "events"):
            break
        got = again
        entries.append(Entry(0, entry.command, got.events, state_hash(got.state)))
    luck = state.luck
    header = replace(record.header, state=replace(state, luck=None if luck is None else replace(luck, seed="")))
    return forged(record, header, entries)


def only_difference(record: Record, ruleset: Ruleset = TOY) -> tuple[int, str]:
    (found,) = verify(record, ruleset)
    return found.line, found.what


def test_an_honest_record_passes_also_after_it_was_written_anew(tmp_path: Path) -> None:
    record = kept(tmp_path, random_battle(3))
    assert verify(forged(record), TOY) == []


def test_eight_units_struck_out_of_the_first_state_are_missed(tmp_path: Path) -> None:
    from game.engine.loader import load_ruleset

    ruleset = load_ruleset("WMA")
    record = read_record(SAVES / "sample-open-field.tabula")
    record.path = tmp_path / "x.tabula"
    state = record.origin(ruleset)
    gone = [u.id for u in state.units.values() if u.side == "north" and u.bases][:8]
    thin = replace(
        state,
        units={k: u for k, u in state.units.items() if k not in gone},
        bases={k: b for k, b in state.bases.items() if b.unit not in gone},
    )
    assert record.setup is not None
    fake = played_from(ruleset, record, thin, ruleset.begin(record.setup)[1])
    line, what = only_difference(fake, ruleset)
    assert line == 1
    assert "does not begin with the armies of its set-up (units missing: 8, too many: 0)" in what


def test_dice_begun_in_mid_seed_are_noticed(tmp_path: Path) -> None:
    record = kept(tmp_path, random_battle(3))
    state = record.origin(TOY)
    assert state.luck is not None
    assert record.setup is not None
    fake = played_from(TOY, record, replace(state, luck=replace(state.luck, used=7)), TOY.begin(record.setup)[1])
    assert only_difference(fake) == (1, "the dice do not begin where the promised seed begins")


def test_dice_called_typed_while_the_set_up_says_seeded_are_noticed(tmp_path: Path) -> None:
    from game.engine.state import Luck

    record = kept(tmp_path, random_battle(3))
    fake = forged(record, replace(record.header, state=replace(record.header.state, luck=Luck("typed"))))
    assert only_difference(fake) == (1, "the dice do not begin where the promised seed begins")


def moved(state: State) -> State:
    base = next(b for b in state.bases.values() if b.pose is not None)
    assert base.pose is not None
    return replace(state, bases={**state.bases, base.id: replace(base, pose=replace(base.pose, x=base.pose.x + 1.0))})


def with_a_guest(state: State) -> State:
    unit = next(iter(state.units.values()))
    return replace(state, units={**state.units, "guest": replace(unit, id="guest", bases=())})


def without_scouts(state: State) -> State:
    secret = {s: replace(x, units={}, bases={}) for s, x in state.secret.items()}
    return replace(state, secret=secret)


HEADERS: dict[str, tuple[Callable[[Header], Header], str]] = {
    "moved": (lambda h: replace(h, state=moved(h.state)), "does not begin as its set-up says"),
    "guest": (lambda h: replace(h, state=with_a_guest(h.state)), "units missing: 0, too many: 1"),
    "hidden": (lambda h: replace(h, state=without_scouts(h.state)), "units missing: 2, too many: 0"),
    "options": (lambda h: replace(h, state=replace(h.state, options={"easy": True})), "as its set-up says"),
    "no hash": (lambda h: replace(h, seed_hash=""), "no hash of the seed"),
    "other hash": (lambda h: replace(h, seed_hash=seed_hash("another")), "not the one that was promised"),
    "no set-up": (lambda h: replace(h, setup=None), "without a set-up"),
    "bad set-up": (
        lambda h: replace(h, setup=replace(h.setup, sides={"red": SideSetup("toys")})),
        "the set-up is not in order: There must be a red and a blue side",
    ),
    "other system": (lambda h: replace(h, ruleset="WMA"), "belongs to another system"),
}


@pytest.mark.parametrize("what", HEADERS)
def test_a_forged_header_is_noticed(tmp_path: Path, what: str) -> None:
    change, says = HEADERS[what]
    record = kept(tmp_path, random_battle(3))
    line, told = only_difference(forged(record, change(record.header)))
    assert line == 1
    assert says in told


def test_another_seed_with_its_own_hash_gives_other_dice(tmp_path: Path) -> None:
    import base64

    record = kept(tmp_path, random_battle(3))
    sealed = base64.b64encode(b"lucky").decode()
    fake = forged(record, replace(record.header, sealed_seed=sealed, seed_hash=seed_hash("lucky")))
    line, what = only_difference(fake)
    assert line > 1
    assert what == "the state after it differs now"  # it holds the seed


def test_other_dice_than_those_of_the_seed_are_noticed(tmp_path: Path) -> None:
    from game.engine.event import Rolled

    record = kept(tmp_path, random_battle(3))
    entries = list(record.entries)
    n = next(n for n, e in enumerate(entries) if any(x.rolled for x in e.events))
    events = tuple(
        replace(x, rolled=Rolled(tuple(tuple(7 - f for f in r) for r in x.rolled.faces))) if x.rolled else x
        for x in entries[n].events
    )
    entries[n] = replace(entries[n], events=events)
    line, what = only_difference(forged(record, entries=entries))
    assert line == n + 2
    assert "now has a different outcome" in what


def test_lines_in_another_order_are_noticed(tmp_path: Path) -> None:
    record = kept(tmp_path, random_battle(3))
    entries = list(record.entries)
    entries[3], entries[4] = entries[4], entries[3]
    line, what = only_difference(forged(record, entries=entries))
    assert line == 5
    assert what


@pytest.mark.parametrize(
    ("entries", "line"),
    [
        (lambda e: e[1:], 2),  # without a beginning
        (lambda e: [e[0], e[0], *e[1:]], 3),  # begun twice
        (lambda e: [*e[:4], *e[5:]], 6),  # a line left out
        (lambda e: [], 2),
    ],
)
def test_lines_left_out_or_twice_are_noticed(tmp_path: Path, entries: Any, line: int) -> None:
    record = kept(tmp_path, random_battle(3))
    assert only_difference(forged(record, entries=entries(record.entries)))[0] == line


def test_a_forged_taking_back_is_noticed(tmp_path: Path) -> None:
    from game.engine.command import Answering, Undo

    session = toy_session()
    session.solo = True
    decision = session.waiting[0]
    session.submit(Answering(decision.id, decision.side, session.asked(decision).default))
    session.submit(Undo("red", 0))
    record = kept(tmp_path, session)
    assert verify(record, TOY) == []
    entries = list(record.entries)
    for to in (-1, 2, 7):
        entries[2] = replace(record.entries[2], command=Undo("red", to))
        fake = forged(record, entries=entries)
        assert only_difference(fake) == (4, "it undoes to a line that does not exist")
    told = replace(record.entries[2].events[0], text=T("Nothing happened"))
    entries[2] = replace(record.entries[2], events=(told,))
    assert only_difference(forged(record, entries=entries))[0] == 4


def test_a_command_that_makes_the_rules_stumble_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = kept(tmp_path, random_battle(3))

    def broken(*_args: Any) -> Any:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr("game.engine.records.verify.decide", broken)
    assert only_difference(record) == (3, "the rules now fail on it (ZeroDivisionError: division by zero)")


def test_a_changed_state_that_no_event_tells_of_is_noticed(tmp_path: Path) -> None:
    record = kept(tmp_path, random_battle(3))
    entries = list(record.entries)
    entries[2] = replace(entries[2], after="0" * 32)
    assert only_difference(forged(record, entries=entries)) == (4, "the state after it differs now")
