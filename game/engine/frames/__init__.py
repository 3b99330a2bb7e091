"""Frames, steps and questions that the engine brings, so that no ruleset writes them again.

``STEPS``, ``FRAMES`` and ``QUESTIONS`` are looked up before the ruleset's own; all names begin with ``engine.``.
"""

from __future__ import annotations

from game.engine.flow import FrameTable, QuestionTable, StepTable
from game.engine.frames import course, pool, queue, window

FRAMES: FrameTable = {**pool.FRAMES, **window.FRAMES, **queue.FRAMES, **course.FRAMES}
STEPS: StepTable = {**pool.STEPS, **window.STEPS, **queue.STEPS, **course.STEPS}
QUESTIONS: QuestionTable = {**queue.QUESTIONS}
