"""Frames and steps that the engine brings, so that no ruleset writes them again; all names begin with ``engine.``."""

from game.engine.declared import FrameOf, by_name, data_types, step_table
from game.engine.frames import pool, window

_DECLARED = by_name((pool, window), FrameOf)
FRAMES = data_types(_DECLARED)
STEPS = step_table(_DECLARED)
