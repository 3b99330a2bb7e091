"""A run over damaged files: each reader gets one after the other, time and memory are watched, faults are kept.

``python -m tests.damaged.run SEED COUNT [READER]`` runs it by itself and tells what came out as JSON.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import FrameType

os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

from tests.damaged.readers import OWN_FAULTS, Reader, all_readers

SECONDS = 5
"""No file keeps a reader longer."""
MEGABYTES = 300
"""No file makes the program larger."""


class Hangs(BaseException):
    """A reader has taken too long; no reader catches this."""


@dataclass
class Outcome:
    """What came of a run: files by kind, those refused, faults in words, the longest time and the size."""

    read: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    longest: float = 0.0
    slowest: str = ""
    megabytes: int = 0


def peak() -> int:
    """The greatest size of this process so far in MB."""
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform != "darwin" else 1024 * 1024)


def _alarm(_number: int, _frame: FrameType | None) -> None:
    raise Hangs


def run(readers: list[Reader], seed: int, count: int, folder: Path, most: int | None = None) -> Outcome:
    """Let the readers read so many damaged files, in turn; ``most`` MB are all that the process may have."""
    out = Outcome()
    before = signal.signal(signal.SIGPROF, _alarm)
    try:
        for n in range(count):
            reader = readers[n % len(readers)]
            _one(reader, seed, n, folder, out)
            if most is not None and peak() > most:
                out.faults.append(f"{reader.name}, seed {seed}, file {n}: {peak()} MB")
                break
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    out.megabytes = peak()
    return out


def file_of(reader: Reader, seed: int, n: int) -> bytes:
    """The n-th file of a run, the same each time."""
    return reader.damaged(Random(f"{seed} {n}"))


def _one(reader: Reader, seed: int, n: int, folder: Path, out: Outcome) -> None:
    place = folder / reader.name
    place.mkdir(exist_ok=True)
    path = place / f"f{reader.suffix}"
    path.write_bytes(file_of(reader, seed, n))
    said = f"{reader.name}, seed {seed}, file {n}"
    began = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        reader.read(path)
    except OWN_FAULTS as fault:
        out.refused[reader.name] += 1
        text = str(fault)
        if path.name not in text or not text.replace("\n", "").isprintable():
            out.faults.append(f"{said}: a sentence without its file, or that cannot be printed: {text[:200]!r}")
    except Hangs:
        out.faults.append(f"{said}: more than {SECONDS} s of CPU: {''.join(traceback.format_exc()[-900:])}")
    except Exception:
        out.faults.append(f"{said}: {traceback.format_exc()[-1200:]}")
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    out.read[reader.name] += 1
    took = time.process_time() - began
    if took > out.longest:
        out.longest, out.slowest = took, said


def main() -> int:
    """Run by itself: arguments are the seed, the number of files, and perhaps one reader."""
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    from tests.client.toy_record import toy_record
    from tests.toy import TOY

    seed, count, *only = sys.argv[1:]
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        readers = all_readers(TOY, toy_record(folder).read_bytes())
        readers = [r for r in readers if not only or r.name in only]
        out = run(readers, int(seed), int(count), folder, MEGABYTES)
    sys.stdout.write(json.dumps(vars(out)) + "\n")
    return 1 if out.faults else 0


if __name__ == "__main__":
    sys.exit(main())
