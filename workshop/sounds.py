"""The page of sounds: each of them in words, by what is measured of it, with its figures in a table."""

from __future__ import annotations

import textwrap
import wave
from collections.abc import Callable, Mapping
from dataclasses import fields
from pathlib import Path

import numpy as np

from game.client.sound.level import LEVELS, Layer, Voice, abreast, together
from game.client.sound.measure import Figures, decibels, measured
from game.client.sound.player import CHANNELS
from game.client.sound.synth import RATE, Wave
from game.client.sound.voices import LAYERS, VOICES

Row = dict[str, float]
"""Rounded figures by name."""
STEPS: dict[str, float] = {
    "seconds": 0.01,
    "peak": 0.5,
    "loudness": 0.5,
    "centre": 10.0,
    "breadth": 10.0,
    "attack": 5.0,
    "top": 5.0,
    "decay": 5.0,
    "pulse": 0.1,
    "swing": 1.0,
}
"""To what figures are rounded: so coarsely that machines differ by one such step at most."""
WIDE = 120
"""Letters in a line of the page."""
SINGLE = ("seconds", "peak", "loudness", "centre", "breadth", "attack", "top", "decay")
LOOPS = ("seconds", "peak", "loudness", "centre", "breadth", "pulse", "swing")
HEADS = {
    "seconds": "s",
    "peak": "peak dBFS",
    "loudness": "LUFS",
    "centre": "centre Hz",
    "breadth": "breadth Hz",
    "attack": "attack ms",
    "top": "strongest at ms",
    "decay": "decay ms",
    "pulse": "beats a second",
    "swing": "swing dB",
}
LAYER_TOLD: dict[Layer, tuple[str, str]] = {
    "ground": (
        "The ground",
        "These beds are the sound of the place itself, and play as long as a table is open. At most two of them play "
        "at once. Weather, season and hour choose them (`beds` in `game/client/sound/ambience.py`). Birds sing by day, "
        "crickets on a fair evening, and rain falls where a system has it. Otherwise only the wind blows. The beds "
        "rise within seconds, and become quieter while a blow or a horn sounds.",
    ),
    "mass": (
        "The mass",
        "Moving troops sound by their arm and number as long as the move is shown. At most three kinds are heard at "
        "once. A few are softer than many.",
    ),
    "blow": (
        "The blow",
        "A blow sounds by its weapon, and a loss by the thing that falls. A sound that begins while others play is "
        "placed behind them.",
    ),
    "horn": ("The horn", "Horns and drums announce turns, orders, charges, flights and the end."),
    "hand": ("The hand", "These are the sounds of the player's own hand at the table."),
}
HEAD = """# Sounds

`run.py sounds --write docs/sounds.md` writes this page. The program computes every sound (`game/client/sound`); none is
recorded. Each entry says what the sound is like, and then, in italics, what was measured of it.

There are {layers} sounds in five layers. `assets/sounds/common.toml` and the `sounds.toml` of each ruleset say which
event has which sound. A system may choose other sounds for its types of events, its arms and its missiles.

The figures mean:

- *LUFS*: the loudness by ITU-R BS.1770 from both loudspeakers at full volume. A single sound is measured in its loudest
  400 ms, a loop as a whole.
- *centre*: the middle of the spectrum by power. *breadth*: how far the spectrum reaches around it.
- *attack*: the time from the first audible moment to the top of the first rise.
- *decay*: the time from the greatest strength until the sound stays below a tenth of it.
- *beats a second*: how often the strength of a loop returns. *swing*: the distance between its strongest and its
  weakest tenth. Loops have these two instead of attack and decay.
"""
ADDING = """
## Add a sound

1. Write a function without arguments in the module of its layer, from the grains in `game/client/sound/grains.py` and
   the parts in `synth.py`. Every noise has its own seed. The docstring becomes the description on this page. Build a
   loop with `ring`, so that its end leads into its beginning; noise and slow curves close by themselves.
2. Name it in `VOICES` at the end of the module. That brings it to the level of its layer, or softer by the amount that
   you give.
3. Name it where it is heard: in `assets/sounds/common.toml`, or in the `sounds.toml` of a ruleset. `run.py check` reads
   both. A sound that no table names is not kept.
4. Measure it. `run.py sounds` shows the figures, `run.py sounds --wav FOLDER` writes files to listen to, and
   `run.py sounds --write docs/sounds.md` writes this page again. The tests hold every sound to the level of its layer,
   to its peak and to an inaudible seam. They also require that it differs from its neighbours.
"""


def rounded(figures: Figures) -> Row:
    """Figures as the page shows them."""
    found = {f.name: float(getattr(figures, f.name)) for f in fields(figures)}
    return {name: round(round(found[name] / step) * step, 2) + 0.0 for name, step in STEPS.items()}


def figures_of_all(made: Callable[[str], Wave] = lambda name: VOICES[name].made()) -> dict[str, Row]:
    """Every sound, measured; ``made`` gives its samples."""
    return {name: rounded(measured(made(name), v.loop)) for name, v in VOICES.items()}


