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
        "What is heard of the place itself, as long as a table is open. At most two beds lie over each other, by "
        "weather, season and hour (`beds` in `game/client/sound/ambience.py`): birds by day, crickets on a fair "
        "evening, rain where a system has it, else the wind alone. They come up "
        "within seconds and give way while something strikes or calls.",
    ),
    "mass": (
        "The mass",
        "Who moves, by arm and number: heard as long as the move is shown, at most three kinds at once. A few are "
        "softer than many.",
    ),
    "blow": (
        "The blow",
        "What strikes, by what it is done with; what falls, by what it is. What begins while others are heard stands "
        "behind them.",
    ),
    "horn": ("The horn", "What is told over the field: turns, orders, charges, flights, the end."),
    "hand": ("The hand", "What the player's own hand does at the table."),
}
HEAD = """# Sounds

Drawn by `run.py sounds --write docs/sounds.md`. Every sound of the program is computed (`game/client/sound`), none is
recorded. Of each it is told what it is to be like, and in italics what is measured of it.

{layers} sounds in five layers. Which event has which sound stands in `assets/sounds/common.toml` and in the
`sounds.toml` of a ruleset; a system may choose other sounds for its types of events, its arms, its missiles.

The figures: *LUFS* is the loudness of ITU-R BS.1770 out of both loudspeakers at full volume, in the loudest 400 ms (a
loop: as a whole); *centre* and *breadth* are the middle of the spectrum by power, and how far it reaches about it;
*attack* is the time from where a sound is first heard to the top of its first rise; *decay* that from its greatest
strength until it stays below a tenth of it. Of loops, that have neither, it is told how often a second their strength
comes back, and how far their strongest and weakest tenth lie apart.
"""
ADDING = """
## To add one

1. Write a function of no arguments in the module of its layer, out of the grains in `game/client/sound/grains.py` and
   the parts in `synth.py`; every noise has its own seed. Its docstring is what this page says it is like. A loop is
   laid with `ring`, and noise and slow curves close by themselves, so that its end leads into its beginning.
2. Name it in `VOICES` at the end of the module. It is brought to the level of its layer there, softer by what you say.
3. Name it where it is heard: in `assets/sounds/common.toml`, or in the `sounds.toml` of a ruleset. `run.py check` reads
   them. What no table names is not kept.
4. Measure it: `run.py sounds` shows the figures, `run.py sounds --wav FOLDER` writes what there is to listen to, and
   `run.py sounds --write docs/sounds.md` draws this page anew. The tests hold every sound to the level of its layer, to
   its peak, to a seam that is not heard, and to being told from its neighbours.
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
    wide = (
        "of one colour" if breadth < 0.45 * centre else "with much above its middle" if breadth > 1.1 * centre else ""
    )
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
        else "is long in dying away"
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
    often = "more slowly than once a second" if pulse < 0.8 else f"{pulse:.1f} times a second"
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
