"""A bot as a program that asks for everything it may ask, and keeps every byte that it is told in a file."""

from __future__ import annotations

import json
import sys
from typing import Any, BinaryIO

LOOKED_AT = 3
"""Candidates that are judged; the first is also asked for its odds."""


def heard(file: BinaryIO) -> dict[str, Any]:
    line = sys.stdin.buffer.readline()
    file.write(line)
    file.flush()
    if not line:
        sys.exit(0)
    found: dict[str, Any] = json.loads(line)
    return found


def asked(file: BinaryIO, message: dict[str, Any]) -> dict[str, Any]:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()
    return heard(file)


def main(path: str) -> None:
    with open(path, "wb") as file:
        heard(file)
        message = asked(file, {"type": "ready", "name": "listening"})
        while message["type"] != "over":
            for request in ("question", "exits", "default", "score"):
                assert asked(file, {"type": request})["type"] != "wrong", request
            replies = asked(file, {"type": "candidates", "limit": LOOKED_AT})["replies"]
            for n, reply in enumerate(replies):
                asked(file, {"type": "check", "reply": reply})
                if n == 0:
                    asked(file, {"type": "forecast", "reply": reply})
            (usual,) = asked(file, {"type": "default"})["replies"]
            message = asked(file, {"type": "answer", "reply": usual})


if __name__ == "__main__":
    main(sys.argv[1])
