"""A battle's moments written as positions: read again they are the very state, and play on to the same events."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from game.engine import command as cmd
from game.engine.dice import SeededDice
from game.engine.event import Event, Seal, SetLuck
from game.engine.loader import load_ruleset, ruleset_ids
from game.engine.positions.position import read_position, resolve, start_of
from game.engine.positions.types import OWN_KEYS
from game.engine.positions.write import Stretch, fault_title, position_text, stretch
from game.engine.records.record import encode_event, read_record
from game.engine.ruleset import Ruleset
from game.engine.session import Line, Session
from game.engine.state import State, state_hash

SAVES = Path(__file__).resolve().parents[2] / "saves"
SAMPLES = {
    "WMA": "sample-open-field",
    "AFS": "sample-sunken-causeway",
    "WAB": "sample-hills-and-wood",
    "USB": "sample-meeting",
    "NAP": "sample-meeting-engagement",
}
ORDERED = ("units", "bases", "features", "markers", "ties")
EVERY, LEAST = 17, 7
PLAYED = 3


def lines_of(system: str) -> list[Line]:
    record = read_record(SAVES / f"{SAMPLES[system]}.tabula")
    return list(record.lines(load_ruleset(system)))


def bare(state: State) -> State:
    """A state without its source of dice and the salts of its seals, which a position does not keep."""
    return replace(state, luck=None, secret={side: replace(own, salts={}) for side, own in state.secret.items()})


def same(one: State, two: State) -> bool:
    """Whether two states are the same, down to the order of their things."""
    orders = [[tuple(getattr(s, t)) for t in ORDERED] for s in (one, two)]
    return state_hash(bare(one)) == state_hash(bare(two)) and orders[0] == orders[1]


def told(events: Sequence[Event]) -> list[bytes]:
    """Events but for the places of the dice's source that they note, and the seals that positions do without."""
    return [encode_event(unsealed(e)) for e in events if e.type != "unsealed"]


def unsealed(event: Event) -> Event:
    """An event without dice's source and seal."""
    changes = [replace(c, salt="") if isinstance(c, Seal) else c for c in event.changes if not isinstance(c, SetLuck)]
    data = {key: value for key, value in (event.data or {}).items() if key not in ("seal", "seals")}
    sealing = event.type in ("sealed", "opened")
    return replace(event, changes=tuple(changes), data=data, text=None if sealing else event.text)


def written(tmp_path: Path, ruleset: Ruleset, moment: Stretch) -> Path:
    path = tmp_path / "moment.toml"
    title = fault_title(ruleset, moment.end)
    path.write_text(position_text(ruleset, moment, title), encoding="utf-8")
    return path


@pytest.mark.parametrize("system", SAMPLES)
def test_every_seventeenth_moment_of_a_battle_is_the_same_read_again_and_plays_on(tmp_path: Path, system: str) -> None:
    ruleset, lines = load_ruleset(system), lines_of(system)
    looked = 0
    for at in range(PLAYED, len(lines), min(EVERY, len(lines) // LEAST)):
        moment = stretch(lines, at, PLAYED)
        assert len(moment.lines) == PLAYED
        position = read_position(written(tmp_path, ruleset, moment))
        start, frame, _ = start_of(position, ruleset)
        assert frame is None
        assert same(start, moment.start), at
        out = resolve(position, ruleset)
        assert out.failures == [], at
        assert told(out.events) == told([e for line in moment.lines for e in line.events]), at
        assert same(out.state, moment.end), at
        assert not any(path.endswith(("/pose", "/where")) for path in position.moment.set), position.moment.set
        looked += 1
    assert looked >= LEAST


@pytest.mark.parametrize("system", SAMPLES)
def test_a_written_situation_says_all_but_little_in_the_words_of_the_system(tmp_path: Path, system: str) -> None:
    """What is patched is no more than ties, marks of the dead and the ways of the move: the rest is in the document."""
    ruleset, lines = load_ruleset(system), lines_of(system)
    position = read_position(written(tmp_path, ruleset, stretch(lines, len(lines) // 2)))
    heads = {path.split("/")[0] for path in position.moment.set if not path.startswith("own/tracks/")}
    assert heads <= {"ties", "bases"}
    patched = [path for path in position.moment.set if path.startswith("bases/")]
    assert all("/own/" in path for path in patched)
    assert len(position.moment.set) < 20


@pytest.mark.parametrize("system", ruleset_ids())
def test_all_kinds_of_set_ups_can_be_written(tmp_path: Path, system: str) -> None:
    """The first moment of every scenario, and what the usual answers make of it."""
    ruleset = load_ruleset(system)
    for info in ruleset.scenarios():
        setup = replace(ruleset.default_setup(info.id, (info.sizes or (1000,))[0]), seed="moments")
        session = Session.start(ruleset, setup)
        for _ in range(6):
            decision = session.state.pending.waiting[0]
            session.submit(cmd.Answering(decision.id, decision.side, session.asked(decision).default))
        for at in (0, len(session.lines) - 1):
            moment = stretch(session.lines, at)
            position = read_position(written(tmp_path, ruleset, moment))
            assert same(start_of(position, ruleset)[0], moment.end), (info.id, at)


@pytest.mark.parametrize("system", ruleset_ids())
def test_no_field_of_a_battle_is_called_as_a_key_of_positions(system: str) -> None:
    """A situation stands beside those keys: a field of the same name could not be read again."""
    fields = {f.encode_name for f in msgspec.structs.fields(load_ruleset(system).owns["state"])}
    assert not fields & set(OWN_KEYS)


def test_a_report_goes_back_to_the_last_dice(tmp_path: Path) -> None:
    lines = lines_of("WMA")
    rolled = [n for n, line in enumerate(lines) if any(e.rolled is not None for e in line.events)]
    at = next(n + 1 for n in rolled if n + 1 not in rolled and n > 30)
    moment = stretch(lines, at, None)
    assert moment.lines == (lines[at - 1], lines[at])
    assert moment.start is lines[at - 2].state
    position = read_position(written(tmp_path, load_ruleset("WMA"), moment))
    assert position.dice
    assert [c.question for c in position.command]
    assert stretch(lines, 3, None).lines == () or any(e.rolled for x in stretch(lines, 3, None).lines for e in x.events)


def test_what_was_taken_back_is_left_out() -> None:
    ruleset, lines = load_ruleset("WMA"), lines_of("WMA")
    session = Session(ruleset, None, SeededDice(), solo=True, origin=lines[0].state)
    session.lines = list(lines[:12])
    session.submit(cmd.Undo(lines[11].command.side, 9))
    assert stretch(session.lines, 12, 2).lines == (lines[8], lines[9])
    assert stretch(session.lines, 12).start is session.state


def test_a_moment_that_was_damaged_is_told(tmp_path: Path) -> None:
    ruleset, lines = load_ruleset("WMA"), lines_of("WMA")
    path = written(tmp_path, ruleset, stretch(lines, 50))
    text = path.read_text(encoding="utf-8")
    from game.engine.positions.position import PositionError

    for old, new in (
        ('"name":"wma.', '"name":"wmx.'),
        ('\\"name\\":\\"wma.', '\\"name\\":\\"wmx.'),
        ("pending = '{", "pending = '["),
    ):
        if old in text:
            path.write_text(text.replace(old, new), encoding="utf-8")
            with pytest.raises(PositionError, match="moment: it cannot be understood"):
                resolve(read_position(path), ruleset)
            return
    raise AssertionError(text[-500:])
