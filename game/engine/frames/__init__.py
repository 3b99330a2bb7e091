"""Frames and steps that the engine brings, so that no ruleset writes them again.

``STEPS`` and ``FRAMES`` are looked up before the ruleset's own; all names begin with ``engine.``.
"""

from __future__ import annotations

from game.engine.flow import FrameTable, StepTable
from game.engine.frames import course, pool, window

FRAMES: FrameTable = {**pool.FRAMES, **window.FRAMES, **course.FRAMES}
STEPS: StepTable = {**pool.STEPS, **window.STEPS, **course.STEPS}
