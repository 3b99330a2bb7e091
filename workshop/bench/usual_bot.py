"""A bot as a program that thinks nothing: it asks for the default and answers it. It only passes lines on."""

from __future__ import annotations

import sys

REPLIES = '{"type":"replies","replies":['


def main() -> None:
    """Speak the seat protocol over standard input and output until the battle is over."""
    for line in sys.stdin:
        if line.startswith('{"type":"hello"'):
            said = '{"type":"ready","name":"usual"}'
        elif line.startswith(REPLIES):
            said = f'{{"type":"answer","reply":{line.strip()[len(REPLIES) : -2]}}}'
        elif line.startswith('{"type":"decide"'):
            said = '{"type":"default"}'
        else:
            return
        sys.stdout.write(said + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
