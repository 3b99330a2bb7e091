"""Records as tables: one row for each battle, answer, event, unit or place, of one record or of many.

A row is a dict of plain values. All rows of a table have the same keys, so that :func:`columns`, :func:`arrays` and
:func:`arrow` can turn the rows into columns. Sides are numbered in playing order, because their ids differ by system.
The tables tell everything that a record holds, the secrets of an unfinished battle too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from game.battle import length_of
from game.engine import command as cmd
from game.engine.event import SetPose
from game.engine.files.os_faults import FileFault
from game.engine.i18n import Speaker
from game.engine.loader import UnknownRuleset
from game.engine.records.lines import RecordError
from game.engine.records.transcript import sentence
from game.engine.state import Base, State, Unit
from game.lab.course import losses
from game.lab.extra import library
from tabula_belli.battle import Battle, replay

__all__ = ["Row", "Source", "answers", "arrays", "arrow", "battles", "columns", "events", "many", "places", "units"]

Row = dict[str, Any]
Source = Battle | Path | str
"""A battle, or the path of its record."""

SIDES = 2
"""Sides that the table of battles has columns for."""
_json = msgspec.json.Encoder(order="sorted").encode


def battles(sources: Iterable[Source]) -> list[Row]:
    """One row for each battle. A record that cannot be read is a row with the reason under ``failed``."""
    return [_battle_row(one) for one in sources]


def _battle_row(source: Source) -> Row:
    row: Row = dict.fromkeys(("record", "system", "scenario", "seed", "winner", "why", "failed", "hash"), "")
    row |= {"length": 0, "lines": 0, "answers": 0, "over": False}
    for n in range(1, SIDES + 1):
        row |= {f"{key}_{n}": "" for key in ("side", "player", "army")}
        row |= {f"points_{n}": 0.0}
        row |= {f"{key}_{n}": 0 for key in ("units", "units_lost", "bases", "bases_lost")}
    row["record"] = _name(source)
    try:
        battle = _battle(source)
    except (RecordError, UnknownRuleset, FileFault, OSError) as fault:
        return {**row, "failed": str(fault)}
    state, setup, points = battle.state, battle.session.setup, battle.scores()
    row |= {
        "system": battle.system,
        "scenario": battle.scenario,
        "seed": setup.seed if setup is not None else "",
        "winner": battle.winner,
        "why": Speaker("en", battle.session.ruleset).say(state.over.why, state) if state.over is not None else "",
        "hash": battle.hash,
        "length": length_of(state),
        "lines": len(battle.session.lines),
        "answers": sum(isinstance(line.command, cmd.Answering) for line in battle.session.lines),
        "over": battle.over,
    }
    for n, side in enumerate(battle.sides[:SIDES], 1):
        lost = losses(battle.session.state, side)
        row |= {
            f"side_{n}": side,
            f"player_{n}": battle.players.get(side, ""),
            f"army_{n}": setup.sides[side].army if setup is not None and side in setup.sides else "",
            f"points_{n}": points.get(side, 0.0),
            f"units_{n}": lost.of_units,
            f"units_lost_{n}": lost.units,
            f"bases_{n}": lost.of_bases,
            f"bases_lost_{n}": lost.bases,
        }
    return row


def answers(source: Source) -> list[Row]:
    """One row for each answer: who was asked what, the answer as JSON, and the bot's reason."""
    battle, rows = _battle(source), list[Row]()
    speaker = Speaker("en", battle.session.ruleset)
    before: State | None = None
    for moment in battle.moments():
        command = moment.command
        if isinstance(command, cmd.Answering):
            pending = before.pending if before is not None else None
            asked = next((d for d in pending.decisions if d.id == command.decision), None) if pending else None
            rows.append(
                {
                    "line": moment.line,
                    "length": length_of(moment.state),
                    "side": command.side,
                    "question": asked.question if asked is not None else "",
                    "kind": asked.kind if asked is not None else "",
                    "by": command.by,
                    "exit": command.reply.exit,
                    "answer": _json(command.reply.answer).decode() if command.reply.answer is not None else "",
                    "why": speaker.say(command.why, moment.state) if command.why is not None else "",
                }
            )
        before = moment.state
    return rows


