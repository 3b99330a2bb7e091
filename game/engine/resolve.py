"""The command ``resolve``: what a position comes to, as JSON Lines."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
from click import echo

from game.engine.i18n import Speaker
from game.engine.loader import UnknownRuleset, load_ruleset
from game.engine.position import PositionError, read_position, refusal_text, resolve


def resolve_file(path: Path, language: str = "en") -> tuple[list[str], int]:
    """Play a position file.

    Returns
    -------
    tuple
        The lines to print (one JSON object for each event or refusal, then one with the outcome) and the exit code:
        0 as expected, 1 not as expected, 2 where the file cannot be played.
    """
    try:
        position = read_position(path)
        ruleset = load_ruleset(position.ruleset)
        out = resolve(position, ruleset)
    except (PositionError, UnknownRuleset) as fault:
        return [json.dumps({"error": f"{path.name}: {fault}"}, ensure_ascii=False)], 2
    speaker = Speaker(language, ruleset)
    lines = []
    for event in out.events:
        plain = msgspec.to_builtins(event)
        plain.pop("changes", None)
        if event.text is not None:
            plain["sentence"] = speaker.say(event.text, out.state)
        if event.type != "rest":
            lines.append(json.dumps(plain, ensure_ascii=False))
    for problem in out.problems:
        plain = {"problem": problem.where, "sentence": speaker.say(problem.text, out.state), "clause": problem.clause}
        lines.append(json.dumps(plain, ensure_ascii=False))
    for n, refusal in out.refusals.items():
        said = speaker.say(refusal_text(refusal), out.state)
        lines.append(json.dumps({"refused": n + 1, "sentence": said, "clause": refusal.clause}, ensure_ascii=False))
    lines.append(json.dumps({"as_expected": not out.failures, "failures": out.failures}, ensure_ascii=False))
    return lines, 1 if out.failures else 0


def run(path: Path) -> int:
    """Print what a position comes to; the exit code of :func:`resolve_file`."""
    lines, code = resolve_file(path)
    for line in lines:
        echo(line)
    return code