# -- words ------------------------------------------------------------------------------------------------------


def colour(row: Row) -> str:
    """How bright a sound is, in words."""
    centre, breadth = row["centre"], row["breadth"]
    bright = next(
        (
            word
            for most, word in ((180, "very dark"), (450, "dark"), (900, "warm"), (1600, "clear"), (2800, "bright"))
            if centre < most
        ),
        "very bright",
    )
    wide = "narrow" if breadth < 0.45 * centre else "with strong overtones" if breadth > 1.1 * centre else ""
    return f"{bright}, {wide}" if wide else bright


def coming_and_going(row: Row) -> str:
    """How a single sound begins and dies away, in words."""
    attack, top, decay = row["attack"], row["top"], row["decay"]
    begins = "begins at once" if attack <= 20 else "begins softly" if attack <= 70 else "swells"
    strongest = "" if top <= 120 else f" is strongest after {top / 1000:.1f} s,"
    dies = (
        "is cut short"
        if decay <= 80
        else "dies away quickly"
        if decay <= 320
        else "dies away"
        if decay <= 700
        else "dies away slowly"
    )
    return f"{begins},{strongest} {dies}"


def going_on(row: Row) -> str:
    """How a loop goes on, in words."""
    pulse, swing = row["pulse"], row["swing"]
    even = (
        "even"
        if swing <= 4
        else "swells and sinks"
        if swing <= 14
        else "in single beats"
        if swing <= 40
        else "with silence between"
    )
    if swing <= 4:
        return even
    often = "less than once a second" if pulse < 0.8 else f"{pulse:.1f} times a second"
    return f"{even}, {often}"


def words(voice: Voice, row: Row) -> str:
    """A sound in words: what it is like, and what is measured of it."""
    lasts = (
        f"a loop of {row['seconds']:.1f} s, {going_on(row)}"
        if voice.loop
        else f"{row['seconds']:.1f} s, {coming_and_going(row)}"
    )
    return f"{voice.words} *{colour(row).capitalize()}; {lasts}.*"


# -- the page ---------------------------------------------------------------------------------------------------


def page(rows: Mapping[str, Row]) -> str:
    """The page, out of figures."""
    lines = [HEAD.format(layers=f"{len(rows)}")]
    for layer in LAYERS:
        own = [v for v in VOICES.values() if v.layer == layer]
        title, told = LAYER_TOLD[layer]
        names = LOOPS if own[0].loop else SINGLE
        level = LEVELS[layer]
        lines += [f"## {title}", "", textwrap.fill(told, WIDE), ""]
        lines += [f"At {level.loudness:g} LUFS, no sample above {decibels(level.peak):.0f} dBFS.", ""]
        for v in own:
            lines.append(textwrap.fill(f"- **{v.name}**: {words(v, rows[v.name])}", WIDE, subsequent_indent="  "))
        lines += ["", "| sound | " + " | ".join(HEADS[n] for n in names) + " |", "| --- |" + " ---: |" * len(names)]
        lines += [f"| {v.name} | " + " | ".join(f"{rows[v.name][n]:g}" for n in names) + " |" for v in own]
        lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n" + ADDING


def read_figures(text: str) -> dict[str, Row]:
    """The figures that stand on a page; of a loop those of a single sound are 0, and the other way round."""
    found = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and cells[0] in VOICES:
            names = LOOPS if VOICES[cells[0]].loop else SINGLE
            found[cells[0]] = dict.fromkeys(STEPS, 0.0) | dict(zip(names, map(float, cells[1:]), strict=True))
    return found


# -- together -----------------------------------------------------------------------------------------------------


def loudest(waves: Mapping[str, Wave]) -> Wave:
    """The loudest that can be heard: every channel plays the sound of its layer with the highest peaks.

    All single sounds begin together. Nothing gives way yet, though the ground would within moments.
    """
    out = np.zeros(4 * RATE)
    for layer, channels in CHANNELS.items():
        own = sorted(
            (v for v in VOICES.values() if v.layer == layer), key=lambda v: -float(np.abs(waves[v.name]).max())
        )
        own = own[: len(channels)]
        gains = together(len(own)) if not own[0].loop else [abreast(len(own)) if layer == "mass" else 1.0] * len(own)
        for voice, gain in zip(own, gains, strict=True):
            samples = waves[voice.name]
            piece = np.resize(samples, len(out)) if voice.loop else samples[: len(out) - RATE]
            begin = 0 if voice.loop else RATE
            out[begin : begin + len(piece)] += gain * piece
    return out


def write_waves(folder: Path) -> int:
    """Write every sound as a file that any player plays; gives how many. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, voice in VOICES.items():
        with wave.open(str(folder / f"{voice.layer}-{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(np.round(voice.made() * 32767).astype("<i2").tobytes())
    return len(VOICES)
