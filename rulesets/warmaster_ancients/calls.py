"""Frames that chapters call which stand above them: their names, and what each is given."""

from __future__ import annotations

from game.engine.declared import Awaited

REFORM = Awaited("wma.reform")
