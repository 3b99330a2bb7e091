"""Changes to what this system alone keeps of units and of the battle (:mod:`game.engine.changes`)."""

from __future__ import annotations

from game.engine.changes import battle, unit

__all__ = ["battle", "unit"]
