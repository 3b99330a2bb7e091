"""A bot as a program: it plays by the seat protocol and nothing else, and breaks it where it is told to."""

from __future__ import annotations

import json
import sys
import time
from typing import Any


def say(message: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def heard() -> dict[str, Any]:
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    found: dict[str, Any] = json.loads(line)
    return found


def asked(message: dict[str, Any]) -> dict[str, Any]:
    say(message)
    return heard()


def changed(view: dict[str, Any], differences: dict[str, Any]) -> dict[str, Any]:
    for name, value in differences.items():
        if name in ("sides", "units", "bases", "features", "markers", "ties", "secret"):
            entries = {**view.get(name, {}), **value}
            view[name] = {key: entry for key, entry in entries.items() if entry is not None}
        else:
            view[name] = value
    return view


def main(manner: str) -> None:
    hello = heard()
    assert hello["type"] == "hello"
    assert hello["protocol"] == 1
    say({"type": "ready", "name": "echo"})
    view: dict[str, Any] = {}
    while True:
        message = heard()
        if message["type"] == "over":
            return
        view = message["view"] if "view" in message else changed(view, message["changes"])
        if manner == "dies":
            sys.exit(1)
        if manner == "hangs":
            time.sleep(3600)
        if manner == "nonsense":
            asked({"type": "nonsense"})
        if manner == "cheats":
            say({"type": "answer", "reply": {"type": "reply", "exit": "no such exit"}})
            continue
        replies = asked({"type": "candidates", "limit": 1})["replies"] or asked({"type": "default"})["replies"]
        if manner == "curious":
            for request in ("question", "exits", "score"):
                assert "why" not in asked({"type": request}), request
            verdict = asked({"type": "check", "reply": replies[0]})["verdict"]
            assert verdict["status"] == "legal"
            asked({"type": "forecast", "reply": replies[0]})
        if manner.startswith("writes:"):
            with open(manner.removeprefix("writes:"), "a", encoding="utf-8") as file:
                file.write(json.dumps({"view": view, "decision": message["decision"]["id"]}) + "\n")
        say({"type": "answer", "reply": replies[0], "why": f"first of {len(view['units'])} units"})


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
