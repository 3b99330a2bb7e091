"""The command ``resolve``: what positions come to, told in sentences, or as JSON Lines for machines."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from click import echo

from game.engine.event import Event
from game.engine.i18n import Speaker
from game.engine.loader import UnknownRuleset, load_ruleset
from game.engine.positions.position import Answered, PositionError, Resolution, read_position, refusal_text, resolve
from game.engine.positions.told import reply_words
from game.engine.positions.types import Position
from game.engine.positions.units import event_data
from game.engine.records.transcript import need_text, sentence
from game.engine.ruleset import Ruleset
from game.engine.text import T, Text

GOOD, DIFFERENT, UNREADABLE = 0, 1, 2
"""Exit codes: as expected, not as expected, cannot be read or begun."""


@dataclass(frozen=True)
class Outcome:
    """What a file came to: the position and its resolution, or why it cannot be read; ``code`` is the exit code."""

    path: Path
    code: int
    position: Position | None = None
    ruleset: Ruleset | None = None
    out: Resolution | None = None
    error: Text | None = None


def outcome_of(path: Path) -> Outcome:
    """Read a position file and play it."""
    position = ruleset = None
    try:
        position = read_position(path)
        ruleset = load_ruleset(position.ruleset)
        out = resolve(position, ruleset)
    except PositionError as fault:
        return Outcome(path, UNREADABLE, position, ruleset, error=fault.text)
    except UnknownRuleset as fault:
        return Outcome(path, UNREADABLE, position, ruleset, error=T("{why}", why=str(fault)))
    except Exception as fault:  # a position may well show that the rules break: that is told as any other fault
        text = T("the program itself fails here ({kind}: {what})", kind=type(fault).__name__, what=str(fault))
        return Outcome(path, UNREADABLE, position, ruleset, error=text)
    return Outcome(path, DIFFERENT if out.failures else GOOD, position, ruleset, out)


def files_of(paths: Iterable[Path]) -> Iterator[Path]:
    """The files that are meant: those named, and all positions in the folders that are named and below them."""
    for path in paths:
        if path.is_dir():
            yield from sorted(path.rglob("*.toml"))
        else:
            yield path


def run(paths: Sequence[Path], language: str = "en", as_json: bool = False) -> int:
    """Print what positions come to.

    Returns
    -------
    int
        The exit code of the worst of them: 0 as expected, 1 not, 2 where one cannot be read or begun.
    """
    found = [*files_of(paths)]
    codes = []
    for n, path in enumerate(found):
        outcome = outcome_of(path)
        codes.append(outcome.code)
        if not as_json and n:
            echo("")
        for line in json_lines(outcome, len(found) > 1) if as_json else story_lines(outcome, language):
            echo(line)
    if len(found) != 1:
        counts = [codes.count(code) for code in (GOOD, DIFFERENT, UNREADABLE)]
        if as_json:
            named = dict(zip(("as_expected", "different", "unreadable"), counts, strict=True))
            echo(json.dumps({"positions": len(codes), **named}))
        else:
            text = T(
                "{n} positions: {good} as expected, {different} not, {unreadable} cannot be read or begun",
                n=len(codes),
                good=counts[0],
                different=counts[1],
                unreadable=counts[2],
            )
            echo("\n" + Speaker(language).say(text))
    return max(codes, default=UNREADABLE)


# --- for people --------------------------------------------------------------------------------------------------


def story_lines(outcome: Outcome, language: str = "en") -> Iterator[str]:
    """A position as a story: what happened, what was asked and answered, the dice, and how it came out."""
    speaker = Speaker(language, outcome.ruleset)
    position, out = outcome.position, outcome.out
    if position is None or out is None or outcome.ruleset is None:
        yield speaker.say(T("{file} cannot be played: {why}", file=str(outcome.path), why=outcome.error or ""))
        return
    yield f"{outcome.path}: {speaker.word(position.title)}"
    if position.entry is not None:
        yield "  " + speaker.say(T("The position begins at “{entry}”.", entry=position.entry.name))
    for problem in out.problems:
        yield "  ! " + speaker.say(T("{where}: {what}", where=problem.where, what=problem.text), out.state)
    for one in out.told:
        if isinstance(one, Event):
            said = sentence(one, speaker, out.state)
            if said:
                yield f"  - {said}"
        else:
            yield from _answered(one, outcome.ruleset, speaker)
    yield from _end(position, out, speaker)


def _answered(one: Answered, ruleset: Ruleset, speaker: Speaker) -> Iterator[str]:
    state = one.before
    asked = T("{side} is asked: {what}", side=speaker.name(one.decision.side, state), what=one.decision.message)
    yield f"  {one.n}. {speaker.say(asked, state)} ({one.decision.question})"
    yield "     " + speaker.say(
        T("Answer: {answer}", answer=reply_words(ruleset, state, one.decision, one.reply, speaker)), state
    )
    if one.refusal is not None:
        said = refusal_text(one.refusal)
        text = (
            T("Refused, as it must be: {why}", why=said)
            if one.doc.refused is not None
            else T("Refused: {why}", why=said)
        )
        yield "     " + speaker.say(text, state)


def _end(position: Position, out: Resolution, speaker: Speaker) -> Iterator[str]:
    """What is asked in the end, which dice were used, and how it came out."""
    pending = out.state.pending
    for decision in pending.waiting if pending is not None and out.stopped is None else ():
        side = speaker.name(decision.side, out.state)
        text = T("Now {side} is asked: {what}", side=side, what=decision.message)
        yield f"  {speaker.say(text, out.state)} ({decision.question})"
    used = out.state.luck.used if out.state.luck is not None else 0
    if position.dice:
        told = [" ".join(map(str, part)) or "-" for part in (position.dice[:used], position.dice[used:])]
        text = T("Dice used: {used}; not used: {left}", used=told[0], left=told[1])
        yield "  " + speaker.say(text)
    if not out.failures:
        yield "  " + speaker.say(T("As expected."))
        return
    if out.stopped is not None:
        yield "  " + speaker.say(T("Stopped here; the expected outcome was not compared:"))
    else:
        yield "  " + speaker.say(T("Not as expected:"))
    for failure in out.failures:
        yield f"    * {speaker.say(failure, out.state)}"


# --- for machines ------------------------------------------------------------------------------------------------


def json_lines(outcome: Outcome, several: bool = False, language: str = "en") -> Iterator[str]:
    """A position as JSON Lines: each event, question and refusal, then the outcome. Lengths in the system's unit."""
    speaker = Speaker(language, outcome.ruleset)
    file = {"file": str(outcome.path)} if several else {}
    out = outcome.out
    if out is None or outcome.ruleset is None:
        yield _json({**file, "error": speaker.say(outcome.error or T("nothing"))})
        return
    for one in out.told:
        if isinstance(one, Answered):
            yield _json(
                {
                    "asked": one.decision.question,
                    "command": one.n,
                    "side": one.decision.side,
                    "sentence": speaker.say(one.decision.message, one.before),
                }
            )
            if one.refusal is not None:
                said = speaker.say(refusal_text(one.refusal), one.before)
                yield _json({"refused": one.n, "sentence": said, "clause": one.refusal.clause})
        elif one.type != "rest":
            yield _json(_event(one, outcome.ruleset, speaker, out))
    for problem in out.problems:
        said = speaker.say(problem.text, out.state)
        yield _json({"problem": problem.where, "sentence": said, "clause": problem.clause})
    failures = [speaker.say(f, out.state) for f in out.failures]
    yield _json({**file, "as_expected": not failures, "failures": failures})


def _event(event: Event, ruleset: Ruleset, speaker: Speaker, out: Resolution) -> dict[str, Any]:
    plain: dict[str, Any] = {"type": event.type, "family": event.family}
    for key in ("side", "only", "about", "clauses"):
        if getattr(event, key):
            plain[key] = getattr(event, key)
    if event.text is not None:
        plain["sentence"] = sentence(event, speaker, out.state)
    if event.data:
        plain["data"] = event_data(ruleset, event.data)
    if event.rolled is not None:
        plain["faces"] = [list(row) for row in event.rolled.faces]
    if event.request is not None:
        plain["need"] = event.request.need
        needed = need_text(event.request)
        plain["needs"] = speaker.say(needed, out.state) if needed is not None else ""
    return msgspec.to_builtins(plain)  # type: ignore[no-any-return]


def _json(row: dict[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False)
