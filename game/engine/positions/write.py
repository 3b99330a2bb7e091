"""Writing a moment of a battle as a position that plays: the situation, what is waited for, last dice and answers."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from game import __version__
from game.engine import command as cmd
from game.engine.event import Event
from game.engine.i18n import Speaker
from game.engine.positions.moment import moment_of
from game.engine.positions.types import MomentDoc, PuzzleDoc
from game.engine.positions.units import Written, in_unit
from game.engine.records.transcript import sentence
from game.engine.ruleset import Ruleset
from game.engine.session import Line
from game.engine.state import State
from game.engine.text import T

_ROWS = ("unit", "terrain", "contact", "charge", "marker", "profile", "command")
"""Tables that are written one after the other, not in one line."""
_SILENT = ("rest", "unsealed")


@dataclass(frozen=True)
class Stretch:
    """Answers in a row: the state they begin at, and the lines that they are."""

    start: State
    lines: tuple[Line, ...]

    @property
    def end(self) -> State:
        """The state they lead to."""
        return self.lines[-1].state if self.lines else self.start


def stretch(lines: Sequence[Line], at: int, answers: int | None = 0) -> Stretch:
    """The last answers up to a line, what was taken back left out.

    Parameters
    ----------
    answers
        How many at most; None for as many as it takes to have the last dice among them.
    """
    taken: list[Line] = []
    here = at
    while at > 0 and (answers is None or len(_answers(taken)) < answers):
        line = lines[at]
        if isinstance(line.command, cmd.Undo):
            at = line.command.to
            continue
        if not isinstance(line.command, cmd.Answering | cmd.Note):
            break
        taken.insert(0, line)
        at -= 1
        if answers is None and any(e.rolled is not None for e in line.events):
            break
    if answers is None and not any(e.rolled is not None for line in taken for e in line.events):
        at, taken = here, []
    return Stretch(lines[at].state, tuple(taken))


def _answers(lines: Sequence[Line]) -> list[cmd.Answering]:
    return [line.command for line in lines if isinstance(line.command, cmd.Answering)]


def position_text(ruleset: Ruleset, told: Stretch, title: str, about: str = "", language: str = "en") -> str:
    """A stretch of a battle as the text of a position file.

    Its answers are played again with their dice and expected to come out as they did.
    """
    speaker = Speaker(language, ruleset)
    document, base = _situation(ruleset, told.start)
    typed = _roll_pending(told.start)
    answers = [
        a for n, a in enumerate(_answers(told.lines)) if a.reply.answer is None or not _is_roll(a) or (typed and n == 0)
    ]
    events = [e for line in told.lines for e in line.events]
    rolled = [e for e in events if e.rolled is not None]
    if typed and told.lines:
        rolled = rolled[1:]
    dice = [f for e in rolled if e.rolled is not None for row in e.rolled.faces for f in row]
    head = [
        f"# Written by Tabula Belli {__version__}, {datetime.date.today().isoformat()}; see docs/position.md.",
        "# Play it with: run.py resolve FILE. Say in [expect] what should come out.",
        "",
        "position = 1",
        f"title = {toml_value(title)}",
        f"ruleset = {toml_value(ruleset.meta.id)}",
    ]
    head += [f"about = {toml_value(about)}"] if about else []
    head += [f"dice = {toml_value(dice)}"]
    out = "\n".join(head) + "\n"
    out += "".join(_table(document))
    asked = tuple(_commands(ruleset, answers, told))
    out += "".join(f"\n[[command]]\n{_keys(row)}" for row in asked)
    out += "\n" + "".join(f"# {said}\n" for said in _story(told, speaker))
    out += "\n[expect]\n" + _keys(_expected(told, events))
    return out + "\n" + _moment(moment_of(told.start, base))


def puzzle_text(
    ruleset: Ruleset,
    told: Stretch,
    title: str,
    puzzle: PuzzleDoc,
    expect: Mapping[str, Any],
    about: str = "",
    language: str = "en",
) -> str:
    """A stretch of a battle as a puzzle: its answers are the solution, ``expect`` is what they bring about."""
    document, base = _situation(ruleset, told.start)
    head = [
        f"# Written by Tabula Belli {__version__}, {datetime.date.today().isoformat()}; see docs/position.md.",
        "",
        "position = 1",
        f"title = {toml_value(title)}",
        f"ruleset = {toml_value(ruleset.meta.id)}",
    ]
    head += [f"about = {toml_value(about)}"] if about else []
    flat, *tables = _table(document)
    out = "\n".join(head) + "\n" + flat
    out += f"\n[puzzle]\n{_keys(msgspec.to_builtins(puzzle))}"
    plain = {k: v for k, v in expect.items() if k != "things"}
    out += f"\n[expect]\n{_keys(plain)}" if plain else ""
    out += "".join(f"\n[expect.things.{_key(k)}]\n{_keys(v)}" for k, v in expect.get("things", {}).items())
    out += "".join(tables)
    speaker = Speaker(language, ruleset)
    out += "\n" + "".join(f"# {said}\n" for said in _story(told, speaker))
    rows = _commands(ruleset, _answers(told.lines), told)
    out += "".join(f"\n[[command]]\n{_keys(row)}" for row in rows)
    return out + "\n" + _moment(moment_of(told.start, base))


def _situation(ruleset: Ruleset, state: State) -> tuple[dict[str, Any], State]:
    """The document of a state, as far as its ruleset writes one, and what is read of it again."""
    write = getattr(ruleset, "document", None)
    document: dict[str, Any] = write(state) if write is not None else {}
    return document, ruleset.position(msgspec.to_builtins(document))


def _commands(ruleset: Ruleset, answers: Sequence[cmd.Answering], told: Stretch) -> Iterator[dict[str, Any]]:
    questions = {
        d.id: d.question
        for state in (told.start, *(line.state for line in told.lines))
        if state.pending
        for d in state.pending.decisions
    }
    for one in answers:
        row: dict[str, Any] = {"question": questions[one.decision], "side": one.side}
        if one.reply.exit:
            row["exit"] = one.reply.exit
        else:
            plain = {k: v for k, v in msgspec.to_builtins(one.reply.answer).items() if k != "type"}
            row["answer"] = in_unit(ruleset, plain)
        yield row


def _is_roll(command: cmd.Answering) -> bool:
    kind = type(command.reply.answer).__struct_config__.tag if command.reply.answer is not None else ""
    return bool(kind == "roll")


def _roll_pending(state: State) -> bool:
    return state.pending is not None and any(d.question == "engine.roll" for d in state.pending.waiting)


def _story(told: Stretch, speaker: Speaker) -> Iterator[str]:
    """What happened, for whoever reads the file."""
    for line in told.lines:
        for event in line.events:
            said = sentence(event, speaker, line.state)
            if said:
                yield " ".join(said.split())


def _expected(told: Stretch, events: Sequence[Event]) -> dict[str, Any]:
    """What came out: the question that is asked then, the dice, the facts."""
    pending, over = told.end.pending, told.end.over
    out: dict[str, Any] = {"waiting": pending.waiting[0].question if pending and pending.waiting else ""}
    if over is not None:
        out["winner"] = over.winner
    rows = []
    for event in events:
        if event.type in _SILENT or (event.text is None and event.rolled is None):
            continue
        row: dict[str, Any] = {"type": event.type}
        if event.about:
            row["about"] = list(event.about)
        if event.rolled is not None:
            row["faces"] = [f for faces in event.rolled.faces for f in faces]
        if event.request is not None and event.request.need is not None:
            row["need"] = event.request.need
        rows.append(row)
    if rows:
        out["events"] = rows
    return out


# --- TOML --------------------------------------------------------------------------------------------------------


def _table(document: Mapping[str, Any]) -> Iterator[str]:
    """The keys of a document, then its tables, then its lists of tables."""
    flat = {k: v for k, v in document.items() if k not in _ROWS and not isinstance(v, Mapping)}
    yield _keys(flat)
    for key, value in document.items():
        if isinstance(value, Mapping) and value:
            deep = all(isinstance(v, Mapping) for v in value.values())
            rows = value.items() if deep else [("", value)]
            for name, row in rows:
                yield f"\n[{key}{'.' + _key(name) if name else ''}]\n{_keys(row)}"
    for key in _ROWS:
        for row in document.get(key, ()):
            yield f"\n[[{key}]]\n{_keys(row)}"


def _moment(moment: MomentDoc) -> str:
    head = "# What no situation by hand can say: whose move of which procedure it is. Leave it as it is.\n[moment]\n"
    plain = msgspec.to_builtins(moment)
    below = {k: plain.pop(k) for k in ("set", "order") if k in plain}
    out = head + _keys(plain)
    for key, rows in below.items():
        out += f"\n[moment.{key}]\n{_keys(rows)}" if rows else ""
    return out


def _keys(row: Mapping[str, Any]) -> str:
    return "".join(f"{_key(k)} = {_long(v)}\n" for k, v in row.items() if v is not None)


def _long(value: Any) -> str:
    """A value; a list of tables or long texts on lines of its own."""
    if isinstance(value, list | tuple) and value and all(isinstance(v, Mapping) or _is_long(v) for v in value):
        return "[\n" + "".join(f"  {toml_value(v)},\n" for v in value) + "]"
    return toml_value(value)


def _is_long(value: Any) -> bool:
    return isinstance(value, str) and len(value) > 60


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else toml_value(name)


def toml_value(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, Written):
        return value.digits if "." in value.digits else f"{value.digits}.0"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return f"{value:g}.0" if value == int(value) and abs(value) < 1e6 else _decimal(value)
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(k)} = {toml_value(v)}" for k, v in value.items() if v is not None) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    raise TypeError(f"TOML has no {type(value).__name__}")


def _decimal(value: float) -> str:
    said = repr(value)
    return said if "." in said or "e" in said else f"{said}.0"


def _quoted(text: str) -> str:
    """A string; what TOML does not allow as it is stands as an escape."""
    if "'" not in text and '"' in text and not re.search(r"[\x00-\x1f\x7f\ud800-\udfff]", text):
        return f"'{text}'"
    safe = re.sub(r"[\ud800-\udfff]", "\ufffd", text).replace("\\", "\\\\").replace('"', '\\"')
    return '"' + re.sub(r"[\x00-\x1f\x7f]", lambda m: f"\\u{ord(m[0]):04x}", safe) + '"'


def fault_title(ruleset: Ruleset, state: State, language: str = "en") -> str:
    """What a position of a moment is called: the system, and where the battle stands."""
    speaker = Speaker(language, ruleset)
    rows = [f"{speaker.say(label, state)} {speaker.say(value, state)}" for label, value in ruleset.status(state)]
    return ", ".join([speaker.say(T("{name}", name=ruleset.meta.name)), *rows])
