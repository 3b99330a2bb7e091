"""Set-ups drawn at random: scenario, size, armies and every option, so that no combination is played by habit alone."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from game.engine.ruleset import OptionDef, Ruleset, Setup, SideSetup

TRIES = 60
"""Draws until one is a legal set-up."""
CHANGED = 0.4
"""How often an option is not its default."""
SHORT: dict[str, dict[str, int]] = {"NAP": {"moves": 8}, "WAB": {"turns": 4}, "WMA": {"turns": 4}}
"""Options by system that bound how long a battle lasts."""
FIXED = ("points", "points_north")
"""Options that belong to the size of the battle."""


def drawn(ruleset: Ruleset, seed: int, largest: int) -> Setup:
    """Draw a legal set-up of at most ``largest`` points; the same one for the same seed.

    Raises
    ------
    AssertionError
        No draw was legal: the messages say why.
    """
    dice = Random(f"drawn {ruleset.meta.id} {seed}")
    said: list[str] = []
    for _ in range(TRIES):
        setup = _draw(ruleset, dice, f"drawn-{seed}", largest)
        faults = [str(problem.text) for problem in ruleset.check_setup(setup) if problem.fatal]
        if not faults:
            return setup
        said += faults
    raise AssertionError((ruleset.meta.id, seed, sorted(set(said))))


def _draw(ruleset: Ruleset, dice: Random, seed: str, largest: int) -> Setup:
    fields = [(info.id, size) for info in ruleset.scenarios() for size in info.sizes or (0,) if size <= largest]
    scenario, size = dice.choice(fields)
    setup = ruleset.default_setup(scenario, size)
    options = {**setup.options}
    for option in ruleset.meta.options:
        if option.id not in FIXED and dice.random() < CHANGED:
            options[option.id] = _value(option, dice)
    options.update(SHORT.get(ruleset.meta.id, {}))
    sides = setup.sides
    samples = {army.id: {e.code: e.sample for e in army.entries if e.sample} for army in ruleset.armies(size)}
    if dice.random() < 0.5 and samples:
        sides = {side: SideSetup(name := dice.choice(sorted(samples)), samples[name]) for side in setup.sides}
    return replace(setup, seed=seed, options=options, sides=sides)


def _value(option: OptionDef, dice: Random) -> Any:
    if option.type == "flag":
        return dice.random() < 0.5
    if option.type == "choice":
        return dice.choice(sorted(option.choices))
    least, most = option.least or 0, option.most if option.most is not None else 40
    return dice.randrange(least, min(most, least + 40) + 1, option.step)