def events(source: Source) -> list[Row]:
    """One row for each event: type and family, things concerned, faces of dice, and the sentence of the log."""
    battle = _battle(source)
    speaker = Speaker("en", battle.session.ruleset)
    return [
        {
            "line": moment.line,
            "length": length_of(moment.state),
            "type": event.type,
            "family": event.family,
            "side": event.side,
            "about": " ".join(event.about),
            "clauses": " ".join(event.clauses),
            "faces": " ".join(str(face) for row in event.rolled.faces for face in row) if event.rolled else "",
            "need": event.request.need if event.request is not None else None,
            "text": sentence(event, speaker, moment.state),
        }
        for moment in battle.moments()
        for event in moment.events
    ]


def units(source: Source) -> list[Row]:
    """One row for each unit at the end: its bases, how many are lost, and the middle of those on the table (mm)."""
    battle = _battle(source)
    return [_unit_row(battle.state, unit) for unit in battle.state.units.values()]


def _unit_row(state: State, unit: Unit) -> Row:
    bases = [state.bases[base] for base in unit.bases]
    standing = [base.pose for base in state.bases_of(unit.id) if base.pose is not None]
    return {
        "unit": unit.id,
        "side": unit.side,
        "kind": unit.kind,
        "name": unit.name,
        "bases": len(bases),
        "lost": sum(base.where == "gone" for base in bases),
        "on_table": len(standing),
        "x": sum(pose.x for pose in standing) / len(standing) if standing else None,
        "y": sum(pose.y for pose in standing) / len(standing) if standing else None,
    }


def places(source: Source) -> list[Row]:
    """One row for each time that a base was set somewhere or taken away, at its last place (mm, degrees).

    The rows with ``where`` "gone" say where bases were lost.
    """
    battle, rows = _battle(source), list[Row]()
    last: dict[str, Base] = dict(battle.session.origin.bases)
    for moment in battle.moments():
        state = moment.state
        for change in (c for event in moment.events for c in event.changes if isinstance(c, SetPose)):
            base, had = state.bases.get(change.base), last.get(change.base)
            if base is None:
                continue
            pose = change.pose or (had.pose if had is not None else None)
            rows.append(
                {
                    "line": moment.line,
                    "length": length_of(state),
                    "base": base.id,
                    "unit": base.unit,
                    "side": state.units[base.unit].side,
                    "where": change.where,
                    "x": pose.x if pose is not None else None,
                    "y": pose.y if pose is not None else None,
                    "facing": pose.facing if pose is not None else None,
                }
            )
        last = {**last, **{key: base for key, base in state.bases.items() if base.pose is not None}}
    return rows


def many(sources: Iterable[Source], table: Callable[[Source], Sequence[Row]]) -> Iterator[Row]:
    """The rows of a table for several records, one after another, each row with its ``record`` first."""
    for one in sources:
        for row in table(one):
            yield {"record": _name(one), **row}


def columns(rows: Iterable[Row]) -> dict[str, list[Any]]:
    """Return rows as columns. All rows must have the same keys.

    >>> columns([{"a": 1, "b": "x"}, {"a": 2, "b": "y"}])
    {'a': [1, 2], 'b': ['x', 'y']}
    """
    found = list(rows)
    return {key: [row[key] for row in found] for key in (found[0] if found else ())}


def arrays(rows: Iterable[Row]) -> dict[str, np.ndarray[Any, Any]]:
    """Rows as numpy columns: numbers as float64, where None is NaN, truth values as bool, all else as objects."""
    return {key: _array(values) for key, values in columns(rows).items()}


def _array(values: list[Any]) -> np.ndarray[Any, Any]:
    if all(isinstance(value, bool) for value in values):
        return np.array(values, dtype=bool)
    if all(value is None or isinstance(value, int | float) for value in values):
        return np.array([np.nan if value is None else float(value) for value in values])
    return np.array(values, dtype=object)


def arrow(rows: Iterable[Row]) -> Any:
    """Rows as a ``pyarrow.Table``. Raises ImportError where pyarrow is missing: it belongs to the extra ``lab``."""
    return library("pyarrow").table(columns(rows))


def _battle(source: Source) -> Battle:
    return source if isinstance(source, Battle) else replay(source)


def _name(source: Source) -> str:
    return "" if isinstance(source, Battle) else Path(source).name
