"""Changes to what this system alone keeps of things (:mod:`game.engine.changes`)."""

from __future__ import annotations

from game.engine.changes import base as model
from game.engine.changes import battle, side, unit

__all__ = ["battle", "model", "side", "unit"]
